//! Where the games of a contest begin, as text: `start`, `random:plies=4`, `all:plies=2`, `file:path=FILE`.

use std::fmt;
use std::path::Path;

use plyscope_arena::records::digest;

use crate::{NamedGame, Param, ParamKind, Params, Reading, Spec, is_pgn, read_pgn, unknown};
use plyscope_game::Error;
use plyscope_game::any::Position;

/// Where games begin.
#[derive(Clone)]
pub enum OpeningsOrder {
    /// All at the start.
    Start,
    /// After random moves, no two alike while there are others.
    Random {
        /// How many moves.
        plies: u32,
        /// Whose value must be how near to 0.
        balanced: Option<(String, f64)>,
        /// Whether all pairings of a tournament begin at the same ones; balanced ones always do,
        /// because to find some for each pairing would take long.
        shared: bool,
    },
    /// After so many moves in every possible way, images of one another counted once.
    Every {
        /// How many moves.
        plies: u32,
    },
    /// From these positions in turn.
    Listed(Vec<Position>),
}

const PLIES: Param = Param::new(
    "plies",
    ParamKind::Count(1, 1000),
    "4",
    "moves of the opening",
);

/// What can be said of openings: a name, what it is, and what can be set.
pub const OPENINGS: [(&str, &str, &[Param]); 4] = [
    ("start", "every game begins at the start", &[]),
    (
        "random",
        "random moves, no two openings alike while there are others",
        &[
            PLIES,
            Param::new(
                "balanced",
                ParamKind::Switch,
                "off",
                "take only openings that are even",
            ),
            Param::new("by", ParamKind::Text, "solver", "who says whether they are"),
            Param::new(
                "within",
                ParamKind::Number(0.0, f64::MAX),
                "0",
                "how far from 0 an even value may be",
            ),
            Param::new(
                "shared",
                ParamKind::Switch,
                "off",
                "the same for all pairings of a tournament; balanced ones always are",
            ),
        ],
    ),
    (
        "all",
        "every way to open, images of one another counted once",
        &[PLIES],
    ),
    (
        "file",
        "a position a line: moves from the start, or a state; or games of chess in PGN",
        &[
            Param::new("path", ParamKind::Text, "", "the file"),
            Param::new(
                "plies",
                ParamKind::Count(1, 1000),
                "",
                "moves to take of every game in PGN; all if not given",
            ),
        ],
    ),
];

/// What the text of openings asks for; a file is still to be read.
pub enum OpeningsText {
    /// Known.
    Order(OpeningsOrder),
    /// The positions in this file, or so many moves of its games.
    File(String, Option<usize>),
}

impl OpeningsText {
    /// Reads the text.
    ///
    /// # Errors
    /// When there are no such openings, or a parameter is wrong.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let spec = Spec::parse(text)?;
        let Some((name, _, known)) = OPENINGS.iter().find(|(name, ..)| *name == spec.name) else {
            let names = OPENINGS.map(|(name, ..)| name);
            let what = format!("there are no openings `{}`", spec.name);
            return Err(unknown(what, &spec.name, &names));
        };
        let params = Params::check(&format!("the openings `{name}`"), &spec, known)?;
        let plies = || params.count("plies").unwrap_or(4) as u32;
        let balanced = || {
            let by = params.text("by").unwrap_or("solver").to_string();
            let within = params.number("within").unwrap_or(0.0);
            params.switch("balanced").then_some((by, within))
        };
        Ok(match *name {
            "random" => Self::Order(OpeningsOrder::Random {
                plies: plies(),
                balanced: balanced(),
                shared: params.switch("shared"),
            }),
            "all" => Self::Order(OpeningsOrder::Every { plies: plies() }),
            "file" => {
                let Some(path) = params.text("path") else {
                    let what = "the openings `file` need a file";
                    return Err(Error::misuse(what, "write file:path=FILE"));
                };
                let plies = params.count("plies").map(|plies| plies as usize);
                if plies.is_some() && !is_pgn(Path::new(path)) {
                    let what =
                        "`plies` is for games in PGN, and the file's name does not end in .pgn";
                    return Err(Error::misuse(what, "leave `plies` out"));
                }
                Self::File(path.to_string(), plies)
            }
            _ => Self::Order(OpeningsOrder::Start),
        })
    }
}

