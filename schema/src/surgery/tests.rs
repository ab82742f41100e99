//! The effects of each operation on the templates, in words.

use super::*;
use crate::{Cell, HexId, Numbering, Order, Orientation, Parity, System, load, save, template};

fn scenario(system: System, edits: &[(&str, &str)]) -> Scenario {
    let mut text = template(system).to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "the template has no {from:?}");
        text = text.replacen(from, to, 1);
    }
    let loaded = load(&text);
    loaded.readable.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn plan(scenario: &Scenario, operation: &Operation) -> SurgeryPlan {
    operation.plan(scenario, NewGround::usual(scenario)).unwrap()
}

fn losses(plan: &SurgeryPlan) -> Vec<String> {
    plan.losses.iter().map(ToString::to_string).collect()
}

fn changes(plan: &SurgeryPlan) -> Vec<String> {
    plan.changes.iter().map(ToString::to_string).collect()
}

fn codes(plan: &SurgeryPlan) -> Vec<&'static str> {
    plan.findings.iter().map(|finding| finding.code.as_str()).collect()
}

fn resize(left: i32, right: i32, top: i32, bottom: i32, names: HexNames) -> Operation {
    Operation::Resize(Resize { left, right, top, bottom, names })
}

fn renumber(first: &str, order: Order) -> Operation {
    Operation::Renumber(Renumber { numbering: Numbering::straight(first, order) })
}

/// A row of advice about a hex, and one about a place, for a template of hexes.
const ADVICE: (&str, &str) = (
    "[victory]",
    "[[computer]]\nside = \"blue\"\nposture = \"hold\"\nat = \"0704\"\n\n\
     [[computer]]\nside = \"red\"\nposture = \"take\"\nplace = \"village\"\n\n[victory]",
);

#[test]
fn the_hexes_of_advice_follow_the_map() {
    let start = scenario(System::MarsLaTour, &[ADVICE]);
    let renumbered = plan(&start, &renumber("1101", Order::default()));
    let text = save(None, &renumbered.scenario);
    assert!(text.contains("posture = \"hold\"\nat = \"1704\""), "{text}");
    let cropped = plan(&start, &resize(-5, 0, 0, 0, HexNames::Stay));
    let told = losses(&cropped);
    assert!(told.contains(&"Advice \"village\" is deleted: place village is removed".to_owned()), "{told:#?}");
    assert_eq!(cropped.scenario.common().advice().len(), 1, "the other one stays");
}

#[test]
fn a_crop_tells_all_that_falls_away_and_what_must_go_with_it() {
    let start = scenario(System::MarsLaTour, &[]);
    let plan = plan(&start, &resize(-5, 0, 0, 0, HexNames::Stay));
    assert_eq!(
        losses(&plan),
        [
            "Road 1 ends earlier: 0103, 0203, 0303, 0403 and 0503 are removed, 3 hexes remain",
            "Place \"The Village\" is deleted: 0503 is removed",
            "Entry \"A\" is deleted: 0103 is removed",
            "Unit \"1st Division\" loses its arrival: entry A is removed",
            "Unit \"Red Cavalry\" loses its arrival: entry A is removed",
            "Unit \"1st Brigade\" loses its starting hex: 0503 is removed",
            "Victory place \"village\" is deleted: place village is removed",
        ]
    );
    assert_eq!(
        changes(&plan),
        [
            "Map size: 3 columns and 6 rows (was 8 and 6)",
            "First hex: 0601 (was 0101)",
            "30 hexes are removed from the map"
        ]
    );
    // Columns keep their numbers, so the odd ones are still lower.
    assert_eq!(plan.scenario.common().frame().lower_columns, Some(Parity::Odd));
    let roads: Vec<&str> = plan.scenario.common().roads()[0].path.iter().map(HexId::as_str).collect();
    assert_eq!(roads, ["0603", "0703", "0803"]);
    assert!(codes(&plan).contains(&"unit-neither-starts-nor-enters"), "{:?}", plan.findings);
}

