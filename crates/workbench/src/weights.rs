//! Weights files: TOML that a person can edit.
//!
//! ```toml
//! game = "tictactoe"
//! features = "levy"
//!
//! [weights]
//! c3 = 128
//! n2 = -63
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use plyscope_game::{Feature, Value};
use serde::{Deserialize, Serialize};

use crate::Failure;

/// What stands in a weights file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The game the weights are for, with or without parameters.
    pub game: String,
    /// The feature set.
    pub features: String,
    /// A weight for each feature; those left out weigh nothing.
    pub weights: BTreeMap<String, f64>,
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or is no weights file; says where.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            let what = format!("the weights file {shown} cannot be read: {error}");
            Failure::misuse(
                what,
                "check the path; it is taken from the folder you are in",
            )
        })?;
        Self::parse(&text).map_err(|failure| failure.in_context(format!("weights file {shown}")))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is no weights file; says where.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let weights: Self = toml::from_str(text).map_err(|error| {
            let hint = "a weights file has game = \"…\", features = \"…\" and a table [weights] of name = number";
            Failure::misuse(error.to_string().trim_end(), hint)
        })?;
        if let Some((name, _)) = weights
            .weights
            .iter()
            // Evaluators compute in a narrower type, in which a finite number may be infinite.
            .find(|(_, weight)| !(**weight as Value).is_finite())
        {
            let what = format!("the weight of `{name}` is too large or not a number");
            return Err(Failure::misuse(what, "give it a number such as 12.5"));
        }
        Ok(weights)
    }

    /// The weights in the order of `features`.
    ///
    /// # Errors
    /// When a weight has no feature of its name.
    pub fn in_order(&self, features: &[Feature]) -> Result<Vec<Value>, Failure> {
        let names: Vec<&str> = features
            .iter()
            .map(|feature| feature.name.as_str())
            .collect();
        if let Some(stray) = self
            .weights
            .keys()
            .find(|name| !names.contains(&name.as_str()))
        {
            let what = format!(
                "the feature set `{}` has no feature `{stray}`",
                self.features
            );
            return Err(Failure::unknown(what, stray, &names));
        }
        let weight = |name: &&str| self.weights.get(*name).copied().unwrap_or(0.0) as Value;
        Ok(names.iter().map(weight).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVY: &str = "game = \"tictactoe\"\nfeatures = \"levy\"\n[weights]\nc3 = 128\nn2 = -63\n";

    #[test]
    fn weights_come_in_the_order_of_the_features() {
        let features = ["n2", "c1", "c3"].map(|name| Feature::new(name, ""));
        let weights = Weights::parse(LEVY).unwrap();
        assert_eq!(weights.in_order(&features), Ok(vec![-63.0, 0.0, 128.0]));
        let error = weights.in_order(&features[..2]).unwrap_err().to_string();
        assert!(error.contains("no feature `c3`"), "{error}");
    }

    #[test]
    fn a_weight_that_evaluators_cannot_hold_is_refused() {
        let text = "game = \"a\"\nfeatures = \"b\"\n[weights]\nfar = 1e39\n";
        let error = Weights::parse(text).unwrap_err();
        assert!(error.what.contains("`far` is too large"), "{error}");
    }

    #[test]
    fn what_is_no_weights_file_says_where() {
        for text in [
            "",
            "game = 3",
            "game = \"a\"\nfeatures = \"b\"\n[weights]\nx = inf",
            "☃",
        ] {
            assert!(Weights::parse(text).is_err(), "{text}");
        }
        let error = Weights::parse("game = \"a\"\nfeatures = \n").unwrap_err();
        assert!(error.what.contains("line 2"), "{error}");
    }
}
