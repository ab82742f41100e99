//! V Effects of combat: disorder and demoralization, lost bases, falling back, withdrawing "up to" a distance, and surrender.

use std::fmt::Arguments;

use battlewright_schema::outrance::{CombatEffect, Posture, RetreatSource, TableEdge, WithdrawalChoice};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::{Destruction, Event, MoveCause};
use crate::rules::c04_falling_back::{
    Exposure, Retreat, Retreating, fall_back, leads_off_table, straight_refusal, withdraw, withdrawals,
};
use crate::rules::c04_formations::{Footprint, UnitPlacement, ranks, usual_front};
use crate::rules::c04_movement::Surroundings;
use crate::rules::c04_path_costs::ROUNDING;
use crate::rules::c05_status::{CombatLosses, destroyed_at, losses_after};
use crate::rules::c08_sight::{BasesInWay, sight, with_levels};
use crate::stage::{TaskStage, TurnPart, offer_once};
use crate::state::{At, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Illegal, Log};
use battlewright_core::kit::plane::{Bounds, Convex, Direction, Point, Segment, Vector, sweep};
use battlewright_core::kit::tasks::TaskFamily;

/// The step between the lengths of the withdrawals that a menu offers, in thousandths of an inch.
const MENU_STEP: i32 = 1000;
/// The step between their directions, in steps of the fan.
const MENU_FAN: usize = 3;
/// A length beyond any table, in thousandths of an inch.
const FAR: i32 = 1_000_000;

/// A unit withdraws from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Withdraw {
    pub(crate) unit: UnitIx,
    pub(crate) source: UnitIx,
}

impl TaskFamily<Outrance> for Withdraw {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.unit);
        prompt(format_args!("{}: withdraw {}", game.side_name(side), game.unit_name(self.unit)));
        TaskStage::asks(side, rule::STATUS, Some(TurnPart::Combat)).about(self.unit)
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.withdrawal_options(self.unit, self.source, into);
        offer_once(into);
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_withdrawal(self.unit, self.source, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, log: &mut impl Log<Event>) {
        game.choose_withdrawal(self.unit, self.source, action, log);
    }
}

impl Outrance {
    /// Carries out a combat effect on a unit that `source` caused. Returns `true` if the unit is still in play.
    pub(crate) fn suffer(
        &mut self,
        unit: UnitIx,
        effect: CombatEffect,
        source: UnitIx,
        log: &mut impl Log<Event>,
    ) -> bool {
        if effect == CombatEffect::Nothing {
            return true;
        }
        if !self.lose(unit, effect, log) {
            return false;
        }
        match (effect.inches(), effect.is_up_to()) {
            (0, _) => true,
            (_, true) => {
                self.withdraw_from(unit, source, log);
                true
            }
            (inches, false) => self.fall_back_from(unit, source, i32::from(inches) * 1000, log),
        }
    }

    /// Carries out the losses of an effect without its movement. Returns `true` if the unit is still in play.
    pub(crate) fn lose(&mut self, unit: UnitIx, effect: CombatEffect, log: &mut impl Log<Event>) -> bool {
        let state = self.unit(unit);
        let (before, left) = (state.status, state.bases);
        let losses = losses_after(before, self.board.unit(unit).bases, left, effect);
        self.set_losses(unit, losses, log)
    }

    /// Takes bases and status from a unit. Returns `true` if it is still in play.
    pub(crate) fn set_losses(&mut self, unit: UnitIx, losses: CombatLosses, log: &mut impl Log<Event>) -> bool {
        let (before, left) = (self.unit(unit).status, self.unit(unit).bases);
        if losses.bases < left {
            log.push(Event::LostBases(unit, left - losses.bases));
        }
        if losses.destroyed || losses.bases == 0 {
            self.unit_mut(unit).bases = losses.bases;
            let turn = self.state.turn;
            self.put(unit, At::Destroyed(turn));
            let of = self.board.unit(unit).bases;
            let lost = of.saturating_sub(losses.bases);
            let by_bases = losses.bases < left && lost >= destroyed_at(of);
            let cause = if by_bases { Destruction::Bases { lost, of } } else { Destruction::Broken };
            log.push(Event::Destroyed(unit, cause));
            return false;
        }
        if losses.status != before {
            log.push(Event::Shaken(unit, losses.status));
        }
        let state = self.unit_mut(unit);
        (state.status, state.bases) = (losses.status, losses.bases);
        if losses.bases < left
            && let Some(place) = self.place(unit).cloned()
        {
            let place = self.closed_up(unit, place);
            self.put(unit, At::On(place));
        }
        true
    }

