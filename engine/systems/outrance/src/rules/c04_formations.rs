//! IV Formations: the shapes that the bases of a unit form on the table.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use thiserror::Error;

use battlewright_core::kit::plane::{
    Bounds, Direction, Distance, Point, Polyline, Rectangle, Segment, Vector, nearest,
};
use battlewright_schema::outrance::{Posture, TroopType};

/// The most bases of a unit.
pub const MOST_BASES: u8 = 12;
/// Twice the greatest rounding of a corner, in thousandths of an inch.
const ROUNDING: i32 = 2;

/// The size of a base, in thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseExtent {
    /// The length of the front.
    pub width: i32,
    /// The length from front to rear.
    pub depth: i32,
}

impl BaseExtent {
    /// The longest side, in thousandths of an inch, so that formations cannot overflow.
    pub const LONGEST_SIDE: i32 = 100_000;

    /// Returns the size with sides of at least a thousandth of an inch and at most [`BaseExtent::LONGEST_SIDE`].
    fn bounded(self) -> Self {
        let [width, depth] = [self.width, self.depth].map(|side| side.clamp(1, Self::LONGEST_SIDE));
        Self { width, depth }
    }
}

/// The turns of bases against the facing of their unit, in tenths of a degree, clockwise: of a line from left to right, of a
/// column from front to rear. Missing turns are 0.
pub type Bend = SmallVec<[i16; 6]>;

/// The position of a unit on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitPlacement {
    /// The center of the front: the middle between the left front corner of the leftmost and the right front corner of the
    /// rightmost base of the first rank.
    pub at: Point,
    /// The facing of the unit.
    pub facing: Direction,
    /// The formation.
    pub posture: Posture,
    /// The number of bases in the first rank, in maneuver formation; other formations do not use it.
    pub front: u8,
    /// The turns of the bases of a line or a column.
    pub bend: Bend,
}

impl UnitPlacement {
    /// Returns a straight placement: in maneuver formation with the usual front.
    pub fn new(at: Point, facing: Direction, posture: Posture, troops: TroopType, bases: u8) -> Self {
        Self { at, facing, posture, front: usual_front(troops, bases), bend: Bend::new() }
    }
}

/// A reason why bases cannot stand in a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormationError {
    /// The unit has no base or too many.
    #[error("a unit has 1 to {MOST_BASES} bases, not {0} (II)")]
    Bases(u8),
    /// The first rank has a width that leaves uneven ranks, or makes a single rank.
    #[error("{bases} bases cannot maneuver with {front} in the first rank; choose {usual} (IV)")]
    Front {
        /// The bases of the unit.
        bases: u8,
        /// The width of the first rank.
        front: u8,
        /// The usual width.
        usual: u8,
    },
    /// Neighboring bases of a line are turned too far against each other.
    #[error("neighboring bases turn by {} degrees; a line bends by at most {} (IV)", degrees(*turn), degrees(*most))]
    Bend {
        /// The angle.
        turn: i32,
        /// The greatest angle.
        most: i32,
    },
    /// Bases of a line overlap.
    #[error("bases of the line overlap; bend it less (IV)")]
    Overlap,
    /// A unit in maneuver formation is bent, or more bases are turned than there are.
    #[error("only the bases of a line or a column turn, each once (IV)")]
    Turns,
}

/// The bases of a unit on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footprint {
    bases: SmallVec<[Rectangle; 6]>,
    /// The bases of the first rank come first.
    first_rank: usize,
    front: Segment,
    bounds: Bounds,
    is_column: bool,
}

impl Footprint {
    /// Returns the bases, those of the first rank first, from left to right; a column from front to rear.
    pub fn bases(&self) -> &[Rectangle] {
        &self.bases
    }

    /// Returns the bases of the first rank, from left to right.
    pub fn first_rank(&self) -> &[Rectangle] {
        self.bases.get(..self.first_rank).unwrap_or(&self.bases)
    }

