//! V Status of units and effects of combat.

use battlewright_schema::outrance::{CombatEffect, Rules, UnitStatus};

/// Returns the status of a unit after an effect that disorders or demoralizes it (OK for neither). Two disorders demoralize; a
/// demoralized unit gets no worse.
pub fn status_after(before: UnitStatus, effect: UnitStatus) -> UnitStatus {
    match (before, effect) {
        (before, UnitStatus::Ok) => before,
        (UnitStatus::Ok, UnitStatus::Disordered) => UnitStatus::Disordered,
        _ => UnitStatus::Demoralized,
    }
}

/// Returns the number of lost bases at which a unit that began with `started` bases is destroyed: half of them, rounded up.
pub fn destroyed_at(started: u8) -> u8 {
    started.div_ceil(2)
}

/// The state of a unit after a combat effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatLosses {
    /// The status.
    pub status: UnitStatus,
    /// The number of bases left.
    pub bases: u8,
    /// The unit is removed from play.
    pub destroyed: bool,
}

/// Returns the effect of a result on a unit of some status: a result that breaks a demoralized unit has none, but by a setting
/// (ruling o36).
pub fn effect_on(rules: &Rules, status: UnitStatus, result: CombatEffect) -> CombatEffect {
    let stays = result == CombatEffect::Broken && status == UnitStatus::Demoralized && !rules.demoralized_break;
    if stays { CombatEffect::Nothing } else { result }
}

/// Returns the state after an effect of a unit that began with `started` bases and has `left`. The movement that the effect asks
/// for is not part of it.
pub fn losses_after(status: UnitStatus, started: u8, left: u8, effect: CombatEffect) -> CombatLosses {
    let bases = left.saturating_sub(effect.bases());
    let lost = started.saturating_sub(bases);
    let destroyed = effect == CombatEffect::Broken || (effect.bases() > 0 && lost >= destroyed_at(started));
    CombatLosses { status: status_after(status, effect.status()), bases, destroyed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c05_two_disorders_demoralize_and_no_more_follows() {
        use UnitStatus::{Demoralized, Disordered, Ok};
        assert_eq!(status_after(Ok, Disordered), Disordered, "V");
        assert_eq!(status_after(Disordered, Disordered), Demoralized, "V");
        assert_eq!(status_after(Ok, Demoralized), Demoralized, "V");
        assert_eq!(status_after(Demoralized, Disordered), Demoralized, "V");
        assert_eq!(
            [Ok, Disordered, Demoralized].map(|before| status_after(before, Ok)),
            [Ok, Disordered, Demoralized],
            "V"
        );
    }

    #[test]
    fn c05_o4_half_of_the_first_bases_lost_destroys_a_unit() {
        assert_eq!([4, 6, 3, 2, 1].map(destroyed_at), [2, 3, 2, 1, 1], "V, o4");
        let lose = |started, left| losses_after(UnitStatus::Ok, started, left, CombatEffect::LoseBase).destroyed;
        assert!(!lose(4, 4) && lose(4, 3) && lose(2, 2) && lose(1, 1) && !lose(6, 5) && lose(6, 4), "V");
    }

    #[test]
    fn c05_o36_a_demoralized_unit_does_not_break_but_by_a_setting() {
        let strict = Rules { demoralized_break: true, ..Rules::published().clone() };
        let effect = |status| [Rules::published(), &strict].map(|rules| effect_on(rules, status, CombatEffect::Broken));
        assert_eq!(effect(UnitStatus::Demoralized), [CombatEffect::Nothing, CombatEffect::Broken], "V, o36");
        assert_eq!(effect(UnitStatus::Disordered), [CombatEffect::Broken; 2], "V");
        let lost = losses_after(UnitStatus::Demoralized, 4, 3, CombatEffect::LoseBase);
        assert!(lost.destroyed, "V: it may lose bases, and half of them destroy it");
    }

    #[test]
    fn c05_an_effect_changes_status_and_bases_together() {
        let after = losses_after(UnitStatus::Disordered, 4, 4, CombatEffect::LoseBase);
        assert_eq!(after, CombatLosses { status: UnitStatus::Demoralized, bases: 3, destroyed: false }, "V");
        assert!(losses_after(UnitStatus::Ok, 4, 4, CombatEffect::Broken).destroyed, "V");
        assert!(losses_after(UnitStatus::Ok, 4, 4, CombatEffect::LoseTwoThrownBack).destroyed, "V");
        let unhurt = losses_after(UnitStatus::Demoralized, 4, 3, CombatEffect::Nothing);
        assert_eq!(unhurt, CombatLosses { status: UnitStatus::Demoralized, bases: 3, destroyed: false });
    }
}
