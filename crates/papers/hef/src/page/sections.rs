//! Figures 1a and 1b, expected scores and the order of moves.

use super::super::findings::{THEIR_ORDER, told, told_percent};
use super::super::{On, Report};
use super::pictures;
use plyscope_plot::page::Page;
use plyscope_plot::page::table::{Table, number, percent};

pub(super) fn differential(report: &Report, page: &mut Page) {
    let own = &report.differential;
    page.add("## 1. Score differential (figure 1a)");
    page.add(
        "How much the choice of a move matters: on the truth the highest value of a move less the \
         lowest; by *q* the same of q; by *visits* the logarithm of the most visits over the fewest. \
         Visits scaled, which is ours, divides that by the logarithm of all visits of the state, \
         since more playouts allow larger ratios.",
    );
    page.show(pictures::differential(report));
    let mut table = Table::new([
        "",
        "mean",
        "opening",
        "middle",
        "end",
        "over plies",
        "over states",
        "in the opening",
        "in the middle",
        "in the end",
    ]);
    let means = |mean: f64, phases: &[f64; 3]| {
        let all = std::iter::once(mean).chain(phases.iter().copied());
        all.map(|mean| format!("{mean:.2}")).collect::<Vec<_>>()
    };
    let mut row = vec!["truth".to_owned()];
    row.extend(means(own.truth_mean, &own.truth_phases));
    row.resize(10, "–".to_owned());
    table.row(row);
    for own in &own.stand_ins {
        let mut row = vec![format!("{}, {}", own.source, own.way.name())];
        row.extend(means(own.mean, &own.phase_means));
        row.extend([told(own.follow.over_plies), told(own.follow.over_states)]);
        row.extend(own.phase_follow.map(told));
        table.row(row);
    }
    page.add(&table.text());
    let mut table = Table::new(["follows better by", "over plies", "over states"]);
    for gain in own.visits_against_q.iter().chain(&own.more_against_less) {
        table.row([
            format!("{} than {}", gain.better, gain.than),
            told(gain.over_plies),
            told(gain.over_states),
        ]);
    }
    page.add(&table.text());
}

pub(super) fn best(report: &Report, page: &mut Page) {
    page.add("## 2. Strict best (figure 1b)");
    page.add(
        "The share of best moves among those a heuristic puts first, and what a random choice would \
         get. On sampled truth the best moves are those before the widest gap in the sorted visits, \
         as in the paper.",
    );
    page.show(pictures::strict_best(report));
    page.add(&strict(report).text());
    page.add(&format!(
        "Which moves are best is told by visits or by q; on the truth {:.1} moves of a state are \
         best on average. Proofs first is what `plyscope judge` does.",
        report.best.true_size
    ));
    page.add(&sets(report).text());
}

/// Strict best of every heuristic, and how well it follows the truth.
fn strict(report: &Report) -> Table {
    let mut table = Table::new([
        "heuristic, benchmark",
        "mean",
        "random",
        "over plies",
        "over states",
        "level",
        "curves apart",
        "random over plies",
        "beyond random over plies",
    ]);
    for own in &report.best.strict {
        let follow = |of: fn(&super::super::Follow) -> String| {
            own.follow.as_ref().map_or_else(|| "–".to_owned(), of)
        };
        let over = |follow: Option<super::super::Follow>| {
            follow.map_or_else(|| "–".to_owned(), |own| told(own.over_plies))
        };
        table.row([
            format!("{}, {}", own.heuristic, own.source),
            percent(own.mean),
            percent(own.chance),
            follow(|own| told(own.over_plies)),
            follow(|own| told(own.over_states)),
            follow(|own| told(own.level)),
            follow(|own| own.apart.map_or_else(String::new, percent)),
            over(own.chance_follow),
            over(own.beyond_follow),
        ]);
    }
    table
}

