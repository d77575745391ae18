//! Opening books of Connect Four: made anyhow they are the same, and they change no answer.

use std::sync::Arc;

use plyscope_connect4::{AnySize, ConnectFour, Standard, State};
use plyscope_game::{Advice, Agent, Chance, Game, Limits};
use plyscope_solver_connect4::{
    Book, BookChoice, BookError, BookPlan, ConnectFourSolver, SolverParams,
};

const TABLE: usize = 16 << 20;

type Chosen = ConnectFour<AnySize<u64>>;

fn any_size(width: u32, height: u32, connect: u32) -> Chosen {
    ConnectFour::new(AnySize::new(width, height, connect).expect("a board of this size"))
}

fn solver(book: BookChoice) -> ConnectFourSolver {
    let params = SolverParams {
        table_bytes: TABLE,
        ..SolverParams::default()
    };
    ConnectFourSolver::new(params).with_book(book)
}

fn make(game: &Chosen, last: u32) -> Book {
    let plan = BookPlan::new(game, last).expect("a small board");
    let mut worker = plan.worker(TABLE, &Limits::default()).unwrap();
    let parts = (0..plan.parts()).map(|part| worker.solve(part).expect("no limit"));
    let values: Vec<i8> = parts.flatten().collect();
    plan.book(&values).expect("a value for every position")
}

/// All states up to a ply in which the game goes on.
fn states_to(game: &Chosen, last: u32) -> Vec<State<u64>> {
    let mut all = vec![game.start()];
    let mut begin = 0;
    for _ in 0..last {
        let end = all.len();
        for at in begin..end {
            for mv in game.moves(&all[at]) {
                let mut next = all[at];
                game.play(&mut next, mv);
                if game.payoffs(&next).is_none() && !all[end..].contains(&next) {
                    all.push(next);
                }
            }
        }
        begin = end;
    }
    all
}

#[test]
fn a_book_knows_every_position_up_to_its_ply_and_none_beyond() {
    for (width, height, connect, last) in [(5, 4, 4, 4), (4, 5, 3, 5), (6, 4, 4, 3), (4, 4, 4, 7)] {
        let game = any_size(width, height, connect);
        let book = make(&game, last);
        let mut plain = solver(BookChoice::No);
        for state in states_to(&game, last + 1) {
            let said = book.value_of(&game, &state);
            if state.ply() <= last {
                let value = plain.solve(&game, &state, &Limits::default());
                assert_eq!(said, value, "{state:?}");
            } else {
                assert_eq!(said, None, "{state:?}");
            }
        }
        assert_eq!(book.value_of(&any_size(5, 5, 4), &game.start()), None);
    }
}

/// Advice without what it cost.
fn advice(
    solver: &mut ConnectFourSolver,
    game: &Chosen,
    state: &State<u64>,
) -> Advice<<Chosen as Game>::Move> {
    let advice = solver.advise(game, state, &Limits::every_move());
    let mut advice = advice.expect("fits");
    advice.nodes = 0;
    advice
}

#[test]
fn advice_is_the_same_with_a_book_as_without() {
    let game = any_size(5, 5, 4);
    let book = Arc::new(make(&game, 6));
    let mut with = solver(BookChoice::Own(book));
    let mut without = solver(BookChoice::No);
    let states = states_to(&game, 7);
    for state in states.iter().step_by(41).chain(&states[..3]) {
        let expected = advice(&mut without, &game, state);
        assert_eq!(advice(&mut with, &game, state), expected, "{state:?}");
    }
}

#[test]
fn a_book_of_another_board_is_not_asked() {
    let book = BookChoice::Own(Arc::new(make(&any_size(4, 4, 4), 3)));
    let game = any_size(4, 5, 4);
    let expected = advice(&mut solver(BookChoice::No), &game, &game.start());
    assert_eq!(advice(&mut solver(book), &game, &game.start()), expected);
}

#[test]
fn the_order_of_work_does_not_matter() {
    let game = any_size(5, 5, 4);
    let plan = BookPlan::new(&game, 5).expect("a small board");
    let mut values = vec![Vec::new(); plan.parts()];
    for part in (0..plan.parts()).rev() {
        // Somebody else with another table solves every part.
        let mut worker = plan
            .worker(1 << (12 + part % 9), &Limits::default())
            .unwrap();
        values[part] = worker.solve(part).expect("no limit");
    }
    let book = plan.book(&values.concat()).expect("all values");
    assert_eq!(book.write(), make(&game, 5).write());
}

#[test]
fn a_book_survives_its_file_and_damage_is_noticed() {
    let book = make(&any_size(5, 4, 4), 4);
    let bytes = book.write();
    assert_eq!(Book::read(&bytes), Ok(book));
    assert_eq!(Book::read(b"PAR1 and so on"), Err(BookError::Foreign));
    for length in [0, 7, 8, 23, bytes.len() - 1] {
        assert!(Book::read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(Book::read(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn a_stopped_worker_gives_no_values() {
    let limits = Limits::default();
    let plan = BookPlan::new(&Standard::default(), 2).expect("fits");
    limits.stop.raise();
    assert_eq!(plan.worker(TABLE, &limits).unwrap().solve(0), None);
}

#[test]
fn plans_beyond_the_board_are_refused() {
    assert!(BookPlan::new(&any_size(4, 4, 4), 16).is_none());
    assert!(BookPlan::new(&any_size(4, 4, 4), 15).is_some());
    let wide: ConnectFour<AnySize<u128>> =
        ConnectFour::new(AnySize::new(10, 10, 4).expect("a board"));
    assert!(BookPlan::new(&wide, 2).is_none());
}

#[test]
fn the_book_that_ships_agrees_with_search_on_sampled_states() {
    let game = Standard::default();
    let book = Book::shipped();
    assert!(book.is_of(&game.shape()) && book.last_ply() == Book::SHIPPED_PLY);
    // The known values of the seven first moves.
    let after = |column: u32| {
        let mut state = game.start();
        let mv = game.moves(&state).nth(column as usize).expect("seven");
        game.play(&mut state, mv);
        -book.value_of(&game, &state).expect("it knows")
    };
    let first: Vec<i32> = (0..7).map(after).collect();
    assert_eq!(first, [-2, -1, 0, 1, 0, -1, -2]);
    let mut chance = Chance::new(9);
    for _ in 0..12 {
        let mut state = game.start();
        while state.ply() < Book::SHIPPED_PLY {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        if game.payoffs(&state).is_some() {
            continue;
        }
        let found = solver(BookChoice::No).solve(&game, &state, &Limits::default());
        assert_eq!(book.value_of(&game, &state), found, "{state:?}");
    }
}

#[test]
fn values_that_the_book_knows_cost_no_search() {
    let game = Standard::default();
    let mut solver = solver(BookChoice::Shipped);
    let values_only = Limits {
        values_only: true,
        ..Limits::every_move()
    };
    let mut state = game.start();
    for ply in 0..7 {
        let advice = solver.advise(&game, &state, &values_only).expect("fits");
        assert_eq!((advice.nodes, advice.cut_short), (0, false), "ply {ply}");
        game.play(&mut state, advice.best[0]);
    }
}
