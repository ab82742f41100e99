//! From the scenario to the start of the game, or all reasons against it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use battlewright_schema::at_any_cost as file;
use battlewright_schema::at_any_cost::vocabulary::VOCABULARY;
use battlewright_schema::rule::CheckedRules;
use battlewright_schema::{DocPath, EntryId, FormationId, HexId, RoadKind};

use crate::board::{Board, ChitFacts, DetourFacts, FormationFacts, GroupFacts, SideFacts, Start, Steps, UnitFacts};
use crate::setup::setup_facts::{night, state_at_start, terrain_of};
use crate::state::{FormationIx, GroupIx};
use crate::{AtAnyCost, occupancy, rulebook as rule};
use battlewright_core::game::{Rule, SetupProblem, Side};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::derived::Derived;
use battlewright_core::kit::extra::{Extra, ExtraRules};
use battlewright_core::kit::force::Rosters;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::hexsides::Hexsides;
use battlewright_core::kit::lookup::{ControlHexes, EntryColumns, Lookup};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::kit::turn_board::TurnBoard;
use battlewright_core::players::plan::ScenarioAdvice;

impl AtAnyCost {
    /// Every reason why `scenario` cannot be played, without starting a game.
    pub fn problems(scenario: &file::AtAnyCost) -> Vec<SetupProblem> {
        let tables = scenario.tables_by_turn();
        let problems = |set| resolve(&scenario.with_tables(set)).err();
        tables.sets().iter().find_map(problems).unwrap_or_default()
    }

    /// The game at its start.
    ///
    /// # Errors
    /// Every reason why `scenario` cannot be played.
    pub fn new(scenario: &file::AtAnyCost) -> Result<Self, Vec<SetupProblem>> {
        let board = Self::boards(scenario)?;
        let state = state_at_start(&board);
        let ground = occupancy(&board, &state);
        let mut game = Self { board, state, ground };
        game.run(&mut ());
        Ok(game)
    }

    /// The boards of the game, one for each set of tables.
    fn boards(scenario: &file::AtAnyCost) -> Result<TurnBoard<Board>, Vec<SetupProblem>> {
        let board = TurnBoard::from(resolve(scenario)?());
        board.with_turns(scenario.tables_by_turn(), |tables| Ok(resolve(&scenario.with_tables(tables))?().into()))
    }
}

/// Collects every problem while a scenario is resolved.
pub(crate) struct Setup<'a> {
    pub(crate) scenario: &'a file::AtAnyCost,
    pub(crate) names: Lookup,
    /// The hexes whose control matters, with who controls them at the start (19.0).
    pub(crate) control: ControlHexes,
    groups: Vec<GroupFacts>,
    columns: EntryColumns,
}

/// A piece of which the start is looked up.
struct Starting<'a> {
    at: Option<&'a HexId>,
    enters: Option<&'a file::Enters>,
    is_hq: bool,
    /// `true` for a breakdown unit, which may start in the pool (17.0).
    is_breakdown: bool,
    formation: &'a FormationId,
    side: Option<Side>,
}

/// Returns a builder of the board of `scenario`, or every problem.
fn resolve(scenario: &file::AtAnyCost) -> Result<impl FnOnce() -> Board, Vec<SetupProblem>> {
    let mut setup = Setup::of(scenario)?;
    let board = setup.board();
    setup.names.finish(board)
}

impl<'a> Setup<'a> {
    fn of(scenario: &'a file::AtAnyCost) -> Result<Self, Vec<SetupProblem>> {
        let names = Lookup::of(&scenario.map, scenario.side.keys(), rule::SETUP, rule::SETUP)?;
        Ok(Self {
            scenario,
            names,
            control: ControlHexes::default(),
            groups: Vec::new(),
            columns: EntryColumns::default(),
        })
    }

