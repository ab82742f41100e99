//! 11.1 and 11.3 Air units, and the sequence of a turn in the air: the dice for their number, the draws, and the interception
//! missions.

use std::fmt::Arguments;

use battlewright_schema::matz::{AirDraw, Kind};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::extra::Flight;
use crate::stage::TaskStage;
use crate::state::{At, MegaIx, Mission, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Chance, Log, Rule, Side, Turn};
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AirTask {
    /// 11.3: the dice for the number of air units of the side.
    CountRoll(Side),
    /// 11.3: the side draws this many more units from its pot.
    Draw { side: Side, left: u8 },
    /// 11.3: the side places fighters on interception missions.
    Patrols(Side),
    /// 11.3: the choice of the mega-hex of this fighter.
    Patrol(UnitIx),
    /// 11.3: the active side assembles its next group, or is done.
    Phase,
    /// 11.3: a group is assembled.
    Assemble(AirGroup),
    /// 11.4: a group flies on, or stops.
    Fly(AirGroup),
    /// 11.5: the inactive side chooses interceptors.
    Interception { group: AirGroup, interceptors: Party },
    /// 11.5: the inactive side chooses an interceptor, then the active side the unit that fights it.
    Fight(AirFight),
    /// 11.5: the dice of an interceptor and of its opponent.
    FightRoll { fight: AirFight, pair: [UnitIx; 2] },
}

/// Air units that fly together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AirGroup {
    /// Its units in order, with their missions.
    pub(crate) units: Vec<(UnitIx, Mission)>,
    /// The mega-hexes on its way, the last of which it is in; none before it has entered the map.
    pub(crate) way: Vec<MegaIx>,
}

/// An air combat (11.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AirFight {
    pub(crate) group: AirGroup,
    pub(crate) interceptors: Party,
    /// The units that have fought in this round.
    pub(crate) fought: Party,
    /// `true` once the combat with the escorts is over.
    pub(crate) past_escorts: bool,
    /// The interceptor that has been designated.
    pub(crate) interceptor: Option<UnitIx>,
}

impl AirGroup {
    /// The mega-hex in which it is; `None` before it has entered the map.
    pub(crate) fn mega(&self) -> Option<MegaIx> {
        self.way.last().copied()
    }
}

impl AirTask {
    /// The side that decides or rolls, the rule by which it does, and the question.
    fn question(&self, game: &Matz) -> (Side, Rule, &'static str) {
        let active = game.state.active;
        match self {
            Self::CountRoll(side) => (*side, rule::AIR_SEQUENCE, "roll for the number of air units"),
            Self::Draw { side, .. } => (*side, rule::AIR_SEQUENCE, "draw an air unit"),
            Self::Patrols(side) => (*side, rule::AIR_SEQUENCE, "choose a fighter to intercept"),
            Self::Patrol(unit) => (game.unit_side(*unit), rule::AIR_SEQUENCE, "choose the mega-hex of the fighter"),
            Self::Phase => (active, rule::MISSIONS, "choose an air unit and its mission"),
            Self::Assemble(_) => (active, rule::MISSIONS, "add air units to the group, or take off"),
            Self::Fly(_) => (active, rule::AIR_MOVEMENT, "choose the next mega-hex, or stop"),
            Self::Interception { .. } => (active.other(), rule::AIR_COMBAT, "choose fighters that intercept the group"),
            Self::Fight(AirFight { interceptor: None, .. }) => {
                (active.other(), rule::AIR_COMBAT, "choose the interceptor that fights")
            }
            Self::Fight(_) => (active, rule::AIR_COMBAT, "choose the unit that fights the interceptor"),
            Self::FightRoll { .. } => (active.other(), rule::AIR_COMBAT, "roll for the air combat"),
        }
    }
}

