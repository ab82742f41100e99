//! Lists that take no memory of their own as long as they are short: for what is looked at many times a decision.

use smallvec::SmallVec;

/// A list, which lies in the value itself as long as it has no more than `N` things.
pub type InlineList<T, const N: usize> = SmallVec<[T; N]>;
