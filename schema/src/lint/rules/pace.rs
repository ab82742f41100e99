//! Places and units that are too far away for the number of turns.

pub(crate) mod advice;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use hexx::Hex;

use crate::common::grid::{Cell, Grid};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::ground::{HexValues, PaddedHexes, PaddedIndex};
use crate::lint::lookup::{Lookup, lookup};
use crate::lint::view::{Goal, MarchFacts, PaceFacts, Piece};
use crate::path::DocPath;
use crate::{EntryId, HexId, SideId, ZoneId};

finding! {
    /// # What it finds
    /// A place or hex that its winner cannot reach before the game ends.
    ///
    /// # Why it matters
    /// Even the fastest unit of the side needs more turns than the game has, at the lowest movement costs of any arm
    /// and without an enemy. The costs are those of the Terrain Effects Chart of the scenario; steps along roads have
    /// their lowest cost.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 2
    ///
    /// [[victory.last]]
    /// winner = "red"
    /// controls = ["far-village"]   # thirty hexes away
    /// ```
    ///
    /// # Remedy
    /// Give the game more turns, or name a nearer place or hex.
    PLACE_TOO_FAR = "place-too-far", Warning
}

finding! {
    /// # What it finds
    /// A reinforcement that arrives too late to matter.
    ///
    /// # Why it matters
    /// In the remaining turns, the unit cannot reach any place that decides the game, or any hex where an enemy starts
    /// or enters.
    ///
    /// # Example
    /// ```toml
    /// [turns]
    /// count = 6
    ///
    /// [[unit]]
    /// movement = [5, 5]
    /// enters = { turn = 6, at = "A" } # the nearest town is twelve hexes from "A"
    /// ```
    ///
    /// # Remedy
    /// Let the unit arrive earlier or at a nearer entry, or give the game more turns.
    ARRIVES_TOO_LATE = "arrives-too-late", Warning
}

finding! {
    /// # What it finds
    /// A headquarters that never gets near a unit of its formation.
    ///
    /// # Why it matters
    /// The start or entry of the unit is farther away than the HQ can move in all its turns and its Command Rating can
    /// reach. The unit begins Out of Command, and only its own march can change this.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// hq = { name = "Bourbaki", movement = 0, at = "2706" } # and a Command Rating of 3
    ///
    /// [[unit]]
    /// enters = { turn = 2, at = "0011" } # the opposite edge of the map
    /// ```
    ///
    /// # Remedy
    /// Let the unit and its HQ enter nearer to each other, or give the HQ a Movement Allowance.
    HQ_TOO_FAR = "hq-too-far", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(march) = cx.march.as_ref().filter(|_| cx.pace.is_some() || !cx.advice.is_empty()) else { return };
    let Some(grid) = cx.map.grid.as_ref().filter(|_| cx.map.is_full && cx.turns.count >= cx.first_turn) else { return };
    let going = Going::of(cx, march, grid);
    let areas = Areas::of(cx);
    let origins = origins(cx, &areas);
    if let Some(facts) = &cx.pace {
        places(cx, facts, &going, &origins, found);
        check_arrivals(cx, facts, &going, &origins, found);
        headquarters(cx, facts, &going, &origins, found);
    }
    advice::check(cx, &going, &origins, found);
}

/// The least movement costs on the map, in half movement points.
struct Going<'c> {
    march: &'c MarchFacts,
    grid: &'c Grid,
    field: &'c PaddedHexes,
    /// The cost of entering each hex without a road.
    open: HexValues<u16>,
    /// The directions in which a road leads from each hex, as a bit set.
    roads: &'c HexValues<u8>,
}

impl<'c> Going<'c> {
    fn of(cx: &'c Context<'_>, march: &'c MarchFacts, grid: &'c Grid) -> Self {
        let field = cx.map.field();
        let open = field.each_letter(&cx.map, cx.map.hexes, 0, |letter| {
            let known = march.letters.iter().find(|(known, _)| *known == letter);
            known.map_or(0, |(_, cost)| 2 * u16::from(*cost))
        });
        Self { march, grid, field, open, roads: &cx.joined().directions }
    }

    /// Returns a movement allowance in half movement points per turn; 0 for a counter that never moves.
    fn points(&self, movement: u8) -> u32 {
        let MarchFacts { bonus, times, .. } = self.march;
        if movement == 0 { 0 } else { 2 * u32::from(*times) * (u32::from(movement) + u32::from(*bonus)) }
    }

