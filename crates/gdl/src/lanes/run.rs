//! Playing all lanes to the end, again and again.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use std::sync::Arc;

use plyscope_game::Chance;

use super::ages::{Ages, MOST};
use super::block::{Block, BlockChance};
use super::compile::{Compiled, Phase};
use super::goals::{Ended, record};
use super::memory::{FRESH, Memory};
use super::processor::{Vectors, run_on};
use super::scores::Scores;
use super::select::draw_rank;
use super::supply::{Each, LaneEnd, LaneStart, Supply};
use super::tally::Playouts;
use crate::network::Network;
use crate::propagate::has;
use crate::stepper::first_state;

/// A network ready to play hundreds of games at once.
///
/// ```
/// use std::sync::Arc;
/// use plyscope_game::Chance;
/// use plyscope_gdl::{GroundLimits, Lanes, Network, Sheet};
///
/// let sheet = Sheet::read("(role you) (init (step 1)) (legal you (go 1)) (legal you (go 2))
///     (<= (next (step 2)) (does you (go ?x))) (<= (next (went ?x)) (does you (go ?x)))
///     (<= terminal (true (step 2)))
///     (<= (goal you 100) (true (went 1))) (<= (goal you 0) (true (went 2)))")?;
/// let network = Arc::new(Network::new(sheet, GroundLimits::default())?);
/// let playouts = Lanes::new(network).play(10_000, &mut Chance::new(1));
/// assert_eq!(playouts.games, 10_000);
/// assert!((playouts.mean_points(0) - 50.0).abs() < 3.0);
/// # Ok::<(), plyscope_gdl::GdlError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lanes {
    network: Arc<Network>,
    compiled: Compiled,
    /// For states that are in no phase.
    unphased: Option<Compiled>,
    vectors: Vectors,
    /// Games with more rounds are given up.
    longest: u32,
}

/// A game that goes on longer than this is given up.
pub(crate) const LONGEST: u32 = 10_000;

