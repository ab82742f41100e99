//! 19.0: control of places, sudden endings, and the judgment after the last turn. The conditions are those of the scenario.

use battlewright_schema::rule::WinTime;

use crate::AtAnyCost;
use crate::board::{LevelFacts, SuddenFacts};
use crate::event::Event;
use crate::state::{At, Task};
use battlewright_core::game::{Level, Log, Outcome, Side};
use battlewright_core::kit::hex_map::HexIx;

impl LevelFacts {
    /// Returns `true` if its winner has won by it with these points.
    pub(crate) fn holds(&self, points: [i32; 2]) -> bool {
        let [ours, theirs] = [self.winner, self.winner.other()].map(|side| points[side.index()]);
        self.points.is_none_or(|least| ours >= i32::from(least))
            && self.lead.is_none_or(|least| ours - theirs >= i32::from(least))
    }
}

impl AtAnyCost {
    /// The side that controls `hex`, if that matters.
    pub(crate) fn controller_of(&self, hex: HexIx) -> Option<Side> {
        let index = self.board.control.iter().position(|(at, _)| *at == hex)?;
        self.state.control.get(index).copied().flatten()
    }

    /// Notes that a combat unit of `side` has entered `hex`.
    pub(crate) fn take_control(&mut self, side: Side, hex: HexIx, log: &mut impl Log<Event>) {
        let Some(index) = self.board.control.iter().position(|(at, _)| *at == hex) else { return };
        if let Some(holder) = self.state.control.get_mut(index)
            && *holder != Some(side)
        {
            *holder = Some(side);
            log.push(Event::Control(side, hex));
        }
    }

    /// Hands `hex`, which a unit has left, to the side that is alone in it: charging cavalry takes a hex when those with whom
    /// it has shared it are gone (12.7).
    pub(crate) fn cede_control(&mut self, hex: HexIx, log: &mut impl Log<Event>) {
        let Some(side) = self.ground.units(hex).next().map(|unit| self.unit_side(unit)) else { return };
        if !self.enemy_in(side, hex) {
            self.take_control(side, hex, log);
        }
    }

    /// Ends the game if a sudden ending holds.
    pub(crate) fn check_sudden_victory(&mut self, log: &mut impl Log<Event>) {
        if matches!(self.state.stack.last(), Some(Task::Over(_))) {
            return;
        }
        let ending = self.board.sudden.iter().find(|ending| self.has_come_to_pass(ending));
        if let Some((winner, level)) = ending.map(|ending| (ending.winner, ending.level)) {
            self.end(Some(winner), level, log);
        }
    }

    /// Returns `true` if every condition of `ending` holds.
    pub(crate) fn has_come_to_pass(&self, ending: &SuddenFacts) -> bool {
        let entered = |hex: &HexIx| self.ground.units(*hex).any(|unit| self.unit_side(unit) == ending.winner);
        let controlled = |hex: &usize| self.state.control.get(*hex) == Some(&Some(ending.winner));
        self.state.turn > ending.after_turn
            && (ending.enters.is_empty() || ending.enters.iter().any(entered))
            && ending.controls.iter().all(controlled)
    }

