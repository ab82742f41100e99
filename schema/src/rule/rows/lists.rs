//! The rows of a file, and those in force.

use std::collections::BTreeSet;

use serde_json::Value;
use smol_str::SmolStr;

use super::{
    AllowRow, CounterRow, DefineRow, EventRow, ForbidRow, GoneNames, MOST_RULE_ROWS, ModifierRow, ScoreRow, SkipRow,
    TableRow, WinRow,
};
use crate::diagnostic::Diagnostic;
use crate::path::DocPath;
use crate::rule::CheckedRules;
use crate::ruleset::{RuleSection, RulesetInfo};
use crate::system::ScenarioRoot;
use crate::{Scenario, of_scenario};

/// Makes, from the list of kinds, the types that hold rows of all kinds.
macro_rules! row_kinds {
    ($($(#[$doc:meta])* $kind:ident $list:ident: $row:ident,)*) => {
        /// A kind of row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RowKind {
            $($(#[$doc])* $kind,)*
        }

        impl RowKind {
            /// All kinds, in the order of the format.
            pub const ALL: [Self; [$(stringify!($list)),*].len()] = [$(Self::$kind),*];

            /// Returns the key of the list in `[rules]`, such as `"modifier"`.
            pub fn list(self) -> &'static str {
                match self {
                    $(Self::$kind => stringify!($list),)*
                }
            }
        }

        /// A row of any kind.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyRow<'f> {
            $($(#[$doc])* $kind(&'f $row),)*
        }

        impl<'f> AnyRow<'f> {
            /// Returns the kind.
            pub fn kind(self) -> RowKind {
                match self {
                    $(Self::$kind(_) => RowKind::$kind,)*
                }
            }

            /// Returns the id.
            pub fn id(self) -> &'f SmolStr {
                match self {
                    $(Self::$kind(row) => &row.id,)*
                }
            }

            /// Returns the source, if the row has one.
            pub fn source(self) -> Option<&'f str> {
                match self {
                    $(Self::$kind(row) => row.source.as_deref(),)*
                }
            }

            /// Returns the former ids.
            pub fn replaces(self) -> &'f [SmolStr] {
                match self {
                    $(Self::$kind(row) => &row.replaces,)*
                }
            }

            /// Returns the row as in the file.
            pub fn to_value(self) -> Value {
                let value = match self {
                    $(Self::$kind(row) => serde_json::to_value(row),)*
                };
                value.unwrap_or_default()
            }
        }

        /// The rows of rules, of all kinds.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct RuleRows {
            /// The published modifiers, and the rows of other rulesets, that do not count.
            pub drop: Vec<SmolStr>,
            /// The names of what left the game before its start.
            pub gone: GoneNames,
            $($(#[$doc])* pub $list: Vec<$row>,)*
        }

        impl RuleRows {
            /// Returns the rows as lists.
            pub fn lists(&self) -> RowLists<'_> {
                RowLists { drop: &self.drop, gone: &self.gone, $($list: &self.$list,)* }
            }

            fn push(&mut self, row: AnyRow<'_>) {
                match row {
                    $(AnyRow::$kind(row) => self.$list.push(row.clone()),)*
                }
            }
        }

        /// The rows of one file.
        #[derive(Clone, Copy, Debug)]
        pub struct RowLists<'f> {
            /// The published modifiers, and the rows of other rulesets, that do not count.
            pub drop: &'f [SmolStr],
            /// The names of what left the game before its start.
            pub gone: &'f GoneNames,
            $($(#[$doc])* pub $list: &'f [$row],)*
        }

        impl<'f> RowLists<'f> {
            /// Returns the rows of all kinds, each with its number in its list.
            pub fn all(self) -> impl Iterator<Item = (usize, AnyRow<'f>)> {
                std::iter::empty()$(.chain(self.$list.iter().map(AnyRow::$kind).enumerate()))*
            }
        }
    };
}

row_kinds! {
    /// `[[rules.define]]`.
    Define define: DefineRow,
    /// `[[rules.modifier]]`.
    Modifier modifier: ModifierRow,
    /// `[[rules.forbid]]`.
    Forbid forbid: ForbidRow,
    /// `[[rules.allow]]`.
    Allow allow: AllowRow,
    /// `[[rules.counter]]`.
    Counter counter: CounterRow,
    /// `[[rules.event]]`.
    Event event: EventRow,
    /// `[[rules.score]]`.
    Score score: ScoreRow,
    /// `[[rules.win]]`.
    Win win: WinRow,
    /// `[[rules.skip]]`.
    Skip skip: SkipRow,
    /// `[[rules.table]]`.
    Table table: TableRow,
}

impl RowKind {
    /// Returns the noun for one row, such as `"prohibition"`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Define => "definition",
            Self::Modifier => "modifier",
            Self::Forbid => "prohibition",
            Self::Allow => "exception",
            Self::Counter => "counter",
            Self::Event => "event",
            Self::Score => "score",
            Self::Win => "victory condition",
            Self::Skip => "skipped phase",
            Self::Table => "choice of tables",
        }
    }

    /// Returns the kind whose list has this key.
    pub fn of_list(list: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.list() == list)
    }
}

