//! The files of the published folder.

use std::fs;
use std::io::SeekFrom;
use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use crate::files::{AskedFile, FileAnswer, FileBody, answer};
use crate::host::Host;

/// The number of bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// Sends a file of the published folder.
pub(super) async fn published(State(host): State<Arc<Host>>, request: Request) -> Response {
    let (method, headers) = (request.method().clone(), request.headers());
    let asked = AskedFile {
        accepts: all(headers, &header::ACCEPT_ENCODING).unwrap_or_default(),
        known: all(headers, &header::IF_NONE_MATCH).unwrap_or_default(),
        range: all(headers, &header::RANGE),
        range_of: all(headers, &header::IF_RANGE),
    };
    let url = request.uri().path_and_query().map_or("/", |url| url.as_str()).to_owned();
    let with_content = method != Method::HEAD;
    let looked_up = tokio::task::spawn_blocking(move || {
        // The folder may be a link that leads to another one by now.
        fs::canonicalize(&host.options.folder).map(|root| answer(&root, method.as_str(), &url, &asked))
    });
    match looked_up.await {
        Ok(Ok(answer)) => sent(answer, with_content).await,
        _ => super::page(StatusCode::INTERNAL_SERVER_ERROR, "The folder of the site cannot be read now."),
    }
}

/// Returns an answer as axum sends it.
async fn sent(answer: FileAnswer, with_content: bool) -> Response {
    let FileAnswer { status, headers, body } = answer;
    let opened = match body {
        FileBody::Nothing => Ok((None, Body::empty())),
        FileBody::Text(text) => Ok((None, Body::from(text))),
        FileBody::File(path) => content(&path, 0, None).await,
        FileBody::Part(path, part) => content(&path, part.start, Some(part.end - part.start)).await,
    };
    let Ok((length, body)) = opened else {
        return super::page(StatusCode::INTERNAL_SERVER_ERROR, "The file cannot be read now.");
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut made = if with_content { (status, body).into_response() } else { status.into_response() };
    let told = headers.into_iter().map(|(name, value)| (HeaderName::try_from(name), HeaderValue::try_from(value)));
    for (name, value) in told {
        if let (Ok(name), Ok(value)) = (name, value) {
            made.headers_mut().insert(name, value);
        }
    }
    if let Some(length) = length {
        made.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
    made
}

/// Returns the content of the file at `path` from `start` on, `length` bytes or all that follow, and the number of bytes.
///
/// # Errors
/// The file cannot be read.
async fn content(path: &Path, start: u64, length: Option<u64>) -> std::io::Result<(Option<u64>, Body)> {
    let mut file = File::open(path).await?;
    file.seek(SeekFrom::Start(start)).await?;
    let length = match length {
        Some(length) => length,
        None => file.metadata().await?.len(),
    };
    // A file that has become shorter ends the connection: its length was told.
    let pieces = stream::try_unfold(file.take(length), |mut file| async {
        let mut piece = Vec::with_capacity(PIECE);
        let read = file.read_buf(&mut piece).await?;
        Ok::<_, std::io::Error>((read > 0).then(|| (Bytes::from(piece), file)))
    });
    Ok((Some(length), Body::from_stream(pieces)))
}

/// Returns the values of a header.
fn all(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let values: Vec<&str> = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
    (!values.is_empty()).then(|| values.join(","))
}
