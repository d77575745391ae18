//! How often play comes to the plies of a benchmark, counted in games like those its states are from.

use plyscope_game::{Error, Limits, mix_all};
use plyscope_parallel::Threads;
use plyscope_truth::{Benchmark, Reach, WayOfPlay};

use crate::truth::maker;
use crate::{NamedGame, Spec};

/// Counts in so many games of each way in which the states of a benchmark were drawn, and keeps it in
/// the benchmark.
///
/// # Errors
/// When no states were drawn from games, or an agent that played for them cannot be had or fails.
pub fn weigh_truth(
    game: &NamedGame,
    benchmark: &mut Benchmark,
    games: u64,
    (seed, threads): (u64, usize),
    limits: &Limits,
) -> Result<(), Error> {
    let mut found: Option<Reach> = None;
    let ways = benchmark.meta.selectors().filter_map(way);
    for (number, (first, second, random)) in ways.enumerate() {
        let (first, second) = (maker(game, &first)?, maker(game, &second)?);
        let way = WayOfPlay {
            makers: [&first, &second],
            random,
        };
        let seed = mix_all(&[seed, number as u64]);
        let own = Threads::new(threads)?
            .run(|| Reach::count(game.rules(), &way, games, seed, &limits.stop))?;
        found = Some(match found {
            Some(found) => found.and(&own),
            None => own,
        });
    }
    if found.is_none() {
        return Err(Error::misuse(
            "no states of this benchmark were drawn from games",
            "make one by `truth make --from agents` or `--from playouts`",
        ));
    }
    benchmark.meta.reach = found;
    Ok(())
}

/// The players of the games that a selector drew states from, and their share of random moves.
fn way(selector: &str) -> Option<(String, String, f64)> {
    let spec = Spec::parse(selector).ok()?;
    let text = |key| spec.get(key).map(str::to_owned);
    match &*spec.name {
        "agents" => Some((
            text("first")?,
            text("second")?,
            spec.get("random")?.parse().ok()?,
        )),
        "playouts" => Some(("random".to_owned(), "random".to_owned(), 1.0)),
        _ => None,
    }
}
