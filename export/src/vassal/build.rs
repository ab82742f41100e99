//! Writing of modules.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};

use battlewright_schema::common::limits::beyond_play;
use battlewright_schema::{Cell, Common, DocPath, Scenario, Start};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::charts::{self, ChartSheet, page};
use super::components::{self, PlaceName, chart_window, dice, services, zone};
use super::counters::{self, Counter, picture, prototypes, side_name};
use super::element::ModuleElement;
use super::error::ModuleError;
use super::lattice::HexGrid;
use super::outline;
use super::trays::{self, Tray};
use crate::escaped;
use crate::paint::png;
use crate::picture::{MOST_PIXELS, MOST_SIDE};
use crate::scene::{Options, Scene};
use crate::stamp::{self, Stamp};

/// The oldest VASSAL version that reads the module.
const PROGRAM: &str = "3.6.0";

/// The name of the main map and of its board.
const MAP: &str = "Map";

/// Writes `scenario` as a module, with hexes `hex` pixels wide from side to side. The bytes are reproducible.
///
/// # Errors
/// The scenario exceeds the limits on play, or the map cannot be drawn or is too large for a board.
pub fn write(scenario: &Scenario, options: &Options, hex: f32) -> Result<Vec<u8>, ModuleError> {
    let Board { scene, scale, size } = Board::new(scenario, options, hex)?;
    let mut module = Module::new(&scene)?;
    let mut board = Vec::new();
    png::write(&scene, scale, &mut board)?;
    module.files.push((format!("images/{}", picture_of(MAP)), board));
    module.files.push((stamp::MODULE_PATH.to_owned(), stamp::embedded(scenario).into_bytes()));
    let charts = charts::all(&scene)?;
    let root = module.root(&scene, scale, size, &charts)?;
    let pictures = charts.into_iter().map(|ChartSheet { file, picture, .. }| (format!("images/{file}"), picture));
    module.files.extend(pictures);
    module.finish(&root)
}

/// Returns the build file of the module of `scenario`, without its charts: enough for a comparison of pieces, and without the largest
/// pictures.
///
/// # Errors
/// See [`write()`].
pub(super) fn build_file(scenario: &Scenario, options: &Options, hex: f32) -> Result<Vec<u8>, ModuleError> {
    let Board { scene, scale, size } = Board::new(scenario, options, hex)?;
    let root = Module::new(&scene)?.root(&scene, scale, size, &[])?;
    root.document().map_err(ModuleError::Unwritten)
}

/// The map of a module.
struct Board<'s> {
    scene: Scene<'s>,
    /// The pixels per unit of the scene.
    scale: f32,
    /// The width and height, in pixels.
    size: (u32, u32),
}

impl<'s> Board<'s> {
    /// Returns the map with hexes `hex` pixels wide.
    ///
    /// # Errors
    /// See [`write()`].
    fn new(scenario: &'s Scenario, options: &Options, hex: f32) -> Result<Self, ModuleError> {
        if let Some(excess) = beyond_play(scenario).into_iter().next() {
            return Err(ModuleError::ScenarioTooLarge(excess));
        }
        let (radius, scale) = crate::order::drawn(hex);
        let scene = Scene::new(scenario, Options { radius, units: false, ..options.clone() })?;
        // A table is drawn as well, but a module needs hexes.
        scene.view()?;
        let size = png::pixels(scene.size(), scale)?;
        if size.0.max(size.1) > MOST_SIDE || u64::from(size.0) * u64::from(size.1) > MOST_PIXELS {
            return Err(ModuleError::BoardTooLarge { width: size.0, height: size.1 });
        }
        Ok(Self { scene, scale, size })
    }
}

/// Returns the file name of a board's picture.
fn picture_of(board: &str) -> String {
    format!("board-{}.png", counters::slug(board))
}

/// A module under construction.
struct Module<'s> {
    scenario: &'s Scenario,
    common: &'s dyn Common,
    counters: Vec<Counter>,
    files: Vec<(String, Vec<u8>)>,
    /// The number of piece slots so far, for their ids.
    slots: u32,
}

/// A setup stack: its name, its position in pixels, the name of its hex if any, and its counters.
struct Stack {
    name: String,
    at: (f64, f64),
    hex: Option<String>,
    counters: Vec<usize>,
}

