//! What a contest is, and the name that tells contests apart.

use serde::{Deserialize, Serialize};

use crate::Format;

/// The version of the file format.
const VERSION: u32 = 1;

/// Everything that decides how the games of a contest go, but not how many are played.
///
/// So a longer contest goes on from the file of a shorter one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestPlan {
    /// The spec of the game.
    pub game: String,
    /// The contestants, in their order.
    pub contestants: Vec<Entrant>,
    /// Round robin or gauntlet.
    pub format: Format,
    /// Where games begin.
    pub openings: String,
    /// When games are adjudicated.
    pub rules: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The version of the tool: agents may play otherwise in another one.
    pub version: String,
}

/// A contestant as the plan knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name in tables.
    pub name: String,
    /// The spec of the agent.
    pub spec: String,
    /// Limits for each move; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limits: String,
    /// A digest of the files that the spec names, if any: other weights are another agent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub files: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    contest: u32,
    plan: ContestPlan,
    id: String,
}

impl ContestPlan {
    /// A name that another plan does not have.
    pub fn id(&self) -> String {
        let text = serde_json::to_string(&(VERSION, self)).expect("a plan is plain data");
        blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
    }

    /// The first line of the file.
    pub(super) fn header(&self) -> String {
        let header = Header {
            contest: VERSION,
            plan: self.clone(),
            id: self.id(),
        };
        serde_json::to_string(&header).expect("a plan is plain data")
    }

    /// Reads the object of a first line, its check taken off.
    pub(super) fn read(object: &str) -> Option<Self> {
        let header: Header = serde_json::from_str(object).ok()?;
        (header.contest == VERSION && header.id == header.plan.id()).then_some(header.plan)
    }

    /// In what another plan differs, in its words; empty if in nothing.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let names = |plan: &Self| {
            let entrant = |own: &Entrant| {
                let parts = [&own.name, &own.spec, &own.limits, &own.files];
                let mut words: Vec<&str> = parts.map(String::as_str).to_vec();
                words.dedup();
                words.retain(|word| !word.is_empty());
                words.join(" ")
            };
            let all: Vec<String> = plan.contestants.iter().map(entrant).collect();
            all.join(", ")
        };
        let format = |plan: &Self| format!("{:?}", plan.format);
        let fields = [
            ("game", self.game.clone(), other.game.clone()),
            ("contestants", names(self), names(other)),
            ("format", format(self), format(other)),
            ("openings", self.openings.clone(), other.openings.clone()),
            ("rules", self.rules.clone(), other.rules.clone()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("version", self.version.clone(), other.version.clone()),
        ];
        let differs = fields.into_iter().filter(|(_, own, others)| own != others);
        differs
            .map(|(name, _, others)| format!("{name} {others}"))
            .collect()
    }
}
