//! The proposal: a scenario with the derived map.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{
    Diagnostic, Grid, HexId, HexRows, Hexside, HexsideId, HexsideKind, Label, LabelSize, LabelStyle, Letter, Look,
    Place, Road, Scenario, VOID, load, merge, save,
};
use toml::{Table, Value};

use crate::anchors::Anchors;
use crate::areas::{GroundKind, Terrain};
use crate::grid::{GroundGrid, Side, Tile};
use crate::levels::Levels;
use crate::names::id_of;
use crate::notice::Notice;
use crate::rivers::{DrawnStem, Rivers};
use crate::roads::Roads;

/// The beginning of the notice that OpenStreetMap asks for (<https://www.openstreetmap.org/copyright>).
pub(crate) const OSM_NOTICE: &str = "© OpenStreetMap contributors";

/// A derived map.
#[derive(Clone, Copy, Debug)]
pub struct DerivedMap<'a> {
    /// The hexes.
    pub grid: &'a GroundGrid,
    /// The places.
    pub anchors: &'a Anchors,
    /// The terrain.
    pub terrain: &'a Terrain,
    /// The rivers.
    pub rivers: &'a Rivers,
    /// The roads.
    pub roads: &'a Roads,
    /// The levels; `None` to leave those of the base.
    pub levels: Option<&'a Levels>,
}

impl DerivedMap<'_> {
    /// Returns what the reader should know about the map.
    pub fn notices(&self) -> Vec<Notice> {
        let mut notices = self.anchors.notices(self.grid);
        notices.extend(self.rivers.loose_ends(self.grid, |point| self.terrain.is_water(self.grid, point)));
        notices.extend(self.terrain.notices.iter().cloned());
        notices.extend(self.roads.notices.iter().cloned());
        notices.extend(self.levels.into_iter().flat_map(|levels| levels.notices.iter().cloned()));
        notices
    }
}

/// A proposed scenario.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The scenario.
    pub scenario: Scenario,
    /// Its text, which keeps the comments of the base.
    pub text: String,
    /// Notices about the proposal itself.
    pub notices: Vec<Notice>,
}

/// The reason that there is no proposal.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ProposalError {
    /// The base cannot be read.
    #[error("the scenario to put the map into cannot be read: {0}")]
    Base(String),
    /// The base has a map of another size.
    #[error("the map has {} by {} hexes, but the scenario {} by {}", own.0, own.1, base.0, base.1)]
    Size {
        /// The columns and rows of the derived map.
        own: (u16, u16),
        /// The columns and rows of the base.
        base: (u16, u16),
    },
    /// The base is played on a table.
    #[error("the scenario is played on a table, which has no hexes")]
    OnTable,
    /// The scenario with the map cannot be read, which is a defect of this program.
    #[error("the proposal cannot be read: {0}")]
    Result(String),
}

