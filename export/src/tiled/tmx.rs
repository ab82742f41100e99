//! A map as TMX, Tiled's XML format.

use std::io::{self, Write};

use battlewright_schema::common::characters::held;
use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::VERSION;
use super::model::{Form, Image, LayerContent, Object, Properties, TiledLayer, TiledMap, TiledText, Tileset, Value};

struct Xml<W: Write>(Writer<W>);

/// Attributes by name.
type Attributes<'a> = Vec<(&'a str, String)>;

/// Writes `map`.
///
/// # Errors
/// `to` cannot be written.
pub(super) fn write(map: &TiledMap, to: &mut dyn Write) -> io::Result<()> {
    let mut xml = Xml(Writer::new_with_indent(to, b' ', 1));
    xml.0.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let hexes = map.hexes;
    let objects = map.layers.iter().map(|layer| match &layer.held {
        LayerContent::Objects { objects, .. } => objects.len(),
        _ => 0,
    });
    let next = objects.sum::<usize>() + 1;
    let [columns, rows] = hexes.size;
    let mut head = vec![("version", VERSION[0].to_owned()), ("tiledversion", VERSION[1].to_owned())];
    for (name, text) in [("orientation", "hexagonal"), ("renderorder", "right-down")] {
        head.push((name, text.to_owned()));
    }
    head.extend([
        ("width", columns.to_string()),
        ("height", rows.to_string()),
        ("tilewidth", hexes.tile[0].to_string()),
        ("tileheight", hexes.tile[1].to_string()),
        ("infinite", "0".to_owned()),
        ("hexsidelength", hexes.side.to_string()),
        ("staggeraxis", if hexes.flat { "x" } else { "y" }.to_owned()),
        ("staggerindex", if hexes.even { "even" } else { "odd" }.to_owned()),
        ("nextlayerid", (map.layers.len() + 1).to_string()),
        ("nextobjectid", next.to_string()),
    ]);
    xml.within("map", head, |xml| {
        xml.properties(&map.properties)?;
        for tileset in &map.tilesets {
            xml.tileset(tileset)?;
        }
        let mut id = 0;
        for (n, layer) in map.layers.iter().enumerate() {
            xml.layer(n + 1, layer, hexes.size, &mut id)?;
        }
        Ok(())
    })?;
    writeln!(xml.0.get_mut())
}

