//! The arguments of `plyscope book`.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

#[derive(Subcommand)]
pub(crate) enum BookCommand {
    /// Solve every early position; a rerun goes on where it was broken off.
    Make(MakeBook),
    /// What is in a book, and whether it is right: positions of its last ply are solved again.
    Check(CheckBook),
}

#[derive(clap::Args)]
pub(crate) struct MakeBook {
    /// The game: Connect Four of any size that fits in 64 bits, e.g. `connect4:width=8,height=7`.
    pub(crate) game: String,

    /// The last ply that the book knows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) plies: u32,

    /// The file to write; not `-`, because a rerun goes on from the journal beside it.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// MiB that each thread may take for its table; it is kept from position to position.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) table: u32,

    /// Replace another file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(clap::Args)]
pub(crate) struct CheckBook {
    /// The book; the one that ships if left out.
    pub(crate) file: Option<PathBuf>,

    /// Solve so many positions again, without the book; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) sample: usize,

    /// MiB that each thread may take for its table.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) table: u32,
}
