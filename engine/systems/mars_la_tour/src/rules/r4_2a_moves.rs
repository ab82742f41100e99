//! 4.0 2a Moves: the sides alternate, and each moves one unit hex by hex; 2e: a side must move or pass.

use crate::action::{Action, Refusal};
use crate::event::{Event, Phase};
use crate::rules::passing::{Next, Passing};
use crate::rules::r4_2b_entering_ezoi::Influence;
use crate::state::{Command, Formation, Motion, Step, UnitIx};
use crate::{MarsLaTour, motion, rulebook as rule};
use battlewright_core::game::{Illegal, Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::no_route::{self, NoRoute};
use battlewright_core::kit::reach::MotionStep;
use battlewright_core::show::Movement;

/// The positions of a move in hexes with friends, after equally many steps.
type MoveLayer = InlineList<Motion, 12>;

/// The facts that all steps of a unit's move share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) unit: UnitIx,
    pub(crate) side: Side,
    /// The number of hexes that the unit can pay for, and the number at the road rate.
    pub(crate) reach: [u16; 2],
    /// `true` in March Formation.
    pub(crate) marches: bool,
    /// The range of the unit's HQ.
    pub(crate) hq_range: u16,
    /// The moving unit, which does not block a hex.
    moving: Option<UnitIx>,
}

/// The facts that all next steps of a move share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts {
    motion: Motion,
    mover: Mover,
    /// `true` if a step along a road keeps the road rate (3.11).
    pub(crate) by_road: bool,
    /// `true` if the unit can pay for a step off the road rate, and at the road rate.
    pays: [bool; 2],
    influence: Influence,
}

impl MoveFacts {
    /// Returns `true` if a step is possible: the unit need not stop and has movement points left.
    pub(crate) fn is_able(&self) -> bool {
        !self.motion.stopped && self.pays != [false; 2]
    }
}

impl MarsLaTour {
    /// Begins the Movement Phase, unless a row skips it.
    pub(crate) fn begin_movement(&mut self, log: &mut impl Log<Event>) {
        if let Some(rule) = self.skipped(Phase::Movement) {
            log.push(Event::Skipped(Phase::Movement, rule));
            return self.begin_attacks(log);
        }
        log.push(Event::Phase(Phase::Movement));
        for unit in &mut self.state.units {
            unit.held = false;
            unit.entered_ezoc = false;
            unit.moves_after_ezoc = 0;
            unit.halted = false;
            unit.gave_way = false;
        }
        self.come_under_zocs(log);
        self.state.passing = Passing::default();
        self.clear_entries(Next::Act(Side::First), log);
    }

    /// Checks whether `side` may move `unit`.
    pub(crate) fn may_move(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        self.own_on_map(side, unit)?;
        if self.can_bring_reinforcements(side) { Err(Refusal::ReinforcementsFirst) } else { self.can_move(side, unit) }
    }

    /// Lists the units with which `side` may begin a move; reinforcements come first (2d).
    pub(crate) fn move_choices(&self, side: Side, into: &mut Vec<Action>) {
        let units = || self.board.units_of(side);
        if self.can_bring_reinforcements(side) {
            into.extend(units().filter(|unit| self.may_enter(side, *unit).is_ok()).map(Action::Enter));
        } else {
            into.extend(units().filter(|unit| self.can_move(side, *unit).is_ok()).map(Action::Move));
            into.push(Action::Pass);
        }
    }

    /// Checks whether `unit` of `side` can move, if no reinforcement must enter first.
    fn can_move(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        let hex = self.own_on_map(side, unit)?;
        self.may_move_on(side, unit)?;
        let start = self.motion_from(unit, hex);
        if self.can_go_on(&start) {
            return Ok(());
        }
        // Lists of choices ignore the reason, so it is computed last.
        let mut steps = self.board.map.neighbors(hex).map(|hex| self.may_step(&start, hex));
        let bound = steps.any(|step| matches!(step, Err(Refusal::OutOfRange(_) | Refusal::NotCloser(_))));
        Err(if bound { Refusal::NoWayInRange(unit) } else { Refusal::NoWay(unit) })
    }

    /// Creates a move of `unit` from `hex` before its first step.
    pub(crate) fn motion_from(&self, unit: UnitIx, hex: HexIx) -> Motion {
        let command = if self.in_command_range(self.side_of(unit), hex) { Command::Within } else { Command::Closing };
        motion(unit, Some(hex), command)
    }

