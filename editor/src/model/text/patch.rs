//! Patches between two texts. The size of a patch depends on the differences.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use similar::{DiffTag, TextDiff};

use super::TextSplice;

/// The time limit of the search for a minimal difference, after which a larger one is accepted.
const PATIENCE: Duration = Duration::from_millis(200);

/// A patch from an old text to a new one: splices in ascending order, all with offsets in the old text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPatch(Vec<TextSplice>);

impl TextPatch {
    /// Returns the patch from `old` to `new`.
    pub fn between(old: &str, new: &str) -> Self {
        // The common start and end are excluded from the comparison by lines.
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

    /// Returns `true` if the patch changes nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Applies the patch to `text` and returns its inverse, or returns `None` without a change if the patch does not
    /// fit the text.
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

    /// Returns the offset in the new text at which the first change ends, or `None` for an empty patch.
    pub fn end(&self) -> Option<usize> {
        self.0.first().map(|splice| splice.new_range().end)
    }

    /// Returns the offset in the new text for `offset` in the old one.
    pub fn shift(&self, offset: usize) -> usize {
        // Processes the splices from the last to the first, so that none moves those still to come.
        self.0.iter().rev().fold(offset, |offset, splice| splice.shift(offset))
    }
}

/// Returns the start offset of each of `slices`, followed by the end of the last one.
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
