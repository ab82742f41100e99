//! The limit and the progress of a comparison of plans.

use super::{GivenPlan, OrderPoint, Plan};
use crate::game::Side;
use crate::players::ThinkingProgress;
use crate::players::clock::ThinkingLimit;

/// The thought about an order point.
pub(super) struct Thought<'a> {
    limit: &'a mut ThinkingLimit,
    /// The number of playouts so far.
    pub(super) played: u32,
    /// The number at which it ends; `None` if only the time is limited.
    most: Option<u32>,
    /// The best plan so far.
    standing: GivenPlan,
    /// `true` if that is the result of a whole round, which only another one may replace.
    pub(super) is_settled: bool,
    /// The name of the only group whose missions are compared.
    pub(super) about: Option<String>,
}

impl<'a> Thought<'a> {
    /// Begins a thought of `side` within `limit`, which ends after `most` playouts.
    pub(super) fn new(limit: &'a mut ThinkingLimit, most: Option<u32>, (side, point): (Side, OrderPoint)) -> Self {
        let standing = GivenPlan { side, point, plan: Plan::FREE };
        Self { limit, played: 0, most, standing, is_settled: false, about: None }
    }

    /// Returns `true` if there is time for another playout.
    pub(super) fn goes_on(&mut self) -> bool {
        self.limit.goes_on()
    }

    /// Counts a playout, and reports the progress to those who want to know it.
    pub(super) fn count(&mut self) {
        self.played += 1;
        self.limit.report(|| ThinkingProgress {
            playouts: self.played,
            most: self.most,
            about: self.about.clone(),
            plan: Some(self.standing.clone()),
            choice: None,
        });
    }

    /// Takes note of a plan that is the best so far.
    pub(super) fn lead(&mut self, plan: &Plan) {
        if !self.is_settled {
            self.standing.plan.clone_from(plan);
        }
    }

    /// Takes note of the plan that a whole round has found.
    pub(super) fn settle(&mut self, plan: &Plan) {
        self.standing.plan.clone_from(plan);
        self.is_settled = true;
    }
}
