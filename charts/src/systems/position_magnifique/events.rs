//! The Event Chits of the scenario (17.0), one sentence for each event.

use battlewright_engine::game::Rule;
use battlewright_engine::systems::position_magnifique::rulebook as rule;
use battlewright_schema::system::position_magnifique::{Event, FireColumn, Nation};

use super::PositionSheet;
use super::melee::half_allowance;
use super::turn::list_row;
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, ListChart};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// All events, in the order of the rules.
const EVENTS: [Event; 13] = [
    Event::ArtilleryBarrage,
    Event::BeatenZone,
    Event::FeuDeBataillon,
    Event::MitrailleuseFire,
    Event::PrussianAggressiveTactics,
    Event::Auftragstaktik,
    Event::BazainesMalaise,
    Event::ColonelCaprivi,
    Event::Deathride,
    Event::KruppGuns,
    Event::NeedlegunFire,
    Event::BattlefieldConditions,
    Event::BloodyStruggle,
];

/// Returns the name of an event, as on its chit.
pub(super) fn name(event: Event) -> &'static str {
    match event {
        Event::ArtilleryBarrage => "Artillery Barrage",
        Event::BeatenZone => "Beaten Zone",
        Event::FeuDeBataillon => "Feu de Bataillon",
        Event::MitrailleuseFire => "Mitrailleuse Fire",
        Event::PrussianAggressiveTactics => "Prussian Aggressive Tactics",
        Event::Auftragstaktik => "Auftragstaktik",
        Event::BazainesMalaise => "Bazaine's Malaise",
        Event::ColonelCaprivi => "Colonel Caprivi",
        Event::Deathride => "Deathride",
        Event::KruppGuns => "Krupp Guns",
        Event::NeedlegunFire => "Needlegun Fire",
        Event::BattlefieldConditions => "Battlefield Conditions",
        Event::BloodyStruggle => "Bloody Struggle",
    }
}

/// Returns the events in the cup, what they do, and which two are on a chit; `None` if the scenario has no Event Chits.
pub(super) fn events(sheet: &PositionSheet<'_, '_>) -> Option<Chart> {
    if sheet.own.chit.is_empty() {
        return None;
    }
    let heads = ["Event", "Whose", "When", "What it does", "Rule"].map(str::to_owned).to_vec();
    let mut shows = Vec::new();
    let rows = EVENTS.into_iter().filter(|event| sheet.has_event(&[*event])).map(|event| {
        let whose = event.nation().map_or_else(|| Phrase::from("who has it"), |nation| sheet.nation(nation).into());
        let (when, what, rule) = effect(sheet, event, &mut shows);
        list_row(vec![strong(name(event)).into(), whose, when.into(), what, rule.into()])
    });
    let rows = rows.collect();
    let mut chart = Chart::new("events", "Event Chits", "17.0", ChartKind::List(ListChart { heads, rows }));
    for side in sheet.own.side.keys() {
        let own = sheet.own.chit.iter().filter(|chit| chit.side == *side);
        let faces: Vec<Phrase> = own
            .map(|chit| match chit.front == chit.back {
                true => phrase![name(chit.front), " on both faces"],
                false => phrase![name(chit.front), " or ", name(chit.back)],
            })
            .collect();
        if !faces.is_empty() {
            let count = Amount::fixed(i64::try_from(faces.len()).unwrap_or(i64::MAX), Unit::Count);
            chart = chart.note(
                phrase![sheet.side(side), " ", count, " chits, each with two events: "]
                    .then(Phrase::joined(faces, " · "))
                    .then("."),
            );
        }
    }
    let note = phrase![
        strong("Now:"),
        " when it is drawn. ",
        strong("Place:"),
        " with an HQ, when it is drawn. ",
        strong("Hold:"),
        " at any time of this turn; back into the cup afterwards. An event that nobody can use is lost.",
    ];
    chart = chart.note(note);
    chart.shows = shows;
    chart.shows.extend((0..sheet.own.chit.len()).map(|at| sheet.row("chit", at)));
    Some(chart)
}

/// Returns a span of a die from 1 to the number of a setting, such as `1 to 4`.
fn up_to(sheet: &PositionSheet<'_, '_>, setting: &str) -> Phrase {
    phrase!["1 to ", sheet.setting(setting, Unit::Count)]
}

/// Returns a Combat Factor of a setting as the column of the fire table.
fn column(sheet: &PositionSheet<'_, '_>, setting: &str) -> Phrase {
    let amount = sheet.setting(setting, Unit::Count);
    let below = FireColumn(i8::try_from(sheet.source.number(&sheet.source.setting(setting))).unwrap_or(i8::MAX));
    if below.0 > 0 { amount.into() } else { phrase![below.to_string(), " (", amount, ")"] }
}

