//! From the scenario to the start of the game, or all reasons against it. The scale (0.1) and the abbreviations (1.6) of the
//! rules are matters of the scenario.

use std::fmt;
use std::sync::Arc;

use battlewright_schema::matz as file;
use battlewright_schema::matz::vocabulary::VOCABULARY;
use battlewright_schema::rule::{CheckedRules, TableSet};
use battlewright_schema::{DocPath, EntryId, FormationId, HexId, PlaceId};

use crate::board::{
    Arm, Board, FormationFacts, FrontFacts, PointFacts, ReserveFacts, Rosters, SideFacts, Start, Steps, SurpriseFacts,
    UnitFacts, VictoryFacts,
};
use crate::event::Phase;
use crate::ground::Ground;
use crate::rules::r00_2_mega_hexes::MegaMap;
use crate::rules::r02_sequence::SequenceTask;
use crate::rules::r14_setup::SetupTask;
use crate::setup::rows::{KEY_WORTH, add_headquarters};
use crate::setup::sequence::phases;
use crate::state::{At, FormationIx, State, Task, Unit, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Level, SetupProblem, Side, Viewer};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::extra::{Extra, ExtraRules};
use battlewright_core::kit::hex_map::HexMap;
use battlewright_core::kit::hexsides::Hexsides;
use battlewright_core::kit::lookup::{ControlHexes, Lookup};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::kit::turn_board::TurnBoard;
use battlewright_core::players::plan::ScenarioAdvice;

impl Matz {
    /// Every reason why `scenario` cannot be played, without starting a game.
    pub fn problems(scenario: &file::Matz) -> Vec<SetupProblem> {
        Self::before_start(scenario).err().unwrap_or_default()
    }

    /// The game at its start.
    ///
    /// # Errors
    /// Every reason why `scenario` cannot be played.
    pub fn new(scenario: &file::Matz) -> Result<Self, Vec<SetupProblem>> {
        let mut game = Self::before_start(scenario)?;
        game.run(&mut ());
        Ok(game)
    }

    /// The game before its start, as [`new`](Self::new) has it.
    pub(crate) fn before_start(scenario: &file::Matz) -> Result<Self, Vec<SetupProblem>> {
        let start = |scenario: &file::Matz| -> Result<Self, Vec<SetupProblem>> {
            let mut setup = Setup::of(scenario)?;
            let game = setup.game();
            setup.names.finish(game)
        };
        let mut game = start(scenario)?;
        let other = |tables: &TableSet| start(&scenario.with_tables(tables)).map(|game| game.board);
        game.board = game.board.with_turns(scenario.tables_by_turn(), other)?;
        Ok(game)
    }
}

/// The state of a game before its first turn. Whoever is present in a place controls it, whatever the file says (13.0).
fn state_at_start(board: &Board) -> State {
    let present = |hex| board.units.iter().find(|unit| unit.start == Start::At(hex)).map(|unit| unit.side);
    let units = board.units.iter().map(|facts| Unit {
        at: match facts.start {
            Start::At(hex) => At::Hex(hex),
            Start::Enters { turn, entry } => At::Due { turn, entry },
            Start::Reserve => At::Reserve,
            Start::Pot => At::Pot,
            Start::Returns(turn) => At::Eliminated(turn.saturating_sub(1)),
        },
        lost: facts.lost,
        neutralized: facts.neutralized,
        out_of_command: false,
        fired: false,
        moved: false,
        attacked: false,
        was_attacked: false,
        retreated: false,
        exploited: false,
        entered: false,
        intercepted: false,
        revealed: false,
        seen: false,
        attached: facts.attached,
    });
    let mut stack: Vec<Task> = vec![SequenceTask::BeginTurn.into()];
    if let Some(front) = &board.front {
        stack.extend(front.free_setup.iter().rev().map(|side| Task::from(SetupTask::Setup(*side))));
    }
    State {
        turn: board.first_turn.saturating_sub(1),
        active: Side::First,
        phase: Phase::Setup,
        stack,
        units: units.collect(),
        control: board.control.iter().map(|(hex, holder)| present(*hex).or(*holder)).collect(),
        called: vec![false; board.reserves.len()],
        bombarded: Vec::new(),
        called_off: Vec::new(),
        view_of: Viewer::All,
        extra: board.extra.state(),
    }
}

