//! The exact odds of a fight.

use crate::game::Side;

/// The exact odds of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The modifiers of the dice, such as `("Attacker: ER", 2)`.
    pub modifiers: Vec<(String, i32)>,
    /// The odds in each case that the players can still bring about.
    pub cases: Vec<OddsCase>,
    /// The side for which the results of a case are listed, its best first; `None` for the side that decides.
    pub best_for: Option<Side>,
    /// The meaning of each result whose name does not say it all: the name, and what happens, in a sentence.
    pub meanings: Vec<(String, String)>,
}

impl Odds {
    /// Creates the odds of `cases` with the results in the order of the side that decides.
    pub fn new(modifiers: Vec<(String, i32)>, cases: Vec<OddsCase>) -> Self {
        Self { modifiers, cases, best_for: None, meanings: Vec::new() }
    }

    /// Returns the same odds with the results in the order of `side`.
    #[must_use]
    pub fn best_for(self, side: Side) -> Self {
        Self { best_for: Some(side), ..self }
    }

    /// Returns the same odds with those of `meanings` whose results are in a case.
    #[must_use]
    pub fn meaning(self, meanings: impl IntoIterator<Item = (String, String)>) -> Self {
        let occurs =
            |name: &String| self.cases.iter().any(|case| case.results.iter().any(|(result, _)| result == name));
        let mut found: Vec<(String, String)> = Vec::new();
        for (name, text) in meanings {
            if occurs(&name) && found.iter().all(|(known, _)| *known != name) {
                found.push((name, text));
            }
        }
        Self { meanings: found, ..self }
    }

    /// Returns the results of all cases, each once: the best for `side` first.
    pub fn ranked(&self, side: Option<Side>) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for case in &self.cases {
            let mut after = 0;
            for (name, _) in &case.results {
                match names.iter().position(|known| known == name) {
                    Some(at) => after = at + 1,
                    None => {
                        names.insert(after, name);
                        after += 1;
                    }
                }
            }
        }
        if self.best_for.is_some_and(|best| side.is_some_and(|side| side != best)) {
            names.reverse();
        }
        names
    }
}

/// The odds of a fight in one case, such as with artillery support on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsCase {
    /// The name of the case, such as `"Attacker's artillery"`.
    pub name: String,
    /// Each possible result with the number of rolls, out of [`OddsCase::of`] equally likely ones, that lead to it, from the best
    /// for the side that decides to the worst.
    pub results: Vec<(String, u32)>,
    /// The number of equally likely rolls.
    pub of: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds() -> Odds {
        let case = |results: &[(&str, u32)]| OddsCase {
            name: "Fight".to_owned(),
            results: results.iter().map(|(name, ways)| ((*name).to_owned(), *ways)).collect(),
            of: 6,
        };
        Odds::new(Vec::new(), vec![case(&[("D", 2), ("A", 4)]), case(&[("D", 1), ("-", 2), ("A", 3)])])
    }

    #[test]
    fn the_results_of_all_cases_are_ranked_for_whoever_decides() {
        let ranked = ["D", "-", "A"];
        assert_eq!(odds().ranked(Some(Side::Second)), ranked, "its own odds");
        let of_first = odds().best_for(Side::First);
        assert_eq!((of_first.ranked(Some(Side::First)), of_first.ranked(None)), (ranked.to_vec(), ranked.to_vec()));
        assert_eq!(of_first.ranked(Some(Side::Second)), ["A", "-", "D"]);
    }

    #[test]
    fn meanings_are_of_the_results_that_occur() {
        let meanings = [("A", "the attacker loses"), ("X", "all lose"), ("A", "again")];
        let told = odds().meaning(meanings.map(|(name, text)| (name.to_owned(), text.to_owned())));
        assert_eq!(told.meanings, [("A".to_owned(), "the attacker loses".to_owned())]);
    }
}
