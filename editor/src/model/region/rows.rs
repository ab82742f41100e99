//! A list of the file during a change, and the resulting edits.

use std::borrow::Cow;

use crate::model::edit::{Edit, ListChange};

/// The future rows of a list: the existing ones in their places, and new ones after them.
pub(super) struct Rows<'a, T: Clone> {
    was: &'a [T],
    /// The existing rows; `None` for a removed one.
    now: Vec<Option<Cow<'a, T>>>,
    new: Vec<T>,
}

impl<'a, T: Clone + PartialEq> Rows<'a, T> {
    pub(super) fn of(was: &'a [T]) -> Self {
        Self { was, now: was.iter().map(|row| Some(Cow::Borrowed(row))).collect(), new: Vec::new() }
    }

    /// Returns the future rows, each with a number that stays valid for this value.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let now = self.now.iter().enumerate().filter_map(|(n, row)| Some((n, row.as_deref()?)));
        now.chain((self.now.len()..).zip(&self.new))
    }

    /// Returns the row with this number for changes.
    pub(super) fn at(&mut self, n: usize) -> Option<&mut T> {
        match n.checked_sub(self.now.len()) {
            Some(n) => self.new.get_mut(n),
            None => self.now.get_mut(n)?.as_mut().map(Cow::to_mut),
        }
    }

    /// Appends a row and returns its number.
    pub(super) fn push(&mut self, row: T) -> usize {
        self.new.push(row);
        self.now.len() + self.new.len() - 1
    }

    /// Replaces each existing row by the rows that `change` returns: the first takes its place, others are appended,
    /// and an empty list removes the row. `None` leaves the row unchanged.
    pub(super) fn change(&mut self, change: impl Fn(&T) -> Option<Vec<T>>) {
        for row in &mut self.now {
            let Some(parts) = row.as_deref().and_then(&change) else { continue };
            let mut parts = parts.into_iter();
            *row = parts.next().map(Cow::Owned);
            self.new.extend(parts);
        }
    }

    /// Returns the edits that produce the future rows, in order.
    pub(super) fn edits(self, wrap: fn(ListChange<T>) -> Edit) -> Vec<Edit> {
        let mut edits = Vec::new();
        let left = self.now.iter().flatten().count();
        // Rows are removed from the last to the first, so that the indices of the others stay valid.
        for (at, (was, now)) in self.was.iter().zip(self.now).enumerate().rev() {
            match now {
                None => edits.push(wrap(ListChange::Remove(at))),
                Some(Cow::Owned(now)) if now != *was => edits.push(wrap(ListChange::Put(at, now))),
                Some(_) => {}
            }
        }
        edits.extend(self.new.into_iter().enumerate().map(|(n, row)| wrap(ListChange::Insert(left + n, row))));
        edits
    }
}
