//! The plans that a program orders for playouts: missions by the names that people know.

use battlewright_schema::{HexId, Inches};
use serde::Deserialize;
use serde_json::{Value, json};

use super::view::Names;
use crate::game::Side;
use crate::kit::place::Place;
use crate::players::Command;
use crate::players::plan::{Mission, Objective, Plan, Posture};

/// The number of characters of a name that an error shows.
const SHOWN: usize = 40;

/// The words of the postures.
const WORDS: [(&str, Posture); 4] =
    [("take", Posture::Take), ("hold", Posture::Hold), ("delay", Posture::Delay), ("reserve", Posture::Reserve)];

/// A mission as a program names it. What is missing or wrong is told in the answer, and ends no game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct MissionWish {
    /// The name of the group.
    group: String,
    /// The word of the posture.
    posture: String,
    /// The objective: the name of an objective, of a place or of a hex, or the two numbers of a point.
    at: Value,
}

/// Returns the plan of `side` with the missions that a program names in the position `game`; all other groups are free. A name that
/// several groups bear means all of them.
///
/// # Errors
/// A name is unknown, a group has no unit that could go to its objective, or it has two missions.
pub(super) fn plan<G: Command>(game: &G, side: Side, names: &Names, wishes: &[MissionWish]) -> Result<Plan, String> {
    let groups: Vec<String> = (0..game.groups(side)).map(|group| game.group_name(side, group)).collect();
    let objectives = objectives_of(game);
    let mut plan = Plan::FREE;
    for MissionWish { group, posture, at } in wishes {
        let posture = posture_of(posture)?;
        let at = place_of(game, side, names, &objectives, posture, at)?;
        let called = groups.iter().enumerate().filter(|(_, name)| *name == group);
        let numbers: Vec<usize> = called.map(|(number, _)| number).collect();
        if numbers.is_empty() {
            return Err(format!("no group of {} is called {}", names.side(side), shown(group)));
        }
        // A system may number the groups of both sides in one row.
        let able = numbers.into_iter().filter(|number| game.way_of_group(side, *number, at).is_some());
        let able: Vec<usize> = able.collect();
        if able.is_empty() {
            return Err(format!("{} has no unit that could go to {}", shown(group), names.place(at)));
        }
        for number in able {
            if plan.mission(number).is_some() {
                return Err(format!("{} has two missions", shown(group)));
            }
            plan = plan.with(number, Some(Mission { posture, at }));
        }
    }
    Ok(plan)
}

/// Returns the groups of `side` that could go anywhere, by name, with their missions in the `advised` plan if there is one.
pub(super) fn groups<G: Command>(game: &G, side: Side, names: &Names, advised: Option<&Plan>) -> Vec<Value> {
    let objectives = objectives_of(game);
    let is_able = |group: &usize| {
        let mut ways = objectives.iter().map(|objective| game.way_of_group(side, *group, objective.place));
        ways.any(|way| way.is_some())
    };
    let able = (0..game.groups(side)).filter(is_able);
    let shown = able.map(|group| {
        let name = game.group_name(side, group);
        match advised {
            Some(plan) => {
                json!({"name": name, "advised": plan.mission(group).map(|mission| mission_of(names, mission))})
            }
            None => json!({"name": name}),
        }
    });
    shown.collect()
}

/// Returns the objectives with their worths to the sides now. One in a named place bears the name of that.
pub(super) fn objectives<G: Command>(game: &G, names: &Names) -> Vec<Value> {
    let show = |Objective { place, name, worth, holder }: &Objective| {
        let named = names.places.iter().find(|(_, spots)| spots.contains(place));
        json!({
            "name": named.map_or(name, |(name, _)| name),
            "at": names.place(*place),
            "worth": worth,
            "holder": names.side_or_none(*holder),
        })
    };
    objectives_of(game).iter().map(show).collect()
}

fn objectives_of<G: Command>(game: &G) -> Vec<Objective> {
    let mut objectives = Vec::new();
    game.objectives(&mut objectives);
    objectives
}

fn mission_of(names: &Names, mission: Mission) -> Value {
    let word = WORDS.iter().find(|(_, posture)| *posture == mission.posture).map(|(word, _)| word);
    json!({"posture": word, "at": names.place(mission.at)})
}

fn posture_of(word: &str) -> Result<Posture, String> {
    let known = WORDS.iter().find(|(known, _)| *known == word).map(|(_, posture)| *posture);
    known.ok_or_else(|| {
        let words = WORDS.map(|(word, _)| word).join(", ");
        format!("no posture is called {}; there are {words}", shown(word))
    })
}

/// Returns the place that `at` means. As by the advice of an author, a place of several hexes is taken hex by hex, and held in its
/// first one.
fn place_of<G: Command>(
    game: &G,
    side: Side,
    names: &Names,
    objectives: &[Objective],
    posture: Posture,
    at: &Value,
) -> Result<Place, String> {
    let spots: Vec<Place> = match at {
        Value::String(name) => {
            let named =
                names.places.iter().filter(|(known, _)| known == name).flat_map(|(_, spots)| spots.iter().copied());
            let hex = names.grid.as_ref().and_then(|grid| grid.cell(&HexId::from(name.as_str()))).map(Place::Hex);
            let known = objectives.iter().filter(|objective| objective.name == *name).map(|objective| objective.place);
            named.chain(known).chain(hex).collect()
        }
        _ => {
            let point = serde_json::from_value(at.clone()).ok().map(|(x, y)| Inches { x, y });
            point.filter(|point| names.has_point(*point)).map(Place::At).into_iter().collect()
        }
    };
    let lacks = |place: &&Place| posture == Posture::Take && game.controller(**place) != Some(side);
    let found = spots.iter().find(lacks).or(spots.first()).copied();
    found.ok_or_else(|| format!("no objective, place, hex or point of the table is {}", shown(&text(at))))
}

/// Returns a name as a program has written it.
fn text(at: &Value) -> String {
    at.as_str().map_or_else(|| at.to_string(), str::to_owned)
}

/// Returns the beginning of a name in quotation marks.
fn shown(name: &str) -> String {
    let cut: String = name.chars().take(SHOWN).collect();
    format!("{cut:?}")
}
