//! Names that one part of a scenario gives and another part uses.
//!
//! Each is a newtype, so that a walk over the serialized scenario meets every use of a name by its
//! kind (`"HexId"`, `"UnitId"` …) and dangling references are found without code for each field.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        $(#[$doc])*
        pub struct $name(pub String);

        impl $name {
            /// The name as the file writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                Self(name.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(name: String) -> Self {
                Self(name)
            }
        }
    )*};
}

ids! {
    /// A hex as the printed map numbers it, such as `"0814"` or `"A12"`.
    HexId;
    /// Two neighboring hexes with a slash between them, such as `"0412/0413"`: the hexside they share.
    #[schemars(extend("pattern" = "^[^/]+/[^/]+$"))]
    HexsideId;
    /// A unit's id, unique in the scenario, such as `"de-iii-5"`.
    UnitId;
    /// A side's id: its key under `[side]`, such as `"french"`.
    SideId;
    /// A place's id, unique in the scenario, such as `"vionville"`.
    PlaceId;
    /// An entry's id, unique in the scenario, such as `"C"`.
    EntryId;
    /// A formation's id, unique in the scenario, such as `"fr-ii"`.
    FormationId;
    /// A setup zone's id, unique in the scenario, such as `"ii-corps"`.
    ZoneId;
    /// An exit's id, unique in the scenario, such as `"E"`.
    ExitId;
}

impl HexsideId {
    /// The two hexes, in the order written; `None` unless exactly one slash parts two names.
    ///
    /// ```
    /// use battlewright_schema::{HexId, HexsideId};
    /// let side = HexsideId::from("0412/0413");
    /// assert_eq!(side.hexes(), Some((HexId::from("0412"), HexId::from("0413"))));
    /// assert_eq!(HexsideId::from("0412").hexes(), None);
    /// ```
    pub fn hexes(&self) -> Option<(HexId, HexId)> {
        let (a, b) = Self::parts(&self.0)?;
        Some((HexId(a.to_owned()), HexId(b.to_owned())))
    }

    /// The names of the two hexes in `side`.
    pub(crate) fn parts(side: &str) -> Option<(&str, &str)> {
        let mut slashes = side.bytes().enumerate().filter(|(_, byte)| *byte == b'/').map(|(at, _)| at);
        let at = slashes.next().filter(|_| slashes.next().is_none())?;
        let (a, b) = (side.get(..at)?, side.get(at + 1..)?);
        (!a.is_empty() && !b.is_empty()).then_some((a, b))
    }
}
