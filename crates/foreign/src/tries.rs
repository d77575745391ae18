//! How often something is tried again that went wrong.

use plyscope_game::{Error, ErrorKind};

/// Restarts that are left, and the trouble after the last of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tries {
    allowed: u32,
    left: u32,
    /// Why nothing is tried any more.
    broken: Option<Error>,
}

impl Tries {
    /// So many after the first.
    pub(crate) fn again(allowed: u32) -> Self {
        Self {
            allowed,
            left: allowed,
            broken: None,
        }
    }

    /// Tries until it succeeds, or the program may not be started again; each attempt after the first has to start it.
    ///
    /// Only what a program did wrong is a reason to start it again: not that the
    /// caller stopped it, nor what it says of itself.
    pub(crate) fn run<T>(
        &mut self,
        mut attempt: impl FnMut() -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        loop {
            let error = match attempt() {
                Err(error) if is_fault(&error) => error,
                done => return done,
            };
            if self.left == 0 {
                let error = self.with_hint(error);
                self.broken = Some(error.clone());
                return Err(error);
            }
            self.left -= 1;
        }
    }

    fn with_hint(&self, error: Error) -> Error {
        if error.hint.is_some() {
            return error;
        }
        error.with_hint(match self.allowed {
            0 => "restart=N starts it again after it did wrong; timeout=TIME gives it longer"
                .to_string(),
            allowed => format!("it was started again {allowed} times in vain"),
        })
    }
}

/// Whether a program did wrong.
pub(crate) fn is_fault(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Failed | ErrorKind::Illegal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_wrong_too_often_is_not_tried_again() {
        let mut tries = Tries::again(2);
        let mut count = 0;
        let mut fail = || -> Result<(), Error> {
            count += 1;
            Err(Error::failed("no"))
        };
        let error = tries.run(&mut fail).unwrap_err();
        assert_eq!(tries.run(&mut fail), Err(error.clone()));
        assert!(error.hint.unwrap().contains("2 times"));
        assert_eq!(count, 3);
    }

    #[test]
    fn a_stop_is_no_fault() {
        let mut tries = Tries::again(0);
        assert!(
            tries
                .run(|| Err::<(), _>(Error::stopped("enough")))
                .is_err()
        );
        assert_eq!(tries.run(|| Ok(1)), Ok(1));
    }
}
