//! The victory conditions and the special rules of a scenario, in words.

use super::{HoldPoints, Outrance};
use crate::id::PlaceId;
use crate::systems::Passage;
use crate::words::{counted, listed, side_name};

/// Returns the name of an objective, or its id if there is no such objective.
pub(super) fn objective_name(scenario: &Outrance, id: &PlaceId) -> String {
    let objective = scenario.objective.iter().find(|objective| objective.id == *id && !objective.name.is_empty());
    objective.map_or(id.as_str(), |objective| &objective.name).to_owned()
}

/// Returns the victory conditions as text for the page of a scenario.
pub(super) fn victory(scenario: &Outrance) -> Vec<Passage> {
    let victory = &scenario.victory;
    let mut passages = vec![Passage::Paragraph("Both sides count points after the last turn.".to_owned())];
    for side in scenario.side.keys() {
        let row = |row: &HoldPoints| {
            format!("{}: {}.", objective_name(scenario, &row.place), counted(row.points.into(), "point"))
        };
        let rows: Vec<String> = victory.hold.iter().filter(|row| row.side == *side).map(row).collect();
        if !rows.is_empty() {
            passages.push(Passage::Paragraph(format!("The {} score for what they hold:", side_name(scenario, side))));
            passages.push(Passage::List(rows));
        }
    }
    if victory.destroyed > 0 {
        let points = counted(victory.destroyed.into(), "point");
        passages.push(Passage::Paragraph(format!("Each destroyed enemy unit scores {points}.")));
    }
    passages.push(Passage::Paragraph(match victory.draw_within {
        0 => "The side with more points wins.".to_owned(),
        within => format!("The side with more points wins. A difference of up to {within} is a draw."),
    }));
    if let Some(decisive) = victory.decisive {
        passages.push(Passage::Paragraph(format!("A difference of {decisive} or more is a decisive victory.")));
    }
    passages
}

/// Returns one sentence for each section outside `[rules]` that changes the game.
pub(super) fn special(scenario: &Outrance) -> Vec<String> {
    let unit_name = |id: &crate::UnitId| {
        let unit = scenario.unit.iter().find(|unit| unit.id == *id);
        unit.map_or(id.as_str(), |unit| &unit.name).to_owned()
    };
    let options = scenario.option.iter().map(|option| {
        let units = listed(option.units.iter().map(unit_name), "and");
        let used = if option.used { "They take part." } else { "They take part only if the players agree." };
        format!("{}: {units}. {used}", option.name)
    });
    let silenced = scenario.out_of_command.iter().map(|row| {
        let formation = scenario.formation(&row.formation);
        let name = formation.map_or(row.formation.as_str(), |formation| &formation.name);
        format!("From turn {} to {}, no general helps the orders of {name} (IX).", row.from_turn, row.through_turn)
    });
    options.chain(silenced).collect()
}
