//! Othello on the shelf; [`othello`] is the entry of the registry.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_othello::othello());
//! let game = registry.open("othello")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod speed;
mod teacher;

use std::sync::OnceLock;

use plyscope_eval::Linear;
use plyscope_eval::patterns::{ReadPatterns, StoneGame};
use plyscope_foreign::NboardAgent;
use plyscope_game::{Advice, Agent, Error, Features, Limits, MoveHeuristic, Notation};
use plyscope_othello::tables::{SquareTable, table};
use plyscope_othello::{
    Counts, DiscCount, Mobility, Move, Othello, Payoff, SmallOthello, SquareTaken, Squares, State,
};
use plyscope_search::{Exhaustive, ExhaustiveParams};
use plyscope_solver_othello::{LearnedOrder, OthelloSolver, SolverParams};
use plyscope_workbench::{BoxedAgent, GameEntry, Kit, Param, ParamKind, Params, Shelf};

use plyscope_workbench::engines::{NBOARD_PARAMS, talk};
use plyscope_workbench::patterns;

use crate::teacher::{learn_othello, learn_small_othello};

/// The entry of the registry.
pub fn othello() -> GameEntry {
    let params = [
        Param::new(
            "size",
            ParamKind::Choice(&["4", "6", "8"]),
            "8",
            "columns and rows",
        ),
        Param::new(
            "payoff",
            ParamKind::Choice(&["wins", "discs"]),
            "wins",
            "what counts at the end",
        ),
        Param::new(
            "empties",
            ParamKind::Choice(&["nobody", "winner"]),
            "nobody",
            "who gets the empty cells at the end, with payoff=discs",
        ),
    ];
    let about = "Othello (Reversi): outflank and turn over";
    GameEntry::of_kits("othello", about, &params, make).also_called(&["reversi"])
}

fn make(params: &Params) -> Result<Box<dyn Kit>, Error> {
    let payoff = match params.word("payoff") {
        "discs" => Payoff::Discs {
            empties_to_winner: params.word("empties") == "winner",
        },
        _ => Payoff::WinLoss,
    };
    // The small boards share what is compiled for a type of game.
    Ok(match params.word("size") {
        "4" => Box::new(shelf::<_, 4>(
            SmallOthello::Four(Othello::new(payoff)),
            small_solver,
            patterns::FILE,
        )),
        "6" => {
            let game = SmallOthello::Six(Othello::new(payoff));
            let shelf = shelf::<_, 6>(game, small_solver, patterns::FILE);
            let shelf = shelf.patterns(learn_small_othello);
            Box::new(shelf.panel(include_str!("panel6.toml")))
        }
        _ => Box::new(
            shelf::<_, 8>(
                Othello::<8>::new(payoff),
                endgame(),
                patterns::SHIPPED_OR_FILE,
            )
            .patterns(learn_othello)
            .panel(include_str!("panel8.toml"))
            .agent_with(
                "nboard",
                "a program that speaks NBoard, as many Othello programs do",
                NBOARD_PARAMS,
                |_, params| Ok(Box::new(NboardAgent::new(talk("nboard", params)?))),
            ),
        ),
    })
}

/// The names of the published tables; a test holds them against the tables themselves.
const TABLE_NAMES: &[&str] = &[
    "norvig",
    "standard",
    "van-eck",
    "windows",
    "kukreja",
    "van-der-haar",
    "sixty-four",
];

/// Whose table of weights.
const TABLE: Param = Param::new(
    "table",
    ParamKind::Choice(TABLE_NAMES),
    "norvig",
    "whose weights",
);

/// What the solver may be told.
const SOLVER_PARAMS: [Param; 5] = [
    Param::new(
        "empties",
        ParamKind::Count(1, 60),
        "",
        "refuse states with more empty cells; 24 on 8×8 if not given, none on smaller boards",
    ),
    Param::new(
        "table",
        ParamKind::Count(1, 1 << 20),
        "128",
        "MiB for the table",
    ),
    Param::new(
        "nodes",
        ParamKind::Count(1, u64::MAX),
        "",
        "states to visit at the most",
    ),
    Param::new("time", ParamKind::Time, "", "time to take at the most"),
    Param::new(
        "plies",
        ParamKind::Count(0, 60),
        "16",
        "tell the plies to the end up to so many empty cells; costs more, most with payoff=wins",
    ),
];

