//! Davidson's model of games with draws, fitted by Newton's method.
//!
//! With `d` the gap of two log strengths, a win, a draw and a loss are likely as
//! `exp(d / 2) : ν : exp(−d / 2)`. The likelihood has one maximum, and only the
//! points of each player and the number of draws matter for it.

use plyscope_stats::Matrix;

use super::{Encounter, Errors, Wdl};

/// The likeliest strengths and draw parameter, and how sure they are.
pub(super) struct Fit {
    /// Natural log strengths with mean 0.
    pub(super) strengths: Vec<f64>,
    /// ν; 0 if there were no draws.
    pub(super) draw: f64,
    /// Of the strengths, then of ln ν if there were draws.
    pub(super) covariance: Matrix,
}

/// Chances of one game, and what a unit change of gap or ln ν does to them.
struct Chances {
    win: f64,
    draw: f64,
    loss: f64,
}

impl Chances {
    fn new(gap: f64, draw: f64) -> Self {
        // Divided by the larger weight, so that no gap overflows.
        let (win, loss) = if gap > 0.0 {
            (1.0, (-gap).exp())
        } else {
            (gap.exp(), 1.0)
        };
        let draw = draw * (-gap.abs() / 2.0).exp();
        let sum = win + draw + loss;
        Self {
            win: win / sum,
            draw: draw / sum,
            loss: loss / sum,
        }
    }

    fn score(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Information of one game about (gap, ln ν): variances and covariance of score and drawing.
    fn information(&self) -> [f64; 3] {
        let lead = (self.win - self.loss) / 2.0;
        [
            (self.win + self.loss) / 4.0 - lead * lead,
            -self.draw * lead,
            self.draw * (1.0 - self.draw),
        ]
    }

    fn log_likelihood(&self, games: Wdl) -> f64 {
        let term = |count: u64, chance: f64| {
            if count == 0 {
                0.0
            } else {
                count as f64 * chance.ln()
            }
        };
        term(games.wins, self.win) + term(games.draws, self.draw) + term(games.losses, self.loss)
    }
}

/// A likelihood to maximise: results, and the weak prior if they alone have no maximum.
pub(super) struct Model<'a> {
    players: usize,
    encounters: &'a [Encounter],
    /// Whether every player also won half a game and lost half a game against an average one.
    prior: bool,
    total: Wdl,
}

/// A step longer than this in log strength overshoots: the likelihood is no parabola that far.
const LONGEST_STEP: f64 = 2.0;

impl<'a> Model<'a> {
    pub(super) fn new(players: usize, encounters: &'a [Encounter], prior: bool) -> Self {
        let games = encounters.iter().map(Encounter::games);
        Self {
            players,
            encounters,
            prior,
            total: games.fold(Wdl::default(), Wdl::plus),
        }
    }

    /// Log strengths, then ln ν if there were draws.
    fn size(&self) -> usize {
        self.players + usize::from(self.total.draws > 0)
    }

    fn chances(&self, at: &[f64], encounter: &Encounter) -> Chances {
        let draw = at.get(self.players).map_or(0.0, |ln| ln.exp());
        Chances::new(at[encounter.first] - at[encounter.second], draw)
    }

    /// All draws and nothing else: ν has no maximum, unless half a draw and half a decision are added.
    fn lacks_decisions(&self) -> bool {
        self.total.wins + self.total.losses == 0 && self.total.draws > 0
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let mut sum: f64 = self
            .encounters
            .iter()
            .map(|encounter| {
                self.chances(at, encounter)
                    .log_likelihood(encounter.games())
            })
            .sum();
        if self.prior {
            let strengths = at.iter().take(self.players);
            sum += strengths.map(|&s| prior_log(s)).sum::<f64>();
        }
        if self.lacks_decisions() {
            let equal = Chances::new(0.0, at[self.players].exp());
            sum += f64::midpoint(equal.draw.ln(), (1.0 - equal.draw).ln());
        }
        sum
    }

    /// Slope and information (minus curvature) of the log likelihood.
    fn climb(&self, at: &[f64]) -> (Vec<f64>, Matrix) {
        let mut slope = vec![0.0; self.size()];
        let mut information = Matrix::zeros(self.size(), self.size());
        for encounter in self.encounters {
            let games = encounter.games();
            let count = games.games() as f64;
            let chances = self.chances(at, encounter);
            let lead = games.points() - count * chances.score();
            slope[encounter.first] += lead;
            slope[encounter.second] -= lead;
            if let Some(drawn) = slope.get_mut(self.players) {
                *drawn += games.draws as f64 - count * chances.draw;
            }
            let each = chances.information().map(|part| part * count);
            self.add(&mut information, encounter, each);
        }
        for player in 0..self.players {
            for other in 0..self.players {
                // Only gaps matter; this pins the mean without touching any gap.
                information[(player, other)] += 1.0 / self.players as f64;
            }
            if self.prior {
                let share = 1.0 / (1.0 + (-at[player]).exp());
                slope[player] += 0.5 - share;
                information[(player, player)] += share * (1.0 - share);
            }
        }
        if self.lacks_decisions() {
            let draw = Chances::new(0.0, at[self.players].exp()).draw;
            slope[self.players] += 0.5 - draw;
            information[(self.players, self.players)] += draw * (1.0 - draw);
        }
        (slope, information)
    }

