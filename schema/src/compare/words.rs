//! The text of differences.

use std::fmt;

use serde_json::Value;

use super::{Difference, is_set, key_of};
use crate::words::counted;
use crate::{Inches, TablePoint};

impl fmt::Display for Difference {
    /// Writes a text such as `unit de-iii-5: ER 2 to 3`, `hex 0304: Clear to Woods` or `stream 0304/0404 added`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, field) = (&self.subject, field_words(&self.field));
        let shown = |value: &Value| shown(value, self.has_points);
        if self.field.is_empty() {
            return match (&self.before, &self.after) {
                (None, _) => write!(f, "{subject} added"),
                (_, None) => write!(f, "{subject} removed"),
                (Some(before), Some(after)) => write!(f, "{subject}: {} to {}", shown(before), shown(after)),
            };
        }
        let key = key_of(&self.field);
        if let (true, Some(before), Some(after)) =
            (self.has_points, points(self.before.as_ref()), points(self.after.as_ref()))
        {
            return match (before.as_slice(), after.as_slice()) {
                ([before], [after]) if key == "at" => write!(f, "{subject}: moved from {before} to {after}"),
                ([before], [after]) if key == "toward" => write!(f, "{subject}: {field} {before} to {after}"),
                (before, after) => write!(f, "{subject}: {field} {}", outlines(before, after)),
            };
        }
        if let (Some(before), Some(after)) = (words(self.before.as_ref()), words(self.after.as_ref()))
            && !(before.is_empty() && after.is_empty())
        {
            if !is_set(key) {
                return write!(f, "{subject}: {field} {} to {}", before.join(" "), after.join(" "));
            }
            let come: Vec<_> = after.iter().filter(|word| !before.contains(word)).copied().collect();
            let gone: Vec<_> = before.iter().filter(|word| !after.contains(word)).copied().collect();
            let come = (!come.is_empty()).then(|| format!("{} added", come.join(", ")));
            let gone = (!gone.is_empty()).then(|| format!("{} removed", gone.join(", ")));
            return write!(f, "{subject}: {field} {}", come.into_iter().chain(gone).collect::<Vec<_>>().join(", "));
        }
        match (&self.before, &self.after) {
            // An omitted flag is false.
            (None | Some(Value::Bool(_)), Some(Value::Bool(now))) | (Some(Value::Bool(now)), None) => {
                let now = *now == self.after.is_some();
                write!(f, "{subject}: {field} {} to {now}", !now)
            }
            (None, Some(after)) => write!(f, "{subject}: {field} {} added", shown(after)),
            (Some(before), None) => write!(f, "{subject}: {field} {} removed", shown(before)),
            (before, after) => {
                let [before, after] = [before, after].map(|value| value.as_ref().map_or("none".to_owned(), &shown));
                write!(f, "{subject}: {field} {before} to {after}")
            }
        }
    }
}

/// Returns the words of a list; an empty list for a missing value, and `None` for other values.
fn words(value: Option<&Value>) -> Option<Vec<&str>> {
    match value {
        None => Some(Vec::new()),
        Some(value) => value.as_array()?.iter().map(Value::as_str).collect(),
    }
}

/// Returns the points of a table in a value: one, or a list of them; `None` for other values.
fn points(value: Option<&Value>) -> Option<Vec<Inches>> {
    let point = |value: &Value| TablePoint::parse(value.as_str()?).map(|point| point.0);
    match value? {
        Value::Array(list) if !list.is_empty() => list.iter().map(point).collect(),
        value => Some(vec![point(value)?]),
    }
}

/// The maximum number of moved points in a sentence.
const MOST_POINTS: usize = 3;

/// Returns the differences between two lines or outlines, such as `point 2 moved from 6", 3" to 7", 3"`.
fn outlines(before: &[Inches], after: &[Inches]) -> String {
    if before.len() != after.len() {
        return format!("{} to {}", counted(before.len(), "point"), after.len());
    }
    let moved = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
    let mut moved: Vec<String> =
        moved.map(|(at, (old, new))| format!("point {} moved from {old} to {new}", at + 1)).collect();
    let more = moved.len().saturating_sub(MOST_POINTS);
    moved.truncate(MOST_POINTS);
    let more = (more > 0).then(|| format!("{} more moved", counted(more, "point")));
    moved.into_iter().chain(more).collect::<Vec<_>>().join(", ")
}

/// Returns the field name as readable words.
fn field_words(field: &str) -> String {
    let words = field.split([' ', '_']).map(|word| match word {
        "er" => "ER",
        "hq" => "HQ",
        "sp" => "SP",
        "tcr" => "TCR",
        word => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a value as text for a message; `has_points` if texts may be points of a table.
fn shown(value: &Value, has_points: bool) -> String {
    match value {
        Value::String(text) if text.is_empty() => "nothing".to_owned(),
        Value::String(text) if text.chars().count() > 60 || text.contains('\n') => {
            format!("{:?}", text.chars().take(60).chain(['…']).collect::<String>())
        }
        Value::String(text) => match TablePoint::parse(text).filter(|_| has_points) {
            Some(point) => point.0.to_string(),
            None => text.clone(),
        },
        Value::Object(fields) => {
            let shown = fields.iter().map(|(key, value)| format!("{} {}", field_words(key), shown(value, has_points)));
            shown.collect::<Vec<_>>().join(", ")
        }
        Value::Array(values) => values.iter().map(|value| shown(value, has_points)).collect::<Vec<_>>().join(", "),
        value => value.to_string(),
    }
}
