//! What a process answers: a value for every state or every move, or an error.

use plyscope_game::Value;

use super::scan::{NoNumber, Scan};

/// Bytes of a strange line that are told.
const EXCERPT: usize = 80;

/// What an answer came to.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// All values are there.
    Values,
    /// The answer to another question.
    Other(u64),
    /// The process says why it cannot answer.
    Error(String),
}

/// Reads the answer to question `id`: as many values as `counts` says for each state, or one for each where there are no counts.
///
/// # Errors
/// What the process did wrong, as a clause that follows its name.
pub(super) fn read(
    line: &[u8],
    id: u64,
    wanted: &Wanted<'_>,
    values: &mut Vec<Value>,
) -> Result<Answer, String> {
    let mut scan = Scan::new(line);
    let rubbish = || format!("wrote what is no answer: {}", excerpt(line));
    if !scan.take(b'{') {
        return Err(rubbish());
    }
    let (mut answered, mut has_values, mut error) = (None, false, None);
    loop {
        let key = scan.string().ok_or_else(rubbish)?;
        if !scan.take(b':') {
            return Err(rubbish());
        }
        match key {
            b"\"id\"" => answered = Some(scan.count().ok_or_else(rubbish)?),
            // Values of another question are not held against this one.
            b"\"values\"" if answered.is_none_or(|own| own == id) => {
                values.clear();
                wanted.read(&mut scan, values)?.ok_or_else(rubbish)?;
                has_values = true;
            }
            b"\"error\"" => {
                let text = scan.string().ok_or_else(rubbish)?;
                error = Some(serde_json::from_slice(text).map_err(|_| rubbish())?);
            }
            _ if scan.skip() => {}
            _ => return Err(rubbish()),
        }
        if scan.take(b'}') {
            break;
        }
        if !scan.take(b',') {
            return Err(rubbish());
        }
    }
    if scan.peek().is_some() {
        return Err(rubbish());
    }
    match (answered, error) {
        (Some(own), _) if own != id => Ok(Answer::Other(own)),
        (_, Some(error)) => Ok(Answer::Error(error)),
        (Some(_), None) if has_values => Ok(Answer::Values),
        (None, None) => Err(format!("answered without an id: {}", excerpt(line))),
        (Some(_), None) => Err(format!("answered without values: {}", excerpt(line))),
    }
}

/// How many values an answer must have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// One for each of so many states.
    States(usize),
    /// A list for each state, of so many.
    Moves(&'a [usize]),
}

impl Wanted<'_> {
    /// Reads the list of values; nothing if it is no list.
    fn read(&self, scan: &mut Scan<'_>, values: &mut Vec<Value>) -> Result<Option<()>, String> {
        match self {
            Self::States(count) => {
                let Some(given) = list(scan, values)? else {
                    return Ok(None);
                };
                if given != *count {
                    return Err(format!("gave {given} values for {count} states"));
                }
                Ok(Some(()))
            }
            Self::Moves(counts) => lists(scan, counts, values),
        }
    }
}

/// Reads a list of lists, one for each state.
fn lists(
    scan: &mut Scan<'_>,
    counts: &[usize],
    values: &mut Vec<Value>,
) -> Result<Option<()>, String> {
    if !scan.take(b'[') {
        return Ok(None);
    }
    let few = |states: usize| format!("gave values for {states} states of {}", counts.len());
    for (place, &count) in counts.iter().enumerate() {
        if place > 0 && !scan.take(b',') {
            return if scan.take(b']') {
                Err(few(place))
            } else {
                Ok(None)
            };
        }
        let Some(given) = list(scan, values)? else {
            return if scan.take(b']') {
                Err(few(place))
            } else {
                Ok(None)
            };
        };
        if given != count {
            let state = place + 1;
            let what = format!(
                "gave {given} values for the {count} moves of state {state} of its question"
            );
            return Err(what);
        }
    }
    if scan.take(b',') {
        return Err(format!("gave values for more than {} states", counts.len()));
    }
    Ok(scan.take(b']').then_some(()))
}

/// Reads a list of numbers; gives how many there were, or nothing if it is no list.
fn list(scan: &mut Scan<'_>, values: &mut Vec<Value>) -> Result<Option<usize>, String> {
    if !scan.take(b'[') {
        return Ok(None);
    }
    let before = values.len();
    if scan.take(b']') {
        return Ok(Some(0));
    }
    loop {
        match scan.number() {
            Ok(value) => values.push(value),
            Err(NoNumber::Missing) => return Ok(None),
            Err(NoNumber::Strange(word)) => {
                let place = values.len() - before + 1;
                return Err(format!(
                    "gave `{word}` as value number {place}, which is no number to compute with"
                ));
            }
        }
        if scan.take(b']') {
            return Ok(Some(values.len() - before));
        }
        if !scan.take(b',') {
            return Ok(None);
        }
    }
}

