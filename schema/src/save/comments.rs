//! Comments and spacing around what comes, goes and moves.
//!
//! The comment lines right above a section's header belong to the section; those parted from it
//! by a blank line head what follows and stay when the section goes.

use toml_edit::{Array, Table, Value};

/// What stands before the section's header.
pub(super) fn prefix(table: &Table) -> &str {
    table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default()
}

/// `prefix` parted into heading comments and the section's own lines.
fn part(prefix: &str) -> (&str, &str) {
    let mut own = prefix.len();
    for line in prefix.split_inclusive('\n').rev() {
        if line.trim().is_empty() {
            break;
        }
        own -= line.len();
    }
    let (heading, own) = prefix.split_at(own);
    if heading.contains('#') { (heading, own) } else { ("", prefix) }
}

/// The comments over the section that are not its own, if there are any.
pub(super) fn floating(table: &Table) -> Option<String> {
    let (heading, _) = part(prefix(table));
    (!heading.is_empty()).then(|| heading.to_owned())
}

/// Takes the comments that are not its own away from the section.
pub(super) fn take_floating(table: &mut Table) {
    let (heading, own) = part(prefix(table));
    if !heading.is_empty() {
        let own = format!("\n{own}");
        table.decor_mut().set_prefix(own);
    }
}

/// Puts `heading` over the section.
pub(super) fn put_floating(table: &mut Table, heading: &str) {
    let own = prefix(table).trim_start_matches('\n').to_owned();
    table.decor_mut().set_prefix(format!("{heading}{own}"));
}

/// Gives `comment` to the first section behind position `at`; `false` if there is none.
pub(super) fn give(root: &mut Table, at: isize, comment: &str) -> bool {
    let mut next: Option<isize> = None;
    each(root, &mut |table| {
        if let Some(position) = table.position().filter(|position| *position > at) {
            next = Some(next.map_or(position, |next| next.min(position)));
        }
    });
    let Some(next) = next else { return false };
    let mut given = false;
    each(root, &mut |table| {
        if table.position() == Some(next) && !given {
            given = true;
            put_floating(table, comment);
        }
    });
    given
}

fn each(root: &mut Table, f: &mut impl FnMut(&mut Table)) {
    for (_, item) in root.iter_mut() {
        super::merge::each_table(item, f);
    }
}

/// Fills `array` with `elements`, each with the position it had, keeping the array's style: on one
/// line or a line each, and every comment.
pub(super) fn refill(array: &mut Array, elements: Vec<(Option<usize>, Value)>) {
    let before = |value: &Value| value.decor().prefix().and_then(|p| p.as_str()).unwrap_or_default().to_owned();
    let after = |value: &Value| value.decor().suffix().and_then(|p| p.as_str()).unwrap_or_default().to_owned();
    let old: Vec<(String, String)> = array.iter().map(|value| (before(value), after(value))).collect();
    let first = old.first().map_or(String::new(), |(before, _)| before.clone());
    let many_lines = old.iter().any(|(before, after)| before.contains('\n') || after.contains('\n'));
    let indent = old
        .iter()
        .map(|(before, _)| before)
        .find_map(|before| before.rsplit_once('\n').map(|(_, indent)| format!("\n{indent}")))
        .unwrap_or_else(|| "\n    ".to_owned());
    let end = old.last().map_or(String::new(), |(_, after)| after.clone());
    // Comments around elements that are gone.
    let mut lost = String::new();
    for (at, (before, after)) in old.iter().enumerate() {
        if !elements.iter().any(|(was, _)| *was == Some(at)) {
            for text in [before, after] {
                if text.contains('#') {
                    lost.push_str(text.trim_end_matches(['\n', ' ', '\t']));
                }
            }
        }
    }
    array.clear();
    let count = elements.len();
    for (index, (was, mut value)) in elements.into_iter().enumerate() {
        if many_lines {
            if was.is_none() {
                value.decor_mut().set_prefix(indent.clone());
                value.decor_mut().set_suffix("");
            }
        } else {
            value.decor_mut().set_prefix(if index == 0 { first.as_str() } else { " " });
            value.decor_mut().set_suffix(if index + 1 == count { end.as_str() } else { "" });
        }
        array.push_formatted(value);
    }
    if !lost.is_empty() {
        let trailing = array.trailing().as_str().unwrap_or_default().to_owned();
        let lost = if lost.starts_with('\n') { lost } else { format!(" {}", lost.trim_start()) };
        let trailing = if trailing.contains('\n') { trailing } else { format!("\n{trailing}") };
        array.set_trailing_comma(true);
        array.set_trailing(format!("{lost}{trailing}"));
    }
}
