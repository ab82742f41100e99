//! Rally, Rebuilding and earthworks.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::Kind;

use super::Aid;
use super::make::{list, listed, row};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the charts of the Rally Step.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    vec![rally(aid), earthworks(aid)]
}

fn act(name: &str, what: Phrase, rules: Phrase) -> ListRow {
    row([strong(name).into(), what, rules])
}

fn rally(aid: &Aid<'_>) -> Chart {
    let mut names = vec!["french_rebuild_delay", "prussian_rebuild_delay", "rebuild_by_sum", "hidden_markers"];
    let recover =
        "unit of the formation, In Command and in Command Range, not next to an enemy: one Elan or Ammo marker off";
    let mut rows = vec![act("Recover", recover.into(), rule::RECOVERY.into())];
    if aid.used.french_arms.iter().any(|arm| arm.is_artillery()) {
        let horse = if aid.used.french_arms.contains(&Kind::HorseArtillery) {
            names.push("caissons_for_all");
            phrase![aid.ruling("caissons_for_all", "", " (not horse artillery)")]
        } else {
            Phrase::default()
        };
        let heavy = match (aid.used.french_arms.contains(&Kind::HeavyArtillery), aid.used.rest) {
            (false, _) => "",
            (true, false) => "; heavy guns never",
            (true, true) => "; heavy guns only in evening and deep night",
        };
        let what = phrase![aid.french(), " guns", horse, ": Ammo markers only in the hex of the HQ", heavy];
        rows.push(act("", what, rule::CAISSON_DOCTRINE.into()));
    }
    let limit =
        aid.ruling("rebuild_by_sum", "its Command Rating plus the unit's Battleworn TCR", "the unit's Battleworn TCR");
    let what = phrase![
        "HQ not next to an enemy: die up to ",
        limit,
        "; the unit comes back Battleworn in or next to its hex, next to no enemy"
    ];
    rows.push(act("Rebuild", what, rule::REBUILDING.into()));
    let wait = |name: &str| {
        let turns = aid.count(name);
        let noun = if turns.value.is_one() { " turn" } else { " turns" };
        phrase![turns, noun]
    };
    let what = phrase![
        "Broken units wait before that: ",
        aid.french(),
        " ",
        wait("french_rebuild_delay"),
        ", ",
        aid.prussian(),
        " ",
        wait("prussian_rebuild_delay")
    ];
    rows.push(act("", what, rule::BROKEN_UNITS.into()));
    if aid.used.rest {
        let what = "Battleworn unit in Command Range, in evening and deep night, once a night: die up to its printed Battleworn TCR";
        rows.push(act("Fresh again", what.into(), rule::EVENING.into()));
    }
    let aside = phrase![rule::RALLY, " · Defend and Regroup orders"];
    let chart = Chart::new("rally", "Rally", aside, list(&["Act", "Who and how", "Rule"], rows))
        .at(1, 4, 6)
        .in_stack(0)
        .note(phrase![
            "Elan and Ammo markers are ",
            aid.ruling("hidden_markers", "hidden from the enemy", "open to both sides"),
            " (",
            rule::MARKERS,
            ")."
        ]);
    aid.rulings(chart, &names)
}

fn earthworks(aid: &Aid<'_>) -> Chart {
    let classes = aid.rules.tables.terrain.iter().filter(|row| row.shelter && aid.used.classes.contains(&row.class));
    let sheltered: Vec<&str> = classes.map(|row| super::ground::class_name(row.class)).collect();
    let more = if sheltered.is_empty() {
        Phrase::default()
    } else {
        let hexes = listed(&sheltered).replace(" and ", ", ");
        phrase![" (TCR ", aid.cohesion("sheltered_digging"), " in ", hexes, ")"]
    };
    let dig = phrase![
        "infantry, no Detachment, under Defend orders and In Command, that has not moved, fought, recovered or been fired at: \
         die up to its modified TCR",
        more
    ];
    let mut rows = vec![act("Dig", dig, rule::FIELDWORKS.into())];
    let works = |key: &str| {
        let strength = if aid.rules.earthworks_strength {
            phrase![aid.source.words(&aid.setting("earthworks_strength"), "SP "), points(aid.strength(key)), ", "]
        } else {
            phrase![aid.source.words(&aid.setting("earthworks_strength"), "no SP, ")]
        };
        phrase![
            strength,
            "TCR ",
            aid.cohesion(key),
            "; enemy fire ",
            aid.columns("fire_shifts", key),
            ", enemy assault ",
            aid.columns("assault_shifts", key)
        ]
    };
    rows.push(act("Fieldworks", works("fieldworks"), rule::EARTHWORKS.into()));
    if aid.used.entrenchments {
        rows.push(act("Entrenchments", works("entrenchments"), rule::EARTHWORKS.into()));
    }
    if aid.used.rest {
        let what = "In evening and deep night the same die makes Entrenchments of Fieldworks";
        rows.push(act("", what.into(), rule::ENTRENCHMENTS.into()));
    }
    let on = "attackers in them have their SP and TCR too.";
    let off = "attackers in them have neither their SP nor their TCR.";
    let chart = Chart::new("earthworks", "Earthworks", rule::EARTHWORKS, list(&["Act", "Who and how", "Rule"], rows))
        .at(1, 4, 6)
        .in_stack(1)
        .note(phrase![
            "They stay, for whoever is in the hex (",
            rule::EARTHWORK_DURATION,
            "); ",
            aid.ruling("earthworks_help_attackers", on, off)
        ]);
    aid.rulings(chart, &["earthworks_strength", "earthworks_help_attackers"])
}

/// Returns the addition as a plain number with its sign, for words that have named the unit.
fn points(amount: Amount) -> Amount {
    Amount { unit: Unit::Count, ..amount }.signed()
}
