//! Rules in rows: what expressions ask of a position (`facts.rs`), the numbers and answers that rows change (`hooks.rs`), the acts
//! that they forbid or allow (`acts.rs`), the phases that they skip (`phases.rs`), events and victories (`events.rs`), and the distances
//! of the players' surveys (`survey.rs`).

pub(crate) mod acts;
pub(crate) mod events;
mod facts;
mod hooks;
mod phases;
mod survey;

pub(crate) use facts::Asked;
pub(crate) use survey::WaysByRows;

use battlewright_schema::position_magnifique::Kind;

use crate::state::{FireCause, FormationIx, MovingPiece, Order, UnitIx};
use battlewright_core::kit::extra::index_value;

/// Returns `unit` as expressions number units.
#[inline]
pub(crate) fn unit_value(unit: UnitIx) -> i32 {
    index_value(unit.index())
}

/// Returns `piece` as expressions number units: an HQ is none.
#[inline]
fn piece_value(piece: MovingPiece) -> i32 {
    match piece {
        MovingPiece::Unit(unit) => unit_value(unit),
        MovingPiece::Hq(_) => -1,
    }
}

/// Returns `formation` as expressions number formations.
pub(crate) fn formation_value(formation: FormationIx) -> i32 {
    index_value(formation.index())
}

fn order_value(order: Order) -> i32 {
    match order {
        Order::Attack => 0,
        Order::Defend => 1,
    }
}

fn cause_value(cause: FireCause) -> i32 {
    match cause {
        FireCause::Phase | FireCause::PhaseHalf => 0,
        FireCause::Free => 1,
        FireCause::Interdiction => 2,
        FireCause::Defensive(_) => 3,
        FireCause::Return => 4,
        FireCause::Mitrailleuse => 5,
    }
}

// The kinds in expressions have the order of the file.
const _: () = assert!(Kind::Infantry as u8 == 0 && Kind::Cavalry as u8 == 1 && Kind::HorseArtillery as u8 == 4);
