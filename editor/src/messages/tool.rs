//! The kinds and options of tools. Their implementations are in `tools`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use battlewright_schema::{HexsideKind, LabelSize, LabelStyle, Scenario};
use egui::Key;

use crate::model::region::RegionContents;

/// The largest size of the brush, in rings of hexes.
pub const WIDEST: u8 = 5;

/// A group of tools in the tool bar. Separators divide the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolGroup {
    /// Selection tools.
    Selection,
    /// Tools for terrain and levels.
    Terrain,
    /// Tools for roads, hexside features, trenches, the front line and mega-hexes.
    Lines,
    /// Tools for places, labels, entries and exits.
    Places,
    /// Tools for units and setup zones.
    Units,
    /// Tools that measure and change nothing.
    Inspection,
}

/// The static properties of a tool.
#[derive(Clone, Copy)]
pub struct ToolInfo {
    /// The id of the tool, which is also the name of its icon.
    pub id: &'static str,
    /// The label in the tool bar and the menu.
    pub name: &'static str,
    /// The tooltip: the purpose of the tool in a sentence.
    pub help: &'static str,
    /// The shortcut key.
    pub key: Key,
    /// The SVG source of the icon, from `editor/assets/icons`.
    pub icon: &'static str,
    /// The group in the tool bar.
    pub group: ToolGroup,
    /// `true` if the tool is also available during a game, where nothing can be edited.
    pub in_play: bool,
    /// `true` if the name field of a new object takes the keyboard focus at once.
    pub writes: bool,
    /// `true` if the tool is available for a game that is played on a table without hexes.
    pub on_table: bool,
    /// Returns the reason why the tool has nothing to do in a scenario, or `None` if it is usable.
    pub useless: fn(&Scenario) -> Option<String>,
}

impl ToolInfo {
    /// A template for editing tools on a hex map: a tool still sets its id, name, help, key and icon.
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

/// A kind of tool. Kinds are compared and ordered by their ids.
#[derive(Clone, Copy)]
pub struct ToolKind(&'static ToolInfo);

impl ToolKind {
    /// Creates the kind with the properties `info`.
    pub const fn of(info: &'static ToolInfo) -> Self {
        Self(info)
    }

    /// Returns the static properties of the tool.
    pub fn info(self) -> &'static ToolInfo {
        self.0
    }

    /// Returns the label of the tool.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the tooltip of the tool.
    pub fn help(self) -> &'static str {
        self.0.help
    }

    /// Returns the shortcut key.
    pub fn key(self) -> Key {
        self.0.key
    }

    /// Returns `true` if the tool is also available during a game, where nothing can be edited.
    pub fn in_play(self) -> bool {
        self.0.in_play
    }

    /// Returns the reason why the tool has nothing to do in `scenario`, or `None` if it is usable.
    pub fn unusable(self, scenario: &Scenario) -> Option<String> {
        match scenario.common().table() {
            Some(table) if !self.0.on_table => Some(format!("This game uses a table of {table} without hexes.")),
            _ => (self.0.useless)(scenario),
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

/// The layer that the painting tools change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaintLayer {
    /// The terrain letters.
    #[default]
    Terrain,
    /// The terrain levels.
    Levels,
}

impl PaintLayer {
    /// All layers, in the order of the options.
    pub const ALL: [Self; 2] = [Self::Terrain, Self::Levels];

    /// Returns the label of the layer.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Levels => "Levels",
        }
    }
}

/// The effect of the elevation tool on a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeightChange {
    /// Raises the hex by a level.
    #[default]
    Up,
    /// Lowers the hex by a level.
    Down,
    /// Sets the hex to the selected level.
    Set,
}

impl HeightChange {
    /// All effects, in the order of the options.
    pub const ALL: [Self; 3] = [Self::Up, Self::Down, Self::Set];

    /// Returns the label of the effect, as a command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "Raise by a level",
            Self::Down => "Lower by a level",
            Self::Set => "Set to a level",
        }
    }
}

/// The options of the tools, which stay set until the user changes them.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOptions {
    /// The terrain letter that the brush and fill tools paint.
    pub letter: char,
    /// The size of the brush in rings of hexes: 1 is a single hex, [`WIDEST`] the maximum.
    pub size: u8,
    /// The layer that lines, rectangles and fills change.
    pub layer: PaintLayer,
    /// `true` if the region tool selects with the brush, `false` if it selects rectangles.
    pub lasso: bool,
    /// The contents that are moved with a region.
    pub carry: RegionContents,
    /// The effect of the elevation tool.
    pub rise: HeightChange,
    /// The level that [`HeightChange::Set`] assigns.
    pub level: u8,
    /// The kind of feature that the hexside tool draws.
    pub hexside: HexsideKind,
    /// The list of victory places that the victory tool changes, as an index among the lists of the side.
    pub list: usize,
    /// The side of new entries, exits, victory places and units, as an index in the file.
    pub side: usize,
    /// The kind of new units, as an index in the kinds of the system.
    pub kind: usize,
    /// The formation of new units, as an index in the file; `None` selects the first formation of the side.
    pub formation: Option<usize>,
    /// The rating of new units; `None` copies that of other units of the same kind.
    pub rating: Option<u8>,
    /// The turn on which new units arrive; 0 for units that start on the map.
    pub turn: u8,
    /// The setup zone to change, as an index in the file; `None` creates a zone.
    pub zone: Option<usize>,
    /// `true` if the tool sets the ends of the zone's string, `false` if it sets the hexes of the zone.
    pub string: bool,
    /// The row of fortifications to change, as an index in the file; `None` creates a row.
    pub trench: Option<usize>,
    /// The kind of new fortifications, as an index in the kinds of the system.
    pub work: usize,
    /// `true` if the mega-hex tool lays out the whole pattern, `false` if it changes single hexes.
    pub pattern: bool,
    /// The text size of new labels.
    pub label_size: LabelSize,
    /// The style of new labels, which tells the kind of feature that a label names.
    pub label_style: LabelStyle,
    /// The kind of ground to draw on a table, as an index in the kinds of the system.
    pub drawn: usize,
    /// The formation of the bases of new units on a table, as an index in the formations of the unit.
    pub posture: usize,
    /// The step to which points of a table snap, in thousandths of an inch; 0 for none.
    pub snap: u16,
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
            trench: None,
            work: 0,
            pattern: false,
            label_size: LabelSize::default(),
            label_style: LabelStyle::default(),
            drawn: 0,
            posture: 0,
            snap: 500,
        }
    }
}
