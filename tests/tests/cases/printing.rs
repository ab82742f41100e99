//! Cases of prints and pictures.
