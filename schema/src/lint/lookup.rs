//! Lookup tables for lints.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

/// Things that were met, by what they are looked up by, in the order in which they were met. The hash is quicker than
/// the
/// one, and as little to be guessed by who writes files that are to be slow.
pub(crate) type Lookup<K, V> = IndexMap<K, V, RandomState>;

/// An empty lookup with room for so many.
pub(crate) fn lookup<K, V>(room: usize) -> Lookup<K, V> {
    Lookup::with_capacity_and_hasher(room, RandomState::default())
}

/// Ids of a kind as numbers from 0, so that what goes with each lies in a flat list. Those that the scenario gives come
/// first, and then those that are only used, as they were met; who has the id of another has its number.
pub(crate) struct Numbers<'s> {
    met: Lookup<&'s str, ()>,
    given: usize,
}

impl<'s> Numbers<'s> {
    /// The numbers of the ids that the scenario gives.
    pub(crate) fn of(given: impl Iterator<Item = &'s str>) -> Self {
        let mut met = lookup(given.size_hint().0);
        met.extend(given.map(|id| (id, ())));
        Self { given: met.len(), met }
    }

    /// The number of `id`, whether it was met before or not.
    pub(crate) fn number(&mut self, id: &'s str) -> usize {
        self.met.insert_full(id, ()).0
    }

    /// The number of `id`, if it was met.
    pub(crate) fn find(&self, id: &str) -> Option<usize> {
        self.met.get_index_of(id)
    }

    /// Returns `true` if the scenario gives the id with this number.
    pub(crate) fn is_given(&self, number: usize) -> bool {
        number < self.given
    }

    /// A list with `value` for each id.
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
