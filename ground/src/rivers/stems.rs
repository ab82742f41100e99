//! Ways of flowing water, joined to stems.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use smol_str::SmolStr;

use super::Stem;
use crate::line;
use crate::names::cleaned;
use crate::network;
use crate::source::{Landscape, Tags};

/// A piece of a way between nodes at which other ways meet it.
struct Reach {
    way: i64,
    name: Option<SmolStr>,
    is_river: bool,
    nodes: Vec<u32>,
    /// The length in centimeters.
    length: i64,
}

impl Reach {
    fn ends(&self) -> (u32, u32) {
        (self.nodes.first().copied().unwrap_or_default(), self.nodes.last().copied().unwrap_or_default())
    }

    fn other_end(&self, node: u32) -> u32 {
        let (a, b) = self.ends();
        if a == node { b } else { a }
    }
}

/// Joins the ways for which `is_river` returns a kind to stems: by name, else by connection. Where a river branches, its stem is the
/// longest way up from the mouth, and each branch a stem of its own.
pub(super) fn stems(landscape: &Landscape, is_river: impl Fn(&Tags) -> Option<bool>) -> Vec<Stem> {
    let reaches = reaches(landscape, is_river);
    let mut groups = BTreeMap::<&Option<SmolStr>, Vec<usize>>::new();
    for (n, reach) in reaches.iter().enumerate() {
        groups.entry(&reach.name).or_default().push(n);
    }
    let mut chains = Vec::new();
    for group in groups.values() {
        decompose(&reaches, group, &mut chains);
    }
    joined(&reaches, chains).into_iter().map(|chain| stem(landscape, &reaches, &chain)).collect()
}

/// Cuts the ways at the nodes that they share.
fn reaches(landscape: &Landscape, is_river: impl Fn(&Tags) -> Option<bool>) -> Vec<Reach> {
    let ways: Vec<_> =
        landscape.ways.iter().filter_map(|way| is_river(&way.tags).map(|is_river| (way, is_river))).collect();
    let nodes: Vec<&[u32]> = ways.iter().map(|(way, _)| way.nodes.as_slice()).collect();
    let pieces = network::cut(&nodes, &BTreeSet::new()).into_iter().filter_map(|piece| {
        let (way, is_river) = ways.get(piece.way)?;
        let points: Vec<_> = piece.nodes.iter().map(|node| landscape.point(*node)).collect();
        let name = way.tags.get("name").map(cleaned).filter(|name| !name.is_empty()).map(SmolStr::from);
        let length = line::length(&points) as i64;
        Some(Reach { way: way.id, name, is_river: *is_river, nodes: piece.nodes, length })
    });
    pieces.collect()
}

/// A stem as reaches from the source to the mouth, each with the node at which it begins.
type Chain = Vec<(usize, u32)>;

/// Divides the reaches of `group` into chains.
fn decompose(reaches: &[Reach], group: &[usize], chains: &mut Vec<Chain>) {
    let mut at = BTreeMap::<u32, Vec<usize>>::new();
    for n in group {
        let (a, b) = reaches[*n].ends();
        at.entry(a).or_default().push(*n);
        at.entry(b).or_default().push(*n);
    }
    let mut used = BTreeMap::<usize, bool>::new();
    let mut seen = BTreeMap::<u32, i64>::new();
    let starts: Vec<u32> = at.keys().copied().collect();
    for start in starts {
        if seen.contains_key(&start) {
            continue;
        }
        let from_start = distances(reaches, &at, start).0;
        seen.extend(from_start.iter().map(|(node, distance)| (*node, *distance)));
        let farthest = |distances: &BTreeMap<u32, i64>, among: &dyn Fn(u32) -> bool| {
            let nodes = distances.iter().filter(|(node, _)| among(**node));
            nodes.max_by_key(|(node, distance)| (**distance, Reverse(**node))).map(|(node, _)| *node)
        };
        let end = farthest(&from_start, &|_| true).unwrap_or(start);
        let from_end = distances(reaches, &at, end).0;
        // The mouth: where no reach leads on, at the greatest distance from an end. Rivers are drawn downstream.
        let is_mouth = |node: u32| at.get(&node).is_some_and(|all| all.iter().all(|n| reaches[*n].ends().0 != node));
        let mouth = farthest(&from_end, &is_mouth).or_else(|| farthest(&from_end, &|_| true)).unwrap_or(start);
        let (distance, tree) = distances(reaches, &at, mouth);
        divide(reaches, mouth, &distance, &tree, chains);
        used.extend(tree.values().map(|n| (*n, true)));
    }
    // What closes a loop is a chain of its own.
    for n in group.iter().filter(|n| !used.contains_key(n)) {
        chains.push(vec![(*n, reaches[*n].ends().0)]);
    }
}

