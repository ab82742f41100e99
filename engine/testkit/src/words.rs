//! The lines and the words of a position.

use std::str::FromStr;

/// Returns the lines of a position, each with its words. A comma may follow a word.
pub fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| (line, line.split_whitespace().map(|word| word.trim_end_matches(',')).collect()))
}

/// The words of a line of a position, read one after the other.
pub struct Words<'a> {
    line: &'a str,
    words: &'a [&'a str],
}

impl<'a> Words<'a> {
    /// These `words` of `line`.
    pub fn new(line: &'a str, words: &'a [&'a str]) -> Self {
        Self { line, words }
    }

    /// The next word; `None` at the end of the line.
    pub fn read(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(*first)
    }

    /// The next word, which must be there.
    pub fn word(&mut self) -> &'a str {
        self.read().unwrap_or_else(|| panic!("a word is missing in `{}`", self.line))
    }

    /// The next word as a number.
    pub fn number<N: FromStr>(&mut self) -> N {
        let word = self.word();
        word.parse().unwrap_or_else(|_| panic!("`{word}` is no number in `{}`", self.line))
    }

    /// The next two words as numbers, such as `2 3`.
    pub fn two<N: FromStr>(&mut self) -> [N; 2] {
        [self.number(), self.number()]
    }

    /// The numbers of the next word, such as `5/3` or `3-4`.
    pub fn list<N: FromStr>(&mut self) -> Vec<N> {
        let word = self.word();
        let numbers: Result<Vec<N>, _> = word.split(['/', '-']).map(str::parse).collect();
        numbers.unwrap_or_else(|_| panic!("`{word}` is no list of numbers in `{}`", self.line))
    }

    /// The two numbers of the next word.
    pub fn pair<N: FromStr>(&mut self) -> [N; 2] {
        let pair: Result<[N; 2], Vec<N>> = self.list().try_into();
        pair.unwrap_or_else(|_| panic!("there are not two numbers in `{}`", self.line))
    }

    /// Returns `true` and goes on if the next word is `word`.
    pub fn reads(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        if is_next {
            self.read();
        }
        is_next
    }
}
