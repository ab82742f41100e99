//! The names of a scenario by kind, and the values that exceed the limits of their fields.
//!
//! A large scenario has hundreds of thousands of names, nearly all of them valid. Names are therefore stored compactly,
//! and their paths are computed only for findings.

use std::sync::OnceLock;

use super::walk::{self, Trail, TrailStep, Trails, Visitor};
use crate::Scenario;
use crate::common::characters::{first_unfit, first_unprintable};
use crate::common::drawn::is_drawn;
use crate::common::limits::{LONGEST_NAME, longest_in};
use crate::path::DocPath;
use crate::schema_json::FieldLimits;

/// The names of a scenario.
pub(crate) struct ScenarioNames<'s> {
    scenario: &'s Scenario,
    names: Vec<CompactName>,
    /// The texts of all names, concatenated.
    text: String,
    /// The kinds of names, each with the indices of its uses.
    kinds: Vec<(&'static str, Vec<u32>)>,
    /// The index of the previous name's kind.
    last_kind: u8,
    places: OnceLock<NamePlaces>,
    limits: &'static FieldLimits,
    /// The uninformative sources, with their paths.
    pub(crate) empty_sources: Vec<(DocPath, String)>,
    /// The texts over their limit: the path, the length and the limit in characters.
    pub(crate) too_long: Vec<(DocPath, usize, usize)>,
    /// The texts with unprintable characters: the path, the text, and `true` if it is the definition of a name.
    pub(crate) unprintable: Vec<(DocPath, String, bool)>,
    /// The texts on maps, counters and sheets with a letter that no font has.
    pub(crate) undrawn: Vec<(DocPath, String)>,
    /// The numbers outside the range of their fields, with their paths.
    pub(crate) beyond: Vec<(DocPath, i128)>,
}

/// The number of names in a typical scenario.
const MANY: usize = 1024;

struct CompactName {
    /// The end of its text, which starts at the end of the previous one.
    end: u32,
    /// The index of its kind.
    kind: u8,
    /// `true` for the id of a row.
    is_id: bool,
}

/// The role of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The id of a row.
    Id,
    /// Another definition: a key, or the number of the first hex.
    Definition,
    /// A use of a name.
    Use,
}

/// A name in a scenario.
#[derive(Clone, Copy)]
pub(crate) struct ScenarioName<'n> {
    names: &'n ScenarioNames<'n>,
    index: usize,
    entry: &'n CompactName,
}

impl<'n> ScenarioName<'n> {
    /// Returns the name of the newtype, such as `"HexId"`.
    pub(crate) fn kind(self) -> &'static str {
        self.names.kinds.get(usize::from(self.entry.kind)).map_or("", |(kind, _)| kind)
    }

    /// Returns the text.
    pub(crate) fn text(self) -> &'n str {
        let before = self.index.checked_sub(1).and_then(|before| self.names.names.get(before));
        let start = before.map_or(0, |before| before.end);
        self.names.text.get(start as usize..self.entry.end as usize).unwrap_or_default()
    }

    /// Returns the path in the file.
    pub(crate) fn path(self) -> DocPath {
        let placed = self.names.places.get_or_init(|| NamePlaces::of(self.names.scenario));
        placed.trails.path(placed.names.get(self.index).copied().flatten())
    }

    /// Returns `true` for the id of a row.
    pub(crate) fn is_id(self) -> bool {
        self.entry.is_id
    }
}

/// The fields whose text is drawn on maps, counters and sheets.
const DRAWN_FIELDS: [&str; 5] = ["name", "label", "text", "title", "subtitle"];

/// Placeholders for a missing source.
const PLACEHOLDERS: &[&str] = &["", "?", "??", "???", "-", "todo", "tbd", "xxx", "unknown", "n/a", "none"];

/// Returns `true` if `source` is empty or a placeholder.
fn is_placeholder(source: &str) -> bool {
    let source = source.trim();
    PLACEHOLDERS.iter().any(|placeholder| source.eq_ignore_ascii_case(placeholder))
}

impl<'s> ScenarioNames<'s> {
    /// Collects the names of `scenario`.
    pub(crate) fn of(scenario: &'s Scenario) -> Self {
        let mut names = Self {
            scenario,
            names: Vec::with_capacity(MANY),
            text: String::with_capacity(8 * MANY),
            kinds: Vec::new(),
            last_kind: 0,
            places: OnceLock::new(),
            limits: FieldLimits::of(scenario.system()),
            empty_sources: Vec::new(),
            too_long: Vec::new(),
            unprintable: Vec::new(),
            undrawn: Vec::new(),
            beyond: Vec::new(),
        };
        walk::of(scenario, &mut names);
        names
    }

