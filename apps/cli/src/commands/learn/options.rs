//! Which options go with which method: those of another one are refused, not ignored.

use plyscope_game::Error;

use crate::args::LearnMethod::{Cma, Genetic, LeastSquares, Logistic, Patterns, Ridge, Spsa, Td};
use crate::args::{Choice, From, Learn, LearnMethod, WhatRow, WhatWorth, WhichTeacher, WhoLooks};

/// Folds by default.
const FOLDS: u16 = 10;

/// Methods that learn from states with values.
const VALUES: &[LearnMethod] = &[Ridge, LeastSquares, Logistic];
/// Methods that can look at a benchmark.
const BENCHMARKS: &[LearnMethod] = &[Ridge, LeastSquares, Logistic, Cma, Spsa];
/// Methods that play games.
const GAMES: &[LearnMethod] = &[Genetic, Cma, Spsa];
/// Methods that go step by step from a start.
const STEPS: &[LearnMethod] = &[Genetic, Logistic, Cma, Spsa, Td, Patterns];

/// An option, whether it is given, and the methods that know it.
type Given = (&'static str, bool, &'static [LearnMethod]);

/// Refuses options of another method, and asks for what the method needs.
pub(super) fn check(args: &Learn) -> Result<(), Error> {
    let all = [
        of_values(args),
        of_benchmarks(args),
        of_games(args),
        of_steps(args),
        of_genetic(args),
        of_others(args),
        of_patterns(args),
    ]
    .concat();
    let is_foreign = |own: &&Given| own.1 && !own.2.contains(&args.method);
    if let Some((name, _, methods)) = all.iter().find(is_foreign) {
        return Err(foreign(name, args.method, methods));
    }
    check_patterns(args)?;
    let limits = args.limits.time.is_some() || args.limits.nodes.is_some();
    if args.benchmark.is_some() && (args.by.is_some() || limits) {
        let other = match (&args.by, args.limits.nodes) {
            (Some(_), _) => "--by",
            (None, Some(_)) => "--nodes",
            (None, None) => "--time",
        };
        let what = format!("--benchmark cannot be used with {other}: its states are labelled");
        return Err(Error::misuse(what, "leave one of them out"));
    }
    if args.rows == WhatRow::Moves && args.worth != WhatWorth::Fitting {
        let what = "--worth says what a state is worth, and the rows are moves";
        let hint = "leave --worth out: every move has a value of its own";
        return Err(Error::misuse(what, hint));
    }
    let is_fed = args.benchmark.is_some() || args.by.is_some() || args.results.is_some();
    if VALUES.contains(&args.method) && !is_fed {
        let what = "there is nothing to learn from";
        let hint = "give a benchmark by --benchmark FILE, an agent that values states by --by SPEC, or results by --results FILE";
        return Err(Error::misuse(what, hint));
    }
    if args.method == Td && args.by.is_some() {
        let what = "--method td plays itself, one move ahead";
        return Err(Error::misuse(what, "leave --by out"));
    }
    Ok(())
}

fn foreign(name: &str, method: LearnMethod, of: &[LearnMethod]) -> Error {
    if (GAMES.contains(&method) || method == Td) && of == VALUES {
        let what = format!(
            "--{name} is for learning from the values of states, and --method {} plays games",
            method.name()
        );
        let hint = "leave it out; `plyscope learn --help` lists the options of every method";
        return Error::misuse(what, hint);
    }
    let names: Vec<&str> = of.iter().map(|own| own.name()).collect();
    let what = format!("--{name} is for --method {}", names.join(", "));
    let hint = format!("say --method {}, or leave it out", names[0]);
    Error::misuse(what, hint)
}

fn of_values(args: &Learn) -> Vec<Given> {
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
    let given = [
        ("results", args.results.is_some()),
        ("states", states.is_some()),
        ("per-ply", per_ply.is_some()),
        ("from", *from != From::Playouts),
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
    ];
    for_methods(&given, VALUES)
}

fn of_benchmarks(args: &Learn) -> Vec<Given> {
    let wanted = &args.choice.wanted;
    let given = [
        ("benchmark", args.benchmark.is_some()),
        ("plies", wanted.plies.is_some()),
        ("player", wanted.player.is_some()),
        ("moves", wanted.moves.is_some()),
        ("critical", wanted.critical.is_some()),
    ];
    for_methods(&given, BENCHMARKS)
}