    /// Returns the placement of a unit that has lost bases: the last ones, in the same formation. It closes up about the center of its
    /// front, or where it has no room for that, the other bases of a line keep their places, and a column stands straight. As a last
    /// resort it stays on the ground of its bases, even where it could not end a move (ruling o31).
    fn closed_up(&self, unit: UnitIx, mut place: UnitPlacement) -> UnitPlacement {
        let (troops, bases) = (self.board.unit(unit).troops, self.unit(unit).bases);
        place.bend.truncate(usize::from(bases));
        if place.posture == Posture::Maneuver && ranks(troops, bases, place.front).is_err() {
            place.front = usual_front(troops, bases);
        }
        let left = self.shape(unit).and_then(|shape| {
            let left = shape.first_rank().get(..usize::from(bases))?;
            Some(left.first()?.front().from.midpoint(left.last()?.front().to))
        });
        let in_place = left.filter(|_| place.posture == Posture::Deployed);
        let in_place = in_place.map(|at| UnitPlacement { at, ..place.clone() });
        let straight = || UnitPlacement { bend: Default::default(), ..place.clone() };
        let others = in_place.iter().cloned().chain(std::iter::once_with(straight));
        let has_room = |place: &UnitPlacement| {
            self.shape_at(unit, place).is_some_and(|shape| self.place_refusal(unit, &shape).is_none())
        };
        let mut places = std::iter::once_with(|| place.clone()).chain(others);
        // The bases that are left stand where they stood, or within the ranks that they formed.
        places.find(has_room).or(in_place).unwrap_or(place)
    }

    /// Returns the point from which a unit falls back (ruling o13).
    fn retreat_source(&self, unit: UnitIx, source: UnitIx) -> Option<Point> {
        let (shape, from) = (self.shape(unit)?, self.shape(source)?);
        let front = shape.front();
        Some(match self.board.rules.retreat_from {
            RetreatSource::NearestPoint => from.nearest(front.from.midpoint(front.to)),
            RetreatSource::Center => from.front().from.midpoint(from.front().to),
        })
    }

    /// Moves a unit back by a distance, or makes it surrender or leave the table. Returns `true` if it is still in play.
    fn fall_back_from(&mut self, unit: UnitIx, source: UnitIx, distance: i32, log: &mut impl Log<Event>) -> bool {
        let slide = self.board.rules.retreat_slide.thousandths();
        let found = self.with_retreat(unit, source, |moves, around, retreating| {
            fall_back(moves, around, retreating, distance, slide)
        });
        match found.flatten() {
            Some(retreat) => {
                self.carry_back(unit, &retreat, MoveCause::FallBack, log);
                true
            }
            None => {
                let (at, event) = match self.leaves_table(unit, source, distance) {
                    true => (At::Left(self.state.turn), Event::LeftTable(unit)),
                    false => (At::Surrendered(self.state.turn), Event::Surrendered { unit, source, distance }),
                };
                self.put(unit, at);
                log.push(event);
                false
            }
        }
    }

    /// Returns `true` if a unit that cannot fall back on the table leaves it.
    fn leaves_table(&self, unit: UnitIx, source: UnitIx, distance: i32) -> bool {
        let leads_off = || {
            self.with_retreat(unit, source, |moves, around, retreating| {
                leads_off_table(moves, around, retreating, distance)
            })
        };
        self.board.rules.table_edge == TableEdge::Leaves && leads_off() == Some(true)
    }

    /// Calls `with` with the surroundings of a unit that falls back from another.
    fn with_retreat<R>(
        &self,
        unit: UnitIx,
        source: UnitIx,
        with: impl FnOnce(&crate::rules::c04_movement::MoveRules, &Surroundings, &Retreating) -> R,
    ) -> Option<R> {
        let side = self.side_of(unit);
        let (friends, enemies) = (self.bases_in_place(unit, Bounds::ALL), self.bases_but(side.other(), &[]));
        let around = Surroundings { terrain: &self.board.terrain, friends: &friends, enemies: &enemies };
        let retreating = Retreating {
            troops: self.board.unit(unit).troops,
            unit: self.shape(unit)?,
            facing: self.place(unit)?.facing,
            source: self.retreat_source(unit, source)?,
            toward_source: self.board.moves.retreat_toward_source,
        };
        Some(with(&self.board.moves, &around, &retreating))
    }

