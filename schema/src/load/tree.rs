//! A parsed text: tables, lists and values, each with its bytes.
//!
//! Texts are parsed by `toml-spanner`, which takes a fifth of the time that `toml`
//! takes. What it refuses, `toml` is asked to explain: it finds every error and not only the first.

use std::ops::Range;

use toml::de::DeValue;
pub(crate) use toml_spanner::{Arena, Array, Item, Key, Span, Table, Value};
use toml_spanner::{ArrayStyle, Error, ErrorKind, Kind, TableStyle};

/// The most that tables and lists may nest: less than `toml` reads and `toml_edit` saves, which count keys with dots
/// otherwise.
pub(crate) const DEEPEST: usize = 64;

/// Parses `text`; `None` if it is not TOML, or nests deeper than anything should.
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

/// The number of numbers that are clipped in a text.
const MOST_CLIPPED: usize = 20;

/// The most bytes of a text for numbers in it to be clipped: each time it is copied.
const MOST_COPIED: usize = 8 << 20;

/// `text` with a number that is too great for the parser clipped to one that is too great for any field, which has the
/// place and is told of there as any other such number. `None` if the `error` is another.
fn clipped(text: &str, error: &Error) -> Option<String> {
    let span = error.span().range();
    let number = text.get(span.clone()).filter(|_| text.len() <= MOST_COPIED)?;
    // What follows a number that is too great is not looked at by the parser: it may be no number at all.
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

/// Returns `true` if tables and lists nest in `item` no deeper than `left`.
#[inline]
pub(crate) fn is_shallow_item(item: &Item<'_>, left: usize) -> bool {
    // Nearly all are neither, and there are thousands.
    !matches!(item.kind(), Kind::Table | Kind::Array) || is_shallow_inside(item, left)
}

fn is_shallow_inside(item: &Item<'_>, left: usize) -> bool {
    match item.value() {
        Value::Table(table) => left > 0 && is_shallow(table, left - 1),
        Value::Array(array) => left > 0 && array.iter().all(|row| is_shallow_item(row, left - 1)),
        _ => true,
    }
}

/// The bytes of `item` in `text`; of a table written as a section, its header, and of a list of such tables the first one.
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

    /// Whatever `toml` reads is read, and nothing else.
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

    /// Values are where `toml` has them.
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
