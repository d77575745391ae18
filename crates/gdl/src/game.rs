//! A sheet as a game of the workbench.
//!
//! A round in which several roles have a choice becomes several moves, of which
//! the later do not see the earlier. A role with a single legal move is not
//! asked, unless nobody has a choice: then whoever's turn it is makes that move.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

use plyscope_game::{Chance, Facts, Game, MAX_PLAYERS, Payoffs, Player, Points, Tally, mix_all};

use crate::board::BoardMap;
use crate::error::GdlError;
use crate::ground::GroundLimits;
use crate::lanes::{LANES, LONGEST, Lanes};
use crate::network::{Choices, Network, phases};
use crate::propagate::{Propagator, has};
use crate::sheet::Sheet;
use crate::stepper::first_state;
use crate::walker::{Phases, Walker};

/// Games that are played to find out what cannot be read off the sheet.
const TRIALS: u32 = 100;
/// Fewer playouts than this are not worth the lanes.
const WORTH_LANES: u64 = 256;

/// A state: fluents, and the moves of a round that is not complete.
#[derive(Debug)]
pub struct GdlState {
    pub(crate) bits: Vec<u64>,
    /// Moves decided in this round, in the order of the roles that are asked.
    pub(crate) pending: Vec<u32>,
    // What follows from the above, worked out once.
    mover: u8,
    legal: Vec<u32>,
    over: Option<Payoffs>,
}

impl Clone for GdlState {
    fn clone(&self) -> Self {
        Self {
            bits: self.bits.clone(),
            pending: self.pending.clone(),
            mover: self.mover,
            legal: self.legal.clone(),
            over: self.over,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.bits.clone_from(&other.bits);
        self.pending.clone_from(&other.pending);
        self.legal.clone_from(&other.legal);
        (self.mover, self.over) = (other.mover, other.over);
    }
}

impl PartialEq for GdlState {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits && self.pending == other.pending
    }
}

impl Eq for GdlState {}

impl Hash for GdlState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.bits.hash(hasher);
        self.pending.hash(hasher);
    }
}

/// A move of one role, by its number among all moves of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GdlMove(pub(crate) u32);

/// A grounded sheet with everything that play needs.
///
/// ```
/// use plyscope_game::{Chance, Game, Notation};
/// use plyscope_gdl::{GdlGame, Sheet};
///
/// let sheet = Sheet::read(include_str!("../../../rules/tictactoe.kif"))?;
/// let game = GdlGame::new("tictactoe", sheet)?;
/// let mut state = game.start();
/// assert_eq!(game.moves(&state).len(), 9);
/// let centre = game.read_move(&state, "(mark 2 2)").expect("legal");
/// game.play(&mut state, centre);
/// println!("{}", game.picture(&state));
/// # Ok::<(), plyscope_gdl::GdlError>(())
/// ```
#[derive(Debug)]
pub struct GdlGame {
    name: String,
    pub(crate) network: Arc<Network>,
    phases: Arc<Phases>,
    /// Walkers that wait for work; each thread takes one and puts it back.
    pool: Mutex<Vec<Walker>>,
    lanes: Mutex<Vec<Lanes>>,
    /// By phase: the only role with more than one possible move.
    turn: Vec<Option<usize>>,
    facts: Facts,
    pub(crate) board: Option<BoardMap>,
    start: GdlState,
}

impl GdlGame {
    /// Grounds a sheet and finds out its facts.
    ///
    /// # Errors
    /// When the sheet does not ground within [`GroundLimits::default`].
    pub fn new(name: impl Into<String>, sheet: Sheet) -> Result<Self, GdlError> {
        let network = Arc::new(Network::new(sheet, GroundLimits::default())?);
        Ok(Self::of_network(name, network))
    }

