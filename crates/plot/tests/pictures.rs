//! What every picture promises: it is XML, it shows what it was given, and nothing else.

mod tree;

use plyscope_plot::{
    Axis, Chart, Heat, Palette, Panel, Point, Row, Rule, Series, spark_svg, stylesheet,
};
use tree::Element;

/// Points with gaps, infinities and a name that tries to break out.
fn wild() -> Vec<Series> {
    let points = [
        (0.0, 1.0),
        (1.0, f64::NAN),
        (2.0, 3.0),
        (f64::NAN, 2.0),
        (3.0, f64::INFINITY),
        (4.0, -1.0),
        (5.0, 0.5),
    ];
    let banded = (0..6).map(|x| {
        let y = f64::from(x) / 2.0;
        (
            f64::from(x),
            y,
            y - 0.3,
            if x == 2 { f64::NAN } else { y + 0.3 },
        )
    });
    vec![
        Series::new("<b>\"A\" & 'B'</b>", points),
        Series::new("banded", banded.clone()).markers(),
        Series::baseline("random", [(0.0, 0.2), (5.0, 0.2)]),
        Series::new("behind", banded).muted(),
    ]
}

/// One chart of every kind, from data given as series.
fn kinds(series: &[Series]) -> Vec<(&'static str, Chart)> {
    let values = |one: &Series| -> Vec<f64> {
        (0..9)
            .map(f64::from)
            .map(|x| x * series.len() as f64)
            .chain([f64::NAN])
            .take(if *one == series[0] { 10 } else { 4 })
            .collect()
    };
    let sets: Vec<(String, Vec<f64>)> = series
        .iter()
        .enumerate()
        .map(|(i, one)| (format!("set {i}"), values(one)))
        .collect();
    let rows = || {
        [
            Row::new("a < b", 1.0).interval(0.0, f64::NAN),
            Row::new("c", f64::NAN),
            Row::new("d", -2.0).interval(-3.0, -1.0),
        ]
    };
    let heat = Heat::new(
        ["r<1", "r2"],
        ["c1", "c2"],
        [vec![0.5, f64::NAN], vec![-1.0]],
    )
    .diverging();
    let dressed = |chart: Chart| {
        chart
            .title("Title & <more>")
            .subtitle("with \"quotes\"")
            .caption("made by a test")
            .x(Axis::new("ply").unit("moves"))
            .rule(Rule::y(0.2, "level"))
            .rule(Rule::x(2.0, "upright"))
            .rule(Rule::identity("diagonal"))
    };
    let all = [
        ("lines", Chart::lines(series.to_vec())),
        ("log", Chart::lines(series.to_vec()).y(Axis::new("y").log())),
        (
            "scatter",
            Chart::scatter(series.iter().cloned().map(Series::fit)),
        ),
        ("histogram", Chart::histogram(sets.clone(), 5)),
        ("bars of one", Chart::histogram(sets.into_iter().take(1), 5)),
        ("calibration", Chart::calibration(series.to_vec())),
        (
            "facets",
            Chart::facets([Panel::new("p<1", series.to_vec()), Panel::new("p2", [])]),
        ),
        ("by series", Chart::facets_by_series(series.to_vec())),
        ("forest", Chart::forest(rows())),
        ("bars", Chart::bars(rows())),
        ("heat", Chart::heat(heat)),
    ];
    all.into_iter()
        .map(|(name, chart)| (name, dressed(chart)))
        .collect()
}

fn numbers_are_finite(svg: &str) {
    for word in ["NaN", "inf", "\"-0\"", "undefined"] {
        assert!(!svg.contains(word), "{word} in {svg}");
    }
}

#[test]
fn every_kind_is_well_formed_and_says_what_it_is() {
    for (kind, chart) in kinds(&wild()) {
        for svg in [chart.svg(), chart.inline_svg()] {
            numbers_are_finite(&svg);
            let root = Element::read(&svg).unwrap_or_else(|error| panic!("{kind}: {error}"));
            assert_eq!(root.name, "svg");
            assert_eq!(root.attr("role"), Some("img"));
            assert_eq!(
                root.attr("aria-label"),
                Some("Title & <more>. with \"quotes\"")
            );
            assert!(!root.all("desc")[0].text.is_empty());
            let view: Vec<f64> = root
                .attr("viewBox")
                .expect("scales")
                .split(' ')
                .map(|part| part.parse().expect("a number"))
                .collect();
            assert!(view[2] > 100.0 && view[3] > 50.0, "{kind}: {view:?}");
        }
    }
}

