//! The statistics of a game.

use battlewright_schema::Cell;

use crate::board::Start;
use crate::{Event, Matz, UnitIx, rulebook as rule};
use battlewright_core::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use battlewright_core::game::{Rule, Side};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Place;

/// Rules of which no event and no question tells: they say what words mean, or how other rules reckon.
const SILENT: &[Rule] = &[
    rule::SCALE,
    rule::TERRAIN,
    rule::UNITS,
    rule::ARTILLERY_UNITS,
    rule::ORGANIZATION,
    rule::ABBREVIATIONS,
    rule::ZOC,
    rule::ZOC_EFFECTS,
    rule::STRATEGIC_MOVEMENT,
    rule::TERRAIN_EFFECTS,
    rule::STOSSTRUPPEN,
    rule::MODIFIERS,
    rule::DIVISIONS,
    rule::CONCENTRIC_ATTACKS,
    rule::ARTILLERY,
    rule::ARTILLERY_DEFENSE,
    rule::ARTILLERY_RESTRICTIONS,
    rule::COMMAND_EFFECTS,
    rule::AIR_UNITS,
    rule::AIR_ATTACKS,
    rule::FRENCH_REINFORCEMENTS,
    rule::GERMAN_REINFORCEMENTS,
];

const NEUTRALIZED: Harm = Harm::survived("neutralized");
const ABORTED: Harm = Harm::survived("mission aborted");
const RETREATED: Harm = Harm::survived("retreated");
const STEP_LOSS: Harm = Harm::survived("step loss");

