//! The schema of a single value, for forms.

use serde_json::{Map, Value};

use super::{any_entry, of, part, resolve};
use crate::System;
use crate::common::inches::{Length, TablePoint};
use crate::path::DocPath;
use crate::tree::Id;

/// The schema of the value at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    system: System,
    /// The schema of the field itself, which may refer to a type.
    here: &'static Value,
}

/// The kind of value at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Free text.
    Text,
    /// An integer, with its least and its greatest value.
    Number(i64, i64),
    /// A number with a fraction, with its least and its greatest value.
    Decimal(i64, i64),
    /// True or false.
    Bool,
    /// One of a fixed set of words, listed by [`Shape::words`].
    Words,
    /// An id, either defined or referred to.
    Id(Id),
    /// A color as `"#rrggbb"`.
    Color,
    /// A point on a table, as a text such as `"12.5,3"`.
    Point,
    /// A length in inches, as a text such as `"1.25"`.
    Length,
    /// The letters of the map.
    HexRows,
    /// A list of any length with elements of the same shape, [`Shape::item`].
    List,
    /// A list of this fixed length with elements of the same shape, [`Shape::item`].
    Fixed(usize),
    /// A table with fixed fields, listed by [`Shape::fields`].
    Table,
    /// A table with keys of the author's choice and entries of the same shape, [`Shape::entry`].
    Keyed,
}

/// An allowed word of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordValue {
    /// The word in the file.
    pub word: &'static str,
    /// The explanation; empty if the schema has none.
    pub meaning: &'static str,
}

/// A field of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// The shape of the value.
    pub shape: Shape,
    /// `true` if the file must have the field.
    pub required: bool,
}

impl Shape {
    /// Returns the shape of the value at `path` in a scenario of `system`; `None` if there is no such field.
    ///
    /// ```
    /// use battlewright_schema::schema_json::{Shape, ValueKind};
    /// use battlewright_schema::{DocPath, System};
    /// let er = Shape::at(System::MarsLaTour, &DocPath::root().key("unit").index(0).key("er")).unwrap();
    /// assert_eq!(er.kind(), ValueKind::Number(0, 6));
    /// assert!(er.help().starts_with("The Efficiency Rating"));
    /// ```
    pub fn at(system: System, path: &DocPath) -> Option<Self> {
        Some(Self { system, here: part(system, path)? })
    }

    /// Returns the system of the scenario.
    pub fn system(self) -> System {
        self.system
    }

