//! Section 4 with other searches: whether findings depend on how the tree search was set.
//!
//! The paper does not tell its constant of exploration. Each setting labels the
//! 500 states of Connect Four anew with both budgets, as a part of the paper's,
//! and all of section 4 is computed from the labels. Labels are kept, so that a
//! run of days can be interrupted.

use plyscope_game::{Error, ErrorKind, Limits};
use plyscope_plot::page::Page;
use plyscope_plot::page::table::Table;
use plyscope_truth::{Amount, Benchmark, Filter, Selector, Source, Stage, load};
use plyscope_workbench::{TruthOrder, TruthRun, make_truth, positions_of};
use serde::Serialize;

use super::data::{Data, solved};
use super::{Report, StudyRun, report_of};

/// One way to set the search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Setting {
    /// What it is called.
    pub name: String,
    /// What stands behind the playouts in the spec of `mcts`.
    pub options: String,
}

/// What came of one setting.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SettingFound {
    /// The setting.
    pub setting: Setting,
    /// The labellers, one per budget.
    pub labellers: [String; 2],
    /// Section 4.
    pub report: Report,
}

/// All settings, as far as they were run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    /// Budgets as a part of the paper's: 1 for all of its playouts.
    pub part: f64,
    /// Whether nothing is missing.
    pub finished: bool,
    /// The settings.
    pub found: Vec<SettingFound>,
}

/// The paper's playouts per state: at the start and at ply 39, one hour and three.
const BUDGETS: [(u64, u64); 2] = [(1_500_000, 54_000_000), (2_000_000, 151_000_000)];
const NAMES: [&str; 2] = ["mcts1", "mcts3"];

impl Setting {
    fn new(name: &str, options: &str) -> Self {
        Self {
            name: name.to_owned(),
            options: options.to_owned(),
        }
    }

    /// The one of the benchmarks that ship.
    #[must_use]
    pub fn shipped() -> Self {
        Self::new("plain UCT, c = 1.4", "solver=off,memory=1024")
    }

    /// Settings that the paper may have had, beside that of the benchmarks that ship.
    ///
    /// The player from which the authors' descend (Finnsson and Björnsson) explores by a constant of 40 where
    /// results go from 0 to 100: 0.8 where a win is 1 and a loss −1. A search whose constant was meant for results
    /// from 0 to 1 but sees 0 to 100 hardly explores.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![
            Self::shipped(),
            Self::new("c = 40 of 100 points", "c=0.8,solver=off,memory=1024"),
            Self::new("c = 1.4 of 100 points", "c=0.028,solver=off,memory=1024"),
            Self::new("with proofs", "solver=on,memory=1024"),
        ]
    }

    /// The labeller of a budget, of which only a part is spent.
    fn labeller(&self, (first, last): (u64, u64), part: f64) -> String {
        let of = |playouts: u64| ((playouts as f64 * part).round() as u64).max(10);
        format!("mcts:playouts={}..{},{}", of(first), of(last), self.options)
    }
}

/// Labels anew by every setting and computes section 4 from it.
///
/// # Errors
/// When labels cannot be made or kept.
pub fn run_settings(
    settings: &[Setting],
    part: f64,
    seed: u64,
    run: &StudyRun<'_>,
) -> Result<Settings, Error> {
    let mut all = Settings {
        part,
        finished: false,
        found: Vec::new(),
    };
    for (number, setting) in settings.iter().enumerate() {
        match one(setting, number, part, seed, run) {
            Ok(found) => all.found.push(found),
            Err(error) if error.kind == ErrorKind::Stopped || run.stop.is_raised() => {
                return Ok(all);
            }
            Err(error) => return Err(error.in_context(&setting.name)),
        }
    }
    all.finished = true;
    Ok(all)
}

fn one(
    setting: &Setting,
    number: usize,
    part: f64,
    seed: u64,
    run: &StudyRun<'_>,
) -> Result<SettingFound, Error> {
    let labellers = BUDGETS.map(|budget| setting.labeller(budget, part));
    let mut sampled = Vec::new();
    for (name, labeller) in NAMES.into_iter().zip(&labellers) {
        let file = format!(
            "setting-{}-part-{part}-seed-{seed}-{name}.parquet",
            number + 1
        );
        let what = format!("{}, {name}", setting.name);
        sampled.push((name, label(labeller, &file, &what, seed, run)?));
    }
    let data = Data::of(&solved(), sampled)?;
    Ok(SettingFound {
        setting: setting.clone(),
        labellers,
        report: report_of(data, seed),
    })
}

/// The solved states, labelled by another agent.
fn label(
    labeller: &str,
    file: &str,
    what: &str,
    seed: u64,
    run: &StudyRun<'_>,
) -> Result<Benchmark, Error> {
    let game = run.registry.open("connect4")?;
    let selector = Selector {
        source: Source::File {
            name: "connect4.parquet".to_owned(),
        },
        amount: Amount::Everything,
        filter: Filter::default(),
    };
    let output = run.keep.join(file);
    let progress = |stage: Stage| {
        if let Stage::Labelling { done, of } = stage {
            run.tell(what, done, of);
        }
    };
    let made = make_truth(
        &game,
        TruthOrder {
            selector: &selector,
            positions: positions_of(&game, &solved())?,
            by: labeller,
            run: TruthRun {
                seed,
                limits: Limits {
                    stop: run.stop.clone(),
                    ..Limits::every_move()
                },
                threads: run.threads,
                progress: &progress,
            },
            output: &output,
            replace: false,
        },
    );
    if made.is_err() && run.stop.is_raised() {
        return Err(Error::stopped("stopped"));
    }
    made?;
    load(&output)
}

impl Settings {
    /// Adds a table of settings and findings to a page.
    pub fn write(&self, page: &mut Page) {
        page.add("## Settings and findings");
        page.add(&format!(
            "Section 4 again with other settings of the search, each with {} of the paper's playouts \
             (1.5 to 54 and 2 to 151 million per state): whether the paper's statements hold.",
            match self.part {
                part if part >= 1.0 => "all".to_owned(),
                part => format!("{:.2} %", 100.0 * part),
            }
        ));
        if !self.finished {
            page.add("**The run was stopped; what follows is what there was by then.**");
        }
        let names = self.found.iter().map(|own| own.setting.name.clone());
        let mut table = Table::new(std::iter::once("statement".to_owned()).chain(names));
        let statements = self.found.first().map(|own| own.report.findings.len());
        for place in 0..statements.unwrap_or(0) {
            let all = || self.found.iter().map(|own| &own.report.findings[place]);
            let statement = all().next().map(|own| own.statement.clone());
            let verdicts = all().map(|own| own.verdict.name().to_owned());
            table.row(statement.into_iter().chain(verdicts));
        }
        page.add(&table.text());
        for own in &self.found {
            page.add(&format!(
                "{}: `{}` and `{}`.",
                own.setting.name, own.labellers[0], own.labellers[1]
            ));
        }
    }
}
