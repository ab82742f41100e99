//! The units of a table with their names, apart from the ground.

use battlewright_schema::{Scenario, TableView, UnitFootprint};
use emath::{Pos2, Rect};

use super::names::{Names, TakenRoom};
use super::units::{self, PlacedUnit};
use super::{Brush, TableStyle};
use crate::draw::{Counters, Shape};

/// The units of a position, without the ground beneath them.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnUnits {
    /// The names of everything else, beneath the units. They make room for units.
    pub names: Vec<Shape>,
    /// The units, from bottom to top.
    pub units: Vec<DrawnUnit>,
    /// The names of units, on top.
    pub unit_names: Vec<Shape>,
}

/// A unit on a table as shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnUnit {
    /// The index of the unit in the order of battle.
    pub unit: usize,
    /// The center of its bases.
    pub center: Pos2,
    /// Its bases with arm, facing and markers.
    pub shapes: Vec<Shape>,
}

impl DrawnUnits {
    /// Draws the pieces of `counters` on the bases of `units`, as [`super::TableDrawing::with_units`] does; `None` for a game on a
    /// hex map.
    pub fn new(
        scenario: &Scenario,
        units: Vec<UnitFootprint>,
        counters: &Counters,
        style: &TableStyle,
    ) -> Option<Self> {
        let view = TableView { units, ..scenario.common().table_view()? };
        let brush = Brush::new(&view, style);
        let Arranged { units, names, .. } = Arranged::new(scenario, &view, counters, style, &brush);
        Some(Self { names: names.ground, units, unit_names: names.units })
    }
}

/// Marks, units and names of a table, which make room for each other.
pub(super) struct Arranged {
    /// Entries and objectives.
    pub(super) marks: Vec<Shape>,
    /// The units, from bottom to top.
    pub(super) units: Vec<DrawnUnit>,
    /// All names.
    pub(super) names: Names,
}

impl Arranged {
    pub(super) fn new(
        scenario: &Scenario,
        view: &TableView<'_>,
        counters: &Counters,
        style: &TableStyle,
        brush: &Brush<'_>,
    ) -> Self {
        let mut units: Vec<PlacedUnit> = view
            .units
            .iter()
            .filter(|unit| style.units && !unit.bases.is_empty())
            .map(|unit| PlacedUnit::new(unit, brush))
            .collect();
        // Generals stand among their troops, on top.
        units.sort_by_key(|unit| unit.ahead.is_none());
        let mut taken = TakenRoom::new(style.inch * 2.0);
        for unit in &units {
            unit.bases.iter().for_each(|base| taken.take(Rect::from_points(base)));
            taken.take(unit.pointer(style.inch).map_or(Rect::NOTHING, |rim| Rect::from_points(&rim)));
        }
        let mut marks = Vec::new();
        if style.marks {
            super::marks(&mut marks, &mut taken, scenario, view, brush);
        }
        let caption = |unit: &PlacedUnit| {
            let known = scenario.common().unit(unit.unit);
            known.map_or_else(Default::default, |known| {
                // A unit without a label has its id for one, which is of no use on a map.
                let label = if known.label == known.id.as_str() { known.name } else { known.label };
                [known.name, label].map(str::to_owned)
            })
        };
        let captions: Vec<[String; 2]> = units.iter().map(caption).collect();
        let names = Names::new(view, &units, &captions, taken, brush);
        let uniforms = counters.uniforms.clone().chosen(scenario.common(), &style.art);
        let drawn = |placed: &PlacedUnit| {
            let known = scenario.common().unit(placed.unit)?;
            let piece = counters.pieces.iter().find(|piece| piece.id == known.id.as_str())?;
            let mut shapes = Vec::new();
            units::paint(&mut shapes, placed, &uniforms.manner(piece), piece.side.index() == 0, brush);
            Some(DrawnUnit { unit: placed.unit, center: placed.bounds().center(), shapes })
        };
        let units = units.iter().filter_map(drawn).collect();
        Self { marks, units, names }
    }
}
