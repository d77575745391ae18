//! The report for people, 80 columns wide.

use std::fmt::{Display, Formatter, Result};

use super::report::{ContestTotal, OpponentAbout, PaperResult, Report, SearchTrial};
use plyscope_stats::score_interval;

/// Columns that a line may take.
const WIDTH: usize = 80;
/// Room for the names of opponents.
const NAMES: usize = 16;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let params = &self.params;
        writeln!(
            f,
            "Lin & van Lent (2008): the two-tier agent, Connect Four on 8×8"
        )?;
        let how = format!(
            "{} games against each opponent, colours alternating. Each pair of games begins with \
             the same {} plies by chance; equal best moves are shared out by chance; seed {}. A \
             draw is half a win in the score, and the 95 % interval is Wilson's.",
            params.games, params.opening, params.seed
        );
        paragraph(f, "", &how)?;
        if !self.finished {
            writeln!(f, "\nStopped early: this is what was finished.")?;
        }
        for trial in &self.trials {
            trial.write(f)?;
        }
        writeln!(f, "\nOpponents")?;
        let people = "six people in the paper, who won or drew what the agent did not win";
        paragraph(f, &format!("  {:NAMES$}", "people"), people)?;
        for OpponentAbout { name, about } in &self.opponents {
            paragraph(f, &format!("  {name:NAMES$}"), about)?;
        }
        Ok(())
    }
}

impl SearchTrial {
    fn write(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "\nDepth {}, goal {}", self.depth, self.goal)?;
        let effort = &self.effort;
        writeln!(
            f,
            "  a move: {} ms, worst {} ms; {:.0} nodes, most {}",
            short(effort.mean_ms),
            short(effort.worst_ms),
            effort.mean_nodes,
            effort.worst_nodes
        )?;
        if let Some(paper) = &self.paper {
            writeln!(
                f,
                "  theirs: {} ms on a Celeron of 2.80 GHz",
                short(paper.ms)
            )?;
        }
        writeln!(
            f,
            "  {:NAMES$} won drawn lost  score    95 %     plies     ms  worst  nodes",
            "opponent"
        )?;
        if let Some(paper) = &self.paper {
            paper.write(f)?;
        }
        self.contests
            .iter()
            .try_for_each(|contest| contest.write(f))
    }
}

impl PaperResult {
    fn write(&self, f: &mut Formatter<'_>) -> Result {
        let score = f64::from(self.wins) / f64::from(self.games);
        writeln!(
            f,
            "  {:NAMES$}{:4} {:10}  {} {:6} {:>6}",
            "people (theirs)",
            self.wins,
            format!("of {}", self.games),
            share(score, score_interval(f64::from(self.wins), self.games)),
            "",
            short(self.ms)
        )
    }
}

impl ContestTotal {
    fn write(&self, f: &mut Formatter<'_>) -> Result {
        write!(
            f,
            "  {:NAMES$}{:4} {:5} {:4}  ",
            self.opponent, self.wins, self.draws, self.losses
        )?;
        if self.games == 0 {
            return writeln!(f, "not played");
        }
        writeln!(
            f,
            "{} {:6.1} {:>6} {:>6} {:6.0}",
            share(self.score, self.interval),
            self.mean_plies,
            short(self.effort.mean_ms),
            short(self.effort.worst_ms),
            self.effort.mean_nodes
        )
    }
}

/// A share and its interval in per cent.
fn share(score: f64, [low, high]: [f64; 2]) -> String {
    let percent = |part: f64| 100.0 * part;
    format!(
        "{:3.0} %  {:3.0}–{:<3.0}",
        percent(score),
        percent(low),
        percent(high)
    )
}

/// Milliseconds in as many digits as mean something.
fn short(ms: f64) -> String {
    match ms {
        ms if ms < 0.1 => format!("{ms:.3}"),
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms => format!("{ms:.0}"),
    }
}

/// Writes `text` after `head`, its further lines indented as far.
fn paragraph(f: &mut Formatter<'_>, head: &str, text: &str) -> Result {
    let indent = head.chars().count();
    write!(f, "{head}")?;
    let mut used = indent;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > indent && used + 1 + length > WIDTH {
            write!(f, "\n{:indent$}", "")?;
            used = indent;
        }
        if used > indent {
            write!(f, " ")?;
            used += 1;
        }
        write!(f, "{word}")?;
        used += length;
    }
    writeln!(f)
}
