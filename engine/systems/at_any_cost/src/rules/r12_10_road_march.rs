//! 12.2, 12.10: the cost of a step, and the Road March rate: half a point from one Major Road hex to a connected one.

use battlewright_schema::RoadKind;

use crate::AtAnyCost;
use crate::extra_hooks::PieceStep;
use crate::rules::r12_02_motion::Motion;
use battlewright_core::kit::hex_map::HexIx;

/// The half points that a Major Road hex costs at the Road March rate.
pub(crate) const ROAD_MARCH: u16 = 1;

impl AtAnyCost {
    /// The movement of `motion` after a step to `hex`, in half points: spent, and saved by the Road March rate. Where it
    /// shares a hex, it loses that rate and what it has saved (4.2, 12.10).
    pub(crate) fn pay(&self, motion: &Motion, hex: HexIx) -> (u16, u16) {
        let kind = self.arm_of(motion.piece);
        let shared = self.shares(motion.piece, hex);
        let (going, on_major_road, column) = match motion.hex {
            Some(from) => (self.board.going(kind, from, hex), self.board.is_major_road(from, hex), 1),
            None => {
                // Those further back in a column pay for its whole length (12.11).
                let going = self.board.step(kind, None, hex, self.board.map.has_road(hex));
                let road = self.board.roads.get(hex.index()).copied().flatten();
                (going, road == Some(RoadKind::Major), self.place_in_column(motion.piece, hex))
            }
        };
        let has_road = self.board.map.has_road(hex);
        let rate = |points: u16, by_road: bool| {
            let step = PieceStep { piece: motion.piece, from: motion.hex, to: hex, by_road };
            let points = self.step_cost_by_rows(&step, points);
            let points = if motion.charge.is_some() { points } else { self.night_cost(points, hex) };
            points.saturating_mul(column)
        };
        let by_road_march = motion.road_march && on_major_road;
        let (cost, saved) = if by_road_march && shared {
            (rate(self.board.step(kind, None, hex, false), false), 0)
        } else if by_road_march && !motion.stacked {
            let march = rate(ROAD_MARCH, true);
            (march, rate(going, has_road).saturating_sub(march))
        } else {
            (rate(going, has_road), 0)
        };
        let (spent, saved) = (motion.spent.saturating_add(cost), motion.saved.saturating_add(saved));
        if shared { (spent.saturating_add(saved), 0) } else { (spent, saved) }
    }

    /// The cost in half points at which the piece of `motion` goes on to `hex`.
    pub(crate) fn step_cost(&self, motion: &Motion, hex: HexIx) -> u16 {
        self.pay(motion, hex).0.saturating_sub(motion.spent)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r12_movement::MoveTask;
    use crate::state::Task;
    use crate::tests::testing::{Table, position};

    /// The movement that the moving piece has spent, in half points.
    fn spent(table: &Table) -> u16 {
        let Some(Task::Move(MoveTask::Moving(motion))) = table.game.state.stack.last() else { panic!("nobody moves") };
        motion.spent
    }

    /// Infantry of 5 points at the south end of a high road, under this order.
    fn high_road(order: &str, lines: &str) -> Table {
        let position = position(&format!(
            "map 9x15
            major 0414 0413 0412 0411 0410 0409 0408 0407 0406 0405 0404 0403 0402
            woods 0412
            corps ii french at 0801 rating 20 20
            french infantry f1 5/3 at 0414 of ii
            {lines}"
        ));
        let mut table = position.orders("ii", order);
        table.does("move f1");
        table
    }

    #[test]
    fn r12_10_under_march_orders_a_major_road_hex_costs_half_a_point() {
        let mut table = high_road("march", "");
        table.does("hex 0413, hex 0412, hex 0411");
        assert_eq!(spent(&table), 3, "in halves, whatever the road runs through");
        table.does("hex 0410, hex 0409, hex 0408, hex 0407, hex 0406, hex 0405, hex 0404, hex 0403");
        assert_eq!(spent(&table), 11);
        table.does("hex 0402");
        assert_eq!(table.at("f1"), "0402", "6 points are 12 hexes");
    }

    #[test]
    fn r12_10_under_other_orders_a_major_road_hex_costs_one_point() {
        for order in ["attack", "defend"] {
            let mut table = high_road(order, "");
            table.does("hex 0413");
            assert_eq!(spent(&table), 2, "{order}");
        }
    }

    #[test]
    fn r12_10_only_from_a_major_road_to_a_connected_one() {
        // Onto the high road from the side, and along a minor one.
        let mut table = high_road("march", "road 0513 0413");
        table.does("hex 0513, hex 0413");
        assert_eq!(spent(&table), 4);
        table.does("hex 0412");
        assert_eq!(spent(&table), 5);
    }

    #[test]
    fn r7_4_cautious_units_use_the_road_march_rate_by_the_ruling() {
        let cautious = |ruling: bool| {
            let position = position(
                "map 9x15
                major 0414 0413 0412 0411 0410 0409
                corps ii french at 0801 rating 1 1
                french infantry f1 5/3 at 0414 of ii",
            );
            let position = position.with(|scenario| scenario.rules.cautious_road_march = Some(ruling));
            let mut table = position.orders("ii", "attack");
            table.rolls(&[8]).does("move f1, hex 0413");
            spent(&table)
        };
        assert_eq!((cautious(true), cautious(false)), (1, 2));
    }

    #[test]
    fn r12_10_past_a_friend_the_road_costs_what_the_other_terrain_costs() {
        let mut table = high_road("march", "french infantry f2 5/3 at 0412 of ii");
        table.does("hex 0413");
        assert_eq!(spent(&table), 1);
        // Woods for 2 points, and the half point that the road has saved before.
        table.does("hex 0412");
        assert_eq!(spent(&table), 1 + 1 + 4);
        table.does("hex 0411");
        assert_eq!(spent(&table), 6 + 2, "the rate is lost");
    }

    #[test]
    fn r4_2_who_marches_and_stacks_at_the_end_loses_the_rate_for_the_whole_way() {
        let mut table = high_road("march", "french field f2 3/2 at 0409 of ii");
        table.does("hex 0413, hex 0412, hex 0411, hex 0410");
        assert_eq!(spent(&table), 4);
        table.does("hex 0409");
        assert_eq!(spent(&table), 10, "five hexes for a point each");
        // It cannot pay for this any more.
        let mut table = high_road("march", "french field f2 3/2 at 0407 of ii");
        table.does("hex 0413, hex 0412, hex 0411, hex 0410, hex 0409, hex 0408");
        table.refuses("hex 0407", "12.2");
    }

    #[test]
    fn r4_2_who_begins_in_a_stack_has_no_road_march() {
        let mut table = high_road("march", "french field f2 3/2 at 0414 of ii");
        table.does("hex 0413");
        assert_eq!(spent(&table), 2, "a point for a road hex");
        table.does("hex 0412, stop, move f2, hex 0413");
        assert_eq!(spent(&table), 1, "the other one begins alone");
    }

    #[test]
    fn r4_2_headquarters_in_the_road_hinder_nobody_and_go_around_units() {
        let mut table = position(
            "map 9x15
            major 0414 0413 0412 0411
            woods 0412
            corps ii french at 0413 rating 20 20
            french infantry f1 5/3 at 0414 of ii
            french infantry f2 5/3 at 0412 of ii",
        )
        .orders("ii", "march");
        table.does("move f1, hex 0413");
        assert_eq!(spent(&table), 1);
        table.does("stop, move ii-hq, hex 0412");
        assert_eq!(spent(&table), 4);
    }
}
