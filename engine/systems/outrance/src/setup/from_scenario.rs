//! From the scenario to the start of the game, or all reasons against it (II, X).

use battlewright_schema::outrance::vocabulary::VOCABULARY;
use battlewright_schema::outrance::{self as file, Nation, TerrainKind, TroopType};
use battlewright_schema::rule::CheckedRules;
use battlewright_schema::{Diagnostic, DocPath, SideId};

use crate::board::{ArrivalFacts, Board, FormationFacts, ObjectiveFacts, SideFacts, UnitFacts, UnitStart};
use crate::rules::c03_turns::BeginTurn;
use crate::rules::c04_formations::{BaseExtent, UnitPlacement, usual_front};
use crate::rules::c04_movement::MoveRules;
use crate::rules::c08_sight::SightRules;
use crate::rules::c08_terrain::{ChokePlace, CoverRules, GoingByTroops, LineObstacle, TableTerrain, TerrainArea};
use crate::state::{At, State, Task, Unit};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Rule, SetupProblem, Side};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::extra::{Extra, ExtraRules};
use battlewright_core::kit::plane::{Bounds, Direction, Point, Polygon, Polyline};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::players::plan::ScenarioAdvice;

/// The points that an objective is worth to players if rows ask who holds it, beside those of the scenario.
const STAKE_OF_ROWS: i32 = 3;

/// The shape of a unit in the file: a base is this wide and deep if the table of base sizes has no row for it.
const NO_BASE: BaseExtent = BaseExtent { width: 1000, depth: 1000 };

impl Outrance {
    /// Returns every reason why `scenario` cannot be played, without starting a game.
    pub fn problems(scenario: &file::Outrance) -> Vec<SetupProblem> {
        Self::before_start(scenario).err().unwrap_or_default()
    }

    /// Returns the game at its start.
    ///
    /// # Errors
    /// Every reason why `scenario` cannot be played.
    pub fn new(scenario: &file::Outrance) -> Result<Self, Vec<SetupProblem>> {
        let mut game = Self::before_start(scenario)?;
        game.run(&mut ());
        Ok(game)
    }

    /// Returns the game before its first turn.
    pub(crate) fn before_start(scenario: &file::Outrance) -> Result<Self, Vec<SetupProblem>> {
        let mut game = Self::with_one_board(scenario)?;
        game.board = game.board.with_turns(scenario.tables_by_turn(), |tables| {
            Self::with_one_board(&scenario.with_tables(tables)).map(|game| game.board)
        })?;
        Ok(game)
    }

    /// Returns the game before its first turn, with the tables of all turns the same.
    fn with_one_board(scenario: &file::Outrance) -> Result<Self, Vec<SetupProblem>> {
        let mut setup = Setup { scenario, problems: Vec::new() };
        match setup.board() {
            Some(board) if setup.problems.is_empty() => {
                let state = state_at_start(&board);
                Ok(Self::of(board.into(), state))
            }
            _ => Err(setup.problems),
        }
    }
}

/// Returns the state before the first turn.
fn state_at_start(board: &Board) -> State {
    let units = board.units.iter().map(|facts| Unit {
        at: match &facts.start {
            UnitStart::At(place) => At::On(place.clone()),
            UnitStart::Enters(_) => At::Due,
            UnitStart::Unused => At::Unused,
        },
        status: facts.status,
        bases: facts.first_bases,
        acted: false,
        route_march: matches!(facts.start, UnitStart::Enters(_)),
    });
    State {
        turn: 0,
        stack: vec![Task::BeginTurn(BeginTurn)],
        units: units.collect(),
        holders: board.objectives.iter().map(|objective| objective.holder).collect(),
        shots: Vec::new(),
        assaults: Vec::new(),
        extra: board.extra.state(),
    }
}

/// A scenario, and the problems that are found in it.
struct Setup<'s> {
    scenario: &'s file::Outrance,
    problems: Vec<SetupProblem>,
}

