//! A number of threads to work on.

use plyscope_game::Error;

/// Threads that wait for work.
#[derive(Debug)]
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// So many threads; 0 for one per core.
    ///
    /// # Errors
    /// When the system has no more of them.
    pub fn new(count: usize) -> Result<Self, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.map(Self).map_err(|error| {
            let what = format!("no threads can be started: {error}");
            Error::failed(what).with_hint("ask for fewer with --threads")
        })
    }

    /// Runs `work` on them: [`map`](crate::map) and its kin within use all of them.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let (mut work, mut result) = (Some(work), None);
        self.call(&mut || result = work.take().map(|work| work()));
        result.expect("the work was called")
    }

    /// Not generic: handing work over to other threads is compiled once.
    fn call(&self, work: &mut (dyn FnMut() + Send)) {
        self.0.install(work);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// How many threads share the work of the caller.
pub fn threads_here() -> usize {
    rayon::current_num_threads()
}