/// Returns the distance of each node from `start`, and the reach by which it is reached.
fn distances(
    reaches: &[Reach],
    at: &BTreeMap<u32, Vec<usize>>,
    start: u32,
) -> (BTreeMap<u32, i64>, BTreeMap<u32, usize>) {
    let (mut distance, mut by) = (BTreeMap::from([(start, 0)]), BTreeMap::new());
    let mut heap = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, node))) = heap.pop() {
        if distance.get(&node).is_some_and(|best| *best < cost) {
            continue;
        }
        for n in at.get(&node).into_iter().flatten() {
            let (other, sum) = (reaches[*n].other_end(node), cost + reaches[*n].length);
            if other != node && distance.get(&other).is_none_or(|best| sum < *best) {
                distance.insert(other, sum);
                by.insert(other, *n);
                heap.push(Reverse((sum, other)));
            }
        }
    }
    (distance, by)
}

/// Divides the tree above `mouth` into chains: the longest goes on at each fork.
fn divide(
    reaches: &[Reach],
    mouth: u32,
    distance: &BTreeMap<u32, i64>,
    tree: &BTreeMap<u32, usize>,
    chains: &mut Vec<Chain>,
) {
    let mut children = BTreeMap::<u32, Vec<(u32, usize)>>::new();
    for (node, n) in tree {
        children.entry(reaches[*n].other_end(*node)).or_default().push((*node, *n));
    }
    // From the farthest node down, so that the branches above a node are known.
    let mut nodes: Vec<(i64, u32)> = distance.iter().map(|(node, distance)| (*distance, *node)).collect();
    nodes.sort_unstable();
    let mut above = BTreeMap::<u32, i64>::new();
    for (_, node) in nodes.iter().rev() {
        let own = children.get(node).into_iter().flatten();
        let longest = own.map(|(child, n)| above.get(child).unwrap_or(&0) + reaches[*n].length).max().unwrap_or(0);
        above.insert(*node, longest);
    }
    let mut begun: Vec<(u32, Option<(u32, usize)>)> = vec![(mouth, None)];
    while let Some((from, first)) = begun.pop() {
        let (mut node, mut chain) = (from, Vec::new());
        if let Some((child, n)) = first {
            chain.push((n, child));
            node = child;
        }
        while let Some(own) = children.get(&node) {
            let best =
                own.iter().max_by_key(|(child, n)| (above.get(child).unwrap_or(&0) + reaches[*n].length, Reverse(*n)));
            let Some(best) = best else { break };
            begun.extend(own.iter().filter(|other| *other != best).map(|other| (node, Some(*other))));
            chain.push((best.1, best.0));
            node = best.0;
        }
        if !chain.is_empty() {
            chain.reverse();
            chains.push(chain);
        }
    }
}

/// The chains that end in a node, and those that begin there.
type MeetingChains = (Vec<usize>, Vec<usize>);

/// Joins chains end to end that have the same name, and, where no third one meets them, those without a name too: a river whose name has
/// a gap.
fn joined(reaches: &[Reach], chains: Vec<Chain>) -> Vec<Chain> {
    let ends = |chain: &Chain| {
        let first = chain.first().map_or(0, |(_, from)| *from);
        let last = chain.last().map_or(0, |(n, from)| reaches[*n].other_end(*from));
        (first, last)
    };
    let name = |chain: &Chain| chain.iter().find_map(|(n, _)| reaches[*n].name.clone());
    let mut meet = BTreeMap::<u32, Vec<usize>>::new();
    for (n, chain) in chains.iter().enumerate() {
        let (first, last) = ends(chain);
        meet.entry(first).or_default().push(n);
        meet.entry(last).or_default().push(n);
    }
    for (n, chain) in chains.iter().enumerate() {
        for (_, from) in chain.iter().skip(1) {
            // Another chain runs through.
            meet.entry(*from).or_default().extend([n, n]);
        }
    }
    let mut own: Vec<Option<Chain>> = chains.into_iter().map(Some).collect();
    // Where a chain went that was joined to another.
    let mut into: Vec<usize> = (0..own.len()).collect();
    for (node, all) in meet {
        let here: BTreeSet<usize> = all.iter().map(|n| found(&mut into, *n)).collect();
        let of = |n: usize| own[n].as_ref().map(|chain| (ends(chain), name(chain)));
        let only = here.len() == 2 && all.len() == 2;
        // The chains that end here and those that begin here, by name: thousands may meet in a node.
        let mut named = BTreeMap::<Option<SmolStr>, MeetingChains>::new();
        for n in here {
            let Some(((first, last), name)) = of(n) else { continue };
            let (uppers, lowers) = named.entry(name).or_default();
            if last == node {
                uppers.push(n);
            }
            if first == node {
                lowers.push(n);
            }
        }
        let pairs = |uppers: &[usize], lowers: &[usize]| -> Vec<(usize, usize)> {
            let all = uppers.iter().flat_map(|a| lowers.iter().map(move |b| (*a, *b)));
            all.filter(|(a, b)| a != b).take(2).collect()
        };
        let mut fitting: Vec<(usize, usize)> = Vec::new();
        for (name, (uppers, lowers)) in &named {
            if name.is_some() {
                fitting.extend(pairs(uppers, lowers));
            } else if only {
                // Without a third, a gap in the name does not matter.
                let any = |of: fn(&MeetingChains) -> &Vec<usize>| -> Vec<usize> {
                    named.iter().filter(|(name, _)| name.is_some()).flat_map(|(_, all)| of(all)).copied().collect()
                };
                fitting.extend(pairs(uppers, lowers));
                fitting.extend(pairs(uppers, &any(|all| &all.1)));
                fitting.extend(pairs(&any(|all| &all.0), lowers));
            }
        }
        let [(upper, lower)] = fitting.as_slice() else { continue };
        let (Some(first), Some(second)) = (own[*upper].take(), own[*lower].take()) else { continue };
        own[*upper] = Some([first, second].concat());
        into[*lower] = *upper;
    }
    own.into_iter().flatten().collect()
}

