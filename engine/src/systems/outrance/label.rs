//! The texts of actions as the game stands, and their notation in replays.

use battlewright_schema::Inches;
use battlewright_schema::common::inches::TablePoint;

use super::Outrance;
use super::action::{Action, OrderKind};
use super::state::UnitIx;
use crate::kit::plane::{Direction, Point};
use crate::kit::tasks::Tasks as _;
use crate::show::{Label, Place};

/// Returns a point in the notation of replays, such as `"12.5/3"`.
fn spelled_point(point: Point) -> String {
    TablePoint(Inches::from(point)).to_string().replace(',', "/")
}

/// Returns a number of tenths as a decimal number, such as `"-12.5"`.
fn spelled_tenths(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn spelled_facing(facing: Direction) -> String {
    spelled_tenths(facing.tenths().into())
}

impl Outrance {
    /// Returns the text, the notation and the place of an action.
    pub(super) fn action_label(&self, action: &Action) -> Label {
        let place = match *action {
            Action::Leg { to, .. } | Action::AlongRoad { to, .. } | Action::Withdraw(to) => Some(to),
            Action::Place { at, .. } => Some(at),
            Action::Fire { target, .. } | Action::Order(OrderKind::Assault(target)) => self.point_of(target),
            Action::Select(unit) => self.point_of(unit),
            _ => None,
        };
        let piece = match *action {
            Action::Select(unit) => Some(unit),
            _ => self.active_piece(),
        };
        Label {
            text: self.action_text(action),
            notation: self.notation(action),
            piece: piece.map(|unit| self.board.unit(unit).id.clone()),
            place: place.map(|point| Place::At(point.into())),
        }
    }

    /// Returns the notation of an action in replays.
    fn notation(&self, action: &Action) -> String {
        let id = |unit: UnitIx| self.board.unit(unit).id.as_str();
        match *action {
            Action::Select(unit) => format!("select {}", id(unit)),
            Action::Hold => "hold".to_owned(),
            Action::Order(OrderKind::Deploy) => "order deploy".to_owned(),
            Action::Order(OrderKind::Maneuver) => "order maneuver".to_owned(),
            Action::Order(OrderKind::March) => "order march".to_owned(),
            Action::Order(OrderKind::Assault(target)) => format!("assault {}", id(target)),
            Action::RouteMarch => "route-march".to_owned(),
            Action::MoveGeneral => "move".to_owned(),
            Action::Fire { target, facing } => format!("fire {} {}", id(target), spelled_facing(facing)),
            Action::Regroup => "regroup".to_owned(),
            Action::Front(front) => format!("front {front}"),
            Action::Leg { to, facing } => format!("go {} {}", spelled_point(to), spelled_facing(facing)),
            Action::AlongRoad { road, to } => format!("road {} {}", usize::from(road) + 1, spelled_point(to)),
            Action::Place { at, facing, posture, front, turns } => {
                let mut text = format!("place {} {} {}", spelled_point(at), spelled_facing(facing), posture.name());
                if posture == battlewright_schema::outrance::Posture::Maneuver {
                    text.push_str(&format!(" front {front}"));
                }
                let last = turns.0.iter().rposition(|turn| *turn != 0);
                if let Some(bent) = last.and_then(|last| turns.0.get(..=last)) {
                    let turns: Vec<String> = bent.iter().map(|turn| spelled_tenths((*turn).into())).collect();
                    text.push_str(&format!(" bend {}", turns.join("/")));
                }
                text
            }
            Action::Withdraw(to) => format!("withdraw {}", spelled_point(to)),
            Action::Stop => "stop".to_owned(),
            Action::Back => "back".to_owned(),
        }
    }

    /// Returns an action in words as the game stands.
    fn action_text(&self, action: &Action) -> String {
        let name = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let inches = |point: Point| Inches::from(point).to_string();
        let degrees = |facing: Direction| format!("{}°", spelled_facing(facing));
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
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
