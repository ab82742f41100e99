//! The hexside tool: draws streams, rivers, bridges, slopes and walls between hexes, by drags or from corner to
//! corner.

mod rows;

use battlewright_schema::{Cell, HexsideKind};
use egui::{Key, Painter, Pos2, Stroke, Ui};

use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, lines};
use crate::messages::act::Act;
use crate::model::selection::Selection;
use crate::model::survey::net::{RoadNet, pair};
use crate::model::survey::shore::{Corner, way};
use crate::widgets::field;

pub(crate) use rows::draw as draw_hexsides;

/// The hexside tool.
#[derive(Default)]
pub(super) struct HexsideTool {
    net: RoadNet,
    hover: Option<(Cell, Cell)>,
    /// The corner near the pointer, if any.
    corner: Option<Corner>,
    /// The hexsides of the stroke, in order.
    stroke: Vec<(Cell, Cell)>,
    /// `true` if the stroke removes features; `None` while the button is up.
    erase: Option<bool>,
    /// The corner where the button was pressed.
    pressed: Option<Corner>,
    /// The corner where the next leg starts.
    chain: Option<Corner>,
    /// The path from the last corner to the corner under the pointer.
    leg: Option<HexsideLeg>,
}

/// A path from one corner to another.
#[derive(Clone, Debug, PartialEq)]
struct HexsideLeg {
    of: (Corner, Corner, HexsideKind),
    /// The hexsides on the path; `None` if no path was found.
    sides: Option<Vec<(Cell, Cell)>>,
}

/// Returns the snap distance of corners in points. The distance grows with the zoom, within limits.
fn snap(context: &ToolContext<'_>) -> f32 {
    let radius = context.view.radius();
    (radius * 0.26).clamp(6.0, 22.0).min(radius * 0.42)
}

/// Returns the screen position of `corner`.
fn place(corner: Corner, context: &ToolContext<'_>) -> Pos2 {
    let sum = corner.hexes().fold(egui::Vec2::ZERO, |sum, hex| sum + context.view.center_of(hex).to_vec2());
    (sum / 3.0).to_pos2()
}

/// Returns the map corner nearest to `pos`, within `reach` points. `pos` may be just off the map.
fn corner_at(pos: Pos2, reach: f32, context: &ToolContext<'_>) -> Option<Corner> {
    let on_map = |hex| context.view.grid().cell_at(hex).is_some_and(|cell| context.common().has(cell));
    let far = |corner: &Corner| place(*corner, context).distance(pos);
    let corners = Corner::of(context.view.hex_at(pos)).into_iter().filter(|corner| corner.hexes().any(on_map));
    let nearest = corners.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    (far(&nearest) <= reach).then_some(nearest)
}

/// Returns the hexside at `pos` if both of its hexes are on the map.
fn side_at(pos: Pos2, context: &ToolContext<'_>) -> Option<(Cell, Cell)> {
    context.view.side_at(pos).filter(|(a, b)| context.common().has(*a) && context.common().has(*b))
}

impl HexsideTool {
    fn add(&mut self, pos: Pos2, context: &ToolContext<'_>) {
        let Some(side) = side_at(pos, context) else { return };
        // Only near the hexside itself. Otherwise a drag through a hex would include each side that it passes.
        let Some([from, to]) = context.view.side_between(side.0, side.1) else { return };
        let near = from.lerp(to, 0.5).distance(pos) < context.view.radius() * 0.52;
        if near && !self.stroke.contains(&side) && !self.stroke.contains(&(side.1, side.0)) {
            self.stroke.push(side);
        }
    }

    fn hover(&mut self, pos: Pos2, context: &ToolContext<'_>) {
        self.hover = side_at(pos, context);
        // Within a chain, each point of the map snaps to the nearest corner.
        let reach = if self.chain.is_some() { f32::INFINITY } else { snap(context) };
        self.corner = corner_at(pos, reach, context);
        let (Some(from), Some(to)) = (self.chain, self.corner) else {
            self.leg = None;
            return;
        };
        let of = (from, to, context.options.hexside);
        if self.leg.as_ref().is_none_or(|leg| leg.of != of) {
            let sides = way(context.common(), context.view.grid(), &self.net, of.2, from, to);
            self.leg = Some(HexsideLeg { of, sides });
        }
    }

