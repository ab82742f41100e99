//! The deletion of a formation with its units, or after its units have moved to another one.

use std::collections::BTreeMap;

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{AdviceView, DocPath, FormationId, Id, PathStep, Scenario, words};

use super::advice::ADVICE;
use super::edit::Edit;

/// A formation that is about to be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationDeletion {
    /// The index of the formation in the file.
    pub formation: usize,
    /// The name of the formation.
    pub name: String,
    /// The number of its units.
    pub units: usize,
    /// `true` if it has a headquarters, which is deleted with it.
    pub has_hq: bool,
    /// The other formations of the side, by id and name.
    pub others: Vec<(FormationId, String)>,
    /// The formation that the units move to, as an index in `others`.
    pub to: usize,
}

impl FormationDeletion {
    /// Returns the deletion of the formation at this index; `None` if there is none.
    pub fn of(scenario: &Scenario, formation: usize) -> Option<Self> {
        let common = scenario.common();
        let all = common.formations();
        let own = all.get(formation)?;
        let others = all.iter().filter(|other| other.side == own.side && other.id != own.id);
        Some(Self {
            formation,
            name: own.name.to_owned(),
            units: units(scenario, own.id).len(),
            has_hq: common.hq(formation).is_some(),
            others: others.map(|other| (other.id.clone(), other.name.to_owned())).collect(),
            to: 0,
        })
    }
}

/// Returns the paths of the rows of the units of a formation.
fn units(scenario: &Scenario, id: &FormationId) -> Vec<DocPath> {
    let uses = scenario.uses(Id::FORMATION, id.as_str()).into_iter();
    uses.filter(is_membership).filter_map(|path| path.row()).collect()
}

/// Returns `true` for the field by which a unit names its formation.
fn is_membership(path: &DocPath) -> bool {
    let [PathStep::Key(list), PathStep::Index(_), PathStep::Key(field)] = path.0.as_slice() else { return false };
    list == "unit" && field == "formation"
}

/// Returns the name of the step, and the edit that deletes the formation at this index. Its units move to the formation `to`, or
/// are deleted too; `None` if there is no such formation.
pub fn deletion(scenario: &Scenario, formation: usize, to: Option<&FormationId>) -> Option<(String, Edit)> {
    let own = scenario.common().formations().get(formation)?.id.clone();
    let mut changes: BTreeMap<DocPath, Option<&FormationId>> = BTreeMap::new();
    changes.insert(DocPath::root().key("formation").index(formation), None);
    for path in scenario.uses(Id::FORMATION, own.as_str()) {
        let row = path.row().filter(|_| is_membership(&path));
        match (row, to) {
            (Some(row), None) => {
                let id = scenario.get(&row.clone().key("id"));
                for used in id.as_ref().and_then(|id| Some(scenario.uses(Id::UNIT, id.as_str()?))).into_iter().flatten()
                {
                    changes.insert(dropped(scenario, used), None);
                }
                changes.insert(row, None);
            }
            (Some(_), Some(to)) => {
                changes.insert(path, Some(to));
            }
            (None, _) => {
                changes.insert(dropped(scenario, path), None);
            }
        }
    }
    for row in lonely_advice(scenario, &changes) {
        changes.insert(row, None);
    }
    let in_order: Vec<(DocPath, Option<&FormationId>)> = changes
        .iter()
        .filter(|(path, _)| !is_within_another(path, &changes))
        .map(|(path, to)| (path.clone(), *to))
        .collect();
    // From the end of the file, so that the indices before stay valid. A list that becomes empty is left out if it can be.
    let (mut then, mut edits) = (scenario.clone(), Vec::new());
    for (path, to) in in_order.into_iter().rev() {
        let edit = match to {
            Some(to) => Edit::Put(path, Some(to.as_str().into())),
            None => Edit::leave_out(&then, path),
        };
        edit.clone().apply(&mut then)?;
        edits.push(edit);
    }
    let units = units(scenario, &own).len();
    let name = match (units, to) {
        (0, _) => "Remove formation".to_owned(),
        (_, None) => format!("Remove formation and {}", words::counted(units, "unit")),
        (_, Some(_)) => format!("Remove formation, move {}", words::counted(units, "unit")),
    };
    Some((name, Edit::All(edits)))
}

/// Returns the rows of advice that lose all their formations and units: without any, they would be for the whole side.
fn lonely_advice(scenario: &Scenario, changes: &BTreeMap<DocPath, Option<&FormationId>>) -> Vec<DocPath> {
    let rows = scenario.common().advice();
    let is_lonely = |(at, row): &(usize, &AdviceView<'_>)| {
        let list = |key: &'static str, count: usize| {
            let list = DocPath::root().key(ADVICE).index(*at).key(key);
            (0..count).map(move |index| list.clone().index(index))
        };
        let mut names = list("formations", row.formations.len()).chain(list("units", row.units.len()));
        !row.is_of_side() && names.all(|path| changes.get(&path).is_some_and(Option::is_none))
    };
    let lonely = rows.iter().enumerate().filter(is_lonely);
    lonely.map(|(at, _)| DocPath::root().key(ADVICE).index(at)).collect()
}

