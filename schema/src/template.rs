//! Templates of new scenarios.

use std::sync::LazyLock;

use crate::surgery::{HexNames, NewGround, Operation, Renumber, Resize, SurgeryRefusal, Turn};
use crate::{
    Cell, Grid, HexId, Inches, Loaded, MapFrame, Numbering, NumberingProblem, Order, Orientation, Scenario, System,
    TablePoint, Tabletop, load, save,
};

/// Returns a small, complete scenario of `system` with comments, as the text of a file. It loads without findings.
pub fn template(system: System) -> &'static str {
    system.info().template
}

/// The minimum number of columns and rows of an empty map, with room for one unit of each side.
const FEWEST: u16 = 2;

/// The minimum number of inches of an empty table, with room for one unit of each side.
const FEWEST_INCHES: u16 = 12;

/// The choices for a new scenario: the rules, the map, and the use of the example. For a game on a table, columns and rows are the
/// inches of its width and depth; orientation and numbering have no effect.
///
/// ```
/// use battlewright_schema::{NewScenario, Orientation, System, load};
///
/// let new = NewScenario { columns: 20, rows: 14, example: false, ..NewScenario::example(System::MarsLaTour) };
/// let scenario = load(&new.text().unwrap()).scenario.unwrap();
/// assert_eq!(scenario.common().size(), (20, 14));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewScenario {
    /// The rules system.
    pub system: System,
    /// The number of columns of the map.
    pub columns: u16,
    /// The number of rows of the map.
    pub rows: u16,
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// The numbering of the hexes.
    pub numbering: Numbering,
    /// `true` to put the template's battle on the map; otherwise the map is clear, and each side has one unit.
    pub example: bool,
}

