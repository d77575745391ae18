//! Several benchmarks become one, and what is proved stays proved.

use crate::common::{Run, hidden, mcts, solver, tictactoe};
use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score};
use plyscope_mnk::Mnk;
use plyscope_truth::{
    Benchmark, BenchmarkSummary, Compare, Label, Labeller, OnConflict, check, check_against,
    label_of, load, merge, read_parquet, read_xml, share_proofs, write_parquet, write_xml,
};

#[test]
fn a_merge_takes_every_state_once() {
    let folder = tempfile::tempdir().unwrap();
    let made = |seed: u64| {
        let path = folder.path().join(seed.to_string());
        let run = Run {
            by: solver,
            name: "solver",
            seed,
            ..Run::default()
        };
        run.to(&path).unwrap();
        load(&path).unwrap()
    };
    let (one, two) = (made(1), made(2));
    let whole = merge(vec![one.clone(), two.clone()], false, OnConflict::Refuse).unwrap();
    assert!(whole.states.len() > 40 && whole.states.len() < 80);
    assert_eq!(whole.meta.seeds, [1, 2]);
    assert!(whole.states.is_sorted_by_key(|own| own.ply));
    assert_eq!(check(&*tictactoe(), &whole), []);
    assert_eq!(
        merge(vec![one.clone(), one.clone()], false, OnConflict::Refuse).unwrap(),
        one
    );

    let mut by_another = two.clone();
    by_another.meta.labeller = "mcts".into();
    let mixed = merge(vec![one.clone(), by_another], true, OnConflict::Refuse).unwrap();
    assert_eq!(mixed.meta.labeller, "solver + mcts");

    let refused = |change: fn(&mut Benchmark), word: &str| {
        let mut other = two.clone();
        other.states.push(one.states[0].clone());
        change(&mut other);
        let said = merge(vec![one.clone(), other], false, OnConflict::Refuse)
            .unwrap_err()
            .to_string();
        assert!(said.contains(word), "{said}");
    };
    refused(
        |other| other.meta.game = "connect4".into(),
        "game is tictactoe",
    );
    refused(|other| other.meta.labeller = "mcts".into(), "labeller");
    refused(
        |other| other.states[0].moves[0].value = Some(0.5),
        "disagree",
    );
}

#[test]
fn a_merged_benchmark_is_labelled_again_from_the_seeds_of_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let made = |seed: u64| {
        let path = folder.path().join(seed.to_string());
        let run = Run {
            seed,
            states: 3,
            ..Run::default()
        };
        run.to(&path).unwrap();
        let mut part = load(&path).unwrap();
        part.states.remove(0);
        part
    };
    let mut whole = merge(vec![made(1), made(2)], false, OnConflict::Refuse).unwrap();
    let labeller = Labeller {
        make: &mcts,
        seed: 9,
        limits: Limits::every_move(),
        threads: 1,
        progress: &|_| {},
    };
    let game = tictactoe();
    let again = |whole: &Benchmark| check_against(&*game, whole, &labeller, 100, Compare::All);
    assert_eq!(again(&whole).unwrap().problems, []);
    let label: &mut Label = &mut whole.states[1].moves[0];
    label.visits = label.visits.map(|visits| visits + 1);
    assert_eq!(again(&whole).unwrap().problems.len(), 1);
}

