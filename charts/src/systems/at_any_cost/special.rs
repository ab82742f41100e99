//! The special rules of a scenario, its changed rules, and the optional rules.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::words::listed;

use super::Aid;
use super::make::{list, row};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ListRow};
use crate::phrase;
use crate::phrase::Phrase;
use crate::systems::special::rules_in_rows;

/// Returns the charts of special and changed rules.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let mut rows = sections(aid);
    let breakdown = aid.setting("unit_breakdown");
    let played = aid.rules.unit_breakdown;
    let words = aid.source.words(&breakdown, if played { "played" } else { "not played" });
    rows.push(row([rule::BREAKDOWN.into(), phrase!["Unit Breakdown, an optional rule, is ", words, "."]]));
    if played {
        rows.extend(breakdown_rows());
    }
    rows.extend(rules_in_rows(aid.source).into_iter().map(row));
    let mut chart =
        Chart::new("special", "Special rules of the scenario", phrase![], list(&["Rule", "What holds"], rows))
            .at(5, 3, 12);
    for list in ["detour", "earthworks", "campaign", "first_turn"] {
        chart = chart.showing(DocPath::root().key(list));
    }
    vec![chart.showing(breakdown)]
}

/// Returns the sections of the file that change the rules of play, but for the Event Chits, which have a chart of their own. Detours that
/// lead to the same entries are one row.
fn sections(aid: &Aid<'_>) -> Vec<ListRow> {
    let root = DocPath::root;
    let mut rows = Vec::new();
    if aid.own.first_turn.is_some() {
        let turn = aid.source.amount(root().key("first_turn"), Unit::Count);
        rows.push(row([rule::GAME_TRACKS.into(), phrase!["Play begins on turn ", turn, "."]]));
    }
    if aid.own.campaign {
        let words = "A Campaign: night turns bring back French heavy ammunition, build Entrenchments and make units Fresh again; the French \
                     do not roll for their chits.";
        rows.push(row([rule::EVENING.into(), words.into()]));
    }
    for works in &aid.own.earthworks {
        let hexes = listed(works.hexes.iter().map(ToString::to_string), "and");
        rows.push(row([rule::EARTHWORKS.into(), format!("{} in {hexes} at the start.", works.kind.name()).into()]));
    }
    let mut detours: Vec<(String, Vec<String>)> = Vec::new();
    for detour in &aid.own.detour {
        let to = listed(detour.to.iter().map(ToString::to_string), "or");
        let words = format!("due at {} may enter at {to} instead.", detour.from);
        let group = detour.group.as_ref().map(ToString::to_string);
        match (
            detours.iter_mut().find(|(known, groups)| *known == words && groups.is_empty() == group.is_none()),
            group,
        ) {
            (Some((_, groups)), Some(group)) => groups.push(group),
            (Some(_), None) => {}
            (None, group) => detours.push((words, group.into_iter().collect())),
        }
    }
    for (words, groups) in detours {
        let who = match groups.as_slice() {
            [] => "A group".to_owned(),
            [group] => format!("Group {group}"),
            _ => format!("Groups {}", listed(groups.into_iter(), "and")),
        };
        rows.push(row([rule::PRUSSIAN_GROUPS.into(), format!("{who} {words}").into()]));
    }
    rows
}

/// Returns the procedure of Unit Breakdown.
fn breakdown_rows() -> Vec<ListRow> {
    let least = Amount::fixed(2, Unit::Count);
    let line = |rule: battlewright_engine::game::Rule, words: Phrase| row([rule.into(), words]);
    vec![
        line(
            rule::BREAKDOWN,
            "At the start of its Movement Step a brigade may become Detachments of its formation from the pool, with no more SP than it \
             has; they have its Elan and Ammo markers."
                .into(),
        ),
        line(
            rule::RECOMBINING,
            phrase![
                "At least ",
                least,
                " that stand together after the step may become a unit that was broken down, with no more SP than they have and the \
                 worst of their markers."
            ],
        ),
        line(rule::ARTILLERY_SECTIONS, "A Division battery becomes Sections in the same way.".into()),
    ]
}
