//! Rules in rows, each with and without the row: what it changes, refuses and tells.

use battlewright_schema::position_magnifique as file;

use crate::event::Event;
use crate::state::{FireCause, Motion, Task};
use crate::tests::testing::{PRUSSIAN, Position, Table, position};
use battlewright_core::game::Game as _;
use battlewright_core::show::{Odds, Show as _};

/// The move that is being made.
fn motion(table: &Table) -> Motion {
    match table.game.state.stack.last() {
        Some(Task::Moving(motion)) => *motion,
        task => panic!("nobody moves: {task:?}"),
    }
}

fn odds(table: &Table, action: &str) -> Odds {
    table.game.odds(&table.action(action)).unwrap_or_else(|| panic!("`{action}` has no odds"))
}

/// Rolls these dice, and returns the lines of the log with their calculations.
fn calculations(table: &mut Table, dice: &[u16]) -> Vec<String> {
    let before = table.game.clone();
    let mut log: Vec<Event> = Vec::new();
    table.game.resolve(dice, &mut log);
    let lines = log.iter().flat_map(|event| table.game.lines_of(&before, event));
    lines.map(|line| line.text).collect()
}

/// Why `action` is refused.
#[track_caller]
fn refusal(table: &Table, action: &str) -> String {
    table.game.check(&table.action(action)).expect_err("it is refused").to_string()
}

/// The names of the hexes within reach of the piece that moves.
fn reach(table: &Table) -> Vec<String> {
    let map = &table.game.board.map;
    let mut names: Vec<String> = table.game.hexes_in_reach().into_iter().map(|hex| map.name(hex).to_string()).collect();
    names.sort_unstable();
    names
}

const MUD: &str = r#"
[[rules.modifier]]
id = "mud"
name = "Mud"
to = "step"
add = 1
when = "turn >= 7 and not by-road and mover.kind in [cavalry, field-artillery, heavy-artillery, horse-artillery]"
"#;

/// Guns, cavalry and infantry in the open and on a road, in this turn.
fn marchers(turn: u8) -> Position {
    position(&format!(
        "map 12x9
        turn {turn} of 12
        road 0108 0107 0106
        forest 0804
        prussian field p1 9/5 at 0405
        prussian infantry p2 5/3 at 0605
        prussian cavalry p3 2/1 at 0108
        prussian horse p4 2/1 at 0805
        french infantry f1 4/2 at 1108"
    ))
}

#[test]
fn p1_mud_costs_guns_and_cavalry_a_point_more_off_roads() {
    let cost = |position: Position, orders: &str| {
        let mut table = position.moves("prussian");
        table.does(orders);
        motion(&table).spent
    };
    let steps = ["move p1, hex 0404", "move p2, hex 0604", "move p3, hex 0107", "move p4, hex 0804"];
    let costs = |make: fn() -> Position| steps.map(|orders| cost(make(), orders));
    assert_eq!(costs(|| marchers(7)), [2, 2, 1, 6]);
    assert_eq!(costs(|| marchers(7).rules(MUD)), [4, 2, 1, 8], "half points");
    assert_eq!(costs(|| marchers(6).rules(MUD)), [2, 2, 1, 6], "before the rain");
    // All that tells how far guns come says the same.
    let far = |position: Position| {
        let mut table = position.moves("prussian");
        let home = table.hex("0405");
        let march = table.game.march("p1", &[home, table.hex("0401")].map(|hex| table.game.board.map.cell(hex)));
        let turns = march.unwrap().unwrap().turns();
        let (unit, goal) = (table.unit("p1"), table.hex("0401"));
        let way = table.game.way(unit, home, goal);
        table.does("move p1");
        let gaps = table.game.hexes_in_reach().into_iter().map(|hex| table.game.board.map.distance(home, hex));
        (gaps.max().unwrap(), turns, way)
    };
    assert_eq!(far(marchers(7)), (5, 1, 8));
    assert_eq!(far(marchers(7).rules(MUD)), (2, 2, 16));
}

