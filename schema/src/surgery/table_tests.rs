//! The effects of each operation on a table.

use super::*;
use crate::{
    AdviceObjective, Counter, Inches, Numbering, Order, Start, System, TablePoint, TablePosition, load, save, template,
};

fn scenario() -> Scenario {
    load(template(System::Outrance)).scenario.unwrap()
}

fn plan(scenario: &Scenario, operation: &Operation) -> SurgeryPlan {
    operation.plan(scenario, NewGround::usual(scenario)).unwrap()
}

fn losses(plan: &SurgeryPlan) -> Vec<String> {
    plan.losses.iter().map(ToString::to_string).collect()
}

fn position(scenario: &Scenario, id: &str) -> Option<TablePosition> {
    let common = scenario.common();
    let view = (0..common.unit_count()).filter_map(|at| common.unit(at)).find(|unit| unit.id.as_str() == id)?;
    match view.start {
        Start::OnTable(position) => Some(position),
        _ => None,
    }
}

#[test]
fn a_turn_and_its_reverse_leave_the_table_as_it_was() {
    let mut start = scenario();
    let bent = TablePosition {
        at: Inches { x: 10_000, y: 8_000 },
        facing: 200,
        posture: Some("deployed".into()),
        front: None,
        bend: vec![-20, 0, 10, 30],
    };
    start.common_mut().set_start(Counter::Unit(0), Start::OnTable(bent)).unwrap();
    for (turn, back) in [
        (Turn::Half, Turn::Half),
        (Turn::QuarterRight, Turn::QuarterLeft),
        (Turn::LeftRight, Turn::LeftRight),
        (Turn::TopBottom, Turn::TopBottom),
    ] {
        let turned = plan(&start, &Operation::Turn(turn));
        assert_ne!(turned.scenario, start, "{turn:?}");
        assert_eq!((losses(&turned), turned.findings.len()), (vec![], 0), "{turn:?}");
        assert_eq!(plan(&turned.scenario, &Operation::Turn(back)).scenario, start, "{turn:?}");
    }
}

#[test]
fn units_turn_with_the_table_and_lines_are_mirrored() {
    let start = scenario();
    let red = position(&start, "red-1").unwrap();
    assert_eq!((red.at, red.facing), (Inches::whole(10, 8), 180));
    let turned = |turn| position(&plan(&start, &Operation::Turn(turn)).scenario, "red-1").unwrap();
    let place = |turn| (turned(turn).at, turned(turn).facing);
    assert_eq!(place(Turn::Half), (Inches::whole(14, 16), 0));
    assert_eq!(place(Turn::QuarterRight), (Inches::whole(16, 10), 270));
    assert_eq!(place(Turn::LeftRight), (Inches::whole(14, 8), 180));
    assert_eq!(place(Turn::TopBottom), (Inches::whole(10, 16), 0));
    let general = position(&plan(&start, &Operation::Turn(Turn::Half)).scenario, "red-general").unwrap();
    assert_eq!((general.at, general.facing), (Inches::whole(12, 19), 0), "a general has no front");
}

#[test]
fn a_smaller_table_tells_all_that_is_lost() {
    let start = scenario();
    let resize = Resize { left: -6, bottom: -4, ..Resize::default() };
    let plan = plan(&start, &Operation::Resize(resize));
    let told = losses(&plan);
    for loss in [
        "Terrain \"Hill\" is cut off at the edge of the table",
        "Obstacle \"River\" is deleted: its place on the table is removed",
        "Road \"High road\" is cut off at the edge of the table",
        "Objective \"Bridge\" is deleted: its place on the table is removed",
        "Unit \"Zouaves\" loses its starting position: its place on the table is removed",
    ] {
        assert!(told.iter().any(|other| other == loss), "{loss}: {told:#?}");
    }
    assert!(plan.findings.iter().all(|finding| finding.code.as_str() != "off-table"));
    let text = save(None, &plan.scenario);
    assert!(text.contains("outline = [\"0,12\", \"3,12\", \"3,18\", \"0,18\"]"), "{text}");
    assert!(text.contains("width = 18") && text.contains("depth = 20"), "{text}");
    assert_eq!(position(&plan.scenario, "red-1").unwrap().at, Inches::whole(4, 8));
    assert_eq!(load(&text).readable.as_ref(), Some(&plan.scenario));
}

#[test]
fn a_line_that_leaves_the_table_and_comes_back_is_cut_into_parts() {
    let text = template(System::Outrance).replacen(
        "line = [\"12,0\", \"12,24\"]",
        "line = [\"12,0\", \"2,1\", \"2,10\", \"12,10\"]",
        1,
    );
    let start = load(&text).readable.unwrap();
    let plan = plan(&start, &Operation::Shift(Shift { columns: -5, rows: 0 }));
    assert!(losses(&plan).contains(&"Road \"High road\" is cut into 2 parts at the edge of the table".to_owned()));
    assert_eq!(plan.changes[0].to_string(), "Everything on the table moves 5\" left");
    let roads = plan.scenario.common().point_lists().into_iter().find(|list| list.section == "road").unwrap();
    assert_eq!(roads.counts, [2, 2]);
}

#[test]
fn the_points_of_advice_move_with_the_table() {
    let row = |at: &str| format!("\n[[computer]]\nside = \"red\"\nposture = \"hold\"\nat = \"{at}\"\n");
    let advice = "\n[[computer]]\nside = \"red\"\nposture = \"free\"\n";
    let text = template(System::Outrance).to_owned() + &row("10,12.5") + advice + &row("2,2");
    let start = load(&text).readable.unwrap();
    let plan = plan(&start, &Operation::Shift(Shift { columns: -5, rows: 0 }));
    let rows = plan.scenario.common().advice().into_iter().map(|row| row.at).collect::<Vec<_>>();
    let moved = AdviceObjective::Point(TablePoint::new(5_000, 12_500));
    assert_eq!(rows, [Some(moved), None], "a row off the table is deleted");
}

#[test]
fn what_concerns_hexes_is_refused_with_the_reason() {
    let start = scenario();
    let refusal = |operation: Operation| operation.plan(&start, NewGround::usual(&start)).unwrap_err();
    let numbering = Numbering::straight("0101", Order::ColumnRow);
    assert_eq!(refusal(Operation::Renumber(Renumber { numbering })), SurgeryRefusal::NoHexes);
    assert_eq!(refusal(Operation::HalfStep(HalfStep)), SurgeryRefusal::NoHexes);
    let wider = |right| Operation::Resize(Resize { right, ..Resize::default() });
    assert_eq!(refusal(wider(-24)), SurgeryRefusal::NoTableLeft);
    assert_eq!(refusal(wider(977)), SurgeryRefusal::TableTooLarge);
}
