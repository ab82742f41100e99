//! Conversion of a scenario into a Tiled map.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use battlewright_schema::{Counter, DocPath, Letter, Scenario, Start, VOID};
use emath::{Vec2, vec2};

use super::TiledError;
use super::fields::flat;
use super::hexes::Hexes;
use super::images::{ACROSS, COUNTER, TilePicture, TileSubject, over_size, sheet_size};
use super::model::{Form, Image, LayerContent, Object, Tile, TiledLayer, TiledMap, Tileset, Value};
use super::{COMING, LEVELS, OVER, TERRAIN, UNITS, ZONED, objects};
use crate::draw::Counters;
use crate::scene::Options;

/// A map with its pictures; paths are relative to the map's folder.
pub(crate) struct BuiltMap {
    pub(crate) map: TiledMap,
    pub(crate) pictures: Vec<TilePicture>,
}

/// The sections represented on the map, which need no properties.
const ON_MAP: [&str; 9] = ["road", "hexside", "place", "label", "entry", "exit", "zone", "unit", "map"];

struct Builder<'s> {
    scenario: &'s Scenario,
    hexes: Hexes,
    folder: &'s str,
    made: BuiltMap,
    /// The next free tile number.
    next: u32,
}

/// Builds the map of `scenario`, with pictures in `folder` beside it.
///
/// # Errors
/// The numbering does not place the hexes.
pub(crate) fn build(scenario: &Scenario, options: &Options, folder: &str) -> Result<BuiltMap, TiledError> {
    let common = scenario.common();
    common.grid().map_err(TiledError::Unplaced)?;
    let hexes = Hexes::of(common);
    let map = TiledMap { hexes, properties: about(scenario), tilesets: Vec::new(), layers: Vec::new() };
    let mut builder = Builder { scenario, hexes, folder, made: BuiltMap { map, pictures: Vec::new() }, next: 1 };
    builder.terrain();
    builder.levels();
    builder.over();
    builder.made.map.layers.extend(objects::layers(scenario, hexes));
    if options.units {
        builder.counters();
    }
    Ok(builder.made)
}

/// Returns the map properties: the values of the scenario that are not on the map.
fn about(scenario: &Scenario) -> Vec<(String, Value)> {
    let mut rest = scenario.get(&DocPath::root()).unwrap_or_default();
    let mut ground = serde_json::Value::Null;
    if let Some(sections) = rest.as_object_mut() {
        ground = sections.get("map").cloned().unwrap_or_default();
        sections.retain(|key, _| !ON_MAP.contains(&key.as_str()));
    }
    if let Some(fields) = ground.as_object_mut() {
        fields.retain(|key, _| !matches!(key.as_str(), "hexes" | "levels"));
    }
    let ground = serde_json::json!({ "map": ground });
    flat(&rest).into_iter().chain(flat(&ground)).collect()
}