    /// Begins a move of `unit`.
    pub(crate) fn start_move(&mut self, unit: UnitIx) {
        let Some(hex) = self.hex_of(unit) else { return };
        let state = self.unit_mut(unit);
        if state.held {
            state.moves_after_ezoc = state.moves_after_ezoc.saturating_add(1);
        }
        state.gave_way = false;
        self.state.step = Step::Moving(self.motion_from(unit, hex));
    }

    /// Returns the movement of `motion`: by road a hex costs half a movement point (3.11).
    pub(crate) fn movement_of(&self, motion: &Motion) -> Movement {
        let hexes = u16::from(motion.hexes);
        let spent = if motion.by_road { hexes } else { 2 * hexes };
        Movement { spent, allowance: 2 * u16::from(self.movement_points(motion.unit)) }
    }

    /// Checks whether `motion` may step to `hex`. A hex with a friendly unit may be passed through only if the move can end
    /// beyond it.
    pub(crate) fn may_step(&self, motion: &Motion, hex: HexIx) -> Result<(), Refusal> {
        let next = self.next_motion(motion, hex)?;
        if self.can_come_to(hex, &next) { Ok(()) } else { Err(Refusal::NoEndBehindFriend(hex)) }
    }

    fn can_come_to(&self, hex: HexIx, next: &Motion) -> bool {
        match self.unit_in(hex) {
            Some(unit) if self.side_of(unit) == self.side_of(next.unit) => self.can_end_beyond(*next),
            _ => true,
        }
    }

    /// Returns `true` if `found` returns `true` for a hex to which `motion` may step and the move after that step, even if the
    /// move could not end there. Hexes are tried in the map's order.
    fn any_step(&self, motion: &Motion, mut found: impl FnMut(HexIx, Motion) -> bool) -> bool {
        let going = self.going(&self.mover(motion.unit), motion);
        if !going.is_able() {
            return false;
        }
        let mut go = |hex, road| self.go_on(&going, hex, road).is_ok_and(|next| found(hex, next));
        match motion.hex {
            Some(hex) => self.board.map.ways(hex).any(|(hex, road)| go(hex, road)),
            None => self.entry_hexes(motion.unit).iter().any(|hex| go(*hex, self.enters_by_road(*hex))),
        }
    }

    /// Returns the facts that all next steps of `motion` share.
    #[inline]
    pub(crate) fn going(&self, mover: &Mover, motion: &Motion) -> MoveFacts {
        let by_road = mover.keeps_to_roads(motion);
        let pays = [false, by_road].map(|by_road| mover.can_pay(motion, by_road));
        MoveFacts { motion: *motion, mover: *mover, by_road, pays, influence: self.influence_on(mover, motion) }
    }

    /// Returns the facts that all steps of a move of `unit` share.
    pub(crate) fn mover(&self, unit: UnitIx) -> Mover {
        let marches = self.unit(unit).formation == Formation::March;
        let side = self.side_of(unit);
        let reach = self.hexes_in_reach(unit);
        Mover { unit, side, reach, marches, hq_range: self.hq_range(side), moving: self.moving() }
    }

    /// Lists every step and end of `motion`.
    pub(crate) fn motion_choices(&self, motion: &Motion, into: &mut Vec<Action>) {
        self.any_step(motion, |hex, next| {
            if self.can_come_to(hex, &next) {
                into.push(Action::Step(hex));
            }
            false
        });
        if self.may_exit(motion).is_ok() {
            into.push(Action::Exit);
        }
        if self.may_stop(motion).is_ok() {
            into.push(Action::Stop);
        }
    }

    /// Returns `motion` after a step to `hex`, in which it need not be able to end.
    pub(crate) fn next_motion(&self, motion: &Motion, hex: HexIx) -> Result<Motion, Refusal> {
        match motion.hex {
            _ if motion.stopped => return Err(Refusal::MustStop),
            Some(from) if self.board.map.distance(from, hex) != 1 => return Err(Refusal::NotAdjacent(hex)),
            Some(_) => {}
            None if !self.entry_hexes(motion.unit).contains(&hex) => return Err(Refusal::NotEntryHex(hex)),
            None => {}
        }
        self.go_on(&self.going(&self.mover(motion.unit), motion), hex, self.goes_by_road(motion, hex))
    }

    /// Does the same for a move that need not stop, an adjacent hex and a known `road` between them.
    #[inline]
    pub(crate) fn go_on(&self, going: &MoveFacts, hex: HexIx, road: bool) -> Result<Motion, Refusal> {
        let MoveFacts { motion, mover, .. } = *going;
        self.may_be_entered(&mover, motion.hex.is_none(), hex)?;
        let by_road = going.by_road && road;
        if !going.pays[usize::from(by_road)] {
            return Err(Refusal::TooFar);
        }
        let command = self.command_after(&mover, &motion, hex)?;
        self.forbids_step(&mover, motion.hex, hex)?;
        let stopped = self.must_stop_in(&mover, going.influence, motion.hex, hex);
        Ok(Motion { hex: Some(hex), hexes: motion.hexes.saturating_add(1), by_road, command, stopped, ..motion })
    }

