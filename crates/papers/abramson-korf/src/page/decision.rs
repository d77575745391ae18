//! Experiment 1 in words and tables.

use super::Page;
use super::pictures::{mistakes_by_empties, mistakes_by_stage};
use super::table::{Table, number, percent};
use crate::decision::{Counted, Decision, Late, LateRow, PlayerKind, Whole, WholeRow};

pub(super) fn write(decision: &Decision, page: &mut Page) {
    page.add("## 1. Decision quality");
    page.add(
        "How often does a player turn a win into a draw or a loss, or a draw into a loss? Where a \
         player likes several moves equally, the share of bad ones among them counts. A state is \
         reached on many ways, so it makes a difference whether nodes of the tree of games are \
         counted or distinct states; a third way prunes from the tree every move that leads to an \
         image of what an earlier one leads to. The paper does not say how it counts.",
    );
    page.add(
        "Open-lines advantage and weighted squares are the paper's standard evaluators. Its table of \
         squares (Maggs 1979, modified) was not found, so published tables stand in for it; on 4×4 \
         and 6×6 a square has the weight of the square of the same name.",
    );
    page.add(
        "*Expected outcome* is the paper's definition: a leaf counts with the probability that \
         random play reaches it, a win as 1, a draw as 0, a loss as −1. The rows below it are other \
         readings of the paper's words: all leaves alike whatever their probability (*leaves*), or \
         the share of wins alone (*wins*, *win leaves*: \"win percentage\"), so that a draw is \
         worth no more than a loss to the player whose wins are counted. *Ends seen* means that \
         the evaluator is told of finished games; without it a won game is judged by its look.",
    );
    for whole in &decision.whole {
        write_whole(whole, page);
    }
    if let Some(late) = &decision.late {
        write_late(late, page);
    }
}

fn write_whole(whole: &Whole, page: &mut Page) {
    page.add(&format!("### {}, whole", whole.game));
    let points = whole.points.map(|points| format!(", in discs {points:.4}"));
    page.add(&format!(
        "{} states; the tree of games has {} nodes, {} of them leaves. Expected outcome of the \
         start {:.6}{}. Decisions: {} in the tree, {} distinct, {} in the pruned tree.",
        number(whole.states),
        number(whole.nodes),
        number(whole.games),
        whole.outcome,
        points.unwrap_or_default(),
        number(whole.decisions.tree),
        number(whole.decisions.states),
        number(whole.decisions.pruned),
    ));
    page.add(&errors(whole).text());
    page.add(
        "Mistakes of each reading of the model, as a part of the mistakes of the standard \
         evaluators, from the worst of these to the best:",
    );
    page.add(&ratios(whole).text());
    page.show(mistakes_by_stage(whole));
    page.add(&claim(whole));
}

fn errors(whole: &Whole) -> Table {
    let first = whole.decisions.pruned_first.is_some();
    let mut heading = vec!["mistakes", "tree", "states", "of states", "pruned tree"];
    heading.extend(first.then_some("first of ties"));
    let mut table = Table::new(heading);
    for row in &whole.rows {
        let errors = &row.errors;
        let mut cells = vec![
            row.who.name.clone(),
            number(errors.tree),
            number(errors.states),
            percent(errors.states / whole.decisions.states),
            number(errors.pruned),
        ];
        cells.extend(errors.pruned_first.map(number));
        table.row(cells);
    }
    table
}

/// The ways to count, by name.
const COUNTS: [(&str, fn(&Counted) -> Option<f64>); 4] = [
    ("tree", |errors| Some(errors.tree)),
    ("states", |errors| Some(errors.states)),
    ("pruned tree", |errors| Some(errors.pruned)),
    ("first of ties", |errors| errors.pruned_first),
];

fn of_kind(whole: &Whole, kind: PlayerKind) -> impl Iterator<Item = &WholeRow> {
    whole.rows.iter().filter(move |row| row.who.kind == kind)
}

/// The standard evaluators without or with knowledge of finished games.
fn standards(whole: &Whole, ends_seen: bool) -> impl Iterator<Item = &WholeRow> {
    let standards = of_kind(whole, PlayerKind::Standard);
    standards.filter(move |row| row.who.name.ends_with("ends seen") == ends_seen)
}

fn ratios(whole: &Whole) -> Table {
    let known = |count: &&(&str, fn(&Counted) -> Option<f64>)| count.1(&whole.decisions).is_some();
    let counts: Vec<_> = COUNTS.iter().filter(known).collect();
    let heads = counts
        .iter()
        .flat_map(|(name, _)| ["", ", ends seen"].map(|ends| format!("{name}{ends}")));
    let mut table = Table::new(["model / standard".to_owned()].into_iter().chain(heads));
    for model in of_kind(whole, PlayerKind::Model) {
        let cells = counts.iter().flat_map(|(_, count)| {
            [false, true].map(|ends_seen| ratio(whole, model, ends_seen, *count))
        });
        table.row([model.who.name.clone()].into_iter().chain(cells));
    }
    table
}

/// The least and the largest ratio of a model's mistakes to those of a standard evaluator.
fn ratio_range(
    whole: &Whole,
    model: &WholeRow,
    ends_seen: bool,
    count: fn(&Counted) -> Option<f64>,
) -> [f64; 2] {
    let own = count(&model.errors).unwrap_or(f64::NAN);
    let of = |row: &WholeRow| own / count(&row.errors).unwrap_or(f64::NAN);
    let range = [f64::INFINITY, 0.0];
    standards(whole, ends_seen)
        .map(of)
        .fold(range, |[low, high], next| [low.min(next), high.max(next)])
}

