//! The bundled scenarios of the system, checked against their sources.

use super::*;
use crate::id::{EntryId, SideId, UnitId};
use crate::{Scenario, load, save};

/// The scenarios, by file.
const SCENARIOS: [(&str, &str); 3] = [
    ("outrance-spicheren", include_str!("../../../../scenarios/outrance-spicheren.toml")),
    ("outrance-worth", include_str!("../../../../scenarios/outrance-worth.toml")),
    ("outrance-first-assault", include_str!("../../../../scenarios/outrance-first-assault.toml")),
];

fn battle(name: &str) -> Outrance {
    let (_, text) = SCENARIOS.iter().find(|(file, _)| *file == name).unwrap();
    match load(text).scenario {
        Some(Scenario::Outrance(own)) => *own,
        other => panic!("{other:?}"),
    }
}

fn unit<'b>(own: &'b Outrance, id: &str) -> &'b Unit {
    own.unit.iter().find(|unit| unit.id == UnitId::from(id)).unwrap()
}

/// Returns the number of bases of troops of a side that take part.
fn bases(own: &Outrance, side: &str, troops: TroopType) -> u32 {
    let of_side = own.unit.iter().enumerate().filter(|(row, unit)| {
        own.takes_part(*row) && unit.troops == troops && *own.side_of(&unit.formation) == SideId::from(side)
    });
    of_side.map(|(_, unit)| u32::from(unit.bases_left())).sum()
}

#[test]
fn the_battles_have_no_findings_and_are_saved_as_they_are() {
    let told = SCENARIOS.iter().flat_map(|(name, text)| {
        let found = load(text).diagnostics;
        found.into_iter().map(move |finding| format!("{name}: {finding}"))
    });
    assert_eq!(told.collect::<Vec<_>>(), [] as [&str; 0]);
    for (name, text) in SCENARIOS {
        assert!(save(Some(text), &load(text).scenario.unwrap()) == text, "{name}");
    }
}

#[test]
fn spicheren_is_as_the_sources_have_it() {
    let own = battle("outrance-spicheren");
    assert_eq!((own.table.width, own.table.depth, own.turns.count), (44, 32, 9));
    assert_eq!((own.turns.clock(1).as_deref(), own.turns.clock(9).as_deref()), (Some("11:30"), Some("19:30")));
    assert_eq!(bases(&own, "french", TroopType::Infantry), 6 * 4);
    assert_eq!(bases(&own, "french", TroopType::Artillery) * 2, 12, "II: two batteries a base");
    assert_eq!(bases(&own, "prussian", TroopType::Infantry), 6 * 4);
    let comes = |id: &str| unit(&own, id).enters.as_ref().map(|enters| enters.turn);
    let turns = ["de-woyna", "de-40", "de-doring", "de-72", "de-schwerin", "de-goltz"].map(comes);
    assert_eq!(turns, [2, 4, 4, 6, 6, 8].map(Some));
    let help = unit(&own, "fr-montaudon-1").enters.as_ref().unwrap();
    assert_eq!((help.turn, help.roll, &help.at), (7, Some(4), &EntryId::from("grosbliederstroff")));
    assert!(own.option.len() == 3 && own.option.iter().all(|option| !option.used));
    let points = |side: &str| -> u32 {
        let rows = own.victory.hold.iter().filter(|row| row.side == SideId::from(side));
        rows.map(|row| u32::from(row.points)).sum()
    };
    assert_eq!((points("prussian"), points("french")), (13, 4));
    let steep = own.terrain.iter().find(|terrain| terrain.kind == TerrainKind::Steep).unwrap();
    let rules = own.ruleset();
    assert_eq!(steep.going_for(TroopType::Infantry, &rules), GroundGoing::Rough);
    assert_eq!(steep.going_for(TroopType::Artillery, &rules), GroundGoing::Impassable, "by the road only");
}

#[test]
fn worth_is_as_the_sources_have_it() {
    let own = battle("outrance-worth");
    assert_eq!((own.table.width, own.table.depth, own.turns.count), (44, 46, 10));
    assert_eq!(own.turns.clock(10).as_deref(), Some("17:00"));
    assert_eq!(bases(&own, "french", TroopType::Infantry), 8 * 4 + 3 + 2);
    assert_eq!(bases(&own, "german", TroopType::Infantry), 17 * 4);
    assert_eq!(unit(&own, "fr-montmarie").status, UnitStatus::Disordered);
    let guns = |turn: u8| {
        let here = own.unit.iter().filter(|unit| {
            let comes = unit.enters.as_ref().map_or(1, |enters| enters.turn);
            unit.troops == TroopType::Artillery && comes <= turn && ["de-v", "de-xi"].contains(&unit.formation.as_str())
        });
        here.map(|unit| u32::from(unit.bases) * 12).sum::<u32>()
    };
    assert_eq!(guns(2), 108, "the guns in line by half past nine");
    let silenced = &own.out_of_command[0];
    assert_eq!((silenced.formation.as_str(), silenced.from_turn, silenced.through_turn), ("de-iib", 4, 6));
    assert_eq!(own.choke_point.len(), 7);
    assert!(words::special(&own).iter().any(|item| item.contains("II Bavarian Corps")));
}

#[test]
fn the_lesson_has_four_units_and_a_general_a_side() {
    let own = battle("outrance-first-assault");
    for side in ["prussian", "french"] {
        let of_side: Vec<&Unit> =
            own.unit.iter().filter(|unit| *own.side_of(&unit.formation) == SideId::from(side)).collect();
        let generals = of_side.iter().filter(|unit| unit.troops == TroopType::General).count();
        assert_eq!((of_side.len() - generals, generals), (4, 1), "{side}");
    }
    let kinds: Vec<TerrainKind> = own.terrain.iter().map(|terrain| terrain.kind).collect();
    assert_eq!(kinds, [TerrainKind::Hill, TerrainKind::Woods]);
}
