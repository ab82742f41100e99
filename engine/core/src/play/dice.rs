//! The only random generator of the engine: seeded, with a documented stream.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::game::Chance;

/// Dice and draws that are the same for the same seed, on every platform.
///
/// The stream is PCG-64 (PCG XSL RR 128/64) as `rand_pcg` 0.10 seeds it from 64 bits, and each
/// number is one unbiased `random_range` of `rand` 0.10. Both crates change the values only with
/// their minor version; a test below fails if that happens. Replays do not depend on the stream:
/// they keep the numbers themselves.
///
/// ```
/// use battlewright_core::game::Chance;
/// use battlewright_core::play::Dice;
///
/// let two_dice = Chance::Dice { count: 2, sides: 6 };
/// let picks = Dice::new(7).roll(two_dice);
/// assert!(two_dice.allows(&picks));
/// assert_eq!(picks, Dice::new(7).roll(two_dice));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    generator: Pcg64,
}

impl Dice {
    /// Creates the dice of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { generator: Pcg64::seed_from_u64(seed) }
    }

    /// Creates the dice of `seed` for one purpose, independent of the dice for another, so that draws of a player do not change
    /// the rolls of the game.
    pub fn named(seed: u64, purpose: &str) -> Self {
        Self::new(xxh3_64_with_seed(purpose.as_bytes(), seed))
    }

    /// Returns numbers that answer `chance`.
    pub fn roll(&mut self, chance: Chance) -> Vec<u16> {
        let mut picks = Vec::with_capacity(chance.count());
        self.roll_into(chance, &mut picks);
        picks
    }

    /// Puts numbers that answer `chance` into `picks`, cleared first.
    pub fn roll_into(&mut self, chance: Chance, picks: &mut Vec<u16>) {
        picks.clear();
        for _ in 0..chance.count() {
            picks.push(self.pick(chance));
        }
    }

    /// Returns one number that answers `chance`.
    pub fn pick(&mut self, chance: Chance) -> u16 {
        let range = chance.range();
        // A die without faces has an empty range; it shows the lowest number.
        if range.is_empty() { *range.start() } else { self.generator.random_range(range) }
    }
}

/// The rolls of a match: its seed, and the position in the stream of [`Dice`] that its inputs have led to. Every input keeps the
/// position after it, so that undo, redo and a replay lead back to the same numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolls {
    seed: u64,
    dice: Dice,
}

impl Rolls {
    /// Creates the rolls of `seed`, before the first.
    pub fn new(seed: u64) -> Self {
        Self { seed, dice: Dice::new(seed) }
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the numbers that answer `chance`, and moves on to the next.
    pub(super) fn next(&mut self, chance: Chance) -> Vec<u16> {
        self.dice.roll(chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: Chance = Chance::Dice { count: 1, sides: 6 };

    #[test]
    fn the_stream_is_the_documented_one() {
        let rolled = Dice::new(7).roll(Chance::Dice { count: 20, sides: 6 });
        assert_eq!(rolled, [5, 2, 2, 1, 1, 6, 5, 2, 1, 2, 1, 4, 1, 6, 5, 6, 5, 1, 2, 2]);
        let mut dice = Dice::named(7, "draws");
        let drawn: Vec<u16> = [2, 10, 100, 1000, 10_000].map(|from| dice.roll(Chance::Draw { from })[0]).to_vec();
        assert_eq!(drawn, [1, 2, 7, 973, 760]);
    }

    #[test]
    fn every_face_is_as_likely_as_the_next() {
        let mut dice = Dice::new(1);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[usize::from(dice.roll(DIE)[0]) - 1] += 1;
        }
        // Chi-squared with 5 degrees of freedom stays below 20.5 in 999 of 1,000 fair samples.
        let chi_squared: u32 = seen.iter().map(|&n| n.abs_diff(10_000).pow(2)).sum::<u32>() / 10_000;
        assert!(chi_squared < 21, "{seen:?}");
    }

    #[test]
    fn numbers_answer_the_question() {
        let mut dice = Dice::new(3);
        for chance in
            [DIE, Chance::Dice { count: 3, sides: 10 }, Chance::Draw { from: 1 }, Chance::Draw { from: 60_000 }]
        {
            for _ in 0..100 {
                let picks = dice.roll(chance);
                assert!(chance.allows(&picks), "{chance:?} {picks:?}");
            }
        }
    }

    #[test]
    fn a_die_without_faces_does_not_panic() {
        assert_eq!(Dice::new(1).roll(Chance::Dice { count: 1, sides: 0 }), [1]);
        assert_eq!(Dice::new(1).roll(Chance::Draw { from: 0 }), [0]);
    }

    #[test]
    fn purposes_have_streams_of_their_own() {
        let many = Chance::Dice { count: 20, sides: 6 };
        let of = |purpose| Dice::named(7, purpose).roll(many);
        assert_eq!(of("a"), of("a"));
        assert_ne!(of("a"), of("b"));
        assert_ne!(of("a"), Dice::new(7).roll(many));
    }
}
