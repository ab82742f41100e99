//! Precomputed data for lints.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use super::ground::{HexValues, MapGround};
use super::level::{LintLevel, LintLevels};
use super::lookup::Numbers;
use super::mismatch::Mismatch;
use super::names::{ScenarioName, ScenarioNames};
use super::view::{Goal, MarchFacts, PaceFacts, Piece, StrengthField};
use crate::common::grid::{Cell, Grid};
use crate::common::label::Label;
use crate::diagnostic::Finding;
use crate::path::DocPath;
use crate::place::{Places, row_lines};
use crate::{AdviceView, Entry, Exit, ExitId, Hexside, HexsideId, Place, Road, Scenario, SideId, Turns};

/// A hex of a road's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RoadHex {
    /// The index of the road.
    pub(crate) row: usize,
    /// The index of the hex in the road's path.
    pub(crate) index: usize,
}

impl RoadHex {
    /// Returns the path of the hex in the file.
    pub(crate) fn path(self) -> DocPath {
        DocPath::root().key("road").index(self.row).key("path").index(self.index)
    }
}

/// The road network by hex.
pub(crate) struct JoinedHexes {
    /// The directions in which roads lead from each hex, one bit per direction.
    pub(crate) directions: HexValues<u8>,
    /// `true` if each step of each road connects neighboring hexes of the map, and no step occurs twice.
    pub(crate) each_once: bool,
}

impl JoinedHexes {
    fn of(cx: &Context<'_>) -> Self {
        let field = cx.map.field();
        let mut directions = field.each(0_u8);
        let steps: usize = cx.roads.iter().map(|road| road.path.len().saturating_sub(1)).sum();
        let mut new_steps = 0;
        for [(a, _), (b, _)] in cx.road_steps() {
            let (a, b) = (field.spot(a), field.spot(b));
            let mut is_new = false;
            for (from, to) in [(a, b), (b, a)] {
                if let Some(direction) = field.beside(from).iter().position(|beside| *beside == to) {
                    is_new = directions[from] & (1 << direction) == 0;
                    directions[from] |= 1 << direction;
                }
            }
            new_steps += usize::from(is_new);
        }
        Self { directions, each_once: new_steps == steps }
    }
}

/// A hexside listed in the file.
pub(crate) struct Border<'s> {
    pub(crate) hexside: &'s Hexside,
    /// The index of the row, and the index in its list.
    pub(crate) at: (usize, usize),
    pub(crate) id: &'s HexsideId,
    /// The two hexes as written with their distance; `None` if the map lacks one.
    pub(crate) cells: Option<(Cell, Cell, u32)>,
}

impl<'s> Border<'s> {
    /// Returns all hexsides, in the order of the file.
    fn all(hexsides: &'s [Hexside], grid: Option<&Grid>) -> Vec<Self> {
        let cells = |id: &HexsideId| {
            let (grid, (a, b)) = grid.zip(HexsideId::parts(id.as_str()))?;
            let (a, b) = (grid.named(a)?, grid.named(b)?);
            Some((a, b, grid.distance(a, b)))
        };
        let mut all = Vec::with_capacity(hexsides.iter().map(|hexside| hexside.between.len()).sum());
        for (row, hexside) in hexsides.iter().enumerate() {
            let between = hexside.between.iter().enumerate();
            all.extend(between.map(|(index, id)| Self { hexside, at: (row, index), id, cells: cells(id) }));
        }
        all
    }

    /// Returns the path of the hexside in the file.
    pub(crate) fn path(&self) -> DocPath {
        Self::path_of(self.at)
    }

    /// Returns the path of the hexside at this row and index.
    pub(crate) fn path_of((row, index): (usize, usize)) -> DocPath {
        DocPath::root().key("hexside").index(row).key("between").index(index)
    }
}

