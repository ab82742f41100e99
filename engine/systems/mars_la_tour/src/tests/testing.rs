//! Positions for tests of the rules: a map, units and markers in a short notation, and actions in the notation of replays.
//!
//! A [`Position`] is written one item to a line. The ground is as in [`reads_ground`], the words of all counters as in [`Row`]:
//!
//! ```text
//! map 9x7                                   columns x rows, all open; even columns sit lower
//! woods 0404 0504                           defensible terrain
//! hold 0302 0303 for french, german first   victory hexes, and who holds them to begin with
//! escape 4 by E F                           the French escape
//! german infantry g1 er 2 at 0303 march     in March Formation, unless it says `battle`
//! french cavalry f1 er 1 enters 2 by B
//! french infantry f2 er 0 blown 3           on the turn track, due in turn 3
//! french infantry f3 er 0 eliminated
//! hq german 0303 range 6                    a side without an HQ on the map is bound by no range
//! ammunition german 14                      none, if not mentioned
//! mitrailleuse 0404                         the French marker is there already
//! turn 3 of 6                               turn 1 of 6, if not mentioned
//! ```
//!
//! The sides are as published: the Germans go first, may move on from an EZOC and win tied duels; the French have Chassepots
//! and, from turn 3, the mitrailleuse.

use battlewright_schema::mars_la_tour as file;
use battlewright_schema::{HexId, SideId};

use crate::rules::passing::Passing;
use crate::state::{At, Formation, Step};
use crate::{Action, MarsLaTour, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_testkit::{Row, Words, hex_called, json, lines, read_file, read_row, reads_ground};

pub(crate) const GERMAN: Side = Side::First;
pub(crate) const FRENCH: Side = Side::Second;

/// The scenario of a position before its first line. No unit uses the entries.
const BLANK: &str = r#"
    format = 1
    system = "mars-la-tour"
    title = "A position"
    turns = { count = 6, first = "09:30", minutes = 120 }
    entry = [
        { id = "nowhere-german", side = "german", hexes = [] },
        { id = "nowhere-french", side = "french", hexes = [] },
    ]
    victory = { tie = "german" }

    [map]
    lower_columns = "even"
    columns = 1
    rows = 1
    numbering = { first = "0101" }
    hexes = "."

    [map.terrain]
    "." = { name = "Clear" }
    "w" = { name = "Woods", defensible = true }

    [side.german]
    name = "Germans"
    ammunition = 0
    hq = { name = "Friedrich Karl", range = 99 }
    moves_after_ezoc = 1
    wins_duel_ties = true

    [side.french]
    name = "French"
    ammunition = 0
    hq = { name = "Bazaine", range = 99 }
    chassepot = 1
    mitrailleuse_from_turn = 3
"#;

/// A scenario in code, and the places of its pieces.
pub(crate) struct Position {
    scenario: file::MarsLaTour,
    turn: u8,
    formations: Vec<Formation>,
    off_map: Vec<Option<At>>,
    hq: [Option<HexId>; 2],
    mitrailleuse: Option<HexId>,
}

/// Reads the position in `text`, in the notation of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position {
        scenario: read_file(BLANK),
        turn: 1,
        formations: Vec::new(),
        off_map: Vec::new(),
        hq: [None, None],
        mitrailleuse: None,
    };
    for (line, words) in lines(text) {
        position.read(line, &words);
    }
    position
}

impl Position {
    fn read(&mut self, line: &str, words: &[&str]) {
        if reads_ground(&mut self.scenario, &[("woods", 'w')], line, words) {
            return;
        }
        match words {
            ["hold", hexes @ .., "for", side] => self.hold(hexes, side, None),
            ["hold", hexes @ .., "for", side, holder, "first"] => self.hold(hexes, side, Some(*holder)),
            ["escape", infantry, "by", exits @ ..] => {
                let infantry: u8 = infantry.parse().expect(line);
                let escape = json!({ "side": "french", "exits": exits, "infantry": infantry, "points_if_none": 1 });
                self.scenario.victory.escape = Some(read_row(escape));
            }
            ["hq", side, hex, "range", range] => {
                self.hq[index(side)] = Some((*hex).into());
                self.side(side).hq.range = range.parse().expect(line);
            }
            ["ammunition", side, points] => self.side(side).ammunition = points.parse().expect(line),
            ["mitrailleuse", hex] => self.mitrailleuse = Some((*hex).into()),
            ["turn", turn, "of", turns] => {
                self.turn = turn.parse().expect(line);
                self.scenario.turns.count = turns.parse().expect(line);
            }
            [side @ ("german" | "french"), kind, id, rest @ ..] => self.unit(line, side, kind, id, rest),
            _ => panic!("a position does not say `{line}`"),
        }
    }

