//! Fences: inputs that their player cannot take back alone.

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::game::{Game as _, Side};

/// Returns `true` if `action` of `side`, which led from `before` to `after`, has told the side something: the position that the side
/// sees is another one than the action alone leads to in what it saw before.
pub(crate) fn tells(before: &AnyGame, action: &AnyAction, after: &AnyGame, side: Side) -> bool {
    if !before.hides(side) {
        return false;
    }
    let mut expected = before.seen_by(side);
    expected.apply(action, &mut ());
    expected.seen_by(side) != after.seen_by(side)
}
