//! Ids by kind, and renaming with all references.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{ValueProblem, ValueRefusal};
use crate::Scenario;
use crate::common::map::{HexRows, VOID};
use crate::lint::walk::Walk;
use crate::path::DocPath;
use crate::rule::{RuleText, UsedKind, UsedName, is_rule_word};
use crate::schema_json::{Shape, ValueKind};

/// A kind of id that one section of a scenario defines and others refer to, identified by the name of its Rust type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(crate) &'static str);

impl Id {
    /// Hexes, which are named by the map's numbering.
    pub const HEX: Self = Self("HexId");
    /// Hexsides, named by their two hexes.
    pub const HEXSIDE: Self = Self("HexsideId");
    /// Terrain letters.
    pub const LETTER: Self = Self("Letter");
    /// Sides.
    pub const SIDE: Self = Self("SideId");
    /// Units.
    pub const UNIT: Self = Self("UnitId");
    /// Places.
    pub const PLACE: Self = Self("PlaceId");
    /// Entries.
    pub const ENTRY: Self = Self("EntryId");
    /// Exits.
    pub const EXIT: Self = Self("ExitId");
    /// Formations.
    pub const FORMATION: Self = Self("FormationId");
    /// Setup zones.
    pub const ZONE: Self = Self("ZoneId");
    /// Tags of units, which expressions of rules ask for.
    pub const TAG: Self = Self("TagId");
    /// Counters of rules.
    pub const COUNTER: Self = Self("CounterId");
    /// Definitions of rules.
    pub const DEFINITION: Self = Self("DefinitionId");

    /// Returns the noun for the kind, such as `"formation"`.
    pub fn noun(self) -> String {
        self.0.trim_end_matches("Id").to_lowercase()
    }
}

/// An item with an id to which others can refer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedItem {
    /// The id.
    pub id: String,
    /// The name, or the id if the item has no name.
    pub name: String,
    /// The path of the item in the file.
    pub path: DocPath,
}

/// A use of an id in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdUse {
    /// The kind of the id.
    pub kind: Id,
    /// The id.
    pub id: String,
    /// The path of the value.
    pub path: DocPath,
}

impl Scenario {
    /// Returns all items with an id of the kind `id`, in the order of the file. Hexes and hexsides are not listed in the file,
    /// so there are none.
    pub fn known(&self, id: Id) -> Vec<NamedItem> {
        let Some(root) = Shape::at(self.system(), &DocPath::root()) else { return Vec::new() };
        let mut known = Vec::new();
        self.look_for(id, root, &DocPath::root(), &mut known);
        let mut met = BTreeSet::new();
        let of_rules = self.rule_ids(id).into_iter().filter(|(name, _)| met.insert(name.clone()));
        known.extend(of_rules.map(|(id, path)| NamedItem { name: id.clone(), id, path }));
        if id == Id::FORMATION && known.is_empty() {
            // A system without rows for formations knows them by their names in the units.
            let mut first = BTreeMap::new();
            for (name, path) in self.formations_in_units().into_iter().rev() {
                first.insert(name, path);
            }
            let names = self.common().formation_names().into_iter();
            known.extend(names.filter_map(|name| {
                Some(NamedItem { id: name.to_owned(), name: name.to_owned(), path: first.get(name)?.clone() })
            }));
        }
        known
    }

    /// Returns the formation names in units that are texts and no ids, with their paths.
    fn formations_in_units(&self) -> Vec<(&str, DocPath)> {
        let common = self.common();
        if !common.formations().is_empty() {
            return Vec::new();
        }
        let units = (0..common.unit_count()).filter_map(|at| Some((at, common.unit(at)?.formation?)));
        units.map(|(at, name)| (name, DocPath::root().key("unit").index(at).key("formation"))).collect()
    }

