//! Selections: the objects that can be selected and their paths in the file.

use battlewright_schema::rule::RowKind;
use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{Cell, DocPath, PathStep, Scenario};

use crate::model::edit::Edit;
use battlewright_schema::words;

/// The key of the section of the rules.
pub const RULES: &str = "rules";

/// The object that the inspector shows. Rows are identified by their index in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Selection {
    /// The scenario as a whole.
    #[default]
    Scenario,
    /// A hex.
    Hex(Cell),
    /// A unit.
    Unit(usize),
    /// A road.
    Road(usize),
    /// A hexside feature.
    Hexside(usize),
    /// A place.
    Place(usize),
    /// An entry.
    Entry(usize),
    /// An exit.
    Exit(usize),
    /// A side.
    Side(usize),
    /// A row of another list, such as a formation, by the key of the list and its index.
    Row(&'static str, usize),
    /// A terrain of the terrain chart, by its index.
    Terrain(usize),
    /// A section, such as the victory conditions, by its key.
    Part(&'static str),
    /// A table of the rules, by its index in [`tables`].
    Table(usize),
    /// A row of the rules, by its kind and its index.
    Rule(RowKind, usize),
}

impl Selection {
    /// Returns the path in the file, or `None` for a hex and for an object that does not exist.
    pub fn path(self, scenario: &Scenario) -> Option<DocPath> {
        let root = DocPath::root();
        let path = match self {
            Self::Scenario => return Some(root),
            Self::Hex(_) => return None,
            Self::Unit(n) => root.key("unit").index(n),
            Self::Road(n) => root.key("road").index(n),
            Self::Hexside(n) => root.key("hexside").index(n),
            Self::Place(n) => root.key("place").index(n),
            Self::Entry(n) => root.key("entry").index(n),
            Self::Exit(n) => root.key("exit").index(n),
            Self::Row(list, n) => root.key(list).index(n),
            Self::Side(n) => root.key("side").key(scenario.common().sides().get(n)?.id.as_str()),
            Self::Terrain(n) => {
                root.key("map").key("terrain").key(scenario.common().terrain().get(n)?.letter.to_string())
            }
            // An optional section can be shown even if the file does not have it.
            Self::Part(section) => return Some(root.key(section)),
            Self::Table(n) => return tables(scenario).into_iter().nth(n),
            Self::Rule(kind, n) => root.key(RULES).key(kind.list()).index(n),
        };
        scenario.get(&path).is_some().then_some(path)
    }

    /// Returns `true` if the selection is identified by an index, which an edit may invalidate.
    pub fn is_row(self) -> bool {
        !matches!(self, Self::Scenario | Self::Hex(_) | Self::Part(_))
    }

    /// Returns the selection of the object that contains the value at `path`.
    pub fn of(scenario: &Scenario, path: &DocPath) -> Self {
        let common = scenario.common();
        let found = match path.0.as_slice() {
            [PathStep::Key(list), PathStep::Index(n), ..] => Self::row(scenario, list, *n),
            [PathStep::Key(side), PathStep::Key(id), ..] if side == "side" => {
                common.sides().iter().position(|side| side.id.as_str() == id).map(Self::Side)
            }
            [PathStep::Key(map), PathStep::Key(terrain), PathStep::Key(letter), ..]
                if map == "map" && terrain == "terrain" =>
            {
                common.terrain().iter().position(|terrain| terrain.letter.to_string() == *letter).map(Self::Terrain)
            }
            [PathStep::Key(rules), PathStep::Key(list), PathStep::Index(n), ..]
                if rules == RULES && RowKind::of_list(list).is_some() =>
            {
                RowKind::of_list(list).map(|kind| Self::Rule(kind, *n))
            }
            [PathStep::Key(section), ..] => {
                let table = tables(scenario).iter().position(|table| path.is_within(table));
                table.map(Self::Table).or_else(|| Self::part(scenario, section))
            }
            _ => None,
        };
        found.unwrap_or_default()
    }

    /// Returns the selection of row `n` of `list`, or `None` if there is no such list of objects.
    pub fn row(scenario: &Scenario, list: &str, n: usize) -> Option<Self> {
        Some(match list {
            "unit" => Self::Unit(n),
            "road" => Self::Road(n),
            "hexside" => Self::Hexside(n),
            "place" => Self::Place(n),
            "entry" => Self::Entry(n),
            "exit" => Self::Exit(n),
            list => {
                let field = Shape::at(scenario.system(), &DocPath::root())?.field(list)?;
                let rows = field.shape.kind() == ValueKind::List && field.shape.item()?.kind() == ValueKind::Table;
                return rows.then_some(Self::Row(field.name, n));
            }
        })
    }

    /// Returns the edit that removes the object and the name of the undo step, or `None` if the object cannot be
    /// removed.
    pub fn deletion(self, scenario: &Scenario) -> Option<(String, Edit)> {
        match self {
            Self::Scenario | Self::Hex(_) | Self::Side(_) | Self::Part(_) | Self::Table(_) => return None,
            Self::Terrain(_) if scenario.common().terrain().len() < 2 => return None,
            _ => {}
        }
        let path = self.path(scenario)?;
        let one = match self {
            Self::Terrain(_) => "terrain".to_owned(),
            _ => words::lower(&words::one(&path)),
        };
        Some((format!("Remove {one}"), Edit::Put(path, None)))
    }

    /// Returns the selection of the section called `section`, if it has its own page in the inspector.
    fn part(scenario: &Scenario, section: &str) -> Option<Self> {
        parts(scenario).into_iter().find(|part| *part == section).map(Self::Part)
    }
}

/// Returns the keys of the sections with their own page in the inspector. The map and the turns are on the page of the
/// scenario.
pub fn parts(scenario: &Scenario) -> Vec<&'static str> {
    let root = Shape::at(scenario.system(), &DocPath::root());
    let fields = root.map(Shape::fields).unwrap_or_default().into_iter();
    let parts =
        fields.filter(|field| field.shape.kind() == ValueKind::Table && !["map", "turns"].contains(&field.name));
    parts.map(|field| field.name).collect()
}

/// Returns the paths of the rules' tables, and then of those in the file that stand in for them in some turns.
pub fn tables(scenario: &Scenario) -> Vec<DocPath> {
    let mut tables = battlewright_schema::chart::tables(scenario.system());
    tables.extend(scenario.own_named_tables());
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn selections_and_paths_lead_to_each_other() {
        let scenario = Document::bundled().scenario().clone();
        for selection in [
            Selection::Unit(3),
            Selection::Road(1),
            Selection::Hexside(0),
            Selection::Place(2),
            Selection::Entry(0),
            Selection::Exit(0),
            Selection::Side(1),
            Selection::Terrain(2),
            Selection::Part("victory"),
            Selection::Part("rules"),
            Selection::Table(2),
        ] {
            let path = selection.path(&scenario).unwrap();
            assert_eq!(Selection::of(&scenario, &path), selection);
            assert_eq!(Selection::of(&scenario, &path.key("deeper")), selection);
        }
        let rule = Selection::Rule(RowKind::Modifier, 1);
        let path = DocPath::root().key(RULES).key("modifier").index(1);
        assert_eq!(Selection::of(&scenario, &path.key("when")), rule);
        assert_eq!(rule.path(&scenario), None, "this scenario has none");
        assert_eq!(Selection::Unit(9999).path(&scenario), None);
        assert_eq!(Selection::Row("formation", 0).path(&scenario), None, "this system has none");
        assert_eq!(Selection::of(&scenario, &DocPath::root().key("turns").key("count")), Selection::Scenario);
    }
}
