//! Facts that follow from the data beside them and are worked out when they are first asked for.

use std::ops::Deref;

/// A thing that makes no difference between values: it follows from the rest of them. A copy begins empty.
#[derive(Debug, Default)]
pub struct Derived<T>(T);

impl<T: Default> Clone for Derived<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> Deref for Derived<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;

    #[test]
    fn what_has_been_worked_out_makes_no_difference_and_is_not_copied() {
        let known: Derived<OnceLock<u8>> = Derived::default();
        assert_eq!(*known.get_or_init(|| 7), 7);
        let copy = known.clone();
        assert!(known == copy && copy.get().is_none());
    }
}