impl OpeningsOrder {
    /// Random openings of so many plies, balanced or not.
    pub fn random(plies: u32) -> Self {
        Self::Random {
            plies,
            balanced: None,
            shared: false,
        }
    }

    /// Whether each pairing of a tournament has openings of its own.
    pub(crate) fn are_of_pairings(&self) -> bool {
        matches!(
            self,
            Self::Random {
                balanced: None,
                shared: false,
                ..
            }
        )
    }

    /// Openings from the games of a PGN text, `plies` moves of each or all of them.
    ///
    /// # Errors
    /// When it is no PGN, or a game is not one of chess, breaks the rules or is over there; says which game.
    pub fn of_pgn(game: &NamedGame, text: &str, plies: Option<usize>) -> Result<Self, Error> {
        let mut positions = Vec::new();
        for own in read_pgn(text)? {
            let position = own.position(game, plies)?;
            if position.is_over() {
                let hint =
                    "leave it out, or take fewer moves of every game: file:path=FILE,plies=8";
                let over = Error::misuse("the game is over there", hint);
                return Err(over.in_context(format!("game {}", own.number)));
            }
            positions.push(position);
        }
        Ok(Self::Listed(positions))
    }

    /// Openings from the lines of a file, each with its number.
    ///
    /// # Errors
    /// When a line is no position, or the game is over there; says which line.
    pub fn listed(
        game: &NamedGame,
        lines: impl Iterator<Item = Result<(usize, String), Error>>,
        reading: Reading,
    ) -> Result<Self, Error> {
        let mut positions = Vec::new();
        for line in lines {
            let (number, text) = line?;
            let place = format!("line {number}");
            let position = game.position(&text, reading);
            let position = position.map_err(|error| error.in_context(&place))?;
            if position.payoffs().is_some() {
                let over = Error::misuse("the game is over there", "leave the line out");
                return Err(over.in_context(place));
            }
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(Error::misuse(
                "there is no opening in it",
                "write one per line: moves from the start, or a state",
            ));
        }
        Ok(Self::Listed(positions))
    }
}

/// In words that tell any two orders apart.
impl fmt::Display for OpeningsOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Random {
                plies,
                balanced,
                shared,
            } => {
                write!(f, "random:plies={plies}")?;
                if let Some((by, within)) = balanced {
                    write!(f, ",balanced=on,by=({by}),within={within}")?;
                }
                f.write_str(if *shared { ",shared=on" } else { "" })
            }
            Self::Every { plies } => write!(f, "all:plies={plies}"),
            Self::Listed(positions) => {
                let text = |position: &Position| {
                    let moves = position.move_texts().join(" ");
                    format!("{} {moves}", position.origin_text())
                };
                let texts: Vec<String> = positions.iter().map(text).collect();
                let digest = digest(texts.iter().map(String::as_bytes));
                write!(f, "{} positions of digest {digest}", positions.len())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_read_as_they_are_written() {
        for text in [
            "start",
            "random:plies=6",
            "random:plies=6,balanced=on,by=(solver),within=2",
            "random:plies=6,shared=on",
            "all:plies=2",
        ] {
            let Ok(OpeningsText::Order(order)) = OpeningsText::parse(text) else {
                panic!("{text} is an order");
            };
            assert_eq!(order.to_string(), text);
        }
    }

    #[test]
    fn wrong_openings_say_what_there_is() {
        let fails = |text| OpeningsText::parse(text).err().unwrap().to_string();
        assert!(fails("randon").contains("did you mean `random`"));
        assert!(fails("random:ply=3").contains("did you mean `plies`"));
        assert!(fails("file").contains("file:path=FILE"));
        assert!(fails("all:plies=0").contains("1 to 1000"));
    }
}