/// The reason that a [`NewScenario`] has no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NewScenarioError {
    /// The map is too small or too large.
    #[error(
        "the map has {} columns and {} rows; it needs {} to {most} columns and {} to {most} rows",
        size.0, size.1, fewest.0, fewest.1, most = NewScenario::MOST
    )]
    Size {
        /// The requested number of columns and rows.
        size: (u16, u16),
        /// The minimum number of columns and rows.
        fewest: (u16, u16),
    },
    /// The numbering is unusable.
    #[error(transparent)]
    Numbering(#[from] NumberingProblem),
    /// The numbering makes the scenario unplayable, although no finding says so.
    #[error("the numbering is not valid")]
    Unnumbered,
    /// The template cannot be enlarged or turned in this way.
    #[error(transparent)]
    Surgery(#[from] SurgeryRefusal),
    /// The scenario would have an error; the text is the message of the first finding.
    #[error("{0}")]
    Finding(String),
    /// The template of the system is invalid, which is a defect of this program.
    #[error("the template cannot be read")]
    Template,
}

impl NewScenario {
    /// The maximum number of columns and rows of a map.
    pub const MOST: u16 = 1000;

    /// Returns the template of `system` unchanged.
    pub fn example(system: System) -> Self {
        let (columns, rows) = size_of(system);
        let numbering = Numbering::straight("0101", Order::default());
        Self { system, columns, rows, orientation: Orientation::Flat, numbering, example: true }
    }

    /// Returns the minimum number of columns and rows for these choices.
    pub fn fewest(&self) -> (u16, u16) {
        if let Some(table) = template_table(self.system) {
            return if self.example { (table.width, table.depth) } else { (FEWEST_INCHES, FEWEST_INCHES) };
        }
        match (self.example, self.orientation) {
            (true, Orientation::Flat) => size_of(self.system),
            (true, Orientation::Pointy) => {
                let (columns, rows) = size_of(self.system);
                (rows, columns)
            }
            (false, _) => (FEWEST, FEWEST),
        }
    }

    /// Returns the text of the scenario file.
    ///
    /// # Errors
    /// The size is out of range, or the numbering is unusable.
    pub fn text(&self) -> Result<String, NewScenarioError> {
        let (columns, rows) = self.fewest();
        if !(columns..=Self::MOST).contains(&self.columns) || !(rows..=Self::MOST).contains(&self.rows) {
            let size = (self.columns, self.rows);
            return Err(NewScenarioError::Size { size, fewest: (columns, rows) });
        }
        let text = template(self.system);
        if *self == Self::example(self.system) {
            return Ok(text.to_owned());
        }
        let Loaded { scenario: Some(scenario), .. } = load(text) else {
            return Err(NewScenarioError::Template);
        };
        let scenario = match (self.example, scenario.common().table()) {
            (true, Some(_)) => self.on_table(scenario),
            (true, None) => self.enlarged(scenario)?,
            (false, _) => self.emptied(&scenario, text)?,
        };
        let text = save(Some(text), &scenario);
        let read = load(&text);
        if read.scenario.is_some() && read.errors() == 0 {
            return Ok(text);
        }
        let first = read.diagnostics.into_iter().next();
        Err(first.map_or(NewScenarioError::Unnumbered, |finding| NewScenarioError::Finding(finding.message)))
    }

    /// Returns `scenario` on a table of the chosen size.
    fn on_table(&self, mut scenario: Scenario) -> Scenario {
        scenario.common_mut().set_table(Tabletop { width: self.columns, depth: self.rows });
        scenario
    }

    /// Returns the example on a larger or turned map.
    fn enlarged(&self, mut scenario: Scenario) -> Result<Scenario, NewScenarioError> {
        let turn = (self.orientation == Orientation::Pointy).then_some(Operation::Turn(Turn::QuarterRight));
        let (columns, rows) = self.fewest();
        let resize = Operation::Resize(Resize {
            right: i32::from(self.columns - columns),
            bottom: i32::from(self.rows - rows),
            names: HexNames::Restart,
            ..Resize::default()
        });
        for operation in turn.into_iter().chain([resize]) {
            scenario = done(&operation, &scenario)?;
        }
        lengthen(&mut scenario, self.orientation, (columns, rows))?;
        done(&Operation::Renumber(Renumber { numbering: self.numbering.clone() }), &scenario)
    }

    /// Returns a clear map with the sides of `scenario`, whose text is `text`, and one unit of each in opposite corners. On a
    /// table, the units face each other.
    fn emptied(&self, scenario: &Scenario, text: &str) -> Result<Scenario, NewScenarioError> {
        let is_on_table = scenario.common().table().is_some();
        let mut cleared = if is_on_table { self.on_table(scenario.clone()) } else { scenario.clone() };
        cleared.common_mut().clear_own_sections();
        let text = save(Some(text), &cleared);
        let mut table: toml::Table = text.parse().map_err(|_: toml::de::Error| NewScenarioError::Template)?;
        // Event chits, and the outcomes after the last turn, are no part of the map.
        for section in ["road", "hexside", "place", "entry", "exit", "detour", "computer"] {
            table.remove(section);
        }
        if let Some(toml::Value::Table(victory)) = table.get_mut("victory") {
            victory.retain(|key, value| key == "levels" || !value.is_array());
        }
        let corners = if is_on_table {
            let inches = Inches::whole(self.columns, self.rows);
            [1, 2].map(|thirds| TablePoint::new(inches.x / 2, inches.y * thirds / 3).to_string())
        } else {
            self.corners()?.map(|hex| hex.to_string())
        };
        let letter = scenario.common().terrain().first().map_or('.', |terrain| terrain.letter.0);
        if let Some(toml::Value::Table(map)) = table.get_mut("map") {
            let rows = |letter: char| {
                let row = vec![letter.to_string(); self.columns.into()].join(" ");
                format!("{}\n", vec![row; self.rows.into()].join("\n"))
            };
            let word = |value: Result<toml::Value, toml::ser::Error>| value.map_err(|_| NewScenarioError::Template);
            map.insert("orientation".to_owned(), word(toml::Value::try_from(self.orientation))?);
            map.insert("numbering".to_owned(), word(toml::Value::try_from(&self.numbering))?);
            map.insert("columns".to_owned(), i64::from(self.columns).into());
            map.insert("rows".to_owned(), i64::from(self.rows).into());
            map.insert("hexes".to_owned(), rows(letter).into());
            if map.contains_key("levels") {
                map.insert("levels".to_owned(), rows('1').into());
            }
            if self.orientation == Orientation::Pointy {
                map.remove("lower_columns");
            }
        }
        keep_one_unit_a_side(&mut table, &corners);
        let Loaded { readable, diagnostics, .. } = load(&table.to_string());
        readable.ok_or_else(|| {
            let first = diagnostics.into_iter().next();
            first.map_or(NewScenarioError::Template, |finding| NewScenarioError::Finding(finding.message))
        })
    }

    /// Returns the first and the last hex.
    fn corners(&self) -> Result<[HexId; 2], NumberingProblem> {
        let frame = MapFrame {
            orientation: self.orientation,
            lower_columns: None,
            right_rows: None,
            numbering: &self.numbering,
        };
        let grid = Grid::of(frame, self.columns, self.rows)?;
        let last = Cell { column: self.columns - 1, row: self.rows - 1 };
        Ok([grid.name(Cell::default()), grid.name(last)])
    }
}

/// Leaves each side its first unit with the formation of that, and puts them and their headquarters into `corners`: hexes, or
/// points of a table.
fn keep_one_unit_a_side(table: &mut toml::Table, corners: &[String; 2]) {
    let rows = |table: &toml::Table, key: &str| table.get(key).and_then(toml::Value::as_array).cloned();
    let formations = rows(table, "formation").unwrap_or_default();
    let side_of = |unit: &toml::Table| {
        let formation = unit.get("formation").filter(|_| !formations.is_empty());
        let Some(formation) = formation else { return unit.get("side").cloned() };
        formations.iter().find(|row| row.get("id") == Some(formation))?.get("side").cloned()
    };
    let start = |counter: &mut toml::Table, corner: &String| {
        counter.remove("enters");
        counter.insert("at".to_owned(), corner.as_str().into());
    };
    let (mut sides, mut kept) = (Vec::new(), Vec::new());
    if let Some(toml::Value::Array(units)) = table.get_mut("unit") {
        units.retain_mut(|unit| {
            let Some(unit) = unit.as_table_mut() else { return false };
            let Some(side) = side_of(unit).filter(|side| !sides.contains(side)) else { return false };
            let Some(corner) = corners.get(sides.len()) else { return false };
            sides.push(side);
            kept.push((unit.get("formation").cloned(), corner));
            start(unit, corner);
            true
        });
    }
    if let Some(toml::Value::Array(formations)) = table.get_mut("formation") {
        formations.retain_mut(|formation| {
            let is_own = |of: &&(Option<toml::Value>, &String)| of.0.is_some() && of.0.as_ref() == formation.get("id");
            let Some((_, corner)) = kept.iter().find(is_own) else { return false };
            if let Some(hq) = formation.get_mut("hq").and_then(toml::Value::as_table_mut) {
                start(hq, corner);
            }
            true
        });
    }
}

/// Returns the number of columns and rows on the map of a template, or the inches of its table.
fn size_of(system: System) -> (u16, u16) {
    ground_of(system).map_or((FEWEST, FEWEST), |ground| ground.size)
}

/// Returns the table of the template of `system`; `None` for a template with a map of hexes.
///
/// ```
/// use battlewright_schema::{System, template_table};
///
/// assert_eq!(template_table(System::Outrance).unwrap().to_string(), "24 × 24 inches");
/// assert_eq!(template_table(System::MarsLaTour), None);
/// ```
pub fn template_table(system: System) -> Option<Tabletop> {
    ground_of(system)?.table
}

/// The map or the table of a template.
struct TemplateGround {
    system: System,
    /// The number of columns and rows, or the inches of the table.
    size: (u16, u16),
    table: Option<Tabletop>,
}

/// Returns the map or the table of the template of `system`. Each template is read once.
fn ground_of(system: System) -> Option<&'static TemplateGround> {
    static GROUNDS: LazyLock<Vec<TemplateGround>> = LazyLock::new(|| {
        let ground = |system: &System| {
            let scenario = load(template(*system)).scenario?;
            let (size, table) = (scenario.common().size(), scenario.common().table());
            let size = table.map_or(size, |table| (table.width, table.depth));
            Some(TemplateGround { system: *system, size, table })
        };
        System::EVERY.iter().filter_map(ground).collect()
    });
    GROUNDS.iter().find(|ground| ground.system == system)
}