    fn press(&mut self, pos: Pos2, context: &ToolContext<'_>) {
        self.hover(pos, context);
        self.pressed = self.corner;
        if self.chain.is_some() {
            return;
        }
        self.add(pos, context);
        let kind = context.options.hexside;
        let there = self.stroke.first().is_some_and(|(a, b)| self.net.has(*a, *b, kind));
        self.erase = Some(there || context.modifiers.shift);
    }

    fn release(&mut self, pos: Pos2, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.hover(pos, context);
        if self.chain.is_some() {
            if self.pressed.take().is_some() {
                self.extend_stroke(context, acts);
            }
            return;
        }
        let Some(erase) = self.erase.take() else { return };
        let clicked = self.pressed.take().filter(|corner| self.corner == Some(*corner));
        let stroke = std::mem::take(&mut self.stroke);
        match clicked {
            // A click on a corner starts a chain of legs.
            Some(corner) => self.chain = Some(corner),
            None => self.commit(stroke, erase, context, acts),
        }
    }

    /// Commits the leg to the corner under the pointer and continues from there. A leg without length ends the chain.
    fn extend_stroke(&mut self, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some(leg) = self.leg.take() else { return };
        let (from, to, _) = leg.of;
        if from == to {
            self.chain = None;
            return;
        }
        match leg.sides {
            Some(sides) => {
                self.chain = Some(to);
                self.commit(sides, context.modifiers.shift, context, acts);
            }
            None => acts.push(Act::Say("No path found, or the corner is too far away. Click a nearer one.".to_owned())),
        }
    }

    fn commit(&self, sides: Vec<(Cell, Cell)>, erase: bool, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let (grid, rows) = (context.view.grid(), context.common().hexsides());
        let kind = context.options.hexside;
        if erase {
            let kind = self.erased(&sides, kind);
            let edit = rows::erase(rows, kind, &sides, grid);
            acts.push(Act::edit(format!("Remove {}", kind.name()), edit));
            return;
        }
        let selected = match context.selection {
            Selection::Hexside(at) => Some(at),
            _ => None,
        };
        let new: Vec<(Cell, Cell)> = sides.into_iter().filter(|(a, b)| !self.net.has(*a, *b, kind)).collect();
        if new.is_empty() {
            return;
        }
        let (edit, at) = rows::draw(rows, kind, &new, selected, grid);
        acts.push(Act::edit(format!("Draw {}", kind.name()), edit));
        acts.push(Act::Select(Selection::Hexside(at)));
        if let (HexsideKind::Bridge, Some((a, b))) = (kind, new.iter().find(|(a, b)| !self.net.water(*a, *b))) {
            let (a, b) = (grid.name(*a), grid.name(*b));
            acts.push(Act::Say(format!("The bridge at {a}/{b} crosses no stream or river. Draw one there.")));
        }
    }

    /// Returns the kind that a stroke over `sides` removes: the chosen kind, or the topmost feature of a single side
    /// without the chosen kind.
    fn erased(&self, sides: &[(Cell, Cell)], kind: HexsideKind) -> HexsideKind {
        match sides {
            [(a, b)] if !self.net.has(*a, *b, kind) => {
                let there = self.net.side(*a, *b).iter().map(|(kind, _)| *kind);
                there.max_by_key(|kind| lines::layer(*kind)).unwrap_or(kind)
            }
            _ => kind,
        }
    }

