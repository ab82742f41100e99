//! Reading of TMX, and of TSX tileset files.

use emath::{Vec2, pos2, vec2};
use roxmltree::Node;

use super::super::model::{Form, Image, LayerContent, Object, Properties, Tile, TiledMap, TiledText, Tileset, Value};
use super::super::{LayerError, TiledFileError};
use super::data::decoded;
use super::layers::{Chunk, ReadLayers};
use super::{Head, TilesetReader};
use crate::archive::xml;

/// The deepest nesting of layer groups.
const DEEPEST: usize = 16;

type TmxElement<'a> = Node<'a, 'a>;

/// Parses a map; `beside` reads its tilesets.
///
/// # Errors
/// The text is no valid map.
pub(super) fn map(text: &str, beside: TilesetReader<'_>) -> Result<TiledMap, TiledFileError> {
    let document = xml(text, "it")?;
    let root = document.root_element();
    if !root.has_tag_name("map") {
        return Err(TiledFileError::OtherRoot(root.tag_name().name().to_owned()));
    }
    let word = |name| root.attribute(name);
    let head = Head {
        orientation: word("orientation").unwrap_or_default(),
        infinite: word("infinite").is_some_and(|infinite| infinite != "0"),
        size: [whole(root, "width")?, whole(root, "height")?],
        tile: [whole(root, "tilewidth")?, whole(root, "tileheight")?],
        side: whole(root, "hexsidelength")?,
        axis: word("staggeraxis").unwrap_or("y"),
        index: word("staggerindex").unwrap_or("odd"),
    };
    let mut map =
        TiledMap { hexes: head.hexes()?, properties: properties(root), tilesets: Vec::new(), layers: Vec::new() };
    for node in elements(root, "tileset") {
        let mut read = match node.attribute("source") {
            Some(source) => beside(source)?,
            None => tileset(node)?,
        };
        read.first = whole(node, "firstgid")?;
        map.tilesets.push(read);
    }
    let mut read = ReadLayers::of(map, head.infinite);
    layers(root, &mut read, Vec2::ZERO, 0)?;
    Ok(read.finish()?)
}

/// Parses a tileset file.
///
/// # Errors
/// The text is no valid tileset.
pub(super) fn tileset_file(text: &str) -> Result<Tileset, TiledFileError> {
    let document = xml(text, "it")?;
    let root = document.root_element();
    if root.has_tag_name("tileset") { tileset(root) } else { Err(TiledFileError::NotATileset) }
}

fn elements<'a>(node: TmxElement<'a>, name: &'static str) -> impl Iterator<Item = TmxElement<'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// Returns the error for the attribute `name` with the malformed value `text`.
fn misread(node: TmxElement<'_>, name: &str, text: &str, kind: &'static str) -> TiledFileError {
    let element = node.tag_name().name().to_owned();
    TiledFileError::Attribute { element, name: name.to_owned(), text: text.to_owned(), kind }
}

/// Parses an attribute as a whole number; 0 if missing.
fn whole(node: TmxElement<'_>, name: &str) -> Result<u32, TiledFileError> {
    let Some(text) = node.attribute(name) else { return Ok(0) };
    text.parse().map_err(|_| misread(node, name, text, "whole number"))
}

/// Parses an attribute as a whole number, possibly negative; 0 if missing.
fn place(node: TmxElement<'_>, name: &str) -> Result<i32, TiledFileError> {
    let Some(text) = node.attribute(name) else { return Ok(0) };
    text.parse().map_err(|_| misread(node, name, text, "whole number"))
}

/// Parses an attribute as a finite number; 0 if missing.
fn number(node: TmxElement<'_>, name: &str) -> Result<f32, TiledFileError> {
    let Some(text) = node.attribute(name) else { return Ok(0.0) };
    let number = text.parse::<f32>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| misread(node, name, text, "number"))
}

