//! Changes to try: fields with their values.

use std::fmt;
use std::str::FromStr;

use battlewright_schema::cells::{CellValue, RuleCell};
use battlewright_schema::{DocPath, PathStep, Scenario, ValueRefusal};
use serde_json::Value;

use crate::plan::{Plan, PlanError};

/// The most versions of a run.
pub const MOST_VARIANTS: usize = 1000;

/// A field with values to try, such as `unit.ID.er=1..4`, `side.german.ammunition=10,14`, `rules.retreat_hexes=2,3`,
/// `rules.modifier.ID.add=1,2` or `unit.*.er=-1,+1`. `rules.cell.TABLE.ROW.COLUMN` is a cell of a table of the rules, by its headings.
///
/// Rows of a list are given by id, or by index from 0 for rows without ids; `*` stands for all rows. A number with a sign
/// is added to the current value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    keys: Vec<String>,
    values: Vec<TriedValue>,
}

/// A value to try.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TriedValue {
    To(String),
    By(i64),
}

impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.keys.join("."))?;
        for (at, value) in self.values.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            match value {
                TriedValue::To(text) => write!(f, "{comma}{text}")?,
                TriedValue::By(by) => write!(f, "{comma}{by:+}")?,
            }
        }
        Ok(())
    }
}

/// The reason why a text does not parse as a [`Vary`], or a scenario has no versions for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaryError {
    /// The text does not have the form of a field with values.
    #[error("{0:?} does not have the form FIELD=VALUES, such as unit.ID.er=1..4 or side.ID.ammunition=10,14")]
    Syntax(String),
    /// The range runs backward or is too long.
    #[error("{low}..{high} is not a range of at most {MOST_VARIANTS} values")]
    Range {
        /// The first value.
        low: i64,
        /// The last value.
        high: i64,
    },
    /// The scenario has no such row.
    #[error("{0}: the scenario has no such row")]
    NoRow(String),
    /// The field is not a number, so that nothing can be added.
    #[error("{field} is not a number, so {by:+} cannot be added")]
    NotANumber {
        /// The field.
        field: String,
        /// The number that was to be added.
        by: i64,
    },
    /// The tables of the rules have no such cell, or the cell does not accept the value.
    #[error("{0}")]
    Cell(String),
    /// The scenario refuses the value.
    #[error(transparent)]
    Value(#[from] ValueRefusal),
    /// All values are the current ones.
    #[error("{0} changes nothing in this scenario")]
    NoChange(Vary),
    /// The combinations of values are too many.
    #[error("these are {0} versions; at most {MOST_VARIANTS} are possible")]
    TooManyVersions(usize),
    /// The unchanged scenario cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A version cannot be played.
    #[error("with {name}: {error}")]
    Version {
        /// The changes of the version.
        name: String,
        /// The reason.
        #[source]
        error: PlanError,
    },
}

impl FromStr for Vary {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        let wrong = || VaryError::Syntax(text.to_owned());
        let (path, values) = text.split_once('=').ok_or_else(wrong)?;
        let keys: Vec<String> = path.trim().split('.').map(|key| key.trim().to_owned()).collect();
        if keys.iter().any(String::is_empty) || values.trim().is_empty() {
            return Err(wrong());
        }
        let range = values.split_once("..").and_then(|(low, high)| Some((low.trim().parse::<i64>().ok()?, high)));
        let values = match range {
            Some((low, high)) => {
                let high = high.trim().parse::<i64>().map_err(|_| wrong())?;
                if low > high || high.abs_diff(low) >= MOST_VARIANTS as u64 {
                    return Err(VaryError::Range { low, high });
                }
                (low..=high).map(|value| TriedValue::To(value.to_string())).collect()
            }
            None => split_values(values).into_iter().map(|value| parse_value(value.trim())).collect(),
        };
        Ok(Self { keys, values })
    }
}

/// Splits `text` at the commas outside brackets, within which an expression or a list has its own.
fn split_values(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let is_end = |letter: char| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    text.split(is_end).collect()
}

fn parse_value(text: &str) -> TriedValue {
    match (text.starts_with(['+', '-']), text.parse::<i64>()) {
        (true, Ok(by)) => TriedValue::By(by),
        _ => TriedValue::To(text.to_owned()),
    }
}

