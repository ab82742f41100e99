//! Cases of *La Bataille du Matz*.
