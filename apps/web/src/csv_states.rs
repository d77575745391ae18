//! States of a judged run, from the tables that `judge` exports: scores state by state, answers move by move.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use plyscope_game::Error;

use crate::app::App;
use crate::benchmarks::stamp;
use crate::refusal::Answer;

/// Bytes of a table that are read into memory.
const MOST_BYTES: u64 = 192 << 20;

/// What a heuristic scored on a state.
pub(crate) struct StateScores {
    pub(crate) heuristic: usize,
    pub(crate) state: usize,
    /// One per metric.
    pub(crate) scores: Vec<Option<f64>>,
}

/// A state.
pub(crate) struct StateRow {
    pub(crate) id: usize,
    pub(crate) text: String,
    pub(crate) ply: u32,
    pub(crate) player: String,
}

/// A move of a state, by one heuristic.
pub(crate) struct MoveRow {
    pub(crate) mv: String,
    pub(crate) truth: f64,
    pub(crate) exact: bool,
    pub(crate) best: bool,
    pub(crate) guess: Option<f64>,
    pub(crate) proved: bool,
    pub(crate) place: u32,
}

/// The place of a state by its number and its player: those of a round share the number.
type Known = HashMap<(usize, String), usize>;

/// All that is known of a run's states.
pub(crate) struct RunStates {
    pub(crate) heuristics: Vec<String>,
    pub(crate) metrics: Vec<String>,
    pub(crate) states: Vec<StateRow>,
    pub(crate) scores: Vec<StateScores>,
    /// By heuristic and state.
    pub(crate) moves: HashMap<(usize, usize), Vec<MoveRow>>,
}

impl App {
    /// The states of a run, read once.
    pub(crate) fn states_of(&self, id: &str) -> Answer<Arc<RunStates>> {
        self.jobs.one(id)?;
        let folder = self.jobs.folder(id);
        let key = format!("{id} {}", stamp(&folder.join("scores.csv")));
        self.states
            .get(&key, || Ok(Arc::new(RunStates::read(&folder)?)))
    }
}

impl RunStates {
    fn read(folder: &Path) -> Result<Self, Error> {
        let mut own = Self {
            heuristics: Vec::new(),
            metrics: Vec::new(),
            states: Vec::new(),
            scores: Vec::new(),
            moves: HashMap::new(),
        };
        let mut known = Known::new();
        let mut table = open(&folder.join("scores.csv"))?;
        let heads = table.headers().map_err(|error| odd(&error))?.clone();
        // Behind five columns about the state come pairs of score and chance.
        own.metrics = heads.iter().skip(5).step_by(2).map(str::to_owned).collect();
        for record in table.records() {
            let record = record.map_err(|error| odd(&error))?;
            let cell = |at: usize| record.get(at).unwrap_or_default();
            let id = cell(1).parse().unwrap_or(0);
            let state = *known.entry((id, cell(4).to_owned())).or_insert_with(|| {
                own.states.push(StateRow {
                    id,
                    text: cell(2).to_owned(),
                    ply: cell(3).parse().unwrap_or(0),
                    player: cell(4).to_owned(),
                });
                own.states.len() - 1
            });
            let heuristic = place(&mut own.heuristics, cell(0));
            let scores = (0..own.metrics.len()).map(|at| cell(5 + 2 * at).parse().ok());
            own.scores.push(StateScores {
                heuristic,
                state,
                scores: scores.collect(),
            });
        }
        own.read_moves(folder, &known)?;
        Ok(own)
    }

    fn read_moves(&mut self, folder: &Path, known: &Known) -> Result<(), Error> {
        let mut table = open(&folder.join("moves.csv"))?;
        let heads = table.headers().map_err(|error| odd(&error))?.clone();
        let column = |name: &str| {
            heads
                .iter()
                .position(|own| own == name)
                .unwrap_or(usize::MAX)
        };
        let columns = ["move", "truth", "exact", "best", "guess", "proved", "place"].map(column);
        for record in table.records() {
            let record = record.map_err(|error| odd(&error))?;
            let cell = |at: usize| record.get(at).unwrap_or_default();
            let id: usize = cell(1).parse().unwrap_or(0);
            let Some(&state) = known.get(&(id, cell(4).to_owned())) else {
                continue;
            };
            let heuristic = place(&mut self.heuristics, cell(0));
            let [mv, truth, exact, best, guess, proved, rank] = columns.map(cell);
            self.moves
                .entry((heuristic, state))
                .or_default()
                .push(MoveRow {
                    mv: mv.to_owned(),
                    truth: truth.parse().unwrap_or(f64::NAN),
                    exact: exact == "true",
                    best: best == "true",
                    guess: guess.parse().ok().filter(|own: &f64| own.is_finite()),
                    proved: proved == "true",
                    place: rank.parse().unwrap_or(0),
                });
        }
        Ok(())
    }
}

/// The place of a name in a list, added where it is new.
fn place(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|own| own == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn open(path: &Path) -> Result<csv::Reader<std::fs::File>, Error> {
    let missing = |_| {
        Error::misuse(
            "the run has no table of its states",
            "let it go on until it is done; a judgement from elsewhere needs scores.csv and moves.csv beside it",
        )
    };
    let length = std::fs::metadata(path).map_err(missing)?.len();
    if length > MOST_BYTES {
        let what = format!("the run's states take {} MiB", length >> 20);
        return Err(Error::misuse(
            what,
            "judge fewer states or fewer heuristics at once",
        ));
    }
    csv::Reader::from_path(path).map_err(|error| odd(&error))
}

fn odd(error: &csv::Error) -> Error {
    Error::failed(format!("the run's tables cannot be read: {error}"))
}