impl Lanes {
    /// Compiles a network for this processor.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with(network, Vectors::detect())
    }

    /// Compiles a network for vectors that this processor must have.
    pub fn with(network: Arc<Network>, vectors: Vectors) -> Self {
        Self {
            compiled: Compiled::new(&network, true, vectors.target()),
            unphased: None,
            network,
            vectors,
            longest: LONGEST,
        }
    }

    /// Gives up games after this many rounds, 60,000 at most.
    #[must_use]
    pub fn with_longest(mut self, rounds: u32) -> Self {
        self.longest = rounds.min(MOST);
        self
    }

    /// Plays `games` games from the first state; every one that begins is counted.
    pub fn play(&mut self, games: u64, chance: &mut Chance) -> Playouts {
        let start = first_state(&self.network);
        self.play_from(&start, games, chance)
    }

    /// Plays `games` games from a state, its fluents a bit each.
    pub(crate) fn play_from(&mut self, start: &[u64], games: u64, chance: &mut Chance) -> Playouts {
        self.play_while(start, games, chance, &mut |_| true)
    }

    /// Plays games from the first state as long as `more` says so, and then those under way to their ends.
    pub fn play_until(
        &mut self,
        chance: &mut Chance,
        more: &mut dyn FnMut(&Playouts) -> bool,
    ) -> Playouts {
        let start = first_state(&self.network);
        self.play_while(&start, u64::MAX, chance, more)
    }

    fn play_while(
        &mut self,
        start: &[u64],
        games: u64,
        chance: &mut Chance,
        more: &mut dyn FnMut(&Playouts) -> bool,
    ) -> Playouts {
        let phase = self.compiled.phase_of(start);
        if phase.is_none() && self.unphased.is_none() {
            self.unphased = Some(Compiled::new(&self.network, false, self.vectors.target()));
        }
        let compiled = match (phase, &self.unphased) {
            (None, Some(unphased)) => unphased,
            _ => &self.compiled,
        };
        let start: Vec<bool> = (0..compiled.fluents)
            .map(|fluent| has(start, fluent))
            .collect();
        let supply = if start == self.network.init {
            Supply::First { left: games }
        } else {
            Supply::Same { start, left: games }
        };
        let mut job = Job {
            compiled,
            first: &self.network.init,
            supply,
            first_phase: phase.unwrap_or(0),
            longest: self.longest,
            more,
        };
        run_on(self.vectors, &mut job, chance)
    }

    /// Plays the games of every start; they are in `ends` in the order of the starts.
    ///
    /// Same distribution as so many playouts one by one. States may be in
    /// different phases of the game: each begins when the clock of the lanes
    /// stands where its own does. `ends` is cleared first.
    pub(crate) fn play_each(
        &mut self,
        starts: &[LaneStart<'_>],
        chance: &mut Chance,
        ends: &mut Vec<LaneEnd>,
    ) {
        let games = starts.iter().map(|start| start.games).sum();
        ends.clear();
        ends.resize(games, LaneEnd::default());
        let numbers = (0..).zip(starts);
        let start_of: Vec<u32> = numbers
            .flat_map(|(number, start)| std::iter::repeat_n(number, start.games))
            .collect();
        let mut waiting = vec![Vec::new(); self.compiled.phases.len()];
        let mut in_none = Vec::new();
        // The last game of a list is the first to begin.
        let mut behind = games;
        for start in starts.iter().rev() {
            let phase = self.compiled.phase_of(start.state);
            let own = (behind - start.games..behind).rev();
            behind -= start.games;
            phase
                .map_or(&mut in_none, |phase| &mut waiting[phase])
                .extend(own.map(|game| game as u32));
        }
        if !in_none.is_empty() && self.unphased.is_none() {
            self.unphased = Some(Compiled::new(&self.network, false, self.vectors.target()));
        }
        let jobs = [
            (Some(&self.compiled), waiting),
            (self.unphased.as_ref(), vec![in_none]),
        ];
        for (compiled, waiting) in jobs {
            let first_phase = waiting.iter().position(|games| !games.is_empty());
            let (Some(compiled), Some(first_phase)) = (compiled, first_phase) else {
                continue;
            };
            let mut job = Job {
                compiled,
                first: &self.network.init,
                supply: Supply::Each(Each::new(starts, start_of.clone(), waiting, ends)),
                first_phase,
                longest: self.longest,
                more: &mut |_| true,
            };
            run_on(self.vectors, &mut job, chance);
        }
    }

    /// How many gates each phase has: for the state, for the moves, for goals of their own.
    pub fn gates(&self) -> Vec<(usize, usize, usize)> {
        let goals = self
            .compiled
            .goals
            .as_ref()
            .map_or(0, |goals| goals.program.gates());
        let phases = self.compiled.phases.iter();
        phases
            .map(|phase| (phase.state.gates(), phase.moves.gates(), goals))
            .collect()
    }
}

/// What is to be played.
pub(super) struct Job<'a> {
    pub(super) compiled: &'a Compiled,
    /// The first state of the sheet.
    pub(super) first: &'a [bool],
    pub(super) supply: Supply<'a>,
    pub(super) first_phase: usize,
    pub(super) longest: u32,
    pub(super) more: &'a mut dyn FnMut(&Playouts) -> bool,
}

/// Steps between two looks at the clock and at games that are too long.
const LOOK: u32 = 64;

/// Plays the job.
#[inline(always)]
pub(super) fn run(job: &mut Job<'_>, chance: &mut Chance) -> Playouts {
    let mut run = Run::new(job, chance);
    loop {
        run.now.state.run(&mut run.memory);
        run.look(&mut job.supply);
        if !run.active.any() && job.supply.is_empty() {
            run.count_kept(&mut job.supply);
            run.scores.flush(&mut run.playouts);
            return run.playouts;
        }
        let mut stuck = run.without_only_move();
        for choice in &run.now.choices {
            let none = draw_rank(
                run.memory.work_mut(),
                choice.total,
                choice.rank,
                choice.moves.len(),
                &mut run.chance,
                chance,
            );
            stuck = stuck | none;
            if let Supply::Each(each) = &job.supply {
                each.decide(choice, run.memory.work_mut());
            }
        }
        if let Supply::Each(each) = &mut job.supply {
            each.have_decided();
        }
        stuck = stuck & run.active;
        if stuck.any() {
            run.playouts.stuck += stuck.count();
            run.take_out(stuck, &mut job.supply);
        }
        run.playouts.rounds += run.active.count();
        let fresh = run.about_to_begin(&mut job.supply);
        run.memory.work_mut()[FRESH as usize] = fresh;
        run.now.moves.run(&mut run.memory);
        run.go_on(fresh, job);
    }
}

