//! The values of features: coordinates and properties, without what is not read.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::limits::MOST_TAGS;
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

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;

        impl<'de> Visitor<'de> for Numbers {
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
                let mut parts = Vec::new();
                match (list.next_element()?, list.next_element()?) {
                    (Some(Coordinates::Number(lon)), Some(Coordinates::Number(lat))) => {
                        // A height may follow.
                        while list.next_element::<IgnoredAny>()?.is_some() {}
                        return Ok(Coordinates::Position([lon, lat]));
                    }
                    (first, second) => parts.extend(first.into_iter().chain(second)),
                }
                while let Some(part) = list.next_element()? {
                    parts.push(part);
                }
                Ok(Coordinates::List(parts))
            }
        }

        deserializer.deserialize_any(Numbers)
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
        struct Properties;

        impl<'de> Visitor<'de> for Properties {
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
                while all.len() < MOST_TAGS {
                    let Some(entry) = map.next_entry()? else { return Ok(Property::Properties(all)) };
                    all.push(entry);
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Property::Properties(all))
            }
        }

        deserializer.deserialize_any(Properties)
    }
}