    fn unit(&mut self, line: &str, side: &str, kind: &str, id: &str, rest: &[&str]) {
        let mut unit = Row::new(json!({ "id": id, "name": id, "side": side, "kind": kind }));
        let (mut off_map, mut formation) = (None, Formation::March);
        let mut words = Words::new(line, rest);
        while let Some(word) = words.read() {
            match word {
                "er" => unit.set("er", words.number::<u8>()),
                "blown" => off_map = Some(At::Blown(words.number())),
                "eliminated" => off_map = Some(At::Eliminated),
                "march" => formation = Formation::March,
                "battle" => formation = Formation::Battle,
                _ => unit.read(word, &mut words),
            }
        }
        // A unit off the map from the start must have entered earlier, at an arbitrary entry.
        if off_map.is_some() {
            unit.set("enters", json!({ "turn": 1, "at": format!("nowhere-{side}") }));
        }
        self.scenario.unit.push(unit.build());
        self.formations.push(formation);
        self.off_map.push(off_map);
    }

    fn hold(&mut self, hexes: &[&str], side: &str, holder: Option<&str>) {
        let place = format!("town-{}", self.scenario.place.len());
        self.scenario.victory.hold.push(read_row(json!({ "place": place, "side": side, "points_per_hex": 1 })));
        self.scenario.place.push(read_row(json!({ "id": place, "name": place, "hexes": hexes, "holder": holder })));
    }

    fn side(&mut self, side: &str) -> &mut file::Side {
        self.scenario.side.get_mut(&SideId::from(side)).expect("german or french")
    }

    /// Changes the scenario of the position.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut file::MarsLaTour)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// Changes the settings under `[rules]`.
    pub(crate) fn rules(self, change: impl FnOnce(&mut file::RuleChanges)) -> Self {
        self.with(|scenario| change(&mut scenario.rules))
    }

    /// Starts a game from this position, before the first decision.
    fn set_up(self) -> Table {
        let mut game = MarsLaTour::new(&self.scenario).expect("the position can be played");
        game.state.turn = self.turn;
        game.board.begin_turn(self.turn);
        for (unit, (formation, off_map)) in game.board.all_units().zip(self.formations.iter().zip(&self.off_map)) {
            game.unit_mut(unit).formation = *formation;
            if let Some(at) = off_map {
                game.put_at(unit, *at);
            }
        }
        for (side, hq) in Side::BOTH.into_iter().zip(&self.hq) {
            let hex = hq.as_ref().map(|hex| game.board.map.find(hex).expect("an HQ is on the map"));
            game.put_hq(side, hex);
        }
        game.state.mitrailleuse[FRENCH.index()] =
            self.mitrailleuse.map(|hex| game.board.map.find(&hex).expect("the mitrailleuse is on the map"));
        game.state.passing = Passing::default();
        Table::of(game)
    }

    fn begin(self, phase: impl FnOnce(&mut MarsLaTour, &mut Vec<crate::Event>)) -> Table {
        let mut table = self.set_up();
        table.log_events(phase);
        table
    }

    /// Starts a game at the start of the scenario (7.0).
    pub(crate) fn start(self) -> Table {
        Table::of(MarsLaTour::new(&self.scenario).expect("the position can be played"))
    }

    /// Starts a game at the Command Phase (4.0 1).
    pub(crate) fn command(self) -> Table {
        let turn = self.turn;
        self.begin(|game, log| game.begin_turn(turn, log))
    }

    /// Starts a game at the return of blown units, with HQs in place (4.0 1b).
    pub(crate) fn returns(self) -> Table {
        self.begin(|game, log| game.begin_returns(GERMAN, log))
    }

    /// Starts a game at the placement of the mitrailleuse (4.0 1c).
    pub(crate) fn mitrailleuse(self) -> Table {
        self.begin(|game, log| game.ask_for_mitrailleuse(GERMAN, log))
    }

    /// Starts a game at the Organization Phase (4.0 1d).
    pub(crate) fn organization(self) -> Table {
        self.begin(MarsLaTour::begin_organization)
    }