impl Setup<'_> {
    fn problem(&mut self, path: DocPath, rule: Rule, message: impl Into<String>) {
        self.problems.push(SetupProblem { message: message.into(), rule, path });
    }

    fn board(&mut self) -> Option<Board> {
        let scenario = self.scenario;
        let rules = scenario.ruleset();
        let sides = self.sides();
        let units = self.units(&rules);
        let rows = self.rows_of_rules();
        let objectives = self.objectives(&rows);
        let out_of_command = self.out_of_command();
        let terrain = terrain(scenario, &rules);
        let formation = |row: &file::Formation| FormationFacts {
            id: row.id.to_string(),
            name: row.name.to_string(),
            level: row.level,
        };
        let advice = ScenarioAdvice::new(scenario, |unit| units.get(unit).map(|facts| facts.formation));
        Some(Board {
            moves: MoveRules::of(&rules),
            sight: SightRules::of(&rules),
            cover: CoverRules::of(&rules),
            terrain,
            terrain_kinds: scenario.terrain.iter().map(|row| row.kind).collect(),
            sides: sides?,
            formations: scenario.formation.iter().map(formation).collect(),
            units,
            objectives,
            out_of_command,
            turns: scenario.turns.count,
            clock: TurnClock::new(&scenario.turns),
            destroyed: scenario.victory.destroyed.into(),
            draw_within: scenario.victory.draw_within.into(),
            decisive: scenario.victory.decisive.map(i32::from),
            rules,
            extra: Extra::new(ExtraRules::new(&rows, &VOCABULARY, None)),
            advice,
        })
    }

    /// Returns the rules in rows.
    fn rows_of_rules(&mut self) -> CheckedRules {
        let (rows, findings) = self.scenario.extra_rules();
        for finding in findings.into_iter().filter(Diagnostic::is_error) {
            self.problem(finding.path, rule::SETUP, finding.message);
        }
        rows
    }

    fn sides(&mut self) -> Option<[SideFacts; 2]> {
        let rows = self.scenario.side.values();
        let sides: Vec<SideFacts> =
            rows.map(|side| SideFacts { name: side.name.to_string(), nation: side.nation }).collect();
        let count = sides.len();
        match <[SideFacts; 2]>::try_from(sides) {
            Ok(sides) if sides[0].nation != sides[1].nation => Some(sides),
            Ok(_) => {
                self.problem(
                    DocPath::root().key("side"),
                    rule::TROOPS,
                    "both sides have the same nation; one must be `french`, the other `prussian`",
                );
                None
            }
            Err(_) => {
                let message = format!("the game needs two sides, but the scenario has {count}");
                self.problem(DocPath::root().key("side"), rule::TROOPS, message);
                None
            }
        }
    }

    /// Returns the side with an id; reports a problem at `path` if there is none.
    fn side(&mut self, id: &SideId, path: DocPath) -> Option<Side> {
        let number = self.scenario.side.keys().position(|key| key == id);
        let side = number.and_then(|number| Side::BOTH.get(number).copied());
        if side.is_none() {
            self.problem(path, rule::SETUP, format!("`{id}` is not one of the two sides"));
        }
        side
    }

    fn units(&mut self, rules: &file::Rules) -> Vec<UnitFacts> {
        let rows = self.scenario.unit.iter().enumerate();
        if rows.len() > usize::from(u16::MAX) {
            self.problem(DocPath::root().key("unit"), rule::SETUP, "the scenario has too many units");
            return Vec::new();
        }
        rows.filter_map(|(row, unit)| self.unit(row, unit, rules)).collect()
    }

    fn unit(&mut self, row: usize, unit: &file::Unit, rules: &file::Rules) -> Option<UnitFacts> {
        let path = DocPath::root().key("unit").index(row);
        let formation = self.scenario.formation.iter().position(|formation| formation.id == unit.formation);
        let Some(formation) = formation else {
            let message = format!("unit `{}` belongs to `{}`, which is not a formation", unit.id, unit.formation);
            self.problem(path.key("formation"), rule::SETUP, message);
            return None;
        };
        let side_path = DocPath::root().key("formation").index(formation).key("side");
        let side = self.side(&self.scenario.formation[formation].side.clone(), side_path)?;
        let is_general = unit.troops == TroopType::General;
        let size = rules.tables.base_sizes.sizes.iter().find(|size| size.troops == unit.troops);
        let moves = rules.base_move(unit.troops, unit.quality);
        if size.is_none() || moves.is_none() {
            let message = format!("the tables of base sizes and movements have no row for unit `{}`", unit.id);
            self.problem(path.clone(), rule::TROOPS, message);
        }
        let base = size.map_or(NO_BASE, |size| {
            let (width, depth) = (size.width.thousandths(), size.depth.thousandths());
            BaseExtent { width, depth: if is_general { width } else { depth } }
        });
        let bases = if is_general { 1 } else { unit.bases };
        let first_bases = if is_general { 1 } else { unit.bases_left() };
        if !is_general && unit.lost >= unit.destroyed_at() && unit.lost > 0 {
            let message = format!("unit `{}` has lost half of its bases and would be destroyed", unit.id);
            self.problem(path.clone().key("lost"), rule::STATUS, message);
        }
        let mut facts = UnitFacts {
            id: unit.id.to_string(),
            name: unit.name.to_string(),
            label: unit.counter_label().to_owned(),
            side,
            formation,
            nation: self.scenario.nation_of(unit).unwrap_or(Nation::French),
            troops: unit.troops,
            quality: unit.quality,
            bases,
            first_bases,
            status: unit.status,
            base,
            moves: moves?,
            start: UnitStart::Unused,
        };
        facts.start = self.start(unit, &facts, rules, &path)?;
        Some(facts)
    }

    fn start(
        &mut self,
        unit: &file::Unit,
        facts: &UnitFacts,
        rules: &file::Rules,
        path: &DocPath,
    ) -> Option<UnitStart> {
        let is_used = self.scenario.unit.iter().position(|other| other.id == unit.id);
        if is_used.is_some_and(|index| !self.scenario.takes_part(index)) {
            return Some(UnitStart::Unused);
        }
        match (&unit.at, &unit.enters) {
            (Some(at), _) => {
                let place = placement(unit, facts, Point::from(at.0));
                let shape = crate::shape_of(facts, facts.first_bases, &place, MoveRules::of(rules).most_bend);
                let table = table_of(self.scenario);
                match shape {
                    Err(error) => {
                        self.problem(path.clone(), rule::MOVEMENT, format!("unit `{}`: {error}", unit.id));
                        None
                    }
                    Ok(shape) if !table.encloses(shape.bounds()) => {
                        let message =
                            format!("unit `{}` stands partly off the table; move it inward with `at`", unit.id);
                        self.problem(path.clone().key("at"), rule::MOVEMENT, message);
                        None
                    }
                    Ok(_) => Some(UnitStart::At(place)),
                }
            }
            (None, Some(enters)) => {
                let entry = self.scenario.entry.iter().find(|entry| entry.id == enters.at);
                let Some(entry) = entry else {
                    let message = format!("unit `{}` enters at `{}`, which is not an entry", unit.id, enters.at);
                    self.problem(path.clone().key("enters").key("at"), rule::ACTIONS, message);
                    return None;
                };
                Some(UnitStart::Enters(ArrivalFacts {
                    turn: enters.turn,
                    at: Point::from(entry.at.0),
                    toward: enters.toward.map(|point| Point::from(point.0)),
                    roll: enters.roll,
                }))
            }
            (None, None) => {
                let message = format!("unit `{}` has no start; write `at` or `enters`", unit.id);
                self.problem(path.clone(), rule::SETUP, message);
                None
            }
        }
    }

    /// Returns the objectives; those whose holder rows ask for are worth something to players.
    fn objectives(&mut self, rows: &CheckedRules) -> Vec<ObjectiveFacts> {
        let scenario = self.scenario;
        let mut objectives = Vec::new();
        for (row, objective) in scenario.objective.iter().enumerate() {
            let path = DocPath::root().key("objective").index(row).key("holder");
            let holder = objective.holder.as_ref().and_then(|side| self.side(side, path));
            objectives.push(ObjectiveFacts {
                name: objective.name.to_string(),
                at: Point::from(objective.at.0),
                holder,
                points: [0; 2],
                stake_of_rows: 0,
            });
        }
        for place in rows.held_places() {
            if let Some(objective) = objectives.get_mut(place) {
                objective.stake_of_rows = STAKE_OF_ROWS;
            }
        }
        for (row, points) in scenario.victory.hold.iter().enumerate() {
            let path = DocPath::root().key("victory").key("hold").index(row);
            let side = self.side(&points.side, path.clone().key("side"));
            let place = scenario.objective.iter().position(|objective| objective.id == points.place);
            match (side, place.and_then(|place| objectives.get_mut(place))) {
                (Some(side), Some(objective)) => objective.points[side.index()] += i32::from(points.points),
                (_, None) => {
                    let message = format!("points are given for `{}`, which is not an objective", points.place);
                    self.problem(path.key("place"), rule::SETUP, message);
                }
                (None, _) => {}
            }
        }
        objectives
    }

    fn out_of_command(&mut self) -> Vec<(usize, u8, u8)> {
        let scenario = self.scenario;
        let mut rows = Vec::new();
        for (row, silent) in scenario.out_of_command.iter().enumerate() {
            match scenario.formation.iter().position(|formation| formation.id == silent.formation) {
                Some(formation) => rows.push((formation, silent.from_turn, silent.through_turn)),
                None => {
                    let path = DocPath::root().key("out_of_command").index(row).key("formation");
                    let message = format!("`{}` is out of command, but is not a formation", silent.formation);
                    self.problem(path, rule::GENERALS, message);
                }
            }
        }
        rows
    }
}