/// The lanes under way.
struct Run<'a> {
    compiled: &'a Compiled,
    now: &'a Phase,
    phase: usize,
    first_phase: usize,
    memory: Memory,
    active: Block,
    ages: Ages,
    step: u32,
    chance: BlockChance,
    kept: Option<Ended>,
    scores: Scores,
    playouts: Playouts,
}

impl<'a> Run<'a> {
    fn new(job: &mut Job<'a>, chance: &mut Chance) -> Self {
        let compiled = job.compiled;
        let mut memory = Memory::new(compiled.fluents, compiled.work);
        let mut ages = Ages::new();
        let fluents = memory.now_mut();
        let active = match &mut job.supply {
            Supply::First { left } => {
                fill(fluents, job.first);
                begin(left, Block::NONE)
            }
            Supply::Same { start, left } => {
                fill(fluents, start);
                begin(left, Block::NONE)
            }
            Supply::Each(each) => each.begin(job.first_phase, Block::NONE, fluents),
        };
        ages.begin(active, 0);
        Self {
            compiled,
            now: &compiled.phases[job.first_phase],
            phase: job.first_phase,
            first_phase: job.first_phase,
            memory,
            active,
            ages,
            step: 0,
            chance: BlockChance::new(chance),
            kept: compiled
                .goals
                .as_ref()
                .map(|goals| Ended::new(goals, compiled.fluents)),
            scores: Scores::new(compiled),
            playouts: Playouts::default(),
        }
    }

    /// Takes out the games that have ended.
    #[inline(always)]
    fn look(&mut self, supply: &mut Supply<'_>) {
        let ended = self.memory.work()[self.now.terminal as usize] & self.active;
        if ended.any() {
            self.take_out(ended, supply);
        }
    }

    /// Lanes in which a role has not even the only move that it could have.
    #[inline(always)]
    fn without_only_move(&self) -> Block {
        if self.now.is_dead {
            return Block::ALL;
        }
        let work = self.memory.work();
        let musts = self.now.musts.iter();
        musts.fold(Block::NONE, |none, &slot| none | !work[slot as usize])
    }

    /// Counts games that have come to their end, with the goals of the present state.
    #[inline(always)]
    fn take_out(&mut self, ended: Block, supply: &mut Supply<'_>) {
        self.active = self.active.without(ended);
        if let Supply::Each(each) = supply {
            ended.each(|lane| each.end(lane, self.ages.of(lane, self.step)));
        }
        match (&self.now.goals, supply) {
            (None, supply) => self.keep(ended, supply),
            (Some(_), Supply::First { .. } | Supply::Same { .. }) => {
                self.scores.add(self.memory.work(), ended);
            }
            (Some(goals), Supply::Each(each)) => {
                record(
                    goals,
                    self.memory.work(),
                    ended,
                    &each.in_lane,
                    &mut *each.ends,
                );
            }
        }
    }

    /// Keeps the states of ended games, and works out their goals whenever there is no more room.
    #[inline(always)]
    fn keep(&mut self, mut ended: Block, supply: &mut Supply<'_>) {
        while let (true, Some(goals), Some(kept)) =
            (ended.any(), &self.compiled.goals, &mut self.kept)
        {
            let in_lane = match supply {
                Supply::First { .. } | Supply::Same { .. } => None,
                Supply::Each(each) => Some(&each.in_lane[..]),
            };
            ended = kept.keep(goals, self.memory.now(), ended, in_lane);
            if kept.is_full() {
                self.count_kept(supply);
            }
        }
    }

