//! 17.0 Event Chits: events that affect a unit or HQ at once, free fire between chits, and return fire.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::{Event as Chance, Kind};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::{Event, event_rule};
use crate::rules::r17_01_french::LureRoll;
use crate::rules::r17_02_prussian::CapriviRoll;
use crate::stage::{Part, TaskStage};
use crate::state::{ActivatedUnits, Activation, FireCause, FormationIx, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 17.0: between chits, the side may play a held chit for free fire; then the other side may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Window(pub(crate) Side);

impl TaskFamily<PositionMagnifique> for Window {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: free fire with a held chit?", game.side_name(self.0)));
        TaskStage::asks(self.0, rule::EVENT_CHITS, Some(Part::Chits)).passed("Hold fire")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.window_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.use_window(self.0, action, log);
    }
}

/// 17.1, 17.2: the owner of the event chooses its subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pick(pub(crate) Chance, pub(crate) Side);

impl TaskFamily<PositionMagnifique> for Pick {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let Self(event, side) = *self;
        prompt(format_args!("{}: {}", game.side_name(side), event_name(event)));
        TaskStage::asks(side, event_rule(event), None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.pick_options(self.0, self.1, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.pick(self.0, self.1, action, log);
    }
}

/// 17.0: the owner of a unit that was fired at may play a held chit to fire back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReturnFire {
    pub(crate) unit: UnitIx,
    pub(crate) at: UnitIx,
}

impl TaskFamily<PositionMagnifique> for ReturnFire {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.unit);
        let who = game.unit_name(self.unit);
        prompt(format_args!("{}: {} {who} fire back?", game.side_name(side), question(who)));
        TaskStage::asks(side, rule::EVENT_CHITS, None).passed("Hold fire")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.return_fire_options(self.unit, self.at, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.return_fire(action, log);
    }
}

/// An event that shifts the column of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AssaultEvent {
    /// Auftragstaktik (17.2).
    Auftragstaktik,
    /// A Deathride (17.2).
    Deathride,
    /// A Surprise Attack (20.2).
    Surprise,
    /// Undulations, by Battlefield Conditions (17.3).
    Undulations,
}

impl PositionMagnifique {
    /// Returns the column shift that `event` gives to an assault.
    pub(crate) fn event_shift(&self, event: AssaultEvent) -> i8 {
        let shifts = &self.board.rules.tables.shifts;
        match event {
            AssaultEvent::Auftragstaktik => shifts.auftragstaktik,
            AssaultEvent::Deathride => shifts.deathride,
            AssaultEvent::Surprise => shifts.surprise,
            AssaultEvent::Undulations => shifts.undulations,
        }
    }

    /// Returns the column shift of the assaults of `side` by a Surprise Attack (20.2).
    pub(crate) fn surprise_shift(&self, side: Side) -> i8 {
        if self.surprises(side) { self.event_shift(AssaultEvent::Surprise) } else { 0 }
    }

    /// 17.0: lists the free fires that `side` may make with held chits.
    pub(crate) fn window_options(&self, side: Side, into: &mut ActionList) {
        let events = [
            (Chance::ArtilleryBarrage, true),
            (Chance::KruppGuns, true),
            (Chance::BeatenZone, false),
            (Chance::NeedlegunFire, false),
        ];
        for (event, artillery) in events {
            for chit in self.held(side, &[event]) {
                for (firer, _) in self.on_map(side) {
                    if self.is_of_arm(firer, artillery) {
                        self.fires_with(chit, firer, FireCause::Free, into);
                    }
                }
            }
        }
        into.push(Action::Pass);
    }

    fn is_of_arm(&self, unit: UnitIx, artillery: bool) -> bool {
        let kind = self.board.unit(unit).kind;
        if artillery { kind.is_artillery() } else { kind == Kind::Infantry }
    }

    fn fires_with(&self, chit: crate::state::ChitIx, firer: UnitIx, cause: FireCause, into: &mut ActionList) {
        for (target, _) in self.on_map(self.unit_side(firer).other()) {
            if self.may_fire(firer, target, cause).is_ok() {
                into.push(Action::FireWith { chit, firer, target });
            }
        }
    }

