//! The selected cells: rows by click, Ctrl and Shift, and a range of columns.

use std::collections::BTreeSet;

use battlewright_schema::Counter;

/// The position of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TablePosition {
    /// The index of the unit in the order of battle, independent of the display order.
    pub unit: usize,
    /// The index of the column in the sheet.
    pub column: usize,
}

/// The picked cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSelection {
    /// The picked units.
    pub units: BTreeSet<usize>,
    /// The picked headquarters, by formation. They are rows of the turn track, not of the table.
    pub hqs: BTreeSet<usize>,
    /// The cell that receives keyboard input.
    pub cursor: TablePosition,
    /// The cell where the picked range starts.
    pub anchor: TablePosition,
    /// `true` if whole rows are picked.
    pub whole: bool,
}

impl TableSelection {
    /// Picks one cell.
    pub fn one(&mut self, spot: TablePosition) {
        (self.cursor, self.anchor, self.whole) = (spot, spot, false);
        self.hqs.clear();
        self.units = BTreeSet::from([spot.unit]);
    }

    /// Adds or removes the row of `spot`, and keeps the other picked rows.
    pub fn toggle(&mut self, spot: TablePosition) {
        if !self.units.remove(&spot.unit) || self.units.is_empty() {
            self.units.insert(spot.unit);
            self.cursor = spot;
            self.anchor = spot;
        }
    }

    /// Picks the range from the anchor to `spot`. `order` is the display order of the units.
    pub fn to(&mut self, spot: TablePosition, order: &[usize]) {
        let place = |unit: usize| order.iter().position(|shown| *shown == unit);
        let (Some(from), Some(to)) = (place(self.anchor.unit), place(spot.unit)) else { return self.one(spot) };
        let range = order.get(from.min(to)..=from.max(to)).unwrap_or_default();
        self.units = range.iter().copied().collect();
        self.hqs.clear();
        self.cursor = spot;
    }

    /// Picks these counters and no others.
    pub fn put(&mut self, counters: impl IntoIterator<Item = Counter>) {
        self.units.clear();
        self.hqs.clear();
        for counter in counters {
            self.flip(counter);
        }
    }

    /// Picks a counter, or removes it from the picked ones.
    pub fn flip(&mut self, counter: Counter) {
        let (set, at) = match counter {
            Counter::Unit(at) => (&mut self.units, at),
            Counter::Hq(at) => (&mut self.hqs, at),
        };
        if !set.remove(&at) {
            set.insert(at);
        }
        self.whole = true;
        if let Counter::Unit(unit) = counter {
            self.cursor.unit = unit;
            self.anchor.unit = unit;
        }
    }

    /// Returns `true` if a counter is picked.
    pub fn holds(&self, counter: Counter) -> bool {
        match counter {
            Counter::Unit(at) => self.units.contains(&at),
            Counter::Hq(at) => self.hqs.contains(&at),
        }
    }

    /// Returns all picked counters, headquarters first.
    pub fn counters(&self) -> impl Iterator<Item = Counter> + '_ {
        self.hqs.iter().map(|at| Counter::Hq(*at)).chain(self.units.iter().map(|at| Counter::Unit(*at)))
    }

    /// Reduces several picked rows to the cell at the cursor.
    pub fn fold(&mut self) {
        if self.units.len() > 1 || !self.hqs.is_empty() {
            self.one(self.cursor);
        }
    }

    /// Picks all units of `order`.
    pub fn all(&mut self, order: &[usize]) {
        self.units = order.iter().copied().collect();
        self.whole = true;
    }

    /// Returns the picked columns among those in `shown`.
    pub fn columns(&self, shown: &[usize]) -> Vec<usize> {
        if self.whole {
            return shown.to_vec();
        }
        let (a, b) = (self.cursor.column, self.anchor.column);
        shown.iter().copied().filter(|column| (a.min(b)..=a.max(b)).contains(column)).collect()
    }

    /// Returns the picked units in display order. Units hidden by a filter are left out, so that commands do not
    /// change them.
    pub fn shown(&self, order: &[usize]) -> Vec<usize> {
        order.iter().copied().filter(|unit| self.units.contains(unit)).collect()
    }

    /// Returns `true` if a cell is picked.
    pub fn has(&self, spot: TablePosition) -> bool {
        let (a, b) = (self.cursor.column, self.anchor.column);
        self.units.contains(&spot.unit) && (self.whole || (a.min(b)..=a.max(b)).contains(&spot.column))
    }

    /// Moves the cursor by visible rows and columns. With `range`, extends the picked range to the new cell; otherwise
    /// picks only the new cell.
    pub fn step(&mut self, by: (isize, isize), range: bool, order: &[usize], shown: &[usize]) {
        let moved = |all: &[usize], at: usize, by: isize| {
            let here = all.iter().position(|other| *other == at).unwrap_or(0);
            let there = here.saturating_add_signed(by).min(all.len().saturating_sub(1));
            all.get(there).copied().unwrap_or(at)
        };
        let unit = moved(order, self.cursor.unit, by.0);
        let column = moved(shown, self.cursor.column, by.1);
        let spot = TablePosition { unit, column };
        if range {
            self.to(spot, order);
        } else {
            self.one(spot);
        }
    }

    /// Removes units that no longer exist.
    pub fn keep(&mut self, count: usize) {
        self.units.retain(|unit| *unit < count);
        let last = count.saturating_sub(1);
        self.cursor.unit = self.cursor.unit.min(last);
        self.anchor.unit = self.anchor.unit.min(last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: [usize; 5] = [4, 2, 0, 3, 1];
    const SHOWN: [usize; 3] = [0, 2, 5];

    fn at(unit: usize, column: usize) -> TablePosition {
        TablePosition { unit, column }
    }

    #[test]
    fn ranges_follow_what_is_shown() {
        let mut pick = TableSelection::default();
        pick.one(at(2, 2));
        pick.to(at(3, 5), &ORDER);
        assert_eq!(pick.shown(&ORDER), [2, 0, 3]);
        assert_eq!(pick.columns(&SHOWN), [2, 5]);
        assert!(pick.has(at(0, 5)) && !pick.has(at(0, 0)) && !pick.has(at(1, 5)));
        pick.to(at(4, 2), &ORDER);
        assert_eq!(pick.shown(&ORDER), [4, 2], "from where the range began");
        pick.toggle(at(1, 2));
        pick.toggle(at(4, 2));
        assert_eq!(pick.shown(&ORDER), [2, 1]);
        pick.all(&ORDER);
        assert_eq!((pick.units.len(), pick.columns(&SHOWN).len()), (5, 3));
        pick.keep(2);
        assert_eq!(pick.shown(&ORDER), [0, 1]);
    }

    #[test]
    fn keys_walk_over_what_is_shown_and_stop_at_the_edges() {
        let mut pick = TableSelection::default();
        pick.one(at(4, 0));
        pick.step((1, 1), false, &ORDER, &SHOWN);
        assert_eq!(pick.cursor, at(2, 2));
        pick.step((9, 9), true, &ORDER, &SHOWN);
        assert_eq!((pick.cursor, pick.units.len()), (at(1, 5), 4));
        pick.step((-9, -9), false, &ORDER, &SHOWN);
        assert_eq!((pick.cursor, pick.units.len()), (at(4, 0), 1));
    }
}
