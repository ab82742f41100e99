//! Outlines of areas, assembled from ways.

use std::collections::BTreeMap;

/// Returns a closed way without its last node; `None` if it is open or has no area.
pub(super) fn closed(nodes: &[i64]) -> Option<&[i64]> {
    let (first, rest) = nodes.split_first()?;
    (rest.len() >= 3 && rest.last() == Some(first)).then(|| &nodes[..rest.len()])
}

/// Joins ways end to end to closed rings, which do not repeat their first node. Returns them with the number of ways that are
/// left over.
pub(super) fn assembled(ways: &[&[i64]]) -> (Vec<Vec<i64>>, usize) {
    let mut rings = Vec::new();
    let mut at = BTreeMap::<i64, Vec<usize>>::new();
    let mut used = vec![false; ways.len()];
    for (n, way) in ways.iter().enumerate() {
        if let Some(ring) = closed(way) {
            rings.push(ring.to_vec());
            used[n] = true;
        } else if let (Some(first), Some(last)) = (way.first(), way.last()) {
            at.entry(*first).or_default().push(n);
            at.entry(*last).or_default().push(n);
        }
    }
    let mut left = 0;
    for start in 0..ways.len() {
        if std::mem::replace(&mut used[start], true) {
            continue;
        }
        let mut ring = ways[start].to_vec();
        let mut count = 1;
        while let (Some(first), Some(last)) = (ring.first().copied(), ring.last().copied()) {
            if first == last {
                break;
            }
            let Some(all) = at.get_mut(&last) else { break };
            // What is used is dropped, so that each way is looked at twice at most.
            while all.last().is_some_and(|n| used[*n]) {
                all.pop();
            }
            let Some(next) = all.pop() else { break };
            used[next] = true;
            count += 1;
            if ways[next].first() == Some(&last) {
                ring.extend(&ways[next][1..]);
            } else {
                ring.extend(ways[next].iter().rev().skip(1));
            }
        }
        match closed(&ring) {
            Some(ring) => rings.push(ring.to_vec()),
            None => left += count,
        }
    }
    (rings, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_in_any_order_and_direction_become_rings() {
        let ways: [&[i64]; 5] = [&[1, 2, 3], &[5, 4, 3], &[5, 6, 1], &[10, 11, 12, 10], &[20, 21]];
        let (mut rings, left) = assembled(&ways);
        rings.sort();
        assert_eq!(rings, [vec![1, 2, 3, 4, 5, 6], vec![10, 11, 12]]);
        assert_eq!(left, 1);
    }

    #[test]
    fn damaged_outlines_end() {
        assert_eq!(assembled(&[]), (vec![], 0));
        assert_eq!(assembled(&[&[], &[1], &[1, 1], &[2, 3, 2]]).0, Vec::<Vec<i64>>::new());
        // Eight: two rings that meet in a node.
        let ways: [&[i64]; 4] = [&[1, 2, 3], &[3, 4, 1], &[1, 5, 6], &[6, 7, 1]];
        let (rings, left) = assembled(&ways);
        assert_eq!((rings.iter().map(Vec::len).sum::<usize>(), left), (8, 0));
    }

    #[test]
    fn a_hundred_thousand_rings_are_quick() {
        let ways: Vec<Vec<i64>> =
            (0..100_000).flat_map(|n| [vec![4 * n, 4 * n + 1], vec![4 * n + 1, 4 * n + 2, 4 * n]]).collect();
        let ways: Vec<&[i64]> = ways.iter().map(Vec::as_slice).collect();
        let (rings, left) = assembled(&ways);
        assert_eq!((rings.len(), left), (100_000, 0));
        // All meet in one node.
        let star: Vec<Vec<i64>> = (1..50_000).map(|n| vec![0, n]).collect();
        let star: Vec<&[i64]> = star.iter().map(Vec::as_slice).collect();
        assert_eq!(assembled(&star).0.len(), 0);
    }
}
