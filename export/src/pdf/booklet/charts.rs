//! Charts in the text: each stands behind the section that tells its rule.

use std::collections::BTreeMap;

use battlewright_charts::{Chart, Span};
use battlewright_schema::Scenario;
use emath::Vec2;

use super::rows::{self, BookletRow, Measure, RowBlock};
use super::rules::anchor;
use super::text::{RichPiece, TextBlock};
use crate::pdf::sheet::{self, Pens};

/// The room above a chart, in points.
const ABOVE: f32 = 7.0;

/// Returns `rows`, those of the blocks of a text, with the charts of `scenario`. Those whose rules the text does not tell come last.
/// `room` is the part of a page that is filled.
pub(super) fn with_charts(
    blocks: &[TextBlock],
    rows: Vec<RowBlock>,
    scenario: &Scenario,
    pens: &Pens<'_>,
    room: Vec2,
) -> Vec<RowBlock> {
    let mut placed: BTreeMap<usize, Vec<RowBlock>> = BTreeMap::new();
    for chart in battlewright_charts::charts(scenario) {
        let at = end_of_section(blocks, &chart).unwrap_or(blocks.len());
        placed.entry(at).or_default().push(block(&chart, pens, room));
    }
    if let Some(last) = placed.get_mut(&blocks.len()) {
        let heading = TextBlock::Heading {
            level: 2,
            text: vec![RichPiece { text: "More charts".to_owned(), ..RichPiece::default() }],
            anchors: vec!["more-charts".to_owned()],
        };
        last.insert(0, rows::of(&heading, Measure { column: room.x, page: room.x }));
    }
    let mut made = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        made.extend(placed.remove(&at).unwrap_or_default());
        made.push(row);
    }
    made.extend(placed.into_values().flatten());
    made
}

/// Returns the number of the block before which a chart stands: the next heading behind the text of its first rule.
fn end_of_section(blocks: &[TextBlock], chart: &Chart) -> Option<usize> {
    let numbers = chart.aside.0.iter().filter_map(|span| match span {
        Span::Rule(rule) => Some(anchor(rule.number)),
        _ => None,
    });
    let tells = |block: &TextBlock, wanted: &String| match block {
        TextBlock::Heading { anchors, .. } | TextBlock::Paragraph { anchors, .. } => anchors.contains(wanted),
        TextBlock::Table { .. } | TextBlock::Code(_) => false,
    };
    let at = numbers.into_iter().find_map(|wanted| blocks.iter().position(|block| tells(block, &wanted)))?;
    let next = blocks.iter().enumerate().skip(at + 1).find(|(_, block)| matches!(block, TextBlock::Heading { .. }));
    Some(next.map_or(blocks.len(), |(at, _)| at))
}

/// Returns a chart as rows of the whole width.
fn block(chart: &Chart, pens: &Pens<'_>, room: Vec2) -> RowBlock {
    let parts = sheet::parts(chart, pens, room).into_iter().enumerate();
    let rows = parts.map(|(at, (shapes, height))| BookletRow {
        height,
        above: ABOVE,
        shapes,
        anchors: if at == 0 { vec![format!("chart-{}", chart.id)] } else { Vec::new() },
        ..BookletRow::default()
    });
    RowBlock::Wide(rows.collect(), None)
}
