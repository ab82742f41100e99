//! Resolution of the names in a scenario: hexes and sides. Unknown names are collected, so that all problems are reported at
//! once.

use std::fmt;
use std::sync::Arc;

use battlewright_schema::rule::CheckedRules;
use battlewright_schema::{Diagnostic, DocPath, Entry, HexId, Map, SideId};

use super::hex_map::{HexIx, Hexes};
use crate::game::{Rule, SetupProblem, Side};

/// The names of a scenario, and the problems found in the lookup.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The hexes of the map.
    pub hexes: Arc<Hexes>,
    /// The problems found so far.
    pub problems: Vec<SetupProblem>,
    /// The row of the scenario in progress; problems are reported there.
    pub path: DocPath,
    sides: Vec<SideId>,
    side_rule: Rule,
    hex_rule: Rule,
}

impl Lookup {
    /// Creates a lookup with `hexes`, and `sides` in the scenario's order; problems cite `side_rule` and `hex_rule`.
    pub fn new<'a>(hexes: Hexes, sides: impl Iterator<Item = &'a SideId>, side_rule: Rule, hex_rule: Rule) -> Self {
        Self {
            hexes: Arc::new(hexes),
            problems: Vec::new(),
            path: DocPath::root(),
            sides: sides.cloned().collect(),
            side_rule,
            hex_rule,
        }
    }

    /// Creates a lookup for the map `map` and `sides` in the scenario's order; problems cite `side_rule` and `setup_rule`.
    ///
    /// # Errors
    /// The reason why the hexes of the map have no names.
    pub fn of<'a, T>(
        map: &Map<T>,
        sides: impl Iterator<Item = &'a SideId>,
        side_rule: Rule,
        setup_rule: Rule,
    ) -> Result<Self, Vec<SetupProblem>> {
        let path = DocPath::root().key("map");
        let hexes = Hexes::new(map).map_err(|problem| {
            vec![SetupProblem { message: problem.to_string(), rule: setup_rule, path: path.clone() }]
        })?;
        let mut names = Self::new(hexes, sides, side_rule, setup_rule);
        if names.hexes.is_empty() {
            names.problem_at(path, setup_rule, "the map has no hex");
        }
        Ok(names)
    }

    /// Returns the facts of the two sides; reports a problem and returns `None` if there are not two.
    pub fn two<S>(&mut self, sides: Vec<S>) -> Option<[S; 2]> {
        let count = sides.len();
        let two = sides.try_into().ok();
        if two.is_none() {
            self.path = DocPath::root();
            self.problem(self.side_rule, format!("the game needs two sides, but the scenario has {count}"));
        }
        two
    }

    /// Returns the result of `look_up` for each of `rows` in the list `list`, without rows that have unknown names.
    pub fn rows<R, F>(
        &mut self,
        list: &str,
        rows: &[R],
        mut look_up: impl FnMut(&mut Self, &R) -> Option<F>,
    ) -> Vec<F> {
        let mut found = Vec::new();
        for (n, row) in rows.iter().enumerate() {
            self.enter(list, n);
            found.extend(look_up(self, row));
        }
        found
    }

    /// Returns the side `id`, which owns `what`; reports a problem and returns `None` if it is unknown.
    pub fn side(&mut self, id: &SideId, what: impl fmt::Display + Copy) -> Option<Side> {
        let side = Side::BOTH.into_iter().find(|side| self.sides.get(side.index()) == Some(id));
        if side.is_none() {
            self.problem(self.side_rule, format!("{what} belongs to {id}, which is not a side"));
        }
        side
    }

    /// Returns the hexes called `names`, the location of `what`; reports and leaves out hexes that the map does not have.
    pub fn hexes(&mut self, names: &[HexId], what: impl fmt::Display + Copy) -> Vec<HexIx> {
        names.iter().filter_map(|name| self.hex(name, what)).collect()
    }

    /// Returns the hex called `name`, the location of `what`; reports a problem and returns `None` if it is unknown.
    pub fn hex(&mut self, name: &HexId, what: impl fmt::Display + Copy) -> Option<HexIx> {
        let hex = self.hexes.find(name);
        if hex.is_none() {
            self.problem(self.hex_rule, format!("{what} is at {name}, which is not a hex of the map"));
        }
        hex
    }

    /// Returns the number of a row found at `place` of its list; reports a problem of `rule` if there is no such row.
    pub fn number(&mut self, place: Option<usize>, rule: Rule, message: impl FnOnce() -> String) -> Option<u16> {
        if place.is_none() {
            self.problem(rule, message());
        }
        place.and_then(|place| u16::try_from(place).ok())
    }

    /// Returns the facts of `entries`.
    pub fn entries(&mut self, entries: &[Entry]) -> Vec<EntryFacts> {
        self.rows("entry", entries, |names, entry| {
            let hexes = names.hexes(&entry.hexes, format_args!("entry {}", entry.id));
            Some(EntryFacts { id: entry.id.to_string(), title: entry.title(), hexes })
        })
    }

    /// Sets the row in progress to row `n` of the list `list`.
    pub fn enter(&mut self, list: &str, n: usize) {
        self.path = DocPath::root().key(list).index(n);
    }

    /// Returns `made`, the result of the lookup.
    ///
    /// # Errors
    /// The problems, if there are any or nothing was made.
    pub fn finish<M>(self, made: Option<M>) -> Result<M, Vec<SetupProblem>> {
        made.filter(|_| self.problems.is_empty()).ok_or(self.problems)
    }

    /// Returns the rules in rows of a scenario, and reports what is wrong with them as problems of `rule`.
    pub fn rows_of_rules(&mut self, checked: (CheckedRules, Vec<Diagnostic>), rule: Rule) -> CheckedRules {
        let (rules, findings) = checked;
        for finding in findings.into_iter().filter(Diagnostic::is_error) {
            self.problems.push(SetupProblem { message: finding.message, rule, path: finding.path });
        }
        rules
    }

    /// Reports a problem at the row in progress.
    pub fn problem(&mut self, rule: Rule, message: impl Into<String>) {
        self.problems.push(SetupProblem { message: message.into(), rule, path: self.path.clone() });
    }

    /// Reports a problem at `path`, and sets the row in progress to the root.
    pub fn problem_at(&mut self, path: DocPath, rule: Rule, message: impl Into<String>) {
        self.path = path;
        self.problem(rule, message);
        self.path = DocPath::root();
    }
}