impl<'s> Module<'s> {
    /// Returns a module with the counters of the scenario of `scene`.
    fn new(scene: &'s Scene<'_>) -> Result<Self, ModuleError> {
        let (counters, files) = counters::all(scene)?;
        let scenario = scene.scenario();
        Ok(Self { scenario, common: scenario.common(), counters, files, slots: 0 })
    }

    fn root(
        &mut self,
        scene: &Scene<'_>,
        scale: f32,
        size: (u32, u32),
        charts: &[ChartSheet],
    ) -> Result<ModuleElement, ModuleError> {
        let about = self.common.about();
        let map = self.map(scene, scale, size)?;
        let mut beside = Vec::new();
        for (name, trays) in [("Turn track", self.turn_track()), ("Setup", self.setup()), ("Markers", self.markers())] {
            if !trays.is_empty() {
                beside.push(self.tray_map(name, &trays)?);
            }
        }
        let window = self.window();
        let roster = (0..self.common.sides().len())
            .map(|side| ModuleElement::plain("entry").text(&side_name(self.common, side)));
        Ok(ModuleElement::new("GameModule")
            .with("name", &about.title)
            .with("version", "1.0")
            .with("description", about.subtitle.as_deref().unwrap_or_default())
            .with("ModuleOther1", "")
            .with("ModuleOther2", "")
            .with("VassalVersion", PROGRAM)
            .with("nextPieceSlotId", self.slots + 1)
            .holding(ModuleElement::new("module.BasicCommandEncoder"))
            .holding(self.documentation())
            .holding(ModuleElement::new("module.PlayerRoster").with("buttonText", "Retire").holding_all(roster))
            .holding(
                ModuleElement::new("module.GlobalOptions").set([("autoReport", "Always"), ("markMoved", "Always")]),
            )
            .holding(self.turns())
            .holding_all([dice(1), dice(2)])
            .holding(prototypes(self.common, &self.counters))
            .holding(window)
            .holding(chart_window(charts))
            .holding(map)
            .holding_all(beside))
    }

    /// Writes the page about the scenario and returns the help menu.
    fn documentation(&mut self) -> ModuleElement {
        let about = self.common.about();
        let mut body = String::new();
        let mut say = |text: &str| body += &format!("<p>{}</p>\n", escaped(text));
        about.subtitle.iter().chain(&about.description).for_each(|text| say(text));
        for entry in self.common.entries() {
            let hexes: Vec<&str> = entry.hexes.iter().map(|hex| hex.as_str()).collect();
            let name = entry.name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
            say(&format!("Entry {}{name} ({}): {}", entry.id, entry.side, hexes.join(", ")));
        }
        if !about.authors.is_empty() {
            say(&format!("By {}", about.authors.join(", ")));
        }
        about.license.iter().for_each(|license| say(&format!("License: {license}")));
        about.sources.iter().for_each(|source| say(source));
        say("Counters: Ctrl-F turns one over, Ctrl-M marks it as moved, Ctrl-T shows its trail, Ctrl-D takes it away.");
        say(&format!("Written by Battlewright. {}", Stamp::of(self.scenario).foot()));
        self.files.push(("help/about.html".to_owned(), page(&about.title, &body).into_bytes()));
        let help = ModuleElement::new("module.documentation.HelpFile").set([
            ("fileName", "help/about.html"),
            ("fileType", "archive"),
            ("title", "About this scenario"),
        ]);
        ModuleElement::new("module.Documentation").holding(help)
    }

    /// Returns the turn tracker.
    fn turns(&self) -> ModuleElement {
        let names: Vec<String> = self.played().map(|turn| self.turn_name(turn)).collect();
        let level = ModuleElement::new("module.turn.ListTurnLevel")
            .with("property", "Turn")
            .with("list", super::sequence::join(&names, ','))
            .set([("configFirst", "false"), ("configList", "false"), ("prompt", ""), ("turnFormat", "$value$")]);
        ModuleElement::new("module.turn.TurnTracker")
            .set([
                ("buttonText", "Turn"),
                ("hotkey", ""),
                ("icon", ""),
                ("length", "-1"),
                ("lengthStyle", "Maximum"),
                ("name", "Turn"),
                ("reportFormat", "$newTurn$ (was $oldTurn$)"),
                ("turnFormat", "$level1$"),
            ])
            .holding(level)
    }

