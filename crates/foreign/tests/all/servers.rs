//! Our agents as engines, spoken to by a script.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plyscope_connect4::Standard;
use plyscope_foreign::serve::{ServedAgent, serve_gomocup, serve_nboard, serve_uci};
use plyscope_game::Notation;
use plyscope_game::any::{AgentOf, AnyAgent, AnyStates, Hidden};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_othello::Othello;
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Noise};

fn script(lines: &[&str]) -> Vec<u8> {
    let mut text = lines.join("\n");
    text.push('\n');
    text.into_bytes()
}

/// A script whose word `WAIT` waits for one more move in the answer.
struct Paced {
    lines: Vec<String>,
    moves: usize,
    answer: Shared,
}

/// An answer that is read while it is written.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panics with it").clone();
        String::from_utf8(bytes).expect("text")
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics with it").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Paced {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.lines.first().is_some_and(|line| line == "WAIT") {
            self.lines.remove(0);
            self.moves += 1;
            while self.answer.text().matches("bestmove").count() < self.moves {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        if self.lines.is_empty() {
            return Ok(0);
        }
        let line = self.lines.remove(0) + "\n";
        room[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// Serves a script with a search of two moves ahead; gives the lines of the answer.
fn served<G: Notation>(
    game: G,
    write_move: &(dyn Fn(&dyn AnyStates, usize, usize) -> String + Sync),
    serve: impl Fn(&ServedAgent<'_>, &mut Vec<u8>),
) -> Vec<String> {
    let rules = Arc::new(game);
    let game = Hidden::shared(Arc::clone(&rules));
    let make = |spec: &str| {
        if spec != "two" {
            let what = format!("there is no agent `{spec}`");
            return Err(plyscope_game::Error::misuse(what, "take two"));
        }
        let noise = Noise {
            seed: 3,
            levels: 1000,
            symmetric: false,
        };
        let search = AlphaBeta::new(AlphaBetaSettings::plain(2), noise)?;
        Ok(Box::new(AgentOf::new(Arc::clone(&rules), search)) as Box<dyn AnyAgent>)
    };
    let player = ServedAgent {
        game: &*game,
        make: &make,
        spec: "two".to_string(),
        write_move,
        pawn: 10.0,
        seed: 1,
    };
    let mut answer = Vec::new();
    serve(&player, &mut answer);
    let text = String::from_utf8(answer).expect("text");
    text.lines().map(str::to_string).collect()
}

fn plain(states: &dyn AnyStates, at: usize, mv: usize) -> String {
    states.move_text(at, mv)
}

fn uci(lines: &[&str]) -> Vec<String> {
    served(Standard::default(), &plain, |player, answer| {
        let shared = Shared::default();
        let paced = Paced {
            lines: lines.iter().map(|line| (*line).to_string()).collect(),
            moves: 0,
            answer: shared.clone(),
        };
        serve_uci(player, BufReader::new(paced), shared.clone()).expect("it listens");
        answer.extend(shared.text().bytes());
    })
}

#[test]
fn an_engine_introduces_itself_and_answers_what_it_is_asked() {
    let said = uci(&[
        "uci",
        "isready",
        "nonsense",
        "ucinewgame",
        "position startpos moves 4 4 3",
        "go depth 2",
        "isready",
        "WAIT",
        "quit",
        "go depth 2",
    ]);
    assert!(said[0].starts_with("id name Plyscope"));
    assert!(said.contains(&"uciok".to_string()));
    assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 2);
    let info = said
        .iter()
        .find(|line| line.starts_with("info depth 2 score cp"));
    let info = info.expect("what it thinks");
    let best = said.iter().find_map(|line| line.strip_prefix("bestmove "));
    let best = best.expect("a move");
    assert!(info.contains(&format!(" pv {best} ")), "{info}");
    assert_eq!(
        said.iter()
            .filter(|line| line.starts_with("bestmove"))
            .count(),
        1
    );
}

#[test]
fn a_mate_is_told_in_moves_and_a_wrong_position_is_no_end() {
    let said = uci(&[
        "position startpos moves 4 1 4 1 4 2",
        "go movetime 50000",
        "WAIT",
        "position startpos moves 4 9",
        "go depth 2",
        "position fen rubbish",
        "go depth 2",
        "setoption name Agent value three",
        "position startpos",
        "go nodes 100",
        "setoption name agent value two",
        "go wtime 500000 btime 500000 winc 10 binc 10",
        "WAIT",
        "WAIT",
        "WAIT",
        "WAIT",
    ]);
    assert!(
        said.iter()
            .any(|line| line.contains("score mate 1 ") && line.ends_with("pv 4"))
    );
    assert_eq!(
        said.iter().filter(|line| *line == "bestmove 0000").count(),
        3
    );
    assert!(
        said.iter()
            .any(|line| line.contains("there is no agent `three`"))
    );
    assert!(said.last().expect("an answer").starts_with("bestmove "));
    assert_ne!(said.last().expect("an answer"), "bestmove 0000");
}

#[test]
fn whoever_thinks_without_end_answers_when_stopped() {
    let said = uci(&[
        "position startpos",
        "go infinite",
        "isready",
        "stop",
        "isready",
    ]);
    let ready = said
        .iter()
        .position(|line| line == "readyok")
        .expect("it is ready");
    let best = said.iter().position(|line| line.starts_with("bestmove"));
    assert!(best.expect("a move") > ready, "{said:?}");
}

fn by_cell(states: &dyn AnyStates, at: usize, mv: usize) -> String {
    let cell = states.cells(at)[mv].expect("stones have a place");
    format!("{},{}", cell.column, cell.row)
}

#[test]
fn a_program_of_the_gomocup_plays_a_game_and_takes_a_board() {
    let game = Gomoku::new(15, FiveRule::Freestyle).expect("a board");
    let said = served(game, &by_cell, |player, answer| {
        let lines = [
            "ABOUT",
            "START 19",
            "START 15",
            "INFO timeout_turn 5000",
            "BEGIN",
            "TURN 0,0",
            "TURN 0,0",
            "RESTART",
            "BOARD",
            "7,7,2",
            "8,8,1",
            "9,9,2",
            "DONE",
            "BOARD",
            "7,7,1",
            "8,7,1",
            "9,7,1",
            "10,7,1",
            "7,8,2",
            "8,8,2",
            "9,8,2",
            "10,8,2",
            "DONE",
            "FLY",
            "END",
            "BEGIN",
        ];
        serve_gomocup(player, &*script(&lines), answer).expect("it listens");
    });
    assert!(said[0].starts_with("name=\"Plyscope two\""));
    assert!(said[1].starts_with("ERROR the board has 15"));
    assert_eq!(said[2], "OK");
    assert!(said[3].contains(',') && said[4].contains(','));
    assert!(said[5].starts_with("ERROR `0,0`"), "{said:?}");
    assert_eq!(said[6], "OK");
    assert!(said[7].contains(','));
    assert!(["6,7", "11,7"].contains(&said[8].as_str()), "{said:?}");
    assert_eq!(said[9], "UNKNOWN FLY");
    assert_eq!(said.len(), 10);
}

#[test]
fn an_othello_program_takes_a_game_and_answers_in_its_turn() {
    let write =
        |states: &dyn AnyStates, at: usize, mv: usize| states.move_text(at, mv).to_uppercase();
    let said = served(Othello::<8>::default(), &write, |player, answer| {
        let board = "---------------------------O*------*O---------------------------";
        let game = format!("set game (;GM[Othello]PC[x]BO[8 {board} *]B[d3//1.0]W[c3];)");
        let lines = [
            "nboard 2",
            "set depth 2",
            &game,
            "ping 7",
            "go",
            "hint 3",
            "move c4",
            "ping 8",
            "go",
            "move z9",
        ];
        serve_nboard(player, &*script(&lines), answer).expect("it listens");
    });
    assert!(said[0].starts_with("set myname Plyscope"));
    assert_eq!(said[1], "pong 7");
    assert!(said[2].starts_with("=== "));
    assert_eq!(
        said.iter()
            .filter(|line| line.starts_with("search "))
            .count(),
        3
    );
    assert!(said.contains(&"pong 8".to_string()));
    assert!(
        said.last().expect("an answer").starts_with("status "),
        "{said:?}"
    );
}
