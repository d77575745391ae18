//! Connect Four from its rule sheet and Connect Four written by hand, in turns in the same run.
//!
//! `cargo run --release -p plyscope-gdl --example headline`
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use plyscope_connect4 as connect4;
use plyscope_game::{Chance, Game};
use plyscope_gdl::{GdlError, GroundLimits, Lanes, Network, Sheet};

/// Turns of each, and playouts per turn; the best turn of each counts, as it was disturbed least: they are shorter than a slice of the scheduler.
const TURNS: usize = 1_000;
const PLAYOUTS: u64 = 1 << 14;

fn main() -> Result<(), GdlError> {
    let sheet = Sheet::read(include_str!("../../../rules/connect4.kif"))?;
    let network = Arc::new(Network::new(sheet, GroundLimits::default())?);
    let mut lanes = Lanes::new(network);
    let by_hand = connect4::Standard::new(connect4::Fixed::default());
    let mut chance = Chance::new(1);
    let (mut of_sheet, mut of_hand) = (0.0f64, 0.0f64);
    for _ in 0..TURNS {
        let begin = Instant::now();
        lanes.play(PLAYOUTS, &mut chance);
        of_sheet = of_sheet.max(PLAYOUTS as f64 / begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        by_hand.playouts(&by_hand.start(), PLAYOUTS, &mut chance);
        of_hand = of_hand.max(PLAYOUTS as f64 / begin.elapsed().as_secs_f64());
    }
    println!(
        "Connect Four, random games per second of one core: {:.1} M from its rule sheet, {:.1} M by hand, ratio {:.2}",
        of_sheet / 1e6,
        of_hand / 1e6,
        of_sheet / of_hand
    );
    Ok(())
}
