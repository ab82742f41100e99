//! 8.1 Barrages of artillery and bombers in the Bombardment Phase.

use std::fmt::Arguments;

use battlewright_schema::matz::Kind;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::{Event, LossCause, Phase};
use crate::rules::r07_5_losses::{LossTask, Losses};
use crate::stage::TaskStage;
use crate::state::{Mission, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of the Bombardment Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BarrageTask {
    /// The active side chooses a hex, or bombards no more.
    Phase,
    /// The active side chooses the units that bombard the hex.
    Plan { hex: HexIx, units: Party },
    /// The die of the barrage.
    Roll { hex: HexIx, units: Party },
}

impl TaskFamily<Matz> for BarrageTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.state.active;
        let name = game.board.side(side).name.as_str();
        let part = Some(Phase::Bombardment);
        match self {
            Self::Phase => {
                prompt(format_args!("{name}: bombard a hex?"));
                TaskStage::asks(side, rule::BARRAGE, part).passed("Bombard no more")
            }
            Self::Plan { hex, .. } => {
                prompt(format_args!("{name}: who bombards {}?", game.board.map.name(*hex)));
                TaskStage::asks(side, rule::BARRAGE, part)
            }
            Self::Roll { hex, .. } => {
                prompt(format_args!("Roll for the barrage on {}", game.board.map.name(*hex)));
                TaskStage::rolls(1, rule::BARRAGE, part)
            }
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Phase => {
                into.extend(game.barrage_targets().into_iter().map(Action::Target));
                into.push(Action::Pass);
            }
            Self::Plan { hex, units } => {
                into.extend(game.barrage_units(*hex, units).into_iter().map(Action::Join));
                if !units.is_empty() {
                    into.push(Action::Begin);
                }
                if game.may_call_off(*hex).is_ok() {
                    into.push(Action::Stop);
                }
            }
            Self::Roll { .. } => {}
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        let why = match (self, *action) {
            (Self::Phase, Action::Target(hex)) => Some(game.why_no_barrage(hex)),
            (Self::Plan { hex, units }, Action::Join(unit)) => game.may_bombard(*hex, units, unit).err(),
            (Self::Plan { hex, .. }, Action::Stop) => game.may_call_off(*hex).err(),
            (Self::Plan { .. }, Action::Begin) => {
                Some(RefusalCause::Because(rule::BARRAGE, "no unit has been chosen for the barrage"))
            }
            _ => None,
        };
        why.unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Phase, Action::Target(hex)) => {
                game.push(Self::Phase);
                game.push(Self::Plan { hex, units: Party::new() });
            }
            (Self::Plan { hex, mut units }, Action::Join(unit)) => {
                units.push(unit);
                game.push(Self::Plan { hex, units });
            }
            (Self::Plan { hex, units }, Action::Begin) => game.begin_barrage(hex, units, log),
            (Self::Plan { hex, .. }, Action::Stop) => game.state.called_off.push(hex),
            _ => {}
        }
    }

    fn resolve(self, game: &mut Matz, picks: &[u16], log: &mut impl Log<Event>) {
        if let (Self::Roll { hex, units }, &[die]) = (self, picks) {
            game.roll_barrage(hex, &units, die, log);
        }
    }
}

impl Matz {
    /// The Bombardment Phase of the active side.
    pub(crate) fn begin_bombardment(&mut self) {
        self.push(BarrageTask::Phase);
    }

