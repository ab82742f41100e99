//! The position of a game as a scenario, as far as the file can express it.

use battlewright_schema::at_any_cost as file;
use battlewright_schema::{FormationId, HexId, Place, SideId};

use crate::setup::freeze_arrivals::keep_detours;
use crate::state::{At, ChitPlace, Task};
use crate::{AtAnyCost, MovingPiece, rulebook as rule};
use battlewright_core::game::{Illegal, Rule, Side};
use battlewright_core::kit::freeze::{keep_advice, keep_rules, name_after_turn};
use battlewright_core::show::Fact;

impl AtAnyCost {
    /// The position as a scenario that begins with the turn at hand, and what is lost by it. `of` is the scenario that is
    /// being played.
    ///
    /// # Errors
    /// Why this position cannot be the start of a game.
    pub fn freeze(&self, of: &file::AtAnyCost) -> Result<(file::AtAnyCost, Vec<Fact>), Illegal> {
        self.can_freeze()?;
        let turn = self.state.turn.max(self.board.first_turn);
        let mut lost = self.lost();
        let mut then = of.clone();
        name_after_turn(&mut then, turn.into());
        then.first_turn = (turn > 1).then_some(turn);
        self.freeze_units(of, &mut then, turn, &mut lost);
        self.freeze_formations(of, &mut then, turn, &mut lost);
        self.keep_columns(&mut then);
        keep_detours(&mut then);
        then.earthworks = self.earthworks_of(of);
        self.freeze_control(of, &mut then);
        keep_advice(&mut then, turn, 0);
        // Turns keep their numbers.
        lost.extend(keep_rules(&mut then, of, &self.state.extra, 0, rule::SETUP));
        Ok((then, lost))
    }

    fn can_freeze(&self) -> Result<(), Illegal> {
        if matches!(self.state.stack.last(), Some(Task::Over(_)) | None) {
            return Err(Illegal::new(rule::VICTORY, "the game is over"));
        }
        for hex in self.board.map.all() {
            let mut units = self.ground.units(hex);
            let Some(first) = units.next() else { continue };
            let stacks = |unit| self.is_artillery(unit) || self.board.unit(unit).breakdown;
            let sound = match (units.next(), units.next()) {
                (None, _) => true,
                (Some(second), None) => {
                    self.unit_side(first) == self.unit_side(second) && (stacks(first) || stacks(second))
                }
                _ => false,
            };
            if !sound {
                let reason = format!(
                    "the units in {} cannot stay together; finish the move or the combat first",
                    self.board.map.name(hex)
                );
                return Err(Illegal::new(rule::STACKING, reason));
            }
        }
        for side in Side::BOTH {
            let lives = |at: At| matches!(at, At::Hex(_) | At::Due { .. });
            if !self.board.roster_of_side(side).iter().any(|unit| lives(self.unit(*unit).at)) {
                let name = &self.board.side(side).name;
                let reason = format!("the {name} have no units left to play with");
                return Err(Illegal::new(rule::COMBAT_UNITS, reason));
            }
        }
        Ok(())
    }

    /// The units that are in the game, with their markers. The Front Line unit of a hex comes before the other (4.3).
    fn freeze_units(&self, of: &file::AtAnyCost, then: &mut file::AtAnyCost, turn: u8, lost: &mut Vec<Fact>) {
        then.unit.clear();
        let mut second_lines = Vec::new();
        for (index, unit) in self.board.all_units().zip(&of.unit) {
            let mut unit = unit.clone();
            let (state, facts) = (self.unit(index), self.board.unit(index));
            let in_pool = state.at == At::Pool && facts.breakdown;
            let begins = self.begins(MovingPiece::Unit(index), unit.enters.as_ref(), turn);
            let Some((at, enters)) = begins.or_else(|| in_pool.then_some((None, None))) else { continue };
            if enters.as_ref().is_some_and(|enters| enters.turn > of.turns.count) {
                let text = format!("{} would arrive after the last turn and is omitted.", unit.name);
                lost.push(Fact { text, rule: rule::REINFORCEMENTS });
                continue;
            }
            (unit.at, unit.enters) = (at, enters);
            unit.mitrailleuse = self.mitrailleuse_of(index);
            unit.battleworn = if unit.small { unit.battleworn } else { state.battleworn };
            unit.elan = self.elan(index);
            unit.ammunition = match state.ammo {
                0 => None,
                1 => Some(file::Ammunition::Low),
                _ => Some(file::Ammunition::Rationed),
            };
            second_lines.push(state.second_line);
            then.unit.push(unit);
        }
        for second in (0..then.unit.len()).filter(|n| second_lines[*n]) {
            let Some(hex) = then.unit[second].at.clone() else { continue };
            let front =
                then.unit.iter().enumerate().position(|(n, unit)| n != second && unit.at.as_ref() == Some(&hex));
            if let Some(front) = front.filter(|front| *front > second) {
                then.unit.swap(front, second);
            }
        }
    }

