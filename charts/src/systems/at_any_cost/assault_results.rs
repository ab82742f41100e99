//! The results of assaults: Loss Points and Tough Fights.

use battlewright_engine::systems::at_any_cost::rulebook as rule;

use super::Aid;
use super::make::{list, row};
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::strong;

/// Returns the chart of the results.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let retreats = aid.count("loss_retreats");
    let many = if retreats.value.is_one() { " retreat" } else { " retreats" };
    let rows = vec![
        row([
            strong("Loss Point").into(),
            phrase![
                "a retreat of ",
                aid.hexes("loss_retreat"),
                " (a unit has at most ",
                retreats,
                many,
                "), an Elan Hit or a Casualty Hit. Front Line units take theirs first, none fewer than a Second Line unit"
            ],
        ]),
        row([
            strong("TF").into(),
            "Tough Fight: each side throws one die against the modified TCR of its units. If any passes, one enemy unit of its \
             choice has a Casualty Hit; each that fails has an Elan Hit. A charger goes back a hex; nobody breaks through"
                .into(),
        ]),
    ];
    let chart =
        Chart::new("assault-results", "3 Assault results", rule::ASSAULT_RESULTS, list(&["Result", "Effect"], rows))
            .at(3, 1, 6)
            .in_stack(0);
    vec![chart]
}
