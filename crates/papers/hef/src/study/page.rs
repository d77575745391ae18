//! The study as a part of the page.

use plyscope_plot::page::table::{Table, percent};
use plyscope_plot::page::{Page, Picture};
use plyscope_plot::{Axis, Chart, Panel, Series};

use super::{GameStudy, Study, StudyHeuristic, WithInterval};
use crate::PlyCurve;

/// The pictures there may be.
pub const PICTURES: [&str; 1] = ["study.svg"];

impl Study {
    /// Adds what was found to a page.
    pub fn write(&self, page: &mut Page) {
        let names: Vec<&str> = self.params.games.iter().map(|own| &*own.name).collect();
        page.add(&format!(
            "## 6. {} (section 5, figure 2)",
            names.join(" and ")
        ));
        page.add(
            "A heuristic made from the rules alone, `action`, held against truth by tree search \
             before a game is played, and then played with: it steers the playouts of tree search \
             against plain tree search. Theirs is Trutman and Schiffel's, whose text we did not \
             have; ours is a reconstruction of the idea (docs/concepts/heuristics/action.md). The \
             differential is the logarithm of the most visits of a move over the fewest; the best \
             moves are those before the widest gap in the visits, unless a proved move decides.",
        );
        if self.params.games.iter().any(|own| own.own_sheet) {
            page.add(
                "The sheets are our own and not the paper's, which `--sheets FOLDER` takes: `pentago` \
                 is written anew from the rules of the board game, `checkers6` is another game than \
                 Checkers-small, and what it shows neither confirms nor contradicts the paper.",
            );
        }
        if self.params.quick {
            page.add(
                "**A first impression (`--quick`): far fewer playouts and games than the paper had, so \
                 that intervals are wide. Without it, `--section 5` runs the whole study in hours.**",
            );
        }
        if !self.finished {
            page.add("**The run was stopped; what follows is what there was by then.**");
        }
        if self.so_far {
            page.add(
                "**Of what was labelled and played so far (`--so-far`): states are labelled in random order, so \
                 that those here are a sample of what was asked for.**",
            );
        }
        page.show(figure(self));
        page.add(&theirs(self));
        for game in &self.games {
            one(self, game, page);
        }
    }
}

fn points(curve: &PlyCurve, by: f64) -> Vec<(f64, f64, f64, f64)> {
    let all = curve.points.iter();
    let point = |own: &crate::PlyPoint| {
        (
            f64::from(own.ply),
            own.mean / by,
            own.low / by,
            own.high / by,
        )
    };
    all.map(point).collect()
}

fn bare(curve: &PlyCurve, by: f64) -> Vec<(f64, f64)> {
    let all = curve.points.iter();
    all.map(|own| (f64::from(own.ply), own.mean / by)).collect()
}

fn figure(study: &Study) -> Picture {
    let panels = study.games.iter().map(|game| {
        let tops = game.differential.points.iter().map(|own| own.mean);
        let top = tops.fold(f64::MIN_POSITIVE, f64::max);
        let mut series = vec![
            Series::baseline("random", bare(&game.chance, 1.0)),
            // On a scale of its own: its course is what counts, and bands would leave the picture.
            Series::new(
                "score differential (highest = 100 %)",
                bare(&game.differential, top),
            )
            .dashed(),
        ];
        let shown = game.held.iter().filter(|own| own.why_not.is_none());
        let shown = shown
            .take(1)
            .map(|own| Series::new(own.spec.clone(), points(&own.curve, 1.0)));
        series.extend(shown);
        Panel::new(game.game.name.clone(), series)
    });
    let chart = Chart::facets(panels.collect::<Vec<_>>())
        .x(Axis::new("ply").whole())
        .title("Strict best of the action heuristic")
        .subtitle("beside its random baseline and the score differential; 95 % band")
        .width(720.0)
        .y(Axis::new("share").percent().range(0.0, 1.0));
    Picture {
        file: PICTURES[0].to_owned(),
        about: "Strict best of the action heuristic, its random baseline and the score differential by ply, in each game".to_owned(),
        svg: chart.svg(),
    }
}

fn told(own: Option<WithInterval>) -> String {
    own.map_or_else(
        || "–".to_owned(),
        |own| format!("{:+.3} [{:+.3}, {:+.3}]", own.value, own.low, own.high),
    )
}

fn one(study: &Study, game: &GameStudy, page: &mut Page) {
    page.add(&format!("### {}", game.game.name));
    let rules = match game.identity.split_once("digest=") {
        Some((_, digest)) => format!("digest {}", digest.trim_end_matches(')')),
        None => game.identity.clone(),
    };
    let whose = if game.game.own_sheet {
        format!("our own sheet `{}`, ", game.game.spec)
    } else {
        String::new()
    };
    let of_asked = if study.so_far {
        format!(" of {} asked for,", game.game.states)
    } else {
        String::new()
    };
    page.add(&format!(
        "Rules: {whose}{rules}. {} states{of_asked} with {} moves, to ply {}, labelled by `{}`: {} to {} playouts per \
         state, {:.0} on average; {} of the moves are proved.",
        game.states,
        game.moves,
        game.last_ply,
        game.game.labeller,
        game.visits.0,
        game.visits.2,
        game.visits.1,
        percent(game.proved)
    ));
    if !game.game.theirs.is_empty() {
        let on = if game.game.own_sheet {
            ", on their sheet"
        } else {
            ""
        };
        page.add(&format!("Theirs{on}: {}.", game.game.theirs));
    }
    page.add(&ours(game));
    page.add(&heuristics(game));
    if !game.matches.is_empty() {
        page.add(&matches(study, game));
    }
}