/// Collects every problem while a scenario is resolved.
struct Setup<'a> {
    scenario: &'a file::Matz,
    names: Lookup,
    /// The hexes whose control matters, with the side that controls them at the start (13.0).
    control: ControlHexes,
}

impl<'a> Setup<'a> {
    fn of(scenario: &'a file::Matz) -> Result<Self, Vec<SetupProblem>> {
        let names = Lookup::of(&scenario.map, scenario.side.keys(), rule::SETUP, rule::SETUP)?;
        Ok(Self { scenario, names, control: ControlHexes::default() })
    }

    /// The game before its start; `None` if something essential is missing. The problems are in the lookup.
    fn game(&mut self) -> Option<Matz> {
        let board = TurnBoard::from(self.board()?);
        let state = state_at_start(&board);
        let ground = Ground::new(&board, &state);
        let game = Matz { board, state, ground };
        self.names.path = DocPath::root().key("front");
        for problem in game.free_setup_problems() {
            self.names.problem(rule::SETUP, problem);
        }
        Some(game)
    }

    /// Looks everything up; `None` if something essential is missing.
    fn board(&mut self) -> Option<Board> {
        let scenario = self.scenario;
        let sides = self.sides()?;
        let first_turn = scenario.first_turn.unwrap_or(1).max(1);
        if first_turn > scenario.turns.count {
            self.names.problem_at(DocPath::root().key("turns"), rule::SEQUENCE, "the game has no turn");
        }
        if scenario.unit.len() + scenario.formation.len() > usize::from(u16::MAX) {
            self.names.problem(rule::UNITS, "there are too many units");
            return None;
        }
        let entries = self.names.entries(&scenario.entry);
        let formations = self.formations()?;
        let units = self.units(&formations);
        let trenches = self.trenches();
        let reserves = self.reserves();
        let front = self.front();
        let surprise = self.surprise();
        let (units, mut victory) = units.zip(self.victory())?;
        let mut extra = self.names.rows_of_rules(scenario.extra_rules(), rule::SETUP);
        add_headquarters(&mut extra, &units);
        let places = self.places(&extra, &mut victory);
        let rules = scenario.ruleset();
        let phases = phases(&mut self.names, &rules.sequence.player_turn)?;
        if !self.names.problems.is_empty() {
            return None;
        }
        let hexes = Arc::clone(&self.names.hexes);
        let map = Arc::new(HexMap::of(Arc::clone(&hexes), &scenario.road));
        let terrain = |cell| {
            let classes = scenario.terrain(cell).map_or(&[] as &[file::TerrainClass], |row| row.classes.as_slice());
            let is_ground =
                |class: &file::TerrainClass| !matches!(class, file::TerrainClass::Open | file::TerrainClass::Trench);
            classes.iter().copied().filter(is_ground).collect()
        };
        let advice = ScenarioAdvice::new(scenario, |unit| units.get(unit).map(|facts| facts.formation.index()));
        let extra = Extra::new(ExtraRules::new(&extra, &VOCABULARY, Some(&map)));
        let board = Board {
            hexsides: Hexsides::new(&hexes, &scenario.hexside),
            levels: hexes.levels(scenario.map.levels.as_ref()),
            terrain: hexes.cells().iter().map(|cell| terrain(*cell)).collect(),
            trenches,
            steps: Steps::default(),
            barriers: Vec::new(),
            ground_shifts: Vec::new(),
            edges: [const { Vec::new() }; 2],
            mega: MegaMap::new(scenario.mega_hexes.as_ref(), &hexes, &map),
            map,
            phases,
            rules,
            first_turn,
            turns: scenario.turns.count,
            clock: TurnClock::new(&scenario.turns),
            sides,
            formations,
            units,
            rosters: Rosters::default(),
            entries,
            reserves,
            front,
            surprise,
            victory,
            control: std::mem::take(&mut self.control.0),
            places,
            extra,
            advice,
        };
        Some(board.completed())
    }

