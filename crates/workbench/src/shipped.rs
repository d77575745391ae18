//! Benchmarks that ship inside the program, and finding the one that is meant.

use std::path::Path;

use plyscope_game::Error;
use plyscope_truth::{Benchmark, load, read_parquet};

use crate::{Registry, unknown as unknown_name};

/// A benchmark inside the program.
struct Shipped {
    name: &'static str,
    /// The games for which it is taken, as specs; none where another one of the game is exact.
    games: &'static [&'static str],
    /// The game whose strength is predicted from it; nothing where it is not one of whole games.
    play_of: Option<&'static str>,
    bytes: &'static [u8],
}

macro_rules! shipped {
    ($name:literal, $games:expr) => {
        shipped!($name, $games, None)
    };
    ($name:literal, $games:expr, $play_of:expr) => {
        Shipped {
            name: $name,
            games: &$games,
            play_of: $play_of,
            bytes: include_bytes!(concat!("../../../benchmarks/", $name, ".parquet")),
        }
    };
}

const ALL: [Shipped; 14] = [
    shipped!("connect4", ["connect4"]),
    shipped!("connect4-play", [], Some("connect4")),
    shipped!("connect4-mcts1", []),
    shipped!("connect4-mcts3", []),
    shipped!("tictactoe", ["tictactoe"]),
    shipped!("othello4", ["othello:size=4"]),
    shipped!(
        "othello8",
        ["othello", "othello:payoff=discs,empties=winner"]
    ),
    shipped!(
        "othello8-play",
        [],
        Some("othello:payoff=discs,empties=winner")
    ),
    shipped!(
        "othello6-play",
        [
            "othello:size=6",
            "othello:size=6,payoff=discs,empties=winner"
        ],
        Some("othello:size=6,payoff=discs,empties=winner")
    ),
    shipped!("breakthrough-play", ["breakthrough"], Some("breakthrough")),
    // Of 15×15 there is none: a label of every move by games takes seventeen times as long there.
    shipped!(
        "gomoku9-play",
        ["gomoku", "gomoku:size=9"],
        Some("gomoku:size=9")
    ),
    shipped!("chess", ["chess"]),
    shipped!("chess-play", [], Some("chess")),
    shipped!("pentago", ["gdl:pentago"]),
];

/// The benchmark that a text means, with its name: a file, one that ships, or the one of a game.
///
/// # Errors
/// When it means none, or the file is no benchmark.
pub fn find_benchmark(registry: &Registry, text: &str) -> Result<(String, Benchmark), Error> {
    let path = Path::new(text);
    if path.is_file() || path.extension().is_some() && !text.contains(':') {
        return Ok((text.to_owned(), load(path)?));
    }
    let meant = match named(text) {
        Some(own) => own,
        None => of_game(registry, text)?,
    };
    Ok((meant.name.to_owned(), meant.read()?))
}

/// The benchmark of whole games that ships for a game, with its name, if `judged` is one that ships.
///
/// # Errors
/// When the program carries a broken one.
pub(crate) fn play_benchmark(
    judged: &str,
    game: &str,
) -> Result<Option<(&'static str, Benchmark)>, Error> {
    if named(judged).is_none_or(|own| own.play_of.is_some()) {
        return Ok(None);
    }
    match ALL.iter().find(|own| own.play_of == Some(game)) {
        Some(own) => Ok(Some((own.name, own.read()?))),
        None => Ok(None),
    }
}

/// The names of the benchmarks that ship.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|own| own.name)
}

/// The benchmark in a file, or the one that ships under that name.
///
/// # Errors
/// When there is no such file, or it is no benchmark.
pub fn benchmark_at(path: &Path) -> Result<Benchmark, Error> {
    let shipped = path.to_str().and_then(named);
    match shipped.filter(|_| !path.exists()) {
        Some(own) => own.read(),
        None => load(path),
    }
}

fn named(text: &str) -> Option<&'static Shipped> {
    ALL.iter().find(|own| own.name == text)
}

impl Shipped {
    fn read(&self) -> Result<Benchmark, Error> {
        read_parquet(self.bytes.to_vec())
    }
}

fn of_game(registry: &Registry, text: &str) -> Result<&'static Shipped, Error> {
    let game = registry.open(text).map_err(|error| {
        let mut games = registry.games().iter();
        let is_game = games.any(|own| own.listing.name == name_of(text));
        if is_game { error } else { unknown(text) }
    })?;
    let spec = game.spec();
    let mut all = ALL.iter();
    all.find(|own| own.games.contains(&spec)).ok_or_else(|| {
        Error::misuse(
            format!("no benchmark of {spec} ships"),
            format!("make one, exact where the game can be solved (--by solver) or sampled: plyscope truth make {spec} --by mcts:playouts=20k,solver=off --states 200 -o my.parquet; then plyscope judge my.parquet"),
        )
    })
}

fn name_of(text: &str) -> &str {
    text.split(':').next().unwrap_or_default()
}

fn unknown(text: &str) -> Error {
    let names: Vec<&str> = ALL.iter().map(|own| own.name).collect();
    unknown_name(
        format!("`{text}` is neither a file nor a benchmark that ships nor a game"),
        text,
        &names,
    )
}
