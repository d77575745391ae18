//! Amoba: three features, some more, and matches of what was found.

use plyscope_game::{Chance, Error};
use plyscope_learn::genetic::Variant;
use serde::Serialize;

use super::appendix::{self, Appendix};
use super::lab::{Fighter, Lab, MatchResult, Trial, TrialBudget};

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
    pub three: Vec<Trial>,
    /// More features.
    pub more: Vec<Trial>,
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
    for variant in Variant::ALL {
        for number in 0..params.three.runs {
            let trial = lab.breed(
                &game,
                "amoba",
                "amoba",
                None,
                &params.three,
                variant,
                number,
            )?;
            found.three.push(trial);
        }
    }
    for variant in Variant::ALL {
        for number in 0..params.more.runs {
            let trial = lab.breed(
                &game,
                "amoba-more",
                "amoba-more",
                None,
                &params.more,
                variant,
                number,
            )?;
            found.more.push(trial);
        }
    }
    let by = &params.three.by;
    let hand_made = Fighter::new("1:10:100 by hand", format!("{by},eval=patterns"));
    let learned = |kind: &str, by: &str, trial: &Trial| {
        let name = format!("{kind}, {} {}", trial.variant, trial.seed);
        Fighter::new(name, by).weighing(&trial.weights)
    };
    let AmobaFound {
        three,
        more,
        matches,
        ..
    } = found;
    let mut hold = |key: String, one: &Fighter, other: &Fighter| {
        matches.push(lab.hold(&game, &key, [one, other], params.games)?);
        Ok::<(), Error>(())
    };
    for trial in three.iter() {
        let key = format!("three-{}-{}", trial.variant, trial.seed);
        hold(key, &learned("three", by, trial), &hand_made)?;
    }
    let Some(first) = three.first() else {
        return Ok(());
    };
    let three_first = learned("three", by, first);
    for number in 0..RANDOM {
        let mut chance = Chance::for_task(lab.seed, 2000 + number);
        let mut weights = first.weights.clone();
        for (name, weight) in &mut weights.weights {
            *weight = if name == "twos" {
                1.0
            } else {
                1.0 + 9.0 * chance.unit()
            };
        }
        let other = Fighter::new(format!("random weights {}", number + 1), by).weighing(&weights);
        hold(format!("amoba-random-{}", number + 1), &three_first, &other)?;
    }
    for trial in more.iter() {
        let key = format!("more-{}-{}", trial.variant, trial.seed);
        hold(key, &learned("more", &params.more.by, trial), &three_first)?;
    }
    if let Some(trial) = more.first() {
        let deeper = learned("more at depth 3", "negascout:depth=3,table=0", trial);
        hold("depth-3".to_string(), &deeper, &three_first)?;
        let plain = learned("more", &params.more.by, trial);
        let mut threats = plain.clone();
        threats.name = format!("{} with threat search", plain.name);
        threats.spec = format!("threats:by=({}),threes=1,stones=20000", plain.spec);
        hold("threats".to_string(), &threats, &plain)?;
        if lab.is_whole() {
            found.appendix = Some(appendix::replay(&game, &params.asked, &trial.weights)?);
        }
    }
    Ok(())
}
