//! The tools: each a small state machine that previews under the pointer and commits on release.
//!
//! A tool consists of a file here that implements [`ToolDefinition`], and [`Tool`] unless it shares its behavior with another,
//! an icon in `editor/assets/icons`, and a line in the list below.

mod area;
mod brush;
mod edge;
mod elevation;
mod entry;
mod exit;
mod fill;
mod front;
pub(crate) mod ghost;
mod held_outline;
mod held_piece;
mod hex_list;
mod hexside;
mod label;
mod layer;
mod line;
mod line_of_sight;
mod measure;
mod mega_hex;
mod page;
mod picker;
mod place;
mod rectangle;
mod region;
mod replace;
mod road;
mod select;
mod shape;
mod spoken;
mod stroke;
pub(crate) mod table;
#[cfg(test)]
pub(crate) mod testing;
mod trench;
pub(crate) mod unit;
mod victory;
mod zone;

use std::collections::BTreeMap;
use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_schema::{Cell, Common, Counter, Scenario, SideId};
use egui::{CursorIcon, Modifiers, Painter, Pos2};

use crate::canvas::names::DrawnNames;
use crate::canvas::{self, Counters, View};
use crate::messages::act::Act;
use crate::model::feature_index::FeatureIndex;
use crate::model::position::CurrentPosition;
use crate::model::region::{HeldPiece, SelectedRegion};
use crate::model::selection::Selection;

pub use crate::messages::tool::{HeightChange, PaintLayer, ToolGroup, ToolInfo, ToolKind, ToolOptions, WIDEST};
pub(crate) use hexside::draw_hexsides;
pub use page::{OptionsPage, PageContext};
pub(crate) use page::{SWATCH, legend};
pub(crate) use road::draw_roads;
pub(crate) use select::{several, under};
pub(crate) use spoken::{describe, direction, spoken};
pub(crate) use stroke::{Stroke, StrokeEffect};
pub use table::{TableContext, TableTool, TableToolDefinition};

/// The static data of a tool, which complements the behavior in [`Tool`].
pub trait ToolDefinition: Tool + Default + 'static {
    /// Id, name, key, icon and group.
    const INFO: ToolInfo;

    /// The page of options in the inspector; `None` if the tool has no options.
    const OPTIONS: Option<OptionsPage> = None;
}

/// Returns the reason why a tool has nothing to do in `scenario`, unless its system `has` what the tool edits.
fn lacks(scenario: &Scenario, has: bool, what: &str) -> Option<String> {
    (!has).then(|| format!("{} has no {what}.", scenario.system().title()))
}

/// An entry in the list of all tools.
struct ToolEntry {
    kind: ToolKind,
    options: Option<OptionsPage>,
    /// Makes the tool for hexes.
    make: fn() -> Box<dyn Tool>,
    /// Makes the tool for tables.
    make_on_table: fn() -> Box<dyn TableTool>,
}

impl ToolEntry {
    /// Makes the entry of tool `T` for hexes. On tables it is not offered.
    const fn hexes<T: ToolDefinition>() -> Self {
        Self::both::<T, table::select::SelectOnTable>()
    }

    /// Makes the entry of a tool that is `T` on hexes and `U` on tables.
    const fn both<T: ToolDefinition, U: TableTool + Default + 'static>() -> Self {
        Self {
            kind: ToolKind::of(&T::INFO),
            options: T::OPTIONS,
            make: || Box::new(T::default()),
            make_on_table: || Box::new(U::default()),
        }
    }

    /// Makes the entry of tool `T` for tables. On hexes it is not offered.
    const fn table<T: TableToolDefinition>() -> Self {
        Self {
            kind: ToolKind::of(&T::INFO),
            options: T::OPTIONS,
            make: || Box::new(select::SelectTool::default()),
            make_on_table: || Box::new(T::default()),
        }
    }
}

