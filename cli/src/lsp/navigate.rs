//! Definitions and references of names, and renaming.

use std::ops::Range;

use battlewright_schema::outline::OutlineName;
use battlewright_schema::rule::is_expression;
use battlewright_schema::{DocPath, Id, VOID, ValueProblem, ValueRefusal};

use super::document::Document;

/// Returns the definition of the name at `offset`: of a hex, its letter on the map; of a map letter, its terrain.
pub(super) fn definition(document: &Document, offset: usize) -> Option<Range<usize>> {
    if let Some(cell) = document.letter_at(offset) {
        let common = document.scenario.as_ref()?.common();
        let letter = common.hexes().get(cell.column.into(), cell.row.into())?;
        return document.definition(Id::LETTER, &letter.to_string()).map(|name| name.span.clone());
    }
    let name = document.name_at(offset)?;
    if name.id == Id::HEX {
        return document.outline().letters(&document.text, document.cell(&name.text)?).next();
    }
    document.definition(name.id, &name.text).map(|given| given.span.clone())
}

/// Returns all occurrences of the name at `offset`, with its definition if `given_too`.
pub(super) fn references(document: &Document, offset: usize, given_too: bool) -> Vec<Range<usize>> {
    let Some(name) = document.name_at(offset) else { return Vec::new() };
    all(document, name).filter(|name| given_too || !name.gives).map(|name| name.span.clone()).collect()
}

/// Returns the name at `offset` if it can be renamed.
///
/// # Errors
/// The reason why it cannot be renamed.
pub(super) fn renamable(document: &Document, offset: usize) -> Result<&OutlineName, String> {
    let name = document.name_at(offset).ok_or("no name at this position")?;
    match name.id {
        Id::HEX => Err("hex names come from the map numbering; renumber the map in the editor".to_owned()),
        id => match document.definition(id, &name.text) {
            Some(_) => Ok(name),
            None => Err(format!("there is no {} `{}`", id.noun(), name.text)),
        },
    }
}

/// Returns the edits that rename the name at `offset` to `new`.
///
/// # Errors
/// The new name is invalid or in use, or there is no name at `offset`.
pub(super) fn rename(document: &Document, offset: usize, new: &str) -> Result<Vec<(Range<usize>, String)>, String> {
    let name = renamable(document, offset)?;
    let noun = name.id.noun();
    if new.trim().is_empty() || new.contains(|c: char| c.is_control() || matches!(c, '"' | '\'' | '\\')) {
        return Err(format!("the name of a {noun} must be one line without quotes or backslashes"));
    }
    if new != name.text && document.definition(name.id, new).is_some() {
        return Err(format!("another {noun} already has the name `{new}`"));
    }
    if new != name.text
        && let Some(scenario) = document.ruled()
        && let Err(ValueRefusal { problem, .. }) = scenario.renaming(name.id, &name.text, new)
        && matches!(problem, ValueProblem::NotARuleWord { .. } | ValueProblem::OtherMeaning { .. })
    {
        return Err(problem.to_string());
    }
    let mut edits: Vec<(Range<usize>, String)> = all(document, name)
        .map(|name| {
            let new = if is_expression(&name.path) { new.to_owned() } else { written(&document.text, &name.span, new) };
            (name.span.clone(), new)
        })
        .collect();
    if name.id == Id::LETTER {
        let mut letters = new.chars().filter(|c| *c != VOID && !c.is_whitespace());
        if letters.next().is_none() || new.chars().count() != 1 {
            return Err(format!("a letter is one character other than `{VOID}`"));
        }
        edits.extend(painted(document, &name.text).map(|letter| (letter, new.to_owned())));
    }
    Ok(edits)
}

fn all<'d>(document: &'d Document, name: &'d OutlineName) -> impl Iterator<Item = &'d OutlineName> {
    document.names().iter().filter(|other| other.id == name.id && other.text == name.text)
}

/// Returns all occurrences of `letter` on the map.
fn painted<'d>(document: &'d Document, letter: &'d str) -> impl Iterator<Item = Range<usize>> + use<'d> {
    let hexes = document.outline().value(&DocPath::root().key("map").key("hexes")).unwrap_or_default();
    let rows = document.text.get(hexes.clone()).unwrap_or_default();
    rows.match_indices(letter).map(move |(at, found)| hexes.start + at..hexes.start + at + found.len())
}

/// Quotes `name`, if needed, for the place of the text at `span`.
fn written(text: &str, span: &Range<usize>, name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let in_quotes = text.get(..span.start).is_some_and(|before| before.ends_with(['"', '\'']));
    if in_quotes || name.chars().all(bare) { name.to_owned() } else { format!("\"{name}\"") }
}
