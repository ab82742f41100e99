//! The draw tool: areas, lines and points of a table.

use battlewright_schema::{AreaLook, DocPath, DrawnKind, DrawnShape, Inches, words};
use egui::{Key, Painter, Pos2, Shape, Stroke, Ui};
use serde_json::Value;

use super::{TableContext, TableTool, TableToolDefinition, text_of};
use crate::canvas::ink;
use crate::canvas::table::{self, hit};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::names::free_id;
use crate::model::selection::Selection;
use crate::tools::{OptionsPage, PageContext, PointerGesture, ToolGroup, ToolInfo};
use crate::widgets::field;

/// The steps to which points snap, in thousandths of an inch.
const STEPS: [(u16, &str); 4] = [(1000, "1 inch"), (500, "½ inch"), (250, "¼ inch"), (0, "Off")];

/// The distance from an edge of the table within which a point snaps to it, in thousandths of an inch.
const EDGE: i32 = 600;

/// The highest level of a hill.
const HIGHEST: u8 = 9;

/// The draw tool.
#[derive(Default)]
pub(in crate::tools) struct DrawTool {
    points: Vec<Inches>,
    press: Option<Pos2>,
    hover: Option<Pos2>,
    /// `true` while a rectangle is dragged.
    rectangle: bool,
}

/// Returns the kind that the options choose.
fn kind(context: &TableContext<'_>) -> Option<DrawnKind> {
    let mut kinds = context.common().drawn_kinds();
    let count = kinds.len();
    (count > 0).then(|| kinds.swap_remove(context.options.drawn.min(count - 1)))
}

/// Returns the point for `kind` at `pos`: snapped, at an edge if it is near one, and on a line for a crossing.
fn place(kind: &DrawnKind, pos: Pos2, context: &TableContext<'_>) -> Inches {
    let at = context.snapped(pos);
    if context.modifiers.alt {
        return at;
    }
    let end = Inches::whole(context.frame.table.width, context.frame.table.depth);
    let has = |key: &str| kind.row.get(key).is_some();
    match kind.shape {
        // The entries of reinforcements are at an edge.
        DrawnShape::Point if has("side") => {
            let edges = [(at.x, Inches { x: 0, ..at }), (end.x - at.x, Inches { x: end.x, ..at })];
            let others = [(at.y, Inches { y: 0, ..at }), (end.y - at.y, Inches { y: end.y, ..at })];
            let all = edges.into_iter().chain(others);
            all.min_by_key(|(distance, _)| *distance).map_or(at, |(_, point)| point)
        }
        DrawnShape::Point if has("kind") => on_line(pos, context).unwrap_or(at),
        DrawnShape::Point => at,
        DrawnShape::Area | DrawnShape::Line => {
            let near = |value: i32, end: i32| match value {
                value if value <= EDGE => 0,
                value if end - value <= EDGE => end,
                value => value,
            };
            let raw = context.frame.clamped(context.frame.at(pos));
            let edge = Inches { x: near(raw.x, end.x), y: near(raw.y, end.y) };
            Inches { x: if edge.x == raw.x { at.x } else { edge.x }, y: if edge.y == raw.y { at.y } else { edge.y } }
        }
    }
}

