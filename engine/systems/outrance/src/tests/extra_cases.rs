//! Rules in rows: each case with and without its row.

use crate::tests::position::{FRENCH, PRUSSIAN, Position, Table, position};
use battlewright_core::game::{Chance, Game as _, Level, Turn};
use battlewright_core::kit::extra::RuleFacts as _;
use battlewright_core::show::{Odds, Show as _};
use battlewright_testkit::{json, read_row, read_rules};

impl Position {
    /// The position with rows of rules.
    pub(crate) fn rows(self, text: &str) -> Self {
        self.with(|scenario| scenario.rules = read_rules(text))
    }
}

/// The table with the selected unit `p1`.
fn selected(position: Position) -> Table {
    let mut table = position.with_initiative(PRUSSIAN);
    table.does("select p1");
    table
}

fn odds(table: &Table, action: &str) -> Odds {
    table.game.odds(&table.action(action)).unwrap()
}

/// The change of a modifier in the odds of an action; `None` if it does not count.
fn change(table: &Table, action: &str, name: &str) -> Option<i32> {
    odds(table, action).modifiers.into_iter().find(|(found, _)| found == name).map(|(_, change)| change)
}

const RAIN: &str = r#"
    [[rules.define]]
    id = "rain"
    is = "turn >= 3"
    [[rules.modifier]]
    id = "wet-fuses"
    name = "rain"
    to = "fire.index"
    add = -1
    when = "rain"
    [[rules.modifier]]
    id = "wet-roads"
    name = "Roads are mud"
    to = "road-percent"
    at_most = 100
    when = "rain"
"#;

const GUNS: &str = "prussian artillery p1 3 at 20,20
    french infantry f1 4 at 20,12 facing 180";

#[test]
fn o1_rain_hinders_fire_from_turn_3() {
    let in_turn = |position: Position, turn: u8| {
        let mut table = position.with_initiative(PRUSSIAN);
        table.game.state.turn = turn;
        table.does("select p1");
        table
    };
    let mut table = in_turn(position(GUNS).rows(RAIN), 3);
    assert_eq!(change(&table, "fire f1 0", "Fire: rain"), Some(-1));
    assert_eq!(change(&table, "fire f1 0", "Fire: index"), Some(1));
    table.does("fire f1 0").rolls(&[1]);
    table.logs_all(&["p1 (Prussians) fires at f1 (French)", "index 1 = ", ", rain -1; roll 1)"]);
    for dry in [in_turn(position(GUNS).rows(RAIN), 2), in_turn(position(GUNS), 3)] {
        assert_eq!(change(&dry, "fire f1 0", "Fire: index"), Some(2));
    }
}

#[test]
fn o1_rain_turns_roads_into_mud() {
    let text = "road 20,25 20,1
        prussian infantry p1 4 at 20,25 march
        french infantry f1 4 at 5,2";
    let marched = |position: Position, turn: u8| {
        let mut table = position.with_initiative(PRUSSIAN);
        table.game.state.turn = turn;
        table.does("select p1, order march").rolls(&[1]);
        table.does("road 1 20/1, stop");
        table.at("p1").1
    };
    let dry = marched(position(text), 3);
    let wet = marched(position(text).rows(RAIN), 3);
    assert_eq!(marched(position(text).rows(RAIN), 2), dry);
    let gone = |y: i32| 25_000 - y;
    assert!((gone(dry) * 2 - gone(wet) * 3).abs() < 30, "dry {dry}, wet {wet}");
}

#[test]
fn o2_jagers_fire_better() {
    let marksmen = r#"
        [[rules.modifier]]
        id = "marksmen"
        name = "jägers"
        to = "fire.index"
        add = 1
        when = "firer has jager"
    "#;
    let text = "prussian infantry p1 4 at 20,20 tag jager
        french infantry f1 4 at 20,17.5 facing 180";
    let table = selected(position(text).rows(marksmen));
    assert_eq!(change(&table, "fire f1 0", "Fire: jägers"), Some(1));
    let others = format!("{}\nprussian infantry p2 4 at 5,5 tag jager", text.replace(" tag jager", ""));
    let plain = selected(position(&others).rows(marksmen));
    let index = |table| change(table, "fire f1 0", "Fire: index").unwrap();
    assert_eq!(change(&plain, "fire f1 0", "Fire: jägers"), None);
    assert_eq!(index(&table), index(&plain) + 1);
}

