//! Conflict marks like those of git: whole lines, with ours above and theirs below.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Value;

use super::Conflict;
use crate::load::tree::Arena;
use crate::path::{DocPath, PathStep};
use crate::place::{Places, row_lines};
use crate::save::layout;

/// A conflict block: the lines of ours and the lines of theirs.
struct Block {
    ours: String,
    theirs: String,
}

/// Returns `text`, which has the values of ours, with marks around every conflict.
pub(super) fn put(text: &str, conflicts: &[Conflict]) -> String {
    let arena = Arena::new();
    let places = Places::new(text, &arena);
    if places.root().is_none() {
        return text.to_owned();
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut blocks: BTreeMap<(usize, usize), Block> = BTreeMap::new();
    for conflict in conflicts.iter().filter(|conflict| !conflict.is_order) {
        let Some((span, replaced, theirs)) = theirs(&places, conflict) else { continue };
        let ours = text.get(span.clone()).unwrap_or_default();
        let missing = conflict.ours.is_none();
        let block = blocks.entry((span.start, span.end)).or_insert_with(|| Block {
            ours: if missing { String::new() } else { ours.to_owned() },
            theirs: ours.to_owned(),
        });
        // Conflicts in the same lines share a block. Offsets are those of ours, so each replacement must fit them.
        match replaced {
            Some(replaced) => {
                let at = replaced.start - span.start..replaced.end - span.start;
                if block.theirs.get(at.clone()).is_some() {
                    block.theirs.replace_range(at, &theirs);
                }
            }
            None => block.theirs = theirs,
        }
    }
    let mut marked = String::with_capacity(text.len() + 256);
    let mut done = 0;
    for ((start, stop), block) in blocks {
        // A conflict inside an earlier block is already marked.
        if start < done {
            continue;
        }
        marked.push_str(text.get(done..start).unwrap_or_default());
        let mut part = |mark: &str, lines: &str| {
            marked.push_str(mark);
            marked.push_str(end);
            marked.push_str(lines);
            if !lines.is_empty() && !lines.ends_with('\n') {
                marked.push_str(end);
            }
        };
        part("<<<<<<< ours", &block.ours);
        part("=======", &block.theirs);
        part(">>>>>>> theirs", "");
        done = stop;
    }
    marked.push_str(text.get(done..).unwrap_or_default());
    marked
}

/// Returns the lines of a conflict, the byte range to replace in them (all lines if `None`), and the replacement from theirs.
fn theirs(places: &Places<'_>, conflict: &Conflict) -> Option<(Range<usize>, Option<Range<usize>>, String)> {
    let path = &conflict.path;
    let text = places.text();
    if let [.., PathStep::Index(row), PathStep::Index(column)] = path.0.as_slice()
        && let Some(hexes) = path.parent().and_then(|row| row.parent()).filter(layout::is_hexes)
    {
        let (literal, span) = places.string(&hexes)?;
        let line = row_lines(literal)?.get(*row)?.clone();
        let line = span.start + line.start..span.start + line.end;
        let (at, letter) = text.get(line.clone())?.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(*column)?;
        let letter = line.start + at..line.start + at + letter.len_utf8();
        return Some((lines(text, &line), Some(letter), conflict.theirs.as_ref()?.as_str()?.to_owned()));
    }
    match (&conflict.ours, &conflict.theirs) {
        (Some(_), Some(theirs)) => {
            let value = places.value(path);
            let literal = layout::inline(path, theirs).to_string();
            // A section has no value that can be replaced on one line.
            let plain = !text.get(value.clone())?.starts_with("[[");
            let entry = places.key(path).start..value.end;
            plain.then(|| (lines(text, &entry), Some(value), literal.trim().to_owned()))
        }
        // Only one side has the key or section.
        (Some(Value::Table(_)), None) | (None, Some(Value::Table(_))) => {
            let section = places.take_out(path)?.span;
            let block = text.get(section.clone())?.trim_end().len();
            let section = lines(text, &(section.start..section.start + block));
            let theirs = if conflict.theirs.is_some() { text.get(section.clone())?.to_owned() } else { String::new() };
            Some((section, None, theirs))
        }
        (ours, _) => {
            let entry = lines(text, &(places.key(path).start..places.value(path).end));
            let theirs = if ours.is_some() { String::new() } else { text.get(entry.clone())?.to_owned() };
            has(places, path).then_some((entry, None, theirs))
        }
    }
}

fn has(places: &Places<'_>, path: &DocPath) -> bool {
    path.parent().is_none_or(|parent| places.value(path) != places.value(&parent))
}

/// Extends `span` to whole lines, including the last line break.
fn lines(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(span.end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| span.end + at + 1);
    start..end
}
