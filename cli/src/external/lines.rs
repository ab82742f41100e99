//! Lines from and to a program, with limits on their length and number.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender};

/// A line that a program has sent, or the reason why there are no more.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadLine {
    /// A line without its line break.
    Line(Vec<u8>),
    /// The beginning of a line that is longer than the limit. No more is read.
    TooLong(Vec<u8>),
    /// A last line without a line break.
    Unfinished(Vec<u8>),
    /// The end of the output.
    End,
    /// The reason why the output cannot be read.
    Failed(String),
    /// The end of the input, which the program has closed.
    InputClosed,
}

/// The number of lines of a program that are read ahead. A program that sends more waits.
pub(super) const AHEAD: usize = 16;

/// The number of bytes of a line at fault that are not dropped.
const BEGINNING: usize = 1 << 10;

/// Reads lines of up to `limit` bytes until the output ends or nobody wants more.
pub(super) fn read(from: impl Read, limit: usize, to: &SyncSender<ReadLine>) {
    let mut from = BufReader::new(from);
    loop {
        let line = next_line(&mut from, limit);
        let is_last = !matches!(line, ReadLine::Line(_));
        if to.send(line).is_err() || is_last {
            return;
        }
    }
}

fn next_line(from: &mut impl BufRead, limit: usize) -> ReadLine {
    let mut line = Vec::new();
    // The line break does not count.
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    match from.take(most).read_until(b'\n', &mut line) {
        Err(error) => ReadLine::Failed(format!("its output cannot be read: {error}")),
        Ok(0) => ReadLine::End,
        Ok(_) if line.ends_with(b"\n") => {
            line.pop();
            if line.ends_with(b"\r") {
                line.pop();
            }
            ReadLine::Line(line)
        }
        Ok(_) => {
            let is_long = line.len() > limit;
            line.truncate(BEGINNING);
            if is_long { ReadLine::TooLong(line) } else { ReadLine::Unfinished(line) }
        }
    }
}

/// Writes `lines` until there are no more; then the input of the program ends. If the program has closed it, that is sent to `report`.
pub(super) fn write(lines: &Receiver<String>, mut to: impl Write, report: &SyncSender<ReadLine>) {
    for mut line in lines {
        line.push('\n');
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            // An error means that nobody receives any more.
            let _ = report.send(ReadLine::InputClosed);
            return;
        }
    }
}

/// The number of bytes of messages of a program that are shown, and of each line of them.
const MESSAGES: usize = 64 << 10;
const MESSAGE: usize = 1 << 10;

/// Copies the messages of a program to `to`, each line behind `prefix`, and ignores what is too much.
pub(super) fn copy_messages(from: impl Read, prefix: &str, mut to: impl Write) -> io::Result<()> {
    let mut from = BufReader::new(from);
    let (mut shown, mut line) = (0, Vec::new());
    while shown < MESSAGES {
        line.clear();
        let most = MESSAGE.min(MESSAGES - shown);
        let read = from.by_ref().take(most as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        shown += read;
        writeln!(to, "{prefix}{}", String::from_utf8_lossy(&line).trim_end())?;
    }
    writeln!(to, "{prefix}(no more is shown)")?;
    io::copy(&mut from, &mut io::sink()).map(|_| ())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    fn all(bytes: &[u8], limit: usize) -> Vec<ReadLine> {
        let (to, lines) = sync_channel(100);
        read(bytes, limit, &to);
        drop(to);
        lines.into_iter().collect()
    }

    #[test]
    fn lines_are_read_up_to_their_limit() {
        let line = |text: &str| ReadLine::Line(text.as_bytes().to_vec());
        assert_eq!(all(b"ab\r\n\nabc\n", 3), [line("ab"), line(""), line("abc"), ReadLine::End]);
        assert_eq!(all(b"abc\nabcd\nx\n", 3), [line("abc"), ReadLine::TooLong(b"abcd".to_vec())]);
        assert_eq!(all(b"abc", 3), [ReadLine::Unfinished(b"abc".to_vec())]);
        assert_eq!(all(&[b'x'; 100_000], 50_000), [ReadLine::TooLong(vec![b'x'; BEGINNING])]);
        assert_eq!(all(b"", 3), [ReadLine::End]);
    }

    /// A source without an end and without line breaks.
    struct Endless;

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            into.fill(b'z');
            Ok(into.len())
        }
    }

    #[test]
    fn an_endless_line_ends_at_the_limit_and_nobody_waits_for_a_reader_who_left() {
        let (to, lines) = sync_channel(1);
        read(Endless, 1 << 16, &to);
        assert_eq!(lines.recv(), Ok(ReadLine::TooLong(vec![b'z'; BEGINNING])));
        drop(lines);
        read(&b"a\nb\nc\n"[..], 9, &to);
    }

    #[test]
    fn what_a_program_reads_ends_with_the_lines_or_with_the_program() {
        let (lines, to_write) = sync_channel(9);
        let (report, reports) = sync_channel(9);
        for line in ["a", "b"] {
            lines.send(line.to_owned()).unwrap();
        }
        drop(lines);
        let mut written = Vec::new();
        write(&to_write, &mut written, &report);
        assert_eq!(written, b"a\nb\n");
        let (lines, to_write) = sync_channel(9);
        lines.send("abc".to_owned()).unwrap();
        write(&to_write, &mut [0_u8; 2][..], &report);
        assert_eq!(reports.recv(), Ok(ReadLine::InputClosed));
    }

    #[test]
    fn messages_are_copied_line_by_line_until_they_are_too_many() {
        let copied = |bytes: &[u8]| {
            let mut to = Vec::new();
            copy_messages(bytes, "p: ", &mut to).unwrap();
            String::from_utf8(to).unwrap()
        };
        assert_eq!(copied(b"one\r\ntwo"), "p: one\np: two\n");
        let many = copied("word\n".repeat(50_000).as_bytes());
        assert!(many.len() < 2 * MESSAGES && many.ends_with("p: (no more is shown)\n"));
        let long = copied(&[b'x'; 1 << 20]);
        assert!(long.len() < 2 * MESSAGES && long.lines().all(|line| line.len() <= MESSAGE + 3));
    }
}
