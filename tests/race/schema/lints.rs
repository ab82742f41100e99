//! Lints of the race, and the parts of it that every lint looks at.

use super::Race;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, Piece};
use crate::{Counter, DocPath, MarchColumn, Scenario, SideId};

finding! {
    /// # What it finds
    /// A track that does not end at the goal.
    ///
    /// # Why it matters
    /// The first two roads are the tracks of the sides, and the last hex of each belongs to the goal. Otherwise the
    /// runner stops before the goal or runs past it.
    ///
    /// # Example
    /// ```toml
    /// [[road]]
    /// path = ["0101", "0201"]      # the goal is "0301"
    /// ```
    ///
    /// # Remedy
    /// Lead the road to the goal.
    TRACK_MISSES_GOAL = "track-misses-goal", Warning
}

/// Every lint of this system.
pub(crate) const LINTS: &LintTable = &[(&[TRACK_MISSES_GOAL], check)];

fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Scenario::Race(own) = cx.scenario else { return };
    let goal = own.place.iter().find(|place| Some(&place.id) == own.victory.goal.as_ref());
    for (row, track) in own.tracks().enumerate() {
        if let (Some(goal), Some(last)) = (goal, track.last())
            && !goal.hexes.contains(last)
        {
            let path = DocPath::root().key("road").index(row).key("path").index(track.len() - 1);
            let message = format!("the track ends in {last}, which is no hex of the goal");
            found.push(TRACK_MISSES_GOAL.at(path, message).help("lead the road to the goal"));
        }
    }
}

/// The parts that lints of every system look at.
pub(crate) fn view(own: &Race) -> LintView<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(std::iter::empty());
    let entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let units = own.unit.iter().enumerate().map(|(row, unit)| Piece {
        id: unit.id.as_str(),
        name: &unit.name,
        label: None,
        formation: None,
        side: &unit.side,
        at: unit.at.as_ref(),
        enters: None,
        column: MarchColumn::default(),
        zone: None,
        movement: unit.pace,
        has_source: false,
        figures: None,
        side_number: sides.number(unit.side.as_str()),
        formation_number: formations.number(""),
        entry_number: None,
        counter: Counter::Unit(row),
    });
    let units = units.collect();
    let goals =
        own.victory.goal.iter().flat_map(|place| {
            own.side.keys().map(move |side| Goal { place, side, row: ("goal", 0), named: ("", None) })
        });
    LintView { units, goals: goals.collect(), ..LintView::new(sides, formations, entries) }
}
