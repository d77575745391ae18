//! Heuristics of every game by name, and what they do in a tree search.

use std::sync::Arc;

use plyscope_eval::{History, MoverMobility};
use plyscope_game::any::Hidden;
use plyscope_game::{Chance, Error, Facts, Notation, Player};
use plyscope_learn::{Example, FitParams, Positions, fit};
use plyscope_search::{Adviser, Lean, Policy, Steering};

use super::Maker;
use super::common::SEED;
use crate::kit::MakeOrder;
use crate::shelf::{BoxedEvaluator, BoxedHeuristic, FeatureSet};
use crate::{Listing, Param, ParamKind, Params, Spec, unknown};

const HISTORY: &str = "history";
const MOBILITY: &str = "mobility";
const INVERSE: &str = "inverse-mobility";
const LEARNED: &str = "learned";

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

/// The heuristic of a tree search, where its parameters name one.
pub(super) fn steering<G: Notation>(
    context: &Maker<'_, G>,
    params: &Params,
    seed: u64,
) -> Result<Option<Steering<G>>, Error> {
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
    // A seed that the spec gives is that of the heuristic too.
    let order = MakeOrder {
        seed,
        ..*context.order
    };
    let maker = Maker {
        order: &order,
        ..*context
    };
    let spec = Spec::parse(eval)?;
    let adviser = match maker.heuristic(&spec)? {
        Some(heuristic) => Adviser::Heuristic(heuristic),
        None => Adviser::Evaluator(maker.evaluator(&spec)?),
    };
    Ok(Some(Steering {
        adviser,
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

impl<G: Notation> Maker<'_, G> {
    /// Makes the heuristic of moves that a spec names, if it names one.
    pub(super) fn heuristic(&self, spec: &Spec) -> Result<Option<BoxedHeuristic<G>>, Error> {
        let owner = format!("the heuristic `{}`", spec.name);
        let mut own = self.shelf.heuristics.iter();
        if let Some(own) = own.find(|own| own.listing.name == spec.name) {
            let params = Params::check(&owner, spec, &own.listing.params)?;
            return (own.make)(self.game(), &params).map(Some);
        }
        let common = heuristic_listings();
        let Some(common) = common.iter().find(|own| own.name == spec.name) else {
            return Ok(None);
        };
        let params = Params::check(&owner, spec, &common.params)?;
        let games = params.count("games").unwrap_or(1);
        let seed = params.count("seed").unwrap_or(USUAL_SEED);
        Ok(Some(Box::new(History::new(self.game(), games, seed))))
    }

    /// Makes one of the evaluators of [`evaluator_listings`], if that is its name.
    pub(super) fn usual_for_all(
        &self,
        name: &str,
        params: &Params,
    ) -> Result<Option<BoxedEvaluator<G>>, Error> {
        Ok(Some(match name {
            MOBILITY | INVERSE => Box::new(MoverMobility {
                inverse: name == INVERSE,
            }),
            LEARNED => self.learned(params)?,
            _ => return Ok(None),
        }))
    }

    fn learned(&self, params: &Params) -> Result<BoxedEvaluator<G>, Error> {
        let set = self.feature_set(params.text("features"))?;
        let games = params.count("games").unwrap_or(1);
        let seed = params.count("seed").unwrap_or(USUAL_SEED);
        let game = Hidden::shared(Arc::clone(&self.shelf.game));
        let facts = self.game().facts();
        let (mut states, mut examples) = (game.states(), Vec::new());
        for number in 0..games {
            let mut chance = Chance::for_task(seed, number);
            let mut line = game.states();
            line.push_start();
            while line.payoffs(line.len() - 1).is_none() {
                let last = line.len() - 1;
                let mv = line.pick(last, &mut chance);
                line.push_after(last, mv);
            }
            let payoffs = line.payoffs(line.len() - 1);
            let points = |player| payoffs.map_or(0.0, |own| f64::from(own.of(player)));
            for _ in 0..PER_GAME {
                let at = chance.below(line.len() as u32) as usize;
                for player in players(&facts) {
                    states.push_from(&*line, at);
                    examples.push(Example {
                        player,
                        value: points(player) - facts.level(),
                        group: number as u32,
                    });
                }
            }
        }
        let features = (set.hidden)(&self.shelf.game);
        let rows = Positions::new(&*features, &*states, &examples);
        let params = FitParams {
            folds: 5,
            ..FitParams::default()
        };
        let learned = fit(&rows, &params).map_err(|error| {
            let name = &set.listing.name;
            error.in_context(format!(
                "weights of `{name}` cannot be learned from random games"
            ))
        })?;
        let offset = plyscope_eval::Offset::default();
        Ok((set.linear)(self.game(), learned.weights(), offset))
    }

    fn feature_set(&self, name: Option<&str>) -> Result<&FeatureSet<G>, Error> {
        let sets = &self.shelf.features;
        let game = self.order.game_name;
        let found = match name {
            Some(name) => sets.iter().find(|set| set.listing.name == name),
            None => sets.last(),
        };
        found.ok_or_else(|| match name {
            Some(name) if !sets.is_empty() => {
                let known: Vec<&str> = sets.iter().map(|set| &*set.listing.name).collect();
                unknown(format!("{game} has no feature set `{name}`"), name, &known)
            }
            _ => Error::unsuited(
                format!("`{LEARNED}` does not apply to {game}, which has no features to weigh"),
                "take another heuristic, such as `mobility` or `history`",
            ),
        })
    }
}

fn players(facts: &Facts) -> impl Iterator<Item = Player> + use<> {
    (0..facts.players).map(Player)
}
