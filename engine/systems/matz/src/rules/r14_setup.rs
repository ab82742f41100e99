//! 14.0 Setup: sides with free setup place their units anew along the front line before the game. The file has a legal setup,
//! and each placement leaves one.

use std::fmt::Arguments;

use battlewright_schema::matz::Kind;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::board::{Arm, FrontFacts, Start};
use crate::event::{Event, Phase};
use crate::stage::TaskStage;
use crate::state::{At, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of the free setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SetupTask {
    /// The side chooses a piece to place anew, or is done.
    Setup(Side),
    /// The side chooses the hex of the piece.
    Place(UnitIx),
}

impl TaskFamily<Matz> for SetupTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        match *self {
            Self::Setup(side) => {
                prompt(format_args!("{}: choose a unit to place, or end the setup", game.board.side(side).name));
                TaskStage::asks(side, rule::SETUP, Some(Phase::Setup)).passed("Done")
            }
            Self::Place(unit) => {
                let facts = game.board.unit(unit);
                prompt(format_args!("{}: place {}", game.board.side(facts.side).name, facts.name));
                TaskStage::asks(facts.side, rule::SETUP, Some(Phase::Setup)).about(unit)
            }
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match *self {
            Self::Setup(side) => {
                into.extend(game.on_map(side).map(|(unit, _)| Action::Place(unit)));
                into.push(Action::Pass);
            }
            Self::Place(unit) => {
                let Some(limits) = SetupLimits::new(game, unit) else { return };
                into.extend(game.board.map.all().filter(|hex| limits.check(*hex).is_ok()).map(Action::Hex));
            }
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        match (self, *action) {
            (Self::Setup(side), Action::Place(unit)) if game.unit_side(unit) != *side => {
                RefusalCause::Because(rule::SETUP, "this is no unit of theirs")
            }
            (Self::Setup(_), Action::Place(_)) => {
                RefusalCause::Because(rule::SETUP, "this unit does not start on the map")
            }
            (Self::Place(unit), Action::Hex(hex)) => {
                let limits = SetupLimits::new(game, *unit);
                limits.and_then(|limits| limits.check(hex).err()).unwrap_or(RefusalCause::NotAsked)
            }
            _ => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Setup(side), Action::Place(unit)) => {
                game.push(Self::Setup(side));
                game.push(Self::Place(unit));
            }
            (Self::Place(unit), Action::Hex(hex)) if game.hex_of(unit) != Some(hex) => {
                game.put(unit, At::Hex(hex));
                log.push(Event::Placed(unit, hex));
                game.take_control(unit, hex, log);
            }
            _ => {}
        }
    }
}

/// The limits of the setup of a unit.
struct SetupLimits<'a> {
    game: &'a Matz,
    front: &'a FrontFacts,
    unit: UnitIx,
    /// The hex of the unit now.
    from: HexIx,
    /// The hexes behind the line on its side.
    behind: PerHex<bool>,
    /// The hexes along the line that no other unit covers.
    alone: Vec<HexIx>,
}

impl<'a> SetupLimits<'a> {
    fn new(game: &'a Matz, unit: UnitIx) -> Option<Self> {
        let front = game.board.front.as_ref()?;
        let from = game.hex_of(unit)?;
        let side = game.unit_side(unit);
        let behind = game.behind_front(front, side);
        let needs_unit = |hex: &HexIx| !game.covers(side, *hex, Some(unit));
        let guards = side != front.side && game.board.unit(unit).arm.fights();
        let alone = if guards { game.along_front(front, &behind).filter(needs_unit).collect() } else { Vec::new() };
        Some(Self { game, front, unit, from, behind, alone })
    }

