//! Positions for tests of the rules: a map, units and markers in a few words, and what is done with them in the notation of
//! replays.
//!
//! A [`Position`] is written one thing a line. The ground is as in [`reads_ground`], the words of all counters as in [`Row`]:
//!
//! ```text
//! map 9x7                                   columns x rows from 0001, open; 9x9 if not mentioned
//! woods 0404 0504                           or village, town, hamlet (a village in woods)
//! trench french 0404 0504
//! mega 0404                                 the center of a mega-hex; the others follow
//! points flavy 2                            half points for the Germans; `any`: one hex is enough
//! loss flavy 1                              half points that the Germans lose if the French control it
//! level tactical 6
//! corps x german at 0105                    also `range 4`, `combat 2`, `move 8`, `neutralized`, `enters 3 by E`, `returns 2`
//! army third french always                  always in command; `division` and `air` are the other formations without HQ
//! supports x third                          the artillery of the third may support x
//! german infantry g1 4/2 at 0303 of x       values by step; also `stosstruppen` and `tank`
//! german artillery g2 3-4 5 at 0606         bombardment, defense, range
//! french fighter f8 4                       in the pot; `bomber f9 2-3` has a bombardment value
//! french infantry f3 4/2 enters 2 by E
//! reserve r french turn 3 through 4 points 6 attach x by E f4 f5
//! front german 0404 0504                    the foremost hexes of a side
//! free french german                        the sides with free setup, in this order
//! surprise german 2 1                       through turn 2, one column
//! turn 3 of 8                               turn 1 of 8, if not mentioned
//! ```
//!
//! A unit may also say `move 5`, `lost 1`, `division 4GD`, `attached x`, `neutralized`, `out` (of command), `fired`, and an air
//! unit `drawn`, `patrol 0404`, `mission bombing 0404`. Units that are of no formation are of `german` or `french`, a corps
//! that is always in command.

use battlewright_schema::FormationId;
use battlewright_schema::matz as file;

use crate::Matz;
use crate::event::Phase;
use crate::rules::r02_sequence::SequenceTask;
use crate::state::{At, FormationIx, MegaIx, Mission, ReserveIx, Task, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_testkit::{Row, Words, hex_called, json, lines, marks, named, read_file, read_row, reads_ground};

pub(crate) const GERMAN: Side = Side::First;
pub(crate) const FRENCH: Side = Side::Second;

/// The scenario of a position before its first line.
const BLANK: &str = r#"
    format = 1
    system = "matz"
    title = "A position"
    turns = { count = 8 }
    victory = { scorer = "german" }

    [map]
    columns = 1
    rows = 1
    numbering = { first = "0001" }
    hexes = "."

    [map.terrain]
    "." = { name = "Open" }
    "w" = { name = "Woods", classes = ["woods"] }
    "v" = { name = "Village", classes = ["village"] }
    "t" = { name = "Town", classes = ["town"] }
    "x" = { name = "Village in woods", classes = ["woods", "village"] }

    [side]
    german = { name = "Germans", nation = "german", edge = "north" }
    french = { name = "French", nation = "french", edge = "south" }
"#;

/// The letters of the terrain of a position.
const LETTERS: [(&str, char); 4] = [("woods", 'w'), ("village", 'v'), ("town", 't'), ("hamlet", 'x')];

/// A scenario in code, and the markers that a file does not set.
pub(crate) struct Position {
    scenario: file::Matz,
    marks: Vec<Marks>,
}

#[derive(Default)]
struct Marks {
    out_of_command: bool,
    fired: bool,
    drawn: bool,
    patrol: Option<String>,
    mission: Option<(Mission, String)>,
}

battlewright_testkit::test_game!(Table of Matz with tasks);
battlewright_testkit::find_on_board!(Table: unit in units as UnitIx, formation in formations as FormationIx);

/// The position that `text` describes, in the words of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position { scenario: read_file(BLANK), marks: Vec::new() };
    position.read("map 9x9", &["map", "9x9"]);
    for (line, words) in lines(text) {
        position.read(line, &words);
    }
    for side in ["german", "french"] {
        if position.scenario.unit.iter().any(|unit| unit.formation.as_str() == side) {
            position.formation(side, side, "corps", &["always"]);
        }
    }
    position
}