    /// A game on a network.
    pub fn of_network(name: impl Into<String>, network: Arc<Network>) -> Self {
        let phases = Arc::new(Phases::new(Arc::clone(&network)));
        let turn = turns(&network);
        let widest = network
            .of_role
            .iter()
            .map(|moves| moves.end - moves.begin)
            .max()
            .unwrap_or(1);
        let roles = network.roles.len();
        let facts = Facts {
            players: roles as u8,
            sum: None,
            simultaneous: false,
            points: (0, 100),
            max_plies: LONGEST * roles as u32,
            max_moves: widest.max(1) as u32,
            move_indices: network.moves.len().max(1) as u32,
        };
        let mut game = Self {
            name: name.into(),
            board: BoardMap::find(&network),
            pool: Mutex::default(),
            lanes: Mutex::default(),
            turn,
            facts,
            start: GdlState {
                bits: first_state(&network),
                pending: Vec::new(),
                mover: 0,
                legal: Vec::new(),
                over: None,
            },
            phases,
            network,
        };
        game.try_out();
        let mut start = game.start.clone();
        game.with_walker(|walker| game.arrive(walker, &mut start));
        game.start = start;
        game
    }

    /// Plays some games to see whether roles choose at the same time and whether points have a constant sum.
    ///
    /// Found by playing, not proved.
    fn try_out(&mut self) {
        let mut chance = Chance::new(0);
        let mut sums: Option<(Points, Points)> = None;
        let mut simultaneous = false;
        let roles = self.network.roles.len();
        let mut walker = Walker::new(Arc::clone(&self.phases));
        let mut moves = Vec::new();
        for _ in 0..TRIALS {
            walker.load(&self.start.bits);
            for _ in 0..LONGEST {
                if walker.here().is_terminal() {
                    break;
                }
                let choosing = (0..roles)
                    .filter(|&role| count(walker.here(), role) > 1)
                    .count();
                simultaneous |= choosing > 1;
                walker.play_out(&mut chance, 1, &mut moves);
            }
            let sum: Points = (0..roles)
                .map(|role| walker.here().goal(role).unwrap_or(0))
                .sum();
            let (least, most) = sums.unwrap_or((sum, sum));
            sums = Some((least.min(sum), most.max(sum)));
        }
        self.facts.simultaneous = simultaneous;
        // Nothing at every end tells only that random play earns nothing.
        self.facts.sum = match sums {
            Some((least, most)) if roles == 2 && least == most && least > 0 => Some(least),
            _ => None,
        };
    }

    /// The name it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The roles, in the order of the sheet; player n is role n.
    pub fn roles(&self) -> &[String] {
        &self.network.roles
    }

    pub(crate) fn with_walker<T>(&self, work: impl FnOnce(&mut Walker) -> T) -> T {
        let waiting = self.pool.lock().ok().and_then(|mut pool| pool.pop());
        let mut walker = waiting.unwrap_or_else(|| Walker::new(Arc::clone(&self.phases)));
        let result = work(&mut walker);
        if let Ok(mut pool) = self.pool.lock() {
            pool.push(walker);
        }
        result
    }

    fn with_lanes<T>(&self, work: impl FnOnce(&mut Lanes) -> T) -> T {
        let waiting = self.lanes.lock().ok().and_then(|mut pool| pool.pop());
        let mut lanes = waiting.unwrap_or_else(|| Lanes::new(Arc::clone(&self.network)));
        let result = work(&mut lanes);
        if let Ok(mut pool) = self.lanes.lock() {
            pool.push(lanes);
        }
        result
    }

    /// Works out who moves and what, in a state at the beginning of a round.
    ///
    /// A state in which a role has no legal move, but which is not terminal, is
    /// taken to be over: the sheet says no more.
    fn arrive(&self, walker: &mut Walker, state: &mut GdlState) {
        walker.load(&state.bits);
        let here = walker.here();
        let roles = self.network.roles.len();
        state.pending.clear();
        state.over = None;
        if here.is_terminal() || (0..roles).any(|role| count(here, role) == 0) {
            let mut points = [0; MAX_PLAYERS];
            for (role, points) in points.iter_mut().enumerate().take(roles) {
                // `check` complains of goals beyond 100; payoffs hold no more than this.
                let goal = here.goal(role).unwrap_or(0);
                *points = goal.clamp(-Payoffs::MOST, Payoffs::MOST);
            }
            state.over = Payoffs::new(&points[..roles]).ok();
            state.legal.clear();
            state.mover = self
                .turn
                .get(walker.phase())
                .copied()
                .flatten()
                .unwrap_or(0) as u8;
            return;
        }
        let chooser = (0..roles).find(|&role| count(here, role) > 1);
        let mover = chooser.unwrap_or_else(|| self.forced_mover(walker));
        self.ask(walker.here(), state, mover);
    }

