//! The syntax colors of a text during typing.

use std::ops::Range;
use std::sync::Arc;

use super::{Ink, Lines, Outline, OutlinedText, ReplacedText, TextSplice};

/// The maximum length in bytes of the part that is colored while the user types. A longer part is colored when the text
/// is parsed.
const SHORT: usize = 1 << 14;

/// The syntax colors of a text. They come from the outline of the last parsed text and, for the lines changed since
/// then, from an outline of these lines alone.
#[derive(Debug, Default)]
pub struct SyntaxColors {
    read: Arc<OutlinedText>,
    typed: Option<ReplacedText>,
    /// The changed lines and their syntax colors.
    lines: ReplacedText,
    inks: Vec<(Range<usize>, Ink)>,
}

impl SyntaxColors {
    /// Returns the colors of a parsed text.
    pub fn of(read: Arc<OutlinedText>) -> Self {
        Self { read, ..Self::default() }
    }

    /// Returns the text that was parsed last.
    pub fn read(&self) -> &OutlinedText {
        &self.read
    }

    /// Returns `true` if the text has changed since it was parsed.
    pub fn is_typed(&self) -> bool {
        self.typed.is_some()
    }

    /// Updates the colors after `splice`, which produced this `text` with these `lines`.
    pub fn splice(&mut self, text: &str, lines: &Lines, splice: &TextSplice) {
        let hull = ReplacedText::with(self.typed, splice);
        self.typed = Some(hull);
        let whole = lines.start(lines.at(hull.start))..lines.range(text, lines.at(hull.new_end)).end;
        let read = Arc::clone(&self.read);
        let outline = read.outline();
        // A string in triple quotes spans many lines, so its ends may be far away.
        let token = outline
            .inks(hull.start..hull.start + 1)
            .find(|(range, ink)| *ink == Ink::Text && range.start < whole.start && range.start + 3 <= hull.start);
        if let Some((range, _)) = token {
            self.lines = hull.around(whole);
            let opening = read.text().get(range.start..range.start + 3).unwrap_or_default();
            self.color(text, opening);
            return;
        }
        let mut around = whole;
        for value in [outline.around(hull.start), outline.around(hull.old_end)].into_iter().flatten() {
            around.start = around.start.min(value.start);
            around.end = around.end.max(hull.new_end + value.end.saturating_sub(hull.old_end));
        }
        self.lines = hull.around(around);
        self.color(text, "");
    }

    /// Colors the changed lines, which follow the quotes `opening` if they are inside a string.
    fn color(&mut self, text: &str, opening: &str) {
        self.inks.clear();
        let lines = self.lines.now();
        let Some(piece) = text.get(lines.clone()).filter(|piece| piece.len() <= SHORT) else { return };
        if !opening.is_empty() && !piece.contains(opening) {
            self.inks.push((lines, Ink::Text));
            return;
        }
        // A string in triple quotes is a value and needs a key.
        let key = if opening.is_empty() { "" } else { "x=" };
        let outline = Outline::of(&[key, opening, piece].concat());
        let before = key.len() + opening.len();
        let place = |at: usize| lines.start + at.saturating_sub(before);
        let inks = outline.inks(0..usize::MAX).filter(|(range, _)| range.end > before);
        self.inks.extend(inks.map(|(range, ink)| (place(range.start)..place(range.end), ink)));
    }

    /// Returns the colored parts of `range` in order. Other parts have no color.
    pub fn inks(&self, range: Range<usize>) -> Vec<(Range<usize>, Ink)> {
        let outline = self.read.outline();
        if self.typed.is_none() {
            return outline.inks(range).collect();
        }
        let lines = self.lines;
        let (before, behind) = (range.end.min(lines.start), range.start.max(lines.new_end));
        let mut inks = Vec::new();
        if range.start < before {
            let all = outline.inks(range.start..before);
            inks.extend(all.map(|(part, ink)| (part.start..part.end.min(lines.start), ink)));
        }
        inks.extend(self.inks.iter().filter(|(part, _)| part.start < range.end && part.end > range.start).cloned());
        if behind < range.end {
            let all = outline.inks(lines.behind(behind)..lines.behind(range.end));
            let forth = |at: usize| at.max(lines.old_end) - lines.old_end + lines.new_end;
            inks.extend(all.map(|(part, ink)| (forth(part.start)..forth(part.end), ink)));
        }
        inks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "title = \"T\" # note\n[map]\nhexes = \"\"\"\n. w\nw .\n\"\"\"\nlist = [\n  \"0101\",\n  \"0102\",\n]\nb = 2\n";

    /// Returns the colors after `new` was typed letter by letter in place of `old`, and those of the resulting text
    /// parsed anew.
    fn typed(old: &str, new: &str) -> [Vec<(String, Ink)>; 2] {
        let mut text = TEXT.to_owned();
        let mut lines = Lines::of(&text);
        let mut inks = SyntaxColors::of(Arc::new(OutlinedText::new(text.clone())));
        let mut at = text.find(old).unwrap();
        let gone = std::iter::once(TextSplice::new(at..at + old.len(), ""));
        let letters = new.chars().map(|letter| {
            at += letter.len_utf8();
            TextSplice::new(at - letter.len_utf8()..at - letter.len_utf8(), letter)
        });
        for splice in gone.chain(letters) {
            splice.apply(&mut text).unwrap();
            lines.splice(&splice);
            inks.splice(&text, &lines, &splice);
        }
        assert!(inks.is_typed());
        let named = |inks: Vec<(Range<usize>, Ink)>| -> Vec<_> {
            // Adjacent parts of the same color may be divided differently.
            let letters = inks.into_iter().flat_map(|(range, ink)| range.map(move |at| (at, ink)));
            letters.map(|(at, ink)| (text.get(at..=at).unwrap_or("?").to_owned(), ink)).collect()
        };
        let line = lines.start(lines.at(at))..text.len();
        let part = inks.inks(line.clone());
        let whole = inks.inks(0..text.len());
        assert!(part.iter().all(|ink| whole.contains(ink)), "{part:?} of {whole:?}");
        [named(whole), named(Outline::of(&text).inks(0..text.len()).collect())]
    }

    #[test]
    fn what_is_typed_has_the_colors_that_it_will_have_when_it_is_read() {
        for (old, new) in [
            ("title", "name"),
            ("\"T\"", "12 # x"),
            (". w\n", ". T ."),
            ("w .", "w é"),
            ("\"0101\"", "\"0909\", 7"),
            ("  \"0102\",\n", ""),
            ("[map]", "[maps.x]\n# new"),
            ("b = 2", "b = 'x'\nc = true"),
            ("w .\n\"\"\"\n", "w .\n\"\"\"\na = 3\n"),
        ] {
            let [quick, read] = typed(old, new);
            assert_eq!(quick, read, "{old:?} to {new:?}");
        }
    }

    #[test]
    fn a_long_piece_is_plain_until_it_is_read_and_what_is_around_it_is_not() {
        let at = TEXT.len() - 6;
        let splice = TextSplice::new(at..at, "c = 1\n".repeat(SHORT));
        let mut text = TEXT.to_owned();
        splice.apply(&mut text).unwrap();
        let lines = Lines::of(&text);
        let mut inks = SyntaxColors::of(Arc::new(OutlinedText::new(TEXT.to_owned())));
        inks.splice(&text, &lines, &splice);
        let colored: usize = inks.inks(0..text.len()).iter().map(|(range, _)| range.len()).sum();
        assert!((40..TEXT.len()).contains(&colored), "{colored}");
    }
}
