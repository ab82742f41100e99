//! Two scenarios that came from one made into one again: hex by hex, hexside by hexside, field by field.
//!
//! What only one side changed is taken; what both changed alike is taken once; what they changed
//! differently is a conflict. A conflict is told in words, *ours* stands in the merged scenario, and
//! in the merged text marks as git makes them stand around the lines that conflict, and no others.
//! Comments never conflict: both sides' stand.

mod comments;
mod hexsides;
mod marks;

use std::fmt;

use toml::{Table, Value};

use crate::diagnostic::Diagnostic;
use crate::path::DocPath;
use crate::save::layout;
use crate::save::rows::align;
use crate::{HexRows, Scenario, load, save};

/// What both sides changed, and not alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// Where it is in the merged text.
    pub path: DocPath,
    /// What it is about, such as `unit de-iii-5: er`.
    pub subject: String,
    /// What it was.
    pub base: Option<Value>,
    /// What we made of it; nothing if we took it out.
    pub ours: Option<Value>,
    /// What they made of it; nothing if they took it out.
    pub theirs: Option<Value>,
}

impl fmt::Display for Conflict {
    /// Such as `unit de-iii-5: er was 3, ours 2, theirs 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<Value>| match value {
            None => "nothing".to_owned(),
            Some(Value::String(text)) if text.contains('\n') => "other rows".to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Table(_)) => "changed".to_owned(),
            Some(value) => value.to_string(),
        };
        let (base, ours, theirs) = (shown(&self.base), shown(&self.ours), shown(&self.theirs));
        match (&self.ours, &self.theirs) {
            (None, Some(Value::Table(_))) => write!(f, "{}: taken out by ours, changed by theirs", self.subject),
            (Some(Value::Table(_)), None) => write!(f, "{}: changed by ours, taken out by theirs", self.subject),
            _ => write!(f, "{}: was {base}, ours {ours}, theirs {theirs}", self.subject),
        }
    }
}

/// Two scenarios made into one.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The text: ours with what they changed; marks stand around what conflicts.
    pub text: String,
    /// What both changed, and not alike, in the order of the format.
    pub conflicts: Vec<Conflict>,
    /// What does not fit together though no line conflicts, such as two units moved into one hex.
    pub broken: Vec<Diagnostic>,
}

/// Why texts cannot be merged.
#[derive(Clone, Debug)]
pub struct NotMerged {
    /// Which of them cannot be read: `base`, `ours` or `theirs`; `all` if they are of different systems.
    pub which: &'static str,
    /// What is wrong with it.
    pub findings: Vec<Diagnostic>,
}

/// `ours` with what `theirs` changed since `base`. An empty base is a file that both sides began.
///
/// ```
/// use battlewright_schema::{System, merge, template};
/// let base = template(System::MarsLaTour);
/// // Two hexes of one row: git would see one line changed on both sides.
/// let ours = base.replacen(". w w . T . . .", ". . w . T . . .", 1);
/// let theirs = base.replacen(". w w . T . . .", ". w w . T . w .", 1);
/// let merged = merge::merge(base, &ours, &theirs).unwrap();
/// assert!(merged.conflicts.is_empty());
/// assert!(merged.text.contains(". . w . T . w ."));
/// ```
///
/// # Errors
/// When one of them cannot be read, or they are of different systems.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Result<Merged, NotMerged> {
    let read = |which, text: &str| {
        let loaded = load(text);
        let complete = loaded.complete;
        let findings = loaded.diagnostics;
        match loaded.readable.filter(|_| complete) {
            Some(scenario) => Ok((scenario, findings)),
            None => Err(NotMerged { which, findings }),
        }
    };
    let (our, our_findings) = read("ours", ours)?;
    let (their, their_findings) = read("theirs", theirs)?;
    let root = if base.trim().is_empty() { Table::new() } else { layout::tree(&read("base", base)?.0) };
    if our.system() != their.system() {
        return Err(NotMerged { which: "all", findings: Vec::new() });
    }
    let mut merging = Merging { conflicts: Vec::new() };
    let merged = merging.tables(&DocPath::root(), "", &root, &layout::tree(&our), &layout::tree(&their));
    let read = match our {
        Scenario::MarsLaTour(_) => merged.try_into().map(|own| Scenario::MarsLaTour(Box::new(own))),
        Scenario::PositionMagnifique(_) => merged.try_into().map(|own| Scenario::PositionMagnifique(Box::new(own))),
    };
    // What is made of the parts of three scenarios has the shape of one.
    let scenario = read.map_err(|_| NotMerged { which: "all", findings: Vec::new() })?;
    let saved = save(Some(ours), &scenario);
    let carried = comments::carry(&saved, base, theirs);
    // Carrying is careful; this makes sure.
    let plain = if load(&carried).readable.as_ref() == Some(&scenario) { carried } else { saved };
    let known = |finding: &&Diagnostic| {
        let same = |other: &Diagnostic| (other.code, &other.message) == (finding.code, &finding.message);
        !our_findings.iter().chain(&their_findings).any(same)
    };
    let broken = load(&plain).diagnostics.iter().filter(|finding| finding.is_error()).filter(known).cloned().collect();
    let text = marks::put(&plain, &merging.conflicts);
    Ok(Merged { text, conflicts: merging.conflicts, broken })
}

