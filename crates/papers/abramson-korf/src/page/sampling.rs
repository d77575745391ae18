//! Experiment 2 in words and tables.

use super::pictures::scores;
use super::table::{Table, number, percent};
use super::{Page, signed};
use crate::sampling::{Match, PaperMatch, SamplerScore};

pub(super) fn write(matches: &[Match], page: &mut Page) {
    page.add("## 2. Sampling");
    introduction(page);
    results(matches, page);
    page.show(scores(matches));
    luck(matches, page);
    times(matches, page);
}

fn introduction(page: &mut Page) {
    page.add(
        "A sampler of expected outcome against weighted squares on the 8×8 board, neither looking \
         ahead, colours alternating. The paper's rule: 16 playouts from each state after a move, \
         then 16 more; if the two means differ by more than a tolerance, as many again as there are, \
         1,024 at the most. The paper does not give its tolerance; here it is 0.05 where a win counts \
         1 and a loss −1. The racing sampler has the same tolerance and the same most, but spends \
         playouts only on moves that may still be the best. The paper's table was not found, so \
         published ones stand in for it.",
    );
}

fn results(matches: &[Match], page: &mut Page) {
    let mut table = Table::new([
        "match",
        "won–lost–drawn",
        "score",
        "95 %",
        "discs",
        "discs per game, 95 %",
        "rating gap, 95 %",
    ]);
    let paper = PaperMatch::MATCH;
    table.row([
        "theirs, 50 games".to_owned(),
        result(&paper.score),
        percent(paper.score.wins as f64 / paper.score.games() as f64),
        String::new(),
        discs(&paper.score),
        format!("{:+.1}", per_game(&paper.score)),
        format!("about {}", paper.gap),
    ]);
    for own in matches {
        rows(own, &mut table);
    }
    page.add(&table.text());
    page.add(
        "The rating gap is that of disc differentials. The paper's formula (Richards 1981) was not \
         found; a fit to a table of the Danish Othello federation, which cites the same source, \
         stands in for it: 217 times wins less losses per game, and 4.2 per disc of mean difference.",
    );
}

/// How likely the paper's result is at the rates that were measured.
fn luck(matches: &[Match], page: &mut Page) {
    let luck = |own: &Match| {
        format!(
            "- {} against {}: {}. Table: {}.",
            own.sampler,
            own.table,
            percent(own.chance_of_48),
            own.source
        )
    };
    let luck: Vec<String> = matches.iter().map(luck).collect();
    page.add("How many matches of 50 games end 48 to 2 or better at these rates of wins:");
    page.add(&luck.join("\n"));
}

fn times(matches: &[Match], page: &mut Page) {
    page.add(
        "What a move of the sampler takes, by the clock on the wall; mean and slowest contain what \
         else the machine had to do:",
    );
    let mut table = Table::new([
        "sampler",
        "half the moves within",
        "mean",
        "slowest",
        "playouts per move",
    ]);
    table.row([
        "theirs".to_owned(),
        String::new(),
        String::new(),
        "\"as much as an hour\"".to_owned(),
        String::new(),
    ]);
    for own in matches {
        let effort = &own.effort;
        table.row([
            format!("{} against {}", own.sampler, own.table),
            format!("{:.2} ms", effort.median_ms),
            format!("{:.2} ms", effort.mean_ms),
            format!("{:.1} ms", effort.worst_ms),
            number(effort.mean_playouts.round()),
        ]);
    }
    page.add(&table.text());
}

fn rows(own: &Match, table: &mut Table) {
    let name = |games: u64| {
        format!(
            "{} / {}, {} games",
            own.sampler,
            own.table,
            number(games as f64)
        )
    };
    if let Some(first) = own.first.filter(|first| first.games() < own.score.games()) {
        table.row([
            name(first.games()),
            result(&first),
            percent((first.wins as f64 + 0.5 * first.draws as f64) / first.games() as f64),
            String::new(),
            discs(&first),
            format!("{:+.1}", per_game(&first)),
            String::new(),
        ]);
    }
    let [low, high] = own.share.interval;
    table.row([
        name(own.score.games()),
        result(&own.score),
        percent(own.share.value),
        format!("{}–{}", percent(low), percent(high)),
        discs(&own.score),
        signed(&own.discs, 1),
        signed(&own.gap, 0),
    ]);
}

fn result(score: &SamplerScore) -> String {
    format!("{}–{}–{}", score.wins, score.losses, score.draws)
}

fn discs(score: &SamplerScore) -> String {
    let [own, theirs] = score.discs.map(|discs| number(discs as f64));
    format!("{own}–{theirs}")
}

fn per_game(score: &SamplerScore) -> f64 {
    let [own, theirs] = score.discs.map(|discs| discs as f64);
    (own - theirs) / score.games().max(1) as f64
}
