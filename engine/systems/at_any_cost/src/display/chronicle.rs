//! The parts of a game that statistics count.

use battlewright_schema::Cell;

use crate::AtAnyCost;
use crate::board::Start;
use crate::event::Event;
use crate::rulebook;
use crate::state::{MovingPiece, UnitIx};
use battlewright_core::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Place;

/// Rules of which no event and no question tells: they say what words mean, or how other rules reckon.
const SILENT: &[Rule] = &[
    rulebook::SCALE,
    rulebook::MAP_DETAILS,
    rulebook::ROUNDING,
    rulebook::COMBAT_UNITS,
    rulebook::UNIT_TYPES,
    rulebook::UNIT_TIERS,
    rulebook::SMALL_UNITS,
    rulebook::BREAKDOWN_UNITS,
    rulebook::HQ_UNITS,
    rulebook::MARKERS,
    rulebook::CHITS,
    rulebook::PLAYER_AIDS,
    rulebook::GAME_TRACKS,
    rulebook::DRAW_CUP,
    rulebook::DICE,
    rulebook::STACKING_ROAD_MARCH,
    rulebook::LINES,
    rulebook::CHIT_DRAW,
    rulebook::ACTIVATION,
    rulebook::ORDER_TYPES,
    rulebook::LINE_OF_SIGHT,
    rulebook::FIRE_RANGES,
    rulebook::FIRE_SP,
    rulebook::FIRE_SHIFTS,
    rulebook::COHESION_MODIFIERS,
    rulebook::ORDERS_AND_MOVEMENT,
    rulebook::NO_ZOC,
    rulebook::ENGAGEMENT,
    rulebook::ROAD_MARCH,
    rulebook::ASSAULT_SP,
    rulebook::ASSAULT_SHIFTS,
    rulebook::FLANK_ATTACK,
    rulebook::CAISSON_DOCTRINE,
    rulebook::HOUSEKEEPING,
    rulebook::EARTHWORKS,
    rulebook::EARTHWORK_DURATION,
    rulebook::PARENT_MARKERS,
    rulebook::ARTILLERY_SECTIONS,
    rulebook::DUSK,
    rulebook::DEEP_NIGHT,
    rulebook::DAWN,
];

const RETREATED: Harm = Harm::survived("retreated");
const SHORT_OF_AMMUNITION: Harm = Harm::survived("short of ammunition");
const SHAKEN: Harm = Harm::survived("shaken");
const DISRUPTED: Harm = Harm::survived("disrupted");
const BATTLEWORN: Harm = Harm::survived("battleworn");

impl Chronicle for AtAnyCost {
    const HARMS: &'static [Harm] = &[RETREATED, SHORT_OF_AMMUNITION, SHAKEN, DISRUPTED, BATTLEWORN, Harm::ELIMINATED];

    const RESOURCES: &'static [&'static str] = &[];

    fn roster(&self) -> Vec<CombatUnit> {
        let enlisted = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            let due = match facts.start {
                Start::Enters { turn, .. } => Some(turn),
                Start::At(_) | Start::Pool => None,
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
        let mut sources = vec![
            Source { name: "places controlled", points: self.place_points() },
            Source { name: "enemy units broken", points: self.broken_points() },
        ];
        let rows = self.row_points();
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
            Event::Entered(MovingPiece::Unit(unit), hex) | Event::Detached(unit, hex) => {
                to(Note::Arrived(unit.0));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Rebuilt(unit, hex) => {
                to(Note::Restored(unit.0));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Moved(MovingPiece::Unit(unit), hex)
            | Event::Backtracked(MovingPiece::Unit(unit), hex)
            | Event::Countercharges(unit, hex)
            | Event::BrokeThrough(unit, hex)
            | Event::Recombined(unit, hex) => to(Note::In(unit.0, place(hex))),
            Event::Retreated(unit, hex) => {
                to(Note::Harmed(unit.0, RETREATED));
                to(Note::In(unit.0, place(hex)));
            }
            Event::Fires(shot, _) => to(fight(shot.firer, shot.target)),
            Event::Charges(attacker, target) => to(fight(attacker, target)),
            Event::Assaults(ref attackers, hex) => {
                if let [first, others @ ..] = &attackers[..]
                    && let Some(target) =
                        self.ground.units(hex).find(|unit| self.unit_side(*unit) != self.unit_side(*first))
                {
                    to(fight(*first, target));
                    others.iter().for_each(|other| to(Note::Joins(other.0)));
                }
            }
            Event::AmmoProblem(unit, _) => to(Note::Harmed(unit.0, SHORT_OF_AMMUNITION)),
            Event::Elan(unit, 1) => to(Note::Harmed(unit.0, SHAKEN)),
            Event::Elan(unit, _) | Event::Disorganized(unit) => to(Note::Harmed(unit.0, DISRUPTED)),
            Event::Battleworn(unit) => to(Note::Harmed(unit.0, BATTLEWORN)),
            Event::Broken(unit) => to(Note::Harmed(unit.0, Harm::ELIMINATED)),
            Event::Rallied(unit) | Event::Resupplied(unit) | Event::Refreshed(unit) => to(Note::Restored(unit.0)),
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
