//! `plyscope learn --method cma` and `spsa`: candidates that play each other, or are judged.

use plyscope_game::{Error, Limits};
use plyscope_truth::{Benchmark, Journal};
use plyscope_workbench::{
    ClimbMethod, ClimbOrder, Fitness, StateFilter, USUAL_GAMES_PER_STEP, climb,
};

use super::findings::{Findings, progress_bar, tell};
use super::genetic::{openings, player};
use super::{budget, sources};
use crate::args::{Learn, LearnMethod, PlyRange, WhichPlayer};
use crate::commands::cluster::cpu_time;
use crate::commands::contest::flags;
use crate::commands::truth::make::difference;
use crate::out::{Ended, Out};
use crate::stop::on_interrupt;

pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let mut read = super::genetic::inputs(args);
    read.extend(args.benchmark.clone());
    let metric = metric(args)?;
    let benchmark = match metric {
        Some(_) => sources::benchmark(args, out)?,
        None => None,
    };
    let filter = filter(args)?;
    let fitness = fitness(args, benchmark.as_ref(), metric, &filter)?;
    let games = args.climb.games_per_step.unwrap_or(USUAL_GAMES_PER_STEP);
    if games < 2 || games % 2 == 1 {
        let what = format!("{games} games per step are no pairs");
        return Err(Error::misuse(what, "give an even number, such as 8").into());
    }
    let places = Findings::new(args, read, out)?;
    let journal = places.path().map(Journal::beside);
    let bar = progress_bar(args, &game);
    let progress = |now: &plyscope_workbench::LearnProgress<'_>| tell(&bar, now);
    let order = ClimbOrder {
        method: match args.method {
            LearnMethod::Spsa => ClimbMethod::Spsa,
            _ => ClimbMethod::Cma,
        },
        fitness,
        budget: budget::of(args)?,
        population: args.genetic.population,
        step: args.climb.step,
        games,
        features: args.features.as_deref(),
        only: &args.only,
        by: player(args),
        openings: flags::openings(openings(args), &game)?,
        max_plies: args.playing.max_plies,
        start: args.start.as_deref(),
        limits: Limits {
            time: args.limits.time,
            nodes: args.limits.nodes,
            stop: on_interrupt(),
            ..Limits::best_move()
        },
        seed: out.seed,
        threads: out.threads,
        journal: journal.as_deref(),
        cpu_time: &cpu_time,
        progress: &progress,
    };
    let found = climb(&game, &order);
    bar.finish();
    places.finish(found?, out)
}

/// The metric of `--fitness judge:METRIC`; none for games.
fn metric(args: &Learn) -> Result<Option<&str>, Error> {
    match args.climb.fitness.as_deref() {
        None | Some("games") => Ok(None),
        Some(text) => match text.strip_prefix("judge:") {
            Some(metric) if !metric.is_empty() => Ok(Some(metric)),
            _ => Err(Error::misuse(
                format!("`{text}` is no fitness"),
                "write --fitness games, or judge:METRIC such as judge:regret; `plyscope judge --help` lists metrics",
            )),
        },
    }
}

fn fitness<'a>(
    args: &'a Learn,
    benchmark: Option<&'a (String, Benchmark)>,
    metric: Option<&'a str>,
    filter: &'a StateFilter,
) -> Result<Fitness<'a>, Error> {
    match (metric, benchmark) {
        (Some(metric), Some((name, benchmark))) => Ok(Fitness::Judge {
            benchmark,
            name,
            digest: sources::digest(args)?,
            metric,
            filter,
        }),
        (Some(_), None) => Err(Error::misuse(
            "a metric is judged on a benchmark, and there is none",
            "add --benchmark FILE",
        )),
        (None, _) if args.benchmark.is_some() => Err(Error::misuse(
            "games look at no benchmark",
            "add --fitness judge:regret, or leave --benchmark out",
        )),
        (None, _) => Ok(Fitness::Games),
    }
}

fn filter(args: &Learn) -> Result<StateFilter, Error> {
    let wanted = &args.choice.wanted;
    let range = |range: Option<PlyRange>| range.map(|PlyRange(a, b)| (a, b));
    Ok(StateFilter {
        player: wanted.player.map(WhichPlayer::player),
        plies: range(wanted.plies),
        moves: range(wanted.moves),
        critical: wanted.critical.map(difference).transpose()?,
        condition: None,
    })
}