/// Converts `text` to a value of the same kind as `from`: text stays text even if it looks like a number, as hex numbers
/// do.
fn value(text: &str, from: Option<&Value>) -> Value {
    let word = || Value::String(text.to_owned());
    if from.is_some_and(Value::is_string) { word() } else { serde_json::from_str(text).unwrap_or_else(|_| word()) }
}

/// A change of one field.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The field, such as `"unit.fr-garde.er"`.
    pub field: String,
    /// The current value; `None` if the file has none.
    pub from: Option<Value>,
    /// The value to try.
    pub to: Value,
    /// The path of the field; for a cell of the rules, that of the row which changes it.
    pub path: DocPath,
    /// The change of a cell of the rules; `None` for other fields.
    pub cell: Option<RuleCell>,
}

impl Change {
    /// Returns the value that belongs at the path: the row of a cell, or the value to try.
    pub fn placed(&self) -> Value {
        let row = self.cell.as_ref().and_then(|cell| serde_json::to_value(cell).ok());
        row.unwrap_or_else(|| self.to.clone())
    }

    /// Makes the change in `scenario`.
    fn make(&self, scenario: &mut Scenario) -> Result<(), VaryError> {
        match &self.cell {
            Some(cell) => scenario.set_cell(cell).map_err(VaryError::Cell),
            None => Ok(scenario.set(&self.path, Some(self.to.clone()))?),
        }
    }

    /// Returns the number of steps from the current value: the difference of numbers, 1 for anything else.
    pub fn size(&self) -> u64 {
        match (self.from.as_ref().and_then(Value::as_i64), self.to.as_i64()) {
            (Some(from), Some(to)) => from.abs_diff(to),
            _ => 1,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let from = self.from.as_ref().map_or_else(|| "(default)".to_owned(), plain);
        write!(f, "{} {from} to {}", self.field, plain(&self.to))
    }
}

impl Vary {
    /// Returns the notation of the field at `path`: `"unit.fr-garde.er"`.
    pub fn field(scenario: &Scenario, path: &DocPath) -> String {
        let name = |(at, step): (usize, &PathStep)| match step {
            PathStep::Key(key) => key.clone(),
            PathStep::Index(row) => row_name(scenario, &DocPath(path.0.iter().take(at).cloned().collect()), *row),
        };
        path.0.iter().enumerate().map(name).collect::<Vec<_>>().join(".")
    }

    /// Returns the changes for `scenario`, without values that are current already.
    ///
    /// # Errors
    /// The scenario has no such field or refuses a value, or the current value is no number to add to.
    pub fn changes(&self, scenario: &Scenario) -> Result<Vec<Change>, VaryError> {
        if let Some(address) = self.cell() {
            return self.cell_changes(scenario, &address);
        }
        let mut found = vec![(DocPath::root(), Vec::<String>::new())];
        for key in &self.keys {
            let mut next = Vec::new();
            for (path, names) in found {
                for (step, name) in steps(scenario, &path, key) {
                    let mut path = path.clone();
                    path.0.push(step);
                    next.push((path, names.iter().cloned().chain([name]).collect()));
                }
            }
            found = next;
        }
        if found.is_empty() {
            return Err(VaryError::NoRow(self.keys.join(".")));
        }
        // `*` may match rows without the field.
        let wild = self.keys.iter().any(|key| key == "*");
        let mut changes = Vec::new();
        for (path, names) in found {
            // A rule that the scenario leaves out has the value it stands over.
            let from = scenario.get(&path).or_else(|| scenario.rule_in_force(&path));
            if wild && from.is_none() {
                continue;
            }
            for wish in &self.values {
                let field = names.join(".");
                let to = wish.of(&field, from.as_ref())?;
                let change = Change { field, from: from.clone(), to, path: path.clone(), cell: None };
                if change.from.as_ref() == Some(&change.to) {
                    continue;
                }
                // Refused values are errors for a named field, and skipped for fields matched by `*`.
                match change.make(&mut scenario.clone()) {
                    Err(_) if wild => {}
                    Err(misfit) => return Err(misfit),
                    Ok(()) => changes.push(change),
                }
            }
        }
        if changes.is_empty() && !wild {
            return Err(VaryError::NoChange(self.clone()));
        }
        Ok(changes)
    }

