//! Units that come from a piece into a scenario: their new ids and names, and the references that they lose.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use battlewright_schema::words::counted;
use battlewright_schema::{Counter, DocPath, Id, IdUse, Scenario, Start};
use serde_json::Value;

use super::piece::{Piece, PieceUnit};
use crate::model::edit::Edit;
use crate::model::names::free_id;
use crate::model::new_unit;

/// The start of a pasted unit.
#[derive(Clone, Debug, PartialEq)]
pub enum PastedStart {
    /// The start of its row.
    Keep,
    /// Another start.
    Set(Start),
    /// None: the unit would be off the map and is left out.
    Off,
}

/// Units of a piece at the end of the order of battle of a scenario.
pub struct PastedUnits {
    /// The scenario with the units.
    after: Scenario,
    first: usize,
    /// The parts that could not be pasted, in words.
    pub lost: Vec<String>,
}

/// The kinds of ids that a unit may refer to, apart from hexes.
const REFERENCES: [Id; 7] = [Id::SIDE, Id::FORMATION, Id::UNIT, Id::PLACE, Id::ENTRY, Id::EXIT, Id::ZONE];

/// Returns the path of the unit at `index`.
fn row(index: usize) -> DocPath {
    DocPath::root().key("unit").index(index)
}

impl PastedUnits {
    /// Adds the units of `piece` to a copy of `scenario`. Each gets an id of its own, and a number behind its name if another
    /// unit has the same. A unit whose side or formation is unknown is left out. Other unknown references are removed.
    pub fn new(scenario: &Scenario, piece: &Piece, start: impl Fn(&PieceUnit) -> PastedStart) -> Self {
        let mut this = Self { after: scenario.clone(), first: scenario.common().unit_count(), lost: Vec::new() };
        if piece.units.is_empty() {
            return this;
        }
        if piece.system != Some(scenario.system()) {
            this.lost.push("units of another system were left out".to_owned());
            return this;
        }
        let known: BTreeMap<Id, BTreeSet<String>> = REFERENCES
            .into_iter()
            .map(|kind| (kind, scenario.known(kind).into_iter().map(|known| known.id).collect()))
            .collect();
        let mut ids = known.get(&Id::UNIT).cloned().unwrap_or_default();
        let (mut off, mut homeless, mut unfit) = (0_usize, 0_usize, 0_usize);
        let mut renamed = BTreeMap::new();
        for unit in &piece.units {
            let start = start(unit);
            if start == PastedStart::Off {
                off += 1;
                continue;
            }
            let has = |key: &str, kind: Id| match (unit.row.get(key).and_then(Value::as_str), known.get(&kind)) {
                (Some(id), Some(known)) => known.is_empty() || known.contains(id),
                _ => true,
            };
            if !has("side", Id::SIDE) || !has("formation", Id::FORMATION) {
                homeless += 1;
                continue;
            }
            let mut new = unit.row.clone();
            let stem = new.get("id").and_then(Value::as_str).unwrap_or("unit").to_owned();
            let id = free_id(&stem, |id| ids.contains(id));
            if let Some(fields) = new.as_object_mut() {
                fields.insert("id".to_owned(), id.clone().into());
            }
            new_unit::number(this.after.common(), &mut new);
            let at = this.after.common().unit_count();
            if Edit::Insert(row(at), new).apply(&mut this.after).is_none() {
                unfit += 1;
                continue;
            }
            if let PastedStart::Set(start) = start {
                Edit::Start { counter: Counter::Unit(at), start }.apply(&mut this.after);
            }
            ids.insert(id.clone());
            renamed.insert(stem, id);
        }
        this.fix_references(&renamed, &known);
        for (count, why) in [
            (off, "off the map"),
            (homeless, "the side or formation is not in this scenario"),
            (unfit, "this scenario cannot have such a unit"),
        ] {
            let were = if count == 1 { "was" } else { "were" };
            if count > 0 {
                this.lost.push(format!("{} {were} left out: {why}", counted(count, "unit")));
            }
        }
        this
    }

