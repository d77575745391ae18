//! Writes one chart of every kind into a folder: `gallery OUTDIR`.
//!
//! The data are made up; the look is what this is for.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;

use plyscope_game::Chance;
use plyscope_plot::{
    Axis, Chart, Heat, Palette, Panel, Point, Row, Rule, Series, spark, spark_svg, stylesheet,
};

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: gallery OUTDIR");
        std::process::exit(2);
    };
    if let Err(error) = write_all(Path::new(&folder)) {
        eprintln!("{folder}: {error}");
        std::process::exit(1);
    }
}

fn write_all(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let charts = charts();
    let mut page =
        String::from("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n<style>\n");
    page.push_str(&stylesheet());
    page.push_str(
        "body{margin:1rem auto;max-width:62rem;padding:0 1rem;background:var(--paper);color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;\n\
         display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1rem}\n\
         :root{--paper:#fff}@media(prefers-color-scheme:dark){:root{--paper:#16181d}}\n\
         </style>\n<title>Gallery</title>\n",
    );
    for (name, chart) in &charts {
        std::fs::write(folder.join(format!("{name}.svg")), chart.svg())?;
        page.extend([
            "<figure style=\"margin:0\">\n",
            &chart.inline_svg(),
            "</figure>\n",
        ]);
    }
    let curve: Vec<f64> = curve(1, 0.4, 0.9).iter().map(|point| point.1).collect();
    std::fs::write(folder.join("spark.svg"), spark_svg(&curve, None, "by ply"))?;
    std::fs::write(folder.join("gallery.html"), page + "</html>\n")?;
    println!("{} charts, {}", charts.len() + 1, spark(&curve, None));
    Ok(())
}

fn charts() -> Vec<(&'static str, Chart)> {
    vec![
        ("lines", lines()),
        ("facets", facets()),
        ("facets-by-series", by_series()),
        ("scatter", scatter()),
        ("histogram", histogram()),
        ("bars", bars()),
        ("forest", forest()),
        ("calibration", calibration()),
        ("confusion", confusion()),
        ("correlation", correlation()),
        ("log", logarithmic()),
        ("distribution", distribution()),
        ("many", many()),
        ("empty", empty()),
    ]
}

/// A noisy rise from one value to another over 42 plies, with its band.
fn curve(seed: u64, from: f64, to: f64) -> Vec<(f64, f64, f64, f64)> {
    let mut chance = Chance::new(seed);
    (0..42)
        .map(|ply| {
            let part = f64::from(ply) / 41.0;
            let middle = from + (to - from) * part * part + (chance.unit() - 0.5) * 0.05;
            let half = 0.03 + 0.05 * part;
            (
                f64::from(ply),
                middle,
                (middle - half).max(0.0),
                (middle + half).min(1.0),
            )
        })
        .collect()
}

fn heuristics() -> Vec<Series> {
    let mut gapped = curve(2, 0.45, 0.78);
    gapped[12].1 = f64::NAN;
    vec![
        Series::new("lines", curve(1, 0.35, 0.93)),
        Series::new("threats", gapped),
        Series::new("two-tier", curve(3, 0.5, 0.8)),
        Series::baseline(
            "random",
            (0..42).map(|ply| (f64::from(ply), 0.2 + f64::from(ply) * 0.006)),
        ),
    ]
}

fn ply() -> Axis {
    Axis::new("ply").unit("moves since the start").whole()
}

fn share() -> Axis {
    Axis::new("strict best").unit("share of states").percent()
}

fn lines() -> Chart {
    Chart::lines(heuristics())
        .title("How often is the heuristic's choice the best move?")
        .subtitle("Connect Four 7×6, 500 states, exact truth; bands are 95 % bootstrap intervals")
        .x(ply())
        .y(share().range(0.0, 1.0))
        .caption("plyscope judge connect4 --metric strict-best --seed 1")
}

fn facets() -> Chart {
    let panel = |(title, seed): (&str, u64)| {
        let series = [("lines", 0.9), ("threats", 0.7), ("two-tier", 0.8)];
        let series = series.into_iter().zip(seed..);
        Panel::new(
            title,
            series.map(|((name, to), seed)| Series::new(name, curve(seed, 0.4, to))),
        )
    };
    let games = [
        ("Connect Four", 10),
        ("Othello", 20),
        ("Breakthrough", 30),
        ("Gomoku", 40),
        ("4,4,4", 50),
    ];
    Chart::facets(games.map(panel))
        .title("Strict best by ply, by game")
        .x(ply())
        .y(share())
        .rule(Rule::y(0.25, "random"))
}

fn by_series() -> Chart {
    Chart::facets_by_series(heuristics())
        .title("The same, one heuristic a panel")
        .x(ply())
        .y(share())
        .columns(3)
}

fn scatter() -> Chart {
    let mut chance = Chance::new(5);
    let mut group = |name: &str, count: usize, shift: f64| {
        let point = |index: usize| {
            let x = 0.3 + 0.5 * chance.unit() + shift;
            let y = 1500.0 + 800.0 * (x - 0.6) + 140.0 * (chance.unit() - 0.5);
            let point = Point::new(x, y)
                .band(y - 35.0, y + 35.0)
                .x_band(x - 0.015, x + 0.015);
            if index.is_multiple_of(3) {
                point.label(format!("{name} {index}"))
            } else {
                point
            }
        };
        Series::new(name, (0..count).map(point).collect::<Vec<_>>())
    };
    let series = [
        group("learned", 12, 0.08).fit(),
        group("random", 10, -0.05),
        group("hand-made", 7, 0.0),
    ];
    Chart::scatter(series)
        .title("Does strict best predict strength?")
        .subtitle("29 heuristics of Connect Four at depth 3; Spearman 0.87 [0.71, 0.94]")
        .x(Axis::new("strict best").percent())
        .y(Axis::new("rating").unit("Elo"))
}