/// Returns when an event is played, what it does, and its rule.
fn effect(
    sheet: &PositionSheet<'_, '_>,
    event: Event,
    shows: &mut Vec<battlewright_schema::DocPath>,
) -> (&'static str, Phrase, Rule) {
    let prussian = || sheet.nation(Nation::Prussian);
    let french = || sheet.nation(Nation::French);
    let hexes = |count: i64| Amount::fixed(count, Unit::Hexes);
    let fires = |who: &str| phrase!["between two draws ", who, " fires; or, just fired at, it answers that firer"];
    let interdicts = || {
        phrase![
            ". Or one fires at an enemy unit that moves as it enters a hex ",
            hexes(2),
            " away or more; any effect ends the move. Not at a breakthrough or in a charge's target hex",
        ]
    };
    match event {
        Event::ArtilleryBarrage => ("hold", fires("an own battery"), rule::FRENCH_EVENTS),
        Event::BeatenZone => ("hold", fires("an own infantry unit").then(interdicts()), rule::FRENCH_EVENTS),
        Event::KruppGuns => ("hold", fires("an own battery").then(interdicts()), rule::PRUSSIAN_EVENTS),
        Event::NeedlegunFire => ("hold", fires("an own infantry unit"), rule::PRUSSIAN_EVENTS),
        Event::FeuDeBataillon => {
            shows.push(sheet.source.setting("feu_after_activation"));
            let late = sheet.ruling(
                "feu_after_activation",
                "with an HQ that has acted it begins at once",
                "with an HQ that has acted it has no effect",
            );
            let what = phrase![
                "with an infantry corps HQ whose chit is in the cup, else with any: when that is drawn the corps has Defend \
                 orders, its units move ",
                hexes(1),
                " at most, and those In Command fire with ",
                sheet.shift("feu_de_bataillon"),
                "; ",
                late,
            ];
            ("place", what, rule::FRENCH_EVENTS)
        }
        Event::MitrailleuseFire => {
            let what = phrase![
                "a battery with \"m\" fires up to ",
                sheet.setting("mitrailleuse_range", Unit::Hexes),
                " away as at Effective Range, from column ",
                column(sheet, "mitrailleuse_full"),
                ", reduced from ",
                column(sheet, "mitrailleuse_reduced"),
                "; ",
                prussian(),
                " under it test Morale at ",
                Amount::fixed(-1, Unit::Cohesion),
            ];
            ("now", what, rule::FRENCH_EVENTS)
        }
        Event::PrussianAggressiveTactics => {
            let what = phrase![
                "a die for an infantry unit of the ",
                prussian(),
                " within ",
                hexes(2),
                " of an own unit, ",
                sheet.setting("aggressive_out_of_range", Unit::Die),
                " if out of its HQ's range: on ",
                sheet.setting("aggressive_from", Unit::Count),
                " or more the ",
                french(),
                " move it ",
                hexes(1),
                " closer, unless adjacent, and it must assault the unit they name, as under Attack orders",
            ];
            ("now", what, rule::FRENCH_EVENTS)
        }
        Event::Auftragstaktik => {
            let what = phrase![
                "the infantry of a division on the map moves with MP ",
                half_allowance(),
                ", rounded up, as under Attack orders, even if it has acted, and assaults with ",
                sheet.shift("auftragstaktik"),
            ];
            ("now", what, rule::PRUSSIAN_EVENTS)
        }
        Event::BazainesMalaise => {
            let what = phrase![
                "with an HQ of the ",
                french(),
                " on the map that has not acted, if there is one: when its chit is drawn, a die of ",
                up_to(sheet, "malaise_up_to"),
                " cancels its activation; its units still fire in defense and by events",
            ];
            ("place", what, rule::PRUSSIAN_EVENTS)
        }
        Event::ColonelCaprivi => {
            let what = phrase![
                "a die for an own unit: on ",
                up_to(sheet, "caprivi_up_to"),
                " it is no longer Shaken and may fire, move and assault at once, even if it has acted",
            ];
            ("now", what, rule::PRUSSIAN_EVENTS)
        }
        Event::Deathride => {
            let what = phrase![
                "a die for cavalry about to charge: on ",
                up_to(sheet, "deathride_up_to"),
                " Defensive Fire does not halt it, also if it is Shaken by it, and it assaults with ",
                sheet.shift("deathride"),
                "; above it nothing happens, and it may still charge",
            ];
            ("hold", what, rule::PRUSSIAN_EVENTS)
        }
        Event::BattlefieldConditions => {
            let what = phrase![
                "smoke: before the dice of an enemy fire ",
                sheet.shift("smoke"),
                "; or ground that hides: before an own assault ",
                sheet.shift("undulations"),
            ];
            ("hold", what, rule::COMMON_EVENTS)
        }
        Event::BloodyStruggle => {
            let what: Phrase = phrase![
                "after an assault an own unit that fought and did not retreat tests Morale: if it passes, an enemy unit that \
                 fought loses ",
                Amount::fixed(1, Unit::Steps),
                "; if not, it is Shaken",
            ];
            ("hold", what, rule::COMMON_EVENTS)
        }
    }
}
