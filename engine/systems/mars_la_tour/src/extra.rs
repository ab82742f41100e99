//! Rules in rows: what expressions ask of a position, and the hooks at which rows change the rules of the system.

use battlewright_schema::mars_la_tour::Kind;
use battlewright_schema::mars_la_tour::vocabulary::{Act, Effect, Fact, Hook, Lift, Source, Trigger};
use battlewright_schema::rule::WinTime;

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::board::Board;
use crate::event::{Event, Phase};
use crate::ground::MapOccupancy;
use crate::rules::r4_2a_moves::Mover;
use crate::stage::Part;
use crate::state::{AfterEvents, At, Fight, Formation, State, Step, Support, UnitIx};
use battlewright_core::game::{Log, Rule, Side};
use battlewright_core::kit::extra::{
    DueEvent, EventGame, Extra, ExtraState, Given, HappenedEvent, RowIx, RuleFacts, SystemEffect, hex_value,
    index_value, resolve_event, run_events, side_of_value, side_value,
};
use battlewright_core::kit::hex_map::HexIx;

/// A position, as expressions ask about it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    board: &'a Board,
    state: &'a State,
    /// `None` while the occupancy is computed, when only what is fixed for a turn is asked.
    ground: Option<&'a MapOccupancy>,
    /// The fight that is asked about, which need not be the one at hand.
    fight: Option<&'a Fight>,
    /// The phase that would begin; `None` for the one at hand.
    phase: Option<Phase>,
}

impl<'a> Asked<'a> {
    /// A position of which only what is fixed for a turn is asked.
    pub(crate) fn of_turn(board: &'a Board, state: &'a State) -> Self {
        Self { board, state, ground: None, fight: None, phase: None }
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns `true` if `unit` has a ZOC in `hex`, next to it (3.9).
    #[inline]
    pub(crate) fn has_zoc(&self, unit: UnitIx, hex: HexIx) -> bool {
        let asked = || (*self, Given::of([unit_value(unit), hex_value(hex)]));
        self.board.extra.yes_no(Hook::Zone.number(), true, asked)
    }

    /// Returns the range of the HQ of `side` in hexes (4.0 2c).
    #[inline]
    pub(crate) fn hq_range(&self, side: Side) -> u16 {
        let printed = self.board.side(side).hq_range;
        let asked = || (*self, Given::of([side_value(side)]));
        u16::try_from(self.board.extra.number(Hook::HqRange.number(), printed.into(), asked)).unwrap_or(0)
    }

    fn unit(&self, unit: i32) -> Option<&'a crate::state::Unit> {
        self.state.units.get(usize::try_from(unit).ok()?)
    }

    fn hex(&self, hex: i32) -> Option<HexIx> {
        self.board.map.hex(usize::try_from(hex).ok()?)
    }

    fn has_chosen_support(&self, side: Side) -> bool {
        let at_hand = match &self.state.step {
            Step::Support(fight, _) | Step::Duel(fight) | Step::Resolve(fight) => Some(fight),
            _ => None,
        };
        let fight = self.fight.or(at_hand);
        fight.is_some_and(|fight| matches!(fight.support[side.index()], Support::Yes | Support::Effective))
    }
}

