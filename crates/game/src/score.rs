//! What a move is worth: proved, estimated, or not looked at.

use crate::{Facts, Points, Value};

/// The worth of a move or a state to one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Score {
    /// Proved: the points at the end under best play.
    Exact {
        /// In the game's own unit.
        points: Points,
        /// Moves until the end when wins are hurried and losses put off; `None` where the proof does not tell.
        plies: Option<u32>,
    },
    /// Who wins is proved, how high is not: the points are what has been found so far.
    Decided {
        /// In the game's own unit.
        points: Points,
        /// Moves until that end.
        plies: u32,
    },
    /// An estimate, on the scale of the evaluator or search that made it; 0 is the level result.
    Estimate(Value),
    /// Not looked at closely enough to say: no better than the best move, or left out on purpose.
    Unknown,
}

impl Score {
    /// The number as it stands: points or estimate.
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Exact { points, .. } | Self::Decided { points, .. } => Some(points as Value),
            Self::Estimate(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// How far the score lies from the level result: proved points less the level, estimates as they are.
    pub fn from_level(self, facts: &Facts) -> Option<Value> {
        match self {
            Self::Exact { points, .. } | Self::Decided { points, .. } => {
                Some((f64::from(points) - facts.level()) as Value)
            }
            Self::Estimate(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// Whether the score is proved.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Exact { .. })
    }

    /// Where the score stands in the order of preference; see [`Rank`].
    ///
    /// Only two players with a constant sum win and lose; else points stand among estimates as numbers.
    pub fn rank(self, facts: &Facts) -> Rank {
        let finished = |points: Points, plies| {
            if !facts.is_rivalry() {
                return Rank::estimate(points as Value);
            }
            Rank::finished(facts.margin(points), plies)
        };
        match self {
            Self::Exact { points, plies } => finished(points, plies.unwrap_or(u32::MAX)),
            Self::Decided { points, plies } => finished(points, plies),
            Self::Estimate(value) => Rank::estimate(value),
            Self::Unknown => Rank::WORST,
        }
    }
}

/// The order of preference among scores, as a whole number.
///
/// Proved wins stand above every estimate, proved losses below; a proved draw
/// equals an estimate of 0. Among wins more points are better, then fewer
/// plies; among losses fewer points lost, then more plies. Estimates keep the
/// order of their values, and neighbouring floats are neighbouring whole
/// numbers, so that a null window `a, a + 1` is as narrow as the paper means.
/// Negation is exact: it swaps the players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(i64);

/// Estimates lie strictly between −`PROVED` and `PROVED`.
const PROVED: i64 = 1 << 32;
/// Plies are kept below this.
const PLIES: i64 = 1 << 16;

impl Rank {
    /// Below everything.
    pub const WORST: Self = Self(-(1 << 34));
    /// Above everything.
    pub const BEST: Self = Self(1 << 34);
    /// A proved draw, or an estimate of 0.
    pub const LEVEL: Self = Self(0);

    /// Bits that hold any rank as a signed number.
    pub const BITS: u32 = 36;

    /// A proved end, `plies` moves away, that lies so far from the level result (see [`Facts::margin`]).
    #[inline]
    #[must_use]
    pub fn finished(margin: Points, plies: u32) -> Self {
        let sooner = PLIES - 1 - i64::from(plies).min(PLIES - 1);
        let size = PROVED + i64::from(margin.unsigned_abs()) * PLIES + sooner;
        Self(size * i64::from(margin.signum()))
    }

    /// A guess. Not a number counts as 0.
    #[inline]
    #[must_use]
    pub fn estimate(value: Value) -> Self {
        if value.is_nan() {
            return Self::LEVEL;
        }
        let magnitude = i64::from(value.to_bits() & 0x7fff_ffff);
        Self(if value.is_sign_negative() {
            -magnitude
        } else {
            magnitude
        })
    }

    /// A number in whose order ranks stand: what has few bits is exact as a float, and two of them fit
    /// into the smallest register that compares side by side.
    #[inline]
    pub fn number(self) -> f64 {
        self.0 as f64
    }

    /// The next better rank: `(rank, rank.above())` is a null window.
    #[inline]
    #[must_use]
    pub fn above(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next worse rank.
    #[inline]
    #[must_use]
    pub fn below(self) -> Self {
        Self(self.0 - 1)
    }

    /// Whether this is a proved win or loss; draws do not show by their rank.
    #[inline]
    pub fn is_decided(self) -> bool {
        self.0.abs() >= PROVED && self.0.abs() < Self::BEST.0
    }

    /// Whether it is known how far away this proved win or loss is.
    #[inline]
    pub fn has_distance(self) -> bool {
        self.is_decided() && self.0.abs() & (PLIES - 1) != 0
    }

    /// The same end seen from `plies` moves earlier.
    #[inline]
    #[must_use]
    pub fn later(self, plies: u32) -> Self {
        self.shifted(-i64::from(plies))
    }

    /// The same end seen from `plies` moves nearer.
    #[inline]
    #[must_use]
    pub fn nearer(self, plies: u32) -> Self {
        self.shifted(i64::from(plies))
    }

    /// Moves a proved end by so many plies; leaves estimates alone, and ends at an unknown distance.
    ///
    /// An end farther away than can be told is at an unknown distance from then on.
    #[inline]
    fn shifted(self, plies: i64) -> Self {
        if !self.is_decided() {
            return self;
        }
        let size = self.0.abs();
        let sooner = size & (PLIES - 1);
        if sooner == 0 {
            return self;
        }
        let moved = (sooner + plies).clamp(0, PLIES - 1);
        Self((size - sooner + moved) * self.0.signum())
    }

    /// The score behind the rank, in a game with such `facts`.
    ///
    /// `proved` tells whether the rank rests on finished games alone. A win
    /// or a loss does anyway, but where wins come in sizes a bigger one may lie
    /// beyond what was looked at, unless there is none bigger.
    #[must_use]
    pub fn score(self, proved: bool, facts: &Facts) -> Score {
        if !self.is_decided() {
            return self.undecided_score(proved, facts);
        }
        let size = self.0.abs() - PROVED;
        let points = facts.points_at(((size / PLIES) * self.0.signum()) as Points);
        let plies = PLIES - 1 - size % PLIES;
        let is_utmost = points <= facts.points.0 || points >= facts.points.1;
        if proved || is_utmost {
            Score::Exact {
                points,
                plies: (plies < PLIES - 1).then_some(plies as u32),
            }
        } else {
            Score::Decided {
                points,
                plies: plies as u32,
            }
        }
    }

    fn undecided_score(self, proved: bool, facts: &Facts) -> Score {
        if proved && self == Self::LEVEL {
            return Score::Exact {
                points: facts.points_at(0),
                plies: None,
            };
        }
        let magnitude = Value::from_bits(self.0.unsigned_abs() as u32);
        Score::Estimate(if self.0 < 0 { -magnitude } else { magnitude })
    }

    /// The bare number, for packing.
    #[inline]
    pub fn to_bits(self) -> i64 {
        self.0
    }

    /// Back from [`Self::to_bits`].
    #[inline]
    #[must_use]
    pub fn from_bits(bits: i64) -> Self {
        Self(bits)
    }
}

impl std::ops::Neg for Rank {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_stand_above_estimates_and_losses_below() {
        let in_order = [
            Rank::WORST,
            Rank::finished(-5, 2),
            Rank::finished(-1, 2),
            Rank::finished(-1, 9),
            Rank::estimate(f32::NEG_INFINITY),
            Rank::estimate(-2.5),
            Rank::LEVEL,
            Rank::estimate(f32::MIN_POSITIVE),
            Rank::estimate(1e30),
            Rank::finished(1, 9),
            Rank::finished(1, 2),
            Rank::finished(5, 9),
            Rank::BEST,
        ];
        assert!(in_order.windows(2).all(|pair| pair[0] < pair[1]));
        let mut mirrored: Vec<Rank> = in_order[1..].iter().map(|&rank| -rank).collect();
        mirrored.sort();
        assert!(mirrored.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_score_survives_its_rank() {
        let facts = Facts {
            points: (-64, 64),
            ..Facts::win_draw_loss(60, 60, 65)
        };
        for score in [
            Score::Decided {
                points: 12,
                plies: 3,
            },
            Score::Exact {
                points: 1,
                plies: Some(7),
            },
            Score::Exact {
                points: -64,
                plies: Some(0),
            },
            Score::Exact {
                points: 3,
                plies: None,
            },
            Score::Exact {
                points: 0,
                plies: None,
            },
            Score::Estimate(-0.125),
            Score::Estimate(1e-40),
        ] {
            assert_eq!(score.rank(&facts).score(score.is_exact(), &facts), score);
        }
    }

    #[test]
    fn a_win_at_an_unknown_distance_keeps_its_points_when_seen_from_elsewhere() {
        let facts = Facts {
            points: (-64, 64),
            ..Facts::win_draw_loss(60, 60, 65)
        };
        let unknown = Score::Exact {
            points: 3,
            plies: None,
        };
        for rank in [
            Rank::finished(3, u32::MAX).later(1),
            Rank::finished(3, u32::MAX).nearer(1),
            Rank::finished(3, 65_530).later(u32::MAX),
            -Rank::finished(-3, u32::MAX).later(7),
        ] {
            assert_eq!(rank.score(true, &facts), unknown);
        }
        let at_once = Rank::finished(3, 2).nearer(u32::MAX);
        assert_eq!(at_once, Rank::finished(3, 0));
        assert_eq!(Rank::finished(-3, 2).later(5), Rank::finished(-3, 7));
    }

    #[test]
    fn points_are_ranked_by_their_distance_from_the_level_result() {
        let of_a_hundred = Facts {
            sum: Some(100),
            points: (0, 100),
            ..Facts::win_draw_loss(9, 9, 9)
        };
        let exact = |points| Score::Exact {
            points,
            plies: None,
        };
        let rank = |score: Score| score.rank(&of_a_hundred);
        assert_eq!(rank(exact(50)), Rank::LEVEL);
        assert!(rank(exact(51)) > rank(Score::Estimate(1e9)));
        assert!(rank(exact(49)) < rank(Score::Estimate(-1e9)));
        assert_eq!(rank(exact(50)).score(true, &of_a_hundred), exact(50));
        assert_eq!(rank(exact(0)).score(true, &of_a_hundred), exact(0));
        let for_each_his_own = Facts {
            sum: None,
            ..of_a_hundred
        };
        let plain = |score: Score| score.rank(&for_each_his_own);
        assert!(plain(exact(40)) < plain(Score::Estimate(60.0)));
    }

    #[test]
    fn a_null_window_holds_no_value() {
        let next = Rank::estimate(1.0).above();
        assert_eq!(next, Rank::estimate(1.0f32.next_up()));
        assert_eq!(Rank::estimate(-0.0), Rank::estimate(0.0));
    }
}
