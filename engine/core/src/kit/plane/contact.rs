//! Contacts of a path with a line: exact, so that no rounding lets a path across.

use super::point::{Point, Vector};
use super::segment::Segment;
use super::stretch::Fraction;

/// The points that a straight path and a straight leg of a line have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// One end, rounded to a whole thousandth.
    pub from: Point,
    /// The other end; the same for a single point.
    pub to: Point,
    /// Exactly an end of the path, and no more.
    pub is_end: bool,
}

impl Contact {
    /// Returns the contact of a path with a leg; `None` if they do not meet.
    pub fn of(path: Segment, leg: Segment) -> Option<Self> {
        if !path.bounds().meets(leg.bounds()) || !path.meets(leg) {
            return None;
        }
        let turn = path.way().cross(leg.way());
        if turn != 0 {
            let at = path.at(Fraction::of((leg.from - path.from).cross(leg.way()), turn));
            return Some(Self { from: at, to: at, is_end: leg.side(path.from) == 0 || leg.side(path.to) == 0 });
        }
        // Of one line: the stretch that they share ends where one of them does.
        let is_shared = |point: &Point| path.bounds().contains(*point) && leg.bounds().contains(*point);
        let shared = || [path.from, path.to, leg.from, leg.to].into_iter().filter(is_shared);
        let (from, to) = (shared().min()?, shared().max()?);
        Some(Self { from, to, is_end: from == to && (from == path.from || from == path.to) })
    }
}

/// Returns `true` if rays from one point lie between two directions on both ways around: who comes from one of them and goes on
/// in the other crosses a ray.
pub fn separates(rays: impl IntoIterator<Item = Vector>, one: Vector, other: Vector) -> bool {
    let Some(end) = clockwise(one, other) else { return false };
    let (mut before, mut beyond) = (false, false);
    for ray in rays {
        let Some(half) = clockwise(one, ray) else { continue };
        let turn = ray.cross(other);
        if (half, 0) < (end, turn.signum()) {
            before = true;
        } else if (half, 0) > (end, turn.signum()) {
            beyond = true;
        }
    }
    before && beyond
}

/// Returns the part of a turn clockwise from one direction to another: 0 below a half turn, 1 for a half turn, and 2 beyond; `None`
/// for none.
fn clockwise(from: Vector, to: Vector) -> Option<u8> {
    match from.cross(to) {
        0 if from.dot(to) > 0 || to.is_zero() || from.is_zero() => None,
        0 => Some(1),
        turn if turn > 0 => Some(0),
        _ => Some(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(ax: i32, ay: i32, bx: i32, by: i32) -> Segment {
        Segment::new(Point::new(ax, ay), Point::new(bx, by))
    }

    #[test]
    fn a_path_touches_with_its_ends_or_crosses() {
        let leg = segment(0, 0, 10_000, 0);
        let contact = |path| Contact::of(path, leg).map(|contact| (contact.from.x(), contact.to.x(), contact.is_end));
        assert_eq!(contact(segment(3000, 500, 3000, -500)), Some((3000, 3000, false)));
        assert_eq!(contact(segment(3000, 500, 3000, 0)), Some((3000, 3000, true)));
        assert_eq!(contact(segment(3000, 0, 3000, -500)), Some((3000, 3000, true)));
        assert_eq!(contact(segment(3000, 500, 3000, 1)), None);
        assert_eq!(contact(segment(-5000, 0, 4000, 0)), Some((0, 4000, false)), "along the leg");
        assert_eq!(contact(segment(-5000, 0, 0, 0)), Some((0, 0, true)));
        assert_eq!(contact(segment(-5000, 500, 5000, -500)), Some((0, 0, false)), "past the end of the leg");
    }

    #[test]
    fn a_crossing_at_a_hairs_breadth_from_the_end_is_no_end() {
        // The end lies beyond the line by less than the rounding of a fraction of so long a path.
        let leg = segment(-59_999, -7, 59_998, 7);
        assert_eq!(Contact::of(segment(0, 50_000, 0, 0), leg).map(|contact| contact.is_end), Some(false));
        assert_eq!(Contact::of(segment(0, -50_000, 0, 0), leg), None);
    }

    #[test]
    fn rays_separate_two_directions() {
        let vector = |x, y| Vector::new(x, y);
        let line = [vector(1, 0), vector(-1, 0)];
        assert!(separates(line, vector(0, 1), vector(0, -1)) && separates(line, vector(5, 1), vector(5, -1)));
        assert!(!separates(line, vector(5, 1), vector(-5, 1)) && !separates(line, vector(5, -1), vector(5, -1)));
        let corner = [vector(1, 0), vector(0, 1)];
        assert!(separates(corner, vector(1, 1), vector(-1, 1)) && separates(corner, vector(-1, -1), vector(2, 1)));
        assert!(!separates(corner, vector(-1, 1), vector(1, -1)) && !separates(corner, vector(1, 3), vector(3, 1)));
        assert!(!separates([vector(1, 0)], vector(1, 1), vector(1, -1)), "around the end of a line");
        assert!(!separates(line, vector(0, 1), vector(0, 1)), "back the same way");
    }
}
