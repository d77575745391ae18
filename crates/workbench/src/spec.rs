//! The text that names a game or an agent: `name:key=value,key=value`.
//!
//! A value that itself contains commas stands in parentheses, which nest:
//! `negascout:depth=8,eval=(linear:weights=my.toml)`. The first value may stand
//! alone where it needs no key: `gdl:my.kif`, or `gdl:(odd = name.kif)`.

use std::fmt::{self, Write as _};

use plyscope_game::Error;

/// A name and its arguments, not yet understood.
///
/// ```
/// use plyscope_workbench::Spec;
///
/// let spec = Spec::parse("negascout:depth=8,eval=(linear:weights=my.toml)")?;
/// assert_eq!(spec.name, "negascout");
/// assert_eq!(spec.args[0], ("depth".to_owned(), "8".to_owned()));
/// // The evaluator is a spec within the spec.
/// assert!(spec.and_within()?.iter().any(|own| own.name == "linear"));
/// # Ok::<(), plyscope_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// What is named.
    pub name: String,
    /// Keys and values, in the order written; the key of a value that stands alone is empty.
    pub args: Vec<(String, String)>,
}

/// Levels of specs within specs that are made and looked through: far more than any use has.
pub(crate) const DEEPEST: usize = 16;

impl Spec {
    /// Splits the text; knows nothing of which names and keys there are, but that they are lower case.
    ///
    /// # Errors
    /// When the name is missing, a value stands alone and is not the first, or a parenthesis is not closed.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() {
            let what = format!("`{text}` names nothing");
            return Err(Error::misuse(what, HOW));
        }
        let mut args = Vec::new();
        for part in split_at_commas(text, rest)? {
            args.push(argument(text, part, args.is_empty())?);
        }
        Ok(Self {
            name: name.trim().to_ascii_lowercase(),
            args,
        })
    }

    /// The name, with the value that stands alone if there is one: what is named, whatever else is set.
    #[must_use]
    pub fn short(&self) -> Self {
        Self {
            name: self.name.clone(),
            args: self
                .args
                .iter()
                .filter(|(key, _)| key.is_empty())
                .cloned()
                .collect(),
        }
    }

    /// This spec and all within it, the outer ones first; whatever can be read as a spec counts as one.
    ///
    /// Level by level, without recursion: a text from a stranger may be nested as deep as it is long.
    ///
    /// # Errors
    /// When they are nested deeper than any use has.
    pub fn and_within(&self) -> Result<Vec<Self>, Error> {
        let (all, is_whole) = self.levels();
        if is_whole { Ok(all) } else { Err(too_deep()) }
    }

    /// This spec and those within it as deep as any use has, and whether these are all.
    pub fn levels(&self) -> (Vec<Self>, bool) {
        let mut all = vec![self.clone()];
        let mut level = 0..1;
        for _ in 0..DEEPEST {
            let values = all[level.clone()].iter().flat_map(|own| &own.args);
            let within: Vec<Self> = values
                .filter_map(|(_, value)| Self::parse(value).ok())
                .collect();
            level = level.end..level.end + within.len();
            all.extend(within);
            if level.is_empty() {
                return (all, true);
            }
        }
        (all, false)
    }

    /// The value of a key, as written.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.args.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }
}

/// What is said of specs within specs without end.
pub(crate) fn too_deep() -> Error {
    let what = format!("a spec is nested deeper than {DEEPEST} levels");
    let hint = "write the agent with fewer specs within specs; `:` begins one";
    Error::misuse(what, hint)
}

const HOW: &str =
    "write `name` or `name:key=value,key=value`; put a value with commas in parentheses";

/// A part that has no key gets the empty one.
fn argument(text: &str, part: &str, is_first: bool) -> Result<(String, String), Error> {
    let alone = if part.contains('=') {
        within(part.trim())
    } else {
        Some(within(part.trim()).unwrap_or(part.trim()))
    };
    if let Some(value) = alone.filter(|value| is_first && !value.trim().is_empty()) {
        return Ok((String::new(), value.to_string()));
    }
    let Some((key, value)) = part.split_once('=') else {
        return Err(no_value(part, text));
    };
    if key.trim().is_empty() || key.contains(['(', ')']) {
        let what = format!("`{}` in `{text}` is no key", key.trim());
        return Err(Error::misuse(what, HOW));
    }
    let value = value.trim();
    let bare = within(value).unwrap_or(value);
    Ok((key.trim().to_ascii_lowercase(), bare.to_string()))
}

