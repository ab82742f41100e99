//! Charges, Defensive Fire, retreats and breakthroughs.

use battlewright_engine::systems::at_any_cost::rulebook as rule;

use super::Aid;
use super::make::{list, row};
use crate::amount::{Amount, Unit};
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::{Phrase, strong};

/// Returns the charts of charges and of what follows an assault.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let mut charts = Vec::new();
    if aid.used.cavalry() {
        charts.push(charges(aid));
    }
    charts.push(after(aid));
    charts
}

fn charges(aid: &Aid<'_>) -> Chart {
    let die = "up to modified TCR";
    let over = super::ground::charge_ground(aid);
    let rows = vec![
        row([
            strong("Charge").into(),
            "active cavalry under Attack orders, no Elan Hit, next to no enemy".into(),
            phrase![
                "a target in sight, not adjacent at the start; ",
                over,
                ", no combat unit in the way; into its hex; others may join"
            ],
            "—".into(),
            rule::CHARGE.into(),
        ]),
        row([
            strong("Countercharge").into(),
            "Front Line cavalry, no Elan Hit: the target, or next to the last hex".into(),
            "meets the charge there; both are charging; one after the other tries, until one succeeds".into(),
            die.into(),
            rule::COUNTERCHARGE.into(),
        ]),
        row([
            strong("Opportunity").into(),
            "Front Line cavalry, no Elan Hit".into(),
            "an enemy ends its move next to it in a clear or road hex: fought at once".into(),
            die.into(),
            rule::OPPORTUNITY_CHARGE.into(),
        ]),
    ];
    let heads = ["Kind", "Who", "When and how", "Die", "Rule"];
    let on = "as soon as its assault is over";
    let off = "at the end of the Assault Step, after its breakthrough";
    let chart =
        Chart::new("charges", "Charges", phrase![rule::CHARGE, " to ", rule::OPPORTUNITY_CHARGE], list(&heads, rows))
            .at(3, 2, 12)
            .note(phrase![
                "Each loser against a charge goes back ",
                Amount::fixed(2, Unit::Hexes),
                " at least. Cavalry that has charged is Disrupted ",
                aid.ruling("charge_disrupts_at_once", on, off),
                "."
            ]);
    aid.rulings(chart, &["charge_disrupts_at_once"])
}

fn after(aid: &Aid<'_>) -> Chart {
    let line = |name: &str, words: Phrase, rule: battlewright_engine::game::Rule| {
        row([strong(name).into(), words, rule.into()])
    };
    let passed =
        aid.ruling("passed_test_moves_on", "an Elan or Casualty Hit ends the move", "any test or hit ends the move");
    let fire = phrase![
        "each enemy infantry or artillery unit next to a hex entered may fire, again in each further hex; from its second on ",
        aid.columns("fire_shifts", "further_defensive"),
        "; ",
        passed,
        ". None at a breakthrough, at a charger in its target's hex, or by a charged unit"
    ];
    let halted = aid.ruling(
        "halted_units_break_through",
        "; units that Defensive Fire has halted may too",
        "; not those whom Defensive Fire has halted",
    );
    let breakthrough = phrase![
        "winners neither Shaken nor Disrupted may enter the hex, a charger ",
        Amount::fixed(1, Unit::Hexes),
        " more; nobody fires",
        halted
    ];
    let mut rows = vec![line("Defensive Fire", fire, rule::DEFENSIVE_FIRE)];
    if aid.used.cavalry() {
        let back = phrase![
            "cavalry attacked only by infantry, or by cavalry all heavier than itself, may take D1 and fall back ",
            Amount::fixed(2, Unit::Hexes),
            " instead of fighting"
        ];
        rows.push(line("Before combat", back, rule::ASSAULT_RESULTS));
    }
    rows.extend([
        line(
            "Retreat",
            "away from the victors, not through friends and nearer to the HQ if it can be; who enters shelter may stop a hex short, \
             once; off the map or only through enemies: Broken"
                .into(),
            rule::RETREAT,
        ),
        line("Breakthrough", breakthrough, rule::BREAKTHROUGH),
        line(
            "HQ",
            "may go along with a unit of its hex; alone with an enemy it is overrun: to the nearest friend, range its hex until the \
             turn ends"
                .into(),
            rule::HQ_COMBAT,
        ),
    ]);
    let chart = Chart::new(
        "after-assault",
        "Defensive Fire, losses, breakthrough",
        phrase![],
        list(&["Case", "What", "Rule"], rows),
    )
    .at(3, 3, 12);
    aid.rulings(chart, &["passed_test_moves_on", "halted_units_break_through"])
}
