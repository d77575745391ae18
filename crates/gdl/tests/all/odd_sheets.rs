//! Sheets that use the language in unusual ways: every engine must understand them alike.

use std::sync::Arc;

use plyscope_game::Chance;
use plyscope_gdl::{
    GdlErrorKind, GroundLimits, Interpreter, Lanes, Machine, Network, Sheet, Stepper,
};

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort_unstable();
    list
}

fn network(text: &str) -> Arc<Network> {
    let sheet = Sheet::read(text).unwrap();
    Arc::new(Network::new(sheet, GroundLimits::default()).unwrap())
}

/// What both single-state engines say of the first state, after they have agreed on some random games.
fn agreed(text: &str) -> (Vec<String>, Vec<Vec<String>>, bool, Vec<Option<i32>>) {
    let mut rules = Interpreter::new(Sheet::read(text).unwrap()).unwrap();
    let mut state = Stepper::new(network(text));
    let roles = rules.roles().len();
    let mut first = None;
    for seed in 0..4 {
        let mut chance = Chance::new(seed);
        rules.reset().unwrap();
        state.reset().unwrap();
        for _ in 0..50 {
            let fluents = sorted(rules.fluents());
            assert_eq!(fluents, sorted(state.fluents()), "{text}");
            let over = rules.is_terminal().unwrap();
            assert_eq!(over, state.is_terminal().unwrap(), "{text}");
            let legal: Vec<Vec<String>> = (0..roles)
                .map(|role| sorted(rules.legal(role).unwrap()))
                .collect();
            let goals: Vec<Option<i32>> =
                (0..roles).map(|role| rules.goal(role).unwrap()).collect();
            for role in 0..roles {
                assert_eq!(legal[role], sorted(state.legal(role).unwrap()), "{text}");
                assert_eq!(goals[role], state.goal(role).unwrap(), "{text}");
            }
            first.get_or_insert_with(|| (fluents, legal.clone(), over, goals));
            if over || legal.iter().any(Vec::is_empty) {
                break;
            }
            let pick =
                |moves: &Vec<String>| moves[chance.below(moves.len() as u32) as usize].clone();
            let moves: Vec<String> = legal.iter().map(pick).collect();
            rules.play(&moves).unwrap();
            state.play(&moves).unwrap();
        }
    }
    first.unwrap()
}

/// Two choices, one round: the shortest game that can be won and lost.
const SHORT: &str = "(role you) (init (step 1)) (legal you (go 1)) (legal you (go 2))
    (<= (next (step 2)) (does you (go ?x))) (<= (next (went ?x)) (does you (go ?x)))
    (<= terminal (true (step 2)))
    (<= (goal you 100) (true (went 1))) (<= (goal you 0) (true (went 2)))";

#[test]
fn conditions_on_moves_do_not_hold_before_anybody_moves() {
    let text = format!(
        "{SHORT} (<= (legal you (go 3)) (does you (go 1))) (<= terminal (does you (go 2)))
        (<= (goal you 50) (not (does you (go 1))) (true (step 1)))"
    );
    let (_, legal, over, goals) = agreed(&text);
    assert_eq!(legal[0].len(), 2);
    assert!(!over);
    assert_eq!(goals, [Some(50)]);
    let played = Lanes::new(network(&text)).play(1_000, &mut Chance::new(1));
    assert_eq!((played.games, played.rounds), (1_000, 1_000));
}

#[test]
fn a_game_may_be_over_before_it_begins() {
    let text = "(role you) (init over) (legal you go) (<= terminal (true over)) (goal you 70)";
    let (_, _, over, goals) = agreed(text);
    assert!(over);
    assert_eq!(goals, [Some(70)]);
    let played = Lanes::new(network(text)).play(1_000, &mut Chance::new(1));
    assert_eq!(
        (played.games, played.rounds, played.points[0]),
        (1_000, 0, 70_000)
    );
}

