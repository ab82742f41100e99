//! Commands for rows of the rules.

use battlewright_schema::rule::RowKind;

use crate::app::App;
use crate::dialogs::Dialog;
use crate::model::edit::Edit;
use crate::model::layout::Pane;
use crate::model::rule_rows;
use crate::model::selection::Selection;

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
}
