//! A walk over all names, texts and numbers of a scenario, with their paths.
//!
//! The walk is a serde serializer. It covers every field of every type, including future ones, and recognizes the kind of
//! a name by its newtype (`"HexId"`, `"SideId"` …).

use std::cell::Cell;
use std::fmt::Display;

use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple,
    SerializeTupleStruct, Serializer,
};

use crate::Scenario;
use crate::path::{DocPath, PathStep};

/// A name in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkedName {
    /// The name of the newtype, such as `"HexId"`.
    pub(crate) kind: &'static str,
    /// The text.
    pub(crate) text: String,
    /// The path.
    pub(crate) path: DocPath,
    /// `true` if the name is the key at `path`, not the value.
    pub(crate) is_key: bool,
}

/// The names collected by a walk, with paths of removable values.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// Every name, in the order of the scenario.
    pub(crate) names: Vec<WalkedName>,
    /// The paths of optional values.
    pub(crate) optional: Vec<DocPath>,
    /// The paths of lists of fixed length.
    pub(crate) fixed: Vec<DocPath>,
}

impl Walk {
    /// Walks over `value`.
    pub(crate) fn over(value: &impl Serialize) -> Self {
        let mut walk = Self::default();
        over(value, &mut walk);
        walk
    }

    /// Walks over `scenario`.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let mut walk = Self::default();
        of(scenario, &mut walk);
        walk
    }
}

impl Visitor for Walk {
    fn name(&mut self, kind: &'static str, text: &str, here: &Trail<'_>, is_key: bool) {
        self.names.push(WalkedName { kind, text: text.to_owned(), path: here.path(), is_key });
    }

    fn optional(&mut self, here: &Trail<'_>) {
        self.optional.push(here.path());
    }

    fn fixed(&mut self, here: &Trail<'_>) {
        self.fixed.push(here.path());
    }
}

/// A visitor of a walk. The default methods do nothing.
pub(crate) trait Visitor {
    /// Visits a name of the kind `kind`; `is_key` if it is the key here, not the value.
    fn name(&mut self, kind: &'static str, text: &str, here: &Trail<'_>, is_key: bool);
    /// Visits any other text.
    fn text(&mut self, _text: &str, _here: &Trail<'_>) {}
    /// Visits a whole number.
    fn number(&mut self, _number: i128, _here: &Trail<'_>) {}
    /// Visits an optional value that is present.
    fn optional(&mut self, _here: &Trail<'_>) {}
    /// Visits a list of fixed length.
    fn fixed(&mut self, _here: &Trail<'_>) {}
}

/// Walks over `scenario` and calls `meet`.
pub(crate) fn of(scenario: &Scenario, meet: &mut impl Visitor) {
    crate::of_scenario!(scenario, own => over(own, meet))
}

/// Walks over `value` and calls `meet`.
fn over(value: &impl Serialize, meet: &mut impl Visitor) {
    // Neither the walk nor the serialization of the types ever fails.
    let _ = value.serialize(Walker { here: &Trail::default(), kind: None, meet });
}

/// A step of a [`Trail`]; `K` holds keys of the author's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrailStep<K> {
    /// A field of a type.
    Field(&'static str),
    /// An entry with a key of the author's choice.
    Entry(K),
    /// A row of a list.
    Row(usize),
}

/// The current position of a walk: a linked list of steps on the stack. A path is allocated only where one is kept.
#[derive(Debug, Default)]
pub(crate) struct Trail<'t> {
    /// The last step and the position before it; `None` at the root.
    last: Option<(&'t Trail<'t>, TrailStep<&'t str>)>,
    /// The number of this position if it was kept.
    number: Cell<Option<u32>>,
}

impl<'t> Trail<'t> {
    /// Returns the position one step further.
    fn on(&'t self, at: TrailStep<&'t str>) -> Self {
        Self { last: Some((self, at)), number: Cell::new(None) }
    }

    /// Returns the steps, last one first.
    pub(crate) fn back(&self) -> impl Iterator<Item = TrailStep<&'t str>> {
        std::iter::successors(self.last, |(before, _)| before.last).map(|(_, at)| at)
    }

    /// Returns the path.
    pub(crate) fn path(&self) -> DocPath {
        path(self.back())
    }

    /// Returns `true` within a section or row.
    pub(super) fn is_nested(&self) -> bool {
        self.back().nth(1).is_some()
    }

    /// Returns the name of the field, such as `unit[].enters.turn`; `*` stands for keys of the author's choice.
    pub(super) fn field(&self) -> String {
        let steps: Vec<_> = self.back().collect();
        let mut field = String::new();
        for at in steps.into_iter().rev() {
            let name = match at {
                TrailStep::Field(key) => key,
                TrailStep::Entry(_) => "*",
                TrailStep::Row(_) => {
                    field.push_str("[]");
                    continue;
                }
            };
            if !field.is_empty() {
                field.push('.');
            }
            field.push_str(name);
        }
        field
    }
}

impl<K: AsRef<str>> TrailStep<K> {
    fn step(&self) -> PathStep {
        match self {
            Self::Field(key) => PathStep::Key((*key).to_owned()),
            Self::Entry(key) => PathStep::Key(key.as_ref().to_owned()),
            Self::Row(index) => PathStep::Index(*index),
        }
    }
}

/// Returns the path of these steps, last one first.
fn path<K: AsRef<str>>(back: impl Iterator<Item = TrailStep<K>>) -> DocPath {
    let mut steps: Vec<PathStep> = back.map(|at| at.step()).collect();
    steps.reverse();
    DocPath(steps)
}

/// A compact store of positions, in which paths share their common steps.
#[derive(Debug, Default)]
pub(crate) struct Trails(Vec<(Option<u32>, TrailStep<String>)>);

impl Trails {
    /// Stores the current position and returns its number; `None` for the root.
    pub(crate) fn keep(&mut self, here: &Trail<'_>) -> Option<u32> {
        let (before, at) = here.last?;
        if here.number.get().is_none() {
            let before = self.keep(before);
            let at = match at {
                TrailStep::Field(key) => TrailStep::Field(key),
                TrailStep::Entry(key) => TrailStep::Entry(key.to_owned()),
                TrailStep::Row(index) => TrailStep::Row(index),
            };
            self.0.push((before, at));
            here.number.set(u32::try_from(self.0.len() - 1).ok());
        }
        here.number.get()
    }

    /// Returns the path of a stored position.
    pub(crate) fn path(&self, place: Option<u32>) -> DocPath {
        let kept = |place: Option<u32>| self.0.get(usize::try_from(place?).ok()?);
        path(std::iter::successors(kept(place), |(before, _)| kept(*before)).map(|(_, at)| at.as_ref()))
    }
}

impl TrailStep<String> {
    fn as_ref(&self) -> TrailStep<&str> {
        match self {
            Self::Field(key) => TrailStep::Field(key),
            Self::Entry(key) => TrailStep::Entry(key),
            Self::Row(index) => TrailStep::Row(*index),
        }
    }
}

/// The serializer for serde.
struct Walker<'w, M> {
    here: &'w Trail<'w>,
    kind: Option<&'static str>,
    meet: &'w mut M,
}

impl<M: Visitor> Walker<'_, M> {
    fn text(self, text: &str) {
        match self.kind {
            Some(kind) => self.meet.name(kind, text, self.here, false),
            None => self.meet.text(text, self.here),
        }
    }

    fn inside<T: Serialize + ?Sized>(&mut self, at: TrailStep<&str>, value: &T) -> Result<(), Error> {
        value.serialize(Walker { here: &self.here.on(at), kind: None, meet: &mut *self.meet })
    }
}

type Error = std::fmt::Error;

/// The elements of a sequence, or the entries of a map.
struct ElementSerializer<'w, M> {
    walk: Walker<'w, M>,
    index: usize,
    key: String,
}

