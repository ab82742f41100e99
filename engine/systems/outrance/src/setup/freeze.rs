//! The position of a game as a scenario, as far as the file can express it.

use battlewright_schema::common::inches::TablePoint;
use battlewright_schema::outrance as file;
use battlewright_schema::{Inches, Scenario, Severity, SideId, check};

use crate::rules::c03_turns::InitiativeDraw;
use crate::state::{At, Task, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Illegal, Side};
use battlewright_core::kit::freeze::{keep_advice, keep_rules, name_after_turn};
use battlewright_core::kit::grammar;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::Fact;

impl Outrance {
    /// Returns the position as a scenario that begins with the turn at hand, and the facts that the file cannot express. `of` is
    /// the scenario that is being played.
    ///
    /// # Errors
    /// The reason why this position cannot be the start of a game.
    pub fn freeze(&self, of: &file::Outrance) -> Result<(file::Outrance, Vec<Fact>), Illegal> {
        match self.stack().last() {
            Some(Task::Over(_)) | None => return Err(Illegal::new(rule::SCENARIOS, "the game is over")),
            Some(Task::Initiative(InitiativeDraw) | Task::Select(_) | Task::Arrival(_)) => {}
            Some(_) => return Err(Illegal::new(rule::ACTIONS, "an action is half done; finish it first")),
        }
        let passed = self.state.turn.saturating_sub(1);
        let mut then = of.clone();
        let mut lost = Vec::new();
        name_after_turn(&mut then, self.state.turn.into());
        then.turns.count = of.turns.count.saturating_sub(passed).max(1);
        then.turns.first = of.turns.clock(self.state.turn.max(1)).or_else(|| of.turns.first.clone());
        then.out_of_command.retain(|row| row.through_turn > passed);
        for row in &mut then.out_of_command {
            row.from_turn = row.from_turn.saturating_sub(passed).max(1);
            row.through_turn = row.through_turn.saturating_sub(passed).max(1);
        }
        then.unit.clear();
        for (unit, row) in self.all_units().zip(&of.unit) {
            let frozen = self.frozen_unit(unit, row, passed, &mut lost);
            then.unit.extend(frozen);
        }
        for option in &mut then.option {
            option.units.retain(|id| then.unit.iter().any(|unit| unit.id == *id));
        }
        then.option.retain(|option| !option.units.is_empty());
        let sides: Vec<SideId> = of.side.keys().cloned().collect();
        for (objective, holder) in then.objective.iter_mut().zip(&self.state.holders) {
            objective.holder = holder.and_then(|side: Side| sides.get(side.index()).cloned());
        }
        let destroyed = Side::BOTH.map(|side| self.points()[1][side.index()]);
        if destroyed != [0, 0] {
            let text = format!("The points for destroyed units so far: {} to {}.", destroyed[0], destroyed[1]);
            lost.push(Fact::new(text, rule::SCENARIOS));
        }
        if !self.state.shots.is_empty() || !self.state.assaults.is_empty() {
            lost.push(Fact::new("The fire and the assaults of this turn, which add up on their targets.", rule::FIRE));
        }
        keep_advice(&mut then, self.state.turn.max(1), passed);
        lost.extend(keep_rules(&mut then, of, &self.state.extra, passed, rule::SETUP));
        // A unit that fell back to a river may lie on it with a corner, and facings become whole degrees.
        let found = check(&Scenario::Outrance(Box::new(then.clone())));
        if let Some(error) = found.into_iter().find(|finding| finding.severity == Severity::Error) {
            let reason = format!("a scenario cannot begin like this: {}", error.message);
            return Err(Illegal::new(rule::SCENARIOS, reason));
        }
        Ok((then, lost))
    }

    /// Returns the row of a unit; `None` if it is out of play.
    fn frozen_unit(&self, unit: UnitIx, row: &file::Unit, passed: u8, lost: &mut Vec<Fact>) -> Option<file::Unit> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        if state.acted {
            let (has, its) = (grammar::verb(&facts.name, "has"), grammar::possessive(&facts.name));
            lost.push(Fact::new(format!("{} {has} used {its} action of this turn.", facts.name), rule::ACTIONS));
        }
        let mut then = row.clone();
        match &state.at {
            At::On(place) => {
                then.enters = None;
                then.at = self.point_of(unit).map(|at| TablePoint(Inches::from(at)));
                if !facts.is_general() {
                    then.lost = facts.bases.saturating_sub(state.bases);
                    then.status = state.status;
                    then.posture = place.posture;
                    then.front = (place.posture == file::Posture::Maneuver).then_some(place.front);
                    // The file has whole degrees.
                    then.facing = (place.facing.tenths() + 5) / 10 % 360;
                    then.bend = place.bend.iter().map(|turn| turn / 10).collect();
                }
                if state.route_march && self.destination(unit).is_some() {
                    let (is, its) = (grammar::verb(&facts.name, "is"), grammar::possessive(&facts.name));
                    let text = format!("{} {is} on a route march to {its} destination.", facts.name);
                    lost.push(Fact::new(text, rule::ACTIONS));
                }
            }
            At::Due | At::Ready => {
                let enters = then.enters.as_mut()?;
                enters.turn = enters.turn.saturating_sub(passed).max(1);
                if state.at == At::Ready {
                    enters.roll = None;
                }
            }
            At::Unused => {}
            At::Destroyed(_) | At::Surrendered(_) | At::Left(_) => return None,
        }
        Some(then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::position::{PRUSSIAN, position};

    battlewright_testkit::frozen_rows_test!(
        Outrance,
        include_str!("../../../../../scenarios/outrance-first-assault.toml"),
        |game| game.put(UnitIx(0), At::Destroyed(1))
    );

    #[test]
    fn a_frozen_position_begins_as_it_was_left() {
        let start = position(
            "prussian infantry p1 4 at 20,16 maneuver
            prussian infantry p2 4 enters 3 by e
            entry e prussian 0,15
            objective mill 20,20 held french prussian 3
            silent french 1 2
            french infantry f1 4 at 20,12 facing 180
            french infantry f2 2 at 30,5",
        );
        let mut table = start.with_initiative(PRUSSIAN);
        table.does("select p1, assault f1").rolls(&[1]).rolls(&[100, 1, 61]);
        table.does("select f2, hold").rolls(&[0]);
        let (then, lost) = table.game.freeze(start.scenario()).unwrap();
        assert_eq!((then.turns.count, then.unit.len()), (5, 4));
        assert_eq!(then.unit[1].enters.as_ref().map(|enters| enters.turn), Some(2));
        assert_eq!(then.out_of_command[0].through_turn, 1);
        assert!(lost.is_empty(), "{lost:?}");
        let again = Outrance::new(&then).unwrap();
        for id in ["p1", "f1", "f2"] {
            assert_eq!(again.bases_of(id), table.game.bases_of(id), "{id}");
        }
        table.does("select f1");
        assert!(table.game.freeze(start.scenario()).is_err(), "an action is half done");
    }

    #[test]
    fn a_position_that_a_file_cannot_have_is_refused_with_the_reason() {
        let start = position("prussian infantry p1 4 at 20,16\nfrench infantry f1 4 at 20,25");
        let mut game = start.with_initiative(PRUSSIAN).game;
        assert!(game.freeze(start.scenario()).is_ok());
        let [p1, f1] = ["p1", "f1"].map(|id| game.unit_called(id).unwrap());
        let there = game.unit(f1).at.clone();
        game.put(p1, there);
        let refusal = game.freeze(start.scenario()).unwrap_err();
        assert_eq!(refusal.reason, "a scenario cannot begin like this: bases of `p1` and `f1` overlap");
    }
}
