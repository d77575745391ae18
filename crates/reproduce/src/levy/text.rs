//! The report for people: eighty columns, theirs beside ours.

use std::fmt::{self, Display, Formatter};

use super::Report;
use super::blind::Blind;
use super::lines::LineGames;
use super::memory::Memory;
use super::slips::Slip;
use super::task::{Answer, Task, TaskSolution};
use super::tree::{FirstMove, LevyPosition, Tree};

/// The widest line.
const COLUMNS: usize = 80;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        title(f, "Levy, Two-Person Games: noughts and crosses")?;
        wrapped(
            f,
            "The score of a state, as cross sees it, is \
             128·c3 − 63·n2 + 31·c2 − 15·n1 + 7·c1, where c3 counts the rows with three \
             crosses and c2, c1 (n2, n1) those with so many crosses (noughts) and else \
             empty. Cells are a b c, d e f, g h i from the top.",
        )?;
        first_moves(f, &self.tree)?;
        replies(f, &self.tree)?;
        choices(f, &self.tree)?;
        memory(f, &self.memory)?;
        slips(f, &self.slips)?;
        blind(f, &self.without_end)?;
        task(f, &self.task)
    }
}

fn title(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    writeln!(f, "{text}\n{}\n", "═".repeat(text.chars().count()))
}

fn heading(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    writeln!(f, "\n{text}\n{}", "─".repeat(text.chars().count()))
}

fn wrapped(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    indented(f, "", text)
}

/// Text broken at blanks, its first line after `mark`, the others as far in.
fn indented(f: &mut Formatter<'_>, mark: &str, text: &str) -> fmt::Result {
    let margin = mark.chars().count();
    let mut line = mark.to_string();
    let mut width = margin;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > margin && width + 1 + length > COLUMNS {
            writeln!(f, "{line}")?;
            line = " ".repeat(margin);
            width = margin;
        }
        if width > margin {
            line.push(' ');
            width += 1;
        }
        line.push_str(word);
        width += length;
    }
    writeln!(f, "{line}")
}

/// A number with a true minus sign.
fn signed(number: i32) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", number.abs())
}

fn drawn_and_scored(f: &mut Formatter<'_>, positions: &[&LevyPosition]) -> fmt::Result {
    boards(f, positions)?;
    writeln!(f)?;
    table(f, positions)
}

fn boards(f: &mut Formatter<'_>, positions: &[&LevyPosition]) -> fmt::Result {
    let row = |f: &mut Formatter<'_>, cell: &dyn Fn(&LevyPosition) -> String| {
        let cells = positions
            .iter()
            .map(|position| format!("{:<9}", cell(position)));
        writeln!(f, "   {}", cells.collect::<String>().trim_end())
    };
    row(f, &|position| format!("P{}", position.number))?;
    (0..3).try_for_each(|line| row(f, &|position| position.board[line].clone()))
}

const TABLE: &str = "        move  alike   c3  n2  c2  n1  c1    paper     ours";

fn table(f: &mut Formatter<'_>, positions: &[&LevyPosition]) -> fmt::Result {
    writeln!(f, "{TABLE}")?;
    for position in positions {
        write!(
            f,
            "   S{:<5}{:<5}{:>4}  ",
            position.number, position.mv, position.alike
        )?;
        for amount in position.features {
            write!(f, "{amount:>4}")?;
        }
        let (paper, ours) = (signed(position.paper), signed(position.ours));
        let verdict = if position.paper == position.ours {
            ""
        } else {
            "   differs"
        };
        writeln!(f, "{paper:>9}{ours:>9}{verdict}")?;
    }
    Ok(())
}

fn first_moves(f: &mut Formatter<'_>, tree: &Tree) -> fmt::Result {
    let different = tree.first_moves.len();
    heading(
        f,
        &format!(
            "One ply: {} first moves, {different} up to symmetry",
            tree.all_first_moves
        ),
    )?;
    let positions = tree.first_moves.iter().map(|first| &first.position);
    drawn_and_scored(f, &positions.collect::<Vec<_>>())
}

