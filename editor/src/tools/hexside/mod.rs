//! The hexside tool: streams, rivers, bridges, slopes and walls between hexes, dragged along or laid from
//! corner to corner.

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

/// The hexside tool.
#[derive(Default)]
pub(super) struct HexsideTool {
    net: RoadNet,
    hover: Option<(Cell, Cell)>,
    /// The corner under the pointer, if it is near enough to one.
    corner: Option<Corner>,
    /// The hexsides of the stroke, in order.
    stroke: Vec<(Cell, Cell)>,
    /// `true` if the stroke takes away what is there; `None` while the button is up.
    erase: Option<bool>,
    /// The corner where the button went down.
    pressed: Option<Corner>,
    /// The corner from which the next leg goes on.
    chain: Option<Corner>,
    /// The way from there to the pointer's corner.
    leg: Option<HexsideLeg>,
}

/// The way from one corner to another.
#[derive(Clone, Debug, PartialEq)]
struct HexsideLeg {
    of: (Corner, Corner, HexsideKind),
    /// Its hexsides; `None` if it was looked for in vain.
    sides: Option<Vec<(Cell, Cell)>>,
}

/// The distance at which the pointer takes a corner, in points: larger as the map is, but never out of reach.
fn snap(sight: &ToolContext<'_>) -> f32 {
    let radius = sight.view.radius();
    (radius * 0.26).clamp(6.0, 22.0).min(radius * 0.42)
}

/// The place of `corner` on the screen.
fn place(corner: Corner, sight: &ToolContext<'_>) -> Pos2 {
    let sum = corner.hexes().fold(egui::Vec2::ZERO, |sum, hex| sum + sight.view.center_of(hex).to_vec2());
    (sum / 3.0).to_pos2()
}

/// The corner of the map nearest to `pos`, within `reach` points of it; the pointer may be just off the map.
fn corner_at(pos: Pos2, reach: f32, sight: &ToolContext<'_>) -> Option<Corner> {
    let on_map = |hex| sight.view.grid().cell_at(hex).is_some_and(|cell| sight.common().has(cell));
    let far = |corner: &Corner| place(*corner, sight).distance(pos);
    let corners = Corner::of(sight.view.hex_at(pos)).into_iter().filter(|corner| corner.hexes().any(on_map));
    let nearest = corners.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    (far(&nearest) <= reach).then_some(nearest)
}

/// The hexside at `pos`, if the map has both its hexes.
fn side_at(pos: Pos2, sight: &ToolContext<'_>) -> Option<(Cell, Cell)> {
    sight.view.side_at(pos).filter(|(a, b)| sight.common().has(*a) && sight.common().has(*b))
}

impl HexsideTool {
    fn add(&mut self, pos: Pos2, sight: &ToolContext<'_>) {
        let Some(side) = side_at(pos, sight) else { return };
        // Only near the hexside itself, or a drag through a hex would take every side it passes.
        let Some([from, to]) = sight.view.side_between(side.0, side.1) else { return };
        let near = from.lerp(to, 0.5).distance(pos) < sight.view.radius() * 0.52;
        if near && !self.stroke.contains(&side) && !self.stroke.contains(&(side.1, side.0)) {
            self.stroke.push(side);
        }
    }

    fn hover(&mut self, pos: Pos2, sight: &ToolContext<'_>) {
        self.hover = side_at(pos, sight);
        // Within a chain every point of the map belongs to its nearest corner.
        let reach = if self.chain.is_some() { f32::INFINITY } else { snap(sight) };
        self.corner = corner_at(pos, reach, sight);
        let (Some(from), Some(to)) = (self.chain, self.corner) else {
            self.leg = None;
            return;
        };
        let of = (from, to, sight.options.hexside);
        if self.leg.as_ref().is_none_or(|leg| leg.of != of) {
            let sides = way(sight.common(), sight.view.grid(), &self.net, of.2, from, to);
            self.leg = Some(HexsideLeg { of, sides });
        }
    }

    fn press(&mut self, pos: Pos2, sight: &ToolContext<'_>) {
        self.hover(pos, sight);
        self.pressed = self.corner;
        if self.chain.is_some() {
            return;
        }
        self.add(pos, sight);
        let kind = sight.options.hexside;
        let there = self.stroke.first().is_some_and(|(a, b)| self.net.has(*a, *b, kind));
        self.erase = Some(there || sight.modifiers.shift);
    }

    fn release(&mut self, pos: Pos2, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.hover(pos, sight);
        if self.chain.is_some() {
            if self.pressed.take().is_some() {
                self.go_on(sight, acts);
            }
            return;
        }
        let Some(erase) = self.erase.take() else { return };
        let clicked = self.pressed.take().filter(|corner| self.corner == Some(*corner));
        let stroke = std::mem::take(&mut self.stroke);
        match clicked {
            // A click on a corner begins a chain of legs.
            Some(corner) => self.chain = Some(corner),
            None => self.commit(stroke, erase, sight, acts),
        }
    }

    /// Lays the leg to the pointer's corner, and goes on from there; a click where it begins ends the chain.
    fn go_on(&mut self, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some(leg) = self.leg.take() else { return };
        let (from, to, _) = leg.of;
        if from == to {
            self.chain = None;
            return;
        }
        match leg.sides {
            Some(sides) => {
                self.chain = Some(to);
                self.commit(sides, sight.modifiers.shift, sight, acts);
            }
            None => acts.push(Act::Say("No way leads there, or it is too far: click nearer.".to_owned())),
        }
    }

