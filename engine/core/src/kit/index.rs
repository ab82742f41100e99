//! Indices of a scenario's lists, one type for each list.

/// An index of a list of the scenario.
pub trait ListIndex: Copy + Ord {
    /// Creates the index of the thing that has this number, from 0.
    fn new(number: u16) -> Self;

    /// Its place in the list, from 0.
    fn index(self) -> usize;

    /// The indices of a list of `count` things, in order.
    fn all(count: usize) -> impl Iterator<Item = Self> {
        (0..u16::try_from(count).unwrap_or(u16::MAX)).map(Self::new)
    }
}

/// Declares an index type: the place of a thing in the scenario's list of such things.
#[macro_export]
macro_rules! list_index {
    ($($(#[$meta:meta])* $name:ident;)+) => {
        $(
            $(#[$meta])*
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize
            )]
            pub struct $name(pub(crate) u16);

            impl $name {
                #[inline]
                pub(crate) fn index(self) -> usize {
                    usize::from(self.0)
                }
            }

            impl $crate::kit::index::ListIndex for $name {
                #[inline]
                fn new(number: u16) -> Self {
                    Self(number)
                }

                #[inline]
                fn index(self) -> usize {
                    self.index()
                }
            }
        )+
    };
}
