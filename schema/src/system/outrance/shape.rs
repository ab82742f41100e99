//! The shapes of units on the table (IV): each base as a rectangle.

use super::{BaseSizeTable, Posture, TroopType, Unit};
use crate::common::tabletop::Inches;

/// The length of a [`direction`].
pub const UNIT_LENGTH: i64 = 1_000_000;

/// The sines of 0 to 90 degrees, in millionths.
const SINES: [i64; 91] = [
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434, 173_648, 190_809, 207_912, 224_951,
    241_922, 258_819, 275_637, 292_372, 309_017, 325_568, 342_020, 358_368, 374_607, 390_731, 406_737, 422_618,
    438_371, 453_990, 469_472, 484_810, 500_000, 515_038, 529_919, 544_639, 559_193, 573_576, 587_785, 601_815,
    615_661, 629_320, 642_788, 656_059, 669_131, 681_998, 694_658, 707_107, 719_340, 731_354, 743_145, 754_710,
    766_044, 777_146, 788_011, 798_636, 809_017, 819_152, 829_038, 838_671, 848_048, 857_167, 866_025, 874_620,
    882_948, 891_007, 898_794, 906_308, 913_545, 920_505, 927_184, 933_580, 939_693, 945_519, 951_057, 956_305,
    961_262, 965_926, 970_296, 974_370, 978_148, 981_627, 984_808, 987_688, 990_268, 992_546, 994_522, 996_195,
    997_564, 998_630, 999_391, 999_848, 1_000_000,
];

/// Returns the direction of `degrees`, clockwise from the upper edge of the table, as a vector of the length
/// [`UNIT_LENGTH`]: to the right, and down.
pub fn direction(degrees: i32) -> [i64; 2] {
    let sine = |degrees: i32| {
        let turned = degrees.rem_euclid(360);
        let (half, sign) = if turned < 180 { (turned, 1) } else { (turned - 180, -1) };
        let quarter = if half <= 90 { half } else { 180 - half };
        sign * usize::try_from(quarter).ok().and_then(|at| SINES.get(at)).copied().unwrap_or_default()
    };
    [sine(degrees), -sine(degrees + 90)]
}

/// A point in millionths of a thousandth of an inch, so that sums of many vectors are exact to a thousandth.
type FinePoint = [i64; 2];

/// Returns the point `ahead` thousandths of an inch from `from` in the direction of `degrees`.
fn along(from: FinePoint, degrees: i32, ahead: i64) -> FinePoint {
    let [x, y] = direction(degrees);
    [from[0] + x * ahead, from[1] + y * ahead]
}

fn fine(point: Inches) -> FinePoint {
    [i64::from(point.x) * UNIT_LENGTH, i64::from(point.y) * UNIT_LENGTH]
}

fn rounded(point: FinePoint) -> Inches {
    let round = |fine: i64| i32::try_from((fine + UNIT_LENGTH / 2).div_euclid(UNIT_LENGTH)).unwrap_or(i32::MAX);
    Inches { x: round(point[0]), y: round(point[1]) }
}

/// A base on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseShape {
    /// The corners, each to the nearest thousandth of an inch: left front, right front, right rear, left rear.
    pub corners: [Inches; 4],
    /// The facing in degrees, clockwise from the upper edge of the table.
    pub facing: u16,
}

impl BaseShape {
    /// Returns the center, to the nearest thousandth of an inch.
    pub fn center(&self) -> Inches {
        let [front, _, rear, _] = self.corners;
        Inches { x: front.x.midpoint(rear.x), y: front.y.midpoint(rear.y) }
    }

    fn new(left_front: FinePoint, degrees: i32, width: i64, depth: i64) -> Self {
        let right_front = along(left_front, degrees + 90, width);
        let rear = |front| along(front, degrees, -depth);
        let corners = [left_front, right_front, rear(right_front), rear(left_front)].map(rounded);
        Self { corners, facing: u16::try_from(degrees.rem_euclid(360)).unwrap_or_default() }
    }
}

impl Unit {
    /// Returns the number of bases in each rank of the unit in maneuver formation (IV); `None` if its bases cannot form such
    /// ranks.
    ///
    /// No rank is wider than the first, nor more than one base narrower. Infantry and cavalry are two wide and two deep at
    /// least, but two bases may stand side by side or one behind the other. Artillery is one wide.
    pub fn ranks(&self) -> Option<Vec<u8>> {
        let bases = self.bases_left();
        let usual = match self.troops {
            TroopType::Artillery => 1,
            _ if bases <= 2 => bases,
            _ => bases.div_ceil(2),
        };
        let front = self.front.unwrap_or(usual);
        if bases == 0 || front == 0 || front > bases {
            return None;
        }
        let deep = bases.div_ceil(front);
        // All ranks but the first may be one base short.
        let missing = u16::from(deep) * u16::from(front) - u16::from(bases);
        let fits = match self.troops {
            TroopType::Artillery => front == 1,
            _ if bases <= 2 => true,
            _ => front >= 2 && deep >= 2 && missing < u16::from(deep),
        };
        let full = u16::from(deep).checked_sub(missing)?;
        let rank = |rank| if rank < full { front } else { front - 1 };
        fits.then(|| (0..u16::from(deep)).map(rank).collect())
    }

