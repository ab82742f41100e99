//! The measure tool: distances between hexes, and march times of units.

use battlewright_engine::show::{March, Show as _};
use battlewright_schema::Cell;
use egui::{Key, Painter};

use super::{PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo};
use crate::canvas::{measure, overlay, rows};
use crate::messages::act::Act;

/// The measure tool.
#[derive(Default)]
pub(super) struct MeasureTool {
    hover: Option<Cell>,
    /// The clicked hexes.
    stops: Vec<Cell>,
    /// The cell where the button was pressed; `None` while the button is up.
    down: Option<Cell>,
    /// `true` if the last leg follows the pointer.
    follows: bool,
    march: Option<MeasuredMarch>,
}

/// A cached march with its cache key.
struct MeasuredMarch {
    legs: Vec<Cell>,
    /// The name of the marching unit.
    name: String,
    /// The stamp of the position.
    stamp: u64,
    /// The march, or the reason for none.
    march: Result<March, String>,
}

/// Returns the id and the name of the marching unit: the selected unit if it is in `from`, otherwise another unit
/// there, otherwise the selected unit.
fn marcher(from: Cell, context: &ToolContext<'_>) -> Option<(String, String)> {
    let pieces = context.position.game.ok()?.pieces();
    let selected = rows::counter_of(context.selection).and_then(|counter| context.common().counter(counter));
    let selected = selected.map(|unit| unit.id.to_string());
    let chosen = pieces.iter().find(|piece| Some(&piece.id) == selected.as_ref());
    let here =
        |piece: &&battlewright_engine::show::Piece| piece.spot.cell() == Some(from) && piece.face.movement.is_some();
    let piece = chosen.filter(|piece| here(piece)).or_else(|| pieces.iter().rfind(here)).or(chosen)?;
    Some((piece.id.clone(), piece.name.clone()))
}

