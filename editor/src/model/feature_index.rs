//! An index of the features in each hex: places, zones, fortifications, entries, exits and roads by cell.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_export::draw::{self, sites::cells};
use battlewright_schema::{Cell, Scenario};

use crate::model::selection::Selection;

/// The cells of all features, by list and by hex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureIndex {
    /// The cells of the features of each list.
    pub lists: draw::FeatureCells,
    /// The features in each hex, in the order of the lists.
    at: BTreeMap<Cell, Vec<Selection>>,
}

impl FeatureIndex {
    /// Builds the index of `scenario`. The index of an invalid map numbering is empty.
    pub fn of(scenario: &Scenario) -> Self {
        let common = scenario.common();
        let Ok(grid) = common.grid() else { return Self::default() };
        let mut sites = Self { lists: draw::FeatureCells::of(common), at: BTreeMap::new() };
        let Self { lists, at } = &mut sites;
        let mut note = |rows: &mut dyn Iterator<Item = Vec<Cell>>, selection: &dyn Fn(usize) -> Selection| {
            for (n, cells) in rows.enumerate() {
                for cell in cells.into_iter().collect::<BTreeSet<_>>() {
                    at.entry(cell).or_default().push(selection(n));
                }
            }
        };
        note(&mut lists.places.iter().cloned(), &Selection::Place);
        note(&mut lists.zones.iter().map(|zone| zone.iter().copied().collect()), &|n| Selection::Row("zone", n));
        let forts = common.fortifications();
        note(&mut lists.forts.iter().cloned(), &|n| Selection::Row(forts[n].list, n));
        note(&mut lists.entries.iter().cloned(), &Selection::Entry);
        note(&mut lists.exits.iter().cloned(), &Selection::Exit);
        note(&mut common.roads().iter().map(|road| cells(&grid, &road.path)), &Selection::Road);
        sites
    }

    /// Returns the places, zones, fortifications, entries, exits and roads in the hex at `cell`.
    pub fn at(&self, cell: Cell) -> &[Selection] {
        self.at.get(&cell).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn every_hex_knows_what_names_it() {
        for n in 0..crate::model::store::SHELF.len() {
            let document = Document::from_shelf(n);
            let scenario = document.scenario();
            let (common, sites) = (scenario.common(), FeatureIndex::of(scenario));
            let Ok(grid) = common.grid() else { continue };
            for cell in grid.cells() {
                let name = grid.name(cell);
                let mut here: Vec<Selection> = Vec::new();
                here.extend(
                    (0..common.places().len())
                        .filter(|n| common.places()[*n].hexes.contains(&name))
                        .map(Selection::Place),
                );
                let zones = common.zones();
                here.extend(
                    (0..zones.len()).filter(|n| zones[*n].hexes.contains(&name)).map(|n| Selection::Row("zone", n)),
                );
                let forts = common.fortifications().into_iter().enumerate();
                here.extend(
                    forts.filter(|(_, fort)| fort.hexes.contains(&name)).map(|(n, fort)| Selection::Row(fort.list, n)),
                );
                here.extend(
                    (0..common.entries().len())
                        .filter(|n| common.entries()[*n].hexes.contains(&name))
                        .map(Selection::Entry),
                );
                here.extend(
                    (0..common.exits().len()).filter(|n| common.exits()[*n].hexes.contains(&name)).map(Selection::Exit),
                );
                here.extend(
                    (0..common.roads().len()).filter(|n| common.roads()[*n].path.contains(&name)).map(Selection::Road),
                );
                assert_eq!(sites.at(cell), here, "{name}");
            }
        }
    }
}
