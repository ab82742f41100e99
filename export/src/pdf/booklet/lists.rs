//! The title, the contents and the index of a booklet.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_engine::game::Rule;
use battlewright_schema::Scenario;
use emath::{Align2, Rect, pos2, vec2};

use super::super::INK;
use super::compose::{ComposedPage, leader};
use super::rows::{self, BookletRow, LINE, Measure, RowBlock, SIZE};
use super::rules::anchor;
use super::text::{RichPiece, TextBlock, plain};
use crate::draw::{Shape, Text, text};
use crate::stamp::Stamp;

/// A heading of the contents.
pub(super) struct ListedHeading {
    level: u8,
    words: String,
    anchor: String,
}

/// The pages on which something is told or cited.
type PageOf<'p> = &'p dyn Fn(&str) -> Option<usize>;

fn piece(text: impl Into<String>) -> RichPiece {
    RichPiece { text: text.into(), ..RichPiece::default() }
}

/// Returns the headings of the contents.
pub(super) fn headings(texts: [&[TextBlock]; 2]) -> Vec<ListedHeading> {
    let blocks = texts.into_iter().flatten();
    blocks
        .filter_map(|block| match block {
            TextBlock::Heading { level, text, anchors } if *level <= 3 => {
                Some(ListedHeading { level: *level, words: plain(text), anchor: anchors.last()?.clone() })
            }
            _ => None,
        })
        .collect()
}

/// Returns the rows of the title.
pub(super) fn title(scenario: &Scenario, measure: Measure) -> Vec<BookletRow> {
    let about = scenario.common().about();
    let mut made = Vec::new();
    let mut add = |words: String, size: f32, bold: bool, above: f32| {
        let mut lines = rows::lines(&[piece(words)], measure.page, (size, size * 1.3), 0.0, bold);
        if let Some(first) = lines.first_mut() {
            first.above = above;
        }
        made.extend(lines);
    };
    add(scenario.system().title().to_owned(), 20.0, true, 0.0);
    add("Rules booklet".to_owned(), 11.0, false, 2.0);
    add(about.title.clone(), 13.0, true, 10.0);
    if let Some(subtitle) = about.subtitle {
        add(subtitle, 9.0, false, 1.0);
    }
    let stamp = Stamp::of(scenario);
    let words = format!(
        "Rules {}, scenario {}. Sheets with another number are of another version.",
        stamp.rules(),
        stamp.short()
    );
    add(words, SIZE, false, 8.0);
    if let Some(last) = made.last_mut() {
        let y = last.height + 6.0;
        last.shapes.push(Shape::segment([pos2(0.0, y), pos2(measure.page, y)], crate::draw::Stroke::new(0.8, INK)));
        last.height += 12.0;
    }
    made
}

/// Returns a line with a page number at the right, which leads to the anchor.
fn entry(
    words: &str,
    page: Option<usize>,
    anchor: &str,
    measure: Measure,
    (left, bold): (f32, bool),
    line: f32,
) -> Vec<BookletRow> {
    let number = page.map(|page| page.to_string()).unwrap_or_default();
    let room = measure.column - left - 20.0;
    let mut made = rows::lines(&[piece(words)], room, (SIZE, line), left, bold);
    let count = made.len();
    for (at, row) in made.iter_mut().enumerate() {
        row.keep = at + 1 < count;
        let rect = Rect::from_min_size(pos2(left, 0.0), vec2(measure.column - left, line));
        row.links.push((rect, anchor.to_owned()));
    }
    if let Some(last) = made.last_mut() {
        let end = last.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.at.x + text::width(&text.words) * SIZE),
            _ => None,
        });
        let from = end.fold(left, f32::max) + 3.0;
        let to = measure.column - text::width(&number) * SIZE - 2.0;
        leader(last, from, to, line * 0.72, INK);
        let at = pos2(measure.column, line / 2.0);
        last.shapes.push(Text::new(at, number, SIZE, INK).anchored(Align2::RIGHT_CENTER).into());
    }
    made
}

/// Returns the rows of the contents: the headings, then the titles of charts and examples with their anchors.
pub(super) fn contents(
    headings: &[ListedHeading],
    charts: &[(String, String)],
    page_of: PageOf<'_>,
    measure: Measure,
) -> Vec<BookletRow> {
    let mut made = Vec::new();
    for heading in headings {
        let page = page_of(&heading.anchor);
        let left = f32::from(heading.level.saturating_sub(1)) * 7.0;
        let mut lines = entry(&heading.words, page, &heading.anchor, measure, (left, heading.level <= 2), LINE);
        if let Some(first) = lines.first_mut() {
            first.above = match heading.level {
                1 => 6.0,
                2 => 1.6,
                _ => 0.0,
            };
        }
        made.extend(lines);
    }
    for (at, (title, anchor)) in charts.iter().enumerate() {
        if at == 0 {
            let mut head = rows::lines(&[piece("Charts and examples")], measure.column, (SIZE, LINE), 0.0, true);
            for row in &mut head {
                (row.above, row.keep) = (6.0, true);
            }
            made.extend(head);
        }
        made.extend(entry(title, page_of(anchor), anchor, measure, (7.0, false), LINE));
    }
    made
}

