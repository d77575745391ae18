//! `plyscope explain`: where a value comes from.

use plyscope_game::{Error, Explanation, Term};
use plyscope_workbench::{Explained, explain, explained_json};

use super::advise::every_move;
use super::show::{draw, painted};
use crate::args::Explain;
use crate::out::{Ended, Out, say};
use crate::positions::open_place;
use crate::progress::thinking;
use crate::table::{Table, wrapped};

pub(crate) fn run(args: &Explain, out: &Out) -> Result<(), Ended> {
    let (game, position) = open_place(&args.place, out)?;
    if position.payoffs().is_some() {
        let what = "the game is over: its value is the result, and needs no evaluator";
        return Err(Error::misuse(what, "give a position in which somebody can move").into());
    }
    let limits = every_move(&args.limits);
    let explained = thinking(&args.by, &limits, |limits| {
        explain(&game, &position, &args.by, out.seed, limits)
    })?;
    let cut_short = explained.advice.as_ref().is_some_and(|own| own.cut_short);
    if out.json {
        out.object(&explained_json(
            &game,
            &args.place.position,
            &args.by,
            &explained,
        ))?;
    } else {
        write_text(args, &explained, cut_short, out)?;
    }
    if cut_short && limits.stop.is_raised() {
        out.flush()?;
        let what = format!("stopped before {} was done", args.by);
        return Err(Error::failed(what).into());
    }
    Ok(())
}

fn write_text(
    args: &Explain,
    explained: &Explained,
    cut_short: bool,
    out: &Out,
) -> Result<(), Ended> {
    if !explained.line.is_empty() {
        let line = explained.line.join(" ");
        let told = format!("Best play as {} sees it: {line}", args.by);
        out.line(&format!("{}\n", wrapped(&told, "")))?;
    }
    if cut_short {
        say("stopped early: the line is that of the last depth looked at in full");
    }
    draw(&explained.leaf, out)?;
    out.line("")?;
    write_terms(explained, out)
}

fn write_terms(explained: &Explained, out: &Out) -> Result<(), Ended> {
    let player = painted(explained.player, &explained.leaf, out);
    if explained.leaf.payoffs().is_some() {
        return out.line("  This line ends the game: its value is the result, not an estimate.");
    }
    let (Some(name), Some(explanation)) = (&explained.evaluator, &explained.explanation) else {
        return out.line("  This agent uses no evaluator, so there are no terms to show.");
    };
    if explanation.terms.is_empty() {
        let value = explanation.value;
        return out.line(&format!(
            "  {name} gives {player} {value}; it is no sum of features."
        ));
    }
    if by_weight_of_argument(explanation).is_empty() {
        let count = explanation.terms.len();
        return out.line(&format!(
            "  {name} gives {player} 0: none of its {count} features counts anything here."
        ));
    }
    let mut table = Table::new(
        [
            "amount",
            "× weight",
            "= product",
            "feature",
            "what it counts",
        ],
        &[3, 4],
    )
    .wrapping();
    let speaking = by_weight_of_argument(explanation);
    for term in &speaking {
        table.row([
            term.amount.to_string(),
            term.weight.to_string(),
            format!("{:+}", term.product()),
            term.feature.name.clone(),
            term.feature.about.clone(),
        ]);
    }
    out.text(&table.text())?;
    let silent = explanation.terms.len() - speaking.len();
    if silent > 0 {
        let note = format!(
            "  {silent} more of {} features add nothing here",
            explanation.terms.len()
        );
        out.line(&out.paint.faint(&note))?;
    }
    let value = format!("{:+}", explanation.value);
    out.line(&format!(
        "\n  {name} gives {player} {}",
        out.paint.strong(&value)
    ))?;
    out.line(&wrapped(&in_words(explanation), "  "))
}

/// What speaks loudest comes first; what says nothing is left out.
fn by_weight_of_argument(explanation: &Explanation) -> Vec<&Term> {
    let says_something = |term: &&Term| term.product() != 0.0;
    let mut terms: Vec<&Term> = explanation.terms.iter().filter(says_something).collect();
    terms.sort_by(|a, b| b.product().abs().total_cmp(&a.product().abs()));
    terms
}

/// The strongest argument on either side, as a sentence.
fn in_words(explanation: &Explanation) -> String {
    let terms = by_weight_of_argument(explanation);
    let strongest = |sign: f32| {
        let found = terms.iter().find(|term| term.product() * sign > 0.0)?;
        let about = &found.feature.about;
        Some(format!(
            "{about} ({} × {} = {:+})",
            found.amount,
            found.weight,
            found.product()
        ))
    };
    match (strongest(1.0), strongest(-1.0)) {
        (Some(plus), Some(minus)) => format!("most in favour: {plus}; most against: {minus}"),
        (Some(plus), None) => format!("most in favour: {plus}; nothing against"),
        (None, Some(minus)) => format!("nothing in favour; most against: {minus}"),
        (None, None) => "no feature says anything here".to_string(),
    }
}
