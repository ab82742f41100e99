//! The command palette: a search for commands, and for hexes, units and places, by name.

use battlewright_engine::show::Place;
use battlewright_schema::{HexId, Scenario};
use egui::{Align2, Button, Key, Modifiers, ScrollArea, TextEdit, Ui};

use super::menu::State;
use crate::messages::act::Act;
use crate::model::place::{first_cell, place};
use crate::model::selection::Selection;
use crate::panels::commands::{self, CommandInfo, table};

/// The state of the open palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    query: String,
    at: usize,
}

/// Returns the enabled commands with all words of `query` in menu, name or help.
pub fn data(query: &str, state: &State) -> Vec<CommandInfo> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let found = |entry: &CommandInfo| {
        let text = format!("{} {} {}", entry.menu.name(), state.name(entry), entry.help).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let mut rows: Vec<CommandInfo> =
        table().into_iter().filter(|entry| state.enabled(entry.command) && found(entry)).collect();
    // Commands whose name starts with the query come first.
    rows.sort_by_key(|entry| !entry.name.to_lowercase().starts_with(&query.to_lowercase()));
    rows
}

/// The most objects of the scenario that are listed.
const MOST: usize = 40;

/// An object of the scenario to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundObject {
    /// The kind and the name, such as `"Unit:  9th Brigade"`.
    pub title: String,
    /// The selection that shows it in the inspector.
    pub selection: Selection,
    /// Its hex, or its point on the table, if it has one.
    pub place: Option<Place>,
}

/// Returns the hex, the places and the units that `query` names: a hex by its number, the others by all words of the query, letter
/// case aside. Names that begin with it come first.
pub fn objects(query: &str, scenario: &Scenario) -> Vec<FoundObject> {
    let query = query.trim().to_lowercase();
    if query.is_empty() {
        return Vec::new();
    }
    let common = scenario.common();
    let words: Vec<&str> = query.split_whitespace().collect();
    let fits = |text: &str| words.iter().all(|word| text.contains(word));
    let found = |title: String, selection| FoundObject { title, selection, place: place(scenario, selection) };
    let hex = HexId::from(query.to_uppercase().as_str());
    let hex = first_cell(scenario, std::slice::from_ref(&hex))
        .map(|cell| found(format!("Hex:  {hex}"), Selection::Hex(cell)));
    let places = common.places().iter().enumerate().map(|(n, place)| (place.name.to_string(), Selection::Place(n)));
    let places = places.chain(places_on_table(scenario)).filter(|(name, _)| fits(&name.to_lowercase()));
    let places = places.map(|(name, selection)| found(format!("Place:  {name}"), selection));
    let units = (0..common.unit_count()).filter_map(|n| Some((n, common.unit(n)?)));
    let units = units.filter(|(_, unit)| fits(&format!("{} {} {}", unit.name, unit.label, unit.id).to_lowercase()));
    let units = units.map(|(n, unit)| found(format!("Unit:  {}", unit.name), Selection::Unit(n)));
    let mut all: Vec<FoundObject> = places.chain(units).collect();
    let begins = |object: &FoundObject| object.title.to_lowercase().contains(&format!(":  {query}"));
    all.sort_by_key(|object| !begins(object));
    hex.into_iter().chain(all).take(MOST).collect()
}

/// Returns the named areas, lines and points of a table.
fn places_on_table(scenario: &Scenario) -> Vec<(String, Selection)> {
    let Some(view) = scenario.common().table_view() else { return Vec::new() };
    let areas = view.areas.iter().map(|area| (area.name, area.row));
    let lines = view.lines.iter().map(|line| (line.name, line.row));
    let points = view.points.iter().map(|point| (point.name, point.row));
    let named = areas.chain(lines).chain(points);
    let named =
        named.filter_map(|(name, row)| Some((name?.to_owned(), Selection::row(scenario, row.list, row.index)?)));
    named.collect()
}

