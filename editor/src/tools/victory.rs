//! The victory tool: sets the places that count for victory, for each side.

use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Cell, Common, DocPath, Place, PlaceList};
use egui::{Key, Painter, Ui};
use serde_json::{Value, json};

use super::{
    OptionsPage, PageContext, PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, ToolOptions,
};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, labels, overlay};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use crate::widgets::field;
use battlewright_export::draw::sites::cells;

/// The victory tool.
#[derive(Default)]
pub(super) struct VictoryTool {
    hover: Option<Cell>,
    down: Option<Cell>,
}

/// Returns the acts of a click on `cell`, which adds its place to the score of the chosen side or removes it.
fn click(cell: Cell, context: &ToolContext<'_>) -> Vec<Act> {
    let hex = context.view.grid().name(cell);
    let Some(at) = context.common().places().iter().position(|place| place.hexes.contains(&hex)) else {
        return vec![Act::Say(format!("{hex} belongs to no place. Name it with the place tool (P) first."))];
    };
    let (Some(place), Some(side)) = (context.common().places().get(at), context.side()) else { return Vec::new() };
    // The list of places that score, whatever its system calls it.
    let list = |key: &str| DocPath::root().key("victory").key(key);
    let shape = |path: &DocPath| Shape::at(context.scenario.system(), path).and_then(Shape::item);
    let scoring = ["hold", "points"].map(list).into_iter().find_map(|path| Some((shape(&path)?, path)));
    let Some((shape, hold)) = scoring else {
        let lists = lists(context.common(), context.options);
        let Some(list) = lists.get(context.options.list).or(lists.last()) else {
            return vec![
                Act::Say(format!("{} counts only if an ending refers to it. Add one on this page.", place.name)),
                Act::Select(Selection::Part("victory")),
            ];
        };
        return vec![toggled(list, place, context), Act::Select(Selection::Place(at))];
    };
    let rows = context.scenario.get(&hold);
    let rows = rows.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    // A row without a side is for either.
    let is =
        |row: &Value| row["place"] == place.id.as_str() && (row["side"] == side.as_str() || row.get("side").is_none());
    let (name, edit) = match rows.iter().position(is) {
        Some(row) => (format!("Do not score {}", place.name), Edit::leave_out(context.scenario, hold.index(row))),
        None => {
            let mut row = shape.blank();
            row["place"] = place.id.as_str().into();
            row["side"] = side.as_str().into();
            (format!("Score {}", place.name), Edit::Put(hold.index(rows.len()), Some(row)))
        }
    };
    vec![Act::edit(name, edit), Act::Select(Selection::Place(at))]
}

/// Returns the lists of places in the endings of the chosen side, for systems that score by endings.
fn lists(common: &dyn Common, options: &ToolOptions) -> Vec<PlaceList> {
    let sides = common.sides();
    let side = sides.get(options.side).or(sides.first()).map(|side| side.id);
    common.victory_lists().into_iter().filter(|list| list.side.is_none() || list.side.as_ref() == side).collect()
}

/// Returns the act that adds `place` to `list`, or removes it if present.
fn toggled(list: &PlaceList, place: &Place, context: &ToolContext<'_>) -> Act {
    let mut places = list.places.clone();
    places.retain(|other| *other != place.id);
    if places.len() < list.places.len() {
        let edit = if places.is_empty() {
            Edit::leave_out(context.scenario, list.path.clone())
        } else {
            Edit::Put(list.path.clone(), Some(json!(places)))
        };
        return Act::edit(format!("Do not count {}", place.name), edit);
    }
    places.push(place.id.clone());
    Act::edit(format!("Count {}", place.name), Edit::Put(list.path.clone(), Some(json!(places))))
}

fn options(ui: &mut Ui, page: &mut PageContext<'_>) {
    page.side(ui);
    let lists = lists(page.common(), &page.options).into_iter().map(|list| list.name);
    let lists: Vec<(usize, String)> = lists.enumerate().collect();
    if lists.is_empty() {
        return;
    }
    let list = page.options.list.min(lists.len() - 1);
    let help = "Condition that a click adds a place to, or removes it from.";
    if let Some(list) = field::choice(ui, "Condition", help, &list, &lists) {
        page.options.list = list;
    }
}

impl ToolDefinition for VictoryTool {
    const INFO: ToolInfo = ToolInfo {
        id: "victory",
        name: "Victory",
        help: "Set the places that count for victory.",
        key: Key::Y,
        icon: include_str!("../../assets/icons/victory.svg"),
        group: ToolGroup::Places,
        ..ToolInfo::DEFAULT
    };
    const OPTIONS: Option<OptionsPage> = Some(OptionsPage { rows: 2, legend: false, draw: options });
}

