//! Ways, cut where they meet.

use std::collections::{BTreeMap, BTreeSet};

/// A piece of a way between two nodes at which ways meet, begin or end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CutWay {
    /// The number of the way in the list that was cut.
    pub(crate) way: usize,
    /// The nodes, at least two.
    pub(crate) nodes: Vec<u32>,
}

/// Cuts ways, given by their nodes, where they meet, at nodes in `also`, and where they meet themselves.
pub(crate) fn cut(ways: &[&[u32]], also: &BTreeSet<u32>) -> Vec<CutWay> {
    let mut uses = BTreeMap::<u32, u32>::new();
    for way in ways {
        let last = way.len().saturating_sub(1);
        let mut before = None;
        for (n, node) in way.iter().enumerate() {
            // The end of a way is always a cut. A repeated node is one.
            if before != Some(node) || n == last {
                *uses.entry(*node).or_default() += if n == 0 || n == last { 2 } else { 1 };
            }
            before = Some(node);
        }
    }
    let mut pieces = Vec::new();
    for (way, all) in ways.iter().enumerate() {
        let mut nodes: Vec<u32> = Vec::new();
        for node in *all {
            if nodes.last() == Some(node) {
                continue;
            }
            nodes.push(*node);
            if nodes.len() > 1 && (uses.get(node).is_some_and(|uses| *uses > 1) || also.contains(node)) {
                pieces.push(CutWay { way, nodes: std::mem::replace(&mut nodes, vec![*node]) });
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_cut_where_they_meet() {
        let ways: [&[u32]; 4] = [&[1, 2, 3, 4], &[5, 3], &[6, 7, 8, 6], &[9, 9, 9]];
        let pieces: Vec<(usize, Vec<u32>)> =
            cut(&ways, &BTreeSet::from([7])).into_iter().map(|piece| (piece.way, piece.nodes)).collect();
        let expected = [(0, vec![1, 2, 3]), (0, vec![3, 4]), (1, vec![5, 3]), (2, vec![6, 7]), (2, vec![7, 8, 6])];
        assert_eq!(pieces, expected);
        // A way that crosses itself.
        assert_eq!(cut(&[&[1, 2, 3, 2, 4]], &BTreeSet::new()).len(), 3);
    }
}
