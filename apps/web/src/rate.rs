//! Rate limits: a token bucket per address, refilled every second.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Addresses that are remembered; more, and all begin anew.
const MOST_ADDRESSES: usize = 4096;

/// A bucket for every address.
#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    most: f64,
    buckets: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Rate {
    /// So many per second on average, and so many at once after a silence.
    pub(crate) fn new(per_second: f64, most: f64) -> Self {
        Self {
            per_second,
            most,
            buckets: Mutex::default(),
        }
    }

    /// Whether an address may ask at this moment; if so it has.
    pub(crate) fn admits(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_ADDRESSES && !buckets.contains_key(&address) {
            buckets.clear();
        }
        let (left, last) = buckets.entry(address).or_insert((self.most, now));
        let grown = now.saturating_duration_since(*last).as_secs_f64() * self.per_second;
        *left = (*left + grown).min(self.most);
        *last = now;
        if *left < 1.0 {
            return false;
        }
        *left -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (rate, now) = (Rate::new(10.0, 3.0), Instant::now());
        let address = IpAddr::from([127, 0, 0, 1]);
        let admitted = (0..10).filter(|_| rate.admits(address, now)).count();
        assert_eq!(admitted, 3);
        assert!(rate.admits(IpAddr::from([127, 0, 0, 2]), now));
        assert!(rate.admits(address, now + Duration::from_millis(150)));
        assert!(!rate.admits(address, now + Duration::from_millis(150)));
    }
}
