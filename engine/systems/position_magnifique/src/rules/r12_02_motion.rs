//! 12.1, 12.2, 12.7, 12.8: a move goes hex by hex; roads are fast, and enemies cannot be passed.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Kind;

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::rules::r12_05_charge::DeathrideRoll;
use crate::rules::r12_06_countercharge::Contact;
use crate::stage::TaskStage;
use crate::state::{ActivatedUnits, Arrival, At, Motion, MovingPiece, Order, Party, Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::reach;
use battlewright_core::kit::tasks::TaskFamily;

impl TaskFamily<PositionMagnifique> for Motion {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.piece);
        prompt(format_args!("{}: move {}", game.side_name(side), game.piece_name(self.piece)));
        TaskStage::asks(side, rule::MOVEMENT, None).about(self.piece)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.motion_options(self, into);
    }

    fn has_options(&self, game: &PositionMagnifique) -> bool {
        !game.is_halted(self) && game.can_go_on(self)
    }

    fn is_option(&self, game: &PositionMagnifique, action: &Action) -> bool {
        match *action {
            _ if game.is_halted(self) => false,
            Action::Hex(hex) => game.may_step(self, hex).is_ok(),
            Action::Stop => game.may_stop(self).is_ok(),
            _ => false,
        }
    }

    fn refusal(&self, game: &PositionMagnifique, action: &Action) -> RefusalCause {
        let may = match *action {
            Action::Hex(hex) => game.may_step(self, hex),
            Action::Charge { unit, target } => game.may_ride(self, unit, target),
            Action::Stop => game.may_stop(self),
            _ => Err(RefusalCause::NotAsked),
        };
        may.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.go_on(self, action, log);
    }
}

impl PositionMagnifique {
    /// Creates a move of `piece` before its first step. The allowance is halved, rounding up, for shaken units (12.7) and for a
    /// division under Auftragstaktik (17.2).
    pub(crate) fn motion(&self, piece: MovingPiece, hex: Option<HexIx>) -> Motion {
        let (allowance, most_hexes, may_engage) = match piece {
            MovingPiece::Unit(unit) => {
                let (facts, state) = (self.board.unit(unit), self.unit(unit));
                let mut points = self.movement_points(unit, state.reduced);
                if state.shaken {
                    points = points.div_ceil(2);
                }
                if self.activation().is_some_and(|activation| matches!(activation.who, ActivatedUnits::Division(_))) {
                    points = points.div_ceil(2);
                }
                let feu = self.state.feu == Some(facts.formation) && hex.is_some();
                let most_hexes = self.most_hexes_by_rows(unit, feu.then_some(1));
                (2 * points, most_hexes, self.order_of(unit) == Order::Attack)
            }
            // Orders and Feu de Bataillon bind the units of an HQ, not the HQ itself (11.1, 17.1).
            MovingPiece::Hq(formation) => (2 * u16::from(self.board.formation(formation).movement), None, true),
        };
        Motion {
            piece,
            hex,
            spent: 0,
            allowance,
            hexes: 0,
            most_hexes,
            may_engage,
            last_legal: hex,
            charge: None,
            deathride: false,
        }
    }

    /// Returns the movement points of `unit` on its full face or on its reduced face, before they are halved.
    #[inline]
    pub(crate) fn movement_points(&self, unit: UnitIx, reduced: bool) -> u16 {
        self.allowance_by_rows(unit, self.board.unit(unit).movement[usize::from(reduced)])
    }

    /// 12.2, 12.8: returns the cost for the piece of `motion` of a step to `hex`, in half movement points: half a point along a
    /// road, unless a friend is in the way there.
    #[inline]
    pub(crate) fn step_cost(&self, motion: &Motion, hex: HexIx) -> u16 {
        let kind = match motion.piece {
            MovingPiece::Hq(_) => Kind::Infantry,
            MovingPiece::Unit(unit) => self.board.unit(unit).kind,
        };
        let Some(from) = motion.hex else {
            let by_road = self.board.rules.entry_by_road
                && self.board.map.has_road(hex)
                && !self.is_friend_in_way(motion.piece, hex);
            let cost = self.step_by_rows(motion.piece, None, hex, self.board.step(kind, None, hex, by_road));
            // 12.9: each later piece of a column pays for the length of the column ahead.
            return cost.saturating_mul(self.entered_by(hex) + 1);
        };
        let cost = if self.is_friend_in_way(motion.piece, hex) && self.board.map.road(from, hex) {
            self.board.step(kind, None, hex, false)
        } else {
            self.board.going(kind, from, hex)
        };
        self.step_by_rows(motion.piece, Some(from), hex, cost)
    }

