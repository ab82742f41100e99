//! A system-independent view of a scenario: the trait [`Common`] and the types that it returns. Map views, map tools and lists
//! of places are built on it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use super::advice::{AdviceLeft, AdviceView};
use super::arm::Arm;
use super::counter_numbers::CounterNumbers;
use super::entry::{Entry, EntryView, Exit};
use super::face::Face;
use super::fortification::{FortificationView, FrontView};
use super::grid::{Cell, Grid, NumberingProblem};
use super::inches::TablePoint;
use super::label::Label;
use super::map::{HexRows, Letter, Look, Map, MapFrame, TerrainCourse};
use super::mega::MegaHexes;
use super::place::Place;
use super::point_list::PointList;
use super::recruit::{CounterFigures, FormationWish, PlaceList, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use super::road::{Hexside, Road};
use super::scan::{ArtPath, Scan};
use super::side::Color;
use super::start::Start;
use super::table_position::{PostureInfo, TablePosition, UnitReach};
use super::table_view::{DrawnKind, TableView, UnitFootprint};
use super::tabletop::{Ground, Tabletop};
use super::turns::Turns;
use crate::id::{EntryId, FormationId, HexId, PlaceId, SideId, UnitId, ZoneId};
use crate::rule::{CounterOwner, GoneNames, RulesLeft};
use crate::{DocPath, System};

/// Access to the sections that all systems share, for a scenario of any system.
pub trait Common {
    /// Returns the rules system.
    fn system(&self) -> System;
    /// Returns the title, the description and the other texts about the whole scenario.
    fn about(&self) -> ScenarioTexts;
    /// Replaces the texts about the whole scenario.
    fn set_about(&mut self, about: ScenarioTexts);
    /// Returns the length of the game.
    fn turns(&self) -> &Turns;
    /// Returns the length of the game, mutable.
    fn turns_mut(&mut self) -> &mut Turns;
    /// Returns the table of a game without hexes; `None` for a game on a hex map.
    fn table(&self) -> Option<Tabletop> {
        None
    }
    /// Sets the size of the table. Points at the right and the lower edge move with these edges. A game on a hex map stays as it
    /// is.
    fn set_table(&mut self, table: Tabletop) {
        let _ = table;
    }
    /// Returns all that lies on the table at the start of the game, for pictures. The default is an empty table; `None` for a
    /// game on a hex map.
    fn table_view(&self) -> Option<TableView<'_>> {
        self.table().map(TableView::empty)
    }
    /// Returns the kinds of things that a designer draws on the table, in the order of a menu. None for a game on a hex map.
    fn drawn_kinds(&self) -> Vec<DrawnKind> {
        Vec::new()
    }
    /// Returns the playing surface: a hex grid or a table.
    ///
    /// # Errors
    /// The name of the first hex has no known form.
    fn ground(&self) -> Result<Ground, NumberingProblem> {
        match self.table() {
            Some(table) => Ok(Ground::Table(table)),
            None => self.grid().map(Ground::Hexes),
        }
    }
    /// Returns the hex grid.
    ///
    /// # Errors
    /// The name of the first hex has no known form, or the game is played on a table.
    fn grid(&self) -> Result<Grid, NumberingProblem>;
    /// Returns the orientation and the numbering of the hexes.
    fn frame(&self) -> MapFrame<'_>;
    /// Returns the path of the theme file with colors and artwork; `None` for the standard theme.
    fn theme(&self) -> Option<&ArtPath>;
    /// Returns the picture for tracing, if there is one.
    fn scan(&self) -> Option<&Scan>;
    /// Returns the picture for tracing, mutable.
    fn scan_mut(&mut self) -> &mut Option<Scan>;
    /// Returns the terrain letters.
    fn hexes(&self) -> &HexRows;
    /// Returns the terrain letters, mutable.
    fn hexes_mut(&mut self) -> &mut HexRows;
    /// Returns the elevation digits, if the file has any.
    fn levels(&self) -> Option<&HexRows>;
    /// Returns the elevation digits, mutable.
    fn levels_mut(&mut self) -> &mut Option<HexRows>;
    /// Returns the least difference of levels that makes a hexside a steep slope; `None` in systems without levels.
    fn steep(&self) -> Option<u8> {
        None
    }
    /// Returns `true` if the map has a hex at `cell`.
    fn has(&self, cell: Cell) -> bool;
    /// Returns the number of columns and rows in the file. The rows of letters may differ in a broken file.
    fn size(&self) -> (u16, u16);
    /// Sets the number of columns and rows. The caller adjusts the letters and the levels.
    fn set_size(&mut self, columns: u16, rows: u16);
    /// Returns the distance between the centers of adjacent hexes, in meters.
    fn hex_metres(&self) -> Option<u32>;
    /// Returns the terrains by letter, in the order of the file.
    fn terrain(&self) -> Vec<TerrainView<'_>>;
    /// Returns the roads.
    fn roads(&self) -> &Vec<Road>;
    /// Returns the roads, mutable.
    fn roads_mut(&mut self) -> &mut Vec<Road>;
    /// Returns the hexside features.
    fn hexsides(&self) -> &Vec<Hexside>;
    /// Returns the hexside features, mutable.
    fn hexsides_mut(&mut self) -> &mut Vec<Hexside>;
    /// Returns the named places.
    fn places(&self) -> &Vec<Place>;
    /// Returns the named places, mutable.
    fn places_mut(&mut self) -> &mut Vec<Place>;
    /// Returns the ids of all places to which other sections can refer, on a map or on a table.
    fn place_ids(&self) -> Vec<&PlaceId> {
        self.places().iter().map(|place| &place.id).collect()
    }
    /// Returns the list of the file that has these places, such as `"place"`.
    fn place_list(&self) -> &'static str {
        "place"
    }
    /// Returns the numbers with which counters of the place at `index` among [those](Self::place_ids) start.
    fn counters_of_place(&self, index: usize) -> Option<&CounterNumbers> {
        self.places().get(index).map(|place| &place.counters)
    }
    /// Returns the same numbers, mutable.
    fn counters_of_place_mut(&mut self, index: usize) -> Option<&mut CounterNumbers> {
        self.places_mut().get_mut(index).map(|place| &mut place.counters)
    }
    /// Returns the places on a table, each with its name and its point; empty in systems that are played on a map.
    fn table_places(&self) -> Vec<(&PlaceId, &str, TablePoint)> {
        Vec::new()
    }
    /// Returns the free texts on the map, which are not places.
    fn labels(&self) -> &Vec<Label>;
    /// Returns the entries for reinforcements.
    fn entries(&self) -> &Vec<Entry>;
    /// Returns the entries for reinforcements, mutable.
    fn entries_mut(&mut self) -> &mut Vec<Entry>;
    /// Returns the ids of all entries, on a map or on a table.
    fn entry_ids(&self) -> Vec<&EntryId> {
        self.entry_views().into_iter().map(|entry| entry.id).collect()
    }
    /// Returns all entries, on a map or on a table.
    fn entry_views(&self) -> Vec<EntryView<'_>> {
        self.entries().iter().map(Entry::view).collect()
    }
    /// Returns the lists of things on a table; empty for a game on a hex map.
    fn point_lists(&self) -> Vec<PointList> {
        Vec::new()
    }
    /// Returns the exits by which units leave the map; empty in systems without exits.
    fn exits(&self) -> &[Exit] {
        &[]
    }
    /// Returns the exits, mutable; `None` in systems without exits.
    fn exits_mut(&mut self) -> Option<&mut Vec<Exit>> {
        None
    }
    /// Returns `true` if the system has exits.
    fn has_exits(&self) -> bool {
        false
    }
    /// Returns the sides in the order of the file.
    fn sides(&self) -> Vec<SideView<'_>>;
    /// Returns the number of units.
    fn unit_count(&self) -> usize;
    /// Returns the unit at `index` of the order of battle.
    fn unit(&self, index: usize) -> Option<UnitView<'_>>;
    /// Returns the tags of the unit at `index`, by which rules in rows know it.
    fn tags(&self, index: usize) -> &[SmolStr];
    /// Returns the units of rules that are no rows of units and come behind those: the id and the path of each. They are the headquarters
    /// of formations in systems that count them among the units.
    fn further_units(&self) -> Vec<(UnitId, DocPath)> {
        Vec::new()
    }
    /// Returns the numbers with which counters of the [further unit](Self::further_units) at `index` start.
    fn counters_of_further_unit(&self, _index: usize) -> Option<&CounterNumbers> {
        None
    }
    /// Returns the same numbers, mutable.
    fn counters_of_further_unit_mut(&mut self, _index: usize) -> Option<&mut CounterNumbers> {
        None
    }
    /// Returns the numbers with which counters of the side, the unit or the place at `index` start, as `of` says. `None` for one that the
    /// file does not have, and for the game, whose counters start with the numbers of their rows.
    fn counter_numbers(&self, of: CounterOwner, index: usize) -> Option<&CounterNumbers>;
    /// Returns the same numbers, mutable.
    fn counter_numbers_mut(&mut self, of: CounterOwner, index: usize) -> Option<&mut CounterNumbers>;
    /// Returns the names of what left the game before its start, which rows of rules may use.
    fn gone(&self) -> &GoneNames;
    /// Returns the formations; empty in systems whose files do not list formations.
    fn formations(&self) -> Vec<FormationView<'_>> {
        Vec::new()
    }
    /// Returns the names by which advice refers to formations: their ids, or in systems whose files do not list formations the names
    /// in the units.
    fn formation_names(&self) -> Vec<&str> {
        self.formations().into_iter().map(|formation| formation.id.as_str()).collect()
    }
    /// Returns the name by which advice refers to the formation of the unit at `index`.
    fn formation_of(&self, index: usize) -> Option<&str> {
        self.unit(index)?.formation
    }
    /// Returns the advice for computer players, in the order of the file.
    fn advice(&self) -> Vec<AdviceView<'_>>;
    /// Returns the units that a row of advice is about, by their index.
    fn advised_units(&self, row: &AdviceView<'_>) -> Vec<usize> {
        let is_named = |index: usize, unit: &UnitView<'_>| {
            let is_in = |name: &str| row.formations.iter().any(|formation| formation.as_str() == name);
            row.is_of_side() || row.units.contains(&unit.id) || self.formation_of(index).is_some_and(is_in)
        };
        let is_advised =
            |index: &usize| self.unit(*index).is_some_and(|unit| unit.side == row.side && is_named(*index, &unit));
        (0..self.unit_count()).filter(is_advised).collect()
    }
    /// Removes the advice for computer players, so that the scenario can get another map and other units.
    fn clear_advice(&mut self);
    /// Keeps of the advice for computer players what a later game can use.
    fn keep_advice(&mut self, left: &AdviceLeft);
    /// Changes the rules in rows to those of a later game. Returns what they cannot express, in sentences.
    fn keep_rules(&mut self, left: &RulesLeft) -> Vec<String>;
    /// Returns the headquarters of the formation at `index`; `None` in systems without headquarters counters.
    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let _ = index;
        None
    }
    /// Returns the setup zones, in which units are placed freely.
    fn zones(&self) -> Vec<ZoneView<'_>> {
        Vec::new()
    }
    /// Returns `true` if the system has setup zones.
    fn has_zones(&self) -> bool {
        false
    }
    /// Returns the fortifications on the map at the start, in the order of the file; empty in systems without them.
    fn fortifications(&self) -> Vec<FortificationView<'_>> {
        Vec::new()
    }
    /// Returns the name of the list of fortifications in the file; `None` in systems without them.
    fn fortification_list(&self) -> Option<&'static str> {
        None
    }
    /// Returns `false` if the scenario rules out `word` as the value of the field at `path`, such as an event of the other army
    /// for the chit of a side. Forms do not offer such words.
    fn suits(&self, path: &DocPath, word: &str) -> bool {
        let _ = (path, word);
        true
    }
    /// Removes the sections of this system alone that name hexes, places or units, so that the scenario can get another map
    /// and other units.
    fn clear_own_sections(&mut self) {}
    /// Returns the mega-hexes of the map; `None` in systems and scenarios without them.
    fn mega_hexes(&self) -> Option<&MegaHexes> {
        None
    }
    /// Returns the front line at the start; `None` in systems and scenarios without one.
    fn front_line(&self) -> Option<FrontView<'_>> {
        None
    }
    /// Sets the starting position of `counter` and returns the previous one; `None` if there is no such counter.
    fn set_start(&mut self, counter: Counter, start: Start) -> Option<Start>;
    /// Returns the bases of the unit at `index` in `position` on the table; `None` if there is no such unit, or if its bases cannot
    /// form up so.
    fn footprint(&self, index: usize, position: &TablePosition) -> Option<UnitFootprint> {
        let _ = (index, position);
        None
    }
    /// Returns the formations that the bases of the unit at `index` can take on a table; empty for a unit without a front, and in
    /// a game on a hex map.
    fn postures(&self, index: usize) -> Vec<PostureInfo> {
        let _ = index;
        Vec::new()
    }
    /// Returns the reasons why these units cannot start at these positions on the table, each as a sentence part without a
    /// period. The other units stay where they start.
    fn placing_problems(&self, positions: &[(usize, TablePosition)]) -> Vec<String> {
        let _ = positions;
        Vec::new()
    }
    /// Returns the areas around the unit at `index` that matter for other units, if it starts on the table.
    fn reaches(&self, index: usize) -> Vec<UnitReach> {
        let _ = index;
        Vec::new()
    }
    /// Returns every counter with a starting position: the units, then the headquarters.
    fn counters(&self) -> Vec<Counter> {
        let hqs = (0..self.formations().len()).filter(|index| self.hq(*index).is_some());
        (0..self.unit_count()).map(Counter::Unit).chain(hqs.map(Counter::Hq)).collect()
    }
    /// Returns the unit or headquarters of `counter`.
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
    /// Returns the number of steps that the unit at `index` has at the start, in systems whose units have steps.
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
    /// Returns the kinds of units in the system.
    fn kinds(&self) -> &'static [UnitKind];
    /// Returns the index among the [kinds](Common::kinds) of the kind that fits `arm` and `figures`; the first kind of that arm
    /// if the figures do not decide.
    fn kind_of(&self, arm: Arm, figures: &CounterFigures) -> usize {
        let _ = figures;
        self.kinds().iter().position(|kind| kind.arm == arm).unwrap_or(0)
    }
    /// Returns the names and the range of the main rating of units.
    fn rating(&self) -> Rating;
    /// Makes a new unit from `wish`. Missing values are copied from similar units.
    ///
    /// # Errors
    /// The unit cannot be made: the system lacks the kind, a formation or a unit to copy from.
    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError>;
    /// Makes the row of a new formation from `wish`, without a starting position. Missing values are copied from the first
    /// formation of the side. `None` in systems whose files do not list formations.
    fn recruit_formation(&self, wish: &FormationWish) -> Option<Value> {
        let _ = wish;
        None
    }
    /// Returns what runs through hexes of the terrain `letter`, such as a stream; `None` for a terrain that fills its hexes.
    fn course(&self, letter: char) -> Option<TerrainCourse> {
        let _ = letter;
        None
    }
    /// Returns the lists of places in the victory conditions; empty in systems whose places score by themselves.
    fn victory_lists(&self) -> Vec<PlaceList> {
        Vec::new()
    }
    /// Returns the places that count for victory, each with the side that scores and the VPs per hex.
    fn scoring(&self) -> Vec<Scoring<'_>>;
}

