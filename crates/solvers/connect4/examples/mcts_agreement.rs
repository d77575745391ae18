//! How often Monte Carlo tree search chooses a best move of Connect Four, by playouts.
//!
//! `mcts_agreement OUT.svg [STATES]` asks the solver for the worth of every move of random states
//! in three stretches of the game, so many states each (200 unless told), keeps those
//! in which some move is worse than another, and asks the search at budgets from a hundred to a
//! million playouts. It writes the plot and prints its numbers, and what twenty searches with
//! different seeds play first on the empty board at each budget. Seeds are fixed: the same call gives the same file.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

use plyscope_connect4::Standard;
use plyscope_game::{Agent, Chance, Game, Limits, Notation, Score};
use plyscope_plot::{Axis, Chart, Point, Series, percent};
use plyscope_search::{Mcts, MctsParams};
use plyscope_solver_connect4::{ConnectFourSolver, SolverParams};
use plyscope_stats::{Estimate, proportion};

const BUDGETS: [u64; 9] = [
    100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000,
];
const STRETCHES: [RangeInclusive<u32>; 3] = [8..=15, 16..=23, 24..=31];
const SEED: u64 = 1;
/// Searches of the empty board, each with its own seed.
const SEEDS: u64 = 20;

type State = <Standard as Game>::State;
type Move = <Standard as Game>::Move;

/// A state and its best moves, of so many.
struct Question {
    state: State,
    best: Vec<Move>,
    moves: usize,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("usage: mcts_agreement OUT.svg [STATES]");
        std::process::exit(2);
    };
    let count = args.next().map_or(Ok(200), |count| count.parse());
    let Ok(count @ 1..) = count else {
        eprintln!("STATES is a number from 1 on");
        std::process::exit(2);
    };
    let stretches = STRETCHES.map(|plies| questions(&plies, count));
    let right = stretches.each_ref().map(|asked| answers(asked));
    let chart = chart(&stretches, &right, count);
    if let Err(error) = std::fs::write(&path, chart.svg()) {
        eprintln!("{path}: {error}");
        std::process::exit(1);
    }
    print_table(&right, count);
    print_first_moves();
}