    /// Ends the game after the last turn.
    pub(crate) fn judge(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::GameEnd, log) {
            return;
        }
        let (winner, level) = self.verdict(self.points());
        self.end(winner, level, log);
    }

    /// The winner and the degree of the victory if the last turn were over and the sides had these points: the first level
    /// of the scenario that holds; a draw if none does.
    pub(crate) fn verdict(&self, points: [i32; 2]) -> (Option<Side>, Level) {
        let level = self.board.levels_of_victory.iter().find(|level| level.holds(points));
        level.map_or((None, Level::Draw), |level| (Some(level.winner), level.level))
    }

    /// Ends the game if a rule of the scenario that is checked at `time` gives the victory to a side.
    pub(crate) fn wins_by_row(&mut self, time: WinTime, log: &mut impl Log<Event>) -> bool {
        let won = self.board.extra.win(&self.asked(), time).map(|won| (won.side, won.outcome_level(), won.rule));
        if let Some((side, level, rule)) = won {
            log.push(Event::WonByRow(side, rule));
            self.end(Some(side), level, log);
        }
        won.is_some()
    }

    fn end(&mut self, winner: Option<Side>, level: Level, log: &mut impl Log<Event>) {
        let outcome = self.outcome(winner, level);
        self.state.stack.clear();
        self.push(Task::Over(outcome));
        log.push(Event::Over(outcome));
    }

    /// The outcome of a game that ends like this now.
    pub(crate) fn outcome(&self, winner: Option<Side>, level: Level) -> Outcome {
        Outcome { winner, level, points: self.points() }
    }

    /// The outcome in words, such as `"Prussians: major victory, 14 points to 9"`.
    pub(crate) fn outcome_text(&self, outcome: &Outcome) -> String {
        let [first, second] = outcome.points;
        let (who, points) = match outcome.winner {
            Some(Side::Second) => (self.board.side(Side::Second), [second, first]),
            Some(Side::First) => (self.board.side(Side::First), [first, second]),
            None => return format!("Draw, {first} points to {second}"),
        };
        format!("{}: {}, {} points to {}", who.name, outcome.level, points[0], points[1])
    }

    /// The victory points of the two sides: places, Broken enemy units, and those of the scenario's rules.
    pub(crate) fn points(&self) -> [i32; 2] {
        let (places, broken, rows) = (self.place_points(), self.broken_points(), self.row_points());
        Side::BOTH.map(|side| places[side.index()] + broken[side.index()] + rows[side.index()])
    }

    /// The points of the two sides for places.
    pub(crate) fn place_points(&self) -> [i32; 2] {
        let mut points = [0; 2];
        for worth in &self.board.points {
            if let Some(holder) = self.state.control.get(worth.hex).copied().flatten()
                && worth.side.is_none_or(|only| only == holder)
            {
                points[holder.index()] += i32::from(worth.points);
            }
        }
        points
    }

    /// The points of the two sides for enemy units that are Broken (10.2), Small Units apart.
    pub(crate) fn broken_points(&self) -> [i32; 2] {
        let [whole, small] = self.board.broken;
        Side::BOTH.map(|side| {
            let theirs = self.board.roster_of_side(side.other()).iter();
            let broken = theirs.filter(|unit| matches!(self.unit(**unit).at, At::Broken { .. }));
            broken.map(|unit| i32::from(if self.board.unit(*unit).small { small } else { whole })).sum()
        })
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost as file;

    use super::*;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    /// A town of two hexes and a farm, with a unit of either side away from them.
    fn field(more: &str) -> Position {
        position(&format!(
            "map 9x9
            place town 0404 0405 held french
            place farm 0606
            points town 3
            points farm 1 prussian
            french infantry f1 5/3 at 0101
            prussian infantry p1 8/4 at 0801
            prussian infantry p2 8/4 at 0802
            prussian infantry p3 0/2 small at 0803
            {more}"
        ))
    }

    /// Somebody of `side` comes to `hex`.
    fn take(table: &mut Table, side: Side, hex: &str) {
        let hex = table.hex(hex);
        table.log_events(|game, log| game.take_control(side, hex, log));
    }

    #[test]
    fn r19_the_side_that_entered_a_hex_last_controls_it() {
        let mut table = field("").table();
        assert_eq!(table.game.state.control, [Some(FRENCH), Some(FRENCH), None]);
        take(&mut table, PRUSSIAN, "0404");
        table.logs("Prussians control 0404 [19.0]");
        assert_eq!(table.game.state.control, [Some(PRUSSIAN), Some(FRENCH), None]);
        assert_eq!(table.take_log().len(), 1);
        take(&mut table, PRUSSIAN, "0404");
        take(&mut table, PRUSSIAN, "0505");
        assert!(table.take_log().is_empty(), "nothing changes hands");
    }

    #[test]
    fn r19_each_hex_of_a_place_has_its_points_for_those_who_can_score_them() {
        let mut table = field("").table();
        assert_eq!(table.game.points(), [6, 0]);
        take(&mut table, PRUSSIAN, "0405");
        assert_eq!(table.game.points(), [3, 3]);
        take(&mut table, PRUSSIAN, "0606");
        assert_eq!(table.game.points(), [3, 4]);
        take(&mut table, FRENCH, "0606");
        assert_eq!(table.game.points(), [3, 3], "the farm is nothing to the French");
    }

    #[test]
    fn r19_broken_units_are_points_for_the_enemy_and_small_ones_fewer() {
        let worth = |scenario: &mut file::AtAnyCost| (scenario.victory.broken, scenario.victory.broken_small) = (4, 2);
        let mut table = field("").with(worth).table();
        for (unit, points) in [("p1", 4), ("p3", 6)] {
            let unit = table.unit(unit);
            table.game.put_unit(unit, At::Broken { until: 3 });
            assert_eq!(table.game.broken_points(), [points, 0]);
        }
        assert_eq!(table.game.points(), [12, 0]);
        let f1 = table.unit("f1");
        table.game.put_unit(f1, At::Broken { until: 3 });
        assert_eq!(table.game.points(), [12, 4]);
    }

    #[test]
    fn r19_the_first_level_that_holds_decides_after_the_last_turn() {
        let row = |winner: &str, level, points, lead| file::PointLevel { winner: winner.into(), level, points, lead };
        let table = field("")
            .with(|scenario| {
                scenario.victory.levels = vec![
                    row("prussian", file::VictoryLevel::Major, Some(18), None),
                    row("prussian", file::VictoryLevel::Minor, Some(10), Some(3)),
                    row("french", file::VictoryLevel::Victory, None, Some(1)),
                ];
            })
            .table();
        let verdict = |french, prussian| table.game.verdict([french, prussian]);
        assert_eq!(verdict(30, 18), (Some(PRUSSIAN), Level::Major));
        assert_eq!(verdict(7, 10), (Some(PRUSSIAN), Level::Minor));
        assert_eq!(verdict(8, 10), (None, Level::Draw));
        assert_eq!(verdict(10, 10), (None, Level::Draw));
        assert_eq!(verdict(11, 10), (Some(FRENCH), Level::Victory));
    }

    #[test]
    fn r19_the_game_ends_with_a_judgment() {
        let level =
            file::PointLevel { winner: "french".into(), level: file::VictoryLevel::Minor, points: None, lead: Some(1) };
        let mut table = field("").with(|scenario| scenario.victory.levels.push(level)).table();
        table.log_events(|game, log| game.judge(log));
        let outcome = table.outcome();
        assert_eq!(outcome, Outcome { winner: Some(FRENCH), level: Level::Minor, points: [6, 0] });
        assert_eq!(table.game.outcome_text(&outcome), "French: minor victory, 6 points to 0");
        let draw = table.game.outcome(None, Level::Draw);
        assert_eq!(table.game.outcome_text(&draw), "Draw, 6 points to 0");
        let theirs = Outcome { winner: Some(PRUSSIAN), level: Level::Victory, points: [1, 9] };
        assert_eq!(table.game.outcome_text(&theirs), "Prussians: victory, 9 points to 1");
    }

    /// The game with an ending for a Prussian in 0505, and one for the French who control the farm after turn 3.
    fn sudden(more: &str) -> Position {
        let ending = |winner: &str, level| file::SuddenEnding {
            winner: winner.into(),
            level,
            after_turn: None,
            enters: Vec::new(),
            controls: Vec::new(),
        };
        field(more).with(|scenario| {
            let prussian = ending("prussian", file::VictoryLevel::Overwhelming);
            let french = ending("french", file::VictoryLevel::Major);
            scenario.victory.sudden = vec![
                file::SuddenEnding { enters: vec!["0505".into(), "0506".into()], ..prussian },
                file::SuddenEnding { after_turn: Some(3), controls: vec!["0606".into(), "0707".into()], ..french },
            ];
        })
    }

    fn checked(mut table: Table) -> Option<(Option<Side>, Level)> {
        table.log_events(|game, log| game.check_sudden_victory(log));
        match table.game.turn() {
            Turn::Over(outcome) => Some((outcome.winner, outcome.level)),
            _ => None,
        }
    }

    #[test]
    fn r19_a_unit_that_enters_one_of_the_hexes_ends_the_game_at_once() {
        let with = |side: &str| sudden(&format!("{side} infantry x1 5/3 at 0506")).table();
        assert_eq!(checked(with("prussian")), Some((Some(PRUSSIAN), Level::Overwhelming)));
        assert_eq!(checked(with("french")), None);
    }

    #[test]
    fn r19_all_the_hexes_must_be_controlled_and_the_turn_be_over() {
        let holding = |turn: u8, hexes: &[&str]| {
            let mut table = sudden(&format!("turn {turn} of 9")).table();
            for hex in hexes {
                take(&mut table, FRENCH, hex);
            }
            checked(table)
        };
        assert_eq!(holding(4, &["0606", "0707"]), Some((Some(FRENCH), Level::Major)));
        assert_eq!(holding(3, &["0606", "0707"]), None);
        assert_eq!(holding(4, &["0606"]), None);
    }
}
