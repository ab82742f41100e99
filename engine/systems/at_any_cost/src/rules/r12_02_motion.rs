//! 12.2, 12.4, 12.5: a move goes hex by hex, past friends, and next to enemies where orders allow it.

use battlewright_schema::at_any_cost::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::extra_hooks::PieceStep;
use crate::rules::r12_movement::MoveTask;
use crate::state::{At, MovingPiece, Party, Task, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::reach;

/// A move under way. Movement points are counted in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Motion {
    pub(crate) piece: MovingPiece,
    /// Its place before the move.
    pub(crate) origin: At,
    /// Its hex; `None` while it stands off the map.
    pub(crate) hex: Option<HexIx>,
    pub(crate) spent: u16,
    pub(crate) allowance: u16,
    /// The number of hexes that it has entered.
    pub(crate) hexes: u8,
    /// The most hexes that it may enter (7.2, 21.0).
    pub(crate) most_hexes: Option<u8>,
    /// `true` if it may go next to enemies (12.5).
    pub(crate) may_engage: bool,
    /// `true` if it may pay the Road March rate (12.10).
    pub(crate) road_march: bool,
    /// `true` if it has shared a hex with another unit, where it began or on its way, and has lost the Road March rate (4.2).
    pub(crate) stacked: bool,
    /// The half points that the Road March rate has saved so far.
    pub(crate) saved: u16,
    /// The last hex in which it could stay, to which it goes back if it is halted with a friend (4.1).
    pub(crate) last_legal: Option<HexIx>,
    /// The target of its Charge Move (12.7).
    pub(crate) charge: Option<UnitIx>,
}

impl Motion {
    /// The number of hexes that it may still enter.
    pub(crate) fn hexes_left(&self) -> u8 {
        self.most_hexes.map_or(u8::MAX, |most| most.saturating_sub(self.hexes))
    }
}

impl AtAnyCost {
    /// Checks whether `motion` may go on to `hex`, from where it can end.
    pub(crate) fn may_step(&self, motion: &Motion, hex: HexIx) -> Result<(), RefusalCause> {
        self.step_to(motion, hex).map(|_| ())
    }

    /// `motion` after it has gone on to `hex`, from where it can end.
    pub(crate) fn step_to(&self, motion: &Motion, hex: HexIx) -> Result<Motion, RefusalCause> {
        let next = self.next_motion(motion, hex)?;
        match motion.charge {
            Some(target) if self.hex_of(target) == Some(hex) || self.can_reach_target(&next, target) => Ok(next),
            Some(_) => Err(RefusalCause::Because(rule::CHARGE, "it could not come to its target from there")),
            None if self.may_stop(&next).is_ok() || self.can_end_beyond(next) => Ok(next),
            None => Err(RefusalCause::Because(rule::STACKING, "it could not end its move in that hex, or beyond it")),
        }
    }

    /// `motion` after it has gone on to `hex`, even if it could not end there.
    pub(crate) fn next_motion(&self, motion: &Motion, hex: HexIx) -> Result<Motion, RefusalCause> {
        let side = self.side_of(motion.piece);
        match motion.hex {
            Some(from) if self.board.map.distance(from, hex) != 1 => {
                return Err(RefusalCause::Because(rule::TERRAIN, "a move goes from hex to adjacent hex"));
            }
            None if !self.entry_hexes(motion.piece).any(|entry| entry == hex) => {
                return Err(RefusalCause::Because(rule::REINFORCEMENTS, "it does not enter by that hex"));
            }
            _ => {}
        }
        if motion.hexes_left() == 0 {
            let reason = match motion.most_hexes {
                Some(1) => "it may move no more than one hex",
                _ => "it may go no further in this move",
            };
            let row = self.row_that_halts(motion.piece, motion.hex, motion.most_hexes);
            return Err(RefusalCause::Because(row.unwrap_or(rule::ORDERS_AND_MOVEMENT), reason));
        }
        let step = PieceStep { piece: motion.piece, from: motion.hex, to: hex, by_road: self.board.map.has_road(hex) };
        let is_target = motion.charge.is_some_and(|target| self.hex_of(target) == Some(hex));
        if !is_target && self.enemy_in(side, hex) {
            return Err(RefusalCause::At(rule::MOVEMENT, "an enemy unit is in", hex));
        }
        // Combat units overrun an HQ (13.9); an HQ does not.
        if matches!(motion.piece, MovingPiece::Hq(_)) && self.enemy_hq_in(side, hex) {
            return Err(RefusalCause::At(rule::MOVEMENT, "an enemy HQ is in", hex));
        }
        if motion.charge.is_some() {
            self.may_charge_into(motion, hex)?;
        } else if !motion.may_engage && self.has_enemy_next_to(side, hex) && !self.may_engage_by_rows(&step) {
            return Err(RefusalCause::Because(rule::ENGAGEMENT, "its orders do not let it go next to an enemy unit"));
        } else if !self.may_step_at_night(motion.hex, hex) {
            return Err(RefusalCause::Because(rule::DEEP_NIGHT, "in Deep Night it moves along roads only"));
        }
        let (spent, saved) = self.pay(motion, hex);
        // A piece may always move one hex (12.2).
        if spent > motion.allowance && motion.hexes > 0 {
            return Err(RefusalCause::Because(rule::TERRAIN, "it has not enough movement left"));
        }
        self.may_step_by_rows(&step)?;
        let hexes = motion.hexes.saturating_add(1);
        let legal = self.may_stay(motion.piece, hex);
        Ok(Motion {
            hex: Some(hex),
            most_hexes: if self.must_stop_by_rows(&step) { Some(hexes) } else { motion.most_hexes },
            spent: spent.min(motion.allowance),
            saved,
            stacked: motion.stacked || self.shares(motion.piece, hex),
            hexes,
            last_legal: if legal { Some(hex) } else { motion.last_legal },
            ..*motion
        })
    }

