//! Every command: one table that makes the menus, the shortcuts, the tooltips and the palette.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::messages::command::{Command, Theme};
use crate::model::layout::{BottomTab, Dock};
use crate::model::region::Rotation;
use crate::tools;

/// The place of a command in the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Files.
    File,
    /// Changes.
    Edit,
    /// The map as a whole.
    Map,
    /// The group of commands about what is shown.
    View,
    /// Tools.
    Tools,
    /// Playing.
    Play,
    /// Help.
    Help,
}

impl Menu {
    /// Every menu, in order.
    pub const ALL: [Self; 7] = [Self::File, Self::Edit, Self::Map, Self::View, Self::Tools, Self::Play, Self::Help];

    /// Its title.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Map => "Map",
            Self::View => "View",
            Self::Tools => "Tools",
            Self::Play => "Play",
            Self::Help => "Help",
        }
    }
}

/// The row of the table for a command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommandInfo {
    /// The command.
    pub command: Command,
    /// Its menu.
    pub menu: Menu,
    /// `true` if a line parts it from the one before.
    pub line: bool,
    /// Its name.
    pub name: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// Its key.
    pub key: Option<KeyboardShortcut>,
    /// `true` if its key is heard only while a piece of a map is in hand, and then before all others.
    pub holding: bool,
}

const CTRL: Modifiers = Modifiers::COMMAND;
const NONE: Modifiers = Modifiers::NONE;

