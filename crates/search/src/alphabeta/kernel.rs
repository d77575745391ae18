//! The recursion: one state, one window, one value.

use plyscope_game::{Evaluator, Facts, Game, Player, Rank};

use super::AlphaBetaSettings;
use crate::SearchBudget;
use crate::order::{Memory, MoveOrder, bring_best};
use crate::table::{Bound, Entry, Table};

/// What the rules call good is tried before what an evaluator or earlier cut-offs say.
const GOOD_BY_RULES: i64 = 1 << 41;

/// Moves still to look ahead, and moves made since the root.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) depth: u32,
    pub(super) ply: u32,
}

impl Place {
    fn next(self) -> Self {
        Self {
            depth: self.depth - 1,
            ply: self.ply + 1,
        }
    }
}

/// What the caller wants to know: where the rank lies between `low` and `high`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) low: Rank,
    pub(super) high: Rank,
}

impl Window {
    pub(super) fn turned(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }

    fn is_null(self) -> bool {
        self.low.above() >= self.high
    }
}

/// What a search found out about one state.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// For the mover of the state; plies counted from the root.
    pub(super) rank: Rank,
    /// No line that mattered was cut off by the horizon.
    pub(super) proved: bool,
    /// The true rank is no lower, whatever moves were left out.
    pub(super) least: bool,
    /// The true rank is no higher, whatever moves were left out.
    pub(super) most: bool,
}

impl Found {
    /// What a finished game or an evaluator says: nothing was left out.
    pub(super) fn whole(rank: Rank, proved: bool) -> Self {
        Self {
            rank,
            proved,
            least: true,
            most: true,
        }
    }

    /// The same for the opponent.
    pub(super) fn turned(self) -> Self {
        Self {
            rank: -self.rank,
            proved: self.proved,
            least: self.most,
            most: self.least,
        }
    }
}

/// One search from one root.
pub(super) struct Search<'a, G: Game, E, O> {
    pub(super) game: &'a G,
    pub(super) facts: Facts,
    pub(super) settings: &'a AlphaBetaSettings,
    pub(super) budget: SearchBudget,
    /// Whether a limit may end the search; not before it has some answer.
    pub(super) may_end: bool,
    /// Whether moves may be left out, so that what is found need not be proved.
    pub(super) restricts: bool,
    /// The principal variation from every state on the path, as far as it is known.
    pub(super) lines: Vec<Vec<G::Move>>,
    evaluator: &'a E,
    order: &'a O,
    table: Option<&'a mut Table>,
    /// Symmetric states share table entries.
    share: bool,
    /// Whose evaluation counts at the horizon: the mover of the root.
    viewer: Player,
    memory: Memory<G::Move>,
    /// The moves still to be tried of every state on the path, one after the other.
    pub(super) queue: Vec<(i64, G::Move)>,
}

impl<'a, G: Game, E: Evaluator<G>, O: MoveOrder<G>> Search<'a, G, E, O> {
    pub(super) fn new(
        game: &'a G,
        (evaluator, order): (&'a E, &'a O),
        settings: &'a AlphaBetaSettings,
        table: Option<&'a mut Table>,
        budget: SearchBudget,
        viewer: Player,
    ) -> Self {
        let facts = game.facts();
        let plies = settings.depth.min(facts.max_plies) as usize + 2;
        Self {
            game,
            facts,
            settings,
            budget,
            may_end: !settings.deepen,
            restricts: settings.candidates && game.has_candidates(),
            lines: vec![Vec::new(); plies],
            evaluator,
            order,
            table,
            share: settings.symmetry && evaluator.is_symmetric(),
            viewer,
            memory: Memory::new(settings.ordering, plies, facts.move_indices as usize),
            queue: Vec::new(),
        }
    }

