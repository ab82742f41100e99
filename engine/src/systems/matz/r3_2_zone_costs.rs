//! 3.2 The cost of enemy zones of control: to leave one, or to move from one to another. Tanks and Stosstruppen pay less and
//! go on in zones of control (6.1, 6.2).

use super::action::Refusal;
use super::state::UnitIx;
use super::{Matz, rulebook as rule};
use crate::kit::hex_map::HexIx;

impl Matz {
    /// The movement points that enemy zones of control add to a step of `unit` from `from` to `to`.
    pub(super) fn zone_cost(&self, unit: UnitIx, from: HexIx, to: HexIx) -> Result<u8, Refusal> {
        let side = self.unit_side(unit);
        let rules = &self.board.rules;
        if !self.in_enemy_zoc(side, from) {
            Ok(0)
        } else if !self.in_enemy_zoc(side, to) {
            Ok(rules.zoc_leave)
        } else if self.board.unit(unit).arm.is_special() {
            Ok(rules.zoc_to_zoc_special)
        } else if self.zoc_of_enemies(side, from).any(|enemy| self.zoc_of_enemies(side, to).any(|other| other == enemy))
        {
            Err(Refusal::Because(rule::ZOC_EFFECTS, "one enemy unit has both hexes in its zone of control"))
        } else {
            Ok(rules.zoc_to_zoc)
        }
    }
}