    /// The two sides, each of another army.
    fn sides(&mut self) -> Option<[SideFacts; 2]> {
        let facts = |side: &file::Side| SideFacts { name: side.name.to_string(), nation: side.nation, edge: side.edge };
        let sides = self.names.two(self.scenario.side.values().map(facts).collect())?;
        if sides[0].nation == sides[1].nation {
            let problem = "one side must be the Germans and the other the French";
            self.names.problem_at(DocPath::root().key("side"), rule::SETUP, problem);
            return None;
        }
        Some(sides)
    }

    /// The number of the formation called `id`.
    fn formation(&mut self, id: &FormationId, what: impl fmt::Display) -> Option<FormationIx> {
        let number = self.scenario.formation.iter().position(|formation| formation.id == *id);
        let missing = || format!("{what} depends on {id}, which is not a formation");
        self.names.number(number, rule::ORGANIZATION, missing).map(FormationIx)
    }

    /// The number of the entry called `id`.
    fn entry(&mut self, id: &EntryId, what: impl fmt::Display) -> Option<u16> {
        let entry = self.scenario.entry.iter().position(|entry| entry.id == *id);
        self.names.number(entry, rule::REINFORCEMENTS, || format!("{what} enters at {id}, which is not an entry"))
    }

    fn formations(&mut self) -> Option<Vec<FormationFacts>> {
        let scenario = self.scenario;
        let mut formations = Vec::new();
        let mut next_hq = scenario.unit.len();
        for (n, formation) in scenario.formation.iter().enumerate() {
            self.names.enter("formation", n);
            let what = format!("formation {}", formation.id);
            let side = self.names.side(&formation.side, what.as_str());
            let supported_by: Vec<FormationIx> =
                formation.supported_by.iter().filter_map(|id| self.formation(id, &what)).collect();
            let hq = formation.hq.as_ref().and_then(|_| u16::try_from(next_hq).ok()).map(UnitIx);
            next_hq += usize::from(hq.is_some());
            formations.extend(side.map(|side| FormationFacts {
                id: formation.id.to_string(),
                name: formation.name.to_string(),
                side,
                echelon: formation.echelon,
                always_in_command: formation.always_in_command,
                supported_by,
                hq,
            }));
        }
        (formations.len() == scenario.formation.len()).then_some(formations)
    }

    /// The counters: the units in order, then the headquarters.
    fn units(&mut self, formations: &[FormationFacts]) -> Option<Vec<UnitFacts>> {
        let scenario = self.scenario;
        let further_ones_enter = scenario.ruleset().further_reinforcements;
        let mut units = Vec::new();
        for (n, unit) in scenario.unit.iter().enumerate() {
            self.names.enter("unit", n);
            let what = format!("unit {}", unit.id);
            let formation = self.formation(&unit.formation, &what);
            let attached = unit.attached.as_ref().and_then(|id| self.formation(id, &what));
            let is_further = unit.further && !further_ones_enter;
            let is_reserve = unit.enters.is_none() && scenario.reserve_of(&unit.id).is_some();
            let start = if unit.kind.flies() {
                Some(Start::Pot)
            } else if unit.at.is_none() && (is_further || is_reserve) {
                Some(Start::Reserve)
            } else {
                self.start(unit.at.as_ref(), unit.enters.as_ref(), &what)
            };
            if let (Some(formation), Some(start)) = (formation, start) {
                let side = formations.get(formation.index())?.side;
                units.push(UnitFacts::of_unit(unit, formation, side, attached, start));
            }
        }
        let all = units.len() == scenario.unit.len();
        for (n, formation) in scenario.formation.iter().enumerate() {
            self.names.enter("formation", n);
            let Some(hq) = &formation.hq else { continue };
            let what = format!("the headquarters of {}", formation.id);
            let start = match hq.returns {
                Some(turn) => Some(Start::Returns(turn)),
                None => self.start(hq.at.as_ref(), hq.enters.as_ref(), &what),
            };
            let number = u16::try_from(n).ok()?;
            let side = formations.get(n)?.side;
            units.extend(start.map(|start| UnitFacts::of_hq(formation, hq, FormationIx(number), side, start)));
        }
        self.check_enemies_apart(&units);
        all.then_some(units)
    }

