//! The position of a game as a scenario, as far as the file can express it.

use battlewright_schema::matz as file;
use battlewright_schema::{EntryId, HexId, Place, PlaceId, SideId, UnitId};

use crate::board::Start;
use crate::event::Phase;
use crate::state::{At, Task};
use crate::{FormationIx, Matz, UnitIx, rulebook as rule};
use battlewright_core::game::{Illegal, Rule, Side};
use battlewright_core::kit::freeze::{keep_advice, keep_rules, name_after_turn};
use battlewright_core::show::Fact;

/// The fields of a counter that say where it starts.
struct Beginning {
    at: Option<HexId>,
    enters: Option<file::Enters>,
}

impl Matz {
    /// The position as a scenario that begins with the turn at hand, and the facts that the file cannot express. `of` is the
    /// scenario that is being played.
    ///
    /// # Errors
    /// The reason why this position cannot be the start of a game.
    pub fn freeze(&self, of: &file::Matz) -> Result<(file::Matz, Vec<Fact>), Illegal> {
        self.can_freeze()?;
        let turn = self.state.turn.max(self.board.first_turn);
        let mut lost = self.lost();
        let mut then = of.clone();
        name_after_turn(&mut then, turn.into());
        then.first_turn = (turn > 1).then_some(turn);
        self.freeze_units(of, &mut then, turn, &mut lost);
        self.freeze_headquarters(&mut then, turn);
        self.freeze_reserves(of, &mut then, turn, &mut lost);
        self.freeze_control(of, &mut then);
        if let Some(front) = then.front.as_mut().filter(|_| self.state.phase != Phase::Setup) {
            front.free_setup.clear();
        }
        then.surprise = then.surprise.filter(|surprise| surprise.through_turn >= turn);
        keep_advice(&mut then, turn, 0);
        lost.extend(keep_rules(&mut then, of, &self.state.extra, 0, rule::SETUP));
        Ok((then, lost))
    }

    fn can_freeze(&self) -> Result<(), Illegal> {
        if matches!(self.state.stack.last(), Some(Task::Over(_)) | None) {
            return Err(Illegal::new(rule::VICTORY, "the game is over"));
        }
        let is_crowded = |hex| Side::BOTH.into_iter().any(|side| self.steps_above_limit(side, hex) > 0);
        if let Some(hex) = self.board.map.all().find(|hex| is_crowded(*hex)) {
            let name = self.board.map.name(hex);
            let reason = format!("too many steps are in {name}; finish the phase first");
            return Err(Illegal::new(rule::STACKING, reason));
        }
        for side in Side::BOTH {
            let lives =
                |unit: &UnitIx| !self.board.unit(*unit).is_hq() && !matches!(self.unit(*unit).at, At::Eliminated(_));
            if !self.board.ground_units(side).iter().any(lives) {
                let reason = format!("the {} have no units left to play with", self.board.side(side).name);
                return Err(Illegal::new(rule::UNITS, reason));
            }
        }
        Ok(())
    }

    /// The start of a counter in a game that begins with `turn`; `None` if it is out of the game.
    fn beginning(&self, unit: UnitIx, turn: u8) -> Option<Beginning> {
        match self.unit(unit).at {
            At::Hex(hex) => Some(Beginning { at: Some(self.board.map.name(hex)), enters: None }),
            At::Due { turn: due, entry } => {
                let enters = file::Enters { turn: due.max(turn), at: EntryId::from(self.entry_id(entry)) };
                Some(Beginning { at: None, enters: Some(enters) })
            }
            At::Eliminated(_) => None,
            At::Reserve | At::Pot | At::Drawn | At::Patrol(_) | At::Mission { .. } | At::Aborted => {
                Some(Beginning { at: None, enters: None })
            }
        }
    }

