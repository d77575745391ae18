//! Many games by many heuristics in one table: which fits which, and whether judging tells.

use plyscope_plot::page::Page;
use plyscope_plot::page::table::Table;
use plyscope_stats::correlate;
use serde::Serialize;

use super::{GameStudy, Study, WithInterval};

/// One heuristic in one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GridCell {
    /// The game.
    pub game: String,
    /// The heuristic.
    pub heuristic: String,
    /// How far its strict best lies above the random baseline.
    pub beyond: WithInterval,
    /// The share of the points that the player has whom it steers, where that was played.
    pub score: Option<WithInterval>,
    /// The CPU seconds per move of that player, where it was too slow to play.
    pub too_slow: Option<f64>,
}

/// All cells, and what they say together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HeuristicGrid {
    /// Game by game, heuristic by heuristic, as far as it applies.
    pub cells: Vec<GridCell>,
    /// The rank correlation of metric and score over all cells that were played.
    pub predicts: Option<WithInterval>,
    /// Cells that were played.
    pub played: usize,
    /// The share of played cells in which metric and games are on the same side, of those in which
    /// both are clearly on one.
    pub agree: Option<(usize, usize)>,
}

impl Study {
    /// The table of all games.
    pub fn grid(&self) -> HeuristicGrid {
        let cells: Vec<GridCell> = self.games.iter().flat_map(cells).collect();
        let pair = |own: &GridCell| Some((own.beyond.value, own.score?.value));
        let pairs: Vec<(f64, f64)> = cells.iter().filter_map(pair).collect();
        let predicts = correlate(&pairs, self.params.seed).map(|found| WithInterval {
            value: found.rho,
            low: found.low,
            high: found.high,
        });
        let side = |own: WithInterval, level: f64| {
            i8::from(own.is_above(level)) - i8::from(own.is_below(level))
        };
        let clear = cells.iter().filter_map(|own| {
            let sides = (side(own.beyond, 0.0), side(own.score?, 0.5));
            (sides.0 != 0 && sides.1 != 0).then_some(sides.0 == sides.1)
        });
        let clear: Vec<bool> = clear.collect();
        let agreed = clear.iter().filter(|same| **same).count();
        HeuristicGrid {
            played: pairs.len(),
            predicts,
            agree: (!clear.is_empty()).then_some((agreed, clear.len())),
            cells,
        }
    }

    /// Adds the table to a page.
    pub fn write_grid(&self, page: &mut Page) {
        let grid = self.grid();
        page.add("## 7. Many games, many heuristics");
        page.add(
            "For each game and heuristic: how far strict best lies above its random baseline, and \
             behind the stroke the share of the points of tree search steered by it against plain \
             tree search at equal playouts. A star marks what is clearly on one side (95 %). Games \
             that are not of two players are judged and not played, nor is a heuristic by which a move \
             takes longer than half a second on a core: *slow*, with the seconds.",
        );
        if self.params.quick {
            page.add(
                "**A first impression (`--quick`): too few games to tell a difference in strength; \
                 without it, 40 games per match.**",
            );
        }
        if let Some(game) = self.params.games.first() {
            page.add(&format!(
                "Up to {} states per game, labelled by `{}`; {} games per match, {} playouts per move.",
                game.states, game.labeller, game.games, game.playouts
            ));
        }
        if !self.finished {
            page.add("**The run was stopped; what follows is what there was by then.**");
        }
        if self.so_far {
            page.add("**Of what was labelled and played so far (`--so-far`).**");
        }
        let names = self.params.heuristics.iter().map(|own| format!("`{own}`"));
        let heading = ["game".to_owned(), "states".to_owned()];
        let mut table = Table::new(heading.into_iter().chain(names));
        for game in &self.games {
            let told = |heuristic: &String| {
                let is_it =
                    |own: &&GridCell| own.game == game.game.name && own.heuristic == *heuristic;
                grid.cells
                    .iter()
                    .find(is_it)
                    .map_or_else(|| "–".to_owned(), in_words)
            };
            let cells = self.params.heuristics.iter().map(told);
            let head = [game.game.name.clone(), game.states.to_string()];
            table.row(head.into_iter().chain(cells));
        }
        page.add(&table.text());
        page.add(&verdict(&grid));
        for (game, why) in &self.left_out {
            page.add(&format!("Left out: {game}, because {why}."));
        }
    }
}

fn cells(game: &GameStudy) -> Vec<GridCell> {
    let cell = |own: &super::StudyHeuristic| {
        let played = game
            .matches
            .iter()
            .find(|played| played.heuristic == own.spec);
        let too_slow = game.too_slow.iter().find(|found| found.0 == own.spec);
        Some(GridCell {
            game: game.game.name.clone(),
            heuristic: own.spec.clone(),
            beyond: own.beyond.as_ref()?.all?,
            score: played.and_then(|played| played.score),
            too_slow: too_slow.map(|found| found.1),
        })
    };
    game.held.iter().filter_map(cell).collect()
}

fn in_words(cell: &GridCell) -> String {
    let mark = |own: WithInterval, level: f64| {
        if own.is_above(level) || own.is_below(level) {
            "*"
        } else {
            ""
        }
    };
    let score = match (cell.score, cell.too_slow) {
        (Some(own), _) => format!(" / {:.0} %{}", 100.0 * own.value, mark(own, 0.5)),
        (None, Some(seconds)) => format!(" / *slow*, {seconds:.1} s"),
        (None, None) => String::new(),
    };
    let beyond = cell.beyond;
    format!("{:+.2}{}{score}", beyond.value, mark(beyond, 0.0))
}

fn verdict(grid: &HeuristicGrid) -> String {
    let predicts = match grid.predicts {
        Some(own) => format!(
            "Over {} pairs of game and heuristic that were played, the rank correlation of metric and score is {:.2} [{:.2}, {:.2}]; the interval takes pairs of one game as independent, which they are not.",
            grid.played, own.value, own.low, own.high
        ),
        None => format!(
            "{} pairs of game and heuristic were played, too few for a correlation.",
            grid.played
        ),
    };
    let agree = grid.agree.map_or_else(String::new, |(agreed, clear)| {
        format!(" Where both are clear, they agree in {agreed} of {clear}.")
    });
    format!("{predicts}{agree}")
}
