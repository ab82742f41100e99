//! The trench tool: draws trenches and other fortifications.

use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{Common, DocPath, FortificationView, HexId, Id, Scenario, words};
use egui::{Key, Painter, Ui};
use serde_json::{Value, json};

use super::hex_list::HexListStroke;
use super::{OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, lacks};
use crate::messages::act::Act;
use crate::messages::tool::ToolOptions;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::widgets::field;

/// The trench tool.
#[derive(Default)]
pub(super) struct TrenchTool {
    stroke: HexListStroke,
}

/// Returns the name of a row of fortifications: its own, or its kind with its first hex.
fn name(row: &FortificationView<'_>) -> String {
    match (row.own_name, row.hexes.first()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(hex)) => format!("{} at {hex}", row.name),
        (None, None) => row.name.to_owned(),
    }
}

/// Returns the path of the list of fortifications, and the schema of its rows.
fn list(scenario: &Scenario) -> Option<(DocPath, Shape)> {
    let path = DocPath::root().key(scenario.common().fortification_list()?);
    let shape = Shape::at(scenario.system(), &path)?.item()?;
    Some((path, shape))
}

/// Returns the index and the hexes of the edited row; `None` for a new row. An undo can remove the chosen row.
fn chosen(common: &dyn Common, options: &ToolOptions) -> Option<(usize, Vec<HexId>)> {
    let at = options.trench?;
    Some((at, common.fortifications().get(at)?.hexes.to_vec()))
}

/// Returns the field of a row that holds its kind, in systems with several.
fn kinds(shape: Shape) -> Option<Shape> {
    shape.field("kind").map(|field| field.shape).filter(|shape| shape.kind() == ValueKind::Words)
}

/// Returns `true` if the rows belong to a side.
fn has_side(shape: Shape) -> bool {
    shape.field("side").is_some_and(|field| field.shape.kind() == ValueKind::Id(Id::SIDE))
}

/// Returns a new row with `hexes`, as the options say.
fn row(shape: Shape, hexes: &[HexId], context: &ToolContext<'_>) -> Value {
    let mut row = shape.blank();
    row["hexes"] = json!(hexes);
    if has_side(shape) {
        row["side"] = json!(context.side());
    }
    if let Some(kind) = kinds(shape).and_then(|kinds| kinds.words().get(context.options.work).map(|kind| kind.word)) {
        row["kind"] = kind.into();
    }
    row
}

impl TrenchTool {
    /// Adds the hexes of the stroke to the chosen row or to a new one, or removes them. A click on another row chooses it.
    fn commit(&self, stroke: &[HexId], context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let Some((list, shape)) = list(context.scenario) else { return };
        let rows = context.common().fortifications();
        let Some(section) = context.common().fortification_list() else { return };
        let one = words::lower(&words::one(&list));
        let chosen = chosen(context.common(), context.options);
        let choose = |at: Option<usize>| Act::Options(ToolOptions { trench: at, ..context.options.clone() });
        if let Some((at, own)) = chosen.as_ref().filter(|_| self.stroke.erases()) {
            let hexes = self.stroke.changed(own, stroke);
            let path = list.index(*at);
            if hexes.is_empty() {
                acts.push(Act::edit(format!("Remove {one}"), Edit::leave_out(context.scenario, path)));
                acts.extend([choose(None), Act::Select(Selection::Scenario)]);
            } else {
                acts.push(Act::edit(format!("Erase {one}"), Edit::Put(path.key("hexes"), Some(json!(hexes)))));
                acts.push(Act::Select(Selection::Row(section, *at)));
            }
            return;
        }
        // A hex has one fortification, so that the hexes of other rows stay theirs.
        let of_other = |hex: &HexId| rows.iter().position(|row| row.hexes.contains(hex));
        let new: Vec<HexId> = stroke.iter().filter(|hex| of_other(hex).is_none()).cloned().collect();
        if new.is_empty() {
            if let Some(at) = stroke.first().and_then(of_other) {
                acts.extend([choose(Some(at)), Act::Select(Selection::Row(section, at))]);
            }
            return;
        }
        let (at, name, edit) = match chosen {
            Some((at, own)) => {
                let hexes = self.stroke.changed(&own, &new);
                (at, format!("Extend {one}"), Edit::Put(list.index(at).key("hexes"), Some(json!(hexes))))
            }
            None => {
                let row = row(shape, &new, context);
                (rows.len(), format!("Add {one}"), Edit::Insert(list.index(rows.len()), row))
            }
        };
        acts.push(Act::edit(name, edit));
        acts.extend([choose(Some(at)), Act::Select(Selection::Row(section, at))]);
    }
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    let Some((path, shape)) = list(page.scenario) else { return };
    let one = words::one(&path);
    let rows = page.common().fortifications();
    let mut all = vec![(None, format!("New {}", words::lower(&one)))];
    all.extend(rows.iter().enumerate().map(|(at, row)| (Some(at), name(row))));
    let row = page.options.trench.filter(|at| *at < rows.len());
    if let Some(row) = field::choice(ui, &one, "The row that strokes change.", &row, &all) {
        page.options.trench = row;
    }
    page.width(ui, true);
    let is_new = page.options.trench.is_none_or(|at| at >= rows.len());
    if has_side(shape) {
        ui.add_enabled_ui(is_new, |ui| page.side(ui));
    }
    if let Some(kinds) = kinds(shape) {
        let kinds: Vec<(usize, String)> = kinds.words().into_iter().map(words::word).enumerate().collect();
        let choice = |ui: &mut Ui| field::choice(ui, "Kind", "Kind of the new row.", &page.options.work, &kinds);
        if let Some(kind) = ui.add_enabled_ui(is_new, choice).inner {
            page.options.work = kind;
        }
    }
}