    /// Whose turn it is where nobody has a choice.
    fn forced_mover(&self, walker: &Walker) -> usize {
        if let Some(role) = self.turn.get(walker.phase()).copied().flatten() {
            return role;
        }
        let is_pass = |role: &usize| {
            let mv = self.network.of_role[*role].begin + first(walker.here(), *role);
            !self.network.moves[mv].starts_with('(')
        };
        (0..self.network.roles.len())
            .find(|role| !is_pass(role))
            .unwrap_or(0)
    }

    fn ask(&self, here: &Propagator, state: &mut GdlState, role: usize) {
        state.mover = role as u8;
        state.legal.clear();
        let moves = &self.network.of_role[role];
        let legal = here.legal(role);
        let legal = (moves.begin..moves.end).filter(|mv| has(legal, mv - moves.begin));
        state.legal.extend(legal.map(|mv| mv as u32));
    }

    /// Whether the points fit a state that was read: somebody must be able to move unless it is over.
    pub(crate) fn settle(&self, bits: Vec<u64>) -> GdlState {
        let mut state = GdlState {
            bits,
            ..self.start.clone()
        };
        self.with_walker(|walker| self.arrive(walker, &mut state));
        state
    }

    /// Whether the sheet itself says that the state is over.
    pub(crate) fn is_terminal(&self, bits: &[u64]) -> bool {
        self.with_walker(|walker| {
            walker.load(bits);
            walker.here().is_terminal()
        })
    }
}

fn count(here: &Propagator, role: usize) -> u32 {
    here.legal(role).iter().map(|word| word.count_ones()).sum()
}

/// The first legal move of a role, counted from the role's first.
fn first(here: &Propagator, role: usize) -> usize {
    crate::propagate::nth_bit(here.legal(role), 0)
}

/// By phase: the only role with more than one move that can be legal.
fn turns(network: &Network) -> Vec<Option<usize>> {
    let turn = |fixed: &Vec<Option<bool>>| {
        let choices = Choices::new(&network.rebuilt(fixed, None, |_| ()));
        let mut roles = (0..network.roles.len()).filter(|&role| choices.of_role(role).count() > 1);
        roles.next().filter(|_| roles.next().is_none())
    };
    phases(network).iter().map(turn).collect()
}

impl Game for GdlGame {
    type State = GdlState;
    type Move = GdlMove;
    type Moves = std::vec::IntoIter<GdlMove>;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn start(&self) -> GdlState {
        self.start.clone()
    }

    fn mover(&self, state: &GdlState) -> Player {
        Player(state.mover)
    }

    fn moves(&self, state: &GdlState) -> Self::Moves {
        let moves: Vec<GdlMove> = state.legal.iter().map(|&mv| GdlMove(mv)).collect();
        moves.into_iter()
    }

    fn play(&self, state: &mut GdlState, mv: GdlMove) {
        debug_assert!(state.legal.contains(&mv.0), "only legal moves are played");
        state.pending.push(mv.0);
        self.with_walker(|walker| {
            walker.load(&state.bits);
            let here = walker.here();
            let roles = self.network.roles.len();
            let mover = usize::from(state.mover);
            if let Some(next) = (mover + 1..roles).find(|&role| count(here, role) > 1) {
                self.ask(here, state, next);
                return;
            }
            let mut moves = [0; MAX_PLAYERS];
            for (role, slot) in moves.iter_mut().enumerate().take(roles) {
                let own = &self.network.of_role[role];
                let chosen = state
                    .pending
                    .iter()
                    .find(|&&mv| (own.begin..own.end).contains(&(mv as usize)));
                *slot = chosen.map_or_else(|| own.begin + first(here, role), |&mv| mv as usize);
            }
            walker.play(&moves[..roles]);
            state.bits.copy_from_slice(walker.state());
            self.arrive(walker, state);
        });
    }

