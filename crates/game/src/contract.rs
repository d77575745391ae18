//! The promises of [`crate::Game`] and [`Notation`], checked by playing.
//!
//! Every game's tests call [`check`]. It walks seeded random games and panics
//! with the state and the promise that was broken. [`check_state`] and
//! [`check_text`] hold a single state or text to the same promises.

use std::collections::HashSet;

use crate::{Chance, Notation, Payoffs, Perft, Player};

/// Plays `games` random games and holds every state on the way to the contract.
///
/// # Panics
/// When a promise is broken; the message names it and draws the state.
pub fn check<G: Notation>(game: &G, games: u32, seed: u64) {
    for task in 0..games {
        let mut chance = Chance::for_task(seed, u64::from(task));
        walk(game, &mut chance);
    }
    bad_text_is_an_error(game, &game.start(), &mut Chance::new(seed));
}

fn walk<G: Notation>(game: &G, chance: &mut Chance) {
    let facts = game.facts();
    let mut state = game.start();
    let mut plies = 0;
    loop {
        check_state(game, &state, chance);
        let range = game.ply_range(&state);
        assert!(
            range.is_none_or(|(fewest, most)| (fewest..=most).contains(&plies)),
            "ply {plies} is not in {range:?}\n{}",
            game.picture(&state)
        );
        if game.payoffs(&state).is_some() {
            return;
        }
        assert!(
            plies < facts.max_plies,
            "no game is longer than max_plies\n{}",
            game.picture(&state)
        );
        let moves: Vec<G::Move> = game.moves(&state).collect();
        let mv = moves[chance.below(moves.len() as u32) as usize];
        game.play(&mut state, mv);
        plies += 1;
    }
}

/// Holds one state to the contract, whether it was played or read.
///
/// # Panics
/// When a promise is broken.
pub fn check_state<G: Notation>(game: &G, state: &G::State, chance: &mut Chance) {
    state_round_trips(game, state);
    symmetries_commute(game, state);
    if let Some((fewest, most)) = game.ply_range(state) {
        assert!(
            fewest <= most && most <= game.facts().max_plies,
            "plies {fewest} to {most}"
        );
    }
    if let Some(payoffs) = game.payoffs(state) {
        payoffs_fit(game, state, &payoffs);
        assert_eq!(game.count_moves(state), None, "counted after the end");
        return;
    }
    let moves: Vec<G::Move> = game.moves(state).collect();
    moves_are_well_formed(game, state, &moves);
    legal_is_listed(game, state, &moves);
    picks_are_legal(game, state, &moves, chance);
    hidden_moves_are_not_seen(game, state, &moves, chance);
    if chance.below(8) == 0 {
        two_moves_are_counted(game, state, &moves);
    }
}

fn two_moves_are_counted<G: Notation>(game: &G, state: &G::State, moves: &[G::Move]) {
    let mut count = Perft::default();
    for &mv in moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let goes_on = game.payoffs(&next).is_none();
        count.add(goes_on.then(|| game.moves(&next).count()));
    }
    let picture = game.picture(state);
    assert_eq!(game.count_two(state), count, "two moves counted\n{picture}");
}

/// Reads any text as a state, and as moves in `state`, which is not over.
///
/// # Panics
/// When an error has no hint or a place outside the text, when a move is read
/// that is not listed, or when a word of a list of moves ends inside a letter.
pub fn check_text<G: Notation>(game: &G, state: &G::State, text: &str) {
    if let Err(error) = game.read_state(text) {
        assert!(error.hint.is_some(), "no hint for state `{text}`");
        assert!(
            error.at.is_none_or(|at| at <= text.len()),
            "place outside `{text}`"
        );
    }
    match game.read_move(state, text) {
        Ok(mv) => assert!(
            game.moves(state).any(|listed| listed == mv),
            "`{text}` is read as a move that is not listed\n{}",
            game.picture(state)
        ),
        Err(error) => assert!(error.hint.is_some(), "no hint for move `{text}`"),
    }
    let word = text.trim_start();
    if !word.is_empty() {
        let length = game.first_move_len(word);
        assert!(
            length >= 1 && word.is_char_boundary(length),
            "`{word}` cut at {length}"
        );
    }
}

