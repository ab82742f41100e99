//! The conversion of a position to a scenario, within the limits of the file format.

use battlewright_schema::mars_la_tour as file;
use battlewright_schema::{HexId, PlaceId, SideId, Turns};

use crate::state::{At, Formation, Step, UnitIx};
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::game::{Illegal, Rule, Side};
use battlewright_core::kit::freeze::{keep_advice, keep_rules, name_after_turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::show::Fact;

impl MarsLaTour {
    /// Returns the position as a scenario that begins with the current turn, and the facts lost in the conversion. `of` is the
    /// scenario in play.
    ///
    /// # Errors
    /// The reason why this position cannot be the start of a game.
    pub fn freeze(&self, of: &file::MarsLaTour) -> Result<(file::MarsLaTour, Vec<Fact>), Illegal> {
        self.can_freeze()?;
        let elapsed = self.state.turn.saturating_sub(1);
        let mut lost = self.lost();
        let mut then = of.clone();
        name_after_turn(&mut then, self.state.turn.into());
        then.turns = Turns {
            count: of.turns.count.saturating_sub(elapsed),
            first: of.turns.clock(self.state.turn).or_else(|| of.turns.first.clone()),
            minutes: of.turns.minutes,
        };
        for (index, side) in then.side.values_mut().enumerate().take(2) {
            side.ammunition = self.state.ammunition[index];
            let from = side.mitrailleuse_from_turn;
            side.mitrailleuse_from_turn = from.map(|turn| turn.saturating_sub(elapsed).max(1));
        }
        then.unit.clear();
        for (index, unit) in self.board.all_units().zip(&of.unit) {
            let mut unit = unit.clone();
            match self.unit(index).at {
                At::Hex(hex) => (unit.at, unit.enters) = (Some(self.board.map.name(hex)), None),
                At::Waiting => {
                    if let Some(enters) = &mut unit.enters {
                        enters.turn = enters.turn.saturating_sub(elapsed).max(1);
                    }
                }
                At::Blown(_) | At::Eliminated | At::Exited(_) => continue,
            }
            then.unit.push(unit);
        }
        self.freeze_holders(of, &mut then);
        self.freeze_escape(&mut then, &mut lost);
        keep_advice(&mut then, self.state.turn, elapsed);
        lost.extend(keep_rules(&mut then, of, &self.state.extra, elapsed, rule::SETUP));
        Ok((then, lost))
    }

    fn can_freeze(&self) -> Result<(), Illegal> {
        if matches!(self.state.step, Step::Over(_)) {
            return Err(Illegal::new(rule::VICTORY, "the game is over"));
        }
        for side in Side::BOTH {
            let mut hexes: Vec<HexIx> = self.on_map(side).map(|(_, hex)| hex).collect();
            let count = hexes.len();
            hexes.sort_unstable();
            hexes.dedup();
            if hexes.len() < count {
                return Err(Illegal::new(rule::MOVES, "two units are in one hex; finish the move first"));
            }
            let waits = |unit: UnitIx| self.unit(unit).at == At::Waiting;
            if count == 0 && !self.board.units_of(side).any(waits) {
                let name = &self.board.side(side).name;
                return Err(Illegal::new(rule::UNITS, format!("the {name} have no units left to play with")));
            }
        }
        Ok(())
    }

    /// Returns the facts of this position that a scenario file cannot express.
    fn lost(&self) -> Vec<Fact> {
        let mut lost = Vec::new();
        let mut note = |text: String, rule: Rule| lost.push(Fact { text, rule });
        if !matches!(self.state.step, Step::PlaceHq(Side::First)) {
            let text = format!("Turn {} restarts with its Command Phase.", self.state.turn);
            note(text, rule::HQ_PLACEMENT);
        }
        let battle = self.on_map(Side::First).chain(self.on_map(Side::Second));
        let battle = battle.filter(|(unit, _)| self.unit(*unit).formation == Formation::Battle).count();
        if battle > 0 {
            note(format!("{battle} units in Battle Formation start in March Formation."), rule::BATTLE_FORMATION);
        }
        for unit in self.board.all_units() {
            if let At::Blown(turn) = self.unit(unit).at {
                let name = &self.board.unit(unit).name;
                note(format!("{name}, blown until turn {turn}, is omitted."), rule::BLOWN_RETURN);
            }
        }
        for side in Side::BOTH {
            let dead = self.board.units_of(side).filter(|unit| self.unit(*unit).at == At::Eliminated).count();
            if dead > 0 {
                let (name, other) = (&self.board.side(side).name, &self.board.side(side.other()).name);
                note(format!("Eliminated units of {name} ({dead}) no longer score for {other}."), rule::VICTORY);
            }
        }
        lost
    }

    /// Splits a place whose hexes are held by different sides into several places, each with its holder.
    fn freeze_holders(&self, of: &file::MarsLaTour, then: &mut file::MarsLaTour) {
        let ids: Vec<SideId> = of.side.keys().cloned().collect();
        let holder_of = |hex: &HexId| -> Option<Option<Side>> {
            let hex = self.board.map.find(hex)?;
            let index = self.board.victory_hexes.iter().position(|victory| victory.hex == hex)?;
            self.state.holders.get(index).copied()
        };
        let mut places = Vec::new();
        for place in &of.place {
            let mut groups: Vec<(Option<Side>, Vec<HexId>)> = Vec::new();
            let known: Option<Vec<Option<Side>>> = place.hexes.iter().map(holder_of).collect();
            let Some(known) = known else {
                places.push(place.clone());
                continue;
            };
            for (hex, holder) in place.hexes.iter().zip(known) {
                match groups.iter_mut().find(|(other, _)| *other == holder) {
                    Some((_, hexes)) => hexes.push(hex.clone()),
                    None => groups.push((holder, vec![hex.clone()])),
                }
            }
            for (number, (holder, hexes)) in groups.into_iter().enumerate() {
                let mut part = place.clone();
                part.hexes = hexes;
                part.holder = holder.and_then(|side| ids.get(side.index()).cloned());
                if number > 0 {
                    part.id = self.free_place_id(of, &place.id, number);
                    let scored: Vec<_> = of.victory.hold.iter().filter(|hold| hold.place == place.id).collect();
                    let scored = scored.into_iter().map(|hold| file::Hold { place: part.id.clone(), ..hold.clone() });
                    then.victory.hold.extend(scored);
                }
                places.push(part);
            }
        }
        then.place = places;
    }

    /// Returns an unused id for another part of the place `id`.
    fn free_place_id(&self, of: &file::MarsLaTour, id: &PlaceId, number: usize) -> PlaceId {
        let taken = |id: &PlaceId| of.place.iter().any(|place| place.id == *id);
        let named = |number: usize| PlaceId::from(format!("{id}-{}", number + 1).as_str());
        (number..).map(named).find(|id| !taken(id)).unwrap_or_else(|| id.clone())
    }

    /// Reduces the number of units that must escape by those that have escaped.
    fn freeze_escape(&self, then: &mut file::MarsLaTour, lost: &mut Vec<Fact>) {
        let gone = u8::try_from(self.escaped(true)).unwrap_or(u8::MAX);
        if let Some(escape) = &mut then.victory.escape {
            escape.infantry = escape.infantry.saturating_sub(gone).max(1);
            if self.escaped(false) > 0 {
                escape.points_if_none = 0;
            }
        }
        let others = self.board.all_units().filter(|unit| matches!(self.unit(*unit).at, At::Exited(_))).count();
        if others > 0 {
            let text = format!("{others} units have left the map. Those that count for the escape are subtracted.");
            lost.push(Fact { text, rule: rule::VICTORY });
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::mars_la_tour::vocabulary::Hook;
    use battlewright_schema::{Scenario, mars_la_tour as file};

    use crate::MarsLaTour;
    use crate::state::{At, Step, UnitIx};
    use battlewright_core::game::{Game as _, Side};
    use battlewright_core::show::Show as _;

    fn tutorial() -> (file::MarsLaTour, MarsLaTour) {
        let loaded = battlewright_schema::load(include_str!("../../../../../scenarios/mars-la-tour.toml"));
        let Some(Scenario::MarsLaTour(scenario)) = loaded.scenario else { panic!("{:?}", loaded.diagnostics) };
        let game = MarsLaTour::new(&scenario).unwrap();
        (*scenario, game)
    }

    battlewright_testkit::frozen_rows_test!(
        MarsLaTour,
        include_str!("../../../../../scenarios/mars-la-tour.toml"),
        |game| game.put_at(UnitIx(0), At::Eliminated)
    );

    #[test]
    fn r7_the_start_of_a_game_is_the_scenario_itself() {
        let (scenario, game) = tutorial();
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!(lost, []);
        assert_eq!((frozen.unit, frozen.turns), (scenario.unit.clone(), scenario.turns.clone()));
        assert_eq!((frozen.place, frozen.victory), (scenario.place, scenario.victory));
        assert!(matches!(game.state.step, Step::PlaceHq(Side::First)));
    }

    #[test]
    fn r7_turns_units_and_supplies_are_those_of_the_position() {
        let (scenario, mut game) = tutorial();
        let units: Vec<_> = game.board.units_of(Side::Second).collect();
        let due = |game: &MarsLaTour, unit: &super::UnitIx| game.unit(*unit).at == At::Waiting;
        let late = game.board.all_units().find(|unit| due(&game, unit)).unwrap();
        game.state.turn = 2;
        game.state.ammunition = [3, 4];
        game.put_at(units[0], At::Eliminated);
        game.put_at(units[1], At::Blown(4));
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!(frozen.turns.count + 1, scenario.turns.count);
        assert_eq!(frozen.turns.first.as_deref(), scenario.turns.clock(2).as_deref());
        assert_eq!(frozen.side.values().map(|side| side.ammunition).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(frozen.unit.len() + 2, scenario.unit.len());
        let turn_of = |units: &[file::Unit], id: &str| {
            units.iter().find(|unit| unit.id.as_str() == id).unwrap().enters.as_ref().unwrap().turn
        };
        let id = &game.board.unit(late).id;
        let before = turn_of(&scenario.unit, id);
        assert_eq!(turn_of(&frozen.unit, id), before.saturating_sub(1).max(1));
        let rules: Vec<_> = lost.iter().map(|fact| fact.rule.number).collect();
        assert_eq!(rules, ["4.0 1b", "6.0"], "{lost:?}");
        assert!(MarsLaTour::new(&frozen).is_ok());
    }

    #[test]
    fn r6_a_place_held_in_part_is_held_in_part() {
        let (mut scenario, _) = tutorial();
        let place = scenario.victory.hold[0].place.clone();
        let at = scenario.place.iter().position(|other| other.id == place).unwrap();
        let more = scenario.place.iter().flat_map(|place| &place.hexes).count();
        let free = MarsLaTour::new(&scenario).unwrap().board.map.all().next().unwrap();
        let free = MarsLaTour::new(&scenario).unwrap().board.map.name(free);
        scenario.place[at].hexes.push(free);
        let mut game = MarsLaTour::new(&scenario).unwrap();
        let first =
            game.board.victory_hexes.iter().position(|hex| game.board.map.name(hex.hex) == scenario.place[at].hexes[0]);
        for holder in &mut game.state.holders {
            *holder = Some(Side::Second);
        }
        game.state.holders[first.unwrap()] = Some(Side::First);
        let (frozen, _) = game.freeze(&scenario).unwrap();
        assert_eq!(frozen.place.iter().flat_map(|place| &place.hexes).count(), more + 1);
        let again = MarsLaTour::new(&frozen).unwrap();
        let holds = |game: &MarsLaTour| {
            let mut held: Vec<_> = game
                .board
                .victory_hexes
                .iter()
                .zip(&game.state.holders)
                .map(|(v, holder)| (v.hex, v.points, *holder))
                .collect();
            held.sort_unstable();
            held
        };
        assert_eq!(holds(&again), holds(&game));
        assert_eq!(again.points(), game.points());
    }

    #[test]
    fn r6_who_has_escaped_is_counted_off() {
        let (scenario, mut game) = tutorial();
        let Some(escape) = scenario.victory.escape.clone() else { panic!("the French may escape") };
        let infantry = game.board.units_of(Side::Second).find(|unit| !game.is_cavalry(*unit)).unwrap();
        let exit = game.board.escape.as_ref().unwrap().exits[0];
        game.put_at(infantry, At::Exited(u16::try_from(exit).unwrap()));
        let (frozen, _) = game.freeze(&scenario).unwrap();
        let then = frozen.victory.escape.unwrap();
        assert_eq!((then.infantry, then.points_if_none), (escape.infantry - 1, 0));
    }

    #[test]
    fn r7_nobody_is_an_eliminated_unit_that_a_row_names() {
        let (plain, _) = tutorial();
        let lost_id = &plain.unit[0].id;
        let row = format!(
            r#"
            [[rules.modifier]]
            id = "hero"
            name = "Hero"
            to = "attack.attacker"
            add = 3
            when = "attacker == {lost_id}"
            "#
        );
        let text = format!("{}\n{row}", include_str!("../../../../../scenarios/mars-la-tour.toml"));
        let loaded = battlewright_schema::load(&text);
        let Some(Scenario::MarsLaTour(scenario)) = loaded.scenario else { panic!("{:?}", loaded.diagnostics) };
        let mut game = MarsLaTour::new(&scenario).unwrap();
        let bonus = |game: &MarsLaTour, attacker| {
            let ground = game.board.map.all().next().unwrap();
            let given = game.attack_given(attacker, UnitIx(1), ground, false);
            game.board.extra.get().unwrap().number(Hook::AttackAttacker.number(), &game.asked(), &given, 0)
        };
        assert_eq!(bonus(&game, UnitIx(0)), 3);
        game.put_at(UnitIx(0), At::Eliminated);
        let again = MarsLaTour::new(&game.freeze(&scenario).unwrap().0).unwrap();
        assert!(again.board.all_units().all(|unit| bonus(&again, unit) == 0));
    }

    #[test]
    fn a_position_that_is_no_start_is_refused() {
        let (scenario, mut game) = tutorial();
        let units: Vec<_> = game.on_map(Side::First).collect();
        game.put_at(units[0].0, At::Hex(units[1].1));
        assert!(game.freeze(&scenario).unwrap_err().reason.contains("finish the move"));
        let (_, mut game) = tutorial();
        for unit in game.board.clone().units_of(Side::First) {
            game.put_at(unit, At::Eliminated);
        }
        assert!(game.freeze(&scenario).unwrap_err().reason.contains("no units left"));
        let (_, mut game) = tutorial();
        let outcome = battlewright_core::game::Outcome {
            winner: None,
            level: battlewright_core::game::Level::Draw,
            points: [0, 0],
        };
        game.state.step = Step::Over(outcome);
        assert_eq!(game.freeze(&scenario).unwrap_err().rule.number, "6.0");
        assert_eq!(game.status().phase, "Game over");
        assert!(matches!(game.turn(), battlewright_core::game::Turn::Over(_)));
    }
}
