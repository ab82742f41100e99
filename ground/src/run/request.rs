//! The request of a run.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Cell, Common, Grid, MapFrame, Numbering, Order, Orientation, Parity};
use hexx::HexOrientation;
use serde::{Deserialize, Serialize};

use super::RunError;
use super::feature::{FeatureClass, FeatureId};
use crate::areas::AreaFigures;
use crate::era::Era;
use crate::grid::GroundGrid;
use crate::levels::LevelFigures;
use crate::plane::{LatLon, Plane};
use crate::rivers::RiverFigures;
use crate::roads::RoadFigures;

/// The position of a map, and its hexes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundPlace {
    /// The latitude of the middle of the map, in degrees.
    pub lat: f64,
    /// The longitude of the middle, in degrees.
    pub lon: f64,
    /// The bearing of the top of the page, in degrees clockwise from north.
    pub rotation: f64,
    /// The distance between the centers of adjacent hexes, in meters.
    pub hex_metres: u32,
    /// The number of columns.
    pub columns: u16,
    /// The number of rows.
    pub rows: u16,
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// `true` if the first column is half a hex lower than the second; of pointy-topped hexes, if the first row is half a hex further right.
    pub first_is_shifted: bool,
}

impl Default for GroundPlace {
    /// Returns a map of 20 by 15 hexes of 800 m about latitude 0 and longitude 0, with the orientation of new scenarios.
    fn default() -> Self {
        Self {
            lat: 0.0,
            lon: 0.0,
            rotation: 0.0,
            hex_metres: 800,
            columns: 20,
            rows: 15,
            orientation: Orientation::Flat,
            first_is_shifted: true,
        }
    }
}

impl GroundPlace {
    /// Returns this place with the hexes of an existing map: its size, its orientation, which of its columns or rows are shifted, and the width
    /// of its hexes, if the map tells it. `None` for a scenario on a table.
    pub fn with_hexes_of(self, scenario: &dyn Common) -> Option<Self> {
        if scenario.table().is_some() {
            return None;
        }
        let grid = scenario.grid().ok()?;
        let (columns, rows) = scenario.size();
        let flat = grid.orientation() == HexOrientation::Flat;
        let next = if flat { Cell { column: 1, row: 0 } } else { Cell { column: 0, row: 1 } };
        let step = grid.hex(next) - grid.hex(Cell::default());
        Some(Self {
            hex_metres: scenario.hex_metres().unwrap_or(self.hex_metres),
            columns,
            rows,
            orientation: if flat { Orientation::Flat } else { Orientation::Pointy },
            first_is_shifted: step.x != 0 && step.y != 0,
            ..self
        })
    }

    /// Returns the plane of the map.
    ///
    /// # Errors
    /// The place is too near to a pole, or no place.
    pub fn plane(&self) -> Result<Plane, RunError> {
        Ok(Plane::new(LatLon { lat: self.lat, lon: self.lon }, self.rotation)?)
    }

    /// Returns the hexes of the map over the plane.
    ///
    /// # Errors
    /// The map is empty, too large or too wide.
    pub fn grid(&self) -> Result<GroundGrid, RunError> {
        let names = self.numbered(&Numbering::straight("1.1", Order::ColumnRow))?;
        let distance = i32::try_from(self.hex_metres.saturating_mul(100)).unwrap_or(i32::MAX);
        Ok(GroundGrid::new(&names, distance)?)
    }

    /// Returns the numbers of the hexes in a new scenario, by column and row from `0101`; from `001001` with a hundred of either.
    ///
    /// # Errors
    /// The map is empty or too large.
    pub fn names(&self) -> Result<Grid, RunError> {
        self.numbered(&self.numbering())
    }

    /// Returns the numbering of a new scenario.
    pub(super) fn numbering(&self) -> Numbering {
        let first = if self.columns.max(self.rows) > 99 { "001001" } else { "0101" };
        Numbering::straight(first, Order::ColumnRow)
    }

    fn numbered(&self, numbering: &Numbering) -> Result<Grid, RunError> {
        let shifted = Some(if self.first_is_shifted { Parity::Odd } else { Parity::Even });
        let frame = MapFrame { orientation: self.orientation, lower_columns: shifted, right_rows: shifted, numbering };
        Grid::of(frame, self.columns, self.rows).map_err(|problem| RunError::Numbering(problem.to_string()))
    }

