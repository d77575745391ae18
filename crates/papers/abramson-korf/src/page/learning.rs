//! Experiment 3 in words and tables.

use super::learning_pictures::{by_lookahead, coefficients, ratings};
use super::table::{Table, number, percent};
use super::{Page, signed};
use crate::learning::{
    CoefficientSource, Coefficients, Gap, LearnedTable, Learning, OPENING_PLIES, PaperFinding,
    Standing, Support, Tournament,
};

pub(super) fn write(learning: &Learning, page: &mut Page) {
    page.add("## 3. Learning");
    page.add(&format!(
        "Weighted squares with coefficients of different origin on the 8×8 board, everybody against \
         everybody at lookahead 0, 1, 2 and 3: a player at lookahead 0 judges the states after its \
         own moves. The paper's two expert tables were not found; {} stand in for them, as in \
         experiment 2, and the other published tables play along to show how far experts differ. \
         The paper does not say how its 100 games of a match came to differ. Here every pair of games \
         begins with {OPENING_PLIES} random plies, the same for all matches of a round, and is \
         played with both colours; chance decides between moves of equal value.",
        names(learning, |source| matches!(source, CoefficientSource::Expert(_))).join(" and "),
    ));
    write_coefficients(learning, page);
    if let Some(last) = learning.tournaments.last() {
        page.add("### The tournament");
        for tournament in &learning.tournaments {
            write_ratings(learning, tournament, page);
        }
        page.show(ratings(learning, last));
        page.show(by_lookahead(learning, last));
        write_findings(learning, last, page);
    }
}

fn names(learning: &Learning, is: fn(&CoefficientSource) -> bool) -> Vec<&str> {
    let players = learning.players.iter().filter(|own| is(&own.source));
    players.map(|own| own.name.as_str()).collect()
}

fn learned(player: &Coefficients) -> Option<&LearnedTable> {
    match &player.source {
        CoefficientSource::Outcome(learned) | CoefficientSource::Discs(learned) => Some(learned),
        _ => None,
    }
}

/// One square of each class.
const CLASSES: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];

fn write_coefficients(learning: &Learning, page: &mut Page) {
    page.add("### The coefficients");
    page.add(
        "States are any of random games, a new sample for each fit, labelled by the sampler of \
         experiment 2 (for discs its tolerance is 3.2 discs) and fitted by least squares. Squares \
         that turning and mirroring make one share a coefficient: a1 is a corner, b1 and b2 are its \
         neighbours. The intercept of a fit is left out, as the paper's evaluators have none. Random \
         coefficients are even from −1 to 1. The tables below are scaled so that the largest \
         coefficient of each is 100; what follows ± is the standard error.",
    );
    let mut table = Table::new([
        "fit",
        "states",
        "playouts per state",
        "R²",
        "R² on unseen states",
    ]);
    for player in &learning.players {
        if let Some(fit) = learned(player) {
            table.row([
                player.name.clone(),
                number(fit.states as f64),
                number(fit.playouts as f64 / fit.states.max(1) as f64),
                format!("{:.3}", fit.r2),
                fit.unseen_r2.map_or(String::new(), |r2| format!("{r2:.3}")),
            ]);
        }
    }
    page.add(&table.text());
    let mut table = Table::new(["coefficients"].into_iter().chain(CLASSES));
    for player in &learning.players {
        let scale = 100.0 / player.largest();
        let cell = |(place, &weight): (usize, &f32)| {
            let scaled = scale * f64::from(weight);
            match learned(player) {
                Some(fit) => format!("{scaled:.0} ± {:.1}", scale * fit.errors[place]),
                None => format!("{scaled:.0}"),
            }
        };
        let cells = player.weights.iter().enumerate().map(cell);
        table.row([player.name.clone()].into_iter().chain(cells));
    }
    page.add(&table.text());
    page.show(coefficients(learning, &CLASSES));
    let sources = learning.players.iter().filter_map(|own| match &own.source {
        CoefficientSource::Expert(source) | CoefficientSource::Published(source) => {
            Some(format!("- {}: {source}", own.name))
        }
        _ => None,
    });
    page.add(&sources.collect::<Vec<_>>().join("\n"));
}