impl RuleFacts for Asked<'_> {
    fn turn(&self) -> i32 {
        self.state.turn.into()
    }

    fn phase(&self) -> i32 {
        if let Some(phase) = self.phase {
            return match phase {
                Phase::Command => 0,
                Phase::Movement => 1,
                Phase::Attack => 2,
            };
        }
        match Part::of(&self.state.step) {
            Part::Hqs | Part::Returns | Part::Mitrailleuses | Part::Organization => 0,
            Part::Movement => 1,
            Part::Attack | Part::Over => 2,
        }
    }

    fn unit_hex(&self, unit: i32) -> i32 {
        match self.unit(unit).map(|unit| unit.at) {
            Some(At::Hex(hex)) => hex_value(hex),
            _ => -1,
        }
    }

    fn in_play(&self, unit: i32) -> bool {
        self.unit_hex(unit) >= 0
    }

    fn holds(&self, side: i32, place: i32) -> bool {
        let hexes = usize::try_from(place).ok().and_then(|place| self.board.places.get(place));
        let holder = |hex: &HexIx| {
            let at = self.board.victory_hexes.iter().position(|victory| victory.hex == *hex);
            at.and_then(|at| self.state.holders.get(at).copied().flatten())
        };
        let side = side_of_value(side);
        hexes.is_some_and(|hexes| !hexes.is_empty() && hexes.iter().all(|hex| holder(hex) == Some(side)))
    }

    fn each_unit_in(&self, hex: i32, found: &mut dyn FnMut(i32) -> bool) {
        let Some((ground, hex)) = self.ground.zip(self.hex(hex)) else { return };
        for unit in ground.units(hex) {
            if !found(unit_value(unit)) {
                return;
            }
        }
    }

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        let Some(fact) = Fact::of(fact) else { return 0 };
        let first = asked.first().copied().unwrap_or(-1);
        let unit = usize::try_from(first).ok();
        match fact {
            Fact::Er => unit.and_then(|unit| self.board.units.get(unit)).map_or(0, |unit| unit.er.into()),
            Fact::Posture => self.unit(first).map_or(-1, |unit| posture_value(unit.formation)),
            Fact::Spent => match self.state.step {
                Step::Moving(motion) if Some(motion.unit.index()) == unit => {
                    let hexes = i32::from(motion.hexes);
                    if motion.by_road { (hexes + 1) / 2 } else { hexes }
                }
                _ => 0,
            },
            Fact::InRange => {
                let Some(side) = unit.and_then(|unit| self.board.units.get(unit)).map(|unit| unit.side) else {
                    return 0;
                };
                let hex = self.hex(self.unit_hex(first));
                let in_range = |(ground, hex): (&MapOccupancy, HexIx)| ground.to_hq(side, hex) <= self.hq_range(side);
                self.ground.zip(hex).is_some_and(in_range).into()
            }
            Fact::IsBlown => self.unit(first).is_some_and(|unit| matches!(unit.at, At::Blown(_))).into(),
            Fact::IsDefensible => unit.and_then(|hex| self.board.defensible.get(hex)).copied().unwrap_or(false).into(),
            Fact::InEzoc | Fact::InEzoi => {
                let Some((ground, hex)) = self.ground.zip(self.hex(first)) else { return 0 };
                let enemy = side_of_value(asked.get(1).copied().unwrap_or(0)).other();
                let in_zone = if fact == Fact::InEzoc {
                    self.state.mitrailleuse[enemy.index()] == Some(hex) || ground.has_zoc(enemy, hex)
                } else {
                    ground.has_zoi(enemy, hex)
                };
                in_zone.into()
            }
            Fact::Ammunition => self.state.ammunition[side_of_value(first).index()].into(),
            Fact::ChosenSupport => self.has_chosen_support(side_of_value(first)).into(),
        }
    }

    fn each(&self, source: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool) {
        let (Some(source), Some(side)) = (Source::of(source), asked.first()) else { return };
        for unit in self.board.units_of(side_of_value(*side)) {
            let at = self.state.units[unit.index()].at;
            let is_meant = match source {
                Source::Lost => at == At::Eliminated,
                Source::Blown => matches!(at, At::Blown(_)),
            };
            if is_meant && !found(unit_value(unit)) {
                return;
            }
        }
    }

    fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        self.state.extra.counter(counter, owner)
    }

    fn is_done(&self, event: u16) -> bool {
        self.state.extra.is_done(event)
    }
}

