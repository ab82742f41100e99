//! Patches between two texts. The size of a patch is that of the differences.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use similar::{DiffTag, TextDiff};

use super::TextSplice;

/// The time that the smallest difference is looked for; after that a larger one will do.
const PATIENCE: Duration = Duration::from_millis(200);

/// A patch that makes one text of another: splices from front to back, all in places of the old text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPatch(Vec<TextSplice>);

impl TextPatch {
    /// The patch that makes `new` of `old`.
    pub fn between(old: &str, new: &str) -> Self {
        // What is the same at both ends need not be looked at line by line.
        let Some(whole) = TextSplice::between(0, old, new) else { return Self::default() };
        let start = old.get(..whole.at).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let tail = |text: &str, end: usize| {
            text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| end + at + 1)
        };
        let (old_end, new_end) = (tail(old, whole.range().end), tail(new, whole.new_range().end));
        let (Some(old), Some(new)) = (old.get(start..old_end), new.get(start..new_end)) else {
            return Self(vec![whole]);
        };
        if !whole.text.contains('\n') && !old.trim_end_matches('\n').contains('\n') {
            return Self(vec![whole]);
        }
        let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
        let (olds, news) = (places(diff.iter_old_slices()), places(diff.iter_new_slices()));
        let mut splices = Vec::new();
        for op in diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal) {
            let piece = |text: &str, places: &[usize], range: std::ops::Range<usize>| {
                let start = places.get(range.start).copied()?;
                Some((start, text.get(start..places.get(range.end).copied()?)?.to_owned()))
            };
            let (Some((at, was)), Some((_, is))) =
                (piece(old, &olds, op.old_range()), piece(new, &news, op.new_range()))
            else {
                return Self(vec![whole]);
            };
            splices.extend(TextSplice::between(start + at, &was, &is));
        }
        Self(splices)
    }

    /// Returns `true` if it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Changes `text`; what takes that back, or `None` (and no change) if it is not a patch of this
    /// text.
    pub fn apply(&self, text: &mut String) -> Option<Self> {
        let mut new = String::with_capacity(text.len());
        let mut back = Vec::with_capacity(self.0.len());
        let mut copied = 0;
        for splice in &self.0 {
            new.push_str(text.get(copied..splice.at)?);
            let was = text.get(splice.range())?.to_owned();
            back.push(TextSplice { at: new.len(), removed: splice.text.len(), text: was });
            new.push_str(&splice.text);
            copied = splice.range().end;
        }
        new.push_str(text.get(copied..)?);
        *text = new;
        Some(Self(back))
    }

    /// The place where the first change ends in the new text, if there is any.
    pub fn end(&self) -> Option<usize> {
        self.0.first().map(|splice| splice.new_range().end)
    }

    /// The place in the new text of `offset` of the old one.
    pub fn shift(&self, offset: usize) -> usize {
        // From back to front, so that no splice moves those still to come.
        self.0.iter().rev().fold(offset, |offset, splice| splice.shift(offset))
    }
}

/// The place where each of `slices` begins, and where the last one ends.
fn places<'t>(slices: impl Iterator<Item = &'t str>) -> Vec<usize> {
    let mut places = vec![0];
    let mut at = 0;
    for slice in slices {
        at += slice.len();
        places.push(at);
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_small_changes_far_apart_are_two_small_splices() {
        let old: String = (0..1000).map(|n| format!("line {n} of many\n")).collect();
        let new = old.replacen("line 3 ", "row 3 ", 1).replacen("line 990 of", "line 990 out of", 1);
        let patch = TextPatch::between(&old, &new);
        assert_eq!(patch.0.len(), 2);
        assert!(serde_json::to_string(&patch).unwrap().len() < 150, "{patch:?}");
        let at = |text: &str| text.find("line 991").unwrap();
        assert_eq!(patch.shift(at(&old)), at(&new));
        assert!(TextPatch::between(&old, &old).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_becomes_any_other_and_comes_back(old in "[abé\n]{0,60}", new in "[abé\n]{0,60}") {
            let patch = TextPatch::between(&old, &new);
            let mut text = old.clone();
            let back = patch.apply(&mut text).unwrap();
            prop_assert_eq!(&text, &new);
            back.apply(&mut text).unwrap();
            prop_assert_eq!(text, old);
        }
    }
}