fn replies(f: &mut Formatter<'_>, tree: &Tree) -> fmt::Result {
    let all: usize = tree
        .first_moves
        .iter()
        .map(|first| first.position.alike * first.all_replies)
        .sum();
    let counts: Vec<usize> = tree
        .first_moves
        .iter()
        .map(|first| first.replies.len())
        .collect();
    let different: usize = counts.iter().sum();
    heading(
        f,
        &format!("Two plies: {all} lines, {different} up to symmetry"),
    )?;
    wrapped(
        f,
        "The chapter draws nought's replies without naming them. Each printed score is given \
         the first reply by letter that has it; only S22 and S23 share one.",
    )?;
    for (index, first) in tree.first_moves.iter().enumerate() {
        writeln!(f, "\n{}", reply_title(index + 1, first))?;
        drawn_and_scored(f, &first.replies.iter().collect::<Vec<_>>())?;
    }
    Ok(())
}

fn reply_title(number: usize, first: &FirstMove) -> String {
    format!(
        "After m{number} ({}, {}): {} replies, {} up to symmetry",
        first.name,
        first.position.mv,
        first.all_replies,
        first.replies.len(),
    )
}

fn choices(f: &mut Formatter<'_>, tree: &Tree) -> fmt::Result {
    heading(f, "Backed up by minimax")?;
    writeln!(f, "        paper     ours")?;
    for score in &tree.backed_up {
        let (paper, ours) = (signed(score.paper), signed(score.ours));
        writeln!(f, "   {}{paper:>8}{ours:>9}", score.name)?;
    }
    writeln!(f)?;
    for chosen in &tree.chosen {
        writeln!(
            f,
            "   {}-ply search plays   paper: m1, that is {}, for {}   ours: {} for {}",
            chosen.depth,
            chosen.paper_move,
            signed(chosen.paper),
            chosen.our_moves,
            signed(chosen.ours),
        )?;
    }
    Ok(())
}

fn memory(f: &mut Formatter<'_>, rows: &[Memory]) -> fmt::Result {
    heading(f, "Memory: one position at each level of look-ahead")?;
    writeln!(f, "   depth   states visited   held at once   depth + 1")?;
    for row in rows {
        writeln!(
            f,
            "{:>8}{:>17}{:>15}{:>12}",
            row.depth, row.nodes, row.held, row.claimed
        )?;
    }
    Ok(())
}

fn slips(f: &mut Formatter<'_>, slips: &[Slip]) -> fmt::Result {
    heading(f, "Where the print and its own definitions part")?;
    for (number, slip) in (1..).zip(slips) {
        indented(f, &format!("{number}. "), slip.printed)?;
        indented(f, "   → ", &slip.found)?;
    }
    Ok(())
}

fn blind(f: &mut Formatter<'_>, rows: &[Blind]) -> fmt::Result {
    heading(f, "Levy's weights against every line of play")?;
    wrapped(
        f,
        "The opponent makes every move, the program every move it finds best. Games are \
         won – drawn – lost; perfect: every choice keeps the value of best play.",
    )?;
    writeln!(
        f,
        "\n                  finished games recognised    not recognised"
    )?;
    for row in rows {
        let (seeing, blind) = (record(&row.seeing), record(&row.blind));
        writeln!(f, "   {}-ply {:<9}{seeing:<29}{blind}", row.depth, row.side)?;
    }
    Ok(())
}

fn record(games: &LineGames) -> String {
    let verdict = match (games.is_perfect(), games.lost) {
        (true, _) => "perfect",
        (false, 0) => "not perfect",
        (false, _) => "loses",
    };
    format!(
        "{} – {} – {}  {verdict}",
        games.won, games.drawn, games.lost
    )
}