impl Chronicle for Matz {
    const HARMS: &'static [Harm] = &[NEUTRALIZED, ABORTED, RETREATED, STEP_LOSS, Harm::ELIMINATED];
    const RESOURCES: &'static [&'static str] = &[];

    fn roster(&self) -> Vec<CombatUnit> {
        let enlisted = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            let due = match facts.start {
                Start::Enters { turn, .. } => Some(turn),
                Start::Reserve => self.board.reserves.iter().find_map(|reserve| {
                    let is_in = reserve.units.iter().any(|(other, _)| *other == unit);
                    is_in.then_some(reserve.turns[0])
                }),
                Start::At(_) | Start::Pot | Start::Returns(_) => None,
            };
            CombatUnit { id: facts.id.clone(), name: facts.name.clone(), side: facts.side, due }
        };
        self.board.all_units().filter(|unit| self.counts(*unit)).map(enlisted).collect()
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

    /// The sources in whole points. What is left of a half goes to the next source, so that they add up to the outcome.
    fn sources(&self) -> Vec<Source> {
        let names = ["places gained", "places lost", "reserves and start"];
        let scorer = self.board.victory.scorer.index();
        let (mut halves, mut whole) = (0, 0);
        let source = |(name, part): (&'static str, i32)| {
            halves += part;
            let before = std::mem::replace(&mut whole, i32::div_euclid(halves, 2));
            let mut points = [0; 2];
            points[scorer] = whole - before;
            Source { name, points }
        };
        let halves = self.half_points_by_source();
        let rows = ("rules of the scenario", halves[3]);
        let published = names.into_iter().zip(halves);
        published.chain((rows.1 != 0).then_some(rows)).map(source).collect()
    }

    fn note(&self, event: &Event, to: &mut dyn FnMut(Note)) {
        let place = |hex: HexIx| self.board.map.place(hex);
        let mut of = |unit: UnitIx, note: Note| {
            if self.counts(unit) {
                to(note);
            }
        };
        match *event {
            Event::Turn(turn) => to(Note::Turn(turn)),
            Event::Entered(unit, hex) => {
                of(unit, Note::Arrived(unit.0));
                of(unit, Note::In(unit.0, place(hex)));
            }
            Event::Moved(unit, hex) | Event::Advanced(unit, hex) | Event::Placed(unit, hex) => {
                of(unit, Note::In(unit.0, place(hex)));
            }
            Event::Retreated(unit, hex) => {
                of(unit, Note::Harmed(unit.0, RETREATED));
                of(unit, Note::In(unit.0, place(hex)));
            }
            Event::AirCombat(interceptor, _, other, _) => {
                to(Note::Fight { attacker: interceptor.0, target: other.0, place: None });
            }
            Event::Bombards(ref units, hex) => self.note_fight(units, &[hex], to),
            Event::Attacks(ref units, ref hexes) => self.note_fight(units, hexes, to),
            // What supports the defender does not attack.
            Event::Supports(side, ref units) if side == self.state.active => {
                units.iter().for_each(|unit| of(*unit, Note::Joins(unit.0)));
            }
            Event::Neutralized(unit) => of(unit, Note::Harmed(unit.0, NEUTRALIZED)),
            Event::Recovered(unit) => of(unit, Note::Restored(unit.0)),
            Event::Aborted(unit) => of(unit, Note::Harmed(unit.0, ABORTED)),
            Event::LostStep(unit, _) => of(unit, Note::Harmed(unit.0, STEP_LOSS)),
            Event::Eliminated(unit) => of(unit, Note::Harmed(unit.0, Harm::ELIMINATED)),
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

impl Matz {
    /// Returns `true` for a unit that the statistics count; headquarters come behind them in the list.
    fn counts(&self, unit: UnitIx) -> bool {
        !self.board.unit(unit).is_hq()
    }

    /// The fight of `units` with the first enemy that counts in `hexes`.
    fn note_fight(&self, units: &[UnitIx], hexes: &[HexIx], to: &mut dyn FnMut(Note)) {
        let [first, others @ ..] = units else { return };
        let side = self.unit_side(*first);
        let is_enemy = |unit: &UnitIx| self.unit_side(*unit) != side && self.counts(*unit);
        let targets = hexes.iter().flat_map(|hex| self.ground.units(*hex).map(move |unit| (unit, *hex)));
        let Some((target, hex)) = targets.into_iter().find(|(unit, _)| is_enemy(unit)) else { return };
        to(Note::Fight { attacker: first.0, target: target.0, place: Some(self.board.map.place(hex)) });
        others.iter().for_each(|other| to(Note::Joins(other.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::LossCause;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;

    fn table() -> Table {
        position(
            "place flavy 0302 held german
            place ham 0107 held french
            points flavy 3
            loss ham 1
            entry E french 0008
            corps x german at 0101
            german infantry g1 4/2 at 0303 of x
            german infantry g2 4/2 at 0303 of x
            french infantry f1 4/2 at 0505
            french infantry f2 4/2 enters 2 by E
            french infantry f4 4/2
            reserve r french turn 3 points 5 by E f4",
        )
        .start()
    }

    #[test]
    fn the_roster_has_every_unit_and_no_headquarters() {
        let roster = table().game.roster();
        let arrivals: Vec<(&str, Option<u8>)> = roster.iter().map(|unit| (unit.id.as_str(), unit.due)).collect();
        assert_eq!(arrivals, [("g1", None), ("g2", None), ("f1", None), ("f2", Some(2)), ("f4", Some(3))]);
    }

    #[test]
    fn r13_the_sources_add_up_to_the_outcome_in_whole_points() {
        let mut table = table();
        for called in [false, true] {
            table.game.state.called = vec![called];
            let sources = table.game.sources();
            let total: i32 = sources.iter().map(|source| source.points[GERMAN.index()]).sum();
            let outcome = table.game.judgment();
            assert_eq!(total, outcome.points[GERMAN.index()], "{sources:?}");
            assert!(sources.iter().all(|source| source.points[FRENCH.index()] == 0));
        }
    }

    #[test]
    fn fights_losses_and_ways_are_noted() {
        let table = table();
        let [g1, g2, f1, f2, hq] = ["g1", "g2", "f1", "f2", "x-hq"].map(|id| table.unit(id));
        let (hex, ham) = (table.hex("0505"), table.hex("0107"));
        let noted = |event: &Event| {
            let mut notes = Vec::new();
            table.game.note(event, &mut |note| notes.push(note));
            notes
        };
        let place = |hex| table.game.board.map.place(hex);
        let fight = Note::Fight { attacker: g1.0, target: f1.0, place: Some(place(hex)) };
        assert_eq!(noted(&Event::Attacks(vec![g1, g2], vec![hex])), [fight, Note::Joins(g2.0)]);
        assert_eq!(noted(&Event::Attacks(vec![g1], vec![ham])), [], "nobody is there any more");
        assert_eq!(noted(&Event::Supports(GERMAN, vec![g1, g2])), [Note::Joins(g1.0), Note::Joins(g2.0)]);
        assert_eq!(noted(&Event::Supports(FRENCH, vec![f1])), [], "the defender does not attack");
        assert_eq!(noted(&Event::Entered(f2, ham)), [Note::Arrived(f2.0), Note::In(f2.0, place(ham))]);
        assert_eq!(noted(&Event::LostStep(f1, LossCause::Combat)), [Note::Harmed(f1.0, STEP_LOSS)]);
        assert_eq!(noted(&Event::Moved(hq, ham)), [], "headquarters do not count");
        assert!(matches!(table.game.turn(), battlewright_core::game::Turn::Choose(_)));
    }
}