impl MarsLaTour {
    /// Returns the position for expressions.
    #[inline]
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked { board: &self.board, state: &self.state, ground: Some(&self.ground), fight: None, phase: None }
    }

    /// Returns the position for expressions about `phase`, which would begin now.
    pub(crate) fn asked_before(&self, phase: Phase) -> Asked<'_> {
        Asked { phase: Some(phase), ..self.asked() }
    }

    /// Returns the position for expressions about `fight`, with the decisions on artillery support in it.
    pub(crate) fn asked_about<'a>(&'a self, fight: &'a Fight) -> Asked<'a> {
        Asked { fight: Some(fight), ..self.asked() }
    }

    /// Returns the row that forbids a step of `mover` from `from`, or from off the map, to `to`.
    #[inline]
    pub(crate) fn forbids_step(&self, mover: &Mover, from: Option<HexIx>, to: HexIx) -> Result<(), Refusal> {
        let Some(rules) = self.board.extra.against(Act::Step.number()) else { return Ok(()) };
        forbidden(rules.forbids(Act::Step.number(), &self.asked(), &step_given(mover, from, to)))
    }

    /// Returns `true` if rows make `mover` stop where it comes to `to`, where the published rules say `published`.
    #[inline]
    pub(crate) fn must_stop_by_rows(&self, mover: &Mover, from: Option<HexIx>, to: HexIx, published: bool) -> bool {
        let asked = || (self.asked(), step_given(mover, from, to));
        self.board.extra.yes_no(Hook::MustStop.number(), published, asked)
    }

    /// Checks whether rows forbid `unit` to end its move in `hex`.
    #[inline]
    pub(crate) fn forbids_stop(&self, unit: UnitIx, hex: HexIx) -> Result<(), Refusal> {
        let Some(rules) = self.board.extra.against(Act::Stop.number()) else { return Ok(()) };
        let given = Given::of([unit_value(unit), hex_value(hex), side_value(self.side_of(unit))]);
        forbidden(rules.forbids(Act::Stop.number(), &self.asked(), &given))
    }

    /// Checks whether rows forbid an attack.
    #[inline]
    pub(crate) fn forbids_attack(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        ground: HexIx,
        deathride: bool,
    ) -> Result<(), Refusal> {
        let Some(rules) = self.board.extra.against(Act::Attack.number()) else { return Ok(()) };
        let given = self.attack_given(attacker, defender, ground, deathride);
        forbidden(rules.forbids(Act::Attack.number(), &self.asked(), &given))
    }

    /// Checks whether rows forbid artillery support of `side` in `fight`.
    #[inline]
    pub(crate) fn forbids_support(&self, fight: &Fight, side: Side) -> Result<(), Refusal> {
        let Some(rules) = self.board.extra.against(Act::Support.number()) else { return Ok(()) };
        let given = Given::of([
            side_value(side),
            unit_value(fight.attacker),
            unit_value(fight.defender),
            hex_value(fight.ground),
            fight.deathride.into(),
        ]);
        forbidden(rules.forbids(Act::Support.number(), &self.asked(), &given))
    }

    /// Checks whether rows forbid `side` to place its HQ in `hex`.
    #[inline]
    pub(crate) fn forbids_hq(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        let Some(rules) = self.board.extra.against(Act::PlaceHq.number()) else { return Ok(()) };
        let given = Given::of([side_value(side), hex_value(hex)]);
        forbidden(rules.forbids(Act::PlaceHq.number(), &self.asked(), &given))
    }

    /// Returns `Ok` if a row lifts the prohibition `lift` for an attack, and otherwise `refusal`.
    pub(crate) fn unless_lifted(
        &self,
        lift: Lift,
        [attacker, defender]: [UnitIx; 2],
        ground: HexIx,
        deathride: bool,
        refusal: Refusal,
    ) -> Result<(), Refusal> {
        let given = self.attack_given(attacker, defender, ground, deathride);
        let rules = self.board.extra.get();
        let row = rules.and_then(|rules| rules.lifts(lift.number(), &self.asked(), &given));
        if row.is_some() { Ok(()) } else { Err(refusal) }
    }

    /// Returns the modifier `plus` of a roll for the last actions of `side` after rows.
    pub(crate) fn last_actions_by_rows(&self, hook: Hook, side: Side, plus: i32) -> i32 {
        self.board.extra.number(hook.number(), plus, || (self.asked(), Given::of([side_value(side)])))
    }

    /// Returns the movement points `printed` of `unit` in `formation` after rows.
    #[inline]
    pub(crate) fn allowance_by_rows(&self, unit: UnitIx, formation: Formation, printed: u8) -> u8 {
        let asked = || (self.asked(), Given::of([unit_value(unit), posture_value(formation)]));
        u8::try_from(self.board.extra.number(Hook::Allowance.number(), printed.into(), asked)).unwrap_or(0)
    }

    /// Returns the length `printed` of a retreat of `unit` after rows.
    #[inline]
    pub(crate) fn retreat_by_rows(&self, unit: UnitIx, printed: u8) -> u8 {
        let asked = || (self.asked(), Given::of([unit_value(unit)]));
        u8::try_from(self.board.extra.number(Hook::Retreat.number(), printed.into(), asked)).unwrap_or(printed)
    }

    /// Returns the values of an attack for expressions.
    pub(crate) fn attack_given(
        &self,
        attacker: UnitIx,
        defender: UnitIx,
        ground: HexIx,
        deathride: bool,
    ) -> Given<'static> {
        Given::of([
            unit_value(attacker),
            unit_value(defender),
            hex_value(ground),
            side_value(self.side_of(attacker)),
            deathride.into(),
        ])
    }
}

