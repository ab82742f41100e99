//! Every setting of `[rules]` at work: a position and a script for each, whose course differs between the published value and
//! another one.

use battlewright_schema::outrance::{RuleChanges, Rules};
use serde_json::{Value, json};

use crate::tests::position::{FRENCH, PRUSSIAN, Table, position};
use battlewright_core::game::{Game as _, Side};
use battlewright_core::show::Show as _;

/// A setting, another value than the published one, the side with the first initiative, a position, and a script.
///
/// A line of a script is a list of actions, or `roll` with dice, `may` with an action, `odds` with an action, or `turn` with the side that
/// has the next initiative.
type Case = (&'static str, Value, Side, &'static str, &'static str);

/// Prussian guns at 8 inches from a French brigade: index 2.
const GUNS: &str = "prussian artillery p1 3 at 20,20
    french infantry f1 4 at 20,12 facing 180";
/// A Prussian brigade that maneuvers alone.
const ALONE: &str = "prussian infantry p1 4 at 20,25 maneuver
    french infantry f1 4 at 20,2 facing 180";
/// A Prussian brigade 4 inches before a French one.
const PAIR: &str = "prussian infantry p1 4 at 20,16 maneuver
    french infantry f1 4 at 20,12 facing 180";
/// Prussian cavalry 5 inches before a French brigade.
const CHARGE: &str = "prussian cavalry p1 4 at 20,17 maneuver
    french infantry f1 4 at 20,12 facing 180";
/// A French brigade with a general 4.5 inches away, which is 5 from center to center.
const LED: &str = "french infantry f1 4 at 20,10
    french general fg at 20,5.5
    prussian infantry p1 4 at 5,25";
/// Two Prussian units of guns at one target.
const BATTERIES: &str = "prussian artillery p1 3 at 18,20
    prussian artillery p2 1 at 22,20
    french infantry f1 4 at 20,12 facing 180";
/// Guns that see each other between two friends that leave a gap of 0.6 inches.
const GAP: &str = "prussian artillery p1 1 at 20,20
    prussian artillery p2 1 at 20.8,18
    prussian artillery p3 1 at 19.2,18
    french artillery f1 1 at 20,15 facing 180";
/// Returns what happens in a position: the answers to the questions of a script, the log, and how the game stands at its end.
fn observed(setting: &str, value: &Value, side: Side, text: &str, script: &str) -> Vec<String> {
    let mut rules: RuleChanges = serde_json::from_value(json!({ setting: value })).unwrap();
    // The distance of enemies counts only with this setting.
    rules.regroup_by_place.get_or_insert(true);
    let mut table = position(text).with(|scenario| scenario.rules = rules).with_initiative(side);
    let mut answers = Vec::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.split_once(' ') {
            Some(("roll", dice)) => {
                let dice: Vec<u16> = dice.split(' ').map(|die| die.parse().unwrap()).collect();
                table.rolls(&dice);
            }
            Some(("may", action)) => {
                answers.push(format!(
                    "{line}: {:?}",
                    table.game.check(&table.action(action)).map_err(|no| no.rule.number)
                ));
            }
            Some(("odds", action)) => answers.push(format!("{line}: {:?}", table.game.odds(&table.action(action)))),
            Some(("turn", next)) => {
                table.has_initiative(if next == "french" { FRENCH } else { PRUSSIAN });
            }
            _ => {
                table.does(line);
            }
        }
    }
    answers.extend(stands(&mut table));
    answers
}

/// Returns how the game stands.
fn stands(table: &mut Table) -> Vec<String> {
    let mut facts = table.take_log();
    facts.push(format!("{:?} {}", table.game.turn(), table.prompt()));
    for unit in &table.game.board.units {
        facts.push(format!("{}: {:?} {}", unit.id, table.game.bases_of(&unit.id), table.state_of(&unit.id)));
    }
    facts
}

