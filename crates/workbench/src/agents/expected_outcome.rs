//! Expected outcome by name: one spec, an evaluator and an agent.

use plyscope_eval::expected_outcome::{Sampler, SamplerParams, StopRule};

use plyscope_game::{Error, Facts};

use super::common::SEED;
use crate::{Listing, Param, ParamKind, Params};

pub(super) const NAME: &str = "expected-outcome";
pub(super) const ABOUT: &str = "mean points under random play of both, exact or sampled";

/// States that `rule=exact` keeps unless told otherwise.
const STATES: u64 = 20_000_000;

pub(super) const PARAMS: &[Param] = &[
    Param::new(
        "rule",
        ParamKind::Choice(&["exact", "converge", "interval", "race"]),
        "converge",
        "all games; playouts until two halves agree; until the 95 % interval is narrow; until the best move is clear",
    ),
    Param::new(
        "first",
        ParamKind::Count(1, 1 << 40),
        "",
        "playouts of the first sample; converge 16, else 32",
    ),
    Param::new(
        "playouts",
        ParamKind::Count(2, 1 << 40),
        "",
        "playouts from one state at the most; converge 1024, else 8192",
    ),
    Param::new(
        "tolerance",
        ParamKind::Number(0.0, 1e6),
        "",
        "points that do not matter; 0.05 of a win, race 0.01",
    ),
    Param::new(
        "states",
        ParamKind::Count(1, u64::MAX),
        "",
        "exact gives up beyond so many states; 20m",
    ),
    SEED,
];

pub(super) fn listing() -> Listing {
    Listing::new(NAME, ABOUT, PARAMS)
}

/// What a spec asks for.
pub(super) enum Wanted {
    /// The mean over all games, within so many states.
    Exact(usize),
    Sampled(Sampler),
}

pub(super) fn wanted(facts: &Facts, params: &Params, seed: u64) -> Result<Wanted, Error> {
    let rule = match params.word("rule") {
        "exact" => {
            refuse(params, "exact", &["first", "playouts", "seed"])?;
            if params.number("tolerance").is_some() {
                return Err(meaningless("tolerance", "exact"));
            }
            let states = params.count("states").unwrap_or(STATES);
            return Ok(Wanted::Exact(states as usize));
        }
        "interval" => StopRule::Interval,
        "race" => StopRule::Race,
        _ => StopRule::Converge,
    };
    refuse(params, params.word("rule"), &["states"])?;
    let usual = SamplerParams::usual(rule, facts);
    let sampler = Sampler::new(SamplerParams {
        rule,
        first: params.count("first").unwrap_or(usual.first),
        most: params.count("playouts").unwrap_or(usual.most),
        tolerance: params.number("tolerance").unwrap_or(usual.tolerance),
        seed,
    })?;
    Ok(Wanted::Sampled(sampler))
}

/// Refuses counts that the rule would not look at.
fn refuse(params: &Params, rule: &str, unused: &[&str]) -> Result<(), Error> {
    let given = unused.iter().find(|name| params.count(name).is_some());
    given.map_or(Ok(()), |name| Err(meaningless(name, rule)))
}

fn meaningless(name: &str, rule: &str) -> Error {
    Error::misuse(
        format!("`{name}` means nothing to {NAME} with rule={rule}"),
        "exact takes `states`; the other rules take `first`, `playouts`, `tolerance` and `seed`",
    )
}
