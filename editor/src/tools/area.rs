//! The area of the fill tool and of the replace tool: connected hexes of one kind, or all hexes of one kind.

use battlewright_schema::Cell;
use egui::{Painter, Ui};

use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext};
use crate::canvas::{ink, overlay};
use crate::messages::act::Act;
use crate::model::region::HexSet;

/// The options of the tools that paint areas.
pub(super) const OPTIONS: OptionsPage = OptionsPage { rows: 1, legend: true, draw: options };

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.layer(ui);
    page.paint(ui);
}

/// The behavior of the fill tool, or of the replace tool, whose area includes hexes that are not connected to the one under the
/// pointer.
#[derive(Default)]
pub(super) struct AreaTool<const EVERYWHERE: bool> {
    from: Option<Cell>,
    area: HexSet,
    /// The key with which the area was found.
    found: Option<FillKey>,
    down: bool,
}

/// The cache key of an area: layer, chosen value, value under the pointer, revision, and stamp of the region.
type FillKey = (super::PaintLayer, char, Option<char>, u64, u64);

impl<const EVERYWHERE: bool> AreaTool<EVERYWHERE> {
    /// Finds the area around `cell` unless the cache has it, because the search is slow on a large map.
    fn find(&mut self, cell: Option<Cell>, context: &ToolContext<'_>) {
        self.from = cell;
        let layer = context.options.layer;
        let chosen = layer.chosen(context.options);
        let value = cell.filter(|cell| context.paintable(*cell)).and_then(|cell| layer.at(cell, context));
        let key = (layer, chosen, value, context.revision, context.region.stamp());
        let known = self.found == Some(key) && (EVERYWHERE || cell.is_some_and(|cell| self.area.contains(cell)));
        if known {
            return;
        }
        let like = |cell: Cell| context.paintable(cell) && layer.at(cell, context) == value;
        self.found = Some(key);
        self.area = match cell.filter(|_| value.is_some_and(|value| value != chosen)) {
            None => HexSet::none(context.view.grid()),
            Some(_) if EVERYWHERE => {
                let grid = context.view.grid();
                HexSet::of(grid, grid.cells().filter(|cell| like(*cell)))
            }
            Some(cell) => flood(cell, like, context),
        };
    }
}

/// Returns the cells that are connected to `from` and satisfy `like`.
fn flood(from: Cell, like: impl Fn(Cell) -> bool, context: &ToolContext<'_>) -> HexSet {
    let mut area = HexSet::of(context.view.grid(), [from]);
    let mut rest = vec![from];
    while let Some(cell) = rest.pop() {
        for next in context.view.grid().neighbors(cell).into_iter().flatten() {
            if !area.contains(next) && like(next) {
                area.insert(next);
                rest.push(next);
            }
        }
    }
    area
}

