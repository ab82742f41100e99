//! The region tool: selects hexes, and places map pieces.

use std::collections::BTreeMap;

use battlewright_schema::Cell;
use egui::{CursorIcon, Key, Painter, Ui};

use super::held_piece::{self, PieceStyle};
use super::shape::HexRectangle;
use super::stroke::{Stroke, StrokeEffect};
use super::{
    OptionsPage, PageContext, PaintLayer, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo,
};
use crate::canvas::{ink, overlay};
use crate::messages::act::Act;
use crate::model::region::{self, HeldPiece, HexSet, PiecePlacement, RegionContents, draft};
use crate::tools::held_outline;
use crate::widgets::field;
use battlewright_schema::words::counted;

/// The effect of a drag on the selected region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionChange {
    /// Replaces the region.
    New,
    /// Adds to the region.
    Add,
    /// Removes from the region.
    Remove,
}

/// The purpose of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionDrag {
    /// Selects a rectangle between two hexes.
    Area(RegionChange, Cell, Cell),
    /// Selects the hexes of a brush stroke.
    Brush(RegionChange),
    /// Lifts the region at this hex as soon as the pointer leaves it.
    Lift(Cell),
    /// Places the held piece on release.
    Lay,
}

/// The region tool.
#[derive(Default)]
pub(super) struct RegionTool {
    held: Option<HeldPiece>,
    hover: Option<Cell>,
    drag: Option<RegionDrag>,
    stroke: Stroke,
    /// The low-zoom picture of the held piece.
    picture: held_piece::PiecePicture,
    /// The terrain letters of the held piece at its target, and of the ground left behind, for high zoom.
    letters: BTreeMap<Cell, char>,
    levels: BTreeMap<Cell, char>,
}

impl RegionTool {
    fn press(&mut self, cell: Option<Cell>, pointer: PointerGesture, context: &ToolContext<'_>) {
        if self.held.is_some() {
            self.drag = Some(RegionDrag::Lay);
            return;
        }
        let Some(cell) = cell else { return };
        let keys = context.modifiers;
        let inside = context.region.on(context.view.grid()).is_some_and(|region| region.contains(cell));
        let way = match (keys.shift, keys.command || keys.ctrl || keys.alt) {
            (_, true) => RegionChange::Remove,
            (true, false) => RegionChange::Add,
            (false, false) if inside => {
                self.drag = Some(RegionDrag::Lift(cell));
                return;
            }
            _ => RegionChange::New,
        };
        self.drag =
            Some(if context.options.lasso { RegionDrag::Brush(way) } else { RegionDrag::Area(way, cell, cell) });
        if context.options.lasso {
            self.stroke.pointer(pointer, context.options.size, context);
        }
    }

    fn drag_to(&mut self, cell: Option<Cell>, context: &ToolContext<'_>) {
        match (self.drag, cell) {
            (Some(RegionDrag::Area(way, from, _)), Some(cell)) => self.drag = Some(RegionDrag::Area(way, from, cell)),
            (Some(RegionDrag::Lift(from)), Some(cell)) if cell != from => {
                let grid = context.view.grid();
                if let Some(region) = context.region.on(grid) {
                    self.held = Some(HeldPiece::lift(context.scenario, grid, region, from));
                    self.drag = Some(RegionDrag::Lay);
                }
            }
            _ => {}
        }
    }

    /// Pushes the act that selects `cells`, or adds or removes them.
    fn select(way: RegionChange, cells: impl Iterator<Item = Cell>, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let grid = context.view.grid();
        let was = context.region.on(grid).filter(|_| way != RegionChange::New);
        let mut patch = was.cloned().unwrap_or_else(|| HexSet::none(grid));
        for cell in cells.filter(|cell| context.common().has(*cell)) {
            match way {
                RegionChange::Remove => patch.remove(cell),
                RegionChange::New | RegionChange::Add => patch.insert(cell),
            };
        }
        acts.push(Act::Region(region::RegionAct::Select(patch)));
    }

    /// Places the held piece. With Shift, a copy stays in hand.
    fn place_piece(&mut self, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let (Some(cell), Some(held)) = (self.hover, &self.held) else { return };
        let grid = context.view.grid();
        let (carry, middle) = (context.options.carry, held.middle(grid, cell));
        acts.push(Act::Region(region::RegionAct::Lay(Box::new(PiecePlacement { held: held.clone(), carry, middle }))));
        if held.from.is_some() || !context.modifiers.shift {
            self.held = None;
        }
    }

