//! Find and replace in cells.

use battlewright_schema::Scenario;
use battlewright_schema::words::counted;
use egui::{Button, Key, TextEdit, Ui};

use super::selection::TablePosition;
use super::{OrderOfBattleState, grid_id};
use crate::messages::act::Act;
use crate::panels::PanelContext;
use crate::widgets::small_button;

/// The text to find in cells, and the text that replaces it.
#[derive(Clone, Debug, Default)]
pub struct CellSearch {
    /// `true` if the fields are shown.
    pub open: bool,
    /// The text to find. ASCII letters match in both cases.
    pub find: String,
    /// The text that replaces it.
    pub with: String,
    /// `true` to move the keyboard focus to the field in the next frame.
    pub(super) grab: bool,
}

/// Replaces `find` in `text`, in any case of ASCII letters.
fn replaced(text: &str, find: &str, with: &str) -> String {
    let (low, find) = (text.to_ascii_lowercase(), find.to_ascii_lowercase());
    let mut new = String::new();
    let mut end = 0;
    for (at, found) in low.match_indices(&find) {
        new.push_str(text.get(end..at).unwrap_or_default());
        new.push_str(with);
        end = at + found.len();
    }
    new.push_str(text.get(end..).unwrap_or_default());
    new
}

impl OrderOfBattleState {
    /// Shows the fields for find and replace, with the keyboard focus.
    pub(super) fn open_search(&mut self) {
        (self.search.open, self.search.grab) = (true, true);
    }

    /// Returns the cells to search: the picked ones if there are several, otherwise all visible ones. The ids of units are searched
    /// only if they are picked.
    fn searched(&self) -> Vec<TablePosition> {
        let shown = self.columns();
        let (units, columns) = (self.pick.shown(&self.order), self.pick.columns(&shown));
        let several = units.len() * columns.len() > 1 && !(units.len() == 1 && self.pick.whole);
        let (units, columns) = if several { (units, columns) } else { (self.order.clone(), shown) };
        let is_id = |column: usize| self.field(column).is_some_and(|field| field.is_own_id());
        let columns: Vec<usize> = columns
            .into_iter()
            .filter(|column| self.field(*column).is_some() && (several || !is_id(*column)))
            .collect();
        units
            .into_iter()
            .flat_map(|unit| columns.iter().map(move |column| TablePosition { unit, column: *column }))
            .collect()
    }

    /// Returns the text of a cell as it is searched: names instead of ids.
    fn searched_text(&self, spot: TablePosition) -> &str {
        self.sheet.shown(spot.unit, spot.column)
    }

    /// Returns the cells that contain the text to find, in display order.
    pub fn found_cells(&self) -> Vec<TablePosition> {
        let find = self.search.find.to_ascii_lowercase();
        if find.is_empty() {
            return Vec::new();
        }
        let mut found = self.searched();
        found.retain(|spot| self.searched_text(*spot).to_ascii_lowercase().contains(&find));
        found
    }

    /// Moves the cursor to the next cell that contains the text to find, with wraparound.
    fn find_next(&mut self, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
        let found = self.found_cells();
        let columns = self.columns();
        let place = |spot: &TablePosition| {
            let row = self.order.iter().position(|unit| *unit == spot.unit);
            (row, columns.iter().position(|column| *column == spot.column))
        };
        let here = place(&self.pick.cursor);
        let next = found.iter().find(|spot| place(spot) > here).or(found.first()).copied();
        let Some(next) = next else {
            acts.push(Act::Say(format!("No cell contains \u{201c}{}\u{201d}.", self.search.find)));
            return;
        };
        self.pick.one(next);
        self.reveal = true;
        self.select(shown, acts);
    }

    /// Replaces the text in all cells that contain it, as one undo step.
    pub fn replace_all(&self, scenario: &Scenario) -> Vec<Act> {
        let found = self.found_cells();
        let (find, with) = (&self.search.find, &self.search.with);
        if found.is_empty() {
            return vec![Act::Say(format!("No cell contains \u{201c}{find}\u{201d}."))];
        }
        let mut rows: Vec<(usize, Vec<(usize, String)>)> = Vec::new();
        for spot in &found {
            let new = replaced(self.searched_text(*spot), find, with);
            // A name stands for its id.
            let choices = self.sheet.heads.get(spot.column).map(|head| head.choices.as_slice()).unwrap_or_default();
            let named = choices.iter().find(|choice| self.sheet.name_of(spot.column, choice) == new);
            let cell = (spot.column, named.map_or(new, |choice| choice.text.clone()));
            match rows.last_mut().filter(|(unit, _)| *unit == spot.unit) {
                Some((_, cells)) => cells.push(cell),
                None => rows.push((spot.unit, vec![cell])),
            }
        }
        let cells = counted(found.len(), "cell");
        let acts = self.acts(scenario, &format!("Replace in {cells}"), self.plan(scenario, rows));
        match acts.as_slice() {
            [] => vec![Act::Say("The cells contain this already.".to_owned())],
            [Act::Edit { .. }] => [acts, vec![Act::Say(format!("Replaced in {cells}."))]].concat(),
            _ => acts,
        }
    }
}

/// Draws the fields for find and replace.
pub(super) fn ui(
    roster: &mut OrderOfBattleState,
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    editable: bool,
    acts: &mut Vec<Act>,
) {
    if !roster.search.open {
        return;
    }
    let mut closes = false;
    ui.horizontal_wrapped(|ui| {
        let find = TextEdit::singleline(&mut roster.search.find).hint_text("Find").desired_width(150.0);
        let help = "Searches the selected cells, or all visible ones. Upper and lower case are the same.";
        let find = ui.add(find.id(grid_id().with("find"))).accessible_name("Find in cells").on_hover_text(help);
        if std::mem::take(&mut roster.search.grab) {
            find.request_focus();
        }
        let entered = find.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        closes |= find.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
        if editable {
            let with = TextEdit::singleline(&mut roster.search.with).hint_text("Replace with").desired_width(150.0);
            ui.add(with.id(grid_id().with("replace"))).accessible_name("Replace with");
        }
        if ui.add(small_button("Next")).accessible_name("Find next cell").clicked() || entered {
            roster.find_next(shown, acts);
            if entered {
                find.request_focus();
            }
        }
        let found = roster.found_cells().len();
        if editable {
            let all =
                ui.add_enabled(found > 0, Button::new("Replace all").min_size(egui::vec2(0.0, crate::theme::TARGET)));
            if all.on_hover_text("Replace the text in all cells that contain it, as one step").clicked() {
                acts.extend(roster.replace_all(shown.scenario()));
            }
        }
        if !roster.search.find.is_empty() {
            ui.weak(counted(found, "cell"));
        }
        closes |= ui.add(small_button("×")).accessible_name("Close find and replace").clicked();
    });
    if closes {
        roster.search.open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_replaced_in_any_case_and_keeps_other_letters() {
        assert_eq!(replaced("1st Infanterie-Brigade É", "infanterie", "Infantry"), "1st Infantry-Brigade É");
        assert_eq!(replaced("aAa", "a", "aa"), "aaaaaa");
        assert_eq!(replaced("été", "x", "y"), "été");
    }
}