impl Tool for VictoryTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let side =
            context.common().sides().get(context.options.side).map_or_else(String::new, |side| side.name.to_owned());
        let lists = lists(context.common(), context.options);
        if let Some(list) = lists.get(context.options.list).or(lists.last()) {
            return format!("{side}: click a place to add it to the condition, or to remove it. {}.", list.name);
        }
        format!("{side}: click a place to count it, or to stop counting it.")
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = context.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.down = context.cell(pos),
            PointerGesture::Release(pos) => {
                if let Some(cell) = self.down.take().filter(|cell| context.cell(pos) == Some(*cell)) {
                    acts.extend(click(cell, context));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.down.take().is_some()
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let Some(cell) = self.hover else { return };
        let hex = context.view.grid().name(cell);
        let common = context.common();
        let at = common.places().iter().position(|place| place.hexes.contains(&hex));
        let place = at.and_then(|at| common.places().get(at));
        let cells = place.map_or_else(|| vec![cell], |place| cells(context.view.grid(), &place.hexes));
        overlay::outline(painter, context.view, &cells);
        if let (Some(at), Some(side)) = (at, context.side()) {
            let (color, index) = context.art().side_of(common, &side);
            let scorers = labels::scorers(common).remove(&at).unwrap_or_default();
            for cell in cells {
                let at = labels::star_spot(context.view, cell, scorers.range(..index).count());
                let star = ink::star(at, context.view.radius() * 0.2, color.gamma_multiply(0.6));
                painter.draw(|shapes| shapes.push(star));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::model::document::Document;
    use crate::tools::testing::ToolHarness;

    #[test]
    fn a_place_is_named_in_the_chosen_condition_and_no_longer() {
        let text = include_str!("../../../scenarios/pm-a-day-of-battle.toml");
        let mut table = ToolHarness::of(Document::from_text("day", text.to_owned()));
        let mut tool = VictoryTool::default();
        let of = |table: &ToolHarness| lists(table.common(), &table.options);
        let list = of(&table).iter().position(|list| list.name.contains("major: controls all of")).unwrap();
        table.options.list = list;
        let before = of(&table)[list].places.clone();
        let place = table.common().places().iter().find(|place| !before.contains(&place.id)).unwrap().clone();
        table.drag(&mut tool, &[place.hexes[0].as_str()]);
        assert_eq!(of(&table)[list].places.last(), Some(&place.id));
        assert!(table.hint(&tool).contains("controls all of"), "{}", table.hint(&tool));
        table.drag(&mut tool, &[place.hexes[0].as_str()]);
        assert_eq!(of(&table)[list].places, before);
        assert_eq!(table.document.history().len(), 2);
        assert_eq!(table.document.text(), text);
    }

    #[test]
    fn a_place_can_count_for_both_sides() {
        let mut table = ToolHarness::new();
        let common = table.common();
        let place = (0..common.places().len()).find(|at| !labels::scorers(common).contains_key(at)).unwrap();
        let hex = common.places()[place].hexes[0].clone();
        for side in [1, 0] {
            table.options.side = side;
            table.drag(&mut VictoryTool::default(), &[hex.as_str()]);
        }
        assert_eq!(labels::scorers(table.common()).get(&place), Some(&BTreeSet::from([0, 1])));
        table.drag(&mut VictoryTool::default(), &[hex.as_str()]);
        assert_eq!(labels::scorers(table.common()).get(&place), Some(&BTreeSet::from([1])));
    }

    #[test]
    fn a_place_that_counts_for_either_side_counts_for_neither_and_then_for_one() {
        let mut table = ToolHarness::of(Document::template_of(battlewright_schema::System::AtAnyCost));
        table.options.side = 1;
        let scorers = |table: &ToolHarness| labels::scorers(table.common()).remove(&0);
        assert_eq!(scorers(&table), Some(BTreeSet::from([0, 1])));
        table.drag(&mut VictoryTool::default(), &["0503"]);
        assert_eq!(scorers(&table), None);
        table.drag(&mut VictoryTool::default(), &["0503"]);
        assert_eq!(scorers(&table), Some(BTreeSet::from([1])));
    }

    #[test]
    fn without_an_ending_the_tool_says_where_to_add_one() {
        let text = include_str!("../../../scenarios/pm-a-day-of-battle.toml");
        let mut table = ToolHarness::of(Document::from_text("day", text.to_owned()));
        for key in ["sudden", "last"] {
            let path = DocPath::root().key("victory").key(key);
            table.document.apply("Clear", None, Edit::Put(path, None));
        }
        let hex = table.common().places()[0].hexes[0].clone();
        table.drag(&mut VictoryTool::default(), &[hex.as_str()]);
        assert!(table.said.unwrap().contains("Add one on this page"));
        assert_eq!(table.selection, Selection::Part("victory"));
    }
}
