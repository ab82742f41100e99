//! Indices of a scenario's lists, one type for each list.

/// Declares an index type: the place of a thing in the scenario's list of such things.
macro_rules! index {
    ($($(#[$meta:meta])* $name:ident;)+) => {
        $(
            $(#[$meta])*
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize
            )]
            pub struct $name(pub(super) u16);

            impl $name {
                pub(super) fn index(self) -> usize {
                    usize::from(self.0)
                }
            }
        )+
    };
}

pub(crate) use index;