/// Returns the nearest point of a line near `pos`.
fn on_line(pos: Pos2, context: &TableContext<'_>) -> Option<Inches> {
    let frame = &context.frame;
    let reach = (frame.inch * 0.8).max(10.0);
    let lines = context.view.lines.iter().filter_map(|line| {
        let (n, distance) = hit::nearest(frame, &line.line, false, pos)?;
        let (from, to) = (frame.pos(*line.line.get(n)?), frame.pos(*line.line.get(n + 1)?));
        let way = to - from;
        let along = ((pos - from).dot(way) / way.length_sq().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        (distance <= reach).then(|| (distance, frame.at(from + way * along)))
    });
    lines.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
}

/// Returns the acts that add a row of `kind` with `points` and select it.
fn add(kind: &DrawnKind, points: &[Inches], context: &TableContext<'_>) -> Vec<Act> {
    let list = DocPath::root().key(kind.list);
    let rows = context.scenario.get(&list);
    let rows = rows.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut row = kind.row.clone();
    let texts: Vec<Value> = points.iter().map(|point| text_of(*point)).collect();
    row[kind.points] = match kind.shape {
        DrawnShape::Point => texts.first().cloned().unwrap_or_default(),
        DrawnShape::Area | DrawnShape::Line => Value::Array(texts),
    };
    let stem = words::lower(&kind.name).replace(' ', "-");
    let taken = |id: &str| rows.iter().any(|row| row.get("id").and_then(Value::as_str) == Some(id));
    let sides = context.common().sides();
    let side = sides.get(context.options.side).or(sides.first()).map_or_else(String::new, |side| side.id.to_string());
    let new_name = format!("New {}", words::lower(&kind.name));
    for (key, value) in [("id", free_id(&stem, taken)), ("name", new_name), ("side", side)] {
        if let Some(slot) = row.get_mut(key) {
            *slot = Value::String(value);
        }
    }
    if let Some(level) = row.get_mut("level") {
        *level = (highest_around(points, context).saturating_add(1)).min(HIGHEST).into();
    }
    let path = list.index(rows.len());
    let mut acts = vec![Act::edit(format!("Draw {}", words::lower(&kind.name)), Edit::Put(path.clone(), Some(row)))];
    acts.extend(Selection::row(context.scenario, kind.list, rows.len()).map(Act::Select));
    if kind.row.get("id").is_some() {
        acts.push(Act::Write(path.key("name")));
    }
    acts
}

/// Returns the highest level of the hills that contain all of `points`; 0 for open ground.
fn highest_around(points: &[Inches], context: &TableContext<'_>) -> u8 {
    let levels = context.view.areas.iter().filter_map(|area| match area.look {
        AreaLook::Hill { level, .. } if points.iter().all(|point| hit::holds(&area.outline, *point)) => Some(level),
        _ => None,
    });
    levels.max().unwrap_or(0)
}

impl DrawTool {
    /// Pushes the acts that finish the area or line, if it has enough points.
    fn finish(&mut self, kind: &DrawnKind, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        let least = if kind.shape == DrawnShape::Area { 3 } else { 2 };
        if self.points.len() < least {
            acts.push(Act::Say(format!("{} needs at least {least} points.", kind.name)));
            return;
        }
        acts.extend(add(kind, &std::mem::take(&mut self.points), context));
    }

    /// Handles a click at `pos`.
    fn click(&mut self, kind: &DrawnKind, pos: Pos2, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        let at = place(kind, pos, context);
        if kind.shape == DrawnShape::Point {
            acts.extend(add(kind, &[at], context));
            return;
        }
        let closes = kind.shape == DrawnShape::Area
            && self.points.len() >= 3
            && self.points.first().is_some_and(|first| context.frame.pos(*first).distance(pos) <= 8.0);
        // A second click at the last point ends the line.
        if closes || self.points.last() == Some(&at) {
            self.finish(kind, context, acts);
        } else {
            self.points.push(at);
        }
    }

    /// Returns the corners of the rectangle that is dragged.
    fn dragged(&self, kind: &DrawnKind, context: &TableContext<'_>) -> Option<Vec<Inches>> {
        let (from, to) = (self.press.filter(|_| self.rectangle)?, self.hover?);
        let (a, b) = (place(kind, from, context), place(kind, to, context));
        let corners = vec![a, Inches { x: b.x, y: a.y }, b, Inches { x: a.x, y: b.y }];
        (a.x != b.x && a.y != b.y).then_some(corners)
    }
}

impl TableToolDefinition for DrawTool {
    const INFO: ToolInfo = ToolInfo {
        id: "draw",
        name: "Draw",
        help: "Draw hills, woods, towns, streams, roads, bridges, objectives and entries on a table.",
        key: Key::O,
        icon: include_str!("../../../assets/icons/draw.svg"),
        group: ToolGroup::Terrain,
        writes: true,
        on_table: true,
        useless: |scenario| {
            let common = scenario.common();
            let why = match common.table() {
                None => "This tool draws on a table. This map has hexes: use the Terrain brush.",
                Some(_) if common.drawn_kinds().is_empty() => "This game has nothing to draw on its table.",
                Some(_) => return None,
            };
            Some(why.to_owned())
        },
        ..ToolInfo::DEFAULT
    };

    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 3, legend: false, draw: options });
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let kinds: Vec<(usize, String)> =
        page.common().drawn_kinds().into_iter().enumerate().map(|(n, kind)| (n, kind.name)).collect();
    if let Some(kind) = field::choice(ui, "Draws", "Kind of ground to draw.", &page.options.drawn, &kinds) {
        page.options.drawn = kind;
    }
    let steps = STEPS.map(|(step, name)| (step, name.to_owned()));
    let help = "Step to which points snap. Alt suspends snapping.";
    if let Some(step) = field::choice(ui, "Snaps to", help, &page.options.snap, &steps) {
        page.options.snap = step;
    }
    page.side(ui);
}

