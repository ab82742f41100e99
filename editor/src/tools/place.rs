//! The place tool: names on the map, and the hexes that they cover.

use battlewright_schema::{Cell, DocPath, Place as PlaceRow};
use egui::{Key, Painter};

use super::{PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::canvas::overlay;
use crate::messages::act::Act;
use crate::model::edit::{Edit, ListChange};
use crate::model::names::free_id;
use crate::model::selection::Selection;

/// The place tool.
#[derive(Default)]
pub(super) struct PlaceTool {
    hover: Option<Cell>,
    down: Option<Cell>,
}

/// Returns the acts of a click on `cell`. With Shift, the click adds the hex to the selected place or removes it.
fn click(cell: Cell, context: &ToolContext<'_>) -> Vec<Act> {
    let hex = context.view.grid().name(cell);
    let places = context.common().places();
    if let (true, Selection::Place(at)) = (context.modifiers.shift, context.selection)
        && let Some(place) = places.get(at)
    {
        let mut place = place.clone();
        if place.hexes.contains(&hex) {
            place.hexes.retain(|other| *other != hex);
        } else {
            place.hexes.push(hex);
        }
        let name = format!("Change hexes of {}", place.name);
        return vec![Act::edit(name, Edit::Place(ListChange::Put(at, place)))];
    }
    if let Some(at) = places.iter().position(|place| place.hexes.contains(&hex)) {
        return vec![Act::Select(Selection::Place(at))];
    }
    let id = free_id("place", |id| places.iter().any(|place| place.id.as_str() == id));
    let place = PlaceRow { id: id.into(), name: "New place".into(), hexes: vec![hex], ..PlaceRow::default() };
    vec![
        Act::edit("Add place", Edit::Place(ListChange::Insert(places.len(), place))),
        Act::Select(Selection::Place(places.len())),
        Act::Write(DocPath::root().key("place").index(places.len()).key("name")),
    ]
}

impl ToolDefinition for PlaceTool {
    const INFO: ToolInfo = ToolInfo {
        id: "place",
        name: "Place",
        help: "Name places.",
        key: Key::P,
        icon: include_str!("../../assets/icons/place.svg"),
        group: ToolGroup::Places,
        writes: true,
        ..ToolInfo::DEFAULT
    };
}

impl Tool for PlaceTool {
    fn hint(&self, _: &ToolContext<'_>) -> String {
        "Click a hex to name it. Shift-click adds it to the selected place, or removes it.".to_owned()
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
        overlay::outline(painter, context.view, self.hover.as_slice());
    }
}
