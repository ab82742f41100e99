//! The origins of the parts of a map: from the ground, or by hand.
//!
//! This needs no field in the scenario: what equals the last proposal is from the ground, and what differs is by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use battlewright_schema::{Cell, Common, Grid, HexId, Hexside, HexsideId, HexsideKind, Road, RoadKind, load, words};

use crate::read::FileKind;
use crate::record::{GroundRecord, RecordError};

/// The most features of the source that a line names.
const MOST_NAMED: usize = 3;

/// The origin of a part of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From the ground: the share in percent that decided a hex, if one did, the features of the source, and the files.
    Ground {
        /// The share.
        share: Option<u8>,
        /// The streams or roads, such as `Orne (way/7)`; none for what is of no single feature, such as a hex.
        features: Vec<String>,
        /// The names of the files.
        files: String,
    },
    /// By hand: it differs from the last proposal.
    Hand,
}

impl Origin {
    /// Returns `true` if it is by hand.
    pub fn is_by_hand(&self) -> bool {
        *self == Self::Hand
    }

    /// Returns a line such as `Woods 61 %, from lorraine.osm.pbf`, `River, from Orne (way/7) in lorraine.osm.pbf` or `Woods, by hand` for a part
    /// called `what`.
    pub fn line(&self, what: &str) -> String {
        match self {
            Self::Hand => format!("{what}, by hand"),
            Self::Ground { share: Some(share), files, .. } => format!("{what} {share} %, from {files}"),
            Self::Ground { features, files, .. } if features.is_empty() => format!("{what}, from {files}"),
            Self::Ground { features, files, .. } => format!("{what}, from {} in {files}", named(features)),
        }
    }
}

/// Returns features in words: the first ones, and the number of the others.
fn named(features: &[String]) -> String {
    let more = features.len().saturating_sub(MOST_NAMED);
    let first = features.iter().take(MOST_NAMED).cloned();
    words::listed(first.chain((more > 0).then(|| format!("{more} more"))), "and")
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand => f.write_str("by hand"),
            Self::Ground { files, .. } => write!(f, "from {files}"),
        }
    }
}

/// The last proposal, to compare maps with.
#[derive(Clone, Debug)]
pub struct GroundOrigins {
    hexes: BTreeMap<Cell, char>,
    levels: BTreeMap<Cell, char>,
    shares: BTreeMap<Cell, u8>,
    hexsides: BTreeSet<(Cell, Cell, HexsideKind)>,
    steps: BTreeMap<(Cell, Cell), RoadKind>,
    /// The features of the source along each hexside and over each step between two hexes; `true` for a road.
    features: BTreeMap<(Cell, Cell), Vec<(bool, String)>>,
    /// The hexes of places, by name.
    places: BTreeSet<(String, Vec<Cell>)>,
    has_levels: bool,
    map_files: String,
    elevation_files: String,
}

impl GroundOrigins {
    /// Reads the last proposal of a record.
    ///
    /// # Errors
    /// The proposal cannot be read.
    pub fn of(record: &GroundRecord) -> Result<Self, RecordError> {
        let unreadable = |what: &str| RecordError::Unreadable(what.to_owned());
        let loaded = load(&record.proposal);
        let scenario = loaded.readable.ok_or_else(|| unreadable("its proposal is no scenario"))?;
        let common = scenario.common();
        let grid = common.grid().map_err(|problem| unreadable(&problem.to_string()))?;
        let names = |elevation: bool| {
            let is_of = |name: &str| FileKind::of_name(name).is_some_and(|kind| kind.is_elevation() == elevation);
            let own: Vec<&str> =
                record.files.iter().map(|file| file.name.as_str()).filter(|name| is_of(name)).collect();
            own.join(", ")
        };
        let mut shares = BTreeMap::new();
        for (row, line) in (0..).zip(record.shares.lines()) {
            for (column, word) in (0..).zip(line.split_whitespace()) {
                if let Ok(share) = word.parse::<u8>() {
                    shares.insert(Cell { column, row }, share);
                }
            }
        }
        Ok(Self {
            hexes: letters(common, &grid, false),
            levels: letters(common, &grid, true),
            shares,
            hexsides: hexsides(common, &grid),
            steps: steps(common, &grid),
            features: features(record, &grid),
            places: places(common, &grid).collect(),
            has_levels: record.ground.has_levels
                && record.files.iter().any(|file| FileKind::of_name(&file.name).is_some_and(FileKind::is_elevation)),
            map_files: names(false),
            elevation_files: names(true),
        })
    }

