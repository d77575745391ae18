//! How many states the Othello solver visits, and how fast: on seeded random
//! states, on the positions of an OBF file (with its own guess and with learned
//! patterns as the order of moves, in turn), or on the start of 6×6.
//!
//! ```text
//! cargo bench -p plyscope-solver-othello --bench othello_solver
//! cargo bench -p plyscope-solver-othello --bench othello_solver -- random EMPTIES [STATES]
//! cargo bench -p plyscope-solver-othello --bench othello_solver -- FILE.obf [SKIP [TAKE]] [every] [learned]
//! cargo bench -p plyscope-solver-othello --bench othello_solver -- 6x6
//! ```
#![allow(clippy::print_stdout)]

use std::time::Instant;

use plyscope_eval::patterns::ReadPatterns;
use plyscope_game::{Agent, Chance, Game, Limits, Notation, Player, Score};
use plyscope_othello::{Othello, Payoff, State};
use plyscope_solver_othello::{LearnedOrder, OthelloSolver, SolverParams};

const TO_WINNER: Payoff = Payoff::Discs {
    empties_to_winner: true,
};

const PAYOFFS: [(Payoff, &str); 3] = [
    (Payoff::WinLoss, "wins"),
    (TO_WINNER, "discs, empties to the winner"),
    (
        Payoff::Discs {
            empties_to_winner: false,
        },
        "discs",
    ),
];

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    words.retain(|word| !word.starts_with("--"));
    let mut given = |option: &str| {
        let all = words.len();
        words.retain(|word| word != option);
        words.len() < all
    };
    let (every, learned) = (given("every"), given("learned"));
    let number = |at: usize, or: usize| words.get(at).map_or(or, |n| n.parse().expect("a number"));
    match words.first().map(String::as_str) {
        None => random_states(&[12, 14, 16, 18], 10),
        Some("random") => random_states(&[number(1, 16) as u32], number(2, 10)),
        Some("6x6") => start_of_6x6(),
        Some(file) => positions(file, number(1, 0), number(2, usize::MAX), every, learned),
    }
}

/// Every move, and the best one, of states of random games with so many empty cells, under each payoff.
fn random_states(counts: &[u32], states: usize) {
    for &count in counts {
        let mut chance = Chance::new(1);
        let states: Vec<State> = (0..states)
            .map(|_| late(&Othello::<8>::default(), count, &mut chance))
            .collect();
        for (payoff, name) in PAYOFFS {
            let game = Othello::<8>::new(payoff);
            for (what, every, plies) in [
                ("every move with plies", true, 60),
                ("every move", true, 0),
                ("the best move", false, 0),
            ] {
                let all: Vec<Spent> = states
                    .iter()
                    .map(|state| solve(&game, state, every, plies, None).1)
                    .collect();
                let mut total = Spent::default();
                for spent in &all {
                    total.add(spent);
                }
                let longest = all.iter().map(|spent| spent.seconds).fold(0.0, f64::max);
                println!(
                    "{count} empties, {} states, {name}, {what}: {total}, a state {:.3} s, at most {longest:.3} s",
                    states.len(),
                    total.seconds / states.len() as f64
                );
            }
        }
    }
}

fn positions(file: &str, skip: usize, take: usize, every: bool, learned_alone: bool) {
    let game = Othello::<8>::new(TO_WINNER);
    let text = std::fs::read_to_string(file).expect("a readable file");
    let own = game.shipped_for_solver().expect("some ship for 8×8");
    let order = LearnedOrder::new(&game, &own.set, own.phases, own.unit, &own.weights);
    let order = order.expect("they fit");
    let mut totals = [Spent::default(), Spent::default()];
    for line in text.lines().skip(skip).take(take) {
        let state = game.read_state(line).expect("a position");
        let listed = line.split(';').skip(1).filter_map(|part| {
            let (_, score) = part.split_once(':')?;
            score.trim().parse::<i32>().ok()
        });
        let listed = listed.max();
        for (order, total) in [None, Some(&order)].into_iter().zip(&mut totals) {
            if learned_alone && order.is_none() {
                continue;
            }
            let (best, spent) = solve(&game, &state, every, 0, order);
            let right = if listed == best { "" } else { "WRONG " };
            let by = name(order);
            let best = best.expect("solved");
            let cells = empties(&game, &state);
            println!("{right}{cells} empties, {best:+}, {by}: {spent}");
            total.add(&spent);
        }
    }
    let [guess, learned] = totals;
    println!("all, by learned patterns: {learned}");
    if learned_alone {
        return;
    }
    println!("all, by its own guess: {guess}");
    println!(
        "its own guess over learned patterns: {:.2} of the nodes, {:.2} of the time",
        guess.nodes as f64 / learned.nodes as f64,
        guess.seconds / learned.seconds
    );
}

fn name(order: Option<&LearnedOrder>) -> &'static str {
    order.map_or("by its own guess", |_| "by learned patterns")
}

fn start_of_6x6() {
    let game = Othello::<6>::new(TO_WINNER);
    let (best, spent) = solve(&game, &game.start(), false, 0, None);
    println!("6x6 from the start: {}: {spent}", best.expect("solved"));
}

/// The best value, and what it took.
fn solve<const N: u8>(
    game: &Othello<N>,
    state: &State,
    every: bool,
    plies: u32,
    order: Option<&LearnedOrder>,
) -> (Option<i32>, Spent) {
    let params = SolverParams {
        table_bytes: 256 << 20,
        max_empties: Some(60),
        plies,
        ..SolverParams::default()
    };
    let mut solver = OthelloSolver::new(params).expect("the parameters are right");
    if let Some(order) = order {
        solver = solver.guided_by(order.clone());
    }
    let limits = Limits {
        every_move: every,
        ..Limits::default()
    };
    let (wall, cpu) = (Instant::now(), cpu_seconds());
    let advice = solver.advise(game, state, &limits).expect("allowed");
    let seconds = match (cpu, cpu_seconds()) {
        (Some(from), Some(to)) => to - from,
        _ => wall.elapsed().as_secs_f64(),
    };
    let values = advice.moves.iter().filter_map(|mv| match mv.score {
        Score::Exact { points, .. } => Some(points),
        _ => None,
    });
    let nodes = advice.nodes;
    (values.max(), Spent { nodes, seconds })
}

#[derive(Default)]
struct Spent {
    nodes: u64,
    seconds: f64,
}

impl Spent {
    fn add(&mut self, more: &Self) {
        self.nodes += more.nodes;
        self.seconds += more.seconds;
    }
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (nodes, seconds) = (self.nodes as f64 / 1e6, self.seconds);
        let rate = nodes / seconds;
        write!(
            f,
            "{nodes:.2} M nodes, {seconds:.3} CPU s, {rate:.1} M nodes/s"
        )
    }
}

/// Time this process was on a processor, where the system tells.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// A state of a random game, not over, with so many empty cells.
fn late(game: &Othello<8>, count: u32, chance: &mut Chance) -> State {
    loop {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            if empties(game, &state) == count {
                return state;
            }
            let mv = game.pick(&state, chance);
            game.play(&mut state, mv);
        }
    }
}

fn empties<const N: u8>(game: &Othello<N>, state: &State) -> u32 {
    let discs = state.discs(Player::FIRST) | state.discs(Player::SECOND);
    (game.cells() & !discs).count_ones()
}
