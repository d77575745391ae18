//! What the paper found, held against our numbers.
//!
//! Each finding is a statement on rating gaps between two players, by the games
//! that they played against each other, as in the paper. Our intervals support
//! it, contradict it, or leave it open; nothing here knows how they will come out.

use plyscope_arena::rating::discs::CLASS;
use serde::Serialize;

use super::{CoefficientSource, Coefficients, Standing};
use crate::sampling::SampledSpan;

/// The paper: "with probability .975, no two of the functions would be rated more than 35 USOA points apart".
///
/// Also what a learned table may be behind an expert's and still count as no worse.
pub const SAME: f64 = 35.0;

/// A statement and what becomes of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PaperFinding {
    /// In the paper's words, or close to them.
    pub claim: &'static str,
    /// What our numbers have to do to support it.
    pub test: String,
    /// What our numbers say.
    pub verdict: Support,
    /// The gaps it rests on.
    pub gaps: Vec<Gap>,
    /// Of these, how many support it, and how many contradict it.
    pub votes: [usize; 2],
}

/// What numbers say of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// All intervals lie where the statement has them.
    Supported,
    /// An interval lies wholly elsewhere.
    Contradicted,
    /// An interval lies on both sides.
    Open,
}

/// How far one player is ahead of another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Gap {
    /// Who is ahead, if it is above 0.
    pub one: String,
    /// Of whom.
    pub other: String,
    /// In points by disc differentials, from the games against each other.
    pub points: SampledSpan,
    /// The same from the games of all players.
    pub rated: SampledSpan,
    /// Games won, drawn and lost against each other.
    pub result: [u64; 3],
}

/// The places of the players by where their coefficients come from.
struct Places {
    experts: Vec<usize>,
    learned: Vec<usize>,
    discs: Vec<usize>,
    random: Vec<usize>,
}

impl Places {
    fn of(players: &[Coefficients]) -> Self {
        let those = |is: fn(&CoefficientSource) -> bool| -> Vec<usize> {
            let places = players.iter().enumerate();
            let places = places.filter(|(_, player)| is(&player.source));
            places.map(|(place, _)| place).collect()
        };
        Self {
            experts: those(|source| matches!(source, CoefficientSource::Expert(_))),
            learned: those(|source| matches!(source, CoefficientSource::Outcome(_))),
            discs: those(|source| matches!(source, CoefficientSource::Discs(_))),
            random: those(|source| matches!(source, CoefficientSource::Random)),
        }
    }

    /// The four that the paper compares.
    fn four(&self) -> Vec<usize> {
        [&self.experts[..], &self.learned[..]].concat()
    }
}

/// The paper's findings, in its order.
pub(super) fn findings(players: &[Coefficients], standing: &Standing) -> Vec<PaperFinding> {
    let places = Places::of(players);
    let four = places.four();
    let gap = |(one, other): (usize, usize)| {
        let met = standing.encounter(one, other)?;
        Some(Gap {
            one: players[one].name.clone(),
            other: players[other].name.clone(),
            points: met.gap,
            rated: standing.lead(one, other),
            result: [met.wins, met.draws, met.losses],
        })
    };
    let gaps = |ones: &[usize], others: &[usize]| -> Vec<Gap> {
        let pairs = ones
            .iter()
            .flat_map(|&one| others.iter().map(move |&other| (one, other)));
        pairs.filter_map(gap).collect()
    };
    let among = |all: &[usize]| -> Vec<Gap> {
        let pairs = all
            .iter()
            .enumerate()
            .flat_map(|(place, &one)| all[place + 1..].iter().map(move |&other| (one, other)));
        pairs.filter_map(gap).collect()
    };
    vec![
        judge(
            "two experts and two learned from win and loss are essentially equivalent: no two are \
             rated more than 35 points apart",
            format!("every gap within ±{SAME:.0}"),
            among(&four),
            [-SAME, SAME],
        ),
        judge(
            "the learned coefficients are at least as good as those designed by experts",
            format!("no learned table more than {SAME:.0} points behind an expert's"),
            gaps(&places.learned, &places.experts),
            [-SAME, f64::INFINITY],
        ),
        judge(
            "the one learned from disc differentials is noticeably stronger than the four, although \
             not overwhelmingly so",
            format!("ahead of each of the four, by less than a class of players ({CLASS:.0})"),
            gaps(&places.discs, &four),
            [0.0, CLASS],
        ),
        judge(
            "random coefficients are worse than the four",
            "each of the four ahead of each random table".to_owned(),
            gaps(&four, &places.random),
            [0.0, f64::INFINITY],
        ),
        judge(
            "random coefficients are demolished: at least a player class behind the four",
            format!("each of the four ahead by {CLASS:.0} or more of each random table"),
            gaps(&four, &places.random),
            [CLASS, f64::INFINITY],
        ),
    ]
}

/// Holds gaps against the range in which the claim has them.
fn judge(claim: &'static str, test: String, gaps: Vec<Gap>, [from, to]: [f64; 2]) -> PaperFinding {
    let inside = |own: &&Gap| own.points.interval[0] >= from && own.points.interval[1] <= to;
    let outside = |own: &&Gap| own.points.interval[1] < from || own.points.interval[0] > to;
    let votes = [
        gaps.iter().filter(inside).count(),
        gaps.iter().filter(outside).count(),
    ];
    let verdict = match votes {
        [_, against] if against > 0 => Support::Contradicted,
        [with, _] if with == gaps.len() => Support::Supported,
        _ => Support::Open,
    };
    PaperFinding {
        claim,
        test,
        verdict,
        gaps,
        votes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(low: f64, high: f64) -> Gap {
        let span = SampledSpan {
            value: f64::midpoint(low, high),
            interval: [low, high],
        };
        Gap {
            one: String::new(),
            other: String::new(),
            points: span,
            rated: span,
            result: [0; 3],
        }
    }

    fn verdict(gaps: Vec<Gap>) -> Support {
        judge("", String::new(), gaps, [-35.0, 35.0]).verdict
    }

    #[test]
    fn one_interval_outside_contradicts_and_one_astride_leaves_open() {
        assert_eq!(verdict(vec![gap(-10.0, 30.0)]), Support::Supported);
        let astride = || vec![gap(-10.0, 30.0), gap(20.0, 50.0)];
        assert_eq!(verdict(astride()), Support::Open);
        let mut outside = astride();
        outside.push(gap(36.0, 60.0));
        assert_eq!(verdict(outside), Support::Contradicted);
    }
}
