//! New scenarios from a Tiled map alone.

use std::collections::BTreeSet;
use std::path::Path;

use battlewright_schema::{
    Cell, DocPath, Grid, HexId, MapFrame, Numbering, Order, Orientation, Parity, Place, Scenario, Slant, Start, System,
    load, template,
};
use serde_json::Value as Json;

use super::super::hexes::Hexes;
use super::super::model::{TiledMap, Value};
use super::super::{COMING, TiledError, UNITS, ZONED};
use super::tiles::{Tiles, add_terrains};
use super::{Reading, TURNED, TakenMap, ground, letters, levels, lists, objects, read};
use crate::import::{Draft, DraftError, Ground, Imported};

/// A new scenario made from a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapScenario {
    /// The new scenario with its notes.
    pub imported: Imported,
    /// The parts of the map that could not be imported, with reasons.
    pub wrong: Vec<String>,
}

/// Makes a new scenario of `system` from the map in the file at `path`: its hexes, terrain and features. Units are left
/// out, since a map does not give their values.
///
/// # Errors
/// The file is no readable map, or has no layer of tiles, or the system is played on a table.
pub fn begin(path: &Path, reading: Reading<'_>, system: System) -> Result<MapScenario, TiledError> {
    let map = read::read(path, reading.root)?;
    let tiles = ground(&map).ok_or(TiledError::NoTiles)?;
    let wide = usize::from(map.hexes.size[0]).max(1);
    let cell = |at: usize| Some(Cell { column: u16::try_from(at % wide).ok()?, row: u16::try_from(at / wide).ok()? });
    let empty = tiles.iter().enumerate().filter(|(_, number)| *number & !TURNED == 0);
    let ground = Ground {
        orientation: if map.hexes.flat { Orientation::Flat } else { Orientation::Pointy },
        shifted: Parity::Odd,
        size: map.hexes.size.into(),
        numbering: numbering(&map),
        missing: empty.filter_map(|(at, _)| cell(at)).collect(),
    };
    let base = load(template(system)).scenario.ok_or(DraftError::Template)?;
    let mut sides = base.common().sides().into_iter().map(|side| side.name.to_owned());
    let title = text(&map, "title").map(str::to_owned);
    let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let draft = Draft {
        title: title.or_else(stem).unwrap_or_else(|| "Untitled".to_owned()),
        ground,
        picture: None,
        sides: [sides.next().unwrap_or_default(), sides.next().unwrap_or_default()],
        turns: None,
        zones: Vec::new(),
        units: Vec::new(),
        notes: Vec::new(),
    };
    let mut made = draft.made(system)?;
    if Hexes::of(made.scenario.common()).even != map.hexes.even {
        let key = if map.hexes.flat { "lower_columns" } else { "right_rows" };
        let path = DocPath::root().key("map").key(key);
        made.scenario.set(&path, Some("even".into()))?;
    }
    let mut taken = TakenMap::default();
    let places = made.scenario.common().places().clone();
    let grid = made.scenario.common().grid().map_err(TiledError::NoHexes)?;
    let added = add_terrains(&Tiles::of(&map), tiles, &mut made.scenario, reading.tiles)?;
    if !added.is_empty() {
        let added: Vec<String> = added.iter().map(|(name, model)| format!("{name} (as {model})")).collect();
        made.notes.push(format!(
            "Terrains were made of the names of tiles, with the values of a terrain of the template: {}. Set their values",
            crate::import::listed(&added)
        ));
    }
    letters(&map, reading.tiles, &mut made.scenario, &mut taken)?;
    levels(&map, &mut made.scenario, &mut taken);
    lists::take(&map, &grid, &mut made.scenario, &mut taken);
    restore_places(&mut made.scenario, places);
    drop_unknown_sides(&mut made.scenario, &mut taken);
    let counters: usize = [UNITS, COMING, ZONED].iter().filter_map(|layer| objects(&map, layer)).map(<[_]>::len).sum();
    if counters > 0 {
        made.notes
            .push(format!("{counters} counters of the map were left out: a map does not give the values of units"));
    }
    stand_ins(&mut made.scenario, &base)?;
    made.notes.push(
        "The units come from the template and are at the edges of the map: replace them with your own".to_owned(),
    );
    made.notes.extend(taken.notes.into_iter().map(|note| format!("Of the map: {note}")));
    Ok(MapScenario { imported: made.finish(), wrong: taken.wrong })
}