    /// HQs where they are, with what their ratings have lost, and chits in their boxes of the track; formations of which
    /// nothing is left go.
    fn freeze_formations(&self, of: &file::AtAnyCost, then: &mut file::AtAnyCost, turn: u8, lost: &mut Vec<Fact>) {
        let mut gone: Vec<FormationId> = Vec::new();
        then.formation.clear();
        for (index, formation) in self.board.all_formations().zip(&of.formation) {
            let mut formation = formation.clone();
            let of_it =
                |unit: &&file::Unit| unit.formation == formation.id && (unit.at.is_some() || unit.enters.is_some());
            let begins = self.begins(MovingPiece::Hq(index), formation.hq.enters.as_ref(), turn).or_else(|| {
                // An HQ that fled from the map with nobody to flee to comes back with the first of its units.
                let unit = then.unit.iter().find(of_it)?;
                let text = format!("{}, overrun, is back with {}.", formation.hq.name, unit.name);
                lost.push(Fact { text, rule: rule::HQ_COMBAT });
                Some((unit.at.clone(), unit.enters.clone()))
            });
            let Some((at, enters)) = begins else {
                gone.push(formation.id.clone());
                continue;
            };
            let enters = enters.map(|enters| file::Enters { turn: enters.turn.min(of.turns.count), ..enters });
            let hq = self.hq(index);
            (formation.hq.at, formation.hq.enters) = (at, enters);
            if hq.back {
                // The front is the side that is up at the start (3.6).
                std::mem::swap(&mut formation.hq.front, &mut formation.hq.back);
            }
            for face in [&mut formation.hq.front, &mut formation.hq.back] {
                face.rating = face.rating.saturating_sub(hq.casualties);
            }
            let box_of_chit = self.state.chit_turns.get(index.index()).copied();
            formation.chit_from_turn = box_of_chit.filter(|turn| *turn > 0);
            then.formation.push(formation);
        }
        then.unit.retain(|unit| !gone.contains(&unit.formation));
    }

    /// 16.1: the earthworks as they are now, those of the scenario with what it says of them.
    fn earthworks_of(&self, of: &file::AtAnyCost) -> Vec<file::Earthworks> {
        let mut works: Vec<file::Earthworks> =
            of.earthworks.iter().map(|works| file::Earthworks { hexes: Vec::new(), ..works.clone() }).collect();
        for (hex, kind) in &self.state.earthworks {
            let name = self.board.map.name(*hex);
            let same = of.earthworks.iter().position(|known| known.kind == *kind && known.hexes.contains(&name));
            match same.and_then(|row| works.get_mut(row)) {
                Some(row) => row.hexes.push(name),
                None => works.push(file::Earthworks { kind: *kind, hexes: vec![name], source: None }),
            }
        }
        for (row, known) in works.iter_mut().zip(&of.earthworks) {
            row.hexes.sort_by_key(|hex| known.hexes.iter().position(|other| other == hex));
        }
        works.retain(|works| !works.hexes.is_empty());
        works
    }

