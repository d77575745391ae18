//! `plyscope uci`, `gomocup` and `nboard`: our agents for other people's programs.

/// The agent that answers.
#[derive(clap::Args)]
pub(crate) struct Answering {
    /// The agent that plays; it looks no further than its spec and the other program say.
    #[arg(long, value_name = "SPEC", default_value = "negascout:depth=40")]
    pub(crate) by: String,
}

#[derive(clap::Args)]
pub(crate) struct Uci {
    /// The game; one that engines can be told of.
    #[arg(default_value = "chess")]
    pub(crate) game: String,

    #[command(flatten)]
    pub(crate) agent: Answering,

    /// The agent's value of a pawn: engines tell values in its hundredths.
    #[arg(long, value_name = "VALUE", default_value_t = 1.0, value_parser = read_pawn)]
    pub(crate) pawn: f32,
}

#[derive(clap::Args)]
pub(crate) struct Gomocup {
    /// The game.
    #[arg(default_value = "gomoku")]
    pub(crate) game: String,

    #[command(flatten)]
    pub(crate) agent: Answering,
}

#[derive(clap::Args)]
pub(crate) struct Nboard {
    /// The game.
    #[arg(default_value = "othello")]
    pub(crate) game: String,

    #[command(flatten)]
    pub(crate) agent: Answering,
}

fn read_pawn(text: &str) -> Result<f32, String> {
    let value = text
        .parse()
        .ok()
        .filter(|value: &f32| value.is_finite() && *value > 0.0);
    value.ok_or("write a number above 0, such as 1 or 100".into())
}
