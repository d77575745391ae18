//! Who takes the place of the paper's six people.

use plyscope_connect4::{EightByEight, Lines};
use plyscope_eval::Linear;
use plyscope_game::{Agent, Error, Value, mix_all};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Mcts, MctsParams, Random};
use plyscope_solver_connect4::two_tier::{Goal, TwoTier, TwoTierParams};

use super::PaperParams;

/// An opponent by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperOpponent {
    /// Any legal move.
    Random,
    /// Looks at its own next move and no further.
    Greedy,
    /// Counts open lines at the agent's own depth.
    AlphaBeta,
    /// Plays games out at random.
    Mcts,
}

/// What a line that the opponent has no stone on is worth with 1, 2 and 3 stones; our choice.
const LINES: [Value; 3] = [1.0, 4.0, 16.0];

/// Bytes for the table of the alpha-beta opponent; the values do not depend on it.
const TABLE: usize = 4 << 20;

impl PaperOpponent {
    /// From weak to strong, more or less.
    pub const ALL: [Self; 4] = [Self::Random, Self::Greedy, Self::AlphaBeta, Self::Mcts];

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy one-ply",
            Self::AlphaBeta => "alpha-beta",
            Self::Mcts => "mcts",
        }
    }

    /// What the opponent does, in a sentence.
    #[must_use]
    pub fn about(self, params: &PaperParams) -> String {
        match self {
            Self::Random => "any legal move, all equally likely".to_owned(),
            Self::Greedy => {
                "the two-tier agent looking 1 move ahead: wins if it can at once, else \
                             takes the highest greedy score; sees no threat"
                    .to_owned()
            }
            Self::AlphaBeta => {
                let [one, two, three] = LINES;
                format!(
                    "the agent's own depth (NegaScout with a table, which finds alpha-beta's \
                     values); a line of four without an opposing stone counts {one}, {two} or \
                     {three} by its stones, own minus theirs"
                )
            }
            Self::Mcts => format!(
                "UCT, {} playouts per move, c = 1.4, proving wins and losses in its tree",
                params.playouts
            ),
        }
    }

    /// The opponent for one game against an agent that looks `depth` moves ahead.
    pub(super) fn make(
        self,
        params: &PaperParams,
        depth: u32,
        number: u32,
    ) -> Result<Box<dyn Agent<EightByEight>>, Error> {
        let seed = mix_all(&[params.seed, u64::from(number), self as u64]);
        Ok(match self {
            Self::Random => Box::new(Random { seed }),
            Self::Greedy => Box::new(TwoTier::new(TwoTierParams {
                depth: 1,
                goal: Goal::Dominance,
            })?),
            Self::AlphaBeta => {
                let settings = AlphaBetaSettings {
                    table: TABLE,
                    ..AlphaBetaSettings::strong(depth)
                };
                Box::new(AlphaBeta::new(settings, line_count())?)
            }
            Self::Mcts => Box::new(Mcts::new(MctsParams {
                playouts: params.playouts,
                seed,
                ..MctsParams::default()
            })?),
        })
    }
}

/// Open lines, own minus theirs; stones in the middle count nothing.
fn line_count() -> Linear<Lines> {
    let [one, two, three] = LINES;
    let weights = vec![one, two, three, 0.0, -one, -two, -three, 0.0];
    Linear::new(&EightByEight::default(), Lines, weights)
}