    /// 19.0: who controls the hexes that decide the game. A hex that is held otherwise than the rest of its place gets a
    /// place of its own.
    fn freeze_control(&self, of: &file::AtAnyCost, then: &mut file::AtAnyCost) {
        let ids: Vec<SideId> = of.side.keys().cloned().collect();
        let name = |side: Side| ids.get(side.index()).cloned();
        let control_of = |hex: &HexId| -> Option<Side> {
            let hex = self.board.map.find(hex)?;
            let index = self.board.control.iter().position(|(other, _)| *other == hex)?;
            self.state.control.get(index).copied().flatten()
        };
        let mut apart: Vec<HexId> = Vec::new();
        for place in &mut then.place {
            let mut holders: Vec<Option<Side>> = place.hexes.iter().map(control_of).collect();
            holders.dedup();
            match holders.as_slice() {
                [] => place.holder = None,
                [holder] => place.holder = holder.and_then(name),
                _ => {
                    place.holder = None;
                    apart.extend(place.hexes.iter().cloned());
                }
            }
        }
        let sudden = of.victory.sudden.iter().flat_map(|ending| &ending.controls);
        apart.extend(sudden.filter(|hex| !then.place.iter().any(|place| place.hexes.contains(*hex))).cloned());
        for hex in apart {
            let (id, holder) = (format!("hex-{hex}"), control_of(&hex).and_then(name));
            if holder.is_some() && !then.place.iter().any(|place| place.id.as_str() == id) {
                let name = format!("Hex {hex}").into();
                let (id, hexes) = (id.as_str().into(), vec![hex]);
                then.place.push(Place { id, name, hexes, holder, ..Place::default() });
            }
        }
    }

    /// The facts that a scenario cannot say of this position.
    fn lost(&self) -> Vec<Fact> {
        let mut lost = Vec::new();
        let mut note = |text: String, rule: Rule| lost.push(Fact { text, rule });
        let state = &self.state;
        let acted: Vec<&str> = self
            .board
            .all_formations()
            .filter(|formation| self.hq(*formation).activated)
            .map(|formation| self.board.formation(formation).name.as_str())
            .collect();
        if !acted.is_empty() {
            let text = format!("Turn {} restarts: {} can act again.", state.turn, acted.join(", "));
            note(text, rule::ACTIVATION_CHITS);
        }
        let drawn = state.chits.iter().filter(|place| {
            !matches!(
                place,
                ChitPlace::Hand | ChitPlace::Chosen | ChitPlace::Cup | ChitPlace::Aside | ChitPlace::Hidden
            )
        });
        match drawn.count() {
            0 => {}
            1 => note("An Event Chit that has been drawn returns to its owner.".to_owned(), rule::EVENT_CHITS),
            drawn => {
                note(format!("{drawn} Event Chits that have been drawn return to their owners."), rule::EVENT_CHITS)
            }
        }
        if state.leader_casualty {
            note("No leader casualty is pending any more.".to_owned(), rule::EVENT_CHITS);
        }
        for formation in self.board.all_formations().filter(|formation| self.hq(*formation).overrun) {
            note(format!("{} is no longer overrun.", self.board.formation(formation).hq_name), rule::HQ_COMBAT);
        }
        for (group, turns) in self.board.groups.iter().zip(&state.hurried).filter(|(_, turns)| **turns > 0) {
            note(
                format!("Group {} can be hurried as if it had not been, by {turns}.", group.name),
                rule::PRUSSIAN_GROUPS,
            );
        }
        for unit in self.board.all_units() {
            let (unit_state, facts) = (self.unit(unit), self.board.unit(unit));
            let name = &facts.name;
            match unit_state.at {
                At::Broken { .. } => {
                    let text = format!("{name} is omitted: it is not rebuilt, and its loss has no points.");
                    note(text, rule::REBUILDING);
                }
                At::Pool if !facts.breakdown => {
                    note(format!("{name} is omitted: its detachments do not recombine in it."), rule::RECOMBINING);
                }
                At::Due { aside: Some(hex), .. } => {
                    let text = format!("{name} enters at its entry again, not in {}.", self.board.map.name(hex));
                    note(text, rule::REINFORCEMENTS);
                }
                _ => {}
            }
            if unit_state.rested && matches!(unit_state.at, At::Hex(_)) && self.night().is_some() {
                note(format!("{name} can try again to turn to its Fresh side in this night."), rule::EVENING);
            }
            if unit_state.dug_in_vain && matches!(unit_state.at, At::Hex(_)) {
                note(format!("{name} can try again to build earthworks in this turn."), rule::FIELDWORKS);
            }
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load, save};

    use super::*;
    use crate::UnitIx;
    use crate::board::Start;
    use crate::rules::r17_breakdown::tests::corps;
    use crate::tests::testing::{PRUSSIAN, Table, position};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout, contestants};

