//! The timeline: turns as columns, entries and setup zones as lanes, and counters that can be dragged between boxes.
//! The header rows contain the strength of each side.

mod draw;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::table::{self, SideStrength, Strength};
use battlewright_schema::{Common, Counter, DocPath, EntryId, MarchColumn, Scenario, SideId, Start, ZoneId};

use super::order_of_battle::units;
use crate::messages::act::Act;
use crate::model::edit::Edit;

pub use draw::ui;

/// The place where counters wait before they are on the map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitingPlace {
    /// An entry for reinforcements.
    Entry(EntryId),
    /// A setup zone, before the first turn.
    Zone(ZoneId),
}

/// A column of the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineTurn {
    /// The turn number; 0 is before the first turn.
    pub number: u8,
    /// The time of day, if the scenario has a clock.
    pub clock: Option<String>,
    /// The reason why no counters may arrive on this turn.
    pub wrong: Option<&'static str>,
}

/// A counter in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineCounter {
    /// The counter.
    pub counter: Counter,
    /// The name of the unit.
    pub name: String,
    /// The problem with its turn or lane.
    pub wrong: Option<String>,
}

/// A lane of the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineLane {
    /// The entry or zone.
    pub gate: WaitingPlace,
    /// The display name.
    pub name: String,
    /// The side that owns the entry; `None` for a shared zone.
    pub side: Option<SideId>,
    /// `true` if the entry or zone exists.
    pub known: bool,
    /// The counters by turn.
    pub boxes: BTreeMap<u8, Vec<TimelineCounter>>,
}

/// The content of the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// The columns: setup, the turns of the game, and later turns if counters are assigned to them.
    pub turns: Vec<TimelineTurn>,
    /// The lanes: entries, then zones, then unknown ids of the counters.
    pub lanes: Vec<TimelineLane>,
    /// The strength of each side, by turn.
    pub strength: Vec<SideStrength>,
}

/// Returns the content of the timeline of `scenario`.
pub fn data(scenario: &Scenario) -> Timeline {
    let common = scenario.common();
    let (last, first) = (common.turns().count, first_turn(scenario));
    let mut lanes: Vec<TimelineLane> = lanes(common);
    let mut numbers: BTreeSet<u8> = (0..=last).collect();
    let mut placed: Vec<(Option<u8>, Counter)> = common.counters().into_iter().map(|counter| (None, counter)).collect();
    for (position, counter) in &mut placed {
        if let Some(Start::Enters { column, .. }) = common.counter(*counter).map(|unit| unit.start) {
            *position = column.position;
        }
    }
    placed.sort_by_key(|(position, _)| position.unwrap_or(u8::MAX));
    for (_, counter) in placed {
        let Some(unit) = common.counter(counter) else { continue };
        let (gate, turn) = match unit.start {
            Start::Enters { turn, at, .. } => (WaitingPlace::Entry(at), turn),
            Start::Zone(zone) => (WaitingPlace::Zone(zone), 0),
            Start::At(_) | Start::OnTable(_) | Start::Nowhere => continue,
        };
        numbers.insert(turn);
        let at = lanes.iter().position(|lane| lane.gate == gate).unwrap_or_else(|| {
            lanes.push(TimelineLane {
                name: gate.id().to_owned(),
                gate,
                side: None,
                known: false,
                boxes: BTreeMap::new(),
            });
            lanes.len() - 1
        });
        let Some(lane) = lanes.get_mut(at) else { continue };
        let wrong = wrong(lane, unit.side, turn, first, last);
        lane.boxes.entry(turn).or_default().push(TimelineCounter { counter, name: unit.name.to_owned(), wrong });
    }
    let turn = |number: u8| TimelineTurn {
        number,
        clock: (number > 0).then(|| common.turns().clock(number)).flatten(),
        wrong: match number {
            0 => None,
            number if number < first => Some("before the game"),
            number if number > last => Some("after the game"),
            _ => None,
        },
    };
    Timeline { turns: numbers.into_iter().map(turn).collect(), lanes, strength: table::strength(scenario) }
}

/// Returns an empty lane for each entry and zone.
fn lanes(common: &dyn Common) -> Vec<TimelineLane> {
    let named = |id: &str, name: &str| if name == id { id.to_owned() } else { format!("{id}  {name}") };
    let entries = common.entry_views().into_iter().map(|entry| TimelineLane {
        gate: WaitingPlace::Entry(entry.id.clone()),
        name: named(entry.id.as_str(), entry.name.unwrap_or(entry.id.as_str())),
        side: Some(entry.side.clone()),
        known: true,
        boxes: BTreeMap::new(),
    });
    let zones = common.zones().into_iter().map(|zone| TimelineLane {
        gate: WaitingPlace::Zone(zone.id.clone()),
        name: zone.name.to_owned(),
        side: None,
        known: true,
        boxes: BTreeMap::new(),
    });
    entries.chain(zones).collect()
}

