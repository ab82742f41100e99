//! 7.0 Setup: the conversion of a scenario to the start of the game, or all reasons against it.
//!
//! The scenario file has already been checked. This module checks only the needs of the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use battlewright_schema::mars_la_tour::vocabulary::VOCABULARY;
use battlewright_schema::rule::CheckedRules;
use battlewright_schema::{Cell, DocPath, Place, Road, mars_la_tour as file};

use crate::board::{Board, EntryFacts, EscapeFacts, ExitFacts, SideFacts, Start, UnitFacts, VictoryHex};
use crate::ground::MapOccupancy;
use crate::rules::passing::Passing;
use crate::state::{At, Formation, State, Step, Unit, UnitIx};
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::game::{SetupProblem, Side};
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::extra::{Extra, ExtraRules};
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::lookup::Lookup;
use battlewright_core::kit::turn_board::TurnBoard;
use battlewright_core::players::plan::ScenarioAdvice;

/// Resolves a scenario and collects every problem.
struct Setup<'a> {
    scenario: &'a file::MarsLaTour,
    names: Lookup,
}

impl MarsLaTour {
    /// Returns every reason why `scenario` cannot be played, without starting a game.
    pub fn problems(scenario: &file::MarsLaTour) -> Vec<SetupProblem> {
        let tables = scenario.tables_by_turn();
        let problems = |set| resolve(&scenario.with_tables(set)).err();
        tables.sets().iter().find_map(problems).unwrap_or_default()
    }

    /// Creates the game at its start, at the first decision of the first Command Phase.
    ///
    /// # Errors
    /// Every reason why `scenario` cannot be played.
    pub fn new(scenario: &file::MarsLaTour) -> Result<Self, Vec<SetupProblem>> {
        let board = TurnBoard::from(resolve(scenario)?());
        let board = board.with_turns(scenario.tables_by_turn(), |tables| {
            resolve(&scenario.with_tables(tables)).map(|board| board().into())
        })?;
        let units = board
            .units
            .iter()
            .map(|unit| Unit {
                at: match unit.start {
                    Start::At(hex) => At::Hex(hex),
                    Start::Enters { .. } => At::Waiting,
                },
                formation: Formation::March,
                held: false,
                gave_way: false,
                entered_ezoc: false,
                moves_after_ezoc: 0,
                halted: false,
            })
            .collect();
        let state = State {
            turn: 0,
            step: Step::PlaceHq(Side::First),
            units,
            hq: [None; 2],
            mitrailleuse: [None; 2],
            ammunition: [board.sides[0].ammunition, board.sides[1].ammunition],
            holders: board.victory_hexes.iter().map(|hex| hex.holder).collect(),
            passing: Passing::default(),
            extra: board.extra.state(),
        };
        let ground = MapOccupancy::new(&board, &state);
        let mut game = Self { board, state, ground };
        for unit in game.board.all_units() {
            if let Some(hex) = game.hex_of(unit) {
                game.take_hold(game.board.unit(unit).side, hex);
            }
        }
        game.begin_turn(1, &mut ());
        Ok(game)
    }
}

/// Returns a builder of the board of `scenario`, or every problem.
fn resolve(scenario: &file::MarsLaTour) -> Result<impl FnOnce() -> Board, Vec<SetupProblem>> {
    let mut setup = Setup::of(scenario)?;
    let board = setup.board();
    setup.names.finish(board)
}

impl<'a> Setup<'a> {
    fn of(scenario: &'a file::MarsLaTour) -> Result<Self, Vec<SetupProblem>> {
        let names = Lookup::of(&scenario.map, scenario.side.keys(), rule::FRIENDLY_AND_ENEMY, rule::SETUP)?;
        Ok(Self { scenario, names })
    }

