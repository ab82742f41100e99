//! The strength of a fire, its column shifts, and the line of sight.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::at_any_cost::{Event, Kind, TerrainClass};

use super::Aid;
use super::make::{group, list, modifier, row};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, Modifier, ModifierGroup};
use crate::phrase;
use crate::phrase::Phrase;

/// Returns the charts of what changes a fire.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    vec![strength(aid), shifts(aid), sight(aid)]
}

/// Returns the two earthworks' amounts, and the words for them in the same order.
pub(super) fn works<'a>(
    aid: &Aid<'_>,
    of: impl Fn(&str) -> Amount,
    one: &'a str,
    both: &'a str,
) -> (Vec<Amount>, &'a str) {
    if aid.used.entrenchments {
        (vec![of("fieldworks"), of("entrenchments")], both)
    } else {
        (vec![of("fieldworks")], one)
    }
}

fn strength(aid: &Aid<'_>) -> Chart {
    let mut added = vec![modifier(
        [aid.strength("shaken"), aid.strength("disrupted")],
        "firer",
        "Shaken, Disrupted",
        rule::MARKERS,
    )];
    if aid.rules.earthworks_strength {
        let (amounts, when) = works(aid, |key| aid.strength(key), "in Fieldworks", "in Fieldworks, in Entrenchments");
        added.push(modifier(amounts, "firer", when, rule::EARTHWORKS));
    }
    let mut parts = vec![
        modifier([aid.part("extreme_range")], "firer", "beyond Effective, up to Extreme Range", rule::FIRE_RANGES),
        modifier([aid.part("second_line")], "firer", "in the Second Line", rule::FIRE_SP),
    ];
    if aid.used.artillery() || aid.used.arms.contains(&Kind::Infantry) {
        parts.push(modifier(
            [aid.part("rationed_ammo")],
            "firer",
            "Rationed Ammo: fires in defense only",
            rule::AMMUNITION,
        ));
    }
    if aid.used.arms.contains(&Kind::HorseArtillery) {
        let when = "horse artillery that will still move half its MP";
        parts.push(modifier([aid.part("half_fire")], "firer", when, rule::FIRE_ELIGIBILITY));
    }
    if aid.used.events.contains(&Event::KruppsGuns) {
        parts.push(modifier(
            [aid.part("artillery_charge")],
            aid.prussian(),
            "Artillery Charge by Krupp's Guns",
            rule::EVENTS,
        ));
    }
    if aid.used.artillery() {
        let when = if aid.used.mitrailleuses {
            "canister: artillery at the next hex, no mitrailleuse"
        } else {
            "canister: artillery at the next hex"
        };
        parts.push(modifier([aid.part("canister")], "firer", when, rule::FIRE_RANGES));
    }
    let rounding = phrase!["Fractions are dropped after each step (", rule::ROUNDING, ")."];
    let groups = vec![
        ModifierGroup { title: "Added".to_owned(), ..group("SP", added) },
        ModifierGroup { title: "Then multiplied".to_owned(), rounding, ..group("SP", parts) },
    ];
    let aside = phrase![rule::FIRE_PROCEDURE, ", ", rule::FIRE_SP];
    Chart::new("fire-strength", "1 Fire strength", aside, ChartKind::Modifiers(groups))
        .at(2, 2, 6)
        .in_stack(0)
        .from_source(aid.source.provenance("strength_modifiers"))
}

/// Returns the shifts of terrain that are equal as one modifier each, in the order of the table.
pub(super) fn by_terrain(
    aid: &Aid<'_>,
    key: &str,
    shift: impl Fn(&battlewright_schema::at_any_cost::TerrainEffects) -> i8,
    whose: &str,
    rule: battlewright_engine::game::Rule,
) -> Vec<Modifier> {
    let mut groups: Vec<(i8, Vec<usize>)> = Vec::new();
    for (at, row) in aid.rules.tables.terrain.iter().enumerate() {
        let shift = shift(row);
        if shift == 0 || !aid.used.classes.contains(&row.class) {
            continue;
        }
        match groups.iter_mut().find(|(known, _)| *known == shift) {
            Some((_, rows)) => rows.push(at),
            None => groups.push((shift, vec![at])),
        }
    }
    let path = |at: usize| aid.source.table("terrain").index(at).key(key);
    let modifiers = groups.into_iter().map(|(_, rows)| {
        let changed = rows.iter().any(|at| aid.source.is_changed(&path(*at)));
        let names = rows.iter().filter_map(|at| aid.rules.tables.terrain.get(*at)).map(|row| in_terrain(row.class));
        let when = names.collect::<Vec<_>>().join(", ");
        let amount = rows.first().map(|at| Amount { changed, ..aid.source.amount(path(*at), Unit::Columns) });
        modifier(amount, whose, when, rule)
    });
    modifiers.collect()
}

fn in_terrain(class: TerrainClass) -> String {
    match class {
        TerrainClass::Clear => "in the open".to_owned(),
        TerrainClass::Woods => "in woods".to_owned(),
        class => format!("in a {}", super::ground::class_name(class)),
    }
}

