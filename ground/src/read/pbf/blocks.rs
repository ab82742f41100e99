//! The list of the blocks of a file, with what each has.

use crate::read::collect::Wanted;

/// The least and the greatest number of the elements of a kind in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    least: i64,
    most: i64,
}

impl Numbers {
    /// No elements.
    const NONE: Self = Self { least: i64::MAX, most: i64::MIN };
    /// Elements that were not looked into.
    pub(super) const ANY: Self = Self { least: i64::MIN, most: i64::MAX };

    /// Adds an element.
    pub(super) fn add(&mut self, number: i64) {
        self.least = self.least.min(number);
        self.most = self.most.max(number);
    }

    fn may_have(self, among: Option<&[i64]>) -> bool {
        let is_between = |all: &[i64]| {
            let next = all.partition_point(|number| *number < self.least);
            all.get(next).is_some_and(|number| *number <= self.most)
        };
        self.least <= self.most && among.is_none_or(is_between)
    }
}

/// The content of a block, of each kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen([Numbers; 3]);

impl Default for Seen {
    fn default() -> Self {
        Self([Numbers::NONE; 3])
    }
}

impl Seen {
    /// Returns the numbers of a kind.
    pub(super) fn of(&mut self, kind: Wanted) -> &mut Numbers {
        let [nodes, ways, relations] = &mut self.0;
        match kind {
            Wanted::Nodes => nodes,
            Wanted::Ways => ways,
            Wanted::Relations => relations,
        }
    }
}

/// A block with elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The first byte in the file, and the number of bytes.
    pub(super) start: u64,
    pub(super) length: usize,
    has: Seen,
}

impl Block {
    /// Returns a block that may have anything.
    pub(super) fn new(start: u64, length: usize) -> Self {
        Self { start, length, has: Seen([Numbers::ANY; 3]) }
    }

    /// Returns `true` if the block may have elements of the kinds `wanted` with a number of `among`.
    pub(super) fn may_have(mut self, wanted: &[Wanted], among: Option<&[i64]>) -> bool {
        wanted.iter().any(|kind| self.has.of(*kind).may_have(among))
    }

    /// Notes what was found when the kinds `wanted` were read.
    pub(super) fn note(&mut self, wanted: &[Wanted], mut seen: Seen) {
        for kind in [Wanted::Nodes, Wanted::Ways, Wanted::Relations] {
            let found = *seen.of(kind);
            if wanted.contains(&kind) || found == Numbers::NONE {
                *self.has.of(kind) = found;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_for_what_they_may_have() {
        let mut block = Block::new(7, 3);
        assert!(block.may_have(&[Wanted::Ways], Some(&[5])));
        let mut seen = Seen::default();
        seen.of(Wanted::Nodes).add(5);
        seen.of(Wanted::Nodes).add(9);
        *seen.of(Wanted::Ways) = Numbers::ANY;
        block.note(&[Wanted::Nodes], seen);
        assert!(block.may_have(&[Wanted::Nodes], None));
        assert!(block.may_have(&[Wanted::Nodes], Some(&[1, 7, 20])));
        assert!(!block.may_have(&[Wanted::Nodes], Some(&[1, 4, 10])));
        assert!(!block.may_have(&[Wanted::Nodes], Some(&[])));
        assert!(block.may_have(&[Wanted::Ways], Some(&[1])), "not looked into");
        assert!(!block.may_have(&[Wanted::Relations], None));
        // Reading the ways leaves what is known of the nodes.
        let mut seen = Seen::default();
        *seen.of(Wanted::Nodes) = Numbers::ANY;
        seen.of(Wanted::Ways).add(3);
        block.note(&[Wanted::Ways], seen);
        assert!(!block.may_have(&[Wanted::Nodes], Some(&[4])));
        assert!(!block.may_have(&[Wanted::Ways], Some(&[4])));
    }
}
