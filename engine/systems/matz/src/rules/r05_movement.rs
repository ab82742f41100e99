//! 5.1 Movement: the active side moves its pieces one by one, each hex by hex, and completes each move before the next.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::board::StepCost;
use crate::event::{Event, Phase};
use crate::stage::TaskStage;
use crate::state::{At, Task, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of movement and exploitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MoveTask {
    /// The active side chooses a piece to move, or moves no more.
    Phase,
    /// The piece goes on, or stops.
    Moving(Motion),
}

/// A move in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Motion {
    pub(crate) unit: UnitIx,
    /// The hex of the piece; `None` before a reinforcement has come on.
    pub(crate) hex: Option<HexIx>,
    /// The number of hexes that it has entered.
    pub(crate) hexes: u8,
    /// The movement points spent.
    pub(crate) spent: u8,
    /// `true` if it has entered an enemy zone of control in this move, so that strategic movement is over (5.2).
    pub(crate) in_zoc: bool,
    /// `true` if it may not go on: it has entered a zone of control that halts it (3.2), or crossed a river (5.3).
    pub(crate) halted: bool,
}

impl TaskFamily<Matz> for MoveTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.state.active;
        let name = game.board.side(side).name.as_str();
        let is_exploitation = game.state.phase == Phase::Exploitation;
        let rule = if is_exploitation { rule::EXPLOITATION } else { rule::MOVEMENT };
        let stage = TaskStage::asks(side, rule, Some(game.state.phase));
        match self {
            Self::Phase => {
                let verb = if is_exploitation { "exploit with" } else { "move" };
                prompt(format_args!("{name}: {verb} a unit, or pass"));
                stage.passed("Move no more")
            }
            Self::Moving(motion) => {
                prompt(format_args!("{name}: move {}", game.board.unit(motion.unit).name));
                stage.about(motion.unit)
            }
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Phase => {
                let units = game.board.ground_units(game.state.active).iter().copied();
                into.extend(units.filter(|unit| game.may_move(*unit).is_ok()).map(Action::Move));
                into.push(Action::Pass);
            }
            Self::Moving(motion) => {
                game.each_next_hex(motion, |hex| {
                    if game.next_motion(motion, hex).is_ok() {
                        into.push(Action::Hex(hex));
                    }
                });
                if game.may_stop(motion).is_ok() {
                    into.push(Action::Stop);
                }
            }
        }
    }

    fn has_options(&self, game: &Matz) -> bool {
        let mut units = game.board.ground_units(game.state.active).iter();
        *self == Self::Phase && units.any(|unit| game.may_move(*unit).is_ok())
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        let check = match (self, *action) {
            (Self::Phase, Action::Move(unit)) => game.may_move(unit),
            (Self::Moving(_), Action::Move(_) | Action::Pass) => Err(RefusalCause::Because(
                rule::MOVEMENT,
                "the move of a piece is completed before the next one begins",
            )),
            (Self::Moving(motion), Action::Hex(hex)) => game.next_motion(motion, hex).map(|_| ()),
            (Self::Moving(motion), Action::Stop) => game.may_stop(motion),
            _ => Err(RefusalCause::NotAsked),
        };
        check.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Phase, Action::Move(unit)) => {
                game.push(Self::Phase);
                game.unit_mut(unit).moved = true;
                game.push(Self::Moving(game.motion_of(unit)));
            }
            (Self::Moving(motion), Action::Hex(hex)) => game.step_to(&motion, hex, log),
            _ => {}
        }
    }
}

impl Matz {
    /// The Movement Phase of the active side.
    pub(crate) fn begin_movement(&mut self, log: &mut impl Log<Event>) {
        self.report_delays(log);
        self.push(MoveTask::Phase);
    }

    /// The move of `unit` before its first step.
    pub(crate) fn motion_of(&self, unit: UnitIx) -> Motion {
        Motion { unit, hex: self.hex_of(unit), hexes: 0, spent: 0, in_zoc: false, halted: false }
    }