/// Puts a derived map into the scenario with the text `base`: terrain, levels, roads, hexsides, places and labels. All else stays. The
/// lines of `sources` are added to the sources of the scenario, so that every export shows them.
///
/// # Errors
/// The base cannot be read, or has no map of this size.
pub fn propose(base: &str, map: DerivedMap<'_>, sources: &[String]) -> Result<Proposal, ProposalError> {
    let first = |findings: &[Diagnostic]| findings.first().map(ToString::to_string).unwrap_or_default();
    let loaded = load(base);
    let Some(scenario) = loaded.readable else { return Err(ProposalError::Base(first(&loaded.diagnostics))) };
    if scenario.common().table().is_some() {
        return Err(ProposalError::OnTable);
    }
    let size = scenario.common().size();
    let frame = map.grid.frame();
    if size != (frame.columns, frame.rows) {
        return Err(ProposalError::Size { own: (frame.columns, frame.rows), base: size });
    }
    let names = scenario.common().grid().map_err(|problem| ProposalError::Base(problem.to_string()))?;
    let mut table: Table = base.parse().map_err(|error: toml::de::Error| ProposalError::Base(error.to_string()))?;
    let writer = Writer { map, names: &names };
    let letters = Letters::of(&scenario);
    let mut notices = writer.unknown(&letters);
    let bad = |error: toml::ser::Error| ProposalError::Result(error.to_string());
    if let Some(Value::Table(section)) = table.get_mut("map") {
        section.insert("hexes".to_owned(), writer.hexes(&scenario, &letters).to_string().into());
        section.insert("hex_metres".to_owned(), i64::from(frame.distance / 100).into());
        if let Some(levels) = map.levels.and_then(|levels| writer.levels(&scenario, levels)) {
            section.insert("levels".to_owned(), levels.to_string().into());
        }
    }
    table.insert("road".to_owned(), Value::try_from(writer.roads()).map_err(bad)?);
    let mut hexsides = writer.hexsides();
    hexsides.extend(writer.slopes(&scenario));
    table.insert("hexside".to_owned(), Value::try_from(hexsides).map_err(bad)?);
    table.insert("place".to_owned(), Value::try_from(writer.places()).map_err(bad)?);
    table.insert("label".to_owned(), Value::try_from(writer.labels()).map_err(bad)?);
    let made = load(&table.to_string());
    let Some(mut scenario) = made.readable else { return Err(ProposalError::Result(first(&made.diagnostics))) };
    let mut about = scenario.common().about();
    if sources.iter().any(|line| line.starts_with(OSM_NOTICE)) {
        // A newer extract takes the place of an older one.
        about.sources.retain(|line| !line.starts_with(OSM_NOTICE) || sources.contains(line));
    }
    about.sources.extend(sources.iter().filter(|line| !about.sources.contains(line)).cloned().collect::<Vec<_>>());
    scenario.common_mut().set_about(about);
    notices.extend(map.notices());
    Ok(Proposal { text: save(Some(base), &scenario), scenario, notices })
}

/// Merges a second proposal into an edited scenario: what the designer changed since `last`, the text of the first proposal, stays, and what
/// the ground changed comes.
///
/// # Errors
/// One of the texts cannot be read.
pub fn again(last: &str, edited: &str, proposal: &Proposal) -> Result<merge::Merged, merge::MergeError> {
    merge::merge(last, edited, &proposal.text)
}

/// The terrain letters of a scenario by kind of ground.
struct Letters(BTreeMap<GroundKind, Letter>);

impl Letters {
    fn of(scenario: &Scenario) -> Self {
        let terrain = scenario.common().terrain();
        let with = |look: Look| terrain.iter().find(|terrain| terrain.look == look).map(|terrain| terrain.letter);
        let named = |words: [&str; 2]| {
            let is = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
            terrain.iter().find(|terrain| is(terrain.name)).map(|terrain| terrain.letter)
        };
        let letter = |kind: GroundKind| match kind {
            GroundKind::Clear => with(Look::Clear),
            GroundKind::Water => with(Look::Water),
            GroundKind::Town => with(Look::Town).or(with(Look::Village)),
            GroundKind::Village => with(Look::Village).or(with(Look::Town)),
            GroundKind::Farm => with(Look::Farm),
            GroundKind::Marsh => with(Look::Marsh),
            GroundKind::Woods => with(Look::Woods),
            GroundKind::Vineyard => named(["vineyard", "vines"]),
            GroundKind::Orchard => named(["orchard", "grove"]),
        };
        Self(GroundKind::ALL.into_iter().filter_map(|kind| Some((kind, letter(kind)?))).collect())
    }

    fn get(&self, kind: GroundKind) -> char {
        let letter = self.0.get(&kind).or(self.0.get(&GroundKind::Clear));
        letter.map_or('.', |letter| letter.0)
    }
}

/// Writes the sections of a map.
struct Writer<'a> {
    map: DerivedMap<'a>,
    names: &'a Grid,
}

