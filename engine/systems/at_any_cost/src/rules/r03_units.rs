//! 3.1 to 3.7: the ratings of units, and the markers that change them. Fractions are dropped (2.3).

use battlewright_schema::at_any_cost::vocabulary::Hook;
use battlewright_schema::at_any_cost::{Earthwork, Elan, Kind, Mitrailleuse, Nation};

use crate::action::Weapon;
use crate::{AtAnyCost, UnitIx};
use battlewright_core::game::{Side, Viewer};
use battlewright_core::kit::inline_list::InlineList;

/// The greatest TCR (3.1).
pub(crate) const MOST_TCR: i8 = 10;

/// The least SP, those of the leftmost column of fire, C (3.1).
pub(crate) const LEAST_SP: i16 = -2;

/// The parts of a TCR or of SP, each with its name: the printed figure first, then what is added to it, which may be 0.
pub(crate) type Parts<N, const L: usize> = [(&'static str, N); L];

/// The parts of a TCR, those of rows last.
pub(crate) type TcrParts = InlineList<(&'static str, i8), 8>;

impl AtAnyCost {
    /// Returns the TCR that is printed on the side of the counter that is up (3.1).
    pub(crate) fn printed_tcr(&self, unit: UnitIx) -> u8 {
        self.board.unit(unit).tcr[usize::from(self.unit(unit).battleworn)]
    }

    /// Returns the TCR with the elan marker (3.7), earthworks (16.1) and the night (18.0), from 0 to 10 (3.1).
    pub(crate) fn modified_tcr(&self, unit: UnitIx) -> i8 {
        self.tcr_with(unit, 0)
    }

    /// Returns the modified TCR with another modifier, from 0 to 10. Limits apply once, to the sum.
    pub(crate) fn tcr_with(&self, unit: UnitIx, modifier: i8) -> i8 {
        self.tcr_of(unit, true, modifier)
    }

    /// Returns the same; without the earthworks of `unit` unless it is `in_works`.
    pub(crate) fn tcr_of(&self, unit: UnitIx, in_works: bool, modifier: i8) -> i8 {
        let parts = self.published_tcr_parts(unit, in_works);
        let mut sum = parts.iter().fold(0, |sum: i8, (_, part)| sum.saturating_add(*part));
        if let Some(rows) = self.rows_of_tcr() {
            self.each_change_of_tcr(rows, unit, sum.into(), |_, change| sum = sum.saturating_add(narrow(change)));
        }
        sum.saturating_add(modifier).clamp(0, MOST_TCR)
    }

    /// The parts of the modified TCR of `unit`; without those of its earthworks unless it is `in_works`.
    pub(crate) fn tcr_parts(&self, unit: UnitIx, in_works: bool) -> TcrParts {
        let mut parts = TcrParts::from_iter(self.published_tcr_parts(unit, in_works));
        if let Some(rows) = self.rows_of_tcr() {
            let sum = parts.iter().map(|(_, part)| i32::from(*part)).sum();
            self.each_change_of_tcr(rows, unit, sum, |row, change| parts.push((row.name, narrow(change))));
        }
        parts
    }

    /// The same without those of rows.
    fn published_tcr_parts(&self, unit: UnitIx, in_works: bool) -> Parts<i8, 4> {
        let modifiers = &self.board.rules.tables.cohesion_modifiers;
        let printed = i8::try_from(self.printed_tcr(unit)).unwrap_or(MOST_TCR);
        let elan = self.elan(unit);
        let works = match self.earthwork_of(unit).filter(|_| in_works) {
            None => ("", 0),
            Some(work @ Earthwork::Fieldworks) => (work.name(), modifiers.fieldworks),
            Some(work @ Earthwork::Entrenchments) => (work.name(), modifiers.entrenchments),
        };
        let night = self.board.night(self.state.turn).map_or(0, |night| night.tcr);
        let mut parts = [("printed", printed), (elan_name(elan), modifiers.elan(elan)), works, ("night", night)];
        if self.rows_of_tcr().is_some() {
            for (index, (_, part)) in parts.iter_mut().skip(1).enumerate() {
                *part = if self.drops(Hook::Tcr, index) { 0 } else { *part };
            }
        }
        parts
    }

    /// Returns the units with elan or ammunition markers that `viewer` does not see (ruling r86).
    pub(crate) fn units_with_hidden_markers(&self, viewer: Viewer) -> impl Iterator<Item = UnitIx> + use<'_> {
        let sides = Side::BOTH.into_iter().filter(move |side| self.board.rules.hidden_markers && !viewer.knows(*side));
        let units =
            sides.flat_map(move |side| self.board.all_units().filter(move |unit| self.unit_side(*unit) == side));
        units.filter(move |unit| self.unit(*unit).elan > 0 || self.unit(*unit).ammo > 0)
    }

    /// The elan marker of `unit` (3.7).
    pub(crate) fn elan(&self, unit: UnitIx) -> Option<Elan> {
        match self.unit(unit).elan {
            0 => None,
            1 => Some(Elan::Shaken),
            _ => Some(Elan::Disrupted),
        }
    }

    /// The earthworks that `unit` is in (16.1).
    pub(crate) fn earthwork_of(&self, unit: UnitIx) -> Option<Earthwork> {
        self.hex_of(unit).and_then(|hex| self.earthwork_at(hex))
    }

    /// The Mitrailleuse marker that lies with `unit` (3.7): it goes with a section when its battery breaks down (17.4).
    pub(crate) fn mitrailleuse_of(&self, unit: UnitIx) -> Option<Mitrailleuse> {
        self.board.unit(self.unit(unit).marker_of?).mitrailleuse
    }

    /// Returns the SP of `unit` or of its Mitrailleuse marker: as printed, less the Elan Hits (3.7), and by ruling r6 with
    /// its earthworks (16.1) if it is `in_works`. It may be below 0 (3.1).
    pub(crate) fn strength(&self, unit: UnitIx, weapon: Weapon, in_works: bool) -> i16 {
        self.strength_parts(unit, weapon, in_works).iter().fold(0, |sum, (_, part)| sum + part)
    }

    /// The parts of [`strength`](Self::strength).
    pub(crate) fn strength_parts(&self, unit: UnitIx, weapon: Weapon, in_works: bool) -> Parts<i16, 3> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let printed = match weapon {
            Weapon::Own => facts.sp,
            Weapon::Mitrailleuse => self.mitrailleuse_of(unit).map_or([0; 2], |marker| marker.sp),
        };
        let modifiers = &self.board.rules.tables.strength_modifiers;
        let elan = self.elan(unit);
        let helps = in_works && self.board.rules.earthworks_strength;
        let works = match helps.then(|| self.earthwork_of(unit)).flatten() {
            None => ("", 0),
            Some(work @ Earthwork::Fieldworks) => (work.name(), modifiers.fieldworks.into()),
            Some(work @ Earthwork::Entrenchments) => (work.name(), modifiers.entrenchments.into()),
        };
        let printed = i16::from(printed[usize::from(state.battleworn)]);
        [("printed", printed), (elan_name(elan), modifiers.elan(elan).into()), works]
    }

    /// The army of `side`.
    pub(crate) fn nation(&self, side: Side) -> Nation {
        self.board.side(side).nation
    }

    /// The side of `nation`.
    pub(crate) fn side_of_nation(&self, nation: Nation) -> Side {
        self.board.side_of_nation(nation)
    }

    /// Returns `true` if `unit` is infantry, detachments included (3.2, 3.5).
    #[inline]
    pub(crate) fn is_infantry(&self, unit: UnitIx) -> bool {
        self.board.unit(unit).kind == Kind::Infantry
    }

    /// Returns `true` if `unit` is cavalry (3.2).
    #[inline]
    pub(crate) fn is_cavalry(&self, unit: UnitIx) -> bool {
        self.board.unit(unit).kind == Kind::Cavalry
    }

    /// Returns `true` if `unit` is artillery, sections included (3.2, 3.5).
    #[inline]
    pub(crate) fn is_artillery(&self, unit: UnitIx) -> bool {
        self.board.unit(unit).kind.is_artillery()
    }
}

/// Returns the change of a small number by a row.
pub(crate) fn narrow(change: i32) -> i8 {
    i8::try_from(change.clamp(i8::MIN.into(), i8::MAX.into())).unwrap_or(0)
}

/// The name of the marker for this elan; empty without one.
pub(crate) fn elan_name(elan: Option<Elan>) -> &'static str {
    match elan {
        None => "",
        Some(Elan::Shaken) => "Shaken",
        Some(Elan::Disrupted) => "Disrupted",
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::percent;
    use battlewright_schema::{Scenario, load};

    use super::{AtAnyCost, UnitIx, Weapon};
    use crate::tests::testing::position;
    use battlewright_core::game::{Game as _, Side, Turn, Viewer};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout, contestants};
    use battlewright_core::show::Show as _;

    #[test]
    fn r2_3_seven_halved_twice_is_one() {
        assert_eq!((percent(7, 50), percent(percent(7, 50), 50)), (3, 1));
        assert_eq!((percent(7, 150), percent(10, 150), percent(-1, 150)), (10, 15, -1));
    }

    #[test]
    fn r3_1_a_modified_tcr_is_never_below_0_or_above_10() {
        let table = position("french infantry f1 5/3 tcr 9/1 at 0404 disrupted\nentrenchments 0505").table();
        let f1 = table.unit("f1");
        assert_eq!((table.game.printed_tcr(f1), table.game.modified_tcr(f1)), (9, 7));
        assert_eq!((table.game.tcr_with(f1, 5), table.game.tcr_with(f1, -9)), (10, 0));
    }

    #[test]
    fn r3_7_shaken_and_disrupted_units_lose_one_and_two_sp_and_tcr() {
        for (marker, less) in [("", 0), ("shaken", 1), ("disrupted", 2)] {
            let table = position(&format!("french infantry f1 5/3 tcr 6/5 at 0404 {marker}")).table();
            let f1 = table.unit("f1");
            assert_eq!(table.game.modified_tcr(f1), 6 - less);
            assert_eq!(table.game.strength(f1, Weapon::Own, true), 5 - i16::from(less));
        }
        let table = position("french infantry f1 5/1 tcr 6/5 at 0404 battleworn disrupted").table();
        assert_eq!(table.game.strength(table.unit("f1"), Weapon::Own, true), -1, "column B");
    }

    #[test]
    fn r3_7_a_mitrailleuse_marker_shares_the_side_and_the_elan_of_its_battery() {
        let at = |more: &str| {
            let table = position(&format!("french field f1 7/4 tcr 6/5 mitrailleuse 4/2 at 0404 {more}")).table();
            table.game.strength(table.unit("f1"), Weapon::Mitrailleuse, true)
        };
        assert_eq!((at(""), at("shaken"), at("battleworn"), at("battleworn disrupted")), (4, 3, 2, 0));
    }

    #[test]
    fn r16_1_earthworks_add_one_or_two_to_sp_and_tcr() {
        for (works, more) in [("fieldworks", 1), ("entrenchments", 2)] {
            let table = position(&format!("french infantry f1 5/3 tcr 6/5 at 0404\n{works} 0404")).table();
            let f1 = table.unit("f1");
            assert_eq!(table.game.modified_tcr(f1), 6 + more);
            assert_eq!(table.game.strength(f1, Weapon::Own, true), 5 + i16::from(more));
            assert_eq!(table.game.strength(f1, Weapon::Own, false), 5, "attacking out of them");
        }
    }

    #[test]
    fn r3_7_a_view_without_markers_has_the_choices_of_the_game() {
        let first_orders = include_str!("../../../../../scenarios/aac-first-orders.toml");
        let Some(Scenario::AtAnyCost(mut scenario)) = load(first_orders).scenario else {
            panic!("it is of this system")
        };
        scenario.rules.hidden_markers = Some(true);
        let start = AtAnyCost::new(&scenario).unwrap();
        let mut hidden = 0;
        for (kind, seed) in [(Kind::Random, 1), (Kind::Random, 2), (Kind::Greedy, 3)] {
            let mut playout = Playout::new(start.clone(), contestants([kind; 2], seed), Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() && playout.inputs() < 2000 {
                let game = playout.game();
                for side in Side::BOTH {
                    let when = format!("{kind:?}, seed {seed}, input {}, {side:?}", playout.inputs());
                    let seen = game.seen_by(side);
                    let is_known = |unit: &UnitIx| {
                        let state = seen.unit(*unit);
                        game.unit_side(*unit) != side && (state.elan, state.ammo) != (0, 0)
                    };
                    assert!(!seen.board.all_units().any(|unit| is_known(&unit)), "{when}");
                    assert!(seen.seen_by(side) == seen, "{when}");
                    assert!(seen.seen_by(side.other()) == game.seen_by(Viewer::Nobody), "{when}");
                    hidden += usize::from(game.units_with_hidden_markers(side.into()).next().is_some());
                    if game.turn() == Turn::Choose(side) {
                        let (mut listed, mut known) = (Vec::new(), Vec::new());
                        game.actions(&mut listed);
                        seen.actions(&mut known);
                        assert_eq!(listed, known, "{when}");
                        assert!(seen.status() == game.status(), "{when}");
                        assert!(listed.iter().all(|action| seen.label(action) == game.label(action)), "{when}");
                    }
                }
            }
        }
        assert!(hidden > 50, "{hidden}");
    }
}
