//! The meaning of clicks that point at no choice by themselves, and explanations of clicks without effect. The task at hand
//! refuses what a click means; here is what is wrong with clicks that mean nothing.

use crate::action::{Action, RefusalCause};
use crate::board::Arm;
use crate::rules::r05_movement::{Motion, MoveTask};
use crate::rules::r07_6_retreat::RetreatTask;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r10_command::CommandTask;
use crate::rules::r11_air::AirTask;
use crate::rules::r14_setup::SetupTask;
use crate::state::{At, Mission, Task};
use crate::{Matz, MegaIx, UnitIx, rulebook as rule};
use battlewright_core::game::{Game as _, Illegal, Rule, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::no_route::NoRoute;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Click, Show as _};

/// The objects of a click.
#[derive(Clone, Copy)]
struct Clicked {
    unit: Option<UnitIx>,
    /// The hex that was clicked, not that of the counter.
    hex: Option<HexIx>,
}

impl Matz {
    fn clicked(&self, click: &Click) -> Clicked {
        let (id, cell) = click.parts();
        Clicked { unit: id.and_then(|id| self.find(id)), hex: cell.and_then(|cell| self.board.map.at(cell)) }
    }

    /// The action that a click means that points at no legal one by its piece and its hex: a counter stands for its hex, a
    /// hex for a counter in it or for its mega-hex.
    pub(crate) fn further_meaning(&self, click: &Click) -> Option<Action> {
        let Turn::Choose(asked) = self.turn() else { return None };
        let clicked = self.clicked(click);
        let at = clicked.hex.or_else(|| self.hex_of(clicked.unit?));
        let is_own = |unit: &UnitIx| self.unit_side(*unit) == asked;
        // A hex that is clicked alone stands for the first unit in it.
        let here = clicked.hex.filter(|_| clicked.unit.is_none());
        let unit = clicked.unit.or_else(|| self.ground.units(here?).next());
        let own = unit.filter(is_own);
        match self.state.stack.last()? {
            Task::Setup(SetupTask::Setup(_)) => own.map(Action::Place),
            Task::Setup(SetupTask::Place(_))
            | Task::Command(CommandTask::ReturnHq(_))
            | Task::Move(MoveTask::Moving(_))
            | Task::Retreat(RetreatTask::Retreat(_)) => at.map(Action::Hex),
            Task::Command(CommandTask::Notes(_)) => {
                let corps =
                    self.board.all_formations().find(|formation| self.board.formation(*formation).side == asked);
                own.zip(corps).map(|(unit, formation)| Action::Attach { unit, formation })
            }
            Task::Move(MoveTask::Phase) => unit.map(Action::Move),
            Task::Air(AirTask::Patrols(_)) => unit.map(Action::Patrol),
            Task::Air(AirTask::Patrol(_) | AirTask::Fly(_)) => {
                let mega = at.and_then(|hex| self.board.mega.of(hex)).or_else(|| self.mega_of(clicked.unit?));
                mega.map(Action::Mega)
            }
            Task::Air(AirTask::Phase | AirTask::Assemble(_)) => {
                let flies = own.filter(|unit| self.board.unit(*unit).arm.flies())?;
                let mission = if self.is_fighter(flies) { Mission::Escort } else { Mission::Bombing };
                Some(Action::Launch { unit: flies, mission })
            }
            Task::Air(AirTask::Interception { .. } | AirTask::Fight(_)) => clicked.unit.map(Action::Engage),
            Task::Barrage(BarrageTask::Phase) | Task::Combat(CombatTask::Phase) => at.map(Action::Target),
            Task::Barrage(BarrageTask::Plan { .. }) => unit.map(Action::Join),
            Task::Combat(CombatTask::Plan(_)) => own.map(Action::Join).or_else(|| at.map(Action::Target)),
            Task::Combat(CombatTask::AttackSupport(_) | CombatTask::DefenseSupport(_)) => unit.map(Action::Support),
            Task::Loss(_) => own.map(Action::Lose),
            Task::Retreat(RetreatTask::Advance { units, hexes }) => {
                let unit = clicked.unit.or_else(|| units.first().copied())?;
                let to = clicked.hex.or_else(|| hexes.first().copied())?;
                Some(Action::Advance { unit, to })
            }
            _ => None,
        }
    }

    /// The mega-hex of an air unit on the map.
    fn mega_of(&self, unit: UnitIx) -> Option<MegaIx> {
        match self.unit(unit).at {
            At::Patrol(mega) | At::Mission { mega, .. } => Some(mega),
            _ => None,
        }
    }

