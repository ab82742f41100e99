//! VII The results of assaults: the fire that may stop them, and the close combat of those that go home.

use crate::rules::c05_status::effect_on;
use crate::rules::calculation::{Combatant, NoRows, Numbers, SumRows, TableIndex, chances, if_so, rolled};
use battlewright_schema::outrance::{CombatEffect, Cover, Posture, StoppedResult, TroopType, UnitStatus};
use battlewright_schema::outrance::{CombatOutcome, Rules, Tables};

/// The facts of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssaultCase {
    /// The assaulting unit.
    pub actor: Combatant,
    /// The target.
    pub target: Combatant,
    /// The cover of the target.
    pub cover: Cover,
    /// The assault path crosses the arc of fire of the target.
    pub frontal: bool,
    /// The outnumbered boxes.
    pub numbers: Numbers,
}

/// Returns the index of the fire that may stop an assault; `None` if one of the units is a general, or the actor is artillery,
/// which cannot assault. A demoralized target fires at index 0 whatever else (V).
pub fn stop_index(tables: &Tables, case: &AssaultCase) -> Option<TableIndex> {
    stop_index_by_rows(tables, case, &NoRows)
}

/// Returns the same with the modifiers of the scenario's rules, which count for a demoralized target as well.
fn stop_index_by_rows(tables: &Tables, case: &AssaultCase, rows: &impl SumRows) -> Option<TableIndex> {
    let class = case.target.class().filter(|_| may_assault(&case.actor))?;
    let length = tables.assault_stopped.percent.len();
    if case.target.status == UnitStatus::Demoralized {
        return Some(TableIndex::new(0, [], length, rows));
    }
    let base = tables.assault.index(class, case.target.posture)?;
    let modifiers = &tables.assault_modifiers;
    let (actor, target) = (&case.actor, &case.target);
    let cover = match case.cover {
        Cover::Open | Cover::Soft => 0,
        Cover::Hard => modifiers.hard_cover,
        Cover::Fortification => modifiers.fortification,
    };
    // In the order of the modifiers that rows drop.
    let changes = [
        ("not frontal", if_so(!case.frontal, modifiers.not_frontal)),
        ("target disordered", if_so(target.status != UnitStatus::Ok, modifiers.target_disordered)),
        ("cavalry", if_so(actor.troops == TroopType::Cavalry, modifiers.cavalry)),
        ("actor disordered", if_so(actor.status != UnitStatus::Ok, modifiers.actor_disordered)),
        ("quality of the actor", actor.by_quality(modifiers.actor_guard, modifiers.actor_landwehr)),
        ("quality of the target", target.by_quality(modifiers.target_guard, modifiers.target_landwehr)),
        ("cover", cover),
        case.numbers.modifier(modifiers.actor_outnumbered, modifiers.target_outnumbered),
    ];
    Some(TableIndex::new(base, changes, length, rows))
}

/// Returns the index of the close combat; `None` as for [`stop_index`].
pub fn close_combat_index(tables: &Tables, case: &AssaultCase) -> Option<TableIndex> {
    close_combat_index_by_rows(tables, case, &NoRows)
}

