//! The pages of the server: the form for a new game, and the page to play on. Their files are part of the program.

use std::sync::{Arc, OnceLock};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use battlewright_export::draw::text::Font;
use tokio::task::block_in_place;

use super::page;
use crate::host::Host;
use crate::{pack, random};

/// The effort for a file that is packed, once for each start of the server.
const EFFORT: i32 = 9;

/// A file of the page to play on.
struct PageFile {
    name: &'static str,
    bytes: OnceLock<FileBytes>,
    read: fn() -> &'static [u8],
}

/// A file as it is sent.
struct FileBytes {
    plain: &'static [u8],
    /// The same, packed with brotli.
    packed: Vec<u8>,
    /// The first digits of the hash of `plain`.
    hash: String,
}

impl PageFile {
    const fn new(name: &'static str, read: fn() -> &'static [u8]) -> Self {
        Self { name, bytes: OnceLock::new(), read }
    }

    /// Returns the bytes, which are packed when they are asked for first.
    fn bytes(&self) -> &FileBytes {
        self.bytes.get_or_init(|| {
            let plain = (self.read)();
            let hash = random::hash(plain);
            let hash = random::hex(hash.get(..8).unwrap_or_default());
            // Without memory to pack it, it is sent as it is.
            FileBytes { plain, packed: pack::brotli(plain, EFFORT).unwrap_or_default(), hash }
        })
    }
}

/// Lists files of the folder `page`, and the font.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(PageFile::new($name, || include_bytes!(concat!("../../page/", $name)))),+,
            PageFile::new(FONT, || Font::Ubuntu.data())]
    };
}

/// The files of the page to play on.
static FILES: [PageFile; 24] = files![
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
    let Some(file) = FILES.iter().find(|file| file.name == name) else {
        return page(StatusCode::NOT_FOUND, "There is no such page.");
    };
    let FileBytes { plain, packed, hash } = block_in_place(|| file.bytes());
    let is_packed = !packed.is_empty() && pack::takes_brotli(headers);
    // The same file in other bytes has another tag.
    let tag = format!("\"{hash}{}\"", if is_packed { "-br" } else { "" });
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let body: &'static [u8] = match (is_known, is_packed) {
        (true, _) => &[],
        (false, true) => packed,
        (false, false) => plain,
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "font/ttf",
    };
    // A page that is older than the server does not know its messages.
    let common = super::headers([
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "Accept-Encoding"),
    ]);
    let mut answer = (status, common, body).into_response();
    if is_packed {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
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
        there.push(FONT.to_owned());
        assert_eq!(there, FILES.each_ref().map(|file| file.name.to_owned()));
    }
}
