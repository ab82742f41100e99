//! Command and headquarters (1.4, 10.0).

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::system::matz::{Echelon, Kind};

use super::super::scenario_words::listed;
use super::{MatzSheet, told};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, ListChart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, Picture, strong};

/// Returns who is in command, and what others cannot do.
pub(super) fn command(sheet: &MatzSheet<'_, '_>) -> Chart {
    let chain = sheet.ruling(
        "command_chain",
        "or next to one of its division that is, one after the other",
        "or next to one of its division that a line reaches",
    );
    let regain = sheet.ruling(
        "regain_command",
        "comes off when a later phase of its player turn begins and a line reaches it",
        "stays until its next Command Phase",
    );
    let mut rows = vec![
        told(
            "Line",
            phrase![
                "from the HQ to the unit, at most the HQ's range in hexes: the HQ's hex counts, the unit's does not; no enemy, and no \
                 enemy ZOC without a friend in it; ",
                chain,
            ],
            rule::COMMAND_DISTANCE,
        ),
        told("Always", always(sheet), rule::COMMAND_DISTANCE),
        told(
            "Out",
            phrase![
                "no strategic move, no exploitation",
                if sheet.has(Kind::Stosstruppen) { " (but Stosstruppen)" } else { "" },
                "; ",
                off(sheet),
                " off the points of its side, and the die; the marker ",
                regain,
            ],
            rule::COMMAND_EFFECTS,
        ),
    ];
    let waits = sheet.ruling("hq_return_waits", "when the owner likes", "as soon as there is a hex");
    rows.push(told(
        "Lost HQ",
        phrase![
            "back in a Command Phase from the next turn on, ",
            waits,
            ", within ",
            sheet.setting("hq_return_reach", Unit::Hexes),
            " of a unit of its formation, in no enemy ZOC",
        ],
        rule::HEADQUARTERS,
    ));
    if sheet.has(Kind::Tank) && sheet.own.formation.iter().any(|formation| formation.echelon == Echelon::Army) {
        rows.push(told(
            "Army tanks",
            "attached to a corps for good: by a secret note in a Command Phase, or by joining an attack of it",
            rule::TANKS,
        ));
    }
    let heads = ["Command", "What", "Rule"].map(str::to_owned).to_vec();
    ["command_chain", "regain_command", "hq_return_waits"]
        .into_iter()
        .fold(Chart::new("command", "Command", "10.0", ChartKind::List(ListChart { heads, rows })), |chart, name| {
            chart.showing(sheet.source.setting(name))
        })
}

/// Returns the number that a unit out of command takes off the points of its side.
fn off(sheet: &MatzSheet<'_, '_>) -> Amount {
    sheet.setting("out_of_command_value", Unit::Count)
}

/// Returns who needs no line.
fn always(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let mut parts: Vec<Phrase> = vec!["HQs".into(), "units in the turn in which they enter".into()];
    let has_army =
        sheet.own.formation.iter().any(|formation| formation.echelon == Echelon::Army && formation.hq.is_none());
    if has_army {
        let tanks = if sheet.has(Kind::Tank) { ", its tanks until they are attached" } else { "" };
        parts.push(format!("units of an army without an HQ{tanks}").into());
    }
    for formation in sheet.own.formation.iter().filter(|formation| formation.always_in_command) {
        parts.push(formation.name.to_string().into());
    }
    listed(parts, "and")
}

/// Returns the headquarters with their values and starts.
pub(super) fn headquarters(sheet: &MatzSheet<'_, '_>) -> Chart {
    let heads = ["HQ", "Formation", "Range", "Combat", "MP", "Starts"].map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    let mut group = String::new();
    for (index, formation) in sheet.own.formation.iter().enumerate() {
        let Some(hq) = &formation.hq else { continue };
        let path = sheet.row("formation", index).key("hq");
        let number = |key: &str, unit| Phrase::from(sheet.source.amount(path.clone().key(key), unit));
        let mut start = match (&hq.at, &hq.enters, hq.returns) {
            (Some(hex), ..) => Phrase::from(hex.to_string()),
            (None, Some(_), _) => {
                phrase!["turn ", sheet.source.amount(path.clone().key("enters").key("turn"), Unit::Count)]
            }
            (None, None, Some(_)) => {
                phrase!["returns on turn ", sheet.source.amount(path.clone().key("returns"), Unit::Count)]
            }
            (None, None, None) => "—".into(),
        };
        if hq.neutralized {
            start = start.then(", neutralized");
        }
        let side = sheet.side(&formation.side).text();
        let starts = group != side;
        group.clone_from(&side);
        rows.push(ListRow {
            group: if starts { side } else { String::new() },
            cells: vec![
                strong(hq.name.as_str()).into(),
                phrase![Picture::Band(formation.id.clone()), formation.name.to_string()],
                number("range", Unit::Hexes),
                number("combat", Unit::Count),
                number("movement", Unit::Count),
                start,
            ],
        });
    }
    if rows.is_empty() {
        let none: Phrase = "no HQ in this scenario".into();
        let mut cells = vec![none];
        cells.resize(heads.len(), Phrase::default());
        rows.push(ListRow { group: String::new(), cells });
    }
    let mut chart = Chart::new("headquarters", "Headquarters", "1.4, 10.1", ChartKind::List(ListChart { heads, rows }))
        .note(phrase![
            "Its combat value counts in defense alone; it never attacks and has no ZOC. Neutralized: range ",
            sheet.setting("neutralized_range", Unit::Hexes),
            ".",
        ]);
    let paths = sheet
        .own
        .formation
        .iter()
        .enumerate()
        .filter(|(_, formation)| formation.hq.as_ref().is_some_and(|hq| hq.neutralized));
    chart.shows.extend(paths.map(|(index, _)| sheet.row("formation", index).key("hq").key("neutralized")));
    chart
}
