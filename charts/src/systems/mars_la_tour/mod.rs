//! The charts of the system.

mod attack;
mod chances;
mod ground;
mod scenario;
mod special;
mod turn;

use battlewright_schema::mars_la_tour::{Kind, MarsLaTour, Side};
use battlewright_schema::{DocPath, SideId};

use crate::amount::{Amount, Unit};
use crate::chart::Chart;
use crate::phrase::Span;
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(source: &Source<'_>, own: &MarsLaTour) -> Vec<Chart> {
    let facts = Facts { source, own };
    let mut charts = vec![
        turn::sequence(&facts),
        ground::terrain(&facts),
        turn::allowance(&facts),
        turn::zones(&facts),
        turn::headquarters(&facts),
        scenario::victory(&facts),
        special::key(&facts),
        attack::modifiers(&facts),
        attack::results(&facts),
        chances::chances(&facts),
        attack::artillery(&facts),
        attack::afterwards(&facts),
        scenario::track(&facts),
        special::rulings(&facts),
    ];
    charts.extend(special::sides(&facts));
    charts.extend(scenario::arrivals(&facts));
    charts.extend(super::special::special_rules(source).map(|chart| chart.at(2, 5, 12)));
    charts
}

/// The scenario with short ways to its values.
struct Facts<'a> {
    source: &'a Source<'a>,
    own: &'a MarsLaTour,
}

impl Facts<'_> {
    /// Returns the amount of a setting.
    fn setting(&self, name: &str, unit: Unit) -> Amount {
        self.source.amount(self.source.setting(name), unit)
    }

    /// Returns the sides in the order of the file, each with its id and its path.
    fn sides(&self) -> impl Iterator<Item = (&SideId, &Side, DocPath)> {
        self.own.side.iter().map(|(id, side)| (id, side, DocPath::root().key("side").key(id.as_str())))
    }

    /// Returns the sides in the order in which they act: `Germans, then French`.
    fn in_order(&self) -> String {
        self.sides().map(|(_, side, _)| side.name.to_string()).collect::<Vec<_>>().join(", then ")
    }

    /// Returns the words for actions by turns: `in turns, Germans first`.
    fn in_turns(&self) -> String {
        let first = self.sides().next().map_or_else(String::new, |(_, side, _)| side.name.to_string());
        format!("in turns, {first} first")
    }

    /// Returns the tag of a side.
    fn tag(&self, side: &SideId) -> Span {
        self.source.side(side)
    }

    /// Returns `true` if the order of battle has units of this arm.
    fn has(&self, kind: Kind) -> bool {
        self.own.unit.iter().any(|unit| unit.kind == kind)
    }

    /// Returns the words for the turn: `3 (13:30)`, or the number alone without a clock.
    fn clock(&self, turn: u8) -> String {
        self.own.turns.clock(turn).map_or_else(String::new, |clock| format!(" ({clock})"))
    }

    /// Returns `true` if a side has a mitrailleuse marker.
    fn has_mitrailleuse(&self) -> bool {
        self.sides().any(|(_, side, _)| side.mitrailleuse_from_turn.is_some())
    }
}
