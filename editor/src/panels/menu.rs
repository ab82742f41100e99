//! The menu bar, generated from the command table.

use std::collections::BTreeSet;
use std::path::Path;

use egui::{Button, MenuBar, Rect, RichText, Stroke, Ui, vec2};

use crate::messages::act::Act;
use crate::messages::command::{Command, MapLayer, Theme};
use crate::model::balance::LabState;
use crate::model::layout::{Dock, Pane};
use crate::model::store::printable;
use crate::panels::commands::{self, CommandInfo, Menu, table};
use crate::theme::{self, is_narrow};
use crate::tools::ToolKind;
use crate::widgets::field::mark_as_heading;
use crate::widgets::popup;

/// The state of the application that determines the menu items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The name of the step to undo.
    pub undo: Option<String>,
    /// The name of the step to redo.
    pub redo: Option<String>,
    /// `true` if the document has a file.
    pub filed: bool,
    /// `true` if the selected object can be deleted.
    pub deletable: bool,
    /// `true` if a region of the map is selected.
    pub region: bool,
    /// `true` if a map piece is held.
    pub holding: bool,
    /// `true` if a unit is selected.
    pub unit: bool,
    /// `true` if the game is played on a table.
    pub table: bool,
    /// The tools without a use in this system, which the menu leaves out.
    pub useless: Vec<ToolKind>,
    /// `true` if a game is in progress.
    pub playing: bool,
    /// `true` if a computer player has the next choice.
    pub computer: bool,
    /// `true` if a person may end a move, a plan or a phase.
    pub ending: bool,
    /// `true` if a previous game can be resumed.
    pub resumable: bool,
    /// `true` if computer players continue automatically.
    pub running: bool,
    /// `true` if the stripes of the second side are drawn.
    pub striped: bool,
    /// The selected theme.
    pub theme: Theme,
    /// The paths of recently opened and saved files, newest first.
    pub recent: Vec<String>,
    /// The visible panes.
    pub shown: Vec<Pane>,
    /// The name of the most recently used panel.
    pub panel: &'static str,
    /// `true` if any tab is visible.
    pub tabs: bool,
    /// `true` if elevation levels are shown.
    pub levels: bool,
    /// The hidden layers of the map.
    pub hidden: BTreeSet<MapLayer>,
    /// `true` if the map shows the hexes that were edited since it came from the ground.
    pub edited: bool,
    /// `true` if there is a scan, and `true` if it is visible.
    pub scan: (bool, bool),
    /// The state of the balance lab.
    pub lab: LabState,
    /// The title in the middle of the menu bar.
    pub title: String,
}

impl State {
    /// Returns `true` if `command` is available now.
    pub fn enabled(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.undo.is_some(),
            Command::Redo => self.redo.is_some(),
            Command::History => !self.playing,
            Command::Backups | Command::SaveRuleset => self.filed && !self.playing,
            Command::Delete => self.deletable && !self.playing,
            Command::Copy | Command::Cut => (self.region || self.unit) && !self.playing,
            Command::Paste | Command::SelectMap => !self.playing,
            Command::Spin(_) => self.holding && !self.playing,
            Command::Edit | Command::Run | Command::SaveGame | Command::SavePosition | Command::Restart => self.playing,
            Command::EndStep => self.ending,
            Command::Step | Command::NextTurn | Command::ToEnd => self.playing && self.computer,
            Command::Playtest | Command::CompareSaved => !self.lab.busy,
            Command::ExportReport | Command::ExportGames => self.lab.played,
            Command::ExportVersions => self.lab.compared,
            Command::Resume => self.resumable && !self.playing,
            Command::Tool(tool) => !self.playing || tool.in_play() || tool == ToolKind::SELECT,
            Command::Suggest => self.scan.0 && !self.playing,
            Command::ShowScan => self.scan.0,
            Command::Trace | Command::NewFromGround => !self.playing,
            Command::Ground | Command::Edited => !self.table && !self.playing,
            Command::Play | Command::Slopes | Command::SelectScenario => !self.playing,
            Command::Wider | Command::Narrower => self.table || !self.playing,
            Command::AddUnit | Command::AddRule | Command::Import | Command::HexMenu => !self.playing,
            Command::NextPosture => self.table && !self.playing,
            Command::DuplicateUnits | Command::FillDown => self.unit && !self.playing,
            Command::Reshape | Command::Turn => !self.playing,
            Command::Renumber => !self.table && !self.playing,
            // The hills of a table are always shown.
            Command::Levels => !self.table,
            _ => true,
        }
    }

    /// Returns the current menu text of `entry`.
    pub fn name(&self, entry: &CommandInfo) -> String {
        match (entry.command, &self.undo, &self.redo) {
            (Command::Undo, Some(name), _) => format!("Undo {name}"),
            (Command::Redo, _, Some(name)) => format!("Redo {name}"),
            // The keys of the brush turn units on a table, which is not painted, or the facing of the next action.
            (Command::Wider, ..) if self.table => "Turn units right".to_owned(),
            (Command::Narrower, ..) if self.table => "Turn units left".to_owned(),
            (Command::Layer(MapLayer::Numbers), ..) if self.table => "Numbers of the grid".to_owned(),
            (Command::Layer(MapLayer::Lines), ..) if self.table => "Roads, waters and walls".to_owned(),
            (Command::Run, ..) if self.running => "Stop".to_owned(),
            (Command::Dock(_), ..) => format!("{} ({})", entry.name, self.panel),
            _ => entry.name.to_owned(),
        }
    }

    /// Returns the check mark of `command`; `None` if the command is not a switch.
    fn checked(&self, command: Command) -> Option<bool> {
        Some(match command {
            Command::SideSigns => self.striped,
            Command::Theme(theme) => self.theme == theme,
            Command::Inspector => self.shown.contains(&Pane::Inspector),
            Command::Bottom => self.tabs,
            Command::Levels => self.levels,
            Command::Layer(layer) => !self.hidden.contains(&layer),
            Command::Heat => self.lab.heat,
            Command::ShowScan => self.scan == (true, true),
            Command::Edited => self.edited,
            Command::Tab(tab) => self.shown.contains(&Pane::Tab(tab)),
            _ => return None,
        })
    }
}