#[test]
fn o3_friends_beside_it_support_an_assault() {
    let supports = r#"
        [[rules.modifier]]
        id = "supports"
        name = "supported"
        to = "assault.index"
        add = "least(2, count(u in beside(attacker) where u.side == attacker.side and u.status == ok))"
    "#;
    let assault = |friends: &str| {
        let text = format!(
            "prussian infantry p1 4 at 20,16 maneuver
            french infantry f1 4 at 20,12 facing 180
            {friends}"
        );
        let mut table = selected(position(&text).rows(supports));
        let told = change(&table, "assault f1", "Close combat: supported");
        table.does("assault f1").rolls(&[1]).rolls(&[100, 1, 1]);
        let log = table.take_log().concat();
        assert_eq!(log.contains("supported"), told.is_some(), "{log}");
        told
    };
    let near = |x: &str| format!("prussian infantry p{x} 4 at {x},16 maneuver\n");
    assert_eq!(assault(""), None);
    assert_eq!(assault(&near("23")), Some(1));
    assert_eq!(assault(&near("25")), None, "two inches away");
    assert_eq!(assault(&near("23").replace("maneuver", "maneuver disordered")), None);
    let three = [near("23"), near("17"), "prussian artillery p9 2 at 20,18.5\n".into()].concat();
    assert_eq!(assault(&three), Some(2));
}

const SHELLS: &str = r#"
    [[rules.counter]]
    id = "fires"
    name = "Fires"
    of = "unit"
    most = 6
    [[rules.event]]
    id = "spent"
    name = "A battery has fired"
    on = "fired"
    when = "unit.kind == artillery"
    do = ["counter(fires, unit) += 1"]
    [[rules.forbid]]
    id = "silent"
    name = "Out of shells"
    act = "fire"
    when = "firer.kind == artillery and counter(fires, firer) == 6"
    reason = "the battery has fired six times"
"#;

#[test]
fn o5_a_battery_falls_silent_after_six_fires() {
    let fire = |table: &mut Table| {
        table.game.state.units[0].acted = false;
        table.has_initiative(PRUSSIAN).does("select p1");
        table.does("fire f1 0").rolls(&[1]);
    };
    let mut table = position(GUNS).rows(SHELLS).with_initiative(PRUSSIAN);
    for _ in 0..6 {
        fire(&mut table);
    }
    table.logs("A battery has fired [spent]");
    let card = table.game.card("p1").unwrap();
    assert!(card.state.iter().any(|fact| fact.text == "Fires: 6"), "{:?}", card.state);
    table.game.state.units[0].acted = false;
    table.has_initiative(PRUSSIAN).does("select p1");
    table.refuses("fire f1 0", "silent");
    assert!(table.choices("fire").is_empty(), "the menu offers no fire");
    let refusal = table.game.check(&table.action("fire f1 0")).unwrap_err();
    assert_eq!((refusal.rule.title, refusal.reason.as_str()), ("Out of shells", "the battery has fired six times"));
    // The counters are part of the state.
    let again = read_row(json!(table.game.state()));
    assert_eq!(table.game.with_state(again), table.game);
    let mut plain = position(GUNS).with_initiative(PRUSSIAN);
    for _ in 0..7 {
        fire(&mut plain);
    }
}

#[test]
fn an_event_may_roll_for_each_unit_and_shake_it() {
    let panic = r#"
        [[rules.event]]
        id = "panic"
        name = "Panic"
        on = "turn-begins"
        each = "unit"
        when = "turn == 1 and unit.kind == infantry"
        roll = 6
        do = ["if roll == 1: disorder(unit)", "if roll == 2: demoralize(unit)", "if roll == 3: lose-base(unit)"]
        [[rules.event]]
        id = "evening"
        name = "Evening"
        on = "turn-ends"
        do = ["if turn == 1: rally(f1)"]
        once = true
    "#;
    let text = "prussian infantry p1 4 at 20,20
        prussian infantry p2 2 at 30,20
        prussian general pg at 25,20
        french infantry f1 4 at 20,5";
    let mut table = position(text).rows(panic).start();
    assert_eq!(table.game.turn(), Turn::Chance(Chance::Dice { count: 1, sides: 6 }));
    assert_eq!(table.prompt(), "Roll for Panic");
    table.rolls(&[1]).rolls(&[3]).rolls(&[2]);
    table.logs("Panic: p1 (Prussians), die 1 [panic]");
    assert_eq!(
        ["p1", "p2", "f1"].map(|id| table.state_of(id)),
        ["disordered 4 deployed", "out", "demoralized 4 deployed"]
    );
    table.has_initiative(PRUSSIAN).does("select p1, hold");
    table.has_initiative(PRUSSIAN).does("select pg, hold");
    table.has_initiative(FRENCH).does("select f1, hold");
    table.logs("Evening [evening]");
    table.logs("f1 (French) is OK again [V]");
    assert_eq!(table.state_of("f1"), "ok 4 deployed");
    assert_eq!(table.game.state.turn, 2);
}

