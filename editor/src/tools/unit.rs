//! The unit tool: new counters, on the map or as reinforcements.

use battlewright_engine::show::Piece;
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Arm, Cell, DocPath, Id, SideId, System};
use egui::Painter;
use serde_json::{Value, json};

use super::{Pointer, Sight, Tool, free_id};
use crate::act::{Act, Selection};
use crate::canvas::overlay;
use crate::edit::Edit;

/// The unit tool.
#[derive(Default)]
pub(super) struct Unit {
    hover: Option<Cell>,
    down: Option<Cell>,
}

/// The unit that a click on `cell` would add, or why not.
fn planned(cell: Cell, sight: &Sight<'_>) -> Result<Value, String> {
    let scenario = sight.scenario;
    let common = sight.common();
    let options = sight.options;
    let hex = sight.view.grid().name(cell);
    let side = sight.side().ok_or("There is no side to give a unit to.")?;
    let path = DocPath::root().key("unit").index(common.unit_count());
    let shape = Shape::at(scenario.system(), &path).ok_or("This system has no units.")?;
    let mut unit = like(sight, &side).unwrap_or_else(|| shape.blank());
    let short = side.as_str().get(..2).unwrap_or(side.as_str());
    let known = scenario.known(Id::UNIT);
    let id = free_id(&format!("{short}-unit"), |id| known.iter().any(|known| known.id == id));
    unit["id"] = id.into();
    unit["name"] = "New unit".into();
    unit["label"] = "new".into();
    unit["kind"] = kind(shape, options.arm).ok_or("This system has no artillery units.")?.into();
    if shape.field("side").is_some() {
        unit["side"] = side.as_str().into();
    } else if unit["formation"] == "" {
        let formation = scenario
            .known(Id::FORMATION)
            .into_iter()
            .find(|known| scenario.get(&known.path.clone().key("side")).is_some_and(|of| of == side.as_str()));
        unit["formation"] =
            formation.ok_or("The side has no formation yet: add one on the page of the scenario.")?.id.into();
    }
    if shape.field("er").is_some() {
        unit["er"] = options.er.into();
    }
    if options.turn == 0 {
        if scenario.system() == System::MarsLaTour && sight.unit_in(cell).is_some() {
            return Err(format!("There is a unit in {hex} already."));
        }
        unit["at"] = hex.as_str().into();
    } else {
        let entry = common.entries().iter().find(|entry| entry.side == side && entry.hexes.contains(&hex));
        let entry = entry.ok_or_else(|| format!("{hex} is no entry of this side: click one of its entry hexes."))?;
        unit["enters"] = json!({ "turn": options.turn, "at": entry.id });
    }
    Ok(unit)
}

/// The figures of the first unit of the same side and arm, which a new one has until they are
/// changed.
fn like(sight: &Sight<'_>, side: &SideId) -> Option<Value> {
    let common = sight.common();
    let same = |n: &usize| common.unit(*n).is_some_and(|unit| unit.side == side && unit.arm == sight.options.arm);
    let n = (0..common.unit_count()).find(same)?;
    let mut unit = sight.scenario.get(&DocPath::root().key("unit").index(n))?;
    for own in ["at", "enters", "zone", "reduced", "division", "source", "mitrailleuse"] {
        unit.as_object_mut()?.shift_remove(own);
    }
    Some(unit)
}

/// The word for `arm`, if the system has such units.
fn kind(shape: Shape, arm: Arm) -> Option<&'static str> {
    let words = match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "field-artillery",
        Arm::Headquarters => return None,
    };
    shape.field("kind")?.shape.words().into_iter().map(|word| word.word).find(|word| *word == words)
}

/// The counter of a planned unit, for the preview.
fn piece(unit: &Value, sight: &Sight<'_>) -> Piece {
    let chosen = sight.side();
    let side = sight.common().sides().iter().position(|side| Some(side.id) == chosen.as_ref()).unwrap_or(0);
    let mut piece = overlay::plain_piece("new", sight.options.arm, sight.options.er, side);
    if unit.get("er").is_none() {
        piece.er = None;
    }
    piece
}

impl Tool for Unit {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let side = sight.common().sides().get(sight.options.side).map_or_else(String::new, |side| side.name.to_owned());
        let arm = match sight.options.arm {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Headquarters => "headquarters",
        };
        let er = match sight.scenario.system() {
            System::MarsLaTour => format!(" with ER {}", sight.options.er),
            System::PositionMagnifique => String::new(),
        };
        match sight.options.turn {
            0 => format!("Click a hex to place {arm} of the {side}{er} there at the start."),
            turn => format!("Click an entry of the {side}: {arm}{er} will enter there on turn {turn}."),
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
                        let path = DocPath::root().key("unit").index(at);
                        acts.push(Act::edit("Add unit", Edit::Put(path, Some(unit))));
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
