//! 10.1 Lines of command and 10.2 their effects; the Command Phase.

use std::fmt::Arguments;

use battlewright_schema::matz::Echelon;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::{Event, Phase};
use crate::stage::{TaskStage, goes_on};
use crate::state::{FormationIx, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of the Command Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CommandTask {
    /// 1.4: the owner places this destroyed headquarters again, or waits (m73).
    ReturnHq(UnitIx),
    /// 6.1, 12.2, 12.3: the side may attach tanks and call up reserves.
    Notes(Side),
    /// 10.1: the units of the active side out of command are marked.
    Check,
}

impl TaskFamily<Matz> for CommandTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        match *self {
            Self::ReturnHq(unit) => {
                let facts = game.board.unit(unit);
                prompt(format_args!("{}: place the headquarters {} again", name(facts.side), facts.name));
                let stage = TaskStage::asks(facts.side, rule::HEADQUARTERS, Some(Phase::Command)).about(unit);
                if game.board.rules.hq_return_waits { stage.passed("In a later turn") } else { stage }
            }
            Self::Notes(side) => {
                prompt(format_args!("{}: attach tanks or call up reserves", name(side)));
                TaskStage::asks(side, rule::TANKS, Some(Phase::Command)).passed("Done")
            }
            Self::Check => goes_on(rule::COMMAND_DISTANCE),
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match *self {
            Self::ReturnHq(unit) => {
                into.extend(game.board.map.all().filter(|hex| game.may_return(unit, *hex).is_ok()).map(Action::Hex));
                if game.board.rules.hq_return_waits && !into.is_empty() {
                    into.push(Action::Pass);
                }
            }
            Self::Notes(side) => {
                game.attachments(side, into);
                game.calls(side, into);
                into.push(Action::Pass);
            }
            Self::Check => {}
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        let answer = match (self, *action) {
            (Self::ReturnHq(unit), Action::Hex(hex)) => game.may_return(*unit, hex),
            (Self::Notes(side), Action::Attach { unit, formation }) => game.may_attach(*side, unit, formation),
            (Self::Notes(side), Action::CallUp { reserve, formation }) => game.may_call_up(*side, reserve, formation),
            _ => Ok(()),
        };
        answer.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::ReturnHq(unit), Action::Hex(hex)) => game.return_hq(unit, hex, log),
            (Self::Notes(side), Action::Attach { unit, formation }) => {
                game.push(Self::Notes(side));
                game.attach(unit, formation, log);
            }
            (Self::Notes(side), Action::CallUp { reserve, formation }) => {
                game.push(Self::Notes(side));
                game.call_up(reserve, formation, log);
            }
            // The enemy sees that notes may have been made, and not how many.
            (Self::Notes(side), _) if game.on_map_or_due(side).any(|unit| game.is_army_tank(unit)) => {
                log.push(Event::NotesEnded(side));
            }
            _ => {}
        }
    }

    fn proceed(self, game: &mut Matz, log: &mut impl Log<Event>) {
        if self == Self::Check {
            game.mark_units_out_of_command(log);
        }
    }
}

/// The hexes to which lines of command lead from the headquarters of each formation that has been asked for.
struct CommandLines<'a> {
    game: &'a Matz,
    by_formation: Vec<Option<PerHex<bool>>>,
}

impl<'a> CommandLines<'a> {
    fn new(game: &'a Matz) -> Self {
        Self { game, by_formation: vec![None; game.board.formations.len()] }
    }

    /// Returns `true` if `unit` is in command without the help of another unit of its division.
    fn reach(&mut self, unit: UnitIx, hex: HexIx) -> bool {
        let game = self.game;
        if game.needs_no_line(unit) {
            return true;
        }
        let formation = game.formation_of(unit);
        let Some(slot) = self.by_formation.get_mut(formation.index()) else { return false };
        slot.get_or_insert_with(|| game.hexes_in_command(formation))[hex.index()]
    }
}

