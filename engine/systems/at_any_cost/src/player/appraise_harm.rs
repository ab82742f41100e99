//! The harm that hits do to a unit, and what a side loses by Loss Points, in hundredths of a tier of a brigade.

use crate::UnitIx;
use crate::action::Loss;
use crate::player::survey::POINT;
use crate::player::weights::Appraiser;
use battlewright_core::kit::inline_list::InlineList;

/// The condition of a unit, as it is or as it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) elan: u8,
    pub(crate) battleworn: bool,
}

/// A unit of the losing side, as it would be after the Loss Points taken so far.
struct LosingUnit {
    unit: UnitIx,
    condition: Condition,
    second_line: bool,
    points: u8,
    retreats: u8,
}

/// The circumstances of Loss Points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LossTerms {
    pub(crate) points: u8,
    /// `true` if one of them must be a Casualty Hit.
    pub(crate) starred: bool,
    /// `true` if all units retreat anyway, as cavalry has charged.
    pub(crate) all_retreat: bool,
    /// `true` if the attacker loses.
    pub(crate) attacker: bool,
    /// The worth of the ground to the loser.
    pub(crate) ground: i32,
}

impl Appraiser<'_> {
    /// The weight of `unit`, in twelfths: how much it matters what befalls it.
    pub(crate) fn weight(&self, unit: UnitIx) -> i32 {
        let [fresh, battleworn] = self.board.unit(unit).sp;
        6 + i32::from(fresh.max(battleworn)).min(10)
    }

    /// `worth` as that of a unit of the weight of this one.
    pub(crate) fn weighed(&self, unit: UnitIx, worth: i32) -> i32 {
        worth * self.weight(unit) / 12
    }

    pub(crate) fn condition(&self, unit: UnitIx) -> Condition {
        let state = self.unit(unit);
        Condition { elan: state.elan, battleworn: state.battleworn }
    }

    /// The faces of a die, of ten, with which a Break Test or a Rout Test of `unit` fails.
    fn failing_faces(&self, unit: UnitIx, battleworn: bool) -> i32 {
        10 - i32::from(self.board.unit(unit).tcr[usize::from(battleworn)]).min(10)
    }

    /// The harm of so many Elan Hits to `unit` in this condition, Rout Tests included.
    pub(crate) fn harm_of_elan(&self, unit: UnitIx, condition: Condition, hits: u8) -> i32 {
        let marker =
            |elan: u8| [0, self.weights.shaken, self.weights.shaken + self.weights.disrupted][usize::from(elan.min(2))];
        let total = condition.elan.saturating_add(hits);
        let tests = i32::from(total.saturating_sub(2));
        let flip = if condition.battleworn { 0 } else { self.weights.casualty };
        let fails = self.failing_faces(unit, condition.battleworn);
        let rout = (fails * (2 * self.weights.retreat + flip) + self.weights.retreat) / 10;
        marker(total) - marker(condition.elan) + tests * rout
    }

    /// The harm of so many Casualty Hits to `unit` in this condition, Break Tests included.
    pub(crate) fn harm_of_casualties(&self, unit: UnitIx, condition: Condition, hits: u8) -> i32 {
        let flips = !condition.battleworn && hits > 0;
        let tests = i32::from(hits) - i32::from(flips);
        let fails = self.failing_faces(unit, true);
        let test = (fails * self.harm_of_breaking(unit) + self.weights.disrupted) / 10;
        if flips { self.weights.casualty + tests * test } else { tests * test }
    }

    /// The harm of being Broken: the unit is gone for some time, and may count for the enemy (19.0).
    pub(crate) fn harm_of_breaking(&self, unit: UnitIx) -> i32 {
        let [whole, small] = self.board.broken;
        self.weights.broken + POINT * i32::from(if self.board.unit(unit).small { small } else { whole })
    }

    /// The harm of Loss Points to `party`, whose side takes them as it likes best; and `true` if it gives way.
    pub(crate) fn toll(&self, party: &[UnitIx], terms: LossTerms) -> (i32, bool) {
        let losing = |unit: &UnitIx| LosingUnit {
            unit: *unit,
            condition: self.condition(*unit),
            second_line: self.unit(*unit).second_line,
            points: 0,
            retreats: 0,
        };
        let mut units: InlineList<LosingUnit, 6> = party.iter().map(losing).collect();
        let count = i32::try_from(units.len()).unwrap_or(1).max(1);
        let retreat = if terms.attacker { self.weights.fall_back } else { self.weights.retreat };
        let mut harm = 0;
        if terms.all_retreat {
            harm += terms.ground + units.iter().map(|losing| self.weighed(losing.unit, retreat)).sum::<i32>();
        }
        let mut owes_casualty = terms.starred;
        for left in (1..=terms.points).rev() {
            let first = units.iter().any(|losing| !losing.second_line && losing.points == 0);
            let mut best: Option<(i32, usize, Loss)> = None;
            for (place, losing) in units.iter().enumerate() {
                if first && (losing.second_line || losing.points > 0) {
                    continue;
                }
                for loss in [Loss::Retreat, Loss::Elan, Loss::Casualty] {
                    if owes_casualty && left == 1 && loss != Loss::Casualty {
                        continue;
                    }
                    let cost = match loss {
                        Loss::Retreat => match losing.retreats {
                            0 if terms.all_retreat => 0,
                            0 => self.weighed(losing.unit, retreat) + terms.ground / count,
                            1 => self.weighed(losing.unit, retreat) / 2,
                            _ => continue,
                        },
                        Loss::Elan => self.weighed(losing.unit, self.harm_of_elan(losing.unit, losing.condition, 1)),
                        Loss::Casualty => {
                            self.weighed(losing.unit, self.harm_of_casualties(losing.unit, losing.condition, 1))
                        }
                    };
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, place, loss));
                    }
                }
            }
            let Some((cost, place, loss)) = best else { break };
            harm += cost;
            let losing = &mut units[place];
            losing.points += 1;
            match loss {
                Loss::Retreat => losing.retreats += 1,
                Loss::Elan => losing.condition.elan = losing.condition.elan.saturating_add(1).min(2),
                Loss::Casualty => {
                    owes_casualty = false;
                    losing.condition.battleworn = true;
                }
            }
        }
        (harm, terms.all_retreat || units.iter().any(|losing| losing.retreats > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::weights::Weights;
    use crate::tests::testing::{Table, position};

    fn field(marks: &str) -> Table {
        position(&format!("french infantry f1 6/3 tcr 6/5 at 0404 {marks}\nprussian infantry p1 8/4 at 0808")).table()
    }

    fn harm(marks: &str, elan: u8, casualties: u8) -> i32 {
        let table = field(marks);
        let (game, f1) = (table.game.appraiser(), table.unit("f1"));
        let condition = game.condition(f1);
        game.harm_of_elan(f1, condition, elan) + game.harm_of_casualties(f1, condition, casualties)
    }

    #[test]
    fn the_same_hit_hurts_a_worn_unit_more() {
        let Weights { casualty, shaken, disrupted, .. } = Weights::default();
        assert_eq!([harm("", 1, 0), harm("", 2, 0), harm("shaken", 1, 0)], [shaken, shaken + disrupted, disrupted]);
        assert!(harm("disrupted", 1, 0) > disrupted, "four times of ten it is routed");
        assert!(harm("disrupted battleworn", 1, 0) < harm("disrupted", 1, 0), "it is not flipped again");
        assert_eq!([harm("", 0, 0), harm("", 0, 1)], [0, casualty]);
        assert!(harm("", 0, 2) > casualty + casualty / 2 && harm("battleworn", 0, 2) > harm("battleworn", 0, 1));
    }

    #[test]
    fn ground_without_worth_is_given_up_and_a_town_is_not() {
        let Weights { casualty, shaken, disrupted, retreat, .. } = Weights::default();
        let table = field("");
        let toll = |ground, points| {
            let terms = LossTerms { points, starred: false, all_retreat: false, attacker: false, ground };
            table.game.appraiser().toll(&[table.unit("f1")], terms)
        };
        assert_eq!(toll(0, 1), (retreat, true));
        assert_eq!(toll(200, 1), (shaken, false));
        assert_eq!(toll(200, 2), (shaken + disrupted, false));
        let starred = LossTerms { points: 1, starred: true, all_retreat: false, attacker: true, ground: 0 };
        assert_eq!(table.game.appraiser().toll(&[table.unit("f1")], starred), (casualty, false));
    }
}