    /// Checks whether `unit` may move in this phase.
    pub(crate) fn may_move(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let facts = self.board.unit(unit);
        let refuse = |rule, reason| Err(RefusalCause::Because(rule, reason));
        if facts.side != self.state.active {
            return refuse(rule::SEQUENCE, "only units of the active side move");
        }
        if facts.arm.flies() {
            return refuse(rule::AIR_SEQUENCE, "aircraft fly in the Air Phase");
        }
        if self.unit(unit).moved {
            return refuse(rule::MOVEMENT, "it has already moved in this phase");
        }
        match self.unit(unit).at {
            At::Eliminated(_) => return refuse(rule::STEP_LOSSES, "it is eliminated"),
            At::Reserve => return refuse(rule::REINFORCEMENTS, "it has not been called up"),
            At::Due { turn, .. } if turn > self.state.turn => {
                return refuse(rule::REINFORCEMENTS, "it comes on in a later turn");
            }
            _ => {}
        }
        if self.state.phase == Phase::Exploitation {
            self.may_exploit(unit)?;
        }
        let motion = self.motion_of(unit);
        let mut can_step = false;
        self.each_next_hex(&motion, |hex| can_step = can_step || self.next_motion(&motion, hex).is_ok());
        match (can_step, motion.hex) {
            (true, _) => Ok(()),
            (false, Some(_)) => refuse(rule::MOVEMENT, "it can enter no hex"),
            (false, None) => refuse(rule::REINFORCEMENTS, "it can enter the map by no hex"),
        }
    }

    /// Passes on each hex to which `motion` might go on: the neighbors, or the entry of a reinforcement.
    pub(crate) fn each_next_hex(&self, motion: &Motion, visit: impl FnMut(HexIx)) {
        match motion.hex {
            Some(hex) => self.board.map.neighbors(hex).for_each(visit),
            None => self.entry_hexes(motion.unit).into_iter().for_each(visit),
        }
    }

    /// `motion` after a step to `to`.
    pub(crate) fn next_motion(&self, motion: &Motion, to: HexIx) -> Result<Motion, RefusalCause> {
        let unit = motion.unit;
        let side = self.unit_side(unit);
        if motion.halted {
            let by_zone = |hex| self.in_enemy_zoc(side, hex) && self.halts_in_zones(unit);
            let halted = if let Some(hex) = motion.hex.filter(|hex| self.has_rows_of_stops() && !by_zone(*hex)) {
                self.why_stopped(unit, hex)
            } else if motion.in_zoc {
                RefusalCause::Because(rule::ZOC_EFFECTS, "it has halted in an enemy zone of control")
            } else {
                RefusalCause::Because(
                    rule::TERRAIN_EFFECTS,
                    "the crossing of a river has taken all its movement points",
                )
            };
            return Err(halted);
        }
        let cost = match motion.hex {
            None => self.entry_cost(unit, to)?,
            Some(from) if self.board.map.distance(from, to) != 1 => {
                return Err(RefusalCause::Because(rule::MOVEMENT, "a move goes from hex to adjacent hex"));
            }
            Some(from) => self.step_cost(unit, from, to).ok_or(RefusalCause::At(
                rule::TERRAIN_EFFECTS,
                "it cannot cross the hexside to",
                to,
            ))?,
        };
        if self.has_ground_unit(side.other(), to) {
            return Err(RefusalCause::At(rule::MOVEMENT, "an enemy unit is in", to));
        }
        self.forbids_step(unit, motion.hex, to)?;
        let zone_cost = motion.hex.map_or(Ok(0), |from| self.zone_cost(motion, from, to))?;
        let enters_zoc = self.in_enemy_zoc(side, to);
        let plain = self.plain_allowance(unit);
        let spent = match cost {
            StepCost::Points(points) => motion.spent.saturating_add(points).saturating_add(zone_cost),
            StepCost::Everything if motion.spent > 0 || plain == 0 => {
                return Err(RefusalCause::Because(
                    rule::TERRAIN_EFFECTS,
                    "a river takes the movement points of a whole move",
                ));
            }
            StepCost::Everything => plain,
        };
        let in_zoc = motion.in_zoc || enters_zoc;
        if spent > plain {
            self.may_spend(unit, spent, motion.in_zoc, enters_zoc)?;
        }
        let halted = cost == StepCost::Everything || (enters_zoc && self.halts_in_zones(unit));
        let halted = self.must_stop(unit, motion.hex, to, halted);
        Ok(Motion { unit, hex: Some(to), hexes: motion.hexes.saturating_add(1), spent, in_zoc, halted })
    }

