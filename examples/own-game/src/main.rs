//! A game, a heuristic and a metric of one's own, with the whole command around them:
//!
//! ```text
//! cargo run --release -p own-game -- match take few solver --games 20 --openings random:plies=6
//! cargo run --release -p own-game -- truth make take --by solver --from all -o take.parquet
//! cargo run --release -p own-game -- judge take.parquet --heuristic few --metric nerve
//! ```

use std::process::ExitCode;

use plyscope_game::{
    Board, Cell, Error, Facts, Game, MoveHeuristic, Notation, Payoffs, Player, Value,
};
use plyscope_judge::{Better, Case, Metric, Trust, Truth};
use plyscope_workbench::{GameEntry, Shelf};

fn main() -> ExitCode {
    let mut registry = plyscope_standard::registry();
    let about = "take one, two or three of 21 stones; who takes the last wins";
    registry.add_game(GameEntry::new("take", about, &[], |_| {
        Ok(Shelf::new(Take).heuristic("few", "the fewer taken, the better", Few))
    }));
    registry.add_metric(Nerve);
    plyscope::run(registry)
}

/// The rules: a heap and who is to move, and at most three stones at a time.
struct Take;

const STONES: u8 = 21;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap(u8, Player);

impl Game for Take {
    type State = Heap;
    type Move = u8;
    type Moves = std::vec::IntoIter<u8>;

    fn facts(&self) -> Facts {
        Facts::win_draw_loss(u32::from(STONES), 3, 4)
    }
    fn start(&self) -> Heap {
        Heap(STONES, Player::FIRST)
    }
    fn mover(&self, state: &Heap) -> Player {
        state.1
    }
    fn moves(&self, state: &Heap) -> Self::Moves {
        (1..=state.0.min(3)).collect::<Vec<u8>>().into_iter()
    }
    fn play(&self, state: &mut Heap, taken: u8) {
        state.0 -= taken;
        state.1 = state.1.opponent();
    }
    fn payoffs(&self, state: &Heap) -> Option<Payoffs> {
        (state.0 == 0).then(|| Payoffs::win(state.1.opponent()))
    }
    fn move_index(&self, taken: u8) -> usize {
        usize::from(taken)
    }
}

/// The same as text: `17x` is a heap of 17, and x to move.
impl Notation for Take {
    fn write_state(&self, state: &Heap) -> String {
        format!("{}{}", state.0, ["x", "o"][state.1.index()])
    }
    fn read_state(&self, text: &str) -> Result<Heap, Error> {
        let mover = match text.chars().last() {
            Some('x') => Player::FIRST,
            Some('o') => Player::SECOND,
            _ => return Err(Error::misread("nobody is to move", "write 17x or 17o")),
        };
        match text[..text.len() - 1].parse() {
            Ok(left) if left <= STONES => Ok(Heap(left, mover)),
            _ => {
                let hint = format!("write a number of stones up to {STONES}, as in 17x");
                Err(Error::misread_at(0, "this is no heap", hint))
            }
        }
    }
    fn write_move(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }
    fn read_move(&self, state: &Heap, text: &str) -> Result<u8, Error> {
        let taken = text
            .parse()
            .ok()
            .filter(|own| self.moves(state).any(|legal| legal == *own));
        taken.ok_or_else(|| Error::misread("so many cannot be taken", "take 1, 2 or 3"))
    }
    fn board(&self, state: &Heap) -> Board {
        let stone = |place: u8| if place < state.0 { '*' } else { '.' };
        Board {
            columns: vec![String::new(); usize::from(STONES)],
            rows: vec![String::new()],
            pieces: (0..STONES).map(stone).collect(),
            ..Board::default()
        }
    }
    fn cell(&self, _: &Heap, _: u8) -> Option<Cell> {
        None
    }
}

/// The heuristic: takes as few as it can.
#[derive(Clone)]
struct Few;

impl MoveHeuristic<Take> for Few {
    fn move_value(&self, _: &Take, _: &Heap, _: Player, taken: u8) -> Value {
        -Value::from(taken)
    }
}

/// The metric: of states that can be won, the share in which it plays a winning move.
#[derive(Clone)]
struct Nerve;

impl Metric for Nerve {
    fn name(&self) -> String {
        "nerve".to_owned()
    }
    fn about(&self) -> String {
        "of states that can be won, the share in which a winning move is preferred".to_owned()
    }
    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
    fn better(&self) -> Better {
        Better::Higher
    }
    fn trust(&self) -> Trust {
        Trust::No
    }
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        let moves = case.truth.iter().zip(case.guesses());
        let favourite = moves.max_by_key(|(_, guess)| guess.place)?.0;
        let can_win = case.truth.iter().any(Truth::is_won);
        can_win.then(|| f64::from(u8::from(favourite.is_won())))
    }
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        let won = case.truth.iter().filter(|truth| truth.is_won()).count();
        (won > 0).then(|| won as f64 / case.truth.len() as f64)
    }
}
