//! `plyscope truth verify`: whether a benchmark is true.

use plyscope_game::Error;
use plyscope_game::Limits;
use plyscope_truth::{Checked, Problem, player_name};
use plyscope_workbench::{TruthRun, benchmark_at, verify_truth};
use serde_json::json;

use super::Steps;
use crate::args::Verify;
use crate::out::{Ended, Out};
use crate::stop::on_interrupt;

/// More problems than this are cut off where a person reads.
const MOST_SHOWN: usize = 20;

pub(super) fn run(args: &Verify, out: &Out) -> Result<(), Ended> {
    check_sample(args)?;
    let benchmark = benchmark_at(&args.file)?;
    let game = out.registry.open(&benchmark.meta.game)?;
    let sample = args.sample.min(benchmark.states.len());
    let bar = Steps::new("labelling again".to_string());
    let progress = |step| bar.tell(step);
    let run = TruthRun {
        // Chooses the sample; the labeller repeats itself from the seed it had.
        seed: out.seed,
        limits: Limits {
            time: args.limits.time,
            nodes: args.limits.nodes,
            stop: on_interrupt(),
            ..Limits::every_move()
        },
        threads: out.threads,
        progress: &progress,
    };
    let found = verify_truth(&game, &benchmark, args.by.as_deref(), sample, run);
    bar.finish();
    let Checked { problems, compared } = found?;
    if out.json {
        let states = benchmark.states.len();
        out.object(&to_json(&problems, states, sample, compared))?;
    } else {
        for problem in problems.iter().take(MOST_SHOWN) {
            out.line(&format!("  {problem}"))?;
        }
        if problems.len() > MOST_SHOWN {
            let more = problems.len() - MOST_SHOWN;
            out.line(&format!("  and {more} more; --json tells all"))?;
        }
    }
    if problems.is_empty() {
        if !out.json {
            let states = benchmark.states.len();
            out.line(&format!(
                "  {}",
                in_words(states, sample, compared, args.by.as_deref())
            ))?;
        }
        return Ok(());
    }
    out.flush()?;
    let count = match problems.len() {
        1 => "a problem".to_string(),
        count => format!("{count} problems"),
    };
    let what = format!("{} has {count}", args.file.display());
    let hint = "make or fetch the file again; `truth make --from file --positions FILE` labels its states anew";
    Err(Error::failed(what).with_hint(hint).into())
}

/// Without a sample no agent is asked, whatever is named and whatever its limits.
fn check_sample(args: &Verify) -> Result<(), Error> {
    let is_asked = args.by.is_some() || args.limits.time.is_some() || args.limits.nodes.is_some();
    if args.sample > 0 || !is_asked {
        return Ok(());
    }
    Err(Error::misuse(
        "--by, --time and --nodes are for labelling a sample again, and --sample 0 leaves none",
        "leave --sample out, or leave them out to check the rules alone",
    ))
}

fn in_words(states: usize, sample: usize, compared: u64, by: Option<&str>) -> String {
    let rules = match states {
        1 => "1 state obeys the rules".to_string(),
        states => format!("{states} states obey the rules"),
    };
    let moves = if compared == 1 { "move" } else { "moves" };
    match (sample, by) {
        (0, _) => format!("{rules}; none was labelled again"),
        (_, None) => {
            format!("{rules}; {sample} of them were labelled again, and nothing differs")
        }
        (_, Some(by)) => {
            format!(
                "{rules}; what {by} proves of {sample} of them does not differ ({compared} {moves})"
            )
        }
    }
}

fn to_json(problems: &[Problem], states: usize, sample: usize, compared: u64) -> serde_json::Value {
    let told = |problem: &Problem| {
        json!({
            "state_id": problem.state_id,
            "player": player_name(problem.player),
            "state": problem.state,
            "move": problem.mv,
            "problem": problem.what,
        })
    };
    json!({
        "states": states,
        "sample": sample,
        "compared": compared,
        "problems": problems.iter().map(told).collect::<Vec<_>>(),
    })
}
