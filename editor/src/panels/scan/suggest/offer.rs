//! The suggestions that differ from the map, and the edit that accepts them.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::surgery::{NewGround, Operation, Renumber};
use battlewright_schema::{Cell, Grid, HexId, Hexside, HexsideKind, Numbering, Scenario};

use super::{Suggest, changes};
use crate::messages::act::Act;
use crate::messages::scan::SuggestionKind;
use crate::model::edit::{Edit, ListChange};
use crate::model::scan::colors::{Guess, UNSURE};
use crate::model::scan::read::known::{known_roads, known_water};
use crate::model::scan::read::lines::{LineGuess, PrintedLine};
use crate::model::survey::net::{NeighborPair, pair};
use crate::tools::{draw_hexsides, draw_roads};

/// Suggestions that would change the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// Hexes with another terrain.
    pub terrain: Vec<(Cell, Guess)>,
    /// New streams and rivers, by their two hexes.
    pub water: Vec<(NeighborPair, LineGuess)>,
    /// New roads, by their two hexes.
    pub roads: Vec<(NeighborPair, LineGuess)>,
}

/// Returns `true` if the user should check a line.
pub fn is_unsure(guess: &LineGuess) -> bool {
    guess.confidence < UNSURE
}

impl Offer {
    /// Returns the suggestions of the shown kinds that differ from the map and were not rejected.
    pub fn of(suggest: &Suggest, scenario: &Scenario) -> Self {
        let mut offer = Self::default();
        if suggest.shows(SuggestionKind::Terrain) {
            offer.terrain = changes(suggest, scenario);
        }
        let (common, Some([water, roads])) = (scenario.common(), suggest.readings.lines()) else { return offer };
        let Ok(grid) = common.grid() else { return offer };
        let open = |lines: &BTreeMap<NeighborPair, LineGuess>, known: BTreeMap<NeighborPair, PrintedLine>, kind| {
            let is_open = |(a, b): &NeighborPair| common.has(*a) && common.has(*b) && !known.contains_key(&(*a, *b));
            let lines = lines.iter().map(|(place, guess)| (*place, *guess)).filter(|(place, _)| is_open(place));
            lines.filter(|(place, _)| !suggest.rejected_lines.contains(&(kind, *place))).collect()
        };
        if let (Ok(lines), true) = (water, suggest.shows(SuggestionKind::Water)) {
            offer.water = open(lines, known_water(common, &grid), SuggestionKind::Water);
        }
        if let (Ok(lines), true) = (roads, suggest.shows(SuggestionKind::Roads)) {
            offer.roads = open(lines, known_roads(common, &grid), SuggestionKind::Roads);
        }
        offer
    }

    /// Returns the suggestions without the uncertain ones.
    pub fn certain(&self) -> Self {
        let lines = |lines: &[(NeighborPair, LineGuess)]| {
            lines.iter().copied().filter(|(_, guess)| !is_unsure(guess)).collect()
        };
        Self {
            terrain: self.terrain.iter().copied().filter(|(_, guess)| !guess.is_unsure()).collect(),
            water: lines(&self.water),
            roads: lines(&self.roads),
        }
    }

    /// Returns the suggestions in `cells`: terrain in these hexes, water at their sides, roads between them.
    pub fn within(&self, cells: &BTreeSet<Cell>) -> Self {
        let has = |cell: &Cell| cells.contains(cell);
        Self {
            terrain: self.terrain.iter().copied().filter(|(cell, _)| has(cell)).collect(),
            water: self.water.iter().copied().filter(|((a, b), _)| has(a) || has(b)).collect(),
            roads: self.roads.iter().copied().filter(|((a, b), _)| has(a) && has(b)).collect(),
        }
    }