/// A state read from its own text is the same state with the same key: so keys
/// kept up move by move equal keys from scratch.
fn state_round_trips<G: Notation>(game: &G, state: &G::State) {
    let text = game.write_state(state);
    let back = game
        .read_state(&text)
        .unwrap_or_else(|error| panic!("own text `{text}` is not read back: {error}"));
    assert_eq!(&back, state, "`{text}` reads as another state");
    assert_eq!(game.key(&back), game.key(state), "`{text}` has two keys");
    assert_eq!(game.payoffs(&back), game.payoffs(state), "`{text}`");
    assert_eq!(game.mover(&back), game.mover(state), "`{text}`");
    assert!(!text.contains('\n'), "a state is one line: `{text}`");
    let board = game.board(state);
    let cells = board.columns.len() * board.rows.len();
    assert_eq!(board.pieces.len(), cells, "one piece per cell: `{text}`");
    let mut pushed = String::new();
    game.push_cells(state, &mut pushed);
    assert!(pushed.chars().eq(board.pieces), "other letters: `{text}`");
}

/// Whatever was played earlier in the round, its later players are asked alike.
fn hidden_moves_are_not_seen<G: Notation>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    chance: &mut Chance,
) {
    let mut round = game.round_start(state);
    let picture = game.picture(state);
    assert!(!game.hidden(&round), "a round begins hidden\n{picture}");
    if !game.hidden(state) {
        assert_eq!(&round, state, "a round begins earlier\n{picture}");
        return;
    }
    assert!(game.facts().simultaneous, "hidden, but in turns\n{picture}");
    while game.mover(&round) != game.mover(state) {
        let mv = game.pick(&round, chance);
        game.play(&mut round, mv);
        assert!(game.hidden(&round), "the round is over too soon\n{picture}");
    }
    let others: Vec<G::Move> = game.moves(&round).collect();
    assert_eq!(others, moves, "hidden moves change legal ones\n{picture}");
}

fn moves_are_well_formed<G: Notation>(game: &G, state: &G::State, moves: &[G::Move]) {
    let picture = game.picture(state);
    let facts = game.facts();
    assert!(!moves.is_empty(), "no move, but not over\n{picture}");
    assert!(
        moves.len() <= facts.max_moves as usize,
        "too many\n{picture}"
    );
    assert_eq!(
        game.moves(state).len(),
        moves.len(),
        "len is exact\n{picture}"
    );
    assert_eq!(
        game.count_moves(state),
        Some(moves.len()),
        "counted\n{picture}"
    );
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(
        distinct.len(),
        moves.len(),
        "a move is listed once\n{picture}"
    );
    let indices: HashSet<_> = moves.iter().map(|&mv| game.move_index(mv)).collect();
    assert_eq!(indices.len(), moves.len(), "indices differ\n{picture}");
    assert!(
        indices
            .iter()
            .all(|&index| index < facts.move_indices as usize)
    );
    let candidates: Vec<_> = game.candidates(state).collect();
    assert!(
        !candidates.is_empty(),
        "a search must have a move\n{picture}"
    );
    let listed: Vec<_> = moves
        .iter()
        .filter(|mv| candidates.contains(mv))
        .copied()
        .collect();
    assert_eq!(
        listed, candidates,
        "candidates are moves, in order\n{picture}"
    );
    assert!(
        game.has_candidates() || candidates == moves,
        "a game that leaves out moves says so\n{picture}"
    );
    noisy_moves_are_moves(game, state, moves);
    let board = game.board(state);
    for &mv in moves {
        if let Some(cell) = game.cell(state, mv) {
            assert!(cell.column < board.columns.len() && cell.row < board.rows.len());
        }
    }
}

fn noisy_moves_are_moves<G: Notation>(game: &G, state: &G::State, moves: &[G::Move]) {
    let picture = game.picture(state);
    let Some(noisy) = game.noisy(state) else {
        return;
    };
    assert!(
        game.has_noisy(),
        "a game with noisy moves says so\n{picture}"
    );
    let found: Vec<_> = noisy.moves.collect();
    assert!(!found.is_empty(), "noisy without a move\n{picture}");
    assert!(
        !noisy.forced || found == moves,
        "forced among all moves\n{picture}"
    );
    let listed = moves.iter().filter(|mv| found.contains(mv)).copied();
    assert_eq!(
        listed.collect::<Vec<_>>(),
        found,
        "noisy moves are moves, in order\n{picture}"
    );
}

/// Every listed move reads back from its text; no text of another move does.
fn legal_is_listed<G: Notation>(game: &G, state: &G::State, moves: &[G::Move]) {
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = game.write_move(state, mv);
        assert!(texts.insert(text.clone()), "two moves are called `{text}`");
        assert_eq!(game.read_move(state, &text).as_ref(), Ok(&mv), "`{text}`");
        let len = game.first_move_len(&format!("{text}{text}"));
        let spaced = game.first_move_len(&format!("{text} {text}"));
        assert_eq!(spaced, text.len(), "`{text}` ends before a blank");
        assert!(len == text.len() || len == 2 * text.len(), "`{text}` twice");
    }
    for label in all_cell_names(game, state) {
        if let Ok(mv) = game.read_move(state, &label) {
            assert!(
                moves.contains(&mv),
                "`{label}` is read as a move that is not listed\n{}",
                game.picture(state)
            );
        }
    }
}

