//! The workbench in the browser: a server for one person, on loopback, and its page.
//!
//! Short questions (a board, values, states of a run, weights by hand) are
//! answered here. Long work is done by child processes of this very program,
//! with the arguments that a person would type: so its results are what the
//! command prints and writes, its memory and time are bounded from outside,
//! and whatever goes wrong in it does not end the server.
//!
//! ```no_run
//! use std::sync::Arc;
//! use plyscope_game::Stop;
//! use plyscope_web::{Options, serve};
//!
//! let registry = Arc::new(plyscope_standard::registry());
//! serve(registry, Options::at("work"), &Stop::default(), &|place| {
//!     eprintln!("{}", place.address);
//! })?;
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod app;
mod asked;
mod benchmarks;
mod board;
mod compare;
mod csv_states;
mod curves;
mod events;
mod gate;
mod guard;
mod home;
mod jobs;
mod labels;
mod learning;
mod live;
mod net;
mod page;
mod rate;
mod refusal;
mod replay;
mod routes;
mod runs;
mod weigh;
mod weights;

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use plyscope_game::{Error, Stop};
use plyscope_workbench::Registry;

use app::App;
use home::Home;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of runs, weights and benchmarks; made if it is not there.
    pub home: PathBuf,
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 for a free one.
    pub port: u16,
    /// What every request must carry; made where one is needed and none is given.
    pub token: Option<String>,
    /// Other names under which the page may be asked for.
    pub hosts: Vec<String>,
    /// Whether specs may start programs.
    pub allow_processes: bool,
    /// Jobs at the same time.
    pub jobs: usize,
    /// Bytes that a job may take.
    pub job_memory: u64,
    /// Time that a job may take.
    pub job_time: Duration,
    /// Time within which a request's head must be there.
    pub head_time: Duration,
    /// Cores to use.
    pub threads: usize,
    /// The seed of all random choices, where an order does not say.
    pub seed: u64,
}

impl Options {
    /// On loopback with a free port, with that home and the usual bounds.
    pub fn at(home: impl AsRef<Path>) -> Self {
        Self {
            home: home.as_ref().to_owned(),
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            token: None,
            hosts: Vec::new(),
            allow_processes: false,
            jobs: 8,
            job_memory: 4 << 30,
            job_time: Duration::from_secs(4 * 3600),
            head_time: Duration::from_secs(10),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            seed: 1,
        }
    }
}

/// Where the server is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Place {
    /// The address to open, with the token where there is one.
    pub address: String,
    /// The same under the other names that were given.
    pub others: Vec<String>,
    /// The home folder.
    pub home: PathBuf,
}

/// Serves until `stop` is raised; `ready` is told the address.
///
/// The process's working folder becomes the home: files in specs are taken from
/// there, as on the command line.
///
/// # Errors
/// When the home or the port cannot be had.
pub fn serve(
    registry: Arc<Registry>,
    options: Options,
    stop: &Stop,
    ready: &dyn Fn(&Place),
) -> Result<(), Error> {
    let home = Home::open(&options.home)?;
    std::env::set_current_dir(home.path())
        .map_err(|error| Error::failed(format!("the home cannot be entered: {error}")))?;
    let listener = net::bind(&options)?;
    let address = listener.local_addr();
    let address = address.map_err(|error| Error::failed(format!("no address: {error}")))?;
    let token = gate::token(&options)?;
    let shown = |host: &str| match &token {
        Some(token) => format!("http://{host}/?token={token}"),
        None => format!("http://{host}/"),
    };
    let others = options.hosts.iter();
    let others = others.map(|own| shown(&gate::with_port(own, address.port())));
    let place = Place {
        address: shown(&gate::reachable(address).to_string()),
        others: others.collect(),
        home: home.path().to_owned(),
    };
    let gate = gate::Gate::new(address, &options, token);
    let app = Arc::new(App::new(registry, options, home, gate)?);
    ready(&place);
    let served = net::run(listener, &app, stop);
    app.jobs.close();
    served
}