/// A scenario prepared for lints: the shared sections, and a view of the system's own.
pub(crate) struct Context<'s> {
    pub(crate) scenario: &'s Scenario,
    /// The levels in force besides the scenario's own.
    levels: &'s LintLevels,
    /// The names of the scenario.
    pub(crate) names: ScenarioNames<'s>,
    /// The text of the scenario; `None` if it was not read from one.
    pub(crate) text: Option<&'s Places<'s>>,
    pub(crate) map: MapGround<'s>,
    pub(crate) turns: &'s Turns,
    /// The first turn of play.
    pub(crate) first_turn: u8,
    pub(crate) roads: &'s [Road],
    pub(crate) hexsides: &'s [Hexside],
    /// The listed hexsides.
    pub(crate) borders: Vec<Border<'s>>,
    pub(crate) places: &'s [Place],
    pub(crate) labels: &'s [Label],
    pub(crate) advice: Vec<AdviceView<'s>>,
    pub(crate) entries: &'s [Entry],
    pub(crate) exits: &'s [Exit],
    pub(crate) sides: Vec<&'s SideId>,
    pub(crate) units: Vec<Piece<'s>>,
    pub(crate) goals: Vec<Goal<'s>>,
    pub(crate) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
    /// The turn when the chit of each formation goes into the cup, in systems that have such chits.
    pub(crate) chits: Vec<Option<u8>>,
    pub(crate) strength: Option<StrengthField>,
    pub(crate) march: Option<MarchFacts>,
    pub(crate) pace: Option<PaceFacts<'s>>,
    /// The numbers of the ids of sides, formations and entries.
    pub(crate) side_numbers: Numbers<'s>,
    pub(crate) formation_numbers: Numbers<'s>,
    pub(crate) entry_numbers: Numbers<'s>,
    /// `true` if the map has every hex named in the scenario.
    pub(crate) is_all_on_map: bool,
    /// A mismatch between the numbering and the hex names as a whole.
    pub(crate) mismatch: Mismatch,
    road_hexes: OnceLock<Vec<(Cell, RoadHex)>>,
    joined: OnceLock<JoinedHexes>,
    /// The byte ranges of the rows of letters and of levels.
    rows: OnceLock<Option<Vec<Range<usize>>>>,
    level_rows: OnceLock<Option<Vec<Range<usize>>>>,
}

