//! Files written for tests: PBF and TIFF.

pub(crate) mod pbf;
pub(crate) mod protobuf;
pub(crate) mod tiff;
