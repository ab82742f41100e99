//! The published tables and figures, and the cells of tables as text.

use serde_json::{from_value, json};

use super::*;
use crate::common::arm::Arm;
use crate::common::recruit::{CounterFigures, FormationWish, UnitChoices};
use crate::common::start::{MarchColumn, Start};
use crate::common::view::Counter;
use crate::{Common, FaceValue, Scenario, System, load, table, template};

fn rules() -> &'static Rules {
    Rules::published()
}

fn scenario(edits: &[(&str, &str)]) -> AtAnyCost {
    let mut text = template(System::AtAnyCost).to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "the template has no {from:?}");
        text = text.replacen(from, to, 1);
    }
    match load(&text).readable {
        Some(Scenario::AtAnyCost(own)) => *own,
        other => panic!("{other:?}"),
    }
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
fn columns_of_fire_tables_are_read_and_written() {
    keeps::<FireColumn>(&["C", "B", "A", "1", "9", "11-12", "13+", "99"]);
    refuses::<FireColumn>(&["", "D", "0", "-1", "12-11", "+", "1-", "-3", "100", "1+2", "1 - 2", "+1", "01"]);
    let span = |text: &str| from_value::<FireColumn>(json!(text)).unwrap();
    assert_eq!(span("A"), FireColumn { from: 0, to: Some(0) });
    assert_eq!(span("B"), FireColumn { from: -1, to: Some(-1) });
    assert_eq!(span("C"), FireColumn { from: -2, to: Some(-2) });
    assert_eq!(span("7"), FireColumn { from: 7, to: Some(7) });
    assert_eq!(span("11-12"), FireColumn { from: 11, to: Some(12) });
    assert_eq!(span("13+"), FireColumn { from: 13, to: None });
}

#[test]
fn results_of_fire_are_read_and_written() {
    keeps::<FireResult>(&["-", "RT", "TT", "ST", "CT", "1", "2", "1+RT", "2+ST", "CT+RT", "1+1"]);
    refuses::<FireResult>(&["", "3", "MT", "+", "1+", "+RT", "-+RT", "1+-", "1+RT+RT", "rt"]);
    let result: FireResult = from_value(json!("1+TT")).unwrap();
    assert_eq!(result.front, FireEffect::Casualties(1));
    assert_eq!(result.second, FireEffect::Test(TestSeverity::Tough));
    assert_eq!(from_value::<FireResult>(json!("-")).unwrap(), FireResult::NONE);
}

#[test]
fn results_of_assaults_are_read_and_written() {
    keeps::<AssaultResult>(&["TF", "A1", "D3", "A2*", "D3*", "A1(D1)", "D1(A1)", "D2*(A1)"]);
    refuses::<AssaultResult>(&[
        "", "-", "A", "A0", "B1", "A1(A1)", "D1(D1)", "A1(D0)", "A1(D1", "A1D1)", "TF*", "A10", "A+1", "A01",
    ]);
    assert_eq!(from_value::<AssaultResult>(json!("D2*")).unwrap(), AssaultResult::Loss(false, 2, true, 0));
    assert_eq!(from_value::<AssaultResult>(json!("A1(D1)")).unwrap(), AssaultResult::Loss(true, 1, false, 1));
}

#[test]
fn the_bundled_ruleset_is_complete() {
    let tables = &rules().tables;
    for fire in [&tables.fire_superior, &tables.fire_inferior] {
        assert_eq!((fire.columns.len(), fire.rows.len()), (15, 10));
        assert!(fire.rows.iter().all(|row| row.len() == fire.columns.len()));
    }
    assert_eq!((tables.assault.columns.len(), tables.assault.rows.len()), (11, 10));
    assert!(tables.assault.rows.iter().all(|row| row.len() == tables.assault.columns.len()));
    assert_eq!((tables.terrain.len(), tables.hexsides.len(), tables.night.len()), (7, 5, 4));
    assert_eq!(scenario(&[]).ruleset(), *rules());
    let changed = scenario(&[("[[victory.points]]", "[rules]\ndefend_recoveries = 2\n\n[[victory.points]]")]);
    assert_eq!(changed.ruleset().defend_recoveries, 2);
    assert_eq!(changed.ruleset().tables, rules().tables);
}