/// Generates the constants of `ToolKind` and the table `TOOLS` from one list of tools.
macro_rules! tools {
    ($($kind:ident: $on:ident $tool:ty $(, $other:ty)?;)+) => {
        const TOOLS: &[ToolEntry] = &[$(ToolEntry::$on::<$tool $(, $other)?>()),+];

        impl ToolKind {
            $(
                #[doc = concat!("The kind of `", stringify!($tool), "`.")]
                pub const $kind: Self = Self::of(&<$tool>::INFO);
            )+
        }

        /// All tools, in the order of the tool bar.
        pub const ALL: [ToolKind; TOOLS.len()] = [$(ToolKind::$kind),+];
    };
}

// One line per tool: for hexes, for tables, or for both. The order is that of the tool bar and of the menu.
tools! {
    SELECT: both select::SelectTool, table::select::SelectOnTable;
    BRUSH: hexes brush::BrushTool;
    LINE: hexes line::LineTool;
    RECTANGLE: hexes rectangle::RectangleTool;
    FILL: hexes fill::FillTool;
    REPLACE: hexes replace::ReplaceTool;
    REGION: hexes region::RegionTool;
    PICKER: hexes picker::PickerTool;
    ELEVATION: hexes elevation::ElevationTool;
    DRAW: table table::draw::DrawTool;
    ROAD: hexes road::RoadTool;
    HEXSIDE: hexes hexside::HexsideTool;
    TRENCH: hexes trench::TrenchTool;
    FRONT_LINE: hexes front::FrontTool;
    MEGA_HEX: hexes mega_hex::MegaHexTool;
    PLACE: hexes place::PlaceTool;
    LABEL: hexes label::LabelTool;
    ENTRY: hexes entry::EntryTool;
    EXIT: hexes exit::ExitTool;
    VICTORY: hexes victory::VictoryTool;
    UNIT: both unit::UnitTool, table::unit::UnitOnTable;
    ZONE: hexes zone::ZoneTool;
    LINE_OF_SIGHT: both line_of_sight::LineOfSightTool, table::line_of_sight::SightOnTable;
    MEASURE: both measure::MeasureTool, table::measure::MeasureOnTable;
}

/// Read access to the document and the view for a tool.
pub struct ToolContext<'a> {
    /// The edited scenario.
    pub scenario: &'a Scenario,
    /// The counters of the scenario.
    pub crowd: &'a Counters,
    /// An index from cells to the features in them.
    pub sites: &'a FeatureIndex,
    /// The visible part of the map.
    pub view: &'a View,
    /// The options of all tools.
    pub options: &'a ToolOptions,
    /// The current selection.
    pub selection: Selection,
    /// The selected counters, one or several.
    pub picked: Vec<Counter>,
    /// The selected region of the map, which limits painting.
    pub region: &'a SelectedRegion,
    /// The revision number of the scenario. Every change increases it.
    pub revision: u64,
    /// `true` if the map shows elevation levels.
    pub levels: bool,
    /// The names on the map, as they were last drawn.
    pub names: &'a DrawnNames,
    /// The modifier keys that are held down.
    pub modifiers: Modifiers,
    /// The position in which lines of sight and marches are computed.
    pub position: CurrentPosition<'a>,
}

