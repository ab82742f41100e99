//! 14.1 to 14.3: the Rally Step under Defend and Regroup orders. The HQ lets units recover, rebuilds Broken ones
//! (`r14_04_rebuilding.rs`) and, in the nights of Campaigns, tries to turn Battleworn ones to their Fresh sides (18.2),
//! in any sequence. At the end infantry builds earthworks (16.2).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::vocabulary::Lift;
use battlewright_schema::at_any_cost::{Earthwork, HqOrder, Kind, Nation};
use serde::{Deserialize, Serialize};

use crate::action::{ActionList, RefusalCause};
use crate::extra_acts::Marker;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::{MovingPiece, UnitIx};
use crate::{Action, AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of the Rally Step (14.0, 16.0). All are about the activation under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RallyTask {
    /// 14.1: the step begins.
    Step,
    /// 14.2, 14.4, 18.2: the HQ rallies units while it can.
    Rally(Efforts),
    /// 14.4: the die for a Broken unit.
    RebuildRoll(UnitIx),
    /// 14.4: a rebuilt unit is placed.
    RebuildAt(UnitIx),
    /// 18.2: the die for a Battleworn unit.
    RefreshRoll(UnitIx),
    /// 16.2: infantry builds earthworks while it can.
    Dig,
    /// 16.2: the die of a unit that builds.
    DigRoll(UnitIx),
}

/// The efforts that an HQ may still make in a Rally Step, by its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Efforts {
    /// The removals of Elan Hits and Ammo Problems (14.2).
    pub(crate) recoveries: u8,
    /// The Rebuild attempts (14.4); `None` for one for each unit.
    pub(crate) rebuilds: Option<u8>,
    /// The Rebuild attempts that succeed without a roll (14.4).
    pub(crate) free_rebuilds: u8,
}

impl TaskFamily<AtAnyCost> for RallyTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let part = Part::Rally;
        let Some(activation) = game.activation() else { return goes_on(rule::RALLY, part) };
        let (side, formation) = (activation.side, game.ordering_formation(activation));
        let (nation, corps) = (&game.board.side(side).name, &game.board.formation(formation).name);
        let name = |unit: UnitIx| &game.board.unit(unit).name;
        match *self {
            Self::Step => goes_on(rule::RALLY, part),
            Self::Rally(_) => {
                prompt(format_args!("{nation}: rally units of {corps}"));
                let stage = TaskStage::asks(side, rule::RECOVERY, Some(part)).passed("Rally no more");
                stage.about(MovingPiece::Hq(formation))
            }
            Self::RebuildRoll(unit) => {
                prompt(format_args!("Rebuilding of {}", name(unit)));
                rolls(1, rule::REBUILDING, part).about(MovingPiece::Unit(unit))
            }
            Self::RebuildAt(unit) => {
                prompt(format_args!("{nation}: place {}", name(unit)));
                TaskStage::asks(side, rule::REBUILDING, Some(part)).about(MovingPiece::Unit(unit))
            }
            Self::RefreshRoll(unit) => {
                prompt(format_args!("{} tries to turn to its Fresh side", name(unit)));
                rolls(1, game.night_rule(), part).about(MovingPiece::Unit(unit))
            }
            Self::Dig => {
                prompt(format_args!("{nation}: build earthworks with units of {corps}"));
                TaskStage::asks(side, rule::FIELDWORKS, Some(part)).passed("Build no more")
            }
            Self::DigRoll(unit) => {
                let (work, rule) = match game.may_dig(unit) {
                    Ok(Earthwork::Entrenchments) => (Earthwork::Entrenchments, rule::ENTRENCHMENTS),
                    _ => (Earthwork::Fieldworks, rule::FIELDWORKS),
                };
                prompt(format_args!("{} tries to build {}", name(unit), work.name()));
                rolls(1, rule, part).about(MovingPiece::Unit(unit))
            }
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        match *self {
            Self::Rally(efforts) => game.rally_options(efforts, into),
            Self::RebuildAt(unit) => into.extend(game.rebuild_room(unit).into_iter().map(Action::Hex)),
            Self::Dig => game.dig_options(into),
            Self::Step | Self::RebuildRoll(_) | Self::RefreshRoll(_) | Self::DigRoll(_) => {}
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        let check = match (*self, *action) {
            (Self::Rally(_) | Self::Dig, Action::Dig(unit)) => game.may_dig(unit).map(|_| ()),
            (Self::Rally(efforts), action) => game.check_rally(efforts, action),
            (Self::RebuildAt(unit), Action::Hex(hex)) => game.may_be_rebuilt_at(unit, hex),
            _ => Ok(()),
        };
        check.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Rally(efforts), action) => game.rally(efforts, action, log),
            (Self::RebuildAt(unit), Action::Hex(hex)) => game.rebuild_at(unit, hex, log),
            (Self::Dig, Action::Dig(unit)) => {
                game.push(Self::Dig);
                game.push(Self::DigRoll(unit));
            }
            _ => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, _: &mut impl Log<Event>) {
        if self == Self::Step {
            game.begin_rally();
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        let Some(die) = picks.first().copied() else { return };
        match self {
            Self::RebuildRoll(unit) => game.roll_rebuild(unit, die, log),
            Self::RefreshRoll(unit) => game.roll_refresh(unit, die, log),
            Self::DigRoll(unit) => game.roll_dig(unit, die, log),
            Self::Step | Self::Rally(_) | Self::RebuildAt(_) | Self::Dig => {}
        }
    }
}

