//! Where lints look up what they met before.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

/// What was met, by what it is looked up by, in the order in which it was met. Its hash is quicker than the standard
/// one, and as little to be guessed by who writes files that are to be slow.
pub(super) type Lookup<K, V> = IndexMap<K, V, RandomState>;

/// An empty lookup with room for so many.
pub(super) fn lookup<K, V>(room: usize) -> Lookup<K, V> {
    Lookup::with_capacity_and_hasher(room, RandomState::default())
}