#[test]
fn a_road_whose_middle_falls_away_is_cut() {
    let detour =
        ("path = [\"0103\", \"0203\", \"0303\"", "path = [\"0104\", \"0103\", \"0203\", \"0204\", \"0304\", \"0303\"");
    let start = scenario(System::MarsLaTour, &[detour]);
    let plan = plan(&start, &resize(0, 0, -3, 0, HexNames::Stay));
    assert_eq!(
        losses(&plan)[0],
        "Road 1 ends earlier: 0103, 0203, 0303, 0403, 0503 and 3 more are removed, 2 hexes remain"
    );
    let plan = super::tests::plan(
        &start,
        &Operation::Crop(Crop {
            corner: Cell { column: 7, row: 0 },
            across: Cell { column: 0, row: 5 },
            names: HexNames::Stay,
        }),
    );
    assert_eq!((losses(&plan), changes(&plan), plan.scenario), (vec![], vec![], start.clone()), "nothing goes");
    let bow = ("\"0303\", \"0403\", \"0503\"", "\"0303\", \"0302\", \"0301\", \"0401\", \"0501\", \"0502\", \"0503\"");
    let start = scenario(System::MarsLaTour, &[bow]);
    let plan = super::tests::plan(&start, &resize(0, 0, -1, 0, HexNames::Stay));
    assert_eq!(losses(&plan), ["Road 1 is cut into 2 roads of 4 and 5 hexes: 0301, 0401 and 0501 are removed"]);
    assert_eq!(plan.scenario.common().roads().len(), 2);
    assert_eq!(codes(&plan), [] as [&str; 0]);
}

#[test]
fn the_systems_own_fields_follow_and_fall() {
    let zone =
        "[[zone]]\nid = \"camp\"\nhexes = [\"0101\", \"0102\", \"0202\"]\nstring = [\"0101\", \"0102\"]\n[side.red]";
    let ending = "[[victory.sudden]]\nwinner = \"red\"\nlevel = \"major\"\nenters = [\"0101\"]\n\n[[victory.last]]";
    let start = scenario(System::PositionMagnifique, &[("[side.red]", zone), ("[[victory.last]]", ending)]);
    let down = plan(&start, &resize(0, 0, 2, 0, HexNames::Restart));
    assert_eq!(losses(&down), [] as [&str; 0]);
    let Scenario::PositionMagnifique(own) = &down.scenario else { panic!("another system") };
    assert_eq!(own.zone[0].string, Some(["0103".into(), "0104".into()]));
    assert_eq!(own.victory.sudden[0].enters, ["0103".into()]);
    assert_eq!(own.hexside[0].between[0].as_str(), "0504/0505");
    assert_eq!(own.map.levels.as_ref().unwrap().to_string().lines().nth(3), Some("2 3 3 2 2 2 2 2"));

    let up = losses(&plan(&start, &Operation::Shift(Shift { columns: 0, rows: -1 })));
    assert!(up.contains(&"Setup zone \"camp\" loses hexes: 0101 is removed, 2 remain".to_owned()), "{up:#?}");
    assert!(up.contains(&"Setup zone \"camp\" loses its string: 0101 is removed".to_owned()), "{up:#?}");
    assert!(up.contains(&"Sudden ending 1 is deleted: 0101 is removed".to_owned()), "{up:#?}");
}

#[test]
fn columns_that_change_their_numbers_by_one_change_the_word_for_the_lower_ones() {
    let start = scenario(System::MarsLaTour, &[]);
    let there = plan(&start, &Operation::Shift(Shift { columns: 1, rows: 0 }));
    assert_eq!(changes(&there)[0], "The even columns are half a hex lower");
    assert_eq!(changes(&there)[1], "42 hexes get other names: 0706 becomes 0806");
    let there = plan(&start, &renumber("0001", Order::ColumnRow));
    assert_eq!(changes(&there)[0], "The even columns are half a hex lower");
    let Scenario::MarsLaTour(own) = &there.scenario else { panic!("another system") };
    assert_eq!((own.unit[3].at.clone(), own.place[0].hexes[0].as_str()), (Some("0604".into()), "0403"));
    assert_eq!(plan(&there.scenario, &renumber("0101", Order::ColumnRow)).scenario, start);
}

#[test]
fn every_numbering_leads_back() {
    let start = scenario(System::PositionMagnifique, &[]);
    for first in ["0000", "001001", "A1", "A01", "1.1", "07-12", "1A", "AA-B"] {
        for order in [Order::ColumnRow, Order::RowColumn] {
            let there = plan(&start, &renumber(first, order));
            assert_eq!((losses(&there), codes(&there)), (vec![], vec![]), "{first}");
            assert_eq!(plan(&there.scenario, &renumber("0101", Order::ColumnRow)).scenario, start, "{first}");
        }
    }
}