fn write_ratings(learning: &Learning, tournament: &Tournament, page: &mut Page) {
    let all = &tournament.all;
    let is_first = learning.tournaments.first() == Some(tournament);
    let each = format!(
        "{} games between every two of {} players at each lookahead",
        number(tournament.games as f64),
        learning.players.len(),
    );
    page.add(&if is_first {
        format!(
            "{each}. Intervals are 95 %, with a pair of games as the unit; they tell the chance of \
             games, not that another sample would teach other coefficients. *By discs* is the rating \
             by disc differentials of experiment 2, and *Elo* the joint rating from wins, draws and \
             losses alone (Bradley and Terry with Davidson's draws), both by all games and with mean \
             0. 207 points by discs are a class of players, says the paper."
        )
    } else {
        format!("Longer than theirs, for narrower intervals, and begun with the same games: {each}.")
    });
    let heads = tournament
        .levels
        .iter()
        .map(|level| format!("lookahead {}", level.lookahead));
    let heading = ["player", "score", "Elo", "by discs"].map(str::to_owned);
    let mut table = Table::new(heading.into_iter().chain(heads));
    for place in ranked(all) {
        let of_level = tournament
            .levels
            .iter()
            .map(|level| signed(&level.standing.discs[place], 0));
        let cells = [
            learning.players[place].name.clone(),
            percent(all.score(place)),
            signed(&all.elo[place], 0),
            signed(&all.discs[place], 0),
        ];
        table.row(cells.into_iter().chain(of_level));
    }
    page.add(&table.text());
}

/// The places of the players, the best first.
fn ranked(all: &Standing) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all.discs.len()).collect();
    places.sort_by(|&one, &other| all.discs[other].value.total_cmp(&all.discs[one].value));
    places
}

fn write_findings(learning: &Learning, last: &Tournament, page: &mut Page) {
    page.add("### The paper's findings");
    page.add(
        "The gaps here are those of single matches, as they seem to be in the paper: its margins of 39 \
         and 145 wins in 400 games are 21 and 79 points by our formula, before discs, and it calls \
         them 25 and 85. A finding is supported if the 95 % intervals of all gaps it speaks of lie \
         where it has them, contradicted if one lies wholly elsewhere, and else left open.",
    );
    let ours = learning
        .tournaments
        .iter()
        .map(|own| format!("ours, {} games per match", number(4.0 * own.games as f64)));
    let heading = ["theirs", "test"].map(str::to_owned);
    let mut table = Table::new(heading.into_iter().chain(ours));
    for (place, finding) in last.findings.iter().enumerate() {
        let verdicts = learning
            .tournaments
            .iter()
            .map(|own| verdict(&own.findings[place]));
        let cells = [finding.claim.to_owned(), finding.test.clone()];
        table.row(cells.into_iter().chain(verdicts));
    }
    page.add(&table.text());
    let [equal, good, discs, _, random] = &last.findings[..] else {
        return;
    };
    page.add(&format!(
        "In detail, by the matches of {} games:",
        number(4.0 * last.games as f64)
    ));
    page.add(&about_equal(equal));
    page.add(&gaps(&equal.gaps).text());
    page.add(&about_good(good));
    page.add(&about_published(learning, &last.all));
    page.add(&about_discs(learning));
    page.add(&gaps(&discs.gaps).text());
    page.add(&about_random(random));
    page.add(&gaps(&random.gaps).text());
}

/// The verdict, and how many of the gaps speak for and against it.
fn verdict(finding: &PaperFinding) -> String {
    let [with, against] = finding.votes;
    format!(
        "**{}**: of {} gaps {with} for, {against} against",
        word(finding.verdict),
        finding.gaps.len()
    )
}

fn word(verdict: Support) -> &'static str {
    match verdict {
        Support::Supported => "supported",
        Support::Contradicted => "contradicted",
        Support::Open => "left open",
    }
}

fn gaps(gaps: &[Gap]) -> Table {
    let mut table = Table::new([
        "match",
        "won–lost–drawn",
        "points ahead, 95 %",
        "by all games",
    ]);
    for gap in gaps {
        let [wins, draws, losses] = gap.result;
        table.row([
            format!("{} / {}", gap.one, gap.other),
            format!("{wins}–{losses}–{draws}"),
            signed(&gap.points, 0),
            signed(&gap.rated, 0),
        ]);
    }
    table
}