#[test]
fn case_and_brackets_do_not_make_another_word() {
    let text = "(ROLE You) (Init (Step 1)) (LEGAL you (Go A)) (legal YOU (go b))
        (<= (NEXT (step 2)) (Does you (GO a))) (<= (next (Step 3)) (does you (go B)))
        (<= TERMINAL (true (step 2))) (<= terminal (TRUE (step 3)))
        (<= (Goal you 100) (true (step 2))) (<= (goal you 0) (NOT (true (step 2))))";
    let (fluents, legal, ..) = agreed(text);
    assert_eq!((fluents.len(), legal[0].len()), (1, 2));
}

#[test]
fn functions_stand_in_moves_in_fluents_and_in_each_other() {
    let text = "(role a) (role b) (init (at (pair a (f 1)) (f (f 1)))) (n 1) (n 2)
        (<= (legal ?r (go (pair ?r (f ?x)) (g ?r))) (role ?r) (n ?x))
        (<= (next (at ?p (f (f ?x)))) (does ?r (go ?p (g ?r))) (true (at ?q (f (f ?x)))))
        (<= (next (count (s (s z)))) (true (count (s z)))) (<= (next (count (s z))) (not (true (count (s z)))))
        (<= terminal (true (count (s (s z)))))
        (<= (goal ?r 100) (true (at (pair ?r (f 2)) (f (f 1))))) (<= (goal ?r 0) (role ?r) (not (true (at (pair ?r (f 2)) (f (f 1))))))";
    let (_, legal, ..) = agreed(text);
    assert_eq!(legal[1][0], "(go (pair b (f 1)) (g b))");
}

#[test]
fn base_and_input_are_not_believed() {
    let text = format!(
        "{SHORT} (base (step 7)) (input you (go 9)) (<= (input ?r (go ?x)) (true (step ?x)) (role ?r))"
    );
    assert_eq!(agreed(&text), agreed(SHORT));
}

#[test]
fn what_is_nowhere_defined_is_false() {
    let text = format!(
        "{SHORT} (<= (legal you (go 5)) (unheard ?x of)) (<= (legal you (go 6)) (not (unheard 1 of)) (not nothing))"
    );
    let (_, legal, ..) = agreed(&text);
    assert_eq!(legal[0], ["(go 1)", "(go 2)", "(go 6)"]);
}

#[test]
fn alternatives_in_alternatives_and_comparisons_of_terms() {
    let text = "(role you) (init (v 1)) (n 1) (n 2) (n 3) (n 4)
        (<= (legal you (go ?x ?y)) (n ?x) (n ?y)
            (or (distinct ?x ?y) (and (true (v 1)) (or (not (distinct ?x 2)) (not (or (n 9) (distinct ?x 3))))))
            (distinct (f ?x ?y) (f 1 2)) (distinct (f ?x) (g ?x)) (not (and (distinct ?x 4) (distinct ?y 4) (distinct ?x ?y))))
        (<= (next (v ?x)) (does you (go ?x ?y)) (distinct ?y 4)) (<= (next done) (does you (go ?x 4)))
        (<= terminal (true done)) (<= (goal you 10) (true done)) (<= (goal you 0) (not (true done)))";
    let (_, legal, ..) = agreed(text);
    assert!(
        legal[0].contains(&"(go 2 2)".to_owned()) && !legal[0].contains(&"(go 1 2)".to_owned())
    );
}

#[test]
fn long_chains_and_wide_terms_are_no_trouble() {
    let chain: Vec<String> = (1..3_000)
        .map(|n| format!("(<= (p {n}) (p {}))", n - 1))
        .collect();
    let chain = chain.join("\n");
    let wide = (0..70)
        .map(|n| format!("a{n}"))
        .collect::<Vec<_>>()
        .join(" ");
    let text = format!(
        "{SHORT} (<= (p 0) (true (went 1))) {chain} (<= (legal you (say {wide})) (true (step 1)))
        (<= (goal you 30) (true (step 1)) (not (p 2999)))"
    );
    // The rules follow a chain of questions only so far; the network follows it to its end.
    let mut state = Stepper::new(network(&text));
    assert_eq!(state.legal(0).unwrap().len(), 3);
    assert_eq!(state.goal(0).unwrap(), Some(30));
    let played = Lanes::new(network(&text)).play(300, &mut Chance::new(1));
    assert_eq!(played.games, 300);
    // Whoever says it, one of three, goes a round later.
    assert!((350..450).contains(&played.rounds), "{}", played.rounds);
}