    /// Returns the turns of play.
    fn played(&self) -> std::ops::RangeInclusive<u8> {
        let first =
            self.scenario.get(&DocPath::root().key("first_turn")).and_then(|turn| u8::try_from(turn.as_u64()?).ok());
        first.unwrap_or(1)..=self.common.turns().count
    }

    /// Returns the name of a turn.
    fn turn_name(&self, turn: u8) -> String {
        match self.common.turns().clock(turn) {
            Some(clock) => format!("Turn {turn} - {clock}"),
            None => format!("Turn {turn}"),
        }
    }

    /// Returns the name of the side that owns `counter`.
    fn owner(&self, counter: &Counter) -> String {
        counter.side.map_or_else(|| "Both sides".to_owned(), |side| side_name(self.common, side))
    }

    /// Returns the palette of all counters and markers.
    fn window(&mut self) -> ModuleElement {
        let sides = self.common.sides().len();
        let list = |counter: &Counter| if counter.is_marker() { Some(sides) } else { counter.side };
        let names = (0..sides).map(|side| side_name(self.common, side)).chain(["Markers".to_owned()]);
        let lists = names.enumerate().map(|(list_of, name)| {
            let own = (0..self.counters.len()).filter(|n| list(&self.counters[*n]) == Some(list_of));
            (name, own.collect())
        });
        let lists: Vec<(String, Vec<usize>)> = lists.collect();
        let lists: Vec<ModuleElement> = lists
            .into_iter()
            .map(|(name, own)| {
                let slots: Vec<ModuleElement> = own.into_iter().map(|counter| self.slot(counter)).collect();
                ModuleElement::new("widget.ListWidget")
                    .with("entryName", name)
                    .set([("divider", "194"), ("height", "506"), ("scale", "1.0"), ("width", "300")])
                    .holding_all(slots)
            })
            .collect();
        ModuleElement::new("module.PieceWindow")
            .set([
                ("defaultWidth", "0"),
                ("hidden", "false"),
                ("hotkey", ""),
                ("icon", "/images/counter.gif"),
                ("name", "Counters"),
                ("scale", "1.0"),
                ("text", ""),
                ("tooltip", "Counters"),
            ])
            .holding(ModuleElement::new("widget.TabWidget").with("entryName", "Counters").holding_all(lists))
    }

    fn slot(&mut self, counter: usize) -> ModuleElement {
        self.slots += 1;
        self.counters[counter].slot(self.slots)
    }

    /// Returns the main map with its board and the stacks that start on it.
    fn map(&mut self, scene: &Scene<'_>, scale: f32, size: (u32, u32)) -> Result<ModuleElement, ModuleError> {
        let lattice = HexGrid::of(scene, scale).ok_or(ModuleError::Numbering)?;
        let view = scene.view()?;
        let grid = view.grid();
        let center = |cell: Cell| {
            let at = view.center(cell) * scale;
            (f64::from(at.x), f64::from(at.y))
        };
        let names: Vec<(String, (f64, f64))> = if lattice.agrees(scene, scale) {
            Vec::new()
        } else {
            let cells = grid.cells().filter(|cell| self.common.has(*cell));
            cells.map(|cell| (grid.name(cell).to_string(), center(cell))).collect()
        };
        let mut zones = ModuleElement::new("module.map.boardPicker.board.ZonedGrid");
        for zone in self.common.zones() {
            let cells: Vec<Cell> = zone.hexes.iter().filter_map(|hex| grid.cell(hex)).collect();
            if !cells.is_empty() {
                let path = outline::around(view, &cells, scale);
                let element = self::zone(zone.name, &path, PlaceName::OfHex);
                let element = element.holding_all(components::setup_properties(&zone));
                zones = zones.holding(element.holding(lattice.element(&names)?));
            }
        }
        let whole: Vec<Cell> = grid.cells().collect();
        let path = outline::boxed(view, &whole, scale);
        zones = zones.holding(zone(MAP, &path, PlaceName::OfHex).holding(lattice.element(&names)?));
        let mut stacks: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (n, counter) in self.counters.iter().enumerate() {
            if let Some(Start::At(hex)) = &counter.start
                && let Some(cell) = grid.cell(hex)
            {
                stacks.entry(cell).or_default().push(n);
            }
        }
        let stacks = stacks.into_iter().map(|(cell, counters)| {
            let name = grid.name(cell).to_string();
            Stack { name: name.clone(), at: center(cell), hex: Some(name), counters }
        });
        Ok(self.board_map(MAP, size, Some(zones), stacks.collect()))
    }

