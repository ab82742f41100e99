//! The victory tool: which places count, and for whom.

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Cell, DocPath};
use egui::Painter;
use serde_json::Value;

use super::{Pointer, Sight, Tool};
use crate::act::{Act, Selection};
use crate::canvas::{ink, labels, overlay};
use crate::edit::Edit;

/// The victory tool.
#[derive(Default)]
pub(super) struct Victory {
    hover: Option<Cell>,
    down: Option<Cell>,
}

/// The acts that a click on `cell` means: its place begins or ceases to count for the chosen side.
fn click(cell: Cell, sight: &Sight<'_>) -> Vec<Act> {
    let hex = sight.view.grid().name(cell);
    let Some(at) = sight.common().places().iter().position(|place| place.hexes.contains(&hex)) else {
        return vec![Act::Say(format!("{hex} belongs to no place: name it with the place tool (P) first."))];
    };
    let (Some(place), Some(side)) = (sight.common().places().get(at), sight.side()) else { return Vec::new() };
    let hold = DocPath::root().key("victory").key("hold");
    let Some(shape) = Shape::at(sight.scenario.system(), &hold).and_then(Shape::item) else {
        // Here places count by the endings that name them.
        return vec![
            Act::Say(format!("{} counts where an ending names it: add one on this page.", place.name)),
            Act::Select(Selection::Part("victory")),
        ];
    };
    let rows = sight.scenario.get(&hold);
    let rows = rows.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let is = |row: &Value| row["place"] == place.id.as_str() && row["side"] == side.as_str();
    let (name, edit) = match rows.iter().position(is) {
        Some(row) => (format!("Do not score {}", place.name), Edit::leave_out(sight.scenario, hold.index(row))),
        None => {
            let mut row = shape.blank();
            row["place"] = place.id.as_str().into();
            row["side"] = side.as_str().into();
            (format!("Score {}", place.name), Edit::Put(hold.index(rows.len()), Some(row)))
        }
    };
    vec![Act::edit(name, edit), Act::Select(Selection::Place(at))]
}

impl Tool for Victory {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let side = sight.common().sides().get(sight.options.side).map_or_else(String::new, |side| side.name.to_owned());
        format!("Click a place to make it count for the {side}, or no longer.")
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => self.hover = sight.cell(pos),
            Pointer::Gone => self.hover = None,
            Pointer::Press(pos) => self.down = sight.cell(pos),
            Pointer::Release(pos) => {
                if let Some(cell) = self.down.take().filter(|cell| sight.cell(pos) == Some(*cell)) {
                    acts.extend(click(cell, sight));
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
        let hex = sight.view.grid().name(cell);
        let place = sight.common().places().iter().find(|place| place.hexes.contains(&hex));
        let cells = place.map_or_else(|| vec![cell], |place| labels::cells(sight.view, &place.hexes));
        overlay::outline(painter, sight.view, &cells);
        if let (Some(_), Some(side)) = (place, sight.side()) {
            let (color, _) = labels::side(sight.common(), &side);
            for cell in cells {
                painter.add(ink::star(
                    labels::flag_spot(sight.view, cell),
                    sight.view.radius() * 0.2,
                    color.gamma_multiply(0.6),
                ));
            }
        }
    }
}