    #[inline(always)]
    fn count_kept(&mut self, supply: &mut Supply<'_>) {
        if let (Some(goals), Some(kept)) = (&self.compiled.goals, &mut self.kept) {
            kept.work_out(goals);
            match supply {
                Supply::First { .. } | Supply::Same { .. } => kept.count(&mut self.scores),
                Supply::Each(each) => kept.record(goals, &mut *each.ends),
            }
            kept.empty(goals);
        }
    }

    /// Lanes in which games from the first state of the sheet begin after this move: the moves put them there.
    #[inline(always)]
    fn about_to_begin(&mut self, supply: &mut Supply<'_>) -> Block {
        let next = (self.phase + 1) % self.compiled.phases.len();
        match supply {
            Supply::First { left } if next == self.first_phase && *left > 0 => {
                begin(left, self.active)
            }
            _ => Block::NONE,
        }
    }

    /// Puts the next state in place, in which games have begun in some lanes, and begins others from other states.
    #[inline(always)]
    fn go_on(&mut self, fresh: Block, job: &mut Job<'_>) {
        self.step = self.step.wrapping_add(1);
        self.phase = (self.phase + 1) % self.compiled.phases.len();
        self.now = &self.compiled.phases[self.phase];
        self.memory.go_on();
        if fresh.any() {
            self.ages.begin(fresh, self.step);
            self.active = self.active | fresh;
        }
        if self.active != Block::ALL {
            self.begin(&mut job.supply);
        }
        if self.step.is_multiple_of(LOOK) {
            give_up(
                job.longest,
                self.step,
                &self.ages,
                &mut self.active,
                &mut self.playouts,
                &mut job.supply,
            );
            self.scores.flush(&mut self.playouts);
            if !(job.more)(&self.playouts) {
                job.supply.stop();
            }
        }
    }

    /// Begins games in lanes that have none.
    #[inline(always)]
    fn begin(&mut self, supply: &mut Supply<'_>) {
        let fresh = match supply {
            Supply::First { .. } => return,
            Supply::Same { start, left } => {
                if self.phase != self.first_phase || *left == 0 {
                    return;
                }
                let fresh = begin(left, self.active);
                for (fluent, &start) in self.memory.now_mut().iter_mut().zip(&*start) {
                    *fluent = if start {
                        *fluent | fresh
                    } else {
                        fluent.without(fresh)
                    };
                }
                fresh
            }
            Supply::Each(each) => each.begin(self.phase, self.active, self.memory.now_mut()),
        };
        self.ages.begin(fresh, self.step);
        self.active = self.active | fresh;
    }
}

/// Puts a state into all lanes.
fn fill(fluents: &mut [Block], state: &[bool]) {
    for (fluent, &holds) in fluents.iter_mut().zip(state) {
        *fluent = if holds { Block::ALL } else { Block::NONE };
    }
}

/// Begins games in lanes that have none, as many as are left.
#[inline(always)]
fn begin(left: &mut u64, active: Block) -> Block {
    let free = !active;
    let count = free.count();
    if count <= *left {
        *left -= count;
        return free;
    }
    let mut fresh = Block::NONE;
    free.each(|lane| {
        if *left > 0 {
            *left -= 1;
            fresh.put(lane, true);
        }
    });
    fresh
}

/// Ends games that have gone on for too long, and takes their rounds out of the sum.
#[inline(always)]
fn give_up(
    longest: u32,
    step: u32,
    ages: &Ages,
    active: &mut Block,
    playouts: &mut Playouts,
    supply: &mut Supply<'_>,
) {
    if step < longest {
        return;
    }
    let given_up = ages.at_least(longest, step) & *active;
    given_up.each(|lane| {
        let age = ages.of(lane, step);
        playouts.unfinished += 1;
        playouts.rounds -= u64::from(age);
        if let Supply::Each(each) = supply {
            each.end(lane, age);
        }
    });
    *active = active.without(given_up);
}