    /// The hexes that a unit of the active side may bombard now, in the order of the map.
    pub(crate) fn barrage_targets(&self) -> Vec<HexIx> {
        let firing: Vec<UnitIx> = self.bombarding_units().filter(|unit| self.may_fire_barrage(*unit).is_ok()).collect();
        let mut hexes: Vec<HexIx> = self.on_map(self.state.active.other()).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|hex| firing.iter().any(|unit| self.may_bombard(*hex, &[], *unit).is_ok()));
        hexes
    }

    /// The units that a barrage on `hex` would hit: the enemy units in it that have not been bombarded in this phase. A hex is
    /// bombarded once, or each of its units is (ruling m15).
    pub(crate) fn barrage_victims(&self, hex: HexIx) -> Party {
        let once = self.board.rules.bombard_hex_once;
        let enemies = self.ground.units(hex).filter(|unit| self.unit_side(*unit) != self.state.active);
        if once && self.state.bombarded.contains(&hex) {
            return Party::new();
        }
        enemies.filter(|unit| once || !self.unit(*unit).was_attacked).collect()
    }

    /// The artillery and the bombers of the active side, in the order of the counters.
    fn bombarding_units(&self) -> impl Iterator<Item = UnitIx> + use<'_> {
        let side = self.state.active;
        let guns = self.board.ground_units(side).iter().filter(|unit| self.board.unit(**unit).is(Kind::Artillery));
        guns.chain(self.board.aircraft(side)).copied()
    }

    /// The units that may bombard `hex` together with `others`.
    pub(crate) fn barrage_units(&self, hex: HexIx, others: &[UnitIx]) -> Vec<UnitIx> {
        self.bombarding_units().filter(|unit| self.may_bombard(hex, others, *unit).is_ok()).collect()
    }

    /// Checks whether `unit` may fire in a barrage at all.
    fn may_fire_barrage(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let facts = self.board.unit(unit);
        if facts.side != self.state.active {
            return Err(RefusalCause::Because(rule::BARRAGE, "only units of the active side bombard"));
        }
        if !facts.is(Kind::Artillery) && !facts.arm.flies() {
            return Err(RefusalCause::Because(rule::BARRAGE, "only artillery and bombers bombard"));
        }
        if self.unit(unit).fired {
            return Err(RefusalCause::Because(rule::ARTILLERY, "the unit has already fired"));
        }
        if self.bombardment_value(unit) == 0 {
            return Err(RefusalCause::Because(rule::NEUTRALIZATION, "the unit has no bombardment value left"));
        }
        Ok(())
    }

    /// Checks whether `unit` may bombard `hex` together with `others`.
    pub(crate) fn may_bombard(&self, hex: HexIx, others: &[UnitIx], unit: UnitIx) -> Result<(), RefusalCause> {
        self.may_fire_barrage(unit)?;
        if others.contains(&unit) {
            return Err(RefusalCause::Because(rule::BARRAGE, "the unit already takes part in the barrage"));
        }
        let facts = self.board.unit(unit);
        if facts.arm.flies() {
            if !self.may_attack_from_air(unit, Mission::Bombing, hex) {
                return Err(RefusalCause::Because(
                    rule::AIR_ATTACKS,
                    "the air unit has no bombing mission in this mega-hex",
                ));
            }
        } else {
            let Some(from) = self.hex_of(unit) else {
                return Err(RefusalCause::Because(rule::BARRAGE, "the unit is not on the map"));
            };
            if self.board.map.distance(from, hex) > u32::from(self.range_of(unit)) {
                return Err(RefusalCause::Because(rule::ARTILLERY, "the hex is out of the range of the unit"));
            }
        }
        if self.mixes_corps(unit, others) {
            return Err(RefusalCause::Because(
                rule::ARTILLERY_RESTRICTIONS,
                "artillery of two corps does not fire at the same hex",
            ));
        }
        let victims = self.barrage_victims(hex);
        if victims.is_empty() {
            return Err(RefusalCause::At(rule::BARRAGE, "no unit that may be bombarded is in", hex));
        }
        let is_lone_hq = victims.iter().all(|victim| self.board.unit(*victim).is_hq());
        if is_lone_hq && others.len() >= usize::from(self.board.rules.lone_hq_bombers) {
            return Err(RefusalCause::Because(rule::BARRAGE, "no more units may bombard a headquarters that is alone"));
        }
        self.forbids_barrage(unit, hex)
    }

    /// The reason why nobody may bombard `hex`.
    fn why_no_barrage(&self, hex: HexIx) -> RefusalCause {
        let enemy = self.state.active.other();
        if !self.has_ground_unit(enemy, hex) {
            RefusalCause::At(rule::BARRAGE, "there is no enemy unit in", hex)
        } else if self.barrage_victims(hex).is_empty() {
            RefusalCause::At(rule::BARRAGE, "a barrage of this phase has already hit", hex)
        } else {
            let by_row = |unit: UnitIx| match self.may_bombard(hex, &[], unit) {
                Err(row @ RefusalCause::Row(_)) => Some(row),
                _ => None,
            };
            let none = RefusalCause::At(rule::BARRAGE, "no unit that may still fire reaches", hex);
            self.bombarding_units().find_map(by_row).unwrap_or(none)
        }
    }

    /// The units fire, and are turned over (8.0, 11.3).
    fn begin_barrage(&mut self, hex: HexIx, units: Party, log: &mut impl Log<Event>) {
        self.state.called_off.clear();
        log.push(Event::Bombards(units.to_vec(), hex));
        for unit in &units {
            self.unit_mut(*unit).fired = true;
            if self.board.unit(*unit).arm.flies() {
                self.reveal_mission(*unit, Mission::Bombing, log);
            }
        }
        self.push(BarrageTask::Roll { hex, units });
    }

    /// The die of a barrage: the units in the hex are neutralized and lose steps. A headquarters loses none (1.4).
    fn roll_barrage(&mut self, hex: HexIx, units: &[UnitIx], die: u16, log: &mut impl Log<Event>) {
        let column = self.barrage_column(hex, units);
        let result = self.barrage_result(column, die);
        log.push(Event::BarrageRoll(die, column, result));
        let victims = self.barrage_victims(hex);
        self.state.bombarded.push(hex);
        for victim in &victims {
            self.unit_mut(*victim).was_attacked = true;
        }
        if result.neutralized {
            self.neutralize(&victims, log);
        }
        let losing: Party = victims.iter().copied().filter(|victim| !self.board.unit(*victim).is_hq()).collect();
        if result.steps > 0 && !losing.is_empty() {
            self.push(LossTask::Steps(Losses::new(losing, result.steps, LossCause::Barrage, false)));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use battlewright_schema::matz as file;

    use super::{LossCause, Losses};
    use crate::event::Phase;
    use crate::rules::r07_5_losses::LossTask;
    use crate::rules::r08_1_column::tests::column;
    use crate::state::{At, Task};
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    /// The Bombardment Phase of the Germans in a position, after which nothing follows.
    pub(crate) fn bombards(text: &str) -> Table {
        bombards_in(&position(text))
    }

    fn bombards_in(position: &Position) -> Table {
        let mut table = position.at(GERMAN, Phase::Bombardment);
        table.game.state.stack.retain(|task| matches!(task, Task::Barrage(_)));
        table
    }

    /// The table of a position in which `g1` has bombarded 0406 with this die, before any step is lost.
    fn rolled(text: &str, die: u16) -> Table {
        let mut table = bombards(text);
        let (g1, hex) = (table.unit("g1"), table.hex("0406"));
        table.game.state.stack.clear();
        table.log_events(|game, log| game.roll_barrage(hex, &[g1], die, log));
        table
    }

    /// The losses that a barrage has caused: the units that may lose the steps, and their number.
    fn losses(table: &Table) -> (Vec<&str>, u8) {
        match table.game.state.stack.last() {
            Some(Task::Loss(LossTask::Steps(Losses { units, left, cause: LossCause::Barrage, .. }))) => {
                (units.iter().map(|unit| table.game.board.unit(*unit).id.as_str()).collect(), *left)
            }
            other => panic!("no barrage costs steps: {other:?}"),
        }
    }

    /// A battery five hexes from a French regiment, and another regiment a hex behind it.
    const IN_RANGE: &str = "
        german artillery g1 5-4 5 at 0401
        german artillery g2 3-3 5 at 0401
        french infantry f1 4/2 at 0406
        french infantry f2 4/2 at 0407";

    #[test]
    fn r1_3_artillery_has_one_step_and_values_for_bombardment_and_defense() {
        let table = bombards(IN_RANGE);
        let (g1, game) = (table.unit("g1"), &table.game);
        assert_eq!((game.bombardment_value(g1), game.defense_value(g1), game.board.unit(g1).range), (5, 4, 5));
        assert_eq!((game.steps_left(g1), game.board.unit(g1).movement), (1, 6));
    }

    #[test]
    fn r8_0_range_does_not_count_the_hex_of_the_artillery() {
        let mut table = bombards(IN_RANGE);
        assert_eq!(table.choices(""), ["pass", "target 0406"]);
        table.refuses("target 0407", "8.1");
        table.does("target 0406");
        assert_eq!(table.choices(""), ["join g1", "join g2", "stop"]);
        table.refuses("join f1", "8.1");
        table.refuses("begin", "8.1");
    }

    #[test]
    fn r8_0_artillery_is_turned_over_when_it_fires_and_fires_no_more() {
        let mut table = bombards(IN_RANGE);
        table.does("target 0406, join g1");
        table.refuses("join g1", "8.1");
        table.does("begin");
        assert_eq!((table.marks("g1"), table.marks("g2")), ("fired".into(), String::new()));
        table.rolls(&[1]);
        // The column 5-6 has no effect up to a die of 3.
        assert_eq!(table.marks("f1"), "");
        let mut table = bombards(&IN_RANGE.replace("0401\n        german", "0401 fired\n        german"));
        table.does("target 0406");
        table.refuses("join g1", "8.0");
        assert_eq!(table.choices("join"), ["g2"]);
    }

    #[test]
    fn r8_1_several_units_add_their_values_and_all_units_in_the_hex_are_neutralized() {
        let mut table = bombards(&format!("{IN_RANGE}\nfrench artillery f3 3-3 5 at 0406"));
        table.does("target 0406, join g1, join g2");
        assert_eq!(table.choices(""), ["begin", "stop"]);
        assert_eq!(column(&table, "0406", &["g1", "g2"]), "7-9");
        table.does("begin").rolls(&[3]);
        let marks = ["f1", "f3", "f2"].map(|unit| table.marks(unit));
        assert_eq!(marks, ["neutralized", "neutralized", ""]);
    }

    #[test]
    fn r8_1_a_hex_is_bombarded_once_in_a_phase() {
        let near = IN_RANGE.replace("0407", "0405");
        let mut table = bombards(&near);
        table.does("target 0406, join g1, begin").rolls(&[1]);
        assert_eq!(table.choices(""), ["pass", "target 0405"]);
        table.refuses("target 0406", "8.1");
    }

    #[test]
    fn r8_1_a_unit_that_comes_later_is_bombarded_if_the_ruling_is_for_units() {
        // Ruling m15.
        for (hex_once, victims) in [(true, &[] as &[&str]), (false, &["f2"])] {
            let text = IN_RANGE.replace("0407", "0405");
            let changed = |scenario: &mut file::Matz| scenario.rules.bombard_hex_once = Some(hex_once);
            let mut table = bombards_in(&position(&text).with(changed));
            table.does("target 0406, join g1, begin").rolls(&[1]);
            let (f2, hex) = (table.unit("f2"), table.hex("0406"));
            table.log_events(|game, _| game.put(f2, At::Hex(hex)));
            assert_eq!(table.choices("target").len(), victims.len());
            let hit = table.game.barrage_victims(hex);
            let hit: Vec<&str> = hit.iter().map(|unit| table.game.board.unit(*unit).id.as_str()).collect();
            assert_eq!(hit, victims);
        }
    }

    #[test]
    fn r8_1_m63_a_barrage_is_called_off_before_it_begins_once_for_each_hex() {
        let mut table = bombards(&IN_RANGE.replace("0407", "0405"));
        table.does("target 0406, join g1, stop");
        assert_eq!(table.choices(""), ["pass", "target 0405", "target 0406"]);
        assert_eq!(table.marks("g1"), "", "it has not fired");
        table.does("target 0406");
        assert_eq!(table.choices(""), ["join g1", "join g2"]);
        table.refuses("stop", "8.1");
        table.does("join g2, begin").rolls(&[1]);
        table.does("target 0405, stop, target 0405, join g1, begin").rolls(&[1]);
        assert_eq!((table.marks("g1"), table.marks("g2")), ("fired".into(), "fired".into()));
    }

    #[test]
    fn r8_1_two_units_at_most_bombard_a_headquarters_that_is_alone() {
        let guns = "
            german artillery g1 1-1 5 at 0401
            german artillery g2 1-1 5 at 0401
            german artillery g3 1-1 5 at 0401
            corps x french at 0406";
        let mut table = bombards(guns);
        table.does("target 0406, join g1, join g2");
        assert_eq!(table.choices(""), ["begin", "stop"]);
        table.refuses("join g3", "8.1");
        let mut table = bombards(&format!("{guns}\nfrench artillery f1 3-3 5 at 0406"));
        table.does("target 0406, join g1, join g2, join g3");
    }

    #[test]
    fn r1_4_a_barrage_neutralizes_a_headquarters_and_costs_it_no_step() {
        let alone = "german artillery g1 14-1 5 at 0401\ncorps x french at 0406";
        let mut table = bombards(alone);
        table.does("target 0406, join g1, begin").rolls(&[6]);
        assert_eq!((table.at("x-hq"), table.marks("x-hq")), ("0406".into(), "neutralized".into()));
        let table = rolled(&format!("{alone}\nfrench infantry f1 4/2 at 0406"), 6);
        assert_eq!(losses(&table), (vec!["f1"], 2));
        assert_eq!((table.marks("x-hq"), table.marks("f1")), ("neutralized".into(), "neutralized".into()));
    }

    #[test]
    fn r8_1_a_barrage_costs_the_steps_of_its_result() {
        let text = "german artillery g1 14-1 5 at 0401\nfrench infantry f1 4/2 at 0406\nfrench tank f2 2 at 0406";
        assert_eq!(losses(&rolled(text, 4)), (vec!["f1", "f2"], 1));
        assert!(rolled(text, 3).game.state.stack.is_empty());
    }

    #[test]
    fn r8_1_the_owner_chooses_the_losses_and_tanks_may_lose_a_further_step() {
        let text = "german artillery g1 14-1 5 at 0401\nfrench infantry f1 4/2 at 0406\nfrench tank f2 4/3 at 0406";
        for (die, lost) in [(3, "lost 1 neutralized"), (4, "neutralized")] {
            let mut table = bombards(text);
            table.does("target 0406, join g1, begin").rolls(&[4]);
            assert_eq!((table.chooser(), table.choices("lose")), (FRENCH, vec!["f1".into(), "f2".into()]));
            table.does("lose f1").rolls(&[die]);
            assert_eq!([table.marks("f1").as_str(), table.marks("f2").as_str()], ["lost 1 neutralized", lost]);
        }
    }

    #[test]
    fn r1_4_a_headquarters_outlives_the_units_that_a_barrage_eliminates_beside_it() {
        let mut table =
            bombards("german artillery g1 14-1 5 at 0401\ncorps x french at 0406\nfrench infantry f1 4/2 at 0406");
        table.does("target 0406, join g1, begin").rolls(&[6]);
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "0406"]);
        assert_eq!(table.marks("x-hq"), "neutralized");
    }

    #[test]
    fn r8_4_artillery_of_two_corps_does_not_fire_at_the_same_hex() {
        let mut table = bombards(
            "corps a german always
            corps b german always
            army third german always
            german artillery g1 3-1 5 at 0401 of a
            german artillery g2 3-1 5 at 0401 of b division 4GD
            german artillery g3 3-1 5 at 0401 of third
            german artillery g4 3-1 5 at 0401 of a division 2
            french infantry f1 4/2 at 0406",
        );
        table.does("target 0406, join g1");
        // The integrity of divisions is no matter of barrages; the artillery of the army fires with all.
        assert_eq!(table.choices("join"), ["g3", "g4"]);
        table.refuses("join g2", "8.4");
        table.does("join g3");
        table.refuses("join g2", "8.4");
    }

    #[test]
    fn r8_4_artillery_in_an_enemy_zone_of_control_still_bombards() {
        let mut table = bombards("german artillery g1 5-1 5 at 0405\nfrench infantry f1 4/2 at 0406");
        table.does("target 0406, join g1, begin").rolls(&[4]);
        assert_eq!(table.marks("f1"), "neutralized");
    }

    #[test]
    fn r9_0_the_bombardment_value_of_neutralized_artillery_is_halved_and_rounded_down() {
        let mut table = bombards(
            "german artillery g1 5-3 5 at 0401 neutralized
            german artillery g2 1-1 5 at 0401 neutralized
            german artillery g3 9-1 5 at 0401
            french infantry f1 4/2 at 0406",
        );
        assert_eq!(table.game.bombardment_value(table.unit("g1")), 2);
        assert_eq!(table.game.defense_value(table.unit("g1")), 1);
        assert_eq!(column(&table, "0406", &["g1"]), "1-2");
        table.does("target 0406");
        table.refuses("join g2", "9.0");
    }
    #[test]
    fn r11_6_bombers_on_a_bombing_mission_join_the_barrage_in_their_mega_hex() {
        let text = "
            mega 0404
            german artillery g1 3-4 5 at 0401
            german bomber b1 2-3 mission bombing 0404
            german bomber b2 2-3 mission support 0404
            german bomber b3 2-3 mission bombing 0701
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0207";
        let mut table = bombards(text);
        assert_eq!(table.choices("target"), ["0405"]);
        table.does("target 0405");
        assert_eq!(table.choices("join"), ["b1", "g1"]);
        table.refuses("join b2", "11.6");
        table.refuses("join b3", "11.6");
        table.does("join g1, join b1");
        assert_eq!(column(&table, "0405", &["g1", "b1"]), "5-6");
        table.does("begin").rolls(&[4]);
        let marks = ["b1", "b2", "f1"].map(|unit| table.marks(unit));
        assert_eq!(marks, ["fired", "", "neutralized"]);
    }

    #[test]
    fn r8_1_artillery_and_bombers_together_are_two_at_most_against_a_lone_headquarters() {
        let text = "
            mega 0404
            german artillery g1 3-4 5 at 0401
            german bomber b1 2-3 mission bombing 0404
            german bomber b2 2-3 mission bombing 0404
            corps x french at 0405";
        for (two, third) in [("join g1, join b1", "join b2"), ("join b1, join b2", "join g1")] {
            let mut table = bombards(text);
            table.does("target 0405").does(two);
            assert_eq!(table.choices(""), ["begin", "stop"]);
            table.refuses(third, "8.1");
        }
    }
}
