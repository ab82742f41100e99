use egui::Modifiers;

use super::*;
use crate::tools::testing::ToolHarness;

/// Returns the bundled map without roads and with a clear patch.
fn table() -> ToolHarness {
    let mut table = ToolHarness::new();
    let roads = table.common().roads().len();
    let removed = (0..roads).rev().map(|at| Edit::Road(ListChange::Remove(at))).collect();
    table.document.apply("Remove roads", None, Edit::All(removed));
    table
}

fn click(table: &mut ToolHarness, tool: &mut RoadTool, hexes: &[&str]) {
    hexes.iter().for_each(|hex| table.drag(tool, &[hex]));
}

fn roads(table: &ToolHarness) -> Vec<Vec<String>> {
    let path = |road: &battlewright_schema::Road| road.path.iter().map(ToString::to_string).collect();
    table.common().roads().iter().map(path).collect()
}

#[test]
fn a_road_is_laid_click_by_click_along_the_cheapest_way() {
    let mut table = table();
    let mut tool = RoadTool::default();
    // The Tronville copses lie between 1006 and 1107.
    click(&mut table, &mut tool, &["1105", "1108"]);
    assert!(table.hint(&tool).contains("second click builds"));
    click(&mut table, &mut tool, &["1108"]);
    let laid = roads(&table);
    assert_eq!((laid.len(), laid[0].first().unwrap().as_str(), laid[0].last().unwrap().as_str()), (1, "1105", "1108"));
    for wood in ["1006", "1106", "1107"] {
        assert!(!laid[0].iter().any(|hex| hex == wood), "{laid:?}");
    }
    // With Ctrl, the path is straight.
    table.modifiers = Modifiers::CTRL;
    table.document.undo();
    table.modifiers = Modifiers::NONE;
    table.drag(&mut tool, &["1105"]);
    table.modifiers = Modifiers::CTRL;
    click(&mut table, &mut tool, &["1108"]);
    table.send(&mut tool, PointerGesture::Commit);
    assert_eq!(roads(&table), [["1105", "1106", "1107", "1108"]]);
    assert_eq!(table.selection, Selection::Road(0));
}

#[test]
fn a_road_that_follows_another_adds_only_what_is_new() {
    let mut table = table();
    let mut tool = RoadTool::default();
    table.drag(&mut tool, &["0404", "0407"]);
    table.selection = Selection::Scenario;
    click(&mut table, &mut tool, &["0304", "0308"]);
    table.send(&mut tool, PointerGesture::Commit);
    let all = roads(&table).concat();
    let mut steps = std::collections::BTreeSet::new();
    for road in roads(&table) {
        for step in road.windows(2) {
            assert!(steps.insert(step.to_vec()), "no step twice: {all:?}");
        }
    }
    let before = roads(&table);
    table.drag(&mut tool, &["0404", "0405", "0406"]);
    // A drag from the end along an existing road changes nothing.
    assert_eq!(roads(&table), before);
    assert_eq!(table.said.as_deref(), Some("A road already runs along the whole path."));
}

#[test]
fn a_hex_of_a_road_is_dragged_and_the_road_laid_through_it() {
    let mut table = table();
    let mut tool = RoadTool::default();
    table.drag(&mut tool, &["0404", "0405", "0406", "0407", "0408", "0409"]);
    table.drag(&mut tool, &["0407", "0507"]);
    let laid = roads(&table).remove(0);
    assert_eq!((laid[0].as_str(), laid[laid.len() - 1].as_str()), ("0404", "0409"));
    assert!(laid.contains(&"0507".to_owned()) && !laid.contains(&"0407".to_owned()), "{laid:?}");
    assert_eq!(laid.len(), 7, "no longer than it must be: {laid:?}");
    assert_eq!(table.document.undo().as_deref(), Some("Move road"));
    // Escape cancels the drag, and a click starts a branch.
    let before = roads(&table);
    let (from, to) = (table.pos("0407"), table.pos("0607"));
    table.send(&mut tool, PointerGesture::Press(from));
    table.send(&mut tool, PointerGesture::Drag(to));
    assert!(table.hint(&tool).contains("to 0607"), "{}", table.hint(&tool));
    assert!(tool.cancel());
    table.send(&mut tool, PointerGesture::Release(to));
    assert_eq!(roads(&table), before);
    click(&mut table, &mut tool, &["0407", "0607", "0607"]);
    assert_eq!(roads(&table).len(), 2);
}

#[test]
fn roads_are_split_joined_and_taken_away() {
    let mut table = table();
    let mut tool = RoadTool::default();
    table.drag(&mut tool, &["0404", "0405", "0406", "0407"]);
    table.modifiers = Modifiers::CTRL;
    table.drag(&mut tool, &["0405"]);
    assert_eq!(roads(&table), [vec!["0404", "0405"], vec!["0405", "0406", "0407"]]);
    let pos = table.pos("0405");
    table.send(&mut tool, PointerGesture::Hover(pos));
    assert!(table.hint(&tool).contains("join the two roads"));
    table.drag(&mut tool, &["0405"]);
    assert_eq!(roads(&table), [["0404", "0405", "0406", "0407"]]);
    table.drag(&mut tool, &["0909"]);
    assert!(table.said.as_deref().unwrap().starts_with("No road here"));
    table.modifiers = Modifiers::SHIFT;
    click(&mut table, &mut tool, &["0405", "0406", "0406"]);
    assert_eq!(roads(&table), [["0404", "0405"], ["0406", "0407"]]);
    table.drag(&mut tool, &["0404", "0405"]);
    assert_eq!(roads(&table), [["0406", "0407"]]);
}

#[test]
fn ends_and_joins_are_told() {
    let mut table = table();
    let mut tool = RoadTool::default();
    table.drag(&mut tool, &["0101", "0102", "0103", "0104"]);
    table.selection = Selection::Scenario;
    table.drag(&mut tool, &["0404", "0303", "0203", "0103"]);
    let at = |table: &mut ToolHarness, tool: &mut RoadTool, hex: &str| {
        let pos = table.pos(hex);
        table.send(tool, PointerGesture::Hover(pos));
        tool.net.marks().get(&table.cell(hex)).copied()
    };
    assert_eq!(at(&mut table, &mut tool, "0101"), Some(RoadMark::Edge));
    assert!(table.hint(&tool).starts_with("0101: an end at the edge"));
    assert_eq!(at(&mut table, &mut tool, "0103"), Some(RoadMark::Join));
    assert!(table.hint(&tool).starts_with("0103: roads meet here"));
    assert_eq!(at(&mut table, &mut tool, "0404"), Some(RoadMark::DeadEnd));
    assert_eq!(at(&mut table, &mut tool, "0303"), None);
    assert!(table.hint(&tool).starts_with("Drag to move"));
    // A road end that touches an end of another road can be joined.
    table.drag(&mut tool, &["0604", "0504", "0404"]);
    table.selection = Selection::Scenario;
    assert_eq!(at(&mut table, &mut tool, "0404"), Some(RoadMark::Join));
    assert!(table.hint(&tool).contains("Ctrl-click to join two roads"), "{}", table.hint(&tool));
}
