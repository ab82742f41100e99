//! The sequence of play and the orders.

use battlewright_engine::game::Rule;
use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::at_any_cost::Event;

use super::Aid;
use super::make::{list, row};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, Step, StepPhase};
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the charts of a turn.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    vec![sequence(aid), orders(aid)]
}

fn step(name: &str, who: impl Into<Phrase>, what: impl Into<Phrase>, rules: &[Rule]) -> Step {
    Step { name: name.to_owned(), who: who.into(), what: what.into(), rules: rules.to_vec() }
}

fn sequence(aid: &Aid<'_>) -> Chart {
    let has_events = !aid.used.events.is_empty();
    let mut turn = Vec::new();
    if has_events {
        let planning = phrase![
            "Choose ",
            aid.count("chosen_chits"),
            " of your Event Chits; the enemy draws ",
            aid.count("set_aside_chits"),
            " of the others, which stay out unseen. Your choice, the rest and the Activation Chits of the turn go into the cup"
        ];
        turn.push(step("Planning", "both, in secret", planning, &[rule::PLANNING]));
        let who = phrase!["both; ", aid.prussian(), " say who begins"];
        turn.push(step("Held chits", who, "Before each draw: play chits that you hold, or pass", &[rule::HELD_PHASE]));
    }
    let what = if has_events {
        "Activation Chit: the five steps below. Event Chit: its owner uses the event, holds it if it may be held, or puts it on a track"
    } else {
        "The formation of the chit goes through the five steps below"
    };
    let who = phrase!["odd turns ", aid.french(), ", even turns ", aid.prussian()];
    turn.push(step("Draw", who, what, &[rule::CHIT_DRAW, rule::EVENT_CHITS]));
    let activation = vec![
        step(
            "1 Orders",
            "owner",
            "Give one order of the HQ, which may be turned over; a die for each group of units out of Command Range",
            &[rule::ORDERS, rule::OUT_OF_COMMAND],
        ),
        step(
            "2 Fire",
            "owner",
            "Infantry and artillery fire, once each; foot guns that fire do not move",
            &[rule::FIRE_ELIGIBILITY],
        ),
        step(
            "3 Movement",
            "owner; enemy fires in defense",
            "Move, charge, enter; each hex next to enemy infantry or guns draws Defensive Fire",
            &[rule::MOVEMENT, rule::DEFENSIVE_FIRE],
        ),
        step("4 Assault", "owner", "Assault adjacent hexes; a charge must be fought", &[rule::ASSAULT_ELIGIBILITY]),
        step("5 Rally", "owner", "Recover, rebuild; then infantry digs", &[rule::RALLY, rule::FIELDWORKS]),
    ];
    let mut end = Vec::new();
    if has_events {
        end.push(step("Last held chits", "both", "What is still held after this is lost", &[rule::HELD_PHASE]));
    }
    if aid.used.french_roll {
        let what = "With chits on the track: a die to bring a formation's chit on sooner";
        end.push(step("French track", aid.french(), what, &[rule::FRENCH_CHITS]));
    }
    if aid.used.prussian_roll() {
        let what = "With chits on the track: a die to bring a group on sooner, or by another entry";
        end.push(step("Prussian track", aid.prussian(), what, &[rule::PRUSSIAN_GROUPS]));
    }
    let what = if has_events {
        "Markers of the turn come off (Out of Command, Overrun, fired); all Event Chits return to their owners, those on tracks too"
    } else {
        "Markers of the turn come off (Out of Command, Overrun, fired)"
    };
    end.push(step("Housekeeping", "both", what, &[rule::HOUSEKEEPING]));
    let phases =
        [("Each turn", turn), ("Activation of a formation", activation), ("End of the turn: the cup is empty", end)];
    let phases = phases.map(|(title, steps)| StepPhase { title: title.to_owned(), steps });
    let chart = Chart::new("sequence", "Sequence of play", scale(aid), ChartKind::Steps(phases.into()));
    aid.rulings(chart.at(1, 0, 12), if has_events { &["chosen_chits", "set_aside_chits"] } else { &[] })
}