/// Formats half movement points, such as `"2½"`.
fn points(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Formats `meters`, such as `"900 m"` or `"12.6 km"`.
fn far(meters: u64) -> String {
    if meters < 10_000 { format!("{meters} m") } else { format!("{}.{} km", meters / 1000, meters % 1000 / 100) }
}

impl MeasureTool {
    /// Returns the hexes of the measured path, with the hex under the pointer while a leg follows it.
    fn legs(&self) -> Vec<Cell> {
        let mut legs = self.stops.clone();
        let last = self.hover.filter(|cell| (self.follows || self.down.is_some()) && legs.last() != Some(cell));
        if !legs.is_empty() {
            legs.extend(last);
        }
        legs
    }

    /// Recomputes the march after a change of hexes, position or unit.
    fn look(&mut self, context: &ToolContext<'_>) {
        let legs = self.legs();
        let who = legs.first().filter(|_| legs.len() > 1).and_then(|from| marcher(*from, context));
        let (Some((id, name)), Ok(game)) = (who, context.position.game) else {
            self.march = None;
            return;
        };
        let stamp = context.position.stamp;
        let known = |found: &MeasuredMarch| (&found.legs, &found.name, found.stamp) == (&legs, &name, stamp);
        if self.march.as_ref().is_some_and(known) {
            return;
        }
        let march = game.march(&id, &legs);
        self.march =
            march.map(|march| MeasuredMarch { legs, name, stamp, march: march.map_err(|why| why.to_string()) });
    }

    /// Returns the result in lines: the distance, then the march.
    fn describe(&self, legs: &[Cell], context: &ToolContext<'_>) -> Vec<String> {
        let grid = context.view.grid();
        let hexes: u32 = legs.windows(2).map(|pair| grid.distance(pair[0], pair[1])).sum();
        let count = if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") };
        let metres = context.common().hex_metres();
        let distance =
            metres.map_or(count.clone(), |metres| format!("{count}, {}", far(u64::from(metres) * u64::from(hexes))));
        let mut rows = vec![distance];
        if let Some(MeasuredMarch { name, march, .. }) = &self.march {
            rows.push(match march {
                Ok(march) => format!(
                    "{name}: {} {}, {} of {} MP spent in the last ({})",
                    march.turns(),
                    if march.turns() == 1 { "turn" } else { "turns" },
                    points(march.spent),
                    points(march.allowance),
                    march.rule
                ),
                Err(why) => format!("{name} cannot get there: {why}"),
            });
        }
        rows
    }
}

impl ToolDefinition for MeasureTool {
    const INFO: ToolInfo = ToolInfo {
        id: "measure",
        name: "Measure",
        help: "Measure distances and march times. Available in play.",
        key: Key::D,
        icon: include_str!("../../assets/icons/measure.svg"),
        group: ToolGroup::Inspection,
        in_play: true,
        on_table: true,
        ..ToolInfo::DEFAULT
    };
}

impl Tool for MeasureTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        let legs = self.legs();
        let name =
            |cell: Option<&Cell>| cell.map_or_else(String::new, |cell| context.view.grid().name(*cell).to_string());
        match legs.as_slice() {
            [] => "Drag from one hex to another, or click several. A unit in the first hex marches along.".to_owned(),
            [from] => format!("From {}: click the next hex. Escape ends.", context.view.grid().name(*from)),
            _ => {
                let rest = if self.follows { "click adds a hex, Enter ends" } else { "Shift-click adds a hex" };
                let march = if self.march.is_some() { "Other units are ignored; " } else { "" };
                let text = self.describe(&legs, context).join(". ");
                format!("{} to {}: {text}. {march}{rest}.", name(legs.first()), name(legs.last()))
            }
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, _: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => self.hover = context.cell(pos),
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => {
                self.hover = context.cell(pos);
                self.down = self.hover;
                if !self.follows && !context.modifiers.shift {
                    self.stops.clear();
                }
                // A press starts a new path. On a path in progress, the release adds the next hex.
                if self.stops.is_empty() {
                    self.stops.extend(self.hover);
                }
            }
            PointerGesture::Drag(pos) if self.down.is_some() => self.hover = context.cell(pos).or(self.hover),
            PointerGesture::Release(pos) if self.down.is_some() => {
                self.hover = context.cell(pos).or(self.hover);
                let click = self.hover == self.down.take();
                let begun = self.stops.len() == 1 && self.stops.last() == self.hover.as_ref();
                let again = self.stops.len() > 1 && self.stops.last() == self.hover.as_ref();
                if !begun && !again {
                    self.stops.extend(self.hover);
                }
                // A drag, or a second click in the last hex, ends the path.
                self.follows = click && !again && !context.modifiers.shift;
            }
            PointerGesture::Commit => self.follows = false,
            PointerGesture::Drag(_) | PointerGesture::Release(_) => {}
        }
        self.look(context);
    }

    fn cancel(&mut self) -> bool {
        let busy = !self.stops.is_empty();
        *self = Self { hover: self.hover, ..Self::default() };
        busy
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        let legs = self.legs();
        if legs.len() < 2 {
            overlay::outline(painter, context.view, &legs);
            overlay::hover(painter, context.view, self.hover);
            return;
        }
        let march = self.march.as_ref().and_then(|found| found.march.as_ref().ok());
        measure::way(painter, context.view, &legs, march, &self.describe(&legs, context));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;
    use crate::tools::testing::{self, ToolHarness};

    #[test]
    fn a_drag_tells_hexes_and_meters_on_every_map() {
        for (document, map) in testing::maps() {
            let mut table = ToolHarness::of(document);
            let mut tool = MeasureTool::default();
            table.drag(&mut tool, &["0101", "0105"]);
            let hexes = table.common().grid().unwrap().distance(table.cell("0101"), table.cell("0105"));
            let metres = table.common().hex_metres().map(|metres| format!(", {}", far(u64::from(metres * hexes))));
            let hint = table.hint(&tool);
            let text = format!("0101 to 0105: {hexes} hexes{}.", metres.unwrap_or_default());
            assert!(hint.starts_with(&text), "{map}: {hint}");
        }
        assert_eq!([far(900), far(12_650)], ["900 m", "12.6 km"]);
        assert_eq!([points(0), points(1), points(5), points(6)], ["0", "½", "2½", "3"]);
    }

    #[test]
    fn clicks_add_up_and_escape_ends() {
        let mut table = ToolHarness::of(Document::template());
        let mut tool = MeasureTool::default();
        for hex in ["0101", "0103", "0303"] {
            table.drag(&mut tool, &[hex]);
        }
        assert_eq!((tool.stops.len(), tool.follows), (3, true));
        let there = table.pos("0403");
        table.send(&mut tool, PointerGesture::Hover(there));
        assert!(table.hint(&tool).starts_with("0101 to 0403: 5 hexes"), "{}", table.hint(&tool));
        table.drag(&mut tool, &["0303"]);
        table.send(&mut tool, PointerGesture::Hover(there));
        assert!(table.hint(&tool).starts_with("0101 to 0303: 4 hexes"), "a second click ends: {}", table.hint(&tool));
        assert!(tool.cancel() && !tool.cancel() && tool.legs().is_empty());
        table.drag(&mut tool, &["0101", "0102"]);
        table.drag(&mut tool, &["0103", "0104"]);
        assert_eq!(tool.stops.len(), 2, "a new drag begins anew");
    }

    #[test]
    fn a_unit_in_the_first_hex_marches_by_the_rules_of_its_system() {
        for n in 0..crate::model::store::SHELF.len() {
            let mut table = ToolHarness::of(Document::from_shelf(n));
            let mut tool = MeasureTool::default();
            let Ok(grid) = table.common().grid() else { continue };
            let patch = crate::model::region::HexSet::of(&grid, grid.cells());
            let common = table.common();
            let unit = (0..common.unit_count()).filter_map(|n| common.unit(n)).find_map(|unit| match &unit.start {
                battlewright_schema::Start::At(hex) => Some((unit.name.to_owned(), hex.clone())),
                _ => None,
            });
            let Some((_, from)) = unit else { continue };
            let far = patch.cells().filter(|cell| common.has(*cell)).last().unwrap();
            let far = grid.name(far);
            table.drag(&mut tool, &[from.as_str(), far.as_str()]);
            let hint = table.hint(&tool);
            assert!(hint.contains(" MP spent in the last (") && hint.contains("Other units are ignored"), "{hint}");
            let march = tool.march.as_ref().unwrap().march.as_ref().unwrap();
            assert!(march.turns() >= 1 && march.way.len() > 2, "{hint}");
        }
    }
}