#[test]
fn roles_may_be_variables_and_need_no_condition() {
    let text = "(role x) (role y) (init (turn 1)) (succ 1 2) (succ 2 3)
        (<= (legal ?player wait) (not (true (turn 9)))) (<= (legal ?p shout) (role ?p) (true (turn 1)))
        (<= (next (turn ?n)) (true (turn ?m)) (succ ?m ?n)) (<= (next (loud ?p)) (does ?p shout))
        (<= terminal (true (turn 3))) (<= (goal ?p 100) (role ?p) (true (turn 3)) (not (true (loud ?p))))";
    let (_, legal, _, goals) = agreed(text);
    assert_eq!(legal, [["shout", "wait"], ["shout", "wait"]]);
    assert_eq!(goals, [None, None]);
}

#[test]
fn a_clock_that_stops_is_no_phase() {
    // The turn changes twice and then stays: no period, though the window looks like one.
    let text = "(role a) (role b) (init (t 1)) (init (c a)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
        (<= (legal ?r (move 1)) (true (c ?r))) (<= (legal ?r (move 2)) (true (c ?r)))
        (<= (legal ?r noop) (role ?r) (not (true (c ?r))))
        (<= (next (c b)) (true (c a)) (not (true (t 3)))) (<= (next (c a)) (true (c b)) (not (true (t 4))))
        (<= (next (c ?r)) (true (c ?r)) (true (t 3))) (<= (next (c ?r)) (true (c ?r)) (true (t 4)))
        (<= (next (t ?n)) (true (t ?m)) (succ ?m ?n)) (<= (next (did ?r ?x ?m)) (does ?r (move ?x)) (true (t ?m)))
        (<= (next (did ?r ?x ?m)) (true (did ?r ?x ?m)))
        (<= terminal (true (t 6))) (<= (goal ?r 100) (true (did ?r 1 3))) (<= (goal ?r 0) (role ?r) (not (true (did ?r 1 3))))";
    agreed(text);
    let text = network(text);
    let lanes = Lanes::new(Arc::clone(&text)).play(4_000, &mut Chance::new(1));
    let state = Stepper::new(text).playouts(4_000, &mut Chance::new(2));
    assert_eq!(
        (lanes.games, lanes.rounds, lanes.unclear),
        (4_000, 20_000, 0)
    );
    assert!((lanes.mean_points(0) - state.mean_points(0)).abs() < 6.0);
}

#[test]
fn negation_through_a_cycle_of_relations_is_sound_where_it_is_sound_fact_by_fact() {
    let text = "(role you) (init (pile 4)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (lost ?n) (pile ?n) (not (can ?n))) (<= (can ?n) (succ ?m ?n) (lost ?m))
        (pile 0) (pile 1) (pile 2) (pile 3) (pile 4)
        (<= (legal you (take 1)) (true (pile ?n)) (can ?n)) (<= (legal you (take 2)) (true (pile ?n)) (lost ?n))
        (<= (next (pile ?m)) (true (pile ?n)) (succ ?m ?n))
        (<= terminal (true (pile 0))) (<= (goal you 100) (true (pile 0)))";
    let sheet = Sheet::read(text).unwrap();
    let answer = Network::new(sheet, GroundLimits::default());
    match answer {
        Ok(network) => assert_eq!(
            Stepper::new(Arc::new(network)).legal(0).unwrap(),
            ["(take 2)"]
        ),
        Err(error) => assert_eq!(error.kind, GdlErrorKind::NotStratified, "{error}"),
    }
}

