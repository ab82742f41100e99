//! The claims of the rules about whole actions of several units: exact chances over one and two turns of fire.

use crate::rules::c05_status::status_after;
use crate::rules::c06_fire_results::{FireCase, fire_chances, fire_index, fire_numbers};
use crate::rules::calculation::Combatant;
use crate::tests::testing::{french, guns, tables};
use battlewright_schema::outrance::{CombatEffect, Cover, FireAction, Nation, Rules, Tables, TroopType, UnitStatus};

/// The statuses, from the best to the worst. A target that is destroyed counts as demoralized.
const STATUSES: [UnitStatus; 3] = [UnitStatus::Ok, UnitStatus::Disordered, UnitStatus::Demoralized];

/// Chances of the three statuses in parts of a whole.
type Chances = [u128; 3];

/// The parts of a percent of `Chances` after this many shots.
fn whole(shots: u32) -> u128 {
    100_u128.pow(shots)
}

/// The chances after one unit of three bases of Prussian guns has fired at a deployed target that `batteries` fired at before.
fn shot(
    tables: &Tables,
    before: Chances,
    target: Combatant,
    bases: u32,
    batteries: u32,
    cover: Cover,
    band: usize,
) -> Chances {
    let mut after = [0; 3];
    for (status, chance) in STATUSES.into_iter().zip(before) {
        if status == UnitStatus::Demoralized {
            after[2] += chance * 100;
            continue;
        }
        let case = FireCase {
            actor: guns(Nation::Prussian),
            action: FireAction::Deployed,
            target: Combatant { status, ..target },
            cover,
            band,
            numbers: fire_numbers(TroopType::Artillery, 3, batteries, bases, true),
        };
        let index = fire_index(tables, &case).unwrap().index;
        for (effect, percent) in fire_chances(Rules::published(), index, status) {
            let worse = if effect == CombatEffect::Broken {
                UnitStatus::Demoralized
            } else {
                status_after(status, effect.status())
            };
            after[worse as usize] += chance * u128::from(percent);
        }
    }
    after
}

/// The percents of the three statuses after this many units fired in each of this many turns, rounded.
fn after(units: u32, turns: u32, target: Combatant, bases: u32, cover: Cover, band: usize) -> [u128; 3] {
    let tables = tables();
    let mut chances = [1, 0, 0];
    for batteries in (0..turns).flat_map(|_| (0..units).map(|unit| unit * 3)) {
        chances = shot(&tables, chances, target, bases, batteries, cover, band);
    }
    let whole = whole(units * turns);
    chances.map(|chance| (chance * 100 + whole / 2) / whole)
}

/// Asserts percents within a point of those of the simulation with which the tables were made; its rows are not rounded.
fn assert_near(found: [u128; 3], expected: [u128; 3], name: &str) {
    assert!(found.iter().zip(&expected).all(|(one, two)| one.abs_diff(*two) <= 1), "{name}: {found:?} {expected:?}");
}

#[test]
fn c10_french_infantry_must_be_pounded_for_an_hour_or_two() {
    let rows = [
        ("3 units at 6 to 9 inches", 3, Cover::Open, 2, [33, 35, 32], [11, 19, 70]),
        ("3 units at 3 to 6 inches", 3, Cover::Open, 1, [19, 33, 48], [4, 10, 86]),
        ("2 units at 6 to 9 inches", 2, Cover::Open, 2, [52, 36, 13], [27, 32, 42]),
        ("1 unit at 6 to 9 inches", 1, Cover::Open, 2, [82, 17, 1], [67, 26, 7]),
        ("3 units, soft cover", 3, Cover::Soft, 2, [47, 35, 18], [22, 27, 50]),
        ("3 units, hard cover", 3, Cover::Hard, 2, [64, 28, 8], [41, 31, 28]),
    ];
    for (name, units, cover, band, one, two) in rows {
        assert_near(after(units, 1, french(), 4, cover, band), one, name);
        assert_near(after(units, 2, french(), 4, cover, band), two, name);
    }
}

#[test]
fn c02_a_grand_battery_silences_guns_within_an_hour() {
    // An effect of any kind within one turn; the target has four bases as at Worth, or three.
    let any = |bases| 100 - after(3, 1, guns(Nation::French), bases, Cover::Open, 2)[0];
    assert_eq!(any(4), 80, "II");
    assert_eq!(any(3), 83, "II");
}
