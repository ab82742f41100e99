//! The conversion of a position to a scenario, within the limits of the file format.

use std::collections::BTreeMap;

use battlewright_schema::position_magnifique as file;
use battlewright_schema::{FormationId, HexId, Place, SideId};

use crate::board::Start;
use crate::rules::r08_sequence::EndActivation;
use crate::state::{ActivatedUnits, At, Order, Task};
use crate::{MovingPiece, PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Illegal, Rule, Side};
use battlewright_core::kit::freeze::{keep_advice, keep_rules, name_after_turn};
use battlewright_core::show::Fact;

/// The start of a piece: `at`, `enters`.
type StartPlace = (Option<HexId>, Option<file::Enters>);

impl PositionMagnifique {
    /// Returns the position as a scenario that begins with the current turn, and the facts lost in the conversion. `of` is the
    /// scenario in play.
    ///
    /// # Errors
    /// The reason why this position cannot be the start of a game.
    pub fn freeze(&self, of: &file::PositionMagnifique) -> Result<(file::PositionMagnifique, Vec<Fact>), Illegal> {
        self.can_freeze()?;
        let turn = self.state.turn.max(self.board.first_turn);
        let mut lost = self.lost();
        let mut then = of.clone();
        name_after_turn(&mut then, turn.into());
        then.first_turn = (turn > 1).then_some(turn);
        then.zone.clear();
        if !self.is_before_surprise() {
            then.surprise_attack = None;
        }
        then.unit.clear();
        let last = of.turns.count;
        for (index, unit) in self.board.all_units().zip(&of.unit) {
            let mut unit = unit.clone();
            let Some(begins) = self.begins(MovingPiece::Unit(index), unit.enters.as_ref(), turn) else { continue };
            if begins.1.as_ref().is_some_and(|enters| enters.turn > last) {
                let text = format!("{} would arrive after the last turn and is omitted.", unit.name);
                lost.push(Fact { text, rule: rule::REINFORCEMENTS });
                continue;
            }
            (unit.at, unit.enters) = begins;
            unit.zone = None;
            unit.reduced = self.unit(index).reduced;
            then.unit.push(unit);
        }
        self.freeze_formations(of, &mut then, turn, &mut lost);
        keep_columns(&mut then);
        self.freeze_control(of, &mut then, &mut lost);
        keep_advice(&mut then, turn, 0);
        lost.extend(keep_rules(&mut then, of, &self.state.extra, 0, rule::SETUP));
        Ok((then, lost))
    }

    fn can_freeze(&self) -> Result<(), Illegal> {
        match self.state.stack.last() {
            Some(Task::Over(_)) | None => {
                return Err(Illegal::new(rule::VICTORY, "the game is over"));
            }
            Some(Task::Deploy(_)) => {
                return Err(Illegal::new(rule::SETUP, "finish the setup first; some units are not placed yet"));
            }
            Some(_) => {}
        }
        let mut hexes: Vec<_> = Side::BOTH.into_iter().flat_map(|side| self.on_map(side)).map(|(_, hex)| hex).collect();
        let count = hexes.len();
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.len() < count {
            return Err(Illegal::new(rule::STACKING, "two units are in one hex; finish the move or the combat first"));
        }
        for side in Side::BOTH {
            let lives = |at: At| !matches!(at, At::Eliminated(_));
            if !self.board.units_of_side(side).any(|unit| lives(self.unit(unit).at)) {
                let name = &self.board.side(side).name;
                let reason = format!("the {name} have no units left to play with");
                return Err(Illegal::new(rule::UNIT_COUNTERS, reason));
            }
        }
        Ok(())
    }

    /// Returns `true` if a surprise attack (20.2) is still to come.
    fn is_before_surprise(&self) -> bool {
        let setup = self.state.stack.iter().any(|task| matches!(task, Task::FirstOrders(_)));
        setup && self.state.turn < self.board.first_turn
    }

    /// Returns the start of `piece`: its hex, or its turn and entry; `None` if it is out of the game.
    fn begins(&self, piece: MovingPiece, enters: Option<&file::Enters>, turn: u8) -> Option<StartPlace> {
        match self.at(piece) {
            At::Hex(hex) => Some((Some(self.board.map.name(hex)), None)),
            At::Due { turn: due, entry, .. } => {
                let facts = self.board.entries.get(usize::from(entry))?;
                let enters = file::Enters {
                    turn: due.max(turn),
                    at: facts.id.as_str().into(),
                    any_order: enters.is_some_and(|enters| enters.any_order),
                    position: enters.and_then(|enters| enters.position).filter(|_| self.keeps_column(piece)),
                };
                Some((None, Some(enters)))
            }
            At::Zone | At::Eliminated(_) => None,
        }
    }

