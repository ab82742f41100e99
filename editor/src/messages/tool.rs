//! The kinds of tools and their options, by which the program asks for a tool. The tools themselves are in `tools`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use battlewright_schema::{HexsideKind, LabelSize, LabelStyle, Scenario};
use egui::Key;

use crate::model::region::RegionContents;

/// The widest brush, in rings around the pointer.
pub const WIDEST: u8 = 5;

/// A group of tools in the tool bar. A line parts it from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolGroup {
    /// Selecting.
    Selection,
    /// The terrain and the height of the ground.
    Terrain,
    /// Roads, and features along hexsides.
    Lines,
    /// Places, words, and the ways on and off the map.
    Places,
    /// Units, and the areas where they are set up.
    Units,
    /// Measuring, which changes nothing.
    Inspection,
}

/// The facts about a tool that are the same at any time.
#[derive(Clone, Copy)]
pub struct ToolInfo {
    /// The name by which tools are told apart, that of its icon.
    pub id: &'static str,
    /// Its name in the tool bar and the menu.
    pub name: &'static str,
    /// Its purpose, in a sentence.
    pub help: &'static str,
    /// The key that takes it up.
    pub key: Key,
    /// The text of its icon, an SVG of `editor/assets/icons`.
    pub icon: &'static str,
    /// Its group in the tool bar.
    pub group: ToolGroup,
    /// `true` if it is of use in a game too, where nothing is edited.
    pub in_play: bool,
    /// `true` if a thing that it makes takes the keyboard at once, to be named.
    pub writes: bool,
    /// `true` if it is of use on a table without hexes.
    pub on_table: bool,
    /// The reason why a scenario with hexes gives it nothing to do; `None` if there is something.
    pub useless: fn(&Scenario) -> Option<String>,
}

impl ToolInfo {
    /// A tool without id, name, key and icon yet, which edits any map of hexes.
    pub const DEFAULT: Self = Self {
        id: "",
        name: "",
        help: "",
        key: Key::Escape,
        icon: "",
        group: ToolGroup::Terrain,
        in_play: false,
        writes: false,
        on_table: false,
        useless: |_| None,
    };
}

/// A kind of tool.
#[derive(Clone, Copy)]
pub struct ToolKind(&'static ToolInfo);

impl ToolKind {
    /// The kind that `info` tells about.
    pub const fn of(info: &'static ToolInfo) -> Self {
        Self(info)
    }

    /// The facts about it.
    pub fn info(self) -> &'static ToolInfo {
        self.0
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Its purpose, in a sentence.
    pub fn help(self) -> &'static str {
        self.0.help
    }

    /// The key that takes it up.
    pub fn key(self) -> Key {
        self.0.key
    }

    /// Returns `true` if it is of use in a game too, where nothing is edited.
    pub fn in_play(self) -> bool {
        self.0.in_play
    }

    /// The reason why there is nothing to do for it in `scenario`; `None` if there is something.
    pub fn unusable(self, scenario: &Scenario) -> Option<String> {
        match scenario.common().table() {
            Some(_) if self.0.on_table => None,
            Some(table) => Some(format!("This game uses a table of {table} without hexes.")),
            None => (self.0.useless)(scenario),
        }
    }
}

impl PartialEq for ToolKind {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for ToolKind {}

impl PartialOrd for ToolKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ToolKind {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.id.cmp(other.0.id)
    }
}

impl Hash for ToolKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Debug for ToolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.id)
    }
}

/// A layer that painting tools work on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaintLayer {
    /// The terrain.
    #[default]
    Terrain,
    /// The height of the ground.
    Levels,
}

impl PaintLayer {
    /// Every one, in the order of the options.
    pub const ALL: [Self; 2] = [Self::Terrain, Self::Levels];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Levels => "Levels",
        }
    }
}

/// The act of the elevation tool upon a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeightChange {
    /// Raises it by a level.
    #[default]
    Up,
    /// Lowers it by a level.
    Down,
    /// Puts it on the level chosen.
    Set,
}

impl HeightChange {
    /// Every one, in the order of the options.
    pub const ALL: [Self; 3] = [Self::Up, Self::Down, Self::Set];

    /// Its name as a command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "Raise by a level",
            Self::Down => "Lower by a level",
            Self::Set => "Set to a level",
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