/// The values of the first rows of a table, up to and including each of these dice.
fn by_dice<T: Copy + PartialEq + std::fmt::Debug>(rows: &[T], spans: &[(usize, T)]) {
    let mut from = 0;
    for (to, result) in spans {
        assert!(rows[from..*to].iter().all(|row| row == result), "{result:?} up to {to}");
        from = *to;
    }
    assert_eq!(rows.len(), from);
}

#[test]
fn tables_by_a_die_are_as_quoted() {
    use {CommandResult as Command, FortuneResult as Fortune, MisinterpretedResult as Order};
    let tables = &rules().tables;
    let command = [(2, Command::Courier), (8, Command::Cautious), (10, Command::Hesitates)];
    by_dice(&tables.out_of_command.0, &command);
    let fortunes =
        [(3, Fortune::NoEffect), (6, Fortune::Degrade), (9, Fortune::Enhance), (10, Fortune::LeaderCasualty)];
    by_dice(&tables.fortunes.0, &fortunes);
    let orders = [
        (2, Order::Any),
        (3, Order::March),
        (5, Order::Defend),
        (7, Order::Regroup),
        (8, Order::Attack),
        (10, Order::Doctrine),
    ];
    by_dice(&tables.misinterpreted.0, &orders);
    assert_eq!((Order::March.order(), Order::Doctrine.order()), (Some(HqOrder::March), None));
}

#[test]
fn tracks_are_as_quoted() {
    assert_eq!(rules().tables.leadership.0, [0, 1, 3, 5]);
    assert_eq!(rules().tables.aggressiveness.0, [0, 2, 4, 6]);
    // With one, two and three chits, 4, 5 and 6 of ten dice help.
    for rows in [&rules().tables.activation_chits, &rules().tables.reinforcements] {
        let helps = |chits: u8| (1..=10_u8).filter(|die| die + chits >= rows[0].from).count();
        assert_eq!([1, 2, 3].map(helps), [4, 5, 6]);
    }
}

#[test]
fn cohesion_is_as_quoted() {
    let elan = |differential: i8| {
        let row = rules().tables.cohesion.iter().find(|row| row.to.is_none_or(|to| differential <= to));
        row.unwrap().elan
    };
    assert_eq!([-5, -1, 0, 3, 4, 9].map(elan), [0, 0, 1, 1, 2, 2]);
    let modifiers = &rules().tables.cohesion_modifiers;
    assert_eq!([None, Some(Elan::Shaken), Some(Elan::Disrupted)].map(|elan| modifiers.elan(elan)), [0, -1, -2]);
    use TestSeverity::{Critical, Routine, Severe, Tough};
    assert_eq!([Routine, Tough, Severe, Critical].map(|severity| modifiers.severity(severity)), [0, -1, -2, -3]);
    assert_eq!((modifiers.fieldworks, modifiers.entrenchments, modifiers.sheltered_digging), (1, 2, 1));
}

#[test]
fn strength_is_modified_as_quoted() {
    let modifiers = &rules().tables.strength_modifiers;
    let halves = [
        modifiers.extreme_range,
        modifiers.second_line,
        modifiers.rationed_ammo,
        modifiers.half_fire,
        modifiers.artillery_charge,
    ];
    assert_eq!(halves.map(|part| percent(7, part)), [3; 5]);
    assert_eq!([7, 10, 0, -1].map(|points| percent(points, modifiers.canister)), [10, 15, 0, -1]);
    assert_eq!([None, Some(Elan::Shaken), Some(Elan::Disrupted)].map(|elan| modifiers.elan(elan)), [0, -1, -2]);
    assert_eq!((modifiers.fieldworks, modifiers.entrenchments), (1, 2));
    let weights = [Weight::Light, Weight::Medium, Weight::Heavy];
    assert_eq!(weights.map(|weight| modifiers.charging(weight, 3)), [4, 4, 6]);
    assert_eq!(percent(i16::MAX, 200), i16::MAX, "no overflow");
}

