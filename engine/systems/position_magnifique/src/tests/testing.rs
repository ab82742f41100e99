//! Positions for tests of the rules: a map, units and markers in a short notation, and actions in the notation of replays.
//!
//! A [`Position`] is written one item to a line. The ground is as in [`reads_ground`], the words of all counters as in [`Row`]:
//!
//! ```text
//! map 9x7                                   columns x rows from 0001, clear, at level 1; odd columns sit lower
//! map day                                   the map of A Day of Battle, with its roads, streams and places
//! forest 0404 0504
//! town 0302
//! corps ii french at 0105 range 2 4 defend  a formation; its HQ commands 2 hexes in attack, 4 in defense
//! division 6cav prussian at 0101 range 3 5  the same, but no infantry corps; both may say `enters 3 by E`,
//!                                           `guard`, `overrun`, `move 8`
//! french infantry f1 4/2 at 0303 of ii      factors at full and at reduced strength
//! prussian cavalry p1 2/1 at 0505 shaken reduced low 1 move 8
//! prussian field p2 9/5 at 0606 range 4 6   also `heavy` and `horse`; `m` is a mitrailleuse, `division 5` its division
//! french infantry f2 4/2 enters 2 by E      also `any` order
//! french infantry f3 4/2 eliminated 1       in this turn
//! holds french beaten-zone                  the first chit held is `chit-0`, and so on
//! chit prussian krupp-guns colonel-caprivi  a chit of two events, which goes into the cup
//! turn 3 of 6                               turn 1 of 6, if not mentioned
//! ```
//!
//! Units without a formation belong to `french` or `prussian`, whose HQ commands the whole map from a corner of it. HQs attack
//! unless they `defend`.

use battlewright_schema::position_magnifique as file;

use crate::rules::r08_sequence::{BeginTurn, Draw};
use crate::state::{ActivatedUnits, Activation, At, Chit, Task};
pub(crate) use crate::tests::testing_play::Table;
use crate::{Order, PositionMagnifique};
use battlewright_core::game::Side;
use battlewright_testkit::{Row, Words, json, lines, read_file, read_row, read_rules, reads_ground};

pub(crate) const FRENCH: Side = Side::First;
pub(crate) const PRUSSIAN: Side = Side::Second;

/// The scenario of a position before its first line. No unit uses the entry.
const BLANK: &str = r#"
    format = 1
    system = "position-magnifique"
    title = "A position"
    turns = { count = 6, first = "08:00", minutes = 60 }
    entry = [{ id = "nowhere", side = "french", hexes = [] }]
    victory = {}

    [map]
    columns = 1
    rows = 1
    numbering = { first = "0001" }
    hexes = "."

    [map.terrain]
    "." = { name = "Clear", class = "clear" }
    "f" = { name = "Forest", class = "forest" }
    "T" = { name = "Town", class = "town" }

    [side]
    french = { name = "French", nation = "french" }
    prussian = { name = "Prussians", nation = "prussian" }
"#;

/// A scenario in code, and the markers on its counters.
pub(crate) struct Position {
    scenario: file::PositionMagnifique,
    turn: u8,
    marks: Vec<Marks>,
    defends: Vec<String>,
    overrun: Vec<String>,
    holds: Vec<usize>,
}

#[derive(Default)]
struct Marks {
    shaken: bool,
    low_ammo: u8,
    eliminated: Option<u8>,
}

/// Reads the position in `text`, in the notation of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position {
        scenario: read_file(BLANK),
        turn: 1,
        marks: Vec::new(),
        defends: Vec::new(),
        overrun: Vec::new(),
        holds: Vec::new(),
    };
    for (line, words) in lines(text) {
        position.read(line, &words);
    }
    for side in ["french", "prussian"] {
        if position.scenario.unit.iter().any(|unit| unit.formation.as_str() == side) {
            let corner = if side == "french" { 0 } else { position.scenario.map.columns - 1 };
            let corner = format!("{corner:02}01");
            position.formation(side, side, true, &["at", &corner, "range", "99", "99"]);
        }
    }
    position
}

