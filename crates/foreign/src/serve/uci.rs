//! A UCI engine made of any agent, for programs that let chess engines play.
//!
//! One thread reads and answers at once, also while the other searches.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Chance, Error, Facts, Limits, Score, Stop};

use super::player::{Chosen, ServedAgent, Wish, choose};

/// Moves that a clock without their number is shared among.
const MOVES_TO_COME: u32 = 30;
/// What is taken off every time for the way to the other program and back.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The value of a win whose distance is not known, in hundredths of a pawn.
const WON: i64 = 20_000;

/// What the searching thread is told.
enum Job {
    Search(Box<Wish>, bool),
    NewGame,
    Agent(String),
}

/// Answers as an engine does until it is told to quit or its input ends.
///
/// # Errors
/// When its output is closed.
pub fn serve_uci(
    player: &ServedAgent<'_>,
    input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let output = Mutex::new(output);
    let (jobs, to_do) = channel();
    std::thread::scope(|scope| {
        scope.spawn(|| search(player, to_do, &output));
        // The other thread ends when there is nobody left to send it jobs.
        Front::new(player, jobs, &output).heed(input)
    })
}

/// The thread that reads.
struct Front<'a, W> {
    player: &'a ServedAgent<'a>,
    jobs: Sender<Job>,
    output: &'a Mutex<W>,
    position: Position,
    /// Why there is no position to think about.
    wrong: Option<Error>,
    /// Stops the search that was begun last.
    stop: Stop,
    overhead: Duration,
}

impl<'a, W: Write> Front<'a, W> {
    fn new(player: &'a ServedAgent<'a>, jobs: Sender<Job>, output: &'a Mutex<W>) -> Self {
        Self {
            position: Position::start(player.game),
            player,
            jobs,
            output,
            wrong: None,
            stop: Stop::default(),
            overhead: OVERHEAD,
        }
    }

    fn heed(mut self, input: impl BufRead) -> io::Result<()> {
        let heeded = self.heed_lines(input);
        self.stop.raise();
        heeded
    }

    fn heed_lines(&mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.lines() {
            // Text that is no text is a command that nobody knows.
            let line = match line {
                Err(error) if error.kind() == io::ErrorKind::InvalidData => continue,
                line => line?,
            };
            let (command, rest) = split(&line);
            match command {
                "uci" => self.introduce()?,
                "isready" => say(self.output, "readyok")?,
                "ucinewgame" => self.tell(Job::NewGame),
                "position" => self.take_position(rest),
                "go" => self.go(rest)?,
                "stop" => self.stop.raise(),
                "setoption" => self.set_option(rest),
                "quit" => break,
                // Unknown commands are passed over, as the protocol asks.
                _ => {}
            }
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let (spec, overhead) = (&self.player.spec, OVERHEAD.as_millis());
        say(
            self.output,
            &format!(
                "id name Plyscope {version} {spec}\nid author the Plyscope authors\n\
                 option name Agent type string default {spec}\n\
                 option name Move Overhead type spin default {overhead} min 0 max 10000\n\
                 uciok"
            ),
        )
    }

    fn tell(&self, job: Job) {
        // The other thread is there as long as we are.
        let _ = self.jobs.send(job);
    }

    /// `name Agent value negascout:depth=5`
    fn set_option(&mut self, rest: &str) {
        let Some((name, value)) = rest
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "))
        else {
            return;
        };
        match name.trim().to_ascii_lowercase().as_str() {
            "agent" => self.tell(Job::Agent(value.trim().to_string())),
            "move overhead" => {
                let millis = value.trim().parse().unwrap_or(OVERHEAD.as_millis() as u64);
                self.overhead = Duration::from_millis(millis);
            }
            _ => {}
        }
    }

    /// `startpos moves e2e4 …` or `fen … moves …`
    fn take_position(&mut self, rest: &str) {
        let (origin, moves) = match rest.split_once("moves") {
            Some((origin, moves)) => (origin, moves),
            None => (rest, ""),
        };
        let (kind, fen) = split(origin);
        let position = match kind {
            "startpos" => Ok(Position::start(self.player.game)),
            "fen" => Position::read(self.player.game, fen.trim()),
            _ => Err(Error::misuse(
                "neither startpos nor fen",
                "write one of them",
            )),
        };
        let played = position.and_then(|mut position| {
            for mv in moves.split_ascii_whitespace() {
                position.play(mv)?;
            }
            Ok(position)
        });
        match played {
            Ok(position) => {
                self.position = position;
                self.wrong = None;
            }
            Err(error) => self.wrong = Some(error),
        }
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        if let Some(error) = &self.wrong {
            return say(self.output, &format!("{}\nbestmove 0000", told(error)));
        }
        let order = GoOrder::read(rest, self.position.mover().index());
        self.stop = Stop::default();
        let limits = Limits {
            depth: order.depth,
            nodes: order.nodes,
            time: order.time(self.overhead),
            stop: self.stop.clone(),
            ..Limits::best_move()
        };
        let wish = Wish {
            position: self.position.clone(),
            limits,
        };
        self.tell(Job::Search(Box::new(wish), order.infinite));
        Ok(())
    }
}

/// What follows `go`.
#[derive(Default, Debug, PartialEq)]
struct GoOrder {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    moves: Option<u32>,
    infinite: bool,
}

impl GoOrder {
    fn read(text: &str, mover: usize) -> Self {
        let mut order = Self::default();
        let mut words = text.split_ascii_whitespace();
        let millis = |word: Option<&str>| {
            // A clock that has run out is sent as a negative number.
            let millis: i64 = word?.parse().ok()?;
            Some(Duration::from_millis(millis.max(0) as u64))
        };
        let (left, increment) = [("wtime", "winc"), ("btime", "binc")][mover.min(1)];
        while let Some(word) = words.next() {
            match word {
                "depth" => order.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => order.nodes = words.next().and_then(|word| word.parse().ok()),
                "movestogo" => order.moves = words.next().and_then(|word| word.parse().ok()),
                "movetime" => order.move_time = millis(words.next()),
                "infinite" | "ponder" => order.infinite = true,
                _ if word == left => order.left = millis(words.next()),
                _ if word == increment => {
                    order.increment = millis(words.next()).unwrap_or_default();
                }
                _ => {}
            }
        }
        order.depth = order.depth.map(|depth| depth.max(1));
        order.nodes = order.nodes.map(|nodes| nodes.max(1));
        order
    }