    /// Returns the reason why the moving unit cannot come to `goal`; `None` if no unit moves from hex to hex, and for its own hex.
    pub(crate) fn why_no_route(&self, goal: HexIx) -> Option<Illegal> {
        let Step::Moving(motion) = self.state.step else { return None };
        if motion.stopped || motion.hex.is_none_or(|hex| hex == goal) {
            return None;
        }
        let map = &self.board.map;
        let mover = Mover { reach: [u16::MAX / 4; 2], ..self.mover(motion.unit) };
        let step = |motion: &Motion, hex| {
            let road = self.goes_by_road(motion, hex);
            if motion.stopped { Err(Refusal::MustStop) } else { self.go_on(&self.going(&mover, motion), hex, road) }
        };
        let spent = |motion: &Motion| self.movement_of(motion).spent;
        let found = NoRoute::find(
            map,
            motion,
            goal,
            |motion| (motion.hex, spent(motion)),
            step,
            |motion| self.may_rest(motion),
        );
        let allowance = self.movement_of(&motion).allowance;
        found.refusal(map, rule::MOVES, goal, allowance, |why| match why {
            Refusal::CannotRest | Refusal::Friend(_) | Refusal::Enemy(_) => {
                let holder = self.ground.unit_besides(goal, Some(motion.unit));
                let holders: Vec<String> = holder.map(|unit| self.board.unit(unit).name.clone()).into_iter().collect();
                no_route::held_by(map, rule::MOVES, goal, &holders)
            }
            Refusal::MustStop => Illegal::new(
                rule::ENTERING_EZOI,
                format!("the move would have to end in an EZOI before hex {}", map.name(goal)),
            ),
            why => why.explain(self),
        })
    }