    /// Checks whether `motion` may end in its hex.
    pub(crate) fn may_stop(&self, motion: &Motion) -> Result<(), RefusalCause> {
        match motion.hex {
            None => Err(RefusalCause::Because(rule::REINFORCEMENTS, "it has not entered the map yet")),
            Some(_) if motion.hexes == 0 => Err(RefusalCause::Because(rule::MOVEMENT, "it has not moved yet")),
            Some(_) => Ok(()),
        }
    }

    /// Carries out a step of `motion` to `to`.
    fn step_to(&mut self, motion: &Motion, to: HexIx, log: &mut impl Log<Event>) {
        let Ok(next) = self.next_motion(motion, to) else { return };
        let unit = motion.unit;
        self.put(unit, At::Hex(to));
        if motion.hex.is_none() {
            let unit = self.unit_mut(unit);
            (unit.entered, unit.out_of_command) = (true, false);
            log.push(Event::Entered(motion.unit, to));
        } else {
            log.push(Event::Moved(unit, to));
        }
        if let Some(rule) = self.row_that_stops(unit, motion.hex, to).filter(|_| next.halted) {
            log.push(Event::Stopped(unit, rule));
        }
        if self.state.phase == Phase::Exploitation {
            self.unit_mut(unit).exploited = true;
        }
        self.take_control(unit, to, log);
        self.push(MoveTask::Moving(next));
    }

    /// The move in progress.
    pub(crate) fn moving(&self) -> Option<&Motion> {
        match self.state.stack.last() {
            Some(Task::Move(MoveTask::Moving(motion))) => Some(motion),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::matz::Kind;

    use super::Matz;
    use crate::action::Action;
    use crate::event::Phase;
    use crate::state::{At, Task, UnitIx};
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::{Game as _, Side, Turn};
    use battlewright_core::play::Dice;
    use battlewright_core::players;

    /// The cost of a step of `unit` between two hexes on this ground; `None` if it cannot go there.
    fn cost(table: &Table, unit: &str, from: &str, to: &str) -> Option<u8> {
        let motion = super::Motion { hex: Some(table.hex(from)), ..table.game.motion_of(table.unit(unit)) };
        table.game.next_motion(&motion, table.hex(to)).ok().map(|next| next.spent)
    }

    #[test]
    fn r5_1_pieces_move_one_after_the_other_and_each_once() {
        let mut table = position(
            "german infantry g1 4/2 at 0404
            german infantry g2 4/2 at 0404
            french infantry f1 4/2 at 0801",
        )
        .only(GERMAN, Phase::Movement);
        table.refuses("move f1", "2.1");
        table.does("move g1");
        table.refuses("stop", "5.1");
        table.refuses("pass", "5.1");
        table.refuses("move g2", "5.1");
        table.does("hex 0405, hex 0404, hex 0403, stop");
        assert_eq!([table.at("g1"), table.at("g2")], ["0403", "0404"], "friends are passed");
        table.refuses("move g1", "5.1");
        assert_eq!(table.choices("move"), ["g2"], "the points left are lost");
    }

    #[test]
    fn r5_1_a_move_goes_to_adjacent_hexes_without_enemies() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            corps x french at 0404",
        )
        .only(GERMAN, Phase::Movement);
        table.does("move g1");
        table.refuses("hex 0404", "5.1");
        table.refuses("hex 0407", "5.1");
        table.allows("hex 0304");
    }