fn name_pair(gap: &Gap) -> String {
    if gap.points.value < 0.0 {
        format!("{} ahead of {}", gap.other, gap.one)
    } else {
        format!("{} ahead of {}", gap.one, gap.other)
    }
}

fn largest(gaps: &[Gap]) -> Option<&Gap> {
    let size = |gap: &Gap| gap.points.value.abs();
    gaps.iter()
        .max_by(|one, other| size(one).total_cmp(&size(other)))
}

/// The least and the most of some numbers.
fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], next| {
        [low.min(next), high.max(next)]
    })
}

fn about_equal(finding: &PaperFinding) -> String {
    let largest = largest(&finding.gaps).map_or(String::new(), |gap| {
        format!(
            " Ours: the largest gap is {:.0}, {}.",
            gap.points.value.abs(),
            name_pair(gap)
        )
    });
    format!(
        "**Learned and expert.** Theirs: \"no two of the functions would be rated more than 35 USOA \
         points apart\".{largest}"
    )
}

fn about_good(finding: &PaperFinding) -> String {
    let [low, high] = range(finding.gaps.iter().map(|gap| gap.points.value));
    let ahead = finding.gaps.iter().filter(|gap| gap.points.value > 0.0);
    format!(
        "Learned less expert, {} gaps: {low:+.0} to {high:+.0}; {} of them favour the learned table. \
         The paper holds that learned coefficients are \"at least as good as those designed by \
         experts\": {}.",
        finding.gaps.len(),
        ahead.count(),
        word(finding.verdict)
    )
}

/// How far published tables differ, and where the learned ones stand among them.
fn about_published(learning: &Learning, all: &Standing) -> String {
    let is =
        |place: &usize, is: fn(&CoefficientSource) -> bool| is(&learning.players[*place].source);
    let published = |source: &CoefficientSource| {
        matches!(
            source,
            CoefficientSource::Expert(_) | CoefficientSource::Published(_)
        )
    };
    let places = 0..learning.players.len();
    let tables: Vec<usize> = places.clone().filter(|own| is(own, published)).collect();
    let [low, high] = range(tables.iter().map(|&own| all.discs[own].value));
    let better_than = |place: usize| {
        let beaten = |table: &&usize| all.discs[**table].value < all.discs[place].value;
        let count = tables.iter().filter(beaten).count();
        format!("{count} are rated below {}", learning.players[place].name)
    };
    let by_result = |source: &CoefficientSource| matches!(source, CoefficientSource::Outcome(_));
    let learned: Vec<String> = places
        .filter(|own| is(own, by_result))
        .map(better_than)
        .collect();
    format!(
        "Experts differ among themselves: the {} published tables spread over {:.0} points. Of \
         these {}.",
        tables.len(),
        high - low,
        learned.join(" and "),
    )
}

fn about_discs(learning: &Learning) -> String {
    let ours = |own: &Tournament| {
        let gaps = &own.findings.get(2)?.gaps;
        let [low, high] = range(gaps.iter().map(|gap| gap.points.value));
        let won = |gap: &Gap| gap.result[0] as f64 - gap.result[2] as f64;
        let [fewest, most] = range(gaps.iter().map(won));
        Some(format!(
            "wins less losses from {fewest:+.0} to {most:+.0} in {} games, {low:+.0} to {high:+.0} points",
            number(4.0 * own.games as f64)
        ))
    };
    let ours: Vec<String> = learning.tournaments.iter().filter_map(ours).collect();
    format!(
        "**Disc differentials.** Theirs: \"victory margins between 39 and 145, and ratings 25 to 85 \
         points above its competitors\". Ours: {}.",
        ours.join("; ")
    )
}

fn about_random(finding: &PaperFinding) -> String {
    let sum = |which: usize| -> u64 { finding.gaps.iter().map(|gap| gap.result[which]).sum() };
    let [wins, draws, losses] = [0, 1, 2].map(sum);
    let all = (wins + draws + losses).max(1) as f64;
    let [low, high] = range(finding.gaps.iter().map(|gap| gap.points.value));
    format!(
        "**Random coefficients.** Theirs: \"they rarely won at all, and would be rated at least a \
         player class behind\". Ours: random tables won {} of their games against the four and are \
         {low:.0} to {high:.0} points behind them.",
        percent(losses as f64 / all)
    )
}