    /// Describes the features between two hexes.
    fn found(&self, (a, b): (Cell, Cell), context: &ToolContext<'_>) -> Option<String> {
        let rows = context.common().hexsides();
        let name = |row: usize| rows.get(row).and_then(|row| row.name.clone());
        let words: Vec<String> = self
            .net
            .side(a, b)
            .iter()
            .map(|(kind, row)| match name(*row) {
                Some(name) => format!("{} ({name})", kind.name()),
                None => kind.name().to_owned(),
            })
            .collect();
        let (a, b) = pair(a, b);
        let grid = context.view.grid();
        (!words.is_empty()).then(|| format!("{}/{}: {}. ", grid.name(a), grid.name(b), words.join(", ")))
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    use HexsideKind::{Bridge, River, Slope, Stream, Wall};
    let kinds = [Stream, River, Bridge, Slope, Wall].map(|kind| (kind, capital(kind.name())));
    let help = "Feature to draw along hexsides.";
    if let Some(kind) = field::choice(ui, "Kind", help, &page.options.hexside, &kinds) {
        page.options.hexside = kind;
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl ToolDefinition for HexsideTool {
    const INFO: ToolInfo = ToolInfo {
        id: "hexside",
        name: "Hexside",
        help: "Draw streams, rivers, bridges, slopes and walls.",
        key: Key::H,
        icon: include_str!("../../../assets/icons/hexside.svg"),
        group: ToolGroup::Lines,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 1, legend: false, draw: options });
}

impl Tool for HexsideTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let kind = context.options.hexside.name();
        if self.chain.is_some() {
            return match &self.leg {
                Some(leg) if leg.of.0 == leg.of.1 => "Click again or press Enter to finish.".to_owned(),
                Some(HexsideLeg { sides: None, .. }) => "No path found, or the corner is too far away.".to_owned(),
                Some(HexsideLeg { sides: Some(sides), .. }) => {
                    let does = if context.modifiers.shift { "remove" } else { "draw" };
                    format!(
                        "Click to {does} the {kind} along {} hexsides. Enter or a second click finishes.",
                        sides.len()
                    )
                }
                None => format!("Click the next corner of the {kind}. Enter or a second click finishes."),
            };
        }
        match self.erase {
            Some(false) => format!("Release to draw the {kind} along {} hexsides.", self.stroke.len()),
            Some(true) => {
                let kind = self.erased(&self.stroke, context.options.hexside).name();
                format!("Release to remove the {kind} from {} hexsides.", self.stroke.len())
            }
            None if self.corner.is_some() => format!("Click to draw a {kind} from this corner to another."),
            None => {
                let found = self.hover.and_then(|side| self.found(side, context));
                let found = found.unwrap_or_default();
                if let (true, Some(side), false) = (context.modifiers.shift, self.hover, found.is_empty()) {
                    let kind = self.erased(&[side], context.options.hexside).name();
                    return format!("{found}Click to remove the {kind}.");
                }
                let dry =
                    |(a, b): (Cell, Cell)| context.options.hexside == HexsideKind::Bridge && !self.net.water(a, b);
                if self.hover.is_some_and(dry) {
                    return format!("{found}A bridge here would cross no stream or river.");
                }
                format!(
                    "{found}Drag along hexsides to draw a {kind}, or click from corner to corner. Start on a {kind}, or \
                     hold Shift, to remove it."
                )
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.net.refresh(context.common(), context.view.grid(), context.revision);
        match pointer {
            PointerGesture::Hover(pos) => self.hover(pos, context),
            PointerGesture::Gone => (self.hover, self.corner, self.leg) = (None, None, None),
            PointerGesture::Press(pos) => self.press(pos, context),
            PointerGesture::Drag(pos) if self.chain.is_some() => self.hover(pos, context),
            PointerGesture::Drag(pos) if self.erase.is_some() => self.add(pos, context),
            PointerGesture::Drag(_) => {}
            PointerGesture::Release(pos) => self.release(pos, context, acts),
            PointerGesture::Commit => (self.chain, self.leg) = (None, None),
        }
    }

    fn cancel(&mut self) -> bool {
        self.stroke.clear();
        (self.pressed, self.leg) = (None, None);
        let chain = self.chain.take().is_some();
        self.erase.take().is_some() || chain
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let kind = context.options.hexside;
        let erase = self.erase.unwrap_or(context.modifiers.shift);
        let leg = self.leg.as_ref().and_then(|leg| leg.sides.as_deref()).unwrap_or_default();
        for (a, b) in self.stroke.iter().chain(leg) {
            painter.draw(|shapes| lines::hexside_preview(shapes, context.view, kind, *a, *b, erase));
        }
        let size = (snap(context) * 0.5).max(3.0);
        let color = if erase { ink::WRONG } else { ink::ACCENT };
        if let Some(from) = self.chain {
            painter.circle(place(from, context), size, color, Stroke::new(1.5, egui::Color32::WHITE));
        }
        match (self.corner, self.erase, self.hover) {
            (Some(corner), None, _) => {
                painter.circle_stroke(place(corner, context), size * 1.3, Stroke::new(2.0, color));
            }
            (None, None, Some((a, b))) => {
                painter.draw(|shapes| lines::hexside_preview(shapes, context.view, kind, a, b, erase))
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