    /// Checks whether the unit may be placed in `hex`. It may also stay, or go back to its hex in the file.
    fn check(&self, hex: HexIx) -> Result<(), RefusalCause> {
        let facts = self.game.board.unit(self.unit);
        if hex == self.from {
            return Ok(());
        }
        if self.game.has_ground_unit(facts.side.other(), hex) {
            return Err(RefusalCause::At(rule::SETUP, "an enemy unit is in", hex));
        }
        if facts.start != Start::At(hex) {
            self.check_zone(facts.arm, facts.side, hex)?;
        }
        if !self.game.fits(facts.side, hex, self.game.steps_left(self.unit)) {
            return Err(RefusalCause::At(rule::STACKING, "too many steps would be in", hex));
        }
        let uncovered = self.alone.iter().find(|line| !self.game.would_cover(self.unit, hex, **line));
        uncovered
            .map_or(Ok(()), |line| Err(RefusalCause::At(rule::SETUP, "no unit or zone of control would cover", *line)))
    }

    /// Checks the distance of `hex` from the front line. Those who hold the line stay on it or behind it.
    fn check_zone(&self, arm: Arm, side: Side, hex: HexIx) -> Result<(), RefusalCause> {
        if !self.behind[hex.index()] {
            return Err(RefusalCause::At(rule::SETUP, "not on their side of the front line is", hex));
        }
        if side == self.front.side {
            return Ok(());
        }
        let rules = &self.game.board.rules;
        let far = self.distance(hex);
        match arm {
            Arm::Headquarters => Ok(()),
            Arm::Unit(Kind::Artillery) => {
                let [from, to] = [rules.artillery_setup_from, rules.artillery_setup_to].map(u32::from);
                if far < from {
                    Err(RefusalCause::At(rule::SETUP, "too near to the front line for artillery is", hex))
                } else if far > to {
                    Err(RefusalCause::At(rule::SETUP, "too far from the front line for artillery is", hex))
                } else {
                    Ok(())
                }
            }
            Arm::Unit(_) if far > self.reach_of_infantry() => {
                Err(RefusalCause::At(rule::SETUP, "too far from the front line is", hex))
            }
            Arm::Unit(_) => Ok(()),
        }
    }

    /// The distance of `hex` from the front line.
    fn distance(&self, hex: HexIx) -> u32 {
        self.front.hexes.iter().map(|line| self.game.board.map.distance(*line, hex)).min().unwrap_or(0)
    }

    /// The greatest distance of the unit, infantry or tanks, from the front line. One that the file has further back belongs to
    /// a second line, if a ruling allows one (m74).
    fn reach_of_infantry(&self) -> u32 {
        let rules = &self.game.board.rules;
        let [usual, second] = [rules.infantry_setup, rules.second_line_setup].map(u32::from);
        match self.game.board.unit(self.unit).start {
            Start::At(hex) if self.distance(hex) > usual => usual.max(second),
            _ => usual,
        }
    }
}

impl Matz {
    /// The hexes behind the front line on the side of `side`: those that only its own edge of the map can be reached from
    /// without crossing the line. The hexes of the line belong to those who hold it.
    fn behind_front(&self, front: &FrontFacts, side: Side) -> PerHex<bool> {
        let reached = |side: Side| self.reached_from_edge(side, |hex| !front.hexes.contains(&hex));
        let mut behind = reached(side);
        for (own, other) in behind.iter_mut().zip(reached(side.other())) {
            *own &= !other;
        }
        if side == front.side {
            front.hexes.iter().for_each(|hex| behind[hex.index()] = true);
        }
        behind
    }