/// The settings of ranges, distances and movement (III, IV, VI).
fn distances() -> Vec<Case> {
    vec![
        (
            "range_bands",
            json!(["3", "6", "7", "12"]),
            PRUSSIAN,
            GUNS,
            "select p1
            odds fire f1 0",
        ),
        (
            "zone_of_control",
            json!("2"),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,25 maneuver
            french infantry f1 4 at 20,20 facing 180",
            "select p1, order maneuver
            roll 1
            may go 20/21.5 0",
        ),
        ("command_radius", json!("3"), FRENCH, LED, "select f1, order maneuver\nroll 95"),
        (
            "regroup_enemy",
            json!("3"),
            FRENCH,
            "french infantry f1 4 at 20,10 disordered
            prussian infantry p1 4 at 20,15",
            "select f1\nodds regroup",
        ),
        ("friend_clearance", json!("0.25"), PRUSSIAN, GAP, "select p1\nmay fire f1 0"),
        (
            "woods_sight",
            json!("2"),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180
            woods 10,15 30,15 30,17.5 10,17.5",
            "select p1\nmay fire f1 0",
        ),
        (
            "general_safety",
            json!("4"),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,20 maneuver
            french general fg at 20,17",
            "select p1, order maneuver\nroll 1\ngo 20/15 0, stop",
        ),
        ("deploy_shift", json!("0.5"), PRUSSIAN, ALONE, "select p1, order deploy\nroll 1\nmay place 20/24 0 deployed"),
        ("delayed_shift", json!("1"), PRUSSIAN, ALONE, "select p1, order deploy\nroll 80\nmay place 20/24 0 deployed"),
        (
            "deployed_bend",
            json!(60),
            PRUSSIAN,
            ALONE,
            "select p1, order deploy\nroll 1\nmay place 20/25 0 deployed bend -60/0/0/60",
        ),
        ("delayed_percent", json!(75), PRUSSIAN, ALONE, "select p1, order maneuver\nroll 80\nmay go 20/21.5 0"),
        ("march_as_route_march", json!(true), PRUSSIAN, ALONE, "select p1, order march\nroll 1\nmay go 20/15 0"),
    ]
}

/// The settings of terrain on the way (IV, VIII).
fn ways() -> Vec<Case> {
    const HEDGE: &str = "prussian infantry p1 4 at 20,25 maneuver
        hedge 0,23 40,23";
    const ROUGH: &str = "prussian infantry p1 4 at 20,25 maneuver
        rough 0,0 40,0 40,24 0,24";
    const HORSE: &str = "prussian cavalry p1 4 at 20,25 maneuver
        rough 0,0 40,0 40,24 0,24";
    const ROAD: &str = "prussian infantry p1 4 at 20,25
        road 20,25 20,5";
    const BESIDE: &str = "prussian infantry p1 4 at 20,25
        road 20.6,25 20.6,5";
    const BRIDGE: &str = "prussian infantry p1 4 at 20,25 maneuver
        river 0,23 40,23
        bridge 21.5,23";
    vec![
        ("obstacle_cost", json!("1"), PRUSSIAN, HEDGE, "select p1, order maneuver\nroll 1\nmay go 20/19.5 0"),
        ("rough_factor", json!(3), PRUSSIAN, ROUGH, "select p1, order maneuver\nroll 1\nmay go 20/21.5 0"),
        ("rough_factor_cavalry", json!(2), PRUSSIAN, HORSE, "select p1, order maneuver\nroll 1\nmay go 20/20 0"),
        ("road_percent", json!(200), PRUSSIAN, ROAD, "select p1, order march\nroll 1\nmay go 20/12 0"),
        ("road_reach", json!("1"), PRUSSIAN, BESIDE, "select p1, order march\nroll 1\nmay go 20/15 0"),
        (
            "road_angle",
            json!(10),
            PRUSSIAN,
            ROAD,
            "select p1, order march
            roll 1
            go 20.25/24.3 0, go 19.75/22.9 0, go 20.25/21.5 0, go 19.75/20.1 0, go 20.25/18.7 0
            may go 19.75/17.3 0",
        ),
        ("measured_from", json!("center"), PRUSSIAN, ROUGH, "select p1, order maneuver\nroll 1\nmay go 20/21.3 0"),
        (
            "fords_slow_marches",
            json!(false),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,25
            river 0,23 40,23
            ford 20,23",
            "select p1, order march\nroll 1\nmay go 20/17 0",
        ),
        (
            "generals_hold_ground",
            json!(false),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,25 maneuver
            prussian general pg at 20,21",
            "select p1, order maneuver\nroll 1\ngo 20/20.5 0\nmay stop",
        ),
        (
            "retreat_toward_source",
            json!(true),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12",
            "select p1, fire f1 0\nroll 97",
        ),
        ("choke_reach", json!("2"), PRUSSIAN, BRIDGE, "select p1, order maneuver\nroll 1\nmay go 20/22 0"),
        (
            "deploy_in_zone",
            json!(false),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,20 maneuver
            french infantry f1 4 at 20,19.5 facing 180",
            "select p1, order deploy\nroll 1\nmay place 20/20 0 deployed",
        ),
    ]
}