impl TaskFamily<Matz> for AirTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (side, rule, question) = self.question(game);
        prompt(format_args!("{}: {question}", game.board.side(side).name));
        let phase = Some(game.state.phase);
        let asks = TaskStage::asks(side, rule, phase);
        match self {
            Self::CountRoll(_) => TaskStage::rolls(2, rule, phase),
            Self::Draw { left, .. } => {
                let from = u16::try_from(game.pot(side).count()).unwrap_or(u16::MAX);
                TaskStage::new((from > 0 && *left > 0).then_some(Turn::Chance(Chance::Draw { from })), rule, phase)
            }
            Self::FightRoll { pair: [interceptor, _], .. } => TaskStage::rolls(2, rule, phase).about(*interceptor),
            Self::Patrol(unit) | Self::Fight(AirFight { interceptor: Some(unit), .. }) => asks.about(*unit),
            Self::Patrols(_) | Self::Phase => asks.passed("Done"),
            Self::Interception { .. } => asks.passed("No interception"),
            Self::Assemble(_) | Self::Fly(_) | Self::Fight(_) => asks,
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::CountRoll(_) | Self::Draw { .. } | Self::FightRoll { .. } => {}
            Self::Patrols(side) => game.patrol_options(*side, into),
            Self::Patrol(_) => into.extend(game.board.mega.all().map(Action::Mega)),
            Self::Phase => game.launch_options(&AirGroup::default(), into),
            Self::Assemble(group) => game.launch_options(group, into),
            Self::Fly(group) => game.flight_options(group, into),
            Self::Interception { group, interceptors } => game.interception_options(group, interceptors, into),
            Self::Fight(fight) => game.fight_options(fight, into),
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        match (self, *action) {
            (Self::Patrols(side), Action::Patrol(unit)) => game.patrol_refusal(*side, unit),
            (Self::Phase, Action::Launch { unit, mission }) => game.launch_refusal(&AirGroup::default(), unit, mission),
            (Self::Assemble(group), Action::Launch { unit, mission }) => game.launch_refusal(group, unit, mission),
            (Self::Fly(group), Action::Mega(mega)) => game.flight_refusal(group, mega),
            (Self::Interception { group, interceptors }, Action::Engage(unit)) => {
                game.interception_refusal(group, interceptors, unit)
            }
            (Self::Fight(fight), Action::Engage(unit)) => game.fight_refusal(fight, unit),
            _ => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Patrols(side), Action::Patrol(unit)) => {
                game.push(Self::Patrols(side));
                game.push(Self::Patrol(unit));
            }
            (Self::Patrol(unit), Action::Mega(mega)) => {
                game.put(unit, At::Patrol(mega));
                log.push(Event::Patrols(unit, mega));
            }
            (Self::Phase, Action::Launch { unit, mission }) => game.launch(AirGroup::default(), unit, mission),
            (Self::Assemble(group), Action::Launch { unit, mission }) => game.launch(group, unit, mission),
            (Self::Assemble(group), Action::Begin) => game.push(Self::Fly(group)),
            (Self::Fly(group), Action::Mega(mega)) => game.fly(group, mega, log),
            (Self::Fly(_), Action::Stop) => game.push(Self::Phase),
            (Self::Interception { group, interceptors }, Action::Engage(unit)) => {
                game.intercept(group, interceptors, unit, log);
            }
            (Self::Interception { group, interceptors }, _) => game.begin_air_combat(group, interceptors, log),
            (Self::Fight(fight), Action::Engage(unit)) => game.engage(fight, unit),
            _ => {}
        }
    }

    fn resolve(self, game: &mut Matz, picks: &[u16], log: &mut impl Log<Event>) {
        match (self, picks) {
            (Self::CountRoll(side), &[a, b]) => game.roll_aircraft(side, a + b, log),
            (Self::Draw { side, left }, &[pick]) => game.draw_air_unit(side, left, pick, log),
            (Self::FightRoll { fight, pair }, &[a, b]) => game.resolve_air_combat(fight, pair, [a, b], log),
            _ => {}
        }
    }
}