fn word(node: TmxElement<'_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

/// Returns the class of a tile or object, which older versions call its type.
fn kind(node: TmxElement<'_>) -> String {
    node.attribute("type").or(node.attribute("class")).unwrap_or_default().to_owned()
}

fn properties(node: TmxElement<'_>) -> Properties {
    let all = elements(node, "properties").flat_map(|list| elements(list, "property"));
    let read = all.filter_map(|property| {
        let text = property.attribute("value").or(property.text()).unwrap_or_default();
        let value = match property.attribute("type") {
            Some("int") => Value::Int(text.parse().ok()?),
            Some("float") => Value::Float(text.parse().ok()?),
            Some("bool") => Value::Bool(text == "true"),
            _ => Value::Text(text.to_owned()),
        };
        Some((property.attribute("name")?.to_owned(), value))
    });
    read.collect()
}

fn image(node: TmxElement<'_>) -> Result<Option<Image>, TiledFileError> {
    let Some(image) = elements(node, "image").next() else { return Ok(None) };
    Ok(Some(Image { source: word(image, "source"), size: [whole(image, "width")?, whole(image, "height")?] }))
}

fn tileset(node: TmxElement<'_>) -> Result<Tileset, TiledFileError> {
    let mut tiles = Vec::new();
    for tile in elements(node, "tile") {
        let (id, kind) = (whole(tile, "id")?, kind(tile));
        tiles.push(Tile { id, kind, image: image(tile)?, properties: properties(tile) });
    }
    Ok(Tileset {
        first: 0,
        name: word(node, "name"),
        tile: [whole(node, "tilewidth")?, whole(node, "tileheight")?],
        columns: whole(node, "columns")?,
        image: image(node)?,
        tiles,
    })
}

/// Reads the layers within `node`, groups included, with objects offset by `by`.
fn layers(node: TmxElement<'_>, read: &mut ReadLayers, by: Vec2, deep: usize) -> Result<(), TiledFileError> {
    if deep > DEEPEST {
        return Err(LayerError::TooDeep.into());
    }
    for child in node.children().filter(Node::is_element) {
        let by = by + vec2(number(child, "offsetx")?, number(child, "offsety")?);
        let (name, hidden) = (word(child, "name"), child.attribute("visible") == Some("0"));
        let held = match child.tag_name().name() {
            "layer" if read.infinite() => {
                let chunks = chunks(child, read)?;
                read.push_chunks(name, hidden, chunks);
                continue;
            }
            "layer" => LayerContent::Tiles(tiles(child, read)?),
            "imagelayer" => LayerContent::Image(image(child)?.unwrap_or_default()),
            "objectgroup" => {
                let objects = elements(child, "object").map(|node| object(node, by)).collect::<Result<_, _>>()?;
                LayerContent::Objects { color: child.attribute("color").map(str::to_owned), objects }
            }
            "group" => {
                layers(child, read, by, deep + 1)?;
                continue;
            }
            _ => continue,
        };
        read.push(name, hidden, held);
    }
    Ok(())
}

fn tiles(layer: TmxElement<'_>, read: &mut ReadLayers) -> Result<Vec<u32>, TiledFileError> {
    let Some(data) = elements(layer, "data").next() else { return Err(LayerError::Empty.into()) };
    if elements(data, "chunk").next().is_some() {
        return Err(LayerError::Chunked.into());
    }
    numbers(data, data, read.whole()?)
}

/// Reads the chunks of a layer of an infinite map.
fn chunks(layer: TmxElement<'_>, read: &mut ReadLayers) -> Result<Vec<Chunk>, TiledFileError> {
    let Some(data) = elements(layer, "data").next() else { return Err(LayerError::Empty.into()) };
    let chunk = |chunk: TmxElement<'_>| {
        let size = [whole(chunk, "width")?, whole(chunk, "height")?];
        let at = [place(chunk, "x")?, place(chunk, "y")?];
        let count = read.chunk(size)?;
        Ok(Chunk::new(at, size, numbers(data, chunk, count)?))
    };
    elements(data, "chunk").map(chunk).collect()
}

/// Decodes `count` tile numbers within `node`, in the encoding of `data`.
fn numbers(data: TmxElement<'_>, node: TmxElement<'_>, count: usize) -> Result<Vec<u32>, TiledFileError> {
    let packed = data.attribute("compression").unwrap_or_default();
    if let Some(encoding) = data.attribute("encoding") {
        return Ok(decoded(encoding, packed, node.text().unwrap_or_default(), count)?);
    }
    let all: Vec<u32> = elements(node, "tile").map(|tile| whole(tile, "gid")).collect::<Result<_, _>>()?;
    if all.len() == count { Ok(all) } else { Err(LayerError::Miscounted { count }.into()) }
}

fn object(node: TmxElement<'_>, by: Vec2) -> Result<Object, TiledFileError> {
    let child = |name| elements(node, name).next();
    let form = if node.has_attribute("gid") {
        Form::Tile(whole(node, "gid")?)
    } else if let Some(text) = child("text") {
        Form::Text(TiledText { text: text.text().unwrap_or_default().to_owned(), ..TiledText::default() })
    } else if let Some(line) = child("polyline") {
        Form::Line(points(line.attribute("points").unwrap_or_default())?)
    } else if child("point").is_some() {
        Form::Point
    } else {
        Form::Area
    };
    Ok(Object {
        name: word(node, "name"),
        kind: kind(node),
        at: pos2(number(node, "x")?, number(node, "y")?) + by,
        size: vec2(number(node, "width")?, number(node, "height")?),
        rotation: number(node, "rotation")?,
        form,
        properties: properties(node),
    })
}

fn points(text: &str) -> Result<Vec<Vec2>, LayerError> {
    let read = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        let [x, y] = [x, y].map(|length| length.parse::<f32>().ok().filter(|length| length.is_finite()));
        Some(vec2(x?, y?))
    };
    let points = text.split_whitespace().map(read).collect::<Option<Vec<Vec2>>>();
    points.ok_or(LayerError::Point)
}