    /// Checks whether `motion` may step to `hex`.
    pub(crate) fn may_step(&self, motion: &Motion, hex: HexIx) -> Result<(), RefusalCause> {
        self.step_to(motion, hex).map(|_| ())
    }

    /// Returns `motion` after a step to `hex`, from where it can end.
    pub(crate) fn step_to(&self, motion: &Motion, hex: HexIx) -> Result<Motion, RefusalCause> {
        let next = self.next_motion(motion, hex)?;
        if let Some(target) = motion.charge {
            return if self.hex_of(target) == Some(hex) || self.can_reach_target(&next, target) {
                Ok(next)
            } else {
                Err(refusal::CHARGE_NO_WAY)
            };
        }
        match self.may_stay(motion.piece, hex) {
            Err(why) if !self.can_end_beyond(next) => {
                Err(if why == refusal::STACKED { refusal::CANNOT_END_BEHIND } else { why })
            }
            _ => Ok(next),
        }
    }

    /// Checks whether a move of `piece` may end in `hex`: no other unit is there (7.1), and no row forbids it.
    #[inline]
    fn may_stay(&self, piece: MovingPiece, hex: HexIx) -> Result<(), RefusalCause> {
        if self.is_stacked(piece, hex) { Err(refusal::STACKED) } else { self.forbids_stop(piece, hex) }
    }

    /// Returns `motion` after a step to `hex`, in which it need not be able to end.
    pub(crate) fn next_motion(&self, motion: &Motion, hex: HexIx) -> Result<Motion, RefusalCause> {
        let side = self.side_of(motion.piece);
        match motion.hex {
            Some(from) if self.board.map.distance(from, hex) != 1 => return Err(refusal::NOT_ADJACENT_HEX),
            Some(_) => {}
            None if !self.entry_hexes(motion.piece).any(|entry| entry == hex) => return Err(refusal::NOT_ENTRY_HEX),
            None => {}
        }
        if motion.most_hexes.is_some_and(|most| motion.hexes >= most) {
            return Err(self.why_no_more_hexes(motion).unwrap_or(refusal::ONE_HEX_ONLY));
        }
        if let Some(enemy) = self.friend_in(side.other(), hex)
            && motion.charge != Some(enemy)
        {
            return Err(refusal::ENEMY);
        }
        if motion.charge.is_some() {
            self.may_charge_into(motion, hex)?;
        } else if !motion.may_engage && self.has_enemy_next_to(side, hex) {
            return Err(refusal::DEFEND_ORDERS);
        }
        self.forbids_step(motion.piece, motion.hex, hex)?;
        let spent = motion.spent.saturating_add(self.step_cost(motion, hex));
        // A piece may always move one hex (12.2).
        if spent > motion.allowance && (motion.hexes > 0 || motion.allowance == 0) {
            return Err(refusal::TOO_FAR);
        }
        let legal = !self.is_stacked(motion.piece, hex);
        let hexes = motion.hexes.saturating_add(1);
        let stops = self.must_stop(motion.piece, motion.hex, hex);
        Ok(Motion {
            hex: Some(hex),
            spent: spent.min(motion.allowance),
            hexes,
            most_hexes: if stops { Some(hexes) } else { motion.most_hexes },
            last_legal: if legal { Some(hex) } else { motion.last_legal },
            ..*motion
        })
    }

