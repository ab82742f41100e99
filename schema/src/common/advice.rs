//! Advice for computer players: what the author of a scenario would order.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::inches::TablePoint;
use crate::id::{FormationId, HexId, PlaceId, SideId, UnitId};

/// `[[computer]]`: advice for the computer players of a side. It gives a group of units an order for some turns, or names an
/// objective that the conditions of victory do not tell. It changes no rule, and people do not see it in play.
///
/// A row about units is before one about their formation, and that before one about the whole side. Of rows about the same group,
/// the first one that is in force counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ComputerAdvice")]
#[serde(deny_unknown_fields)]
pub struct ComputerAdvice<P> {
    /// The side whose computer player is advised.
    pub side: SideId,
    /// The formations of the group. In Mars la Tour, these are the names in the `formation` of units. Without formations and
    /// units, the row is about the whole side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<FormationId>,
    /// The units of the group, besides those of its formations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitId>,
    /// The order. A row without a posture only names an objective, with its `worth`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posture: Option<AdvicePosture>,
    /// The objective, as a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceId>,
    /// The objective, as a hex or as a point of the table, if it is no place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<P>,
    /// The worth of the objective to the side in victory points, beyond what the conditions of victory give for it. The default is
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub worth: Option<u8>,
    /// The first turn in which the row is in force. The default is the first turn of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub from_turn: Option<u8>,
    /// The last turn in which the row is in force. The default is the last turn of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub until_turn: Option<u8>,
    /// The event that ends the row early, such as the capture of a place. The next row about the group is then in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<AdviceEnd>,
    /// The plan to which the row belongs, such as `"center"`. For each game, the computer player of a side follows one of its
    /// plans. A row without a plan belongs to all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<SmolStr>,
    /// The share of the plan among the plans of the side: a plan with share 2 is chosen twice as often as one with share 1. One row
    /// of the plan is enough to give it. The default is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 99))]
    pub share: Option<u8>,
    /// Keeps the order even if a player that makes plans finds a better one. By default, such a player only tries the order first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub binding: bool,
    /// The source of the order, such as `"Grosser Generalstab, p. 312"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// The order for a group of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AdvicePosture {
    /// Takes the objective, and attacks for it at lower odds than otherwise.
    #[default]
    Take,
    /// Holds the objective with a garrison that does not leave it while an enemy can reach it.
    Hold,
    /// Delays the enemy before the objective, and prefers retreat to loss.
    Delay,
    /// Stands in reserve behind the objective until an enemy is within its reach.
    Reserve,
    /// Acts freely, as without advice.
    Free,
}

impl AdvicePosture {
    /// Returns the word of the file, such as `"take"`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::Hold => "hold",
            Self::Delay => "delay",
            Self::Reserve => "reserve",
            Self::Free => "free",
        }
    }

    /// Returns the most hexes from the objective at which a unit stands by the order; `None` for a free one.
    pub fn within(self) -> Option<u32> {
        match self {
            Self::Take | Self::Hold => Some(0),
            Self::Delay => Some(2),
            Self::Reserve => Some(6),
            Self::Free => None,
        }
    }

    /// Returns `true` if the order is about an objective, as all are but the free one.
    pub fn needs_objective(self) -> bool {
        self != Self::Free
    }
}

/// The event that ends an order early.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdviceEnd {
    /// The places of which the side has to control all.
    pub controls: Vec<PlaceId>,
}

/// An objective of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceObjective<'a> {
    /// A place of the map, or an objective of the table.
    Place(&'a PlaceId),
    /// A hex.
    Hex(&'a HexId),
    /// A point of the table.
    Point(TablePoint),
}

/// The system-independent view of a row of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdviceView<'a> {
    /// The side.
    pub side: &'a SideId,
    /// The formations of the group.
    pub formations: &'a [FormationId],
    /// The units of the group.
    pub units: &'a [UnitId],
    /// The order; `None` for an objective alone.
    pub posture: Option<AdvicePosture>,
    /// The place, if the row gives one.
    pub place: Option<&'a PlaceId>,
    /// The hex or the point, if the row gives one.
    pub at: Option<AdviceObjective<'a>>,
    /// The worth of the objective in victory points.
    pub worth: Option<u8>,
    /// The first turn.
    pub from_turn: Option<u8>,
    /// The last turn.
    pub until_turn: Option<u8>,
    /// The places whose control ends the order; `None` if no event ends it.
    pub until: Option<&'a [PlaceId]>,
    /// The plan.
    pub plan: Option<&'a str>,
    /// The share of the plan.
    pub share: Option<u8>,
    /// `true` if players that make plans must keep the order.
    pub binding: bool,
}

