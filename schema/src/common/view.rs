//! The sections that every system shares, seen without naming the system: what a map view, a road
//! tool or a list of places needs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use super::entry::{Entry, Exit};
use super::face::Face;
use super::grid::{Cell, Grid, NumberingProblem};
use super::label::Label;
use super::map::{HexRows, Letter, Look, Map, Numbering, Orientation, Parity};
use super::place::Place;
use super::recruit::{CounterFigures, FormationWish, PlaceList, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use super::road::{Hexside, Road};
use super::scan::{ArtPath, Scan};
use super::side::Color;
use super::tabletop::{Ground, Tabletop};
use super::turns::Turns;
use crate::id::{EntryId, FormationId, HexId, PlaceId, SideId, UnitId, ZoneId};
use crate::{DocPath, System};

/// A scenario of some system, seen through the sections that every system shares.
pub trait Common {
    /// The rules system.
    fn system(&self) -> System;
    /// The texts about the scenario as a whole.
    fn about(&self) -> ScenarioTexts;
    /// Puts other texts in their place.
    fn set_about(&mut self, about: ScenarioTexts);
    /// The length of the game.
    fn turns(&self) -> &Turns;
    /// The length of the game, to be changed.
    fn turns_mut(&mut self) -> &mut Turns;
    /// The table that it is played on, in games without hexes.
    fn table(&self) -> Option<Tabletop> {
        None
    }
    /// The ground that it is played on.
    ///
    /// # Errors
    /// When it is a map whose first hex has a name of no known form.
    fn ground(&self) -> Result<Ground, NumberingProblem> {
        match self.table() {
            Some(table) => Ok(Ground::Table(table)),
            None => self.grid().map(Ground::Hexes),
        }
    }
    /// The hex grid.
    ///
    /// # Errors
    /// When the name of the first hex has no known form, or the game is played on a table.
    fn grid(&self) -> Result<Grid, NumberingProblem>;
    /// The way in which the hexes stand and are numbered.
    fn frame(&self) -> MapFrame<'_>;
    /// The file of colors and artwork that it is drawn with, if it names one.
    fn theme(&self) -> Option<&ArtPath>;
    /// The picture to trace, if there is one.
    fn scan(&self) -> Option<&Scan>;
    /// The picture to trace, to be changed.
    fn scan_mut(&mut self) -> &mut Option<Scan>;
    /// The terrain letters.
    fn hexes(&self) -> &HexRows;
    /// The terrain letters, to be changed.
    fn hexes_mut(&mut self) -> &mut HexRows;
    /// The elevation digits, if the file has any.
    fn levels(&self) -> Option<&HexRows>;
    /// The elevation digits, to be changed.
    fn levels_mut(&mut self) -> &mut Option<HexRows>;
    /// From how many levels of difference on a hexside is a steep slope; `None` in systems whose
    /// rules know no levels.
    fn steep(&self) -> Option<u8> {
        None
    }
    /// Returns `true` if the map has a hex at `cell`.
    fn has(&self, cell: Cell) -> bool;
    /// The number of columns and rows that the file says the map has.
    fn size(&self) -> (u16, u16);
    /// Makes the map `columns` wide and `rows` high; the letters are the caller's business.
    fn set_size(&mut self, columns: u16, rows: u16);
    /// The distance between the centers of adjacent hexes, in meters.
    fn hex_metres(&self) -> Option<u32>;
    /// The meaning of each letter.
    fn terrain(&self) -> Vec<TerrainView<'_>>;
    /// The roads.
    fn roads(&self) -> &Vec<Road>;
    /// The roads, to be changed.
    fn roads_mut(&mut self) -> &mut Vec<Road>;
    /// The features along hexsides.
    fn hexsides(&self) -> &Vec<Hexside>;
    /// The features along hexsides, to be changed.
    fn hexsides_mut(&mut self) -> &mut Vec<Hexside>;
    /// The named places.
    fn places(&self) -> &Vec<Place>;
    /// The named places, to be changed.
    fn places_mut(&mut self) -> &mut Vec<Place>;
    /// The words on the map that are no place.
    fn labels(&self) -> &Vec<Label>;
    /// The entries for reinforcements.
    fn entries(&self) -> &Vec<Entry>;
    /// The entries for reinforcements, to be changed.
    fn entries_mut(&mut self) -> &mut Vec<Entry>;
    /// The exits by which units may leave; none in systems whose units never do.
    fn exits(&self) -> &[Exit] {
        &[]
    }
    /// The exits by which units may leave, to be changed; `None` in systems whose units never do.
    fn exits_mut(&mut self) -> Option<&mut Vec<Exit>> {
        None
    }
    /// Returns `true` if units may leave in this system at all.
    fn has_exits(&self) -> bool {
        false
    }
    /// The sides, in order.
    fn sides(&self) -> Vec<SideView<'_>>;
    /// The number of units.
    fn unit_count(&self) -> usize;
    /// The unit at `index` of the order of battle.
    fn unit(&self, index: usize) -> Option<UnitView<'_>>;
    /// The formations, in systems whose files list them.
    fn formations(&self) -> Vec<FormationView<'_>> {
        Vec::new()
    }
    /// The headquarters of the formation at `index`, in systems whose headquarters start somewhere.
    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let _ = index;
        None
    }
    /// The areas in which units are set up freely.
    fn zones(&self) -> Vec<ZoneView<'_>> {
        Vec::new()
    }
    /// Returns `true` if units are ever set up freely in this system.
    fn has_zones(&self) -> bool {
        false
    }
    /// Puts a counter somewhere else; where it was, or `None` if there is no such counter.
    fn set_start(&mut self, counter: Counter, start: Start) -> Option<Start>;
    /// Every counter that starts somewhere: the units, then the headquarters.
    fn counters(&self) -> Vec<Counter> {
        let hqs = (0..self.formations().len()).filter(|index| self.hq(*index).is_some());
        (0..self.unit_count()).map(Counter::Unit).chain(hqs.map(Counter::Hq)).collect()
    }
    /// The unit or headquarters of a counter.
    fn counter(&self, counter: Counter) -> Option<UnitView<'_>> {
        match counter {
            Counter::Unit(index) => self.unit(index),
            Counter::Hq(index) => self.hq(index),
        }
    }
    /// Returns `true` if the counter has to start in a hex or enter, which most have to: one that comes into the game in
    /// another way has no start.
    fn needs_start(&self, counter: Counter) -> bool {
        let _ = counter;
        true
    }
    /// The number of steps that the unit at `index` has at the start, in systems whose units have steps.
    fn steps(&self, index: usize) -> Option<u8> {
        let _ = index;
        None
    }
    /// Checks that these units may start in one hex.
    ///
    /// # Errors
    /// The rule that they break.
    fn stack(&self, units: &[usize]) -> Result<(), &'static str> {
        if units.len() < 2 { Ok(()) } else { Err("a hex holds one unit") }
    }
    /// The kinds of units that the system has.
    fn kinds(&self) -> &'static [UnitKind];
    /// The place among the [kinds](Common::kinds) of what is of this `arm` and has these figures; the first kind of that arm
    /// if they do not tell.
    fn kind_of(&self, arm: Arm, figures: &CounterFigures) -> usize {
        let _ = figures;
        self.kinds().iter().position(|kind| kind.arm == arm).unwrap_or(0)
    }
    /// The number that tells how good its units are.
    fn rating(&self) -> Rating;
    /// The unit that `wish` makes; what it does not say is as with others of its like.
    ///
    /// # Errors
    /// The thing that it lacks, and where to get it.
    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError>;
    /// The row of the formation that `wish` makes, which starts nowhere yet; what it does not say is as with the side's
    /// first. `None` in systems whose files list none.
    fn recruit_formation(&self, wish: &FormationWish) -> Option<Value> {
        let _ = wish;
        None
    }
    /// The lists of places among the conditions of victory, in systems whose places do not score by
    /// themselves.
    fn victory_lists(&self) -> Vec<PlaceList> {
        Vec::new()
    }
    /// Every place that counts for victory, with the side that scores and how much.
    fn scoring(&self) -> Vec<Scoring<'_>>;
}