    /// Returns the address of a cell of the rules, such as `combat.3.2:1`; `None` for other fields, and for the fields of a row of
    /// `[[rules.cell]]`.
    fn cell(&self) -> Option<String> {
        match self.keys.as_slice() {
            [rules, cell, table, rest @ ..]
                if rules == "rules" && cell == "cell" && table.parse::<usize>().is_err() =>
            {
                Some(std::iter::once(table).chain(rest).cloned().collect::<Vec<_>>().join("."))
            }
            _ => None,
        }
    }

    /// Returns the changes of a cell of the rules.
    fn cell_changes(&self, scenario: &Scenario, address: &str) -> Result<Vec<Change>, VaryError> {
        let now = scenario.cell_at(address).map_err(VaryError::Cell)?;
        let from = serde_json::to_value(&now.be).ok();
        let (field, path) = (self.keys.join("."), scenario.row_of_cell(&now));
        let mut changes = Vec::new();
        for wish in &self.values {
            let to = wish.of(&field, from.as_ref())?;
            let Some(be) = CellValue::of(&to).filter(|be| *be != now.be) else { continue };
            let cell = Some(RuleCell { be, ..now.clone() });
            let change = Change { field: field.clone(), from: from.clone(), to, path: path.clone(), cell };
            change.make(&mut scenario.clone())?;
            changes.push(change);
        }
        if changes.is_empty() { Err(VaryError::NoChange(self.clone())) } else { Ok(changes) }
    }
}

impl TriedValue {
    /// Returns the value for `field`, which has the value `from`.
    fn of(&self, field: &str, from: Option<&Value>) -> Result<Value, VaryError> {
        match self {
            Self::To(text) => Ok(value(text, from)),
            Self::By(by) => match from.and_then(Value::as_i64) {
                Some(number) => Ok(number.saturating_add(*by).into()),
                None => Err(VaryError::NotANumber { field: field.to_owned(), by: *by }),
            },
        }
    }
}

/// Returns the id of a row in the list at `path`, or its index.
fn row_name(scenario: &Scenario, path: &DocPath, row: usize) -> String {
    let id = scenario.get(&path.clone().index(row).key("id"));
    id.and_then(|id| id.as_str().map(str::to_owned)).unwrap_or_else(|| row.to_string())
}

/// Returns the steps that `key` matches at `path`, with their names.
fn steps(scenario: &Scenario, path: &DocPath, key: &str) -> Vec<(PathStep, String)> {
    let value = if path.0.is_empty() { None } else { scenario.get(path) };
    match value {
        Some(Value::Array(rows)) => (0..rows.len())
            .map(|row| (PathStep::Index(row), row_name(scenario, path, row)))
            .filter(|(step, name)| {
                key == "*" || name == key || *step == PathStep::Index(key.parse().unwrap_or(usize::MAX))
            })
            .collect(),
        Some(Value::Object(entries)) if key == "*" => {
            entries.keys().map(|name| (PathStep::Key(name.clone()), name.clone())).collect()
        }
        _ => vec![(PathStep::Key(key.to_owned()), key.to_owned())],
    }
}

/// A version of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The changes; none for the unchanged scenario.
    pub changes: Vec<Change>,
    /// The plan of its games.
    pub plan: Plan,
}

