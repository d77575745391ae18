//! Lines that tell whether they are whole.

const CHECK: &str = ",\"check\":\"";

/// A JSON object with a check of itself as its last field, and a line end.
#[must_use]
pub fn with_check(object: &str) -> String {
    let body = &object[..object.len() - 1];
    format!("{body}{CHECK}{}\"}}\n", check_of(body))
}

/// The object of a line whose check is right.
pub fn checked(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix("\"}\n")?;
    let (body, check) = line.rsplit_once(CHECK)?;
    (check == check_of(body)).then(|| format!("{body}}}"))
}

/// Whether a line was once written by [`with_check`], by its looks.
pub(crate) fn looks_checked(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    text.starts_with("{\"") && text.contains(CHECK)
}

fn check_of(body: &str) -> String {
    blake3::hash(body.as_bytes()).to_hex()[..16].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_or_cut_line_is_noticed() {
        let line = with_check(r#"{"a":1}"#);
        assert_eq!(checked(line.as_bytes()).as_deref(), Some(r#"{"a":1}"#));
        for cut in 0..line.len() {
            assert_eq!(checked(&line.as_bytes()[..cut]), None);
        }
        assert_eq!(checked(line.replace('1', "2").as_bytes()), None);
        assert!(looks_checked(line.replace('1', "2").as_bytes()));
    }
}
