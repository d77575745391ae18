//! `plyscope learn --method logistic`: weights that tell results.

use plyscope_learn::Strength;
use plyscope_workbench::{LogisticOrder, learn_logistic};

use super::findings::Findings;
use super::regress;
use super::sources::{Places, inputs, with_order};
use crate::args::Learn;
use crate::commands::cluster::cpu_time;
use crate::out::{Ended, Out, say};

pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let params = regress::params(args, out.seed)?;
    let places = Findings::new(args, inputs(args), out)?;
    let to = Places {
        output: places.path(),
        export: places.rows(),
    };
    let found = with_order(args, params, &to, out, |game, learn| {
        let order = LogisticOrder {
            learn,
            strength: args
                .strength
                .map_or(Strength::CrossValidated, Strength::Fixed),
            is_tapered: args.logistic.tapered,
            squash: args.logistic.squash,
            start: args.start.as_deref(),
            reference: args.genetic.reference.as_deref(),
            cpu_time: &cpu_time,
        };
        learn_logistic(game, &order)
    })?;
    if let Some(path) = &args.export_rows {
        say(&format!("wrote {}", path.display()));
    }
    places.finish(found, out)
}
