//! Scores and answers as CSV, for statistics in other programs.

use plyscope_game::Error;
use plyscope_judge::judgement::Entry;
use plyscope_judge::sheet;
use plyscope_truth::{Benchmark, player_name};
use plyscope_workbench::Judging;

use super::places::Places;
use crate::out::{Ended, Out};

pub(super) fn write(
    places: &Places<'_>,
    benchmark: &Benchmark,
    judging: &Judging,
    out: &Out,
) -> Result<(), Ended> {
    if let Some(target) = &places.scores {
        target.put(csv(&scores(benchmark, judging))?, out)?;
    }
    if let Some(target) = &places.moves {
        target.put(csv(&moves(benchmark, judging))?, out)?;
    }
    Ok(())
}

/// A line per heuristic and state, with a column for each metric and what chance would get.
fn scores(benchmark: &Benchmark, judging: &Judging) -> Vec<Vec<String>> {
    let mut heading: Vec<String> = ["heuristic", "state_id", "state", "ply", "player"]
        .map(str::to_owned)
        .to_vec();
    for metric in &judging.metrics {
        heading.push(metric.name());
        heading.push(format!("chance of {}", metric.name()));
    }
    let mut lines = vec![heading];
    for entry in &judging.entries {
        let columns = sheet(&judging.truths, &entry.guesses, &judging.metrics);
        for (at, row) in judging.truths.rows.iter().enumerate() {
            let mut line = vec![
                entry.name.clone(),
                row.state_id.to_string(),
                benchmark.states[row.at].state.clone(),
                row.ply.to_string(),
                player_name(row.player).to_owned(),
            ];
            for column in &columns {
                line.push(number(column.scores.get(at)));
                line.push(number(column.chance.get(at)));
            }
            lines.push(line);
        }
    }
    lines
}

/// A line per heuristic, state and move: the truth, and what the heuristic says.
fn moves(benchmark: &Benchmark, judging: &Judging) -> Vec<Vec<String>> {
    let heading = [
        "heuristic",
        "state_id",
        "state",
        "ply",
        "player",
        "move",
        "truth",
        "exact",
        "visits",
        "q",
        "best",
        "guess",
        "proved",
        "decided",
        "place",
        "points",
    ];
    let mut lines = vec![heading.map(str::to_owned).to_vec()];
    for entry in &judging.entries {
        for at in 0..judging.truths.rows.len() {
            lines.extend(moves_of(benchmark, judging, entry, at));
        }
    }
    lines
}

fn moves_of(
    benchmark: &Benchmark,
    judging: &Judging,
    entry: &Entry,
    at: usize,
) -> Vec<Vec<String>> {
    let row = &judging.truths.rows[at];
    let labelled = &benchmark.states[row.at];
    let guesses = entry.guesses.of(at);
    let line = |(index, label): (usize, &plyscope_truth::Label)| {
        let (truth, guess) = (&row.truth()[index], &guesses[index]);
        vec![
            entry.name.clone(),
            row.state_id.to_string(),
            labelled.state.clone(),
            row.ply.to_string(),
            player_name(row.player).to_owned(),
            label.mv.clone().unwrap_or_default(),
            truth.value.to_string(),
            truth.exact.to_string(),
            truth.visits.map_or_else(String::new, |own| own.to_string()),
            number(truth.q),
            row.best[index].to_string(),
            guess.value.to_string(),
            guess.proved.to_string(),
            guess.decided.to_string(),
            guess.place.to_string(),
            number(guess.points),
        ]
    };
    labelled.moves.iter().enumerate().map(line).collect()
}

fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn csv(lines: &[Vec<String>]) -> Result<Vec<u8>, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |what: String| Error::failed(format!("no CSV can be made: {what}"));
    for line in lines {
        let written = writer.write_record(line);
        written.map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner();
    bytes.map_err(|error| failed(error.to_string()))
}