    fn look_for(&self, id: Id, table: Shape, path: &DocPath, known: &mut Vec<NamedItem>) {
        for field in table.fields() {
            let path = path.clone().key(field.name);
            match field.shape.kind() {
                ValueKind::List if field.shape.item().is_some_and(|item| item.own_id() == Some(id)) => {
                    let rows = self.get(&path);
                    for (at, row) in rows.iter().filter_map(Value::as_array).flatten().enumerate() {
                        let own = row.get("id").and_then(Value::as_str).unwrap_or_default();
                        known.push(called(own, row, path.clone().index(at)));
                    }
                }
                ValueKind::Keyed if field.shape.key() == Some(id) => {
                    let rows = self.get(&path);
                    for (key, row) in rows.iter().filter_map(Value::as_object).flatten() {
                        known.push(called(key, row, path.clone().key(key)));
                    }
                }
                ValueKind::Table => self.look_for(id, field.shape, &path, known),
                _ => {}
            }
        }
    }

    /// Returns every id that the value at `path` refers to, except the ids that it defines.
    ///
    /// ```
    /// use battlewright_schema::{DocPath, Id, System, load, template};
    /// let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// let uses = scenario.uses_within(&DocPath::root().key("unit").index(0));
    /// assert!(uses.iter().any(|used| used.kind == Id::SIDE));
    /// assert!(uses.iter().all(|used| used.kind != Id::UNIT));
    /// ```
    pub fn uses_within(&self, path: &DocPath) -> Vec<IdUse> {
        let walk = crate::of_scenario!(self, own => Walk::over(own));
        let within = |used: &crate::lint::walk::WalkedName| {
            !used.is_key && used.path.is_within(path) && used.path.last_key() != Some("id")
        };
        let uses = walk.names.into_iter().filter(within);
        uses.map(|used| IdUse { kind: Id(used.kind), id: used.text, path: used.path }).collect()
    }

    /// Returns the paths that refer to the item with the id `name`, except its own definition.
    pub fn uses(&self, id: Id, name: &str) -> Vec<DocPath> {
        let used = self.names(id).into_iter().filter(|used| used.text == name && !used.is_key);
        used.map(|used| used.path).filter(|path| path.last_key() != Some("id")).collect()
    }

    /// Returns the values to put so that the item with the id `from` gets the id `to` everywhere.
    ///
    /// ```
    /// use battlewright_schema::{Id, System, load, template};
    /// let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
    /// let side = scenario.known(Id::SIDE)[0].id.clone();
    /// for (path, value) in scenario.renaming(Id::SIDE, &side, "attackers").unwrap() {
    ///     scenario.put(&path, Some(value)).unwrap();
    /// }
    /// assert_eq!(scenario.known(Id::SIDE)[0].id, "attackers");
    /// assert!(scenario.common().entries().iter().all(|entry| entry.side.as_str() != side));
    /// ```
    ///
    /// # Errors
    /// `to` is empty, or belongs to another item already, or has another meaning in the expressions of rules that name the item.
    pub fn renaming(&self, id: Id, from: &str, to: &str) -> Result<Vec<(DocPath, Value)>, ValueRefusal> {
        if to.trim().is_empty() {
            return Err(refused(ValueProblem::EmptyId(id.noun())));
        }
        let is_row = matches!(id, Id::COUNTER | Id::DEFINITION);
        if self.known(id).iter().any(|known| known.id == to) || is_row && self.has_rule(to) {
            return Err(refused(ValueProblem::IdTaken { noun: id.noun(), id: to.to_owned() }));
        }
        let mut renamed = self.clone();
        let mut puts = Vec::new();
        let mut keys = Vec::new();
        for name in self.names(id).into_iter().filter(|name| name.text == from) {
            if name.is_key { keys.push(name.path) } else { puts.push((name.path, Value::from(to))) }
        }
        if id == Id::FORMATION {
            let named = self.formations_in_units().into_iter().filter(|(name, _)| *name == from);
            puts.extend(named.map(|(_, path)| (path, Value::from(to))));
        }
        if id == Id::LETTER {
            puts.push((DocPath::root().key("map").key("hexes"), self.repainted(from, to)?.to_string().into()));
        }
        puts.extend(self.rule_ids(id).into_iter().filter(|(name, _)| name == from).map(|(_, path)| (path, to.into())));
        let texts = self.rule_texts();
        let of_rules = rewritten(&texts, id, from, to)?;
        puts.extend(of_rules.iter().cloned());
        for (path, value) in &puts {
            renamed.put(path, Some(value.clone()))?;
        }
        // Keys come last, because the entries of their tables contain references as well.
        for mut path in keys {
            path.0.pop();
            let Some(Value::Object(table)) = renamed.get(&path) else { continue };
            let rename = |key: String| if key == from { to.to_owned() } else { key };
            let table = Value::Object(table.into_iter().map(|(key, value)| (rename(key), value)).collect());
            renamed.put(&path, Some(table.clone()))?;
            puts.push((path, table));
        }
        if !of_rules.is_empty() && !mean_the_same(&texts, &renamed.rule_texts(), id, from, to) {
            return Err(refused(ValueProblem::OtherMeaning { noun: id.noun(), id: to.to_owned() }));
        }
        Ok(puts)
    }

