//! The words of finished pages as poppler reads them, and the search for texts in cells of tables.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::peers::succeed;

/// A word with its box, in points from the page's upper left corner.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Word {
    /// Returns the middle of the box.
    pub(crate) fn at(&self) -> (f64, f64) {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    fn middle(&self) -> f64 {
        f64::midpoint(self.top, self.bottom)
    }
}

/// A page with its height and its words.
pub(crate) struct Printed {
    pub(crate) height: f64,
    pub(crate) words: Vec<Word>,
}

/// Returns the pages of a PDF according to `pdftotext`.
pub(crate) fn pages(pdf: &Path) -> Vec<Printed> {
    let text = succeed(Command::new("pdftotext").arg("-bbox").arg(pdf).arg("-"));
    let mut pages: Vec<Printed> = Vec::new();
    let number = |place: &str, name: &str| {
        let (_, after) = place.split_once(&format!("{name}=\"")).unwrap();
        after.split_once('"').unwrap().0.parse::<f64>().unwrap()
    };
    for line in text.lines().map(str::trim) {
        if line.starts_with("<page ") {
            pages.push(Printed { height: number(line, "height"), words: Vec::new() });
        }
        let Some((place, rest)) = line.strip_prefix("<word ").and_then(|line| line.split_once('>')) else { continue };
        let text = rest.strip_suffix("</word>").unwrap();
        let text = text
            .replace("&apos;", "'")
            .replace("&#39;", "'")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&");
        let [left, top, right, bottom] = ["xMin", "yMin", "xMax", "yMax"].map(|name| number(place, name));
        pages.last_mut().unwrap().words.push(Word { text, left, top, right, bottom });
    }
    pages
}

/// Returns the letters of a text without blanks, and with one sign for minus.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '\u{2212}' { '-' } else { c }).collect()
}

/// The greatest difference of height of words on one line, in points: letters of several sizes and numbers of rules.
const LINE: f64 = 3.0;
/// The greatest distance of the lines of a cell.
const LEADING: f64 = 22.0;
/// The greatest height of a cell's first line above or below that of the first cell.
const ROW: f64 = 12.0;
/// The most steps of a search.
const MOST_STEPS: usize = 200_000;

/// A page whose texts are looked for. Poppler's own order of words loses the cells of tables, so that a text is looked for by place: its
/// next word is the next one on the line, or stands on the next line of the cell, or at the top of a cell farther right in the row.
pub(crate) struct SearchedPage {
    /// The words, with their letters as text.
    words: Vec<Word>,
    /// The next word at the right of each, on the same line.
    next: Vec<Option<usize>>,
    /// The words with each first letter.
    by_letter: BTreeMap<char, Vec<usize>>,
}

/// A search on its way.
struct Search<'a> {
    page: &'a SearchedPage,
    accepts: &'a dyn Fn(&[usize]) -> bool,
    /// `true` for a text on one line.
    is_line: bool,
    first: usize,
    path: Vec<usize>,
    steps: usize,
}

impl SearchedPage {
    pub(crate) fn new(page: Printed) -> Self {
        let words = page.words.into_iter().map(|word| Word { text: letters(&word.text), ..word });
        let words: Vec<Word> = words.filter(|word| !word.text.is_empty()).collect();
        let next = words.iter().map(|word| {
            let line = words
                .iter()
                .enumerate()
                .filter(|(_, other)| (other.middle() - word.middle()).abs() < LINE && other.left >= word.right - 1.5);
            line.min_by(|(_, a), (_, b)| a.left.total_cmp(&b.left)).map(|(at, _)| at)
        });
        let next = next.collect();
        let mut by_letter: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for (at, word) in words.iter().enumerate() {
            by_letter.entry(word.text.chars().next().unwrap()).or_default().push(at);
        }
        Self { words, next, by_letter }
    }

