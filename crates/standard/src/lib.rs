//! What ships: every game with its shelf, and what `plyscope bench` measures.
//!
//! To add a game, add its shelf to the dependencies and a line to [`registry`].
//!
//! ```
//! let registry = plyscope_standard::registry();
//! let game = registry.open("connect4")?;
//! assert_eq!(game.evaluators()[0].name, "lines");
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod speed;

use plyscope_workbench::Registry;

/// Every game that ships.
#[must_use]
pub fn registry() -> Registry {
    let mut registry = Registry::empty();
    for game in [
        plyscope_shelf_mnk::tictactoe(),
        plyscope_shelf_mnk::mnk(),
        plyscope_shelf_connect4::connect4(),
        plyscope_shelf_othello::othello(),
        plyscope_shelf_gomoku::gomoku(),
        plyscope_shelf_breakthrough::breakthrough(),
        plyscope_shelf_chess::chess(),
        plyscope_shelf_gdl::gdl(),
    ] {
        registry.add_game(game);
    }
    registry
}
