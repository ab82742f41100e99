//! Payloads of drag and drop.

use battlewright_schema::Counter;

/// A piece of a game that is dragged from the turn track to a hex of the map, by its
/// [id](battlewright_engine::show::Piece::id).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDrag {
    /// The id of the piece.
    pub piece: String,
}

/// Counters that are dragged from the order of battle or the turn track to a hex of the map or to another turn.
///
/// ```
/// use battlewright_editor::messages::drag_payload::CounterDrag;
/// use battlewright_schema::Counter;
/// let ctx = egui::Context::default();
/// egui::DragAndDrop::set_payload(&ctx, CounterDrag { counters: vec![Counter::Unit(3)] });
/// let drag = egui::DragAndDrop::payload::<CounterDrag>(&ctx).unwrap();
/// assert_eq!(drag.counters, [Counter::Unit(3)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterDrag {
    /// The dragged counters. The first is the one under the pointer.
    pub counters: Vec<Counter>,
}
