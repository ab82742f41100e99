//! Simultaneous perturbation stochastic approximation: a climb in many dimensions by the noisy comparison of two points at a time.
//!
//! Source: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE
//! Transactions on Automatic Control 37 (1992), 332-341. The steps are in parts of the range of each number, as weights have
//! different units. Gains and steps shrink with square roots and fractions, which are the same on every machine.

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;

/// The first step of a number, in parts of its range.
const STEP: f64 = 1.0 / 12.0;
/// The part of that step that is left in the end.
const LAST_STEP: f64 = 0.5;
/// The first gain: the steps that a number goes if one of the two points wins all.
const GAIN: f64 = 1.25;
/// The comparisons after which the gain has shrunk by the square root of two.
const SLOWING: f64 = 10.0;

/// A number in a range that may be changed if it is free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knob {
    pub(super) value: i32,
    pub(super) least: i32,
    pub(super) most: i32,
    pub(super) is_free: bool,
}

/// A climb under way.
#[derive(Debug)]
pub(super) struct Spsa {
    knobs: Vec<Knob>,
    /// The current point.
    at: Vec<f64>,
    /// The directions of the last probes: 1, -1, or 0 for what is not free.
    directions: Vec<f64>,
    /// The number of comparisons so far, and that of all.
    done: u32,
    all: u32,
    dice: Dice,
}

impl Spsa {
    /// Begins a climb of about `all` comparisons.
    pub(super) fn new(knobs: impl IntoIterator<Item = Knob>, all: u64, seed: u64) -> Self {
        let knobs: Vec<Knob> = knobs.into_iter().collect();
        let at: Vec<f64> = knobs.iter().map(|knob| f64::from(knob.value)).collect();
        let directions = vec![0.0; at.len()];
        let all = u32::try_from(all).unwrap_or(u32::MAX).max(1);
        Self { knobs, at, directions, done: 0, all, dice: Dice::named(seed, "directions of a tuning") }
    }

    /// Returns the step of a number now, at least 1.
    fn step(&self, knob: &Knob) -> f64 {
        let part = f64::from(self.done.min(self.all)) / f64::from(self.all);
        let range = f64::from(knob.most) - f64::from(knob.least);
        (range * STEP * (1.0 - (1.0 - LAST_STEP) * part)).max(1.0)
    }

    /// Draws directions, and returns the points that lie in them and opposite to them.
    pub(super) fn probes(&mut self) -> [Vec<i32>; 2] {
        for (knob, direction) in self.knobs.iter().zip(&mut self.directions) {
            if knob.is_free {
                *direction = if self.dice.pick(Chance::Draw { from: 2 }) == 0 { -1.0 } else { 1.0 };
            }
        }
        [1.0, -1.0].map(|sign| {
            let numbers = self.knobs.iter().zip(&self.at).zip(&self.directions);
            numbers.map(|((knob, at), direction)| knob.nearest(at + sign * direction * self.step(knob))).collect()
        })
    }

    /// Goes toward the first of the last probes by its `lead` over the second, from -1 to 1.
    pub(super) fn learn(&mut self, lead: f64) {
        let gain = GAIN / (1.0 + f64::from(self.done) / SLOWING).sqrt();
        let steps: Vec<f64> = self.knobs.iter().map(|knob| self.step(knob)).collect();
        for (((knob, at), direction), step) in self.knobs.iter().zip(&mut self.at).zip(&self.directions).zip(steps) {
            *at = (*at + gain * lead * direction * step).clamp(f64::from(knob.least), f64::from(knob.most));
        }
        self.done = self.done.saturating_add(1);
    }

    /// Returns the current point.
    pub(super) fn values(&self) -> Vec<i32> {
        self.knobs.iter().zip(&self.at).map(|(knob, at)| knob.nearest(*at)).collect()
    }
}

impl Knob {
    /// Returns the number of the range nearest to `at`.
    #[expect(clippy::cast_possible_truncation, reason = "clamped to whole numbers of this type")]
    fn nearest(&self, at: f64) -> i32 {
        at.round().clamp(f64::from(self.least), f64::from(self.most)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(value: i32, [least, most]: [i32; 2], is_free: bool) -> Knob {
        Knob { value, least, most, is_free }
    }

    /// Climbs a made hill with its top at 70, 10 and -40; each comparison is drawn with the chance that the hill gives it.
    fn climbed(seed: u64) -> Vec<i32> {
        let knobs =
            [knob(30, [0, 100], true), knob(12, [0, 20], true), knob(0, [-100, 0], true), knob(5, [0, 10], false)];
        let height = |point: &[i32]| {
            let off = [(70, 100.0), (10, 20.0), (-40, 100.0)].into_iter().zip(point);
            -off.map(|((top, range), at)| (f64::from(at - top) / range).powi(2)).sum::<f64>()
        };
        let mut spsa = Spsa::new(knobs, 400, seed);
        let mut dice = Dice::named(seed, "games");
        for _ in 0..400 {
            let [up, down] = spsa.probes();
            assert!(up.iter().zip(&down).all(|(up, down)| (up - down).abs() <= 20));
            let chance = 0.5 + (height(&up) - height(&down)).clamp(-0.5, 0.5);
            let won = (0..16).filter(|_| f64::from(dice.pick(Chance::Draw { from: 1000 })) < 1000.0 * chance).count();
            spsa.learn(f64::from(u8::try_from(won).unwrap()) / 8.0 - 1.0);
        }
        spsa.values()
    }

    #[test]
    fn a_climb_comes_near_the_top_of_a_hill_through_noise() {
        for seed in 1..6 {
            let [first, second, third, fixed] = climbed(seed)[..] else { panic!("four numbers") };
            assert!((60..=80).contains(&first) && (-52..=-28).contains(&third), "{first} {third}");
            assert!((6..=14).contains(&second), "{second}");
            assert_eq!(fixed, 5, "it is not free");
        }
        assert_eq!(climbed(1), climbed(1));
        assert_ne!(climbed(1), climbed(2));
    }

    #[test]
    fn probes_and_points_stay_in_their_ranges() {
        let mut spsa = Spsa::new([knob(0, [0, 1], true), knob(9, [-9, 9], true)], 3, 1);
        for _ in 0..9 {
            for point in spsa.probes() {
                assert!((0..=1).contains(&point[0]) && (-9..=9).contains(&point[1]), "{point:?}");
            }
            spsa.learn(1.0);
        }
        assert!(spsa.values().iter().zip([0..=1, -9..=9]).all(|(value, range)| range.contains(value)));
    }
}