/// The texts about a scenario as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioTexts {
    /// Its name.
    pub title: String,
    /// A second line.
    pub subtitle: Option<String>,
    /// A few sentences that players should know before they start.
    pub description: Option<String>,
    /// The people who made it.
    pub authors: Vec<String>,
    /// Under which license it may be used.
    pub license: Option<String>,
    /// The sources it was made from.
    pub sources: Vec<String>,
}

/// The way in which the hexes of a map stand and are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapFrame<'a> {
    /// The way in which the hexes stand.
    pub orientation: Orientation,
    /// The columns that sit half a hex lower, if the file says so.
    pub lower_columns: Option<Parity>,
    /// The rows that sit half a hex to the right, if the file says so.
    pub right_rows: Option<Parity>,
    /// The numbering of the hexes.
    pub numbering: &'a Numbering,
}

/// A terrain of the map, as far as every system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainView<'a> {
    /// Its letter in the hex rows.
    pub letter: Letter,
    /// Its name in the terrain chart.
    pub name: &'a str,
    /// Its look on the map.
    pub look: Look,
    /// Its ground color, if the designer chose one.
    pub color: Option<Color>,
}

/// A side, as far as every system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideView<'a> {
    /// Its id.
    pub id: &'a SideId,
    /// The name of its people.
    pub name: &'a str,
    /// The color of its counters, if the designer chose one.
    pub color: Option<Color>,
}