/// The command table.
pub fn table() -> Vec<CommandInfo> {
    use Command as C;
    use Menu::{Edit, File, Help, Map, Play, Tools, View};
    let entry =
        |command, menu, name, help| CommandInfo { command, menu, line: false, name, help, key: None, holding: false };
    let with =
        |entry: CommandInfo, modifiers, key| CommandInfo { key: Some(KeyboardShortcut::new(modifiers, key)), ..entry };
    let held = |entry: CommandInfo, modifiers, key| CommandInfo { holding: true, ..with(entry, modifiers, key) };
    let lined = |entry: CommandInfo| CommandInfo { line: true, ..entry };
    let mut table = vec![
        entry(C::StartPage, File, "Start page", "Show the files opened last, the bundled scenarios, and how to begin."),
        with(
            entry(C::New, File, "New…", "Begin a new scenario: its rules, its map, empty or with the example."),
            CTRL,
            Key::N,
        ),
        with(entry(C::Open, File, "Open…", "Open a scenario file."), CTRL, Key::O),
        entry(C::OpenBundled, File, "Open bundled…", "Open one of the scenarios that come with the program."),
        lined(with(entry(C::Save, File, "Save", "Write the scenario to its file."), CTRL, Key::S)),
        with(
            entry(C::SaveAs, File, "Save as…", "Write the scenario to another file."),
            CTRL.plus(Modifiers::SHIFT),
            Key::S,
        ),
        with(
            entry(C::Export, File, "Export…", "Write the map, counters and tables for paper and for other programs."),
            CTRL,
            Key::E,
        ),
        entry(C::Backups, File, "Open backup…", "Compare the last versions of the file, and bring one back."),
        lined(entry(C::Import, File, "Import…", "Take units or a map, or make a scenario of a module, after a look.")),
        entry(C::ExportUnits, File, "Export order of battle…", "Write all units with all fields to a CSV file."),
        entry(C::ExportShown, File, "Export units shown…", "Write the rows and columns of the table to a CSV file."),
        lined(with(entry(C::Quit, File, "Quit", "Leave the program."), CTRL, Key::Q)),
        with(entry(C::Undo, Edit, "Undo", "Take the last step back."), CTRL, Key::Z),
        with(entry(C::Redo, Edit, "Redo", "Do the step last taken back again."), CTRL.plus(Modifiers::SHIFT), Key::Z),
        lined(with(entry(C::Delete, Edit, "Delete", "Remove what is selected."), NONE, Key::Delete)),
        lined(with(entry(C::Cut, Edit, "Cut region", "Copy the selected region and clear it."), CTRL, Key::X)),
        with(entry(C::Copy, Edit, "Copy region", "Copy the selected region, for this map or another."), CTRL, Key::C),
        with(entry(C::Paste, Edit, "Paste", "Take the copied region in hand, to lay it down."), CTRL, Key::V),
        with(entry(C::SelectMap, Edit, "Select whole map", "Make all hexes the selected region."), CTRL, Key::A),
        held(
            lined(entry(C::Spin(Rotation::Right), Edit, "Turn right", "Turn the piece in hand by 60 degrees.")),
            NONE,
            Key::R,
        ),
        held(entry(C::Spin(Rotation::Left), Edit, "Turn left", "Turn it the other way."), Modifiers::SHIFT, Key::R),
        held(
            entry(C::Spin(Rotation::LeftRight), Edit, "Mirror", "Mirror the piece in hand: left is right."),
            NONE,
            Key::M,
        ),
        held(
            entry(C::Spin(Rotation::TopBottom), Edit, "Mirror upside down", "Mirror the piece in hand: top is bottom."),
            Modifiers::SHIFT,
            Key::M,
        ),
        lined(entry(
            C::AddUnit,
            Edit,
            "Add unit",
            "Add a unit to the order of battle, after the one that is selected.",
        )),
        with(
            entry(C::DuplicateUnits, Edit, "Duplicate units", "Copy the selected units, with ids of their own."),
            CTRL.plus(Modifiers::SHIFT),
            Key::D,
        ),
        with(
            entry(C::FillDown, Edit, "Fill down", "Set the cells of all selected units as they are in the first."),
            CTRL,
            Key::D,
        ),
        lined(with(entry(C::Find, Edit, "Find in source…", "Look for words in the text of the file."), CTRL, Key::F)),
        with(entry(C::GoToLine, Edit, "Go to line…", "Go to a line of the text of the file."), CTRL, Key::G),
        entry(C::SelectScenario, Edit, "Select scenario", "Show the scenario as a whole in the inspector."),
        with(
            entry(
                C::HexMenu,
                Edit,
                "Menu of the hex",
                "Tell what lies at the hex cursor, and what can be done with it.",
            ),
            Modifiers::SHIFT,
            Key::F10,
        ),
        with(
            entry(C::Cancel, Edit, "Cancel", "Give up what the tool is doing, then the selection."),
            NONE,
            Key::Escape,
        ),
        entry(C::Reshape, Map, "Resize, crop, shift…", "Change the map's size, or move what is on it; names follow."),
        entry(C::Turn, Map, "Turn, mirror…", "Turn or mirror the map with all that is on it."),
        entry(C::Renumber, Map, "Renumber…", "Give the hexes other numbers; all that names one follows."),
        with(entry(C::ZoomIn, View, "Zoom in", "Make the map larger; so does the wheel."), NONE, Key::Plus),
        with(entry(C::ZoomOut, View, "Zoom out", "Make the map smaller; so does the wheel."), NONE, Key::Minus),
        with(entry(C::Fit, View, "Fit map", "Show the whole map."), NONE, Key::Num0),
        with(entry(C::Levels, View, "Levels", "Show or hide how high the ground is."), Modifiers::SHIFT, Key::L),
        with(
            entry(C::Heat, View, "Heat of the fights", "Show or hide on the map where was fought in many games."),
            Modifiers::SHIFT,
            Key::F12,
        ),
        entry(C::SideSigns, View, "Side stripes", "Tell the sides apart by stripes, not by color alone."),
        lined(entry(C::Theme(Theme::Light), View, "Light theme", "Dark text on light panels.")),
        entry(C::Theme(Theme::Dark), View, "Dark theme", "Light text on dark panels."),
        entry(C::Theme(Theme::System), View, "System theme", "Light or dark, as the system says."),
        lined(with(
            entry(C::Larger, View, "Larger text", "Draw text and panels larger, up to 250 %."),
            CTRL,
            Key::Plus,
        )),
        with(entry(C::Smaller, View, "Smaller text", "Draw text and panels smaller, down to 75 %."), CTRL, Key::Minus),
        with(entry(C::NormalSize, View, "Normal text", "Draw text and panels at 100 %."), CTRL, Key::Num0),
        lined(with(
            entry(C::Inspector, View, "Inspector", "Show or hide what is known of the selection."),
            CTRL,
            Key::I,
        )),
        entry(C::ShowScan, View, "Scan", "Show or hide the scan under the map."),
        with(entry(C::Bottom, View, "All tabs", "Show or hide the tabs under the map."), CTRL, Key::B),
    ];
    let tabs = [Key::F6, Key::F7, Key::F8, Key::F9, Key::F12, Key::F10, Key::F11];
    for (tab, key) in BottomTab::ALL.into_iter().zip(tabs) {
        let row = with(entry(C::Tab(tab), View, tab.name(), tab.help()), NONE, key);
        table.push(CommandInfo { line: tab == BottomTab::Problems, ..row });
    }
    for dock in Dock::ALL {
        let row = entry(C::Dock(dock), View, dock.name(), dock.help());
        table.push(CommandInfo { line: dock == Dock::Left, ..row });
    }
    table.push(entry(C::ResetLayout, View, "Reset layout", "Put all panels back where they were at first."));
    for tool in tools::ALL {
        table.push(with(entry(C::Tool(tool), Tools, tool.name(), tool.help()), NONE, tool.key()));
    }
    table.extend([
        lined(with(entry(C::Narrower, Tools, "Narrower brush", "Paint fewer hexes at once."), NONE, Key::OpenBracket)),
        with(entry(C::Wider, Tools, "Wider brush", "Paint more hexes at once."), NONE, Key::CloseBracket),
        entry(
            C::Slopes,
            Tools,
            "Slopes from levels",
            "Lay steep slopes exactly where the levels say that it is steep.",
        ),
        lined(entry(C::Trace, Tools, "Trace a scan…", "Put a picture of a printed map under the hexes.")),
        entry(C::Suggest, Tools, "Suggest terrain…", "Let the colors of the scan say what hexes are."),
        with(entry(C::Play, Play, "Play", "Play the scenario as it stands, unsaved edits included."), NONE, Key::F5),
        with(
            entry(C::Edit, Play, "Return to edit", "Leave the game; the scenario is as it was."),
            Modifiers::SHIFT,
            Key::F5,
        ),
        lined(with(entry(C::Step, Play, "Step", "Let the computer make the next choice."), NONE, Key::Period)),
        with(entry(C::Run, Play, "Run", "Let the computer play on where it has a seat, or stop it."), NONE, Key::Comma),
        entry(C::NextTurn, Play, "Run to next turn", "Let the computer play until the turn ends."),
        entry(C::ToEnd, Play, "Run to the end", "Let the computer play until the game ends."),
        lined(entry(C::SaveGame, Play, "Save game…", "Write the game, with its scenario, to a file.")),
        entry(C::OpenGame, Play, "Load game…", "Play a recorded game, and go on from where it stops."),
        entry(
            C::Resume,
            Play,
            "Take up last game",
            "Replay the game that was left on the scenario as it stands now, and go on with it.",
        ),
        entry(
            C::SavePosition,
            Play,
            "Save position as scenario…",
            "Make a scenario of its own of the position, and say what it cannot keep.",
        ),
        lined(with(
            entry(C::Playtest, Play, "Play many games", "Let computers play many games, and tell whether it is fair."),
            CTRL,
            Key::F5,
        )),
        entry(
            C::CompareSaved,
            Play,
            "Compare with last save",
            "Play what was saved last and what stands now with the same dice, and tell what the changes do.",
        ),
        entry(C::ExportReport, Play, "Save report…", "Write what the games said as a page with plots and the map."),
        entry(C::ExportGames, Play, "Export games…", "Write a row for each game to a CSV file."),
        entry(C::ExportVersions, Play, "Save comparison…", "Write the versions compared last as a page."),
        with(entry(C::Palette, Help, "Command palette", "Find a command by its name."), CTRL, Key::P),
        with(entry(C::Guide, Help, "Guide", "Read the guide, here in the window."), NONE, Key::F1),
        entry(C::Rules, Help, "Rules", "Read the rules of the scenario's system, as they are played here."),
        with(entry(C::Shortcuts, Help, "Shortcuts", "Show every shortcut."), NONE, Key::Questionmark),
        lined(entry(C::About, Help, "About Battlewright", "What this program is.")),
    ]);
    table
}

/// The keys of a shortcut as they are printed, such as `"Ctrl+S"` or `"["`.
pub fn keys(ctx: &egui::Context, shortcut: KeyboardShortcut) -> String {
    let key = shortcut.logical_key;
    ctx.format_shortcut(&shortcut).replace(key.name(), key.symbol_or_name())
}

impl Command {
    /// Its row in the table.
    pub fn entry(self) -> Option<CommandInfo> {
        table().into_iter().find(|entry| entry.command == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_commands() {
        let keys = table().into_iter().filter_map(|entry| entry.key.map(|key| ((key, entry.holding), entry.name)));
        let keys: Vec<_> = keys.collect();
        for (n, (key, name)) in keys.iter().enumerate() {
            for (other, other_name) in &keys[n + 1..] {
                assert_ne!(key, other, "{name} and {other_name}");
            }
        }
    }

    #[test]
    fn every_command_is_named_once_and_explained() {
        let table = table();
        for (n, entry) in table.iter().enumerate() {
            assert!(entry.help.ends_with('.'), "{}", entry.name);
            for other in &table[n + 1..] {
                assert_ne!(entry.command, other.command);
                assert_ne!(entry.name, other.name);
            }
        }
    }
}
