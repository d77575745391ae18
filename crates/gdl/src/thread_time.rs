//! How long this thread has been working: what other processes do does not matter.
#![allow(unsafe_code)]

use std::time::Duration;

/// The time that this thread has spent on a processor; where the system does not tell, time on the clock.
pub(crate) fn thread_time() -> Duration {
    of_system().unwrap_or_else(|| {
        static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGIN.get_or_init(std::time::Instant::now).elapsed()
    })
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn of_system() -> Option<Duration> {
    /// Seconds and nanoseconds, as the system has them.
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    /// The clock of the processor time of the calling thread.
    const THREAD: i32 = 3;
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    let mut time = Time {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the system writes one time to where it is told, and nothing else.
    let is_told = unsafe { clock_gettime(THREAD, &raw mut time) } == 0;
    is_told.then(|| Duration::new(time.seconds as u64, time.nanoseconds as u32))
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn of_system() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_with_work() {
        let begin = thread_time();
        let mut sum = 0u64;
        while thread_time() == begin {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(thread_time() > begin);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn waiting_is_no_work() {
        let begin = thread_time();
        std::thread::sleep(Duration::from_millis(30));
        assert!(thread_time().saturating_sub(begin) < Duration::from_millis(20));
    }
}
