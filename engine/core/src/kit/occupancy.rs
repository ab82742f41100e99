//! An index of the units by hex. It is derived from the state and kept beside it, so that rules need not search all units.

use super::hex_map::HexIx;
use super::index::ListIndex;

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

impl<U: ListIndex> Occupancy<U> {
    /// Creates the index for a map of `hexes` hexes and units with these places; `None` is off the map.
    pub fn new(hexes: usize, places: impl ExactSizeIterator<Item = Option<HexIx>>) -> Self {
        let mut occupancy = Self { first: vec![None; hexes], next: vec![None; places.len()] };
        for (unit, place) in U::all(places.len()).zip(places) {
            occupancy.shift(unit, None, place);
        }
        occupancy
    }

    /// Moves `unit` from its hex to another; `None` is off the map.
    pub fn shift(&mut self, unit: U, from: Option<HexIx>, to: Option<HexIx>) {
        if let Some(hex) = from {
            self.remove(unit, hex);
        }
        if let Some(hex) = to {
            self.add(unit, hex);
        }
    }

    /// Adds `unit`, which is on no hex, to `hex`.
    fn add(&mut self, unit: U, hex: HexIx) {
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
    fn remove(&mut self, unit: U, hex: HexIx) {
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

    impl ListIndex for u16 {
        fn new(number: u16) -> Self {
            number
        }

        fn index(self) -> usize {
            usize::from(self)
        }
    }

    #[test]
    fn the_units_of_a_hex_are_in_the_order_of_the_list_however_they_came() {
        let map = map(". . .", &[]);
        let [a, b] = ["0101", "0301"].map(|name| map.find(&name.into()).unwrap());
        let mut ground = Occupancy::new(map.len(), [None, Some(a), Some(a), Some(b)].into_iter());
        ground.shift(0_u16, None, Some(a));
        let units = |ground: &Occupancy<u16>, hex| ground.units(hex).collect::<Vec<_>>();
        assert_eq!((units(&ground, a), units(&ground, b)), (vec![0, 1, 2], vec![3]));
        ground.shift(1, Some(a), Some(b));
        assert_eq!((units(&ground, a), units(&ground, b)), (vec![0, 2], vec![1, 3]));
        ground.shift(0_u16, Some(a), None);
        ground.shift(2, Some(a), None);
        assert_eq!((units(&ground, a), ground.clone()), (vec![], ground));
    }
}
