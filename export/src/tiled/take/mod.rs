//! Import of a Tiled map into a scenario, with a report of everything that cannot be imported.

mod alone;
mod lists;
mod tiles;

use std::collections::BTreeMap;
use std::path::Path;

use battlewright_schema::{Counter, Grid, HexRows, Scenario, Start, VOID};

use super::hexes::Hexes;
use super::model::{LayerContent, Object, TiledLayer, TiledMap, Value};
use super::{COMING, LEVELS, TERRAIN, TiledError, UNITS, ZONED, fields, read};

pub use alone::{MapScenario, begin};
pub use tiles::TileTable;
use tiles::Tiles;

/// The flag bits in a tile number for flips and rotations.
const TURNED: u32 = 0xf000_0000;

/// The most notes of each kind.
const MOST_NOTES: usize = 200;

/// The outcome of a map import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenMap {
    /// The changes, such as `"12 hexes"`.
    pub changed: Vec<String>,
    /// The parts that could not be imported, with reasons.
    pub wrong: Vec<String>,
    /// Further notes, such as on missing layers.
    pub notes: Vec<String>,
}

/// The options of reading a map.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'r> {
    /// The folder with the tilesets; `None` for the map's folder.
    pub root: Option<&'r Path>,
    /// The terrain of tiles that do not give it themselves.
    pub tiles: Option<&'r TileTable>,
}

impl TakenMap {
    fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note);
        }
    }

    fn refuse(&mut self, wrong: String) {
        if self.wrong.len() < MOST_NOTES {
            self.wrong.push(wrong);
        }
    }

    fn count(&mut self, n: usize, noun: &str) {
        if n > 0 {
            self.changed.push(format!("{n} {noun}{}", if n == 1 { "" } else { "s" }));
        }
    }
}

/// Imports terrain, levels, roads, hexsides, places, entries, exits, zones, labels and unit starts from the map in the
/// file at `path`. A section is replaced as a whole if the map has its layer; the rest of `scenario` stays.
///
/// # Errors
/// The file is no readable map, or its hexes differ from the scenario's. `scenario` is unchanged then.
pub fn import(path: &Path, reading: Reading<'_>, scenario: &mut Scenario) -> Result<TakenMap, TiledError> {
    let map = read::read(path, reading.root)?;
    let grid = fitting(&map, scenario)?;
    let mut taken = TakenMap::default();
    letters(&map, reading.tiles, scenario, &mut taken)?;
    levels(&map, scenario, &mut taken);
    lists::take(&map, &grid, scenario, &mut taken);
    units(&map, &grid, scenario, &mut taken);
    Ok(taken)
}

/// Returns the grid of `scenario` if it matches the hexes of the map.
fn fitting(map: &TiledMap, scenario: &Scenario) -> Result<Grid, TiledError> {
    let grid = scenario.common().grid().map_err(TiledError::NoHexes)?;
    let (own, theirs) = (Hexes::of(scenario.common()), map.hexes);
    if own.size != theirs.size {
        return Err(TiledError::OtherSize { theirs: theirs.size, own: own.size });
    }
    if own.flat != theirs.flat {
        return Err(TiledError::OtherOrientation { flat: theirs.flat });
    }
    // A single column or row has no stagger.
    if own.even != theirs.even && own.size[usize::from(!own.flat)] > 1 {
        return Err(TiledError::OtherStagger);
    }
    Ok(grid)
}

/// Returns the tiles of the terrain layer, or else of the lowest layer other than the levels.
fn ground(map: &TiledMap) -> Option<&[u32]> {
    let mut others = map.layers.iter().filter(|layer| layer.name != LEVELS);
    let first = || {
        others.find_map(|layer| match &layer.held {
            LayerContent::Tiles(tiles) => Some(tiles.as_slice()),
            _ => None,
        })
    };
    tiles(map, TERRAIN).or_else(first)
}

/// Returns the tiles of the layer `name`.
fn tiles<'m>(map: &'m TiledMap, name: &str) -> Option<&'m [u32]> {
    map.layers.iter().find_map(|layer| match &layer.held {
        LayerContent::Tiles(tiles) if layer.name == name => Some(tiles.as_slice()),
        _ => None,
    })
}

/// Returns the objects of the layer `name`.
fn objects<'m>(map: &'m TiledMap, name: &str) -> Option<&'m [Object]> {
    map.layers.iter().find_map(|layer: &TiledLayer| match &layer.held {
        LayerContent::Objects { objects, .. } if layer.name == name => Some(objects.as_slice()),
        _ => None,
    })
}

/// Returns the object property `name`, if it is a text.
fn word<'o>(object: &'o Object, name: &str) -> Option<&'o str> {
    match object.property(name)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Replaces the letters in `rows` by those of the tiles; hexes with unknown tiles stay and are reported. Returns the
/// number of changes.
fn put(
    map: &TiledMap,
    numbers: &[u32],
    known: &BTreeMap<u32, char>,
    rows: &mut HexRows,
    taken: &mut TakenMap,
) -> usize {
    let mut changed = 0;
    let mut strange: BTreeMap<u32, usize> = BTreeMap::new();
    let wide = usize::from(map.hexes.size[0]).max(1);
    for (at, number) in numbers.iter().enumerate() {
        let (column, row) = (at % wide, at / wide);
        let number = number & !TURNED;
        let letter = match known.get(&number) {
            Some(letter) => *letter,
            None if number == 0 => VOID,
            None => {
                *strange.entry(number).or_default() += 1;
                continue;
            }
        };
        if rows.get(column, row).unwrap_or(VOID) == letter {
            continue;
        }
        if rows.0.len() <= row {
            rows.0.resize(row + 1, Vec::new());
        }
        if let Some(line) = rows.0.get_mut(row) {
            line.resize(line.len().max(column + 1), VOID);
        }
        rows.set(column, row, letter);
        changed += 1;
    }
    let tiles = if strange.is_empty() { None } else { Some(Tiles::of(map)) };
    for (number, count) in strange {
        let tile = tiles.as_ref().map_or_else(String::new, |tiles| tiles.described(number));
        let hexes = if count == 1 { "hex stays" } else { "hexes stay" };
        taken.refuse(format!("tile {number}{tile} matches no terrain of the scenario: {count} {hexes} as before"));
    }
    changed
}