    /// Resolves all names; returns a builder of the board, or `None` if a name is missing.
    fn board(&mut self) -> Option<impl FnOnce() -> Board + use<'a>> {
        let scenario = self.scenario;
        if scenario.turns.count == 0 {
            self.names.problem_at(DocPath::root().key("turns"), rule::END_PHASE, "the game has no turn");
        }
        let sides = self.names.two(scenario.side.values().map(side_facts).collect())?;
        if sides.iter().filter(|side| side.wins_duel_ties).count() > 1 {
            self.names.problem(rule::DUELS, "both sides win ties of artillery duels");
        }
        let rules = scenario.ruleset();
        if rules.blown_returns > crate::state::Chosen::MOST {
            let most = crate::state::Chosen::MOST;
            let message = format!("at most {most} blown units may return in a turn");
            self.names.problem_at(DocPath::root().key("rules"), rule::BLOWN_RETURN, message);
        }
        let entries = self.names.rows("entry", &scenario.entry, |names, entry| {
            let what = format_args!("entry {}", entry.id);
            let side = names.side(&entry.side, what)?;
            let (id, title) = (entry.id.to_string(), entry.title());
            Some(EntryFacts { id, title, side, hexes: names.hexes(&entry.hexes, what) })
        });
        let exits = self.names.rows("exit", &scenario.exit, |names, exit| {
            let what = format_args!("exit {}", exit.id);
            let side = names.side(&exit.side, what)?;
            let (id, title) = (exit.id.to_string(), exit.title());
            Some(ExitFacts { id, title, side, hexes: names.hexes(&exit.hexes, what) })
        });
        let units = self.units(&entries);
        let extra = self.names.rows_of_rules(scenario.extra_rules(), rule::SETUP);
        let victory_hexes = self.victory_hexes(&extra);
        let places = self.places();
        let escape = self.escape(&exits);
        self.names.path = DocPath::root().key("victory");
        let tie = self.names.side(&scenario.victory.tie, "a tie")?;
        let hexes = Arc::clone(&self.names.hexes);
        let is_defensible = |cell: &Cell| scenario.terrain(*cell).is_some_and(|terrain| terrain.defensible);
        let of = |side: Side| {
            let numbers = (0..).map(UnitIx).zip(&units);
            numbers.filter(|(_, facts)| facts.side == side).map(|(unit, _)| unit).collect()
        };
        let order_of_battle = Side::BOTH.map(of);
        let (groups, group_of) = groups_of(&units, &sides);
        let advice = ScenarioAdvice::new(scenario, |unit| group_of.get(unit).copied());
        let count = hexes.cells().len();
        let defensible = hexes.cells().iter().map(is_defensible).collect();
        let map = Arc::new(HexMap::of(hexes, &scenario.road));
        let extra = Extra::new(ExtraRules::new(&extra, &VOCABULARY, Some(&map)));
        let road_off_map = roads_off_map(&map, &scenario.road);
        Some(move || Board {
            defensible,
            road_off_map,
            map,
            results: (0..=u8::MAX).map(|differential| rules.tables.attack.result(differential)).collect(),
            rules,
            turns: scenario.turns.count,
            clock: TurnClock::new(&scenario.turns),
            sides,
            units,
            order_of_battle,
            groups,
            group_of,
            entries,
            exit_at: Side::BOTH.map(|side| exits_of(side, &exits, count)),
            exits,
            victory_hexes,
            escape,
            tie,
            places,
            extra,
            advice,
        })
    }

    fn units(&mut self, entries: &[EntryFacts]) -> Vec<UnitFacts> {
        let scenario = self.scenario;
        if scenario.unit.len() > usize::from(u16::MAX) {
            self.names.problem_at(DocPath::root().key("unit"), rule::UNITS, "there are too many units");
            return Vec::new();
        }
        let mut occupied = BTreeSet::new();
        let mut units = Vec::new();
        for (n, unit) in scenario.unit.iter().enumerate() {
            self.names.enter("unit", n);
            let what = format_args!("unit {}", unit.id);
            let side = self.names.side(&unit.side, what);
            let start = match (&unit.at, &unit.enters) {
                (Some(at), None) => self.names.hex(at, what).map(|hex| {
                    if !occupied.insert(hex) {
                        self.names
                            .problem(rule::SETUP, format!("{what} starts in {at}, where another unit also starts"));
                    }
                    Start::At(hex)
                }),
                (None, Some(enters)) => {
                    let entry = entries.iter().position(|entry| entry.id == enters.at.as_str());
                    match entry.and_then(|index| Some((index, entries.get(index)?))) {
                        None => {
                            self.names.problem(
                                rule::REINFORCEMENTS,
                                format!("{what} enters at {}, which is not an entry", enters.at),
                            );
                            None
                        }
                        Some((_, entry)) if Some(entry.side) != side => {
                            self.names.problem(
                                rule::REINFORCEMENTS,
                                format!("{what} enters at {}, an entry of the enemy", enters.at),
                            );
                            None
                        }
                        Some((index, _)) => Some(Start::Enters { turn: enters.turn, entry: index }),
                    }
                }
                (Some(_), Some(_)) => {
                    self.names.problem(rule::SETUP, format!("{what} both starts on the map and enters it"));
                    None
                }
                (None, None) => {
                    self.names.problem(rule::SETUP, format!("{what} neither starts on the map nor enters it"));
                    None
                }
            };
            if let (Some(side), Some(start)) = (side, start) {
                units.push(UnitFacts {
                    id: unit.id.to_string(),
                    name: unit.name.to_string(),
                    label: unit.label.as_deref().unwrap_or(unit.id.as_str()).to_owned(),
                    formation: unit.formation.as_deref().map(str::to_owned),
                    side,
                    kind: unit.kind,
                    er: unit.er,
                    start,
                });
            }
        }
        units
    }

    /// Returns the hexes of each place.
    fn places(&mut self) -> Vec<Vec<HexIx>> {
        let scenario = self.scenario;
        let hexes = |place: &Place| place.hexes.iter().filter_map(|hex| self.names.hexes.find(hex)).collect();
        scenario.place.iter().map(hexes).collect()
    }

    /// Returns the hexes whose holder counts: those that score, and those about which rows ask.
    fn victory_hexes(&mut self, extra: &CheckedRules) -> Vec<VictoryHex> {
        let scenario = self.scenario;
        let mut found: Vec<VictoryHex> = Vec::new();
        // A map of indices by hex, since a place may have a million hexes.
        let mut known = BTreeMap::new();
        for (n, hold) in scenario.victory.hold.iter().enumerate() {
            self.names.path = DocPath::root().key("victory").key("hold").index(n);
            let Some((row, place)) = scenario.place.iter().enumerate().find(|(_, place)| place.id == hold.place) else {
                self.names.problem(rule::VICTORY, format!("{} scores, but is not a place", hold.place));
                continue;
            };
            let what = format_args!("place {}", place.id);
            let Some(side) = self.names.side(&hold.side, what) else { continue };
            self.names.enter("place", row);
            let holder = place.holder.as_ref().and_then(|holder| self.names.side(holder, what));
            for hex in self.names.hexes(&place.hexes, what) {
                let place = *known.entry(hex).or_insert_with(|| {
                    found.push(VictoryHex { hex, points: [0; 2], holder: None });
                    found.len() - 1
                });
                let victory = &mut found[place];
                let points = &mut victory.points[side.index()];
                *points = points.saturating_add(hold.points_per_hex.into());
                victory.holder = victory.holder.or(holder);
            }
        }
        for place in extra.held_places().into_iter().filter_map(|place| scenario.place.get(place)) {
            let what = format_args!("place {}", place.id);
            let holder = place.holder.as_ref().and_then(|holder| self.names.side(holder, what));
            for hex in self.names.hexes(&place.hexes, what) {
                known.entry(hex).or_insert_with(|| {
                    found.push(VictoryHex { hex, points: [0; 2], holder });
                    found.len() - 1
                });
            }
        }
        found
    }

    fn escape(&mut self, exits: &[ExitFacts]) -> Option<EscapeFacts> {
        let escape = self.scenario.victory.escape.as_ref()?;
        self.names.path = DocPath::root().key("victory").key("escape");
        let side = self.names.side(&escape.side, "the escape")?;
        let mut numbers = Vec::new();
        for id in &escape.exits {
            match exits.iter().position(|exit| exit.id == id.as_str()) {
                Some(number) => numbers.push(number),
                None => self.names.problem(rule::VICTORY, format!("the escape uses {id}, which is not an exit")),
            }
        }
        Some(EscapeFacts { side, exits: numbers, infantry: escape.infantry, points_if_none: escape.points_if_none })
    }
}

