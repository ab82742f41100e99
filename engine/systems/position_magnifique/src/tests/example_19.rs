//! The comprehensive example of play (19.0), step by step, on the map of A Day of Battle.
//!
//! The text names most hexes. Positions that only its figure shows are chosen here so that every step is possible and has the
//! published result: the brigades start where their moves are legal, the guns of II Corps have lost a step (they fire on column
//! 3), and the III Corps guns with the clear view stand on level 5, four hexes from Flavigny.

use crate::state::{FireCause, Task};
use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

/// Figure 1. The held Event Chits come first: `chit-0` is Beaten Zone, `chit-1` Battlefield Conditions; `chit-3` is Krupp Guns,
/// `chit-4` Bloody Struggle.
const FIGURE: &str = "
    map day
    corps ii french at 1709 range 2 4
    corps ig french at 2009 range 2 4 guard
    division 6cav prussian at 0316 range 3 5
    corps iii prussian at 1417 range 4 6

    french infantry 1/1/II 4/2 at 1513 of ii
    french cavalry 1/2Cav/II 2/1 at 1414 of ii
    french field II-Div 6/3 at 1613 of ii m reduced range 3 5
    french infantry 2/1/II 4/2 at 1710 of ii
    french infantry 2/1G/IG 5/3 at 1813 of ig
    french infantry 1/1G/IG 5/3 at 2010 of ig

    prussian infantry 9/5/III 9/5 at 1616 of iii division 5
    prussian infantry 10/5/III 9/5 at 1516 of iii division 5
    prussian field III-Field 9/5 at 1316 of iii range 4 7
    prussian heavy III-Heavy 9/5 at 1517 of iii range 5 8
    prussian cavalry 12/6 2/1 at 1715 of 6cav
    prussian cavalry 14/6 2/1 at 0217 of 6cav

    holds french beaten-zone
    holds prussian battlefield-conditions
    chit french mitrailleuse-fire beaten-zone
    chit prussian krupp-guns colonel-caprivi
    chit french beaten-zone bloody-struggle";

/// The French draw Mitrailleuse Fire, and fire at the brigade in front of the battery.
fn mitrailleuse(table: &mut Table) {
    table.draws("mitrailleuse-fire");
    assert_eq!(table.chooser(), FRENCH);
    assert_eq!(table.choices("use"), ["beaten-zone", "mitrailleuse-fire"]);
    table.does("use mitrailleuse-fire");
    assert_eq!(table.fire_shifts("II-Div", "9/5/III", FireCause::Mitrailleuse), [""; 0]);
    assert_eq!(table.fire_column("II-Div", "9/5/III", FireCause::Mitrailleuse), "3");
    // The Prussians save Battlefield Conditions for their assault.
    table.does("fire II-Div 9/5/III, pass");
    table.take_log();
    table.rolls(&[3, 5]).rolls(&[2, 3]);
    assert_eq!(table.take_log(), ["Column 3, 3 + 5 = 8: morale test", "Morale 7 of 9/5/III, 2 + 3 = 5: it passes"]);
    assert_eq!(table.marks("9/5/III"), "");
    // Between chits the French decline to use Beaten Zone.
    table.does("pass");
}

/// The 6th Cavalry Division is drawn; its 12th Brigade, Out of Command, charges the Guard.
fn charge(table: &mut Table) {
    table.draws("6cav");
    // The division has no unit that can fire.
    assert!(table.choices("fire").is_empty());
    table.skip_fire().does("attack");
    table.logs("12/6 is out of command [11.2]");
    assert_eq!(table.in_command("6cav"), ["14/6"]);
    table.refuses("move 12/6", "12.1");
    table.does("pass, move 12/6");
    table.take_log();
    table.rolls(&[2, 4]);
    assert_eq!(table.take_log(), ["12/6 rolls 6: it moves at half speed"]);
    let Some(Task::Moving(motion)) = table.game.state.stack.last() else { panic!("12/6 does not move") };
    assert_eq!(motion.allowance, 8, "4 points, in halves");
    // Flavigny is a town behind a stream.
    table.refuses("charge 12/6 1/1/II", "12.5");
    table.does("charge 12/6 2/1G/IG, hex 1714");
    // Beaten Zone could be played here.
    assert_eq!(table.chooser(), FRENCH);
    table.allows("chit-0 fire 2/1G/IG 12/6");
    table.does("pass, hex 1814, unit 2/1G/IG");
    assert_eq!(table.chooser(), PRUSSIAN);
    assert_eq!(table.fire_column("2/1G/IG", "12/6", FireCause::Defensive(0)), "5");
    table.does("chit-1");
    table.take_log();
    table.rolls(&[2, 2]);
    assert_eq!(table.take_log(), ["Column 3, 2 + 2 = 4: no effect", "2/1G/IG runs low on ammunition"]);
    assert_eq!(table.marks("2/1G/IG"), "low 1");
    // The target's Beaten Zone cannot be fired at an adjacent unit, and Flavigny holds its fire.
    table.does("pass");
    // Units do not fire into the target's hex.
    table.does("hex 1813");
    assert_eq!(table.at("12/6"), "1813");
    table.logs("Assault Combat Phase [13.1]");
}

