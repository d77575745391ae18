//! What a climb came to, in numbers and in words.

use plyscope_game::Error;
use serde_json::{Value, json};

use super::{Climb, ClimbMethod, Fitness, Way};
use crate::LearnedFrom;
use crate::learners::Judged;
use crate::learners::finding::Finding;
use crate::meetings::GameJournal;

impl Climb<'_> {
    /// What was found, with how; nothing is kept for a rerun yet.
    pub(super) fn found(&self, vector: &[f64], way: Way<'_>) -> Result<Finding, Error> {
        let (cpu, done, number) = (way.meter.spent(), way.done, way.number);
        let before = way.journal.map_or(0, GameJournal::games);
        let mut weights = self.hall.weights(vector);
        let value = match &self.judged {
            Some(judged) => Some(judged.mean(vector, &weights)?),
            None => None,
        };
        if let (Some(judged), Fitness::Judge { digest, .. }) = (&self.judged, &self.order.fitness) {
            weights.learned_from = Some(LearnedFrom::of(judged.listed_states(), digest.clone()));
        }
        let is_games = self.judged.is_none();
        let metric = self.judged.as_ref().map(Judged::metric_name);
        Ok(Finding {
            method: self.order.method.name(),
            game: self.hall.game.spec().to_string(),
            features: self.hall.set.clone(),
            listed: self.hall.listed.clone(),
            names: self.hall.names.clone(),
            about: self.about(number, done, value),
            unit: self.unit(),
            value_name: metric.unwrap_or_default(),
            games: if is_games { done } else { 0 },
            positions: if is_games { 0 } else { done },
            cpu,
            before: before.min(done),
            details: self.details(number, value),
            warnings: Vec::new(),
            weights,
            steps: way.steps,
            kept: Vec::new(),
        })
    }

    fn details(&self, steps: u64, value: Option<f64>) -> Value {
        let is_games = self.judged.is_none();
        json!({
            "fitness": self.fitness_text(),
            "steps": steps,
            "population": (self.order.method == ClimbMethod::Cma).then_some(self.population),
            "step_size": self.step_size,
            "units": self.units,
            "value": value,
            "by": is_games.then_some(self.order.by),
            "openings": is_games.then(|| self.order.openings.to_string()),
            "seed": self.order.seed,
        })
    }

    fn fitness_text(&self) -> String {
        match &self.judged {
            Some(judged) => format!("judge:{}", judged.metric_name()),
            None => "games".to_string(),
        }
    }

    fn about(&self, steps: u64, done: u64, value: Option<f64>) -> Vec<String> {
        let order = self.order;
        let method = match order.method {
            ClimbMethod::Cma => format!(
                "CMA-ES: {steps} generations of {}, first step {}",
                self.population, self.step_size
            ),
            ClimbMethod::Spsa => format!("SPSA: {steps} steps, first step {}", self.step_size),
        };
        let from = match (&order.fitness, value) {
            (Fitness::Judge { name, .. }, value) => format!(
                "by {} on {name}, {done} positions judged; {:.6} in the end",
                self.fitness_text(),
                value.unwrap_or(f64::NAN)
            ),
            (Fitness::Games, _) => {
                format!(
                    "from {done} games of {}, openings {}",
                    order.by, order.openings
                )
            }
        };
        let start = order.start.map_or("from nothing".to_string(), |path| {
            format!("from {}", path.display())
        });
        vec![
            method,
            from,
            format!("seed {}; started {start}", order.seed),
        ]
    }

    pub(super) fn stopped(&self, done: u64) -> Error {
        let unit = self.unit();
        match (self.order.journal, &self.judged) {
            (Some(path), None) => Error::stopped(format!(
                "stopped after {done} {unit}; they are kept in {}",
                path.display()
            ))
            .with_hint("run the same command again to go on from there"),
            _ => Error::stopped(format!("stopped after {done} {unit}, and nothing is kept"))
                .with_hint("run the same command again: it takes the same way"),
        }
    }
}