    /// Returns the boxes of the turn track, with the reinforcements of each turn by entry; none without reinforcements.
    fn turn_track(&self) -> Vec<Tray> {
        let enters = self.counters.iter().enumerate().filter_map(|(n, counter)| match &counter.start {
            Some(Start::Enters { turn, at, .. }) => Some((n, *turn, at)),
            _ => None,
        });
        let enters: Vec<_> = enters.collect();
        let last = enters.iter().map(|(_, turn, ..)| *turn).max();
        let Some(last) = last else { return Vec::new() };
        let turns = (*self.played().start()).min(enters.iter().map(|enters| enters.1).min().unwrap_or(1))
            ..=last.max(*self.played().end());
        let tray = |turn: u8| {
            let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
            for (n, _, at) in enters.iter().filter(|(_, due, ..)| *due == turn) {
                let name =
                    self.common.entries().iter().find(|entry| entry.id == **at).and_then(|entry| entry.name.clone());
                let name = name.map(|name| format!(", {name}")).unwrap_or_default();
                let label = format!("{} at {at}{name}", self.owner(&self.counters[*n]));
                match groups.iter_mut().find(|(other, _)| *other == label) {
                    Some((_, group)) => group.push(*n),
                    None => groups.push((label, vec![*n])),
                }
            }
            Tray { title: self.turn_name(turn), groups }
        };
        turns.map(tray).collect()
    }

    /// Returns the boxes of counters that players set up; none without such counters.
    fn setup(&self) -> Vec<Tray> {
        let zones = self.common.zones();
        let mut trays: Vec<Tray> = Vec::new();
        for (n, counter) in self.counters.iter().enumerate() {
            let off = |hex| self.common.grid().is_ok_and(|grid| grid.cell(hex).is_none());
            let Some(start) = &counter.start else { continue };
            let title = match start {
                Start::Zone(id) => {
                    let name = zones.iter().find(|zone| zone.id == id).map_or(id.as_str(), |zone| zone.name);
                    format!("{}: {name}", self.owner(counter))
                }
                Start::Nowhere => format!("{}: off the map", self.owner(counter)),
                Start::At(hex) if off(hex) => format!("{}: off the map", self.owner(counter)),
                Start::At(_) | Start::OnTable(_) | Start::Enters { .. } => continue,
            };
            trays::put(&mut trays, title, n);
        }
        trays
    }

    /// Returns the boxes of markers by side.
    fn markers(&self) -> Vec<Tray> {
        let mut trays = Vec::new();
        for (n, counter) in self.counters.iter().enumerate().filter(|(_, counter)| counter.is_marker()) {
            trays::put(&mut trays, format!("Markers: {}", self.owner(counter)), n);
        }
        trays
    }

    /// Returns a map of boxes, with the counters in them.
    fn tray_map(&mut self, name: &str, trays: &[Tray]) -> Result<ModuleElement, ModuleError> {
        let board = trays::board(trays);
        self.files.push((format!("images/{}", picture_of(name)), picture(&board.shapes, board.size, true)?));
        let corners = |rect: emath::Rect| {
            [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()].map(outline::whole).to_vec()
        };
        let zones = board.boxes.iter().map(|(name, rect)| zone(name, &corners(*rect), PlaceName::OfZone));
        let grid = ModuleElement::new("module.map.boardPicker.board.ZonedGrid").holding_all(zones);
        let stacks = board.places.iter().map(|(counter, at)| Stack {
            name: self.counters[*counter].title(),
            at: (f64::from(at.x), f64::from(at.y)),
            hex: None,
            counters: vec![*counter; self.counters[*counter].count.into()],
        });
        let stacks = stacks.collect();
        Ok(self.board_map(name, board.size, Some(grid), stacks))
    }

