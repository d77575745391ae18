//! What every page promises, whatever the judgement holds.

use plyscope_game::{Board, CellShape, Chance, Look};

use super::{PageSource, html};
use crate::judgement::{
    About, Calibrated, Compared, ComparedSection, Deciding, Group, Judged, Judgement, LeftOut,
    Mean, Scored, TruthMade, TruthSource, Worst, WorstMove,
};

/// What tries to break out of its place.
const WILD: &str = "a<b> & \"c\" 'd' </script><script>alert(1)</script>";

const METRICS: [(&str, f64, f64, &str); 15] = [
    ("strict-best", 0.0, 1.0, "higher"),
    ("k-best:k=2", 0.0, 1.0, "higher"),
    ("regret", 0.0, 2.0, "lower"),
    ("normal-regret", 0.0, 1.0, "lower"),
    ("expected:by=argmax", -1.0, 1.0, "higher"),
    ("normal-expected:by=argmax", 0.0, 1.0, "higher"),
    ("kendall", -1.0, 1.0, "higher"),
    ("spearman", -1.0, 1.0, "higher"),
    ("inversions", 0.0, 1.0, "lower"),
    ("ndcg", 0.0, 1.0, "higher"),
    ("accuracy", 0.0, 1.0, "higher"),
    ("absolute-error", 0.0, 2.0, "lower"),
    ("squared-error", 0.0, 4.0, "lower"),
    ("brier", 0.0, 1.0, "lower"),
    ("log-loss", 0.0, f64::INFINITY, "lower"),
];

