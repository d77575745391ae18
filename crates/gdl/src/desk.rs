//! A state that can be asked and moved on, whatever runs the sheet.

use std::sync::Arc;

use crate::by_rules::{RuleNames, RulesDesk};
use crate::error::GdlError;
use crate::lanes::count_bits;
use crate::network::{Choices, Network, phases};
use crate::propagate::{has, nth_bit, set};
use crate::rule::Pattern;
use crate::sheet::Sheet;
use crate::stepper::first_state;
use crate::terms::Shape;
use crate::walker::{Phases, Walker};

/// What runs a game.
#[derive(Debug)]
pub(crate) enum Backing {
    /// The sheet worked out into gates; a state is a bit per fluent.
    Network {
        network: Arc<Network>,
        phases: Arc<Phases>,
        /// By phase: the only role with more than one possible move.
        turn: Vec<Option<usize>>,
    },
    /// The rules themselves; a state is the sorted numbers of its fluents.
    Rules {
        sheet: Box<Sheet>,
        names: Arc<RuleNames>,
    },
}

impl Backing {
    /// A game on a network.
    pub(crate) fn on(network: Arc<Network>) -> Self {
        Self::Network {
            phases: Arc::new(Phases::new(Arc::clone(&network))),
            turn: turns(&network),
            network,
        }
    }

    /// A game by the rules.
    pub(crate) fn by(sheet: Sheet) -> Self {
        Self::Rules {
            sheet: Box::new(sheet),
            names: Arc::default(),
        }
    }

    /// Somewhere to look at states.
    pub(crate) fn desk(&self) -> Result<Desk, GdlError> {
        Ok(match self {
            Self::Network { phases, .. } => {
                Desk::Network(Box::new(Walker::new(Arc::clone(phases))))
            }
            Self::Rules { sheet, names } => {
                let desk = RulesDesk::new((**sheet).clone(), Arc::clone(names))?;
                Desk::Rules(Box::new(desk))
            }
        })
    }

    /// The first state.
    pub(crate) fn start(&self, desk: &Desk) -> Vec<u64> {
        match (self, desk) {
            (Self::Network { network, .. }, _) => first_state(network),
            (_, Desk::Rules(desk)) => desk.state().to_vec(),
            (Self::Rules { .. }, Desk::Network(_)) => Vec::new(),
        }
    }

    /// The role whose turn a phase is, if it is that of one alone.
    pub(crate) fn turn(&self, phase: usize) -> Option<usize> {
        match self {
            Self::Network { turn, .. } => turn.get(phase).copied().flatten(),
            Self::Rules { .. } => None,
        }
    }

    /// Whether no two roles can ever have a choice at the same time: proved, or not known.
    pub(crate) fn has_turns(&self) -> bool {
        match self {
            Self::Network { network, .. } => choosers(network).iter().all(|roles| roles.len() < 2),
            Self::Rules { sheet, .. } => sheet.role_terms.len() < 2,
        }
    }

    /// The fluents of a state, in a fixed order.
    pub(crate) fn fluents(&self, state: &[u64]) -> Vec<String> {
        match self {
            Self::Network { network, .. } => {
                let held = (0..network.fluents.len()).filter(|&fluent| has(state, fluent));
                held.map(|fluent| network.fluents[fluent].clone()).collect()
            }
            Self::Rules { names, .. } => {
                let held = state.iter();
                let mut texts: Vec<String> = held
                    .map(|&number| names.fluents.text(number as u32).to_string())
                    .collect();
                texts.sort_unstable();
                texts
            }
        }
    }

    /// The state with such fluents, or the first of them that never holds.
    pub(crate) fn read(&self, fluents: &[String]) -> Result<Vec<u64>, usize> {
        match self {
            Self::Network { network, .. } => {
                let mut bits = vec![0; network.state_words()];
                for (at, text) in fluents.iter().enumerate() {
                    let mut known = network.fluents.iter();
                    let fluent = known.position(|known| known.eq_ignore_ascii_case(text));
                    set(&mut bits, fluent.ok_or(at)?);
                }
                Ok(bits)
            }
            Self::Rules { sheet, names } => {
                let mut sheet = (**sheet).clone();
                let mut numbers = Vec::with_capacity(fluents.len());
                for (at, text) in fluents.iter().enumerate() {
                    let known = known_fluent(&mut sheet, text).ok_or(at)?;
                    numbers.push(u64::from(names.fluents.number(&known)));
                }
                numbers.sort_unstable();
                numbers.dedup();
                Ok(numbers)
            }
        }
    }

    /// A move as text.
    pub(crate) fn move_text(&self, mv: u32) -> String {
        match self {
            Self::Network { network, .. } => network.moves[mv as usize].clone(),
            Self::Rules { names, .. } => names.moves.text(mv).to_string(),
        }
    }
}