    fn commit(&self, sides: Vec<(Cell, Cell)>, erase: bool, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let (grid, rows) = (sight.view.grid(), sight.common().hexsides());
        let kind = sight.options.hexside;
        if erase {
            let kind = self.erased(&sides, kind);
            let edit = rows::erase(rows, kind, &sides, grid);
            acts.push(Act::edit(format!("Remove {}", kind.name()), edit));
            return;
        }
        let selected = match sight.selection {
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
            acts.push(Act::Say(format!("The bridge at {a}/{b} crosses no stream and no river: draw that too.")));
        }
    }

    /// The kind that a stroke over `sides` takes away: the chosen one, or on a single side that does not
    /// bear it, whatever lies uppermost there.
    fn erased(&self, sides: &[(Cell, Cell)], kind: HexsideKind) -> HexsideKind {
        match sides {
            [(a, b)] if !self.net.has(*a, *b, kind) => {
                let there = self.net.side(*a, *b).iter().map(|(kind, _)| *kind);
                there.max_by_key(|kind| lines::layer(*kind)).unwrap_or(kind)
            }
            _ => kind,
        }
    }

    /// The features between two hexes, in words.
    fn found(&self, (a, b): (Cell, Cell), sight: &ToolContext<'_>) -> Option<String> {
        let rows = sight.common().hexsides();
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
        let grid = sight.view.grid();
        (!words.is_empty()).then(|| format!("{}/{}: {}. ", grid.name(a), grid.name(b), words.join(", ")))
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    use HexsideKind::{Bridge, River, Slope, Stream, Wall};
    let kinds = [Stream, River, Bridge, Slope, Wall].map(|kind| (kind, capital(kind.name())));
    let help = "What to draw along the hexsides.";
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
    fn hint(&self, sight: &ToolContext<'_>) -> String {
        let kind = sight.options.hexside.name();
        if self.chain.is_some() {
            return match &self.leg {
                Some(leg) if leg.of.0 == leg.of.1 => "Click here again, or press Enter, to end.".to_owned(),
                Some(HexsideLeg { sides: None, .. }) => "No way leads there, or it is too far: go nearer.".to_owned(),
                Some(HexsideLeg { sides: Some(sides), .. }) => {
                    let does = if sight.modifiers.shift { "take away" } else { "draw" };
                    format!("Click to {does} the {kind} along {} hexsides; Enter or a second click ends.", sides.len())
                }
                None => format!("Click the next corner of the {kind}; Enter or a second click ends."),
            };
        }
        match self.erase {
            Some(false) => format!("Release to draw the {kind} along {} hexsides.", self.stroke.len()),
            Some(true) => {
                let kind = self.erased(&self.stroke, sight.options.hexside).name();
                format!("Release to take the {kind} away from {} hexsides.", self.stroke.len())
            }
            None if self.corner.is_some() => format!("Click to lead a {kind} from this corner to another."),
            None => {
                let found = self.hover.and_then(|side| self.found(side, sight));
                let found = found.unwrap_or_default();
                if let (true, Some(side), false) = (sight.modifiers.shift, self.hover, found.is_empty()) {
                    let kind = self.erased(&[side], sight.options.hexside).name();
                    return format!("{found}Click to take the {kind} away.");
                }
                let dry = |(a, b): (Cell, Cell)| sight.options.hexside == HexsideKind::Bridge && !self.net.water(a, b);
                if self.hover.is_some_and(dry) {
                    return format!("{found}A bridge here would cross no stream and no river.");
                }
                format!(
                    "{found}Drag along hexsides to draw a {kind}, or click from corner to corner; begin on one that is \
                     there, or hold Shift, to take it away."
                )
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, sight: &ToolContext<'_>, acts: &mut Vec<Act>) {
        self.net.refresh(sight.common(), sight.view.grid(), sight.revision);
        match pointer {
            PointerGesture::Hover(pos) => self.hover(pos, sight),
            PointerGesture::Gone => (self.hover, self.corner, self.leg) = (None, None, None),
            PointerGesture::Press(pos) => self.press(pos, sight),
            PointerGesture::Drag(pos) if self.chain.is_some() => self.hover(pos, sight),
            PointerGesture::Drag(pos) if self.erase.is_some() => self.add(pos, sight),
            PointerGesture::Drag(_) => {}
            PointerGesture::Release(pos) => self.release(pos, sight, acts),
            PointerGesture::Commit => (self.chain, self.leg) = (None, None),
        }
    }

    fn cancel(&mut self) -> bool {
        self.stroke.clear();
        (self.pressed, self.leg) = (None, None);
        let chain = self.chain.take().is_some();
        self.erase.take().is_some() || chain
    }

    fn preview(&self, painter: &Painter, sight: &ToolContext<'_>) {
        let kind = sight.options.hexside;
        let erase = self.erase.unwrap_or(sight.modifiers.shift);
        let leg = self.leg.as_ref().and_then(|leg| leg.sides.as_deref()).unwrap_or_default();
        for (a, b) in self.stroke.iter().chain(leg) {
            painter.draw(|shapes| lines::hexside_preview(shapes, sight.view, kind, *a, *b, erase));
        }
        let size = (snap(sight) * 0.5).max(3.0);
        let color = if erase { ink::WRONG } else { ink::ACCENT };
        if let Some(from) = self.chain {
            painter.circle(place(from, sight), size, color, Stroke::new(1.5, egui::Color32::WHITE));
        }
        match (self.corner, self.erase, self.hover) {
            (Some(corner), None, _) => {
                painter.circle_stroke(place(corner, sight), size * 1.3, Stroke::new(2.0, color));
            }
            (None, None, Some((a, b))) => {
                painter.draw(|shapes| lines::hexside_preview(shapes, sight.view, kind, a, b, erase))
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
