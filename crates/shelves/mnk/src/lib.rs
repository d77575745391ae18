//! m,n,k games on the shelf; [`tictactoe`] and [`mnk`] are entries of the registry.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_mnk::tictactoe());
//! let game = registry.open("tictactoe")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

use plyscope_eval::Linear;
use plyscope_game::Error;
use plyscope_mnk::{FilledLines, Levy, Mnk, OpenLines};
use plyscope_workbench::{BoxedEvaluator, GameEntry, Param, ParamKind, Params, Shelf};

/// The entry of the registry.
pub fn tictactoe() -> GameEntry {
    let about = "noughts and crosses: three in a row on 3×3";
    GameEntry::new("tictactoe", about, &[], |_| Ok(shelf(Mnk::tictactoe())))
        .also_called(&["tic-tac-toe", "ttt"])
}

/// The entry of the registry.
pub fn mnk() -> GameEntry {
    let params = [
        Param::new("m", ParamKind::Count(1, 8), "3", "columns"),
        Param::new("n", ParamKind::Count(1, 8), "3", "rows"),
        Param::new("k", ParamKind::Count(2, 8), "3", "how many in a row win"),
    ];
    GameEntry::new("mnk", "k in a row on m×n cells", &params, |params| {
        let size = |name| params.count(name).unwrap_or(3) as usize;
        Ok(shelf(Mnk::new(size("m"), size("n"), size("k"))?))
    })
}

fn shelf(game: Mnk) -> Shelf<Mnk> {
    Shelf::new(game)
        .weighted(
            "open-lines",
            "lines still open to me minus lines still open to the opponent",
            OpenLines,
            |_| vec![1.0, -1.0],
        )
        .evaluator_with(
            "levy",
            "Levy's 128·c3 − 63·n2 + 31·c2 − 15·n1 + 7·c1, for three in a row",
            &[],
            levy,
        )
        .features(
            "levy",
            "full lines, then the opponent's and one's own from long to short",
            Levy,
        )
        .features(
            "rows",
            "open lines by the stones on them, own and the opponent's",
            FilledLines,
        )
        .features(
            "open-lines",
            "lines still open, own and the opponent's",
            OpenLines,
        )
}

/// The chapter's weights, for c3, n2, c2, n1, c1.
const LEVY: [f32; 5] = [128.0, -63.0, 31.0, -15.0, 7.0];

fn levy(game: &Mnk, _: &Params) -> Result<BoxedEvaluator<Mnk>, Error> {
    if game.k() != 3 {
        let what = "Levy's weights are for three in a row";
        return Err(Error::misuse(
            what,
            "use open-lines, or linear with a weights file of your own",
        ));
    }
    Ok(Box::new(Linear::new(game, Levy, LEVY.to_vec())))
}
