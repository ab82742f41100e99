//! Positions for tests of the rules: a map, units and markers in a few words, and what is done with them in the notation of
//! replays.
//!
//! A [`Position`] is written one thing a line. The ground is as in [`reads_ground`], the words of all counters as in [`Row`]:
//!
//! ```text
//! map 9x7                                   columns x rows from 0001, clear, at level 1; 9x9 if not mentioned
//! map mars                                  the map of the bundled Mars-la-Tour
//! woods 0404 0504                           or quarry, farm, town, ravine, stream: the features of a hex add up
//! fieldworks 0404                           or entrenchments
//! place flavigny 0302 held french           a place is of consequence with a holder, or with points
//! points flavigny 3 french                  for each of its hexes; for either side, if it names none
//! corps ii french at 0105 rating 2 4        a formation; 2 is for attack and march, 4 for defend and regroup
//! division 6cav prussian at 0101 rating 3 2 the same, but no infantry corps; both may say `enters 3 by E group C`,
//!                                           `back`, `overrun`, `move 8`, `chit 4` (its turn; 0 for no chit)
//! french infantry f1 5/3 tcr 6/5 at 0303 of ii
//! prussian cavalry p1 3/2 medium at 0505    light, if it is neither medium nor heavy
//! prussian field p2 6/3 at 0606             also `heavy` and `horse`
//! french field f2 7/4 mitrailleuse 4/2 divisional at 0404
//! french infantry d1 3/2 breakdown of ii    in the pool
//! french infantry f3 5/3 broken 3           until turn 3
//! french infantry f4 5/3 enters 2 by E      also `group C`
//! holds french beaten-zone                  the first chit is `chit-0`, and so on
//! chit prussian krupps-guns                 in the cup
//! hand french furia-francese                neither: it comes in the next turn
//! track french 0 2                          two chits on the first track
//! turn 3 of 12                              turn 1 of 12, if not mentioned
//! clock 21:00                               of turn 1; a turn is an hour
//! campaign
//! ```
//!
//! A unit may also say `range 2 3`, `move 5`, `shaken`, `disrupted`, `low`, `rationed`, `battleworn`, `small`, `second`
//! (it is the Second Line unit of its hex) and `division 5`. Units that are of no formation are of `french` or
//! `prussian`, whose HQ commands the whole map from a corner of it.

use battlewright_schema::at_any_cost as file;
use battlewright_schema::{Letter, SideId};

use crate::AtAnyCost;
use crate::stage::Part;
use crate::state::{At, Chit, ChitIx, ChitPlace};
pub(crate) use crate::tests::testing_play::Table;
use battlewright_core::game::Side;
use battlewright_testkit::{Row, Words, json, lines, named, places, read_file, read_row, reads_ground};

pub(crate) const FRENCH: Side = Side::First;
pub(crate) const PRUSSIAN: Side = Side::Second;

/// The scenario of a position before its first line. Nobody comes by the entry.
const BLANK: &str = r#"
    format = 1
    system = "at-any-cost"
    title = "A position"
    turns = { count = 12, first = "08:00", minutes = 60 }
    entry = [{ id = "nowhere", side = "french", hexes = [] }]
    victory = {}

    [map]
    columns = 1
    rows = 1
    numbering = { first = "0001" }
    hexes = "."
    terrain = { "." = { name = "Clear" } }

    [side]
    french = { name = "French", nation = "french" }
    prussian = { name = "Prussians", nation = "prussian" }
"#;

/// A scenario in code, and the markers that a file does not set.
pub(crate) struct Position {
    scenario: file::AtAnyCost,
    marks: Vec<Marks>,
    backs: Vec<String>,
    overrun: Vec<String>,
    chits: Vec<ChitPlace>,
    tracks: [[u8; 2]; 2],
}

#[derive(Default)]
struct Marks {
    second_line: bool,
    broken: Option<u8>,
}

/// The position that `text` describes, in the words of this module's header.
pub(crate) fn position(text: &str) -> Position {
    let mut position = Position {
        scenario: read_file(BLANK),
        marks: Vec::new(),
        backs: Vec::new(),
        overrun: Vec::new(),
        chits: Vec::new(),
        tracks: [[0; 2]; 2],
    };
    position.read("map 9x9", &["map", "9x9"]);
    for (line, words) in lines(text) {
        position.read(line, &words);
    }
    for side in ["french", "prussian"] {
        if position.scenario.unit.iter().any(|unit| unit.formation.as_str() == side) {
            let column = if side == "french" { 0 } else { position.scenario.map.columns - 1 };
            let corner = (1..=9).map(|row| format!("{column:02}{row:02}")).find(|hex| !position.has_enemy(side, hex));
            let corner = corner.expect("there is room for a headquarters");
            position.formation(side, side, true, &["at", &corner, "rating", "99", "99"]);
        }
    }
    position
}