    /// Lets the units refer to the copies of each other, and removes references to what the scenario does not have.
    fn fix_references(&mut self, renamed: &BTreeMap<String, String>, known: &BTreeMap<Id, BTreeSet<String>>) {
        let grid = self.after.common().grid().ok();
        let mut missing: BTreeMap<String, usize> = BTreeMap::new();
        for at in self.places() {
            // From the last to the first, so that the indices of lists stay valid.
            for IdUse { kind, id, path } in self.after.uses_within(&row(at)).into_iter().rev() {
                if let Some(copy) = renamed.get(&id).filter(|_| kind == Id::UNIT) {
                    Edit::Put(path, Some(copy.as_str().into())).apply(&mut self.after);
                    continue;
                }
                let there = match &grid {
                    Some(grid) if kind == Id::HEX => grid.cell(&id.as_str().into()).is_some(),
                    _ => known.get(&kind).is_none_or(|known| known.contains(&id)),
                };
                if !there && self.leave_out(path, at) {
                    *missing.entry(format!("{} {id:?}", kind.noun())).or_default() += 1;
                }
            }
        }
        for (what, units) in missing {
            self.lost.push(format!("{} came without {what}, which is not in this scenario", counted(units, "unit")));
        }
    }

    /// Removes the value at `path`, or the smallest part of the unit `at` around it that the unit can lack. Returns `true` if
    /// something was removed.
    fn leave_out(&mut self, mut path: DocPath, at: usize) -> bool {
        while path != row(at) {
            if Edit::leave_out(&self.after, path.clone()).apply(&mut self.after).is_some() {
                return true;
            }
            let Some(parent) = path.parent() else { return false };
            path = parent;
        }
        false
    }

    /// Returns the scenario with the units.
    pub fn after(&self) -> &Scenario {
        &self.after
    }

    /// Gives the unit at `index` another start.
    pub fn set_start(&mut self, index: usize, start: Start) {
        Edit::Start { counter: Counter::Unit(index), start }.apply(&mut self.after);
    }

    /// Returns the indices of the units.
    pub fn places(&self) -> Range<usize> {
        self.first..self.after.common().unit_count()
    }

    /// Returns the edits that add the units to the scenario, one for each.
    pub fn edits(&self) -> impl Iterator<Item = Edit> {
        self.places().filter_map(|at| Some(Edit::Insert(row(at), self.after.get(&row(at))?)))
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::*;
    use crate::model::document::Document;

    /// Returns the unit at `index` as a piece, with `field` set to `value`.
    fn with(scenario: &Scenario, index: usize, field: &str, value: Value) -> Piece {
        let mut piece = Piece::of_units(scenario, &[index]);
        piece.units[0].row[field] = value;
        piece
    }

    fn keep(_: &PieceUnit) -> PastedStart {
        PastedStart::Keep
    }

    #[test]
    fn a_copy_has_an_id_and_a_name_of_its_own_in_every_system() {
        for system in System::ALL {
            let scenario = Document::template_of(system).scenario().clone();
            let piece = Piece::of_units(&scenario, &[0, 1]);
            let pasted = PastedUnits::new(&scenario, &piece, keep);
            assert_eq!((pasted.places().len(), pasted.lost.len()), (2, 0), "{system:?}");
            let (was, now) = (scenario.common().unit(0).unwrap(), pasted.after().common().unit(pasted.first).unwrap());
            assert_ne!((was.id, was.name), (now.id, now.name), "{system:?}");
            assert!(now.name.ends_with(" 2"), "{system:?}");
            let mut after = scenario.clone();
            Edit::All(pasted.edits().collect()).apply(&mut after);
            assert_eq!(&after, pasted.after(), "{system:?}");
        }
    }

    #[test]
    fn what_the_scenario_lacks_is_left_out_and_named() {
        let scenario = Document::bundled().scenario().clone();
        let lost = |piece: &Piece| {
            let pasted = PastedUnits::new(&scenario, piece, keep);
            (pasted.places().len(), pasted.lost.join("; "))
        };
        let entering = serde_json::json!({ "turn": 2, "at": "nowhere" });
        let mut late = with(&scenario, 0, "enters", entering);
        late.units[0].row.as_object_mut().unwrap().remove("at");
        assert_eq!(lost(&late), (1, "1 unit came without entry \"nowhere\", which is not in this scenario".to_owned()));
        let foreign = with(&scenario, 0, "side", "green".into());
        assert_eq!(lost(&foreign).0, 0);
        assert!(lost(&foreign).1.contains("1 unit was left out: the side or formation"), "{:?}", lost(&foreign));
        let odd = with(&scenario, 0, "kind", 7.into());
        assert_eq!(lost(&odd), (0, "1 unit was left out: this scenario cannot have such a unit".to_owned()));
        let mut other = with(&scenario, 0, "er", 3.into());
        other.system = Some(System::Matz);
        assert_eq!(lost(&other), (0, "units of another system were left out".to_owned()));
    }
}
