//! Test games.

use std::sync::atomic::AtomicBool;

use battlewright_engine::players::Kind;

use crate::{End, Plan, Record, Shard};

/// Returns a plan of forty games of the tutorial scenario.
pub(crate) fn tutorial() -> Plan {
    Plan::new(include_str!("../../scenarios/tutorial.toml"), [Kind::Random, Kind::Greedy], 1, 40)
}

/// Plays the games of a plan.
pub(crate) fn played(plan: &Plan) -> Vec<Record> {
    played_part(plan, None)
}

/// Plays the games of a shard of a plan.
pub(crate) fn played_part(plan: &Plan, shard: Option<Shard>) -> Vec<Record> {
    let opened = plan.open().unwrap();
    let (mut records, never) = (Vec::new(), AtomicBool::new(false));
    crate::run(
        &opened.game,
        &opened.players,
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

/// Returns a record with this seed and no content.
pub(crate) fn record(seed: u64) -> Record {
    Record {
        seed,
        end: End::Broken(String::new()),
        state: String::new(),
        turn: 1,
        decisions: [0; 2],
        rolls: 0,
        sources: Vec::new(),
        luck: Vec::new(),
        spent: Vec::new(),
        holders: Vec::new(),
        units: Vec::new(),
        fights: Vec::new(),
        rows: Vec::new(),
    }
}
