//! Typed parameters of games, agents and evaluators.
//!
//! Each owner lists its [`Param`]s once; checking, defaults, help and error
//! messages all come from that list.

use std::borrow::Cow;
use std::time::Duration;

use plyscope_game::Error;

use crate::spec::no_value;
use crate::{Spec, unknown};

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ParamKind {
    /// A whole number in a range.
    Count(u64, u64),
    /// A whole number in a range, or two, `A..B`, between which it rises from the first ply to the last.
    Rising(u64, u64),
    /// Any number in a range.
    Number(f64, f64),
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// `500ms`, `2s` or `1m`.
    Time,
    /// The path of a file, whose content decides what comes of the spec.
    File,
    /// One of a few words, or the path of such a file.
    FileOr(&'static [&'static str]),
    /// A program to start and its arguments; the files among them decide what comes of the spec.
    Command,
    /// A nested spec, or other free text.
    Text,
}

/// One parameter: its name, what it may be, its default, and what it does.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// The key in a spec; one that ends in `.*` stands for all keys that begin so.
    pub name: Cow<'static, str>,
    /// What values there are.
    pub kind: ParamKind,
    /// The value when the key is left out; empty for none.
    pub default: Cow<'static, str>,
    /// What it does, as a clause.
    pub about: Cow<'static, str>,
    /// Whether its value may stand alone: `gdl:FILE` for `gdl:sheet=FILE`.
    pub stands_alone: bool,
}

impl Param {
    /// A parameter.
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: ParamKind,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            kind,
            default: Cow::Borrowed(default),
            about: Cow::Borrowed(about),
            stands_alone: false,
        }
    }

    /// The same parameter, whose value needs no key.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.stands_alone = true;
        self
    }

    /// The values there are, for help.
    pub fn values(&self) -> String {
        match self.kind {
            ParamKind::Count(low, u64::MAX) => format!("{low} or more"),
            ParamKind::Count(low, high) => format!("{low} to {high}"),
            ParamKind::Rising(low, _) => {
                format!("{low} or more, or A..B to rise from the first ply to the last")
            }
            ParamKind::Number(low, high) if high < f64::MAX => format!("{low} to {high}"),
            ParamKind::Number(low, _) => format!("{low} or more"),
            ParamKind::Choice(words) => words.join(", "),
            ParamKind::Switch => "on, off".to_string(),
            ParamKind::Time => "a time such as 500ms, 2s or 1m".to_string(),
            ParamKind::File => "the path of a file".to_string(),
            ParamKind::FileOr(words) => format!("{}, or the path of a file", words.join(", ")),
            ParamKind::Command => "a program and its arguments".to_string(),
            ParamKind::Text => "text".to_string(),
        }
    }

    /// What all keys begin with for which it stands, if they are many.
    fn family(&self) -> Option<&str> {
        self.name.strip_suffix('*').filter(|own| own.ends_with('.'))
    }

    /// Whether a key of a spec is this one, or one of those it stands for.
    pub(crate) fn takes(&self, key: &str) -> bool {
        match self.family() {
            Some(family) => key
                .strip_prefix(family)
                .is_some_and(|rest| !rest.is_empty()),
            None => self.name == key,
        }
    }

    fn read(&self, owner: &str, text: &str) -> Result<Setting, Error> {
        let read = match self.kind {
            ParamKind::Count(low, high) => read_count(text)
                .filter(|count| (low..=high).contains(count))
                .map(Setting::Count),
            ParamKind::Rising(low, high) => {
                let (first, last) = text.split_once("..").unwrap_or((text, text));
                let both = read_count(first).zip(read_count(last));
                both.filter(|&(first, last)| low <= first && first <= last && last <= high)
                    .map(|(first, last)| Setting::Rising(first, last))
            }
            ParamKind::Number(low, high) => text
                .parse()
                .ok()
                .filter(|number| (low..=high).contains(number))
                .map(Setting::Number),
            ParamKind::Choice(words) => words
                .iter()
                .find(|word| **word == text)
                .map(|word| Setting::Word(word)),
            ParamKind::Switch => match text {
                "on" | "true" | "yes" => Some(Setting::Switch(true)),
                "off" | "false" | "no" => Some(Setting::Switch(false)),
                _ => None,
            },
            ParamKind::Time => read_time(text).map(Setting::Time),
            ParamKind::File | ParamKind::FileOr(_) | ParamKind::Command | ParamKind::Text => {
                Some(Setting::Text(text.to_string()))
            }
        };
        read.ok_or_else(|| {
            let what = format!("`{text}` is no value for `{}` of {owner}", self.name);
            Error::misuse(
                what,
                format!("{} ({}) is {}", self.name, self.about, self.values()),
            )
        })
    }
}

