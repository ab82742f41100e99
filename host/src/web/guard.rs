//! Checks of every request, and headers of every answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{CROWDED, Peer, page};
use crate::files::is_here;
use crate::host::{Host, Origin};

/// Lets a request pass that asks for this site from a page of this site.
pub(super) async fn guard(
    State(host): State<Arc<Host>>,
    Extension(mut peer): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    if host.options.behind_proxy {
        peer.address = forwarded(request.headers()).unwrap_or(peer.address);
        // The proxy keeps its connections, and sends the requests of others on them.
        if !peer.connection.count(&host, peer.address) {
            return page(StatusCode::TOO_MANY_REQUESTS, CROWDED);
        }
        request.extensions_mut().insert(peer);
    }
    let named = value(request.headers(), header::HOST);
    // A page of elsewhere could else read the site under a name of its own that leads here.
    let Some(named) = named.filter(|named| *named == host.origin.host || is_here(named)) else {
        return page(StatusCode::MISDIRECTED_REQUEST, "This server answers only under its own name.");
    };
    let origin = value(request.headers(), header::ORIGIN);
    let is_own = |origin: &str| {
        origin == host.origin.text || (is_here(named) && Origin::of(origin).is_some_and(|origin| origin.host == named))
    };
    let is_socket = request.uri().path() == "/host/ws";
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Every browser names the origin of a socket and of a form.
    let is_foreign = origin.is_some_and(|origin| !is_own(origin)) || (is_socket && origin.is_none());
    if (is_socket || changes) && is_foreign {
        return page(StatusCode::FORBIDDEN, "This is asked by a page of another site.");
    }
    let mut answer = next.run(request).await.into_response();
    let headers = answer.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    answer
}

fn value(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns the address that the proxy has added: the last one. Those before it are what the browser claims.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proxy_is_believed_and_not_the_browser() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded(&headers), None);
        headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 192.0.2.7"));
        assert_eq!(forwarded(&headers), Some("192.0.2.7".parse().unwrap()));
        headers.append("x-forwarded-for", HeaderValue::from_static("2001:db8::1"));
        assert_eq!(forwarded(&headers), Some("2001:db8::1".parse().unwrap()));
        headers.append("x-forwarded-for", HeaderValue::from_static("unknown"));
        assert_eq!(forwarded(&headers), None);
    }
}
