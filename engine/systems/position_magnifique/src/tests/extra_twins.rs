//! Twins: published modifiers as rows. Dropped and added again they give the same shifts and odds in random play.

use std::fmt::Write as _;

use battlewright_schema::position_magnifique::{BridgedFeatures, PlungingArms};

use crate::PositionMagnifique;
use crate::state::{Assault, Fire, Task};
use crate::tests::games::{DAY, VICTORY};
use crate::tests::testing_rows::{actions, ruled, sampled};
use battlewright_core::game::Game as _;
use battlewright_testkit::name_of;

/// A row that adds to the sum of a hook.
fn row(to: &str, number: usize, name: &str, add: impl std::fmt::Display, when: &str) -> String {
    format!(
        "[[rules.modifier]]\nid = \"row-{number}\"\nname = \"{name}\"\nto = \"{to}\"\nadd = {add}\nwhen = \"{when}\"\n"
    )
}

/// The shifts of 10.2 as rows.
fn fire_rows(game: &PositionMagnifique) -> String {
    let rules = &game.board.rules;
    let shifts = &rules.tables.shifts;
    let plunges = match rules.plunging_fire {
        PlungingArms::All => "",
        PlungingArms::Artillery => "firer.kind in [field-artillery, heavy-artillery, horse-artillery] and ",
    };
    let levels = rules.plunging_levels;
    let mut rows = "[rules]\ndrop = [\"extended-range\", \"low-ammunition\", \"plunging-fire\", \"targets-terrain\", \
                    \"soft-target\", \"smoke\", \"feu-de-bataillon\", \"surprise\"]\n"
        .to_owned();
    let mut add = |number, name: &str, add: i8, when: &str| {
        let _ = write!(rows, "{}", row("fire.column", number, name, add, when));
    };
    let far = "cause != mitrailleuse and range > firer.effective-range";
    add(0, "extended range", shifts.extended_range, far);
    add(1, "low ammunition", shifts.low_ammo, "firer.low-ammo == 1");
    let above = format!("{plunges}firer.hex.level - target.hex.level >= {levels}");
    add(2, "plunging fire", shifts.plunging_fire, &above);
    for (number, effects) in (10..).zip(&rules.tables.terrain).filter(|(_, effects)| effects.fire != 0) {
        add(number, "target's terrain", effects.fire, &format!("target.hex has {}", name_of(effects.class)));
    }
    add(3, "soft target", shifts.fire_at_soft, "target.kind != infantry");
    add(4, "smoke", shifts.smoke, "smoke");
    let feu = "firer.formation.has-feu and firer.formation.was-activated and firer.in-command";
    add(5, "Feu de Bataillon", shifts.feu_de_bataillon, feu);
    add(6, "surprise", shifts.surprise, "is-surprise and firer.is-active");
    rows
}

/// The shifts of 13.2 as rows.
fn assault_rows(game: &PositionMagnifique) -> String {
    let rules = &game.board.rules;
    assert_eq!(rules.bridged_features, BridgedFeatures::Water);
    let mut rows = "[rules]\ndrop = [\"targets-terrain\", \"hexside\", \"uphill\", \"event\"]\n".to_owned();
    let mut add = |number, name: &str, add: &str, when: &str| {
        let _ = write!(rows, "{}", row("assault.column", number, name, add, when));
    };
    for (number, effects) in (10..).zip(&rules.tables.terrain).filter(|(_, effects)| effects.assault_infantry != 0) {
        let when = format!("target.kind == infantry and ground has {}", name_of(effects.class));
        add(number, "target's terrain", &effects.assault_infantry.to_string(), &when);
    }
    let mut crossed = Vec::new();
    for row in rules.tables.hexsides.iter().filter(|row| row.assault != 0) {
        let kind = name_of(row.kind);
        let bridged =
            if ["stream", "river"].contains(&kind.as_str()) { " and not edge(u.hex, ground) has bridge" } else { "" };
        crossed.push(format!("(if edge(u.hex, ground) has {kind}{bridged} then {} else 0)", row.assault));
    }
    add(1, "hexside", &format!("\"most({} for u in attackers)\"", crossed.join(" + ")), "yes");
    let uphill = rules.tables.shifts.assault_uphill.to_string();
    add(2, "uphill", &uphill, "all(u in attackers where u.hex.level < ground.level)");
    add(3, "event", "\"event-shift\"", "yes");
    rows
}

/// The fires and the assaults that can begin in a position.
fn fights(game: &PositionMagnifique) -> (Vec<Fire>, Vec<Assault>) {
    let actions = actions(game);
    let fires = actions.iter().filter_map(|action| game.fire_of(action));
    let mut assaults: Vec<Assault> = actions.iter().filter_map(|action| game.assault_of(action)).collect();
    assaults.extend(game.state.stack.iter().filter_map(|task| match task {
        Task::Assault(assault) => Some(assault.clone()),
        _ => None,
    }));
    let mut fires: Vec<Fire> = fires.collect();
    let more: Vec<Fire> = fires.iter().map(|fire| Fire { smoke: true, ..*fire }).collect();
    fires.extend(more);
    (fires, assaults)
}

#[test]
fn the_shifts_of_fire_are_the_same_as_rows() {
    for text in [DAY, VICTORY] {
        let (plain, positions) = sampled(text, 3, 5);
        let twin = ruled(text, &fire_rows(&plain));
        let mut compared = 0;
        for state in positions {
            let (plain, twin) = (plain.with_state(state.clone()), twin.with_state(state));
            for fire in fights(&plain).0 {
                let [one, other] = [&plain, &twin].map(|game| game.fire_shifts(&fire));
                assert_eq!(one, other, "{fire:?}");
                assert_eq!(plain.odds_of_fire(&fire), twin.odds_of_fire(&fire));
                compared += usize::from(!one.is_empty());
            }
        }
        assert!(compared > 100, "{compared}");
    }
}

#[test]
fn the_shifts_of_assaults_are_the_same_as_rows() {
    for text in [DAY, VICTORY] {
        let (plain, positions) = sampled(text, 4, 2);
        let twin = ruled(text, &assault_rows(&plain));
        let mut compared = 0;
        for state in positions {
            let (plain, twin) = (plain.with_state(state.clone()), twin.with_state(state));
            for assault in fights(&plain).1 {
                let [one, other] = [&plain, &twin].map(|game| game.assault_shifts(&assault));
                assert_eq!(one, other, "{assault:?}");
                assert_eq!(plain.assault_tally(&assault), twin.assault_tally(&assault));
                compared += usize::from(!one.is_empty());
            }
        }
        assert!(compared > 20, "{compared}");
    }
}
