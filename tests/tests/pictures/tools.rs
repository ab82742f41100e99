//! Pictures of all tools with their previews.

use battlewright_editor::messages::act::Act;
use battlewright_editor::tools::{ToolKind, ToolOptions};
use battlewright_schema::Inches;
use egui::{Rect, vec2};

use crate::desk::{Editor, ask, at, between, bundled, common, stroke};
use crate::{Album, THEMES, dress, editor};

/// The gesture before the picture is taken.
#[derive(Clone, Copy)]
enum Gesture {
    /// The pointer is dragged over hexes, with the button held.
    Drag,
    /// The pointer is over a hex.
    Point,
    /// The pointer has clicked at a corner or hex, and is at another.
    Click(&'static [&'static str], &'static [&'static str]),
}

/// The tools, each with a scenario, the hex in the middle, and the gesture.
const TOOLS: [(ToolKind, &str, &str, Gesture); 13] = [
    (ToolKind::BRUSH, MLT, "0606", Gesture::Drag),
    (ToolKind::LINE, MLT, "0606", Gesture::Drag),
    (ToolKind::RECTANGLE, MLT, "0606", Gesture::Drag),
    (ToolKind::REGION, MLT, "0606", Gesture::Drag),
    (ToolKind::ELEVATION, MLT, "0606", Gesture::Drag),
    (ToolKind::ROAD, MLT, "0606", Gesture::Drag),
    (ToolKind::MEASURE, MLT, "0606", Gesture::Drag),
    (ToolKind::FILL, MLT, "0606", Gesture::Point),
    (ToolKind::PLACE, MLT, "0606", Gesture::Point),
    (ToolKind::ENTRY, MLT, "0606", Gesture::Point),
    (ToolKind::UNIT, MLT, "0606", Gesture::Point),
    (ToolKind::HEXSIDE, MLT, "1107", Gesture::Click(&["1105", "1106", "1205"], &["1108", "1109", "1208"])),
    (ToolKind::LINE_OF_SIGHT, PM, "0606", Gesture::Click(&["0606"], &["0809"])),
];
const MLT: &str = "mars-la-tour.toml";
const PM: &str = "pm-crisis-on-the-left.toml";

/// Holds the button over these hexes.
fn hold(editor: &mut Editor, hexes: &[&str]) {
    for (n, hex) in hexes.iter().enumerate() {
        let pos = at(editor, hex);
        editor.hover_at(pos);
        editor.run_steps(1);
        if n == 0 {
            editor.drag_at(pos);
            editor.run_steps(1);
        }
    }
    editor.run_steps(2);
}

#[test]
fn an_area_that_is_drawn_on_a_table() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        let mut editor = editor(bundled("outrance-first-assault.toml"), theme);
        let woods = common(&editor).drawn_kinds().iter().position(|kind| kind.name == "Woods").unwrap();
        ask(&mut editor, Act::Options(ToolOptions { drawn: woods, ..ToolOptions::default() }));
        ask(&mut editor, Act::Tool(ToolKind::DRAW));
        let at = |editor: &Editor, x, y| editor.state().position_on_table(Inches { x, y }).unwrap();
        for (x, y) in [(3000, 2000), (8000, 3000)] {
            let pos = at(&editor, x, y);
            stroke(&mut editor, &[pos]);
        }
        let end = at(&editor, 7000, 6500);
        editor.hover_at(end);
        editor.run_steps(2);
        let part = Rect::from_min_max(at(&editor, 0, 0), at(&editor, 12_000, 9_000));
        album.take(&mut editor, &format!("tool-draw-{light}"), part, 1);
    }
}

#[test]
fn a_unit_and_a_line_of_sight_on_a_table() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        let mut editor = editor(bundled("outrance-first-assault.toml"), theme);
        let at = |editor: &Editor, x, y| editor.state().position_on_table(Inches { x, y }).unwrap();
        ask(&mut editor, Act::Tool(ToolKind::UNIT));
        // A press is dragged toward the front of the new unit.
        let (from, to) = (at(&editor, 5000, 7000), at(&editor, 7000, 10_000));
        editor.hover_at(from);
        editor.run_steps(1);
        editor.drag_at(from);
        editor.run_steps(1);
        editor.hover_at(to);
        editor.run_steps(2);
        let part = Rect::from_min_max(at(&editor, 1000, 3000), at(&editor, 13_000, 12_000));
        album.take(&mut editor, &format!("tool-unit-on-table-{light}"), part, 1);
        editor.drop_at(to);
        editor.run();

        ask(&mut editor, Act::Tool(ToolKind::LINE_OF_SIGHT));
        let (from, to) = (at(&editor, 18_000, 2000), at(&editor, 18_000, 16_000));
        stroke(&mut editor, &[from]);
        editor.hover_at(to);
        editor.run_steps(2);
        let part = Rect::from_min_max(at(&editor, 11_000, 0), at(&editor, 24_000, 19_000));
        album.take(&mut editor, &format!("tool-line-of-sight-on-table-{light}"), part, 1);
    }
}

#[test]
fn what_a_tool_is_about_to_do() {
    let mut album = Album::new();
    for (tool, file, middle, gesture) in TOOLS {
        let mut editor = editor(bundled(file), THEMES[0].0);
        ask(&mut editor, Act::Options(ToolOptions { size: 2, ..ToolOptions::default() }));
        ask(&mut editor, Act::Tool(tool));
        match gesture {
            Gesture::Drag => hold(&mut editor, &["0506", "0606", "0707"]),
            Gesture::Point => point(&mut editor, &[middle]),
            Gesture::Click(from, to) => {
                let from = between(&editor, from);
                stroke(&mut editor, &[from]);
                point(&mut editor, to);
            }
        }
        for (theme, light) in THEMES {
            dress(&mut editor, theme);
            let around = Rect::from_center_size(at(&editor, middle), vec2(300.0, 220.0));
            let around = around.intersect(editor.state().map_rect());
            album.take(&mut editor, &format!("tool-{}-{light}", format!("{tool:?}").replace('-', "")), around, 2);
        }
    }
}

/// Moves the pointer to a hex, side or corner.
fn point(editor: &mut Editor, hexes: &[&str]) {
    let pos = between(editor, hexes);
    editor.hover_at(pos);
    editor.run_steps(3);
}
