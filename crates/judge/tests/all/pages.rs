//! The worked example on every metric's page comes out as printed.

use std::fs;
use std::path::PathBuf;

use plyscope_game::Player;
use plyscope_judge::metrics::standard;
use plyscope_judge::{BestBy, Case, Guess, Metric, Truth, best_moves};

const POINTS: (f64, f64) = (-1.0, 1.0);

fn page(metric: &dyn Metric) -> String {
    let name = metric.name();
    let file = name.split(':').next().expect("a name has a first part");
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/concepts/metrics");
    let path = folder.join(format!("{file}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The numbers of the example's table, a row a move.
fn table(page: &str) -> Vec<Vec<f64>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    rows.skip(1)
        .map(|row| {
            row.split('|')
                .filter_map(|cell| cell.trim().parse().ok())
                .collect()
        })
        .collect()
}

/// The numbers printed in bold in the line that begins with `Score`.
fn printed(page: &str) -> (f64, f64) {
    let line = page
        .lines()
        .find(|line| line.starts_with("Score"))
        .expect("there is a result");
    let bold: Vec<f64> = line
        .split("**")
        .filter_map(|part| part.parse().ok())
        .collect();
    (bold[0], bold[1])
}

#[test]
fn every_page_works_its_example_right() {
    for metric in standard(POINTS) {
        let page = page(metric.as_ref());
        let rows = table(&page);
        assert_eq!(rows.len(), 5, "{}", metric.name());
        let truth: Vec<Truth> = rows
            .iter()
            .map(|row| Truth {
                value: row[0],
                exact: true,
                decided: false,
                visits: row.get(2).map(|visits| *visits as u64),
                q: None,
            })
            .collect();
        let place = |own: f64| rows.iter().filter(|other| other[1] < own).count() as u32;
        let guess: Vec<Guess> = rows
            .iter()
            .map(|row| Guess {
                points: Some(row[1]),
                ..Guess::estimate(place(row[1]), row[1])
            })
            .collect();
        let best = best_moves(&truth, BestBy::Values);
        let case = Case::new(0, Player::FIRST, POINTS, &truth, &best, &guess);
        let (score, chance) = printed(&page);
        let found = (metric.score(&case), metric.chance(&case));
        let near =
            |found: Option<f64>, wanted: f64| (found.unwrap_or(f64::NAN) - wanted).abs() < 5e-5;
        assert!(
            near(found.0, score) && near(found.1, chance),
            "{}: {found:?}",
            metric.name()
        );
        assert!(
            page.contains(&format!("Name: `{}`", metric.name())),
            "{}",
            metric.name()
        );
    }
}
