//! The formula from skill to Elo, and how far it is to be trusted.
//!
//! A heuristic's skill by a truth is a mean of three numbers, each 0 for a blind chooser and 1 for
//! a perfect one: pairs of moves in order (weighted by what is at stake), the cost of its choices,
//! and values of different states in order. Skill by results of play and skill by proofs are
//! averaged, proofs by the share of the plies that they cover. What a blind chooser loses in a
//! whole game turns skill into points per game, and `Shape::elo` these into Elo.
//!
//! Under search it is the searching agent that is judged: its skill at depth 3 goes with strength
//! at depth 3 far better than the bare heuristic's does.
//!
//! States and games against the panel (see `panel.rs`) are two instruments, each with an error of its
//! own: a heuristic's Elo is the mean of both, each counted by how sure it is.
//!
//! What counts how much among the skills (`across`, `proof`) and the widths `apart` and `share` were
//! chosen on six pools of 40 to 52 heuristics of the recipe `mixed` (Connect Four, Othello 6×6 and
//! 8×8); `elo`, `states` and `lean`, and the errors of the panels in their files, on four pools per game
//! of the recipes `mixed` and `decades` (`tests/strength/study.py --fit`), and `least` so that intervals
//! hold about 97 % there, because they hold fewer of other kinds: nothing of these was fitted to
//! the recipes `learned`, `good`, `patterns` and `searches`.
//! `docs/concepts/strength.md` tells how far they were right on all of them. The factors by which
//! doubts widen an interval are judgement, not fitted, and so are all numbers of `mcts`.

use super::losses::Skill;
use super::panel::Rated;
use super::stakes::{Kind, Stakes};
use super::{Candidate, Way};
use crate::{TruthKind, Truths};

/// The constants of one use.
pub(super) struct Shape {
    /// What order across states counts beside order and choice, which count 1 each.
    across: f64,
    /// What proofs of all plies count beside results of play, which count 1.
    proof: f64,
    /// Elo per point of a win that is lost in a game.
    elo: f64,
    /// Elo by which even two of the same choices may differ.
    least: f64,
    /// The standard deviation of the error for two that never choose alike.
    apart: f64,
    /// The same as a share of the predicted difference.
    share: f64,
    /// The standard deviation of one heuristic's error by states alone.
    states: f64,
    /// The standard deviation, from pool to pool, of how many times as large differences are as predicted.
    lean: f64,
}

const fn shape(way: Way) -> Shape {
    match way {
        Way::OnePly => Shape {
            across: 0.5,
            proof: 0.25,
            elo: 48.0,
            least: 8.0,
            apart: 155.0,
            share: 0.19,
            states: 81.0,
            lean: 0.09,
        },
        Way::DepthThree => Shape {
            across: 0.125,
            proof: 2.0,
            elo: 75.0,
            least: 13.0,
            apart: 115.0,
            share: 0.17,
            states: 73.0,
            lean: 0.14,
        },
        Way::Mcts => Shape {
            across: 0.0,
            proof: 1.0,
            elo: 15.0,
            least: 15.0,
            apart: 90.0,
            share: 0.6,
            states: 60.0,
            lean: 0.0,
        },
    }
}

/// The formula for one use on some states.
pub(super) struct Form {
    /// What each truth counts; they add up to 1.
    truths: [f64; 2],
    across: f64,
    /// Elo for the whole way from a blind chooser to a perfect one.
    scale: f64,
}

impl Form {
    pub(super) fn of(way: Way, stakes: &Stakes) -> Self {
        let own = shape(way);
        let play = f64::from(u8::from(stakes.known(Kind::Play) > 0));
        let proof = if play > 0.0 {
            own.proof * stakes.covered(Kind::Proof)
        } else {
            1.0
        };
        let kind = if play > 0.0 { Kind::Play } else { Kind::Proof };
        Self {
            truths: [play / (play + proof), proof / (play + proof)],
            across: own.across,
            scale: own.elo * stakes.blind_per_game(kind),
        }
    }

    /// Elo above a blind chooser; only differences mean anything.
    pub(super) fn elo(&self, skills: [Skill; 2]) -> f64 {
        let one =
            |own: Skill| (own.order + own.choice + self.across * own.across) / (2.0 + self.across);
        let mean: f64 = skills
            .into_iter()
            .zip(self.truths)
            .map(|(own, counts)| counts * one(own))
            .sum();
        self.scale * mean
    }
}

/// What states and games say of a heuristic together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Blend {
    /// Elo above a blind chooser.
    pub(super) elo: f64,
    /// What states count for in it, from 0 to 1; games against the panel count for the rest.
    states: f64,
    /// The standard deviation of what the panel is wrong about, however many games there are.
    bias: f64,
    /// The standard deviation of the error of the games, with that.
    panel: f64,
}