impl Position {
    fn read(&mut self, line: &str, words: &[&str]) {
        let scenario = &mut self.scenario;
        match words {
            ["trench", side, hexes @ ..] => scenario.trench.push(read_row(json!({ "side": side, "hexes": hexes }))),
            ["mega", center] => scenario.mega_hexes = Some(read_row(json!({ "center": center }))),
            [list @ ("points" | "loss"), place, points, rest @ ..] => {
                let victory = &mut scenario.victory;
                let list = if *list == "points" { &mut victory.gain } else { &mut victory.loss };
                let (points, any): (u8, _) = (points.parse().expect(line), rest.contains(&"any"));
                list.push(read_row(json!({ "place": place, "half_points": points, "any_hex": any })));
            }
            ["level", level, points] => {
                let points: i16 = points.parse().expect(line);
                scenario.victory.levels.push(read_row(json!({ "level": level, "points": points })));
            }
            [echelon @ ("corps" | "army" | "division" | "air"), id, side, rest @ ..] => {
                self.formation(id, side, echelon, rest);
            }
            ["supports", corps, other] => {
                let corps = FormationId::from(*corps);
                let row = scenario.formation.iter_mut().find(|row| row.id == corps).expect(line);
                row.supported_by.push((*other).into());
            }
            ["reserve", name, side, rest @ ..] => self.reserve(line, name, side, rest),
            ["front", side, hexes @ ..] => {
                let free_setup = scenario.front.take().map(|front| front.free_setup).unwrap_or_default();
                scenario.front = Some(read_row(json!({ "side": side, "hexes": hexes, "free_setup": free_setup })));
            }
            ["free", sides @ ..] => {
                let front = scenario.front.as_mut().expect("the front comes before the free setup");
                front.free_setup = sides.iter().map(|side| (*side).into()).collect();
            }
            ["surprise", side, through, columns] => {
                let [through, columns]: [u8; 2] = [through, columns].map(|number| number.parse().expect(line));
                scenario.surprise =
                    Some(read_row(json!({ "side": side, "through_turn": through, "columns": columns })));
            }
            ["turn", turn, "of", turns] => {
                scenario.first_turn = Some(turn.parse().expect(line)).filter(|turn| *turn > 1);
                scenario.turns.count = turns.parse().expect(line);
            }
            [side @ ("german" | "french"), kind, id, rest @ ..] => self.unit(line, side, kind, id, rest),
            _ => assert!(reads_ground(scenario, &LETTERS, line, words), "a position does not say `{line}`"),
        }
    }

    fn formation(&mut self, id: &str, side: &str, echelon: &str, rest: &[&str]) {
        let mut formation = Row::new(json!({ "id": id, "name": id, "side": side, "echelon": echelon }));
        let mut hq = Row::new(json!({ "name": format!("{id}-hq"), "combat": 1, "range": 6, "movement": 6 }));
        let mut words = Words::new(id, rest);
        let mut has_hq = false;
        while let Some(word) = words.read() {
            has_hq |= ["at", "enters", "returns"].contains(&word);
            match word {
                "returns" | "range" | "combat" => hq.set(word, words.number::<u8>()),
                "always" => formation.set("always_in_command", true),
                _ => hq.read(word, &mut words),
            }
        }
        let hq: file::Hq = hq.build();
        formation.set("hq", has_hq.then_some(hq));
        self.scenario.formation.push(formation.build());
    }

    fn reserve(&mut self, line: &str, name: &str, side: &str, rest: &[&str]) {
        let mut words = Words::new(line, rest);
        let mut row = file::Reserve { name: name.into(), side: side.into(), ..file::Reserve::default() };
        while let Some(word) = words.read() {
            match word {
                "turn" => row.turn = words.number(),
                "through" => row.through_turn = Some(words.number()),
                "points" => row.half_points = words.number(),
                "attach" => row.attach = Some(words.word().into()),
                "by" => row.arrival.push(file::Arrival { at: words.word().into(), units: Vec::new() }),
                unit => row.arrival.last_mut().expect(line).units.push(unit.into()),
            }
        }
        self.scenario.reserve.push(row);
    }