#[test]
fn samples_of_different_seeds_are_merged_by_the_first_or_by_the_mean() {
    let folder = tempfile::tempdir().unwrap();
    let made = |seed: u64| {
        let path = folder.path().join(format!("{seed}.parquet"));
        let run = Run {
            seed,
            ..Run::default()
        };
        run.to(&path).unwrap();
        load(&path).unwrap()
    };
    let (one, two) = (made(1), made(2));
    let both = || vec![one.clone(), two.clone()];
    let said = merge(both(), false, OnConflict::Refuse).unwrap_err();
    assert!(said.to_string().contains("--on-conflict"), "{said}");
    let start = |benchmark: &Benchmark| {
        let own = benchmark.states.iter().find(|own| own.ply == 0);
        own.expect("both have the start").clone()
    };
    let first = merge(both(), false, OnConflict::First).unwrap();
    assert_eq!(start(&first), start(&one));
    assert_eq!(first.meta.labeller, one.meta.labeller);
    assert_eq!(first.meta.seeds, [1, 2]);
    let mean = merge(both(), false, OnConflict::Mean).unwrap();
    assert!(mean.meta.labeller.contains("mean by visits"));
    assert_eq!(
        mean.meta.labellers().collect::<Vec<_>>(),
        [one.meta.labeller.as_str()]
    );
    let [start_one, start_two, start_mean] = [&one, &two, &mean].map(start);
    for ((a, b), c) in start_one
        .moves
        .iter()
        .zip(&start_two.moves)
        .zip(&start_mean.moves)
    {
        let (n, m) = (a.visits.unwrap() as f64, b.visits.unwrap() as f64);
        let wanted = (n * a.value.unwrap() + m * b.value.unwrap()) / (n + m);
        assert!((c.value.unwrap() - wanted).abs() < 1e-12);
        assert_eq!(c.visits, Some((n + m) as u64));
    }
    let mut states: Vec<&str> = mean.states.iter().map(|own| &*own.state).collect();
    states.sort_unstable();
    states.dedup();
    assert_eq!(states.len(), mean.states.len(), "each state once");
}

#[test]
fn what_players_made_of_a_move_stays_beside_its_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let run = Run {
        by: solver,
        name: "solver",
        ..Run::default()
    };
    run.to(&path).unwrap();
    let proved = load(&path).unwrap();
    let played = |games: u64, mean: f64| {
        let mut other = proved.clone();
        other.meta.labeller = "played".into();
        let labels = other.states.iter_mut().flat_map(|own| &mut own.moves);
        for label in labels {
            (label.exact, label.plies, label.value) = (false, None, Some(mean));
            (label.visits, label.q) = (Some(games), Some(mean));
        }
        other
    };
    let parts = vec![proved.clone(), played(30, 1.0), played(10, 0.0)];
    let merged = merge(parts, true, OnConflict::Mean).unwrap();
    let after = merged.states.iter().flat_map(|own| &own.moves);
    let before = proved.states.iter().flat_map(|own| &own.moves);
    for (after, before) in after.zip(before) {
        assert_eq!((after.value, after.plies), (before.value, before.plies));
        assert!(after.exact);
        assert_eq!((after.visits, after.q), (Some(40), Some(0.75)));
    }
}

#[test]
fn proofs_that_contradict_each_other_are_never_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let run = Run {
        by: solver,
        name: "solver",
        ..Run::default()
    };
    run.to(&path).unwrap();
    let right = load(&path).unwrap();
    let mut wrong = right.clone();
    wrong.states[0].moves[0].value = Some(1.0);
    for way in [OnConflict::Refuse, OnConflict::First, OnConflict::Mean] {
        let said = merge(vec![right.clone(), wrong.clone()], false, way).unwrap_err();
        assert!(said.what.contains("prove different values"), "{said}");
    }
    // A proof is no sample: it stands beside an estimate.
    wrong.states[0].moves[0].exact = false;
    wrong.states[0].moves[0].plies = None;
    let mean = merge(vec![wrong, right.clone()], false, OnConflict::Mean).unwrap();
    assert_eq!(mean.states[0].moves, right.states[0].moves);
}

/// Proves who wins by the first move and the points of the second, and guesses the rest.
struct Decides;

impl Agent<Mnk> for Decides {
    fn advise(
        &mut self,
        game: &Mnk,
        state: &<Mnk as Game>::State,
        _: &Limits,
    ) -> Result<Advice<<Mnk as Game>::Move>, Error> {
        let score = |at| match at {
            0 => Score::Decided {
                points: 3,
                plies: 5,
            },
            1 => Score::Exact {
                points: 2,
                plies: Some(7),
            },
            _ => Score::Estimate(40.0),
        };
        let moves = game.moves(state).enumerate().map(|(at, mv)| Advised {
            mv,
            score: score(at),
            visits: None,
            mean: None,
        });
        Ok(Advice::by_score(
            &game.facts(),
            game.mover(state),
            moves.collect(),
        ))
    }
}

