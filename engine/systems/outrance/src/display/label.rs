//! The texts of actions as the game stands.

use battlewright_schema::Inches;

use crate::Outrance;
use crate::action::{Action, OrderKind};
use crate::display::notation::spelled_tenths;
use crate::state::UnitIx;
use battlewright_core::kit::plane::{Direction, Point};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Label, Place};

impl Outrance {
    /// Returns the text, the notation and the place of an action.
    pub(crate) fn action_label(&self, action: &Action) -> Label {
        let place = match *action {
            Action::Leg { to, .. } | Action::AlongRoad { to, .. } | Action::Withdraw(to) => Some(to),
            Action::Place { at, .. } => Some(at),
            Action::Fire { target, .. } | Action::Order(OrderKind::Assault(target)) => self.point_of(target),
            Action::Select(unit) => self.point_of(unit),
            _ => None,
        };
        let piece = match *action {
            Action::Select(unit) => Some(unit),
            // To end a move is the answer to its question, not one of several orders to the unit.
            Action::Stop => None,
            _ => self.active_piece(),
        };
        Label {
            text: self.action_text(action),
            notation: self.notation(action),
            piece: piece.map(|unit| self.board.unit(unit).id.clone()),
            place: place.map(|point| Place::At(point.into())),
        }
    }

    /// Returns an action in words as the game stands.
    fn action_text(&self, action: &Action) -> String {
        let name = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let inches = |point: Point| Inches::from(point).to_string();
        let degrees = |facing: Direction| format!("{}°", spelled_tenths(facing.tenths().into()));
        match *action {
            Action::Select(unit) => format!("Select {}", name(unit)),
            Action::Hold => "Hold".to_owned(),
            Action::Order(OrderKind::Deploy) => "Deploy".to_owned(),
            Action::Order(OrderKind::Maneuver) => "Maneuver".to_owned(),
            Action::Order(OrderKind::March) => "March".to_owned(),
            Action::Order(OrderKind::Assault(target)) => format!("Assault {}", name(target)),
            Action::RouteMarch => "Route march".to_owned(),
            Action::MoveGeneral => "Move the general".to_owned(),
            Action::Fire { target, .. } => format!("Fire at {}", name(target)),
            Action::Regroup => "Regroup".to_owned(),
            Action::Front(front) => format!("{front} bases in the first rank"),
            Action::Leg { to, facing } => format!("Move to {}, facing {}", inches(to), degrees(facing)),
            Action::AlongRoad { to, .. } => format!("March along the road toward {}", inches(to)),
            Action::Place { at, facing, posture, .. } => {
                format!("{} at {}, facing {}", capital(posture.name()), inches(at), degrees(facing))
            }
            Action::Withdraw(to) => format!("Withdraw to {}", inches(to)),
            Action::Stop => self.pass_text().to_owned(),
            Action::Back => "Take it back".to_owned(),
        }
    }
}

/// Returns a word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
