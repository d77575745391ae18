//! Rule sheets: read, checked, and played for a few rounds by every engine.

use std::sync::Arc;

use plyscope_game::Chance;
use plyscope_gdl::{
    GdlError, GroundLimits, Interpreter, Lanes, Machine, Network, Sheet, Stepper, check, decode,
};

/// Small enough that no input takes seconds.
const LIMITS: GroundLimits = GroundLimits {
    work: 300_000,
    size: 200_000,
    terms: 50_000,
};
const ROUNDS: u32 = 10;

/// Bad sheets are answered with words and a hint.
fn helps(error: &GdlError) {
    assert!(!error.what.is_empty() && !error.hint.is_empty(), "{error}");
}

/// The whole input is a rule sheet; it is read or refused, and whatever is found in it is said in words.
pub fn gdl_sheet(data: &[u8]) {
    let text = match decode(data) {
        Ok(text) => text,
        Err(error) => return helps(&error),
    };
    let (_, findings) = check(text);
    for finding in &findings {
        helps(&finding.to_error());
    }
    match Sheet::read(text) {
        Ok(sheet) => assert!(!sheet.roles().is_empty()),
        Err(error) => helps(&error),
    }
}

/// The whole input is a rule sheet; where it grounds, network and rules agree for ten rounds of a random game.
pub fn gdl_play(data: &[u8]) {
    let sheet = match decode(data).and_then(Sheet::read_plainly) {
        Ok(sheet) => sheet,
        Err(error) => return helps(&error),
    };
    let network = match Network::new(sheet.clone(), LIMITS) {
        Ok(network) => Arc::new(network),
        Err(error) => return helps(&error),
    };
    let mut lanes = Lanes::new(Arc::clone(&network)).with_longest(ROUNDS);
    let played = lanes.play(100, &mut Chance::new(1));
    assert_eq!(played.games + played.unfinished, 100);
    let mut state = Stepper::new(network);
    match Interpreter::with_work(sheet, LIMITS.work) {
        Ok(mut rules) => {
            if let Err(error) = agree(&mut rules, &mut state) {
                helps(&error);
            }
        }
        Err(error) => helps(&error),
    }
}

/// Plays a random game by both; an error is one that the rules are allowed to have.
fn agree(rules: &mut Interpreter, state: &mut Stepper) -> Result<(), GdlError> {
    let mut chance = Chance::new(2);
    let roles = rules.roles().len();
    for _ in 0..ROUNDS {
        assert_eq!(sorted(rules.fluents()), sorted(state.fluents()));
        let over = rules.is_terminal()?;
        assert_eq!(over, state.is_terminal()?);
        let mut moves = Vec::new();
        for role in 0..roles {
            assert_eq!(rules.goal(role)?, state.goal(role)?);
            let legal = sorted(rules.legal(role)?);
            assert_eq!(legal, sorted(state.legal(role)?));
            if legal.is_empty() {
                return Ok(());
            }
            moves.push(legal[chance.below(legal.len() as u32) as usize].clone());
        }
        if over {
            return Ok(());
        }
        rules.play(&moves)?;
        state.play(&moves)?;
    }
    Ok(())
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort_unstable();
    list.dedup();
    list
}
