//! Lints for `matz` only.

mod view;

use crate::lint::LintTable;

pub(crate) use view::view;

/// Every lint of this system.
pub(crate) const LINTS: &LintTable = &[];
