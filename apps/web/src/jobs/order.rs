//! Orders for jobs, and the arguments of the command that does them.

use plyscope_workbench::Spec;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::guard::{bare, check_bounds};
use crate::home::{BENCHMARKS, RUNS, WEIGHTS, check_name};
use crate::refusal::{Answer, Refusal};

/// What the page can have done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Order {
    Judge(JudgeOrder),
    Truth(TruthOrder),
    Match(MatchOrder),
    Learn(LearnOrder),
}

/// `plyscope judge`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct JudgeOrder {
    benchmark: String,
    heuristics: Vec<String>,
    metrics: Vec<String>,
    by: Option<String>,
    plies: Option<String>,
    player: Option<String>,
    moves: Option<String>,
    critical: Option<f64>,
    r#where: Option<String>,
    time: Option<String>,
    nodes: Option<String>,
    seed: Option<u64>,
}

/// `plyscope truth make`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TruthOrder {
    game: String,
    by: String,
    name: String,
    states: Option<u64>,
    from: Option<String>,
    agents: Vec<String>,
    plies: Option<String>,
    player: Option<String>,
    moves: Option<String>,
    critical: Option<f64>,
    symmetry: bool,
    time: Option<String>,
    nodes: Option<String>,
    seed: Option<u64>,
}

/// `plyscope match`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MatchOrder {
    game: String,
    first: String,
    second: String,
    games: Option<u64>,
    sprt: Option<String>,
    openings: Option<String>,
    verdict: Option<String>,
    max_plies: Option<u32>,
    time: Option<String>,
    nodes: Option<String>,
    seed: Option<u64>,
}

/// `plyscope learn`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LearnOrder {
    game: String,
    name: String,
    method: Option<String>,
    features: Option<String>,
    benchmark: Option<String>,
    by: Option<String>,
    states: Option<u64>,
    population: Option<u64>,
    generations: Option<u64>,
    replay: Option<u64>,
    openings: Option<String>,
    seed: Option<u64>,
}

/// Arguments that grow; every value is tied to its option, so that none can pass for another option.
#[derive(Default)]
struct Arguments(Vec<String>);

impl Arguments {
    fn of(command: &[&str]) -> Self {
        Self(command.iter().map(|own| (*own).to_owned()).collect())
    }

    fn set(mut self, option: &str, value: Option<impl ToString>) -> Self {
        if let Some(value) = value {
            let value = value.to_string();
            self.0.push(format!("--{option}={value}"));
        }
        self
    }

    fn each(mut self, option: &str, values: &[String]) -> Self {
        self.0
            .extend(values.iter().map(|own| format!("--{option}={own}")));
        self
    }

    fn flag(mut self, option: &str, is_set: bool) -> Self {
        if is_set {
            self.0.push(format!("--{option}"));
        }
        self
    }

    fn then(mut self, positional: &[&String]) -> Vec<String> {
        self.0.push("--".to_owned());
        self.0.extend(positional.iter().map(|own| (*own).clone()));
        self.0
    }
}

/// The path of a file that a job writes beside its record.
fn beside(id: &str, name: &str) -> Option<String> {
    Some(format!("{RUNS}/{id}/{name}"))
}

