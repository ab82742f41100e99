//! Charts in the text: each floats near the text that tells its rule.

use std::collections::BTreeMap;

use battlewright_charts::Chart;
use battlewright_schema::Scenario;
use emath::Vec2;

use super::rows::{BookletRow, RowBlock};
use super::rules::anchor;
use super::text::{RichPiece, TextBlock, plain};
use crate::pdf::sheet::{self, Pens};

/// The room above a chart, in points.
pub(super) const ABOVE: f32 = 7.0;

/// The heading of charts of no one rule.
pub(super) const MORE: &str = "More charts";

/// The heading of the section before which charts of no one rule stand.
const AFTER_THE_RULES: &str = "Rulings";

/// A chart or an example, which floats.
#[derive(Clone, Debug)]
pub(super) struct Floating {
    /// The title.
    pub(super) title: String,
    /// The anchor at its first row.
    pub(super) anchor: String,
    /// The words with the numbers of its rules, as beside its title.
    pub(super) rules: String,
    /// The rows of the whole width.
    pub(super) rows: Vec<BookletRow>,
}

/// Returns the charts of `scenario`. `room` is the part of a page that is filled.
pub(super) fn all(scenario: &Scenario, pens: &Pens<'_>, room: Vec2) -> Vec<Floating> {
    let charts = battlewright_charts::charts(scenario).into_iter();
    let floating = charts.map(|chart| {
        let anchor = anchor_of(&chart);
        let parts = sheet::parts(&chart, pens, room).into_iter().enumerate();
        let rows = parts.map(|(at, (shapes, height))| BookletRow {
            height,
            above: ABOVE,
            shapes,
            anchors: if at == 0 { vec![anchor.clone()] } else { Vec::new() },
            ..BookletRow::default()
        });
        Floating { rows: rows.collect(), rules: chart.aside.text(), title: chart.title, anchor }
    });
    floating.collect()
}

/// The charts and examples of a booklet, and the blocks of text that they follow.
pub(super) struct PlacedFloats {
    floats: Vec<(usize, Floating)>,
    /// The block before which all of the rules stands.
    end: usize,
}

impl PlacedFloats {
    /// Finds a place for each among the blocks of the rules. Those whose rules the text does not tell get a section of their own
    /// behind the rules, which is added to `blocks`.
    pub(super) fn new(blocks: &mut Vec<TextBlock>, floats: Vec<Floating>) -> Self {
        let places: Vec<Option<usize>> = floats.iter().map(|float| told(blocks, &float.rules)).collect();
        let is_last = |block: &TextBlock| match block {
            TextBlock::Heading { text, .. } => plain(text) == AFTER_THE_RULES,
            _ => false,
        };
        let end = blocks.iter().position(is_last).unwrap_or(blocks.len());
        let has_more = places.contains(&None);
        if has_more {
            let heading = TextBlock::Heading {
                level: 2,
                text: vec![RichPiece { text: MORE.to_owned(), ..RichPiece::default() }],
                anchors: vec!["more-charts".to_owned()],
            };
            blocks.insert(end, heading);
        }
        let placed = |place: Option<usize>| match place {
            Some(at) if has_more && at >= end => at + 1,
            Some(at) => at,
            None => end,
        };
        let mut floats: Vec<(usize, Floating)> =
            places.into_iter().zip(floats).map(|(place, float)| (placed(place), float)).collect();
        floats.sort_by_key(|(at, _)| *at);
        Self { floats, end: end + usize::from(has_more) }
    }

    /// Returns the titles with their anchors, in the order of the text.
    pub(super) fn titles(&self) -> Vec<(String, String)> {
        self.floats.iter().map(|(_, float)| (float.title.clone(), float.anchor.clone())).collect()
    }

    /// Returns the number of charts that stand behind a block.
    #[cfg(test)]
    pub(super) fn after(&self, block: usize) -> usize {
        self.floats.iter().filter(|(at, _)| *at == block).count()
    }