    /// Returns `true` if a move in a friend's hex can end further on.
    fn can_end_beyond(&self, motion: Motion) -> bool {
        let is_new = |further: &Motion, known: &[Motion]| !known.iter().any(|known| known.is_as_good_as(further));
        self.can_come(motion, |hex| self.may_stay(motion.piece, hex).is_ok(), is_new)
    }

    /// Returns `true` if `motion` can reach a hex that satisfies `is_end`, step by step. The search extends a further motion
    /// only if `is_worth` accepts it, given the motions already listed.
    pub(crate) fn can_come(
        &self,
        motion: Motion,
        is_end: impl Fn(HexIx) -> bool,
        is_worth: impl FnMut(&Motion, &[Motion]) -> bool,
    ) -> bool {
        let step = |motion: &Motion, to| self.next_motion(motion, to).ok();
        let is_end = |motion: &Motion| motion.hex.is_some_and(&is_end);
        reach::can_come(&self.board.map, motion, |motion| motion.hex, step, is_end, is_worth)
    }

    /// Returns `true` if `motion` has a legal step.
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
            None => Err(refusal::ENTRY_BLOCKED),
            Some(_) if motion.charge.is_some() => Err(refusal::CHARGE_NO_WAY),
            Some(hex) if self.is_stacked(motion.piece, hex) => Err(refusal::STACKED),
            // Not to move is always allowed.
            Some(_) if motion.hexes == 0 => Ok(()),
            Some(hex) => self.forbids_stop(motion.piece, hex),
        }
    }

    /// Returns the move that `piece` is making, if any.
    pub(crate) fn motion_of(&self, piece: MovingPiece) -> Option<&Motion> {
        self.state.stack.iter().rev().find_map(|task| match task {
            Task::Moving(motion) if motion.piece == piece => Some(motion),
            _ => None,
        })
    }

    /// Returns `true` if `motion` is over, because its unit is gone or was hit.
    pub(crate) fn is_halted(&self, motion: &Motion) -> bool {
        let MovingPiece::Unit(unit) = motion.piece else { return false };
        self.hex_of(unit) != motion.hex || (self.unit(unit).hit && !motion.deathride)
    }

    /// Lists the steps and the end of `motion`. A move is over when its unit was hit (12.4) or is gone.
    pub(crate) fn motion_options(&self, motion: &Motion, into: &mut ActionList) {
        if self.is_halted(motion) {
            return;
        }
        let can_step = |hex: &HexIx| self.may_step(motion, *hex).is_ok();
        match motion.hex {
            Some(hex) => into.extend(self.board.map.neighbors(hex).filter(can_step).map(Action::Hex)),
            None => into.extend(self.entry_hexes(motion.piece).filter(can_step).map(Action::Hex)),
        }
        if self.is_out(motion.piece) {
            self.ride_options(motion, into);
        }
        if self.may_stop(motion).is_ok() {
            into.push(Action::Stop);
        }
    }

    /// Continues or ends the move.
    pub(crate) fn go_on(&mut self, motion: Motion, action: Action, log: &mut impl Log<Event>) {
        let hex = match action {
            Action::Hex(hex) => hex,
            Action::Charge { unit, target } => {
                self.push(motion);
                self.begin_charge(unit, target, false, log);
                return;
            }
            Action::Deathride { chit, unit, target } => {
                self.push(motion);
                self.play(chit, log);
                self.push(DeathrideRoll { unit, target });
                return;
            }
            _ => return,
        };
        if motion.charge.is_some_and(|target| self.hex_of(target) == Some(hex)) {
            self.push(Contact { motion, tried: Party::new() });
            return;
        }
        let Ok(next) = self.next_motion(&motion, hex) else { return };
        if motion.hex.is_none() {
            if let MovingPiece::Unit(unit) = motion.piece {
                self.unit_mut(unit).entered = self.state.turn;
            }
            self.lengthen_column(hex);
            log.push(Event::Entered(motion.piece, hex));
        } else {
            log.push(Event::Moved(motion.piece, hex));
        }
        self.push(next);
        self.come_to(motion.piece, hex, log);
    }

    /// Moves `piece` into `hex` under the fire of the enemy.
    pub(crate) fn come_to(&mut self, piece: MovingPiece, hex: HexIx, log: &mut impl Log<Event>) {
        if let MovingPiece::Unit(unit) = piece {
            self.unit_mut(unit).done.left = true;
            self.push_arrival(unit, hex);
        }
        self.enter(piece, hex, log);
    }

    /// Moves `piece` into `hex`, with all that follows from any way into a hex: a unit takes control of it (16.0), a lone HQ
    /// there is overrun (13.10), and the game may end at once (16.0).
    pub(crate) fn enter(&mut self, piece: MovingPiece, hex: HexIx, log: &mut impl Log<Event>) {
        self.set_at(piece, At::Hex(hex));
        if let MovingPiece::Unit(unit) = piece {
            self.take_control_on_entry(unit, hex, log);
        }
        self.settle_headquarters(log);
        self.check_sudden_victory(log);
    }

    /// Gives the enemy the chance to fire at `unit` in `hex`.
    pub(crate) fn push_arrival(&mut self, unit: UnitIx, hex: HexIx) {
        self.push(self.arrival(unit, hex));
    }

    /// Returns the arrival of `unit` in `hex`, in which it stands, before any fire.
    pub(crate) fn arrival(&self, unit: UnitIx, hex: HexIx) -> Arrival {
        let shielded = self.is_stacked(MovingPiece::Unit(unit), hex);
        Arrival { unit, hex, interdicted: false, fired: Party::new(), shielded }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique::BridgedFeatures;

    use crate::state::Task;
    use crate::tests::testing::{Table, position};

    /// Returns the movement spent and the allowance of the moving piece, in half points.
    fn purse(table: &Table) -> (u16, u16) {
        let Some(Task::Moving(motion)) = table.game.state.stack.last() else { panic!("nobody moves") };
        (motion.spent, motion.allowance)
    }

    #[test]
    fn r12_1_enemy_units_are_not_entered_and_friends_are_passed() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0405
            prussian infantry p2 5/3 at 0404
            french cavalry f1 2/1 at 0406",
        )
        .moves("prussian");
        table.does("move p1");
        table.refuses("hex 0406", "7.1");
        table.does("hex 0404");
        table.refuses("stop", "7.1");
        table.does("hex 0403, stop");
    }

    #[test]
    fn r12_2_a_hex_costs_what_its_terrain_and_hexsides_say_for_the_arm() {
        let ground = "
            map 12x9
            forest 0404
            town 0505
            stream 0405/0406
            prussian infantry p1 5/3 at 0405
            prussian cavalry p2 2/1 at 0504
            prussian field p3 9/5 at 0304";
        let cost = |unit: &str, hex: &str| {
            let mut table = position(ground).moves("prussian");
            table.does(&format!("move {unit}, hex {hex}"));
            purse(&table).0
        };
        assert_eq!(cost("p1", "0305"), 2, "clear");
        assert_eq!(cost("p1", "0404"), 4, "forest");
        assert_eq!(cost("p2", "0404"), 6, "forest, on horseback");
        assert_eq!(cost("p3", "0404"), 6, "forest, with guns");
        assert_eq!(cost("p1", "0505"), 2, "a town");
        assert_eq!(cost("p2", "0505"), 4, "a town, on horseback");
        assert_eq!(cost("p1", "0406"), 4, "over a stream");
    }

    #[test]
    fn r12_2_a_bridge_spans_water_and_by_the_ruling_all() {
        let cost = |features: Option<BridgedFeatures>| {
            let mut table = position(
                "map 12x9
                stream 0405/0406
                bridge 0405/0406
                wall 0405/0406
                prussian infantry p1 5/3 at 0405",
            )
            .with(|scenario| scenario.rules.bridged_features = features)
            .moves("prussian");
            table.does("move p1, hex 0406");
            purse(&table).0
        };
        assert_eq!(cost(None), 4, "a wall");
        assert_eq!(cost(Some(BridgedFeatures::All)), 2);
    }

    #[test]
    fn r12_2_without_points_left_a_unit_halts_but_it_may_always_move_one_hex() {
        let slow = |points: u8| {
            position(&format!(
                "map 12x9
                forest 0404 0403
                prussian infantry p1 5/3 at 0405 move {points}"
            ))
            .moves("prussian")
        };
        let mut table = slow(3);
        table.does("move p1, hex 0404");
        table.refuses("hex 0403", "12.2");
        table.allows("hex 0304");
        let mut table = slow(1);
        table.does("move p1, hex 0404");
        assert_eq!(table.at("p1"), "0404");
        assert!(table.choices("hex").is_empty());
        position("map 12x9\nprussian infantry p1 5/3 at 0405")
            .moves("prussian")
            .does("move p1")
            .refuses("hex 0403", "12.2");
    }

    #[test]
    fn r12_7_shaken_units_have_half_their_allowance() {
        let mut table = position("map 12x9\nprussian infantry p1 5/3 at 0405 move 7 shaken").moves("prussian");
        table.does("move p1");
        assert_eq!(purse(&table), (0, 8), "4 points");
    }

    #[test]
    fn r12_7_shaken_and_half_movement_of_7_is_2() {
        let mut table = position(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii move 7 shaken",
        )
        .moves("iii");
        table.does("pass, move p1").rolls(&[3, 4]);
        assert_eq!(purse(&table), (0, 4), "2 points");
        table.does("hex 0604, hex 0603");
        table.logs("Assault Combat Phase [13.1]");
        assert_eq!(table.at("p1"), "0603");
    }

    #[test]
    fn r12_8_along_a_road_a_hex_costs_half_a_point() {
        let mut table = position(
            "map 12x9
            road 0408 0407 0406 0405 0404
            forest 0407
            stream 0406/0407
            prussian infantry p1 5/3 at 0408",
        )
        .moves("prussian");
        table.does("move p1, hex 0407, hex 0406, hex 0405");
        assert_eq!(purse(&table).0, 3, "whatever the road runs through and over");
        // Off the road, and back onto it from the side.
        table.does("hex 0505");
        assert_eq!(purse(&table).0, 5);
        table.does("hex 0405");
        assert_eq!(purse(&table).0, 7);
    }

    #[test]
    fn r12_8_past_a_friend_the_road_costs_what_the_hex_costs() {
        let mut table = position(
            "map 12x9
            road 0408 0407 0406 0405 0404
            forest 0407
            prussian infantry p1 5/3 at 0408
            prussian infantry p2 5/3 at 0407",
        )
        .moves("prussian");
        table.does("move p1, hex 0407");
        assert_eq!(purse(&table).0, 4);
        table.does("hex 0406");
        assert_eq!(purse(&table).0, 5);
        // An HQ in the road does not block a unit.
        let mut table = position(
            "map 12x9
            road 0408 0407 0406
            corps iii prussian at 0407 range 20 20
            prussian infantry p1 5/3 at 0408 of iii",
        )
        .moves("iii");
        table.does("move p1, hex 0407");
        assert_eq!(purse(&table).0, 1);
    }

    #[test]
    fn r16_0_a_headquarters_that_enters_a_town_does_not_take_it() {
        let town = "
            map 12x9
            place flavigny 0404 held french
            corps iii prussian at 0405 range 20 20
            prussian infantry p1 5/3 at 0304 of iii";
        let mut table = position(town).moves("iii");
        table.does("move iii-hq, hex 0404, stop");
        table.logs_nothing_with("control");
        table.does("move p1, hex 0404, stop");
        table.logs("Prussians control 0404 [16.0]");
    }

    #[test]
    fn r12_8_a_headquarters_goes_around_a_friend_in_the_road_too() {
        let mut table = position(
            "map 12x9
            road 0408 0407 0406
            forest 0407
            corps iii prussian at 0408 range 20 20
            prussian infantry p1 5/3 at 0407 of iii",
        )
        .moves("iii");
        table.does("move iii-hq, hex 0407");
        assert_eq!(purse(&table).0, 4);
        table.does("hex 0406");
        assert_eq!(purse(&table).0, 5);
    }
}