/// Returns where `n` went, and shortens the way there.
fn found(into: &mut [usize], n: usize) -> usize {
    let mut root = n;
    while into[root] != root {
        root = into[root];
    }
    into[n] = root;
    root
}

fn stem(landscape: &Landscape, reaches: &[Reach], chain: &Chain) -> Stem {
    let mut nodes: Vec<u32> = Vec::new();
    let (mut rivers, mut total) = (0, 0);
    for (n, from) in chain {
        let reach = &reaches[*n];
        let is_reversed = reach.ends().0 != *from;
        let mut own = reach.nodes.clone();
        if is_reversed {
            own.reverse();
        }
        nodes.extend(own.iter().skip(usize::from(!nodes.is_empty())));
        total += reach.length;
        rivers += if reach.is_river { reach.length } else { 0 };
    }
    Stem {
        id: chain.last().map_or(0, |(n, _)| reaches[*n].way),
        name: chain.iter().find_map(|(n, _)| reaches[*n].name.clone()),
        is_river: 2 * rivers > total,
        line: nodes.iter().map(|node| landscape.point(*node)).collect(),
        nodes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Point;
    use crate::source::{Node, Way};

    /// A landscape whose node `n` lies at the n-th point.
    fn landscape(points: &[(i32, i32)], ways: &[(&str, &str, &[u32])]) -> Landscape {
        let nodes = (0..).zip(points).map(|(id, (x, y))| Node { id, at: Point { x: x * 1000, y: y * 1000 } }).collect();
        let way = |(id, (class, name, nodes)): (i64, &(&str, &str, &[u32]))| Way {
            id,
            nodes: nodes.to_vec(),
            tags: [("waterway", *class), ("name", *name)].into_iter().filter(|(_, value)| !value.is_empty()).collect(),
        };
        Landscape { nodes, ways: (1..).zip(ways).map(way).collect(), ..Landscape::default() }
    }

    fn made(landscape: &Landscape) -> Vec<(Option<String>, bool, Vec<u32>)> {
        let mut all: Vec<_> = stems(landscape, |tags| tags.get("waterway").map(|class| class == "river"))
            .into_iter()
            .map(|stem| (stem.name.map(|name| name.to_string()), stem.is_river, stem.nodes))
            .collect();
        all.sort();
        all
    }

    #[test]
    fn a_river_is_the_longest_way_up_and_branches_are_stems() {
        let points = [(0, 0), (10, 0), (20, 0), (10, 3), (5, 5), (0, 9)];
        // Two headwaters meet at 1 and run to 2; a side arm leaves at 1 and comes back at 2.
        let ways: [(&str, &str, &[u32]); 4] =
            [("stream", "", &[0, 1]), ("stream", "", &[5, 4, 3, 1]), ("river", "", &[1, 2]), ("stream", "", &[1, 3])];
        let all = made(&landscape(&points, &ways));
        assert!(all.contains(&(None, false, vec![5, 4, 3, 1, 2])), "{all:?}");
        assert!(all.contains(&(None, false, vec![0, 1])), "{all:?}");
        assert_eq!(all.len(), 3, "{all:?}");
    }

    #[test]
    fn ways_of_one_name_are_one_stem_even_across_a_gap_in_it() {
        let points = [(0, 0), (10, 0), (20, 0), (30, 0), (20, 9)];
        let ways: [(&str, &str, &[u32]); 4] = [
            ("river", "Yron", &[0, 1]),
            ("stream", "", &[1, 2]),
            ("river", "Yron", &[2, 3]),
            ("stream", "Moine", &[4, 2]),
        ];
        let all = made(&landscape(&points, &ways));
        let expected =
            [(Some("Moine".to_owned()), false, vec![4, 2]), (Some("Yron".to_owned()), true, vec![0, 1, 2, 3])];
        assert_eq!(all, expected);
        let ways = [ways[0], ways[1], ways[2]];
        assert_eq!(made(&landscape(&points, &ways)), [(Some("Yron".to_owned()), true, vec![0, 1, 2, 3])]);
    }

    #[test]
    fn loops_and_repeated_nodes_end() {
        let points = [(0, 0), (10, 0), (10, 10)];
        let ways: [(&str, &str, &[u32]); 3] =
            [("stream", "", &[0, 1, 2, 0]), ("stream", "", &[1, 1, 1]), ("stream", "Ring", &[2, 1, 0, 2])];
        let all = made(&landscape(&points, &ways));
        assert!(!all.is_empty());
    }
}
