//! The report as a whole.

use super::{Report, Verdict, run};

fn report(threads: usize) -> Report {
    run(1, threads).expect("threads can be started")
}

#[test]
fn the_numbers_are_the_same_on_one_thread_and_on_two() {
    let one = report(1);
    assert_eq!(one, report(2));
    the_page_shows_every_picture_and_all_numbers_are_numbers(&one);
    counts_are_those_of_the_benchmarks(&one);
    statements_rest_on_the_numbers(&one);
}

fn the_page_shows_every_picture_and_all_numbers_are_numbers(report: &Report) {
    let page = report.page("this test");
    assert_eq!(page.pictures.len(), 5);
    for picture in &page.pictures {
        assert!(page.text.contains(&picture.file) && picture.svg.starts_with("<svg"));
        assert!(
            super::PICTURES.contains(&&*picture.file),
            "{}",
            picture.file
        );
    }
    assert!(
        !page.text.contains("NaN") && !page.text.contains("inf"),
        "{}",
        page.text
    );
    assert!(!report.curves_csv().contains("NaN"));
}

fn counts_are_those_of_the_benchmarks(report: &Report) {
    assert_eq!((report.states, report.moves), (500, 2848));
    assert_eq!(report.moves_csv().lines().count(), 1 + 2 * report.moves);
    for own in &report.category.classified {
        let all: usize = own.confusion.iter().flatten().sum();
        assert_eq!(all, report.moves);
    }
    for curve in report.curves() {
        let states: usize = curve.points.iter().map(|own| own.states).sum();
        let sparse = curve.name.starts_with("order/");
        assert!(states == 500 || sparse && states < 500, "{}", curve.name);
    }
}

fn statements_rest_on_the_numbers(report: &Report) {
    // Computed once with numpy from the Parquet files.
    let near = |found: f64, known: f64| assert!((found - known).abs() < 1e-6, "{found} {known}");
    let q = report.order.orders[0].right.expect("there are pairs").value;
    // 2,393 pairs differ, q has 2,125 right and 3 tied.
    near(q, (2125.0 + 1.5) / 2393.0);
    let visits = &report.differential.stand_ins[1];
    near(
        visits.follow.over_states.expect("they vary").value,
        0.684_435_725,
    );
    let sets = &report.best.sets[0];
    near(sets.equal.expect("there are states").value, 0.374);
    near(sets.f1.expect("there are states").value, 0.664_568_254);
    let tracked = &report.findings[0];
    assert_eq!(tracked.verdict, Verdict::Fails, "{:?}", tracked.because);
}
