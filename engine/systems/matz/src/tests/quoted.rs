//! The figures of the text that stand in the scenario of the battle, and not in the rules.

use std::collections::BTreeMap;

use battlewright_schema::matz::Kind;

use crate::Matz;
use crate::board::Start;
use crate::state::{At, UnitIx};
use crate::tests::games::{bundled, first_day, june, mangin};
use crate::tests::testing::GERMAN;
use battlewright_core::game::{Level, Side};

/// The units of a division.
fn division<'g>(game: &'g Matz, name: &'g str) -> impl Iterator<Item = UnitIx> + use<'g> {
    game.board.all_units().filter(move |unit| game.board.unit(*unit).division.as_deref() == Some(name))
}

/// The turn in which `unit` comes on by itself, and the hexes of its entry.
fn arrival(game: &Matz, unit: UnitIx) -> (u8, Vec<String>) {
    match game.board.unit(unit).start {
        Start::Enters { turn, entry } => (turn, hexes_of(game, entry)),
        other => panic!("{} does not come on by itself: {other:?}", game.board.unit(unit).id),
    }
}

fn hexes_of(game: &Matz, entry: u16) -> Vec<String> {
    let hexes = &game.board.entries[usize::from(entry)].hexes;
    hexes.iter().map(|hex| game.board.map.name(*hex).to_string()).collect()
}

/// The names 0106 to 0119.
fn west() -> Vec<String> {
    (6..=19).map(|row| format!("01{row:02}")).collect()
}

#[test]
fn r2_1_the_battle_has_eight_turns() {
    assert_eq!((june().board.first_turn, june().board.turns), (1, 8));
}

#[test]
fn r1_4_headquarters_and_r1_3_artillery_have_one_step_and_r1_2_infantry_has_two() {
    let game = june();
    for unit in game.board.all_units() {
        let facts = game.board.unit(unit);
        let steps = if facts.is(Kind::Infantry) { 2 } else { 1 };
        if facts.is_hq() || facts.is(Kind::Artillery) || facts.is(Kind::Infantry) {
            assert_eq!(facts.steps(), steps, "{}", facts.id);
        }
    }
}

#[test]
fn r8_4_two_artillery_units_of_the_french_army_support_everybody() {
    let game = june();
    let is_army = |unit: &UnitIx| {
        let facts = game.board.unit(*unit);
        facts.is(Kind::Artillery) && facts.division.is_none() && game.board.formation(facts.formation).id == "fr-3"
    };
    let guns: Vec<UnitIx> = game.board.all_units().filter(is_army).collect();
    assert_eq!(guns.len(), 2);
    let served = |gun: UnitIx| {
        division(&game, "38e DI").chain(division(&game, "53e DI")).all(|unit| game.may_fire_for(gun, unit))
    };
    assert!(guns.into_iter().all(served));
}

#[test]
fn r10_1_each_headquarters_commands_six_hexes() {
    let game = june();
    let ranges: Vec<u8> =
        game.board.formations.iter().filter_map(|facts| facts.hq).map(|hq| game.command_range(hq)).collect();
    assert!(ranges.len() > 4 && ranges.iter().all(|range| *range == 6), "{ranges:?}");
}

#[test]
fn r12_2_the_french_reinforcements_come_on_turns_3_and_5_by_their_hexes() {
    let game = june();
    for (name, turn, hexes) in [
        ("123e DI", 3, vec!["1919".to_owned()]),
        ("121e DI", 3, vec!["1020".to_owned()]),
        ("129e DI", 5, west()),
        ("133e DI", 5, west()),
        ("152e DI", 5, west()),
        ("165e DI", 5, west()),
        ("48e DI", 5, west()),
    ] {
        let units: Vec<UnitIx> = division(&game, name).collect();
        assert!(units.len() >= 3, "{name}");
        for unit in units {
            assert_eq!(arrival(&game, unit), (turn, hexes.clone()), "{name}");
        }
    }
}

