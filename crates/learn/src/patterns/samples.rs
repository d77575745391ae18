//! States with what they turned out to be worth, kept in few bytes.

/// Stones of the mover and of the opponent, and the points of the mover.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Samples {
    words: usize,
    stones: Vec<u64>,
    values: Vec<f32>,
}

impl Samples {
    /// No states yet, of a board whose cells take so many words.
    #[must_use]
    pub fn new(words: usize) -> Self {
        Self {
            words,
            ..Self::default()
        }
    }

    /// Adds a state.
    ///
    /// # Panics
    /// If the stones take another number of words.
    pub fn push(&mut self, own: &[u64], theirs: &[u64], value: f32) {
        assert!(
            own.len() == self.words && theirs.len() == self.words,
            "the board is the same"
        );
        self.stones.extend(own);
        self.stones.extend(theirs);
        self.values.push(value);
    }

    /// Adds all states of another list.
    pub fn append(&mut self, more: &Self) {
        self.stones.extend(&more.stones);
        self.values.extend(&more.values);
    }

    /// Words that the cells of the board take.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// A state: the stones of the mover, those of the opponent, and the points of the mover.
    pub fn get(&self, at: usize) -> (&[u64], &[u64], f32) {
        let both = &self.stones[2 * at * self.words..2 * (at + 1) * self.words];
        let (own, theirs) = both.split_at(self.words);
        (own, theirs, self.values[at])
    }

    /// The states as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let words = self.stones.iter().flat_map(|word| word.to_le_bytes());
        let values = self.values.iter().flat_map(|value| value.to_le_bytes());
        words.chain(values).collect()
    }

    /// States from the bytes of [`Self::to_bytes`]; nothing if these are others.
    #[must_use]
    pub fn from_bytes(words: usize, bytes: &[u8]) -> Option<Self> {
        let each = 16 * words + 4;
        if !bytes.len().is_multiple_of(each) {
            return None;
        }
        let (stones, values) = bytes.split_at(bytes.len() / each * 16 * words);
        let stones = stones.as_chunks().0.iter();
        let values = values.as_chunks().0.iter();
        Some(Self {
            words,
            stones: stones.map(|&word| u64::from_le_bytes(word)).collect(),
            values: values.map(|&value| f32::from_le_bytes(value)).collect(),
        })
    }
}
