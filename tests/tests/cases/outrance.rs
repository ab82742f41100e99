//! Cases of *La Guerre à Outrance*.
