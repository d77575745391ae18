//! Several opinions on the same moves, and what the one that knows makes of the others.

use plyscope_game::any::Position;
use plyscope_workbench::{AdviceText, MoveAdvice};

use super::in_words;
use crate::commands::show::draw;
use crate::out::{Ended, Out};
use crate::table::{Table, wrapped};

/// A column for each opinion; `◂` marks what it would play.
pub(super) fn write(
    position: &Position,
    by: &[String],
    opinions: &[AdviceText],
    out: &Out,
) -> Result<(), Ended> {
    draw(position, out)?;
    let mut heading = vec!["move".to_string()];
    heading.extend(by.iter().map(|spec| format!("{spec}  ")));
    let mut table = Table::headed(heading, &[0]);
    for place in in_order(opinions) {
        let cell = |advice: &AdviceText| {
            let own = &advice.moves[place];
            let mark = if advice.best.contains(&own.mv) {
                "◂"
            } else {
                " "
            };
            format!("{} {mark}", in_words(own, position))
        };
        let name = opinions[0].moves[place].mv.clone();
        table.row(std::iter::once(name).chain(opinions.iter().map(cell)));
    }
    out.line("")?;
    out.text(&table.text())?;
    let verdicts = verdicts(position, by, opinions);
    if !verdicts.is_empty() {
        out.line("")?;
    }
    verdicts
        .iter()
        .try_for_each(|verdict| out.line(&wrapped(verdict, "  ")))
}

/// The best first, by the one that proved everything if there is one, else by the first.
fn in_order(opinions: &[AdviceText]) -> Vec<usize> {
    let leader = truth(opinions).unwrap_or(&opinions[0]);
    let mut places: Vec<usize> = (0..leader.moves.len()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(leader.moves[place].rank));
    places
}

/// No opinion any more: every move proved.
fn is_proved(advice: &AdviceText) -> bool {
    advice.moves.iter().all(|own| own.exact)
}

fn truth(opinions: &[AdviceText]) -> Option<&AdviceText> {
    opinions.iter().rfind(|advice| is_proved(advice))
}

/// Better moves that are named; more would not help.
const MOST_NAMED: usize = 4;

/// The exact score of each choice, where one of the agents proved it.
fn verdicts(position: &Position, by: &[String], opinions: &[AdviceText]) -> Vec<String> {
    let Some(truth) = truth(opinions) else {
        return Vec::new();
    };
    let points = |own: &&MoveAdvice| own.value.unwrap_or_default();
    let ranked = truth
        .moves
        .iter()
        .max_by(|a, b| points(a).total_cmp(&points(b)));
    let Some(best) = ranked else {
        return Vec::new();
    };
    let equals = truth
        .moves
        .iter()
        .filter(|own| points(own) >= points(&best));
    let names: Vec<&str> = equals.map(|own| own.mv.as_str()).take(MOST_NAMED).collect();
    let names = names.join(" or ");
    let others = by
        .iter()
        .zip(opinions)
        .filter(|(_, advice)| !is_proved(advice));
    others
        .map(|(spec, advice)| {
            let chosen = |own: &&MoveAdvice| advice.best.contains(&own.mv);
            let worst = truth
                .moves
                .iter()
                .filter(chosen)
                .min_by(|a, b| points(a).total_cmp(&points(b)));
            match worst {
                Some(worst) if points(&worst) < points(&best) => format!(
                    "{spec} goes wrong: {} is a {}, {} would be a {}",
                    worst.mv,
                    in_words(worst, position),
                    names,
                    in_words(best, position)
                ),
                _ => format!("{spec} chooses well"),
            }
        })
        .collect()
}