/// The beginning of a line that is not of the protocol.
pub(crate) fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(EXCERPT)]);
    let printable: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let more = if line.len() > EXCERPT { "…" } else { "" };
    format!("`{printable}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(line: &str, count: usize) -> Result<(Answer, Vec<Value>), String> {
        let mut values = Vec::new();
        let answer = read(line.as_bytes(), 7, &Wanted::States(count), &mut values)?;
        Ok((answer, values))
    }

    fn moves(line: &str, counts: &[usize]) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        read(line.as_bytes(), 7, &Wanted::Moves(counts), &mut values)?;
        Ok(values)
    }

    #[test]
    fn values_are_read_in_any_order_of_keys_and_with_any_blanks() {
        for line in [
            r#"{"id":7,"values":[1,-2.5,3e2]}"#,
            r#" { "values" : [ 1.0 , -2.5, 300 ] , "id" : 7 , "why":{"a":[1,{"b":"}"}],"c":null} } "#,
        ] {
            let (answer, values) = states(line, 3).expect(line);
            assert_eq!((answer, values), (Answer::Values, vec![1.0, -2.5, 300.0]));
        }
        let values = moves(r#"{"id":7,"values":[[1,2],[3]]}"#, &[2, 1]);
        assert_eq!(values, Ok(vec![1.0, 2.0, 3.0]));
    }

    #[test]
    fn any_line_is_read_or_refused() {
        let pieces = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\"id\"",
            "\"values\"",
            "\"error\"",
            "7",
            "-1.5e3",
            "NaN",
            "null",
            " ",
            "é",
            "\u{0}",
        ];
        let mut chance = plyscope_game::Chance::new(9);
        for _ in 0..50_000 {
            let length = chance.below(24);
            let line: String = (0..length)
                .map(|_| pieces[chance.below(pieces.len() as u32) as usize])
                .collect();
            let _ = states(&line, 2);
            let _ = moves(&line, &[1, 2]);
        }
    }

    #[test]
    fn errors_and_answers_out_of_turn_are_told_apart_from_rubbish() {
        let said = states(r#"{"id":7,"error":"no \"board\""}"#, 1).map(|own| own.0);
        assert_eq!(said, Ok(Answer::Error("no \"board\"".into())));
        let other = states(r#"{"id":6,"values":[1]}"#, 3).map(|own| own.0);
        assert_eq!(other, Ok(Answer::Other(6)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, word) in [
            (r#"{"id":7,"values":[1,2]}"#, "gave 2 values for 3 states"),
            (r#"{"id":7,"values":[1,2,NaN]}"#, "`NaN` as value number 3"),
            (r#"{"id":7,"values":[1,Infinity,2]}"#, "`Infinity`"),
            (r#"{"id":7,"values":[1,-inf,2]}"#, "`-inf`"),
            (r#"{"id":7,"values":[1,null,2]}"#, "`null`"),
            (r#"{"id":7,"values":[1,1e99,2]}"#, "`1e99`"),
            (r#"{"id":7,"values":[1,"2",3]}"#, "no answer"),
            (r#"{"id":7,"values":3}"#, "no answer"),
            (r#"{"id":7}"#, "without values"),
            (r#"{"values":[1,2,3]}"#, "without an id"),
            (r#"{"id":7,"values":[1,2,3]} x"#, "no answer"),
            (r#"{"id":7,"values":[1,2,3"#, "no answer"),
            ("Hello, World", "no answer: `Hello, World`"),
            ("", "no answer"),
            ("{", "no answer"),
            ("{\"", "no answer"),
            ("{\"\\", "no answer"),
        ] {
            let error = states(line, 3).expect_err(line);
            assert!(error.contains(word), "{line}: {error}");
        }
        for (line, word) in [
            (r#"{"id":7,"values":[[1,2]]}"#, "for 1 states of 2"),
            (r#"{"id":7,"values":[]}"#, "for 0 states of 2"),
            (
                r#"{"id":7,"values":[[1],[2]]}"#,
                "1 values for the 2 moves of state 1",
            ),
            (r#"{"id":7,"values":[[1,2],[2],[3]]}"#, "more than 2 states"),
            (r#"{"id":7,"values":[1,2]}"#, "no answer"),
        ] {
            let error = moves(line, &[2, 1]).expect_err(line);
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
