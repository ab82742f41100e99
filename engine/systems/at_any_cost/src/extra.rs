//! Rules in rows: what expressions ask of a position, and what events do. The hooks are in `extra_hooks.rs`
//! and `extra_acts.rs`.

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::vocabulary::{Effect, Fact, Source, Trigger};
use battlewright_schema::at_any_cost::{Earthwork, Kind, NightKind};
use battlewright_schema::rule::WinTime;

use crate::event::Event;
use crate::rules::r05_sequence::{DISRUPTED, SequenceTask};
use crate::rules::r06_chits::ChitTask;
use crate::rules::r08_03_line_of_sight::Sight;
use crate::stage::{Part, TaskStage};
use crate::state::{ActivatedUnits, Activation, At, ChitPlace, CommandStatus, Fired, FormationIx, Task};
use crate::{AtAnyCost, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::{Chance, Log, Rule, Side, Turn};
use battlewright_core::kit::extra::{
    DueEvent, EventGame, Extra, ExtraState, HappenedEvent, RuleFacts, SystemEffect, hex_value, index_value,
    resolve_event, run_events, side_of_value, tell_tables,
};
use battlewright_core::kit::hex_map::HexIx;

/// The Ammo Problems of a unit with Rationed Ammo (8.9).
const RATIONED: i32 = 2;

/// A position, as expressions ask about it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a>(&'a AtAnyCost);

impl<'a> Asked<'a> {
    fn unit(self, unit: i32) -> Option<UnitIx> {
        let unit = u16::try_from(unit).ok().map(UnitIx)?;
        (unit.index() < self.0.state.units.len()).then_some(unit)
    }

    fn hex(self, hex: i32) -> Option<HexIx> {
        self.0.board.map.hex(usize::try_from(hex).ok()?)
    }

    fn formation(self, formation: i32) -> Option<FormationIx> {
        let place = self.0.board.formation_values.iter().position(|value| *value == formation)?;
        u16::try_from(place).ok().map(FormationIx)
    }

    /// Returns the answer to a fact about `unit`.
    fn fact_of_unit(self, fact: Fact, unit: UnitIx) -> i32 {
        let game = self.0;
        let (facts, state) = (game.board.unit(unit), game.unit(unit));
        let activation = game.activation();
        match fact {
            Fact::Sp => facts.sp[usize::from(state.battleworn)].into(),
            Fact::Tcr => facts.tcr[usize::from(state.battleworn)].into(),
            Fact::Movement => facts.movement.into(),
            Fact::Elan => state.elan.into(),
            Fact::Ammo => state.ammo.into(),
            Fact::IsBattleworn => state.battleworn.into(),
            Fact::IsSmall => facts.small.into(),
            Fact::IsBreakdown => facts.breakdown.into(),
            Fact::Weight if facts.kind == Kind::Cavalry => facts.weight as i32,
            Fact::IsSecondLine => state.second_line.into(),
            Fact::HasMitrailleuse => state.marker_of.is_some().into(),
            Fact::IsActive => activation.is_some_and(|activation| game.is_active(activation, unit)).into(),
            Fact::InCommand => {
                let is_active = activation.is_some_and(|activation| game.is_active(activation, unit));
                (is_active && state.done.command == CommandStatus::InCommand).into()
            }
            Fact::Order => game.order_of(unit).map_or(-1, |order| order as i32),
            Fact::Bonus => {
                let activation = activation.filter(|activation| game.is_active(activation, unit));
                activation.and_then(|activation| activation.bonus).map_or(-1, |bonus| bonus as i32)
            }
            Fact::HasFeu => {
                activation.is_some_and(|activation| activation.feu && game.is_active(activation, unit)).into()
            }
            Fact::HasMoved => state.done.moved.into(),
            Fact::HasFired => (state.done.fired != Fired::No || state.done.mitrailleuse_fired).into(),
            Fact::HasAssaulted => state.done.assaulted.into(),
            Fact::HasCharged => state.done.charged.into(),
            Fact::Spent => game.motion_of(MovingPiece::Unit(unit)).map_or(0, |motion| motion.spent.into()),
            Fact::Weight => -1,
            _ => 0,
        }
    }

    /// Returns the answer to a fact about `hex`, and `side` if it is about one.
    fn fact_of_hex(self, fact: Fact, hex: HexIx, side: Side) -> i32 {
        let board = &self.0.board;
        match fact {
            Fact::Elevation => board.level(hex).into(),
            Fact::HasRoad => board.map.has_road(hex).into(),
            Fact::IsSheltering => board.shelters(hex).into(),
            Fact::IsChargeGround => board.is_charge_ground(hex).into(),
            Fact::Earthworks => match self.0.earthwork_at(hex) {
                None => 0,
                Some(Earthwork::Fieldworks) => 1,
                Some(Earthwork::Entrenchments) => 2,
            },
            Fact::NearEnemy => self.0.has_enemy_next_to(side, hex).into(),
            _ => 0,
        }
    }

    /// Returns the answer to a fact about `formation`.
    fn fact_of_formation(self, fact: Fact, formation: FormationIx) -> i32 {
        match fact {
            Fact::Rating => self.0.command_rating(formation).into(),
            Fact::Hq => hex_value(self.0.hq_hex(formation)),
            Fact::HasActed => self.0.hq(formation).activated.into(),
            _ => 0,
        }
    }
}

impl RuleFacts for Asked<'_> {
    fn turn(&self) -> i32 {
        self.0.state.turn.into()
    }

    fn phase(&self) -> i32 {
        let part = self.0.state.stack.iter().rev().find_map(part_of).unwrap_or(Part::Planning);
        Part::ALL.iter().position(|other| *other == part).map_or(-1, index_value)
    }

    fn unit_hex(&self, unit: i32) -> i32 {
        hex_value(self.unit(unit).and_then(|unit| self.0.hex_of(unit)))
    }

    fn in_play(&self, unit: i32) -> bool {
        self.unit_hex(unit) >= 0
    }

    fn holds(&self, side: i32, place: i32) -> bool {
        let hexes = usize::try_from(place).ok().and_then(|place| self.0.board.places.get(place));
        let side = Some(side_of_value(side));
        hexes.is_some_and(|hexes| !hexes.is_empty() && hexes.iter().all(|hex| self.0.controller_of(*hex) == side))
    }

    fn each_unit_in(&self, hex: i32, found: &mut dyn FnMut(i32) -> bool) {
        let units = self.hex(hex).into_iter().flat_map(|hex| self.0.ground.units(hex));
        for unit in units {
            if !found(index_value(unit.index())) {
                return;
            }
        }
    }

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        let Some(fact) = Fact::of(fact) else { return 0 };
        let [first, second] = [0, 1].map(|at| asked.get(at).copied().unwrap_or(-1));
        match fact {
            Fact::Hour => match self.0.night().map(|night| night.kind) {
                None => 0,
                Some(NightKind::Dusk) => 1,
                Some(NightKind::Evening) => 2,
                Some(NightKind::DeepNight) => 3,
                Some(NightKind::Dawn) => 4,
            },
            Fact::Obscured => {
                let hexes = self.hex(first).zip(self.hex(second));
                hexes.is_some_and(|(from, to)| self.0.sight_between(from, to) == Sight::Obscured).into()
            }
            Fact::HeldChits => {
                let chits = self.0.chits_of(side_of_value(first));
                index_value(chits.filter(|chit| self.0.place_of(*chit) == ChitPlace::Held).count())
            }
            Fact::Elevation
            | Fact::HasRoad
            | Fact::IsSheltering
            | Fact::IsChargeGround
            | Fact::Earthworks
            | Fact::NearEnemy => self.hex(first).map_or(0, |hex| self.fact_of_hex(fact, hex, side_of_value(second))),
            Fact::Rating | Fact::Hq | Fact::HasActed => {
                let none = if fact == Fact::Hq { -1 } else { 0 };
                self.formation(first).map_or(none, |formation| self.fact_of_formation(fact, formation))
            }
            Fact::Sp
            | Fact::Tcr
            | Fact::Movement
            | Fact::Elan
            | Fact::Ammo
            | Fact::IsBattleworn
            | Fact::IsSmall
            | Fact::IsBreakdown
            | Fact::Weight
            | Fact::IsSecondLine
            | Fact::HasMitrailleuse
            | Fact::IsActive
            | Fact::InCommand
            | Fact::Order
            | Fact::Bonus
            | Fact::HasFeu
            | Fact::HasMoved
            | Fact::HasFired
            | Fact::HasAssaulted
            | Fact::HasCharged
            | Fact::Spent => self.unit(first).map_or(0, |unit| self.fact_of_unit(fact, unit)),
        }
    }

    fn each(&self, source: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool) {
        let (Some(source), Some(side)) = (Source::of(source), asked.first()) else { return };
        for unit in self.0.board.roster_of_side(side_of_value(*side)) {
            let at = self.0.unit(*unit).at;
            let is_meant = match source {
                Source::Broken => matches!(at, At::Broken { .. }),
                Source::Due => matches!(at, At::Due { .. }),
            };
            if is_meant && !found(index_value(unit.index())) {
                return;
            }
        }
    }

    fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        self.0.state.extra.counter(counter, owner)
    }

    fn is_done(&self, event: u16) -> bool {
        self.0.state.extra.is_done(event)
    }
}

