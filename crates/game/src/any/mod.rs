//! Games and agents whose types are hidden: what workflows deal in.
//!
//! Rules, searches and playouts are generic and compiled for each game. What is
//! not hot (choosing states, labelling, contests, judging, learning) is compiled
//! once and sees a game through this layer: [`AnyGame`] gives lists of states
//! ([`AnyStates`]), moves are numbered by their place among the legal moves of
//! their state, and an [`AnyAgent`] is asked for one state or for many at once.
//! The price is a virtual call per position or batch, never per node.
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyscope_game::Limits;
//! use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
//! use plyscope_mnk::Mnk;
//! use plyscope_search::Random;
//!
//! let rules = Arc::new(Mnk::tictactoe());
//! let game = Hidden::shared(Arc::clone(&rules));
//! let mut agent: Box<dyn AnyAgent> = Box::new(AgentOf::new(rules, Random { seed: 1 }));
//!
//! let mut states = game.states();
//! states.push_start();
//! states.push_text("xo./.x./..o")?;
//! states.push_after(0, 4);
//! assert_eq!((states.move_text(0, 4), states.move_count(1)), ("b2".into(), 5));
//! let advice = agent.advise(&*states, 1, &Limits::every_move())?;
//! assert!(advice.best.iter().all(|&place| place < 5));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod advised_by;
mod agent;
mod evaluator;
mod features;
mod position;
mod replies;
mod states;
mod valuer;

use std::sync::Arc;

use crate::{Error, Facts, Notation};

pub use advised_by::AdvisedBy;
pub use agent::{AgentOf, AnyAgent, Choice};
pub use evaluator::{AnyEvaluator, EvaluatorOf};
pub use features::{AnyFeatures, FeaturesOf};
pub use position::Position;
pub use replies::{Replied, Replies, Reply};
pub(crate) use states::StatesOf;
pub use states::{AnyStates, Seen};
pub use valuer::{AnyValuer, ValuedBy};

/// The rules of a game whose type is hidden.
pub trait AnyGame: Send + Sync {
    /// Players, points and sizes.
    fn facts(&self) -> Facts;
    /// How many symmetries the rules have.
    fn symmetries(&self) -> u8;
    /// Why what was computed with the rules does not hold, if a promise of theirs was wrong; see [`crate::Game::trouble`].
    fn trouble(&self) -> Option<Error> {
        None
    }
    /// What the players are called, in their order; nothing where they have no names of their own.
    fn player_names(&self) -> Vec<String> {
        Vec::new()
    }
    /// An empty list of states.
    fn states(&self) -> Box<dyn AnyStates>;
    /// An empty set of states, or of families of symmetric ones.
    fn seen(&self, by_family: bool) -> Box<dyn Seen>;
}

/// Rules behind [`AnyGame`].
#[derive(Debug)]
pub struct Hidden<G>(Arc<G>);

impl<G: Notation> Hidden<G> {
    /// The game with its type hidden.
    #[allow(clippy::new_ret_no_self, reason = "hiding the type is the point")]
    pub fn new(game: G) -> Arc<dyn AnyGame> {
        Self::shared(Arc::new(game))
    }

    /// The same for rules that others hold too.
    pub fn shared(game: Arc<G>) -> Arc<dyn AnyGame> {
        Arc::new(Self(game))
    }
}

impl<G: Notation> AnyGame for Hidden<G> {
    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn symmetries(&self) -> u8 {
        self.0.symmetries()
    }

    fn trouble(&self) -> Option<Error> {
        self.0.trouble()
    }

    fn player_names(&self) -> Vec<String> {
        self.0.player_names()
    }

    fn states(&self) -> Box<dyn AnyStates> {
        Box::new(StatesOf::new(Arc::clone(&self.0)))
    }

    fn seen(&self, by_family: bool) -> Box<dyn Seen> {
        states::seen(Arc::clone(&self.0), by_family)
    }
}
