//! The data of the game for statistics.

use battlewright_schema::Cell;

use crate::PositionMagnifique;
use crate::board::Start;
use crate::event::Event;
use crate::rulebook;
use crate::state::{MovingPiece, UnitIx};
use battlewright_core::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Place;

/// Rules that no event and no question cites: they define terms, or serve as parts of other rules.
const SILENT: &[Rule] = &[
    rulebook::MARKERS,
    rulebook::CHITS,
    rulebook::ORGANIZATION,
    rulebook::REINFORCEMENTS,
    rulebook::STACKING,
    rulebook::NO_ZOC,
    rulebook::TURN_END,
    rulebook::LINE_OF_SIGHT,
    rulebook::RANGES,
    rulebook::SHAKEN_FIRE,
    rulebook::SHAKEN_MOVEMENT,
    rulebook::ROAD_MARCH,
    rulebook::FLANK_ATTACK,
    rulebook::CHARGING,
    rulebook::SHAKEN_ASSAULT,
    rulebook::FRENCH_ARTILLERY,
    rulebook::EXAMPLE,
];

const RETREATED: Harm = Harm::survived("retreated");
const LOW_AMMUNITION: Harm = Harm::survived("low on ammunition");
const SHAKEN: Harm = Harm::survived("shaken");
const STEP_LOSS: Harm = Harm::survived("step loss");

impl Chronicle for PositionMagnifique {
    const HARMS: &'static [Harm] = &[RETREATED, LOW_AMMUNITION, SHAKEN, STEP_LOSS, Harm::ELIMINATED];

    const RESOURCES: &'static [&'static str] = &[];

    fn roster(&self) -> Vec<CombatUnit> {
        let enlisted = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            let due = match facts.start {
                Start::Enters { turn, .. } => Some(turn),
                Start::At(_) | Start::Zone(_) => None,
            };
            CombatUnit { id: facts.id.clone(), name: facts.name.clone(), side: facts.side, due }
        };
        self.board.all_units().map(enlisted).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        self.board.map.all().map(|hex| self.board.map.cell(hex)).collect()
    }

    fn grounds(&self) -> Vec<Place> {
        self.board.control.iter().map(|(hex, _)| Place::Hex(self.board.map.cell(*hex))).collect()
    }

    fn holders(&self) -> &[Option<Side>] {
        &self.state.control
    }

    fn turn_now(&self) -> u8 {
        self.state.turn
    }

    fn sources(&self) -> Vec<Source> {
        let mut sources = vec![Source { name: "places controlled", points: self.places_held() }];
        let rows = self.points_by_rows();
        if rows != [0; 2] {
            sources.push(Source { name: "rules of the scenario", points: rows });
        }
        sources
    }

    fn note(&self, event: &Event, to: &mut dyn FnMut(Note)) {
        let place = |hex: HexIx| self.board.map.place(hex);
        let fight = |attacker: UnitIx, target: UnitIx| Note::Fight {
            attacker: attacker.0,
            target: target.0,
            place: self.hex_of(target).map(place),
        };
        match *event {
            Event::Turn(turn) => to(Note::Turn(turn)),
            Event::Entered(MovingPiece::Unit(unit), hex) => {
                to(Note::Arrived(unit.0));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Rebuilt(unit, hex) => {
                to(Note::Restored(unit.0));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Deployed(MovingPiece::Unit(unit), hex)
            | Event::Moved(MovingPiece::Unit(unit), hex)
            | Event::Backtracked(unit, hex)
            | Event::Countercharges(unit, hex)
            | Event::BrokeThrough(unit, hex) => to(Note::In(unit.0, place(hex))),
            Event::Retreated(unit, hex) => {
                to(Note::Harmed(unit.0, RETREATED));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Fires(attacker, target, _) | Event::Charges(attacker, target) => to(fight(attacker, target)),
            Event::Assaults(ref attackers, target) => {
                if let [first, others @ ..] = &attackers[..] {
                    to(fight(*first, target));
                    others.iter().for_each(|other| to(Note::Joins(other.0)));
                }
            }
            Event::LowAmmo(unit) => to(Note::Harmed(unit.0, LOW_AMMUNITION)),
            Event::Shaken(unit) => to(Note::Harmed(unit.0, SHAKEN)),
            Event::StepLoss(unit) => to(Note::Harmed(unit.0, STEP_LOSS)),
            Event::Eliminated(unit) => to(Note::Harmed(unit.0, Harm::ELIMINATED)),
            Event::Rallied(unit) | Event::Resupplied(unit) => to(Note::Restored(unit.0)),
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
