//! A serde deserializer over a TOML document with byte ranges. It collects errors and continues.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::value::U32Deserializer;
use serde::de::{Deserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::super::tree::{self, Item, Value};
use super::access::{Fields, Rows, Table};
use super::{BAD_VALUE, PassMemory, UNKNOWN_WORD, WRONG_TYPE};
use crate::diagnostic::{Diagnostic, list, shown};
use crate::fix::{Fix, MeantWord, TextEdit, quoted};
use crate::path::{DocPath, PathStep};
use crate::{Color, schema_json};

/// The maximum number of entries of a list, equal to the maximum number of hexes on a map. Each entry takes many times its size
/// in memory.
const MOST_ROWS: usize = 1_000_000;

/// The reason that a pass over the document ended early.
#[derive(Debug)]
pub(crate) enum PassEnd {
    /// A type requires this key; the caller with the name of the type remembers it.
    Missing(&'static str),
    /// A type refused a value; the caller with the position of the value notes it.
    Refused(String),
    /// Information for the next pass was gained: start again.
    Again,
}

impl fmt::Display for PassEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(key) => write!(f, "missing key `{key}`"),
            Self::Refused(message) => f.write_str(message),
            Self::Again => f.write_str("start again"),
        }
    }
}

impl std::error::Error for PassEnd {}

impl serde::de::Error for PassEnd {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Refused(message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self::Refused(format!("expected {expected}"))
    }
}

/// A path kept on the stack during reading, because most values never need a `DocPath`.
#[derive(Clone, Copy)]
pub(super) enum Link<'p> {
    Root,
    Key(&'p Link<'p>, &'p str),
    Index(&'p Link<'p>, usize),
}

impl Link<'_> {
    pub(super) fn to_path(self) -> DocPath {
        let mut steps = Vec::new();
        let mut link = self;
        loop {
            link = match link {
                Link::Root => break,
                Link::Key(parent, key) => {
                    steps.push(PathStep::Key(key.to_owned()));
                    *parent
                }
                Link::Index(parent, index) => {
                    steps.push(PathStep::Index(index));
                    *parent
                }
            };
        }
        steps.reverse();
        DocPath(steps)
    }
}

/// The value to read.
#[derive(Clone, Copy)]
pub(super) enum Node<'d> {
    /// The root table of the document.
    Root(&'d tree::Table<'d>),
    /// A value of the document.
    Item(&'d Item<'d>),
    /// A value of the template, which has no position in the document.
    Usual(&'d Item<'d>),
    /// No value: every type gets a stand-in, and no finding is noted.
    Nothing,
}

impl<'d> Node<'d> {
    fn value(self) -> Option<Value<'d, 'd>> {
        match self {
            Self::Root(table) => Some(Value::Table(table)),
            Self::Item(item) | Self::Usual(item) => Some(item.value()),
            Self::Nothing => None,
        }
    }

    pub(super) fn table(self) -> Option<&'d tree::Table<'d>> {
        match self {
            Self::Root(table) => Some(table),
            Self::Item(item) | Self::Usual(item) => item.as_table(),
            Self::Nothing => None,
        }
    }

    /// Returns the byte range in `text`; an empty range at the start for the root and for template values.
    pub(super) fn span(self, text: &str) -> Option<Range<usize>> {
        match self {
            Self::Item(item) => Some(tree::span(text, item)),
            Self::Root(_) | Self::Usual(_) => Some(0..0),
            Self::Nothing => None,
        }
    }

    fn a_kind(self) -> &'static str {
        self.value().map_or("nothing", |value| a_kind(&value))
    }
}

/// Returns a description of the kind of `value`, such as "a list".
pub(crate) fn a_kind(value: &Value<'_, '_>) -> &'static str {
    match value {
        Value::String(_) => "text",
        Value::Integer(_) => "a number",
        Value::Float(_) => "a number with a fraction",
        Value::Boolean(_) => "true or false",
        Value::DateTime(_) => "a date or time",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}

/// A deserializer of one node.
#[derive(Clone)]
pub(super) struct NodeReader<'d, 'p, 'm> {
    pub(super) node: Node<'d>,
    pub(super) path: &'p Link<'p>,
    pub(super) memory: &'m PassMemory<'d>,
}

impl<'d> NodeReader<'d, '_, '_> {
    fn span(&self) -> Option<Range<usize>> {
        self.node.span(self.memory.text)
    }

    fn note(&self, finding: Diagnostic) {
        self.memory.note(finding.span(self.span()), true);
    }