impl Matz {
    /// The Command Phase of the active side: destroyed headquarters return, notes are made, and command is checked.
    pub(crate) fn begin_command(&mut self) {
        let side = self.state.active;
        self.push(CommandTask::Check);
        self.push(CommandTask::Notes(side));
        let due: Vec<UnitIx> = self.returning_headquarters(side).collect();
        for unit in due.into_iter().rev() {
            self.push(CommandTask::ReturnHq(unit));
        }
    }

    /// Returns `true` if a line of command leads to `unit` now (10.1).
    pub(crate) fn has_line_of_command(&self, unit: UnitIx) -> bool {
        let Some(hex) = self.hex_of(unit) else { return true };
        self.in_command_by_rows(unit, hex, self.is_joined_to_hq(unit, hex))
    }

    /// Returns `true` if a line of command leads to `unit` in `hex`, directly or by another unit of its division (10.1).
    fn is_joined_to_hq(&self, unit: UnitIx, hex: HexIx) -> bool {
        let mut lines = CommandLines::new(self);
        if lines.reach(unit, hex) {
            return true;
        }
        let Some(division) = &self.board.unit(unit).division else { return false };
        let side = self.unit_side(unit);
        let is_comrade = |other: &UnitIx| self.board.unit(*other).division.as_ref() == Some(division);
        let mut others: Vec<(UnitIx, HexIx)> =
            self.on_map(side).filter(|(other, _)| *other != unit && is_comrade(other)).collect();
        let mut next = vec![hex];
        while let Some(from) = next.pop() {
            let mut away = Vec::new();
            for (other, at) in others {
                if self.board.map.distance(from, at) > 1 {
                    away.push((other, at));
                } else if lines.reach(other, at) {
                    return true;
                } else if self.board.rules.command_chain {
                    next.push(at);
                }
            }
            others = away;
        }
        false
    }

    /// Returns `true` if `unit` is in command wherever it is: a headquarters, a unit that has come on in this player turn
    /// (12.1), tanks of an army that are attached to no corps (6.1), and units of a formation that is always in command or of
    /// an army without headquarters (m72).
    fn needs_no_line(&self, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        if facts.is_hq() || self.unit(unit).entered || self.is_free_tank(unit) {
            return true;
        }
        let formation = self.board.formation(self.formation_of(unit));
        let has_no_hq = formation.hq.is_none() && matches!(formation.echelon, Echelon::Army | Echelon::Air);
        formation.always_in_command || has_no_hq
    }

    /// The hexes to which lines of command lead from the headquarters of `formation`. The hex of the headquarters counts and
    /// the last one does not (m16). The hexes between them are free of enemies and of open zones of control.
    pub(crate) fn hexes_in_command(&self, formation: FormationIx) -> PerHex<bool> {
        let mut reached = self.board.map.each(false);
        let hq = self.board.formation(formation).hq;
        let Some((hq, start)) = hq.and_then(|hq| Some((hq, self.hex_of(hq)?))) else { return reached };
        let side = self.unit_side(hq);
        reached[start.index()] = true;
        let mut ring = vec![start];
        for _ in 0..self.command_range(hq) {
            let mut next = Vec::new();
            for hex in ring {
                if self.has_ground_unit(side.other(), hex) || self.in_open_enemy_zoc(side, hex) {
                    continue;
                }
                for near in self.board.map.neighbors(hex) {
                    if !std::mem::replace(&mut reached[near.index()], true) {
                        next.push(near);
                    }
                }
            }
            ring = next;
        }
        reached
    }

    /// The command distance of a headquarters, which is less while it is neutralized (9.0).
    pub(crate) fn command_range(&self, hq: UnitIx) -> u8 {
        let range = self.full_command_range(hq);
        if self.unit(hq).neutralized { range.min(self.board.rules.neutralized_range) } else { range }
    }

    /// Marks the ground units of the active side that are out of command, and removes the markers of the others.
    fn mark_units_out_of_command(&mut self, log: &mut impl Log<Event>) {
        let units: Vec<UnitIx> = self.board.ground_units(self.state.active).to_vec();
        for unit in units {
            let is_out = !self.has_line_of_command(unit);
            let was_out = std::mem::replace(&mut self.unit_mut(unit).out_of_command, is_out);
            match (was_out, is_out) {
                (_, true) => log.push(Event::OutOfCommand(unit)),
                (true, false) => log.push(Event::InCommand(unit)),
                (false, false) => {}
            }
        }
    }

