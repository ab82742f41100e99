//! Cases of movement on the table: formations of few and of many bases, ways through terrain, delayed orders, arrivals, generals that
//! are run over, and units that are surrounded (III, IV, IX).

use crate::tests::position::{FRENCH, PRUSSIAN, Table, position};
use battlewright_core::game::Game as _;

/// A table on which a unit has received an order.
fn ordered(text: &str, order: &str) -> Table {
    rolled(text, order, 1)
}

/// A table on which an order of a Prussian unit was rolled for.
fn rolled(text: &str, order: &str, roll: u16) -> Table {
    let mut table = position(text).with_initiative(PRUSSIAN);
    table.does(&format!("select p1, {order}")).rolls(&[roll]);
    table
}

/// The left front corners of the bases of a unit, in thousandths of an inch.
fn corners(table: &Table, unit: &str) -> Vec<(i32, i32)> {
    table.game.bases_of(unit).iter().map(|corners| (corners[0].x, corners[0].y)).collect()
}

#[test]
fn c04_two_bases_maneuver_side_by_side_or_one_behind_the_other() {
    let text = "prussian infantry p1 2 at 20,25";
    let mut table = ordered(text, "order maneuver");
    table.does("stop");
    assert_eq!(corners(&table, "p1"), [(19_000, 25_000), (20_000, 25_000)], "IV");
    let mut table = ordered(text, "order maneuver");
    table.does("front 1, go 20/22 0, stop");
    assert_eq!(corners(&table, "p1"), [(19_500, 22_000), (19_500, 23_000)], "IV");
    let mut column = ordered(text, "order march");
    column.does("stop");
    assert_eq!(corners(&column, "p1"), [(19_500, 25_000), (19_500, 27_000)], "IV: with a gap");
    ordered(&text.replace("infantry", "artillery"), "order maneuver").refuses("front 2", "IV");
}

#[test]
fn c04_six_bases_of_cavalry_stand_in_two_or_three_ranks() {
    let mut table = ordered("prussian cavalry p1 6 at 20,25", "order maneuver");
    table.refuses("front 1", "IV");
    table.refuses("front 6", "IV");
    table.does("go 20/13 0, stop");
    let lefts: Vec<i32> = corners(&table, "p1").iter().map(|(x, _)| *x).collect();
    assert_eq!(lefts, [18_500, 19_500, 20_500, 18_500, 19_500, 20_500], "IV: 12 inches in two ranks of three");
}

#[test]
fn c04_three_bases_of_guns_maneuver_one_behind_the_other() {
    let mut table = ordered("prussian artillery p1 3 at 20,25", "order maneuver");
    table.does("go 20/19 0, stop");
    assert_eq!(corners(&table, "p1"), [(19_500, 19_000), (19_500, 20_250), (19_500, 21_500)], "IV");
    let mut column = ordered("prussian artillery p1 2 at 20,20", "order march");
    column.does("stop");
    assert_eq!(corners(&column, "p1"), [(19_500, 20_000), (19_500, 22_500)], "III: a gap of the depth of a base");
}

#[test]
fn c04_any_base_of_the_formation_pays_for_rough_ground() {
    // The rear rank leaves woods that the first rank has behind it.
    let text = "prussian infantry p1 4 at 20,25 maneuver
        woods 10,25.4 30,25.4 30,28 10,28";
    let mut table = ordered(text, "order maneuver");
    table.refuses("go 20/19.4 0", "IV");
    table.does("go 20/19.6 0, stop");
    assert_eq!(table.at("p1"), (20_000, 19_600), "IV: 0.6 inches of woods and 4.8 of open ground cost 6");
}

#[test]
fn c04_linear_obstacles_add_up() {
    let text = "prussian infantry p1 4 at 20,25 maneuver
        hedge 0,24 40,24
        wall 0,22 40,22";
    let mut table = ordered(text, "order maneuver");
    table.refuses("go 20/19.9 0", "IV");
    table.does("go 20/20 0, stop");
    assert_eq!(table.at("p1"), (20_000, 20_000), "IV: 5 inches and twice a half");
}