/// Every column label, row label and pair of both: most games name moves so.
fn all_cell_names<G: Notation>(game: &G, state: &G::State) -> Vec<String> {
    let board = game.board(state);
    let mut names = board.columns.clone();
    for row in &board.rows {
        names.extend(board.columns.iter().map(|column| format!("{column}{row}")));
    }
    names.push("pass".into());
    names
}

fn picks_are_legal<G: Notation>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    chance: &mut Chance,
) {
    for _ in 0..4 {
        let mv = game.pick(state, chance);
        assert!(
            moves.contains(&mv),
            "{mv:?} is picked, not listed\n{}",
            game.picture(state)
        );
    }
    let (payoffs, plies) = game.playout(state.clone(), chance);
    assert!(plies >= 1 && plies <= game.facts().max_plies);
    payoffs_fit(game, state, &payoffs);
    let tally = game.playouts(state, 3, chance);
    assert_eq!(tally.playouts, 3);
}

fn payoffs_fit<G: Notation>(game: &G, state: &G::State, payoffs: &Payoffs) {
    let facts = game.facts();
    let of = |player| payoffs.of(Player(player));
    let sum: i32 = (0..facts.players).map(of).sum();
    assert!(
        facts.sum.is_none_or(|constant| sum == constant),
        "points add up to {sum}\n{}",
        game.picture(state)
    );
    let in_range = |points| (facts.points.0..=facts.points.1).contains(&points);
    assert!(
        (0..facts.players).map(of).all(in_range),
        "{payoffs:?}\n{}",
        game.picture(state)
    );
}

/// The image of what follows is what follows from the image, in moves, payoffs and keys.
fn symmetries_commute<G: Notation>(game: &G, state: &G::State) {
    assert!(game.symmetries() >= 1, "the identity is a symmetry");
    assert_eq!(
        &game.map_state(0, state),
        state,
        "symmetry 0 is the identity"
    );
    let canonical = game.canonical_key(state).0;
    for symmetry in 0..game.symmetries() {
        let image = game.map_state(symmetry, state);
        assert_eq!(
            game.payoffs(&image),
            game.payoffs(state),
            "symmetry {symmetry}"
        );
        assert_eq!(game.mover(&image), game.mover(state), "symmetry {symmetry}");
        assert_eq!(
            game.canonical_key(&image).0,
            canonical,
            "symmetry {symmetry}"
        );
        if game.payoffs(state).is_some() {
            continue;
        }
        let images: HashSet<_> = game.moves(&image).collect();
        for mv in game.moves(state) {
            let mapped = game.map_move(symmetry, mv);
            assert!(
                images.contains(&mapped),
                "symmetry {symmetry} makes {mv:?} illegal"
            );
            let mut then_image = image.clone();
            game.play(&mut then_image, mapped);
            let mut then = state.clone();
            game.play(&mut then, mv);
            assert_eq!(
                game.map_state(symmetry, &then),
                then_image,
                "symmetry {symmetry}, {mv:?}"
            );
        }
    }
    let image = game.map_state(game.canonical_key(state).1, state);
    assert_eq!(
        game.key(&image),
        canonical,
        "the canonical key is the key of the image"
    );
}

/// Random and mutated text is answered with an error that has a hint, never a panic.
fn bad_text_is_an_error<G: Notation>(game: &G, state: &G::State, chance: &mut Chance) {
    let good = game.write_state(state);
    let alphabet: Vec<char> = "xoXO.-/ 0123456789abcwzZ☃é\t\"".chars().collect();
    for round in 0..500 {
        let text: String = if round % 2 == 0 {
            let length = chance.below(12);
            (0..length).map(|_| any_of(&alphabet, chance)).collect()
        } else {
            mutated(&good, &alphabet, chance)
        };
        check_text(game, state, &text);
    }
}

fn mutated(good: &str, alphabet: &[char], chance: &mut Chance) -> String {
    let mut text: Vec<char> = good.chars().collect();
    let place = chance.below(text.len() as u32) as usize;
    match chance.below(3) {
        0 => text[place] = any_of(alphabet, chance),
        1 => text.insert(place, any_of(alphabet, chance)),
        _ => text.truncate(place),
    }
    text.into_iter().collect()
}

fn any_of(alphabet: &[char], chance: &mut Chance) -> char {
    alphabet[chance.below(alphabet.len() as u32) as usize]
}