    fn carry_back(&mut self, unit: UnitIx, retreat: &Retreat, cause: MoveCause, log: &mut impl Log<Event>) {
        let Some((mut place, mut shape)) = self.place(unit).cloned().zip(self.shape(unit).cloned()) else { return };
        let mut swept: Vec<Convex> = Vec::new();
        for leg in &retreat.legs {
            swept.extend(shape.bases().iter().map(|base| sweep::swept(base, *leg)));
            shape = shape.moved(*leg);
            place.at = place.at + *leg;
        }
        let at = place.at;
        self.put(unit, At::On(place));
        log.push(Event::Moved(unit, at, cause));
        self.run_over(self.side_of(unit), &swept, log);
    }

    /// Lets a unit withdraw "up to" 6 inches: its side chooses, or the nearest safe point is taken (ruling o11).
    fn withdraw_from(&mut self, unit: UnitIx, source: UnitIx, log: &mut impl Log<Event>) {
        if self.board.rules.withdrawal == WithdrawalChoice::Owner {
            self.push(Withdraw { unit, source });
            return;
        }
        if let Some(retreat) = self.nearest_withdrawal(unit, source) {
            self.carry_back(unit, &retreat, MoveCause::Withdrawal, log);
        }
    }

    fn withdrawal_distance() -> i32 {
        i32::from(CombatEffect::Withdraw.inches()) * 1000
    }

    fn nearest_withdrawal(&self, unit: UnitIx, source: UnitIx) -> Option<Retreat> {
        self.with_retreat(unit, source, |moves, around, retreating| {
            let exposure = |shape: &Footprint| self.exposure(unit, shape, source);
            withdraw(moves, around, retreating, Self::withdrawal_distance(), exposure)
        })?
    }

    /// Returns the danger of a unit from another, if its bases stood here.
    fn exposure(&self, unit: UnitIx, shape: &Footprint, source: UnitIx) -> Exposure {
        let terrain = &self.board.terrain;
        let Some(from) = self.shape(source) else {
            return Exposure { seen: false, band: None, cover: battlewright_schema::outrance::Cover::Open };
        };
        let [ours, theirs] = [shape, from].map(|shape| with_levels(terrain, shape.bases()));
        let screen = with_levels(terrain, &self.screen_of(unit));
        let seen =
            sight(&self.board.sight, terrain, &theirs, &ours, BasesInWay { enemies: &screen, ..BasesInWay::NONE }, FAR)
                .ok();
        let line =
            seen.map_or_else(|| Segment::new(from.nearest(shape.front().from), shape.front().from), |seen| seen.line);
        Exposure {
            seen: seen.is_some(),
            band: seen.and_then(|seen| self.band_by_rows(source, seen.range, self.board.rules.range_band(seen.range))),
            cover: terrain.cover(shape, line, self.board.cover),
        }
    }

    /// Returns the withdrawals of a menu, each with its improvement and its length.
    fn rated_withdrawals(&self, unit: UnitIx, source: UnitIx) -> Vec<(u8, i32, Vector)> {
        let Some(before) = self.shape(unit).map(|shape| self.exposure(unit, shape, source)) else { return Vec::new() };
        let all = self.with_retreat(unit, source, |moves, around, retreating| {
            withdrawals(moves, around, retreating, Self::withdrawal_distance())
        });
        let all = all.unwrap_or_default().into_iter();
        let coarse = all.filter(|(length, order, _)| order % MENU_FAN == 0 && length % MENU_STEP == 0);
        coarse
            .filter_map(|(length, _, retreat)| {
                let improvement = self.exposure(unit, &retreat.end, source).improvement(before);
                Some((improvement, length, *retreat.legs.first()?))
            })
            .collect()
    }

    pub(crate) fn withdrawal_options(&self, unit: UnitIx, source: UnitIx, into: &mut ActionList) {
        let Some(at) = self.place(unit).map(|place| place.at) else { return into.push(Action::Stop) };
        let rated = self.rated_withdrawals(unit, source);
        let best = rated.iter().map(|(improvement, ..)| *improvement).max().unwrap_or(0);
        let farthest = rated.iter().map(|(_, length, _)| *length).max().unwrap_or(0);
        // Without safety, a unit goes as far as it can.
        let is_best =
            |(improvement, length, _): &&(u8, i32, Vector)| *improvement == best && (best > 0 || *length == farthest);
        into.extend(rated.iter().filter(is_best).map(|(_, _, by)| Action::Withdraw(at + *by)));
        if into.is_empty() {
            into.push(Action::Stop);
        }
    }

