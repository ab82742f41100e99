//! The smallest part of a text that contains all typed changes.

use std::ops::Range;

use super::TextSplice;

/// A part of a text that was replaced. The texts before and after it are unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplacedText {
    /// The start offset, which is the same in both texts.
    pub start: usize,
    /// The end offset in the old text.
    pub old_end: usize,
    /// The end offset in the new text.
    pub new_end: usize,
}

impl ReplacedText {
    /// Returns the byte range in the old text.
    pub fn was(&self) -> Range<usize> {
        self.start..self.old_end
    }

    /// Returns the byte range in the new text.
    pub fn now(&self) -> Range<usize> {
        self.start..self.new_end
    }

    /// Returns the part extended to include `range` of the new text.
    #[must_use]
    pub fn around(self, range: Range<usize>) -> Self {
        let more = range.end.saturating_sub(self.new_end);
        Self { start: self.start.min(range.start), old_end: self.old_end + more, new_end: self.new_end + more }
    }

    /// Returns the part extended by `splice`, which was applied to the new text, or the part of `splice` alone if
    /// `this` is `None`.
    #[must_use]
    pub fn with(this: Option<Self>, splice: &TextSplice) -> Self {
        let range = splice.range();
        let alone = Self { start: range.start, old_end: range.end, new_end: range.end };
        let all = this.map_or(alone, |hull| hull.around(range));
        Self { new_end: all.new_end - splice.removed + splice.text.len(), ..all }
    }

    /// Returns the offset in the old text for `offset` of the new text, which must not be before the end of the part.
    pub fn behind(&self, offset: usize) -> usize {
        (offset + self.old_end).saturating_sub(self.new_end)
    }
}

/// The changes of a text by typing, as a single replaced part. The cost of a keystroke depends on the length of that
/// part, not on that of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedText {
    hull: Option<ReplacedText>,
    text: String,
}

impl EditedText {
    /// Applies `splice` to the edited text of `base`. Returns `false` without a change if its range is outside the
    /// text.
    pub fn write(&mut self, base: &str, splice: &TextSplice) -> bool {
        if splice.range().end > self.length(base) {
            return false;
        }
        let hull = self.hull.unwrap_or(ReplacedText { start: splice.at, old_end: splice.at, new_end: splice.at });
        let around = hull.around(splice.range());
        let (before, after) = (base.get(around.start..hull.start), base.get(hull.old_end..around.old_end));
        let (Some(before), Some(after)) = (before, after) else { return false };
        self.text.insert_str(0, before);
        self.text.push_str(after);
        let within = TextSplice { at: splice.at - around.start, removed: splice.removed, text: splice.text.clone() };
        let done = within.apply(&mut self.text).is_some();
        self.hull = Some(if done { ReplacedText::with(Some(hull), splice) } else { around });
        done
    }

    /// Returns the edited text of `base`.
    pub fn text(&self, base: &str) -> String {
        let ReplacedText { start, old_end, .. } = self.hull.unwrap_or_default();
        let (before, after) = (base.get(..start), base.get(old_end..));
        [before.unwrap_or_default(), &self.text, after.unwrap_or_default()].concat()
    }

    /// Returns the length of the edited text in bytes.
    pub fn length(&self, base: &str) -> usize {
        base.len() + self.text.len() - self.hull.map_or(0, |hull| hull.was().len())
    }

    /// Returns `true` if the edited text differs from `base`.
    pub fn differs(&self, base: &str) -> bool {
        self.hull.is_some_and(|hull| base.get(hull.was()) != Some(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_typed_is_what_the_splices_make(
            base in "[abé\n]{0,30}",
            splices in prop::collection::vec((0..40_usize, 0..6_usize, "[xé\n]{0,3}"), 0..8),
        ) {
            let (mut text, mut typed, mut hull) = (base.clone(), EditedText::default(), None);
            for (at, removed, new) in splices {
                let splice = TextSplice { at, removed, text: new };
                let was = text.clone();
                let done = splice.apply(&mut text).is_some();
                prop_assert_eq!(typed.write(&base, &splice), done, "{:?} in {:?}", splice, was);
                if done {
                    hull = Some(ReplacedText::with(hull, &splice));
                }
                prop_assert_eq!(typed.text(&base), text.as_str());
                prop_assert_eq!(typed.length(&base), text.len());
                prop_assert_eq!(typed.differs(&base), text != base);
                if let Some(hull) = hull {
                    prop_assert_eq!(&text[..hull.start], &base[..hull.start]);
                    prop_assert_eq!(&text[hull.new_end..], &base[hull.old_end..]);
                    prop_assert_eq!(hull.behind(text.len()), base.len());
                }
            }
        }
    }
}
