//! The hexes within reach of the piece in motion, and the path to each, for the board view.

use battlewright_schema::Cell;

use crate::Matz;
use crate::action::Action;
use crate::rules::r05_movement::Motion;
use battlewright_core::kit::reach::{self, MotionStep};
use battlewright_core::show::Movement;

impl Matz {
    /// The movement of the piece in motion; `None` when no piece is in motion.
    pub(crate) fn movement_now(&self) -> Option<Movement> {
        let motion = self.moving()?;
        Some(Movement { spent: 2 * u16::from(motion.spent), allowance: 2 * u16::from(self.allowance_of(motion)) })
    }

    /// The actions that bring the piece in motion to `cell`; the end of its move if it is there.
    pub(crate) fn route_to(&self, cell: Cell) -> Vec<Action> {
        let (Some(motion), Some(goal)) = (self.moving(), self.board.map.at(cell)) else { return Vec::new() };
        if motion.hex == Some(goal) {
            let stops = self.may_stop(motion).is_ok();
            return if stops { vec![Action::Stop] } else { Vec::new() };
        }
        let reached = self.reachable(motion);
        let ends = (0..).zip(&reached).filter(|(_, step)| step.motion.hex == Some(goal));
        let cheapest = ends.min_by_key(|(_, step)| step.motion.spent).map(|(place, _)| place);
        reach::way(&reached, cheapest, |motion| motion.hex).into_iter().map(Action::Hex).collect()
    }

    /// The hexes that the piece in motion can reach.
    pub(crate) fn reached_cells(&self) -> Vec<Cell> {
        let Some(motion) = self.moving() else { return Vec::new() };
        let reached = self.reachable(motion);
        let ends = reach::ends(&reached, |motion| motion.hex, |end| self.may_stop(end).is_ok());
        ends.into_iter().map(|hex| self.board.map.cell(hex)).collect()
    }

    /// Everywhere that `start` can lead by ever better ways, without a return to its hex. Of two ways to a hex, one is better
    /// if it costs no more and allows no less.
    pub(crate) fn reachable(&self, start: &Motion) -> Vec<MotionStep<Motion>> {
        let steps = |motion: &Motion, found: &mut dyn FnMut(Motion)| {
            self.each_next_hex(motion, |hex| match self.next_motion(motion, hex) {
                Ok(next) if next.hex != start.hex => found(next),
                _ => {}
            });
        };
        reach::explore(start, steps, |next, known| {
            known.hex == next.hex
                && known.spent <= next.spent
                && known.in_zoc <= next.in_zoc
                && known.halted <= next.halted
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::Game as _;
    use battlewright_core::show::Show as _;

    const GROUND: &str = "
        woods 0405
        german infantry g1 4/2 at 0406 move 2
        french infantry f1 4/2 at 0403";

    /// The hexes within reach, by name.
    fn reach(table: &Table) -> Vec<String> {
        let map = &table.game.board.map;
        let mut names: Vec<String> =
            table.game.reach().into_iter().map(|cell| map.grid().name(cell).to_string()).collect();
        names.sort_unstable();
        names
    }

    /// The actions of the route to a hex, in the notation of replays.
    fn route(table: &Table, hex: &str) -> Vec<String> {
        let cell = table.game.board.map.cell(table.hex(hex));
        table.game.route(cell).iter().map(|action| table.game.label(action).notation).collect()
    }

    #[test]
    fn r5_2_the_reach_ends_before_zones_of_control_that_are_too_far_for_the_plain_allowance() {
        let mut table = position(GROUND).only(GERMAN, Phase::Movement);
        assert!(reach(&table).is_empty(), "nobody moves");
        table.does("move g1");
        let reached = reach(&table);
        assert!(reached.contains(&"0305".to_owned()) && reached.contains(&"0405".to_owned()));
        assert!(!reached.contains(&"0404".to_owned()), "a zone of control, two hexes away over woods");
        assert!(!reached.contains(&"0406".to_owned()), "its own hex");
        assert!(reached.contains(&"0409".to_owned()) && !reached.contains(&"0401".to_owned()));
    }

    #[test]
    fn r5_1_the_route_to_each_hex_within_reach_is_legal_and_the_cheapest() {
        let mut moving = position(GROUND).only(GERMAN, Phase::Movement);
        moving.does("move g1");
        assert_eq!(route(&moving, "0406"), [] as [&str; 0], "no end before the first step");
        assert_eq!(route(&moving, "0405"), ["hex 0405"]);
        assert_eq!(route(&moving, "0401"), [] as [&str; 0]);
        for hex in reach(&moving) {
            let mut table = Table::of(moving.game.clone());
            for step in route(&moving, &hex) {
                table.does(&step);
            }
            assert_eq!(table.at("g1"), hex);
            if table.game.moving().is_some() {
                assert_eq!(route(&table, &hex), ["stop"]);
            }
        }
    }

    #[test]
    fn r5_1_a_stack_moves_as_a_sequence_of_the_moves_of_its_units() {
        use battlewright_core::play::{companions, group_move};

        let ground = "
            woods 0405
            german infantry g1 4/2 at 0406 division 4GD move 2
            german infantry g2 4/2 at 0406 division 4GD move 5
            german infantry g3 4/2 at 0406 division 11 move 5
            german infantry g4 4/2 at 0407
            french infantry f1 4/2 at 0802";
        let table = position(ground).only(GERMAN, Phase::Movement);
        let game = &table.game;
        assert_eq!(companions(game, "g1"), ["g2", "g3"], "who stands elsewhere does not go along");
        assert_eq!(game.smallest_formation("g1"), game.smallest_formation("g2"));
        assert_ne!(game.smallest_formation("g1"), game.smallest_formation("g3"));
        let cell = |hex: &str| game.board.map.cell(table.hex(hex));
        let all = ["g1", "g2", "g3"].map(str::to_owned);
        // One of them cannot go that far.
        let plan = group_move(game, &all, cell("0402"));
        assert_eq!((plan.arrived, plan.refused.len()), (vec!["g2".to_owned(), "g3".to_owned()], 1));
        assert_eq!(plan.refused[0].0, "g1");
        let plan = group_move(game, &all, cell("0306"));
        assert_eq!((&plan.arrived[..], plan.refused), (&all[..], Vec::new()));
        let mut table = Table::of(game.clone());
        for action in plan.actions {
            let notation = table.game.label(&action).notation;
            table.does(&notation);
        }
        assert_eq!(["g1", "g2", "g3", "g4"].map(|id| table.at(id)), ["0306", "0306", "0306", "0407"]);
        // One that is in motion already leads the others.
        let mut table = position(ground).only(GERMAN, Phase::Movement);
        table.does("move g2");
        let plan = group_move(&table.game, &["g2", "g3"].map(str::to_owned), cell("0306"));
        assert_eq!(plan.arrived, ["g2", "g3"]);
    }

    #[test]
    fn r12_1_the_reach_of_a_reinforcement_begins_at_its_entry() {
        let mut table =
            position("entry E french 0009\nfrench infantry f1 4/2 enters 1 by E move 1").only(FRENCH, Phase::Movement);
        table.does("move f1");
        assert_eq!(reach(&table), ["0008", "0009", "0108", "0109"]);
        assert_eq!(route(&table, "0008"), ["hex 0009", "hex 0008"]);
        let mut actions = Vec::new();
        table.game.actions(&mut actions);
        assert_eq!(actions, table.game.route(table.game.board.map.cell(table.hex("0009"))));
    }
}
