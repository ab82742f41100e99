//! Movement: base moves, formations, costs and zones.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::outrance::{Quality, TroopType};
use battlewright_schema::words::capital;

use super::Facts;
use crate::amount::{Quantity, Unit};
use crate::chart::Chart;
use crate::phrase;
use crate::phrase::{Phrase, cited};
use crate::systems::make::{by, list};

/// II to IV: the base movements, and the sizes of bases.
pub(super) fn moves(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let sizes = source.table("base_sizes").key("sizes");
    let mut rows = Vec::new();
    for (path, row) in source.rows(&source.table("base_moves").key("moves")) {
        let troops: Option<TroopType> =
            row.get("troops").and_then(|troops| serde_json::from_value(troops.clone()).ok());
        let quality: Quality =
            row.get("quality").and_then(|own| serde_json::from_value(own.clone()).ok()).unwrap_or_default();
        let Some(troops) = troops.filter(|troops| facts.troops().any(|(own, its, _)| (own, its) == (*troops, quality)))
        else {
            continue;
        };
        let size = source.rows(&sizes).into_iter().find(|(_, size)| size.get("troops") == row.get("troops"));
        let base = size.map_or_else(Phrase::default, |(size, _)| {
            phrase![source.inches(size.clone().key("width")), " × ", source.inches(size.key("depth"))]
        });
        let name = match (troops, quality) {
            (TroopType::General, _) => "Generals".to_owned(),
            (TroopType::Artillery, _) => "Artillery".to_owned(),
            (troops, quality) => format!("{}, {}", capital(troops.name()), capital(quality.name())),
        };
        let inches = |key: &str| Phrase::from(source.inches(path.clone().key(key)));
        let march = if facts.rules.march_as_route_march { "route_march" } else { "march" };
        if troops == TroopType::General {
            rows.push([name.into(), base, inches("maneuver"), inches("maneuver"), inches("maneuver")]);
        } else {
            rows.push([name.into(), base, inches("maneuver"), inches(march), inches("route_march")]);
        }
    }
    let march = facts.if_on("march_as_route_march", "A march has the move of a route march. ", "");
    Chart::new(
        "moves",
        "Base movement",
        cited(&[rule::TROOPS, rule::ACTIONS, rule::MOVEMENT]),
        list(["Troops", "Base, front × depth", "Maneuver", "March", "Route march"], rows),
    )
    .at(1, 2, 6)
    .note(phrase![march, "A demoralized unit does not move. Any part of the move may be spent."])
    .from_source(source.provenance("base_moves"))
}

/// IV: formations, costs, zones of control.
pub(super) fn movement(facts: &Facts<'_>) -> Chart {
    let move_rule = || by(&[rule::MOVEMENT]);
    let mut rows = vec![
        [
            "Formations".into(),
            "deployed: one rank; maneuver: even ranks, at least two (artillery one base wide); march: a column one base wide".into(),
            move_rule(),
        ],
        [
            "Measured".into(),
            phrase![
                facts.if_word(
                    "measured_from",
                    "center",
                    "from the center of each base",
                    "from the middle of the front of each base",
                ),
                "; the costliest way counts; a column pays for its head",
            ],
            move_rule(),
        ],
        [
            "Enemies".into(),
            phrase!["keep ", facts.inches("zone_of_control"), " from enemy bases; who begins nearer may only move away"],
            move_rule(),
        ],
    ];
    let friends = if facts.has(TroopType::General) {
        phrase![
            "may be passed; no unit ends on another",
            facts.if_on(
                "generals_hold_ground",
                ", nor on a general, nor a general on a unit",
                "; generals share the ground with all",
            ),
        ]
    } else {
        facts.words(facts.source.setting("generals_hold_ground"), "may be passed; no unit ends on another").into()
    };
    rows.push(["Friends".into(), friends, move_rule()]);
    if !facts.own.road.is_empty() {
        rows.push([
            "Roads".into(),
            phrase![
                "a march within ",
                facts.inches("road_reach"),
                " and ",
                facts.number("road_angle", Unit::Count),
                " degrees of a road follows it: ",
                facts.source.amount_as(facts.source.setting("road_percent"), Unit::Factor, Quantity::percent),
                " the distance, along roads and through towns",
            ],
            move_rule(),
        ]);
    }
    if !facts.own.choke_point.is_empty() {
        rows.push([
            "Choke points".into(),
            phrase![
                "cross a line where the middle of the front passes within ",
                facts.inches("choke_reach"),
                " of the point"
            ],
            move_rule(),
        ]);
    }
    rows.push([
        "Closed ground".into(),
        "nobody enters, crosses or stands on it; a column on a road only with the centers of its bases out of it"
            .into(),
        by(&[rule::TERRAIN]),
    ]);
    Chart::new("movement", "Movement", rule::MOVEMENT, list(["", "What", "Rule"], rows)).at(1, 4, 7)
}
