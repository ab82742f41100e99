//! New scenarios: a derived map with the sides, units and victory of a system's template.
//!
//! The battle of the template is moved over the map as a block, so that distances between its units stay, and its places become places of the
//! map. Where it goes is tried: by a place in the middle of the map, with as little water around as can be.

mod edges;

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::surgery::{HexNames, NewGround, Operation, Renumber, Resize, Turn};
use battlewright_schema::{
    Cell, Common, Grid, HexId, Look, NewScenario, NewScenarioError, Orientation, Place, Scenario, Start, System, VOID,
    load, save, template, template_table,
};
use toml::{Table, Value};

use self::edges::{Edge, EdgePlaces};
use super::RunError;
use super::derivation::Derivation;
use super::request::GroundPlace;
use crate::proposal::{Proposal, ProposalError};

/// The most places by which the battle is tried.
const MOST_TRIED: usize = 6;
/// The greatest distance, in hexes, at which a unit in a place of the template follows that place.
const FOLLOWS: u32 = 2;
/// The license of data of OpenStreetMap.
const ODBL: &str = "ODbL-1.0";

/// Makes a new scenario of `system` with a derived map.
pub(super) fn new_file(derivation: &Derivation, system: System) -> Result<Proposal, RunError> {
    if template_table(system).is_some() {
        return Err(RunError::OnTable(system.title()));
    }
    let place = derivation.request().place;
    let new = NewScenario {
        system,
        columns: place.columns,
        rows: place.rows,
        orientation: place.orientation,
        numbering: place.numbering(),
        example: true,
    };
    // Too small a map is told with the least size.
    let (columns, rows) = new.fewest();
    if place.columns < columns || place.rows < rows {
        let (size, fewest) = ((place.columns, place.rows), (columns, rows));
        return Err(NewScenarioError::Size { size, fewest }.into());
    }
    let example = TemplateBattle::of(system, place.orientation)?;
    let mut best: Option<(usize, Proposal)> = None;
    for site in example.sites(derivation) {
        let Some(proposal) = example.at(derivation, site)? else { continue };
        let faults: usize =
            load(&proposal.text).diagnostics.iter().map(|finding| if finding.is_error() { 1000 } else { 1 }).sum();
        let is_better = best.as_ref().is_none_or(|(least, _)| faults < *least);
        if is_better {
            best = Some((faults, proposal));
        }
        if faults == 0 {
            break;
        }
    }
    match best {
        Some((faults, proposal)) if faults < 1000 => Ok(proposal),
        _ => plain(derivation, new),
    }
}

/// Makes a new scenario with one unit of each side in opposite corners, for maps that have no room for the battle of the template.
fn plain(derivation: &Derivation, new: NewScenario) -> Result<Proposal, RunError> {
    let base = NewScenario { example: false, ..new }.text()?;
    let base = shifted_as(base, &derivation.request().place);
    let proposal = derivation.into_text(&base)?;
    Ok(licensed(proposal))
}

/// Returns the text of a scenario with the shifted columns or rows of `place`.
fn shifted_as(text: String, place: &GroundPlace) -> String {
    let Some(scenario) = load(&text).readable else { return text };
    let has = place.with_hexes_of(scenario.common()).is_some_and(|own| own.first_is_shifted == place.first_is_shifted);
    let Ok(mut table) = text.parse::<Table>() else { return text };
    if has {
        return text;
    }
    let key = if place.orientation == Orientation::Flat { "lower_columns" } else { "right_rows" };
    let parity = if place.first_is_shifted { "odd" } else { "even" };
    if let Some(Value::Table(map)) = table.get_mut("map") {
        map.insert(key.to_owned(), parity.into());
    }
    load(&table.to_string()).readable.map_or(text.clone(), |scenario| save(Some(&text), &scenario))
}

/// Gives a new scenario the license of OpenStreetMap, if it is a source.
fn licensed(mut proposal: Proposal) -> Proposal {
    let mut about = proposal.scenario.common().about();
    if about.license.is_none() && about.sources.iter().any(|source| source.contains("OpenStreetMap")) {
        about.license = Some(ODBL.to_owned());
        proposal.scenario.common_mut().set_about(about);
        proposal.text = save(Some(&proposal.text), &proposal.scenario);
    }
    proposal
}

/// The battle of a template, turned as the map.
struct TemplateBattle {
    text: &'static str,
    scenario: Scenario,
    size: (u16, u16),
    /// The first hex of its first place, or its middle.
    middle: Cell,
    /// The edges at which its entries and its exits lie.
    entries: Vec<Option<Edge>>,
    exits: Vec<Option<Edge>>,
}

/// The target of a battle: the column and row of its first hex.
type Site = (u16, u16);

