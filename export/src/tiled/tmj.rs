//! A map as TMJ, Tiled's JSON format.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map as Table, Value as Json, json};

use super::VERSION;
use super::model::{Form, Image, LayerContent, Object, Properties, TiledLayer, TiledMap, Tileset, Value};

/// Writes `map`.
///
/// # Errors
/// `to` cannot be written.
pub(super) fn write(map: &TiledMap, to: &mut dyn Write) -> io::Result<()> {
    let hexes = map.hexes;
    let counts = map.layers.iter().map(|layer| match &layer.held {
        LayerContent::Objects { objects, .. } => objects.len(),
        _ => 0,
    });
    let objects: usize = counts.sum();
    let mut root = json!({
        "type": "map",
        "version": VERSION[0],
        "tiledversion": VERSION[1],
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": hexes.size[0],
        "height": hexes.size[1],
        "tilewidth": hexes.tile[0],
        "tileheight": hexes.tile[1],
        "infinite": false,
        "hexsidelength": hexes.side,
        "staggeraxis": if hexes.flat { "x" } else { "y" },
        "staggerindex": if hexes.even { "even" } else { "odd" },
        "compressionlevel": -1,
        "nextlayerid": map.layers.len() + 1,
        "nextobjectid": objects + 1,
    });
    add_properties(&mut root, &map.properties);
    serde_json::to_writer(&mut *to, &JsonMap { root, map })?;
    writeln!(to)
}

/// A map serialized part by part; as a single JSON value it would take gigabytes.
struct JsonMap<'m> {
    root: Json,
    map: &'m TiledMap,
}

impl Serialize for JsonMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut whole = serializer.serialize_map(None)?;
        for (key, value) in self.root.as_object().into_iter().flatten() {
            whole.serialize_entry(key, value)?;
        }
        whole.serialize_entry("tilesets", &JsonList(|| self.map.tilesets.iter().map(tileset)))?;
        let mut first = 1;
        let layers = self.map.layers.iter().enumerate().map(|(n, layer)| {
            let own = first;
            if let LayerContent::Objects { objects, .. } = &layer.held {
                first += objects.len();
            }
            JsonLayer { n: n + 1, layer, size: self.map.hexes.size, first: own }
        });
        whole.serialize_entry("layers", &layers.collect::<Vec<_>>())?;
        whole.end()
    }
}

/// A list whose items are created while they are written.
struct JsonList<F>(F);

impl<F, I> Serialize for JsonList<F>
where
    F: Fn() -> I,
    I: Iterator<Item = Json>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A layer with its number; `first` is the number of its first object.
struct JsonLayer<'m> {
    n: usize,
    layer: &'m TiledLayer,
    size: [u16; 2],
    first: usize,
}

impl Serialize for JsonLayer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sheet = serializer.serialize_map(None)?;
        for (key, value) in layer_of(self.n, self.layer, self.size).as_object().into_iter().flatten() {
            sheet.serialize_entry(key, value)?;
        }
        match &self.layer.held {
            LayerContent::Tiles(tiles) => sheet.serialize_entry("data", tiles)?,
            LayerContent::Objects { objects, .. } => {
                let each = || (self.first..).zip(objects).map(|(id, object)| object_of(id, object));
                sheet.serialize_entry("objects", &JsonList(each))?;
            }
            LayerContent::Image(_) => {}
        }
        sheet.end()
    }
}

/// Returns a length with the digits that TMX has for it.
fn short(length: f32) -> f64 {
    length.to_string().parse().unwrap_or_default()
}

fn add(value: &mut Json, key: &str, added: Json) {
    if let Some(table) = value.as_object_mut() {
        table.insert(key.to_owned(), added);
    }
}

fn add_properties(value: &mut Json, properties: &Properties) {
    if properties.is_empty() {
        return;
    }
    let property = |(name, value): &(String, Value)| match value {
        Value::Text(text) => json!({"name": name, "type": "string", "value": text}),
        Value::Int(number) => json!({"name": name, "type": "int", "value": number}),
        Value::Float(number) => json!({"name": name, "type": "float", "value": number}),
        Value::Bool(value) => json!({"name": name, "type": "bool", "value": value}),
    };
    add(value, "properties", properties.iter().map(property).collect());
}

fn add_image(value: &mut Json, image: &Image) {
    add(value, "image", json!(image.source));
    add(value, "imagewidth", json!(image.size[0]));
    add(value, "imageheight", json!(image.size[1]));
}

fn tileset(tileset: &Tileset) -> Json {
    let mut value = json!({
        "firstgid": tileset.first,
        "name": tileset.name,
        "tilewidth": tileset.tile[0],
        "tileheight": tileset.tile[1],
        "tilecount": tileset.tiles.len().max(1),
        "columns": tileset.columns,
        "margin": 0,
        "spacing": 0,
    });
    if let Some(image) = &tileset.image {
        add_image(&mut value, image);
    }
    let tiles = tileset.tiles.iter().map(|tile| {
        let mut value = json!({"id": tile.id, "type": tile.kind});
        add_properties(&mut value, &tile.properties);
        if let Some(image) = &tile.image {
            add_image(&mut value, image);
        }
        value
    });
    add(&mut value, "tiles", tiles.collect());
    value
}

/// Returns the fields of a layer, without its tiles or objects.
fn layer_of(n: usize, layer: &TiledLayer, size: [u16; 2]) -> Json {
    let mut value = json!({
        "id": n, "name": layer.name, "opacity": 1, "visible": !layer.hidden, "x": 0, "y": 0,
    });
    match &layer.held {
        LayerContent::Tiles(_) => {
            add(&mut value, "type", json!("tilelayer"));
            add(&mut value, "width", json!(size[0]));
            add(&mut value, "height", json!(size[1]));
        }
        LayerContent::Image(image) => {
            add(&mut value, "type", json!("imagelayer"));
            add_image(&mut value, image);
        }
        LayerContent::Objects { color, .. } => {
            add(&mut value, "type", json!("objectgroup"));
            add(&mut value, "draworder", json!("topdown"));
            if let Some(color) = color {
                add(&mut value, "color", json!(color));
            }
        }
    }
    value
}

fn object_of(id: usize, object: &Object) -> Json {
    let mut value = json!({
        "id": id,
        "name": object.name,
        "type": object.kind,
        "x": short(object.at.x),
        "y": short(object.at.y),
        "width": short(object.size.x),
        "height": short(object.size.y),
        "rotation": short(object.rotation),
        "visible": true,
    });
    match &object.form {
        Form::Point => add(&mut value, "point", json!(true)),
        Form::Area => {}
        Form::Line(points) => {
            let points = points.iter().map(|point| json!({"x": short(point.x), "y": short(point.y)}));
            add(&mut value, "polyline", points.collect());
        }
        Form::Text(words) => {
            let mut text = Table::new();
            text.insert("text".to_owned(), json!(words.text));
            text.insert("pixelsize".to_owned(), json!(words.pixels));
            text.insert("color".to_owned(), json!(words.color));
            text.insert("bold".to_owned(), json!(words.bold));
            text.insert("italic".to_owned(), json!(words.italic));
            text.insert("halign".to_owned(), json!("center"));
            text.insert("valign".to_owned(), json!("center"));
            add(&mut value, "text", Json::Object(text));
        }
        Form::Tile(number) => add(&mut value, "gid", json!(number)),
    }
    add_properties(&mut value, &object.properties);
    value
}