#[test]
fn a_decided_win_is_neither_an_estimate_nor_exact() {
    let game = tictactoe();
    let mut start = game.states();
    start.push_start();
    let (mut agent, limits) = (hidden(Decides), Limits::every_move());
    let labels = label_of(&game.facts(), &*start, 0, &mut *agent, &limits).unwrap();
    assert!(labels[0].is_decided() && !labels[0].exact, "{labels:?}");
    assert!(!labels[1].is_decided() && !labels[2].is_decided());
    assert!(
        labels[0].order(Some(0.0)) > labels[1].order(Some(0.0))
            && labels[1].order(Some(0.0)) > labels[2].order(Some(0.0))
    );
    let greater = Label {
        value: Some(4.0),
        ..labels[1].clone()
    };
    assert!(greater.order(Some(0.0)) > labels[0].order(Some(0.0)));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("decided.parquet");
    let run = Run {
        by: |_| Ok(hidden(Decides)),
        name: "decides",
        ..Run::default()
    };
    let made = run.to(&path).unwrap();
    let states = load(&path).unwrap().states;
    assert!(states.iter().all(|own| own.moves[0].is_decided()));
    let best = states[0].best(Some(0.0)).expect("there are moves");
    assert_eq!(best, &states[0].moves[0]);
    assert_eq!(made.summary.decided, made.summary.states);
    assert_eq!(made.summary.exact, made.summary.states);
}

#[test]
fn a_decided_win_stands_beside_an_estimate_and_never_beside_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    Run::default().to(&path).unwrap();
    let sampled = load(&path).unwrap();
    let with = |value: f64, exact: bool, plies: Option<u32>| {
        let mut own = sampled.clone();
        let label = &mut own.states[0].moves[0];
        (label.value, label.exact, label.plies) = (Some(value), exact, plies);
        own
    };
    let decided = with(1.0, false, Some(3));
    let merged = |other: Benchmark| merge(vec![other, decided.clone()], false, OnConflict::Mean);
    let beside = merged(with(0.25, false, None)).unwrap();
    assert_eq!(beside.states[0].moves[0], decided.states[0].moves[0]);
    let proved = with(1.0, true, Some(3));
    let beside = merged(proved.clone()).unwrap();
    assert_eq!(beside.states[0].moves[0], proved.states[0].moves[0]);
    let said = merged(with(-1.0, true, Some(4))).unwrap_err();
    assert!(said.what.contains("prove different values"), "{said}");
}

/// The same benchmark in a game of a hundred points, where fifty are a draw.
fn of_a_hundred(benchmark: &Benchmark) -> Benchmark {
    let mut own = benchmark.clone();
    own.meta.sum = Some(100);
    for label in own.states.iter_mut().flat_map(|own| &mut own.moves) {
        label.value = label.value.map(|value| 50.0 + 50.0 * value);
    }
    own
}

#[test]
fn of_a_hundred_points_fifty_are_a_draw() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let run = Run {
        by: solver,
        name: "solver",
        ..Run::default()
    };
    run.to(&path).unwrap();
    let plain = load(&path).unwrap();
    let hundred = of_a_hundred(&plain);
    let bytes = write_parquet(&hundred).unwrap();
    assert_eq!(read_parquet(bytes).as_ref(), Ok(&hundred));

    let (ours, theirs) = (BenchmarkSummary::of(&hundred), BenchmarkSummary::of(&plain));
    assert!(theirs.plies.iter().any(|ply| ply.proved_best[1] > 0));
    for (ours, theirs) in ours.plies.iter().zip(&theirs.plies) {
        assert_eq!(
            (ours.proved_best, ours.best),
            (theirs.proved_best, theirs.best)
        );
        assert_eq!(ours.critical, theirs.critical);
    }
    for (ours, theirs) in hundred.states.iter().zip(&plain.states) {
        assert!((ours.spread(Some(50.0)) - 50.0 * theirs.spread(Some(0.0))).abs() < 1e-9);
        let place = |own: &plyscope_truth::Labelled, level| {
            let best = own.best(level).expect("there are moves");
            own.moves.iter().position(|label| label == best)
        };
        assert_eq!(place(ours, Some(50.0)), place(theirs, Some(0.0)));
    }
}

