//! The workbench's parsers: specs, weights files, positions.

use plyscope_game::Feature;
use plyscope_game::any::Position;
use plyscope_workbench::{
    NamedGame, Param, ParamKind, Params, Reading, SavedGame, Spec, Weights, pgn_of_saved, read_pgn,
    read_time,
};

use super::{REGISTRY, helps, open};

/// A parameter of every kind, without defaults: what is set was read.
const EVERY_KIND: [Param; 6] = [
    Param::new("count", ParamKind::Count(1, 1_000_000), "", "a count"),
    Param::new("number", ParamKind::Number(0.0, 2.0), "", "a number"),
    Param::new(
        "word",
        ParamKind::Choice(&["free", "exact"]),
        "free",
        "a word",
    ),
    Param::new("switch", ParamKind::Switch, "off", "a switch"),
    Param::new("time", ParamKind::Time, "", "a time"),
    Param::new("text", ParamKind::Text, "", "a text"),
];

/// The whole input is a spec; what is written of it reads back as the same.
pub fn spec(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let spec = match Spec::parse(&text) {
        Ok(spec) => spec,
        Err(error) => return helps(&error),
    };
    let written = spec.to_string();
    assert_eq!(Spec::parse(&written).as_ref(), Ok(&spec), "`{written}`");
    for (key, value) in &spec.args {
        let pairs = |letter| value.matches(letter).count();
        assert_eq!(pairs('('), pairs(')'), "`{key}` is cut wrongly: `{value}`");
        let _ = (read_time(value), Spec::parse(value));
    }
    match Params::check("anybody", &spec, &EVERY_KIND) {
        Ok(params) => params_are_in_range(&params),
        Err(error) => helps(&error),
    }
}

fn params_are_in_range(params: &Params) {
    let count = params.count("count");
    assert!(count.is_none_or(|count| (1..=1_000_000).contains(&count)));
    let number = params.number("number");
    assert!(number.is_none_or(|number| (0.0..=2.0).contains(&number)));
    assert!(["free", "exact"].contains(&params.word("word")));
    assert!(params.time("time").is_none_or(|time| !time.is_zero()));
    let _ = (params.switch("switch"), params.text("text"));
}

/// The whole input is a weights file; what is read can be used.
pub fn weights(data: &[u8]) {
    match Weights::parse(&String::from_utf8_lossy(data)) {
        Ok(weights) => weights_are_numbers(&weights),
        Err(error) => helps(&error),
    }
}

fn weights_are_numbers(weights: &Weights) {
    let names = weights.weights.keys();
    let features: Vec<Feature> = names.map(|name| Feature::new(name, "")).collect();
    let in_order = weights.in_order(&features).expect("every weight is named");
    assert_eq!(in_order.len(), features.len());
    assert!(in_order.iter().all(|weight| weight.is_finite()));
    if !features.is_empty() {
        helps(&weights.in_order(&[]).expect_err("no weight is named"));
    }
}

/// The whole input is a saved game; what is written of it reads back, and it replays or is refused.
pub fn record(data: &[u8]) {
    let record = match SavedGame::parse(&String::from_utf8_lossy(data)) {
        Ok(record) => record,
        Err(error) => return helps(&error),
    };
    assert_eq!(SavedGame::parse(&record.line()).as_ref(), Ok(&record));
    let game = match open(&record.game) {
        Ok(game) => game,
        Err(error) => return helps(&error),
    };
    match record.replay(&REGISTRY, &game) {
        Ok(position) => assert_eq!(position.moves().len(), record.moves.len()),
        Err(error) => helps(&error),
    }
}

/// The whole input is PGN; its games obey the rules or are refused, and what is written of them reads back.
pub fn pgn(data: &[u8]) {
    let games = match read_pgn(&String::from_utf8_lossy(data)) {
        Ok(games) => games,
        Err(error) => return helps(&error),
    };
    let chess = open("chess").expect("chess ships");
    for game in games {
        match game.position(&chess, None) {
            Ok(position) => pgn_reads_back(&chess, &position),
            Err(error) => helps(&error),
        }
    }
}

fn pgn_reads_back(chess: &NamedGame, position: &Position) {
    let saved = SavedGame {
        game: "chess".into(),
        first: "a \"name\" \\ of one's own".into(),
        second: "human".into(),
        others: Vec::new(),
        from: None,
        moves: position.move_texts(),
        seed: 1,
        payoffs: position.points(),
    };
    let written = pgn_of_saved(&saved, position);
    let again = read_pgn(&written).expect("own PGN is read back");
    assert_eq!(again.len(), 1, "{written}");
    assert_eq!(again[0].tag("White"), Some(saved.first.as_str()));
    same(
        position,
        &again[0].position(chess, None).expect("own moves are legal"),
    );
}

/// A line with the spec of a game, then the text of a position.
pub fn position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (spec, position) = text.split_once('\n').unwrap_or((&text, ""));
    let game = match open(spec) {
        Ok(game) => game,
        Err(error) => return helps(&error),
    };
    let again = open(game.spec()).expect("a game's own spec opens it");
    assert_eq!(again.spec(), game.spec());
    for reading in [Reading::Either, Reading::Moves, Reading::State] {
        match game.position(position, reading) {
            Ok(position) => position_holds(&game, position),
            Err(error) => helps(&error),
        }
    }
}

/// Every way to say the position again leads to it, and every legal move can be made and taken back.
fn position_holds(game: &NamedGame, mut position: Position) {
    let state = position.text();
    for reading in [Reading::State, Reading::Either] {
        same(&position, &read(game, &state, reading));
    }
    let moves = position.move_texts();
    if position.is_from_start() {
        same(&position, &read(game, &moves.join(" "), Reading::Moves));
        // Some games need blanks between moves: `e4e5` may be one or two of them.
        let glued = moves.concat();
        let first = moves.first().map_or(0, String::len);
        if !glued.is_empty() && position.states().first_move_len(&glued) == first {
            same(&position, &read(game, &glued, Reading::Moves));
        }
    }
    let mut replayed = read(game, &position.origin_text(), Reading::State);
    for mv in &moves {
        make(&mut replayed, mv);
    }
    same(&position, &replayed);
    for mv in position.legal() {
        let mut next = position.clone();
        make(&mut next, &mv);
        assert!(next.undo() && next.text() == state, "{state} {mv}");
    }
    while position.undo() {}
    assert_eq!(position.text(), position.origin_text());
}

fn read(game: &NamedGame, text: &str, reading: Reading) -> Position {
    game.position(text, reading)
        .unwrap_or_else(|error| panic!("own text `{text}` is not read back: {error}"))
}

fn make(position: &mut Position, mv: &str) {
    if let Err(error) = position.play(mv) {
        panic!("`{mv}` is listed but not played: {error}");
    }
}

fn same(one: &Position, other: &Position) {
    assert_eq!(one.text(), other.text());
    assert_eq!(one.mover(), other.mover());
    assert_eq!(one.payoffs(), other.payoffs());
    assert_eq!(one.legal(), other.legal());
    assert_eq!(one.cells().len(), other.legal().len());
    assert_eq!(one.board(), other.board());
}
