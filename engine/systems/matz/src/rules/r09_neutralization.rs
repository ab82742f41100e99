//! 9.0 Neutralization: a bombardment neutralizes units until the Reorganization Phase. They have no strategic movement and no
//! exploitation, artillery fires at half its values, combat with them is worse, and a headquarters commands less far.

use crate::Matz;
use crate::event::Event;
use crate::state::UnitIx;
use battlewright_core::game::Log;

impl Matz {
    /// Neutralizes these units (8.1).
    pub(crate) fn neutralize(&mut self, units: &[UnitIx], log: &mut impl Log<Event>) {
        for unit in units {
            if !std::mem::replace(&mut self.unit_mut(*unit).neutralized, true) {
                log.push(Event::Neutralized(*unit));
            }
        }
    }

    /// The Reorganization Phase: the markers of the active side are removed, or those of both sides (2.1).
    pub(crate) fn reorganize(&mut self, log: &mut impl Log<Event>) {
        let own_only = self.board.rules.reorganize_own_only;
        for unit in self.board.all_units() {
            let is_due = !own_only || self.unit_side(unit) == self.state.active;
            if is_due && std::mem::take(&mut self.unit_mut(unit).neutralized) {
                log.push(Event::Recovered(unit));
            }
        }
    }

    /// The bombardment value of `unit`, halved if it is neutralized (9.0).
    pub(crate) fn bombardment_value(&self, unit: UnitIx) -> u8 {
        self.halved_if_neutralized(unit, self.board.unit(unit).bombardment)
    }

    /// The defense value of artillery at range, halved if it is neutralized (9.0).
    pub(crate) fn defense_value(&self, unit: UnitIx) -> u8 {
        self.halved_if_neutralized(unit, self.board.unit(unit).defense)
    }

    fn halved_if_neutralized(&self, unit: UnitIx, value: u8) -> u8 {
        if self.unit(unit).neutralized { value / 2 } else { value }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, position};

    #[test]
    fn r9_a_result_neutralizes_units_until_they_recover() {
        let mut table = position(
            "corps a french at 0404
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0405",
        )
        .before(FRENCH, Phase::Exploitation);
        let units = ["a-hq", "f1"].map(|unit| table.unit(unit));
        table.log_events(|game, log| game.neutralize(&units, log));
        assert_eq!(["a-hq", "f1", "f2"].map(|unit| table.marks(unit)), ["neutralized", "neutralized", ""]);
        table.log_events(|game, log| game.reorganize(log));
        assert_eq!(["a-hq", "f1", "f2"].map(|unit| table.marks(unit)), ["", "", ""]);
    }

    #[test]
    fn r9_the_reorganization_phase_ends_neutralization() {
        let after = |own_only: bool| {
            let mut table = position(
                "german infantry g1 4/2 at 0404 neutralized
                french infantry f1 4/2 at 0407 neutralized",
            )
            .with(|scenario| scenario.rules.reorganize_own_only = Some(own_only))
            .before(GERMAN, Phase::Exploitation);
            table.log_events(|game, log| game.reorganize(log));
            (table.marks("g1"), table.marks("f1"))
        };
        assert_eq!(after(true), ("".into(), "neutralized".into()));
        assert_eq!(after(false), ("".into(), "".into()));
    }

    #[test]
    fn r9_neutralized_artillery_fires_at_half_its_values_rounded_down() {
        let table = position(
            "german artillery g1 5-3 6 at 0404 neutralized
            german artillery g2 5-3 6 at 0405",
        )
        .before(GERMAN, Phase::Exploitation);
        let values = |unit| {
            let unit = table.unit(unit);
            (table.game.bombardment_value(unit), table.game.defense_value(unit))
        };
        assert_eq!((values("g1"), values("g2")), ((2, 1), (5, 3)));
    }
}