    /// Converts formations: the current hexes of HQs, and chits already in the game; formations without pieces are dropped.
    fn freeze_formations(
        &self,
        of: &file::PositionMagnifique,
        then: &mut file::PositionMagnifique,
        turn: u8,
        lost: &mut Vec<Fact>,
    ) {
        let mut gone: Vec<FormationId> = Vec::new();
        then.formation.clear();
        for (index, formation) in self.board.all_formations().zip(&of.formation) {
            let mut formation = formation.clone();
            let of_it = |unit: &&file::Unit| unit.formation == formation.id;
            let begins = self.begins(MovingPiece::Hq(index), formation.hq.enters.as_ref(), turn).or_else(|| {
                // An HQ without a unit to flee to returns with its first unit.
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
            (formation.hq.at, formation.hq.enters, formation.hq.zone) = (at, enters, None);
            if self.state.chosen.contains(&index) {
                formation.chit_from_turn = Some(turn);
                for side in then.side.values_mut() {
                    side.chosen_chits.retain(|id| *id != formation.id);
                }
            }
            then.formation.push(formation);
        }
        for side in then.side.values_mut() {
            side.chosen_chits.retain(|id| !gone.contains(id));
        }
        then.detour.retain(|detour| detour.formation.as_ref().is_none_or(|only| !gone.contains(only)));
    }

    /// Returns the facts of this position that a scenario file cannot express.
    fn lost(&self) -> Vec<Fact> {
        let mut lost = Vec::new();
        let mut note = |text: String, rule: Rule| lost.push(Fact { text, rule });
        let state = &self.state;
        if state
            .stack
            .iter()
            .any(|task| matches!(task, Task::EndActivation(EndActivation(activation)) if activation.who == ActivatedUnits::Everyone))
            && !self.is_before_surprise()
        {
            note("The surprise attack does not continue.".to_owned(), rule::SURPRISE_ATTACK);
        }
        let acted: Vec<&str> = self
            .board
            .all_formations()
            .filter(|f| self.hq(*f).activated)
            .map(|f| self.board.formation(f).name.as_str())
            .collect();
        if !acted.is_empty() {
            let text = format!("Turn {} restarts: {} can act again.", state.turn, acted.join(", "));
            note(text, rule::ACTIVATION_CHITS);
        }
        if !state.held.is_empty() {
            let text = format!("{} held chits return to the cup.", state.held.len());
            note(text, rule::EVENT_CHITS);
        }
        for (hq, name) in [(state.feu, "Feu de Bataillon"), (state.malaise, "Bazaine's Malaise")] {
            if let Some(formation) = hq {
                let text = format!("{name} is no longer with {}.", self.board.formation(formation).name);
                note(text, rule::EVENT_CHITS);
            }
        }
        let defends = self.board.all_formations().filter(|f| self.hq(*f).order == Order::Defend).count();
        if defends > 0 {
            note("Every HQ chooses its order again.".to_owned(), rule::SETUP);
        }
        for f in self.board.all_formations().filter(|f| self.hq(*f).overrun) {
            note(format!("{} is no longer overrun.", self.board.formation(f).hq_name), rule::HQ_COMBAT);
        }
        for unit in self.board.all_units() {
            let (unit_state, name) = (self.unit(unit), &self.board.unit(unit).name);
            if unit_state.shaken {
                note(format!("{name} is no longer shaken."), rule::SHAKEN_FIRE);
            }
            match unit_state.low_ammo {
                0 => {}
                1 => note(format!("{name} is no longer low on ammunition."), rule::LOW_AMMO),
                _ => note(format!("{name} is no longer out of ammunition."), rule::LOW_AMMO),
            }
            match unit_state.at {
                At::Eliminated(_) => {
                    let text =
                        format!("{name} is omitted: it is not rebuilt, and its formation does not count it as lost.");
                    note(text, rule::REBUILDING);
                }
                At::Due { aside: Some(hex), .. } => {
                    let text = format!("{name} enters at its entry again, not in {}.", self.board.map.name(hex));
                    note(text, rule::ENTRY_COLUMN);
                }
                _ => {}
            }
        }
        lost
    }

    /// 16.0: records the control of the places and hexes that decide the game.
    fn freeze_control(&self, of: &file::PositionMagnifique, then: &mut file::PositionMagnifique, lost: &mut Vec<Fact>) {
        let ids: Vec<SideId> = of.side.keys().cloned().collect();
        let name = |side: Side| ids.get(side.index()).cloned();
        let control_of = |hex: &HexId| -> Option<Side> {
            let hex = self.board.map.find(hex)?;
            let index = self.board.control.iter().position(|(other, _)| *other == hex)?;
            self.state.control.get(index).copied().flatten()
        };
        for place in &mut then.place {
            let mut holders: Vec<Option<Side>> = place.hexes.iter().map(control_of).collect();
            holders.sort_unstable();
            holders.dedup();
            place.holder = match holders.as_slice() {
                [Some(side)] => name(*side),
                [None] | [] => None,
                _ => {
                    let text = format!("{} is held in part. In the scenario, no side holds it.", place.name);
                    lost.push(Fact { text, rule: rule::VICTORY });
                    None
                }
            };
        }
        let endings = || of.victory.sudden.iter().chain(&of.victory.last);
        for hex in endings().flat_map(|ending| &ending.controls_hexes) {
            let known = then.place.iter().any(|place| place.hexes.contains(hex));
            if let (false, Some(side)) = (known, control_of(hex)) {
                then.place.push(Place {
                    id: format!("hex-{hex}").into(),
                    name: format!("Hex {hex}").into(),
                    hexes: vec![hex.clone()],
                    holder: name(side),
                    ..Place::default()
                });
            }
        }
    }

    /// 12.9: returns `true` if the column in which `piece` is due is unchanged from the scenario.
    fn keeps_column(&self, piece: MovingPiece) -> bool {
        let formation = self.formation_of(piece);
        let At::Due { turn, entry, aside: None } = self.at(piece) else { return false };
        let start = |piece: MovingPiece| match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).start,
            MovingPiece::Hq(formation) => self.board.formation(formation).start,
        };
        turn >= self.state.turn
            && self.pieces_of(formation).all(|other| {
                let due = matches!(self.at(other), At::Due { turn: t, entry: e, .. } if (t, e) == (turn, entry));
                let was = matches!(start(other), Start::Enters { turn: t, entry: e, .. } if (t, e) == (turn, entry));
                due == was
            })
    }
}

