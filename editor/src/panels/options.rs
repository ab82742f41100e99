//! The options of the active tool, in a separate area below the fields of the inspector.
//!
//! The layout is stable: the area has the height of all options of its tool, unavailable options are disabled instead
//! of hidden, and optional rows come last.

use egui::{Frame, Margin, Panel, ScrollArea, Ui};

use super::PanelContext;
use crate::messages::act::Act;
use crate::tools::{self, PageContext, SWATCH};
use crate::widgets::field;

/// The maximum share of the height of the inspector.
const MOST: f32 = 0.55;

/// Draws the options of the active tool, if it has any.
pub fn place(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let info = shown.tool.info();
    let Some(page) = tools::options_page(shown.tool) else { return };
    let swatches = if page.legend { shown.common().terrain().len() } else { 0 };
    let swatches = f32::from(u16::try_from(swatches).unwrap_or(u16::MAX));
    let (line, gap) = (ui.spacing().interact_size.y, ui.spacing().item_spacing.y);
    // One more row for the heading.
    let height = (f32::from(page.rows) + 1.0) * (line + gap) + swatches * (SWATCH + gap) + 16.0;
    let height = height.min(ui.available_height() * MOST).floor();
    let frame = Frame::NONE.inner_margin(Margin { top: 4, ..Margin::ZERO });
    Panel::bottom("tool options").frame(frame).resizable(false).exact_size(height).show(ui, |ui| {
        let area = ScrollArea::vertical().id_salt(("tool options", shown.tool)).auto_shrink(false);
        area.show(ui, |ui| {
            field::heading(ui, &format!("{} tool", info.name));
            let mut context = PageContext { scenario: shown.scenario(), options: shown.options.clone(), acts };
            (page.draw)(ui, &mut context);
            let options = context.options;
            if options != *shown.options {
                acts.push(Act::Options(options));
            }
        });
    });
}
