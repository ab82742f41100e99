//! The values of features: geometry, coordinates and properties, without what is not read.

use std::cell::Cell;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::limits::{MOST_FEATURE_PARTS, MOST_TAGS};
use crate::read::osm_xml::cut;

/// Coordinates: a number, a position or a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Coordinates {
    /// A number by itself.
    Number(f64),
    /// Longitude and latitude.
    Position([f64; 2]),
    /// Positions, lines or rings.
    List(Vec<Coordinates>),
    /// Something else.
    Other,
}

impl Default for Coordinates {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Coordinates {
    /// Returns the parts of a list.
    pub(super) fn parts(&self) -> &[Self] {
        if let Self::List(parts) = self { parts } else { &[] }
    }
}

/// Reads coordinates of which at most `left` are kept in memory, which they need more of than of the file.
#[derive(Clone, Copy)]
pub(super) struct CoordinatesSeed<'a> {
    pub(super) left: &'a Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for CoordinatesSeed<'_> {
    type Value = Coordinates;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Coordinates, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CoordinatesSeed<'_> {
    type Value = Coordinates;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("coordinates")
    }

    fn visit_f64<E>(self, value: f64) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Coordinates, E> {
        Ok(Coordinates::Number(value as f64))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Coordinates, E> {
        Ok(Coordinates::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Coordinates, E> {
        Ok(Coordinates::Other)
    }

    fn visit_unit<E>(self) -> Result<Coordinates, E> {
        Ok(Coordinates::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Coordinates, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Coordinates::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Coordinates, A::Error> {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.ok_or_else(|| A::Error::custom(format!("a feature has over {MOST_FEATURE_PARTS} parts")))?);
        let mut parts = Vec::new();
        match (list.next_element_seed(self)?, list.next_element_seed(self)?) {
            (Some(Coordinates::Number(lon)), Some(Coordinates::Number(lat))) => {
                // A height may follow.
                while list.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(Coordinates::Position([lon, lat]));
            }
            (first, second) => parts.extend(first.into_iter().chain(second)),
        }
        while let Some(part) = list.next_element_seed(self)? {
            // Numbers alone are no part of anything.
            if !matches!(part, Coordinates::Number(_) | Coordinates::Other) {
                parts.push(part);
            }
        }
        Ok(Coordinates::List(parts))
    }
}

/// A property: a text, a number as text, or properties within.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Property {
    /// A text or a number.
    Text(String),
    /// The first properties within.
    Properties(Vec<(String, Property)>),
    /// Something else.
    Other,
}

impl<'de> Deserialize<'de> for Property {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PropertySeed { depth: 0 }.deserialize(deserializer)
    }
}

/// The properties within properties that are read: `tags`, and nothing within them.
const DEEPEST: u8 = 2;

/// Reads a property, at a depth below the properties of a feature.
#[derive(Clone, Copy)]
struct PropertySeed {
    depth: u8,
}

impl<'de> DeserializeSeed<'de> for PropertySeed {
    type Value = Property;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Property, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PropertySeed {
    type Value = Property;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("properties")
    }

    fn visit_str<E>(self, text: &str) -> Result<Property, E> {
        Ok(Property::Text(cut(text).to_owned()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Property, E> {
        Ok(Property::Text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Property, E> {
        Ok(Property::Text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Property, E> {
        Ok(Property::Text(value.to_string()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Property, E> {
        Ok(Property::Text(if value { "yes" } else { "no" }.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Property, E> {
        Ok(Property::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Property, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Property::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Property, A::Error> {
        let mut all = Vec::new();
        while self.depth < DEEPEST && all.len() < MOST_TAGS {
            let Some(key) = map.next_key::<String>()? else { return Ok(Property::Properties(all)) };
            all.push((cut(&key).to_owned(), map.next_value_seed(Self { depth: self.depth + 1 })?));
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Property::Properties(all))
    }
}

/// The shape of a feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Geometry {
    /// The name of its type.
    pub(super) kind: String,
    pub(super) coordinates: Coordinates,
}

/// A feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct JsonFeature {
    pub(super) properties: Option<Property>,
    pub(super) geometry: Option<Geometry>,
}

impl<'de> Deserialize<'de> for JsonFeature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FeatureKeys;

        impl<'de> Visitor<'de> for FeatureKeys {
            type Value = JsonFeature;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a feature")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonFeature, A::Error> {
                let mut own = JsonFeature::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "properties" => own.properties = map.next_value()?,
                        "geometry" => own.geometry = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(own)
            }
        }

        deserializer.deserialize_map(FeatureKeys)
    }
}

impl<'de> Deserialize<'de> for Geometry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Geometry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a geometry")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Geometry, A::Error> {
                let mut own = Geometry::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "type" => own.kind = map.next_value()?,
                        "coordinates" => {
                            let left = Cell::new(MOST_FEATURE_PARTS);
                            own.coordinates = map.next_value_seed(CoordinatesSeed { left: &left })?;
                        }
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(own)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}
