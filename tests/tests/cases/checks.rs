//! Cases of what `validate` finds.
