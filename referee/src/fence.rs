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

#[cfg(test)]
mod tests {
    use battlewright_engine::game::Turn;

    use super::*;
    use crate::dice::FairDice;
    use crate::table::GameTable;

    /// In an attack, both sides choose their artillery support in turn, and the second choice shows what the first one was. A choice
    /// before which nothing is hidden shows nothing.
    #[test]
    fn who_chooses_second_learns_what_the_first_has_chosen() {
        let table = GameTable::open(include_str!("../../scenarios/tutorial.toml")).unwrap();
        let dice = FairDice::new("fence", &[7; 32], [None, None]);
        let (mut game, mut actions) = (table.start().clone(), Vec::new());
        let [mut told, mut plain] = [0, 0];
        for n in 0..2000_u32 {
            match game.turn() {
                Turn::Over(_) => game = table.start().clone(),
                Turn::Chance(chance) => game.resolve(&dice.roll(0, n, chance), &mut ()),
                Turn::Choose(side) => {
                    game.actions(&mut actions);
                    // Another stride than the number of the actions, so that all are chosen.
                    let action = actions[n as usize * 7 % actions.len()];
                    let before = game.clone();
                    game.apply(&action, &mut ());
                    if !before.hides(side) {
                        plain += 1;
                        assert!(!tells(&before, &action, &game, side));
                    } else if !game.hides(side) {
                        told += 1;
                        assert!(tells(&before, &action, &game, side));
                    }
                }
            }
        }
        assert!(told > 0 && plain > 100, "{told} {plain}");
    }
}