    /// Whether what comes back from the recursion means nothing any more.
    ///
    /// The clock and a stop end it at once, a count of states not before there is an answer.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.budget.is_spent() && (self.may_end || self.budget.is_called_off())
    }

    /// Whether states at the horizon are looked at further; where no game state is noisy, this costs nothing.
    #[inline]
    pub(super) fn quiesces(&self) -> bool {
        self.game.has_noisy() && self.settings.quiesce
    }

    #[inline]
    pub(super) fn moves(&self, state: &G::State) -> G::Moves {
        if self.settings.candidates {
            self.game.candidates(state)
        } else {
            self.game.moves(state)
        }
    }

    /// The worth of `mv` to the mover of `state`; `place` is that of `state`.
    ///
    /// With `scout` a null window asks first whether the move is better than
    /// `window.low` at all.
    #[inline]
    pub(super) fn after(
        &mut self,
        state: &G::State,
        mv: G::Move,
        place: Place,
        window: Window,
        scout: bool,
    ) -> Found {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        let turned = self.game.mover(&next) != self.game.mover(state);
        let place = place.next();
        if !scout || window.is_null() {
            return self.look_for_parent(&next, turned, place, window);
        }
        let null = Window {
            high: window.low.above(),
            ..window
        };
        let first = self.look_for_parent(&next, turned, place, null);
        // At the horizon and outside the window a second look finds nothing new.
        let is_judged = place.depth == 0 && !self.quiesces();
        if first.rank <= window.low || first.rank >= window.high || is_judged {
            return first;
        }
        // The move is at least so good; just below that, the look also finds the line that shows it.
        let rest = Window {
            low: window.low.max(first.rank.below()),
            ..window
        };
        self.look_for_parent(&next, turned, place, rest)
    }

    /// Looks at `next` with the window of the player who moved to it.
    #[inline]
    fn look_for_parent(
        &mut self,
        next: &G::State,
        turned: bool,
        place: Place,
        window: Window,
    ) -> Found {
        if !turned {
            return self.look(next, place, window);
        }
        self.look(next, place, window.turned()).turned()
    }

    /// The worth of `state` to its mover.
    ///
    /// A rank inside the window is what plain minimax would return; one outside
    /// is only a bound, on the same side of the window as the true rank.
    fn look(&mut self, state: &G::State, place: Place, window: Window) -> Found {
        self.budget.spend();
        self.lines[place.ply as usize].clear();
        if self.is_over() {
            return Found::whole(Rank::LEVEL, false);
        }
        let mover = self.game.mover(state);
        if let Some(payoffs) = self.game.payoffs(state) {
            return Found::whole(
                Rank::finished(self.facts.margin(payoffs.of(mover)), place.ply),
                true,
            );
        }
        if place.depth == 0 {
            if self.quiesces() {
                return self.settle(state, mover, window);
            }
            return Found::whole(self.judge(state, mover), false);
        }
        let (key, symmetry) = self.key(state);
        let stored = self.table.as_ref().and_then(|table| table.get(key));
        if let Some(found) = stored.and_then(|entry| answer(entry, place, window)) {
            return found;
        }
        let hint = stored.map(|entry| (entry.best, symmetry));
        let (found, best) = self.try_moves(state, place, window, hint);
        if !self.is_over() {
            self.store((key, symmetry), place, window, found, best);
        }
        found
    }

    /// Searches the moves in order until one causes a beta cut-off.
    fn try_moves(
        &mut self,
        state: &G::State,
        place: Place,
        window: Window,
        hint: Option<(u16, u8)>,
    ) -> (Found, G::Move) {
        let mover = self.game.mover(state);
        let start = self.queue.len();
        self.fill_queue(state, mover, place, hint);
        let end = self.queue.len();
        let mut best = Found::whole(Rank::WORST, true);
        let mut best_move = self.queue[start].1;
        let mut all_proved = true;
        let mut most = true;
        for next in start..end {
            bring_best(&mut self.queue[..end], next);
            let mv = self.queue[next].1;
            let low = window.low.max(best.rank);
            let scout = self.settings.scout && next > start;
            let found = self.after(state, mv, place, Window { low, ..window }, scout);
            all_proved &= found.proved;
            most &= found.most;
            if found.rank > best.rank {
                best = found;
                best_move = mv;
                if found.rank > low && !window.is_null() {
                    self.extend_line(place.ply as usize, mv);
                }
            }
            if best.rank >= window.high {
                self.queue.truncate(start);
                self.memory
                    .learn(self.game, (place.ply, place.depth), mover, mv);
                // Moves that were not tried may be better still.
                best.most = false;
                return (best, best_move);
            }
        }
        self.queue.truncate(start);
        best.proved = all_proved;
        // A move that was left out may be better, never worse.
        best.most = most && !self.leaves_out(state, end - start);
        (best, best_move)
    }

    /// Whether `state` has more moves than the `tried` ones.
    #[inline]
    fn leaves_out(&self, state: &G::State, tried: usize) -> bool {
        self.restricts && tried < self.game.moves(state).len()
    }

    /// The principal variation from `ply` becomes `mv` and the one behind it.
    fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Appends the moves of `state` to the queue, each with its promise.
    fn fill_queue(
        &mut self,
        state: &G::State,
        mover: Player,
        place: Place,
        hint: Option<(u16, u8)>,
    ) {
        let ordering = self.settings.ordering;
        let ask_evaluator = ordering.evaluator_from > 0 && place.depth >= ordering.evaluator_from;
        self.moves(state).for_each(|mv| {
            let is_hint = hint.is_some_and(|(best, symmetry)| {
                self.game.move_index(self.game.map_move(symmetry, mv)) == best as usize
            });
            let promise = if is_hint {
                i64::MAX
            } else if let Some(promise) = self.order.promise(self.game, state, mv) {
                i64::from(promise)
            } else if let Some(promise) = self.game.promise(state, mv) {
                GOOD_BY_RULES + i64::from(promise)
            } else if ask_evaluator {
                self.promise_by_evaluator(state, mover, mv)
            } else {
                let index = self.game.move_index(mv);
                self.memory.promise(ordering, place.ply, mover, (mv, index))
            };
            self.queue.push((promise, mv));
        });
    }

    fn promise_by_evaluator(&mut self, state: &G::State, mover: Player, mv: G::Move) -> i64 {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        let rank = match self.game.payoffs(&next) {
            Some(payoffs) => Rank::finished(self.facts.margin(payoffs.of(mover)), 0),
            None => self.judge(&next, mover),
        };
        rank.to_bits()
    }

    /// The evaluator's opinion as the viewer sees it, turned to `player`; ends the search with the deadline.
    #[inline]
    pub(super) fn judge(&mut self, state: &G::State, player: Player) -> Rank {
        let (game, viewer, deadline) = (self.game, self.viewer, self.budget.deadline());
        let Some(value) = self.evaluator.value_until(game, state, viewer, deadline) else {
            self.budget.call_off();
            return Rank::LEVEL;
        };
        let rank = Rank::estimate(value);
        if player == self.viewer { rank } else { -rank }
    }

    #[inline]
    fn key(&self, state: &G::State) -> (u64, u8) {
        if self.table.is_none() {
            (0, 0)
        } else if self.share {
            self.game.canonical_key(state)
        } else {
            (self.game.key(state), 0)
        }
    }

    #[inline]
    fn store(
        &mut self,
        (key, symmetry): (u64, u8),
        place: Place,
        window: Window,
        found: Found,
        best: G::Move,
    ) {
        let Some(table) = self.table.as_mut() else {
            return;
        };
        let bound = if found.rank >= window.high {
            Bound::AtLeast
        } else if found.rank <= window.low {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let entry = Entry {
            rank: found.rank.nearer(place.ply),
            bound,
            depth: place.depth,
            proved: found.proved,
            least: found.least,
            most: found.most,
            best: self.game.move_index(self.game.map_move(symmetry, best)) as u16,
        };
        table.put(key, entry);
    }
}

/// What a stored result says to a search with this window, if anything.
#[inline]
fn answer(entry: Entry, place: Place, window: Window) -> Option<Found> {
    if !entry.holds_at(place.depth) {
        return None;
    }
    let rank = entry.rank.later(place.ply);
    let tells = match entry.bound {
        // Inside the window the best line is wanted too, and the table does not keep it.
        Bound::Exact => rank <= window.low || rank >= window.high,
        Bound::AtLeast => rank >= window.high,
        Bound::AtMost => rank <= window.low,
    };
    tells.then_some(Found {
        rank,
        proved: entry.proved,
        least: entry.least,
        most: entry.most,
    })
}