    /// Notes that the value should be `expected`, with a suggestion as help.
    fn note_type(&self, expected: &str) {
        if matches!(self.node, Node::Nothing) {
            return;
        }
        let path = self.path.to_path();
        let name = path.last_key().unwrap_or("this").to_owned();
        let message = format!("`{name}` must be {expected}, not {}", self.node.a_kind());
        let help = match (self.node.value(), expected) {
            (Some(value @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_))), "text") => {
                let written = if matches!(value, Value::Boolean(_)) { "" } else { self.written() };
                Some(if written.is_empty() || written.len() > 40 {
                    "add quotes".to_owned()
                } else {
                    format!("write it in quotes: \"{written}\"")
                })
            }
            (Some(Value::String(_)), "a whole number" | "a number") => Some("write it without quotes".to_owned()),
            (Some(Value::String(_)), "true or false") => Some("write true or false, without quotes".to_owned()),
            (Some(Value::String(text)), "a list") if text.len() <= 40 => {
                Some(format!("write it in brackets: [{text:?}]"))
            }
            _ => schema_json::describe(self.memory.form, &path),
        };
        self.note(WRONG_TYPE.at(path, message).maybe_help(help).fix(self.retyped(expected)));
    }

    /// Returns the fix that writes the value as the `expected` type, if only quotes or brackets are wrong.
    fn retyped(&self, expected: &str) -> Option<Fix> {
        let span = self.span()?;
        let written = match (self.node.value()?, expected) {
            (Value::Integer(_) | Value::Float(_) | Value::DateTime(_), "text") => quoted(self.written()),
            (Value::String(text), "a whole number") => text.trim().parse::<i64>().ok()?.to_string(),
            (Value::String(text), "true or false") => text.trim().to_lowercase().parse::<bool>().ok()?.to_string(),
            (Value::String(text), "a list") => format!("[{}]", quoted(text)),
            _ => return None,
        };
        let title = if written.len() <= 40 { format!("write `{written}`") } else { "add brackets".to_owned() };
        Fix::safe(title, TextEdit::new(span, written))
    }

    /// Returns the value as written in the text.
    fn written(&self) -> &'d str {
        self.span().and_then(|span| self.memory.text.get(span)).unwrap_or_default()
    }

    /// Returns the string value. Its lines end with LF, however the file ends its lines, so that a file means the same on every
    /// operating system.
    fn string(&self) -> Cow<'d, str> {
        match self.node.value() {
            Some(Value::String(text)) => {
                if self.memory.has_cr && text.contains("\r\n") && self.written().contains("\r\n") {
                    text.replace("\r\n", "\n").into()
                } else {
                    Cow::Borrowed(text)
                }
            }
            _ => {
                self.note_type("text");
                Cow::Borrowed("")
            }
        }
    }

    /// Returns the integer value, if it fits the type.
    fn integer<T: TryFrom<i128>>(&self) -> Option<T> {
        match self.node.value() {
            Some(Value::Integer(number)) => T::try_from(number.as_i128()).ok(),
            _ => None,
        }
    }

    /// Notes that an integer within `least..=greatest` was expected.
    #[cold]
    fn note_integer(&self, least: i128, greatest: i128) {
        if let Some(Value::Integer(_)) = self.node.value() {
            let path = self.path.to_path();
            self.note(crate::lint::out_of_range(self.memory.form, path, &shown(self.written()), least, greatest));
        } else {
            self.note_type("a whole number");
        }
    }

    /// Returns the fix for a color without `#`.
    fn color(&self) -> Option<Fix> {
        let (Some(Value::String(text)), Some(span)) = (self.node.value(), self.span()) else { return None };
        let color = format!("#{}", text.trim().trim_start_matches('#'));
        let fits = self.path.to_path().last_key() == Some("color") && Color::parse(&color).is_some();
        Fix::safe(format!("write `{color}`"), fits.then(|| TextEdit::new(span, quoted(&color))))
    }

    /// Turns a refusal by the type of the value into a finding, and asks for another pass without the value.
    #[cold]
    pub(super) fn refuse_value(&self, stop: PassEnd) -> PassEnd {
        let PassEnd::Refused(message) = stop else { return stop };
        let Some(span) = self.span() else { return PassEnd::Refused(message) };
        let finding = BAD_VALUE.at(self.path.to_path(), message).span(Some(span.clone())).fix(self.color());
        self.memory.refused.borrow_mut().insert(span.start, finding);
        PassEnd::Again
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
            let value = self.integer();
            if value.is_none() {
                self.note_integer(<$type>::MIN.into(), <$type>::MAX.into());
            }
            visitor.$visit(value.unwrap_or_default())
        }
    )*};
}

