//! Tests of the referee over whole games of every system.

mod dice;
mod hostile;
mod keeper;
mod secrets;
mod undo;
mod whole_games;