/// The texts about a whole scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioTexts {
    /// The name of the scenario.
    pub title: String,
    /// The second line of the title, such as a date.
    pub subtitle: Option<String>,
    /// A short introduction for the players.
    pub description: Option<String>,
    /// The people who made the scenario.
    pub authors: Vec<String>,
    /// The license of the scenario, as an SPDX identifier.
    pub license: Option<String>,
    /// The books, maps and papers that the scenario is based on.
    pub sources: Vec<String>,
}

/// The system-independent properties of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainView<'a> {
    /// The letter in the rows of hexes.
    pub letter: Letter,
    /// The name in the terrain chart.
    pub name: &'a str,
    /// The drawing style.
    pub look: Look,
    /// The ground color, if the designer chose one.
    pub color: Option<Color>,
}

/// The system-independent properties of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideView<'a> {
    /// The id of the side.
    pub id: &'a SideId,
    /// The name of the soldiers, such as `"Germans"`.
    pub name: &'a str,
    /// The color of the counters, if the designer chose one.
    pub color: Option<Color>,
}

/// A reference to a counter with a starting position, by its row in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Counter {
    /// The unit at this index of the order of battle.
    Unit(usize),
    /// The headquarters of the formation at this index.
    Hq(usize),
}

impl Counter {
    /// Returns the path of the counter in the file.
    pub fn path(self) -> DocPath {
        match self {
            Self::Unit(row) => DocPath::root().key("unit").index(row),
            Self::Hq(row) => DocPath::root().key("formation").index(row).key("hq"),
        }
    }
}