fn shelf<G: StoneGame + Notation, const N: u8>(
    game: G,
    solver: impl Fn(&G, &Params) -> Result<BoxedAgent<G>, Error> + Send + Sync + 'static,
    pattern_weights: Param,
) -> Shelf<G>
where
    Counts: Features<G>,
    DiscCount: Features<G>,
    Mobility: Features<G>,
    Squares: Features<G>,
    SquareTaken: MoveHeuristic<G>,
{
    let shelf = Shelf::new(game)
        .evaluator_with(
            "weighted-squares",
            "a weight for every square, by a published table",
            &[TABLE],
            |game, params| {
                let weights = published(params)?.weights(N);
                Ok(Box::new(Linear::new(game, Squares, weights)))
            },
        )
        .weighted(
            "mobility",
            "own moves minus the opponent's",
            Mobility,
            |_| vec![1.0, -1.0],
        )
        .weighted(
            "disc-count",
            "own discs minus the opponent's",
            DiscCount,
            |_| vec![1.0, -1.0],
        )
        .evaluator_with(
            patterns::NAME,
            patterns::ABOUT,
            &[pattern_weights],
            patterns::patterns(),
        )
        .heuristic_with(
            "square-taken",
            "the worth of the square moved to, by a published table",
            &[TABLE],
            |_, params| Ok(Box::new(SquareTaken::new::<N>(published(params)?))),
        )
        .agent_with(
            "solver",
            "exact value of every move in the endgame, with plies; 4×4 and 6×6 whole",
            &SOLVER_PARAMS,
            solver,
        );
    with_features(shelf).deciding(
        "log-loss",
        "in Othello it is among the metrics that go best with who wins games (docs/concepts/strength.md)",
    )
}

fn with_features<G: StoneGame + Notation>(shelf: Shelf<G>) -> Shelf<G>
where
    Counts: Features<G>,
    DiscCount: Features<G>,
    Mobility: Features<G>,
    Squares: Features<G>,
{
    shelf
        .features(
            "squares",
            "own minus the opponent's discs, by class of squares",
            Squares,
        )
        .features(
            "counts",
            "discs, moves, corners and what lies around them, frontier",
            Counts,
        )
        .features("mobility", "moves of both players", Mobility)
        .features("discs", "discs of both players", DiscCount)
}

fn small_solver(game: &SmallOthello, params: &Params) -> Result<BoxedAgent<SmallOthello>, Error> {
    match game {
        // Solved whole, which also tells how long each game lasts.
        SmallOthello::Four(_) => Ok(Box::new(Exhaustive::new(ExhaustiveParams {
            nodes: params.count("nodes"),
            time: params.time("time"),
            ..ExhaustiveParams::default()
        })?)),
        SmallOthello::Six(game) => Ok(Box::new(SixSolver {
            game: *game,
            solver: solver(params)?,
        })),
    }
}

/// Makes the solver of 8×8, which orders moves by the patterns that ship for it: they are read once.
fn endgame() -> impl Fn(&Othello<8>, &Params) -> Result<BoxedAgent<Othello<8>>, Error> {
    let read: OnceLock<Option<LearnedOrder>> = OnceLock::new();
    move |game, params| {
        let solver = solver(params)?;
        let order = || {
            let own = game.shipped_for_solver()?;
            LearnedOrder::new(game, &own.set, own.phases, own.unit, &own.weights).ok()
        };
        Ok(Box::new(match read.get_or_init(order) {
            Some(order) => solver.guided_by(order.clone()),
            None => solver,
        }))
    }
}

/// The solver on 6×6, for the type that both small boards share: it is not compiled for 4×4.
struct SixSolver {
    game: Othello<6>,
    solver: OthelloSolver,
}

impl Agent<SmallOthello> for SixSolver {
    fn advise(
        &mut self,
        _: &SmallOthello,
        state: &State,
        limits: &Limits,
    ) -> Result<Advice<Move>, Error> {
        self.solver.advise(&self.game, state, limits)
    }
}

fn solver(params: &Params) -> Result<OthelloSolver, Error> {
    OthelloSolver::new(SolverParams {
        table_bytes: (params.count("table").unwrap_or(128) as usize) << 20,
        nodes: params.count("nodes"),
        time: params.time("time"),
        max_empties: params.count("empties").map(|most| most as u32),
        plies: params.count("plies").unwrap_or(16) as u32,
    })
}

/// The table that a spec names.
fn published(params: &Params) -> Result<&'static SquareTable, Error> {
    let name = params.word("table");
    table(name).ok_or_else(|| Error::failed(format!("the table `{name}` is missing")))
}
