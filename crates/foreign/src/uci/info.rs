//! What an engine says while it thinks: `info depth 12 score cp 34 pv e2e4 e7e5`.

/// One line of play and what it is worth to the mover.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InfoLine {
    /// Which of several lines, from 1 on.
    pub line: usize,
    /// Moves ahead.
    pub depth: u32,
    /// States visited.
    pub nodes: u64,
    /// What it is worth.
    pub worth: Option<EngineScore>,
    /// Chances of a win, a draw and a loss, in thousandths.
    pub chances: Option<[u32; 3]>,
    /// Whether the worth is only a bound.
    pub is_bound: bool,
    /// The moves.
    pub moves: Vec<String>,
}

/// A value as an engine gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// It says that it sees a mate.
    Mate(MateClaim),
}

/// That the mover mates or is mated, and when: an engine's word, not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateClaim {
    /// Whether it is the mover who mates.
    pub wins: bool,
    /// Plies until then, the mover's next included.
    pub plies: u32,
}

impl EngineScore {
    /// The same seen by the player who moved before, whose move adds a ply.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mate(claim) => Self::Mate(MateClaim {
                wins: !claim.wins,
                plies: claim.plies + 1,
            }),
        }
    }

    /// `mate 2` is three plies, `mate -2` four; `mate 0` is a mover who is mated.
    fn of_mate(moves: i32) -> Self {
        let wins = moves > 0;
        Self::Mate(MateClaim {
            wins,
            plies: 2 * moves.unsigned_abs() - u32::from(wins),
        })
    }
}

impl InfoLine {
    /// Reads a line; nothing if it is none that tells of a line of play.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Self {
            line: 1,
            ..Self::default()
        };
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next()?.parse().ok()?,
                "multipv" => info.line = words.next()?.parse().ok()?,
                "nodes" => info.nodes = words.next()?.parse().ok()?,
                "cp" => info.worth = Some(EngineScore::Centipawns(words.next()?.parse().ok()?)),
                "mate" => {
                    let moves: i32 = words.next()?.parse().ok()?;
                    info.worth =
                        (moves.unsigned_abs() < 10_000).then(|| EngineScore::of_mate(moves));
                }
                "lowerbound" | "upperbound" => info.is_bound = true,
                "wdl" => {
                    let mut chance = || words.next()?.parse().ok().filter(|&own: &u32| own <= 1000);
                    info.chances = Some([chance()?, chance()?, chance()?]);
                }
                "pv" => {
                    info.moves = words.map(str::to_string).collect();
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        Some(info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_engines_are_understood() {
        let info = "info depth 12 seldepth 20 multipv 3 score cp -34 wdl 100 800 100 nodes 9000 nps 1 hashfull 2 tbhits 0 time 9 pv e2e4 e7e5";
        let info = InfoLine::read(info).unwrap();
        assert_eq!((info.line, info.depth, info.nodes), (3, 12, 9000));
        assert_eq!(info.worth, Some(EngineScore::Centipawns(-34)));
        assert_eq!(info.chances, Some([100, 800, 100]));
        assert_eq!(info.moves, ["e2e4", "e7e5"]);
        assert!(
            InfoLine::read("info depth 3 score cp 5 upperbound pv e2e4")
                .unwrap()
                .is_bound
        );
        let told = InfoLine::read("info string score cp 5").unwrap();
        assert_eq!(told.worth, None);
        assert_eq!(InfoLine::read("bestmove e2e4"), None);
        assert_eq!(InfoLine::read("info depth x"), None);
        assert_eq!(
            InfoLine::read("info score mate 2000000000").unwrap().worth,
            None
        );
    }

    #[test]
    fn mates_are_counted_in_plies_and_seen_from_both_sides() {
        let mate = |moves: i32| {
            InfoLine::read(&format!("info score mate {moves}"))
                .unwrap()
                .worth
        };
        let claim = |wins, plies| Some(EngineScore::Mate(MateClaim { wins, plies }));
        assert_eq!([mate(1), mate(2)], [claim(true, 1), claim(true, 3)]);
        assert_eq!([mate(-1), mate(0)], [claim(false, 2), claim(false, 0)]);
        assert_eq!(mate(0).map(EngineScore::before), claim(true, 1));
        assert_eq!(mate(2).map(EngineScore::before), claim(false, 4));
    }
}