    fn unit(&mut self, line: &str, side: &str, kind: &str, id: &str, rest: &[&str]) {
        let kind: file::Kind = named(kind);
        let movement = if kind.flies() { 0 } else { 6 };
        let mut unit = Row::new(json!({ "id": id, "name": id, "formation": side, "kind": kind, "movement": movement }));
        let mut words = Words::new(line, rest);
        match kind {
            file::Kind::Artillery => {
                let [bombardment, defense] = words.pair::<u8>();
                unit.set("bombardment", bombardment);
                unit.set("defense", defense);
                unit.set("range", words.number::<u8>());
            }
            file::Kind::Bomber => {
                let [combat, bombardment] = words.pair::<u8>();
                unit.set("combat", [combat]);
                unit.set("bombardment", bombardment);
            }
            file::Kind::Fighter => {
                unit.set("combat", [words.number::<u8>()]);
                unit.set("bombardment", 1);
            }
            _ => unit.set("combat", words.list::<u8>()),
        }
        let mut marks = Marks::default();
        while let Some(word) = words.read() {
            match word {
                "attached" => unit.set("attached", words.word()),
                "out" => marks.out_of_command = true,
                "fired" => marks.fired = true,
                "drawn" => marks.drawn = true,
                "patrol" => marks.patrol = Some(words.word().to_owned()),
                "mission" => {
                    let mission = match words.word() {
                        "bombing" => Mission::Bombing,
                        "support" => Mission::Support,
                        "escort" => Mission::Escort,
                        other => panic!("`{other}` is no mission"),
                    };
                    marks.mission = Some((mission, words.word().to_owned()));
                }
                _ => unit.read(word, &mut words),
            }
        }
        self.scenario.unit.push(unit.build());
        self.marks.push(marks);
    }

    /// The position with other facts in its scenario.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut file::Matz)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// The scenario of the position.
    pub(crate) fn scenario(&self) -> &file::Matz {
        &self.scenario
    }

    /// The table at the start of the scenario, with the markers of the position.
    pub(crate) fn start(&self) -> Table {
        let mut table = Table::of(Matz::new(&self.scenario).expect("the position can be played"));
        self.mark(&mut table);
        table
    }

    /// The table at the beginning of `phase` in the player turn of `side`; the later phases of the turn follow.
    pub(crate) fn at(&self, side: Side, phase: Phase) -> Table {
        let mut table = self.before(side, phase);
        table.log_events(|game, log| game.run(log));
        table
    }

    /// The table at the beginning of `phase` of `side`; nothing follows this phase.
    pub(crate) fn only(&self, side: Side, phase: Phase) -> Table {
        let mut table = self.before(side, phase);
        table.game.state.stack = vec![SequenceTask::Begin(phase).into()];
        table.log_events(|game, log| game.run(log));
        table
    }

    /// The table just before `phase` begins in the player turn of `side`.
    pub(crate) fn before(&self, side: Side, phase: Phase) -> Table {
        let mut table = Table::of(Matz::before_start(&self.scenario).expect("the position can be played"));
        table.game.state.turn = table.game.board.first_turn;
        table.game.state.stack = vec![SequenceTask::EndTurn.into()];
        table.game.state.active = side;
        self.mark(&mut table);
        let later = Phase::OF_PLAYER_TURN.into_iter().rev().take_while(|other| *other > phase);
        let stack = &mut table.game.state.stack;
        stack.extend(later.map(|phase| SequenceTask::Begin(phase).into()));
        stack.push(SequenceTask::Begin(phase).into());
        table
    }

    /// The table in `phase` of the player turn of `side`, with `task` and nothing after it.
    pub(crate) fn doing(&self, side: Side, phase: Phase, task: impl Into<Task>) -> Table {
        let mut table = Table::of(Matz::before_start(&self.scenario).expect("the position can be played"));
        let state = &mut table.game.state;
        (state.active, state.phase, state.stack) = (side, phase, vec![task.into()]);
        self.mark(&mut table);
        table.log_events(|game, log| game.run(log));
        table
    }

    /// The table after a combat with this result, in which `attackers` of `side` attacked the hexes `targets`.
    pub(crate) fn fought(&self, side: Side, attackers: &str, targets: &str, result: &str) -> Table {
        let mut table = Table::of(Matz::before_start(&self.scenario).expect("the position can be played"));
        self.mark(&mut table);
        let attackers: Vec<UnitIx> = attackers.split(' ').map(|id| table.unit(id)).collect();
        let targets: Vec<HexIx> = targets.split(' ').map(|name| table.hex(name)).collect();
        let state = &mut table.game.state;
        (state.turn, state.active, state.phase) = (table.game.board.first_turn, side, Phase::Combat);
        state.stack.clear();
        table.run(|game, _| game.apply_result(named(result), &attackers, &targets, &Default::default()));
        table
    }