    /// Reports counters that start in a hex with an enemy.
    fn check_enemies_apart(&mut self, units: &[UnitFacts]) {
        self.names.path = DocPath::root();
        for (n, unit) in units.iter().enumerate() {
            let Start::At(hex) = unit.start else { continue };
            let meets = |other: &UnitFacts| other.start == Start::At(hex) && other.side != unit.side;
            if let Some(other) = units[..n].iter().find(|other| meets(other)) {
                let text = format!("{} starts in a hex with an enemy unit, {}", unit.id, other.id);
                self.names.problem(rule::SETUP, text);
            }
        }
    }

    fn start(&mut self, at: Option<&HexId>, enters: Option<&file::Enters>, what: &str) -> Option<Start> {
        match (at, enters) {
            (Some(at), None) => self.names.hex(at, what).map(Start::At),
            (None, Some(enters)) => {
                self.entry(&enters.at, what).map(|entry| Start::Enters { turn: enters.turn, entry })
            }
            _ => {
                self.names.problem(rule::SETUP, format!("{what} must have one of `at` and `enters`"));
                None
            }
        }
    }

    /// The side that dug the trench in each hex.
    fn trenches(&mut self) -> Vec<Option<Side>> {
        let mut trenches = vec![None; self.names.hexes.cells().len()];
        let scenario = self.scenario;
        for (n, row) in scenario.trench.iter().enumerate() {
            self.names.enter("trench", n);
            let side = self.names.side(&row.side, "a trench");
            for hex in self.names.hexes(&row.hexes, "a trench") {
                trenches[hex.index()] = side;
            }
        }
        trenches
    }

    fn reserves(&mut self) -> Vec<ReserveFacts> {
        let scenario = self.scenario;
        let mut reserves = Vec::new();
        for (n, reserve) in scenario.reserve.iter().enumerate() {
            self.names.enter("reserve", n);
            let what = format!("reserve {}", reserve.name);
            let side = self.names.side(&reserve.side, what.as_str());
            let attach = reserve.attach.as_ref().and_then(|id| self.formation(id, &what));
            let mut units = Vec::new();
            for arrival in &reserve.arrival {
                let entry = self.entry(&arrival.at, &what);
                for id in &arrival.units {
                    let unit = scenario.unit.iter().position(|unit| unit.id == *id);
                    let missing = || format!("{what} has {id}, which is not a unit");
                    let unit = self.names.number(unit, rule::REINFORCEMENTS, missing).map(UnitIx);
                    units.extend(unit.zip(entry));
                }
            }
            reserves.extend(side.map(|side| ReserveFacts {
                name: reserve.name.to_string(),
                side,
                turns: [reserve.turn, scenario.last_call(reserve)],
                half_points: i16::from(reserve.half_points),
                attach,
                units,
            }));
        }
        reserves
    }

    fn front(&mut self) -> Option<FrontFacts> {
        let front = self.scenario.front.as_ref()?;
        self.names.path = DocPath::root().key("front");
        let side = self.names.side(&front.side, "the front line");
        let hexes = self.names.hexes(&front.hexes, "the front line");
        let free_setup = front.free_setup.iter().filter_map(|id| self.names.side(id, "the free setup")).collect();
        Some(FrontFacts { side: side?, hexes, free_setup })
    }

    fn surprise(&mut self) -> Option<SurpriseFacts> {
        let surprise = self.scenario.surprise.as_ref()?;
        self.names.path = DocPath::root().key("surprise");
        let side = self.names.side(&surprise.side, "the surprise")?;
        let columns = i8::try_from(surprise.columns).unwrap_or(i8::MAX);
        Some(SurpriseFacts { side, through_turn: surprise.through_turn, columns })
    }

    fn victory(&mut self) -> Option<VictoryFacts> {
        let victory = &self.scenario.victory;
        self.names.path = DocPath::root().key("victory");
        let scorer = self.names.side(&victory.scorer, "the count of points");
        let gains = victory.gain.iter().filter_map(|row| self.points(row)).collect();
        let losses = victory.loss.iter().filter_map(|row| self.points(row)).collect();
        let mut levels: Vec<(Level, u8)> = victory
            .levels
            .iter()
            .map(|row| {
                let level = match row.level {
                    file::VictoryLevel::Tactical => Level::Minor,
                    file::VictoryLevel::Operational => Level::Victory,
                    file::VictoryLevel::Strategic => Level::Major,
                };
                (level, row.points)
            })
            .collect();
        levels.sort_unstable_by_key(|(level, _)| std::cmp::Reverse(*level));
        let keys = Vec::new();
        Some(VictoryFacts { scorer: scorer?, half_points: victory.half_points, gains, losses, keys, levels })
    }

