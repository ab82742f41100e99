//! Conversions between selections and their places in the text.

use std::ops::Range;

use battlewright_schema::Scenario;

use crate::model::selection::Selection;
use crate::model::text::OutlinedText;

/// Returns the byte ranges of `selection` in `text`: its row, or the letters of its hex.
pub fn places(scenario: &Scenario, text: &OutlinedText, selection: Selection) -> Vec<Range<usize>> {
    match selection {
        Selection::Scenario => Vec::new(),
        Selection::Hex(cell) => text.outline().letters(text.text(), cell).collect(),
        _ => selection.path(scenario).and_then(|path| text.outline().range(&path)).into_iter().collect(),
    }
}

/// Returns the selection for the object at byte `offset` of `text`.
pub fn selection_at(scenario: &Scenario, text: &OutlinedText, offset: usize) -> Option<Selection> {
    let path = text.outline().path_at(offset)?;
    match text.outline().cell_at(text.text(), offset).filter(|cell| scenario.common().has(*cell)) {
        Some(cell) => Some(Selection::Hex(cell)),
        None => Some(Selection::of(scenario, path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_schema::Cell;

    use crate::model::store::{SHELF, read};

    #[test]
    fn selections_lead_to_the_text_and_back() {
        for bundled in SHELF {
            let scenario = read(bundled.text).scenario.unwrap();
            let text = OutlinedText::new(bundled.text.to_owned());
            let common = scenario.common();
            let (columns, rows) = common.size();
            let last = (columns.saturating_sub(1), rows.saturating_sub(1));
            let hexes = [(0, 0), last, (3, 2)].map(|(column, row)| Cell { column, row });
            let all = hexes.into_iter().filter(|cell| common.has(*cell)).map(Selection::Hex);
            let all = all.chain((0..common.unit_count()).map(Selection::Unit));
            let all = all.chain((0..common.places().len()).map(Selection::Place));
            let all = all.chain((0..common.terrain().len()).map(Selection::Terrain));
            for selection in all.chain([Selection::Side(1), Selection::Part("victory")]) {
                let places = places(&scenario, &text, selection);
                let place = places.first().unwrap_or_else(|| panic!("{}: {selection:?}", bundled.file));
                let back = selection_at(&scenario, &text, place.start);
                assert_eq!(back, Some(selection), "{}", bundled.file);
                if let Selection::Hex(cell) = selection {
                    let letter = common.hexes().get(cell.column.into(), cell.row.into()).unwrap();
                    assert_eq!(bundled.text[place.clone()], letter.to_string());
                    assert_eq!(places.len(), 1 + usize::from(common.levels().is_some()));
                }
            }
        }
    }
}