impl EventGame for MarsLaTour {
    type Event = Event;

    fn extra(&self) -> &Extra {
        &self.board.extra
    }

    fn extra_state(&mut self) -> &mut ExtraState {
        &mut self.state.extra
    }

    fn rule_facts(&self) -> impl RuleFacts {
        self.asked()
    }

    fn carry_out(&mut self, effect: &SystemEffect, rule: Rule, log: &mut impl Log<Event>) {
        match Effect::of(effect.effect) {
            Some(Effect::Ammunition) => {
                let side = side_of_value(effect.asked.first().copied().unwrap_or(0));
                let points = effect.number(self.state.ammunition[side.index()].into(), 0, 99);
                let points = u8::try_from(points).unwrap_or(0);
                self.state.ammunition[side.index()] = points;
                log.push(Event::AmmunitionNow(side, points, rule));
            }
            None => {}
        }
    }

    fn happened(happened: HappenedEvent) -> Event {
        Event::Row(happened)
    }
}

impl MarsLaTour {
    /// Carries out the events of `trigger`, and continues with `then`, now or when their dice have been rolled.
    pub(crate) fn events_of(&mut self, trigger: Trigger, then: AfterEvents, log: &mut impl Log<Event>) {
        let due = self.board.extra.events(trigger.number(), []);
        let waiting = due.and_then(|due| run_events(self, due, log));
        self.wait_for_event(waiting, then, log);
    }

    /// Carries out the event that waited for its die, and those after it.
    pub(crate) fn resolve_event_of(&mut self, due: DueEvent, die: u16, then: AfterEvents, log: &mut impl Log<Event>) {
        let waiting = resolve_event(self, due, die, log);
        self.wait_for_event(waiting, then, log);
    }

    fn wait_for_event(&mut self, waiting: Option<DueEvent>, then: AfterEvents, log: &mut impl Log<Event>) {
        match (waiting, then) {
            (Some(due), then) => self.state.step = Step::Event(due, then),
            (None, AfterEvents::TurnBegun) => self.ask_for_hq(Side::First, log),
            (None, AfterEvents::TurnEnded) => self.turn_ended(log),
        }
    }

    /// Ends the game if a rule of the scenario gives the victory to a side at once.
    #[inline]
    pub(crate) fn win_at_once(&mut self, log: &mut impl Log<Event>) {
        if self.board.extra.get().is_some() && !matches!(self.state.step, Step::Over(_)) {
            self.wins_by_row(WinTime::Once, log);
        }
    }
}

fn step_given(mover: &Mover, from: Option<HexIx>, to: HexIx) -> Given<'static> {
    Given::of([unit_value(mover.unit), hex_value(from), hex_value(to), side_value(mover.side)])
}

/// Returns `unit` as expressions number units.
#[inline]
pub(crate) fn unit_value(unit: UnitIx) -> i32 {
    index_value(unit.index())
}

fn posture_value(formation: Formation) -> i32 {
    match formation {
        Formation::March => 0,
        Formation::Battle => 1,
    }
}

fn forbidden(row: Option<RowIx>) -> Result<(), Refusal> {
    row.map_or(Ok(()), |row| Err(Refusal::Row(row)))
}

// The kinds in expressions have the order of the file.
const _: () = assert!(Kind::Infantry as u8 == 0 && Kind::Cavalry as u8 == 1);