#[test]
fn the_move_that_was_made_is_asked_before_all_pairs_of_cells() {
    let sheet = "
        (role walker)
        (index 1) (index 2) (index 3) (index 4) (index 5) (index 6) (index 7) (index 8)
        (<= (init (cell ?x ?y blank)) (index ?x) (index ?y))
        (<= (differ ?x ?y ?u ?v) (index ?x) (index ?y) (index ?u) (index ?v) (distinct ?x ?u))
        (<= (differ ?x ?y ?u ?v) (index ?x) (index ?y) (index ?u) (index ?v) (distinct ?y ?v))
        (<= (legal walker (walk 1 1 ?x ?y)) (index ?x) (index ?y) (differ 1 1 ?x ?y))
        (<= (next (cell ?x ?y ?what))
            (true (cell ?x ?y ?what))
            (differ ?x ?y ?x1 ?y1)
            (differ ?x ?y ?x2 ?y2)
            (does walker (walk ?x1 ?y1 ?x2 ?y2)))
        (<= terminal (not (true (cell 1 1 blank))))
        (goal walker 100)";
    let (sheet, findings) = plyscope_gdl::check(sheet);
    assert!(findings.is_empty(), "{findings:?}");
    // 64 cells times 63 times 63 others are a quarter of a million.
    let mut rules = plyscope_gdl::Interpreter::with_work(sheet, 20_000).expect("it can be played");
    rules
        .play(&["(walk 1 1 8 8)".to_owned()])
        .expect("one move is little work");
    assert_eq!(rules.fluents().len(), 62);
    assert!(rules.is_terminal().expect("it can be told"));
}

#[test]
fn a_rule_may_hand_on_whatever_fluent_nothing_changes() {
    let text = "(role a) (role b) (init (cell 1 x)) (init (cell 2 y)) (init flag) (init (count 0))
        (s 0 1) (s 1 2) (s 2 3)
        (<= (next ?f) (true ?f) (not (changes ?f)))
        (<= (changes (count ?n)) (true (count ?n))) (<= (changes flag) (does ?r drop))
        (<= (next (count ?m)) (true (count ?n)) (s ?n ?m))
        (<= (legal ?r drop) (role ?r) (true flag)) (<= (legal ?r keep) (role ?r))
        (<= terminal (true (count 3)))
        (<= (goal ?r 100) (role ?r) (true flag)) (<= (goal ?r 0) (role ?r) (not (true flag)))";
    let (fluents, legal, _, goals) = agreed(text);
    assert_eq!(fluents.len(), 4);
    assert_eq!(legal, [["drop", "keep"], ["drop", "keep"]]);
    assert_eq!(goals, [Some(100), Some(100)]);
    // The flag is left where both keep it three times: one game in 64.
    let played = Lanes::new(network(text)).play(64_000, &mut Chance::new(1));
    assert!((80_000..120_000).contains(&played.points[0]));
}

#[test]
fn bodies_may_be_empty_and_not_may_hold_alternatives() {
    let text = format!(
        "{SHORT} (<= (legal you (go 3))) (<= (fact yes)) (<= (legal you (go 4)) (fact yes) (not (or (fact no) (true (step 2)))))
        (<= (legal you (go 5)) (not (and (fact yes) (true (step 1)))))"
    );
    let (_, legal, ..) = agreed(&text);
    assert_eq!(legal[0], ["(go 1)", "(go 2)", "(go 3)", "(go 4)"]);
}

#[test]
fn six_roles_move_in_turn() {
    let text = "(role r1) (role r2) (role r3) (role r4) (role r5) (role r6)
        (after r1 r2) (after r2 r3) (after r3 r4) (after r4 r5) (after r5 r6) (after r6 r1)
        (init (turn r1)) (num 1) (num 2) (num 3) (num 4) (num 5) (num 6) (num 7)
        (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (legal ?r (take ?n)) (true (turn ?r)) (num ?n) (not (true (taken ?n))))
        (<= (next (turn ?q)) (true (turn ?p)) (after ?p ?q))
        (<= (next (taken ?n)) (does ?r (take ?n))) (<= (next (taken ?n)) (true (taken ?n)))
        (<= (next (has ?r ?n)) (does ?r (take ?n))) (<= (next (has ?r ?n)) (true (has ?r ?n)))
        (<= open (num ?n) (not (true (taken ?n)))) (<= terminal (not open))
        (<= (goal ?r 100) (true (has ?r 1))) (<= (goal ?r 10) (role ?r) (not (true (has ?r 1))))";
    let (_, legal, ..) = agreed(text);
    assert_eq!((legal[0].len(), legal[5].len()), (7, 1));
    let played = Lanes::new(network(text)).play(7_000, &mut Chance::new(1));
    // Seven stones among six: the first player takes two, and has the first one in two games of seven.
    assert_eq!((played.games, played.rounds), (7_000, 49_000));
    let first = 10.0 + 90.0 * 2.0 / 7.0;
    assert!((played.mean_points(0) - first).abs() < 2.0);
}

