//! What the arena costs on top of the agents: games per second against bare loops, and its share of a match at 1 ms per move.
//!
//! `cargo bench -p plyscope-arena --bench overhead`
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plyscope_arena::records::{ContestPlan, Entrant, Record};
use plyscope_arena::{
    Contest, Contestant, Fixture, Format, GameRecord, Nobody, Opening, Openings, RandomOpenings,
    Schedule, Watch,
};
use plyscope_connect4::{Lines, Standard};
use plyscope_eval::Linear;
use plyscope_game::any::{AnyGame, Hidden};
use plyscope_game::{
    Advice, Agent, Chance, Error, Evaluator, Feature, Features, Game, Limits, Notation,
};
use plyscope_othello::{Counts, Othello, Payoff};
use plyscope_search::OnePly;

/// Turns that each work takes; the best counts, because a busy machine can only slow it.
const TURNS: usize = 60;

fn main() {
    println!("one core, two one-ply agents; the best of {TURNS} turns");
    let game = Arc::new(Standard::default());
    throughput("Connect Four", &game, &evaluator(&*game, Lines), 100);
    let game = Arc::new(Othello::<8>::new(Payoff::WinLoss));
    throughput("Othello", &game, &evaluator(&*game, Counts), 20);
    share_of_a_match();
}

/// A sum of what is one's own minus what is the opponent's.
fn evaluator<G: Game, F: Features<G> + Clone + 'static>(
    game: &G,
    features: F,
) -> impl Evaluator<G> + Clone + 'static
where
    Linear<F>: Evaluator<G> + Clone,
{
    let sign = |feature: &Feature| {
        if feature.name.starts_with("own") {
            1.0
        } else {
            -1.0
        }
    };
    let weights = features.list(game).iter().map(sign).collect();
    Linear::new(game, features, weights)
}

fn contest<'a>(game: &'a dyn AnyGame, contestants: Vec<Contestant<'a>>, games: u64) -> Contest<'a> {
    let schedule = Schedule::new(Format::RoundRobin, contestants.len(), games);
    Contest {
        openings: Openings::Random(RandomOpenings::new(4, 1, None)),
        threads: 1,
        ..Contest::new(game, contestants, schedule.expect("the number is even"))
    }
}

/// Games per second in the arena, with and without a record, beside the same agents and random playouts in bare loops.
fn throughput<G: Notation, E: Evaluator<G> + Clone + 'static>(
    what: &str,
    game: &Arc<G>,
    evaluator: &E,
    games: u64,
) {
    let hidden = Hidden::shared(Arc::clone(game));
    let agent = |_| OnePly {
        evaluator: evaluator.clone(),
    };
    let both = || {
        ["a", "b"]
            .map(|name| Contestant::new(game, name, agent))
            .into()
    };
    let arena = || {
        let results = contest(&*hidden, both(), games).run(Vec::new(), &Nobody);
        black_box(results.expect("nothing goes wrong"));
    };
    let recorded = || {
        let folder = tempfile::tempdir().expect("there is room");
        let contest = contest(&*hidden, both(), games);
        let path = folder.path().join("games.jsonl");
        let opened = Record::open(&path, &plan(), &*hidden, &contest.schedule);
        let writer = Writer(opened.expect("the folder is ours").0);
        black_box(contest.run(Vec::new(), &writer).expect("there is room"));
    };
    let bare = || {
        let mut agents = [agent(0), agent(1)];
        for id in 0..games {
            black_box(bare_game(&**game, &mut agents, &mut Chance::new(id)));
        }
    };
    let playouts = || {
        let mut chance = Chance::new(1);
        for _ in 0..games {
            black_box(game.playout(game.start(), &mut chance));
        }
    };
    let [arena, recorded, bare, playouts] =
        in_turns([&arena, &recorded, &bare, &playouts]).map(|seconds| games as f64 / seconds);
    println!("{what}: {arena:.0} games/s");
    println!(
        "  {:.2} of the same agents in a bare loop ({bare:.0})",
        arena / bare
    );
    println!(
        "  {:.2} of them with every game on record ({recorded:.0})",
        recorded / bare
    );
    println!(
        "  {:.4} of bare random playouts ({playouts:.0})",
        arena / playouts
    );
}

/// The fewest seconds of each work, all taking turns.
fn in_turns<const N: usize>(works: [&dyn Fn(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..TURNS {
        for (work, best) in works.iter().zip(&mut best) {
            let begun = Instant::now();
            work();
            *best = best.min(begun.elapsed().as_secs_f64());
        }
    }
    best
}

/// The least that a game between two agents takes: four random moves, then the first best move of each in turn.
fn bare_game<G: Game, A: Agent<G>>(game: &G, agents: &mut [A; 2], chance: &mut Chance) -> G::State {
    let limits = Limits::best_move();
    let mut state = game.start();
    let mut ply = 0;
    while game.payoffs(&state).is_none() {
        let mv = if ply < 4 {
            game.pick(&state, chance)
        } else {
            let agent = &mut agents[game.mover(&state).index()];
            let advice = agent.advise(game, &state, &limits).expect("it never fails");
            advice.best[chance.below(advice.best.len() as u32) as usize]
        };
        game.play(&mut state, mv);
        ply += 1;
    }
    state
}

/// Thinks for a millisecond whatever it is asked.
struct Slow<A>(A);

impl<G: Game, A: Agent<G>> Agent<G> for Slow<A> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let begun = Instant::now();
        let advice = self.0.advise(game, state, limits);
        while begun.elapsed() < Duration::from_millis(1) {
            std::hint::spin_loop();
        }
        advice
    }
}

fn share_of_a_match() {
    let game = Arc::new(Standard::default());
    let hidden = Hidden::shared(Arc::clone(&game));
    let evaluator = evaluator(&*game, Lines);
    let agent = |_| {
        Slow(OnePly {
            evaluator: evaluator.clone(),
        })
    };
    let both = ["a", "b"].map(|name| Contestant::new(&game, name, agent));
    let mut contest = contest(&*hidden, both.into(), 60);
    contest.rules.margin = Duration::from_secs(1);
    for contestant in &mut contest.contestants {
        contestant.limits.time = Some(Duration::from_millis(1));
    }
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("games.jsonl");
    let opened = Record::open(&path, &plan(), &*hidden, &contest.schedule);
    let writer = Writer(opened.expect("the folder is ours").0);
    let begun = Instant::now();
    let results = contest.run(Vec::new(), &writer).expect("there is room");
    let whole = begun.elapsed().as_secs_f64();
    let totals = results.totals();
    let thought: f64 = totals.iter().map(|own| own.effort.time.as_secs_f64()).sum();
    let moves: u64 = totals.iter().map(|own| own.effort.moves).sum();
    println!(
        "Connect Four at 1 ms per move, on record: {moves} moves, {:.3} % of the time is the arena's own ({:.1} µs per move)",
        100.0 * (whole - thought) / whole,
        1e6 * (whole - thought) / moves as f64
    );
}

fn plan() -> ContestPlan {
    let entrant = |name: &str| Entrant {
        name: name.to_string(),
        spec: name.to_string(),
        limits: String::new(),
        files: String::new(),
    };
    ContestPlan {
        game: String::new(),
        contestants: ["a", "b"].map(entrant).to_vec(),
        format: Format::RoundRobin,
        openings: String::new(),
        rules: String::new(),
        seed: 1,
        version: String::new(),
    }
}

struct Writer(Record);

impl Watch for Writer {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        record: &GameRecord,
    ) -> Result<(), Error> {
        self.0.add(fixture, opening, record)
    }
}
