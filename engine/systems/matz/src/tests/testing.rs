//! Positions for tests of the rules: a map, units and markers in a few words, and what is done with them in the notation of
//! replays.
//!
//! A [`Position`] is written one thing a line:
//!
//! ```text
//! map 9x7                                   columns x rows from 0001, open; 9x9 if not mentioned
//! woods 0404 0504                           or village, town, hamlet (a village in woods)
//! river 0404/0405                           or stream, slope, bridge
//! trench french 0404 0504
//! mega 0404                                 the center of a mega-hex; the others follow
//! place flavy 0302 held french
//! points flavy 2                            half points for the Germans; `any`: one hex is enough
//! loss flavy 1                              half points that the Germans lose if the French control it
//! level tactical 6
//! entry E french 0009
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

use battlewright_schema::common::edge::MapEdge;
use battlewright_schema::common::mega::MegaHexes;
use battlewright_schema::matz as file;
use battlewright_schema::{FormationId, SideId, Turns};

use crate::Matz;
use crate::event::Phase;
use crate::rules::r02_sequence::SequenceTask;
use crate::state::{At, FormationIx, MegaIx, Mission, ReserveIx, Task, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::Tasks as _;
use battlewright_testkit::{Words, blank_map, hex_called, hex_ids, named, number_of, reads_ground};

pub(crate) const GERMAN: Side = Side::First;
pub(crate) const FRENCH: Side = Side::Second;

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

/// The position that `text` describes, in the words of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position { scenario: blank(), marks: Vec::new() };
    position.read("map 9x9", &["map", "9x9"]);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        position.read(line, &words);
    }
    for side in ["german", "french"] {
        if position.scenario.unit.iter().any(|unit| unit.formation.as_str() == side) {
            position.formation(side, side, file::Echelon::Corps, &["always"]);
        }
    }
    position
}

fn blank() -> file::Matz {
    use file::TerrainClass::{Town, Village, Woods};
    let terrain = |name: &str, classes: &[file::TerrainClass]| file::Terrain {
        name: name.into(),
        classes: classes.to_vec(),
        ..file::Terrain::default()
    };
    let side = |name: &str, nation, edge| file::Side { name: name.into(), nation, edge, color: None };
    file::Matz {
        format: 1,
        system: file::SystemName::Matz,
        title: "A position".into(),
        subtitle: None,
        description: None,
        authors: Vec::new(),
        license: None,
        sources: Vec::new(),
        theme: None,
        lints: Default::default(),
        turns: Turns { count: 8, first: None, minutes: None },
        first_turn: None,
        map: blank_map([
            ('.', terrain("Open", &[])),
            ('w', terrain("Woods", &[Woods])),
            ('v', terrain("Village", &[Village])),
            ('t', terrain("Town", &[Town])),
            ('x', terrain("Village in woods", &[Woods, Village])),
        ]),
        road: Vec::new(),
        hexside: Vec::new(),
        place: Vec::new(),
        label: Vec::new(),
        entry: Vec::new(),
        mega_hexes: None,
        trench: Vec::new(),
        front: None,
        surprise: None,
        side: [
            (SideId::from("german"), side("Germans", file::Nation::German, MapEdge::North)),
            (SideId::from("french"), side("French", file::Nation::French, MapEdge::South)),
        ]
        .into(),
        formation: Vec::new(),
        unit: Vec::new(),
        reserve: Vec::new(),
        victory: file::Victory { scorer: "german".into(), ..file::Victory::default() },
        rules: file::RuleChanges::default(),
    }
}

impl Position {
    fn read(&mut self, line: &str, words: &[&str]) {
        let scenario = &mut self.scenario;
        match words {
            ["trench", side, hexes @ ..] => scenario.trench.push(file::Trench {
                name: None,
                side: (*side).into(),
                hexes: hex_ids(hexes),
                source: None,
            }),
            ["mega", center] => {
                scenario.mega_hexes = Some(MegaHexes { center: (*center).into(), ..Default::default() });
            }
            [list @ ("points" | "loss"), place, points, rest @ ..] => {
                let row = file::HalfPoints {
                    place: (*place).into(),
                    half_points: points.parse().expect(line),
                    any_hex: rest.contains(&"any"),
                };
                let victory = &mut scenario.victory;
                if *list == "points" { victory.gain.push(row) } else { victory.loss.push(row) }
            }
            ["level", level, points] => scenario
                .victory
                .levels
                .push(file::LevelPoints { level: named(level), points: points.parse().expect(line) }),
            [echelon @ ("corps" | "army" | "division" | "air"), id, side, rest @ ..] => {
                self.formation(id, side, named(echelon), rest);
            }
            ["supports", corps, other] => {
                let corps = FormationId::from(*corps);
                let row = scenario.formation.iter_mut().find(|row| row.id == corps).expect(line);
                row.supported_by.push((*other).into());
            }
            ["reserve", name, side, rest @ ..] => self.reserve(line, name, side, rest),
            ["front", side, hexes @ ..] => {
                let free_setup = scenario.front.take().map(|front| front.free_setup).unwrap_or_default();
                scenario.front = Some(file::Front { side: (*side).into(), hexes: hex_ids(hexes), free_setup });
            }
            ["free", sides @ ..] => {
                let front = scenario.front.as_mut().expect("the front comes before the free setup");
                front.free_setup = sides.iter().map(|side| (*side).into()).collect();
            }
            ["surprise", side, through, columns] => {
                scenario.surprise = Some(file::Surprise {
                    side: (*side).into(),
                    through_turn: through.parse().expect(line),
                    columns: columns.parse().expect(line),
                });
            }
            ["turn", turn, "of", turns] => {
                scenario.first_turn = Some(turn.parse().expect(line)).filter(|turn| *turn > 1);
                scenario.turns.count = turns.parse().expect(line);
            }
            [side @ ("german" | "french"), kind, id, rest @ ..] => self.unit(line, side, kind, id, rest),
            _ => assert!(reads_ground(scenario, &LETTERS, line, words), "a position does not say `{line}`"),
        }
    }

