//! The conversion of a scenario to the start of the game, or all reasons against it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use battlewright_schema::position_magnifique as file;
use battlewright_schema::position_magnifique::vocabulary::VOCABULARY;
use battlewright_schema::{Cell, DocPath, HexId, PlaceId};

use crate::board::{
    Board, ChitFacts, DetourFacts, EndingFacts, FormationFacts, SideFacts, Start, Steps, UnitFacts, ZoneFacts,
};
use crate::ground::occupancy;
use crate::rules::r06_setup::{Deploy, FirstOrders};
use crate::rules::r08_sequence::BeginTurn;
use crate::state::{At, Done, Fired, FormationIx, Hq, MovingPiece, Order, RallyRecord, State, Task, Unit};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Level, SetupProblem, Side};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::cup::DrawCup;
use battlewright_core::kit::derived::Derived;
use battlewright_core::kit::extra::{Extra, ExtraRules};
use battlewright_core::kit::force::Rosters;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::hexsides::Hexsides;
use battlewright_core::kit::lookup::{ControlHexes, EntryColumns, EntryFacts, Lookup};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::kit::turn_board::TurnBoard;
use battlewright_core::players::plan::ScenarioAdvice;

impl PositionMagnifique {
    /// Returns every reason why `scenario` cannot be played, without starting a game.
    pub fn problems(scenario: &file::PositionMagnifique) -> Vec<SetupProblem> {
        let tables = scenario.tables_by_turn();
        let problems = |set| resolve(&scenario.with_tables(set)).err();
        tables.sets().iter().find_map(problems).unwrap_or_default()
    }

    /// Creates the game at its start.
    ///
    /// # Errors
    /// Every reason why `scenario` cannot be played.
    pub fn new(scenario: &file::PositionMagnifique) -> Result<Self, Vec<SetupProblem>> {
        let board = TurnBoard::from(resolve(scenario)?());
        let board = board.with_turns(scenario.tables_by_turn(), |tables| {
            resolve(&scenario.with_tables(tables)).map(|board| board().into())
        })?;
        let units = board.units.iter().map(|unit| unit_at_start(unit.start, unit.reduced)).collect();
        let hqs = board.formations.iter().map(|formation| hq_at_start(formation.start)).collect();
        let state = State {
            turn: board.first_turn.saturating_sub(1),
            stack: Vec::new(),
            units,
            hqs,
            cup: DrawCup::default(),
            held: Vec::new(),
            chosen: Vec::new(),
            revealed: Vec::new(),
            feu: None,
            malaise: None,
            control: board.control.iter().map(|(_, side)| *side).collect(),
            extra: board.extra.state(),
        };
        let ground = occupancy(board.map.len(), &state);
        let mut game = Self { board, state, ground };
        game.begin_setup();
        game.run(&mut ());
        game.after_input(&mut ());
        Ok(game)
    }

    /// 6.1: queues the setup: the side listed first sets up first; then the first orders of HQs are chosen.
    fn begin_setup(&mut self) {
        let board = Arc::clone(self.board.shared());
        let mut tasks = Vec::new();
        for side in Side::BOTH {
            let formations = || board.all_formations().filter(|f| board.formation(*f).side == side);
            let in_zone = |start: Start| matches!(start, Start::Zone(_));
            let mut pieces: Vec<MovingPiece> = formations()
                .flat_map(|f| {
                    let units = board.units_of(f).filter(|unit| in_zone(board.unit(*unit).start));
                    let hq = in_zone(board.formation(f).start).then_some(MovingPiece::Hq(f));
                    units.map(MovingPiece::Unit).chain(hq).collect::<Vec<_>>()
                })
                .collect();
            pieces.reverse();
            let mut hqs: Vec<FormationIx> =
                formations().filter(|f| !matches!(board.formation(*f).start, Start::Enters { .. })).collect();
            hqs.reverse();
            tasks.push(Task::Deploy(Deploy(pieces)));
            tasks.push(Task::FirstOrders(FirstOrders(hqs)));
        }
        self.state.stack.push(Task::BeginTurn(BeginTurn));
        if let Some(side) = self.board.surprise {
            self.push_activation(crate::state::Activation { who: crate::state::ActivatedUnits::Everyone, side });
        }
        tasks.reverse();
        self.state.stack.extend(tasks);
    }
}

fn unit_at_start(start: Start, reduced: bool) -> Unit {
    Unit {
        at: at_start(start),
        reduced,
        shaken: false,
        low_ammo: 0,
        entered: 0,
        fired: Fired::No,
        defended: 0,
        hit: false,
        done: Done::default(),
        began: None,
        left_in_turn: false,
    }
}