    /// Returns the movement allowance of the fastest unit of the side with the number `side`, in half movement points per turn.
    fn pace(&self, cx: &Context<'_>, side: usize) -> u32 {
        let units = cx.units.iter().filter(|unit| unit.side_number == side && !unit.stacks());
        self.points(units.map(|unit| unit.movement).max().unwrap_or_default())
    }

    /// Returns `spots` and the hexes up to `within` hexes around them, by the hexes of the map.
    fn around(&self, spots: &[PaddedIndex], within: u32) -> Vec<PaddedIndex> {
        let mut is_known = self.field.each(false);
        let (mut all, mut last) = (Vec::new(), spots.to_vec());
        for _ in 0..=within {
            last.retain(|spot| !std::mem::replace(&mut is_known[*spot], true));
            all.extend_from_slice(&last);
            last = last.iter().flat_map(|spot| self.field.beside(*spot)).filter(|spot| self.field.has(*spot)).collect();
        }
        all
    }

    /// Returns `true` if the straight path between two hexes stays on the map and costs at most `most`.
    fn leads(&self, from: PaddedIndex, to: PaddedIndex, most: u32) -> bool {
        let [start, end] = [from, to].map(|spot| self.grid.hex(self.field.cell(spot)));
        let way = end - start;
        // A straight path consists of steps in one direction and steps in the adjacent direction.
        let across = |a: Hex, b: Hex| a.x * b.y - a.y * b.x;
        let directions = (0..6).map(|one| (one, (one + 1) % 6));
        let mut parts = directions.map(|(one, next)| {
            let [a, b] = [one, next].map(|direction| Hex::NEIGHBORS_COORDS[direction]);
            (one, next, across(way, b) * across(a, b), across(a, way) * across(a, b))
        });
        let Some((one, next, steps, turns)) = parts.find(|(.., steps, turns)| *steps >= 0 && *turns >= 0) else {
            return false;
        };
        let (mut at, mut cost, mut due) = (from, 0, 0);
        (0..steps + turns).all(|_| {
            due += turns;
            let turn = 2 * due > steps + turns;
            if turn {
                due -= steps + turns;
            }
            at = self.field.beside(at)[if turn { next } else { one }];
            let leads = self.field.has(at);
            cost += if leads { u32::from(self.open[at]) } else { 0 };
            leads && cost <= most
        })
    }

    /// Returns the cost of a step.
    fn step(&self, from: PaddedIndex, direction: usize, to: PaddedIndex) -> u32 {
        let open = self.open[to];
        u32::from(if self.roads[from] & (1 << direction) == 0 { open } else { open.min(self.march.road) })
    }

    /// Returns the cheapest way from the cheapest of `spots` to a hex without a cost, according to the `costs` from each hex.
    fn way(&self, spots: &[PaddedIndex], costs: &Costs) -> Vec<PaddedIndex> {
        let Some(mut at) = spots.iter().copied().min_by_key(|spot| costs.0[*spot]) else { return Vec::new() };
        let mut way = vec![at];
        while costs.0[at] > 0 && costs.0[at] != u32::MAX {
            let next = self.field.beside(at).into_iter().enumerate().find(|(direction, next)| {
                self.field.has(*next)
                    && costs.0[*next] < costs.0[at]
                    && costs.0[*next].saturating_add(self.step(at, *direction, *next)) == costs.0[at]
            });
            let Some((_, next)) = next else { break };
            way.push(next);
            at = next;
        }
        way
    }