    /// The reason why `click` does nothing now.
    pub(crate) fn why_not_click(&self, click: &Click) -> Illegal {
        let clicked = self.clicked(click);
        let goal = clicked.hex.or_else(|| self.hex_of(clicked.unit?));
        if let Some(illegal) = goal.and_then(|goal| self.why_no_route(goal)) {
            return illegal;
        }
        let refused = self.meaning(click.clone()).and_then(|action| self.check(&action).err());
        match refused {
            // A task that says no more than what it asks for is helped out.
            Some(illegal) if illegal != RefusalCause::NotAsked.explain(self) => illegal,
            _ => {
                let why = self.clicked(click).unit.and_then(|unit| self.why(unit));
                why.unwrap_or(RefusalCause::NotAsked).explain(self)
            }
        }
    }

    /// The reason why the unit in motion cannot come to `goal`; `None` if no unit moves from hex to hex, and for its own hex.
    fn why_no_route(&self, goal: HexIx) -> Option<Illegal> {
        let motion = self.moving()?;
        if motion.halted || motion.hex.is_none_or(|hex| hex == goal) {
            return None;
        }
        let map = &self.board.map;
        // Each step is paid for by a unit that has spent nothing, so that the way is as long as it must be.
        let step = |(motion, spent): &(Motion, u16), hex| {
            let next = self.next_motion(&Motion { spent: 0, ..*motion }, hex)?;
            Ok((next, spent.saturating_add(2 * u16::from(next.spent))))
        };
        let start = (*motion, 2 * u16::from(motion.spent));
        let found = NoRoute::find(map, start, goal, |(motion, spent)| (motion.hex, *spent), step, |_| Ok(()));
        let halted = |why: RefusalCause| matches!(why, RefusalCause::Because(rule::ZOC_EFFECTS, _));
        let allowance = self.movement_now().map_or(0, |movement| movement.allowance);
        found.refusal(map, rule::MOVEMENT, goal, allowance, |why| match why {
            why if halted(why) => Illegal::new(
                rule::ZOC_EFFECTS,
                format!("the move would have to end in an enemy zone of control before hex {}", map.name(goal)),
            ),
            why => why.explain(self),
        })
    }

    /// The reason why the task at hand takes no click on `unit`.
    fn why(&self, unit: UnitIx) -> Option<RefusalCause> {
        let asked = match self.turn() {
            Turn::Choose(side) => side,
            Turn::Over(_) => return Some(RefusalCause::Over),
            Turn::Chance(_) => return None,
        };
        let facts = self.board.unit(unit);
        let task = self.state.stack.last()?;
        if facts.side != asked && is_own_business(task) {
            return Some(RefusalCause::Because(self.asked_by(), "this decision belongs to the other side"));
        }
        let off_map = |rule: Rule, reason| Some(RefusalCause::Because(rule, reason));
        match (task, self.unit(unit).at) {
            (_, At::Eliminated(_)) if !facts.is_hq() => off_map(rule::STEP_LOSSES, "the unit is eliminated"),
            (_, At::Eliminated(_)) => off_map(rule::HEADQUARTERS, "the headquarters is destroyed, and returns later"),
            (Task::Move(_), At::Reserve) => off_map(rule::REINFORCEMENTS, "the reserve has not been called up"),
            (Task::Air(_), _) if !facts.arm.flies() => off_map(rule::AIR_UNITS, "only aircraft fly"),
            (Task::Command(_), _) => off_map(rule::TANKS, "only tanks of an army are attached here"),
            (Task::Loss(_), _) => off_map(rule::COMBAT_RESULTS, "the unit has no part in these losses"),
            (Task::Retreat(RetreatTask::Advance { .. }), _) => {
                off_map(rule::RETREATS, "only units that won the combat in contact advance")
            }
            (Task::Combat(CombatTask::Phase), _) => {
                off_map(rule::COMBAT, if matches!(facts.arm, Arm::Headquarters) { HQ_ATTACKS } else { CHOOSE_TARGET })
            }
            _ => None,
        }
    }
}

const HQ_ATTACKS: &str = "headquarters never attack";
const CHOOSE_TARGET: &str = "choose the hex under attack first";

