//! The addresses of the server.

mod feed;
mod forms;
mod ground;
mod guard;
mod pages;
mod published;
mod socket;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::OwnedSemaphorePermit;
use tower_http::timeout::TimeoutLayer;

use crate::host::Host;
use crate::limits::CountedOpening;

/// The most bytes of a form: an uploaded scenario in JSON.
const LARGEST_FORM: usize = 512 << 10;

/// The time for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The refusal of a connection.
pub(crate) const CROWDED: &str = "Too many connections of your address are open. Close some pages, and try again.";

/// The browser that has sent a request.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Its address.
    pub(crate) address: IpAddr,
    /// The connection on which it has come.
    pub(crate) connection: Arc<CountedConnection>,
}

/// A connection that is counted, among all and among those of an address, until it ends or its socket has said hello.
#[derive(Debug)]
pub(crate) struct CountedConnection {
    _among_all: OwnedSemaphorePermit,
    of_address: Mutex<Option<CountedOpening>>,
}

impl CountedConnection {
    /// A connection of no address yet.
    pub(crate) fn new(permit: OwnedSemaphorePermit) -> Self {
        Self { _among_all: permit, of_address: Mutex::default() }
    }

    /// Counts it for `address`, and no more for another; returns `false` if the address has too many.
    pub(crate) fn count(&self, host: &Host, address: IpAddr) -> bool {
        let mut counted = self.of_address.lock().unwrap_or_else(PoisonError::into_inner);
        // Its own count must not stand in its way.
        *counted = None;
        *counted = host.open_connections.open(address, host.options.limits.connections_of_address);
        counted.is_some()
    }
}

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