/// Returns the map property `name`, if it is a nonempty text.
fn text<'m>(map: &'m TiledMap, name: &str) -> Option<&'m str> {
    match map.properties.iter().find(|(known, _)| known == name) {
        Some((_, Value::Text(text))) if !text.trim().is_empty() => Some(text),
        _ => None,
    }
}

/// Returns the numbering: from the map's properties, or else from 1 with as many digits as needed.
fn numbering(map: &TiledMap) -> Numbering {
    let order = match text(map, "map.numbering.order") {
        Some("row-column") => Order::RowColumn,
        _ => Order::ColumnRow,
    };
    let slant = match text(map, "map.numbering.slant") {
        Some("rising") => Slant::Rising,
        Some("falling") => Slant::Falling,
        _ => Slant::None,
    };
    let said = text(map, "map.numbering.first").map(|first| Numbering { first: HexId::from(first), order, slant });
    let usable = |numbering: &Numbering| {
        let orientation = if map.hexes.flat { Orientation::Flat } else { Orientation::Pointy };
        let frame = MapFrame { orientation, lower_columns: None, right_rows: None, numbering };
        let [columns, rows] = map.hexes.size;
        Grid::of(frame, columns, rows).is_ok_and(|grid| grid.is_unambiguous())
    };
    let [columns, rows] = map.hexes.size;
    let digits = columns.max(rows).to_string().len().max(2);
    let straight = || Numbering::straight(format!("{:0digits$}{:0digits$}", 1, 1), Order::ColumnRow);
    said.filter(usable).unwrap_or_else(straight)
}

/// Restores the template's places that the map lacks, since its victory conditions refer to them.
fn restore_places(scenario: &mut Scenario, places: Vec<Place>) {
    let now = scenario.common_mut().places_mut();
    let known: BTreeSet<String> = now.iter().map(|place| place.id.to_string()).collect();
    now.extend(places.into_iter().filter(|place| !known.contains(place.id.as_str())));
}

/// Puts the template's counters that need a start on the map, each side in hexes of its own: a scenario needs units.
fn stand_ins(scenario: &mut Scenario, base: &Scenario) -> Result<(), TiledError> {
    for section in ["formation", "unit"] {
        let path = DocPath::root().key(section);
        if let Some(rows) = base.get(&path) {
            scenario.set(&path, Some(rows))?;
        }
    }
    let common = scenario.common_mut();
    let grid = common.grid().map_err(TiledError::NoHexes)?;
    let hexes: Vec<Cell> = grid.cells().filter(|cell| common.has(*cell)).collect();
    let first = common.sides().first().map(|side| side.id.clone());
    let mut counts = [0, 0];
    for counter in common.counters() {
        let view = common.counter(counter).filter(|_| common.needs_start(counter));
        let Some(is_first) = view.map(|view| first.as_ref() == Some(view.side)) else { continue };
        let count = &mut counts[usize::from(!is_first)];
        let hex = if is_first { hexes.iter().cycle().nth(*count) } else { hexes.iter().rev().cycle().nth(*count) };
        *count += 1;
        if let Some(hex) = hex {
            common.set_start(counter, Start::At(grid.name(*hex)));
        }
    }
    Ok(())
}

/// Removes rows of sides that the scenario lacks, and string setups, which depend on the number of units.
fn drop_unknown_sides(scenario: &mut Scenario, taken: &mut TakenMap) {
    let sides: BTreeSet<String> = scenario.common().sides().iter().map(|side| side.id.to_string()).collect();
    for section in ["place", "entry", "exit", "zone"] {
        let list = DocPath::root().key(section);
        let Some(Json::Array(mut rows)) = scenario.get(&list) else { continue };
        let strange = |value: Option<&Json>| value.and_then(Json::as_str).is_some_and(|side| !sides.contains(side));
        let before = rows.len();
        rows.retain(|row| !strange(row.get("side")));
        let (mut left, mut strings) = (before - rows.len(), 0);
        for row in rows.iter_mut().filter_map(Json::as_object_mut) {
            if strange(row.get("holder")) {
                row.remove("holder");
                left += 1;
            }
            strings += usize::from(section == "zone" && row.remove("string").is_some());
        }
        if left + strings > 0 && scenario.set(&list, Some(Json::Array(rows))).is_ok() && left > 0 {
            taken.note(format!("section {section} names sides that the scenario does not have: {left} were left out"));
        }
    }
}
