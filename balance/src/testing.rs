//! Test games.

use std::sync::atomic::AtomicBool;

use battlewright_engine::players::Kind;

use crate::{End, Plan, Record, Shard};

/// Forty games of the tutorial scenario.
pub(crate) fn tutorial() -> Plan {
    Plan::new(include_str!("../../scenarios/tutorial.toml"), [Kind::Random, Kind::Greedy], 1, 40)
}

/// Its games, or those of another plan.
pub(crate) fn played(plan: &Plan) -> Vec<Record> {
    played_part(plan, None)
}

/// The games of a part of a plan.
pub(crate) fn played_part(plan: &Plan, shard: Option<Shard>) -> Vec<Record> {
    let opened = plan.open().unwrap();
    let (mut records, never) = (Vec::new(), AtomicBool::new(false));
    crate::run(
        &opened.game,
        opened.players,
        plan.seeds(shard),
        |_| false,
        2,
        &never,
        |record| {
            records.push(record);
            Ok::<(), ()>(())
        },
    )
    .unwrap();
    records
}

/// A game of which only the seed matters.
pub(crate) fn record(seed: u64) -> Record {
    Record {
        seed,
        end: End::Broken(String::new()),
        turn: 1,
        decisions: [0; 2],
        rolls: 0,
        sources: Vec::new(),
        luck: Vec::new(),
        spent: Vec::new(),
        holders: Vec::new(),
        units: Vec::new(),
        fights: Vec::new(),
    }
}