#[test]
fn r12_2_r12_3_the_reserves_come_on_turn_3_and_change_the_points_by_3_4_and_2() {
    let game = june();
    let called: Vec<([u8; 2], i16, Option<&str>)> = game
        .board
        .reserves
        .iter()
        .map(|facts| {
            let corps = facts.attach.map(|corps| game.board.formation(corps).id.as_str());
            (facts.turns, facts.half_points, corps)
        })
        .collect();
    assert_eq!(called, [([3, 3], -8, None), ([3, 3], -4, None), ([3, 3], 6, Some("fr-35"))]);
    let entries: Vec<Vec<String>> = game
        .board
        .reserves
        .iter()
        .flat_map(|facts| facts.units.iter().map(|(unit, entry)| (*unit, *entry)))
        .map(|(unit, entry)| {
            let is_tank = game.board.unit(unit).is(Kind::Tank);
            let side = game.unit_side(unit);
            let expected = match (side, is_tank) {
                (GERMAN, _) => vec!["1301".to_owned(), "1701".to_owned()],
                (_, false) => west(),
                (_, true) => vec!["0110".to_owned()],
            };
            assert_eq!(hexes_of(&game, entry), expected, "{}", game.board.unit(unit).id);
            expected
        })
        .collect();
    assert_eq!(entries.iter().filter(|hexes| **hexes == ["0110"]).count(), 1, "the Xth Groupement");
}

#[test]
fn r13_the_places_have_the_points_of_the_text() {
    let victory = &june().board.victory;
    let count = |rows: &[crate::board::PointFacts]| {
        let mut counted: BTreeMap<(i16, usize, bool), usize> = BTreeMap::new();
        for row in rows {
            *counted.entry((row.half_points, row.hexes.len(), row.any_hex)).or_default() += 1;
        }
        counted.into_iter().collect::<Vec<_>>()
    };
    // In half points: eight villages of 1, four of 2, Margny of 3, and one hex of Compiègne for 15.
    let gains = [((2, 1, false), 8), ((4, 1, false), 4), ((6, 2, false), 1), ((30, 2, true), 1)];
    assert_eq!(count(&victory.gains), gains);
    let [villages, towns] = count(&victory.losses)[..] else { panic!("{:?}", victory.losses) };
    assert_eq!((villages.0, towns), ((1, 1, false), ((2, 1, false), 2)), "half a point, and 1 for the two towns");
    assert!(villages.1 > 10, "the villages north of the front line");
}

#[test]
fn r13_m75_every_village_that_the_germans_hold_at_the_start_counts() {
    let whole = june();
    for game in [june(), mangin()] {
        let front = &whole.board.front.as_ref().expect("the battle has a front line").hexes;
        let losses = &game.board.victory.losses;
        let counts = |name: &str| losses.iter().any(|row| row.name == name);
        for village in ["Rollot", "Hainvillers", "Lassigny", "Ayencourt - Le Monchel", "Rubescourt"] {
            let hex = losses.iter().find(|row| row.name == village).map(|row| game.board.control[row.hexes[0]].0);
            assert!(hex.is_some_and(|hex| front.contains(&hex)), "{village} is in the front line");
        }
        assert!(!counts("Plessis-de-Roye") && !counts("Mont Renaud"), "the French held these");
    }
}

/// The units in `hex` at the start.
fn garrison(game: &Matz, hex: &str) -> Vec<String> {
    let hex = game.board.map.find(&hex.into()).expect("the hex is on the map");
    game.ground.units(hex).map(|unit| game.board.unit(unit).name.clone()).collect()
}

