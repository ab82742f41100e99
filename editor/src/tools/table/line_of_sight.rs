//! The line-of-sight tool on a table: a line between two points, and the obstacle on it.

use battlewright_engine::show::{Show as _, TableSight};
use battlewright_schema::Inches;
use battlewright_schema::words::capital;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, vec2};

use super::measure::distance;
use super::{TableContext, TableTool};
use crate::canvas::{ink, sightline, table};
use crate::messages::act::Act;
use crate::tools::PointerGesture;

/// The step to which the ends are rounded, in thousandths of an inch.
const STEP: i32 = 100;
/// The distance after which a press becomes a drag, in screen points.
const DRAG: f32 = 4.0;

/// The line-of-sight tool.
#[derive(Default)]
pub(in crate::tools) struct SightOnTable {
    from: Option<Inches>,
    to: Option<Inches>,
    /// The position of the press, while the button is held.
    press: Option<Pos2>,
    /// `true` if the far end of the line follows the pointer.
    follows: bool,
}

impl SightOnTable {
    /// Returns the line; `None` without two ends, or without a game.
    fn sight(&self, context: &TableContext<'_>) -> Option<TableSight> {
        let (from, to) = self.from.zip(self.to).filter(|(from, to)| from != to)?;
        context.position.game.ok()?.sight_on_table(from, to)
    }
}

impl TableTool for SightOnTable {
    fn hint(&self, context: &TableContext<'_>) -> String {
        if let Err(why) = context.position.game {
            return format!("Lines of sight require a playable scenario: {why}");
        }
        let Some(TableSight { from, to, obstacle, rule }) = self.sight(context) else {
            return "Drag a line of sight, or click its ends. Escape ends.".to_owned();
        };
        let line = format!("{from} to {to}, {:.1} inches", distance(from, to));
        match obstacle {
            None => format!("{line}: clear ({rule})."),
            Some(obstacle) => format!("{line}: {}.", obstacle.reason),
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &TableContext<'_>, acts: &mut Vec<Act>) {
        let at = |pos: Pos2| {
            let Inches { x, y } = context.frame.at(pos);
            let [x, y] = [x, y].map(|value| value.saturating_add(STEP / 2).div_euclid(STEP) * STEP);
            context.frame.clamped(Inches { x, y })
        };
        match pointer {
            PointerGesture::Hover(pos) if self.follows => self.to = Some(at(pos)),
            PointerGesture::Press(pos) => self.press = Some(pos),
            PointerGesture::Drag(pos) => {
                if let Some(press) = self.press.filter(|press| press.distance(pos) > DRAG) {
                    (self.from, self.to, self.follows) = (Some(at(press)), Some(at(pos)), false);
                }
            }
            PointerGesture::Release(pos) => {
                let Some(press) = self.press.take() else { return };
                if press.distance(pos) > DRAG {
                    self.to = Some(at(pos));
                } else if self.follows {
                    (self.to, self.follows) = (Some(at(pos)), false);
                } else {
                    // After a click, the line follows the pointer.
                    (self.from, self.to, self.follows) = (Some(at(pos)), None, true);
                }
                if let Err(why) = context.position.game {
                    acts.push(Act::Say(format!("Lines of sight require a playable scenario: {why}")));
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        let busy = self.from.is_some();
        *self = Self::default();
        busy
    }

    fn preview(&self, painter: &Painter, context: &TableContext<'_>) {
        if let Some(from) = self.from {
            table::handle(painter, context.frame.pos(from));
        }
        let Some(sight) = self.sight(context) else { return };
        let [from, to] = [sight.from, sight.to].map(|end| context.frame.pos(end));
        let color = if sight.obstacle.is_some() { ink::WRONG } else { sightline::CLEAR };
        let stop = sight.obstacle.as_ref().map_or(to, |obstacle| context.frame.pos(obstacle.at));
        painter.line_segment([from, to], Stroke::new(5.5, Color32::from_white_alpha(190)));
        painter.line_segment([from, stop], Stroke::new(3.0, color));
        painter.extend(Shape::dashed_line(&[stop, to], Stroke::new(2.0, color), 6.0, 5.0));
        for end in [from, to] {
            painter.circle(end, 4.5, color, Stroke::new(1.5, Color32::WHITE));
        }
        let text = sight.obstacle.map_or_else(|| format!("Clear ({})", sight.rule), |obstacle| capital(&obstacle.reason));
        let galley = painter.layout_no_wrap(text, FontId::proportional(13.0), Color32::WHITE);
        // Left of the end where the window ends.
        let is_wide = to.x + galley.size().x + 20.0 > painter.clip_rect().right();
        let (anchor, aside) = if is_wide { (Align2::RIGHT_BOTTOM, -10.0) } else { (Align2::LEFT_BOTTOM, 10.0) };
        let rect = anchor.anchor_size(to + vec2(aside, -8.0), galley.size());
        painter.rect_filled(rect.expand2(vec2(5.0, 2.0)), 4.0, Color32::from_black_alpha(190));
        painter.galley(rect.min, galley, Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::TableHarness;
    use super::*;
    use crate::model::document::Document;

    fn table() -> TableHarness {
        let text = include_str!("../../../../scenarios/outrance-spicheren.toml");
        TableHarness::of(Document::from_text("spicheren", text.to_owned()))
    }

    #[test]
    fn a_drag_says_what_blocks_and_by_which_rule() {
        let mut table = table();
        let mut tool = SightOnTable::default();
        // Over open fields, and into the wood of Giferts.
        table.drag(&mut tool, "14,2", "12,8");
        let hint = table.hint(&tool);
        assert!(hint.contains("inches: clear (VIII"), "{hint}");
        table.drag(&mut tool, "29,12", "29,20");
        let hint = table.hint(&tool);
        assert!(hint.contains("block") && hint.ends_with("(VIII)."), "{hint}");
        assert!(tool.cancel() && !tool.cancel());
    }

    #[test]
    fn after_a_click_the_line_follows_the_pointer_to_the_next_click() {
        let mut table = table();
        let mut tool = SightOnTable::default();
        table.click(&mut tool, "14,2");
        assert!(table.hint(&tool).contains("Drag a line"), "{}", table.hint(&tool));
        table.click(&mut tool, "12,8");
        assert!(table.hint(&tool).contains("14\", 2\" to 12\", 8\""), "{}", table.hint(&tool));
        table.click(&mut tool, "20,8");
        assert!(table.hint(&tool).contains("Drag a line"), "a new line begins");
    }

    #[test]
    fn a_scenario_that_cannot_be_played_is_told_so() {
        let mut table = TableHarness::of(Document::from_text(
            "none",
            include_str!("../../../../scenarios/outrance-spicheren.toml").replacen("bases = 4", "bases = 99", 1),
        ));
        let mut tool = SightOnTable::default();
        table.drag(&mut tool, "14,2", "12,8");
        let said = table.said.take().unwrap_or_default();
        assert!(said.starts_with("Lines of sight require a playable scenario: "), "{said}");
    }
}
