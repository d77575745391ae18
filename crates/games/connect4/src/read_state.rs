//! Reading a board.

use plyscope_game::{Error, ErrorKind};

use super::bits::Bits;
use super::from_bits::{Stones, checked};
use super::shape::Shape;
use super::state::State;

/// Reads rows from the top, separated by `/`.
pub(super) fn read_state<S: Shape>(shape: &S, text: &str) -> Result<State<S::Bits>, Error> {
    let stones = read_rows(shape, text)?;
    checked(shape, stones).map_err(|error| error.of_kind(ErrorKind::Misread))
}

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