impl AtAnyCost {
    /// 14.1: only Defend and Regroup orders let the HQ rally units, and only Defend orders let them build.
    fn begin_rally(&mut self) {
        let Some(activation) = self.activation().copied() else { return };
        if activation.orders().any(|order| order == HqOrder::Defend) {
            self.push(RallyTask::Dig);
        }
        let rules = &self.board.rules;
        let efforts = match activation.order {
            Some(HqOrder::Regroup) => {
                let (recoveries, free_rebuilds) = (rules.regroup_recoveries, rules.free_rebuilds);
                Efforts { recoveries, rebuilds: None, free_rebuilds }
            }
            Some(HqOrder::Defend) => {
                let (recoveries, rebuilds) = (rules.defend_recoveries, Some(rules.defend_rebuilds));
                Efforts { recoveries, rebuilds, free_rebuilds: 0 }
            }
            _ => return,
        };
        self.push(RallyTask::Rally(efforts));
    }

    /// Everything that the HQ may do for its units with these efforts left.
    fn rally_options(&self, efforts: Efforts, into: &mut ActionList) {
        let Some(activation) = self.activation() else { return };
        let range = self.command_cost_map(self.ordering_formation(activation));
        for unit in self.active_units(activation) {
            let all = [Action::Rally(unit), Action::Resupply(unit), Action::Rebuild(unit), Action::Refresh(unit)];
            into.extend(all.into_iter().filter(|action| self.check_effort(efforts, *action, &range).is_ok()));
        }
        into.push(Action::Pass);
    }

    /// Checks that `action` is one of them.
    fn check_rally(&self, efforts: Efforts, action: Action) -> Result<(), RefusalCause> {
        let Some(activation) = self.activation() else { return Err(RefusalCause::NotAsked) };
        let range = self.command_cost_map(self.ordering_formation(activation));
        self.check_effort(efforts, action, &range)
    }

    /// Checks the same of an HQ that commands the hexes that `range` has a cost for.
    fn check_effort(&self, efforts: Efforts, action: Action, range: &[u16]) -> Result<(), RefusalCause> {
        match action {
            Action::Rally(unit) => self.may_rally(unit, efforts, range),
            Action::Resupply(unit) => self.may_resupply(unit, efforts, range),
            Action::Rebuild(unit) => self.may_rebuild(unit, efforts),
            Action::Refresh(unit) => self.may_refresh(unit, range),
            _ => Err(RefusalCause::NotAsked),
        }
    }