    /// Returns all names, in the order of the scenario.
    pub(crate) fn all(&self) -> impl Iterator<Item = ScenarioName<'_>> {
        self.names.iter().enumerate().map(|(index, entry)| ScenarioName { names: self, index, entry })
    }

    /// Returns the uses of names of `kind`, without definitions.
    pub(crate) fn uses(&self, kind: &'static str) -> impl Iterator<Item = ScenarioName<'_>> {
        let uses = self.kinds.iter().find(|(met, _)| *met == kind).map_or(&[][..], |(_, uses)| uses);
        uses.iter().filter_map(|index| {
            let index = *index as usize;
            Some(ScenarioName { names: self, index, entry: self.names.get(index)? })
        })
    }

    /// Records `text` if it is too long for its field or has unprintable characters; `is_name` marks definitions of
    /// names.
    fn measure(&mut self, text: &str, here: &Trail<'_>, is_name: bool) {
        let unprintable = if is_name { first_unfit(text) } else { first_unprintable(text) };
        if unprintable.is_some() {
            self.unprintable.push((here.path(), text.to_owned(), is_name));
        }
        let field = || here.back().find_map(|at| if let TrailStep::Field(field) = at { Some(field) } else { None });
        if !text.is_ascii() && field().is_some_and(|field| DRAWN_FIELDS.contains(&field)) && !text.chars().all(is_drawn)
        {
            self.undrawn.push((here.path(), text.to_owned()));
        }
        // A text with few bytes has few characters.
        if text.len() <= LONGEST_NAME {
            return;
        }
        let field = field();
        let (count, most) = (text.chars().count(), longest_in(field.unwrap_or_default()));
        if count > most {
            self.too_long.push((here.path(), count, most));
        }
    }

    fn kind(&mut self, kind: &'static str) -> u8 {
        // Kinds are usually the same static text, so that comparing pointers suffices.
        let is_same = |(met, _): &(&str, Vec<u32>)| std::ptr::eq(*met, kind);
        // Consecutive names often have the same kind.
        if self.kinds.get(usize::from(self.last_kind)).is_some_and(is_same) {
            return self.last_kind;
        }
        let known = self.kinds.iter().position(is_same);
        let place = known.or_else(|| self.kinds.iter().position(|(met, _)| *met == kind)).unwrap_or_else(|| {
            self.kinds.push((kind, Vec::with_capacity(MANY / 8)));
            self.kinds.len() - 1
        });
        self.last_kind = u8::try_from(place).unwrap_or(u8::MAX);
        self.last_kind
    }
}

impl Visitor for ScenarioNames<'_> {
    fn name(&mut self, kind: &'static str, text: &str, here: &Trail<'_>, is_key: bool) {
        let mut back = here.back();
        let last = back.next();
        let mut is_in = |field| back.next() == Some(TrailStep::Field(field));
        let role = match last {
            _ if is_key => Role::Definition,
            Some(TrailStep::Field("id")) => Role::Id,
            Some(TrailStep::Field("first")) if is_in("numbering") && is_in("map") => Role::Definition,
            _ => Role::Use,
        };
        // A use either matches its definition or is a finding already.
        if role != Role::Use {
            self.measure(text, here, true);
        }
        self.text.push_str(text);
        let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let kind = self.kind(kind);
        if role == Role::Use
            && let (Some((_, uses)), Ok(index)) =
                (self.kinds.get_mut(usize::from(kind)), u32::try_from(self.names.len()))
        {
            uses.push(index);
        }
        self.names.push(CompactName { end, kind, is_id: role == Role::Id });
    }

    fn text(&mut self, text: &str, here: &Trail<'_>) {
        self.measure(text, here, false);
        let mut back = here.back();
        let is_source = matches!(
            [back.next(), back.next(), back.next(), back.next()],
            [Some(TrailStep::Row(_)), Some(TrailStep::Field("sources")), None, _]
                | [Some(TrailStep::Field("source")), Some(TrailStep::Row(_)), Some(TrailStep::Field(_)), None]
        );
        if is_source && is_placeholder(text) {
            self.empty_sources.push((here.path(), text.to_owned()));
        }
    }

    fn number(&mut self, number: i128, here: &Trail<'_>) {
        if here.is_nested() && self.limits.is_usual(number) {
            return;
        }
        let (least, greatest) = self.limits.field(&here.field());
        if least.is_some_and(|least| number < least) || greatest.is_some_and(|greatest| number > greatest) {
            self.beyond.push((here.path(), number));
        }
    }
}

/// The paths of names, stored compactly.
#[derive(Default)]
struct NamePlaces {
    trails: Trails,
    names: Vec<Option<u32>>,
}

impl NamePlaces {
    fn of(scenario: &Scenario) -> Self {
        let mut placed = Self::default();
        walk::of(scenario, &mut placed);
        placed
    }
}

impl Visitor for NamePlaces {
    fn name(&mut self, _: &'static str, _: &str, here: &Trail<'_>, _: bool) {
        self.names.push(self.trails.keep(here));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_uses_or_definitions() {
        let scenario = crate::load(crate::template(crate::System::MarsLaTour)).scenario.unwrap();
        let names = ScenarioNames::of(&scenario);
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
