//! 6.0 Victory: by escape at once, otherwise by victory points at the end.

use battlewright_schema::mars_la_tour::Kind;
use battlewright_schema::rule::WinTime;

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::event::Event;
use crate::state::{At, Motion, Step};
use battlewright_core::game::{Level, Log, Outcome, Side};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Records a unit of `side` in `hex`: a victory hex is held by `side` until an enemy unit enters it.
    pub(crate) fn take_hold(&mut self, side: Side, hex: HexIx) {
        for (victory, holder) in self.board.victory_hexes.iter().zip(&mut self.state.holders) {
            if victory.hex == hex {
                *holder = Some(side);
            }
        }
    }

    /// Returns the index of the exit of `side` in `hex`.
    #[inline]
    fn exit_at(&self, side: Side, hex: HexIx) -> Option<u16> {
        self.board.exit_at[side.index()][hex.index()]
    }

    /// Checks whether the unit of `motion` may leave the map from its hex, for one more movement point.
    #[inline]
    pub(crate) fn may_exit(&self, motion: &Motion) -> Result<(), Refusal> {
        let Some(hex) = motion.hex else { return Err(Refusal::MustEnter) };
        if self.exit_at(self.side_of(motion.unit), hex).is_none() {
            return Err(Refusal::NotAnExit);
        }
        if motion.stopped {
            return Err(Refusal::MustStop);
        }
        if motion.command == crate::state::Command::Closing && !self.board.rules.exit_out_of_range {
            return Err(Refusal::NotCloser(hex));
        }
        let mover = self.mover(motion.unit);
        if mover.can_pay(motion, self.leaves_by_road(&mover, motion, hex)) { Ok(()) } else { Err(Refusal::TooFar) }
    }

    /// Moves the unit of `motion` off the map. Enough infantry gone by the exits that count wins at once.
    pub(crate) fn exit(&mut self, motion: Motion, log: &mut impl Log<Event>) {
        let Some(hex) = motion.hex else { return };
        let Some(exit) = self.exit_at(self.side_of(motion.unit), hex) else { return };
        self.put_at(motion.unit, At::Exited(exit));
        log.push(Event::Exited(motion.unit, hex));
        match &self.board.escape {
            Some(escape) if self.escaped(true) >= usize::from(escape.infantry) => {
                self.end(Some(escape.side), Level::Major, log);
            }
            _ => self.end_move(motion.unit, log),
        }
    }

    /// Returns the number of units that have escaped by the exits that count; infantry only if `infantry_only`.
    pub(crate) fn escaped(&self, infantry_only: bool) -> usize {
        let Some(escape) = &self.board.escape else { return 0 };
        self.board
            .units_of(escape.side)
            .filter(|unit| !infantry_only || self.board.unit(*unit).kind == Kind::Infantry)
            .filter(|unit| matches!(self.unit(*unit).at, At::Exited(exit) if escape.exits.contains(&usize::from(exit))))
            .count()
    }

    /// Returns the VPs of both sides if the game ended now.
    pub(crate) fn points(&self) -> [i32; 2] {
        self.points_by_source().into_iter().fold([0; 2], |[a, b], [first, second]| [a + first, b + second])
    }

    /// Returns those VPs by source: 1 for each eliminated enemy unit, those of held victory hexes, and those for an enemy
    /// without an escaped unit, and those of the scenario's rules.
    pub(crate) fn points_by_source(&self) -> [[i32; 2]; 4] {
        let [mut kills, mut ground, mut escape] = [[0; 2]; 3];
        for side in Side::BOTH {
            let lost = self.board.units_of(side.other()).filter(|unit| self.unit(*unit).at == At::Eliminated).count();
            kills[side.index()] = i32::try_from(lost).unwrap_or(i32::MAX);
        }
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            if let Some(side) = holder {
                ground[side.index()] += i32::from(victory.points[side.index()]);
            }
        }
        if let Some(rule) = &self.board.escape
            && self.escaped(false) == 0
        {
            escape[rule.side.other().index()] = i32::from(rule.points_if_none);
        }
        [kills, ground, escape, self.board.extra.points(&self.asked())]
    }

    /// Decides the game after the last turn: more VPs win, and the scenario decides a tie.
    pub(crate) fn judge(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::GameEnd, log) {
            return;
        }
        let [first, second] = self.points();
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Side::First,
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => self.board.tie,
        };
        self.end(Some(winner), Level::Victory, log);
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
        let outcome = Outcome { winner, level, points: self.points() };
        self.state.step = Step::Over(outcome);
        log.push(Event::Over(outcome));
    }

    /// Returns the outcome in words, with the points of both sides.
    pub(crate) fn outcome_text(&self, outcome: &Outcome) -> String {
        let [a, b] = outcome.points;
        match outcome.winner {
            Some(winner) => {
                let (side, points) = (winner, if winner == Side::First { (a, b) } else { (b, a) });
                let name = &self.board.side(side).name;
                format!("{name} win: {}, {} VP to {}", outcome.level, points.0, points.1)
            }
            None => format!("Draw, {a} VP to {b}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Level;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    /// The French escape by E and F in the west; G does not count.
    const ESCAPE: &str = "
        map 12x7
        turn 6 of 6
        exit E french 0104
        exit F french 0107
        exit G french 0101
        exit H german 0104
        escape 4 by E F
        german infantry g1 er 1 at 1201
        french infantry f1 er 1 at 0104
        french infantry f2 er 1 at 0204
        french infantry f3 er 1 at 0304
        french infantry f4 er 1 at 0107
        french cavalry c1 er 1 at 0201";

    /// The Germans have passed, and the French roll a 6.
    fn flight(text: &str) -> Table {
        let mut table = position(text).moves();
        table.does("pass").rolls(&[6]);
        table
    }

    #[test]
    fn r6_ruling_21_a_unit_leaves_from_an_exit_hex_of_its_side_for_a_point_more() {
        let mut table = flight(ESCAPE);
        table.does("move f1, exit");
        assert_eq!(table.at("f1"), "left by E");
        table.logs("f1 leaves the map from 0104 [6.0]");
        table.does("move f2");
        table.refuses("exit", "6.0");
        table.does("step 0104, exit");
        assert_eq!(table.at("f2"), "left by E");
        table.does("move c1");
        table.refuses("exit", "6.0");
    }

    #[test]
    fn r6_ruling_21_the_last_point_brings_a_unit_to_the_exit_and_not_beyond() {
        let far = "
            map 12x7
            exit E french 0104
            escape 4 by E
            french infantry f1 er 1 at 0504
            french infantry f2 er 1 at 0404";
        let mut table = flight(far);
        table.does("move f1, step 0403, step 0303, step 0203, step 0104");
        assert_eq!(table.at("f1"), "0104", "4 points are spent");
        let mut table = flight(far);
        table.does("move f2, step 0304, step 0204, step 0104, exit");
        assert_eq!(table.at("f2"), "left by E", "the fourth point");
    }

    #[test]
    fn r6_ruling_21_by_road_leaving_costs_half_a_point() {
        let road = "
            map 12x7
            road 0104 0204 0304 0404 0504 0604 0704 0804 0904
            exit E french 0104
            escape 4 by E
            french infantry f1 er 1 at 0804
            french infantry f2 er 1 at 0904";
        let mut table = flight(road);
        table.does("move f1, step 0704, step 0604, step 0504, step 0404, step 0304, step 0204, step 0104, exit");
        assert_eq!(table.at("f1"), "left by E", "seven hexes and the exit: 4 points");
        let mut table = flight(road);
        table.does("move f2, step 0804, step 0704, step 0604, step 0504, step 0404, step 0304, step 0204, step 0104");
        assert_eq!(table.at("f2"), "0104", "eight hexes are 4 points already");
    }

    #[test]
    fn r6_an_exit_is_its_sides_only_and_shut_to_who_is_held() {
        let mut table = position(
            "
            map 12x7
            exit E french 0104
            german infantry g1 er 1 at 0204 battle
            german infantry g2 er 1 at 1204
            french infantry f1 er 1 at 0104 battle",
        )
        .moves_of_the_french();
        table.refuses("move f1", "3.9");
        table = position("map 12x7\n exit E french 0104\n german infantry g1 er 1 at 0104").moves();
        table.does("move g1");
        table.refuses("exit", "6.0");
    }

    #[test]
    fn r6_four_french_infantry_units_gone_end_the_game_at_once_in_a_major_victory() {
        let mut table = flight(&ESCAPE.replace("turn 6", "turn 2"));
        table.does("move f1, exit, move f2, step 0104, exit, move f3, step 0204, step 0104, exit");
        assert_eq!(table.prompt(), "French: move a unit or pass", "three are not enough");
        table.does("move f4, exit");
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.level), (Some(FRENCH), Level::Major));
        table.refuses("pass", "6.0");
    }

    #[test]
    fn r6_ruling_21_cavalry_does_not_count_among_the_four() {
        let mut table = flight(&ESCAPE.replace("french infantry f4", "french cavalry f4"));
        table.does("move f1, exit, move f2, step 0104, exit, move f3, step 0204, step 0104, exit, move f4, exit");
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r6_only_the_exits_that_the_scenario_names_count() {
        let mut table = flight(&ESCAPE.replace("at 0107", "at 0101"));
        table.does("move f1, exit, move f2, step 0104, exit, move f3, step 0204, step 0104, exit, move f4, exit");
        assert_eq!(table.at("f4"), "left by G");
        assert_eq!(table.prompt(), "French: move a unit or pass");
    }

    #[test]
    fn r6_the_scenario_says_how_many_must_leave() {
        let mut table = flight(&ESCAPE.replace("escape 4", "escape 1"));
        table.does("move f1, exit");
        assert_eq!(table.outcome().level, Level::Major);
    }

    #[test]
    fn r6_the_germans_have_1_vp_if_no_frenchman_left() {
        let mut table = flight(ESCAPE);
        assert_eq!(table.points(), [1, 0]);
        table.does("move c1, step 0101, exit");
        assert_eq!(table.points(), [1, 0], "G does not count");
        table.does("move f1, exit");
        assert_eq!(table.points(), [0, 0]);
        let mut table = flight(&ESCAPE.replace("at 0201", "at 0106"));
        table.does("move c1, step 0107");
        table.refuses("stop", "4.0 2a");
        table.does("exit");
        assert_eq!(table.points(), [0, 0], "cavalry counts here, and leaves through a friend's hex");
    }

    #[test]
    fn r6_the_bundled_scenario_asks_for_four_by_e_and_f_and_scores_mars_la_tour() {
        let loaded = battlewright_schema::load(include_str!("../../../../../scenarios/mars-la-tour.toml"));
        let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = loaded.scenario else {
            panic!("the bundled scenario loads: {:?}", loaded.diagnostics);
        };
        let game = crate::MarsLaTour::new(&scenario).unwrap();
        let escape = game.board.escape.as_ref().unwrap();
        let exits: Vec<&str> = escape.exits.iter().map(|exit| game.board.exits[*exit].id.as_str()).collect();
        assert_eq!((escape.side, escape.infantry, escape.points_if_none), (FRENCH, 4, 1));
        assert_eq!(exits, ["E", "F"]);
        assert_eq!(game.board.victory_hexes.len(), 2);
        assert!(game.board.victory_hexes.iter().all(|hex| hex.points == [0, 1]));
        assert_eq!((game.board.tie, game.board.turns), (GERMAN, 6));
    }

    /// The town's two hexes score for the French.
    const TOWN: &str = "
        map 12x7
        turn 6 of 6
        hold 0304 0404 for french, german first
        german infantry g1 er 1 at 1201
        french infantry f1 er 1 at 0204";

    #[test]
    fn r6_the_french_have_1_vp_for_each_hex_of_the_town_they_hold() {
        let mut table = flight(TOWN);
        assert_eq!(table.points(), [0, 0]);
        table.does("move f1, step 0304, stop");
        assert_eq!(table.points(), [0, 1]);
        table.does("move f1, step 0404, stop");
        assert_eq!(table.points(), [0, 2]);
    }

    #[test]
    fn r6_a_hex_may_score_for_both_sides() {
        let mut table = flight(&TOWN.replacen("german first", "german first\nhold 0404 for german, german first", 1));
        assert_eq!((table.points(), table.game.board.victory_hexes.len()), ([1, 0], 2));
        table.does("move f1, step 0304, stop");
        assert_eq!(table.points(), [1, 1]);
        table.does("move f1, step 0404, stop");
        assert_eq!(table.points(), [0, 2]);
    }

    #[test]
    fn r6_ruling_20_a_hex_is_held_by_who_was_last_in_it_though_only_passing() {
        let mut table = flight(TOWN);
        table.does("move f1, step 0304, step 0404, step 0504, stop, pass");
        assert_eq!(table.points(), [0, 2]);
        // A German unit that passes through takes a hex back, which scores nothing for its side.
        let mut table = position(
            "
            map 12x7
            hold 0304 0404 for french, french first
            german infantry g1 er 1 at 0204
            french infantry f1 er 1 at 1207",
        )
        .moves();
        assert_eq!(table.points(), [0, 2], "before anybody was there, the first holder");
        table.does("move g1, step 0304, step 0303, stop");
        assert_eq!(table.points(), [0, 1]);
    }

    #[test]
    fn r6_ruling_20_who_starts_in_a_hex_holds_it() {
        let table = position(&TOWN.replace("at 0204", "at 0304")).start();
        assert_eq!(table.points(), [0, 1]);
        let nobody = position(&TOWN.replace(", german first", "")).start();
        assert_eq!(nobody.points(), [0, 0]);
    }

    #[test]
    fn r6_more_vps_win_after_the_last_turn() {
        let table = position(&format!("{TOWN}\n german infantry g2 er 1 eliminated")).end();
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.level, outcome.points), (Some(FRENCH), Level::Victory, [0, 1]));
        table.logs("French win: victory, 1 VP to 0 [6.0]");
        let table = position(&format!("{TOWN}\n french infantry f2 er 1 eliminated")).end();
        assert_eq!(table.outcome().winner, Some(GERMAN));
    }

    #[test]
    fn r6_ruling_22_the_germans_win_ties_unless_the_scenario_says_otherwise() {
        let table = position(TOWN).end();
        assert_eq!((table.outcome().winner, table.outcome().points), (Some(GERMAN), [0, 0]));
        let table = position(TOWN).with(|scenario| scenario.victory.tie = "french".into()).end();
        assert_eq!(table.outcome().winner, Some(FRENCH));
    }
}
