//! A cup from which chits are drawn.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::game::Chance;

/// The chits in a cup, kept sorted, so that the index of a chit does not reveal when it was put in.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DrawCup<C>(Vec<C>);

impl<C: Clone> Clone for DrawCup<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    /// Reuses the allocation of `self` if it is large enough.
    fn clone_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

impl<C> Default for DrawCup<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C: Ord> DrawCup<C> {
    /// Empties the cup and puts `chits` into it.
    pub fn fill(&mut self, chits: impl IntoIterator<Item = C>) {
        self.0.clear();
        self.0.extend(chits);
        self.0.sort_unstable();
    }

    /// Puts `chit` into the cup.
    pub fn put(&mut self, chit: C) {
        let at = self.0.partition_point(|other| *other <= chit);
        self.0.insert(at, chit);
    }

    /// Returns the draw of one chit from the cup.
    pub fn chance(&self) -> Chance {
        Chance::Draw { from: u16::try_from(self.0.len()).unwrap_or(u16::MAX) }
    }

    /// Removes and returns the chit with index `pick`; `None` if the cup has fewer chits.
    pub fn draw(&mut self, pick: u16) -> Option<C> {
        let pick = usize::from(pick);
        (pick < self.0.len()).then(|| self.0.remove(pick))
    }

    /// Changes each chit with `exchange` and sorts the cup again, for example to blank the enemy's chits.
    pub fn exchange(&mut self, exchange: impl FnMut(&mut C)) {
        self.0.iter_mut().for_each(exchange);
        self.0.sort_unstable();
    }

    /// Removes every chit for which `stays` returns `false`.
    pub fn retain(&mut self, stays: impl FnMut(&C) -> bool) {
        self.0.retain(stays);
    }
}

impl<C> Deref for DrawCup<C> {
    type Target = [C];

    fn deref(&self) -> &[C] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chits_are_drawn_by_number_and_kept_in_order() {
        let mut cup = DrawCup::default();
        cup.fill([3, 1]);
        cup.put(2);
        assert_eq!((cup.chance(), cup.to_vec()), (Chance::Draw { from: 3 }, vec![1, 2, 3]));
        assert_eq!((cup.draw(3), cup.draw(1), cup.draw(2)), (None, Some(2), None));
        cup.exchange(|chit| *chit = 4 - *chit);
        assert_eq!(cup.to_vec(), [1, 3]);
    }
}