fn done(operation: &Operation, scenario: &Scenario) -> Result<Scenario, NewScenarioError> {
    Ok(operation.plan(scenario, NewGround::usual(scenario))?.scenario)
}

/// Extends roads that ended at the edge of a map of `size` to the edge of the larger map, and moves the entries and exits at
/// their ends.
fn lengthen(
    scenario: &mut Scenario,
    orientation: Orientation,
    (columns, rows): (u16, u16),
) -> Result<(), NumberingProblem> {
    let common = scenario.common_mut();
    let grid = common.grid()?;
    let flat = orientation == Orientation::Flat;
    for n in 0..common.roads().len() {
        let Some(end) = common.roads().get(n).and_then(|road| road.path.last()).and_then(|hex| grid.cell(hex)) else {
            continue;
        };
        if !(if flat { end.column + 1 == columns } else { end.row + 1 == rows }) {
            continue;
        }
        let on: Vec<HexId> = if flat {
            (columns..grid.columns()).map(|column| grid.name(Cell { column, ..end })).collect()
        } else {
            (rows..grid.rows()).map(|row| grid.name(Cell { row, ..end })).collect()
        };
        let (Some(last), old) = (on.last().cloned(), grid.name(end)) else { continue };
        if let Some(road) = common.roads_mut().get_mut(n) {
            road.path.extend(on);
        }
        let entries = common.entries_mut().iter_mut().flat_map(|entry| &mut entry.hexes);
        entries.filter(|hex| **hex == old).for_each(|hex| *hex = last.clone());
        let exits = common.exits_mut().into_iter().flatten().flat_map(|exit| &mut exit.hexes);
        exits.filter(|hex| **hex == old).for_each(|hex| *hex = last.clone());
    }
    // Entries and exits without a road.
    let to_edge = |hex: &mut HexId| {
        let Some(mut cell) = grid.cell(hex) else { return };
        if cell.column + 1 == columns {
            cell.column = grid.columns() - 1;
        }
        if cell.row + 1 == rows {
            cell.row = grid.rows() - 1;
        }
        *hex = grid.name(cell);
    };
    common.entries_mut().iter_mut().flat_map(|entry| &mut entry.hexes).for_each(to_edge);
    common.exits_mut().into_iter().flatten().flat_map(|exit| &mut exit.hexes).for_each(to_edge);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Severity;

    #[test]
    fn every_new_scenario_is_what_was_asked_for_and_has_no_error() {
        for system in System::ALL.into_iter().filter(|system| template_table(*system).is_none()) {
            assert_eq!(NewScenario::example(system).text().unwrap(), template(system));
            for orientation in [Orientation::Flat, Orientation::Pointy] {
                for example in [true, false] {
                    for (columns, rows) in [(10, 10), (21, 13)] {
                        for (first, order) in [("0101", Order::ColumnRow), ("A1", Order::RowColumn)] {
                            let numbering = Numbering::straight(first, order);
                            let new = NewScenario { system, columns, rows, orientation, numbering, example };
                            let read = load(&new.text().unwrap());
                            let errors: Vec<_> =
                                read.diagnostics.iter().filter(|it| it.severity == Severity::Error).collect();
                            assert!(errors.is_empty(), "{new:?}: {errors:?}");
                            let scenario = read.scenario.unwrap();
                            let common = scenario.common();
                            assert_eq!(common.size(), (columns, rows));
                            assert_eq!(common.frame().orientation, orientation);
                            assert_eq!(common.frame().numbering, &new.numbering);
                            let own = load(template(system)).scenario.unwrap();
                            assert_eq!(common.roads().is_empty(), !example || own.common().roads().is_empty());
                            let all = own.common().unit_count();
                            assert_eq!(common.unit_count(), if example { all } else { 2 });
                            let hqs = common.counters().len() - common.unit_count();
                            assert!(example || [0, 2].contains(&hqs), "{new:?}: {hqs} headquarters");
                            if example {
                                assert!(read.diagnostics.is_empty(), "{new:?}: {:?}", read.diagnostics);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_sides_of_every_template_have_the_colors_of_their_names() {
        for system in System::ALL {
            let scenario = load(template(system)).scenario.unwrap();
            for side in scenario.common().sides() {
                let color = side.color.unwrap().to_string();
                let part = |at: usize| u8::from_str_radix(color.get(at..at + 2).unwrap(), 16).unwrap();
                let (red, blue) = (part(1), part(5));
                let is_named = if side.name == "Red" { red > 2 * blue } else { side.name == "Blue" && blue > 2 * red };
                assert!(is_named, "{} is {color} in {}", side.name, system.name());
            }
        }
    }

    #[test]
    fn an_empty_map_keeps_all_that_is_no_part_of_it() {
        for system in System::ALL {
            let example = NewScenario::example(system);
            let new = NewScenario { columns: 20, rows: 14, example: false, ..example };
            let [own, empty] =
                [template(system), new.text().unwrap().as_str()].map(|text| text.parse::<toml::Table>().unwrap());
            for section in ["chit", "turns", "side", "rules"] {
                assert_eq!(empty.get(section), own.get(section), "{section} of {}", system.name());
            }
            let levels = |table: &toml::Table| table.get("victory")?.get("levels").cloned();
            assert_eq!(levels(&empty), levels(&own), "{}", system.name());
        }
        let new = NewScenario { columns: 20, rows: 14, example: false, ..NewScenario::example(System::AtAnyCost) };
        let read = load(&new.text().unwrap());
        assert!(
            read.diagnostics.iter().all(|finding| finding.code.as_str() != "event-chit-count"),
            "{:?}",
            read.diagnostics
        );
        assert!(
            read.diagnostics.iter().all(|finding| finding.code.as_str() != "useless-event"),
            "{:?}",
            read.diagnostics
        );
    }

    #[test]
    fn every_new_table_is_what_was_asked_for_and_has_no_error() {
        let mut tables = 0;
        for system in System::EVERY.iter().copied() {
            let Some(own) = template_table(system) else { continue };
            tables += 1;
            let example = NewScenario::example(system);
            assert_eq!((example.columns, example.rows), (own.width, own.depth));
            assert_eq!(example.text().unwrap(), template(system));
            let small = NewScenario { columns: 11, example: false, ..example.clone() };
            assert!(small.text().unwrap_err().to_string().contains("needs 12 to 1000 columns"));
            for (columns, rows) in [(own.width, own.depth), (own.width + 10, own.depth + 3)] {
                for keeps in [true, false] {
                    let new = NewScenario { columns, rows, example: keeps, ..example.clone() };
                    let read = load(&new.text().unwrap());
                    assert!(read.diagnostics.is_empty(), "{new:?}: {:?}", read.diagnostics);
                    let scenario = read.scenario.unwrap();
                    let common = scenario.common();
                    assert_eq!(common.table(), Some(Tabletop { width: columns, depth: rows }));
                    assert_eq!(common.unit_count() > 2, keeps);
                }
            }
        }
        assert!(tables > 0);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let example = NewScenario::example(System::MarsLaTour);
        let small = NewScenario { columns: 7, ..example.clone() };
        assert!(small.text().unwrap_err().to_string().contains("needs 8 to 1000 columns"));
        for (first, lies) in [("nonsense", true), ("", false)] {
            let numbering = Numbering::straight(first, Order::ColumnRow);
            let new = NewScenario { numbering, columns: 9, example: lies, ..example.clone() };
            assert!(!new.text().unwrap_err().to_string().is_empty(), "{first}");
        }
    }
}
