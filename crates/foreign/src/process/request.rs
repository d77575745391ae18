//! A question of many states, written as one line of JSON.

use plyscope_game::{Notation, Player};
use std::fmt::Write as _;

use super::answer::Wanted;
use super::greeting::{Gives, Manners};

/// The parts of a question, each a list without its brackets.
#[derive(Default)]
pub(super) struct Request {
    count: usize,
    players: String,
    states: String,
    cells: String,
    moves: String,
    /// Legal moves of each state, where they are asked about.
    move_counts: Vec<usize>,
}

impl Request {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
        for part in [
            &mut self.players,
            &mut self.states,
            &mut self.cells,
            &mut self.moves,
        ] {
            part.clear();
        }
        self.move_counts.clear();
    }

    /// Adds a state, which is not over, as seen by a player: within a round in which the moves of
    /// others are hidden from him, the beginning of the round.
    pub(super) fn push<G: Notation>(
        &mut self,
        manners: &Manners,
        game: &G,
        state: &G::State,
        player: Player,
    ) {
        if self.count > 0 {
            for part in [
                &mut self.players,
                &mut self.states,
                &mut self.cells,
                &mut self.moves,
            ] {
                part.push(',');
            }
        }
        self.count += 1;
        self.players.push(char::from(b'0' + player.0));
        let start = game.hidden(state).then(|| game.round_start(state));
        let seen = start.as_ref().unwrap_or(state);
        if manners.states {
            push_text(&mut self.states, &game.write_state(seen));
        }
        if manners.cells {
            self.cells.push('"');
            game.push_cells(seen, &mut self.cells);
            self.cells.push('"');
        }
        if manners.moves {
            self.moves.push('[');
            let legal = game.moves(state);
            self.move_counts.push(legal.len());
            for (place, mv) in legal.enumerate() {
                if place > 0 {
                    self.moves.push(',');
                }
                push_text(&mut self.moves, &game.write_move(state, mv));
            }
            self.moves.push(']');
        }
    }

    /// What its answer must hold.
    pub(super) fn wanted(&self, gives: Gives) -> Wanted<'_> {
        match gives {
            Gives::States => Wanted::States(self.count),
            Gives::Moves => Wanted::Moves(&self.move_counts),
        }
    }

    /// Writes the line: `{"id":1,"players":[0],"states":["…"],"cells":["…"],"moves":[["…"]]}`.
    pub(super) fn write(&self, id: u64, manners: &Manners, line: &mut Vec<u8>) {
        line.clear();
        line.extend_from_slice(format!("{{\"id\":{id}").as_bytes());
        let parts = [
            ("players", true, &self.players),
            ("states", manners.states, &self.states),
            ("cells", manners.cells, &self.cells),
            ("moves", manners.moves, &self.moves),
        ];
        for (name, is_wanted, part) in parts {
            if is_wanted {
                line.extend_from_slice(format!(",\"{name}\":[").as_bytes());
                line.extend_from_slice(part.as_bytes());
                line.push(b']');
            }
        }
        line.extend_from_slice(b"}\n");
    }
}

/// Writes a text as JSON does.
fn push_text(line: &mut String, text: &str) {
    let is_plain = |byte: u8| byte >= 0x20 && byte != b'"' && byte != b'\\';
    line.push('"');
    if text.bytes().all(is_plain) {
        line.push_str(text);
    } else {
        for letter in text.chars() {
            match letter {
                '"' | '\\' => line.extend(['\\', letter]),
                control if (control as u32) < 0x20 => {
                    let _ = write!(line, "\\u{:04x}", control as u32);
                }
                _ => line.push(letter),
            }
        }
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_json_reads_them() {
        for text in ["", "XO- X", "a \"b\" \\c", "tab\tline\n", "♔ é"] {
            let mut line = String::new();
            push_text(&mut line, text);
            assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        }
    }
}
