//! The figures of an independent program, and what must hold of any run.

use std::sync::LazyLock;

use plyscope_eval::expected_outcome::Enumeration;
use plyscope_game::{Agent, Chance, Game, Limits, Player, Stop};
use plyscope_othello::{Othello, Payoff};
use plyscope_parallel::Threads;
use plyscope_search::SearchBudget;
use plyscope_solver_othello::{OthelloSolver, SolverParams};

use super::decision::{Counted, Late, LateParams, Whole, run_late, small_othello, tictactoe};
use super::graph::{Graph, Halt};
use super::learning::{self, CoefficientSource, Learning, LearningParams};
use super::sampling::{self, SamplingParams};
use super::{PaperParams, PaperProgress, Run};

fn errors<'a>(whole: &'a Whole, name: &str) -> &'a Counted {
    let row = whole.rows.iter().find(|row| row.who.name == name);
    &row.unwrap_or_else(|| panic!("no player {name}")).errors
}

fn assert_near(own: f64, known: f64) {
    assert!((own - known).abs() < 0.05 + 1e-9, "{own} is not {known}");
}

#[test]
fn tictactoe_has_the_counts_and_errors_of_an_independent_program() {
    let whole = tictactoe(&Stop::default()).unwrap();
    assert_near(whole.nodes, 549_946.0);
    assert_near(whole.games, 255_168.0);
    assert_near(whole.states, 5478.0);
    assert_near(whole.decisions.tree, 294_778.0);
    assert_near(whole.decisions.states, 4520.0);
    let of = |name| errors(&whole, name);
    assert_near(of("minimax").tree, 0.0);
    assert_near(of("expected outcome").tree, 886.7);
    assert_near(of("open lines, ends seen").tree, 4495.9);
    assert_near(of("worst choice").tree, 120_793.0);
    assert_near(of("expected outcome").states, 150.0);
    assert_near(of("open lines").states, 1303.3);
    assert_near(of("open lines, ends seen").states, 544.3);
    assert_near(of("worst choice").states, 3191.0);
    let first = |name| of(name).pruned_first.expect("known");
    assert_near(first("expected outcome"), 78.0);
    assert_near(first("open lines, ends seen"), 465.0);
    assert_near(first("worst choice"), 13_143.0);
}

#[test]
fn small_othello_has_the_counts_and_errors_of_an_independent_program() {
    let whole = small_othello(&Stop::default()).unwrap();
    assert_near(whole.games, 60_060.0);
    // That program counts one more node a game, in which the last pass ends it.
    assert_near(whole.nodes, 284_881.0 - 60_060.0);
    assert_near(whole.decisions.tree, 131_341.0);
    let of = |name| errors(&whole, name).tree;
    assert_near(of("minimax"), 0.0);
    assert_near(of("expected outcome"), 332.0);
    assert_near(of("worst choice"), 14_108.0);
    for row in &whole.rows {
        if row.who.name.starts_with("squares") {
            assert!((4349.0..=5779.0).contains(&row.errors.tree), "{row:?}");
            let literal = of("wins, the first player's") / row.errors.tree;
            assert!((0.33..0.385).contains(&literal), "{literal}");
        }
    }
    assert!((whole.outcome + 0.199_268).abs() < 5e-7);
    assert!((whole.points.expect("discs") + 1.5261).abs() < 5e-5);
}

fn small() -> PaperParams {
    PaperParams {
        seed: 3,
        late: LateParams {
            fewest: 4,
            most: 6,
            states: 30,
        },
        sampling: SamplingParams { games: 2 },
        learning: LearningParams {
            states: 100,
            games: vec![4],
        },
    }
}

fn late(seed: u64, stop: &Stop) -> Result<Late, Halt> {
    run_late(&small().late, seed, stop, &|_| {})
}

#[test]
fn late_states_are_judged_alike_for_the_same_seed_only() {
    let stop = Stop::default();
    let one = late(3, &stop).unwrap();
    assert_eq!(one, late(3, &stop).unwrap());
    assert_ne!(one, late(4, &stop).unwrap());
    let errors = |name: &str| {
        let row = one.rows.iter().find(|row| row.who.name == name);
        row.unwrap().all.errors
    };
    assert_near(errors("minimax"), 0.0);
    assert!(errors("expected outcome") < errors("random"));
    assert!(errors("random") < errors("worst choice"));
    assert!(one.stages.iter().all(|stage| stage.states == 30));
    stop.raise();
    assert_eq!(late(3, &stop), Err(Halt::Stopped));
    assert_eq!(
        tictactoe(&stop),
        Err(Halt::Stopped),
        "a stop reaches into a game that is counted whole"
    );
}

