//! The select tool on a table. A click selects what lies under the pointer; a drag moves it, or a corner of it. A drag beside
//! everything draws a band that selects the units in it.

use battlewright_schema::{Counter, Inches, ListRow, TablePosition, words};
use egui::{CursorIcon, Painter, Pos2, Rect, Shape, Stroke, StrokeKind};
use serde_json::Value;

use super::handles::{HandledUnit, UnitHandle};
use super::{TableContext, TableTool, ghost, refusal, row_path, selection_of, text_of};
use crate::canvas::table::{self, TableItem, hit};
use crate::canvas::{ink, rows};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::model::table_units;
use crate::tools::{PointerGesture, several};

/// The distance after which a press becomes a drag, in screen points.
const DRAG: f32 = 4.0;

/// The select tool.
#[derive(Default)]
pub(in crate::tools) struct SelectOnTable {
    hover: Option<Pos2>,
    press: Option<Pos2>,
    drag: Option<TableDrag>,
}

/// The dragged thing, and the position of the pointer.
struct TableDrag {
    what: Dragged,
    from: Pos2,
    to: Pos2,
}

/// The dragged thing.
enum Dragged {
    /// Units.
    Units(Vec<usize>),
    /// A handle of the selected unit.
    Handle(usize, UnitHandle),
    /// A row with all its points.
    Row(ListRow),
    /// A corner of an area, or a point of a line.
    Corner(ListRow, usize),
    /// A new corner after this one.
    NewCorner(ListRow, usize),
    /// A selection band.
    Band,
}

/// Returns what a drag from `press` moves.
fn grasp(press: Pos2, context: &TableContext<'_>) -> Dragged {
    if context.modifiers.shift {
        return Dragged::Band;
    }
    let handled = HandledUnit::selected(context);
    if let Some((unit, handle)) = handled.and_then(|unit| Some((unit.unit, unit.handle_at(&context.frame, press)?))) {
        return Dragged::Handle(unit, handle);
    }
    let items = hit::under(&context.frame, context.view, press);
    let selected = context.selected_row().filter(|row| !context.is_point(*row));
    if let Some(row) = selected {
        let points = context.points(row);
        if let Some(corner) = hit::corner_at(&context.frame, &points, press) {
            return Dragged::Corner(row, corner);
        }
        let edge = hit::nearest(&context.frame, &points, context.is_area(row), press);
        if let Some((n, _)) = edge.filter(|(_, distance)| *distance <= 6.0) {
            return Dragged::NewCorner(row, n);
        }
    }
    match items.first() {
        Some(TableItem::Unit(unit)) => {
            let picked: Vec<usize> = context
                .picked
                .iter()
                .filter_map(|counter| match counter {
                    Counter::Unit(unit) => Some(*unit),
                    Counter::Hq(_) => None,
                })
                .collect();
            Dragged::Units(if picked.contains(unit) { picked } else { vec![*unit] })
        }
        Some(TableItem::Row(row)) if context.is_point(*row) => Dragged::Row(*row),
        // The ground itself moves only when it is selected, so that a band can begin on a hill.
        _ => match selected.filter(|row| items.contains(&TableItem::Row(*row))) {
            Some(row) => Dragged::Row(row),
            None => Dragged::Band,
        },
    }
}

/// Returns the displacement of the drag, snapped for what begins at `anchor`.
fn displacement(anchor: Inches, drag: &TableDrag, context: &TableContext<'_>) -> Inches {
    let (from, to) = (context.frame.at(drag.from), context.frame.at(drag.to));
    let end = context.snap(Inches { x: anchor.x + to.x - from.x, y: anchor.y + to.y - from.y });
    Inches { x: end.x - anchor.x, y: end.y - anchor.y }
}

fn plus(at: Inches, by: Inches) -> Inches {
    Inches { x: at.x.saturating_add(by.x), y: at.y.saturating_add(by.y) }
}

