//! 12.1: active pieces move once each; those Out of Command move after all others.

use std::fmt::{Arguments, from_fn};

use battlewright_schema::position_magnifique::Kind;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::rules::r12_03_out_of_command::CommandRoll;
use crate::rules::r12_05_charge::DeathrideRoll;
use crate::stage::{Part, TaskStage};
use crate::state::{ActivatedUnits, Activation, At, Fired, FormationIx, MovingPiece};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 12.1: active units move; those Out of Command last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MovePhase {
    pub(crate) activation: Activation,
    /// The number of reinforcements that have entered by each hex (12.9).
    pub(crate) entered: Vec<(HexIx, u8)>,
}

impl TaskFamily<PositionMagnifique> for MovePhase {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = self.activation.side;
        let what = from_fn(|f| {
            f.write_str(match game.out_must_move(&self.activation) {
                true => "move a unit that is Out of Command",
                false => "move a unit, or pass",
            })
        });
        prompt(format_args!("{}: {what}", game.side_name(side)));
        TaskStage::asks(side, rule::MOVEMENT, Some(Part::Movement)).passed("Move no more")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.move_options(&self.activation, into);
    }

    fn has_options(&self, game: &PositionMagnifique) -> bool {
        game.can_move_any(&self.activation)
    }

    fn refusal(&self, game: &PositionMagnifique, action: &Action) -> RefusalCause {
        let may = match *action {
            Action::Move(piece) => game.may_move(&self.activation, piece),
            Action::Charge { unit, target } => game.may_charge(&self.activation, unit, target),
            Action::Pass => Err(refusal::MUST_ENGAGE),
            _ => Err(RefusalCause::NotAsked),
        };
        may.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.move_in_phase(self.activation, self.entered, action, log);
    }
}

impl PositionMagnifique {
    /// Lists every move and charge that can begin in the Movement Phase.
    pub(crate) fn move_options(&self, activation: &Activation, into: &mut ActionList) {
        let movable = |piece: &MovingPiece| self.may_move(activation, *piece).is_ok();
        into.extend(self.active_pieces(activation).filter(movable).map(Action::Move));
        self.charge_options(activation, into);
        let out_left = into.iter().any(|action| matches!(action, Action::Move(piece) if self.is_out(*piece)));
        if !out_left {
            into.push(Action::Pass);
        }
    }

    /// Returns `true` if units Out of Command are left to move: the side may not pass before that (12.3).
    pub(crate) fn out_must_move(&self, activation: &Activation) -> bool {
        self.active_pieces(activation).any(|piece| self.is_out(piece) && self.may_move(activation, piece).is_ok())
    }

    /// Returns `true` if a piece can be moved.
    pub(crate) fn can_move_any(&self, activation: &Activation) -> bool {
        self.active_pieces(activation).any(|piece| self.may_move(activation, piece).is_ok())
    }