impl Position {
    /// Returns `true` if an enemy unit of `side` starts in `hex`.
    fn has_enemy(&self, side: &str, hex: &str) -> bool {
        let Self { scenario, .. } = self;
        scenario.unit.iter().filter(|unit| unit.at.as_ref().is_some_and(|at| at.as_str() == hex)).any(|unit| {
            let formation = scenario.formation.iter().find(|formation| formation.id == unit.formation);
            formation.map_or(unit.formation.as_str(), |formation| formation.side.as_str()) != side
        })
    }

    fn read(&mut self, line: &str, words: &[&str]) {
        let scenario = &mut self.scenario;
        match words {
            ["map", "mars"] => self.take_map_of_mars(),
            [class @ ("woods" | "quarry" | "farm" | "town" | "ravine"), hexes @ ..] => {
                self.add_terrain(class, hexes);
            }
            ["stream", hexes @ ..] if !line.contains('/') => self.add_terrain("stream", hexes),
            [kind @ ("fieldworks" | "entrenchments"), hexes @ ..] => {
                scenario.earthworks.push(read_row(json!({ "kind": kind, "hexes": hexes })));
            }
            ["points", place, points, side @ ..] => {
                let points: u8 = points.parse().expect(line);
                scenario
                    .victory
                    .points
                    .push(read_row(json!({ "place": place, "points": points, "side": side.first() })));
            }
            ["corps", id, side, rest @ ..] => self.formation(id, side, true, rest),
            ["division", id, side, rest @ ..] => self.formation(id, side, false, rest),
            ["holds", side, event] => self.chit(ChitPlace::Held, side, event),
            ["chit", side, event] => self.chit(ChitPlace::Cup, side, event),
            ["hand", side, event] => self.chit(ChitPlace::Hand, side, event),
            ["track", side, track, chits] => {
                let side = scenario.side.get_index_of(&SideId::from(*side)).expect(line);
                self.tracks[side][track.parse::<usize>().expect(line)] = chits.parse().expect(line);
            }
            ["turn", turn, "of", turns] => {
                scenario.first_turn = Some(turn.parse().expect(line)).filter(|turn| *turn > 1);
                scenario.turns.count = turns.parse().expect(line);
            }
            ["clock", time] => scenario.turns.first = Some((*time).to_owned()),
            ["campaign"] => scenario.campaign = true,
            [side @ ("french" | "prussian"), kind, id, rest @ ..] => self.unit(line, side, kind, id, rest),
            _ => assert!(reads_ground(scenario, &[], line, words), "a position does not say `{line}`"),
        }
    }

    fn take_map_of_mars(&mut self) {
        let mars: file::AtAnyCost = read_file(include_str!("../../../../../scenarios/aac-mars-la-tour.toml"));
        let scenario = &mut self.scenario;
        scenario.map = mars.map;
        scenario.road = mars.road;
        scenario.hexside = mars.hexside;
        scenario.place = mars.place;
        scenario.entry.extend(mars.entry);
    }

    /// Adds a feature to the terrain of `hexes`.
    fn add_terrain(&mut self, class: &str, hexes: &[&str]) {
        for (column, row) in places(&self.scenario, hexes) {
            let map = &mut self.scenario.map;
            let letter = map.hexes.get(column, row).expect("the hex is on the map");
            let mut classes = map.terrain.get(&Letter(letter)).map_or_else(Vec::new, |terrain| terrain.classes.clone());
            classes.push(named(class));
            classes.sort_unstable();
            classes.dedup();
            let known = map.terrain.iter().find(|(_, terrain)| terrain.classes == classes).map(|(letter, _)| letter.0);
            let letter = known.unwrap_or_else(|| {
                let letter = ('a'..='z').find(|letter| !map.terrain.contains_key(&Letter(*letter)));
                let letter = letter.expect("a position has few kinds of terrain");
                map.terrain.insert(Letter(letter), read_row(json!({ "name": class, "classes": classes })));
                letter
            });
            map.hexes.set(column, row, letter);
        }
    }

    fn formation(&mut self, id: &str, side: &str, infantry_corps: bool, rest: &[&str]) {
        let (mut rating, mut chit_from_turn) = ([0, 0], Some(1));
        let mut hq = Row::new(json!({ "name": format!("{id}-hq"), "movement": 8 }));
        let mut words = Words::new(id, rest);
        while let Some(word) = words.read() {
            match word {
                "rating" => rating = words.two::<u8>(),
                "back" => self.backs.push(id.into()),
                "overrun" => self.overrun.push(id.into()),
                "chit" => chit_from_turn = Some(words.number::<u8>()).filter(|turn| *turn > 0),
                _ => hq.read(word, &mut words),
            }
        }
        hq.set("front", json!({ "rating": rating[0], "orders": ["attack", "march"] }));
        hq.set("back", json!({ "rating": rating[1], "orders": ["defend", "regroup"] }));
        self.scenario.formation.push(read_row(json!({
            "id": id,
            "name": id,
            "side": side,
            "infantry_corps": infantry_corps,
            "chit_from_turn": chit_from_turn,
            "hq": hq,
        })));
    }

