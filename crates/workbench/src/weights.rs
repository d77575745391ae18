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
//!
//! `to_move` and `to_first` add something for the player to move and the one
//! who began, and take it off for the other; `complete = true` asks for a
//! weight for every feature, as learned files do, so that a lost line is noticed.
//!
//! A table `[late]` has weights for the end of the game; between start and end
//! they go in a straight line along the game's phase. `learned_from` marks the
//! states that were learned from.

use std::collections::BTreeMap;
use std::path::Path;

use plyscope_eval::Offset;
use plyscope_game::{Feature, Value};
use serde::{Deserialize, Serialize};

use crate::{LearnedFrom, unknown, without_mark};
use plyscope_game::Error;

/// What stands in a weights file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The game the weights are for, with or without parameters.
    pub game: String,
    /// The feature set.
    pub features: String,
    /// Added for the player to move, taken off for the other.
    #[serde(default)]
    pub to_move: f64,
    /// Added for the player who began, taken off for the other.
    #[serde(default)]
    pub to_first: f64,
    /// Whether every feature must have its weight.
    #[serde(default)]
    pub complete: bool,
    /// A weight for each feature; unless the file is complete, those left out weigh nothing.
    pub weights: BTreeMap<String, f64>,
    /// Weights at the end of the game, where they change along its phase; then [`Self::weights`] are
    /// those at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<BTreeMap<String, f64>>,
    /// The states that the weights were learned from, so that judging on them can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned_from: Option<LearnedFrom>,
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or is no weights file; says where.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            let what = format!("the weights file {shown} cannot be read: {error}");
            Error::misuse(
                what,
                "check the path; it is taken from the folder you are in",
            )
        })?;
        Self::parse(&text).map_err(|error| error.in_context(format!("weights file {shown}")))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is no weights file; says where.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let weights: Self = toml::from_str(without_mark(text)).map_err(|error| {
            let hint = "a weights file has game = \"…\", features = \"…\" and a table [weights] of name = number";
            Error::misuse(error.to_string().trim_end(), hint)
        })?;
        let offsets = [("to_move", weights.to_move), ("to_first", weights.to_first)];
        let own = weights.weights.iter().chain(weights.late.iter().flatten());
        let all = offsets
            .into_iter()
            .chain(own.map(|(name, own)| (name.as_str(), *own)));
        // Evaluators compute in a narrower type, in which a finite number may be infinite.
        if let Some((name, _)) = all
            .into_iter()
            .find(|(_, own)| !(*own as Value).is_finite())
        {
            let what = format!("the weight of `{name}` is too large or not a number");
            return Err(Error::misuse(what, "give it a number such as 12.5"));
        }
        Ok(weights)
    }

    /// What is added whatever the features are.
    pub fn offset(&self) -> Offset {
        Offset {
            to_move: self.to_move as Value,
            to_first: self.to_first as Value,
        }
    }

    /// The weights in the order of `features`.
    ///
    /// # Errors
    /// When a weight has no feature of its name, or a complete file leaves a feature out.
    pub fn in_order(&self, features: &[Feature]) -> Result<Vec<Value>, Error> {
        self.sorted(&self.weights, features)
    }

    /// The weights at the end of the game in the order of `features`, where they change along it.
    ///
    /// # Errors
    /// When a weight has no feature of its name, or a complete file leaves a feature out.
    pub(crate) fn late_in_order(&self, features: &[Feature]) -> Result<Option<Vec<Value>>, Error> {
        let late = self.late.as_ref();
        late.map(|own| self.sorted(own, features)).transpose()
    }

    fn sorted(
        &self,
        weights: &BTreeMap<String, f64>,
        features: &[Feature],
    ) -> Result<Vec<Value>, Error> {
        let names: Vec<&str> = features
            .iter()
            .map(|feature| feature.name.as_str())
            .collect();
        if let Some(stray) = weights.keys().find(|name| !names.contains(&name.as_str())) {
            let what = format!(
                "the feature set `{}` has no feature `{stray}`",
                self.features
            );
            return Err(unknown(what, stray, &names));
        }
        let is_missing = |name: &&&str| !weights.contains_key(**name);
        if let Some(name) = names.iter().find(is_missing).filter(|_| self.complete) {
            let what = format!("the weight of the feature `{name}` is missing");
            let hint = format!(
                "add `{name} = 0`, or take out `complete = true` if features left out weigh nothing"
            );
            return Err(Error::misuse(what, hint));
        }
        let weight = |name: &&str| weights.get(*name).copied().unwrap_or(0.0) as Value;
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
    fn a_complete_file_that_lost_a_line_is_noticed() {
        let features = ["n2", "c1", "c3"].map(|name| Feature::new(name, ""));
        let text = LEVY.replace("[weights]", "complete = true\nto_move = 0.5\n[weights]");
        let weights = Weights::parse(&text).unwrap();
        assert!((weights.offset().to_move - 0.5).abs() < 1e-6);
        let error = weights.in_order(&features).unwrap_err().to_string();
        assert!(error.contains("the feature `c1` is missing"), "{error}");
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
