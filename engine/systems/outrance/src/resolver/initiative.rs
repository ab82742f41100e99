//! The initiative button (III).

use battlewright_schema::outrance::{Nation, Rules};

use super::odds::{ResolverChance, ResolverOdds, share};
use crate::rules::c03_initiative::{InitiativeOdds, initiative_odds};
use battlewright_core::game::Chance;

/// The draw of the next initiative among the units that have not acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initiative {
    odds: InitiativeOdds,
    from: u16,
    /// One side has no unit left, so that there is nothing to draw.
    certain: bool,
}

impl Initiative {
    /// The greatest number of units of a side.
    pub const MOST: u16 = 999;

    /// Returns the draw for these numbers of units that have not acted; `None` if neither side has any, and the turn ends. Numbers
    /// beyond [`Initiative::MOST`] count as it.
    pub fn new(rules: &Rules, french: u16, prussian: u16) -> Option<Self> {
        let [french, prussian] = [french, prussian].map(|units| units.min(Self::MOST));
        let odds = initiative_odds(rules.initiative, french.into(), prussian.into())?;
        let from = u16::try_from(odds.of).unwrap_or(u16::MAX);
        Some(Self { odds, from, certain: french == 0 || prussian == 0 })
    }

    /// Returns the draw that [`Initiative::drawn`] takes.
    pub fn chance(self) -> Chance {
        Chance::Draw { from: self.from }
    }

    /// Returns the side that acts next for a pick that answers [`Initiative::chance`].
    pub fn drawn(self, pick: u16) -> Nation {
        self.odds.drawn(u32::from(pick) + 1)
    }

    /// Returns the result in a sentence.
    pub fn text(self, side: Nation) -> String {
        let side = name(side);
        match self.certain {
            true => format!("Only the {side} have units left: they have the initiative."),
            false => format!("The {side} have the initiative."),
        }
    }

    /// Returns the exact chances of both sides, rounded to a millionth.
    pub fn odds(self) -> ResolverOdds {
        let french = share(self.odds.favorable, self.odds.of);
        let chances = [(Nation::French, french), (Nation::Prussian, 1_000_000 - french)];
        let chances = chances.into_iter().filter(|(_, share)| *share > 0);
        let chances = chances.map(|(side, millionths)| ResolverChance { result: name(side).to_owned(), millionths });
        ResolverOdds { name: "Initiative", basis: None, chances: chances.collect() }
    }
}

fn name(side: Nation) -> &'static str {
    match side {
        Nation::French => "French",
        Nation::Prussian => "Prussians",
    }
}
