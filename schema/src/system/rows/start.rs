//! The starting position of a counter on a hex map: the fields `at`, `enters` and `zone`.

use serde_json::{Value, json};

use crate::common::start::{MarchColumn, Start};
use crate::id::{EntryId, HexId, ZoneId};

/// The field `enters`: the turn and the entry of a reinforcement.
pub(crate) trait EntersField: Sized {
    /// Makes the field. A system without columns ignores `column`.
    fn new(turn: u8, at: EntryId, column: MarchColumn) -> Self;

    /// Returns the turn and the entry.
    fn when(&self) -> (u8, &EntryId);

    /// Returns the place in the column of the same turn and entry, in systems with columns.
    fn column(&self) -> MarchColumn {
        MarchColumn::default()
    }
}

/// A row with a starting position on a hex map: a unit or a headquarters.
pub(crate) trait StartRow {
    /// The type of the field `enters`.
    type Enters: EntersField;

    /// Returns the hex.
    fn at(&self) -> Option<&HexId>;

    /// Returns the turn and the entry of a reinforcement.
    fn enters(&self) -> Option<&Self::Enters>;

    /// Returns the setup zone, in systems with zones.
    fn zone(&self) -> Option<&ZoneId>;

    /// Sets all fields of the start, and returns the previous start.
    fn set_start(&mut self, to: Start) -> Start;

    /// Returns the start. The hex wins over the entry, and the entry over the zone.
    fn start(&self) -> Start {
        match (self.at(), self.enters(), self.zone()) {
            (Some(hex), ..) => Start::At(hex.clone()),
            (None, Some(enters), _) => {
                let (turn, at) = enters.when();
                Start::Enters { turn, at: at.clone(), column: enters.column() }
            }
            (None, None, Some(zone)) => Start::Zone(zone.clone()),
            (None, None, None) => Start::Nowhere,
        }
    }

    /// Returns the place in the column of the same turn and entry.
    fn column(&self) -> MarchColumn {
        self.enters().map(EntersField::column).unwrap_or_default()
    }
}

/// Implements [`StartRow`] for a row with the fields `at` and `enters`, and perhaps `zone`.
macro_rules! start_row {
    ($row:ty $(, $zone:ident)?) => {
        impl $crate::system::rows::StartRow for $row {
            type Enters = Enters;

            fn at(&self) -> Option<&$crate::HexId> {
                self.at.as_ref()
            }

            fn enters(&self) -> Option<&Enters> {
                self.enters.as_ref()
            }

            fn zone(&self) -> Option<&$crate::ZoneId> {
                None$(.or(self.$zone.as_ref()))?
            }

            fn set_start(&mut self, to: $crate::Start) -> $crate::Start {
                let was = $crate::system::rows::StartRow::start(self);
                (self.at, self.enters) = (None, None);
                $(self.$zone = None;)?
                match to {
                    $crate::Start::At(hex) => self.at = Some(hex),
                    $crate::Start::Enters { turn, at, column } => {
                        self.enters = Some($crate::system::rows::EntersField::new(turn, at, column));
                    }
                    $($crate::Start::Zone(zone) => self.$zone = Some(zone),)?
                    _ => {}
                }
                was
            }
        }
    };
}

pub(crate) use start_row;

/// Returns the subschemas of a row with at least one of `keys`.
// The conditions repeat "additionalProperties": some validators apply a closed schema to every subschema.
pub(crate) fn any_key(keys: &[&str]) -> Value {
    keys.iter().map(|key| all_keys(&[key])).collect()
}

/// Returns the subschema of a row with all of `keys`.
pub(crate) fn all_keys(keys: &[&str]) -> Value {
    json!({ "required": keys, "additionalProperties": true })
}