fn side_facts(side: &file::Side) -> SideFacts {
    SideFacts {
        name: side.name.to_string(),
        hq_name: side.hq.name.to_string(),
        hq_range: side.hq.range,
        ammunition: side.ammunition,
        moves_after_ezoc: side.moves_after_ezoc,
        chassepot: side.chassepot,
        wins_duel_ties: side.wins_duel_ties,
        mitrailleuse_from_turn: side.mitrailleuse_from_turn,
    }
}

/// Returns the groups of each side, by name, and the number of each unit's group: its formation, or all units without one.
fn groups_of(units: &[UnitFacts], sides: &[SideFacts; 2]) -> ([Vec<String>; 2], Vec<usize>) {
    let mut groups = [Vec::new(), Vec::new()];
    let group_of = units.iter().map(|unit| {
        let names: &mut Vec<String> = &mut groups[unit.side.index()];
        let name = unit.formation.as_ref().unwrap_or(&sides[unit.side.index()].name);
        names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        })
    });
    let group_of = group_of.collect();
    (groups, group_of)
}

/// Returns `true` for each hex from which a road leads off the map: an end of a road at the edge of the map (3.11).
fn roads_off_map(map: &HexMap, roads: &[Road]) -> Vec<bool> {
    let mut off = vec![false; map.len()];
    let ends = roads.iter().filter(|road| road.path.len() > 1).flat_map(|road| [road.path.first(), road.path.last()]);
    for hex in ends.flatten().filter_map(|hex| map.find(hex)).filter(|hex| map.is_edge(*hex)) {
        if let Some(off) = off.get_mut(hex.index()) {
            *off = true;
        }
    }
    off
}

