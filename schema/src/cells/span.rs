//! Headings that are a number or a span of numbers, in their several spellings.

/// A span of numbers; a missing end is open.
pub(super) type NumberSpan = (Option<i64>, Option<i64>);

/// Returns the span as a heading: `3`, `3-4`, `-4/-3`, `-5 or less`, `7 or more`, or `all`.
pub(super) fn heading((from, to): NumberSpan) -> String {
    match (from, to) {
        (Some(from), Some(to)) if from == to => from.to_string(),
        (Some(from), Some(to)) if from < 0 => format!("{from}/{to}"),
        (Some(from), Some(to)) => format!("{from}-{to}"),
        (Some(from), None) => format!("{from} or more"),
        (None, Some(to)) => format!("{to} or less"),
        (None, None) => "all".to_owned(),
    }
}

/// Returns the span that a heading stands for: also `+3/+4`, `-5&less`, `7&more` and `13+`.
pub(super) fn parse(text: &str) -> Option<NumberSpan> {
    let number = |text: &str| {
        let text = text.trim();
        text.strip_prefix('+').unwrap_or(text).parse::<i64>().ok().filter(|_| !text.starts_with("+-"))
    };
    let text = text.trim();
    if let Some(alone) = number(text) {
        return Some((Some(alone), Some(alone)));
    }
    let open = |ends: [&str; 3]| ends.into_iter().find_map(|end| number(text.strip_suffix(end)?));
    if let Some(from) = open([" or more", "&more", "+"]) {
        return Some((Some(from), None));
    }
    if let Some(to) = open([" or less", "&less", "&fewer"]) {
        return Some((None, Some(to)));
    }
    if let Some((from, to)) = text.split_once('/').or_else(|| text.split_once(" to ")) {
        return Some((Some(number(from)?), Some(number(to)?)));
    }
    // The first character may be a minus.
    let at = text.char_indices().skip(1).find(|(_, letter)| *letter == '-')?.0;
    Some((Some(number(text.get(..at)?)?), Some(number(text.get(at + 1..)?)?)))
}

/// Returns `true` if two headings mean the same.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim()) || parse(one).is_some_and(|span| parse(other) == Some(span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_read_in_each_spelling() {
        for (text, span) in [
            ("3", (Some(3), Some(3))),
            ("+3", (Some(3), Some(3))),
            ("-1", (Some(-1), Some(-1))),
            ("-4/-3", (Some(-4), Some(-3))),
            ("+3/+4", (Some(3), Some(4))),
            ("11-12", (Some(11), Some(12))),
            ("13+", (Some(13), None)),
            ("+7&more", (Some(7), None)),
            ("-5 or less", (None, Some(-5))),
        ] {
            assert_eq!(parse(text), Some(span), "{text}");
            assert_eq!(parse(&heading(span)), Some(span), "{text}");
        }
        for text in ["", "2:1", "woods", "-", "1.5:1", "A"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(is_same("+3/+4", "3-4") && is_same("Woods", "woods") && !is_same("3", "3 or more"));
    }
}
