//! 2.1 The sequence of a game: in each turn an interphase, the player turn of the first side with its eight phases, another
//! interphase, the player turn of the second side, and the Administrative Phase. A scenario may change the order of the phases of a
//! player turn, and rows skip some of them.

use std::fmt::Arguments;

use battlewright_schema::matz::FireLimit;
use battlewright_schema::matz::vocabulary::{Hook, Trigger};
use battlewright_schema::rule::WinTime;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::{Event, Phase};
use crate::extra::BY_SCENARIO;
use crate::ground::Ground;
use crate::stage::{TaskStage, goes_on};
use crate::state::{At, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Chance, Log, Side, Turn};
use battlewright_core::kit::extra::{DueEvent, side_value, tell_tables};
use battlewright_core::kit::tasks::TaskFamily;

/// The course of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SequenceTask {
    /// A turn begins.
    BeginTurn,
    /// The interphase before the player turn of this side.
    Interphase(Side),
    /// The player turn of a side begins.
    PlayerTurn(Side),
    /// A phase begins.
    Begin(Phase),
    /// A phase ends.
    End(Phase),
    /// The Administrative Phase.
    EndTurn,
    /// Events of rows happen, from this one on.
    Events(DueEvent),
    /// An event of rows waits for its die.
    EventRoll(DueEvent),
    /// The turn has ended with its events.
    TurnEnded,
}

impl TaskFamily<Matz> for SequenceTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let Self::EventRoll(due) = self else { return goes_on(rule::SEQUENCE) };
        let (rule, sides) = game.board.extra.roll_of(due).unwrap_or((BY_SCENARIO, 6));
        prompt(format_args!("Roll for {}", rule.title));
        TaskStage::new(Some(Turn::Chance(Chance::Dice { count: 1, sides })), rule, Some(game.state.phase))
    }

    fn options(&self, _: &Matz, _: &mut ActionList) {}

    fn choose(self, _: &mut Matz, _: Action, _: &mut impl Log<Event>) {}

    fn proceed(self, game: &mut Matz, log: &mut impl Log<Event>) {
        match self {
            Self::BeginTurn => game.begin_turn(log),
            Self::Interphase(side) => game.begin_interphase(side, log),
            Self::PlayerTurn(side) => game.begin_player_turn(side, log),
            Self::Begin(phase) => game.begin_phase(phase, log),
            Self::End(phase) => game.end_phase(phase),
            Self::EndTurn => game.end_turn(log),
            Self::Events(due) => game.events_happen(due, log),
            Self::EventRoll(_) => {}
            Self::TurnEnded => game.turn_ended(log),
        }
    }

    fn resolve(self, game: &mut Matz, picks: &[u16], log: &mut impl Log<Event>) {
        if let (Self::EventRoll(due), [die]) = (self, picks) {
            game.event_rolled(due, *die, log);
        }
    }
}

impl Matz {
    fn begin_turn(&mut self, log: &mut impl Log<Event>) {
        self.state.turn = self.state.turn.saturating_add(1);
        if self.board.begin_turn(self.state.turn) {
            self.ground = Ground::new(&self.board, &self.state);
        }
        log.push(Event::Turn(self.state.turn));
        tell_tables(self, self.state.turn, log);
        self.push(SequenceTask::EndTurn);
        for side in [Side::Second, Side::First] {
            self.push(SequenceTask::PlayerTurn(side));
            self.push(SequenceTask::Interphase(side));
        }
        if self.board.extra.at(Hook::Zone.number()).is_some() {
            // Rows about zones may depend on the turn.
            self.ground = Ground::new(&self.board, &self.state);
        }
        self.push_events(Trigger::TurnBegins, []);
    }

    /// The interphase before the player turn of `side`: artillery is turned back and the aircraft come off the map; before the
    /// first player turn, both sides draw aircraft; then the other side places its interceptors (11.3).
    fn begin_interphase(&mut self, side: Side, log: &mut impl Log<Event>) {
        self.state.active = side;
        self.state.phase = Phase::Interphase;
        log.push(Event::Phase(Phase::Interphase));
        let is_first = side == Side::First;
        let turns_back = is_first || self.board.rules.fire_limit == FireLimit::PlayerTurn;
        for unit in &mut self.state.units {
            if turns_back {
                unit.fired = false;
            }
        }
        self.land_aircraft();
        self.begin_patrols(side.other());
        if is_first {
            self.draw_aircraft();
        }
    }

    fn begin_player_turn(&mut self, side: Side, log: &mut impl Log<Event>) {
        self.state.active = side;
        log.push(Event::PlayerTurn(side));
        for unit in &mut self.state.units {
            unit.entered = false;
            unit.exploited = false;
            unit.intercepted = false;
        }
        for phase in self.board.phases.into_iter().rev() {
            self.push(SequenceTask::Begin(phase));
        }
    }

    pub(crate) fn begin_phase(&mut self, phase: Phase, log: &mut impl Log<Event>) {
        if let Some(rule) = self.skipped(phase) {
            log.push(Event::Skipped(phase, rule));
            return;
        }
        self.state.phase = phase;
        log.push(Event::Phase(phase));
        for unit in &mut self.state.units {
            unit.moved = false;
            unit.attacked = false;
            unit.was_attacked = false;
            unit.retreated = false;
        }
        self.state.bombarded.clear();
        self.state.called_off.clear();
        self.push(SequenceTask::End(phase));
        if phase.is_combat() || phase == Phase::Exploitation {
            self.regain_command(log);
        }
        match phase {
            Phase::Command => self.begin_command(),
            Phase::Movement => self.begin_movement(log),
            Phase::Air => self.begin_air_phase(),
            Phase::Bombardment => self.begin_bombardment(),
            Phase::Combat | Phase::SecondCombat => self.begin_combat(),
            Phase::Exploitation => self.begin_exploitation(),
            Phase::Reorganization => self.reorganize(log),
            Phase::Setup | Phase::Interphase | Phase::Administration => {}
        }
        self.push_events(Trigger::PhaseBegins, [side_value(self.state.active)]);
    }

