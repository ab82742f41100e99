//! The parts of a game: a constant board, a state, and data derived from the state.

/// Implements `Clone` and `Eq` for a game with the fields `board` (in an [`Arc`](std::sync::Arc)), `state` and `ground`, which
/// is derived from the state. `clone_from` between games of one scenario does not allocate, and shared boards are not compared.
macro_rules! game_of_parts {
    ($game:ident) => {
        impl Clone for $game {
            fn clone(&self) -> Self {
                let Self { board, state, ground } = self;
                Self { board: std::sync::Arc::clone(board), state: state.clone(), ground: ground.clone() }
            }

            fn clone_from(&mut self, other: &Self) {
                let Self { board, state, ground } = other;
                self.board.clone_from(board);
                self.state.clone_from(state);
                self.ground.clone_from(ground);
            }
        }

        impl PartialEq for $game {
            fn eq(&self, other: &Self) -> bool {
                self.state == other.state
                    && (std::sync::Arc::ptr_eq(&self.board, &other.board) || self.board == other.board)
            }
        }

        impl Eq for $game {}
    };
}

pub(crate) use game_of_parts;
