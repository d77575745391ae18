//! The pictures of the page: curves by ply, a panel for each budget.

use plyscope_plot::{Axis, Chart, Panel, Rule, Series};

use super::super::findings::{THEIR_ACCURACY, THEIR_ORDER};
use super::super::{Classifier, On, PlyCurve, Report, StandInWay};
use plyscope_plot::page::Picture;

/// The heuristic that the pictures show where one is enough.
const SHOWN: &str = "lines";

/// Points with bands, divided by a number.
fn points(curve: &PlyCurve, by: f64) -> Vec<(f64, f64, f64, f64)> {
    let all = curve.points.iter();
    all.map(|own| {
        (
            f64::from(own.ply),
            own.mean / by,
            own.low / by,
            own.high / by,
        )
    })
    .collect()
}

/// Points without bands, where many curves share a panel.
fn bare(curve: &PlyCurve) -> Vec<(f64, f64)> {
    let all = curve.points.iter();
    all.map(|own| (f64::from(own.ply), own.mean)).collect()
}

/// The benchmarks by search.
fn sampled(report: &Report) -> impl Iterator<Item = &str> {
    report.sources.iter().skip(1).map(|own| own.name.as_str())
}

fn by_ply(panels: Vec<Panel>) -> Chart {
    Chart::facets(panels).x(Axis::new("ply").whole())
}

pub(super) fn differential(report: &Report) -> Picture {
    let own = &report.differential;
    let panels = sampled(report).map(|source| {
        let mut series = vec![Series::baseline(
            "truth",
            points(&own.truth, own.truth_mean),
        )];
        let shown = own.stand_ins.iter();
        let shown = shown.filter(|own| own.source == source && own.way != StandInWay::VisitsScaled);
        series.extend(shown.map(|own| Series::new(own.way.name(), points(&own.curve, own.mean))));
        Panel::new(source, series)
    });
    let chart = by_ply(panels.collect())
        .title("Score differential")
        .subtitle("each curve divided by its own mean over all states, 95 % bands")
        .y(Axis::new("multiples of the mean").including(0.0));
    Picture {
        file: "differential.svg".to_owned(),
        about:
            "Score differential by ply, on the truth, by q and by visits, each divided by its mean"
                .to_owned(),
        svg: chart.svg(),
    }
}

pub(super) fn strict_best(report: &Report) -> Picture {
    let names = report.sources.iter().map(|own| own.name.as_str());
    let panels = names.map(|source| {
        let own = report.best.strict.iter().filter(|own| own.source == source);
        let mut series: Vec<Series> = own
            .clone()
            .map(|own| Series::new(own.heuristic.clone(), points(&own.curve, 1.0)))
            .collect();
        // The baseline is the same for all heuristics.
        let first = own.clone().next();
        series.extend(first.map(|own| Series::baseline("random", bare(&own.chance_curve))));
        Panel::new(source, series)
    });
    let chart = by_ply(panels.collect())
        .columns(3)
        .title("Strict best")
        .subtitle("the share of best moves among those put first, 95 % bands")
        .y(Axis::new("share").percent().range(0.0, 1.0));
    Picture {
        file: "strict-best.svg".to_owned(),
        about: "Strict best of three heuristics by ply, on the truth and on sampled truth"
            .to_owned(),
        svg: chart.svg(),
    }
}

pub(super) fn expected(report: &Report) -> Picture {
    let own = report.expected.iter().filter(|own| {
        let source = own.on == On::Exact || Some(own.source.as_str()) == sampled(report).last();
        own.heuristic == SHOWN && own.on != On::TopExact && source
    });
    let panels = own.map(|own| {
        let title = match own.on {
            On::Exact => own.on.name().to_owned(),
            _ => format!("{}, {}", own.source, own.on.name()),
        };
        let level =
            |own: &super::super::ScoreLevel| Series::new(own.sampling.clone(), bare(&own.curve));
        Panel::new(title, own.levels.iter().map(level))
    });
    let chart = by_ply(panels.collect())
        .columns(3)
        .title(format!("Expected score of sampling by {SHOWN}"))
        .subtitle("0 to 100 points; bands are in the CSV file")
        .y(Axis::new("points").range(0.0, 100.0));
    Picture {
        file: "expected.svg".to_owned(),
        about: "Expected score of six ways of sampling by ply, on the truth, on q, and on q with three moves"
            .to_owned(),
        svg: chart.svg(),
    }
}

pub(super) fn order(report: &Report) -> Picture {
    let panels = sampled(report).map(|source| {
        let own = report
            .order
            .orders
            .iter()
            .filter(|own| own.source == source);
        let series = own.map(|own| Series::new(own.key.name(), points(&own.curve, 1.0)));
        Panel::new(source, series)
    });
    let chart = by_ply(panels.collect())
        .title("Pairs of moves in the true order")
        .subtitle("of pairs of different worth, 95 % bands")
        .y(Axis::new("share").percent().range(0.0, 1.0))
        .rule(Rule::y(THEIR_ORDER, "theirs"));
    Picture {
        file: "order.svg".to_owned(),
        about: "Share of pairs of moves in the true order by ply, by q and by visits".to_owned(),
        svg: chart.svg(),
    }
}

pub(super) fn category(report: &Report) -> Picture {
    let panels = sampled(report).map(|source| {
        let own = report.category.classified.iter();
        let own = own.filter(|own| own.source == source);
        let series = own.map(|own| match own.classifier {
            Classifier::Majority => Series::baseline(own.classifier.name(), bare(&own.curve)),
            Classifier::Tree => Series::new(own.classifier.name(), points(&own.curve, 1.0)),
            _ => Series::new(own.classifier.name(), bare(&own.curve)),
        });
        Panel::new(source, series)
    });
    let chart = by_ply(panels.collect())
        .title("Moves put into the right one of win, draw and loss")
        .subtitle("mean over states; 95 % band of the tree")
        .y(Axis::new("share").percent().range(0.0, 1.0))
        .rule(Rule::y(THEIR_ACCURACY, "theirs"));
    Picture {
        file: "category.svg".to_owned(),
        about: "Accuracy of four classifiers by ply".to_owned(),
        svg: chart.svg(),
    }
}