#[test]
fn a_decided_loss_of_thirty_points_of_a_hundred_is_no_win() {
    let label = |value, exact, plies| Label {
        mv: Some("a1".to_string()),
        value: Some(value),
        exact,
        plies,
        visits: None,
        q: None,
    };
    let loss = label(30.0, false, Some(4));
    let draw = label(50.0, true, Some(4));
    let estimate = label(-0.1, false, None);
    assert!(loss.order(Some(50.0)) < estimate.order(Some(50.0)));
    assert!(estimate.order(Some(50.0)) < draw.order(Some(50.0)));
    assert_eq!(draw.order(Some(50.0)), Some((0, 0.0)));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    Run::default().to(&path).unwrap();
    let sampled = of_a_hundred(&load(&path).unwrap());
    let with = |own: &Label| {
        let mut changed = sampled.clone();
        let mv = changed.states[0].moves[0].mv.clone();
        changed.states[0].moves[0] = Label { mv, ..own.clone() };
        changed
    };
    let both = |one: &Label, other: &Label| {
        let parts = vec![with(one), with(other)];
        merge(parts, false, OnConflict::Mean).map(|own| own.states[0].moves[0].clone())
    };
    // The loss that is farther from level is the one that was found last.
    let farther = label(10.0, false, Some(4));
    assert_eq!(both(&loss, &farther).unwrap().value, Some(10.0));
    let said = both(&loss, &label(60.0, false, Some(4))).unwrap_err();
    assert!(said.what.contains("prove different values"), "{said}");
    let mut other = sampled.clone();
    other.meta.sum = Some(0);
    assert!(merge(vec![sampled.clone(), other], false, OnConflict::First).is_err());
}

#[test]
fn moves_are_proved_by_others_that_lead_to_the_same_state_or_an_image_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all");
    let run = Run {
        by: solver,
        name: "solver",
        states: 2_000,
        ..Run::default()
    };
    run.to(&path).unwrap();
    let truth = load(&path).unwrap();
    // Of each state all moves but the first are as if only sampled.
    let mut benchmark = truth.clone();
    let labels = |own: &mut Benchmark| {
        let states = own.states.iter_mut();
        states.flat_map(|own| own.moves.iter_mut().skip(1)).count()
    };
    let sampled = labels(&mut benchmark);
    for own in &mut benchmark.states {
        for label in own.moves.iter_mut().skip(1) {
            (label.value, label.exact, label.plies) = (Some(0.25), false, None);
            (label.visits, label.q) = (Some(4), Some(0.25));
        }
    }
    let proved = share_proofs(&*tictactoe(), &mut benchmark).unwrap();
    assert!(
        proved > sampled / 4 && proved < sampled,
        "{proved} of {sampled}"
    );
    let all = benchmark.states.iter().zip(&truth.states);
    let all = all.flat_map(|(own, truth)| own.moves.iter().zip(&truth.moves));
    for (own, truth) in all {
        if own.exact {
            assert_eq!((own.value, own.plies), (truth.value, truth.plies));
        } else {
            assert_eq!(own.value, Some(0.25));
        }
        assert!(own.q.is_none() || own.visits == Some(4));
    }

    let wrong = &mut benchmark.states[0].moves[0];
    wrong.value = wrong.value.map(|value| value - 1.0);
    let said = share_proofs(&*tictactoe(), &mut benchmark).unwrap_err();
    assert!(said.to_string().contains("differ"), "{said}");
}

#[test]
fn how_often_play_comes_to_a_ply_is_kept_in_files_and_added_up_in_merges() {
    let mut one = crate::common::small();
    let without = one.clone();
    one.meta.reach = Some("4:4,4,2".parse().unwrap());
    let read = read_parquet(write_parquet(&one).unwrap()).unwrap();
    assert_eq!(read, one);
    let xml = read_xml(&write_xml(&one).unwrap()).unwrap();
    assert_eq!(xml.admit(&*tictactoe()).unwrap(), one);
    let both = merge(vec![one.clone(), one.clone()], false, OnConflict::Refuse).unwrap();
    assert_eq!(both.meta.reach.unwrap().to_string(), "8:8,8,4");
    let part = merge(vec![one, without], false, OnConflict::Refuse).unwrap();
    assert_eq!(part.meta.reach, None, "nobody counted in the other part");
}