impl Position {
    fn read(&mut self, line: &str, words: &[&str]) {
        if reads_ground(&mut self.scenario, &[("forest", 'f'), ("town", 'T')], line, words) {
            return;
        }
        let scenario = &mut self.scenario;
        match words {
            ["map", "day"] => self.take_map_of_a_day(),
            ["corps", id, side, rest @ ..] => self.formation(id, side, true, rest),
            ["division", id, side, rest @ ..] => self.formation(id, side, false, rest),
            ["holds", side, event] => {
                self.holds.push(scenario.chit.len());
                scenario.chit.push(read_row(json!({ "side": side, "front": event, "back": event })));
            }
            ["chit", side, front, back] => {
                scenario.chit.push(read_row(json!({ "side": side, "front": front, "back": back })));
            }
            ["turn", turn, "of", turns] => {
                self.turn = turn.parse().expect(line);
                scenario.turns.count = turns.parse().expect(line);
            }
            [side @ ("french" | "prussian"), kind, id, rest @ ..] => self.unit(line, side, kind, id, rest),
            _ => panic!("a position does not say `{line}`"),
        }
    }

    fn take_map_of_a_day(&mut self) {
        let day: file::PositionMagnifique = read_file(include_str!("../../../../../scenarios/pm-a-day-of-battle.toml"));
        let scenario = &mut self.scenario;
        scenario.map = day.map;
        scenario.road = day.road;
        scenario.hexside = day.hexside;
        scenario.place = day.place;
        scenario.entry.extend(day.entry);
    }

    fn formation(&mut self, id: &str, side: &str, infantry_corps: bool, rest: &[&str]) {
        let mut guard = false;
        let mut hq = Row::new(json!({ "name": format!("{id}-hq"), "attack": 0, "defend": 0, "movement": 8 }));
        let mut words = Words::new(id, rest);
        while let Some(word) = words.read() {
            match word {
                "range" => {
                    hq.set("attack", words.number::<u8>());
                    hq.set("defend", words.number::<u8>());
                }
                "defend" => self.defends.push(id.into()),
                "overrun" => self.overrun.push(id.into()),
                "guard" => guard = true,
                _ => hq.read(word, &mut words),
            }
        }
        self.scenario.formation.push(read_row(json!({
            "id": id,
            "name": id,
            "side": side,
            "infantry_corps": infantry_corps,
            "guard": guard,
            "chit_from_turn": 1,
            "hq": hq,
        })));
    }

    fn unit(&mut self, line: &str, side: &str, kind: &str, id: &str, rest: &[&str]) {
        let infantry = if side == "french" { [2, 3] } else { [1, 2] };
        let (kind, range, movement) = match kind {
            "infantry" => ("infantry", Some(infantry), [6; 2]),
            "cavalry" => ("cavalry", None, [8; 2]),
            "field" => ("field-artillery", Some([4, 6]), [5; 2]),
            "heavy" => ("heavy-artillery", Some([4, 6]), [5; 2]),
            "horse" => ("horse-artillery", Some([3, 5]), [7; 2]),
            _ => panic!("what arm is `{line}`?"),
        };
        let mut words = Words::new(line, rest);
        let mut unit = Row::new(json!({
            "id": id,
            "name": id,
            "formation": side,
            "kind": kind,
            "combat": words.pair::<u8>(),
            "range": range,
            "movement": movement,
        }));
        let mut marks = Marks::default();
        while let Some(word) = words.read() {
            match word {
                "eliminated" => {
                    marks.eliminated = Some(words.number());
                    unit.never_enters();
                }
                "range" => unit.set("range", words.two::<u8>()),
                "move" => unit.set("movement", [words.number::<u8>(); 2]),
                "low" => marks.low_ammo = words.number(),
                "shaken" => marks.shaken = true,
                "m" => unit.set("mitrailleuse", true),
                _ => unit.read(word, &mut words),
            }
        }
        self.scenario.unit.push(unit.build());
        self.marks.push(marks);
    }

