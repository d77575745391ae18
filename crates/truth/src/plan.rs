//! What a run is to do, and the name that tells runs apart.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{Error, FORMAT, Meta};

/// Everything that decides what a benchmark holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPlan {
    /// The spec of the game.
    pub game: String,
    /// How states are chosen, before any is labelled.
    pub selector: String,
    /// The spec of the labeller.
    pub labeller: String,
    /// The labeller's limits for each state.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limits: String,
    /// What was in the files that the labeller's spec names.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub inputs: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The version of the tool.
    pub version: String,
    /// How many states were chosen.
    pub states: u64,
    /// A digest of the states chosen, in their order.
    pub digest: String,
}

impl RunPlan {
    /// A plan for states given as text, each with its ply.
    ///
    /// The selector is that of the states that are labelled; `meta` has that of those that are kept.
    pub fn new(
        meta: &Meta,
        selector: String,
        seed: u64,
        states: impl ExactSizeIterator<Item = (u32, String)>,
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
            selector,
            labeller: meta.labeller.clone(),
            limits: meta.limits.clone(),
            inputs: meta.inputs.clone(),
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

/// A digest of what is in a file.
///
/// # Errors
/// When it cannot be read.
pub fn digest_of(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|error| {
        Error::misuse(
            format!("{} cannot be read: {error}", path.display()),
            "check the path; it is taken from the folder you are in",
        )
    })?;
    Ok(digest_of_bytes(&bytes))
}

/// A digest of some bytes.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_string()
}
