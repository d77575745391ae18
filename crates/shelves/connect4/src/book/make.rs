//! Solving a book's positions on all cores, with a journal beside the output.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use plyscope_connect4::{ConnectFour, Shape};
use plyscope_game::{Chance, Game, Notation};
use plyscope_solver_connect4::{Book, BookPlan, ConnectFourSolver, SolverParams};
use plyscope_truth::Output;

use super::journal::Journal;
use super::{BookCheck, BookFlaw, BookMade, BookOrder};
use plyscope_game::Error;

pub(super) fn no_book(spec: &str, order: &BookOrder<'_>) -> Error {
    let what = format!("there is no book of {spec} up to ply {}", order.last_ply);
    let hint = "books are of boards with width × (height + 1) up to 64, up to a ply before the last, of fifty million positions at most";
    Error::misuse(what, hint)
}

pub(super) fn make<S: Shape>(
    game: &ConnectFour<S>,
    spec: &str,
    order: &BookOrder<'_>,
) -> Result<BookMade, Error> {
    // Before anything is read: a device or a folder is no place for a book, whatever may be replaced.
    Output::new(order.output, true)?;
    if let Some(book) = there(game, order)? {
        return Ok(BookMade {
            book,
            before: 0,
            already: true,
        });
    }
    let Some(plan) = BookPlan::new(game, order.last_ply) else {
        return Err(no_book(spec, order));
    };
    let output = Output::new(order.output, order.replace)?;
    let head = format!(
        "{spec} to ply {}, {} positions",
        order.last_ply,
        plan.positions()
    );
    let (journal, done) = Journal::open(order.output, &head)?;
    let mut values: Vec<Option<Vec<i8>>> = vec![None; plan.parts()];
    for (part, own) in done {
        if values.get(part).is_some() && own.len() == plan.part_len(part) {
            values[part] = Some(own);
        }
    }
    let before = values.iter().flatten().map(Vec::len).sum::<usize>() as u64;
    let journal = solve_all(&plan, order, &mut values, journal)?;
    let values: Vec<i8> = values.into_iter().flatten().flatten().collect();
    let book = plan.book(&values).expect("every part is solved");
    output.write(book.write())?;
    journal.remove()?;
    Ok(BookMade {
        book,
        before,
        already: false,
    })
}

/// The book that the order would make again, if it is there.
fn there<S: Shape>(game: &ConnectFour<S>, order: &BookOrder<'_>) -> Result<Option<Book>, Error> {
    if order.replace || !order.output.exists() {
        return Ok(None);
    }
    let book = super::load_book(order.output).ok();
    let same = book.filter(|book| book.is_of(&game.shape()) && book.last_ply() == order.last_ply);
    same.map(Some).ok_or_else(|| in_the_way(order.output))
}

fn in_the_way(output: &Path) -> Error {
    Error::misuse(
        format!("{} is there already and is another file", output.display()),
        "choose another name, or say --force to replace it",
    )
}

/// Solves the parts that have no values yet, in order, each thread taking the next one.
fn solve_all<S: Shape>(
    plan: &BookPlan<S>,
    order: &BookOrder<'_>,
    values: &mut [Option<Vec<i8>>],
    journal: Journal,
) -> Result<Journal, Error> {
    let of = plan.positions() as u64;
    let done = values.iter().flatten().map(Vec::len).sum::<usize>() as u64;
    (order.progress)(done, of);
    let missing: Vec<usize> = (0..values.len())
        .filter(|&part| values[part].is_none())
        .collect();
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((values, journal, done));
    let work = || -> Result<(), Error> {
        let Some(mut worker) = plan.worker(order.table_bytes, &order.limits) else {
            return Err(
                Error::failed("there is no memory for another table of results")
                    .with_hint("take fewer threads, or make the book where there is more"),
            );
        };
        while let Some(&part) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(own) = worker.solve(part) else {
                break;
            };
            let mut shared = shared
                .lock()
                .expect("nobody panics with the journal in hand");
            let (values, journal, done) = &mut *shared;
            journal.add(part, &own)?;
            *done += own.len() as u64;
            (order.progress)(*done, of);
            values[part] = Some(own);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..order.threads.min(missing.len()))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no worker panics"))
    })?;
    let (_, journal, done) = shared.into_inner().expect("no worker panics");
    if done < of {
        let what =
            format!("stopped with {done} of {of} positions done; they are kept in the journal");
        let hint = "run the same command again to go on from there";
        return Err(Error::stopped(what).with_hint(hint));
    }
    Ok(journal)
}

pub(super) fn check<S: Shape>(
    game: &ConnectFour<S>,
    check: &BookCheck<'_>,
) -> Result<Vec<BookFlaw>, Error> {
    let states = sample(game, check.book.last_ply(), check.sample, check.seed);
    let of = states.len() as u64;
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((Vec::new(), 0));
    (check.progress)(0, of);
    let work = || {
        let mut solver = ConnectFourSolver::new(SolverParams {
            table_bytes: check.table_bytes,
            ..SolverParams::default()
        });
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(state) = states.get(place) else {
                break;
            };
            let Some(found) = solver.solve(game, state, &check.limits) else {
                break;
            };
            let said = check.book.value_of(game, state);
            let mut shared = shared.lock().expect("no worker panics");
            let (flaws, done) = &mut *shared;
            if said != Some(found) {
                let state = game.write_state(state);
                flaws.push((place, BookFlaw { state, said, found }));
            }
            *done += 1;
            (check.progress)(*done, of);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..check.threads.min(states.len()) {
            scope.spawn(work);
        }
    });
    let (mut flaws, done) = shared.into_inner().expect("no worker panics");
    if done < of {
        let what = format!("stopped with {done} of {of} positions solved again");
        return Err(Error::failed(what));
    }
    flaws.sort_by_key(|(place, _)| *place);
    Ok(flaws.into_iter().map(|(_, flaw)| flaw).collect())
}

/// Games to play for each state that is asked for, before there are too few different ones.
const TRIES: usize = 50;

/// Different states of a ply, no two of them mirror images, each from a random game.
fn sample<S: Shape>(
    game: &ConnectFour<S>,
    ply: u32,
    count: usize,
    seed: u64,
) -> Vec<<ConnectFour<S> as Game>::State> {
    let mut chance = Chance::new(seed);
    let mut seen = std::collections::HashSet::new();
    let mut states = Vec::new();
    for _ in 0..count.saturating_mul(TRIES) {
        if states.len() == count {
            break;
        }
        let mut state = game.start();
        while state.ply() < ply && game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        if game.payoffs(&state).is_none() && seen.insert(game.canonical_key(&state)) {
            states.push(state);
        }
    }
    states
}
