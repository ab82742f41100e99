//! A connection of a browser: requests in, answers out.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::time::Duration;

use httparse::{EMPTY_HEADER, Status};

use super::answer::{Answer, AnswerBody, answer, refusal};

/// The greatest length of a request's head, in bytes.
const LONGEST: usize = 32 << 10;

/// The greatest number of headers.
const HEADERS: usize = 100;

/// The time that a browser may be silent between requests, or may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The head of a request.
struct RequestHead {
    method: String,
    url: String,
    accepts: String,
    /// `true` if another request may follow.
    goes_on: bool,
}

/// Answers the requests on `stream` from the files in `root`, until it is closed or breaks.
pub(super) fn converse(stream: &TcpStream, root: &Path) {
    // A broken connection concerns nobody else.
    if answered(stream, root).is_ok() {
        // What is still to be read would make the system drop the answer that is still to be sent.
        let _ = stream.shutdown(Shutdown::Write);
        let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
        let _ = io::copy(&mut stream.take(1 << 20), &mut io::sink());
    }
}

fn answered(mut stream: &TcpStream, root: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut read = Vec::new();
    loop {
        match head(&read) {
            Ok(Some((head, length))) => {
                let answer = answer(root, &head.method, &head.url, &head.accepts);
                send(stream, &answer, head.method != "HEAD", head.goes_on)?;
                if !head.goes_on {
                    return Ok(());
                }
                read.drain(..length);
            }
            Ok(None) if read.len() > LONGEST => return send(stream, &refusal(431), true, false),
            Ok(None) => {
                let mut piece = [0; 4096];
                match stream.read(&mut piece)? {
                    0 => return Ok(()),
                    length => read.extend(piece.iter().take(length)),
                }
            }
            Err(_) => return send(stream, &refusal(400), true, false),
        }
    }
}

/// Parses the head of a request at the start of `bytes`, and returns its length. `None` if some of it is missing.
fn head(bytes: &[u8]) -> Result<Option<(RequestHead, usize)>, httparse::Error> {
    let mut headers = [EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let Status::Complete(length) = request.parse(bytes)? else { return Ok(None) };
    let all = |name: &str| -> String {
        let found = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        found.map(|header| String::from_utf8_lossy(header.value)).collect::<Vec<_>>().join(",")
    };
    let method = request.method.unwrap_or_default().to_owned();
    // The content of a request is not read, so that what follows it cannot be found.
    let is_plain = matches!(method.as_str(), "GET" | "HEAD")
        && all("Transfer-Encoding").is_empty()
        && matches!(all("Content-Length").as_str(), "" | "0");
    let goes_on = is_plain && request.version == Some(1) && !all("Connection").to_ascii_lowercase().contains("close");
    let (url, accepts) = (request.path.unwrap_or_default().to_owned(), all("Accept-Encoding"));
    Ok(Some((RequestHead { method, url, accepts, goes_on }, length)))
}

/// Sends an answer, with its content or without.
fn send(mut stream: &TcpStream, answer: &Answer, with_content: bool, goes_on: bool) -> io::Result<()> {
    let Answer { status, headers, body } = answer;
    let (length, content): (u64, Box<dyn io::Read + '_>) = match body {
        AnswerBody::File(path) => {
            let file = File::open(path)?;
            (file.metadata()?.len(), Box::new(file))
        }
        AnswerBody::Text(text) => (u64::try_from(text.len()).unwrap_or(u64::MAX), Box::new(text.as_bytes())),
    };
    let mut head = format!("HTTP/1.1 {status} {}\r\nContent-Length: {length}\r\n", reason(*status));
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += if goes_on { "\r\n" } else { "Connection: close\r\n\r\n" };
    stream.write_all(head.as_bytes())?;
    if !with_content {
        return Ok(());
    }
    // A file that has changed in the meantime would garble the next answer.
    let sent = io::copy(&mut content.take(length), &mut stream)?;
    if sent == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// Returns the words for a status code.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        301 => "Moved Permanently",
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        431 => "Request Header Fields Too Large",
        _ => "Unknown",
    }
}