impl Matz {
    /// The air units on the map and those whose mission was aborted go back: drawn ones stay drawn for the turn.
    pub(crate) fn land_aircraft(&mut self) {
        for side in Side::BOTH {
            for number in 0..self.board.aircraft(side).len() {
                let unit = self.board.aircraft(side)[number];
                let state = self.unit_mut(unit);
                (state.fired, state.intercepted, state.revealed) = (false, false, false);
                if matches!(state.at, At::Patrol(_) | At::Mission { .. }) {
                    state.seen = true;
                    self.put(unit, At::Drawn);
                }
            }
        }
    }

    /// 11.3: both sides roll for their air units and draw them.
    pub(crate) fn draw_aircraft(&mut self) {
        for side in [Side::Second, Side::First] {
            if self.has_air_war() && !self.board.aircraft(side).is_empty() {
                self.push(AirTask::CountRoll(side));
            }
        }
    }

    /// 11.3: `side` places its interceptors.
    pub(crate) fn begin_patrols(&mut self, side: Side) {
        if self.has_air_war() {
            self.push(AirTask::Patrols(side));
        }
    }

    /// 11.3: the Air Phase of the active side.
    pub(crate) fn begin_air_phase(&mut self) {
        if self.has_air_war() {
            self.push(AirTask::Phase);
        }
    }

    /// Returns `true` if the map has mega-hexes. Without them, aircraft play no part (0.2).
    pub(crate) fn has_air_war(&self) -> bool {
        self.board.mega.len() > 0
    }

    /// The air units in the pot of `side`, in order.
    pub(crate) fn pot(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.aircraft_at(side, |at| at == At::Pot)
    }

    /// The air units of `side` whose place is as `is_there` says, in order.
    pub(crate) fn aircraft_at(&self, side: Side, is_there: impl Fn(At) -> bool) -> impl Iterator<Item = UnitIx> {
        self.board.aircraft(side).iter().copied().filter(move |unit| is_there(self.unit(*unit).at))
    }

    /// The number of air units of `side` for this total of its dice (11.3).
    pub(crate) fn air_count(&self, side: Side, total: u16) -> u8 {
        let nation = self.board.side(side).nation;
        let is_row = |row: &&AirDraw| row.nation == nation;
        let Some(row) = self.board.rules.tables.air_draws.armies.iter().find(is_row) else { return 0 };
        let count = i32::from(total) + i32::from(row.bonus);
        u8::try_from(count.clamp(0, u8::MAX.into())).unwrap_or_default().max(row.least).min(row.most)
    }

    fn roll_aircraft(&mut self, side: Side, total: u16, log: &mut impl Log<Event>) {
        let left = self.air_count(side, total);
        log.push(Event::AirRoll(side));
        self.push(AirTask::Draw { side, left });
    }

    /// A unit is drawn. The event comes after the last one, as the number of units is secret.
    fn draw_air_unit(&mut self, side: Side, left: u8, pick: u16, log: &mut impl Log<Event>) {
        let Some(unit) = self.pot(side).nth(usize::from(pick)) else { return };
        self.put(unit, At::Drawn);
        let left = left.saturating_sub(1);
        if left > 0 && self.pot(side).next().is_some() {
            self.push(AirTask::Draw { side, left });
        } else {
            log.push(Event::AirDraw(side));
        }
    }

    /// Returns `true` for fighters (11.1).
    pub(crate) fn is_fighter(&self, unit: UnitIx) -> bool {
        self.board.unit(unit).is(Kind::Fighter)
    }

    /// The value of an air unit in air combat (11.5).
    pub(crate) fn air_value(&self, unit: UnitIx) -> u8 {
        self.board.unit(unit).combat.first().copied().unwrap_or_default()
    }

    /// The values of an air unit. Those with the same ones are alike.
    pub(crate) fn air_values(&self, unit: UnitIx) -> (bool, u8, u8) {
        (self.is_fighter(unit), self.air_value(unit), self.board.unit(unit).bombardment)
    }