    const FIELD: &str = "map 9x9
        place town 0404 0405 held french
        points town 3
        fieldworks 0303
        entry E prussian 0009
        corps ii french at 0101 rating 2 4
        corps x prussian at 0801 rating 4 4
        corps ix prussian enters 5 by E rating 3 3 chit 5
        french infantry f1 5/3 at 0202 of ii
        french field f2 7/4 mitrailleuse 4/2 at 0202 of ii
        french infantry d1 3/2 breakdown of ii
        prussian infantry p1 8/4 at 0703 of x
        prussian infantry p2 8/4 at 0603 of x
        prussian infantry p3 0/2 small at 0604 of x
        prussian infantry p4 8/4 enters 5 by E of ix";

    /// A table with this position in turn 3, and its scenario.
    fn field(more: &str) -> (file::AtAnyCost, Table) {
        let mut scenario = None;
        let position = position(&format!("{FIELD}\n{more}\nturn 3 of 9")).with(|found| scenario = Some(found.clone()));
        (scenario.unwrap(), position.table())
    }

    fn texts(lost: &[Fact]) -> Vec<&str> {
        lost.iter().map(|fact| fact.text.as_str()).collect()
    }

    battlewright_testkit::frozen_rows_test!(
        AtAnyCost,
        include_str!("../../../../../scenarios/aac-first-orders.toml"),
        |game| game.put_unit(UnitIx(0), At::Pool)
    );

    #[test]
    fn r5_1_the_start_of_a_game_is_the_scenario_itself() {
        let mut scenario = None;
        let start = position(FIELD).with(|found| scenario = Some(found.clone())).start();
        let scenario = scenario.unwrap();
        let (frozen, lost) = start.game.freeze(&scenario).unwrap();
        assert_eq!(lost, []);
        let (title, description) = (scenario.title.clone(), scenario.description.clone());
        assert_eq!(file::AtAnyCost { title, description, ..frozen }, scenario);
    }

    #[test]
    fn r5_1_the_game_begins_with_the_turn_at_hand_and_the_pieces_as_they_are() {
        let (scenario, mut table) = field("");
        let [f1, p1, p4] = ["f1", "p1", "p4"].map(|id| table.unit(id));
        let [hex, dug] = ["0505", "0606"].map(|hex| table.hex(hex));
        let game = &mut table.game;
        game.put_unit(p1, At::Hex(hex));
        (game.unit_mut(p1).battleworn, game.unit_mut(p1).elan, game.unit_mut(p1).ammo) = (true, 2, 1);
        game.state.hqs[0].casualties = 1;
        game.state.chit_turns[2] = 4;
        game.put_unit(p4, At::Due { turn: 4, entry: 1, aside: None });
        game.state.earthworks = vec![(dug, file::Earthwork::Entrenchments)];
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!((frozen.first_turn, frozen.turns.clone()), (Some(3), scenario.turns.clone()));
        assert_eq!(texts(&lost), [""; 0]);
        let unit = |id: &str| frozen.unit.iter().find(|unit| unit.id.as_str() == id).unwrap();
        assert_eq!(unit("p1").at, Some("0505".into()));
        assert_eq!(
            (unit("p1").elan, unit("p1").ammunition),
            (Some(file::Elan::Disrupted), Some(file::Ammunition::Low))
        );
        assert!(unit("p1").battleworn && !unit("p3").battleworn, "a Small Unit has no other side");
        let enters = unit("p4").enters.as_ref().unwrap();
        assert_eq!((enters.turn, enters.group.as_deref()), (4, Some("ix-5")), "it stays with its group");
        assert_eq!(frozen.formation[0].hq.front.rating, 1);
        assert_eq!(frozen.formation[2].chit_from_turn, Some(4));
        assert_eq!(frozen.earthworks.len(), 1);
        assert_eq!(frozen.earthworks[0].hexes, ["0606".into()]);
        let again = AtAnyCost::new(&frozen).unwrap();
        assert_eq!((again.state.turn, &again.state.earthworks), (3, &game.state.earthworks));
        assert_eq!(again.unit(f1).at, game.unit(f1).at);
    }

