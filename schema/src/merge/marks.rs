//! Conflict marks like those of git: whole lines, with ours above and theirs below.

use std::ops::Range;

use similar::{DiffTag, TextDiff};

/// Returns `ours` with marks around the lines that differ in `theirs`. Without the marks and one of the parts, it is one of the
/// two texts.
pub(super) fn put(ours: &str, theirs: &str) -> String {
    let diff = TextDiff::configure().diff_lines(ours, theirs);
    let our_lines: Vec<&str> = diff.iter_old_slices().collect();
    let their_lines: Vec<&str> = diff.iter_new_slices().collect();
    let end = if ours.contains("\r\n") { "\r\n" } else { "\n" };
    let mut marked = String::with_capacity(ours.len() + 256);
    let mut done = 0;
    for op in diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal) {
        let (old, new) = (op.old_range(), op.new_range());
        let shift = match op.tag() {
            DiffTag::Delete => above_header(&our_lines, &old, done),
            // The lines above are the same in both texts.
            DiffTag::Insert => above_header(&their_lines, &new, new.start.saturating_sub(old.start - done)),
            _ => 0,
        };
        push(&mut marked, &our_lines, done..old.start - shift);
        for (mark, lines, range) in [
            ("<<<<<<< ours", &our_lines, old.start - shift..old.end - shift),
            ("=======", &their_lines, new.start - shift..new.end - shift),
        ] {
            marked.push_str(mark);
            marked.push_str(end);
            push(&mut marked, lines, range);
            if !marked.ends_with('\n') {
                marked.push_str(end);
            }
        }
        marked.push_str(">>>>>>> theirs");
        marked.push_str(end);
        done = old.end - shift;
    }
    push(&mut marked, &our_lines, done..our_lines.len());
    marked
}

fn push(text: &mut String, lines: &[&str], range: Range<usize>) {
    text.extend(lines.get(range).unwrap_or_default().iter().copied());
}

/// Returns the number of lines by which a difference moves up to begin with the header of its section, as far as `floor`. The
/// lines that it leaves must equal those that it takes; otherwise it stays.
fn above_header(lines: &[&str], range: &Range<usize>, floor: usize) -> usize {
    let line = |at: usize| lines.get(at).copied().unwrap_or_default();
    if line(range.start).starts_with('[') {
        return 0;
    }
    for shift in 1..=range.start.saturating_sub(floor) {
        if line(range.start - shift) != line(range.end - shift) {
            break;
        }
        if line(range.start - shift).starts_with('[') {
            return shift;
        }
    }
    0
}