/// Whole numbers, with `k` and `m` for thousands and millions, and `_` between digits.
pub fn read_count(text: &str) -> Option<u64> {
    let plain = text.replace('_', "");
    let (digits, unit) = match plain.char_indices().last()? {
        (end, 'k') => (&plain[..end], 1_000),
        (end, 'm') => (&plain[..end], 1_000_000),
        _ => (plain.as_str(), 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// A number and a unit: `ms`, `s` or `m`.
pub fn read_time(text: &str) -> Option<Duration> {
    let end = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let number: f64 = text[..end].parse().ok()?;
    let seconds = match &text[end..] {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        _ => return None,
    };
    let longest = 86_400.0 * 365.0;
    (seconds > 0.0 && seconds < longest).then(|| Duration::from_secs_f64(seconds))
}

/// The spec with a key for the value that stands alone.
fn keyed(spec: &Spec, known: &[Param]) -> Result<Spec, Error> {
    let mut keyed = spec.clone();
    if let Some((key, value)) = keyed.args.iter_mut().find(|(key, _)| key.is_empty()) {
        let Some(param) = known.iter().find(|param| param.stands_alone) else {
            return Err(no_value(value, &spec.to_string()));
        };
        *key = param.name.to_string();
    }
    Ok(keyed)
}

#[derive(Clone, PartialEq, Debug)]
enum Setting {
    Count(u64),
    Rising(u64, u64),
    Number(f64),
    Word(&'static str),
    Switch(bool),
    Time(Duration),
    Text(String),
}

/// Checked values for a list of parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    values: Vec<(Cow<'static, str>, Option<Setting>)>,
}

impl Params {
    /// Checks the arguments of `spec` against what `owner` knows.
    ///
    /// # Errors
    /// For an unknown key, a key given twice, or a value out of range.
    pub fn check(owner: &str, spec: &Spec, known: &[Param]) -> Result<Self, Error> {
        let spec = &keyed(spec, known)?;
        for (place, (key, _)) in spec.args.iter().enumerate() {
            if !known.iter().any(|param| param.takes(key)) {
                let names: Vec<&str> = known.iter().map(|param| &*param.name).collect();
                let what = format!("{owner} has no parameter `{key}`");
                return Err(unknown(what, key, &names));
            }
            if spec.args[..place].iter().any(|(earlier, _)| earlier == key) {
                let what = format!("`{key}` is given twice in `{spec}`");
                return Err(Error::misuse(what, "leave one of them out"));
            }
        }
        let mut values = Vec::with_capacity(known.len());
        for param in known {
            let setting = match spec.get(&param.name) {
                Some(text) => Some(param.read(owner, text)?),
                None if param.default.is_empty() => None,
                None => Some(param.read(owner, &param.default)?),
            };
            values.push((param.name.clone(), setting));
            let own = spec.args.iter();
            let of_family = own.filter(|(key, _)| param.family().is_some() && param.takes(key));
            for (key, text) in of_family {
                values.push((Cow::Owned(key.clone()), Some(param.read(owner, text)?)));
            }
        }
        Ok(Self { values })
    }

    fn get(&self, name: &str) -> Option<&Setting> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found
            .unwrap_or_else(|| panic!("`{name}` is not in the list of parameters"))
            .1
            .as_ref()
    }

    /// A whole number, if it is given or has a default.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.get(name)? {
            Setting::Count(count) => Some(*count),
            other => panic!("`{name}` is no count but {other:?}"),
        }
    }

    /// A whole number for the first ply and one for the last; it has a default.
    pub fn rising(&self, name: &str) -> (u64, u64) {
        match self.get(name) {
            Some(Setting::Rising(first, last)) => (*first, *last),
            other => panic!("`{name}` is no rising count but {other:?}"),
        }
    }

    /// A number, if it is given or has a default.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Setting::Number(number) => Some(*number),
            other => panic!("`{name}` is no number but {other:?}"),
        }
    }

    /// One of the words of a choice; it has a default.
    pub fn word(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(Setting::Word(word)) => word,
            other => panic!("`{name}` is no choice but {other:?}"),
        }
    }

    /// Whether a switch is on; it has a default.
    pub fn switch(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Setting::Switch(on)) => *on,
            other => panic!("`{name}` is no switch but {other:?}"),
        }
    }

    /// A time, if it is given.
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.get(name)? {
            Setting::Time(time) => Some(*time),
            other => panic!("`{name}` is no time but {other:?}"),
        }
    }

    /// Names and texts of all keys that begin with this, which is left out, in the order written.
    pub fn family(&self, begin: &str) -> Vec<(String, String)> {
        let own = self.values.iter().filter_map(|(key, setting)| {
            let name = key.strip_prefix(begin)?;
            match setting {
                Some(Setting::Text(text)) => Some((name.to_string(), text.clone())),
                _ => None,
            }
        });
        own.collect()
    }

    /// Free text, a command or a path, if it is given or has a default.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Setting::Text(text) => Some(text),
            other => panic!("`{name}` is no text but {other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Param; 4] = [
        Param::new("playouts", ParamKind::Rising(1, 1 << 32), "10k", "games"),
        Param::new(
            "depth",
            ParamKind::Count(1, 500),
            "4",
            "moves to look ahead",
        ),
        Param::new("time", ParamKind::Time, "", "time a move"),
        Param::new(
            "rule",
            ParamKind::Choice(&["free", "exact"]),
            "free",
            "what wins",
        ),
    ];

    fn check(text: &str) -> Result<Params, Error> {
        Params::check("negascout", &Spec::parse(text).unwrap(), &KNOWN)
    }

    #[test]
    fn defaults_fill_what_is_left_out() {
        let params = check("negascout:time=250ms").unwrap();
        assert_eq!(params.count("depth"), Some(4));
        assert_eq!(params.time("time"), Some(Duration::from_millis(250)));
        assert_eq!(params.word("rule"), "free");
    }

    #[test]
    fn errors_say_what_is_known() {
        let unknown = check("negascout:dept=3").unwrap_err().to_string();
        assert!(unknown.contains("did you mean `depth`?"), "{unknown}");
        let zero = check("negascout:depth=0").unwrap_err().to_string();
        assert!(zero.contains("1 to 500"), "{zero}");
        assert!(check("negascout:depth=1,depth=2").is_err());
        assert!(check("negascout:time=5").is_err());
        let alone = check("negascout:depth").unwrap_err().to_string();
        assert!(
            alone.contains("`depth` in `negascout:depth` has no value"),
            "{alone}"
        );
        assert!(check("negascout:rule=none").is_err());
    }

    #[test]
    fn a_rising_count_is_one_number_or_two_of_which_the_second_is_not_less() {
        let rising = |text: &str| check(text).map(|params| params.rising("playouts"));
        assert_eq!(rising("negascout"), Ok((10_000, 10_000)));
        assert_eq!(
            rising("negascout:playouts=150k..5m"),
            Ok((150_000, 5_000_000))
        );
        for wrong in ["0", "0..5", "5..4", "1..", "..5", "1..2..3", "a..b"] {
            assert!(rising(&format!("negascout:playouts={wrong}")).is_err());
        }
    }

    #[test]
    fn one_parameter_may_stand_for_a_family_of_keys() {
        let known = [Param::new("option.*", ParamKind::Text, "", "of the engine")];
        let check = |text: &str| Params::check("uci", &Spec::parse(text).unwrap(), &known);
        let params = check("uci:option.Hash=64,option.skill level=3").unwrap();
        let pairs = [("hash", "64"), ("skill level", "3")];
        let pairs = pairs.map(|(name, text)| (name.to_string(), text.to_string()));
        assert_eq!(params.family("option."), pairs);
        for wrong in [
            "uci:option.=3",
            "uci:options.a=3",
            "uci:option.a=1,option.a=2",
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_may_be_written_short() {
        assert_eq!(read_count("10k"), Some(10_000));
        assert_eq!(read_count("1_000"), Some(1000));
        assert_eq!(read_count("99999999999999999999"), None);
    }
}
