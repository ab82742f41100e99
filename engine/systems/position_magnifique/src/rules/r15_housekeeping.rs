//! 15.0 Housekeeping: markers are removed, and the next turn begins or the game ends.

use std::fmt::Arguments;

use battlewright_schema::rule::WinTime;
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::rules::r08_sequence::BeginTurn;
use crate::stage::{Part, TaskStage};
use crate::state::{Done, Fired, RallyRecord};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::tasks::TaskFamily;

/// 15.0: housekeeping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Housekeeping;

impl TaskFamily<PositionMagnifique> for Housekeeping {
    fn stage(&self, _: &PositionMagnifique, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        TaskStage::new(None, rule::HOUSEKEEPING, Some(Part::Housekeeping))
    }

    fn proceed(self, game: &mut PositionMagnifique, log: &mut impl Log<Event>) {
        game.run_housekeeping(log);
    }
}

impl PositionMagnifique {
    /// Ends the turn.
    pub(crate) fn run_housekeeping(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::TurnEnd, log) {
            return;
        }
        for hq in &mut self.state.hqs {
            hq.overrun = false;
            hq.activated = false;
            hq.rallied = RallyRecord::default();
        }
        for unit in &mut self.state.units {
            unit.done = Done::default();
            unit.fired = Fired::No;
            unit.hit = false;
        }
        if self.state.turn >= self.board.turns {
            self.judge(log);
        } else {
            self.push(BeginTurn);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::state::{Chit, ChitIx};
    use crate::tests::testing::position;
    use battlewright_core::game::Level;

    #[test]
    fn r15_chits_go_back_into_the_cup_used_held_or_placed() {
        let mut table = position(
            "map 9x9
            corps ii french at 0202 range 3 5
            french infantry f1 4/2 at 0203 of ii
            holds french beaten-zone
            chit prussian krupp-guns colonel-caprivi",
        )
        .set_up();
        let ii = table.formation("ii");
        table.game.state.feu = Some(ii);
        table.game.state.malaise = Some(ii);
        table.run(|game, _| {
            game.state.stack.clear();
            game.next_chit();
        });
        table.logs("Turn 2, 09:00 [8.1]");
        let state = &table.game.state;
        assert_eq!(*state.cup, [Chit::Activation(ii), Chit::Event(ChitIx(0)), Chit::Event(ChitIx(1))]);
        assert!(state.held.is_empty());
        assert_eq!((state.feu, state.malaise), (None, None));
    }

    #[test]
    fn r15_overrun_and_other_markers_of_the_turn_come_off() {
        let mut table = position(
            "map 9x9
            corps ii french at 0202 range 3 5 overrun
            french infantry f1 4/2 at 0203 of ii",
        )
        .set_up();
        let (ii, f1) = (table.formation("ii"), table.unit("f1"));
        table.game.hq_mut(ii).activated = true;
        table.game.unit_mut(f1).done.out = true;
        assert_eq!(table.game.command_rating(ii), 0);
        table.run(|game, _| {
            game.state.stack.clear();
            game.next_chit();
        });
        assert_eq!(table.game.command_rating(ii), 3);
        assert!(!table.game.hq(ii).activated && !table.game.unit(f1).done.out);
    }

    #[test]
    fn r15_the_game_ends_with_its_last_turn() {
        let table = position(
            "map 9x9
            turn 6 of 6
            corps ii french at 0202 range 3 5
            french infantry f1 4/2 at 0203 of ii",
        )
        .turn_end();
        assert_eq!((table.outcome().winner, table.outcome().level), (None, Level::Draw));
    }
}
