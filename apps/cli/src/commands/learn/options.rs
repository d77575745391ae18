//! Which options go with which method: those of another one are refused, not ignored.

use plyscope_game::Error;

use crate::args::{Choice, From, Learn, LearnMethod, WhatRow, WhatWorth, WhoLooks};

/// Folds when nobody says how many.
const FOLDS: u16 = 10;

/// Refuses options of another method, and asks for what the method needs.
pub(super) fn check(args: &Learn) -> Result<(), Error> {
    let is_genetic = args.method == LearnMethod::Genetic;
    let foreign = if is_genetic {
        of_regression(args)
    } else {
        of_genetic(args)
    };
    if let Some(name) = foreign {
        let (what, hint) = if is_genetic {
            (
                format!(
                    "--{name} is for learning from the values of states, and the genetic method plays games"
                ),
                "leave it out; `plyscope learn --help` lists the options of --method genetic",
            )
        } else {
            (
                format!("--{name} is for --method genetic"),
                "add --method genetic, or leave it out",
            )
        };
        return Err(Error::misuse(what, hint));
    }
    if args.rows == WhatRow::Moves && args.worth != WhatWorth::Fitting {
        let what = "--worth says what a state is worth, and the rows are moves";
        let hint = "leave --worth out: every move has a value of its own";
        return Err(Error::misuse(what, hint));
    }
    if !is_genetic && args.benchmark.is_none() && args.by.is_none() {
        let what = "there is nothing to learn from";
        let hint =
            "give a benchmark by --benchmark FILE, or an agent that values states by --by SPEC";
        return Err(Error::misuse(what, hint));
    }
    Ok(())
}

/// The first option given that only the genetic method knows.
fn of_genetic(args: &Learn) -> Option<&'static str> {
    let own = &args.genetic;
    first([
        ("variant", own.variant.is_some()),
        ("population", own.population.is_some()),
        ("generations", own.generations.is_some()),
        ("budget", own.budget.is_some()),
        ("win", own.win.is_some()),
        ("draw", own.draw.is_some()),
        ("threshold", own.threshold.is_some()),
        ("dispersion", own.dispersion.is_some()),
        ("decay", own.decay.is_some()),
        ("reference", own.reference.is_some()),
        ("hall", own.hall.is_some()),
        ("replay", own.replay.is_some()),
        ("start", own.start.is_some()),
        ("openings", own.openings.is_some()),
        ("max-plies", own.max_plies.is_some()),
        ("log", own.log.is_some()),
    ])
}

/// The first option given that only regression knows.
fn of_regression(args: &Learn) -> Option<&'static str> {
    let Choice {
        states,
        per_ply,
        from,
        wanted,
        agent,
        random,
        positions,
        reading,
    } = &args.choice;
    first([
        ("benchmark", args.benchmark.is_some()),
        ("states", states.is_some()),
        ("per-ply", per_ply.is_some()),
        ("from", *from != From::Playouts),
        ("plies", wanted.plies.is_some()),
        ("player", wanted.player.is_some()),
        ("moves", wanted.moves.is_some()),
        ("critical", wanted.critical.is_some()),
        ("keep-single", wanted.keep_single),
        ("keep-finished", wanted.keep_finished),
        ("symmetry", wanted.symmetry),
        ("agent", !agent.is_empty()),
        ("random", random.is_some()),
        ("positions", positions.is_some()),
        ("position-moves", reading.position_moves),
        ("state", reading.state),
        ("rows", args.rows != WhatRow::States),
        ("view", args.view != WhoLooks::Mover),
        ("worth", args.worth != WhatWorth::Fitting),
        ("strength", args.strength.is_some()),
        ("folds", args.folds != FOLDS),
        ("export-rows", args.export_rows.is_some()),
    ])
}

fn first<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    let given = options.into_iter().find(|(_, is_given)| *is_given);
    given.map(|(name, _)| name)
}