    /// The hexes along the front line on the other side of it, which that side covers.
    fn along_front<'a>(
        &'a self,
        front: &'a FrontFacts,
        behind: &'a PerHex<bool>,
    ) -> impl Iterator<Item = HexIx> + use<'a> {
        let is_along = |hex: &HexIx| self.board.map.neighbors(*hex).any(|near| front.hexes.contains(&near));
        self.board.map.all().filter(|hex| behind[hex.index()]).filter(is_along)
    }

    /// Returns `true` if a combat unit of `side`, another than `but`, is in `hex` or has a zone of control there.
    fn covers(&self, side: Side, hex: HexIx, but: Option<UnitIx>) -> bool {
        let fights = |unit: &UnitIx| self.board.unit(*unit).arm.fights() && self.unit_side(*unit) == side;
        let there = self.ground.units(hex).filter(fights);
        there.chain(self.zoc_of_enemies(side.other(), hex)).any(|unit| Some(unit) != but)
    }

    /// Returns `true` if the combat unit `unit` in `from` would cover `hex`.
    fn would_cover(&self, unit: UnitIx, from: HexIx, hex: HexIx) -> bool {
        let reaches = || !self.board.blocks_zoc(from, hex) && self.asked().has_zone(unit, from, hex);
        from == hex || (self.board.map.distance(from, hex) == 1 && reaches())
    }

    /// The reasons why the positions in the file are no legal setup of the sides that have free setup.
    pub(crate) fn free_setup_problems(&self) -> Vec<String> {
        let Some(front) = &self.board.front else { return Vec::new() };
        let mut problems = Vec::new();
        for side in front.free_setup.iter().copied() {
            let name = &self.board.side(side).name;
            let behind = self.behind_front(front, side);
            if side != front.side {
                let gaps = self.along_front(front, &behind).filter(|hex| !self.covers(side, *hex, None));
                let text = |hex| format!("the {name} do not cover {} at the front line", self.board.map.name(hex));
                problems.extend(gaps.map(text));
            }
            let crowded = self.board.map.all().filter(|hex| self.steps_above_limit(side, *hex) > 0);
            let text = |hex| format!("the {name} have too many steps in {}", self.board.map.name(hex));
            problems.extend(crowded.map(text));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use crate::Matz;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    /// A front line across a small map, north of 0004, 0104, 0204, 0304 and 0404.
    fn along_the_line(more: &str) -> Position {
        position(&format!("map 5x9\nfront german 0003 0103 0203 0303 0403\n{more}"))
    }

    /// The French cover the line from 0104 and 0304.
    fn covered(more: &str) -> Table {
        along_the_line(&format!(
            "free french
            french infantry f1 4/2 at 0104
            french infantry f2 4/2 at 0304
            {more}"
        ))
        .start()
    }

    fn problems(position: &Position) -> Vec<String> {
        Matz::problems(position.scenario()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn r14_units_or_their_zones_of_control_cover_the_front_line() {
        let mut table = covered("");
        table.does("place f1");
        assert_eq!(table.choices("hex"), ["0004", "0005", "0104"], "0004 and 0104 need it");
        table.refuses("hex 0204", "14.0");
        let mut table = covered("french infantry f3 4/2 at 0005");
        table.does("place f1, hex 0305");
        assert_eq!(table.at("f1"), "0305");
        table.does("place f3").refuses("hex 0205", "14.0");
    }

    #[test]
    fn r14_the_file_has_a_legal_setup() {
        let gap = along_the_line("free french\nfrench infantry f1 4/2 at 0104");
        let found = problems(&gap);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("0304") && found[1].contains("0404"), "{found:?}");
        let river = along_the_line(
            "free french\nriver 0304/0404\nfrench infantry f1 4/2 at 0104\nfrench infantry f2 4/2 at 0304",
        );
        assert!(problems(&river)[0].contains("0404"), "no zone of control crosses a river");
        let crowded = along_the_line(
            "free german
            german infantry g1 4/3/2 at 0103
            german infantry g2 4/3/2 at 0103
            german artillery g3 3-3 5 at 0103",
        );
        assert!(problems(&crowded)[0].contains("0103"));
        let fixed = along_the_line("french infantry f1 4/2 at 0104");
        assert_eq!(problems(&fixed), [] as [&str; 0], "without free setup, units start where the file has them");
    }

    #[test]
    fn r14_infantry_and_tanks_are_within_two_hexes_of_the_line() {
        for kind in ["infantry", "tank"] {
            let mut table = covered(&format!("french {kind} f3 4/2 at 0105"));
            table.does("place f3").refuses("hex 0106", "14.0");
            table.refuses("hex 0102", "14.0");
            table.does("hex 0205");
            assert_eq!(table.at("f3"), "0205");
        }
    }

    #[test]
    fn r14_artillery_is_three_to_five_hexes_from_the_line() {
        let mut table = covered("french artillery f3 3-3 5 at 0107");
        table.does("place f3").refuses("hex 0105", "14.0");
        table.refuses("hex 0109", "14.0");
        table.allows("hex 0108");
        table.does("hex 0106");
        assert_eq!(table.at("f3"), "0106");
    }

    #[test]
    fn r14_headquarters_are_anywhere_behind_the_line() {
        let mut table = covered("corps a french at 0105");
        table.does("place a-hq").refuses("hex 0002", "14.0");
        table.allows("hex 0404");
        table.does("hex 0009");
        assert_eq!(table.at("a-hq"), "0009");
    }

    #[test]
    fn r14_m74_a_second_line_is_arranged_by_a_setting() {
        let table = |second_line: Option<u8>| {
            let text = "free french
                french infantry f1 4/2 at 0104
                french infantry f2 4/2 at 0304
                french infantry f3 4/2 at 0109
                french infantry f4 4/2 at 0105";
            along_the_line(text).with(|scenario| scenario.rules.second_line_setup = second_line).start()
        };
        let mut second = table(Some(6));
        second.does("place f3, hex 0108, place f3, hex 0209, place f3, hex 0205");
        second.does("place f4").refuses("hex 0106", "14.0");
        let mut none = table(None);
        none.does("place f3").refuses("hex 0108", "14.0");
        none.allows("hex 0205");
    }

    #[test]
    fn r14_a_unit_may_go_back_to_its_hex_in_the_file() {
        let mut table = covered("french infantry f3 4/2 at 0109");
        table.does("place f3").refuses("hex 0108", "14.0");
        table.does("hex 0105, place f3, hex 0109");
        assert_eq!(table.at("f3"), "0109");
        table.does("place f3, hex 0109");
        assert_eq!(table.at("f3"), "0109", "or stay");
    }

    #[test]
    fn r14_those_who_hold_the_line_are_on_it_or_behind_it() {
        let mut table = along_the_line(
            "free german
            german infantry g1 4/2 at 0103
            german artillery g2 3-3 5 at 0001",
        )
        .start();
        table.does("place g1").refuses("hex 0104", "14.0");
        table.does("hex 0401, place g2, hex 0303");
        assert_eq!((table.at("g1"), table.at("g2")), ("0401".into(), "0303".into()));
    }

    #[test]
    fn r14_stacking_holds() {
        let mut table = covered(
            "french infantry f3 4/3/2/1 at 0105
            french infantry f4 4/3/2/1 at 0205",
        );
        table.does("place f3").refuses("hex 0205", "4.0");
        table.does("hex 0204");
        assert_eq!(table.at("f3"), "0204");
    }

    #[test]
    fn r14_sides_place_in_turn_and_reinforcements_stay_off_the_map() {
        let mut table = along_the_line(
            "free french german
            entry E french 0009
            french infantry f1 4/2 at 0104
            french infantry f2 4/2 at 0304
            french infantry f3 4/2 enters 3 by E
            german infantry g1 4/2 at 0103",
        )
        .start();
        assert_eq!((table.phase(), table.chooser()), (Phase::Setup, FRENCH));
        assert_eq!(table.choices("place"), ["f1", "f2"]);
        table.refuses("place g1", "14.0");
        table.does("pass");
        assert_eq!((table.phase(), table.chooser()), (Phase::Setup, GERMAN));
        assert_eq!(table.choices("place"), ["g1"]);
        table.does("pass");
        assert_ne!(table.phase(), Phase::Setup);
        assert_eq!(table.game.state.turn, 1);
    }

    #[test]
    fn r14_a_placed_unit_takes_control() {
        let mut table = covered("place flavy 0105\npoints flavy 2\nfrench infantry f3 4/2 at 0205");
        assert_eq!(table.game.state.control, [None]);
        table.does("place f3, hex 0105");
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
    }
}