/// What states and games make one believe of a heuristic together: each counts by how sure it is.
/// `sampled` is the sampling error of the states, which is large where they are few; who is no evaluator
/// plays `of_its_own`.
pub(super) fn blend(
    way: Way,
    by_states: f64,
    sampled: f64,
    by_games: Option<Rated>,
    of_its_own: bool,
) -> Blend {
    let Some(games) = by_games else {
        return Blend {
            elo: by_states,
            states: 1.0,
            bias: 0.0,
            panel: 0.0,
        };
    };
    let sure = |deviation: f64| 1.0 / (deviation * deviation);
    let bias = games.bias * if of_its_own { OF_ITS_OWN } else { 1.0 };
    let error = games.error.hypot(bias);
    let (states, panel) = (sure(shape(way).states.hypot(sampled)), sure(error));
    let share = states / (states + panel);
    Blend {
        elo: share * by_states + (1.0 - share) * games.elo,
        states: share,
        bias,
        panel: error,
    }
}

/// The standard deviation of the error about two heuristics that both met the panel: `by_states` is
/// that of states alone, `games` that of the games themselves. States and games count for as much
/// as in the Elo of the two; where they do not count alike in both, what states and games say of
/// the level of both is part of the error, too.
pub(super) fn blended_deviation(
    way: Way,
    (a, b): (&Blend, &Blend),
    apart: f64,
    by_states: f64,
    games: f64,
) -> f64 {
    let own = shape(way);
    // What the panel is wrong about is common to two as far as they choose alike.
    let bias = a.bias.hypot(b.bias) * (2.0 * apart.sqrt()).min(1.0);
    let panel = own.least.hypot(bias).hypot(games);
    let states = f64::midpoint(a.states, b.states);
    let unlike = (a.states - b.states) / 2.0;
    let level = (a.panel.hypot(b.panel)).hypot(own.states * std::f64::consts::SQRT_2);
    (states * by_states)
        .hypot((1.0 - states) * panel)
        .hypot(unlike * level)
        .hypot(own.lean * (a.elo - b.elo))
}

/// The standard deviation of the error about two of whom one or both did not meet the panel.
pub(super) fn alone_deviation(way: Way, by_states: f64, gap: f64) -> f64 {
    by_states.hypot(shape(way).lean * gap)
}

/// The standard deviation of the model's error by states for two that are `gap` Elo apart and choose
/// differently in a share `apart` of the states, where nothing makes it less sure.
pub(super) fn usual_deviation(way: Way, gap: f64, apart: f64) -> f64 {
    let own = shape(way);
    own.least
        .hypot(own.apart * apart.sqrt())
        .hypot(own.share * gap)
}

/// How many times as much a panel of evaluators is wrong about who plays otherwise: searches, samplers and
/// who strays fare otherwise between themselves than against it.
const OF_ITS_OWN: f64 = 2.0;
/// How much wider an interval is for each thing that the pools did not have.
const UNPLAYED: f64 = 1.6;
const UNSEEN_KIND: f64 = 1.5;
const UNSEARCHED: f64 = 2.0;
/// How much wider for a game that none of the pools were of.
const UNSEEN_GAME: f64 = 1.4;
/// How many times as large as predicted differences may be in such a game: what a point is worth in
/// Elo is another thing in each, about seven times as much in Breakthrough (`tests/strength/unseen.py`).
const UNSEEN_REACH: f64 = 8.0;

/// The share of the plies of which states may be missing: the pools' own benchmarks leave out so many.
const MOST_UNCOVERED: f64 = 0.05;

/// What makes a prediction less sure.
pub(super) struct Doubt {
    /// The share of the plies up to the last one without a state.
    uncovered: f64,
    first: u32,
    is_played: bool,
    is_estimated: bool,
    is_seen_game: bool,
    game: String,
    unseen: Vec<bool>,
    unsearched: Vec<String>,
}

