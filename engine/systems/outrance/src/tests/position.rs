//! Positions for tests of the game: a table, units and markers in a few words, and actions in the notation of replays.
//!
//! A [`Position`] is written one thing a line. Points are inches from the left and the upper edge.
//!
//! ```text
//! table 40x30                               in inches; 40x30 if not mentioned
//! woods 0,12 40,12 40,18 0,18               an outline; or hill, town, village, rough, marsh, steep, water, fortification
//! stepped 0,0 40,0 40,5 0,5                 a stepped hill, whose outline is its crest
//! river 0,15 40,15                          a line; or stream, wall, hedge, embankment, trench, cliff
//! road 20,0 20,30
//! bridge 20,15                              or ford, gate
//! objective mill 20,20 held french prussian 3 french 2
//! entry e prussian 0,15
//! formation corps prussian corps            an army, a corps or a division
//! silent corps 1 3                          out of command from turn 1 through 3
//! french infantry f1 4 at 20,10 facing 180 maneuver guard disordered lost 1 of corps
//! prussian artillery p1 2 enters 2 by e toward 20,20 roll 4
//! french general fg at 20,5
//! option f1 f2                              units that take part only if the players want them
//! turns 6
//! ```

use battlewright_schema::common::inches::TablePoint;
use battlewright_schema::common::tabletop::Tabletop;
use battlewright_schema::outrance as file;
use battlewright_schema::{SideId, Turns};

use crate::Outrance;
use crate::action::Action;
use crate::state::{Task, UnitIx};
use battlewright_core::game::Side;
use battlewright_testkit::{Words, named, number_of};

pub(crate) const PRUSSIAN: Side = Side::First;
pub(crate) const FRENCH: Side = Side::Second;

/// A scenario in code.
pub(crate) struct Position {
    scenario: file::Outrance,
}

battlewright_testkit::test_game!(Table of Outrance with tasks);

/// Returns the position that `text` describes, in the words of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position { scenario: blank() };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        position.read(line, &words);
    }
    position
}

fn blank() -> file::Outrance {
    let side = |name: &str, nation| file::Side { name: name.into(), nation, color: None };
    let formation = |id: &str, side: &str| file::Formation {
        id: id.into(),
        name: id.into(),
        side: side.into(),
        ..file::Formation::default()
    };
    file::Outrance {
        format: 1,
        system: file::SystemName::Outrance,
        title: "A position".into(),
        subtitle: None,
        description: None,
        authors: Vec::new(),
        license: None,
        sources: Vec::new(),
        theme: None,
        lints: Default::default(),
        turns: Turns { count: 6, first: None, minutes: None },
        table: Tabletop { width: 40, depth: 30 },
        terrain: Vec::new(),
        obstacle: Vec::new(),
        road: Vec::new(),
        choke_point: Vec::new(),
        objective: Vec::new(),
        entry: Vec::new(),
        side: [
            (SideId::from("prussian"), side("Prussians", file::Nation::Prussian)),
            (SideId::from("french"), side("French", file::Nation::French)),
        ]
        .into(),
        formation: vec![formation("prussian", "prussian"), formation("french", "french")],
        unit: Vec::new(),
        option: Vec::new(),
        out_of_command: Vec::new(),
        victory: file::Victory::default(),
        rules: file::RuleChanges::default(),
        hexless: Default::default(),
    }
}

pub(crate) fn table_point(word: &str) -> TablePoint {
    named(word)
}

fn table_points(words: &[&str]) -> Vec<TablePoint> {
    words.iter().map(|word| table_point(word)).collect()
}

impl Position {
    fn read(&mut self, line: &str, words: &[&str]) {
        let scenario = &mut self.scenario;
        match words {
            ["table", size] => {
                let (width, depth) = size.split_once('x').expect(line);
                scenario.table = Tabletop { width: width.parse().expect(line), depth: depth.parse().expect(line) };
            }
            ["turns", count] => scenario.turns.count = count.parse().expect(line),
            [
                kind
                @ ("hill" | "woods" | "town" | "village" | "rough" | "marsh" | "steep" | "water" | "fortification"),
                points @ ..,
            ] => scenario.terrain.push(file::Terrain {
                kind: named(kind),
                level: (*kind == "hill").then_some(1),
                outline: table_points(points),
                ..file::Terrain::default()
            }),
            ["stepped", points @ ..] => scenario.terrain.push(file::Terrain {
                kind: file::TerrainKind::Hill,
                level: Some(1),
                stepped: true,
                outline: table_points(points),
                ..file::Terrain::default()
            }),
            [kind @ ("river" | "stream" | "wall" | "hedge" | "embankment" | "trench" | "cliff"), points @ ..] => {
                scenario.obstacle.push(file::Obstacle {
                    kind: named(kind),
                    line: table_points(points),
                    ..file::Obstacle::default()
                })
            }
            ["road", points @ ..] => {
                scenario.road.push(file::TableRoad { line: table_points(points), ..file::TableRoad::default() });
            }
            [kind @ ("bridge" | "ford" | "gate"), at] => scenario.choke_point.push(file::ChokePoint {
                kind: named(kind),
                at: table_point(at),
                ..file::ChokePoint::default()
            }),
            ["objective", id, at, rest @ ..] => self.objective(line, id, at, rest),
            ["entry", id, side, at] => scenario.entry.push(file::TableEntry {
                id: (*id).into(),
                side: (*side).into(),
                at: table_point(at),
                ..file::TableEntry::default()
            }),
            ["formation", id, side, level] => scenario.formation.push(file::Formation {
                id: (*id).into(),
                name: (*id).into(),
                side: (*side).into(),
                level: named(level),
                ..file::Formation::default()
            }),
            ["silent", formation, from, through] => scenario.out_of_command.push(file::OutOfCommand {
                formation: (*formation).into(),
                from_turn: from.parse().expect(line),
                through_turn: through.parse().expect(line),
            }),
            ["option", units @ ..] => scenario.option.push(file::OptionalUnits {
                name: "An option".into(),
                units: units.iter().map(|id| (*id).into()).collect(),
                used: false,
            }),
            [side @ ("french" | "prussian"), troops, id, rest @ ..] => self.unit(line, side, troops, id, rest),
            _ => panic!("a position does not say `{line}`"),
        }
    }

