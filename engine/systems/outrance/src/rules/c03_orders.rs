//! III, IV, IX Orders that move a unit: received, delayed or lost.

use serde::{Deserialize, Serialize};

use crate::rules::calculation::rolled;
use battlewright_schema::outrance::Tables;
use battlewright_schema::outrance::{Nation, UnitStatus};

/// The fate of an order to deploy, maneuver, march or assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OrderFate {
    /// Received: the action is carried out.
    Received,
    /// Delayed: half the movement, a shorter reach, or no shift.
    Delayed,
    /// Lost: the unit does not move. It may still fire or regroup.
    Lost,
}

/// The facts on which the fate of an order depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderFacts {
    /// The army.
    pub nation: Nation,
    /// A general is within the command radius and commands the unit (IX).
    pub general: bool,
    /// The status of the unit.
    pub status: UnitStatus,
    /// The setting by which disorder hinders orders (ruling o17).
    pub disorder_hinders: bool,
}

/// Returns the chances of an order in percent, from the best fate to the worst. They add up to 100 if the table does.
pub fn order_chances(tables: &Tables, case: OrderFacts) -> [(OrderFate, u8); 3] {
    let (received, delayed) =
        tables.orders.of(case.nation, case.general).map_or((0, 0), |row| (row.received, row.delayed));
    let change = &tables.orders_disordered;
    let hindered = case.disorder_hinders && case.status != UnitStatus::Ok;
    let [received, delayed] = [(received, change.received), (delayed, change.delayed)].map(|(percent, change)| {
        let change = if hindered { i16::from(change) } else { 0 };
        u8::try_from((i16::from(percent) + change).clamp(0, 100)).unwrap_or_default()
    });
    let delayed = delayed.min(100 - received);
    [(OrderFate::Received, received), (OrderFate::Delayed, delayed), (OrderFate::Lost, 100 - received - delayed)]
}

/// Returns the fate of an order for a roll from 1 to 100.
pub fn order_fate(tables: &Tables, case: OrderFacts, roll: u8) -> OrderFate {
    rolled(order_chances(tables, case), roll).unwrap_or(OrderFate::Lost)
}

/// Returns the movement that is left of an allowance in thousandths of an inch: `percent` of it if the order is delayed, none if
/// it is lost.
pub fn movement_left(fate: OrderFate, allowance: i32, percent: u8) -> i32 {
    match fate {
        OrderFate::Received => allowance,
        OrderFate::Delayed => {
            i32::try_from(i64::from(allowance) * i64::from(percent.min(100)) / 100).unwrap_or_default()
        }
        OrderFate::Lost => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::tables;

    fn case(nation: Nation, general: bool) -> OrderFacts {
        OrderFacts { nation, general, status: UnitStatus::Disordered, disorder_hinders: false }
    }

    fn percents(case: OrderFacts) -> [u8; 3] {
        order_chances(&tables(), case).map(|(_, percent)| percent)
    }

    #[test]
    fn c03_a_general_makes_orders_nearly_sure() {
        assert_eq!(percents(case(Nation::French, true)), [95, 4, 1], "IX");
        assert_eq!(percents(case(Nation::Prussian, false)), [75, 18, 7], "III");
        assert_eq!(percents(case(Nation::French, false)), [70, 20, 10], "III");
    }

    #[test]
    fn c03_o17_disorder_hinders_orders_only_by_a_setting() {
        let hindered = OrderFacts { disorder_hinders: true, ..case(Nation::French, true) };
        assert_eq!(percents(hindered), [85, 10, 5], "o17");
        assert_eq!(percents(OrderFacts { status: UnitStatus::Ok, ..hindered }), [95, 4, 1], "o17");
    }

    #[test]
    fn c03_a_roll_decides_the_fate_and_the_movement() {
        let fate = |roll| order_fate(&tables(), case(Nation::French, false), roll);
        assert_eq!(
            [1, 70, 71, 90, 91, 100].map(fate).map(|fate| movement_left(fate, 6000, 50)),
            [6000, 6000, 3000, 3000, 0, 0],
            "IV"
        );
    }
}
