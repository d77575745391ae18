//! Chess: material alone, material with attacks, and matches of what was found.

use plyscope_game::{Chance, Error};
use plyscope_learn::genetic::Variant;
use plyscope_workbench::{NamedGame, Tied, Weights};
use serde::Serialize;

use super::lab::{Fighter, Lab, LabTrial, MatchResult, TrialBudget};

/// Pawn, knight, bishop, rook and queen as books have them.
pub const BOOK: [f64; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];
/// The paper's appendix B: the same, the king, and the factors for attacking and for being attacked.
pub const APPENDIX_B: [f64; 8] = [1.0, 3.1, 3.5, 5.5, 8.9, 10.0, 1.0 / 5.0, 1.0 / 6.0];

/// What is bred where the paper multiplies material values by one constant each.
const NAMES: [&str; 8] = [
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
    "attacking",
    "attacked",
];
/// Their ranges in a first population. Factors larger than 1 would put threats above captures.
const RANGES: [[f64; 2]; 8] = [
    [1.0, 1.0],
    [1.0, 10.0],
    [1.0, 10.0],
    [1.0, 10.0],
    [1.0, 10.0],
    [1.0, 10.0],
    [0.02, 1.0],
    [0.02, 1.0],
];

/// Programs of others, where they are installed: their names and specs.
const OTHERS: [(&str, &str); 2] = [
    ("GNU Chess, depth 2", "uci:cmd=(gnuchess --uci),depth=2"),
    ("Stockfish, 50 nodes", "uci:cmd=stockfish,nodes=50"),
];

/// What is played in chess.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChessParams {
    /// Searches for values of material.
    pub material: TrialBudget,
    /// Searches for values and factors of attack.
    pub attack: TrialBudget,
    /// Games of each match.
    pub games: u64,
    /// Games against a deeper search and programs of others.
    pub deep_games: u64,
    /// Moves that the deeper search looks ahead.
    pub deep: u32,
}

/// What came out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ChessFound {
    /// Values of material.
    pub material: Vec<LabTrial>,
    /// Values and factors.
    pub attack: Vec<LabTrial>,
    /// Matches.
    pub matches: Vec<MatchResult>,
}

impl ChessParams {
    /// All games there are to play.
    pub(super) fn steps(&self) -> u64 {
        let searches = super::games_of(&self.material) + super::games_of(&self.attack);
        let material = 2 * u64::from(self.material.runs);
        let attack = 2 * u64::from(self.attack.runs);
        searches
            + self.games * (material + RANDOM + attack + 2)
            + self.deep_games * (2 + OTHERS.len() as u64)
    }
}

/// Players with random weights that are met.
const RANDOM: u64 = 4;

/// Runs the experiments; what is found goes into `found` as it comes.
pub(super) fn run(
    lab: &Lab<'_>,
    params: &ChessParams,
    found: &mut ChessFound,
) -> Result<(), Error> {
    let game = lab.open("chess")?;
    for variant in Variant::ALL {
        for number in 0..params.material.runs {
            let trial = lab.breed(
                &game,
                "material",
                "material",
                None,
                &params.material,
                variant,
                number,
            )?;
            found.material.push(trial);
        }
    }
    let tied = Tied {
        names: &NAMES,
        ranges: &RANGES,
        weights: &attack_weights,
    };
    for variant in Variant::ALL {
        for number in 0..params.attack.runs {
            let trial = lab.breed(
                &game,
                "attack",
                "attack",
                Some(&tied),
                &params.attack,
                variant,
                number,
            )?;
            found.attack.push(trial);
        }
    }
    matches(lab, &game, params, found)
}

/// The weights of the feature set `attack` from values and factors.
fn attack_weights(bred: &[f64]) -> Vec<f64> {
    let (values, factors) = bred.split_at(6);
    let by = |factor: f64| values.iter().map(move |value| factor * value);
    let material = values[..5].iter().copied();
    material
        .chain(by(factors[0]))
        .chain(by(-factors[1]))
        .collect()
}

fn weights(game: &NamedGame, set: &str, values: &[f64]) -> Weights {
    let sets = game.feature_sets();
    let listed = sets.iter().find(|(own, _)| own.name == set);
    let names = listed.map_or(&[][..], |(_, features)| features);
    let own = names
        .iter()
        .map(|own| own.name.clone())
        .zip(values.iter().copied());
    Weights {
        game: game.spec().to_string(),
        features: set.to_string(),
        to_move: 0.0,
        to_first: 0.0,
        complete: true,
        weights: own.collect(),
        ..Weights::default()
    }
}

