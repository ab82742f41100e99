//! The plan of an operation: its result, its changes and its losses.

use std::collections::BTreeMap;

use toml::Value;

use super::change::{MapChange, of_frame};
use super::draft::Draft;
use super::follow::follow;
use super::loss::{Fate, Loss, subject};
use super::rules::RuleReferences;
use super::{HexMoves, SurgeryRefusal, scan, tree};
use crate::lint::walk::Walk;
use crate::save::layout;
use crate::{Diagnostic, DocPath, Grid, HexRows, MapFrame, Orientation, Parity, Scenario, VOID, check};

/// The terrain and level of new hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGround {
    /// The terrain letter, or [`VOID`] for positions without a hex.
    pub letter: char,
    /// The level digit, on maps with levels.
    pub level: char,
}

impl NewGround {
    /// Returns the most frequent letter and level of `scenario`.
    pub fn usual(scenario: &Scenario) -> Self {
        let common = scenario.common();
        let letter = common.terrain().first().map_or('.', |terrain| terrain.letter.0);
        Self {
            letter: commonest(common.hexes()).unwrap_or(letter),
            level: common.levels().and_then(commonest).unwrap_or('1'),
        }
    }
}

/// Returns the most frequent letter.
fn commonest(rows: &HexRows) -> Option<char> {
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for letter in rows.0.iter().flatten().filter(|letter| **letter != VOID) {
        *counts.entry(*letter).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(letter, _)| letter)
}

/// The plan of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurgeryPlan {
    /// The scenario after the operation.
    pub scenario: Scenario,
    /// The moves of hexes.
    pub moved: HexMoves,
    /// The changes of the map.
    pub changes: Vec<MapChange>,
    /// The parts that cannot be kept.
    pub losses: Vec<Loss>,
    /// The findings in the new scenario that the old one did not have.
    pub findings: Vec<Diagnostic>,
}

impl SurgeryPlan {
    pub(super) fn new(
        scenario: &Scenario,
        ground: NewGround,
        draft: impl FnOnce(&Grid, MapFrame<'_>) -> Result<Draft, SurgeryRefusal>,
    ) -> Result<Self, SurgeryRefusal> {
        let common = scenario.common();
        let (columns, rows) = common.size();
        let sizes = 1..=1000;
        let old = common.grid().map_err(|_| SurgeryRefusal::Unnamed)?;
        if !sizes.contains(&columns) || !sizes.contains(&rows) || !old.is_unambiguous() {
            return Err(SurgeryRefusal::Unnamed);
        }
        let draft = draft(&old, common.frame())?;
        let (new, parity, moved) = draft.carry_out(&old)?;

        let mut tree = layout::tree(scenario);
        let walk = Walk::of(scenario);
        let following = follow(&walk, &RuleReferences::of(scenario), &tree, &old, &new, &moved)?;
        tree = tree::changed(tree, &following.actions);
        if let Some(Value::Table(map)) = tree.get_mut("map") {
            let frame = common.frame();
            let turned = draft.orientation != frame.orientation;
            put_offset(map, "lower_columns", Orientation::Flat, &draft, turned, frame.lower_columns, parity);
            put_offset(map, "right_rows", Orientation::Pointy, &draft, turned, frame.right_rows, parity);
            map.insert("orientation".to_owned(), word(&draft.orientation)?);
            map.insert("numbering".to_owned(), word(&draft.numbering)?);
            map.insert("columns".to_owned(), i64::from(new.columns()).into());
            map.insert("rows".to_owned(), i64::from(new.rows()).into());
            let hexes = laid(&new, &moved, common.hexes(), ground.letter);
            let level = if ground.letter == VOID { VOID } else { ground.level };
            if let Some(levels) = common.levels() {
                map.insert("levels".to_owned(), laid(&new, &moved, levels, level).to_string().into());
            }
            map.insert("hexes".to_owned(), hexes.to_string().into());
        }
        let mut after = tree::read(scenario.system(), tree)?;
        let mut losses = following.losses;
        if let Some(scan) = common.scan() {
            let (scan, why) = match scan::carried(scan, &draft, &new) {
                Ok(scan) => (Some(scan), None),
                Err(why) => (None, Some(Fate::Dropped(why))),
            };
            let path = DocPath::root().key("map").key("scan");
            losses.extend(why.map(|fate| Loss { path, what: "The scan to trace".to_owned(), fate }));
            *after.common_mut().scan_mut() = scan;
        }
        let mut changes =
            of_frame(common.frame(), after.common().frame(), (columns, rows), (new.columns(), new.rows()));
        changes.extend(renamed(&old, &new, &moved));
        let gone = old.cells().filter(|cell| moved.to(*cell).is_none() && common.has(*cell)).count();
        let come = new.cells().filter(|cell| moved.from(*cell).is_none() && after.common().has(*cell)).count();
        changes.extend((gone > 0).then_some(MapChange::Gone(gone)));
        changes.extend((come > 0).then_some(MapChange::Come(come)));
        let findings = findings(scenario, &after);
        Ok(Self { scenario: after, moved, changes, losses, findings })
    }
}

/// Writes the key for shifted columns or rows if it applies to the orientation.
fn put_offset(
    map: &mut toml::Table,
    key: &str,
    of: Orientation,
    draft: &Draft,
    turned: bool,
    old: Option<Parity>,
    parity: Parity,
) {
    if draft.orientation == of {
        if turned || old.unwrap_or_default() != parity {
            let text = if parity == Parity::Odd { "odd" } else { "even" };
            map.insert(key.to_owned(), text.into());
        }
    } else if turned {
        map.remove(key);
    }
}

fn word(value: &impl serde::Serialize) -> Result<Value, SurgeryRefusal> {
    Value::try_from(value).map_err(|error| SurgeryRefusal::Unreadable(error.to_string()))
}

/// Returns the letters of `old` at the new positions of their hexes, with `ground` for new hexes.
fn laid(new: &Grid, moved: &HexMoves, old: &HexRows, ground: char) -> HexRows {
    let mut rows = vec![Vec::with_capacity(new.columns().into()); new.rows().into()];
    for cell in new.cells() {
        let was = moved.from(cell).and_then(|was| old.get(was.column.into(), was.row.into()));
        if let Some(row) = rows.get_mut(usize::from(cell.row)) {
            row.push(was.unwrap_or(ground));
        }
    }
    HexRows(rows)
}

/// Returns the number of renamed hexes with the last of them as an example.
fn renamed(old: &Grid, new: &Grid, moved: &HexMoves) -> Option<MapChange> {
    let pairs = old.cells().filter_map(|cell| Some((old.name(cell), new.name(moved.to(cell)?))));
    let renamed = pairs.filter(|(from, to)| from != to);
    let (hexes, last) = renamed.fold((0, None), |(count, _), pair| (count + 1, Some(pair)));
    last.map(|(from, to)| MapChange::Renamed { hexes, from, to })
}

/// Returns the findings of `after` that `before` does not have. Findings are matched by code and subject, because their paths
/// and hexes may have changed.
pub(super) fn findings(before: &Scenario, after: &Scenario) -> Vec<Diagnostic> {
    let known =
        |tree: &toml::Table, finding: &Diagnostic| (finding.code, subject(tree, &finding.path), finding.path.pattern());
    let tree = layout::tree(before);
    let mut old: BTreeMap<_, usize> = BTreeMap::new();
    for finding in check(before) {
        *old.entry(known(&tree, &finding)).or_default() += 1;
    }
    let tree = layout::tree(after);
    let is_new = |finding: &Diagnostic| match old.get_mut(&known(&tree, finding)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    check(after).into_iter().filter(is_new).collect()
}
