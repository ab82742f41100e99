//! Lookup tables for lints.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

/// A map in order of insertion. Its hash is faster than the standard one, and equally hard to attack with crafted keys.
pub(crate) type Lookup<K, V> = IndexMap<K, V, RandomState>;

/// Returns an empty map with this capacity.
pub(crate) fn lookup<K, V>(room: usize) -> Lookup<K, V> {
    Lookup::with_capacity_and_hasher(room, RandomState::default())
}

/// A numbering of ids of one kind, from 0, as indices into flat lists. Defined ids come first, followed by undefined ones
/// in the order of use; duplicates share a number.
pub(crate) struct Numbers<'s> {
    met: Lookup<&'s str, ()>,
    given: usize,
}

impl<'s> Numbers<'s> {
    /// Numbers the ids defined in the scenario.
    pub(crate) fn of(given: impl Iterator<Item = &'s str>) -> Self {
        let mut met = lookup(given.size_hint().0);
        met.extend(given.map(|id| (id, ())));
        Self { given: met.len(), met }
    }

    /// Returns the number of `id`, assigning one if needed.
    pub(crate) fn number(&mut self, id: &'s str) -> usize {
        self.met.insert_full(id, ()).0
    }

    /// Returns the number of `id`; `None` if it has none.
    pub(crate) fn find(&self, id: &str) -> Option<usize> {
        self.met.get_index_of(id)
    }

    /// Returns `true` if the id with this number is defined.
    pub(crate) fn is_given(&self, number: usize) -> bool {
        number < self.given
    }

    /// Returns a list with `value` for each id.
    pub(crate) fn each<T: Clone>(&self, value: T) -> Vec<T> {
        vec![value; self.met.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_are_given_twice_have_one_number() {
        let mut numbers = Numbers::of(["a", "b", "a"].into_iter());
        assert_eq!(["b", "x", "a", "x"].map(|id| numbers.number(id)), [1, 2, 0, 2]);
        assert_eq!([numbers.find("b"), numbers.find("x"), numbers.find("y")], [Some(1), Some(2), None]);
        assert!(numbers.is_given(1) && !numbers.is_given(2));
        assert_eq!(numbers.each(0), [0, 0, 0]);
    }
}