    /// Returns what makes the cheapest way from `spots` long, in words: the missing hexes that it goes around, the terrain that costs
    /// the most, or its length.
    fn slow(&self, cx: &Context<'_>, spots: &[PaddedIndex], costs: &Costs) -> Option<String> {
        let way: Vec<Cell> = self.way(spots, costs).into_iter().map(|spot| self.field.cell(spot)).collect();
        let (from, to, steps) = (*way.first()?, *way.last()?, way.len() - 1);
        let there = self.grid.name(to);
        let straight = self.grid.hex(from).line_to(self.grid.hex(to)).filter_map(|hex| self.grid.cell_at(hex));
        let straight: Vec<Cell> = straight.collect();
        let missing = straight.iter().filter(|cell| !cx.map.has(**cell)).count();
        if missing > 0 && steps + 1 > straight.len() {
            let [a, b] = [from, to].map(|cell| self.grid.name(cell));
            let closes = if missing == 1 { "1 missing hex closes" } else { "missing hexes close" };
            let count = if missing == 1 { String::new() } else { format!("{missing} ") };
            return Some(format!("{count}{closes} the straight way from {a} to {b}"));
        }
        let cheapest = way.iter().skip(1).map(|cell| self.open[self.field.spot(*cell)]).min()?;
        let mut extra: BTreeMap<char, (u32, usize)> = BTreeMap::new();
        for cell in way.iter().skip(1) {
            let cost = self.open[self.field.spot(*cell)].saturating_sub(cheapest);
            if let Some(letter) = cx.map.letter(*cell).filter(|_| cost > 0) {
                let (sum, count) = extra.entry(letter).or_default();
                (*sum, *count) = (*sum + u32::from(cost), *count + 1);
            }
        }
        let slowest = extra.into_iter().max_by_key(|(_, (sum, _))| *sum);
        let terrain = cx.scenario.common().terrain();
        let name = |letter: char| terrain.iter().find(|kind| kind.letter.0 == letter).map(|kind| kind.name.to_owned());
        match slowest.and_then(|(letter, (_, count))| Some((name(letter)?, count))) {
            Some((name, count)) => Some(format!("{count} of the {steps} hexes to {there} are {name}")),
            None if steps == 1 => Some(format!("{there} is next to it")),
            None => Some(format!("{there} is {steps} hexes away")),
        }
    }

    /// Returns the least cost from any of `starts` to each hex, or with `back` from each hex to any of `starts`. Each start has
    /// an initial cost. Costs above `most` are not computed, and the search ends once the costs of all `wanted` hexes are
    /// known; costs of other hexes may then be missing.
    ///
    /// The search of hexx is not used, because it has a single start and does not return the costs.
    fn costs(
        &self,
        starts: impl Iterator<Item = (PaddedIndex, u32)>,
        wanted: &[PaddedIndex],
        back: bool,
        most: u32,
    ) -> Costs {
        let mut costs = Costs(self.field.each(u32::MAX));
        // The hexes to continue from, by their cost.
        let mut due: BTreeMap<u32, Vec<PaddedIndex>> = BTreeMap::new();
        for (spot, cost) in starts {
            if costs.lower(spot, cost) {
                due.entry(cost).or_default().push(spot);
            }
        }
        let mut is_wanted = self.field.each(false);
        let mut unknown = 0;
        for spot in wanted {
            unknown += usize::from(!std::mem::replace(&mut is_wanted[*spot], true));
        }
        while let Some((cost, spots)) = due.pop_first() {
            for spot in spots {
                // A cheaper path may have been found since, or the hex may be listed twice with the same cost.
                if costs.0[spot] != cost {
                    continue;
                }
                unknown -= usize::from(std::mem::take(&mut is_wanted[spot]));
                if unknown == 0 {
                    return costs;
                }
                for (direction, next) in self.field.beside(spot).into_iter().enumerate() {
                    if !self.field.has(next) {
                        continue;
                    }
                    let open = self.open[if back { spot } else { next }];
                    let step = if self.roads[spot] & (1 << direction) == 0 { open } else { open.min(self.march.road) };
                    let cost = cost.saturating_add(step.into());
                    if cost <= most && costs.lower(next, cost) {
                        due.entry(cost).or_default().push(next);
                    }
                }
            }
        }
        costs
    }
}

/// The cost of each hex; `u32::MAX` if it is unknown.
struct Costs(HexValues<u32>);

impl Costs {
    /// Returns the least cost of these hexes, if one is known.
    fn least(&self, spots: &[PaddedIndex]) -> Option<u32> {
        spots.iter().map(|spot| self.0[*spot]).min().filter(|least| *least != u32::MAX)
    }

    /// Notes a lower cost; returns `true` if it is lower than the known one.
    fn lower(&mut self, spot: PaddedIndex, cost: u32) -> bool {
        let is_lower = cost < self.0[spot];
        if is_lower {
            self.0[spot] = cost;
        }
        is_lower
    }
}