/// Imports the terrain.
fn letters(
    map: &TiledMap,
    table: Option<&TileTable>,
    scenario: &mut Scenario,
    taken: &mut TakenMap,
) -> Result<(), TiledError> {
    let Some(numbers) = ground(map) else {
        taken.note("it has no layer of tiles: the terrain stays as it was".to_owned());
        return Ok(());
    };
    let known = tiles::letters(&Tiles::of(map), numbers, scenario.common(), table)?;
    let changed = put(map, numbers, &known, scenario.common_mut().hexes_mut(), taken);
    taken.count(changed, "terrain hex");
    if let Some(last) = taken.changed.last_mut().filter(|_| changed > 1) {
        *last = format!("{changed} terrain hexes");
    }
    Ok(())
}

fn levels(map: &TiledMap, scenario: &mut Scenario, taken: &mut TakenMap) {
    let Some(numbers) = tiles(map, LEVELS) else {
        if scenario.common().levels().is_some() {
            taken.note(format!("it has no layer {LEVELS:?}: the levels stay as they were"));
        }
        return;
    };
    let mut known = BTreeMap::new();
    for tileset in &map.tilesets {
        for tile in &tileset.tiles {
            let level = tile.properties.iter().find(|(key, _)| key == "level").map(|(_, value)| value);
            let level = match level {
                Some(Value::Text(text)) => text.chars().next(),
                Some(Value::Int(level)) => u32::try_from(*level).ok().and_then(|level| char::from_digit(level, 10)),
                _ => None,
            };
            if let Some(level) = level {
                known.insert(tileset.first.saturating_add(tile.id), level);
            }
        }
    }
    if scenario.common().levels().is_none() && numbers.iter().all(|number| *number == 0) {
        return;
    }
    let [columns, lines] = map.hexes.size.map(usize::from);
    let rows = scenario.common_mut().levels_mut().get_or_insert_with(|| HexRows(vec![vec![VOID; columns]; lines]));
    let changed = put(map, numbers, &known, rows, taken);
    taken.count(changed, "level");
}

/// Imports unit starts: on the map from positions, as reinforcements or in zones from properties.
fn units(map: &TiledMap, grid: &Grid, scenario: &mut Scenario, taken: &mut TakenMap) {
    let common = scenario.common();
    let known: BTreeMap<String, Counter> = common
        .counters()
        .into_iter()
        .filter_map(|counter| Some((common.counter(counter)?.id.to_string(), counter)))
        .collect();
    let mut starts: BTreeMap<Counter, Start> = BTreeMap::new();
    let mut any = false;
    for name in [UNITS, COMING, ZONED] {
        let Some(objects) = objects(map, name) else { continue };
        any = true;
        for object in objects {
            let id = word(object, "id").unwrap_or(&object.name);
            let Some(counter) = known.get(id) else {
                taken.refuse(format!("layer {name:?}: no unit of the scenario has the id {id:?}"));
                continue;
            };
            let start = match name {
                UNITS => map.hexes.cell_at(object.center()).map(|cell| Start::At(grid.name(cell))),
                _ => later(object),
            };
            let Some(start) = start else {
                taken.refuse(format!("layer {name:?}: {id} is not on the map and has no entry or zone"));
                continue;
            };
            if starts.insert(*counter, start).is_some() {
                taken.refuse(format!("{id} has several counters; the last counts"));
            }
        }
    }
    if !any {
        return taken.note(format!("it has no layer {UNITS:?}: units start where they did"));
    }
    let mut moved = 0;
    for (id, counter) in &known {
        let was = scenario.common().counter(*counter).map(|unit| unit.start);
        match starts.remove(counter) {
            None if was == Some(Start::Nowhere) => {}
            None => taken.note(format!("{id} has no counter on the map: it starts where it did")),
            Some(start) if was.as_ref() == Some(&start) => {}
            Some(start) => {
                scenario.common_mut().set_start(*counter, start);
                moved += 1;
            }
        }
    }
    taken.count(moved, "start of a unit");
    if let Some(last) = taken.changed.last_mut().filter(|_| moved > 1) {
        *last = format!("{moved} starts of units");
    }
}

/// Returns the start in a counter's properties: a zone or an entry.
fn later(object: &Object) -> Option<Start> {
    let row = fields::deep(&object.properties);
    if let Some(zone) = row.get("zone").and_then(serde_json::Value::as_str) {
        return Some(Start::Zone(zone.into()));
    }
    let enters = row.get("enters")?;
    let number = |key: &str| u8::try_from(enters.get(key)?.as_u64()?).ok();
    let column = battlewright_schema::MarchColumn {
        any_order: enters.get("any_order").and_then(serde_json::Value::as_bool).unwrap_or(false),
        position: number("position"),
        group: enters.get("group").and_then(serde_json::Value::as_str).map(Into::into),
        ..battlewright_schema::MarchColumn::default()
    };
    Some(Start::Enters { turn: number("turn")?, at: enters.get("at")?.as_str()?.into(), column })
}