impl<'f> AnyRow<'f> {
    /// Returns the name that people read: the id for a definition.
    pub fn name(self) -> &'f SmolStr {
        match self {
            Self::Define(row) => &row.id,
            Self::Modifier(row) => &row.name,
            Self::Forbid(row) => &row.name,
            Self::Allow(row) => &row.name,
            Self::Counter(row) => &row.name,
            Self::Event(row) => &row.name,
            Self::Score(row) => &row.name,
            Self::Win(row) => &row.name,
            Self::Skip(row) => &row.name,
            Self::Table(row) => &row.name,
        }
    }

    /// Returns the number of the rule, which is the id if the row has none.
    pub fn rule(self) -> &'f SmolStr {
        let rule = match self {
            Self::Define(_) => &None,
            Self::Modifier(row) => &row.rule,
            Self::Forbid(row) => &row.rule,
            Self::Allow(row) => &row.rule,
            Self::Counter(row) => &row.rule,
            Self::Event(row) => &row.rule,
            Self::Score(row) => &row.rule,
            Self::Win(row) => &row.rule,
            Self::Skip(row) => &row.rule,
            Self::Table(row) => &row.rule,
        };
        rule.as_ref().filter(|rule| !rule.is_empty()).unwrap_or(self.id())
    }
}

impl RowLists<'_> {
    /// Returns `true` if there are no rows, and nothing is dropped.
    pub fn is_empty(self) -> bool {
        self.drop.is_empty() && self.all().next().is_none()
    }

    /// Returns the number of rows and of what is dropped.
    pub fn count(self) -> usize {
        self.drop.len() + self.all().count()
    }
}

/// The rows of the scenario itself, or of a ruleset below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLayer<'s> {
    pub(crate) lists: RowLists<'s>,
    /// The ruleset, and the path of the reference that leads to it; `None` for the scenario itself.
    pub(crate) ruleset: Option<(&'s RulesetInfo, &'s DocPath)>,
}

/// A row in force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedRow<'s> {
    pub(crate) row: AnyRow<'s>,
    /// The number of its layer.
    pub(crate) layer: usize,
    /// Its number in its list.
    pub(crate) index: usize,
}

/// An entry of `drop` in force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedDrop<'s> {
    pub(crate) id: &'s SmolStr,
    /// The number of its layer.
    pub(crate) layer: usize,
    /// Its number in its list.
    pub(crate) index: usize,
    /// `true` if it takes out a row of a lower layer.
    pub(crate) takes_row: bool,
}

/// The rows in force: those of rulesets, each after those that it extends, then those of the scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowsInForce<'s> {
    pub(crate) layers: Vec<RowLayer<'s>>,
    pub(crate) rows: Vec<PlacedRow<'s>>,
    pub(crate) drop: Vec<PlacedDrop<'s>>,
}

impl<'s> RowsInForce<'s> {
    /// Returns the rows of `own` and of the rulesets below it.
    pub(crate) fn of<Root: ScenarioRoot>(own: &'s Root) -> Self {
        let rulesets = own.found_rulesets().0.iter().flat_map(|found| &found.rulesets);
        let below = rulesets
            .map(|ruleset| RowLayer { lists: ruleset.changes.rows(), ruleset: Some((&ruleset.info, &ruleset.path)) });
        let mut all = Self::default();
        for layer in below.chain([RowLayer { lists: own.changes().rows(), ruleset: None }]) {
            if layer.ruleset.is_none() || !layer.lists.is_empty() {
                all.add(layer);
            }
        }
        all
    }

    /// Puts the rows of `layer` over the others. A row takes the place of one below it that has the same id, or had it
    /// formerly. Of a ruleset, no more rows are
    /// taken than a scenario can have, and one.
    pub(super) fn add(&mut self, layer: RowLayer<'s>) {
        let number = self.layers.len();
        let most = if layer.ruleset.is_some() { MOST_RULE_ROWS + 1 } else { usize::MAX };
        let names = |row: AnyRow<'s>| row.replaces().iter().chain([row.id()]).map(SmolStr::as_str);
        let below: BTreeSet<&str> = self.rows.iter().flat_map(|placed| names(placed.row)).collect();
        let drops = layer.lists.drop.iter().enumerate().take(most).map(|(index, id)| {
            let takes_row = below.contains(id.as_str());
            PlacedDrop { id, layer: number, index, takes_row }
        });
        self.drop.extend(drops);
        let ids = layer.lists.all().take(most).map(|(_, row)| row.id()).chain(layer.lists.drop.iter().take(most));
        let over: BTreeSet<&str> = ids.map(SmolStr::as_str).collect();
        self.rows.retain(|placed| !names(placed.row).any(|name| over.contains(name)));
        self.rows.extend(layer.lists.all().take(most).map(|(index, row)| PlacedRow { row, layer: number, index }));
        self.layers.push(layer);
    }

    /// Returns `true` if there are no rows, and nothing is dropped.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.drop.is_empty()
    }

    /// Returns the rows as those of one file, which says `drop` of what `is_published` only.
    pub(crate) fn to_rows(&self, is_published: impl Fn(&str) -> bool) -> RuleRows {
        let mut rows = RuleRows::default();
        let mut met = BTreeSet::new();
        for drop in self.drop.iter().filter(|drop| !drop.takes_row || is_published(drop.id)) {
            if met.insert(drop.id.as_str()) {
                rows.drop.push(drop.id.clone());
            }
        }
        for placed in &self.rows {
            rows.push(placed.row);
        }
        for layer in &self.layers {
            rows.gone.add(layer.lists.gone.clone());
        }
        rows
    }
}

/// Returns the rows in force of `own`, as those of one file.
pub(crate) fn rows_in_force<Root: ScenarioRoot>(own: &Root) -> RuleRows {
    RowsInForce::of(own).to_rows(|id| Root::VOCABULARY.publishes(id))
}

impl Scenario {
    /// Returns the rows of rules in force: those of rulesets, each after those that it extends, then those of the scenario.
    pub fn rule_rows(&self) -> RuleRows {
        of_scenario!(self, own => rows_in_force(&**own))
    }

    /// Returns the rows of rules in force, checked, and the findings about them. A row with an error is left out.
    pub fn extra_rules(&self) -> (CheckedRules, Vec<Diagnostic>) {
        of_scenario!(self, own => own.extra_rules())
    }
}
