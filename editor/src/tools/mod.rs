//! The tools: each a small state machine that previews under the pointer and commits on release.

mod brush;
mod elevation;
mod entry;
mod fill;
pub(crate) mod ghost;
mod held_outline;
mod held_piece;
mod hexside;
mod label;
mod layer;
mod line_of_sight;
mod measure;
mod picker;
mod place;
mod region;
mod road;
mod select;
mod shape;
mod spoken;
mod stroke;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod unit;
mod victory;
mod zone;

use std::collections::BTreeMap;
use std::sync::Arc;

use battlewright_engine::any::sight_rule;
use battlewright_export::art::Art;
use battlewright_schema::{Cell, Common, Counter, HexsideKind, LabelSize, LabelStyle, Scenario, SideId};
use egui::{CursorIcon, Key, Modifiers, Painter, Pos2};

use crate::canvas;
use crate::canvas::{Counters, View};
use crate::messages::act::Act;
use crate::model::feature_index::FeatureIndex;
use crate::model::position::CurrentPosition;
use crate::model::region::{HeldPiece, RegionContents, SelectedRegion};
use crate::model::selection::Selection;

pub use elevation::HeightChange;
pub use layer::PaintLayer;
pub(crate) use select::{several, under};
pub(crate) use spoken::{describe, direction, spoken};
pub use stroke::WIDEST;
pub(crate) use stroke::{Stroke, StrokeEffect};
pub(crate) use unit::wish;
pub(crate) use victory::lists;

/// The kinds of tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ToolKind {
    /// Selects things and drags counters.
    #[default]
    Select,
    /// Paints terrain.
    Brush,
    /// Paints a straight line.
    Line,
    /// Paints a rectangle.
    Rectangle,
    /// Fills an area with terrain.
    Fill,
    /// Paints every hex that is like the one under the pointer.
    Replace,
    /// Selects a region of the map, and lays pieces of it elsewhere.
    Region,
    /// Takes up the terrain under the pointer.
    Picker,
    /// Raises and lowers the ground.
    Elevation,
    /// Draws roads.
    Road,
    /// Draws streams, slopes and the like along hexsides.
    Hexside,
    /// Names places.
    Place,
    /// Writes on the map.
    Label,
    /// Sets where reinforcements come on.
    Entry,
    /// Sets where units may leave.
    Exit,
    /// Sets which places count for victory.
    Victory,
    /// Adds units.
    Unit,
    /// Draws the areas in which units are set up.
    Zone,
    /// Tells what can be seen from where.
    LineOfSight,
    /// Tells how far it is, and how long a unit marches.
    Measure,
}

