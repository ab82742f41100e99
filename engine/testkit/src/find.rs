//! Names in files and on the board.

use serde::Serialize;
use serde::de::DeserializeOwned;

use battlewright_core::kit::hex_map::{HexIx, HexMap};

/// Returns the value with this name in the file, such as an event.
pub fn named<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(serde_json::Value::from(name)).unwrap_or_else(|_| panic!("a file does not say `{name}`"))
}

/// Returns the name of `value` in the file.
pub fn name_of<T: Serialize>(value: T) -> String {
    serde_json::to_value(value).ok().and_then(|name| name.as_str().map(str::to_owned)).expect("it has a name")
}

/// Returns the number of the `what` with this id among those with these `ids`.
pub fn number_of<'a>(what: &str, id: &str, mut ids: impl Iterator<Item = &'a str>) -> u16 {
    let number = ids.position(|other| other == id).unwrap_or_else(|| panic!("there is no {what} `{id}`"));
    u16::try_from(number).expect("there are few of them")
}

/// Returns the hex of `map` with this name.
pub fn hex_called(map: &HexMap, name: &str) -> HexIx {
    map.find(&name.into()).unwrap_or_else(|| panic!("there is no hex `{name}`"))
}

/// Joins the names of the markers that a counter has, such as `"shaken low"`.
pub fn marks(markers: &[(bool, &str)]) -> String {
    let names: Vec<&str> = markers.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
    names.join(" ")
}