    /// Returns the corners of the map on the ground: top left, top right, bottom right, bottom left, half a hex beyond the centers of its hexes.
    ///
    /// # Errors
    /// The place has no plane, or the map no grid.
    pub fn corners(&self) -> Result<[LatLon; 4], RunError> {
        let (plane, grid) = (self.plane()?, self.grid()?);
        let on_map = || grid.tiles().filter(|tile| grid.is_on_map(*tile)).map(|tile| grid.center(tile));
        let half = grid.distance() / 2;
        let x = on_map().map(|point| point.x).max().unwrap_or(0) + half;
        let y = on_map().map(|point| point.y).max().unwrap_or(0) + half;
        let corner = |x, y| plane.position(crate::plane::Point { x, y });
        Ok([corner(-x, -y), corner(x, -y), corner(x, y), corner(-x, y)])
    }
}

/// The choice of the designer for a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeatureChoice {
    /// `true` for a feature that is drawn; `None` to let the figures decide. A feature that the era takes away is kept if this is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// The class; `None` for that of the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<FeatureClass>,
}

/// All that a run can be told. In the record of a proposal, it is the table `[ground]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GroundRequest {
    /// The place.
    pub place: GroundPlace,
    /// The era.
    pub era: Era,
    /// The figures of rivers.
    pub rivers: RiverFigures,
    /// The figures of terrain.
    pub areas: AreaFigures,
    /// The figures of levels.
    pub levels: LevelFigures,
    /// The figures of roads.
    pub roads: RoadFigures,
    /// `false` to leave the levels of the map as they are.
    pub has_levels: bool,
    /// The line for the source of geography that is not of OpenStreetMap, such as of a GeoJSON file; empty if it needs none. Files of
    /// OpenStreetMap bring their own line.
    pub map_source: String,
    /// The line for the source of the elevation, such as `"NASA SRTM, public domain"`; empty if it needs none.
    pub elevation_source: String,
    /// The designer's choices, by feature.
    pub choices: BTreeMap<FeatureId, FeatureChoice>,
}

impl Default for GroundRequest {
    fn default() -> Self {
        Self {
            place: GroundPlace::default(),
            era: Era::default(),
            rivers: RiverFigures::default(),
            areas: AreaFigures::default(),
            levels: LevelFigures::default(),
            roads: RoadFigures::default(),
            has_levels: true,
            map_source: String::new(),
            elevation_source: String::new(),
            choices: BTreeMap::new(),
        }
    }
}

impl GroundRequest {
    /// Checks or unchecks a feature; `None` lets the figures decide again.
    pub fn check(&mut self, id: FeatureId, checked: Option<bool>) {
        self.choose(id, |choice| choice.checked = checked);
    }

    /// Sets the class of a feature; `None` for that of the data.
    pub fn set_class(&mut self, id: FeatureId, class: Option<FeatureClass>) {
        self.choose(id, |choice| choice.class = class);
    }

    fn choose(&mut self, id: FeatureId, set: impl FnOnce(&mut FeatureChoice)) {
        let mut choice = self.choices.get(&id).copied().unwrap_or_default();
        set(&mut choice);
        if choice == FeatureChoice::default() {
            self.choices.remove(&id);
        } else {
            self.choices.insert(id, choice);
        }
    }

    /// Returns the designer's choice for a feature.
    pub fn choice(&self, id: FeatureId) -> FeatureChoice {
        self.choices.get(&id).copied().unwrap_or_default()
    }

    /// Returns the features that are checked, or those that are unchecked.
    fn chosen(&self, checked: bool) -> impl Iterator<Item = FeatureId> {
        self.choices.iter().filter(move |(_, choice)| choice.checked == Some(checked)).map(|(id, _)| *id)
    }

    /// Returns the features that the era would take away, but the designer keeps.
    pub(super) fn kept(&self) -> BTreeSet<FeatureId> {
        self.chosen(true).filter(|id| !matches!(id, FeatureId::Route(_))).collect()
    }

    /// Returns the figures of rivers with the designer's choices.
    pub(super) fn river_figures(&self) -> RiverFigures {
        let ways = |checked| self.chosen(checked).filter_map(FeatureId::way).collect();
        let of_class = |class| {
            let of = move |(id, choice): (&FeatureId, &FeatureChoice)| id.way().filter(|_| choice.class == Some(class));
            self.choices.iter().filter_map(of).collect()
        };
        RiverFigures {
            checked: ways(true),
            unchecked: ways(false),
            as_rivers: of_class(FeatureClass::River),
            as_streams: of_class(FeatureClass::Stream),
            ..self.rivers.clone()
        }
    }

    /// Returns the figures of roads with the designer's choices.
    pub(super) fn road_figures(&self) -> RoadFigures {
        let routes = |checked| self.chosen(checked).filter_map(FeatureId::route).collect();
        let kind = |(id, choice): (&FeatureId, &FeatureChoice)| Some((id.route()?, choice.class?.road_kind()?));
        RoadFigures {
            checked: routes(true),
            unchecked: routes(false),
            kinds: self.choices.iter().filter_map(kind).collect(),
            ..self.roads.clone()
        }
    }
}