impl<'s> Context<'s> {
    pub(crate) fn new(scenario: &'s Scenario, text: Option<&'s Places<'s>>, levels: &'s LintLevels) -> Self {
        let common = scenario.common();
        let own = crate::of_scenario!(scenario, own => crate::SystemFile::lint_view(&**own));
        let map = MapGround::new(common);
        let mut context = Self {
            scenario,
            levels,
            names: ScenarioNames::of(scenario),
            text,
            borders: Border::all(common.hexsides(), map.grid.as_ref()),
            map,
            turns: common.turns(),
            first_turn: own.first_turn,
            roads: common.roads(),
            hexsides: common.hexsides(),
            places: common.places(),
            labels: common.labels(),
            advice: common.advice(),
            entries: common.entries(),
            exits: common.exits(),
            sides: common.sides().into_iter().map(|side| side.id).collect(),
            units: own.units,
            goals: own.goals,
            escapes: own.escapes,
            chits: own.chits,
            strength: own.strength,
            march: own.march,
            pace: own.pace,
            side_numbers: own.sides,
            formation_numbers: own.formations,
            entry_numbers: own.entries,
            is_all_on_map: false,
            mismatch: Mismatch::default(),
            road_hexes: OnceLock::new(),
            joined: OnceLock::new(),
            rows: OnceLock::new(),
            level_rows: OnceLock::new(),
        };
        let is_on_map = |border: &Border<'_>| match border.cells {
            Some((a, b, _)) => context.map.has(a) && context.map.has(b),
            // An invalid hexside names no hexes.
            None => HexsideId::parts(border.id.as_str()).is_none(),
        };
        context.is_all_on_map = context.uses("HexId").all(|hex| context.map.named(hex.text()).is_some())
            && context.borders.iter().all(is_on_map);
        if let Some((mismatch, grid)) = context.find_mismatch() {
            context.mismatch = mismatch;
            context.borders = Border::all(context.hexsides, Some(&grid));
            context.map.grid = Some(grid);
        }
        context
    }

    /// Searches for an error of the numbering as a whole, and returns it with the corrected grid.
    fn find_mismatch(&self) -> Option<(Mismatch, Grid)> {
        let frame = self.scenario.common().frame();
        let neighbors = || {
            let steps = self.road_steps().map(|[(from, _), (to, _)]| (from, to));
            steps.chain(self.borders.iter().filter_map(|border| border.cells.map(|(a, b, _)| (a, b))))
        };
        let numbering =
            if self.is_all_on_map { None } else { Mismatch::of_numbering(&self.map, frame, || self.hexes()) };
        numbering.or_else(|| Mismatch::of_shift(&self.map, frame, neighbors))
    }

    /// Returns `true` unless the levels suppress this kind of finding.
    pub(crate) fn asks_for(&self, finding: &Finding) -> bool {
        self.levels.of(self.scenario.lints(), finding) != Some(LintLevel::Allow)
    }

    /// Returns the byte range of a row of map letters, from 0; `None` without a text.
    pub(crate) fn row_span(&self, row: usize) -> Option<Range<usize>> {
        self.rows.get_or_init(|| row_spans(self.text?, "hexes")).as_ref()?.get(row).cloned()
    }

    /// Returns the byte range of each map letter of a row; no ranges without a text.
    pub(crate) fn letter_spans(&self, row: usize) -> impl Iterator<Item = Range<usize>> {
        let line = self.row_span(row).unwrap_or_default();
        let text = self.text.and_then(|text| text.text().get(line.clone())).unwrap_or_default();
        let letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        letters.map(move |(at, letter)| line.start + at..line.start + at + letter.len_utf8())
    }

    /// Returns the byte range of the letters of a row from `column` to its end.
    pub(crate) fn rest_of_row_span(&self, row: usize, column: usize) -> Option<Range<usize>> {
        let mut letters = self.letter_spans(row).skip(column);
        let first = letters.next()?;
        let end = first.end;
        Some(first.start..letters.last().map_or(end, |last| last.end))
    }

    /// Returns the byte range of the level digit at `row` and `column`, or of the whole row if it is too short.
    pub(crate) fn level_span(&self, row: usize, column: usize) -> Option<Range<usize>> {
        let rows = self.level_rows.get_or_init(|| row_spans(self.text?, "levels"));
        let line = rows.as_ref()?.get(row).cloned()?;
        let text = self.text?.text().get(line.clone())?;
        let digit = text.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(column);
        Some(digit.map_or(line.clone(), |(at, digit)| line.start + at..line.start + at + digit.len_utf8()))
    }

    /// Returns the byte range of the key at `path`; `None` without a text.
    pub(crate) fn key_span(&self, path: &DocPath) -> Option<Range<usize>> {
        self.text.map(|text| text.key(path))
    }

    /// Returns the hexes of all roads, without those off the map.
    pub(crate) fn road_hexes(&self) -> &[(Cell, RoadHex)] {
        self.road_hexes.get_or_init(|| {
            let paths = self.roads.iter().enumerate().flat_map(|(row, road)| {
                road.path.iter().enumerate().map(move |(index, hex)| (hex, RoadHex { row, index }))
            });
            let mut hexes = Vec::with_capacity(self.roads.iter().map(|road| road.path.len()).sum());
            hexes.extend(paths.filter_map(|(hex, at)| Some((self.map.find(hex)?, at))));
            hexes
        })
    }

    /// Returns the steps of all roads between consecutive hexes on the map.
    pub(crate) fn road_steps(&self) -> impl Iterator<Item = [(Cell, RoadHex); 2]> {
        self.road_hexes().windows(2).filter_map(|step| match *step {
            [from, to] if from.1.row == to.1.row && from.1.index + 1 == to.1.index => Some([from, to]),
            _ => None,
        })
    }

    /// Returns the road network.
    pub(crate) fn joined(&self) -> &JoinedHexes {
        self.joined.get_or_init(|| JoinedHexes::of(self))
    }

    /// Returns the uses of names of `kind`, without definitions.
    pub(crate) fn uses(&self, kind: &'static str) -> impl Iterator<Item = ScenarioName<'_>> {
        self.names.uses(kind)
    }

    /// Returns every hex named, by itself or in a hexside.
    pub(crate) fn hexes(&self) -> impl Iterator<Item = &str> {
        let sides = self.uses("HexsideId").filter_map(|side| HexsideId::parts(side.text()));
        self.uses("HexId").map(|name| name.text()).chain(sides.flat_map(|(a, b)| [a, b]))
    }

    /// Returns the two hexes of a hexside, the lesser first; `None` unless both are on the map and adjacent.
    pub(crate) fn side(&self, border: &Border<'_>) -> Option<(Cell, Cell)> {
        let (a, b, apart) = border.cells?;
        (apart == 1 && self.map.has(a) && self.map.has(b)).then_some((a.min(b), a.max(b)))
    }

    /// Returns the hexes in which the units of each side start or enter.
    pub(crate) fn origins(&self) -> BTreeMap<&'s SideId, BTreeSet<Cell>> {
        let mut origins: BTreeMap<&SideId, BTreeSet<Cell>> = BTreeMap::new();
        for unit in &self.units {
            let own = origins.entry(unit.side).or_default();
            own.extend(unit.at.and_then(|hex| self.map.find(hex)));
            let entry = unit.enters.and_then(|(_, id)| self.entries.iter().find(|entry| entry.id == *id));
            own.extend(entry.into_iter().flat_map(|entry| &entry.hexes).filter_map(|hex| self.map.find(hex)));
        }
        origins
    }
}

fn row_spans(text: &Places<'_>, key: &str) -> Option<Vec<Range<usize>>> {
    let (literal, span) = text.string(&DocPath::root().key("map").key(key))?;
    Some(row_lines(literal)?.into_iter().map(|row| span.start + row.start..span.start + row.end).collect())
}
