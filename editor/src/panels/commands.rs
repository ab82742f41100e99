//! All commands: one table for the menus, shortcuts, tooltips and the command palette.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::messages::command::{Command, MapLayer, Theme};
use crate::model::layout::{BottomTab, Dock};
use crate::model::region::Rotation;
use crate::tools;

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Commands for files.
    File,
    /// Commands for changes of the scenario.
    Edit,
    /// Commands for the whole map.
    Map,
    /// Commands for the visible content.
    View,
    /// Selection and options of tools.
    Tools,
    /// Commands for games.
    Play,
    /// Guide, rules and shortcuts.
    Help,
}

impl Menu {
    /// All menus, in display order.
    pub const ALL: [Self; 7] = [Self::File, Self::Edit, Self::Map, Self::View, Self::Tools, Self::Play, Self::Help];

    /// Returns the title of the menu.
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

/// A row of the command table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommandInfo {
    /// The command.
    pub command: Command,
    /// The menu that contains the command.
    pub menu: Menu,
    /// `true` if a separator precedes the command.
    pub line: bool,
    /// The display name.
    pub name: &'static str,
    /// The effect, in one sentence.
    pub help: &'static str,
    /// The shortcut.
    pub key: Option<KeyboardShortcut>,
    /// `true` if the shortcut works only while a map piece is held. It then precedes all other shortcuts.
    pub holding: bool,
}

const CTRL: Modifiers = Modifiers::COMMAND;
const NONE: Modifiers = Modifiers::NONE;

