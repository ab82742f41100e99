//! Ids that one part of a scenario defines and other parts refer to.
//!
//! Each kind of id is a newtype. A walk over the serialized scenario can so find every use of an id by the name of its type
//! (`"HexId"`, `"UnitId"` …), and dangling references are found without code for each field.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        $(#[$doc])*
        pub struct $name(#[schemars(with = "String")] pub(crate) SmolStr);

        impl $name {
            /// Returns the id as text.
            #[inline]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        // Compared as texts. The code is here and not in `smol_str`, because this crate is compiled for speed.
        impl PartialEq for $name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl Hash for $name {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                Self(name.into())
            }
        }

        impl From<String> for $name {
            fn from(name: String) -> Self {
                Self(name.into())
            }
        }
    )*};
}

ids! {
    /// The number of a hex as printed on the map, such as `"0814"` or `"A12"`.
    HexId;
    /// A hexside: its two neighboring hexes with a slash between them, such as `"0412/0413"`.
    #[schemars(extend("pattern" = "^[^/]+/[^/]+$"))]
    HexsideId;
    /// The id of a unit, unique in the scenario, such as `"de-iii-5"`.
    UnitId;
    /// The id of a side, its key under `[side]`, such as `"french"`.
    SideId;
    /// The id of a place, unique in the scenario, such as `"vionville"`.
    PlaceId;
    /// The id of an entry, unique in the scenario, such as `"C"`.
    EntryId;
    /// The id of a formation, unique in the scenario, such as `"fr-ii"`.
    FormationId;
    /// The id of a setup zone, unique in the scenario, such as `"ii-corps"`.
    ZoneId;
    /// The id of an exit, unique in the scenario, such as `"E"`.
    ExitId;
    /// The id of a counter of rules, unique among the rows of rules, such as `"fires"`.
    CounterId;
}

impl HexsideId {
    /// Returns the two hexes in the written order; `None` unless there is exactly one slash, with text on both sides.
    ///
    /// ```
    /// use battlewright_schema::{HexId, HexsideId};
    /// let side = HexsideId::from("0412/0413");
    /// assert_eq!(side.hexes(), Some((HexId::from("0412"), HexId::from("0413"))));
    /// assert_eq!(HexsideId::from("0412").hexes(), None);
    /// ```
    pub fn hexes(&self) -> Option<(HexId, HexId)> {
        let (a, b) = Self::parts(&self.0)?;
        Some((HexId::from(a), HexId::from(b)))
    }

    /// Splits `side` at its only slash; `None` if it has another form.
    pub(crate) fn parts(side: &str) -> Option<(&str, &str)> {
        let mut slashes = side.bytes().enumerate().filter(|(_, byte)| *byte == b'/').map(|(at, _)| at);
        let at = slashes.next().filter(|_| slashes.next().is_none())?;
        let (a, b) = (side.get(..at)?, side.get(at + 1..)?);
        (!a.is_empty() && !b.is_empty()).then_some((a, b))
    }
}
