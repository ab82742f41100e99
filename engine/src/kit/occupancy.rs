//! An index of the units by hex. It is derived from the state and kept beside it, so that rules need not search all units.

use super::hex_map::HexIx;

/// The number of a unit in the scenario's list.
pub trait UnitNumber: Copy + Ord {
    /// Its place in the list, from 0.
    fn index(self) -> usize;
}

/// The units in each hex, in the scenario's order.
#[derive(Debug, PartialEq, Eq)]
pub struct Occupancy<U> {
    /// The first unit in each hex.
    first: Vec<Option<U>>,
    /// The next unit in the same hex, for each unit.
    next: Vec<Option<U>>,
}

impl<U: Copy> Clone for Occupancy<U> {
    fn clone(&self) -> Self {
        Self { first: self.first.clone(), next: self.next.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { first, next } = other;
        self.first.clone_from(first);
        self.next.clone_from(next);
    }
}

impl<U: UnitNumber> Occupancy<U> {
    /// Creates the index for `units` units, of which `on_map` are on the map, on a map of `hexes` hexes.
    pub fn new(hexes: usize, units: usize, on_map: impl IntoIterator<Item = (U, HexIx)>) -> Self {
        let mut occupancy = Self { first: vec![None; hexes], next: vec![None; units] };
        for (unit, hex) in on_map {
            occupancy.add(unit, hex);
        }
        occupancy
    }

    /// Adds `unit`, which is on no hex, to `hex`.
    pub fn add(&mut self, unit: U, hex: HexIx) {
        let place = &mut self.first[hex.index()];
        match *place {
            Some(first) if first < unit => {
                let before = self.units(hex).take_while(|other| *other < unit).last().unwrap_or(first);
                self.next[unit.index()] = self.next[before.index()].replace(unit);
            }
            _ => self.next[unit.index()] = place.replace(unit),
        }
    }

    /// Removes `unit` from `hex`, where it is.
    pub fn remove(&mut self, unit: U, hex: HexIx) {
        let after = self.next[unit.index()].take();
        let before = self.units(hex).take_while(|other| *other != unit).last();
        match before {
            Some(before) => self.next[before.index()] = after,
            None => self.first[hex.index()] = after,
        }
    }

    /// Returns the units in `hex`, in the scenario's order.
    #[inline]
    pub fn units(&self, hex: HexIx) -> impl Iterator<Item = U> + use<'_, U> {
        std::iter::successors(self.first[hex.index()], |unit| self.next[unit.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::hex_map::tests::map;

    impl UnitNumber for u16 {
        fn index(self) -> usize {
            usize::from(self)
        }
    }

    #[test]
    fn the_units_of_a_hex_are_in_the_order_of_the_list_however_they_came() {
        let map = map(". . .", &[]);
        let [a, b] = ["0101", "0301"].map(|name| map.find(&name.into()).unwrap());
        let mut ground = Occupancy::new(map.len(), 4, [(2_u16, a), (0, a), (3, b), (1, a)]);
        let units = |ground: &Occupancy<u16>, hex| ground.units(hex).collect::<Vec<_>>();
        assert_eq!((units(&ground, a), units(&ground, b)), (vec![0, 1, 2], vec![3]));
        ground.remove(1, a);
        ground.add(1, b);
        assert_eq!((units(&ground, a), units(&ground, b)), (vec![0, 2], vec![1, 3]));
        ground.remove(0, a);
        ground.remove(2, a);
        assert_eq!((units(&ground, a), ground.clone()), (vec![], ground));
    }
}