/// A fluent in the spelling of the sheet, if the sheet has any of its kind.
fn known_fluent(sheet: &mut Sheet, text: &str) -> Option<String> {
    let exprs = crate::kif::read(text).ok()?;
    let [expr] = &exprs[..] else { return None };
    let rules = crate::normal::rules_of(expr, &mut sheet.terms, text).ok()?;
    let [rule] = &rules[..] else { return None };
    let Pattern::Ground(term) = rule.head else {
        return None;
    };
    let own = sheet.terms.shape(term);
    let words = [sheet.words.init, sheet.words.next];
    let makes = |head: &Pattern| {
        let top = head.shape(&sheet.terms);
        let is_fluent = words
            .iter()
            .any(|&word| top == Some(sheet.words.shape(word)));
        let fluent: Option<Option<Shape>> =
            is_fluent.then(|| head.parts(&sheet.terms)[0].shape(&sheet.terms));
        // A rule that hands on any fluent says nothing of its kind.
        fluent.is_some_and(|shape| shape.is_none_or(|shape| shape == own))
    };
    let is_known = sheet.rules.iter().any(|rule| makes(&rule.head));
    is_known.then(|| sheet.terms.text(term))
}

/// By phase: the roles with more than one move that can be legal.
fn choosers(network: &Network) -> Vec<Vec<usize>> {
    let of_phase = |fixed: &Vec<Option<bool>>| {
        let choices = Choices::new(&network.rebuilt(fixed, None, |_| ()));
        let roles = 0..network.roles.len();
        roles
            .filter(|&role| choices.of_role(role).count() > 1)
            .collect()
    };
    phases(network).iter().map(of_phase).collect()
}

/// By phase: the only role with more than one move that can be legal.
fn turns(network: &Network) -> Vec<Option<usize>> {
    let only = |roles: &Vec<usize>| match roles[..] {
        [role] => Some(role),
        _ => None,
    };
    choosers(network).iter().map(only).collect()
}

/// A state that is looked at.
#[derive(Debug)]
pub(crate) enum Desk {
    /// On the network.
    Network(Box<Walker>),
    /// By the rules.
    Rules(Box<RulesDesk>),
}

impl Desk {
    /// Goes to a state.
    pub(crate) fn load(&mut self, state: &[u64]) {
        match self {
            Self::Network(walker) => walker.load(state),
            Self::Rules(desk) => desk.load(state),
        }
    }

    /// The state it is in.
    pub(crate) fn state(&self) -> &[u64] {
        match self {
            Self::Network(walker) => walker.state(),
            Self::Rules(desk) => desk.state(),
        }
    }

    /// Whether the sheet says that the game is over.
    pub(crate) fn is_terminal(&self) -> bool {
        match self {
            Self::Network(walker) => walker.here().is_terminal(),
            Self::Rules(desk) => desk.is_terminal(),
        }
    }

    /// How many legal moves a role has.
    pub(crate) fn count(&self, role: usize) -> u32 {
        match self {
            Self::Network(walker) => count_bits(walker.here().legal(role)),
            Self::Rules(desk) => desk.legal(role).len() as u32,
        }
    }

    /// A legal move of a role by its place.
    pub(crate) fn nth(&self, role: usize, nth: u32, backing: &Backing) -> u32 {
        match (self, backing) {
            (Self::Network(walker), Backing::Network { network, .. }) => {
                let begin = network.of_role[role].begin;
                (begin + nth_bit(walker.here().legal(role), nth)) as u32
            }
            (Self::Rules(desk), _) => desk.legal(role)[nth as usize],
            (Self::Network(_), Backing::Rules { .. }) => unreachable!("a desk is of its backing"),
        }
    }

    /// The points of a role; `None` where the sheet names none or several.
    pub(crate) fn goal(&mut self, role: usize) -> Option<i32> {
        match self {
            Self::Network(walker) => walker.here().goal(role),
            Self::Rules(desk) => desk.goal(role),
        }
    }

    /// The number of the phase that the state is in.
    pub(crate) fn phase(&self) -> usize {
        match self {
            Self::Network(walker) => walker.phase(),
            Self::Rules(_) => 0,
        }
    }

    /// Goes on by one move per role.
    pub(crate) fn advance(&mut self, moves: &[u32]) {
        match self {
            Self::Network(walker) => {
                let mut numbers = [0; plyscope_game::MAX_PLAYERS];
                for (slot, &mv) in numbers.iter_mut().zip(moves) {
                    *slot = mv as usize;
                }
                walker.play(&numbers[..moves.len()]);
            }
            Self::Rules(desk) => desk.advance(moves),
        }
    }

    /// Facts that the rules looked at so far; none on a network.
    pub(crate) fn spent(&self) -> u64 {
        match self {
            Self::Network(_) => 0,
            Self::Rules(desk) => desk.spent(),
        }
    }

    /// The first thing that could not be worked out.
    pub(crate) fn take_error(&mut self) -> Option<GdlError> {
        match self {
            Self::Network(_) => None,
            Self::Rules(desk) => desk.take_error(),
        }
    }
}
