//! 8.0 Sequence of Play: chits are drawn until no Activation Chit is left; an activated formation goes through four phases
//! (8.1); then the Turn End Phases follow (8.2). Markers are those of 4.2.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::vocabulary::Trigger;
use serde::{Deserialize, Serialize};

use crate::event::{Event, Phase};
use crate::extra::formation_value;
use crate::rules::r09_chits::{ChooseChit, UseChit};
use crate::rules::r10_01_fire_phase::FirePhase;
use crate::rules::r11_01_orders::OrderPhase;
use crate::rules::r12_01_movement_phase::MovePhase;
use crate::rules::r13_assault::AssaultPhase;
use crate::rules::r14_rally::{Rebuild, Recover};
use crate::rules::r15_housekeeping::Housekeeping;
use crate::rules::r17_02_prussian::MalaiseRoll;
use crate::rules::r17_events::Window;
use crate::rules::r20_03_variable::Regroup;
use crate::stage::{Part, TaskStage};
use crate::state::{ActivatedUnits, Activation, Chit, Done, Fired, FormationIx, Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side, Turn};
use battlewright_core::kit::extra::{side_value, tell_tables};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 8.1: a turn begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BeginTurn;

impl TaskFamily<PositionMagnifique> for BeginTurn {
    fn stage(&self, _: &PositionMagnifique, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        TaskStage::new(None, rule::ACTIVATION_PHASES, None)
    }

    fn proceed(self, game: &mut PositionMagnifique, log: &mut impl Log<Event>) {
        game.begin_turn(log);
    }
}

/// 9.0: a chit is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Draw;

impl TaskFamily<PositionMagnifique> for Draw {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("A chit is drawn"));
        TaskStage::new(Turn::Chance(game.state.cup.chance()), rule::ACTIVATION_CHITS, Some(Part::Chits))
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[pick] = picks {
            game.draw(pick, log);
        }
    }
}

/// 8.0: a phase begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Begin(pub(crate) Phase);

impl TaskFamily<PositionMagnifique> for Begin {
    fn stage(&self, _: &PositionMagnifique, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        TaskStage::new(None, rule::ACTIVATION_PHASES, None)
    }

    fn proceed(self, game: &mut PositionMagnifique, log: &mut impl Log<Event>) {
        game.begin_phase(self.0, log);
    }
}

/// The activation ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EndActivation(pub(crate) Activation);

impl TaskFamily<PositionMagnifique> for EndActivation {
    fn stage(&self, _: &PositionMagnifique, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        TaskStage::new(None, rule::ACTIVATION_PHASES, None)
    }

    fn proceed(self, game: &mut PositionMagnifique, log: &mut impl Log<Event>) {
        game.end_activation(&self.0, log);
    }
}

impl PositionMagnifique {
    /// Begins a turn: the chits go into the cup.
    pub(crate) fn begin_turn(&mut self, log: &mut impl Log<Event>) {
        self.state.turn = self.state.turn.saturating_add(1);
        self.board.begin_turn(self.state.turn);
        log.push(Event::Turn(self.state.turn));
        tell_tables(self, self.state.turn, log);
        self.note_where_units_begin();
        self.push(Window(Side::First));
        self.fill_cup();
        for side in [Side::Second, Side::First] {
            self.push(ChooseChit(side));
        }
        self.push_events(Trigger::TurnBegins, []);
        self.check_sudden_victory(log);
    }

    /// Continues with the next chit, or with the Turn End Phases when no Activation Chit is left.
    pub(crate) fn next_chit(&mut self) {
        if self.state.cup.iter().any(|chit| !matches!(chit, Chit::Event(_))) {
            self.push(Draw);
            return;
        }
        self.push(Housekeeping);
        self.push_events(Trigger::TurnEnds, []);
        if self.board.variable {
            self.push(Regroup(Side::Second));
            self.push(Regroup(Side::First));
        }
        self.push(Begin(Phase::Housekeeping));
        for side in [Side::Second, Side::First] {
            self.push(Rebuild(side));
            self.push(Recover(side));
        }
        self.push(Begin(Phase::Rally));
    }

