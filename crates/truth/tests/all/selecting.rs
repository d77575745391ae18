//! The states that are chosen are those that were asked for.

use std::collections::HashSet;

use crate::common::{solver, tictactoe};
use plyscope_game::{Player, Stop};
use plyscope_truth::{Amount, Chosen, Filter, Pool, Selector, Source, select};

fn chosen(pool: Pool<'_>, amount: Amount, filter: &Filter) -> Chosen {
    let stop = Stop::default();
    select(&*tictactoe(), pool, amount, filter, 7, &stop, &|_| {}).unwrap()
}

/// Every state as text, with its ply.
fn told(states: &Chosen) -> Vec<(String, u32)> {
    let plies = states.plies.iter().enumerate();
    plies
        .map(|(at, &ply)| (states.states.text(at), ply))
        .collect()
}

/// How many states are of a ply.
fn of_ply(states: &Chosen, ply: u32) -> usize {
    states.plies.iter().filter(|&&own| own == ply).count()
}

fn everything() -> Filter {
    Filter {
        keep_single: true,
        keep_finished: true,
        ..Filter::default()
    }
}

#[test]
fn all_states_are_as_many_as_the_books_say() {
    let all = |filter: &Filter| chosen(Pool::All { most: 6000 }, Amount::Everything, filter).len();
    assert_eq!(all(&everything()), 5478);
    let folded = Filter {
        symmetry: true,
        ..everything()
    };
    assert_eq!(all(&folded), 765);
    let unfinished = Filter {
        keep_finished: false,
        ..everything()
    };
    assert_eq!(all(&unfinished), 4520);
    let too_many = select(
        &*tictactoe(),
        Pool::All { most: 1000 },
        Amount::Everything,
        &everything(),
        1,
        &Stop::default(),
        &|_| {},
    );
    assert!(too_many.err().unwrap().what.contains("more than 1000"));
}

#[test]
fn playouts_give_so_many_of_each_ply_and_none_twice() {
    let states = chosen(Pool::Playouts, Amount::PerPly(12), &Filter::default());
    assert_eq!(
        (0..9).map(|ply| of_ply(&states, ply)).collect::<Vec<_>>(),
        [1, 9, 12, 12, 12, 12, 12, 12, 0]
    );
    let distinct: HashSet<_> = told(&states).into_iter().map(|(text, _)| text).collect();
    assert_eq!(distinct.len(), states.len());
    assert!(states.plies.is_sorted());
    for at in 0..states.len() {
        let states = &states.states;
        assert!(states.payoffs(at).is_none() && states.move_count(at) > 1);
    }
}

#[test]
fn a_total_is_spread_over_the_plies_as_they_allow() {
    let states = chosen(Pool::Playouts, Amount::States(100), &Filter::default());
    assert_eq!(states.len(), 100);
    let of = |ply| of_ply(&states, ply);
    assert_eq!((of(0), of(1)), (1, 9));
    assert!((2..8).all(|ply| (14..=16).contains(&of(ply))));
}

#[test]
fn images_count_once_if_asked() {
    let filter = Filter {
        symmetry: true,
        ..Filter::default()
    };
    let states = chosen(Pool::Playouts, Amount::PerPly(1000), &filter);
    let folded: HashSet<_> = (0..states.len())
        .map(|at| states.states.canonical_key(at))
        .collect();
    assert_eq!(folded.len(), states.len());
    assert_eq!(of_ply(&states, 1), 3);
}

#[test]
fn filters_keep_what_they_say() {
    let filter = Filter {
        plies: (2, 6),
        player: Some(Player::SECOND),
        moves: (4, 6),
        ..Filter::default()
    };
    let states = chosen(Pool::Playouts, Amount::PerPly(5), &filter);
    assert_eq!(states.len(), 10);
    for at in 0..states.len() {
        assert!([3, 5].contains(&states.plies[at]));
        assert_eq!(states.states.mover(at), Player::SECOND);
    }
}

#[test]
fn agents_games_are_sampled_with_a_share_of_random_moves() {
    let pool = |random| Pool::Games {
        makers: [&solver, &solver],
        random,
    };
    let well_played = chosen(pool(0.0), Amount::PerPly(1000), &everything());
    let at_random = chosen(pool(1.0), Amount::PerPly(30), &everything());
    let won = |chosen: &Chosen| {
        let is_won = |&at: &usize| chosen.plies[at] < 9 && chosen.states.payoffs(at).is_some();
        (0..chosen.len()).filter(is_won).count()
    };
    assert_eq!(won(&well_played), 0, "perfect players do not lose");
    assert!(won(&at_random) > 10);
    let again = chosen(pool(1.0), Amount::PerPly(30), &everything());
    assert_eq!(told(&at_random), told(&again));
}

#[test]
fn a_list_is_taken_whole_or_by_chance() {
    let game = tictactoe();
    let texts = [
        (".../.x./...", 1),
        ("x../.../...", 1),
        ("..x/.../...", 1),
        ("x../.o./...", 2),
        (".../.x./...", 1),
    ];
    let list = || {
        let mut list = Chosen::new(&*game);
        for (text, ply) in texts {
            list.states.push_text(text).unwrap();
            list.plies.push(ply);
        }
        list
    };
    let whole = chosen(Pool::Listed(list()), Amount::Everything, &Filter::default());
    assert_eq!(told(&whole), told(&list())[..4]);
    let some = chosen(Pool::Listed(list()), Amount::PerPly(2), &Filter::default());
    assert_eq!(some.len(), 3);
}

#[test]
fn a_selector_says_all_that_was_asked() {
    let selector = Selector {
        source: Source::Agents {
            first: "mcts:playouts=10,c=1".to_string(),
            second: "random".to_string(),
            random: 0.25,
        },
        amount: Amount::PerPly(12),
        filter: Filter {
            plies: (8, u32::MAX),
            moves: (2, 5),
            player: Some(Player::FIRST),
            symmetry: true,
            critical: 1.0,
            ..everything()
        },
    };
    assert_eq!(
        selector.to_string(),
        "agents:first=(mcts:playouts=10,c=1),second=(random),random=0.25,per-ply=12,plies=8..,\
         player=first,moves=2..5,keep-single=on,keep-finished=on,symmetry=on,critical=1"
    );
}
