//! Groups of published settings, each of which a scenario can override.

use serde_json::Value;
use smol_str::SmolStr;

use crate::DocPath;
use crate::cells::Headings;

/// Declares a group of settings and makes two types of it: one with all values, and one in which every value is optional.
/// Fields after `with` stand in the second type only, and can be empty; the trait before them joins and lists their values.
macro_rules! settings {
    (
        $(#[$complete_doc:meta])* complete $complete:ident;
        $(#[$changes_doc:meta])* changes $changes:ident $(with $plain_trait:path { $($(#[$plain_meta:meta])* $plain:ident: $plain_type:ty,)* })?;
        $($(#[doc = $doc:literal])* $(#[limits($($limits:tt)*)])? $name:ident: $type:ty,)*
        $([cells: $cell:ty, of $tables:ident in $system:ident])?
    ) => {
        $(#[$complete_doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $complete {
            $($(#[doc = $doc])* pub $name: <$type as $crate::system::settings::Setting>::Complete,)*
        }

        $(#[$changes_doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $changes {
            $($($(#[$plain_meta])* pub $plain: $plain_type,)*)?
            $(
                $(#[doc = $doc])*
                $(#[schemars(range($($limits)*))])?
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $name: Option<$type>,
            )*
            $(
                /// The changes of single cells of tables, each by its headings. They apply last.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                pub cell: Vec<$cell>,
                /// Other tables by name, in the form of `tables`, such as `[rules.tables_named.night]`. They stand in for the others
                /// in the turns in which a row of `[[rules.table]]` that names them holds.
                #[serde(default, skip_serializing_if = "indexmap::IndexMap::is_empty")]
                pub tables_named: indexmap::IndexMap<smol_str::SmolStr, $tables>,
            )?
        }

        impl $changes {
            /// Returns `true` if no setting is changed.
            pub fn is_empty(&self) -> bool {
                true $($(&& self.$plain.is_empty())*)? $(&& self.$name.is_none())* $(
                    && <Vec<$cell>>::is_empty(&self.cell)
                    && <indexmap::IndexMap<smol_str::SmolStr, $tables>>::is_empty(&self.tables_named)
                )?
            }

            /// Returns `base` with these changes applied.
            pub fn over(&self, base: &$complete) -> $complete {
                $(
                    let cells: &[$cell] = &self.cell;
                    if !cells.is_empty() {
                        thread_local! {
                            static LAST: $crate::cells::LastRules<$changes, $complete> =
                                const { $crate::cells::LastRules::new() };
                        }
                        let calculate = || $crate::cells::over($crate::System::$system, self.without_cells(base), cells);
                        return LAST.with(|last| last.of(self, base, calculate));
                    }
                )?
                self.without_cells(base)
            }

            /// Returns `base` with these changes applied, but for those of single cells.
            pub(crate) fn without_cells(&self, base: &$complete) -> $complete {
                $complete {
                    $($name: match &self.$name {
                        Some(change) => $crate::system::settings::Setting::onto(change, &base.$name),
                        None => base.$name.clone(),
                    },)*
                }
            }

            $(
                /// Returns the tables that these changes replace, or of which they change a value, as they are over `base`.
                pub(crate) fn touched(&self, base: &$complete) -> $tables {
                    let cells: &[$cell] = &self.cell;
                    if self.tables.is_none() && cells.is_empty() {
                        return $tables::default();
                    }
                    $crate::cells::touched(self.tables.as_ref(), cells, &self.over(base).tables)
                }
            )?
        }

        impl $crate::system::settings::Setting for $changes {
            type Complete = $complete;

            const HEADINGS: $crate::cells::Headings = $crate::cells::Headings::Group(
                &[$((stringify!($name), <$type as $crate::system::settings::Setting>::HEADINGS)),*],
            );

            fn onto(&self, base: &$complete) -> $complete {
                self.over(base)
            }

            fn joined(&self, later: &Self) -> Self {
                $(
                    let mut plain = Self::default();
                    <Self as $plain_trait>::join_plain(&mut plain, [self, later]);
                )?
                Self {
                    $($($plain: plain.$plain,)*)?
                    $($name: match (&self.$name, &later.$name) {
                        (Some(earlier), Some(later)) => {
                            Some($crate::system::settings::Setting::joined(earlier, later))
                        }
                        (earlier, later) => later.clone().or_else(|| earlier.clone()),
                    },)*
                    $(cell: {
                        let cells: [&[$cell]; 2] = [&self.cell, &later.cell];
                        $crate::ruleset::joined_cells(cells, later)
                    },
                    tables_named: {
                        let named: [&indexmap::IndexMap<smol_str::SmolStr, $tables>; 2] =
                            [&self.tables_named, &later.tables_named];
                        $crate::ruleset::joined_tables(named)
                    },)?
                }
            }

            fn list(&self, path: &$crate::DocPath, values: &mut Vec<($crate::DocPath, serde_json::Value)>) {
                $(if let Some(change) = &self.$name {
                    $crate::system::settings::Setting::list(change, &path.clone().key(stringify!($name)), values);
                })*
                $(
                    let cells: &[$cell] = &self.cell;
                    values.extend(cells.iter().map(|cell| $crate::ruleset::listed_cell(path, cell)));
                    let named: &indexmap::IndexMap<smol_str::SmolStr, $tables> = &self.tables_named;
                    $crate::ruleset::list_tables(named, path, values);
                )?
                $(<Self as $plain_trait>::list_plain(self, path, values);)?
            }

            $(
                fn named_tables(&self) -> Vec<(smol_str::SmolStr, serde_json::Value)> {
                    let named: &indexmap::IndexMap<smol_str::SmolStr, $tables> = &self.tables_named;
                    $crate::ruleset::tables_as_values(named)
                }

                fn with_tables(&self, names: &[smol_str::SmolStr], all: &Self, base: &$complete) -> Option<Self> {
                    let named: &indexmap::IndexMap<smol_str::SmolStr, $tables> = &all.tables_named;
                    let tables = $crate::ruleset::tables_with(&self.over(base).tables, names, named)?;
                    Some(Self { tables: Some(tables), cell: Vec::new(), ..self.clone() })
                }
            )?
        }
    };
}

/// Declares the settings of a system: [`settings!`] with the keys of `[rules]` that name rulesets, and the rows of rules.
macro_rules! rules {
    (
        $(#[$complete_doc:meta])* complete $complete:ident;
        $(#[$changes_doc:meta])* changes $changes:ident;
        $($settings:tt)*
    ) => {
        $crate::system::settings::settings! {
            $(#[$complete_doc])* complete $complete;
            $(#[$changes_doc])* changes $changes with $crate::ruleset::RuleSection {
                /// The rulesets in use, at most 8: the name of one with its version, such as `"night-and-mud@2"`, or the path
                /// of a file relative to this one, such as `"./local.toml"`. Their changes stand below those of this file.
                #[serde(rename = "use", default, skip_serializing_if = "Vec::is_empty")]
                #[schemars(extend("maxItems" = $crate::ruleset::MOST_USES))]
                uses: Vec<$crate::RulesetRef>,
                /// The rulesets whose changes were written into this file by `battlewright inline`.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                based_on: Vec<$crate::BasedOn>,
                /// The published modifiers that do not count, such as `["flank-support"]`, and rows of the rulesets in use.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                drop: Vec<smol_str::SmolStr>,
                /// The names of what left the game before the position with which it begins. Rows may still name them: such a unit is
                /// in no place, and nothing equals it.
                #[serde(default, skip_serializing_if = "crate::rule::GoneNames::is_empty")]
                gone: $crate::rule::GoneNames,
                /// The names that expressions of other rows use for conditions and numbers.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                define: Vec<$crate::rule::DefineRow>,
                /// The changes of numbers and answers, such as the modifiers of a die.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                modifier: Vec<$crate::rule::ModifierRow>,
                /// The acts that are forbidden.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                forbid: Vec<$crate::rule::ForbidRow>,
                /// The exceptions of published prohibitions.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                allow: Vec<$crate::rule::AllowRow>,
                /// The numbers that events change.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                counter: Vec<$crate::rule::CounterRow>,
                /// The events.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                event: Vec<$crate::rule::EventRow>,
                /// The further victory points.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                score: Vec<$crate::rule::ScoreRow>,
                /// The further conditions of victory.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                win: Vec<$crate::rule::WinRow>,
                /// The phases that are skipped.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                skip: Vec<$crate::rule::SkipRow>,
                /// The turns in which other tables stand in.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                table: Vec<$crate::rule::TableRow>,
            };
            $($settings)*
        }

        impl $crate::ruleset::RuleSection for $changes {
            fn uses(&self) -> &[$crate::RulesetRef] {
                &self.uses
            }

            fn based_on(&self) -> &[$crate::BasedOn] {
                &self.based_on
            }

            fn set_sources(&mut self, uses: Vec<$crate::RulesetRef>, based_on: Vec<$crate::BasedOn>) {
                self.uses = uses;
                self.based_on = based_on;
            }

            fn rows(&self) -> $crate::rule::RowLists<'_> {
                $crate::rule::RowLists {
                    drop: &self.drop,
                    gone: &self.gone,
                    define: &self.define,
                    modifier: &self.modifier,
                    forbid: &self.forbid,
                    allow: &self.allow,
                    counter: &self.counter,
                    event: &self.event,
                    score: &self.score,
                    win: &self.win,
                    skip: &self.skip,
                    table: &self.table,
                }
            }

            fn set_rows(&mut self, rows: $crate::rule::RuleRows) {
                self.drop = rows.drop;
                self.gone = rows.gone;
                self.define = rows.define;
                self.modifier = rows.modifier;
                self.forbid = rows.forbid;
                self.allow = rows.allow;
                self.counter = rows.counter;
                self.event = rows.event;
                self.score = rows.score;
                self.win = rows.win;
                self.skip = rows.skip;
                self.table = rows.table;
            }
        }
    };
}

/// A value that a scenario can use in place of the published one.
pub trait Setting {
    /// The type of the published value.
    type Complete: Clone + serde::Serialize + 'static;

    /// The headings by which its cells are found.
    const HEADINGS: Headings = Headings::Value;

    /// Returns the value in force if `base` is the published value.
    fn onto(&self, base: &Self::Complete) -> Self::Complete;

    /// Returns the change that has the effect of this change and a `later` one over it.
    fn joined(&self, later: &Self) -> Self
    where
        Self: Sized;

    /// Adds each single value that is changed to `values`, with its path below `path`.
    fn list(&self, path: &DocPath, values: &mut Vec<(DocPath, Value)>);

    /// Returns the tables of `[rules.tables_named]`, each section with its name.
    fn named_tables(&self) -> Vec<(SmolStr, Value)> {
        Vec::new()
    }

    /// Returns the same changes with the tables of the sections `names`, one after the other, in place of those in force over `base`.
    /// `all` has the sections. `None` if these changes have no tables.
    fn with_tables(&self, _names: &[SmolStr], _all: &Self, _base: &Self::Complete) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// Declares tables that are replaced as a whole, each with the headings of its cells.
macro_rules! tables {
    ($($type:ty: $headings:expr;)*) => {$(
        impl $crate::system::settings::Setting for $type {
            type Complete = Self;

            const HEADINGS: $crate::cells::Headings = $headings;

            fn onto(&self, _: &Self) -> Self {
                self.clone()
            }

            fn joined(&self, later: &Self) -> Self {
                later.clone()
            }

            fn list(&self, path: &$crate::DocPath, values: &mut Vec<($crate::DocPath, serde_json::Value)>) {
                values.push((path.clone(), serde_json::to_value(self).unwrap_or_default()));
            }
        }
    )*};
}

/// Declares values that are replaced as a whole and have no cells.
macro_rules! whole {
    ($($type:ty),*) => {
        $crate::system::settings::tables! { $($type: $crate::cells::Headings::Value;)* }
    };
}

whole!(u8, i8, bool, smol_str::SmolStr);

/// Reads the published rules of a system from its file in `rulesets`.
#[expect(clippy::expect_used, reason = "the text is part of this crate and a test reads it")]
pub(crate) fn read_bundled<R: serde::de::DeserializeOwned>(text: &str) -> R {
    crate::ruleset::published::without_version(text).expect("the bundled ruleset is complete")
}

pub(crate) use {rules, settings, tables, whole};