fn of_games(args: &Learn) -> Vec<Given> {
    let own = &args.playing;
    let given = [
        ("openings", own.openings.is_some()),
        ("games-per-step", args.climb.games_per_step.is_some()),
    ];
    let mut all = for_methods(&given[..1], GAMES);
    all.extend(for_methods(&given[1..], &[Spsa]));
    all.push((
        "max-plies",
        own.max_plies.is_some(),
        &[Genetic, Cma, Spsa, Td],
    ));
    all
}

fn of_steps(args: &Learn) -> Vec<Given> {
    let given = [("start", args.start.is_some()), ("log", args.log.is_some())];
    for_methods(&given, STEPS)
}

fn of_genetic(args: &Learn) -> Vec<Given> {
    let own = &args.genetic;
    let given = [
        ("variant", own.variant.is_some()),
        ("generations", own.generations.is_some()),
        ("win", own.win.is_some()),
        ("draw", own.draw.is_some()),
        ("threshold", own.threshold.is_some()),
        ("dispersion", own.dispersion.is_some()),
        ("decay", own.decay.is_some()),
        ("hall", own.hall.is_some()),
        ("replay", own.replay.is_some()),
    ];
    for_methods(&given, &[Genetic])
}

fn of_others(args: &Learn) -> Vec<Given> {
    let (logistic, climb, td) = (&args.logistic, &args.climb, &args.td);
    vec![
        (
            "population",
            args.genetic.population.is_some(),
            &[Genetic, Cma],
        ),
        (
            "reference",
            args.genetic.reference.is_some(),
            &[Genetic, Logistic],
        ),
        ("tapered", logistic.tapered, &[Logistic]),
        ("squash", logistic.squash.is_some(), &[Logistic]),
        ("fitness", climb.fitness.is_some(), &[Cma, Spsa]),
        ("step", climb.step.is_some(), &[Cma, Spsa]),
        ("lambda", td.lambda.is_some(), &[Td, Patterns]),
        ("rate", td.rate.is_some(), &[Td, Patterns]),
        ("explore", td.explore.is_some(), &[Td]),
        ("batch", td.batch.is_some(), &[Td]),
    ]
}

fn of_patterns(args: &Learn) -> Vec<Given> {
    let own = &args.patterns;
    let given = [
        ("set", own.set.is_some()),
        ("phases", own.phases.is_some()),
        ("depth", own.depth.is_some()),
        ("share", own.share.is_some()),
        ("ridge", own.ridge.is_some()),
        ("opponent", own.opponent.is_some()),
        ("teacher", own.teacher.is_some()),
    ];
    for_methods(&given, &[Patterns])
}

/// Patterns are no features, play themselves, and have numbers within bounds.
fn check_patterns(args: &Learn) -> Result<(), Error> {
    if args.method != Patterns {
        return Ok(());
    }
    let others = [
        ("features", args.features.is_some()),
        ("only", !args.only.is_empty()),
        ("by", args.by.is_some()),
    ];
    if let Some((name, _)) = others.iter().find(|own| own.1) {
        let what = format!(
            "--{name} is for weights of features, and --method patterns has tables of its own"
        );
        return Err(Error::misuse(
            what,
            "leave it out; --set names the patterns",
        ));
    }
    let own = &args.patterns;
    let is_td = own.teacher == Some(WhichTeacher::Td) || own.opponent.is_some();
    let foreign = [
        ("depth", is_td && own.depth.is_some(), "rounds"),
        ("ridge", is_td && own.ridge.is_some(), "rounds"),
        ("rate", !is_td && args.td.rate.is_some(), "td"),
    ];
    if let Some((name, _, teacher)) = foreign.iter().find(|own| own.1) {
        let what = format!("--{name} is for --teacher {teacher}");
        return Err(Error::misuse(what, "leave it out"));
    }
    let bad =
        |name: &str, hint: &str| Err(Error::misuse(format!("--{name} is out of range"), hint));
    match (own.share, own.ridge) {
        (Some(share), _) if !(0.0..=1.0).contains(&share) => {
            bad("share", "give a number from 0 to 1")
        }
        (_, Some(ridge)) if !(ridge >= 0.0 && ridge.is_finite()) => bad("ridge", "give 0 or more"),
        _ => Ok(()),
    }
}

fn for_methods(given: &[(&'static str, bool)], methods: &'static [LearnMethod]) -> Vec<Given> {
    let own = |&(name, is_given): &(&'static str, bool)| (name, is_given, methods);
    given.iter().map(own).collect()
}
