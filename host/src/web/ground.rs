//! Maps of scenarios, by the hash of the scenario's text.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::page;
use crate::host::Host;
use crate::{make, pack};

/// Sends a map. It never changes, so that browsers keep it.
pub(super) async fn ground(State(host): State<Arc<Host>>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    let missing = || page(StatusCode::NOT_FOUND, "There is no such map.");
    let Some(hash) = file.strip_suffix(".svg").map(str::to_owned) else { return missing() };
    let ground = match host.tables.ready(&hash) {
        Some(ground) => ground,
        None => {
            // Few maps are drawn at a time: each takes a processor for a while.
            let Ok(_permit) = host.checkers.acquire().await else { return missing() };
            let Some(text) = make::kept_scenario(&host, hash.clone()).await else { return missing() };
            let drawing = Arc::clone(&host);
            let drawn = tokio::task::spawn_blocking(move || {
                let table = drawing.tables.open(&hash, &text).ok()?;
                drawing.tables.ready(&hash).or_else(|| drawing.tables.draw(&hash, &table).ok())
            });
            let Some(ground) = drawn.await.ok().flatten() else { return missing() };
            ground
        }
    };
    let common = super::headers([
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (header::VARY, "Accept-Encoding"),
        // A picture opened by itself runs nothing.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"),
    ]);
    if pack::takes_brotli(&headers) {
        let packed = super::headers([(header::CONTENT_ENCODING, "br")]);
        (common, packed, ground.packed.to_vec()).into_response()
    } else {
        (common, ground.svg.to_vec()).into_response()
    }
}
