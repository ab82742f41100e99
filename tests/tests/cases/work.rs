//! Cases in which work was lost or corrupted.
