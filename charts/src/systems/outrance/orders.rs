//! The turn: initiative, the ten actions, and the test of orders.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::outrance::Nation;
use battlewright_schema::words::listed;
use serde_json::Value;

use super::{Facts, scenario};
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind};
use crate::phrase;
use crate::phrase::{Phrase, cited};
use crate::systems::make::{list, odds, phase, step};

/// III: the course of a turn.
pub(super) fn sequence(facts: &Facts<'_>) -> Chart {
    let own = facts.own;
    let names = listed(own.side.values().map(|side| side.name.to_string()), "and");
    let draw = facts.if_word(
        "initiative",
        "even",
        "throw a die: odd or even decides whose unit acts",
        "put a chip for each unit that has not acted into a cup and draw one: its side acts",
    );
    let mut steps = vec![
        step(
            "Initiative",
            names.clone(),
            phrase![draw, ". A side without units left leaves the rest to the other"],
            &[rule::ACTIONS],
        ),
        step(
            "Action",
            "side of the initiative",
            "choose one unit that has not acted in this turn, and one action for it; then the next initiative",
            &[rule::ACTIONS],
        ),
    ];
    if scenario::has_arrivals(facts) {
        steps.push(step(
            "Arrivals",
            "owner",
            "units due act like others: by route march from their entry; blocked by enemies, they wait. A unit with a die comes on only \
             at that throw or more",
            &[rule::ACTIONS],
        ));
    }
    let turns = facts.source.amount(DocPath::root().key("turns").key("count"), Unit::Count);
    steps.push(step(
        "End",
        names,
        phrase!["when all units have acted; after turn ", turns, ": see Victory"],
        &[rule::ACTIONS, rule::SCENARIOS],
    ));
    let minutes =
        own.turns.minutes.map_or_else(Phrase::default, |minutes| format!(" · a turn is {minutes} minutes").into());
    Chart::new(
        "sequence",
        "Sequence of play",
        phrase![rule::ACTIONS].then(minutes),
        ChartKind::Steps(vec![phase("Turn", steps)]),
    )
    .at(1, 0, 12)
}

/// III to VII, IX: the actions, for whom they are, and whether orders are tested.
pub(super) fn actions(facts: &Facts<'_>) -> Chart {
    let shift = phrase![
        "one base shifts up to ",
        facts.inches("deploy_shift"),
        " (delayed: ",
        facts.inches("delayed_shift"),
        "), any facing; the others form one rank beside it, bent by up to ",
        facts.number("deployed_bend", Unit::Count),
        " degrees. ",
        facts.if_on("deploy_in_zone", "In an enemy zone: not closer to the enemy", "Not in an enemy zone"),
    ];
    let delayed = || phrase![" (delayed: ", facts.number("delayed_percent", Unit::Percent), " of the move)"];
    let reach = phrase![
        "infantry within ",
        facts.inches("assault_infantry"),
        " (delayed: ",
        facts.inches("delayed_infantry"),
        "), cavalry within ",
        facts.inches("assault_cavalry"),
        " (delayed: ",
        facts.inches("delayed_cavalry"),
        "), by a straight path to a target in sight",
    ];
    let rows: [[Phrase; 4]; 10] = [
        ["Hold".into(), "all".into(), "no".into(), "nothing happens".into()],
        ["Move a general".into(), "generals".into(), "no".into(), "as cavalry".into()],
        ["Deploy".into(), "all but generals".into(), "yes".into(), shift],
        [
            "Maneuver".into(),
            "all but generals".into(),
            "yes".into(),
            phrase!["into ranks about the center of the front, then straight legs with any facing"].then(delayed()),
        ],
        [
            "March".into(),
            "all but generals".into(),
            "yes".into(),
            phrase!["into a column one base wide, then along its path; fast on roads"].then(delayed()),
        ],
        ["Deployed fire".into(), "deployed units".into(), "no".into(), "at a target in the arc and in sight".into()],
        [
            "Advancing fire".into(),
            "units in maneuver formation".into(),
            "no".into(),
            "turn to the target first, free, once".into(),
        ],
        ["Assault".into(), "infantry, cavalry in maneuver formation".into(), "yes".into(), reach],
        [
            "Route march".into(),
            "arriving units, until they do anything else".into(),
            "no".into(),
            "by road or across country".into(),
        ],
        [
            "Regroup".into(),
            "disordered, demoralized units".into(),
            "no".into(),
            "the only action of a demoralized unit".into(),
        ],
    ];
    let lost = facts.if_on(
        "lost_order_may_fire",
        "A unit whose order is lost may still fire or regroup in the same initiative.",
        "A lost order uses up the action.",
    );
    let rules = cited(&[rule::ACTIONS, rule::MOVEMENT, rule::FIRE, rule::ASSAULTS, rule::GENERALS]);
    Chart::new("actions", "Actions", rules, list(["Action", "For", "Orders tested", "What"], rows))
        .at(1, 1, 12)
        .note(phrase![lost])
}

/// III, IX: the chances of an order, as throws of two ten-sided dice.
pub(super) fn orders(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let table = source.table("orders");
    let disordered = source.table("orders_disordered");
    let path = source.setting("disorder_hinders_orders");
    let hinders = source.is_on(&path);
    let equal = facts.rules.equal_orders;
    let mut rows = Vec::new();
    for (row, value) in source.rows(&table.clone().key("cases")) {
        let case = value.get("orders").and_then(Value::as_str).unwrap_or_default();
        let nation = if case == "french" { Nation::French } else { Nation::Prussian };
        let who = match case {
            "general" => phrase!["a unit within ", facts.inches("command_radius"), " of a general"],
            "prussian" if equal => "other units".into(),
            "french" if equal => continue,
            _ => {
                let sides = facts.own.side.iter().filter(|(_, side)| side.nation == nation);
                phrase!["other "]
                    .then(Phrase::joined(sides.map(|(id, _)| facts.tag(id).into()).collect::<Vec<_>>(), ", "))
            }
        };
        let percents = |key: &str| source.number(&row.clone().key(key));
        let mut add = |who: Phrase, received: i64, delayed: i64| {
            let received = received.clamp(0, 100);
            let delayed = delayed.clamp(0, 100 - received);
            let cells = [(0, received), (received, delayed), (received + delayed, 100 - received - delayed)];
            let cells = cells.map(|(passed, percent)| Phrase::from(source.words(&row, Facts::range(passed, percent))));
            let [received, delayed, lost] = cells;
            rows.push([who, received, delayed, lost]);
        };
        let (received, delayed) = (percents("received"), percents("delayed"));
        add(who.clone(), received, delayed);
        if hinders {
            let change = |key: &str| source.number(&disordered.clone().key(key));
            let who = phrase![facts.words(disordered.clone(), "disordered"), ": "].then(who);
            add(who, received + change("received"), delayed + change("delayed"));
        }
    }
    let equal = facts.if_on("equal_orders", "Both armies have the same chances. ", "");
    let disorder = facts.if_on(
        "disorder_hinders_orders",
        "Disorder of the unit hinders its orders.",
        "Disorder of the unit does not hinder its orders.",
    );
    Chart::new(
        "orders",
        "Orders (two ten-sided dice, 01 to 00)",
        cited(&[rule::ACTIONS, rule::GENERALS]),
        odds(["Order to", "received", "delayed", "lost"], rows),
    )
    .at(1, 2, 6)
    .note(phrase![equal, disorder, " Delayed and lost: see Actions."])
    .showing(table.key("cases"))
    .from_source(source.provenance("orders"))
}