#[test]
fn what_the_graph_holds_is_what_solver_and_enumeration_say() {
    let game = Othello::<6>::new(Payoff::Discs {
        empties_to_winner: false,
    });
    let mut solver = OthelloSolver::new(SolverParams {
        table_bytes: 1 << 20,
        ..SolverParams::default()
    })
    .unwrap();
    let limits = Limits::every_move();
    let mut budget = SearchBudget::new(None, None, &limits);
    let mut enumeration = Enumeration::new(1_000_000);
    for task in 0..20 {
        let mut chance = Chance::for_task(5, task);
        let mut state = game.start();
        for _ in 0..24 {
            if game.payoffs(&state).is_none() {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
        }
        if game.payoffs(&state).is_some() {
            continue;
        }
        let graph = Graph::new(&game, &state, false, &Stop::default()).unwrap();
        let root = &graph.nodes[graph.nodes.len() - 1];
        let advice = solver.advise(&game, &state, &limits).unwrap();
        for (kid, advised) in graph.kids(root).zip(&advice.moves) {
            let points = if advice.mover == Player::FIRST {
                kid.points
            } else {
                -kid.points
            };
            assert_eq!(advised.score.value(), Some(points as f32));
        }
        let value = enumeration.value(&game, &state, Player::FIRST, &mut budget);
        assert!((value.unwrap() - root.random.points).abs() < 1e-9);
    }
}

#[test]
fn matches_are_the_same_for_the_same_seed_and_on_any_number_of_threads() {
    let play = |seed, threads| {
        let stop = Stop::default();
        let played = sampling::run(&small().sampling, seed, threads, &stop, &|_| {}).unwrap();
        let numbers = |own: &sampling::Match| (own.score, own.effort.mean_playouts.to_bits());
        played.iter().map(numbers).collect::<Vec<_>>()
    };
    let one = play(3, 1);
    assert!(one.iter().all(|(score, _)| score.games() == 2));
    assert_eq!(one, play(3, 3));
    assert_ne!(one, play(4, 1));
}

#[test]
fn a_run_that_is_stopped_gives_what_is_known() {
    let stop = Stop::default();
    let run = Run {
        threads: 1,
        stop: stop.clone(),
        progress: &|now: &PaperProgress| {
            if now.done == 2 {
                stop.raise();
            }
        },
    };
    let report = super::run(&small(), &run).unwrap();
    assert!(!report.finished && report.decision.whole.len() == 2);
    assert!(report.decision.late.is_none() && report.sampling.is_empty());
    assert!(report.learning.is_none());
    let page = report.page("this test");
    assert!(page.text.contains("Stopped early"));
    assert!(page.text.contains("886.7"), "{}", page.text);
    for picture in &page.pictures {
        assert!(page.text.contains(&picture.file) && picture.svg.starts_with("<svg"));
    }
}

#[test]
fn the_pictures_of_the_whole_page_are_those_named_before_the_work() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../docs/reproductions/abramson-korf"
    );
    let paths = std::fs::read_dir(folder).unwrap();
    let paths = paths.map(|entry| entry.unwrap().path());
    let pictures = paths.filter(|path| path.extension().is_some_and(|end| end == "svg"));
    let name = |path: std::path::PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut names: Vec<String> = pictures.map(name).collect();
    names.sort();
    let mut known = super::PICTURES.to_vec();
    known.sort_unstable();
    assert_eq!(names, known);
}

fn learn(seed: u64, threads: usize, stop: &Stop) -> Option<Learning> {
    let threads = Threads::new(threads).unwrap();
    learning::run(&small().learning, seed, &threads, stop, &|_| {}).unwrap()
}

/// What is learned on one thread, for all tests that look at it.
static LEARNED: LazyLock<Learning> = LazyLock::new(|| learn(3, 1, &Stop::default()).unwrap());

#[test]
fn learning_is_the_same_for_the_same_seed_and_on_any_number_of_threads() {
    let stop = Stop::default();
    assert_eq!(*LEARNED, learn(3, 3, &stop).unwrap());
    stop.raise();
    assert_eq!(learn(3, 1, &stop), None);
}

#[test]
fn everybody_meets_everybody_at_every_lookahead_and_learned_corners_are_dear() {
    let learning = &*LEARNED;
    let players = learning.players.len();
    let tournament = &learning.tournaments[0];
    assert_eq!(tournament.levels.len(), 4);
    let all = &tournament.all;
    for one in 0..players {
        assert_eq!(all.encounter(one, one), None);
        for other in (0..players).filter(|&other| other != one) {
            let met = all.encounter(one, other).unwrap();
            assert_eq!(met.games(), 16);
            let back = all.encounter(other, one).unwrap();
            assert!((met.gap.value + back.gap.value).abs() < 1e-9);
            let leads = all.lead(one, other).value + all.lead(other, one).value;
            assert!(leads.abs() < 1e-9);
        }
    }
    for player in &learning.players {
        if matches!(
            player.source,
            CoefficientSource::Outcome(_) | CoefficientSource::Discs(_)
        ) {
            let corner = f64::from(player.weights[0]);
            assert!((corner - player.largest()).abs() < 1e-9, "{player:?}");
        }
    }
    // Every claim is about gaps between players that there are.
    let gaps: Vec<usize> = tournament
        .findings
        .iter()
        .map(|own| own.gaps.len())
        .collect();
    assert_eq!(gaps, [6, 4, 4, 16, 16]);
}

#[test]
fn an_odd_number_of_games_is_refused_with_a_hint() {
    let params = SamplingParams { games: 3 };
    let error = sampling::run(&params, 1, 1, &Stop::default(), &|_| {}).unwrap_err();
    assert!(error.hint.is_some(), "{error}");
}
