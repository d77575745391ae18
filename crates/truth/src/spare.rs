//! A pool of objects that are expensive to make: a thread takes one, or makes one if there is none.

use std::sync::Mutex;

/// As many things as are at work at the same time, at the most.
pub struct Spare<T>(Mutex<Vec<T>>);

impl<T> Default for Spare<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T> Spare<T> {
    /// Works with a spare thing, or with a new one, and keeps it for the next.
    ///
    /// # Errors
    /// Those of making and working; what erred is not kept.
    pub fn with<R, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
        work: impl FnOnce(&mut T) -> Result<R, E>,
    ) -> Result<R, E> {
        let spare = self.0.lock().expect("nobody panics in here").pop();
        let mut own = match spare {
            Some(own) => own,
            None => make()?,
        };
        let done = work(&mut own)?;
        self.0.lock().expect("nobody panics in here").push(own);
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_used_again_unless_it_erred() {
        let spare = Spare::default();
        let mut made = 0;
        let mut once = |fails: bool| {
            let make = || {
                made += 1;
                Ok::<u32, ()>(0)
            };
            let work = |uses: &mut u32| {
                *uses += 1;
                if fails { Err(()) } else { Ok(*uses) }
            };
            spare.with(make, work)
        };
        assert_eq!(once(false), Ok(1));
        assert_eq!(once(false), Ok(2));
        assert_eq!(once(true), Err(()));
        assert_eq!(once(false), Ok(1));
        assert_eq!(made, 2);
    }
}