/// Returns the part of the turn to which `task` belongs by itself; `None` for one that interrupts a part.
fn part_of(task: &Task) -> Option<Part> {
    use crate::rules::r08_fire::FireTask;
    use crate::rules::r12_movement::MoveTask;
    use crate::rules::r13_assault::AssaultTask;
    match task {
        Task::Sequence(SequenceTask::BeginTurn) => Some(Part::Planning),
        Task::Sequence(
            SequenceTask::EndTurn
            | SequenceTask::OfferTrackRoll(_)
            | SequenceTask::TrackRoll(_)
            | SequenceTask::SpendTrackRoll(_)
            | SequenceTask::Housekeeping,
        ) => Some(Part::EndTurn),
        Task::Chit(ChitTask::Choose { .. } | ChitTask::SetAside { .. } | ChitTask::Fill) => Some(Part::Planning),
        Task::Chit(ChitTask::WhoFirst(_) | ChitTask::Held(_)) => Some(Part::HeldChits),
        Task::Chit(ChitTask::Bonus) | Task::Command(_) => Some(Part::Command),
        Task::Chit(_) => Some(Part::ChitDraw),
        Task::Fire(FireTask::Step) => Some(Part::Fire),
        Task::Move(MoveTask::Step | MoveTask::Choose(_) | MoveTask::Unstack) => Some(Part::Movement),
        Task::Assault(AssaultTask::Step) => Some(Part::Assault),
        Task::Rally(_) => Some(Part::Rally),
        Task::Over(_) => Some(Part::EndTurn),
        Task::Sequence(_) | Task::Fire(_) | Task::Move(_) | Task::Assault(_) | Task::Event(_) => None,
    }
}

