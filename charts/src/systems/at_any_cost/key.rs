//! The key of abbreviations.

use battlewright_engine::systems::at_any_cost::rulebook as rule;

use super::Aid;
use crate::chart::{Chart, ChartKind};
use crate::phrase;
use crate::phrase::Phrase;

/// The headquarters of a side that leave room for the key below them.
const MOST_HQS: usize = 9;

/// Returns the key.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let mut entries: Vec<(&str, Phrase)> = vec![
        ("▸ ◂", "columns to the right (helps firer and attacker) and to the left".into()),
        ("× ½", "half the SP; fractions are dropped".into()),
        ("Battleworn", "on the back of the counter; Fresh: on the front".into()),
        ("Broken", "in the box of units to be rebuilt".into()),
        ("Casualty Hit", "Fresh unit turns over; Battleworn one takes a Break Test".into()),
        ("CT", "Critical Test, RT Routine, ST Severe, TT Tough".into()),
        ("die", "ten-sided, 0 is 10".into()),
        ("Elan Hit", "Shaken, then Disrupted, then a Rout Test for each".into()),
        ("Front, Second Line", "the two places of a hex".into()),
        ("HQ", "headquarters".into()),
        ("In Command", "within Command Range, or by a courier".into()),
        ("MP", "Movement Points".into()),
        ("Small Unit", "has no Fresh side".into()),
        ("SP", "Strength Points".into()),
        ("T4", "turn 4".into()),
        ("TCR", "Tactical Cohesion Rating; modified: with markers, works and night, 0 to 10".into()),
        ("TF", "Tough Fight".into()),
        ("VP", "victory points".into()),
    ];
    if aid.used.mitrailleuses {
        entries
            .push(("m", phrase!["battery with a Mitrailleuse marker, which fires for itself (", rule::MARKERS, ")"]));
    }
    if aid.used.cavalry() {
        entries.push(("L, M, H", "light, medium, heavy cavalry; H also heavy guns, h horse artillery".into()));
    }
    if !aid.used.events.is_empty() {
        entries.push(("Chit", "Event Chit or Activation Chit".into()));
    }
    // Many headquarters leave it no room on the first page.
    let most = aid.own.side.keys().map(|side| aid.own.formation.iter().filter(|row| row.side == *side).count()).max();
    let page = if most.unwrap_or_default() > MOST_HQS { 5 } else { 1 };
    entries.sort_by_key(|(short, _)| short.to_lowercase());
    let entries = entries.into_iter().map(|(short, meaning)| (short.to_owned(), meaning)).collect();
    vec![Chart::new("key", "Key", phrase![], ChartKind::Key(entries)).at(page, 5, 12)]
}
