//! A sheet as a game of the workbench.
//!
//! A round in which several roles have a choice becomes several moves, of which
//! the later do not see the earlier. A role with a single legal move is not
//! asked, unless no role has a choice: then the role whose turn it is makes that move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plyscope_game::{
    Chance, Error, ErrorKind, Facts, Game, MAX_PLAYERS, Payoffs, Player, PlayoutStart, Points,
    Tally, mix_all,
};

use crate::board::BoardMap;
use crate::desk::{Backing, Desk};
use crate::error::{GdlError, GdlErrorKind};
use crate::features::Census;
use crate::found::{FactTrust, Found, is_over, points_of};
use crate::ground::GroundLimits;
use crate::lanes::{LONGEST, LaneStart, Lanes};
use crate::network::Network;
use crate::playouts::EngineKind;
use crate::sheet::Sheet;
use crate::state::{GdlMove, GdlState};

/// Fewer playouts than this are not worth the lanes.
const WORTH_LANES: u64 = 256;
/// Leaves of a tree that are best played out together: more would fill more lanes, and blunt the search.
const LEAVES: usize = 256;

/// A sheet with everything that play needs.
///
/// ```
/// use plyscope_game::{Game, Notation};
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
    roles: Vec<String>,
    pub(crate) backing: Backing,
    /// What waits for work; each thread takes one and puts it back.
    desks: Mutex<Vec<Desk>>,
    lanes: Mutex<Vec<Lanes>>,
    /// From how many playouts on lanes are used.
    worth_lanes: u64,
    why_by_rules: Option<GdlError>,
    found: Found,
    facts: Facts,
    pub(crate) board: Option<BoardMap>,
    pub(crate) census: Option<Census>,
    start: GdlState,
    is_in_trouble: AtomicBool,
    trouble: Mutex<Option<Error>>,
}

impl GdlGame {
    /// A game on a network or, where the sheet does not ground, by the rules themselves.
    ///
    /// # Errors
    /// When the sheet can be run in neither way.
    pub fn new(name: impl Into<String>, sheet: Sheet) -> Result<Self, GdlError> {
        Self::with(name, sheet, None, FactTrust::Found)
    }

    /// A game by a certain engine, or by the best where none is named, with facts of a certain kind.
    ///
    /// # Errors
    /// When the sheet cannot be run so.
    pub fn with(
        name: impl Into<String>,
        sheet: Sheet,
        engine: Option<EngineKind>,
        trust: FactTrust,
    ) -> Result<Self, GdlError> {
        let (roles, points) = (sheet.roles(), points_of(&sheet)?);
        let mut why_by_rules = None;
        let backing = if engine == Some(EngineKind::Rules) {
            Backing::by(sheet)
        } else {
            match Network::new(sheet.clone(), GroundLimits::default()) {
                Ok(network) => Backing::on(Arc::new(network)),
                Err(error) if engine.is_none() && error.kind == GdlErrorKind::Limit => {
                    why_by_rules = Some(error);
                    Backing::by(sheet)
                }
                Err(error) => return Err(error),
            }
        };
        let mut desk = backing.desk()?;
        let start = backing.start(&desk);
        let found = Found::by_playing(&backing, &mut desk, &start, roles.len());
        // Trouble in the first games is trouble with the sheet.
        if let Some(error) = desk.take_error() {
            return Err(error);
        }
        let board = BoardMap::find(&backing, &start, &roles);
        let mut game = Self {
            name: name.into(),
            facts: found.facts(&backing, points, roles.len(), trust),
            census: board
                .as_ref()
                .and_then(|board| Census::new(board, &backing)),
            board,
            roles,
            backing,
            desks: Mutex::new(vec![desk]),
            lanes: Mutex::default(),
            worth_lanes: match engine {
                Some(EngineKind::Lanes) => 1,
                Some(_) => u64::MAX,
                None => WORTH_LANES,
            },
            why_by_rules,
            found,
            start: GdlState::of(start),
            is_in_trouble: AtomicBool::new(false),
            trouble: Mutex::default(),
        };
        game.start = game.settle(game.start.fluents.clone()).0;
        Ok(game)
    }

    /// The name it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The roles, in the order of the sheet; player n is role n.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// What the facts rest on.
    pub fn found(&self) -> Found {
        self.found
    }

    /// The engine for one state: `state`, or `rules` where the sheet does not ground.
    pub fn engine(&self) -> EngineKind {
        match self.backing {
            Backing::Network { .. } => EngineKind::State,
            Backing::Rules { .. } => EngineKind::Rules,
        }
    }

    /// Why the rules themselves are used, where they were not asked for.
    pub fn why_by_rules(&self) -> Option<&GdlError> {
        self.why_by_rules.as_ref()
    }

