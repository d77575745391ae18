//! Features found in a sheet: how many fluents of each kind hold.

use plyscope_game::{Feature, Features, Game, Player, Value};

use super::network_of;
use crate::error::GdlError;
use crate::game::GdlGame;
use crate::network::Network;
use crate::propagate::has;
use crate::state::GdlState;

/// Numbers of fluents that are alike but for their places: `(cell 1 2 white)` and `(cell 3 3 white)`.
///
/// Where two roles play for a constant sum, a number counts for the first and,
/// turned round, for the second: what a weight gives one it takes from the other.
/// Otherwise every role has numbers of its own.
#[derive(Clone, Debug)]
pub struct FluentCounts {
    names: Vec<String>,
    /// By fluent: its kind.
    kinds: Vec<usize>,
    roles: Vec<String>,
    is_rivalry: bool,
}

impl FluentCounts {
    /// The kinds of fluents of a sheet.
    ///
    /// # Errors
    /// When the sheet has no network.
    pub fn new(game: &GdlGame) -> Result<Self, GdlError> {
        let network = &*network_of(game)?;
        let places = places(network);
        let mut names: Vec<String> = Vec::new();
        let mut kinds = Vec::new();
        for fluent in &network.fluents {
            let kind = kind(fluent, &places);
            let known = names.iter().position(|name| *name == kind);
            kinds.push(known.unwrap_or_else(|| {
                names.push(kind);
                names.len() - 1
            }));
        }
        Ok(Self {
            names,
            kinds,
            roles: network.roles.clone(),
            is_rivalry: game.facts().is_rivalry(),
        })
    }
}

impl Features<GdlGame> for FluentCounts {
    fn list(&self, _: &GdlGame) -> Vec<Feature> {
        let about = |name: &str| format!("fluents like {name}");
        if self.is_rivalry {
            let signed = |name: &String| {
                let about = format!("{}, turned round for {}", about(name), self.roles[1]);
                Feature::new(name.clone(), about)
            };
            return self.names.iter().map(signed).collect();
        }
        let of_role = |role: &String| {
            let own = move |name: &String| {
                let about = format!("{}, seen by {role}", about(name));
                Feature::new(format!("{role}_{name}"), about)
            };
            self.names.iter().map(own).collect::<Vec<_>>()
        };
        self.roles.iter().flat_map(of_role).collect()
    }

    fn each(
        &self,
        _: &GdlGame,
        state: &GdlState,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let (first, sign) = match (self.is_rivalry, player.index()) {
            (true, 0) => (0, 1.0),
            (true, _) => (0, -1.0),
            (false, role) => (role * self.names.len(), 1.0),
        };
        for (fluent, kind) in self.kinds.iter().enumerate() {
            if has(&state.fluents, fluent) {
                put(first + kind, sign);
            }
        }
    }
}

/// By word of a fluent's name and argument: whether the argument looks like a place.
///
/// A place has many values that are numbers, single letters or ordered words;
/// what stands there has few. An argument is a place where it takes more values
/// than there are roles and pieces to tell apart, and all are numbers.
fn places(network: &Network) -> Vec<(String, usize)> {
    let mut arguments: Vec<(String, usize, Vec<String>)> = Vec::new();
    for fluent in &network.fluents {
        let words = words(fluent);
        for (at, word) in words.iter().enumerate().skip(1) {
            let found = arguments
                .iter_mut()
                .find(|(name, place, _)| *name == words[0] && *place == at);
            match found {
                Some((_, _, values)) if !values.contains(word) => values.push(word.clone()),
                Some(_) => {}
                None => arguments.push((words[0].clone(), at, vec![word.clone()])),
            }
        }
    }
    let is_place = |values: &[String]| {
        let short = |value: &String| value.parse::<u32>().is_ok() || value.chars().count() == 1;
        values.len() > 2 && values.iter().all(short)
    };
    let places = arguments.into_iter();
    places
        .filter(|(_, _, values)| is_place(values))
        .map(|(name, at, _)| (name, at))
        .collect()
}

/// The name of a fluent's kind: its words without places, joined.
fn kind(fluent: &str, places: &[(String, usize)]) -> String {
    let words = words(fluent);
    let is_place = |at: usize| {
        places
            .iter()
            .any(|(name, place)| *name == words[0] && *place == at)
    };
    let kept = words.iter().enumerate().filter(|(at, _)| !is_place(*at));
    let kept: Vec<&str> = kept.map(|(_, word)| word.as_str()).collect();
    kept.join("_")
}

fn words(fluent: &str) -> Vec<String> {
    let words = fluent.split(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ')'));
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}