fn samples(seed: u64, spread: f64, middle: f64) -> Vec<f64> {
    let mut chance = Chance::new(seed);
    let sum = |_| (0..6).map(|_| chance.unit() - 0.5).sum::<f64>();
    (0..400).map(sum).map(|sum| middle + sum * spread).collect()
}

fn histogram() -> Chart {
    Chart::histogram(
        [
            ("lines", samples(1, 0.3, 0.2)),
            ("threats", samples(2, 0.2, 0.5)),
            ("two-tier", samples(3, 0.25, 0.3)),
        ],
        20,
    )
    .title("Regret")
    .subtitle("What the heuristic's choice costs, over 400 states each")
    .x(Axis::new("regret").unit("points"))
}

fn bars() -> Chart {
    Chart::histogram([("lines", samples(4, 0.4, 0.1))], 16)
        .title("Values of one heuristic")
        .x(Axis::new("value").unit("points"))
        .rule(Rule::x(0.0, "draw"))
}

fn ratings() -> Vec<Row> {
    let rows = [
        ("solver", 312.0, 40.0),
        ("mcts:playouts=10000", 187.0, 31.0),
        ("negascout:depth=6", 66.0, 27.0),
        ("two-tier", -41.0, 29.0),
        ("lines", -160.0, 33.0),
        ("random", -364.0, 52.0),
    ];
    rows.map(|(name, value, half)| Row::new(name, value).interval(value - half, value + half))
        .to_vec()
}

fn forest() -> Chart {
    Chart::forest(ratings())
        .title("Ratings")
        .subtitle("Round robin, 100 pairs of games each; 95 % intervals")
        .x(Axis::new("rating").unit("Elo, mean 0"))
        .rule(Rule::x(0.0, ""))
}

fn distribution() -> Chart {
    let palette = Palette::of([
        "lines",
        "mcts:playouts=10000",
        "negascout:depth=6",
        "random",
        "solver",
        "two-tier",
    ]);
    Chart::bars(ratings())
        .title("The same as bars, in the agents' colours")
        .x(Axis::new("rating").unit("Elo, mean 0"))
        .palette(&palette)
}

fn calibration() -> Chart {
    let points = (0..10).map(|bin| {
        let x = 0.05 + f64::from(bin) * 0.1;
        let y = 1.0 / (1.0 + (-(x - 0.5) * 6.0).exp());
        (x, y, (y - 0.06).max(0.0), (y + 0.06).min(1.0))
    });
    let other = (0..10).map(|bin| {
        let x = 0.05 + f64::from(bin) * 0.1;
        (x, 0.15 + 0.7 * x, 0.12 + 0.7 * x, 0.18 + 0.7 * x)
    });
    Chart::calibration([Series::new("lines", points), Series::new("threats", other)])
        .title("Calibration")
        .subtitle("Chance of a win as the heuristic says it, and as it came")
        .width(420.0)
}

fn confusion() -> Chart {
    let shares = [
        vec![0.82, 0.11, 0.07],
        vec![0.24, 0.55, 0.21],
        vec![0.09, 0.14, 0.77],
    ];
    let counts = [[410, 55, 35], [12, 28, 10], [40, 63, 347]];
    let counts = counts.map(|row| row.map(|count| count.to_string()).to_vec());
    Chart::heat(
        Heat::new(["win", "draw", "loss"], ["win", "draw", "loss"], shares)
            .percent()
            .notes(counts),
    )
    .title("Win, draw or loss?")
    .subtitle("Rows sum to 100 %; counts below")
    .x(Axis::new("heuristic says"))
    .y(Axis::new("truth"))
}

fn correlation() -> Chart {
    let names = [
        "strict best",
        "2-best",
        "expected score",
        "Kendall tau",
        "NDCG",
    ];
    let value = |row: usize, column: usize| {
        if row == column {
            1.0
        } else {
            0.9 - 0.45 * (row as f64 - column as f64).abs()
        }
    };
    let rows = (0..5).map(|row| (0..5).map(|column| value(row, column)).collect());
    Chart::heat(Heat::new(names, names, rows).diverging())
        .title("Rank correlation of metrics")
        .width(560.0)
}

fn logarithmic() -> Chart {
    let budgets = [1e2, 3e2, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6];
    let line = |shift: f64| {
        budgets.map(|playouts: f64| {
            let y = 1.0 - 0.35 * (-(playouts.log10() - 2.0) * shift).exp();
            (playouts, y, y - 0.02, (y + 0.02).min(1.0))
        })
    };
    Chart::lines([
        Series::new("plies 8–15", line(0.4)).markers(),
        Series::new("plies 16–23", line(0.7)).markers(),
        Series::new("plies 24–30", line(1.1)).markers(),
    ])
    .title("Agreement with the solver")
    .x(Axis::new("playouts").log())
    .y(Axis::new("states with a right move").percent())
    .rule(Rule::y(1.0, "always"))
}

fn many() -> Chart {
    let series = (0..14_u32).map(|index| {
        let to = 0.5 + 0.005 * f64::from(index);
        Series::new(
            format!("heuristic {index:02} <a&b>"),
            curve(u64::from(index), 0.45, to),
        )
    });
    Chart::lines(series)
        .title("Fourteen that end close together")
        .x(ply())
        .y(share())
}

fn empty() -> Chart {
    let none: [(f64, f64); 0] = [];
    Chart::lines([Series::new("nothing", none)])
        .title("A filter that left nothing")
        .x(ply())
        .y(share())
}
