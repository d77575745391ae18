//! Judging without looking ahead: evaluators of states, heuristics of moves, features.

use std::sync::Arc;

use crate::{Deadline, Error, Game, Player};

/// What an evaluator or a heuristic thinks something is worth, on a scale of its own; 0 is the level result.
pub type Value = f32;

/// Judges states.
///
/// Behind [`Self::value`] everything has a default. Any evaluator is an agent by
/// `plyscope_search::OnePly`, the horizon of every search there, and plays in contests:
///
/// ```
/// use std::sync::Arc;
///
/// use plyscope_arena::{Contest, Contestant, Format, Nobody, Openings, RandomOpenings, Schedule};
/// use plyscope_game::any::Hidden;
/// use plyscope_game::{Evaluator, Player, Value};
/// use plyscope_connect4::{Bits, Shape, Standard, State};
/// use plyscope_search::{OnePly, Random};
///
/// /// Stones in the middle column are good to have.
/// struct Middle;
///
/// impl Evaluator<Standard> for Middle {
///     fn value(&self, game: &Standard, state: &State<u64>, player: Player) -> Value {
///         let middle = game.shape().column(3);
///         let count = |player| (state.of(player) & middle).count() as Value;
///         count(player) - count(player.opponent())
///     }
///     fn is_symmetric(&self) -> bool {
///         true // whole numbers, and the mirror keeps the middle
///     }
/// }
///
/// let rules = Arc::new(Standard::default());
/// let game = Hidden::shared(Arc::clone(&rules));
/// let contestants = vec![
///     Contestant::new(&rules, "middle", |_| OnePly { evaluator: Middle }),
///     Contestant::new(&rules, "random", |seed| Random { seed }),
/// ];
/// let contest = Contest {
///     openings: Openings::Random(RandomOpenings::new(4, 7, None)),
///     seed: 7,
///     ..Contest::new(&*game, contestants, Schedule::new(Format::RoundRobin, 2, 200)?)
/// };
/// let results = contest.run(Vec::new(), &Nobody)?;
/// let middle = results.totals()[0];
/// assert!(middle.wins > middle.losses);
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// What `state` is worth to `player`, who need not be the mover.
    ///
    /// Must be a number, and must not depend on anything but the arguments.
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value;

    /// The same, or nothing if the deadline comes first.
    ///
    /// For an evaluator that takes more than about a millisecond: it looks at
    /// the deadline meanwhile. What it returns does not depend on the deadline.
    #[inline]
    fn value_until(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        _deadline: &Deadline,
    ) -> Option<Value> {
        Some(self.value(game, state, player))
    }

    /// The values of many states to one player, appended to `values`; fewer if the deadline comes first.
    ///
    /// For an evaluator that answers many states at once quicker than one by
    /// one, such as an outside program.
    fn values(
        &self,
        game: &G,
        states: &[G::State],
        player: Player,
        deadline: &Deadline,
        values: &mut Vec<Value>,
    ) {
        for state in states {
            let Some(value) = self.value_until(game, state, player, deadline) else {
                return;
            };
            values.push(value);
        }
    }

    /// Whether [`Self::values`] is so much quicker that callers should gather states for it.
    fn likes_batches(&self) -> bool {
        false
    }

    /// Whether states that are images of each other under the game's symmetries
    /// always get the same value. A search shares results among them only then.
    ///
    /// The same to the last bit: a sum of floats added in another order for
    /// the image is not the same value, and the answer is then no. Sums of
    /// whole numbers below 2²⁴ are safe in any order.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Where the value comes from, term by term; nothing if the deadline comes first.
    fn explain(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        deadline: &Deadline,
    ) -> Option<Explanation> {
        Some(Explanation {
            value: self.value_until(game, state, player, deadline)?,
            terms: Vec::new(),
        })
    }

    /// Why values given since this was last asked are none, for an evaluator that can fail.
    ///
    /// A search that asked for values asks this afterwards and passes the error on.
    fn take_failure(&self) -> Option<Error> {
        None
    }

    /// Takes another seed for its random numbers, as if it had been made with it.
    fn reseed(&mut self, _seed: u64) {}
}

/// Evaluators behind a pointer judge as the one they point to.
macro_rules! evaluator_behind {
    ($pointer:ty, $reseed:item) => {
        impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for $pointer {
            #[inline]
            fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
                (**self).value(game, state, player)
            }
            #[inline]
            fn value_until(
                &self,
                game: &G,
                state: &G::State,
                player: Player,
                deadline: &Deadline,
            ) -> Option<Value> {
                (**self).value_until(game, state, player, deadline)
            }
            fn values(
                &self,
                game: &G,
                states: &[G::State],
                player: Player,
                deadline: &Deadline,
                values: &mut Vec<Value>,
            ) {
                (**self).values(game, states, player, deadline, values);
            }
            fn likes_batches(&self) -> bool {
                (**self).likes_batches()
            }
            fn is_symmetric(&self) -> bool {
                (**self).is_symmetric()
            }
            fn explain(
                &self,
                game: &G,
                state: &G::State,
                player: Player,
                deadline: &Deadline,
            ) -> Option<Explanation> {
                (**self).explain(game, state, player, deadline)
            }
            fn take_failure(&self) -> Option<Error> {
                (**self).take_failure()
            }
            $reseed
        }
    };
}