    /// Draws the chit with index `pick`. Between chits held events may be played (17.0).
    pub(crate) fn draw(&mut self, pick: u16, log: &mut impl Log<Event>) {
        let Some(chit) = self.state.cup.draw(pick) else { return };
        self.push(Window(Side::First));
        match chit {
            Chit::Activation(formation) => {
                log.push(Event::DrewActivation(formation));
                self.hq_mut(formation).activated = true;
                if self.state.chosen.contains(&formation) && !self.is_revealed(formation) {
                    self.state.revealed.push(formation);
                }
                if self.state.feu == Some(formation) {
                    self.take_cover(formation, log);
                }
                if self.state.malaise == Some(formation) {
                    self.push(MalaiseRoll(formation));
                } else {
                    self.activate(formation);
                }
            }
            Chit::Event(chit) => {
                log.push(Event::DrewEvent(chit));
                self.push(UseChit(chit));
            }
            // A secret chit is blanked in this view, so its activation is unknown.
            Chit::Secret(_) => {}
        }
    }

    /// Activates a formation.
    pub(crate) fn activate(&mut self, formation: FormationIx) {
        let side = self.board.formation(formation).side;
        self.push_activation(Activation { who: ActivatedUnits::Formation(formation), side });
        self.push_events(Trigger::Activated, [formation_value(formation), side_value(side)]);
    }

    /// Returns the units that act in `activation`.
    pub(crate) fn active_units(&self, activation: &Activation) -> impl Iterator<Item = UnitIx> + use<'_> {
        let activation = *activation;
        let among = match activation.who {
            ActivatedUnits::Formation(formation) => self.board.roster(formation),
            ActivatedUnits::Everyone => self.board.roster_of_side(activation.side),
            ActivatedUnits::Caprivi(one) | ActivatedUnits::Lured(one) | ActivatedUnits::Division(one) => {
                self.board.roster(self.board.unit(one).formation)
            }
        };
        among.iter().copied().filter(move |unit| self.is_active(&activation, *unit))
    }

    /// Returns the units that act in `activation` and are on the map, with their hexes.
    pub(crate) fn active_on_map(&self, activation: &Activation) -> impl Iterator<Item = (UnitIx, HexIx)> + use<'_> {
        self.active_units(activation).filter_map(|unit| Some((unit, self.hex_of(unit)?)))
    }

    /// Returns `true` if `unit` acts in `activation`.
    pub(crate) fn is_active(&self, activation: &Activation, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        match activation.who {
            ActivatedUnits::Formation(formation) => facts.formation == formation,
            ActivatedUnits::Everyone => facts.side == activation.side,
            ActivatedUnits::Caprivi(one) | ActivatedUnits::Lured(one) => one == unit,
            ActivatedUnits::Division(one) => {
                let of = self.board.unit(one);
                facts.formation == of.formation && facts.division.is_some() && facts.division == of.division
            }
        }
    }

    /// Puts the phases of `activation` on the stack (8.1).
    pub(crate) fn push_activation(&mut self, activation: Activation) {
        // Defensive Fire is counted anew (12.4), even if an event moves a unit before any phase begins.
        for unit in &mut self.state.units {
            unit.defended = 0;
            unit.done.left = false;
        }
        for unit in self.board.all_units() {
            if self.is_active(&activation, unit) {
                let unit = self.unit_mut(unit);
                unit.done = Done::default();
                unit.fired = Fired::No;
            }
        }
        self.push(EndActivation(activation));
        self.push(AssaultPhase(activation));
        self.push(Begin(Phase::Assault));
        if !matches!(activation.who, ActivatedUnits::Lured(_)) {
            self.push(MovePhase { activation, entered: Vec::new() });
            self.push(Begin(Phase::Movement));
        }
        let is_ordered = |formation: &FormationIx| match activation.who {
            ActivatedUnits::Formation(active) => active == *formation,
            ActivatedUnits::Everyone => self.board.formation(*formation).side == activation.side,
            ActivatedUnits::Caprivi(_) | ActivatedUnits::Division(_) | ActivatedUnits::Lured(_) => false,
        };
        let formations: InlineList<FormationIx, 32> = self.board.all_formations().filter(is_ordered).collect();
        for formation in formations.into_iter().rev() {
            self.hq_mut(formation).moved = false;
            let side = activation.side;
            self.push(OrderPhase(Activation { who: ActivatedUnits::Formation(formation), side }));
        }
        if matches!(activation.who, ActivatedUnits::Formation(_) | ActivatedUnits::Everyone) {
            self.push(Begin(Phase::Command));
        }
        if !matches!(activation.who, ActivatedUnits::Division(_) | ActivatedUnits::Lured(_)) {
            self.push(FirePhase(activation));
            self.push(Begin(Phase::Fire));
        }
        if activation.who == ActivatedUnits::Everyone {
            // The surprise attack replaces a turn.
            self.note_where_units_begin();
            self.push(Begin(Phase::Surprise));
        }
    }

    /// Begins a phase, unless a row skips it: Defensive Fire is counted anew (12.4).
    pub(crate) fn begin_phase(&mut self, phase: Phase, log: &mut impl Log<Event>) {
        for unit in &mut self.state.units {
            unit.defended = 0;
        }
        match self.skipped(phase) {
            None => log.push(Event::Phase(phase)),
            Some(rule) => {
                log.push(Event::Skipped(phase, rule));
                // What belongs to the phase follows it on the stack.
                while self.state.stack.pop_if(|task| is_part_of(phase, task)).is_some() {}
            }
        }
    }

    /// Shakes units that charged or countercharged and are not yet shaken (12.5), and removes markers (4.2).
    pub(crate) fn end_activation(&mut self, activation: &Activation, log: &mut impl Log<Event>) {
        for unit in self.board.all_units() {
            self.shake_after_charge(unit, log);
            self.unit_mut(unit).done.charge = None;
            if self.is_active(activation, unit) {
                let unit = self.unit_mut(unit);
                unit.done = Done::default();
                unit.fired = Fired::No;
            }
        }
    }

    /// Returns `true` during a surprise attack (20.2).
    pub(crate) fn is_surprise(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.surprises(side))
    }

    /// Returns `true` during a surprise attack of `by` (20.2).
    pub(crate) fn surprises(&self, by: Side) -> bool {
        let is_theirs = |task: &Task| matches!(task, Task::EndActivation(EndActivation(Activation { who: ActivatedUnits::Everyone, side })) if *side == by);
        self.state.stack.iter().any(is_theirs)
    }

    /// Returns the current activation, if any.
    pub(crate) fn activation(&self) -> Option<Activation> {
        self.state.stack.iter().rev().find_map(|task| match task {
            Task::EndActivation(EndActivation(activation)) => Some(*activation),
            _ => None,
        })
    }
}