    fn ground(&self, share: Option<u8>) -> Origin {
        Origin::Ground { share, features: Vec::new(), files: self.map_files.clone() }
    }

    /// Returns the origin of what is on the ground along or over `sides`, of the streams there or of the roads, each once.
    fn drawn(&self, sides: impl IntoIterator<Item = (Cell, Cell)>, roads: bool) -> Origin {
        let mut features: Vec<String> = Vec::new();
        for (_, name) in
            sides.into_iter().filter_map(|side| self.features.get(&side)).flatten().filter(|it| it.0 == roads)
        {
            if !features.contains(name) {
                features.push(name.clone());
            }
        }
        Origin::Ground { share: None, features, files: self.map_files.clone() }
    }

    fn relief(&self) -> Origin {
        Origin::Ground { share: None, features: Vec::new(), files: self.elevation_files.clone() }
    }

    /// Returns where the terrain of a hex is from.
    pub fn hex(&self, scenario: &dyn Common, cell: Cell) -> Origin {
        let own = scenario.hexes().get(cell.column.into(), cell.row.into());
        if own.is_some() && own == self.hexes.get(&cell).copied() {
            self.ground(self.shares.get(&cell).copied())
        } else {
            Origin::Hand
        }
    }

    /// Returns where the level of a hex is from; `None` if the map has no levels, or none are from the ground.
    pub fn level(&self, scenario: &dyn Common, cell: Cell) -> Option<Origin> {
        let own = scenario.levels().filter(|_| self.has_levels)?.get(cell.column.into(), cell.row.into())?;
        let is_same = self.levels.get(&cell) == Some(&own);
        Some(if is_same { self.relief() } else { Origin::Hand })
    }

    /// Returns where a feature along a hexside is from, with the stream of the source that runs there, or the road that crosses it.
    pub fn hexside(&self, scenario: &dyn Common, side: &HexsideId, kind: HexsideKind) -> Origin {
        let side = scenario.grid().ok().and_then(|grid| ends(&grid, side));
        let side = side.filter(|(a, b)| self.hexsides.contains(&(*a, *b, kind)));
        match (side, kind) {
            // Walls are never of the ground.
            (None, _) | (_, HexsideKind::Wall) => Origin::Hand,
            (Some(_), HexsideKind::Slope) => self.relief(),
            (Some(side), HexsideKind::Bridge) => self.drawn([side], true),
            (Some(side), HexsideKind::Stream | HexsideKind::River) => self.drawn([side], false),
        }
    }

    /// Returns where a row of hexsides is from, with all its streams or roads of the source, and how many of its hexsides are by hand.
    pub fn hexsides(&self, scenario: &dyn Common, row: &Hexside) -> (Origin, usize) {
        let (mut origin, mut by_hand) = (None::<Origin>, 0);
        for side in &row.between {
            match (self.hexside(scenario, side, row.kind), &mut origin) {
                (Origin::Hand, _) => by_hand += 1,
                (Origin::Ground { features: more, .. }, Some(Origin::Ground { features, .. })) => {
                    let new: Vec<String> = more.into_iter().filter(|name| !features.contains(name)).collect();
                    features.extend(new);
                }
                (first, _) => origin = Some(first),
            }
        }
        (origin.unwrap_or(Origin::Hand), by_hand)
    }

    /// Returns where a road is from: by hand if one of its steps is, or has another kind.
    pub fn road(&self, scenario: &dyn Common, road: &Road) -> Origin {
        let Ok(grid) = scenario.grid() else { return Origin::Hand };
        let mut path = Vec::new();
        for pair in road.path.windows(2) {
            let step = if let [a, b] = pair { step(&grid, a, b) } else { None };
            match step.filter(|step| self.steps.get(step) == Some(&road.kind)) {
                Some(step) => path.push(step),
                None => return Origin::Hand,
            }
        }
        self.drawn(path, true)
    }