impl Doubt {
    pub(super) fn of(
        truths: &Truths,
        stakes: &Stakes,
        all: &[Candidate<'_>],
        is_studied: bool,
    ) -> Self {
        let (first, _) = stakes.plies;
        Self {
            uncovered: stakes.uncovered(),
            first,
            is_played: stakes.known(Kind::Play) > 0,
            is_estimated: truths.made == TruthKind::Estimated,
            is_seen_game: is_studied,
            game: truths.game.clone(),
            unseen: all.iter().map(|own| !own.is_known_kind).collect(),
            unsearched: all
                .iter()
                .filter(|own| own.searched.is_none() && own.is_evaluator)
                .map(|own| own.name.clone())
                .collect(),
        }
    }

    /// Whether the states are of a part of the game only.
    pub(super) fn is_narrow(&self) -> bool {
        self.uncovered > MOST_UNCOVERED
    }

    /// How many times as large as predicted differences may be.
    pub(super) fn reach(&self) -> f64 {
        if self.is_seen_game { 1.0 } else { UNSEEN_REACH }
    }

    /// The standard deviation of the model's error for two heuristics, by their places, that are
    /// `gap` Elo apart and choose differently in a share `apart` of the states.
    pub(super) fn deviation(
        &self,
        way: Way,
        (a, b): (usize, usize),
        gap: f64,
        apart: f64,
        unsearched: bool,
    ) -> f64 {
        let usual = usual_deviation(way, gap, apart);
        let mut wider = 1.0 + 2.0 * self.uncovered;
        for (holds, factor) in [
            (!self.is_played, UNPLAYED),
            (self.is_estimated, UNPLAYED),
            (!self.is_seen_game, UNSEEN_GAME),
            (self.unseen[a] || self.unseen[b], UNSEEN_KIND),
            (unsearched, UNSEARCHED),
        ] {
            if holds {
                wider *= factor;
            }
        }
        usual * wider
    }

    /// The doubts as sentences.
    pub(super) fn words(&self, all: &[Candidate<'_>]) -> Vec<String> {
        let mut words = Vec::new();
        if self.is_narrow() {
            words.push(format!(
                "No state of {:.0} % of the plies was judged (the first is of ply {}), so what happens there is not predicted: intervals are wider.",
                100.0 * self.uncovered,
                self.first
            ));
        }
        if !self.is_played {
            words.push(
                "The benchmark does not tell what players made of its moves (labels by `played`), only what best play makes of them: intervals are wider."
                    .to_owned(),
            );
        }
        if self.is_estimated {
            words.push(
                "The truth is estimated by a search, whose own errors count as the heuristics': intervals are wider."
                    .to_owned(),
            );
        }
        if !self.is_seen_game {
            words.push(format!(
                "Predictions were fitted to Connect Four and Othello, not to {}, where differences may be up to {UNSEEN_REACH} times as large: intervals are wider.",
                self.game
            ));
        }
        let unseen = all.iter().filter(|own| !own.is_known_kind);
        let unseen: Vec<&str> = unseen.map(|own| &*own.name).collect();
        if !unseen.is_empty() {
            words.push(format!(
                "Predictions were never tried on heuristics of this kind, so that intervals are wider: {}.",
                unseen.join(", ")
            ));
        }
        let own = all.iter().filter(|own| !own.is_evaluator);
        let own: Vec<&str> = own.map(|own| &*own.name).collect();
        if !own.is_empty() {
            words.push(format!(
                "These play as they are, whatever the use that others are put to: {}.",
                own.join(", ")
            ));
        }
        if !self.unsearched.is_empty() {
            words.push(format!(
                "No search of depth 3 with these was judged, so that its prediction is a guess from what they say by themselves: {}.",
                self.unsearched.join(", ")
            ));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_for_nothing_in_the_number_narrows_no_interval() {
        let hardly = |elo| {
            Some(Rated {
                elo,
                error: 1e6,
                bias: 20.0,
            })
        };
        for way in [Way::OnePly, Way::DepthThree] {
            let (a, b) = (
                blend(way, 5.0, 0.0, hardly(900.0), false),
                blend(way, 5.0, 0.0, hardly(0.0), false),
            );
            assert!((a.elo - 5.0).abs() < 0.1, "{a:?}");
            let found = blended_deviation(way, (&a, &b), 0.5, 120.0, 1.0);
            assert!((found - 120.0).abs() < 0.1, "{found}");
        }
    }

    #[test]
    fn the_interval_is_wider_where_states_and_games_count_differently_in_two() {
        let games = |error| {
            Some(Rated {
                elo: 0.0,
                error,
                bias: 20.0,
            })
        };
        let [sure, unsure] =
            [20.0, 200.0].map(|error| blend(Way::OnePly, 0.0, 0.0, games(error), false));
        let middle = Blend {
            states: f64::midpoint(sure.states, unsure.states),
            panel: f64::midpoint(sure.panel, unsure.panel),
            ..sure
        };
        let width = |a, b| blended_deviation(Way::OnePly, (a, b), 0.5, 120.0, 40.0);
        assert!(width(&sure, &unsure) > width(&middle, &middle));
    }
}
