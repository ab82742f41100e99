//! The numbers of a rulebook in a text: where each rule is told, and where the text cites it.

use std::collections::BTreeMap;

use battlewright_engine::game::Rule;

use super::text::RichPiece;

/// The words before a number that cites a rule outside of parentheses.
const CITING: [&str; 7] = ["see", "by", "rule", "rules", "under", "of", "in"];

/// The rules of a system.
pub(super) struct RuleNumbers {
    /// The number of each rule with its anchor.
    anchors: BTreeMap<&'static str, String>,
    /// The number in the last heading.
    chapter: String,
    /// The last rule that was told.
    last: String,
}

impl RuleNumbers {
    pub(super) fn new(rules: &[Rule]) -> Self {
        let anchors = rules.iter().map(|rule| (rule.number, anchor(rule.number))).collect();
        Self { anchors, chapter: String::new(), last: String::new() }
    }

    /// Returns the anchors of the rules that a heading or the bold start of a paragraph tells. Within a chapter, numbers may leave out
    /// that of the chapter.
    pub(super) fn told(&mut self, words: &str, is_heading: bool) -> Vec<String> {
        let tokens: Vec<&str> = words.split_whitespace().map(trimmed).collect();
        if is_heading {
            self.chapter =
                tokens.first().map(|first| (*first).to_owned()).filter(|first| is_number(first)).unwrap_or_default();
            self.last.clear();
        }
        let mut found: Vec<&'static str> = Vec::new();
        for (at, first) in tokens.iter().enumerate() {
            // Only the start of a paragraph is its number; a heading may tell several rules.
            if at > 0 && !is_heading {
                break;
            }
            let pair = tokens.get(at + 1).map(|second| format!("{first} {second}")).unwrap_or_default();
            let within = format!("{} {first}", self.chapter);
            // A part of the rule before, such as `i` of `4.0 1d`.
            let part = format!("{} {first}", self.last);
            let candidates: [&str; 4] =
                if is_heading { [&pair, first, "", ""] } else { [&within, &pair, &part, first] };
            let known = candidates.into_iter().find_map(|number| self.anchors.get_key_value(number));
            if let Some((number, _)) = known.filter(|(number, _)| !found.contains(number)) {
                found.push(number);
            }
            let is_part = first.bytes().all(|byte| matches!(byte, b'i' | b'v'));
            if at == 0 && !is_part {
                self.last = known.map_or(within, |(number, _)| (*number).to_owned());
            }
        }
        found.into_iter().filter_map(|number| self.anchors.get(number).cloned()).collect()
    }

    /// Returns the anchor of the ruling that a row of a table tells.
    pub(super) fn ruling(&self, first: &str) -> Option<String> {
        is_ruling(first.trim()).then(|| format!("ruling-{}", first.trim()))
    }

    /// Returns a text with links where it cites rules and rulings. Links of the text itself stay.
    pub(super) fn linked(&self, pieces: Vec<RichPiece>) -> Vec<RichPiece> {
        let mut made: Vec<RichPiece> = Vec::new();
        let (mut depth, mut before) = (0_usize, String::new());
        for piece in pieces {
            if piece.link.is_some() || piece.code {
                before.clear();
                made.push(piece);
                continue;
            }
            let mut plain = String::new();
            let words: Vec<&str> = piece.text.split_inclusive(' ').collect();
            let mut at = 0;
            while let Some(word) = words.get(at) {
                let is_cited = depth > 0 || word.starts_with('(') || CITING.contains(&before.as_str());
                let pair = words.get(at + 1).map(|next| format!("{word}{next}")).unwrap_or_default();
                let (text, anchor, taken) = match (self.cited(&pair, is_cited), self.cited(word, is_cited)) {
                    (Some(anchor), _) => (pair.as_str(), Some(anchor), 2),
                    (None, anchor) => (*word, anchor, 1),
                };
                let core = trimmed(text.trim_end());
                match (anchor, text.find(core)) {
                    (Some(anchor), Some(start)) => {
                        plain.push_str(&text[..start]);
                        if !plain.is_empty() {
                            made.push(RichPiece { text: std::mem::take(&mut plain), ..piece.clone() });
                        }
                        made.push(RichPiece { text: core.to_owned(), link: Some(anchor), ..piece.clone() });
                        plain.push_str(&text[start + core.len()..]);
                    }
                    _ => plain.push_str(text),
                }
                depth = (depth + text.matches('(').count()).saturating_sub(text.matches(')').count());
                before = trimmed(text.trim_end()).to_lowercase();
                at += taken;
            }
            if !plain.is_empty() {
                made.push(RichPiece { text: plain, ..piece });
            }
        }
        made
    }

    /// Returns the anchor of the rule or the ruling that a word is, if it is cited.
    fn cited(&self, word: &str, is_cited: bool) -> Option<String> {
        let core = trimmed(word.trim_end());
        if is_ruling(core) {
            return Some(format!("ruling-{core}"));
        }
        // Single letters are words, and other numbers are amounts unless they are cited.
        let is_long = core.chars().count() > 1;
        self.anchors.get(core).filter(|_| is_long && (is_cited || core.contains(' '))).cloned()
    }
}

/// Returns the anchor of the rule with this number.
pub(super) fn anchor(number: &str) -> String {
    format!("rule-{}", number.replace(' ', "-"))
}

/// Returns a word without the signs around it.
fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | ';' | ':' | '"' | '[' | ']'))
}

/// Returns `true` for a number such as `4.0` or `IV`.
fn is_number(word: &str) -> bool {
    let is_digits = word.starts_with(|c: char| c.is_ascii_digit())
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let is_roman = !word.is_empty() && word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'));
    is_digits || is_roman
}

/// Returns `true` for the number of a ruling, such as `R8`.
fn is_ruling(word: &str) -> bool {
    let mut letters = word.chars();
    let is_kind = matches!(letters.next(), Some('R' | 'M' | 'o'));
    let rest = letters.as_str();
    is_kind && !rest.is_empty() && rest.len() <= 3 && rest.bytes().all(|byte| byte.is_ascii_digit())
}