impl EventGame for AtAnyCost {
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

    fn carry_out(&mut self, effect: &SystemEffect, _: Rule, log: &mut impl Log<Event>) {
        let asked = effect.asked.first().copied().unwrap_or(-1);
        let (unit, formation) = (self.asked().unit(asked), self.asked().formation(asked));
        let on_map = unit.filter(|unit| self.hex_of(*unit).is_some());
        match (Effect::of(effect.effect), on_map, formation) {
            (Some(Effect::Elan), Some(unit), _) => {
                let elan = effect.number(self.unit(unit).elan.into(), 0, DISRUPTED.into());
                self.set_elan(unit, u8::try_from(elan).unwrap_or(0), log);
            }
            (Some(Effect::Ammo), Some(unit), _) => {
                let was = self.unit(unit).ammo;
                let ammo = u8::try_from(effect.number(was.into(), 0, RATIONED)).unwrap_or(was);
                self.unit_mut(unit).ammo = ammo;
                match ammo.cmp(&was) {
                    std::cmp::Ordering::Less => log.push(Event::Resupplied(unit)),
                    std::cmp::Ordering::Equal => {}
                    std::cmp::Ordering::Greater => log.push(Event::AmmoProblem(unit, ammo)),
                }
            }
            (Some(Effect::LoseTier), Some(unit), _) if self.unit(unit).battleworn => self.break_unit(unit, log),
            (Some(Effect::LoseTier), Some(unit), _) => self.wear_out(unit, log),
            (Some(Effect::ChitTurn), _, Some(formation)) => {
                if let Some(turn) = self.state.chit_turns.get_mut(formation.index()) {
                    *turn = u8::try_from(effect.number((*turn).into(), 0, 99)).unwrap_or(*turn);
                    let turn = *turn;
                    log.push(Event::ChitMoved(formation, turn));
                }
            }
            _ => {}
        }
    }

