//! The charts as they are printed, in the window: the picture of the guide, and all systems in both themes.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::layout::{BottomTab, Dock};
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{DocPath, System, template};
use egui::accesskit::Role;
use egui::{Rect, Theme};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, bundled, command};
use crate::{Album, THEMES, cut, editor, panel_of};

/// The times that the panel grows, so that a chart is whole in it.
const GROWN: usize = 11;

/// Shows the charts of a document in a high panel.
fn printed(document: Document, theme: Theme) -> Editor {
    let mut editor = editor(document, theme);
    ask(&mut editor, Act::Tab(BottomTab::Printed));
    for _ in 0..GROWN {
        command(&mut editor, Command::Dock(Dock::Grow));
    }
    editor
}

/// Brings the chart with this name for programs into view.
fn turn_to(editor: &mut Editor, id: &str) {
    let charts = editor.state().printed_charts();
    let chart = charts.iter().find(|chart| chart.id == id).unwrap_or_else(|| panic!("no chart {id}"));
    let label = if chart.is_changed() { format!("{} *", chart.title) } else { chart.title.clone() };
    editor.get_by_role_and_label(Role::Button, &label).click_accesskit();
    editor.run();
    editor.run();
}

#[test]
fn the_charts_of_every_system() {
    let mut album = Album::new();
    let shown = [
        (System::MarsLaTour, "terrain"),
        (System::PositionMagnifique, "fire"),
        (System::AtAnyCost, "assault"),
        (System::Matz, "terrain"),
        (System::Outrance, "sequence"),
    ];
    for (theme, light) in THEMES {
        for (system, id) in shown {
            let document = Document::from_text("new.toml", template(system).to_owned());
            let mut editor = printed(document, theme);
            turn_to(&mut editor, id);
            let name = format!("as-printed-{}-{light}", system.name());
            album.panel(&mut editor, BottomTab::Printed.name(), &name);
        }
    }
}

#[test]
fn a_changed_rule_on_the_charts() {
    let mut album = Album::new();
    let mut editor = printed(bundled("mars-la-tour.toml"), Theme::Light);
    for (name, value) in [("zoi", 3), ("retreat_hexes", 3)] {
        let path = DocPath::root().key("rules").key(name);
        ask(&mut editor, Act::edit("Change", Edit::Put(path, Some(value.into()))));
    }
    ask(&mut editor, Act::Select(Selection::Part("rules")));
    turn_to(&mut editor, "terrain");
    let charts = panel_of(&editor, BottomTab::Printed.name());
    let inspector = panel_of(&editor, "Inspector");
    let tabs = 29.0;
    let part = Rect::from_x_y_ranges(charts.left()..=inspector.right(), charts.top() - tabs..=charts.bottom());
    let picture = cut(&mut editor, part);
    album.guide(&picture, "as-printed");
}
