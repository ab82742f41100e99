//! III Initiative: the side that acts next with one unit.

use battlewright_schema::outrance::{InitiativeRule, Nation};

/// The chance of the French to act next: `favorable` of `of` equally likely draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitiativeOdds {
    /// The draws that give the initiative to the French.
    pub favorable: u32,
    /// All draws; 1 if there is nothing to draw.
    pub of: u32,
}

impl InitiativeOdds {
    /// Returns the side that acts next for a draw from 1 to `of`.
    pub fn drawn(self, draw: u32) -> Nation {
        if draw <= self.favorable { Nation::French } else { Nation::Prussian }
    }
}

/// Returns the chance of the French to act next, given the units of both sides that have not acted. If one side has no unit left,
/// the other acts without a draw; `None` if neither has, and the turn ends.
pub fn initiative_odds(rule: InitiativeRule, french: u32, prussian: u32) -> Option<InitiativeOdds> {
    match (french, prussian) {
        (0, 0) => None,
        (_, 0) => Some(InitiativeOdds { favorable: 1, of: 1 }),
        (0, _) => Some(InitiativeOdds { favorable: 0, of: 1 }),
        _ => Some(match rule {
            InitiativeRule::ByUnits => InitiativeOdds { favorable: french, of: french.saturating_add(prussian) },
            InitiativeRule::Even => InitiativeOdds { favorable: 1, of: 2 },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c03_the_chance_is_in_proportion_to_the_units_left() {
        let odds = initiative_odds(InitiativeRule::ByUnits, 6, 4).unwrap();
        assert_eq!((odds.favorable, odds.of), (6, 10), "III");
        assert_eq!(
            [1, 6, 7, 10].map(|draw| odds.drawn(draw)),
            [Nation::French, Nation::French, Nation::Prussian, Nation::Prussian]
        );
        assert_eq!(initiative_odds(InitiativeRule::Even, 6, 4), Some(InitiativeOdds { favorable: 1, of: 2 }), "III");
    }

    #[test]
    fn c03_a_side_without_units_leaves_the_initiative_to_the_other() {
        for rule in [InitiativeRule::ByUnits, InitiativeRule::Even] {
            assert_eq!(initiative_odds(rule, 3, 0).map(|odds| odds.drawn(1)), Some(Nation::French), "III");
            assert_eq!(initiative_odds(rule, 0, 3).map(|odds| odds.drawn(1)), Some(Nation::Prussian), "III");
            assert_eq!(initiative_odds(rule, 0, 0), None, "III");
        }
    }
}