    /// Starts a game at the Movement Phase, with the Germans to move (4.0 2).
    pub(crate) fn moves(self) -> Table {
        self.begin(MarsLaTour::begin_movement)
    }

    /// Starts a game at the Movement Phase, with the French to move.
    pub(crate) fn moves_of_the_french(self) -> Table {
        let mut table = self.moves();
        table.game.state.step = Step::Move(FRENCH);
        table
    }

    /// Starts a game at the Attack Phase, with the Germans to attack (4.0 3).
    pub(crate) fn attacks(self) -> Table {
        self.begin(MarsLaTour::begin_attacks)
    }

    /// Starts a game at the Attack Phase, with the French to attack.
    pub(crate) fn attacks_of_the_french(self) -> Table {
        let mut table = self.attacks();
        table.game.state.step = Step::Attack(FRENCH);
        table
    }

    /// Starts a game at the end of the turn (4.0 4).
    pub(crate) fn end(self) -> Table {
        self.begin(MarsLaTour::end_turn)
    }
}

battlewright_testkit::test_game!(Table of MarsLaTour);
battlewright_testkit::find_on_board!(Table: unit in units as UnitIx);

impl Table {
    /// Returns the place of a unit or marker: a hex, `blown 3`, `eliminated`, `left by E`, `waiting`, `nowhere`.
    pub(crate) fn at(&self, id: &str) -> String {
        let hex = |hex: Option<HexIx>| hex.map_or("nowhere".into(), |hex| self.game.board.map.name(hex).to_string());
        match id {
            "hq german" => return hex(self.game.state.hq[0]),
            "hq french" => return hex(self.game.state.hq[1]),
            "mitrailleuse" => return hex(self.game.state.mitrailleuse[1]),
            _ => {}
        }
        match self.game.unit(self.unit(id)).at {
            At::Hex(at) => hex(Some(at)),
            At::Waiting => "waiting".into(),
            At::Blown(turn) => format!("blown {turn}"),
            At::Eliminated => "eliminated".into(),
            At::Exited(exit) => format!("left by {}", self.game.board.exits[usize::from(exit)].id),
        }
    }

    /// Returns the face of a unit: `march` or `battle`.
    pub(crate) fn face(&self, id: &str) -> &'static str {
        match self.game.unit(self.unit(id)).formation {
            Formation::March => "march",
            Formation::Battle => "battle",
        }
    }

    /// Returns the ammunition points, German and French.
    pub(crate) fn ammunition(&self) -> [u8; 2] {
        self.game.state.ammunition
    }

    /// Returns the victory points, German and French.
    pub(crate) fn points(&self) -> [i32; 2] {
        self.game.points()
    }

    /// Returns the hex with this name.
    pub(crate) fn hex(&self, name: &str) -> HexIx {
        hex_called(&self.game.board.map, name)
    }
}

impl Table {
    /// Reads the action with the notation `text`, legal or not.
    pub(crate) fn action(&self, text: &str) -> Action {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["hq", hex] => Action::PlaceHq(self.hex(hex)),
            ["choose", unit] => Action::Choose(self.unit(unit)),
            ["return", unit] => Action::Return(self.unit(unit)),
            ["return-to", hex] => Action::ReturnTo(self.hex(hex)),
            ["mitrailleuse", hex] => Action::PlaceMitrailleuse(self.hex(hex)),
            ["march", unit] => Action::March(self.unit(unit)),
            ["leave", unit] => Action::Leave(self.unit(unit)),
            ["move", unit] => Action::Move(self.unit(unit)),
            ["enter", unit] => Action::Enter(self.unit(unit)),
            ["step", hex] => Action::Step(self.hex(hex)),
            ["stop"] => Action::Stop,
            ["exit"] => Action::Exit,
            ["attack", attacker, defender] => {
                Action::Attack { attacker: self.unit(attacker), defender: self.unit(defender) }
            }
            ["deathride", attacker, defender] => {
                Action::Deathride { attacker: self.unit(attacker), defender: self.unit(defender) }
            }
            ["support"] => Action::Support(true),
            ["no-support"] => Action::Support(false),
            ["pass"] => Action::Pass,
            _ => panic!("`{text}` is no action"),
        }
    }
}

fn index(side: &str) -> usize {
    usize::from(side == "french")
}
