//! Explanations of clicks without effect. What a click means is refused by the task at hand; here is what is wrong with
//! clicks that mean nothing by themselves, such as one on a unit that has nobody to fire at.

use crate::action::{RefusalCause, Shot, Weapon};
use crate::rules::r08_fire::FireTask;
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_09_opportunity_charge::OpportunityCharge;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultTask;
use crate::state::{Activation, Fired, Task};
use crate::{AtAnyCost, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::{Game as _, Illegal, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::no_route::{self, NoRoute};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Click, Show as _};

impl AtAnyCost {
    /// The reason why `click` does nothing now.
    pub(crate) fn why_not_click(&self, click: Click) -> Illegal {
        let refused = self.meaning(click.clone()).and_then(|action| self.check(&action).err());
        let (id, cell) = click.parts();
        let piece = id.and_then(|id| self.find(id));
        let hex = cell.and_then(|cell| self.board.map.at(cell));
        let goal = hex.or_else(|| self.at(piece?).hex());
        if let Some(illegal) = goal.and_then(|goal| self.why_no_route(goal)) {
            return illegal;
        }
        let here = hex.and_then(|hex| self.front_in(hex)).map(MovingPiece::Unit);
        let why = || self.state.stack.last().and_then(|task| self.why(task, piece.or(here)));
        match refused {
            // A task that says no more than what it asks for is helped out.
            Some(illegal) if illegal != RefusalCause::NotAsked.explain(self) => illegal,
            _ => why().unwrap_or(RefusalCause::NotAsked).explain(self),
        }
    }

    /// The reason why the piece in motion cannot come to `goal`; `None` if no piece moves from hex to hex, and for its own hex.
    fn why_no_route(&self, goal: HexIx) -> Option<Illegal> {
        let motion = self.moving()?;
        if motion.charge.is_some() || motion.hex.is_none_or(|hex| hex == goal) {
            return None;
        }
        let map = &self.board.map;
        let found = NoRoute::find(
            map,
            Motion { allowance: u16::MAX / 2, ..*motion },
            goal,
            |motion| (motion.hex, motion.spent),
            |motion, hex| self.next_motion(motion, hex),
            |motion| self.may_stop(motion),
        );
        found.refusal(map, rule::TERRAIN, goal, motion.allowance, |why| match why {
            RefusalCause::Because(rule::STACKING, _) => {
                let holders: Vec<String> =
                    self.ground.units(goal).map(|unit| self.board.unit(unit).name.clone()).collect();
                no_route::held_by(map, rule::STACKING, goal, &holders)
            }
            why => why.explain(self),
        })
    }

    /// The reason why `task` takes no click on `piece`.
    fn why(&self, task: &Task, piece: Option<MovingPiece>) -> Option<RefusalCause> {
        let asked = match self.turn() {
            Turn::Choose(side) => side,
            Turn::Over(_) => return Some(RefusalCause::Over),
            Turn::Chance(_) => return None,
        };
        let piece = piece?;
        let MovingPiece::Unit(unit) = piece else {
            let fires = matches!(task, Task::Fire(FireTask::Step | FireTask::Arrival(_)));
            return fires.then_some(RefusalCause::Because(rule::FIRE_ELIGIBILITY, "headquarters do not fire"));
        };
        if self.unit_side(unit) != asked && is_own_business(task) {
            return Some(RefusalCause::Because(self.asked_by(), "this decision belongs to the other side"));
        }
        match task {
            Task::Fire(FireTask::Step) => self.activation().and_then(|activation| self.why_no_fire(activation, unit)),
            Task::Move(MoveTask::Contact { motion, tried }) => Some(self.why_no_countercharge(motion, tried, unit)),
            Task::Move(MoveTask::Opportunity(charge)) => Some(self.why_no_opportunity(charge, unit)),
            Task::Assault(AssaultTask::Evasion(_) | AssaultTask::ToughChoice(_) | AssaultTask::Losses(_)) => {
                Some(RefusalCause::Because(rule::ASSAULT_RESULTS, "the unit cannot be chosen for this"))
            }
            _ => None,
        }
    }

    /// 8.1: a click on a unit alone means that it fires.
    fn why_no_fire(&self, activation: &Activation, unit: UnitIx) -> Option<RefusalCause> {
        let refuse = |reason| Some(RefusalCause::Because(rule::FIRE_ELIGIBILITY, reason));
        if !self.is_active(activation, unit) {
            return refuse("only active units fire in the Fire Combat Step");
        }
        let done = self.unit(unit).done;
        let has_marker = self.unit(unit).marker_of.is_some();
        if done.fired != Fired::No && (done.mitrailleuse_fired || !has_marker) {
            return refuse("the unit has already fired");
        }
        self.why_no_target(activation, unit)
    }

    /// The reason why `unit` has nobody to fire at in the Fire Combat Step: the one that forbids each of its targets, such as
    /// what it lacks itself, or that none can be reached.
    fn why_no_target(&self, activation: &Activation, unit: UnitIx) -> Option<RefusalCause> {
        let enemies = self.on_map(self.unit_side(unit).other());
        let mut refusals = enemies.map(|(target, _)| {
            let shot = Shot { firer: unit, weapon: Weapon::Own, target, half: false };
            self.may_fire_in_step(activation, &shot).err()
        });
        let nobody = RefusalCause::Because(rule::FIRE_PROCEDURE, "no enemy unit is in range and in sight");
        let Some(first) = refusals.next() else { return Some(nobody) };
        let mut only = first?;
        for refusal in refusals {
            if refusal? != only {
                only = nobody;
            }
        }
        Some(only)
    }

    /// 12.8: the reason why `unit` does not meet a charge.
    fn why_no_countercharge(&self, motion: &Motion, tried: &[UnitIx], unit: UnitIx) -> RefusalCause {
        let reason = if !self.is_next_to(unit, motion.hex) {
            "only cavalry that is charged, or next to the last hex of the charge, may countercharge"
        } else {
            if let MovingPiece::Unit(charger) = motion.piece
                && self.may_react(unit)
                && let Err(cause) = self.may_charge_by_rows(unit, charger, true)
            {
                return cause;
            }
            self.why_no_reaction(tried, unit)
        };
        RefusalCause::Because(rule::COUNTERCHARGE, reason)
    }

    /// 12.9: the reason why `unit` makes no Opportunity Charge.
    fn why_no_opportunity(&self, charge: &OpportunityCharge, unit: UnitIx) -> RefusalCause {
        let reason = if !self.is_next_to(unit, self.hex_of(charge.target)) {
            "only cavalry next to the unit that has completed its move may charge it"
        } else {
            if self.may_react(unit)
                && let Err(cause) = self.may_charge_by_rows(unit, charge.target, true)
            {
                return cause;
            }
            self.why_no_reaction(&charge.tried, unit)
        };
        RefusalCause::Because(rule::OPPORTUNITY_CHARGE, reason)
    }

    fn is_next_to(&self, unit: UnitIx, hex: Option<HexIx>) -> bool {
        self.hex_of(unit).zip(hex).is_some_and(|(at, hex)| self.board.map.distance(at, hex) == 1)
    }

    /// The reason why `unit`, where it stands, does not react to a move.
    fn why_no_reaction(&self, tried: &[UnitIx], unit: UnitIx) -> &'static str {
        let state = self.unit(unit);
        if !self.is_cavalry(unit) {
            "only cavalry charges"
        } else if tried.contains(&unit) {
            "the unit has tried already"
        } else if state.elan > 0 {
            "Shaken and Disrupted units do not charge"
        } else if state.second_line {
            "only Front Line cavalry charges"
        } else {
            "the unit is charged itself"
        }
    }
}