#[test]
fn c04_a_march_passes_a_bridge_for_nothing_but_a_hedge_for_half_an_inch() {
    let bridge = "prussian infantry p1 4 at 20,25
        river 0,23 40,23
        bridge 20,23";
    let mut table = ordered(bridge, "order march");
    table.refuses("go 20/16.9 0", "IV");
    table.does("go 20/17 0, stop");
    assert_eq!(table.at("p1"), (20_000, 17_000), "IV: 8 inches of a march");
    let road = format!("{bridge}\nroad 20,25 20,5");
    let mut table = ordered(&road, "order march");
    table.does("go 20/13 0, stop");
    assert_eq!(table.at("p1"), (20_000, 13_000), "IV: 12 inches by road over the bridge");
    let hedge = "prussian infantry p1 4 at 20,25
        road 20,25 20,5
        hedge 0,23 40,23";
    let mut table = ordered(hedge, "order march");
    table.refuses("go 20/13.5 0", "IV");
    table.does("go 20/13.75 0, stop");
    assert_eq!(table.at("p1"), (20_000, 13_750), "IV: 7.5 inches make 11.25 by road");
}

#[test]
fn c04_a_road_in_a_town_is_no_faster_than_the_town() {
    let march = |ground: &str| {
        let mut table = ordered(&format!("prussian infantry p1 4 at 20,25\n{ground}"), "order march");
        table.refuses("go 20/12.9 0", "IV");
        table.does("go 20/13 0, stop");
        table.at("p1")
    };
    let town = "town 10,10 30,10 30,30 10,30";
    assert_eq!(march(town), (20_000, 13_000), "VIII");
    assert_eq!(march(&format!("{town}\nroad 20,25 20,5")), (20_000, 13_000), "IV, VIII");
}

#[test]
fn c03_each_order_may_be_delayed() {
    let text = "prussian infantry p1 4 at 20,25 maneuver
        french infantry f1 4 at 20,20 facing 180";
    let deploy = rolled(text, "order deploy", 76);
    deploy.refuses("place 20/24.5 0 deployed", "III");
    deploy.allows("place 20/25 90 deployed");
    let away = text.replace("20,20", "20,5");
    let maneuver = rolled(&away, "order maneuver", 93);
    maneuver.refuses("go 20/21.9 0", "IV");
    maneuver.allows("go 20/22 0");
    let march = rolled(&away, "order march", 93);
    march.refuses("go 20/20.9 0", "IV");
    march.allows("go 20/21 0");
    let assault = rolled(text, "assault f1", 93);
    assault.logs_all(&["p1 (Prussians): the order to assault f1 (French) is delayed (roll 93;"]);
    assert_eq!(assault.at("p1"), (20_000, 22_000), "VII: 3 inches");
}

#[test]
fn c03_an_arriving_column_waits_behind_enemies_and_passes_beside_them() {
    let text = |enemy: &str| {
        format!(
            "entry e prussian 20,30
            prussian infantry p1 4 enters 1 by e toward 20,5
            french infantry f1 4 at {enemy}"
        )
    };
    let mut blocked = position(&text("20,28.5")).with_initiative(PRUSSIAN);
    blocked.does("select p1");
    blocked.refuses("route-march", "III");
    blocked.does("hold");
    // The enemy is gone in a later turn.
    let unit = blocked.unit("f1");
    blocked.game.put(unit, crate::state::At::Destroyed(1));
    blocked.game.state.units[0].acted = false;
    blocked.has_initiative(PRUSSIAN).does("select p1, route-march, stop");
    assert_eq!(blocked.state_of("p1"), "ok 4 march", "III");
    let mut beside = position(&text("20,25")).with_initiative(PRUSSIAN);
    beside.does("select p1, route-march, stop");
    let (_, y) = beside.at("p1");
    assert!(y > 26_000, "III: not straight ahead");
    assert!(
        beside.game.shape(beside.unit("p1")).unwrap().distance(beside.game.shape(beside.unit("f1")).unwrap()).floor()
            >= 1000
    );
}

#[test]
fn c09_a_general_helps_moves_and_helps_again() {
    // The example of the rules (III).
    let mut table = position(
        "prussian infantry p1 4 at 5,20
        prussian infantry p2 4 at 30,20
        prussian general pg at 5,24
        french infantry f1 4 at 20,3",
    )
    .with_initiative(PRUSSIAN);
    table.does("select p1, order deploy").rolls(&[95]);
    table.logs_all(&["p1 (Prussians): the order to deploy is received", "roll 95;"]);
    table.does("stop").has_initiative(PRUSSIAN).does("select pg, move, go 30/24 0, stop");
    table.has_initiative(PRUSSIAN).does("select p2, order deploy").rolls(&[95]);
    table.logs_all(&["p2 (Prussians): the order to deploy is received", "roll 95;"]);
}

