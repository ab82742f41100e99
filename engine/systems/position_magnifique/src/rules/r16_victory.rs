//! 16.0 Victory Determination: control of towns, sudden victories, and the verdict after the last turn.

use battlewright_schema::position_magnifique::ChargeControl;
use battlewright_schema::rule::WinTime;

use crate::PositionMagnifique;
use crate::board::EndingFacts;
use crate::event::Event;
use crate::state::{Task, UnitIx};
use battlewright_core::game::{Level, Log, Outcome, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

impl PositionMagnifique {
    /// Records that a unit of `side` has entered `hex`.
    fn take_control(&mut self, side: Side, hex: HexIx, log: &mut impl Log<Event>) {
        let mut taken = false;
        for ((at, _), holder) in self.board.control.iter().zip(&mut self.state.control) {
            if *at == hex && *holder != Some(side) {
                *holder = Some(side);
                taken = true;
            }
        }
        if taken {
            log.push(Event::Control(side, hex));
        }
    }

    /// Records that `unit` has entered `hex`; by the ruling, who charges into the hex of an enemy has to win it first.
    pub(crate) fn take_control_on_entry(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let side = self.unit_side(unit);
        let waits = self.board.rules.charge_control == ChargeControl::Fight;
        if !waits || self.friend_in(side.other(), hex).is_none() {
            self.take_control(side, hex, log);
        }
    }

    /// Returns `true` if every condition of `ending` holds with this control of the hexes that count.
    pub(crate) fn holds(&self, ending: &EndingFacts, control: &[Option<Side>]) -> bool {
        let Some(winner) = ending.winner else {
            return Side::BOTH.into_iter().all(|side| self.conditions_hold(ending, side, control));
        };
        self.conditions_hold(ending, winner, control)
    }

    fn conditions_hold(&self, ending: &EndingFacts, side: Side, control: &[Option<Side>]) -> bool {
        let all = |places: &[Vec<usize>], side| places.iter().all(|place| controls(control, side, place));
        let count = |places: &[Vec<usize>], side| places.iter().filter(|place| controls(control, side, place)).count();
        let any = &ending.controls_any;
        let more = &ending.controls_more_of;
        self.state.turn > ending.after_turn
            && (ending.enters.is_empty() || ending.enters.iter().any(|hex| self.friend_in(side, *hex).is_some()))
            && all(&ending.controls, side)
            && (any.is_empty() || count(any, side) > 0)
            && (ending.enemy_lacks.is_empty() || !all(&ending.enemy_lacks, side.other()))
            && (more.is_empty() || count(more, side) > count(more, side.other()))
    }

    /// Ends the game at once on a sudden victory.
    pub(crate) fn check_sudden_victory(&mut self, log: &mut impl Log<Event>) {
        if matches!(self.state.stack.last(), Some(Task::Over(_))) {
            return;
        }
        let ending = self.board.sudden.iter().find(|ending| self.holds(ending, &self.state.control));
        if let Some((winner, level)) = ending.map(|ending| (ending.winner, ending.level)) {
            self.end(winner, level, log);
        }
    }

    /// Decides the game after the last turn by the first ending that holds; without one it is a draw.
    pub(crate) fn judge(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::GameEnd, log) {
            return;
        }
        let (winner, level) = self.verdict(&self.state.control);
        self.end(winner, level, log);
    }

    /// Returns the winner and the degree of the victory if the game ended with this control of the hexes that count.
    pub(crate) fn verdict(&self, control: &[Option<Side>]) -> (Option<Side>, Level) {
        if let Some(won) = self.board.extra.win(&self.asked_with(control), WinTime::GameEnd) {
            return (Some(won.side), won.outcome_level());
        }
        let ending = self.board.last.iter().find(|ending| self.holds(ending, control));
        ending.map_or((None, Level::Draw), |ending| (ending.winner, ending.level))
    }

    pub(crate) fn end(&mut self, winner: Option<Side>, level: Level, log: &mut impl Log<Event>) {
        let outcome = self.outcome(winner, level);
        self.state.stack.clear();
        self.push(Task::Over(outcome));
        log.push(Event::Over(outcome));
    }

    /// Returns the outcome; its points are the controlled places that count at the end, and those of the scenario's rules.
    pub(crate) fn outcome(&self, winner: Option<Side>, level: Level) -> Outcome {
        Outcome { winner, level, points: self.points() }
    }

    /// Returns the points of both sides: the places that they control, and those of the scenario's rules.
    pub(crate) fn points(&self) -> [i32; 2] {
        let (places, rows) = (self.places_held(), self.points_by_rows());
        Side::BOTH.map(|side| places[side.index()].saturating_add(rows[side.index()]))
    }

    /// Returns the points of both sides by the scenario's rules.
    pub(crate) fn points_by_rows(&self) -> [i32; 2] {
        self.board.extra.points(&self.asked())
    }

    /// Returns the number of places that each side controls, of those that count at the end.
    pub(crate) fn places_held(&self) -> [i32; 2] {
        let mut places: InlineList<&Vec<usize>, 16> = self
            .board
            .last
            .iter()
            .flat_map(|ending| {
                let lists = [&ending.controls, &ending.controls_any, &ending.enemy_lacks, &ending.controls_more_of];
                lists.into_iter().flatten()
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        Side::BOTH.map(|side| {
            i32::try_from(places.iter().filter(|place| controls(&self.state.control, side, place)).count())
                .unwrap_or(i32::MAX)
        })
    }

    /// Returns the outcome in words.
    pub(crate) fn outcome_text(&self, outcome: &battlewright_core::game::Outcome) -> String {
        match outcome.winner {
            Some(side) => format!("{}: {}", self.board.side(side).name, outcome.level),
            None => "Draw".into(),
        }
    }
}

/// Returns `true` if `side` controls every hex of a place, with this control of the hexes that count.
fn controls(control: &[Option<Side>], side: Side, place: &[usize]) -> bool {
    place.iter().all(|index| control.get(*index) == Some(&Some(side)))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use super::*;
    use crate::PositionMagnifique;
    use crate::state::At;
    use crate::tests::games::{crisis, day};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    const MARS_LA_TOUR: &[&str] = &["0411", "0510"];
    const PUXIEUX: &[&str] = &["0316"];
    const TRONVILLE: &[&str] = &["0714"];
    const BRUVILLE: &[&str] = &["0701"];
    const REZONVILLE: &[&str] = &["2308", "2408"];
    const VIONVILLE: &[&str] = &["1311"];
    const FLAVIGNY: &[&str] = &["1513"];

    /// Returns the verdict if the sides control these places, and neither controls any other.
    fn verdict(mut game: PositionMagnifique, held: &[(Side, &[&[&str]])]) -> (Option<Side>, Level) {
        game.state.control.fill(None);
        for (side, places) in held {
            for name in places.iter().flat_map(|place| place.iter()) {
                let hex = game.board.map.find(&(*name).into()).unwrap();
                let index = game.board.control.iter().position(|(at, _)| *at == hex).unwrap();
                game.state.control[index] = Some(*side);
            }
        }
        game.state.stack.clear();
        game.state.turn = game.board.turns;
        game.judge(&mut ());
        match game.turn() {
            Turn::Over(outcome) => (outcome.winner, outcome.level),
            turn => panic!("the game is not over: {turn:?}"),
        }
    }

    #[test]
    fn r16_who_lacks_his_mandatory_towns_loses_by_a_major_victory() {
        let [ours, theirs] = [&[REZONVILLE, BRUVILLE][..], &[MARS_LA_TOUR, PUXIEUX][..]];
        assert_eq!(verdict(day(), &[(FRENCH, ours)]), (Some(FRENCH), Level::Major));
        assert_eq!(verdict(day(), &[(PRUSSIAN, theirs)]), (Some(PRUSSIAN), Level::Major));
        assert_eq!(verdict(day(), &[(FRENCH, ours), (PRUSSIAN, &[PUXIEUX])]), (Some(FRENCH), Level::Major));
        assert_eq!(verdict(day(), &[(FRENCH, &[REZONVILLE]), (PRUSSIAN, theirs)]), (Some(PRUSSIAN), Level::Major));
        assert_eq!(verdict(day(), &[]), (None, Level::Draw));
        assert_eq!(verdict(day(), &[(FRENCH, &[BRUVILLE]), (PRUSSIAN, &[PUXIEUX])]), (None, Level::Draw));
    }

    #[test]
    fn r16_towns_of_two_hexes_count_with_both() {
        let half: &[&str] = &["2308"];
        let theirs = (PRUSSIAN, &[MARS_LA_TOUR, PUXIEUX][..]);
        assert_eq!(verdict(day(), &[(FRENCH, &[half, BRUVILLE]), theirs]), (Some(PRUSSIAN), Level::Major));
        let half: &[&str] = &["0411"];
        let ours = (FRENCH, &[REZONVILLE, BRUVILLE][..]);
        assert_eq!(verdict(day(), &[ours, (PRUSSIAN, &[half, PUXIEUX])]), (Some(FRENCH), Level::Major));
    }

    #[test]
    fn r16_if_both_have_theirs_the_other_towns_make_a_minor_victory() {
        let split = |more_ours: &[&[&str]], more_theirs: &[&[&str]]| {
            let ours = [&[REZONVILLE, BRUVILLE][..], more_ours].concat();
            let theirs = [&[MARS_LA_TOUR, PUXIEUX][..], more_theirs].concat();
            verdict(day(), &[(FRENCH, &ours), (PRUSSIAN, &theirs)])
        };
        assert_eq!(split(&[VIONVILLE, FLAVIGNY], &[TRONVILLE]), (Some(FRENCH), Level::Minor));
        assert_eq!(split(&[], &[TRONVILLE]), (Some(PRUSSIAN), Level::Minor));
        assert_eq!(split(&[VIONVILLE], &[TRONVILLE]), (None, Level::Draw));
    }

    #[test]
    fn r16_the_tutorial_scenario_has_its_own_conditions() {
        assert_eq!(verdict(crisis(), &[(FRENCH, &[TRONVILLE, MARS_LA_TOUR])]), (Some(FRENCH), Level::Major));
        assert_eq!(verdict(crisis(), &[(FRENCH, &[TRONVILLE])]), (Some(FRENCH), Level::Victory));
        assert_eq!(verdict(crisis(), &[(FRENCH, &[MARS_LA_TOUR])]), (Some(FRENCH), Level::Victory));
        assert_eq!(verdict(crisis(), &[(PRUSSIAN, &[TRONVILLE, MARS_LA_TOUR])]), (Some(PRUSSIAN), Level::Victory));
    }

    /// Moves units of a side into these hexes, one after the other, in this turn; returns the result of the game.
    fn come(side: Side, turn: u8, hexes: &[&str]) -> Option<(Option<Side>, Level)> {
        let mut game = day();
        game.state.stack.clear();
        game.state.turn = turn;
        let units: Vec<_> = game.board.units_of_side(side).collect();
        for (unit, name) in units.into_iter().zip(hexes) {
            let hex = game.board.map.find(&(*name).into()).unwrap();
            game.put_unit(unit, At::Hex(hex));
            game.come_to(crate::MovingPiece::Unit(unit), hex, &mut ());
        }
        match game.state.stack.last() {
            Some(Task::Over(outcome)) => Some((outcome.winner, outcome.level)),
            _ => None,
        }
    }

    #[test]
    fn r16_a_prussian_in_gravelotte_wins_at_once() {
        let overwhelming = Some((Some(PRUSSIAN), Level::Overwhelming));
        assert_eq!(come(PRUSSIAN, 1, &["2607"]), overwhelming);
        assert_eq!(come(PRUSSIAN, 9, &["2706"]), overwhelming);
        assert_eq!(come(FRENCH, 9, &["2706"]), None);
    }

    #[test]
    fn r16_the_french_win_with_all_three_southern_roads_after_turn_3() {
        let roads = ["0920", "2021", "2221"];
        assert_eq!(come(FRENCH, 4, &roads), Some((Some(FRENCH), Level::Overwhelming)));
        assert_eq!(come(FRENCH, 3, &roads), None);
        assert_eq!(come(FRENCH, 4, &roads[..2]), None);
        assert_eq!(come(PRUSSIAN, 4, &roads), None);
    }

    #[test]
    fn r16_the_last_to_enter_a_town_controls_it() {
        let text = "map 9x9
            place flavigny 0404 held french
            french infantry f1 4/2 at 0101
            prussian infantry p1 5/3 at 0406";
        let mut table = position(text).moves("prussian");
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
        table.does("move p1, hex 0405, hex 0404");
        table.logs("Prussians control 0404 [16.0]");
        table.does("hex 0403, stop");
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)], "it need not stay");
    }

    /// Prussian cavalry charges into a crossroads that the French hold.
    fn charged(charge_control: Option<ChargeControl>) -> Table {
        let mut table = position(
            "map 9x9
            place crossroads 0404 held french
            prussian cavalry c1 3/2 at 0408
            french infantry f1 5/3 at 0404",
        )
        .with(|scenario| scenario.rules.charge_control = charge_control)
        .moves("prussian");
        table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, pass, hex 0404, pass");
        table
    }

    #[test]
    fn r16_cavalry_that_charges_into_a_hex_controls_it_as_the_last_to_enter() {
        let mut table = charged(None);
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)]);
        table.logs("Prussians control 0404 [16.0]");
        table.does("unit f1, begin").rolls(&[1, 2]);
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)], "also if it is thrown out");
    }

    #[test]
    fn r16_by_the_ruling_cavalry_that_charges_into_a_hex_controls_it_when_it_has_won() {
        let mut table = charged(Some(ChargeControl::Fight));
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
        table.does("unit f1, begin").rolls(&[3, 4]).does("fall-back, hex 0403, pass");
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)]);
    }

    /// Lets a Prussian unit in 0404 end the game.
    fn decisive(position: crate::tests::testing::Position) -> crate::tests::testing::Position {
        position.with(|scenario| {
            scenario.victory.sudden.push(file::Ending {
                winner: Some("prussian".into()),
                level: file::VictoryLevel::Overwhelming,
                enters: vec!["0404".into()],
                ..file::Ending::default()
            });
        })
    }

    #[track_caller]
    fn is_over(table: &Table) {
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.level), (Some(PRUSSIAN), Level::Overwhelming));
    }

    #[test]
    fn r16_each_way_into_a_deciding_hex_ends_the_game() {
        let map = "map 9x9\ncorps x prussian at 0801 range 1 1";
        let with = |units: &str| decisive(position(&format!("{map}\n{units}")));
        // A march.
        let mut table = with("prussian infantry p1 5/3 at 0405").moves("prussian");
        is_over(table.does("move p1, hex 0404"));
        // A charge, before the fight.
        let mut table = with("prussian cavalry c1 3/2 at 0408\nfrench field f1 5/3 at 0404").moves("prussian");
        table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, pass");
        is_over(table.does("hex 0404"));
        // A countercharge.
        let mut table = with(
            "corps y prussian at 0701 range 20 20 defend
            french cavalry f1 3/2 at 0408
            prussian infantry p1 5/3 at 0403 of y
            prussian cavalry p2 3/2 at 0304 of y",
        )
        .moves("french");
        table.does("charge f1 p1, hex 0407, hex 0406, hex 0405, hex 0404, pass, hex 0403, unit p2");
        is_over(table.rolls(&[3, 3]));
        // A move that the Out of Command Table demands.
        let mut table = with("prussian infantry p1 5/3 at 0405 of x\nfrench infantry f1 4/2 at 0402").moves("x");
        table.does("pass, move p1").rolls(&[6, 6]).does("unit f1");
        is_over(table.does("hex 0404"));
        // A retreat.
        let mut table = with("prussian infantry p1 5/3 at 0405\nfrench infantry f1 9/5 at 0406").assaults("french");
        table.does("unit p1, unit f1, begin").rolls(&[6, 5]);
        take_losses(&mut table, "hex 0404");
        is_over(table.does("hex 0404"));
        // A breakthrough.
        let mut table = with("prussian infantry p1 9/5 at 0405\nfrench infantry f1 4/2 at 0404").assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
        take_losses(&mut table, "unit p1");
        is_over(table.does("unit p1"));
    }

    /// Lets the loser of an assault fall back until `choice` is legal.
    fn take_losses(table: &mut Table, choice: &str) {
        while !table.choices("").contains(&choice.to_owned()) {
            let choices = table.choices("");
            let back = choices.iter().find(|choice| *choice == "fall-back" || choice.starts_with("hex"));
            let next = back.or(choices.first()).expect("somebody must choose").clone();
            table.does(&next);
        }
    }
}
