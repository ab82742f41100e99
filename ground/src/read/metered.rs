//! Bytes that are counted while they are read.

use std::io::{self, BufRead, Read};

use super::ReadError;
use crate::limits::MOST_BYTES;

/// A source of bytes with a limit for each part and for all together.
pub(super) struct Metered<R> {
    inner: R,
    most: usize,
    left: usize,
    total: u64,
    /// `true` once a limit has stopped the reading.
    is_over: bool,
}

impl<R> Metered<R> {
    /// Returns `inner` with at most `most` bytes between two calls of [`Metered::renew`].
    pub(super) fn new(inner: R, most: usize) -> Self {
        Self { inner, most, left: most, total: 0, is_over: false }
    }

    /// Begins a new part.
    pub(super) fn renew(&mut self) {
        self.left = self.most;
    }

    /// Returns the error for the limit that was reached, if one was.
    pub(super) fn over(&self) -> Option<ReadError> {
        let error = || if self.total >= MOST_BYTES { ReadError::TooLarge } else { ReadError::PartTooLong(self.most) };
        self.is_over.then(error)
    }

    fn count(&mut self, amount: usize) {
        self.left = self.left.saturating_sub(amount);
        self.total += amount as u64;
    }

    fn check(&mut self) -> io::Result<()> {
        self.is_over |= self.left == 0 || self.total >= MOST_BYTES;
        if self.is_over { Err(io::Error::other("a limit was reached")) } else { Ok(()) }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        let amount = self.inner.read(buffer)?;
        self.count(amount);
        Ok(amount)
    }
}

impl<R: BufRead> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        let part = self.inner.fill_buf()?;
        Ok(part.get(..part.len().min(self.left)).unwrap_or(part))
    }

    fn consume(&mut self, amount: usize) {
        self.count(amount);
        self.inner.consume(amount);
    }
}