impl<'a> ToolContext<'a> {
    /// Returns the sections that all systems share.
    pub fn common(&self) -> &'a dyn Common {
        self.scenario.common()
    }

    /// Returns the index of the label at `pos`.
    pub fn label_at(&self, pos: Pos2) -> Option<usize> {
        self.names.label_at(self.view, self.common().labels(), pos)
    }

    /// Returns the artwork for maps and counters.
    pub fn art(&self) -> &Arc<Art> {
        self.crowd.uniforms.art()
    }

    /// Returns the cell at `pos`, or `None` if the map has no hex there.
    pub fn cell(&self, pos: Pos2) -> Option<Cell> {
        self.view.cell_at(pos).filter(|cell| self.common().has(*cell))
    }

    /// Returns `true` if `cell` may be painted: the map has it, and the selected region, if any, contains it.
    pub fn paintable(&self, cell: Cell) -> bool {
        self.common().has(cell) && self.region.on(self.view.grid()).is_none_or(|region| region.contains(cell))
    }

    /// Describes the width of the brush in words.
    pub fn width(&self) -> String {
        match self.options.size {
            1 => "1 hex wide".to_owned(),
            size => format!("{} hexes wide", u16::from(size) * 2 - 1),
        }
    }

    /// Returns `", within the region only"` if a region limits painting, otherwise an empty string.
    pub fn within(&self) -> &'static str {
        if self.region.on(self.view.grid()).is_some() { ", within the region only" } else { "" }
    }

    /// Returns the terrain letter of `cell`.
    pub fn letter(&self, cell: Cell) -> Option<char> {
        self.common().hexes().get(usize::from(cell.column), usize::from(cell.row))
    }

    /// Returns the name of the terrain with this letter.
    pub fn terrain_name(&self, letter: char) -> String {
        let terrain = self.common().terrain();
        terrain.iter().find(|t| t.letter.0 == letter).map_or_else(|| letter.to_string(), |t| t.name.to_owned())
    }

    /// Returns the side chosen in the options.
    pub fn side(&self) -> Option<SideId> {
        let sides = self.common().sides();
        sides.get(self.options.side).or(sides.first()).map(|side| side.id.clone())
    }

    /// Returns the counters in `cell`, the bottom one first.
    pub fn counters_in(&self, cell: Cell) -> Vec<Counter> {
        self.crowd.counters_in(cell)
    }

    /// Returns the index of the unit in `cell`.
    pub fn unit_in(&self, cell: Cell) -> Option<usize> {
        self.counters_in(cell).into_iter().find_map(|counter| match counter {
            Counter::Unit(unit) => Some(unit),
            Counter::Hq(_) => None,
        })
    }

    /// Returns the topmost counter at `pos`.
    pub fn counter_at(&self, pos: Pos2) -> Option<Counter> {
        self.crowd.counter(canvas::piece_at(&self.crowd.place(self.view, None), pos)?)
    }

    /// Returns `true` if `cell` is at the edge of the map.
    pub fn is_edge(&self, cell: Cell) -> bool {
        self.view.grid().neighbors(cell).iter().any(|n| n.is_none_or(|n| !self.common().has(n)))
    }

    /// Returns the cells within `rings - 1` hexes of `cell`.
    pub fn disk(&self, cell: Cell, rings: u8) -> Vec<Cell> {
        let grid = self.view.grid();
        let hexes = grid.hex(cell).range(u32::from(rings.saturating_sub(1)));
        hexes.filter_map(|hex| grid.cell_at(hex)).filter(|cell| self.common().has(*cell)).collect()
    }

    /// Returns the cells on the straight line from `a` to `b`, both included, without holes of the map.
    pub fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        let grid = self.view.grid();
        let line = grid.hex(a).line_to(grid.hex(b));
        line.filter_map(|hex| grid.cell_at(hex)).filter(|cell| self.common().has(*cell)).collect()
    }
}

/// A gesture of the pointer on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerGesture {
    /// The pointer moves with no button held.
    Hover(Pos2),
    /// The pointer left the map.
    Gone,
    /// The main button is pressed.
    Press(Pos2),
    /// The pointer moves with the main button held.
    Drag(Pos2),
    /// The main button is released.
    Release(Pos2),
    /// The Enter key completes the pending work.
    Commit,
}

/// The behavior of a tool.
pub trait Tool {
    /// Describes the tool and its modifiers for the status line.
    fn hint(&self, context: &ToolContext<'_>) -> String;

    /// Returns the shape of the pointer.
    fn cursor(&self) -> CursorIcon {
        CursorIcon::Crosshair
    }

    /// Handles a pointer gesture and pushes the resulting acts to `acts`.
    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>);

    /// Cancels the work in progress. Returns `true` if there was any.
    fn cancel(&mut self) -> bool;

    /// Returns the letters about to be painted on `layer`, limited to the visible cells.
    fn painted(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        let _ = layer;
        None
    }

    /// Returns the map piece about to be placed.
    fn held(&self) -> Option<&HeldPiece> {
        None
    }

    /// Returns the slot for a held map piece; `None` for tools that place none.
    fn hand(&mut self) -> Option<&mut Option<HeldPiece>> {
        None
    }

