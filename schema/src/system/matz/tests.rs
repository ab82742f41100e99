//! The published tables and figures, the cells of tables as text, and the scenarios of the battle.

use serde_json::{from_value, json};

use super::*;
use crate::common::arm::Arm;
use crate::common::recruit::{CounterFigures, FormationWish, UnitChoices};
use crate::common::start::Start;
use crate::common::view::Counter;
use crate::{Common, Scenario, System, load, template};

/// The scenarios of the battle, by file.
const SCENARIOS: [(&str, &str); 3] = [
    ("matz-june-1918", include_str!("../../../../scenarios/matz-june-1918.toml")),
    ("matz-first-day", include_str!("../../../../scenarios/matz-first-day.toml")),
    ("matz-mangin", include_str!("../../../../scenarios/matz-mangin.toml")),
];

fn own(text: &str) -> Matz {
    match load(text).scenario {
        Some(Scenario::Matz(own)) => *own,
        other => panic!("{other:?}"),
    }
}

fn battle(name: &str) -> Matz {
    own(SCENARIOS.iter().find(|(file, _)| *file == name).unwrap().1)
}

/// Each of `texts` is a `T`, and is written as it was.
fn keeps<T: serde::de::DeserializeOwned + serde::Serialize>(texts: &[&str]) {
    for text in texts {
        let value: T = from_value(json!(text)).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(serde_json::to_value(value).unwrap(), json!(text));
    }
}

fn refuses<T: serde::de::DeserializeOwned>(texts: &[&str]) {
    for text in texts {
        assert!(from_value::<T>(json!(text)).is_err(), "{text}");
    }
}

#[test]
fn results_and_costs_are_read_and_written() {
    keeps::<CombatResult>(&["DE", "De", "D1", "DR", "DR2", "D", "Eng", "AE", "Ae", "A1", "AR", "A", "A/D1", "AR/DR2"]);
    refuses::<CombatResult>(&["", "D1A", "A3", "AD", "A/", "/D", "D/A", "A/D/D", "eng", "Dr", "AR3"]);
    keeps::<BombardmentResult>(&["-", "N", "N1", "N2", "N3"]);
    refuses::<BombardmentResult>(&["", "1", "N0", "N4", "n"]);
    keeps::<Crossing>(&["+0", "+1", "+2", "everything", "forbidden"]);
    refuses::<Crossing>(&["", "1", "+", "+10", "-1", "all"]);
    keeps::<ValueBand>(&["0", "1-2", "14+", "9"]);
    refuses::<ValueBand>(&["", "2-1", "+", "-1", "01", "100", "1-", "++1"]);
}

#[test]
fn results_tell_the_fate_of_both_sides() {
    let result = |text: &str| from_value::<CombatResult>(json!(text)).unwrap();
    let fates = |text: &str| (result(text).attacker(), result(text).defender());
    assert_eq!(fates("A/D1"), (SideFate::Step, SideFate::StepAndRetreat), "7.6");
    assert_eq!(fates("Eng"), (SideFate::Step, SideFate::Step), "7.5");
    assert_eq!(fates("DE"), (SideFate::Nothing, SideFate::Eliminated));
    let retreats = ["DR", "DR2", "D1", "De", "D", "DE"].map(|text| result(text).defender().retreat());
    assert_eq!(retreats, [1, 2, 1, 2, 0, 0], "7.5");
    assert!(result("DE").defender().leaves() && !result("D").defender().leaves());
}

