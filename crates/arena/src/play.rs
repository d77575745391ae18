//! One game between two agents.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use plyscope_game::{Agent, Chance, Game, Limits, Payoffs, Player, Score};

use crate::rules::{Called, Streaks};
use crate::{End, Fault, GameRecord, Opening, Played, Rules};

/// An agent at the board, and its limits for each move.
pub struct Seat<'a, G: Game> {
    /// Who chooses the moves.
    pub agent: &'a mut dyn Agent<G>,
    /// For each of them. A game whose flag to stop is raised is not finished.
    pub limits: &'a Limits,
}

/// Who proves how a game would end, so that it need not be played to its end.
///
/// The game must be one for minimax ([`plyscope_game::Facts::is_minimax`]).
pub struct Judge<'a, G: Game> {
    /// The agent whose proofs are taken.
    pub agent: &'a mut dyn Agent<G>,
    /// How far it may look for them.
    pub limits: &'a Limits,
    /// It is first asked after so many plies, those of the opening counted.
    pub from: u32,
}

/// Plays one game from an opening to its end; nothing if it was stopped on the way.
///
/// Each mover plays a move that it likes best, chance deciding between equals.
/// One that panics, errs, makes an illegal move or exceeds its limit on time
/// and the margin has lost. An agent that never returns cannot be helped.
pub fn play_game<G: Game>(
    game: &G,
    mut seats: [Seat<'_, G>; 2],
    opening: &Opening<G>,
    rules: &Rules,
    mut judge: Option<Judge<'_, G>>,
    chance: &mut Chance,
) -> Option<GameRecord<G>> {
    let mut state = opening.state().clone();
    let mut moves = Vec::with_capacity(64);
    let mut streaks = Streaks::default();
    let mut ply = opening.moves().len() as u32;
    loop {
        if let Some(payoffs) = game.payoffs(&state) {
            return Some(ended(moves, state, End::Over, Some(&payoffs)));
        }
        if rules.max_plies.is_some_and(|most| ply >= most) {
            return Some(ended(moves, state, End::TooLong, None));
        }
        if let Some(payoffs) = judge
            .as_mut()
            .and_then(|judge| judge.proof(game, &state, ply))
        {
            return Some(ended(moves, state, End::Verdict, Some(&payoffs)));
        }
        let mover = game.mover(&state);
        let seat = &mut seats[mover.index()];
        let turn = seat.turn(game, &state, rules, chance);
        if seat.limits.stop.is_raised() {
            return None;
        }
        let played = match turn {
            Ok(played) => played,
            Err(fault) => return Some(forfeited(moves, state, mover, fault)),
        };
        game.play(&mut state, played.mv);
        moves.push(played);
        ply += 1;
        let called = streaks.add(rules, ply, mover, played.score);
        if let Some(called) = called
            && game.payoffs(&state).is_none()
        {
            return Some(called_off(moves, state, called));
        }
    }
}

/// A game that `player` loses by what he did.
pub(crate) fn forfeited<G: Game>(
    moves: Vec<Played<G::Move>>,
    last: G::State,
    player: Player,
    fault: Fault,
) -> GameRecord<G> {
    GameRecord {
        moves,
        last,
        end: End::Fault(player, fault),
        winner: Some(player.opponent()),
        points: None,
    }
}

fn called_off<G: Game>(
    moves: Vec<Played<G::Move>>,
    last: G::State,
    called: Called,
) -> GameRecord<G> {
    let (end, winner) = match called {
        Called::Win(player) => (End::Resigned, Some(player)),
        Called::Draw => (End::AgreedDraw, None),
    };
    GameRecord {
        moves,
        last,
        end,
        winner,
        points: None,
    }
}

fn ended<G: Game>(
    moves: Vec<Played<G::Move>>,
    last: G::State,
    end: End,
    payoffs: Option<&Payoffs>,
) -> GameRecord<G> {
    let points = payoffs.map(|payoffs| [Player::FIRST, Player::SECOND].map(|own| payoffs.of(own)));
    let winner = points.and_then(|[first, second]| match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Player::FIRST),
        std::cmp::Ordering::Less => Some(Player::SECOND),
        std::cmp::Ordering::Equal => None,
    });
    GameRecord {
        moves,
        last,
        end,
        winner,
        points,
    }
}

impl<G: Game> Seat<'_, G> {
    /// Asks for a move, and holds it against the rules and the clock.
    fn turn(
        &mut self,
        game: &G,
        state: &G::State,
        rules: &Rules,
        chance: &mut Chance,
    ) -> Result<Played<G::Move>, Fault> {
        let begun = Instant::now();
        let advice = unless_it_panics(|| self.agent.advise(game, state, self.limits))?;
        let time = begun.elapsed();
        let advice = advice.map_err(|error| Fault::Error(error.to_string()))?;
        if advice.best.is_empty() {
            return Err(Fault::Illegal("chose no move at all".to_string()));
        }
        let mv = advice.best[chance.below(advice.best.len() as u32) as usize];
        if !game.moves(state).any(|legal| legal == mv) {
            return Err(Fault::Illegal(format!("chose {mv:?}, which is not legal")));
        }
        if let Some(most) = self.limits.time
            && time > most + rules.margin
        {
            return Err(Fault::TimeOut(time));
        }
        Ok(Played {
            mv,
            score: advice.score_of(mv).unwrap_or(Score::Unknown),
            time,
        })
    }
}

impl<G: Game> Judge<'_, G> {
    /// The points at the end of a state that is not over, if they can be proved.
    fn proof(&mut self, game: &G, state: &G::State, ply: u32) -> Option<Payoffs> {
        if ply < self.from {
            return None;
        }
        let asked = unless_it_panics(|| self.agent.advise(game, state, self.limits));
        // A judge that fails proves nothing, and the game goes on.
        let advice = asked.inspect_err(|_| self.from = u32::MAX).ok()?.ok()?;
        let points = advice.proved(&game.facts())?;
        let of_first = if advice.mover == Player::FIRST {
            points
        } else {
            -points
        };
        Payoffs::zero_sum(of_first).ok()
    }
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread does an agent's work, so that a panic costs the agent the game and nothing else.
///
/// For a program's panic hook, which need not tell what the record tells.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Does somebody else's work; a panic becomes a fault.
///
/// Whoever panicked is not asked again, so nobody sees what it left half done.
pub(crate) fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    GUARDED.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    done.map_err(|payload| Fault::Crash(message(&*payload)))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("without a word"))
}