    /// Returns `rows`, those of the blocks of the text, with the charts and examples.
    pub(super) fn among(self, rows: Vec<RowBlock>) -> Vec<RowBlock> {
        let mut placed: BTreeMap<usize, Vec<RowBlock>> = BTreeMap::new();
        for (at, float) in self.floats {
            placed.entry(at).or_default().push(RowBlock::Float(float.rows));
        }
        let mut made = Vec::new();
        for (at, row) in rows.into_iter().enumerate() {
            if at == self.end {
                made.push(RowBlock::Landing);
            }
            made.push(row);
            made.extend(placed.remove(&at).unwrap_or_default());
        }
        made
    }
}

/// Returns the number of the block after which a chart stands: the paragraph that tells its first rule, or the end of the section whose
/// heading tells it. A rule without a text of its own is told with its chapter.
fn told(blocks: &[TextBlock], rules: &str) -> Option<usize> {
    let numbers: Vec<&str> = rules.split([',', '·', ';']).flat_map(|part| part.split(" to ")).map(str::trim).collect();
    let exact = numbers.iter().find_map(|number| {
        let wanted = anchor(number);
        blocks.iter().position(|block| match block {
            TextBlock::Heading { anchors, text, .. } => anchors.contains(&wanted) || is_headed(text, number),
            TextBlock::Paragraph { anchors, .. } => anchors.contains(&wanted),
            TextBlock::Table { .. } | TextBlock::Code(_) => false,
        })
    });
    let by_chapter = || {
        numbers.iter().find_map(|number| {
            let chapter = number.split(['.', ' ']).next().filter(|chapter| !chapter.is_empty())?;
            let chapter = format!("{chapter}.0");
            blocks.iter().position(|block| match block {
                TextBlock::Heading { text, .. } => is_headed(text, &chapter),
                _ => false,
            })
        })
    };
    let at = exact.or_else(by_chapter)?;
    match blocks.get(at) {
        Some(TextBlock::Heading { .. }) => {
            let next =
                blocks.iter().enumerate().skip(at + 1).find(|(_, block)| matches!(block, TextBlock::Heading { .. }));
            Some(next.map_or(blocks.len(), |(next, _)| next) - 1)
        }
        _ => Some(at),
    }
}

/// Returns `true` for a heading that begins with `number`.
fn is_headed(text: &[RichPiece], number: &str) -> bool {
    plain(text).strip_prefix(number).is_some_and(|rest| !number.is_empty() && rest.starts_with(' '))
}

fn anchor_of(chart: &Chart) -> String {
    format!("chart-{}{}", chart.id, chart.stands_by.as_deref().map(|_| "-instead").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use battlewright_engine::game::Rule;

    use super::super::rules::RuleNumbers;
    use super::super::text;
    use super::*;

    #[test]
    fn charts_stand_where_their_rule_is_told() {
        let rules = [
            Rule { number: "3.1", title: "Units" },
            Rule { number: "3.2", title: "Fire" },
            Rule { number: "4.1", title: "Sight" },
        ];
        let page = "# T\n\n## 3.0 First\n\n**3.1** Units.\n\n**3.2** Fire.\n\nMore.\n\n## 4.0 Second\n\nSight.\n\nEnd.\n\n## Rulings\n\nNone.\n";
        let mut blocks = text::read(page, &mut RuleNumbers::new(&rules), "");
        let chart = |title: &str, rules: &str| Floating {
            title: title.to_owned(),
            anchor: title.to_owned(),
            rules: rules.to_owned(),
            rows: Vec::new(),
        };
        let charts = vec![
            chart("fire", "2 · 3.2 to 3.4"),
            chart("chapter", "4.7, 4.8"),
            chart("key", ""),
            chart("first", "3.0 · all"),
        ];
        let placed = PlacedFloats::new(&mut blocks, charts);
        let after: Vec<(&str, String)> = placed
            .floats
            .iter()
            .map(|(at, chart)| match &blocks[*at] {
                TextBlock::Heading { text, .. } | TextBlock::Paragraph { text, .. } => {
                    (chart.title.as_str(), text::plain(text))
                }
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [("fire", "3.2 Fire."), ("first", "More."), ("chapter", "End."), ("key", "More charts")];
        assert_eq!(after, expected.map(|(id, text)| (id, text.to_owned())));
    }
}
