//! The record of a run, and a second run that keeps what was edited since.

use std::collections::BTreeMap;

use battlewright_schema::merge::{Merged, merge};
use battlewright_schema::{Common, Scenario, load};

use super::RunError;
use super::derivation::Derivation;
use super::request::GroundPlace;
use crate::proposal::Proposal;
use crate::record::{GroundRecord, RecordError};

/// The reason that a second run cannot be merged, but only makes a new file or replaces the map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMerge {
    /// There is no record of an earlier run.
    #[error("there is no record of an earlier run beside the scenario, so that nothing tells what was edited")]
    NoRecord,
    /// The record cannot be read, or the map has moved since.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record is of another system.
    #[error("the record is of another scenario: it is of {record}, this one of {own}")]
    OtherSystem {
        /// The title of the system of the record.
        record: &'static str,
        /// The title of the system of the scenario.
        own: &'static str,
    },
    /// The map of the scenario was resized, turned or renumbered since.
    #[error(
        "the hexes of the scenario were resized, turned or renumbered since the last run, so that nothing can be merged; make a new file"
    )]
    OtherHexes,
    /// The map of the scenario has little in common with that of the record.
    #[error("the record is of another scenario: few of its hexes and none of its roads are those of this map")]
    OtherMap,
    /// The scenario cannot be read.
    #[error("the scenario cannot be read: {0}")]
    Scenario(String),
    /// The versions cannot be merged.
    #[error("the versions cannot be merged: {0}")]
    Merge(String),
}

/// The result of a second run.
#[derive(Clone, Debug)]
pub struct SecondRun {
    /// The merged scenario, with conflicts. In [`Merged::unmarked`], what the designer did wins.
    pub merged: Merged,
    /// The new proposal, the base of the next run.
    pub proposal: Proposal,
}

impl GroundRecord {
    /// Returns the text that a second run at `place` takes as the base of its merge into the scenario with the text `edited`.
    ///
    /// # Errors
    /// The grid has moved, or the record is of another scenario.
    pub fn base_of(&self, edited: &str, place: &GroundPlace) -> Result<&str, NoMerge> {
        let base = self.base_for(place)?;
        let own = scenario_of(edited).map_err(NoMerge::Scenario)?;
        let last = scenario_of(base).map_err(RecordError::Unreadable)?;
        if own.system() != last.system() {
            return Err(NoMerge::OtherSystem { record: last.system().title(), own: own.system().title() });
        }
        let (own, last) = (own.common(), last.common());
        if own.size() != last.size() || own.frame() != last.frame() {
            return Err(NoMerge::OtherHexes);
        }
        if own.about().title != last.about().title && !is_alike(own, last) {
            return Err(NoMerge::OtherMap);
        }
        Ok(base)
    }
}

fn scenario_of(text: &str) -> Result<Scenario, String> {
    let loaded = load(text);
    let first = loaded.diagnostics.first().map(ToString::to_string).unwrap_or_default();
    loaded.readable.filter(|_| loaded.complete).ok_or(first)
}

/// Returns `true` if two maps of one size share a road, or half of the hexes that are not of the most frequent terrain.
fn is_alike(own: &dyn Common, last: &dyn Common) -> bool {
    let roads = |common: &dyn Common| common.roads().iter().map(|road| road.path.clone()).collect::<Vec<_>>();
    let theirs = roads(last);
    if roads(own).iter().any(|road| theirs.contains(road)) {
        return true;
    }
    let Ok(grid) = last.grid() else { return false };
    let letter =
        |common: &dyn Common, cell: battlewright_schema::Cell| common.hexes().get(cell.column.into(), cell.row.into());
    let mut counts = BTreeMap::<Option<char>, usize>::new();
    for cell in grid.cells() {
        *counts.entry(letter(last, cell)).or_default() += 1;
    }
    let usual = counts.iter().max_by_key(|(_, count)| **count).map(|(letter, _)| *letter);
    let telling: Vec<_> = grid.cells().filter(|cell| Some(letter(last, *cell)) != usual).collect();
    let same = telling.iter().filter(|cell| letter(own, **cell) == letter(last, **cell)).count();
    2 * same >= telling.len()
}

impl Derivation {
    /// Returns the record of a proposal of this map. The `date` is the day of the run, such as `"2026-11-29"`, if it is known.
    pub fn record(&self, proposal: &Proposal, date: Option<String>) -> GroundRecord {
        let mut record = GroundRecord::new(self.request().clone(), self.data().files().to_vec(), proposal.text.clone());
        record.date = date;
        record.shares = self.shares();
        // Each proposal has hexes with numbers.
        record.features = proposal.scenario.common().grid().map_or_else(|_| Vec::new(), |it| self.drawn_features(&it));
        record
    }

    /// Returns the shares of terrain in percent, row by row; `.` where no area decided.
    fn shares(&self) -> String {
        let frame = self.grid().frame();
        let mut text = String::new();
        for row in 0..frame.rows {
            for column in 0..frame.columns {
                let tile = self.grid().tile_of(battlewright_schema::Cell { column, row });
                let share = tile.and_then(|tile| self.terrain().share(tile));
                text.push_str(&share.map_or_else(|| ".".to_owned(), |share| share.to_string()));
                text.push(if column + 1 == frame.columns { '\n' } else { ' ' });
            }
        }
        text
    }

    /// Merges this map into the scenario with the text `edited`, which came from an earlier run with this `record`. What the designer changed since
    /// stays, and what the ground changed comes.
    ///
    /// # Errors
    /// The versions cannot be merged, for the reason of the outer error; or there is no proposal.
    pub fn merge(&self, record: Option<&GroundRecord>, edited: &str) -> Result<Result<SecondRun, NoMerge>, RunError> {
        let base = match record.ok_or(NoMerge::NoRecord) {
            Ok(record) => record.base_of(edited, &self.request().place),
            Err(no) => Err(no),
        };
        let base = match base {
            Ok(base) => base,
            Err(no) => return Ok(Err(no)),
        };
        let proposal = self.into_text(base)?;
        let merged = merge(base, edited, &proposal.text);
        Ok(match merged {
            Ok(merged) => Ok(SecondRun { merged, proposal }),
            Err(error) => {
                let first = error.findings.first().map(ToString::to_string).unwrap_or_default();
                Err(NoMerge::Merge(format!("{}: {first}", error.which)))
            }
        })
    }
}