/// An entry of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryFacts {
    /// The id in the scenario.
    pub id: String,
    /// The name with the id, or the id alone.
    pub title: String,
    /// The hexes in which units enter.
    pub hexes: Vec<HexIx>,
}

/// The hexes whose control matters, each with the side that controls it at the start.
#[derive(Clone, Debug, Default)]
pub struct ControlHexes(pub Vec<(HexIx, Option<Side>)>);

impl ControlHexes {
    /// Returns the index of `hex`; a hex that is not listed is added, controlled by `holder`.
    pub fn index_of(&mut self, hex: HexIx, holder: Option<Side>) -> usize {
        if let Some(index) = self.0.iter().position(|(other, _)| *other == hex) {
            return index;
        }
        self.0.push((hex, holder));
        self.0.len() - 1
    }
}

/// The columns of reinforcements that wait at the entries of a map, one for each turn and entry.
#[derive(Clone, Debug, Default)]
pub struct EntryColumns {
    /// The number of units so far in the column of each turn and entry that have no position of their own.
    units: Vec<(u8, u16, u16)>,
}

impl EntryColumns {
    /// The place of a piece in the column of `turn` and `entry`, where the scenario says `position`. An HQ is first by
    /// default, and units follow in the order of the scenario.
    pub fn place(&mut self, turn: u8, entry: u16, position: Option<u8>, is_hq: bool) -> u16 {
        // Units get even places, so that an HQ fits in before any of them.
        match (position, is_hq) {
            (Some(position), true) => (2 * u16::from(position)).saturating_sub(1),
            (None, true) => 1,
            (Some(position), false) => 2 * u16::from(position),
            (None, false) => self.next(turn, entry).saturating_mul(2),
        }
    }

    /// Returns the next unit's place in the column of `turn` and `entry`.
    fn next(&mut self, turn: u8, entry: u16) -> u16 {
        if let Some((_, _, count)) = self.units.iter_mut().find(|(t, e, _)| (*t, *e) == (turn, entry)) {
            *count = count.saturating_add(1);
            return *count;
        }
        self.units.push((turn, entry, 1));
        1
    }
}
