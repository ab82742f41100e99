//! The rulesets that a file names: completion and links.

use std::ops::Range;
use std::path::PathBuf;

use battlewright_schema::outline::Outline;
use battlewright_schema::{DiskRulesets, DocPath, LiteralText, PathStep, RulesetRef, RulesetSource, System};
use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::document::Document;

/// The bytes that a path in a URI has as they are.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Returns `true` if the value at `path` names a ruleset.
pub(super) fn is_reference(path: &DocPath) -> bool {
    match path.0.as_slice() {
        [PathStep::Key(rules), PathStep::Key(key), PathStep::Index(_)] => rules == "rules" && key == "use",
        [PathStep::Key(key), PathStep::Index(_)] => key == "extends",
        _ => false,
    }
}

/// Returns the references to rulesets of `system` that the document can use, with their titles. A ruleset does not name itself.
pub(super) fn offered(document: &Document, system: System) -> Vec<(String, String)> {
    let source = document.rulesets();
    let own = said(&document.text, document.outline(), "id").filter(|_| document.is_ruleset());
    let ids = source.ids().into_iter().filter(|id| own.as_ref() != Some(id));
    let found = ids.filter_map(|id| {
        // The source finds a ruleset by its id alone.
        let found = source.ruleset(&RulesetRef::new(&format!("{id}@1"))?, None).ok()??;
        let text = String::from_utf8(found.bytes).ok()?;
        let outline = Outline::of(&text);
        let version = said(&text, &outline, "version").filter(|_| outline.system(&text) == Some(system))?;
        Some((format!("{id}@{version}"), said(&text, &outline, "title").unwrap_or_default()))
    });
    let mut offered: Vec<(String, String)> = found.collect();
    offered.sort();
    offered.dedup();
    offered
}

/// Returns what `text` says at a key of its root.
fn said(text: &str, outline: &Outline, key: &str) -> Option<String> {
    let range = outline.value(&DocPath::root().key(key))?;
    let string = LiteralText::read(text, range.start).map(|string| string.value);
    string.or_else(|| text.get(range).map(str::to_owned))
}

/// Returns the references in the document to rulesets in files: their bytes, and the addresses of the files.
pub(super) fn links(document: &Document) -> Vec<(Range<usize>, Uri)> {
    let source = document.rulesets();
    references(document).filter_map(|span| Some((span.clone(), target(document, &source, &span)?))).collect()
}

/// Returns the address of the file of the ruleset that the document names at `offset`.
pub(super) fn link_at(document: &Document, offset: usize) -> Option<Uri> {
    let span = references(document).find(|span| span.contains(&offset))?;
    target(document, &document.rulesets(), &span)
}

/// Returns the bytes of the references to rulesets.
fn references(document: &Document) -> impl Iterator<Item = Range<usize>> {
    document.outline().scalars().filter(|(path, _)| is_reference(path)).map(|(_, span)| span)
}

/// Returns the address of the file of the ruleset that the document names at `span`.
fn target(document: &Document, source: &DiskRulesets, span: &Range<usize>) -> Option<Uri> {
    let name = LiteralText::read(&document.text, span.start)?.value;
    let found = source.ruleset(&RulesetRef::new(&name)?, None).ok()??;
    address(PathBuf::from(found.place))
}

/// Returns the address of a file; `None` for a ruleset that the program brings.
fn address(file: PathBuf) -> Option<Uri> {
    let file = if file.is_absolute() { Some(file) } else { std::path::absolute(file).ok() }?;
    if !file.is_file() {
        return None;
    }
    // Windows writes complete paths with a sign of its own.
    let path = file.to_str()?;
    let path = path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", utf8_percent_encode(&path, PATH)).parse().ok()
}
