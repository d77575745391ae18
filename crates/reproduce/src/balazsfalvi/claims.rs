//! The paper's claims, one by one, held against what came out.

use serde::Serialize;

use super::chess::{APPENDIX_B, BOOK};
use super::lab::distance;
use super::{LabTrial, MatchResult, Report};

/// Weights that are off by no more are "about" the paper's.
const ABOUT: f64 = 0.25;
/// A population whose spread is no more than this share of the first has converged.
const NARROW: f64 = 0.5;
/// Generations within which it converges fast.
const FAST: usize = 6;

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// It holds here.
    Holds,
    /// Some of it does.
    InPart,
    /// It does not.
    DoesNot,
    /// These experiments cannot tell.
    Untold,
}

impl ClaimVerdict {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::InPart => "holds in part",
            Self::DoesNot => "does not hold here",
            Self::Untold => "not shown",
        }
    }

    /// Holds if the first is true, in part if the second is.
    fn of(holds: bool, in_part: bool) -> Self {
        match (holds, in_part) {
            (true, _) => Self::Holds,
            (false, true) => Self::InPart,
            (false, false) => Self::DoesNot,
        }
    }
}

/// A claim and what was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// The claim.
    pub claim: &'static str,
    /// What became of it.
    pub verdict: ClaimVerdict,
    /// What it would take to hold.
    pub measure: &'static str,
    /// What was found.
    pub found: String,
}

impl Report {
    /// The claims; those whose experiments are missing are not among them.
    pub fn claims(&self) -> Vec<Claim> {
        let all = [
            self.scale(),
            self.amoba_converges(),
            self.three_make_mistakes(),
            self.more_features(),
            self.material_is_standard(),
            self.material_is_weak(),
            self.attack_factors(),
            self.appendix_b(),
            self.deeper(),
            self.others(),
            self.optimum(),
        ];
        all.into_iter().flatten().collect()
    }

    fn of_paper(trials: &[LabTrial]) -> Vec<&LabTrial> {
        trials.iter().filter(|own| own.is_paper()).collect()
    }

    fn matches(&self) -> impl Iterator<Item = &MatchResult> {
        let all = self.amoba.matches.iter().chain(&self.chess.matches);
        all.filter(|own| own.missing.is_none())
    }

    fn named(&self, prefix: &str) -> Vec<&MatchResult> {
        let is = |own: &&MatchResult| own.key.starts_with(prefix);
        self.matches().filter(is).collect()
    }

    fn scale(&self) -> Option<Claim> {
        let appendix = self.amoba.appendix.as_ref()?;
        let of = appendix.moves.len();
        Some(Claim {
            claim: "Weights times a positive number play the same, so that one of them can be 1",
            verdict: ClaimVerdict::of(appendix.same_when_doubled == of, false),
            measure: "with all weights doubled the search chooses the same moves at every position of appendix A",
            found: format!("the same at {} of {of}", appendix.same_when_doubled),
        })
    }

    fn amoba_converges(&self) -> Option<Claim> {
        let trials = Self::of_paper(&self.amoba.three);
        let narrowed: Vec<Option<usize>> = trials.iter().map(|own| narrowed(own)).collect();
        let is_fast = !trials.is_empty()
            && narrowed
                .iter()
                .all(|own| own.is_some_and(|number| number <= FAST));
        let apart = spread_of(&trials)?;
        let told: Vec<String> = narrowed.iter().map(|own| told(*own)).collect();
        Some(Claim {
            claim: "Amoba with three features: the method converged very fast",
            verdict: ClaimVerdict::of(is_fast && apart < ABOUT, is_fast),
            measure: "the population's spread is halved within 6 generations in every run, and the runs end at weights that differ by no more than 0.25",
            found: format!(
                "halved after {} generations; the runs' weights differ by {apart:.2} (root mean square of logarithms)",
                told.join(", ")
            ),
        })
    }

    fn three_make_mistakes(&self) -> Option<Claim> {
        let more = self.named("more-");
        let won = more.iter().filter(|own| own.is_won()).count();
        (!more.is_empty()).then(|| Claim {
            claim: "With three features the game made a lot of mistakes",
            verdict: ClaimVerdict::of(won == more.len(), won > 0),
            measure: "weights of more features, found in the same way, are surely stronger",
            found: elos(&more),
        })
    }

    fn more_features(&self) -> Option<Claim> {
        let three = self.named("three-");
        let more = self.named("depth-3");
        if more.is_empty() || three.is_empty() {
            return None;
        }
        Some(Claim {
            claim: "With some more features and depth three the computer became a professional player",
            verdict: ClaimVerdict::Untold,
            measure: "people and programs of that time are not here; shown is what more features and depth three gain over three features, and those over weights made by hand",
            found: format!(
                "more at depth 3 against three: {}; three against 1:10:100: {}",
                elos(&more),
                elos(&three)
            ),
        })
    }

    fn material_is_standard(&self) -> Option<Claim> {
        let trials = Self::of_paper(&self.chess.material);
        if trials.is_empty() {
            return None;
        }
        let off: Vec<f64> = trials.iter().map(|own| own.off(&BOOK)).collect();
        let is_about = off.iter().all(|own| *own <= ABOUT);
        let in_order = trials.iter().filter(|own| is_in_order(&own.found)).count();
        Some(Claim {
            claim: "Chess with material alone gave the standard result, about 1, 3, 3, 5, 9",
            verdict: ClaimVerdict::of(is_about, in_order > 0),
            measure: "every run is off by no more than 0.25; in part if some have pawn < knight, bishop < rook < queen",
            found: format!(
                "off by {}; {in_order} of {} in that order; against 1:3:3:5:9 {}",
                list(&off),
                trials.len(),
                elos(&self.named("material-paper"))
            ),
        })
    }

