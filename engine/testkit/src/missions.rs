//! Missions of computer players.

use battlewright_core::players::Command;
use battlewright_core::players::plan::{Mission, Plan};

/// Returns the worth of `action` to the side that must choose if its group with this number has `mission`, beyond that without one.
pub fn gain_by_mission<G: Command>(game: &G, group: usize, mission: Mission, action: G::Action) -> i32 {
    let worth = |plan: &Plan| {
        let mut worths = Vec::new();
        game.appraise_under(plan, &[action], &mut G::Scratch::default(), &mut worths);
        worths[0]
    };
    worth(&Plan::FREE.with(group, Some(mission))) - worth(&Plan::FREE)
}
