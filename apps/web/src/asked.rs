//! Parameters of an address; what is wrong with them is told as every other refusal is.

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::app::SHAPES;
use crate::refusal::Refusal;

/// What stands behind the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let read = Query::try_from_uri(&parts.uri);
        let read = read.map_err(|wrong| Refusal::bad(wrong.body_text(), SHAPES))?;
        Ok(Self(read.0))
    }
}

/// What stands between the slashes.
pub(crate) struct Place<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Place<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let read = Path::from_request_parts(parts, state).await;
        let read = read.map_err(|wrong| Refusal::bad(wrong.body_text(), SHAPES))?;
        Ok(Self(read.0))
    }
}