    fn material_is_weak(&self) -> Option<Claim> {
        let attack = self.named("attack-");
        let won = attack.iter().filter(|own| own.is_won()).count();
        (!attack.is_empty()).then(|| Claim {
            claim: "Material alone cannot play well; with attacks we got a good player",
            verdict: ClaimVerdict::of(won == attack.len(), won > 0),
            measure: "what was learned with attacks is surely stronger than 1:3:3:5:9 at the same depth",
            found: elos(&attack),
        })
    }

    fn attack_factors(&self) -> Option<Claim> {
        let trials = Self::of_paper(&self.chess.attack);
        if trials.is_empty() {
            return None;
        }
        let factors = |own: &&LabTrial| [own.found[6], own.found[7]];
        let is_about = |own: &[f64; 2]| {
            let ratio = |at: usize| (own[at] / APPENDIX_B[6 + at]).ln().abs();
            ratio(0) <= 2.0 * ABOUT && ratio(1) <= 2.0 * ABOUT
        };
        let all: Vec<[f64; 2]> = trials.iter().map(factors).collect();
        let about = all.iter().filter(|own| is_about(own)).count();
        let told: Vec<String> = all
            .iter()
            .map(|[a, b]| format!("{a:.2} and {b:.2}"))
            .collect();
        Some(Claim {
            claim: "The factors are about 1/5 for attacking and 1/6 for being attacked",
            verdict: ClaimVerdict::of(about == all.len(), about > 0),
            measure: "both are within a factor of 1.65 of the paper's in every run",
            found: told.join("; "),
        })
    }

    fn appendix_b(&self) -> Option<Claim> {
        let attack = self.named("appendix-attack").first().copied()?;
        let material = self.named("appendix-material").first().copied()?;
        Some(Claim {
            claim: "The weights of appendix B are good ones",
            verdict: ClaimVerdict::of(attack.is_won() && !material.is_lost(), attack.is_won()),
            measure: "with attacks they are surely stronger than 1:3:3:5:9, and their material alone is not surely weaker",
            found: format!(
                "with attacks {}; material alone {}",
                elo(attack),
                elo(material)
            ),
        })
    }

    fn deeper(&self) -> Option<Claim> {
        let deep = self.named("deep-");
        let won = deep.iter().filter(|own| own.score > 0.5).count();
        (!deep.is_empty()).then(|| Claim {
            claim: "At depth three it won most games against players that think further",
            verdict: ClaimVerdict::of(won == deep.len(), won > 0),
            measure: "it scores more than half against a deeper search that judges by material alone",
            found: format!("depth {}: {}", self.params.chess.deep, elos(&deep)),
        })
    }

    fn others(&self) -> Option<Claim> {
        let played = self.named("others-");
        let missing = self.chess.matches.iter();
        let missing: Vec<&MatchResult> = missing
            .filter(|own| own.key.starts_with("others-") && own.missing.is_some())
            .collect();
        let won = played.iter().filter(|own| own.score > 0.5).count();
        (!played.is_empty() || !missing.is_empty()).then(|| Claim {
            claim: "It won most games opposing other computer players",
            verdict: match played.len() {
                0 => ClaimVerdict::Untold,
                count => ClaimVerdict::of(won == count, won > 0),
            },
            measure: "it scores more than half against programs of others held to few nodes",
            found: if played.is_empty() {
                "none of them could be asked here".to_string()
            } else {
                elos(&played)
            },
        })
    }

    fn optimum(&self) -> Option<Claim> {
        let trials = Self::of_paper(&self.chess.material);
        let apart = spread_of(&trials)?;
        let floor = trials
            .iter()
            .filter_map(|own| own.spreads.last())
            .sum::<f64>()
            / trials.len() as f64;
        Some(Claim {
            claim: "The method guarantees convergence to the optimal evaluation function",
            verdict: ClaimVerdict::of(false, false),
            measure: "runs would have to end at the same weights; chance keeps populations apart by construction",
            found: format!(
                "runs of chess with material differ by {apart:.2}; at the end members of a population still differ by {floor:.2}"
            ),
        })
    }
}

/// The generation at which the spread first is half that of the first population.
fn narrowed(trial: &LabTrial) -> Option<usize> {
    let first = *trial.spreads.first()?;
    let found = trial.spreads.iter().position(|own| *own <= NARROW * first);
    found.map(|at| at + 1)
}

fn told(number: Option<usize>) -> String {
    number.map_or("no".to_string(), |number| number.to_string())
}

/// The mean distance between the results of runs; nothing for fewer than two.
fn spread_of(trials: &[&LabTrial]) -> Option<f64> {
    let pairs = trials.iter().enumerate().flat_map(|(place, one)| {
        trials[place + 1..]
            .iter()
            .map(|other| distance(&one.found, &other.found))
    });
    let all: Vec<f64> = pairs.collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

fn is_in_order(weights: &[f64]) -> bool {
    let [pawn, knight, bishop, rook, queen] = weights[..] else {
        return false;
    };
    pawn < knight.min(bishop) && knight.max(bishop) < rook && rook < queen
}

fn list(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().map(|own| format!("{own:.2}")).collect();
    texts.join(", ")
}

fn elos(matches: &[&MatchResult]) -> String {
    let texts: Vec<String> = matches.iter().map(|own| elo(own)).collect();
    texts.join(", ")
}

/// The difference in Elo with its interval.
pub(super) fn elo(result: &MatchResult) -> String {
    let [value, low, high] = result.elo.map(bounded);
    format!("{value} Elo ({low} to {high})")
}

fn bounded(value: f64) -> String {
    if value.is_finite() {
        format!("{value:+.0}")
    } else if value > 0.0 {
        "∞".to_string()
    } else {
        "−∞".to_string()
    }
}
