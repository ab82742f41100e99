//! Rules in rows: what a scenario or a ruleset changes in the rules of its system without a program.
//!
//! A row has expressions in a small language without loops or errors. [`vocabulary`] has the words of each system. Checked rules
//! ([`CheckedRules`]) are what the engine plays.

mod checked;
pub(crate) mod findings;
mod lexer;
pub(crate) mod lookup;
pub(crate) mod names;
pub(crate) mod parser;
pub(crate) mod print;
pub(crate) mod problem;
mod resolve;
pub(crate) mod scope;
pub(crate) mod syntax;
pub mod term;
mod unasked;
pub mod vocabulary;

pub use checked::{
    CheckedAllow, CheckedCounter, CheckedEvent, CheckedForbid, CheckedModifier, CheckedRules, CheckedScore,
    CheckedUnit, CheckedWin, CounterOwner, ModifierChange, RowName, WinTime,
};
