//! The schema of one value, for forms.

use serde_json::{Map, Value};

use super::{any_entry, of, part, resolve};
use crate::System;
use crate::path::DocPath;
use crate::tree::Id;

/// The schema of the values at one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    root: &'static Value,
    /// The field's own words, which may refer to a type.
    here: &'static Value,
}

/// The sort of value that belongs at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Words.
    Text,
    /// A whole number, with the least and the greatest that it may be.
    Number(i64, i64),
    /// A number with a fraction, with the least and the greatest that it may be.
    Decimal(i64, i64),
    /// Yes or no.
    Bool,
    /// One of some words: [`Shape::words`].
    Words,
    /// A name that something has or is to have.
    Id(Id),
    /// A color.
    Color,
    /// The letters of the map.
    HexRows,
    /// As many values of one kind as the author likes: [`Shape::item`].
    List,
    /// So many values of one kind.
    Fixed(usize),
    /// Fields: [`Shape::fields`].
    Table,
    /// Entries with keys of the author's own: [`Shape::entry`].
    Keyed,
}

/// A word that a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordValue {
    /// The word as the file has it.
    pub word: &'static str,
    /// Its meaning; empty where the schema does not say.
    pub meaning: &'static str,
}

/// A field of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// The shape of its value.
    pub shape: Shape,
    /// `true` if the file must have it.
    pub required: bool,
}

impl Shape {
    /// The shape of the value at `path` in a scenario of `system`; `None` if there is no such field.
    ///
    /// ```
    /// use battlewright_schema::schema_json::{Shape, ValueKind};
    /// use battlewright_schema::{DocPath, System};
    /// let er = Shape::at(System::MarsLaTour, &DocPath::root().key("unit").index(0).key("er")).unwrap();
    /// assert_eq!(er.kind(), ValueKind::Number(0, 6));
    /// assert!(er.help().starts_with("The Efficiency Rating"));
    /// ```
    pub fn at(system: System, path: &DocPath) -> Option<Self> {
        Some(Self { root: of(system), here: part(system, path)? })
    }

    /// The sort of value that it is.
    pub fn kind(self) -> ValueKind {
        let target = self.here.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| target.rsplit('/').next()) {
            Some("Color") => return ValueKind::Color,
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

    /// Its purpose, in the words of its field, or of its type where the field has none.
    pub fn help(self) -> String {
        self.describes(self.here).map_or_else(|| self.help_of_type(), told)
    }

    /// The meaning of values of its type, whatever field they stand in.
    pub fn help_of_type(self) -> String {
        self.describes(self.inside()).map_or_else(String::new, told)
    }

    /// The words that it may be.
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

    /// The fields of a table, in order.
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

    /// The field called `name`.
    pub fn field(self, name: &str) -> Option<Field> {
        self.fields().into_iter().find(|field| field.name == name)
    }

    /// The shape of each place of a list.
    pub fn item(self) -> Option<Self> {
        Some(Self { here: self.inside().get("items")?, ..self })
    }

    /// The shape under each key of a keyed table.
    pub fn entry(self) -> Option<Self> {
        Some(Self { here: any_entry(self.inside())?, ..self })
    }

    /// The sort of thing that the keys of a keyed table name.
    pub fn key(self) -> Option<Id> {
        if self.inside().get("patternProperties").is_some() {
            return Some(Id::LETTER);
        }
        let target = self.inside().get("propertyNames")?.get("$ref")?.as_str()?;
        Some(Id(target.rsplit('/').next()?))
    }

    /// The most entries or rows that there may be, if that is said.
    pub fn most(self) -> Option<usize> {
        let most = self.inside().get("maxProperties").or(self.inside().get("maxItems"))?;
        usize::try_from(most.as_u64()?).ok()
    }

    /// The sort of id that the rows of this table are called by, if they have one of their own.
    pub fn own_id(self) -> Option<Id> {
        match self.field("id")?.shape.kind() {
            ValueKind::Id(id) => Some(id),
            _ => None,
        }
    }

    /// The pattern of a text, as a regular expression.
    pub fn pattern(self) -> Option<&'static str> {
        self.inside().get("pattern").and_then(Value::as_str)
    }

    /// The value in force where the file leaves it out.
    pub fn default(self) -> Option<&'static Value> {
        self.here.get("default")
    }

    /// The least that may stand there: what a new row begins with.
    ///
    /// Only what is required is in it. Names are empty, choices the first, numbers as small as may
    /// be but not below 0.
    pub fn blank(self) -> Value {
        match self.kind() {
            ValueKind::Number(least, greatest) | ValueKind::Decimal(least, greatest) => {
                least.max(0).min(greatest).into()
            }
            ValueKind::Bool => false.into(),
            ValueKind::Words => self.words().first().map_or("", |word| word.word).into(),
            ValueKind::Color => "#808080".into(),
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
        resolve(self.root, self.here)
    }

    fn describes(self, value: &'static Value) -> Option<&'static str> {
        value.get("description").and_then(Value::as_str)
    }
}

/// The first paragraph of a description, without the list of words.
fn told(text: &str) -> String {
    let text = text.split("\n- `").next().unwrap_or(text);
    let text = text.split("\n\n").next().unwrap_or(text).replace('\n', " ");
    // "`[[unit]]`: a counter" is about a counter.
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
    fn words_have_their_meanings() {
        let kind = shape(System::PositionMagnifique, DocPath::root().key("unit").index(0).key("kind"));
        assert_eq!(kind.help(), "Its arm.");
        let words = kind.words();
        assert_eq!(words[2], WordValue { word: "field-artillery", meaning: "Field artillery, on foot." });
        let cell = DocPath::root().key("rules").key("tables").key("fire").key("rows").index(0).index(0);
        let cell = shape(System::PositionMagnifique, cell);
        assert_eq!(cell.words()[1], WordValue { word: "MT", meaning: "Morale Test." });
    }
}