#[test]
fn only_a_picture_that_stands_alone_brings_its_style() {
    for (kind, chart) in kinds(&wild()) {
        let alone = Element::read(&chart.svg()).expect("XML");
        let inline = Element::read(&chart.inline_svg()).expect("XML");
        assert_eq!(alone.all("style").len(), 1, "{kind}");
        assert!(
            alone.all("style")[0]
                .text
                .contains("prefers-color-scheme:dark")
        );
        assert!(inline.all("style").is_empty());
        // Names could clash with those of another picture on the page.
        assert!(!chart.inline_svg().contains(" id="), "{kind}");
    }
    assert!(stylesheet().contains("data-theme=dark"));
    assert!(stylesheet().contains("var(--plot-ink,"));
}

#[test]
fn everything_lies_on_the_picture() {
    for (kind, chart) in kinds(&wild()) {
        let root = Element::read(&chart.svg()).expect("XML");
        let view = root.attr("viewBox").expect("scales");
        let size: Vec<f64> = view
            .split(' ')
            .map(|part| part.parse().expect("a number"))
            .collect();
        let pairs = [
            ("circle", "cx", "cy"),
            ("text", "x", "y"),
            ("rect", "x", "y"),
            ("line", "x1", "y1"),
            ("line", "x2", "y2"),
        ];
        for (name, x, y) in pairs {
            for element in root.all(name) {
                let at = |key: &str| {
                    element
                        .attr(key)
                        .map_or(0.0, |value| value.parse().expect("a number"))
                };
                let (x, y): (f64, f64) = (at(x), at(y));
                assert!(
                    (0.0..=size[2]).contains(&x) && (0.0..=size[3]).contains(&y),
                    "{kind}: {name} at {x}, {y} of {size:?}"
                );
            }
        }
    }
}

#[test]
fn points_carry_their_numbers_and_a_title() {
    let series = Series::new("mobility", [(3.0, 1.0 / 3.0, 0.25, 0.4)]);
    let chart = Chart::lines([series])
        .x(Axis::new("ply"))
        .y(Axis::new("score"));
    let root = Element::read(&chart.svg()).expect("XML");
    let hit = root.find("data-x", "3").expect("the point");
    assert_eq!(hit.attr("data-y"), Some("0.3333333333333333"));
    assert_eq!(
        (hit.attr("data-low"), hit.attr("data-high")),
        (Some("0.25"), Some("0.4"))
    );
    assert_eq!(
        hit.all("title")[0].text,
        "mobility\nply 3: 0.333 (0.25 to 0.4)"
    );
    assert!(root.find("data-series", "mobility").is_some());
}

#[test]
fn silent_series_are_drawn_but_not_found_by_the_pointer() {
    let points = [(0.0, 1.0), (1.0, 2.0)];
    let svg = Chart::lines([Series::new("a", points).silent()]).svg();
    assert!(svg.contains("pp-line") && !svg.contains("<title>"));
}

#[test]
fn panels_named_after_their_series_need_no_keys_for_them() {
    let points = [(0.0, 1.0), (1.0, 2.0)];
    let series = [
        Series::new("own panel", points),
        Series::new("another", points),
        Series::baseline("random", points),
    ];
    let svg = Chart::facets_by_series(series).inline_svg();
    let written = |name: &str| svg.matches(&format!(">{name}</text>")).count();
    assert_eq!([written("own panel"), written("random")], [1, 1]);
}

#[test]
fn a_page_with_the_heading_can_name_the_picture_without_drawing_it() {
    let svg = Chart::lines(wild()).label("what it shows").inline_svg();
    assert!(svg.contains("aria-label=\"what it shows\""));
    assert!(!svg.contains(">what it shows<"));
}

#[test]
fn named_places_are_written_along_the_axis() {
    let svg = Chart::lines([Series::new("a", [(0.0, 1.0), (1.0, 2.0)])])
        .x(Axis::new("phase").names(["opening", "end"]))
        .svg();
    assert!(svg.contains(">opening</text>") && svg.contains(">end</text>"));
    assert!(svg.contains("phase end: 2"));
}

