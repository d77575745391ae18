//! Breakthrough on the shelf; [`breakthrough`] is the entry of the registry.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_breakthrough::breakthrough());
//! let game = registry.open("breakthrough")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

use plyscope_breakthrough::{Breakthrough, Pawns};
use plyscope_workbench::{GameEntry, Param, ParamKind, Shelf};

/// The entry of the registry.
pub fn breakthrough() -> GameEntry {
    let params = [
        Param::new("width", ParamKind::Count(3, 8), "8", "columns"),
        Param::new("height", ParamKind::Count(4, 8), "8", "rows"),
    ];
    let about = "pawns step forward and capture diagonally; the first on the far row wins";
    GameEntry::new("breakthrough", about, &params, |params| {
        let size = |name| params.count(name).unwrap_or(8) as usize;
        Ok(shelf(Breakthrough::new(size("width"), size("height"))?))
    })
}

/// Pawns, rows of the foremost, moves, hanging pawns; the opponent's count against.
const PAWNS: [f32; 8] = [10.0, 2.0, 0.5, -3.0, -10.0, -2.0, -0.5, 3.0];
/// The same list with pawns alone.
const MATERIAL: [f32; 8] = [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0];

fn shelf(game: Breakthrough) -> Shelf<Breakthrough> {
    Shelf::new(game)
        .weighted(
            "pawns",
            "pawns, how far the foremost is, moves and pawns that could be captured",
            Pawns,
            |_| PAWNS.to_vec(),
        )
        .weighted("material", "own pawns minus the opponent's", Pawns, |_| {
            MATERIAL.to_vec()
        })
        .features(
            "pawns",
            "pawns, rows of the foremost, moves and hanging pawns of both players",
            Pawns,
        )
}
