//! The line-of-sight tool: shows the hexes in sight of a hex, and the obstacles on a line.

use std::collections::BTreeSet;

use battlewright_engine::any::{AnyGame, sight_rule};
use battlewright_engine::show::{LineOfSight as Line, Show as _};
use battlewright_schema::Cell;
use egui::{Key, Painter};

use super::{PointerGesture, Tool, ToolContext, ToolDefinition, ToolGroup, ToolInfo, lacks};
use crate::canvas::overview::FAR;
use crate::canvas::{overlay, sightline};
use crate::messages::act::Act;

/// The line-of-sight tool.
#[derive(Default)]
pub(super) struct LineOfSightTool {
    hover: Option<Cell>,
    from: Option<Cell>,
    to: Option<Cell>,
    /// `true` if the far end of the line follows the pointer.
    follows: bool,
    /// `true` while the button is down.
    down: bool,
    /// The hexes in sight of `from`, as a cache.
    seen: Option<VisibleHexes>,
    /// The cached line: both ends, the stamp of the position, and the result.
    line: Option<(Cell, Cell, u64, Line)>,
}

/// The known hexes in sight of a hex. Only hexes that have been visible on the screen are examined.
struct VisibleHexes {
    from: Cell,
    /// The stamp of the position.
    stamp: u64,
    asked: BTreeSet<Cell>,
    /// The examined hexes that are in sight.
    cells: Vec<Cell>,
}

impl VisibleHexes {
    /// Examines the visible hexes that are not examined yet. A whole map would take too long.
    fn look(&mut self, context: &ToolContext<'_>, game: &AnyGame) {
        if context.view.detail() < FAR {
            return;
        }
        for cell in context.view.cells().filter(|cell| *cell != self.from && context.common().has(*cell)) {
            if self.asked.insert(cell) && game.sees(self.from, cell) {
                self.cells.push(cell);
            }
        }
    }
}

impl LineOfSightTool {
    /// Recomputes the cache after a change of hex or position.
    fn look(&mut self, context: &ToolContext<'_>) {
        let (Ok(game), Some(from)) = (context.position.game, self.from) else {
            (self.seen, self.line) = (None, None);
            return;
        };
        let stamp = context.position.stamp;
        let mut seen = self.seen.take().filter(|seen| (seen.from, seen.stamp) == (from, stamp));
        seen.get_or_insert_with(|| VisibleHexes { from, stamp, asked: BTreeSet::new(), cells: Vec::new() })
            .look(context, game);
        self.seen = seen;
        let to = self.to.filter(|to| *to != from);
        if self.line.as_ref().is_none_or(|(a, b, at, _)| (*a, Some(*b), *at) != (from, to, stamp)) {
            self.line = to.and_then(|to| Some((from, to, stamp, game.sight(from, to)?)));
        }
    }
}

/// Describes the line in a sentence.
fn describe(from: Cell, to: Cell, line: &Line, context: &ToolContext<'_>) -> String {
    let grid = context.view.grid();
    let (a, b) = (grid.name(from), grid.name(to));
    match line.obstacles.as_slice() {
        [] => format!("{a} to {b}, {} hexes: clear ({}).", grid.distance(from, to), line.rule),
        [first, rest @ ..] => {
            let more = if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
            format!("{a} to {b}, {} hexes: blocked by {}{more} ({}).", grid.distance(from, to), first.reason, line.rule)
        }
    }
}

impl ToolDefinition for LineOfSightTool {
    const INFO: ToolInfo = ToolInfo {
        id: "line-of-sight",
        name: "Line of sight",
        help: "Show what is in sight, and obstacles to the view. Available in play.",
        key: Key::S,
        icon: include_str!("../../assets/icons/line-of-sight.svg"),
        group: ToolGroup::Inspection,
        in_play: true,
        on_table: true,
        useless: |scenario| lacks(scenario, sight_rule(scenario.system()).is_some(), "line-of-sight rule"),
        ..ToolInfo::DEFAULT
    };
}

