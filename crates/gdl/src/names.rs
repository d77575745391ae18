//! Texts with numbers, shared by threads: fluents and moves of a sheet that is not grounded.

use std::sync::{Arc, PoisonError, RwLock};

use plyscope_game::mix;

use crate::hash::{FastMap, fold};

/// Texts, each with the number that it got when it was first met.
#[derive(Debug, Default)]
pub(crate) struct Names {
    table: RwLock<Table>,
}

#[derive(Debug, Default)]
struct Table {
    texts: Vec<Arc<str>>,
    /// By text alone, so that what is made of them does not depend on who came first.
    hashes: Vec<u64>,
    numbers: FastMap<Arc<str>, u32>,
}

impl Names {
    /// The number of a text, a new one if it was never met.
    pub(crate) fn number(&self, text: &str) -> u32 {
        let known = self.read().numbers.get(text).copied();
        known.unwrap_or_else(|| self.add(text))
    }

    fn add(&self, text: &str) -> u32 {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been quicker.
        if let Some(&number) = table.numbers.get(text) {
            return number;
        }
        let (number, text) = (table.texts.len() as u32, Arc::<str>::from(text));
        table.hashes.push(hash_of(&text));
        table.texts.push(Arc::clone(&text));
        table.numbers.insert(text, number);
        number
    }

    /// The text of a number.
    pub(crate) fn text(&self, number: u32) -> Arc<str> {
        Arc::clone(&self.read().texts[number as usize])
    }

    /// A hash of a set of texts, whatever their numbers.
    pub(crate) fn hash_of_set(&self, numbers: impl Iterator<Item = u32>) -> u64 {
        let table = self.read();
        numbers.fold(0, |all: u64, number| {
            all.wrapping_add(table.hashes[number as usize])
        })
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hash_of(text: &str) -> u64 {
    let words = text.as_bytes().chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    mix(words.fold(fold(0, text.len() as u64), fold))
}
