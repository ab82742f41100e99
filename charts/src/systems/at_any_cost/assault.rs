//! The table of assaults, the strengths, and the column shifts.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::HexsideKind;
use battlewright_schema::at_any_cost::{AssaultColumn, Event, Weight};

use super::Aid;
use super::fire::die_words;
use super::fire_modifiers::{both_ways, by_terrain, works};
use super::make::{group, modifier};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, GridChart, GridRow, Modifier, ModifierGroup};
use crate::phrase;

/// Returns the charts of assaults up to the column.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    vec![table(aid), strength(aid), shifts(aid)]
}

/// Returns a number of a head with its sign, and with the true minus sign.
fn signed(number: i8) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}

/// Returns the head of a column.
fn head(column: &AssaultColumn) -> String {
    match (column.from, column.to) {
        (None, None) => "any".to_owned(),
        (None, Some(to)) => format!("{} or less", signed(to)),
        (Some(from), None) => format!("{} or more", signed(from)),
        (Some(from), Some(to)) if from == to => signed(from),
        (Some(from), Some(to)) if from.checked_add(1) == Some(to) => format!("{}, {}", signed(from), signed(to)),
        (Some(from), Some(to)) => format!("{} to {}", signed(from), signed(to)),
    }
}

/// Returns the tint of a result: white if the attacker loses, darker the more the defender loses.
fn weight(result: &str) -> u8 {
    let points = result.strip_prefix('D').and_then(|rest| rest.chars().next()).and_then(|digit| digit.to_digit(10));
    match points {
        None => 0,
        Some(points) => {
            u8::try_from(points.clamp(1, 3)).unwrap_or(3).saturating_add(u8::from(result.contains('*'))).min(4)
        }
    }
}

fn table(aid: &Aid<'_>) -> Chart {
    let path = aid.source.table("assault");
    let table = &aid.rules.tables.assault;
    let rows = table.rows.iter().enumerate().map(|(at, cells)| GridRow {
        head: die_words(at),
        cells: (0..cells.len())
            .map(|cell| aid.source.cell(path.clone().key("rows").index(at).index(cell), weight))
            .collect(),
    });
    let legend = [
        ("A, D", "attacker, defender loses so many Loss Points"),
        ("*", "at least one is a Casualty Hit"),
        ("D1(A1)", "the winner loses the points in parentheses too, unless a loser retreats"),
        ("TF", "Tough Fight"),
    ];
    let grid = GridChart {
        rows_are: "Die".to_owned(),
        columns_are: "Attackers' SP less defenders' SP".to_owned(),
        columns: table.columns.iter().map(|column| (head(column), String::new())).collect(),
        rows: rows.collect(),
        legend: legend.into_iter().map(|(short, meaning)| (short.to_owned(), meaning.into())).collect(),
    };
    let aside =
        phrase![rule::ASSAULT_PROCEDURE, " · 1 die · column: SP of the attackers less those of the defenders, then 2"];
    Chart::new("assault", "Assault Combat", aside, ChartKind::Grid(grid))
        .at(3, 0, 12)
        .showing(path)
        .from_source(aid.source.provenance("assault"))
}

fn strength(aid: &Aid<'_>) -> Chart {
    let mut added =
        vec![modifier([aid.strength("shaken"), aid.strength("disrupted")], "both", "Shaken, Disrupted", rule::MARKERS)];
    if aid.rules.earthworks_strength {
        let (amounts, when) = works(aid, |key| aid.strength(key), "in Fieldworks", "in Fieldworks, in Entrenchments");
        let (whose, path) = (aid.ruling("earthworks_help_attackers", "both", "defender"), rule::EARTHWORKS);
        added.push(modifier(amounts, whose, when, path));
    }
    let mut then: Vec<Modifier> = Vec::new();
    for (weight, key, when) in [
        (Weight::Light, "light_charge", "light cavalry that charges"),
        (Weight::Medium, "medium_charge", "medium cavalry that charges"),
        (Weight::Heavy, "heavy_charge", "heavy cavalry that charges"),
    ] {
        if aid.used.weights.contains(&weight) {
            let amount = if weight == Weight::Light { aid.strength(key) } else { aid.part(key) };
            then.push(modifier([amount], "charger", when, rule::CHARGE));
        }
    }
    then.push(modifier([aid.part("second_line")], "both", "in the Second Line", rule::ASSAULT_SP));
    let groups = vec![
        ModifierGroup { title: "Added".to_owned(), ..group("SP", added) },
        ModifierGroup {
            title: "Then, in this order".to_owned(),
            rounding: phrase!["Fractions are dropped after each step (", rule::ROUNDING, ")."],
            ..group("SP", then)
        },
    ];
    let mut chart =
        Chart::new("assault-strength", "1 Assault strength", rule::ASSAULT_SP, ChartKind::Modifiers(groups))
            .at(3, 1, 6)
            .in_stack(0)
            .note(phrase![
                aid.ruling("negative_sp_count", "SP below 0 count as they are.", "SP below 0 count as 0."),
                " Artillery never attacks (",
                rule::ASSAULT_ELIGIBILITY,
                ")."
            ]);
    if aid.used.mitrailleuses {
        chart = chart.note(phrase![
            "A battery in assault has the SP of its Mitrailleuse marker besides (",
            rule::MARKERS,
            ")."
        ]);
    }
    aid.rulings(chart, &["negative_sp_count", "earthworks_help_attackers"])
}

