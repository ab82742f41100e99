//! The published tables and figures, the claims of the rules that follow from tables alone, and the file as a whole.

use serde_json::{from_value, json};

use super::*;
use crate::common::arm::Arm;
use crate::common::inches::Length;
use crate::common::recruit::{FormationWish, UnitChoices};
use crate::common::start::{MarchColumn, Start};
use crate::common::view::Counter;
use crate::{Common, DocPath, Ground, NumberingProblem, Scenario, System, load, save, template};

fn own(text: &str) -> Outrance {
    match load(text).scenario {
        Some(Scenario::Outrance(own)) => *own,
        other => panic!("{other:?}"),
    }
}

/// Returns the chance that fire of this index has any effect, in percent.
fn any_effect(index: u8) -> u8 {
    let table = &Rules::published().tables.fire_results;
    let none = table.columns.iter().position(|effect| *effect == CombatEffect::Nothing).unwrap();
    100 - table.rows[usize::from(index)][none]
}

fn index(firer: UnitClass, action: FireAction, band: usize) -> Option<u8> {
    Rules::published().tables.fire.index(firer, action, band)
}

#[test]
fn every_quoted_figure_is_in_the_ruleset() {
    let rules = Rules::published();
    let inches = |length: Length| length.to_string();
    assert_eq!(
        rules.range_bands.iter().map(|band| inches(*band)).collect::<Vec<_>>(),
        ["3", "6", "9", "12"],
        "VI, VIII"
    );
    assert_eq!([rules.zone_of_control, rules.command_radius, rules.friend_clearance].map(inches), ["1", "6", "0.5"]);
    assert_eq!(
        [rules.woods_sight, rules.general_safety, rules.deploy_shift].map(inches),
        ["3", "3", "1"],
        "VI, IV, III"
    );
    assert_eq!([rules.obstacle_cost, rules.assault_infantry, rules.assault_cavalry].map(inches), ["0.5", "6", "12"]);
    assert_eq!((rules.rough_factor, rules.rough_factor_cavalry, rules.road_percent), (2, 4, 150), "IV");
    let moves = |troops, quality| rules.tables.base_moves.of(troops, quality).unwrap();
    let route = |troops| Quality::ALL.map(|quality| inches(moves(troops, quality).route_march));
    assert_eq!(route(TroopType::Infantry), ["10", "12", "14"], "III");
    assert_eq!(route(TroopType::Cavalry), ["20", "24", "28"], "III");
    assert_eq!((route(TroopType::Artillery)[0].as_str(), route(TroopType::General)[0].as_str()), ("12", "28"), "III");
    assert_eq!(inches(moves(TroopType::Infantry, Quality::Line).maneuver), "6", "IV");
    let sizes = &rules.tables.base_sizes.sizes;
    assert!(sizes.iter().all(|row| row.width == Length::inches(1)), "II");
    let depth = |troops| sizes.iter().find(|row| row.troops == troops).unwrap().depth.thousandths();
    assert!(
        (750..=1000).contains(&depth(TroopType::Infantry)) && (750..=1250).contains(&depth(TroopType::Cavalry)),
        "II"
    );
    assert!((1000..=1500).contains(&depth(TroopType::Artillery)), "II");
}

#[test]
fn ranges_are_those_of_the_text() {
    let rules = Rules::published();
    let reach = |firer| (0..4).filter(|band| index(firer, FireAction::Deployed, *band).is_some()).count() * 3;
    assert_eq!(UnitClass::ALL.map(reach), [6, 3, 9, 12, 3], "VI");
    let bands = [0, 3_000, 3_001, 6_000, 9_000, 9_001, 12_000, 12_001].map(|range| rules.range_band(range));
    let expected = [Some(0), Some(0), Some(1), Some(1), Some(2), Some(3), Some(3), None];
    assert_eq!(bands, expected, "VIII: on the point, the lower band");
}