    /// The units that are in the game, with their steps and markers. Tanks of an army keep the corps to which they are
    /// attached; other units belong to theirs from the start, as the file attaches no others.
    fn freeze_units(&self, of: &file::Matz, then: &mut file::Matz, turn: u8, lost: &mut Vec<Fact>) {
        then.unit.clear();
        let id = |formation: FormationIx| of.formation.get(formation.index()).map(|row| row.id.clone());
        for (index, unit) in self.board.all_units().zip(&of.unit) {
            let state = self.unit(index);
            let Some(Beginning { at, mut enters }) = self.beginning(index, turn) else { continue };
            if unit.further && state.at == At::Reserve {
                enters.clone_from(&unit.enters);
            }
            if enters.as_ref().is_some_and(|enters| enters.turn > of.turns.count) {
                let text = format!("{} would arrive after the last turn and is omitted.", unit.name);
                lost.push(Fact::new(text, rule::REINFORCEMENTS));
                continue;
            }
            let mut unit = file::Unit { at, enters, lost: state.lost, neutralized: state.neutralized, ..unit.clone() };
            match state.attached.and_then(&id) {
                Some(corps) if self.is_army_tank(index) => unit.attached = Some(corps),
                Some(corps) => {
                    let name = then.formation.iter().find(|row| row.id == corps).map_or("", |row| row.name.as_str());
                    lost.push(Fact::new(
                        format!("{} belongs to {name}, to which it was attached.", unit.name),
                        rule::REINFORCEMENTS,
                    ));
                    unit.formation = corps;
                }
                None => unit.attached = None,
            }
            then.unit.push(unit);
        }
    }

    /// Headquarters where they are; a destroyed one returns when it would (1.4), which may be after the last turn (m69).
    fn freeze_headquarters(&self, then: &mut file::Matz, turn: u8) {
        for (index, formation) in self.board.all_formations().zip(&mut then.formation) {
            let Some((unit, hq)) = self.board.formation(index).hq.zip(formation.hq.as_mut()) else { continue };
            let state = self.unit(unit);
            hq.neutralized = state.neutralized;
            (hq.at, hq.enters, hq.returns) = match (self.beginning(unit, turn), state.at) {
                (Some(Beginning { at, enters }), _) => (at, enters, None),
                (None, At::Eliminated(gone)) => (None, None, Some(gone.saturating_add(1).max(turn))),
                (None, _) => (None, None, None),
            };
        }
    }

    /// The reserves that can still be called up, with the units that still wait for it. The points of the others are those
    /// at the start (13.0).
    fn freeze_reserves(&self, of: &file::Matz, then: &mut file::Matz, turn: u8, lost: &mut Vec<Fact>) {
        let mut kept = Vec::new();
        for ((index, row), called) in self.board.all_reserves().zip(&then.reserve).zip(&self.state.called) {
            let facts = self.board.reserve(index);
            if *called {
                then.victory.half_points = then.victory.half_points.saturating_add(facts.half_points);
                continue;
            }
            if of.last_call(row) < turn {
                let waiting = facts.units.iter().filter(|(unit, _)| self.unit(*unit).at == At::Reserve);
                let gone: Vec<&str> = waiting.map(|(unit, _)| self.board.unit(*unit).id.as_str()).collect();
                then.unit.retain(|unit| !gone.contains(&unit.id.as_str()));
                let text = format!("{} can no longer be called up and is omitted.", facts.name);
                lost.push(Fact::new(text, rule::REINFORCEMENTS));
                continue;
            }
            let waits = |id: &UnitId| {
                let at = self.find(id.as_str()).map(|unit| self.unit(unit).at);
                matches!(at, Some(At::Reserve)) || matches!(at, Some(At::Due { turn: due, .. }) if due > turn)
            };
            let mut row = file::Reserve { turn: row.turn.max(turn), ..row.clone() };
            row.arrival.iter_mut().for_each(|arrival| arrival.units.retain(waits));
            row.arrival.retain(|arrival| !arrival.units.is_empty());
            if !row.arrival.is_empty() {
                kept.push(row);
            }
        }
        then.reserve = kept;
    }