    /// Returns the words that hold a text, given as [`letters`], in the order of reading.
    pub(crate) fn find(&self, letters: &str) -> Option<Vec<usize>> {
        self.find_where(letters, &|_| true, &|_| true)
    }

    /// Returns the words that hold a text, the first of which `begins` takes, and all of which `accepts` takes.
    pub(crate) fn find_where(
        &self,
        letters: &str,
        begins: &dyn Fn(&Word) -> bool,
        accepts: &dyn Fn(&[usize]) -> bool,
    ) -> Option<Vec<usize>> {
        self.search(
            letters,
            begins,
            Search { page: self, accepts, is_line: false, first: 0, path: Vec::new(), steps: 0 },
        )
    }

    /// Returns the words beside each other on one line that hold a text, as [`find_where`](Self::find_where) does.
    pub(crate) fn find_line(
        &self,
        letters: &str,
        begins: &dyn Fn(&Word) -> bool,
        accepts: &dyn Fn(&[usize]) -> bool,
    ) -> Option<Vec<usize>> {
        self.search(
            letters,
            begins,
            Search { page: self, accepts, is_line: true, first: 0, path: Vec::new(), steps: 0 },
        )
    }

    fn search(&self, letters: &str, begins: &dyn Fn(&Word) -> bool, mut search: Search<'_>) -> Option<Vec<usize>> {
        for start in self.fitting(letters).filter(|start| begins(&self.words[*start])) {
            search.first = start;
            search.path = vec![start];
            if search.goes_on(letters) {
                return Some(search.path);
            }
        }
        None
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns a word by its number.
    pub(crate) fn word(&self, at: usize) -> &Word {
        &self.words[at]
    }

    /// Returns the middle of words together.
    pub(crate) fn center(&self, words: &[usize]) -> (f64, f64) {
        let own = || words.iter().map(|at| &self.words[*at]);
        let least = |of: fn(&Word) -> f64| own().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Word) -> f64| own().map(of).fold(f64::NEG_INFINITY, f64::max);
        let x = f64::midpoint(least(|word| word.left), most(|word| word.right));
        (x, f64::midpoint(least(|word| word.top), most(|word| word.bottom)))
    }

    /// Returns the words with which `letters` may go on. The last word of a text may be longer than its rest.
    fn fitting<'a>(&'a self, letters: &'a str) -> impl Iterator<Item = usize> + 'a {
        let first = letters.chars().next().and_then(|first| self.by_letter.get(&first));
        first.into_iter().flatten().copied().filter(move |at| {
            let text = self.words[*at].text.as_str();
            letters.starts_with(text) || text.starts_with(letters)
        })
    }
}

impl Search<'_> {
    /// Goes on from the last word of the path, with which `letters` begin. Returns `true` at the end of the text.
    fn goes_on(&mut self, letters: &str) -> bool {
        self.steps += 1;
        let at = *self.path.last().unwrap();
        let word = self.page.word(at);
        let rest = letters.strip_prefix(word.text.as_str()).unwrap_or_default();
        if rest.is_empty() {
            return (self.accepts)(&self.path);
        }
        if self.steps > MOST_STEPS {
            return false;
        }
        let next = self.page.next[at];
        let first = self.page.word(self.first).middle();
        let mut found: Vec<usize> = self
            .page
            .fitting(rest)
            .filter(|other| {
                let to = self.page.word(*other);
                let down = to.middle() - word.middle();
                let is_line_below = down > LINE && down < LEADING && to.left <= word.right;
                let is_cell = (to.middle() - first).abs() < ROW && to.left >= word.right + 2.0;
                Some(*other) == next || !self.is_line && (is_line_below || is_cell)
            })
            .collect();
        // The next word on the line is the most likely one.
        found.sort_by_key(|other| Some(*other) != next);
        for other in found {
            self.path.push(other);
            if self.goes_on(rest) {
                return true;
            }
            self.path.pop();
        }
        false
    }
}
