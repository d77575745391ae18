//! Small games of other kinds than the ones that ship.

use plyscope_game::{Chance, Facts, Game, Payoffs, Player, Points, mix_all};

/// A tree of random payoffs for any number of players, who move in random order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thicket {
    pub players: u8,
    pub branching: u8,
    pub depth: u8,
    /// Payoffs are 0 to this; few make many ties.
    pub most: u16,
    pub seed: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Path(pub Vec<u8>);

impl Thicket {
    fn bits(&self, path: &Path, what: u64) -> u64 {
        let steps = path.0.iter().map(|&mv| u64::from(mv) + 1);
        steps.fold(mix_all(&[self.seed, what]), |key, mv| mix_all(&[key, mv]))
    }
}

impl Game for Thicket {
    type State = Path;
    type Move = u8;
    type Moves = std::ops::Range<u8>;

    fn facts(&self) -> Facts {
        Facts {
            players: self.players,
            sum: None,
            simultaneous: false,
            points: (0, self.most.into()),
            max_plies: self.depth.into(),
            max_moves: self.branching.into(),
            move_indices: self.branching.into(),
        }
    }
    fn start(&self) -> Path {
        Path(Vec::new())
    }
    fn mover(&self, path: &Path) -> Player {
        Player((self.bits(path, 1) % u64::from(self.players)) as u8)
    }
    fn moves(&self, _: &Path) -> Self::Moves {
        0..self.branching
    }
    fn play(&self, path: &mut Path, mv: u8) {
        path.0.push(mv);
    }
    fn payoffs(&self, path: &Path) -> Option<Payoffs> {
        // Some games end early.
        let ends = path.0.len() == usize::from(self.depth)
            || (path.0.len() > 1 && self.bits(path, 2).is_multiple_of(8));
        let points = |player: u8| {
            let levels = u64::from(self.most) + 1;
            (self.bits(path, 3 + u64::from(player)) % levels) as Points
        };
        let all: Vec<Points> = (0..self.players).map(points).collect();
        ends.then(|| Payoffs::new(&all).expect("small numbers"))
    }
    fn move_index(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// Rounds in which two players choose at once; what they win is added up.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    /// By round: what the first player wins, by his move and the second's.
    pub matrices: Vec<Vec<Vec<Points>>>,
    /// The second player gets this less what the first gets.
    pub sum: Points,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Table {
    pub round: usize,
    pub pending: Option<u8>,
    pub won: Points,
}

impl Game for Rounds {
    type State = Table;
    type Move = u8;
    type Moves = std::ops::Range<u8>;

    fn facts(&self) -> Facts {
        let cells = || self.matrices.iter().flatten().flatten();
        let size = cells().map(|own| own.abs()).max().unwrap_or(1) * self.matrices.len() as i32;
        Facts {
            players: 2,
            sum: Some(self.sum),
            simultaneous: true,
            points: (self.sum - size.max(self.sum), size.max(self.sum)),
            max_plies: 2 * self.matrices.len() as u32,
            max_moves: 9,
            move_indices: 9,
        }
    }
    fn start(&self) -> Table {
        Table::default()
    }
    fn mover(&self, table: &Table) -> Player {
        Player(table.pending.is_some().into())
    }
    fn moves(&self, table: &Table) -> Self::Moves {
        let matrix = &self.matrices[table.round];
        let count = match table.pending {
            None => matrix.len(),
            Some(_) => matrix[0].len(),
        };
        0..count as u8
    }
    fn play(&self, table: &mut Table, mv: u8) {
        match table.pending.take() {
            None => table.pending = Some(mv),
            Some(first) => {
                table.won += self.matrices[table.round][usize::from(first)][usize::from(mv)];
                table.round += 1;
            }
        }
    }
    fn payoffs(&self, table: &Table) -> Option<Payoffs> {
        let both = [table.won, self.sum - table.won];
        (table.round == self.matrices.len()).then(|| Payoffs::new(&both).expect("small numbers"))
    }
    fn hidden(&self, table: &Table) -> bool {
        table.pending.is_some()
    }
    fn round_start(&self, table: &Table) -> Table {
        Table {
            pending: None,
            ..table.clone()
        }
    }
    fn move_index(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// A game that claims to play out many states at once.
pub(crate) struct InLanes<G>(pub G, pub usize);

impl<G: Game> Game for InLanes<G> {
    type State = G::State;
    type Move = G::Move;
    type Moves = G::Moves;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn start(&self) -> G::State {
        self.0.start()
    }
    fn mover(&self, state: &G::State) -> Player {
        self.0.mover(state)
    }
    fn moves(&self, state: &G::State) -> G::Moves {
        self.0.moves(state)
    }
    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.0.play(state, mv);
    }
    fn payoffs(&self, state: &G::State) -> Option<Payoffs> {
        self.0.payoffs(state)
    }
    fn move_index(&self, mv: G::Move) -> usize {
        self.0.move_index(mv)
    }
    fn key(&self, state: &G::State) -> u64 {
        self.0.key(state)
    }
    fn playout(&self, state: G::State, chance: &mut Chance) -> (Payoffs, u32) {
        self.0.playout(state, chance)
    }
    fn playout_lanes(&self) -> usize {
        self.1
    }
}