    fn mark(&self, table: &mut Table) {
        let game = &mut table.game;
        for (unit, marks) in game.board.all_units().zip(&self.marks) {
            game.unit_mut(unit).out_of_command = marks.out_of_command;
            game.unit_mut(unit).fired = marks.fired;
            let mega = |name: &str| game.board.mega.of(hex_called(&game.board.map, name)).expect("a mega-hex");
            let at = match marks {
                Marks { patrol: Some(name), .. } => At::Patrol(mega(name)),
                Marks { mission: Some((mission, name)), .. } => At::Mission { mission: *mission, mega: mega(name) },
                Marks { drawn: true, .. } => At::Drawn,
                _ => continue,
            };
            game.put(unit, at);
        }
    }
}

impl Table {
    /// The hex with this name.
    pub(crate) fn hex(&self, name: &str) -> HexIx {
        hex_called(&self.game.board.map, name)
    }

    /// The mega-hex with this hex.
    pub(crate) fn mega(&self, name: &str) -> MegaIx {
        self.game.board.mega.of(self.hex(name)).expect("the hex is in a mega-hex")
    }

    /// The place where a unit is: a hex, `due 3`, `reserve`, `eliminated 2`, `pot`, `drawn`, `patrol 0404`, `bombing 0404`,
    /// `aborted`.
    pub(crate) fn at(&self, id: &str) -> String {
        let mega = |mega: MegaIx| {
            self.game.board.mega.center(mega).map_or_else(String::new, |hex| self.game.board.map.name(hex).to_string())
        };
        match self.game.unit(self.unit(id)).at {
            At::Hex(hex) => self.game.board.map.name(hex).to_string(),
            At::Due { turn, .. } => format!("due {turn}"),
            At::Reserve => "reserve".to_owned(),
            At::Eliminated(turn) => format!("eliminated {turn}"),
            At::Pot => "pot".to_owned(),
            At::Drawn => "drawn".to_owned(),
            At::Patrol(at) => format!("patrol {}", mega(at)),
            At::Mission { mission, mega: at } => format!("{} {}", mission.name(), mega(at)),
            At::Aborted => "aborted".to_owned(),
        }
    }

    /// The markers of a unit, such as `""`, `"lost 1 neutralized"`, `"out fired"`.
    pub(crate) fn marks(&self, id: &str) -> String {
        let unit = self.game.unit(self.unit(id));
        let lost = format!("lost {}", unit.lost);
        marks(&[
            (unit.lost > 0, lost.as_str()),
            (unit.neutralized, "neutralized"),
            (unit.out_of_command, "out"),
            (unit.fired, "fired"),
        ])
    }

    /// The movement points that the piece in motion has spent, and its allowance.
    pub(crate) fn points(&self) -> (u16, u16) {
        let movement = self.game.movement_now().expect("a piece is in motion");
        (movement.spent / 2, movement.allowance / 2)
    }

    /// The phase at hand.
    pub(crate) fn phase(&self) -> Phase {
        self.game.state.phase
    }
}

impl Table {
    /// Reads the action with the notation `text`, legal or not.
    pub(crate) fn action(&self, text: &str) -> crate::Action {
        use crate::Action;
        let words: Vec<&str> = text.split(' ').collect();
        let reserve = |id: &str| {
            let number: u16 = id.strip_prefix("reserve-").and_then(|number| number.parse().ok()).expect("a reserve");
            ReserveIx(number - 1)
        };
        match words.as_slice() {
            ["hex", hex] => Action::Hex(self.hex(hex)),
            ["place", unit] => Action::Place(self.unit(unit)),
            ["move", unit] => Action::Move(self.unit(unit)),
            ["attach", unit, corps] => Action::Attach { unit: self.unit(unit), formation: self.formation(corps) },
            ["call", id, corps] => Action::CallUp { reserve: reserve(id), formation: self.formation(corps) },
            ["patrol", unit] => Action::Patrol(self.unit(unit)),
            ["mega", hex] => Action::Mega(self.mega(hex)),
            ["launch", unit, mission] => Action::Launch {
                unit: self.unit(unit),
                mission: [Mission::Bombing, Mission::Support, Mission::Escort]
                    .into_iter()
                    .find(|known| known.name() == *mission)
                    .expect("a mission"),
            },
            ["engage", unit] => Action::Engage(self.unit(unit)),
            ["target", hex] => Action::Target(self.hex(hex)),
            ["join", unit] => Action::Join(self.unit(unit)),
            ["support", unit] => Action::Support(self.unit(unit)),
            ["lose", unit] => Action::Lose(self.unit(unit)),
            ["advance", unit, hex] => Action::Advance { unit: self.unit(unit), to: self.hex(hex) },
            ["begin"] => Action::Begin,
            ["stop"] => Action::Stop,
            ["pass"] => Action::Pass,
            _ => panic!("no action is written `{text}`"),
        }
    }
}
