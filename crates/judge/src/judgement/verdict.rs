//! Who is expected to win, in words.

use super::Judged;
use crate::predict::{PredictedPair, Prediction, Way, wins};
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
    /// The two of whom it speaks, the one that is expected to be stronger first.
    pub between: PredictedPair,
}

impl Verdict {
    /// The strongest beside the next strongest of those who were judged in the verdict's use; nothing
    /// where there are no two.
    pub fn of(prediction: &Prediction, judged: &[Judged], game: &str) -> Option<Self> {
        let way = prediction.way;
        let order = prediction.order(way).into_iter();
        let (order, guessed): (Vec<usize>, Vec<usize>) =
            order.partition(|&at| prediction.is_judged(way, at));
        let (&best, rest) = order.split_first()?;
        let (&next, others) = rest.split_first()?;
        let said = sentence(prediction, way, best, next);
        let sure = is_sure(prediction, best, next);
        let line = if sure {
            said
        } else {
            format!(
                "{} and {} cannot be told apart: {said}",
                prediction.names[best], prediction.names[next],
            )
        };
        let mut more = others_in_words(prediction, (best, next), others, &guessed);
        if !sure {
            more.push(match prediction.pair(way, best, next) {
                own if own.apart == 0.0 && own.elo == 0.0 => {
                    "they choose alike in all states".to_owned()
                }
                own => format!(
                    "about {} games would tell: {}",
                    games_to_tell(own.elo),
                    match_command(
                        game,
                        (way, prediction.opening),
                        (&judged[best], &judged[next]),
                        own.elo
                    )
                ),
            });
        }
        Some(Self {
            line,
            more,
            between: prediction.pair(way, best, next),
        })
    }
}

/// The best two one move ahead, and the best beside the others; beside those of whom the verdict's
/// use was not judged, one move ahead.
fn others_in_words(
    prediction: &Prediction,
    (best, next): (usize, usize),
    others: &[usize],
    guessed: &[usize],
) -> Vec<String> {
    let way = prediction.way;
    let mut more = Vec::new();
    if way != Way::OnePly {
        more.push(sentence(prediction, Way::OnePly, best, next));
    }
    let shown = others.iter().take(OTHERS);
    more.extend(shown.map(|&other| sentence(prediction, way, best, other)));
    if others.len() > OTHERS {
        more.push(format!(
            "the other {} are expected to be weaker still",
            others.len() - OTHERS
        ));
    }
    let shown = guessed.iter().take(OTHERS);
    more.extend(shown.map(|&other| sentence(prediction, Way::OnePly, best, other)));
    if guessed.len() > OTHERS {
        more.push(format!(
            "the other {} were not judged at depth 3",
            guessed.len() - OTHERS
        ));
    }
    more
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
        in_words(prediction, way),
        pair.b,
    )
}

/// A use in words: searches and programs play as they are.
pub(super) fn in_words(prediction: &Prediction, way: Way) -> &'static str {
    if prediction.are_evaluators {
        way.in_words()
    } else {
        "of their own"
    }
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