    /// 14.2: checks that an Elan Hit of `unit` may be removed.
    fn may_rally(&self, unit: UnitIx, efforts: Efforts, range: &[u16]) -> Result<(), RefusalCause> {
        if self.unit(unit).elan == 0 {
            return Err(RefusalCause::Because(rule::RECOVERY, "it has no Elan Hit"));
        }
        may_recover_more(efforts)?;
        self.may_be_rallied(unit, range)?;
        self.may_recover_by_rows(unit, Marker::Elan)
    }

    /// 14.2, 14.3: checks that an Ammo Problem of `unit` may be removed.
    fn may_resupply(&self, unit: UnitIx, efforts: Efforts, range: &[u16]) -> Result<(), RefusalCause> {
        if self.unit(unit).ammo == 0 {
            return Err(RefusalCause::Because(rule::RECOVERY, "it has no Ammo Problem"));
        }
        may_recover_more(efforts)?;
        self.may_be_rallied(unit, range)?;
        self.is_supplied(unit)?;
        self.may_recover_by_rows(unit, Marker::Ammunition)
    }

    /// 14.2: checks that `unit` is one for its HQ to rally: active and In Command (7.4), in its Command Range, and not
    /// next to an enemy combat unit.
    pub(crate) fn may_be_rallied(&self, unit: UnitIx, range: &[u16]) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::RECOVERY, reason));
        let Some(hex) = self.hex_of(unit) else { return refuse("it is not on the map") };
        match self.order_of(unit) {
            Some(HqOrder::Defend | HqOrder::Regroup) => {}
            // Reinforcements may have other orders than the HQ (12.11).
            Some(HqOrder::Attack | HqOrder::March) => return refuse("its order lets nobody recover"),
            None => return refuse("it is not In Command in this activation"),
        }
        if range.get(hex.index()).is_none_or(|cost| *cost == u16::MAX) {
            return refuse("it is out of the Command Range of its HQ");
        }
        if self.has_enemy_next_to(self.unit_side(unit), hex) {
            return refuse("it is next to an enemy combat unit");
        }
        Ok(())
    }

    /// 14.3: checks the supply of `unit`: French artillery is supplied in the hex of its HQ only, and the heavy one
    /// only in the nights of Campaigns (18.2).
    fn is_supplied(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let facts = self.board.unit(unit);
        if self.nation(facts.side) != Nation::French || !facts.kind.is_artillery() {
            return Ok(());
        }
        let is_heavy = facts.kind == Kind::HeavyArtillery;
        if is_heavy && !self.is_night_of_rest() && !self.is_lifted_for(Lift::HeavyCaissons, unit) {
            let reason = "French heavy artillery is supplied in the nights of Campaigns only";
            return Err(RefusalCause::Because(rule::CAISSON_DOCTRINE, reason));
        }
        let is_bound = self.board.rules.caissons_for_all || facts.kind != Kind::HorseArtillery;
        let is_away = self.hq_hex(facts.formation) != self.hex_of(unit);
        if is_bound && is_away && !self.is_lifted_for(Lift::Caissons, unit) {
            return Err(RefusalCause::Because(
                rule::CAISSON_DOCTRINE,
                "French artillery is supplied in the hex of its HQ only",
            ));
        }
        Ok(())
    }

    /// The HQ does something for a unit, and may do more.
    fn rally(&mut self, mut efforts: Efforts, action: Action, log: &mut impl Log<Event>) {
        let next = match action {
            Action::Rally(unit) | Action::Resupply(unit) => {
                efforts.recoveries = efforts.recoveries.saturating_sub(1);
                self.recover(unit, action, log);
                None
            }
            Action::Rebuild(unit) => {
                let is_free = efforts.free_rebuilds > 0;
                efforts.free_rebuilds = efforts.free_rebuilds.saturating_sub(1);
                efforts.rebuilds = efforts.rebuilds.map(|left| left.saturating_sub(1));
                self.unit_mut(unit).done.rallied = true;
                Some(if is_free { RallyTask::RebuildAt(unit) } else { RallyTask::RebuildRoll(unit) })
            }
            Action::Refresh(unit) => Some(RallyTask::RefreshRoll(unit)),
            _ => return,
        };
        self.push(RallyTask::Rally(efforts));
        if let Some(next) = next {
            self.push(next);
        }
    }

    /// 14.2: an Elan Hit or an Ammo Problem is removed.
    fn recover(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        let state = self.unit_mut(unit);
        state.done.rallied = true;
        if matches!(action, Action::Rally(_)) {
            state.elan = state.elan.saturating_sub(1);
            log.push(Event::Rallied(unit));
        } else {
            state.ammo = state.ammo.saturating_sub(1);
            log.push(Event::Resupplied(unit));
        }
    }
}

