//! The victory conditions and the special rules of a scenario, in words.

use std::collections::BTreeMap;

use super::{AtAnyCost, Event, PointLevel, SuddenEnding, VictoryLevel};
use crate::HexId;
use crate::systems::Passage;
use crate::words::{counted, listed, place_name, side_name};

/// Returns the conditions of victory, for the page of a scenario.
pub(super) fn victory(scenario: &AtAnyCost) -> Vec<Passage> {
    let victory = &scenario.victory;
    let mut passages = Vec::new();
    if !victory.sudden.is_empty() {
        passages.push(Passage::Paragraph("The game ends at once:".to_owned()));
        passages.push(Passage::List(victory.sudden.iter().map(|ending| sudden(scenario, ending)).collect()));
    }
    let points = points(scenario);
    if !points.is_empty() {
        passages.push(Passage::Paragraph("After the last turn, both sides count their points:".to_owned()));
        passages.push(Passage::List(points));
    }
    if !victory.levels.is_empty() {
        passages.push(Passage::Paragraph("The first of these outcomes that holds decides:".to_owned()));
        passages.push(Passage::List(victory.levels.iter().map(|outcome| level(scenario, outcome)).collect()));
    }
    passages.push(Passage::Paragraph("If no outcome holds after the last turn, the game is a draw.".to_owned()));
    passages
}

fn victory_of(scenario: &AtAnyCost, level: VictoryLevel, winner: &crate::SideId) -> String {
    let degree = match level {
        VictoryLevel::Minor => "A minor victory",
        VictoryLevel::Victory => "A victory",
        VictoryLevel::Major => "A major victory",
        VictoryLevel::Overwhelming => "An overwhelming victory",
    };
    format!("{degree} of the {}", side_name(scenario, winner))
}

/// A victory, with everything that must hold for it.
fn if_all(victory: String, needed: &[String]) -> String {
    if needed.is_empty() {
        format!("{victory}, in any case.")
    } else {
        format!("{victory}, if {}.", needed.join(" and "))
    }
}

fn sudden(scenario: &AtAnyCost, ending: &SuddenEnding) -> String {
    let hexes = |hexes: &[HexId], and: &str| listed(hexes.iter().map(HexId::to_string), and);
    let mut needed = Vec::new();
    if let Some(turn) = ending.after_turn {
        needed.push(format!("turn {turn} is over"));
    }
    if !ending.enters.is_empty() {
        needed.push(format!("a combat unit of theirs has entered {}", hexes(&ending.enters, "or")));
    }
    if !ending.controls.is_empty() {
        needed.push(format!("they control {}", hexes(&ending.controls, "and")));
    }
    if_all(victory_of(scenario, ending.level, &ending.winner), &needed)
}

fn points(scenario: &AtAnyCost) -> Vec<String> {
    let victory = &scenario.victory;
    let mut items: Vec<String> = victory
        .points
        .iter()
        .map(|row| {
            let place = place_name(scenario, &row.place);
            let points = counted(row.points.into(), "point");
            match &row.side {
                Some(side) => format!(
                    "{place}: {points} for the {} for each hex that a combat unit of theirs was the last to enter.",
                    side_name(scenario, side)
                ),
                None => {
                    format!("{place}: {points} for each hex, for the side whose combat unit was the last to enter it.")
                }
            }
        })
        .collect();
    for (points, what) in [(victory.broken, "unit"), (victory.broken_small, "Small Unit")] {
        if points > 0 {
            items.push(format!("Each enemy {what} that is Broken: {}.", counted(points.into(), "point")));
        }
    }
    items
}

fn level(scenario: &AtAnyCost, outcome: &PointLevel) -> String {
    let mut needed = Vec::new();
    if let Some(points) = outcome.points {
        needed.push(format!("they have at least {}", counted(points.into(), "point")));
    }
    if let Some(lead) = outcome.lead {
        needed.push(format!("they lead by at least {}", counted(lead.into(), "point")));
    }
    if_all(victory_of(scenario, outcome.level, &outcome.winner), &needed)
}

/// Returns the sections besides `[rules]` that change how the game is played, a sentence each.
pub(super) fn special(scenario: &AtAnyCost) -> Vec<String> {
    let mut items = Vec::new();
    items.extend(scenario.first_turn.map(|turn| format!("Play begins on turn {turn}.")));
    if scenario.campaign {
        items.push("This is a Campaign scenario: night turns bring back ammunition and Fresh sides (18.0).".to_owned());
    }
    for detour in &scenario.detour {
        let to = listed(detour.to.iter().map(ToString::to_string), "or");
        let who = detour.group.as_ref().map_or_else(|| "A group".to_owned(), |group| format!("Group {group}"));
        items.push(format!("{who} due at {} may enter at {to} instead (15.2).", detour.from));
    }
    for earthworks in &scenario.earthworks {
        let kind = earthworks.kind.name();
        let hexes = listed(earthworks.hexes.iter().map(ToString::to_string), "and");
        items.push(format!("{kind} are in {hexes} at the start (16.1)."));
    }
    for side in scenario.side.keys() {
        let mut events: BTreeMap<Event, usize> = BTreeMap::new();
        for chit in scenario.chit.iter().filter(|chit| chit.side == *side) {
            *events.entry(chit.event).or_default() += 1;
        }
        if events.is_empty() {
            continue;
        }
        let named = events.into_iter().map(|(event, count)| match count {
            1 => event.name().to_owned(),
            _ => format!("{} ({count} times)", event.name()),
        });
        let name = side_name(scenario, side);
        items.push(format!("The Event Chits of the {name} are {} (21.0).", listed(named, "and")));
    }
    items
}
