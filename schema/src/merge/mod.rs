//! Three-way merge of scenarios by hexes, hexsides and fields.
//!
//! The merge takes a change of one side, and takes a change that both sides made once. Two different changes of the same
//! value are a conflict. The report describes each conflict, the merged scenario has the value of *ours*, and the merged
//! text has marks like those of git around the lines in conflict only. Comments never conflict: the comments of both sides
//! stay.

mod comments;
mod marks;
mod rows;

use std::collections::BTreeSet;
use std::fmt;

use toml::{Table, Value};

use crate::diagnostic::Diagnostic;
use crate::order::{both_same, differing, is_ordered_table, is_same, is_set};
use crate::path::DocPath;
use crate::row_key::element;
use crate::save::layout;
use crate::tree::of_toml;
use crate::{
    BundledRulesets, HexRows, LintLevels, RulesetSource, Scenario, Surroundings, System, load, load_from, order, save,
};

/// Different changes of the same value on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The subject, such as `unit de-iii-5: er`.
    pub subject: String,
    /// The value in the base.
    pub base: Option<Value>,
    /// The value in ours; `None` if ours removed it.
    pub ours: Option<Value>,
    /// The value in theirs; `None` if theirs removed it.
    pub theirs: Option<Value>,
    /// `true` if only the order conflicts. Marks in the text cannot show this.
    pub is_order: bool,
}

impl fmt::Display for Conflict {
    /// Writes a text such as `unit de-iii-5: er was 3, ours 2, theirs 4`.
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
            (Some(Value::Table(_)), Some(Value::Table(_))) => {
                write!(f, "{}: ours and theirs have it in different rows", self.subject)
            }
            (None, Some(Value::Table(_))) => write!(f, "{}: removed by ours, changed by theirs", self.subject),
            (Some(Value::Table(_)), None) => write!(f, "{}: changed by ours, removed by theirs", self.subject),
            _ => write!(f, "{}: was {base}, ours {ours}, theirs {theirs}", self.subject),
        }
    }
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The merged text: ours with the changes of theirs, and marks around conflicts.
    pub text: String,
    /// The merged text without marks: where both changed a value, it has ours.
    pub unmarked: String,
    /// The conflicts, in the order of the format.
    pub conflicts: Vec<Conflict>,
    /// The new errors without a conflict in the text, such as two units moved into the same hex.
    pub broken: Vec<Diagnostic>,
}

/// The reason that texts cannot be merged.
#[derive(Clone, Debug)]
pub struct MergeError {
    /// The unreadable text: `base`, `ours` or `theirs`; `all` if ours and theirs have different systems.
    pub which: &'static str,
    /// The findings in the unreadable text.
    pub findings: Vec<Diagnostic>,
}

/// Merges the changes from `base` to `theirs` into `ours`. An empty base stands for a file that both sides created. The texts can
/// use the rulesets that the program brings.
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
/// One of the texts cannot be read, or they have different systems.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Result<Merged, MergeError> {
    merge_from(base, ours, theirs, &BundledRulesets)
}

/// Merges three texts, like [`merge`], which can use these `rulesets`.
///
/// # Errors
/// As for [`merge`].
pub fn merge_from(base: &str, ours: &str, theirs: &str, rulesets: &dyn RulesetSource) -> Result<Merged, MergeError> {
    let levels = LintLevels::default();
    let loaded = |text: &str| load_from(text, &Surroundings { levels: &levels, rulesets });
    let read = |which, text: &str| {
        let loaded = loaded(text);
        let complete = loaded.complete;
        let findings = loaded.diagnostics;
        match loaded.readable.filter(|_| complete) {
            Some(scenario) => Ok((scenario, findings)),
            None => Err(MergeError { which, findings }),
        }
    };
    let (our, our_findings) = read("ours", ours)?;
    let (their, their_findings) = read("theirs", theirs)?;
    let root = if base.trim().is_empty() { Table::new() } else { layout::tree(&read("base", base)?.0) };
    if our.system() != their.system() {
        return Err(MergeError { which: "all", findings: Vec::new() });
    }
    let trees = [layout::tree(&our), layout::tree(&their)];
    let merged_by = |taken| merged(taken, our.system(), &root, &trees);
    let (merged, conflicts) = merged_by(Version::Ours)?;
    let text = with_comments(&save(Some(ours), &merged), &merged, base, theirs);
    let known = |finding: &&Diagnostic| {
        let same = |other: &Diagnostic| (other.code, &other.message) == (finding.code, &finding.message);
        !our_findings.iter().chain(&their_findings).any(same)
    };
    let broken = loaded(&text).diagnostics.iter().filter(|finding| finding.is_error()).filter(known).cloned().collect();
    if conflicts.is_empty() {
        return Ok(Merged { unmarked: text.clone(), text, conflicts, broken });
    }
    let (other, _) = merged_by(Version::Theirs)?;
    let their_text = with_comments(&save(Some(&text), &other), &other, base, theirs);
    Ok(Merged { text: marks::put(&text, &their_text), unmarked: text, conflicts, broken })
}

/// A version, whose values are taken in conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    Ours,
    Theirs,
}