impl TemplateBattle {
    fn of(system: System, orientation: Orientation) -> Result<Self, RunError> {
        let text = template(system);
        let Some(mut scenario) = load(text).scenario else { return Err(NewScenarioError::Template.into()) };
        if orientation == Orientation::Pointy {
            scenario = done(&Operation::Turn(Turn::QuarterRight), &scenario)?;
        }
        let common = scenario.common();
        let size = common.size();
        let grid = grid_of(common)?;
        let center = Cell { column: size.0 / 2, row: size.1 / 2 };
        let middle = common.places().first().and_then(|place| grid.cell(place.hexes.first()?)).unwrap_or(center);
        let edge = |hexes: &[HexId]| hexes.first().and_then(|hex| Edge::of(grid.cell(hex)?, size));
        let entries = common.entries().iter().map(|entry| edge(&entry.hexes)).collect();
        let exits = common.exits().iter().map(|exit| edge(&exit.hexes)).collect();
        Ok(Self { text, size, middle, entries, exits, scenario })
    }

    /// Returns where the battle may go: by the places of the map, those with little water around first, then those near the middle.
    fn sites(&self, derivation: &Derivation) -> Vec<Site> {
        let (grid, terrain) = (derivation.grid(), derivation.terrain());
        let frame = grid.frame();
        let steps = |template: u16, map: u16| (map - template) & !1;
        let most = (steps(self.size.0, frame.columns), steps(self.size.1, frame.rows));
        let site = |cell: Cell| {
            let near = |at: u16, middle: u16, most: u16| (at.saturating_sub(middle) & !1).min(most);
            (near(cell.column, self.middle.column, most.0), near(cell.row, self.middle.row, most.1))
        };
        let half = Cell { column: frame.columns / 2, row: frame.rows / 2 };
        let homes = derivation.anchors().places().filter_map(|(_, home)| grid.cell(home?));
        let is_water = |cell: Cell| {
            let tile = grid.tile_of(cell);
            tile.is_none_or(|tile| terrain.get(tile) == crate::areas::GroundKind::Water)
        };
        let mut rated: BTreeSet<(usize, u32, Site)> = BTreeSet::new();
        for cell in homes.chain([half]) {
            let site = site(cell);
            let cells = (0..self.size.1).flat_map(|row| (0..self.size.0).map(move |column| (column, row)));
            let water =
                cells.filter(|(column, row)| is_water(Cell { column: site.0 + column, row: site.1 + row })).count();
            let far = u32::from(cell.column.abs_diff(half.column)) + u32::from(cell.row.abs_diff(half.row));
            rated.insert((water, far, site));
        }
        rated.into_iter().map(|(_, _, site)| site).take(MOST_TRIED).collect()
    }

    /// Returns the proposal with the battle at a site; `None` if it cannot be there.
    fn at(&self, derivation: &Derivation, site: Site) -> Result<Option<Proposal>, RunError> {
        let place = derivation.request().place;
        let resize = Operation::Resize(Resize {
            left: site.0.into(),
            top: site.1.into(),
            right: i32::from(place.columns) - i32::from(self.size.0) - i32::from(site.0),
            bottom: i32::from(place.rows) - i32::from(self.size.1) - i32::from(site.1),
            names: HexNames::Restart,
        });
        let renumber = Operation::Renumber(Renumber { numbering: place.numbering() });
        let Ok(mut moved) = done(&resize, &self.scenario).and_then(|moved| done(&renumber, &moved)) else {
            return Ok(None);
        };
        if derivation.levels().is_none()
            && let Some(levels) = moved.common_mut().levels_mut()
        {
            // The hills of the template are not those of the map.
            for row in 0..usize::from(place.rows) {
                for column in 0..usize::from(place.columns) {
                    levels.set(column, row, '1');
                }
            }
        }
        let base = shifted_as(save(Some(self.text), &moved), &place);
        let Some(moved) = load(&base).readable else { return Ok(None) };
        let proposal = match derivation.into_text(&base) {
            Ok(proposal) => proposal,
            // A template without its places may not load until they are there again.
            Err(RunError::Proposal(ProposalError::Result(_))) => return Ok(None),
            Err(other) => return Err(other),
        };
        Ok(self.settled(&moved, proposal).map(licensed))
    }

    /// Moves what the template has at places, in water and at the edge to where the map has places, land and roads.
    fn settled(&self, moved: &Scenario, proposal: Proposal) -> Option<Proposal> {
        let grid = proposal.scenario.common().grid().ok()?;
        let mut table: Table = proposal.text.parse().ok()?;
        let homes = self.name_places(moved.common(), &proposal.scenario, &grid, &mut table)?;
        let mut scenario = load(&table.to_string()).readable?;
        settle_counters(&mut scenario, &grid, &homes);
        self.settle_edges(&mut scenario, &grid);
        Some(Proposal { text: save(Some(&proposal.text), &scenario), scenario, ..proposal })
    }