    /// Returns the bases of the unit at its start, the front rank first, each rank from left to right; `None` if it does not start on the table, or cannot form up so. `sizes` is
    /// the table of base sizes in force. A general is a square as wide as his base.
    pub fn footprint(&self, sizes: &BaseSizeTable) -> Option<Vec<BaseShape>> {
        let at = fine(self.at?.0);
        let size = sizes.sizes.iter().find(|row| row.troops == self.troops)?;
        let (width, depth) = (i64::from(size.width.thousandths()), i64::from(size.depth.thousandths()));
        let facing = i32::from(self.facing);
        if self.troops == TroopType::General {
            let corner = along(along(at, 0, width / 2), 90, -width / 2);
            return Some(vec![BaseShape::new(corner, 0, width, width)]);
        }
        let bases = usize::from(self.bases_left());
        let turn = |base: usize| facing + i32::from(self.bend.get(base).copied().unwrap_or_default());
        Some(match self.posture {
            Posture::Deployed => {
                // Neighbors share the front corner where the line bends inward, and the rear one where it bends outward (o24).
                let corners: Vec<FinePoint> = (0..bases)
                    .scan([0, 0], |next, base| {
                        let corner = *next;
                        *next = along(corner, turn(base) + 90, width);
                        let (own, right) = (turn(base), turn((base + 1).min(bases - 1)));
                        if (1..180).contains(&(right - own).rem_euclid(360)) {
                            *next = along(along(*next, own, -depth), right, depth);
                        }
                        Some(corner)
                    })
                    .collect();
                let last = corners.last().map(|corner| along(*corner, turn(bases - 1) + 90, width))?;
                let shift = [at[0] - last[0] / 2, at[1] - last[1] / 2];
                let base = |(base, corner): (usize, &FinePoint)| {
                    BaseShape::new([corner[0] + shift[0], corner[1] + shift[1]], turn(base), width, depth)
                };
                corners.iter().enumerate().map(base).collect()
            }
            Posture::Maneuver => {
                let ranks = self.ranks()?.into_iter().enumerate();
                let rank = |(rank, bases): (usize, u8)| {
                    let behind = along(at, facing, -depth * i64::try_from(rank).unwrap_or_default());
                    let left = along(behind, facing + 90, -width * i64::from(bases) / 2);
                    let corner = move |base: u8| along(left, facing + 90, width * i64::from(base));
                    (0..bases).map(move |base| BaseShape::new(corner(base), facing, width, depth))
                };
                ranks.flat_map(rank).collect()
            }
            Posture::March => {
                // A third base is missing in the column of two bases (IV).
                let gap = if bases == 2 { depth } else { 0 };
                let column = (0..bases).scan(at, |front, base| {
                    let here = *front;
                    *front = along(here, turn(base), -(depth + gap));
                    Some(BaseShape::new(along(here, turn(base) + 90, -width / 2), turn(base), width, depth))
                });
                column.collect()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use crate::common::inches::TablePoint;

    fn unit(troops: TroopType, bases: u8, posture: Posture) -> Unit {
        Unit { troops, bases, posture, at: Some(TablePoint::new(10_000, 10_000)), ..Unit::default() }
    }

    fn centers(unit: &Unit) -> Vec<(i32, i32)> {
        let bases = unit.footprint(&Rules::published().tables.base_sizes).unwrap();
        bases.iter().map(|base| (base.center().x, base.center().y)).collect()
    }

    #[test]
    fn directions_are_clockwise_and_of_one_length() {
        assert_eq!(
            [0, 90, 180, 270].map(direction),
            [[0, -1_000_000], [1_000_000, 0], [0, 1_000_000], [-1_000_000, 0]]
        );
        assert_eq!(direction(30), [500_000, -866_025]);
        assert_eq!(direction(-30), direction(330));
        for degrees in 0..360 {
            let [x, y] = direction(degrees);
            assert_eq!(direction(degrees + 180), [-x, -y], "{degrees}");
            assert!(((x * x + y * y) - UNIT_LENGTH * UNIT_LENGTH).abs() < 2 * UNIT_LENGTH, "{degrees}");
        }
    }

    #[test]
    fn deployed_bases_stand_side_by_side() {
        let mut line = unit(TroopType::Infantry, 4, Posture::Deployed);
        assert_eq!(centers(&line), [(8_500, 10_500), (9_500, 10_500), (10_500, 10_500), (11_500, 10_500)], "IV");
        line.facing = 90;
        assert_eq!(centers(&line), [(9_500, 8_500), (9_500, 9_500), (9_500, 10_500), (9_500, 11_500)], "to the right");
        line.lost = 1;
        assert_eq!(centers(&line).len(), 3);
    }

    #[test]
    fn a_bent_line_has_no_gaps_and_keeps_the_center_of_its_front() {
        let mut line = unit(TroopType::Infantry, 4, Posture::Deployed);
        let mut shared = |bend: [i16; 4], corners: [usize; 2]| {
            line.bend = bend.to_vec();
            let bases = line.footprint(&Rules::published().tables.base_sizes).unwrap();
            for pair in bases.windows(2) {
                let (right, left) = (pair[0].corners[corners[0]], pair[1].corners[corners[1]]);
                assert!((right.x - left.x).abs() <= 2 && (right.y - left.y).abs() <= 2, "IV: they share a corner");
            }
            bases
        };
        shared([30, 10, -10, -30], [1, 0]);
        let bases = shared([-30, -10, 10, 30], [2, 3]);
        let (left, right) = (bases[0].corners[0], bases[3].corners[1]);
        assert!((left.x.midpoint(right.x) - 10_000).abs() <= 1 && (left.y.midpoint(right.y) - 10_000).abs() <= 1);
        assert_eq!(bases.iter().map(|base| base.facing).collect::<Vec<_>>(), [330, 350, 10, 30]);
    }

    #[test]
    fn maneuver_formations_have_even_ranks() {
        let ranks = |troops, bases, front| Unit { front, ..unit(troops, bases, Posture::Maneuver) }.ranks();
        let foot = |bases, front| ranks(TroopType::Infantry, bases, front);
        assert_eq!(foot(4, None), Some(vec![2, 2]), "IV");
        assert_eq!(
            (foot(6, None), foot(3, None), foot(5, None)),
            (Some(vec![3, 3]), Some(vec![2, 1]), Some(vec![3, 2]))
        );
        assert_eq!((foot(6, Some(2)), foot(5, Some(2))), (Some(vec![2, 2, 2]), Some(vec![2, 2, 1])));
        assert_eq!((foot(2, None), foot(2, Some(1)), foot(1, None)), (Some(vec![2]), Some(vec![1, 1]), Some(vec![1])));
        assert_eq!((foot(4, Some(3)), foot(4, Some(4)), foot(4, Some(1)), foot(4, Some(5))), (None, None, None, None));
        assert_eq!(ranks(TroopType::Artillery, 3, None), Some(vec![1, 1, 1]), "one wide");
        assert_eq!(ranks(TroopType::Artillery, 2, Some(2)), None);
        let square = unit(TroopType::Infantry, 4, Posture::Maneuver);
        assert_eq!(centers(&square), [(9_500, 10_500), (10_500, 10_500), (9_500, 11_500), (10_500, 11_500)]);
        let wedge = unit(TroopType::Infantry, 3, Posture::Maneuver);
        assert_eq!(centers(&wedge)[2], (10_000, 11_500), "a short rank stands in the middle");
    }

    #[test]
    fn columns_follow_their_way() {
        let mut column = unit(TroopType::Infantry, 4, Posture::March);
        assert_eq!(centers(&column), [(10_000, 10_500), (10_000, 11_500), (10_000, 12_500), (10_000, 13_500)], "IV");
        column.bend = vec![0, 90, 90, 90];
        assert_eq!(centers(&column), [(10_000, 10_500), (9_500, 11_000), (8_500, 11_000), (7_500, 11_000)]);
        let regiment = unit(TroopType::Infantry, 2, Posture::March);
        assert_eq!(centers(&regiment), [(10_000, 10_500), (10_000, 12_500)], "IV: a gap of a base");
        let guns = unit(TroopType::Artillery, 2, Posture::March);
        assert_eq!(centers(&guns), [(10_000, 10_625), (10_000, 13_125)], "III: guns are deeper");
    }

    #[test]
    fn a_general_stands_in_the_middle_of_his_base() {
        assert_eq!(centers(&unit(TroopType::General, 0, Posture::Deployed)), [(10_000, 10_000)]);
        let away = Unit { at: None, ..unit(TroopType::Infantry, 4, Posture::Deployed) };
        assert_eq!(away.footprint(&Rules::published().tables.base_sizes), None);
    }
}
