//! The kinds of rolls: those that lead to the same position.

use crate::Matz;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r11_air::AirTask;
use crate::state::Task;

impl Matz {
    /// The kind of the roll `picks` for `task`: its result. `None` for draws, of which each leads to another
    /// position, and for the rare die for tanks.
    pub(crate) fn kind_of_roll_at(&self, task: &Task, picks: &[u16]) -> Option<u32> {
        match (task, picks) {
            (Task::Combat(CombatTask::Roll(combat)), &[die]) => {
                let calculation = self.calculation(combat);
                let result = self.combat_result(calculation.column, calculation.modified(die));
                let rows = &self.board.rules.tables.combat.rows;
                let first = rows.iter().position(|row| row.get(calculation.column) == Some(&result));
                first.and_then(|first| u32::try_from(first).ok())
            }
            (Task::Barrage(BarrageTask::Roll { hex, units }), &[die]) => {
                let result = self.barrage_result(self.barrage_column(*hex, units), die);
                Some(2 * u32::from(result.steps) + u32::from(result.neutralized))
            }
            (Task::Air(AirTask::CountRoll(side)), &[a, b]) => Some(u32::from(self.air_count(*side, a + b))),
            (Task::Air(AirTask::FightRoll { pair, .. }), &[a, b]) => {
                let [first, second] = self.air_hits(*pair, [a, b]);
                Some(2 * u32::from(first) + u32::from(second))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rulebook as rule;
    use crate::tests::games::{first_day, mangin};
    use battlewright_core::game::{Chance, Game as _, Turn};
    use battlewright_core::kit::tasks::TaskStack as _;
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Appraise as _, Kind, Playout};

    #[test]
    fn rolls_of_a_kind_lead_to_the_same_position() {
        let mut merged = BTreeSet::new();
        for (start, seed) in [(first_day(), 2), (mangin(), 4)] {
            let seats = [1, 2].map(|side| Kind::Random.player(Dice::new(seed + side)));
            let mut playout = Playout::new(start, seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {
                let game = playout.game();
                let Turn::Chance(Chance::Dice { count, sides: 6 }) = game.turn() else { continue };
                let rolls = (1..=6_u16).flat_map(|a| (1..=6_u16).map(move |b| [a, b]));
                let mut known: Vec<(u32, Matz)> = Vec::new();
                for picks in rolls.filter(|roll| count > 1 || roll[1] == 1) {
                    let picks = &picks[..usize::from(count)];
                    let Some(kind) = game.kind_of_roll(picks) else { continue };
                    let mut then = game.clone();
                    then.resolve(picks, &mut ());
                    match known.iter().find(|(other, _)| *other == kind) {
                        Some((_, other)) => {
                            assert!(*other == then, "{picks:?} for {:?}", game.state.stack.last());
                            merged.insert(game.asked_by().number);
                        }
                        None => known.push((kind, then)),
                    }
                }
            }
        }
        for rule in [rule::AIR_SEQUENCE, rule::BARRAGE, rule::COMBAT_RESOLUTION] {
            assert!(merged.contains(rule.number), "{} among {merged:?}", rule.number);
        }
    }
}
