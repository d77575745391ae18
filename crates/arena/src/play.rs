//! One game between two agents.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use plyscope_game::any::{AnyAgent, AnyStates};
use plyscope_game::{Chance, Error, ErrorKind, Facts, Limits, Payoffs, Player};

use crate::rules::{Called, Streaks};
use crate::{End, Fault, GameRecord, Opening, PlayedMove, Rules};

/// An agent at the board, and its limits for each move.
pub struct Seat<'a> {
    /// The agent that chooses the moves.
    pub agent: &'a mut dyn AnyAgent,
    /// For each of them. A game whose flag to stop is raised is not finished.
    pub limits: &'a Limits,
}

/// The agent that proves how a game would end, so that it need not be played to its end.
///
/// The game must be one for minimax ([`plyscope_game::Facts::is_minimax`]).
pub struct Judge<'a> {
    /// The agent whose proofs are taken.
    pub agent: &'a mut dyn AnyAgent,
    /// How far it may look for them.
    pub limits: &'a Limits,
    /// It is first asked after so many plies, those of the opening counted.
    pub from: u32,
}

/// Plays one game from an opening to its end; nothing if it was stopped on the way.
///
/// Each mover plays a move that it likes best, ties broken at random.
/// One that panics, errs, makes an illegal move or exceeds its limit on time
/// and the margin has lost. An agent that never returns cannot be helped.
pub fn play_game(
    facts: &Facts,
    mut seats: [Seat<'_>; 2],
    opening: &Opening,
    rules: &Rules,
    mut judge: Option<&mut Judge<'_>>,
    chance: &mut Chance,
) -> Option<GameRecord> {
    let mut board = opening.present();
    let mut moves = Vec::with_capacity(64);
    let mut streaks = Streaks::default();
    let mut ply = opening.moves().len() as u32;
    // Games of a rule sheet may go round for ever, but none is longer than the game says.
    let most = rules
        .max_plies
        .map_or(facts.max_plies, |most| most.min(facts.max_plies));
    loop {
        if let Some(payoffs) = board.payoffs(0) {
            return Some(ended(moves, board, End::Over, Some(&payoffs)));
        }
        if ply >= most {
            return Some(ended(moves, board, End::TooLong, None));
        }
        if let Some(payoffs) = judge
            .as_mut()
            .and_then(|judge| judge.proof(facts, &*board, ply))
        {
            return Some(ended(moves, board, End::Verdict, Some(&payoffs)));
        }
        let mover = board.mover(0);
        let seat = &mut seats[mover.index()];
        let turn = seat.turn(&*board, mover, rules, chance);
        if seat.limits.stop.is_raised() {
            return None;
        }
        let played = match turn {
            Ok(played) => played,
            Err(fault) => return Some(forfeited(moves, board, mover, fault)),
        };
        board.play(0, played.mv);
        moves.push(played);
        ply += 1;
        let called = streaks.add(facts, rules, ply, mover, played.score);
        if let Some(called) = called
            && board.payoffs(0).is_none()
        {
            return Some(called_off(moves, board, called));
        }
    }
}

/// A game that `player` loses by what he did.
pub(crate) fn forfeited(
    moves: Vec<PlayedMove>,
    last: Box<dyn AnyStates>,
    player: Player,
    fault: Fault,
) -> GameRecord {
    GameRecord {
        moves,
        last,
        end: End::Fault(player, fault),
        winner: Some(player.opponent()),
        points: None,
    }
}

fn called_off(moves: Vec<PlayedMove>, last: Box<dyn AnyStates>, called: Called) -> GameRecord {
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

fn ended(
    moves: Vec<PlayedMove>,
    last: Box<dyn AnyStates>,
    end: End,
    payoffs: Option<&Payoffs>,
) -> GameRecord {
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

impl Seat<'_> {
    /// Asks for a move, and holds it against the rules and the clock.
    fn turn(
        &mut self,
        board: &dyn AnyStates,
        mover: Player,
        rules: &Rules,
        chance: &mut Chance,
    ) -> Result<PlayedMove, Fault> {
        let begun = Instant::now();
        let choice = unless_it_panics(|| self.agent.choose(board, 0, self.limits, chance))?;
        let time = begun.elapsed();
        let choice = choice.map_err(fault)?;
        if let Some(most) = self.limits.time
            && time > most + rules.margin
        {
            return Err(Fault::TimeOut(time));
        }
        Ok(PlayedMove {
            mv: choice.mv,
            by: mover,
            score: choice.score,
            time,
        })
    }
}

/// What an agent's error is by the rules of a contest.
fn fault(error: Error) -> Fault {
    if error.kind == ErrorKind::Illegal {
        Fault::Illegal(error.what)
    } else {
        Fault::Error(error)
    }
}

impl Judge<'_> {
    /// The points at the end of a state that is not over, if they can be proved.
    fn proof(&mut self, facts: &Facts, board: &dyn AnyStates, ply: u32) -> Option<Payoffs> {
        if ply < self.from {
            return None;
        }
        let asked = unless_it_panics(|| self.agent.advise(board, 0, self.limits));
        // A judge that fails proves nothing, and the game goes on.
        let advice = asked.inspect_err(|_| self.from = u32::MAX).ok()?.ok()?;
        let points = advice.proved(facts)?;
        let others = facts.sum? - points;
        let both = if advice.mover == Player::FIRST {
            [points, others]
        } else {
            [others, points]
        };
        Payoffs::new(&both).ok()
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

/// Calls code of an agent; a panic becomes a fault.
///
/// An agent that panicked is not asked again, so its half-changed state is never seen.
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
