//! Positions for tests of the game: a table, units and markers in a few words, and actions in the notation of replays.
//!
//! A [`Position`] is written one thing a line. The words of all counters are as in [`Row`]. Points are inches from the left and the
//! upper edge.
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

use battlewright_schema::outrance as file;

use crate::Outrance;
use crate::action::Action;
use crate::rules::c03_turns::Select;
use crate::state::{Task, UnitIx};
use battlewright_core::game::Side;
use battlewright_testkit::{Row, Words, json, lines, read_file, read_row};

pub(crate) const PRUSSIAN: Side = Side::First;
pub(crate) const FRENCH: Side = Side::Second;

/// The scenario of a position before its first line.
const BLANK: &str = r#"
    format = 1
    system = "outrance"
    title = "A position"
    turns = { count = 6 }
    table = { width = 40, depth = 30 }
    formation = [
        { id = "prussian", name = "prussian", side = "prussian" },
        { id = "french", name = "french", side = "french" },
    ]
    victory = {}

    [side]
    prussian = { name = "Prussians", nation = "prussian" }
    french = { name = "French", nation = "french" }
"#;

/// A scenario in code.
pub(crate) struct Position {
    scenario: file::Outrance,
}

battlewright_testkit::test_game!(Table of Outrance with tasks);
battlewright_testkit::find_on_board!(Table: unit in units as UnitIx);

/// Returns the position that `text` describes, in the words of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position { scenario: read_file(BLANK) };
    for (line, words) in lines(text) {
        position.read(line, &words);
    }
    position
}

impl Position {
    fn read(&mut self, line: &str, words: &[&str]) {
        let number = |word: &str| word.parse::<u8>().expect(line);
        let scenario = &mut self.scenario;
        match words {
            ["table", size] => {
                let (width, depth) = size.split_once('x').expect(line);
                scenario.table = read_row(json!({ "width": number(width), "depth": number(depth) }));
            }
            ["turns", count] => scenario.turns.count = number(count),
            ["hill", outline @ ..] => {
                scenario.terrain.push(read_row(json!({ "kind": "hill", "level": 1, "outline": outline })));
            }
            ["stepped", outline @ ..] => {
                let hill = json!({ "kind": "hill", "level": 1, "stepped": true, "outline": outline });
                scenario.terrain.push(read_row(hill));
            }
            [
                kind @ ("woods" | "town" | "village" | "rough" | "marsh" | "steep" | "water" | "fortification"),
                outline @ ..,
            ] => scenario.terrain.push(read_row(json!({ "kind": kind, "outline": outline }))),
            [kind @ ("river" | "stream" | "wall" | "hedge" | "embankment" | "trench" | "cliff"), line @ ..] => {
                scenario.obstacle.push(read_row(json!({ "kind": kind, "line": line })));
            }
            ["road", line @ ..] => scenario.road.push(read_row(json!({ "line": line }))),
            [kind @ ("bridge" | "ford" | "gate"), at] => {
                scenario.choke_point.push(read_row(json!({ "kind": kind, "at": at })));
            }
            ["objective", id, at, rest @ ..] => self.objective(line, id, at, rest),
            ["entry", id, side, at] => scenario.entry.push(read_row(json!({ "id": id, "side": side, "at": at }))),
            ["formation", id, side, level] => {
                scenario.formation.push(read_row(json!({ "id": id, "name": id, "side": side, "level": level })));
            }
            ["silent", formation, from, through] => {
                let (from, through) = (number(from), number(through));
                let silence = json!({ "formation": formation, "from_turn": from, "through_turn": through });
                scenario.out_of_command.push(read_row(silence));
            }
            ["option", units @ ..] => scenario.option.push(read_row(json!({ "name": "An option", "units": units }))),
            [side @ ("french" | "prussian"), troops, id, rest @ ..] => self.unit(line, side, troops, id, rest),
            _ => panic!("a position does not say `{line}`"),
        }
    }

    fn objective(&mut self, line: &str, id: &str, at: &str, rest: &[&str]) {
        let mut objective = Row::new(json!({ "id": id, "name": id, "at": at }));
        let mut words = Words::new(line, rest);
        while let Some(word) = words.read() {
            match word {
                "held" => objective.set("holder", words.word()),
                side => {
                    let points: u8 = words.number();
                    let hold = json!({ "side": side, "place": id, "points": points });
                    self.scenario.victory.hold.push(read_row(hold));
                }
            }
        }
        self.scenario.objective.push(objective.build());
    }

    fn unit(&mut self, line: &str, side: &str, troops: &str, id: &str, rest: &[&str]) {
        let mut unit = Row::new(json!({ "id": id, "name": id, "formation": side, "troops": troops }));
        let mut words = Words::new(line, rest);
        if troops != "general" {
            unit.set("bases", words.number::<u8>());
        }
        while let Some(word) = words.read() {
            match word {
                "facing" => unit.set("facing", words.number::<u16>()),
                "deployed" | "maneuver" | "march" => unit.set("posture", word),
                "guard" | "line" | "landwehr" => unit.set("quality", word),
                "disordered" | "demoralized" => unit.set("status", word),
                _ => unit.read(word, &mut words),
            }
        }
        self.scenario.unit.push(unit.build());
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
        self.game.state.stack = vec![Task::Select(Select(side))];
        self
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
    pub(crate) fn action(&self, text: &str) -> Action {
        self.game.read_notation(text).unwrap_or_else(|| panic!("no action is spelled `{text}`"))
    }
}
