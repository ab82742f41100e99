//! Lists that need no allocation while they are short, for data that is read often.

use smallvec::SmallVec;

/// A list, which lies in the value itself as long as it has no more than `N` things.
pub type InlineList<T, const N: usize> = SmallVec<[T; N]>;
