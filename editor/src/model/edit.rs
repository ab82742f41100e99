//! Changes of a scenario as data.
//!
//! An [`Edit`] contains only its changes, so that a long history does not depend on the size of the map. Applying an
//! edit returns its inverse. Edits can be serialized.

mod between;
pub mod levels;
mod put;
mod runs;
pub mod slopes;
mod units;

use battlewright_schema::{
    Cell, Counter, DocPath, Entry, Exit, HexRows, Hexside, PathStep, Place, Road, Scenario, Start,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A change of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets the terrain letters of some hexes.
    Paint(#[serde(with = "runs")] Vec<(Cell, char)>),
    /// Sets the levels of some hexes; a map without levels gets them first.
    Levels(#[serde(with = "runs")] Vec<(Cell, char)>),
    /// Replaces all terrain letters of a map that keeps its size. While rows of letters are typed, they may be longer
    /// or shorter than the map is wide.
    HexRows(HexRows),
    /// Replaces or removes the levels of the map.
    LevelRows(Option<HexRows>),
    /// Replaces the size of the map, its terrain letters and its levels.
    Size {
        /// The number of columns.
        columns: u16,
        /// The number of rows.
        rows: u16,
        /// The terrain letters.
        hexes: HexRows,
        /// The levels, if the map has any.
        levels: Option<HexRows>,
    },
    /// A change in the list of roads.
    Road(ListChange<Road>),
    /// A change in the list of hexside features.
    Hexside(ListChange<Hexside>),
    /// A change in the list of places.
    Place(ListChange<Place>),
    /// A change in the list of entries.
    Entry(ListChange<Entry>),
    /// A change in the list of exits.
    Exit(ListChange<Exit>),
    /// Sets the start of a unit or a headquarters.
    Start {
        /// The counter.
        counter: Counter,
        /// The new start.
        start: Start,
    },
    /// Replaces the whole scenario.
    Scenario(Box<Scenario>),
    /// Sets the field at a path; `None` removes it. On an index of a list, `None` removes the row, and the index after
    /// the last row appends one.
    Put(DocPath, Option<Value>),
    /// Inserts a row into a list, before the index at the end of the path.
    Insert(DocPath, Value),
    /// Applies several edits in order as a single one.
    All(Vec<Self>),
}

/// The most that an edit may change. Cached results about other data stay valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditScope {
    /// Terrain letters and levels.
    Ground,
    /// Terrain letters, levels and counters.
    Counters,
    /// Any part of the scenario.
    All,
}

/// A change in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ListChange<T> {
    /// Inserts a row before this index.
    Insert(usize, T),
    /// Removes the row at this index.
    Remove(usize),
    /// Replaces the row at this index.
    Put(usize, T),
}

impl<T: PartialEq> ListChange<T> {
    /// Applies the change to `rows` and returns its inverse, or `None` if nothing changed.
    pub fn apply(self, rows: &mut Vec<T>) -> Option<Self> {
        match self {
            Self::Insert(at, row) if at <= rows.len() => {
                rows.insert(at, row);
                Some(Self::Remove(at))
            }
            Self::Remove(at) if at < rows.len() => {
                let row = rows.remove(at);
                Some(Self::Insert(at, row))
            }
            Self::Put(at, row) => {
                let slot = rows.get_mut(at)?;
                if *slot == row {
                    return None;
                }
                Some(Self::Put(at, std::mem::replace(slot, row)))
            }
            Self::Insert(..) | Self::Remove(_) => None,
        }
    }
}