/// The chess matches: who meets whom, with what is known by then.
struct Meetings<'a> {
    lab: &'a Lab<'a>,
    game: &'a NamedGame,
    params: &'a ChessParams,
    matches: &'a mut Vec<MatchResult>,
}

fn matches(
    lab: &Lab<'_>,
    game: &NamedGame,
    params: &ChessParams,
    found: &mut ChessFound,
) -> Result<(), Error> {
    let mut meetings = Meetings {
        lab,
        game,
        params,
        matches: &mut found.matches,
    };
    meetings.material(&found.material)?;
    meetings.appendix()?;
    meetings.attacks(&found.attack)?;
    meetings.deeper(found.attack.first())
}

impl Meetings<'_> {
    /// Learned material against the book's, and against weights by chance.
    fn material(&mut self, trials: &[LabTrial]) -> Result<(), Error> {
        let book = self.book();
        for trial in trials {
            let key = format!("material-{}-{}", trial.variant, trial.seed);
            self.hold(&key, &self.learned("material", trial), &book)?;
        }
        let Some(first) = trials.first() else {
            return Ok(());
        };
        let one = self.learned("material", first);
        for number in 1..=RANDOM {
            self.hold(&format!("random-{number}"), &one, &self.random(number))?;
        }
        Ok(())
    }

    /// The paper's weights against the book's.
    fn appendix(&mut self) -> Result<(), Error> {
        let material = weights(self.game, "material", &APPENDIX_B[..5]);
        let material =
            Fighter::new("appendix B, material", &self.params.material.by).weighing(&material);
        self.hold("appendix-material", &material, &self.book())?;
        self.hold("appendix-attack", &self.attacking(), &self.book())
    }

    /// Learned weights with attacks against the book's.
    fn attacks(&mut self, trials: &[LabTrial]) -> Result<(), Error> {
        for trial in trials {
            let key = format!("attack-{}-{}", trial.variant, trial.seed);
            self.hold(&key, &self.learned("attacks", trial), &self.book())?;
        }
        Ok(())
    }

    /// The paper's and the best learned weights against players who look further, and the latter
    /// against other programs.
    fn deeper(&mut self, best: Option<&LabTrial>) -> Result<(), Error> {
        let games = self.params.deep_games;
        let depth = self.params.deep;
        let deeper = Fighter::new(
            format!("1:3:3:5:9, depth {depth}"),
            format!("negascout:depth={depth},table=16"),
        )
        .weighing(&weights(self.game, "material", &BOOK));
        self.hold_for(games, "deep-appendix", &self.attacking(), &deeper)?;
        let best = best.map_or_else(|| self.attacking(), |trial| self.learned("attacks", trial));
        self.hold_for(games, "deep-learned", &best, &deeper)?;
        for (name, spec) in OTHERS {
            let short = name.split([',', ' ']).next().unwrap_or(name);
            let key = format!("others-{short}").to_lowercase();
            self.hold_for(games, &key, &best, &Fighter::new(name, spec))?;
        }
        Ok(())
    }

    fn book(&self) -> Fighter {
        Fighter::new("1:3:3:5:9", &self.params.material.by)
            .weighing(&weights(self.game, "material", &BOOK))
    }

    fn attacking(&self) -> Fighter {
        let values = attack_weights(&APPENDIX_B);
        Fighter::new("appendix B, attacks", &self.params.attack.by)
            .weighing(&weights(self.game, "attack", &values))
    }

    fn learned(&self, kind: &str, trial: &LabTrial) -> Fighter {
        let by = if kind == "attacks" {
            &self.params.attack.by
        } else {
            &self.params.material.by
        };
        let name = format!("{kind}, {} {}", trial.variant, trial.seed);
        Fighter::new(name, by).weighing(&trial.weights)
    }

    /// Material by chance; the pawn, which is the unit, stays.
    fn random(&self, number: u64) -> Fighter {
        let mut chance = Chance::for_task(self.lab.seed, 999 + number);
        let values = BOOK.map(|own| {
            if own > 1.0 {
                1.0 + 9.0 * chance.unit()
            } else {
                1.0
            }
        });
        Fighter::new(format!("random weights {number}"), &self.params.material.by)
            .weighing(&weights(self.game, "material", &values))
    }

    fn hold(&mut self, key: &str, one: &Fighter, other: &Fighter) -> Result<(), Error> {
        self.hold_for(self.params.games, key, one, other)
    }

    fn hold_for(
        &mut self,
        games: u64,
        key: &str,
        one: &Fighter,
        other: &Fighter,
    ) -> Result<(), Error> {
        let result = self.lab.hold(self.game, key, [one, other], games)?;
        self.matches.push(result);
        Ok(())
    }
}
