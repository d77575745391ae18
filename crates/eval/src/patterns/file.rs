//! Pattern weights as a file: a few lines that a person can read, the weights in few bytes, a checksum.
//!
//! ```text
//! plyscope patterns 1
//! board = othello:size=8
//! set = regions
//! phases = 6
//! unit = 16
//! weights = 114000            per phase
//! made = learn othello --method patterns …
//!                             an empty line
//! coded weights
//! 32 bytes: BLAKE3 of all before
//! ```

use std::sync::Arc;

use plyscope_game::Error;
use plyscope_game::patterns::PatternSet;

use super::coder::{Coder, Numbers, Reader, Writer};
use super::tables::PatternWeights;

const MAGIC: &str = "plyscope patterns 1\n";
const DIGEST: usize = 32;
/// The most phases of a file.
pub const MOST_PHASES: usize = 64;

/// Magnitudes of a neighbour that make contexts of their own.
const SIZES: usize = 6;
/// The weight in the phase before (its size and sign) and the size of the one before in this phase.
const CONTEXTS: usize = (2 * SIZES - 1) * SIZES;

/// Codes all weights, each in the context of the same one in the phase before and of the one before it.
///
/// Nothing if what is read are no weights.
fn code(coder: &mut impl Coder, weights: &mut [i16], per_phase: usize) -> Option<()> {
    let mut contexts = vec![Numbers::default(); CONTEXTS];
    let size = |weight: i16| (16 - weight.unsigned_abs().leading_zeros() as usize).min(SIZES - 1);
    for at in 0..weights.len() {
        let before = at.checked_sub(per_phase).map_or(0, |at| weights[at]);
        let beside = at.checked_sub(1).map_or(0, |at| weights[at]);
        let signed = if before < 0 {
            2 * SIZES - 1 - size(before)
        } else {
            size(before)
        };
        let context = &mut contexts[signed * SIZES + size(beside)];
        weights[at] = context.code(coder, weights[at])?;
    }
    Some(())
}

impl PatternWeights {
    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let per_phase = self.set.weights();
        let made = self.made.replace('\n', " ");
        let head = format!(
            "{MAGIC}board = {}\nset = {}\nphases = {}\nunit = {}\nweights = {per_phase}\nmade = {made}\n\n",
            self.set.board(),
            self.set.name(),
            self.phases,
            self.unit,
        );
        let mut writer = Writer::new();
        let mut weights = self.weights.clone();
        let coded = code(&mut writer, &mut weights, per_phase);
        debug_assert!(coded.is_some(), "all numbers of 16 bits can be written");
        let mut bytes = head.into_bytes();
        bytes.extend(writer.finish());
        let digest = blake3::hash(&bytes);
        bytes.extend(digest.as_bytes());
        bytes
    }

    /// How many weights are not 0: those of configurations that were seen often enough to tell of.
    #[must_use]
    pub fn used(&self) -> usize {
        self.weights.iter().filter(|own| **own != 0).count()
    }

    /// A checksum of all of it, as letters.
    #[must_use]
    pub fn digest(&self) -> String {
        blake3::hash(&self.to_bytes()).to_hex()[..16].to_owned()
    }

    /// Reads the bytes of a file; `set` makes the set of a name, and only for the board in hand.
    ///
    /// # Errors
    /// When the bytes are no such file, are damaged, or are for another board.
    pub fn from_bytes(
        bytes: &[u8],
        board: &str,
        set: impl Fn(&str) -> Option<PatternSet>,
    ) -> Result<Self, Error> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(Error::misuse(
                "this is no file of pattern weights",
                "they are made by `plyscope learn GAME --method patterns -o FILE.pat`",
            ));
        }
        let (content, digest) = bytes.split_at(bytes.len().saturating_sub(DIGEST));
        if blake3::hash(content).as_bytes() != digest {
            return Err(damaged());
        }
        let end = content
            .windows(2)
            .position(|two| two == b"\n\n")
            .ok_or_else(damaged)?;
        let head = content.get(MAGIC.len()..end).ok_or_else(damaged)?;
        let head = std::str::from_utf8(head).map_err(|_| damaged())?;
        let head = Head::read(head).ok_or_else(damaged)?;
        if head.board != board {
            return Err(Error::misuse(
                format!(
                    "these pattern weights are for {}, not for {board}",
                    head.board
                ),
                "a file only fits the board it was made for",
            ));
        }
        let set = set(head.set)
            .filter(|set| set.weights() == head.weights)
            .ok_or_else(|| {
                Error::misuse(
                    format!(
                        "the patterns `{}` of this file are not known here",
                        head.set
                    ),
                    "it was made by another version; learn it again",
                )
            })?;
        let mut weights = vec![0; head.phases * head.weights];
        code(
            &mut Reader::new(&content[end + 2..]),
            &mut weights,
            head.weights,
        )
        .ok_or_else(damaged)?;
        Ok(Self {
            set: Arc::new(set),
            phases: head.phases,
            unit: head.unit,
            weights,
            made: head.made.to_owned(),
        })
    }
}

fn damaged() -> Error {
    Error::misuse(
        "this file of pattern weights is damaged",
        "copy or learn it again",
    )
}

/// What the lines say.
struct Head<'a> {
    board: &'a str,
    set: &'a str,
    phases: usize,
    unit: u32,
    weights: usize,
    made: &'a str,
}

impl<'a> Head<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let value = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(" = "));
            lines.find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let phases = value("phases")?
            .parse()
            .ok()
            .filter(|own| (1..=MOST_PHASES).contains(own))?;
        let unit = value("unit")?
            .parse()
            .ok()
            .filter(|own| (1..=1 << 15).contains(own))?;
        Some(Self {
            board: value("board")?,
            set: value("set")?,
            phases,
            unit,
            weights: value("weights")?.parse().ok()?,
            made: value("made").unwrap_or_default(),
        })
    }
}
