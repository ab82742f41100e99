//! 21.0 Events: the owner of a chit says whom it is for (6.3), or plays one that he holds (5.2). What each event then does is
//! in `r21_common.rs`, `r21_french.rs`, `r21_prussian.rs` and `r21_auftragstaktik.rs`. Battlefield Conditions and the screen of skirmishers are played
//! in the fire (`r08_fire.rs`) and the assault (`r13_assault.rs`) that they help, Misinterpreted Orders in the enemy's HQ
//! Command Step (`r07_command.rs`), and the Fortunes of War are rolled for when they are drawn (`r06_03_fortunes.rs`).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::board::ChitFacts;
use crate::rules::r08_fire::FireCause;
use crate::rules::r21_auftragstaktik::{JointAssault, Mission};
use crate::rules::r21_french::Onset;
use crate::rules::r21_prussian::ArtilleryCharge;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::{ActivatedUnits, Activation, Chit, ChitIx, ChitPlace, FormationIx, MovingPiece, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::{Log, Rule, Side};
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of events (21.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum EventTask {
    /// The owner of the chit, which has been played, says for which fire, HQ or unit.
    Choose(ChitIx),
    /// Krupp's Guns: the battery that makes the Artillery Charge.
    ChargeBattery(ArtilleryCharge),
    /// Krupp's Guns: the fire of this battery after its Artillery Charge.
    ChargeFire(ArtilleryCharge, UnitIx),
    /// A Cloud of Skirmishers harasses this unit, unless its side drives them off with its own.
    Harassed(UnitIx),
    /// Furia Francese: the die of this unit.
    FuriaRoll(UnitIx),
    /// Prussian Aggressive Tactics of this unit: the die against them.
    AggressionRoll(UnitIx),
    /// Furia Francese, Prussian Aggressive Tactics: the unit goes next to an enemy.
    Advance(Onset),
    /// Furia Francese, Prussian Aggressive Tactics: the unit assaults.
    Assault(Onset),
    /// Auftragstaktik: another unit of the division of this one.
    Second(UnitIx),
    /// Auftragstaktik: the units that may still move.
    Move(Mission),
    /// Auftragstaktik: the units may assault.
    Attack(Mission),
    /// Auftragstaktik: the units that assault together.
    Join(JointAssault),
}

impl TaskFamily<AtAnyCost> for EventTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        let called = |unit: UnitIx| game.board.unit(unit).name.as_str();
        let asks = |side: Side| TaskStage::asks(side, rule::EVENTS, None);
        match self {
            Self::Choose(chit) => {
                let ChitFacts { side, event } = *game.chit(*chit);
                prompt(format_args!("{}: {} for which {}?", name(side), event.name(), whom(event)));
                TaskStage::asks(side, rule_of(event), None)
            }
            Self::ChargeBattery(charge) => {
                let side = game.chit(charge.chit).side;
                prompt(format_args!("{}: which battery makes an Artillery Charge?", name(side)));
                asks(side)
            }
            Self::ChargeFire(charge, battery) if !game.any_charge_shot(charge, *battery, &mut |_| true) => {
                goes_on(rule::EVENTS, None::<Part>)
            }
            Self::ChargeFire(_, battery) => {
                let side = game.unit_side(*battery);
                prompt(format_args!("{}: fire of {} after its Artillery Charge", name(side), called(*battery)));
                asks(side).about(MovingPiece::Unit(*battery))
            }
            Self::Harassed(unit) => {
                let side = game.unit_side(*unit);
                prompt(format_args!("{}: drive off the skirmishers before {}?", name(side), called(*unit)));
                asks(side).about(MovingPiece::Unit(*unit)).passed("Play no chit")
            }
            Self::FuriaRoll(unit) => {
                prompt(format_args!("Roll for the Furia Francese of {}", called(*unit)));
                rolls(1, rule::EVENTS, None::<Part>).about(MovingPiece::Unit(*unit))
            }
            Self::AggressionRoll(unit) => {
                let side = game.unit_side(*unit);
                prompt(format_args!("{}: roll against the Aggressive Tactics of {}", name(side), called(*unit)));
                rolls(1, rule::COMMAND_EVENTS, None::<Part>).about(MovingPiece::Unit(*unit))
            }
            Self::Advance(onset) => {
                let side = onset.chooser(game);
                let who = called(onset.unit);
                prompt(format_args!("{}: where {} {who} go?", name(side), question(who)));
                asks(side).about(MovingPiece::Unit(onset.unit))
            }
            Self::Assault(onset) => {
                let side = onset.chooser(game);
                let who = called(onset.unit);
                prompt(format_args!("{}: which hex {} {who} assault?", name(side), question(who)));
                asks(side).about(MovingPiece::Unit(onset.unit))
            }
            Self::Second(first) => {
                let side = game.unit_side(*first);
                prompt(format_args!("{}: another unit of the division of {}?", name(side), called(*first)));
                asks(side).passed("No other unit")
            }
            Self::Move(mission) => {
                prompt(format_args!("{}: move a unit, or pass", name(mission.side)));
                asks(mission.side).passed("Move no more")
            }
            Self::Attack(mission) => {
                prompt(format_args!("{}: assault a hex, or pass", name(mission.side)));
                asks(mission.side).passed("Assault no more")
            }
            Self::Join(assault) => {
                let (side, hex) = (assault.mission.side, game.board.map.name(assault.ground));
                prompt(format_args!("{}: who assaults {hex}?", name(side)));
                asks(side)
            }
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        match self {
            Self::Choose(chit) => game.choices_for(*chit, into),
            Self::ChargeBattery(charge) => game.charge_battery_options(charge, into),
            Self::ChargeFire(charge, battery) => game.charge_fire_options(charge, *battery, into),
            Self::Harassed(unit) => game.harassed_options(*unit, into),
            Self::Advance(onset) => game.advance_options(onset, into),
            Self::Assault(onset) => into.extend(game.targets_of(onset.unit).into_iter().map(Action::Hex)),
            Self::Second(first) => game.second_options(*first, into),
            Self::Move(mission) => game.mission_move_options(mission, into),
            Self::Attack(mission) => game.mission_attack_options(mission, into),
            Self::Join(assault) => game.join_options(assault, into),
            Self::FuriaRoll(_) | Self::AggressionRoll(_) => {}
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        let check = match (self, *action) {
            (Self::Choose(chit), Action::FireWith { chit: with, shot, .. }) if with == *chit => {
                game.may_fire_by_event(*chit, &shot)
            }
            (Self::Choose(chit), Action::Unit(unit)) => game.may_befall(*chit, unit),
            (Self::Choose(chit), Action::Formation(formation)) => game.may_lie_on(*chit, formation),
            (Self::ChargeBattery(charge), Action::Unit(unit)) => game.may_charge_with(charge, unit),
            (Self::ChargeFire(charge, _), Action::FireWith { shot, .. }) => game.may_fire_by_event(charge.chit, &shot),
            (Self::Advance(_), Action::Hex(_) | Action::Stop) => Err(RefusalCause::Because(
                rule::EVENTS,
                "it goes one hex at most, and ends next to an enemy combat unit",
            )),
            (Self::Assault(_) | Self::Attack(_), Action::Hex(hex)) => {
                Err(RefusalCause::At(rule::ASSAULT_ELIGIBILITY, "it cannot assault an enemy combat unit in", hex))
            }
            (Self::Second(first), Action::Unit(unit)) => game.may_be_second(*first, unit),
            _ => Err(RefusalCause::NotAsked),
        };
        check.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Choose(chit), action) => game.enact(chit, action, log),
            (Self::ChargeBattery(charge), Action::Unit(battery)) => game.begin_artillery_charge(charge, battery, log),
            (Self::ChargeFire(..), Action::FireWith { shot, option, .. }) => {
                game.open_fire(shot, FireCause::Event { option }, log);
            }
            (Self::Harassed(unit), action) => game.harass(unit, action, log),
            (Self::Advance(onset), Action::Hex(hex)) => game.advance(onset, hex, log),
            (Self::Assault(onset), Action::Hex(hex)) => game.assault_by_onset(onset, hex, log),
            (Self::Second(first), action) => game.choose_second(first, action, log),
            (Self::Move(mission), Action::Move(piece)) => game.move_on_mission(mission, piece, log),
            (Self::Attack(mission), Action::Hex(hex)) => game.attack_on_mission(mission, hex, log),
            (Self::Join(assault), action) => game.join_in_assault(assault, action, log),
            _ => {}
        }
    }

    fn proceed(self, _: &mut AtAnyCost, log: &mut impl Log<Event>) {
        if let Self::ChargeFire(..) = self {
            log.push(Event::NoEffect(Chance::KruppsGuns));
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        match (self, picks) {
            (Self::FuriaRoll(unit), &[die]) => game.roll_furia(unit, die, log),
            (Self::AggressionRoll(unit), &[die]) => game.roll_aggression(unit, die, log),
            _ => {}
        }
    }
}

/// The rule of an event.
fn rule_of(event: Chance) -> Rule {
    match event {
        Chance::MarshalBazaine | Chance::PrussianOfficers => rule::SPECIAL_ACTIVATION,
        _ => rule::EVENTS,
    }
}

/// The thing that an event is for.
fn whom(event: Chance) -> &'static str {
    match event {
        Chance::BeatenZone | Chance::KruppsGuns => "fire",
        Chance::FeuDeBataillon | Chance::BazainesMalaise => "HQ",
        Chance::PrussianOfficers => "division",
        _ => "unit",
    }
}

