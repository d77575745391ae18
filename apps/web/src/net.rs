//! Connections: how many, how long, and what a slow sender may take.

use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use plyscope_game::{Error, Stop};
use tokio::sync::Semaphore;

use crate::Options;
use crate::app::App;
use crate::gate::Peer;
use crate::routes::router;

/// Connections at the same time; more are closed at once.
const MOST_CONNECTIONS: usize = 512;
/// Threads that answer questions; jobs have processes of their own.
const ANSWERING: usize = 24;
/// Bytes of a request's head.
const MOST_HEAD: usize = 64 << 10;
/// How soon a stop is noticed.
const TICK: Duration = Duration::from_millis(100);

/// Takes the port.
pub(crate) fn bind(options: &Options) -> Result<TcpListener, Error> {
    let address = SocketAddr::new(options.bind, options.port);
    let failed = |error: std::io::Error| {
        Error::failed(format!("{address} cannot be listened on: {error}"))
            .with_hint("leave --port out for a free one")
    };
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// Answers until `stop` is raised.
pub(crate) fn run(listener: TcpListener, app: &Arc<App>, stop: &Stop) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(ANSWERING)
        .build()
        .map_err(|error| Error::failed(format!("the server cannot begin: {error}")))?;
    let served = runtime.block_on(accept(listener, app, stop));
    // Searches that still run look at their flags; nobody waits for them.
    runtime.shutdown_timeout(TICK);
    served
}

async fn accept(listener: TcpListener, app: &Arc<App>, stop: &Stop) -> Result<(), Error> {
    let listener = tokio::net::TcpListener::from_std(listener)
        .map_err(|error| Error::failed(format!("the port is lost: {error}")))?;
    let router = TowerToHyperService::new(router(Arc::clone(app)));
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let head_time = app.options.head_time;
    while !stop.is_raised() {
        let Ok(accepted) = tokio::time::timeout(TICK, listener.accept()).await else {
            continue;
        };
        let Ok((stream, peer)) = accepted else {
            // Out of descriptors, most likely: some will be closed soon.
            tokio::time::sleep(TICK).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            let answered = router.call(request);
            async move { answered.await.map_err(|error: Infallible| error) }
        });
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(head_time)
                .max_buf_size(MOST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // Whoever hangs up in the middle has no one to tell it to.
            let _ = connection.await;
            drop(permit);
        });
    }
    Ok(())
}
