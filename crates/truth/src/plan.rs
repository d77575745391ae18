//! What a run is to do, and the name that tells runs apart.

use serde::{Deserialize, Serialize};

use crate::{FORMAT, Meta};

/// Everything that decides what a benchmark holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The spec of the game.
    pub game: String,
    /// How states are chosen.
    pub selector: String,
    /// Who labels them.
    pub labeller: String,
    /// Where chance begins.
    pub seed: u64,
    /// The version of the tool.
    pub version: String,
    /// How many states were chosen.
    pub states: u64,
    /// A digest of the states chosen, in their order.
    pub digest: String,
}

impl Plan {
    /// A plan for states given as text, each with its ply.
    pub fn new<'a>(
        meta: &Meta,
        seed: u64,
        states: impl ExactSizeIterator<Item = (u32, &'a str)>,
    ) -> Self {
        let count = states.len() as u64;
        let mut hasher = blake3::Hasher::new();
        for (ply, text) in states {
            hasher.update(&ply.to_le_bytes());
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        Self {
            game: meta.game.clone(),
            selector: meta.selector.clone(),
            labeller: meta.labeller.clone(),
            seed,
            version: meta.version.clone(),
            states: count,
            digest: hasher.finalize().to_hex()[..32].to_string(),
        }
    }

    /// A name that another plan does not have.
    pub fn id(&self) -> String {
        let text = serde_json::to_string(&(FORMAT, self)).expect("a plan is plain data");
        blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
    }
}