/// Checks that an HQ with these efforts left may remove another marker.
fn may_recover_more(efforts: Efforts) -> Result<(), RefusalCause> {
    if efforts.recoveries > 0 {
        return Ok(());
    }
    Err(RefusalCause::Because(rule::RECOVERY, "the HQ has removed all that its order lets it remove"))
}

#[cfg(test)]
mod tests {
    use crate::stage::Part;
    use crate::state::{ActivatedUnits, Activation, CommandStatus};
    use crate::tests::testing::{FRENCH, Position, position};
    use battlewright_core::game::Game as _;

    /// A French corps of this rating with its HQ at 0405.
    fn corps(rating: u8, more: &str) -> Position {
        position(&format!("corps ii french at 0405 rating {rating} {rating}\n{more}"))
    }

    /// Units with more Elan Hits and Ammo Problems than an HQ can remove.
    const WORN: &str = "
        french infantry f1 5/3 at 0404 of ii disrupted rationed
        french infantry f2 5/3 at 0304 of ii disrupted";

    #[test]
    fn r14_2_under_regroup_orders_three_markers_are_removed() {
        let mut table = corps(9, WORN).rallies("ii", "regroup");
        assert_eq!((table.chooser(), table.choices("rally")), (FRENCH, vec!["f1".to_owned(), "f2".to_owned()]));
        assert_eq!(table.choices("resupply"), ["f1"]);
        table.does("rally f1, rally f1, resupply f1");
        assert_eq!((table.marks("f1"), table.marks("f2")), ("low".to_owned(), "disrupted".to_owned()));
        assert!(table.choices("rally").is_empty() && table.game.activation().is_none(), "it is over");
    }

    #[test]
    fn r14_2_one_marker_after_the_other_disrupted_to_shaken_and_rationed_to_low() {
        let mut table = corps(9, WORN).rallies("ii", "regroup");
        table.does("rally f1");
        assert_eq!(table.marks("f1"), "shaken rationed");
        table.does("resupply f1");
        assert_eq!(table.marks("f1"), "shaken low");
        table.does("pass");
        assert!(table.game.activation().is_none(), "the owner need not remove more");
    }

    #[test]
    fn r14_2_under_defend_orders_one_marker_is_removed() {
        let mut table = corps(9, WORN).rallies("ii", "defend");
        table.does("resupply f1");
        assert_eq!((table.marks("f1"), table.choices("rally").len()), ("disrupted low".to_owned(), 0));
        assert_eq!(table.choices("dig"), ["f2"], "f1 has recovered");
    }

    #[test]
    fn r14_1_under_attack_and_march_orders_nobody_rallies() {
        for order in ["attack", "march"] {
            let table = corps(9, WORN).rallies("ii", order);
            assert!(table.choices("rally").is_empty() && table.game.activation().is_none(), "{order}");
        }
    }

    #[test]
    fn r14_2_not_out_of_range_nor_next_to_an_enemy_combat_unit_nor_of_another_formation() {
        let table = corps(
            2,
            "french infantry f1 5/3 at 0404 of ii shaken
            french infantry f2 5/3 at 0402 of ii shaken
            french infantry f3 5/3 at 0505 of ii shaken
            french infantry f4 5/3 at 0305 shaken
            french infantry f5 5/3 at 0406 of ii
            corps x prussian at 0304 rating 1 1
            prussian infantry p1 8/4 at 0605 of x",
        )
        .rallies("ii", "regroup");
        assert_eq!(table.choices("rally"), ["f1"], "an HQ next to it does not matter");
        for unit in ["f2", "f3", "f4", "f5", "p1"] {
            table.refuses(&format!("rally {unit}"), "14.2");
        }
    }