/// Returns `true` if `task` asks a side about its own units only.
fn is_own_business(task: &Task) -> bool {
    matches!(
        task,
        Task::Setup(_)
            | Task::Command(_)
            | Task::Move(MoveTask::Phase)
            | Task::Barrage(BarrageTask::Plan { .. })
            | Task::Combat(CombatTask::AttackSupport(_) | CombatTask::DefenseSupport(_))
            | Task::Air(AirTask::Patrols(_) | AirTask::Phase | AirTask::Assemble(_))
            | Task::Loss(_)
            | Task::Retreat(RetreatTask::Advance { .. })
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    fn cell(table: &Table, name: &str) -> battlewright_schema::Cell {
        table.game.board.map.cell(table.hex(name))
    }

    /// The notation of what a click on this counter or hex means, or on the one and then the other.
    fn means(table: &Table, at: &str) -> Option<String> {
        let click = match at.split_once(' ') {
            Some((id, hex)) => Click::Order(id.to_owned(), cell(table, hex)),
            None if at.starts_with('0') => Click::Cell(cell(table, at)),
            None => Click::Piece(at.to_owned()),
        };
        table.game.meaning(click).map(|action| table.game.label(&action).notation)
    }

    /// Asserts by which rule a click on this counter or hex is refused, and what the reason says.
    #[track_caller]
    fn refused(table: &Table, at: &str, rule: &str, reason: &str) {
        let click = if at.starts_with('0') { Click::Cell(cell(table, at)) } else { Click::Piece(at.to_owned()) };
        let illegal = table.game.why_not(click);
        assert_eq!(illegal.rule.number, rule, "{illegal}");
        assert!(illegal.reason.contains(reason), "{illegal}");
    }

    #[test]
    fn r5_1_clicks_of_movement_name_units_and_hexes() {
        let mut table = position(
            "german infantry g1 4/2 at 0303
            french infantry f1 4/2 at 0307",
        )
        .at(GERMAN, Phase::Movement);
        assert_eq!(means(&table, "g1").as_deref(), Some("move g1"));
        assert_eq!(means(&table, "0303").as_deref(), Some("move g1"), "a hex stands for its unit");
        assert_eq!(means(&table, "g1 0304").as_deref(), Some("move g1"));
        refused(&table, "f1", "2.1", "only units of the active side move");
        table.does("move g1");
        assert_eq!(means(&table, "0304").as_deref(), Some("hex 0304"));
        assert_eq!(means(&table, "f1").as_deref(), Some("hex 0307"), "a counter stands for its hex");
    }

    #[test]
    fn r8_1_a_click_in_the_bombardment_phase_names_a_target_and_then_a_unit() {
        let mut table = position(
            "german artillery g1 3-4 3 at 0404
            german infantry g2 4/2 at 0404
            french infantry f1 4/2 at 0406
            french infantry f3 4/2 at 0808",
        )
        .at(GERMAN, Phase::Bombardment);
        assert_eq!(means(&table, "f1").as_deref(), Some("target 0406"));
        refused(&table, "0808", "8.1", "no unit that may still fire reaches 0808");
        table.does("target 0406");
        assert_eq!(means(&table, "g1").as_deref(), Some("join g1"));
        refused(&table, "g2", "8.1", "only artillery and bombers bombard");
    }

    #[test]
    fn r11_3_a_click_in_the_air_names_aircraft_and_mega_hexes() {
        let mut table = position(
            "map 12x12
            mega 0404
            german fighter g8 4 drawn
            german infantry g1 4/2 at 0303
            french infantry f1 4/2 at 0909",
        )
        .at(GERMAN, Phase::Air);
        assert!(means(&table, "g8").is_some_and(|meant| meant.starts_with("launch g8 ")), "{:?}", means(&table, "g8"));
        refused(&table, "g1", "11.1", "only aircraft fly");
        let g8 = table.unit("g8");
        table.game.state.stack = vec![AirTask::Patrol(g8).into()];
        let mega = means(&table, "0403").expect("the hex is in a mega-hex");
        assert_eq!(mega, format!("mega {}", table.game.board.map.name(center(&table, "0403"))));
    }

    fn center(table: &Table, hex: &str) -> HexIx {
        table.game.board.mega.center(table.mega(hex)).expect("it has one")
    }

    #[test]
    fn r12_2_units_off_the_map_are_refused_with_the_reason() {
        let mut table = position(
            "entry E french 0009
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0405
            french infantry f4 4/2
            corps y french at 0505
            reserve r french turn 3 points 6 by E f4
            german infantry g1 4/2 at 0101",
        )
        .at(FRENCH, Phase::Movement);
        let [f2, hq] = ["f2", "y-hq"].map(|id| table.unit(id));
        table.game.put(f2, At::Eliminated(1));
        table.game.put(hq, At::Eliminated(1));
        for (id, reason) in [("f2", "eliminated"), ("y-hq", "destroyed"), ("f4", "called up")] {
            let illegal = table.game.why_not(Click::Piece(id.to_owned()));
            assert!(!illegal.reason.contains("does not answer"), "{id}, {reason}: {illegal}");
        }
    }
}