/// The hexes in one of which a unit enters the game.
enum Spots<'c> {
    One(PaddedIndex),
    Any(&'c [PaddedIndex]),
}

impl Deref for Spots<'_> {
    type Target = [PaddedIndex];

    fn deref(&self) -> &[PaddedIndex] {
        match self {
            Self::One(spot) => std::slice::from_ref(spot),
            Self::Any(spots) => spots,
        }
    }
}

/// The hexes of entries and zones, for units that do not start in a hex.
struct Areas<'c> {
    /// The hexes of each entry, by its number.
    entries: Vec<Vec<PaddedIndex>>,
    zones: Lookup<&'c ZoneId, Vec<PaddedIndex>>,
}

impl<'c> Areas<'c> {
    fn of(cx: &'c Context<'_>) -> Self {
        // If entries or zones share an id, the first one counts.
        let mut entries = cx.entry_numbers.each(Vec::new());
        for entry in cx.entries.iter().rev() {
            if let Some(number) = cx.entry_numbers.find(entry.id.as_str()) {
                entries[number] = spots(cx, &entry.hexes);
            }
        }
        let areas = cx.scenario.common().zones();
        let mut zones = lookup(areas.len());
        zones.extend(areas.iter().rev().map(|zone| (zone.id, spots(cx, zone.hexes))));
        Self { entries, zones }
    }
}

/// The hexes and the turn in which a unit enters the game.
struct Origin<'c> {
    unit: &'c Piece<'c>,
    /// The hexes, in one of which the unit enters.
    spots: Spots<'c>,
    turn: u8,
}

impl<'c> Origin<'c> {
    /// Returns the turn of entry, the entry, and the number of turns left from then on; `None` if the unit never enters.
    fn due(&self, cx: &Context<'_>) -> Option<(u8, &'c EntryId, u32)> {
        let (turn, at) = self.unit.enters.filter(|(turn, _)| (cx.first_turn..=cx.turns.count).contains(turn))?;
        Some((turn, at, u32::from(cx.turns.count - turn) + 1))
    }
}

/// Returns the origins of all units, in their order.
fn origins<'c>(cx: &'c Context<'_>, areas: &'c Areas<'_>) -> Vec<Origin<'c>> {
    let any = |spots: Option<&'c Vec<PaddedIndex>>| spots.map(|spots| Spots::Any(spots));
    let origin = |unit: &'c Piece<'_>| {
        let (spots, turn) = match (unit.at, unit.enters) {
            (Some(at), _) => (cx.map.find(at).map(|cell| Spots::One(cx.map.field().spot(cell))), cx.first_turn),
            (None, Some((turn, _))) => {
                (any(unit.entry_number.and_then(|entry| areas.entries.get(entry))), turn.max(cx.first_turn))
            }
            (None, None) => (any(unit.zone.and_then(|zone| areas.zones.get(zone))), cx.first_turn),
        };
        Origin { unit, spots: spots.unwrap_or(Spots::Any(&[])), turn }
    };
    cx.units.iter().map(origin).collect()
}

/// Returns the positions of those `hexes` that are on the map.
fn spots<'h>(cx: &Context<'_>, hexes: impl IntoIterator<Item = &'h HexId>) -> Vec<PaddedIndex> {
    let field = cx.map.field();
    hexes.into_iter().filter_map(|hex| Some(field.spot(cx.map.find(hex)?))).collect()
}

/// A target that a side must reach.
enum PaceTarget<'c> {
    /// A place.
    Place(&'c Goal<'c>),
    /// Any of the hexes in the sudden ending at this index.
    Hexes(usize),
}

impl PaceTarget<'_> {
    fn path(&self) -> DocPath {
        match self {
            Self::Place(goal) => goal.path(),
            Self::Hexes(row) => DocPath::root().key("victory").key("sudden").index(*row).key("enters"),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Place(goal) => format!("`{}`", goal.place),
            Self::Hexes(_) => "any of these hexes".to_owned(),
        }
    }
}