    /// Returns the terrain letters with `from` replaced by `to`.
    fn repainted(&self, from: &str, to: &str) -> Result<HexRows, ValueRefusal> {
        let mut letters = to.chars();
        let (Some(new), None) = (letters.next().filter(|c| *c != VOID && !c.is_whitespace()), letters.next()) else {
            return Err(refused(ValueProblem::NotALetter));
        };
        let other = |letter: &char| if from.chars().eq([*letter]) { new } else { *letter };
        let rows = self.common().hexes().0.iter();
        Ok(HexRows(rows.map(|row| row.iter().map(other).collect()).collect()))
    }

    /// Returns every use of an id of the kind `id`, including definitions.
    pub(crate) fn names(&self, id: Id) -> Vec<crate::lint::walk::WalkedName> {
        let walk = crate::of_scenario!(self, own => Walk::over(own));
        walk.names.into_iter().filter(|name| name.kind == id.0).collect()
    }
}

/// Returns the paths and the values of the expressions of rules that name the item, with its new id.
fn rewritten(texts: &[RuleText], id: Id, from: &str, to: &str) -> Result<Vec<(DocPath, Value)>, ValueRefusal> {
    let names_it = |used: &UsedName| used.kind.id() == Some(id) && used.name == from;
    let mut rewritten = Vec::new();
    for text in texts {
        let Some(new) = text.rewritten(|used| names_it(used).then(|| to.to_owned())) else { continue };
        if !is_rule_word(to) {
            return Err(refused(ValueProblem::NotARuleWord { noun: id.noun(), id: to.to_owned() }));
        }
        rewritten.push((text.path.clone(), new.into()));
    }
    Ok(rewritten)
}

/// Returns `true` if the expressions name the same things before and after the id `from` became `to`.
fn mean_the_same(before: &[RuleText], after: &[RuleText], id: Id, from: &str, to: &str) -> bool {
    let named = |text: &RuleText| -> Vec<(UsedKind, String)> {
        let name = |used: &UsedName| match used.kind.id() == Some(id) && used.name == from {
            true => to.to_owned(),
            false => used.name.to_string(),
        };
        text.names.iter().map(|used| (used.kind, name(used))).collect()
    };
    before.len() == after.len() && before.iter().zip(after).all(|(before, after)| named(before) == named(after))
}

fn refused(problem: ValueProblem) -> ValueRefusal {
    ValueRefusal { path: DocPath::root(), problem }
}

fn called(id: &str, row: &Value, path: DocPath) -> NamedItem {
    let name = row.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    NamedItem { id: id.to_owned(), name: name.unwrap_or(id).to_owned(), path }
}
