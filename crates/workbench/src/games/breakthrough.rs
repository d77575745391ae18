//! Breakthrough on the shelf.

use plyscope_eval::Linear;
use plyscope_games::breakthrough::{Breakthrough, Pawns};

use super::GameEntry;
use crate::any_game::Named;
use crate::shelf::{BoxedEvaluator, FeatureSet, Item, NamedFeatures, Shelf};
use crate::{Kind, Param};

pub(super) fn breakthrough() -> GameEntry {
    GameEntry {
        name: "breakthrough",
        about: "pawns step forward and capture diagonally; the first on the far row wins",
        params: const {
            &[
                Param::new("width", Kind::Count(3, 8), "8", "columns"),
                Param::new("height", Kind::Count(4, 8), "8", "rows"),
            ]
        },
        aliases: &[],
        make: |spec, params| {
            let size = |name| params.count(name).unwrap_or(8) as usize;
            let game = Breakthrough::new(size("width"), size("height"))?;
            Ok(Named::boxed(spec, game))
        },
    }
}

impl NamedFeatures<Breakthrough> for Pawns {
    const SET: Self = Self;
}

/// Pawns, rows of the foremost, moves, hanging pawns; the opponent's count against.
const PAWNS: [f32; 8] = [10.0, 2.0, 0.5, -3.0, -10.0, -2.0, -0.5, 3.0];
/// The same list with pawns alone.
const MATERIAL: [f32; 8] = [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0];

impl Shelf for Breakthrough {
    fn evaluators() -> Vec<Item<Self, BoxedEvaluator<Self>>> {
        vec![
            Item {
                name: "pawns",
                about: "pawns, how far the foremost is, moves and pawns that could be captured",
                params: &[],
                make: |game, _| Ok(Box::new(Linear::new(game, Pawns, PAWNS.to_vec()))),
            },
            Item {
                name: "material",
                about: "own pawns minus the opponent's",
                params: &[],
                make: |game, _| Ok(Box::new(Linear::new(game, Pawns, MATERIAL.to_vec()))),
            },
        ]
    }

    fn feature_sets() -> Vec<FeatureSet<Self>> {
        vec![Pawns::named(
            "pawns",
            "pawns, rows of the foremost, moves and hanging pawns of both players",
        )]
    }
}