    /// The start of a later phase: units of the active side with a marker lose it if a line of command leads to them now.
    pub(crate) fn regain_command(&mut self, log: &mut impl Log<Event>) {
        if !self.board.rules.regain_command {
            return;
        }
        let marked = |unit: &UnitIx| self.unit(*unit).out_of_command && self.has_line_of_command(*unit);
        let regained: Vec<UnitIx> = self.board.ground_units(self.state.active).iter().copied().filter(marked).collect();
        for unit in regained {
            self.unit_mut(unit).out_of_command = false;
            log.push(Event::InCommand(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CommandTask;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    /// The table after the Command Phase of the Germans.
    fn commanded(text: &str) -> Table {
        position(text).doing(GERMAN, Phase::Command, CommandTask::Check)
    }

    #[test]
    fn r10_1_the_hex_of_the_headquarters_counts_and_that_of_the_unit_does_not() {
        let table = commanded(
            "corps x german at 0104 range 3
            german infantry g1 4/2 at 0404 of x
            german infantry g2 4/2 at 0504 of x
            german artillery g3 3-3 5 at 0104 of x",
        );
        assert_eq!((table.marks("g1"), table.marks("g2"), table.marks("g3")), ("".into(), "out".into(), "".into()));
        assert_eq!(table.marks("x-hq"), "");
    }

    /// A corridor from the headquarters in 0401 to `g1` in 0405.
    const CORRIDOR: &str = "only 0401 0402 0403 0404 0405 0503
        corps x german at 0401
        german infantry g1 4/2 at 0405 of x";

    #[test]
    fn r10_1_a_line_does_not_cross_enemies_and_their_zones_of_control() {
        let marks = |more: &str| commanded(&format!("{CORRIDOR}\n{more}")).marks("g1");
        assert_eq!(marks(""), "");
        assert_eq!(marks("french artillery f1 3-3 5 at 0403"), "out", "an enemy in a hex");
        assert_eq!(marks("french artillery f1 3-3 5 at 0503"), "", "artillery has no zone of control");
        assert_eq!(marks("french infantry f1 4/2 at 0503"), "out", "a zone of control");
        let friend = "french infantry f1 4/2 at 0503\ngerman artillery g2 3-3 5 at 0403";
        assert_eq!(marks(friend), "out", "0404 is in the zone as well");
        assert_eq!(marks(&format!("{friend}\ngerman artillery g3 3-3 5 at 0404")), "", "friends open both hexes");
        assert_eq!(marks("river 0403/0503\nriver 0404/0503\nfrench infantry f1 4/2 at 0503"), "");
    }

    #[test]
    fn r10_1_the_hex_of_the_unit_may_be_in_a_zone_of_control() {
        let table = commanded(
            "only 0401 0402 0403 0404 0405 0406
            corps x german at 0401
            german infantry g1 4/2 at 0405 of x
            french infantry f1 4/2 at 0406",
        );
        assert_eq!(table.marks("g1"), "");
    }

    #[test]
    fn r10_1_a_unit_of_the_same_division_passes_command_on() {
        let marks = |chain: bool| {
            let table = position(
                "corps x german at 0004 range 2
                german infantry g1 4/2 at 0204 of x division 4GD
                german infantry g2 4/2 at 0304 of x division 4GD
                german infantry g3 4/2 at 0404 of x division 4GD
                german infantry g4 4/2 at 0303 of x division 3R
                german infantry g5 4/2 at 0804 of x division 4GD",
            )
            .with(|scenario| scenario.rules.command_chain = Some(chain))
            .doing(GERMAN, Phase::Command, CommandTask::Check);
            ["g1", "g2", "g3", "g4", "g5"].map(|unit| table.marks(unit))
        };
        assert_eq!(marks(true), ["", "", "", "out", "out"], "m17");
        assert_eq!(marks(false), ["", "", "out", "out", "out"], "m17");
    }

    #[test]
    fn r10_1_formations_that_are_always_in_command_need_no_line() {
        let table = commanded(
            "corps x german at 0801 range 1
            division d german always
            division e german
            army a german
            german infantry g1 4/2 at 0008 of d
            german infantry g2 4/2 at 0208 of e
            german artillery g3 3-3 5 at 0408 of a
            german infantry g4 4/2 at 0608 of a attached x",
        );
        let marks = ["g1", "g2", "g3", "g4"].map(|unit| table.marks(unit));
        assert_eq!(marks, ["", "out", "", "out"]);
    }

    #[test]
    fn r10_1_the_owner_checks_in_his_own_command_phase() {
        let text = "corps x german at 0801 range 1
            corps a french at 0809 range 1
            german infantry g1 4/2 at 0001 of x
            french infantry f1 4/2 at 0009 of a";
        let table = commanded(text);
        assert_eq!((table.marks("g1"), table.marks("f1")), ("out".into(), "".into()));
        let table = position(text).doing(FRENCH, Phase::Command, CommandTask::Check);
        assert_eq!((table.marks("g1"), table.marks("f1")), ("".into(), "out".into()));
    }

    #[test]
    fn r10_1_a_marker_is_removed_in_the_command_phase_when_a_line_leads_to_the_unit() {
        let table = commanded("corps x german at 0104\ngerman infantry g1 4/2 at 0204 of x out");
        assert_eq!(table.marks("g1"), "");
    }

    #[test]
    fn r10_1_a_unit_regains_command_in_a_later_phase() {
        let marks = |regains: bool| {
            let mut table = position(
                "corps x german at 0104 range 2
                german infantry g1 4/2 at 0204 of x out
                german infantry g2 4/2 at 0704 of x out
                french infantry f1 4/2 at 0809 out",
            )
            .with(|scenario| scenario.rules.regain_command = Some(regains))
            .before(GERMAN, Phase::Exploitation);
            table.log_events(|game, log| game.begin_phase(Phase::Exploitation, log));
            assert_eq!(table.marks("f1"), "out", "the other side does not");
            (table.marks("g1"), table.marks("g2"))
        };
        assert_eq!(marks(true), ("".into(), "out".into()));
        assert_eq!(marks(false), ("out".into(), "out".into()));
    }

    #[test]
    fn r9_a_neutralized_headquarters_commands_three_hexes() {
        let marks = |more: &str| {
            let table = commanded(&format!(
                "corps x german at 0104 {more}
                german infantry g1 4/2 at 0404 of x
                german infantry g2 4/2 at 0504 of x"
            ));
            (table.marks("g1"), table.marks("g2"))
        };
        assert_eq!(marks(""), ("".into(), "".into()));
        assert_eq!(marks("neutralized"), ("".into(), "out".into()), "m18");
    }

    #[test]
    fn r10_2_only_stosstruppen_exploit_out_of_command() {
        let table = position(
            "corps x german at 0801 range 1
            german infantry g1 4/2 at 0004 of x out
            german stosstruppen g2 4/2 at 0006 of x out",
        )
        .at(GERMAN, Phase::Exploitation);
        assert_eq!(table.choices("move"), ["g2"]);
    }

    #[test]
    fn r12_1_reinforcements_are_in_command_in_the_turn_in_which_they_enter() {
        let mut table = position(
            "entry E german 0001
            corps x german at 0809 range 1
            german infantry g1 4/2 enters 1 by E of x",
        )
        .at(GERMAN, Phase::Movement);
        table.does("move g1, hex 0001");
        let unit = table.unit("g1");
        assert!(table.game.has_line_of_command(unit));
        table.log_events(|game, _| game.unit_mut(unit).entered = false);
        assert!(!table.game.has_line_of_command(unit), "from the next turn on, they need a line");
    }

    #[test]
    fn r1_5_a_unit_is_commanded_by_the_headquarters_of_its_own_formation() {
        let table = commanded(
            "corps x german at 0101 range 2
            corps y german at 0801 range 2
            german infantry g1 4/2 at 0201 of x
            german infantry g2 4/2 at 0201 of y",
        );
        assert_eq!((table.marks("g1"), table.marks("g2")), ("".into(), "out".into()));
    }
}