impl ToolKind {
    /// Every tool, in the order of the tool bar.
    pub const ALL: [Self; 20] = [
        Self::Select,
        Self::Brush,
        Self::Line,
        Self::Rectangle,
        Self::Fill,
        Self::Replace,
        Self::Region,
        Self::Picker,
        Self::Elevation,
        Self::Road,
        Self::Hexside,
        Self::Place,
        Self::Label,
        Self::Entry,
        Self::Exit,
        Self::Victory,
        Self::Unit,
        Self::Zone,
        Self::LineOfSight,
        Self::Measure,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Brush => "Terrain brush",
            Self::Line => "Line",
            Self::Rectangle => "Rectangle",
            Self::Fill => "Fill",
            Self::Replace => "Replace",
            Self::Region => "Region",
            Self::Picker => "Eyedropper",
            Self::Elevation => "Elevation",
            Self::Road => "Road",
            Self::Hexside => "Hexside",
            Self::Place => "Place",
            Self::Label => "Label",
            Self::Entry => "Entry",
            Self::Exit => "Exit",
            Self::Victory => "Victory",
            Self::Unit => "Unit",
            Self::Zone => "Setup zone",
            Self::LineOfSight => "Line of sight",
            Self::Measure => "Measure",
        }
    }

    /// Its purpose, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Select => "Select hexes, counters and what lies beneath; drag counters.",
            Self::Brush => "Paint terrain.",
            Self::Line => "Paint a straight line, as wide as the brush.",
            Self::Rectangle => "Paint a rectangle of columns and rows, filled or its outline.",
            Self::Fill => "Fill an area of one terrain with another.",
            Self::Replace => "Paint all hexes that are like the one you click, on the whole map or in the region.",
            Self::Region => "Select a part of the map; copy, cut, paste, move, turn and mirror it.",
            Self::Picker => "Paint with the terrain of a hex from now on.",
            Self::Elevation => "Raise and lower the ground.",
            Self::Road => "Draw roads from hex to hex.",
            Self::Hexside => "Draw streams, rivers, bridges, slopes and walls.",
            Self::Place => "Name places.",
            Self::Label => "Write the names of woods, rivers and ridges on the map.",
            Self::Entry => "Set where reinforcements come on.",
            Self::Exit => "Set where units may leave.",
            Self::Victory => "Set which places count for victory.",
            Self::Unit => "Add units, on the map or as reinforcements.",
            Self::Zone => "Draw the areas in which units are set up freely.",
            Self::LineOfSight => "See what is in sight of a hex, and what blocks the view; in play too.",
            Self::Measure => "Measure distances, and how long a unit marches; in play too.",
        }
    }

    /// The key that takes it up.
    pub fn key(self) -> Key {
        match self {
            Self::Select => Key::V,
            Self::Brush => Key::B,
            Self::Line => Key::N,
            Self::Rectangle => Key::T,
            Self::Fill => Key::G,
            Self::Replace => Key::C,
            Self::Region => Key::A,
            Self::Picker => Key::I,
            Self::Elevation => Key::L,
            Self::Road => Key::R,
            Self::Hexside => Key::H,
            Self::Place => Key::P,
            Self::Label => Key::W,
            Self::Entry => Key::E,
            Self::Exit => Key::X,
            Self::Victory => Key::Y,
            Self::Unit => Key::U,
            Self::Zone => Key::Z,
            Self::LineOfSight => Key::S,
            Self::Measure => Key::D,
        }
    }

    /// Returns `true` if it is of use in a game too, where nothing is edited.
    pub fn in_play(self) -> bool {
        matches!(self, Self::LineOfSight | Self::Measure)
    }

    /// Returns `true` if what it makes takes the keyboard at once, to be named.
    pub fn writes(self) -> bool {
        matches!(self, Self::Place | Self::Label)
    }

    /// The reason why there is nothing to do for it in `scenario`; `None` if there is something.
    pub fn unusable(self, scenario: &Scenario) -> Option<String> {
        let system = scenario.system();
        match self {
            Self::Select => None,
            _ if let Some(table) = scenario.common().table() => {
                Some(format!("This game is played on a table of {table}, which has no hexes."))
            }
            Self::LineOfSight if sight_rule(system).is_none() => {
                Some(format!("The rules of {} know no line of sight.", system.title()))
            }
            Self::Zone if !scenario.common().has_zones() => {
                Some(format!("In {} every unit's start is fixed: there are no setup zones.", system.title()))
            }
            Self::Exit if !scenario.common().has_exits() => {
                Some(format!("In {} no unit leaves the map by an exit.", system.title()))
            }
            _ => None,
        }
    }
}

/// The options of tools, chosen once and used until changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOptions {
    /// The terrain that brush and fill put down.
    pub letter: char,
    /// The width of the brush, in rings around the pointer: 1 is its own hex alone, [`WIDEST`] the most.
    pub size: u8,
    /// The layer of lines, rectangles and fills.
    pub layer: PaintLayer,
    /// `true` if the region tool selects with the brush, not in rectangles.
    pub lasso: bool,
    /// The things that go along with a region.
    pub carry: RegionContents,
    /// The act of the elevation tool.
    pub rise: HeightChange,
    /// The level that it sets.
    pub level: u8,
    /// The feature that the hexside tool draws.
    pub hexside: HexsideKind,
    /// The list of places that the victory tool works on, by its place among the side's.
    pub list: usize,
    /// For which side entries, exits, victory places and units are, by its place in the file.
    pub side: usize,
    /// The kind of new units, by its place among the system's.
    pub kind: usize,
    /// The formation of new units, by its place in the file; the side's first if none is chosen.
    pub formation: Option<usize>,
    /// The rating of new units; that of others of their kind if nothing is chosen.
    pub rating: Option<u8>,
    /// The turn on which new units arrive; 0 for those that start on the map.
    pub turn: u8,
    /// The setup zone that is drawn, by its place in the file; none for a new one.
    pub zone: Option<usize>,
    /// `true` if the ends of the zone's string are set, not its hexes.
    pub string: bool,
    /// The size of new labels.
    pub label_size: LabelSize,
    /// The thing that new labels name.
    pub label_style: LabelStyle,
}

