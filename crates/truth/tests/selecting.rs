//! The states that are chosen are those that were asked for.

mod common;

use std::collections::HashSet;

use common::solver;
use plyscope_game::{Game, Notation, Player, Stop};
use plyscope_games::mnk::{Mnk, State};
use plyscope_truth::{Amount, Chosen, Filter, Pool, Selector, Source, select};

fn chosen(pool: Pool<'_, Mnk>, amount: Amount, filter: &Filter) -> Vec<Chosen<State>> {
    let stop = Stop::default();
    select(&Mnk::tictactoe(), pool, amount, filter, 7, &stop, &|_| {}).unwrap()
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
        &Mnk::tictactoe(),
        Pool::All { most: 1000 },
        Amount::Everything,
        &everything(),
        1,
        &Stop::default(),
        &|_| {},
    );
    assert!(too_many.unwrap_err().what.contains("more than 1000"));
}

#[test]
fn playouts_give_so_many_of_each_ply_and_none_twice() {
    let game = Mnk::tictactoe();
    let states = chosen(Pool::Playouts, Amount::PerPly(12), &Filter::default());
    let of = |ply| states.iter().filter(|own| own.ply == ply).count();
    assert_eq!(
        (0..9).map(of).collect::<Vec<_>>(),
        [1, 9, 12, 12, 12, 12, 12, 12, 0]
    );
    let distinct: HashSet<_> = states.iter().map(|own| &own.state).collect();
    assert_eq!(distinct.len(), states.len());
    assert!(states.is_sorted_by_key(|own| own.ply));
    for own in &states {
        assert!(game.payoffs(&own.state).is_none() && game.moves(&own.state).len() > 1);
    }
}

#[test]
fn a_total_is_spread_over_the_plies_as_they_allow() {
    let states = chosen(Pool::Playouts, Amount::States(100), &Filter::default());
    assert_eq!(states.len(), 100);
    let of = |ply| states.iter().filter(|own| own.ply == ply).count();
    assert_eq!((of(0), of(1)), (1, 9));
    assert!((2..8).all(|ply| (14..=16).contains(&of(ply))));
}

#[test]
fn images_count_once_if_asked() {
    let game = Mnk::tictactoe();
    let filter = Filter {
        symmetry: true,
        ..Filter::default()
    };
    let states = chosen(Pool::Playouts, Amount::PerPly(1000), &filter);
    let folded: HashSet<_> = states
        .iter()
        .map(|own| game.canonical(&own.state))
        .collect();
    assert_eq!(folded.len(), states.len());
    assert_eq!(states.iter().filter(|own| own.ply == 1).count(), 3);
}

#[test]
fn filters_keep_what_they_say() {
    let game = Mnk::tictactoe();
    let filter = Filter {
        plies: (2, 6),
        player: Some(Player::SECOND),
        moves: (4, 6),
        ..Filter::default()
    };
    let states = chosen(Pool::Playouts, Amount::PerPly(5), &filter);
    assert_eq!(states.len(), 10);
    for own in states {
        assert!([3, 5].contains(&own.ply));
        assert_eq!(game.mover(&own.state), Player::SECOND);
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
    let won = |states: &[Chosen<State>]| {
        let is_won =
            |own: &&Chosen<State>| own.ply < 9 && Mnk::tictactoe().payoffs(&own.state).is_some();
        states.iter().filter(is_won).count()
    };
    assert_eq!(won(&well_played), 0, "perfect players do not lose");
    assert!(won(&at_random) > 10);
    assert_eq!(
        at_random,
        chosen(pool(1.0), Amount::PerPly(30), &everything())
    );
}

#[test]
fn a_list_is_taken_whole_or_by_chance() {
    let game = Mnk::tictactoe();
    let read = |(text, ply): (&str, u32)| Chosen {
        state: game.read_state(text).unwrap(),
        ply,
    };
    let list = || {
        let texts = [
            (".../.x./...", 1),
            ("x../.../...", 1),
            ("..x/.../...", 1),
            ("x../.o./...", 2),
        ];
        texts
            .into_iter()
            .chain([(".../.x./...", 1)])
            .map(read)
            .collect::<Vec<_>>()
    };
    let whole = chosen(Pool::Listed(list()), Amount::Everything, &Filter::default());
    assert_eq!(whole, list()[..4]);
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