    /// Returns the line from the left front corner of the leftmost to the right front corner of the rightmost base of the first
    /// rank.
    pub fn front(&self) -> Segment {
        self.front
    }

    /// Returns the center of the front.
    pub fn front_center(&self) -> Point {
        self.front.from.midpoint(self.front.to)
    }

    /// Returns `true` in march formation.
    pub fn is_column(&self) -> bool {
        self.is_column
    }

    /// Returns the middle line from the front to the rear: of a column, through the centers of its bases.
    pub fn spine(&self) -> SmallVec<[Point; 8]> {
        let front = self.front_center();
        let mut spine = SmallVec::from_slice(&[front]);
        if self.is_column {
            spine.extend(self.bases.iter().map(Rectangle::center));
            spine.extend(self.bases.last().map(|last| last.rear().from.midpoint(last.rear().to)));
        } else {
            let middle = self.center();
            spine.extend([middle, middle + (middle - front)]);
        }
        spine
    }

    /// Returns the mean of the centers of the bases.
    pub fn center(&self) -> Point {
        let count = i64::try_from(self.bases.len()).unwrap_or(1).max(1);
        let centers = self.bases.iter().map(Rectangle::center);
        let sum = centers.fold((0_i64, 0_i64), |sum, at| (sum.0 + i64::from(at.x()), sum.1 + i64::from(at.y())));
        let mean = |sum: i64| i32::try_from(sum / count).unwrap_or_default();
        Point::new(mean(sum.0), mean(sum.1))
    }

    /// Returns the box around all bases.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the unit moved without turning.
    pub fn moved(&self, by: Vector) -> Self {
        let bases: SmallVec<[Rectangle; 6]> = self.bases.iter().map(|base| base.moved(by)).collect();
        let front = Segment::new(self.front.from + by, self.front.to + by);
        Self { bounds: bounds_of(&bases), bases, front, ..*self }
    }

    /// Returns the exact distance between the nearest points of two units; zero if they touch.
    pub fn distance(&self, other: &Self) -> Distance {
        let pairs = self.bases.iter().flat_map(|base| {
            let bounds = base.bounds();
            other.bases.iter().map(move |their| (bounds, base, their))
        });
        let found = nearest(
            pairs,
            |(bounds, _, their)| bounds.distance(their.bounds()),
            |(_, base, their)| base.distance(their),
        );
        found.map_or(Distance::ZERO, |(distance, _)| distance)
    }

    /// Returns `true` if two units are at most `distance` thousandths of an inch apart.
    pub fn is_within(&self, other: &Self, distance: i32) -> bool {
        self.bounds.distance(other.bounds).at_most(distance) && self.distance(other).at_most(distance)
    }

    /// Returns the exact distance to the nearest point of a base.
    pub fn distance_to_base(&self, base: &Rectangle) -> Distance {
        self.bases.iter().map(|own| own.distance(base)).min().unwrap_or(Distance::ZERO)
    }

    /// Returns the point of the unit nearest to `point`, rounded to a whole thousandth.
    pub fn nearest(&self, point: Point) -> Point {
        let found = nearest(&self.bases, |base| base.bounds().distance_to(point), |base| base.distance_to(point));
        found.map_or(point, |(_, base)| base.nearest(point))
    }

    /// Returns `true` if a base stands on a base of `others`, by more than the rounding of corners.
    pub fn stands_on(&self, others: &[Rectangle]) -> bool {
        let near = others.iter().filter(|other| self.bounds.meets(other.bounds()));
        let mut near = near.map(|other| other.grown(-ROUNDING));
        near.any(|other| self.bases.iter().any(|base| base.overlaps(&other)))
    }
}

fn bounds_of(bases: &[Rectangle]) -> Bounds {
    Bounds::of(bases.iter().flat_map(|base| *base.corners()))
}

