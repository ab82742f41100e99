//! 7.7 Concentric attacks: from two opposite hexes, or from three hexes with one between each two of them.

use crate::Matz;
use crate::rules::r07_combat::Combat;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// Returns `true` if the attack upon one of its hexes is concentric.
    pub(crate) fn is_concentric(&self, combat: &Combat) -> bool {
        combat.targets.iter().any(|hex| self.is_surrounded(combat, *hex))
    }

    fn is_surrounded(&self, combat: &Combat, hex: HexIx) -> bool {
        let mut from = [false; 6];
        for unit in &combat.attackers {
            let direction = self.hex_of(*unit).and_then(|at| self.board.map.direction(hex, at));
            if let Some(place) = direction.and_then(|direction| from.get_mut(direction)) {
                *place = true;
            }
        }
        let [a, b, c, d, e, f] = from;
        (a && d) || (b && e) || (c && f) || (a && c && e) || (b && d && f)
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::rules::r07_combat::tests::planned;
    use crate::tests::testing::{GERMAN, position};

    /// Tells whether an attack upon 0404 from these hexes around it is concentric. Clockwise from the north, the neighbors of
    /// 0404 are 0403, 0503, 0504, 0405, 0304 and 0303.
    fn is_concentric(hexes: &[&str]) -> bool {
        let units = (1..).zip(hexes).map(|(number, hex)| format!("german infantry g{number} 4/2 at {hex}\n"));
        let table = position(&(units.collect::<String>() + "french infantry f1 3/1 at 0404")).at(GERMAN, Phase::Combat);
        let names: Vec<String> = (1..=hexes.len()).map(|number| format!("g{number}")).collect();
        let combat = planned(&table, "0404", &names.join(" "));
        let is_concentric = table.game.is_concentric(&combat);
        assert_eq!(table.game.calculation(&combat).shifts.contains(&("concentric attack", 1)), is_concentric);
        is_concentric
    }

    #[test]
    fn r7_7_an_attack_from_opposite_hexes_is_concentric() {
        assert!(
            is_concentric(&["0403", "0405"]) && is_concentric(&["0304", "0503"]) && is_concentric(&["0303", "0504"])
        );
        assert!(!is_concentric(&["0403", "0503"]) && !is_concentric(&["0403", "0504"]) && !is_concentric(&["0405"]));
    }

    #[test]
    fn r7_7_an_attack_from_three_hexes_with_one_between_them_is_concentric() {
        assert!(is_concentric(&["0403", "0504", "0304"]) && is_concentric(&["0503", "0405", "0303"]));
        assert!(!is_concentric(&["0403", "0503", "0504"]) && !is_concentric(&["0405", "0405", "0405"]));
    }
}