#[test]
fn the_half_step_and_the_turns_say_what_becomes_of_the_frame() {
    let start = scenario(System::MarsLaTour, &[]);
    let step = plan(&start, &Operation::HalfStep(HalfStep));
    assert_eq!(
        changes(&step)[..2],
        ["Map size: 8 columns and 7 rows (was 8 and 6)", "The even columns are half a hex lower"]
    );
    let turned = plan(&start, &Operation::Turn(Turn::QuarterRight));
    let frame = turned.scenario.common().frame();
    assert_eq!(
        (frame.orientation, frame.lower_columns, frame.right_rows),
        (Orientation::Pointy, None, Some(Parity::Even))
    );
    assert_eq!(changes(&turned)[1..3], ["Pointed tops", "The even rows are half a hex further right"]);
    assert_eq!(plan(&turned.scenario, &Operation::Turn(Turn::QuarterLeft)).scenario, start);
}

#[test]
fn what_cannot_be_done_is_refused_and_why() {
    let start = scenario(System::MarsLaTour, &[]);
    let refused = |operation: &Operation| operation.plan(&start, NewGround::usual(&start)).unwrap_err();
    assert_eq!(refused(&resize(-8, 0, 0, 0, HexNames::Stay)), SurgeryRefusal::NothingLeft);
    assert_eq!(refused(&resize(0, 0, 0, 995, HexNames::Stay)), SurgeryRefusal::TooLarge);
    assert_eq!(refused(&resize(2, 0, 0, 0, HexNames::Stay)), SurgeryRefusal::BelowFirst);
    assert_eq!(refused(&resize(0, 95, 0, 0, HexNames::Stay)), SurgeryRefusal::NoRoom("0101".into()));
    assert_eq!(refused(&renumber("9501", Order::ColumnRow)), SurgeryRefusal::NoRoom("9501".into()));
    assert!(matches!(refused(&renumber("x", Order::ColumnRow)), SurgeryRefusal::Numbering(_)));
    let start = scenario(System::MarsLaTour, &[("first = \"0101\"", "first = \"101\"")]);
    let turn = Operation::Turn(Turn::Half);
    assert_eq!(turn.plan(&start, NewGround::usual(&start)).unwrap_err(), SurgeryRefusal::Unnamed);
    for refusal in [SurgeryRefusal::Unnamed, SurgeryRefusal::BelowFirst, SurgeryRefusal::TooLarge] {
        assert!(!refusal.to_string().is_empty());
    }
}

#[test]
fn new_hexes_get_the_chosen_ground_and_none_keeps_the_edge() {
    let start = scenario(System::PositionMagnifique, &[]);
    let grow = resize(1, 1, 0, 0, HexNames::Restart);
    let grown = grow.plan(&start, NewGround { letter: 'f', level: '4' }).unwrap().scenario;
    assert_eq!(grown.common().hexes().to_string().lines().nth(2), Some("f . f f . T . . . f"));
    assert_eq!(grown.common().levels().unwrap().to_string().lines().nth(2), Some("4 2 3 3 2 1 1 2 2 4"));
    // Entries that are no longer at the edge are reported, unless only void hexes are beyond them.
    assert_eq!(codes(&grow.plan(&start, NewGround { letter: '.', level: '2' }).unwrap())[0], "entry-not-on-edge");
    assert_eq!(codes(&grow.plan(&start, NewGround { letter: crate::VOID, level: '2' }).unwrap()), [] as [&str; 0]);
}

#[test]
fn the_scan_stays_under_its_hexes_but_is_not_seen_in_a_mirror() {
    let scan = "[map.scan]\nfile = \"a.png\"\nfirst = { x = 50, y = 60 }\ncolumn = { x = 80, y = 0 }\n\
                row = { x = 0, y = 100 }\n\n[map.terrain]";
    let start = scenario(System::MarsLaTour, &[("[map.terrain]", scan)]);
    let first = |plan: &SurgeryPlan| plan.scenario.common().scan().map(|scan| (scan.first.x.get(), scan.first.y.get()));
    // The first column is lower, the second is not.
    assert_eq!(first(&plan(&start, &resize(-1, 0, -1, 0, HexNames::Stay))), Some((130.0, 110.0)));
    let mirrored = plan(&start, &Operation::Turn(Turn::LeftRight));
    assert_eq!(losses(&mirrored), ["The scan to trace is deleted: it would have to be mirrored"]);
    assert_eq!(first(&mirrored), None);
}