/// What the curves and the games say, in a sentence.
fn ours(game: &GameStudy) -> String {
    let Some(own) = game.held.first() else {
        return String::new();
    };
    let Some(beyond) = &own.beyond else {
        let why = own.why_not.as_deref().unwrap_or("nothing");
        return format!("Ours: `{}` does not apply: {why}.", own.spec);
    };
    let side = |own: Option<WithInterval>| match own {
        Some(own) if own.is_above(0.0) => "above",
        Some(own) if own.is_below(0.0) => "below",
        _ => "not clearly on either side of",
    };
    let critical = match beyond.with_differential {
        Some(own) if own.is_above(0.0) => "it is better where the differential is larger",
        Some(own) if own.is_below(0.0) => "it is worse where the differential is larger",
        _ => "it does not depend clearly on the differential",
    };
    let with_it = game
        .matches
        .iter()
        .filter(|played| played.heuristic == own.spec);
    let played = with_it.filter_map(|own| {
        let score = own.score?;
        Some(format!(
            "{} of the points at {} [{}, {}]",
            percent(score.value),
            own.footing.name(),
            percent(score.low),
            percent(score.high)
        ))
    });
    let played: Vec<String> = played.collect();
    let played = if played.is_empty() {
        String::new()
    } else {
        format!(" The steered player has {}.", played.join(" and "))
    };
    format!(
        "Ours: strict best of `{}` is {} its baseline over all states, {} it in the first half and {} it in the second; {critical}.{played}",
        own.spec,
        side(beyond.all),
        side(beyond.first_half),
        side(beyond.second_half)
    )
}

/// In which variants the paper's course appears: heuristics that lag behind their baseline, and players that lose.
fn theirs(study: &Study) -> String {
    let mut told = Vec::new();
    for game in &study.games {
        let is_below = |own: &&StudyHeuristic| {
            let all = own.beyond.as_ref().and_then(|beyond| beyond.all);
            all.is_some_and(|all| all.is_below(0.0))
        };
        let below = listed(
            game.held
                .iter()
                .filter(is_below)
                .map(|own| own.spec.as_str()),
        );
        let loses = |own: &&super::SteeredMatch| own.score.is_some_and(|score| score.is_below(0.5));
        let losing = game.matches.iter().filter(loses);
        let losing = losing.map(|own| format!("`{}` at {}", own.heuristic, own.footing.name()));
        let losing: Vec<String> = losing.collect();
        let losing = match &losing[..] {
            [] => "no player that was steered loses clearly".to_owned(),
            some => format!(
                "the player that is steered loses clearly by {}",
                some.join(", ")
            ),
        };
        told.push(format!(
            "In {} strict best lies clearly below its baseline by {below}, and {losing}.",
            game.game.name
        ));
    }
    format!(
        "In which variant the paper's Checkers-small appears, a heuristic that prefers bad moves and loses: {}",
        told.join(" ")
    )
}

fn listed<'a>(specs: impl Iterator<Item = &'a str>) -> String {
    let specs: Vec<String> = specs.map(|own| format!("`{own}`")).collect();
    if specs.is_empty() {
        return "none of the heuristics".to_owned();
    }
    specs.join(", ")
}

fn heuristics(game: &GameStudy) -> String {
    let mut table = Table::new([
        "heuristic",
        "strict best",
        "random",
        "beyond random",
        "first half",
        "second half",
        "most critical quarter",
        "with the differential",
    ]);
    for own in &game.held {
        table.row(row(own));
    }
    table.text()
}

fn row(own: &StudyHeuristic) -> Vec<String> {
    let name = format!("`{}`", own.spec);
    let Some(beyond) = &own.beyond else {
        let why = own.why_not.clone().unwrap_or_default();
        let mut row = vec![name, format!("does not apply: {why}")];
        row.resize(8, "–".to_owned());
        return row;
    };
    vec![
        name,
        percent(own.strict_best),
        percent(own.chance),
        told(beyond.all),
        told(beyond.first_half),
        told(beyond.second_half),
        told(beyond.critical),
        told(beyond.with_differential),
    ]
}

fn matches(study: &Study, game: &GameStudy) -> String {
    let mut table = Table::new([
        "match",
        "steered",
        "plain",
        "won, drawn, lost",
        "score",
        "playout takes",
    ]);
    for own in &game.matches {
        let score = own.score.map_or_else(
            || "–".to_owned(),
            |own| {
                format!(
                    "{} [{}, {}]",
                    percent(own.value),
                    percent(own.low),
                    percent(own.high)
                )
            },
        );
        table.row([
            own.footing.name().to_owned(),
            format!("`{}`", own.steered),
            format!("`{}`", own.plain),
            format!("{}, {}, {}", own.counts[0], own.counts[1], own.counts[2]),
            score,
            own.ratio
                .map_or_else(|| "–".to_owned(), |own| format!("{own:.1} times as long")),
        ]);
    }
    format!(
        "{} games from random openings of 4 plies, each played twice with colours swapped; seed {}.\n\n{}",
        game.game.games,
        study.params.seed,
        table.text()
    )
}