impl<const EVERYWHERE: bool> Tool for AreaTool<EVERYWHERE> {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let layer = context.options.layer;
        let name = layer.describe(layer.chosen(context.options), context);
        let (within, count) = (context.within(), self.area.len());
        let alt = "Alt-click picks from a hex.";
        let there = self.from.and_then(|cell| layer.at(cell, context)).map(|value| layer.describe(value, context));
        match (EVERYWHERE, there.filter(|_| count > 0)) {
            (false, None) => format!("Click to fill an area with {name}{within}. {alt}"),
            (false, Some(_)) => {
                format!("Click to fill {} with {name}{within}. {alt}", these(count))
            }
            (true, None) => format!("Click a hex to change all hexes like it to {name}{within}. {alt}"),
            (true, Some(there)) => {
                format!("Click to change {} of {there} to {name}{within}. {alt}", these(count))
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        if context.options.layer.pick(pointer, context, acts) {
            return;
        }
        match pointer {
            PointerGesture::Hover(pos) => self.find(context.cell(pos), context),
            PointerGesture::Press(pos) => {
                self.find(context.cell(pos), context);
                self.down = true;
            }
            PointerGesture::Gone => {
                self.cancel();
            }
            PointerGesture::Release(_) if self.down => {
                let layer = context.options.layer;
                let value = layer.chosen(context.options);
                let edit = layer.put(self.area.cells().map(|cell| (cell, value)), context);
                let (name, was) = (layer.describe(value, context), self.from.and_then(|cell| layer.at(cell, context)));
                let name = match was {
                    Some(was) if EVERYWHERE => format!("Replace {} with {name}", layer.describe(was, context)),
                    _ => format!("Fill with {name}"),
                };
                acts.extend(edit.map(|edit| Act::edit(name, edit)));
                self.cancel();
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.from = None;
        self.found = None;
        self.area = HexSet::default();
        std::mem::take(&mut self.down)
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let within = |cell: Cell| self.area.contains(cell);
        overlay::tint_where(painter, context.view, &within, ink::ACCENT.gamma_multiply(0.25));
        overlay::outline_where(painter, context.view, &within, ink::ACCENT);
    }
}

/// Returns `"this hex"` or `"these N hexes"`.
fn these(count: usize) -> String {
    if count == 1 { "this hex".to_owned() } else { format!("these {count} hexes") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::PaintLayer;
    use crate::tools::fill::FillTool;
    use crate::tools::replace::ReplaceTool;
    use crate::tools::testing::ToolHarness;

    /// Returns a harness in which 0302 and 0303, and the unconnected 0306, have a unique terrain.
    fn table() -> ToolHarness {
        let mut table = ToolHarness::new();
        let cells = ["0302", "0303", "0306"].map(|hex| (table.cell(hex), '#'));
        table.document.apply("Paint", None, crate::model::edit::Edit::Paint(cells.to_vec()));
        table.options.letter = 'w';
        table
    }

    #[test]
    fn a_fill_stops_where_another_terrain_begins_and_replacing_does_not() {
        let mut table = table();
        let woods = table.count('w');
        let mut tool = FillTool::default();
        let pos = table.pos("0303");
        table.send(&mut tool, PointerGesture::Hover(pos));
        assert!(table.hint(&tool).starts_with("Click to fill these 2 hexes with Woods"), "{}", table.hint(&tool));
        table.drag(&mut tool, &["0303"]);
        assert_eq!((table.count('#'), table.count('w')), (1, woods + 2));
        table.document.undo();
        let mut tool = ReplaceTool::default();
        table.send(&mut tool, PointerGesture::Hover(pos));
        assert!(table.hint(&tool).contains("these 3 hexes of #"), "{}", table.hint(&tool));
        table.drag(&mut tool, &["0303"]);
        assert_eq!((table.count('#'), table.count('w')), (0, woods + 3));
        assert_eq!(table.document.history().undo_name(), Some("Replace # with Woods"));
    }

    #[test]
    fn both_stay_within_the_region() {
        let tools: [(Box<dyn Tool>, bool); 2] =
            [(Box::new(FillTool::default()), false), (Box::new(ReplaceTool::default()), true)];
        for (mut tool, everywhere) in tools {
            let mut table = table();
            let grid = table.common().grid().unwrap();
            table.region.select(HexSet::of(&grid, ["0303", "0306"].map(|hex| table.cell(hex))), &grid);
            table.drag(&mut *tool, &["0303"]);
            let left = ["0302", "0303", "0306"].map(|hex| table.letter(hex) == '#');
            assert_eq!(left, [true, false, !everywhere]);
            let steps = table.document.history().len();
            table.drag(&mut *tool, &["0302"]);
            assert_eq!(table.document.history().len(), steps, "a click outside does nothing");
        }
    }

    #[test]
    fn levels_are_replaced_too() {
        let mut table = table();
        let cells = ["0302", "0306"].map(|hex| (table.cell(hex), '3'));
        table.document.apply("Levels", None, crate::model::edit::Edit::Levels(cells.to_vec()));
        (table.options.layer, table.options.level) = (PaintLayer::Levels, 5);
        table.drag(&mut ReplaceTool::default(), &["0306"]);
        let levels = table.common().levels().unwrap().to_string();
        assert_eq!((levels.matches('3').count(), levels.matches('5').count()), (0, 2));
        assert_eq!(table.document.history().undo_name(), Some("Replace level 3 with level 5"));
    }
}