fn hq_at_start(start: Start) -> Hq {
    Hq {
        at: at_start(start),
        order: Order::Attack,
        overrun: false,
        activated: false,
        moved: false,
        rallied: RallyRecord::default(),
    }
}

fn at_start(start: Start) -> At {
    match start {
        Start::At(hex) => At::Hex(hex),
        Start::Enters { turn, entry, .. } => At::Due { turn, entry, aside: None },
        Start::Zone(_) => At::Zone,
    }
}

/// Resolves a scenario and collects every problem.
struct Setup<'a> {
    scenario: &'a file::PositionMagnifique,
    names: Lookup,
    control: ControlHexes,
    columns: EntryColumns,
}

/// Returns a builder of the board of `scenario`, or every problem.
fn resolve(scenario: &file::PositionMagnifique) -> Result<impl FnOnce() -> Board, Vec<SetupProblem>> {
    let mut setup = Setup::of(scenario)?;
    let board = setup.board();
    setup.names.finish(board)
}

impl<'a> Setup<'a> {
    fn of(scenario: &'a file::PositionMagnifique) -> Result<Self, Vec<SetupProblem>> {
        let names = Lookup::of(&scenario.map, scenario.side.keys(), rule::SETUP, rule::SETUP)?;
        Ok(Self { scenario, names, control: ControlHexes::default(), columns: EntryColumns::default() })
    }

