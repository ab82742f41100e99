//! The victory conditions and the special rules of a scenario, in words.

use super::{HalfPoints, Matz};
use crate::systems::Passage;
use crate::words::{capital, listed, place_name, side_name};

/// Returns a number of half points, such as `"1½ points"`.
pub(super) fn points(halves: i16) -> String {
    let (sign, halves) = (if halves < 0 { "-" } else { "" }, halves.unsigned_abs());
    let (whole, half) = (halves / 2, if halves % 2 == 1 { "½" } else { "" });
    let number = if whole == 0 && !half.is_empty() { String::new() } else { whole.to_string() };
    let noun = if halves <= 2 && halves > 0 { "point" } else { "points" };
    match (number.as_str(), half) {
        ("", "½") => format!("{sign}½ point"),
        _ => format!("{sign}{number}{half} {noun}"),
    }
}

/// Returns the victory conditions as text for the page of a scenario.
pub(super) fn victory(scenario: &Matz) -> Vec<Passage> {
    let victory = &scenario.victory;
    let scorer = side_name(scenario, &victory.scorer);
    let enemy = scenario.side.keys().find(|side| **side != victory.scorer);
    let enemy = enemy.map_or_else(|| "other side".to_owned(), |enemy| side_name(scenario, enemy));
    let mut passages = vec![Passage::Paragraph(format!("Only the {scorer} count points, after the last turn."))];
    let rows = |rows: &[HalfPoints]| {
        let row = |row: &HalfPoints| {
            let any = if row.any_hex { ", for one hex of it" } else { "" };
            format!("{}: {}{any}.", place_name(scenario, &row.place), points(row.half_points.into()))
        };
        Passage::List(rows.iter().map(row).collect())
    };
    if victory.half_points != 0 {
        passages.push(Passage::Paragraph(format!("They begin with {}.", points(victory.half_points))));
    }
    if !victory.gain.is_empty() {
        passages.push(Passage::Paragraph("They gain, for what they control with a line to their edge:".to_owned()));
        passages.push(rows(&victory.gain));
    }
    if !victory.loss.is_empty() {
        passages.push(Passage::Paragraph(format!("They lose, for what the {enemy} control:")));
        passages.push(rows(&victory.loss));
    }
    let level = |row: &super::LevelPoints| {
        format!(
            "{} victory of the {scorer}: at least {}.",
            capital(row.level.name()),
            points(i16::from(row.points) * 2)
        )
    };
    passages.push(Passage::List(victory.levels.iter().map(level).collect()));
    passages.push(Passage::Paragraph(format!("With fewer points, the {enemy} win.")));
    passages
}

/// Returns one sentence for each section outside `[rules]` that changes the game.
pub(super) fn special(scenario: &Matz) -> Vec<String> {
    let mut items = Vec::new();
    let side = |id| side_name(scenario, id);
    items.extend(scenario.first_turn.map(|turn| format!("Play begins on turn {turn}.")));
    if let Some(front) = scenario.front.as_ref().filter(|front| !front.free_setup.is_empty()) {
        let sides = listed(front.free_setup.iter().map(side), "then the");
        items.push(format!("Before the game, the {sides} may place their units anew along the front line (14)."));
    }
    if let Some(surprise) = &scenario.surprise {
        let columns = crate::words::counted(surprise.columns.into(), "column");
        let against = if scenario.ruleset().surprise_on_attack_only {
            String::new()
        } else {
            format!(", and attacks upon them {columns} to the left")
        };
        items.push(format!(
            "Through turn {}, attacks of the {} are shifted {columns} to the right{against} (14).",
            surprise.through_turn,
            side(&surprise.side),
        ));
    }
    for formation in &scenario.formation {
        let name = &formation.name;
        if formation.always_in_command {
            items.push(format!("Units of {name} are always in command (14)."));
        }
        if !formation.supported_by.is_empty() {
            let by = |id| scenario.formation(id).map_or_else(|| id.to_string(), |other| other.name.to_string());
            let others = listed(formation.supported_by.iter().map(by), "and");
            items.push(format!("Artillery of {others} may support {name} (14)."));
        }
    }
    let further = scenario.unit.iter().filter(|unit| unit.further).count();
    if further > 0 {
        let comes = if scenario.ruleset().further_reinforcements { "enter" } else { "stay out of the game" };
        let units = crate::words::counted(further, "unit");
        items.push(format!("Beyond the reinforcements of the rules, the file has {units}: they {comes} (12)."));
    }
    for reserve in &scenario.reserve {
        let (first, last) = (reserve.turn, scenario.last_call(reserve));
        let when = match last {
            _ if last == first => format!("On turn {first}"),
            _ if last >= scenario.turns.count => format!("From turn {first} on"),
            _ => format!("From turn {first} to {last}"),
        };
        let attached = match &reserve.attach {
            Some(id) => scenario.formation(id).map_or_else(|| id.to_string(), |formation| formation.name.to_string()),
            None => "a corps of their choice".to_owned(),
        };
        items.push(format!(
            "{when}, the {} may call up {}, attached to {attached}. The points change by {} (12).",
            side(&reserve.side),
            reserve.name,
            points(reserve.half_points.into()).trim_end_matches(" points").trim_end_matches(" point"),
        ));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn halves_are_told_as_points() {
        let told = [0, 1, 2, 3, 6, -8, -1].map(points);
        assert_eq!(told, ["0 points", "½ point", "1 point", "1½ points", "3 points", "-4 points", "-½ point"]);
    }
}