/// c1 (VI): deployed fire is much better than advancing fire.
#[test]
fn deployed_fire_is_much_better_than_advancing_fire() {
    let line = |action| any_effect(index(UnitClass::FrenchInfantry, action, 0).unwrap());
    assert_eq!((line(FireAction::Deployed), line(FireAction::Advancing)), (58, 37));
    for firer in UnitClass::ALL {
        for band in 0..4 {
            let at = |action| index(firer, action, band).map(any_effect);
            assert!(at(FireAction::Deployed) >= at(FireAction::Advancing), "{firer:?} {band}");
            if let (Some(deployed), Some(advancing)) = (at(FireAction::Deployed), at(FireAction::Advancing)) {
                assert!(deployed > advancing, "{firer:?} {band}");
            }
        }
    }
}

/// c2 (VI): a deployed target suffers least, one in march formation most.
#[test]
fn targets_in_march_formation_suffer_most() {
    let dice = &Rules::published().tables.fire_modifiers;
    let with = |modifier: i8| any_effect(u8::try_from(4 + modifier).unwrap());
    assert_eq!([0, dice.target_maneuver, dice.target_march].map(with), [37, 48, 67]);
}

/// c3 (II, VI): fire of cavalry has little effect, even deployed.
#[test]
fn fire_of_cavalry_has_little_effect() {
    let cavalry = |action| any_effect(index(UnitClass::Cavalry, action, 0).unwrap());
    assert_eq!((cavalry(FireAction::Deployed), cavalry(FireAction::Advancing)), (10, 5));
    for firer in UnitClass::ALL.into_iter().filter(|firer| *firer != UnitClass::Cavalry) {
        assert!(any_effect(index(firer, FireAction::Advancing, 0).unwrap()) > 10, "{firer:?}");
    }
}

/// c4 (VIII): open ground gives no cover, soft cover hides, hard cover protects, and fortifications protect most. Rifle pits are
/// in the formation of deployed French infantry.
#[test]
fn better_cover_protects_better() {
    let dice = &Rules::published().tables.fire_modifiers;
    let covers = [0, dice.soft_cover, dice.hard_cover, dice.fortification];
    assert!(covers.windows(2).all(|pair| pair[0] > pair[1]), "{covers:?}");
    let harmed = covers.map(|cover| any_effect(u8::try_from(6 + cover).unwrap()));
    assert_eq!(harmed, [58, 48, 37, 27]);
    assert!(dice.target_rifle_pits < 0);
    let close = &Rules::published().tables.close_combat;
    assert!(close.soft_cover > close.hard_cover && close.hard_cover > close.fortification);
    assert!(close.soft_cover_cavalry < close.soft_cover && close.hard_cover_cavalry < close.hard_cover, "c10 (VII)");
    let stop = &Rules::published().tables.assault_modifiers;
    assert!(0 < stop.hard_cover && stop.hard_cover < stop.fortification);
}

/// The chance of a result or a worse one never falls with the index.
#[test]
fn results_are_monotone() {
    let tables = &Rules::published().tables;
    for rows in [&tables.fire_results.rows, &tables.stopped_results.rows] {
        assert_eq!(rows.len(), 11);
        for row in rows {
            assert_eq!(row.iter().map(|percent| u32::from(*percent)).sum::<u32>(), 100, "{row:?}");
        }
        let worse = |row: &[u8], from: usize| row[from..].iter().map(|percent| u32::from(*percent)).sum::<u32>();
        for pair in rows.windows(2) {
            for from in 0..pair[0].len() {
                assert!(worse(&pair[0], from) <= worse(&pair[1], from), "{pair:?} from {from}");
            }
        }
    }
    assert!(tables.fire_results.columns.is_sorted() && tables.stopped_results.columns.is_sorted());
    for percent in [&tables.assault_stopped.percent, &tables.close_combat_won.percent] {
        assert!(percent.len() == 11 && percent.is_sorted(), "{percent:?}");
    }
    for results in [&tables.actor_wins.results, &tables.target_wins.results] {
        assert_eq!(results.iter().map(|row| u32::from(row.percent)).sum::<u32>(), 100);
    }
}

