//! A walk over a scenario that meets every name and number, with its path.
//!
//! The walk is a serde serializer: it sees every field of every type, those of future types
//! included, and knows a name's kind by its newtype (`"HexId"`, `"SideId"` …).

use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple,
    SerializeTupleStruct, Serializer,
};

use crate::Scenario;
use crate::path::{DocPath, Step};

/// A name in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The newtype's name, such as `"HexId"`.
    pub(crate) kind: &'static str,
    /// The name itself.
    pub(crate) text: String,
    /// Where it is.
    pub(crate) path: DocPath,
    /// Whether it is the key at `path` rather than the value.
    pub(crate) is_key: bool,
}

/// Everything that a walk meets.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    path: Vec<Step>,
    kind: Option<&'static str>,
    /// Every name, in the order of the scenario.
    pub(crate) names: Vec<Name>,
    /// Every whole number.
    pub(crate) numbers: Vec<(DocPath, i128)>,
    /// Every other text.
    pub(crate) texts: Vec<(DocPath, String)>,
    /// Values that may be left out.
    pub(crate) optional: Vec<DocPath>,
    /// Lists whose length their type fixes.
    pub(crate) fixed: Vec<DocPath>,
}

impl Walk {
    /// Walks over `value`.
    pub(crate) fn over(value: &impl Serialize) -> Self {
        let mut walk = Self::default();
        // The walk itself never fails, and the types' own implementations do not either.
        let _ = value.serialize(&mut walk);
        walk
    }

    /// Walks over `scenario`.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        match scenario {
            Scenario::MarsLaTour(scenario) => Self::over(scenario),
            Scenario::PositionMagnifique(scenario) => Self::over(scenario),
        }
    }

    fn here(&self) -> DocPath {
        DocPath(self.path.clone())
    }

    fn text(&mut self, text: &str) {
        let path = self.here();
        match self.kind {
            Some(kind) => self.names.push(Name { kind, text: text.to_owned(), path, is_key: false }),
            None => self.texts.push((path, text.to_owned())),
        }
    }

    fn number(&mut self, number: i128) {
        let path = self.here();
        self.numbers.push((path, number));
    }

    fn inside<T: Serialize + ?Sized>(&mut self, step: Step, value: &T) -> Result<(), Error> {
        let kind = self.kind.take();
        self.path.push(step);
        let result = value.serialize(&mut *self);
        self.path.pop();
        self.kind = kind;
        result
    }
}

type Error = std::fmt::Error;

/// The elements of a sequence, or the entries of a map.
pub(crate) struct Inside<'w> {
    walk: &'w mut Walk,
    index: usize,
    key: String,
}

macro_rules! numbers {
    ($($method:ident $type:ty;)*) => {$(
        fn $method(self, number: $type) -> Result<(), Error> {
            self.number(i128::from(number));
            Ok(())
        }
    )*};
}

impl<'w> Serializer for &'w mut Walk {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Inside<'w>;
    type SerializeTuple = Inside<'w>;
    type SerializeTupleStruct = Inside<'w>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Inside<'w>;
    type SerializeStruct = Inside<'w>;
    type SerializeStructVariant = Impossible<(), Error>;

    numbers! {
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
    }

    fn serialize_bool(self, _: bool) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_char(self, character: char) -> Result<(), Error> {
        self.text(character.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.text(text);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        let path = self.here();
        self.optional.push(path);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Error> {
        let before = self.kind.replace(name);
        let result = value.serialize(&mut *self);
        self.kind = before;
        result
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.inside(Step::Key(variant.to_owned()), value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'w>, Error> {
        Ok(Inside { walk: self, index: 0, key: String::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'w>, Error> {
        let path = self.here();
        self.fixed.push(path);
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'w>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error::custom("the file has no such values"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'w>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'w>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error::custom("the file has no such values"))
    }
}

impl SerializeSeq for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let index = self.index;
        self.index += 1;
        self.walk.inside(Step::Index(index), value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeTuple for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeTupleStruct for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        // A walk of its own tells what the key says and of which kind it is.
        let mut walk = Walk::over(&key);
        let (kind, text) = match (walk.names.pop(), walk.texts.pop()) {
            (Some(name), _) => (Some(name.kind), name.text),
            (None, Some((_, text))) => (None, text),
            (None, None) => return Err(Error::custom("a key must be text")),
        };
        if let Some(kind) = kind {
            let path = self.walk.here().key(&text);
            self.walk.names.push(Name { kind, text: text.clone(), path, is_key: true });
        }
        self.key = text;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.walk.inside(Step::Key(key), value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeStruct for Inside<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.walk.inside(Step::Key(key.to_owned()), value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, HexId, SideId};
    use indexmap::IndexMap;

    #[test]
    fn names_are_met_with_kind_and_path() {
        let entry =
            Entry { id: "C".into(), side: "french".into(), hexes: vec!["0101".into()], name: None, source: None };
        let rows = IndexMap::from([(SideId::from("red"), vec![entry])]);
        let walk = Walk::over(&rows);
        let names: Vec<_> = walk.names.iter().map(|n| format!("{} {} {}", n.kind, n.text, n.path)).collect();
        assert_eq!(
            names,
            ["SideId red red", "EntryId C red[0].id", "SideId french red[0].side", "HexId 0101 red[0].hexes[0]"]
        );
        assert!(walk.names[0].is_key);
    }

    #[test]
    fn what_may_be_left_out_and_what_has_a_fixed_length_is_told() {
        let walk = Walk::over(&(Some(HexId::from("0101")), [HexId::from("0102"), HexId::from("0103")]));
        let shown = |paths: &[DocPath]| paths.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(shown(&walk.optional), ["[0]"]);
        assert_eq!(shown(&walk.fixed), ["", "[1]"]);
    }
}