#[test]
fn a_move_may_become_a_fluent_and_a_role_may_be_called_like_a_move() {
    let text = "(role you) (role noop) (init (step 1)) (<= (legal ?r noop) (role ?r))
        (<= (legal you you) (true (step 1))) (<= (next (step 2)) (true (step 1)))
        (<= (next ?m) (does you ?m)) (<= terminal (true (step 2)))
        (<= (goal ?r 100) (true ?r)) (<= (goal ?r 0) (role ?r) (not (true ?r)))";
    let (_, legal, _, goals) = agreed(text);
    assert_eq!(legal, [vec!["noop", "you"], vec!["noop"]]);
    assert_eq!(goals, [Some(0), Some(0)]);
    let played = Lanes::new(network(text)).play(1_000, &mut Chance::new(1));
    assert_eq!(played.points[0] + played.points[1], 100_000);
}

#[test]
fn goals_may_be_variables_and_ask_for_the_end_or_for_what_comes_next() {
    let text = "(role you) (init (a 1)) (<= (next (a 2)) (does you go)) (<= (legal you go) (init (a 1)))
        (<= terminal (true (a 2))) (val 0 lo) (val 60 hi) (val 7 odd)
        (<= (goal you ?g) (or (and (not terminal) (val ?g lo)) (and terminal (not (next (a 2))) (val ?g hi))))";
    let (_, legal, _, goals) = agreed(text);
    assert_eq!(
        (&legal[0][..], goals),
        (&["go".to_owned()][..], vec![Some(0)])
    );
    let played = Lanes::new(network(text)).play(100, &mut Chance::new(1));
    assert_eq!((played.rounds, played.points[0]), (100, 6_000));
}

#[test]
fn reachable_squares_are_a_least_fixed_point_in_every_state() {
    let text = "(role you) (init (a 1)) (edge 1 2) (edge 2 1) (edge 2 3)
        (<= (reach ?x) (true (a ?x))) (<= (reach ?y) (reach ?x) (edge ?x ?y))
        (<= (legal you (go ?x)) (reach ?x) (distinct ?x 1)) (<= (next (a ?x)) (does you (go ?x)))
        (<= terminal (not (reach 1))) (<= (goal you 100) (true (a 3))) (<= (goal you 0) (not (true (a 3))))";
    let (_, legal, over, _) = agreed(text);
    assert_eq!(legal[0], ["(go 2)", "(go 3)"]);
    assert!(!over);
    let played = Lanes::new(network(text)).play(4_000, &mut Chance::new(1));
    assert_eq!(played.points[0], 400_000);
    assert!((played.mean_rounds() - 2.0).abs() < 0.15);
}

#[test]
fn numbers_are_words_whatever_their_size_and_legal_moves_are_counted_once() {
    let text = format!(
        "{SHORT} (big 123456789012345678901234567890) (big 007) (big -3) (big 1.5) (<= (legal you (bet ?n)) (big ?n))
        (legal you (go 1)) (<= (legal you (go 1)) (true (step 1))) (<= (legal you (go 1)) (true (step ?x)))
        (<= (next (step 2)) (does you (bet ?n))) (<= (next (went 2)) (does you (bet ?n)))"
    );
    let (_, legal, ..) = agreed(&text);
    assert_eq!(legal[0].len(), 6);
    let played = Lanes::new(network(&text)).play(6_000, &mut Chance::new(1));
    assert!((played.mean_points(0) - 100.0 / 6.0).abs() < 2.0);
}