fn task(f: &mut Formatter<'_>, task: &Task) -> fmt::Result {
    heading(f, "Task 2: perfect play with as few features as possible")?;
    wrapped(
        f,
        "Perfect: as cross and as nought, against every reply and with every tied choice, each \
         chosen move keeps the value of best play. The search recognises finished games: wins \
         rank above, losses below every sum, a draw is worth 0, as the sum of a full board is. \
         Features: c3, n3, c2, n2, c1, n1, c for one's own rows. Which weights are perfect is \
         settled for all real weights: their space is cut, exactly, wherever a decision turns, until each \
         part either plays perfectly throughout or has a fault throughout.",
    )?;
    writeln!(
        f,
        "\n   plies   features needed   which                     sets settled"
    )?;
    for answer in &task.answers {
        answer_row(f, answer)?;
    }
    for (letter, answer) in ['a', 'b'].into_iter().zip(&task.answers[1..]) {
        writeln!(f, "\n({letter}) {}-ply search", answer.depth)?;
        for solution in &answer.solutions {
            solved(f, solution)?;
        }
        indented(f, "    ", &no_others(answer))?;
    }
    deeper(f, task)
}

fn answer_row(f: &mut Formatter<'_>, answer: &Answer) -> fmt::Result {
    let needed = match answer.fewest {
        Some(fewest) => fewest.to_string(),
        None => "all six too few".to_string(),
    };
    let which = answer
        .solutions
        .iter()
        .map(|solution| solution.features.join(" "));
    let which = which.collect::<Vec<_>>().join(" or ");
    let which = if which.is_empty() {
        "–"
    } else {
        which.as_str()
    };
    writeln!(
        f,
        "{:>8}   {needed:<18}{which:<26}{:>12}",
        answer.depth,
        answer.sets.len()
    )
}

fn solved(f: &mut Formatter<'_>, solution: &TaskSolution) -> fmt::Result {
    let best = &solution.smallest;
    writeln!(f, "    {}   the smallest whole weights", best.formula)?;
    if let Some(pattern) = &solution.pattern {
        let conditions = solution.conditions.join(", ");
        let all = format!("{pattern} is perfect where {conditions}; no other weights are.");
        indented(f, "    ", &all)?;
    }
    for (side, games) in [("cross", &best.as_cross), ("nought", &best.as_nought)] {
        let text = format!(
            "Certified as {side}: {} games, {} won, {} drawn, {} lost; {} decisions.",
            games.count(),
            games.won,
            games.drawn,
            games.lost,
            games.decisions,
        );
        indented(f, "    ", &text)?;
    }
    Ok(())
}

fn no_others(answer: &Answer) -> String {
    let failed = answer.sets.iter().filter(|set| set.perfect_cones == 0);
    let same_size = failed
        .clone()
        .filter(|set| Some(set.features.len()) == answer.fewest);
    let smaller = failed.clone().count() - same_size.clone().count();
    let cones: usize = failed.map(|set| set.faulty_cones).sum();
    format!(
        "No other set of that size ({} of them) and no smaller one ({smaller}, the empty one \
         included) works with any weights: each of the {cones} parts of their spaces has a fault.",
        same_size.count(),
    )
}

fn deeper(f: &mut Formatter<'_>, task: &Task) -> fmt::Result {
    let Some(first) = task.deeper.first() else {
        return Ok(());
    };
    writeln!(f, "\nDeeper is not always better")?;
    let text = format!(
        "All weights of c2, n2, n1 that are perfect at {} plies, looking further ahead; games \
         are those of {}.",
        first.depth, first.smallest.formula,
    );
    indented(f, "    ", &text)?;
    writeln!(
        f,
        "\n   plies   of these weights   as cross                as nought"
    )?;
    for row in &task.deeper {
        let share = match (row.perfect_cones, row.faulty_cones) {
            (_, 0) => "all perfect",
            (0, _) => "none perfect",
            _ => "some perfect",
        };
        let games = &row.smallest;
        let (cross, nought) = (record(&games.as_cross), record(&games.as_nought));
        writeln!(f, "{:>8}   {share:<19}{cross:<24}{nought}", row.depth)?;
    }
    Ok(())
}