#[test]
fn every_quoted_figure_is_in_the_ruleset() {
    let rules = Rules::published();
    assert_eq!((rules.stacking, rules.contact_defense, rules.strategic_factor), (6, 1, 2), "4, 8.3, 5.2");
    assert_eq!((rules.zoc_leave, rules.zoc_to_zoc, rules.zoc_to_zoc_special), (1, 2, 1), "3.2, 6.1, 6.2");
    assert_eq!(
        (rules.tank_exploitation, rules.neutralized_range, rules.out_of_command_value),
        (3, 3, 1),
        "6.1, 9, 10.2"
    );
    assert_eq!((rules.lone_hq_bombers, rules.interception_reach), (2, 2), "8.1, 11.5");
    assert_eq!((rules.infantry_setup, rules.artillery_setup_from, rules.artillery_setup_to), (2, 3, 5), "14");
    let combat = &rules.tables.combat;
    let bounds: Vec<(&str, u16)> = combat.columns.iter().map(|column| (column.odds.as_str(), column.from)).collect();
    assert_eq!(bounds[2..6], [("1:1", 75), ("1.5:1", 130), ("2:1", 170), ("3:1", 250)], "7.4");
    assert_eq!(bounds.last(), Some(&("7:1", 650)), "7.3");
    assert_eq!(combat.above, 100, "7.3: one for each column above 7 to 1");
    let dice = &rules.tables.combat_modifiers;
    assert_eq!((dice.attacker_out_of_command, dice.defender_out_of_command), (-2, 1), "7.3, 10.2");
    assert_eq!((dice.attacker_neutralized, dice.defender_neutralized), (-2, 2), "7.3, 9");
    assert_eq!((dice.tanks, dice.stosstruppen, dice.divisions), (2, 2, -2), "7.3, 7.6");
    assert_eq!((dice.concentric, dice.enemy_fighters), (1, -1), "7.7, 8.4");
    let ground = |class| rules.tables.terrain.classes.iter().find(|row| row.class == class).unwrap();
    for class in [TerrainClass::Woods, TerrainClass::Village, TerrainClass::Trench] {
        assert_eq!(ground(class).combat, -1, "7.3: {class:?}");
    }
    let side = |kind| rules.tables.hexsides.kinds.iter().find(|row| row.kind == kind).unwrap();
    let [slope, river, stream] =
        [crate::HexsideKind::Slope, crate::HexsideKind::River, crate::HexsideKind::Stream].map(side);
    assert_eq!((slope.combat, river.combat, river.blocks_zoc), (-1, -1, true), "7.3, 3.2");
    assert_eq!((stream.combat, stream.die, stream.blocks_zoc), (0, -2, false), "7.3");
    let draw = |nation| rules.tables.air_draws.armies.iter().find(|row| row.nation == nation).unwrap();
    let (french, german) = (draw(Nation::French), draw(Nation::German));
    assert_eq!((french.bonus, french.most, german.bonus, german.least), (2, 12, -2, 2), "11.3");
    assert_eq!((rules.tables.tank_losses.german, rules.tables.tank_losses.french), (2, 3), "7.5");
}

/// A scenario changes each ruling by itself, and nothing else with it.
#[test]
fn every_ruling_can_be_changed() {
    let published = serde_json::to_value(Rules::published()).unwrap();
    let others = [("slopes", "uphill"), ("support_range", "target"), ("fire_limit", "turn")];
    let mut changed = 0;
    for (name, value) in published.as_object().unwrap() {
        let other = match value {
            serde_json::Value::Bool(value) => json!(!value),
            serde_json::Value::String(value) => {
                let (_, other) = others.iter().find(|(setting, _)| setting == name).unwrap();
                assert_ne!(value, other, "{name}");
                json!(other)
            }
            _ => continue,
        };
        let changes: RuleChanges = from_value(json!({ name: other })).unwrap();
        assert!(!changes.is_empty(), "{name}");
        let mut expected = published.clone();
        expected[name] = other;
        assert_eq!(serde_json::to_value(changes.over(Rules::published())).unwrap(), expected, "{name}");
        changed += 1;
    }
    assert_eq!(changed, 29, "the rulings of docs/rules/matz.md");
    let rules = Rules::published();
    assert_eq!((rules.regain_command, rules.zoc_cuts_place, rules.adjacent_support_suffers), (true, false, false));
}

#[test]
fn every_table_says_where_it_is_from() {
    let tables = serde_json::to_value(&Rules::published().tables).unwrap();
    for (name, table) in tables.as_object().unwrap() {
        assert!(table["provenance"].as_str().is_some_and(|text| text.ends_with('.')), "{name}");
    }
}

#[test]
fn a_column_and_a_pip_are_one_rung_each() {
    let combat = &Rules::published().tables.combat;
    assert_eq!((combat.columns.len(), combat.rows.len(), combat.first_die), (10, 14, -3));
    for pair in combat.rows.windows(2) {
        assert_eq!(pair[0][1..], pair[1][..9]);
    }
}

#[test]
fn the_battle_is_as_the_rules_have_it() {
    let june = battle("matz-june-1918");
    assert_eq!(june.turns.count, 8, "2");
    let enters = |division: &str| {
        let unit = june.unit.iter().find(|unit| unit.division.as_deref() == Some(division)).unwrap();
        unit.enters.as_ref().map(|enters| (enters.turn, enters.at.as_str()))
    };
    assert_eq!(enters("123e DI"), Some((3, "1919")), "12.2");
    assert_eq!(enters("121e DI"), Some((3, "1020")), "12.2");
    assert_eq!(enters("165e DI"), Some((5, "W")), "12.2");
    let reserves: Vec<(u8, i8)> = june.reserve.iter().map(|reserve| (reserve.turn, reserve.half_points)).collect();
    assert_eq!(reserves, [(3, -8), (3, -4), (3, 6)], "12.2, 12.3");
    let gains: u16 = june.victory.gain.iter().map(|gain| u16::from(gain.half_points)).sum();
    assert_eq!(gains, 2 * 34, "13");
    assert_eq!(june.victory.levels.iter().map(|level| level.points).collect::<Vec<_>>(), [6, 12, 20], "13");
    let army = june
        .unit
        .iter()
        .filter(|unit| unit.formation.as_str() == "fr-3" && unit.kind == Kind::Artillery && unit.division.is_none());
    assert_eq!(army.count(), 2, "8.4");
    let surprise = june.surprise.as_ref().unwrap();
    assert_eq!((surprise.through_turn, surprise.columns), (2, 1), "14");
    let all = |flies: &dyn Fn(&Unit) -> bool| june.unit.iter().filter(|unit| flies(unit)).count();
    let pots = ["fr-air", "de-air"].map(|air| all(&|unit| unit.formation.as_str() == air));
    assert_eq!(pots, [14, 12]);
}

