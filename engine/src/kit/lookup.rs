//! Looking up what a scenario names: hexes and sides. What cannot be found is noted, so that every
//! problem is told at once.

use std::fmt;
use std::sync::Arc;

use battlewright_schema::{DocPath, HexId, SideId};

use super::hex_map::{HexIx, Hexes};
use crate::game::{Rule, SetupProblem, Side};

/// The names of a scenario, and what was looked up in vain.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The hexes.
    pub hexes: Arc<Hexes>,
    /// What was wrong so far.
    pub problems: Vec<SetupProblem>,
    /// The part of the scenario that is being looked up, at which a problem is noted.
    pub path: DocPath,
    sides: Vec<SideId>,
    side_rule: Rule,
    hex_rule: Rule,
}

impl Lookup {
    /// `hexes`, and `sides` in the scenario's order; `side_rule` and `hex_rule` need them.
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

    /// The side called `id`, to which `what` belongs.
    pub fn side(&mut self, id: &SideId, what: impl fmt::Display + Copy) -> Option<Side> {
        let side = Side::BOTH.into_iter().find(|side| self.sides.get(side.index()) == Some(id));
        if side.is_none() {
            self.problem(self.side_rule, format!("{what} belongs to {id}, which is no side"));
        }
        side
    }

    /// The hexes called `names`, where `what` is; those that the map does not have are left out.
    pub fn hexes(&mut self, names: &[HexId], what: impl fmt::Display + Copy) -> Vec<HexIx> {
        names.iter().filter_map(|name| self.hex(name, what)).collect()
    }

    /// The hex called `name`, where `what` is.
    pub fn hex(&mut self, name: &HexId, what: impl fmt::Display + Copy) -> Option<HexIx> {
        let hex = self.hexes.find(name);
        if hex.is_none() {
            self.problem(self.hex_rule, format!("{what} is at {name}, which is no hex of the map"));
        }
        hex
    }

    /// From here on looks up row `n` of the list called `list`.
    pub fn enter(&mut self, list: &str, n: usize) {
        self.path = DocPath::root().key(list).index(n);
    }

    /// Notes a problem of the part that is being looked up.
    pub fn problem(&mut self, rule: Rule, message: impl Into<String>) {
        self.problems.push(SetupProblem { message: message.into(), rule, path: self.path.clone() });
    }

    /// Notes a problem of the part at `path`.
    pub fn problem_at(&mut self, path: DocPath, rule: Rule, message: impl Into<String>) {
        self.path = path;
        self.problem(rule, message);
        self.path = DocPath::root();
    }
}