/// c15 (IX): a general near makes orders nearly sure, and helps regrouping. The small French malus is doctrine (c12).
#[test]
fn generals_make_orders_nearly_sure() {
    let orders = &Rules::published().tables.orders;
    let received = |nation, near| orders.of(nation, near).unwrap().received;
    assert_eq!([Nation::French, Nation::Prussian].map(|nation| received(nation, true)), [95, 95]);
    assert_eq!([Nation::French, Nation::Prussian].map(|nation| received(nation, false)), [70, 75]);
    for case in &orders.cases {
        assert_eq!(u32::from(case.received) + u32::from(case.delayed) + u32::from(case.lost), 100);
    }
    let shift = &Rules::published().tables.orders_disordered;
    assert_eq!(shift.received + shift.delayed + shift.lost, 0);
    assert_eq!(Rules::published().tables.regroup.general, 25);
}

/// c9 (VII): units in march formation and from the flank are assaulted with little danger; French infantry is the worst target.
#[test]
fn deployed_french_infantry_stops_most_assaults() {
    let tables = &Rules::published().tables;
    let stop =
        |target, posture| tables.assault_stopped.percent[usize::from(tables.assault.index(target, posture).unwrap())];
    let deployed = UnitClass::ALL.map(|target| stop(target, Posture::Deployed));
    assert_eq!(deployed, [65, 42, 54, 54, 12]);
    assert_eq!(stop(UnitClass::FrenchInfantry, Posture::March), 5);
    assert!(tables.assault_modifiers.not_frontal < 0 && tables.assault_modifiers.target_disordered < 0);
}

/// A scenario changes each ruling by itself, and nothing else with it.
#[test]
fn every_ruling_can_be_changed() {
    let published = serde_json::to_value(Rules::published()).unwrap();
    let others = [
        ("initiative", "even"),
        ("withdrawal", "nearest"),
        ("retreat_from", "center"),
        ("generals", "own-formation"),
        ("command_measure", "center"),
        ("table_edge", "leaves"),
        ("area_cover", "any"),
        ("measured_from", "center"),
    ];
    let mut changed = 0;
    for (name, value) in published.as_object().unwrap() {
        let other = match value {
            serde_json::Value::Bool(value) => json!(!value),
            serde_json::Value::String(value) => {
                let word = others.iter().find(|(setting, _)| setting == name).map(|(_, other)| *other);
                // The other texts are lengths.
                let other = word.unwrap_or("2.5");
                assert_ne!(value, other, "{name}");
                json!(other)
            }
            serde_json::Value::Number(number) => json!(number.as_u64().unwrap() - 1),
            serde_json::Value::Array(_) => json!(["2.5"]),
            _ => continue,
        };
        let changes: RuleChanges = from_value(json!({ name: other })).unwrap();
        assert!(!changes.is_empty(), "{name}");
        let mut expected = published.clone();
        expected[name] = other;
        assert_eq!(serde_json::to_value(changes.over(Rules::published())).unwrap(), expected, "{name}");
        changed += 1;
    }
    assert_eq!(changed, published.as_object().unwrap().len() - 1, "all but the tables");
    assert!(!Rules::published().disorder_hinders_orders, "o17: off by the letter");
}

#[test]
fn every_table_says_where_it_is_from() {
    let tables = serde_json::to_value(&Rules::published().tables).unwrap();
    for (name, table) in tables.as_object().unwrap() {
        assert!(table["provenance"].as_str().is_some_and(|text| text.ends_with('.')), "{name}");
    }
}

#[test]
fn every_table_is_laid_out_as_a_chart() {
    let tables = serde_json::to_value(&Rules::published().tables).unwrap();
    for (name, table) in tables.as_object().unwrap() {
        let path = DocPath::root().key("rules").key("tables").key(name);
        let shape = crate::schema_json::Shape::at(System::Outrance, &path).unwrap();
        let grid = crate::chart::grid(&path, shape, table);
        let cells: Vec<_> = grid.lines.iter().flat_map(|line| &line.cells).collect();
        assert!(!cells.is_empty(), "{name}");
        for cell in cells {
            let value = crate::chart::find(table, &cell.path);
            assert!(value.is_some_and(|value| !value.is_object()) || !cell.required, "{}", cell.path);
        }
    }
}