fn shifts(aid: &Aid<'_>) -> Chart {
    let shift = |key: &str| aid.columns("assault_shifts", key);
    let rule = rule::ASSAULT_SHIFTS;
    let mut all = vec![
        modifier([shift("triple"), shift("double")], "attacker", "odds 3:1 or more, 2:1 or more", rule),
        modifier([shift("half"), shift("third")], "attacker", "odds 1:2 or less, 1:3 or less", rule),
    ];
    let three = aid.ruling("flank_counts_units", "three units", "units in three hexes");
    let flank = phrase!["Flank Attack: two in hexes not adjacent, or ", three];
    all.push(modifier([shift("flank")], "attacker", flank, rule::FLANK_ATTACK));
    for mut from in by_terrain(aid, "assault_from", |row| row.assault_from, "attacker", rule) {
        from.when = phrase!["all ", from.when];
        all.push(from);
    }
    for (at, row) in aid.rules.tables.hexsides.iter().enumerate() {
        if row.assault_up != 0 && aid.used.hexsides.contains(&row.kind) {
            let path = aid.source.table("hexsides").index(at).key("assault_up");
            let when = match row.kind {
                HexsideKind::Slope => "all up a slope".to_owned(),
                kind => format!("all up across a {}", kind.name()),
            };
            all.push(modifier([aid.source.amount(path, Unit::Columns)], "attacker", when, rule));
        }
    }
    let modified = aid.ruling("compare_modified_tcr", "modified", "printed");
    let tcr = phrase!["best Front Line unit has the higher ", modified, " TCR: attacker, defender"];
    let higher = shift("higher_tcr");
    let lower = higher.clone().as_number(higher.value.negated());
    all.push(modifier([higher, lower], "both", tcr, rule));
    all.extend(by_terrain(aid, "assault", |row| row.assault, "defender", rule));
    let (amounts, when) = works(aid, shift, "in Fieldworks", "in Fieldworks, in Entrenchments");
    all.push(modifier(amounts, "defender", when, rule));
    if aid.used.artillery() {
        let when = "artillery alone, artillery in front of another arm";
        all.push(modifier([shift("lone_artillery"), shift("front_artillery")], "defender", when, rule));
    }
    let has = |event: Event| aid.used.events.contains(&event);
    if has(Event::Auftragstaktik) {
        all.push(modifier([shift("auftragstaktik")], aid.prussian(), "Auftragstaktik", rule::EVENTS));
    }
    if has(Event::FuriaFrancese) {
        all.push(modifier([shift("furia_francese")], aid.french(), "Furia Francese", rule::EVENTS));
    }
    if has(Event::BattlefieldConditions) {
        let amount: Amount = shift("battlefield_conditions");
        all.push(both_ways(amount, "either side", "Battlefield Conditions: helps or hinders"));
    }
    if has(Event::FortunesOfWar) {
        all.push(modifier([shift("enhanced")], "formation", "enhanced chit, bonus for assault", rule::EVENT_CHITS));
    }
    let aside = phrase![rule, " · all add up; ▸ helps the attacker"];
    let chart = Chart::new("assault-shifts", "2 Assault shifts", aside, ChartKind::Modifiers(vec![group("Columns", all)]))
        .at(3, 1, 6)
        .in_stack(1)
        .note("Odds: SP of both sides after 1; a defender below 1 SP counts 1. A charger is in its target's hex: no ravine, stream or slope counts for it.")
        .from_source(aid.source.provenance("assault_shifts"));
    aid.rulings(chart, &["flank_counts_units", "compare_modified_tcr"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_words() {
        let head = |from, to| head(&AssaultColumn { from, to });
        assert_eq!(head(None, Some(-8)), "\u{2212}8 or less");
        assert_eq!(head(Some(-7), Some(-6)), "\u{2212}7, \u{2212}6");
        assert_eq!(head(Some(0), Some(0)), "0");
        assert_eq!(head(Some(2), Some(5)), "+2 to +5");
        assert_eq!(head(Some(8), None), "+8 or more");
    }

    #[test]
    fn losses_of_the_defender_are_darker() {
        assert_eq!(["A3*", "TF", "D1(A1)", "D1", "D2", "D2*", "D3*"].map(weight), [0, 0, 1, 1, 2, 3, 4]);
    }
}