    /// Returns a hex and the hexes in sight of it.
    fn field(&self) -> Option<(Cell, &[Cell])> {
        None
    }

    /// Returns the counter that is being dragged.
    fn lifted(&self) -> Option<Counter> {
        None
    }

    /// Returns `true` if the map shows level numbers even at low zoom while this tool is active.
    fn shows_levels(&self) -> bool {
        false
    }

    /// Returns `true` if the map shows setup zones distinctly while this tool is active.
    fn shows_zones(&self) -> bool {
        false
    }

    /// Returns `true` if the counter under the resting pointer is shown enlarged.
    fn shows_counters(&self) -> bool {
        false
    }

    /// Paints the parts that belong beneath the counters.
    fn beneath(&self, painter: &Painter, context: &ToolContext<'_>) {
        let _ = (painter, context);
    }

    /// Paints a preview of the pending change.
    fn preview(&self, painter: &Painter, context: &ToolContext<'_>);
}

fn entry(kind: ToolKind) -> Option<&'static ToolEntry> {
    TOOLS.iter().find(|entry| entry.kind == kind)
}

/// Creates a tool of this kind for tables, or the select tool for a kind that tables do not have.
pub fn new_on_table(kind: ToolKind) -> Box<dyn TableTool> {
    entry(kind).map_or_else(|| Box::new(table::select::SelectOnTable::default()) as _, |entry| (entry.make_on_table)())
}

/// Creates a tool of this kind, or the select tool for an unknown kind.
pub fn new(kind: ToolKind) -> Box<dyn Tool> {
    entry(kind).map_or_else(|| Box::new(select::SelectTool::default()) as Box<dyn Tool>, |entry| (entry.make)())
}

/// Returns the acts of a click with a tool of this kind on `cell`.
pub fn click(kind: ToolKind, cell: Cell, context: &ToolContext<'_>) -> Vec<Act> {
    let (mut tool, mut acts) = (new(kind), Vec::new());
    let pos = context.view.center(cell);
    for gesture in [PointerGesture::Hover(pos), PointerGesture::Press(pos), PointerGesture::Release(pos)] {
        tool.pointer(gesture, context, &mut acts);
    }
    acts
}

/// Returns the options page of `kind`, if it has one.
pub(crate) fn options_page(kind: ToolKind) -> Option<OptionsPage> {
    entry(kind)?.options
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::widgets::icon;

    #[test]
    fn every_tool_says_what_it_is_and_has_a_key_of_its_own() {
        let infos = ALL.map(ToolKind::info);
        assert!(infos.iter().all(|info| !info.name.is_empty() && info.help.ends_with('.')));
        let keys: BTreeSet<_> = infos.iter().map(|info| info.key).collect();
        let names: BTreeSet<_> = infos.iter().map(|info| info.name).collect();
        assert_eq!((keys.len(), names.len()), (infos.len(), infos.len()));
        let ids: BTreeSet<_> = infos.iter().map(|info| info.id).collect();
        assert_eq!(ids.len(), infos.len());
    }

    #[test]
    fn the_tools_of_a_group_stand_together() {
        let mut groups: Vec<_> = ALL.iter().map(|tool| tool.info().group).collect();
        groups.dedup();
        assert!((1..groups.len()).all(|n| !groups[..n].contains(&groups[n])), "{groups:?}");
    }

    #[test]
    fn every_icon_is_white_and_has_room_around_it() {
        for tool in ALL {
            let image = icon::image(tool.info().icon, 96).unwrap_or_else(|| panic!("{tool:?} has an icon"));
            assert_eq!(image.size, [96, 96], "{tool:?}");
            assert!(image.pixels.iter().all(|pixel| pixel.r() == pixel.a() && pixel.b() == pixel.a()), "{tool:?}");
            let edge = |n: usize| [image[(n, 0)], image[(n, 95)], image[(0, n)], image[(95, n)]];
            let cut = (0..96).flat_map(edge).any(|pixel| pixel.a() > 200);
            assert!(!cut, "{tool:?} runs over the edge");
            assert!(image.pixels.iter().any(|pixel| pixel.a() == 255), "{tool:?} shows something");
        }
    }
}