    #[test]
    fn r4_3_the_front_line_unit_comes_first() {
        let (scenario, mut table) = field("");
        let [f1, f2] = ["f1", "f2"].map(|id| table.unit(id));
        table.game.unit_mut(f1).second_line = true;
        table.game.unit_mut(f2).second_line = false;
        let (frozen, _) = table.game.freeze(&scenario).unwrap();
        let ids: Vec<&str> = frozen.unit.iter().map(|unit| unit.id.as_str()).collect();
        assert_eq!(ids[..3], ["f2", "f1", "d1"]);
    }

    #[test]
    fn r17_4_a_marker_stays_with_its_section_and_a_battery_without_one_takes_it_back() {
        let mut scenario = None;
        let lines = "corps x prussian at 0801 rating 4 4
            prussian infantry p1 8/4 at 0808 of x
            french field f1 6/3 mitrailleuse 4/2 divisional at 0404 of ii
            french field f2 6/3 mitrailleuse 6/3 divisional at 0405 of ii
            french field s1 3/2 breakdown of ii
            french field s2 3/2 breakdown of ii
            french field s3 3/2 breakdown of ii
            french field s4 3/2 breakdown of ii";
        let mut table = corps(lines).with(|found| scenario = Some(found.clone())).orders("ii", "march");
        table.does("break-down f1, detach s1, detach s2, break-down f2, detach s3, detach s4");
        table.does("move s2, hex 0405, stop, recombine f2 without s3");
        let (frozen, lost) = table.game.freeze(&scenario.unwrap()).unwrap();
        assert_eq!(
            texts(&lost),
            ["Turn 1 restarts: ii can act again.", "f1 is omitted: its detachments do not recombine in it."]
        );
        let diagnostics = load(&save(None, &Scenario::AtAnyCost(Box::new(frozen.clone())))).diagnostics;
        assert!(!diagnostics.iter().any(|found| found.message.contains("mitrailleuse")), "{diagnostics:?}");
        let markers = |game: &AtAnyCost| {
            let units =
                game.board.all_units().map(|unit| (game.board.unit(unit).id.clone(), game.mitrailleuse_of(unit)));
            let mut markers: Vec<_> = units.filter_map(|(id, marker)| Some((id, marker?.sp))).collect();
            markers.sort();
            markers
        };
        let with_sections = [("s1".to_owned(), [4, 2]), ("s3".to_owned(), [6, 3])];
        assert_eq!(markers(&table.game), with_sections);
        let mut again = corps("").with(|found| *found = frozen.clone()).orders("ii", "march");
        assert_eq!(markers(&again.game), with_sections);
        again.does("break-down f2, detach s2, detach s4, move s4, hex 0406, stop, pass, recombine f2");
        assert_eq!(markers(&again.game), [("f2".to_owned(), [6, 3]), ("s1".to_owned(), [4, 2])]);
    }

    #[test]
    fn r3_6_the_side_of_an_hq_that_is_up_is_the_front() {
        let (scenario, mut table) = field("");
        let ii = table.formation("ii");
        table.game.hq_mut(ii).back = true;
        let (frozen, lost) = table.game.freeze(&scenario).unwrap();
        assert_eq!(texts(&lost), [""; 0]);
        assert_eq!((frozen.formation[0].hq.front.rating, frozen.formation[0].hq.back.rating), (4, 2));
        assert_eq!(AtAnyCost::new(&frozen).unwrap().command_rating(ii), table.game.command_rating(ii));
    }