#[test]
fn c09_generals_get_out_of_the_way_of_every_movement() {
    let general = |table: &mut Table, how: &str| {
        let log = table.take_log().concat();
        assert!(log.contains("fg (French) gets out of the way"), "IX: {how}: {log}");
        let base = table.game.general_base(table.unit("fg")).unwrap();
        let enemies = table.game.bases_but(PRUSSIAN, &[]);
        assert!(enemies.iter().all(|enemy| !enemy.distance_to(base.at).less_than(3500)), "IX: {how}");
    };
    let mut march = ordered("prussian infantry p1 4 at 20,25 march\nfrench general fg at 20,20", "order march");
    march.does("go 20/18 0, stop");
    general(&mut march, "a march");
    let deploy = "prussian infantry p1 4 at 20,25 maneuver\nfrench general fg at 22,25.3";
    let mut deploy = ordered(deploy, "order deploy");
    deploy.does("place 20/25 0 deployed");
    general(&mut deploy, "a deployment");
    let mut arrival = position(
        "entry e prussian 20,30
        prussian infantry p1 4 enters 1 by e toward 20,5
        french general fg at 20,28",
    )
    .with_initiative(PRUSSIAN);
    arrival.does("select p1, route-march, stop");
    general(&mut arrival, "an arrival");
    let mut assault = ordered(
        "prussian infantry p1 4 at 20,16 maneuver
        french infantry f1 4 at 20,12 facing 180
        french general fg at 20,14",
        "assault f1",
    );
    assault.rolls(&[100, 1, 1]);
    general(&mut assault, "an assault");
    let mut retreat = position(
        "french artillery f1 4 at 20,12 facing 180
        prussian infantry p1 4 at 20,15
        french general fg at 20,19",
    )
    .with_initiative(FRENCH);
    retreat.does("select f1, fire p1 180").rolls(&[80]);
    general(&mut retreat, "a retreat");
}

#[test]
fn c09_a_general_gets_out_of_the_way_onto_open_ground() {
    let text = |water: &str| format!("prussian infantry p1 4 at 20,25 maneuver\nfrench general fg at 20,20\n{water}");
    let end = |water: &str| {
        let mut table = ordered(&text(water), "order maneuver");
        table.does("go 20/20 0, stop");
        table.at("fg")
    };
    let dry = end("");
    assert!(dry.1 < 20_000, "IX: straight away: {dry:?}");
    let wet = end("water 10,10 30,10 30,19 10,19");
    assert!(wet.1 > 19_000 && wet != dry, "VIII: not into the lake: {wet:?}");
}

#[test]
fn c05_a_surrounded_unit_surrenders() {
    let text = "prussian artillery p1 3 at 20,20
        french infantry f1 4 at 20,12 facing 180
        prussian cavalry p2 4 at 20,8.5 facing 180
        prussian cavalry p3 4 at 15.5,10.5 facing 90
        prussian cavalry p4 4 at 24.5,10.5 facing 270";
    let mut table = position(text).with_initiative(PRUSSIAN);
    table.does("select p1, fire f1 0").rolls(&[96]);
    table.logs("f1 (French) cannot fall back 6\" from p1 (Prussians) and surrenders [V]");
    let open = text.lines().filter(|line| !line.contains("p2")).collect::<Vec<_>>().join("\n");
    let mut table = position(&open).with_initiative(PRUSSIAN);
    table.does("select p1, fire f1 0").rolls(&[96]);
    assert_eq!(table.at("f1"), (20_000, 6000), "IV: between the enemies");
}