    /// Returns where a place is from: by hand if its name or its hexes differ.
    pub fn place(&self, scenario: &dyn Common, place: &battlewright_schema::Place) -> Origin {
        let Ok(grid) = scenario.grid() else { return Origin::Hand };
        let cells: Option<Vec<Cell>> = place.hexes.iter().map(|hex| grid.cell(hex)).collect();
        let is_ground = cells.is_some_and(|cells| self.places.contains(&(place.name.to_string(), cells)));
        if is_ground { self.ground(None) } else { Origin::Hand }
    }

    /// Returns the hexes that the designer changed: their terrain, their level, a feature along a side, or a road, which may be gone.
    pub fn edited_hexes(&self, scenario: &dyn Common) -> BTreeSet<Cell> {
        let Ok(grid) = scenario.grid() else { return BTreeSet::new() };
        let mut edited: BTreeSet<Cell> = grid
            .cells()
            .filter(|cell| {
                self.hex(scenario, *cell).is_by_hand()
                    || self.level(scenario, *cell).is_some_and(|origin| origin.is_by_hand())
            })
            .collect();
        let own = hexsides(scenario, &grid);
        edited.extend(self.hexsides.symmetric_difference(&own).flat_map(|(a, b, _)| [*a, *b]));
        let own = steps(scenario, &grid);
        let changed = |(step, kind): (&(Cell, Cell), &RoadKind), other: &BTreeMap<(Cell, Cell), RoadKind>| {
            (other.get(step) != Some(kind)).then_some([step.0, step.1])
        };
        edited.extend(own.iter().filter_map(|row| changed(row, &self.steps)).flatten());
        edited.extend(self.steps.iter().filter_map(|row| changed(row, &own)).flatten());
        edited
    }
}

fn letters(common: &dyn Common, grid: &Grid, levels: bool) -> BTreeMap<Cell, char> {
    let rows = if levels { common.levels() } else { Some(common.hexes()) };
    let letter = |cell: Cell| Some((cell, rows?.get(cell.column.into(), cell.row.into())?));
    grid.cells().filter_map(letter).collect()
}

/// Returns the two cells of a hexside, the lower first.
fn ends(grid: &Grid, side: &HexsideId) -> Option<(Cell, Cell)> {
    let (a, b) = side.hexes()?;
    step(grid, &a, &b)
}

/// Returns the cells of two hexes, the lower first.
fn step(grid: &Grid, a: &HexId, b: &HexId) -> Option<(Cell, Cell)> {
    let (a, b) = (grid.cell(a)?, grid.cell(b)?);
    Some((a.min(b), a.max(b)))
}

fn hexsides(common: &dyn Common, grid: &Grid) -> BTreeSet<(Cell, Cell, HexsideKind)> {
    let rows = common.hexsides().iter().flat_map(|row| row.between.iter().map(move |side| (row.kind, side)));
    rows.filter_map(|(kind, side)| ends(grid, side).map(|(a, b)| (a, b, kind))).collect()
}

/// Returns the features of a record by hexside.
fn features(record: &GroundRecord, grid: &Grid) -> BTreeMap<(Cell, Cell), Vec<(bool, String)>> {
    let mut all = BTreeMap::<_, Vec<_>>::new();
    for feature in &record.features {
        let is_road = feature.class.road_kind().is_some();
        for side in feature.between.iter().filter_map(|side| ends(grid, side)) {
            all.entry(side).or_default().push((is_road, feature.to_string()));
        }
    }
    all
}

fn steps(common: &dyn Common, grid: &Grid) -> BTreeMap<(Cell, Cell), RoadKind> {
    let pairs = common.roads().iter().flat_map(|road| road.path.windows(2).map(move |pair| (road.kind, pair)));
    pairs.filter_map(|(kind, pair)| Some((step(grid, pair.first()?, pair.last()?)?, kind))).collect()
}

fn places<'a>(common: &'a dyn Common, grid: &'a Grid) -> impl Iterator<Item = (String, Vec<Cell>)> + 'a {
    common.places().iter().map(|place| {
        let cells = place.hexes.iter().filter_map(|hex| grid.cell(hex)).collect();
        (place.name.to_string(), cells)
    })
}