    /// The side that was last in each hex that counts. A hex of a place that is held in part gets a place of its own.
    fn freeze_control(&self, of: &file::Matz, then: &mut file::Matz) {
        let ids: Vec<SideId> = of.side.keys().cloned().collect();
        let name = |side: Side| ids.get(side.index()).cloned();
        let control_of = |hex: &HexId| -> Option<Side> {
            let hex = self.board.map.find(hex)?;
            let index = self.board.control.iter().position(|(other, _)| *other == hex)?;
            self.state.control.get(index).copied().flatten()
        };
        let by_rows = of.place.iter().zip(&self.board.places).filter(|(_, hexes)| !hexes.is_empty());
        let asked: Vec<&PlaceId> = by_rows.map(|(place, _)| &place.id).collect();
        let counts = |place: &Place| {
            let rows = of.victory.gain.iter().chain(&of.victory.loss);
            asked.contains(&&place.id) || rows.map(|row| &row.place).any(|id| *id == place.id)
        };
        // The places of hexes from an earlier position say no more than they do now.
        then.place.retain(|place| !is_of_hex(place));
        let mut apart: Vec<HexId> = Vec::new();
        for place in then.place.iter_mut().filter(|place| counts(place)) {
            let mut holders: Vec<Option<Side>> = place.hexes.iter().map(control_of).collect();
            holders.dedup();
            place.holder = match holders.as_slice() {
                [holder] => holder.and_then(name),
                _ => None,
            };
            if holders.len() > 1 {
                apart.extend(place.hexes.iter().cloned());
            }
        }
        for hex in apart {
            let holder = control_of(&hex).and_then(name);
            if holder.is_some() {
                let id = hex_place_id(&hex);
                let name = format!("Hex {hex}").into();
                let (id, hexes) = (id.as_str().into(), vec![hex]);
                then.place.push(Place { id, name, hexes, holder, ..Place::default() });
            }
        }
    }

    /// The facts that a scenario cannot say of this position.
    fn lost(&self) -> Vec<Fact> {
        let mut lost = Vec::new();
        let mut note = |text: String, rule: Rule| lost.push(Fact::new(text, rule));
        let units = &self.state.units;
        let state = &self.state;
        let has_acted = units.iter().any(|unit| unit.moved || unit.entered || unit.attacked || unit.was_attacked);
        let is_first = |phase| self.board.phases.iter().find(|first| **first != Phase::Command) == Some(&phase);
        let is_early = match state.phase {
            Phase::Setup | Phase::Interphase | Phase::Command => true,
            Phase::Movement => is_first(Phase::Movement),
            _ => false,
        };
        if state.active == Side::Second || !is_early || has_acted {
            note(format!("Turn {} restarts: both sides can act again.", state.turn), rule::SEQUENCE);
        }
        if state.phase == Phase::Setup {
            let placed = self.board.all_units().any(|unit| match self.board.unit(unit).start {
                Start::At(hex) => self.unit(unit).at != At::Hex(hex),
                _ => false,
            });
            if placed {
                note("The setup begins again from this position.".to_owned(), rule::SETUP);
            }
        }
        let flies = |unit: &UnitIx| self.board.unit(*unit).arm.flies();
        if self.board.all_units().filter(flies).any(|unit| self.unit(unit).at != At::Pot) {
            note("All air units are back in their pots.".to_owned(), rule::AIR_SEQUENCE);
        }
        if units.iter().any(|unit| unit.out_of_command) {
            note("Units out of command are marked anew.".to_owned(), rule::COMMAND_DISTANCE);
        }
        let is_gone =
            |unit: &UnitIx| !self.board.unit(*unit).is_hq() && matches!(self.unit(*unit).at, At::Eliminated(_));
        match self.board.all_units().filter(is_gone).count() {
            0 => {}
            1 => note("An eliminated unit is omitted.".to_owned(), rule::STEP_LOSSES),
            gone => note(format!("{gone} eliminated units are omitted."), rule::STEP_LOSSES),
        }
        let is_noted = |unit: &UnitIx| self.unit(*unit).attached != self.board.unit(*unit).attached;
        if self.board.all_units().any(|unit| is_noted(&unit) && self.is_army_tank(unit)) {
            note("Both sides can read which tanks are attached to which corps.".to_owned(), rule::TANKS);
        }
        lost
    }
}