/// A merge under way.
struct Merging {
    conflicts: Vec<Conflict>,
}

/// Lists of words whose order is what they say.
const ORDERED: &[&str] = &["path", "string"];

impl Merging {
    /// Three tables; `what` is what messages call them.
    fn tables(&mut self, path: &DocPath, what: &str, base: &Table, ours: &Table, theirs: &Table) -> Table {
        let mut merged = Table::new();
        for key in in_order(ours, theirs) {
            let path = path.clone().key(&key);
            let (base, ours, theirs) = (base.get(&key), ours.get(&key), theirs.get(&key));
            let called = match (what, path.0.len()) {
                ("", _) | (_, 1) => key.clone(),
                (what, 2) if ["side", "map"].contains(&what) => format!("{what} {key}"),
                (what, _) => format!("{what}: {key}"),
            };
            if let Some(value) = self.value(&path, &called, base, ours, theirs) {
                merged.insert(key, value);
            }
        }
        merged
    }

    fn value(
        &mut self,
        path: &DocPath,
        what: &str,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        if ours == theirs || base == theirs {
            return ours.cloned();
        }
        if base == ours {
            return theirs.cloned();
        }
        let empty = Value::Table(Table::new());
        let none = Value::Array(Vec::new());
        match (base, ours, theirs) {
            (_, Some(Value::Table(our)), Some(Value::Table(their))) => {
                let base = base.unwrap_or(&empty).as_table()?;
                Some(Value::Table(self.tables(path, what, base, our, their)))
            }
            (Some(Value::String(was)), Some(Value::String(our)), Some(Value::String(their)))
                if layout::is_hexes(path) =>
            {
                let rows = [was, our, their].map(|text| HexRows::parse(text));
                match self.rows_of_hexes(path, &rows) {
                    Some(rows) => Some(Value::String(rows.to_string())),
                    None => self.conflict(path, what, base, ours, theirs),
                }
            }
            _ => {
                let lists = [base, ours, theirs].map(|list| list.unwrap_or(&none).as_array());
                let [Some(was), Some(our), Some(their)] = lists else {
                    return self.conflict(path, what, base, ours, theirs);
                };
                let merged = self.lists(path, what, was, our, their);
                match merged {
                    Some(rows) => Some(Value::Array(rows)),
                    None => self.conflict(path, what, base, ours, theirs),
                }
            }
        }
    }