impl ToolDefinition for TrenchTool {
    const INFO: ToolInfo = ToolInfo {
        id: "trench",
        name: "Trench",
        help: "Draw trenches and earthworks.",
        key: Key::K,
        icon: include_str!("../../assets/icons/trench.svg"),
        group: ToolGroup::Lines,
        useless: |scenario| lacks(scenario, scenario.common().fortification_list().is_some(), "trenches on its map"),
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 3, legend: false, draw: options });
}

impl Tool for TrenchTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let rows = context.common().fortifications();
        match context.options.trench.and_then(|at| rows.get(at)) {
            Some(row) => {
                format!("Drag to add hexes to {}. Start on one of its hexes, or hold Shift, to remove them.", name(row))
            }
            None => "Drag over the hexes of a new row, or click an old one to change it. [ and ] change the width."
                .to_owned(),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        let own = chosen(context.common(), context.options).map_or_else(Vec::new, |(_, hexes)| hexes);
        if let Some(stroke) = self.stroke.pointer(pointer, &own, context.options.size, context) {
            self.commit(&stroke, context, acts);
        }
    }

    fn cancel(&mut self) -> bool {
        self.stroke.cancel()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        self.stroke.preview(painter, context);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::*;
    use crate::model::document::Document;
    use crate::tools::testing::ToolHarness;

    fn table(system: System) -> ToolHarness {
        ToolHarness::of(Document::from_text("new", battlewright_schema::template(system).to_owned()))
    }

    fn hexes(table: &ToolHarness, at: usize) -> Vec<String> {
        table.common().fortifications()[at].hexes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_trench_is_drawn_extended_and_erased_in_steps() {
        let mut table = table(System::Matz);
        let mut tool = TrenchTool::default();
        assert!(table.hint(&tool).starts_with("Drag over the hexes of a new row"));
        table.drag(&mut tool, &["0203", "0205"]);
        assert_eq!(hexes(&table, 1), ["0203", "0204", "0205"]);
        assert_eq!((table.options.trench, table.selection), (Some(1), Selection::Row("trench", 1)));
        assert_eq!(
            table.document.scenario().get(&DocPath::root().key("trench").index(1).key("side")),
            Some("red".into())
        );
        table.drag(&mut tool, &["0206"]);
        table.drag(&mut tool, &["0203", "0204"]);
        assert_eq!(hexes(&table, 1), ["0205", "0206"]);
        assert!(table.hint(&tool).starts_with("Drag to add hexes to Trench at 0205."));
        table.drag(&mut tool, &["0205", "0206"]);
        assert_eq!((table.common().fortifications().len(), table.options.trench), (1, None), "an empty one goes");
        assert_eq!(table.document.history().len(), 4, "a stroke is a step");
        while table.document.undo().is_some() {}
        assert!(!table.document.is_dirty());
    }

    #[test]
    fn a_hex_of_another_trench_stays_there_and_a_click_on_it_chooses_that_trench() {
        let mut table = table(System::Matz);
        let mut tool = TrenchTool::default();
        table.drag(&mut tool, &["0505"]);
        assert_eq!((table.options.trench, table.document.history().len()), (Some(0), 0));
        table.options.trench = None;
        table.drag(&mut tool, &["0404", "0405", "0406"]);
        assert_eq!((hexes(&table, 0).len(), hexes(&table, 1)), (3, vec!["0404".to_owned(), "0406".to_owned()]));
        assert!(table.document.problems().iter().all(|problem| problem.finding.code.as_str() != "earthworks-twice"));
    }

    #[test]
    fn earthworks_have_a_kind_and_no_side() {
        let mut table = table(System::AtAnyCost);
        table.options.work = 1;
        table.drag(&mut TrenchTool::default(), &["0203"]);
        let row = table.document.scenario().get(&DocPath::root().key("earthworks").index(0)).unwrap();
        assert_eq!(row, json!({ "kind": "entrenchments", "hexes": ["0203"] }));
        table.document.undo();
        assert!(!table.document.is_dirty());
    }
}