/// Returns the position of a unit at its start.
fn placement(unit: &file::Unit, facts: &UnitFacts, at: Point) -> UnitPlacement {
    if facts.is_general() {
        return crate::general_placement(at, facts.base);
    }
    let facing = Direction::from_degrees(unit.facing.into());
    let front = unit.front.unwrap_or_else(|| usual_front(unit.troops, facts.first_bases));
    let bend = unit.bend.iter().map(|turn| turn.saturating_mul(10)).collect();
    UnitPlacement { at, facing, posture: unit.posture, front, bend }
}

/// Returns the edges of the table.
fn table_of(scenario: &file::Outrance) -> Bounds {
    let inches = |inches: u16| i32::from(inches) * 1000;
    Bounds::table(inches(scenario.table.width), inches(scenario.table.depth))
}

/// Returns the terrain of a scenario.
fn terrain(scenario: &file::Outrance, rules: &file::Rules) -> TableTerrain {
    let points = |list: &[battlewright_schema::common::inches::TablePoint]| {
        list.iter().map(|point| Point::from(point.0)).collect()
    };
    let area = |row: &file::Terrain| TerrainArea {
        outline: Polygon::new(points(&row.outline)),
        level: if row.kind == TerrainKind::Hill { row.level.unwrap_or(1).into() } else { 0 },
        stepped: row.stepped,
        going: GoingByTroops {
            infantry: row.going_for(TroopType::Infantry, rules),
            cavalry: row.going_for(TroopType::Cavalry, rules),
            artillery: row.going_for(TroopType::Artillery, rules),
        },
        march_road: row.effect(rules).is_some_and(|effect| effect.march_road),
        cover: row.cover_in(rules),
        height: row.height(rules),
        woods: row.kind == TerrainKind::Woods,
    };
    let obstacle = |row: &file::Obstacle| LineObstacle {
        line: Polyline::new(points(&row.line)),
        going: row.going_across(rules),
        cover: row.cover_behind(rules),
    };
    let choke = |row: &file::ChokePoint| ChokePlace {
        at: Point::from(row.at.0),
        slows_marches: row.kind == file::ChokeKind::Ford && rules.fords_slow_marches,
    };
    TableTerrain {
        table: table_of(scenario),
        areas: scenario.terrain.iter().map(area).collect(),
        obstacles: scenario.obstacle.iter().map(obstacle).collect(),
        roads: scenario.road.iter().map(|road| Polyline::new(points(&road.line))).collect(),
        choke_points: scenario.choke_point.iter().map(choke).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Outrance;
    use crate::markers;
    use crate::tests::position::{PRUSSIAN, position};

    #[test]
    fn c02_units_stand_in_bases_of_their_troops() {
        let table = position(
            "prussian infantry p1 4 at 10,10
            french artillery f1 3 at 20,10 maneuver
            french cavalry f2 6 at 30,10 facing 180 maneuver
            french general fg at 30,20",
        )
        .start();
        let depth = |id: &str| {
            let [front, _, rear, _] = table.game.bases_of(id)[0];
            (table.game.bases_of(id).len(), rear.y - front.y)
        };
        assert_eq!(depth("p1"), (4, 1000), "II");
        assert_eq!(depth("f1"), (3, 1250), "II: guns are deeper");
        assert_eq!(depth("f2"), (6, -1000), "II: three regiments, facing down");
        assert_eq!(table.game.bases_of("fg").len(), 1, "II");
        assert_eq!(table.at("fg"), (30_000, 20_000), "II");
        assert!(table.game.bases_of("nobody").is_empty());
    }

    #[test]
    fn c02_all_problems_of_a_scenario_are_reported_at_once() {
        let broken = position(
            "prussian infantry p1 4
            prussian infantry p2 4 at 0,0
            prussian infantry p3 4 enters 2 by nowhere
            french infantry f1 4 at 10,10 of nobody
            objective mill 20,20 bavarian 3",
        );
        let problems: Vec<String> =
            Outrance::problems(broken.scenario()).iter().map(|problem| problem.message.clone()).collect();
        for words in
            ["has no start", "partly off the table", "not an entry", "not a formation", "not one of the two sides"]
        {
            assert!(problems.iter().any(|problem| problem.contains(words)), "{words}: {problems:#?}");
        }
        let same = position("turns 3").with(|scenario| {
            scenario.side.values_mut().for_each(|side| side.nation = battlewright_schema::outrance::Nation::French);
        });
        assert!(Outrance::problems(same.scenario())[0].message.contains("same nation"));
    }

    #[test]
    fn c02_units_of_unused_options_take_no_part() {
        let text = "prussian infantry p1 4 at 10,10
            prussian infantry p2 4 at 20,10
            french infantry f1 4 at 10,20
            option p2";
        let table = position(text).with_initiative(PRUSSIAN);
        assert_eq!(table.choices("select"), ["p1"]);
        let used = position(text).with(|scenario| scenario.option[0].used = true).with_initiative(PRUSSIAN);
        assert_eq!(used.choices("select"), ["p1", "p2"]);
    }

    #[test]
    fn c02_there_are_markers_for_all_units() {
        let position = position(
            "objective mill 20,20
            prussian infantry p1 4 at 10,10
            french general fg at 30,20",
        );
        let counts: Vec<(String, u16)> =
            markers(position.scenario()).iter().map(|marker| (marker.name(), marker.count)).collect();
        let expected = [("Disordered / Demoralized", 1), ("Acted", 2), ("Control", 1), ("Game Turn", 1)];
        assert_eq!(counts, expected.map(|(name, count)| (name.to_owned(), count)), "II");
    }
}
