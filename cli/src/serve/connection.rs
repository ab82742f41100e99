//! A connection of a browser: requests in, answers out. Each has a limit of time, so that no client keeps a thread.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use battlewright_host::files::{ANSWER, AskedFile, FileAnswer, FileBody, answer, is_here, page};
use httparse::{EMPTY_HEADER, Status};

/// The greatest length of a request's head, in bytes.
const LONGEST: usize = 32 << 10;

/// The greatest number of headers.
const HEADERS: usize = 100;

/// The limits of time of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// The limit for the first byte of a request.
    pub(super) silent: Duration,
    /// The limit for all of a request, from its first byte.
    pub(super) request: Duration,
    /// The limit for all of an answer.
    pub(super) answer: Duration,
}

impl Timeouts {
    /// The usual limits: browsers open some connections in advance.
    pub(super) const USUAL: Self =
        Self { silent: Duration::from_secs(60), request: Duration::from_secs(10), answer: ANSWER };
}

/// The head of a request.
struct RequestHead {
    method: String,
    url: String,
    /// The host that the client means; `None` for an old client.
    host: Option<String>,
    asked: AskedFile,
    /// `true` if another request may follow.
    keep_alive: bool,
}

/// Answers the requests on `stream` from the files in `root`, until it is closed or breaks.
pub(super) fn converse(stream: &TcpStream, root: &Path, timeouts: Timeouts) {
    // A broken connection concerns nobody else.
    if answered(stream, root, timeouts).is_ok() {
        // What is still to be read would make the system drop the answer that is still to be sent.
        let _ = stream.shutdown(Shutdown::Write);
        let end = Instant::now() + Duration::from_secs(1);
        let mut dropped = [0; 4096];
        while read_before(stream, end, &mut dropped).is_ok_and(|length| length > 0) {}
    }
}

fn answered(stream: &TcpStream, root: &Path, timeouts: Timeouts) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut read = Vec::new();
    let mut end = Instant::now() + timeouts.silent;
    loop {
        match head(&read) {
            Ok(Some((head, length))) => {
                let answer = match &head.host {
                    Some(host) if !is_here(host) => refusal(421),
                    _ => answer(root, &head.method, &head.url, &head.asked),
                };
                let end_of_answer = Instant::now() + timeouts.answer;
                send(stream, &answer, head.method != "HEAD", head.keep_alive, end_of_answer)?;
                if !head.keep_alive {
                    return Ok(());
                }
                read.drain(..length);
                let time = if read.is_empty() { timeouts.silent } else { timeouts.request };
                end = Instant::now() + time;
            }
            Ok(None) if read.len() > LONGEST => return refuse(stream, 431, timeouts),
            Ok(None) => {
                let mut piece = [0; 4096];
                let length = match read_before(stream, end, &mut piece) {
                    Ok(0) => return Ok(()),
                    Ok(length) => length,
                    Err(error) if is_late(&error) && !read.is_empty() => return refuse(stream, 408, timeouts),
                    Err(error) => return Err(error),
                };
                if read.is_empty() {
                    end = Instant::now() + timeouts.request;
                }
                read.extend(piece.iter().take(length));
            }
            Err(_) => return refuse(stream, 400, timeouts),
        }
    }
}

fn refuse(stream: &TcpStream, status: u16, timeouts: Timeouts) -> io::Result<()> {
    send(stream, &refusal(status), true, false, Instant::now() + timeouts.answer)
}

/// Returns the answer to what is no request for a file of this server.
fn refusal(status: u16) -> FileAnswer {
    let words = match status {
        408 => "The request did not arrive in time.",
        421 => "This server answers only under the address that it has printed.",
        _ => "This is no request that a browser sends.",
    };
    page(status, words)
}

/// Returns the time until `end`.
///
/// # Errors
/// There is none.
fn left(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

fn is_late(error: &io::Error) -> bool {
    // Systems have different names for it.
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

fn read_before(mut stream: &TcpStream, end: Instant, bytes: &mut [u8]) -> io::Result<usize> {
    stream.set_read_timeout(Some(left(end)?))?;
    stream.read(bytes)
}

fn write_before(mut stream: &TcpStream, end: Instant, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.set_write_timeout(Some(left(end)?))?;
        let written = stream.write(bytes)?;
        bytes = bytes.get(written..).unwrap_or_default();
    }
    Ok(())
}

/// Parses the head of a request at the start of `bytes`, and returns its length. `None` if some of it is missing.
fn head(bytes: &[u8]) -> Result<Option<(RequestHead, usize)>, httparse::Error> {
    let mut headers = [EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let Status::Complete(length) = request.parse(bytes)? else { return Ok(None) };
    let all = |name: &str| -> Option<String> {
        let found = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        let values: Vec<_> = found.map(|header| String::from_utf8_lossy(header.value)).collect();
        (!values.is_empty()).then(|| values.join(","))
    };
    let is_current = request.version == Some(1);
    let host = all("Host");
    if is_current && host.is_none() {
        return Err(httparse::Error::HeaderName);
    }
    let method = request.method.unwrap_or_default().to_owned();
    // The content of a request is not read, so that what follows it cannot be found.
    let is_plain = matches!(method.as_str(), "GET" | "HEAD")
        && all("Transfer-Encoding").is_none()
        && matches!(all("Content-Length").as_deref(), None | Some("" | "0"));
    let closes = all("Connection").is_some_and(|value| value.to_ascii_lowercase().contains("close"));
    let asked = AskedFile {
        accepts: all("Accept-Encoding").unwrap_or_default(),
        known: all("If-None-Match").unwrap_or_default(),
        range: all("Range"),
        range_of: all("If-Range"),
    };
    let url = request.path.unwrap_or_default().to_owned();
    Ok(Some((RequestHead { method, url, host, asked, keep_alive: is_plain && is_current && !closes }, length)))
}

/// Sends an answer before `end`, with its content or without.
fn send(stream: &TcpStream, answer: &FileAnswer, with_content: bool, keep_alive: bool, end: Instant) -> io::Result<()> {
    let FileAnswer { status, headers, body } = answer;
    let (length, mut content): (u64, Box<dyn io::Read + '_>) = match body {
        FileBody::Nothing => (0, Box::new(io::empty())),
        FileBody::File(path) => {
            let file = File::open(path)?;
            (file.metadata()?.len(), Box::new(file))
        }
        FileBody::Part(path, part) => {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(part.start))?;
            (part.end - part.start, Box::new(file))
        }
        FileBody::Text(text) => (u64::try_from(text.len()).unwrap_or(u64::MAX), Box::new(text.as_bytes())),
    };
    let mut head = format!("HTTP/1.1 {status} {}\r\n", reason(*status));
    if *body != FileBody::Nothing {
        head += &format!("Content-Length: {length}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += if keep_alive { "\r\n" } else { "Connection: close\r\n\r\n" };
    write_before(stream, end, head.as_bytes())?;
    let mut missing = if with_content { length } else { 0 };
    let mut piece = vec![0; 64 << 10];
    while missing > 0 {
        let most = usize::try_from(missing).unwrap_or(usize::MAX).min(piece.len());
        let read = content.read(piece.get_mut(..most).unwrap_or_default())?;
        if read == 0 {
            // A file that has changed in the meantime would garble the next answer.
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        write_before(stream, end, piece.get(..read).unwrap_or_default())?;
        missing -= u64::try_from(read).unwrap_or(missing);
    }
    Ok(())
}

/// Returns the words for a status code.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        206 => "Partial Content",
        301 => "Moved Permanently",
        304 => "Not Modified",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        416 => "Range Not Satisfiable",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        _ => "Unknown",
    }
}
