use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Threads, for_each, map, map_each, threads_here, try_map, try_map_by};

fn on(threads: usize) -> Threads {
    Threads::new(threads).expect("there are threads")
}

#[test]
fn results_come_in_order_on_any_number_of_threads() {
    let expected: Vec<usize> = (0..1000).map(|at| at * 3).collect();
    for threads in [1, 2, 8] {
        let pool = on(threads);
        assert_eq!(pool.count(), threads);
        assert_eq!(pool.run(threads_here), threads);
        assert_eq!(pool.run(|| map(1000, |at| at * 3)), expected);
        assert_eq!(pool.run(|| map_each(&expected, |own| *own)), expected);
    }
    assert!(on(2).run(|| map(0, |at| at)).is_empty());
}

#[test]
fn a_failure_ends_the_work_and_is_handed_on() {
    for threads in [1, 2, 8] {
        let begun = AtomicUsize::new(0);
        let work = |at: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            if at.is_multiple_of(10) {
                Err(at)
            } else {
                Ok(at)
            }
        };
        let failed = on(threads).run(|| try_map_by(100_000, 1, work));
        assert!(failed.is_err_and(|at| at.is_multiple_of(10)));
        assert!(begun.into_inner() < 100_000, "most was never begun");
    }
    let fine: Result<Vec<usize>, ()> = on(2).run(|| try_map(3, Ok));
    assert_eq!(fine, Ok(vec![0, 1, 2]));
}

#[test]
fn items_are_handed_over_once_each() {
    let mut numbers = [0_usize; 100];
    let places: Vec<&mut usize> = numbers.iter_mut().collect();
    on(3).run(|| for_each(places, |at, place| *place += at));
    assert!(numbers.iter().enumerate().all(|(at, own)| at == *own));
}

#[test]
fn a_panic_reaches_the_caller() {
    let caught = std::panic::catch_unwind(|| {
        on(2).run(|| map(10, |at| assert_ne!(at, 7, "seven")));
    });
    assert!(caught.is_err());
}
