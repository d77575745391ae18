//! What a contest came to, as tables and sentences.

use std::fmt::Write as _;

use plyscope_arena::Count;
use plyscope_arena::rating::{Informed, SprtVerdict};
use plyscope_stats::Estimate;
use plyscope_workbench::ContestReport;

use crate::table::{Table, grouped, wrapped};

/// Everything that is known of a contest, but the times.
pub(super) fn whole(report: &ContestReport<'_>, has_points: bool) -> String {
    let mut text = standings(report, has_points);
    text.push('\n');
    if report.totals.len() > 2 {
        text += &cross_table(report);
    } else {
        text += &match_in_words(report);
    }
    text + &with_prior(report) + &notes(report)
}

/// What was expected, and the rating from both, the strongest first.
fn with_prior(report: &ContestReport<'_>) -> String {
    let Some((prior, both)) = &report.informed else {
        return String::new();
    };
    let mut order: Vec<usize> = (0..prior.len()).collect();
    order.sort_by(|&one, &other| both.elo[other].total_cmp(&both.elo[one]));
    let heading = [
        "agent",
        "expected by judging",
        "±95 %",
        "with the games",
        "±95 %",
    ];
    let mut table = Table::new(heading, &[0]);
    let before = Informed::fit(prior, &[]);
    for place in order {
        let expected = before.of(place);
        let rated = both.of(place);
        table.row([
            report.results.names()[place].clone(),
            signed(expected.value, 0),
            reach(&expected),
            signed(rated.value, 0),
            reach(&rated),
        ]);
    }
    let caption = "Elo above the mean of all, expected by judging before a game was played, and by judging \
                   and these games together; the Elo further up is by the games alone.";
    format!("\n{}\n{}", wrapped(caption, ""), table.text())
}

/// Who stands where.
pub(super) fn standings(report: &ContestReport<'_>, has_points: bool) -> String {
    let heading = [
        "agent", "games", "wins", "draws", "losses", "score", "Elo", "±95 %", "points", "by discs",
        "failures",
    ];
    let mut table = Table::new(heading, &[0]);
    for place in report.order() {
        let count = &report.totals[place];
        let elo = report.ratings.as_ref().map(|ratings| ratings.of(place));
        let discs = report.discs.as_ref().map(|discs| discs.of(place));
        table.row([
            report.results.names()[place].clone(),
            grouped(count.games()),
            grouped(count.wins),
            grouped(count.draws),
            grouped(count.losses),
            share(count),
            elo.map_or(String::new(), |elo| signed(elo.value, 0)),
            elo.map_or(String::new(), |elo| reach(&elo)),
            if has_points {
                signed(count.points as f64, 0)
            } else {
                String::new()
            },
            discs.map_or(String::new(), |discs| {
                format!("{} {}", signed(discs.value, 0), reach(&discs))
            }),
            some(count.faults),
        ]);
    }
    table.text()
}

fn some(count: u64) -> String {
    if count > 0 {
        grouped(count)
    } else {
        String::new()
    }
}

/// The score in per cent.
fn share(count: &Count) -> String {
    if count.games() == 0 {
        return String::new();
    }
    format!("{:.1} %", 100.0 * count.score() / count.games() as f64)
}

/// What a match says about its first agent against the other.
fn match_in_words(report: &ContestReport<'_>) -> String {
    let names = report.results.names();
    let versus = &report.versus[0];
    let mut text = String::new();
    let [zero, half, one, more, two] = versus.pairs.counts.map(grouped);
    let mut tell = |told: String| {
        let _ = writeln!(text, "{}", wrapped(&told, "  "));
    };
    tell(format!(
        "pairs in which {} scored 2: {two}, 1½: {more}, 1: {one}, ½: {half}, 0: {zero}",
        names[0]
    ));
    if let Some(found) = ContestReport::difference(versus) {
        let elo = signed(found.elo.value, 1);
        tell(format!("Elo of {} above {}: {elo}", names[0], names[1]));
        tell(format!(
            "95 % interval {} to {}; it is the stronger one with probability {:.1} %",
            signed(found.elo.low, 1),
            signed(found.elo.high, 1),
            100.0 * found.superiority
        ));
    }
    text + &test_in_words(report)
}