    fn points(&mut self, row: &file::HalfPoints) -> Option<PointFacts> {
        let hexes = self.control_hexes(&row.place)?;
        let place = self.scenario.place.iter().find(|place| place.id == row.place);
        let name = place.map_or_else(String::new, |place| place.name.to_string());
        Some(PointFacts { name, hexes, half_points: i16::from(row.half_points), any_hex: row.any_hex })
    }

    /// The hexes of each place about which rows ask who holds it. Computer players fight for these places, too.
    fn places(&mut self, extra: &CheckedRules, victory: &mut VictoryFacts) -> Vec<Vec<usize>> {
        let scenario = self.scenario;
        let held = extra.held_places();
        let mut places = Vec::new();
        for (number, place) in scenario.place.iter().enumerate() {
            let hexes = if held.contains(&number) { self.control_hexes(&place.id) } else { None };
            let hexes = hexes.unwrap_or_default();
            if !hexes.is_empty() {
                let (name, hexes) = (place.name.to_string(), hexes.clone());
                victory.keys.push(PointFacts { name, hexes, half_points: KEY_WORTH, any_hex: false });
            }
            places.push(hexes);
        }
        places
    }

    /// The hexes of the place called `id`, as indices of the control hexes.
    fn control_hexes(&mut self, id: &PlaceId) -> Option<Vec<usize>> {
        let scenario = self.scenario;
        let Some(place) = scenario.place.iter().find(|place| place.id == *id) else {
            self.names.problem(rule::VICTORY, format!("victory depends on {id}, which is not a place"));
            return None;
        };
        let holder = place.holder.as_ref().and_then(|side| self.names.side(side, format_args!("place {id}")));
        let mut numbers = Vec::new();
        for name in &place.hexes {
            let Some(hex) = self.names.hex(name, format_args!("place {id}")) else { continue };
            let holder = holder.or_else(|| self.holder_of_hex(name));
            numbers.push(self.control.index_of(hex, holder));
        }
        Some(numbers)
    }

    /// The side that holds the hex called `name` by another place: a place that is held in part has its hexes apart.
    fn holder_of_hex(&mut self, name: &HexId) -> Option<Side> {
        let mut places = self.scenario.place.iter().filter(|place| place.hexes.contains(name));
        let holder = places.find_map(|place| place.holder.as_ref())?;
        self.names.side(holder, format_args!("hex {name}"))
    }
}

impl UnitFacts {
    fn of_unit(
        unit: &file::Unit,
        formation: FormationIx,
        side: Side,
        attached: Option<FormationIx>,
        start: Start,
    ) -> Self {
        Self {
            id: unit.id.to_string(),
            name: unit.name.to_string(),
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()).to_owned(),
            formation,
            side,
            division: unit.division.as_deref().map(str::to_owned),
            arm: Arm::Unit(unit.kind),
            combat: unit.combat.iter().copied().collect(),
            bombardment: unit.bombardment.unwrap_or_default(),
            defense: unit.defense.unwrap_or_default(),
            range: unit.range.unwrap_or_default(),
            movement: unit.movement,
            lost: unit.lost,
            neutralized: unit.neutralized,
            attached,
            faces: unit.faces(),
            start,
        }
    }

    fn of_hq(formation: &file::Formation, hq: &file::Hq, number: FormationIx, side: Side, start: Start) -> Self {
        Self {
            id: formation.hq_id().to_string(),
            name: hq.name.to_string(),
            label: hq.name.to_string(),
            formation: number,
            side,
            division: None,
            arm: Arm::Headquarters,
            combat: [hq.combat].into_iter().collect(),
            bombardment: 0,
            defense: 0,
            range: hq.range,
            movement: hq.movement,
            lost: 0,
            neutralized: hq.neutralized,
            attached: None,
            faces: [false, true].map(|neutralized| file::headquarters_face(hq, neutralized)),
            start,
        }
    }
}

#[cfg(test)]
mod tests;
