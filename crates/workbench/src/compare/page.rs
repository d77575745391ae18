//! The page of a comparison: a table and pictures, strength by budget.

use std::fmt::Write as _;

use plyscope_arena::rating::{Pairs, difference};
use plyscope_plot::{Axis, Chart, Point, Rule, Series};
use serde_json::Value;

use super::{Learner, Trial};

/// A file of the page.
pub struct CompareFile {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub text: String,
}

/// All seeds of a learner at one size.
struct Cell {
    learner: &'static str,
    budget: f64,
    trials: usize,
    /// Elo of all games together, with its interval; none if no seed bought enough.
    elo: Option<[f64; 3]>,
    /// Elo by seed.
    seeds: Vec<f64>,
    regret: Option<f64>,
    cpu: f64,
    games: u64,
    positions: u64,
}

/// The files of the page, of a plan and its trials.
pub fn compare_page(plan: &Value, trials: &[Trial]) -> Vec<CompareFile> {
    let cells = cells(trials);
    let has_regret = cells.iter().any(|own| own.regret.is_some());
    let mut files = vec![CompareFile {
        name: "learners.md",
        text: markdown(plan, &cells, has_regret),
    }];
    files.push(CompareFile {
        name: "strength.svg",
        text: strength(plan, &cells).svg(),
    });
    if has_regret {
        files.push(CompareFile {
            name: "regret.svg",
            text: regret(plan, &cells).svg(),
        });
    }
    files
}

fn cells(trials: &[Trial]) -> Vec<Cell> {
    let mut all = Vec::new();
    for learner in Learner::ALL {
        for size in 0..3 {
            let of = |own: &&Trial| own.learner == learner.name() && own.size == size;
            let own: Vec<&Trial> = trials.iter().filter(of).collect();
            let Some(first) = own.first() else { continue };
            let learned: Vec<&&Trial> = own.iter().filter(|own| own.is_learned()).collect();
            let mut pairs = Pairs::default();
            for own in &learned {
                for (sum, count) in pairs.counts.iter_mut().zip(own.pairs) {
                    *sum += count;
                }
            }
            let mean = |of: &dyn Fn(&Trial) -> f64| {
                let sum = learned.iter().fold(0.0, |sum, own| sum + of(own));
                sum / learned.len().max(1) as f64
            };
            let regrets: Option<Vec<f64>> = learned.iter().map(|own| own.regret).collect();
            let regrets = regrets.filter(|own| !own.is_empty());
            all.push(Cell {
                learner: learner.name(),
                budget: first.budget,
                trials: learned.len(),
                elo: difference(&pairs).map(|own| [own.elo.value, own.elo.low, own.elo.high]),
                seeds: learned.iter().map(|own| elo_of(own.pairs)).collect(),
                regret: regrets.map(|own| own.iter().sum::<f64>() / own.len() as f64),
                cpu: mean(&|own| own.cpu),
                games: mean(&|own| own.games as f64) as u64,
                positions: mean(&|own| own.positions as f64) as u64,
            });
        }
    }
    all
}

/// The Elo difference of one seed's games, which may be infinite.
fn elo_of(counts: [u64; 5]) -> f64 {
    let pairs = Pairs {
        counts,
        ..Pairs::default()
    };
    difference(&pairs).map_or(f64::NAN, |own| own.elo.value)
}

fn text(plan: &Value, name: &str) -> String {
    match &plan[name] {
        Value::String(own) => own.clone(),
        other => other.to_string(),
    }
}

fn markdown(plan: &Value, cells: &[Cell], has_regret: bool) -> String {
    let mut page = String::new();
    let game = text(plan, "game");
    let _ = writeln!(
        page,
        "# Learners of {game}, features {}\n",
        text(plan, "features")
    );
    let _ = writeln!(
        page,
        "Every learner got the same CPU time, at three sizes and {} seeds each. Strength is a match of {} games per \
         seed by `{}` against `{}`, openings {}; Elo over all seeds together with its interval of 95 %, which knows \
         the luck of games and not that of seeds: the single seeds stand beside it. Labels are by `{}`.{}\n",
        text(plan, "seeds"),
        text(plan, "games"),
        text(plan, "by"),
        text(plan, "against"),
        text(plan, "openings"),
        text(plan, "labeller"),
        if has_regret {
            format!(
                " Regret is what a wrong move costs on `{}`, less is better.",
                text(plan, "test")
            )
        } else {
            String::new()
        },
    );
    let _ = writeln!(page, "{}\n", budgets(plan));
    let _ = writeln!(page, "![Strength by budget](strength.svg)\n");
    if has_regret {
        let _ = writeln!(page, "![Regret by budget](regret.svg)\n");
    }
    page.push_str(
        "| learner | budget, CPU s | Elo [95 %] | by seed | regret | CPU s | games | positions |\n",
    );
    page.push_str("|---|---:|---:|---|---:|---:|---:|---:|\n");
    for own in cells {
        let elo = own.elo.filter(|_| own.trials > 0);
        let seeds: Vec<String> = own.seeds.iter().map(|own| format!("{own:+.0}")).collect();
        let _ = writeln!(
            page,
            "| {} | {:.1} | {} | {} | {} | {:.1} | {} | {} |",
            own.learner,
            own.budget,
            elo.map_or("buys too little".to_string(), |[elo, low, high]| {
                format!("{elo:+.0} [{low:+.0}, {high:+.0}]")
            }),
            seeds.join(" "),
            own.regret
                .map_or("–".to_string(), |own| format!("{own:.4}")),
            own.cpu,
            own.games,
            own.positions
        );
    }
    page.push('\n');
    page.push_str(&words(cells));
    page
}

