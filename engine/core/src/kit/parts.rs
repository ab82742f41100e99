//! The parts of a game: a constant board, a state, and data derived from the state.

/// Implements `Clone` for a struct of these fields. `clone_from` reuses the allocations of each, so that copies between states of
/// one scenario do not allocate.
#[macro_export]
macro_rules! clone_in_place {
    ($name:ident { $($field:ident),+ $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                let Self { $($field),+ } = self;
                Self { $($field: Clone::clone($field)),+ }
            }

            fn clone_from(&mut self, other: &Self) {
                let Self { $($field),+ } = other;
                $(Clone::clone_from(&mut self.$field, $field);)+
            }
        }
    };
}

/// Implements `Clone` and `Eq` for a game with the fields `board` (a [`TurnBoard`](crate::kit::turn_board::TurnBoard)), `state` and
/// `ground`, which is derived from the state. `clone_from` between games of one scenario does not allocate, and shared boards are not compared.
#[macro_export]
macro_rules! game_of_parts {
    ($game:ident) => {
        $crate::clone_in_place!($game { board, state, ground });

        impl PartialEq for $game {
            fn eq(&self, other: &Self) -> bool {
                self.state == other.state && self.board == other.board
            }
        }

        impl Eq for $game {}
    };
}
