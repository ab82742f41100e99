//! What is too far away for the turns there are.

use std::collections::{BTreeMap, BTreeSet};

use super::super::context::Context;
use super::super::own::Piece;
use crate::common::grid::Cell;
use crate::common::map::Letter;
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;
use crate::position_magnifique::PositionMagnifique;
use crate::{HexId, SideId};

finding! {
    /// A place or hex that its winner cannot reach before the game ends.
    ///
    /// Even the fastest unit of the side, with the cheapest movement of any arm and with no enemy in
    /// its way, needs more turns than there are. Movement costs are those of the scenario's own
    /// Terrain Effects Chart; a step along a road counts as half the cheapest hex.
    ///
    /// ```toml
    /// [turns]
    /// count = 2
    ///
    /// [[victory.last]]
    /// winner = "red"
    /// controls = ["far-village"]   # thirty hexes away
    /// ```
    ///
    /// Give the game more turns, or the side something nearer.
    PLACE_TOO_FAR = "place-too-far", Warning
}

finding! {
    /// A reinforcement that comes so late that it reaches nothing.
    ///
    /// In the turns that are left it can get to no place that decides the game, and to no hex where an
    /// enemy starts or enters.
    ///
    /// ```toml
    /// [turns]
    /// count = 6
    ///
    /// [[unit]]
    /// movement = [5, 5]
    /// enters = { turn = 6, at = "A" } # the nearest town is twelve hexes from "A"
    /// ```
    ARRIVES_TOO_LATE = "arrives-too-late", Warning
}

finding! {
    /// A headquarters that never gets near a unit of its formation.
    ///
    /// Where the unit starts or enters is farther away than the HQ can go in all the turns that it has
    /// and its Command Rating reaches: the unit begins Out of Command, and only its own march can
    /// mend that (11.1, 11.2).
    ///
    /// ```toml
    /// [[formation]]
    /// hq = { name = "Bourbaki", attack = 2, defend = 3, movement = 0, at = "2706" }
    ///
    /// [[unit]]
    /// enters = { turn = 2, at = "0011" } # the other edge of the map
    /// ```
    HQ_TOO_FAR = "hq-too-far", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if !cx.map.is_full || cx.map.grid.is_none() || cx.turns.count < cx.first_turn {
        return;
    }
    let ground = Ground::of(cx, own);
    places(cx, own, &ground, found);
    late(cx, own, &ground, found);
    headquarters(cx, own, found);
}

/// What it costs at least to go over the map, in half movement points.
struct Ground<'c> {
    cx: &'c Context<'c>,
    roads: BTreeSet<(Cell, Cell)>,
    letters: BTreeMap<char, usize>,
    /// A step along a road.
    road: usize,
}

impl<'c> Ground<'c> {
    fn of(cx: &'c Context<'c>, own: &PositionMagnifique) -> Self {
        let rows = &own.ruleset().tables.terrain;
        let cheapest = |class| {
            let row = rows.iter().find(|row| row.class == class)?;
            Some([row.cost.infantry, row.cost.cavalry, row.cost.artillery].into_iter().min().unwrap_or_default())
        };
        // A class that the table leaves out is a finding of its own.
        let letter = |(letter, terrain): (&Letter, &crate::position_magnifique::Terrain)| {
            (letter.0, 2 * usize::from(cheapest(terrain.class).unwrap_or_default()))
        };
        let letters: BTreeMap<char, usize> = own.map.terrain.iter().map(letter).collect();
        let steps = cx.roads.iter().flat_map(|road| road.path.windows(2)).filter_map(|step| match step {
            [from, to] => cx.map.find(from).zip(cx.map.find(to)),
            _ => None,
        });
        let roads = steps.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let road = letters.values().min().copied().unwrap_or_default() / 2;
        Self { cx, roads, letters, road }
    }

    /// What a step costs.
    fn step(&self, from: Cell, to: Cell) -> usize {
        let open = self.cx.map.letter(to).and_then(|letter| self.letters.get(&letter)).copied().unwrap_or_default();
        if self.roads.contains(&(from, to)) { open.min(self.road) } else { open }
    }

