//! Cases of *At Any Cost: Metz 1870*.
