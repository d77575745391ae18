//! `plyscope book`: opening books, made and checked.

use plyscope_game::Error;
use plyscope_game::Limits;
use plyscope_shelf_connect4::book::{BookCheck, BookFlaw, BookOrder, books, game_of, load_book};
use plyscope_solver_connect4 as connect4;
use serde_json::json;

use crate::args::{Book, BookCommand, CheckBook, MakeBook};
use crate::out::{Ended, Out, say};
use crate::outputs::Outputs;
use crate::progress::Bar;
use crate::stop::on_interrupt;
use crate::table::grouped;

/// More flaws than this are cut off where a person reads.
const MOST_SHOWN: usize = 20;

pub(crate) fn run(args: &Book, out: &Out) -> Result<(), Ended> {
    match &args.command {
        BookCommand::Make(make) => self::make(make, out),
        BookCommand::Check(check) => self::check(check, out),
    }
}

fn make(args: &MakeBook, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let Some(books) = books(&game) else {
        let what = format!("there are no opening books of {}", game.spec());
        let hint = "Connect Four has them: `plyscope book make connect4 --plies 7 -o FILE`";
        return Err(Error::misuse(what, hint).into());
    };
    Outputs::new(out, args.force, Vec::new()).growing(&args.output)?;
    let bar = Bar::new(
        0,
        "positions",
        format!("{} to ply {}", game.spec(), args.plies),
    );
    let order = BookOrder {
        last_ply: args.plies,
        output: &args.output,
        replace: args.force,
        table_bytes: (args.table as usize) << 20,
        threads: out.threads,
        limits: stoppable(),
        progress: &|done, of| bar.tell(done, of),
    };
    let made = books.make_book(game.spec(), &order);
    bar.finish();
    let made = made?;
    let shown = args.output.display();
    if made.already {
        say(&format!("{shown} is there already; nothing was to do"));
    } else {
        if made.before > 0 {
            let before = grouped(made.before);
            say(&format!("{before} positions were done by an earlier run"));
        }
        say(&format!("wrote {shown}"));
    }
    tell(game.spec(), &made.book, None, out)
}

fn check(args: &CheckBook, out: &Out) -> Result<(), Ended> {
    let book = match &args.file {
        Some(path) => load_book(path)?,
        None => (*connect4::Book::shipped()).clone(),
    };
    let game = game_of(&out.registry, &book)?;
    let books = books(&game).expect("a book is of a game that has books");
    let bar = Bar::new(0, "positions", "solving again");
    let flaws = books.check_book(&BookCheck {
        book: &book,
        sample: args.sample,
        seed: out.seed,
        table_bytes: (args.table as usize) << 20,
        threads: out.threads,
        limits: stoppable(),
        progress: &|done, of| bar.tell(done, of),
    });
    let solved = bar.done();
    bar.finish();
    let flaws = flaws?;
    tell(game.spec(), &book, Some((solved, &flaws)), out)?;
    if flaws.is_empty() {
        return Ok(());
    }
    out.flush()?;
    let name = args
        .file
        .as_ref()
        .map_or("the book".to_string(), |path| path.display().to_string());
    let what = format!("{name} is wrong in {} of {solved} positions", flaws.len());
    Err(Error::failed(what).into())
}

/// What a book is, and what came of solving some of it again.
fn tell(
    game: &str,
    book: &connect4::Book,
    checked: Option<(u64, &[BookFlaw])>,
    out: &Out,
) -> Result<(), Ended> {
    if out.json {
        let flaw =
            |flaw: &BookFlaw| json!({"state": flaw.state, "book": flaw.said, "solver": flaw.found});
        return out.object(&json!({
            "game": game,
            "last_ply": book.last_ply(),
            "positions": book.positions(),
            "start": book.start_value(),
            "solved_again": checked.map(|(solved, _)| solved),
            "wrong": checked.map(|(_, flaws)| flaws.iter().map(flaw).collect::<Vec<_>>()),
        }));
    }
    let positions = grouped(book.positions() as u64);
    let ply = book.last_ply();
    out.line(&format!(
        "  {game} to ply {ply}: {positions} positions there, mirror images counted once"
    ))?;
    let Some((solved, flaws)) = checked else {
        return Ok(());
    };
    for flaw in flaws.iter().take(MOST_SHOWN) {
        let said = flaw
            .said
            .map_or("nothing".to_string(), |said| said.to_string());
        let BookFlaw { state, found, .. } = flaw;
        out.line(&format!(
            "  {state}: the book says {said}, the solver {found}"
        ))?;
    }
    if flaws.is_empty() && solved > 0 {
        out.line(&format!(
            "  {solved} of them were solved again, and nothing differs"
        ))?;
    }
    Ok(())
}

/// No limit but Ctrl-C.
fn stoppable() -> Limits {
    Limits {
        stop: on_interrupt(),
        ..Limits::default()
    }
}
