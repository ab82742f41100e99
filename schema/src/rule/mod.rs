//! Rules in rows: what a scenario or a ruleset changes in the rules of its system without a program.
//!
//! A row has expressions in a small language without loops or errors. [`vocabulary`] has the words of each system. Checked rules
//! ([`CheckedRules`]) are what the engine plays.

mod by_turn;
mod check;
mod checked;
mod common_fact;
mod complete;
pub(crate) mod findings;
mod in_words;
mod later;
mod lexer;
pub(crate) mod lookup;
mod mask;
mod masker;
pub(crate) mod names;
pub(crate) mod page;
pub(crate) mod parser;
mod phrase;
pub(crate) mod print;
mod probe;
pub(crate) mod problem;
mod resolve;
mod rows;
pub(crate) mod scope;
mod simple;
pub(crate) mod syntax;
mod table_words;
pub mod term;
mod unasked;
pub mod vocabulary;

pub(crate) use by_turn::tables_by_turn;
pub use by_turn::{TableSet, TablesByTurn};
pub(crate) use check::{FINDINGS, check, extra_rules, section_path};
pub use checked::{
    CheckedAllow, CheckedCounter, CheckedEvent, CheckedForbid, CheckedModifier, CheckedRules, CheckedScore,
    CheckedSkip, CheckedTable, CheckedUnit, CheckedWin, CounterOwner, ModifierChange, RowName, WinTime,
};
pub(crate) use complete::is_rule_word;
pub use complete::{ExpressionKey, RuleCompletion, RuleHelper, RuleText, RuleWord, RuleWordKind, is_expression};
pub use in_words::{RuleDetails, RuleInWords};
pub use later::RulesLeft;
pub use mask::{MaskSubject, RuleMask};
pub use phrase::RuleSpeaker;
pub use print::{canonical, canonical_effect};
pub use probe::{ProbedExpression, probe};
pub use rows::{
    AllowRow, AnyRow, CounterRow, DefineRow, DefineSubject, EventRow, EventSubject, ForbidRow, GREATEST_COUNT,
    GoneNames, LONGEST_ROW_NAME, MOST_IN_A_HOOK, MOST_NAMED_TABLES, MOST_RULE_ROWS, MOST_SETS_OF_TABLES, MOST_TAGS,
    ModifierRow, Rounding, RowKind, RowLists, RuleInForce, RuleNumber, RuleRows, ScoreRow, SkipRow, TableRow, WinRow,
};
pub(crate) use rows::{canonical_value, decides, is_dropped_in, is_row, lay_out, rows_in_force, same_row};
pub use scope::{UsedKind, UsedName};
pub use simple::{
    SimpleChoices, SimpleCondition, SimpleFact, SimpleOperator, SimpleSubject, SimpleTest, SimpleValues, TAG_FACT,
    TERRAIN_FACT,
};
pub use table_words::{ChoiceOfTables, stands_in_for};
