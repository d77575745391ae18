//! Heuristics of every game by name, and what they do in a tree search.

use plyscope_eval::{LONGEST_RANDOM_GAME, MoverMobility, endless_random_game};
use plyscope_game::any::{AnyFeatures, AnyGame, AnyStates};
use plyscope_game::{Chance, Error, Payoffs, Player, Value};
use plyscope_learn::{Example, FitParams, Positions, fit};
use plyscope_search::{Lean, Policy};

use super::common::SEED;
use crate::{Listing, Param, ParamKind, Params, Spec, unknown};

const HISTORY: &str = "history";
const MOBILITY: &str = "mobility";
const INVERSE: &str = "inverse-mobility";
pub(super) const LEARNED: &str = "learned";

/// States that are taken from every random game that weights are learned from.
const PER_GAME: usize = 4;

/// What `mcts` can be told about the heuristic in it.
pub(super) fn params() -> [Param; 6] {
    [
        Param::new(
            "eval",
            ParamKind::Text,
            "",
            "a heuristic, of states or of moves, that steers playouts or biases the tree; chance alone if not given",
        ),
        Param::new(
            "policy",
            ParamKind::Choice(&["epsilon-greedy", "softmax", "none"]),
            "epsilon-greedy",
            "how playouts follow it; none for a bias alone",
        ),
        Param::new(
            "random",
            ParamKind::Number(0.0, 1.0),
            "0.3",
            "of epsilon-greedy: the share of random moves",
        ),
        Param::new(
            "temperature",
            ParamKind::Number(1e-3, 1e6),
            "0.2",
            "of softmax: near 0 the best move alone, large all alike; values go from 0, the worst move, to 1, the best",
        ),
        Param::new(
            "bias",
            ParamKind::Number(0.0, 100.0),
            "0",
            "progressive bias: what the best move has in advance, divided by its visits and one; a win is 1",
        ),
        Param::new(
            "prior",
            ParamKind::Number(0.0, 1e9),
            "0",
            "the playouts that the heuristic counts for in the mean of a move",
        ),
    ]
}

/// What the heuristic of a tree search does, and its spec, where parameters name one.
pub(super) struct Steered {
    pub(super) spec: Spec,
    pub(super) playouts: Option<Policy>,
    pub(super) lean: Lean,
}

pub(super) fn steered(params: &Params) -> Result<Option<Steered>, Error> {
    let number = |name: &str| params.number(name).unwrap_or(0.0);
    let lean = Lean {
        bias: number("bias") as f32,
        prior: number("prior") as f32,
    };
    let playouts = match params.word("policy") {
        "none" => None,
        "softmax" => Some(Policy::Softmax {
            temperature: number("temperature"),
        }),
        _ => Some(Policy::EpsilonGreedy {
            random: number("random"),
        }),
    };
    let counts = lean.bias > 0.0 || lean.prior > 0.0;
    let Some(eval) = params.text("eval") else {
        if counts || params.word("policy") != "epsilon-greedy" {
            let what = "`policy`, `bias` and `prior` say what a heuristic does in the tree, and none is given";
            return Err(Error::misuse(what, "name one by `eval`"));
        }
        return Ok(None);
    };
    if playouts.is_none() && !counts {
        let what = "the heuristic of `eval` has nothing to do: it neither steers playouts nor biases the tree";
        let hint = "give `bias` or `prior`, or another `policy`";
        return Err(Error::misuse(what, hint));
    }
    Ok(Some(Steered {
        spec: Spec::parse(eval)?,
        playouts,
        lean,
    }))
}

/// Heuristics of moves that every game has.
pub(crate) fn heuristic_listings() -> Vec<Listing> {
    let games = Param::new(
        "games",
        ParamKind::Count(1, 100_000_000),
        "1000",
        "random games to learn it from",
    );
    vec![Listing::new(
        HISTORY,
        "the mean result of a move in random games, wherever it was made (MAST)",
        &[games, SEED],
    )]
}

/// Evaluators that are made from the rules of any game.
pub(super) fn evaluator_listings() -> Vec<Listing> {
    vec![
        Listing::new(
            MOBILITY,
            "the mover's legal moves, for him and against all others",
            &[],
        ),
        Listing::new(INVERSE, "the same turned round: few moves are good", &[]),
        Listing::new(
            LEARNED,
            "features weighted by regression on the results of random games",
            &[
                Param::new(
                    "features",
                    ParamKind::Text,
                    "",
                    "the feature set; the game's last one if not given",
                ),
                Param::new(
                    "games",
                    ParamKind::Count(10, 100_000_000),
                    "1000",
                    "random games to learn from",
                ),
                SEED,
            ],
        ),
    ]
}