/// The charge is fought: the Guard retreats, the cavalry follows and is spent.
fn breakthrough(table: &mut Table) {
    table.refuses("pass", "13.1");
    table.does("unit 2/1G/IG, begin");
    table.take_log();
    table.rolls(&[5, 6]);
    assert_eq!(table.take_log(), ["Column -1, 5 + 6 = 11: D2"]);
    // The loser retreats two hexes, or loses a step and retreats one.
    assert_eq!(table.choices(""), ["fall-back", "lose 2/1G/IG"]);
    table.does("fall-back");
    assert_eq!(table.choices(""), ["fall-back", "lose 2/1G/IG"]);
    table.does("fall-back, hex 1912, hex 1911");
    assert_eq!(table.at("2/1G/IG"), "1911");
    assert_eq!(table.marks("2/1G/IG"), "shaken low 1");
    assert_eq!(table.choices("hex"), ["1712", "1812", "1912", "1913"]);
    table.does("hex 1812");
    assert_eq!(table.at("12/6"), "1812");
    assert_eq!(table.marks("12/6"), "shaken");
}

/// Krupp Guns: free fire at Flavigny.
fn krupp(table: &mut Table) {
    table.does("pass");
    table.draws("krupp-guns").does("use krupp-guns");
    assert_eq!(table.chooser(), FRENCH);
    table.does("pass");
    // The brigade in front blocks the view of the heavy battery; the battery on level 5 has a clear view.
    let fires = table.choices("chit-3 fire");
    assert!(!fires.iter().any(|fire| fire.starts_with("III-Heavy")), "{fires:?}");
    for hex in ["1513", "1414", "1613", "1911"] {
        assert_eq!(table.game.blocked_by(table.hex("1316"), table.hex(hex)), None, "{hex}");
    }
    assert_eq!(table.fire_shifts("III-Field", "1/1/II", FireCause::Free), ["plunging fire +1", "target's terrain -2"]);
    table.does("chit-3 fire III-Field 1/1/II");
    table.take_log();
    table.rolls(&[3, 5]);
    assert!(table.take_log().contains(&"Column 8, 3 + 5 = 8: shaken".to_owned()));
    assert_eq!(table.marks("1/1/II"), "shaken");
    table.does("pass");
}

/// Moves to `hex` and declines any interdiction.
fn go(table: &mut Table, hex: &str) {
    table.does(&format!("hex {hex}"));
    if table.chooser() == FRENCH {
        table.does("pass");
    }
}

/// The French keep Bloody Struggle; III Corps is drawn and fires at Flavigny.
fn third_corps_fires(table: &mut Table) {
    table.draws("beaten-zone").does("use bloody-struggle");
    table.logs("Bloody Struggle is held [17.3]");
    table.does("pass");
    table.draws("iii");
    // The brigades are out of range, the heavy battery is still blocked.
    assert!(table.choices("fire").iter().all(|fire| fire.starts_with("III-Field ")));
    table.refuses("fire 10/5/III 1/1/II", "10.4");
    table.refuses("fire III-Heavy 1/1/II", "10.3");
    table.does("fire III-Field 1/1/II");
    table.take_log();
    table.rolls(&[2, 3]).rolls(&[4, 6]);
    assert_eq!(
        table.take_log()[..3],
        ["Column 8, 2 + 3 = 5: morale test", "Morale 7 of 1/1/II, 4 + 6 = 10: it fails", "1/1/II loses a step"]
    );
    assert_eq!(table.marks("1/1/II"), "reduced shaken");
    table.does("attack");
    assert_eq!(table.in_command("iii"), ["10/5/III", "9/5/III", "III-Field", "III-Heavy"]);
}

