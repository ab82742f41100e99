//! The place of an object on the map or the table.

use battlewright_engine::show::Place;
use battlewright_schema::{Cell, DocPath, HexId, Inches, PathStep, PointKind, Scenario, Start, TablePoint};

use crate::model::selection::Selection;
use crate::model::store;

/// Returns the place of the object that `selection` names: its first hex on the map, or its point on the table. `None` if it has
/// none.
pub fn place(scenario: &Scenario, selection: Selection) -> Option<Place> {
    if let Some(cell) = first_cell(scenario, &store::hexes(scenario, selection)) {
        return Some(Place::Hex(cell));
    }
    let view = scenario.common().table_view()?;
    let unit = || {
        let Selection::Unit(n) = selection else { return None };
        if let Some(unit) = view.units.iter().find(|unit| unit.unit == n) {
            return Some(unit.at);
        }
        let Start::Enters { at, .. } = scenario.common().unit(n)?.start else { return None };
        let entry = view.points.iter().find(|point| matches!(point.kind, PointKind::Entry(id, _) if *id == at));
        entry.map(|entry| entry.at)
    };
    let at = unit().or_else(|| selection.path(scenario).and_then(|path| point(scenario, &path)))?;
    Some(Place::At(at))
}

/// Returns the first of `hexes` that is on the map.
pub fn first_cell(scenario: &Scenario, hexes: &[HexId]) -> Option<Cell> {
    let grid = scenario.common().grid().ok()?;
    hexes.iter().find_map(|hex| grid.cell(hex))
}

/// Returns the point of the table at `path`, or the first point of the row that contains it.
pub fn point(scenario: &Scenario, path: &DocPath) -> Option<Inches> {
    let read = |path: &DocPath| {
        let value = scenario.get(path)?;
        let text = value.as_str().or_else(|| value.as_array()?.first()?.as_str())?;
        serde_json::from_value::<TablePoint>(text.into()).ok().map(|point| point.0)
    };
    let row = match path.0.as_slice() {
        [PathStep::Key(list), PathStep::Index(n), ..] => DocPath::root().key(list.as_str()).index(*n),
        _ => return None,
    };
    read(path).or_else(|| ["at", "outline", "line"].into_iter().find_map(|key| read(&row.clone().key(key))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn objects_of_maps_and_tables_have_places() {
        let map = Document::bundled();
        let scenario = map.scenario();
        let hexes = &scenario.common().places()[0].hexes;
        let cell = first_cell(scenario, hexes).unwrap();
        assert_eq!(place(scenario, Selection::Place(0)), Some(Place::Hex(cell)));
        assert_eq!(place(scenario, Selection::Scenario), None);

        let table = store::SHELF.iter().position(|bundled| bundled.file.ends_with("outrance-first-assault.toml"));
        let table = Document::from_shelf(table.unwrap());
        let scenario = table.scenario();
        let view = scenario.common().table_view().unwrap();
        for unit in 0..scenario.common().unit_count() {
            let found = place(scenario, Selection::Unit(unit));
            match view.units.iter().find(|footprint| footprint.unit == unit) {
                Some(footprint) => assert_eq!(found, Some(Place::At(footprint.at)), "unit {unit}"),
                None => {
                    let entries = view.points.iter().filter(|point| matches!(point.kind, PointKind::Entry(..)));
                    assert!(entries.map(|entry| Some(Place::At(entry.at))).any(|entry| entry == found), "unit {unit}");
                }
            }
        }
        let area = &view.areas[0];
        let row = Selection::row(scenario, area.row.list, area.row.index).unwrap();
        assert_eq!(place(scenario, row), Some(Place::At(area.outline[0])));
    }
}