#[test]
fn shifts_are_as_quoted() {
    let terrain = |class: TerrainClass| *rules().tables.terrain.iter().find(|row| row.class == class).unwrap();
    let shifts = |class| (terrain(class).fire, terrain(class).assault, terrain(class).assault_from);
    assert_eq!(shifts(TerrainClass::Clear), (0, 0, 0));
    assert_eq!(shifts(TerrainClass::Woods), (-1, -1, 0));
    assert_eq!(shifts(TerrainClass::Quarry), (-1, -1, 0));
    assert_eq!(shifts(TerrainClass::Farm), (-2, -2, 0));
    assert_eq!(shifts(TerrainClass::Town), (-3, -3, 0));
    assert_eq!(shifts(TerrainClass::Ravine), (2, 0, -3));
    assert_eq!(shifts(TerrainClass::Stream), (1, 0, -2));
    let slope = rules().tables.hexsides.iter().find(|row| row.kind == crate::HexsideKind::Slope).unwrap();
    assert_eq!((slope.assault_up, slope.charge), (-2, true));
    let fire = rules().tables.fire_shifts;
    assert_eq!((fire.fieldworks, fire.entrenchments, fire.obscured, fire.plunging), (-1, -2, -2, 1));
    assert_eq!((fire.cavalry, fire.further_defensive, fire.battlefield_conditions), (3, -2, 2));
    let assault = rules().tables.assault_shifts;
    assert_eq!([assault.triple, assault.double, assault.half, assault.third], [2, 1, -1, -2]);
    assert_eq!((assault.flank, assault.lone_artillery, assault.front_artillery), (2, 4, 2));
}

#[test]
fn terrain_costs_by_arm() {
    let woods = rules().tables.terrain.iter().find(|row| row.class == TerrainClass::Woods).unwrap();
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery, Kind::HorseArtillery, Kind::HeavyArtillery];
    assert_eq!(kinds.map(|kind| woods.cost.of(kind)), [2, 3, 3, 3, 4]);
    assert_eq!((woods.command, woods.blocks_sight), (2, true));
    let open = rules().tables.terrain.iter().filter(|row| row.charge);
    assert_eq!(open.map(|row| row.class).collect::<Vec<_>>(), [TerrainClass::Clear]);
}

#[test]
fn nights_are_as_quoted() {
    let night = |hour: u8| rules().tables.night.iter().find(|row| row.hours.contains(&hour));
    let kind = |hour| night(hour).map(|row| row.kind);
    assert_eq!(
        [20, 21, 22, 23].map(kind),
        [None, Some(NightKind::Dusk), Some(NightKind::Evening), Some(NightKind::Evening)]
    );
    assert!((0..=4).all(|hour| kind(hour) == Some(NightKind::DeepNight)));
    assert_eq!([5, 6].map(kind), [Some(NightKind::Dawn), None]);
    assert_eq!([21, 22, 0, 5].map(|hour| night(hour).unwrap().tcr), [-1, -1, -2, -1]);
    assert_eq!([21, 22, 0, 5].map(|hour| night(hour).unwrap().sight), [Some(1), None, None, Some(1)]);
    assert_eq!([21, 22, 0, 5].map(|hour| night(hour).unwrap().no_combat), [false, true, true, false]);
}

/// The least die for each of some results in a column; 11 for never.
fn thresholds(table: &FireTable, column: usize) -> [usize; 6] {
    let rungs = [
        FireEffect::Test(TestSeverity::Routine),
        FireEffect::Test(TestSeverity::Tough),
        FireEffect::Test(TestSeverity::Severe),
        FireEffect::Test(TestSeverity::Critical),
        FireEffect::Casualties(1),
        FireEffect::Casualties(2),
    ];
    rungs.map(|rung| table.rows.iter().take_while(|row| row[column].front < rung).count() + 1)
}

#[test]
fn fire_tables_climb_by_single_steps_and_the_superior_is_never_worse() {
    let (superior, inferior) = (&rules().tables.fire_superior, &rules().tables.fire_inferior);
    assert_eq!(superior.columns, inferior.columns);
    for (row, other) in superior.rows.iter().zip(&inferior.rows) {
        assert!(row.iter().zip(other).all(|(own, other)| (own.front, own.second) >= (other.front, other.second)));
    }
    for table in [superior, inferior] {
        for column in 1..table.columns.len() {
            let (left, right) = (thresholds(table, column - 1), thresholds(table, column));
            assert_ne!(left, right, "two columns are alike");
            assert!(left.iter().zip(right).all(|(left, right)| right <= *left && left - right <= 1), "{column}");
        }
    }
    // The figures of the chances by column (TCR 7): none, three and five Casualty Hits of ten.
    let hits = |table: &FireTable, column: usize| {
        let hits = table.rows.iter().map(|row| match row[column].front {
            FireEffect::Casualties(hits) => usize::from(hits),
            FireEffect::None | FireEffect::Test(_) => 0,
        });
        hits.sum::<usize>()
    };
    assert_eq!([3, 12, 14].map(|column| hits(superior, column)), [0, 3, 5]);
    assert_eq!([3, 12, 14].map(|column| hits(inferior, column)), [0, 2, 2]);
}

