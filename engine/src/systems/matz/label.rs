//! The texts of actions, and their notation in replays.

use super::action::Action;
use super::{Matz, UnitIx};
use crate::kit::hex_map::HexIx;
use crate::show::Label;

impl Matz {
    /// The text, the notation and the place of `action`.
    pub(super) fn action_label(&self, action: &Action) -> Label {
        let id = |unit: UnitIx| self.board.unit(unit).id.as_str();
        let name = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let hex_name = |hex: HexIx| self.board.map.name(hex);
        let corps = |formation| &self.board.formation(formation).name;
        let (text, notation) = match *action {
            Action::Hex(hex) => (hex_name(hex).to_string(), format!("hex {}", hex_name(hex))),
            Action::Place(unit) => (format!("Place {}", name(unit)), format!("place {}", id(unit))),
            Action::Move(unit) => (format!("Move {}", name(unit)), format!("move {}", id(unit))),
            Action::Attach { unit, formation } => (
                format!("Attach {} to {}", name(unit), corps(formation)),
                format!("attach {} {}", id(unit), self.board.formation(formation).id),
            ),
            Action::CallUp { reserve, formation } => (
                format!("Call up {} for {}", self.board.reserve(reserve).name, corps(formation)),
                format!("call reserve-{} {}", reserve.index() + 1, self.board.formation(formation).id),
            ),
            Action::Patrol(unit) => (format!("{} intercepts", name(unit)), format!("patrol {}", id(unit))),
            Action::Mega(mega) => {
                let center = self.board.mega.center(mega).map_or_else(String::new, |hex| hex_name(hex).to_string());
                (self.board.mega.name(mega).to_owned(), format!("mega {center}"))
            }
            Action::Launch { unit, mission } => {
                (format!("{}: {}", name(unit), mission.name()), format!("launch {} {}", id(unit), mission.name()))
            }
            Action::Engage(unit) => (format!("{} fights", name(unit)), format!("engage {}", id(unit))),
            Action::Target(hex) => (format!("Target {}", hex_name(hex)), format!("target {}", hex_name(hex))),
            Action::Join(unit) => (format!("With {}", name(unit)), format!("join {}", id(unit))),
            Action::Support(unit) => (format!("Support by {}", name(unit)), format!("support {}", id(unit))),
            Action::Lose(unit) => (format!("{} loses a step", name(unit)), format!("lose {}", id(unit))),
            Action::Advance { unit, to } => (
                format!("{} advances to {}", name(unit), hex_name(to)),
                format!("advance {} {}", id(unit), hex_name(to)),
            ),
            Action::Begin => ("Begin".to_owned(), "begin".to_owned()),
            Action::Stop => ("Stop".to_owned(), "stop".to_owned()),
            Action::Pass => (self.pass_text().to_owned(), "pass".to_owned()),
        };
        let place = action.hex().or_else(|| self.board.mega.center(action.mega()?));
        Label {
            text,
            notation,
            piece: action.unit().map(|unit| id(unit).to_owned()),
            place: place.map(|hex| self.board.map.place(hex)),
        }
    }
}
