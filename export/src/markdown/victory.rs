//! How a scenario is won, in words.

use battlewright_schema::mars_la_tour::MarsLaTour;
use battlewright_schema::position_magnifique::{Ending, PositionMagnifique, VictoryLevel};
use battlewright_schema::{Common, PlaceId, Scenario};

use super::page::{Page, listed, plain};
use super::{hexes, place_name, side_name};

pub(super) fn tell(page: &mut Page, scenario: &Scenario) {
    page.heading("Victory");
    match scenario {
        Scenario::MarsLaTour(scenario) => mars_la_tour(page, scenario),
        Scenario::PositionMagnifique(scenario) => position_magnifique(page, scenario),
    }
}

fn mars_la_tour(page: &mut Page, scenario: &MarsLaTour) {
    let victory = &scenario.victory;
    let mut items = Vec::new();
    if let Some(escape) = &victory.escape {
        let side = side_name(scenario, &escape.side);
        let exits = listed(escape.exits.iter().map(|exit| plain(exit.as_str())));
        items.push(format!(
            "The game ends with a major victory of the {side} as soon as {} infantry {} of theirs left the map by {exits}.",
            escape.infantry,
            if escape.infantry == 1 { "unit has" } else { "units have" },
        ));
        if escape.points_if_none > 0 {
            items.push(format!(
                "If no unit of the {side} has left at the end of the game, their enemy scores {} VP.",
                escape.points_if_none
            ));
        }
    }
    for hold in &victory.hold {
        items.push(format!(
            "{}: {} VP for the {} for each of its hexes that they hold at the end of the game.",
            place_name(scenario, &hold.place),
            hold.points_per_hex,
            side_name(scenario, &hold.side)
        ));
    }
    items.push("Each eliminated enemy unit scores 1 VP.".to_owned());
    items.push(format!("Who has more VP wins; if both have as many, the {} do.", side_name(scenario, &victory.tie)));
    page.items(items.into_iter());
}

fn position_magnifique(page: &mut Page, scenario: &PositionMagnifique) {
    let told =
        |endings: &[Ending]| -> Vec<String> { endings.iter().map(|ending| sentence(scenario, ending)).collect() };
    if !scenario.victory.sudden.is_empty() {
        page.paragraph("The game ends at once:");
        page.items(told(&scenario.victory.sudden).into_iter());
    }
    if !scenario.victory.last.is_empty() {
        page.paragraph("After the last turn the first of these that holds decides:");
        page.items(told(&scenario.victory.last).into_iter());
    }
    page.paragraph("If nothing of this holds after the last turn, the game is a draw.");
}

/// An ending, with everything that must hold for it.
fn sentence(common: &dyn Common, ending: &Ending) -> String {
    let winner = ending.winner.as_ref().map(|side| side_name(common, side));
    let level = match ending.level {
        VictoryLevel::Draw => "A draw",
        VictoryLevel::Minor => "A minor victory",
        VictoryLevel::Victory => "A victory",
        VictoryLevel::Major => "A major victory",
        VictoryLevel::Overwhelming => "An overwhelming victory",
    };
    let places = |places: &[PlaceId], and: &str| {
        let names: Vec<String> = places.iter().map(|place| place_name(common, place)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
            _ => names.join(""),
        }
    };
    let mut needed = Vec::new();
    if let Some(turn) = ending.after_turn {
        needed.push(format!("turn {turn} is over"));
    }
    if !ending.enters.is_empty() {
        needed.push(format!("a unit of theirs is in {}", hexes(&ending.enters).replace(" and ", " or ")));
    }
    if !ending.controls_hexes.is_empty() {
        needed.push(format!("they control {}", hexes(&ending.controls_hexes)));
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
    if needed.is_empty() {
        format!("{whose}, whatever happened.")
    } else {
        format!("{whose}, if {}.", needed.join(" and "))
    }
}