    /// Looks everything up; how the board is made of it, if nothing is missing.
    fn board(&mut self) -> Option<impl FnOnce() -> Board + use<'a>> {
        let scenario = self.scenario;
        let sides = self.sides()?;
        let first_turn = scenario.first_turn.unwrap_or(1).max(1);
        if first_turn > scenario.turns.count {
            self.names.problem_at(DocPath::root().key("turns"), rule::END_TURN, "the game has no turn");
        }
        if scenario.unit.len() > usize::from(u16::MAX) || scenario.formation.len() > usize::from(u16::MAX) {
            self.names.problem(rule::COMBAT_UNITS, "there are too many units");
            return None;
        }
        let entries = self.names.entries(&scenario.entry);
        let formations = self.formations();
        let units = self.units(&formations);
        let detours = self.detours();
        let chits = self.chits(&sides);
        let earthworks = self.earthworks();
        let rows = self.names.rows_of_rules(scenario.extra_rules(), rule::SETUP);
        let points = self.points();
        let row_stakes = self.row_stakes(&rows);
        let places = self.places();
        let sudden = self.sudden_endings();
        let levels_of_victory = self.levels();
        let (hexes, control) = (Arc::clone(&self.names.hexes), std::mem::take(&mut self.control.0));
        let groups = std::mem::take(&mut self.groups);
        Some(move || {
            let formations: Vec<FormationFacts> = formations.into_iter().map(FormationFacts::of).collect();
            let units: Vec<UnitFacts> = units.into_iter().map(UnitFacts::of).collect();
            let advice = ScenarioAdvice::new(scenario, |unit| units.get(unit).map(|facts| facts.formation.index()));
            let rules = scenario.ruleset();
            let clock = TurnClock::new(&scenario.turns);
            let map = Arc::new(HexMap::of(Arc::clone(&hexes), &scenario.road));
            let formation_values = formation_values(&rows, &units, formations.len());
            let extra = Extra::new(ExtraRules::new(&rows, &VOCABULARY, Some(&map)));
            let board = Board {
                hexsides: Hexsides::new(&hexes, &scenario.hexside),
                levels: hexes.levels(scenario.map.levels.as_ref()),
                terrain: hexes.cells().iter().map(|cell| terrain_of(scenario, *cell)).collect(),
                roads: hexes.road_kinds(&scenario.road),
                major_roads: map.links(scenario.road.iter().filter(|road| road.kind == RoadKind::Major)),
                map,
                steps: Steps::default(),
                rosters: Rosters::new(&units, formations.len(), |unit| (unit.side, unit.formation.index())),
                nights: clock.times().map(|time| night(time, &rules.tables.night)).collect(),
                rules,
                campaign: scenario.campaign,
                first_turn,
                turns: scenario.turns.count,
                clock,
                sides,
                formations,
                units,
                entries,
                groups,
                detours,
                chits,
                earthworks,
                control,
                sudden,
                points,
                broken: [scenario.victory.broken, scenario.victory.broken_small],
                levels_of_victory,
                places,
                formation_values,
                row_stakes,
                extra,
                survey: Derived::default(),
                advice,
            };
            board.with_steps()
        })
    }

    /// The two sides, each of another army.
    fn sides(&mut self) -> Option<[SideFacts; 2]> {
        let facts = |side: &file::Side| SideFacts { name: side.name.to_string(), nation: side.nation };
        let sides = self.names.two(self.scenario.side.values().map(facts).collect())?;
        if sides[0].nation == sides[1].nation {
            let problem = "one side must be the French and the other the Prussians";
            self.names.problem_at(DocPath::root().key("side"), rule::SETUP, problem);
            return None;
        }
        Some(sides)
    }

    /// The formations, each with its side and where its headquarters starts.
    fn formations(&mut self) -> Vec<(&'a file::Formation, Side, Start)> {
        let scenario = self.scenario;
        let mut formations = Vec::new();
        for (n, formation) in scenario.formation.iter().enumerate() {
            self.names.enter("formation", n);
            let what = format_args!("formation {}", formation.id);
            let hq = &formation.hq;
            let side = self.names.side(&formation.side, what);
            let starting = Starting {
                at: hq.at.as_ref(),
                enters: hq.enters.as_ref(),
                is_hq: true,
                is_breakdown: false,
                formation: &formation.id,
                side,
            };
            let start = self.start(&starting, what);
            if let (Some(side), Some(start)) = (side, start) {
                formations.push((formation, side, start));
            }
        }
        formations
    }

    /// The units, each with its formation, side and start.
    fn units(
        &mut self,
        formations: &[(&file::Formation, Side, Start)],
    ) -> Vec<(&'a file::Unit, FormationIx, Side, Start)> {
        let scenario = self.scenario;
        let mut hexes: BTreeMap<HexIx, Vec<(&file::Unit, Side)>> = BTreeMap::new();
        let mut units = Vec::new();
        for (n, unit) in scenario.unit.iter().enumerate() {
            self.names.enter("unit", n);
            let what = format_args!("unit {}", unit.id);
            let formation = self.scenario.formation.iter().position(|formation| formation.id == unit.formation);
            let missing = || format!("{what} belongs to {}, which is not a formation", unit.formation);
            let formation = self.names.number(formation, rule::COMBAT_UNITS, missing).map(FormationIx);
            let side = formation.and_then(|f| formations.get(f.index())).map(|(_, side, _)| *side);
            let starting = Starting {
                at: unit.at.as_ref(),
                enters: unit.enters.as_ref(),
                is_hq: false,
                is_breakdown: unit.breakdown,
                formation: &unit.formation,
                side,
            };
            let start = self.start(&starting, what);
            if let (Some(formation), Some(side), Some(start)) = (formation, side, start) {
                if let Start::At(hex) = start {
                    let others = hexes.entry(hex).or_default();
                    if let Some(problem) = stacking_problem(others, (unit, side)) {
                        self.names.problem(rule::STACKING, format!("{what} starts in a hex {problem}"));
                    }
                    others.push((unit, side));
                }
                units.push((unit, formation, side, start));
            }
        }
        for (n, formation) in scenario.formation.iter().enumerate() {
            let start = formations.iter().find(|(other, ..)| other.id == formation.id);
            if let Some((_, side, Start::At(hex))) = start
                && hexes.get(hex).is_some_and(|units| units.iter().any(|(_, other)| other != side))
            {
                self.names.enter("formation", n);
                let text = format!("the HQ of formation {} starts in a hex with an enemy unit", formation.id);
                self.names.problem(rule::STACKING, text);
            }
        }
        units
    }

    fn start(&mut self, piece: &Starting<'_>, what: impl fmt::Display + Copy) -> Option<Start> {
        match (piece.at, piece.enters) {
            (Some(at), None) => self.names.hex(at, what).map(Start::At),
            (None, Some(enters)) => {
                let entry = self.entry(&enters.at, rule::REINFORCEMENTS, what)?;
                let group = self.group(enters, piece.formation, piece.side?);
                let place = self.columns.place(enters.turn, entry, enters.position, piece.is_hq);
                Some(Start::Enters { turn: enters.turn, entry, group, place })
            }
            (None, None) if piece.is_breakdown => Some(Start::Pool),
            _ => {
                self.names.problem(rule::SETUP, format!("{what} must have one of `at` and `enters`"));
                None
            }
        }
    }

    /// The number of the entry called `id`.
    fn entry(&mut self, id: &EntryId, rule: Rule, what: impl fmt::Display) -> Option<u16> {
        let entry = self.scenario.entry.iter().position(|entry| entry.id == *id);
        self.names.number(entry, rule, || format!("{what} enters at {id}, which is not an entry"))
    }

    /// The group of a reinforcement (15.2): the one it names, or everything of its formation that enters in its turn.
    fn group(&mut self, enters: &file::Enters, formation: &FormationId, side: Side) -> GroupIx {
        let name = group_name(enters, formation);
        let known = self.groups.iter().position(|group| group.name == name && group.side == side);
        let number = known.unwrap_or_else(|| {
            let of = self.scenario.formation.iter().find(|other| other.id == *formation);
            let title = match (&enters.group, of) {
                (None, Some(of)) => format!("{}, turn {}", of.name, enters.turn),
                _ => name.clone(),
            };
            self.groups.push(GroupFacts { name, title, side });
            self.groups.len() - 1
        });
        // There are no more groups than pieces, of which there are few enough.
        GroupIx(u16::try_from(number).unwrap_or(u16::MAX))
    }

    fn detours(&mut self) -> Vec<DetourFacts> {
        let scenario = self.scenario;
        let mut detours = Vec::new();
        for (n, detour) in scenario.detour.iter().enumerate() {
            self.names.enter("detour", n);
            let from = self.entry(&detour.from, rule::COMMAND_EVENTS, "a detour");
            let to = detour.to.iter().filter_map(|id| self.entry(id, rule::COMMAND_EVENTS, "a detour")).collect();
            // 15.2: only Prussian groups are moved. Nobody takes a detour for a group that has no units.
            let is_prussian = |side: Side| {
                let side = scenario.side.get_index(side.index());
                side.is_some_and(|(_, side)| side.nation == file::Nation::Prussian)
            };
            let group = detour
                .group
                .as_ref()
                .map(|name| self.groups.iter().position(|group| group.name == *name && is_prussian(group.side)));
            let group = match group {
                Some(None) => continue,
                Some(Some(group)) => u16::try_from(group).ok().map(GroupIx),
                None => None,
            };
            if let Some(from) = from {
                detours.push(DetourFacts { from, to, group });
            }
        }
        detours
    }

    fn chits(&mut self, sides: &[SideFacts; 2]) -> Vec<ChitFacts> {
        self.names.rows("chit", &self.scenario.chit, |names, chit| {
            let side = names.side(&chit.side, "an event chit")?;
            let SideFacts { name, nation } = &sides[side.index()];
            if chit.event.nation().is_some_and(|owner| owner != *nation) {
                names.problem(rule::EVENTS, format!("the {name} have no chit {}", chit.event.name()));
            }
            Some(ChitFacts { side, event: chit.event })
        })
    }

    /// The earthworks at the start, in the order of their hexes: one marker a hex (16.1).
    fn earthworks(&mut self) -> Vec<(HexIx, file::Earthwork)> {
        let scenario = self.scenario;
        let mut earthworks = BTreeMap::new();
        for (n, works) in scenario.earthworks.iter().enumerate() {
            self.names.enter("earthworks", n);
            for name in &works.hexes {
                let Some(hex) = self.names.hex(name, "a marker of earthworks") else { continue };
                if earthworks.insert(hex, works.kind).is_some() {
                    self.names.problem(rule::EARTHWORKS, format!("{name} has earthworks twice"));
                }
            }
        }
        earthworks.into_iter().collect()
    }
}