impl FoundObject {
    /// Returns the acts that select the object and move the map to it.
    fn acts(&self) -> Vec<Act> {
        let look = self.place.map(Act::Look);
        [Act::Select(self.selection)].into_iter().chain(look).collect()
    }
}

impl Palette {
    /// Draws the palette. Returns `false` when it closes.
    pub fn ui(&mut self, ctx: &egui::Context, state: &State, scenario: &Scenario, acts: &mut Vec<Act>) -> bool {
        let rows = data(&self.query, state);
        let objects = objects(&self.query, scenario);
        let mut open = !ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown)) {
            self.at += 1;
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowUp)) {
            self.at = self.at.saturating_sub(1);
        }
        self.at = self.at.min((rows.len() + objects.len()).saturating_sub(1));
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            match rows.get(self.at) {
                Some(entry) => acts.push(Act::Command(entry.command)),
                None => acts.extend(objects.get(self.at - rows.len()).map(FoundObject::acts).unwrap_or_default()),
            }
            open = false;
        }
        let window = egui::Window::new("Command palette").title_bar(false).resizable(false).collapsible(false);
        let window = window.anchor(Align2::CENTER_TOP, [0.0, 90.0]).fixed_size([460.0, 380.0]);
        window.show(ctx, |ui| {
            let edit = TextEdit::singleline(&mut self.query)
                .hint_text("Type a command, a hex, a place or a unit")
                .desired_width(f32::INFINITY);
            let response = ui.add(edit.margin(egui::Margin::symmetric(8, 6))).accessible_name("Command");
            response.request_focus();
            if response.changed() {
                self.at = 0;
            }
            ui.add_space(2.0);
            ScrollArea::vertical().max_height(330.0).auto_shrink([false, true]).show(ui, |ui| {
                for (n, entry) in rows.iter().enumerate() {
                    if row(ui, state, entry, n == self.at) {
                        acts.push(Act::Command(entry.command));
                        open = false;
                    }
                }
                for (n, object) in (rows.len()..).zip(&objects) {
                    if line(ui, Button::new(&object.title), n == self.at).clicked() {
                        acts.extend(object.acts());
                        open = false;
                    }
                }
                if rows.is_empty() && objects.is_empty() {
                    ui.weak("No matching command, hex, place or unit.");
                }
            });
        });
        open
    }
}

fn row(ui: &mut Ui, state: &State, entry: &CommandInfo, selected: bool) -> bool {
    let key = entry.key.map(|key| commands::keys(ui.ctx(), key)).unwrap_or_default();
    let text = format!("{}:  {}", entry.menu.name(), state.name(entry));
    line(ui, Button::new(text).shortcut_text(key), selected).on_hover_text(entry.help).clicked()
}

/// Draws a row of the list, and scrolls to it if it is `selected`.
fn line(ui: &mut Ui, button: Button<'_>, selected: bool) -> egui::Response {
    let mut button = button.frame_when_inactive(selected);
    if selected {
        button = button.fill(ui.visuals().selection.bg_fill);
    }
    let response = ui.add_sized([ui.available_width(), 24.0], button.min_size(egui::vec2(440.0, 24.0)));
    if selected {
        response.scroll_to_me(None);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn hexes_places_and_units_are_found_by_name() {
        let document = Document::bundled();
        let scenario = document.scenario();
        let titles = |query: &str| objects(query, scenario).into_iter().map(|object| object.title).collect::<Vec<_>>();
        assert_eq!(titles("0608")[0], "Hex:  0608");
        let common = scenario.common();
        let place = &common.places()[0];
        let found = objects(&place.name.to_uppercase(), scenario);
        let hex = first_cell(scenario, &place.hexes).map(Place::Hex);
        assert_eq!((found[0].selection, found[0].place), (Selection::Place(0), hex));
        let unit = common.unit(3).unwrap();
        assert!(titles(unit.name).contains(&format!("Unit:  {}", unit.name)));
        assert_eq!(titles("  "), [] as [&str; 0]);
        assert_eq!(titles("no such thing"), [] as [&str; 0]);
    }
}
