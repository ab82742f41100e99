//! A builder that fills a template with a draft.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{
    Arm, Cell, Common, Counter, CounterFigures, DocPath, Entry, EntryId, FormationId, FormationWish, Grid, HexRows,
    MarchColumn, Order, Orientation, Parity, RecruitError, Scenario, SideId, Slant, Start, UnitChoices, UnitId, VOID,
};
use serde_json::{Value, json};

use super::{Draft, DraftError, FoundUnit, Ground, StartPlace, listed, small};

/// A scenario under construction.
pub(super) struct ScenarioBuilder {
    pub(super) scenario: Scenario,
    pub(super) notes: Vec<String>,
    /// The ids in use.
    ids: BTreeSet<String>,
    /// The last suffix used for each wanted id.
    numbers: BTreeMap<String, u32>,
}

/// A formation of the new scenario: the index of its side, its name in the draft and its id.
pub(super) struct FormationEntry {
    side: usize,
    name: Option<String>,
    id: FormationId,
}

fn root() -> DocPath {
    DocPath::root()
}

impl ScenarioBuilder {
    /// Starts from `scenario`, a template, with the notes so far.
    pub(super) fn new(scenario: Scenario, notes: Vec<String>) -> Self {
        Self { scenario, notes, ids: BTreeSet::new(), numbers: BTreeMap::new() }
    }

    fn set(&mut self, path: &DocPath, value: impl Into<Value>) -> Result<(), DraftError> {
        Ok(self.scenario.set(path, Some(value.into()))?)
    }

    fn common(&self) -> &dyn Common {
        self.scenario.common()
    }

    fn side(&self, side: usize) -> SideId {
        self.common().sides().get(side).map(|side| side.id.clone()).unwrap_or_default()
    }

    /// Sets the title, the names of the sides and the number of turns.
    pub(super) fn about(&mut self, draft: &Draft) -> Result<(), DraftError> {
        let mut about = self.common().about();
        about.title.clone_from(&draft.title);
        self.scenario.common_mut().set_about(about);
        for (side, name) in draft.sides.iter().enumerate() {
            let path = root().key("side").key(self.side(side).as_str()).key("name");
            self.set(&path, name.as_str())?;
        }
        let turns = self.scenario.common_mut().turns_mut();
        let due =
            draft.units.iter().map(|unit| if let StartPlace::Enters { turn, .. } = unit.place { turn } else { 1 });
        turns.count = draft.turns.unwrap_or(turns.count).max(due.max().unwrap_or(1)).clamp(1, 99);
        Ok(())
    }

    /// Lays the map with clear terrain everywhere, without the template's levels, roads, hexsides and exits, and without what the system
    /// alone has on the map. Places and mega-hexes begin in the middle.
    pub(super) fn ground(&mut self, ground: &Ground) -> Result<Grid, DraftError> {
        let (columns, rows) = ground.size;
        let map = root().key("map");
        self.set(
            &map.clone().key("orientation"),
            if ground.orientation == Orientation::Flat { "flat" } else { "pointy" },
        )?;
        let parity = if ground.shifted == Parity::Odd { "odd" } else { "even" };
        let (own, other) = match ground.orientation {
            Orientation::Flat => ("lower_columns", "right_rows"),
            Orientation::Pointy => ("right_rows", "lower_columns"),
        };
        self.set(&map.clone().key(own), parity)?;
        self.scenario.set(&map.clone().key(other), None)?;
        let order = if ground.numbering.order == Order::ColumnRow { "column-row" } else { "row-column" };
        let mut numbering = json!({ "first": ground.numbering.first.as_str(), "order": order });
        match ground.numbering.slant {
            Slant::None => {}
            Slant::Rising => numbering["slant"] = json!("rising"),
            Slant::Falling => numbering["slant"] = json!("falling"),
        }
        self.set(&map.key("numbering"), numbering)?;
        let letter = self.common().terrain().first().map_or('.', |terrain| terrain.letter.0);
        let has = |column, row| !ground.missing.contains(&Cell { column, row });
        let line = |row| (0..columns).map(|column| if has(column, row) { letter } else { VOID }).collect();
        let common = self.scenario.common_mut();
        let has_mega_hexes = common.mega_hexes().is_some();
        common.clear_own_sections();
        common.clear_advice();
        common.set_size(columns, rows);
        *common.hexes_mut() = HexRows((0..rows).map(line).collect());
        *common.levels_mut() = None;
        common.roads_mut().clear();
        common.hexsides_mut().clear();
        if let Some(exits) = common.exits_mut() {
            exits.clear();
        }
        let grid = common.grid()?;
        let middle = middle(common, &grid).ok_or(DraftError::NoHexes)?;
        for place in common.places_mut() {
            place.hexes = vec![grid.name(middle)];
        }
        if has_mega_hexes {
            self.set(&root().key("mega_hexes"), json!({ "center": grid.name(middle).as_str() }))?;
        }
        Ok(grid)
    }