/// A value without a key where there must be one.
pub(crate) fn no_value(part: &str, text: &str) -> Error {
    Error::misuse(format!("`{part}` in `{text}` has no value"), HOW)
}

/// What stands in parentheses around the whole of a text.
fn within(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    is_balanced(inner).then_some(inner)
}

/// Whether every parenthesis that is opened is closed, and none before it is opened.
fn is_balanced(text: &str) -> bool {
    let open = text.chars().try_fold(0u32, |open, letter| match letter {
        '(' => Some(open + 1),
        ')' => open.checked_sub(1),
        _ => Some(open),
    });
    open == Some(0)
}

/// The parts between commas that stand in no parentheses.
fn split_at_commas<'a>(text: &str, rest: &'a str) -> Result<Vec<&'a str>, Error> {
    let mut parts = Vec::new();
    let (mut start, mut open) = (0, 0);
    for (place, letter) in rest.char_indices() {
        match letter {
            '(' => open += 1,
            ')' if open == 0 => {
                let what = format!("`{text}` closes a parenthesis that was not opened");
                return Err(Error::misuse(what, HOW));
            }
            ')' => open -= 1,
            ',' if open == 0 => {
                parts.push(&rest[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    if open > 0 {
        let what = format!("`{text}` opens a parenthesis and does not close it");
        return Err(Error::misuse(what, HOW));
    }
    if !rest[start..].trim().is_empty() {
        parts.push(&rest[start..]);
    }
    Ok(parts)
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (place, (key, value)) in self.args.iter().enumerate() {
            let separator = if place == 0 { ':' } else { ',' };
            f.write_char(separator)?;
            if !key.is_empty() {
                write!(f, "{key}=")?;
            }
            // Blanks at the edges are cut off outside parentheses, and kept inside.
            let is_odd = value.contains([',', '(', ')']) || value.trim() != value;
            if is_odd || key.is_empty() && value.contains('=') {
                write!(f, "({value})")?;
            } else {
                f.write_str(value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_keep_commas_together() {
        let text = "negascout:depth=8,eval=(linear:weights=a.toml,x=(1,2))";
        let spec = Spec::parse(text).unwrap();
        assert_eq!(spec.get("eval"), Some("linear:weights=a.toml,x=(1,2)"));
        assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    }

    #[test]
    fn blanks_in_parentheses_are_kept_when_written() {
        let spec = Spec::parse("a:x=( b\t),y= c ").unwrap();
        assert_eq!(spec.get("x"), Some(" b\t"));
        assert_eq!(spec.to_string(), "a:x=( b\t),y=c");
        assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    }

    #[test]
    fn two_pairs_of_parentheses_are_not_one() {
        let spec = Spec::parse("a:x=(b)+(c)").unwrap();
        assert_eq!(spec.get("x"), Some("(b)+(c)"));
        assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    }

    #[test]
    fn specs_within_specs_are_found_and_bottomless_ones_refused() {
        let spec = Spec::parse("a:x=(b:y=(c:z=1)),w=(d:v=2)").unwrap();
        let all = spec.and_within().unwrap();
        let names: Vec<&str> = all.iter().map(|own| own.name.as_str()).collect();
        // A plain value is a name, too.
        assert_eq!(names, ["a", "b", "d", "c", "2", "1"]);
        for deep in [17, 8191] {
            let text = "a:".repeat(deep) + "a";
            let error = Spec::parse(&text).unwrap().and_within().unwrap_err();
            assert!(error.what.contains("deeper") && error.hint.is_some());
        }
        let text = "a:".repeat(12) + "a";
        assert!(Spec::parse(&text).unwrap().and_within().is_ok());
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        for text in [
            "", ":depth=3", "a:x=(1", "a:x=1)", "a:,b=1", "a:b=1,c", "a:()", "a:(b)c=1", "a:=1",
        ] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_value_may_stand_alone_and_in_parentheses_be_anything() {
        for (text, value) in [
            ("gdl:my.kif", "my.kif"),
            ("gdl:/a b/c.kif,engine=state", "/a b/c.kif"),
            ("gdl:(x=1,y(2).kif),engine=state", "x=1,y(2).kif"),
            ("gdl:( edge )", " edge "),
        ] {
            let spec = Spec::parse(text).unwrap();
            assert_eq!(spec.get(""), Some(value), "{text}");
            assert_eq!(spec.to_string(), text);
            assert_eq!(
                Spec::parse(&spec.to_string()).unwrap().short(),
                spec.short()
            );
        }
        assert_eq!(
            Spec::parse("gdl:a,engine=b").unwrap().short().to_string(),
            "gdl:a"
        );
    }
}