/// The settings of the initiative and of orders (III, IX).
fn orders() -> Vec<Case> {
    vec![
        (
            "initiative",
            json!("even"),
            PRUSSIAN,
            "prussian infantry p1 4 at 10,25
            prussian infantry p2 4 at 20,25
            french infantry f1 4 at 10,5
            french infantry f2 4 at 20,5
            french infantry f3 4 at 30,5",
            "select p1, hold",
        ),
        (
            "equal_orders",
            json!(true),
            FRENCH,
            "french infantry f1 4 at 20,10
            prussian infantry p1 4 at 5,25",
            "select f1, order maneuver\nroll 72",
        ),
        (
            "disorder_hinders_orders",
            json!(true),
            FRENCH,
            "french infantry f1 4 at 20,10 disordered
            prussian infantry p1 4 at 5,25",
            "select f1, order maneuver\nroll 65",
        ),
        (
            "lost_order_may_fire",
            json!(false),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,15 maneuver
            french infantry f1 4 at 20,12 facing 180",
            "select p1, order march\nroll 100",
        ),
        (
            "generals",
            json!("own-formation"),
            FRENCH,
            "formation corps french corps
            french infantry f1 4 at 20,10
            french general fg at 20,8 of corps
            prussian infantry p1 4 at 5,25",
            "select f1, order maneuver\nroll 95",
        ),
        (
            "command_measure",
            json!("center"),
            FRENCH,
            "french infantry f1 4 at 20,10
            french general fg at 20,3.75
            prussian infantry p1 4 at 5,25",
            "select f1, order maneuver\nroll 95",
        ),
        (
            "objective_radius",
            json!("3"),
            PRUSSIAN,
            "objective mill 20,20 held french prussian 3
            prussian infantry p1 4 at 20,22
            french infantry f1 4 at 5,5",
            "select p1, hold",
        ),
    ]
}

/// The settings of sight and fire (VI, VIII).
fn fire() -> Vec<Case> {
    const CREST: &str = "stepped 0,5 40,5 40,14 0,14
        prussian artillery p1 3 at 20,20
        french infantry f1 4 at 20,12 facing 180";
    vec![
        (
            "cover_distance",
            json!("2"),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180
            hedge 10,13.5 30,13.5",
            "select p1\nodds fire f1 0",
        ),
        (
            "area_cover",
            json!("any"),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180
            woods 21,5 30,5 30,12 21,12",
            "select p1\nodds fire f1 0",
        ),
        ("crest_distance", json!("3"), PRUSSIAN, CREST, "select p1\nmay fire f1 0"),
        ("crest_hides", json!(false), PRUSSIAN, CREST, "select p1\nmay fire f1 0"),
        (
            "hills_cast_shadows",
            json!(false),
            PRUSSIAN,
            "hill 10,19 30,19 30,26 10,26
            hill 10,15 30,15 30,17 10,17
            prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180",
            "select p1\nmay fire f1 0",
        ),
        (
            "generals_stop_fire",
            json!(true),
            PRUSSIAN,
            "prussian artillery p1 1 at 20,20
            prussian general pg at 20,16
            french artillery f1 1 at 20,12 facing 180",
            "select p1\nmay fire f1 0",
        ),
        (
            "demoralized_break",
            json!(true),
            PRUSSIAN,
            "prussian artillery p1 4 at 20,15
            french infantry f1 4 at 20,12 facing 180 maneuver demoralized",
            "select p1, fire f1 0\nroll 100",
        ),
        (
            "regroup_by_place",
            json!(true),
            FRENCH,
            "french infantry f1 4 at 20,10 disordered
            prussian infantry p1 4 at 20,15",
            "select f1\nodds regroup",
        ),
        (
            "high_ground_blocks",
            json!(false),
            PRUSSIAN,
            "hill 0,15 40,15 40,17 0,17
            prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180",
            "select p1\nmay fire f1 0",
        ),
        (
            "sight_through_towns",
            json!(true),
            PRUSSIAN,
            "town 10,15 30,15 30,17 10,17
            prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180",
            "select p1\nmay fire f1 0",
        ),
        (
            "enemies_block_sight",
            json!(true),
            PRUSSIAN,
            "prussian artillery p1 1 at 20,20
            french infantry f1 2 at 20,12 facing 180
            french infantry f2 4 at 20,16 facing 180",
            "select p1\nmay fire f1 0",
        ),
        (
            "mutual_overhead_fire",
            json!(false),
            PRUSSIAN,
            "hill 10,0 30,0 30,13 10,13
            prussian artillery p1 1 at 20,24
            prussian infantry p2 6 at 20,14
            french artillery f1 1 at 20,12 facing 180",
            "select p1\nmay fire f1 0",
        ),
        (
            "battery_counts_for_actor",
            json!(false),
            PRUSSIAN,
            BATTERIES,
            "select p1, fire f1 0
            roll 1
            turn prussian
            select p2
            odds fire f1 0",
        ),
        (
            "destroyed_guns_count",
            json!(false),
            PRUSSIAN,
            "prussian artillery p1 1 at 20,14
            prussian artillery p2 3 at 24,20
            french infantry f1 4 at 20,12 facing 180
            french infantry f2 4 at 14,14 facing 90",
            "select p1, fire f1 0
            roll 1
            turn french
            select f2, fire p1 90
            roll 100
            turn prussian
            select p2
            odds fire f1 0",
        ),
        (
            "guns_out_of_range_count",
            json!(true),
            PRUSSIAN,
            "prussian artillery p1 2 at 18,27
            prussian artillery p2 3 at 22,20
            french infantry f1 4 at 20,12 facing 180",
            "select p1, fire f1 0
            turn prussian
            select p2
            odds fire f1 0",
        ),
        (
            "cavalry_fires",
            json!(false),
            PRUSSIAN,
            "prussian cavalry p1 4 at 20,15
            french infantry f1 4 at 20,12 facing 180",
            "select p1\nmay fire f1 0",
        ),
    ]
}