/// The same in words, one number if there is one evaluator only.
fn ratio(
    whole: &Whole,
    model: &WholeRow,
    ends_seen: bool,
    count: fn(&Counted) -> Option<f64>,
) -> String {
    let ends = ratio_range(whole, model, ends_seen, count);
    let [low, high] = ends.map(|ratio| format!("{ratio:.3}"));
    if low == high {
        low
    } else {
        format!("{low}–{high}")
    }
}

/// What the paper says of a game, on all its boards: in its words, and between which numbers that is.
struct Said {
    words: &'static str,
    from: f64,
    to: f64,
}

impl Said {
    const TICTACTOE: Self = Self {
        words: "\"in tic-tac-toe … roughly one-sixth as many errors as open-lines-advantage\"",
        from: 1.0 / 7.0,
        to: 1.0 / 5.0,
    };

    const OTHELLO: Self = Self {
        words: "\"in Othello about one-third as many as weighted squares\"",
        from: 1.0 / 4.0,
        to: 1.0 / 2.0,
    };

    fn of(game: &str) -> Self {
        if game.starts_with("Othello") {
            Self::OTHELLO
        } else {
            Self::TICTACTOE
        }
    }

    /// Whether all of a range rounds to the paper's number.
    fn fits(&self, [low, high]: [f64; 2]) -> bool {
        low > self.from && high < self.to
    }
}

/// What the paper says of this game, and which of all ways to read and to count agree.
fn claim(whole: &Whole) -> String {
    let said = Said::of(&whole.game);
    let mut agree = Vec::new();
    for model in of_kind(whole, PlayerKind::Model) {
        for (name, count) in COUNTS {
            for (ends_seen, ends) in [(false, ""), (true, ", ends seen")] {
                if count(&whole.decisions).is_none() {
                    continue;
                }
                if said.fits(ratio_range(whole, model, ends_seen, count)) {
                    let ratio = ratio(whole, model, ends_seen, count);
                    agree.push(format!("- {}, {name}{ends}: {ratio}", model.who.name));
                }
            }
        }
    }
    let head = format!(
        "**Theirs: {}.** These of ours lie between {:.3} and {:.3}, for every evaluator:",
        said.words, said.from, said.to
    );
    if agree.is_empty() {
        return format!("{head} none.");
    }
    format!("{head}\n\n{}", agree.join("\n"))
}

fn write_late(late: &Late, page: &mut Page) {
    let (Some(few), Some(many)) = (late.stages.first(), late.stages.last()) else {
        return;
    };
    let states: u32 = late.stages.iter().map(|stage| stage.states).sum();
    let enumerated: u64 = late.stages.iter().map(|stage| stage.enumerated).sum();
    page.add("### Othello 6×6, late states");
    page.add(&format!(
        "The whole game is out of reach; this part is not: {} different states of random games in \
         which there is a choice, with {} to {} empty cells, {} or fewer of each. From each of them \
         all that can follow was enumerated, {} states in all, so minimax and expected outcome are \
         exact and only the choice of states is a sample. Intervals are 95 %.",
        number(f64::from(states)),
        few.empties,
        many.empties,
        number(f64::from(late.stages.iter().map(|stage| stage.states).max().unwrap_or(0))),
        number(enumerated as f64),
    ));
    let mut table = Table::new(["mistakes", "number", "share", "95 %"]);
    for row in &late.rows {
        let [low, high] = row.all.interval;
        table.row([
            row.who.name.clone(),
            number(row.all.errors),
            percent(row.all.share),
            format!("{}–{}", percent(low), percent(high)),
        ]);
    }
    page.add(&table.text());
    page.show(mistakes_by_empties(late));
    page.add(&late_claim(late));
}

/// What the paper says of Othello, and what holds here: of all states, and by empty cells.
fn late_claim(late: &Late) -> String {
    let of_kind = |kind| late.rows.iter().filter(move |row| row.who.kind == kind);
    let Some(own) = of_kind(PlayerKind::Model).next() else {
        return String::new();
    };
    let said = Said::OTHELLO;
    let ratios = |errors: &dyn Fn(&LateRow) -> f64| {
        let each = of_kind(PlayerKind::Standard).map(|row| errors(own) / errors(row));
        let all: Vec<f64> = each.filter(|ratio| ratio.is_finite()).collect();
        let low = all.iter().copied().fold(f64::INFINITY, f64::min);
        let high = all.iter().copied().fold(0.0, f64::max);
        let agree = all.iter().filter(|&&ratio| said.fits([ratio; 2])).count();
        [
            format!("{low:.3}–{high:.3}"),
            format!("{agree} of {}", all.len()),
        ]
    };
    let mut table = Table::new(["empty cells", "model / standard", "tables that agree"]);
    for (place, stage) in late.stages.iter().enumerate() {
        let cells = ratios(&|row| row.stages[place].errors);
        table.row([stage.empties.to_string()].into_iter().chain(cells));
    }
    let all = ratios(&|row| row.all.errors);
    table.row(["all together".to_owned()].into_iter().chain(all));
    format!(
        "**Theirs: {}.** Ours, mistakes of expected outcome as a part of those of the tables; a table \
         agrees between {:.3} and {:.3}. All states together stand for this choice of states only, as \
         the ratio changes with the empty cells:\n\n{}",
        said.words,
        said.from,
        said.to,
        table.text()
    )
}