    /// Updates the letters of the visible part of the held piece.
    fn look(&mut self, context: &ToolContext<'_>) {
        self.letters.clear();
        self.levels.clear();
        let (Some(cell), Some(held)) = (self.hover, &self.held) else { return };
        if PieceStyle::of(context.view, held) != PieceStyle::Map {
            return;
        }
        let (grid, carry) = (context.view.grid(), context.options.carry);
        let middle = held.middle(grid, cell);
        let known = draft::known(context.scenario, held);
        let leveled = carry.levels && context.common().levels().is_some();
        for cell in context.view.cells().filter(|cell| context.common().has(*cell)) {
            if let Some(ground) = held.ground(grid, middle, cell) {
                let letter = known.get(&ground.letter).copied().flatten().filter(|_| carry.terrain);
                self.letters.extend(letter.map(|letter| (cell, letter)));
                self.levels.extend(ground.level.filter(|_| leveled).map(|level| (cell, level)));
            } else if let Some(from) = held.from.as_ref().filter(|from| from.patch.contains(cell)) {
                self.letters.extend(carry.terrain.then_some((cell, from.bare.letter)));
                self.levels.extend(leveled.then_some((cell, from.bare.level)));
            }
        }
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let ways = [(false, "Rectangles".to_owned()), (true, "The brush".to_owned())];
    let help = "Effect of a drag: select columns and rows, or the hexes under the pointer.";
    if let Some(lasso) = field::choice(ui, "Selects by", help, &page.options.lasso, &ways) {
        page.options.lasso = lasso;
    }
    page.width(ui, page.options.lasso);
    carried(ui, &mut page.options.carry);
}

/// Draws the check boxes for the contents of a region.
fn carried(ui: &mut Ui, carry: &mut RegionContents) {
    let rows = [
        (&mut carry.terrain, "With terrain", "Move, paste and clear change the terrain."),
        (&mut carry.levels, "With levels", "Move, paste and clear change the levels."),
        (&mut carry.hexsides, "With hexsides", "Includes streams and the like that are completely inside."),
        (&mut carry.roads, "With roads", "Includes the parts of roads that are inside."),
        (&mut carry.places, "With names", "Includes places and labels. A copy of a place gets a new id."),
        (&mut carry.units, "With units", "Includes units. A copy of a unit gets a new id."),
    ];
    for (value, label, help) in rows {
        if let Some(checked) = field::check(ui, label, help, *value) {
            *value = checked;
        }
    }
}

impl ToolDefinition for RegionTool {
    const INFO: ToolInfo = ToolInfo {
        id: "region",
        name: "Region",
        help: "Select a part of the map; copy, cut, paste, move, turn and mirror it.",
        key: Key::A,
        icon: include_str!("../../assets/icons/region.svg"),
        group: ToolGroup::Terrain,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 8, legend: false, draw: options });
}

