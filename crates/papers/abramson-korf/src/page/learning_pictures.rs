//! The pictures of experiment 3.

use plyscope_plot::{Axis, Chart, Heat, Row, Series};

use super::Picture;
use crate::learning::{CoefficientSource, Coefficients, Learning, Tournament};
use crate::sampling::SampledSpan;

pub(super) fn coefficients(learning: &Learning, classes: &[&str]) -> Picture {
    let scaled = learning.players.iter().map(|player| {
        let scale = 100.0 / player.largest();
        let whole = |&weight: &f32| (scale * f64::from(weight)).round();
        player.weights.iter().map(whole).collect()
    });
    let names = learning.players.iter().map(|player| player.name.as_str());
    let chart = Chart::heat(Heat::new(names, classes.iter().copied(), scaled).diverging())
        .title("Coefficients of weighted squares")
        .subtitle("the largest of each table is 100");
    Picture {
        file: "learning-coefficients.svg".to_owned(),
        about: "Coefficients of every table by class of squares, the largest of each being 100"
            .to_owned(),
        svg: chart.svg(),
    }
}

pub(super) fn ratings(learning: &Learning, tournament: &Tournament) -> Picture {
    let row = |(player, span): (&Coefficients, &SampledSpan)| {
        let [low, high] = span.interval;
        Row::new(player.name.clone(), span.value).interval(low, high)
    };
    let mut rows: Vec<_> = learning.players.iter().zip(&tournament.all.discs).collect();
    rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    let chart = Chart::forest(rows.into_iter().map(row))
        .title("Ratings by disc differentials")
        .subtitle("all lookaheads together, 95 % intervals, mean 0")
        .x(Axis::new("points"));
    Picture {
        file: "learning-ratings.svg".to_owned(),
        about: "Ratings of all players by disc differentials, with 95 % intervals".to_owned(),
        svg: chart.svg(),
    }
}

/// Those whom the paper speaks of; random tables are in grey, the other published ones left out.
pub(super) fn by_lookahead(learning: &Learning, tournament: &Tournament) -> Picture {
    let players = learning.players.iter().enumerate();
    let shown =
        players.filter(|(_, player)| !matches!(player.source, CoefficientSource::Published(_)));
    let line = |(place, player): (usize, &Coefficients)| {
        let points = tournament.levels.iter().map(|level| {
            let span = &level.standing.discs[place];
            let [low, high] = span.interval;
            (f64::from(level.lookahead), span.value, low, high)
        });
        let points: Vec<_> = points.collect();
        if matches!(player.source, CoefficientSource::Random) {
            Series::baseline(player.name.clone(), points)
        } else {
            Series::new(player.name.clone(), points)
        }
    };
    let chart = Chart::lines(shown.map(line))
        .title("Ratings by disc differentials and lookahead")
        .subtitle("95 % bands, mean of all players 0")
        .x(Axis::new("lookahead").whole())
        .y(Axis::new("points"));
    Picture {
        file: "learning-lookahead.svg".to_owned(),
        about: "Ratings by disc differentials at lookahead 0, 1, 2 and 3".to_owned(),
        svg: chart.svg(),
    }
}
