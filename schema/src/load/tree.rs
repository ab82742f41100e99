//! The parsed tree of a text: tables, lists and values with their byte ranges.
//!
//! Texts are parsed by `toml-spanner`, in a fifth of the time of `toml`. If it refuses a text, `toml` parses the text again,
//! because it finds every error instead of the first one.

use std::ops::Range;

use toml::de::DeValue;
pub(crate) use toml_spanner::{Arena, Array, Item, Key, Span, Table, Value};
use toml_spanner::{ArrayStyle, Error, ErrorKind, Kind, TableStyle};

/// The maximum nesting depth of tables and lists. It is below the limits of `toml` for reading and of `toml_edit` for saving,
/// which count dotted keys differently.
pub(crate) const DEEPEST: usize = 64;

/// Parses `text`; `None` if it is not TOML or nests deeper than [`DEEPEST`].
pub(crate) fn parse<'d>(text: &'d str, arena: &'d Arena) -> Option<Table<'d>> {
    let mut text = text;
    for _ in 0..MOST_CLIPPED {
        match toml_spanner::parse(text, arena) {
            Ok(document) => return Some(document.into_table()).filter(|table| is_shallow(table, DEEPEST)),
            Err(error) => text = arena.alloc_str(&clipped(text, &error)?),
        }
    }
    None
}

/// The maximum number of clipped numbers in a text.
const MOST_CLIPPED: usize = 20;

/// The maximum size in bytes of a text with clipped numbers, as each clip copies the text.
const MOST_COPIED: usize = 8 << 20;

/// Returns `text` with a number that is too large for the parser replaced by one that is too large for any field. It has the
/// same position and is reported there like any other number out of range. `None` for any other `error`.
fn clipped(text: &str, error: &Error) -> Option<String> {
    let span = error.span().range();
    let number = text.get(span.clone()).filter(|_| text.len() <= MOST_COPIED)?;
    // After a number that is too large, the parser skips the rest of the value, so the value may be invalid.
    let clipped = match (error.kind(), DeValue::parse(number).ok()?.get_ref()) {
        (ErrorKind::InvalidInteger(_), DeValue::Integer(_)) if number.starts_with('-') => "-9999999999999999999999999",
        (ErrorKind::InvalidInteger(_), DeValue::Integer(_)) => "9999999999999999999999999",
        (ErrorKind::InvalidFloat(_), DeValue::Float(_)) if number.starts_with('-') => "-inf",
        (ErrorKind::InvalidFloat(_), DeValue::Float(_)) => "inf",
        _ => return None,
    };
    let rest = number.len().checked_sub(clipped.len())?;
    Some([text.get(..span.start)?, clipped, &" ".repeat(rest), text.get(span.end..)?].concat())
}

fn is_shallow(table: &Table<'_>, left: usize) -> bool {
    table.iter().all(|(_, value)| is_shallow_item(value, left))
}

/// Returns `true` if tables and lists in `item` nest at most `left` levels deep.
#[inline]
pub(crate) fn is_shallow_item(item: &Item<'_>, left: usize) -> bool {
    // Fast path: nearly all of the thousands of items are neither tables nor lists.
    !matches!(item.kind(), Kind::Table | Kind::Array) || is_shallow_inside(item, left)
}

fn is_shallow_inside(item: &Item<'_>, left: usize) -> bool {
    match item.value() {
        Value::Table(table) => left > 0 && is_shallow(table, left - 1),
        Value::Array(array) => left > 0 && array.iter().all(|row| is_shallow_item(row, left - 1)),
        _ => true,
    }
}