    /// Changes the scenario of the position.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut file::PositionMagnifique)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// Gives the scenario these rows of rules, such as `[[rules.forbid]]`, and nothing else under `[rules]`.
    pub(crate) fn rules(self, rows: &str) -> Self {
        self.with(|scenario| scenario.rules = read_rules(rows))
    }

    /// Starts a game from this position without a pending decision: after the task that a test begins, the next turn begins.
    pub(crate) fn set_up(self) -> Table {
        let mut table = self.start_of_scenario();
        let game = &mut table.game;
        game.state.turn = self.turn;
        game.board.begin_turn(self.turn);
        game.state.stack = vec![Task::BeginTurn(BeginTurn)];
        for (unit, marks) in game.state.units.iter_mut().zip(&self.marks) {
            unit.shaken = marks.shaken;
            unit.low_ammo = marks.low_ammo;
            if let Some(turn) = marks.eliminated {
                unit.at = At::Eliminated(turn);
            }
        }
        for formation in game.board.all_formations() {
            let id = game.board.formation(formation).id.clone();
            let hq = game.hq_mut(formation);
            hq.order = if self.defends.contains(&id) { Order::Defend } else { Order::Attack };
            hq.overrun = self.overrun.contains(&id);
        }
        for index in &self.holds {
            let chit = crate::ChitIx(u16::try_from(*index).expect("few chits"));
            let event = game.chit(chit).front;
            game.state.held.push((chit, event));
        }
        table
    }

    /// Starts a game at the start of the scenario (6.1).
    pub(crate) fn start(self) -> Table {
        self.start_of_scenario()
    }

    fn start_of_scenario(&self) -> Table {
        let game = PositionMagnifique::new(&self.scenario);
        Table::of(game.expect("the position can be played"))
    }

    /// Starts the activation of this formation at its Fire Combat Phase, or at the next phase if it cannot fire.
    pub(crate) fn activate(self, formation: &str) -> Table {
        let mut table = self.set_up();
        table.activate(formation);
        table
    }

    /// Starts the activation of this formation at its HQ Command Phase.
    pub(crate) fn orders(self, formation: &str) -> Table {
        let mut table = self.activate(formation);
        table.skip_fire();
        table
    }

    /// Starts the activation of this formation at its Movement Phase, with its order unchanged.
    pub(crate) fn moves(self, formation: &str) -> Table {
        let mut table = self.orders(formation);
        table.keep_orders();
        table
    }

    /// Starts the activation of this formation at its Assault Combat Phase, without moves.
    pub(crate) fn assaults(self, formation: &str) -> Table {
        let mut table = self.moves(formation);
        while matches!(table.game.state.stack.last(), Some(Task::MovePhase(_))) {
            table.does("pass");
        }
        table
    }

    /// Starts the surprise attack of the side (20.2) at its Fire Combat Phase.
    pub(crate) fn surprise(self, side: Side) -> Table {
        let mut table = self.set_up();
        table.run(|game, _| game.push_activation(Activation { who: ActivatedUnits::Everyone, side }));
        table
    }

    /// Starts a turn: the cup is filled, held chits stay held, and a chit is to be drawn.
    pub(crate) fn cup(self) -> Table {
        let mut table = self.set_up();
        table.run(|game, _| {
            let held = game.state.held.clone();
            game.fill_cup();
            game.state.cup.retain(|chit| !held.iter().any(|(held, _)| *chit == Chit::Event(*held)));
            game.state.held = held;
            game.state.stack.push(Task::Draw(Draw));
        });
        table
    }

    /// Starts the Turn End Phases (8.2).
    pub(crate) fn turn_end(self) -> Table {
        let mut table = self.set_up();
        table.run(|game, _| {
            game.state.stack.clear();
            game.next_chit();
        });
        table
    }
}
