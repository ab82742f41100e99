//! What the lints look at, found out once.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::OnceLock;

use super::mismatch::Mismatch;
use super::names::{Name, Names};
use super::own::{Goal, Own, Piece};
use crate::common::grid::{Cell, Grid, NumberingProblem};
use crate::common::label::Label;
use crate::common::map::{HexRows, VOID};
use crate::path::DocPath;
use crate::place::{Places, row_lines};
use crate::{Common, Entry, Exit, ExitId, HexId, Hexside, Place, Road, Scenario, SideId, Turns};

/// A scenario as lints see it: the sections that every system shares, and what they need of its own.
pub(super) struct Context<'s> {
    pub(super) scenario: &'s Scenario,
    /// Every name and number.
    pub(super) names: Names,
    /// The text that the scenario was read from, if any.
    pub(super) text: Option<Places<'s>>,
    pub(super) map: Ground<'s>,
    pub(super) turns: &'s Turns,
    /// The first turn that is played.
    pub(super) first_turn: u8,
    pub(super) roads: &'s [Road],
    pub(super) hexsides: &'s [Hexside],
    pub(super) places: &'s [Place],
    pub(super) labels: &'s [Label],
    pub(super) entries: &'s [Entry],
    pub(super) exits: &'s [Exit],
    pub(super) sides: Vec<&'s SideId>,
    pub(super) units: Vec<Piece<'s>>,
    pub(super) goals: Vec<Goal<'s>>,
    pub(super) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
    /// What is wrong with the numbering as a whole.
    pub(super) mismatch: Mismatch,
    /// The bytes of each row of letters, and of digits.
    rows: OnceLock<Option<Vec<Range<usize>>>>,
    level_rows: OnceLock<Option<Vec<Range<usize>>>>,
}

/// The map.
pub(super) struct Ground<'s> {
    pub(super) columns: u16,
    pub(super) rows: u16,
    pub(super) first: &'s HexId,
    pub(super) hexes: &'s HexRows,
    /// The elevation digits.
    pub(super) levels: Option<&'s HexRows>,
    /// The terrain's letters, in the author's order.
    pub(super) letters: Vec<char>,
    /// The hexes' names and neighbors; `None` while size or numbering are wrong.
    pub(super) grid: Option<Grid>,
    /// What is wrong with the numbering.
    pub(super) problem: Option<NumberingProblem>,
    /// Whether the rows of letters are as many and as long as the map's size says.
    pub(super) is_full: bool,
}

/// The greatest size of a map that is looked at; a greater one is a finding of its own.
const MOST_COLUMNS_OR_ROWS: u16 = 1000;

impl<'s> Ground<'s> {
    fn new(common: &'s dyn Common) -> Self {
        let sizes = 1..=MOST_COLUMNS_OR_ROWS;
        let (columns, rows) = common.size();
        let sized = sizes.contains(&columns) && sizes.contains(&rows);
        let grid = common.grid();
        let hexes = common.hexes();
        let is_full = hexes.0.len() == usize::from(rows) && hexes.0.iter().all(|row| row.len() == usize::from(columns));
        let problem = grid.as_ref().err().copied();
        // A numbering that runs out of digits names two hexes alike.
        let grid = grid.ok().filter(|grid| sized && grid.is_unambiguous());
        let letters = common.terrain().into_iter().map(|terrain| terrain.letter.0).collect();
        Self {
            columns,
            rows,
            first: &common.frame().numbering.first,
            hexes,
            levels: common.levels(),
            letters,
            grid,
            problem,
            is_full,
        }
    }

    /// Whether the size is one that a map can have.
    pub(super) fn is_sized(&self) -> bool {
        let sizes = 1..=MOST_COLUMNS_OR_ROWS;
        sizes.contains(&self.columns) && sizes.contains(&self.rows)
    }