    /// 4.0: stacking is checked at the end of the phases of movement and combat.
    fn end_phase(&mut self, phase: Phase) {
        self.push_events(Trigger::PhaseEnds, [side_value(self.state.active)]);
        if matches!(phase, Phase::Movement | Phase::Exploitation) || phase.is_combat() {
            self.check_stacking();
        }
    }

    /// The Administrative Phase: aircraft come off the map, and the next turn begins, or the game ends.
    fn end_turn(&mut self, log: &mut impl Log<Event>) {
        self.state.phase = Phase::Administration;
        log.push(Event::Phase(Phase::Administration));
        let aircraft: Vec<UnitIx> =
            Side::BOTH.into_iter().flat_map(|side| self.board.aircraft(side)).copied().collect();
        for unit in aircraft {
            // The number of air units is rolled anew in the next turn.
            let state = self.unit_mut(unit);
            (state.at, state.seen) = (At::Pot, false);
        }
        if self.has_events(Trigger::TurnEnds) {
            self.push(SequenceTask::TurnEnded);
            self.push_events(Trigger::TurnEnds, []);
        } else {
            self.turn_ended(log);
        }
    }

    /// The next turn begins, or the game ends.
    fn turn_ended(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::TurnEnd, log) {
            return;
        }
        if self.state.turn >= self.board.turns {
            self.judge(log);
        } else {
            self.push(SequenceTask::BeginTurn);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::matz::FireLimit;

    use super::SequenceTask;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, position};
    use crate::{Event, Matz};
    use battlewright_core::game::Side;
    use battlewright_core::kit::tasks::TaskStack as _;

    /// The parts of a game in which nobody has anything to decide.
    fn course(position: &Position) -> Vec<Event> {
        let mut game = Matz::before_start(position.scenario()).unwrap();
        let mut events = Vec::new();
        game.run(&mut events);
        events.retain(|event| matches!(event, Event::Turn(_) | Event::PlayerTurn(_) | Event::Phase(_)));
        events
    }

    #[test]
    fn r2_1_a_turn_has_two_player_turns_of_eight_phases_and_two_interphases() {
        let player_turn = |side: Side| {
            [Event::Phase(Phase::Interphase), Event::PlayerTurn(side)].into_iter().chain(
                [
                    Phase::Command,
                    Phase::Movement,
                    Phase::Air,
                    Phase::Bombardment,
                    Phase::Combat,
                    Phase::Exploitation,
                    Phase::SecondCombat,
                    Phase::Reorganization,
                ]
                .map(Event::Phase),
            )
        };
        let expected: Vec<Event> = [7, 8]
            .into_iter()
            .flat_map(|turn| {
                let phases = player_turn(GERMAN).chain(player_turn(FRENCH));
                [Event::Turn(turn)].into_iter().chain(phases).chain([Event::Phase(Phase::Administration)])
            })
            .collect();
        assert_eq!(course(&position("turn 7 of 8")), expected);
    }

    #[test]
    fn r2_1_the_game_has_as_many_turns_as_the_scenario_says() {
        let turns = |text: &str| course(&position(text)).iter().filter(|event| matches!(event, Event::Turn(_))).count();
        assert_eq!((turns("turn 1 of 8"), turns("turn 3 of 4")), (8, 2));
    }

    /// The markers of a German and a French battery after the interphase before the player turn of `side`.
    fn after_interphase(side: Side, limit: FireLimit) -> (String, String) {
        let mut table = position(
            "german artillery g1 3-3 5 at 0404 fired
            french artillery f1 3-3 5 at 0407 fired",
        )
        .with(|scenario| scenario.rules.fire_limit = Some(limit))
        .before(GERMAN, Phase::Exploitation);
        table.log_events(|game, log| {
            game.state.stack = vec![SequenceTask::BeginTurn.into()];
            game.begin_interphase(side, log);
        });
        (table.marks("g1"), table.marks("f1"))
    }

    #[test]
    fn r2_1_interphases_turn_the_artillery_of_both_sides_back() {
        let none = || (String::new(), String::new());
        let fired = || ("fired".to_owned(), "fired".to_owned());
        assert_eq!(after_interphase(GERMAN, FireLimit::PlayerTurn), none());
        assert_eq!(after_interphase(FRENCH, FireLimit::PlayerTurn), none(), "m14");
        assert_eq!(after_interphase(GERMAN, FireLimit::Turn), none());
        assert_eq!(after_interphase(FRENCH, FireLimit::Turn), fired(), "m14");
    }

    #[test]
    fn r2_1_what_units_did_in_a_phase_is_forgotten_in_the_next() {
        let mut table = position("german infantry g1 4/2 at 0404").before(GERMAN, Phase::Exploitation);
        let unit = table.unit("g1");
        table.log_events(|game, log| {
            let state = game.unit_mut(unit);
            (state.moved, state.attacked, state.was_attacked, state.retreated) = (true, true, true, true);
            state.exploited = true;
            game.begin_phase(Phase::Reorganization, log);
        });
        let state = table.game.unit(unit);
        assert!(!state.moved && !state.attacked && !state.was_attacked && !state.retreated);
        assert!(state.exploited, "until the player turn ends");
        table.log_events(|game, log| game.begin_player_turn(FRENCH, log));
        assert!(!table.game.unit(unit).exploited);
    }
}
