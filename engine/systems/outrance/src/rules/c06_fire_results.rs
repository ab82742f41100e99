//! VI The results of fire: the index, the chances of each effect, and the boxes for numbers.

use crate::rules::c05_status::effect_on;
use crate::rules::calculation::{Combatant, NoRows, Numbers, SumRows, TableIndex, chances, if_so, rolled};
use battlewright_schema::outrance::{
    CombatEffect, Cover, FireAction, Nation, Posture, Rules, Tables, TroopType, UnitStatus,
};

/// The facts of a fire action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FireCase {
    /// The firing unit.
    pub actor: Combatant,
    /// The action.
    pub action: FireAction,
    /// The target.
    pub target: Combatant,
    /// The cover of the target.
    pub cover: Cover,
    /// The range band, from 0 for the nearest.
    pub band: usize,
    /// The outnumbered boxes.
    pub numbers: Numbers,
}

/// Returns the index of fire with its modifiers; `None` if the target is out of range, or if one of the units is a general. Fire
/// out of range has no effect, but is an action (VI).
pub fn fire_index(tables: &Tables, case: &FireCase) -> Option<TableIndex> {
    fire_index_by_rows(tables, case, &NoRows)
}

/// Returns the index of fire with its modifiers and those of the scenario's rules; `None` as for [`fire_index`].
pub(crate) fn fire_index_by_rows(tables: &Tables, case: &FireCase, rows: &impl SumRows) -> Option<TableIndex> {
    let (firer, _) = (case.actor.class()?, case.target.class()?);
    let base = tables.fire.index(firer, case.action, case.band)?;
    let modifiers = &tables.fire_modifiers;
    let (actor, target) = (&case.actor, &case.target);
    let formation = match target.posture {
        Posture::Deployed => 0,
        Posture::Maneuver => modifiers.target_maneuver,
        Posture::March => modifiers.target_march,
    };
    let rifle_pits =
        target.posture == Posture::Deployed && target.nation == Nation::French && target.troops == TroopType::Infantry;
    let cover = match case.cover {
        Cover::Open => 0,
        Cover::Soft => modifiers.soft_cover,
        Cover::Hard => modifiers.hard_cover,
        Cover::Fortification => modifiers.fortification,
    };
    // In the order of the modifiers that rows drop.
    let changes = [
        ("formation of the target", formation),
        ("rifle pits", if_so(rifle_pits, modifiers.target_rifle_pits)),
        ("cavalry target", if_so(target.troops == TroopType::Cavalry, modifiers.target_cavalry)),
        ("cover", cover),
        ("target disordered", if_so(target.status != UnitStatus::Ok, modifiers.target_disordered)),
        case.numbers.modifier(modifiers.actor_outnumbered, modifiers.target_outnumbered),
        ("actor disordered", if_so(actor.status != UnitStatus::Ok, modifiers.actor_disordered)),
        ("quality of the actor", actor.by_quality(modifiers.actor_guard, modifiers.actor_landwehr)),
        ("quality of the target", target.by_quality(modifiers.target_guard, modifiers.target_landwehr)),
    ];
    Some(TableIndex::new(base, changes, tables.fire_results.rows.len(), rows))
}

/// Returns the chances of the effects at an index on a target of some status, in percent, from the mildest to the worst.
pub fn fire_chances(rules: &Rules, index: usize, target: UnitStatus) -> Vec<(CombatEffect, u8)> {
    let results = &rules.tables.fire_results;
    let mut all: Vec<(CombatEffect, u8)> = Vec::new();
    for (result, percent) in chances(&results.columns, &results.rows, index) {
        let effect = effect_on(rules, target, result);
        match all.iter_mut().find(|(other, _)| *other == effect) {
            Some((_, sum)) => *sum = sum.saturating_add(percent),
            None => all.push((effect, percent)),
        }
    }
    // A result without effect may be the worst of the table.
    all.sort_by_key(|(effect, _)| *effect != CombatEffect::Nothing);
    all
}

