//! Each move followed by games of another agent: what a move is worth in play, not under best play.

use plyscope_game::{
    Advice, Advised, Agent, Chance, Deadline, Error, Game, Limits, Player, Score, Value, mix_all,
};

use crate::fit::refuse_hidden;

/// Plays games of another agent against itself after each move, and takes the means.
///
/// A proved value tells what best play makes of a move; this tells what players of some strength
/// make of it. A share of the moves in these games is random, so that the games differ. Every move
/// of a state gets the same chances: the n-th games of two moves are played with one seed.
///
/// ```
/// use plyscope_game::{Agent, Limits, Notation, Score};
/// use plyscope_mnk::Mnk;
/// use plyscope_search::{Exhaustive, ExhaustiveParams, Played};
///
/// let game = Mnk::tictactoe();
/// let agent = Exhaustive::new(ExhaustiveParams::default())?;
/// let mut played = Played { agent, playouts: 8, random: 0.2, seed: 7 };
/// let state = game.read_state("xx./.o./..o")?;
/// let advice = played.advise(&game, &state, &Limits::every_move())?;
/// let won = Score::Exact { points: 1, plies: Some(1) };
/// assert_eq!(advice.score_of(advice.best[0]), Some(won));
/// # Ok::<(), plyscope_game::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Played<A> {
    /// Who plays the games, for all players.
    pub agent: A,
    /// Games after each move.
    pub playouts: u64,
    /// The share of random moves in them.
    pub random: f64,
    /// Where chance begins.
    pub seed: u64,
}

/// Moves after which a game is taken for one that goes round.
const LONGEST: u32 = 10_000;

impl<A> Played<A> {
    /// The points of `player` at the end of one game; nothing if the deadline came first.
    fn points<G: Game>(
        &mut self,
        (game, state): (&G, &G::State),
        player: Player,
        seed: u64,
        deadline: &Deadline,
    ) -> Result<Option<f64>, Error>
    where
        A: Agent<G>,
    {
        let mut chance = Chance::new(seed);
        self.agent.forget();
        self.agent.reseed(seed);
        let mut state = state.clone();
        for _ in 0..LONGEST {
            if let Some(payoffs) = game.payoffs(&state) {
                return Ok(Some(f64::from(payoffs.of(player))));
            }
            if deadline.is_over() {
                return Ok(None);
            }
            let mv = if chance.unit() < self.random {
                game.pick(&state, &mut chance)
            } else {
                let advice = self.agent.advise(game, &state, &Limits::best_move())?;
                let best = &advice.best;
                if best.is_empty() {
                    return Err(Error::failed(
                        "the agent that plays the games chose no move",
                    ));
                }
                best[chance.below(best.len() as u32) as usize]
            };
            game.play(&mut state, mv);
        }
        Err(Error::failed(format!(
            "a game did not end within {LONGEST} moves"
        )))
    }
}

impl<G: Game, A: Agent<G>> Agent<G> for Played<A> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        refuse_hidden("played", game, state)?;
        let facts = game.facts();
        let mover = game.mover(state);
        let deadline = Deadline::of(limits);
        let key = game.key(state);
        let mut moves = Vec::new();
        let mut cut_short = false;
        for mv in game.moves(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            if let Some(payoffs) = game.payoffs(&next) {
                moves.push(Advised {
                    mv,
                    score: Score::Exact {
                        points: payoffs.of(mover),
                        plies: Some(1),
                    },
                    visits: Some(0),
                    mean: None,
                });
                continue;
            }
            let (mut sum, mut games) = (0.0, 0);
            while games < self.playouts && !cut_short {
                let seed = mix_all(&[self.seed, key, games]);
                match self.points((game, &next), mover, seed, &deadline)? {
                    Some(points) => {
                        sum += points;
                        games += 1;
                    }
                    None => cut_short = true,
                }
            }
            let mean = sum / games as f64;
            moves.push(Advised {
                mv,
                score: if games > 0 {
                    Score::Estimate((mean - facts.level()) as Value)
                } else {
                    Score::Unknown
                },
                visits: Some(games),
                mean: (games > 0).then_some(mean as Value),
            });
        }
        let mut advice = Advice::by_score(&facts, mover, moves);
        advice.depth = Some(1);
        advice.cut_short = cut_short;
        Ok(advice)
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}