impl Variant {
    /// Describes the changes.
    pub fn name(&self) -> String {
        if self.changes.is_empty() {
            return "unchanged".to_owned();
        }
        self.changes.iter().map(Change::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Returns the number of steps from the unchanged scenario.
    pub fn size(&self) -> u64 {
        self.changes.iter().map(Change::size).sum()
    }
}

/// Returns the unchanged scenario of `plan` and its versions: one for each combination of values of the `varied` fields,
/// current values included. With `*`, versions that cannot be played are left out.
///
/// # Errors
/// A field does not exist, a value is refused, there are too many versions, or one cannot be played.
pub fn variants(plan: &Plan, varied: &[Vary]) -> Result<Vec<Variant>, VaryError> {
    let scenario = plan.open()?.scenario;
    let mut combinations: Vec<Vec<Change>> = vec![Vec::new()];
    for vary in varied {
        let changes = vary.changes(&scenario)?;
        let before = combinations.clone();
        combinations.extend(changes.into_iter().flat_map(|change| {
            before.iter().map(move |others| others.iter().cloned().chain([change.clone()]).collect())
        }));
        if combinations.len() > MOST_VARIANTS {
            return Err(VaryError::TooManyVersions(combinations.len()));
        }
    }
    let wild = varied.iter().any(|vary| vary.keys.iter().any(|key| key == "*"));
    let mut versions = Vec::new();
    for changes in combinations {
        let version = version(plan, &scenario, changes);
        match version.plan.open() {
            Ok(_) => versions.push(version),
            Err(_) if wild => {}
            Err(error) => return Err(VaryError::Version { name: version.name(), error }),
        }
    }
    Ok(versions)
}

fn version(plan: &Plan, scenario: &Scenario, changes: Vec<Change>) -> Variant {
    if changes.is_empty() {
        return Variant { changes, plan: plan.clone() };
    }
    let mut changed = scenario.clone();
    for change in &changes {
        // Each change was tested alone, and changes of different fields are independent.
        let _ = change.make(&mut changed);
    }
    let text = battlewright_schema::save(Some(&plan.scenario), &changed);
    Variant { changes, plan: Plan { scenario: text, ..plan.clone() } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tutorial;

    fn named(varied: &[&str]) -> Result<Vec<String>, VaryError> {
        let varied: Vec<Vary> = varied.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        Ok(variants(&tutorial(), &varied)?.iter().map(Variant::name).collect())
    }

    #[test]
    fn a_field_takes_its_values_one_after_the_other() {
        assert_eq!(
            named(&["unit.red-1.er=1..4"]).unwrap(),
            ["unchanged", "unit.red-1.er 3 to 1", "unit.red-1.er 3 to 2", "unit.red-1.er 3 to 4"]
        );
        assert_eq!(named(&["side.red.ammunition=+1"]).unwrap()[1], "side.red.ammunition 4 to 5");
        assert_eq!(
            named(&["rules.retreat_hexes=2,3,+1"]).unwrap()[1..],
            ["rules.retreat_hexes 3 to 2", "rules.retreat_hexes 3 to 4"]
        );
    }

    #[test]
    fn a_value_of_a_table_is_varied_by_its_name() {
        assert_eq!(
            named(&["rules.tables.modifiers.flank_support=1,2"]).unwrap()[1..],
            ["rules.tables.modifiers.flank_support 1 to 2"]
        );
        assert_eq!(
            named(&["rules.tables.movement.cavalry.march=-1"]).unwrap()[1..],
            ["rules.tables.movement.cavalry.march 6 to 5"]
        );
        let refused = named(&["rules.tables.modifiers.flank_suport=2"]).unwrap_err().to_string();
        assert!(refused.contains("flank_suport"), "{refused}");
    }

    #[test]
    fn a_cell_is_varied_by_its_headings() {
        let names =
            named(&["rules.cell.attack.3-4.result=retreat,blown", "rules.cell.attack.1-2.result=blown"]).unwrap();
        assert_eq!(names.len(), 4, "{names:?}");
        assert_eq!(names[1], "rules.cell.attack.3-4.result blown to retreat");
        let varied: Vec<Vary> = ["rules.cell.attack.3-4.result=retreat", "rules.cell.attack.1-2.result=blown"]
            .map(|text| text.parse().unwrap())
            .into();
        let versions = variants(&tutorial(), &varied).unwrap();
        let both = versions.last().unwrap().plan.open().unwrap().scenario;
        assert_eq!(both.changed_rules().iter().filter(|change| change.cell.is_some()).count(), 2);
        for (text, why) in [
            ("rules.cell.atack.3-4.result=retreat", "there is no table `atack`"),
            ("rules.cell.attack.7.result=retreat", "has no row"),
            ("rules.cell.attack.3-4.reslt=retreat", "has no column `reslt`"),
            ("rules.cell.attack.3-4.result=flight", "is no value of this cell"),
            ("rules.cell.attack.3-4.result=blown", "changes nothing"),
        ] {
            let found = named(&[text]).unwrap_err().to_string();
            assert!(found.contains(why), "{text}: {found}");
        }
    }

    /// The scenario of the guide page on rules, which has three.
    fn with_rules(varied: &[&str]) -> Result<Vec<Variant>, VaryError> {
        let plan = Plan { scenario: include_str!("../../docs/guide/change-a-rule.toml").to_owned(), ..tutorial() };
        let varied: Vec<Vary> = varied.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        variants(&plan, &varied)
    }

    #[test]
    fn a_row_of_rules_is_varied_by_its_id() {
        let versions = with_rules(&["rules.modifier.guard.add=1,2,+2"]).unwrap();
        let names: Vec<String> = versions.iter().map(Variant::name).collect();
        assert_eq!(names, ["unchanged", "rules.modifier.guard.add 1 to 2", "rules.modifier.guard.add 1 to 3"]);
        let sentence = |variant: &Variant| {
            let rows = variant.plan.open().unwrap().scenario.rules_in_words();
            rows.into_iter().find(|row| row.id == "guard").unwrap().sentence
        };
        assert!(sentence(&versions[0]).starts_with("+1 ") && sentence(&versions[1]).starts_with("+2 "));
        let comments = |variant: &Variant| variant.plan.scenario.matches('#').count();
        assert_eq!(comments(&versions[0]), comments(&versions[1]), "the file stays as it is written");

        let names = |varied: &str| -> Vec<String> {
            with_rules(&[varied]).unwrap().iter().skip(1).map(Variant::name).collect()
        };
        assert_eq!(names("rules.modifier.*.add=-1"), ["rules.modifier.guard.add 1 to 0"]);
        assert_eq!(
            names("rules.event.supply.when=turn in 2..3"),
            ["rules.event.supply.when turn == 3 to turn in 2..3"]
        );
        assert_eq!(names("rules.modifier.guard.add=least(2, turn)"), ["rules.modifier.guard.add 1 to least(2, turn)"]);
        let refused = |varied: &str| with_rules(&[varied]).unwrap_err().to_string();
        assert!(refused("rules.modifier.gaurd.add=2").contains("no such row"));
        assert!(refused("rules.modifier.guard.add=90").contains("the scenario has 1 error"));
        assert!(refused("rules.modifier.guard.ad=2").contains("ad"));
    }

    #[test]
    fn several_fields_are_combined() {
        let names = named(&["unit.red-1.er=2", "side.red.ammunition=3,5"]).unwrap();
        assert_eq!(names.len(), 6);
        assert_eq!(names[3], "unit.red-1.er 3 to 2, side.red.ammunition 4 to 3");
    }

    #[test]
    fn a_star_is_every_row_that_can_be_changed() {
        let names = named(&["unit.*.er=-1,+1"]).unwrap();
        assert!(names.contains(&"unit.red-lancers.er 1 to 2".to_owned()), "{names:?}");
        assert!(!names.iter().any(|name| name.starts_with("unit.blue-garrison.er 0 to -")), "{names:?}");
        assert_eq!(named(&["unit.*.speed=1"]).unwrap(), ["unchanged"]);
    }

    #[test]
    fn a_version_keeps_the_comments_and_is_another_scenario() {
        let versions = variants(&tutorial(), &["unit.red-1.er=2".parse().unwrap()]).unwrap();
        let [as_it_is, version] = &versions[..] else { panic!("{versions:?}") };
        assert_eq!(as_it_is.plan, tutorial());
        assert_ne!(as_it_is.plan.hash(), version.plan.hash());
        let comments = |plan: &Plan| plan.scenario.matches('#').count();
        assert_eq!(comments(&as_it_is.plan), comments(&version.plan));
        assert_eq!((as_it_is.size(), version.size()), (0, 1));
    }

    #[test]
    fn a_field_is_written_as_it_is_read() {
        let scenario = tutorial().open().unwrap().scenario;
        for text in ["unit.red-1.er=1", "turns.count=5", "unit.0.er=1"] {
            let vary: Vary = text.parse().unwrap();
            let change = vary.changes(&scenario).unwrap().remove(0);
            assert_eq!(Vary::field(&scenario, &change.path), change.field, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_varied_says_why() {
        for (text, why) in [
            ("unit.red-1.er", "the form FIELD=VALUES"),
            ("unit..er=1", "the form FIELD=VALUES"),
            ("unit.red-1.er=4..1", "is not a range"),
            ("unit.red-1.er=0..100000", "is not a range"),
            ("unit.red-1.er=0..many", "the form FIELD=VALUES"),
            ("unit.red-1.er=3", "changes nothing"),
            ("unit.nobody.er=2", "no such row"),
            ("unit.red-1.er=five", "er"),
            ("unit.red-1.speed=2", "speed"),
            ("unit.red-1.name=+1", "is not a number"),
            ("unit.red-1.at=9999", "the scenario has 1 error"),
        ] {
            let found = named(&[text]).unwrap_err().to_string();
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