/// The id of the place that stands for one hex of another place.
fn hex_place_id(hex: &HexId) -> String {
    format!("hex-{hex}")
}

/// Returns `true` for a place that [`Matz::freeze`] has made of one hex.
fn is_of_hex(place: &Place) -> bool {
    matches!(place.hexes.as_slice(), [hex] if place.id.as_str() == hex_place_id(hex))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load, save};

    use super::*;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout, contestants};

    fn field(more: &str) -> Position {
        position(&format!(
            "map 12x12
            mega 0404
            place flavy 0302 0402 held german
            place ham 0109 held french
            points flavy 3
            loss ham 1
            level tactical 1
            entry E french 0012
            entry N german 0601
            corps x german at 0101
            corps y french at 0909
            corps z french at 0709
            army third french
            army reserves german
            german infantry g1 4/2 at 0303 of x
            german infantry g2 4/2 at 0403 of x division 4GD
            german stosstruppen g3 2 at 0503 of x
            german artillery g4 4-3 5 at 0301 of x
            german infantry g5 4/2 of reserves
            german fighter g8 4
            german bomber g9 2-2
            french infantry f1 4/2 at 0305 of y
            french infantry f2 4/2 at 0405 of y
            french tank f3 3/2/1 at 0506 of third
            french artillery f4 3-3 5 at 0407 of third
            french infantry f5 4/2 enters 3 by E of y
            french fighter f8 4
            reserve 13th german turn 2 through 8 points -4 by N g5
            surprise german 2 1
            {more}"
        ))
    }

    /// The position in turn 3, with its scenario.
    fn third_turn() -> (file::Matz, Table) {
        let position = field("turn 3 of 8");
        (position.scenario().clone(), position.start())
    }

    fn texts(lost: &[Fact]) -> Vec<&str> {
        lost.iter().map(|fact| fact.text.as_str()).collect()
    }

    fn unit<'s>(scenario: &'s file::Matz, id: &str) -> &'s file::Unit {
        scenario.unit.iter().find(|unit| unit.id.as_str() == id).unwrap()
    }

    battlewright_testkit::frozen_rows_test!(
        Matz,
        include_str!("../../../../../scenarios/matz-first-day.toml"),
        |game| game.put(UnitIx(0), At::Eliminated(1))
    );

    #[test]
    fn the_start_of_a_game_is_the_scenario_itself() {
        let position = field("");
        let (frozen, lost) = position.start().game.freeze(position.scenario()).unwrap();
        assert_eq!(texts(&lost), [""; 0]);
        let scenario = position.scenario();
        let (title, description) = (scenario.title.clone(), scenario.description.clone());
        assert_eq!(&file::Matz { title, description, ..frozen }, scenario);
    }

    #[test]
    fn the_game_begins_with_the_turn_at_hand_and_the_counters_as_they_are() {
        let (scenario, mut table) = third_turn();
        let [g1, g2, f3, f5, hq] = ["g1", "g2", "f3", "f5", "x-hq"].map(|id| table.unit(id));
        let (hex, y) = (table.hex("0304"), table.formation("y"));
        let game = &mut table.game;
        game.put(g1, At::Hex(hex));
        (game.unit_mut(g1).lost, game.unit_mut(g1).neutralized) = (1, true);
        game.put(g2, At::Eliminated(2));
        game.unit_mut(f3).attached = Some(y);
        game.put(hq, At::Eliminated(3));
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!((frozen.first_turn, frozen.surprise.clone()), (Some(3), None), "the surprise is over");
        assert_eq!(unit(&frozen, "g1").at, Some("0304".into()));
        assert_eq!((unit(&frozen, "g1").lost, unit(&frozen, "g1").neutralized), (1, true));
        assert_eq!(unit(&frozen, "f3").attached, Some("y".into()));
        assert_eq!(unit(&frozen, "f5").enters.as_ref().map(|enters| enters.turn), Some(3));
        assert!(frozen.unit.iter().all(|unit| unit.id.as_str() != "g2"));
        let hq = frozen.formation[0].hq.as_ref().unwrap();
        assert_eq!((hq.at.clone(), hq.returns), (None, Some(4)), "on the turn after its elimination");
        assert_eq!(
            texts(&lost),
            ["An eliminated unit is omitted.", "Both sides can read which tanks are attached to which corps."]
        );
        let again = Matz::new(&frozen).unwrap();
        assert_eq!(again.state.turn, 3);
        assert_eq!(again.unit(g1).at, At::Hex(hex));
        assert_eq!(again.find("f5").map(|unit| again.unit(unit).at), Some(game.unit(f5).at));
    }

    #[test]
    fn r1_4_m69_a_headquarters_that_is_destroyed_in_the_last_turn_returns_after_it() {
        let position = field("turn 99 of 99");
        let mut table = position.start();
        let hq = table.unit("x-hq");
        table.log_events(|game, log| game.eliminate(hq, log));
        let (frozen, _) = table.game.freeze(position.scenario()).unwrap();
        assert_eq!(frozen.formation[0].hq.as_ref().and_then(|hq| hq.returns), Some(100));
        let loaded = load(&save(None, &Scenario::Matz(Box::new(frozen))));
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|found| found.is_error()).collect();
        assert!(errors.iter().all(|found| !format!("{found:?}").contains("returns")), "{errors:?}");
        let Some(Scenario::Matz(again)) = loaded.readable else { panic!("the position can be played: {errors:?}") };
        let again = Matz::new(&again).unwrap();
        assert_eq!((again.state.turn, again.returning_headquarters(GERMAN).count()), (99, 0), "not in the last turn");
    }

    #[test]
    fn r12_3_a_reserve_that_was_called_up_belongs_to_its_corps_and_has_cost_its_points() {
        let (scenario, mut table) = third_turn();
        let (g5, x) = (table.unit("g5"), table.formation("x"));
        let before = table.game.half_points();
        table.log_events(|game, log| game.call_up(crate::ReserveIx(0), x, log));
        assert_eq!(table.game.half_points(), before - 4);
        let (frozen, lost) = table.game.freeze(&scenario).unwrap();
        assert_eq!(texts(&lost), ["g5 belongs to x, to which it was attached."]);
        assert_eq!((unit(&frozen, "g5").formation.as_str(), frozen.reserve.len()), ("x", 0));
        assert_eq!(unit(&frozen, "g5").enters.as_ref().map(|enters| (enters.turn, enters.at.as_str())), Some((3, "N")));
        let again = Matz::new(&frozen).unwrap();
        assert_eq!(again.half_points(), table.game.half_points());
        assert_eq!(again.formation_of(g5), table.game.formation_of(g5));
    }

    #[test]
    fn r13_a_place_that_is_held_in_part_is_told_hex_by_hex() {
        let (scenario, mut table) = third_turn();
        let (f1, hex, whole) = (table.unit("f1"), table.hex("0402"), table.hex("0302"));
        table.log_events(|game, log| game.take_control(f1, hex, log));
        let (frozen, _) = table.game.freeze(&scenario).unwrap();
        let again = Matz::new(&frozen).unwrap();
        assert_eq!(again.state.control, [Some(GERMAN), Some(FRENCH), Some(FRENCH)]);
        let (second, _) = table.game.freeze(&frozen).unwrap();
        assert_eq!(second.place, frozen.place);
        table.log_events(|game, log| game.take_control(f1, whole, log));
        let (frozen, _) = table.game.freeze(&frozen).unwrap();
        assert_eq!((frozen.place.len(), &frozen.place[0].holder), (2, &Some("french".into())));
    }

    #[test]
    fn what_is_lost_is_logged() {
        let (scenario, mut table) = third_turn();
        let [g1, g8] = ["g1", "g8"].map(|id| table.unit(id));
        let mega = table.mega("0404");
        table.game.state.active = FRENCH;
        table.game.unit_mut(g1).out_of_command = true;
        table.game.put(g8, At::Patrol(mega));
        let (frozen, lost) = table.game.freeze(&scenario).unwrap();
        assert_eq!(
            texts(&lost),
            [
                "Turn 3 restarts: both sides can act again.",
                "All air units are back in their pots.",
                "Units out of command are marked anew.",
            ]
        );
        assert_eq!(unit(&frozen, "g8").at, None);
    }

    #[test]
    fn what_is_no_start_is_refused() {
        let (scenario, mut table) = third_turn();
        let refused = |table: &Table| table.game.freeze(&scenario).unwrap_err().rule.number;
        let hex = table.hex("0303");
        let french = ["f1", "f2", "f3", "f4"].map(|id| table.unit(id));
        let [g2, g3, g4] = ["g2", "g3", "g4"].map(|id| table.unit(id));
        for unit in [g2, g3, g4] {
            table.game.put(unit, At::Hex(hex));
        }
        assert!(table.game.freeze(&scenario).is_ok(), "six steps fit");
        let hq = table.unit("x-hq");
        table.game.put(hq, At::Hex(hex));
        assert_eq!(refused(&table), "4.0");
        table.game.put(hq, At::Eliminated(3));
        let f5 = table.unit("f5");
        for unit in french.into_iter().chain([f5]) {
            table.game.put(unit, At::Eliminated(3));
        }
        assert_eq!(refused(&table), "1.1", "nobody is left");
        table.log_events(|game, log| game.judge(log));
        assert_eq!(refused(&table), "13.0");
    }

    /// The parts of a position that a scenario says: counters by id with place, corps and state, control, and points.
    fn facts(game: &Matz) -> Vec<String> {
        let of = |unit: UnitIx| {
            let state = game.unit(unit);
            let at = match state.at {
                At::Hex(hex) => game.board.map.name(hex).to_string(),
                At::Due { turn, entry } => format!("{} by {}", turn.max(game.state.turn), game.entry_id(entry)),
                At::Reserve => "reserve".to_owned(),
                At::Eliminated(turn) if game.board.unit(unit).is_hq() => {
                    format!("returns {}", turn.saturating_add(1).max(game.state.turn))
                }
                At::Eliminated(_) => return None,
                At::Pot | At::Drawn | At::Patrol(_) | At::Mission { .. } | At::Aborted => "air".to_owned(),
            };
            let corps = &game.board.formation(game.formation_of(unit)).id;
            Some(format!("{} {at} {corps} {} {}", game.board.unit(unit).id, state.lost, state.neutralized))
        };
        let mut facts: Vec<String> = game.board.all_units().filter_map(of).collect();
        facts.push(format!("{:?}", game.state.control));
        facts.push(format!("{}", game.half_points()));
        facts.sort();
        facts
    }

    #[test]
    fn positions_of_random_games_come_back_as_they_were() {
        let position = field("");
        let errors_of = |scenario: &file::Matz| -> Vec<String> {
            let diagnostics = load(&save(None, &Scenario::Matz(Box::new(scenario.clone())))).diagnostics;
            diagnostics.iter().filter(|found| found.is_error()).map(|found| found.code.as_str().to_owned()).collect()
        };
        let known = errors_of(position.scenario());
        let mut frozen = 0;
        for seed in 1..=4 {
            let start = Matz::new(position.scenario()).unwrap();
            let mut playout = Playout::new(start, contestants([Kind::Random; 2], seed), Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() && playout.inputs() < 4000 {
                if !playout.inputs().is_multiple_of(37) {
                    continue;
                }
                let game = playout.game();
                let Ok((then, _)) = game.freeze(position.scenario()) else { continue };
                let when = format!("seed {seed}, input {}", playout.inputs());
                let errors: Vec<String> = errors_of(&then).into_iter().filter(|code| !known.contains(code)).collect();
                assert!(errors.is_empty(), "{when}: {errors:?}");
                let again = Matz::new(&then).unwrap_or_else(|problems| panic!("{when}: {problems:?}"));
                // Headquarters that return and units out of command are the business of the new turn.
                assert_eq!(facts(&again), facts(game), "{when}");
                frozen += 1;
            }
        }
        assert!(frozen > 10, "{frozen}");
        assert!(matches!(Matz::new(position.scenario()).unwrap().turn(), battlewright_core::game::Turn::Chance(_)));
    }
}
