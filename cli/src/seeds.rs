//! `--seed`: one number, or a range of them.

use std::str::FromStr;

/// The most games played in one go: a night's work of a laptop.
pub(crate) const MOST: u64 = 10_000;

/// The seeds given with `--seed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seeds {
    /// A single game.
    One(u64),
    /// A game for each seed, the last included.
    Range {
        /// The first seed.
        first: u64,
        /// The last seed.
        last: u64,
    },
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seed = |text: &str| text.parse::<u64>().map_err(|_| format!("a seed is a number from 0 to {}", u64::MAX));
        let Some((first, last)) = text.split_once("..") else { return seed(text).map(Self::One) };
        let (first, last) = match (seed(first), seed(last)) {
            (Ok(first), Ok(last)) => (first, last),
            _ => return Err("a range has a number before and after the dots, such as 1..50".to_owned()),
        };
        if first > last {
            return Err(format!("the range must ascend: {last}..{first}"));
        }
        match (last - first).checked_add(1) {
            Some(games) if games <= MOST => Ok(Self::Range { first, last }),
            _ => Err(format!("a range has at most {MOST} seeds")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number_and_a_range_has_two() {
        let range = |first, last| Ok(Seeds::Range { first, last });
        assert_eq!("7".parse(), Ok(Seeds::One(7)));
        assert_eq!("1..50".parse(), range(1, 50));
        assert_eq!("3..3".parse(), range(3, 3));
        let top = u64::MAX;
        assert_eq!(format!("{}..{top}", top - 1).parse(), range(top - 1, top));
    }

    #[test]
    fn what_is_no_range_is_refused_and_says_why() {
        let refusal = |text: &str| text.parse::<Seeds>().unwrap_err();
        assert_eq!(refusal("50..1"), "the range must ascend: 1..50");
        for text in ["1..", "..5", "1..x", "1..=5", "1...5", "-1..5", "1..18446744073709551616"] {
            assert!(refusal(text).contains("such as 1..50"), "{text}");
        }
        for text in ["", "x", "-1", "1.5", "18446744073709551616"] {
            assert!(refusal(text).starts_with("a seed is a number"), "{text}");
        }
        assert_eq!(refusal("1..10001"), "a range has at most 10000 seeds");
        assert_eq!(refusal("0..18446744073709551615"), "a range has at most 10000 seeds");
        assert!("1..10000".parse::<Seeds>().is_ok());
    }
}
