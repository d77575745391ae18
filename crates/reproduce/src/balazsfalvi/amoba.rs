//! Amoba: three features, some more, and matches of what was found.

use plyscope_game::{Chance, Error};
use plyscope_learn::genetic::Variant;
use plyscope_workbench::NamedGame;
use serde::Serialize;

use super::appendix::{self, Appendix};
use super::lab::{Fighter, Lab, LabTrial, MatchResult, TrialBudget};

/// The board. The paper does not tell its size: the human being's first stone is beside the middle
/// of 19×19, and the game ends in exactly five, which both rules allow.
pub const BOARD: &str = "gomoku:size=19";

/// What is played in amoba.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AmobaParams {
    /// Searches for the weights of three features.
    pub three: TrialBudget,
    /// Searches for those of more features.
    pub more: TrialBudget,
    /// Games of each match.
    pub games: u64,
    /// The search that is asked about the moves of appendix A.
    pub asked: String,
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct AmobaFound {
    /// Three features.
    pub three: Vec<LabTrial>,
    /// More features.
    pub more: Vec<LabTrial>,
    /// Matches.
    pub matches: Vec<MatchResult>,
    /// The paper's game.
    pub appendix: Option<Appendix>,
}

impl AmobaParams {
    /// All games there are to play.
    pub(super) fn steps(&self) -> u64 {
        let searches = super::games_of(&self.three) + super::games_of(&self.more);
        searches + self.games * (u64::from(2 * self.three.runs + 2 * self.more.runs) + RANDOM + 2)
    }
}

/// Players with random weights that are met.
const RANDOM: u64 = 2;

/// Runs the experiments; what is found goes into `found` as it comes.
pub(super) fn run(
    lab: &Lab<'_>,
    params: &AmobaParams,
    found: &mut AmobaFound,
) -> Result<(), Error> {
    let game = lab.open(BOARD)?;
    breed(lab, &game, "amoba", &params.three, &mut found.three)?;
    breed(lab, &game, "amoba-more", &params.more, &mut found.more)?;
    let Some(first) = found.three.first() else {
        return Ok(());
    };
    let mut meetings = Meetings {
        lab,
        game: &game,
        params,
        reference: learned("three", &params.three.by, first),
        matches: &mut found.matches,
    };
    meetings.three(&found.three)?;
    meetings.random(first)?;
    meetings.more(&found.more)?;
    if let Some(trial) = found.more.first().filter(|_| lab.is_whole()) {
        found.appendix = Some(appendix::replay(&game, &params.asked, &trial.weights)?);
    }
    Ok(())
}

/// Searches for weights of the feature set `part`, in every variant.
fn breed(
    lab: &Lab<'_>,
    game: &NamedGame,
    part: &str,
    budget: &TrialBudget,
    trials: &mut Vec<LabTrial>,
) -> Result<(), Error> {
    for variant in Variant::ALL {
        for number in 0..budget.runs {
            trials.push(lab.breed(game, part, part, None, budget, variant, number)?);
        }
    }
    Ok(())
}

fn learned(kind: &str, by: &str, trial: &LabTrial) -> Fighter {
    let name = format!("{kind}, {} {}", trial.variant, trial.seed);
    Fighter::new(name, by).weighing(&trial.weights)
}

/// The matches of amoba.
struct Meetings<'a> {
    lab: &'a Lab<'a>,
    game: &'a NamedGame,
    params: &'a AmobaParams,
    /// The first learned weights of three features.
    reference: Fighter,
    matches: &'a mut Vec<MatchResult>,
}

impl Meetings<'_> {
    /// Three learned features against those by hand.
    fn three(&mut self, trials: &[LabTrial]) -> Result<(), Error> {
        let by = &self.params.three.by;
        let hand_made = Fighter::new("1:10:100 by hand", format!("{by},eval=patterns"));
        for trial in trials {
            let key = format!("three-{}-{}", trial.variant, trial.seed);
            self.hold(&key, &learned("three", by, trial), &hand_made)?;
        }
        Ok(())
    }

    /// Three learned features against weights by chance; twos, the unit, stay.
    fn random(&mut self, first: &LabTrial) -> Result<(), Error> {
        for number in 1..=RANDOM {
            let mut chance = Chance::for_task(self.lab.seed, 1999 + number);
            let mut weights = first.weights.clone();
            for (name, weight) in &mut weights.weights {
                *weight = if name == "twos" {
                    1.0
                } else {
                    1.0 + 9.0 * chance.unit()
                };
            }
            let name = format!("random weights {number}");
            let other = Fighter::new(name, &self.params.three.by).weighing(&weights);
            let reference = self.reference.clone();
            self.hold(&format!("amoba-random-{number}"), &reference, &other)?;
        }
        Ok(())
    }

    /// More features against three; deeper; with threat search.
    fn more(&mut self, trials: &[LabTrial]) -> Result<(), Error> {
        let by = &self.params.more.by;
        let reference = self.reference.clone();
        for trial in trials {
            let key = format!("more-{}-{}", trial.variant, trial.seed);
            self.hold(&key, &learned("more", by, trial), &reference)?;
        }
        let Some(trial) = trials.first() else {
            return Ok(());
        };
        let deeper = learned("more at depth 3", "negascout:depth=3,table=0", trial);
        self.hold("depth-3", &deeper, &reference)?;
        let plain = learned("more", by, trial);
        let mut threats = plain.clone();
        threats.name = format!("{} with threat search", plain.name);
        threats.spec = format!("threats:by=({}),threes=1,stones=20000", plain.spec);
        self.hold("threats", &threats, &plain)
    }

    fn hold(&mut self, key: &str, one: &Fighter, other: &Fighter) -> Result<(), Error> {
        let games = self.params.games;
        let result = self.lab.hold(self.game, key, [one, other], games)?;
        self.matches.push(result);
        Ok(())
    }
}
