//! 12.0: the Movement Step. Active pieces move one after the other, each once (12.1).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::Kind;
use battlewright_schema::at_any_cost::vocabulary::Lift;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_09_opportunity_charge::OpportunityCharge;
use crate::rules::r12_11_reinforcements::EnteredUnits;
use crate::rules::r17_breakdown::UnitBreakdown;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::{Activation, At, CommandStatus, Fired, MovingPiece, Party, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of movement (12.0) and of unit breakdown (17.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MoveTask {
    /// 12.1: the Movement Step begins.
    Step,
    /// 12.1: the active side moves its pieces.
    Choose(MovementStep),
    /// 12.11: the columns of reinforcements that an event brings on.
    Columns(EnteredUnits),
    /// 12.1: a piece is moving.
    Moving(Motion),
    /// 21.0: before the piece goes on to this hex, the enemy may fire at it with a chit.
    Interrupt { motion: Motion, to: HexIx },
    /// 12.8: the charging unit is about to enter its target's hex; enemy cavalry may countercharge.
    Contact { motion: Motion, tried: Party },
    /// 12.8: the die of a countercharge.
    CounterchargeRoll { motion: Motion, tried: Party, cavalry: UnitIx },
    /// 12.9: enemy cavalry may charge a unit that has completed its move.
    Opportunity(OpportunityCharge),
    /// 12.9: the die of an Opportunity Charge.
    OpportunityRoll { charge: OpportunityCharge, cavalry: UnitIx },
    /// 17.1: a unit is being broken down.
    BreakingDown(UnitBreakdown),
    /// 17.3: the breakdown units in this hex may be recombined, or must be if too many are there.
    Recombining { hex: HexIx, must: bool },
    /// 4.1: at the end of the Movement Step no hex has too many units.
    Unstack,
}

/// The record of a Movement Step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MovementStep {
    /// The reinforcements that have entered (12.11).
    pub(crate) columns: EnteredUnits,
    /// The units that were brought to the Front Line by an exchange: each once, so that the step ends (12.12).
    pub(crate) exchanged: InlineList<UnitIx, 4>,
}

impl MoveTask {
    /// A task below the moves of an event, which counts the reinforcements that enter by them (12.11).
    pub(crate) fn columns() -> Self {
        Self::Columns(EnteredUnits::new())
    }
}

impl TaskFamily<AtAnyCost> for MoveTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        let called = |piece: MovingPiece| match piece {
            MovingPiece::Unit(unit) => game.board.unit(unit).name.as_str(),
            MovingPiece::Hq(formation) => game.board.formation(formation).hq_name.as_str(),
        };
        match self {
            Self::Step => goes_on(rule::MOVEMENT, Part::Movement),
            Self::Choose(_) => {
                let Some(activation) = game.activation() else { return goes_on(rule::MOVEMENT, Part::Movement) };
                prompt(format_args!("{}: move a unit, or pass", name(activation.side)));
                TaskStage::asks(activation.side, rule::MOVEMENT, Some(Part::Movement)).passed("Move no more")
            }
            Self::Columns(_) => goes_on(rule::REINFORCEMENTS, None::<Part>),
            Self::Unstack => goes_on(rule::STACKING, Part::Movement),
            Self::Moving(motion) if game.is_over(motion) => goes_on(rule::MOVEMENT, None::<Part>),
            Self::Moving(motion) => {
                let side = game.side_of(motion.piece);
                prompt(format_args!("{}: move {}", name(side), called(motion.piece)));
                let rule = if motion.charge.is_some() { rule::CHARGE } else { rule::TERRAIN };
                TaskStage::asks(side, rule, None).about(motion.piece)
            }
            Self::Interrupt { motion, .. } if game.is_halted(motion) => goes_on(rule::EVENTS, None::<Part>),
            Self::Interrupt { motion, .. } => {
                let side = game.side_of(motion.piece).other();
                prompt(format_args!("{}: play a chit before {} moves on?", name(side), called(motion.piece)));
                TaskStage::asks(side, rule::EVENTS, None).about(motion.piece).passed("Let it move")
            }
            Self::Contact { motion, .. } => {
                let side = game.side_of(motion.piece).other();
                prompt(format_args!("{}: countercharge {}?", name(side), called(motion.piece)));
                TaskStage::asks(side, rule::COUNTERCHARGE, None).about(motion.piece).passed("Stand")
            }
            Self::CounterchargeRoll { cavalry, .. } => {
                let piece = MovingPiece::Unit(*cavalry);
                prompt(format_args!("Roll for the countercharge of {}", called(piece)));
                rolls(1, rule::COUNTERCHARGE, None::<Part>).about(piece)
            }
            Self::Opportunity(charge) => {
                let side = game.unit_side(charge.target).other();
                prompt(format_args!("{}: charge {}?", name(side), called(MovingPiece::Unit(charge.target))));
                let stage = TaskStage::asks(side, rule::OPPORTUNITY_CHARGE, None).passed("Stand");
                stage.about(MovingPiece::Unit(charge.target))
            }
            Self::OpportunityRoll { cavalry, .. } => {
                let piece = MovingPiece::Unit(*cavalry);
                prompt(format_args!("Roll for the Opportunity Charge of {}", called(piece)));
                rolls(1, rule::OPPORTUNITY_CHARGE, None::<Part>).about(piece)
            }
            Self::BreakingDown(breakdown) => {
                let (side, piece) = (game.unit_side(breakdown.parent), MovingPiece::Unit(breakdown.parent));
                prompt(format_args!("{}: into which units is {} broken down?", name(side), called(piece)));
                TaskStage::asks(side, rule::BREAKDOWN, None).about(piece).passed("Break down no more")
            }
            Self::Recombining { hex, .. } => {
                let Some(activation) = game.activation() else { return goes_on(rule::RECOMBINING, None::<Part>) };
                let (side, hex) = (activation.side, game.board.map.name(*hex));
                prompt(format_args!("{}: which unit is recombined in {hex}?", name(side)));
                TaskStage::asks(side, rule::RECOMBINING, Some(Part::Movement)).passed("Recombine none")
            }
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        match self {
            Self::Choose(step) => game.movement_options(step, into),
            Self::Moving(motion) => game.motion_options(motion, into),
            Self::Interrupt { motion, .. } => {
                if let MovingPiece::Unit(unit) = motion.piece {
                    game.interrupt_move_options(unit, into);
                }
                into.push(Action::Pass);
            }
            Self::Contact { motion, tried } => game.countercharge_options(motion, tried, into),
            Self::Opportunity(charge) => game.opportunity_charge_options(charge, into),
            Self::BreakingDown(breakdown) => game.detachment_options(breakdown, into),
            Self::Recombining { hex, must } => game.recombination_options(*hex, *must, into),
            Self::Step
            | Self::Columns(_)
            | Self::CounterchargeRoll { .. }
            | Self::OpportunityRoll { .. }
            | Self::Unstack => {}
        }
    }

    fn has_options(&self, game: &AtAnyCost) -> bool {
        match (self, game.activation()) {
            (Self::Choose(_), Some(activation)) => {
                game.active_pieces(activation).any(|piece| game.may_move(activation, piece).is_ok())
            }
            (Self::Moving(motion), _) => game.can_go_on(motion),
            _ => false,
        }
    }

    fn is_option(&self, game: &AtAnyCost, action: &Action) -> bool {
        match (self, *action) {
            (Self::Moving(motion), _) if game.is_over(motion) => false,
            (Self::Moving(motion), Action::Hex(hex)) => game.may_step(motion, hex).is_ok(),
            (Self::Moving(motion), Action::Stop) => game.may_stop(motion).is_ok(),
            _ => false,
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        let check = match (self, *action) {
            (Self::Choose(step), action) => game.check_in_step(step, action),
            (Self::Moving(motion), Action::Hex(hex)) => game.may_step(motion, hex),
            (Self::Moving(motion), Action::Stop) => game.may_stop(motion),
            (Self::BreakingDown(breakdown), Action::Detach { unit, battleworn }) => {
                game.may_detach(breakdown, unit, battleworn)
            }
            (Self::Recombining { hex, .. }, Action::Recombine(recombination)) => {
                game.may_recombine(*hex, None, recombination)
            }
            (Self::Recombining { must: true, .. }, Action::Pass) => {
                Err(RefusalCause::Because(rule::RECOMBINING, "too many units are in that hex"))
            }
            (Self::BreakingDown(_), Action::Pass) => {
                Err(RefusalCause::Because(rule::BREAKDOWN, "a breakdown unit takes its place first"))
            }
            _ => Err(RefusalCause::NotAsked),
        };
        check.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match self {
            Self::Choose(step) => game.move_in_step(step, action, log),
            Self::Moving(motion) => game.go_on(motion, action, log),
            Self::Interrupt { motion, to } if action == Action::Pass => game.step_on(motion, to, log),
            Self::Interrupt { motion, to } => {
                game.push(Self::Interrupt { motion, to });
                if let MovingPiece::Unit(unit) = motion.piece {
                    game.interrupt_move(unit, action, log);
                }
            }
            Self::Contact { motion, tried } => game.meet_charge(motion, tried, action, log),
            Self::Opportunity(charge) => game.try_opportunity_charge(charge, action),
            Self::BreakingDown(breakdown) => game.detach(breakdown, action, log),
            Self::Recombining { hex, .. } => {
                if let Action::Recombine(recombination) = action {
                    game.recombine(hex, recombination, log);
                }
            }
            Self::Step
            | Self::Columns(_)
            | Self::CounterchargeRoll { .. }
            | Self::OpportunityRoll { .. }
            | Self::Unstack => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, log: &mut impl Log<Event>) {
        match self {
            Self::Step => {
                game.delay_blocked(log);
                game.push(Self::Choose(MovementStep::default()));
            }
            Self::Moving(motion) | Self::Interrupt { motion, .. } => game.end_move(&motion, log),
            Self::Unstack => game.unstack(log),
            _ => {}
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        let Some(die) = picks.first().copied() else { return };
        match self {
            Self::CounterchargeRoll { motion, tried, cavalry } => {
                game.roll_countercharge(motion, tried, cavalry, die, log);
            }
            Self::OpportunityRoll { charge, cavalry } => game.roll_opportunity_charge(charge, cavalry, die, log),
            _ => {}
        }
    }
}

impl AtAnyCost {
    /// The pieces that `activation` activates: the HQ, and the units.
    pub(crate) fn active_pieces<'a>(
        &'a self,
        activation: &'a Activation,
    ) -> impl Iterator<Item = MovingPiece> + use<'a> {
        let hqs = self.board.all_formations().map(MovingPiece::Hq);
        let hqs = hqs.filter(|piece| self.is_active_piece(activation, *piece));
        hqs.chain(self.active_units(activation).map(MovingPiece::Unit))
    }

    /// Everything that the active side may do in its Movement Step. Where a breakdown has left too many units in a hex, they
    /// move first (17.1).
    fn movement_options(&self, step: &MovementStep, into: &mut ActionList) {
        let Some(activation) = self.activation() else { return };
        let crowded = self.crowded_hex(activation);
        let movable = |piece: &MovingPiece| {
            let relieves = matches!(piece, MovingPiece::Unit(unit) if self.hex_of(*unit) == crowded);
            (crowded.is_none() || relieves) && self.may_move(activation, *piece).is_ok()
        };
        into.extend(self.active_pieces(activation).filter(movable).map(Action::Move));
        if crowded.is_none() {
            self.charge_options(activation, into);
            self.exchange_options(activation, step, into);
            self.breakdown_options(activation, into);
            into.push(Action::Pass);
        }
    }

    /// Checks an action of the Movement Step.
    fn check_in_step(&self, step: &MovementStep, action: Action) -> Result<(), RefusalCause> {
        let activation = self.activation().ok_or(RefusalCause::NotAsked)?;
        match action {
            Action::Move(piece) => self.may_move(activation, piece)?,
            Action::Charge { unit, target } => self.may_charge(activation, unit, target)?,
            Action::Exchange(hex) => self.may_exchange(activation, step, hex)?,
            Action::BreakDown(unit) => self.may_break_down(activation, unit)?,
            Action::Pass => {}
            _ => return Err(RefusalCause::NotAsked),
        }
        Err(RefusalCause::Because(rule::BREAKDOWN, "the units of a hex with too many units move first"))
    }

    /// Checks whether `unit` may do anything in the Movement Step of `activation`: it is active, does not hesitate (7.4), and
    /// was not tied down by its fire (8.1).
    pub(crate) fn is_free_to_move(&self, activation: &Activation, unit: UnitIx) -> Result<(), RefusalCause> {
        if !self.is_active(activation, unit) {
            return Err(RefusalCause::Because(rule::MOVEMENT, "only active units move"));
        }
        let done = &self.unit(unit).done;
        if matches!(done.command, CommandStatus::Hesitates | CommandStatus::OutOfRange) {
            return Err(RefusalCause::Because(rule::OUT_OF_COMMAND, "it hesitates"));
        }
        if !self.may_act_at_dawn(self.board.unit(unit).formation) {
            return Err(RefusalCause::Because(rule::DAWN, "its HQ is not active yet"));
        }
        let kind = self.board.unit(unit).kind;
        let spares_half = kind == Kind::HorseArtillery && done.fired == Fired::Half && !done.mitrailleuse_fired;
        let is_tied = kind.is_artillery() && (done.fired != Fired::No || done.mitrailleuse_fired) && !spares_half;
        if is_tied && !self.is_lifted_for(Lift::FiredArtilleryStays, unit) {
            return Err(RefusalCause::Because(rule::MOVEMENT, "artillery that has fired does not move"));
        }
        Ok(())
    }

    /// Checks whether `piece` may be moved next.
    pub(crate) fn may_move(&self, activation: &Activation, piece: MovingPiece) -> Result<(), RefusalCause> {
        let has_moved = match piece {
            MovingPiece::Unit(unit) => {
                self.is_free_to_move(activation, unit)?;
                self.unit(unit).done.moved
            }
            MovingPiece::Hq(formation) => {
                if !self.is_active_piece(activation, piece) {
                    return Err(RefusalCause::Because(rule::MOVEMENT, "only the active HQ moves"));
                }
                if !self.may_act_at_dawn(formation) {
                    return Err(RefusalCause::Because(rule::DAWN, "it is not active yet"));
                }
                self.hq(formation).moved
            }
        };
        if has_moved {
            return Err(RefusalCause::Because(rule::MOVEMENT, "it has moved already"));
        }
        if self.movement_points(piece) == 0 {
            return Err(RefusalCause::Because(rule::TERRAIN, "it has no movement"));
        }
        match self.at(piece) {
            At::Due { .. } => self.may_enter(activation, piece),
            At::Hex(hex) if self.can_go_on(&self.motion(piece, Some(hex))) => Ok(()),
            At::Hex(_) => Err(RefusalCause::Because(rule::TERRAIN, "there is no hex to which it could go")),
            At::Broken { .. } | At::Pool => Err(RefusalCause::Because(rule::MOVEMENT, "it is not on the map")),
        }
    }

    /// Begins what the active side has chosen, or ends the step with the recombinations (17.3).
    fn move_in_step(&mut self, mut step: MovementStep, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Move(piece) => {
                self.push(MoveTask::Choose(step));
                let motion = self.motion(piece, self.hex_of_piece(piece));
                self.begin_move(motion, log);
            }
            Action::Charge { unit, target } => {
                self.push(MoveTask::Choose(step));
                self.begin_charge(unit, target, log);
            }
            Action::Exchange(hex) => {
                step.exchanged.extend(self.second_in(hex));
                self.push(MoveTask::Choose(step));
                self.exchange_lines(hex, log);
            }
            Action::BreakDown(unit) => {
                self.push(MoveTask::Choose(step));
                self.break_down(unit, log);
            }
            _ => self.push_recombinations(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Activation, MoveTask};
    use crate::state::{ActivatedUnits, Task};
    use crate::tests::testing::{Table, position};
    use battlewright_core::game::Side;

    #[test]
    fn r12_1_only_active_units_move_and_each_once() {
        let mut table = position(
            "corps iii prussian at 0001 rating 20 20
            prussian infantry p1 8/4 at 0405 of iii
            prussian infantry p2 8/4 at 0605",
        )
        .moves("iii");
        table.refuses("move p2", "12.1");
        table.refuses("move prussian-hq", "12.1");
        table.does("move p1, hex 0404, stop");
        table.refuses("move p1", "12.1");
        table.does("move iii-hq, hex 0002, stop");
        assert!(!table.choices("").contains(&"move p2".to_owned()));
    }

    #[test]
    fn r12_1_a_move_goes_on_hex_by_hex_until_its_points_are_spent() {
        let mut table = position("prussian infantry p1 8/4 at 0408 move 2").moves("prussian");
        table.does("move p1, hex 0407, hex 0406");
        assert_eq!(table.at("p1"), "0406");
        table.refuses("hex 0405", "12.1");
        table.refuses("stop", "12.1");
    }

    /// Guns and infantry that stand three hexes from an enemy; the guns have fired.
    fn after_fire(kind: &str, how: &str) -> Table {
        let mut table = position(&format!(
            "french {kind} f1 3/2 at 0404
            french infantry f2 5/3 at 0104
            prussian infantry p1 8/4 at 0407"
        ))
        .fires("french");
        table.does(&format!("fire f1 p1{how}")).rolls(&[1, 2]);
        table
    }

    #[test]
    fn r12_1_foot_artillery_that_has_fired_does_not_move() {
        for kind in ["field", "heavy"] {
            after_fire(kind, "").refuses("move f1", "12.1");
        }
        after_fire("field", "").allows("move f2");
    }

    #[test]
    fn r12_1_horse_artillery_moves_if_it_has_fired_with_half_its_strength() {
        after_fire("horse", "").refuses("move f1", "12.1");
        after_fire("horse", " half").allows("move f1");
    }

    #[test]
    fn r12_1_a_battery_whose_mitrailleuse_has_fired_does_not_move() {
        let mut table = position(
            "french field f1 7/4 mitrailleuse 4/2 at 0404
            prussian infantry p1 8/4 at 0407",
        )
        .fires("french");
        table.does("fire f1-mitrailleuse p1").rolls(&[1, 2]).does("pass");
        table.refuses("move f1", "12.1");
    }

    #[test]
    fn r12_1_infantry_that_has_fired_moves() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0406",
        )
        .fires("french");
        table.does("fire f1 p1").rolls(&[1, 2]);
        table.allows("move f1");
    }

    #[test]
    fn r12_1_a_unit_that_cannot_move_at_all_stays() {
        let table = position(
            "prussian infantry p1 8/4 at 0405 move 0
            prussian infantry p2 8/4 at 0605",
        )
        .moves("prussian");
        table.refuses("move p1", "12.2");
    }

    #[test]
    fn r12_1_a_beset_unit_stays() {
        let ring = ["0404", "0406", "0304", "0305", "0504", "0505"];
        let enemies = ring.map(|hex| format!("french cavalry at-{hex} 2/1 at {hex}"));
        let table = position(&format!("prussian infantry p1 8/4 at 0405\n{}", enemies.join("\n"))).moves("prussian");
        table.refuses("move p1", "12.2");
    }

    #[test]
    fn r6_2_a_unit_that_is_activated_alone_moves_without_its_hq() {
        let mut table = position(
            "corps ii french at 0101 rating 9 9
            french infantry f1 5/3 at 0404 of ii
            french infantry f2 5/3 at 0604 of ii",
        )
        .cup();
        let who = ActivatedUnits::Single(table.unit("f1"));
        table.run(|game, log| game.push_activation(Activation::new(who, Side::First), log));
        table.orders("march");
        assert_eq!(table.choices("move"), ["f1"]);
    }

    #[test]
    fn r18_3_in_the_deep_night_units_move_along_roads_and_are_disrupted() {
        let mut table = position(
            "clock 01:00
            road 0405 0404 0403 0402
            corps ii french at 0101 rating 9 9
            french infantry f1 5/3 at 0405 of ii
            french infantry f2 5/3 at 0705 of ii",
        )
        .orders("ii", "march");
        table.refuses("move f2", "12.2");
        table.does("move f1");
        table.refuses("hex 0505", "18.3");
        table.does("hex 0404");
        assert_eq!(table.marks("f1"), "");
        let Some(Task::Move(MoveTask::Moving(motion))) = table.game.state.stack.last() else { panic!("nobody moves") };
        assert_eq!((motion.spent, motion.allowance), (2, 6), "1 of 3 points");
        table.does("hex 0403, hex 0402");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0402", "disrupted"));
    }

    #[test]
    fn r18_4_at_dawn_french_units_move_once_their_own_chit_has_been_drawn() {
        let at_dawn = || {
            position(
                "clock 05:00
                corps ii french at 0101 rating 9 9
                french infantry f1 5/3 at 0404 of ii",
            )
        };
        let mut table = at_dawn().orders("ii", "march");
        table.does("move f1, hex 0403, stop");
        let mut table = at_dawn().cup();
        let ii = table.formation("ii");
        table.game.hq_mut(ii).activated = false;
        let activation = Activation::new(ActivatedUnits::Formation(ii), Side::First);
        table.run(|game, log| game.push_activation(activation, log));
        table.orders("march");
        assert_eq!(table.at("f1"), "0404");
        assert!(table.choices("move").is_empty());
    }
}