    /// The least cost from any of `starts` to each hex, or, if `back`, from each hex to any of `starts`; each start
    /// has a cost of its own to begin with. What costs more than `most` is not looked for, and nothing any more once
    /// the costs of all that are `wanted` are known: those of other hexes may be missing then.
    fn costs(
        &self,
        starts: impl IntoIterator<Item = (Cell, usize)>,
        wanted: &BTreeSet<Cell>,
        back: bool,
        most: usize,
    ) -> Costs {
        let columns = usize::from(self.cx.map.columns);
        let mut costs = Costs { columns, least: vec![usize::MAX; columns * usize::from(self.cx.map.rows)] };
        let mut heap = std::collections::BinaryHeap::new();
        for (cell, cost) in starts {
            heap.push((std::cmp::Reverse(cost), cell));
        }
        let mut unknown = wanted.len();
        while let Some((std::cmp::Reverse(cost), cell)) = heap.pop() {
            if unknown == 0 {
                break;
            }
            if !costs.lower(cell, cost) {
                continue;
            }
            unknown -= usize::from(wanted.contains(&cell));
            for next in self.cx.map.neighbors(cell) {
                let step = if back { self.step(next, cell) } else { self.step(cell, next) };
                if cost + step <= most && cost + step < costs.to(next) {
                    heap.push((std::cmp::Reverse(cost + step), next));
                }
            }
        }
        costs
    }
}

/// The cost of each hex.
struct Costs {
    columns: usize,
    least: Vec<usize>,
}

impl Costs {
    fn to(&self, cell: Cell) -> usize {
        self.least.get(usize::from(cell.row) * self.columns + usize::from(cell.column)).copied().unwrap_or_default()
    }

    /// Notes a lower cost; whether it is one.
    fn lower(&mut self, cell: Cell, cost: usize) -> bool {
        let slot = self.least.get_mut(usize::from(cell.row) * self.columns + usize::from(cell.column));
        slot.is_some_and(|slot| {
            cost < *slot && {
                *slot = cost;
                true
            }
        })
    }
}

/// The hexes in which a unit may come into the game, with the turn in which it does.
fn origins<'c>(cx: &'c Context<'_>, own: &'c PositionMagnifique, unit: &Piece<'c>) -> Vec<(Cell, u8)> {
    let (hexes, turn): (&[HexId], u8) = if let Some(at) = unit.at {
        (std::slice::from_ref(at), cx.first_turn)
    } else if let Some((turn, at)) = unit.enters {
        (cx.entries.iter().find(|entry| entry.id == *at).map_or(&[], |entry| &entry.hexes), turn.max(cx.first_turn))
    } else {
        let zone = own.zone.iter().find(|zone| Some(&zone.id) == unit.zone);
        (zone.map_or(&[], |zone| &zone.hexes), cx.first_turn)
    };
    hexes.iter().filter_map(|hex| Some((cx.map.find(hex)?, turn))).collect()
}

/// Half movement points a turn of the fastest unit of `side`.
fn pace(own: &PositionMagnifique, side: &SideId) -> usize {
    let units = own.unit.iter().filter(|unit| own.side_of(&unit.formation) == side);
    2 * usize::from(units.map(|unit| unit.movement[0]).max().unwrap_or_default())
}

fn places(cx: &Context<'_>, own: &PositionMagnifique, ground: &Ground<'_>, found: &mut Vec<Diagnostic>) {
    for side in own.side.keys() {
        let pace = pace(own, side);
        let mut targets: Vec<(DocPath, Vec<Cell>, String)> = Vec::new();
        let cells = |hexes: &[HexId]| hexes.iter().filter_map(|hex| cx.map.find(hex)).collect::<Vec<_>>();
        for goal in cx.goals.iter().filter(|goal| goal.side == side) {
            let place = cx.places.iter().find(|place| place.id == *goal.place);
            // Who holds a place need not go there.
            if let Some(place) = place.filter(|place| place.holder.as_ref() != Some(side)) {
                targets.push((goal.path.clone(), cells(&place.hexes), format!("`{}`", place.id)));
            }
        }
        for (row, ending) in own.victory.sudden.iter().enumerate().filter(|(_, one)| one.winner.as_ref() == Some(side))
        {
            let path = DocPath::root().key("victory").key("sudden").index(row).key("enters");
            targets.push((path, cells(&ending.enters), "any of these hexes".to_owned()));
        }
        targets.retain(|(_, cells, _)| !cells.is_empty());
        let units = cx.units.iter().filter(|unit| unit.side == side && !unit.stacks);
        let starts: Vec<(Cell, u8)> = units.flat_map(|unit| origins(cx, own, unit)).collect();
        if pace == 0 || targets.is_empty() || starts.is_empty() {
            continue;
        }
        let turns = usize::from(cx.turns.count - cx.first_turn) + 1;
        let from = || starts.iter().map(|(cell, turn)| (*cell, usize::from(turn - cx.first_turn) * pace));
        let wanted = targets.iter().flat_map(|(_, cells, _)| cells.iter().copied()).collect();
        let mut costs = ground.costs(from(), &wanted, false, turns * pace);
        let is_far = |costs: &Costs, cells: &[Cell]| cells.iter().all(|cell| costs.to(*cell) == usize::MAX);
        if targets.iter().any(|(_, cells, _)| is_far(&costs, cells)) {
            costs = ground.costs(from(), &wanted, false, usize::MAX);
        }
        for (path, cells, what) in targets {
            let least = cells.iter().map(|cell| costs.to(*cell)).min().unwrap_or(usize::MAX);
            // What cannot be reached at all is a finding of its own, and a hex a turn is always allowed.
            let pairs = starts.iter().flat_map(|(from, _)| cells.iter().map(|to| (*from, *to))).take(MOST_PAIRS);
            let steps = || pairs.map(|(from, to)| distance(cx, from, to)).min();
            if least == usize::MAX || least <= turns * pace || steps().is_some_and(|steps| steps as usize <= turns) {
                continue;
            }
            let needs = least.div_ceil(pace);
            let message =
                format!("no unit of `{side}` can reach {what} before turn {}", needs + usize::from(cx.first_turn) - 1);
            let finding = PLACE_TOO_FAR
                .at(path, message)
                .related(DocPath::root().key("turns").key("count"), "the number of turns")
                .help("give the game more turns, or the side something nearer");
            found.push(finding);
        }
    }
}

