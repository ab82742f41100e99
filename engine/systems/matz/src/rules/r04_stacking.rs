//! 4.0 Stacking: six steps of any kind in a hex. The limit holds at the end of the phases of movement and combat; the owner
//! chooses which steps above it are lost.

use crate::Matz;
use crate::rules::r07_5_losses::LossTask;
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The steps of `side` in `hex`: of combat units, artillery and headquarters (4.0).
    pub(crate) fn steps_in(&self, side: Side, hex: HexIx) -> u8 {
        let units = self.ground.units(hex).filter(|unit| self.unit_side(*unit) == side);
        units.map(|unit| self.steps_left(unit)).fold(0, u8::saturating_add)
    }

    /// The number of steps of `side` above the limit in `hex`; 0 within it.
    pub(crate) fn steps_above_limit(&self, side: Side, hex: HexIx) -> u8 {
        self.steps_in(side, hex).saturating_sub(self.stacking_limit(side, hex))
    }

    /// Returns `true` if `steps` more steps of `side` fit in `hex`.
    pub(crate) fn fits(&self, side: Side, hex: HexIx, steps: u8) -> bool {
        self.steps_in(side, hex).saturating_add(steps) <= self.stacking_limit(side, hex)
    }

    /// The end of a phase: the owner of each stack above the limit loses the steps above it, the active side first.
    pub(crate) fn check_stacking(&mut self) {
        let active = self.state.active;
        for side in [active.other(), active] {
            let crowded: Vec<HexIx> =
                self.board.map.all().filter(|hex| self.steps_above_limit(side, *hex) > 0).collect();
            for hex in crowded.into_iter().rev() {
                self.push(LossTask::Crowded { side, hex });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, position};

    /// Eight steps of the French in 0405, with a headquarters, and seven of the Germans in 0402.
    const CROWDS: &str = "corps x french at 0405
        french infantry f1 4/2 at 0405
        french infantry f2 4/2 at 0405
        french artillery f3 3-3 5 at 0405
        french infantry f4 4/2 at 0405
        german infantry g1 4/3/2 at 0402
        german infantry g2 4/3/2 at 0402
        german artillery g3 3-3 5 at 0402";

    #[test]
    fn r4_m22_the_owner_chooses_the_steps_above_the_limit_the_active_side_first() {
        let mut table = position(CROWDS).fought(GERMAN, "g1", "0405", "A");
        let (hex, other) = (table.hex("0405"), table.hex("0402"));
        assert_eq!(table.game.steps_above_limit(FRENCH, hex), 2);
        assert_eq!(table.game.steps_above_limit(GERMAN, other), 0, "g1 has lost a step in combat");
        let g1 = table.unit("g1");
        table.game.unit_mut(g1).lost = 0;
        table.run(|game, _| game.check_stacking());
        assert_eq!((table.chooser(), table.choices("")), (GERMAN, ["g1", "g2", "g3"].map(to_lose).to_vec()));
        table.does("lose g3");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, ["f1", "f2", "f3", "f4"].map(to_lose).to_vec()));
        table.refuses("lose x-hq", "1.4");
        table.refuses("lose g1", "4.0");
        table.does("lose f1, lose f1");
        assert_eq!([table.at("f1"), table.at("g3")], ["eliminated 1", "eliminated 1"]);
        assert_eq!(table.game.steps_above_limit(FRENCH, hex), 0);
        assert_eq!(table.choices(""), [""; 0]);
    }

    fn to_lose(id: &str) -> String {
        format!("lose {id}")
    }

    #[test]
    fn r4_steps_of_any_kind_count_and_the_limit_is_a_setting() {
        let table =
            position(CROWDS).with(|scenario| scenario.rules.stacking = Some(8)).fought(GERMAN, "g1", "0405", "A");
        let hex = table.hex("0405");
        assert_eq!((table.game.steps_in(FRENCH, hex), table.game.steps_above_limit(FRENCH, hex)), (8, 0));
        assert!(!table.game.fits(FRENCH, hex, 1));
        assert!(table.game.fits(FRENCH, table.hex("0406"), 8));
    }
}
