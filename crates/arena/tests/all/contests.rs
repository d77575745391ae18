//! Contests as a program holds them: the same on any number of threads, whoever takes part.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Ill, Illness, both, ill, match_of, one_ply};
use plyscope_arena::rating::Pairs;
use plyscope_arena::records::Line;
use plyscope_arena::{
    Balance, Contestant, End, Fault, Fixture, Format, GameRecord, Nobody, Opening, Openings,
    RandomOpenings, Rules, Schedule, Streak, Watch, every_opening,
};
use plyscope_connect4::{AnySize, ConnectFour, Standard};
use plyscope_game::any::{AgentOf, AnyAgent, AnyGame, Position};
use plyscope_game::{Error, Limits, Notation};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{Exhaustive, ExhaustiveParams, Mcts, MctsParams, Random};
use plyscope_solver_connect4::{ConnectFourSolver, SolverParams};

/// Keeps all games.
struct Keeper(Mutex<Vec<Kept>>);

type Kept = (Fixture, Opening, GameRecord);

impl Keeper {
    fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn games(self) -> Vec<Kept> {
        let mut games = self.0.into_inner().unwrap();
        games.sort_by_key(|(fixture, ..)| fixture.id);
        games
    }
}

impl Watch for Keeper {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        record: &GameRecord,
    ) -> Result<(), Error> {
        let game = (*fixture, opening.clone(), record.clone());
        self.0.lock().unwrap().push(game);
        Ok(())
    }
}

/// The games as text, times left out.
fn text(keeper: Keeper) -> Vec<String> {
    let text = |(fixture, opening, record): &Kept| {
        let line = Line::new(["a", "b"], fixture, opening, record);
        let times = Vec::new();
        format!("{:?}", Line { times, ..line })
    };
    keeper.games().iter().map(text).collect()
}

fn random<G: Notation>(game: &Arc<G>, name: &str) -> Contestant<'static> {
    Contestant::new(game, name, |seed| Random { seed })
}

fn after(game: &dyn AnyGame, moves: &str) -> Opening {
    Opening::of(&Position::after(game, moves).unwrap())
}

#[test]
fn the_games_do_not_depend_on_threads() {
    let (rules, game) = both(Standard::default());
    let games_on = |threads| {
        let contestants = vec![
            one_ply(&rules, "noisy"),
            random(&rules, "random"),
            one_ply(&rules, "noisy too"),
        ];
        let mut contest = match_of(&*game, contestants, 20);
        contest.threads = threads;
        let keeper = Keeper::new();
        contest.run(Vec::new(), &keeper).unwrap();
        text(keeper)
    };
    let alone = games_on(1);
    assert_eq!(alone.len(), 60);
    assert_eq!(alone, games_on(4));
}

#[test]
fn pairs_share_their_opening_and_swap_colours() {
    let (rules, game) = both(Standard::default());
    let keeper = Keeper::new();
    let contest = match_of(&*game, vec![random(&rules, "a"), random(&rules, "b")], 40);
    let results = contest.run(Vec::new(), &keeper).unwrap();
    let games = keeper.games();
    let mut openings = Vec::new();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].1.moves(), pair[1].1.moves());
        assert_eq!(pair[0].0.players, [0, 1]);
        assert_eq!(pair[1].0.players, [1, 0]);
        assert_ne!(
            pair[0].2.last.text(0),
            pair[1].2.last.text(0),
            "every game has chance of its own"
        );
        openings.push(pair[0].1.canonical_key());
    }
    openings.sort_unstable();
    openings.dedup();
    assert_eq!(openings.len(), 20, "no two openings are alike");
    let versus = results.versus()[0];
    assert_eq!(versus.count.games(), 40);
    assert_eq!(versus.pairs.pairs(), 20);
    assert_eq!(versus.count.wins, versus.other.losses);
    assert_eq!(versus.pairs.games(), versus.count.wdl());
}

#[test]
fn random_openings_that_run_out_are_an_error_before_the_first_game() {
    let (rules, game) = both(Mnk::tictactoe());
    let contest = match_of(&*game, vec![random(&rules, "a"), random(&rules, "b")], 200);
    let keeper = Keeper::new();
    let trouble = contest.run(Vec::new(), &keeper).unwrap_err();
    assert!(trouble.is_misuse() && trouble.what.contains("only 12 openings of 2 plies"));
    assert!(keeper.games().is_empty());
}