impl AtAnyCost {
    /// Returns `true` if a chit with `event` may be held for later.
    pub(crate) fn can_hold(&self, event: Chance) -> bool {
        matches!(
            event,
            Chance::BeatenZone
                | Chance::KruppsGuns
                | Chance::ACloudOfSkirmishers
                | Chance::BattlefieldConditions
                | Chance::MisinterpretedOrders
        )
    }

    /// Returns `true` if the Unique Event of `chit` can be enacted now.
    pub(crate) fn can_play_now(&self, chit: ChitIx) -> bool {
        let ChitFacts { side, event } = *self.chit(chit);
        match event {
            Chance::BeatenZone | Chance::KruppsGuns => self.can_fire_by_event(side, event, None),
            Chance::ACloudOfSkirmishers => self.any_harassment(side, &mut |_| true),
            Chance::FeuDeBataillon | Chance::BazainesMalaise => {
                self.board.all_formations().any(|formation| self.may_lie_on(chit, formation).is_ok())
            }
            _ => self.board.all_units().any(|unit| self.may_befall(chit, unit).is_ok()),
        }
    }

    /// Returns `true` if the owner of `chit`, which has been drawn, has to use its Unique Event: Feu de Bataillon is a Command
    /// Event only if it can be put on no HQ.
    pub(crate) fn must_play(&self, chit: ChitIx) -> bool {
        self.chit(chit).event == Chance::FeuDeBataillon && self.can_play_now(chit)
    }

