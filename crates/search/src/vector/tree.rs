//! A tree for any number of players, with the states in it.
//!
//! Steps of games read from rule sheets take longer than a walk down the tree,
//! so every state is worked out once, when it is first met, and kept.

use plyscope_game::{Chance, Deadline, Facts, Game, MAX_PLAYERS, Payoffs, Player};

use super::round::Round;
use crate::mcts::exploration::Exploration;
use crate::steer::{Lean, Steering};

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// What a tree needs to know to grow, the same for every playout.
#[derive(Debug)]
pub(super) struct Growth {
    pub(super) facts: Facts,
    /// c · √ln(visits), where points go from −1 to 1.
    pub(super) exploration: Exploration,
    /// The points in the middle of the range.
    pub(super) middle: f32,
    /// 1 / half the range of points.
    pub(super) per_point: f32,
    /// Bytes that the tree may take.
    pub(super) room: usize,
    /// Whether proofs spread.
    pub(super) solver: bool,
    /// Whether all moves at the root are looked at, also when they can no longer be best.
    pub(super) every_move: bool,
    /// Tells the order in which moves are first tried.
    pub(super) seed: u64,
    /// How much a heuristic counts for.
    pub(super) lean: Lean,
    /// Whether the state of an arm is worked out when the arm gets children, and not when it is first visited:
    /// playouts then begin with the move that leads to it. Most arms are visited once.
    pub(super) late_states: bool,
}

impl Growth {
    pub(super) fn players(&self) -> usize {
        usize::from(self.facts.players)
    }
}

/// What selection compares: eight siblings in one cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// The chooser's mean from −1 to 1, or one of the stand-ins below.
    pub(super) mean: f32,
    /// 1 / √tries; 0 where there is nothing to explore.
    pub(super) spread: f32,
}

impl Weight {
    /// Of what was never tried: before all others.
    pub(super) const UNTRIED: Self = Self {
        mean: f32::INFINITY,
        spread: 0.0,
    };
    /// Of what selection must not come to.
    const EXCLUDED: Self = Self {
        mean: f32::NEG_INFINITY,
        spread: 0.0,
    };

    /// Whether selection may come to an arm, and a playout tell something new.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.spread > 0.0 || self.mean == f32::INFINITY
    }
}

/// A move, and what is known of the state it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm<M> {
    /// Points of the chooser in all playouts through here.
    pub(super) sum: i64,
    /// Playouts through here.
    pub(super) visits: u32,
    /// Playouts through here of which the result is not known yet.
    pub(super) waiting: u32,
    /// The first child; children lie side by side, in the order of the moves.
    pub(super) first: u32,
    /// How many children there are; 0 before expansion.
    pub(super) count: u32,
    /// Where the state is; [`NONE`] before it is worked out, and at the end of a game.
    pub(super) state: u32,
    /// Where the regrets are, if several players choose here at the same time.
    pub(super) round: u32,
    /// The move that leads here.
    pub(super) mv: M,
    /// The player who makes that move.
    pub(super) chooser: Player,
    pub(super) mark: Mark,
}

/// What is known of an arm beyond numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Worth a playout.
    Open,
    /// In the middle of a round: the mover does not see the moves before.
    Hidden,
    /// Cannot be better for the chooser than another move.
    Beaten,
    /// The points of all players are proved.
    Proved,
    /// The game is over.
    End,
}

impl<M> Arm<M> {
    /// Playouts, with those under way.
    #[inline]
    pub(super) fn tries(&self) -> u32 {
        self.visits + self.waiting
    }

    /// Whether the points of all players are known.
    #[inline]
    pub(super) fn is_proved(&self) -> bool {
        matches!(self.mark, Mark::Proved | Mark::End)
    }

    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A tree; the root is arm 0, and children lie behind their parents.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) arms: Vec<Arm<G::Move>>,
    /// What selection compares, arm by arm.
    pub(super) weights: Vec<Weight>,
    /// The fewest and most points of every player, arm by arm.
    pub(super) bounds: Vec<[i16; 2]>,
    /// Points of every player in all playouts, arm by arm; only where players choose at the same time.
    pub(super) sums: Vec<i64>,
    /// Where a heuristic puts each arm among its siblings, from −1 to 1; empty if there is none.
    pub(super) lean: Vec<f32>,
    pub(super) states: Vec<G::State>,
    pub(super) rounds: Vec<Round>,
    /// Whether a hidden state was met.
    pub(super) hides: bool,
    /// Bytes taken, and set aside for states of moves that were not tried.
    pub(super) held: usize,
}

