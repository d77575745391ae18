//! Everything that reads text, on seeds of the fuzz targets and thousands of mutations of them.
//!
//! The same functions run under a fuzzer; see `docs/fuzzing.md`.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use plyscope_game::Chance;

use crate::fuzz;

/// The most changes to one input.
const CHANGES: u32 = 6;
/// What the parsers look for, and some that they do not.
const PIECES: [&str; 32] = [
    "x", "o", "X", "O", ".", "-", "/", "\n", " ", ",", ":", "=", "(", ")", "0", "1", "9", "10",
    "a1", "pass", "é", "☃", "\t", "\"", "{", "}", ";", "[", "]", "k", "N", "+",
];

#[test]
fn specs_are_read_back_or_refused() {
    hold("spec", fuzz::spec, 20_000);
}

#[test]
fn weights_are_numbers_or_refused() {
    hold("weights", fuzz::weights, 10_000);
}

#[test]
fn saved_games_are_read_back_or_refused() {
    hold("record", fuzz::record, 10_000);
}

#[test]
fn positions_are_read_back_or_refused() {
    hold("position", fuzz::position, 10_000);
}

#[test]
fn benchmarks_in_parquet_are_read_back_or_refused() {
    hold("benchmark_parquet", fuzz::benchmark_parquet, 2_000);
}

#[test]
fn benchmarks_in_xml_are_read_back_or_refused() {
    hold("benchmark_xml", fuzz::benchmark_xml, 5_000);
}

#[test]
fn benchmarks_in_rows_are_read_back_or_refused() {
    hold("benchmark_rows", fuzz::benchmark_rows, 5_000);
}

#[test]
fn rule_sheets_are_read_or_refused() {
    hold("gdl_sheet", fuzz::gdl_sheet, 5_000);
}

#[test]
fn rule_sheets_are_the_same_game_by_every_engine() {
    hold("gdl_play", fuzz::gdl_play, 1_000);
}

#[test]
fn mnk_texts_keep_the_contract() {
    hold("mnk", fuzz::mnk, 5_000);
}

#[test]
fn connect_four_texts_keep_the_contract() {
    hold("connect4", fuzz::connect4, 4_000);
}

#[test]
fn othello_texts_keep_the_contract() {
    hold("othello", fuzz::othello, 2_000);
}

#[test]
fn gomoku_texts_keep_the_contract() {
    hold("gomoku", fuzz::gomoku, 1_000);
}

#[test]
fn breakthrough_texts_keep_the_contract() {
    hold("breakthrough", fuzz::breakthrough, 3_000);
}

#[test]
fn chess_texts_keep_the_contract() {
    hold("chess", fuzz::chess, 1_000);
}

#[test]
fn games_in_pgn_are_read_back_or_refused() {
    hold("pgn", fuzz::pgn, 3_000);
}

/// Runs a target on its seeds as they are, then on `rounds` mutations of them.
fn hold(name: &str, target: fn(&[u8]), rounds: u32) {
    let seeds = seeds(name);
    let mut chance = Chance::new(1);
    let mutations = (0..rounds).map(|_| mutated(&seeds, &mut chance));
    for input in seeds.iter().cloned().chain(mutations) {
        let text = String::from_utf8_lossy(&input);
        assert!(
            catch_unwind(|| target(&input)).is_ok(),
            "{name} fails on {text:?}"
        );
    }
}

/// The files of a target, in the order of their names.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let files = fs::read_dir(folder.join(name)).expect("the target has seeds");
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn mutated(seeds: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut input = seeds[below(seeds.len(), chance)].clone();
    for _ in 0..=chance.below(CHANGES) {
        let from = below(input.len() + 1, chance);
        let to = (from + below(4, chance)).min(input.len());
        match chance.below(4) {
            0 => drop(input.drain(from..to)),
            1 => drop(input.splice(from..to, PIECES[below(PIECES.len(), chance)].bytes())),
            2 => input.extend_from_within(from..to),
            _ => input.insert(from, chance.bits() as u8),
        }
    }
    input
}

fn below(count: usize, chance: &mut Chance) -> usize {
    chance.below(count as u32) as usize
}
