//! What a new scenario starts from.

use crate::System;

/// A small, complete, commented scenario of `system`, as the text of a file. It loads without a
/// finding.
pub fn template(system: System) -> &'static str {
    match system {
        System::MarsLaTour => include_str!("../templates/mars-la-tour.toml"),
        System::PositionMagnifique => include_str!("../templates/position-magnifique.toml"),
    }
}
