//! A list of the file during a change, and the resulting edits.

use std::borrow::Cow;

use crate::model::edit::{Edit, ListChange};

/// The rows of a list as they are to be: those that were there, in place, and new ones behind them.
pub(super) struct Rows<'a, T: Clone> {
    was: &'a [T],
    /// `None` for a row that goes.
    now: Vec<Option<Cow<'a, T>>>,
    new: Vec<T>,
}

impl<'a, T: Clone + PartialEq> Rows<'a, T> {
    pub(super) fn of(was: &'a [T]) -> Self {
        Self { was, now: was.iter().map(|row| Some(Cow::Borrowed(row))).collect(), new: Vec::new() }
    }

    /// Every row that there is to be, and its number here, which it keeps.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let now = self.now.iter().enumerate().filter_map(|(n, row)| Some((n, row.as_deref()?)));
        now.chain((self.now.len()..).zip(&self.new))
    }

    /// The row with this number, to be changed.
    pub(super) fn at(&mut self, n: usize) -> Option<&mut T> {
        match n.checked_sub(self.now.len()) {
            Some(n) => self.new.get_mut(n),
            None => self.now.get_mut(n)?.as_mut().map(Cow::to_mut),
        }
    }

    /// Adds a row behind the others; its number.
    pub(super) fn push(&mut self, row: T) -> usize {
        self.new.push(row);
        self.now.len() + self.new.len() - 1
    }

    /// Makes of each row that was there what `change` makes of it: the first takes its place, more
    /// come behind all others, and without any the row goes. `None` leaves it as it is.
    pub(super) fn change(&mut self, change: impl Fn(&T) -> Option<Vec<T>>) {
        for row in &mut self.now {
            let Some(parts) = row.as_deref().and_then(&change) else { continue };
            let mut parts = parts.into_iter();
            *row = parts.next().map(Cow::Owned);
            self.new.extend(parts);
        }
    }

    /// The edits that lead there, in order.
    pub(super) fn edits(self, wrap: fn(ListChange<T>) -> Edit) -> Vec<Edit> {
        let mut edits = Vec::new();
        let left = self.now.iter().flatten().count();
        // From behind, so that the places of those before stay right.
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