#[test]
fn names_of_no_hex_are_left_and_told() {
    let start = scenario(System::MarsLaTour, &[("at = \"0704\"", "at = \"9904\"")]);
    let moved = plan(&start, &renumber("0000", Order::ColumnRow));
    assert_eq!(losses(&moved), ["Unit \"2nd Brigade\" contains 9904, which is not a hex; it is not changed"]);
    assert_eq!(moved.scenario.common().unit(3).unwrap().start, crate::Start::At("9904".into()));
}

#[test]
fn the_authors_comments_stay_with_their_rows() {
    let text = template(System::MarsLaTour);
    let road = "[[road]]\n";
    let text = text.replacen(
        road,
        "# The lane.\n[[road]]\nname = \"Lane\"\npath = [\"0101\", \"0102\"]\n\n# The highway.\n[[road]]\n",
        1,
    );
    let start = load(&text).scenario.unwrap();
    let plan = plan(&start, &resize(-1, 0, 0, 0, HexNames::Restart));
    assert_eq!(losses(&plan)[0], "Road \"Lane\" is deleted: 0101 and 0102 are removed");
    let saved = save(Some(&text), &plan.scenario);
    assert!(saved.contains("# The highway.\n[[road]]\npath = [\"0103\""), "{saved}");
    assert_eq!(load(&saved).readable, Some(plan.scenario));
}

/// Rules that name hexes, a place, a tag and each other.
const RULES: (&str, &str) = (
    "[victory]",
    "[rules]\n\n[[rules.define]]\nid = \"near\"\nof = \"unit\"\nis = \"unit.hex  ==  @0704\"\n\n\
     [[rules.modifier]]\nid = \"a\"\nname = \"Near\"\nto = \"attack.defender\"\nadd = 1\nwhen = \"near(defender)\"\n\n\
     [[rules.modifier]]\nid = \"b\"\nname = \"East\"\nto = \"attack.defender\"\nadd = 1\n\
     when = \"ground in [@0801, @0806] and any(u in units(@0802) where u has guard)\"\n\n\
     [[rules.win]]\nid = \"w\"\nname = \"The village\"\nside = \"red\"\nat = \"turn-end\"\nwhen = \"holds(red, village)\"\n\n\
     [[rules.score]]\nid = \"s\"\nname = \"Wrong\"\nside = \"red\"\npoints = \"if @9999 == @0801 then 1 else and\"\n\n[victory]",
);

#[test]
fn the_hexes_in_rules_follow_the_map() {
    let start = scenario(System::MarsLaTour, &[RULES, ("[[unit]]\n", "[[unit]]\ntags = [\"guard\"]\n")]);
    let plan = plan(&start, &renumber("1101", Order::default()));
    let text = save(None, &plan.scenario);
    for line in [
        "is = \"unit.hex  ==  @1704\"",
        "when = \"ground in [@1801, @1806] and any(u in units(@1802) where u has guard)\"",
        "points = \"if @9999 == @1801 then 1 else and\"",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(losses(&plan), ["Rule \"Wrong\" contains 9999, which is not a hex; it is not changed"]);
}

#[test]
fn a_rule_that_names_what_a_crop_removes_is_removed_as_well() {
    let start = scenario(System::MarsLaTour, &[RULES, ("[[unit]]\n", "[[unit]]\ntags = [\"guard\"]\n")]);
    let cropped = plan(&start, &resize(0, -1, 0, 0, HexNames::Stay));
    let told = losses(&cropped);
    assert!(told.contains(&"Rule \"East\" is deleted: 0801, 0806 and 0802 are removed".to_owned()), "{told:#?}");
    assert!(!told.iter().any(|loss| loss.contains("Near")), "{told:#?}");
    let cropped = plan(&start, &resize(0, -2, 0, 0, HexNames::Stay));
    let told = losses(&cropped);
    assert!(told.contains(&"Definition \"near\" is deleted: 0704 is removed".to_owned()), "{told:#?}");
    assert!(told.contains(&"Rule \"Near\" is deleted: definition near is removed".to_owned()), "{told:#?}");
    let cropped = plan(&start, &resize(-5, 0, 0, 0, HexNames::Stay));
    let told = losses(&cropped);
    assert!(told.contains(&"Rule \"The village\" is deleted: place village is removed".to_owned()), "{told:#?}");
    assert_eq!(cropped.scenario.rule_rows().win, []);
}