impl<W: Write> Xml<W> {
    fn start<'a>(name: &'a str, attributes: &[(&'a str, String)]) -> BytesStart<'a> {
        let mut start = BytesStart::new(name);
        for (key, value) in attributes {
            start.push_attribute((*key, held(value).as_ref()));
        }
        start
    }

    fn empty(&mut self, name: &str, attributes: Attributes<'_>) -> io::Result<()> {
        self.0.write_event(Event::Empty(Self::start(name, &attributes)))
    }

    fn within(
        &mut self,
        name: &str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.0.write_event(Event::Start(Self::start(name, &attributes)))?;
        inside(self)?;
        self.0.write_event(Event::End(BytesEnd::new(name)))
    }

    fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) -> io::Result<()> {
        // XML parsers turn a plain carriage return into a line feed.
        let escaped = escape(held(text)).replace('\r', "&#13;");
        self.within(name, attributes, |xml| xml.0.write_event(Event::Text(BytesText::from_escaped(escaped))))
    }

    fn properties(&mut self, properties: &Properties) -> io::Result<()> {
        if properties.is_empty() {
            return Ok(());
        }
        self.within("properties", Vec::new(), |xml| {
            for (name, value) in properties {
                let name = ("name", name.clone());
                let typed = |kind: &str, value: String| vec![name.clone(), ("type", kind.to_owned()), ("value", value)];
                match value {
                    // In an attribute, line breaks and tabs would become spaces.
                    Value::Text(text) if text.contains(['\n', '\t']) => xml.text("property", vec![name], text)?,
                    Value::Text(text) => xml.empty("property", vec![name, ("value", text.clone())])?,
                    Value::Int(number) => xml.empty("property", typed("int", number.to_string()))?,
                    Value::Float(number) => xml.empty("property", typed("float", number.to_string()))?,
                    Value::Bool(value) => xml.empty("property", typed("bool", value.to_string()))?,
                }
            }
            Ok(())
        })
    }

    fn image(&mut self, image: &Image) -> io::Result<()> {
        let [wide, high] = image.size.map(|length| length.to_string());
        self.empty("image", vec![("source", image.source.clone()), ("width", wide), ("height", high)])
    }

    fn tileset(&mut self, tileset: &Tileset) -> io::Result<()> {
        let count = tileset.tiles.len().max(1);
        let head = vec![
            ("firstgid", tileset.first.to_string()),
            ("name", tileset.name.clone()),
            ("tilewidth", tileset.tile[0].to_string()),
            ("tileheight", tileset.tile[1].to_string()),
            ("tilecount", count.to_string()),
            ("columns", tileset.columns.to_string()),
        ];
        self.within("tileset", head, |xml| {
            if let Some(image) = &tileset.image {
                xml.image(image)?;
            }
            for tile in &tileset.tiles {
                xml.within("tile", vec![("id", tile.id.to_string()), ("type", tile.kind.clone())], |xml| {
                    xml.properties(&tile.properties)?;
                    tile.image.as_ref().map_or(Ok(()), |image| xml.image(image))
                })?;
            }
            Ok(())
        })
    }

    fn layer(&mut self, n: usize, layer: &TiledLayer, size: [u16; 2], id: &mut usize) -> io::Result<()> {
        let mut head = vec![("id", n.to_string()), ("name", layer.name.clone())];
        if layer.hidden {
            head.push(("visible", "0".to_owned()));
        }
        match &layer.held {
            LayerContent::Tiles(tiles) => {
                head.extend([("width", size[0].to_string()), ("height", size[1].to_string())]);
                self.within("layer", head, |xml| {
                    let rows = tiles.chunks(usize::from(size[0]).max(1));
                    let rows = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
                    let text = rows.collect::<Vec<_>>().join(",\n");
                    xml.text("data", vec![("encoding", "csv".to_owned())], &format!("\n{text}\n"))
                })
            }
            LayerContent::Image(image) => self.within("imagelayer", head, |xml| xml.image(image)),
            LayerContent::Objects { color, objects } => {
                head.extend(color.clone().map(|color| ("color", color)));
                self.within("objectgroup", head, |xml| {
                    for object in objects {
                        *id += 1;
                        xml.object(*id, object)?;
                    }
                    Ok(())
                })
            }
        }
    }

    fn object(&mut self, id: usize, object: &Object) -> io::Result<()> {
        let mut head = vec![("id", id.to_string()), ("name", object.name.clone()), ("type", object.kind.clone())];
        if let Form::Tile(number) = &object.form {
            head.push(("gid", number.to_string()));
        }
        head.extend([("x", object.at.x.to_string()), ("y", object.at.y.to_string())]);
        if object.size != emath::Vec2::ZERO {
            head.extend([("width", object.size.x.to_string()), ("height", object.size.y.to_string())]);
        }
        if object.rotation != 0.0 {
            head.push(("rotation", object.rotation.to_string()));
        }
        self.within("object", head, |xml| {
            xml.properties(&object.properties)?;
            match &object.form {
                Form::Point => xml.empty("point", Vec::new()),
                Form::Line(points) => {
                    let points = points.iter().map(|point| format!("{},{}", point.x, point.y));
                    xml.empty("polyline", vec![("points", points.collect::<Vec<_>>().join(" "))])
                }
                Form::Text(words) => xml.words(words),
                Form::Tile(_) | Form::Area => Ok(()),
            }
        })
    }

    fn words(&mut self, words: &TiledText) -> io::Result<()> {
        let yes = |value: bool| if value { "1" } else { "0" }.to_owned();
        let looks = vec![
            ("pixelsize", words.pixels.to_string()),
            ("color", words.color.clone()),
            ("bold", yes(words.bold)),
            ("italic", yes(words.italic)),
            ("halign", "center".to_owned()),
            ("valign", "center".to_owned()),
        ];
        self.text("text", looks, &words.text)
    }
}