    fn payoffs(&self, state: &GdlState) -> Option<Payoffs> {
        state.over
    }

    fn hidden(&self, state: &GdlState) -> bool {
        !state.pending.is_empty()
    }

    fn round_start(&self, state: &GdlState) -> GdlState {
        if state.pending.is_empty() {
            return state.clone();
        }
        self.settle(state.bits.clone())
    }

    fn state_bytes(&self, state: &GdlState) -> usize {
        let heap =
            8 * state.bits.capacity() + 4 * (state.pending.capacity() + state.legal.capacity());
        size_of::<GdlState>() + heap
    }

    fn move_index(&self, mv: GdlMove) -> usize {
        mv.0 as usize
    }

    fn key(&self, state: &GdlState) -> u64 {
        let pending = state.pending.iter().map(|&mv| u64::from(mv) + 1);
        let words: u64 = mix_all(&state.bits);
        pending.fold(words, |key, mv| mix_all(&[key, mv]))
    }

    fn pick(&self, state: &GdlState, chance: &mut Chance) -> GdlMove {
        GdlMove(state.legal[chance.below(state.legal.len() as u32) as usize])
    }

    /// Many playouts at a time go side by side.
    fn playouts(&self, state: &GdlState, count: u64, chance: &mut Chance) -> Tally {
        let mut tally = Tally::default();
        let in_lanes = count >= WORTH_LANES && !self.facts.simultaneous && state.over.is_none();
        if !in_lanes {
            for _ in 0..count {
                let (payoffs, plies) = self.playout(state.clone(), chance);
                tally.add(&payoffs, plies);
            }
            return tally;
        }
        let played = self.with_lanes(|lanes| lanes.play_from(&state.bits, count, chance));
        Tally {
            playouts: played.games,
            plies: played.rounds,
            first_wins: played.first_wins,
            second_wins: played.second_wins,
            points: played.points,
            squares: played.squares,
        }
    }
    fn playout_lanes(&self) -> usize {
        LANES
    }

    /// All states side by side. A round that has begun is completed first; each
    /// further round counts as one move, also where several roles choose.
    fn playout_each(
        &self,
        states: &[GdlState],
        chance: &mut Chance,
        ends: &mut Vec<(Payoffs, u32)>,
    ) {
        ends.clear();
        let mut begun: Vec<(GdlState, u32)> = Vec::new();
        for state in states.iter().filter(|state| !state.pending.is_empty()) {
            let (mut state, mut moves) = (state.clone(), 0);
            while !state.pending.is_empty() {
                let mv = self.pick(&state, chance);
                self.play(&mut state, mv);
                moves += 1;
            }
            begun.push((state, moves));
        }
        let mut completed = begun.iter();
        let mut before = Vec::new();
        let mut bits: Vec<&[u64]> = Vec::new();
        for state in states {
            let (state, moves) = match state.pending[..] {
                [] => (state, 0),
                _ => completed
                    .next()
                    .map_or((state, 0), |(state, moves)| (state, *moves)),
            };
            before.push(moves);
            bits.push(&state.bits);
        }
        let mut played = Vec::new();
        self.with_lanes(|lanes| lanes.play_each(&bits, 1, chance, &mut played));
        ends.extend(played.iter().zip(before).map(|(end, before)| {
            let points = end.points.map(i32::from);
            let payoffs = Payoffs::new(&points).unwrap_or(Payoffs::DRAW);
            (payoffs, before + end.rounds)
        }));
    }
}
