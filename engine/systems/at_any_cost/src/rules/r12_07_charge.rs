//! 12.7 Cavalry Charges: a move over open ground into the hex of an enemy unit, which must then be assaulted.

use battlewright_schema::at_any_cost::vocabulary::Lift;
use battlewright_schema::at_any_cost::{HqOrder, Kind};

use crate::action::{Action, ActionList, RefusalCause};
use crate::extra_hooks::PieceStep;
use crate::rules::r08_03_line_of_sight::Sight;
use crate::rules::r12_02_motion::Motion;
use crate::state::{Activation, MovingPiece, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::reach;

impl AtAnyCost {
    /// Every charge that can be declared.
    pub(crate) fn charge_options(&self, activation: &Activation, into: &mut ActionList) {
        for unit in self.active_units(activation) {
            if let Ok(hex) = self.may_begin_charge(activation, unit) {
                let targets = self.charge_targets(unit, hex).into_iter();
                let seen = targets.filter(|target| self.may_charge_at(unit, hex, *target).is_ok());
                into.extend(seen.map(|target| Action::Charge { unit, target }));
            }
        }
    }

    /// Checks whether `unit` may charge `target`.
    pub(crate) fn may_charge(&self, activation: &Activation, unit: UnitIx, target: UnitIx) -> Result<(), RefusalCause> {
        let hex = self.may_begin_charge(activation, unit)?;
        if self.unit_side(target) == activation.side {
            return Err(RefusalCause::Because(rule::CHARGE, "the target is not an enemy unit"));
        }
        self.may_charge_at(unit, hex, target)?;
        if self.charge_targets(unit, hex).contains(&target) {
            Ok(())
        } else {
            Err(RefusalCause::Because(rule::CHARGE, "no open way leads to its target, or it is too far"))
        }
    }

    /// Checks whether `unit` may charge at all, and returns its hex: active cavalry that may still move, without Elan Hits,
    /// under an Attack order, and next to no enemy unit.
    fn may_begin_charge(&self, activation: &Activation, unit: UnitIx) -> Result<HexIx, RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::CHARGE, reason));
        let Some(hex) = self.hex_of(unit).filter(|_| self.is_cavalry(unit)) else {
            return refuse("only cavalry on the map charges");
        };
        self.is_free_to_move(activation, unit)?;
        if self.unit(unit).done.moved {
            return Err(RefusalCause::Because(rule::MOVEMENT, "it has moved already"));
        }
        if !self.is_combat_allowed() {
            return Err(RefusalCause::Because(self.night_rule(), "there is no combat at this hour"));
        }
        if self.order_of(unit) != Some(HqOrder::Attack) {
            return refuse("it charges under an Attack order only");
        }
        if self.unit(unit).elan > 0 && !self.is_lifted_for(Lift::ShakenNoCharge, unit) {
            return refuse("Shaken and Disrupted units do not charge");
        }
        if self.has_enemy_next_to(activation.side, hex) {
            return refuse("it is next to an enemy unit");
        }
        Ok(hex)
    }

    /// Checks whether `unit` in `hex` may charge `target`, wherever that stands: it sees it, and nobody else has charged it.
    fn may_charge_at(&self, unit: UnitIx, hex: HexIx, target: UnitIx) -> Result<(), RefusalCause> {
        if self.is_charged(target) {
            return Err(RefusalCause::Because(rule::CHARGE, "another unit has charged it"));
        }
        match self.hex_of(target).map(|at| self.sight_between(hex, at)) {
            Some(Sight::Clear | Sight::Obscured) => self.may_charge_by_rows(unit, target, false),
            Some(Sight::Blocked(at)) => Err(RefusalCause::At(rule::CHARGE, "it does not see its target beyond", at)),
            None => Err(RefusalCause::Because(rule::CHARGE, "its target is not on the map")),
        }
    }

    /// The enemy Front Line units to whose hexes `unit` has an open way from `hex` with its movement, in the scenario's order.
    fn charge_targets(&self, unit: UnitIx, hex: HexIx) -> InlineList<UnitIx, 16> {
        let side = self.unit_side(unit);
        let mut found = InlineList::new();
        reach::spread(
            &self.board.map,
            self.motion(MovingPiece::Unit(unit), Some(hex)),
            |motion| (motion.hex, motion.spent),
            |motion, from, to| {
                let further = self.charge_step(motion, from, to)?;
                let Some(front) = self.front_in(to) else { return Some(further) };
                if self.unit_side(front) != side && !found.contains(&front) {
                    found.push(front);
                }
                None
            },
        );
        found.sort_unstable();
        found
    }

    /// `motion` after a step of a charge over open ground, no matter if a unit is there.
    fn charge_step(&self, motion: &Motion, from: HexIx, to: HexIx) -> Option<Motion> {
        let step = PieceStep { piece: motion.piece, from: Some(from), to, by_road: self.board.map.has_road(to) };
        let spent = motion.spent + self.step_cost_by_rows(&step, self.board.going(Kind::Cavalry, from, to));
        let open = self.board.is_open_to_charge(from, to)
            && spent <= motion.allowance
            && motion.hexes_left() > 0
            && self.may_step_by_rows(&step).is_ok();
        let hexes = motion.hexes.saturating_add(1);
        let most_hexes = if self.must_stop_by_rows(&step) { Some(hexes) } else { motion.most_hexes };
        open.then_some(Motion { hex: Some(to), spent, hexes, most_hexes, ..*motion })
    }

    /// Checks whether charging cavalry may go on to `hex`: open ground, an open hexside, and no unit but the target.
    pub(crate) fn may_charge_into(&self, motion: &Motion, hex: HexIx) -> Result<(), RefusalCause> {
        if !motion.hex.is_some_and(|from| self.board.is_open_to_charge(from, hex)) {
            return Err(RefusalCause::Because(rule::CHARGE, "a charge enters clear terrain and road hexes only"));
        }
        let target = motion.charge.and_then(|target| self.hex_of(target));
        if target != Some(hex) && self.shares(motion.piece, hex) {
            return Err(RefusalCause::Because(rule::CHARGE, "a charge passes no other unit"));
        }
        Ok(())
    }

    /// Returns `true` if a charge can still come to its target's hex.
    pub(crate) fn can_reach_target(&self, motion: &Motion, target: UnitIx) -> bool {
        let Some(goal) = self.hex_of(target) else { return false };
        // Each hex costs a point at least, or half of one by rows.
        let least_cost = if self.has_cheap_steps() { 1 } else { 2 };
        let near = |motion: &Motion| {
            let left = u32::from(motion.allowance.saturating_sub(motion.spent));
            motion.hex.filter(|hex| least_cost * self.board.map.distance(*hex, goal) <= left)
        };
        if near(motion).is_none() {
            return false;
        }
        let mut least: PerHex<u16> = self.board.map.each(u16::MAX);
        reach::can_come(
            &self.board.map,
            *motion,
            |motion| motion.hex,
            |motion, hex| self.next_motion(motion, hex).ok(),
            |motion| motion.hex == Some(goal),
            |further, _| {
                let Some(hex) = near(further).filter(|hex| further.spent < least[hex.index()]) else { return false };
                least[hex.index()] = further.spent;
                true
            },
        )
    }

    /// `unit` begins its charge upon `target`. It will be Disrupted, however the charge ends.
    pub(crate) fn begin_charge(&mut self, unit: UnitIx, target: UnitIx, log: &mut impl Log<Event>) {
        let motion = self.motion(MovingPiece::Unit(unit), self.hex_of(unit));
        log.push(Event::Charges(unit, target));
        self.unit_mut(unit).done.charged = true;
        self.begin_move(Motion { charge: Some(target), ..motion }, log);
    }

    /// The charge of `motion` comes to the hex of its target, `hex`. The cavalry shares it until they have fought.
    pub(crate) fn make_contact(&mut self, motion: &Motion, hex: HexIx, log: &mut impl Log<Event>) {
        let MovingPiece::Unit(unit) = motion.piece else { return };
        log.push(Event::Moved(motion.piece, hex));
        self.join_stack(motion.piece, hex);
        let done = &mut self.unit_mut(unit).done;
        (done.left, done.charge) = (true, motion.charge);
        self.check_sudden_victory(log);
    }

    /// Returns `true` if `unit` is Front Line cavalry of a side that is not active, which may meet a charge or make one:
    /// without Elan Hits, and not charged itself (12.8, 12.9).
    pub(crate) fn may_react(&self, unit: UnitIx) -> bool {
        let state = self.unit(unit);
        self.is_cavalry(unit)
            && !state.second_line
            && (state.elan == 0 || self.is_lifted_for(Lift::ShakenNoCharge, unit))
            && !self.is_charged(unit)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// Prussian cavalry of 8 points three hexes from a French brigade, with these lines besides.
    fn field(lines: &str) -> Table {
        position(&format!(
            "map 14x9
            corps iii prussian at 0001 rating 20 20
            prussian cavalry p1 2/1 heavy at 0305 of iii
            french infantry f1 5/3 at 0605
            {lines}"
        ))
        .moves("iii")
    }

    #[test]
    fn r12_7_a_charge_ends_in_the_hex_of_its_target() {
        let mut table = field("");
        table.does("charge p1 f1, hex 0405");
        table.refuses("stop", "12.7");
        table.does("hex 0505, pass, hex 0605");
        assert_eq!((table.at("p1"), table.at("f1")), ("0605".to_owned(), "0605".to_owned()));
        let (p1, f1) = (table.unit("p1"), table.unit("f1"));
        let done = table.game.unit(p1).done;
        assert_eq!((done.charge, done.charged), (Some(f1), true));
        assert!(table.game.is_charged(f1));
        table.refuses("move p1", "12.1");
    }

    #[test]
    fn r12_7_only_cavalry_without_elan_hits_under_attack_orders_charges() {
        let charger = |unit: &str, order: &str| {
            position(&format!(
                "map 14x9
                corps iii prussian at 0001 rating 20 20
                prussian {unit} at 0305 of iii
                french infantry f1 5/3 at 0605"
            ))
            .orders("iii", order)
        };
        charger("cavalry p1 2/1", "attack").allows("charge p1 f1");
        for order in ["defend", "march", "regroup"] {
            charger("cavalry p1 2/1", order).refuses("charge p1 f1", "12.7");
        }
        field("prussian cavalry p2 2/1 at 0304 of iii shaken").refuses("charge p2 f1", "12.7");
        field("prussian cavalry p2 2/1 at 0304 of iii disrupted").refuses("charge p2 f1", "12.7");
        field("prussian infantry p2 8/4 at 0304 of iii").refuses("charge p2 f1", "12.7");
        field("prussian horse p2 3/2 at 0404 of iii").refuses("charge p2 f1", "12.7");
    }

    #[test]
    fn r12_7_cavalry_out_of_command_does_not_charge() {
        let mut table = position(
            "map 14x9
            corps iii prussian at 0001 rating 1 1
            prussian cavalry p1 2/1 at 0305 of iii
            french infantry f1 5/3 at 0605",
        )
        .orders("iii", "attack");
        table.rolls(&[4]);
        table.refuses("charge p1 f1", "12.7");
        table.allows("move p1");
    }

    #[test]
    fn r12_7_who_is_next_to_an_enemy_unit_or_to_the_target_does_not_charge() {
        field("french infantry f2 5/3 at 0304").refuses("charge p1 f1", "12.7");
        field("french infantry f2 5/3 at 0304").refuses("charge p1 f2", "12.7");
        // An HQ is no combat unit.
        field("corps ii french at 0304 rating 2 4").allows("charge p1 f1");
    }

    #[test]
    fn r12_7_it_must_see_its_target_before_it_starts() {
        // Woods in the line, which it could ride around.
        field("woods 0405 0505").refuses("charge p1 f1", "12.7");
        field("level 2 0605\nwoods 0405").allows("charge p1 f1");
        // At dusk a unit sees one hex far.
        field("clock 21:00").refuses("charge p1 f1", "12.7");
    }

    #[test]
    fn r12_7_it_passes_through_no_hex_with_a_friendly_unit() {
        // The target stands higher, so that friends do not hide it.
        let ring = ["0604", "0606", "0504", "0704", "0705", "0505"];
        let friends = ring.map(|hex| format!("prussian cavalry at-{hex} 2/1 at {hex}"));
        let mut table = field(&format!("level 2 0605\n{}", friends[..5].join("\n")));
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605");
        field(&format!("level 2 0605\n{}", friends.join("\n"))).refuses("charge p1 f1", "12.7");
        // A friend in the way is ridden around.
        let mut table = field("level 2 0605\nprussian cavalry p2 2/1 at 0406");
        table.does("charge p1 f1");
        table.refuses("hex 0406", "12.7");
        table.allows("hex 0405");
    }

    #[test]
    fn r12_7_it_enters_clear_and_road_hexes_only() {
        for class in ["woods", "quarry", "farm", "town", "ravine", "stream"] {
            field(&format!("{class} 0605")).refuses("charge p1 f1", "12.7");
            field(&format!("{class} 0605\nroad 0604 0605")).allows("charge p1 f1");
            let mut table = field(&format!("{class} 0405\nlevel 2 0605"));
            table.does("charge p1 f1");
            table.refuses("hex 0405", "12.7");
            table.allows("hex 0406");
        }
    }

    #[test]
    fn r12_7_it_may_cross_a_slope() {
        let around = "0605/0604 0605/0606 0605/0504 0605/0505 0605/0704 0605/0705";
        field(&format!("slope {around}\nlevel 2 0605")).allows("charge p1 f1");
    }

    #[test]
    fn r12_7_it_must_have_enough_movement_to_enter_the_hex_of_its_target() {
        field("level 2 1105\nfrench infantry f2 5/3 at 1105").allows("charge p1 f2");
        field("level 2 1205\nfrench infantry f2 5/3 at 1205").refuses("charge p1 f2", "12.7");
    }

    #[test]
    fn r12_7_its_path_leads_to_the_target_with_every_step() {
        let mut table = field("level 2 1105\nfrench infantry f2 5/3 at 1105");
        table.does("charge p1 f2, hex 0405");
        table.refuses("hex 0305", "12.7");
        table.refuses("hex 0404", "12.7");
        table.allows("hex 0504");
    }

    #[test]
    fn r12_7_the_target_is_the_front_line_unit() {
        let table = field("french field f2 3/2 at 0605 second");
        table.allows("charge p1 f1");
        table.refuses("charge p1 f2", "12.7");
    }

    #[test]
    fn r12_7_only_one_unit_charges_the_same_target_and_others_join_as_usual() {
        let mut table = field("prussian cavalry p2 2/1 at 0306 of iii");
        table.allows("charge p2 f1");
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605");
        table.refuses("charge p2 f1", "12.7");
        table.does("move p2, hex 0406, hex 0505, stop");
        assert_eq!(table.at("p2"), "0505", "the charged unit fires no more");
    }

    #[test]
    fn r12_7_fire_halts_a_charge_and_the_unit_is_disrupted_all_the_same() {
        let mut table = field("");
        table.does("charge p1 f1, hex 0405, hex 0505");
        assert_eq!(table.chooser(), FRENCH);
        // A Casualty Hit.
        table.does("fire f1 p1").rolls(&[10, 1]);
        assert_eq!((table.at("p1"), table.marks("p1")), ("0505".to_owned(), "battleworn".to_owned()));
        assert_eq!(table.chooser(), PRUSSIAN);
        let done = table.game.unit(table.unit("p1")).done;
        assert_eq!((done.charge, done.charged, done.moved), (None, true, true));
    }

    #[test]
    fn r12_7_by_night_there_is_no_charge() {
        let table = position(
            "map 14x9
            clock 22:00
            corps iii prussian at 0001 rating 20 20
            prussian cavalry p1 2/1 at 0305 of iii
            french infantry f1 5/3 at 0605",
        )
        .with(|scenario| scenario.rules.no_attack_orders_at_night = Some(false))
        .orders("iii", "attack");
        table.refuses("charge p1 f1", "18.2");
    }
}