/// Returns the points of `row` after the drag.
fn dragged_points(row: ListRow, drag: &TableDrag, context: &TableContext<'_>) -> Vec<Inches> {
    let mut points = context.points(row);
    match drag.what {
        Dragged::Row(_) => {
            let by = points.first().map_or(Inches::default(), |first| displacement(*first, drag, context));
            points.iter_mut().for_each(|point| *point = plus(*point, by));
        }
        Dragged::Corner(_, n) => {
            if let Some(point) = points.get_mut(n) {
                *point = context.snapped(drag.to);
            }
        }
        Dragged::NewCorner(_, n) => points.insert((n + 1).min(points.len()), context.snapped(drag.to)),
        Dragged::Units(_) | Dragged::Handle(..) | Dragged::Band => {}
    }
    points
}

/// Returns the edit that gives `row` these points.
fn put_points(row: ListRow, points: &[Inches], context: &TableContext<'_>) -> Edit {
    let value = match points {
        [point] if context.is_point(row) => text_of(*point),
        points => Value::Array(points.iter().map(|point| text_of(*point)).collect()),
    };
    Edit::Put(row_path(row).key(row.points), Some(value))
}

/// Returns the positions of dragged units after the drag.
fn dragged_units(units: &[usize], drag: &TableDrag, context: &TableContext<'_>) -> Vec<(usize, TablePosition)> {
    let position = |unit: &usize| table_units::position(context.common(), *unit);
    let Some(first) = units.iter().find_map(position) else { return Vec::new() };
    let by = displacement(first.at, drag, context);
    let moved = |unit: &usize| {
        let was = position(unit)?;
        Some((*unit, TablePosition { at: context.frame.clamped(plus(was.at, by)), ..was }))
    };
    units.iter().filter_map(moved).collect()
}