/// So many pairs of hexes are enough to see that some are near each other.
const MOST_PAIRS: usize = 4096;

fn distance(cx: &Context<'_>, from: Cell, to: Cell) -> u32 {
    cx.map.grid.as_ref().map_or(0, |grid| grid.distance(from, to))
}

fn late(cx: &Context<'_>, own: &PositionMagnifique, ground: &Ground<'_>, found: &mut Vec<Diagnostic>) {
    let goals: BTreeSet<_> = cx.goals.iter().map(|goal| goal.place).collect();
    let hexes = cx.places.iter().filter(|place| goals.contains(&place.id)).flat_map(|place| &place.hexes);
    let ends = own.victory.sudden.iter().chain(&own.victory.last);
    let hexes = hexes.chain(ends.flat_map(|ending| ending.enters.iter().chain(&ending.controls_hexes)));
    let places: Vec<Cell> = hexes.filter_map(|hex| cx.map.find(hex)).collect();
    for side in own.side.keys() {
        let comes_late = |unit: &&Piece<'_>| unit.side == side && !unit.stacks && unit.enters.is_some();
        if !cx.units.iter().any(|unit| comes_late(&unit)) {
            continue;
        }
        let enemies = cx.units.iter().filter(|unit| unit.side != side);
        let enemies = enemies.flat_map(|unit| origins(cx, own, unit)).map(|(cell, _)| cell);
        let there: BTreeSet<Cell> = places.iter().copied().chain(enemies).collect();
        let most = (usize::from(cx.turns.count - cx.first_turn) + 1) * pace(own, side);
        let late = cx.units.iter().filter(comes_late);
        let wanted = late.flat_map(|unit| origins(cx, own, unit)).map(|(cell, _)| cell).collect();
        let mut costs = ground.costs(there.iter().map(|cell| (*cell, 0)), &wanted, true, most);
        let is_far = |unit: &Piece<'_>| origins(cx, own, unit).iter().all(|(cell, _)| costs.to(*cell) == usize::MAX);
        if cx.units.iter().filter(comes_late).any(is_far) {
            costs = ground.costs(there.iter().map(|cell| (*cell, 0)), &wanted, true, usize::MAX);
        }
        for unit in cx.units.iter().filter(comes_late) {
            let Some(counter) = unit.path.0.get(1).and_then(|step| match step {
                crate::Step::Index(row) => own.unit.get(*row),
                crate::Step::Key(_) => None,
            }) else {
                continue;
            };
            let pace = 2 * usize::from(counter.movement[0]);
            let Some((turn, at)) = unit.enters.filter(|(turn, _)| (cx.first_turn..=cx.turns.count).contains(turn))
            else {
                continue;
            };
            let turns = usize::from(cx.turns.count - turn) + 1;
            let least = origins(cx, own, unit).iter().map(|(cell, _)| costs.to(*cell)).min();
            // At an entry from which nothing can be reached at all, something else is wrong.
            let Some(least) = least.filter(|least| *least != usize::MAX && *least > turns * pace && pace > 0) else {
                continue;
            };
            let needs = least.div_ceil(pace);
            let message = format!(
                "`{}` enters on turn {turn} at `{at}` and needs {needs} turns to get anywhere that matters",
                unit.id
            );
            let finding = ARRIVES_TOO_LATE
                .at(unit.path.clone().key("enters").key("turn"), message)
                .related(DocPath::root().key("turns").key("count"), "the number of turns")
                .help("let it come earlier, or nearer to a place that decides the game");
            found.push(finding);
        }
    }
}

