//! Expected outcome by name: one spec, an evaluator and an agent.

use plyscope_eval::expected_outcome::{ExactOutcome, Sampler, SamplerParams, StopRule};

use plyscope_game::{Error, Notation};

use super::Maker;
use super::common::{Common, SEED};
use crate::shelf::{BoxedAgent, BoxedEvaluator};
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

/// What a spec asks for.
enum Wanted<G: plyscope_game::Game> {
    Exact(ExactOutcome<G>),
    Sampled(Sampler),
}

fn wanted<G: Notation>(context: &Maker<'_, G>, params: &Params) -> Result<Wanted<G>, Error> {
    let rule = match params.word("rule") {
        "exact" => {
            refuse(params, "exact", &["first", "playouts", "seed"])?;
            if params.number("tolerance").is_some() {
                return Err(meaningless("tolerance", "exact"));
            }
            let states = params.count("states").unwrap_or(STATES);
            return Ok(Wanted::Exact(ExactOutcome::new(states as usize)?));
        }
        "interval" => StopRule::Interval,
        "race" => StopRule::Race,
        _ => StopRule::Converge,
    };
    refuse(params, params.word("rule"), &["states"])?;
    let usual = SamplerParams::usual(rule, &context.game().facts());
    let sampler = Sampler::new(SamplerParams {
        rule,
        first: params.count("first").unwrap_or(usual.first),
        most: params.count("playouts").unwrap_or(usual.most),
        tolerance: params.number("tolerance").unwrap_or(usual.tolerance),
        seed: context.seed_of(params),
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

pub(super) fn evaluator<G: Notation>(
    context: &Maker<'_, G>,
    params: &Params,
) -> Result<BoxedEvaluator<G>, Error> {
    Ok(match wanted(context, params)? {
        Wanted::Exact(exact) => Box::new(exact),
        Wanted::Sampled(sampler) => Box::new(sampler),
    })
}

pub(super) fn agent<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(NAME, ABOUT, PARAMS),
        make: |context, params| -> Result<BoxedAgent<G>, Error> {
            Ok(match wanted(context, params)? {
                Wanted::Exact(exact) => Box::new(exact),
                Wanted::Sampled(sampler) => Box::new(sampler),
            })
        },
    }
}
