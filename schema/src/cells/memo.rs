//! The last rules with changes of cells.

use std::cell::RefCell;

/// The last rules that were calculated from changes and from the rules below them.
///
/// A change of a cell takes a detour through JSON, and a scenario is asked for its rules again and again: for each unit in its
/// view, and for each lint.
pub(crate) struct LastRules<C, R>(RefCell<Option<LastResult<C, R>>>);

struct LastResult<C, R> {
    changes: C,
    below: R,
    rules: R,
}

impl<C: Clone + PartialEq, R: Clone + PartialEq> LastRules<C, R> {
    /// Returns an empty memory.
    pub(crate) const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// Returns the rules for `changes` over `below`, which `calculate` makes if they are not the last ones.
    pub(crate) fn of(&self, changes: &C, below: &R, calculate: impl FnOnce() -> R) -> R {
        if let Some(last) = &*self.0.borrow()
            && last.changes == *changes
            && last.below == *below
        {
            return last.rules.clone();
        }
        let rules = calculate();
        let last = LastResult { changes: changes.clone(), below: below.clone(), rules: rules.clone() };
        self.0.replace(Some(last));
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_changes_and_other_rules_are_calculated_again() {
        let last = LastRules::new();
        let sum = |changes: u8, below: u8| last.of(&changes, &below, || changes + below);
        assert_eq!((sum(1, 2), sum(1, 2), sum(1, 3), sum(2, 3)), (3, 3, 4, 5));
        assert_eq!(last.of(&2, &3, || unreachable!("the last ones are asked for again")), 5);
    }
}
