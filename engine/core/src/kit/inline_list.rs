//! Lists that need no allocation while they are short, for data that is read often.

use smallvec::SmallVec;

/// A list that is stored inline up to `N` elements and on the heap beyond.
pub type InlineList<T, const N: usize> = SmallVec<[T; N]>;
