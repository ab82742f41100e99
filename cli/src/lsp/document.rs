//! A text that is open in the editor, and what is known of it.

use battlewright_schema::outline::{Name, Outline};
use battlewright_schema::{Cell, Diagnostic, DocPath, Grid, Id, Scenario, System, load};
use lsp_types::TextDocumentContentChangeEvent;

use super::encoding::{Encoding, Ruler};
use crate::validate;

/// An open text.
pub(super) struct Document {
    pub(super) version: i32,
    pub(super) text: String,
    /// What its parts are, whether or not it can be read.
    pub(super) outline: Outline,
    /// Its names, in order.
    pub(super) names: Vec<Name>,
    /// The scenario as it was when it could last be read.
    pub(super) scenario: Option<Scenario>,
    /// What is wrong with it, once it was looked for.
    found: Option<Vec<Diagnostic>>,
}

impl Document {
    pub(super) fn new(version: i32, text: String) -> Self {
        let outline = Outline::of(&text);
        let names = outline.names(&text);
        Self { version, text, outline, names, scenario: None, found: None }
    }

    /// Takes over what was typed.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let bytes = Ruler::new(&self.text, encoding).bytes(range);
                    self.text.replace_range(bytes, &change.text);
                }
                None => self.text = change.text,
            }
        }
        self.outline = Outline::of(&self.text);
        self.names = self.outline.names(&self.text);
        self.version = version;
        self.found = None;
    }

    /// What is wrong with it; nothing with a text that is no scenario.
    pub(super) fn findings(&mut self) -> &[Diagnostic] {
        if !self.is_scenario() {
            return &[];
        }
        self.found.get_or_insert_with(|| {
            let loaded = load(&self.text);
            let found = validate::with_rules(&loaded);
            self.scenario = loaded.readable.or(self.scenario.take());
            found
        })
    }

    /// The system that the text says it is of.
    pub(super) fn system(&self) -> Option<System> {
        self.outline.system(&self.text)
    }

    /// Whether it means to be a scenario: clients ask about every TOML file that there is.
    fn is_scenario(&self) -> bool {
        let says = |key: &str| self.outline.value(&DocPath::root().key(key)).is_some();
        says("system") || says("format")
    }

    /// The name at `offset`, its end included.
    pub(super) fn name_at(&self, offset: usize) -> Option<&Name> {
        self.names.iter().find(|name| (name.span.start..=name.span.end).contains(&offset))
    }

    /// What has the name `text`: where it is given.
    pub(super) fn given(&self, id: Id, text: &str) -> Option<&Name> {
        self.names.iter().find(|name| name.gives && name.id == id && name.text == text)
    }

    /// The field whose key or value is at `offset`.
    pub(super) fn key_at(&self, offset: usize) -> Option<(&DocPath, std::ops::Range<usize>)> {
        self.outline.keys().find(|(_, span)| (span.start..=span.end).contains(&offset))
    }

    /// The scenario's grid, if it can be read and has one.
    pub(super) fn grid(&self) -> Option<Grid> {
        self.scenario.as_ref()?.common().grid().ok().filter(Grid::is_unambiguous)
    }

    /// The hex called `name`.
    pub(super) fn cell(&self, name: &str) -> Option<Cell> {
        let cell = self.grid()?.cell(&name.into())?;
        self.scenario.as_ref()?.common().has(cell).then_some(cell)
    }

    /// The hex whose letter stands at `offset`.
    pub(super) fn letter_at(&self, offset: usize) -> Option<Cell> {
        let cell = self.outline.cell_at(&self.text, offset)?;
        self.scenario.as_ref()?.common().has(cell).then_some(cell)
    }
}
