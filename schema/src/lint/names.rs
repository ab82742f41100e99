//! Every name of a scenario by its kind, and the numbers that are beyond what their fields take.
//!
//! A large scenario has hundreds of thousands of names and nearly all of them are in order, so that
//! a name is kept small and its path is made when a finding asks for it.

use super::walk::{self, At, Meet, Trail, Trails};
use crate::path::DocPath;
use crate::{Scenario, System, schema_json};

/// The names of a scenario.
pub(super) struct Names {
    names: Vec<Kept>,
    /// The text of all names, one after the other.
    text: String,
    places: Trails,
    limits: Limits,
    /// Where things are known from, with their paths.
    pub(super) sources: Vec<(DocPath, String)>,
    /// Numbers that their fields do not take, with their paths.
    pub(super) beyond: Vec<(DocPath, i128)>,
}

struct Kept {
    kind: &'static str,
    start: usize,
    end: usize,
    place: Option<u32>,
    is_key: bool,
}

/// A name in a scenario.
#[derive(Clone, Copy)]
pub(super) struct Name<'n> {
    names: &'n Names,
    kept: &'n Kept,
}

impl<'n> Name<'n> {
    /// The newtype's name, such as `"HexId"`.
    pub(super) fn kind(self) -> &'static str {
        self.kept.kind
    }

    /// The name itself.
    pub(super) fn text(self) -> &'n str {
        self.names.text.get(self.kept.start..self.kept.end).unwrap_or_default()
    }

    /// Where it is.
    pub(super) fn path(self) -> DocPath {
        self.names.places.path(self.kept.place)
    }

    /// Whether it is the id of its row.
    pub(super) fn is_id(self) -> bool {
        let last = self.names.places.back_from(self.kept.place).next();
        !self.kept.is_key && matches!(last, Some(At::Field("id")))
    }

    /// Whether it defines what it names, rather than using it.
    fn defines(self) -> bool {
        let mut back = self.names.places.back_from(self.kept.place);
        let numbering = [At::Field("first"), At::Field("numbering"), At::Field("map")];
        self.kept.is_key || self.is_id() || numbering.iter().all(|step| back.next() == Some(step))
    }
}

impl Names {
    /// The names of `scenario`.
    pub(super) fn of(scenario: &Scenario) -> Self {
        let mut names = Self {
            names: Vec::new(),
            text: String::new(),
            places: Trails::default(),
            limits: Limits { system: scenario.system(), fields: vec![Field::default()] },
            sources: Vec::new(),
            beyond: Vec::new(),
        };
        walk::of(scenario, &mut names);
        names
    }

    /// Every name, in the order of the scenario.
    pub(super) fn all(&self) -> impl Iterator<Item = Name<'_>> {
        self.names.iter().map(|kept| Name { names: self, kept })
    }

    /// Every use of a name of `kind`, definitions left out.
    pub(super) fn uses(&self, kind: &'static str) -> impl Iterator<Item = Name<'_>> {
        self.all().filter(move |name| name.kept.kind == kind && !name.defines())
    }
}

impl Meet for Names {
    fn name(&mut self, kind: &'static str, text: &str, here: &Trail, is_key: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        self.names.push(Kept { kind, start, end: self.text.len(), place: self.places.keep(here), is_key });
    }

    fn text(&mut self, text: &str, here: &Trail) {
        let mut back = here.steps().rev();
        let is_source = match back.next() {
            Some(At::Row(_)) => back.next() == Some(&At::Field("sources")),
            last => last == Some(&At::Field("source")),
        };
        if is_source {
            self.sources.push((here.path(), text.to_owned()));
        }
    }

    fn number(&mut self, number: i128, here: &Trail) {
        let (least, greatest) = self.limits.of(here);
        if least.is_some_and(|least| number < least) || greatest.is_some_and(|greatest| number > greatest) {
            self.beyond.push((here.path(), number));
        }
    }
}

/// The least and greatest number that a field takes, as far as it has limits.
type Limit = (Option<i128>, Option<i128>);

/// The limits of fields that were met: each is looked up once, and not for each row.
struct Limits {
    system: System,
    /// Fields, from the whole document on.
    fields: Vec<Field>,
}

#[derive(Default)]
struct Field {
    /// What is in it, by name; rows and the author's own keys are all alike.
    inside: Vec<(Option<&'static str>, usize)>,
    limit: Option<Limit>,
}

impl Limits {
    /// The limits of the number where the walk is.
    fn of(&mut self, here: &Trail) -> Limit {
        let mut at = 0;
        for step in here.steps() {
            let key = match step {
                At::Field(key) => Some(*key),
                At::Entry(_) | At::Row(_) => None,
            };
            let known = self.fields.get(at).and_then(|field| field.inside.iter().find(|(name, _)| *name == key));
            at = match known {
                Some((_, inside)) => *inside,
                None => {
                    let new = self.fields.len();
                    self.fields.push(Field::default());
                    if let Some(field) = self.fields.get_mut(at) {
                        field.inside.push((key, new));
                    }
                    new
                }
            };
        }
        let system = self.system;
        let limit = || schema_json::range(system, &here.path()).unwrap_or_default();
        self.fields.get_mut(at).map(|field| *field.limit.get_or_insert_with(limit)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_uses_or_definitions() {
        let scenario = crate::load(crate::template(System::MarsLaTour)).scenario.unwrap();
        let names = Names::of(&scenario);
        let paths = |kind| names.uses(kind).map(|name| name.path().to_string()).collect::<Vec<_>>();
        assert!(paths("HexId").contains(&"unit[3].at".to_owned()));
        assert!(!paths("HexId").contains(&"map.numbering.first".to_owned()));
        assert_eq!(paths("UnitId"), [] as [&str; 0]);
        assert!(names.all().any(|name| name.is_id() && name.kind() == "UnitId"));
        assert_eq!(names.beyond, []);
        let walk = walk::Walk::of(&scenario);
        let all: Vec<_> = names.all().map(|name| (name.text().to_owned(), name.path())).collect();
        assert_eq!(all, walk.names.into_iter().map(|name| (name.text, name.path)).collect::<Vec<_>>());
    }
}
