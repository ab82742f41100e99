//! The unit tool on a table: a click places a unit, and a drag sets its facing. A reinforcement is placed at an entry, and a drag
//! leads to its destination.

use battlewright_schema::{
    EntryId, Inches, MarchColumn, PointKind, Scenario, Start, TablePosition, UnitChoices, UnitFootprint,
};
use egui::{Painter, Pos2, Stroke};
use serde_json::Value;

use super::{TableContext, TableTool, ghost, refusal};
use crate::canvas::ink;
use crate::canvas::table::TableFrame;
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::model::{new_unit, table_units};
use crate::tools::PointerGesture;
use crate::tools::unit::unit_choices;

/// The distance after which a press becomes a drag, in screen points.
const DRAG: f32 = 6.0;

/// The unit tool.
#[derive(Default)]
pub(in crate::tools) struct UnitOnTable {
    hover: Option<Pos2>,
    /// The position of the press, while the button is held.
    press: Option<Pos2>,
}

/// A unit that is about to be placed.
struct PlannedUnit {
    /// The row of the order of battle.
    row: Value,
    /// The scenario with the unit, and its index.
    after: (Scenario, usize),
    /// The entry of a reinforcement, and its destination.
    arrival: Option<(Inches, Option<Inches>)>,
}

impl PlannedUnit {
    /// Returns the unit that is placed by a drag from `press` to `to`, or the reason for a refusal.
    fn new(press: Pos2, to: Pos2, context: &TableContext<'_>) -> Result<Self, String> {
        let common = context.common();
        let mut choices = unit_choices(common, context.options)?;
        let is_drag = press.distance(to) > DRAG;
        let arrival = match context.options.turn {
            0 => {
                choices.start = Start::OnTable(standing(&choices, press, to, context)?);
                None
            }
            turn => {
                let (id, at) = entry(press, &choices, context)?;
                let toward = is_drag.then(|| context.snapped(to));
                let column = MarchColumn { toward, ..MarchColumn::default() };
                choices.start = Start::Enters { turn, at: id, column };
                Some((at, toward))
            }
        };
        let mut row = common.recruit(&choices).map_err(|why| why.to_string())?.row;
        new_unit::number(common, &mut row);
        Ok(Self { after: table_units::with_unit(context.scenario, row.clone()), row, arrival })
    }

    /// Returns the bases, and the reasons why they cannot stand there.
    fn bases(&self) -> Option<(UnitFootprint, Vec<String>)> {
        let (after, unit) = &self.after;
        let position = table_units::position(after.common(), *unit)?;
        let problems = after.common().placing_problems(&[(*unit, position.clone())]);
        after.common().footprint(*unit, &position).map(|bases| (bases, problems))
    }
}

/// Returns the position of a unit that is placed at `press`; a drag to `to` sets the facing.
fn standing(choices: &UnitChoices, press: Pos2, to: Pos2, context: &TableContext<'_>) -> Result<TablePosition, String> {
    let at = context.snapped(press);
    let mut position = TablePosition::toward_middle(at, context.frame.table);
    if press.distance(to) > DRAG {
        let step = if context.modifiers.alt { 1 } else { table_units::TURN };
        let from = context.frame.at(press);
        position.facing = table_units::direction(from, context.frame.at(to), step).unwrap_or(position.facing);
    }
    let start = Start::OnTable(position.clone());
    let row = context.common().recruit(&UnitChoices { start, ..choices.clone() }).map_err(|why| why.to_string())?.row;
    let (after, unit) = table_units::with_unit(context.scenario, row);
    let postures = after.common().postures(unit);
    let posture = postures.get(context.options.posture).or(postures.last());
    Ok(TablePosition { posture: posture.map(|posture| posture.name.into()), ..position })
}

/// Returns the entry of the unit's side nearest to `pos`.
fn entry(pos: Pos2, choices: &UnitChoices, context: &TableContext<'_>) -> Result<(EntryId, Inches), String> {
    let own = context.view.points.iter().filter_map(|point| match point.kind {
        PointKind::Entry(id, side) if *side == choices.side => Some((id, point.at)),
        _ => None,
    });
    let distance = |at: Inches| context.frame.pos(at).distance(pos);
    let nearest = own.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    let reach = context.frame.inch.max(12.0) * 1.5;
    match nearest {
        Some((id, at)) if distance(at) <= reach => Ok((id.clone(), at)),
        Some(_) => Err("Click an entry of this side; drag from it to the destination of the march.".to_owned()),
        None => Err("This side has no entry. Draw one first.".to_owned()),
    }
}