/// Heuristics that are read off a rule sheet.
const FROM_RULES: [&str; 5] = [
    "action",
    "fuzzy-goal",
    "goal-proximity",
    "goal-now",
    "novelty",
];

/// Why a heuristic does not apply to a game that has no rule sheet, if it is one that needs it.
pub(super) fn needs_sheet(name: &str, game: &str) -> Option<Error> {
    let what = format!("`{name}` does not apply to {game}: it is read off the rules of a sheet");
    let hint = "it is for games by gdl:SHEET; mobility, history and learned apply to every game";
    FROM_RULES
        .contains(&name)
        .then(|| Error::unsuited(what, hint))
}

/// Whether an evaluator is one of those, and not a game's own of the same name.
pub(crate) fn is_for_all(listing: &Listing) -> bool {
    let mut all = evaluator_listings().into_iter();
    all.any(|own| own.name == listing.name && own.about == listing.about)
}

/// The seed of what is learned from random games unless the spec gives one: a heuristic is the
/// same in every game of a match.
const USUAL_SEED: u64 = 1;

/// How a heuristic of [`heuristic_listings`] is learned.
pub(super) struct Learning {
    pub(super) games: u64,
    pub(super) seed: u64,
}

impl Learning {
    pub(super) fn of(params: &Params) -> Self {
        Self {
            games: params.count("games").unwrap_or(1),
            seed: params.count("seed").unwrap_or(USUAL_SEED),
        }
    }
}

/// Whether an evaluator of [`evaluator_listings`] counts moves, and which way.
pub(super) fn mobility(name: &str) -> Option<MoverMobility> {
    matches!(name, MOBILITY | INVERSE).then(|| MoverMobility {
        inverse: name == INVERSE,
    })
}

/// Weights of a feature set by regression on the results of random games.
pub(super) fn learned(
    game: &dyn AnyGame,
    features: &dyn AnyFeatures,
    set: &str,
    how: &Learning,
) -> Result<Vec<Value>, Error> {
    let facts = game.facts();
    let in_context = |error: Error| {
        error.in_context(format!(
            "weights of `{set}` cannot be learned from random games"
        ))
    };
    let (mut states, mut examples) = (game.states(), Vec::new());
    for number in 0..how.games {
        let mut chance = Chance::for_task(how.seed, number);
        let mut line = game.states();
        let payoffs = random_line(&mut *line, &mut chance)
            .ok_or_else(|| in_context(endless_random_game()))?;
        let points = |player| f64::from(payoffs.of(player));
        for _ in 0..PER_GAME {
            let at = chance.below(line.len() as u32) as usize;
            for player in (0..facts.players).map(Player) {
                states.push_from(&*line, at);
                examples.push(Example {
                    player,
                    value: points(player) - facts.level(),
                    group: number as u32,
                });
            }
        }
    }
    let rows = Positions::new(features, &*states, &examples);
    let params = FitParams {
        folds: 5,
        ..FitParams::default()
    };
    let learned = fit(&rows, &params).map_err(in_context)?;
    Ok(learned.weights())
}

/// Adds the states of a random game; nothing is given if it does not end.
fn random_line(line: &mut dyn AnyStates, chance: &mut Chance) -> Option<Payoffs> {
    line.push_start();
    let mut rounds = 0;
    while rounds <= LONGEST_RANDOM_GAME {
        let last = line.len() - 1;
        if let Some(payoffs) = line.payoffs(last) {
            return Some(payoffs);
        }
        let mv = line.pick(last, chance);
        line.push_after(last, mv);
        rounds += u32::from(!line.is_hidden(last + 1));
    }
    None
}

/// Why there is no feature set of such a name to be learned.
pub(super) fn no_features(name: Option<&str>, known: &[&str], game: &str) -> Error {
    match name {
        Some(name) if !known.is_empty() => {
            unknown(format!("{game} has no feature set `{name}`"), name, known)
        }
        _ => Error::unsuited(
            format!("`{LEARNED}` does not apply to {game}, which has no features to weigh"),
            "take another heuristic, such as `mobility` or `history`",
        ),
    }
}
