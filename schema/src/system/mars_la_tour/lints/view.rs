//! The view of a scenario for lints of all systems.

use crate::lint::lookup::Numbers;
use crate::lint::view::{Goal, LintView, Piece};
use crate::mars_la_tour::MarsLaTour;
use crate::path::DocPath;
use crate::{Counter, MarchColumn, SideId};

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &MarsLaTour) -> LintView<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(std::iter::empty());
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let units = own.unit.iter().enumerate().map(|(row, unit)| Piece {
        id: unit.id.as_str(),
        name: &unit.name,
        label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
        formation: unit.formation.as_deref(),
        side: &unit.side,
        at: unit.at.as_ref(),
        enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
        column: MarchColumn::default(),
        zone: None,
        movement: own.movement(unit.kind).march,
        has_source: unit.source.is_some(),
        figures: None,
        side_number: sides.number(unit.side.as_str()),
        formation_number: formations.number(unit.formation.as_deref().unwrap_or_default()),
        entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
        counter: Counter::Unit(row),
    });
    let units = units.collect();
    let goals = own.victory.hold.iter().enumerate().map(|(index, hold)| Goal {
        place: &hold.place,
        side: &hold.side,
        row: ("hold", index),
        named: ("place", None),
    });
    let escapes = own.victory.escape.iter().flat_map(|escape| {
        let path = DocPath::root().key("victory").key("escape").key("exits");
        let exits = escape.exits.iter().enumerate();
        exits.map(move |(index, exit)| (&escape.side, exit, path.clone().index(index)))
    });
    LintView { units, goals: goals.collect(), escapes: escapes.collect(), ..LintView::new(sides, formations, entries) }
}