impl Tool for RegionTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let keys = "R and Shift+R turn, M and Shift+M mirror, Escape cancels";
        if let Some(held) = &self.held {
            let hexes = counted(held.piece.ground.len(), "hex");
            return match held.from {
                Some(_) => format!("Release to move {hexes} here. {keys}."),
                None => format!("Click to place {hexes}. Shift-click keeps a copy in hand. {keys}."),
            };
        }
        match self.drag {
            Some(RegionDrag::Area(way, from, to)) => {
                let (columns, rows) = HexRectangle::between(from, to).size();
                let (columns, rows) = (counted(columns, "column"), counted(rows, "row"));
                let verb = match way {
                    RegionChange::New => "select",
                    RegionChange::Add => "add",
                    RegionChange::Remove => "remove",
                };
                return format!("Release to {verb} {columns} by {rows}. Escape cancels.");
            }
            Some(RegionDrag::Brush(_)) => return "Drag over the hexes to select. Escape cancels.".to_owned(),
            _ => {}
        }
        match context.region.on(context.view.grid()).map(HexSet::len) {
            None => "Drag to select hexes. Ctrl+A selects all hexes, Ctrl+V pastes a copied region.".to_owned(),
            Some(count) => format!(
                "{count} hexes: drag inside to move them. Ctrl+C copies, Ctrl+X cuts, Delete clears. \
                 Shift adds, Ctrl or Alt removes, Escape ends."
            ),
        }
    }

    fn cursor(&self) -> CursorIcon {
        match (&self.held, self.drag) {
            (Some(_), Some(_)) => CursorIcon::Grabbing,
            (Some(_), None) => CursorIcon::Grab,
            _ => CursorIcon::Crosshair,
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => {
                self.hover = context.cell(pos);
                if context.options.lasso && self.held.is_none() {
                    self.stroke.pointer(pointer, context.options.size, context);
                }
            }
            PointerGesture::Gone => {
                self.hover = None;
                self.stroke.pointer(pointer, context.options.size, context);
            }
            PointerGesture::Press(pos) => {
                self.hover = context.cell(pos);
                self.press(self.hover, pointer, context);
            }
            PointerGesture::Drag(pos) | PointerGesture::Release(pos) if self.drag.is_some() => {
                self.hover = context.cell(pos).or(self.hover);
                self.drag_to(self.hover, context);
                let stroked = match self.drag {
                    Some(RegionDrag::Brush(_)) => self.stroke.pointer(pointer, context.options.size, context),
                    _ => StrokeEffect::No,
                };
                if let PointerGesture::Release(_) = pointer {
                    match (self.drag.take(), stroked) {
                        (Some(RegionDrag::Area(way, from, to)), _) => {
                            Self::select(way, HexRectangle::between(from, to).cells(), context, acts);
                        }
                        (Some(RegionDrag::Brush(way)), StrokeEffect::Done(cells)) => {
                            Self::select(way, cells.into_iter(), context, acts);
                        }
                        // A click inside the region clears the selection.
                        (Some(RegionDrag::Lift(_)), _) => {
                            Self::select(RegionChange::New, std::iter::empty(), context, acts)
                        }
                        (Some(RegionDrag::Lay), _) => self.place_piece(context, acts),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        self.look(context);
    }

    fn cancel(&mut self) -> bool {
        self.stroke.cancel();
        self.letters.clear();
        self.levels.clear();
        let drag = self.drag.take().is_some();
        self.held.take().is_some() || drag
    }

    fn painted(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        Some(match layer {
            PaintLayer::Terrain => &self.letters,
            PaintLayer::Levels => &self.levels,
        })
    }

    fn held(&self) -> Option<&HeldPiece> {
        self.held.as_ref()
    }

    fn hand(&mut self) -> Option<&mut Option<HeldPiece>> {
        Some(&mut self.held)
    }

    fn beneath(&self, painter: &Painter, context: &ToolContext<'_>) {
        match (&self.held, self.hover) {
            (Some(held), Some(cell)) => match PieceStyle::of(context.view, held) {
                PieceStyle::Picture => self.picture.paint(painter, context, held, cell),
                PieceStyle::Plain => held_piece::plain(painter, context, held, cell),
                PieceStyle::Map => {}
            },
            (Some(_), None) => {}
            (None, _) => self.picture.clear(),
        }
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        if let Some(held) = &self.held {
            if let Some(cell) = self.hover {
                held_outline::held(painter, context, held, cell);
            }
            return;
        }
        match self.drag {
            Some(RegionDrag::Area(_, from, to)) => {
                let area = HexRectangle::between(from, to);
                overlay::outline_where(painter, context.view, &|cell| area.contains(cell), ink::ACCENT);
            }
            Some(RegionDrag::Brush(_)) => {
                let within = |cell: Cell| self.stroke.cells().contains(&cell);
                overlay::outline_where(painter, context.view, &within, ink::ACCENT);
            }
            _ if context.options.lasso => self.stroke.preview(painter, context.view),
            _ => overlay::hover(painter, context.view, self.hover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::region::Rotation;
    use crate::tools::testing::{self, ToolHarness};

    #[test]
    fn hexes_are_selected_added_and_taken_away() {
        for (document, map) in testing::maps() {
            let mut table = ToolHarness::of(document);
            let mut tool = RegionTool::default();
            let size = |table: &ToolHarness| table.region.on(&table.common().grid().unwrap()).map(HexSet::len);
            table.drag(&mut tool, &["0202", "0403"]);
            assert_eq!(size(&table), Some(6), "{map}");
            table.modifiers = egui::Modifiers::SHIFT;
            table.drag(&mut tool, &["0404", "0504"]);
            assert_eq!(size(&table), Some(8), "{map}");
            table.modifiers = egui::Modifiers::CTRL;
            table.drag(&mut tool, &["0302", "0303"]);
            assert_eq!(size(&table), Some(6), "{map}");
            table.modifiers = egui::Modifiers::NONE;
            assert!(table.hint(&tool).starts_with("6 hexes: drag inside"), "{}", table.hint(&tool));
            table.drag(&mut tool, &["0202"]);
            assert_eq!(size(&table), None, "a click within ends it");
            table.options.lasso = true;
            table.options.size = 2;
            table.drag(&mut tool, &["0403", "0404"]);
            assert_eq!(size(&table), Some(10), "{map}: two disks of seven that share four");
        }
    }

    #[test]
    fn a_region_is_moved_by_dragging_it_and_escape_puts_it_back() {
        let mut table = ToolHarness::new();
        let mut tool = RegionTool::default();
        let cells = ["0302", "0303"].map(|hex| (table.cell(hex), '#'));
        table.document.apply("Paint", None, crate::model::edit::Edit::Paint(cells.to_vec()));
        table.drag(&mut tool, &["0302", "0303"]);
        let (from, to) = (table.pos("0303"), table.pos("0306"));
        table.send(&mut tool, PointerGesture::Press(from));
        table.send(&mut tool, PointerGesture::Drag(to));
        assert!(tool.held().is_some() && table.hint(&tool).starts_with("Release to move 2 hexes here."));
        assert_eq!(tool.painted(PaintLayer::Terrain).unwrap().len(), 4, "where they were, and where they are to be");
        assert!(tool.cancel());
        table.send(&mut tool, PointerGesture::Release(to));
        assert_eq!((table.letter("0303"), table.document.history().len()), ('#', 1));
        // A single large step, as in a slow frame.
        table.send(&mut tool, PointerGesture::Press(from));
        table.send(&mut tool, PointerGesture::Release(to));
        let letters = ["0302", "0303", "0305", "0306"].map(|hex| table.letter(hex) == '#');
        assert_eq!((letters, table.document.history().len()), ([false, false, true, true], 2));
        assert!(table.region.on(&table.common().grid().unwrap()).unwrap().contains(table.cell("0306")));
        assert!(tool.held().is_none());
    }

    #[test]
    fn what_is_pasted_is_turned_under_the_pointer_and_shift_keeps_it() {
        let mut table = ToolHarness::new();
        let grid = table.common().grid().unwrap();
        let cells = ["0302", "0303", "0304"].map(|hex| (table.cell(hex), '#'));
        table.document.apply("Paint", None, crate::model::edit::Edit::Paint(cells.to_vec()));
        let patch = HexSet::of(&grid, cells.map(|(cell, _)| cell));
        let (mut piece, _) = region::Piece::cut_out(table.document.scenario(), &grid, &patch);
        // The chart has no terrain of that name, but one with the same look.
        piece
            .terrain
            .insert('#', region::PieceTerrain { name: "Bois".to_owned(), look: battlewright_schema::Look::Woods });
        let mut tool = RegionTool::default();
        *tool.hand().unwrap() = Some(HeldPiece::new(piece));
        tool.hand().unwrap().as_mut().unwrap().turn(Rotation::Right, &grid);
        let hex = |name: &str| grid.hex(table.cell(name));
        let turned = cells.map(|(cell, _)| hex("1003") + (grid.hex(cell) - hex("0303")).rotate_cw(1));
        let upright = table.letter("1002");
        table.modifiers = egui::Modifiers::SHIFT;
        table.drag(&mut tool, &["1003"]);
        let letters = turned.map(|hex| table.at(grid.cell_at(hex).unwrap()));
        assert_eq!((letters, table.letter("1002")), (['w'; 3], upright), "it lies aslant now");
        assert!(tool.held().is_some());
        table.modifiers = egui::Modifiers::NONE;
        table.drag(&mut tool, &["1009"]);
        assert!(tool.held().is_none() && table.document.history().len() == 3);
    }
}
