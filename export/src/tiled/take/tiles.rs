//! Terrain of tiles, from a table, or from a tile's letter, class, name or picture file.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Common, table};

use super::super::TiledError;
use super::super::model::{Tile, TiledMap, Tileset, Value};
use super::TURNED;

/// A table of the terrain of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileTable {
    /// The line, the tile in lower case, and the terrain of each row.
    rows: Vec<(u64, String, String)>,
}

impl TileTable {
    /// Reads a CSV table with a tile and its terrain in each row; the first row may be a header. A tile is given by its
    /// class, its name, the name of its picture, or its tileset and number, such as `ground:6`; a terrain by its letter
    /// or name.
    ///
    /// # Errors
    /// The bytes are no such table, or a row lacks a cell.
    ///
    /// ```
    /// use battlewright_export::tiled::TileTable;
    /// assert!(TileTable::read(b"tile,terrain\nground:6,Woods\n").is_ok());
    /// assert!(TileTable::read(b"ground:6\n").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, TiledError> {
        let sheet = table::read(bytes, None)?;
        let mut rows = Vec::new();
        for (at, record) in sheet.rows.iter().enumerate() {
            let mut cells = record.cells.iter().map(|cell| cell.trim());
            let (tile, terrain) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
            if at == 0 && tile.eq_ignore_ascii_case("tile") && terrain.eq_ignore_ascii_case("terrain") {
                continue;
            }
            if tile.is_empty() || terrain.is_empty() {
                return Err(TiledError::TableRow { line: record.line });
            }
            rows.push((record.line, tile.to_lowercase(), terrain.to_owned()));
        }
        Ok(Self { rows })
    }

    /// Returns the letters by the names of tiles.
    fn letters(&self, legend: &TerrainLetters) -> Result<BTreeMap<&str, char>, TiledError> {
        let mut letters = BTreeMap::new();
        for (line, tile, terrain) in &self.rows {
            let letter = legend.letter(terrain).or_else(|| legend.named(terrain)).ok_or_else(|| {
                let known = legend.0.iter().map(|(letter, name, _)| format!("{letter} ({name})")).collect();
                TiledError::TableTerrain { line: *line, terrain: terrain.clone(), known }
            })?;
            letters.insert(tile.as_str(), letter);
        }
        Ok(letters)
    }
}

/// The terrain letters of a scenario, each with its name and its look in lower case.
struct TerrainLetters(Vec<(char, String, String)>);

impl TerrainLetters {
    fn of(common: &dyn Common) -> Self {
        let terrain = common.terrain().into_iter().map(|terrain| {
            let look = serde_json::to_value(terrain.look).ok();
            let look = look.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
            (terrain.letter.0, terrain.name.to_lowercase(), look)
        });
        Self(terrain.collect())
    }

    /// Returns `text` as a terrain letter, if it is one.
    fn letter(&self, text: &str) -> Option<char> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        self.0.iter().any(|(known, ..)| *known == letter).then_some(letter)
    }

    /// Returns the letter of the terrain called `name`, or else of the only terrain with that look.
    fn named(&self, name: &str) -> Option<char> {
        let name = name.to_lowercase();
        let named = self.0.iter().find(|(_, known, _)| *known == name);
        let mut drawn = self.0.iter().filter(|(.., look)| *look == name);
        let only = || drawn.next().filter(|_| drawn.next().is_none());
        named.or_else(only).map(|(letter, ..)| *letter)
    }
}

/// The tiles of a map by their global numbers.
pub(super) struct Tiles<'m> {
    /// The tilesets by their first numbers. Of several with the same first number, the last counts.
    tilesets: BTreeMap<u32, &'m Tileset>,
    /// The tiles by the first number of their tileset and their number within it.
    tiles: BTreeMap<(u32, u32), &'m Tile>,
}

impl<'m> Tiles<'m> {
    /// Indexes the tiles of `map`.
    pub(super) fn of(map: &'m TiledMap) -> Self {
        let tilesets: BTreeMap<u32, &Tileset> = map.tilesets.iter().map(|tileset| (tileset.first, tileset)).collect();
        let mut tiles = BTreeMap::new();
        for (first, tileset) in &tilesets {
            for tile in &tileset.tiles {
                tiles.entry((*first, tile.id)).or_insert(tile);
            }
        }
        Self { tilesets, tiles }
    }

    /// Returns the tileset of a tile, its number there, and its details if any.
    fn tile(&self, number: u32) -> Option<(&'m Tileset, u32, Option<&'m Tile>)> {
        let (first, tileset) = self.tilesets.range(..=number).next_back()?;
        let id = number - first;
        Some((tileset, id, self.tiles.get(&(*first, id)).copied()))
    }

    /// Returns the possible names of a tile, the most specific first.
    fn names(&self, number: u32) -> Vec<String> {
        let Some((tileset, id, tile)) = self.tile(number) else { return Vec::new() };
        let mut names = vec![format!("{}:{id}", tileset.name)];
        if let Some(tile) = tile {
            names.extend(text(tile, "name").map(str::to_owned));
            names.push(tile.kind.clone());
            let picture = tile.image.as_ref().and_then(|image| image.source.rsplit(['/', '\\']).next());
            names.extend(picture.map(|file| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()));
        }
        names.retain(|name| !name.is_empty());
        names
    }

    /// Describes an unknown tile by its names.
    pub(super) fn described(&self, number: u32) -> String {
        let names: Vec<String> = self.names(number).iter().map(|name| format!("{name:?}")).collect();
        if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
    }
}

fn text<'t>(tile: &'t Tile, name: &str) -> Option<&'t str> {
    match tile.properties.iter().find(|(key, _)| key == name) {
        Some((_, Value::Text(text))) => Some(text),
        _ => None,
    }
}

/// Returns the letters of the `numbers` that have a known terrain.
///
/// # Errors
/// The table names a terrain that the scenario lacks.
pub(super) fn letters(
    tiles: &Tiles<'_>,
    numbers: &[u32],
    common: &dyn Common,
    table: Option<&TileTable>,
) -> Result<BTreeMap<u32, char>, TiledError> {
    let legend = TerrainLetters::of(common);
    let chosen = table.map(|table| table.letters(&legend)).transpose()?.unwrap_or_default();
    let used: BTreeSet<u32> = numbers.iter().map(|number| number & !TURNED).filter(|number| *number != 0).collect();
    let mut known = BTreeMap::new();
    for number in used {
        let names = tiles.names(number);
        let own = || tiles.tile(number)?.2.and_then(|tile| text(tile, "letter")).and_then(|text| legend.letter(text));
        let said = names.iter().find_map(|name| chosen.get(name.to_lowercase().as_str()).copied());
        if let Some(letter) = said.or_else(own).or_else(|| names.iter().find_map(|name| legend.named(name))) {
            known.insert(number, letter);
        }
    }
    Ok(known)
}
