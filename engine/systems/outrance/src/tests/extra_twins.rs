//! Rules in rows: the published modifiers, written as rows, are the same game.

use battlewright_schema::outrance as file;

use crate::rules::calculation::TableIndex;
use crate::tests::games::{SCENARIOS, scenario};
use crate::{Event, Outrance};
use battlewright_core::game::{Chance, Game as _, Turn};
use battlewright_core::play::Dice;
use battlewright_testkit::read_rules;

/// The published modifiers as rows: the hook, the name, the change and the condition. Two of close combat have longer names than rows.
const TWINS: &[(&str, &str, &str, &str)] = &[
    ("fire.index", "formation of the target", "1", "target.posture == maneuver"),
    ("fire.index", "formation of the target", "3", "target.posture == march"),
    (
        "fire.index",
        "rifle pits",
        "-1",
        "target.posture == deployed and target.nation == french and target.kind == infantry",
    ),
    ("fire.index", "cavalry target", "1", "target.kind == cavalry"),
    ("fire.index", "cover", "-1", "cover == soft"),
    ("fire.index", "cover", "-2", "cover == hard"),
    ("fire.index", "cover", "-3", "cover == fortification"),
    ("fire.index", "target disordered", "1", "target.status != ok"),
    ("fire.index", "target outnumbered", "1", "numbers == target-outnumbered"),
    ("fire.index", "actor outnumbered", "-1", "numbers == actor-outnumbered"),
    ("fire.index", "actor disordered", "-2", "firer.status != ok"),
    ("fire.index", "quality of the actor", "1", "firer.quality == guard"),
    ("fire.index", "quality of the actor", "-1", "firer.quality == landwehr"),
    ("fire.index", "quality of the target", "-1", "target.quality == guard"),
    ("fire.index", "quality of the target", "1", "target.quality == landwehr"),
    ("assault.fire", "not frontal", "-4", "not frontal"),
    ("assault.fire", "target disordered", "-2", "defender.status != ok"),
    ("assault.fire", "cavalry", "2", "attacker.kind == cavalry"),
    ("assault.fire", "actor disordered", "2", "attacker.status != ok"),
    ("assault.fire", "quality of the actor", "-1", "attacker.quality == guard"),
    ("assault.fire", "quality of the actor", "1", "attacker.quality == landwehr"),
    ("assault.fire", "quality of the target", "1", "defender.quality == guard"),
    ("assault.fire", "quality of the target", "-1", "defender.quality == landwehr"),
    ("assault.fire", "cover", "1", "cover == hard"),
    ("assault.fire", "cover", "2", "cover == fortification"),
    ("assault.fire", "target outnumbered", "-1", "numbers == target-outnumbered"),
    ("assault.fire", "actor outnumbered", "1", "numbers == actor-outnumbered"),
    ("assault.index", "status of the target", "1", "defender.status == disordered"),
    ("assault.index", "status of the target", "3", "defender.status == demoralized"),
    ("assault.index", "target in march formation", "2", "defender.posture == march"),
    ("assault.index", "cavalry in the open", "1", "attacker.kind == cavalry and cover == open"),
    ("assault.index", "not frontal", "2", "not frontal"),
    ("assault.index", "artillery target", "2", "defender.kind == artillery"),
    ("assault.index", "actor disordered", "-1", "attacker.status != ok"),
    ("assault.index", "target outnumbered", "1", "numbers == target-outnumbered"),
    ("assault.index", "actor outnumbered", "-1", "numbers == actor-outnumbered"),
    (
        "assault.index",
        "quality",
        "\"(if attacker.quality == guard then 2 else if attacker.quality == line then 1 else 0) - (if defender.quality == guard then \
         2 else if defender.quality == line then 1 else 0)\"",
        "yes",
    ),
    ("assault.index", "cover", "-1", "cover == soft and attacker.kind != cavalry"),
    (
        "assault.index",
        "cover",
        "-2",
        "(cover == hard and attacker.kind != cavalry) or (cover == soft and attacker.kind == cavalry)",
    ),
    ("assault.index", "cover", "-3", "cover == fortification and attacker.kind != cavalry"),
    ("assault.index", "cover", "-4", "cover in [hard, fortification] and attacker.kind == cavalry"),
    ("regroup.chance", "general", "25", "unit.general-near"),
    ("regroup.chance", "quality", "10", "unit.quality == guard"),
    ("regroup.chance", "quality", "-15", "unit.quality == landwehr"),
];