    /// Returns `true` if there is nothing to accept.
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty() && self.water.is_empty() && self.roads.is_empty()
    }

    /// Returns the number of suggestions of a kind, and the number of uncertain ones among them.
    pub fn count(&self, kind: SuggestionKind) -> (usize, usize) {
        let lines = |lines: &[(NeighborPair, LineGuess)]| {
            (lines.len(), lines.iter().filter(|(_, guess)| is_unsure(guess)).count())
        };
        match kind {
            SuggestionKind::Terrain => {
                (self.terrain.len(), self.terrain.iter().filter(|(_, guess)| guess.is_unsure()).count())
            }
            SuggestionKind::Water => lines(&self.water),
            SuggestionKind::Roads => lines(&self.roads),
        }
    }

    /// Returns the act that accepts the suggestions as a single step; `None` if there are none.
    pub fn accept(&self, scenario: &Scenario) -> Option<Act> {
        if self.water.is_empty() && self.roads.is_empty() {
            return super::accept(&self.terrain);
        }
        let common = scenario.common();
        let grid = common.grid().ok()?;
        let mut edits = Vec::new();
        if !self.terrain.is_empty() {
            edits.push(Edit::Paint(self.terrain.iter().map(|(cell, guess)| (*cell, guess.letter)).collect()));
        }
        let mut rows: Vec<Hexside> = common.hexsides().clone();
        for (line, kind) in [(PrintedLine::Stream, HexsideKind::Stream), (PrintedLine::River, HexsideKind::River)] {
            let new: Vec<NeighborPair> =
                self.water.iter().filter(|(_, guess)| guess.kind == line).map(|(place, _)| *place).collect();
            if !new.is_empty()
                && let (Edit::Hexside(change), _) = draw_hexsides(&rows, kind, &new, None, &grid)
            {
                edits.push(Edit::Hexside(change.clone()));
                // The second change refers to the rows after the first one.
                ListChange::apply(change, &mut rows);
            }
        }
        let steps: BTreeSet<NeighborPair> = self.roads.iter().map(|(place, _)| *place).collect();
        let paths: Vec<Vec<HexId>> =
            chains(&steps).into_iter().map(|path| path.into_iter().map(|cell| grid.name(cell)).collect()).collect();
        if !paths.is_empty() {
            edits.push(draw_roads(common.roads(), paths, None).0);
        }
        Some(Act::edit("Accept suggestions", Edit::All(edits)))
    }
}

/// Joins steps to paths that begin and end where a road ends or forks. A ring begins anywhere.
fn chains(steps: &BTreeSet<NeighborPair>) -> Vec<Vec<Cell>> {
    let mut next: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for (a, b) in steps {
        next.entry(*a).or_default().push(*b);
        next.entry(*b).or_default().push(*a);
    }
    let mut open = steps.clone();
    let mut paths = Vec::new();
    let ends = next.iter().filter(|(_, others)| others.len() != 2).map(|(cell, _)| *cell);
    let starts: Vec<Cell> = ends.chain(next.keys().copied()).collect();
    for start in starts {
        for first in next.get(&start).into_iter().flatten() {
            if !open.remove(&pair(start, *first)) {
                continue;
            }
            let mut path = vec![start, *first];
            let mut at = *first;
            while let Some([a, b]) = next.get(&at).map(Vec::as_slice)
                && let Some(ahead) = [a, b].into_iter().find(|ahead| open.contains(&pair(at, **ahead)))
            {
                open.remove(&pair(at, *ahead));
                path.push(*ahead);
                at = *ahead;
            }
            paths.push(path);
        }
    }
    paths
}

/// Returns the act that gives the hexes of the map their printed numbers, or `None` if the map cannot have them.
/// References follow.
pub fn renumber(scenario: &Scenario, numbering: &Numbering) -> Option<Act> {
    let operation = Operation::Renumber(Renumber { numbering: numbering.clone() });
    let plan = operation.plan(scenario, NewGround::usual(scenario)).ok()?;
    Some(Act::edit("Renumber hexes", Edit::Scenario(Box::new(plan.scenario))))
}

/// Returns a numbering in words, such as `"0101, column then row"`.
pub fn in_words(numbering: &Numbering) -> String {
    use battlewright_schema::{Order, Slant};
    let order = match numbering.order {
        Order::ColumnRow => "column, then row",
        Order::RowColumn => "row, then column",
    };
    let slant = match numbering.slant {
        Slant::None => "",
        Slant::Rising => "; lines rise to the right",
        Slant::Falling => "; lines fall to the right",
    };
    format!("{} at the top left; {order}{slant}", numbering.first)
}

/// Returns the places of the map in `cells` that can be rejected.
pub fn rejected(offer: &Offer, cells: &BTreeSet<Cell>) -> (BTreeSet<Cell>, BTreeSet<(SuggestionKind, NeighborPair)>) {
    let part = offer.within(cells);
    let water = part.water.iter().map(|(place, _)| (SuggestionKind::Water, *place));
    let roads = part.roads.iter().map(|(place, _)| (SuggestionKind::Roads, *place));
    (part.terrain.iter().map(|(cell, _)| *cell).collect(), water.chain(roads).collect())
}

/// Returns the text of a hex number for the list, such as `"0505 is printed 0805"`.
pub fn odd_number(expected: &HexId, printed: &str) -> String {
    format!("{expected} is printed {printed}")
}

/// Returns the printed number of each hex that differs from `grid` by the numbering that was read, for the map.
pub fn marks<'a>(suggest: &'a Suggest, grid: &'a Grid) -> impl Iterator<Item = (Cell, &'a str)> {
    let read = suggest.readings.numbers().and_then(|read| read.as_ref().ok());
    let others = read.into_iter().flat_map(|read| &read.others);
    others
        .filter(move |other| grid.name(other.cell).as_str() != other.printed)
        .map(|other| (other.cell, other.printed.as_str()))
}
