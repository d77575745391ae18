//! `plyscope uci`, `gomocup` and `nboard`: any agent as an engine for other people's programs.

use std::io;

use plyscope_foreign::serve::{ServedAgent, WriteMove, serve_gomocup, serve_nboard, serve_uci};
use plyscope_game::Error;
use plyscope_game::any::AnyStates;
use plyscope_workbench::{NamedGame, Spec};

use crate::args::{Gomocup, Nboard, Uci};
use crate::out::{Ended, Out};

pub(crate) fn uci(args: &Uci, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let write_move = game.engine_moves().ok_or_else(|| {
        let what = format!("nothing says how engines are told of {}", game.name());
        Error::misuse(what, "UCI is for chess: leave the game out")
    })?;
    let pawn = args.pawn;
    with_player(&game, &args.agent.by, &*write_move, pawn, out, |player| {
        Ok(serve_uci(player, io::stdin().lock(), io::stdout())?)
    })
}

pub(crate) fn gomocup(args: &Gomocup, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let write_move = |states: &dyn AnyStates, at: usize, mv: usize| match states.cells(at)[mv] {
        Some(cell) => format!("{},{}", cell.column, cell.row),
        None => states.move_text(at, mv),
    };
    with_player(&game, &args.agent.by, &write_move, 1.0, out, |player| {
        Ok(serve_gomocup(player, io::stdin().lock(), io::stdout())?)
    })
}

pub(crate) fn nboard(args: &Nboard, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let write_move = |states: &dyn AnyStates, at: usize, mv: usize| {
        let text = states.move_text(at, mv).to_uppercase();
        if text == "PASS" {
            "PA".to_string()
        } else {
            text
        }
    };
    with_player(&game, &args.agent.by, &write_move, 1.0, out, |player| {
        Ok(serve_nboard(player, io::stdin().lock(), io::stdout())?)
    })
}

/// Makes the player that answers, and lets it.
fn with_player(
    game: &NamedGame,
    spec: &str,
    write_move: WriteMove<'_>,
    pawn: f32,
    out: &Out,
    serve: impl FnOnce(&ServedAgent<'_>) -> Result<(), Ended>,
) -> Result<(), Ended> {
    // A wrong spec is told here, and not as an engine's answer.
    let seed = out.seed;
    game.agent(&Spec::parse(spec)?, seed)?;
    let make = |spec: &str| game.agent(&Spec::parse(spec)?, seed);
    serve(&ServedAgent {
        game: game.rules(),
        make: &make,
        spec: spec.to_string(),
        write_move,
        pawn,
        seed,
    })
}
