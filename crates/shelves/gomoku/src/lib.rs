//! Gomoku on the shelf; [`gomoku`] is the entry of the registry.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_gomoku::gomoku());
//! let game = registry.open("gomoku")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod speed;
mod teacher;

use plyscope_workbench::{GameEntry, Param, ParamKind, Shelf};
use std::num::NonZeroU8;

use plyscope_eval::Linear;
use plyscope_eval::patterns::ReadPatterns as _;
use plyscope_foreign::GomocupAgent;
use plyscope_gomoku::{Amoba, AmobaMore, FiveRule, FiveWindows, Gomoku, Shapes};
use plyscope_solver_gomoku::{ThreatParams, ThreatSearch};

use plyscope_workbench::engines::{GOMOCUP_PARAMS, talk};
use plyscope_workbench::patterns;

use crate::teacher::learn_gomoku;

/// The entry of the registry.
pub fn gomoku() -> GameEntry {
    let params = [
        Param::new("size", ParamKind::Count(5, 20), "15", "columns and rows"),
        Param::new(
            "rule",
            ParamKind::Choice(&["free", "exact"]),
            "free",
            "whether more than five win too",
        ),
        Param::new(
            "near",
            ParamKind::Count(0, 20),
            "2",
            "searches look only so far from other stones; 0 for everywhere",
        ),
    ];
    GameEntry::new("gomoku", "five in a row (amoba)", &params, |params| {
        let rule = match params.word("rule") {
            "exact" => FiveRule::Exact,
            _ => FiveRule::Freestyle,
        };
        let near = params.count("near").unwrap_or_default() as u8;
        let game = Gomoku::new(params.count("size").unwrap_or(15) as usize, rule)?;
        Ok(shelf(game.with_near(NonZeroU8::new(near))))
    })
    .also_called(&["amoba", "five-in-a-row"])
}

/// Twos, threes and fours: each stone more is worth ten times as much; the opponent's count against.
const PATTERNS: [f32; 6] = [1.0, 10.0, 100.0, -1.0, -10.0, -100.0];
/// Open and half-open twos, threes and fours: an open one is as good as a half-open one with a stone more.
const SHAPES: [f32; 12] = [
    10.0, 1.0, 100.0, 10.0, 1000.0, 100.0, -10.0, -1.0, -100.0, -10.0, -1000.0, -100.0,
];

/// The word for those weights.
const BY_HAND: &str = "by-hand";
const BY_HAND_OR_FILE: Param = Param::new(
    "weights",
    ParamKind::FileOr(&[BY_HAND]),
    BY_HAND,
    "1, 10 and 100, or a file made by `plyscope learn gomoku --method patterns`",
);
/// The same on a board for which learned ones ship.
const BY_HAND_OR_SHIPPED: Param = Param::new(
    "weights",
    ParamKind::FileOr(&[BY_HAND, patterns::SHIPPED]),
    BY_HAND,
    "1, 10 and 100, the learned ones that ship (`shipped`), or a file made by `plyscope learn gomoku --method patterns`",
);

/// What the search for threats may be told.
const THREAT_PARAMS: [Param; 2] = [
    Param::new(
        "threes",
        ParamKind::Count(0, 10),
        "2",
        "open threes on the way to a win; fours are followed to the end",
    ),
    Param::new(
        "stones",
        ParamKind::Count(1, u64::MAX),
        "100000",
        "stones to put in one such search at the most",
    ),
];

fn shelf(game: Gomoku) -> Shelf<Gomoku> {
    let learned = patterns::patterns();
    let weights = if game.ships_patterns() {
        BY_HAND_OR_SHIPPED
    } else {
        BY_HAND_OR_FILE
    };
    let shelf = Shelf::new(game)
        .agent_with(
            "gomocup",
            "a program that speaks the protocol of the Gomocup",
            GOMOCUP_PARAMS,
            |game: &Gomoku, params| {
                let exact = game.rule() == FiveRule::Exact;
                Ok(Box::new(GomocupAgent::new(talk("gomocup", params)?, exact)))
            },
        )
        .evaluator_with(
            patterns::NAME,
            "five cells with two, three or four own stones and no other: 1, 10, 100; or learned tables of lines",
            &[weights],
            move |game, params| match params.text("weights") {
                Some(BY_HAND) | None => Ok(Box::new(Linear::new(game, FiveWindows, PATTERNS.to_vec()))),
                Some(_) => learned(game, params),
            },
        )
        .weighted(
            "shapes",
            "open and half-open twos, threes and fours",
            Shapes,
            |_| SHAPES.to_vec(),
        );
    with_features(shelf)
        .wrapper(
            "threats",
            "wins by fours and open threes first, then another agent",
            &THREAT_PARAMS,
            |_, params, behind| {
                let params = ThreatParams {
                    threes: params.count("threes").unwrap_or_default() as u32,
                    nodes: params.count("stones").unwrap_or_default(),
                };
                Ok(Box::new(ThreatSearch::new(params, behind)))
            },
        )
        .played_by("threats")
        .patterns(learn_gomoku)
}

fn with_features(shelf: Shelf<Gomoku>) -> Shelf<Gomoku> {
    shelf
        .features(
            "patterns",
            "five cells with two, three or four stones of one player",
            FiveWindows,
        )
        .features(
            "shapes",
            "stones side by side, by number and open ends",
            Shapes,
        )
        .features(
            "amoba",
            "Balázsfalvi's three: twos, threes and fours, own less the opponent's",
            Amoba,
        )
        .features(
            "amoba-more",
            "those three, open ones, and those of the player to move",
            AmobaMore,
        )
}