/// Room that lists leave for growth, in quarters.
const SLACK: usize = 5;
/// What an allocator adds to a state with a few lists.
const OVERHEAD: usize = 48;

impl<G: Game> Tree<G> {
    /// A tree of one state and its moves.
    pub(super) fn new(
        game: &G,
        root: &G::State,
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
    ) -> Self {
        let mut tree = Self {
            arms: Vec::new(),
            weights: Vec::new(),
            bounds: Vec::new(),
            sums: Vec::new(),
            lean: Vec::new(),
            states: vec![root.clone()],
            rounds: Vec::new(),
            hides: false,
            held: 0,
        };
        let mv = game.moves(root).next();
        // The root's own move is never looked at: any will do.
        let mv = mv.expect("a state that is not over has moves");
        tree.push(mv, game.mover(root), growth);
        tree.arms[0].state = 0;
        tree.held += tree.slot_bytes(game, growth);
        tree.expand(game, 0, growth, guide, chance);
        tree
    }

    /// The state of an arm that was visited and is not the end of a game.
    pub(super) fn state(&self, at: usize) -> &G::State {
        &self.states[self.arms[at].state as usize]
    }

    fn push(&mut self, mv: G::Move, chooser: Player, growth: &Growth) {
        grow(&mut self.arms, 1);
        self.arms.push(Arm {
            sum: 0,
            visits: 0,
            waiting: 0,
            first: 0,
            count: 0,
            state: NONE,
            round: NONE,
            mv,
            chooser,
            mark: Mark::Open,
        });
        grow(&mut self.weights, 1);
        self.weights.push(Weight::UNTRIED);
        let players = growth.players();
        let (least, most) = growth.facts.points;
        grow(&mut self.bounds, players);
        let any = [least as i16, most as i16];
        self.bounds.extend(std::iter::repeat_n(any, players));
        if growth.facts.simultaneous {
            grow(&mut self.sums, players);
            self.sums.extend(std::iter::repeat_n(0, players));
        }
    }

    /// Bytes that are set aside for an arm: together with its state, unless that comes late.
    pub(super) fn slot_bytes(&self, game: &G, growth: &Growth) -> usize {
        let sums = if growth.facts.simultaneous { 8 } else { 0 };
        let lists = size_of::<(Arm<G::Move>, Weight)>() + growth.players() * (4 + sums);
        let state = if growth.late_states {
            0
        } else {
            Self::kept_bytes(game, &self.states[0])
        };
        lists * SLACK / 4 + state
    }

    /// Bytes that a state takes in the tree.
    pub(super) fn kept_bytes(game: &G, state: &G::State) -> usize {
        let own = size_of::<G::State>();
        own * SLACK / 4 + game.state_bytes(state) - own + OVERHEAD
    }

    /// Whether one more state fits that nothing was set aside for.
    pub(super) fn has_room_for_state(&self, game: &G, growth: &Growth) -> bool {
        self.held + Self::kept_bytes(game, &self.states[0]) <= growth.room
    }

    /// Gives an arm its children, if there is room.
    pub(super) fn expand(
        &mut self,
        game: &G,
        at: usize,
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
    ) -> bool {
        let moves = game.moves(self.state(at));
        let bytes = moves.len() * self.slot_bytes(game, growth);
        let is_full = self.held + bytes > growth.room || self.arms.len() >= NONE as usize / 2;
        // The moves at the root always fit.
        if at != 0 && is_full {
            return false;
        }
        self.held += bytes;
        let mover = game.mover(self.state(at));
        self.arms[at].first = self.arms.len() as u32;
        self.arms[at].count = moves.len() as u32;
        grow(&mut self.arms, moves.len());
        for mv in moves {
            self.push(mv, mover, growth);
        }
        if let Some(guide) = guide.filter(|_| growth.lean.counts()) {
            self.lean_children(game, at, growth, guide);
        }
        if growth.facts.simultaneous
            && self.arms[at].mark != Mark::Hidden
            && let Some(round) = Round::at(game, self.state(at), chance)
        {
            self.held += round.bytes();
            self.arms[at].round = self.rounds.len() as u32;
            self.rounds.push(round);
        }
        true
    }

