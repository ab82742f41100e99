//! Text search.

use std::ops::Range;

use crate::model::text::TextSplice;

/// The maximum number of matches.
const MOST: usize = 9999;

/// The query and its matches.
#[derive(Debug, Default)]
pub(super) struct Find {
    pub(super) query: String,
    /// The query and the edition for which `places` is valid.
    of: Option<(String, Option<u64>)>,
    places: Vec<Range<usize>>,
    /// `true` to focus the search field in the next frame.
    pub(super) grab: bool,
    /// `true` to focus the line number field in the next frame.
    pub(super) grab_line: bool,
    /// `true` after a jump of the caret.
    pub(super) went: bool,
}

impl Find {
    /// Finds the matches of the query in `text` of this `edition`. The search ignores the case of ASCII letters.
    pub(super) fn look(&mut self, text: &str, edition: Option<u64>) {
        let of = (self.query.clone(), edition);
        if self.of.as_ref() == Some(&of) {
            return;
        }
        self.places = places(text, &self.query);
        self.of = Some(of);
    }

    /// Updates the matches after `splice`, which produced `text` of this `edition`. Only the changed part is searched.
    pub(super) fn splice(&mut self, text: &str, splice: &TextSplice, edition: u64) {
        let Some((query, of)) = &mut self.of else { return };
        *of = Some(edition);
        if query.is_empty() {
            return;
        }
        let reach = query.len() - 1;
        let first = self.places.partition_point(|place| place.end <= splice.at);
        let last = self.places.partition_point(|place| place.start < splice.range().end);
        for place in self.places.iter_mut().skip(last) {
            let start = place.start - splice.removed + splice.text.len();
            *place = start..start + place.len();
        }
        let start = self.places.get(..first).and_then(<[_]>::last).map_or(0, |place| place.end);
        let start = (start.max(splice.at.saturating_sub(reach))..).find(|at| text.is_char_boundary(*at));
        let next = self.places.get(last).map_or(text.len(), |place| place.start);
        let end = (splice.new_range().end + reach..).find(|at| *at >= next || text.is_char_boundary(*at));
        let (start, end) = (start.unwrap_or(0), end.unwrap_or(next).min(next));
        let found = places(text.get(start..end).unwrap_or_default(), query);
        self.places.splice(first..last, found.into_iter().map(|place| start + place.start..start + place.end));
        self.places.truncate(MOST);
    }

    /// Returns the byte ranges of the matches.
    pub(super) fn places(&self) -> &[Range<usize>] {
        &self.places
    }

    /// Returns the match after `at`, or before it, with wraparound.
    pub(super) fn next(&self, at: Range<usize>, back: bool) -> Option<Range<usize>> {
        let found = if back {
            self.places.iter().rev().find(|place| place.start < at.start).or(self.places.last())
        } else {
            let next = self.places.iter().find(|place| place.start >= at.end && **place != at);
            next.or(self.places.first())
        };
        found.cloned()
    }

    /// Formats the number of matches, and the index of the match at `at`.
    pub(super) fn count(&self, at: Range<usize>) -> String {
        let more = if self.places.len() >= MOST { "+" } else { "" };
        match (self.places.len(), self.places.iter().position(|place| *place == at)) {
            (0, _) if self.query.is_empty() => String::new(),
            (0, _) => "not found".to_owned(),
            (count, None) => format!("{count}{more} found"),
            (count, Some(n)) => format!("{} of {count}{more}", n + 1),
        }
    }

    /// Returns `true` once after a jump of the caret.
    pub(super) fn take_moved(&mut self) -> bool {
        std::mem::take(&mut self.went)
    }
}

fn places(text: &str, query: &str) -> Vec<Range<usize>> {
    if query.is_empty() {
        return Vec::new();
    }
    // Only ASCII letters are converted, so that byte offsets remain valid.
    let (text, query) = (text.to_ascii_lowercase(), query.to_ascii_lowercase());
    text.match_indices(&query).take(MOST).map(|(at, found)| at..at + found.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_looked_through_where_it_was_typed() {
        let mut text = "ab é ab xabab".to_owned();
        let mut find = Find { query: "ab".to_owned(), ..Find::default() };
        find.look(&text, Some(1));
        let mut random = 7_usize;
        for edition in 2..400 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (random >> 33) % (text.len() + 1);
            let new = ["", "a", "b", "ab", "é", "ba"][(random >> 20) % 6];
            let splice = TextSplice::new(at..at + (random >> 40) % 3, new);
            if splice.apply(&mut text).is_some() {
                find.splice(&text, &splice, edition);
                assert_eq!(find.places, places(&text, "ab"), "{splice:?} makes {text:?}");
                assert_eq!(find.of, Some(("ab".to_owned(), Some(edition))));
            }
        }
    }

    #[test]
    fn what_is_looked_for_is_found_counted_and_gone_through_both_ways() {
        let mut find = Find { query: "Aé".to_owned(), ..Find::default() };
        let text = "aé b Aé aÉ aé";
        find.look(text, Some(1));
        assert_eq!(find.places().len(), 3);
        let mut at = 0..0;
        let mut seen = Vec::new();
        for back in [false, false, false, false, true, true] {
            at = find.next(at, back).unwrap();
            seen.push(find.count(at.clone()));
        }
        assert_eq!(seen, ["1 of 3", "2 of 3", "3 of 3", "1 of 3", "3 of 3", "2 of 3"]);
        assert_eq!(find.count(2..2), "3 found");
        find.query = "none".to_owned();
        find.look(text, Some(1));
        assert_eq!((find.next(0..0, false), find.count(0..0).as_str()), (None, "not found"));
    }
}