    /// The first of those of `units` that are alike by `key`, in order.
    pub(crate) fn distinct<K: PartialEq>(units: impl IntoIterator<Item = UnitIx>, key: impl Fn(UnitIx) -> K) -> Party {
        let mut found = Party::new();
        for unit in units {
            if !found.iter().any(|other| key(*other) == key(unit)) {
                found.push(unit);
            }
        }
        found
    }

    /// The drawn fighters of `side` that are not alike, and the end.
    fn patrol_options(&self, side: Side, into: &mut ActionList) {
        let is_free =
            |unit: &UnitIx| self.is_fighter(*unit) && self.forbids_flight(*unit, Flight::Interception).is_ok();
        let fighters = self.aircraft_at(side, |at| at == At::Drawn).filter(is_free);
        into.extend(Self::distinct(fighters, |unit| self.air_values(unit)).into_iter().map(Action::Patrol));
        into.push(Action::Pass);
    }

    fn patrol_refusal(&self, side: Side, unit: UnitIx) -> RefusalCause {
        if self.unit_side(unit) != side || !self.board.unit(unit).arm.flies() {
            return RefusalCause::NotAsked;
        }
        if !self.is_fighter(unit) {
            return RefusalCause::Because(rule::MISSIONS, "only fighters intercept");
        }
        if let (At::Drawn, Err(row)) = (self.unit(unit).at, self.forbids_flight(unit, Flight::Interception)) {
            return row;
        }
        self.not_drawn(unit)
    }

    /// The reason why an air unit of the right kind is not listed among the drawn ones.
    pub(crate) fn not_drawn(&self, unit: UnitIx) -> RefusalCause {
        match self.unit(unit).at {
            At::Drawn => RefusalCause::Because(rule::AIR_UNITS, ALIKE),
            At::Pot => RefusalCause::Because(rule::AIR_SEQUENCE, "the air unit has not been drawn for this turn"),
            At::Aborted => RefusalCause::Because(rule::AIR_COMBAT, "the air unit is out for the rest of the turn"),
            _ => RefusalCause::Because(rule::AIR_SEQUENCE, "the air unit is on the map already"),
        }
    }
}

