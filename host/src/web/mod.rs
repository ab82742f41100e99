//! The addresses of the server.

mod feed;
mod forms;
mod ground;
mod guard;
mod pages;
mod published;
mod socket;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::timeout::TimeoutLayer;

use crate::host::Host;

/// The most bytes of a form: an uploaded scenario in JSON.
const LARGEST_FORM: usize = 512 << 10;

/// The time for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The address of the browser that has sent a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Returns all addresses of the server.
pub(crate) fn router(host: Arc<Host>) -> Router {
    Router::new()
        .route("/host/", get(pages::form))
        .route("/host/games", post(forms::make))
        .route("/host/scenarios", get(forms::scenarios))
        .route("/host/play/", get(pages::play))
        .route("/host/play/{file}", get(pages::play_file))
        .route("/host/ground/{file}", get(ground::ground))
        .route("/host/feed/{file}", get(feed::feed))
        .layer(middleware::map_response(pages::private))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .route("/host/ws", get(socket::open))
        .route("/host", get(|| async { axum::response::Redirect::permanent("/host/") }))
        .fallback(published::published)
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(middleware::from_fn_with_state(Arc::clone(&host), guard::guard))
        .with_state(host)
}

/// Returns a page with a sentence.
fn page(status: StatusCode, words: &str) -> Response {
    let text = maud::html! {
        (maud::DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (status.as_u16()) }
            }
            body {
                h1 { (status.as_u16()) }
                p { (words) }
                p { a href="/host/" { "New game" } }
            }
        }
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, text.into_string()).into_response()
}

/// Returns headers as axum takes them.
fn headers<const N: usize>(list: [(HeaderName, &'static str); N]) -> [(HeaderName, HeaderValue); N] {
    list.map(|(name, value)| (name, HeaderValue::from_static(value)))
}
