//! What is said of weights that were bred.

use plyscope_learn::genetic::Famous;

use super::Bred;
use crate::learn::file_text;

impl Bred {
    /// The method in words.
    pub fn method(&self) -> String {
        let params = &self.params;
        format!(
            "genetic, variant {}: {} generations of {} members, dispersion {} times {} a generation",
            params.variant.name(),
            params.generations,
            params.population,
            params.dispersion,
            params.decay
        )
    }

    /// How the weights did in the replay, in words.
    pub fn replayed(&self) -> String {
        let hall = &self.evolution.hall;
        if hall.len() < 2 {
            return "not replayed: the hall of fame has one member".to_string();
        }
        let Famous {
            generation,
            wins,
            draws,
            losses,
            ..
        } = &hall[0];
        format!(
            "the best of {} from the hall of fame, of generation {}: +{wins} ={draws} −{losses}, a \
             score of {:.3}, which as the highest of {} is somewhat too high",
            hall.len(),
            generation + 1,
            hall[0].score(),
            hall.len()
        )
    }
}

/// The weights file, with how it came about as comments.
pub fn bred_text(bred: &Bred) -> String {
    let lines = [
        format!(
            "learned by plyscope {}: {}",
            env!("CARGO_PKG_VERSION"),
            bred.method()
        ),
        format!(
            "from {} games of {}, openings {}",
            bred.evolution.games, bred.by, bred.openings
        ),
        format!("seed {}; {}", bred.params.seed, bred.replayed()),
    ];
    file_text(&lines, &bred.weights, &bred.listed, |_| None)
}