    #[test]
    fn r5_1_a_piece_spends_no_more_than_its_allowance() {
        let mut table = position(
            "woods 0304
            german infantry g1 4/2 at 0405 move 2 neutralized
            german infantry g2 4/2 at 0801 move 0",
        )
        .only(GERMAN, Phase::Movement);
        table.refuses("move g2", "5.1");
        table.does("move g1, hex 0305");
        table.refuses("hex 0304", "9.0");
        table.does("hex 0306");
        assert!(table.game.moving().is_none() && table.at("g1") == "0306");
    }

    #[test]
    fn r5_1_aircraft_and_lost_units_do_not_move() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0405
            german fighter a1 4",
        )
        .only(GERMAN, Phase::Movement);
        table.refuses("move a1", "11.3");
        table.log_events(|game, _| game.put(UnitIx(1), At::Eliminated(1)));
        table.refuses("move g2", "1.2");
        assert_eq!(table.choices("move"), ["g1"]);
    }

    #[test]
    fn r5_3_terrain_and_hexsides_cost_points() {
        let table = position(
            "woods 0404\nvillage 0406\nhamlet 0504
            trench french 0505
            stream 0405/0305\nslope 0405/0304
            german infantry g1 4/2 at 0405
            german artillery g2 3-3 5 at 0405
            french infantry f1 4/2 at 0801",
        )
        .only(GERMAN, Phase::Movement);
        for (to, points) in [("0404", 2), ("0406", 1), ("0504", 2), ("0505", 2), ("0305", 2), ("0304", 2)] {
            assert_eq!(cost(&table, "g1", "0405", to), Some(points), "{to}");
            assert_eq!(cost(&table, "g2", "0405", to), Some(points), "{to}");
        }
        assert_eq!(cost(&table, "f1", "0605", "0505"), Some(1), "the side of the trench pays nothing for it");
    }

    #[test]
    fn r5_3_infantry_crosses_a_river_with_a_whole_move_and_nobody_else_does() {
        let ground = "
            river 0405/0404 0405/0304 0405/0504
            german infantry g1 4/2 at 0405
            german tank t1 3 at 0405
            german artillery a1 3-3 5 at 0405
            german infantry g2 4/2 at 0406 move 4";
        let mut table = position(ground).only(GERMAN, Phase::Movement);
        for unit in ["t1", "a1"] {
            table.does(&format!("move {unit}"));
            table.refuses("hex 0404", "5.3");
            table.does("hex 0406, stop");
        }
        table.does("move g2, hex 0405");
        table.refuses("hex 0404", "5.3");
        table.does("stop, move g1, hex 0404");
        assert!(table.game.moving().is_none(), "its move is over");
        assert_eq!(table.at("g1"), "0404");
    }

    #[test]
    fn r5_3_a_bridge_takes_the_place_of_the_river() {
        let table = position(
            "river 0405/0404
            bridge 0405/0404
            german infantry g1 4/2 at 0405
            german tank t1 3 at 0405",
        )
        .only(GERMAN, Phase::Movement);
        assert_eq!(["g1", "t1"].map(|unit| cost(&table, unit, "0405", "0404")), [Some(3); 2]);
    }

    #[test]
    fn r5_1_hexes_that_a_unit_enters_come_under_its_control() {
        let mut table = position(
            "place flavy 0404 held french
            points flavy 2
            german infantry g1 4/2 at 0405",
        )
        .only(GERMAN, Phase::Movement);
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
        table.does("move g1, hex 0404, hex 0403, stop");
        assert_eq!(table.game.state.control, [Some(GERMAN)], "although it has passed on");
    }
    /// Ground with everything that makes a move dearer, and units of all kinds on both sides.
    const FIELD: &str = "
        map 12x12
        woods 0404 0405 0504 0702 0703\nvillage 0603 0807
        trench french 0306 0406 0506 0606
        trench german 0304 0604
        stream 0406/0407 0506/0507 0606/0607
        river 0806/0807 0906/0907 0706/0707 1006/1007
        bridge 0806/0807
        slope 0504/0505 0405/0305
        entry N german 0501 0601
        entry S french 0512
        corps x german at 0403
        corps y french at 0409
        german infantry g1 4/2 at 0404 of x
        german infantry g2 4/2 at 0604 of x lost 1
        german infantry g3 4/2 at 0806 out of x
        german infantry g4 4/2 at 0302 neutralized of x
        german stosstruppen g5 2 at 0504 of x
        german stosstruppen g6 2 at 0504 out of x
        german tank g7 2 at 0604 of x
        german artillery g8 3-3 5 at 0403 of x move 5
        german infantry g9 4/2 enters 1 by N of x
        french infantry f1 4/2 at 0406 of y
        french infantry f2 4/2 at 0606 of y
        french infantry f3 4/2 at 0807 of y
        french tank f4 3/2/1 at 0508 of y
        french artillery f5 3-3 5 at 0508 of y
        french infantry f6 4/2 enters 1 by S of y";

    #[test]
    fn r5_1_no_random_move_enters_an_enemy_hex_or_exceeds_its_allowance() {
        for seed in 0..12 {
            for (side, phase) in
                [GERMAN, FRENCH].into_iter().flat_map(|side| [(side, Phase::Movement), (side, Phase::Exploitation)])
            {
                plays(seed, side, phase);
            }
        }
    }

    /// Plays a phase at random, and checks each step.
    fn plays(seed: u64, side: Side, phase: Phase) {
        let mut game = position(FIELD).only(side, phase).game;
        let mut player = players::Kind::Random.player(Dice::new(seed));
        let (mut actions, mut moved, mut entered_zoc) = (Vec::new(), Vec::new(), false);
        while let (Some(Task::Move(_)), Turn::Choose(chooser)) = (game.state.stack.last(), game.turn()) {
            let when = format!("seed {seed}: {phase:?}, {moved:?}");
            assert_eq!(chooser, side, "{when}");
            game.actions(&mut actions);
            let action = player.choose(&game, &actions).expect("there is something to choose");
            let motion = game.moving().copied();
            let next = motion.zip(action.hex()).and_then(|(motion, to)| game.next_motion(&motion, to).ok());
            game.apply(&action, &mut ());
            match (motion, action) {
                (None, Action::Move(unit)) => {
                    assert!(!moved.contains(&unit), "{when}: twice");
                    moved.push(unit);
                    entered_zoc = false;
                }
                (Some(motion), Action::Hex(to)) => {
                    let unit = motion.unit;
                    entered_zoc |= game.in_enemy_zoc(side, to);
                    assert_eq!(game.hex_of(unit), Some(to), "{when}");
                    assert!(motion.hex.is_none_or(|from| game.board.map.distance(from, to) == 1), "{when}");
                    let spent = next.expect("the step was legal").spent;
                    assert!(spent >= motion.spent && spent <= allowance(&game, unit, entered_zoc), "{when}: {spent}");
                }
                _ => {}
            }
            for (unit, hex) in game.on_map(side) {
                assert!(!game.has_ground_unit(side.other(), hex), "{when}: {unit:?} is in a hex with enemies");
            }
        }
        let is_over = !game.state.stack.iter().any(|task| matches!(task, Task::Move(_)));
        assert!(is_over, "seed {seed}: {phase:?} comes to its end");
    }

    /// The most movement points that `unit` may have spent, by 5.2, 5.4 and 6.1.
    fn allowance(game: &Matz, unit: UnitIx, entered_zoc: bool) -> u8 {
        let facts = game.board.unit(unit);
        let plain = match game.state.phase {
            Phase::Exploitation if facts.is(Kind::Tank) => 3,
            Phase::Exploitation => facts.movement / 2,
            _ => facts.movement,
        };
        let state = game.unit(unit);
        if entered_zoc || state.neutralized || state.out_of_command { plain } else { 2 * plain }
    }
}