#[test]
fn the_map_of_the_battle_is_covered_by_mega_hexes() {
    let june = battle("matz-june-1918");
    let grid = june.grid().unwrap();
    let plan = june.mega_hexes.as_ref().unwrap().plan(&grid, |cell| june.map.has(cell)).unwrap();
    assert_eq!(plan.numbers.len(), 16 * 19 + 15 * 20);
    assert!((60..=86).contains(&plan.centers.len()), "{}", plan.centers.len());
}

#[test]
fn counters_have_two_sides() {
    let own = own(template(System::Matz));
    let printed = |id: &str| {
        let at = own.unit.iter().position(|unit| unit.id.as_str() == id).unwrap();
        Common::unit(&own, at).unwrap().sides.map(|side| side.text().unwrap_or_default().to_owned())
    };
    assert_eq!(printed("red-1"), ["5", "3"]);
    assert_eq!(printed("red-storm"), ["2", "2"]);
    assert_eq!(printed("blue-tanks"), ["4", "3"]);
    assert_eq!(printed("red-guns"), ["5-4 8", "5-4 8"]);
    assert_eq!(printed("red-fighters"), ["C4", "C4"]);
    assert_eq!(printed("blue-bombers"), ["B2-3", "B2-3"]);
    let hq = own.hq(0).unwrap();
    assert_eq!((hq.arm, hq.sides[1].name, hq.sides[1].text()), (Arm::Headquarters, Some("Neutralized"), Some("(1) 6")));
    assert_eq!(Common::steps(&own, 9), Some(3), "a groupement of three steps");
}

#[test]
fn only_ground_units_outside_reserves_need_a_start() {
    let own = own(template(System::Matz));
    let needs = |id: &str| {
        let at = own.unit.iter().position(|unit| unit.id.as_str() == id).unwrap();
        own.needs_start(Counter::Unit(at))
    };
    assert!(needs("red-1") && needs("blue-tanks"));
    assert!(!needs("red-3") && !needs("red-fighters"));
}

#[test]
fn units_and_formations_are_made_like_others() {
    let own = own(template(System::Matz));
    let wish = |kind| {
        let mut wish = UnitChoices::new("new".into(), "blue".into(), kind);
        wish.start = Start::At("0101".into());
        wish
    };
    let made = |wish: &UnitChoices| from_value::<Unit>(own.recruit(wish).unwrap().row).unwrap();
    let foot = made(&wish(0));
    assert_eq!((foot.combat, foot.formation.as_str(), foot.at), (vec![4, 2], "blue-corps", Some("0101".into())));
    let guns = made(&UnitChoices {
        figures: CounterFigures { values: [Some("4-3 7".into()), None], ..CounterFigures::default() },
        ..wish(3)
    });
    assert_eq!((guns.bombardment, guns.defense, guns.range), (Some(4), Some(3), Some(7)));
    assert!(own.recruit(&wish(99)).is_err());
    let figures = |text: &str| CounterFigures { values: [Some(text.into()), None], ..CounterFigures::default() };
    assert_eq!(own.kinds()[own.kind_of(Arm::Aircraft, &figures("B2-3"))].name, "Bombers");
    assert_eq!(own.kinds()[own.kind_of(Arm::Aircraft, &figures("C4"))].name, "Fighters");
    let wish = FormationWish {
        id: "blue-2".into(),
        name: Some("2nd Corps".to_owned()),
        side: "blue".into(),
        hq: Some(("Foch".to_owned(), figures("(2) 7"))),
    };
    let formation: Formation = from_value(own.recruit_formation(&wish).unwrap()).unwrap();
    let hq = formation.hq.unwrap();
    assert_eq!((hq.name.as_str(), hq.combat, hq.range, hq.at), ("Foch", 2, 7, None));
}

#[test]
fn the_words_of_a_scenario_name_what_is_special() {
    let june = battle("matz-june-1918");
    let victory = format!("{:?}", words::victory(&june));
    assert!(victory.contains("Compiègne: 15 points, for one hex of it."), "{victory}");
    assert!(victory.contains("Rollot: ½ point."), "{victory}");
    let special = words::special(&june).join("\n");
    assert!(
        special.contains("13th Infantry Division, attached to a corps of their choice. The points change by -4"),
        "{special}"
    );
    assert!(special.contains("Artillery of 2e corps d'armée may support 38e division (14)."), "{special}");
}