    /// Writes into `table` places of the map for those of the template: their ids in the victory conditions, and who holds them. Returns the cells of
    /// the template's places with those of the map's.
    fn name_places(
        &self,
        old: &dyn Common,
        new: &Scenario,
        grid: &Grid,
        table: &mut Table,
    ) -> Option<BTreeMap<Cell, Cell>> {
        let own: Vec<(usize, Cell)> = new
            .common()
            .places()
            .iter()
            .enumerate()
            .filter_map(|(n, place)| Some((n, grid.cell(place.hexes.first()?)?)))
            .collect();
        let mut taken = BTreeSet::new();
        let mut homes = BTreeMap::new();
        let mut ids = BTreeMap::new();
        for place in old.places() {
            let at = grid.cell(place.hexes.first()?)?;
            let free = own.iter().filter(|(n, _)| !taken.contains(n));
            let (n, cell) = free.min_by_key(|(n, cell)| (grid.distance(at, *cell), *n)).copied()?;
            taken.insert(n);
            if grid.distance(at, cell) <= FOLLOWS {
                homes.insert(at, cell);
            }
            let row: &Place = new.common().places().get(n)?;
            ids.insert(place.id.to_string(), row.id.to_string());
            if let Some(holder) = &place.holder
                && let Some(row) = table.get_mut("place").and_then(Value::as_array_mut).and_then(|rows| rows.get_mut(n))
                && let Some(row) = row.as_table_mut()
            {
                row.insert("holder".to_owned(), holder.as_str().into());
            }
        }
        for section in ["victory", "computer"] {
            if let Some(value) = table.get_mut(section) {
                rename(value, &ids);
            }
        }
        Some(homes)
    }

    /// Moves entries and exits to the same edge of the larger map, by roads.
    fn settle_edges(&self, scenario: &mut Scenario, grid: &Grid) {
        let places = EdgePlaces::of(scenario.common(), grid);
        let mut taken = BTreeSet::new();
        let mut moved = |hexes: &mut Vec<HexId>, edge: Option<Edge>| {
            let (Some(edge), Some(first)) = (edge, hexes.first().and_then(|hex| grid.cell(hex))) else { return };
            let cells = places.best(edge, first, hexes.len(), grid, &taken);
            if !cells.is_empty() {
                *hexes = cells.iter().map(|cell| grid.name(*cell)).collect();
                taken.extend(cells);
            }
        };
        let common = scenario.common_mut();
        for (entry, edge) in common.entries_mut().iter_mut().zip(&self.entries) {
            moved(&mut entry.hexes, *edge);
        }
        for (exit, edge) in common.exits_mut().into_iter().flatten().zip(&self.exits) {
            moved(&mut exit.hexes, *edge);
        }
    }
}

/// Returns the cells of a map on which units can stand.
fn land(common: &dyn Common, grid: &Grid) -> BTreeSet<Cell> {
    let water: Vec<char> =
        common.terrain().iter().filter(|terrain| terrain.look == Look::Water).map(|terrain| terrain.letter.0).collect();
    let is_land = |cell: &Cell| {
        let letter = common.hexes().get(cell.column.into(), cell.row.into());
        letter.is_some_and(|letter| letter != VOID && !water.contains(&letter))
    };
    grid.cells().filter(is_land).collect()
}

/// Moves counters to the places of the map that the places of the template became, and out of the water. Counters that were together stay so.
fn settle_counters(scenario: &mut Scenario, grid: &Grid, homes: &BTreeMap<Cell, Cell>) {
    let common = scenario.common();
    let land = land(common, grid);
    let starts: Vec<_> = common
        .counters()
        .into_iter()
        .filter_map(|counter| match common.counter(counter)?.start {
            Start::At(hex) => Some((counter, grid.cell(&hex)?)),
            _ => None,
        })
        .collect();
    let mut targets = homes.clone();
    let mut taken: BTreeSet<Cell> = targets.values().copied().collect();
    for (_, cell) in &starts {
        if targets.contains_key(cell) {
            continue;
        }
        let free = land.iter().filter(|other| !taken.contains(other));
        let Some(nearest) = free.min_by_key(|other| (grid.distance(*cell, **other), **other)).copied() else { return };
        targets.insert(*cell, nearest);
        taken.insert(nearest);
    }
    let common = scenario.common_mut();
    for (counter, cell) in starts {
        if let Some(target) = targets.get(&cell).filter(|target| **target != cell) {
            common.set_start(counter, Start::At(grid.name(*target)));
        }
    }
}

/// Replaces the texts of `value` that are keys of `ids`.
fn rename(value: &mut Value, ids: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(new) = ids.get(text) {
                text.clone_from(new);
            }
        }
        Value::Array(rows) => rows.iter_mut().for_each(|row| rename(row, ids)),
        Value::Table(table) => table.iter_mut().for_each(|(_, value)| rename(value, ids)),
        _ => {}
    }
}

fn done(operation: &Operation, scenario: &Scenario) -> Result<Scenario, RunError> {
    let plan = operation.plan(scenario, NewGround::usual(scenario)).map_err(NewScenarioError::from)?;
    Ok(plan.scenario)
}

fn grid_of(common: &dyn Common) -> Result<Grid, RunError> {
    common.grid().map_err(|problem| NewScenarioError::Numbering(problem).into())
}
