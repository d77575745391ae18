//! `plyscope truth make`: chooses states and labels them.

use plyscope_game::{Error, Limits};
use plyscope_truth::{Amount, Filter, Made, PlySummary, Selector, Source, load};
use plyscope_workbench::{
    Listed, NamedGame, Reading, TruthOrder, TruthRun, make_truth, positions_of, read_positions,
};

use super::{Steps, info};
use crate::args::{Choice, From, Make, PlyRange, Wanted, WhichPlayer};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, files_of};
use crate::positions::{lines, reading_of, shown};
use crate::stop::on_interrupt;

/// States by default: about as many as in HEF's experiments.
pub(crate) const USUAL: u64 = 500;
/// The share of random moves in games of agents by default.
const USUAL_RANDOM: f64 = 0.1;

pub(super) fn run(args: &Make, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let mut inputs = files_of(agents_of(args).chain([args.game.as_str()]));
    inputs.extend(args.choice.positions.clone());
    // That it may be replaced is asked by whoever knows whether it is the same benchmark.
    Outputs::new(out, args.force, inputs).growing(&args.output)?;
    let selector = selector(&args.choice, USUAL)?;
    let positions = positions(&args.choice, &game)?;
    let bar = Steps::new(format!("{} by {}", game.spec(), args.by));
    let progress = |step| bar.tell(step);
    let order = TruthOrder {
        selector: &selector,
        positions,
        by: &args.by,
        run: TruthRun {
            seed: out.seed,
            limits: Limits {
                time: args.limits.time,
                nodes: args.limits.nodes,
                stop: on_interrupt(),
                ..Limits::every_move()
            },
            threads: out.threads,
            progress: &progress,
        },
        output: &args.output,
        replace: args.force,
    };
    let made = make_truth(&game, order);
    bar.finish();
    let made = made?;
    let shown = args.output.display();
    if made.already {
        say(&format!("{shown} is there already; nothing was to do"));
    } else {
        if made.before > 0 {
            say(&format!(
                "{} states were done by an earlier run",
                made.before
            ));
        }
        tell_shortage(&selector, &made);
        say(&format!("wrote {shown}"));
    }
    info::brief(&made.meta, &made.summary, out)
}

/// The specs of all who have a part in it.
fn agents_of(args: &Make) -> impl Iterator<Item = &str> {
    let agents = args.choice.agent.iter();
    agents.chain([&args.by]).map(String::as_str)
}

/// Says where there were fewer states than asked for.
fn tell_shortage(selector: &Selector, made: &Made) {
    match selector.amount {
        Amount::States(asked) if made.labelled < asked => {
            say(&format!(
                "only {} of {asked} states were found",
                made.labelled
            ));
        }
        Amount::PerPly(asked) => {
            let is_short = |ply: &&PlySummary| ply.states < asked;
            let short: Vec<String> = made
                .summary
                .plies
                .iter()
                .filter(is_short)
                .map(|ply| format!("{} of ply {}", ply.states, ply.ply))
                .collect();
            if !short.is_empty() && made.labelled == made.summary.states {
                say(&format!(
                    "fewer than {asked} were found of some plies: {}",
                    short.join(", ")
                ));
            }
        }
        _ => {}
    }
    if made.labelled > made.summary.states {
        say(&format!(
            "of {} states that were labelled, {} are as critical as asked",
            made.labelled, made.summary.states
        ));
    }
}

/// The selector that the arguments describe, with `usual` states by default.
pub(crate) fn selector(args: &Choice, usual: u64) -> Result<Selector, Error> {
    let source = source(args)?;
    let amount = match (args.states, args.per_ply) {
        (Some(states), _) => Amount::States(states),
        (_, Some(per_ply)) => Amount::PerPly(per_ply),
        _ if matches!(source, Source::File { .. } | Source::All) => Amount::Everything,
        _ => Amount::States(usual),
    };
    Ok(Selector {
        source,
        amount,
        filter: filter(&args.wanted)?,
    })
}

/// The difference of `--critical`, if it is one.
pub(crate) fn difference(critical: f64) -> Result<f64, Error> {
    if (0.0..f64::INFINITY).contains(&critical) {
        return Ok(critical);
    }
    let what = format!("`{critical}` is no difference between values");
    Err(Error::misuse(what, "--critical is 0 or more"))
}

/// What the arguments ask of a state.
pub(crate) fn filter(wanted: &Wanted) -> Result<Filter, Error> {
    let usual = Filter::default();
    let range = |range: Option<PlyRange>, usual| range.map_or(usual, |PlyRange(a, b)| (a, b));
    let critical = difference(wanted.critical.unwrap_or(0.0))?;
    Ok(Filter {
        plies: range(wanted.plies, usual.plies),
        player: wanted.player.map(WhichPlayer::player),
        moves: range(wanted.moves, usual.moves),
        keep_single: wanted.keep_single,
        keep_finished: wanted.keep_finished,
        symmetry: wanted.symmetry,
        critical,
    })
}

fn source(args: &Choice) -> Result<Source, Error> {
    if !args.agent.is_empty() && args.from != From::Agents {
        let hint = "say --from agents, or leave --agent out";
        return Err(Error::misuse("--agent is for games of agents", hint));
    }
    if args.random.is_some() && args.from != From::Agents {
        let hint = "say --from agents, or leave --random out";
        return Err(Error::misuse("--random is for games of agents", hint));
    }
    if args.positions.is_some() && args.from != From::File {
        let hint = "say --from file, or leave --positions out";
        return Err(Error::misuse("--positions is for states from a file", hint));
    }
    match args.from {
        From::Playouts => Ok(Source::Playouts),
        From::All => Ok(Source::All),
        From::File => {
            let Some(path) = &args.positions else {
                let what = "--from file needs a file of positions";
                return Err(Error::misuse(what, "add --positions FILE"));
            };
            let name = path.file_name().unwrap_or(path.as_os_str());
            Ok(Source::File {
                name: name.to_string_lossy().into_owned(),
            })
        }
        From::Agents => {
            let random = args.random.unwrap_or(USUAL_RANDOM);
            if !(0.0..=1.0).contains(&random) {
                let what = format!("`{random}` is no share of random moves");
                return Err(Error::misuse(what, "--random is from 0 to 1"));
            }
            let (first, second) = match &args.agent[..] {
                [both] => (both, both),
                [first, second] => (first, second),
                _ => {
                    let what = "--from agents needs one agent or two";
                    return Err(Error::misuse(what, "add --agent SPEC, once or twice"));
                }
            };
            Ok(Source::Agents {
                first: first.clone(),
                second: second.clone(),
                random,
            })
        }
    }
}

/// The positions of the file that the arguments name, if they do.
pub(crate) fn positions(args: &Choice, game: &NamedGame) -> Result<Vec<Listed>, Error> {
    let Some(path) = &args.positions else {
        if args.reading.reading() != Reading::Either {
            let what = "--state and --position-moves say how to read positions, and there are none";
            return Err(Error::misuse(
                what,
                "add --positions FILE, or leave them out",
            ));
        }
        return Ok(Vec::new());
    };
    let read = if path
        .extension()
        .is_some_and(|extension| extension == "parquet")
    {
        positions_of(game, &load(path)?)
    } else {
        let reading = reading_of(path, args.reading.reading());
        read_positions(game, lines(path)?, reading)
    };
    let read = read.map_err(|error| error.in_context(shown(path)))?;
    if read.is_empty() {
        let what = format!("there are no positions in {}", shown(path));
        return Err(Error::misuse(what, "give one position per line"));
    }
    Ok(read)
}
