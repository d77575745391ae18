//! What is compared, which of the paper's statements hold, and which metrics survive.

use super::super::findings::told;
use super::super::{Report, Survival};
use plyscope_plot::page::Page;
use plyscope_plot::page::table::{Table, number, percent};

pub(super) fn write(report: &Report, page: &mut Page) {
    sources(report, page);
    page.add("## What holds");
    for finding in &report.findings {
        page.add(&format!(
            "**{}** — **{}**. It would count as holding if {}.",
            finding.statement.trim_end_matches('.'),
            finding.verdict.name(),
            finding.test
        ));
        let numbers: Vec<String> = finding
            .because
            .iter()
            .map(|line| format!("- {line}"))
            .collect();
        page.add(&numbers.join("\n"));
    }
    survivals(report, page);
}

fn sources(report: &Report, page: &mut Page) {
    page.add(&format!(
        "The {} states, with {} moves, are spread over all plies as the paper's 498 were. Budgets \
         of `mcts1` and `mcts3` are a tenth of the paper's, which ran one and three hours per state \
         (1.5 to 54 and 2 to 151 million playouts){}; `solver=off` leaves plain UCT, in which \
         nothing is proved but a move that ends the game.",
        report.states,
        number(report.moves as f64),
        if report.sources.len() > 3 {
            ", those named whole are the paper's own"
        } else {
            "; `--whole` labels with the whole"
        }
    ));
    let mut table = Table::new(["benchmark", "made by", "visits per state", "moves proved"]);
    for own in &report.sources {
        table.row([
            own.name.clone(),
            format!("`{}`", own.labeller),
            own.visits.map_or_else(
                || "–".to_owned(),
                |(low, high)| format!("{} to {}", number(low as f64), number(high as f64)),
            ),
            percent(own.proved),
        ]);
    }
    page.add(&table.text());
    page.add(
        "Heuristics are `lines` (open lines by their stones, and the centre), `threats` (cells that \
         would complete a line) and `noise`, each asked about the state after a move; all three see \
         a move that ends the game. Intervals are of 95 %, by resampling states. Over plies means: \
         the correlation of two curves of means by ply, where a ply weighs as many states as it has.",
    );
}

fn survivals(report: &Report, page: &mut Page) {
    page.add("## What is left of each metric");
    page.add(
        "Every metric on sampled truth beside the same on the truth, the worst of the three \
         heuristics. It *survives* if its curve follows with a correlation of at least 0.5 that is \
         surely above 0, no two heuristics that are more than 1 % of its range apart change places, \
         and its level is off by no more than 5 % of its range; *trend only* is without the level. \
         These bounds are ours.",
    );
    let mut table = Table::new([
        "metric",
        "benchmark",
        "over plies",
        "over states",
        "level",
        "same order",
        "left",
    ]);
    for own in &report.survivals {
        table.row(row(own));
    }
    page.add(&table.text());
}

fn row(own: &Survival) -> [String; 7] {
    let level = |level: f64| format!("{:+.1} %", 100.0 * level);
    let order = match own.same_order {
        Some(true) => "yes",
        Some(false) => "no",
        None => "–",
    };
    [
        own.metric.clone(),
        own.source.clone(),
        told(own.over_plies),
        told(own.over_states),
        own.level.map_or_else(|| "–".to_owned(), level),
        order.to_owned(),
        own.left.name().to_owned(),
    ]
}
