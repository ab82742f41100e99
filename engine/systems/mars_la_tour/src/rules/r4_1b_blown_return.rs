//! 4.0 1b Blown Unit Return: blown units that are due come back next to their HQ, up to a limit per turn. The enemy chooses the
//! units, and those above the limit are eliminated.

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::event::Event;
use crate::state::{At, Chosen, Formation, Step, UnitIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Begins the returns of `side`.
    pub(crate) fn begin_returns(&mut self, side: Side, log: &mut impl Log<Event>) {
        let due = self.due_to_return(side).count();
        if due <= usize::from(self.board.rules.blown_returns) {
            self.ask_for_return(side, log);
        } else if self.board.rules.blown_returns == 0 {
            self.eliminate_unchosen(side, &Chosen::default(), log);
        } else {
            self.state.step = Step::ChooseReturns { side, chosen: Chosen::default() };
        }
    }

    /// Returns the blown units of `side` that are due this turn or earlier.
    pub(crate) fn due_to_return(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.board.units_of(side).filter(|unit| self.is_due_to_return(*unit))
    }

    fn is_due_to_return(&self, unit: UnitIx) -> bool {
        matches!(self.unit(unit).at, At::Blown(turn) if turn <= self.state.turn)
    }

    /// Checks whether the enemy of `side` may choose `unit` for return.
    pub(crate) fn may_be_chosen(&self, side: Side, chosen: &Chosen, unit: UnitIx) -> Result<(), Refusal> {
        if self.side_of(unit) != side || !self.is_due_to_return(unit) {
            Err(Refusal::NotDue(unit))
        } else if chosen.contains(unit) {
            Err(Refusal::AlreadyChosen(unit))
        } else {
            Ok(())
        }
    }

    /// Records the choice of `unit` by the enemy of `side`; once enough are chosen, the others are eliminated.
    pub(crate) fn choose_to_return(&mut self, side: Side, chosen: Chosen, unit: UnitIx, log: &mut impl Log<Event>) {
        let chosen = chosen.with(unit);
        log.push(Event::ChosenToReturn(unit));
        if chosen.count() < usize::from(self.board.rules.blown_returns) {
            self.state.step = Step::ChooseReturns { side, chosen };
        } else {
            self.eliminate_unchosen(side, &chosen, log);
        }
    }

    fn eliminate_unchosen(&mut self, side: Side, chosen: &Chosen, log: &mut impl Log<Event>) {
        let lost: Vec<_> = self.due_to_return(side).filter(|unit| !chosen.contains(*unit)).collect();
        for unit in lost {
            log.push(Event::TooManyBlown(unit));
            self.eliminate(unit, log);
        }
        self.ask_for_return(side, log);
    }

    fn ask_for_return(&mut self, side: Side, log: &mut impl Log<Event>) {
        if self.due_to_return(side).any(|unit| self.may_return(side, unit).is_ok()) {
            self.state.step = Step::Return(side);
        } else {
            self.stop_returning(side, log);
        }
    }

    /// Checks whether `side` may return `unit` now: the unit must be due, and a hex must be free for it.
    pub(crate) fn may_return(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        if self.side_of(unit) != side {
            Err(Refusal::NotYours(unit))
        } else if !self.is_due_to_return(unit) {
            Err(Refusal::NotDue(unit))
        } else if !self.around_hq(side).any(|hex| self.may_return_to(side, hex).is_ok()) {
            Err(Refusal::NoReturnHex(unit))
        } else {
            Ok(())
        }
    }

    /// Refuses to end the returns while a unit of `side` can return, if the ruling requires it.
    pub(crate) fn may_stop_returning(&self, side: Side) -> Result<(), Refusal> {
        let can_return = || self.due_to_return(side).any(|unit| self.may_return(side, unit).is_ok());
        if self.board.rules.blown_must_return && can_return() { Err(Refusal::MustReturn) } else { Ok(()) }
    }

    /// Returns the hexes next to the HQ of `side`.
    pub(crate) fn around_hq(&self, side: Side) -> impl Iterator<Item = HexIx> + use<'_> {
        self.state.hq[side.index()].into_iter().flat_map(|hq| self.board.map.neighbors(hq))
    }

    /// Checks whether a unit of `side` may return to `hex`: next to its HQ, empty, in no EZOI or EZOC.
    pub(crate) fn may_return_to(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        if !self.around_hq(side).any(|near| near == hex) {
            Err(Refusal::NotByHq)
        } else if !self.is_empty(hex) {
            Err(Refusal::NotEmpty(hex))
        } else if self.in_ezoi(side, hex) || self.in_ezoc(side, hex) {
            Err(Refusal::ReturnInEzoi(hex))
        } else {
            Ok(())
        }
    }

    /// Returns `unit` to `hex`, in Battle Formation.
    pub(crate) fn return_to(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).formation = Formation::Battle;
        log.push(Event::Returned(unit, hex));
        self.put(unit, hex, log);
        self.ask_for_return(self.side_of(unit), log);
    }

    /// Ends the returns of `side`; units still due wait until the next turn.
    pub(crate) fn stop_returning(&mut self, side: Side, log: &mut impl Log<Event>) {
        for unit in self.due_to_return(side) {
            log.push(Event::StaysBlown(unit));
        }
        match side {
            Side::First => self.begin_returns(Side::Second, log),
            Side::Second => self.ask_for_mitrailleuse(Side::First, log),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    /// g1 is due, and its HQ is away from the enemy.
    const DUE: &str = "
        map 9x7
        turn 3 of 6
        german infantry g1 er 1 blown 3
        french infantry f1 er 1 at 0904
        hq german 0304 range 6";

    #[test]
    fn r4_1b_a_blown_unit_returns_next_to_its_hq() {
        let mut table = position(DUE).returns();
        assert_eq!(table.prompt(), "Germans: return a blown unit, or none");
        table.does("return g1");
        assert_eq!(table.choices("return-to"), ["0203", "0204", "0303", "0305", "0403", "0404"]);
        table.refuses("return-to 0504", "4.0 1b");
        table.refuses("return-to 0304", "4.0 1b");
        table.does("return-to 0404");
        assert_eq!(table.at("g1"), "0404");
        table.logs("g1 returns in 0404 [4.0 1b]");
    }

    #[test]
    fn r4_1b_ruling_5_it_returns_in_battle_formation_and_may_be_flipped_at_once() {
        let mut table = position(DUE).with(|scenario| scenario.side[1].mitrailleuse_from_turn = None).returns();
        table.does("return g1, return-to 0404");
        assert_eq!(table.face("g1"), "battle");
        assert_eq!(table.prompt(), "Germans: flip units to March Formation");
        table.does("march g1");
        assert_eq!(table.face("g1"), "march");
    }

    #[test]
    fn r4_1b_it_returns_to_empty_hexes_outside_ezois_only() {
        let mut table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 blown 3
            german infantry g2 er 1 at 0303
            french infantry f1 er 1 at 0605
            hq german 0304 range 6
            hq french 0204 range 6
            mitrailleuse 0305",
        )
        .returns();
        table.does("return g1");
        table.refuses("return-to 0303", "3.12"); // a friend
        table.refuses("return-to 0204", "3.12"); // the enemy's HQ
        table.refuses("return-to 0305", "3.12"); // the mitrailleuses
        table.refuses("return-to 0404", "4.0 1b"); // two hexes from f1
        assert_eq!(table.choices("return-to"), ["0203", "0403"]);
    }

    #[test]
    fn r4_1b_a_unit_does_not_return_to_an_ezoc_even_where_influence_reaches_no_further() {
        let mut table = position(&DUE.replace("0904", "0504")).rules(|rules| rules.zoi = Some(0)).returns();
        table.does("return g1");
        table.refuses("return-to 0404", "4.0 1b");
        table.allows("return-to 0303");
    }

    #[test]
    fn r4_1b_a_unit_returns_in_its_turn_and_not_before() {
        let table = position(DUE).with(|scenario| scenario.unit[0].er = 2).returns();
        table.allows("return g1");
        let early = position(&DUE.replace("turn 3", "turn 2")).returns();
        assert_eq!(early.prompt(), "Germans: move a unit or pass");
        assert_eq!(early.at("g1"), "blown 3");
    }

    #[test]
    fn r4_1b_units_may_be_left_on_the_track_and_are_due_again_next_turn() {
        let mut table = position(DUE).returns();
        table.does("pass");
        assert_eq!(table.at("g1"), "blown 3");
        table.logs("g1 waits to return [4.0 1b]");
        let next = position(&DUE.replace("turn 3", "turn 4")).returns();
        next.allows("return g1");
    }

    #[test]
    fn r4_1b_ruling_26_a_side_may_leave_units_on_the_track_unless_the_ruleset_forbids_it() {
        position(DUE).returns().allows("pass");
        let must = || position(DUE).rules(|rules| rules.blown_must_return = Some(true));
        let mut table = must().returns();
        table.refuses("pass", "4.0 1b");
        assert_eq!(table.choices(""), ["return g1"]);
        table.does("return g1, return-to 0404");
        // Without a free hex for the unit, the return is skipped.
        let table = must().with(|scenario| scenario.unit[1].at = Some("0504".into())).returns();
        assert_eq!(table.at("g1"), "blown 3");
    }

    #[test]
    fn r4_1b_the_germans_return_theirs_first() {
        let mut table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 blown 3
            french infantry f1 er 1 blown 3
            hq german 0204 range 6
            hq french 0804 range 6",
        )
        .returns();
        table.refuses("return f1", "3.6");
        table.does("return g1, return-to 0104");
        assert_eq!(table.prompt(), "French: return a blown unit, or none");
        table.does("return f1, return-to 0904");
    }

    /// Three Germans are due on the same turn.
    const THREE: &str = "
        map 9x7
        turn 3 of 6
        german infantry g1 er 1 blown 3
        german infantry g2 er 2 blown 3
        german cavalry g3 er 3 blown 2
        german infantry g4 er 1 blown 4
        french infantry f1 er 1 at 0904
        hq german 0304 range 6";

    #[test]
    fn r4_1b_ruling_4_the_enemy_picks_which_two_return_and_the_rest_are_eliminated() {
        let mut table = position(THREE).returns();
        assert_eq!(table.prompt(), "French: choose which blown units of the enemy return (1 of 2)");
        table.refuses("choose g4", "4.0 1b");
        table.refuses("choose f1", "4.0 1b");
        table.does("choose g1");
        table.refuses("choose g1", "4.0 1b");
        table.does("choose g3");
        assert_eq!(table.at("g2"), "eliminated");
        table.logs("g2 is one blown unit too many [4.0 1b]");
        assert_eq!(table.points(), [0, 1], "it is a VP for the French at once");
        table.does("return g1, return-to 0303, return g3, return-to 0305");
        assert_eq!(table.at("g4"), "blown 4", "it is not due yet");
    }

    #[test]
    fn r4_1b_two_units_due_return_without_the_enemy_being_asked() {
        let mut table = position(&THREE.replace("blown 2", "blown 4")).returns();
        table.does("return g2, return-to 0303, return g1, return-to 0305");
        assert_eq!(table.points(), [0, 0]);
    }

    #[test]
    fn r4_1b_ruling_4_the_ruleset_says_how_many_return() {
        let mut table = position(THREE).rules(|rules| rules.blown_returns = Some(1)).returns();
        table.does("choose g2");
        assert_eq!([table.at("g1"), table.at("g3")], ["eliminated", "eliminated"]);
        let three = position(THREE).rules(|rules| rules.blown_returns = Some(3)).returns();
        assert_eq!(three.prompt(), "Germans: return a blown unit, or none");
        let none = position(THREE).rules(|rules| rules.blown_returns = Some(0)).returns();
        assert_eq!(none.points(), [0, 3]);
    }

    /// The HQ is in a corner with one free hex beside it.
    const CORNER: &str = "
        map 9x7
        turn 3 of 6
        german infantry g1 er 1 blown 3
        german infantry g2 er 1 blown 3
        german infantry g3 er 1 at 0201
        french infantry f1 er 1 at 0904
        hq german 0101 range 6";

    #[test]
    fn r4_1b_ruling_4_a_unit_without_a_hex_waits_and_is_due_again() {
        let mut table = position(CORNER).returns();
        table.does("return g1, return-to 0102");
        assert_eq!(table.at("g2"), "blown 3");
        table.logs("g2 waits to return [4.0 1b]");
        assert!(!table.prompt().contains("return"), "{}", table.prompt());
    }

    #[test]
    fn r4_1b_ruling_4_a_unit_that_waited_counts_among_those_due() {
        let mut table = position(
            "
            map 9x7
            turn 4 of 6
            german infantry g1 er 1 blown 3
            german infantry g2 er 1 blown 4
            german infantry g3 er 1 blown 4
            french infantry f1 er 1 at 0904
            hq german 0304 range 6",
        )
        .returns();
        table.does("choose g2, choose g3");
        assert_eq!(table.at("g1"), "eliminated");
    }

    #[test]
    fn r4_1b_with_no_hex_beside_the_hq_nobody_is_asked() {
        let table = position(&CORNER.replace("0201", "0102")).rules(|rules| rules.zoi = Some(9)).returns();
        assert_eq!([table.at("g1"), table.at("g2")], ["blown 3", "blown 3"]);
        assert!(!table.prompt().contains("return"), "{}", table.prompt());
    }

    #[test]
    fn r3_12_an_empty_hex_has_no_unit_and_no_marker_of_either_side() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0101
            french infantry f1 er 1 at 0201
            hq german 0301 range 6
            hq french 0401 range 6
            mitrailleuse 0501",
        )
        .returns();
        for taken in ["0101", "0201", "0301", "0401", "0501"] {
            assert!(!table.game.is_empty(table.hex(taken)), "{taken}");
        }
        assert!(table.game.is_empty(table.hex("0601")));
    }
}