/// The settings of retreats (IV, V).
fn retreats() -> Vec<Case> {
    const BACK: &str = "select p1, fire f1 0\nroll 96";
    vec![
        ("withdrawal", json!("nearest"), PRUSSIAN, GUNS, "select p1, fire f1 0\nroll 92"),
        (
            "retreat_from",
            json!("center"),
            PRUSSIAN,
            "prussian artillery p1 3 at 14,20 facing 45
            french infantry f1 4 at 20,12 facing 180",
            "select p1, fire f1 45\nroll 97",
        ),
        (
            "retreat_slide",
            json!("0"),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180
            french infantry f2 4 at 20,6.5 facing 180",
            BACK,
        ),
        (
            "retreat_pays_terrain",
            json!(false),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180
            rough 0,0 40,0 40,10 0,10",
            BACK,
        ),
        (
            "table_edge",
            json!("leaves"),
            PRUSSIAN,
            "prussian artillery p1 3 at 20,13
            french infantry f1 4 at 20,5 facing 180",
            BACK,
        ),
    ]
}

/// The settings of assaults (IV, VII).
fn assaults() -> Vec<Case> {
    vec![
        ("assault_infantry", json!("3"), PRUSSIAN, PAIR, "select p1\nmay assault f1"),
        ("assault_cavalry", json!("3"), PRUSSIAN, CHARGE, "select p1\nmay assault f1"),
        ("delayed_infantry", json!("5"), PRUSSIAN, PAIR, "select p1, assault f1\nroll 80"),
        ("delayed_cavalry", json!("3"), PRUSSIAN, CHARGE, "select p1, assault f1\nroll 80"),
        ("stopped_distance", json!("2"), PRUSSIAN, PAIR, "select p1, assault f1\nroll 1\nroll 1 1 1"),
        ("winning_cavalry_disordered", json!(false), PRUSSIAN, CHARGE, "select p1, assault f1\nroll 1\nroll 100 1 1"),
        (
            "assault_keeps_zones",
            json!(true),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,16 maneuver
            french infantry f1 4 at 20,12 facing 180
            french artillery f2 1 at 22,14 facing 180",
            "select p1\nmay assault f1",
        ),
        (
            "town_assault_is_rough",
            json!(false),
            PRUSSIAN,
            "prussian infantry p1 4 at 20,17 maneuver
            french infantry f1 4 at 20,12 facing 180
            town 10,12.2 30,12.2 30,14.7 10,14.7",
            "select p1\nmay assault f1",
        ),
    ]
}

#[test]
fn c10_every_setting_changes_the_course_of_a_game() {
    let published = serde_json::to_value(Rules::published()).unwrap();
    let mut untold: Vec<&String> = published.as_object().unwrap().keys().filter(|name| *name != "tables").collect();
    for (setting, other, side, text, script) in
        [distances(), ways(), orders(), fire(), retreats(), assaults()].into_iter().flatten()
    {
        let default = &published[setting];
        assert_ne!(*default, other, "{setting} has another value");
        let [by_default, by_other] = [default, &other].map(|value| observed(setting, value, side, text, script));
        assert_ne!(by_default, by_other, "{setting} makes a difference");
        untold.retain(|name| *name != setting);
    }
    assert!(untold.is_empty(), "settings without a case: {untold:?}");
}
