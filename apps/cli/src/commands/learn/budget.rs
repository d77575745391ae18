//! `--budget`: what learning may cost.

use std::time::Duration;

use plyscope_game::Error;
use plyscope_workbench::{Param, ParamKind};

use crate::args::Learn;
use crate::commands::contest::flags;

/// What learning may cost, in the unit that the user counts in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Budget {
    /// Games played.
    Games(u64),
    /// Positions learned from.
    Positions(u64),
    /// CPU time, of all threads together.
    Cpu(Duration),
}

impl Budget {
    /// What the command says; none if nothing.
    pub(crate) fn of(args: &Learn) -> Result<Option<Self>, Error> {
        args.budget.as_deref().map(Self::read).transpose()
    }

    fn read(text: &str) -> Result<Self, Error> {
        let count = ParamKind::Count(1, u64::MAX);
        let known = [
            Param::new("games", count, "", "games in all"),
            Param::new("positions", count, "", "positions to learn from"),
            Param::new("cpu", ParamKind::Time, "", "CPU time of all threads"),
        ];
        let params = flags::list("--budget", text, &known)?;
        let all = [
            params.count("games").map(Self::Games),
            params.count("positions").map(Self::Positions),
            params.time("cpu").map(Self::Cpu),
        ];
        let mut given = all.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(one), None) => Ok(one),
            (None, _) => Err(Error::misuse(
                "--budget says nothing",
                "write --budget games=5000, positions=20k or cpu=60s",
            )),
            _ => Err(Error::misuse(
                "--budget counts in two units",
                "name one of games, positions and cpu",
            )),
        }
    }

    /// The error for a method that does not count in this unit.
    pub(crate) fn unsuited(self, method: &str, instead: &str) -> Error {
        let unit = match self {
            Self::Games(_) => "games",
            Self::Positions(_) => "positions",
            Self::Cpu(_) => "cpu",
        };
        let what = format!("--method {method} has no budget of {unit}");
        Error::misuse(what, format!("write --budget {instead}"))
    }
}
