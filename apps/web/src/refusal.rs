//! What is said to a request that cannot be answered: a status, words and a hint.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyscope_game::{Error, ErrorKind};
use serde::Serialize;
use serde_json::{Value, json};

/// An error with the status that fits it.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    error: Error,
}

/// What a handler gives.
pub(crate) type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        what: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self {
            status,
            error: Error::misuse(what, hint),
        }
    }

    /// There is no such thing.
    pub(crate) fn missing(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, what, hint)
    }

    /// It is forbidden.
    pub(crate) fn forbidden(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, what, hint)
    }

    /// The call cannot be read.
    pub(crate) fn bad(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, what, hint)
    }

    /// There is too much of it just now.
    pub(crate) fn busy(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, what, hint)
    }

    pub(crate) fn json(&self) -> Value {
        error_json(&self.error)
    }
}

/// An error as the page reads it.
pub(crate) fn error_json(error: &Error) -> Value {
    json!({
        "error": error.what,
        "hint": error.hint,
        "kind": kind(error.kind),
        "at": error.at,
    })
}

fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Misuse => "misuse",
        ErrorKind::Misread => "misread",
        ErrorKind::Unsuited => "unsuited",
        ErrorKind::Illegal => "illegal",
        ErrorKind::Stopped => "stopped",
        _ => "failed",
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let status = match error.kind {
            ErrorKind::Misuse | ErrorKind::Misread => StatusCode::BAD_REQUEST,
            ErrorKind::Unsuited | ErrorKind::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Stopped => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, error }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = answer(&self.json());
        *response.status_mut() = self.status;
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let soon = header::HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// An object as a response.
pub(crate) fn answer(object: &impl Serialize) -> Response {
    typed(
        "application/json",
        serde_json::to_vec(object).unwrap_or_default(),
    )
}

/// Bytes of a type as a response.
pub(crate) fn typed(kind: &'static str, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    let kind = header::HeaderValue::from_static(kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
