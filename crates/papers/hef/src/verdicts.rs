//! The paper's statements down, games or settings across: where each of them holds.

use plyscope_plot::page::Page;
use plyscope_plot::page::table::{Table, percent};

use super::findings::told;
use super::{Classifier, FindingVerdict, Key, On, Report, StandInWay, WithInterval};

/// Reports of section 4 side by side.
pub(super) struct Verdicts<'a> {
    columns: Vec<(&'a str, &'a Report)>,
}

impl<'a> Verdicts<'a> {
    pub(super) fn new(columns: impl Iterator<Item = (&'a str, &'a Report)>) -> Self {
        Self {
            columns: columns.collect(),
        }
    }

    /// The table, what it says in words, and the numbers behind it.
    pub(super) fn write(&self, page: &mut Page) {
        let names = self.columns.iter().map(|(name, _)| (*name).to_owned());
        let mut table = Table::new(std::iter::once("statement".to_owned()).chain(names));
        for place in 0..self.statements() {
            let verdicts = self.verdicts(place).map(|(_, own)| own.name().to_owned());
            table.row(std::iter::once(self.statement(place)).chain(verdicts));
        }
        page.add(&table.text());
        page.add(&self.summary());
        page.add(
            "The numbers behind it, on the labels of the most playouts; correlations are over plies, \
             the lowest of all heuristics where there are several.",
        );
        page.add(&self.numbers());
    }

    fn statements(&self) -> usize {
        self.columns
            .first()
            .map_or(0, |(_, own)| own.findings.len())
    }

    fn statement(&self, place: usize) -> String {
        let first = self.columns.first();
        first.map_or_else(String::new, |(_, own)| {
            own.findings[place].statement.clone()
        })
    }

    fn verdicts(&self, place: usize) -> impl Iterator<Item = (&'a str, FindingVerdict)> {
        let all = self.columns.iter();
        all.map(move |(name, own)| (*name, own.findings[place].verdict))
    }

    /// The places of statements that hold whole in one of the columns.
    pub(super) fn held_somewhere(&self) -> Vec<usize> {
        let holds = |place: &usize| {
            self.verdicts(*place)
                .any(|(_, own)| own == FindingVerdict::Holds)
        };
        (0..self.statements()).filter(holds).collect()
    }

    /// What the table says: the statements that hold somewhere, and where.
    fn summary(&self) -> String {
        let held = self.held_somewhere();
        let all = self.statements();
        if held.is_empty() {
            return format!("None of the {all} statements holds whole in any column.");
        }
        let words: Vec<String> = held.iter().map(|own| self.words(*own)).collect();
        format!(
            "Statements that hold whole in some column ({} of {all}; the others do in none):\n\n{}",
            held.len(),
            words.join("\n")
        )
    }

    /// Where one statement holds, as an item of a list.
    fn words(&self, place: usize) -> String {
        let of = |wanted: FindingVerdict| {
            let own = self.verdicts(place).filter(|(_, own)| *own == wanted);
            let names: Vec<&str> = own.map(|(name, _)| name).collect();
            (!names.is_empty()).then(|| format!("{}: {}", wanted.name(), names.join(", ")))
        };
        let parts: Vec<String> = FindingVerdict::ALL.into_iter().filter_map(of).collect();
        format!(
            "- {} — {}.",
            self.statement(place).trim_end_matches('.'),
            parts.join("; ")
        )
    }

    fn numbers(&self) -> String {
        let mut table = Table::new([
            "",
            "differential by visits",
            "by q",
            "more playouts add",
            "strict best",
            "its baseline",
            "spread on q, on the truth",
            "three moves of q",
            "pairs in order by q",
            "best classifier",
            "most frequent value",
        ]);
        for (name, report) in &self.columns {
            let mut row = vec![(*name).to_owned()];
            row.extend(numbers(report));
            table.row(row);
        }
        table.text()
    }
}

/// The key numbers of section 4, one per column.
fn numbers(report: &Report) -> Vec<String> {
    let Some(source) = report.sources.last().map(|own| own.name.as_str()) else {
        return Vec::new();
    };
    let differential = |way: StandInWay| {
        let mut all = report.differential.stand_ins.iter();
        let own = all.find(|own| own.source == source && own.way == way);
        told(own.and_then(|own| own.follow.over_plies))
    };
    let more = report.differential.more_against_less.iter();
    let more = more.into_iter().nth(StandInWay::Visits as usize);
    let survival = |metric: &str| {
        let mut all = report.survivals.iter();
        let own = all.find(|own| own.source == source && own.metric == metric);
        told(own.and_then(|own| own.over_plies))
    };
    let right = report.order.orders.iter();
    let mut right = right.filter(|own| own.source == source && own.key == Key::Q);
    let accuracy = |own: &&super::Classified| own.accuracy.map_or(0.0, |own| own.value);
    let classified = || {
        let all = report.category.classified.iter();
        all.filter(|own| own.source == source)
    };
    let best = classified().max_by(|a, b| accuracy(a).total_cmp(&accuracy(b)));
    let majority = classified().find(|own| own.classifier == Classifier::Majority);
    let share =
        |own: Option<WithInterval>| own.map_or_else(|| "–".to_owned(), |own| percent(own.value));
    vec![
        differential(StandInWay::Visits),
        differential(StandInWay::Q),
        told(more.and_then(|own| own.over_plies)),
        survival("strict best"),
        survival("random choice's strict best"),
        spreads(report, source),
        survival("expected score of argmax by q, three moves"),
        share(right.next().and_then(|own| own.right)),
        share(best.and_then(|own| own.accuracy)),
        share(majority.and_then(|own| own.accuracy)),
    ]
}

/// How far ways of choosing by the first heuristic are apart on q and on the truth.
fn spreads(report: &Report, source: &str) -> String {
    let all = || report.expected.iter();
    let on_q = all().find(|own| own.on == On::Q && own.source == source);
    let truth = on_q
        .and_then(|on_q| all().find(|own| own.on == On::Exact && own.heuristic == on_q.heuristic));
    match on_q.zip(truth) {
        Some((on_q, truth)) => format!("{:.1}, {:.1}", on_q.spread, truth.spread),
        None => "–".to_owned(),
    }
}