    /// 17.0: begins a free fire, or continues with the next chit.
    pub(crate) fn use_window(&mut self, side: Side, action: Action, log: &mut impl Log<Event>) {
        match (action, side) {
            (Action::FireWith { chit, firer, target }, _) => {
                self.push(Window(Side::First));
                self.play(chit, log);
                self.open_fire(firer, target, FireCause::Free, log);
            }
            (_, Side::First) => self.push(Window(Side::Second)),
            (_, Side::Second) => self.next_chit(),
        }
    }

    /// 17.0: lists the return fires of a unit that was fired at, if its side holds the chit for its arm.
    pub(crate) fn return_fire_options(&self, unit: UnitIx, at: UnitIx, into: &mut ActionList) {
        let events: &[Chance] = match self.board.unit(unit).kind {
            Kind::Cavalry => &[],
            Kind::Infantry => &[Chance::BeatenZone, Chance::NeedlegunFire],
            _ => &[Chance::ArtilleryBarrage, Chance::KruppGuns],
        };
        if self.may_fire(unit, at, FireCause::Return).is_ok() {
            let chits = self.held(self.unit_side(unit), events);
            into.extend(chits.into_iter().map(|chit| Action::FireWith { chit, firer: unit, target: at }));
        }
        into.push(Action::Pass);
    }

    /// 17.0: begins a return fire, or declines.
    pub(crate) fn return_fire(&mut self, action: Action, log: &mut impl Log<Event>) {
        if let Action::FireWith { chit, firer, target } = action {
            self.play(chit, log);
            self.open_fire(firer, target, FireCause::Return, log);
        }
    }

    /// Lists the possible subjects of an event. Only Feu de Bataillon requires one.
    pub(crate) fn pick_options(&self, event: Chance, side: Side, into: &mut ActionList) {
        let ours = || self.on_map(side).map(|(unit, _)| unit);
        match event {
            Chance::FeuDeBataillon => {
                into.extend(self.feu_choices(side).into_iter().map(Action::Formation));
                return;
            }
            Chance::BazainesMalaise => {
                let waiting = self.board.all_formations().filter(|formation| {
                    self.board.formation(*formation).side != side
                        && self.hq_hex(*formation).is_some()
                        && !self.hq(*formation).activated
                });
                into.extend(waiting.map(Action::Formation));
                // The chit must be placed if possible (17.2).
                if !into.is_empty() {
                    return;
                }
            }
            Chance::MitrailleuseFire => {
                for firer in ours().filter(|unit| self.board.unit(*unit).mitrailleuse) {
                    for (target, _) in self.on_map(side.other()) {
                        if self.may_fire(firer, target, FireCause::Mitrailleuse).is_ok() {
                            into.push(Action::Fire { firer, target, half: false });
                        }
                    }
                }
            }
            Chance::PrussianAggressiveTactics => {
                let near = |hex: HexIx| self.on_map(side).any(|(_, at)| self.board.map.distance(at, hex) <= 2);
                let infantry = self
                    .on_map(side.other())
                    .filter(|(unit, hex)| self.board.unit(*unit).kind == Kind::Infantry && near(*hex));
                into.extend(infantry.map(|(unit, _)| Action::Unit(unit)));
            }
            Chance::Auftragstaktik => {
                // The first unit of a division on the map stands for the division.
                let mut named = InlineList::<(FormationIx, &str), 16>::new();
                for unit in ours() {
                    let facts = self.board.unit(unit);
                    let Some(division) = facts.division.as_deref() else { continue };
                    if facts.kind == Kind::Infantry && !named.contains(&(facts.formation, division)) {
                        named.push((facts.formation, division));
                        into.push(Action::Unit(unit));
                    }
                }
            }
            Chance::ColonelCaprivi => into.extend(ours().map(Action::Unit)),
            _ => {}
        }
        into.push(Action::Pass);
    }