    fn happened(happened: HappenedEvent) -> Event {
        Event::Row(happened)
    }
}

impl AtAnyCost {
    /// Returns the position for expressions.
    #[inline]
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked(self)
    }

    /// The next turn is at hand, with its tables.
    pub(crate) fn enter_next_turn(&mut self, log: &mut impl Log<Event>) {
        self.state.turn = self.state.turn.saturating_add(1);
        self.board.begin_turn(self.state.turn);
        log.push(Event::Turn(self.state.turn));
        tell_tables(self, self.state.turn, log);
    }

    /// Puts the events of `trigger` on the stack, if there are any.
    pub(crate) fn push_events<const N: usize>(&mut self, trigger: Trigger, given: [i32; N]) {
        if let Some(due) = self.board.extra.events(trigger.number(), given) {
            self.push(SequenceTask::Events(due));
        }
    }

    /// Puts the events of `trigger` for the formation of `activation` on the stack, if there are any.
    pub(crate) fn push_events_of(&mut self, activation: &Activation, trigger: Trigger) {
        if let ActivatedUnits::Formation(formation) = activation.who {
            self.push_events(trigger, self.formation_given(formation));
        }
    }

    /// 5.4: the activation is over.
    pub(crate) fn end_activation(&mut self, activation: &Activation) {
        self.clear_records();
        self.push_events_of(activation, Trigger::ActivationEnds);
    }

    /// Returns the stage of an event that waits for its die.
    pub(crate) fn event_stage(&self, due: &DueEvent, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (rule, sides) = self.board.extra.roll_of(due).unwrap_or((rule::SETUP, 10));
        prompt(format_args!("Roll for {}", rule.title));
        TaskStage::new(Some(Turn::Chance(Chance::Dice { count: 1, sides })), rule, None)
    }

    /// Carries out the events from `due` on, up to one that waits for its die.
    pub(crate) fn run_events_from(&mut self, due: DueEvent, log: &mut impl Log<Event>) {
        if let Some(waiting) = run_events(self, due, log) {
            self.push(SequenceTask::EventRoll(waiting));
        }
    }

    /// Carries out the event that waited for its die, and those after it.
    pub(crate) fn roll_event(&mut self, due: DueEvent, die: u16, log: &mut impl Log<Event>) {
        if let Some(waiting) = resolve_event(self, due, die, log) {
            self.push(SequenceTask::EventRoll(waiting));
        }
    }

    /// Ends the game if a rule of the scenario gives the victory to a side at once.
    #[inline]
    pub(crate) fn win_at_once(&mut self, log: &mut impl Log<Event>) {
        if self.board.extra.get().is_some() && !matches!(self.state.stack.last(), Some(Task::Over(_)) | None) {
            self.wins_by_row(WinTime::Once, log);
        }
    }
}