/// Both sides set up in an area of three hexes.
fn areas() -> Position {
    let zone = |id: &str, hexes: &[&str]| file::Zone {
        id: id.into(),
        name: None,
        hexes: hexes.iter().map(|hex| (*hex).into()).collect(),
        string: None,
    };
    position(
        "map 9x7
        corps ii french at 0101 range 2 4
        french infantry f1 4/2 at 0303 of ii
        corps x prussian at 0801 range 3 5
        prussian infantry p1 5/3 at 0603 of x",
    )
    .with(move |scenario: &mut file::PositionMagnifique| {
        scenario.zone.push(zone("north", &["0302", "0303"]));
        scenario.zone.push(zone("south", &["0403", "0503", "0603"]));
        for unit in &mut scenario.unit {
            unit.at = None;
            unit.zone = Some(if unit.id.as_str() == "p1" { "south".into() } else { "north".into() });
        }
    })
}

fn apart(gap: u8) -> String {
    format!(
        r#"
[[rules.forbid]]
id = "apart"
name = "Apart from the enemy"
act = "setup"
when = "unit.side == prussian and any(h in within(to, {gap}) where any(u in units(h) where u.side == french))"
reason = "Prussians are not set up with or next to the French"
"#
    )
}

#[test]
fn p2_prussians_are_set_up_apart_from_the_french() {
    let choices = |position: Position| {
        let mut table = position.start();
        table.does("hex 0303, attack");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.choices("hex")
    };
    assert_eq!(choices(areas()), ["0503", "0603"]);
    assert_eq!(choices(areas().rules(&apart(1))), ["0503", "0603"], "the published rule says the same (20.3)");
    assert_eq!(choices(areas().rules(&apart(2))), ["0603"]);
    let mut table = areas().rules(&apart(2)).start();
    table.does("hex 0303, attack");
    assert_eq!(
        refusal(&table, "hex 0503"),
        "Prussians are not set up with or next to the French (apart Apart from the enemy)"
    );
    // Where it leaves no hex it does not count, and the log tells it.
    let mut table = areas().rules(&apart(4)).start();
    table.does("hex 0303, attack");
    assert_eq!(table.choices("hex"), ["0503", "0603"]);
    table.does("hex 0503");
    table.logs("Apart from the enemy is ignored: there is no other choice [apart]");
}

const DUSK: &str = r#"
[[rules.modifier]]
id = "dusk"
name = "Dusk"
to = "command.range"
times = "1/2"
round = "up"
when = "turn == 12"
"#;

#[test]
fn p4_command_ranges_are_halved_at_dusk() {
    let corps = |turn: u8, rows: &str| {
        let position = position(&format!(
            "map 14x9
            turn {turn} of 12
            corps iii prussian at 0505 range 3 4
            prussian infantry near 5/3 at 0507 of iii
            prussian infantry far 5/3 at 0805 of iii"
        ));
        if rows.is_empty() { position.set_up() } else { position.rules(rows).set_up() }
    };
    let told = |table: &Table| table.game.card("iii-hq").unwrap().state[0].text.clone();
    let plain = corps(12, "");
    assert_eq!(
        (plain.in_command("iii"), told(&plain)),
        (vec!["far".into(), "near".into()], "Attack orders, Command Rating 3".into())
    );
    let dusk = corps(12, DUSK);
    assert_eq!(dusk.in_command("iii"), ["near"]);
    assert_eq!(told(&dusk), "Attack orders, Command Rating 3, Command Range 2");
    assert_eq!(corps(11, DUSK).in_command("iii"), ["far", "near"]);
}

const STANDING: &str = r#"
[[rules.modifier]]
id = "standing-horse"
name = "standing cavalry"
to = "fire.column"
add = 1
when = "target.kind == cavalry and not target.has-moved"
"#;