#[test]
fn rows_decide_on_points_and_victory() {
    let rows = |at: &str| {
        format!(
            r#"
            [[rules.score]]
            id = "mill-kept"
            name = "The mill kept"
            side = "french"
            points = "if holds(french, mill) then 4 else 0"
            [[rules.win]]
            id = "mill-taken"
            name = "The mill taken"
            side = "prussian"
            level = "major"
            at = "{at}"
            when = "holds(prussian, mill)"
        "#
        )
    };
    let text = "turns 1
        objective mill 20,20 held french
        prussian infantry p1 4 at 20,25 maneuver
        french infantry f1 4 at 20,5 facing 180";
    for at in ["once", "turn-end", "game-end"] {
        let mut table = position(text).rows(&rows(at)).with_initiative(PRUSSIAN);
        let points = |table: &Table| table.game.tracks().iter().find(|track| track.side == FRENCH).unwrap().value;
        assert_eq!(points(&table), 4);
        table.does("select p1, order maneuver").rolls(&[1]);
        table.does("go 20/20 0, stop");
        if at != "once" {
            table.does("select f1, hold");
        }
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.level, outcome.points), (Some(PRUSSIAN), Level::Major, [0, 0]), "{at}");
        table.logs("Prussians win by the rule The mill taken [mill-taken]");
        table.logs("Prussians: major victory by the rule The mill taken [X]");
    }
    let mut table = position(text).rows(&rows("once")).with_initiative(PRUSSIAN);
    table.does("select p1, hold, select f1, hold");
    assert_eq!((table.outcome().winner, table.outcome().points), (Some(FRENCH), [0, 4]));
}

#[test]
fn a_row_lets_deployed_units_turn_to_fire() {
    let turn = r#"
        [[rules.allow]]
        id = "wheel"
        name = "Wheeling"
        despite = "deployed-do-not-turn"
        when = "unit has drilled"
    "#;
    let text = "prussian infantry p1 2 at 20,15 facing 90 tag drilled
        french infantry f1 2 at 20,12.5 facing 180";
    let table = selected(position(text).rows(turn));
    assert_eq!(table.choices("fire"), ["f1 0"]);
    table.allows("fire f1 0");
    let plain = selected(position(text));
    assert!(plain.choices("fire").is_empty());
    plain.refuses("fire f1 0", "III");
}

#[test]
fn expressions_ask_about_the_table() {
    let text = "woods 10,10 30,10 30,18 10,18
        hill 0,0 40,0 40,30 0,30
        prussian infantry p1 4 at 20,12 lost 1 guard
        prussian artillery p2 2 at 20,20 guard disordered
        prussian general pg at 20,25
        french cavalry f1 4 at 20,3 march";
    let table = position(text).with_initiative(PRUSSIAN);
    let ask = |fact: battlewright_schema::outrance::vocabulary::Fact, asked: &[i32]| {
        table.game.asked().fact(fact.number(), asked)
    };
    use battlewright_schema::outrance::vocabulary::Fact as F;
    assert_eq!([F::Bases, F::LostBases, F::Quality, F::Nation].map(|fact| ask(fact, &[0])), [3, 1, 2, 1]);
    assert_eq!([F::Status, F::Quality].map(|fact| ask(fact, &[1])), [1, 1], "II: guns have no quality");
    assert_eq!([ask(F::Posture, &[3]), ask(F::Level, &[0]), ask(F::InCommand, &[1])], [2, 1, 1]);
    assert_eq!([ask(F::StandsIn, &[0, 1]), ask(F::StandsIn, &[1, 1])], [1, 0], "woods");
    // The rear of p1 is at 13 inches, and the front of p2 at 20.
    assert_eq!([ask(F::Inches, &[0, 1]), ask(F::Inches, &[1, 0]), ask(F::EnemyInches, &[3])], [7, 7, 5]);
    assert_eq!(ask(F::HasActed, &[0]), 0);
    assert_eq!(ask(F::Bases, &[99]), 0, "no such unit");
}

#[test]
fn each_list_of_words_has_the_words_of_the_file() {
    use battlewright_schema::outrance::vocabulary::VOCABULARY;
    use battlewright_schema::outrance::{Cover, Posture, Quality, TerrainKind, TroopType, UnitStatus};
    let words = |name: &str| {
        let mut lists = VOCABULARY.lists.iter().chain([&VOCABULARY.kinds]);
        json!(lists.find(|list| list.name == name).unwrap().words)
    };
    assert_eq!(words("kind"), json!(TroopType::ALL));
    assert_eq!(words("posture"), json!(Posture::ALL));
    assert_eq!(words("quality"), json!(Quality::ALL));
    assert_eq!(words("terrain"), json!(TerrainKind::ALL));
    assert_eq!(words("status"), json!([UnitStatus::Ok, UnitStatus::Disordered, UnitStatus::Demoralized]));
    assert_eq!(words("cover"), json!([Cover::Open, Cover::Soft, Cover::Hard, Cover::Fortification]));
}