/// The ids of the dropped modifiers.
const DROPPED: &[&str] = &[
    "target-formation",
    "rifle-pits",
    "cavalry-target",
    "cover",
    "target-disordered",
    "numbers",
    "actor-disordered",
    "actor-quality",
    "target-quality",
    "not-frontal",
    "cavalry",
    "target-status",
    "target-march",
    "cavalry-in-the-open",
    "artillery-target",
    "quality",
    "general",
];

fn twins() -> String {
    let mut rows = format!("[rules]\ndrop = {DROPPED:?}\n");
    for (number, (hook, name, add, when)) in TWINS.iter().enumerate() {
        // A demoralized unit fires at index 0 whatever else (V).
        let when = if *hook == "assault.fire" {
            format!("defender.status != demoralized and ({when})")
        } else {
            (*when).to_owned()
        };
        let when = if when == "yes" { String::new() } else { format!("when = {when:?}\n") };
        rows +=
            &format!("[[rules.modifier]]\nid = \"twin-{number}\"\nname = {name:?}\nto = {hook:?}\nadd = {add}\n{when}");
    }
    rows
}

/// Returns the events of a random game, in which units fight whenever they can.
fn fought(rows: &str, text: &str, seed: u64) -> (Vec<Event>, u64) {
    let mut scenario: file::Outrance = scenario(text);
    scenario.rules = read_rules(rows);
    let mut game = Outrance::new(&scenario).unwrap_or_else(|problems| panic!("{problems:?}"));
    let (mut dice, mut log, mut legal) = (Dice::new(seed), Vec::new(), Vec::new());
    for _ in 0..1500 {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut log),
            Turn::Choose(_) => {
                game.actions(&mut legal);
                let fights = |action: &&crate::Action| {
                    matches!(action, crate::Action::Fire { .. } | crate::Action::Order(crate::OrderKind::Assault(_)))
                };
                let nth = dice.roll(Chance::Draw { from: u16::try_from(legal.len()).unwrap() })[0];
                let random = legal[usize::from(nth)];
                let action = if nth % 3 == 0 { random } else { *legal.iter().rfind(fights).unwrap_or(&random) };
                game.apply_listed(&action, &mut log);
            }
        }
    }
    (log, game.fingerprint())
}

/// Puts the modifiers of all calculations into one order: those of rows come after the published ones that stay.
fn in_order(mut log: Vec<Event>) -> Vec<Event> {
    let sort = |index: &mut TableIndex| index.changes.sort_by_key(|change| change.name);
    for event in &mut log {
        match event {
            Event::Fired { shot: Some(shot), .. } => sort(&mut shot.fire.index),
            Event::Stopped { fire, .. } => sort(&mut fire.index),
            Event::CloseCombat { combats, .. } => combats.iter_mut().for_each(|rolled| sort(&mut rolled.index)),
            _ => {}
        }
    }
    log
}

#[test]
fn published_modifiers_as_rows_are_the_same() {
    let (mut fires, mut assaults) = (0, 0);
    for (seed, (name, text)) in (1..).zip(&SCENARIOS[..2]) {
        for seed in [seed, seed + 10] {
            let (plain, end) = fought("[rules]\n", text, seed);
            let (rows, same_end) = fought(&twins(), text, seed);
            assert!(in_order(plain.clone()) == in_order(rows), "{name}, seed {seed}");
            assert_eq!(end, same_end, "{name}, seed {seed}");
            let shot = |event: &&Event| matches!(event, Event::Fired { shot: Some(shot), .. } if !shot.fire.index.changes.is_empty());
            fires += plain.iter().filter(shot).count();
            let fight = |event: &&Event| matches!(event, Event::Stopped { .. } | Event::CloseCombat { .. });
            assaults += plain.iter().filter(fight).count();
        }
    }
    assert!(fires > 30 && assaults > 5, "{fires} {assaults}");
}