fn headquarters(cx: &Context<'_>, own: &PositionMagnifique, found: &mut Vec<Diagnostic>) {
    let mut hqs = BTreeMap::new();
    for (formation, piece) in own.formation.iter().zip(cx.units.iter().filter(|piece| piece.stacks)) {
        let reach = |turn: u8| {
            let turns = u32::from(cx.turns.count.saturating_sub(turn)) + 1;
            // Along roads a movement point may take it two hexes far.
            u32::from(formation.hq.attack.max(formation.hq.defend)) + 2 * turns * u32::from(formation.hq.movement)
        };
        let starts: Vec<(Cell, u32)> =
            origins(cx, own, piece).into_iter().map(|(cell, turn)| (cell, reach(turn))).collect();
        hqs.insert(&formation.id, (starts, piece));
    }
    let units = own.unit.iter().zip(cx.units.iter().filter(|piece| !piece.stacks));
    let mut told = BTreeSet::new();
    for (unit, piece) in units {
        let Some((starts, hq)) = hqs.get(&unit.formation).filter(|(starts, _)| !starts.is_empty()) else { continue };
        let own_hexes = origins(cx, own, piece);
        // Zones are large, and the two may be set up side by side.
        if own_hexes.is_empty() || piece.zone.is_some() {
            continue;
        }
        let is_near = |(from, reach): &(Cell, u32)| own_hexes.iter().any(|(to, _)| distance(cx, *from, *to) <= *reach);
        if starts.iter().any(is_near) {
            continue;
        }
        // One finding a headquarters: what is far from one unit is far from its neighbors.
        if !told.insert(&unit.formation) {
            continue;
        }
        let key = if piece.at.is_some() { "at" } else { "enters" };
        let message = format!("{} can never come near `{}`, which it commands", hq.id, unit.id);
        let finding = HQ_TOO_FAR
            .at(piece.path.clone().key(key), message)
            .related(hq.path.clone(), "its headquarters")
            .help("let the two come onto the map nearer to each other, or let the HQ move");
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::shown_magnifique as shown;

    const FAR: (&str, &str) = ("hexes = [\"0503\"]\nholder", "hexes = [\"0801\"]\nholder");
    const TURN: (&str, &str) = ("count = 4", "count = 1");
    const ALLOW: (&str, &str) = ("[[victory.last]]", "[lints]\nunused-entry = \"allow\"\n[[victory.last]]");
    const DRAGOONS: (&str, &str) = ("enters = { turn = 2, at = \"A\" }", "at = \"0104\"");

    #[test]
    fn a_place_is_near_enough_for_the_turns() {
        let slow = ("movement = [8, 8]\nenters = { turn = 2, at = \"A\" }", "movement = [4, 4]\nat = \"0101\"");
        assert_eq!(shown(&[FAR, slow, ALLOW]), [] as [&str; 0]);
        assert_eq!(shown(&[FAR, slow, TURN, ALLOW]), ["place-too-far \"village\""]);
        assert_eq!(shown(&[FAR, DRAGOONS, TURN, ALLOW]), [] as [&str; 0], "eight points are enough");
    }

    #[test]
    fn reinforcements_come_in_time() {
        let late = |turn: u8| {
            let enters = format!("movement = [1, 1]\nenters = {{ turn = {turn}, at = \"A\" }}");
            shown(&[("movement = [8, 8]\nenters = { turn = 2, at = \"A\" }", &enters)])
        };
        assert_eq!(late(3), [] as [&str; 0]);
        assert_eq!(late(4), ["arrives-too-late 4"]);
    }

    #[test]
    fn a_headquarters_comes_near_its_units() {
        let still = |at: &str| {
            let hq = format!("attack = 2, defend = 4, movement = 0, at = \"{at}\"");
            shown(&[("attack = 2, defend = 4, movement = 8, at = \"0202\"", &hq)])
        };
        assert_eq!(still("0202"), [] as [&str; 0]);
        assert_eq!(still("0602"), ["hq-too-far { turn = 2, at = \"A\" }"]);
    }
}
