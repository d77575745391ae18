//! How states were chosen, in words that a file can carry.

use std::fmt;

use super::Filter;
use crate::player_name;

/// How many states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// So many in all, spread over the plies as evenly as they allow.
    States(u64),
    /// So many of each ply.
    PerPly(u64),
    /// All there are.
    Everything,
}

impl Amount {
    /// Whether `chosen` states after so many rounds are enough.
    pub(super) fn is_enough(self, rounds: u64, chosen: usize) -> bool {
        match self {
            Self::States(count) => chosen as u64 >= count,
            Self::PerPly(count) => rounds >= count,
            Self::Everything => false,
        }
    }
}

/// Where states come from, by name.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// Random games.
    Playouts,
    /// Games of agents.
    Agents {
        /// The first player's spec.
        first: String,
        /// The second player's spec.
        second: String,
        /// The share of random moves.
        random: f64,
    },
    /// A file of positions.
    File {
        /// Its name, without the folder.
        name: String,
    },
    /// Every state.
    All,
}

/// How the states of a benchmark are chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Selector {
    /// Where from.
    pub source: Source,
    /// How many.
    pub amount: Amount,
    /// Which.
    pub filter: Filter,
}

impl Selector {
    /// The same without what only labels can tell: these states are labelled, if not all of them kept.
    #[must_use]
    pub fn before_labelling(&self) -> Self {
        let mut same = self.clone();
        same.filter.critical = 0.0;
        same
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let name = match &self.source {
            Source::Playouts => "playouts",
            Source::All => "all",
            Source::File { name } => {
                parts.push(format!("name=({name})"));
                "file"
            }
            Source::Agents {
                first,
                second,
                random,
            } => {
                parts.push(format!("first=({first}),second=({second}),random={random}"));
                "agents"
            }
        };
        match self.amount {
            Amount::States(count) => parts.push(format!("states={count}")),
            Amount::PerPly(count) => parts.push(format!("per-ply={count}")),
            Amount::Everything => {}
        }
        filter_parts(&self.filter, &mut parts);
        f.write_str(name)?;
        if parts.is_empty() {
            return Ok(());
        }
        write!(f, ":{}", parts.join(","))
    }
}

/// What differs from a filter that asks for nothing.
fn filter_parts(filter: &Filter, parts: &mut Vec<String>) {
    let usual = Filter::default();
    if filter.plies != usual.plies {
        parts.push(format!("plies={}", range(filter.plies)));
    }
    if let Some(player) = filter.player {
        parts.push(format!("player={}", player_name(player)));
    }
    if filter.moves != usual.moves {
        parts.push(format!("moves={}", range(filter.moves)));
    }
    for (name, on) in [
        ("keep-single", filter.keep_single),
        ("keep-finished", filter.keep_finished),
        ("symmetry", filter.symmetry),
    ] {
        if on {
            parts.push(format!("{name}=on"));
        }
    }
    if filter.critical > 0.0 {
        parts.push(format!("critical={}", filter.critical));
    }
}

/// `8..41`, or `8..` without an end.
fn range((first, last): (u32, u32)) -> String {
    if last == u32::MAX {
        format!("{first}..")
    } else {
        format!("{first}..{last}")
    }
}
