//! What the flags of a contest ask for.

use std::path::Path;

use plyscope_arena::rating::Sprt;
use plyscope_arena::{Rules, Streak};
use plyscope_game::{Error, Limits, Stop};
use plyscope_workbench::{
    NamedGame, OpeningsOrder, OpeningsText, Param, ParamKind, Params, Reading, Spec, is_pgn,
};

use crate::args::ContestFlags;
use crate::positions::{lines, reading_of, shown, whole_text};

/// The pieces of a `key=value,…` list; `owner` is the flag.
pub(crate) fn list(owner: &str, text: &str, known: &[Param]) -> Result<Params, Error> {
    let spec = Spec::parse(&format!("{}:{text}", owner.trim_start_matches('-')))?;
    Params::check(owner, &spec, known)
}

pub(super) fn rules(flags: &ContestFlags) -> Result<Rules, Error> {
    let streak = |owner, text: &Option<String>, plies| match text {
        Some(text) => streak(owner, text, plies).map(Some),
        None => Ok(None),
    };
    let mut rules = Rules {
        max_plies: flags.max_plies,
        resign: streak("--resign", &flags.resign, "4")?,
        draw: streak("--draw", &flags.draw, "8")?,
        ..Rules::default()
    };
    if let Some(margin) = flags.margin {
        if flags.limits.time.is_none() {
            let what = "--margin is what a move may take beyond its time, and no time is set";
            return Err(Error::misuse(
                what,
                "add --time TIME, or leave --margin out",
            ));
        }
        rules.margin = margin;
    }
    Ok(rules)
}

fn streak(owner: &str, text: &str, plies: &'static str) -> Result<Streak, Error> {
    let known = [
        Param::new(
            "value",
            ParamKind::Number(0.0, f64::MAX),
            "",
            "how far from 0",
        ),
        Param::new(
            "plies",
            ParamKind::Count(1, 10_000),
            plies,
            "moves in a row",
        ),
        Param::new("from", ParamKind::Count(0, 100_000), "0", "the first ply"),
    ];
    let params = list(owner, text, &known)?;
    let Some(value) = params.number("value") else {
        let what = format!("{owner} needs a value");
        let hint =
            format!("write {owner} value=5,plies={plies}; the value is on the agents' scale");
        return Err(Error::misuse(what, hint));
    };
    Ok(Streak {
        value: value as f32,
        plies: params.count("plies").unwrap_or(1) as u32,
        from: params.count("from").unwrap_or(0) as u32,
    })
}

/// Who proves how games would end, and from which ply on.
pub(super) fn verdict(flags: &ContestFlags) -> Result<Option<(String, u32)>, Error> {
    let known = [
        Param::new(
            "from",
            ParamKind::Count(0, 100_000),
            "0",
            "the first ply to ask",
        ),
        Param::new("by", ParamKind::Text, "solver", "whose proofs are taken"),
    ];
    let Some(text) = &flags.verdict else {
        return Ok(None);
    };
    let params = list("--verdict", text, &known)?;
    let by = params.text("by").unwrap_or("solver").to_string();
    Ok(Some((by, params.count("from").unwrap_or(0) as u32)))
}

/// The test that ends a match, and its parameters as text.
pub(super) fn sprt(text: &str) -> Result<(Sprt, String), Error> {
    let known = [
        Param::new(
            "elo0",
            ParamKind::Number(-5000.0, 5000.0),
            "0",
            "too little",
        ),
        Param::new("elo1", ParamKind::Number(-5000.0, 5000.0), "10", "enough"),
        Param::new(
            "alpha",
            ParamKind::Number(0.0, 0.5),
            "0.05",
            "how often elo0 may pass for elo1",
        ),
        Param::new(
            "beta",
            ParamKind::Number(0.0, 0.5),
            "0.05",
            "how often elo1 may pass for elo0",
        ),
    ];
    let params = list("--sprt", text, &known)?;
    let [elo0, elo1, alpha, beta] =
        ["elo0", "elo1", "alpha", "beta"].map(|name| params.number(name).unwrap_or(0.0));
    let sprt = Sprt::new(elo0, elo1, alpha, beta).map_err(|error| {
        let text = error.to_string();
        let (what, hint) = text.split_once("\n\nhint: ").unwrap_or((&text, ""));
        Error::misuse(what, hint)
    })?;
    let shown = format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}");
    Ok((sprt, shown))
}

/// Where games begin, from the text of `--openings`.
pub(crate) fn openings(text: &str, game: &NamedGame) -> Result<OpeningsOrder, Error> {
    match OpeningsText::parse(text)? {
        OpeningsText::Order(order) => Ok(order),
        OpeningsText::File(path, plies) => {
            let path = Path::new(&path);
            let listed = if is_pgn(path) {
                OpeningsOrder::of_pgn(game, &whole_text(path)?, plies)
            } else {
                OpeningsOrder::listed(game, lines(path)?, reading_of(path, Reading::Either))
            };
            listed.map_err(|error| error.in_context(shown(path)))
        }
    }
}

pub(super) fn limits(flags: &ContestFlags, stop: Stop) -> Limits {
    Limits {
        time: flags.limits.time,
        nodes: flags.limits.nodes,
        depth: flags.depth,
        stop,
        ..Limits::best_move()
    }
}
