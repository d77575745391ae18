//! `plyscope serve`: the workbench in the browser.

use crate::args::Serve;
use crate::out::{Ended, Out};

/// Says how to get a command that has the server in it.
#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Serve, _: &Out) -> Result<(), Ended> {
    let what = "this plyscope was built without the server";
    let hint = "build it in: cargo run --release --features serve -- serve";
    Err(plyscope_game::Error::misuse(what, hint).into())
}

/// Serves until Ctrl-C.
#[cfg(feature = "serve")]
pub(crate) fn run(args: &Serve, out: &Out) -> Result<(), Ended> {
    use std::sync::Arc;

    use plyscope_web::{Options, serve};

    let home = match &args.home {
        Some(home) => home.clone(),
        None => usual_home()?,
    };
    let options = Options {
        bind: args.bind,
        port: args.port,
        token: args.token.clone(),
        hosts: args.hosts.clone(),
        allow_processes: args.allow_processes,
        jobs: usize::from(args.jobs),
        job_memory: args.job_memory << 20,
        job_time: args.job_time,
        threads: out.threads,
        seed: out.seed,
        ..Options::at(home)
    };
    let stop = crate::stop::on_interrupt();
    serve(Arc::clone(&out.registry), options, &stop, &|place| {
        crate::out::say(&format!("home is {}", place.home.display()));
        crate::out::say("Ctrl-C ends it; what runs then keeps what it has");
        for other in &place.others {
            crate::out::say(&format!("for others: {other}"));
        }
        if args.bind.is_unspecified() && place.others.is_empty() {
            crate::out::say(
                "other machines are refused until --host NAME:PORT says under which name they ask",
            );
        }
        // The address is data: a script may wait for it.
        println_address(&place.address);
    })?;
    Ok(())
}

/// The address alone on standard output.
#[cfg(feature = "serve")]
#[expect(clippy::print_stdout, reason = "the address is what the command gives")]
fn println_address(address: &str) {
    use std::io::Write as _;
    println!("{address}");
    let _ = std::io::stdout().flush();
}

/// `plyscope` in the user's data folder.
#[cfg(feature = "serve")]
fn usual_home() -> Result<std::path::PathBuf, plyscope_game::Error> {
    use std::path::PathBuf;
    let set = |name| std::env::var_os(name).filter(|own| !own.is_empty());
    let data = set("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(set("HOME")?).join(".local/share")));
    data.map(|data| data.join("plyscope")).ok_or_else(|| {
        let what = "there is no data folder: neither XDG_DATA_HOME nor HOME is set";
        plyscope_game::Error::misuse(what, "say where files are kept: --home FOLDER")
    })
}