    /// Writes the entries named by reinforcements. Their hexes are unknown, so that all get the first hex of the map.
    pub(super) fn entries(&mut self, draft: &Draft, grid: &Grid) -> Result<(), DraftError> {
        let mut entries: Vec<Entry> = Vec::new();
        for unit in &draft.units {
            let StartPlace::Enters { at, .. } = &unit.place else { continue };
            let id = EntryId::from(at.as_str());
            let side = self.side(unit.side);
            if entries.iter().any(|entry| entry.id == id) {
                continue;
            }
            let corner = grid.cells().find(|cell| self.common().has(*cell)).ok_or(DraftError::NoHexes)?;
            entries.push(Entry { id, side, hexes: vec![grid.name(corner)], name: None, source: None });
        }
        if !entries.is_empty() {
            let names: Vec<String> = entries.iter().map(|entry| entry.id.to_string()).collect();
            self.notes.push(format!(
                "The hexes of entries are unknown; they were put in the first hex: move {}",
                listed(&names)
            ));
        }
        *self.scenario.common_mut().entries_mut() = entries;
        Ok(())
    }

    /// Writes the setup zones, in systems that have such zones.
    pub(super) fn zones(&mut self, draft: &Draft, grid: &Grid) -> Result<(), DraftError> {
        if draft.zones.is_empty() || !self.common().has_zones() {
            let names: Vec<String> = draft.zones.iter().map(|zone| zone.name.clone()).collect();
            if !names.is_empty() {
                self.notes.push(format!("These rules have no setup zones, so they were left out: {}", listed(&names)));
            }
            return Ok(());
        }
        let rows = draft.zones.iter().map(|zone| {
            let hexes: Vec<String> = zone.hexes.iter().map(|cell| grid.name(*cell).to_string()).collect();
            let mut row = json!({ "id": zone.id, "name": zone.name, "hexes": hexes });
            let string = zone.string.as_ref().filter(|ends| ends.iter().all(|end| hexes.contains(end)));
            if let Some(ends) = string {
                row["string"] = json!(ends);
            }
            row
        });
        self.set(&root().key("zone"), rows.collect::<Vec<_>>())
    }

    /// Returns a start in the zone with this id; `None` if the scenario lacks it.
    fn in_zone(&self, id: &str) -> Option<Start> {
        let zones = self.common().zones();
        zones.iter().find(|zone| zone.id.as_str() == id).map(|zone| Start::Zone(zone.id.clone()))
    }

    /// Writes the formations of the units, at least one per side, in systems that list formations.
    pub(super) fn formations(&mut self, draft: &Draft, grid: &Grid) -> Result<Vec<FormationEntry>, DraftError> {
        if self.common().formations().is_empty() {
            return Ok(Vec::new());
        }
        let mut found: Vec<(usize, Option<String>)> = Vec::new();
        for unit in &draft.units {
            let one = (unit.side, unit.formation.clone());
            if !found.contains(&one) {
                found.push(one);
            }
        }
        for side in 0..2 {
            if !found.iter().any(|(of, _)| *of == side) {
                found.push((side, None));
            }
        }
        let (mut rows, mut starts, mut formed, mut led) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (side, name) in found {
            let own = self.side(side);
            let old = self.common().formations();
            let like = old.iter().find(|formation| *formation.side == own).or(old.first());
            let like = like.map(|formation| formation.name.to_owned()).unwrap_or_default();
            let title = name.clone().unwrap_or(like);
            let id = FormationId::from(self.id(&format!("{}-{}", own, crate::vassal::slug(&title))));
            let of = |unit: &&FoundUnit| unit.side == side && unit.formation == name;
            let hq = draft.units.iter().filter(of).find(|unit| unit.arm == Some(Arm::Headquarters));
            let known = |unit: &&FoundUnit| unit.place != StartPlace::Unknown;
            let with = hq.filter(known).or_else(|| draft.units.iter().filter(of).find(known));
            if hq.is_none() {
                led.push(title.clone());
            }
            let wish = FormationWish {
                id: id.clone(),
                name: Some(title),
                side: own,
                hq: hq.map(|hq| (hq.name.clone(), figures(hq))),
            };
            let Some(row) = self.common().recruit_formation(&wish) else { continue };
            starts.push(match with.map(|unit| &unit.place) {
                Some(StartPlace::Enters { turn, at }) => entering(*turn, at),
                Some(StartPlace::Hex(cell)) => Start::At(grid.name(*cell)),
                Some(StartPlace::Zone(id)) if let Some(zone) = self.in_zone(id) => zone,
                _ => Start::At(grid.name(middle(self.common(), grid).ok_or(DraftError::NoHexes)?)),
            });
            rows.push(row);
            formed.push(FormationEntry { side, name, id });
        }
        if !led.is_empty() {
            self.notes.push(format!("No headquarters were found; those of the template are used: {}", listed(&led)));
        }
        self.set(&root().key("formation"), rows)?;
        for (row, start) in starts.into_iter().enumerate() {
            self.scenario.common_mut().set_start(Counter::Hq(row), start);
        }
        Ok(formed)
    }

