//! Work on several threads, compiled once for all searches and games.

/// Work that is done once.
pub(crate) type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does every job on a thread of its own; a single one on the caller's.
///
/// # Panics
/// When a job does.
pub(crate) fn side_by_side(mut jobs: Vec<Job<'_>>) {
    if jobs.len() == 1 {
        return jobs.remove(0)();
    }
    std::thread::scope(|scope| {
        for job in jobs {
            scope.spawn(job);
        }
    });
}