/// Returns `true` if `task` asks a side about its own units only.
fn is_own_business(task: &Task) -> bool {
    matches!(
        task,
        Task::Fire(FireTask::Step | FireTask::Arrival(_))
            | Task::Move(MoveTask::Choose(_) | MoveTask::Contact { .. } | MoveTask::Opportunity(_))
            | Task::Assault(AssaultTask::Losses(_) | AssaultTask::Breakthrough(_))
            | Task::Rally(_)
    )
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::show::{Click, Show as _};

    /// Asserts by which rule a click on this counter or hex is refused, and what the reason says.
    #[track_caller]
    fn refused(table: &Table, at: &str, rule: &str, reason: &str) {
        let click = match at.parse::<u16>() {
            Ok(_) => Click::Cell(table.game.board.map.cell(table.hex(at))),
            Err(_) => Click::Piece(at.to_owned()),
        };
        let illegal = table.game.why_not(click);
        assert_eq!(illegal.rule.number, rule, "{illegal}");
        assert!(illegal.reason.contains(reason), "{illegal}");
    }

    #[test]
    fn r8_1_why_a_unit_does_not_fire() {
        let mut table = position(
            "map 20x9
            prussian field p1 6/3 at 0405
            prussian field p2 6/3 at 1805
            prussian field p3 6/3 at 0505 rationed
            prussian cavalry p4 3/2 at 0305
            prussian infantry p5 8/4 at 0304
            french infantry f1 5/3 at 0403
            french infantry f2 5/3 at 0503
            corps x prussian at 1901 rating 0 0
            prussian field p6 6/3 at 0406 of x",
        )
        .fires("prussian");
        refused(&table, "f1", "8.1", "belongs to the other side");
        refused(&table, "p2", "8.4", "beyond Extreme Range");
        refused(&table, "p3", "8.9", "fires only defensively");
        refused(&table, "p4", "8.1", "cavalry does not fire");
        refused(&table, "p6", "8.1", "only active units");
        refused(&table, "prussian-hq", "8.1", "headquarters do not fire");
        refused(&table, "0101", "8.1", "this does not answer the current question: Prussians: fire, or pass");
        table.does("fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), PRUSSIAN);
        refused(&table, "p1", "8.1", "already fired");
    }

    #[test]
    fn r8_2_a_click_on_a_unit_and_then_on_its_target_says_why_that_fire_is_forbidden() {
        let table = position(
            "map 20x9
            prussian infantry p1 8/4 at 0405
            french infantry f1 5/3 at 0404
            french infantry f2 5/3 at 1205",
        )
        .fires("prussian");
        let cell = table.game.board.map.cell(table.hex("1205"));
        let illegal = table.game.why_not(Click::Order("p1".into(), cell));
        assert_eq!((illegal.rule.number, illegal.reason.as_str()), ("8.4", "the target is beyond Extreme Range"));
        let cell = table.game.board.map.cell(table.hex("0404"));
        let meaning = table.game.meaning(Click::Order("p1".into(), cell));
        assert_eq!(meaning, Some(table.action("fire p1 f1")));
    }

    #[test]
    fn r12_6_why_a_unit_does_not_fire_defensively() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0406
            french infantry f1 5/3 at 0404
            french infantry f2 5/3 at 0803
            french cavalry f3 2/1 at 0504",
        )
        .moves("prussian");
        table.does("move p1, hex 0405");
        assert_eq!(table.chooser(), FRENCH);
        refused(&table, "f2", "12.6", "adjacent units only");
        refused(&table, "f3", "8.1", "cavalry does not fire");
        refused(&table, "p1", "12.6", "belongs to the other side");
    }

    #[test]
    fn r12_1_why_a_piece_does_not_move() {
        let mut table = position(
            "corps iii prussian at 0001 rating 20 20
            prussian infantry p1 8/4 at 0405 of iii
            prussian infantry p2 8/4 at 0605
            prussian cavalry p3 3/2 at 0205 of iii shaken
            french infantry f1 5/3 at 0201",
        )
        .moves("iii");
        refused(&table, "p2", "12.1", "only active units move");
        refused(&table, "prussian-hq", "12.1", "only the active HQ moves");
        let cell = table.game.board.map.cell(table.hex("0201"));
        let illegal = table.game.why_not(Click::Order("p3".into(), cell));
        assert_eq!((illegal.rule.number, illegal.reason.contains("do not charge")), ("12.7", true), "{illegal}");
        table.does("move p1");
        refused(&table, "0808", "12.2", "adjacent hex");
    }

    #[test]
    fn r12_8_why_cavalry_does_not_countercharge() {
        let mut table = position(
            "map 14x9
            prussian cavalry p1 2/1 tcr 8/7 heavy at 0305
            french infantry f1 5/3 at 0605
            french cavalry f2 2/1 tcr 6/5 at 0506
            french cavalry f3 2/1 at 0504 shaken
            french cavalry f4 2/1 at 0805",
        )
        .moves("prussian");
        table.does("charge p1 f1, hex 0405, hex 0505");
        if table.choices("fire").contains(&"f1 p1".to_owned()) {
            table.does("pass");
        }
        table.does("hex 0605");
        assert_eq!(table.choices("unit"), ["f2"]);
        refused(&table, "f1", "12.8", "only cavalry charges");
        refused(&table, "f3", "12.8", "Shaken and Disrupted units");
        refused(&table, "f4", "12.8", "next to the last hex of the charge");
        refused(&table, "p1", "12.8", "belongs to the other side");
    }

    #[test]
    fn r12_9_why_cavalry_makes_no_opportunity_charge() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 8/4 at 0408
            french cavalry f1 2/1 tcr 6/5 at 0405
            french cavalry f2 2/1 tcr 6/5 at 0505
            french cavalry f3 2/1 at 0802",
        )
        .moves("prussian");
        table.does("move p1, hex 0407, hex 0406, stop, unit f1").rolls(&[7]);
        refused(&table, "f1", "12.9", "tried already");
        refused(&table, "f3", "12.9", "completed its move");
    }

    #[test]
    fn r13_7_why_a_unit_does_not_retreat_there() {
        let mut table = position(
            "prussian infantry p1 9/5 at 0405
            french infantry f1 9/5 tcr 7/6 at 0404",
        )
        .assaults("prussian");
        table.does("hex 0404, unit p1, begin").rolls(&[8]).does("lose f1 retreat");
        refused(&table, "0808", "13.7", "not next to");
        refused(&table, "p1", "13.7", "an enemy unit in 0405");
        refused(&table, "0504", "13.7", "away from the enemy");
    }

    #[test]
    fn r14_2_why_a_unit_does_not_recover() {
        let table = position(
            "corps ii french at 0101 rating 3 3
            french infantry f1 5/3 at 0102 of ii shaken
            french infantry f2 5/3 at 0202 of ii
            french infantry f3 5/3 at 0808 of ii low
            french infantry f4 5/3 broken 5 of ii
            prussian infantry p1 8/4 at 0707",
        )
        .rallies("ii", "regroup");
        refused(&table, "f2", "14.2", "no Elan Hit");
        refused(&table, "f3", "14.2", "out of the Command Range");
        refused(&table, "f4", "10.2", "not in the Available for Rebuild Box");
        refused(&table, "p1", "14.2", "belongs to the other side");
    }

    #[test]
    fn r7_1_who_is_not_asked_is_told_what_is() {
        let table = position("french infantry f1 5/3 at 0202").activate("french");
        refused(&table, "f1", "7.1", "this does not answer the current question: French: the order of french");
    }
}