impl Edit {
    /// Applies the edit to `scenario` and returns its inverse, or `None` if nothing changed.
    pub fn apply(self, scenario: &mut Scenario) -> Option<Self> {
        let common = scenario.common_mut();
        match self {
            Self::Scenario(other) => {
                if battlewright_schema::is_same(scenario, &other) {
                    return None;
                }
                Some(Self::Scenario(Box::new(std::mem::replace(scenario, *other))))
            }
            Self::Paint(cells) => {
                let rows = common.hexes_mut();
                let mut was = Vec::new();
                for (cell, letter) in cells {
                    let (column, row) = (usize::from(cell.column), usize::from(cell.row));
                    if let Some(old) = rows.set(column, row, letter)
                        && old != letter
                    {
                        was.push((cell, old));
                    }
                }
                // The inverse runs in the opposite order, in case a hex was painted twice.
                was.reverse();
                (!was.is_empty()).then_some(Self::Paint(was))
            }
            Self::Levels(cells) => levels::put(common, cells),
            Self::HexRows(rows) => {
                let same = *common.hexes_mut() == rows;
                (!same).then(|| Self::HexRows(std::mem::replace(common.hexes_mut(), rows)))
            }
            Self::LevelRows(rows) => {
                let same = *common.levels_mut() == rows;
                (!same).then(|| Self::LevelRows(std::mem::replace(common.levels_mut(), rows)))
            }
            Self::Size { columns, rows, hexes, levels } => {
                let (was_columns, was_rows) = common.size();
                let was = std::mem::replace(common.hexes_mut(), hexes);
                let was_levels = std::mem::replace(common.levels_mut(), levels);
                common.set_size(columns, rows);
                Some(Self::Size { columns: was_columns, rows: was_rows, hexes: was, levels: was_levels })
            }
            Self::Road(row) => row.apply(common.roads_mut()).map(Self::Road),
            Self::Hexside(row) => row.apply(common.hexsides_mut()).map(Self::Hexside),
            Self::Place(row) => row.apply(common.places_mut()).map(Self::Place),
            Self::Entry(row) => row.apply(common.entries_mut()).map(Self::Entry),
            Self::Exit(row) => row.apply(common.exits_mut()?).map(Self::Exit),
            Self::Start { counter, start } => {
                if common.counter(counter)?.start == start {
                    return None;
                }
                // On a table, a start decides on other fields of the row too.
                if common.table().is_some() {
                    let row = scenario.get(&counter.path())?;
                    scenario.common_mut().set_start(counter, start)?;
                    let changed = scenario.get(&counter.path())? != row;
                    return changed.then(|| Self::Put(counter.path(), Some(row)));
                }
                common.set_start(counter, start).map(|start| Self::Start { counter, start })
            }
            Self::Put(path, value) => put::put(scenario, path, value),
            Self::Insert(path, row) => put::insert(scenario, path, row),
            Self::All(edits) => {
                let mut undo: Vec<Self> = edits.into_iter().filter_map(|edit| edit.apply(scenario)).collect();
                undo.reverse();
                (!undo.is_empty()).then_some(Self::All(undo))
            }
        }
    }

    /// Returns the most that the edit may change.
    pub fn reach(&self) -> EditScope {
        match self {
            Self::Paint(_) | Self::Levels(_) | Self::HexRows(_) | Self::LevelRows(_) => EditScope::Ground,
            Self::Start { .. } => EditScope::Counters,
            Self::Put(path, _) | Self::Insert(path, _) => match path.0.first() {
                Some(PathStep::Key(list)) if list == "unit" || list == "formation" => EditScope::Counters,
                _ => EditScope::All,
            },
            Self::All(edits) => edits.iter().map(Self::reach).max().unwrap_or(EditScope::Ground),
            _ => EditScope::All,
        }
    }

    /// Returns `true` if the edit refers to rows by index or replaces whole structures, so that it is valid only for
    /// the scenario it was made from.
    pub fn is_about_rows(&self) -> bool {
        match self {
            Self::Paint(_) | Self::Levels(_) => false,
            Self::Put(path, _) => path.0.iter().any(|step| matches!(step, PathStep::Index(_))),
            Self::All(edits) => edits.iter().any(Self::is_about_rows),
            _ => true,
        }
    }

