//! Rolls that lead to the same position, for the luck of the search.

use std::cmp::Ordering;

use battlewright_schema::at_any_cost::FireEffect;

use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r06_chits::ChitTask;
use crate::rules::r07_command::CommandTask;
use crate::rules::r08_fire::{Fire, FireTask};
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::{Assault, AssaultTask};
use crate::rules::r14_rally::RallyTask;
use crate::rules::r21_events::EventTask;
use crate::state::Task;
use crate::{AtAnyCost, UnitIx};
use battlewright_schema::at_any_cost::Event as Chance;

impl AtAnyCost {
    /// The part of a roll at `task` that matters; `None` for one that may be like no other.
    pub(crate) fn kind_of_roll_at(&self, task: &Task, picks: &[u16]) -> Option<u32> {
        match (task, picks) {
            (Task::Fire(FireTask::Roll(fire)), &[colored, white]) => Some(self.kind_of_fire(fire, colored, white)),
            (Task::Fire(FireTask::Break(unit) | FireTask::Rout(unit)), &[die]) => {
                Some(match die.cmp(&u16::from(self.printed_tcr(*unit))) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                })
            }
            (Task::Assault(AssaultTask::Roll(assault)), &[die]) => Some(self.kind_of_assault(assault, die)),
            (Task::Assault(AssaultTask::ToughRoll(assault)), &[attacker, defender]) => {
                let passes = |party: &[UnitIx], die: u16| {
                    party.iter().filter(|unit| i32::from(die) <= i32::from(self.assault_tcr(assault, **unit))).count()
                };
                let [ours, theirs] = [passes(&assault.attackers, attacker), passes(&assault.defenders, defender)];
                u32::try_from(16 * ours + theirs).ok()
            }
            (
                Task::Move(MoveTask::CounterchargeRoll { cavalry, .. } | MoveTask::OpportunityRoll { cavalry, .. }),
                &[die],
            ) => Some(u32::from(i32::from(die) <= i32::from(self.modified_tcr(*cavalry)))),
            (Task::Event(EventTask::FuriaRoll(unit)), &[die]) => {
                Some(u32::from(i32::from(die) <= i32::from(self.modified_tcr(*unit))))
            }
            (Task::Event(EventTask::AggressionRoll(_)), &[die]) => {
                Some(u32::from(die <= u16::from(self.cancels_up_to(Chance::PrussianAggressiveTactics))))
            }
            (Task::Chit(ChitTask::Malaise { .. }), &[die]) => {
                Some(u32::from(die <= u16::from(self.cancels_up_to(Chance::BazainesMalaise))))
            }
            (Task::Command(CommandTask::GroupRoll), &[die]) => Some(self.command_result(die) as u32),
            (Task::Rally(RallyTask::RebuildRoll(unit)), &[die]) => {
                Some(u32::from(die <= u16::from(self.rebuild_limit(*unit))))
            }
            (Task::Rally(RallyTask::RefreshRoll(unit)), &[die]) => {
                Some(u32::from(die <= u16::from(self.refresh_limit(*unit))))
            }
            (Task::Rally(RallyTask::DigRoll(unit)), &[die]) => {
                Some(u32::from(i32::from(die) <= i32::from(self.dig_limit(*unit))))
            }
            (Task::Sequence(SequenceTask::TrackRoll(side)), &[die]) => Some(u32::from(self.track_steps(*side, die))),
            _ => None,
        }
    }

    /// A fire has a result, Elan Hits by the white die, and doubles. A result that waits for tests of the unit in front keeps
    /// its white die.
    fn kind_of_fire(&self, fire: &Fire, colored: u16, white: u16) -> u32 {
        let result = self.fire_result(fire, self.fire_column(fire), self.fire_die(fire, colored));
        let second = self.second_line_behind(fire.shot.target);
        let modifier = self.fire_test_modifier(fire);
        let kind = |unit: UnitIx, effect: FireEffect| match effect {
            FireEffect::None => 0,
            FireEffect::Test(severity) => {
                let (_, hits) =
                    self.cohesion_test(unit, modifier.saturating_add(self.severity_modifier(severity)), white);
                1 + u32::from(hits)
            }
            FireEffect::Casualties(hits) => 8 + u32::from(hits.min(7)),
        };
        let front = kind(fire.shot.target, result.front);
        let behind = match (second, result.second) {
            (None, _) | (_, FireEffect::None) => 0,
            (Some(_), FireEffect::Test(severity)) => 16 + 16 * u32::from(white) + severity as u32,
            (Some(_), FireEffect::Casualties(hits)) => 1 + u32::from(hits.min(7)),
        };
        let fired_at = u32::from(result.front != FireEffect::None);
        (behind * 16 + front) * 4 + fired_at * 2 + u32::from(colored == white)
    }

    /// The result of an assault, by the first die that has it.
    fn kind_of_assault(&self, assault: &Assault, die: u16) -> u32 {
        let column = self.assault_column(assault);
        let result = self.assault_result(column, die);
        (1..=die).find(|first| self.assault_result(column, *first) == result).unwrap_or(die).into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::tests::testing::{Table, position};
    use crate::{AtAnyCost, State};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::players::Appraise as _;

    /// Rolls everything that is asked for at this table, and returns how many kinds there are. Rolls of a kind lead to the
    /// same position.
    fn kinds(table: &Table) -> usize {
        let Turn::Chance(chance) = table.game.turn() else { panic!("nothing is rolled: {}", table.prompt()) };
        let all: Vec<Vec<u16>> = match chance.count() {
            1 => chance.range().map(|die| vec![die]).collect(),
            _ => chance.range().flat_map(|one| chance.range().map(move |other| vec![one, other])).collect(),
        };
        let mut known: BTreeMap<u32, State> = BTreeMap::new();
        for dice in all {
            let kind = table.game.kind_of_roll(&dice).expect("these dice are read by a table");
            let mut then: AtAnyCost = table.game.clone();
            then.resolve(&dice, &mut ());
            let state = then.state();
            assert!(*known.entry(kind).or_insert_with(|| state.clone()) == state, "{dice:?} is of kind {kind}");
        }
        known.len()
    }

    #[test]
    fn rolls_of_a_fire_are_told_apart_by_result_elan_and_doubles() {
        let mut table = position(
            "prussian field p1 6/3 at 0404
            french infantry f1 5/3 at 0406 disrupted battleworn
            french field f2 5/3 at 0406 second
            corps iii prussian at 0101 rating 9 9",
        )
        .fires("prussian");
        table.does("fire p1 f1");
        let kinds = kinds(&table);
        assert!((8..60).contains(&kinds), "{kinds}");
    }

    #[test]
    fn an_assault_has_as_many_kinds_of_rolls_as_results() {
        let mut table = position(
            "prussian infantry p1 8/4 at 0404
            french infantry f1 5/3 at 0405",
        )
        .assaults("prussian");
        table.does("hex 0405, unit p1, begin");
        let results = table.game.assault_odds(&match table.game.state.stack.last() {
            Some(super::Task::Assault(super::AssaultTask::Roll(assault))) => assault.clone(),
            other => panic!("{other:?}"),
        });
        assert_eq!(kinds(&table), results.len());
        // Break Tests, Rout Tests: below, equal, above.
        let f1 = table.unit("f1");
        table.push(super::FireTask::Break(f1));
        assert_eq!(kinds(&table), 3);
        table.push(super::FireTask::Rout(f1));
        assert_eq!(kinds(&table), 3);
    }
}