impl<'de, 'd> Deserializer<'de> for NodeReader<'d, '_, '_> {
    type Error = PassEnd;

    integers! {
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        let value = match self.node.value() {
            Some(Value::Boolean(value)) => *value,
            _ => {
                self.note_type("true or false");
                false
            }
        };
        visitor.visit_bool(value)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        // The type of the field refuses infinite numbers.
        let number = match self.node.value() {
            Some(Value::Float(number)) => *number,
            Some(Value::Integer(number)) if number.as_i64().is_some() => number.as_f64(),
            Some(Value::Integer(_)) => f64::INFINITY,
            _ => {
                self.note_type("a number");
                0.0
            }
        };
        visitor.visit_f64(number)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        visitor.visit_str(&self.string())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        let text = self.string();
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => visitor.visit_char(one),
            _ if matches!(self.node, Node::Nothing) => visitor.visit_char(' '),
            _ => Err(PassEnd::Refused(format!("{} must be a single character", shown(&text)))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        if matches!(self.node, Node::Nothing) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, PassEnd> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        let rows = match self.node.value() {
            Some(Value::Array(rows)) if rows.len() > MOST_ROWS => {
                let path = self.path.to_path();
                let name = path.last_key().unwrap_or("this").to_owned();
                let message = format!("`{name}` has {} entries; the limit is {MOST_ROWS}", rows.len());
                self.note(BAD_VALUE.at(path, message));
                None
            }
            Some(Value::Array(rows)) => Some(rows),
            _ => {
                self.note_type("a list");
                None
            }
        };
        visitor.visit_seq(Rows::new(rows, self.path, self.memory))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, PassEnd> {
        let Some(Value::Array(rows)) = self.node.value() else {
            self.note_type(&format!("a list of {len}"));
            return visitor.visit_seq(Rows::fixed(None, len, self.path, self.memory));
        };
        if rows.len() != len {
            let path = self.path.to_path();
            let name = path.last_key().unwrap_or("this").to_owned();
            let message = format!("`{name}` must be a list of {len}, not of {}", rows.len());
            let help = schema_json::describe(self.memory.form, &path);
            self.note(WRONG_TYPE.at(path, message).maybe_help(help));
        }
        visitor.visit_seq(Rows::fixed(Some(rows), len, self.path, self.memory))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        let table = self.node.table();
        if table.is_none() {
            self.note_type("a table");
        }
        visitor.visit_map(Table::new(table, self.path, self.memory))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, PassEnd> {
        if self.node.table().is_none() {
            self.note_type("a table");
        }
        let fields = Fields::new(name, fields, self.node, self.path, self.memory);
        visitor.visit_map(fields).map_err(|stop| self.memory.require_key(name, stop))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, PassEnd> {
        let known = |word: &str| variants.iter().position(|variant| *variant == word);
        let variant = match &self.node {
            Node::Nothing => 0,
            _ => {
                let is_text = matches!(self.node.value(), Some(Value::String(_)));
                if !is_text {
                    self.note_type("a word in quotes");
                }
                let word = if is_text { self.string() } else { Cow::Borrowed("") };
                let variant = known(&word);
                if is_text && variant.is_none() {
                    let path = self.path.to_path();
                    let name = path.last_key().unwrap_or("this").to_owned();
                    let words = list(variants.iter().copied());
                    let meant = MeantWord::by(&word, variants.iter().copied());
                    let fix = meant.zip(self.span());
                    let finding = UNKNOWN_WORD
                        .at(path, format!("`{name}` must be {words}, not {}", shown(&word)))
                        .maybe_help(meant.map(MeantWord::help))
                        .fix(fix.and_then(|(meant, span)| meant.fix(TextEdit::new(span, quoted(meant.word)))));
                    self.note(finding);
                }
                variant.unwrap_or(0)
            }
        };
        visitor.visit_enum(U32Deserializer::new(u32::try_from(variant).unwrap_or(0)))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PassEnd> {
        match self.node.value() {
            Some(Value::Table(_)) => self.deserialize_map(visitor),
            Some(Value::String(_)) => self.deserialize_str(visitor),
            Some(Value::Integer(_)) => self.deserialize_i64(visitor),
            Some(Value::Boolean(_)) => self.deserialize_bool(visitor),
            Some(Value::Array(_)) => self.deserialize_seq(visitor),
            None => visitor.visit_unit(),
            Some(Value::Float(_) | Value::DateTime(_)) => {
                self.note_type("text, a whole number, a list or a table");
                visitor.visit_unit()
            }
        }
    }

    forward_to_deserialize_any! {
        i128 u128 f32 bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}
