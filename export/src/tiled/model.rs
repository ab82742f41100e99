//! The model of a Tiled map, independent of its format.

use emath::{Pos2, Vec2};

use super::hexes::Hexes;

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Int(i64),
    Float(f64),
    Bool(bool),
}

/// Properties by name.
pub(crate) type Properties = Vec<(String, Value)>;

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TiledMap {
    pub(crate) hexes: Hexes,
    pub(crate) properties: Properties,
    pub(crate) tilesets: Vec<Tileset>,
    pub(crate) layers: Vec<TiledLayer>,
}

/// A tileset: one picture of all tiles, or a picture per tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tileset {
    pub(crate) first: u32,
    pub(crate) name: String,
    pub(crate) tile: [u32; 2],
    pub(crate) columns: u32,
    pub(crate) image: Option<Image>,
    pub(crate) tiles: Vec<Tile>,
}

/// An image file, with its path relative to the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Image {
    pub(crate) source: String,
    pub(crate) size: [u32; 2],
}

/// A tile with properties or a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tile {
    pub(crate) id: u32,
    pub(crate) kind: String,
    pub(crate) image: Option<Image>,
    pub(crate) properties: Properties,
}

/// A layer of a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TiledLayer {
    pub(crate) name: String,
    pub(crate) hidden: bool,
    pub(crate) held: LayerContent,
}

/// The content of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LayerContent {
    /// The global tile numbers of all hexes, row by row; 0 for none.
    Tiles(Vec<u32>),
    Image(Image),
    Objects {
        /// The display color of the objects.
        color: Option<String>,
        objects: Vec<Object>,
    },
}

/// An object on a map.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Object {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) at: Pos2,
    pub(crate) size: Vec2,
    /// The rotation in degrees, clockwise.
    pub(crate) rotation: f32,
    pub(crate) form: Form,
    pub(crate) properties: Properties,
}

/// The form of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Point,
    Area,
    /// The points of a polyline, relative to the object.
    Line(Vec<Vec2>),
    Text(TiledText),
    Tile(u32),
}

/// A text with its style.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TiledText {
    pub(crate) text: String,
    pub(crate) pixels: u16,
    pub(crate) color: String,
    pub(crate) bold: bool,
    pub(crate) italic: bool,
}

impl Object {
    /// Returns the center of the object; for a polyline, its start.
    pub(crate) fn center(&self) -> Pos2 {
        let half = match self.form {
            Form::Point | Form::Line(_) => Vec2::ZERO,
            // The position of a tile object is its lower left corner.
            Form::Tile(_) => Vec2::new(self.size.x, -self.size.y) / 2.0,
            Form::Area | Form::Text(_) => self.size / 2.0,
        };
        self.at + turned(half, self.rotation)
    }

    /// Returns the value of the property `name`.
    pub(crate) fn property(&self, name: &str) -> Option<&Value> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// Rotates `way` clockwise by `degrees`.
pub(crate) fn turned(way: Vec2, degrees: f32) -> Vec2 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Vec2::new(way.x * cos - way.y * sin, way.x * sin + way.y * cos)
}
