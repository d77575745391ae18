//! Work on all cores, with the results in order whatever thread was first.
//!
//! A parallel iterator is compiled anew for every closure it is given, at some two thousand
//! lines of machine-independent code each. Here the part that splits and steals work is
//! compiled once, behind `dyn Fn(usize)`; what is left to each caller is a list of places for
//! its results. A call through a pointer and an uncontended lock per item are the price: tens
//! of nanoseconds, so let an item be a state or a block of rows, not a number.
//!
//! ```
//! use plyscope_parallel::{Threads, map, try_map};
//!
//! let threads = Threads::new(2)?;
//! let squares = threads.run(|| map(5, |at| at * at));
//! assert_eq!(squares, [0, 1, 4, 9, 16]);
//! let halves = threads.run(|| try_map(4, |at| if at < 3 { Ok(at) } else { Err("too far") }));
//! assert_eq!(halves, Err("too far"));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod threads;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

pub use threads::{Threads, threads_here};

/// The results of `work` for `0..count`, in order.
pub fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let places = empty(count);
    spread(count, usize::MAX, &|at| put(&places[at], work(at)));
    full(places)
}

/// The results of `work` for each item, in order.
pub fn map_each<'a, I: Sync, T: Send>(items: &'a [I], work: impl Fn(&'a I) -> T + Sync) -> Vec<T> {
    map(items.len(), |at| work(&items[at]))
}

/// As [`map`], for work that may fail: once one item has failed no further one is begun.
///
/// # Errors
/// That of the first item, in order, that was tried and failed.
pub fn try_map<T: Send, E: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    try_map_by(count, usize::MAX, work)
}

/// As [`try_map`]; no thread takes more than `most` items at once. One is right for items that
/// differ in difficulty by orders of magnitude.
///
/// # Errors
/// That of the first item, in order, that was tried and failed.
pub fn try_map_by<T: Send, E: Send>(
    count: usize,
    most: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let places = empty(count);
    let failed = AtomicBool::new(false);
    spread(count, most, &|at| {
        if failed.load(Ordering::Relaxed) {
            return;
        }
        let done = work(at);
        if done.is_err() {
            failed.store(true, Ordering::Relaxed);
        }
        put(&places[at], done);
    });
    // A place is empty only beside a failure, which is what is returned then.
    places.into_iter().filter_map(taken).collect()
}

/// Does `work` with each item, which it may keep.
pub fn for_each<I: Send>(items: Vec<I>, work: impl Fn(usize, I) + Sync) {
    let places: Vec<Mutex<Option<I>>> =
        items.into_iter().map(|own| Mutex::new(Some(own))).collect();
    spread(places.len(), usize::MAX, &|at| {
        let item = places[at]
            .lock()
            .expect("nobody panics with it in hand")
            .take();
        work(at, item.expect("every item is taken once"));
    });
}

/// Runs `work` for `0..count` on the threads of the pool it is called in: the only parallel loop
/// of the program that is compiled.
fn spread(count: usize, most: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(most).for_each(work);
}

fn empty<T>(count: usize) -> Vec<Mutex<Option<T>>> {
    (0..count).map(|_| Mutex::new(None)).collect()
}

fn put<T>(place: &Mutex<Option<T>>, result: T) {
    *place.lock().expect("nobody panics with it in hand") = Some(result);
}

fn taken<T>(place: Mutex<Option<T>>) -> Option<T> {
    place.into_inner().expect("nobody panics with it in hand")
}

fn full<T>(places: Vec<Mutex<Option<T>>>) -> Vec<T> {
    let results = places.into_iter().map(taken);
    results
        .map(|own| own.expect("every place was filled"))
        .collect()
}

#[cfg(test)]
mod tests;