impl Default for ToolOptions {
    fn default() -> Self {
        Self {
            letter: 'w',
            size: 1,
            layer: PaintLayer::Terrain,
            lasso: false,
            carry: RegionContents::default(),
            rise: HeightChange::Up,
            level: 2,
            hexside: HexsideKind::Stream,
            list: 0,
            side: 0,
            kind: 0,
            formation: None,
            rating: None,
            turn: 0,
            zone: None,
            string: false,
            label_size: LabelSize::default(),
            label_style: LabelStyle::default(),
        }
    }
}

/// The things that a tool can see.
pub struct ToolContext<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its counters.
    pub crowd: &'a Counters,
    /// The places of everything that its lists name.
    pub sites: &'a FeatureIndex,
    /// The map on the screen.
    pub view: &'a View,
    /// The options.
    pub options: &'a ToolOptions,
    /// The selection.
    pub selection: Selection,
    /// The counters that are selected, one or several.
    pub picked: Vec<Counter>,
    /// The selected region of the map.
    pub region: &'a SelectedRegion,
    /// A number that grows with every change of the scenario.
    pub revision: u64,
    /// `true` if the levels of the ground are shown.
    pub levels: bool,
    /// The modifier keys held.
    pub modifiers: Modifiers,
    /// The position that lines of sight are about.
    pub position: CurrentPosition<'a>,
}

impl<'a> ToolContext<'a> {
    /// The sections that every system shares.
    pub fn common(&self) -> &'a dyn Common {
        self.scenario.common()
    }

    /// The artwork that is drawn with.
    pub fn art(&self) -> &Arc<Art> {
        self.crowd.uniforms.art()
    }

    /// The cell at `pos`, if the map has a hex there.
    pub fn cell(&self, pos: Pos2) -> Option<Cell> {
        self.view.cell_at(pos).filter(|cell| self.common().has(*cell))
    }

    /// Returns `true` if `cell` may be painted: the map has it, and it is in the region if one is selected.
    pub fn paintable(&self, cell: Cell) -> bool {
        self.common().has(cell) && self.region.on(self.view.grid()).is_none_or(|region| region.contains(cell))
    }

    /// Words for the width of the brush.
    pub fn width(&self) -> String {
        match self.options.size {
            1 => "1 hex wide".to_owned(),
            size => format!("{} hexes wide", u16::from(size) * 2 - 1),
        }
    }

    /// Words for where painting is confined to, if it is.
    pub fn within(&self) -> &'static str {
        if self.region.on(self.view.grid()).is_some() { ", within the region only" } else { "" }
    }

    /// The letter at `cell`.
    pub fn letter(&self, cell: Cell) -> Option<char> {
        self.common().hexes().get(usize::from(cell.column), usize::from(cell.row))
    }

    /// The name of the terrain with this letter.
    pub fn terrain_name(&self, letter: char) -> String {
        let terrain = self.common().terrain();
        terrain.iter().find(|t| t.letter.0 == letter).map_or_else(|| letter.to_string(), |t| t.name.to_owned())
    }

    /// The side that the options choose.
    pub fn side(&self) -> Option<SideId> {
        let sides = self.common().sides();
        sides.get(self.options.side).or(sides.first()).map(|side| side.id.clone())
    }

    /// The counters that stand in `cell`, the lowest first.
    pub fn counters_in(&self, cell: Cell) -> Vec<Counter> {
        self.crowd.counters_in(cell)
    }

    /// The unit that stands in `cell`.
    pub fn unit_in(&self, cell: Cell) -> Option<usize> {
        self.counters_in(cell).into_iter().find_map(|counter| match counter {
            Counter::Unit(unit) => Some(unit),
            Counter::Hq(_) => None,
        })
    }

    /// The counter at `pos`, the uppermost first.
    pub fn counter_at(&self, pos: Pos2) -> Option<Counter> {
        self.crowd.counter(canvas::piece_at(&self.crowd.place(self.view, None), pos)?)
    }

    /// Returns `true` if `cell` lies at the edge of the map.
    pub fn is_edge(&self, cell: Cell) -> bool {
        self.view.grid().neighbors(cell).iter().any(|n| n.is_none_or(|n| !self.common().has(n)))
    }

    /// The cells within `rings - 1` of `cell`.
    pub fn disk(&self, cell: Cell, rings: u8) -> Vec<Cell> {
        let grid = self.view.grid();
        let hexes = grid.hex(cell).range(u32::from(rings.saturating_sub(1)));
        hexes.filter_map(|hex| grid.cell_at(hex)).filter(|cell| self.common().has(*cell)).collect()
    }

    /// The cells on the straight line from `a` to `b`, both included, the map's holes left out.
    pub fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        let grid = self.view.grid();
        let line = grid.hex(a).line_to(grid.hex(b));
        line.filter_map(|hex| grid.cell_at(hex)).filter(|cell| self.common().has(*cell)).collect()
    }
}

