//! The form for a new game.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::Peer;
use crate::host::Host;
use crate::make::{self, NewGameForm};

/// The answer to a form that is refused.
#[derive(Serialize)]
struct RefusedForm<'a> {
    /// The reason, in a sentence.
    why: &'a str,
}

/// Makes a game.
pub(super) async fn make(
    State(host): State<Arc<Host>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Forms of other sites cannot send this type without asking first.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a new game is ordered as JSON");
    }
    let form: NewGameForm = match serde_json::from_slice(&body) {
        Ok(form) => form,
        Err(error) => {
            return refused(StatusCode::BAD_REQUEST, &format!("the order for a game cannot be read: {error}"));
        }
    };
    let permit = match make::permit(&host, peer.address) {
        Ok(permit) => permit,
        Err(why) => return refused(StatusCode::TOO_MANY_REQUESTS, &why),
    };
    match make::game(&host, permit, form).await {
        Ok(made) => json(StatusCode::CREATED, &made),
        Err(why) => refused(StatusCode::UNPROCESSABLE_ENTITY, &why),
    }
}

/// Lists the scenarios of the site.
pub(super) async fn scenarios(State(host): State<Arc<Host>>) -> Response {
    json(StatusCode::OK, &host.site.list())
}

fn refused(status: StatusCode, why: &str) -> Response {
    json(status, &RefusedForm { why })
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    // Plain structs of texts are always written.
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, super::headers([(header::CONTENT_TYPE, "application/json")]), text).into_response()
}