fn about(&(name, low, high, better): &(&str, f64, f64, &'static str)) -> About {
    About {
        name: name.to_owned(),
        about: "what it tells of the moves".to_owned(),
        low: Some(low),
        high: Some(high).filter(|end| end.is_finite()),
        better,
        trust: "trend",
        on_points: name == "brier",
    }
}

fn mean(chance: &mut Chance) -> Mean {
    let mean = chance.unit();
    Mean {
        mean,
        low: Some(mean * chance.unit()),
        high: Some(mean + (1.0 - mean) * chance.unit()),
        chance: Some(chance.unit()),
        states: 12,
    }
}

fn scored(metric: &str, groups: &[String], chance: &mut Chance) -> Scored {
    let group = |(group, name): (usize, &String)| Group {
        group: group as u32,
        name: name.clone(),
        mean: mean(chance),
    };
    let groups = groups.iter().enumerate().map(group).collect();
    Scored {
        metric: metric.to_owned(),
        groups,
        all: Some(mean(chance)),
        smooth: Vec::new(),
    }
}

fn worst(state_id: usize) -> Worst {
    let mv = |column: usize| WorstMove {
        mv: format!("{}", column + 1),
        cell: Some((column, 0)),
        truth: if column == 3 { 1.0 } else { -1.0 },
        guess: (column != 2).then_some(0.1 * column as f64),
        proved: false,
        decided: false,
        chosen: column == 1,
        best: column == 3,
    };
    let pieces = ".......".chars().chain("xoxoxox".chars().cycle().take(35));
    Worst {
        state_id,
        ply: 30,
        player: 0,
        state: "xo..x/ooxx".repeat(4),
        board: Board {
            columns: (1..=7).map(|column| column.to_string()).collect(),
            rows: vec![String::new(); 6],
            pieces: pieces.collect(),
            ..Board::default()
        },
        moves: (0..7).map(mv).collect(),
        cost: 2.0,
    }
}

fn judged(name: String, groups: &[String], chance: &mut Chance) -> Judged {
    let scores = METRICS.iter();
    Judged {
        spec: format!("one-ply:eval={name}"),
        on_points: false,
        fitted: true,
        scores: scores.map(|own| scored(own.0, groups, chance)).collect(),
        regrets: (0..500).map(|_| f64::from(chance.below(3))).collect(),
        calibration: (0..10)
            .map(|bin| Calibrated {
                guessed: f64::from(bin) / 5.0 - 1.0,
                truth: chance.unit(),
                low: Some(-0.5),
                high: Some(1.0),
                moves: 300,
            })
            .collect(),
        confusion: [[100, 20, 30], [0, 0, 0], [10, 20, 300]],
        worst: (0..5).map(worst).collect(),
        name,
    }
}

/// A made-up judgement of so many heuristics over so many plies.
fn judgement(heuristics: usize, grouping: &'static str, groups: &[String]) -> Judgement {
    let mut chance = Chance::new(1);
    let names: Vec<String> = (1..=heuristics)
        .map(|at| format!("heuristic {at}"))
        .collect();
    let pairs = (0..heuristics).flat_map(|a| (a + 1..heuristics).map(move |b| (a, b)));
    Judgement {
        verdict: Some("heuristic 1 is expected to win 60 % of games".to_owned()),
        predicted: Vec::new(),
        predicted_pairs: Vec::new(),
        prediction: None,
        confirmed: None,
        game: "connect4".to_owned(),
        source: TruthSource {
            name: "benchmarks/connect4.parquet".to_owned(),
            states: 510,
            selector: "playouts:states=510".to_owned(),
            labeller: "solver".to_owned(),
            limits: "nodes=5000".to_owned(),
            seeds: vec![1, 2],
            version: "0.1.0".to_owned(),
        },
        states: 500,
        left_out: LeftOut {
            finished: 1,
            unlabelled: 2,
            filtered: 7,
        },
        filters: vec!["ply < 42".to_owned()],
        truth: TruthMade {
            made: "sampled",
            proved: 12,
            moves: 3000,
            best_by: "visits",
            all_states: false,
        },
        deciding: Some(Deciding {
            metric: "regret".to_owned(),
            why: "games say so".to_owned(),
        }),
        grouping,
        metrics: METRICS.iter().map(about).collect(),
        properties: vec![scored("branching", groups, &mut chance)],
        about_properties: vec![about(&("branching", 0.0, f64::INFINITY, "neither"))],
        comparisons: pairs.map(|(a, b)| compared(&names[a], &names[b])).collect(),
        notes: vec!["beware of this".to_owned()],
        heuristics: names
            .into_iter()
            .map(|name| judged(name, groups, &mut chance))
            .collect(),
    }
}

fn compared(first: &str, second: &str) -> Compared {
    let section = |from: u32| ComparedSection {
        from,
        to: from + 6,
        states: 80,
        gain: -0.012_345,
        p: Some(0.04),
    };
    Compared {
        metric: "regret".to_owned(),
        first: first.to_owned(),
        second: second.to_owned(),
        gain: -0.1234,
        p: Some(0.0001),
        verdict: format!("{second} is better than {first} (p < 0.001)"),
        sections: (0..6).map(|at| section(at * 7)).collect(),
    }
}

fn plies(many: u32) -> Vec<String> {
    (0..many).map(|ply| ply.to_string()).collect()
}

fn page(judgement: &Judgement) -> String {
    let page = PageSource {
        command: "plyscope judge connect4 --html x.html".to_owned(),
        version: "0.1.0".to_owned(),
    };
    html(judgement, &page)
}

/// The JSON inside the page.
fn inside(html: &str) -> serde_json::Value {
    let from = "<script type=\"application/json\" id=\"judgement\">";
    let start = html.find(from).expect("the data are there") + from.len();
    let end = start + html[start..].find("</script>").expect("they end");
    serde_json::from_str(&html[start..end]).expect("they are JSON")
}

#[test]
fn eight_heuristics_by_fifteen_metrics_by_42_plies_stay_below_two_megabytes() {
    let html = page(&judgement(8, "ply", &plies(42)));
    assert!(html.len() < 2_000_000, "{} bytes", html.len());
}

#[test]
fn every_part_is_there() {
    let html = page(&judgement(3, "ply", &plies(42)));
    for part in [
        "<h1>connect4: 3 heuristics</h1>",
        "500 states of <b>benchmarks/connect4.parquet</b>",
        "is better than heuristic 1 (p &lt; 0.001)",
        "data-name=\"summary\"",
        "Every metric by ply",
        "data-name=\"strict-best\"",
        "data-name=\"log-loss\"",
        "data-name=\"branching\"",
        "data-name=\"regret-heuristic-1\"",
        "data-name=\"calibration-heuristic-1\"",
        "<strong>Fitted</strong>",
        "data-name=\"confusion-heuristic-1\"",
        "data-name=\"worst-heuristic-1-0\"",
        "It chooses 2 (a loss); right is 4 (a win). Cost: 2 points.",
        "data-name=\"comparisons\"",
        "<code>nodes=5000</code>",
        "<code>plyscope judge connect4 --html x.html</code>",
        "Beware of this.",
        "Only states with ply &lt; 42 were taken; 7 others were not.",
        "trend only on such truth",
        "truth sampled by solver, less than 1 % of the moves proved; best moves are told by visits",
        "Regret decides, because games say so.",
        "corrected for the 3 pairs",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn the_page_asks_the_network_for_nothing() {
    let html = page(&judgement(2, "ply", &plies(4)));
    let rest = html.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
        assert!(!rest.contains(outside), "{outside}");
    }
}

#[test]
fn the_data_inside_are_the_judgement() {
    let judgement = judgement(2, "ply", &plies(4));
    let outside = serde_json::to_value(&judgement).unwrap();
    assert_eq!(inside(&page(&judgement)), outside);
}

#[test]
fn names_from_outside_cannot_break_out() {
    let mut judgement = judgement(2, "ply", &plies(4));
    judgement.game = WILD.to_owned();
    judgement.source.name = WILD.to_owned();
    judgement.source.selector = WILD.to_owned();
    judgement.source.labeller = WILD.to_owned();
    judgement.notes = vec![WILD.to_owned()];
    judgement.filters = vec![WILD.to_owned()];
    judgement.metrics[1].name = WILD.to_owned();
    judgement.metrics[1].about = WILD.to_owned();
    judgement.properties[0].metric = WILD.to_owned();
    judgement.about_properties[0].name = WILD.to_owned();
    judgement.comparisons[0].first = WILD.to_owned();
    judgement.comparisons[0].verdict = WILD.to_owned();
    let own = &mut judgement.heuristics[0];
    own.name = WILD.to_owned();
    own.spec = WILD.to_owned();
    own.scores[1].metric = WILD.to_owned();
    own.scores[0].groups[0].name = WILD.to_owned();
    let worst = &mut own.worst[0];
    worst.state = WILD.to_owned();
    worst.board.columns[0] = WILD.to_owned();
    worst.board.pieces[0] = '<';
    worst.moves[1].mv = WILD.to_owned();
    let html = html(
        &judgement,
        &PageSource {
            command: WILD.to_owned(),
            version: WILD.to_owned(),
        },
    );
    assert_eq!(
        html.matches("<script").count(),
        2,
        "the data and the script"
    );
    assert_eq!(html.matches("</script").count(), 2);
    assert!(!html.contains("a<b>"));
    assert!(html.contains("a&lt;b&gt;"));
}

#[test]
fn few_groups_of_any_kind_and_any_number_of_heuristics_make_a_page() {
    let phases = ["opening", "middle", "end"].map(str::to_owned);
    let players = ["first", "second"].map(str::to_owned);
    let all = ["all".to_owned()];
    let kinds: [(&'static str, &[String]); 3] =
        [("phase", &phases), ("player", &players), ("all", &all)];
    for (grouping, groups) in kinds {
        for many in [1, 2, 10] {
            let html = page(&judgement(many, grouping, groups));
            let figure = "<figure class=\"chart\" data-name=\"strict-best\"";
            assert!(html.contains(figure), "{grouping}, {many}");
            if grouping == "phase" {
                assert!(html.contains(">middle</text>"));
            }
        }
    }
}

#[test]
fn what_is_missing_is_left_out_and_breaks_nothing() {
    let mut judgement = judgement(1, "ply", &plies(42));
    let own = &mut judgement.heuristics[0];
    own.scores[0].all = None;
    own.scores[0].groups.clear();
    own.scores.truncate(3);
    own.regrets.clear();
    own.calibration.clear();
    own.confusion = [[0; 3]; 3];
    own.worst.clear();
    judgement.properties.clear();
    judgement.about_properties.clear();
    judgement.notes.clear();
    judgement.filters.clear();
    judgement.left_out = LeftOut::default();
    let html = html(&judgement, &PageSource::default());
    assert!(html.contains("No state has a score."));
    assert!(html.contains("No state cost it anything."));
    let shown = html
        .split("<script")
        .next()
        .expect("the page before its data");
    for absent in ["id=\"pairs\"", "id=\"game\"", "The same again", "NaN"] {
        assert!(!shown.contains(absent), "{absent}");
    }
}

#[test]
fn no_heuristic_no_metric_and_no_state_make_a_page_too() {
    let mut judgement = judgement(0, "ply", &[]);
    assert!(page(&judgement).contains("No state has a score."));
    judgement.metrics.clear();
    assert!(page(&judgement).contains("No metric was asked for."));
}

#[test]
fn boards_of_any_game_are_drawn() {
    let mut judgement = judgement(1, "ply", &plies(3));
    let worst = &mut judgement.heuristics[0].worst[0];
    worst.board.pieces[8] = 'K';
    // Two moves to one cell, one without a place, and points beyond win and loss.
    worst.moves[0].cell = Some((1, 0));
    worst.moves[4].cell = None;
    worst.moves[1].truth = -12.5;
    worst.moves[5].chosen = true;
    let html = page(&judgement);
    assert!(html.contains(">K</text>"));
    assert!(html.contains("the first player moves"));
    assert!(html.contains("1, 2: worth −1"));
    assert!(html.contains("It cannot tell apart 2 (worth −12.5) and 6 (worth −1)"));
}

/// A judgement whose first worst state is a small chess position, in which
/// white takes with the rook or moves the pawn.
fn of_figures(cells: CellShape) -> Judgement {
    let mut judgement = judgement(1, "ply", &plies(3));
    let worst = &mut judgement.heuristics[0].worst[0];
    worst.board = Board {
        columns: ["a", "b", "c", "d"].map(str::to_owned).into(),
        rows: ["3", "2", "1"].map(str::to_owned).into(),
        pieces: "kqbnM.p.KR*P".chars().collect(),
        look: Look::Figures,
        cells,
    };
    worst.moves.truncate(3);
    for (own, (mv, cell)) in
        worst
            .moves
            .iter_mut()
            .zip([("Rxb3", (1, 0)), ("Rb2", (1, 1)), ("d2", (3, 1))])
    {
        (own.mv, own.cell) = (mv.to_owned(), Some(cell));
    }
    worst.moves[0].best = true;
    judgement
}

#[test]
fn figures_are_chess_pieces_or_letters_on_discs_light_of_the_first_player() {
    let html = page(&of_figures(CellShape::Squares));
    assert!(html.contains("· white moves</p>"));
    let board = svg_of(&html);
    let light = board.matches("fill=\"#fbfbf8\" stroke=\"#17191d\"").count();
    let dark = board.matches("fill=\"#17191d\" stroke=\"#fbfbf8\"").count();
    assert_eq!((light, dark), (4, 5), "one group per piece");
    assert!(
        board.contains(">M</text>"),
        "no chess piece: a letter on a disc"
    );
    assert!(board.contains(">*</text>"), "no player's: plain");
    assert_eq!(
        board.matches("scale(").count(),
        1,
        "the queen that is taken is small"
    );
}

#[test]
fn the_cell_at_the_bottom_left_is_dark_and_its_neighbours_are_not() {
    let html = page(&of_figures(CellShape::Squares));
    let board = svg_of(&html);
    let shade = board.split("fill=\"#000\"").nth(1).expect("dark cells");
    let path = shade.split('"').nth(3).expect("a path");
    let corners: Vec<&str> = path.split_inclusive('z').collect();
    assert_eq!(corners.len(), 6);
    assert_eq!(corners[4], "M18,64h30v30h-30z", "a1");
}

#[test]
fn rows_of_hexagons_are_half_a_cell_further_to_the_right() {
    let html = page(&of_figures(CellShape::Hexagons));
    let board = svg_of(&html);
    let grid = board.split("class=\"pp-grid\"").nth(1).expect("a grid");
    let path = grid.split(" d=\"").nth(1).expect("a path");
    for first in ["M33,4l", "M48,30l", "M63,56l"] {
        assert!(path.contains(first), "{first} in {path}");
    }
    assert_eq!(board.matches("fill=\"#000\"").count(), 2, "three shades");
}

/// The first board on a page.
fn svg_of(html: &str) -> &str {
    let from = html.split("class=\"plyscope-board\"").nth(1);
    let board = from.expect("there is a board").split("</svg>").next();
    board.expect("it has an end")
}