    fn formation(&mut self, id: &str, side: &str, echelon: file::Echelon, rest: &[&str]) {
        let mut hq =
            file::Hq { name: format!("{id}-hq").into(), combat: 1, range: 6, movement: 6, ..file::Hq::default() };
        let mut row = file::Formation {
            id: id.into(),
            name: id.into(),
            side: side.into(),
            echelon,
            ..file::Formation::default()
        };
        let mut words = Words::new(id, rest);
        while let Some(word) = words.read() {
            match word {
                "at" => hq.at = Some(words.word().into()),
                "enters" => hq.enters = Some(enters(&mut words)),
                "returns" => hq.returns = Some(words.number()),
                "range" => hq.range = words.number(),
                "combat" => hq.combat = words.number(),
                "move" => hq.movement = words.number(),
                "neutralized" => hq.neutralized = true,
                "always" => row.always_in_command = true,
                _ => panic!("a formation is not `{word}`"),
            }
        }
        let has_hq = hq.at.is_some() || hq.enters.is_some() || hq.returns.is_some();
        row.hq = has_hq.then_some(hq);
        self.scenario.formation.push(row);
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
        let mut words = Words::new(line, rest);
        let mut unit = file::Unit {
            id: id.into(),
            name: id.into(),
            formation: side.into(),
            kind,
            movement: if kind.flies() { 0 } else { 6 },
            ..file::Unit::default()
        };
        let figures = words.word();
        let number = |text: &str| text.parse::<u8>().unwrap_or_else(|_| panic!("`{text}` is no number in `{line}`"));
        match kind {
            file::Kind::Artillery => {
                let (bombardment, defense) = figures.split_once('-').expect(line);
                (unit.bombardment, unit.defense) = (Some(number(bombardment)), Some(number(defense)));
                unit.range = Some(words.number());
            }
            file::Kind::Bomber => {
                let (combat, bombardment) = figures.split_once('-').expect(line);
                (unit.combat, unit.bombardment) = (vec![number(combat)], Some(number(bombardment)));
            }
            file::Kind::Fighter => (unit.combat, unit.bombardment) = (vec![number(figures)], Some(1)),
            _ => unit.combat = figures.split('/').map(number).collect(),
        }
        let mut marks = Marks::default();
        while let Some(word) = words.read() {
            match word {
                "at" => unit.at = Some(words.word().into()),
                "enters" => unit.enters = Some(enters(&mut words)),
                "of" => unit.formation = words.word().into(),
                "move" => unit.movement = words.number(),
                "lost" => unit.lost = words.number(),
                "division" => unit.division = Some(words.word().into()),
                "attached" => unit.attached = Some(words.word().into()),
                "neutralized" => unit.neutralized = true,
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
                _ => panic!("a unit is not `{word}`"),
            }
        }
        self.scenario.unit.push(unit);
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
        table.let_happen(|game, log| game.run(log));
        table
    }

    /// The table at the beginning of `phase` of `side`; nothing follows this phase.
    pub(crate) fn only(&self, side: Side, phase: Phase) -> Table {
        let mut table = self.before(side, phase);
        table.game.state.stack = vec![SequenceTask::Begin(phase).into()];
        table.let_happen(|game, log| game.run(log));
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
        table.let_happen(|game, log| game.run(log));
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

fn enters(words: &mut Words<'_>) -> file::Enters {
    let turn = words.number();
    assert_eq!(words.word(), "by", "a reinforcement enters `3 by E`");
    file::Enters { turn, at: words.word().into() }
}

impl Table {
    /// The unit with this id; a headquarters is `x-hq`.
    pub(crate) fn unit(&self, id: &str) -> UnitIx {
        UnitIx(number_of("unit", id, self.game.board.units.iter().map(|unit| unit.id.as_str())))
    }

    /// The formation with this id.
    pub(crate) fn formation(&self, id: &str) -> FormationIx {
        FormationIx(number_of("formation", id, self.game.board.formations.iter().map(|facts| facts.id.as_str())))
    }

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
        let lost = (unit.lost > 0).then(|| format!("lost {}", unit.lost));
        let marks = [(unit.neutralized, "neutralized"), (unit.out_of_command, "out"), (unit.fired, "fired")];
        let marks = marks.iter().filter(|(has, _)| *has).map(|(_, mark)| (*mark).to_owned());
        lost.into_iter().chain(marks).collect::<Vec<_>>().join(" ")
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
    pub(crate) fn spelled(&self, text: &str) -> crate::Action {
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