/// Returns the effect at an index of a roll from 1 to 100 on a target of some status.
pub fn fire_effect(rules: &Rules, index: usize, target: UnitStatus, roll: u8) -> CombatEffect {
    let results = &rules.tables.fire_results;
    let result = rolled(chances(&results.columns, &results.rows, index), roll);
    effect_on(rules, target, result.unwrap_or(CombatEffect::Nothing))
}

/// Returns the outnumbered boxes of fire (VI), given the bases of both units. Artillery adds `batteries`, the bases of friendly
/// artillery that fired at the target before in this turn. By ruling o5 they count for both boxes; with `for_actor` false, only
/// for that of the target.
pub fn fire_numbers(actor: TroopType, bases: u32, batteries: u32, target_bases: u32, for_actor: bool) -> Numbers {
    let batteries = if actor == TroopType::Artillery { batteries } else { 0 };
    match Numbers::of(bases.saturating_add(batteries), target_bases) {
        Numbers::TargetOutnumbered => Numbers::TargetOutnumbered,
        _ if for_actor => Numbers::of(bases.saturating_add(batteries), target_bases),
        _ => match Numbers::of(bases, target_bases) {
            Numbers::ActorOutnumbered => Numbers::ActorOutnumbered,
            _ => Numbers::Even,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{french, guns, prussian, tables};

    fn case(actor: Combatant, target: Combatant, band: usize) -> FireCase {
        let action = FireAction::of(actor.posture).unwrap();
        FireCase { actor, action, target, cover: Cover::Open, band, numbers: Numbers::Even }
    }

    fn index(case: FireCase) -> usize {
        fire_index(&tables(), &case).unwrap().index
    }

    /// The chance of any effect, in percent.
    fn any(index: usize) -> u8 {
        let none = fire_chances(Rules::published(), index, UnitStatus::Ok)
            .into_iter()
            .find(|(effect, _)| *effect == CombatEffect::Nothing);
        100 - none.map_or(0, |(_, percent)| percent)
    }

    #[test]
    fn c06_ranges_on_a_break_point_count_as_the_nearer_band() {
        let rules = battlewright_schema::outrance::Rules::published();
        assert_eq!(
            [0, 3000, 3001, 6000, 9000, 12_000].map(|range| rules.range_band(range)),
            [Some(0), Some(0), Some(1), Some(1), Some(2), Some(3)],
            "VIII"
        );
        assert_eq!(rules.range_band(12_001), None, "VI");
    }

    #[test]
    fn c06_each_arm_has_its_range() {
        let last = |actor: Combatant| {
            (0..5).filter(|band| fire_index(&tables(), &case(actor, french(), *band)).is_some()).max()
        };
        let cavalry = Combatant { troops: TroopType::Cavalry, ..prussian() };
        assert_eq!(last(prussian()), Some(0), "VI: 3 inches");
        assert_eq!(last(cavalry), Some(0), "VI: 3 inches");
        assert_eq!(last(french()), Some(1), "VI: 6 inches");
        assert_eq!(last(guns(Nation::French)), Some(2), "VI: 9 inches");
        assert_eq!(last(guns(Nation::Prussian)), Some(3), "VI: 12 inches");
        let general = Combatant { troops: TroopType::General, ..french() };
        assert!(fire_index(&tables(), &case(prussian(), general, 0)).is_none(), "IX");
    }

    #[test]
    fn c06_deployed_fire_is_much_better_than_advancing_fire() {
        let advancing = Combatant { posture: Posture::Maneuver, ..french() };
        let plain = Combatant { posture: Posture::Deployed, ..prussian() };
        assert_eq!([any(index(case(french(), plain, 0))), any(index(case(advancing, plain, 0)))], [58, 37], "VI");
        for actor in [french(), prussian(), guns(Nation::French), guns(Nation::Prussian)] {
            let advancing = Combatant { posture: Posture::Maneuver, ..actor };
            assert!(index(case(actor, plain, 0)) > index(case(advancing, plain, 0)), "VI");
        }
    }

    #[test]
    fn c06_deployed_targets_suffer_least_and_columns_most() {
        let at = |posture| any(index(case(prussian(), Combatant { posture, ..prussian() }, 0)));
        assert_eq!([Posture::Deployed, Posture::Maneuver, Posture::March].map(at), [37, 48, 67], "VI");
    }

    #[test]
    fn c06_cavalry_fire_has_little_effect() {
        let cavalry = Combatant { troops: TroopType::Cavalry, ..prussian() };
        assert_eq!(any(index(case(cavalry, prussian(), 0))), 10, "VI");
    }

    #[test]
    fn c06_better_cover_protects_more() {
        let target = Combatant { nation: Nation::Prussian, ..french() };
        let at = |cover| index(FireCase { cover, ..case(french(), target, 0) });
        assert_eq!([Cover::Open, Cover::Soft, Cover::Hard, Cover::Fortification].map(at), [6, 5, 4, 3], "VIII");
        assert_eq!(index(case(french(), french(), 0)), 5, "VIII: rifle pits are part of the deployed formation");
    }

    #[test]
    fn c06_disorder_weakens_targets_and_actors() {
        let plain = case(prussian(), prussian(), 0);
        let disordered = Combatant { status: UnitStatus::Disordered, ..prussian() };
        assert_eq!(index(FireCase { target: disordered, ..plain }), index(plain) + 1, "V");
        let demoralized = Combatant { status: UnitStatus::Demoralized, ..prussian() };
        assert_eq!(index(FireCase { target: demoralized, ..plain }), index(plain) + 1, "V: one box for both");
        assert_eq!(index(FireCase { actor: disordered, ..plain }), index(plain) - 2, "V");
    }

    #[test]
    fn c06_guns_that_share_a_target_add_up() {
        let boxes = |batteries| fire_numbers(TroopType::Artillery, 3, batteries, 4, true);
        assert_eq!([0, 1, 3].map(boxes), [Numbers::ActorOutnumbered, Numbers::Even, Numbers::TargetOutnumbered], "VI");
        assert_eq!(fire_numbers(TroopType::Infantry, 3, 6, 4, true), Numbers::ActorOutnumbered, "VI: only artillery");
        assert_eq!(fire_numbers(TroopType::Artillery, 3, 1, 4, false), Numbers::ActorOutnumbered, "o5");
        assert_eq!(fire_numbers(TroopType::Artillery, 3, 3, 4, false), Numbers::TargetOutnumbered, "o5");
    }

    #[test]
    fn c06_quality_counts_for_infantry_only() {
        let plain = case(prussian(), prussian(), 0);
        let guard = Combatant { quality: battlewright_schema::outrance::Quality::Guard, ..prussian() };
        assert_eq!(index(FireCase { actor: guard, ..plain }), index(plain) + 1, "II");
        assert_eq!(index(FireCase { target: guard, ..plain }), index(plain) - 1, "II");
        let modifiers = fire_index(&tables(), &FireCase { actor: guard, ..plain }).unwrap().changes;
        assert_eq!(modifiers.iter().map(|change| change.name).collect::<Vec<_>>(), ["quality of the actor"]);
    }

    #[test]
    fn c06_a_higher_index_is_never_milder() {
        let at_least = |index: usize, worst: usize| -> u32 {
            tables().fire_results.rows[index][worst..].iter().map(|percent| u32::from(*percent)).sum()
        };
        for index in 1..11 {
            for worst in 0..8 {
                assert!(at_least(index, worst) >= at_least(index - 1, worst), "{index} {worst}");
            }
            assert_eq!(at_least(index, 0), 100);
        }
    }

    #[test]
    fn c06_a_roll_gives_the_effect_of_its_column() {
        let effect = |roll| fire_effect(Rules::published(), 6, UnitStatus::Ok, roll);
        assert_eq!(
            [1, 42, 43, 63, 64, 100].map(effect),
            [
                CombatEffect::Nothing,
                CombatEffect::Nothing,
                CombatEffect::Disorder,
                CombatEffect::Disorder,
                CombatEffect::Withdraw,
                CombatEffect::Broken,
            ]
        );
    }
}