    /// Writes the units, and notes those left out, unplaced, refused or guessed.
    pub(super) fn units(
        &mut self,
        draft: &Draft,
        grid: &Grid,
        formations: &[FormationEntry],
    ) -> Result<(), DraftError> {
        let path = root().key("unit");
        self.scenario.set(&path, None)?;
        let (mut placed, mut nowhere, mut unplaced) = (Vec::new(), Vec::new(), Vec::new());
        let (mut refused, mut guessed, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for unit in &draft.units {
            if unit.arm == Some(Arm::Headquarters) && !formations.is_empty() {
                continue;
            }
            let start = match &unit.place {
                StartPlace::Hex(cell) => Start::At(grid.name(*cell)),
                StartPlace::Enters { turn, at } => entering(*turn, at),
                StartPlace::Unplaced => {
                    unplaced.push(unit.name.clone());
                    Start::Nowhere
                }
                StartPlace::Zone(id) => self.in_zone(id).unwrap_or_default(),
                StartPlace::Unknown => Start::Nowhere,
            };
            let is_lost = start == Start::Nowhere && unit.place != StartPlace::Unplaced;
            if let Some(arm) = unit.arm.filter(|arm| self.common().kinds().iter().all(|kind| kind.arm != *arm)) {
                changed.push(format!("{} ({})", unit.name, arm.name()));
            }
            let own = formations.iter().find(|of| of.side == unit.side && of.name == unit.formation);
            match self.unit(unit, start, own) {
                Ok((row, sure)) => {
                    if !sure {
                        guessed.push(unit.name.clone());
                    }
                    let last = self.common().unit_count();
                    let place = path.clone().index(last);
                    if let Err(misfit) = self.scenario.insert(&place, row) {
                        refused.push(format!("{}: {}", unit.name, misfit.problem));
                    } else if is_lost && self.common().needs_start(Counter::Unit(last)) {
                        self.scenario.set(&place, None)?;
                        nowhere.push(unit.name.clone());
                    } else if let StartPlace::Hex(cell) = unit.place {
                        placed.push(format!("{} in {}", unit.name, grid.name(cell)));
                    }
                }
                Err(why) => refused.push(format!("{}: {why}", unit.name)),
            }
        }
        for (names, what) in [
            (placed, "Units stand on the map"),
            (nowhere, "The start of these is unknown; they were left out"),
            (unplaced, "These have no place yet: drag them to the map, or give them a turn and an entry"),
            (refused, "These could not be taken"),
            (changed, "The system has no counters of this arm; these got the first kind that it has"),
            (guessed, "Numbers of these were guessed"),
        ] {
            if !names.is_empty() {
                self.notes.push(format!("{what}: {}", listed(&names)));
            }
        }
        Ok(())
    }

    /// Returns the row of `unit`, and `true` if neither its number nor its arm had to be guessed.
    fn unit(
        &mut self,
        unit: &FoundUnit,
        start: Start,
        formation: Option<&FormationEntry>,
    ) -> Result<(Value, bool), RecruitError> {
        let id = self.id(&unit.id.clone().unwrap_or_else(|| crate::vassal::slug(&unit.name)));
        let figures = figures(unit);
        let rating = self.common().rating();
        let first = figures.values[0].as_deref().and_then(small);
        let number = first.or(unit.rating).map(|number| number.clamp(rating.least, rating.most));
        let kind = self.common().kind_of(unit.arm.unwrap_or(Arm::Infantry), &figures);
        let wish = UnitChoices {
            name: Some(unit.name.clone()),
            label: Some(unit.label.clone().unwrap_or_else(|| unit.name.chars().take(9).collect())),
            formation: formation.map(|formation| formation.id.clone()),
            formation_name: unit.formation.clone(),
            rating: number,
            figures,
            start,
            ..UnitChoices::new(UnitId::from(id), self.side(unit.side), kind)
        };
        Ok((self.common().recruit(&wish)?.row, number.is_some() && unit.arm.is_some()))
    }

    /// Returns an unused id: `wanted`, with a number if needed.
    fn id(&mut self, wanted: &str) -> String {
        let wanted = if wanted.is_empty() { "unit" } else { wanted };
        let number = self.numbers.entry(wanted.to_owned()).or_insert(0);
        loop {
            *number += 1;
            let id = if *number == 1 { wanted.to_owned() } else { format!("{wanted}-{number}") };
            if self.ids.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// Returns the hex nearest to the middle of the map.
fn middle(common: &dyn Common, grid: &Grid) -> Option<Cell> {
    let middle = Cell { column: grid.columns() / 2, row: grid.rows() / 2 };
    grid.cells().filter(|cell| common.has(*cell)).min_by_key(|cell| grid.distance(*cell, middle))
}

/// Returns the figures on the counter of `unit`.
fn figures(unit: &FoundUnit) -> CounterFigures {
    CounterFigures {
        values: unit.values.clone(),
        movement: unit.movement.map(|(front, back)| [front, back]),
        names: unit.faces.clone(),
    }
}

/// Returns the start of a reinforcement on `turn` at entry `at`.
fn entering(turn: u8, at: &str) -> Start {
    Start::Enters { turn: turn.clamp(1, 99), at: EntryId::from(at), column: MarchColumn::default() }
}