/// The reason why the second of two air units that are alike is not listed.
pub(crate) const ALIKE: &str = "an air unit with the same values is chosen before it";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::rules::r02_sequence::SequenceTask;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;

    fn interphase(units: &str, side: Side) -> Table {
        let text = format!("mega 0404\n{units}");
        position(&text).doing(GERMAN, Phase::Interphase, SequenceTask::Interphase(side))
    }

    fn is_over(table: &Table) -> bool {
        matches!(table.game.turn(), Turn::Over(_))
    }

    #[test]
    fn r11_3_the_french_add_2_up_to_12_and_the_germans_deduct_2_down_to_2() {
        let table = interphase("german fighter g1 4", GERMAN);
        let counts = |side| [2, 3, 4, 5, 10, 11, 12].map(|total| table.game.air_count(side, total));
        assert_eq!(counts(FRENCH), [4, 5, 6, 7, 12, 12, 12]);
        assert_eq!(counts(GERMAN), [2, 2, 2, 3, 8, 9, 10]);
    }

    #[test]
    fn r11_3_each_side_draws_its_units_at_random_from_its_pot() {
        let mut table = interphase(
            "german fighter g1 4\ngerman fighter g2 4\ngerman bomber g3 2-3
            french bomber f1 2-3\nfrench bomber f2 2-3\nfrench bomber f3 2-3",
            GERMAN,
        );
        table.rolls(&[1, 2]);
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Draw { from: 3 }));
        table.rolls(&[1]);
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Draw { from: 2 }), "the least are two");
        table.rolls(&[1]);
        assert_eq!(["g1", "g2", "g3"].map(|unit| table.at(unit)), ["pot", "drawn", "drawn"]);
        assert_eq!(table.prompt(), "French: roll for the number of air units");
        table.rolls(&[6, 6]).rolls(&[0]).rolls(&[0]).rolls(&[0]);
        assert_eq!(["f1", "f2", "f3"].map(|unit| table.at(unit)), ["drawn"; 3], "a pot may have fewer units");
        assert!(is_over(&table), "there is no fighter to place");
    }

    #[test]
    fn r11_3_the_second_side_places_its_interceptors_first() {
        let units = "german fighter g1 4\nfrench fighter f1 4\nfrench bomber f2 2-3";
        let mut table = interphase(units, GERMAN);
        table.rolls(&[1, 1]).rolls(&[0]).rolls(&[1, 1]).rolls(&[0]).rolls(&[0]);
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".to_owned(), "patrol f1".to_owned()]));
        table.refuses("patrol f2", "11.2");
        table.refuses("patrol g1", "11.3");
        table.does("patrol f1");
        assert_eq!(table.choices("mega").len(), table.game.board.mega.len());
        table.does("mega 0508");
        assert_eq!((table.at("f1"), is_over(&table)), ("patrol 0508".to_owned(), true));
    }

    #[test]
    fn r11_3_the_side_that_was_active_places_its_interceptors_in_the_second_interphase() {
        let mut table = interphase(
            "german fighter g1 4 mission escort 0404\ngerman fighter g2 3 drawn\ngerman bomber g3 2-3 mission bombing 0404 fired
            french fighter f1 4 patrol 0606\nfrench fighter f2 3",
            FRENCH,
        );
        assert_eq!(
            ["g1", "g2", "g3", "f1", "f2"].map(|unit| table.at(unit)),
            ["drawn", "drawn", "drawn", "drawn", "pot"]
        );
        assert_eq!(table.marks("g3"), "", "it may attack again");
        assert_eq!((table.chooser(), table.choices("patrol")), (GERMAN, vec!["g1".to_owned(), "g2".to_owned()]));
        table.does("patrol g2, mega 0202, pass");
        assert_eq!((table.at("g2"), is_over(&table)), ("patrol 0202".to_owned(), true));
    }

    #[test]
    fn r11_3_the_units_of_a_turn_go_back_to_the_pot_at_its_end() {
        let table = position(
            "turn 8 of 8\nmega 0404\ngerman fighter g1 4 drawn\ngerman fighter g2 4 patrol 0404\nfrench bomber f1 2-3 mission bombing 0404",
        )
        .doing(GERMAN, Phase::Reorganization, SequenceTask::EndTurn);
        assert_eq!(["g1", "g2", "f1"].map(|unit| table.at(unit)), ["pot"; 3]);
    }

    #[test]
    fn r11_5_an_aborted_unit_is_out_for_the_rest_of_the_turn() {
        let mut table = interphase("german fighter g1 4 drawn\ngerman fighter g2 3 drawn", FRENCH);
        let unit = table.unit("g1");
        table.game.put(unit, At::Aborted);
        table.refuses("patrol g1", "11.5");
        table.run(|game, _| game.land_aircraft());
        assert_eq!(table.at("g1"), "aborted");
    }

    #[test]
    fn r11_1_air_units_with_the_same_values_are_offered_once() {
        let mut table = interphase(
            "german fighter g1 4 drawn\ngerman fighter g2 4 drawn\ngerman fighter g3 3 drawn\ngerman fighter g4 5",
            FRENCH,
        );
        assert_eq!(table.choices("patrol"), ["g1", "g3"]);
        table.refuses("patrol g2", "11.1");
        table.refuses("patrol g4", "11.3");
        table.does("patrol g1, mega 0404");
        assert_eq!(table.choices("patrol"), ["g2", "g3"]);
        table.refuses("patrol g1", "11.3");
    }

    #[test]
    fn r11_3_a_side_without_air_units_is_not_asked() {
        let table = position("mega 0404\ngerman fighter g1 4").doing(GERMAN, Phase::Air, AirTask::Phase);
        assert!(is_over(&table));
    }
}