impl TableTool for DrawTool {
    fn hint(&self, context: &TableContext<'_>) -> String {
        let Some(kind) = kind(context) else { return "Nothing can be drawn on this table.".to_owned() };
        let here = self.hover.map(|pos| place(&kind, pos, context));
        let here = here.map_or_else(String::new, |at| format!("{at}: "));
        let name = words::lower(&kind.name);
        match (kind.shape, self.points.len()) {
            _ if self.rectangle => format!("{here}Release to draw a rectangle of {name}. Escape cancels."),
            (DrawnShape::Point, _) => format!("{here}Click to place: {name}. Alt suspends snapping."),
            (DrawnShape::Area, 0) => {
                format!("{here}Click the corners of the {name}, or drag a rectangle. Alt suspends snapping.")
            }
            (DrawnShape::Line, 0) => format!("{here}Click the points of the {name}. Alt suspends snapping."),
            (DrawnShape::Area, _) => {
                format!(
                    "{here}Click the next corner. Enter or a click on the first corner closes; Escape takes one back."
                )
            }
            (DrawnShape::Line, _) => {
                format!("{here}Click the next point. Enter or a second click ends the {name}; Escape takes one back.")
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        let Some(kind) = kind(context) else { return };
        match pointer {
            PointerGesture::Hover(pos) => self.hover = Some(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => (self.press, self.hover) = (Some(pos), Some(pos)),
            PointerGesture::Drag(pos) => {
                self.hover = Some(pos);
                let far = self.press.is_some_and(|press| press.distance(pos) > 6.0);
                self.rectangle |= far && kind.shape == DrawnShape::Area && self.points.is_empty();
            }
            PointerGesture::Release(pos) => {
                self.hover = Some(pos);
                if let Some(corners) = self.dragged(&kind, context) {
                    acts.extend(add(&kind, &corners, context));
                } else if self.press.is_some() && !self.rectangle {
                    self.click(&kind, pos, context, acts);
                }
                (self.press, self.rectangle) = (None, false);
            }
            PointerGesture::Commit if kind.shape != DrawnShape::Point => self.finish(&kind, context, acts),
            PointerGesture::Commit => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.press = None;
        std::mem::take(&mut self.rectangle) || self.points.pop().is_some()
    }

    fn preview(&self, painter: &Painter, context: &TableContext<'_>) {
        let Some(kind) = kind(context) else { return };
        let stroke = Stroke::new(2.0, ink::ACCENT);
        if let Some(corners) = self.dragged(&kind, context) {
            table::area(painter, &context.frame, &corners, ink::ACCENT.gamma_multiply(0.18), stroke);
            return;
        }
        let next = self.hover.filter(|_| !self.rectangle).map(|pos| place(&kind, pos, context));
        let all: Vec<Inches> = self.points.iter().copied().chain(next).collect();
        if kind.shape == DrawnShape::Area && all.len() > 2 {
            table::area(painter, &context.frame, &all, ink::ACCENT.gamma_multiply(0.18), Stroke::NONE);
        }
        let points: Vec<Pos2> = all.iter().map(|point| context.frame.pos(*point)).collect();
        if points.len() > 1 {
            painter.add(Shape::line(points.clone(), stroke));
        }
        points.into_iter().for_each(|at| table::handle(painter, at));
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::super::testing::TableHarness;
    use super::*;
    use crate::model::document::Document;

    fn harness(name: &str) -> TableHarness {
        let mut table = TableHarness::of(Document::template_of(System::Outrance));
        table.options.drawn = table.common().drawn_kinds().iter().position(|kind| kind.name == name).unwrap();
        table
    }

    #[test]
    fn clicks_draw_an_area_that_closes_at_its_first_corner() {
        let (mut table, mut tool) = (harness("Woods"), DrawTool::default());
        let before = table.count("terrain");
        for at in ["2,2", "6,2", "4,5"] {
            table.click(&mut tool, at);
        }
        assert_eq!(table.count("terrain"), before, "it is still open");
        table.click(&mut tool, "2,2");
        assert_eq!(table.count("terrain"), before + 1);
        assert_eq!(table.text(&format!("terrain.{before}.outline")), r#"["2,2","6,2","4,5"]"#);
        assert_eq!(table.text(&format!("terrain.{before}.kind")), r#""woods""#);
        assert_eq!(table.selection, Selection::Row("terrain", before));
        assert!(table.document.undo().is_some());
        assert_eq!(table.count("terrain"), before);
    }

    #[test]
    fn a_drag_draws_a_rectangle_and_escape_takes_corners_back() {
        let (mut table, mut tool) = (harness("Town"), DrawTool::default());
        let before = table.count("terrain");
        table.drag(&mut tool, "3,3", "5.5,4.5");
        assert_eq!(table.text(&format!("terrain.{before}.outline")), r#"["3,3","5.5,3","5.5,4.5","3,4.5"]"#);
        for at in ["10,10", "12,10"] {
            table.click(&mut tool, at);
        }
        assert!(tool.cancel() && tool.cancel() && !tool.cancel());
        table.commit(&mut tool);
        assert!(table.said.take().is_some_and(|said| said.contains("at least 3")));
    }

    #[test]
    fn a_line_ends_at_the_edge_with_a_second_click() {
        let (mut table, mut tool) = (harness("River"), DrawTool::default());
        let before = table.count("obstacle");
        for at in ["0.3,6", "8,7", "8,7"] {
            table.click(&mut tool, at);
        }
        assert_eq!(table.text(&format!("obstacle.{before}.line")), r#"["0,6","8,7"]"#);
    }

    #[test]
    fn crossings_lie_on_their_line_and_entries_at_an_edge() {
        let mut table = harness("River");
        let (mut tool, before) = (DrawTool::default(), table.count("choke_point"));
        for at in ["0,6", "10,6", "10,6"] {
            table.click(&mut tool, at);
        }
        table.options.drawn = table.common().drawn_kinds().iter().position(|kind| kind.name == "Bridge").unwrap();
        table.click(&mut tool, "4,6.4");
        let at = table.text(&format!("choke_point.{before}.at"));
        assert!(at.ends_with(",6\"") || at.contains(",6.00") || at.contains(",5.99"), "{at}");
        table.options.drawn = table.common().drawn_kinds().iter().position(|kind| kind.name == "Entry").unwrap();
        let entries = table.count("entry");
        table.click(&mut tool, "12,1.5");
        assert_eq!(table.text(&format!("entry.{entries}.at")), r#""12,0""#);
        let side = table.common().sides()[0].id.to_string();
        assert_eq!(table.text(&format!("entry.{entries}.side")), format!("{side:?}"));
    }
}
