//! An open document with its analysis.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use battlewright_schema::outline::{Outline, OutlineName};
use battlewright_schema::ruleset::ruleset_alone;
use battlewright_schema::{
    COLLECTION, Cell, Collection, Diagnostic, DiskRulesets, DocPath, Grid, Id, Scenario, Surroundings, System,
    load_bytes_from, validate_from,
};
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use percent_encoding::percent_decode_str;

use super::encoding::{Encoding, LineRuler};
use super::rules;
use crate::validate;

/// Returns the path of a `file` URI.
fn file(uri: &Uri) -> Option<PathBuf> {
    uri.scheme().filter(|scheme| scheme.as_str() == "file")?;
    let path = percent_decode_str(uri.path().as_str()).decode_utf8().ok()?.into_owned();
    // The path of a Windows drive has no leading slash.
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(path.strip_prefix('/').filter(|_| drive).unwrap_or(&path)))
}

/// An open document.
pub(super) struct Document {
    /// The name that the client gave it.
    pub(super) uri: Uri,
    /// The path of its file, if it has one.
    path: Option<PathBuf>,
    pub(super) version: i32,
    pub(super) text: String,
    /// The names in the text, computed when something is asked.
    names: OnceCell<Vec<OutlineName>>,
    /// The structure of the text, computed when something is asked: of many edits in a row, only the last one costs it.
    structure: OnceCell<Outline>,
    /// The scenario as last readable.
    pub(super) scenario: Option<Scenario>,
    /// A small scenario with the rules of a ruleset, as last readable.
    ruleset: Option<Scenario>,
    /// The findings; `None` until they are computed.
    found: Option<Vec<Diagnostic>>,
}

impl Document {
    pub(super) fn new(uri: &Uri, version: i32, text: String) -> Self {
        Self {
            uri: uri.clone(),
            path: file(uri),
            version,
            text,
            names: OnceCell::new(),
            structure: OnceCell::new(),
            scenario: None,
            ruleset: None,
            found: None,
        }
    }

    /// Returns the structure of the text, even if it does not parse.
    pub(super) fn outline(&self) -> &Outline {
        self.structure.get_or_init(|| Outline::of(&self.text))
    }

    /// Returns the names in the text, in order, with those in expressions of rules.
    pub(super) fn names(&self) -> &[OutlineName] {
        self.names.get_or_init(|| {
            let mut names = self.outline().names(&self.text);
            names.extend(rules::names(self));
            names.sort_by_key(|name| name.span.start);
            names
        })
    }

    /// Returns the scenario whose rules the text has: for a ruleset a small one, as last readable.
    pub(super) fn ruled(&self) -> Option<&Scenario> {
        self.scenario.as_ref().or(self.ruleset.as_ref())
    }

    /// Returns the rulesets that the document can name.
    pub(super) fn rulesets(&self) -> DiskRulesets {
        DiskRulesets::of(self.path.as_deref().unwrap_or_else(|| Path::new("")))
    }

    /// Returns `true` if the structure of the text is known.
    #[cfg(test)]
    pub(super) fn has_structure(&self) -> bool {
        self.structure.get().is_some()
    }

    /// Applies edits of the client.
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
        self.structure = OnceCell::new();
        self.names = OnceCell::new();
        self.version = version;
        self.found = None;
    }

    /// Returns the findings, computed if needed; none for a text that is no scenario.
    pub(super) fn findings(&mut self) -> &[Diagnostic] {
        if self.found.is_none() {
            self.found = Some(self.analyze());
        }
        self.found.as_deref().unwrap_or_default()
    }

    fn analyze(&mut self) -> Vec<Diagnostic> {
        if self.path.as_ref().and_then(|path| path.file_name()).is_some_and(|name| name == COLLECTION) {
            return Collection::read(self.text.as_bytes()).diagnostics;
        }
        if !self.is_scenario() {
            return Vec::new();
        }
        // The names in expressions depend on the scenario.
        self.names = OnceCell::new();
        if self.is_ruleset() {
            let (ruleset, found) = self.with_surroundings(|surroundings| {
                let found = validate_from(self.text.as_bytes(), surroundings).1;
                (ruleset_alone(&self.text, surroundings), found)
            });
            self.ruleset = ruleset.or(self.ruleset.take());
            return found;
        }
        let loaded = self.with_surroundings(|surroundings| load_bytes_from(self.text.as_bytes(), surroundings));
        let found = validate::with_rules(&loaded, &self.text);
        self.scenario = loaded.readable.or(self.scenario.take());
        found
    }

    /// Calls `with` with the surroundings of the file.
    pub(super) fn with_surroundings<T>(&self, with: impl FnOnce(&Surroundings<'_>) -> T) -> T {
        // Findings about the collection appear in its own document.
        let levels = self.path.as_deref().map(Collection::levels_of).unwrap_or_default();
        let rulesets = DiskRulesets::of(self.path.as_deref().unwrap_or_else(|| Path::new("")));
        with(&Surroundings { levels: &levels, rulesets: &rulesets })
    }

    /// Returns the system named in the text.
    pub(super) fn system(&self) -> Option<System> {
        self.outline().system(&self.text)
    }

    /// Returns `true` for a scenario or a ruleset: clients open any TOML file.
    fn is_scenario(&self) -> bool {
        self.has("system") || self.has("format")
    }

    /// Returns `true` for a ruleset.
    pub(super) fn is_ruleset(&self) -> bool {
        self.has("ruleset") && !self.has("format")
    }

    fn has(&self, key: &str) -> bool {
        self.outline().value(&DocPath::root().key(key)).is_some()
    }

    /// Returns the name at `offset`, its end included.
    pub(super) fn name_at(&self, offset: usize) -> Option<&OutlineName> {
        self.names().iter().find(|name| (name.span.start..=name.span.end).contains(&offset))
    }

    /// Returns the definition of the name `text`.
    pub(super) fn definition(&self, id: Id, text: &str) -> Option<&OutlineName> {
        self.names().iter().find(|name| name.gives && name.id == id && name.text == text)
    }

    /// Returns the field with its key or value at `offset`.
    pub(super) fn key_at(&self, offset: usize) -> Option<(&DocPath, std::ops::Range<usize>)> {
        self.outline().keys().find(|(_, span)| (span.start..=span.end).contains(&offset))
    }

    /// Returns the scenario's grid; `None` if it is unreadable or ambiguous.
    pub(super) fn grid(&self) -> Option<Grid> {
        self.scenario.as_ref()?.common().grid().ok().filter(Grid::is_unambiguous)
    }

    /// Returns the hex called `name`.
    pub(super) fn cell(&self, name: &str) -> Option<Cell> {
        let cell = self.grid()?.cell(&name.into())?;
        self.scenario.as_ref()?.common().has(cell).then_some(cell)
    }

    /// Returns the hex of the map letter at `offset`.
    pub(super) fn letter_at(&self, offset: usize) -> Option<Cell> {
        let cell = self.outline().cell_at(&self.text, offset)?;
        self.scenario.as_ref()?.common().has(cell).then_some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_in_a_row_cost_one_structure() {
        let uri: Uri = "file:///battle.toml".parse().unwrap();
        let mut document = Document::new(&uri, 1, "format = 1\n".to_owned());
        for version in 2..20 {
            let text = format!("format = {version}\n");
            let change = TextDocumentContentChangeEvent { range: None, range_length: None, text };
            document.change(version, vec![change], Encoding::Utf16);
            assert!(!document.has_structure());
        }
        assert!(document.outline().value(&DocPath::root().key("format")).is_some() && document.has_structure());
    }
}