/// Returns the same with the modifiers of the scenario's rules.
fn close_combat_index_by_rows(tables: &Tables, case: &AssaultCase, rows: &impl SumRows) -> Option<TableIndex> {
    case.target.class().filter(|_| may_assault(&case.actor))?;
    let modifiers = &tables.close_combat;
    let (actor, target) = (&case.actor, &case.target);
    let cavalry = actor.troops == TroopType::Cavalry;
    let charge = cavalry && case.cover == Cover::Open;
    let shaken = target.status != UnitStatus::Ok;
    let status = match target.status {
        UnitStatus::Ok => 0,
        UnitStatus::Disordered => modifiers.target_disordered,
        UnitStatus::Demoralized => modifiers.target_demoralized,
    };
    let cover = match (case.cover, cavalry) {
        (Cover::Open, _) => 0,
        (Cover::Soft, false) => modifiers.soft_cover,
        (Cover::Hard, false) => modifiers.hard_cover,
        (Cover::Fortification, false) => modifiers.fortification,
        (Cover::Soft, true) => modifiers.soft_cover_cavalry,
        (Cover::Hard | Cover::Fortification, true) => modifiers.hard_cover_cavalry,
    };
    let steps = actor.effective_quality() as i8 - target.effective_quality() as i8;
    let shaken_infantry = charge && shaken && target.troops == TroopType::Infantry;
    // In the order of the modifiers that rows drop.
    let changes = [
        ("status of the target", status),
        ("target in march formation", if_so(target.posture == Posture::March, modifiers.target_march)),
        ("cavalry in the open", if_so(charge, modifiers.cavalry_in_the_open)),
        (
            "cavalry in the open against a unit that is not deployed",
            if_so(charge && target.posture != Posture::Deployed, modifiers.cavalry_on_maneuver),
        ),
        ("not frontal", if_so(!case.frontal, modifiers.not_frontal)),
        ("artillery target", if_so(target.troops == TroopType::Artillery, modifiers.target_artillery)),
        ("cavalry in the open against shaken infantry", if_so(shaken_infantry, modifiers.cavalry_on_shaken_infantry)),
        ("actor disordered", if_so(actor.status != UnitStatus::Ok, modifiers.actor_disordered)),
        case.numbers.modifier(modifiers.actor_outnumbered, modifiers.target_outnumbered),
        ("quality", steps.saturating_mul(modifiers.quality_step)),
        ("cover", cover),
    ];
    Some(TableIndex::new(modifiers.base, changes, tables.close_combat_won.percent.len(), rows))
}

/// Returns `true` for units that may assault: infantry and cavalry (III).
fn may_assault(actor: &Combatant) -> bool {
    matches!(actor.troops, TroopType::Infantry | TroopType::Cavalry)
}

/// Returns the outnumbered boxes of an assault (VII): `before` are the bases of all units that assaulted the target in this turn, at
/// the time of their assaults.
pub fn assault_numbers(bases: u32, before: u32, target_bases: u32) -> Numbers {
    Numbers::of(bases.saturating_add(before), target_bases)
}

/// The effects of a close combat on both units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CloseCombat {
    /// The actor has won.
    pub won: bool,
    /// The effect on the actor.
    pub actor: CombatEffect,
    /// The effect on the target.
    pub target: CombatEffect,
}

/// A result of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssaultResult {
    /// Fire has stopped the assault.
    Stopped(StoppedResult),
    /// The assault has gone home.
    CloseCombat(CloseCombat),
}

/// The rolls of an assault, each from 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssaultRolls {
    /// The fire: the assault is stopped if this is at most the chance.
    pub fire: u8,
    /// The close combat: the actor wins if this is at most the chance.
    pub combat: u8,
    /// The result, of whichever table.
    pub result: u8,
}

/// The exact chances of an assault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssaultChances {
    /// The index of the fire that may stop it.
    pub stop: TableIndex,
    /// The index of the close combat.
    pub combat: TableIndex,
    /// The chance that it is stopped, in percent.
    pub stopped: u8,
    /// The chance that it wins the close combat if it goes home, in percent.
    pub won: u8,
    /// The chance that it goes home and wins, in hundredths of a percent.
    pub succeeds: u32,
    /// The results with their chances in millionths; results that are the same are added up.
    pub results: Vec<(AssaultResult, u32)>,
}

/// The indices of an assault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AssaultIndices {
    /// That of the fire that may stop it.
    pub(crate) stop: TableIndex,
    /// That of the close combat.
    pub(crate) combat: TableIndex,
}

impl AssaultIndices {
    /// Returns the indices with the scenario's rules for the fire and for the close combat; `None` as for [`stop_index`].
    pub(crate) fn by_rows(
        tables: &Tables,
        case: &AssaultCase,
        fire: &impl SumRows,
        combat: &impl SumRows,
    ) -> Option<Self> {
        let stop = stop_index_by_rows(tables, case, fire)?;
        Some(Self { stop, combat: close_combat_index_by_rows(tables, case, combat)? })
    }
}

/// Returns the exact chances of an assault; `None` as for [`stop_index`].
pub fn assault_chances(rules: &Rules, case: &AssaultCase) -> Option<AssaultChances> {
    Some(chances_at(rules, case, AssaultIndices::by_rows(&rules.tables, case, &NoRows, &NoRows)?))
}