    /// The Unique Event of `chit`, which has been drawn and is played now (6.3): its owner says whom it is for.
    pub(crate) fn use_event(&mut self, chit: ChitIx, _: &mut impl Log<Event>) {
        self.push(EventTask::Choose(chit));
    }

    /// 5.2: the ways in which `side` can play held chits now. Of several chits with the same event, the first is played.
    pub(crate) fn held_phase_options(&self, side: Side, into: &mut ActionList) {
        for event in [Chance::BeatenZone, Chance::KruppsGuns] {
            if let Some(chit) = self.held(side, &[event]).first() {
                self.event_fire_options(*chit, None, into);
            }
        }
        if let Some(chit) = self.held(side, &[Chance::ACloudOfSkirmishers]).first()
            && self.can_play_now(*chit)
        {
            into.push(Action::Chit(*chit));
        }
    }

    /// 5.2: `side` plays a held chit.
    pub(crate) fn play_in_held_phase(&mut self, _: Side, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::FireWith { chit, .. } => {
                self.play_chit(chit, log);
                self.enact(chit, action, log);
            }
            Action::Chit(chit) => {
                self.play_chit(chit, log);
                match self.chit(chit).event {
                    Chance::KruppsGuns => self.enact(chit, action, log),
                    _ => self.use_event(chit, log),
                }
            }
            _ => {}
        }
    }

    /// Everything that `chit` can be for.
    fn choices_for(&self, chit: ChitIx, into: &mut ActionList) {
        let ChitFacts { side, event } = *self.chit(chit);
        match event {
            Chance::BeatenZone | Chance::KruppsGuns => self.event_fire_options(chit, None, into),
            Chance::ACloudOfSkirmishers => {
                self.any_harassment(side, &mut |unit| {
                    into.push(Action::Unit(unit));
                    false
                });
            }
            Chance::FeuDeBataillon | Chance::BazainesMalaise => {
                let formations = self.board.all_formations();
                into.extend(formations.filter(|on| self.may_lie_on(chit, *on).is_ok()).map(Action::Formation));
            }
            Chance::PrussianOfficers => self.division_options(chit, into),
            _ => {
                let units = self.board.all_units();
                into.extend(units.filter(|unit| self.may_befall(chit, *unit).is_ok()).map(Action::Unit));
            }
        }
    }

    /// Checks whether `chit` can be for `unit`.
    fn may_befall(&self, chit: ChitIx, unit: UnitIx) -> Result<(), RefusalCause> {
        let ChitFacts { side, event } = *self.chit(chit);
        let is_for_enemies = matches!(event, Chance::PrussianAggressiveTactics | Chance::ACloudOfSkirmishers);
        if (self.unit_side(unit) == side) == is_for_enemies {
            return Err(RefusalCause::Because(rule_of(event), "the event is for units of the other side"));
        }
        match event {
            Chance::FuriaFrancese | Chance::PrussianAggressiveTactics => self.may_rush(unit),
            Chance::MarshalBazaine => self.may_be_called_on(unit),
            Chance::Auftragstaktik => self.may_be_sent(unit),
            Chance::PrussianOfficers => self.may_stand_for_division(unit),
            Chance::ACloudOfSkirmishers => self.may_be_harassed(side, unit),
            _ => Err(RefusalCause::NotAsked),
        }
    }

    /// Checks whether `chit`, Feu de Bataillon or Bazaine's Malaise, can be put on the HQ of `formation`: it is on the map and
    /// has not been activated this turn. Feu de Bataillon is for infantry corps whose Activation Chits are in the cup.
    fn may_lie_on(&self, chit: ChitIx, formation: FormationIx) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::EVENTS, reason));
        let ChitFacts { side, event } = *self.chit(chit);
        let facts = self.board.formation(formation);
        let is_feu = match event {
            Chance::FeuDeBataillon => true,
            Chance::BazainesMalaise => false,
            _ => return Err(RefusalCause::NotAsked),
        };
        if (facts.side == side) != is_feu {
            return refuse("the event is for HQs of the other side");
        }
        if self.hq_hex(formation).is_none() {
            return refuse("the HQ is not on the map");
        }
        if self.hq(formation).activated {
            return refuse("the HQ has been activated in this turn");
        }
        if is_feu && !facts.infantry_corps {
            return refuse("Feu de Bataillon is for HQs of infantry corps");
        }
        if is_feu && !self.state.cup.contains(&Chit::Activation(formation)) {
            return refuse("the Activation Chit of the HQ is not in the cup");
        }
        let lies_there =
            |other: ChitIx| self.place_of(other) == ChitPlace::On(formation) && self.chit(other).event == event;
        if self.chits_of(side).any(lies_there) {
            return refuse("a chit with the same event is on the HQ");
        }
        Ok(())
    }

    /// The owner of `chit` has said whom it is for.
    fn enact(&mut self, chit: ChitIx, action: Action, log: &mut impl Log<Event>) {
        let ChitFacts { side, event } = *self.chit(chit);
        match (event, action) {
            (_, Action::FireWith { shot, option, .. }) => self.open_fire(shot, FireCause::Event { option }, log),
            (_, Action::Formation(formation)) => {
                self.put_chit(chit, ChitPlace::On(formation));
                log.push(Event::PutOn(event, formation));
            }
            (Chance::KruppsGuns, Action::Chit(_)) => {
                self.push(EventTask::ChargeBattery(ArtilleryCharge { chit, target: None }));
            }
            (Chance::MarshalBazaine, Action::Unit(unit)) => {
                self.push_activation(Activation::new(ActivatedUnits::Single(unit), side), log);
            }
            (Chance::PrussianOfficers, Action::Unit(unit)) => {
                self.push_activation(Activation::new(ActivatedUnits::Division(unit), side), log);
            }
            (_, Action::Unit(unit)) => {
                log.push(Event::Befalls(event, unit));
                match event {
                    Chance::FuriaFrancese => self.push(EventTask::FuriaRoll(unit)),
                    Chance::PrussianAggressiveTactics => self.provoke(unit),
                    Chance::Auftragstaktik => self.push(EventTask::Second(unit)),
                    _ => self.push(EventTask::Harassed(unit)),
                }
            }
            _ => {}
        }
    }

    /// Returns `true` if an event can activate `unit` (6.2): it is on the map, due in this turn, or Broken, in the Available
    /// for Rebuild Box, and its HQ on the map.
    pub(crate) fn is_at_hand(&self, unit: UnitIx) -> bool {
        let has_hq = || self.hq_hex(self.board.unit(unit).formation).is_some();
        let is_there = self.hex_of(unit).is_some() || self.is_due(MovingPiece::Unit(unit));
        is_there || (self.is_available(unit) && has_hq())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::r06_chits::ChitTask;
    use crate::tests::testing::{FRENCH, Table, position};

    /// Every event, as a file writes it, with its side.
    const EVENTS: [(&str, &str); 15] = [
        ("french", "beaten-zone"),
        ("french", "feu-de-bataillon"),
        ("french", "furia-francese"),
        ("french", "marshal-bazaine"),
        ("french", "prussian-aggressive-tactics"),
        ("french", "a-cloud-of-skirmishers"),
        ("french", "battlefield-conditions"),
        ("french", "misinterpreted-orders"),
        ("prussian", "auftragstaktik"),
        ("prussian", "bazaines-malaise"),
        ("prussian", "krupps-guns"),
        ("prussian", "prussian-officers"),
        ("prussian", "a-cloud-of-skirmishers"),
        ("prussian", "battlefield-conditions"),
        ("prussian", "misinterpreted-orders"),
    ];

    /// The events that can be played when they are drawn, in this position.
    fn playable(text: &str) -> Vec<&'static str> {
        let plays = |(side, event): &(&'static str, &'static str)| {
            let mut table = position(&format!("{text}\nchit {side} {event}")).cup();
            table.draws(event);
            table.choices("").contains(&"play".to_owned())
        };
        EVENTS.iter().filter(|event| plays(event)).map(|(_, event)| *event).collect()
    }

    #[test]
    fn r21_0_events_are_offered_when_they_can_be_enacted() {
        let near = "corps ii french at 0101 rating 4 4
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0404 of ii
            prussian infantry p1 8/4 at 0406 of x
            prussian field p2 6/3 at 0506 of x division 5";
        assert_eq!(
            playable(near),
            [
                "beaten-zone",
                "feu-de-bataillon",
                "furia-francese",
                "marshal-bazaine",
                "prussian-aggressive-tactics",
                "a-cloud-of-skirmishers",
                "auftragstaktik",
                "bazaines-malaise",
                "krupps-guns",
                "a-cloud-of-skirmishers",
            ]
        );
    }

    #[test]
    fn r21_0_events_that_nobody_could_enact_are_not_offered() {
        let nobody = "division 3rc french at 0101 rating 4 4 chit 0
            division 5cav prussian at 1901 rating 4 4
            map 20x9
            french field f1 7/4 at 0102 of 3rc
            prussian horse p1 6/3 at 1902 of 5cav";
        assert_eq!(playable(nobody), ["bazaines-malaise"]);
    }

    #[test]
    fn r21_0_events_of_combat_are_not_offered_in_turns_without_combat() {
        let evening = "clock 22:00
            corps ii french at 0101 rating 4 4
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0404 of ii
            prussian infantry p1 8/4 at 0406 of x division 5
            prussian field p2 6/3 at 0506 of x";
        assert_eq!(
            playable(evening),
            ["feu-de-bataillon", "marshal-bazaine", "auftragstaktik", "bazaines-malaise", "prussian-officers"]
        );
    }

    #[test]
    fn r6_3_five_events_may_be_held() {
        let held: Vec<&str> = EVENTS
            .iter()
            .filter(|(side, event)| {
                let mut table = position(&format!(
                    "french infantry f1 5/3 at 0104\nprussian infantry p1 8/4 at 0804\nchit {side} {event}"
                ))
                .cup();
                table.draws(event);
                table.choices("").contains(&"hold".to_owned())
            })
            .map(|(_, event)| *event)
            .collect();
        let both = ["a-cloud-of-skirmishers", "battlefield-conditions", "misinterpreted-orders"];
        assert_eq!(held, [["beaten-zone"].as_slice(), &both, &["krupps-guns"], &both].concat());
    }

    #[test]
    fn r6_3_an_event_is_used_and_the_chit_discarded() {
        let mut table = position(
            "corps ii french at 0101 rating 4 4
            french infantry f1 5/3 at 0404 of ii
            prussian infantry p1 8/4 at 0406
            chit french furia-francese",
        )
        .cup();
        table.draws("furia-francese").does("play");
        assert_eq!((table.chooser(), table.game.place_of(ChitIx(0))), (FRENCH, ChitPlace::Used));
        assert_eq!(table.prompt(), "French: Furia Francese for which unit?");
        table.refuses("unit p1", "21.0");
        table.does("unit f1").rolls(&[10]);
        assert_eq!(table.game.state.stack.last(), Some(&ChitTask::Draw.into()));
    }

    /// Held skirmishers, guns and chits for interrupts of both sides, near each other.
    fn holding(chits: &str) -> Table {
        position(&format!(
            "french infantry f1 5/3 at 0404
            prussian field p1 6/3 at 0407
            {chits}"
        ))
        .table()
    }

    #[test]
    fn r5_2_held_chits_for_interrupts_are_not_played_in_the_held_event_chit_phase() {
        let chits = "holds french battlefield-conditions
            holds prussian battlefield-conditions
            holds french misinterpreted-orders
            holds prussian misinterpreted-orders";
        let table = holding(chits);
        assert_eq!(table.game.state.stack.last(), Some(&ChitTask::Draw.into()));
    }

    #[test]
    fn r5_2_of_two_held_chits_with_the_same_event_the_first_is_played() {
        let mut table = holding(
            "prussian field p2 6/3 at 0507
            holds prussian krupps-guns
            holds prussian krupps-guns",
        );
        assert_eq!(table.choices(""), ["chit-0", "chit-0 fire p1 f1", "chit-0 fire p2 f1", "pass"]);
        table.does("chit-0 fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.choices(""), ["chit-1", "chit-1 fire p2 f1", "pass"]);
    }

    #[test]
    fn r21_0_feu_de_bataillon_must_be_put_on_an_hq_if_it_can_be() {
        let drawn = |hq: &str| {
            let mut table = position(&format!(
                "corps ii french at 0101 rating 4 4 {hq}
                french infantry f1 5/3 at 0404 of ii
                chit french feu-de-bataillon"
            ))
            .cup();
            table.draws("feu-de-bataillon");
            table
        };
        let table = drawn("");
        assert_eq!(table.choices(""), ["play"]);
        table.refuses("track 0", "21.0");
        assert_eq!(drawn("chit 3").choices(""), ["track 0", "track 1"], "its chit is not in the cup");
    }
}