    pub(crate) fn check_withdrawal(&self, unit: UnitIx, source: UnitIx, action: Action) -> Result<(), Illegal> {
        let mut offered = ActionList::new();
        self.withdrawal_options(unit, source, &mut offered);
        if offered.contains(&action) {
            return Ok(());
        }
        let refuse = |reason: &str| Err(Illegal::new(rule::STATUS, reason));
        let Action::Withdraw(to) = action else {
            return match action {
                Action::Stop => refuse("the unit can make itself safer; withdraw it"),
                _ => Err(self.not_asked()),
            };
        };
        let Some((place, before)) = self.place(unit).zip(self.shape(unit)) else { return Err(self.not_asked()) };
        let by = to - place.at;
        let rear = place.facing.reversed();
        let is_in_fan = Direction::of(by).is_some_and(|way| way.angle_to(rear) <= 450);
        if !is_in_fan || by.floor_length() > Self::withdrawal_distance() + ROUNDING {
            return refuse("a unit withdraws by up to 6 inches within 45 degrees of its rear; choose a point there");
        }
        let straight = self.with_retreat(unit, source, |moves, around, retreating| {
            straight_refusal(moves, around, retreating, by, Self::withdrawal_distance())
        });
        if let Some(Err(refusal)) = straight {
            return Err(refusal.illegal());
        }
        let now = self.exposure(unit, before, source);
        let improvement = |by: Vector| self.exposure(unit, &before.moved(by), source).improvement(now);
        let best = self.rated_withdrawals(unit, source).iter().map(|(improvement, ..)| *improvement).max();
        if best.is_some_and(|best| improvement(by) < best) {
            return refuse("the unit must become as safe as it can; choose a point out of sight, range, or in cover");
        }
        Ok(())
    }

    pub(crate) fn choose_withdrawal(&mut self, unit: UnitIx, _: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if let (Action::Withdraw(to), Some(at), Some(shape)) =
            (action, self.place(unit).map(|place| place.at), self.shape(unit))
        {
            let by = to - at;
            let retreat = Retreat { legs: vec![by], end: shape.moved(by) };
            self.carry_back(unit, &retreat, MoveCause::Withdrawal, log);
        }
    }
}

