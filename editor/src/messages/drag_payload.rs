//! The payload of drag and drop.

use battlewright_schema::Counter;

/// A piece of a game on its way from the turn track to a hex of the map, by its
/// [id](battlewright_engine::show::Piece::id). It is the payload of egui's drag and drop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDrag {
    /// The piece.
    pub piece: String,
}

/// Counters on their way to another place: from the order of battle or the turn track to a hex of the
/// map, or to another turn. It is the payload of egui's drag and drop.
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
    /// The counters, the one under the pointer first.
    pub counters: Vec<Counter>,
}
