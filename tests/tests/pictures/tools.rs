//! What each tool shows under the pointer.

use battlewright_editor::act::Act;
use battlewright_editor::tools::{Options, ToolKind};
use egui::{Rect, vec2};

use crate::desk::{Editor, ask, at, bundled};
use crate::{Album, THEMES, editor};

/// The tools that are dragged, and those that show something under the pointer alone.
const DRAGGED: [ToolKind; 8] = [
    ToolKind::Brush,
    ToolKind::Line,
    ToolKind::Rectangle,
    ToolKind::Region,
    ToolKind::Elevation,
    ToolKind::Road,
    ToolKind::Hexside,
    ToolKind::Measure,
];
const POINTED: [ToolKind; 5] =
    [ToolKind::Fill, ToolKind::Place, ToolKind::Entry, ToolKind::Unit, ToolKind::LineOfSight];

/// Holds the button down over these hexes.
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
fn what_a_tool_is_about_to_do() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        for tool in DRAGGED.into_iter().chain(POINTED) {
            let mut editor = editor(bundled("mars-la-tour.toml"), theme);
            ask(&mut editor, Act::Options(Options { size: 2, ..Options::default() }));
            ask(&mut editor, Act::Tool(tool));
            let hexes: &[&str] = if DRAGGED.contains(&tool) { &["0506", "0606", "0707"] } else { &["0606"] };
            if DRAGGED.contains(&tool) {
                hold(&mut editor, hexes);
            } else {
                let pos = at(&editor, hexes[0]);
                editor.hover_at(pos);
                editor.run_steps(3);
            }
            let around = Rect::from_center_size(at(&editor, "0606"), vec2(300.0, 220.0));
            let around = around.intersect(editor.state().map_rect());
            album.take(&mut editor, &format!("tool-{}-{light}", format!("{tool:?}").to_lowercase()), around, 2);
        }
    }
}