/// Returns an effect in words, such as `"disordered, falls back 6 inches"`.
pub(crate) fn effect_text(effect: CombatEffect) -> &'static str {
    match effect {
        CombatEffect::Nothing => "no effect",
        CombatEffect::Disorder => "disordered",
        CombatEffect::Withdraw => "disordered, withdraws up to 6 inches",
        CombatEffect::FallBack => "disordered, falls back 6 inches",
        CombatEffect::ThrownBack => "demoralized, thrown back 12 inches",
        CombatEffect::LoseBase => "loses a base, disordered, falls back 6 inches",
        CombatEffect::LoseBaseThrownBack => "loses a base, demoralized, thrown back 12 inches",
        CombatEffect::LoseTwoThrownBack => "loses two bases, demoralized, thrown back 12 inches",
        CombatEffect::Broken => "broken",
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::outrance::{RetreatSource, WithdrawalChoice};

    use crate::tests::position::{PRUSSIAN, Table, position};

    /// Guns at 8 inches from a French brigade: index 2, where 83 disorders, 92 makes it withdraw, 96 fall back, 99 throws it
    /// back, and 100 takes a base.
    const GUNS: &str = "prussian artillery p1 3 at 20,20
        french infantry f1 4 at 20,12 facing 180";

    fn fired(text: &str, roll: u16) -> Table {
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1, fire f1 0").rolls(&[roll]);
        table
    }

    #[test]
    fn c05_a_unit_that_falls_back_keeps_facing_and_formation() {
        // The example of the rules: an artillery unit makes an infantry unit fall back 6 inches in disorder.
        let mut table = fired(GUNS, 96);
        table.logs_all(&[
            "p1 (Prussians) fires at f1 (French)",
            ": disordered, falls back 6 inches (",
            "index 2 = ",
            "roll 96)",
        ]);
        table.logs("f1 (French) is disordered [V]");
        table.logs("f1 (French) falls back to 20\", 6\" [IV]");
        assert_eq!((table.at("f1"), table.state_of("f1")), ((20_000, 6000), "disordered 4 deployed".to_owned()), "IV");
        assert_eq!(table.game.bases_of("f1")[0][0].y, 6000, "IV: facing down");
        table.take_log();
    }

    #[test]
    fn c05_a_unit_without_a_way_back_surrenders() {
        let edge = GUNS.replace("20,20", "20,13").replace("20,12 facing", "20,5 facing");
        let table = fired(&edge, 96);
        table.logs("f1 (French) cannot fall back 6\" from p1 (Prussians) and surrenders [V]");
        assert_eq!(table.state_of("f1"), "out", "V");
        assert_eq!(fired(&edge, 92).state_of("f1"), "disordered 4 deployed", "V, o12: an `up to` distance is no must");
    }

    #[test]
    fn c05_two_disorders_demoralize() {
        assert_eq!(fired(GUNS, 83).state_of("f1"), "disordered 4 deployed", "V");
        let shaken = GUNS.replace("facing 180", "facing 180 disordered");
        let table = fired(&shaken, 80);
        table.logs("f1 (French) is demoralized [V]");
        assert_eq!(
            (table.at("f1"), table.state_of("f1")),
            ((20_000, 12_000), "demoralized 4 deployed".to_owned()),
            "V"
        );
    }

    #[test]
    fn c05_lost_bases_are_removed_and_half_of_them_destroy() {
        let table = fired(GUNS, 100);
        table.logs("f1 (French) loses a base [V]");
        assert_eq!((table.at("f1"), table.state_of("f1")), ((20_000, 6000), "disordered 3 deployed".to_owned()), "V");
        let weak = GUNS.replace("f1 4", "f1 4 lost 1");
        let table = fired(&weak, 100);
        table.logs("f1 (French) has lost 2 of 4 bases, and is destroyed [V]");
        assert_eq!(table.state_of("f1"), "out", "V");
    }

    #[test]
    fn c05_o31_a_unit_that_loses_bases_stays_on_its_ground() {
        // Its rear stands on a bridge, which the shorter middle line of three bases does not reach.
        let text = "river 0,13.9 40,13.9
            bridge 20,13.9
            prussian infantry p1 4 at 20,12 maneuver
            french infantry f1 4 at 20,5 facing 180";
        let reach = battlewright_schema::Length::from_thousandths(100);
        let mut table =
            position(text).with(|scenario| scenario.rules.choke_reach = Some(reach)).with_initiative(PRUSSIAN);
        let unit = table.unit("p1");
        let before = table.game.shape(unit).unwrap().clone();
        assert!(table.game.place_refusal(unit, &before).is_none(), "VIII, o31: at the bridge");
        table.game.lose(unit, battlewright_schema::outrance::CombatEffect::LoseBase, &mut ());
        let after = table.game.shape(unit).unwrap();
        assert_eq!((after.bases().len(), after.front_center()), (3, before.front_center()), "V");
        assert!(before.bounds().encloses(after.bounds()), "V, o31");
        assert!(table.game.place_refusal(unit, after).is_some(), "V, o31: no move ends like this");
    }

    #[test]
    fn c05_o11_the_owner_chooses_where_to_withdraw() {
        let mut table = fired(GUNS, 92);
        let offered = table.choices("withdraw");
        assert!(offered.contains(&"20/10".to_owned()), "V: out of the range band: {offered:?}");
        table.refuses("stop", "V");
        table.refuses("withdraw 20/11.5", "V");
        table.refuses("withdraw 26/12", "V");
        table.refuses("withdraw 20/5", "V");
        table.does("withdraw 20/10");
        table.logs("f1 (French) withdraws to 20\", 10\" [V]");
        let nearest = position(GUNS).with(|scenario| scenario.rules.withdrawal = Some(WithdrawalChoice::Nearest));
        let mut table = nearest.with_initiative(PRUSSIAN);
        table.does("select p1, fire f1 0").rolls(&[92]);
        assert_eq!(table.at("f1"), (20_000, 10_500), "o11");
    }

    #[test]
    fn c05_o13_a_unit_falls_back_from_the_nearest_point_or_the_center() {
        let aside = "prussian artillery p1 3 at 14,20 facing 45
            french infantry f1 4 at 20,12 facing 180";
        let back = |source| {
            let mut table =
                position(aside).with(|scenario| scenario.rules.retreat_from = Some(source)).with_initiative(PRUSSIAN);
            table.does("select p1, fire f1 45").rolls(&[97]);
            table.at("f1").0
        };
        let (nearest, center) = (back(RetreatSource::NearestPoint), back(RetreatSource::Center));
        assert!(center > 20_000 && nearest > center, "o13: {nearest} {center}");
    }
}
