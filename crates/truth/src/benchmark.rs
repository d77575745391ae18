//! States with the worth of every move, and how they came about.

use plyscope_game::{Facts, Player, Points};

use crate::Reach;

/// The version of the format that is written; a reader refuses newer ones.
pub const FORMAT: u32 = 1;

/// The columns of a benchmark, in order; one row per state, player and move.
pub const COLUMNS: [&str; 12] = [
    "state_id", "game", "state", "key", "ply", "player", "move", "value", "exact", "plies",
    "visits", "q",
];

/// How a benchmark came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meta {
    /// The spec of the game, with its parameters.
    pub game: String,
    /// How the states were chosen.
    pub selector: String,
    /// The spec of the agent that put a value on the moves.
    pub labeller: String,
    /// Limits that it had for each state on top of its spec, as `nodes=5000,time=2s`; empty for none.
    pub limits: String,
    /// The files that its spec names, each with a digest of what was in it; empty for none.
    pub inputs: String,
    /// The seed of all random choices; several after a merge.
    pub seeds: Vec<u64>,
    /// The version of the tool that made it.
    pub version: String,
    /// What makes the run unmistakable; empty where it did not come from one run.
    pub plan: String,
    /// What the points of two players add up to at every end; nothing where that is not constant, or
    /// where they are not two: then points are plain numbers, and nobody wins or loses.
    pub sum: Option<Points>,
    /// How often play comes to each ply, where that was counted.
    pub reach: Option<Reach>,
}

impl Meta {
    /// The sum of a game's points as a benchmark keeps it.
    pub fn sum_of(facts: &Facts) -> Option<Points> {
        facts.sum.filter(|_| facts.players == 2)
    }

    /// The points that are neither won nor lost, where two players share out a fixed sum.
    pub fn level(&self) -> Option<f64> {
        Some(f64::from(self.sum?) / 2.0)
    }
}

/// One move and what it is worth to the player of its state.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The move; none in a finished game, whose value is what the player got.
    pub mv: Option<String>,
    /// Points if `exact`, the points found so far if [decided](Self::is_decided), else an estimate
    /// on the labeller's scale; none if it was not looked at.
    pub value: Option<f64>,
    /// Whether the value is proved.
    pub exact: bool,
    /// Moves until the end, counting this one: under best play if `exact`, else until the end by
    /// which it is [decided](Self::is_decided) who wins.
    pub plies: Option<u32>,
    /// Playouts or visits spent on the move (HEF's n).
    pub visits: Option<u64>,
    /// The mean result of those visits (HEF's q).
    pub q: Option<f64>,
}

impl Benchmark {
    /// The number of every state (`state_id`): its place in the list, but that the players of one round share one.
    pub fn state_ids(&self) -> Vec<usize> {
        let mut numbering = Numbering::default();
        self.states.iter().map(|own| numbering.next(own)).collect()
    }

    /// The same with points counted from a level result: what is proved or sampled, less `level`.
    ///
    /// Estimates of other labellers are counted so already.
    #[must_use]
    pub fn from_level(&self, level: f64) -> Self {
        let mut shifted = self.clone();
        for label in shifted.states.iter_mut().flat_map(|own| &mut own.moves) {
            label.value = label.from_level(Some(level));
            label.q = label.q.map(|q| q - level);
        }
        shifted.meta.sum = self.meta.sum.map(|_| 0);
        shifted
    }
}

impl Label {
    /// The value counted from a level result, if the game has one: what is proved or sampled is in
    /// points, and other estimates are counted so already.
    pub fn from_level(&self, level: Option<f64>) -> Option<f64> {
        let in_points = self.exact || self.is_decided() || self.q.is_some();
        Some(self.value? - if in_points { level.unwrap_or(0.0) } else { 0.0 })
    }

    /// Whether who wins is proved, but not how high: the value is the points found so far.
    ///
    /// Such a label is not exact and tells plies all the same; an estimate never does.
    pub fn is_decided(&self) -> bool {
        !self.exact && self.plies.is_some() && self.value.is_some_and(|own| own.fract() == 0.0)
    }

    /// The order of preference, that of the searches: proved wins above every estimate, proved
    /// losses below, and a proved draw as an estimate of 0, all counted from a level result. Where
    /// there is none all are plain numbers. Nothing if it was not looked at.
    pub fn order(&self, level: Option<f64>) -> Option<(i8, f64)> {
        let value = self.from_level(level)?;
        let is_proved = level.is_some() && (self.exact || self.is_decided());
        let side = i8::from(value > 0.0) - i8::from(value < 0.0);
        Some((if is_proved { side } else { 0 }, value))
    }
}

/// One state and the worth of each of its moves to one player.
///
/// A round in which several players choose without seeing each other's moves is
/// several of these with the same state, one per player, side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Labelled {
    /// The state as the game writes it; in a round, its beginning.
    pub state: String,
    /// The game's key of that state.
    pub key: u64,
    /// Moves since the start.
    pub ply: u32,
    /// Whose moves they are.
    pub player: Player,
    /// Every legal move in the game's order, or a single entry without a move if the game is over.
    pub moves: Vec<Label>,
}

impl Labelled {
    /// Between the best and the worst move's value, counted from a level result: how much the
    /// choice matters.
    pub fn spread(&self, level: Option<f64>) -> f64 {
        let values = || {
            self.moves
                .iter()
                .filter_map(|label| label.from_level(level))
        };
        let best = values().fold(f64::NEG_INFINITY, f64::max);
        let worst = values().fold(f64::INFINITY, f64::min);
        (best - worst).max(0.0)
    }

    /// The label of the move that is preferred, exact ones before others of the same worth.
    pub fn best(&self, level: Option<f64>) -> Option<&Label> {
        let key = |label: &Label| (label.order(level), label.exact);
        let known = self.moves.iter().filter(|label| label.value.is_some());
        known.reduce(|best, own| if key(own) > key(best) { own } else { best })
    }
}

/// States with the worth of every move.
///
/// A state's number (`state_id`) is what it has in files: the players of one
/// round share one, so that it need not be the place in the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Benchmark {
    /// How it came about.
    pub meta: Meta,
    /// The states.
    pub states: Vec<Labelled>,
}

/// Numbers states as files do: those who choose in the same round share a number.
#[derive(Default)]
pub(crate) struct Numbering {
    count: usize,
    last: Option<(String, Player)>,
}

impl Numbering {
    /// The number of the next state.
    pub(crate) fn next(&mut self, own: &Labelled) -> usize {
        let is_same =
            |(state, player): &(String, Player)| *state == own.state && *player != own.player;
        if !self.last.as_ref().is_some_and(is_same) {
            self.count += 1;
        }
        self.last = Some((own.state.clone(), own.player));
        self.count - 1
    }

    /// How many numbers were given.
    pub(crate) fn count(&self) -> usize {
        self.count
    }
}

const NAMES: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// A player as the files name them: `first`, `second` and so on.
pub fn player_name(player: Player) -> &'static str {
    NAMES[player.index()]
}

/// Back from [`player_name`].
pub fn read_player(name: &str) -> Option<Player> {
    let place = NAMES.iter().position(|known| *known == name)?;
    Some(Player(place as u8))
}