/// Returns `true` if a row around `path` is removed as a whole.
fn is_within_another(path: &DocPath, changes: &BTreeMap<DocPath, Option<&FormationId>>) -> bool {
    let mut around = std::iter::successors(path.parent(), DocPath::parent);
    around.any(|parent| changes.get(&parent).is_some_and(Option::is_none))
}

/// Returns the path to remove so that the reference at `path` goes: an element of a list, an optional field, or else the row
/// that needs it.
fn dropped(scenario: &Scenario, path: DocPath) -> DocPath {
    let mut path = path;
    loop {
        let Some(parent) = path.parent() else { return path };
        let optional = match path.0.last() {
            Some(PathStep::Index(_)) | None => true,
            Some(PathStep::Key(key)) => {
                let field = Shape::at(scenario.system(), &parent).and_then(|shape| shape.field(key));
                field.is_none_or(|field| !field.required)
            }
        };
        if optional {
            return path;
        }
        path = parent;
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Start, System, load, template};

    use super::*;

    fn scenario(system: System) -> Scenario {
        load(template(system)).scenario.unwrap()
    }

    fn ids(scenario: &Scenario) -> Vec<String> {
        let common = scenario.common();
        (0..common.unit_count()).map(|unit| common.unit(unit).unwrap().id.to_string()).collect()
    }

    #[test]
    fn the_units_go_with_their_formation_and_with_all_that_names_them() {
        let start = scenario(System::Matz);
        let (name, edit) = deletion(&start, 0, None).unwrap();
        assert_eq!(name, "Remove formation and 5 units");
        let mut then = start.clone();
        let undo = edit.apply(&mut then).unwrap();
        assert!(ids(&then).iter().all(|id| id.starts_with("blue") || id == "red-fighters"), "{:?}", ids(&then));
        let reserve = DocPath::root().key("reserve").index(0).key("arrival").index(0).key("units");
        assert_eq!(then.get(&reserve), Some(serde_json::json!([])), "a reserve loses the unit");
        assert_eq!(then.uses(Id::FORMATION, "red-corps"), []);
        undo.apply(&mut then).unwrap();
        assert_eq!(then, start);
    }

    #[test]
    fn advice_for_nobody_else_goes_with_its_formation() {
        let row = |lines: &str| format!("\n[[computer]]\nside = \"red\"\nposture = \"free\"\n{lines}\n");
        let rows = [
            row("formations = [\"red-corps\"]"),
            row("units = [\"red-1\", \"red-2\"]"),
            row("formations = [\"red-corps\", \"red-horse\"]"),
            row(""),
        ];
        let text = template(System::AtAnyCost).to_owned() + &rows.concat();
        let start = load(&text).readable.unwrap();
        let (_, edit) = deletion(&start, 0, None).unwrap();
        let mut then = start.clone();
        let undo = edit.apply(&mut then).unwrap();
        let left: Vec<_> = then.common().advice().iter().map(|row| row.formations.len() + row.units.len()).collect();
        assert_eq!(left, [1, 0], "a row for the whole side was one before");
        undo.apply(&mut then).unwrap();
        assert_eq!(then, start);
    }

    #[test]
    fn the_units_move_to_another_formation_of_their_side() {
        for system in System::ALL {
            let start = scenario(system);
            let Some(deleted) = FormationDeletion::of(&start, 0) else { continue };
            let Some((to, _)) = deleted.others.first() else { continue };
            let (count, before) = (start.common().unit_count(), units(&start, to).len());
            let (_, edit) = deletion(&start, 0, Some(to)).unwrap();
            let mut then = start.clone();
            let undo = edit.apply(&mut then).unwrap();
            assert_eq!((then.common().unit_count(), units(&then, to).len()), (count, before + deleted.units));
            let starts = |scenario: &Scenario| {
                (0..count).map(|unit| scenario.common().unit(unit).unwrap().start).collect::<Vec<Start>>()
            };
            assert_eq!(starts(&then), starts(&start), "{system:?}");
            undo.apply(&mut then).unwrap();
            assert_eq!(then, start, "{system:?}");
        }
    }

    #[test]
    fn every_formation_of_every_template_can_be_deleted_and_comes_back() {
        for system in System::ALL {
            let start = scenario(system);
            for formation in 0..start.common().formations().len() {
                let id = start.common().formations()[formation].id.clone();
                let (_, edit) = deletion(&start, formation, None).unwrap();
                let mut then = start.clone();
                let undo = edit.apply(&mut then).unwrap();
                assert_eq!(then.uses(Id::FORMATION, id.as_str()), [], "{id}");
                undo.apply(&mut then).unwrap();
                assert_eq!(then, start, "{id}");
            }
        }
    }
}
