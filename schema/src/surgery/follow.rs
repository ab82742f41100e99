//! References to hexes: they are rewritten, or removed with their hexes.
//!
//! References are found by their type, in any field. A removal cascades: a list without its last hex removes its row, and a row
//! with an id removes the references to it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::{Table, Value};

use super::loss::{Fate, Loss, field, subject};
use super::rules::RuleReferences;
use super::tree::{Action, Actions, find};
use super::{HexMoves, SurgeryRefusal};
use crate::lint::walk::{Walk, WalkedName};
use crate::path::{DocPath, PathStep};
use crate::rule::{UsedKind, UsedName};
use crate::{Grid, HexId, HexsideId};

/// The actions on the values of a scenario, and the resulting losses.
pub(super) struct Follow {
    pub(super) actions: Actions,
    pub(super) losses: Vec<Loss>,
}

/// The fate of a reference.
enum NameFate {
    /// The reference is rewritten to this name.
    Named(String),
    /// The hex is no longer on the map.
    Gone,
    /// The reference named no hex before.
    Unknown,
}

/// Determines the fate of every reference in `walk`, which was taken over `tree`.
pub(super) fn follow(
    walk: &Walk,
    rules: &RuleReferences,
    tree: &Table,
    old: &Grid,
    new: &Grid,
    moved: &HexMoves,
) -> Result<Follow, SurgeryRefusal> {
    let hex = |name: &HexId| match old.cell(name) {
        None => NameFate::Unknown,
        Some(cell) => moved.to(cell).map_or(NameFate::Gone, |cell| NameFate::Named(new.name(cell).to_string())),
    };
    let now = |name: &WalkedName| match name.kind {
        "HexId" => Some(hex(&HexId::from(name.text.as_str()))),
        "HexsideId" => Some(match HexsideId::from(name.text.as_str()).hexes().map(|(a, b)| (hex(&a), hex(&b))) {
            Some((NameFate::Named(a), NameFate::Named(b))) => NameFate::Named(format!("{a}/{b}")),
            Some((NameFate::Gone, _) | (_, NameFate::Gone)) => NameFate::Gone,
            None | Some(_) => NameFate::Unknown,
        }),
        _ => None,
    };
    let mut falling = Removals::new(walk, rules, tree);
    let mut actions = Actions::new();
    let mut unknown = Vec::new();
    let mut cut: BTreeMap<DocPath, BTreeSet<usize>> = BTreeMap::new();
    for name in walk.names.iter().filter(|name| name.path.pattern() != "map.numbering.first") {
        match now(name) {
            Some(NameFate::Named(text)) if text != name.text => {
                let action = if name.is_key { Action::Rename(text) } else { Action::Write(text) };
                actions.insert(name.path.clone(), action);
            }
            Some(NameFate::Gone) => match way(&name.path) {
                Some((row, at)) => {
                    cut.entry(row).or_default().insert(at);
                }
                None if name.is_key => falling.remove(&name.path, name.text.clone()),
                None => falling.lose(&name.path, &name.text)?,
            },
            Some(NameFate::Unknown) => unknown.push(name),
            Some(NameFate::Named(_)) | None => {}
        }
    }
    let mut unknown_in_rules = Vec::new();
    for text in &rules.texts {
        let in_text = text.names.iter().filter(|used| used.kind == UsedKind::Hex);
        let fates: Vec<(&UsedName, NameFate)> = in_text.map(|used| (used, hex(&used.name.as_str().into()))).collect();
        for (used, fate) in &fates {
            match fate {
                // Without a part of its condition a rule would say something else.
                NameFate::Gone => falling.lose(&text.row(), &used.name)?,
                NameFate::Unknown => unknown_in_rules.push((&text.path, used.name.as_str())),
                NameFate::Named(_) => {}
            }
        }
        let now = |used: &UsedName| match fates.iter().find(|(known, _)| *known == used) {
            Some((_, NameFate::Named(name))) => Some(name.clone()),
            _ => None,
        };
        if let Some(new) = text.rewritten(now) {
            actions.insert(text.path.clone(), Action::Write(new));
        }
    }
    for (row, gone) in cut {
        let hexes = find(tree, &row.clone().key("path")).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let parts = parts(hexes.len(), &gone);
        let names = gone.iter().filter_map(|at| hexes.get(*at)?.as_str()).map(str::to_owned);
        if parts.is_empty() {
            for name in names {
                falling.lose(&row, &name)?;
            }
            continue;
        }
        let gone: Vec<String> = names.collect();
        let fate = match parts.as_slice() {
            [part] => Fate::Ends { gone, left: part.len() },
            parts => Fate::Cut { gone, parts: parts.iter().map(Range::len).collect() },
        };
        falling.losses.push(Loss { what: subject(tree, &row), path: row.clone(), fate });
        actions.insert(row, Action::Cut(parts));
    }
    falling.take_references()?;
    let (gone, mut losses) = falling.finish();
    actions.extend(gone.into_iter().map(|path| (path, Action::Remove)));
    let unknown = unknown.into_iter().map(|name| (&name.path, name.text.as_str())).chain(unknown_in_rules);
    losses.extend(unknown.map(|(path, name)| Loss {
        what: subject(tree, path),
        path: path.clone(),
        fate: Fate::Unknown(name.to_owned()),
    }));
    // In the order of the file.
    let section = |loss: &Loss| match loss.path.0.first() {
        Some(PathStep::Key(key)) => tree.keys().position(|other| other == key),
        _ => None,
    };
    losses.sort_by(|a, b| section(a).cmp(&section(b)).then_with(|| a.path.cmp(&b.path)));
    Ok(Follow { actions, losses })
}

