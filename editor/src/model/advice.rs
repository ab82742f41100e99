//! Advice for computer players on the map: an arrow for each row, from its group to its objective. Their plans have such arrows too.

use battlewright_schema::{
    AdviceObjective, AdvicePosture, Cell, Common, Grid, HexId, Inches, PlaceId, PointKind, Scenario, Start,
};

use crate::model::selection::Selection;

/// The key of the list of advice.
pub const ADVICE: &str = "computer";

/// A position on a map or on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceSpot {
    /// A hex.
    Hex(Cell),
    /// A point of the table.
    Point(Inches),
}

/// The arrow of a row of advice, or of a mission in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviceArrow {
    /// The index of the side.
    pub side: usize,
    /// The order; `None` for an objective alone.
    pub posture: Option<AdvicePosture>,
    /// The spots of the units of the group, from whose middle the arrow leads: for a row, their starts. An objective alone has none.
    pub from: Vec<AdviceSpot>,
    /// The hexes or the point of the objective.
    pub to: Vec<AdviceSpot>,
}

/// Returns the arrows to show: of the selected row of advice, or of all rows if their list is selected.
pub fn arrows(scenario: &Scenario, selection: Selection) -> Vec<AdviceArrow> {
    match selection {
        Selection::Row(ADVICE, row) => arrow(scenario.common(), row).into_iter().collect(),
        Selection::Part(ADVICE) => {
            let common = scenario.common();
            (0..common.advice().len()).filter_map(|row| arrow(common, row)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the arrow of a row; `None` for one without an objective on the map.
fn arrow(common: &dyn Common, row: usize) -> Option<AdviceArrow> {
    let rows = common.advice();
    let advice = rows.get(row)?;
    let grid = common.grid().ok();
    let to = match advice.objective()? {
        AdviceObjective::Place(place) => of_place(common, grid.as_ref(), place),
        AdviceObjective::Hex(hex) => hex_spot(grid.as_ref(), hex).into_iter().collect(),
        AdviceObjective::Point(point) => vec![AdviceSpot::Point(point.0)],
    };
    if to.is_empty() {
        return None;
    }
    let units = if advice.posture.is_some() { common.advised_units(advice) } else { Vec::new() };
    let from = units.into_iter().filter_map(|unit| Some(common.unit(unit)?.start));
    let from = from.filter_map(|start| start_of(common, grid.as_ref(), &start)).collect();
    let side = common.sides().iter().position(|side| side.id == advice.side)?;
    Some(AdviceArrow { side, posture: advice.posture, from, to })
}

fn hex_spot(grid: Option<&Grid>, hex: &HexId) -> Option<AdviceSpot> {
    grid?.cell(hex).map(AdviceSpot::Hex)
}

fn of_place(common: &dyn Common, grid: Option<&Grid>, id: &PlaceId) -> Vec<AdviceSpot> {
    if let Some(view) = common.table_view() {
        let points = view.points.iter().filter(|point| matches!(point.kind, PointKind::Objective(own) if own == id));
        return points.map(|point| AdviceSpot::Point(point.at)).collect();
    }
    let place = common.places().iter().find(|place| place.id == *id);
    place.into_iter().flat_map(|place| &place.hexes).filter_map(|hex| hex_spot(grid, hex)).collect()
}

/// Returns the spot of a start: for a reinforcement its entry, for a unit that is set up freely the first hex of its zone.
fn start_of(common: &dyn Common, grid: Option<&Grid>, start: &Start) -> Option<AdviceSpot> {
    match start {
        Start::Nowhere => None,
        Start::At(hex) => hex_spot(grid, hex),
        Start::OnTable(position) => Some(AdviceSpot::Point(position.at)),
        Start::Zone(zone) => hex_spot(grid, common.zones().iter().find(|own| own.id == zone)?.hexes.first()?),
        Start::Enters { at, .. } => match common.table_view() {
            Some(view) => {
                let entry =
                    view.points.iter().find(|point| matches!(point.kind, PointKind::Entry(id, _) if id == at))?;
                Some(AdviceSpot::Point(entry.at))
            }
            None => hex_spot(grid, common.entries().iter().find(|entry| entry.id == *at)?.hexes.first()?),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_schema::{System, load, template};

    fn with(system: System, rows: &str) -> Scenario {
        load(&format!("{}\n{rows}", template(system))).readable.unwrap()
    }

    #[test]
    fn each_row_has_its_arrow() {
        let rows = "[[computer]]\nside = \"red\"\nformations = [\"red-corps\"]\nposture = \"take\"\nplace = \"village\"\n\n\
                    [[computer]]\nside = \"blue\"\nat = \"0202\"\nworth = 2\n\n[[computer]]\nside = \"blue\"\nposture = \"free\"\n";
        let scenario = with(System::PositionMagnifique, rows);
        let all = arrows(&scenario, Selection::Part(ADVICE));
        let shown: Vec<_> = all.iter().map(|arrow| (arrow.side, arrow.from.len(), arrow.to.len())).collect();
        assert_eq!(shown, [(0, 2, 1), (1, 0, 1)], "a free row leads nowhere");
        let cell = |hex: &str| scenario.common().grid().unwrap().cell(&hex.into()).map(AdviceSpot::Hex).unwrap();
        assert_eq!(
            (all[0].from.as_slice(), all[0].to.as_slice()),
            (&[cell("0202"), cell("0104")][..], &[cell("0503")][..])
        );
        assert_eq!(arrows(&scenario, Selection::Row(ADVICE, 1)), [all[1].clone()]);
        assert_eq!(arrows(&scenario, Selection::Scenario), []);
    }

    #[test]
    fn on_a_table_it_leads_to_a_point() {
        let rows = "[[computer]]\nside = \"red\"\nposture = \"hold\"\nat = \"10,12.5\"\n";
        let scenario = with(System::Outrance, rows);
        let all = arrows(&scenario, Selection::Row(ADVICE, 0));
        assert_eq!(all[0].to, [AdviceSpot::Point(Inches { x: 10_000, y: 12_500 })]);
        assert!(!all[0].from.is_empty());
    }
}
