//! The pictures of the page.

use plyscope_plot::{Axis, Chart, Row, Rule, Series};

use super::Picture;
use crate::decision::{Late, LateRow, PlayerKind, Who, Whole};
use crate::sampling::{Match, PaperMatch};

/// Which of many players a picture shows: the model, and standard evaluators that stand for their kind.
fn is_shown(who: &Who) -> bool {
    matches!(
        who.name.as_str(),
        "expected outcome"
            | "random"
            | "worst choice"
            | "open lines"
            | "open lines, ends seen"
            | "squares norvig, ends seen"
            | "squares sixty-four, ends seen"
    )
}

/// A line, grey if it is a bound.
fn series<P: Into<plyscope_plot::Point>>(who: &Who, points: Vec<P>) -> Series {
    if who.kind == PlayerKind::Bound {
        Series::baseline(who.name.clone(), points)
    } else {
        Series::new(who.name.clone(), points)
    }
}

pub(super) fn mistakes_by_stage(whole: &Whole) -> Picture {
    let rows = whole.rows.iter().filter(|row| is_shown(&row.who));
    let lines = rows.map(|row| {
        let points = whole.decisions_by_stage.iter().zip(&row.by_stage);
        let points = points.enumerate().filter(|(_, (all, _))| **all > 0.0);
        let points = points.map(|(stage, (all, errors))| (stage as f64, errors / all));
        series(&row.who, points.collect::<Vec<_>>())
    });
    let about = format!(
        "Share of distinct states in which a player errs, {}",
        whole.game
    );
    let chart = Chart::lines(lines)
        .title(format!("Mistakes in {}", whole.game))
        .subtitle("share of distinct states, ties shared")
        .x(Axis::new("stones or discs on the board").whole())
        .y(Axis::new("share of states").percent());
    Picture {
        file: format!("mistakes-{}.svg", file_name(&whole.game)),
        about,
        svg: chart.svg(),
    }
}

pub(super) fn mistakes_by_empties(late: &Late) -> Picture {
    let rows = late.rows.iter().filter(|row| is_shown(&row.who));
    let points = |row: &LateRow| -> Vec<(f64, f64, f64, f64)> {
        let stages = late.stages.iter().zip(&row.stages);
        let point = |(stage, own): (&crate::decision::LateStage, &crate::decision::Share)| {
            let [low, high] = own.interval;
            (f64::from(stage.empties), own.share, low, high)
        };
        stages.map(point).collect()
    };
    let chart = Chart::lines(rows.map(|row| series(&row.who, points(row))))
        .title("Mistakes in Othello 6×6")
        .subtitle("share of states of random games, 95 % bands")
        .x(Axis::new("empty cells").whole())
        .y(Axis::new("share of states").percent());
    Picture {
        file: "mistakes-othello-6x6.svg".to_owned(),
        about: "Share of late states of 6×6 Othello in which a player errs, by empty cells"
            .to_owned(),
        svg: chart.svg(),
    }
}

pub(super) fn scores(matches: &[Match]) -> Picture {
    let row = |own: &Match| {
        let [low, high] = own.share.interval;
        Row::new(format!("{} / {}", own.sampler, own.table), own.share.value).interval(low, high)
    };
    let chart = Chart::forest(matches.iter().map(row))
        .title("Samplers against weighted squares")
        .subtitle("share of wins and half the draws, 8×8, no lookahead")
        .x(Axis::new("score").percent().range(0.0, 1.0))
        .rule(Rule::x(
            PaperMatch::MATCH.score.wins as f64 / PaperMatch::MATCH.score.games() as f64,
            "theirs",
        ));
    Picture {
        file: "sampling.svg".to_owned(),
        about: "Scores of samplers against weighted squares, with 95 % intervals".to_owned(),
        svg: chart.svg(),
    }
}

/// Letters and digits that any file system takes.
fn file_name(text: &str) -> String {
    let plain = text.to_lowercase().replace('×', "x");
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}
