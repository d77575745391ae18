//! Server-sent events: a response that goes on as long as the client listens.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::response::Response;
use http_body::Frame;
use plyscope_game::Stop;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::refusal::typed;

/// Events that may wait for a slow reader.
const WAITING: usize = 64;

/// Where events are put.
#[derive(Clone)]
pub(crate) struct Events(mpsc::Sender<Bytes>);

impl Events {
    /// Sends an event; false if the client is gone, or reads so slowly that none can wait.
    pub(crate) fn send(&self, name: &str, data: &impl Serialize) -> bool {
        self.0.try_send(event(name, data)).is_ok()
    }

    /// The same, waiting for a reader that is slow.
    pub(crate) async fn send_later(&self, name: &str, data: &impl Serialize) -> bool {
        self.0.send(event(name, data)).await.is_ok()
    }
}

fn event(name: &str, data: &impl Serialize) -> Bytes {
    // JSON has no line breaks of its own.
    let data = serde_json::to_string(data).unwrap_or_default();
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

/// A stream of events; `stop` is raised when the client is gone.
pub(crate) fn stream(stop: Stop) -> (Events, Response) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let body = Body::new(EventBody { receiver, stop });
    (Events(sender), typed("text/event-stream", body))
}

struct EventBody {
    receiver: mpsc::Receiver<Bytes>,
    stop: Stop,
}

impl http_body::Body for EventBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let next = self.receiver.poll_recv(context);
        next.map(|own| own.map(|bytes| Ok(Frame::data(bytes))))
    }
}

impl Drop for EventBody {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