    /// Returns `true` if a move that stands with a friend can end further on.
    fn can_end_beyond(&self, motion: Motion) -> bool {
        let is_worse = |further: &Motion, known: &Motion| {
            let full = |motion: &Motion| motion.spent.saturating_add(motion.saved);
            known.hex == further.hex
                && known.spent <= further.spent
                && full(known) <= full(further)
                && known.hexes_left() >= further.hexes_left()
        };
        reach::can_come(
            &self.board.map,
            motion,
            |motion| motion.hex,
            |motion, hex| self.next_motion(motion, hex).ok(),
            |motion| self.may_stop(motion).is_ok(),
            |further, known| !known.iter().any(|known| is_worse(further, known)),
        )
    }

    /// Returns `true` if there is a hex to which `motion` may go on.
    pub(crate) fn can_go_on(&self, motion: &Motion) -> bool {
        let can_step = |hex| self.may_step(motion, hex).is_ok();
        match motion.hex {
            Some(hex) => self.board.map.neighbors(hex).any(can_step),
            None => self.entry_hexes(motion.piece).any(can_step),
        }
    }

    /// Checks whether `motion` may end in its hex.
    pub(crate) fn may_stop(&self, motion: &Motion) -> Result<(), RefusalCause> {
        match motion.hex {
            None => Err(RefusalCause::Because(rule::REINFORCEMENTS, "it has not entered yet")),
            Some(_) if motion.charge.is_some() => {
                Err(RefusalCause::Because(rule::CHARGE, "a charge ends in the hex of its target"))
            }
            Some(hex)
                if self.may_stay(motion.piece, hex)
                    || motion.hexes > 0 && self.may_recombine_with(motion.piece, hex) =>
            {
                if motion.hexes > 0 {
                    self.may_stop_by_rows(motion.piece, hex)
                } else {
                    Ok(())
                }
            }
            Some(_) => Err(RefusalCause::Because(rule::STACKING, "too many units would be in its hex")),
        }
    }

    /// Returns `true` if `motion` is over, as its unit was hit (12.6), has fled or is gone.
    pub(crate) fn is_halted(&self, motion: &Motion) -> bool {
        let MovingPiece::Unit(unit) = motion.piece else { return false };
        self.hex_of(unit) != motion.hex || self.unit(unit).done.hit
    }

    /// Returns `true` if `motion` is over, as it is halted, or can neither stay nor go on: an enemy that an event has moved
    /// can be in its way.
    pub(crate) fn is_over(&self, motion: &Motion) -> bool {
        self.is_halted(motion) || (self.may_stop(motion).is_err() && !self.can_go_on(motion))
    }

    /// The ways in which `motion` can go on.
    pub(crate) fn motion_options(&self, motion: &Motion, into: &mut ActionList) {
        let can_step = |hex: &HexIx| self.may_step(motion, *hex).is_ok();
        match motion.hex {
            Some(hex) => into.extend(self.board.map.neighbors(hex).filter(can_step).map(Action::Hex)),
            None => into.extend(self.entry_hexes(motion.piece).filter(can_step).map(Action::Hex)),
        }
        if self.may_stop(motion).is_ok() {
            into.push(Action::Stop);
        }
    }

