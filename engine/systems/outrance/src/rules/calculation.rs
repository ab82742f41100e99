//! The parts that all calculations have in common: combatants, an index with its named modifiers, and chances in percent. A
//! calculation needs no table and no scenario, only the facts that the players state.

use battlewright_schema::outrance::{Nation, Posture, Quality, TroopType, UnitClass, UnitStatus};

/// The facts about a unit that a calculation asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combatant {
    /// The army.
    pub nation: Nation,
    /// The troops.
    pub troops: TroopType,
    /// The quality; artillery has none, and counts as Line.
    pub quality: Quality,
    /// The status.
    pub status: UnitStatus,
    /// The formation.
    pub posture: Posture,
}

impl Combatant {
    /// Returns the class of the unit in the tables; `None` for a general.
    pub fn class(&self) -> Option<UnitClass> {
        UnitClass::of(self.nation, self.troops)
    }

    /// Returns the quality that counts: that of artillery is always Line (II).
    pub fn effective_quality(&self) -> Quality {
        match self.troops {
            TroopType::Infantry | TroopType::Cavalry => self.quality,
            TroopType::Artillery | TroopType::General => Quality::Line,
        }
    }

    /// Returns the first value for Guard, the second for Landwehr, and 0 for others.
    pub(crate) fn by_quality(&self, guard: i8, landwehr: i8) -> i8 {
        match self.effective_quality() {
            Quality::Guard => guard,
            Quality::Landwehr => landwehr,
            Quality::Line => 0,
        }
    }
}

/// The checked "outnumbered" box of an action (V): at most one of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// Neither side is outnumbered.
    #[default]
    Even,
    /// The actor is outnumbered.
    ActorOutnumbered,
    /// The target is outnumbered.
    TargetOutnumbered,
}

impl Numbers {
    /// Returns the box for these numbers of bases.
    pub fn of(actor: u32, target: u32) -> Self {
        match actor.cmp(&target) {
            std::cmp::Ordering::Less => Self::ActorOutnumbered,
            std::cmp::Ordering::Equal => Self::Even,
            std::cmp::Ordering::Greater => Self::TargetOutnumbered,
        }
    }

    /// Returns the modifier with its name.
    pub(crate) fn modifier(self, actor: i8, target: i8) -> (&'static str, i8) {
        match self {
            Self::Even => ("", 0),
            Self::ActorOutnumbered => ("actor outnumbered", actor),
            Self::TargetOutnumbered => ("target outnumbered", target),
        }
    }
}

/// A modifier of an index or of a chance, with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedChange {
    /// The name, such as `"target disordered"`.
    pub name: &'static str,
    /// The change; never 0.
    pub value: i16,
}

/// The rules in rows that change a sum.
pub trait SumRows {
    /// Returns `true` if the published modifier at this place of its list no longer counts.
    fn drops(&self, place: usize) -> bool;

    /// Calls `found` with each row that changes `sum`, and by how much.
    fn each_change(&self, sum: i32, found: &mut dyn FnMut(&'static str, i32));
}

/// No rules in rows.
#[derive(Clone, Copy, Debug)]
pub struct NoRows;

impl SumRows for NoRows {
    fn drops(&self, _: usize) -> bool {
        false
    }

    fn each_change(&self, _: i32, _: &mut dyn FnMut(&'static str, i32)) {}
}

/// The row of a table that a calculation finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableIndex {
    /// The index before modifiers.
    pub base: u8,
    /// The modifiers that are not 0, in the order of the rules.
    pub changes: Vec<NamedChange>,
    /// The index after modifiers, from 0 to the last row of the table.
    pub index: usize,
}

impl TableIndex {
    /// Returns the index with its published modifiers and those of the scenario's rules, kept within a table of `length` rows.
    pub(crate) fn new(
        base: u8,
        changes: impl IntoIterator<Item = (&'static str, i8)>,
        length: usize,
        rows: &impl SumRows,
    ) -> Self {
        let (changes, sum) = summed(base, changes, rows);
        let index = usize::try_from(sum).unwrap_or(0).min(length.saturating_sub(1));
        Self { base, changes, index }
    }
}

/// Returns the changes that are not 0, the published ones before those of `rows`, and the sum.
pub(crate) fn summed(
    base: u8,
    changes: impl IntoIterator<Item = (&'static str, i8)>,
    rows: &impl SumRows,
) -> (Vec<NamedChange>, i32) {
    let counts = |(place, (_, value)): &(usize, (&'static str, i8))| *value != 0 && !rows.drops(*place);
    let changes = changes.into_iter().enumerate().filter(counts);
    let mut changes: Vec<NamedChange> =
        changes.map(|(_, (name, value))| NamedChange { name, value: value.into() }).collect();
    let published = changes.iter().fold(i32::from(base), |sum, change| sum + i32::from(change.value));
    let mut sum = published;
    rows.each_change(published, &mut |name, value| {
        sum += value;
        // The ranges of the hooks are smaller.
        changes.push(NamedChange { name, value: i16::try_from(value).unwrap_or(i16::MAX) });
    });
    (changes, sum)
}

/// Returns the value if the condition holds, else 0.
pub(crate) fn if_so(holds: bool, value: i8) -> i8 {
    if holds { value } else { 0 }
}

/// Returns the chances of the columns of a row, in percent, without those that are 0.
pub(crate) fn chances<R: Copy>(columns: &[R], rows: &[Vec<u8>], index: usize) -> Vec<(R, u8)> {
    let row = rows.get(index).map_or(&[][..], Vec::as_slice);
    columns.iter().copied().zip(row.iter().copied()).filter(|(_, percent)| *percent > 0).collect()
}

/// Returns the result of a roll from 1 to 100: the chances are laid end to end, from the first on. A roll beyond them has the
/// last result; `None` if there are no results.
pub(crate) fn rolled<R: Copy>(results: impl IntoIterator<Item = (R, u8)>, roll: u8) -> Option<R> {
    let mut passed = 0_u32;
    let mut last = None;
    for (result, percent) in results {
        passed += u32::from(percent);
        last = Some(result);
        if u32::from(roll) <= passed {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_finds_its_result() {
        let results = [("a", 20), ("b", 0), ("c", 80)];
        assert_eq!(
            [1, 20, 21, 100, 255].map(|roll| rolled(results, roll)),
            [Some("a"), Some("a"), Some("c"), Some("c"), Some("c")]
        );
        assert_eq!(rolled::<u8>([], 5), None);
    }

    #[test]
    fn an_index_stays_within_its_table() {
        let index = |value| TableIndex::new(5, [("one", value), ("none", 0)], 11, &NoRows);
        assert_eq!([-9, 2, 9].map(|value| index(value).index), [0, 7, 10]);
        assert_eq!(index(2).changes, [NamedChange { name: "one", value: 2 }]);
        assert_eq!(TableIndex::new(5, [], 0, &NoRows).index, 0);
    }

    #[test]
    fn the_quality_of_artillery_is_always_line() {
        let guns = Combatant {
            nation: Nation::French,
            troops: TroopType::Artillery,
            quality: Quality::Guard,
            status: UnitStatus::Ok,
            posture: Posture::Deployed,
        };
        assert_eq!(guns.by_quality(1, -1), 0, "II: artillery has no quality");
    }

    #[test]
    fn boxes_follow_from_bases() {
        assert_eq!(Numbers::of(3, 4), Numbers::ActorOutnumbered);
        assert_eq!(Numbers::of(4, 4), Numbers::Even);
        assert_eq!(Numbers::of(7, 4), Numbers::TargetOutnumbered);
    }
}