    /// Returns the edit that resizes the map to `columns` and `rows`. Hexes beyond the old edge get the terrain
    /// `letter`.
    pub fn resize(scenario: &Scenario, columns: u16, rows: u16, letter: char) -> Self {
        let old = scenario.common().hexes();
        let at = |row: usize, column: usize| old.get(column, row).unwrap_or(letter);
        let row = |row| (0..usize::from(columns)).map(|column| at(row, column)).collect();
        let hexes = HexRows((0..usize::from(rows)).map(row).collect());
        let levels = levels::resized(&hexes, scenario.common().levels());
        Self::Size { columns, rows, hexes, levels }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{HexId, Id, System, load, template};

    use super::*;
    use crate::model::document::Document;

    fn at(path: &[&str]) -> DocPath {
        path.iter().fold(DocPath::root(), |path, step| match step.parse() {
            Ok(index) => path.index(index),
            Err(_) => path.key(*step),
        })
    }

    /// Returns an edit of each kind that changes the bundled scenario.
    fn edits(scenario: &Scenario) -> Vec<Edit> {
        let road = Road { path: vec!["0101".into(), "0102".into()], ..Road::default() };
        let side = scenario.known(Id::SIDE)[0].id.clone();
        let unit = scenario.get(&at(&["unit", "3"])).unwrap();
        let attack = scenario.system().published()["tables"]["attack"].clone();
        vec![
            Edit::Paint(vec![(Cell { column: 1, row: 1 }, 'w'), (Cell { column: 1, row: 1 }, 'T')]),
            Edit::Levels(vec![(Cell { column: 1, row: 1 }, '3'), (Cell { column: 1, row: 1 }, '2')]),
            Edit::HexRows(HexRows::parse(". w .\nw")),
            Edit::resize(scenario, 5, 40, '.'),
            Edit::Road(ListChange::Insert(1, road.clone())),
            Edit::Road(ListChange::Put(0, road)),
            Edit::Hexside(ListChange::Remove(0)),
            Edit::Place(ListChange::Remove(2)),
            Edit::Entry(ListChange::Remove(0)),
            Edit::Exit(ListChange::Remove(0)),
            Edit::Start { counter: Counter::Unit(3), start: Start::At(HexId::from("0101")) },
            Edit::Put(at(&["title"]), Some("Another".into())),
            Edit::Put(at(&["subtitle"]), None),
            Edit::Put(at(&["unit", "0"]), None),
            Edit::Put(at(&["unit", "4"]), Some(unit.clone())),
            Edit::Insert(at(&["unit", "1"]), unit),
            Edit::Put(at(&["unit", "2", "source"]), Some("A book".into())),
            Edit::Put(at(&["side", &side, "ammunition"]), Some(7.into())),
            Edit::Put(at(&["map", "terrain", "."]), None),
            Edit::Put(at(&["victory", "hold", "0"]), None),
            Edit::Put(at(&["rules", "tables", "attack"]), Some(attack)),
            Edit::Put(at(&["rules", "zoi"]), Some(3.into())),
        ]
    }

    #[test]
    fn every_edit_can_be_taken_back_done_again_and_written_down() {
        let start = Document::bundled().scenario().clone();
        let mut all = edits(&start);
        all.push(Edit::All(edits(&start)));
        all.push(Edit::Scenario(Box::new(crate::model::store::new_scenario().unwrap())));
        for edit in all {
            let written = serde_json::to_string(&edit).unwrap();
            assert_eq!(serde_json::from_str::<Edit>(&written).unwrap(), edit);
            let mut scenario = start.clone();
            let undo = edit.clone().apply(&mut scenario).unwrap();
            let changed = scenario.clone();
            assert_ne!(changed, start, "{edit:?}");
            let redo = undo.apply(&mut scenario).unwrap();
            assert_eq!(scenario, start, "{edit:?}");
            redo.apply(&mut scenario).unwrap();
            assert_eq!(scenario, changed, "{edit:?}");
        }
    }

    #[test]
    fn what_an_edit_leaves_alone_need_not_be_found_out_again() {
        let start = Document::bundled();
        for edit in edits(start.scenario()) {
            let mut document = Document::bundled();
            let (pieces, sites) = (document.crowd().pieces.clone(), document.sites().clone());
            let reach = edit.reach();
            assert!(document.apply("Edit", None, edit.clone()), "{edit:?}");
            // The caches must equal those that are built from the edited scenario.
            assert_eq!(document.crowd().pieces, crate::canvas::pieces(document.scenario(), None), "{edit:?}");
            assert_eq!(
                *document.sites(),
                crate::model::feature_index::FeatureIndex::of(document.scenario()),
                "{edit:?}"
            );
            assert!(reach > EditScope::Ground || document.crowd().pieces == pieces);
            assert!(reach == EditScope::All || (*document.sites() == sites && document.lists_revision() == 0));
            document.undo();
            assert_eq!((&document.crowd().pieces, document.sites()), (&pieces, &sites), "{edit:?}");
        }
    }

    #[test]
    fn an_edit_that_changes_nothing_is_none() {
        let mut scenario = Document::bundled().scenario().clone();
        let common = scenario.common();
        let same = vec![
            Edit::Put(at(&["turns", "count"]), Some(common.turns().count.into())),
            Edit::Put(at(&["unit", "0", "er"]), Some("many".into())),
            Edit::Put(at(&["unit", "9999"]), None),
            Edit::Put(at(&["rules", "zoi"]), None),
            Edit::Paint(vec![(Cell::default(), common.hexes().get(0, 0).unwrap())]),
            Edit::Paint(vec![(Cell { column: 999, row: 0 }, 'w')]),
            Edit::Levels(vec![(Cell { column: 999, row: 0 }, '2')]),
            Edit::LevelRows(None),
            Edit::Road(ListChange::Put(0, common.roads()[0].clone())),
            Edit::Road(ListChange::Remove(9999)),
            Edit::Start { counter: Counter::Unit(0), start: common.unit(0).unwrap().start },
            Edit::All(Vec::new()),
        ];
        for edit in same {
            assert_eq!(edit.apply(&mut scenario), None);
        }
    }

    #[test]
    fn what_is_left_out_takes_empty_tables_with_it() {
        let start = load(template(System::PositionMagnifique)).scenario.unwrap();
        let mut scenario = start.clone();
        let fire = at(&["rules", "tables", "fire"]);
        let undo = Edit::Put(fire.clone(), Some(start.system().published()["tables"]["fire"].clone()));
        let undo = undo.apply(&mut scenario).unwrap();
        let cell = at(&["rules", "tables", "fire", "rows", "0", "0"]);
        Edit::Put(cell.clone(), Some("SL".into())).apply(&mut scenario).unwrap();
        assert_eq!(scenario.get(&cell), Some("SL".into()));
        assert_eq!(Edit::leave_out(&scenario, fire.clone()), Edit::Put(at(&["rules"]), None));
        assert_eq!(Edit::leave_out(&scenario, at(&["unit", "0"])), Edit::Put(at(&["unit", "0"]), None));
        let mut other = scenario.clone();
        Edit::leave_out(&scenario, fire).apply(&mut other).unwrap();
        assert_eq!(other, start);
        undo.apply(&mut scenario).unwrap();
        assert_eq!(scenario, start);
    }

    #[test]
    fn a_renamed_formation_takes_its_units_along_and_comes_back() {
        let start = load(template(System::PositionMagnifique)).scenario.unwrap();
        for id in [Id::FORMATION, Id::SIDE, Id::UNIT, Id::LETTER] {
            let from = start.known(id)[0].id.clone();
            let mut scenario = start.clone();
            let undo = Edit::rename(&start, id, &from, "X").unwrap().apply(&mut scenario).unwrap();
            assert_eq!(scenario.known(id)[0].id, "X");
            assert_eq!(scenario.uses(id, &from), []);
            assert_eq!(scenario.uses(id, "X").len(), start.uses(id, &from).len());
            undo.apply(&mut scenario).unwrap();
            assert_eq!(scenario, start);
        }
        let taken = start.known(Id::UNIT)[1].id.clone();
        assert!(Edit::rename(&start, Id::UNIT, &start.known(Id::UNIT)[0].id, &taken).is_err());
    }

    #[test]
    fn six_hundred_steps_are_taken_back() {
        let mut document = Document::bundled();
        let start = document.scenario().clone();
        for n in 0..600_u16 {
            let cell = Cell { column: n % 20, row: n % 13 };
            let letter = if n / 260 % 2 == 0 { 'h' } else { 'T' };
            document.apply("Paint", None, Edit::Paint(vec![(cell, letter)]));
        }
        assert!(document.history().len() > 500);
        while document.undo().is_some() {}
        assert_eq!(document.scenario(), &start);
        assert!(!document.is_dirty());
    }
}