/// Returns the length of a turn and the width of a hex, where the scenario tells them.
fn scale(aid: &Aid<'_>) -> Phrase {
    let minutes = DocPath::root().key("turns").key("minutes");
    let meters = DocPath::root().key("map").key("hex_metres");
    let amount = |path: &DocPath| aid.source.value(path).map(|_| aid.source.amount(path.clone(), Unit::Count));
    let turn = amount(&minutes).map(|minutes| phrase!["a turn is ", minutes, " minutes"]);
    let hex = amount(&meters).map(|meters| phrase!["a hex ", meters, " m"]);
    Phrase::joined(turn.into_iter().chain(hex), ", ")
}

fn orders(aid: &Aid<'_>) -> Chart {
    let counted = |amount: Amount, one: &str, more: &str| {
        let noun = if amount.value.is_one() { one } else { more };
        phrase![amount, " ", noun.to_owned()]
    };
    let defend = phrase![
        counted(aid.count("defend_recoveries"), "recovery", "recoveries"),
        ", ",
        counted(aid.count("defend_rebuilds"), "Rebuild", "Rebuilds"),
        " by a die; Fieldworks"
    ];
    let regroup = phrase![
        counted(aid.count("regroup_recoveries"), "recovery", "recoveries"),
        "; Rebuilds, the first ",
        aid.count("free_rebuilds"),
        " without a die"
    ];
    let forward = if aid.used.cavalry() {
        let on = "cavalry only: an enemy that it faced when activated, if it has not moved";
        phrase![aid.ruling("cavalry_defends_forward", on, "no")]
    } else {
        "no".into()
    };
    let full = if aid.used.cavalry() { "full; charges" } else { "full" };
    let order = |name: &str, cells: [Phrase; 5]| row(std::iter::once(strong(name).into()).chain(cells));
    let rows = vec![
        order("Attack", [full.into(), "may engage".into(), "yes".into(), "yes".into(), "none".into()]),
        order("Defend", ["half".into(), "may engage".into(), "yes".into(), forward, defend]),
        order(
            "March",
            [
                phrase![Amount::fixed(1, Unit::Mp).signed(), ", Road March"],
                "no".into(),
                "no".into(),
                "no".into(),
                "none".into(),
            ],
        ),
        order("Regroup", ["one hex".into(), "no".into(), "no".into(), "no".into(), regroup]),
    ];
    let heads = ["Order", "Movement", "Next to enemy", "Fire", "Assault", "Rally Step"];
    let aside = phrase![rule::ORDERS, ", ", rule::ORDER_TYPES, " · in force for this activation only"];
    let mut chart = Chart::new("orders", "Orders", aside, list(&heads, rows)).at(1, 1, 12);
    chart = chart.note(phrase![
        "Units that enter have one order of their owner's choice (",
        rule::REINFORCEMENTS,
        "). Engage: move next to an enemy combat unit (",
        rule::ENGAGEMENT,
        ")."
    ]);
    let no_combat =
        aid.rules.tables.night.iter().any(|night| night.no_combat && aid.used.nights.contains_key(&night.kind));
    let mut names = vec!["defend_recoveries", "defend_rebuilds", "regroup_recoveries", "free_rebuilds"];
    if no_combat {
        let on = "Night turns without combat: no Attack orders.";
        let off = "Night turns without combat: Attack orders may be given, without combat.";
        chart = chart.note(phrase![aid.ruling("no_attack_orders_at_night", on, off)]);
        names.push("no_attack_orders_at_night");
    }
    if aid.used.events.contains(&Event::FortunesOfWar) {
        let shift = aid.columns("fire_shifts", "enhanced");
        let assault = aid.columns("assault_shifts", "enhanced");
        chart = chart.note(phrase![
            "Enhanced chit: one of ",
            Amount::fixed(1, Unit::Mp).signed(),
            ", fire ",
            shift,
            " or assault ",
            assault,
            " for all its units. Degraded chit: all its units are out of Command Range (",
            rule::EVENT_CHITS,
            ")."
        ]);
    }
    if aid.used.cavalry() {
        names.push("cavalry_defends_forward");
    }
    aid.rulings(chart, &names)
}
