//! The figures of an independent program, and what must hold of any run.

use super::decision::{Counted, Whole, small_othello, tictactoe};

fn errors<'a>(whole: &'a Whole, name: &str) -> &'a Counted {
    let row = whole.rows.iter().find(|row| row.who.name == name);
    &row.unwrap_or_else(|| panic!("no player {name}")).errors
}

fn assert_near(own: f64, known: f64) {
    assert!((own - known).abs() < 0.05 + 1e-9, "{own} is not {known}");
}

#[test]
fn tictactoe_has_the_counts_and_errors_of_an_independent_program() {
    let whole = tictactoe();
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
    let whole = small_othello();
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