impl TableTool for UnitOnTable {
    fn hint(&self, context: &TableContext<'_>) -> String {
        let common = context.common();
        let choices = match unit_choices(common, context.options) {
            Ok(choices) => choices,
            Err(why) => return why,
        };
        let sides = common.sides();
        let side = sides.iter().find(|side| *side.id == choices.side).map_or("", |side| side.name);
        let kind = common.kinds().get(choices.kind).map_or("unit", |kind| kind.name).to_lowercase();
        let pos = self.press.or(self.hover);
        let planned = pos.map(|pos| PlannedUnit::new(pos, self.hover.unwrap_or(pos), context));
        let wrong = match planned {
            Some(Err(why)) if context.options.turn == 0 => return why,
            Some(Ok(planned)) => {
                planned.bases().map_or_else(String::new, |(_, problems)| refusal(&planned.after.0, &problems))
            }
            _ => String::new(),
        };
        match context.options.turn {
            0 => format!("{side}: click to place {kind}; drag to set the facing, freely with Alt.{wrong}"),
            turn => format!("{side}: click an entry for {kind} on turn {turn}; drag to the destination of the march."),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) | PointerGesture::Drag(pos) => self.hover = Some(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => (self.press, self.hover) = (Some(pos), Some(pos)),
            PointerGesture::Release(pos) => {
                let Some(press) = self.press.take() else { return };
                match PlannedUnit::new(press, pos, context) {
                    Ok(planned) => {
                        let unit = planned.after.1;
                        let path = battlewright_schema::DocPath::root().key("unit").index(unit);
                        let wrong = planned.bases().map_or_else(Vec::new, |(_, problems)| problems);
                        let wrong = refusal(&planned.after.0, &wrong);
                        acts.push(Act::edit("Add unit", Edit::Insert(path, planned.row)));
                        acts.push(Act::Select(Selection::Unit(unit)));
                        acts.extend((!wrong.is_empty()).then(|| Act::Say(wrong.trim().to_owned())));
                    }
                    Err(why) => acts.push(Act::Say(why)),
                }
            }
            PointerGesture::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.press.take().is_some()
    }

    fn preview(&self, painter: &Painter, context: &TableContext<'_>) {
        let Some(to) = self.hover else { return };
        let Ok(planned) = PlannedUnit::new(self.press.unwrap_or(to), to, context) else { return };
        match planned.arrival {
            Some((at, toward)) => arrow(painter, &context.frame, at, toward.unwrap_or(at)),
            None => {
                if let Some((bases, problems)) = planned.bases() {
                    ghost(painter, context, &bases, !problems.is_empty());
                }
            }
        }
    }
}

/// Paints the route march of a reinforcement from its entry to its destination.
pub(crate) fn arrow(painter: &Painter, frame: &TableFrame, from: Inches, to: Inches) {
    let (from, to) = (frame.pos(from), frame.pos(to));
    painter.circle_stroke(from, frame.inch * 0.6, Stroke::new(2.0, ink::ACCENT));
    painter.arrow(from, to - from, Stroke::new(2.5, ink::ACCENT));
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Arm, System};

    use super::super::testing::TableHarness;
    use super::*;
    use crate::model::document::Document;

    fn table() -> TableHarness {
        TableHarness::of(Document::template_of(System::Outrance))
    }

    fn last(table: &TableHarness) -> usize {
        table.common().unit_count() - 1
    }

    #[test]
    fn a_click_places_a_brigade_that_faces_the_middle_and_a_drag_turns_it() {
        let (mut table, mut tool) = (table(), UnitOnTable::default());
        let start = table.document.scenario().clone();
        table.click(&mut tool, "4,4");
        let unit = last(&table);
        assert_eq!(
            (table.selection, table.text(&format!("unit.{unit}.at")).as_str()),
            (Selection::Unit(unit), "\"4,4\"")
        );
        assert_eq!(table.text(&format!("unit.{unit}.facing")), "180");
        table.document.undo();
        assert_eq!(*table.document.scenario(), start);
        table.options.posture = 1;
        table.drag(&mut tool, "4,4", "8,4.1");
        assert_eq!(table.text(&format!("unit.{unit}.facing")), "90", "to the next 15 degrees");
        assert_eq!(table.text(&format!("unit.{unit}.posture")), "\"maneuver\"");
        assert_eq!(table.said, None);
        assert!(crate::model::store::read(&table.document.text()).sound);
    }

    #[test]
    fn every_kind_is_placed_and_what_is_wrong_is_said() {
        for kind in 0..4 {
            let (mut table, mut tool) = (table(), UnitOnTable::default());
            table.options.kind = kind;
            table.click(&mut tool, "4,4");
            let unit = table.common().unit(last(&table)).unwrap();
            assert!(matches!(unit.start, Start::OnTable(_)), "{kind}");
            assert_eq!(unit.arm == Arm::Headquarters, kind == 3);
            assert_eq!(table.said, None);
            table.click(&mut tool, "0,4");
            assert!(table.said.take().is_some_and(|said| said.contains("off the table")), "{kind}");
        }
    }

    #[test]
    fn a_reinforcement_marches_from_its_entry_to_its_destination() {
        let (mut table, mut tool) = (table(), UnitOnTable::default());
        table.options.turn = 3;
        table.click(&mut tool, "12,12");
        assert!(table.said.take().unwrap().starts_with("Click an entry"), "far from the entry");
        table.drag(&mut tool, "24,10", "16,9");
        let unit = last(&table);
        assert_eq!(table.text(&format!("unit.{unit}.enters")), "{\"turn\":3,\"at\":\"A\",\"toward\":\"16,9\"}");
        table.options.side = 1;
        table.click(&mut tool, "24,10");
        assert_eq!(table.said.as_deref(), Some("This side has no entry. Draw one first."));
    }
}
