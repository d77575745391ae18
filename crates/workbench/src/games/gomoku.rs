//! Gomoku on the shelf.

use std::num::NonZeroU8;

use plyscope_eval::Linear;
use plyscope_games::gomoku::{Gomoku, Patterns, Rule, Shapes};

use super::GameEntry;
use crate::any_game::Named;
use crate::shelf::{BoxedEvaluator, FeatureSet, Item, NamedFeatures, Shelf};
use crate::{AnyGame, Failure, Kind, Param, Params};

pub(super) fn gomoku() -> GameEntry {
    GameEntry {
        name: "gomoku",
        about: "five in a row (amoba)",
        params: const {
            &[
                Param::new("size", Kind::Count(5, 20), "15", "columns and rows"),
                Param::new(
                    "rule",
                    Kind::Choice(&["free", "exact"]),
                    "free",
                    "whether more than five win too",
                ),
                Param::new(
                    "near",
                    Kind::Count(0, 20),
                    "2",
                    "searches look only so far from other stones; 0 for everywhere",
                ),
            ]
        },
        aliases: &["amoba", "five-in-a-row"],
        make,
    }
}

fn make(spec: String, params: &Params) -> Result<Box<dyn AnyGame>, Failure> {
    let rule = match params.word("rule") {
        "exact" => Rule::Exact,
        _ => Rule::Freestyle,
    };
    let near = params.count("near").unwrap_or_default() as u8;
    let game = Gomoku::new(params.count("size").unwrap_or(15) as usize, rule)?;
    Ok(Named::boxed(spec, game.with_near(NonZeroU8::new(near))))
}

impl NamedFeatures<Gomoku> for Patterns {
    const SET: Self = Self;
}
impl NamedFeatures<Gomoku> for Shapes {
    const SET: Self = Self;
}

/// Twos, threes and fours: each stone more is worth ten times as much; the opponent's count against.
const PATTERNS: [f32; 6] = [1.0, 10.0, 100.0, -1.0, -10.0, -100.0];
/// Open and half-open twos, threes and fours: an open one is as good as a half-open one with a stone more.
const SHAPES: [f32; 12] = [
    10.0, 1.0, 100.0, 10.0, 1000.0, 100.0, -10.0, -1.0, -100.0, -10.0, -1000.0, -100.0,
];

impl Shelf for Gomoku {
    fn evaluators() -> Vec<Item<Self, BoxedEvaluator<Self>>> {
        vec![
            Item {
                name: "patterns",
                about: "five cells with two, three or four own stones and no other: 1, 10, 100",
                params: &[],
                make: |game, _| Ok(Box::new(Linear::new(game, Patterns, PATTERNS.to_vec()))),
            },
            Item {
                name: "shapes",
                about: "open and half-open twos, threes and fours",
                params: &[],
                make: |game, _| Ok(Box::new(Linear::new(game, Shapes, SHAPES.to_vec()))),
            },
        ]
    }

    fn feature_sets() -> Vec<FeatureSet<Self>> {
        vec![
            Patterns::named(
                "patterns",
                "five cells with two, three or four stones of one player",
            ),
            Shapes::named("shapes", "stones side by side, by number and open ends"),
        ]
    }
}