    fn unit(&mut self, line: &str, side: &str, kind: &str, id: &str, rest: &[&str]) {
        let is_french = side == "french";
        let (kind, [french, prussian], movement) = match kind {
            "infantry" => ("infantry", [[2, 3], [1, 2]], 5),
            "cavalry" => ("cavalry", [[0, 0], [0, 0]], 8),
            "field" => ("field-artillery", [[3, 6], [5, 8]], 6),
            "heavy" => ("heavy-artillery", [[4, 6], [5, 8]], 5),
            "horse" => ("horse-artillery", [[3, 6], [5, 8]], 7),
            _ => panic!("what arm is `{line}`?"),
        };
        let is_cavalry = kind == "cavalry";
        let mut words = Words::new(line, rest);
        let mut unit = Row::new(json!({
            "id": id,
            "name": id,
            "formation": side,
            "kind": kind,
            "sp": words.pair::<u8>(),
            "tcr": if is_french { [6, 5] } else { [7, 6] },
            "range": Some(if is_french { french } else { prussian }).filter(|_| !is_cavalry),
            "movement": movement,
        }));
        let mut marks = Marks::default();
        while let Some(word) = words.read() {
            match word {
                "tcr" => unit.set("tcr", words.pair::<u8>()),
                "light" | "medium" | "heavy" if is_cavalry => unit.set("weight", word),
                "mitrailleuse" => unit.set(word, json!({ "sp": words.pair::<u8>(), "range": [3, 4] })),
                "divisional" => unit.set("division_artillery", true),
                "range" => unit.set("range", words.two::<u8>()),
                "shaken" | "disrupted" => unit.set("elan", word),
                "low" | "rationed" => unit.set("ammunition", word),
                "second" => marks.second_line = true,
                "broken" => {
                    marks.broken = Some(words.number());
                    unit.never_enters();
                }
                _ => unit.read(word, &mut words),
            }
        }
        self.scenario.unit.push(unit.build());
        self.marks.push(marks);
    }

    fn chit(&mut self, place: ChitPlace, side: &str, event: &str) {
        self.scenario.chit.push(read_row(json!({ "side": side, "event": event })));
        self.chits.push(place);
    }

    /// The position with other facts in its scenario.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut file::AtAnyCost)) -> Self {
        change(&mut self.scenario);
        self
    }

    /// The scenario.
    pub(crate) fn scenario(&self) -> &file::AtAnyCost {
        &self.scenario
    }

    /// The table at the start of the scenario: the Planning Phase of the turn at hand.
    pub(crate) fn start(&self) -> Table {
        Table::of(AtAnyCost::new(&self.scenario).expect("the position can be played"))
    }

    /// The table with this position in the Held Event Chit Phase before the first draw of the turn: the cup is filled. If
    /// nobody can play a chit, the first one is to be drawn.
    pub(crate) fn table(self) -> Table {
        let mut table = self.start();
        let game = &mut table.game;
        game.state.stack.clear();
        game.state.tracks = self.tracks;
        for (unit, marks) in game.board.all_units().zip(&self.marks) {
            if let Some(until) = marks.broken {
                game.put_unit(unit, At::Broken { until });
            }
            if marks.second_line {
                let hex = game.unit(unit).at;
                for other in game.state.units.iter_mut().filter(|other| other.at == hex) {
                    other.second_line = false;
                }
                game.unit_mut(unit).second_line = true;
            }
        }
        for formation in game.board.all_formations() {
            let id = game.board.formation(formation).id.clone();
            let hq = game.hq_mut(formation);
            hq.back = self.backs.contains(&id);
            hq.overrun = self.overrun.contains(&id);
        }
        let formations = game.board.all_formations().filter(|formation| game.has_chit_in_turn(*formation));
        let mut cup: Vec<Chit> = formations.map(Chit::Activation).collect();
        for (number, place) in (0..).zip(&mut game.state.chits) {
            *place = self.chits.get(usize::from(number)).copied().unwrap_or(ChitPlace::Hand);
            if *place == ChitPlace::Cup {
                cup.push(Chit::Event(ChitIx(number)));
            }
        }
        game.state.cup.fill(cup);
        table.run(|game, _| game.next_chit());
        table
    }

    /// The same, when the first chit is drawn: nobody plays one that is held.
    pub(crate) fn cup(self) -> Table {
        let mut table = self.table();
        table.skip_held_chits();
        table
    }

    /// The HQ Command Step of the activation of this formation: its chit has been drawn, and it chooses its order.
    pub(crate) fn activate(self, formation: &str) -> Table {
        let mut table = self.cup();
        table.activate(formation);
        table
    }

    /// The HQ Command Step of the activation of this formation with its order given. The dice of the Out of Command Range
    /// Table are still to be rolled.
    pub(crate) fn orders(self, formation: &str, order: &str) -> Table {
        let mut table = self.activate(formation);
        table.orders(order);
        table
    }

    /// The Fire Combat Step under Attack orders, or what comes next if nobody can fire. Couriers get through to all units
    /// that are out of range.
    pub(crate) fn fires(self, formation: &str) -> Table {
        self.step(formation, "attack", Part::Fire)
    }

    /// The Movement Step under Attack orders: nobody has fired.
    pub(crate) fn moves(self, formation: &str) -> Table {
        self.step(formation, "attack", Part::Movement)
    }

    /// The Assault Combat Step under Attack orders, or what comes next if nobody can assault: nobody has fired or moved.
    pub(crate) fn assaults(self, formation: &str) -> Table {
        self.step(formation, "attack", Part::Assault)
    }

    /// The Rally Step under this order, or what comes next if nobody can rally: nobody has fired or moved.
    pub(crate) fn rallies(self, formation: &str, order: &str) -> Table {
        self.step(formation, order, Part::Rally)
    }

    fn step(self, formation: &str, order: &str, part: Part) -> Table {
        let mut table = self.orders(formation, order);
        table.skip_to(part);
        table
    }
}

