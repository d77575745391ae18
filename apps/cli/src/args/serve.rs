//! The arguments of `plyscope serve`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::read_time;

pub(super) const EXAMPLES: &str = "\
Examples:
  plyscope serve                                on loopback, with a free port
  plyscope serve --home work --port 8080        runs, weights and benchmarks in ./work
  plyscope serve --bind 0.0.0.0 --port 8080 --host lab:8080
                                                for others, as http://lab:8080: a token is made and printed";

#[derive(clap::Args)]
pub(crate) struct Serve {
    /// The folder of runs, weights and benchmarks; `plyscope` in the user's data folder if left out.
    ///
    /// Nothing outside of it is read or written on behalf of the page.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) home: Option<PathBuf>,

    /// The port; a free one if left out.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,

    /// The address to listen on. Any but loopback asks for a token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,

    /// The token that every request must carry; made and printed where one is needed and none is given.
    #[arg(long, value_name = "TEXT")]
    pub(crate) token: Option<String>,

    /// Another name under which the page may be asked for: the machine's, or a proxy's.
    ///
    /// `lab` stands for the proxy at `http://lab` and for this server at `lab:PORT`.
    #[arg(long = "host", value_name = "HOST[:PORT]")]
    pub(crate) hosts: Vec<String>,

    /// Let specs from the page start programs: `process:`, `uci:` and their like.
    #[arg(long)]
    pub(crate) allow_processes: bool,

    /// Jobs that run at the same time; others wait.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) jobs: u16,

    /// Memory that a job may take, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(256..))]
    pub(crate) job_memory: u64,

    /// Time that a job may take; it is stopped then, keeps what it has and can go on.
    #[arg(long, value_name = "TIME", default_value = "240m", value_parser = read_time)]
    pub(crate) job_time: Duration,
}
