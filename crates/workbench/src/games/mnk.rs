//! m,n,k games on the shelf.

use plyscope_eval::Linear;
use plyscope_games::mnk::{Levy, Mnk, OpenLines, Rows};

use super::GameEntry;
use crate::any_game::Named;
use crate::shelf::{BoxedEvaluator, FeatureSet, Item, NamedFeatures, Shelf};
use crate::{Failure, Kind, Param, Params};

pub(super) fn tictactoe() -> GameEntry {
    GameEntry {
        name: "tictactoe",
        about: "noughts and crosses: three in a row on 3×3",
        params: &[],
        aliases: &["tic-tac-toe", "ttt"],
        make: |spec, _| Ok(Named::boxed(spec, Mnk::tictactoe())),
    }
}

pub(super) fn mnk() -> GameEntry {
    GameEntry {
        name: "mnk",
        about: "k in a row on m×n cells",
        params: const {
            &[
                Param::new("m", Kind::Count(1, 8), "3", "columns"),
                Param::new("n", Kind::Count(1, 8), "3", "rows"),
                Param::new("k", Kind::Count(2, 8), "3", "how many in a row win"),
            ]
        },
        aliases: &[],
        make: |spec, params| {
            let size = |name| params.count(name).unwrap_or(3) as usize;
            let game = Mnk::new(size("m"), size("n"), size("k"))?;
            Ok(Named::boxed(spec, game))
        },
    }
}

impl NamedFeatures<Mnk> for Levy {
    const SET: Self = Self;
}
impl NamedFeatures<Mnk> for Rows {
    const SET: Self = Self;
}
impl NamedFeatures<Mnk> for OpenLines {
    const SET: Self = Self;
}

impl Shelf for Mnk {
    fn evaluators() -> Vec<Item<Self, BoxedEvaluator<Self>>> {
        vec![
            Item {
                name: "open-lines",
                about: "lines still open to me minus lines still open to the opponent",
                params: &[],
                make: |game, _| Ok(Box::new(Linear::new(game, OpenLines, vec![1.0, -1.0]))),
            },
            Item {
                name: "levy",
                about: "Levy's 128·c3 − 63·n2 + 31·c2 − 15·n1 + 7·c1, for three in a row",
                params: &[],
                make: levy,
            },
        ]
    }

    fn feature_sets() -> Vec<FeatureSet<Self>> {
        vec![
            Levy::named(
                "levy",
                "full lines, then the opponent's and one's own from long to short",
            ),
            Rows::named(
                "rows",
                "open lines by the stones on them, own and the opponent's",
            ),
            OpenLines::named("open-lines", "lines still open, own and the opponent's"),
        ]
    }
}

/// The chapter's weights, for c3, n2, c2, n1, c1.
const LEVY: [f32; 5] = [128.0, -63.0, 31.0, -15.0, 7.0];

fn levy(game: &Mnk, _: &Params) -> Result<BoxedEvaluator<Mnk>, Failure> {
    if game.k() != 3 {
        let what = "Levy's weights are for three in a row";
        return Err(Failure::misuse(
            what,
            "use open-lines, or linear with a weights file of your own",
        ));
    }
    Ok(Box::new(Linear::new(game, Levy, LEVY.to_vec())))
}
