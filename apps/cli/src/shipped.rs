//! Benchmarks that ship inside the program, and finding the one that is meant.

use std::path::Path;

use plyscope_truth::{Benchmark, load, read_parquet};
use plyscope_workbench::{Failure, games, open};

/// A benchmark inside the program.
struct Shipped {
    name: &'static str,
    /// The games for which it is taken, as specs; none where another one of the game is exact.
    games: &'static [&'static str],
    bytes: &'static [u8],
}

macro_rules! shipped {
    ($name:literal, $games:expr) => {
        Shipped {
            name: $name,
            games: &$games,
            bytes: include_bytes!(concat!("../../../benchmarks/", $name, ".parquet")),
        }
    };
}

const ALL: [Shipped; 6] = [
    shipped!("connect4", ["connect4"]),
    shipped!("connect4-mcts1", []),
    shipped!("connect4-mcts3", []),
    shipped!("tictactoe", ["tictactoe"]),
    shipped!("othello4", ["othello:size=4"]),
    shipped!(
        "othello8",
        ["othello", "othello:payoff=discs,empties=winner"]
    ),
];

/// The benchmark that a text means, with its name: a file, one that ships, or the one of a game.
pub(crate) fn find(text: &str) -> Result<(String, Benchmark), Failure> {
    let path = Path::new(text);
    if path.is_file() || path.extension().is_some() && !text.contains(':') {
        return Ok((text.to_owned(), load(path)?));
    }
    let meant = match named(text) {
        Some(own) => own,
        None => of_game(text)?,
    };
    Ok((meant.name.to_owned(), meant.read()?))
}

/// The benchmark in a file, or the one that ships under that name.
pub(crate) fn file_or_name(path: &Path) -> Result<Benchmark, Failure> {
    let shipped = path.to_str().and_then(named);
    match shipped.filter(|_| !path.exists()) {
        Some(own) => own.read(),
        None => Ok(load(path)?),
    }
}

fn named(text: &str) -> Option<&'static Shipped> {
    ALL.iter().find(|own| own.name == text)
}

impl Shipped {
    fn read(&self) -> Result<Benchmark, Failure> {
        Ok(read_parquet(self.bytes.to_vec())?)
    }
}

fn of_game(text: &str) -> Result<&'static Shipped, Failure> {
    let game = open(text).map_err(|failure| {
        let is_game = games().iter().any(|own| own.name == name_of(text));
        if is_game { failure } else { unknown(text) }
    })?;
    let spec = game.spec();
    let mut all = ALL.iter();
    all.find(|own| own.games.contains(&spec)).ok_or_else(|| {
        Failure::misuse(
            format!("no benchmark of {spec} ships"),
            format!("make one, exact where the game can be solved (--by solver) or sampled: plyscope truth make {spec} --by mcts:playouts=20k,solver=off --states 200 -o my.parquet; then plyscope judge my.parquet"),
        )
    })
}

fn name_of(text: &str) -> &str {
    text.split(':').next().unwrap_or_default()
}

fn unknown(text: &str) -> Failure {
    let names: Vec<&str> = ALL.iter().map(|own| own.name).collect();
    Failure::unknown(
        format!("`{text}` is neither a file nor a benchmark that ships nor a game"),
        text,
        &names,
    )
}
