//! Reading of TMJ, and of TSJ tileset files.

use std::fmt;
use std::marker::PhantomData;

use emath::{Vec2, pos2, vec2};
use serde::de::{self, DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

use super::super::model::{Form, Image, LayerContent, Object, Properties, Tile, TiledMap, TiledText, Tileset, Value};
use super::super::{LayerError, TiledFileError};
use super::data::decoded;
use super::layers::{Chunk, ReadLayers};
use super::{Head, TilesetReader};

/// A list limited to `MOST` items.
struct BoundedList<T, const MOST: usize>(Vec<T>);

impl<T, const MOST: usize> Default for BoundedList<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for BoundedList<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for All<T, MOST> {
            type Value = BoundedList<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(item) = items.next_element()? {
                    if all.len() == MOST {
                        return Err(de::Error::custom(format!("a list has more than {MOST} items")));
                    }
                    all.push(item);
                }
                Ok(BoundedList(all))
            }
        }

        deserializer.deserialize_seq(All(PhantomData))
    }
}

/// The tiles of a layer in either notation.
enum Data {
    Numbers(Vec<u32>),
    Packed(String),
}

impl Data {
    /// Returns the numbers of `count` tiles.
    fn numbers(self, compression: &str, count: usize) -> Result<Vec<u32>, LayerError> {
        match self {
            Self::Packed(text) => decoded("base64", compression, &text, count),
            Self::Numbers(all) if all.len() == count => Ok(all),
            Self::Numbers(_) => Err(LayerError::Miscounted { count }),
        }
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Data;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the numbers of tiles, or a text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Packed(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Data, A::Error> {
                let items = de::value::SeqAccessDeserializer::new(items);
                Ok(Data::Numbers(BoundedList::<u32, 1_000_000>::deserialize(items)?.0))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

#[derive(Deserialize)]
struct MapFile {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    orientation: String,
    #[serde(default)]
    infinite: bool,
    width: u32,
    height: u32,
    tilewidth: u32,
    tileheight: u32,
    #[serde(default)]
    hexsidelength: u32,
    #[serde(default = "axis")]
    staggeraxis: String,
    #[serde(default = "index")]
    staggerindex: String,
    #[serde(default)]
    properties: BoundedList<PropertyFile, 10_000>,
    #[serde(default)]
    tilesets: BoundedList<TilesetFile, 1000>,
    #[serde(default)]
    layers: BoundedList<LayerFile, 1000>,
}

fn axis() -> String {
    "y".to_owned()
}

fn index() -> String {
    "odd".to_owned()
}

#[derive(Deserialize)]
struct PropertyFile {
    name: String,
    value: Json,
}

#[derive(Deserialize)]
struct TilesetFile {
    #[serde(default)]
    firstgid: u32,
    source: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    tilewidth: u32,
    #[serde(default)]
    tileheight: u32,
    #[serde(default)]
    tiles: BoundedList<TileFile, 65_536>,
}

#[derive(Deserialize)]
struct TileFile {
    id: u32,
    image: Option<String>,
    #[serde(rename = "type", alias = "class", default)]
    kind: String,
    #[serde(default)]
    properties: BoundedList<PropertyFile, 1000>,
}

#[derive(Deserialize)]
struct LayerFile {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    offsetx: f32,
    #[serde(default)]
    offsety: f32,
    data: Option<Data>,
    #[serde(default)]
    compression: String,
    chunks: Option<BoundedList<ChunkFile, 100_000>>,
    #[serde(default)]
    objects: BoundedList<ObjectFile, 200_000>,
    #[serde(default)]
    layers: BoundedList<LayerFile, 1000>,
}

#[derive(Deserialize)]
struct ChunkFile {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    data: Data,
}

#[derive(Deserialize)]
struct ObjectFile {
    x: f32,
    y: f32,
    #[serde(default)]
    width: f32,
    #[serde(default)]
    height: f32,
    #[serde(default)]
    rotation: f32,
    #[serde(default)]
    name: String,
    #[serde(rename = "type", alias = "class", default)]
    kind: String,
    gid: Option<u32>,
    #[serde(default)]
    point: bool,
    polyline: Option<BoundedList<PointFile, 100_000>>,
    text: Option<TextFile>,
    #[serde(default)]
    properties: BoundedList<PropertyFile, 1000>,
}

#[derive(Deserialize)]
struct PointFile {
    x: f32,
    y: f32,
}

#[derive(Deserialize)]
struct TextFile {
    #[serde(default)]
    text: String,
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, TiledFileError> {
    Ok(serde_json::from_str(text)?)
}

/// Parses a map; `beside` reads its tilesets.
///
/// # Errors
/// The text is no valid map.
pub(super) fn map(text: &str, beside: TilesetReader<'_>) -> Result<TiledMap, TiledFileError> {
    let file: MapFile = parsed(text)?;
    if file.kind != "map" {
        return Err(TiledFileError::OtherType(file.kind));
    }
    let head = Head {
        orientation: &file.orientation,
        infinite: file.infinite,
        size: [file.width, file.height],
        tile: [file.tilewidth, file.tileheight],
        side: file.hexsidelength,
        axis: &file.staggeraxis,
        index: &file.staggerindex,
    };
    let hexes = head.hexes()?;
    let properties = properties(file.properties.0);
    let mut map = TiledMap { hexes, properties, tilesets: Vec::new(), layers: Vec::new() };
    for tileset in file.tilesets.0 {
        let first = tileset.firstgid;
        let read = match &tileset.source {
            Some(source) => beside(source)?,
            None => tileset.read(),
        };
        map.tilesets.push(Tileset { first, ..read });
    }
    let mut read = ReadLayers::of(map, file.infinite);
    for layer in file.layers.0 {
        layer.read(&mut read, Vec2::ZERO)?;
    }
    Ok(read.finish()?)
}

/// Parses a tileset file.
///
/// # Errors
/// The text is no valid tileset.
pub(super) fn tileset_file(text: &str) -> Result<Tileset, TiledFileError> {
    parsed::<TilesetFile>(text).map(TilesetFile::read)
}

fn properties(files: Vec<PropertyFile>) -> Properties {
    let read = files.into_iter().filter_map(|file| {
        let value = match file.value {
            Json::String(text) => Value::Text(text),
            Json::Bool(value) => Value::Bool(value),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Value::Int(number),
                None => Value::Float(number.as_f64()?),
            },
            Json::Null | Json::Array(_) | Json::Object(_) => return None,
        };
        Some((file.name, value))
    });
    read.collect()
}

impl TilesetFile {
    fn read(self) -> Tileset {
        let tiles = self.tiles.0.into_iter().map(|tile| {
            let properties = properties(tile.properties.0);
            let image = tile.image.map(|source| Image { source, ..Image::default() });
            Tile { id: tile.id, kind: tile.kind, image, properties }
        });
        let tile = [self.tilewidth, self.tileheight];
        Tileset { first: 0, name: self.name, tile, columns: 0, image: None, tiles: tiles.collect() }
    }
}

impl LayerFile {
    /// Adds the layer, or the layers of a group, to `read`, with objects offset by `by`. The nesting is limited by the
    /// JSON parser.
    fn read(self, read: &mut ReadLayers, by: Vec2) -> Result<(), LayerError> {
        let by = by + vec2(self.offsetx, self.offsety);
        let held = match self.kind.as_str() {
            "tilelayer" if read.infinite() => {
                let chunks = self.chunks.unwrap_or_default().0.into_iter().map(|chunk| {
                    let size = [chunk.width, chunk.height];
                    let count = read.chunk(size)?;
                    Ok(Chunk::new([chunk.x, chunk.y], size, chunk.data.numbers(&self.compression, count)?))
                });
                let chunks = chunks.collect::<Result<_, LayerError>>()?;
                read.push_chunks(self.name, false, chunks);
                return Ok(());
            }
            "tilelayer" if self.chunks.is_some() => {
                return Err(LayerError::Chunked);
            }
            "tilelayer" => {
                let data = self.data.ok_or(LayerError::Empty)?;
                LayerContent::Tiles(data.numbers(&self.compression, read.whole()?)?)
            }
            "imagelayer" => LayerContent::Image(Image::default()),
            "objectgroup" => {
                let objects = self.objects.0.into_iter().map(|object| object.read(by)).collect();
                LayerContent::Objects { color: None, objects }
            }
            "group" => return self.layers.0.into_iter().try_for_each(|layer| layer.read(read, by)),
            _ => return Ok(()),
        };
        read.push(self.name, false, held);
        Ok(())
    }
}

impl ObjectFile {
    fn read(self, by: Vec2) -> Object {
        let form = if let Some(number) = self.gid {
            Form::Tile(number)
        } else if let Some(text) = self.text {
            Form::Text(TiledText { text: text.text, ..TiledText::default() })
        } else if let Some(line) = self.polyline {
            Form::Line(line.0.into_iter().map(|point| vec2(point.x, point.y)).collect())
        } else if self.point {
            Form::Point
        } else {
            Form::Area
        };
        Object {
            name: self.name,
            kind: self.kind,
            at: pos2(self.x, self.y) + by,
            size: vec2(self.width, self.height),
            rotation: self.rotation,
            form,
            properties: properties(self.properties.0),
        }
    }
}
