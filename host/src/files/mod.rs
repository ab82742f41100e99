//! The files of a published folder, as any server hands them out: each answer as data. `serve` and the server of games share it.

mod name;
#[cfg(test)]
mod tests;

use std::fs;
use std::net::IpAddr;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use maud::{DOCTYPE, html};
use percent_encoding::percent_decode_str;

pub use name::{address, hash, is_hashed};

/// The time for an answer: a large file over a slow tunnel takes minutes.
pub const ANSWER: Duration = Duration::from_secs(300);

/// An answer to a request for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAnswer {
    /// The status code.
    pub status: u16,
    /// The names and values of the headers.
    pub headers: Vec<(&'static str, String)>,
    /// The content.
    pub body: FileBody,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileBody {
    /// No content: the browser has it.
    Nothing,
    /// The content of a file.
    File(PathBuf),
    /// A part of the content of a file, in bytes.
    Part(PathBuf, Range<u64>),
    /// A text.
    Text(String),
}

/// The headers of a request about the file that it asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskedFile {
    /// The encodings that the browser unpacks.
    pub accepts: String,
    /// The tags of the contents that the browser has.
    pub known: String,
    /// The part that is wanted.
    pub range: Option<String>,
    /// The tag of the content of which the part is wanted.
    pub range_of: Option<String>,
}

/// Returns `true` if the host in a request is this machine. A page of elsewhere could else read the site under a name of its
/// own that leads here.
pub fn is_here(host: &str) -> bool {
    let host = host.trim();
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Returns the answer to a request for `url`, the path and the query of an address, from the files in `root`, which is
/// canonical.
pub fn answer(root: &Path, method: &str, url: &str, asked: &AskedFile) -> FileAnswer {
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
        return if path.ends_with('/') { missing() } else { file(root, &wanted, &found, asked) };
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
        Some(found) => file(root, &index, &found, asked),
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
fn file(root: &Path, name: &str, path: &Path, asked: &AskedFile) -> FileAnswer {
    if !path.is_file() {
        return missing();
    }
    let cache = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut headers = vec![("Cache-Control", cache.to_owned())];
    let mut chosen = (path.to_owned(), "");
    for (encoding, extension) in [("gzip", "gz"), ("br", "br")] {
        let Some(packed) = within(root, &format!("{name}.{extension}")).filter(|path| path.is_file()) else { continue };
        if headers.len() == 1 {
            headers.push(("Vary", "Accept-Encoding".to_owned()));
        }
        if takes(&asked.accepts, encoding) {
            chosen = (packed, encoding);
        }
    }
    let (path, encoding) = chosen;
    let Some((tag, length)) = tag(name, &path, encoding) else { return missing() };
    headers.push(("ETag", tag.clone()));
    if lists(&asked.known, &tag) {
        return FileAnswer { status: 304, headers, body: FileBody::Nothing };
    }
    headers.push(("Content-Type", media_type(name).to_owned()));
    headers.push(("X-Content-Type-Options", "nosniff".to_owned()));
    headers.push(("Accept-Ranges", "bytes".to_owned()));
    if !encoding.is_empty() {
        headers.push(("Content-Encoding", encoding.to_owned()));
    }
    let range = asked.range.as_deref().filter(|_| asked.range_of.as_ref().is_none_or(|known| *known == tag));
    match range.and_then(|range| part(range, length)) {
        None => FileAnswer { status: 200, headers, body: FileBody::File(path) },
        Some(part) if part.is_empty() => {
            let mut refused = page(416, "The file has no such part.");
            refused.headers.push(("Content-Range", format!("bytes */{length}")));
            refused
        }
        Some(part) => {
            headers.push(("Content-Range", format!("bytes {}-{}/{length}", part.start, part.end - 1)));
            FileAnswer { status: 206, headers, body: FileBody::Part(path, part) }
        }
    }
}

/// Returns a tag for the content of a file called `name`, whose form in `encoding` is at `path`, and its length; `None` if it
/// cannot be read.
fn tag(name: &str, path: &Path, encoding: &str) -> Option<(String, u64)> {
    // A name with a hash tells the content.
    let bytes = if is_hashed(name) { format!("{name} {encoding}").into_bytes() } else { fs::read(path).ok()? };
    let length = fs::metadata(path).ok()?.len();
    Some((format!("\"{:016x}\"", xxhash_rust::xxh3::xxh3_64(&bytes)), length))
}

/// Returns `true` if the header `known` lists `tag`.
fn lists(known: &str, tag: &str) -> bool {
    known.split(',').map(str::trim).any(|other| other == "*" || other.strip_prefix("W/").unwrap_or(other) == tag)
}

/// Returns the part of a file of `length` bytes that the header `range` means, which is empty if the file has no such part.
/// `None` for several parts and for what is no range: the whole file is then sent.
fn part(range: &str, length: u64) -> Option<Range<u64>> {
    let (first, last) = range.trim().strip_prefix("bytes=")?.split_once('-')?;
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    if first.is_empty() {
        let count = number(last)?;
        return Some(length.saturating_sub(count)..length);
    }
    let first = number(first)?;
    let end = if last.is_empty() { length } else { number(last)?.saturating_add(1).min(length) };
    if !last.is_empty() && number(last)? < first {
        return None;
    }
    Some(first.min(end)..end)
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

fn missing() -> FileAnswer {
    page(404, "There is no such page. The address may be mistyped, or the page has moved.")
}

/// Returns a page with this status, a sentence, and a link to the first page.
pub fn page(status: u16, words: &str) -> FileAnswer {
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
    FileAnswer { status, headers, body: FileBody::Text(text.into_string()) }
}
