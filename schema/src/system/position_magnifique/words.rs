//! The victory conditions and the special rules of a scenario, in words.

use serde_json::Value;

use super::{Ending, PositionMagnifique, VictoryLevel};
use crate::systems::Passage;
use crate::words::{listed, place_name, side_name};
use crate::{Common, HexId, PlaceId};

/// Returns the victory conditions as text for the page of a scenario.
pub(super) fn victory(scenario: &PositionMagnifique) -> Vec<Passage> {
    let mut passages = Vec::new();
    let told = |endings: &[Ending]| Passage::List(endings.iter().map(|ending| sentence(scenario, ending)).collect());
    if !scenario.victory.sudden.is_empty() {
        passages.push(Passage::Paragraph("The game ends at once:".to_owned()));
        passages.push(told(&scenario.victory.sudden));
    }
    if !scenario.victory.last.is_empty() {
        passages
            .push(Passage::Paragraph("After the last turn, the first of these endings that holds decides:".to_owned()));
        passages.push(told(&scenario.victory.last));
    }
    passages.push(Passage::Paragraph("If no ending holds after the last turn, the game is a draw.".to_owned()));
    passages
}

/// Returns one sentence for each feature outside `[rules]` that changes the game, such as a first turn or a detour.
pub(super) fn special(scenario: &PositionMagnifique) -> Vec<String> {
    let mut items = Vec::new();
    let side = |id| side_name(scenario, id);
    items.extend(scenario.first_turn.map(|turn| format!("Play begins on turn {turn}.")));
    items.extend(scenario.surprise_attack.as_ref().map(|id| {
        format!("Before the first turn the {} activate all their units once: a surprise attack (20.2).", side(id))
    }));
    if scenario.variable_reinforcements {
        items.push("Both sides may try to change the turn and entry of reinforcements (20.3).".to_owned());
    }
    for detour in &scenario.detour {
        let to = listed(detour.to.iter().map(ToString::to_string), "or");
        let who = detour.formation.as_ref().map_or_else(|| "A group".to_owned(), ToString::to_string);
        let how = if detour.free { ", without a roll" } else { "" };
        let from = &detour.from;
        items.push(format!("{who} due at {from} may enter at {} instead{how} (20.3).", to));
    }
    for chit in &scenario.chit {
        let word = |event| {
            let word = serde_json::to_value(event).ok();
            word.as_ref().and_then(Value::as_str).unwrap_or_default().replace('-', " ")
        };
        let (front, back) = (word(chit.front), word(chit.back));
        let both = if front == back { front } else { format!("{front}, {back} on the back") };
        items.push(format!("Event Chit of the {}: {both} (17.0).", side(&chit.side)));
    }
    items
}

/// Returns the sentence for an ending and its conditions.
fn sentence(common: &dyn Common, ending: &Ending) -> String {
    let winner = ending.winner.as_ref().map(|side| side_name(common, side));
    let level = match ending.level {
        VictoryLevel::Draw => "A draw",
        VictoryLevel::Minor => "A minor victory",
        VictoryLevel::Victory => "A victory",
        VictoryLevel::Major => "A major victory",
        VictoryLevel::Overwhelming => "An overwhelming victory",
    };
    let hexes = |hexes: &[HexId], and: &str| listed(hexes.iter().map(HexId::to_string), and);
    let places = |places: &[PlaceId], and: &str| listed(places.iter().map(|place| place_name(common, place)), and);
    let mut needed = Vec::new();
    if let Some(turn) = ending.after_turn {
        needed.push(format!("turn {turn} is over"));
    }
    if !ending.enters.is_empty() {
        needed.push(format!("a unit of theirs is in {}", hexes(&ending.enters, "or")));
    }
    if !ending.controls_hexes.is_empty() {
        needed.push(format!("they control {}", hexes(&ending.controls_hexes, "and")));
    }
    if !ending.controls.is_empty() {
        needed.push(format!("they control {}", places(&ending.controls, "and")));
    }
    if !ending.controls_any.is_empty() {
        needed.push(format!("they control {}", places(&ending.controls_any, "or")));
    }
    if !ending.enemy_lacks.is_empty() {
        needed.push(format!("the enemy does not control all of {}", places(&ending.enemy_lacks, "and")));
    }
    if !ending.controls_more_of.is_empty() {
        needed.push(format!("they control more of {} than the enemy", places(&ending.controls_more_of, "and")));
    }
    let whose = winner.map_or_else(|| level.to_owned(), |winner| format!("{level} of the {winner}"));
    if needed.is_empty() { format!("{whose}, in any case.") } else { format!("{whose}, if {}.", needed.join(" and ")) }
}
