//! max^n: minimax for any number of players, each of whom maximises his own points.
//!
//! C. A. Luckhardt and K. B. Irani, "An algorithmic solution of n-person games" (AAAI 1986).

use plyscope_game::{Advice, Agent, Error, Evaluator, Game, Limits, MAX_PLAYERS, Player, Rank};

use crate::SearchBudget;
use crate::many::{Looked, advise_by, rank_at_end};

/// max^n to a fixed depth, as an agent; with one player it simply maximises.
///
/// A player who has several best moves takes the first. What the others get
/// may depend on that, so a score is exact only if every line that matters
/// reaches the end and no choice among equals changes anybody's points.
#[derive(Clone, Debug)]
pub struct MaxN<E> {
    /// Moves to look ahead, at least 1.
    pub depth: u32,
    /// Judges the states at the horizon, once for each player.
    pub evaluator: E,
}

/// What a state is worth to all players.
struct Worth {
    ranks: [Rank; MAX_PLAYERS],
    /// Whether it rests on finished games alone, and is the same whoever breaks ties how.
    proved: bool,
}

struct Search<'a, G, E> {
    game: &'a G,
    evaluator: &'a E,
    players: u8,
    budget: &'a mut SearchBudget,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The worth of `state`, `depth` moves ahead; `ply` moves have led here. Puts best play into `line`.
    fn worth(&mut self, state: &G::State, depth: u32, ply: u32, line: &mut Vec<G::Move>) -> Worth {
        let mut worth = Worth {
            ranks: [Rank::LEVEL; MAX_PLAYERS],
            proved: false,
        };
        if self.budget.spend() {
            return worth;
        }
        let facts = self.game.facts();
        if let Some(payoffs) = self.game.payoffs(state) {
            for player in (0..self.players).map(Player) {
                worth.ranks[player.index()] = rank_at_end(&facts, &payoffs, player, ply);
            }
            worth.proved = true;
            return worth;
        }
        if depth == 0 {
            self.judge(state, &mut worth);
            return worth;
        }
        self.best(state, depth, ply, line)
    }

    fn judge(&mut self, state: &G::State, worth: &mut Worth) {
        for player in (0..self.players).map(Player) {
            let deadline = self.budget.deadline();
            let value = self
                .evaluator
                .value_until(self.game, state, player, deadline);
            let Some(value) = value else {
                self.budget.call_off();
                return;
            };
            worth.ranks[player.index()] = Rank::estimate(value);
        }
    }

    /// The worth of the mover's first best move.
    fn best(&mut self, state: &G::State, depth: u32, ply: u32, line: &mut Vec<G::Move>) -> Worth {
        let mover = self.game.mover(state).index();
        let mut best: Option<Worth> = None;
        let mut all_proved = true;
        for mv in self.game.moves(state) {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let mut after = Vec::new();
            let own = self.worth(&next, depth - 1, ply + 1, &mut after);
            all_proved &= own.proved;
            match &mut best {
                Some(top) if own.ranks[mover] < top.ranks[mover] => {}
                Some(top) if own.ranks[mover] == top.ranks[mover] => {
                    top.proved &= own.ranks == top.ranks;
                }
                _ => {
                    line.clear();
                    line.push(mv);
                    line.append(&mut after);
                    best = Some(own);
                }
            }
        }
        let mut best = best.expect("a state that is not over has moves");
        best.proved &= all_proved;
        best
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for MaxN<E> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mover = game.mover(state).index();
        let evaluator = &self.evaluator;
        let players = game.facts().players;
        let of = ("maxn", self.depth);
        let advice = advise_by((game, state), of, limits, |next, depth, budget| {
            let mut search = Search {
                game,
                evaluator,
                players,
                budget,
            };
            let mut line = Vec::new();
            let worth = search.worth(next, depth, 1, &mut line);
            Looked {
                rank: worth.ranks[mover],
                proved: worth.proved,
                line,
            }
        });
        self.evaluator.take_failure().map_or(advice, Err)
    }

    fn reseed(&mut self, seed: u64) {
        self.evaluator.reseed(seed);
    }
}