evaluator_behind!(
    Box<E>,
    fn reseed(&mut self, seed: u64) {
        (**self).reseed(seed);
    }
);
// What others hold too keeps its seed.
evaluator_behind!(Arc<E>, fn reseed(&mut self, _seed: u64) {});
evaluator_behind!(&E, fn reseed(&mut self, _seed: u64) {});

/// Judges moves: HEF's h(state, player, move).
///
/// ```
/// use plyscope_game::{Agent, Game, Limits, MoveHeuristic, Player, Value};
/// use plyscope_mnk::{Mnk, Place, State};
/// use plyscope_search::HeuristicAgent;
///
/// /// The nearer to the middle, the better.
/// struct Central;
///
/// impl MoveHeuristic<Mnk> for Central {
///     fn move_value(&self, game: &Mnk, _: &State, _: Player, mv: Place) -> Value {
///         let off = |at: usize, size: usize| (2 * at).abs_diff(size - 1) as Value;
///         -off(mv.column(), game.width()) - off(mv.row(), game.height())
///     }
/// }
///
/// let game = Mnk::tictactoe();
/// let mut agent = HeuristicAgent { heuristic: Central };
/// let advice = agent.advise(&game, &game.start(), &Limits::every_move())?;
/// assert_eq!(advice.best, [Place::new(1, 1)]);
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub trait MoveHeuristic<G: Game>: Send + Sync {
    /// What `mv`, legal in `state`, is worth to `player`.
    fn move_value(&self, game: &G, state: &G::State, player: Player, mv: G::Move) -> Value;

    /// The values of some moves of one state, appended to `values`.
    ///
    /// For a heuristic that looks at a state once and then values its moves quickly.
    fn move_values(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        values: &mut Vec<Value>,
    ) {
        let value = |&mv: &G::Move| self.move_value(game, state, player, mv);
        values.extend(moves.iter().map(value));
    }
}

impl<G: Game, H: MoveHeuristic<G> + ?Sized> MoveHeuristic<G> for Box<H> {
    fn move_value(&self, game: &G, state: &G::State, player: Player, mv: G::Move) -> Value {
        (**self).move_value(game, state, player, mv)
    }
    fn move_values(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        moves: &[G::Move],
        values: &mut Vec<Value>,
    ) {
        (**self).move_values(game, state, player, moves, values);
    }
}

/// One number that can be read off a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The name in weights files, e.g. `corners`.
    pub name: String,
    /// What it counts, as a clause: "own discs in the four corners".
    pub about: String,
}

impl Feature {
    /// A feature by name and meaning.
    #[must_use]
    pub fn new(name: impl Into<String>, about: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
        }
    }
}

/// Numbers read off a state, for a weighted sum.
///
/// ```
/// use plyscope_game::{Feature, Features, Game, Player, Value};
/// use plyscope_mnk::{Mnk, State};
///
/// /// Stones on the edges that are not corners, of each player.
/// struct Edges;
///
/// impl Features<Mnk> for Edges {
///     fn list(&self, _: &Mnk) -> Vec<Feature> {
///         vec![
///             Feature::new("own_edges", "own stones on an edge"),
///             Feature::new("their_edges", "their stones on an edge"),
///         ]
///     }
///     fn each(&self, _: &Mnk, state: &State, player: Player, mut put: impl FnMut(usize, Value)) {
///         const EDGES: u64 = 1 << 1 | 1 << 8 | 1 << 10 | 1 << 17; // of 3×3 cells
///         for (index, who) in [player, player.opponent()].into_iter().enumerate() {
///             put(index, (state.of(who) & EDGES).count_ones() as Value);
///         }
///     }
/// }
///
/// let game = Mnk::tictactoe();
/// let state = game.state_from(1 << 1 | 1 << 9, 1 << 8)?;
/// let mut row = [0.0; 2];
/// Edges.each(&game, &state, Player::FIRST, |index, number| row[index] += number);
/// assert_eq!(row, [1.0, 1.0]);
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub trait Features<G: Game>: Send + Sync {
    /// What the numbers are, in the order of their indices.
    fn list(&self, game: &G) -> Vec<Feature>;

    /// Calls `put(index, number)` for the features of `state` seen by `player`.
    ///
    /// An index may come several times (the numbers add up) or not at all (0).
    fn each(&self, game: &G, state: &G::State, player: Player, put: impl FnMut(usize, Value));

    /// Whether images of a state under the game's symmetries have the same features.
    fn is_symmetric(&self) -> bool {
        false
    }
}

/// One term of an evaluator's sum.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The feature.
    pub feature: Feature,
    /// How much of it there is.
    pub amount: Value,
    /// What one of it is worth.
    pub weight: Value,
}

impl Term {
    /// What the term adds to the value.
    pub fn product(&self) -> Value {
        self.amount * self.weight
    }
}

/// A value and the terms it is the sum of; no terms where the evaluator is not a sum.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The whole.
    pub value: Value,
    /// Its parts.
    pub terms: Vec<Term>,
}
