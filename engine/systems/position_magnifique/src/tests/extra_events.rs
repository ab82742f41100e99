//! Points, victories, events and exceptions by rows.

use crate::tests::testing::{FRENCH, PRUSSIAN, position};
use battlewright_core::game::{Game as _, Level, Turn};
use battlewright_core::show::Show as _;

const SCORE: &str = r#"
[[rules.score]]
id = "prisoners"
name = "Prisoners"
side = "prussian"
points = "3 * count(u in lost(french))"
[[rules.win]]
id = "rout"
name = "Rout"
side = "prussian"
level = "major"
at = "once"
when = "count(u in lost(french)) >= 2"
[[rules.win]]
id = "flavigny"
name = "Flavigny held"
side = "french"
at = "turn-end"
when = "turn == 2 and holds(french, flavigny)"
"#;

#[test]
fn points_and_victories_of_rows_count() {
    let ground = || {
        position(
            "map 12x9
            place flavigny 0404 held french
            turn 2 of 6
            french infantry f1 4/2 at 0404 reduced
            french infantry f2 4/2 at 0504 reduced
            french infantry f3 4/2 at 0101
            prussian infantry p1 5/3 at 0808",
        )
        .rules(SCORE)
    };
    let table = ground().turn_end();
    let outcome = table.outcome();
    assert_eq!((outcome.winner, outcome.level), (Some(FRENCH), Level::Victory));
    table.logs("French win by the rule Flavigny held [flavigny]");
    let mut table = ground().moves("prussian");
    let units = ["f1", "f2"].map(|id| table.unit(id));
    table.run(|game, log| game.lose_step(units[0], log));
    assert_eq!(table.game.points(), [0, 3]);
    let track = table
        .game
        .tracks()
        .into_iter()
        .find(|track| track.name == "Points by rules of the scenario" && track.side == PRUSSIAN);
    assert_eq!(track.map(|track| track.value), Some(3));
    let stakes = |side| table.game.board.stakes(side).iter().map(|stake| stake.hex).collect::<Vec<_>>();
    assert_eq!([stakes(FRENCH), stakes(PRUSSIAN)], [[table.hex("0404")], [table.hex("0404")]].map(Vec::from));
    table.run(|game, log| game.lose_step(units[1], log));
    table.does("pass");
    let outcome = table.outcome();
    assert_eq!((outcome.winner, outcome.level, outcome.points), (Some(PRUSSIAN), Level::Major, [0, 6]));
}

const EVENTS: &str = r#"
[[rules.counter]]
id = "fires"
name = "Fires"
of = "unit"
most = 2
[[rules.event]]
id = "spent"
name = "A battery has fired"
on = "fired"
when = "unit.kind == field-artillery"
do = ["counter(fires, unit) += 1"]
[[rules.forbid]]
id = "silent"
name = "Out of shells"
act = "fire"
when = "counter(fires, firer) >= 1"
reason = "the battery has fired"
[[rules.event]]
id = "sun"
name = "Sunstroke"
on = "turn-begins"
each = "unit"
when = "unit.side == french"
roll = 6
do = ["if roll == 1: shake(unit)", "if roll == 2: lose-step(unit)", "if roll == 3: low-ammo(unit) += 2"]
[[rules.event]]
id = "relief"
name = "Relief"
on = "activated"
when = "side == french and turn == 2"
once = true
do = ["recover(fire-eater)"]
"#;

#[test]
fn events_of_rows_happen_and_counters_count() {
    let mut table = position(
        "map 12x9
        corps ii french at 0101 range 99 99
        prussian field p1 9/5 at 0405
        prussian infantry p2 5/3 at 0503
        french infantry fire-eater 4/2 at 0403 of ii
        french field f2 4/2 at 1108 of ii",
    )
    .rules(EVENTS)
    .activate("prussian");
    table.does("fire p1 fire-eater").rolls(&[1, 2]);
    table.logs("A battery has fired [spent]");
    let p1 = table.unit("p1");
    assert_eq!(table.game.state.extra.counter(0, Some(i32::from(p1.0))), 1);
    assert!(table.game.card("p1").unwrap().state.iter().any(|fact| fact.text == "Fires: 1"));
    table.run(|game, _| {
        game.state.stack.clear();
        game.next_chit();
    });
    // The events of the next turn have a die for each French unit.
    assert!(matches!(table.game.turn(), Turn::Chance(_)));
    assert_eq!(table.prompt(), "Roll for Sunstroke");
    let state = table.game.state();
    assert_eq!(table.game.with_state(state), table.game);
    table.rolls(&[1]).rolls(&[3]);
    table.logs("Sunstroke: fire-eater, die 1 [sun]");
    table.logs("fire-eater is shaken [10.6]");
    table.logs("f2 is out of ammunition [sun]");
    assert_eq!((table.marks("fire-eater").as_str(), table.marks("f2").as_str()), ("shaken", "low 2"));
    table.draws("ii");
    table.logs("Relief [relief]");
    table.logs("fire-eater rallies [14.2]");
    while !table.prompt().starts_with("A chit") {
        let choices = table.choices("");
        let next = choices.iter().find(|choice| *choice == "pass" || *choice == "attack").expect("it ends").clone();
        table.does(&next);
    }
    table.draws("prussian");
    table.refuses("fire p1 fire-eater", "silent");
    table.allows("fire p2 fire-eater");
}

#[test]
fn prohibitions_are_lifted_where_rows_say_so() {
    let lifted = |despite: &str, when: &str| {
        format!("[[rules.allow]]\nid = \"lifted\"\nname = \"Lifted\"\ndespite = \"{despite}\"\nwhen = \"{when}\"\n")
    };
    let cavalry = |marks: &str, more: &str| {
        position(&format!(
            "map 14x9
            corps iii prussian at 0001 range 20 20 {marks}
            prussian cavalry p1 2/1 at 0305 of iii {more}
            french infantry f1 4/2 at 0605"
        ))
    };
    cavalry("defend", "").moves("iii").refuses("charge p1 f1", "12.5");
    cavalry("defend", "").rules(&lifted("charge-orders", "unit.kind == cavalry")).moves("iii").allows("charge p1 f1");
    cavalry("", "shaken").moves("iii").refuses("charge p1 f1", "12.5");
    cavalry("", "shaken move 9").rules(&lifted("charge-shaken", "unit.is-shaken")).moves("iii").allows("charge p1 f1");
    let infantry = || {
        position(
            "map 9x9
            corps iii prussian at 0001 range 20 20 defend
            prussian infantry p1 5/3 at 0405 of iii
            french infantry f1 4/2 at 0404",
        )
    };
    assert!(infantry().assaults("iii").choices("unit").is_empty());
    infantry().rules(&lifted("assault-orders", "target.factor < 5")).assaults("iii").allows("unit f1");
    let guns = || {
        position(
            "map 9x9
            turn 2 of 6
            corps ii french at 0202 range 3 5
            french heavy f1 4/2 at 0203 of ii low 1
            prussian infantry p1 5/3 at 0808",
        )
    };
    assert!(guns().turn_end().choices("resupply").is_empty());
    assert_eq!(
        guns().rules(&lifted("french-guns", "unit.kind == heavy-artillery")).turn_end().choices("resupply"),
        ["f1"]
    );
}