    /// Returns the kind of value.
    pub fn kind(self) -> ValueKind {
        let target = self.here.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| target.rsplit('/').next()) {
            Some("Color") => return ValueKind::Color,
            Some("TablePoint") => return ValueKind::Point,
            Some("Length") => return ValueKind::Length,
            Some("HexRows") => return ValueKind::HexRows,
            Some(name) if name.ends_with("Id") => return ValueKind::Id(Id(name)),
            _ => {}
        }
        let inside = self.inside();
        let limit = |key: &str, otherwise| inside.get(key).and_then(Value::as_i64).unwrap_or(otherwise);
        match inside.get("type").and_then(Value::as_str) {
            Some("integer") => ValueKind::Number(limit("minimum", i64::MIN), limit("maximum", i64::MAX)),
            Some("number") => ValueKind::Decimal(limit("minimum", i64::MIN), limit("maximum", i64::MAX)),
            Some("boolean") => ValueKind::Bool,
            Some("array") => match usize::try_from(limit("maxItems", -1)) {
                Ok(count) if limit("minItems", 0) == limit("maxItems", -1) => ValueKind::Fixed(count),
                _ => ValueKind::List,
            },
            Some("object") if any_entry(inside).is_some() => ValueKind::Keyed,
            Some("object") => ValueKind::Table,
            _ if inside.get("enum").is_some() => ValueKind::Words,
            _ => ValueKind::Text,
        }
    }

    /// Returns the description of the field, or of its type if the field has none.
    pub fn help(self) -> String {
        self.describes(self.here).map_or_else(|| self.help_of_type(), first_paragraph)
    }

    /// Returns the description of the type, independent of the field.
    pub fn help_of_type(self) -> String {
        self.describes(self.inside()).map_or_else(String::new, first_paragraph)
    }

    /// Returns the allowed words.
    pub fn words(self) -> Vec<WordValue> {
        let text = self.describes(self.inside()).unwrap_or_default();
        let meaning = |word: &str| {
            let line =
                text.lines().find_map(|line| line.strip_prefix("- `\"")?.strip_prefix(word)?.strip_prefix("\"`: "));
            line.unwrap_or_default()
        };
        let words = self.inside().get("enum").and_then(Value::as_array);
        let words = words.into_iter().flatten().filter_map(Value::as_str);
        words.map(|word| WordValue { word, meaning: meaning(word) }).collect()
    }

    /// Returns the fields of a table, in order.
    pub fn fields(self) -> Vec<Field> {
        let required = self.inside().get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|other| other == name));
        let fields = self.inside().get("properties").and_then(Value::as_object);
        let field = |(name, here): (&'static String, &'static Value)| Field {
            name,
            shape: Self { here, ..self },
            required: is_required(name),
        };
        fields.into_iter().flatten().map(field).collect()
    }

    /// Returns the field `name`.
    pub fn field(self, name: &str) -> Option<Field> {
        self.fields().into_iter().find(|field| field.name == name)
    }

    /// Returns the shape of the elements of a list.
    pub fn item(self) -> Option<Self> {
        Some(Self { here: self.inside().get("items")?, ..self })
    }

    /// Returns the shape of the entries of a keyed table.
    pub fn entry(self) -> Option<Self> {
        Some(Self { here: any_entry(self.inside())?, ..self })
    }

    /// Returns the kind of id that the keys of a keyed table define.
    pub fn key(self) -> Option<Id> {
        if self.inside().get("patternProperties").is_some() {
            return Some(Id::LETTER);
        }
        let target = self.inside().get("propertyNames")?.get("$ref")?.as_str()?;
        Some(Id(target.rsplit('/').next()?))
    }

    /// Returns the maximum number of entries or rows, if there is a limit.
    pub fn most(self) -> Option<usize> {
        let most = self.inside().get("maxProperties").or(self.inside().get("maxItems"))?;
        usize::try_from(most.as_u64()?).ok()
    }

    /// Returns the kind of id that identifies the rows of this table, if they have an `id`.
    pub fn own_id(self) -> Option<Id> {
        match self.field("id")?.shape.kind() {
            ValueKind::Id(id) => Some(id),
            _ => None,
        }
    }

    /// Returns the pattern of a text, as a regular expression.
    pub fn pattern(self) -> Option<&'static str> {
        self.inside().get("pattern").and_then(Value::as_str)
    }

    /// Returns the default value of an omitted field.
    pub fn default(self) -> Option<&'static Value> {
        self.here.get("default")
    }

    /// Returns a minimal value, used for new rows.
    ///
    /// The value contains only required fields. Texts are empty, choices have the first word, and numbers are as small as
    /// allowed but not negative.
    pub fn blank(self) -> Value {
        match self.kind() {
            ValueKind::Number(least, greatest) | ValueKind::Decimal(least, greatest) => {
                least.max(0).min(greatest).into()
            }
            ValueKind::Bool => false.into(),
            ValueKind::Words => self.words().first().map_or("", |word| word.word).into(),
            ValueKind::Color => "#808080".into(),
            ValueKind::Point => TablePoint::default().to_string().into(),
            ValueKind::Length => Length::default().to_string().into(),
            ValueKind::Text | ValueKind::Id(_) | ValueKind::HexRows => "".into(),
            ValueKind::List => Value::Array(Vec::new()),
            ValueKind::Fixed(count) => {
                let item = self.item().map_or(Value::Null, Self::blank);
                Value::Array(vec![item; count])
            }
            ValueKind::Table => {
                let required = self.fields().into_iter().filter(|field| field.required);
                Value::Object(required.map(|field| (field.name.to_owned(), field.shape.blank())).collect())
            }
            ValueKind::Keyed => Value::Object(Map::new()),
        }
    }

    fn inside(self) -> &'static Value {
        resolve(of(self.system), self.here)
    }

    fn describes(self, value: &'static Value) -> Option<&'static str> {
        value.get("description").and_then(Value::as_str)
    }
}

