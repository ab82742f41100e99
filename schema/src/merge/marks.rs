//! Conflict marks like those of git: whole lines, with ours above and theirs below.

use std::ops::Range;

use similar::{Algorithm, DiffTag, TextDiff};

/// Returns `ours` with marks around the lines that differ in `theirs`. Without the marks and one of the parts, it is one of the
/// two texts.
pub(super) fn put(ours: &str, theirs: &str) -> String {
    // Unlike the raw variant, this one gives up the shortest marks for long texts that have little in common. It counts steps, not
    // seconds, so that the same texts always get the same marks.
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(ours, theirs);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `count` lines of few kinds in an order that depends on `seed`.
    fn lines(count: u64, kinds: u64, seed: u64) -> String {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            format!("{}\n", (state >> 33) % kinds)
        };
        (0..count).map(|_| next()).collect()
    }

    /// The shortest difference of these texts takes minutes.
    #[test]
    fn long_texts_with_little_in_common_are_marked() {
        for kinds in [2, 50, 20_000] {
            let (ours, theirs) = (lines(40_000, kinds, 1), lines(40_000, kinds, 2));
            let marked = put(&ours, &theirs);
            let part = |version: &str, other: &str| {
                let mut within = None;
                let is_own = |line: &&str| match line.trim_end() {
                    mark @ ("<<<<<<< ours" | "=======" | ">>>>>>> theirs") => {
                        within = (mark != ">>>>>>> theirs").then(|| mark.to_owned());
                        false
                    }
                    _ => within.as_deref() != Some(other),
                };
                assert!(marked.contains(version));
                marked.split_inclusive('\n').filter(is_own).collect::<String>()
            };
            assert!(part("<<<<<<< ours", "=======") == ours && part("=======", "<<<<<<< ours") == theirs);
        }
    }
}