    /// Applies the owner's choice of the subject of an event.
    pub(crate) fn pick(&mut self, event: Chance, side: Side, action: Action, log: &mut impl Log<Event>) {
        match (event, action) {
            (Chance::FeuDeBataillon, Action::Formation(formation)) => {
                log.push(Event::PutWith(event, formation));
                // The event takes effect when the HQ's chit is drawn, which is over for this turn; by the ruling it takes
                // effect at once.
                let activated = self.hq(formation).activated;
                if activated && !self.board.rules.feu_after_activation {
                    log.push(Event::NoEffect(event));
                } else {
                    self.state.feu = Some(formation);
                }
                if self.state.feu == Some(formation) && activated {
                    self.take_cover(formation, log);
                }
            }
            (Chance::BazainesMalaise, Action::Formation(formation)) => {
                self.state.malaise = Some(formation);
                log.push(Event::PutWith(event, formation));
            }
            (Chance::MitrailleuseFire, Action::Fire { firer, target, .. }) => {
                self.open_fire(firer, target, FireCause::Mitrailleuse, log);
            }
            (Chance::PrussianAggressiveTactics, Action::Unit(unit)) => self.push(LureRoll(unit)),
            (Chance::Auftragstaktik, Action::Unit(unit)) => {
                log.push(Event::DivisionActs(unit));
                self.push_activation(Activation { who: ActivatedUnits::Division(unit), side });
            }
            (Chance::ColonelCaprivi, Action::Unit(unit)) => self.push(CapriviRoll(unit)),
            _ => log.push(Event::NoEffect(event)),
        }
    }
}

/// Returns the name of an event.
pub(crate) fn event_name(event: Chance) -> &'static str {
    match event {
        Chance::ArtilleryBarrage => "Artillery Barrage",
        Chance::BeatenZone => "Beaten Zone",
        Chance::FeuDeBataillon => "Feu de Bataillon",
        Chance::MitrailleuseFire => "Mitrailleuse Fire",
        Chance::PrussianAggressiveTactics => "Prussian Aggressive Tactics",
        Chance::Auftragstaktik => "Auftragstaktik",
        Chance::BazainesMalaise => "Bazaine's Malaise",
        Chance::ColonelCaprivi => "Colonel Caprivi",
        Chance::Deathride => "Deathride",
        Chance::KruppGuns => "Krupp Guns",
        Chance::NeedlegunFire => "Needlegun Fire",
        Chance::BattlefieldConditions => "Battlefield Conditions",
        Chance::BloodyStruggle => "Bloody Struggle",
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, position};
    use crate::tests::testing_scenes::guns;

    #[test]
    fn r17_3_smoke_hides_a_unit_that_is_fired_at() {
        for (owner, other, fire) in [("french", "prussian", "fire p1 f1"), ("prussian", "french", "fire f1 p1")] {
            let mut table = guns(&format!("holds {owner} battlefield-conditions")).activate(other);
            table.does(fire);
            assert_eq!(table.chooser(), if owner == "french" { FRENCH } else { PRUSSIAN });
            assert_eq!(table.choices(""), ["chit-0", "pass"]);
            table.does("chit-0").rolls(&[1, 2]);
            table.logs("Column 7, 1 + 2 = 3: no effect [10.2]");
            table.logs("Battlefield Conditions is played [17.3]");
        }
    }

    #[test]
    fn r17_3_undulations_mask_who_assaults() {
        let assault = |owner: &str| {
            let mut table = position(&format!(
                "map 12x9
                holds {owner} battlefield-conditions
                prussian infantry p1 5/3 at 0405
                french infantry f1 4/2 at 0404"
            ))
            .assaults("prussian");
            table.does("unit f1, unit p1, begin");
            table
        };
        let mut table = assault("prussian");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-0".into(), "pass".into()]));
        table.does("chit-0").rolls(&[3, 4]);
        table.logs("Column +3 to +4, 3 + 4 = 7: D1 [13.2]");
        let mut table = assault("french");
        table.rolls(&[3, 4]);
        table.logs("Column +1, 3 + 4 = 7: D1 [13.2]");
    }
}
