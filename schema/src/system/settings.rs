//! Groups of published settings, each of which a scenario can override.

use crate::cells::Headings;

/// Declares a group of settings and makes two types of it: one with all values, and one in which every value is optional.
macro_rules! settings {
    (
        $(#[$complete_doc:meta])* complete $complete:ident;
        $(#[$changes_doc:meta])* changes $changes:ident;
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
            )?
        }

        impl $changes {
            /// Returns `true` if no setting is changed.
            pub fn is_empty(&self) -> bool {
                true $(&& self.$name.is_none())* $(&& <Vec<$cell>>::is_empty(&self.cell))?
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
        }
    };
}

/// A value that a scenario can use in place of the published one.
pub trait Setting {
    /// The type of the published value.
    type Complete: Clone;

    /// The headings by which its cells are found.
    const HEADINGS: Headings = Headings::Value;

    /// Returns the value in force if `base` is the published value.
    fn onto(&self, base: &Self::Complete) -> Self::Complete;
}

macro_rules! whole {
    ($($type:ty),*) => {$(
        impl $crate::system::settings::Setting for $type {
            type Complete = Self;
            fn onto(&self, _: &Self) -> Self {
                self.clone()
            }
        }
    )*};
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
        }
    )*};
}

whole!(u8, i8, bool, smol_str::SmolStr);

/// Reads the published rules of a system from its file in `rulesets`.
#[expect(clippy::expect_used, reason = "the text is part of this crate and a test reads it")]
pub(crate) fn read_bundled<R: serde::de::DeserializeOwned>(text: &str) -> R {
    toml::from_str(text).expect("the bundled ruleset is complete")
}

pub(crate) use {settings, tables, whole};
