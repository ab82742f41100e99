//! A map as TMJ.

use std::io::{self, Write};

use serde_json::{Map as Table, Value as Json, json};

use super::VERSION;
use super::model::{Form, Held, Image, Layer, Map, Object, Properties, Tileset, Value};

/// Writes `map`.
///
/// # Errors
/// When `to` cannot be written.
pub(super) fn write(map: &Map, to: &mut dyn Write) -> io::Result<()> {
    let hexes = map.hexes;
    let mut id = 0;
    let layers: Vec<Json> = (1..).zip(&map.layers).map(|(n, layer)| layer_of(n, layer, hexes.size, &mut id)).collect();
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
        "nextobjectid": id + 1,
        "tilesets": map.tilesets.iter().map(tileset).collect::<Vec<_>>(),
        "layers": layers,
    });
    add_properties(&mut root, &map.properties);
    serde_json::to_writer(&mut *to, &root)?;
    writeln!(to)
}

/// A length with the digits that it is written with in XML.
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

fn layer_of(n: usize, layer: &Layer, size: [u16; 2], id: &mut usize) -> Json {
    let mut value = json!({
        "id": n, "name": layer.name, "opacity": 1, "visible": !layer.hidden, "x": 0, "y": 0,
    });
    match &layer.held {
        Held::Tiles(tiles) => {
            add(&mut value, "type", json!("tilelayer"));
            add(&mut value, "width", json!(size[0]));
            add(&mut value, "height", json!(size[1]));
            add(&mut value, "data", json!(tiles));
        }
        Held::Image(image) => {
            add(&mut value, "type", json!("imagelayer"));
            add_image(&mut value, image);
        }
        Held::Objects { color, objects } => {
            add(&mut value, "type", json!("objectgroup"));
            add(&mut value, "draworder", json!("topdown"));
            if let Some(color) = color {
                add(&mut value, "color", json!(color));
            }
            let objects = objects.iter().map(|object| {
                *id += 1;
                object_of(*id, object)
            });
            add(&mut value, "objects", objects.collect());
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