/// Returns the positions of the units that the drag moves, turns or bends.
fn positions(drag: &TableDrag, context: &TableContext<'_>) -> Vec<(usize, TablePosition)> {
    match &drag.what {
        Dragged::Units(units) => dragged_units(units, drag, context),
        Dragged::Handle(unit, handle) => {
            let handled = HandledUnit::selected(context).filter(|handled| handled.unit == *unit);
            handled.map(|handled| vec![(*unit, handled.dragged(*handle, drag.to, context))]).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Returns a phrase for the units, such as `"1st Brigade"` or `"3 units"`.
fn name_of(units: &[usize], context: &TableContext<'_>) -> String {
    match units {
        [unit] => context.name_of(TableItem::Unit(*unit)),
        units => several(&units.iter().map(|unit| Counter::Unit(*unit)).collect::<Vec<_>>()),
    }
}

impl SelectOnTable {
    /// Pushes the acts for the end of a drag.
    fn drop(drag: &TableDrag, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        match &drag.what {
            Dragged::Band => Self::enclose(Rect::from_two_pos(drag.from, drag.to), context, acts),
            // A drop on a panel is the panel's.
            Dragged::Units(_) if !context.frame.rect.contains(drag.to) => {}
            Dragged::Handle(unit, handle) => {
                let does = if *handle == UnitHandle::Turn { "Turn" } else { "Bend" };
                let name = format!("{does} {}", name_of(&[*unit], context));
                acts.push(Act::edit(name, table_units::placed(positions(drag, context))));
            }
            Dragged::Units(units) => {
                let edit = table_units::placed(positions(drag, context));
                acts.push(Act::edit(format!("Move {}", name_of(units, context)), edit));
                if let [unit] = units.as_slice() {
                    acts.push(Act::Select(Selection::Unit(*unit)));
                }
            }
            Dragged::Row(row) | Dragged::Corner(row, _) | Dragged::NewCorner(row, _) => {
                let points = dragged_points(*row, drag, context);
                let name = context.name_of(TableItem::Row(*row));
                let name = match drag.what {
                    Dragged::Row(_) => format!("Move {name}"),
                    Dragged::NewCorner(..) => format!("Add a corner to {name}"),
                    _ => format!("Move a corner of {name}"),
                };
                acts.push(Act::edit(name, put_points(*row, &points, context)));
                acts.push(Act::Select(selection_of(context.scenario, TableItem::Row(*row))));
            }
        }
    }

    /// Pushes the selection of the units in `band`.
    fn enclose(band: Rect, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        let within = hit::units_in(&context.frame, context.view, band).into_iter().map(Counter::Unit);
        let mut picked = if context.modifiers.command { context.picked.to_vec() } else { Vec::new() };
        picked.extend(within.filter(|counter| !context.picked.contains(counter) || !context.modifiers.command));
        acts.push(Act::Pick(picked));
    }

    /// Pushes the acts for a click at `pos`. Repeated clicks cycle through what lies there. Alt removes a corner.
    fn click(pos: Pos2, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        if context.modifiers.alt
            && let Some(row) = context.selected_row()
        {
            let mut points = context.points(row);
            let least = if context.is_area(row) { 3 } else { 2 };
            if let Some(corner) = hit::corner_at(&context.frame, &points, pos) {
                if points.len() <= least {
                    acts.push(Act::Say(format!("It needs at least {least} points. Press Delete to remove it.")));
                } else {
                    points.remove(corner);
                    let name = format!("Remove a corner of {}", context.name_of(TableItem::Row(row)));
                    acts.push(Act::edit(name, put_points(row, &points, context)));
                }
                return;
            }
        }
        let items = hit::under(&context.frame, context.view, pos);
        let found: Vec<Selection> = items.iter().map(|item| selection_of(context.scenario, *item)).collect();
        let unit = found.first().copied().and_then(rows::counter_of);
        if context.modifiers.command || context.modifiers.shift {
            if let Some(counter) = unit {
                let mut picked = context.picked.to_vec();
                match picked.iter().position(|other| *other == counter) {
                    Some(at) => {
                        picked.remove(at);
                    }
                    None => picked.push(counter),
                }
                acts.push(Act::Pick(picked));
            }
            return;
        }
        if let Some(counter) = unit.filter(|counter| context.picked.len() > 1 && context.picked.contains(counter)) {
            acts.push(Act::Pick(vec![counter]));
            return;
        }
        let now = found.iter().position(|found| *found == context.selection);
        let next = now.map_or(0, |now| (now + 1) % found.len());
        acts.push(Act::Select(found.get(next).copied().unwrap_or_default()));
    }
}

impl TableTool for SelectOnTable {
    fn hint(&self, context: &TableContext<'_>) -> String {
        if let Some(drag) = &self.drag {
            let at = context.snapped(drag.to);
            return match &drag.what {
                Dragged::Band => "Release to select the units in the band; Ctrl adds them. Escape cancels.".to_owned(),
                Dragged::Units(units) => {
                    let positions = positions(drag, context);
                    let at = positions.first().map_or(at, |(_, there)| there.at);
                    let wrong = refusal(context.scenario, &context.common().placing_problems(&positions));
                    let name = name_of(units, context);
                    format!("Release to move {name} to {at}. Alt suspends snapping; Escape cancels.{wrong}")
                }
                Dragged::Handle(unit, handle) => {
                    let positions = positions(drag, context);
                    let wrong = refusal(context.scenario, &context.common().placing_problems(&positions));
                    let name = name_of(&[*unit], context);
                    let Some((_, there)) = positions.first() else { return String::new() };
                    match handle {
                        UnitHandle::Turn => {
                            format!(
                                "Release to turn {name} to {}°. Alt turns freely; Escape cancels.{wrong}",
                                there.facing
                            )
                        }
                        UnitHandle::Bend(base) => {
                            let turn = there.bend.get(*base).copied().unwrap_or(0);
                            format!("Release to bend {name}: base {} by {turn}°. Escape cancels.{wrong}", base + 1)
                        }
                    }
                }
                Dragged::Row(row) => {
                    format!("Release to move {}. Escape cancels.", context.name_of(TableItem::Row(*row)))
                }
                Dragged::Corner(..) | Dragged::NewCorner(..) => {
                    format!("Release to put the corner at {at}. Alt suspends snapping; Escape cancels.")
                }
            };
        }
        let Some(pos) = self.hover else {
            return "Click to select; click again to select what is beneath. Ctrl-click or draw a band to select several \
                    units. Drag to move."
                .to_owned();
        };
        let items = hit::under(&context.frame, context.view, pos);
        let names: Vec<String> = items.iter().map(|item| context.name_of(*item)).collect();
        let here = if names.is_empty() { "open ground".to_owned() } else { names.join(", ") };
        format!("{}: {}", context.frame.at(pos), words::capital(&here))
    }

    fn cursor(&self) -> CursorIcon {
        match &self.drag {
            Some(TableDrag { what: Dragged::Band, .. }) => CursorIcon::Crosshair,
            Some(_) => CursorIcon::Grabbing,
            None => CursorIcon::Default,
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = Some(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.press = Some(pos),
            PointerGesture::Drag(pos) => {
                let Some(press) = self.press else { return };
                if self.drag.is_none() && press.distance(pos) > DRAG {
                    self.drag = Some(TableDrag { what: grasp(press, context), from: press, to: pos });
                }
                if let Some(drag) = &mut self.drag {
                    drag.to = pos;
                }
            }
            PointerGesture::Release(pos) => {
                if let Some(drag) = self.drag.take() {
                    Self::drop(&TableDrag { to: pos, ..drag }, context, acts);
                } else if self.press.is_some() {
                    Self::click(pos, context, acts);
                }
                self.press = None;
            }
            PointerGesture::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.press = None;
        self.drag.take().is_some()
    }

    fn lifted(&self) -> Option<Counter> {
        match &self.drag.as_ref()?.what {
            Dragged::Units(units) => units.first().copied().map(Counter::Unit),
            _ => None,
        }
    }

    fn preview(&self, painter: &Painter, context: &TableContext<'_>) {
        let Some(drag) = &self.drag else {
            if let Some(handled) = HandledUnit::selected(context) {
                handled.paint(painter, &context.frame);
            }
            return;
        };
        let stroke = Stroke::new(2.0, ink::ACCENT);
        match &drag.what {
            Dragged::Band => {
                let band = Rect::from_two_pos(drag.from, drag.to);
                painter.rect_filled(band, 0.0, ink::ACCENT.gamma_multiply(0.12));
                painter.rect_stroke(band, 0.0, Stroke::new(1.5, ink::ACCENT), StrokeKind::Inside);
            }
            Dragged::Units(_) | Dragged::Handle(..) => {
                let (common, positions) = (context.common(), positions(drag, context));
                let is_wrong = !common.placing_problems(&positions).is_empty();
                for (unit, position) in &positions {
                    if let Some(bases) = common.footprint(*unit, position) {
                        ghost(painter, context, &bases, is_wrong);
                    }
                }
            }
            Dragged::Row(row) | Dragged::Corner(row, _) | Dragged::NewCorner(row, _) => {
                let points = dragged_points(*row, drag, context);
                if context.is_area(*row) {
                    table::area(painter, &context.frame, &points, ink::ACCENT.gamma_multiply(0.18), stroke);
                } else {
                    let points: Vec<Pos2> = points.iter().map(|point| context.frame.pos(*point)).collect();
                    painter.add(Shape::line(points.clone(), stroke));
                    points.into_iter().for_each(|at| table::handle(painter, at));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::TableHarness;
    use super::*;
    use crate::model::document::Document;
    use crate::model::store;

    fn lesson() -> TableHarness {
        let at = store::SHELF.iter().position(|one| one.file == "outrance-first-assault.toml").unwrap();
        TableHarness::of(Document::from_shelf(at))
    }

    #[test]
    fn a_unit_is_dragged_by_any_of_its_bases_and_taken_back() {
        let (mut table, mut tool) = (lesson(), SelectOnTable::default());
        let unit = table.common().table_view().unwrap().units.into_iter().find(|unit| unit.facing.is_some()).unwrap();
        let corners = unit.bases[0].corners;
        let middle = Inches { x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 };
        let before = table.text(&format!("unit.{}.at", unit.unit));
        table.drag_between(&mut tool, middle, plus(middle, Inches { x: 1000, y: -500 }));
        let after = table.text(&format!("unit.{}.at", unit.unit));
        assert_ne!(before, after);
        assert_eq!(table.selection, Selection::Unit(unit.unit));
        table.document.undo();
        assert_eq!(table.text(&format!("unit.{}.at", unit.unit)), before);
    }

    #[test]
    fn handles_turn_a_unit_and_bend_its_line() {
        let (mut table, mut tool) = (lesson(), SelectOnTable::default());
        let start = table.document.scenario().clone();
        let common = table.common();
        let unit = (0..common.unit_count())
            .find(|unit| {
                let deployed = table_units::position(common, *unit).and_then(|there| there.posture);
                deployed.as_deref() == Some("deployed") && common.steps(*unit) == Some(4)
            })
            .unwrap();
        table.selection = Selection::Unit(unit);
        let at = |table: &TableHarness| table_units::position(table.common(), unit).unwrap();
        let handle = |table: &TableHarness, wanted: UnitHandle| {
            table.with_context(|context| {
                let handled = HandledUnit::selected(context).unwrap();
                let pos = handled.handles(&context.frame).into_iter().find(|(handle, _)| *handle == wanted).unwrap().1;
                context.frame.at(pos)
            })
        };
        let turn = handle(&table, UnitHandle::Turn);
        table.drag_between(&mut tool, turn, plus(at(&table).at, Inches { x: 5_000, y: 300 }));
        assert_eq!(at(&table).facing, 90);
        assert_eq!(table.document.history().undo_name().map(|name| name.starts_with("Turn ")), Some(true));
        let end = handle(&table, UnitHandle::Bend(0));
        table.drag_between(&mut tool, end, plus(end, Inches { x: 0, y: -4_000 }));
        assert_eq!(at(&table).bend, [-30, 0, 0, 0], "30 degrees at most");
        let kept = |table: &TableHarness| table.document.text().contains("bend = [-30, 0, 0, 0]");
        assert!(kept(&table), "{}", table.document.text());
        table.document.undo();
        table.document.undo();
        assert_eq!(*table.document.scenario(), start);
    }

    #[test]
    fn corners_are_moved_added_and_removed() {
        let (mut table, mut tool) = (lesson(), SelectOnTable::default());
        let view = table.common().table_view().unwrap();
        let row = view.areas.iter().find(|area| area.name == Some("Wood")).unwrap().row;
        let corners = view.areas[row.index].outline.clone();
        drop(view);
        let path = format!("terrain.{}.outline", row.index);
        let before = table.text(&path);
        table.selection = Selection::Row("terrain", row.index);
        table.drag_between(&mut tool, corners[0], plus(corners[0], Inches { x: 500, y: 500 }));
        assert_eq!(table.points(&path).len(), corners.len());
        assert_ne!(table.text(&path), before, "a corner");
        table.document.undo();
        let edge = Inches { x: (corners[0].x + corners[1].x) / 2, y: (corners[0].y + corners[1].y) / 2 };
        table.drag_between(&mut tool, edge, plus(edge, Inches { x: 0, y: -500 }));
        assert_eq!(table.points(&path).len(), corners.len() + 1, "a new corner");
        table.modifiers = egui::Modifiers::ALT;
        table.click_at(&mut tool, corners[0]);
        assert_eq!(table.points(&path).len(), corners.len(), "a corner less");
    }

    #[test]
    fn a_band_selects_the_units_in_it() {
        let (mut table, mut tool) = (lesson(), SelectOnTable::default());
        table.modifiers = egui::Modifiers::SHIFT;
        table.drag(&mut tool, "0,0", "24,20");
        let all = table.common().table_view().unwrap().units.len();
        assert_eq!(table.picked.len(), all);
        table.modifiers = egui::Modifiers::NONE;
        table.click_at(&mut tool, Inches { x: 100, y: 100 });
        assert_eq!(table.selection, Selection::Scenario, "open ground");
    }
}