/// 12.9: merges columns from different turns: a column enters in any order if one of its parts did.
fn keep_columns(then: &mut file::PositionMagnifique) {
    let mut free: BTreeMap<(FormationId, u8, battlewright_schema::EntryId), bool> = BTreeMap::new();
    let key = |formation: &FormationId, enters: &file::Enters| (formation.clone(), enters.turn, enters.at.clone());
    for unit in &then.unit {
        if let Some(enters) = &unit.enters {
            *free.entry(key(&unit.formation, enters)).or_default() |= enters.any_order;
        }
    }
    for formation in &then.formation {
        if let Some(enters) = &formation.hq.enters {
            *free.entry(key(&formation.id, enters)).or_default() |= enters.any_order;
        }
    }
    let is_free = |formation: &FormationId, enters: &file::Enters| free.get(&key(formation, enters)) == Some(&true);
    for unit in &mut then.unit {
        if let Some(enters) = &mut unit.enters {
            enters.any_order = is_free(&unit.formation, enters);
        }
    }
    for formation in &mut then.formation {
        let id = formation.id.clone();
        if let Some(enters) = &mut formation.hq.enters {
            enters.any_order = is_free(&id, enters);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, position_magnifique as file};

    use crate::rules::r08_sequence::BeginTurn;
    use crate::state::{At, Task};
    use crate::tests::testing::{PRUSSIAN, position};
    use crate::{PositionMagnifique, UnitIx};
    use battlewright_core::game::Game as _;

    fn day() -> (file::PositionMagnifique, PositionMagnifique) {
        let loaded = battlewright_schema::load(include_str!("../../../../../scenarios/pm-a-day-of-battle.toml"));
        let Some(Scenario::PositionMagnifique(scenario)) = loaded.scenario else { panic!("{:?}", loaded.diagnostics) };
        let game = PositionMagnifique::new(&scenario).unwrap();
        (*scenario, game)
    }

    battlewright_testkit::frozen_rows_test!(
        PositionMagnifique,
        include_str!("../../../../../scenarios/pm-a-day-of-battle.toml"),
        |game| game.put_unit(UnitIx(0), At::Eliminated(1))
    );

    #[test]
    fn r6_1_the_start_of_a_game_is_the_scenario_itself() {
        let (scenario, game) = day();
        assert!(matches!(game.state.stack.last(), Some(Task::FirstOrders(_))));
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!(lost, []);
        let same = file::PositionMagnifique {
            title: scenario.title.clone(),
            description: scenario.description.clone(),
            ..frozen
        };
        assert_eq!(same, scenario);
    }

    #[test]
    fn r8_1_the_game_begins_with_the_turn_at_hand() {
        let (scenario, mut game) = day();
        let unit = game.on_map(PRUSSIAN).next().unwrap().0;
        let shaken = game.on_map(PRUSSIAN).nth(1).unwrap().0;
        let lost_unit = game.on_map(PRUSSIAN).nth(2).unwrap().0;
        game.state.turn = 3;
        game.state.stack = vec![Task::BeginTurn(BeginTurn)];
        game.unit_mut(unit).reduced = true;
        game.unit_mut(shaken).shaken = true;
        game.put_unit(lost_unit, At::Eliminated(2));
        let (frozen, lost) = game.freeze(&scenario).unwrap();
        assert_eq!((frozen.first_turn, frozen.turns.clone()), (Some(3), scenario.turns.clone()));
        assert_eq!(frozen.surprise_attack, None);
        assert_eq!(frozen.unit.len() + 1, scenario.unit.len());
        let id = &game.board.unit(unit).id;
        assert!(frozen.unit.iter().find(|other| other.id.as_str() == id).unwrap().reduced);
        let told: Vec<_> = lost.iter().map(|fact| fact.rule.number).collect();
        assert!(told.contains(&"10.5") && told.contains(&"14.4"), "{lost:?}");
        let early = frozen.unit.iter().filter_map(|unit| unit.enters.as_ref()).map(|enters| enters.turn).min();
        assert_eq!(early, Some(3));
        let again = PositionMagnifique::new(&frozen).unwrap();
        assert_eq!(again.state.control, game.state.control);
    }

    #[test]
    fn r20_3_a_chit_that_has_been_chosen_is_in_the_cup() {
        let mut table = position(
            "map 9x9
            corps ii french at 0101 range 2 4
            french infantry f1 4/2 at 0202 of ii
            corps x prussian at 0801 range 3 5
            prussian infantry p1 5/3 at 0703 of x",
        )
        .with(|scenario| {
            scenario.formation[0].chit_from_turn = None;
            scenario.side[0].chosen_chits = vec!["ii".into()];
        });
        let mut scenario = None;
        table = table.with(|found| scenario = Some(found.clone()));
        let mut table = table.start();
        table.does("attack, attack, add ii");
        let (frozen, _) = table.game.freeze(&scenario.unwrap()).unwrap();
        assert_eq!(frozen.formation[0].chit_from_turn, Some(1));
        assert!(frozen.side[0].chosen_chits.is_empty());
    }

    #[test]
    fn what_is_lost_is_told_and_what_is_no_start_is_refused() {
        let mut scenario = None;
        let mut table = position(
            "map 9x9
            holds french battlefield-conditions
            french infantry f1 4/2 at 0202 low 1
            prussian infantry p1 5/3 at 0703",
        )
        .with(|found| scenario = Some(found.clone()))
        .cup();
        let scenario = scenario.unwrap();
        table.draws("french").does("attack, pass");
        let (_, lost) = table.game.freeze(&scenario).unwrap();
        let told: Vec<_> = lost.iter().map(|fact| fact.text.as_str()).collect();
        assert_eq!(
            told,
            [
                "Turn 1 restarts: french can act again.",
                "1 held chits return to the cup.",
                "f1 is no longer low on ammunition.",
            ]
        );
        let hex = table.hex("0202");
        let p1 = table.unit("p1");
        table.game.put_unit(p1, At::Hex(hex));
        assert_eq!(table.game.freeze(&scenario).unwrap_err().rule.number, "7.1");
        table.game.put_unit(p1, At::Eliminated(1));
        assert!(table.game.freeze(&scenario).unwrap_err().reason.contains("no units left"));
        table.game.state.stack.clear();
        assert!(table.game.freeze(&scenario).is_err());
        assert!(matches!(table.game.turn(), battlewright_core::game::Turn::Over(_)));
    }
}