    /// The network, if the sheet has one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        match &self.backing {
            Backing::Network { network, .. } => Some(network),
            Backing::Rules { .. } => None,
        }
    }

    /// Whether fluents look like the cells of a board.
    pub fn has_board(&self) -> bool {
        self.board.is_some()
    }

    /// Whether the board has pieces that belong to roles, which [`crate::PieceCounts`] counts.
    pub fn has_pieces(&self) -> bool {
        self.census.is_some()
    }

    /// What the facts rest on, and who plays, in sentences.
    pub fn remarks(&self) -> Vec<String> {
        let games = match self.found.games {
            1 => "1 random game".to_owned(),
            games => format!("{games} random games"),
        };
        let mut remarks = vec![format!("roles: {}", self.roles.join(", "))];
        if self.roles.len() > 1 {
            remarks.push(if self.found.simultaneous {
                "some rounds are played at the same time".to_owned()
            } else if self.found.turns_proved {
                "roles move in turn: proved".to_owned()
            } else {
                format!("roles move in turn: found by {games}, not proved")
            });
            remarks.push(match self.found.sum {
                Some(sum) => format!("points add up to {sum}: found by {games}, not proved"),
                None if self.found.games == 0 => {
                    "no random game was finished in time, so no sum of points is known".to_owned()
                }
                None => format!("points have no constant sum: found by {games}"),
            });
        }
        remarks.push(match self.found.most_rounds {
            Some(rounds) => format!("at most {rounds} rounds: proved"),
            None => "no game is known to be the longest".to_owned(),
        });
        if let Some(why) = &self.why_by_rules {
            remarks.push(format!(
                "played by the rules themselves, slowly: {}",
                why.what
            ));
        }
        remarks
    }

    fn with_desk<T: Default>(&self, work: impl FnOnce(&mut Desk) -> T) -> T {
        let waiting = self
            .desks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let desk = waiting.map_or_else(|| self.backing.desk(), Ok);
        let mut desk = match desk {
            Ok(desk) => desk,
            Err(error) => {
                self.tell(error.what, error.hint);
                return T::default();
            }
        };
        let result = work(&mut desk);
        if let Some(error) = desk.take_error() {
            let what = format!("a state cannot be worked out: {}", error.what);
            self.tell(what, error.hint);
        }
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        desks.push(desk);
        result
    }

    pub(crate) fn with_lanes<T>(
        &self,
        network: &Arc<Network>,
        work: impl FnOnce(&mut Lanes) -> T,
    ) -> T {
        let locked = || self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = locked().pop();
        let mut lanes = waiting.unwrap_or_else(|| Lanes::new(Arc::clone(network)));
        let result = work(&mut lanes);
        locked().push(lanes);
        result
    }

    /// Says that what was computed with this game does not hold.
    #[cold]
    fn tell(&self, what: String, hint: impl Into<String>) {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        let error = Error::new(ErrorKind::Unsuited, what).with_hint(hint);
        trouble.get_or_insert(error.in_context(&self.name));
        self.is_in_trouble.store(true, Ordering::Release);
    }

    /// Says that a state contradicts what random games showed.
    #[cold]
    pub(crate) fn contradict(&self, what: &str) {
        let games = self.found.games;
        let what = format!("{what}, though {games} random games showed none such; no value holds");
        let hint = "open the game with `facts=proved`, and take an agent that needs neither turns nor a constant sum";
        self.tell(what, hint);
    }

    /// Works out who moves and what, in a state at the beginning of a round.
    ///
    /// A state in which a role has no legal move, but which is not terminal, is
    /// taken to be over: the sheet says no more. Says in what the state
    /// contradicts the facts, if it does.
    fn arrive(&self, desk: &mut Desk, state: &mut GdlState) -> Option<String> {
        state.pending.clear();
        state.legal.clear();
        state.over = None;
        let roles = self.roles.len();
        if is_over(desk, roles) {
            let (payoffs, wrong) = self.payoffs_at(desk);
            state.over = Some(payoffs);
            state.mover = self.backing.turn(desk.phase()).unwrap_or(0) as u8;
            return wrong;
        }
        let mut choosers = (0..roles).filter(|&role| desk.count(role) > 1);
        let chooser = choosers.next();
        let is_hidden_round = !self.facts.simultaneous && choosers.next().is_some();
        let mover = chooser.unwrap_or_else(|| self.forced_mover(desk));
        self.ask(desk, state, mover);
        is_hidden_round.then(|| "two roles choose at the same time".to_owned())
    }

    /// The points of all roles; a role for whom the sheet names none or several gets 0.
    fn payoffs_at(&self, desk: &mut Desk) -> (Payoffs, Option<String>) {
        let roles = self.roles.len();
        let mut points = [0; MAX_PLAYERS];
        for (role, points) in points.iter_mut().enumerate().take(roles) {
            *points = desk.goal(role).unwrap_or(0);
        }
        self.weighed(&points[..roles])
    }

    /// Points as payoffs, and in what they contradict the facts.
    pub(crate) fn weighed(&self, points: &[Points]) -> (Payoffs, Option<String>) {
        let range = self.facts.points;
        if points.iter().any(|own| !(range.0..=range.1).contains(own)) {
            let what = format!(
                "an end is worth more or less than {} to {} points",
                range.0, range.1
            );
            return (Payoffs::DRAW, Some(what));
        }
        let sum = points.iter().sum();
        let is_other = self.facts.sum.is_some_and(|constant| constant != sum);
        let wrong = is_other.then(|| format!("the points of an end add up to {sum}"));
        (Payoffs::new(points).unwrap_or(Payoffs::DRAW), wrong)
    }

    /// Whose turn it is where no role has a choice.
    fn forced_mover(&self, desk: &Desk) -> usize {
        if let Some(role) = self.backing.turn(desk.phase()) {
            return role;
        }
        let is_pass = |role: &usize| {
            let mv = desk.nth(*role, 0, &self.backing);
            !self.backing.move_text(mv).starts_with('(')
        };
        let mut roles = 0..self.roles.len();
        roles.find(|role| !is_pass(role)).unwrap_or(0)
    }

    fn ask(&self, desk: &Desk, state: &mut GdlState, role: usize) {
        state.mover = role as u8;
        state.legal.clear();
        let legal = (0..desk.count(role)).map(|nth| desk.nth(role, nth, &self.backing));
        state.legal.extend(legal);
        let is_too_much = |mv: &u32| *mv >= self.facts.move_indices;
        if state.legal.len() > self.facts.max_moves as usize || state.legal.iter().any(is_too_much)
        {
            let what = "there are more moves than a game by the rules may have".to_owned();
            self.tell(what, "rewrite the sheet so that it grounds");
        }
    }

    /// The state with such fluents, at the beginning of a round, and in what it contradicts the facts.
    pub(crate) fn settle(&self, fluents: Vec<u64>) -> (GdlState, Option<String>) {
        let mut state = GdlState::of(fluents);
        let wrong = self.with_desk(|desk| {
            desk.load(&state.fluents);
            self.arrive(desk, &mut state)
        });
        (state, wrong)
    }

    /// Whether the sheet itself says that the state is over.
    pub(crate) fn is_terminal(&self, fluents: &[u64]) -> bool {
        self.with_desk(|desk| {
            desk.load(fluents);
            desk.is_terminal()
        })
    }

    /// What the sheet's goals say of a state, whether it is over or not; 0 where they name no points or several.
    pub(crate) fn goals_now(&self, state: &GdlState) -> Vec<Points> {
        self.with_desk(|desk| {
            desk.load(&state.fluents);
            let roles = 0..self.roles.len();
            roles.map(|role| desk.goal(role).unwrap_or(0)).collect()
        })
    }

    /// Plays on by chance from a state, in whose round some have moved already; the moves made, or none if there was no end.
    fn play_out(&self, desk: &mut Desk, pending: &[u32], chance: &mut Chance) -> Option<u32> {
        let roles = self.roles.len();
        let mut moves = [0; MAX_PLAYERS];
        let mut pending = pending.iter();
        let mut plies = 0;
        for _ in 0..LONGEST {
            if is_over(desk, roles) {
                return Some(plies);
            }
            let mut is_forced = true;
            for (role, slot) in moves.iter_mut().enumerate().take(roles) {
                let count = desk.count(role);
                is_forced &= count == 1;
                *slot = match count {
                    1 => desk.nth(role, 0, &self.backing),
                    _ => pending.next().copied().unwrap_or_else(|| {
                        plies += 1;
                        desk.nth(role, chance.below(count), &self.backing)
                    }),
                };
            }
            plies += u32::from(is_forced);
            desk.advance(&moves[..roles]);
        }
        None
    }
}