    #[test]
    fn r19_a_place_that_is_held_in_part_is_told_hex_by_hex() {
        let (scenario, mut table) = field("");
        let hex = table.hex("0405");
        table.game.take_control(PRUSSIAN, hex, &mut ());
        assert_eq!(table.game.points(), [3, 3]);
        let (frozen, lost) = table.game.freeze(&scenario).unwrap();
        assert_eq!(texts(&lost), [""; 0]);
        assert_eq!(AtAnyCost::new(&frozen).unwrap().points(), [3, 3]);
        let (again, _) = table.game.freeze(&frozen).unwrap();
        assert_eq!(again.place, frozen.place);
        let whole = table.hex("0404");
        table.game.take_control(PRUSSIAN, whole, &mut ());
        let (frozen, _) = table.game.freeze(&scenario).unwrap();
        assert_eq!(frozen.place[0].holder, Some("prussian".into()));
    }

    #[test]
    fn what_is_lost_is_logged() {
        let (scenario, mut table) = field("holds french beaten-zone\nprussian infantry p5 8/4 at 0801 of x");
        let [p1, p2, p5, f1] = ["p1", "p2", "p5", "f1"].map(|id| table.unit(id));
        let hex = table.hex("0009");
        let game = &mut table.game;
        game.put_unit(p2, At::Broken { until: 3 });
        game.put_unit(f1, At::Pool);
        game.put_unit(p5, At::Due { turn: 4, entry: 1, aside: Some(hex) });
        game.unit_mut(p1).dug_in_vain = true;
        (game.state.hqs[1].activated, game.state.hqs[1].overrun) = (true, true);
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!(
            texts(&lost),
            [
                "Turn 3 restarts: x can act again.",
                "An Event Chit that has been drawn returns to its owner.",
                "x-hq is no longer overrun.",
                "f1 is omitted: its detachments do not recombine in it.",
                "p1 can try again to build earthworks in this turn.",
                "p2 is omitted: it is not rebuilt, and its loss has no points.",
                "p5 enters at its entry again, not in 0009.",
            ]
        );
        let ids: Vec<&str> = frozen.unit.iter().map(|unit| unit.id.as_str()).collect();
        assert_eq!(ids, ["f2", "d1", "p1", "p3", "p4", "p5"]);
    }

    /// The parts of a position that a scenario says: pieces by id, with place, side and markers.
    fn pieces(game: &AtAnyCost) -> Vec<String> {
        let units = game.board.all_units().filter_map(|index| {
            let (state, facts) = (game.unit(index), game.board.unit(index));
            let at = match state.at {
                At::Hex(hex) => game.board.map.name(hex).to_string(),
                At::Due { turn, entry, .. } => format!("{} by {entry}", turn.max(game.state.turn)),
                At::Pool if facts.breakdown => "pool".to_owned(),
                At::Pool | At::Broken { .. } => return None,
            };
            let (worn, elan, ammo, second) = (state.battleworn, state.elan, state.ammo, state.second_line);
            Some(format!("{} {at} {worn} {elan} {ammo} {second}", facts.id))
        });
        let mut pieces: Vec<String> = units.collect();
        pieces.sort();
        // The columns of the formations at the entries (12.11).
        let waiting = game.board.all_units().filter_map(|index| {
            let (at, start) = (game.unit(index).at, game.start_of(MovingPiece::Unit(index)));
            let (At::Due { turn, entry, .. }, Start::Enters { turn: first, place, .. }) = (at, start) else {
                return None;
            };
            let facts = game.board.unit(index);
            let column = (game.board.formation(facts.formation).id.clone(), turn.max(game.state.turn), entry);
            Some((column, (first, place), facts.id.clone()))
        });
        let mut waiting: Vec<_> = waiting.collect();
        waiting.sort();
        pieces.extend(waiting.into_iter().map(|(column, _, id)| format!("{column:?}: {id}")));
        pieces
    }

