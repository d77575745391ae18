//! What only playing shows: roles without a move, unclear goals, games without an end.

use std::sync::Arc;

use plyscope_game::Chance;

use super::{Diagnostic, DiagnosticKind, Severity};
use crate::error::{GdlError, GdlErrorKind, SheetPlace};
use crate::ground::GroundLimits;
use crate::interpret::Interpreter;
use crate::machine::Machine;
use crate::network::Network;
use crate::playouts::random_moves;
use crate::sheet::Sheet;
use crate::stepper::Stepper;

/// Plays `games` random games of at most `rounds` rounds and adds what they show.
///
/// What is found has happened; what is not found may still happen.
pub fn check_by_playing(sheet: &Sheet, games: u64, rounds: u32, seed: u64) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut machine: Box<dyn Machine> = match Network::new(sheet.clone(), GroundLimits::default()) {
        Ok(network) => Box::new(Stepper::new(Arc::new(network))),
        Err(error) if error.kind != GdlErrorKind::Limit => {
            return vec![Diagnostic::from_error(&error, DiagnosticKind::Form)];
        }
        Err(error) => {
            findings.push(
                Diagnostic::from_error(&error, DiagnosticKind::Limit).softened(Severity::Warning),
            );
            match Interpreter::new(sheet.clone()) {
                Ok(interpreter) => Box::new(interpreter),
                Err(error) => return vec![Diagnostic::from_error(&error, DiagnosticKind::Limit)],
            }
        }
    };
    let mut unended = 0;
    for game in 0..games {
        let mut chance = Chance::for_task(seed, game);
        match play(&mut *machine, rounds, &mut chance, sheet, &mut findings) {
            Ok(true) => {}
            Ok(false) => unended += 1,
            Err(error) => {
                findings.push(Diagnostic::from_error(&error, DiagnosticKind::Playability));
                break;
            }
        }
    }
    if unended > 0 {
        let what = format!("{unended} of {games} random games did not end within {rounds} rounds");
        let hint = "count the rounds in a fluent, and let the game end when they are used up";
        let finding = sheet.finding(
            DiagnosticKind::Termination,
            SheetPlace { line: 1, column: 1 },
            &what,
            hint,
        );
        findings.push(finding.softened(Severity::Warning));
    }
    findings.dedup();
    findings
}

/// Plays one game; says whether it ended.
fn play(
    machine: &mut dyn Machine,
    rounds: u32,
    chance: &mut Chance,
    sheet: &Sheet,
    findings: &mut Vec<Diagnostic>,
) -> Result<bool, GdlError> {
    machine.reset()?;
    for _ in 0..rounds {
        if machine.is_terminal()? {
            for role in 0..machine.roles().len() {
                if machine.goal(role)?.is_none() {
                    let what = format!(
                        "{} has no goal or several in a state where the game is over",
                        machine.roles()[role]
                    );
                    let hint = "exactly one goal must hold for every role at every end";
                    let finding = sheet.finding(
                        DiagnosticKind::Goal,
                        SheetPlace { line: 1, column: 1 },
                        &what,
                        hint,
                    );
                    if !findings.contains(&finding) {
                        findings.push(finding);
                    }
                }
            }
            return Ok(true);
        }
        match random_moves(machine, chance)? {
            Ok(moves) => machine.play(&moves)?,
            Err(role) => {
                let what = format!(
                    "{} has no legal move in a state where the game is not over",
                    machine.roles()[role]
                );
                let hint = "give every role a move in every state, such as `noop`; playouts end there, with the goals of that state";
                let finding = sheet.finding(
                    DiagnosticKind::Playability,
                    SheetPlace { line: 1, column: 1 },
                    &what,
                    hint,
                );
                if !findings.contains(&finding) {
                    findings.push(finding);
                }
                return Ok(true);
            }
        }
    }
    machine.is_terminal()
}