/// How CPU time became games and labels, and what is peculiar to single learners.
fn budgets(plan: &Value) -> String {
    let price = |own: &Value, unit: &str| {
        let (once, each) = (own["once"].as_f64()?, own["each"].as_f64()?);
        Some(format!("{each:.4} per {unit} and {once:.0} once"))
    };
    let costs = Learner::ALL.into_iter().filter_map(|own| {
        let price = price(&plan["rates"]["learners"][own.name()], own.unit())?;
        Some(format!("{} {price}", own.name()))
    });
    let costs: Vec<String> = costs.collect();
    let mut text = format!(
        "What things cost was measured once, in milliseconds of CPU time: {}; labels alone {}. Budgets buy by these \
         prices, and the column `CPU s` has what learning then took. The genetic algorithm changes no sign: it \
         starts from a ridge regression, for which a fifth of its budget goes into labels. Learning by judge spends \
         half on labels.",
        costs.join(", "),
        price(&plan["rates"]["label"], "label").unwrap_or_default(),
    );
    if !plan["rates"]["learners"][Learner::Patterns.name()].is_null() {
        text.push_str(
            " `patterns` learns tables of its own, by self-play, and not the weights of these features: it plays as \
             `patterns:weights=FILE`, and the command for the file of each trial is in `trials.jsonl`.",
        );
    }
    text
}

/// Which learner did best at each size, and which cannot be told from it.
fn words(cells: &[Cell]) -> String {
    let mut text = String::from("## In words\n\n");
    let mut budgets: Vec<f64> = cells.iter().map(|own| own.budget).collect();
    budgets.sort_by(f64::total_cmp);
    budgets.dedup();
    for budget in budgets {
        let at: Vec<(&str, [f64; 3])> = cells
            .iter()
            .filter(|own| own.budget.to_bits() == budget.to_bits() && own.trials > 0)
            .filter_map(|own| Some((own.learner, own.elo?)))
            .collect();
        let Some(best) = at.iter().max_by(|a, b| a.1[0].total_cmp(&b.1[0])) else {
            continue;
        };
        let like: Vec<&str> = at
            .iter()
            .filter(|own| own.0 != best.0 && own.1[2] >= best.1[1])
            .map(|own| own.0)
            .collect();
        let others = if like.is_empty() {
            "no other's interval reaches that".to_string()
        } else {
            format!("not told apart from it: {}", like.join(", "))
        };
        let _ = writeln!(
            text,
            "- With {budget:.1} CPU seconds {} is highest at {:+.0} Elo; {others}.",
            best.0, best.1[0]
        );
    }
    text
}

/// The learners that were compared.
fn drawn(cells: &[Cell]) -> impl Iterator<Item = Learner> {
    let all = Learner::ALL.into_iter();
    all.filter(|own| cells.iter().any(|cell| cell.learner == own.name()))
}

fn strength(plan: &Value, cells: &[Cell]) -> Chart {
    let series = drawn(cells).map(|learner| {
        let own = cells
            .iter()
            .filter(|own| own.learner == learner.name() && own.trials > 0);
        let points = own.filter_map(|own| {
            let [elo, low, high] = own.elo.filter(|own| own[0].is_finite())?;
            Some(Point::new(own.budget, elo).band(low, high))
        });
        Series::new(learner.name(), points).markers()
    });
    Chart::lines(series)
        .title("Strength by budget")
        .subtitle(format!(
            "{}, features {}",
            text(plan, "game"),
            text(plan, "features")
        ))
        .caption("Elo against the reference over all seeds; bands are intervals of 95 %.")
        .x(Axis::new("budget").unit("CPU seconds").log())
        .y(Axis::new("Elo"))
        .rule(Rule::y(0.0, "reference"))
}

fn regret(plan: &Value, cells: &[Cell]) -> Chart {
    let series = drawn(cells).map(|learner| {
        let own = cells.iter().filter(|own| own.learner == learner.name());
        let points: Vec<(f64, f64)> = own
            .filter_map(|own| Some((own.budget, own.regret?)))
            .collect();
        Series::new(learner.name(), points).markers()
    });
    Chart::lines(series)
        .title("Regret by budget")
        .subtitle(format!("{}, on {}", text(plan, "game"), text(plan, "test")))
        .caption("The mean over seeds of what a wrong move costs; less is better.")
        .x(Axis::new("budget").unit("CPU seconds").log())
        .y(Axis::new("regret"))
}