impl Builder<'_> {
    fn picture(&mut self, name: &str, of: TileSubject, size: [u32; 2]) -> Image {
        let source = format!("{}/{name}", self.folder);
        self.made.pictures.push(TilePicture { path: PathBuf::from(&source), of });
        Image { source, size }
    }

    /// Adds a tileset with one picture and returns its first tile number.
    fn tileset(&mut self, name: &str, of: TileSubject, tiles: Vec<Tile>) -> u32 {
        let first = self.next;
        let image = self.picture(&format!("{name}.png"), of, sheet_size(self.hexes, tiles.len()));
        let count = u32::try_from(tiles.len()).unwrap_or(u32::MAX);
        self.next = self.next.saturating_add(count.max(1));
        let columns = count.clamp(1, u32::try_from(ACROSS).unwrap_or(1));
        let tile = self.hexes.tile.map(u32::from);
        self.made.map.tilesets.push(Tileset { first, name: name.to_owned(), tile, columns, image: Some(image), tiles });
        first
    }

    /// Adds a tile layer with the tiles of `letters` at the characters of `rows`.
    fn tiles(&mut self, name: &str, first: u32, letters: &[char], rows: &battlewright_schema::HexRows) {
        let [columns, lines] = self.hexes.size;
        let number = |letter: char| {
            let at = letters.iter().position(|known| *known == letter)?;
            Some(first + u32::try_from(at).ok()?)
        };
        let cells = (0..lines).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let numbers = cells.map(|(column, row)| rows.get(column.into(), row.into()).and_then(number).unwrap_or(0));
        let held = LayerContent::Tiles(numbers.collect());
        self.made.map.layers.push(TiledLayer { name: name.to_owned(), hidden: false, held });
    }

    fn terrain(&mut self) {
        let common = self.scenario.common();
        let legend = common.terrain();
        let mut letters: Vec<char> = legend.iter().map(|terrain| terrain.letter.0).collect();
        let met: BTreeSet<char> = common.hexes().0.iter().flatten().copied().collect();
        letters.extend(met.into_iter().filter(|met| *met != VOID && legend.iter().all(|known| known.letter.0 != *met)));
        let tiles = (0_u32..).zip(&letters).map(|(id, letter)| {
            let path = DocPath::root().key("map").key("terrain").key(letter.to_string());
            let mut properties = vec![("letter".to_owned(), Value::Text(letter.to_string()))];
            properties.extend(self.scenario.get(&path).map(|row| flat(&row)).unwrap_or_default());
            let look = legend.iter().find(|known| known.letter.0 == *letter).map(|known| known.look);
            let look = look.and_then(|look| serde_json::to_value(look).ok());
            if let Some(look) = look.as_ref().and_then(serde_json::Value::as_str)
                && properties.iter().all(|(name, _)| name != "look")
            {
                properties.push(("look".to_owned(), Value::Text(look.to_owned())));
            }
            Tile { id, kind: "terrain".to_owned(), image: None, properties }
        });
        let tiles = tiles.collect();
        let drawn: Vec<Letter> = letters.iter().copied().map(Letter).collect();
        let first = self.tileset(TERRAIN, TileSubject::Terrain(drawn), tiles);
        self.tiles(TERRAIN, first, &letters, common.hexes());
    }

    fn levels(&mut self) {
        let common = self.scenario.common();
        let Some(rows) = common.levels() else { return };
        let met: BTreeSet<char> = rows.0.iter().flatten().copied().filter(|level| *level != VOID).collect();
        // All digits, so that every level is available for painting.
        let letters: Vec<char> = ('0'..='9').chain(met.into_iter().filter(|level| !level.is_ascii_digit())).collect();
        let tiles = (0_u32..).zip(&letters).map(|(id, level)| {
            let properties = vec![("level".to_owned(), Value::Text(level.to_string()))];
            Tile { id, kind: "level".to_owned(), image: None, properties }
        });
        let tiles = tiles.collect();
        let first = self.tileset(LEVELS, TileSubject::Levels(letters.clone()), tiles);
        self.tiles(LEVELS, first, &letters, rows);
    }

    fn over(&mut self) {
        if let Some(size) = over_size(self.hexes) {
            let image = self.picture("drawn.png", TileSubject::Over, size);
            self.made.map.layers.push(TiledLayer {
                name: OVER.to_owned(),
                hidden: false,
                held: LayerContent::Image(image),
            });
        }
    }

    /// Adds the counters: at their hexes, at their entries or in their zones.
    fn counters(&mut self) {
        let common = self.scenario.common();
        let crowd = Counters::of(self.scenario, &Arc::default());
        let first = self.next;
        let size = [u32::from(COUNTER); 2];
        let mut tiles = Vec::new();
        let mut placed: [Vec<(Option<battlewright_schema::Cell>, Object)>; 3] = Default::default();
        let mut index = 0;
        let Ok(grid) = common.grid() else { return };
        let first_hex = |hexes: &[battlewright_schema::HexId]| hexes.first().and_then(|hex| grid.cell(hex));
        while let Some(counter) = crowd.counter(index) {
            let image = self.picture(&format!("counter-{:04}.png", index + 1), TileSubject::Counter(index), size);
            let id = u32::try_from(index).unwrap_or(u32::MAX);
            tiles.push(Tile { id, kind: "counter".to_owned(), image: Some(image), properties: Vec::new() });
            index += 1;
            let Some(unit) = common.counter(counter) else { continue };
            let (layer, cell) = match &unit.start {
                Start::Nowhere | Start::OnTable(_) => continue,
                Start::At(hex) => (0, grid.cell(hex)),
                Start::Enters { at, .. } => {
                    let entry = common.entries().iter().find(|entry| entry.id == *at);
                    (1, entry.and_then(|entry| first_hex(&entry.hexes)))
                }
                Start::Zone(zone) => {
                    let zones = common.zones();
                    (2, zones.iter().find(|known| known.id == zone).and_then(|zone| first_hex(zone.hexes)))
                }
            };
            let mut properties = self.scenario.get(&counter.path()).map(|row| flat(&row)).unwrap_or_default();
            properties.retain(|(name, _)| name != "id");
            properties.insert(0, ("id".to_owned(), Value::Text(unit.id.to_string())));
            if properties.iter().all(|(name, _)| name != "side") {
                properties.push(("side".to_owned(), Value::Text(unit.side.to_string())));
            }
            let kind = if matches!(counter, Counter::Hq(_)) { "hq" } else { "unit" };
            let object = Object {
                name: unit.name.to_owned(),
                kind: kind.to_owned(),
                at: emath::Pos2::ZERO,
                size: Vec2::splat(COUNTER.into()),
                rotation: 0.0,
                form: Form::Tile(first.saturating_add(id)),
                properties,
            };
            if let Some(slot) = placed.get_mut(layer) {
                slot.push((cell, object));
            }
        }
        if tiles.is_empty() {
            return;
        }
        self.next = self.next.saturating_add(u32::try_from(tiles.len()).unwrap_or(u32::MAX));
        let name = "counters".to_owned();
        self.made.map.tilesets.push(Tileset { first, name, tile: size, columns: 0, image: None, tiles });
        for ((name, hidden), objects) in [(UNITS, false), (COMING, true), (ZONED, true)].into_iter().zip(placed) {
            let objects = stacked(self.hexes, objects);
            let held = LayerContent::Objects { color: None, objects };
            self.made.map.layers.push(TiledLayer { name: name.to_owned(), hidden, held });
        }
    }
}

/// Positions counters in their hexes; stacked ones are shifted apart, less so in higher stacks.
fn stacked(hexes: Hexes, placed: Vec<(Option<battlewright_schema::Cell>, Object)>) -> Vec<Object> {
    let mut counts = std::collections::BTreeMap::new();
    for (cell, _) in &placed {
        *counts.entry(*cell).or_insert((0_u16, 0_u16)) = (counts.get(cell).map_or(0, |(count, _)| *count) + 1, 0);
    }
    let mut objects = Vec::new();
    for (cell, mut object) in placed {
        let Some((count, met)) = counts.get_mut(&cell) else { continue };
        let apart = 9.0_f32.min(36.0 / f32::from(*count));
        let shift = vec2(1.0, -1.0) * (f32::from(*met) - (f32::from(*count) - 1.0) / 2.0) * apart;
        *met += 1;
        // Counters without a hex lie beside the map.
        let center = cell.map_or(emath::pos2(-60.0, -60.0), |cell| hexes.center(cell)) + shift;
        object.at = center + vec2(-object.size.x, object.size.y) / 2.0;
        objects.push(object);
    }
    objects
}
