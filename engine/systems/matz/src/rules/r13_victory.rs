//! 13.0 Victory: one side counts points for places that it controls, less those for places that its enemy controls and for
//! reserves. The control of a place needs a line to the friendly edge of the map without enemy zones of control.

use battlewright_schema::rule::WinTime;

use crate::Matz;
use crate::board::PointFacts;
use crate::event::Event;
use crate::state::{Task, UnitIx};
use battlewright_core::game::{Level, Log, Outcome, Side};
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::players::appraisal::signed;

impl Matz {
    /// Control passes to the side of a unit that is in `hex` or passes through it (13.0).
    pub(crate) fn take_control(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let side = self.unit_side(unit);
        let Some(number) = self.board.control.iter().position(|(other, _)| *other == hex) else { return };
        if self.state.control[number].replace(side) != Some(side) {
            log.push(Event::Control(side, hex));
        }
    }

    /// The hexes from which a line of hexes without enemies and their zones of control leads to the friendly edge of `side`.
    pub(crate) fn joined_to_edge(&self, side: Side) -> &[bool] {
        let friends_open = self.board.rules.friends_open_lines;
        let is_open = |hex: HexIx| {
            let in_zoc = if friends_open { self.in_open_enemy_zoc(side, hex) } else { self.in_enemy_zoc(side, hex) };
            !in_zoc && !self.has_ground_unit(side.other(), hex)
        };
        self.ground.lines(side, || self.reached_from_edge(side, is_open).into_vec())
    }

    /// The hexes to which a line of hexes that are all `open` leads from the friendly edge of `side`.
    pub(crate) fn reached_from_edge(&self, side: Side, open: impl Fn(HexIx) -> bool) -> PerHex<bool> {
        let map = &self.board.map;
        let mut reached = map.each(false);
        let mut next: Vec<HexIx> = self.board.edges[side.index()].iter().copied().filter(|hex| open(*hex)).collect();
        next.iter().for_each(|hex| reached[hex.index()] = true);
        while let Some(hex) = next.pop() {
            for near in map.neighbors(hex) {
                if !reached[near.index()] && open(near) {
                    reached[near.index()] = true;
                    next.push(near);
                }
            }
        }
        reached
    }

    /// Returns `true` if `side` controls the place of `facts` and its line to the edge is open.
    pub(crate) fn controls(&self, side: Side, facts: &PointFacts, joined: &[bool]) -> bool {
        let zoc_cuts = self.board.rules.zoc_cuts_place;
        let is_joined = |hex: HexIx| {
            let leaves = || self.board.map.neighbors(hex).any(|near| joined[near.index()]);
            let is_at_edge = || self.board.is_at_edge_of(side, hex);
            joined[hex.index()] || (!zoc_cuts && !self.has_ground_unit(side.other(), hex) && (leaves() || is_at_edge()))
        };
        let holds =
            |number: &usize| self.state.control[*number] == Some(side) && is_joined(self.board.control[*number].0);
        if facts.any_hex { facts.hexes.iter().any(holds) } else { facts.hexes.iter().all(holds) }
    }

    /// The points of the scoring side by source, in halves: its places, those of its enemy, the reserves and the start, and the
    /// scenario's rules, less what these give to its enemy.
    pub(crate) fn half_points_by_source(&self) -> [i32; 4] {
        let victory = &self.board.victory;
        let total = |side: Side, rows: &[PointFacts]| -> i32 {
            let joined = self.joined_to_edge(side);
            rows.iter().filter(|row| self.controls(side, row, joined)).map(|row| i32::from(row.half_points)).sum()
        };
        let reserves = self.board.reserves.iter().zip(&self.state.called).filter(|(_, called)| **called);
        let used: i32 = reserves.map(|(facts, _)| i32::from(facts.half_points)).sum();
        [
            total(victory.scorer, &victory.gains),
            -total(victory.scorer.other(), &victory.losses),
            used + i32::from(victory.half_points),
            2_i32.saturating_mul(signed(victory.scorer, self.points_by_rows())),
        ]
    }

    /// The lead of the first side in the points of the scenario's rules.
    fn points_by_rows(&self) -> i32 {
        let [first, second] = self.board.extra.points(&self.asked());
        first.saturating_sub(second)
    }

    /// The points of the scoring side, in halves. Without half points, the total is rounded down (m31).
    pub(crate) fn half_points(&self) -> i32 {
        let total = self.half_points_by_source().into_iter().fold(0, i32::saturating_add);
        if self.board.rules.half_points_count { total } else { 2 * i32::div_euclid(total, 2) }
    }