#[test]
fn missing_points_are_gaps() {
    let y = [1.0, 2.0, f64::NAN, 2.0, 1.0, f64::INFINITY, 3.0];
    let points = y.into_iter().enumerate().map(|(x, y)| (x as f64, y));
    let chart = Chart::lines([Series::new("a", points)]);
    let root = Element::read(&chart.svg()).expect("XML");
    let lines: Vec<_> = root
        .all("path")
        .into_iter()
        .filter(|path| path.attr("class") == Some("pp-line"))
        .collect();
    assert_eq!(lines.len(), 1);
    // Two runs; the point between two gaps is a dot.
    assert_eq!(lines[0].attr("d").expect("a path").matches('M').count(), 2);
    let dots = root
        .all("circle")
        .into_iter()
        .filter(|dot| dot.attr("r") == Some("2.5"));
    assert_eq!(dots.count(), 1);
}

#[test]
fn bands_are_as_light_as_fifteen_percent() {
    let series = Series::new("a", [(0.0, 1.0, 0.5, 1.5), (1.0, 2.0, 1.5, 2.5)]);
    let root = Element::read(&Chart::lines([series]).svg()).expect("XML");
    let band = root.find("class", "pp-band").expect("a band");
    assert_eq!(band.attr("fill-opacity"), Some("0.15"));
    assert_eq!(band.attr("fill"), Some("currentColor"));
}

#[test]
fn labels_at_the_ends_of_lines_do_not_overlap() {
    let series = (0..12).map(|index| {
        Series::new(
            format!("line {index}"),
            [(0.0, 0.0), (1.0, 1.0 + f64::from(index) / 100.0)],
        )
    });
    let chart = Chart::lines(series).height(60.0);
    let root = Element::read(&chart.svg()).expect("XML");
    let labels = root
        .all("text")
        .into_iter()
        .filter(|text| text.text.starts_with("line "));
    let mut places: Vec<f64> = labels
        .map(|text| text.attr("y").expect("a place").parse().expect("a number"))
        .collect();
    assert_eq!(places.len(), 12);
    places.sort_by(f64::total_cmp);
    assert!(
        places.windows(2).all(|pair| pair[1] - pair[0] > 12.0),
        "{places:?}"
    );
}

#[test]
fn a_chart_of_nothing_says_so() {
    let nothing: [(f64, f64); 0] = [];
    let empty = Series::new("a", nothing);
    let gaps = Series::new("a", [(1.0, f64::NAN), (f64::INFINITY, 1.0)]);
    let charts = [
        Chart::lines([]),
        Chart::lines([empty.clone()]),
        Chart::lines([gaps.clone()]),
        Chart::scatter([gaps.fit()]),
        Chart::calibration([]),
        Chart::histogram([("a", vec![f64::NAN])], 10),
        Chart::facets([Panel::new("a", [empty])]),
        Chart::forest([]),
        Chart::heat(Heat::new([""; 0], [""; 0], [])),
    ];
    for chart in charts {
        let svg = chart.svg();
        numbers_are_finite(&svg);
        let root = Element::read(&svg).expect("XML");
        assert!(
            root.all("text").iter().any(|text| text.text == "no data"),
            "{svg}"
        );
    }
    Element::read(&Chart::facets([]).svg()).expect("XML");
    Element::read(&spark_svg(&[], None, "")).expect("XML");
}

#[test]
fn single_points_constant_values_and_extremes_are_drawn() {
    let cases = [
        vec![(5.0, 5.0)],
        vec![(0.0, 0.0)],
        vec![(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)],
        vec![(1.0, -1e-12), (2.0, 1e-12)],
        vec![(1.0, f64::MAX), (2.0, f64::MIN)],
        vec![(1e18, 1e18), (2e18, 1e18 + 1.0)],
        vec![(1.0, f64::MIN_POSITIVE), (2.0, 0.0)],
    ];
    for case in cases {
        for (kind, chart) in kinds(&[Series::new("a", case.clone())]) {
            let svg = chart.svg();
            numbers_are_finite(&svg);
            Element::read(&svg).unwrap_or_else(|error| panic!("{kind}, {case:?}: {error}"));
        }
    }
}

