//! What is asked of the study, whole or as a first impression.

use std::path::Path;

use serde::Serialize;

use super::Footing;

/// One game of the study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyGame {
    /// What it is called on the page.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// Whether the rules are a sheet of our own where the paper had another.
    pub own_sheet: bool,
    /// What the paper says of it, if it does.
    pub theirs: String,
    /// States of its benchmark.
    pub states: u64,
    /// The labeller.
    pub labeller: String,
    /// Playouts per move in matches, of the player that the heuristic steers: more than there are
    /// moves, or the order of first tries alone decides.
    pub playouts: u64,
    /// Games per match.
    pub games: u64,
    /// What the two players of a match have in common.
    pub footings: Vec<Footing>,
    /// The heuristics that steer a player, each in matches of its own: the first on every footing, the
    /// others on the first footing.
    pub players: Vec<String>,
}

/// What can be chosen about the study.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyParams {
    /// Which part of the work this is, and which variant of it: files that are kept have it in their names.
    pub part: String,
    /// Whether it is a first impression, with fewer playouts and games than the paper had.
    pub quick: bool,
    /// Where all chance begins.
    pub seed: u64,
    /// The games.
    pub games: Vec<StudyGame>,
    /// The heuristics that are held against the truth.
    pub heuristics: Vec<String>,
    /// How playouts follow it: what stands behind `eval=…` in the spec of `mcts`.
    pub policy: String,
    /// CPU seconds per move of the player it steers, beyond which a heuristic is judged and does not play.
    pub patience: Option<f64>,
}

/// The rule sheets of other people that the paper used, by their usual file names.
const PENTAGO: &str = "pentago.kif";
const CHECKERS: &str = "checkersSmall.kif";

const ON_PENTAGO: &str = "the steered player won about 73 % of 400 games; strict best overtakes its baseline in the second half and peaks where the differential does";
const ON_CHECKERS: &str = "the steered player lost 90 % of 400 games; strict best lags behind its baseline throughout and is worst at depths 65 to 85, where the differential peaks";

/// How playouts follow a heuristic.
const POLICY: &str = "policy=epsilon-greedy,random=0.3";

/// By reversi's sheet a move steered by `action` takes some three seconds: its games would take longer than those
/// of all other sheets together.
const PATIENCE: f64 = 0.5;

/// What the name of a part ends in where it is a first impression.
const QUICK: &str = "-quick";

/// The heuristic of section 5, and the variant of it that knows nothing of the opponent's goals.
const PLAYED_VARIANTS: [&str; 2] = ["action", "action:others=off"];

/// Heuristics that apply to most sheets and value moves quickly enough to play.
const PLAYERS: [&str; 6] = [
    "action",
    "action:change=on",
    "goal-proximity",
    "mobility",
    "inverse-mobility",
    "history",
];

/// The sheets that ship.
const SHIPPED: [&str; 9] = [
    "tictactoe",
    "connect4",
    "othello6",
    "breakthrough",
    "pentago",
    "checkers6",
    "pennies",
    "race3",
    "hanoi",
];

/// Twenty sheets of a folder of other people's: in turn and at once, for one to four players, boards with
/// and without captures, races, puzzles.
const TWENTY: [&str; 20] = [
    "ticTacToe",
    "connectFour",
    "connectFourSuicide",
    "breakthrough",
    "breakthroughSuicideSmall",
    "pentago",
    "pentagoSuicide",
    "checkersSmall",
    "reversi",
    "connectFourSimultaneous",
    "3pConnectFour",
    "roshambo2",
    "blocker",
    "eightPuzzle",
    "hanoi",
    "knightThrough",
    "nineBoardTicTacToe",
    "cephalopodMicro",
    "dotsAndBoxes",
    "sheepAndWolf",
];

impl StudyParams {
    /// All that is promised: no fewer states and games than the paper had, nor, by our estimate, playouts.
    ///
    /// An hour of theirs gave 1.5 million playouts at the start of Connect Four, 417 per second, and 36
    /// times as many near its end. A prover in Java that plays 90 games of Connect Four per
    /// second plays 12.3 of Pentago and 4.2 of Checkers-small; at the same ratio to it, theirs played 57 and 19.5,
    /// or 205,000 and 70,000 in an hour at the start, and 36 times as many at the end. Of so many playouts, 512 at
    /// once are few enough, and they fill the lanes.
    #[must_use]
    pub fn full(seed: u64, sheets: Option<&Path>) -> Self {
        Self::of("section-5", seed, sheets, |name| match name {
            PENTAGO => (
                240,
                "mcts:playouts=210k..7500k,plies=72,batch=512,memory=1500",
                100,
                400,
            ),
            _ => (
                1_120,
                "mcts:playouts=72k..2600k,plies=102,batch=512,memory=1500",
                50,
                400,
            ),
        })
    }

