//! Heuristics made from a rule sheet, on the shelf of its game.

use plyscope_game::Error;
use plyscope_gdl::{
    ActionHeuristic, ActionParams, FluentCounts, Fuzzy, FuzzyGoal, GdlError, GdlGame, GoalNow,
    GoalProximity, Norm, Rarity,
};

use plyscope_workbench::{Param, ParamKind, Params, Shelf};

use crate::sheets::gdl_error;

const TRUTH: ParamKind = ParamKind::Number(0.51, 0.999);
const ABOUT_TRUTH: &str = "the degree of truth of what holds";

/// Adds what can be made from the rules alone; none of it is made before it is asked for.
pub(super) fn with_heuristics(shelf: Shelf<GdlGame>) -> Shelf<GdlGame> {
    let fluents = FluentCounts::new(shelf.game()).ok();
    let shelf = evaluators(shelf).heuristic_with(
        "action",
        "what a move does for the goals, read off the rules without making it",
        &[
            Param::new(
                "norm",
                ParamKind::Choice(&["product", "yager"]),
                "product",
                "how the degrees of a conjunction's parts go together",
            ),
            Param::new("truth", TRUTH, "0.9", ABOUT_TRUTH),
            Param::new(
                "change",
                ParamKind::Switch,
                "off",
                "value what changes, and not what it changes to",
            ),
            Param::new(
                "others",
                ParamKind::Switch,
                "on",
                "subtract what the move does for the goals of the others",
            ),
        ],
        |game, params| {
            let action = ActionHeuristic::new(game, action_params(params));
            Ok(Box::new(action.map_err(|error| told(game, &error))?))
        },
    );
    match fluents {
        Some(fluents) => shelf.features(
            "fluents",
            "how many fluents of each kind hold, places left out",
            fluents,
        ),
        None => shelf,
    }
}

fn evaluators(shelf: Shelf<GdlGame>) -> Shelf<GdlGame> {
    shelf
        .evaluator_with(
            "fuzzy-goal",
            "how nearly the goals are fulfilled, in degrees of truth",
            &[Param::new("truth", TRUTH, "0.75", ABOUT_TRUTH)],
            |game, params| {
                let fuzzy = Fuzzy {
                    truth: params.number("truth").unwrap_or(0.75) as f32,
                    norm: Norm::Yager,
                };
                let goal = FuzzyGoal::new(game, fuzzy);
                Ok(Box::new(goal.map_err(|error| told(game, &error))?))
            },
        )
        .evaluator_with(
            "goal-proximity",
            "the share of the goals' conditions that hold",
            &[],
            |game, _| {
                let goal = GoalProximity::new(game);
                Ok(Box::new(goal.map_err(|error| told(game, &error))?))
            },
        )
        .evaluator(
            "goal-now",
            "the points that the sheet names if the game ended here",
            GoalNow,
        )
        .evaluator_with(
            "novelty",
            "how rare in random games the fluents are that hold",
            &[
                Param::new(
                    "games",
                    ParamKind::Count(1, 100_000),
                    "100",
                    "random games to see what is common",
                ),
                Param::new("seed", ParamKind::Count(0, u64::MAX), "1", "chance"),
            ],
            |game, params| {
                let games = params.count("games").unwrap_or(100) as u32;
                let rarity = Rarity::new(game, games, params.count("seed").unwrap_or(1));
                Ok(Box::new(rarity.map_err(|error| told(game, &error))?))
            },
        )
}

fn action_params(params: &Params) -> ActionParams {
    let norm = match params.word("norm") {
        "yager" => Norm::Yager,
        _ => Norm::Product,
    };
    ActionParams {
        fuzzy: Fuzzy {
            truth: params.number("truth").unwrap_or(0.9) as f32,
            norm,
        },
        change: params.switch("change"),
        others: params.switch("others"),
    }
}

fn told(game: &GdlGame, error: &GdlError) -> Error {
    gdl_error(game.name(), error)
}