    /// Begins `motion`. Its piece is not moved again in this activation.
    pub(crate) fn begin_move(&mut self, motion: Motion, _: &mut impl Log<Event>) {
        match motion.piece {
            MovingPiece::Unit(unit) => {
                let done = &mut self.unit_mut(unit).done;
                (done.moved, done.hit) = (true, false);
            }
            MovingPiece::Hq(formation) => self.hq_mut(formation).moved = true,
        }
        self.push(MoveTask::Moving(motion));
    }

    /// The move goes on to a hex, before which the enemy may play a chit (21.0), or ends.
    pub(crate) fn go_on(&mut self, motion: Motion, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Hex(to) if self.is_interruptible(&motion) => self.push(MoveTask::Interrupt { motion, to }),
            Action::Hex(to) => self.step_on(motion, to, log),
            _ => self.end_move(&motion, log),
        }
    }

    /// Returns `true` if the enemy holds a chit that may interrupt `motion`: that of a unit on the map, in its own Movement
    /// Step (21.0).
    fn is_interruptible(&self, motion: &Motion) -> bool {
        let MovingPiece::Unit(unit) = motion.piece else { return false };
        let side = self.unit_side(unit);
        motion.hex.is_some()
            && self.is_movement_step_of(side)
            && !self.held(side.other(), &[Chance::BeatenZone, Chance::KruppsGuns]).is_empty()
    }

    /// Returns `true` if a Movement Step of `side` is under way.
    pub(crate) fn is_movement_step_of(&self, side: Side) -> bool {
        self.activation().is_some_and(|activation| activation.side == side)
            && self.state.stack.iter().any(|task| matches!(task, Task::Move(MoveTask::Choose(_))))
    }

    /// Carries out a step of `motion` to `to`. If an interrupt has closed that hex, the move goes on as it can.
    pub(crate) fn step_on(&mut self, motion: Motion, to: HexIx, log: &mut impl Log<Event>) {
        let Ok(next) = self.step_to(&motion, to) else {
            self.push(MoveTask::Moving(motion));
            return;
        };
        if motion.charge.is_some_and(|target| self.hex_of(target) == Some(to)) {
            self.push(MoveTask::Contact { motion, tried: Party::new() });
            return;
        }
        if motion.hex.is_none() {
            if let MovingPiece::Unit(unit) = motion.piece {
                self.unit_mut(unit).entered = self.state.turn;
                self.lengthen_column(to);
            }
            log.push(Event::Entered(motion.piece, to));
        } else {
            log.push(Event::Moved(motion.piece, to));
        }
        self.push(MoveTask::Moving(next));
        self.come_to(motion.piece, to, log);
    }

    /// Brings `piece` to `hex`. At a unit the enemy may fire (12.6), and the hex changes hands (19.0); a lone HQ is overrun
    /// (13.9).
    pub(crate) fn come_to(&mut self, piece: MovingPiece, hex: HexIx, log: &mut impl Log<Event>) {
        self.join_stack(piece, hex);
        if let MovingPiece::Unit(unit) = piece {
            self.push_arrival(unit, hex, true);
        }
        self.take_place(piece, hex, log);
    }

    /// The move of `piece` that has begun and is not over, if any.
    pub(crate) fn motion_of(&self, piece: MovingPiece) -> Option<&Motion> {
        self.state.stack.iter().rev().find_map(|task| match task {
            Task::Move(MoveTask::Moving(motion) | MoveTask::Contact { motion, .. }) if motion.piece == piece => {
                Some(motion)
            }
            _ => None,
        })
    }

    /// Brings `piece` to `hex` as [`come_to`](Self::come_to) does, but nobody may fire at it.
    pub(crate) fn put_in(&mut self, piece: MovingPiece, hex: HexIx, log: &mut impl Log<Event>) {
        self.join_stack(piece, hex);
        self.take_place(piece, hex, log);
    }

    /// The consequences of the coming of `piece` to `hex`, where it is.
    fn take_place(&mut self, piece: MovingPiece, hex: HexIx, log: &mut impl Log<Event>) {
        if let MovingPiece::Unit(unit) = piece {
            self.unit_mut(unit).done.left = true;
            self.take_control(self.unit_side(unit), hex, log);
        }
        self.settle_headquarters(log);
        self.check_sudden_victory(log);
    }

    /// Ends `motion`, whose unit has stopped, was halted by fire, or is gone. If it has moved and is on the map, it goes back
    /// from where it cannot stay (4.1), and enemy cavalry may charge it (12.9).
    pub(crate) fn end_move(&mut self, motion: &Motion, log: &mut impl Log<Event>) {
        let MovingPiece::Unit(unit) = motion.piece else { return };
        let Some(hex) = self.hex_of(unit).filter(|_| motion.hexes > 0) else { return };
        // A unit that has been routed stays where it has fled to.
        if motion.hex == Some(hex) && !self.may_stay(motion.piece, hex) {
            if self.is_over(motion) {
                self.backtrack(motion, unit, hex, log);
            } else {
                self.push(MoveTask::Recombining { hex, must: true });
            }
        }
        self.disrupt_night_mover(unit, log);
        self.offer_opportunity_charge(unit);
    }

    /// `unit` goes back from the hex `from`, where it cannot stay: to the last hex in which it could, or off the map if it
    /// was entering (4.1). Where that is not possible any more, it goes to the nearest hex in which it can stay.
    fn backtrack(&mut self, motion: &Motion, unit: UnitIx, from: HexIx, log: &mut impl Log<Event>) {
        if let (None, At::Due { entry, aside, .. }) = (motion.last_legal, motion.origin) {
            let turn = self.state.turn.saturating_add(1);
            self.put_unit(unit, At::Due { turn, entry, aside });
            self.unit_mut(unit).entered = 0;
            self.settle_lines(from);
            log.push(Event::Delayed(motion.piece));
            return;
        }
        let last_legal = motion.last_legal.filter(|hex| self.may_stay(motion.piece, *hex));
        if let Some(back) = last_legal.or_else(|| self.nearest_stay(motion.piece, from)) {
            self.join_stack(motion.piece, back);
            log.push(Event::Backtracked(motion.piece, back));
        }
    }

    /// The hex nearest to `hex` in which `piece` may stay.
    pub(crate) fn nearest_stay(&self, piece: MovingPiece, hex: HexIx) -> Option<HexIx> {
        let legal = self.board.map.all().filter(|other| self.may_stay(piece, *other));
        legal.min_by_key(|other| self.board.map.distance(*other, hex))
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r12_movement::MoveTask;
    use crate::state::Task;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::kit::tasks::TaskStack as _;

    /// The movement that the moving piece has spent and may spend, in half points.
    fn purse(table: &Table) -> (u16, u16) {
        let Some(Task::Move(MoveTask::Moving(motion))) = table.game.state.stack.last() else { panic!("nobody moves") };
        (motion.spent, motion.allowance)
    }

    #[test]
    fn r12_1_enemy_units_are_not_entered_and_friends_are_passed() {
        let mut table = position(
            "prussian infantry p1 8/4 at 0405
            prussian infantry p2 8/4 at 0404
            french cavalry f1 2/1 at 0406",
        )
        .moves("prussian");
        table.does("move p1");
        table.refuses("hex 0406", "12.1");
        table.does("hex 0404");
        table.refuses("stop", "4.1");
        table.does("hex 0403, stop");
        assert_eq!([table.at("p1"), table.at("p2")], ["0403", "0404"]);
    }

    #[test]
    fn r12_2_headquarters_pay_the_costs_of_infantry() {
        let mut table = position(
            "corps x prussian at 0405 rating 9 9
            prussian cavalry p1 3/2 at 0505 of x
            french infantry f1 5/3 at 0101
            woods 0404 0504",
        )
        .moves("x");
        table.does("move x-hq, hex 0404");
        assert_eq!(purse(&table).0, 2 * 2, "r81");
        table.does("stop, move p1, hex 0504");
        assert_eq!(purse(&table).0, 2 * 3);
    }

    #[test]
    fn r12_2_a_hex_costs_the_sum_of_its_terrain_and_hexsides_for_the_arm() {
        let ground = "woods 0404
            town 0505
            ravine 0404 0304
            slope 0405/0406
            level 2 0406
            prussian infantry p1 8/4 at 0405
            prussian cavalry p2 3/2 at 0504
            prussian heavy p3 8/4 at 0305";
        let cost = |unit: &str, hex: &str| {
            let mut table = position(ground).moves("prussian");
            table.does(&format!("move {unit}, hex {hex}"));
            purse(&table).0
        };
        assert_eq!(cost("p2", "0604"), 2, "clear");
        assert_eq!(cost("p1", "0404"), 2 * (2 + 1), "woods and a ravine");
        assert_eq!(cost("p2", "0404"), 2 * (3 + 2), "the same, on horseback");
        assert_eq!(cost("p3", "0304"), 2 * (1 + 3), "a clear ravine, with heavy guns");
        assert_eq!(cost("p1", "0505"), 2, "a town");
        assert_eq!(cost("p2", "0505"), 4, "a town, on horseback");
        assert_eq!(cost("p1", "0406"), 4, "up a slope");
    }

    #[test]
    fn r12_2_without_points_left_a_unit_halts_but_it_may_always_move_one_hex() {
        let slow = |points: u8| {
            position(&format!("woods 0404 0403\nprussian infantry p1 8/4 at 0405 move {points}")).moves("prussian")
        };
        let mut table = slow(3);
        table.does("move p1, hex 0404");
        table.refuses("hex 0403", "12.2");
        table.allows("hex 0304");
        let mut table = slow(1);
        table.does("move p1, hex 0404");
        assert_eq!(table.at("p1"), "0404");
        assert_eq!(table.game.active_piece(), None, "the move is over");
        let mut table = slow(5);
        table.does("move p1");
        table.refuses("hex 0403", "12.2");
    }

    #[test]
    fn r12_2_a_road_hex_costs_one_point_whatever_is_in_it() {
        let mut table = position(
            "woods 0407 0406
            slope 0406/0407
            level 2 0406
            road 0408 0407 0406 0405
            prussian infantry p1 8/4 at 0408",
        )
        .moves("prussian");
        table.does("move p1, hex 0407, hex 0406");
        assert_eq!(purse(&table), (4, 10));
        // Off the road, and back to it from the side.
        table.does("hex 0506");
        assert_eq!(purse(&table).0, 6);
        table.does("hex 0407");
        assert_eq!(purse(&table).0, 8);
    }

    #[test]
    fn r12_4_units_go_past_the_enemy_as_they_like() {
        let mut table = position(
            "french infantry f1 5/3 at 0405
            prussian cavalry p1 3/2 at 0404",
        )
        .moves("french");
        table.does("move f1, hex 0304, hex 0303, hex 0302, stop");
        assert_eq!(table.at("f1"), "0302");
    }

    #[test]
    fn r12_5_orders_to_march_and_to_regroup_do_not_let_units_engage() {
        let beside = |order: &str| {
            let position = position(
                "corps ii french at 0101 rating 9 9
                french cavalry f1 2/1 at 0405 of ii
                prussian cavalry p1 3/2 at 0403
                prussian cavalry p2 3/2 at 0606",
            );
            let mut table = position.orders("ii", order);
            table.does("move f1");
            table
        };
        for order in ["march", "regroup"] {
            beside(order).refuses("hex 0404", "12.5");
            beside(order).refuses("hex 0505", "12.5");
            beside(order).allows("hex 0305");
        }
        for order in ["attack", "defend"] {
            beside(order).allows("hex 0404");
        }
    }

    #[test]
    fn r12_5_a_headquarters_is_no_enemy_that_could_be_engaged() {
        let mut table = position(
            "corps ii french at 0101 rating 9 9
            corps x prussian at 0403 rating 9 9
            french infantry f1 5/3 at 0405 of ii",
        )
        .orders("ii", "march");
        table.does("move f1, hex 0404, hex 0403, stop");
        assert_eq!(table.at("f1"), "0403");
        assert_ne!(table.at("x-hq"), "0403", "it was overrun");
    }

    #[test]
    fn r19_0_a_headquarters_that_enters_a_town_does_not_take_it() {
        let mut table = position(
            "place flavigny 0404 held french
            corps iii prussian at 0405 rating 9 9
            prussian infantry p1 8/4 at 0304 of iii",
        )
        .moves("iii");
        table.does("move iii-hq, hex 0404, stop");
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
        table.does("move p1, hex 0404, stop");
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)]);
    }

    #[test]
    fn r21_0_a_chit_may_interrupt_a_move_before_its_next_hex() {
        let held = || {
            let mut table = position(
                "holds prussian krupps-guns
                french infantry f1 5/3 at 0404
                prussian field p1 6/3 at 0408 range 5 8",
            )
            .moves("french");
            table.does("move f1, hex 0304");
            table
        };
        let mut table = held();
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.at("f1"), "0404", "it has not moved yet");
        table.does("pass");
        assert_eq!(table.at("f1"), "0304");
        let mut table = held();
        table.does("chit-0 fire p1 f1").rolls(&[9, 10]);
        assert_eq!((table.at("f1"), table.marks("f1").is_empty()), ("0404".to_owned(), false));
        table.refuses("move f1", "12.1");
    }
}