#[test]
fn the_template_is_sound_and_has_no_hexes() {
    let text = template(System::Outrance);
    let loaded = load(text);
    assert_eq!(loaded.diagnostics, []);
    let scenario = loaded.scenario.unwrap();
    assert_eq!(save(Some(text), &scenario), text);
    let common = scenario.common();
    assert_eq!(common.grid().err(), Some(NumberingProblem::NoHexes));
    assert!(matches!(common.ground(), Ok(Ground::Table(table)) if (table.width, table.depth) == (24, 24)));
    assert_eq!((common.size(), common.roads().len(), common.places().len()), ((0, 0), 0, 0));
    assert_eq!(common.place_ids().into_iter().map(crate::PlaceId::as_str).collect::<Vec<_>>(), ["hill", "bridge"]);
    assert_eq!(scenario.get(&DocPath::root().key("hexless")), None);
    let mut changed = scenario.clone();
    assert!(changed.put(&DocPath::root().key("hexless").key("road"), Some(json!([]))).is_err());
    assert_eq!(scenario.count(&DocPath::root().key("road")), Some(1));
}

#[test]
fn points_are_kept_exactly_and_as_they_were_written() {
    let text = template(System::Outrance).replace("at = \"6,14\"", "at = \"6.125, 14.50\"");
    let scenario = load(&text).scenario.unwrap();
    assert_eq!(save(Some(&text), &scenario), text, "an unchanged point stays");
    let at = DocPath::root().key("unit").index(5).key("at");
    assert_eq!(scenario.get(&at), Some(json!("6.125,14.5")));
    let mut moved = scenario.clone();
    moved.put(&at, Some(json!("7,14.5"))).unwrap();
    assert_eq!(save(Some(&text), &moved), text.replace("6.125, 14.50", "7,14.5"));
    assert!(moved.put(&at, Some(json!("7"))).is_err());
    let bad = load(&text.replace("6.125, 14.50", "6.1255,14"));
    let finding = &bad.diagnostics[0];
    assert_eq!(finding.code.as_str(), "bad-value");
    assert!(finding.message.contains("inches from the left edge"), "{}", finding.message);
}

#[test]
fn what_is_too_much_to_draw_is_told() {
    let text = template(System::Outrance);
    let codes = |text: &str| load(text).diagnostics.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>();
    let roads = "[[road]]\nline = [\"1,1\", \"2,2\"]\n\n".repeat(2_000);
    assert_eq!(codes(&text.replace("[[road]]", &format!("{roads}[[road]]"))), ["too-many"]);
    let points = "\"12,1\", \"12,2\", ".repeat(10_000);
    assert_eq!(codes(&text.replace("line = [\"12,0\", ", &format!("line = [\"12,0\", {points}"))), ["too-many"]);
}

#[test]
fn differences_are_told_in_words() {
    let text = template(System::Outrance);
    let changed = text
        .replace("line = [\"12,0\", \"12,24\"]", "line = [\"12,0\", \"12,10\", \"12,24\"]")
        .replace("at = \"10,8\"", "at = \"10.5,8\"")
        .replace("at = \"6,15\"", "at = \"6,16\"");
    let scenario = |text: &str| load(text).scenario.unwrap();
    let changes = crate::compare::compare(&scenario(text), &scenario(&changed));
    let told: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let expected = [
        "road High road: line 2 points to 3",
        "objective hill: moved from 6\", 15\" to 6\", 16\"",
        "unit red-1: moved from 10\", 8\" to 10.5\", 8\"",
    ];
    assert_eq!(told, expected);
    assert!(changes.iter().all(|change| change.hexes.is_empty()), "points are no hexes");
}

