//! The sums of the columns of numbers, for each side.

use battlewright_schema::Common;

use super::OrderOfBattleState;
use super::sheet::UnitSheet;

/// The sums of the units of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSums {
    /// The index of the side.
    pub side: usize,
    /// The name of the side.
    pub name: String,
    /// The number of units.
    pub units: usize,
    /// The sum of each column; `None` if its figures do not add up, or no unit has one.
    pub sums: Vec<Option<i64>>,
}

/// Returns the sums of `units` by side, in the order of the file. A side without a unit among them is left out.
pub fn sums(common: &dyn Common, sheet: &UnitSheet, units: &[usize]) -> Vec<SideSums> {
    let sides = common.sides();
    let blank = |(side, name): (usize, &str)| SideSums {
        side,
        name: name.to_owned(),
        units: 0,
        sums: vec![None; sheet.heads.len()],
    };
    let mut all: Vec<SideSums> = sides.iter().map(|side| side.name).enumerate().map(blank).collect();
    for unit in units {
        let side = common.unit(*unit).and_then(|unit| sides.iter().position(|side| side.id == unit.side));
        let Some(sums) = side.and_then(|side| all.get_mut(side)) else { continue };
        sums.units += 1;
        for (column, sum) in sums.sums.iter_mut().enumerate() {
            let adds = sheet.heads.get(column).is_some_and(|head| head.adds);
            if let Some(number) = adds.then(|| sheet.text(*unit, column).parse::<i64>().ok()).flatten() {
                *sum = Some(sum.unwrap_or(0).saturating_add(number));
            }
        }
    }
    all.retain(|side| side.units > 0);
    all
}

impl OrderOfBattleState {
    /// Returns the sums of the picked rows if there are several, otherwise of all visible rows.
    pub(crate) fn side_sums(&mut self, common: &dyn Common) -> std::sync::Arc<Vec<SideSums>> {
        let picked = self.pick.shown(&self.order);
        let units = if picked.len() > 1 { picked } else { self.order.clone() };
        let key = (self.made.as_ref().map_or(0, |(revision, _)| *revision), units);
        if self.summed.as_ref() != Some(&key) {
            self.sums = std::sync::Arc::new(sums(common, &self.sheet, &key.1));
            self.summed = Some(key);
        }
        self.sums.clone()
    }
}