/// III Corps moves up, under interdiction and Defensive Fire from Flavigny.
fn third_corps_moves(table: &mut Table) {
    table.refuses("move III-Field", "10.1");
    table.does("move 9/5/III");
    go(table, "1515");
    go(table, "1415");
    table.does("stop, move III-Heavy");
    go(table, "1617");
    go(table, "1616");
    table.does("stop, move 10/5/III, hex 1515");
    assert_eq!(table.chooser(), FRENCH);
    assert_eq!(table.fire_shifts("1/1/II", "10/5/III", FireCause::Interdiction), [""; 0]);
    table.does("chit-0 fire 1/1/II 10/5/III");
    table.take_log();
    table.rolls(&[3, 4]);
    assert_eq!(table.take_log(), ["Column 1, 3 + 4 = 7: no effect"]);
    table.does("hex 1514, unit 1/1/II");
    table.take_log();
    table.rolls(&[4, 6]);
    assert_eq!(table.take_log(), ["Column 1, 4 + 6 = 10: shaken", "10/5/III is shaken"]);
    assert_eq!(table.marks("10/5/III"), "shaken");
    table.does("pass");
}

/// The French cavalry retreats before combat; Flavigny is assaulted and vacated, but not taken.
fn flavigny(table: &mut Table) {
    table.does("unit 1/2Cav/II, unit 9/5/III, begin");
    assert_eq!(table.chooser(), FRENCH);
    table.does("fall-back, hex 1413");
    assert_eq!(table.at("1/2Cav/II"), "1413");
    assert_eq!(table.marks("1/2Cav/II"), "");
    table.take_log();
    table.does("unit 9/5/III");
    assert_eq!(table.take_log(), ["9/5/III breaks through to 1414"], "a breakthrough is not fired at");
    table.does("unit 1/1/II, unit 10/5/III, begin");
    table.take_log();
    // +4 is column +3 to +4; the stream and the town shift it four columns to the left.
    table.rolls(&[4, 5]);
    assert_eq!(table.take_log(), ["Column -1, 4 + 5 = 9: D1"]);
    assert_eq!(table.choices(""), ["fall-back", "lose 1/1/II"]);
    table.does("fall-back");
    let away = table.choices("hex");
    table.take_log();
    table.does(&format!("hex {}", away[0]));
    // Bloody Struggle and breakthrough are declined: the defender retreated, the attacker is shaken.
    assert_eq!(table.take_log(), [format!("1/1/II falls back to {}", away[0])]);
    assert_eq!(table.marks("1/1/II"), "reduced shaken");
    assert_eq!(table.at("10/5/III"), "1514");
    assert_eq!(table.game.combat_unit_in(table.hex("1513")), None);
    let flavigny = table.game.board.control.iter().position(|(hex, _)| *hex == table.hex("1513"));
    assert_eq!(table.game.state.control[flavigny.expect("Flavigny is a place")], Some(FRENCH));
}

#[test]
fn r19_0_the_example_of_play_comes_out_as_written() {
    let figure = position(FIGURE).with(|scenario| {
        let flavigny = scenario.place.iter_mut().find(|place| place.id.as_str() == "flavigny");
        flavigny.expect("Flavigny is on the map").holder = Some("french".into());
    });
    let mut table = figure.cup();
    mitrailleuse(&mut table);
    charge(&mut table);
    breakthrough(&mut table);
    krupp(&mut table);
    third_corps_fires(&mut table);
    third_corps_moves(&mut table);
    flavigny(&mut table);
}

#[test]
fn r19_0_the_fire_table_as_quoted() {
    use battlewright_schema::position_magnifique::{FireColumn, FireResult};
    let table = position(FIGURE).set_up();
    let columns = &table.game.board.rules.tables.fire.columns;
    let result = |column: i8, total: u16| {
        let index = columns.iter().position(|heading| *heading == FireColumn(column));
        table.game.fire_result(index.expect("the table has the column"), total)
    };
    assert_eq!([result(3, 4), result(3, 8)], [FireResult::NoEffect, FireResult::MoraleTest]);
    assert_eq!([result(8, 5), result(8, 8)], [FireResult::MoraleTest, FireResult::Shaken]);
    assert_eq!([result(1, 7), result(1, 10)], [FireResult::NoEffect, FireResult::Shaken]);
}

#[test]
fn r19_0_the_assault_table_as_quoted() {
    let table = position(FIGURE).set_up();
    let columns = &table.game.board.rules.tables.assault.columns;
    let minus_one = columns.iter().position(|column| column.to == Some(-1)).expect("the table has a column -1");
    let result = |total: i16| table.game.assault_result(minus_one, total);
    assert_eq!([result(9).to_string(), result(11).to_string()], ["D1", "D2"]);
    // The attacker loses on any roll under 8.
    for total in 2..=12 {
        assert_eq!(result(total).attacker, total < 8, "{total}: {}", result(total));
    }
    // The stream and the town shift +3/+4 four columns to the left.
    assert_eq!(columns[minus_one + 4].from, Some(3));
    assert_eq!(columns[minus_one + 4].to, Some(4));
}
