//! The value of moves from what the search knows of them.

use super::super::findings::{THEIR_ACCURACY, told, told_percent};
use super::super::{PlyPoint, Report};
use super::pictures;
use plyscope_plot::page::Page;
use plyscope_plot::page::table::{Table, percent};

pub(super) fn write(report: &Report, page: &mut Page) {
    page.add("## 5. Value of moves");
    page.add(&format!(
        "Classifiers tell win, draw or loss from q, n, all visits of the state and the ply. States \
         are dealt into ten folds, and each fold is classified by what was learned from the nine \
         others. The paper's best reached {:.0} %, the second player as little as 25 % in some \
         states. Nearest neighbours are 15, with visits by their logarithms; the tree asks four \
         questions at the most and keeps 20 moves on either side of each; neither was tuned.",
        100.0 * THEIR_ACCURACY
    ));
    page.show(pictures::category(report));
    page.add(&classified(report).text());
    page.add(
        "Losses, draws and wins are the shares of each that are found; balanced is their mean. \
         The players' columns of worst plies and of states where at most a quarter of the moves is \
         right tell the first player before the second.",
    );
    page.add(
        "Two categorisation metrics of heuristics, with the decision tree's values in place of the \
         true ones. A heuristic's values are brought to classes by two thresholds and to points by a \
         rising map, both fitted to the values at hand on other states.",
    );
    let mut table = Table::new(["", "on the truth", "by search", "over plies", "over states"]);
    for own in &report.category.metric {
        table.row([
            format!("{}, {}, {}", own.metric, own.heuristic, own.source),
            format!("{:.2}", own.on_truth),
            format!("{:.2}", own.on_search),
            told(own.follow.over_plies),
            told(own.follow.over_states),
        ]);
    }
    page.add(&table.text());
}

/// The accuracy of every classifier, in all and in parts.
fn classified(report: &Report) -> Table {
    let mut table = Table::new([
        "",
        "accuracy",
        "balanced",
        "losses",
        "draws",
        "wins",
        "first player",
        "second player",
        "worst ply, first",
        "worst ply, second",
        "states at 25 % or less",
    ]);
    for own in &report.category.classified {
        let [first, second] = own.by_player.map(told_percent);
        let [worst_first, worst_second] = own.worst_of_player.map(worst);
        let [losses, draws, wins] = own.found.map(percent);
        table.row([
            format!("{}, {}", own.source, own.classifier.name()),
            told_percent(own.accuracy),
            percent(own.balanced),
            losses,
            draws,
            wins,
            first,
            second,
            worst_first,
            worst_second,
            format!("{} + {}", own.poor[0], own.poor[1]),
        ]);
    }
    table
}

fn worst(point: Option<PlyPoint>) -> String {
    point.map_or_else(
        || "–".to_owned(),
        |own| {
            let [mean, low, high] = [own.mean, own.low, own.high].map(|share| 100.0 * share);
            format!("{}: {mean:.0} % [{low:.0}, {high:.0}]", own.ply)
        },
    )
}