    /// Returns a map of one board.
    fn board_map(
        &mut self,
        name: &str,
        size: (u32, u32),
        grid: Option<ModuleElement>,
        stacks: Vec<Stack>,
    ) -> ModuleElement {
        let board = ModuleElement::new("module.map.boardPicker.Board")
            .with("name", name)
            .with("image", picture_of(name))
            .with("reversible", false)
            .with("width", size.0)
            .with("height", size.1)
            .holding_all(grid);
        let picker = ModuleElement::new("module.map.BoardPicker")
            .set([
                ("boardPrompt", "Select board"),
                ("slotHeight", "125"),
                ("slotScale", "0.2"),
                ("slotWidth", "350"),
                ("title", "Boards"),
            ])
            .holding(ModuleElement::plain("setup").text(&format!("{name}BoardPicker\t{name}\t0\t0")))
            .holding(board);
        let stacks: Vec<ModuleElement> = stacks.into_iter().map(|stack| self.stack(name, &stack)).collect();
        let main = name == MAP;
        ModuleElement::new("module.Map")
            .with("mapName", name)
            .with("launch", !main)
            .with("buttonName", if main { "" } else { name })
            .with("icon", if main { "" } else { "/images/map.gif" })
            .set([
                ("allowMultiple", "false"),
                ("backgroundcolor", "255,255,255"),
                ("changeFormat", "$message$"),
                ("color", "20,90,170"),
                ("createFormat", "$pieceName$ created in $location$ *"),
                ("edgeHeight", "0"),
                ("edgeWidth", "0"),
                ("hideKey", ""),
                ("hotkey", ""),
                ("markMoved", "Always"),
                ("markUnmovedIcon", "/images/unmoved.gif"),
                ("markUnmovedText", ""),
                ("markUnmovedTooltip", "Mark all pieces on this map as not moved"),
                ("moveKey", ""),
                ("moveToFormat", "$pieceName$ moves $previousLocation$ - $location$ *"),
                ("moveWithinFormat", "$pieceName$ moves $previousLocation$ - $location$ *"),
                ("showKey", ""),
                ("thickness", "3"),
            ])
            .holding(picker)
            .holding_all(services())
            .holding_all(stacks)
    }

    fn stack(&mut self, board: &str, stack: &Stack) -> ModuleElement {
        let slots: Vec<ModuleElement> = stack.counters.iter().map(|counter| self.slot(*counter)).collect();
        ModuleElement::new("module.map.SetupStack")
            .with("name", &stack.name)
            .with("owningBoard", board)
            .with("useGridLocation", stack.hex.is_some())
            .with("location", stack.hex.as_deref().unwrap_or_default())
            .with("x", stack.at.0.round())
            .with("y", stack.at.1.round())
            .holding_all(slots)
    }

    /// Writes the archive.
    fn finish(mut self, root: &ModuleElement) -> Result<Vec<u8>, ModuleError> {
        let about = self.common.about();
        let data = ModuleElement::plain("data")
            .with("version", 1)
            .holding(ModuleElement::plain("version").text("1.0"))
            .holding(ModuleElement::plain("extra1"))
            .holding(ModuleElement::plain("extra2"))
            .holding(ModuleElement::plain("VassalVersion").text(PROGRAM))
            // The fixed date of the archive's files, for reproducible bytes.
            .holding(ModuleElement::plain("dateSaved").text("315532800000"))
            .holding(ModuleElement::plain("description").text(about.subtitle.as_deref().unwrap_or_default()))
            .holding(ModuleElement::plain("name").text(&about.title));
        self.files.push(("moduledata".to_owned(), data.document().map_err(ModuleError::Unwritten)?));
        self.files.push(("buildFile.xml".to_owned(), root.document().map_err(ModuleError::Unwritten)?));
        self.files.sort();
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.files {
            let packed = if name.ends_with(".png") { CompressionMethod::Stored } else { CompressionMethod::Deflated };
            let options = SimpleFileOptions::default()
                .compression_method(packed)
                .last_modified_time(DateTime::DEFAULT)
                .unix_permissions(0o644);
            zip.start_file(name.as_str(), options)?;
            zip.write_all(bytes).map_err(ModuleError::Unwritten)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}
