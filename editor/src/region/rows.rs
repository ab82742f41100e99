//! A list of the file while it is being changed, and the edits that lead there.

use crate::edit::{Edit, Row};

/// The rows of a list as they are to be: those that were there, in place, and new ones behind them.
pub(super) struct Rows<'a, T> {
    was: &'a [T],
    /// `None` for a row that goes.
    now: Vec<Option<T>>,
    new: Vec<T>,
}

impl<'a, T: Clone + PartialEq> Rows<'a, T> {
    pub(super) fn of(was: &'a [T]) -> Self {
        Self { was, now: was.iter().cloned().map(Some).collect(), new: Vec::new() }
    }

    /// Every row that there is to be.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.now.iter().flatten().chain(&self.new)
    }

    /// The first row that is `like` something, to be changed.
    pub(super) fn find(&mut self, like: impl Fn(&T) -> bool) -> Option<&mut T> {
        self.now.iter_mut().flatten().chain(&mut self.new).find(|row| like(row))
    }

    /// Adds a row behind the others.
    pub(super) fn push(&mut self, row: T) {
        self.new.push(row);
    }

    /// Makes of each row that was there what `change` makes of it: the first takes its place, more
    /// come behind all others, and without any the row goes.
    pub(super) fn change(&mut self, change: impl Fn(&T) -> Vec<T>) {
        for row in &mut self.now {
            let Some(was) = row.take() else { continue };
            let mut parts = change(&was).into_iter();
            *row = parts.next();
            self.new.extend(parts);
        }
    }

    /// The edits that lead there, in order.
    pub(super) fn edits(self, wrap: fn(Row<T>) -> Edit) -> Vec<Edit> {
        let mut edits = Vec::new();
        let left = self.now.iter().flatten().count();
        // From behind, so that the places of those before stay right.
        for (at, (was, now)) in self.was.iter().zip(self.now).enumerate().rev() {
            match now {
                None => edits.push(wrap(Row::Remove(at))),
                Some(now) if now != *was => edits.push(wrap(Row::Put(at, now))),
                Some(_) => {}
            }
        }
        edits.extend(self.new.into_iter().enumerate().map(|(n, row)| wrap(Row::Insert(left + n, row))));
        edits
    }
}
