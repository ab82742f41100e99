//! The data of the game for statistics.

use battlewright_schema::Cell;

use crate::MarsLaTour;
use crate::board::Start;
use crate::event::Event;
use crate::rulebook;
use crate::state::UnitIx;
use battlewright_core::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Place;

/// Rules that no event and no question cites: they define terms, or serve as parts of other rules.
const SILENT: &[Rule] = &[
    rulebook::UNITS,
    rulebook::MARKERS,
    rulebook::HEADQUARTERS,
    rulebook::ARTILLERY_CONCEPT,
    rulebook::ATTACK_CONCEPT,
    rulebook::FRIENDLY_AND_ENEMY,
    rulebook::DICE,
    rulebook::TERRAIN,
    rulebook::ZOC,
    rulebook::ZOI,
    rulebook::ROADS,
    rulebook::EMPTY_HEX,
    rulebook::COMMAND_RANGE,
    rulebook::ATTACK_RESOLUTION,
    rulebook::ARTILLERY,
    rulebook::CAVALRY,
    rulebook::MITRAILLEUSE,
    rulebook::SETUP,
];

const RETREATED: Harm = Harm::survived("retreated");
const BLOWN: Harm = Harm::survived("blown");

/// The index of artillery ammunition in [`Chronicle::RESOURCES`].
const AMMUNITION: usize = 0;

impl Chronicle for MarsLaTour {
    const HARMS: &'static [Harm] = &[RETREATED, BLOWN, Harm::ELIMINATED];

    const RESOURCES: &'static [&'static str] = &["ammunition"];

    fn roster(&self) -> Vec<CombatUnit> {
        let enlisted = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            let due = match facts.start {
                Start::At(_) => None,
                Start::Enters { turn, .. } => Some(turn),
            };
            CombatUnit { id: facts.id.clone(), name: facts.name.clone(), side: facts.side, due }
        };
        self.board.all_units().map(enlisted).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        self.board.map.all().map(|hex| self.board.map.cell(hex)).collect()
    }

    fn grounds(&self) -> Vec<Place> {
        self.board.victory_hexes.iter().map(|victory| Place::Hex(self.board.map.cell(victory.hex))).collect()
    }

    fn holders(&self) -> &[Option<Side>] {
        &self.state.holders
    }

    fn turn_now(&self) -> u8 {
        self.state.turn
    }

    fn sources(&self) -> Vec<Source> {
        let [kills, ground, escape, rows] = self.points_by_source();
        let mut sources = vec![
            Source { name: "enemy units eliminated", points: kills },
            Source { name: "victory hexes held", points: ground },
            Source { name: "no enemy escaped", points: escape },
        ];
        if rows != [0; 2] {
            sources.push(Source { name: "rules of the scenario", points: rows });
        }
        sources
    }

    fn note(&self, event: &Event, to: &mut dyn FnMut(Note)) {
        let place = |hex: HexIx| self.board.map.place(hex);
        match *event {
            Event::Turn(turn) => to(Note::Turn(turn)),
            Event::Entered(unit, hex) => {
                to(Note::Arrived(unit.0));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Returned(unit, hex) => {
                to(Note::Restored(unit.0));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Moved(unit, hex)
            | Event::PushedAside(unit, hex)
            | Event::RetreatedTo(unit, hex)
            | Event::Advanced(unit, hex) => to(Note::In(unit.0, place(hex))),
            Event::Exited(unit, _) => to(Note::Left(unit.0)),
            Event::Attack(attacker, target) | Event::Deathride(attacker, target) => {
                to(Note::Fight { attacker: attacker.0, target: target.0, place: self.hex_of(target).map(place) });
            }
            Event::AmmunitionSpent { side, .. } => to(Note::Spent(side, AMMUNITION)),
            Event::Retreats(unit) => to(Note::Harmed(unit.0, RETREATED)),
            Event::Blown(unit, _) => to(Note::Harmed(unit.0, BLOWN)),
            Event::Eliminated(unit) => to(Note::Harmed(unit.0, Harm::ELIMINATED)),
            _ => {}
        }
    }

    fn rule_of(event: &Event) -> Rule {
        event.rule()
    }

    fn citable_rules() -> Vec<Rule> {
        rulebook::ALL.iter().filter(|rule| !SILENT.contains(rule)).copied().collect()
    }

    fn rule_rows(&self) -> Option<&ExtraRules> {
        self.board.extra.get()
    }
}