/// A counter that starts somewhere, by its row in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Counter {
    /// The unit at this place of the order of battle.
    Unit(usize),
    /// The headquarters of the formation at this place.
    Hq(usize),
}

impl Counter {
    /// Its path in the file.
    pub fn path(self) -> DocPath {
        match self {
            Self::Unit(row) => DocPath::root().key("unit").index(row),
            Self::Hq(row) => DocPath::root().key("formation").index(row).key("hq"),
        }
    }
}

/// A formation, as far as every system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormationView<'a> {
    /// Its id.
    pub id: &'a FormationId,
    /// Its name.
    pub name: &'a str,
    /// Its side.
    pub side: &'a SideId,
    /// The color of the band on its counters, if the designer chose one.
    pub color: Option<Color>,
}

/// An area in which units are set up freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneView<'a> {
    /// Its id.
    pub id: &'a ZoneId,
    /// Its name; its id if it has none.
    pub name: &'a str,
    /// Its hexes.
    pub hexes: &'a [HexId],
    /// The two ends of the string of hexes that its units must form, if they must.
    pub string: Option<&'a [HexId; 2]>,
}

/// A unit or a headquarters, as far as every system has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitView<'a> {
    /// Its id; a headquarters' is that of its piece in play.
    pub id: Cow<'a, UnitId>,
    /// Its full name.
    pub name: &'a str,
    /// The letters printed on the counter.
    pub label: &'a str,
    /// The formation it belongs to.
    pub formation: Option<&'a str>,
    /// Its side.
    pub side: &'a SideId,
    /// Its arm.
    pub arm: Arm,
    /// The number on the counter that tells how good it is.
    pub rating: u8,
    /// The side of its counter that is up at the start; a neutral one where that is chosen in play.
    pub face: Face,
    /// The two sides of its counter as they are printed, front first.
    pub sides: [Face; 2],
    /// The place where it starts the game.
    pub start: Start,
}

impl UnitView<'_> {
    /// The side of its counter that is down at the start; `None` where no side is up yet.
    pub fn reverse(&self) -> Option<&Face> {
        self.face.name?;
        self.sides.iter().find(|side| side.back != self.face.back)
    }
}

/// The arm of a unit: what symbol its counter bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Crossed belts.
    Infantry,
    /// A slanted line.
    Cavalry,
    /// A dot.
    Artillery,
    /// An oval: the track of a tank.
    Tank,
    /// Two blades: a propeller.
    Aircraft,
    /// A flag: no arm at all.
    Headquarters,
}

impl Arm {
    /// Its name in small letters, such as `"infantry"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
            Self::Tank => "tank",
            Self::Aircraft => "aircraft",
            Self::Headquarters => "headquarters",
        }
    }
}

/// The start of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// Nowhere: the file says neither.
    #[default]
    Nowhere,
    /// In a hex.
    At(HexId),
    /// As a reinforcement.
    Enters {
        /// The turn, from 1.
        turn: u8,
        /// The entry.
        at: EntryId,
        /// Its part in the column that enters there, in systems that have columns.
        column: MarchColumn,
    },
    /// Wherever its side likes in an area.
    Zone(ZoneId),
}

/// The part of a reinforcement in the column that enters with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarchColumn {
    /// `true` if the owner may bring the column's units on in any order.
    pub any_order: bool,
    /// Its place in the column.
    pub position: Option<u8>,
    /// The group that it changes its turn or entry with, in systems whose files name such groups.
    #[serde(default)]
    pub group: Option<SmolStr>,
}

impl Start {
    /// The start that the two fields of a unit give. A unit that has both is shown in its hex.
    pub(crate) fn of(at: Option<&HexId>, enters: Option<(u8, &EntryId)>) -> Self {
        match (at, enters) {
            (Some(hex), _) => Self::At(hex.clone()),
            (None, Some((turn, at))) => Self::Enters { turn, at: at.clone(), column: MarchColumn::default() },
            (None, None) => Self::Nowhere,
        }
    }
}