/// Which moves are called best, by visits or by q, against those that are.
fn sets(report: &Report) -> Table {
    let mut table = Table::new([
        "best moves by",
        "named",
        "all and only best",
        "one is best",
        "precision",
        "recall",
        "F1",
    ]);
    for own in &report.best.sets {
        table.row([
            format!("{}, {}", own.rule.name(), own.source),
            format!("{:.1}", own.size),
            told_percent(own.equal),
            told_percent(own.overlap),
            told_percent(own.precision),
            told_percent(own.recall),
            told(own.f1),
        ]);
    }
    table
}

pub(super) fn expected(report: &Report, page: &mut Page) {
    page.add("## 3. Expected score");
    page.add(
        "What sampling a move by the heuristic yields, from 0 to 100 points as in General Game \
         Playing, when moves are worth the truth, their q, or their q with only the three moves of \
         the highest q to choose from, as the paper did. To tell what leaving moves out does by \
         itself, the truth is also shown with only those three moves.",
    );
    page.show(pictures::expected(report));
    let mut heading = vec!["heuristic, benchmark, worth".to_owned()];
    let names = report
        .expected
        .first()
        .into_iter()
        .flat_map(|own| &own.levels);
    heading.extend(names.map(|own| own.sampling.clone()));
    heading.extend(["spread", "order", "ratio of argmax", "over plies, least"].map(str::to_owned));
    let mut table = Table::new(heading);
    for own in &report.expected {
        let mut row = vec![match own.on {
            On::Exact => format!("{}, {}", own.heuristic, own.on.name()),
            _ => format!("{}, {}, {}", own.heuristic, own.source, own.on.name()),
        }];
        let mean = |level: &super::super::ScoreLevel| {
            level.mean.map_or_else(String::new, |own| number(own.value))
        };
        row.extend(own.levels.iter().map(mean));
        let over = own.levels.iter().filter_map(|own| own.follow?.over_plies);
        let least = over.min_by(|a, b| a.value.total_cmp(&b.value));
        row.extend([
            number(own.spread),
            own.order
                .map_or_else(String::new, |own| format!("{own:.2}")),
            told(own.levels.first().and_then(|own| own.ratio)),
            least.map_or_else(|| "–".to_owned(), |own| told(Some(own))),
        ]);
        table.row(row);
    }
    page.add(&table.text());
    page.add(
        "Spread is the best way's mean less the worst's; order is Spearman's correlation of the \
         ways' means with those on the truth; ratio is to the uniform choice.",
    );
}

pub(super) fn ordering(report: &Report, page: &mut Page) {
    page.add("## 4. Order of moves");
    page.add(&format!(
        "How often the order of two moves by q or by visits is the true one. The paper says {:.0} % \
         and not how pairs of equal worth were counted, so there are four readings: pairs of \
         different worth (a tie by the search is half right); all pairs, where those of equal worth \
         must be tied; all pairs, where those of equal worth are half right; and states without any \
         pair in the wrong order.",
        100.0 * THEIR_ORDER
    ));
    page.show(pictures::order(report));
    let mut table = Table::new([
        "",
        "pairs of different worth",
        "all pairs, strictly",
        "all pairs, ties half",
        "whole states",
        "Kendall's tau",
    ]);
    for own in &report.order.orders {
        table.row([
            format!("{}, by {}", own.source, own.key.name()),
            told_percent(own.right),
            told_percent(own.strictly),
            told_percent(own.halves),
            told_percent(own.whole),
            told(own.kendall),
        ]);
    }
    page.add(&table.text());
    if let Some(own) = report.order.orders.first() {
        page.add(&format!(
            "{} of {} pairs of moves of one state are of different worth. Kendall's tau of a \
             heuristic, with the order by search in place of the true one:",
            number(own.pairs as f64),
            number(own.all_pairs as f64)
        ));
    }
    let mut table = Table::new(["", "on the truth", "by search", "over plies", "over states"]);
    for own in &report.order.metric {
        table.row([
            format!("{}, {}, {}", own.heuristic, own.source, own.key.name()),
            format!("{:.2}", own.on_truth),
            format!("{:.2}", own.on_search),
            told(own.follow.over_plies),
            told(own.follow.over_states),
        ]);
    }
    page.add(&table.text());
}
