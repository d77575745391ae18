//! The study of strength as a page: tables and pictures.

use plyscope_plot::page::table::Table;
use plyscope_plot::page::{Page, Picture};
use plyscope_plot::{Axis, Chart, Point, Row, Rule, Series};
use plyscope_stats::Correlation;

use super::{Predictor, Rated, StrengthStudy};

impl StrengthStudy {
    /// The study as a page.
    pub fn page(&self) -> Page {
        let mut page = Page::new();
        page.add(&format!("# Which metric predicts strength? {}", self.game));
        page.add(&format!(
            "{} heuristics, judged on {} states of `{}` as they are, and rated by {} games between each two under each use.",
            self.heuristics.len(),
            self.states,
            self.benchmark,
            self.games
        ));
        let uses = self.uses.iter();
        let uses = uses.map(|(name, about)| format!("- **{name}**: {about}\n"));
        page.add(&uses.collect::<String>());
        for (title, stronger, file) in [
            ("The whole pool", false, "all"),
            ("The stronger half of the pool", true, "stronger"),
        ] {
            page.add(&format!("## {title}"));
            page.add("Spearman's rank correlation of metric and Elo, with its 95 % interval (heuristics resampled).");
            page.add(&self.correlations(stronger));
            for (way, (name, _)) in self.uses.iter().enumerate() {
                page.show(Picture {
                    file: format!("{file}-{name}.svg"),
                    about: format!("{title}, {name}"),
                    svg: forest(self, way, stronger),
                });
            }
        }
        page.add("## Every heuristic");
        for name in SHOWN {
            if let Some(at) = self.metrics.iter().position(|own| own == name) {
                page.show(Picture {
                    file: format!("{name}.svg"),
                    about: format!("{name} against Elo"),
                    svg: scatter(self, at),
                });
            }
        }
        page.add(&heuristics(self));
        page
    }

    fn correlations(&self, stronger: bool) -> String {
        let uses = self.uses.iter().map(|own| own.0);
        let mut table = Table::new(std::iter::once("metric").chain(uses));
        for row in self.rows(stronger) {
            table.row(row);
        }
        table.text()
    }

    /// A row for every metric, the one that predicts best on the whole first: its name, and its
    /// correlation with strength under each use, over the whole pool or its stronger half.
    pub fn rows(&self, stronger: bool) -> Vec<Vec<String>> {
        let of = |own: &Predictor| {
            let found = if stronger {
                own.stronger.clone()
            } else {
                own.all.clone()
            };
            let mean = found.iter().flatten().map(|own| own.rho).sum::<f64>();
            (mean, own.metric.clone(), found)
        };
        let mut all: Vec<(f64, String, Vec<Option<Correlation>>)> =
            self.predictors.iter().map(of).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let row = |(_, metric, found): (f64, String, Vec<Option<Correlation>>)| {
            std::iter::once(metric)
                .chain(found.iter().map(|own| told(own.as_ref())))
                .collect()
        };
        all.into_iter().map(row).collect()
    }
}

fn told(found: Option<&Correlation>) -> String {
    found.map_or_else(String::new, |own| {
        format!("{:.2} ({:.2} to {:.2})", own.rho, own.low, own.high)
    })
}

fn forest(found: &StrengthStudy, way: usize, stronger: bool) -> String {
    let of = |own: &Predictor| {
        let found = if stronger {
            own.stronger[way]
        } else {
            own.all[way]
        };
        found.map(|found| (own.metric.clone(), found))
    };
    let mut all: Vec<(String, Correlation)> = found.predictors.iter().filter_map(of).collect();
    all.sort_by(|a, b| b.1.rho.total_cmp(&a.1.rho));
    let row = |(name, own): &(String, Correlation)| {
        Row::new(name.clone(), own.rho).interval(own.low, own.high)
    };
    Chart::forest(all.iter().map(row))
        .title(format!(
            "{}: which metric predicts strength in {} play",
            found.game, found.uses[way].0
        ))
        .x(Axis::new("rank correlation with Elo").range(-1.0, 1.0))
        .rule(Rule::x(0.0, "no relation"))
        .svg()
}

/// Metrics that are shown against Elo: a choice, its cost, an order, a value.
const SHOWN: [&str; 4] = ["strict-best", "regret", "kendall", "squared-error"];

/// A metric against Elo, a dot a heuristic and use.
fn scatter(found: &StrengthStudy, at: usize) -> String {
    let dots = |(way, (label, _)): (usize, &(&'static str, &'static str))| {
        let point = |own: &Rated| {
            let (elo, low, high) = own.elo[way];
            let point = Point::new(own.scores[at]?, elo).band(low, high);
            Some(point.title(own.member.name.clone()))
        };
        let points: Vec<Point> = found.heuristics.iter().filter_map(point).collect();
        Series::new(*label, points)
    };
    let metric = &found.metrics[at];
    Chart::scatter(found.uses.iter().enumerate().map(dots))
        .title(format!(
            "{}: {metric} and strength, a dot a heuristic",
            found.game
        ))
        .x(Axis::new(format!("mean of {metric}")))
        .y(Axis::new("Elo"))
        .svg()
}

fn heuristics(found: &StrengthStudy) -> String {
    let heading = ["heuristic", "kind", "strict-best", "regret"].into_iter();
    let mut table = Table::new(heading.chain(found.uses.iter().map(|own| own.0)));
    let score = |own: &Rated, name: &str| {
        let at = found.metrics.iter().position(|metric| metric == name);
        let score = at.and_then(|at| own.scores[at]);
        score.map_or_else(String::new, |score| format!("{score:.3}"))
    };
    let mut order: Vec<&Rated> = found.heuristics.iter().collect();
    order.sort_by(|a, b| b.elo[0].0.total_cmp(&a.elo[0].0));
    for own in order {
        let elo = own
            .elo
            .iter()
            .map(|(elo, low, high)| format!("{elo:+.0} ({low:+.0} to {high:+.0})"));
        let told = [
            own.member.name.clone(),
            own.member.kind.to_string(),
            score(own, "strict-best"),
            score(own, "regret"),
        ];
        table.row(told.into_iter().chain(elo));
    }
    table.text()
}