/// Random states of these plies in which the choice of the move matters.
fn questions(plies: &RangeInclusive<u32>, count: usize) -> Vec<Question> {
    let game = Standard::default();
    let mut solver = ConnectFourSolver::new(SolverParams::default());
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for task in 0.. {
        let mut chance = Chance::for_task(SEED + u64::from(*plies.start()), task);
        let ply = plies.start() + chance.below(plies.end() - plies.start() + 1);
        let Some(state) = random_state(&game, ply, &mut chance) else {
            continue;
        };
        if !seen.insert(game.canonical_key(&state)) {
            continue;
        }
        let best = best_moves(&game, &state, &mut solver);
        let moves = game.moves(&state).len();
        if best.len() < moves {
            found.push(Question { state, best, moves });
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// The state after so many random moves, unless the game ends before.
fn random_state(game: &Standard, plies: u32, chance: &mut Chance) -> Option<State> {
    let mut state = game.start();
    for _ in 0..plies {
        if game.payoffs(&state).is_some() {
            return None;
        }
        let mv = game.pick(&state, chance);
        game.play(&mut state, mv);
    }
    game.payoffs(&state).is_none().then_some(state)
}

/// The moves that keep what the state is worth: win, draw or loss, however long it takes.
fn best_moves(game: &Standard, state: &State, solver: &mut ConnectFourSolver) -> Vec<Move> {
    let advice = solver.advise(game, state, &Limits::default());
    let advice = advice.expect("there is no limit");
    let points = |score: Score| match score {
        Score::Exact { points, .. } => points,
        other => unreachable!("the solver proves every move, not {other:?}"),
    };
    let scored = || advice.moves.iter().map(|one| (one.mv, points(one.score)));
    let most = scored().map(|(_, points)| points).max();
    let best = scored().filter(|(_, points)| Some(*points) == most);
    best.map(|(mv, _)| mv).collect()
}

/// How many of the questions the search answers right at each budget, on all cores.
fn answers(questions: &[Question]) -> [usize; BUDGETS.len()] {
    let right = BUDGETS.map(|_| AtomicUsize::new(0));
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (budget, right) in BUDGETS.iter().zip(&right) {
                let chosen = choice(&question.state, *budget, SEED);
                right.fetch_add(
                    usize::from(question.best.contains(&chosen)),
                    Ordering::Relaxed,
                );
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    right.map(AtomicUsize::into_inner)
}

/// The move that the search would play.
fn choice(state: &State, playouts: u64, seed: u64) -> Move {
    let params = MctsParams {
        playouts,
        seed,
        memory: 1 << 29,
        ..MctsParams::default()
    };
    let mut agent = Mcts::new(params).expect("the parameters are right");
    let advice = agent.advise(&Standard::default(), state, &Limits::best_move());
    advice.expect("the tree fits").best[0]
}

fn chart(
    stretches: &[Vec<Question>; 3],
    right: &[[usize; BUDGETS.len()]; 3],
    count: usize,
) -> Chart {
    let series = STRETCHES.iter().zip(right).map(|(plies, right)| {
        let name = format!("plies {:02}–{}", plies.start(), plies.end());
        let points = BUDGETS.iter().zip(right).map(|(budget, &right)| {
            let Estimate { low, high, .. } = proportion(right as u64, count as u64);
            Point::new(*budget as f64, right as f64 / count as f64)
                .band(low, high)
                .title(format!("{right} of {count} states"))
        });
        Series::new(name.replace(" 0", " "), points.collect::<Vec<_>>()).markers()
    });
    let all = stretches.iter().flatten();
    let luck: f64 = all
        .map(|one| one.best.len() as f64 / one.moves as f64)
        .sum();
    let luck = luck / (3 * count) as f64;
    Chart::lines(series)
        .title("How often does MCTS choose a best move?")
        .subtitle(format!(
            "Connect Four 7×6, {count} random states per line in which the choice matters; \
             a random move is right in {}; bands are 95 % Wilson intervals",
            percent(luck)
        ))
        .x(Axis::new("playouts").log())
        .y(Axis::new("a best move chosen")
            .unit("share of states")
            .percent()
            .including(1.0))
}

fn print_table(right: &[[usize; BUDGETS.len()]; 3], count: usize) {
    print!("| playouts |");
    for plies in STRETCHES {
        print!(" plies {}–{} |", plies.start(), plies.end());
    }
    println!("\n|---:|---:|---:|---:|");
    for (place, budget) in BUDGETS.iter().enumerate() {
        print!("| {budget} |");
        for of_stretch in right {
            let Estimate { low, high, .. } = proportion(of_stretch[place] as u64, count as u64);
            let share = of_stretch[place] as f64 / count as f64;
            let hundred = |share: f64| percent(share).replace(" %", "");
            print!(" {} ({}–{}) |", percent(share), hundred(low), hundred(high));
        }
        println!();
    }
}

/// Which first moves the search prefers on the empty board; only the middle column, 4, wins.
fn print_first_moves() {
    let game = Standard::default();
    let start = game.start();
    let columns: Vec<Move> = game.moves(&start).collect();
    print!("\n| playouts |");
    for mv in &columns {
        print!(" {} |", game.write_move(&start, *mv));
    }
    println!("\n|---:|{}", "---:|".repeat(columns.len()));
    for budget in BUDGETS {
        let chosen: Vec<Move> = (1..=SEEDS)
            .map(|seed| choice(&start, budget, seed))
            .collect();
        print!("| {budget} |");
        for mv in &columns {
            print!(" {} |", chosen.iter().filter(|one| *one == mv).count());
        }
        println!();
    }
}