    /// Asks a heuristic about the children of an arm.
    fn lean_children(&mut self, game: &G, at: usize, growth: &Growth, guide: &Steering<G>) {
        let children = self.arms[at].children();
        let moves: Vec<G::Move> = children.clone().map(|child| self.arms[child].mv).collect();
        let mut leans = Vec::with_capacity(moves.len());
        guide.leans(game, self.state(at), &moves, &Deadline::never(), &mut leans);
        self.lean.resize(self.arms.len(), 0.0);
        self.lean[children.clone()].copy_from_slice(&leans);
        // Whoever asks about every move is told of every move, however poor it looks.
        if at != 0 || !growth.every_move {
            children.for_each(|child| self.weigh(child, growth));
        }
    }

    /// Works out the state of a child that is visited for the first time.
    pub(super) fn arrive(&mut self, game: &G, parent: usize, child: usize, growth: &Growth) {
        let mut state = self.state(parent).clone();
        game.play(&mut state, self.arms[child].mv);
        if let Some(payoffs) = game.payoffs(&state) {
            self.end(child, &payoffs, growth);
            return;
        }
        if game.hidden(&state) {
            self.arms[child].mark = Mark::Hidden;
            self.hides = true;
        }
        let own = Self::kept_bytes(game, &state);
        let set_aside = if growth.late_states {
            0
        } else {
            Self::kept_bytes(game, &self.states[0])
        };
        self.held += own.saturating_sub(set_aside);
        self.arms[child].state = self.states.len() as u32;
        grow(&mut self.states, 1);
        self.states.push(state);
    }

    pub(super) fn end(&mut self, at: usize, payoffs: &Payoffs, growth: &Growth) {
        self.arms[at].mark = Mark::End;
        let players = growth.players();
        for player in 0..players {
            let points = payoffs.of(Player(player as u8)) as i16;
            self.bounds[at * players + player] = [points; 2];
        }
    }

    /// Brings what selection compares up to date with what is known of an arm.
    #[inline]
    pub(super) fn weigh(&mut self, at: usize, growth: &Growth) {
        let arm = &self.arms[at];
        let from_middle = |points: f32| (points - growth.middle) * growth.per_point;
        let (tries, lean) = (arm.tries() as f32, growth.lean);
        let adjusted = |mean: f32| {
            if !lean.counts() {
                let spread = 1.0 / tries.sqrt();
                return Weight { mean, spread };
            }
            let own = self.lean.get(at).copied().unwrap_or(0.0);
            let (mean, tries) = lean.adjusted(mean, tries, own);
            let spread = 1.0 / tries.sqrt();
            Weight { mean, spread }
        };
        self.weights[at] = if arm.mark == Mark::Beaten {
            Weight::EXCLUDED
        } else if growth.solver && arm.is_proved() {
            let points = self.bounds_of(at, arm.chooser, growth)[0];
            let mean = from_middle(f32::from(points));
            Weight { mean, spread: 0.0 }
        } else if arm.tries() == 0 && (lean.prior <= 0.0 || at == 0) {
            Weight::UNTRIED
        } else if arm.tries() == 0 {
            adjusted(0.0)
        } else if arm.visits == 0 {
            // Nothing speaks for an arm of which all playouts are still under way.
            adjusted(-1.0)
        } else {
            adjusted(from_middle(arm.sum as f32 / arm.visits as f32))
        };
    }

    /// The points of all players where they are proved.
    pub(super) fn proved_points(&self, at: usize, growth: &Growth) -> [i64; MAX_PLAYERS] {
        let players = growth.players();
        let mut points = [0; MAX_PLAYERS];
        for (player, points) in points.iter_mut().enumerate().take(players) {
            *points = self.bounds[at * players + player][0].into();
        }
        points
    }

    /// What is proved of a player's points at an arm.
    pub(super) fn bounds_of(&self, at: usize, player: Player, growth: &Growth) -> [i16; 2] {
        self.bounds[at * growth.players() + player.index()]
    }
}

/// Makes room for more entries, a quarter more at a time: doubling would waste the memory that is allowed.
fn grow<T>(list: &mut Vec<T>, more: usize) {
    if list.len() + more > list.capacity() {
        list.reserve_exact(more.max(list.len() / 4));
    }
}
