//! The budget of a turn, which its order points share.

/// The part of the budget that an order point gets at least, however many have come before.
const LEAST_PART: u64 = 20;

/// A number of milliseconds or playouts for all order points of a side in a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnBudget {
    total: u64,
    spent: u64,
}

impl TurnBudget {
    pub(super) fn new(total: u64) -> Self {
        Self { total, spent: 0 }
    }

    /// Begins a turn.
    pub(super) fn begin_turn(&mut self) {
        self.spent = 0;
    }

    /// Returns the part for an order point if `points` may still come in this turn, this one included: what is left, shared
    /// equally, and at least a twentieth of the budget. A point that does not come leaves its part to those after it.
    pub(super) fn share(&self, points: usize) -> u64 {
        let points = u64::try_from(points).unwrap_or(u64::MAX).max(1);
        let left = self.total.saturating_sub(self.spent);
        (left / points).max(self.total / LEAST_PART).max(1)
    }

    /// Takes note of what an order point has used.
    pub(super) fn spend(&mut self, used: u64) {
        self.spent = self.spent.saturating_add(used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_turn_share_its_budget() {
        let mut budget = TurnBudget::new(2000);
        assert_eq!(budget.share(1), 2000, "the only one gets all");
        for (points, wanted) in [(4, 500), (3, 500), (2, 500), (1, 500)] {
            let share = budget.share(points);
            assert_eq!(share, wanted);
            budget.spend(share);
        }
        assert_eq!(budget.share(1), 100, "one that nobody expected");
        budget.spend(5000);
        assert_eq!(budget.share(9), 100);
        budget.begin_turn();
        budget.spend(10);
        assert_eq!(budget.share(2), 995, "what is not used is for the others");
        assert_eq!(TurnBudget::new(3).share(50), 1);
    }
}