impl JudgeOrder {
    fn arguments(&self, id: &str, seed: u64) -> Vec<String> {
        Arguments::of(&["judge", "--no-html"])
            .set("export-scores", beside(id, "scores.csv"))
            .set("export-moves", beside(id, "moves.csv"))
            .each("heuristic", &self.heuristics)
            .each("metric", &self.metrics)
            .set("by", self.by.as_ref())
            .set("plies", self.plies.as_ref())
            .set("player", self.player.as_ref())
            .set("moves", self.moves.as_ref())
            .set("critical", self.critical)
            .set("where", self.r#where.as_ref())
            .set("time", self.time.as_ref())
            .set("nodes", self.nodes.as_ref())
            .set("seed", self.seed.or(Some(seed)))
            .then(&[&self.benchmark])
    }
}

impl TruthOrder {
    fn arguments(&self, seed: u64) -> Answer<Vec<String>> {
        check_name(&self.name)?;
        let file = format!("{BENCHMARKS}/{}.parquet", self.name);
        Ok(Arguments::of(&["truth", "make"])
            .set("by", Some(&self.by))
            .set("states", self.states)
            .set("from", self.from.as_ref())
            .each("agent", &self.agents)
            .set("plies", self.plies.as_ref())
            .set("player", self.player.as_ref())
            .set("moves", self.moves.as_ref())
            .set("critical", self.critical)
            .flag("symmetry", self.symmetry)
            .set("time", self.time.as_ref())
            .set("nodes", self.nodes.as_ref())
            .set("seed", self.seed.or(Some(seed)))
            .set("output", Some(file))
            .then(&[&self.game]))
    }
}

impl MatchOrder {
    fn arguments(&self, id: &str, seed: u64) -> Vec<String> {
        Arguments::of(&["match"])
            .set("record", beside(id, "record.jsonl"))
            .set("games", self.games)
            .set("sprt", self.sprt.as_ref())
            .set("openings", self.openings.as_ref())
            .set("verdict", self.verdict.as_ref())
            .set("max-plies", self.max_plies)
            .set("time", self.time.as_ref())
            .set("nodes", self.nodes.as_ref())
            .set("seed", self.seed.or(Some(seed)))
            .then(&[&self.game, &self.first, &self.second])
    }
}

impl LearnOrder {
    fn arguments(&self, seed: u64) -> Answer<Vec<String>> {
        check_name(&self.name)?;
        let file = format!("{WEIGHTS}/{}.toml", self.name);
        Ok(Arguments::of(&["learn"])
            .set("method", self.method.as_ref())
            .set("features", self.features.as_ref())
            .set("benchmark", self.benchmark.as_ref())
            .set("by", self.by.as_ref())
            .set("states", self.states)
            .set("population", self.population)
            .set("generations", self.generations)
            .set("replay", self.replay)
            .set("openings", self.openings.as_ref())
            .set("seed", self.seed.or(Some(seed)))
            .set("output", Some(file))
            .then(&[&self.game]))
    }
}

impl Order {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Judge(_) => "judge",
            Self::Truth(_) => "truth",
            Self::Match(_) => "match",
            Self::Learn(_) => "learn",
        }
    }

    /// A line for lists.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Judge(own) if own.heuristics.is_empty() => {
                format!("{}: the usual heuristics", own.benchmark)
            }
            Self::Judge(own) => format!("{}: {}", own.benchmark, own.heuristics.join(", ")),
            Self::Truth(own) => format!("{} by {}: {}", own.game, own.by, own.name),
            Self::Match(own) => format!("{}: {} – {}", own.game, own.first, own.second),
            Self::Learn(own) => format!("{}: {}", own.game, own.name),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// What a person would type; `seed` holds where the order does not say.
    pub(crate) fn arguments(&self, id: &str, seed: u64) -> Answer<Vec<String>> {
        match self {
            Self::Judge(own) => Ok(own.arguments(id, seed)),
            Self::Truth(own) => own.arguments(seed),
            Self::Match(own) => Ok(own.arguments(id, seed)),
            Self::Learn(own) => own.arguments(seed),
        }
    }

    /// Refuses what could not be done or may not, before anything begins.
    pub(crate) fn check(&self, app: &App) -> Answer<()> {
        let (game, specs, paths): (_, Vec<&String>, Vec<&String>) = match self {
            Self::Judge(own) => {
                let benchmark = app.benchmark(&own.benchmark)?;
                let game = benchmark.benchmark.meta.game.clone();
                (game, own.heuristics.iter().collect(), vec![&own.benchmark])
            }
            Self::Truth(own) => {
                let specs = own.agents.iter().chain([&own.by]).collect();
                let target = app
                    .home
                    .file(BENCHMARKS, &format!("{}.parquet", own.name))?;
                if target.exists() {
                    let what = format!("there is a benchmark `{}` already", own.name);
                    return Err(Refusal::bad(what, "choose another name"));
                }
                (own.game.clone(), specs, Vec::new())
            }
            Self::Match(own) => {
                let within = own.openings.iter().chain(&own.verdict).collect();
                (own.game.clone(), vec![&own.first, &own.second], within)
            }
            Self::Learn(own) => {
                let target = app.home.file(WEIGHTS, &format!("{}.toml", own.name))?;
                if target.exists() {
                    let what = format!("there are weights `{}` already", own.name);
                    return Err(Refusal::bad(what, "choose another name"));
                }
                let paths = own.benchmark.iter().chain(&own.openings);
                // The player of a genetic search gets its evaluator from the search: nobody can make it here.
                if own.method.as_deref() == Some("genetic") {
                    (own.game.clone(), Vec::new(), paths.chain(&own.by).collect())
                } else {
                    (own.game.clone(), own.by.iter().collect(), paths.collect())
                }
            }
        };
        let game = app.game(&game)?;
        // Whatever is said of a spec is said before a process is started for it.
        for text in paths {
            app.check_spec(&game, text)?;
        }
        for text in specs {
            app.check_spec(&game, text)?;
            // One that takes long to make is made in its job alone, which tells what is wrong with it.
            if check_bounds(text).is_ok() {
                game.agent(&Spec::parse(bare(text))?, app.options.seed)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_can_pass_for_an_option() {
        let order = serde_json::json!({
            "kind": "match", "game": "--help", "first": "-o", "second": "x", "openings": "--force"
        });
        let order: Order = serde_json::from_value(order).unwrap();
        let arguments = order.arguments("match-1", 7).unwrap();
        let options = arguments.iter().position(|own| own == "--").unwrap();
        assert_eq!(arguments[options + 1..], ["--help", "-o", "x"]);
        assert!(arguments.contains(&"--openings=--force".to_owned()));
        assert!(arguments.contains(&"--seed=7".to_owned()));
    }

    #[test]
    fn unknown_fields_and_names_with_folders_are_refused() {
        let odd = serde_json::json!({"kind": "judge", "output": "/etc/passwd"});
        assert!(serde_json::from_value::<Order>(odd).is_err());
        let out = serde_json::json!({"kind": "truth", "game": "a", "by": "b", "name": "../x"});
        let out: Order = serde_json::from_value(out).unwrap();
        assert!(out.arguments("truth-1", 7).is_err());
    }
}
