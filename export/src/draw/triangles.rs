//! Polygons as triangles, for painters that have nothing else.

use emath::Pos2;

/// The most corners of a polygon that is cut with care, in a time that grows with their square. Others become a fan.
const MOST_CORNERS: usize = 4_000;

/// Returns the triangles of a polygon that runs clockwise on the screen, each as three indices of its corners. There are two fewer
/// than corners. The triangles of an outline that crosses itself cover its area only roughly.
pub fn triangles(rim: &[Pos2]) -> Vec<[u32; 3]> {
    let count = u32::try_from(rim.len()).unwrap_or(0);
    if rim.len() > MOST_CORNERS {
        return (1..count.saturating_sub(1)).map(|n| [0, n, n + 1]).collect();
    }
    let mut left: Vec<u32> = (0..count).collect();
    let mut found = Vec::with_capacity(rim.len());
    let at = |index: u32| usize::try_from(index).ok().and_then(|index| rim.get(index)).copied().unwrap_or_default();
    let mut start = 0;
    while left.len() > 3 {
        let ear = (0..left.len()).map(|step| (start + step) % left.len()).find(|n| is_ear(&left, *n, &at));
        // An outline that crosses itself may have no ear.
        let n = ear.unwrap_or(start % left.len());
        found.push(corner(&left, n));
        left.remove(n);
        // The next search goes on from here, so that triangles are not all slivers about one corner.
        start = n % left.len();
    }
    if left.len() == 3 {
        found.push([left[0], left[1], left[2]]);
    }
    found
}

/// Returns the corner at `n` between its neighbors.
fn corner(left: &[u32], n: usize) -> [u32; 3] {
    [left[(n + left.len() - 1) % left.len()], left[n], left[(n + 1) % left.len()]]
}

/// Returns twice the area of a triangle, above 0 if it runs clockwise on the screen.
fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Returns `true` if the corner at `n` can be cut off: it is convex, and no other corner lies within.
fn is_ear(left: &[u32], n: usize, at: &dyn Fn(u32) -> Pos2) -> bool {
    let own = corner(left, n);
    let [a, b, c] = own.map(at);
    let size = turn(a, b, c);
    if size <= 0.0 {
        // A spike without an area is cut off as well.
        return size == 0.0;
    }
    let within = |p: Pos2| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    let others = left.iter().filter(|index| !own.contains(index)).map(|index| at(*index));
    !others.filter(|p| *p != a && *p != b && *p != c).any(within)
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    fn area(rim: &[Pos2]) -> f32 {
        let all = triangles(rim).into_iter().map(|corners| corners.map(|index| rim[index as usize]));
        all.map(|[a, b, c]| turn(a, b, c).abs() / 2.0).sum()
    }

    #[test]
    fn triangles_cover_their_polygon_once() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| pos2(x, y));
        assert_eq!((triangles(&square).len(), area(&square)), (2, 100.0));
        let arrow = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 2.0), (0.0, 10.0)].map(|(x, y)| pos2(x, y));
        assert_eq!((triangles(&arrow).len(), area(&arrow)), (3, 60.0), "not convex");
        let comb: Vec<Pos2> = (0..200_u16)
            .map(|n| pos2(f32::from(n), if n % 2 == 0 { 1.0 } else { 30.0 }))
            .chain([pos2(199.0, 40.0), pos2(0.0, 40.0)])
            .collect();
        let exact = comb.iter().zip(comb.iter().cycle().skip(1)).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0;
        assert!((area(&comb) - exact).abs() < 0.5, "{} {exact}", area(&comb));
    }

    #[test]
    fn any_outline_becomes_triangles() {
        assert_eq!(triangles(&[]), [[0; 3]; 0]);
        assert_eq!(triangles(&[Pos2::ZERO; 2]), [[0; 3]; 0]);
        assert_eq!(triangles(&[Pos2::ZERO; 9]).len(), 7);
        let star: Vec<Pos2> = (0..5_000_u16).map(|n| pos2(f32::from(n % 7), f32::from(n % 11))).collect();
        assert_eq!(triangles(&star).len(), star.len() - 2);
        assert_eq!(triangles(&star[..500]).len(), 498);
    }
}