fn shifts(aid: &Aid<'_>) -> Chart {
    let fire = |key: &str| aid.columns("fire_shifts", key);
    let mut all = by_terrain(aid, "fire", |row| row.fire, "target", rule::FIRE_SHIFTS);
    let (amounts, when) = works(aid, fire, "in Fieldworks", "in Fieldworks, in Entrenchments");
    all.push(modifier(amounts, "target", when, rule::FIRE_SHIFTS));
    let mut names = Vec::new();
    if aid.used.cavalry() {
        names.push("charging_cavalry_is_target");
        let charging = aid.ruling("charging_cavalry_is_target", ", charging too", ", not while it charges");
        all.push(modifier(
            [fire("cavalry")],
            "target",
            phrase!["cavalry in the Front Line", charging],
            rule::FIRE_SHIFTS,
        ));
    }
    all.push(modifier([fire("obscured")], "firer", "Obscured line of sight", rule::LINE_OF_SIGHT));
    all.push(modifier([fire("plunging")], "firer", "on a higher level than the target (plunging)", rule::FIRE_SHIFTS));
    let further = "each Defensive Fire after its first in a phase";
    all.push(modifier([fire("further_defensive")], "firer", further, rule::DEFENSIVE_FIRE));
    if aid.used.events.contains(&Event::FeuDeBataillon) {
        all.push(modifier([fire("feu_de_bataillon")], aid.french(), "Feu de Bataillon", rule::EVENTS));
    }
    if aid.used.events.contains(&Event::BattlefieldConditions) {
        all.push(both_ways(fire("battlefield_conditions"), "either side", "Battlefield Conditions: helps or hinders"));
    }
    if aid.used.events.contains(&Event::FortunesOfWar) {
        all.push(modifier([fire("enhanced")], "formation", "enhanced chit, bonus for fire", rule::EVENT_CHITS));
    }
    let aside = phrase![rule::FIRE_SHIFTS, " · all add up; ▸ helps the firer"];
    let chart = Chart::new("fire-shifts", "2 Fire shifts", aside, ChartKind::Modifiers(vec![group("Columns", all)]))
        .at(2, 2, 6)
        .in_stack(1)
        .from_source(aid.source.provenance("fire_shifts"));
    aid.rulings(chart, &names)
}

/// Returns a shift that its owner takes to the right or to the left.
pub(super) fn both_ways(amount: Amount, whose: impl Into<Phrase>, when: impl Into<Phrase>) -> Modifier {
    let left = amount.clone().as_number(amount.value.negated());
    modifier([amount, left], whose, when, rule::EVENTS)
}

fn sight(aid: &Aid<'_>) -> Chart {
    let mut names = Vec::new();
    let blocks = |wanted: bool| {
        let rows = aid.rules.tables.terrain.iter().filter(move |row| row.blocks_sight == wanted);
        rows.filter(|row| aid.used.classes.contains(&row.class)).map(|row| super::ground::class_name(row.class))
    };
    let farms = aid.used.classes.contains(&TerrainClass::Farm);
    let farm_blocks = farms && aid.rules.farms_block_sight;
    let mut covers: Vec<&str> = blocks(true).collect();
    let mut open: Vec<&str> = blocks(false).filter(|name| !["clear terrain", "farm"].contains(name)).collect();
    if farm_blocks && !covers.contains(&"farm") {
        covers.push("farm");
    }
    covers.push("combat unit");
    open.push("HQ");
    let mark = |words: String| {
        let words = aid.source.words(&aid.source.table("terrain"), words);
        phrase![words]
    };
    let farm = if farms {
        names.push("farms_block_sight");
        phrase![aid.ruling("farms_block_sight", "", "farm, ")]
    } else {
        Phrase::default()
    };
    let mut rows = vec![
        row(["higher than both ends".into(), "blocked".into()]),
        row([phrase![mark(covers.join(", ")), ", on the level of both ends"], "blocked".into()]),
        row([
            "the same, where the ends are on two levels".into(),
            phrase!["Obscured: ", aid.columns("fire_shifts", "obscured")],
        ]),
        row([phrase![farm, mark(open.join(", "))], "none".into()]),
    ];
    for (at, night) in aid.rules.tables.night.iter().enumerate() {
        if night.sight.is_none() || !aid.used.nights.contains_key(&night.kind) {
            continue;
        }
        let sight = aid.source.amount(aid.source.table("night").index(at).key("sight"), Unit::Hexes);
        rows.push(row([phrase!["at ", night.kind.name().to_lowercase()], phrase!["sight of ", sight]]));
    }
    let aside = phrase![rule::LINE_OF_SIGHT, " · next hex: always seen"];
    let heads = ["A hex on the line, or touched by it", "Effect"];
    let chart = Chart::new("line-of-sight", "Line of sight", aside, list(&heads, rows)).at(2, 2, 6).in_stack(0);
    aid.rulings(chart, &names)
}
