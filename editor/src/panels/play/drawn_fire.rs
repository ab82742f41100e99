//! The enemy fires that a move draws, before it is made.

use battlewright_engine::show::DrawnFire;
use egui::{RichText, Ui};

use super::odds::explained_odds;
use crate::model::play::Session;

/// The number of fires that the tooltip shows with their odds.
const MOST: usize = 3;

/// Returns the line below the ghost of a move: its fires with their columns, such as `"Draws fire: columns 5, 3"`; `None` without
/// fire.
pub fn drawn_fire_line(fires: &[DrawnFire]) -> Option<String> {
    let columns: Vec<&str> = fires.iter().map(|fire| fire.column.as_str()).collect();
    let word = if columns.len() == 1 { "column" } else { "columns" };
    (!fires.is_empty()).then(|| format!("Draws fire: {word} {}", columns.join(", ")))
}

/// Returns the heading of a fire, such as `"0405: 2nd Brigade may fire, column 5"`.
fn heading(session: &Session, fire: &DrawnFire) -> String {
    let hex = session.hex_name(fire.cell).map_or_else(String::new, |hex| format!("{hex}: "));
    format!("{hex}{} may fire, column {}", fire.firer, fire.column)
}

/// Draws the tooltip of a move under fire: each fire in the order of the hexes, the first ones with their odds.
pub fn drawn_fires(ui: &mut Ui, session: &Session, fires: &[DrawnFire]) {
    ui.set_width(290.0);
    if let Some(first) = fires.first() {
        let title = format!("This move draws {} ({})", first.rule.title, first.rule.number);
        ui.label(RichText::new(title).strong().color(ui.visuals().error_fg_color));
    }
    for (n, fire) in fires.iter().enumerate() {
        ui.label(RichText::new(heading(session, fire)).small().strong());
        if n < MOST {
            explained_odds(ui, &fire.odds, session.seen().turn);
        }
    }
}
