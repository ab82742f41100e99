//! Terrain of tiles, from a table, or from a tile's letter, class, name or picture file.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Common, DocPath, Letter, Look, Scenario, table};
use serde_json::Value as Json;

use super::super::TiledError;
use super::super::model::{Tile, TiledMap, Tileset, Value};
use super::TURNED;
use crate::import::{is_noun, words};

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

    /// Returns the letter of the terrain called `name`, or else of the only terrain with that look. Only letters and digits
    /// of names count.
    fn named(&self, name: &str) -> Option<char> {
        let name = plain(name);
        let named = self.0.iter().find(|(_, known, _)| plain(known) == name);
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
            names.extend(text(tile, "type").map(str::to_owned));
            let picture = tile.image.as_ref().and_then(|image| image.source.rsplit(['/', '\\']).next());
            names.extend(picture.map(|file| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()));
        }
        names.retain(|name| !name.is_empty());
        names
    }

    /// Returns the name that a terrain made of the tile would have: its class, type or name, or the name of its picture.
    fn terrain_name(&self, number: u32) -> Option<String> {
        let tile = self.tile(number)?.2?;
        let picture = tile.image.as_ref().and_then(|image| image.source.rsplit(['/', '\\']).next());
        let picture = picture.map(|file| file.rsplit_once('.').map_or(file, |(stem, _)| stem));
        let mut names =
            [Some(tile.kind.as_str()), text(tile, "type"), text(tile, "name"), picture].into_iter().flatten();
        let name = names.find(|name| !plain(name).is_empty())?;
        let words: String = name.chars().take(60).map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).collect();
        let mut letters = words.trim().chars();
        let first = letters.next()?;
        Some(first.to_uppercase().chain(letters).collect())
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

/// Returns the letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The most terrains made of tiles.
const MOST_TERRAINS: usize = 60;

/// Adds a terrain to `scenario` for each name of tiles among `numbers` that is not the name of one. It has the values of the
/// terrain of the same look, or else of the first terrain. Returns the names of the new terrains, each with that of the
/// terrain whose values it has.
///
/// # Errors
/// The table names a terrain that the scenario lacks.
pub(super) fn add_terrains(
    tiles: &Tiles<'_>,
    numbers: &[u32],
    scenario: &mut Scenario,
    table: Option<&TileTable>,
) -> Result<Vec<(String, String)>, TiledError> {
    let known = letters(tiles, numbers, scenario.common(), table)?;
    let used: BTreeSet<u32> = numbers.iter().map(|number| number & !TURNED).filter(|number| *number != 0).collect();
    let names: BTreeMap<String, String> = used
        .iter()
        .filter(|number| !known.contains_key(number))
        .filter_map(|number| tiles.terrain_name(*number))
        .map(|name| (plain(&name), name))
        .collect();
    let rows: Vec<(Letter, String, Look)> =
        scenario.common().terrain().into_iter().map(|row| (row.letter, row.name.to_owned(), row.look)).collect();
    let mut taken: BTreeSet<char> = rows.iter().map(|(letter, ..)| letter.0).collect();
    let mut added = Vec::new();
    for (plain, name) in names.into_iter().take(MOST_TERRAINS) {
        let look = look_of(&name);
        let model = rows.iter().find(|(.., own)| Some(*own) == look && *own != Look::Clear).or(rows.first());
        let (Some((model, model_name, _)), Some(letter)) = (model, free_letter(&plain, &taken)) else { break };
        let path = |letter: char| DocPath::root().key("map").key("terrain").key(letter.to_string());
        let Some(mut row) = scenario.get(&path(model.0)).filter(Json::is_object) else { break };
        row["name"] = name.as_str().into();
        if let Some(look) = look.and_then(|look| serde_json::to_value(look).ok()) {
            row["look"] = look;
        }
        if scenario.set(&path(letter), Some(row)).is_ok() {
            taken.insert(letter);
            added.push((name, model_name.clone()));
        }
    }
    Ok(added)
}

/// Returns the look that a word of the name of a terrain suggests.
fn look_of(name: &str) -> Option<Look> {
    const NOUNS: [(&str, Look); 30] = [
        ("wood", Look::Woods),
        ("forest", Look::Woods),
        ("tree", Look::Woods),
        ("wooded", Look::Woods),
        ("woodland", Look::Woods),
        ("orchard", Look::Woods),
        ("town", Look::Town),
        ("city", Look::Town),
        ("cities", Look::Town),
        ("village", Look::Village),
        ("hamlet", Look::Village),
        ("farm", Look::Farm),
        ("hill", Look::Hill),
        ("mountain", Look::Hill),
        ("ridge", Look::Hill),
        ("rough", Look::Rough),
        ("broken", Look::Rough),
        ("ravine", Look::Rough),
        ("desert", Look::Rough),
        ("marsh", Look::Marsh),
        ("marshland", Look::Marsh),
        ("swamp", Look::Marsh),
        ("bog", Look::Marsh),
        ("water", Look::Water),
        ("lake", Look::Water),
        ("sea", Look::Water),
        ("river", Look::Water),
        ("fort", Look::Fort),
        ("fortress", Look::Fort),
        ("castle", Look::Fort),
    ];
    let words = words(name);
    NOUNS.iter().find(|(noun, _)| words.iter().any(|word| is_noun(word, noun))).map(|(_, look)| *look)
}

/// Returns a letter for the terrain called `name` that is not `taken`: one of its own, if possible.
fn free_letter(name: &str, taken: &BTreeSet<char>) -> Option<char> {
    let own = name.chars().filter(char::is_ascii_alphabetic).flat_map(|c| [c, c.to_ascii_uppercase()]);
    own.chain('a'..='z').chain('A'..='Z').chain('0'..='9').find(|letter| !taken.contains(letter))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_tell_a_look() {
        for (name, look) in [
            ("Woods", Some(Look::Woods)),
            ("light_woods-02", Some(Look::Woods)),
            ("DeepSea", Some(Look::Water)),
            ("CITIES", Some(Look::Town)),
            ("Fortress of Metz", Some(Look::Fort)),
            ("Search light", None),
            ("Comfortable", None),
            ("Electricity", None),
            ("Streets", None),
            ("Woodward", None),
        ] {
            assert_eq!(look_of(name), look, "{name}");
        }
    }
}
