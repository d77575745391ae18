//! `--budget`: what learning may cost.

use plyscope_game::Error;
use plyscope_workbench::{Budget, Param, ParamKind};

use crate::args::Learn;
use crate::commands::contest::flags;

/// What the command says; none if nothing.
pub(super) fn of(args: &Learn) -> Result<Option<Budget>, Error> {
    args.budget.as_deref().map(read).transpose()
}

fn read(text: &str) -> Result<Budget, Error> {
    let count = ParamKind::Count(1, u64::MAX);
    let known = [
        Param::new("games", count, "", "games in all"),
        Param::new("positions", count, "", "positions to learn from"),
        Param::new("cpu", ParamKind::Time, "", "CPU time of all threads"),
    ];
    let params = flags::list("--budget", text, &known)?;
    let all = [
        params.count("games").map(Budget::Games),
        params.count("positions").map(Budget::Positions),
        params.time("cpu").map(Budget::Cpu),
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

/// The positions of a method that learns from positions.
pub(super) fn positions(args: &Learn) -> Result<Option<u64>, Error> {
    match of(args)? {
        None => Ok(None),
        Some(Budget::Positions(positions)) => Ok(Some(positions)),
        Some(other) => Err(other.unsuited(args.method.name(), "positions=20k")),
    }
}