    /// Adds (gap, gap), (gap, ln ν) and (ln ν, ln ν) of an encounter to a matrix over all parameters.
    fn add(&self, matrix: &mut Matrix, encounter: &Encounter, [gap, cross, draw]: [f64; 3]) {
        let (first, second, last) = (encounter.first, encounter.second, self.players);
        matrix[(first, first)] += gap;
        matrix[(second, second)] += gap;
        matrix[(first, second)] -= gap;
        matrix[(second, first)] -= gap;
        if matrix.rows() > last {
            matrix[(last, last)] += draw;
            for (player, sign) in [(first, 1.0), (second, -1.0)] {
                matrix[(player, last)] += sign * cross;
                matrix[(last, player)] += sign * cross;
            }
        }
    }

    /// Finds the maximum.
    pub(super) fn fit(&self, errors: Errors) -> Fit {
        let mut at = vec![0.0; self.size()];
        if let Some(draw) = at.get_mut(self.players) {
            let decided = (self.total.wins + self.total.losses) as f64;
            *draw = (2.0 * self.total.draws as f64 / decided.max(0.5)).ln();
        }
        let mut height = self.log_likelihood(&at);
        for _ in 0..200 {
            let (slope, information) = self.climb(&at);
            let Some(solved) = information.cholesky() else {
                break;
            };
            let mut step = solved.solve(&slope);
            let too_long = (LONGEST_STEP / longest(&step)).min(1.0);
            scale(&mut step, too_long);
            let done = longest(&step) < 1e-11;
            let mut next = sum(&at, &step);
            // Rounding near the summit must not count as going down.
            while self.log_likelihood(&next) < height - 1e-9 * height.abs()
                && longest(&step) > 1e-11
            {
                scale(&mut step, 0.5);
                next = sum(&at, &step);
            }
            height = self.log_likelihood(&next);
            at = next;
            if done {
                break;
            }
        }
        self.finish(&at, errors)
    }

    fn finish(&self, at: &[f64], errors: Errors) -> Fit {
        let (_, information) = self.climb(at);
        let inverse = information.cholesky().map_or_else(
            || Matrix::filled(self.size(), self.size(), f64::NAN),
            |c| c.inverse(),
        );
        let mut covariance = match errors {
            Errors::Games => inverse,
            Errors::Pairs => &(&inverse * &self.scatter(at)) * &inverse,
        };
        // The pin on the mean is no knowledge: every strength is relative to the mean.
        let mean = at[..self.players].iter().sum::<f64>() / self.players as f64;
        centre(&mut covariance, self.players);
        Fit {
            strengths: at.iter().take(self.players).map(|s| s - mean).collect(),
            draw: at.get(self.players).map_or(0.0, |ln| ln.exp()),
            covariance,
        }
    }

    /// How much the slopes of independent units, pairs or single games, really scatter.
    ///
    /// One more unit of each encounter scatters as the model says: units that
    /// all came out alike do not prove that they always will.
    fn scatter(&self, at: &[f64]) -> Matrix {
        let mut sum = Matrix::zeros(self.size(), self.size());
        for encounter in self.encounters {
            let chances = self.chances(at, encounter);
            let units = encounter.units();
            let count: f64 = units.iter().map(|unit| unit.count).sum();
            if count == 0.0 {
                continue;
            }
            let games: f64 = units.iter().map(|unit| unit.count * unit.games).sum();
            let mut total = chances.information().map(|part| part * games / count);
            for unit in units {
                let lead = unit.points - unit.games * chances.score();
                let drawn = unit.draws - unit.games * chances.draw;
                total[0] += unit.count * lead * lead;
                total[1] += unit.count * lead * drawn;
                total[2] += unit.count * drawn * drawn;
            }
            self.add(
                &mut sum,
                encounter,
                total.map(|part| part * count / (count + 1.0)),
            );
        }
        sum
    }
}

/// The largest of the numbers, without their signs.
fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |most, own| own.abs().max(most))
}

fn scale(step: &mut [f64], factor: f64) {
    for own in step {
        *own *= factor;
    }
}

fn sum(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(a, b)| a + b).collect()
}

/// Log density of the prior: half a win and half a loss against strength 0.
fn prior_log(strength: f64) -> f64 {
    let magnitude = strength.abs();
    -magnitude / 2.0 - (-magnitude).exp().ln_1p()
}

/// Takes the mean of the first `players` parameters out of a covariance.
fn centre(covariance: &mut Matrix, players: usize) {
    let size = covariance.rows();
    let centring = Matrix::from_fn(size, size, |row, column| {
        let share = if row < players && column < players {
            1.0 / players as f64
        } else {
            0.0
        };
        f64::from(u8::from(row == column)) - share
    });
    *covariance = &(&centring * covariance) * &centring;
}
