//! 7.5 Combat Results: the fates of both sides, the defender's first (7.6), and then the advance into hexes that were left.

use battlewright_schema::matz::CombatResult;

use super::Matz;
use super::state::UnitIx;
use crate::kit::hex_map::HexIx;

impl Matz {
    /// The result of the combat in which `attackers` of the active side attacked every unit in `targets`: losses and retreat
    /// of the defender, then those of the attacker, then advances.
    pub(super) fn apply_result(&mut self, result: CombatResult, attackers: &[UnitIx], targets: &[HexIx]) {
        let _ = (result, attackers, targets);
        todo!()
    }
}
