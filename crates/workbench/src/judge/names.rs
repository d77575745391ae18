//! What heuristics are called: short enough for tables and the ends of lines.

use std::path::Path;

use plyscope_arena::number_names;

use crate::Spec;

/// A spec of more letters is shortened where it serves as a name.
const LONGEST: usize = 24;

/// Names for heuristics that were named by the user or by their specs.
///
/// Weights are called as their file is, and a long spec by its beginning;
/// a name that the user gave stays.
pub(super) fn shown(named: &[(String, Spec)]) -> Vec<String> {
    let one = |(name, spec): &(String, Spec)| {
        if *name == spec.to_string() {
            short(spec, 0)
        } else {
            name.clone()
        }
    };
    let mut names: Vec<String> = named.iter().map(one).collect();
    number_names(&mut names);
    names
}

/// A name for a spec that stands `level` deep inside another.
fn short(spec: &Spec, level: usize) -> String {
    if let Some(stem) = weights(spec) {
        return stem;
    }
    let whole = spec.to_string();
    if whole.chars().count() <= LONGEST {
        return whole;
    }
    // Every level takes letters, so that deeper ones cannot be part of a name that fits.
    if level > LONGEST {
        return spec.name.clone();
    }
    let brief = brief(spec, level);
    if brief.chars().count() <= LONGEST {
        brief
    } else {
        spec.name.clone()
    }
}

/// The file of a weighted sum, without folder and ending.
fn weights(spec: &Spec) -> Option<String> {
    let file = spec.get("weights").filter(|_| spec.name == "linear")?;
    let stem = Path::new(file).file_stem()?;
    Some(stem.to_str()?.to_owned())
}

/// The spec with the names alone of the specs inside it.
fn brief(spec: &Spec, level: usize) -> String {
    let inner = |value: &str| match Spec::parse(value) {
        Ok(inner) if !inner.args.is_empty() => short(&inner, level + 1),
        _ => value.to_owned(),
    };
    let args = spec.args.iter();
    let args: Vec<String> = args
        .map(|(key, value)| format!("{key}={}", inner(value)))
        .collect();
    format!("{}:{}", spec.name, args.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(specs: &[&str]) -> Vec<String> {
        let named = |text: &&str| {
            let spec = Spec::parse(text).unwrap();
            (spec.to_string(), spec)
        };
        shown(&specs.iter().map(named).collect::<Vec<_>>())
    }

    #[test]
    fn long_specs_are_called_by_their_beginning_and_numbered_where_alike() {
        assert_eq!(
            names(&[
                "lines",
                "negascout:depth=3",
                "linear:weights=folder/my.toml",
                "negascout:depth=4,eval=(linear:weights=my.toml)",
                "mcts:playouts=100k,c=1.4,eval=(linear:weights=a.toml)",
                "mcts:playouts=900k,c=1.4,eval=(linear:weights=a.toml)",
            ]),
            [
                "lines",
                "negascout:depth=3",
                "my",
                "negascout",
                "mcts #1",
                "mcts #2"
            ]
        );
        let fits = "mcts:playouts=9,eval=my";
        assert_eq!(
            names(&["mcts:playouts=9,eval=(linear:weights=my.toml)"]),
            [fits]
        );
    }

    #[test]
    fn a_name_that_the_user_gave_stays() {
        let spec = Spec::parse("linear:weights=a.toml").unwrap();
        assert_eq!(shown(&[("mine".to_owned(), spec)]), ["mine"]);
    }
}