/// Returns the index of the exit of `side` in each of `count` hexes: the first, if a hex has several.
fn exits_of(side: Side, exits: &[ExitFacts], count: usize) -> Vec<Option<u16>> {
    let mut at = vec![None; count];
    for (number, exit) in (0..).zip(exits).filter(|(_, exit)| exit.side == side) {
        for hex in &exit.hexes {
            at[hex.index()].get_or_insert(number);
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::MarsLaTour;
    use crate::tests::testing::position;

    #[test]
    fn r7_units_start_where_and_enter_when_the_scenario_says() {
        let table = position(
            "
            map 9x7
            entry C german 0104
            german infantry g1 er 1 enters 2 by C
            french infantry f1 er 1 at 0904",
        )
        .start();
        assert_eq!([table.at("g1"), table.at("f1")], ["waiting", "0904"]);
        assert_eq!(table.face("f1"), "march");
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl", "turn 1 begins");
    }

    #[test]
    fn r7_the_bundled_scenarios_can_be_set_up() {
        for text in [
            include_str!("../../../../../scenarios/mars-la-tour.toml"),
            include_str!("../../../../../scenarios/tutorial.toml"),
        ] {
            let loaded = battlewright_schema::load(text);
            let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = loaded.scenario else {
                panic!("it loads: {:?}", loaded.diagnostics);
            };
            assert_eq!(MarsLaTour::new(&scenario).err(), None);
        }
    }

    #[test]
    fn r7_every_reason_why_a_scenario_cannot_be_played_is_given_with_its_rule() {
        let mut scenario = None;
        position("map 3x3\n german infantry g1 er 1 at 0101\n french infantry f1 er 1 at 0101").with(|found| {
            found.unit[1].side = "belgian".into();
            found.turns.count = 0;
            found.victory.tie = "nobody".into();
            found.unit.push(battlewright_schema::mars_la_tour::Unit {
                enters: None,
                at: None,
                ..found.unit[0].clone()
            });
            scenario = Some(found.clone());
        });
        let problems = MarsLaTour::new(&scenario.unwrap()).unwrap_err();
        let rules: Vec<&str> = problems.iter().map(|problem| problem.rule.number).collect();
        assert_eq!(rules, ["4.0 4", "3.6", "7.0", "7.0", "3.6"], "{problems:#?}");
    }
}
