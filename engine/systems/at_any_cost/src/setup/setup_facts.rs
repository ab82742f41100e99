//! The facts of units, formations and hexes, from the rows of a scenario; the state of a game at its start.

use std::collections::BTreeSet;

use battlewright_schema::Cell;
use battlewright_schema::at_any_cost as file;

use crate::board::{Board, FormationFacts, Start, UnitFacts};
use crate::rules::r05_sequence::SequenceTask;
use crate::state::{At, ChitPlace, Done, FormationIx, Hq, State, Unit};
use battlewright_core::game::Side;
use battlewright_core::kit::cup::DrawCup;
use battlewright_core::kit::inline_list::InlineList;

/// The state of a game before its first turn.
pub(crate) fn state_at_start(board: &Board) -> State {
    let mut taken = BTreeSet::new();
    let units = board.all_units().zip(&board.units).map(|(unit, facts)| {
        let at = at_start(facts.start);
        // 4.3: of two units in a hex, the one listed first is the Front Line unit.
        let second_line = matches!(at, At::Hex(hex) if !taken.insert(hex));
        Unit {
            at,
            battleworn: facts.battleworn,
            elan: facts.elan,
            ammo: facts.ammo,
            second_line,
            entered: 0,
            done: Done::default(),
            defended: 0,
            fires: Default::default(),
            broken_down: false,
            marker_of: facts.mitrailleuse.map(|_| unit),
            rested: false,
            dug_in_vain: false,
        }
    });
    let hqs = board.formations.iter().map(|facts| Hq {
        at: at_start(facts.start),
        back: false,
        casualties: 0,
        overrun: false,
        activated: false,
        moved: false,
    });
    State {
        turn: board.first_turn.saturating_sub(1),
        stack: vec![SequenceTask::BeginTurn.into()],
        units: units.collect(),
        hqs: hqs.collect(),
        cup: DrawCup::default(),
        chits: vec![ChitPlace::Hand; board.chits.len()],
        chit_turns: board.formations.iter().map(|facts| facts.chit_from_turn.unwrap_or(0)).collect(),
        tracks: [[0; 2]; 2],
        fortune: None,
        leader_casualty: false,
        hurried: vec![0; board.groups.len()],
        earthworks: board.earthworks.clone(),
        control: board.control.iter().map(|(_, side)| *side).collect(),
        extra: board.extra.state(),
    }
}

fn at_start(start: Start) -> At {
    match start {
        Start::At(hex) => At::Hex(hex),
        Start::Enters { turn, entry, .. } => At::Due { turn, entry, aside: None },
        Start::Pool => At::Pool,
    }
}