/// Returns for each formation its number in expressions, which units name in their order; -1 for one without units.
fn formation_values(rows: &CheckedRules, units: &[UnitFacts], formations: usize) -> Vec<i32> {
    let mut values = vec![-1; formations];
    for (words, unit) in rows.units.iter().zip(units) {
        if let Some(value) = values.get_mut(unit.formation.index()) {
            *value = words.formation;
        }
    }
    values
}

/// The name of the group of a reinforcement (15.2): its own, or one after its formation and turn.
pub(crate) fn group_name(enters: &file::Enters, formation: &FormationId) -> String {
    enters.group.as_ref().map_or_else(|| format!("{formation}-{}", enters.turn), ToString::to_string)
}

/// The reason why `unit` cannot start with `others` in a hex (4.1), as the end of a sentence.
fn stacking_problem(others: &[(&file::Unit, Side)], (unit, side): (&file::Unit, Side)) -> Option<&'static str> {
    let stacks = |unit: &file::Unit| unit.kind.is_artillery() || unit.breakdown;
    match others {
        [] => None,
        _ if others.iter().any(|(_, other)| *other != side) => Some("with an enemy unit"),
        [(other, _)] if stacks(unit) || stacks(other) => None,
        [_] => Some("with a unit that it cannot stack with"),
        _ => Some("where two units start already"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, PRUSSIAN, position};

    /// The problems of a sound position with this change, with the numbers of the rules.
    fn problems(change: impl FnOnce(&mut file::AtAnyCost)) -> Vec<String> {
        let mut messages = Vec::new();
        let _ = position(
            "map 9x9
            place flavigny 0404
            points flavigny 2
            entry E prussian 0009
            corps ii french at 0101 rating 2 4
            corps x prussian enters 2 by E rating 4 4 chit 2
            french infantry f1 5/3 at 0303 of ii
            french field f2 7/4 at 0303 of ii
            prussian infantry p1 8/4 enters 2 by E of x
            chit french beaten-zone",
        )
        .with(|scenario| {
            change(scenario);
            let problems = AtAnyCost::problems(scenario);
            assert_eq!(AtAnyCost::new(scenario).err().unwrap_or_default(), problems);
            messages =
                problems.iter().map(|problem| format!("{} [{}]", problem.message, problem.rule.number)).collect();
        });
        messages
    }

    #[test]
    fn r3_10_a_sound_scenario_has_no_problems() {
        assert_eq!(problems(|_| ()), [""; 0]);
    }

    #[test]
    fn r3_10_every_missing_name_is_told_at_once() {
        let messages = problems(|scenario| {
            scenario.unit[0].formation = "vi".into();
            scenario.unit[1].at = Some("9999".into());
            scenario.unit[2].enters.as_mut().unwrap().at = "Z".into();
            scenario.victory.points[0].place = "metz".into();
            scenario.detour.push(file::Detour { from: "Y".into(), to: vec!["E".into()], group: Some("Q".into()) });
            scenario.first_turn = Some(13);
        });
        assert_eq!(
            messages,
            [
                "the game has no turn [5.5]",
                "unit f1 belongs to vi, which is not a formation [3.1]",
                "unit f2 is at 9999, which is not a hex of the map [3.10]",
                "unit p1 enters at Z, which is not an entry [12.11]",
                "a detour enters at Y, which is not an entry [20.1]",
                "victory depends on metz, which is not a place [19.0]",
            ]
        );
    }

    #[test]
    fn r4_1_units_that_cannot_stack_do_not_start_together() {
        let at = |unit: usize, hex: &'static str| {
            move |scenario: &mut file::AtAnyCost| {
                scenario.unit[unit].enters = None;
                scenario.unit[unit].at = Some(hex.into());
            }
        };
        assert_eq!(problems(at(2, "0303")), ["unit p1 starts in a hex with an enemy unit [4.1]"]);
        assert_eq!(problems(at(2, "0101")), ["the HQ of formation ii starts in a hex with an enemy unit [4.1]"]);
        let infantry = problems(|scenario| scenario.unit[1].kind = file::Kind::Infantry);
        assert_eq!(infantry, ["unit f2 starts in a hex with a unit that it cannot stack with [4.1]"]);
        let third = problems(|scenario| {
            let third = file::Unit { id: "f3".into(), ..scenario.unit[1].clone() };
            scenario.unit.push(third);
        });
        assert_eq!(third, ["unit f3 starts in a hex where two units start already [4.1]"]);
    }

    #[test]
    fn r3_10_each_army_is_one_side_and_has_its_own_chits() {
        let twice = problems(|scenario| scenario.side[1].nation = file::Nation::French);
        assert_eq!(twice, ["one side must be the French and the other the Prussians [3.10]"]);
        let chit = problems(|scenario| scenario.chit[0].event = file::Event::KruppsGuns);
        assert_eq!(chit, ["the French have no chit Krupp's Guns [21.0]"]);
        let nowhere = problems(|scenario| scenario.unit[0].at = None);
        assert_eq!(nowhere, ["unit f1 must have one of `at` and `enters` [3.10]"]);
    }

    #[test]
    fn r16_1_a_hex_has_one_earthworks_marker() {
        let works = |kind| file::Earthworks { kind, hexes: vec!["0303".into()], source: None };
        let messages = problems(|scenario| {
            scenario.earthworks = vec![works(file::Earthwork::Fieldworks), works(file::Earthwork::Entrenchments)];
        });
        assert_eq!(messages, ["0303 has earthworks twice [16.1]"]);
    }

    #[test]
    fn r15_2_a_group_is_what_the_file_names_or_what_enters_of_a_formation_in_a_turn() {
        let table = position(
            "entry E prussian 0009
            corps x prussian enters 3 by E rating 4 4 chit 3
            prussian infantry p1 8/4 enters 3 by E of x
            prussian infantry p2 8/4 enters 3 by E group C of x
            prussian infantry p3 8/4 enters 4 by E of x",
        )
        .start();
        let board = &table.game.board;
        let group = |start: Start| match start {
            Start::Enters { group, place, .. } => (board.groups[group.index()].name.as_str(), place),
            _ => panic!("it enters"),
        };
        assert_eq!(group(board.formations[0].start), ("x-3", 1));
        assert_eq!(group(board.units[0].start), ("x-3", 2));
        assert_eq!(group(board.units[1].start), ("C", 4));
        assert_eq!(group(board.units[2].start), ("x-4", 2));
        assert!(board.groups.iter().all(|group| group.side == PRUSSIAN && group.side != FRENCH));
    }
}