/// Returns the targets that `side` must reach.
fn targets<'c>(cx: &'c Context<'_>, facts: &PaceFacts<'_>, side: &SideId) -> Vec<(PaceTarget<'c>, Vec<PaddedIndex>)> {
    let places = cx.goals.iter().filter(|goal| goal.side == side).filter_map(|goal| {
        let place = cx.places.iter().find(|place| place.id == *goal.place)?;
        // A side does not have to reach a place that it holds.
        (place.holder.as_ref() != Some(side)).then(|| (PaceTarget::Place(goal), spots(cx, &place.hexes)))
    });
    let endings = facts.enters.iter().enumerate().filter(|(_, (winner, _))| *winner == Some(side));
    places.chain(endings.map(|(row, (_, hexes))| (PaceTarget::Hexes(row), spots(cx, *hexes)))).collect()
}

fn places(
    cx: &Context<'_>,
    facts: &PaceFacts<'_>,
    going: &Going<'_>,
    origins: &[Origin<'_>],
    found: &mut Vec<Diagnostic>,
) {
    for (number, side) in cx.sides.iter().copied().enumerate() {
        let pace = going.pace(cx, number);
        let turns = u32::from(cx.turns.count - cx.first_turn) + 1;
        let units = || origins.iter().filter(|origin| origin.unit.side_number == number && !origin.unit.stacks());
        let starts = || units().flat_map(|origin| origin.spots.iter().map(|spot| (*spot, origin.turn - cx.first_turn)));
        if pace == 0 || starts().next().is_none() {
            continue;
        }
        let mut targets = targets(cx, facts, side);
        targets.retain(|(_, spots)| {
            let pairs = || starts().flat_map(|start| spots.iter().map(move |to| (start, *to)));
            // Fast path: nearly always, the first unit checked reaches the target.
            let leads =
                |((from, turn), to): ((_, u8), _)| going.leads(from, to, turns.saturating_sub(turn.into()) * pace);
            // A unit may always move one hex per turn.
            let is_near = |((from, _), to)| distance(cx, from, to) <= turns;
            !spots.is_empty() && !pairs().take(FEW_PAIRS).any(leads) && !pairs().take(MOST_PAIRS).any(is_near)
        });
        if targets.is_empty() {
            continue;
        }
        let wanted: Vec<PaddedIndex> = targets.iter().flat_map(|(_, spots)| spots.iter().copied()).collect();
        let costs = |most| {
            let starts = starts().map(|(spot, turn)| (spot, u32::from(turn) * pace));
            going.costs(starts, &wanted, false, most)
        };
        let mut known = costs(turns * pace);
        if targets.iter().any(|(_, spots)| known.least(spots).is_none()) {
            known = costs(u32::MAX);
        }
        for (target, spots) in targets {
            // An unreachable target is reported by another lint.
            let Some(least) = known.least(&spots).filter(|least| *least > turns * pace) else { continue };
            let turn = least.div_ceil(pace) + u32::from(cx.first_turn) - 1;
            let message = format!("no unit of `{side}` can reach {} before turn {turn}", target.name());
            let finding = PLACE_TOO_FAR
                .at(target.path(), message)
                .related(DocPath::root().key("turns").key("count"), "the number of turns")
                .help("give the game more turns, or choose a nearer place");
            found.push(finding);
        }
    }
}

/// The maximum number of pairs of hexes checked for a short distance.
const MOST_PAIRS: usize = 4096;

/// The maximum number of straight paths tried before the search for the cheapest path.
const FEW_PAIRS: usize = 16;

fn distance(cx: &Context<'_>, from: PaddedIndex, to: PaddedIndex) -> u32 {
    let field = cx.map.field();
    cx.map.grid.as_ref().map_or(0, |grid| grid.distance(field.cell(from), field.cell(to)))
}

fn check_arrivals(
    cx: &Context<'_>,
    facts: &PaceFacts<'_>,
    going: &Going<'_>,
    origins: &[Origin<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let goals: BTreeSet<_> = cx.goals.iter().map(|goal| goal.place).collect();
    let hexes = cx.places.iter().filter(|place| goals.contains(&place.id)).flat_map(|place| &place.hexes);
    let entered = facts.enters.iter().flat_map(|(_, hexes)| hexes.iter());
    let places = spots(cx, hexes.chain(entered).chain(facts.hexes.iter().copied()));
    for side in 0..cx.sides.len() {
        let late: Vec<&Origin<'_>> = origins
            .iter()
            .filter(|Origin { unit, .. }| unit.side_number == side && !unit.stacks() && unit.enters.is_some())
            .collect();
        if late.is_empty() {
            continue;
        }
        let enemies =
            || origins.iter().filter(|origin| origin.unit.side_number != side).flat_map(|origin| &*origin.spots);
        let there = || places.iter().chain(enemies());
        // Fast path: nearly always, all units reach a target. At each entry, it is enough to check the unit with the least
        // movement left.
        let mut least: BTreeMap<_, (u32, &Origin<'_>)> = BTreeMap::new();
        for origin in &late {
            let Some((.., turns)) = origin.due(cx) else { continue };
            let most = turns * going.points(origin.unit.movement);
            let least = least.entry((origin.unit.at, origin.unit.entry_number)).or_insert((most, origin));
            least.0 = most.min(least.0);
        }
        let comes = |(most, origin): &(u32, &Origin<'_>)| {
            let pairs = origin.spots.iter().flat_map(|from| there().map(move |to| (*from, *to)));
            pairs.take(FEW_PAIRS).any(|(from, to)| going.leads(from, to, *most))
        };
        if least.values().all(comes) {
            continue;
        }
        let wanted: Vec<PaddedIndex> = late.iter().flat_map(|origin| origin.spots.iter().copied()).collect();
        let costs = |most| going.costs(there().map(|spot| (*spot, 0)), &wanted, true, most);
        let most = (u32::from(cx.turns.count - cx.first_turn) + 1) * going.pace(cx, side);
        let mut known = costs(most);
        if late.iter().any(|origin| !origin.spots.is_empty() && known.least(&origin.spots).is_none()) {
            known = costs(u32::MAX);
        }
        for origin in late {
            let Origin { unit, spots, .. } = origin;
            let pace = going.points(unit.movement);
            let Some((turn, at, turns)) = origin.due(cx) else { continue };
            // An entry from which no target can be reached is reported by another lint.
            let Some(least) = known.least(spots).filter(|least| *least > turns * pace && pace > 0) else { continue };
            let needs = least.div_ceil(pace);
            let why = going.slow(cx, spots, &known).map_or_else(String::new, |why| format!(": {why}"));
            let message = format!(
                "`{}` enters on turn {turn} at `{at}`, but needs {needs} turns to reach an important place{why}",
                unit.id
            );
            let finding = ARRIVES_TOO_LATE
                .at(unit.path().key("enters").key("turn"), message)
                .related(DocPath::root().key("turns").key("count"), "the number of turns")
                .help("let it arrive earlier, or nearer to an important place");
            found.push(finding);
        }
    }
}

fn headquarters(
    cx: &Context<'_>,
    facts: &PaceFacts<'_>,
    going: &Going<'_>,
    origins: &[Origin<'_>],
    found: &mut Vec<Diagnostic>,
) {
    let mut hqs = cx.formation_numbers.each(None);
    for (command, origin) in facts.command.iter().zip(origins.iter().filter(|origin| origin.unit.stacks())) {
        let turns = u32::from(cx.turns.count.saturating_sub(origin.turn)) + 1;
        // Along roads, a movement point may take the HQ two hexes far.
        let reach = u32::from(*command) + turns * going.points(origin.unit.movement);
        hqs[origin.unit.formation_number] = Some((origin, reach));
    }
    let mut told = BTreeSet::new();
    for Origin { unit, spots, .. } in origins.iter().filter(|origin| !origin.unit.stacks()) {
        let Some((hq, reach)) = hqs[unit.formation_number].filter(|(hq, _)| !hq.spots.is_empty()) else { continue };
        // Zones are large, so the unit and its HQ may be set up side by side.
        if spots.is_empty() || unit.zone.is_some() {
            continue;
        }
        if hq.spots.iter().any(|from| spots.iter().any(|to| distance(cx, *from, *to) <= reach)) {
            continue;
        }
        // One finding per headquarters is enough, because neighboring units are equally far away.
        if !told.insert(unit.formation_number) {
            continue;
        }
        let key = if unit.at.is_some() { "at" } else { "enters" };
        let message = format!("{} can never reach its unit `{}`", hq.unit.id, unit.id);
        let finding = HQ_TOO_FAR
            .at(unit.path().key(key), message)
            .related(hq.unit.path(), "its headquarters")
            .help("let the two enter nearer to each other, or let the HQ move");
        found.push(finding);
    }
}

#[cfg(test)]
mod tests;