    /// A first impression in less than two minutes.
    #[must_use]
    pub fn quick(seed: u64, sheets: Option<&Path>) -> Self {
        Self::of(
            &format!("section-5{QUICK}"),
            seed,
            sheets,
            |name| match name {
                PENTAGO => (216, "mcts:playouts=4k", 80, 10),
                _ => (240, "mcts:playouts=1k", 40, 10),
            },
        )
    }

    /// Twenty games of all kinds, or all that ship: which heuristic fits which, and whether judging
    /// tells beforehand.
    #[must_use]
    pub fn beyond(seed: u64, sheets: Option<&Path>, quick: bool) -> Self {
        let (states, labeller, playouts, games) = if quick {
            (40, "mcts:playouts=500", 80, 4)
        } else {
            (120, "mcts:playouts=10k", 100, 40)
        };
        let names = if sheets.is_some() {
            &TWENTY[..]
        } else {
            &SHIPPED
        };
        let game = |name: &&str| {
            let at = |folder: &Path| format!("gdl:{}.kif", folder.join(name).display());
            StudyGame {
                name: (*name).to_owned(),
                spec: sheets.map_or_else(|| format!("gdl:{name}"), at),
                own_sheet: false,
                theirs: String::new(),
                states,
                labeller: labeller.to_owned(),
                playouts,
                games,
                footings: vec![Footing::Playouts],
                players: PLAYERS.map(str::to_owned).to_vec(),
            }
        };
        let part = format!("beyond{}", if quick { QUICK } else { "" });
        Self {
            part: part_of(&part, sheets),
            quick,
            seed,
            games: names.iter().map(game).collect(),
            heuristics: PLAYERS.map(str::to_owned).to_vec(),
            policy: POLICY.to_owned(),
            patience: Some(PATIENCE),
        }
    }

    fn of(
        part: &str,
        seed: u64,
        sheets: Option<&Path>,
        size: impl Fn(&str) -> (u64, &'static str, u64, u64),
    ) -> Self {
        let game = |name: &str, file: &str, ours: &str, theirs: &str| {
            let (states, labeller, playouts, games) = size(file);
            let at = |folder: &Path| format!("gdl:{}", folder.join(file).display());
            StudyGame {
                name: if sheets.is_some() { name } else { ours }.to_owned(),
                spec: sheets.map_or_else(|| format!("gdl:{ours}"), at),
                own_sheet: sheets.is_none(),
                theirs: theirs.to_owned(),
                states,
                labeller: labeller.to_owned(),
                playouts,
                games,
                footings: vec![Footing::Playouts, Footing::Time],
                players: PLAYED_VARIANTS.map(str::to_owned).to_vec(),
            }
        };
        Self {
            part: part_of(part, sheets),
            quick: part.ends_with(QUICK),
            seed,
            games: vec![
                game("Pentago", PENTAGO, "pentago", ON_PENTAGO),
                game("Checkers-small", CHECKERS, "checkers6", ON_CHECKERS),
            ],
            heuristics: [
                "action",
                "action:change=on",
                "action:norm=yager,truth=0.75",
                "action:others=off",
                "action:others=off,change=on",
                "fuzzy-goal",
                "goal-proximity",
                "mobility",
                "inverse-mobility",
                "learned",
                "history",
                "novelty",
            ]
            .map(str::to_owned)
            .to_vec(),
            policy: POLICY.to_owned(),
            patience: None,
        }
    }
}

/// The name of a part: sheets of a folder are other games than those that ship.
fn part_of(part: &str, sheets: Option<&Path>) -> String {
    let variant = if sheets.is_some() { "-sheets" } else { "" };
    format!("{part}{variant}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_sheets_do_not_bear_the_names_of_the_papers() {
        let ours = StudyParams::quick(1, None);
        let names: Vec<&str> = ours.games.iter().map(|own| &*own.name).collect();
        assert_eq!(names, ["pentago", "checkers6"]);
        assert!(ours.games.iter().all(|own| own.own_sheet));
        let theirs = StudyParams::quick(1, Some(Path::new("sheets")));
        let names: Vec<&str> = theirs.games.iter().map(|own| &*own.name).collect();
        assert_eq!(names, ["Pentago", "Checkers-small"]);
        assert!(!theirs.games.iter().any(|own| own.own_sheet));
    }
}
