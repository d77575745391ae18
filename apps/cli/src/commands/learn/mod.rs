//! `plyscope learn`: weights for features, from the values of states or by games; a file per method.

mod budget;
mod charts;
mod climb;
pub(crate) mod compare;
mod findings;
mod generations;
pub(crate) mod genetic;
mod logistic;
mod options;
mod patterns;
mod regress;
mod report;
mod scratch;
mod sources;
mod td;

use plyscope_game::Error;

use crate::args::{Learn, LearnMethod};
use crate::out::{Ended, Out};

pub(crate) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    check(args)?;
    if args.compare.compare {
        return compare::run(args, out);
    }
    match args.method {
        LearnMethod::Ridge | LearnMethod::LeastSquares => regress::run(args, out),
        LearnMethod::Genetic => genetic::run(args, out),
        LearnMethod::Logistic => logistic::run(args, out),
        LearnMethod::Cma | LearnMethod::Spsa => climb::run(args, out),
        LearnMethod::Td => td::run(args, out),
        LearnMethod::Patterns => patterns::run(args, out),
    }
}

/// Refuses options that do not go with the method.
pub(crate) fn check(args: &Learn) -> Result<(), Error> {
    if args.compare.compare {
        return compare::check(args);
    }
    options::check(args)
}