#[test]
fn c05_a_unit_leaves_the_table_by_a_setting() {
    let text = "prussian artillery p1 3 at 20,13
        french infantry f1 4 at 20,5 facing 180";
    let leaves = |text: &str| {
        let edge = battlewright_schema::outrance::TableEdge::Leaves;
        let table = position(text).with(|scenario| {
            scenario.rules.table_edge = Some(edge);
            scenario.victory.destroyed = 1;
        });
        let mut table = table.with_initiative(PRUSSIAN);
        table.does("select p1, fire f1 0").rolls(&[96]);
        let log = table.take_log().concat();
        (log.contains("leaves the game"), log.contains("surrenders"), table.game.points()[1])
    };
    assert_eq!(leaves(text), (true, false, [0, 0]), "V: no points for the enemy");
    let closed = format!("{text}\nwater 0,0 40,0 40,2 0,2");
    assert_eq!(leaves(&closed), (false, true, [1, 0]), "V: the lake closes its way");
    let mut table = position(text).with_initiative(PRUSSIAN);
    table.does("select p1, fire f1 0").rolls(&[96]);
    table.logs("f1 (French) cannot fall back 6\" from p1 (Prussians) and surrenders [V]");
}

#[test]
fn c04_a_way_that_is_too_long_is_refused_for_its_length_in_inches() {
    let text = "prussian infantry p1 4 at 20,25 maneuver
        prussian infantry p2 4 at 20,10 maneuver";
    let table = ordered(text, "order maneuver");
    let refusal = table.game.check(&table.action("go 20/10 0")).unwrap_err();
    assert!(refusal.reason.contains("15\" of 6\""), "IV: {refusal}");
}

#[test]
fn c04_o34_nobody_ends_on_a_general_nor_a_general_on_anybody() {
    let text = "prussian infantry p1 4 at 20,25 maneuver
        prussian general pg at 20,21
        french general fg at 30,20";
    let mut table = ordered(text, "order maneuver");
    table.does("go 20/20.5 0");
    table.refuses("stop", "IV");
    table.does("go 20/21.5 0, stop");
    let mut general = position(text).with_initiative(PRUSSIAN);
    general.does("select pg, move, go 20/26 0");
    general.refuses("stop", "IV");
    general.does("back, go 30/20.2 0");
    general.refuses("stop", "IV");
}

#[test]
fn c04_o38_a_ford_slows_a_march_and_a_bridge_does_not() {
    let march = |choke: &str| {
        ordered(&format!("prussian infantry p1 4 at 20,25\nriver 0,23 40,23\n{choke} 20,23"), "order march")
    };
    march("bridge").allows("go 20/17 0");
    march("ford").refuses("go 20/17 0", "IV");
    march("ford").allows("go 20/17.5 0");
}

#[test]
fn c08_a_unit_goes_on_over_a_bridge_upon_which_it_stands() {
    let text = "prussian infantry p1 4 at 20,24 maneuver
        river 0,23 40,23
        bridge 20,23";
    let mut table = ordered(text, "order maneuver");
    table.does("go 20/22 0, stop");
    table.game.state.units[0].acted = false;
    table.has_initiative(PRUSSIAN).does("select p1, order maneuver").rolls(&[1]);
    table.allows("go 20/24 0");
    table.does("go 20/20 0, stop");
    assert_eq!(table.at("p1"), (20_000, 20_000), "VIII");
}

#[test]
fn c08_no_formation_of_an_order_or_of_regrouping_leads_across_a_river() {
    let text = "prussian infantry p1 4 at 30,38.1 maneuver
        table 60x60
        river 0,38 60,38";
    let march = ordered(text, "order march");
    march.refuses("go 30/38.6 180", "VIII");
    let deploy = ordered(text, "order deploy");
    deploy.refuses("place 30/37.6 0 deployed", "VIII");
    deploy.refuses("place 30/38 180 deployed", "VIII");
    deploy.allows("place 30/38 0 deployed");
    let mut regroup = position(&text.replace("maneuver\n", "maneuver disordered\n")).with_initiative(PRUSSIAN);
    regroup.does("select p1, regroup").rolls(&[1]);
    regroup.refuses("place 30/38.1 180 maneuver front 2", "VIII");
    regroup.allows("place 30/38.1 0 deployed");
}

#[test]
fn c03_o42_a_general_pays_for_his_whole_way_from_the_entry() {
    let text = "entry e prussian 20,30
        prussian general pg enters 1 by e
        french infantry f1 4 at 5,2";
    let mut table = position(text).with_initiative(PRUSSIAN);
    table.does("select pg, route-march");
    assert_eq!(table.at("pg"), (20_000, 29_500), "III");
    table.refuses("go 20/1.9 0", "IV");
    table.does("go 20/2 0, stop");
}
