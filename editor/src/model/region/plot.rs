//! The terrain of a map piece, as an array with one entry per hex.

use super::piece::{AxialOffset, PieceHex};

/// The terrain and level of each hex of a piece, stored row by row in a rectangle of axial coordinates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexPlot {
    /// The lowest coordinates of the rectangle.
    first: AxialOffset,
    /// The number of entries per row.
    width: usize,
    hexes: Vec<Option<PieceHex>>,
    count: usize,
}

impl HexPlot {
    /// Creates a plot of `hexes`. If a hex is repeated, the last one counts.
    pub fn of(hexes: &[(AxialOffset, PieceHex)]) -> Self {
        let Some(first) = hexes.iter().map(|(at, _)| *at).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]) else {
            return Self::default();
        };
        let last = hexes.iter().fold(first, |last, (at, _)| [last[0].max(at[0]), last[1].max(at[1])]);
        let long = |axis: usize| usize::try_from(i64::from(last[axis]) - i64::from(first[axis]) + 1).unwrap_or(0);
        let (width, height) = (long(0), long(1));
        let mut plot = Self { first, width, hexes: vec![None; width.saturating_mul(height)], count: 0 };
        for (at, ground) in hexes {
            if let Some(place) = plot.index(*at).and_then(|index| plot.hexes.get_mut(index)) {
                plot.count += usize::from(place.is_none());
                *place = Some(*ground);
            }
        }
        plot
    }

    fn index(&self, [q, r]: AxialOffset) -> Option<usize> {
        let q = usize::try_from(i64::from(q) - i64::from(self.first[0])).ok().filter(|q| *q < self.width)?;
        let r = usize::try_from(i64::from(r) - i64::from(self.first[1])).ok()?;
        r.checked_mul(self.width)?.checked_add(q)
    }

    /// Returns the lowest and the highest coordinates of the rectangle around the hexes.
    pub fn corners(&self) -> Option<(AxialOffset, AxialOffset)> {
        let height = self.hexes.len().checked_div(self.width)?;
        let last = |first: i32, long: usize| first.checked_add(i32::try_from(long.checked_sub(1)?).ok()?);
        Some((self.first, [last(self.first[0], self.width)?, last(self.first[1], height)?]))
    }

    /// Returns the number of hexes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are no hexes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the terrain and level of the hex `at`.
    pub fn get(&self, at: AxialOffset) -> Option<PieceHex> {
        *self.hexes.get(self.index(at)?)?
    }

    /// Returns the rows, each with the coordinates of its first entry. Entries without a hex are `None`.
    pub fn rows(&self) -> impl Iterator<Item = (AxialOffset, &[Option<PieceHex>])> {
        let [q, r] = self.first;
        (r..).zip(self.hexes.chunks(self.width.max(1))).map(move |(r, row)| ([q, r], row))
    }

    /// Returns the hexes row by row, with their terrain and level.
    pub fn iter(&self) -> impl Iterator<Item = (AxialOffset, PieceHex)> {
        self.rows().flat_map(|([q, r], row)| {
            (q..).zip(row).filter_map(move |(q, ground)| ground.map(|ground| ([q, r], ground)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(letter: char) -> PieceHex {
        PieceHex { letter, level: None }
    }

    #[test]
    fn a_plot_knows_its_hexes_and_nothing_about_them() {
        let hexes = [([2, -1], ground('a')), ([-3, 4], ground('b')), ([2, -1], ground('c'))];
        let plot = HexPlot::of(&hexes);
        assert_eq!((plot.len(), plot.get([2, -1]), plot.get([-3, 4])), (2, Some(ground('c')), Some(ground('b'))));
        assert_eq!(plot.iter().collect::<Vec<_>>(), [([2, -1], ground('c')), ([-3, 4], ground('b'))]);
        for beyond in [[3, -1], [-4, 4], [2, 5], [-3, -2], [0, 0], [i32::MAX, i32::MIN], [i32::MIN, i32::MAX]] {
            assert_eq!(plot.get(beyond), None, "{beyond:?}");
        }
        assert!(HexPlot::of(&[]).is_empty() && HexPlot::default().get([0, 0]).is_none());
        // The order of the hexes does not matter.
        assert_eq!(HexPlot::of(&[hexes[1], hexes[2]]), plot);
    }
}
