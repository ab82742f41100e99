//! The base protocol: a header with the length, then the JSON bytes.
//!
//! Clients can be faulty: lengths are limited before allocation, and an unreadable message does not end the session.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use lsp_server::{Message, RequestId};
use serde_json::Value;

/// The longest message, in bytes: the largest scenario with every character escaped.
const LONGEST: usize = 384 << 20;

/// The longest header, in bytes.
const LONGEST_HEADER: u64 = 16 << 10;

/// The number of messages read ahead, for detecting further typing.
const AHEAD: usize = 64;

/// A received message, or an error in its place.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Sound(Message),
    /// An unreadable message with intact framing: the id of the request, if it was one, and the reason.
    Broken(Option<RequestId>, String),
    /// A broken stream, with the reason.
    Lost(String),
}

/// Reads messages on a separate thread until the stream ends.
///
/// # Errors
/// The thread cannot be started.
pub(super) fn read(from: impl Read + Send + 'static) -> io::Result<Receiver<Incoming>> {
    let (to, received) = sync_channel(AHEAD);
    thread::Builder::new().name("client".to_owned()).spawn(move || read_all(BufReader::new(from), &to))?;
    Ok(received)
}

fn read_all(mut from: impl BufRead, to: &SyncSender<Incoming>) {
    loop {
        let incoming = match frame(&mut from) {
            Ok(None) => return,
            Ok(Some(bytes)) => parse(&bytes),
            Err(why) => Incoming::Lost(why),
        };
        let is_last = matches!(incoming, Incoming::Lost(_));
        if to.send(incoming).is_err() || is_last {
            return;
        }
    }
}

/// Reads the next message; `None` at the end of the stream.
fn frame(from: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let failed = |error: io::Error| format!("the connection broke: {error}");
    let mut header = Vec::new();
    let mut length = None;
    let mut limited = from.take(LONGEST_HEADER);
    loop {
        let before = header.len();
        limited.read_until(b'\n', &mut header).map_err(failed)?;
        let line = &header[before..];
        if !line.ends_with(b"\n") {
            return if header.is_empty() { Ok(None) } else { Err("unterminated header".to_owned()) };
        }
        let line = String::from_utf8_lossy(line);
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = Some(value.trim().parse::<usize>().map_err(|_| format!("invalid length `{}`", value.trim()))?);
            }
            None if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let length = length.ok_or("missing Content-Length")?;
    if length > LONGEST {
        return Err(format!("a message of {length} bytes; the limit is {LONGEST}"));
    }
    // The buffer grows with the bytes received, whatever the claimed length.
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() < length { Err("incomplete message".to_owned()) } else { Ok(Some(bytes)) }
}

fn parse(bytes: &[u8]) -> Incoming {
    let text = String::from_utf8_lossy(bytes);
    let value = serde_json::from_str::<Value>(&text).or_else(|error| match with_pairs_only(&text) {
        Some(mended) => serde_json::from_str(&mended),
        None => Err(error),
    });
    let value = match value {
        Ok(value) => value,
        Err(error) => return Incoming::Broken(None, format!("invalid JSON: {error}")),
    };
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Sound(message),
        Err(_) => Incoming::Broken(id, "it is not a request, a response or a notification".to_owned()),
    }
}

/// Replaces each lone surrogate escape in `text` by U+FFFD, which has the same UTF-16 length, so that positions remain
/// valid; `None` without any. Editors send lone surrogates while a character of two units is typed or cut.
fn with_pairs_only(text: &str) -> Option<String> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let (mut mended, mut rest, mut at) = (String::new(), 0, 0);
    while let Some(escape) = text[at..].find('\\') {
        at += escape;
        at += match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                mended.push_str(&text[rest..at]);
                mended.push_str("\\ufffd");
                rest = at + 6;
                6
            }
            // Skips the backslash and the escaped character.
            _ => 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    (rest > 0).then(|| mended + &text[rest..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_pairs_are_replaced_and_pairs_kept() {
        for (text, mended) in [
            (r#""\ud834""#, Some(r#""\ufffd""#)),
            (r#""\udd1e a""#, Some(r#""\ufffd a""#)),
            (r#""\ud834\udd1e""#, None),
            (r#""\ud834\ud834\udd1e""#, Some(r#""\ufffd\ud834\udd1e""#)),
            (r#""\\ud834""#, None),
            (r#""\"\ud8""#, None),
            (r#"\"#, None),
            ("\"\\ud83\u{e9}\"", None),
        ] {
            assert_eq!(with_pairs_only(text).as_deref(), mended, "{text}");
        }
    }

    fn all(bytes: &[u8]) -> Vec<Incoming> {
        let (to, received) = sync_channel(AHEAD);
        read_all(bytes, &to);
        drop(to);
        received.into_iter().collect()
    }

    #[test]
    fn a_header_that_cannot_be_true_ends_the_session_and_takes_no_memory() {
        for (bytes, why) in [
            (&b"Content-Length: 99999999999999999999\r\n\r\n"[..], "invalid length"),
            (b"Content-Length: 999999999999\r\n\r\n{}", "the limit is"),
            (b"Content-Length: 300000000\r\n\r\n{}", "incomplete message"),
            (b"Content-Length: -1\r\n\r\n", "invalid length"),
            (b"Content-Type: text\r\n\r\n", "missing Content-Length"),
            (b"Content-Length: 2", "unterminated header"),
            (&[b'x'; 40_000], "unterminated header"),
        ] {
            let told = all(bytes);
            assert!(matches!(&told[..], [Incoming::Lost(lost)] if lost.contains(why)), "{told:?}");
        }
    }

    #[test]
    fn a_broken_message_costs_that_message() {
        let mut bytes = Vec::new();
        for text in ["{", "[1]", "{\"id\":7}", "{\"method\":\"exit\"}"] {
            bytes.extend(format!("content-length: {}\r\nX: y\r\n\r\n{text}", text.len()).bytes());
        }
        let told = all(&bytes);
        let [
            Incoming::Broken(None, _),
            Incoming::Broken(None, _),
            Incoming::Broken(Some(id), _),
            Incoming::Sound(exit),
        ] = &told[..]
        else {
            panic!("{told:?}")
        };
        assert_eq!(*id, RequestId::from(7));
        assert!(matches!(exit, Message::Notification(exit) if exit.method == "exit"));
    }
}
