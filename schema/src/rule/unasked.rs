//! The words that people expect in all systems and that no expression can use.

use super::vocabulary::{UnaskedInfo, UnaskedReason, ValueType};

/// The words.
pub(crate) const UNASKED: &[UnaskedInfo] = &[
    UnaskedInfo {
        name: "turn.die",
        subject: None,
        reason: UnaskedReason::Unstable,
        message: "a die is rolled after all is decided that a rule can change",
        help: "an event can roll a die of its own: `roll = 6`",
    },
    UnaskedInfo {
        name: "die",
        subject: None,
        reason: UnaskedReason::Unstable,
        message: "a die is rolled after all is decided that a rule can change",
        help: "an event can roll a die of its own: `roll = 6`",
    },
    UnaskedInfo {
        name: "name",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "rules do not read the names of units",
        help: "compare the unit with an id, or give it a tag and ask for that with `has`",
    },
    UnaskedInfo {
        name: "tags",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "tags are asked with `has`",
        help: "write `unit has guard`",
    },
    UnaskedInfo {
        name: "counters",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "counters are asked with `counter`",
        help: "write `counter(fires, unit)`",
    },
    UnaskedInfo {
        name: "id",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "a unit is compared with an id itself",
        help: "write `unit == red-1`",
    },
    UnaskedInfo {
        name: "terrain",
        subject: Some(ValueType::Hex),
        reason: UnaskedReason::OtherWord,
        message: "terrain is asked with `has`",
        help: "write `hex has woods`",
    },
];