/// A corps on each side, far from the other.
pub(crate) fn two_corps(more: &str) -> Position {
    position(&format!(
        "corps ii french at 0101 rating 4 4
        corps x prussian at 0801 rating 4 4
        french infantry f1 5/3 at 0202 of ii
        prussian infantry p1 8/4 at 0707 of x
        {more}"
    ))
}

/// Guns on both sides that reach each other.
pub(crate) fn guns(more: &str) -> Position {
    position(&format!(
        "french infantry f1 5/3 at 0404
        prussian field p1 6/3 at 0406
        {more}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_core::game::{Game as _, Turn};

    #[test]
    fn the_language_says_what_its_header_says() {
        let table = position(
            "map 9x7
            town 0404
            woods 0404 0405
            major 0101 0201
            slope 0404/0405
            level 3 0404
            entrenchments 0505
            place flavigny 0302 held french
            points flavigny 3
            entry E prussian 0007
            corps ii french at 0105 rating 2 4 back
            division 6cav prussian enters 3 by E chit 3
            french infantry f1 5/3 tcr 9/8 at 0303 of ii battleworn shaken low
            french field f2 7/4 mitrailleuse 4/2 divisional at 0304 second
            french infantry f3 5/3 at 0304
            prussian cavalry p1 3/2 heavy enters 3 by E group C of 6cav
            prussian infantry p2 8/4 broken 1
            holds french beaten-zone
            chit prussian krupps-guns
            track prussian 1 2
            turn 2 of 4",
        )
        .cup();
        let game = &table.game;
        let [town, wood] = ["0404", "0405"].map(|hex| table.hex(hex));
        assert!(game.board.has_terrain(town, file::TerrainClass::Woods) && game.board.blocks_sight(wood));
        assert_eq!((game.board.level(town), game.board.level(wood), game.board.crossings(town, wood).len()), (3, 1, 1));
        assert!(game.board.is_major_road(table.hex("0101"), table.hex("0201")));
        assert_eq!(game.state.earthworks, [(table.hex("0505"), file::Earthwork::Entrenchments)]);
        assert_eq!((game.points(), game.state.turn, game.board.turns), ([3, 0], 2, 4));
        assert_eq!([table.at("f1"), table.at("6cav-hq"), table.at("p2")], ["0303", "due 3", "broken 1"]);
        assert_eq!((table.marks("f1"), table.marks("f3")), ("battleworn shaken low".to_owned(), String::new()));
        assert!(game.unit(table.unit("f2")).second_line && !game.unit(table.unit("f3")).second_line);
        assert!(game.hq(table.formation("ii")).back);
        assert_eq!(game.board.groups[game.board.groups.len() - 1].name, "prussian-99");
        assert!(game.board.groups.iter().any(|group| group.name == "C"));
        assert_eq!(game.state.tracks, [[0, 0], [0, 2]]);
        let in_cup = [Chit::Activation(table.formation("ii")), Chit::Event(ChitIx(1))];
        assert!(in_cup.iter().all(|chit| game.state.cup.contains(chit)));
        assert!(!game.state.cup.contains(&Chit::Activation(table.formation("6cav"))));
        assert!(matches!(game.turn(), Turn::Chance(_)), "{}", table.prompt());
    }
}
