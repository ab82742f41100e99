//! Generals, regrouping, and the way back.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::outrance::{Quality, TroopType};

use super::Facts;
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, cited};
use crate::systems::make::{by, list, modifier};

/// IV, V: how a unit falls back, and when it is lost.
pub(super) fn falling_back(facts: &Facts<'_>) -> Chart {
    let back = || by(&[rule::MOVEMENT, rule::STATUS]);
    let rows = [
        [
            "Direction".into(),
            phrase![
                "as straight away as it can from ",
                facts.if_word(
                    "retreat_from",
                    "center",
                    "the center of the enemy's front",
                    "the nearest point of the enemy unit",
                ),
                ", within 45 degrees of its rear; ",
                facts.if_on(
                    "retreat_toward_source",
                    "toward the enemy if its rear lies there",
                    "never toward the enemy"
                ),
            ],
            back(),
        ],
        [
            "Ground".into(),
            phrase![
                facts.if_on(
                    "retreat_pays_terrain",
                    "terrain shortens the way as in moves",
                    "impassable ground alone counts"
                ),
                "; formation and facing are kept",
            ],
            back(),
        ],
        ["Friends".into(), phrase!["in the last place: it slides on by up to ", facts.inches("retreat_slide")], back()],
        [
            "Table edge".into(),
            phrase![facts.if_word(
                "table_edge",
                "leaves",
                "the unit leaves the game, not destroyed",
                "closed, as impassable ground"
            )],
            back(),
        ],
        ["No legal way".into(), "the unit surrenders; one that withdraws never does".into(), back()],
        [
            "Withdrawal".into(),
            phrase![
                facts.if_word(
                    "withdrawal",
                    "nearest",
                    "to the nearest safer point",
                    "the owner chooses among the safest points"
                ),
                ": out of sight, else out of the range band, else better cover, else farthest",
            ],
            back(),
        ],
    ];
    Chart::new(
        "falling-back",
        "Falling back, withdrawing",
        cited(&[rule::MOVEMENT, rule::STATUS]),
        list(["", "What", "Rule"], rows),
    )
    .at(1, 4, 5)
}

/// IX: generals.
pub(super) fn generals(facts: &Facts<'_>) -> Chart {
    let general = || by(&[rule::GENERALS]);
    let radius = phrase![
        facts.if_word(
            "generals",
            "own-formation",
            "units of his own formation (of an army: all)",
            "all friendly units",
        ),
        " within ",
        facts.inches("command_radius"),
        facts.if_word("command_measure", "center", ", between centers of bases", ", between edges of bases"),
        ": their orders and regrouping",
    ];
    let rows = [
        ["Help".into(), radius, general()],
        [
            "Enemies".into(),
            phrase![
                "he does not fight and is no target; in the way of an enemy he goes to the nearest open place ",
                facts.inches("general_safety"),
                " from all enemies"
            ],
            general(),
        ],
        [
            "Fire".into(),
            phrase![facts.if_on(
                "generals_stop_fire",
                "keeps its distance from generals as from troops",
                "is not stopped by generals"
            )],
            by(&[rule::FIRE]),
        ],
    ];
    Chart::new("generals", "Generals", cited(&[rule::MOVEMENT, rule::GENERALS]), list(["", "What", "Rule"], rows))
        .at(1, 5, 7)
}

/// IX: the chance to regroup.
pub(super) fn regrouping(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let percent = |key: &str| source.amount(source.table("regroup").key(key), Unit::Percent);
    let mut modifiers = Vec::new();
    let mut add = |key: &str, whose: &str, when: Phrase| {
        modifiers.push(modifier(percent(key).signed(), whose, when, rule::GENERALS))
    };
    if facts.has(TroopType::General) {
        add("general", "unit", phrase!["a general helps it, within ", facts.inches("command_radius")]);
    }
    if facts.has_quality(Quality::Guard) {
        add("guard", "unit", "Guard (not artillery)".into());
    }
    if facts.has_quality(Quality::Landwehr) {
        add("landwehr", "unit", "Landwehr (not artillery)".into());
    }
    if facts.rules.regroup_by_place {
        add("enemy_near", "unit", phrase!["an enemy within ", facts.inches("regroup_enemy")]);
        add("sheltered", "unit", "in a town or woods, or behind a hill from all enemies".into());
    }
    let place = facts.if_on("regroup_by_place", "", " Enemies near and shelter do not count.");
    let group = ModifierGroup {
        title: String::new(),
        amounts_are: "Percent".to_owned(),
        modifiers,
        rounding: Phrase::default(),
    };
    Chart::new("regrouping", "Regrouping (two ten-sided dice)", rule::GENERALS, ChartKind::Modifiers(vec![group]))
        .at(1, 5, 5)
        .note(phrase![
            "Chance: disordered ",
            percent("disordered"),
            ", demoralized ",
            percent("demoralized"),
            ", at least ",
            percent("least"),
            ", at most ",
            percent("most"),
            ". Succeeds at or below it: the unit is OK at once and may form up anew about the center of its front.",
            place,
        ])
        .from_source(source.provenance("regroup"))
}