/// Returns the command table, in menu order.
pub fn table() -> Vec<CommandInfo> {
    use Command as C;
    use Menu::{Edit, File, Help, Map, Play, Tools, View};
    let entry =
        |command, menu, name, help| CommandInfo { command, menu, line: false, name, help, key: None, holding: false };
    let with =
        |entry: CommandInfo, modifiers, key| CommandInfo { key: Some(KeyboardShortcut::new(modifiers, key)), ..entry };
    let held = |entry: CommandInfo, modifiers, key| CommandInfo { holding: true, ..with(entry, modifiers, key) };
    let layer = |layer: MapLayer| entry(C::Layer(layer), Map, layer.name(), layer.help());
    let lined = |entry: CommandInfo| CommandInfo { line: true, ..entry };
    let mut table = vec![
        entry(C::StartPage, File, "Start page", "Show recent files, bundled scenarios, and the ways to start."),
        with(entry(C::New, File, "New…", "Create a scenario: choose its rules and map."), CTRL, Key::N),
        entry(
            C::NewFromGround,
            File,
            "New from the ground…",
            "Create a scenario with a map from geographic data: rivers, roads, woods, towns and levels.",
        ),
        with(entry(C::Open, File, "Open…", "Open a scenario file."), CTRL, Key::O),
        entry(C::OpenBundled, File, "Open bundled…", "Open one of the scenarios included with Battlewright."),
        lined(with(entry(C::Save, File, "Save", "Save the scenario to its file."), CTRL, Key::S)),
        with(
            entry(C::SaveAs, File, "Save as…", "Save the scenario to another file."),
            CTRL.plus(Modifiers::SHIFT),
            Key::S,
        ),
        entry(
            C::SaveRuleset,
            File,
            "Save rules as a ruleset…",
            "Move the changes of rules into a file of their own, which other scenarios can use.",
        ),
        with(
            entry(C::Export, File, "Export…", "Export the map, counters and tables for print or for other programs."),
            CTRL,
            Key::E,
        ),
        entry(C::CopyLink, File, "Copy link", "Copy a link that opens this scenario, or the game that you play."),
        entry(C::Backups, File, "Open backup…", "Compare earlier versions of the file, and restore one."),
        lined(entry(
            C::Import,
            File,
            "Import…",
            "Import units or a map from a file, or a scenario from a VASSAL module.",
        )),
        entry(C::ExportUnits, File, "Export order of battle…", "Export all units with all fields to a CSV file."),
        entry(
            C::ExportShown,
            File,
            "Export units shown…",
            "Export the visible rows and columns of the table to a CSV file.",
        ),
        lined(with(entry(C::Quit, File, "Quit", "Quit Battlewright."), CTRL, Key::Q)),
        with(entry(C::Undo, Edit, "Undo", "Undo the last step."), CTRL, Key::Z),
        with(entry(C::Redo, Edit, "Redo", "Redo the last undone step."), CTRL.plus(Modifiers::SHIFT), Key::Z),
        entry(C::History, Edit, "History…", "List all steps, and go back or forward to one."),
        lined(with(entry(C::Delete, Edit, "Delete", "Delete the selection."), NONE, Key::Delete)),
        lined(with(
            entry(C::Cut, Edit, "Cut", "Copy the selected units or the selected region, then remove them."),
            CTRL,
            Key::X,
        )),
        with(
            entry(
                C::Copy,
                Edit,
                "Copy",
                "Copy the selected units or the selected region, to paste them here or in another window.",
            ),
            CTRL,
            Key::C,
        ),
        with(
            entry(
                C::Paste,
                Edit,
                "Paste",
                "Paste copied units at the pointer or the selected hex, or attach a copied region to the pointer.",
            ),
            CTRL,
            Key::V,
        ),
        with(entry(C::SelectMap, Edit, "Select whole map", "Select all hexes of the map."), CTRL, Key::A),
        held(
            lined(entry(C::Spin(Rotation::Right), Edit, "Turn right", "Turn the piece by 60 degrees to the right.")),
            NONE,
            Key::R,
        ),
        held(
            entry(C::Spin(Rotation::Left), Edit, "Turn left", "Turn the piece by 60 degrees to the left."),
            Modifiers::SHIFT,
            Key::R,
        ),
        held(entry(C::Spin(Rotation::LeftRight), Edit, "Mirror", "Mirror the piece left to right."), NONE, Key::M),
        held(
            entry(C::Spin(Rotation::TopBottom), Edit, "Mirror upside down", "Mirror the piece top to bottom."),
            Modifiers::SHIFT,
            Key::M,
        ),
        lined(entry(C::AddUnit, Edit, "Add unit", "Add a unit to the order of battle, after the selected unit.")),
        entry(C::AddRule, Edit, "Add a rule…", "Add a modifier, a prohibition, an event or another row to the rules."),
        with(
            entry(C::DuplicateUnits, Edit, "Duplicate units", "Copy the selected units and give the copies new ids."),
            CTRL.plus(Modifiers::SHIFT),
            Key::D,
        ),
        with(
            entry(
                C::FillDown,
                Edit,
                "Fill down",
                "Copy the cells of the first selected unit to the other selected units.",
            ),
            CTRL,
            Key::D,
        ),
        lined(with(entry(C::Find, Edit, "Find in source…", "Search the text of the file."), CTRL, Key::F)),
        with(entry(C::GoToLine, Edit, "Go to line…", "Go to a line of the Source text."), CTRL, Key::G),
        entry(C::SelectScenario, Edit, "Select scenario", "Show the properties of the scenario in the inspector."),
        with(
            entry(C::HexMenu, Edit, "Context menu", "Open the menu of the hex or of the point at the cursor."),
            Modifiers::SHIFT,
            Key::F10,
        ),
        with(
            entry(C::Cancel, Edit, "Cancel", "Cancel the action of the tool, or clear the selection."),
            NONE,
            Key::Escape,
        ),
        entry(
            C::Reshape,
            Map,
            "Resize, crop, shift…",
            "Change the size of the map, or move its contents; references follow.",
        ),
        entry(C::Turn, Map, "Turn, mirror…", "Turn or mirror the map with its contents."),
        entry(C::Renumber, Map, "Renumber…", "Change the hex numbers; references follow."),
        layer(MapLayer::Counters),
        layer(MapLayer::Names),
        layer(MapLayer::Numbers),
        layer(MapLayer::Lines),
        with(entry(C::ZoomIn, View, "Zoom in", "Zoom in. You can also use the mouse wheel."), NONE, Key::Plus),
        with(entry(C::ZoomOut, View, "Zoom out", "Zoom out. You can also use the mouse wheel."), NONE, Key::Minus),
        with(entry(C::Fit, View, "Fit map", "Show the whole map."), NONE, Key::Num0),
        with(entry(C::Levels, View, "Levels", "Show or hide elevation levels."), Modifiers::SHIFT, Key::L),
        with(
            entry(
                C::Heat,
                View,
                "Fight heat map",
                "Show or hide the number of fights in each hex, from the balance lab.",
            ),
            Modifiers::SHIFT,
            Key::F12,
        ),
        entry(
            C::SideSigns,
            View,
            "Side stripes",
            "Mark the second side with stripes, so that the sides differ by more than color.",
        ),
        lined(entry(C::Theme(Theme::Light), View, "Light theme", "Use dark text on light panels.")),
        entry(C::Theme(Theme::Dark), View, "Dark theme", "Use light text on dark panels."),
        entry(C::Theme(Theme::System), View, "System theme", "Use the light or dark theme of the system."),
        lined(with(entry(C::Larger, View, "Larger text", "Enlarge text and panels, up to 250 %."), CTRL, Key::Plus)),
        with(entry(C::Smaller, View, "Smaller text", "Reduce text and panels, down to 75 %."), CTRL, Key::Minus),
        with(entry(C::NormalSize, View, "Normal text", "Reset text and panels to 100 %."), CTRL, Key::Num0),
        lined(with(
            entry(C::Inspector, View, "Inspector", "Show or hide the properties of the selection."),
            CTRL,
            Key::I,
        )),
        entry(C::ShowScan, View, "Scan", "Show or hide the scan under the map."),
        with(entry(C::Bottom, View, "All tabs", "Show or hide the tabs under the map."), CTRL, Key::B),
    ];
    let tabs = [Key::F6, Key::F7, Key::F8, Key::F9, Key::F12, Key::F10, Key::F11, Key::F11, Key::F4];
    for (tab, key) in BottomTab::ALL.into_iter().zip(tabs) {
        // What is printed is beside the tables, also among the keys.
        let modifiers = if tab == BottomTab::Printed { Modifiers::SHIFT } else { NONE };
        let row = with(entry(C::Tab(tab), View, tab.name(), tab.help()), modifiers, key);
        table.push(CommandInfo { line: tab == BottomTab::Problems, ..row });
    }
    for dock in Dock::ALL {
        let row = entry(C::Dock(dock), View, dock.name(), dock.help());
        table.push(CommandInfo { line: dock == Dock::Left, ..row });
    }
    table.push(entry(C::ResetLayout, View, "Reset layout", "Restore the default layout of all panels."));
    for tool in tools::ALL {
        table.push(with(entry(C::Tool(tool), Tools, tool.name(), tool.help()), NONE, tool.key()));
    }
    table.extend([
        lined(with(entry(C::Narrower, Tools, "Narrower brush", "Make the brush narrower."), NONE, Key::OpenBracket)),
        with(
            entry(
                C::NextPosture,
                Tools,
                "Next posture",
                "Give the selected units on the table the next posture: the tactical formation of their bases.",
            ),
            NONE,
            Key::F,
        ),
        with(entry(C::Wider, Tools, "Wider brush", "Make the brush wider."), NONE, Key::CloseBracket),
        entry(
            C::Slopes,
            Tools,
            "Slopes from levels",
            "Draw steep slopes on the hexsides where the levels require them, and remove the others.",
        ),
        lined(entry(C::Trace, Tools, "Trace a scan…", "Place a picture of a printed map under the hexes.")),
        entry(
            C::Suggest,
            Tools,
            "Suggest from the scan…",
            "Suggest terrain, streams, roads and hex numbers from the scan.",
        ),
        entry(
            C::Ground,
            Tools,
            "From the ground…",
            "Derive the map from geographic data, again and again; what you edited stays.",
        ),
        entry(
            C::Edited,
            Tools,
            "Show what was edited",
            "Show the hexes that were edited since the map came from the ground.",
        ),
        with(entry(C::Play, Play, "Play", "Play the current scenario, including unsaved changes."), NONE, Key::F5),
        with(
            entry(C::Edit, Play, "Return to editing", "Leave the game. The scenario is unchanged."),
            Modifiers::SHIFT,
            Key::F5,
        ),
        lined(with(
            entry(C::EndStep, Play, "End move or phase", "End the move, the plan or the phase."),
            CTRL,
            Key::Enter,
        )),
        lined(with(entry(C::Step, Play, "Step", "Make the next choice of the computer player."), NONE, Key::Period)),
        with(entry(C::Run, Play, "Run", "Start or stop the computer players."), NONE, Key::Comma),
        entry(C::NextTurn, Play, "Run to next turn", "Run the computer players until the turn ends."),
        entry(C::ToEnd, Play, "Run to end", "Run the computer players until the game ends."),
        lined(entry(C::SaveGame, Play, "Save game…", "Save the game, with its scenario, to a file.")),
        entry(C::OpenGame, Play, "Load game…", "Replay a saved game, and continue from its end."),
        entry(C::Resume, Play, "Resume last game", "Replay the last game on the current scenario, and continue it."),
        entry(C::SavedGames, Play, "Saved games…", "Continue or delete a game. Every game is saved with each input."),
        entry(C::Restart, Play, "Restart…", "Restart the game with the same dice, or with new ones."),
        entry(
            C::SavePosition,
            Play,
            "Save position as scenario…",
            "Save the position as a new scenario, and list what it cannot keep.",
        ),
        lined(with(
            entry(
                C::Playtest,
                Play,
                "Play many games",
                "Play many games between computer players to test the balance.",
            ),
            CTRL,
            Key::F5,
        )),
        entry(
            C::CompareSaved,
            Play,
            "Compare with last save",
            "Play the saved and the current version with the same dice, and compare the results.",
        ),
        entry(
            C::ExportReport,
            Play,
            "Save report…",
            "Save the results of the games as a web page with plots and the map.",
        ),
        entry(C::ExportGames, Play, "Export games…", "Export one row per game to a CSV file."),
        entry(C::ExportVersions, Play, "Save comparison…", "Save the last comparison as a web page."),
        with(
            entry(C::Palette, Help, "Command palette", "Find a command, a hex, a place or a unit by its name."),
            CTRL,
            Key::P,
        ),
        with(entry(C::Guide, Help, "Guide", "Read the guide in this window."), NONE, Key::F1),
        entry(C::Rules, Help, "Rules", "Read the rules of the scenario's system, as implemented here."),
        with(entry(C::Shortcuts, Help, "Shortcuts", "Show all shortcuts."), NONE, Key::Questionmark),
        lined(entry(C::About, Help, "About Battlewright", "Show the version of Battlewright.")),
    ]);
    // A page has an address, and is left by closing its tab.
    let is_page = battlewright_platform::page_address().is_some();
    table.retain(|entry| match entry.command {
        C::CopyLink => is_page,
        C::Quit => !is_page,
        _ => true,
    });
    table
}

/// Formats a shortcut, such as `"Ctrl+S"` or `"["`.
pub fn keys(ctx: &egui::Context, shortcut: KeyboardShortcut) -> String {
    let key = shortcut.logical_key;
    ctx.format_shortcut(&shortcut).replace(key.name(), key.symbol_or_name())
}

impl Command {
    /// Returns the row of the command in the table.
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
