//! The unit tool: new counters, on the map or as reinforcements.

use battlewright_engine::show::Piece;
use battlewright_schema::mars_la_tour::{Enters, Kind, Unit as UnitRow};
use battlewright_schema::{Arm, Cell, Scenario};
use egui::Painter;

use super::{Pointer, Sight, Tool, free_id};
use crate::act::{Act, Selection};
use crate::canvas::overlay;
use crate::edit::{Edit, Row, mars_la_tour};

/// The unit tool.
#[derive(Default)]
pub(super) struct Unit {
    hover: Option<Cell>,
    down: Option<Cell>,
}

/// The unit that a click on `cell` would add, or why not.
fn planned(cell: Cell, sight: &Sight<'_>) -> Result<UnitRow, String> {
    let Scenario::MarsLaTour(scenario) = sight.scenario else {
        return Err("Units of this system cannot be added here.".to_owned());
    };
    let hex = sight.view.grid().name(cell);
    let options = sight.options;
    let side = sight.side().ok_or("There is no side to give a unit to.")?;
    let short = side.as_str().get(..2).unwrap_or(side.as_str()).to_owned();
    let id = free_id(&format!("{short}-unit"), |id| scenario.unit.iter().any(|unit| unit.id.as_str() == id));
    let kind = match options.arm {
        Arm::Infantry => Kind::Infantry,
        Arm::Cavalry => Kind::Cavalry,
        Arm::Artillery => return Err("This system has no artillery units.".to_owned()),
    };
    let mut unit = UnitRow {
        id: id.into(),
        name: "New unit".to_owned(),
        label: Some("new".to_owned()),
        side,
        kind,
        er: options.er,
        ..UnitRow::default()
    };
    if options.turn == 0 {
        if sight.unit_in(cell).is_some() {
            return Err(format!("There is a unit in {hex} already."));
        }
        unit.at = Some(hex);
    } else {
        let entry = scenario.entry.iter().find(|entry| entry.side == unit.side && entry.hexes.contains(&hex));
        let entry = entry.ok_or_else(|| format!("{hex} is no entry of this side: click one of its entry hexes."))?;
        unit.enters = Some(Enters { turn: options.turn, at: entry.id.clone() });
    }
    Ok(unit)
}

/// The counter of a planned unit, for the preview.
fn piece(unit: &UnitRow, sight: &Sight<'_>) -> Piece {
    let side = sight.common().sides().iter().position(|side| *side.id == unit.side).unwrap_or(0);
    overlay::plain_piece(unit.label.as_deref().unwrap_or("new"), sight.options.arm, unit.er, side)
}

impl Tool for Unit {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let side = sight.common().sides().get(sight.options.side).map_or_else(String::new, |side| side.name.to_owned());
        let arm = match sight.options.arm {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        };
        let er = sight.options.er;
        match sight.options.turn {
            0 => format!("Click a hex to place {arm} of the {side} with ER {er} there at the start."),
            turn => format!("Click an entry of the {side}: {arm} with ER {er} will enter there on turn {turn}."),
        }
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => self.hover = sight.cell(pos),
            Pointer::Gone => self.hover = None,
            Pointer::Press(pos) => self.down = sight.cell(pos),
            Pointer::Release(pos) => {
                let Some(cell) = self.down.take().filter(|cell| sight.cell(pos) == Some(*cell)) else { return };
                match planned(cell, sight) {
                    Ok(unit) => {
                        let at = sight.common().unit_count();
                        let edit = mars_la_tour::Edit::Unit(Row::Insert(at, unit));
                        acts.push(Act::edit("Add unit", Edit::MarsLaTour(edit)));
                        acts.push(Act::Select(Selection::Unit(at)));
                    }
                    Err(why) => match sight.unit_in(cell) {
                        Some(unit) => acts.push(Act::Select(Selection::Unit(unit))),
                        None => acts.push(Act::Say(why)),
                    },
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.down.take().is_some()
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        let Some(cell) = self.hover else { return };
        match planned(cell, sight) {
            Ok(unit) => overlay::faint_counter(painter, sight, &piece(&unit, sight), sight.view.center(cell)),
            Err(_) => overlay::refused(painter, sight.view, cell),
        }
    }
}