macro_rules! numbers {
    ($($method:ident $type:ty;)*) => {$(
        fn $method(self, number: $type) -> Result<(), Error> {
            self.meet.number(i128::from(number), self.here);
            Ok(())
        }
    )*};
}

impl<'w, M: Visitor> Serializer for Walker<'w, M> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ElementSerializer<'w, M>;
    type SerializeTuple = ElementSerializer<'w, M>;
    type SerializeTupleStruct = ElementSerializer<'w, M>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = ElementSerializer<'w, M>;
    type SerializeStruct = ElementSerializer<'w, M>;
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

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        // Rows of letters and colors are no texts, and a map has a million letters.
        if self.kind.is_some() {
            self.text(&value.to_string());
        }
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.meet.optional(self.here);
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
        value.serialize(Walker { kind: Some(name), ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.inside(TrailStep::Field(variant), value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ElementSerializer<'w, M>, Error> {
        Ok(ElementSerializer { walk: self, index: 0, key: String::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<ElementSerializer<'w, M>, Error> {
        self.meet.fixed(self.here);
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<ElementSerializer<'w, M>, Error> {
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

    fn serialize_map(self, _: Option<usize>) -> Result<ElementSerializer<'w, M>, Error> {
        self.serialize_seq(None)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<ElementSerializer<'w, M>, Error> {
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

impl<M: Visitor> SerializeSeq for ElementSerializer<'_, M> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let index = self.index;
        self.index += 1;
        self.walk.inside(TrailStep::Row(index), value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl<M: Visitor> SerializeTuple for ElementSerializer<'_, M> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl<M: Visitor> SerializeTupleStruct for ElementSerializer<'_, M> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

/// The kind and text of a key; the kind is empty for plain text.
#[derive(Default)]
struct KeyText(Option<(&'static str, String)>);

impl Visitor for KeyText {
    fn name(&mut self, kind: &'static str, text: &str, _: &Trail<'_>, _: bool) {
        self.0 = Some((kind, text.to_owned()));
    }
}

impl<M: Visitor> SerializeMap for ElementSerializer<'_, M> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        // A separate walk extracts the text and kind of the key.
        let mut said = KeyText::default();
        key.serialize(Walker { here: &Trail::default(), kind: Some(""), meet: &mut said })?;
        let KeyText(Some((kind, text))) = said else { return Err(Error::custom("a key must be text")) };
        if !kind.is_empty() {
            self.walk.meet.name(kind, &text, &self.walk.here.on(TrailStep::Entry(&text)), true);
        }
        self.key = text;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.walk.inside(TrailStep::Entry(&key), value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl<M: Visitor> SerializeStruct for ElementSerializer<'_, M> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.walk.inside(TrailStep::Field(key), value)
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