    /// Returns the rest of what a scenario says: chits on their tracks, ratings, earthworks, control and points for it.
    fn rest(game: &AtAnyCost) -> Vec<String> {
        let hq = |index| {
            let (facts, state) = (game.board.formation(index), game.hq(index));
            let at = match state.at {
                At::Hex(hex) => game.board.map.name(hex).to_string(),
                _ => "off".to_owned(),
            };
            let rating = game.rating_of_side(index, state.back);
            let (orders, chit) = (facts.orders[usize::from(state.back)], game.state.chit_turns[index.index()]);
            format!("{} {at} {rating} {orders:?} {chit}", facts.name)
        };
        let mut rest: Vec<String> = game.board.all_formations().map(hq).collect();
        let works = game.state.earthworks.iter().map(|(hex, work)| format!("{} {work:?}", game.board.map.name(*hex)));
        rest.extend(works);
        let control = game.board.control.iter().zip(&game.state.control);
        rest.extend(control.map(|((hex, _), holder)| format!("{} {holder:?}", game.board.map.name(*hex))));
        rest.push(format!("{:?}", game.place_points()));
        rest.sort();
        rest
    }

    #[test]
    fn r5_1_positions_of_random_games_come_back_as_they_were() {
        let mut frozen = 0;
        for text in [
            include_str!("../../../../../scenarios/aac-first-orders.toml"),
            include_str!("../../../../../scenarios/aac-mars-la-tour.toml"),
            include_str!("../../../../../scenarios/aac-campaign.toml"),
        ] {
            let Some(Scenario::AtAnyCost(scenario)) = load(text).scenario else { panic!("it is of this system") };
            let start = AtAnyCost::new(&scenario).unwrap();
            let mut playout = Playout::new(start, contestants([Kind::Random; 2], 3), Dice::new(3));
            while playout.advance(&mut ()).unwrap().is_none() && playout.inputs() < 6000 {
                if !playout.inputs().is_multiple_of(97) {
                    continue;
                }
                let game = playout.game();
                let Ok((then, _)) = game.freeze(&scenario) else { continue };
                let when = format!("{}, input {}", scenario.title, playout.inputs());
                let scenario = Scenario::AtAnyCost(Box::new(then.clone()));
                let diagnostics = load(&save(None, &scenario)).diagnostics;
                let errors: Vec<_> = diagnostics.iter().filter(|found| found.is_error()).collect();
                assert!(errors.is_empty(), "{when}: {errors:?}");
                assert!(
                    diagnostics.iter().all(|found| found.code.as_str() != "idle-detour"),
                    "{when}: {diagnostics:?}"
                );
                let again = AtAnyCost::new(&then).unwrap_or_else(|problems| panic!("{when}: {problems:?}"));
                assert_eq!(pieces(&again), pieces(game), "{when}");
                assert_eq!(rest(&again), rest(game), "{when}");
                frozen += 1;
            }
        }
        assert!(frozen > 50, "{frozen}");
    }

    #[test]
    fn what_is_no_start_is_refused() {
        let (scenario, mut table) = field("");
        let [f1, f2, p1, p2] = ["f1", "f2", "p1", "p2"].map(|id| table.unit(id));
        let [hex, home] = ["0202", "0703"].map(|hex| table.hex(hex));
        let refused = |table: &Table| table.game.freeze(&scenario).unwrap_err().rule.number;
        table.game.put_unit(p1, At::Hex(hex));
        assert_eq!(refused(&table), "4.1", "cavalry in a charge");
        table.game.put_unit(p1, At::Hex(home));
        table.game.put_unit(p2, At::Hex(home));
        assert_eq!(refused(&table), "4.1", "a unit on its way");
        table.game.put_unit(p2, At::Broken { until: 3 });
        table.game.put_unit(f1, At::Broken { until: 5 });
        table.game.put_unit(f2, At::Broken { until: 5 });
        assert_eq!(refused(&table), "3.1", "nobody is left");
        table.log_events(|game, log| game.judge(log));
        assert_eq!(refused(&table), "19.0");
    }
}
