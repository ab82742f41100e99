//! Commands for rows of the rules, and for the rules as a whole.

use std::path::Path;

use battlewright_schema::rule::RowKind;
use battlewright_schema::{DocPath, write_atomic};
use serde_json::json;

use crate::app::App;
use crate::dialogs::Dialog;
use crate::file_dialog::{FilePurpose, named_after, with_ending};
use crate::model::edit::Edit;
use crate::model::layout::Pane;
use crate::model::rule_rows;
use crate::model::selection::{RULES, Selection};

impl App {
    /// Asks for the kind of a new row.
    pub(super) fn ask_rule(&mut self) {
        self.dialog = Some(Dialog::Rule(rule_rows::kinds(self.workspace.document.scenario())));
    }

    /// Adds a row of this kind, and opens it with the keyboard in its name.
    pub(super) fn add_rule(&mut self, kind: RowKind) {
        let scenario = self.workspace.document.scenario();
        let list = rule_rows::list_path(kind);
        let count = scenario.count(&list).unwrap_or(0);
        let path = list.index(count);
        let row = rule_rows::blank(scenario, kind);
        let edit = Edit::Put(path.clone(), Some(row));
        if self.workspace.document.apply(&format!("Add {}", kind.noun()), None, edit) {
            self.layout.show(Pane::Inspector);
            self.select(Selection::Rule(kind, count));
            self.input.text_focus.next = Some(path.key(if kind == RowKind::Define { "id" } else { "name" }));
        }
    }

    /// Writes what the scenario changes in the rules into a ruleset at `path`, and lets the scenario use that, as an undo step.
    pub(super) fn save_ruleset(&mut self, path: &Path) {
        let path = with_ending(path, "toml");
        match self.write_ruleset(&path) {
            Ok(reference) => {
                let uses = Edit::Put(DocPath::root().key(RULES), Some(json!({ "use": [reference] })));
                if self.workspace.document.apply("Use a ruleset", None, uses) {
                    self.layout.show(Pane::Inspector);
                    self.select(Selection::Part(RULES));
                    let file = path.display();
                    self.status_message =
                        Some(format!("The rules are in {file}. Save the scenario, which now uses them."));
                }
            }
            Err(why) => self.ask_path(FilePurpose::SaveRuleset, &path, Some(why)),
        }
    }

    /// Writes the ruleset. Returns the path by which the scenario names it.
    ///
    /// # Errors
    /// The reason why there is no such ruleset.
    fn write_ruleset(&self, path: &Path) -> Result<String, String> {
        let document = &self.workspace.document;
        let folder = document.path().and_then(Path::parent).ok_or("Save the scenario first.")?;
        if document.path() == Some(path) {
            return Err("This is the file of the scenario.".to_owned());
        }
        if document.is_broken() {
            return Err("The scenario has errors. Fix them first.".to_owned());
        }
        let within =
            path.strip_prefix(folder).map_err(|_| "Choose a file in the folder of the scenario, or below it.")?;
        let reference = within.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let title = battlewright_schema::words::plain(&stem);
        let letters = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
        let id = named_after(&stem.chars().map(letters).collect::<String>(), "").display().to_string();
        let text = document.scenario().as_ruleset(&document.text(), &id, &title);
        let text = text.ok_or("The scenario changes no rules.")?;
        write_atomic(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(format!("./{reference}"))
    }
}
