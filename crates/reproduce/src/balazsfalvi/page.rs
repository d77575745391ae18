//! The report as a page: Markdown with tables, and pictures beside it.

use std::fmt::Write as _;

use plyscope_plot::page::Page;
use plyscope_plot::page::table::Table;

use super::appendix::PrintedMove;
use super::chess::{APPENDIX_B, BOOK};
use super::claims::elo;
use super::{LabTrial, MatchResult, Report, TrialBudget, pictures};

/// The files of the pictures that a page can have.
pub const PICTURES: [&str; 6] = [
    "amoba-weights.svg",
    "amoba-matches.svg",
    "material-weights.svg",
    "attack-weights.svg",
    "chess-matches.svg",
    "spreads.svg",
];

impl Report {
    /// The whole report; `by` is the command that made it.
    #[must_use]
    pub fn page(&self, by: &str) -> Page {
        let mut page = Page::new();
        page.add("# Balázsfalvi (2004), run again");
        page.add(
            "G. Balázsfalvi, *A solution for building evaluation functions in two player games*: \
             weights of an evaluation function play each other, and the better ones breed. Theirs \
             beside ours, on amoba and on chess.",
        );
        page.add(&format!(
            "Made by `{by}`, seed {}. The same seed gives the same numbers on any number of \
             threads, but for matches against programs of others. `paper` is the algorithm as the \
             paper has it, `improved` learns from all games by a regression of strength on weights \
             ([how they work](../../concepts/genetic.md)).",
            self.params.seed
        ));
        if !self.finished {
            page.add("**Stopped early: this is what was known by then.**");
        }
        self.claims_part(&mut page);
        self.amoba_part(&mut page);
        self.chess_part(&mut page);
        page
    }

    fn claims_part(&self, page: &mut Page) {
        page.add("## What holds");
        for own in self.claims() {
            page.add(&format!(
                "**{}** — **{}**. Measure: {}. Found: {}.",
                own.claim,
                own.verdict.words(),
                own.measure,
                own.found
            ));
        }
    }

    fn amoba_part(&self, page: &mut Page) {
        let (params, found) = (&self.params.amoba, &self.amoba);
        page.add("## Amoba");
        page.add(
            "Gomoku on 19×19 cells, five or more win. The paper tells neither the size of its \
             board nor its rule; the first stone of its game is beside the middle of such a board, \
             and one stone touches no other, so that stones need not touch. A two is five cells \
             in line that hold two stones of one player and none of the other, and so on; all \
             features are own less the opponent's.",
        );
        page.add("### Three features");
        page.add(&how(&params.three));
        page.add(&weights_table(&found.three, &[]));
        if !found.three.is_empty() {
            page.show(pictures::convergence(
                PICTURES[0],
                "Amoba, three features",
                &found.three,
                &[],
            ));
        }
        page.add("### Some more");
        page.add(
            "Which features the paper added it does not say. Ours are twos, threes and fours of \
             neighbours with both ends open, and the threes and fours of the player to move.",
        );
        page.add(&how(&params.more));
        page.add(&weights_table(&found.more, &[]));
        page.add("### Matches");
        page.add(&matches_table(&found.matches));
        if !found.matches.is_empty() {
            page.show(pictures::matches(PICTURES[1], "Amoba", &found.matches));
        }
        self.appendix_part(page);
    }

    fn appendix_part(&self, page: &mut Page) {
        let Some(appendix) = &self.amoba.appendix else {
            return;
        };
        page.add("### Appendix A");
        let misses = appendix
            .moves
            .iter()
            .filter(|own| own.win.is_some() && !own.keeps_win);
        let losing = appendix.moves.iter().filter(|own| own.loses).count();
        page.add(&format!(
            "The paper's game, move by move; the human being began, and the printed moves are \
             column and row. It is legal, and the program {}. *Above* says how many of the legal \
             moves `{}` with the first weights of more features puts above the one played. *Proved* \
             is what threat search proves: a win that the mover has before the move, by fours or \
             open threes, or that the move allows the opponent. {} proved wins were not taken by \
             the move that threat search names, and {losing} moves allowed one.",
            if appendix.is_won { "has won at the end" } else { "has not won at the end" },
            appendix.by,
            misses.count(),
        ));
        let mut table = Table::new(["move", "by", "above", "best by us", "proved"]);
        for own in &appendix.moves {
            table.row(printed(own));
        }
        page.add(&table.text());
    }

