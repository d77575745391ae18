//! Who is expected to win, in words.

use super::Judged;
use crate::predict::{Prediction, Way, wins};
use plyscope_stats::Z95;

/// A smaller difference is not worth the games it takes to show.
const SMALL: f64 = 20.0;
/// Others that the verdict names beside the best two.
const OTHERS: usize = 5;

/// The verdict of a judgement.
#[non_exhaustive]
pub struct Verdict {
    /// The sentence that comes first.
    pub line: String,
    /// What it leaves open.
    pub more: Vec<String>,
}

impl Verdict {
    /// The strongest beside the next strongest; nothing where there are no two.
    pub fn of(prediction: &Prediction, judged: &[Judged], game: &str) -> Option<Self> {
        let way = prediction.way;
        let order = prediction.order(way);
        let (&best, rest) = order.split_first()?;
        let (&next, others) = rest.split_first()?;
        let sure = is_sure(prediction, best, next);
        let line = if sure {
            sentence(prediction, way, best, next)
        } else {
            format!(
                "{} and {} cannot be told apart: {}",
                prediction.names[best],
                prediction.names[next],
                sentence(prediction, way, best, next)
            )
        };
        let mut more = Vec::new();
        if way != Way::OnePly {
            more.push(sentence(prediction, Way::OnePly, best, next));
        }
        for &other in others.iter().take(OTHERS) {
            more.push(sentence(prediction, way, best, other));
        }
        if others.len() > OTHERS {
            more.push(format!(
                "the other {} are expected to be weaker still",
                others.len() - OTHERS
            ));
        }
        if !sure {
            let (elo, _) = prediction.difference(way, best, next);
            more.push(format!(
                "about {} games would tell: {}",
                games_to_tell(elo),
                match_command(
                    game,
                    (way, prediction.opening),
                    (&judged[best], &judged[next]),
                    elo
                )
            ));
        }
        Some(Self { line, more })
    }
}

/// Whether the interval of the difference leaves out 0.
fn is_sure(prediction: &Prediction, a: usize, b: usize) -> bool {
    let (elo, deviation) = prediction.difference(prediction.way, a, b);
    elo.abs() > Z95 * deviation
}

fn sentence(prediction: &Prediction, way: Way, a: usize, b: usize) -> String {
    let pair = prediction.pair(way, a, b);
    let percent = |elo: f64| (100.0 * wins(elo)).round();
    format!(
        "{} is expected to win {} % ({} to {}) of games {} against {}",
        pair.a,
        percent(pair.elo),
        percent(pair.low),
        percent(pair.high),
        // Searches among them play as they are.
        if prediction.way == Way::OnePly {
            "of their own"
        } else {
            way.in_words()
        },
        pair.b,
    )
}

/// Games after which a difference of so many Elo shows with a chance of 80 %, in hundreds.
///
/// A difference that is smaller than 20 is taken for 20.
pub fn games_to_tell(elo: f64) -> u64 {
    let lead = wins(elo.abs().max(SMALL)) - 0.5;
    // 1.96 and 0.84 standard errors of a mean of games, of which each varies by at most a half.
    let games = (2.8 / (2.0 * lead)).powi(2);
    (games / 100.0).ceil() as u64 * 100
}

/// The match that would tell, after openings of so many random plies, as it is typed.
pub(crate) fn match_command(
    game: &str,
    (way, opening): (Way, u32),
    (one, other): (&Judged, &Judged),
    elo: f64,
) -> String {
    let agent = |own: &Judged| {
        let name: String = own
            .name
            .chars()
            .map(|letter| {
                if letter.is_alphanumeric() || "-_.".contains(letter) {
                    letter
                } else {
                    '-'
                }
            })
            .collect();
        format!("'{name}=({})'", way.agent(&own.spec))
    };
    let elo = elo.abs().max(SMALL).round();
    format!(
        "plyscope match {game} {} {} --openings random:plies={opening} --sprt elo0=0,elo1={elo}",
        agent(one),
        agent(other)
    )
}