    /// Returns the units and HQs of `activation`.
    fn active_pieces(&self, activation: &Activation) -> impl Iterator<Item = MovingPiece> + use<'_> {
        let activation = *activation;
        let hqs = self.board.all_formations().filter(move |formation| self.is_active_hq(&activation, *formation));
        hqs.map(MovingPiece::Hq).chain(self.active_units(&activation).map(MovingPiece::Unit))
    }

    fn is_active_hq(&self, activation: &Activation, formation: FormationIx) -> bool {
        match activation.who {
            ActivatedUnits::Formation(active) => active == formation,
            ActivatedUnits::Everyone => self.board.formation(formation).side == activation.side,
            ActivatedUnits::Caprivi(_) | ActivatedUnits::Division(_) | ActivatedUnits::Lured(_) => false,
        }
    }

    pub(crate) fn is_out(&self, piece: MovingPiece) -> bool {
        matches!(piece, MovingPiece::Unit(unit) if self.unit(unit).done.out)
    }

    pub(crate) fn has_moved(&self, piece: MovingPiece) -> bool {
        match piece {
            MovingPiece::Unit(unit) => self.unit(unit).done.moved,
            MovingPiece::Hq(formation) => self.hq(formation).moved,
        }
    }

    /// Checks whether `piece` may be moved next: active, not moved yet, and not barred by its fire; units Out of Command move
    /// after all others (12.3).
    pub(crate) fn may_move(&self, activation: &Activation, piece: MovingPiece) -> Result<(), RefusalCause> {
        let is_active = match piece {
            MovingPiece::Unit(unit) => self.is_active(activation, unit),
            MovingPiece::Hq(formation) => self.is_active_hq(activation, formation),
        };
        if !is_active {
            return Err(refusal::NOT_ACTIVE);
        }
        if self.has_moved(piece) {
            return Err(refusal::MOVED);
        }
        if let MovingPiece::Unit(unit) = piece {
            let tied = match (self.board.unit(unit).kind, self.unit(unit).fired) {
                (Kind::HorseArtillery, fired) => fired == Fired::Full,
                (kind, fired) => kind.is_artillery() && fired != Fired::No,
            };
            if tied {
                return Err(refusal::HAS_FIRED);
            }
        }
        match self.at(piece) {
            At::Due { .. } => self.may_enter_in(activation, piece),
            At::Hex(_) if self.is_out(piece) => {
                // Reinforcements are In Command (6.2).
                let others = self.active_pieces(activation).any(|other| {
                    let can_move = match self.at(other) {
                        At::Hex(_) => true,
                        At::Due { .. } => self.may_enter_in(activation, other).is_ok(),
                        At::Zone | At::Eliminated(_) => false,
                    };
                    can_move && !self.is_out(other) && !self.has_moved(other)
                });
                if others { Err(refusal::IN_COMMAND_FIRST) } else { Ok(()) }
            }
            At::Hex(hex) => {
                let motion = self.motion(piece, Some(hex));
                if self.can_go_on(&motion) { Ok(()) } else { Err(refusal::TOO_FAR) }
            }
            At::Zone | At::Eliminated(_) => Err(refusal::NOT_ON_MAP),
        }
    }

    /// Begins a move or charge, or ends the moves; pieces Out of Command follow then.
    pub(crate) fn move_in_phase(
        &mut self,
        activation: Activation,
        entered: Vec<(HexIx, u8)>,
        action: Action,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::Move(piece) => {
                let motion = self.motion(piece, self.at(piece).hex());
                self.push(MovePhase { activation, entered });
                self.mark_moved(piece);
                match piece {
                    MovingPiece::Unit(unit) if self.unit(unit).done.out => self.push(CommandRoll(unit)),
                    _ => self.push(motion),
                }
            }
            Action::Charge { unit, target } => {
                self.push(MovePhase { activation, entered });
                self.begin_charge(unit, target, false, log);
            }
            Action::Deathride { chit, unit, target } => {
                self.push(MovePhase { activation, entered });
                self.play(chit, log);
                self.push(DeathrideRoll { unit, target });
            }
            _ => {
                // The moves of pieces In Command are over; those Out of Command are left.
                let pieces: InlineList<MovingPiece, 64> = self.active_pieces(&activation).collect();
                for piece in pieces {
                    if !self.is_out(piece) && matches!(self.at(piece), At::Hex(_) | At::Due { .. }) {
                        self.mark_moved(piece);
                    }
                }
                let left = self
                    .active_pieces(&activation)
                    .any(|piece| self.is_out(piece) && self.may_move(&activation, piece).is_ok());
                if left {
                    self.push(MovePhase { activation, entered });
                }
            }
        }
    }

    /// Marks `piece` as moved in this activation.
    pub(crate) fn mark_moved(&mut self, piece: MovingPiece) {
        match piece {
            MovingPiece::Unit(unit) => {
                let unit = self.unit_mut(unit);
                unit.done.moved = true;
                unit.hit = false;
            }
            MovingPiece::Hq(formation) => self.hq_mut(formation).moved = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r12_1_only_active_units_move_and_each_once() {
        let mut table = position(
            "map 12x9
            corps iii prussian at 0001 range 20 20
            prussian infantry p1 5/3 at 0405 of iii
            prussian infantry p2 5/3 at 0605",
        )
        .moves("iii");
        table.refuses("move p2", "8.1");
        table.does("move p1, hex 0404, stop");
        table.refuses("move p1", "12.1");
        table.allows("move iii-hq");
    }

    #[test]
    fn r12_1_reinforcements_enter_before_units_out_of_command_move() {
        let start = || {
            position(
                "map 12x9
                corps iii prussian at 0001 range 1 1
                entry E prussian 1105
                prussian infantry p1 5/3 at 0605 of iii
                prussian infantry p2 5/3 enters 1 by E of iii
                french infantry f1 4/2 at 0909",
            )
            .moves("iii")
        };
        let mut table = start();
        table.does("move iii-hq, stop");
        table.refuses("move p1", "12.1");
        table.does("move p2, hex 1105, stop");
        table.allows("move p1");
        let mut table = start();
        table.does("pass");
        assert_eq!(table.choices(""), ["move p1"]);
        table.refuses("move p2", "12.1");
    }
}
