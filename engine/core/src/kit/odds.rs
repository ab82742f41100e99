//! Exact odds: the number of equally likely rolls of the dice that lead to each result.

use super::inline_list::InlineList;
use crate::show::OddsCase;

/// Results, each with the number of the rolls that lead to it, such as of the 36 of two six-sided dice.
pub type Tally<R> = InlineList<(R, u32), 11>;

/// The sums of two dice, each with its number of the 36 rolls.
pub fn sums() -> impl Iterator<Item = (u16, u32)> {
    (2..=12_u16).map(|sum| (sum, u32::from(6 - sum.abs_diff(7))))
}

/// The leads of one die over another, each with its number of the 36 rolls.
pub fn leads() -> impl Iterator<Item = (i32, u32)> {
    (-5..=5_i32).map(|lead| (lead, 6 - lead.unsigned_abs()))
}

/// The number of the 36 sums of two dice that lead to each of `results`; those that cannot happen are left out.
pub fn tally<R: Copy + PartialEq>(results: &[R], of_sum: impl Fn(u16) -> R) -> Tally<R> {
    let count = |result: R| sums().filter(|(sum, _)| of_sum(*sum) == result).map(|(_, rolls)| rolls).sum();
    results.iter().map(|result| (*result, count(*result))).filter(|(_, rolls)| *rolls > 0).collect()
}

/// The case `name` of a roll of two dice, with the results of `tally` in the words of `text`.
pub fn case<R>(name: impl Into<String>, tally: Tally<R>, text: impl Fn(R) -> String) -> OddsCase {
    case_of(name, tally, text)
}

/// The case `name` of any roll, with the results of `tally`, which counts each roll once, in the words of `text`.
pub fn case_of<R>(
    name: impl Into<String>,
    tally: impl IntoIterator<Item = (R, u32)>,
    text: impl Fn(R) -> String,
) -> OddsCase {
    let results: Vec<(String, u32)> = tally.into_iter().map(|(result, rolls)| (text(result), rolls)).collect();
    let of = results.iter().map(|(_, rolls)| rolls).sum();
    OddsCase { name: name.into(), results, of }
}

/// The case `name` of two dice whose sum is good or bad.
pub fn two_dice(name: &str, good: &str, bad: &str, is_good: impl Fn(u16) -> bool) -> OddsCase {
    case(name, tally(&[true, false], is_good), |is_good| if is_good { good } else { bad }.to_owned())
}

/// The case `name` of one die with this many `sides`, of which this many faces are good.
pub fn one_die(name: &str, good: &str, bad: &str, faces: u8, sides: u8) -> OddsCase {
    let faces = faces.min(sides);
    let results = [(good, faces), (bad, sides - faces)].into_iter().filter(|(_, rolls)| *rolls > 0);
    case_of(name, results.map(|(text, rolls)| (text, u32::from(rolls))), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_of_two_dice_is_counted_once() {
        let (mut by_sum, mut by_lead) = ([0_u32; 13], [0_u32; 11]);
        for (one, other) in (1..=6_usize).flat_map(|one| (1..=6_usize).map(move |other| (one, other))) {
            by_sum[one + other] += 1;
            by_lead[5 + one - other] += 1;
        }
        assert!(sums().all(|(sum, rolls)| by_sum[usize::from(sum)] == rolls));
        assert!(leads().map(|(_, rolls)| rolls).eq(by_lead));
        assert_eq!(
            tally(&["low", "high", "never"], |sum| if sum < 5 { "low" } else { "high" })[..],
            [("low", 6), ("high", 30)]
        );
        assert_eq!(one_die("Name", "good", "bad", 7, 6).results, [("good".to_owned(), 6)]);
        let ten = one_die("Name", "good", "bad", 3, 10);
        assert_eq!((ten.results, ten.of), (vec![("good".to_owned(), 3), ("bad".to_owned(), 7)], 10));
    }
}