/// The terrain features of the hex at `cell`.
pub(crate) fn terrain_of(scenario: &file::AtAnyCost, cell: Cell) -> InlineList<file::TerrainClass, 4> {
    let classes = scenario.terrain(cell).map_or(&[] as &[file::TerrainClass], |terrain| terrain.classes.as_slice());
    let mut classes: InlineList<_, 4> =
        classes.iter().copied().filter(|class| *class != file::TerrainClass::Clear).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The row of the night table for a turn that begins at `time` (18.0).
pub(crate) fn night(time: Option<&str>, table: &[file::NightRow]) -> Option<usize> {
    let hour: u8 = time?.split_once(':')?.0.parse().ok()?;
    table.iter().position(|row| row.hours.contains(&hour))
}

impl FormationFacts {
    pub(crate) fn of((formation, side, start): (&file::Formation, Side, Start)) -> Self {
        let hq = &formation.hq;
        Self {
            id: formation.id.to_string(),
            name: formation.name.to_string(),
            side,
            infantry_corps: formation.infantry_corps,
            chit_from_turn: formation.chit_from_turn,
            hq_id: formation.hq_id().to_string(),
            hq_name: hq.name.to_string(),
            ratings: [hq.front.rating, hq.back.rating],
            orders: [hq.front.orders, hq.back.orders],
            movement: hq.movement,
            start,
        }
    }
}

impl UnitFacts {
    pub(crate) fn of((unit, formation, side, start): (&file::Unit, FormationIx, Side, Start)) -> Self {
        Self {
            id: unit.id.to_string(),
            name: unit.name.to_string(),
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()).to_owned(),
            formation,
            side,
            division: unit.division.as_deref().map(str::to_owned),
            kind: unit.kind,
            weight: unit.weight.unwrap_or_default(),
            division_artillery: unit.division_artillery,
            mitrailleuse: unit.mitrailleuse,
            small: unit.small,
            breakdown: unit.breakdown,
            printed: [false, true].map(|worn| unit.printed(worn)),
            sp: unit.sp,
            tcr: unit.tcr,
            range: unit.range.filter(|_| unit.kind != file::Kind::Cavalry),
            movement: unit.movement,
            battleworn: unit.battleworn || unit.small,
            elan: match unit.elan {
                None => 0,
                Some(file::Elan::Shaken) => 1,
                Some(file::Elan::Disrupted) => 2,
            },
            ammo: match unit.ammunition {
                None => 0,
                Some(file::Ammunition::Low) => 1,
                Some(file::Ammunition::Rationed) => 2,
            },
            start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;

    #[test]
    fn r2_2_there_are_four_levels_and_two_classes_of_roads() {
        let table = position(
            "level 1 0101\nlevel 2 0102\nlevel 3 0103\nlevel 4 0104
            road 0404 0504
            major 0504 0604",
        )
        .start();
        let board = &table.game.board;
        let hex = |name: &str| table.hex(name);
        assert_eq!(["0101", "0102", "0103", "0104"].map(|name| board.level(hex(name))), [1, 2, 3, 4]);
        assert!(board.map.road(hex("0404"), hex("0504")) && board.map.road(hex("0504"), hex("0604")));
        assert!(board.is_major_road(hex("0604"), hex("0504")) && !board.is_major_road(hex("0504"), hex("0404")));
        assert!(!board.is_major_road(hex("0504"), hex("0505")));
    }

    #[test]
    fn r3_2_cavalry_has_weights_and_artillery_is_field_heavy_or_horse() {
        let table = position(
            "prussian cavalry c1 3/2 at 0101
            prussian cavalry c2 3/2 heavy at 0202
            prussian heavy a1 8/4 at 0303
            prussian horse a2 6/3 at 0404",
        )
        .start();
        let facts = |id: &str| table.game.board.unit(table.unit(id));
        assert_eq!([facts("c1").weight, facts("c2").weight], [file::Weight::Light, file::Weight::Heavy]);
        assert_eq!(["c1", "a1"].map(|id| facts(id).range), [None, Some([5, 8])], "cavalry has no ranges");
        assert_eq!(["c1", "a1", "a2"].map(|id| facts(id).kind.is_artillery()), [false, true, true]);
    }

    #[test]
    fn r3_3_a_unit_is_fresh_battleworn_or_broken() {
        let table = position(
            "french infantry f1 5/3 at 0101
            french infantry f2 5/3 at 0202 battleworn
            french infantry f3 5/3 broken 3",
        )
        .table();
        assert_eq!(["f1", "f2"].map(|id| table.marks(id)), ["", "battleworn"]);
        assert_eq!(table.at("f3"), "broken 3", "off the map");
    }

    #[test]
    fn r3_6_an_hq_has_two_sides_each_with_a_rating_and_two_orders() {
        let table = position("corps ii french at 0101 rating 2 4\nfrench infantry f1 5/3 at 0303 of ii").start();
        let facts = table.game.board.formation(table.formation("ii"));
        assert_eq!(facts.ratings, [2, 4]);
        let [front, back] = facts.orders;
        assert_eq!(front, [file::HqOrder::Attack, file::HqOrder::March]);
        assert_eq!(back, [file::HqOrder::Defend, file::HqOrder::Regroup]);
        assert_eq!((facts.hq_id.as_str(), table.game.hq(table.formation("ii")).back), ("ii-hq", false));
    }

    #[test]
    fn r3_11_the_draw_cup_is_empty_before_the_planning_phase_and_holds_no_order() {
        let start = || position("corps ii french at 0101 rating 2 4\nprussian infantry p1 8/4 at 0303");
        assert!(state_at_start(&start().start().game.board).cup.is_empty());
        let cup = start().cup().game.state.cup.clone();
        assert!(cup.len() == 2 && cup.is_sorted(), "the place of a chit does not tell when it came in");
    }

    #[test]
    fn r4_3_the_unit_that_is_listed_first_is_the_front_line_unit() {
        let table = position("french infantry f1 5/3 at 0303\nfrench field f2 7/4 at 0303").start();
        let second = |id: &str| table.game.unit(table.unit(id)).second_line;
        assert_eq!([second("f1"), second("f2")], [false, true]);
    }

    #[test]
    fn r3_4_small_units_are_always_battleworn() {
        let table = position("french infantry f1 0/3 small at 0303\nfrench infantry f2 5/3 at 0304").start();
        assert_eq!([table.marks("f1"), table.marks("f2")], ["battleworn", ""]);
    }

    #[test]
    fn r3_5_breakdown_units_start_in_the_pool() {
        let table = position("french infantry f1 5/3 at 0303\nfrench infantry d1 3/2 breakdown").start();
        assert_eq!([table.at("f1"), table.at("d1")], ["0303", "pool"]);
    }

    #[test]
    fn r18_1_the_clock_says_which_turns_are_night() {
        let table = position("clock 20:00\nturn 1 of 12").start();
        let board = &table.game.board;
        let kinds: Vec<_> = (1..=12).map(|turn| board.night(turn).map(|row| row.kind)).collect();
        let dark = |kind| Some(kind);
        let (evening, deep) = (dark(file::NightKind::Evening), dark(file::NightKind::DeepNight));
        let (dusk, dawn) = (dark(file::NightKind::Dusk), dark(file::NightKind::Dawn));
        assert_eq!(kinds, [None, dusk, evening, evening, deep, deep, deep, deep, deep, dawn, None, None]);
    }
}
