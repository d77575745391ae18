//! What is found out of a game by playing it, and what can be proved from its sheet.

use plyscope_game::{Chance, Facts, Payoffs, Points};

use crate::desk::{Backing, Desk};
use crate::error::{GdlError, GdlErrorKind};
use crate::horizon::most_rounds;
use crate::lanes::LONGEST;
use crate::rule::Pattern;
use crate::sheet::Sheet;

/// Games that are played to find out what cannot be read off the sheet.
const TRIALS: u32 = 100;
/// Rounds of all of them together: a blink, also on large sheets.
const TRIAL_ROUNDS: u32 = 20_000;
/// The same by the rules: terms may grow with every round, and their texts are kept.
const TRIAL_ROUNDS_BY_RULES: u32 = 4_000;
/// Facts that the rules may look at for all of them, and bytes that they may write: less than a second.
const TRIAL_WORK: u64 = 3_000_000;
/// No sheet that runs by the rules themselves may have more moves than this in all: they are counted only as they are met.
const MOST_MOVES_BY_RULES: u32 = 1 << 16;
/// Nor more in one state.
const MOST_LEGAL_BY_RULES: u32 = 1 << 12;

/// What the facts of a game rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found {
    /// Random games that were played to their ends.
    pub games: u32,
    /// What the points of all roles added up to at every end that was seen, where it was the same.
    pub sum: Option<Points>,
    /// Whether more than one role had a choice in some round that was seen.
    pub simultaneous: bool,
    /// Whether it is proved that no two roles ever choose in the same round.
    pub turns_proved: bool,
    /// The most rounds that a game can have, where that is proved.
    pub most_rounds: Option<u32>,
}

/// Which facts a game claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FactTrust {
    /// What random games showed; a state that contradicts it is an error.
    #[default]
    Found,
    /// Only what is proved: the others are taken to be as bad as can be.
    Proved,
}

impl Found {
    /// Plays random games.
    pub(crate) fn by_playing(
        backing: &Backing,
        desk: &mut Desk,
        start: &[u64],
        roles: usize,
    ) -> Self {
        let mut left = match backing {
            Backing::Network { .. } => TRIAL_ROUNDS,
            Backing::Rules { .. } => TRIAL_ROUNDS_BY_RULES,
        };
        let mut chance = Chance::new(0);
        let mut sums: Option<(Points, Points)> = None;
        let mut found = Self {
            games: 0,
            sum: None,
            simultaneous: false,
            turns_proved: backing.has_turns(),
            most_rounds: match backing {
                Backing::Network { network, .. } => most_rounds(network),
                Backing::Rules { .. } => None,
            },
        };
        for _ in 0..TRIALS {
            desk.load(start);
            while left > 0 && desk.spent() < TRIAL_WORK && !is_over(desk, roles) {
                let choosing = (0..roles).filter(|&role| desk.count(role) > 1).count();
                found.simultaneous |= choosing > 1;
                let moves = random_moves(backing, desk, roles, &mut chance);
                desk.advance(&moves);
                left -= 1;
            }
            if !is_over(desk, roles) {
                break;
            }
            found.games += 1;
            let sum: Points = (0..roles).map(|role| desk.goal(role).unwrap_or(0)).sum();
            let (least, most) = sums.unwrap_or((sum, sum));
            sums = Some((least.min(sum), most.max(sum)));
        }
        // Nothing at every end tells only that random play earns nothing.
        found.sum = sums
            .filter(|&(least, most)| roles > 1 && least == most && least > 0)
            .map(|(sum, _)| sum);
        found
    }

    /// The facts that a game may claim.
    pub(crate) fn facts(
        &self,
        backing: &Backing,
        points: (Points, Points),
        roles: usize,
        trust: FactTrust,
    ) -> Facts {
        let (max_moves, move_indices) = match backing {
            Backing::Network { network, .. } => {
                let widest = network.of_role.iter().map(|own| own.end - own.begin).max();
                (widest.unwrap_or(1) as u32, network.moves.len() as u32)
            }
            Backing::Rules { .. } => (MOST_LEGAL_BY_RULES, MOST_MOVES_BY_RULES),
        };
        let plies_a_round = if self.turns_proved { 1 } else { roles as u32 };
        let is_open = trust == FactTrust::Proved && !self.turns_proved;
        Facts {
            players: roles as u8,
            sum: self.sum.filter(|_| trust == FactTrust::Found),
            simultaneous: self.simultaneous || is_open,
            points,
            max_plies: self.most_rounds.unwrap_or(LONGEST).max(1) * plies_a_round,
            max_moves: max_moves.max(1),
            move_indices: move_indices.max(1),
        }
    }
}

/// Whether the game is over: the sheet says so, or some role has no legal move.
pub(crate) fn is_over(desk: &Desk, roles: usize) -> bool {
    desk.is_terminal() || (0..roles).any(|role| desk.count(role) == 0)
}

fn random_moves(backing: &Backing, desk: &Desk, roles: usize, chance: &mut Chance) -> Vec<u32> {
    (0..roles)
        .map(|role| {
            let nth = match desk.count(role) {
                1 => 0,
                count => chance.below(count),
            };
            desk.nth(role, nth, backing)
        })
        .collect()
}

/// The fewest and the most points that the goals of a sheet name; 0 to 100 where they name fewer.
///
/// # Errors
/// When some are more than payoffs can hold.
pub(crate) fn points_of(sheet: &Sheet) -> Result<(Points, Points), GdlError> {
    let goal = Some(sheet.words.shape(sheet.words.goal));
    let mut range = (0, 100);
    for rule in &sheet.rules {
        if rule.head.shape(&sheet.terms) != goal {
            continue;
        }
        let parts = rule.head.parts(&sheet.terms);
        let Some(Pattern::Ground(term)) = parts.get(1) else {
            continue;
        };
        let text = sheet.terms.text(*term);
        let Ok(points) = text.parse::<Points>() else {
            continue;
        };
        if points.unsigned_abs() > Payoffs::MOST.unsigned_abs() {
            let what = format!("a goal of {text} points is more than a player can have");
            let hint = "goals go from 0 to 100";
            let error = GdlError::new(GdlErrorKind::Sheet, what, hint);
            return Err(error.at(rule.place, &sheet.text));
        }
        range = (range.0.min(points), range.1.max(points));
    }
    Ok(range)
}