/// A place that counts for victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring<'a> {
    /// The place.
    pub place: &'a PlaceId,
    /// The side that scores.
    pub side: &'a SideId,
    /// VPs for each hex of the place; 0 where it counts in another way.
    pub points: u8,
}

/// The methods that are the same text for every system whose root type has the common fields.
macro_rules! shared_sections {
    () => {
        fn about(&self) -> $crate::ScenarioTexts {
            $crate::ScenarioTexts {
                title: self.title.clone(),
                subtitle: self.subtitle.clone(),
                description: self.description.clone(),
                authors: self.authors.clone(),
                license: self.license.clone(),
                sources: self.sources.clone(),
            }
        }

        fn set_about(&mut self, about: $crate::ScenarioTexts) {
            self.title = about.title;
            self.subtitle = about.subtitle;
            self.description = about.description;
            self.authors = about.authors;
            self.license = about.license;
            self.sources = about.sources;
        }

        fn turns(&self) -> &$crate::Turns {
            &self.turns
        }

        fn turns_mut(&mut self) -> &mut $crate::Turns {
            &mut self.turns
        }

        fn grid(&self) -> Result<$crate::Grid, $crate::NumberingProblem> {
            match $crate::Common::table(self) {
                Some(_) => Err($crate::NumberingProblem::NoHexes),
                None => $crate::Grid::new(&self.map),
            }
        }

        fn frame(&self) -> $crate::MapFrame<'_> {
            $crate::common::view::frame_of(&self.map)
        }

        fn theme(&self) -> Option<&$crate::ArtPath> {
            self.theme.as_ref()
        }

        fn scan(&self) -> Option<&$crate::Scan> {
            self.map.scan.as_ref()
        }

        fn scan_mut(&mut self) -> &mut Option<$crate::Scan> {
            &mut self.map.scan
        }

        fn hexes(&self) -> &$crate::HexRows {
            &self.map.hexes
        }

        fn levels(&self) -> Option<&$crate::HexRows> {
            self.map.levels.as_ref()
        }

        fn levels_mut(&mut self) -> &mut Option<$crate::HexRows> {
            &mut self.map.levels
        }

        fn hexes_mut(&mut self) -> &mut $crate::HexRows {
            &mut self.map.hexes
        }

        fn has(&self, cell: $crate::Cell) -> bool {
            self.map.has(cell)
        }

        fn size(&self) -> (u16, u16) {
            (self.map.columns, self.map.rows)
        }

        fn set_size(&mut self, columns: u16, rows: u16) {
            self.map.columns = columns;
            self.map.rows = rows;
        }

        fn hex_metres(&self) -> Option<u32> {
            self.map.hex_metres
        }

        fn terrain(&self) -> Vec<$crate::TerrainView<'_>> {
            $crate::common::view::terrain_of(&self.map)
        }

        fn roads(&self) -> &Vec<$crate::Road> {
            &self.road
        }

        fn roads_mut(&mut self) -> &mut Vec<$crate::Road> {
            &mut self.road
        }

        fn hexsides(&self) -> &Vec<$crate::Hexside> {
            &self.hexside
        }

        fn hexsides_mut(&mut self) -> &mut Vec<$crate::Hexside> {
            &mut self.hexside
        }

        fn places(&self) -> &Vec<$crate::Place> {
            &self.place
        }

        fn places_mut(&mut self) -> &mut Vec<$crate::Place> {
            &mut self.place
        }

        fn labels(&self) -> &Vec<$crate::Label> {
            &self.label
        }

        fn entries(&self) -> &Vec<$crate::Entry> {
            &self.entry
        }

        fn entries_mut(&mut self) -> &mut Vec<$crate::Entry> {
            &mut self.entry
        }

        fn sides(&self) -> Vec<$crate::SideView<'_>> {
            self.side.iter().map(|(id, side)| $crate::SideView { id, name: &side.name, color: side.color }).collect()
        }

        fn unit_count(&self) -> usize {
            self.unit.len()
        }
    };
}

pub(crate) use shared_sections;

pub(crate) fn frame_of<T>(map: &Map<T>) -> MapFrame<'_> {
    MapFrame {
        orientation: map.orientation,
        lower_columns: map.lower_columns,
        right_rows: map.right_rows,
        numbering: &map.numbering,
    }
}

pub(crate) fn terrain_of<T: super::map::TerrainFacts>(map: &Map<T>) -> Vec<TerrainView<'_>> {
    map.terrain
        .iter()
        .map(|(letter, terrain)| TerrainView {
            letter: *letter,
            name: terrain.name(),
            look: terrain.look(),
            color: terrain.color(),
        })
        .collect()
}