/// A gesture of the pointer on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerGesture {
    /// It moves with no button held.
    Hover(Pos2),
    /// It left the map.
    Gone,
    /// The main button goes down.
    Press(Pos2),
    /// It moves with the main button held.
    Drag(Pos2),
    /// The main button goes up.
    Release(Pos2),
    /// The Enter key: what is pending is done.
    Commit,
}

/// A tool.
pub trait Tool {
    /// The effect of it, and its modifiers, for the status line.
    fn hint(&self, sight: &ToolContext<'_>) -> String;

    /// The shape of the pointer.
    fn cursor(&self) -> CursorIcon {
        CursorIcon::Crosshair
    }

    /// Takes note of the pointer; what is to be done goes into `acts`.
    fn pointer(&mut self, pointer: PointerGesture, sight: &ToolContext<'_>, acts: &mut Vec<Act>);

    /// Gives up what it is in the middle of. Whether there was anything.
    fn cancel(&mut self) -> bool;

    /// The letters that it is about to put on `layer`, as far as they are in view.
    fn coat(&self, layer: PaintLayer) -> Option<&BTreeMap<Cell, char>> {
        let _ = layer;
        None
    }

    /// The piece of a map that it is about to lay.
    fn held(&self) -> Option<&HeldPiece> {
        None
    }

    /// The place where it takes a piece of a map in hand; `None` for tools that lay none.
    fn hand(&mut self) -> Option<&mut Option<HeldPiece>> {
        None
    }

    /// A hex and all that can be seen from it.
    fn field(&self) -> Option<(Cell, &[Cell])> {
        None
    }

    /// A counter that it is dragging.
    fn lifted(&self) -> Option<Counter> {
        None
    }

    /// Paints what belongs on the map beneath the counters.
    fn beneath(&self, painter: &Painter, sight: &ToolContext<'_>) {
        let _ = (painter, sight);
    }

    /// Paints what it is about to do.
    fn preview(&self, painter: &Painter, sight: &ToolContext<'_>);
}

/// The tool of a kind, fresh.
pub fn new(kind: ToolKind) -> Box<dyn Tool> {
    match kind {
        ToolKind::Select => Box::new(select::SelectTool::default()),
        ToolKind::Brush => Box::new(brush::BrushTool::default()),
        ToolKind::Line => Box::new(shape::ShapeTool::line()),
        ToolKind::Rectangle => Box::new(shape::ShapeTool::rectangle()),
        ToolKind::Fill => Box::new(fill::FillTool::default()),
        ToolKind::Replace => Box::new(fill::FillTool::everywhere()),
        ToolKind::Region => Box::new(region::RegionTool::default()),
        ToolKind::Picker => Box::new(picker::PickerTool::default()),
        ToolKind::Elevation => Box::new(elevation::ElevationTool::default()),
        ToolKind::Road => Box::new(road::RoadTool::default()),
        ToolKind::Hexside => Box::new(hexside::HexsideTool::default()),
        ToolKind::Place => Box::new(place::PlaceTool::default()),
        ToolKind::Label => Box::new(label::LabelTool::default()),
        ToolKind::Entry => Box::new(entry::EntryTool::new(true)),
        ToolKind::Exit => Box::new(entry::EntryTool::new(false)),
        ToolKind::Victory => Box::new(victory::VictoryTool::default()),
        ToolKind::Unit => Box::new(unit::UnitTool::default()),
        ToolKind::Zone => Box::new(zone::ZoneTool::default()),
        ToolKind::LineOfSight => Box::new(line_of_sight::LineOfSightTool::default()),
        ToolKind::Measure => Box::new(measure::MeasureTool::default()),
    }
}
