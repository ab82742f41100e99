//! The answer to a request, as data.

use std::path::{Component, Path, PathBuf};

use maud::{DOCTYPE, html};
use percent_encoding::percent_decode_str;

use crate::publish::file::{address, is_hashed};

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The status code.
    pub(super) status: u16,
    /// The names and values of the headers.
    pub(super) headers: Vec<(&'static str, String)>,
    /// The content.
    pub(super) body: AnswerBody,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AnswerBody {
    /// The content of a file.
    File(PathBuf),
    /// A text.
    Text(String),
}

/// Returns the answer to a request for `url`, the path and the query of an address, from the files in `root`, which is
/// canonical. `accepts` are the encodings that the browser unpacks.
pub(super) fn answer(root: &Path, method: &str, url: &str, accepts: &str) -> Answer {
    if !matches!(method, "GET" | "HEAD") {
        let mut refused = page(405, "This server only hands out files.");
        refused.headers.push(("Allow", "GET, HEAD".to_owned()));
        return refused;
    }
    let (path, query) = url.split_once('?').map_or((url, None), |(path, query)| (path, Some(query)));
    let Some(wanted) = relative(path) else { return missing() };
    let Some(found) = within(root, &wanted) else { return missing() };
    if !found.is_dir() {
        // A file has no slash at its end.
        return if path.ends_with('/') { missing() } else { file(root, &wanted, found, accepts) };
    }
    if !path.ends_with('/') {
        let query = query.filter(|query| query.bytes().all(|byte| byte.is_ascii_graphic()));
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        let mut moved = page(301, "The page is in a folder of this name.");
        moved.headers.push(("Location", format!("/{}/{query}", address(&wanted))));
        return moved;
    }
    let index = format!("{wanted}{}index.html", if wanted.is_empty() { "" } else { "/" });
    match within(root, &index).filter(|path| path.is_file()) {
        Some(found) => file(root, &index, found, accepts),
        None => missing(),
    }
}

/// Returns the path of a file in the site, from the path of an address; `None` if no file can be meant.
fn relative(path: &str) -> Option<String> {
    let path = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?;
    let path = path.strip_suffix('/').unwrap_or(&path);
    let is_sound = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0', ':']);
    // Some systems know names such as `C:` and devices, which are no normal parts of paths.
    let is_normal = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    (path.is_empty() || path.split('/').all(is_sound) && is_normal).then(|| path.to_owned())
}

/// Returns the real path of `wanted` in `root`; `None` if it is missing, or a link that leads out.
fn within(root: &Path, wanted: &str) -> Option<PathBuf> {
    root.join(wanted).canonicalize().ok().filter(|path| path.starts_with(root))
}

/// Returns the answer with the file `name`, which is at `path`, or with its best compressed form.
fn file(root: &Path, name: &str, path: PathBuf, accepts: &str) -> Answer {
    if !path.is_file() {
        return missing();
    }
    let cache = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = vec![
        ("Content-Type", media_type(name).to_owned()),
        ("Cache-Control", cache.to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
    ];
    let mut varies = false;
    for (encoding, extension) in [("br", "br"), ("gzip", "gz")] {
        let Some(packed) = within(root, &format!("{name}.{extension}")).filter(|path| path.is_file()) else { continue };
        if !varies {
            headers.push(("Vary", "Accept-Encoding".to_owned()));
            varies = true;
        }
        if takes(accepts, encoding) {
            headers.push(("Content-Encoding", encoding.to_owned()));
            return Answer { status: 200, headers, body: AnswerBody::File(packed) };
        }
    }
    Answer { status: 200, headers, body: AnswerBody::File(path) }
}

/// Returns `true` if the header `accepts` has `encoding` with a weight above 0.
fn takes(accepts: &str, encoding: &str) -> bool {
    accepts.split(',').any(|part| {
        let (name, weight) = part.split_once(';').map_or((part, ""), |(name, weight)| (name, weight));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), |weight| weight.trim().parse::<f32>());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// Returns the type of the content by the extension of a file.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "pdf" => "application/pdf",
        // Shown as texts, with a link that saves them.
        "toml" | "jsonl" | "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Returns the answer to bytes that are no request.
pub(super) fn refusal(status: u16) -> Answer {
    page(status, "This is no request that a browser sends.")
}

fn missing() -> Answer {
    page(404, "There is no such page. The address may be mistyped, or the page has moved.")
}

/// Returns a page with a sentence and a link to the first page.
fn page(status: u16, words: &str) -> Answer {
    let text = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (status) }
            }
            body {
                h1 { (status) }
                p { (words) }
                p { a href="/" { "All scenarios" } }
            }
        }
    };
    let headers = vec![
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
        ("Cache-Control", "no-cache".to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Content-Security-Policy", "default-src 'none'".to_owned()),
    ];
    Answer { status, headers, body: AnswerBody::Text(text.into_string()) }
}