    /// Notes a conflict; ours stands.
    fn conflict(
        &mut self,
        path: &DocPath,
        subject: &str,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        self.conflicts.push(Conflict {
            path: path.clone(),
            subject: subject.to_owned(),
            base: base.cloned(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
        });
        ours.or(theirs).cloned()
    }

    /// The letters of three maps of one size, hex by hex.
    fn rows_of_hexes(&mut self, path: &DocPath, rows: &[HexRows; 3]) -> Option<HexRows> {
        let sizes = |rows: &HexRows| rows.0.iter().map(Vec::len).collect::<Vec<_>>();
        let [base, ours, theirs] = rows;
        if sizes(base) != sizes(ours) || sizes(base) != sizes(theirs) {
            return None;
        }
        let mut merged = ours.clone();
        for (row, letters) in base.0.iter().enumerate() {
            for (column, was) in letters.iter().enumerate() {
                let (our, their) = (ours.get(column, row)?, theirs.get(column, row)?);
                if our == *was {
                    merged.set(column, row, their);
                } else if their != *was && their != our {
                    let letter = |letter: char| Some(Value::String(letter.to_string()));
                    let what = path.last_key().unwrap_or_default();
                    self.conflicts.push(Conflict {
                        path: path.clone().index(row).index(column),
                        subject: format!("{what}: row {}, column {}", row + 1, column + 1),
                        base: letter(*was),
                        ours: letter(our),
                        theirs: letter(their),
                    });
                }
            }
        }
        Some(merged)
    }

    /// Three lists; `None` if only their order or the like can tell what is meant.
    fn lists(
        &mut self,
        path: &DocPath,
        what: &str,
        base: &[Value],
        ours: &[Value],
        theirs: &[Value],
    ) -> Option<Vec<Value>> {
        let all = || base.iter().chain(ours).chain(theirs);
        let key = path.last_key().unwrap_or_default();
        if path.0.len() == 1 && key == "hexside" {
            return Some(hexsides::merge(base, ours, theirs));
        }
        if all().all(Value::is_table) {
            return Some(self.rows(path, what, base, ours, theirs));
        }
        (all().all(Value::is_str) && !ORDERED.contains(&key)).then(|| {
            let kept = ours.iter().filter(|word| theirs.contains(word) || !base.contains(word));
            let come = theirs.iter().filter(|word| !ours.contains(word) && !base.contains(word));
            kept.chain(come).cloned().collect()
        })
    }

    /// Lists of rows. Ours keep their order; what they added stands behind what it stood behind with them.
    fn rows(&mut self, path: &DocPath, what: &str, base: &[Value], ours: &[Value], theirs: &[Value]) -> Vec<Value> {
        let (our_was, mut their_was) = (was(base, ours), was(base, theirs));
        // What both added under one name is one row.
        let mut both: Vec<Option<usize>> = vec![None; ours.len()];
        for (at, row) in ours.iter().enumerate().filter(|(at, _)| our_was.get(*at) == Some(&None)) {
            let same = |other: &Value| match (id(row), id(other)) {
                (None, None) => row == other,
                (a, b) => a == b,
            };
            let their = theirs.iter().enumerate().find(|(at, other)| their_was.get(*at) == Some(&None) && same(other));
            if let Some((their, _)) = their {
                both[at] = Some(their);
            }
        }
        let mut merged: Vec<Value> = Vec::new();
        // Where each of their rows has come to stand.
        let mut stands: Vec<Option<usize>> = vec![None; theirs.len()];
        for (at, row) in ours.iter().enumerate() {
            let old = our_was.get(at).copied().flatten();
            let their = match old {
                Some(old) => their_was.iter().position(|was| *was == Some(old)),
                None => both.get(at).copied().flatten(),
            };
            let (base, their_row) = (old.and_then(|old| base.get(old)), their.and_then(|their| theirs.get(their)));
            let here = path.clone().index(merged.len());
            let called = called(what, row, merged.len());
            let made = match (base, their_row) {
                (Some(base), None) if base == row => None,
                (Some(base), None) => self.conflict(&here, &called, Some(base), Some(row), None),
                (base, Some(theirs)) => {
                    self.value(&here, &called, base.or(Some(&Value::Table(Table::new()))), Some(row), Some(theirs))
                }
                (None, None) => Some(row.clone()),
            };
            if let Some(their) = their.and_then(|their| stands.get_mut(their)) {
                *their = Some(merged.len());
            }
            merged.extend(made);
        }
        for (at, row) in theirs.iter().enumerate() {
            let is_there = stands.get(at).copied().flatten().is_some();
            let old = their_was.get_mut(at).and_then(|was| was.take());
            let base = old.and_then(|old| base.get(old));
            // We took out what they left as it was.
            if is_there || base == Some(row) {
                continue;
            }
            let before = stands.iter().take(at).rev().find_map(|stands| *stands);
            let to = before.map_or(0, |before| before + 1).min(merged.len());
            for stands in stands.iter_mut().flatten().filter(|stands| **stands >= to) {
                *stands += 1;
            }
            for conflict in &mut self.conflicts {
                conflict.path = shifted(&conflict.path, path, to);
            }
            merged.insert(to, row.clone());
            if let Some(stands) = stands.get_mut(at) {
                *stands = Some(to);
            }
            if base.is_some() {
                self.conflict(&path.clone().index(to), &called(what, row, to), base, None, Some(row));
            }
        }
        merged
    }
}

/// `path` after a row was put into the list at `list`.
fn shifted(path: &DocPath, list: &DocPath, at: usize) -> DocPath {
    let mut path = path.clone();
    if path.is_within(list)
        && let Some(crate::Step::Index(index)) = path.0.get_mut(list.0.len())
        && *index >= at
    {
        *index += 1;
    }
    path
}

fn id(row: &Value) -> Option<&str> {
    row.get("id")?.as_str()
}

/// Which row of `base` each row was. One with an id is the one with this id, wherever it stands.
fn was(base: &[Value], rows: &[Value]) -> Vec<Option<usize>> {
    if base.iter().chain(rows).all(|row| id(row).is_some()) {
        return rows.iter().map(|row| base.iter().position(|old| id(old) == id(row))).collect();
    }
    align(base, rows)
}

/// What messages call a row.
fn called(list: &str, row: &Value, at: usize) -> String {
    let words = ["id", "text", "name", "place"].iter().find_map(|key| row.get(key).and_then(Value::as_str));
    words.map_or_else(|| format!("{list} {}", at + 1), |words| format!("{list} {words}"))
}

/// The keys of both tables: ours in their order, theirs behind what they stand behind with them.
fn in_order(ours: &Table, theirs: &Table) -> Vec<String> {
    let mut keys: Vec<String> = ours.keys().cloned().collect();
    let mut before: Option<&String> = None;
    for key in theirs.keys() {
        if !keys.contains(key) {
            let at = before.and_then(|before| keys.iter().position(|key| key == before)).map_or(0, |at| at + 1);
            keys.insert(at, key.clone());
        }
        before = Some(key);
    }
    keys
}

#[cfg(test)]
mod tests;