impl Game for GdlGame {
    type State = GdlState;
    type Move = GdlMove;
    type Moves = std::vec::IntoIter<GdlMove>;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn trouble(&self) -> Option<Error> {
        if !self.is_in_trouble.load(Ordering::Acquire) {
            return None;
        }
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        trouble.clone()
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
        self.with_desk(|desk| {
            desk.load(&state.fluents);
            let roles = self.roles.len();
            let mover = usize::from(state.mover);
            let is_choice = state.legal.len() > 1;
            let next = (mover + 1..roles).find(|&role| is_choice && desk.count(role) > 1);
            if let Some(next) = next {
                self.ask(desk, state, next);
                return;
            }
            let mut moves = [0; MAX_PLAYERS];
            let mut chosen = state.pending.iter().filter(|_| is_choice);
            for (role, slot) in moves.iter_mut().enumerate().take(roles) {
                let own = if desk.count(role) > 1 {
                    chosen.next().copied()
                } else {
                    None
                };
                *slot = own.unwrap_or_else(|| desk.nth(role, 0, &self.backing));
            }
            desk.advance(&moves[..roles]);
            state.fluents.clear();
            state.fluents.extend_from_slice(desk.state());
            if let Some(wrong) = self.arrive(desk, state) {
                self.contradict(&wrong);
            }
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
        self.settle(state.fluents.clone()).0
    }

    fn state_bytes(&self, state: &GdlState) -> usize {
        let heap =
            8 * state.fluents.capacity() + 4 * (state.pending.capacity() + state.legal.capacity());
        size_of::<GdlState>() + heap
    }

    fn move_index(&self, mv: GdlMove) -> usize {
        mv.0 as usize
    }

    fn key(&self, state: &GdlState) -> u64 {
        match &self.backing {
            Backing::Network { .. } => {
                let pending = state.pending.iter().map(|&mv| u64::from(mv) + 1);
                pending.fold(mix_all(&state.fluents), |key, mv| mix_all(&[key, mv]))
            }
            Backing::Rules { names, .. } => {
                let fluents = state.fluents.iter().map(|&number| number as u32);
                let pending = state.pending.iter();
                pending.fold(names.fluents.hash_of_set(fluents), |key, &mv| {
                    mix_all(&[key, names.moves.hash_of_set(std::iter::once(mv))])
                })
            }
        }
    }

    fn pick(&self, state: &GdlState, chance: &mut Chance) -> GdlMove {
        GdlMove(state.legal[chance.below(state.legal.len() as u32) as usize])
    }

    fn playout(&self, state: GdlState, chance: &mut Chance) -> (Payoffs, u32) {
        if let Some(payoffs) = state.over {
            return (payoffs, 0);
        }
        let played = self.with_desk(|desk| {
            desk.load(&state.fluents);
            let plies = self.play_out(desk, &state.pending, chance)?;
            let (payoffs, wrong) = self.payoffs_at(desk);
            if let Some(wrong) = wrong {
                self.contradict(&wrong);
            }
            Some((payoffs, plies))
        });
        played.unwrap_or_else(|| {
            self.tell_endless();
            (Payoffs::DRAW, 1)
        })
    }

    /// Many playouts at a time go side by side.
    fn playouts(&self, state: &GdlState, count: u64, chance: &mut Chance) -> Tally {
        let in_lanes = count >= self.worth_lanes
            && !self.facts.simultaneous
            && state.over.is_none()
            && state.pending.is_empty();
        let Some(network) = self.network().filter(|_| in_lanes) else {
            let mut tally = Tally::default();
            for _ in 0..count {
                let (payoffs, plies) = self.playout(state.clone(), chance);
                tally.add(&payoffs, plies);
            }
            return tally;
        };
        let played = self.with_lanes(network, |lanes| {
            lanes.play_from(&state.fluents, count, chance)
        });
        if played.unfinished > 0 {
            self.tell_endless();
        }
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
        match self.network() {
            Some(_) if self.worth_lanes < u64::MAX => LEAVES,
            _ => 1,
        }
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
        let Some(network) = self.network().filter(|_| self.playout_lanes() > 1) else {
            let played = states.iter().cloned();
            ends.extend(played.map(|state| self.playout(state, chance)));
            return;
        };
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
        let mut fluents = Vec::new();
        for state in states {
            let (state, moves) = match state.pending[..] {
                [] => (state, 0),
                _ => completed
                    .next()
                    .map_or((state, 0), |(state, moves)| (state, *moves)),
            };
            before.push(moves);
            fluents.push(LaneStart {
                state: &state.fluents,
                first: None,
                games: 1,
            });
        }
        let mut played = Vec::new();
        self.with_lanes(network, |lanes| {
            lanes.play_each(&fluents, chance, &mut played);
        });
        for (end, before) in played.iter().zip(before) {
            let (payoffs, rounds) = self.told(end);
            ends.push((payoffs, before + rounds));
        }
    }

    fn playout_after(
        &self,
        starts: &[PlayoutStart<'_, Self>],
        chance: &mut Chance,
        ends: &mut Vec<(Payoffs, u32)>,
    ) {
        self.play_out_after(starts, chance, ends);
    }
}

impl GdlGame {
    #[cold]
    pub(crate) fn tell_endless(&self) {
        let what = format!("a random game did not end within {LONGEST} rounds");
        let hint = "count the rounds in a fluent, and let the game end when they are used up";
        self.tell(what, hint);
    }
}
