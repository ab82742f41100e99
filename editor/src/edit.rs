//! Every change of a scenario, as data.
//!
//! An [`Edit`] holds only what it changes, so a long history costs what was edited, not what the
//! map holds. Applying one gives the edit that takes it back.

pub mod mars_la_tour;

use battlewright_schema::{About, Cell, Entry, Exit, HexRows, Hexside, Place, Road, Scenario, Start, Turns};

/// A change of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Other texts about the scenario.
    About(Box<About>),
    /// Another length of the game.
    Turns(Turns),
    /// Other terrain in some hexes.
    Paint(Vec<(Cell, char)>),
    /// Another size of the map, with all its letters.
    Size {
        /// How many columns.
        columns: u16,
        /// How many rows.
        rows: u16,
        /// The letters.
        hexes: HexRows,
    },
    /// A change in the list of roads.
    Road(Row<Road>),
    /// A change in the list of hexside features.
    Hexside(Row<Hexside>),
    /// A change in the list of places.
    Place(Row<Place>),
    /// A change in the list of entries.
    Entry(Row<Entry>),
    /// A change in the list of exits.
    Exit(Row<Exit>),
    /// Another start of a unit.
    Start {
        /// The unit, by its place in the order of battle.
        unit: usize,
        /// Where it starts.
        start: Start,
    },
    /// A change in what only the `mars-la-tour` system has.
    MarsLaTour(mars_la_tour::Edit),
    /// Several changes in order, as one.
    All(Vec<Self>),
}

/// A change in a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Row<T> {
    /// A new row at this place.
    Insert(usize, T),
    /// The row at this place goes.
    Remove(usize),
    /// Another row in place of the one there.
    Put(usize, T),
}

impl<T: PartialEq> Row<T> {
    /// Changes `rows`; the change that takes it back, or `None` if nothing changed.
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
    /// Changes `scenario`; the edit that takes it back, or `None` if nothing changed.
    pub fn apply(self, scenario: &mut Scenario) -> Option<Self> {
        let common = scenario.common_mut();
        match self {
            Self::About(about) => {
                let was = common.about();
                if was == *about {
                    return None;
                }
                common.set_about(*about);
                Some(Self::About(Box::new(was)))
            }
            Self::Turns(turns) => {
                if *common.turns() == turns {
                    return None;
                }
                Some(Self::Turns(std::mem::replace(common.turns_mut(), turns)))
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
                // Taken back in the opposite order, in case a hex was painted twice.
                was.reverse();
                (!was.is_empty()).then_some(Self::Paint(was))
            }
            Self::Size { columns, rows, hexes } => {
                let (was_columns, was_rows) = common.size();
                let was = std::mem::replace(common.hexes_mut(), hexes);
                common.set_size(columns, rows);
                Some(Self::Size { columns: was_columns, rows: was_rows, hexes: was })
            }
            Self::Road(row) => row.apply(common.roads_mut()).map(Self::Road),
            Self::Hexside(row) => row.apply(common.hexsides_mut()).map(Self::Hexside),
            Self::Place(row) => row.apply(common.places_mut()).map(Self::Place),
            Self::Entry(row) => row.apply(common.entries_mut()).map(Self::Entry),
            Self::Exit(row) => row.apply(common.exits_mut()).map(Self::Exit),
            Self::Start { unit, start } => {
                if common.unit(unit)?.start == start {
                    return None;
                }
                common.set_start(unit, start).map(|start| Self::Start { unit, start })
            }
            Self::MarsLaTour(edit) => {
                let Scenario::MarsLaTour(scenario) = scenario;
                edit.apply(scenario).map(Self::MarsLaTour)
            }
            Self::All(edits) => {
                let mut undo: Vec<Self> = edits.into_iter().filter_map(|edit| edit.apply(scenario)).collect();
                undo.reverse();
                (!undo.is_empty()).then_some(Self::All(undo))
            }
        }
    }

    /// The edit that gives the map another size: hexes beyond the old edge get `letter`.
    pub fn resize(scenario: &Scenario, columns: u16, rows: u16, letter: char) -> Self {
        let old = scenario.common().hexes();
        let at = |row: usize, column: usize| old.get(column, row).unwrap_or(letter);
        let row = |row| (0..usize::from(columns)).map(|column| at(row, column)).collect();
        Self::Size { columns, rows, hexes: HexRows((0..usize::from(rows)).map(row).collect()) }
    }
}
