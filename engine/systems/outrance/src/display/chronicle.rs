//! The statistics of a game.

use battlewright_schema::Cell;
use battlewright_schema::outrance::UnitStatus;

use crate::board::UnitStart;
use crate::event::{Event, MoveCause};
use crate::state::UnitIx;
use crate::{Outrance, rulebook as rule};
use battlewright_core::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::plane::Point;
use battlewright_core::show::Place;

/// Rules of which no event and no question tells.
const SILENT: &[Rule] = &[rule::TROOPS, rule::TERRAIN];

const DISORDERED: Harm = Harm::survived("disordered");
const DEMORALIZED: Harm = Harm::survived("demoralized");
const FELL_BACK: Harm = Harm::survived("fell back");
const BASE_LOSS: Harm = Harm::survived("base loss");
const LEFT_TABLE: Harm = Harm { name: "left the table", removes: true };
const SURRENDERED: Harm = Harm { name: "surrendered", removes: true };

impl Chronicle for Outrance {
    const HARMS: &'static [Harm] =
        &[DISORDERED, DEMORALIZED, FELL_BACK, BASE_LOSS, LEFT_TABLE, SURRENDERED, Harm::ELIMINATED];
    const RESOURCES: &'static [&'static str] = &[];

    fn roster(&self) -> Vec<CombatUnit> {
        let enlisted = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            let due = match &facts.start {
                UnitStart::Enters(arrival) => Some(arrival.turn),
                UnitStart::At(_) | UnitStart::Unused => None,
            };
            CombatUnit { id: facts.id.clone(), name: facts.name.clone(), side: facts.side, due }
        };
        self.all_units().map(enlisted).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn grounds(&self) -> Vec<Place> {
        self.board.objectives.iter().map(|objective| Place::At(objective.at.into())).collect()
    }

    fn holders(&self) -> &[Option<Side>] {
        &self.state.holders
    }

    fn turn_now(&self) -> u8 {
        self.state.turn
    }

    fn sources(&self) -> Vec<Source> {
        let [held, destroyed, rows] = self.points();
        let mut sources = vec![
            Source { name: "objectives held", points: held },
            Source { name: "enemy units destroyed", points: destroyed },
        ];
        if rows != [0; 2] {
            sources.push(Source { name: "rules of the scenario", points: rows });
        }
        sources
    }

    fn note(&self, event: &Event, to: &mut dyn FnMut(Note)) {
        let place = |point: Point| Place::At(point.into());
        match *event {
            Event::Turn(turn) => to(Note::Turn(turn)),
            Event::Arrives(unit, at) => {
                to(Note::Arrived(unit.0));
                to(Note::In(unit.0, place(at)));
            }
            Event::Moved(unit, at, cause) => {
                if matches!(cause, MoveCause::FallBack | MoveCause::Withdrawal) {
                    to(Note::Harmed(unit.0, FELL_BACK));
                }
                to(Note::In(unit.0, place(at)));
            }
            Event::Deployed(unit, at) | Event::FormedUp(unit, at) => to(Note::In(unit.0, place(at))),
            Event::Fired { unit, target, shot: Some(_), .. } | Event::Assaults { unit, target, .. } => {
                let place = self.point_of(target).map(place);
                to(Note::Fight { attacker: unit.0, target: target.0, place });
            }
            Event::Shaken(unit, UnitStatus::Disordered) => to(Note::Harmed(unit.0, DISORDERED)),
            Event::Shaken(unit, UnitStatus::Demoralized) => to(Note::Harmed(unit.0, DEMORALIZED)),
            Event::Shaken(unit, UnitStatus::Ok) => to(Note::Restored(unit.0)),
            Event::LostBases(unit, bases) => (0..bases).for_each(|_| to(Note::Harmed(unit.0, BASE_LOSS))),
            Event::Destroyed(unit, _) => to(Note::Harmed(unit.0, Harm::ELIMINATED)),
            Event::LeftTable(unit) => to(Note::Harmed(unit.0, LEFT_TABLE)),
            Event::Surrendered { unit, .. } => to(Note::Harmed(unit.0, SURRENDERED)),
            Event::Regrouped { unit, percent, roll } if roll <= u16::from(percent) => to(Note::Restored(unit.0)),
            _ => {}
        }
    }

    fn rule_of(event: &Event) -> Rule {
        event.rule()
    }

    fn citable_rules() -> Vec<Rule> {
        rule::ALL.iter().filter(|rule| !SILENT.contains(rule)).copied().collect()
    }

    fn rule_rows(&self) -> Option<&ExtraRules> {
        self.board.extra.get()
    }
}