fn test_in_words(report: &ContestReport<'_>) -> String {
    let (Some((ratio, verdict)), Some((sprt, shown))) = (report.test(), report.sprt) else {
        return String::new();
    };
    let (low, high) = sprt.bounds();
    let says = match verdict {
        SprtVerdict::AcceptH0 => "elo0 accepted",
        SprtVerdict::AcceptH1 => "elo1 accepted",
        SprtVerdict::Continue => "not decided",
    };
    let told = format!(
        "SPRT {shown}: log likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}: {says}"
    );
    wrapped(&told, "  ") + "\n"
}

/// What each scored against each, out of so many games.
fn cross_table(report: &ContestReport<'_>) -> String {
    let order = report.order();
    let mut heading = vec![String::new(), "score against".to_string()];
    heading.extend((1..=order.len()).map(|number| number.to_string()));
    let mut table = Table::headed(heading, &[1]);
    for (row, &own) in order.iter().enumerate() {
        let mut cells = vec![(row + 1).to_string(), report.results.names()[own].clone()];
        cells.extend(order.iter().map(|&other| met(report, own, other)));
        table.row(cells);
    }
    table.text()
}

fn met(report: &ContestReport<'_>, own: usize, other: usize) -> String {
    if own == other {
        return "–".to_string();
    }
    let pairings = report.results.pairings().iter().zip(&report.versus);
    let mut found = pairings.filter_map(|(&pairing, versus)| match pairing {
        pairing if pairing == (own, other) => Some(&versus.count),
        pairing if pairing == (other, own) => Some(&versus.other),
        _ => None,
    });
    match found.next() {
        Some(count) if count.games() > 0 => format!("{}/{}", count.score(), count.games()),
        _ => String::new(),
    }
}

fn notes(report: &ContestReport<'_>) -> String {
    let mut text = String::new();
    let all = |of: fn(&Count) -> u64| report.versus.iter().map(|versus| of(&versus.count)).sum();
    let adjudicated: u64 = all(|count| count.adjudicated);
    if adjudicated > 0 {
        let _ = writeln!(
            text,
            "  {} games were broken off by the rules of the contest",
            grouped(adjudicated)
        );
    }
    if report
        .ratings
        .as_ref()
        .is_some_and(|ratings| ratings.pools.len() > 1)
    {
        text += "  an agent won or lost everything: its Elo is bounded on one side only\n";
    }
    text
}

/// Half the width of an interval, or that it has no end.
fn reach(estimate: &Estimate) -> String {
    if estimate.low.is_finite() && estimate.high.is_finite() {
        format!("±{:.0}", estimate.margin())
    } else {
        "±∞".to_string()
    }
}

/// A number with its sign; what is beyond all bounds is told as such.
fn signed(number: f64, digits: usize) -> String {
    match number {
        f64::INFINITY => "+∞".to_string(),
        f64::NEG_INFINITY => "−∞".to_string(),
        _ => {
            let text = format!("{number:+.digits$}");
            let is_zero = text
                .chars()
                .all(|letter| !letter.is_ascii_digit() || letter == '0');
            if is_zero {
                text[1..].to_string()
            } else {
                text.replace('-', "−")
            }
        }
    }
}

/// Mean time per move of every contestant whose time was measured.
pub(super) fn times(report: &ContestReport<'_>) -> Option<String> {
    let mean = |(name, count): (&String, &Count)| {
        let mean = count.effort.mean()?;
        Some(format!("{name} {}", in_units(mean.as_secs_f64())))
    };
    let all = report.results.names().iter().zip(&report.totals);
    let all: Vec<String> = all.filter_map(mean).collect();
    (!all.is_empty()).then(|| wrapped(&format!("mean time per move: {}", all.join(", ")), ""))
}

fn in_units(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{seconds:.2} s"),
        1e-3.. => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{:.1} µs", seconds * 1e6),
    }
}