/// Returns the merged scenario, with the values of `taken` in conflicts, and the conflicts.
fn merged(
    taken: Version,
    system: System,
    base: &Table,
    [ours, theirs]: &[Table; 2],
) -> Result<(Scenario, Vec<Conflict>), MergeError> {
    let mut merging = RunningMerge { taken, conflicts: Vec::new() };
    let tree = merging.tables(&DocPath::root(), "", base, ours, theirs);
    // Parts of three valid scenarios have a valid shape, so this error is not expected.
    let scenario = of_toml(system, tree).map_err(|_| MergeError { which: "all", findings: Vec::new() })?;
    Ok((scenario, merging.conflicts))
}

/// Returns `text`, a text of `scenario`, with the changes of comments from `base` to `theirs`.
fn with_comments(text: &str, scenario: &Scenario, base: &str, theirs: &str) -> String {
    let carried = comments::carry(text, base, theirs);
    // The comments should not change the meaning; this check makes sure.
    if load(&carried).readable.is_some_and(|read| is_same(&read, scenario)) { carried } else { text.to_owned() }
}

/// The state of a merge.
struct RunningMerge {
    /// The version whose values are taken in conflicts.
    taken: Version,
    conflicts: Vec<Conflict>,
}

impl RunningMerge {
    /// Merges three tables; `what` is their name in messages.
    fn tables(&mut self, path: &DocPath, what: &str, base: &Table, ours: &Table, theirs: &Table) -> Table {
        let mut merged = Table::new();
        let keys = [base, ours, theirs].map(|table| table.keys().cloned().collect::<Vec<_>>());
        for key in self.order(what, path.last_key().is_some_and(is_ordered_table), &keys, Clone::clone) {
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
        if both_same(ours, theirs) || both_same(base, theirs) {
            return ours.cloned();
        }
        if both_same(base, ours) {
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
                    None => self.conflict(what, base, ours, theirs),
                }
            }
            _ => {
                let lists = [base, ours, theirs].map(|list| list.unwrap_or(&none).as_array());
                let [Some(was), Some(our), Some(their)] = lists else {
                    return self.conflict(what, base, ours, theirs);
                };
                let merged = self.lists(path, what, was, our, their);
                match merged {
                    Some(rows) => Some(Value::Array(rows)),
                    None => self.conflict(what, base, ours, theirs),
                }
            }
        }
    }

    /// Notes a conflict and returns the value of the taken version.
    fn conflict(
        &mut self,
        subject: &str,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        self.conflicts.push(Conflict {
            subject: subject.to_owned(),
            base: base.cloned(),
            ours: ours.cloned(),
            theirs: theirs.cloned(),
            is_order: false,
        });
        self.take(ours, theirs).cloned()
    }

    fn take<T>(&self, ours: T, theirs: T) -> T {
        match self.taken {
            Version::Ours => ours,
            Version::Theirs => theirs,
        }
    }

    /// Merges the order of the keys of `what`. If the order `matters` and both sides changed it, this is a conflict.
    fn order<K: Ord + Clone>(
        &mut self,
        what: &str,
        matters: bool,
        [base, ours, theirs]: &[Vec<K>; 3],
        called: impl Fn(&K) -> String,
    ) -> Vec<K> {
        let merged = order::merge(base, ours, theirs);
        if merged.conflict && matters {
            let [our_keys, their_keys] = [ours, theirs].map(|list| list.iter().collect::<BTreeSet<_>>());
            let is_common = |key: &&K| our_keys.contains(key) && their_keys.contains(key);
            let kept = |list: &[K]| list.iter().filter(is_common).map(&called).collect::<Vec<_>>();
            let (base, ours, theirs) = (kept(base), kept(ours), kept(theirs));
            let words = |names: &[String]| Some(Value::String(names.join(", ")));
            let (our, their) = differing(&ours, &theirs);
            let moved: BTreeSet<&String> = our.iter().collect();
            let was: Vec<String> = base.into_iter().filter(|name| moved.contains(name)).collect();
            self.conflicts.push(Conflict {
                subject: format!("{what}: order"),
                base: words(&was),
                ours: words(our),
                theirs: words(their),
                is_order: true,
            });
        }
        merged.keys
    }

    /// Merges the letters of three maps of the same size, hex by hex; `None` for different sizes.
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
                    merged.set(column, row, self.take(our, their));
                    self.conflicts.push(Conflict {
                        subject: format!("{what}: row {}, column {}", row + 1, column + 1),
                        base: letter(*was),
                        ours: letter(our),
                        theirs: letter(their),
                        is_order: false,
                    });
                }
            }
        }
        Some(merged)
    }

    /// Merges three lists; `None` if they cannot be merged element by element.
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
        if all().all(Value::is_table) {
            return Some(self.rows(path, what, base, ours, theirs));
        }
        (all().all(Value::is_str) && is_set(key)).then(|| {
            let names = |list: &[Value]| list.iter().map(|word| name_of(key, word)).collect::<BTreeSet<_>>();
            let (was, our, their) = (names(base), names(ours), names(theirs));
            let kept = ours.iter().filter(|word| {
                let name = name_of(key, word);
                their.contains(&name) || !was.contains(&name)
            });
            let come = theirs.iter().filter(|word| {
                let name = name_of(key, word);
                !our.contains(&name) && !was.contains(&name)
            });
            kept.chain(come).cloned().collect()
        })
    }
}

/// Returns the text by which elements of the set at `key` are compared.
fn name_of(key: &str, word: &Value) -> String {
    element(key, word.as_str().unwrap_or_default())
}

#[cfg(test)]
mod tests;