impl Tool for LineOfSightTool {
    fn hint(&self, context: &ToolContext<'_>) -> String {
        if let Err(why) = context.position.game {
            return format!("Lines of sight require a playable scenario: {why}");
        }
        match (&self.line, self.from) {
            (Some((from, to, _, line)), _) => describe(*from, *to, line, context),
            (None, Some(from)) => format!(
                "{} of the hexes shown are in sight of {}. Point at one, or click to look from there. Escape ends.",
                self.seen.as_ref().map_or(0, |seen| seen.cells.len()),
                context.view.grid().name(from)
            ),
            (None, None) => "Click a hex to see the hexes in sight, or drag to another hex.".to_owned(),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &ToolContext<'_>, acts: &mut Vec<Act>) {
        match pointer {
            PointerGesture::Hover(pos) => {
                self.hover = context.cell(pos);
                if self.follows {
                    self.to = self.hover;
                }
            }
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => {
                self.from = context.cell(pos);
                self.to = None;
                self.follows = false;
                self.down = self.from.is_some();
            }
            PointerGesture::Drag(pos) if self.down => self.to = context.cell(pos),
            PointerGesture::Release(pos) if std::mem::take(&mut self.down) => {
                self.to = context.cell(pos);
                // After a click, the line follows the pointer.
                self.follows = self.to == self.from;
            }
            _ => {}
        }
        self.look(context);
        if let (PointerGesture::Release(_), Err(why)) = (pointer, context.position.game) {
            acts.push(Act::Say(format!("Lines of sight require a playable scenario: {why}")));
        }
    }

    fn cancel(&mut self) -> bool {
        let busy = self.from.is_some();
        *self = Self { hover: self.hover, ..Self::default() };
        busy
    }

    fn field(&self) -> Option<(Cell, &[Cell])> {
        self.seen.as_ref().map(|seen| (seen.from, seen.cells.as_slice()))
    }

    fn preview(&self, painter: &Painter, context: &ToolContext<'_>) {
        match &self.line {
            Some((from, to, _, line)) => sightline::line(painter, context.view, *from, *to, line),
            None => overlay::outline(painter, context.view, self.hover.or(self.from).as_slice()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;
    use crate::tools::testing::ToolHarness;

    fn table() -> ToolHarness {
        let text = include_str!("../../../scenarios/pm-a-day-of-battle.toml");
        ToolHarness::of(Document::from_text("day", text.to_owned()))
    }

    #[test]
    fn a_drag_says_what_blocks_and_by_which_rule() {
        let mut table = table();
        let mut tool = LineOfSightTool::default();
        // The example of rule 10.3: the battery at 1214 sees 1211 and not 1310.
        table.drag(&mut tool, &["1214", "1211"]);
        assert_eq!(table.hint(&tool), "1214 to 1211, 3 hexes: clear (10.3 Line of Sight).");
        table.drag(&mut tool, &["1214", "1310"]);
        let hint = table.hint(&tool);
        assert!(hint.starts_with("1214 to 1310, 4 hexes: blocked by 1311: "), "{hint}");
        assert!(hint.ends_with("(10.3 Line of Sight)."), "{hint}");
    }

    #[test]
    fn after_a_click_the_line_follows_the_pointer() {
        let mut table = table();
        let mut tool = LineOfSightTool::default();
        table.drag(&mut tool, &["1214"]);
        assert!(table.hint(&tool).contains("of the hexes shown are in sight of 1214"), "{}", table.hint(&tool));
        let pos = table.pos("1211");
        table.send(&mut tool, PointerGesture::Hover(pos));
        assert!(table.hint(&tool).contains("1214 to 1211"), "{}", table.hint(&tool));
        assert!(tool.cancel() && tool.from.is_none());
        assert!(!tool.cancel());
    }

    #[test]
    fn what_is_in_sight_changes_with_the_scenario() {
        let mut table = table();
        let mut tool = LineOfSightTool::default();
        table.drag(&mut tool, &["1214"]);
        let before = tool.seen.as_ref().unwrap().cells.len();
        let grid = table.common().grid().unwrap();
        let wall = grid.neighbors(table.cell("1214")).into_iter().flatten().map(|cell| (cell, '9')).collect();
        table.document.apply("Raise ground", None, crate::model::edit::Edit::Levels(wall));
        let pos = table.pos("1214");
        table.send(&mut tool, PointerGesture::Hover(pos));
        assert_eq!(tool.seen.as_ref().unwrap().cells.len(), 6, "of {before} only the neighbors are left");
    }

    #[test]
    fn a_scenario_that_cannot_be_played_is_told_so() {
        let text =
            include_str!("../../../scenarios/pm-a-day-of-battle.toml").replacen("at = \"1012\"", "at = \"9912\"", 1);
        let mut table = ToolHarness::of(Document::from_text("day", text));
        let mut tool = LineOfSightTool::default();
        table.drag(&mut tool, &["1214"]);
        assert!(table.said.unwrap().starts_with("Lines of sight require a playable scenario"));
    }
}