#[test]
fn a_name_keeps_its_colour_in_every_chart_of_a_palette() {
    let palette = Palette::of(["c", "a", "b"]);
    let charts = [
        Chart::lines([Series::new("b", [(0.0, 1.0)])]),
        Chart::scatter([
            Series::new("c", [(0.0, 1.0)]),
            Series::new("b", [(0.0, 1.0)]),
        ]),
        Chart::forest([Row::new("b", 1.0)]),
    ];
    for chart in charts {
        let root = Element::read(&chart.palette(&palette).svg()).expect("XML");
        let group = root.find("data-series", "b").expect("the series");
        assert_eq!(group.attr("class"), Some("pp-c2"));
    }
}

#[test]
fn names_of_points_stay_off_each_other() {
    let points = (0..8).map(|index| {
        Point::new(2.5 + f64::from(index) * 0.01, 1.5).label(format!("point {index}"))
    });
    let series = Series::new(
        "a",
        points.chain([Point::new(0.0, 1.0), Point::new(5.0, 2.0)]),
    );
    let root = Element::read(&Chart::scatter([series]).svg()).expect("XML");
    let mut places: Vec<(f64, f64)> = Vec::new();
    for text in root
        .all("text")
        .into_iter()
        .filter(|text| text.text.starts_with("point "))
    {
        let at = |key| -> f64 { text.attr(key).expect("a place").parse().expect("a number") };
        places.push((at("x"), at("y")));
    }
    assert!(places.len() >= 2);
    for (index, a) in places.iter().enumerate() {
        for b in &places[..index] {
            assert!(
                (a.1 - b.1).abs() >= 12.0 || (a.0 - b.0).abs() > 30.0,
                "{places:?}"
            );
        }
    }
}

#[test]
fn the_same_chart_is_the_same_bytes() {
    let draw = || {
        kinds(&wild())
            .into_iter()
            .map(|(_, chart)| chart.svg())
            .collect::<Vec<_>>()
    };
    assert_eq!(draw(), draw());
}

/// The picture that was cut: its letters were measured by a font narrower than the reader's.
#[test]
fn titles_and_labels_fit_in_the_widest_common_font() {
    let svg = Chart::forest([
        Row::new("normal-expected:by=argmax", 0.605).interval(0.338, 0.76),
        Row::new("absolute-error", 0.86).interval(0.72, 0.926),
    ])
    .title("othello:payoff=discs,empties=winner: which metric predicts strength in one-ply play")
    .x(Axis::new("rank correlation with Elo").range(-1.0, 1.0))
    .svg();
    // Mean widths of bold letters, of letters and of numbers in DejaVu Sans, measured in a browser.
    let (bold, regular, digits) = (0.61, 0.585, 0.53);
    for text in svg.lines().filter(|line| line.starts_with("<text")) {
        let number = |name: &str| -> f64 {
            let from = text.find(&format!(" {name}=\"")).expect("it has a place") + name.len() + 3;
            let end = text[from..].find('"').expect("it ends");
            text[from..from + end].parse().expect("a number")
        };
        let shown = text.split(['>', '<']).nth(2).expect("it has letters");
        let letter = if text.contains("font-weight") {
            bold
        } else if shown.contains(|letter: char| letter.is_ascii_digit()) {
            digits
        } else {
            regular
        };
        let width = shown.chars().count() as f64 * letter * number("font-size");
        let (left, right) = if text.contains("\"end\"") {
            (number("x") - width, number("x"))
        } else if text.contains("\"middle\"") {
            (number("x") - width / 2.0, number("x") + width / 2.0)
        } else {
            (number("x"), number("x") + width)
        };
        assert!(left >= 0.0 && right <= 500.0, "{left} to {right}: {shown}");
    }
}

/// Written anew with `PLYSCOPE_BLESS=1`; look at it before you commit it.
#[test]
fn a_small_chart_has_not_changed() {
    let chart = Chart::lines([
        Series::new(
            "lines",
            [
                (0.0, 0.4, 0.3, 0.5),
                (1.0, 0.6, 0.5, 0.7),
                (2.0, 0.9, 0.8, 1.0),
            ],
        ),
        Series::baseline("random", [(0.0, 0.2), (2.0, 0.25)]),
    ])
    .title("Strict best")
    .x(Axis::new("ply").whole())
    .y(Axis::new("states").percent().range(0.0, 1.0))
    .width(320.0)
    .height(120.0);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/small.svg");
    if std::env::var_os("PLYSCOPE_BLESS").is_some() {
        std::fs::write(path, chart.svg()).expect("the file can be written");
    }
    let known = std::fs::read_to_string(path).expect("the file is part of the project");
    assert_eq!(chart.svg(), known);
}
