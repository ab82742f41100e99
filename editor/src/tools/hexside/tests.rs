use egui::Modifiers;

use super::*;
use crate::model::edit::{Edit, ListChange};
use crate::tools::testing::ToolHarness;

/// Returns the bundled map without hexside features.
fn table() -> ToolHarness {
    let mut table = ToolHarness::new();
    let rows = table.common().hexsides().len();
    let removed = (0..rows).rev().map(|at| Edit::Hexside(ListChange::Remove(at))).collect();
    table.document.apply("Remove hexsides", None, Edit::All(removed));
    table
}

/// Returns the corner of three hexes, or the middle of the side between two.
fn at(table: &ToolHarness, hexes: &[&str]) -> Pos2 {
    let sum = hexes.iter().fold(egui::Vec2::ZERO, |sum, hex| sum + table.pos(hex).to_vec2());
    (sum / f32::from(u8::try_from(hexes.len()).unwrap())).to_pos2()
}

fn click(table: &mut ToolHarness, tool: &mut HexsideTool, hexes: &[&str]) {
    let pos = at(table, hexes);
    for pointer in [PointerGesture::Hover(pos), PointerGesture::Press(pos), PointerGesture::Release(pos)] {
        table.send(tool, pointer);
    }
}

fn sides(table: &ToolHarness, kind: HexsideKind) -> usize {
    table.common().hexsides().iter().filter(|row| row.kind == kind).map(|row| row.between.len()).sum()
}

#[test]
fn a_stream_is_led_from_corner_to_corner_leg_by_leg() {
    let mut table = table();
    let mut tool = HexsideTool::default();
    let before = table.document.history().len();
    click(&mut table, &mut tool, &["0505", "0506", "0605"]);
    assert_eq!(sides(&table, HexsideKind::Stream), 0, "the first click only begins");
    let next = at(&table, &["0508", "0509", "0608"]);
    table.send(&mut tool, PointerGesture::Hover(next));
    assert!(table.hint(&tool).starts_with("Click to draw the stream along "), "{}", table.hint(&tool));
    click(&mut table, &mut tool, &["0508", "0509", "0608"]);
    let first = sides(&table, HexsideKind::Stream);
    assert_eq!(first, 6, "two sides for each hex that it passes");
    click(&mut table, &mut tool, &["0708", "0709", "0808"]);
    assert!(sides(&table, HexsideKind::Stream) > first);
    assert_eq!(table.document.history().len(), before + 2, "a leg is a step");
    assert_eq!(table.common().hexsides().len(), 1, "legs join in one row");
    // A second click on the same corner ends the chain; the next click starts another.
    click(&mut table, &mut tool, &["0708", "0709", "0808"]);
    assert!(!tool.cancel());
    assert!(crate::model::store::read(&table.document.text()).sound);
}

#[test]
fn escape_and_enter_end_a_chain() {
    let mut table = table();
    let mut tool = HexsideTool::default();
    click(&mut table, &mut tool, &["0505", "0506", "0605"]);
    assert!(tool.cancel());
    click(&mut table, &mut tool, &["0505", "0506", "0605"]);
    table.send(&mut tool, PointerGesture::Commit);
    assert!(!tool.cancel());
    assert_eq!(sides(&table, HexsideKind::Stream), 0);
}

#[test]
fn several_features_lie_on_one_side_and_each_is_taken_away() {
    let mut table = table();
    let mut tool = HexsideTool::default();
    for kind in [HexsideKind::Stream, HexsideKind::Slope, HexsideKind::Bridge] {
        table.options.hexside = kind;
        click(&mut table, &mut tool, &["0505", "0506"]);
    }
    let pos = at(&table, &["0505", "0506"]);
    table.send(&mut tool, PointerGesture::Hover(pos));
    assert!(table.hint(&tool).starts_with("0505/0506: stream, slope, bridge. "), "{}", table.hint(&tool));
    // The first click removes the chosen kind. Later clicks remove the topmost feature.
    table.modifiers = Modifiers::SHIFT;
    table.options.hexside = HexsideKind::Slope;
    for left in [[1, 0, 1], [1, 0, 0], [0, 0, 0]] {
        click(&mut table, &mut tool, &["0505", "0506"]);
        let kinds = [HexsideKind::Stream, HexsideKind::Slope, HexsideKind::Bridge];
        assert_eq!(kinds.map(|kind| sides(&table, kind)), left);
    }
}

#[test]
fn a_bridge_over_nothing_is_told() {
    let mut table = table();
    let mut tool = HexsideTool::default();
    table.options.hexside = HexsideKind::Bridge;
    let pos = at(&table, &["0505", "0506"]);
    table.send(&mut tool, PointerGesture::Hover(pos));
    assert!(table.hint(&tool).contains("would cross no stream"));
    click(&mut table, &mut tool, &["0505", "0506"]);
    assert!(table.said.take().unwrap().contains("crosses no stream"));
    table.options.hexside = HexsideKind::Stream;
    click(&mut table, &mut tool, &["0606", "0607"]);
    table.options.hexside = HexsideKind::Bridge;
    click(&mut table, &mut tool, &["0606", "0607"]);
    assert_eq!(table.said, None);
}

#[test]
fn a_chain_with_shift_takes_a_stream_away_again() {
    let mut table = table();
    let mut tool = HexsideTool::default();
    click(&mut table, &mut tool, &["0505", "0506", "0605"]);
    click(&mut table, &mut tool, &["0508", "0509", "0608"]);
    table.send(&mut tool, PointerGesture::Commit);
    table.modifiers = Modifiers::SHIFT;
    click(&mut table, &mut tool, &["0505", "0506", "0605"]);
    click(&mut table, &mut tool, &["0508", "0509", "0608"]);
    assert_eq!(sides(&table, HexsideKind::Stream), 0);
}

#[test]
fn a_corner_at_the_edge_is_taken_from_either_side_of_it() {
    let mut table = table();
    let mut tool = HexsideTool::default();
    // The corner between two hexes of the upper edge. The map has no hex just above it.
    let (corner, pos) = table.look(|context| {
        let grid = context.view.grid();
        let on_map = |corner: &Corner| corner.hexes().filter(|hex| grid.cell_at(*hex).is_some()).count();
        let mut corners = Corner::of(grid.hex(table.cell("0501"))).into_iter();
        let corner = corners.find(|corner| on_map(corner) == 2).unwrap();
        (corner, place(corner, context) - egui::vec2(0.0, 1.5))
    });
    for pointer in [PointerGesture::Hover(pos), PointerGesture::Press(pos), PointerGesture::Release(pos)] {
        table.send(&mut tool, pointer);
    }
    assert!(tool.chain == Some(corner), "{}", table.hint(&tool));
}