/// Returns the first paragraph of a description, without the list of words.
fn first_paragraph(text: &str) -> String {
    let text = text.split("\n- `").next().unwrap_or(text);
    let text = text.split("\n\n").next().unwrap_or(text).replace('\n', " ");
    // The prefix of a section is dropped: "`[[unit]]`: a counter" becomes "a counter".
    match text.split_once("`: ").filter(|(head, _)| head.starts_with("`[")) {
        Some((_, rest)) => rest.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(system: System, path: DocPath) -> Shape {
        Shape::at(system, &path).unwrap()
    }

    #[test]
    fn kinds_are_told_apart() {
        let unit = DocPath::root().key("unit").index(7);
        let table = shape(System::PositionMagnifique, unit.clone());
        let kind = |name: &str| table.field(name).unwrap().shape.kind();
        assert_eq!(table.kind(), ValueKind::Table);
        assert_eq!(table.own_id(), Some(Id::UNIT));
        assert_eq!(kind("name"), ValueKind::Text);
        assert_eq!(kind("formation"), ValueKind::Id(Id::FORMATION));
        assert_eq!(kind("at"), ValueKind::Id(Id::HEX));
        assert_eq!(kind("combat"), ValueKind::Fixed(2));
        assert_eq!(kind("reduced"), ValueKind::Bool);
        assert_eq!(kind("kind"), ValueKind::Words);
        assert_eq!(kind("enters"), ValueKind::Table);
        assert!(table.field("combat").unwrap().required && !table.field("range").unwrap().required);
        let root = shape(System::PositionMagnifique, DocPath::root());
        assert_eq!(root.field("chit").unwrap().shape.kind(), ValueKind::List);
        assert_eq!(root.field("side").unwrap().shape.kind(), ValueKind::Keyed);
        assert_eq!(root.field("side").unwrap().shape.key(), Some(Id::SIDE));
        let map = root.field("map").unwrap().shape;
        assert_eq!(map.field("terrain").unwrap().shape.key(), Some(Id::LETTER));
        assert_eq!(map.field("levels").unwrap().shape.kind(), ValueKind::HexRows);
        let shifts = shape(System::PositionMagnifique, DocPath::root().key("rules").key("tables").key("shifts"));
        assert_eq!(shifts.field("smoke").unwrap().shape.kind(), ValueKind::Number(-128, 127));
    }

    #[test]
    fn points_and_lengths_of_a_table_are_told_from_texts() {
        let unit = shape(System::Outrance, DocPath::root().key("unit").index(0));
        let kind = |name: &str| unit.field(name).unwrap().shape.kind();
        assert_eq!(
            [kind("at"), kind("facing"), kind("name")],
            [ValueKind::Point, ValueKind::Number(0, 359), ValueKind::Text]
        );
        let outline = shape(System::Outrance, DocPath::root().key("terrain").index(0).key("outline"));
        assert_eq!((outline.kind(), outline.item().map(Shape::kind)), (ValueKind::List, Some(ValueKind::Point)));
        let radius = shape(System::Outrance, DocPath::root().key("rules").key("command_radius"));
        assert_eq!((radius.kind(), radius.blank()), (ValueKind::Length, "0".into()));
        assert_eq!(outline.item().unwrap().blank(), "0,0");
    }

    #[test]
    fn words_have_their_meanings() {
        let kind = shape(System::PositionMagnifique, DocPath::root().key("unit").index(0).key("kind"));
        assert_eq!(kind.help(), "The arm of the unit.");
        let words = kind.words();
        assert_eq!(words[2], WordValue { word: "field-artillery", meaning: "Field artillery, on foot." });
        let cell = DocPath::root().key("rules").key("tables").key("fire").key("rows").index(0).index(0);
        let cell = shape(System::PositionMagnifique, cell);
        assert_eq!(cell.words()[1], WordValue { word: "MT", meaning: "Morale Test." });
    }
}