/// Returns the index of rules and terms, in lines of this height: where a rule is told, and the pages that cite it.
pub(super) fn index(
    rules: &[Rule],
    texts: [&[TextBlock]; 2],
    body: &[ComposedPage],
    page_of: PageOf<'_>,
    (measure, line): (Measure, f32),
) -> Vec<RowBlock> {
    let before = offset(body, page_of);
    let mut cited: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, page) in body.iter().enumerate() {
        for (_, anchor) in &page.links {
            cited.entry(anchor.as_str()).or_default().insert(at + 1 + before);
        }
    }
    let mut made = vec![rows::of(&heading(1, "Index", "index"), measure)];
    made.push(rows::of(&heading(2, "Rules by number", "index-rules"), measure));
    let mut last: Option<usize> = None;
    for rule in rules {
        let own = anchor(rule.number);
        // A part without a paragraph of its own is told with the rule before.
        let told = page_of(&own).or(last);
        last = told;
        let others: Vec<String> = cited
            .get(own.as_str())
            .into_iter()
            .flatten()
            .filter(|page| Some(**page) != told)
            .map(usize::to_string)
            .collect();
        let words = if others.is_empty() {
            format!("{} {}", rule.number, rule.title)
        } else {
            format!("{} {} (also {})", rule.number, rule.title, others.join(", "))
        };
        made.push(RowBlock::Narrow(entry(&words, told, &own, measure, (0.0, false), line)));
    }
    made.push(rows::of(&heading(2, "Terms", "index-terms"), measure));
    for (term, (anchor, page)) in terms(texts, page_of) {
        made.push(RowBlock::Narrow(entry(&term, Some(page), &anchor, measure, (0.0, false), line)));
    }
    made
}

/// Returns the number of pages before the body.
fn offset(body: &[ComposedPage], page_of: PageOf<'_>) -> usize {
    let first = body.iter().enumerate().find_map(|(at, page)| Some((at + 1, page.anchors.first()?)));
    first.and_then(|(at, (anchor, _))| page_of(anchor)?.checked_sub(at)).unwrap_or_default()
}

fn heading(level: u8, words: &str, anchor: &str) -> TextBlock {
    TextBlock::Heading { level, text: vec![piece(words)], anchors: vec![anchor.to_owned()] }
}

/// Returns the titles of headings and of paragraphs without their numbers, in alphabetical order, each with its anchor and its page.
fn terms(texts: [&[TextBlock]; 2], page_of: PageOf<'_>) -> Vec<(String, (String, usize))> {
    let mut found: BTreeMap<String, (String, (String, usize))> = BTreeMap::new();
    for block in texts.into_iter().flatten() {
        let (words, anchors) = match block {
            TextBlock::Heading { level, text, anchors } if *level > 1 => (plain(text), anchors),
            TextBlock::Paragraph { text, anchors, .. } if !anchors.is_empty() => {
                (text.first().map(|piece| piece.text.clone()).unwrap_or_default(), anchors)
            }
            _ => continue,
        };
        let Some(place) = anchors.iter().find_map(|anchor| Some((anchor.clone(), page_of(anchor)?))) else { continue };
        // A heading may name two rules.
        for term in words.split(", ").map(without_number) {
            if term.chars().filter(|c| c.is_alphabetic()).count() > 1 {
                found.entry(term.to_lowercase()).or_insert((term, place.clone()));
            }
        }
    }
    found.into_values().collect()
}

/// Returns a title without the numbers before it and the stop behind it.
fn without_number(words: &str) -> String {
    let is_number = |word: &&str| {
        let core = word.trim_end_matches(['.', ':']);
        let is_digits = core.starts_with(|c: char| c.is_ascii_digit()) && core.len() <= 6;
        let is_roman = !core.is_empty() && core.bytes().all(|byte| matches!(byte, b'i' | b'I' | b'V' | b'X'));
        is_digits || is_roman
    };
    let rest: Vec<&str> = words.split_whitespace().skip_while(|word| is_number(word) || *word == "to").collect();
    rest.join(" ").trim_end_matches(['.', ':']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_have_no_numbers() {
        for (words, term) in [
            ("3.9 Zone of Control", "Zone of Control"),
            ("4.0 1 Command phase", "Command phase"),
            ("1a HQ placement.", "HQ placement"),
            ("VI Fire", "Fire"),
            ("i March.", "March"),
            ("Rulings", "Rulings"),
            ("13.2 to 13.5", ""),
        ] {
            assert_eq!(without_number(words), term);
        }
    }
}