    fn chess_part(&self, page: &mut Page) {
        let (params, found) = (&self.params.chess, &self.chess);
        page.add("## Chess");
        page.add(
            "Every pair of games begins with 8 random plies and is played with both colours; equal \
             best moves are shared out by chance; a game of 240 plies is a draw.",
        );
        page.add("### Material");
        page.add(&how(&params.material));
        let theirs = [("books", &BOOK[..]), ("appendix B", &APPENDIX_B[..5])];
        page.add(&weights_table(&found.material, &theirs));
        if !found.material.is_empty() {
            page.show(pictures::convergence(
                PICTURES[2],
                "Chess, material",
                &found.material,
                &BOOK,
            ));
        }
        page.add("### With attacks");
        page.add(
            "As in appendix B: the value of a piece times one factor for every attack on it by \
             the one who looks, and times another for every attack by the opponent. In the first \
             population values are uniform in 1 to 10 and factors in 0.02 to 1.",
        );
        page.add(&how(&params.attack));
        page.add(&weights_table(
            &found.attack,
            &[("appendix B", &APPENDIX_B[..])],
        ));
        if !found.attack.is_empty() {
            page.show(pictures::convergence(
                PICTURES[3],
                "Chess, material and attacks",
                &found.attack,
                &APPENDIX_B,
            ));
        }
        page.add("### Matches");
        page.add(&matches_table(&found.matches));
        if !found.matches.is_empty() {
            page.show(pictures::matches(PICTURES[4], "Chess", &found.matches));
        }
        page.add("## How populations narrow");
        let kinds = [
            ("amoba", &self.amoba.three[..]),
            ("more", &self.amoba.more[..]),
            ("material", &found.material[..]),
            ("attacks", &found.attack[..]),
        ];
        if kinds.iter().any(|(_, own)| !own.is_empty()) {
            page.show(pictures::spreads(PICTURES[5], &kinds));
        }
    }
}

fn how(effort: &TrialBudget) -> String {
    format!(
        "M = {}, {} generations, J = 1, L = ½, {} of each variant, games by `{}`; the best of the \
         last {} generations are replayed, {} games each two.",
        effort.population,
        effort.generations,
        if effort.runs == 1 {
            "a run".to_string()
        } else {
            format!("{} runs", effort.runs)
        },
        effort.by,
        effort.hall,
        effort.replay
    )
}

/// Theirs, then ours; the last column is how far paper's first row is away.
fn weights_table(trials: &[LabTrial], theirs: &[(&str, &[f64])]) -> String {
    let Some(first) = trials.first() else {
        return "Not yet run.".to_string();
    };
    let mut heading = vec!["weights".to_string()];
    heading.extend(first.names.iter().cloned());
    heading.push("games".to_string());
    if let Some((name, _)) = theirs.first() {
        heading.push(format!("off {name}"));
    }
    let mut table = Table::new(heading);
    let numbers = |weights: &[f64]| -> Vec<String> {
        weights.iter().map(|own| format!("{own:.2}")).collect()
    };
    for (name, weights) in theirs {
        let mut row = vec![(*name).to_string()];
        row.extend(numbers(weights));
        row.extend([String::new(), String::new()]);
        table.row(row);
    }
    for own in trials {
        let mut row = vec![format!("{}, seed {}", own.variant, own.seed)];
        row.extend(numbers(&own.found));
        row.push(own.games.to_string());
        if let Some((_, weights)) = theirs.first() {
            row.push(format!("{:.2}", own.off(weights)));
        }
        table.row(row);
    }
    let off = if theirs.is_empty() {
        ""
    } else {
        "\nOff is the root mean square of the logarithms of the ratios.\n"
    };
    format!("{}{off}", table.text())
}

fn matches_table(all: &[MatchResult]) -> String {
    if all.is_empty() {
        return "Not yet run.".to_string();
    }
    let mut table = Table::new(["match", "won", "drawn", "lost", "score", "difference"]);
    for own in all {
        let name = format!("{} – {}", own.one, own.other);
        if own.missing.is_some() {
            let blank = String::new;
            table.row([
                name,
                blank(),
                blank(),
                blank(),
                blank(),
                "not played".to_string(),
            ]);
            continue;
        }
        let [won, drawn, lost] = own.counts.map(|count| count.to_string());
        table.row([
            name,
            won,
            drawn,
            lost,
            format!("{:.3}", own.score),
            elo(own),
        ]);
    }
    let mut text = table.text();
    for own in all {
        if let Some(why) = &own.missing {
            let _ = write!(text, "\n{} was not met: {why}.\n", own.other);
        }
    }
    text
}

fn printed(own: &PrintedMove) -> [String; 5] {
    let mut proved = Vec::new();
    if let Some(win) = &own.win {
        proved.push(format!("had a win by {win}"));
    }
    if own.loses {
        proved.push("allows a win".to_string());
    }
    [
        format!("{}. {}", own.ply, own.mv),
        if own.by_computer { "program" } else { "human" }.to_string(),
        format!("{} of {}", own.better, own.of),
        own.best
            .iter()
            .take(3)
            .cloned()
            .collect::<Vec<_>>()
            .join(" "),
        proved.join(", "),
    ]
}
