//! Entries and exits of the map.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::id::{EntryId, ExitId, HexId, SideId};

/// `[[entry]]`: map-edge hexes where the reinforcements of a side enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The letter or name of the entry, as printed on the map and on the counters, such as `"C"`.
    pub id: EntryId,
    /// The side whose reinforcements enter here.
    pub side: SideId,
    /// The map-edge hexes of the entry, such as `["1914"]`. A unit enters in any of them.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// The name or destination of the entry, such as `"Gorze road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that documents the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

impl Entry {
    /// Returns the properties that entries on a map and on a table share.
    pub fn view(&self) -> EntryView<'_> {
        EntryView { id: &self.id, side: &self.side, name: self.name.as_deref() }
    }

    /// Returns the name with the id, which the map shows, such as `"Gorze road (C)"`; the id alone without a name.
    pub fn title(&self) -> String {
        title(self.id.as_str(), self.name.as_deref())
    }
}

fn title(id: &str, name: Option<&str>) -> String {
    match name {
        Some(name) if !name.is_empty() && name != id => format!("{name} ({id})"),
        _ => id.to_owned(),
    }
}

/// The properties of an entry on a map or on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryView<'a> {
    /// The id of the entry.
    pub id: &'a EntryId,
    /// The side whose reinforcements enter here.
    pub side: &'a SideId,
    /// The name or destination, if it has one.
    pub name: Option<&'a str>,
}

/// `[[exit]]`: map-edge hexes where the units of a side may leave the map permanently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// The letter or name of the exit, as printed on the map, such as `"E"`.
    pub id: ExitId,
    /// The side whose units may leave the map here.
    pub side: SideId,
    /// The map-edge hexes of the exit, such as `["0106"]`.
    #[schemars(length(min = 1))]
    pub hexes: Vec<HexId>,
    /// The name or destination of the exit, such as `"Verdun road"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// The book, map or paper that documents the exit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SmolStr>,
}

impl Exit {
    /// Returns the name with the id, which the map shows, such as `"Verdun road (E)"`; the id alone without a name.
    pub fn title(&self) -> String {
        title(self.id.as_str(), self.name.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_has_the_name_and_the_id_on_the_map() {
        assert_eq!(title("C", Some("Gorze road")), "Gorze road (C)");
        assert_eq!([title("C", None), title("C", Some("")), title("Gorze", Some("Gorze"))], ["C", "C", "Gorze"]);
    }
}