impl Writer<'_> {
    fn name(&self, tile: Tile) -> Option<HexId> {
        self.map.grid.cell(tile).map(|cell| self.names.name(cell))
    }

    fn hexside(&self, side: Side) -> Option<HexsideId> {
        Some(HexsideId::from(format!("{}/{}", self.name(side.low)?, self.name(side.high)?).as_str()))
    }

    fn rows(&self, scenario: &Scenario, letter: impl Fn(Tile) -> char) -> HexRows {
        let mut rows = scenario.common().hexes().clone();
        for cell in self.names.cells() {
            let (column, row) = (usize::from(cell.column), usize::from(cell.row));
            // A map with gaps keeps them.
            if let (Some(tile), Some(old)) = (self.map.grid.tile_of(cell), rows.get(column, row))
                && old != VOID
            {
                rows.set(column, row, letter(tile));
            }
        }
        rows
    }

    fn hexes(&self, scenario: &Scenario, letters: &Letters) -> HexRows {
        self.rows(scenario, |tile| letters.get(self.map.terrain.get(tile)))
    }

    fn levels(&self, scenario: &Scenario, levels: &Levels) -> Option<HexRows> {
        let digit = |tile: Tile| levels.get(tile).and_then(|level| char::from_digit(level, 10));
        // Without levels, there is a notice, and the base keeps what it has.
        self.map.grid.tiles().find_map(digit)?;
        Some(self.rows(scenario, |tile| digit(tile).unwrap_or('1')))
    }

    /// Returns a notice for each kind of ground that the system has no terrain for.
    fn unknown(&self, letters: &Letters) -> Vec<Notice> {
        let mut counts = BTreeMap::<GroundKind, usize>::new();
        for tile in self.map.grid.tiles().filter(|tile| self.map.grid.is_on_map(*tile)) {
            *counts.entry(self.map.terrain.get(tile)).or_default() += 1;
        }
        let unknown = counts.into_iter().filter(|(kind, _)| !letters.0.contains_key(kind));
        unknown.map(|(kind, count)| Notice::NoTerrain(kind.word(), count)).collect()
    }

    fn roads(&self) -> Vec<Road> {
        let road = |chain: &crate::roads::RoadChain| Road {
            name: chain.name.clone(),
            kind: chain.kind,
            path: chain.tiles.iter().filter_map(|tile| self.name(*tile)).collect(),
            source: None,
        };
        self.map.roads.chains.iter().map(road).collect()
    }

    /// Returns the sides of a stem on the map that are no water on both sides, in the order along the stem.
    fn sides_of(&self, drawn: &DrawnStem) -> Vec<Side> {
        let is_water = |tile: Tile| self.map.terrain.get(tile) == GroundKind::Water;
        let on_map = |side: &&Side| self.map.grid.is_on_map(side.low) && self.map.grid.is_on_map(side.high);
        let mut sides: Vec<Side> = drawn.sides.iter().filter(on_map).copied().collect();
        sides.retain(|side| !(is_water(side.low) && is_water(side.high)));
        sides
    }

    fn hexsides(&self) -> Vec<Hexside> {
        let kinds = self.map.rivers.sides();
        let mut taken = BTreeSet::new();
        let mut rows = Vec::new();
        for drawn in &self.map.rivers.drawn {
            for is_river in [true, false] {
                let own = self.sides_of(drawn).into_iter().filter(|side| kinds.get(side) == Some(&is_river));
                let own: Vec<Side> = own.filter(|side| taken.insert(*side)).collect();
                let between: Vec<HexsideId> = own.into_iter().filter_map(|side| self.hexside(side)).collect();
                if !between.is_empty() {
                    let kind = if is_river { HexsideKind::River } else { HexsideKind::Stream };
                    rows.push(Hexside { kind, name: drawn.stem.name.clone(), between, source: None });
                }
            }
        }
        for is_ford in [false, true] {
            let own = self
                .map
                .roads
                .bridges
                .iter()
                .filter(|bridge| bridge.is_ford == is_ford && taken.contains(&bridge.side));
            let between: Vec<HexsideId> = own.filter_map(|bridge| self.hexside(bridge.side)).collect();
            if !between.is_empty() {
                let name = is_ford.then(|| "Fords".into());
                rows.push(Hexside { kind: HexsideKind::Bridge, name, between, source: None });
            }
        }
        rows
    }

    /// Returns the slopes that the levels make, as the editor's *Slopes from levels* has them; without levels, those of the base. Walls are never
    /// of the ground, so those of the base stay.
    fn slopes(&self, scenario: &Scenario) -> Vec<Hexside> {
        let common = scenario.common();
        let new = self.map.levels.zip(common.steep()).filter(|_| common.levels().is_some());
        let keeps = |row: &&Hexside| match row.kind {
            HexsideKind::Wall => true,
            HexsideKind::Slope => new.is_none(),
            HexsideKind::Stream | HexsideKind::River | HexsideKind::Bridge => false,
        };
        let mut rows: Vec<Hexside> = common.hexsides().iter().filter(keeps).cloned().collect();
        let Some((levels, steep)) = new else { return rows };
        let has = |tile: Tile| self.map.grid.cell(tile).is_some_and(|cell| common.has(cell));
        let is_steep = |side: &Side| {
            let (low, high) = (levels.get(side.low), levels.get(side.high));
            low.zip(high).is_some_and(|(a, b)| a.abs_diff(b) >= u32::from(steep)) && has(side.low) && has(side.high)
        };
        let grid = self.map.grid;
        let own = grid.tiles().filter(|tile| grid.is_on_map(*tile));
        let sides = own.flat_map(|tile| grid.sides(tile).filter(move |side| side.low == tile));
        let between: Vec<HexsideId> = sides.filter(is_steep).filter_map(|side| self.hexside(side)).collect();
        if !between.is_empty() {
            rows.push(Hexside { kind: HexsideKind::Slope, name: None, between, source: None });
        }
        rows
    }

    fn places(&self) -> Vec<Place> {
        let mut ids = BTreeSet::new();
        let mut rows = Vec::new();
        for (spot, home) in self.map.anchors.places() {
            let Some(hex) = home.and_then(|home| self.name(home)) else { continue };
            let base = id_of(&spot.name);
            let base = if base.is_empty() { format!("place-{hex}") } else { base };
            let mut id = base.clone();
            let mut n = 2;
            while !ids.insert(id.clone()) {
                id = format!("{base}-{n}");
                n += 1;
            }
            rows.push(Place { id: id.as_str().into(), name: spot.name.clone(), hexes: vec![hex], ..Place::default() });
        }
        rows
    }

    fn labels(&self) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut named = BTreeSet::new();
        for drawn in &self.map.rivers.drawn {
            let Some(name) = drawn.stem.name.as_ref().filter(|name| named.insert((*name).clone())) else { continue };
            let on_map = |point: &&crate::plane::Point| {
                self.map.grid.at(**point).is_some_and(|tile| self.map.grid.is_on_map(tile))
            };
            let points: Vec<_> = drawn.smooth.iter().filter(on_map).collect();
            let Some(tile) = points.get(points.len() / 2).and_then(|point| self.map.grid.at(**point)) else { continue };
            let Some(at) = self.name(tile) else { continue };
            let size = if drawn.stem.is_river { LabelSize::Large } else { LabelSize::Small };
            labels.push(Label { text: name.to_string(), at, to: None, size, style: LabelStyle::Water });
        }
        let mut places: BTreeSet<(Tile, &str)> = BTreeSet::new();
        for (spot, home) in self.map.anchors.places() {
            if let Some(tile) = self.map.grid.at(spot.at).filter(|_| home.is_none()) {
                places.insert((tile, spot.name.as_str()));
            }
        }
        for (tile, name) in places {
            if let Some(at) = self.name(tile) {
                labels.push(Label {
                    text: name.to_owned(),
                    at,
                    to: None,
                    size: LabelSize::Small,
                    style: LabelStyle::Land,
                });
            }
        }
        labels
    }
}
