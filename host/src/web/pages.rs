//! The pages of the server: the form for a new game, and the page to play on. Their files are part of the program.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use battlewright_export::draw::text::Font;

use super::page;
use crate::host::Host;
use crate::random;

/// A file of the page to play on.
struct PageFile {
    name: &'static str,
    text: &'static str,
}

/// Lists files of the folder `page`.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(PageFile { name: $name, text: include_str!(concat!("../../page/", $name)) }),+]
    };
}

/// The files of the page to play on.
const FILES: [PageFile; 23] = files![
    "acts.js",
    "boards.js",
    "choices.js",
    "desk.js",
    "dice.js",
    "game.js",
    "games.js",
    "hosted.js",
    "index.html",
    "link.js",
    "log.js",
    "make.html",
    "make.js",
    "map.js",
    "moving.js",
    "parts.js",
    "pointing.js",
    "show.js",
    "state.js",
    "style.css",
    "table.js",
    "tableview.js",
    "told.js",
];

/// The name of the font in which maps and counters are drawn.
const FONT: &str = "ubuntu.ttf";

/// Sends the form for a new game.
pub(super) async fn form(State(host): State<Arc<Host>>, headers: HeaderMap) -> Response {
    file(&host, "make.html", &headers)
}

/// Sends the page to play on.
pub(super) async fn play(State(host): State<Arc<Host>>, headers: HeaderMap) -> Response {
    file(&host, "index.html", &headers)
}

/// Sends a file of the page to play on.
pub(super) async fn play_file(State(host): State<Arc<Host>>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&host, &name, &headers)
}

fn file(host: &Host, name: &str, headers: &HeaderMap) -> Response {
    let bytes: &[u8] = match FILES.iter().find(|file| file.name == name) {
        Some(file) => file.text.as_bytes(),
        None if name == FONT => Font::Ubuntu.data(),
        None => return page(StatusCode::NOT_FOUND, "There is no such page."),
    };
    let hash = random::hash(bytes);
    let tag = format!("\"{}\"", random::hex(hash.get(..8).unwrap_or_default()));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body = if is_known { &[] } else { bytes };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "font/ttf",
    };
    // A page that is older than the server does not know its messages.
    let common = super::headers([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")]);
    let mut answer = (status, common, body).into_response();
    let own = [(header::ETAG, tag), (header::CONTENT_SECURITY_POLICY, policy(&host.origin.host))];
    for (name, value) in own {
        if let Ok(value) = HeaderValue::from_str(&value) {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}

/// Returns what a page may load: nothing from elsewhere.
fn policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
         connect-src 'self' wss://{host} ws://{host}; worker-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

/// Keeps all that is a game out of the memory of browsers and proxies.
pub(super) async fn private(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let mut there: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        there.sort_unstable();
        assert_eq!(there, FILES.each_ref().map(|file| file.name.to_owned()));
    }
}