#[test]
fn r14_the_front_line_runs_north_of_plessis_de_roye_and_mont_renaud() {
    for game in [june(), first_day()] {
        let front = &game.board.front.as_ref().expect("the battle has a front line").hexes;
        let names: Vec<String> = front.iter().map(|hex| game.board.map.name(*hex).to_string()).collect();
        assert!(!names.contains(&"1906".to_owned()) && !names.contains(&"2808".to_owned()), "{names:?}");
        assert_eq!(garrison(&game, "1906"), ["11e cuirassiers"], "Plessis-de-Roye");
        assert_eq!(garrison(&game, "1907"), ["4e cuirassiers"], "the Plémont");
        assert_eq!(garrison(&game, "1905"), ["Grenadier Regiment 10", "Assault troops of the 11th ID"]);
        assert_eq!(garrison(&game, "1505"), ["131e régiment d'infanterie"], "Roye-sur-Matz");
        assert_eq!(garrison(&game, "2808").len(), 1, "Mont Renaud");
    }
}

#[test]
fn r13_on_11_june_the_germans_hold_mery_and_the_french_compiegne() {
    let game = mangin();
    assert_eq!(garrison(&game, "0609"), ["Infantry Regiment 99"]);
    assert_eq!(garrison(&game, "1919"), ["12e régiment d'infanterie"]);
}

/// No place is held by a side whose enemy alone is near.
#[test]
fn r13_the_holder_of_each_place_is_the_side_whose_units_are_nearest() {
    for game in [june(), first_day(), mangin()] {
        for (hex, holder) in &game.board.control {
            let Some(holder) = *holder else { continue };
            let near = |side: Side| {
                let units = game.on_map(side).filter(|(unit, _)| game.board.unit(*unit).arm.fights());
                units.map(|(_, at)| game.board.map.distance(at, *hex)).min().unwrap_or(99)
            };
            let (own, other) = (near(holder), near(holder.other()));
            assert!(other > 0 && (other > 1 || own <= 2), "{}: {own}, {other}", game.board.map.name(*hex));
        }
    }
}

#[test]
fn r13_the_levels_of_victory_are_6_12_and_20_points() {
    assert_eq!(june().board.victory.levels, [(Level::Major, 20), (Level::Victory, 12), (Level::Minor, 6)]);
}

#[test]
fn r14_the_38th_division_and_the_guns_of_the_army_are_always_in_command() {
    let game = june();
    let always = |id: &str| {
        game.board.formations.iter().find(|facts| facts.id == id).is_some_and(|facts| facts.always_in_command)
    };
    assert!(always("fr-3"));
    for unit in division(&game, "38e DI") {
        let formation = game.board.formation(game.board.unit(unit).formation);
        assert!(formation.always_in_command);
        let supports: Vec<&str> =
            formation.supported_by.iter().map(|other| game.board.formation(*other).id.as_str()).collect();
        assert_eq!(supports, ["fr-2"]);
    }
    assert!(division(&game, "38e DI").count() >= 4);
}

#[test]
fn r14_no_other_infantry_is_always_in_command() {
    for game in [june(), first_day(), mangin()] {
        for unit in game.board.all_units() {
            let facts = game.board.unit(unit);
            let needs_none = game.board.formation(facts.formation).always_in_command;
            let is_infantry = facts.is(Kind::Infantry) || facts.is(Kind::Stosstruppen);
            assert!(!(needs_none && is_infantry) || facts.division.as_deref() == Some("38e DI"), "{}", facts.id);
        }
    }
}

#[test]
fn r12_2_m76_further_reinforcements_stay_out_of_the_game_by_the_letter() {
    let text = include_str!("../../../../../scenarios/matz-june-1918.toml");
    let further = ["69e DI", "17th RD"];
    let arrivals = |game: &Matz| {
        let units = further.iter().flat_map(|name| division(game, name));
        units.filter(|unit| matches!(game.unit(*unit).at, At::Due { .. })).count()
    };
    assert_eq!(arrivals(&june()), 8, "the scenario brings them");
    let letter = bundled(&text.replace("further_reinforcements = true", "further_reinforcements = false"));
    assert_eq!(arrivals(&letter), 0);
}

#[test]
fn r14_the_surprise_is_a_column_in_turns_1_and_2() {
    let surprise = june().board.surprise.expect("the battle begins with it");
    assert_eq!((surprise.side, surprise.through_turn, surprise.columns), (GERMAN, 2, 1));
}