#[test]
fn every_random_opening_is_found_before_they_run_out() {
    let (_, game) = both(Mnk::tictactoe());
    let openings = Openings::Random(RandomOpenings::new(2, 5, None));
    let key = |round| {
        let opening = openings.get(&*game, round);
        opening.map(|own| own.canonical_key())
    };
    let mut keys: Vec<u64> = (0..12).map(|round| key(round).unwrap()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 12);
    assert!(key(12).is_err(), "there are no more");
}

#[test]
fn a_draw_beside_moves_that_were_only_guessed_at_is_no_verdict() {
    // The first player wins; a tree of 1,000 playouts proves one move drawn and guesses at the others.
    let (rules, game) = both(ConnectFour::new(AnySize::<u64>::new(5, 5, 4).unwrap()));
    let solver = |name: &str| {
        Contestant::new(&rules, name, |_| {
            ConnectFourSolver::new(SolverParams::default())
        })
    };
    let mut contest = match_of(&*game, vec![solver("a"), solver("b")], 2);
    contest.openings = Openings::listed(vec![after(&*game, "34152112122344")]).unwrap();
    let judge = Contestant::new(&rules, "judge", |seed| {
        let params = MctsParams {
            playouts: 1000,
            seed,
            ..MctsParams::default()
        };
        Mcts::new(params).unwrap()
    });
    contest.verdict = Some((judge, 0));
    for seed in 0..20 {
        contest.seed = seed;
        let keeper = Keeper::new();
        contest.run(Vec::new(), &keeper).unwrap();
        for (_, _, record) in keeper.games() {
            assert_eq!(
                record.winner,
                Some(plyscope_game::Player::FIRST),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn bad_agents_lose_by_rule_and_the_match_goes_on() {
    let (rules, game) = both(Standard::default());
    for (illness, kind) in [
        (Illness::Panics, "crash"),
        (Illness::Errs, "error"),
        (Illness::Cheats, "illegal"),
        (Illness::SaysNothing, "illegal"),
        (Illness::Dawdles, "time-out"),
    ] {
        // Well until its third move.
        let mut bad = ill(&rules, "bad", Ill { illness, after: 2 });
        if illness == Illness::Dawdles {
            bad.limits.time = Some(Duration::from_millis(1));
        }
        let mut contest = match_of(&*game, vec![random(&rules, "good"), bad], 10);
        contest.rules.margin = Duration::from_millis(20);
        let keeper = Keeper::new();
        let results = contest.run(Vec::new(), &keeper).unwrap();
        let totals = results.totals();
        assert_eq!(totals[1].games(), 10, "{kind}");
        assert_eq!(totals[1].faults, totals[1].losses, "{kind}");
        assert!(totals[1].faults >= 8, "{kind}: {totals:?}");
        assert_eq!(totals[0].faults, 0);
        let ended = |(.., record): &Kept| record.end.kind() == kind && record.points.is_none();
        let faults = keeper.games().iter().filter(|game| ended(game)).count();
        assert_eq!(faults as u64, totals[1].faults, "{kind}");
    }
}

#[test]
fn an_agent_that_cannot_be_made_for_a_game_loses_it() {
    let (rules, game) = both(Mnk::tictactoe());
    let (first, maker) = (9, Arc::clone(&rules));
    let moody = Contestant {
        // Made once with the seed of the contest, to see whether it can be.
        make: Box::new(move |seed| {
            assert_eq!(seed, first, "only this seed will do");
            let agent = AgentOf::new(Arc::clone(&maker), Random { seed });
            Ok(Box::new(agent) as Box<dyn AnyAgent>)
        }),
        ..random(&rules, "moody")
    };
    let mut contest = match_of(&*game, vec![random(&rules, "good"), moody], 6);
    contest.seed = first;
    let keeper = Keeper::new();
    let totals = contest.run(Vec::new(), &keeper).unwrap().totals();
    assert_eq!((totals[0].wins, totals[1].faults), (6, 6));
    let End::Fault(_, Fault::Crash(what)) = &keeper.games()[0].2.end else {
        panic!("it crashed");
    };
    assert!(what.contains("only this seed"), "{what}");
}

#[test]
fn an_agent_that_cannot_play_the_game_ends_the_contest_with_a_hint() {
    let (rules, game) = both(Standard::default());
    let bad = ill(
        &rules,
        "lame",
        Ill {
            illness: Illness::Errs,
            after: 0,
        },
    );
    let contest = match_of(&*game, vec![random(&rules, "good"), bad], 10);
    let trouble = contest.run(Vec::new(), &Nobody).unwrap_err();
    assert!(trouble.is_misuse());
    assert!(
        trouble.what.contains("`lame` cannot play this game"),
        "{trouble}"
    );
    assert!(trouble.hint.unwrap().contains("take a rest"));
}

#[test]
fn a_decision_does_not_depend_on_threads_either() {
    let (rules, game) = both(Standard::default());
    let is_clear = |pairs: &Pairs| pairs.counts[4] >= 12;
    let on = |threads| {
        let contestants = vec![one_ply(&rules, "noisy"), random(&rules, "random")];
        let mut contest = match_of(&*game, contestants, 400);
        contest.threads = threads;
        contest.until = Some(&is_clear);
        contest.run(Vec::new(), &Nobody).unwrap()
    };
    let (alone, together) = (on(1), on(4));
    assert!(alone.is_decided() && alone.is_whole());
    assert_eq!(alone.versus()[0].pairs.counts[4], 12);
    assert_eq!(alone.versus()[0].pairs, together.versus()[0].pairs);
    assert_eq!(alone.superfluous(), 0);
    // With many more threads than pairs until the decision they run out of openings first.
    for threads in [16, 64] {
        assert_eq!(alone.versus()[0].pairs, on(threads).versus()[0].pairs);
    }
}

#[test]
fn games_are_broken_off_as_the_rules_say() {
    let (rules, game) = both(Standard::default());
    let ends = |broken_off: Rules| {
        let keeper = Keeper::new();
        let mut contest = match_of(&*game, vec![one_ply(&rules, "a"), one_ply(&rules, "b")], 20);
        contest.rules = broken_off;
        let results = contest.run(Vec::new(), &keeper).unwrap();
        (results.totals()[0], keeper.games())
    };
    let (count, games) = ends(Rules {
        max_plies: Some(6),
        ..Rules::default()
    });
    assert_eq!(count.draws, count.adjudicated);
    assert!(games.iter().all(|(.., record)| record.moves.len() <= 4));
    let anything = Streak {
        value: -1e9,
        plies: 3,
        from: 7,
    };
    let (count, games) = ends(Rules {
        resign: Some(anything),
        ..Rules::default()
    });
    assert!(count.adjudicated > 10, "{count:?}");
    let resigned = games
        .iter()
        .filter(|(.., record)| record.end == End::Resigned);
    assert!(
        resigned
            .clone()
            .all(|(.., record)| record.moves.len() == 5 && record.points.is_none())
    );
    assert_eq!(resigned.count() as u64, count.adjudicated);
}

#[test]
fn a_verdict_is_what_the_game_would_have_come_to() {
    let (rules, game) = both(Mnk::tictactoe());
    let solver = || {
        Contestant::new(&rules, "solver", |_| {
            Exhaustive::new(ExhaustiveParams::default()).unwrap()
        })
    };
    let with_verdict = |from: Option<u32>| {
        let keeper = Keeper::new();
        let mut contest = match_of(
            &*game,
            vec![
                solver(),
                Contestant {
                    name: "two".into(),
                    ..solver()
                },
            ],
            24,
        );
        contest.verdict = from.map(|from| (solver(), from));
        contest.run(Vec::new(), &keeper).unwrap();
        keeper.games()
    };
    let played = with_verdict(None);
    let judged = with_verdict(Some(3));
    for (played, judged) in played.iter().zip(&judged) {
        assert_eq!(judged.2.end, End::Verdict);
        assert_eq!(judged.2.moves.len(), 1);
        assert_eq!(played.2.points, judged.2.points);
        assert_eq!(played.2.winner, judged.2.winner);
    }
}

#[test]
fn balanced_openings_are_draws_and_the_same_on_any_number_of_threads() {
    let (rules, game) = both(Mnk::tictactoe());
    let openings = |threads: usize| {
        let judge = Contestant::new(&rules, "solver", |_| {
            Exhaustive::new(ExhaustiveParams::default()).unwrap()
        });
        let balance = Balance { judge, within: 0.0 };
        // There are 18 of them.
        let mut contest = match_of(&*game, vec![random(&rules, "a"), random(&rules, "b")], 36);
        contest.openings = Openings::Random(RandomOpenings::new(4, 3, Some(balance)));
        contest.threads = threads;
        let keeper = Keeper::new();
        contest.run(Vec::new(), &keeper).unwrap();
        let games = keeper.games();
        let states = games
            .iter()
            .map(|(_, opening, _)| opening.present().text(0));
        states.collect::<Vec<_>>()
    };
    let found = openings(1);
    assert_eq!(found, openings(4));
    let solver = Exhaustive::new(ExhaustiveParams::default()).unwrap();
    let mut solver = AgentOf::new(rules, solver);
    let mut states = game.states();
    for (at, text) in found.iter().enumerate() {
        states.push_text(text).unwrap();
        let advice = solver.advise(&*states, at, &Limits::every_move()).unwrap();
        let value = advice.score_of(advice.best[0]).unwrap().value();
        assert_eq!(value, Some(0.0), "{text}");
    }
}

#[test]
fn openings_that_cannot_be_are_told() {
    let (rules, game) = both(Mnk::tictactoe());
    let with = |openings| {
        let mut contest = match_of(&*game, vec![random(&rules, "a"), random(&rules, "b")], 2);
        contest.openings = openings;
        contest.run(Vec::new(), &Nobody).unwrap_err().to_string()
    };
    let too_long = with(Openings::Random(RandomOpenings::new(9, 1, None)));
    assert!(too_long.contains("over before ply 9"), "{too_long}");
    // Nothing is ever less than 0 from 0.
    let balance = Balance {
        judge: random(&rules, "judge"),
        within: -1.0,
    };
    let hopeless = with(Openings::Random(RandomOpenings::new(4, 1, Some(balance))));
    assert!(hopeless.contains("not one is balanced"), "{hopeless}");
    assert!(Openings::listed(Vec::new()).is_err());
    let over = after(&*game, "a1 b1 a2 b2 a3");
    assert!(Openings::listed(vec![over]).is_err());
}

#[test]
fn all_openings_of_othello_are_one_after_one_ply() {
    let (_, game) = both(Othello::<8>::new(Payoff::WinLoss));
    assert_eq!(every_opening(&*game, 1, 1).unwrap().len(), 1);
    assert_eq!(every_opening(&*game, 2, 1).unwrap().len(), 3);
}

#[test]
fn a_contest_that_makes_no_sense_is_refused() {
    let (rules, game) = both(Mnk::tictactoe());
    let same = match_of(&*game, vec![random(&rules, "a"), random(&rules, "a")], 2);
    assert!(same.run(Vec::new(), &Nobody).is_err());
    let is_clear = |_: &Pairs| true;
    let mut three = match_of(
        &*game,
        vec![
            random(&rules, "a"),
            random(&rules, "b"),
            random(&rules, "c"),
        ],
        2,
    );
    three.until = Some(&is_clear);
    assert!(three.run(Vec::new(), &Nobody).is_err());
    assert!(Schedule::new(Format::Gauntlet, 2, 3).is_err());
}

#[test]
fn a_stopped_contest_gives_what_there_is() {
    struct StopAt<'a>(u64, &'a plyscope_game::Stop);
    impl Watch for StopAt<'_> {
        fn progress(&self, results: &plyscope_arena::Results) {
            if results.progress().0 == self.0 {
                self.1.raise();
            }
        }
    }
    let (rules, game) = both(Mnk::tictactoe());
    let mut contest = match_of(&*game, vec![random(&rules, "a"), random(&rules, "b")], 100);
    contest.openings = Openings::Random(RandomOpenings::new(4, 5, None));
    let results = contest.run(Vec::new(), &StopAt(31, &contest.stop)).unwrap();
    assert!(!results.is_whole());
    assert!(results.progress().0 < 35, "{:?}", results.progress());
}