    fn objective(&mut self, line: &str, id: &str, at: &str, rest: &[&str]) {
        let mut objective =
            file::Objective { id: id.into(), name: id.into(), at: table_point(at), ..file::Objective::default() };
        let mut words = Words::new(line, rest);
        while let Some(word) = words.read() {
            match word {
                "held" => objective.holder = Some(words.word().into()),
                side => {
                    let row = file::HoldPoints { side: side.into(), place: id.into(), points: words.number() };
                    self.scenario.victory.hold.push(row);
                }
            }
        }
        self.scenario.objective.push(objective);
    }

    fn unit(&mut self, line: &str, side: &str, troops: &str, id: &str, rest: &[&str]) {
        let troops: file::TroopType = named(troops);
        let mut unit =
            file::Unit { id: id.into(), name: id.into(), formation: side.into(), troops, ..file::Unit::default() };
        let mut words = Words::new(line, rest);
        if troops != file::TroopType::General {
            unit.bases = words.number();
        }
        while let Some(word) = words.read() {
            match word {
                "at" => unit.at = Some(table_point(words.word())),
                "facing" => unit.facing = words.number(),
                "deployed" | "maneuver" | "march" => unit.posture = named(word),
                "guard" | "line" | "landwehr" => unit.quality = named(word),
                "disordered" | "demoralized" => unit.status = named(word),
                "lost" => unit.lost = words.number(),
                "of" => unit.formation = words.word().into(),
                "enters" => unit.enters = Some(file::Enters { turn: words.number(), ..file::Enters::default() }),
                "by" => unit.enters.as_mut().expect(line).at = words.word().into(),
                "toward" => unit.enters.as_mut().expect(line).toward = Some(table_point(words.word())),
                "roll" => unit.enters.as_mut().expect(line).roll = Some(words.number()),
                _ => panic!("a unit is not `{word}`"),
            }
        }
        self.scenario.unit.push(unit);
    }

    /// The position with other facts in its scenario.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut file::Outrance)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// The scenario of the position.
    pub(crate) fn scenario(&self) -> &file::Outrance {
        &self.scenario
    }

    /// The table at the start of the first turn.
    pub(crate) fn start(&self) -> Table {
        Table::of(Outrance::new(&self.scenario).expect("the position can be played"))
    }

    /// The table in the first turn, with the initiative of a side.
    pub(crate) fn with_initiative(&self, side: Side) -> Table {
        let mut table = self.start();
        table.has_initiative(side);
        table
    }
}

impl Table {
    /// Gives the initiative to a side.
    pub(crate) fn has_initiative(&mut self, side: Side) -> &mut Self {
        self.game.state.stack = vec![Task::Select(side)];
        self
    }

    /// The unit with this id.
    pub(crate) fn unit(&self, id: &str) -> UnitIx {
        UnitIx(number_of("unit", id, self.game.board.units.iter().map(|unit| unit.id.as_str())))
    }

    /// The place of a unit in thousandths of an inch; that of the center of its front.
    pub(crate) fn at(&self, id: &str) -> (i32, i32) {
        let point = self.game.point_of(self.unit(id)).expect("the unit is on the table");
        (point.x(), point.y())
    }

    /// The status, the number of bases and the formation of a unit, such as `"disordered 3 deployed"`; `"out"` if it is out of
    /// play.
    pub(crate) fn state_of(&self, id: &str) -> String {
        let unit = self.unit(id);
        let state = self.game.unit(unit);
        let Some(place) = self.game.place(unit) else { return "out".to_owned() };
        format!("{} {} {}", state.status.name(), state.bases, place.posture.name())
    }
}

impl Table {
    /// Reads the action with the notation `text`, legal or not.
    pub(crate) fn spelled(&self, text: &str) -> Action {
        self.game.read_notation(text).unwrap_or_else(|| panic!("no action is spelled `{text}`"))
    }
}
