//! The balance lab: many games of a scenario between computer players, and what they say about it.
