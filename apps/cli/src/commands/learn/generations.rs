//! What a genetic search did from generation to generation: a table, a log, pictures.

use std::fmt::Write as _;
use std::path::Path;

use plyscope_game::Error;
use plyscope_learn::genetic::Generation;
use plyscope_plot::{Axis, Chart, Point, Series};
use plyscope_truth::Output;
use plyscope_workbench::Bred;
use serde_json::{Map, Value, json};

use crate::out::say;
use crate::table::Table;

const NAMES: [&str; 2] = ["convergence.svg", "spread.svg"];

/// Makes the folder, and asks for the place of every picture in it.
pub(super) fn prepare(
    folder: &Path,
    place: impl Fn(&Path) -> Result<Output, Error>,
) -> Result<Vec<Output>, Error> {
    std::fs::create_dir_all(folder).map_err(|error| plyscope_ledger::unwritable(folder, &error))?;
    let places = NAMES.iter().map(|name| place(&folder.join(name)));
    places.collect()
}

pub(super) fn draw(bred: &Bred, plots: &[Output]) -> Result<(), Error> {
    let subtitle = format!(
        "{}, features {}; {} games by {}, variant {}",
        bred.game,
        bred.features,
        bred.evolution.games,
        bred.by,
        bred.params.variant.name()
    );
    for (output, chart) in plots.iter().zip([convergence(bred), spread(bred)]) {
        output.write(chart.subtitle(&subtitle).svg())?;
        say(&format!("wrote {}", output.path().display()));
    }
    Ok(())
}

/// The weights that went into the hall of fame, with the range of the whole population.
fn convergence(bred: &Bred) -> Chart {
    let all = &bred.evolution.generations;
    let series = bred.names.iter().enumerate().map(|(place, name)| {
        let point = |own: &Generation| {
            let members = own.members.iter().map(|member| member[place]);
            let low = members.clone().fold(f64::INFINITY, f64::min);
            let high = members.fold(f64::NEG_INFINITY, f64::max);
            Point::new(f64::from(own.number + 1), own.fame[place]).band(low, high)
        };
        Series::new(name, all.iter().map(point))
    });
    Chart::lines(series)
        .title("Weights by generation")
        .caption("The line is what went into the hall of fame, the band the whole population.")
        .x(Axis::new("generation"))
        .y(Axis::new("weight"))
}

fn spread(bred: &Bred) -> Chart {
    let all = bred.evolution.generations.iter();
    let points = |of: fn(&Generation) -> f64| {
        let all = all.clone();
        all.map(move |own| (f64::from(own.number + 1), of(own)))
    };
    Chart::lines([
        Series::new("spread", points(|own| own.spread)),
        Series::new("dispersion", points(|own| own.dispersion)).muted(),
    ])
    .title("How far the members of a population lie apart")
    .caption("Deviation by mean, over the free weights; and the dispersion of the factors.")
    .x(Axis::new("generation"))
    .y(Axis::new("relative spread"))
}

/// The weights at some generations on the way, and in the end.
pub(super) fn weights_table(bred: &Bred) -> Table {
    let all = &bred.evolution.generations;
    let mut places = vec![0, all.len() / 4, all.len() / 2, all.len() - 1];
    // Of few generations several of these are one.
    places.dedup();
    let shown: Vec<&Generation> = places.into_iter().map(|at| &all[at]).collect();
    let mut heading = vec!["feature".to_string()];
    heading.extend(shown.iter().map(|own| format!("gen {}", own.number + 1)));
    heading.extend(["±".to_string(), "replayed".to_string()]);
    let mut table = Table::headed(heading, &[0]);
    let last = &all[all.len() - 1];
    for (place, name) in bred.names.iter().enumerate() {
        let mut row = vec![name.clone()];
        row.extend(shown.iter().map(|own| format!("{:.3}", own.fame[place])));
        row.push(format!("{:.3}", deviation(last, place)));
        row.push(format!("{:.3}", bred.evolution.weights[place]));
        table.row(row);
    }
    table
}

/// The deviation of a weight in a population.
fn deviation(own: &Generation, place: usize) -> f64 {
    let square = |member: &Vec<f64>| (member[place] - own.mean[place]).powi(2);
    let sum: f64 = own.members.iter().map(square).sum();
    (sum / (own.members.len() - 1) as f64).sqrt()
}

/// One line of JSON for every generation, and one for the replay.
pub(super) fn log(bred: &Bred) -> String {
    let named = |weights: &[f64]| -> Value {
        let own = bred
            .names
            .iter()
            .cloned()
            .zip(weights.iter().map(|own| json!(own)));
        Value::Object(own.collect::<Map<_, _>>())
    };
    let mut text = String::new();
    for own in &bred.evolution.generations {
        let line = json!({
            "generation": own.number + 1,
            "games": own.games,
            "dispersion": own.dispersion,
            "spread": own.spread,
            "best": named(&own.members[own.best]),
            "best_score": own.scores[own.best],
            "fame": named(&own.fame),
            "mean": named(&own.mean),
            "members": own.members,
            "scores": own.scores,
        });
        let _ = writeln!(text, "{line}");
    }
    let hall = bred.evolution.hall.iter().map(|own| {
        json!({
            "generation": own.generation + 1,
            "weights": named(&own.weights),
            "won": own.wins,
            "drawn": own.draws,
            "lost": own.losses,
            "score": own.score(),
        })
    });
    let line = json!({ "hall": hall.collect::<Vec<_>>(), "games": bred.evolution.games });
    let _ = writeln!(text, "{line}");
    text
}
