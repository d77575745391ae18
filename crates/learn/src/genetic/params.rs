//! The numbers that a genetic search is run with.

use plyscope_game::Error;

/// How the next population is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Balázsfalvi's: an inter-population filled by score, the mean of two of its
    /// members, and every weight multiplied by chance.
    Paper,
    /// Regression of strength on weights over all games so far; the next
    /// population lies around the place where the regression is highest.
    Improved,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 2] = [Self::Paper, Self::Improved];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Improved => "improved",
        }
    }

    /// What it does, as a clause.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Paper => {
                "Balázsfalvi's: copies by score, the mean of two, every weight times chance"
            }
            Self::Improved => {
                "learns from all games so far, by a regression of strength on weights, where the \
                 paper's forgets those before the last generation"
            }
        }
    }
}

/// Parameters of a genetic search; the names in brackets are the paper's.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneticParams {
    /// How the next population is made.
    pub variant: Variant,
    /// Members of the population (M).
    pub population: usize,
    /// Populations that play.
    pub generations: u32,
    /// What a won game counts (J).
    pub win: f64,
    /// What a drawn game counts (L).
    pub draw: f64,
    /// Entries at which the inter-population is full.
    pub threshold: usize,
    /// Passes over the population after which the inter-population is taken as it is.
    pub passes: u32,
    /// The dispersion of the factors that change weights, in the first generation (σ₀).
    pub dispersion: f64,
    /// What the dispersion is multiplied by from generation to generation.
    pub decay: f64,
    /// Of how many last generations the best are replayed.
    pub hall: usize,
    /// Games between each two of them; an even number.
    pub replay: u64,
    /// The seed of all random choices but those of the games.
    pub seed: u64,
}

impl GeneticParams {
    /// The paper's algorithm as it was tried, or the improved one with as many games.
    #[must_use]
    pub fn usual(variant: Variant) -> Self {
        let (dispersion, decay) = match variant {
            Variant::Paper => (0.1, 1.0),
            // Wide enough to see a slope through the noise of games, then narrower.
            Variant::Improved => (0.4, 0.97),
        };
        Self {
            variant,
            population: 10,
            generations: 40,
            win: 1.0,
            draw: 0.5,
            threshold: 10,
            // With points of 1 a game the inter-population is full after about four.
            passes: 100,
            dispersion,
            decay,
            hall: 10,
            replay: 20,
            seed: 1,
        }
    }

    /// Games of one generation.
    #[must_use]
    pub fn games_per_generation(&self) -> u64 {
        let members = self.population as u64;
        members * members.saturating_sub(1)
    }

    /// Games of the replay; none where there is only one to replay.
    #[must_use]
    pub fn replay_games(&self) -> u64 {
        let members = self.hall.min(self.generations as usize) as u64;
        members * members.saturating_sub(1) / 2 * self.replay
    }

    /// All games, if no two best ones are alike.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.generations) * self.games_per_generation() + self.replay_games()
    }

    /// The same with as many generations as so many games suffice for.
    ///
    /// # Errors
    /// When they do not suffice for one generation.
    pub fn within(mut self, games: u64) -> Result<Self, Error> {
        self.generations = 1;
        let least = self.games();
        if games < least {
            let what = format!("a budget of {games} games is too small");
            let hint = format!(
                "one generation of {} members plays {least} games",
                self.population
            );
            return Err(Error::misuse(what, hint));
        }
        // The replay grows with the first generations, so the count is found step by step.
        while self.generations < u32::MAX {
            self.generations += 1;
            if self.games() > games {
                self.generations -= 1;
                break;
            }
        }
        Ok(self)
    }

    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// When one does not; says which, and what it may be.
    pub fn check(&self) -> Result<(), Error> {
        let whole = [
            ("population", self.population as u64, 2, 1000),
            (
                "number of generations",
                u64::from(self.generations),
                1,
                100_000,
            ),
            ("threshold", self.threshold as u64, 1, 1_000_000),
            ("number of passes", u64::from(self.passes), 1, 1_000_000),
            ("hall of fame", self.hall as u64, 1, 1000),
            ("number of games of the replay", self.replay, 2, 1_000_000),
        ];
        for (name, number, least, most) in whole {
            if !(least..=most).contains(&number) {
                let what = format!("a {name} of {number} is none to breed with");
                return Err(Error::misuse(what, format!("it is {least} to {most}")));
            }
        }
        if self.replay % 2 == 1 {
            let what = format!("{} games of the replay are an odd number", self.replay);
            return Err(Error::misuse(
                what,
                "games are played in pairs, with colours swapped",
            ));
        }
        let real = [
            ("points for a win", self.win, 0.0..=1000.0),
            ("points for a draw", self.draw, 0.0..=self.win / 2.0),
            ("dispersion", self.dispersion, 0.0..=1.0),
            ("decay of the dispersion", self.decay, 0.0..=1.0),
        ];
        for (name, number, range) in real {
            if !range.contains(&number) {
                let what = format!("{number} is no number for the {name}");
                let hint = format!("it is {} to {}", range.start(), range.end());
                return Err(Error::misuse(what, hint));
            }
        }
        if self.win <= 0.0 {
            let what = "a win that counts nothing selects nobody";
            return Err(Error::misuse(
                what,
                "the points for a win are 1 in the paper's reading",
            ));
        }
        Ok(())
    }
}
