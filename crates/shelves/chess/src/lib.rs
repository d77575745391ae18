//! Chess on the shelf; [`chess`] is the entry of the registry.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_chess::chess());
//! let game = registry.open("chess")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod speed;

use plyscope_chess::{Attack, Chess, Material, Rich};
use plyscope_foreign::uci::Tongue;
use plyscope_workbench::{GameEntry, Param, ParamKind, Shelf};

/// The entry of the registry.
pub fn chess() -> GameEntry {
    let params = [Param::new(
        "plies",
        ParamKind::Count(1, 100_000),
        "600",
        "a game of so many moves, both players' counted, is a draw",
    )];
    let about = "chess, with draws by repetition and fifty moves at once";
    GameEntry::new("chess", about, &params, |params| {
        Ok(shelf(Chess::new(
            params.count("plies").unwrap_or(600) as u32
        )?))
    })
}

fn shelf(game: Chess) -> Shelf<Chess> {
    let tongue = Tongue {
        position: Chess::uci_position,
        write_move: Chess::write_uci,
    };
    Shelf::new(game)
        .engines(tongue)
        .weighted(
            "rich",
            "material, places, mobility, pawns and kings, by phase of the game",
            Rich,
            |_| Rich::weights(),
        )
        .weighted(
            "material",
            "pawns 1, knights and bishops 3, rooks 5, queens 9",
            Material,
            |_| Material::USUAL.to_vec(),
        )
        .weighted(
            "attack",
            "material and attacks with the values of Balázsfalvi's appendix B",
            Attack,
            |_| Attack::weights(Attack::VALUES, Attack::FACTORS),
        )
        .features(
            "material",
            "own pieces minus the opponent's, by kind",
            Material,
        )
        .features(
            "attack",
            "material, and attacks made and suffered, by kind of the piece attacked",
            Attack,
        )
        .features(
            "rich",
            "material, places, mobility, pawns and kings, in middle game and endgame",
            Rich,
        )
        // Games by chance, which expected outcome plays out, take minutes here.
        .judged(&["rich", "material", "attack"])
}
