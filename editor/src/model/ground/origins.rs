//! The origins of the parts of the open map: from the ground, or by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use battlewright_ground::record::GroundRecord;
use battlewright_ground::run::GroundOrigins;
use battlewright_schema::{Cell, Scenario, words};

use crate::model::selection::Selection;

/// The record of the last run, read.
#[derive(Clone, Debug)]
pub struct MapOrigins {
    /// The text of the record.
    pub text: Arc<str>,
    /// The record, or the reason why it cannot be read.
    pub record: Result<Arc<GroundRecord>, String>,
    origins: Option<Arc<GroundOrigins>>,
}

impl MapOrigins {
    /// Reads the text of a record.
    pub fn of(text: Arc<str>) -> Self {
        let record = GroundRecord::read(&text).map(Arc::new).map_err(|error| error.to_string());
        let origins = record.as_ref().ok().and_then(|record| GroundOrigins::of(record).ok()).map(Arc::new);
        Self { text, record, origins }
    }

    /// Returns a line about the origin of what is selected, such as `Woods 61 %, from lorraine.osm.pbf` or
    /// `River, from Orne (way/7) in lorraine.osm.pbf; 2 of 14 hexsides by hand`.
    pub fn line(&self, scenario: &Scenario, selection: Selection) -> Option<String> {
        let (origins, common) = (self.origins.as_ref()?, scenario.common());
        match selection {
            Selection::Hex(cell) => {
                let letter = common.hexes().get(cell.column.into(), cell.row.into())?;
                let terrain = common.terrain();
                let name = terrain.iter().find(|terrain| terrain.letter.0 == letter).map_or("Terrain", |it| it.name);
                let line = origins.hex(common, cell).line(name);
                let level = origins.level(common, cell).map(|origin| origin.line("level"));
                Some(level.map_or(line.clone(), |level| format!("{line}; {level}")))
            }
            Selection::Road(n) => common.roads().get(n).map(|road| origins.road(common, road).line("Road")),
            Selection::Hexside(n) => common.hexsides().get(n).map(|row| {
                let (origin, by_hand) = origins.hexsides(common, row);
                let line = origin.line(&words::capital(row.kind.name()));
                let count = row.between.len();
                if by_hand == 0 || by_hand == count {
                    line
                } else {
                    format!("{line}; {by_hand} of {count} hexsides by hand")
                }
            }),
            Selection::Place(n) => common.places().get(n).map(|place| origins.place(common, place).line("Place")),
            _ => None,
        }
    }

    /// Returns the hexes that were edited since the last run.
    pub fn edited(&self, scenario: &Scenario) -> BTreeSet<Cell> {
        self.origins.as_ref().map(|origins| origins.edited_hexes(scenario.common())).unwrap_or_default()
    }
}