/// Writes tenths of a degree as degrees, such as `32.5`.
fn degrees(tenths: i32) -> String {
    if tenths % 10 == 0 { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

/// Returns the bases of a unit at a placement. `most_bend` is the greatest angle between neighboring bases of a line, in tenths of a
/// degree.
pub fn footprint(
    place: &UnitPlacement,
    troops: TroopType,
    bases: u8,
    base: BaseExtent,
    most_bend: i32,
) -> Result<Footprint, FormationError> {
    if bases == 0 || bases > MOST_BASES {
        return Err(FormationError::Bases(bases));
    }
    let base = base.bounded();
    if place.bend.len() > usize::from(bases) || (place.posture == Posture::Maneuver && !place.bend.is_empty()) {
        return Err(FormationError::Turns);
    }
    let (bases, first_rank) = match place.posture {
        Posture::Deployed => (line(place, bases, base, most_bend)?, usize::from(bases)),
        Posture::Maneuver => {
            let ranks = ranks(troops, bases, place.front)?;
            (in_ranks(place, &ranks, base), ranks.first().map_or(0, |rank| usize::from(*rank)))
        }
        Posture::March => (column(place, bases, base), 1),
    };
    let front = match (bases.first(), bases.get(first_rank.saturating_sub(1))) {
        (Some(left), Some(right)) => Segment::new(left.front().from, right.front().to),
        _ => Segment::new(place.at, place.at),
    };
    Ok(Footprint { bounds: bounds_of(&bases), bases, first_rank, front, is_column: place.posture == Posture::March })
}

/// Returns the number of bases in the first rank that a unit in maneuver formation usually has: two ranks as even as possible, two
/// bases side by side, and artillery one wide.
pub fn usual_front(troops: TroopType, bases: u8) -> u8 {
    match (troops, bases) {
        (TroopType::Artillery | TroopType::General, _) | (_, 0 | 1) => 1,
        (_, 2) => 2,
        (_, bases) => bases.div_ceil(2),
    }
}

/// Returns the numbers of bases in the ranks of a maneuver formation. No rank is wider than the first, nor more than one base
/// narrower; there are at least two ranks, but two bases stand side by side or one behind the other. Artillery is one base wide and
/// as deep as it has bases.
pub fn ranks(troops: TroopType, bases: u8, front: u8) -> Result<SmallVec<[u8; 6]>, FormationError> {
    let usual = usual_front(troops, bases);
    let error = FormationError::Front { bases, front, usual };
    let fits = match (usual, bases) {
        (1, _) => front == 1,
        (_, 2) => front <= 2,
        _ => front >= 2,
    };
    if front == 0 || !fits || front > bases {
        return Err(error);
    }
    let depth = bases.div_ceil(front);
    // The ranks that are full; the others behind them have a base less.
    let full = i32::from(bases) - i32::from(depth) * (i32::from(front) - 1);
    let single = depth == 1 && bases > 2;
    let Some(full) = u8::try_from(full).ok().filter(|full| *full > 0 && !single) else { return Err(error) };
    Ok((0..depth).map(|rank| if rank < full { front } else { front - 1 }).collect())
}

/// Returns the bases of a deployed unit, from left to right. Neighbors share a corner: the front one where the line bends inward, and
/// the rear one where it bends outward, so that they do not overlap (ruling o24).
fn line(
    place: &UnitPlacement,
    bases: u8,
    base: BaseExtent,
    most_bend: i32,
) -> Result<SmallVec<[Rectangle; 6]>, FormationError> {
    if place.bend.iter().all(|turn| *turn == 0) {
        return Ok(rank(place, i32::from(bases), 0, base).collect());
    }
    let facings: SmallVec<[Direction; 6]> = facings(place, bases).collect();
    for (left, right) in facings.iter().zip(facings.iter().skip(1)) {
        let turn = left.angle_to(*right);
        if turn > most_bend {
            return Err(FormationError::Bend { turn, most: most_bend });
        }
    }
    // The left front corner of each base, and the right front corner of the last one.
    let mut corner = Point::new(0, 0);
    let mut placed: SmallVec<[(Point, Direction); 6]> = SmallVec::new();
    for facing in facings {
        let outward = placed.last().filter(|(_, left)| left.turn_to(facing) > 0);
        if let Some((_, left)) = outward {
            corner = corner + left.ahead(-base.depth) + facing.ahead(base.depth);
        }
        placed.push((corner, facing));
        corner = corner + facing.displacement(base.width, 0);
    }
    // The middle of the line from end to end is the center of the front.
    let by = place.at - Point::new(0, 0).midpoint(corner);
    let center = |facing: Direction| facing.displacement(base.width / 2, -(base.depth / 2));
    let at = |(corner, facing): (Point, Direction)| {
        Rectangle::new(corner + by + center(facing), facing, base.width, base.depth)
    };
    let line: SmallVec<[Rectangle; 6]> = placed.into_iter().map(at).collect();
    let overlaps = |(number, base): (usize, &Rectangle)| {
        let base = base.grown(-ROUNDING);
        line.iter().skip(number + 1).any(|other| other.grown(-ROUNDING).overlaps(&base))
    };
    if line.iter().enumerate().any(overlaps) { Err(FormationError::Overlap) } else { Ok(line) }
}

/// Returns the bases of a unit in ranks, from the first rank on, from left to right.
fn in_ranks(place: &UnitPlacement, ranks: &[u8], base: BaseExtent) -> SmallVec<[Rectangle; 6]> {
    let rows = (0..).zip(ranks);
    rows.flat_map(|(behind, count)| rank(place, i32::from(*count), behind, base)).collect()
}

/// Returns the bases of one rank, from left to right, centered behind the front.
fn rank(place: &UnitPlacement, count: i32, behind: i32, base: BaseExtent) -> impl Iterator<Item = Rectangle> {
    let (at, facing) = (place.at, place.facing);
    (0..count).map(move |number| {
        let right = (2 * number + 1 - count) * base.width / 2;
        let center = at + facing.displacement(right, -(behind * base.depth + base.depth / 2));
        Rectangle::new(center, facing, base.width, base.depth)
    })
}

/// Returns the bases of a column, from front to rear. Two bases leave a gap of one depth between them.
fn column(place: &UnitPlacement, bases: u8, base: BaseExtent) -> SmallVec<[Rectangle; 6]> {
    let gap = column_gap(bases, base);
    let mut head = place.at;
    let mut placed = SmallVec::new();
    for facing in facings(place, bases) {
        let center = head + facing.ahead(-(base.depth / 2));
        placed.push(Rectangle::new(center, facing, base.width, base.depth));
        head = head + facing.ahead(-(base.depth + gap));
    }
    placed
}

/// Returns the gap between the bases of a column, in thousandths of an inch: one depth between two bases, else none.
fn column_gap(bases: u8, base: BaseExtent) -> i32 {
    if bases == 2 { base.depth } else { 0 }
}

/// Returns the facing of each base of a line or a column.
fn facings(place: &UnitPlacement, bases: u8) -> impl Iterator<Item = Direction> + '_ {
    let turn = |number: u8| place.bend.get(usize::from(number)).copied().unwrap_or(0);
    (0..bases).map(move |number| place.facing.turned(i32::from(turn(number))))
}

/// Returns the placement of a column whose bases stand along a path. The path runs from the rear to the head of the column; if it
/// is shorter than the column, the rest of the column stands straight behind it. `None` for a path without length.
pub fn column_along(path: &Polyline, bases: u8, base: BaseExtent) -> Option<UnitPlacement> {
    let base = base.bounded();
    let backward = Polyline::new(path.points().iter().rev().copied().collect());
    let (at, toward_rear) = backward.at(0)?;
    let length = backward.floor_length();
    let step = base.depth + column_gap(bases, base);
    let behind = |along: i32| {
        if along <= length {
            return backward.point(along).unwrap_or(at);
        }
        let (end, direction) = backward.at(length).unwrap_or((at, toward_rear));
        end + direction.ahead(along - length)
    };
    let mut facing = None;
    let mut bend = Bend::new();
    let mut rear = at;
    for number in 0..i32::from(bases.min(MOST_BASES)) {
        // Without a gap, a base begins where the one before it ends.
        let front = if number == 0 || step > base.depth { behind(number * step) } else { rear };
        rear = behind(number * step + base.depth);
        let direction = Direction::of(front - rear).unwrap_or(toward_rear.reversed());
        let first = *facing.get_or_insert(direction);
        bend.push(i16::try_from(first.turn_to(direction)).unwrap_or(0));
    }
    if bend.iter().all(|turn| *turn == 0) {
        bend.clear();
    }
    let facing = facing.unwrap_or(toward_rear.reversed());
    Some(UnitPlacement { at, facing, posture: Posture::March, front: 1, bend })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::testing::{GUNS, INFANTRY};
    use battlewright_testkit::random_cases;

    fn place(posture: Posture, bases: u8) -> UnitPlacement {
        UnitPlacement::new(Point::new(20_000, 20_000), Direction::UP, posture, TroopType::Infantry, bases)
    }

    fn infantry(place: &UnitPlacement, bases: u8) -> Footprint {
        footprint(place, TroopType::Infantry, bases, INFANTRY, 300).unwrap()
    }

    fn centers(footprint: &Footprint) -> Vec<(i32, i32)> {
        footprint.bases().iter().map(|base| (base.center().x() - 20_000, base.center().y() - 20_000)).collect()
    }

    #[test]
    fn c04_a_deployed_unit_stands_side_by_side_in_one_rank() {
        let line = infantry(&place(Posture::Deployed, 4), 4);
        assert_eq!(centers(&line), [(-1500, 500), (-500, 500), (500, 500), (1500, 500)], "IV");
        assert_eq!(line.front(), Segment::new(Point::new(18_000, 20_000), Point::new(22_000, 20_000)));
        assert_eq!(line.first_rank().len(), 4);
    }

    #[test]
    fn c04_a_maneuver_has_even_ranks() {
        let usual =
            |bases: u8| ranks(TroopType::Infantry, bases, usual_front(TroopType::Infantry, bases)).unwrap().to_vec();
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(usual),
            [vec![1], vec![2], vec![2, 1], vec![2, 2], vec![3, 2], vec![3, 3]],
            "IV"
        );
        let legal = |bases: u8| {
            (0..=bases + 1).filter(|front| ranks(TroopType::Cavalry, bases, *front).is_ok()).collect::<Vec<_>>()
        };
        assert_eq!(legal(2), [1, 2], "IV: two bases may, but need not, stand side by side");
        assert_eq!(legal(4), [2], "IV: 3 + 1 are uneven, and 4 are one rank");
        assert_eq!(legal(5), [2, 3], "IV: 3 + 2 and 2 + 2 + 1");
        assert_eq!(legal(6), [2, 3], "IV");
        assert_eq!(ranks(TroopType::Cavalry, 5, 2).unwrap().to_vec(), [2, 2, 1], "IV");
        assert_eq!(centers(&infantry(&place(Posture::Maneuver, 3), 3)), [(-500, 500), (500, 500), (0, 1500)], "IV");
    }

    #[test]
    fn c04_artillery_maneuvers_one_base_wide() {
        let guns =
            |bases| ranks(TroopType::Artillery, bases, usual_front(TroopType::Artillery, bases)).unwrap().to_vec();
        assert_eq!([guns(2), guns(3)], [vec![1, 1], vec![1, 1, 1]], "IV");
        assert!(ranks(TroopType::Artillery, 4, 2).is_err(), "IV");
        let column =
            footprint(&UnitPlacement { front: 1, ..place(Posture::Maneuver, 2) }, TroopType::Artillery, 2, GUNS, 300)
                .unwrap();
        assert_eq!(centers(&column), [(0, 625), (0, 1875)], "IV: the bases touch");
    }

    #[test]
    fn c04_a_march_column_is_one_base_wide_and_two_bases_leave_a_gap() {
        assert_eq!(centers(&infantry(&place(Posture::March, 4), 4)), [(0, 500), (0, 1500), (0, 2500), (0, 3500)], "IV");
        assert_eq!(centers(&infantry(&place(Posture::March, 2), 2)), [(0, 500), (0, 2500)], "IV");
    }

    #[test]
    fn c04_o24_a_line_bends_at_its_corners_within_a_limit() {
        let line = |turns: &[i16]| {
            let bent = UnitPlacement { bend: Bend::from_slice(turns), ..place(Posture::Deployed, 4) };
            (infantry(&bent, 4), bent)
        };
        let (inward, _) = line(&[300, 0, 0, -300]);
        for (left, right) in inward.bases().iter().zip(&inward.bases()[1..]) {
            assert!(left.front().to.distance(right.front().from).at_most(1), "IV, o24: neighbors share a front corner");
        }
        let (line, bent) = line(&[-300, 0, 0, 300]);
        for (left, right) in line.bases().iter().zip(&line.bases()[1..]) {
            let [.., rear, _] = *left.corners();
            assert!(rear.distance(right.corners()[3]).at_most(2), "IV, o24: bent outward, they share a rear corner");
        }
        let middle = line.front().from.midpoint(line.front().to);
        assert!(middle.distance(bent.at).at_most(2), "IV: the center of the front");
        let sharp = UnitPlacement { bend: Bend::from_slice(&[-301]), ..place(Posture::Deployed, 4) };
        assert_eq!(
            footprint(&sharp, TroopType::Infantry, 4, INFANTRY, 300),
            Err(FormationError::Bend { turn: 301, most: 300 }),
            "IV"
        );
        let turns = Bend::from_slice(&[0, -900, -1800, -2700, -3600]);
        let curled = UnitPlacement { bend: turns, ..place(Posture::Deployed, 5) };
        assert_eq!(
            footprint(&curled, TroopType::Infantry, 5, INFANTRY, 900),
            Err(FormationError::Overlap),
            "IV: no base stands in another"
        );
        let ranks = UnitPlacement { bend: Bend::from_slice(&[10]), ..place(Posture::Maneuver, 4) };
        assert_eq!(footprint(&ranks, TroopType::Infantry, 4, INFANTRY, 300), Err(FormationError::Turns), "IV");
    }

    #[test]
    fn c04_a_column_follows_its_path() {
        let path = Polyline::new(
            [(20_000, 26_000), (20_000, 20_000), (22_000, 20_000)].map(|(x, y)| Point::new(x, y)).to_vec(),
        );
        let place = column_along(&path, 4, INFANTRY).unwrap();
        assert_eq!((place.at, place.facing), (Point::new(22_000, 20_000), Direction::RIGHT), "IV");
        let column = infantry(&place, 4);
        assert_eq!(centers(&column), [(1500, 0), (500, 0), (0, 500), (0, 1500)], "IV");
        let short = Polyline::new(path.points()[1..].to_vec());
        let straight = column_along(&short, 4, INFANTRY).unwrap();
        assert!(straight.bend.is_empty());
        assert!(column_along(&Polyline::new(vec![Point::new(1, 1)]), 4, INFANTRY).is_none());
    }

    #[test]
    fn c04_the_size_of_bases_is_bounded() {
        let huge = BaseExtent { width: i32::MAX, depth: i32::MIN };
        let shape = footprint(&place(Posture::Deployed, 4), TroopType::Infantry, MOST_BASES, huge, 300).unwrap();
        assert_eq!(shape.bases()[0].width(), BaseExtent::LONGEST_SIDE);
        let path = Polyline::new(vec![Point::new(0, 0), Point::new(5, 0)]);
        assert!(column_along(&path, u8::MAX, huge).is_some_and(|place| place.bend.len() <= usize::from(MOST_BASES)));
    }

    #[test]
    fn c04_too_many_or_no_bases_are_refused() {
        for bases in [0, MOST_BASES + 1, u8::MAX] {
            let error = footprint(&place(Posture::Deployed, 4), TroopType::Infantry, bases, INFANTRY, 300).unwrap_err();
            assert_eq!(error, FormationError::Bases(bases));
        }
    }

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c04_a_formation_keeps_its_shape_wherever_it_stands(
            bases in 1_u8..=6, facing in 0_i32..3600, x in -9000_i64..9000, y in -9000_i64..9000,
            posture in prop::sample::select(vec![Posture::Deployed, Posture::Maneuver, Posture::March]),
            turns in prop::collection::vec(-150_i16..150, 6),
        ) {
            let bend = if posture == Posture::Maneuver { Bend::new() } else { Bend::from_slice(&turns[..usize::from(bases)]) };
            let here = UnitPlacement { facing: Direction::from_tenths(facing), bend, ..place(posture, bases) };
            let by = Vector::new(x, y);
            let there = UnitPlacement { at: here.at + by, ..here.clone() };
            let shape = |place: &UnitPlacement| footprint(place, TroopType::Infantry, bases, INFANTRY, 300);
            prop_assert_eq!(shape(&here).map(|shape| shape.moved(by)), shape(&there));
        }

        #[test]
        fn c04_the_distance_of_units_is_that_of_their_nearest_bases(
            x in 10_000_i32..30_000, y in 10_000_i32..30_000, facing in 0_i32..3600, limit in 0_i32..12_000,
        ) {
            let ours = infantry(&place(Posture::Maneuver, 5), 5);
            let other = UnitPlacement { at: Point::new(x, y), facing: Direction::from_tenths(facing), ..place(Posture::March, 4) };
            let theirs = infantry(&other, 4);
            let slow = ours.bases().iter().flat_map(|one| theirs.bases().iter().map(|two| one.distance(two))).min().unwrap();
            prop_assert_eq!(ours.distance(&theirs), slow);
            prop_assert_eq!(ours.is_within(&theirs, limit), slow.at_most(limit));
            let nearest = ours.bases().iter().min_by_key(|base| base.distance_to(other.at)).unwrap();
            prop_assert_eq!(ours.nearest(other.at), nearest.nearest(other.at));
        }

        #[test]
        fn c04_bases_of_a_straight_formation_touch_and_do_not_overlap(
            bases in 1_u8..=6, facing in 0_i32..3600, posture in prop::sample::select(vec![Posture::Deployed, Posture::Maneuver, Posture::March]),
        ) {
            let turned = UnitPlacement { facing: Direction::from_tenths(facing), ..place(posture, bases) };
            let unit = infantry(&turned, bases);
            prop_assert_eq!(unit.bases().len(), usize::from(bases));
            for (number, base) in unit.bases().iter().enumerate() {
                let others: Vec<Rectangle> = unit.bases().iter().enumerate().filter(|(other, _)| *other != number).map(|(_, base)| *base).collect();
                let gap = if posture == Posture::March && bases == 2 { 1003 } else { 3 };
                prop_assert!(others.is_empty() || others.iter().any(|other| base.distance(other).at_most(gap)));
                for other in &others {
                    prop_assert!(!base.overlaps(&other.grown(-2)), "{:?} {:?}", base, other);
                }
            }
            let front = unit.front();
            prop_assert!(front.from.midpoint(front.to).distance(turned.at).at_most(2));
        }
    }
}
