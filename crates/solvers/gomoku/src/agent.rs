//! Threat search before any other agent.

use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score, Stop};
use plyscope_gomoku::{Gomoku, Place, State};

use super::check::wins_by_fours;
use super::search::Search;

/// How far threats are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreatParams {
    /// Open threes on any way to a win; fours are followed to the end.
    pub threes: u32,
    /// Stones to put in one search at the most.
    pub nodes: u64,
}

impl Default for ThreatParams {
    fn default() -> Self {
        Self {
            threes: 2,
            nodes: 100_000,
        }
    }
}

/// Plays a win by fours or open threes where it finds one, leaves out moves that
/// lose to one by fours, and else says what another agent says.
///
/// ```
/// use plyscope_game::{Agent, Limits, Notation, Score};
/// use plyscope_gomoku::{FiveRule, Gomoku};
/// use plyscope_search::Random;
/// use plyscope_solver_gomoku::{ThreatParams, ThreatSearch};
///
/// let game = Gomoku::new(15, FiveRule::Freestyle)?;
/// // Three in a row with both ends open: a four comes of it that nobody stops.
/// let state = game.read_state("15/15/15/15/15/5o9/5o9/4xxx8/5o9/15/15/15/15/15/15")?;
/// let mut agent = ThreatSearch::new(ThreatParams::default(), Random { seed: 1 });
/// let advice = agent.advise(&game, &state, &Limits::best_move())?;
/// let score = advice.score_of(advice.best[0]).unwrap();
/// assert!(matches!(score, Score::Exact { points: 1, .. }));
/// # Ok::<(), plyscope_game::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ThreatSearch<A> {
    params: ThreatParams,
    agent: A,
}

/// A proved win: its first move, and the moves of both as far as they are forced.
struct Win {
    mv: Place,
    line: Vec<Place>,
    nodes: u64,
}

impl<A> ThreatSearch<A> {
    /// Threat search before `agent`.
    #[must_use]
    pub fn new(params: ThreatParams, agent: A) -> Self {
        Self { params, agent }
    }

    /// The mover's win by threats, if one is found.
    fn win(&self, game: &Gomoku, state: &State, stop: &Stop) -> Option<Win> {
        if let Some(win) = self.win_by_fours(game, state, stop) {
            return Some(win);
        }
        let mut search = Search::new(game, state, self.params.nodes, stop);
        let cell = search.threats(game.mover(state), self.params.threes)?;
        let mv = search.field.place(cell);
        Some(Win {
            mv,
            line: vec![mv],
            nodes: search.nodes,
        })
    }

    /// The mover's win by fours, if one is found and the rules bear it out.
    fn win_by_fours(&self, game: &Gomoku, state: &State, stop: &Stop) -> Option<Win> {
        let mut search = Search::new(game, state, self.params.nodes, stop);
        let line = search.fours(game.mover(state))?;
        let line = search.places(&line);
        wins_by_fours(game, state, &line).then(|| Win {
            mv: line[0],
            nodes: search.nodes,
            line,
        })
    }

    /// Whether a move loses to a win by fours.
    fn loses(&self, game: &Gomoku, state: &State, mv: Place, stop: &Stop) -> bool {
        let mut after = *state;
        game.play(&mut after, mv);
        game.payoffs(&after).is_none() && self.win_by_fours(game, &after, stop).is_some()
    }
}

/// Advice that knows of one win, and of nothing else.
fn of_win(game: &Gomoku, state: &State, win: Win) -> Advice<Place> {
    let moves = game.moves(state).map(|mv| Advised {
        mv,
        score: if mv == win.mv {
            won(game, &win)
        } else {
            Score::Unknown
        },
        visits: None,
        mean: None,
    });
    let mut advice = Advice::by_known_score(&game.facts(), game.mover(state), moves.collect());
    advice.nodes = win.nodes;
    advice.line = win.line;
    advice
}

/// Proved; how soon under best play on both sides is known only of a five that is made at once.
fn won(game: &Gomoku, win: &Win) -> Score {
    Score::Exact {
        points: game.facts().points.1,
        plies: (win.line.len() == 1 && win.nodes == 0).then_some(1),
    }
}

impl<A: Agent<Gomoku>> Agent<Gomoku> for ThreatSearch<A> {
    fn advise(
        &mut self,
        game: &Gomoku,
        state: &State,
        limits: &Limits,
    ) -> Result<Advice<Place>, Error> {
        let (facts, stop) = (game.facts(), &limits.stop);
        let win = self.win(game, state, stop);
        if let Some(win) = win {
            if !limits.every_move {
                return Ok(of_win(game, state, win));
            }
            let mut advice = self.agent.advise(game, state, limits)?;
            let is_it = |own: &&mut Advised<Place>| own.mv == win.mv;
            if let Some(own) = advice.moves.iter_mut().find(is_it)
                && !own.score.is_exact()
            {
                own.score = won(game, &win);
            }
            advice.choose_by_score(&facts);
            advice.line = win.line;
            advice.nodes += win.nodes;
            return Ok(advice);
        }
        let mut advice = self.agent.advise(game, state, limits)?;
        let is_trap = |advice: &Advice<Place>| {
            let mut best = advice.best.iter();
            best.any(|&mv| self.loses(game, state, mv, stop))
        };
        if !limits.every_move {
            if !is_trap(&advice) {
                return Ok(advice);
            }
            let every = Limits {
                every_move: true,
                ..limits.clone()
            };
            advice = self.agent.advise(game, state, &every)?;
        }
        self.mark_losses(game, state, &mut advice, stop);
        Ok(advice)
    }

    fn forget(&mut self) {
        self.agent.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }
}

impl<A> ThreatSearch<A> {
    /// Gives moves that lose to a win by fours the points of a loss, and chooses among the others.
    fn mark_losses(&self, game: &Gomoku, state: &State, advice: &mut Advice<Place>, stop: &Stop) {
        let facts = game.facts();
        let mut is_any_left = false;
        for own in &mut advice.moves {
            if !own.score.is_exact() && self.loses(game, state, own.mv, stop) {
                own.score = Score::Exact {
                    points: facts.points.0,
                    plies: None,
                };
            }
            is_any_left |= own.score
                != Score::Exact {
                    points: facts.points.0,
                    plies: None,
                };
        }
        // Where all lose, what the other agent likes best is as good as any, and looks better.
        if is_any_left {
            let best = advice.best.clone();
            advice.choose_by_score(&facts);
            if advice.best != best {
                advice.line.clear();
            }
        }
    }
}