/// Draws the menu bar. In a narrow window, all menus are in one.
pub fn ui(ui: &mut Ui, state: &State, acts: &mut Vec<Act>) {
    let table = table();
    MenuBar::new().ui(ui, |ui| {
        if is_narrow(ui.ctx()) {
            ui.menu_button("Menu", |ui| menus(ui, &table, state, acts));
        } else {
            menus(ui, &table, state, acts);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let (command, text) =
                if state.playing { (Command::Edit, "Return to editing") } else { (Command::Play, "Play  F5") };
            let entry = command.entry();
            // To play stands out; to return does not.
            let button = if state.playing {
                Button::new(text)
            } else {
                let (accent, ink) = theme::play();
                Button::new(RichText::new(text).color(ink)).fill(accent)
            };
            let help = entry.map_or("", |entry| entry.help);
            if ui.add(button).on_hover_text(help).clicked() {
                acts.push(Act::Command(command));
            }
            ui.centered_and_justified(|ui| {
                let title = RichText::new(&state.title).color(ui.visuals().weak_text_color());
                let response = ui.add(egui::Label::new(title).truncate());
                mark_as_heading(&response, 1, &state.title);
            });
        });
    });
}

fn menus(ui: &mut Ui, table: &[CommandInfo], state: &State, acts: &mut Vec<Act>) {
    for menu in Menu::ALL {
        ui.menu_button(menu.name(), |ui| {
            ui.set_min_width(210.0);
            popup::menu(ui, |ui| items(ui, menu, table, state, acts));
        });
    }
}

/// The space for check marks before the names, in points.
const TICK: f32 = 18.0;

fn items(ui: &mut Ui, menu: Menu, table: &[CommandInfo], state: &State, acts: &mut Vec<Act>) {
    if table.iter().any(|entry| entry.menu == menu && state.checked(entry.command).is_some()) {
        ui.spacing_mut().button_padding.x += TICK;
    }
    let is_useless = |command| matches!(command, Command::Tool(tool) if state.useless.contains(&tool));
    for entry in table.iter().filter(|entry| entry.menu == menu && !is_useless(entry.command)) {
        if entry.line {
            ui.separator();
        }
        match entry.command {
            Command::Dock(Dock::Left) => docks(ui, table, state, acts),
            Command::Dock(_) => {}
            _ => item(ui, state, entry, &state.name(entry), acts),
        }
        if entry.command == Command::OpenBundled {
            recent(ui, &state.recent, acts);
        }
    }
}

/// Draws a submenu with the positions for the most recently used panel.
fn docks(ui: &mut Ui, table: &[CommandInfo], state: &State, acts: &mut Vec<Act>) {
    ui.menu_button(format!("Move panel ({})", state.panel), |ui| {
        ui.set_min_width(210.0);
        for entry in table.iter().filter(|entry| matches!(entry.command, Command::Dock(_))) {
            item(ui, state, entry, entry.name, acts);
        }
    });
}

/// Draws a submenu with the recent files.
fn recent(ui: &mut Ui, paths: &[String], acts: &mut Vec<Act>) {
    ui.add_enabled_ui(!paths.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            ui.set_min_width(240.0);
            for path in paths {
                let full = Path::new(path);
                let part = |part: Option<&std::ffi::OsStr>| {
                    part.map_or_else(String::new, |part| printable(&part.to_string_lossy()))
                };
                let folder = part(full.parent().and_then(Path::file_name));
                let button = Button::new(part(full.file_name())).shortcut_text(folder);
                if popup::help_beside(ui.add(button), &printable(path)).clicked() {
                    acts.push(Act::OpenRecent(full.to_owned()));
                    ui.close();
                }
            }
            ui.separator();
            if ui.button("Clear list").on_hover_text("Clear this list. The files remain").clicked() {
                acts.push(Act::ForgetRecent);
                ui.close();
            }
        });
    });
}

fn item(ui: &mut Ui, state: &State, entry: &CommandInfo, name: &str, acts: &mut Vec<Act>) {
    let key = entry.key.map(|key| commands::keys(ui.ctx(), key)).unwrap_or_default();
    let mut button = Button::new(name).shortcut_text(key);
    let checked = state.checked(entry.command);
    if let Some(checked) = checked {
        button = button.selected(checked);
    }
    let response = ui.add_enabled(state.enabled(entry.command), button);
    if checked == Some(true) {
        tick(ui, response.rect);
    }
    if popup::help_beside(response, entry.help).clicked() {
        acts.push(Act::Command(entry.command));
        ui.close();
    }
}

/// Draws a check mark before the menu item in `rect`.
fn tick(ui: &Ui, rect: Rect) {
    let middle = rect.left_center() + vec2(TICK * 0.5 + 1.0, 0.0);
    let stroke = Stroke::new(1.8, ui.visuals().text_color());
    let path = [vec2(-4.0, 0.0), vec2(-1.0, 3.5), vec2(4.5, -4.0)].map(|off| middle + off);
    ui.painter().line(path.to_vec(), stroke);
}