/// Returns the row and the index in its `path` if `path` leads to a hex of a road.
fn way(path: &DocPath) -> Option<(DocPath, usize)> {
    let [row @ .., PathStep::Key(key), PathStep::Index(at)] = path.0.as_slice() else { return None };
    let is_row = matches!(row, [PathStep::Key(_), PathStep::Index(_)]);
    (is_row && key == "path").then(|| (DocPath(row.to_vec()), *at))
}

/// Returns the parts of a road of `count` hexes without the hexes `gone`. Each part has at least two hexes.
fn parts(count: usize, gone: &BTreeSet<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for end in gone.iter().copied().chain([count]) {
        if end >= start + 2 {
            parts.push(start..end);
        }
        start = end + 1;
    }
    parts
}

/// Optional fields without which a row has no purpose, and is removed: the objective of an advice.
const PURPOSES: [&str; 2] = ["computer[].place", "computer[].at"];

/// The removed values, with the reasons.
pub(super) struct Removals<'s> {
    walk: &'s Walk,
    rules: &'s RuleReferences,
    tree: &'s Table,
    optional: BTreeSet<&'s DocPath>,
    fixed: BTreeSet<&'s DocPath>,
    removed: BTreeMap<DocPath, Vec<String>>,
    /// The number of elements removed from each list.
    shortened: BTreeMap<DocPath, usize>,
    losses: Vec<Loss>,
}

impl<'s> Removals<'s> {
    pub(super) fn new(walk: &'s Walk, rules: &'s RuleReferences, tree: &'s Table) -> Self {
        Self {
            walk,
            rules,
            tree,
            optional: walk.optional.iter().filter(|path| !PURPOSES.contains(&path.pattern().as_str())).collect(),
            fixed: walk.fixed.iter().collect(),
            removed: BTreeMap::new(),
            shortened: BTreeMap::new(),
            losses: Vec::new(),
        }
    }

    /// Returns `true` if `path` or a value that contains it has been removed.
    fn is_removed(&self, path: &DocPath) -> bool {
        (1..=path.0.len()).any(|length| {
            let head = path.0.get(..length).unwrap_or_default();
            self.removed.contains_key(&DocPath(head.to_vec()))
        })
    }

    pub(super) fn remove(&mut self, path: &DocPath, because: String) {
        let reasons = self.removed.entry(path.clone()).or_default();
        if !reasons.contains(&because) {
            reasons.push(because);
        }
    }

    /// Removes the value at `path`, and the values that cannot exist without it.
    fn lose(&mut self, path: &DocPath, because: &str) -> Result<(), SurgeryRefusal> {
        if self.removed.contains_key(path) || self.optional.contains(path) {
            self.remove(path, because.to_owned());
            return Ok(());
        }
        let needed = || SurgeryRefusal::Needed { path: path.clone(), name: because.to_owned() };
        let (last, owner) = path.0.split_last().ok_or_else(needed)?;
        let owner = DocPath(owner.to_vec());
        match last {
            PathStep::Index(_) if self.fixed.contains(&owner) => self.lose(&owner, because),
            PathStep::Index(_) => {
                self.remove(path, because.to_owned());
                let shortened = self.shortened.entry(owner.clone()).or_default();
                *shortened += 1;
                let list = find(self.tree, &owner).and_then(Value::as_array);
                let is_empty = list.is_some_and(|list| list.len() == *shortened && list.iter().all(Value::is_str));
                if is_empty {
                    self.empty(&owner);
                }
                Ok(())
            }
            PathStep::Key(_) if owner.0.is_empty() => Err(needed()),
            PathStep::Key(_) => self.lose(&owner, because).map_err(|_| needed()),
        }
    }