    /// Resolves all names; returns a builder of the board, or `None` if a name is missing.
    fn board(&mut self) -> Option<impl FnOnce() -> Board + use<'a>> {
        let scenario = self.scenario;
        self.names.two(scenario.side.values().collect())?;
        let first_turn = scenario.first_turn.unwrap_or(1).max(1);
        if first_turn > scenario.turns.count {
            self.names.problem_at(DocPath::root().key("turns"), rule::TURN_END, "the game has no turn");
        }
        if scenario.unit.len() > usize::from(u16::MAX) || scenario.formation.len() > usize::from(u16::MAX) {
            self.names.problem(rule::UNIT_COUNTERS, "there are too many units");
            return None;
        }
        let entries = self.names.entries(&scenario.entry);
        let zones = self.names.rows("zone", &scenario.zone, |names, zone| {
            let what = format_args!("zone {}", zone.id);
            let ends = zone.string.as_ref().map(|ends| ends.each_ref().map(|end| names.hex(end, what)));
            let string = ends.and_then(|[a, b]| Some([a?, b?]));
            Some(ZoneFacts { hexes: names.hexes(&zone.hexes, what), string })
        });
        let formations = self.formations();
        let units = self.units(&formations);
        let sides: Vec<SideFacts> = scenario
            .side
            .iter()
            .map(|(id, side)| {
                self.names.path = DocPath::root().key("side").key(id.as_str());
                let chosen = side.chosen_chits.iter().filter_map(|id| self.formation(id, "a chosen chit")).collect();
                SideFacts { name: side.name.to_string(), nation: side.nation, chosen_chits: chosen }
            })
            .collect();
        let Ok(sides) = <[SideFacts; 2]>::try_from(sides) else { return None };
        let detours = self.detours(&entries);
        let chits = self.chits();
        for (n, place) in scenario.place.iter().enumerate() {
            self.names.enter("place", n);
            let what = format_args!("place {}", place.id);
            let holder = place.holder.as_ref().and_then(|holder| self.names.side(holder, what));
            for hex in self.names.hexes(&place.hexes, what) {
                self.control.0.push((hex, holder));
            }
        }
        let sudden = self.endings("sudden", &scenario.victory.sudden);
        let last = self.endings("last", &scenario.victory.last);
        let places = self.all_places();
        let extra = self.names.rows_of_rules(scenario.extra_rules(), rule::SETUP);
        self.names.path = DocPath::root();
        let surprise = scenario.surprise_attack.as_ref().and_then(|side| self.names.side(side, "the surprise attack"));
        let class = |cell: &Cell| scenario.terrain(*cell).map_or_else(Default::default, |terrain| terrain.class);
        let (hexes, control) = (Arc::clone(&self.names.hexes), std::mem::take(&mut self.control.0));
        Some(move || {
            let formations: Vec<FormationFacts> = formations.into_iter().map(FormationFacts::of).collect();
            let units: Vec<UnitFacts> = units.into_iter().map(UnitFacts::of).collect();
            let advice = ScenarioAdvice::new(scenario, |unit| units.get(unit).map(|facts| facts.formation.index()));
            let roads = hexes.road_kinds(&scenario.road);
            let levels = hexes.levels(scenario.map.levels.as_ref());
            let hexsides = Hexsides::new(&hexes, &scenario.hexside);
            let terrain = hexes.cells().iter().map(class).collect();
            let map = Arc::new(HexMap::of(hexes, &scenario.road));
            let board = Board {
                hexsides,
                levels,
                steps: Steps::default(),
                rosters: Rosters::new(&units, formations.len(), |unit| (unit.side, unit.formation.index())),
                terrain,
                roads,
                asked_places: extra.held_places(),
                extra: Extra::new(ExtraRules::new(&extra, &VOCABULARY, Some(&map))),
                ways_by_rows: Derived::default(),
                map,
                rules: scenario.ruleset(),
                first_turn,
                turns: scenario.turns.count,
                clock: TurnClock::new(&scenario.turns),
                surprise,
                variable: scenario.variable_reinforcements,
                sides,
                formations,
                units,
                entries,
                detours,
                zones,
                chits,
                control,
                sudden,
                last,
                places,
                survey: Derived::default(),
                advice,
            };
            board.with_steps()
        })
    }

    /// Resolves the formations, each with its side and the start of its headquarters.
    fn formations(&mut self) -> Vec<(&'a file::Formation, Side, Start)> {
        let scenario = self.scenario;
        let mut formations = Vec::new();
        for (n, formation) in scenario.formation.iter().enumerate() {
            self.names.enter("formation", n);
            let what = format_args!("formation {}", formation.id);
            let hq = &formation.hq;
            let side = self.names.side(&formation.side, what);
            let start = self.start(hq.at.as_ref(), hq.enters.as_ref(), hq.zone.as_ref(), true, what);
            if let (Some(side), Some(start)) = (side, start) {
                formations.push((formation, side, start));
            }
        }
        formations
    }

    /// Resolves the units, each with its formation, side and start.
    fn units(
        &mut self,
        formations: &[(&file::Formation, Side, Start)],
    ) -> Vec<(&'a file::Unit, FormationIx, Side, Start)> {
        let scenario = self.scenario;
        let mut occupied = BTreeSet::new();
        let mut units = Vec::new();
        for (n, unit) in scenario.unit.iter().enumerate() {
            self.names.enter("unit", n);
            let what = format_args!("unit {}", unit.id);
            let formation = self.formation(&unit.formation, what);
            let start = self.start(unit.at.as_ref(), unit.enters.as_ref(), unit.zone.as_ref(), false, what);
            if let Some(Start::At(hex)) = start
                && !occupied.insert(hex)
            {
                self.names.problem(rule::STACKING, format!("{what} starts in a hex where another unit also starts"));
            }
            let side = formation.and_then(|f| formations.get(f.index())).map(|(_, side, _)| *side);
            if let (Some(formation), Some(side), Some(start)) = (formation, side, start) {
                units.push((unit, formation, side, start));
            }
        }
        units
    }

    fn start(
        &mut self,
        at: Option<&HexId>,
        enters: Option<&file::Enters>,
        zone: Option<&battlewright_schema::ZoneId>,
        is_hq: bool,
        what: impl fmt::Display + Copy,
    ) -> Option<Start> {
        match (at, enters, zone) {
            (Some(at), None, None) => self.names.hex(at, what).map(Start::At),
            (None, Some(enters), None) => {
                let entry = self.scenario.entry.iter().position(|entry| entry.id == enters.at);
                let entry = self.names.number(entry, rule::REINFORCEMENTS, || {
                    format!("{what} enters at {}, which is not an entry", enters.at)
                })?;
                let place = self.columns.place(enters.turn, entry, enters.position, is_hq);
                Some(Start::Enters { turn: enters.turn, entry, any_order: enters.any_order, place })
            }
            (None, None, Some(zone)) => {
                let index = self.scenario.zone.iter().position(|other| other.id == *zone);
                let missing = || format!("{what} is set up in {zone}, which is not a zone");
                self.names.number(index, rule::SETUP, missing).map(Start::Zone)
            }
            _ => {
                self.names.problem(rule::SETUP, format!("{what} must have one of `at`, `enters` and `zone`"));
                None
            }
        }
    }

    fn detours(&mut self, entries: &[EntryFacts]) -> Vec<DetourFacts> {
        let scenario = self.scenario;
        let mut detours = Vec::new();
        for (n, detour) in scenario.detour.iter().enumerate() {
            self.names.enter("detour", n);
            let mut entry = |id: &battlewright_schema::EntryId| {
                let index = entries.iter().position(|entry| entry.id == id.as_str());
                let missing = || format!("a detour refers to {id}, which is not an entry");
                self.names.number(index, rule::VARIABLE_SCENARIO, missing)
            };
            let from = entry(&detour.from);
            let to = detour.to.iter().filter_map(&mut entry).collect();
            let formation = detour.formation.as_ref().and_then(|id| self.formation(id, "a detour"));
            if let Some(from) = from {
                detours.push(DetourFacts { from, to, formation, free: detour.free });
            }
        }
        detours
    }

    fn chits(&mut self) -> Vec<ChitFacts> {
        self.names.rows("chit", &self.scenario.chit, |names, chit| {
            let side = names.side(&chit.side, "an event chit")?;
            Some(ChitFacts { side, front: chit.front, back: chit.back })
        })
    }

    /// Resolves the endings in the victory list `list`.
    fn endings(&mut self, list: &str, endings: &[file::Ending]) -> Vec<EndingFacts> {
        let rows = endings.iter().enumerate();
        rows.map(|(n, ending)| {
            self.names.path = DocPath::root().key("victory").key(list).index(n);
            self.ending(ending)
        })
        .collect()
    }

    fn ending(&mut self, ending: &file::Ending) -> EndingFacts {
        let winner = ending.winner.as_ref().and_then(|side| self.names.side(side, "a victory"));
        let enters = self.names.hexes(&ending.enters, "a victory");
        let mut controls: Vec<Vec<usize>> = self
            .names
            .hexes(&ending.controls_hexes, "a victory")
            .into_iter()
            .map(|hex| vec![self.control.index_of(hex, None)])
            .collect();
        controls.extend(self.places(&ending.controls));
        EndingFacts {
            winner,
            level: match ending.level {
                file::VictoryLevel::Draw => Level::Draw,
                file::VictoryLevel::Minor => Level::Minor,
                file::VictoryLevel::Victory => Level::Victory,
                file::VictoryLevel::Major => Level::Major,
                file::VictoryLevel::Overwhelming => Level::Overwhelming,
            },
            after_turn: ending.after_turn.unwrap_or(0),
            enters,
            controls,
            controls_any: self.places(&ending.controls_any),
            enemy_lacks: self.places(&ending.enemy_lacks),
            controls_more_of: self.places(&ending.controls_more_of),
        }
    }

    /// Returns the hexes of each place, as indices of those whose control counts.
    fn all_places(&mut self) -> Vec<Vec<usize>> {
        let scenario = self.scenario;
        let mut places = Vec::new();
        for place in &scenario.place {
            let hexes: Vec<HexIx> = place.hexes.iter().filter_map(|hex| self.names.hexes.find(hex)).collect();
            places.push(hexes.into_iter().map(|hex| self.control.index_of(hex, None)).collect());
        }
        places
    }

    fn places(&mut self, ids: &[PlaceId]) -> Vec<Vec<usize>> {
        let scenario = self.scenario;
        let mut places = Vec::new();
        for id in ids {
            let Some(place) = scenario.place.iter().find(|place| place.id == *id) else {
                self.names.problem(rule::VICTORY, format!("victory depends on {id}, which is not a place"));
                continue;
            };
            let hexes: Vec<HexIx> = place.hexes.iter().filter_map(|hex| self.names.hexes.find(hex)).collect();
            places.push(hexes.into_iter().map(|hex| self.control.index_of(hex, None)).collect());
        }
        places
    }

    fn formation(
        &mut self,
        id: &battlewright_schema::FormationId,
        what: impl fmt::Display + Copy,
    ) -> Option<FormationIx> {
        let index = self.scenario.formation.iter().position(|formation| formation.id == *id);
        let missing = || format!("{what} belongs to {id}, which is not a formation");
        self.names.number(index, rule::ORGANIZATION, missing).map(FormationIx)
    }
}

impl FormationFacts {
    fn of((formation, side, start): (&file::Formation, Side, Start)) -> Self {
        let hq = &formation.hq;
        Self {
            id: formation.id.to_string(),
            name: formation.name.to_string(),
            side,
            infantry_corps: formation.infantry_corps,
            guard: formation.guard,
            chit_from_turn: formation.chit_from_turn,
            hq_id: formation.hq_id().to_string(),
            hq_name: hq.name.to_string(),
            attack: hq.attack,
            defend: hq.defend,
            movement: hq.movement,
            start,
        }
    }
}

impl UnitFacts {
    fn of((unit, formation, side, start): (&file::Unit, FormationIx, Side, Start)) -> Self {
        Self {
            id: unit.id.to_string(),
            name: unit.name.to_string(),
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()).to_owned(),
            formation,
            side,
            division: unit.division.as_deref().map(str::to_owned),
            kind: unit.kind,
            mitrailleuse: unit.mitrailleuse,
            combat: unit.combat,
            range: unit.range,
            movement: unit.movement,
            reduced: unit.reduced,
            printed: [false, true].map(|reduced| unit.printed(reduced)),
            start,
        }
    }
}