/// Returns the byte range of `item` in `text`: the header of a table that is a section, or the first header of a list of such
/// tables.
pub(crate) fn span(text: &str, item: &Item<'_>) -> Range<usize> {
    let first = item.as_array().filter(|array| array.style() == ArrayStyle::Header).and_then(|array| array.get(0));
    let item = first.unwrap_or(item);
    let span = item.span();
    let is_section = item.as_table().is_some_and(|table| table.style() == TableStyle::Header);
    if is_section && text.as_bytes().get(span.range().start) == Some(&b'[') {
        return span.extract_header_span(text.as_bytes()).range();
    }
    span.range()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_read_and_stay_where_they_are() {
        let text = format!("a = -{0}\nb = {{ c = [0x{0}, 1e999999999999] }}\nd = true", "9".repeat(50));
        let arena = Arena::new();
        let table = parse(&text, &arena).unwrap();
        assert!(table.get("a").unwrap().as_i128() < Some(i64::MIN.into()));
        let list = table["b"]["c"].as_array().unwrap();
        assert!(list.get(0).unwrap().as_i128() > Some(u64::MAX.into()));
        assert_eq!(list.get(1).unwrap().as_f64(), Some(f64::INFINITY));
        assert_eq!(&text[span(&text, table.get("d").unwrap())], "true");
    }

    /// Accepts exactly the texts that `toml` accepts.
    #[test]
    fn numbers_are_those_of_the_other_parser() {
        let long = "9".repeat(50);
        let hex = "F".repeat(50);
        for number in [
            "1e999", "1_0e999", "1e9_9_9", "-1E+999", "1.5e999", "01e999", "1.e999", ".1e999", "1_e999", "1_", "inf",
            "Inf", "infinity",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain(
            ["{}", "-{}", "+{}", "0{}", "{}_", "{}_9", "{}x", "{}-1", "{}.0", "{}e1", "0x{}", "0o{}"]
                .map(|form| form.replace("{}", &long)),
        )
        .chain(["0x{}", "0X{}", "-0x{}", "0x_{}", "0x{}_", "0x{}G"].map(|form| form.replace("{}", &hex)))
        {
            let text = format!("a = {number}\n");
            assert_eq!(parse(&text, &Arena::new()).is_some(), toml::de::DeTable::parse(&text).is_ok(), "{text}");
        }
    }

    #[test]
    fn nesting_has_an_end() {
        let keys = |depth| vec!["a"; depth].join(".");
        let nested: [&dyn Fn(usize) -> String; 5] = [
            &|depth| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth)),
            &|depth| format!("{}a = 1{}", "a = { ".repeat(depth), " }".repeat(depth)),
            &|depth| format!("{}.a = 1", keys(depth)),
            &|depth| format!("[{}]", keys(depth)),
            &|depth| format!("[{}]\n{}.a = 1", keys(depth / 2), keys(depth - depth / 2)),
        ];
        for nested in nested {
            let (deepest, deeper) = (nested(DEEPEST), nested(DEEPEST + 1));
            assert!(parse(&deepest, &Arena::new()).is_some(), "{deepest}");
            assert!(toml::de::DeTable::parse(&deepest).is_ok(), "{deepest}");
            assert!(parse(&deeper, &Arena::new()).is_none(), "{deeper}");
        }
    }

    /// Gives every value the byte range that `toml` gives it.
    #[test]
    fn places_are_those_of_the_other_parser() {
        let text = "a.b.c = 1\r\n[ d . e ] # x\r\nf = { g = '''\r\n x ''' }\r\n[[h]]\r\n[[h.\"i]\"]]\r\n\
                    j = [\"\\u00e9\", 2]\r\n[k]";
        let arena = Arena::new();
        let ours = parse(text, &arena).unwrap();
        let theirs = toml::de::DeTable::parse(text).unwrap().into_inner();
        same(text, &ours, &theirs);
    }

    fn same(text: &str, ours: &Table<'_>, theirs: &toml::de::DeTable<'_>) {
        assert_eq!(ours.len(), theirs.len());
        for ((key, item), (their_key, their)) in ours.iter().zip(theirs) {
            assert_eq!((key.name, key.span.range()), (their_key.get_ref().as_ref(), their_key.span()));
            same_item(text, item, their);
        }
    }

    fn same_item(text: &str, item: &Item<'_>, their: &toml::Spanned<toml::de::DeValue<'_>>) {
        if let (Some(ours), Some(theirs)) = (item.as_table(), their.get_ref().as_table()) {
            same(text, ours, theirs);
        } else if let (Some(ours), Some(theirs)) = (item.as_array(), their.get_ref().as_array()) {
            assert_eq!(ours.len(), theirs.len());
            for (row, their) in ours.iter().zip(theirs.iter()) {
                same_item(text, row, their);
            }
        }
        let is_written =
            item.as_table().is_none_or(|table| matches!(table.style(), TableStyle::Header | TableStyle::Inline));
        if is_written && !text[their.span()].is_empty() {
            assert_eq!(span(text, item), their.span(), "{item:?}");
        }
    }
}
