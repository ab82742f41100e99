//! Cases of *Position Magnifique*.