/// Returns the exact chances of an assault with these indices.
pub(crate) fn chances_at(rules: &Rules, case: &AssaultCase, indices: AssaultIndices) -> AssaultChances {
    let tables = &rules.tables;
    let AssaultIndices { stop, combat } = indices;
    let (stopped, won) =
        (percent(&tables.assault_stopped.percent, stop.index), percent(&tables.close_combat_won.percent, combat.index));
    let home = 100 - u32::from(stopped);
    let [wins, loses] = [u32::from(won), 100 - u32::from(won)];
    let stops = chances(&tables.stopped_results.columns, &tables.stopped_results.rows, stop.index);
    let stops = stops
        .into_iter()
        .map(|(result, share)| (AssaultResult::Stopped(result), u32::from(stopped) * 100 * u32::from(share)));
    let fights = [(true, wins, &tables.actor_wins.results), (false, loses, &tables.target_wins.results)];
    let fights = fights.into_iter().flat_map(|(won, share, outcomes)| {
        outcomes.iter().map(move |outcome| {
            let effects = close_combat(rules, case, won, outcome);
            (AssaultResult::CloseCombat(effects), home * share * u32::from(outcome.percent))
        })
    });
    let mut results: Vec<(AssaultResult, u32)> = stops.chain(fights).filter(|(_, share)| *share > 0).collect();
    results.sort_unstable();
    results.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { next.1 } else { 0 };
        same
    });
    AssaultChances { stop, combat, stopped, won, succeeds: home * wins, results }
}

/// Returns the result of an assault for its rolls; `None` as for [`stop_index`].
pub fn assault_result(rules: &Rules, case: &AssaultCase, rolls: AssaultRolls) -> Option<AssaultResult> {
    let indices = AssaultIndices::by_rows(&rules.tables, case, &NoRows, &NoRows)?;
    result_at(rules, case, [indices.stop.index, indices.combat.index], rolls)
}

/// Returns the result of an assault at the index of the fire and that of the close combat; `None` if the table of results is empty.
pub(crate) fn result_at(
    rules: &Rules,
    case: &AssaultCase,
    [stop, combat]: [usize; 2],
    rolls: AssaultRolls,
) -> Option<AssaultResult> {
    let tables = &rules.tables;
    if rolls.fire <= percent(&tables.assault_stopped.percent, stop) {
        let results = chances(&tables.stopped_results.columns, &tables.stopped_results.rows, stop);
        return rolled(results, rolls.result).map(AssaultResult::Stopped);
    }
    let won = rolls.combat <= percent(&tables.close_combat_won.percent, combat);
    let outcomes = if won { &tables.actor_wins.results } else { &tables.target_wins.results };
    let outcome = rolled(outcomes.iter().map(|outcome| (outcome, outcome.percent)), rolls.result)?;
    Some(AssaultResult::CloseCombat(close_combat(rules, case, won, outcome)))
}

/// Returns the effects of a row of the results on these units.
fn close_combat(rules: &Rules, case: &AssaultCase, won: bool, outcome: &CombatOutcome) -> CloseCombat {
    let demoralized = case.target.status == UnitStatus::Demoralized;
    let target = outcome.demoralized_target.filter(|_| demoralized).unwrap_or(outcome.target);
    let spent = won && rules.winning_cavalry_disordered && case.actor.troops == TroopType::Cavalry;
    let actor = if spent { outcome.actor.max(CombatEffect::Disorder) } else { outcome.actor };
    let [actor, target] =
        [(&case.actor, actor), (&case.target, target)].map(|(unit, result)| effect_on(rules, unit.status, result));
    CloseCombat { won, actor, target }
}

fn percent(table: &[u8], index: usize) -> u8 {
    table.get(index).copied().unwrap_or_default().min(100)
}

