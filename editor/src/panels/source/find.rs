//! The search in the text.

use std::ops::Range;

use crate::model::text::TextSplice;

/// The number of places that are counted.
const MOST: usize = 9999;

/// The text that is looked for, and its places.
#[derive(Debug, Default)]
pub(super) struct Find {
    pub(super) query: String,
    /// Of what the places are.
    of: Option<(String, Option<u64>)>,
    places: Vec<Range<usize>>,
    /// `true` if the field asks for the keyboard.
    pub(super) grab: bool,
    /// `true` if that of the line number does.
    pub(super) grab_line: bool,
    /// `true` if the caret was put somewhere.
    pub(super) went: bool,
}

impl Find {
    /// The place of the query in `text`, which is of this `edition`. Large and small letters are the same.
    pub(super) fn look(&mut self, text: &str, edition: Option<u64>) {
        let of = (self.query.clone(), edition);
        if self.of.as_ref() == Some(&of) {
            return;
        }
        self.places = places(text, &self.query);
        self.of = Some(of);
    }

    /// Takes notice of `splice`, which has made this `text`, of this `edition`: only around it is looked again.
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

    /// Its place.
    pub(super) fn places(&self) -> &[Range<usize>] {
        &self.places
    }

    /// The place behind `at`, or before it; around the ends of the text.
    pub(super) fn next(&self, at: Range<usize>, back: bool) -> Option<Range<usize>> {
        let found = if back {
            self.places.iter().rev().find(|place| place.start < at.start).or(self.places.last())
        } else {
            let next = self.places.iter().find(|place| place.start >= at.end && **place != at);
            next.or(self.places.first())
        };
        found.cloned()
    }

    /// The number of them, and which one is at `at`.
    pub(super) fn count(&self, at: Range<usize>) -> String {
        let more = if self.places.len() >= MOST { "+" } else { "" };
        match (self.places.len(), self.places.iter().position(|place| *place == at)) {
            (0, _) if self.query.is_empty() => String::new(),
            (0, _) => "not found".to_owned(),
            (count, None) => format!("{count}{more} found"),
            (count, Some(n)) => format!("{} of {count}{more}", n + 1),
        }
    }

    /// Returns `true` if the caret was put somewhere; told once.
    pub(super) fn went(&mut self) -> bool {
        std::mem::take(&mut self.went)
    }
}

fn places(text: &str, query: &str) -> Vec<Range<usize>> {
    if query.is_empty() {
        return Vec::new();
    }
    // Other letters than ASCII keep their bytes, so that places fit.
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