    /// Handles a list of names at `path` that has lost its last element: its owner is removed, unless the scenario requires the
    /// owner.
    fn empty(&mut self, path: &DocPath) {
        let gone: Vec<String> =
            self.removed.iter().filter(|(gone, _)| is_in(gone, path)).flat_map(|(_, why)| why.clone()).collect();
        let Some((_, owner)) = path.0.split_last() else { return };
        let owner = DocPath(owner.to_vec());
        for because in gone {
            if owner.0.is_empty() || self.lose(&owner, &because).is_err() {
                return;
            }
        }
    }

    /// Removes the references to removed rows.
    pub(super) fn take_references(&mut self) -> Result<(), SurgeryRefusal> {
        let (walk, rules) = (self.walk, self.rules);
        let mut done = BTreeSet::new();
        loop {
            let mut defined = BTreeSet::new();
            let mut lost = BTreeSet::new();
            for name in walk.names.iter().filter(|name| defines(name)) {
                let id = (name.kind, name.text.as_str());
                let set = if self.is_removed(&name.path) { &mut lost } else { &mut defined };
                set.insert(id);
            }
            for (id, name, path) in &rules.given {
                let set = if self.is_removed(path) { &mut lost } else { &mut defined };
                set.insert((id.0, name.as_str()));
            }
            let lost: Vec<_> = lost.difference(&defined).copied().filter(|id| done.insert(*id)).collect();
            if lost.is_empty() {
                return Ok(());
            }
            for name in walk.names.iter().filter(|name| !defines(name)) {
                if lost.contains(&(name.kind, name.text.as_str())) && !self.is_removed(&name.path) {
                    let noun = name.kind.trim_end_matches("Id").to_lowercase();
                    self.lose(&name.path, &format!("{noun} {}", name.text))?;
                }
            }
            for text in &rules.texts {
                for used in &text.names {
                    let Some(id) = used.kind.id().filter(|id| lost.contains(&(id.0, used.name.as_str()))) else {
                        continue;
                    };
                    if !self.is_removed(&text.path) {
                        self.lose(&text.row(), &format!("{} {}", id.noun(), used.name))?;
                    }
                }
            }
        }
    }

    /// Returns the removed paths and the losses to report.
    pub(super) fn finish(mut self) -> (Vec<DocPath>, Vec<Loss>) {
        let removed = std::mem::take(&mut self.removed);
        // A value inside a removed value is not reported.
        let mut outer: Vec<(DocPath, Vec<String>)> = Vec::new();
        for (path, because) in removed {
            if !outer.last().is_some_and(|(last, _)| path.is_within(last)) {
                outer.push((path, because));
            }
        }
        let mut shorter: BTreeMap<DocPath, Vec<String>> = BTreeMap::new();
        for (path, because) in &outer {
            let is_name = find(self.tree, path).is_some_and(Value::is_str);
            let what = subject(self.tree, path);
            let fate = match path.0.split_last() {
                Some((PathStep::Index(_), list)) if is_name => {
                    shorter.entry(DocPath(list.to_vec())).or_default().extend(because.iter().cloned());
                    continue;
                }
                Some((PathStep::Key(_), _)) => Fate::Without { part: field(path), because: because.clone() },
                _ => Fate::Goes(because.clone()),
            };
            self.losses.push(Loss { path: path.clone(), what, fate });
        }
        for (path, gone) in shorter {
            let length = find(self.tree, &path).and_then(Value::as_array).map_or(0, Vec::len);
            let fate = Fate::Shorter { list: field(&path), left: length.saturating_sub(gone.len()), gone };
            self.losses.push(Loss { what: subject(self.tree, &path), path, fate });
        }
        (outer.into_iter().map(|(path, _)| path).collect(), self.losses)
    }
}

/// Returns `true` if `path` is an element of the list at `list`.
fn is_in(path: &DocPath, list: &DocPath) -> bool {
    path.0.len() == list.0.len() + 1 && path.is_within(list)
}

/// Returns `true` if `name` defines the id of its row.
fn defines(name: &WalkedName) -> bool {
    name.is_key || matches!(name.path.0.as_slice(), [.., PathStep::Index(_), PathStep::Key(key)] if key == "id")
}