    /// Checks whether the units in `hex` let a move of `mover` enter.
    #[inline]
    pub(crate) fn may_be_entered(&self, mover: &Mover, from_off_map: bool, hex: HexIx) -> Result<(), Refusal> {
        match self.ground.unit_besides(hex, mover.moving) {
            // An enemy in the entry hex must make way for a reinforcement (2d).
            Some(unit) if self.side_of(unit) != mover.side && !from_off_map => Err(Refusal::Enemy(hex)),
            Some(unit) if self.side_of(unit) == mover.side && !self.board.rules.stacking_pass_through => {
                Err(Refusal::Friend(hex))
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if a move in a hex with a friendly unit can end further on.
    fn can_end_beyond(&self, motion: Motion) -> bool {
        if self.may_exit(&motion).is_ok() || self.any_step(&motion, |_, next| self.may_rest(&next).is_ok()) {
            return true;
        }
        // Passes through friend after friend.
        let mut layer = MoveLayer::new();
        layer.push(motion);
        while !layer.is_empty() {
            let mut further = MoveLayer::new();
            for motion in layer {
                if self.may_exit(&motion).is_ok() {
                    return true;
                }
                let ends = self.any_step(&motion, |_, next| {
                    if !further.contains(&next) {
                        further.push(next);
                    }
                    self.may_rest(&next).is_ok()
                });
                if ends {
                    return true;
                }
            }
            layer = further;
        }
        false
    }

    /// Returns all positions that `start` can lead to, nearest first, with their paths. Hexes that can only be passed through
    /// are included.
    pub(crate) fn reachable(&self, start: &Motion) -> Vec<MotionStep<Motion>> {
        let mut reached: Vec<MotionStep<Motion>> = Vec::new();
        let mut expand = vec![(None, *start)];
        while !expand.is_empty() {
            let mut layer: Vec<MotionStep<Motion>> = Vec::new();
            for (before, motion) in expand {
                self.any_step(&motion, |_, next| {
                    let known = |other: &MotionStep<Motion>| {
                        other.motion.hex == next.hex
                            && other.motion.by_road >= next.by_road
                            && other.motion.command == next.command
                            && other.motion.stopped == next.stopped
                    };
                    if !reached.iter().any(known) && !layer.iter().any(known) {
                        layer.push(MotionStep { motion: next, before });
                    }
                    false
                });
            }
            expand = Vec::new();
            for found in layer {
                reached.push(found);
                if !found.motion.stopped {
                    expand.push((Some(reached.len() - 1), found.motion));
                }
            }
        }
        reached
    }

    /// Returns `true` if `motion` has a legal step.
    pub(crate) fn has_step(&self, motion: &Motion) -> bool {
        self.any_step(motion, |hex, next| self.can_come_to(hex, &next))
    }

    /// Returns `true` if `motion` has an option other than to end.
    pub(crate) fn can_go_on(&self, motion: &Motion) -> bool {
        if motion.stopped {
            return false;
        }
        // Most units have a free hex beside them, so this test comes first.
        self.may_exit(motion).is_ok()
            || self.any_step(motion, |_, next| self.may_rest(&next).is_ok())
            || self.has_step(motion)
    }

    /// Moves the unit of `motion` to `hex`.
    pub(crate) fn step(&mut self, motion: Motion, hex: HexIx, log: &mut impl Log<Event>) {
        if motion.hex.is_none() {
            self.push_aside(motion, hex, log);
            return;
        }
        let Ok(next) = self.next_motion(&motion, hex) else { return };
        log.push(Event::Moved(motion.unit, hex));
        self.arrive(next, hex, log);
    }

    /// Completes a step of `motion` into `hex`.
    pub(crate) fn arrive(&mut self, motion: Motion, hex: HexIx, log: &mut impl Log<Event>) {
        self.state.step = Step::Moving(motion);
        if motion.stopped {
            self.come_under_influence(motion.unit, hex, log);
        }
        self.put(motion.unit, hex, log);
        if !self.can_go_on(&motion) {
            self.end_move(motion.unit, log);
        }
    }

    /// Refuses `motion` unless it may end in its hex; a unit may also spend no movement point at all. A unit out of its HQ's
    /// range must go on as long as it can (2c).
    #[inline]
    pub(crate) fn may_stop(&self, motion: &Motion) -> Result<(), Refusal> {
        self.may_rest(motion)?;
        if motion.command == Command::Closing {
            self.may_stop_out_of_range(motion)?;
        }
        // A move that cannot go on ends, whatever rows say.
        match motion.hex.map_or(Ok(()), |hex| self.forbids_stop(motion.unit, hex)) {
            Err(refusal) if self.has_step(motion) => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Refuses `motion` unless its unit can stay in its hex.
    #[inline]
    fn may_rest(&self, motion: &Motion) -> Result<(), Refusal> {
        match motion.hex {
            None => Err(Refusal::MustEnter),
            Some(hex) if self.ground.unit_besides(hex, Some(motion.unit)).is_some() => Err(Refusal::CannotRest),
            Some(_) => Ok(()),
        }
    }

    /// Ends the move of `unit`.
    pub(crate) fn end_move(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let next = self.state.passing.acted(self.side_of(unit));
        self.clear_entries(next, log);
    }

    /// 2e: checks whether `side` may pass: not while reinforcements can enter (2d).
    pub(crate) fn may_pass_moves(&self, side: Side) -> Result<(), Refusal> {
        if self.can_bring_reinforcements(side) { Err(Refusal::MustBringReinforcements) } else { Ok(()) }
    }

    /// 2e: records the pass of `side` for this phase.
    pub(crate) fn pass_moves(&mut self, side: Side, log: &mut impl Log<Event>) {
        log.push(Event::Passed(side, Phase::Movement));
        let next = self.state.passing.pass(side);
        self.clear_entries(next, log);
    }

    /// Continues the Movement Phase, or begins the Attack Phase.
    pub(crate) fn continue_moves(&mut self, next: Next, log: &mut impl Log<Event>) {
        match next {
            Next::Act(side) => self.state.step = Step::Move(side),
            Next::Roll(side) => self.state.step = Step::RollLastMoves(side),
            Next::Done => self.begin_attacks(log),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;
    use battlewright_core::show::{Click, Show as _};

    const APART: &str = "
        map 9x9
        woods 0202 0303
        german infantry g1 er 1 at 0101
        german infantry g2 er 1 at 0201
        french infantry f1 er 1 at 0909
        french cavalry f2 er 1 at 0908";

    #[test]
    fn r4_2a_the_germans_begin_and_the_sides_take_turns_moving_one_unit() {
        let mut table = position(APART).moves();
        assert_eq!(table.prompt(), "Germans: move a unit or pass");
        table.does("move g1, step 0102, stop");
        assert_eq!(table.prompt(), "French: move a unit or pass");
        table.does("move f1, step 0809, stop");
        assert_eq!(table.prompt(), "Germans: move a unit or pass");
    }

    #[test]
    fn r4_2a_a_unit_may_move_again_and_again() {
        let mut table = position(APART).moves();
        table.does("move g1, step 0102, stop, move f1, stop");
        table.does("move g1, step 0103, stop, move f1, stop");
        table.does("move g1, step 0104, stop");
        assert_eq!(table.at("g1"), "0104");
    }

    #[test]
    fn r4_2a_ruling_29_a_position_returns_as_long_as_nobody_passes() {
        let mut table = position(APART).moves();
        let before = table.game.clone();
        for _ in 0..3 {
            table.does("move g1, step 0102, stop, move f1, stop");
            table.does("move g1, step 0101, stop, move f1, stop");
            assert_eq!(table.game, before);
        }
    }

    #[test]
    fn r4_2a_every_hex_costs_one_point_whatever_its_terrain() {
        let mut table = position(APART).moves();
        table.does("move g1, step 0102, step 0202, step 0303, step 0304");
        assert_eq!(table.prompt(), "French: move a unit or pass", "4 points, two of them into woods");
    }

    #[test]
    fn r4_2a_a_unit_may_spend_fewer_points_or_none() {
        let mut table = position(APART).moves();
        table.does("move g1, stop");
        assert_eq!((table.at("g1"), table.prompt().as_str()), ("0101".into(), "French: move a unit or pass"));
    }

    #[test]
    fn r4_2a_units_move_from_hex_to_adjacent_hex() {
        let mut table = position(APART).moves();
        table.does("move g1");
        table.refuses("step 0103", "4.0 2a");
        assert_eq!(table.choices("step"), ["0102", "0201"]);
        table.refuses("move g2", "4.0 2a"); // one unit at a time
    }

    #[test]
    fn r4_2a_ruling_8_a_unit_passes_through_friends_and_never_ends_among_them() {
        let mut table = position(APART).moves();
        table.does("move g1, step 0201");
        table.refuses("stop", "4.0 2a");
        table.does("step 0301, stop");
        assert_eq!([table.at("g1"), table.at("g2")], ["0301", "0201"]);
    }

    #[test]
    fn r4_2a_ruling_8_a_unit_enters_a_friends_hex_only_if_it_can_go_on_from_there() {
        let mut table = position(
            "
            map 9x9
            german infantry g1 er 1 at 0101 battle
            german infantry g2 er 1 at 0102",
        )
        .moves();
        table.does("move g1");
        table.refuses("step 0102", "4.0 2a");
        table.does("step 0201");
    }

    #[test]
    fn r4_2a_ruling_8_nor_where_the_enemy_would_stop_it_among_friends() {
        let mut table = position(
            "
            map 9x9
            german infantry g1 er 1 at 0305
            german infantry g2 er 1 at 0405 battle
            french infantry f1 er 1 at 0605",
        )
        .moves();
        table.does("move g1");
        table.refuses("step 0405", "4.0 2a"); // it would have to stop there, two hexes from f1
        table.allows("step 0404");
    }

    #[test]
    fn r4_2a_ruling_8_the_ruleset_may_forbid_passing_through() {
        let mut table = position(APART).rules(|rules| rules.stacking_pass_through = Some(false)).moves();
        table.does("move g1");
        table.refuses("step 0201", "4.0 2a");
    }

    #[test]
    fn r4_2a_ruling_8_a_unit_never_enters_an_enemys_hex() {
        let mut table = position(
            "
            map 9x9
            german infantry g1 er 1 at 0705 battle
            french infantry f1 er 1 at 0905 battle",
        )
        .moves();
        table.does("move g1, step 0805, pass").rolls(&[1]);
        table.does("move g1");
        table.refuses("step 0905", "4.0 2a");
    }

    #[test]
    fn r4_2a_a_unit_shut_in_cannot_be_moved() {
        let table = position("map 3x3\n only 0101\n german infantry g1 er 1 at 0101").moves();
        table.refuses("move g1", "4.0 2a");
        table.allows("pass");
    }

    #[test]
    fn r4_2a_a_refused_hex_says_what_the_whole_way_costs_or_who_holds_it() {
        let mut table = position(
            "map 12x9
            german infantry g1 er 1 at 0101
            german infantry g2 er 1 at 0102
            french infantry f1 er 1 at 1109",
        )
        .moves();
        table.does("move g1");
        let why = |hex: &str| {
            let cell = table.game.board.map.cell(table.game.board.map.find(&hex.into()).unwrap());
            table.game.why_not(Click::Cell(cell)).reason
        };
        assert_eq!(why("0701"), "hex 0701 is too far: 6 of 4 MP");
        assert_eq!(why("0102"), "hex 0102 is held by g2");
    }
}