#[test]
fn p5_fire_at_standing_cavalry_is_a_column_better() {
    let ground = || {
        position(
            "map 12x9
            prussian field p1 4/2 at 0405
            french cavalry f1 4/2 at 0403
            french infantry f2 4/2 at 0603",
        )
    };
    let plain = ground().activate("prussian");
    assert!(plain.fire_shifts("p1", "f1", FireCause::Phase).is_empty());
    let mut table = ground().rules(STANDING).activate("prussian");
    assert_eq!(table.fire_shifts("p1", "f1", FireCause::Phase), ["standing cavalry +1"]);
    assert!(table.fire_shifts("p1", "f2", FireCause::Phase).is_empty());
    assert!(odds(&table, "fire p1 f1").modifiers.contains(&("Shift: standing cavalry".to_owned(), 1)));
    assert_ne!(odds(&table, "fire p1 f1").cases, odds(&plain, "fire p1 f1").cases);
    table.does("fire p1 f1");
    let told = calculations(&mut table, &[1, 2]);
    assert!(told.iter().any(|line| line.contains(", shifts: standing cavalry +1, column ")), "{told:?}");
    // Who has moved is no longer an easy target.
    let mut table = ground().rules(STANDING).moves("french");
    table.does("move f1, hex 0303, stop");
    assert!(table.fire_shifts("p1", "f1", FireCause::Phase).is_empty());
}

const SHAKEN: &str = r#"
[[rules.modifier]]
id = "shaken-step"
name = "Shaken units move one hex"
to = "most-hexes"
at_most = 1
when = "mover.is-shaken"
[[rules.forbid]]
id = "shaken-away"
name = "Shaken units keep away"
act = "step"
when = "mover.is-shaken and any(h in neighbors(to) where any(u in units(h) where u.side != mover.side))"
reason = "a shaken unit does not move next to an enemy"
"#;

#[test]
fn p6_shaken_units_move_one_hex_and_not_next_to_an_enemy() {
    let ground = || {
        position(
            "map 12x9
            prussian infantry p1 5/3 at 0405 shaken
            prussian infantry p2 5/3 at 0805
            french infantry f1 4/2 at 0403",
        )
    };
    let mut plain = ground().moves("prussian");
    plain.does("move p1");
    plain.allows("hex 0404");
    assert!(reach(&plain).len() > 6, "three points");
    let mut table = ground().rules(SHAKEN).moves("prussian");
    table.does("move p1");
    assert_eq!(
        refusal(&table, "hex 0404"),
        "a shaken unit does not move next to an enemy (shaken-away Shaken units keep away)"
    );
    assert_eq!(reach(&table), table.choices("hex"));
    assert_eq!(table.choices("hex"), ["0304", "0305", "0406", "0504", "0505"]);
    let start = motion(&table);
    let next = table.game.next_motion(&start, table.hex("0406")).unwrap();
    let why = table.game.next_motion(&next, table.hex("0407")).unwrap_err().explain(&table.game);
    assert_eq!(
        why.to_string(),
        "the unit may not enter more hexes in its move (shaken-step Shaken units move one hex)"
    );
    table.does("hex 0406");
    assert_eq!(table.prompt(), "Prussians: move a unit, or pass", "its move is over");
    table.does("move p2, hex 0804, hex 0803");
}

const CROWDED: &str = r#"
[[rules.modifier]]
id = "crowded"
name = "Stops with friends"
to = "must-stop"
be = true
when = "any(u in units(to) where u != mover and u.side == mover.side) and not by-road"
"#;

#[test]
fn p7_a_unit_stops_with_a_friend_unless_a_road_leads_past_it() {
    let ground = || {
        position(
            "map 12x9
            road 0605 0604 0603
            corps iii prussian at 0905 range 20 20
            prussian infantry p1 5/3 at 0405 of iii
            prussian infantry p2 5/3 at 0404 of iii
            prussian infantry p3 5/3 at 0605 of iii
            prussian infantry p4 5/3 at 0604 of iii",
        )
    };
    ground().moves("iii").does("move p1, hex 0404, hex 0403, stop");
    let mut table = ground().rules(CROWDED).moves("iii");
    table.does("move p1");
    table.refuses("hex 0404", "7.1");
    assert!(!reach(&table).contains(&"0404".to_owned()));
    let next = table.game.next_motion(&motion(&table), table.hex("0404")).unwrap();
    let why = table.game.next_motion(&next, table.hex("0403")).unwrap_err().explain(&table.game);
    assert_eq!(why.to_string(), "the unit must stop in this hex (crowded Stops with friends)");
    table.does("stop, move p3, hex 0604, hex 0603, stop, move iii-hq, hex 0805");
    assert!(reach(&table).contains(&"0604".to_owned()), "an HQ has no side of a unit");
}
