//! A text that is open in the editor, with its analysis.

use std::path::PathBuf;

use battlewright_schema::outline::{Outline, OutlineName};
use battlewright_schema::{
    COLLECTION, Cell, Collection, Diagnostic, DocPath, Grid, Id, Scenario, System, load_bytes_with,
};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use percent_encoding::percent_decode_str;

use super::encoding::{Encoding, LineRuler};
use crate::validate;

/// The path of the file at `uri`.
fn file(uri: &Uri) -> Option<PathBuf> {
    uri.scheme().filter(|scheme| scheme.as_str() == "file")?;
    let path = percent_decode_str(uri.path().as_str()).decode_utf8().ok()?.into_owned();
    // `/C:/battles` is `C:/battles`.
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(path.strip_prefix('/').filter(|_| drive).unwrap_or(&path)))
}

/// An open text.
pub(super) struct Document {
    /// Its file, if it has one.
    path: Option<PathBuf>,
    pub(super) version: i32,
    pub(super) text: String,
    /// The parts of it, even if it cannot be read.
    pub(super) outline: Outline,
    /// Its names, in order.
    pub(super) names: Vec<OutlineName>,
    /// The scenario as it was when it could last be read.
    pub(super) scenario: Option<Scenario>,
    /// The findings, once they were looked for.
    found: Option<Vec<Diagnostic>>,
}

impl Document {
    pub(super) fn new(uri: &Uri, version: i32, text: String) -> Self {
        let outline = Outline::of(&text);
        let names = outline.names(&text);
        Self { path: file(uri), version, text, outline, names, scenario: None, found: None }
    }

    /// Takes over what was typed.
    pub(super) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let bytes = LineRuler::new(&self.text, encoding).bytes(range);
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

    /// The findings; none with a text that is no scenario.
    pub(super) fn findings(&mut self) -> &[Diagnostic] {
        if self.found.is_none() {
            self.found = Some(self.look());
        }
        self.found.as_deref().unwrap_or_default()
    }

    fn look(&mut self) -> Vec<Diagnostic> {
        if self.path.as_ref().and_then(|path| path.file_name()).is_some_and(|name| name == COLLECTION) {
            return Collection::read(self.text.as_bytes()).diagnostics;
        }
        if !self.is_scenario() {
            return Vec::new();
        }
        // What is wrong with the collection is found when that is opened.
        let levels = self.path.as_deref().map(Collection::levels_of).unwrap_or_default();
        let loaded = load_bytes_with(self.text.as_bytes(), &levels);
        let found = validate::with_rules(&loaded);
        self.scenario = loaded.readable.or(self.scenario.take());
        found
    }

    /// The system that the text says it is of.
    pub(super) fn system(&self) -> Option<System> {
        self.outline.system(&self.text)
    }

    /// Returns `true` if it means to be a scenario: clients ask about every TOML file that there is.
    fn is_scenario(&self) -> bool {
        let says = |key: &str| self.outline.value(&DocPath::root().key(key)).is_some();
        says("system") || says("format")
    }

    /// The name at `offset`, its end included.
    pub(super) fn name_at(&self, offset: usize) -> Option<&OutlineName> {
        self.names.iter().find(|name| (name.span.start..=name.span.end).contains(&offset))
    }

    /// The place where the name `text` is given.
    pub(super) fn given(&self, id: Id, text: &str) -> Option<&OutlineName> {
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