impl<'a> AdviceView<'a> {
    /// Returns the objective. The place counts if a row gives a place and a hex or point.
    pub fn objective(&self) -> Option<AdviceObjective<'a>> {
        self.place.map(AdviceObjective::Place).or(self.at)
    }

    /// Returns `true` if the row is about the whole side.
    pub fn is_of_side(&self) -> bool {
        self.formations.is_empty() && self.units.is_empty()
    }
}

/// A hex or a point, by which a row of advice names an objective that is no place.
pub trait AdviceSpot {
    /// Returns the objective at the spot.
    fn objective(&self) -> AdviceObjective<'_>;
}

impl AdviceSpot for HexId {
    fn objective(&self) -> AdviceObjective<'_> {
        AdviceObjective::Hex(self)
    }
}

impl AdviceSpot for TablePoint {
    fn objective(&self) -> AdviceObjective<'_> {
        AdviceObjective::Point(*self)
    }
}

impl<P: AdviceSpot> ComputerAdvice<P> {
    /// Returns the view of the row.
    pub(crate) fn view(&self) -> AdviceView<'_> {
        AdviceView {
            side: &self.side,
            formations: &self.formations,
            units: &self.units,
            posture: self.posture,
            place: self.place.as_ref(),
            at: self.at.as_ref().map(AdviceSpot::objective),
            worth: self.worth,
            from_turn: self.from_turn,
            until_turn: self.until_turn,
            until: self.until.as_ref().map(|end| end.controls.as_slice()),
            plan: self.plan.as_deref(),
            share: self.share,
            binding: self.binding,
        }
    }
}

/// The part of the advice that is left for a game that begins later, with fewer units.
#[derive(Clone, Debug, Default)]
pub struct AdviceLeft {
    /// The first turn of the later game, in the turns of the earlier one.
    pub turn: u8,
    /// The number of turns by which the later game counts less.
    pub passed: u8,
    /// The units of the later game.
    pub units: BTreeSet<UnitId>,
    /// The names of its formations.
    pub formations: BTreeSet<FormationId>,
    /// Its places.
    pub places: BTreeSet<PlaceId>,
}

impl AdviceLeft {
    /// Keeps of `rows` what the later game can use: rows whose turns are not over, with the groups and places that are left.
    pub(crate) fn keep<P>(&self, rows: &mut Vec<ComputerAdvice<P>>) {
        rows.retain_mut(|row| self.keep_row(row));
    }

    fn keep_row<P>(&self, row: &mut ComputerAdvice<P>) -> bool {
        let was_of_side = row.formations.is_empty() && row.units.is_empty();
        row.units.retain(|unit| self.units.contains(unit));
        row.formations.retain(|formation| self.formations.contains(formation));
        let has_group = was_of_side || !row.units.is_empty() || !row.formations.is_empty();
        let mut places = row.place.iter().chain(row.until.iter().flat_map(|end| &end.controls));
        let is_over = row.until_turn.is_some_and(|last| last < self.turn);
        if is_over || !has_group || !places.all(|place| self.places.contains(place)) {
            return false;
        }
        row.from_turn = row.from_turn.filter(|first| *first > self.turn);
        for turn in [&mut row.from_turn, &mut row.until_turn].into_iter().flatten() {
            *turn = turn.saturating_sub(self.passed).max(1);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> ComputerAdvice<HexId> {
        ComputerAdvice { side: "red".into(), posture: Some(AdvicePosture::Hold), ..ComputerAdvice::default() }
    }

    fn left() -> AdviceLeft {
        AdviceLeft {
            turn: 3,
            passed: 2,
            units: ["a".into()].into(),
            places: ["town".into()].into(),
            ..AdviceLeft::default()
        }
    }

    #[test]
    fn the_place_is_before_the_hex() {
        let both = ComputerAdvice { place: Some("town".into()), at: Some(HexId::from("0101")), ..row() };
        assert_eq!(both.view().objective(), Some(AdviceObjective::Place(&"town".into())));
        let hex = ComputerAdvice { place: None, ..both };
        assert_eq!(hex.view().objective(), Some(AdviceObjective::Hex(&"0101".into())));
    }

    #[test]
    fn a_later_game_keeps_the_rows_that_it_can_use() {
        let mut rows = vec![
            ComputerAdvice { until_turn: Some(2), ..row() },
            ComputerAdvice { from_turn: Some(2), until_turn: Some(6), ..row() },
            ComputerAdvice { from_turn: Some(4), units: vec!["a".into(), "gone".into()], ..row() },
            ComputerAdvice { units: vec!["gone".into()], ..row() },
            ComputerAdvice { place: Some("gone".into()), ..row() },
            ComputerAdvice { until: Some(AdviceEnd { controls: vec!["town".into()] }), ..row() },
        ];
        left().keep(&mut rows);
        let kept: Vec<_> = rows.iter().map(|row| (row.from_turn, row.until_turn, row.units.len())).collect();
        assert_eq!(kept, [(None, Some(4), 0), (Some(2), None, 1), (None, None, 0)]);
    }
}