    /// The time for this move.
    fn time(&self, overhead: Duration) -> Option<Duration> {
        let least = Duration::from_millis(1);
        let by_clock = self.left.map(|left| {
            let moves = self.moves.unwrap_or(MOVES_TO_COME).max(1);
            let share = left / moves + self.increment * 3 / 4;
            // However short it is, some of it stays on the clock.
            share.min(left * 4 / 5)
        });
        let time = self.move_time.into_iter().chain(by_clock).min()?;
        Some(time.saturating_sub(overhead).max(least))
    }
}

/// The thread that searches.
fn search<W: Write>(player: &ServedAgent<'_>, jobs: Receiver<Job>, output: &Mutex<W>) {
    let mut spec = player.spec.clone();
    let mut agent: Option<Box<dyn AnyAgent>> = None;
    let mut chance = Chance::new(player.seed);
    for job in jobs {
        match job {
            Job::NewGame => {
                if let Some(agent) = &mut agent {
                    agent.forget();
                }
            }
            Job::Agent(other) => {
                agent = None;
                spec = other;
            }
            Job::Search(wish, infinite) => {
                let chosen = match &mut agent {
                    Some(agent) => choose(&mut **agent, &wish, &mut chance),
                    None => (player.make)(&spec).and_then(|made| {
                        let agent = agent.insert(made);
                        choose(&mut **agent, &wish, &mut chance)
                    }),
                };
                // Whoever thinks without end answers when he is stopped, and not before.
                while infinite && !wish.limits.stop.is_raised() {
                    std::thread::sleep(Duration::from_millis(2));
                }
                let answer = match &chosen {
                    Ok(chosen) => answer(player, &wish, chosen),
                    Err(error) => format!("{}\nbestmove 0000", told(error)),
                };
                // If nobody reads, the other thread will notice that nobody writes.
                let _ = say(output, &answer);
            }
        }
    }
}

/// The lines about a choice: what it is worth, best play, and the move.
fn answer(player: &ServedAgent<'_>, wish: &Wish, chosen: &Chosen) -> String {
    let (states, at) = (wish.position.states(), wish.position.at());
    let mut board = states.boxed_clone();
    board.truncate(0);
    board.push_from(states, at);
    let own = [chosen.mv];
    let line = match chosen.advice.line.first() {
        Some(first) if *first == chosen.mv => &chosen.advice.line,
        _ => &own[..],
    };
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        moves.push((player.write_move)(&*board, 0, mv));
        board.play(0, mv);
    }
    let (depth, nodes) = (chosen.advice.depth.unwrap_or(1), chosen.advice.nodes);
    let score = match score(chosen.score, player, &player.game.facts()) {
        Some(score) => format!(" score {score}"),
        None => String::new(),
    };
    let (best, line) = (&moves[0], moves.join(" "));
    format!("info depth {depth}{score} nodes {nodes} pv {line}\nbestmove {best}")
}

/// A score as engines tell it; nothing if there is none.
fn score(score: Score, player: &ServedAgent<'_>, facts: &Facts) -> Option<String> {
    let (points, plies) = match score {
        Score::Unknown => return None,
        Score::Estimate(value) => {
            let centipawns = f64::from(value) * 100.0 / f64::from(player.pawn);
            let centipawns = centipawns.clamp(-WON as f64, WON as f64);
            return Some(format!("cp {}", centipawns.round() as i64));
        }
        Score::Exact { points, plies } => (points, plies),
        Score::Decided { points, plies } => (points, Some(plies)),
    };
    let sign = i64::from(facts.margin(points).signum());
    let moves = plies.map(|plies| i64::from(plies).midpoint(sign.max(0)));
    Some(match (sign, moves) {
        (0, _) => "cp 0".to_string(),
        (_, Some(moves)) => format!("mate {}", sign * moves),
        (_, None) => format!("cp {}", sign * WON),
    })
}

fn told(error: &Error) -> String {
    format!("info string {}", error.what.replace('\n', " "))
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_shared_among_the_moves_to_come() {
        let time = |text: &str| {
            let order = GoOrder::read(text, 1);
            order
                .time(Duration::from_millis(20))
                .map(|time| time.as_millis())
        };
        assert_eq!(time("wtime 1 btime 30000"), Some(980));
        assert_eq!(time("wtime 1 btime 30000 binc 1000"), Some(1730));
        assert_eq!(time("btime 1000 movestogo 1"), Some(780));
        assert_eq!(time("btime -50"), Some(1));
        assert_eq!(time("movetime 500"), Some(480));
        assert_eq!(time("depth 3"), None);
        let order = GoOrder::read("depth 3 nodes 500 infinite", 0);
        assert_eq!(
            (order.depth, order.nodes, order.infinite),
            (Some(3), Some(500), true)
        );
    }
}