/// Returns the result of a stopped assault in words.
pub(crate) fn stopped_text(result: StoppedResult) -> &'static str {
    match result {
        StoppedResult::Short => "stops 1 inch short",
        StoppedResult::ShortDisordered => "stops 1 inch short, disordered",
        StoppedResult::BackDisordered => "back at its start, disordered",
        StoppedResult::BackDemoralized => "back at its start, demoralized",
        StoppedResult::BackLosesBase => "back at its start, demoralized, with a base lost",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{french, guns, prussian};
    use battlewright_schema::outrance::{Nation, Quality};

    fn case(actor: Combatant, target: Combatant) -> AssaultCase {
        let actor = Combatant { posture: Posture::Maneuver, ..actor };
        AssaultCase { actor, target, cover: Cover::Open, frontal: true, numbers: Numbers::Even }
    }

    fn cavalry(nation: Nation) -> Combatant {
        Combatant { nation, troops: TroopType::Cavalry, ..prussian() }
    }

    /// The stop index, the index of the close combat, and the percent of assaults that go home and that succeed.
    fn row(case: AssaultCase) -> [usize; 4] {
        let odds = assault_chances(Rules::published(), &case).unwrap();
        let succeeds = usize::try_from((odds.succeeds + 50) / 100).unwrap();
        [odds.stop.index, odds.combat.index, 100 - usize::from(odds.stopped), succeeds]
    }

    #[test]
    fn c07_assaults_have_the_calibrated_chances() {
        let status = |status, unit: Combatant| Combatant { status, ..unit };
        let first = case(prussian(), french());
        let guard = Combatant { quality: Quality::Guard, ..prussian() };
        let shaken = |status_of| AssaultCase { target: status(status_of, french()), ..first };
        let riders = cavalry(Nation::Prussian);
        let posture = |posture| Combatant { posture, ..french() };
        let battery = guns(Nation::French);
        let flank = |case: AssaultCase| AssaultCase { frontal: false, ..case };
        let rows = [
            ("on deployed French, OK, open, frontal", first, [6, 5, 35, 19]),
            ("second assault", AssaultCase { numbers: Numbers::TargetOutnumbered, ..first }, [5, 6, 46, 30]),
            ("target disordered", shaken(UnitStatus::Disordered), [4, 6, 58, 38]),
            ("target demoralized", shaken(UnitStatus::Demoralized), [0, 8, 95, 79]),
            ("from the flank, OK", flank(first), [2, 7, 80, 60]),
            ("soft cover", AssaultCase { cover: Cover::Soft, ..first }, [6, 4, 35, 15]),
            ("hard cover", AssaultCase { cover: Cover::Hard, ..first }, [7, 3, 25, 8]),
            ("Prussian Guard", case(guard, french()), [5, 6, 46, 30]),
            ("French on deployed Prussians", case(french(), prussian()), [4, 5, 58, 32]),
            ("cavalry on deployed French", case(riders, french()), [8, 6, 17, 11]),
            ("cavalry on maneuvering French", case(riders, posture(Posture::Maneuver)), [6, 7, 35, 26]),
            (
                "cavalry on disordered infantry, flank",
                flank(case(riders, status(UnitStatus::Disordered, french()))),
                [2, 10, 80, 76],
            ),
            ("cavalry on deployed guns", case(riders, battery), [7, 8, 25, 21]),
            ("cavalry on deployed guns, flank", flank(case(riders, battery)), [3, 10, 70, 67]),
            ("cavalry on a march column", case(riders, posture(Posture::March)), [2, 9, 80, 72]),
            ("cavalry on deployed cavalry", case(riders, cavalry(Nation::French)), [3, 6, 70, 46]),
        ];
        for (name, case, expected) in rows {
            assert_eq!(row(case), expected, "VII: {name}");
        }
    }

    #[test]
    fn c07_o37_cavalry_is_better_at_close_quarters_than_infantry_in_the_open() {
        let won = |actor, target, cover| {
            let case = AssaultCase { cover, ..case(actor, target) };
            assault_chances(Rules::published(), &case).unwrap().won
        };
        for target in [french(), guns(Nation::French), prussian(), cavalry(Nation::French)] {
            let [horse, foot] = [cavalry(Nation::Prussian), prussian()].map(|actor| won(actor, target, Cover::Open));
            assert!(horse > foot, "VII, o37: {horse} {foot}");
            assert!(won(cavalry(Nation::Prussian), target, Cover::Soft) <= foot, "VII: in open terrain only");
        }
    }

    #[test]
    fn c07_the_chances_of_all_results_add_up() {
        let odds = assault_chances(Rules::published(), &case(prussian(), french())).unwrap();
        assert_eq!(odds.results.iter().map(|(_, share)| share).sum::<u32>(), 1_000_000);
        let won =
            |(result, _): &&(AssaultResult, u32)| matches!(result, AssaultResult::CloseCombat(fight) if fight.won);
        assert_eq!(odds.results.iter().filter(won).map(|(_, share)| share).sum::<u32>(), odds.succeeds * 100);
    }

    #[test]
    fn c07_every_roll_has_the_result_of_the_chances() {
        let case = case(prussian(), Combatant { status: UnitStatus::Disordered, ..french() });
        let odds = assault_chances(Rules::published(), &case).unwrap();
        let mut counted = std::collections::BTreeMap::new();
        for (fire, combat, result) in (1..=100)
            .flat_map(|fire| (1..=100).flat_map(move |combat| (1..=100).map(move |result| (fire, combat, result))))
        {
            let rolls = AssaultRolls { fire, combat, result };
            *counted.entry(assault_result(Rules::published(), &case, rolls).unwrap()).or_insert(0_u32) += 1;
        }
        assert_eq!(counted.into_iter().collect::<Vec<_>>(), odds.results);
    }

    #[test]
    fn c07_o7_all_assaults_of_the_turn_count_for_numbers() {
        // The example of the rules: units of four and of three bases assault a unit of four.
        assert_eq!(assault_numbers(4, 0, 4), Numbers::Even, "VII");
        assert_eq!(assault_numbers(3, 4, 4), Numbers::TargetOutnumbered, "VII: 7 against 4");
        assert_eq!(assault_numbers(2, 7, 9), Numbers::Even, "VII: a third assault adds to all 7");
        assert_eq!(assault_numbers(3, 0, 4), Numbers::ActorOutnumbered, "VII");
    }

    #[test]
    fn c07_a_demoralized_target_loses_a_base_where_others_are_disordered() {
        let demoralized = case(prussian(), Combatant { status: UnitStatus::Demoralized, ..french() });
        let rolls = AssaultRolls { fire: 100, combat: 1, result: 1 };
        let effect = |case: &AssaultCase| match assault_result(Rules::published(), case, rolls) {
            Some(AssaultResult::CloseCombat(fight)) => Some(fight.target),
            _ => None,
        };
        assert_eq!(effect(&demoralized), Some(CombatEffect::LoseBase), "V");
        assert_eq!(effect(&case(prussian(), french())), Some(CombatEffect::FallBack), "VII");
    }

    #[test]
    fn c07_cavalry_that_wins_is_disordered_by_a_setting() {
        let charge = case(cavalry(Nation::Prussian), french());
        let rolls = AssaultRolls { fire: 100, combat: 1, result: 1 };
        let rules = |disordered| Rules { winning_cavalry_disordered: disordered, ..Rules::published().clone() };
        let actor = |disordered| match assault_result(&rules(disordered), &charge, rolls) {
            Some(AssaultResult::CloseCombat(fight)) => Some(fight.actor),
            _ => None,
        };
        assert_eq!([actor(true), actor(false)], [Some(CombatEffect::Disorder), Some(CombatEffect::Nothing)], "VII");
    }

    #[test]
    fn c05_o36_chances_and_results_of_a_demoralized_unit_agree() {
        let target = Combatant { status: UnitStatus::Demoralized, ..french() };
        let broken = CombatOutcome {
            percent: 100,
            demoralized_target: None,
            target: CombatEffect::Broken,
            actor: CombatEffect::Nothing,
        };
        for (demoralized_break, expected) in [(false, CombatEffect::Nothing), (true, CombatEffect::Broken)] {
            let mut rules = Rules { demoralized_break, ..Rules::published().clone() };
            rules.tables.actor_wins.results = vec![broken];
            let case = case(prussian(), target);
            let rolls = AssaultRolls { fire: 100, combat: 1, result: 50 };
            let result = assault_result(&rules, &case, rolls).unwrap();
            assert!(
                matches!(result, AssaultResult::CloseCombat(fight) if fight.target == expected),
                "V, o36: {result:?}"
            );
            assert!(
                assault_chances(&rules, &case).unwrap().results.iter().any(|(other, _)| *other == result),
                "V, o36"
            );
        }
    }

    #[test]
    fn c07_artillery_and_generals_do_not_assault() {
        assert!(assault_chances(Rules::published(), &case(guns(Nation::French), prussian())).is_none(), "III");
        let general = Combatant { troops: TroopType::General, ..french() };
        assert!(assault_chances(Rules::published(), &case(prussian(), general)).is_none(), "IX");
    }
}