#[test]
fn counters_show_bases_and_quality() {
    let own = own(template(System::Outrance));
    let counter = |id: &str| {
        let at = own.unit.iter().position(|unit| unit.id.as_str() == id).unwrap();
        Common::unit(&own, at).unwrap()
    };
    let printed = |id: &str| counter(id).sides[0].text().map(str::to_owned);
    assert_eq!(printed("red-1").as_deref(), Some("4"));
    assert_eq!(printed("blue-zouaves").as_deref(), Some("2G"));
    assert_eq!(printed("red-general"), None);
    assert_eq!(counter("blue-zouaves").sides[1].name, Some("Disordered"), "V");
    assert_eq!(
        (counter("blue-zouaves").sides[0].points(), counter("blue-horse").sides[0].points()),
        (Some(7), Some(12))
    );
    assert_eq!((counter("red-general").arm, counter("red-general").rating), (Arm::Headquarters, 0));
    assert!(matches!(counter("red-2").start, Start::Enters { turn: 2, .. }));
    assert_eq!(own.nation_of(&own.unit[0]), Some(Nation::Prussian));
    assert_eq!(UnitClass::of(Nation::French, TroopType::General), None, "IX: generals have no part in combat");
}

#[test]
fn units_and_formations_are_made_like_others() {
    let mut own = own(template(System::Outrance));
    let wish = |kind| UnitChoices::new("new".into(), "blue".into(), kind);
    let made = |own: &Outrance, wish: &UnitChoices| from_value::<Unit>(own.recruit(wish).unwrap().row).unwrap();
    let foot = made(&own, &wish(0));
    assert_eq!((foot.bases, foot.formation.as_str(), foot.troops), (4, "blue-corps", TroopType::Infantry));
    assert_eq!(made(&own, &UnitChoices { rating: Some(3), ..wish(2) }).bases, 3);
    assert_eq!(made(&own, &UnitChoices { rating: Some(3), ..wish(3) }).bases, 0, "a general has no bases");
    assert!(own.recruit(&wish(9)).is_err());
    let start = Start::Enters { turn: 3, at: "A".into(), column: MarchColumn::default() };
    let late = made(&own, &UnitChoices { start: start.clone(), ..wish(1) });
    assert_eq!(late.enters.map(|enters| (enters.turn, enters.at.to_string())), Some((3, "A".to_owned())));
    let wish = FormationWish { id: "blue-2".into(), name: Some("2nd Corps".to_owned()), side: "blue".into(), hq: None };
    let formation: Formation = from_value(own.recruit_formation(&wish).unwrap()).unwrap();
    assert_eq!((formation.name.as_str(), formation.level), ("2nd Corps", CommandLevel::Corps));
    let Some(Start::OnTable(was)) = own.set_start(Counter::Unit(0), start) else { panic!("the unit was on the table") };
    assert_eq!(was.at, crate::Inches::whole(10, 8));
    assert_eq!((own.unit[0].at, own.unit[0].enters.as_ref().map(|enters| enters.turn)), (None, Some(3)));
}

#[test]
fn half_of_the_bases_lost_destroy_a_unit() {
    let at = |bases| Unit { bases, ..Unit::default() }.destroyed_at();
    assert_eq!([1, 2, 3, 4, 6].map(at), [1, 1, 2, 2, 3], "V, o4");
}

#[test]
fn units_of_an_unused_option_take_no_part() {
    let option = "[[option]]\nname = \"Late\"\nunits = [\"red-2\"]\n\n[victory]";
    let text = template(System::Outrance).replace("[victory]\n", &format!("{option}\n"));
    let mut own = own(&text);
    assert_eq!([1, 2, 99].map(|row| own.takes_part(row)), [true, false, false]);
    own.option[0].used = true;
    assert!(own.takes_part(2));
    let special = words::special(&own).join(" ");
    assert!(special.contains("Late: 2nd Brigade. They take part."), "{special}");
}

#[test]
fn the_victory_is_told_in_words() {
    let own = own(template(System::Outrance));
    let told = format!("{:?}", words::victory(&own));
    for words in ["The Red score", "Hill: 3 points.", "Each destroyed enemy unit scores 1 point.", "more points wins"] {
        assert!(told.contains(words), "{told}");
    }
}