    /// The outcome: the highest level that the scoring side reaches, or the victory of its enemy.
    pub(crate) fn judgment(&self) -> Outcome {
        let halves = self.half_points();
        let level = self.board.victory.levels.iter().find(|(_, points)| halves >= 2 * i32::from(*points));
        let scorer = self.board.victory.scorer;
        match level {
            Some((level, _)) => self.outcome(Some(scorer), *level),
            None => self.outcome(Some(scorer.other()), Level::Victory),
        }
    }

    /// The outcome with the points of the position, in whole points.
    pub(crate) fn outcome(&self, winner: Option<Side>, level: Level) -> Outcome {
        let mut points = [0; 2];
        points[self.board.victory.scorer.index()] = i32::div_euclid(self.half_points(), 2);
        Outcome { winner, level, points }
    }

    /// Ends the game.
    pub(crate) fn judge(&mut self, log: &mut impl Log<Event>) {
        if !self.wins_by_row(WinTime::Once, log) && !self.wins_by_row(WinTime::GameEnd, log) {
            let outcome = self.judgment();
            self.end_with(outcome, log);
        }
    }

    /// Ends the game with the victory of `winner`.
    pub(crate) fn end(&mut self, winner: Option<Side>, level: Level, log: &mut impl Log<Event>) {
        let outcome = self.outcome(winner, level);
        self.end_with(outcome, log);
    }