/// The system-independent properties of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormationView<'a> {
    /// The id of the formation.
    pub id: &'a FormationId,
    /// The name of the formation.
    pub name: &'a str,
    /// The id of its side.
    pub side: &'a SideId,
    /// The color of the band on the counters, if the designer chose one.
    pub color: Option<Color>,
}

/// A setup zone, in which units are placed freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneView<'a> {
    /// The id of the zone.
    pub id: &'a ZoneId,
    /// The name, or the id if the zone has no name.
    pub name: &'a str,
    /// The hexes of the zone.
    pub hexes: &'a [HexId],
    /// The two ends of the string of adjacent hexes in which the units are set up; `None` if no string is required.
    pub string: Option<&'a [HexId; 2]>,
}

/// The system-independent properties of a unit or a headquarters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitView<'a> {
    /// The id of the unit; for a headquarters, the id of its piece in play.
    pub id: Cow<'a, UnitId>,
    /// The full name.
    pub name: &'a str,
    /// The label on the counter.
    pub label: &'a str,
    /// The name of the formation, if the unit belongs to one.
    pub formation: Option<&'a str>,
    /// The id of the side.
    pub side: &'a SideId,
    /// The arm, which determines the symbol on the counter.
    pub arm: Arm,
    /// The main rating on the counter.
    pub rating: u8,
    /// The side of the counter that is up at the start, or a neutral face if the players choose the side in play.
    pub face: Face,
    /// The two printed sides of the counter, front first.
    pub sides: [Face; 2],
    /// The starting position.
    pub start: Start,
}

impl UnitView<'_> {
    /// Returns the side of the counter that is down at the start; `None` if no side is up yet.
    pub fn reverse(&self) -> Option<&Face> {
        self.face.name?;
        self.sides.iter().find(|side| side.back != self.face.back)
    }
}

/// A place that counts for victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring<'a> {
    /// The id of the place.
    pub place: &'a PlaceId,
    /// The side that scores for the place.
    pub side: &'a SideId,
    /// The VPs per hex of the place; 0 if the place counts in another way.
    pub points: u8,
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