    #[test]
    fn r14_2_an_overrun_hq_helps_only_the_units_with_it() {
        let table = position(
            "corps ii french at 0405 rating 5 5 overrun
            french infantry f1 5/3 at 0405 of ii shaken
            french infantry f2 5/3 at 0404 of ii shaken",
        )
        .rallies("ii", "regroup");
        assert_eq!(table.choices("rally"), ["f1"]);
    }

    #[test]
    fn r7_4_units_out_of_command_do_not_rally() {
        for command in [CommandStatus::Cautious, CommandStatus::Hesitates] {
            let mut table = corps(9, WORN).rallies("ii", "regroup");
            let f1 = table.unit("f1");
            table.game.unit_mut(f1).done.command = command;
            assert_eq!(table.choices("rally"), ["f2"]);
            table.refuses("rally f1", "14.2");
        }
    }

    #[test]
    fn r14_3_french_artillery_is_supplied_with_its_hq() {
        let table = corps(
            9,
            "french field a1 5/3 at 0405 of ii low
            french field a2 5/3 at 0404 of ii low
            french horse a3 5/3 at 0304 of ii low
            french infantry f1 5/3 at 0505 of ii low",
        )
        .rallies("ii", "regroup");
        assert_eq!(table.choices("resupply"), ["a1", "f1"]);
        table.refuses("resupply a2", "14.3");
        table.refuses("resupply a3", "14.3");
    }

    #[test]
    fn r14_3_by_the_other_ruling_the_doctrine_does_not_bind_horse_artillery() {
        let table = corps(
            9,
            "french field a2 5/3 at 0404 of ii low
            french horse a3 5/3 at 0304 of ii low",
        )
        .with(|scenario| scenario.rules.caissons_for_all = Some(false))
        .rallies("ii", "regroup");
        assert_eq!(table.choices("resupply"), ["a3"]);
    }

    #[test]
    fn r14_3_prussian_artillery_is_supplied_anywhere_in_range() {
        let table = position(
            "corps x prussian at 0405 rating 9 9
            prussian field a1 5/3 at 0404 of x low
            prussian heavy a2 5/3 at 0304 of x low",
        )
        .rallies("x", "regroup");
        assert_eq!(table.choices("resupply"), ["a1", "a2"]);
    }

    #[test]
    fn r14_3_french_heavy_artillery_is_supplied_in_the_nights_of_campaigns_only() {
        let guns = "
            french heavy a1 5/3 at 0405 of ii low
            french heavy a2 5/3 at 0404 of ii low
            french infantry f1 5/3 at 0304 of ii shaken";
        for other in ["", "campaign", "clock 22:00", "clock 21:00\ncampaign", "clock 05:00\ncampaign"] {
            let table = corps(9, &format!("{other}\n{guns}")).rallies("ii", "regroup");
            assert!(table.choices("resupply").is_empty(), "{other}");
            table.refuses("resupply a1", "14.3");
        }
        for clock in ["22:00", "00:00"] {
            let table = corps(9, &format!("clock {clock}\ncampaign\n{guns}")).rallies("ii", "regroup");
            assert_eq!(table.choices("resupply"), ["a1"], "{clock}: with its HQ");
        }
    }

    #[test]
    fn r6_2_of_an_activated_unit_only_that_unit_recovers() {
        let mut table = corps(9, WORN).cup();
        let f1 = table.unit("f1");
        table.run(|game, log| game.push_activation(Activation::new(ActivatedUnits::Single(f1), FRENCH), log));
        table.orders("regroup").skip_to(Part::Rally);
        assert_eq!(table.choices("rally"), ["f1"]);
        assert!(table.game.check(&table.action("rally f2")).is_err());
    }
}