/// Returns the number of the first turn.
fn first_turn(scenario: &Scenario) -> u8 {
    let first = scenario.get(&DocPath::root().key("first_turn")).and_then(|first| first.as_u64());
    first.and_then(|first| u8::try_from(first).ok()).unwrap_or(1)
}

/// Returns the problem with a counter of `side` in this lane on this turn.
fn wrong(lane: &TimelineLane, side: &SideId, turn: u8, first: u8, last: u8) -> Option<String> {
    let gate = match lane.gate {
        WaitingPlace::Entry(_) => "entry",
        WaitingPlace::Zone(_) => "setup zone",
    };
    if !lane.known {
        return Some(format!("unknown {gate} {}", lane.gate.id()));
    }
    if lane.side.as_ref().is_some_and(|of| of != side) {
        return Some(format!("its side must not use {gate} {}", lane.gate.id()));
    }
    let entry = matches!(lane.gate, WaitingPlace::Entry(_));
    match turn {
        turn if entry && turn > last => Some(format!("the game ends with turn {last}")),
        turn if entry && turn < first => Some(format!("the game begins with turn {first}")),
        _ => None,
    }
}

impl WaitingPlace {
    /// Returns the id of the entry or zone.
    pub fn id(&self) -> &str {
        match self {
            Self::Entry(id) => id.as_str(),
            Self::Zone(id) => id.as_str(),
        }
    }

    /// Returns `true` if counters can be assigned to `turn`. Zones accept only the column before the first turn.
    pub fn takes(&self, turn: &TimelineTurn) -> bool {
        matches!(self, Self::Zone(_)) == (turn.number == 0) && turn.wrong.is_none()
    }
}

impl Timeline {
    /// Describes all problems in one line; `None` without problems.
    pub fn problems(&self) -> Option<String> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for waiting in self.lanes.iter().flat_map(|lane| lane.boxes.values().flatten()) {
            if let Some(wrong) = &waiting.wrong {
                *counts.entry(wrong).or_default() += 1;
            }
        }
        let said = counts.into_iter().map(|(wrong, count)| match count {
            1 => format!("1 counter: {wrong}"),
            count => format!("{count} counters: {wrong}"),
        });
        let said: Vec<String> = said.collect();
        (!said.is_empty()).then(|| format!("{}.", said.join("; ")))
    }
}

/// Returns the act that moves `counters` to `gate` on `turn`.
///
/// # Errors
/// The reason why the counters cannot move there.
pub fn moved(scenario: &Scenario, counters: &[Counter], gate: &WaitingPlace, turn: u8) -> Result<Act, String> {
    let common = scenario.common();
    let owner = match gate {
        WaitingPlace::Entry(id) => {
            common.entry_views().into_iter().find(|entry| entry.id == id).map(|entry| entry.side.clone())
        }
        WaitingPlace::Zone(_) => None,
    };
    let mut edits = Vec::new();
    for counter in counters {
        let Some(unit) = common.counter(*counter) else { continue };
        if let Some(owner) = owner.as_ref().filter(|owner| *owner != unit.side) {
            let sides = common.sides();
            let owner = sides.iter().find(|side| side.id == owner).map_or(owner.as_str(), |side| side.name);
            return Err(format!("Entry {} is for {owner}, and {} is not.", gate.id(), unit.name));
        }
        let start = match gate {
            WaitingPlace::Zone(zone) => Start::Zone(zone.clone()),
            WaitingPlace::Entry(at) => {
                // A new turn or entry clears the position in a march column.
                let column = match &unit.start {
                    Start::Enters { turn: was, at: before, column } if (*was, before) == (turn, at) => column.clone(),
                    Start::Enters { column, .. } => MarchColumn { position: None, ..column.clone() },
                    _ => MarchColumn::default(),
                };
                Start::Enters { turn, at: at.clone(), column }
            }
        };
        if start != unit.start {
            edits.push(Edit::Start { counter: *counter, start });
        }
    }
    if edits.is_empty() {
        return Err("They are already there.".to_owned());
    }
    let what = units(edits.len());
    let name = match gate {
        WaitingPlace::Entry(at) => format!("Move {what} to turn {turn}, entry {at}"),
        WaitingPlace::Zone(_) => format!("Move {what} to a setup zone"),
    };
    Ok(Act::edit(name, Edit::All(edits)))
}

/// Formats a strength, such as `"12 units, 34 ER, 24 steps"`.
pub fn in_words(strength: Strength, rating: &str) -> String {
    let mut parts = vec![units(usize::try_from(strength.units).unwrap_or(usize::MAX))];
    if strength.units > 0 {
        parts.push(format!("{} {rating}", strength.rating));
        parts.extend(strength.steps.map(|steps| format!("{steps} steps")));
    }
    parts.join(", ")
}
