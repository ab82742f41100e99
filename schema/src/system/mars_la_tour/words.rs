//! The victory conditions in words.

use super::MarsLaTour;
use crate::systems::Passage;
use crate::words::{listed, place_name, side_name};

/// Returns the victory conditions as text for the page of a scenario.
pub(super) fn victory(scenario: &MarsLaTour) -> Vec<Passage> {
    let victory = &scenario.victory;
    let mut items = Vec::new();
    if let Some(escape) = &victory.escape {
        let side = side_name(scenario, &escape.side);
        let exits = listed(escape.exits.iter().map(ToString::to_string), "and");
        items.push(format!(
            "The game ends with a major victory of the {side} as soon as {} of their infantry {} left the map by {exits}.",
            escape.infantry,
            if escape.infantry == 1 { "unit has" } else { "units have" },
        ));
        if escape.points_if_none > 0 {
            items.push(format!(
                "If no unit of the {side} has left by the end of the game, their enemy scores {} VP.",
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
    items.push(format!("The side with more VP wins. The {} win ties.", side_name(scenario, &victory.tie)));
    vec![Passage::List(items)]
}