#[test]
fn the_assault_table_is_a_ladder() {
    let table = &rules().tables.assault;
    let count = |column: usize, is: fn(AssaultResult) -> bool| table.rows.iter().filter(|row| is(row[column])).count();
    let loses = |attacker: bool| {
        move |column: usize| match attacker {
            true => count(column, |result| matches!(result, AssaultResult::Loss(true, ..))),
            false => count(column, |result| matches!(result, AssaultResult::Loss(false, ..))),
        }
    };
    let columns: Vec<usize> = (0..11).collect();
    let each = |count: &dyn Fn(usize) -> usize| columns.iter().map(|column| count(*column)).collect::<Vec<_>>();
    assert_eq!(each(&loses(false)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(each(&loses(true)), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
    // A pip is worth a column.
    for row in 1..table.rows.len() {
        assert_eq!(table.rows[row][..10], table.rows[row - 1][1..], "row {row}");
    }
}

#[test]
fn counters_print_their_figures() {
    let own = scenario(&[("kind = \"field-artillery\"\nsp = [6, 3]", "kind = \"heavy-artillery\"\nsp = [6, 3]")]);
    let printed = |row: usize| [false, true].map(|worn| own.unit[row].printed(worn));
    assert_eq!(printed(0), ["6 6 2(3)", "5 3 2(3)"]);
    assert_eq!(printed(1), ["6 7m 3(6)", "5 4m 3(6)"]);
    assert_eq!(printed(2), ["5 2M", "4 1M"]);
    assert_eq!(printed(4), ["7 6H 5(8)", "6 3H 5(8)"]);
    let marker = own.unit[1].mitrailleuse.unwrap();
    assert_eq!([false, true].map(|worn| marker.printed(worn)), ["4m 3(4)", "2m 3(4)"]);
    let face = mitrailleuse_face(&marker, true);
    assert_eq!((face.name, face.movement, face.worn), (Some("Battleworn"), None, true));
    let hq = own.hq(0).unwrap();
    assert_eq!(hq.sides.each_ref().map(|side| side.name.unwrap()), ["Attack/March", "Defend/Regroup"]);
    assert_eq!(hq.sides.each_ref().map(|side| side.text().unwrap()), ["2", "4"]);
    assert_eq!(hq.face, hq.sides[0]);
}

#[test]
fn a_small_unit_has_only_its_battleworn_side() {
    let own = scenario(&[("sp = [2, 1]\ntcr = [5, 4]", "small = true\nsp = [1, 1]\ntcr = [4, 4]")]);
    let unit = own.unit(2).unwrap();
    assert_eq!((unit.rating, unit.face.text(), unit.face.worn), (1, Some("4 1M"), true));
    assert_eq!(unit.sides.each_ref().map(|side| side.worn), [true, true]);
    assert_eq!((own.steps(2), own.steps(0)), (Some(1), Some(2)));
    let worn = scenario(&[("at = \"0503\"", "battleworn = true\nat = \"0503\"")]);
    let unit = worn.unit(3).unwrap();
    assert_eq!((unit.rating, unit.face.back, worn.steps(3)), (4, true, Some(1)));
}

#[test]
fn two_units_start_in_a_hex_if_one_is_artillery() {
    let own = scenario(&[]);
    let (foot, guns, garrison, battery) = (0, 1, 3, 4);
    assert_eq!(own.stack(&[foot]), Ok(()));
    assert_eq!(own.stack(&[foot, guns]), Ok(()));
    assert!(own.stack(&[foot, garrison]).is_err(), "of two sides");
    assert_eq!(own.stack(&[garrison, battery]), Ok(()));
    assert!(own.stack(&[garrison, 5]).is_err(), "two brigades");
    assert!(own.stack(&[garrison, battery, 5]).is_err());
}

#[test]
fn a_start_keeps_its_group() {
    let mut own = scenario(&[]);
    let was = own.set_start(Counter::Unit(5), Start::At("0101".into())).unwrap();
    let column = MarchColumn { any_order: false, position: None, group: Some("R".into()), ..MarchColumn::default() };
    assert_eq!(was, Start::Enters { turn: 2, at: "B".into(), column });
    own.set_start(Counter::Unit(5), was).unwrap();
    assert_eq!(own, scenario(&[]));
}

#[test]
fn every_place_scores_for_whoever_may_hold_it() {
    let all = scenario(&[]);
    let of = |own: &AtAnyCost| own.scoring().iter().map(|row| (row.side.to_string(), row.points)).collect::<Vec<_>>();
    assert_eq!(of(&all), [("red".to_owned(), 3), ("blue".to_owned(), 3)]);
    let one = scenario(&[("points = 3", "points = 3\nside = \"blue\"")]);
    assert_eq!(of(&one), [("blue".to_owned(), 3)]);
}

fn recruit(kind: usize, values: [&str; 2]) -> Unit {
    let figures = CounterFigures {
        values: values.map(|value| Some(value.to_owned())),
        movement: Some([9, 9]),
        ..CounterFigures::default()
    };
    let wish = UnitChoices { figures, ..UnitChoices::new("new".into(), "red".into(), kind) };
    from_value(scenario(&[]).recruit(&wish).unwrap().row).unwrap()
}

#[test]
fn a_counter_of_another_program_becomes_a_unit() {
    let own = scenario(&[]);
    let kind = |arm, values: &str| {
        own.kind_of(arm, &CounterFigures { values: [Some(values.to_owned()), None], ..CounterFigures::default() })
    };
    let kinds = [
        (Arm::Infantry, "8 9 1(2)", Kind::Infantry, None),
        (Arm::Cavalry, "7 3L", Kind::Cavalry, Some(Weight::Light)),
        (Arm::Cavalry, "7 3M", Kind::Cavalry, Some(Weight::Medium)),
        (Arm::Cavalry, "7 3H", Kind::Cavalry, Some(Weight::Heavy)),
        (Arm::Artillery, "6 7m 3(6)", Kind::FieldArtillery, None),
        (Arm::Artillery, "6 4H 4(6)", Kind::HeavyArtillery, None),
        (Arm::Artillery, "6 3h 3(6)", Kind::HorseArtillery, None),
    ];
    for (arm, values, expected, weight) in kinds {
        let at = kind(arm, values);
        assert_eq!(own.kinds()[at].arm, arm);
        let unit = recruit(at, [values, values]);
        assert_eq!((unit.kind, unit.weight, unit.movement), (expected, weight, 9), "{values}");
        assert_eq!(unit.printed(false), values);
        assert!(unit.range.is_some() || arm == Arm::Cavalry);
    }
    let worn = recruit(0, ["5 4 2(3)", "6 8 2(3)"]);
    assert_eq!((worn.sp, worn.tcr, worn.battleworn), ([8, 4], [6, 5], true), "the weaker side is up");
    assert!(recruit(0, ["5 3 2(3)"; 2]).small && !worn.small, "a Small Unit shows the same on both sides");
    let plain = recruit(0, ["4", "2"]);
    assert_eq!((plain.sp, plain.tcr), ([4, 2], [6, 5]), "the rest is as with its like");
    assert_eq!(recruit(4, ["6 7m 3(6)", "5 4m 3(6)"]).mitrailleuse, own.unit[1].mitrailleuse);
}

#[test]
fn a_formation_is_like_the_first_of_its_side() {
    let ratings = CounterFigures {
        values: ["5", "1"].map(|rating| Some(rating.to_owned())),
        movement: Some([7, 7]),
        names: [None, Some("March/Regroup".to_owned())],
    };
    let wish = FormationWish {
        id: "new".into(),
        name: Some("New Corps".to_owned()),
        side: "blue".into(),
        hq: Some(("New HQ".to_owned(), ratings)),
    };
    let formation: Formation = from_value(scenario(&[]).recruit_formation(&wish).unwrap()).unwrap();
    assert_eq!((formation.hq.at, formation.hq.enters), (None, None), "it starts nowhere yet");
    assert_eq!(
        (formation.side.as_str(), formation.name.as_str(), formation.hq.name.as_str()),
        ("blue", "New Corps", "New HQ")
    );
    assert_eq!((formation.hq.front.rating, formation.hq.back.rating, formation.hq.movement), (5, 1, 7));
    assert_eq!(formation.hq.front.orders, [HqOrder::Attack, HqOrder::March]);
    assert_eq!(formation.hq.back.orders, [HqOrder::March, HqOrder::Regroup]);
}

#[test]
fn a_mitrailleuse_has_its_columns() {
    let keys: Vec<String> = table::columns(System::AtAnyCost).iter().map(table::Column::key).collect();
    let expected = "id name label formation division kind weight division_artillery mitrailleuse.sp[0] \
                    mitrailleuse.sp[1] mitrailleuse.range[0] mitrailleuse.range[1] small breakdown sp[0] sp[1] tcr[0] \
                    tcr[1] range[0] range[1] movement battleworn elan ammunition at enters.turn enters.at \
                    enters.group enters.position tags source";
    assert_eq!(keys.join(" "), expected);
    let whole = Scenario::from(scenario(&[]));
    let columns = table::columns(System::AtAnyCost);
    let text = table::write(&whole, &columns, None);
    let import = table::Import::new(table::read(text.as_bytes(), None).unwrap(), &columns, &[]);
    let plan = import.plan(&whole, &columns);
    assert!(plan.rows.is_empty() && plan.problems.is_empty(), "{:?}", plan.problems);
}

#[test]
fn a_breakdown_unit_needs_no_start() {
    let part = "[[unit]]\nid = \"part\"\nname = \"Part\"\nformation = \"red-corps\"\nkind = \"infantry\"\n\
                breakdown = true\nsp = [3, 2]\ntcr = [6, 5]\nrange = [2, 3]\nmovement = 6\n\n# Event Chits:";
    let own = scenario(&[("# Event Chits:", part)]);
    assert!(!own.needs_start(Counter::Unit(6)) && own.needs_start(Counter::Unit(0)) && own.needs_start(Counter::Hq(0)));
    let all = table::strength(&Scenario::from(own));
    assert_eq!(all[0].never.units, 0, "it is no strength of its own");
    let start = all[0].start;
    assert_eq!((start.units, start.rating, start.steps), (2, 13, Some(4)));
}

#[test]
fn victory_and_special_rules_are_told_in_words() {
    let sudden = "[[victory.sudden]]\nwinner = \"red\"\nlevel = \"overwhelming\"\nafter_turn = 2\ncontrols = [\"0803\"]\n\n\
                  [[victory.points]]";
    let own = scenario(&[("[[victory.points]]", sudden), ("lead = 1", "points = 3\nlead = 2")]);
    let told = format!("{:?}", super::words::victory(&own));
    for part in [
        "An overwhelming victory of the Red, if turn 2 is over and they control 0803.",
        "The Village: 3 points for each hex, for the side whose combat unit was the last to enter it.",
        "Each enemy unit that is Broken: 1 point.",
        "A victory of the Red, if they have at least 3 points and they lead by at least 2 points.",
        "A victory of the Blue, if they lead by at least 1 point.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let works = "[[earthworks]]\nkind = \"entrenchments\"\nhexes = [\"0503\"]\n\n[[detour]]\nfrom = \"B\"\nto = [\"B\"]\n\
                 group = \"R\"\n\n# One side is French";
    let own = scenario(&[("# One side is French", works), ("[turns]", "campaign = true\n\n[turns]")]);
    let told = super::words::special(&own).join("\n");
    for part in [
        "This is a Campaign scenario",
        "Group R due at B may enter at B instead (15.2).",
        "Entrenchments are in 0503 at the start (16.1).",
        "The Event Chits of the Red are Beaten Zone (2 times), Feu de Bataillon, Furia Francese,",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn the_template_is_sound_and_shows_its_figures() {
    let loaded = load(template(System::AtAnyCost));
    assert_eq!(loaded.diagnostics, []);
    let scenario = loaded.scenario.unwrap();
    let common = scenario.common();
    for counter in common.counters().into_iter().filter_map(|counter| common.counter(counter)) {
        assert!(matches!(counter.face.value, FaceValue::Text(_)), "{}", counter.id);
    }
}
