//! Reading a board and checking that play could have led to it, as far as the board shows.

use plyscope_game::Error;

use super::bits::Bits;
use super::line::has_line;
use super::shape::Shape;
use super::state::State;

/// Reads rows from the top, separated by `/`.
pub(super) fn read_state<S: Shape>(shape: &S, text: &str) -> Result<State<S::Bits>, Error> {
    let stones = read_rows(shape, text)?;
    let state = in_turn(stones)?;
    check_lines(shape, &state)?;
    Ok(state)
}

/// Stones of the first and of the second player.
type Stones<B> = [B; 2];

fn read_rows<S: Shape>(shape: &S, text: &str) -> Result<Stones<S::Bits>, Error> {
    let height = shape.height();
    let mut stones = [S::Bits::default(); 2];
    let rows = text.split('/').count();
    if rows != height as usize {
        let what = format!("{rows} rows on a board of {height}");
        return Err(Error::misread_at(text.len(), what, model(shape)));
    }
    // From the bottom, so that every stone finds the one that carries it.
    let mut end = text.len();
    for (row, line) in (0..height).zip(text.rsplit('/')) {
        let begin = end - line.len();
        read_row(shape, line, row, &mut stones).map_err(|trouble| trouble.shifted(begin))?;
        end = begin.saturating_sub(1);
    }
    Ok(stones)
}

fn read_row<S: Shape>(
    shape: &S,
    line: &str,
    row: u32,
    stones: &mut Stones<S::Bits>,
) -> Result<(), Error> {
    let width = shape.width();
    let mut column = 0;
    let mut at = 0;
    while let Some(letter) = line[at..].chars().next() {
        let next = at + run_len(&line[at..]).max(letter.len_utf8());
        let cells = match letter {
            'x' | 'X' | 'o' | 'O' | '.' => 1,
            '1'..='9' => line[at..next].parse().unwrap_or(u32::MAX),
            _ => {
                let what = format!("`{letter}` is no piece");
                return Err(Error::misread_at(at, what, model(shape)));
            }
        };
        if cells > width - column {
            let what = format!("this row has more than {width} cells");
            return Err(Error::misread_at(at, what, model(shape)));
        }
        if let Some(player) = owner(letter) {
            let cell = S::Bits::ONE << (column * shape.stride() + row);
            let all = stones[0] | stones[1];
            if row > 0 && ((all << 1) & cell).is_empty() {
                let hint = "stones fall to the lowest empty cell of their column";
                return Err(Error::misread_at(
                    at,
                    "a stone hangs over an empty cell",
                    hint,
                ));
            }
            stones[player] = stones[player] | cell;
        }
        column += cells;
        at = next;
    }
    if column < width {
        let what = format!("this row has {column} cells, not {width}");
        return Err(Error::misread_at(at, what, model(shape)));
    }
    Ok(())
}

/// Bytes of the number at the beginning of `text`.
fn run_len(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit);
    digits.count()
}

fn owner(letter: char) -> Option<usize> {
    match letter {
        'x' | 'X' => Some(0),
        'o' | 'O' => Some(1),
        _ => None,
    }
}

/// An example of a well-formed board.
fn model<S: Shape>(shape: &S) -> String {
    let (width, height) = (shape.width() as usize, shape.height());
    let row = ".".repeat(width);
    let bottom = format!("xo{}", ".".repeat(width - 2));
    let upper = format!("{row}/").repeat(height as usize - 1);
    format!(
        "{height} rows of {width} cells from the top, x first player, o second, . empty: {upper}{bottom}"
    )
}

/// The state, if the numbers of stones are those of players who alternate.
fn in_turn<B: Bits>([first, second]: Stones<B>) -> Result<State<B>, Error> {
    let all = first | second;
    match (first.count(), second.count()) {
        (x, o) if x == o => Ok(State {
            waiting: second,
            all,
        }),
        (x, o) if x == o + 1 => Ok(State {
            waiting: first,
            all,
        }),
        (x, o) => Err(Error::misread(
            format!("{x} x and {o} o cannot come from taking turns"),
            "x begins: there are as many x as o, or one more",
        )),
    }
}

/// Whether the lines on the board can be the work of the last move.
fn check_lines<S: Shape>(shape: &S, state: &State<S::Bits>) -> Result<(), Error> {
    let hint = "play stops with the first line; only the last stone can have made it";
    let stone = |odd| if odd { 'x' } else { 'o' };
    let last = stone(state.all.is_odd());
    let other = stone(!state.all.is_odd());
    if has_line(shape, state.moving()) {
        let what = if has_line(shape, state.waiting) {
            "both players have a line".to_string()
        } else {
            format!("{other} has a line, but {last} moved last")
        };
        return Err(Error::misread(what, hint));
    }
    if has_line(shape, state.waiting) && !one_stone_made_it(shape, state) {
        let what = format!("{last} has lines that no single move can have made");
        return Err(Error::misread(what, hint));
    }
    Ok(())
}

/// Whether taking back the top stone of some column leaves the last mover without a line.
fn one_stone_made_it<S: Shape>(shape: &S, state: &State<S::Bits>) -> bool {
    // The landing cell of a column, full ones included, is one above its top stone.
    let tops = ((state.all + shape.bottom()) >> 1) & state.waiting;
    let cells = (0..shape.width()).map(|column| tops & shape.column(column));
    cells
        .filter(|top| !top.is_empty())
        .any(|top| !has_line(shape, state.waiting ^ top))
}