    fn end_with(&mut self, outcome: Outcome, log: &mut impl Log<Event>) {
        log.push(Event::Over(outcome));
        self.state.stack.clear();
        self.push(Task::Over(outcome));
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::matz::RuleChanges;

    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::Level;

    /// The Germans hold Flavy in 0405; they count points for it.
    fn flavy(more: &str) -> Position {
        position(&format!("place flavy 0405 held german\npoints flavy 2\n{more}"))
    }

    fn table(position: &Position) -> Table {
        position.before(GERMAN, Phase::Exploitation)
    }

    fn points(text: &str) -> i32 {
        table(&flavy(text)).game.half_points()
    }

    #[test]
    fn r13_a_side_controls_a_place_that_it_passed_through_last() {
        let mut table = table(&position(
            "place flavy 0405 held french
            points flavy 2
            german infantry g1 4/2 at 0404",
        ));
        let (unit, hex) = (table.unit("g1"), table.hex("0405"));
        assert_eq!(table.game.half_points(), 0);
        table.log_events(|game, log| game.take_control(unit, hex, log));
        assert_eq!((table.game.half_points(), table.game.state.control[0]), (2, Some(GERMAN)));
        let elsewhere = table.hex("0406");
        table.log_events(|game, log| game.take_control(unit, elsewhere, log));
        assert_eq!(table.game.state.control, [Some(GERMAN)], "only places matter");
    }

    /// French infantry whose zones of control reach from the west edge to the east edge.
    const LINE: &str = "french infantry f1 4/2 at 0102
        french infantry f2 4/2 at 0302
        french infantry f3 4/2 at 0502
        french infantry f4 4/2 at 0702";

    #[test]
    fn r13_whoever_is_in_a_place_at_the_start_controls_it_whatever_the_file_says() {
        let control = |unit: &str| {
            let text = format!("place flavy 0405 held french\npoints flavy 2\n{unit}");
            let table = position(&text).start();
            (table.game.state.control[0], table.game.half_points())
        };
        assert_eq!(control("german infantry g1 4/2 at 0405"), (Some(GERMAN), 2));
        assert_eq!(control("corps x german at 0405"), (Some(GERMAN), 2), "any unit on the ground is present");
        assert_eq!(control("german infantry g1 4/2 at 0404"), (Some(FRENCH), 0), "the last to pass");
    }

    #[test]
    fn r13_a_place_needs_a_line_to_the_friendly_edge() {
        assert_eq!(points(""), 2);
        assert_eq!(points(LINE), 0);
        let gap = LINE.replace("french infantry f4 4/2 at 0702", "");
        assert_eq!(points(&gap), 2, "the line leads around them");
        let guns = LINE.replace("infantry f4 4/2", "artillery f4 3-3 5");
        assert_eq!(points(&guns), 2, "artillery has no zone of control");
    }

    #[test]
    fn r13_ruling_m30_friends_do_not_open_the_line() {
        let opened = |opens: bool| {
            let text = format!(
                "{LINE}
                german infantry g1 4/2 at 0003
                german infantry g2 4/2 at 0002
                german infantry g3 4/2 at 0001"
            );
            let position = flavy(&text).with(|scenario| {
                scenario.rules = RuleChanges { friends_open_lines: Some(opens), ..Default::default() }
            });
            table(&position).game.half_points()
        };
        assert_eq!((opened(false), opened(true)), (0, 2));
    }

    #[test]
    fn r13_a_zone_of_control_over_the_place_cuts_it_off() {
        let held = |cuts: bool| {
            let position =
                flavy("french infantry f1 4/2 at 0406").with(|scenario| scenario.rules.zoc_cuts_place = Some(cuts));
            table(&position).game.half_points()
        };
        assert_eq!((held(true), held(false)), (0, 2));
    }

    #[test]
    fn r13_an_enemy_in_the_hex_or_on_the_line_cuts_it() {
        let corridor = |at: &str| points(&format!("only 0401 0402 0403 0404 0405\nfrench artillery f1 3-3 5 at {at}"));
        assert_eq!((corridor("0403"), corridor("0401"), corridor("0405")), (0, 0, 0));
        assert_eq!(points("only 0401 0402 0403 0404 0405"), 2);
        assert_eq!(points("only 0404 0405 0406"), 2, "the edge is where the hexes end");
    }

    #[test]
    fn r13_a_place_needs_all_its_hexes_unless_one_is_enough() {
        let held = |any: &str| {
            let mut table = table(&position(&format!(
                "place town 0405 0505 held french
                points town 30 {any}
                german infantry g1 4/2 at 0404"
            )));
            let unit = table.unit("g1");
            let mut points = Vec::new();
            for hex in ["0405", "0505"] {
                let hex = table.hex(hex);
                table.log_events(|game, log| game.take_control(unit, hex, log));
                points.push(table.game.half_points());
            }
            points
        };
        assert_eq!((held(""), held("any")), (vec![0, 30], vec![30, 30]));
    }

    #[test]
    fn r13_points_are_lost_for_places_that_the_enemy_controls() {
        let lost = |holder: &str, more: &str| {
            let text = format!("place noyon 0402 held {holder}\nloss noyon 1\n{more}");
            table(&position(&text)).game.half_points_by_source()
        };
        assert_eq!(lost("german", ""), [0; 4]);
        assert_eq!(lost("french", ""), [0, -1, 0, 0]);
        let line = LINE.replace("french", "german").replace("02\n", "05\n").replace("at 0702", "at 0705");
        assert_eq!(lost("french", &line), [0; 4], "their line to the south is cut");
    }

    #[test]
    fn r13_the_start_and_the_reserves_count() {
        let position = position(
            "entry N german 0101
            corps x german at 0404
            german infantry g1 4/2 of x
            reserve r german turn 1 points -4 by N g1",
        )
        .with(|scenario| scenario.victory.half_points = 7);
        let mut table = position.at(GERMAN, Phase::Command);
        assert_eq!(table.game.half_points(), 7);
        table.does("call reserve-1 x");
        assert_eq!(table.game.half_points(), 3);
    }

    /// The winner and the level with this many half points.
    fn judged(half_points: i16, halves_count: bool) -> (bool, Level, u32) {
        let position = position("level tactical 6\nlevel strategic 20\nlevel operational 12").with(|scenario| {
            scenario.victory.half_points = half_points;
            scenario.rules.half_points_count = Some(halves_count);
        });
        let outcome = table(&position).game.judgment();
        (outcome.winner == Some(GERMAN), outcome.level, u32::try_from(outcome.points[GERMAN.index()]).unwrap())
    }

    #[test]
    fn r13_the_highest_level_that_is_reached_is_the_victory() {
        assert_eq!(judged(12, true), (true, Level::Minor, 6));
        assert_eq!(judged(23, true), (true, Level::Minor, 11));
        assert_eq!(judged(24, true), (true, Level::Victory, 12));
        assert_eq!(judged(40, true), (true, Level::Major, 20));
        assert_eq!(judged(11, true), (false, Level::Victory, 5), "below all levels, the enemy wins");
    }

    #[test]
    fn r13_ruling_m31_half_points_count() {
        let total = |count: bool| {
            let position = flavy("place rollot 0402 held french\nloss rollot 1")
                .with(|scenario| scenario.rules.half_points_count = Some(count));
            table(&position).game.half_points()
        };
        assert_eq!((total(true), total(false)), (1, 0));
    }

    #[test]
    fn r13_the_game_ends_after_the_last_turn() {
        let position = position("turn 8 of 8\nlevel tactical 6").with(|scenario| scenario.victory.half_points = 12);
        let table = position.at(FRENCH, Phase::Reorganization);
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.level), (Some(GERMAN), Level::Minor));
    }
}