/// Returns `true` if `task` is a part of `phase`, one of those that rows skip.
fn is_part_of(phase: Phase, task: &Task) -> bool {
    match phase {
        Phase::Fire => matches!(task, Task::FirePhase(_)),
        Phase::Rally => matches!(task, Task::Recover(_) | Task::Rebuild(_)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Fired;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    fn far_apart(more: &str) -> Position {
        position(&format!(
            "map 9x9
            french infantry f1 4/2 at 0202
            prussian infantry p1 5/3 at 0707
            {more}"
        ))
    }

    fn phases(table: &mut Table) -> Vec<String> {
        table.take_log().into_iter().filter(|line| line.ends_with("Phase")).collect()
    }

    #[test]
    fn r8_1_an_activated_formation_goes_through_four_phases_in_order() {
        let mut table = far_apart("").cup();
        table.draws("french").does("attack");
        assert_eq!(phases(&mut table), ["Fire Combat Phase", "HQ Command Phase", "Movement Phase"]);
        table.does("pass");
        assert_eq!(phases(&mut table), ["Assault Combat Phase"]);
    }

    #[test]
    fn r8_1_units_complete_a_phase_before_the_next() {
        let mut table = position(
            "map 9x9
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0606
            prussian cavalry p1 2/1 at 0405",
        )
        .activate("french");
        table.refuses("move f2", "10.1");
        table.does("pass, attack");
        table.refuses("fire f1 p1", "12.1");
        table.refuses("unit p1", "12.1");
        table.does("move f2, hex 0607, stop, pass");
        table.refuses("move f1", "13.1");
        table.allows("unit p1");
    }

    #[test]
    fn r8_1_another_chit_is_drawn_when_an_activation_is_over() {
        let mut table = far_apart("").cup();
        table.draws("prussian").does("attack, pass");
        assert_eq!(table.prompt(), "A chit is drawn");
        table.draws("french");
        table.logs("Chit: french [9.1]");
    }

    #[test]
    fn r8_2_the_turn_ends_with_the_last_activation_chit_though_event_chits_are_left() {
        let mut table = far_apart("chit prussian krupp-guns colonel-caprivi").cup();
        table.draws("prussian").does("attack, pass").draws("french").does("attack, pass");
        table.logs("Rally Phase [14.1]");
        table.logs("Housekeeping Phase [15.0]");
        table.logs("Turn 2, 09:00 [8.1]");
        table.logs_nothing_with("Chit of the");
    }

    #[test]
    fn r4_2_artillery_fired_and_out_of_command_markers_come_off_after_the_activation() {
        let mut table = position(
            "map 9x9
            corps ii french at 0101 range 0 0
            french field f1 9/5 at 0404 of ii
            prussian infantry p1 5/3 at 0407",
        )
        .activate("ii");
        let f1 = table.unit("f1");
        table.does("fire f1 p1").rolls(&[1, 2]).does("attack");
        assert_eq!(table.game.unit(f1).fired, Fired::Full);
        assert!(table.game.unit(f1).done.out);
        table.refuses("move f1", "10.1");
        table.does("pass");
        assert_eq!(table.game.unit(f1).fired, Fired::No);
        assert!(!table.game.unit(f1).done.out);
    }

    #[test]
    fn r4_2_other_markers_stay() {
        let mut table = position(
            "map 9x9
            corps ii french at 0101 range 0 0
            french field f1 9/5 at 0404 of ii shaken low 1 reduced
            prussian infantry p1 5/3 at 0407",
        )
        .orders("ii");
        table.does("defend, pass");
        assert_eq!(table.marks("f1"), "reduced shaken low 1");
    }

    #[test]
    fn r5_a_chit_activates_the_units_of_its_formation_and_no_other() {
        let mut table = position(
            "map 9x9
            corps ii french at 0101 range 2 4
            corps iii french at 0101 range 2 4
            french infantry f2 4/2 at 0102 of ii
            french infantry f3 4/2 at 0103 of iii",
        )
        .cup();
        table.draws("ii").does("attack");
        table.allows("move f2");
        table.refuses("move f3", "8.1");
        table.refuses("move iii-hq", "8.1");
    }

    /// A position before the first turn, with these command ranges of two Prussian HQs.
    fn surprise(range: u8, more: &str) -> Table {
        position(&format!(
            "map 12x9
            turn 0 of 6
            corps x prussian at 1101 range {range} {range}
            division 6cav prussian at 1101 range {range} {range}
            prussian infantry p1 5/3 at 0406 of x
            prussian cavalry p2 3/2 at 0506 of 6cav
            {more}"
        ))
        .surprise(PRUSSIAN)
    }

    #[test]
    fn r20_2_before_the_first_turn_every_prussian_acts_once_and_nobody_rallies() {
        let mut table = surprise(20, "french infantry f1 4/2 at 0101 shaken");
        table.logs("Surprise Attack [20.2]");
        table.does("attack, attack");
        assert_eq!(table.choices("move"), ["6cav-hq", "p1", "p2", "x-hq"]);
        table.refuses("move f1", "8.1");
        table.does("pass");
        table.logs("Turn 1, 08:00 [8.1]");
        table.logs_nothing_with("Rally Phase");
        assert_eq!(table.prompt(), "A chit is drawn");
    }

    #[test]
    fn r20_2_command_counts_as_always() {
        let mut table = surprise(1, "french infantry f1 4/2 at 0101");
        table.does("attack, attack");
        table.logs("p1 is out of command [11.2]");
        table.logs("p2 is out of command [11.2]");
    }

    #[test]
    fn r20_2_fire_and_assaults_shift_two_columns() {
        let mut table = surprise(20, "french infantry f1 4/2 at 0405");
        table.does("fire p1 f1").rolls(&[1, 2]);
        table.logs("Column 7, 1 + 2 = 3: no effect [10.2]");
        table.does("attack, attack, pass, unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs("Column +3 to +4, 3 + 4 = 7: D1 [13.2]");
    }

    #[test]
    fn r20_2_the_french_do_nothing_but_fire_defensively() {
        let mut table = surprise(
            20,
            "holds french battlefield-conditions
            holds french artillery-barrage
            holds french beaten-zone
            french field f1 4/2 at 0404
            french infantry f2 4/2 at 0304",
        );
        table.does("fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), PRUSSIAN, "neither smoke nor return fire");
        table.does("attack, attack, move p2, hex 0505");
        assert_eq!(table.prompt(), "Prussians: move p2", "no interdiction");
        table.does("hex 0504");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "unit f1".into()]));
    }

    #[test]
    fn r20_2_surprised_cavalry_does_not_retreat_before_combat() {
        let mut table = surprise(20, "french cavalry f1 4/2 at 0405");
        table.does("pass, attack, attack, pass, unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs_nothing_with("retreats before combat");
    }

    #[test]
    fn r20_2_who_surprises_fires_better_at_those_that_retreat_too() {
        let mut table = surprise(
            20,
            "french infantry f1 4/2 at 0405
            prussian infantry p3 5/3 at 0403 of x",
        );
        table.does("pass, attack, attack, pass, unit f1, unit p1, begin").rolls(&[3, 4]);
        table.does("fall-back, hex 0404, unit p3").rolls(&[1, 2]);
        table.logs("p3 fires at f1 [12.4]");
        table.logs("Column 7, 1 + 2 = 3: no effect [10.2]");
    }
}