    /// Whether there is a hex at `cell`, as far as the rows of letters go.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.letter(cell).is_some_and(|letter| letter != VOID)
    }

    /// The letter at `cell`, if the row of letters is long enough.
    pub(super) fn letter(&self, cell: Cell) -> Option<char> {
        self.hexes.get(usize::from(cell.column), usize::from(cell.row))
    }

    /// The name of the first or the last hex, as far as hexes have names.
    pub(super) fn corner(&self, last: bool) -> HexId {
        let corner = Cell { column: self.columns.saturating_sub(1), row: self.rows.saturating_sub(1) };
        match &self.grid {
            Some(grid) if last => grid.name(corner),
            _ => self.first.clone(),
        }
    }

    /// The hex that `name` names, if the map has it.
    pub(super) fn find(&self, name: &HexId) -> Option<Cell> {
        self.named(name.as_str())
    }

    /// The same for a name that is part of another.
    pub(super) fn named(&self, name: &str) -> Option<Cell> {
        let cell = self.grid.as_ref()?.named(name)?;
        self.has(cell).then_some(cell)
    }

    /// The neighbors of `cell` that the map has.
    pub(super) fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let neighbors = self.grid.as_ref().map(|grid| grid.neighbors(cell)).unwrap_or_default();
        neighbors.into_iter().flatten().filter(|neighbor| self.has(*neighbor))
    }

    /// Whether a neighbor of `cell` is missing.
    pub(super) fn is_edge(&self, cell: Cell) -> bool {
        self.neighbors(cell).count() < 6
    }

    /// The hexes that can be reached from `starts`, over any ground.
    pub(super) fn reach(&self, starts: impl IntoIterator<Item = Cell>) -> Reach {
        let columns = usize::from(self.columns);
        let mut reach = Reach { columns, marks: vec![false; columns * usize::from(self.rows)] };
        let mut todo: Vec<Cell> = starts.into_iter().filter(|cell| reach.mark(*cell)).collect();
        while let Some(cell) = todo.pop() {
            todo.extend(self.neighbors(cell).filter(|neighbor| reach.mark(*neighbor)));
        }
        reach
    }
}

/// A part of the map.
pub(super) struct Reach {
    columns: usize,
    marks: Vec<bool>,
}

impl Reach {
    /// Whether `cell` is part of it.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.marks.get(self.index(cell)) == Some(&true)
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * self.columns + usize::from(cell.column)
    }

    /// Adds `cell`; whether it is new.
    fn mark(&mut self, cell: Cell) -> bool {
        let index = self.index(cell);
        self.marks.get_mut(index).is_some_and(|mark| !std::mem::replace(mark, true))
    }
}

impl<'s> Context<'s> {
    pub(super) fn new(scenario: &'s Scenario, text: Option<Places<'s>>) -> Self {
        let common = scenario.common();
        let own = Own::of(scenario);
        let mut context = Self {
            scenario,
            names: Names::of(scenario),
            text,
            map: Ground::new(common),
            turns: common.turns(),
            first_turn: own.first_turn,
            roads: common.roads(),
            hexsides: common.hexsides(),
            places: common.places(),
            labels: common.labels(),
            entries: common.entries(),
            exits: common.exits(),
            sides: common.sides().into_iter().map(|side| side.id).collect(),
            units: own.units,
            goals: own.goals,
            escapes: own.escapes,
            mismatch: Mismatch::default(),
            rows: OnceLock::new(),
            level_rows: OnceLock::new(),
        };
        if let Some((mismatch, grid)) = Mismatch::of(&context) {
            context.mismatch = mismatch;
            context.map.grid = Some(grid);
        }
        context
    }

    /// The bytes of row `row` (from 0) of the map's letters, if there is a text.
    pub(super) fn row_span(&self, row: usize) -> Option<Range<usize>> {
        self.rows.get_or_init(|| row_spans(self.text?, "hexes")).as_ref()?.get(row).cloned()
    }

    /// The bytes of the letters of `row` from `column` on, or of that one letter.
    pub(super) fn letters_span(&self, row: usize, column: usize, to_end: bool) -> Option<Range<usize>> {
        let line = self.row_span(row)?;
        let text = self.text?.text().get(line.clone())?;
        let mut letters = text.char_indices().filter(|(_, c)| !c.is_whitespace()).skip(column);
        let (start, letter) = letters.next()?;
        let end = if to_end { text.trim_end().len() } else { start + letter.len_utf8() };
        Some(line.start + start..line.start + end)
    }

    /// The bytes of the digit of `row` and `column` among the map's levels, or of the row if it is too short.
    pub(super) fn level_span(&self, row: usize, column: usize) -> Option<Range<usize>> {
        let rows = self.level_rows.get_or_init(|| row_spans(self.text?, "levels"));
        let line = rows.as_ref()?.get(row).cloned()?;
        let text = self.text?.text().get(line.clone())?;
        let digit = text.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(column);
        Some(digit.map_or(line.clone(), |(at, digit)| line.start + at..line.start + at + digit.len_utf8()))
    }

    /// The bytes of the key at `path`, if there is a text.
    pub(super) fn key_span(&self, path: &DocPath) -> Option<Range<usize>> {
        self.text.map(|text| text.key(path))
    }

    /// Every use of a name of `kind`, definitions left out.
    pub(super) fn uses(&self, kind: &'static str) -> impl Iterator<Item = Name<'_>> {
        self.names.uses(kind)
    }

    /// The hexes from which a side's units come: where they start and where they enter.
    pub(super) fn origins(&self) -> BTreeMap<&'s SideId, BTreeSet<Cell>> {
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

fn row_spans(text: Places<'_>, key: &str) -> Option<Vec<Range<usize>>> {
    let (literal, span) = text.string(&DocPath::root().key("map").key(key))?;
    Some(row_lines(literal)?.into_iter().map(|row| span.start + row.start..span.start + row.end).collect())
}
