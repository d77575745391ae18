//! Pictures: how weights go from generation to generation, and what matches say.

use plyscope_plot::page::Picture;
use plyscope_plot::{Axis, Chart, Row, Rule, Series};

use super::{LabTrial, MatchResult};

/// The mean of each run's population, one panel of lines for each weight but the first.
pub(super) fn convergence(
    file: &str,
    title: &str,
    trials: &[LabTrial],
    reference: &[f64],
) -> Picture {
    let mut series = Vec::new();
    let names = trials.first().map_or(&[][..], |own| &own.names[..]);
    for (place, name) in names.iter().enumerate().skip(1) {
        let mean = |generation: usize| {
            let own = trials.iter().filter(|own| own.is_paper());
            let values: Vec<f64> = own
                .filter_map(|own| own.means.get(generation).map(|mean| mean[place]))
                .collect();
            let count = values.len().max(1) as f64;
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (values.iter().sum::<f64>() / count, low, high)
        };
        let longest = trials.iter().map(|own| own.means.len()).max().unwrap_or(0);
        let points = (0..longest).map(|generation| {
            let (value, low, high) = mean(generation);
            (generation as f64 + 1.0, value, low, high)
        });
        let label = match reference.get(place) {
            Some(theirs) => format!("{name} (theirs {theirs:.2})"),
            None => name.clone(),
        };
        series.push(Series::new(&label, points));
    }
    let chart = Chart::lines(series)
        .title(title)
        .caption("Mean weights of the population, over runs of the paper's algorithm; the band is from the lowest run to the highest.")
        .x(Axis::new("generation"))
        .y(Axis::new("weight"));
    Picture {
        file: file.to_string(),
        about: format!("{title}: mean weights by generation"),
        svg: chart.svg(),
    }
}

/// How narrow populations become.
pub(super) fn spreads(file: &str, kinds: &[(&str, &[LabTrial])]) -> Picture {
    let series = kinds.iter().flat_map(|(name, trials)| {
        ["paper", "improved"]
            .into_iter()
            .filter_map(move |variant| {
                let own: Vec<&LabTrial> =
                    trials.iter().filter(|own| own.variant == variant).collect();
                let longest = own.iter().map(|own| own.spreads.len()).max()?;
                let points = (0..longest).map(move |at| {
                    let values: Vec<f64> = own
                        .iter()
                        .filter_map(|own| own.spreads.get(at))
                        .copied()
                        .collect();
                    (
                        at as f64 + 1.0,
                        values.iter().sum::<f64>() / values.len().max(1) as f64,
                    )
                });
                Some(Series::new(format!("{name}, {variant}"), points))
            })
    });
    let chart = Chart::lines(series)
        .title("How far members of a population lie apart")
        .caption("Deviation by mean, over the free weights, and over runs.")
        .x(Axis::new("generation"))
        .y(Axis::new("relative spread"));
    Picture {
        file: file.to_string(),
        about: "The relative spread of populations by generation".to_string(),
        svg: chart.svg(),
    }
}

/// Elo of matches with intervals.
pub(super) fn matches(file: &str, title: &str, all: &[MatchResult]) -> Picture {
    const WIDEST: f64 = 800.0;
    let rows = all.iter().filter(|own| own.missing.is_none()).map(|own| {
        let [value, low, high] = own.elo.map(|elo| elo.clamp(-WIDEST, WIDEST));
        Row::new(format!("{} – {}", own.one, own.other), value).interval(low, high)
    });
    let chart = Chart::forest(rows)
        .title(title)
        .caption("95 % intervals; beyond 800 they are cut off.")
        .x(Axis::new("Elo difference of the first"))
        .rule(Rule::x(0.0, ""));
    Picture {
        file: file.to_string(),
        about: format!("{title}: Elo differences with intervals"),
        svg: chart.svg(),
    }
}
