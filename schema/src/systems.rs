//! The list of rules systems, and operations on all of them.
//!
//! A system is one folder of [`crate::system`] and one line here. An unlisted one is in no list that people see: it proves
//! that a system is plugged in by that line, and is compiled for tests alone.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::common::view::Common;
use crate::lint::{LintTable, LintView, Lints};
use crate::system::*;
use crate::tree::FieldParts;

/// A rules system, as it presents itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemInfo {
    /// Its name in files, such as `"mars-la-tour"`.
    pub name: &'static str,
    /// Its name among people, such as `"Mars la Tour"`.
    pub title: &'static str,
    /// A line about how it plays, for whoever chooses a system.
    pub about: &'static str,
    /// A small, complete, commented scenario, as the text of a file.
    pub template: &'static str,
    /// The changes of a scenario that are worth trying first to make it even, as `FIELD=VALUES`, where a `*` stands for
    /// every name: small ones of the numbers that designers set.
    pub usual_changes: &'static [&'static str],
}

/// A passage of a page in words. It is plain text: whoever writes Markdown or HTML escapes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<String>),
}

/// A system's root type, as the shared code needs it.
pub(crate) trait SystemFile: Common + Serialize + DeserializeOwned + JsonSchema + FieldParts {
    /// A row of the order of battle.
    type Unit: DeserializeOwned;

    /// The system as it presents itself.
    const INFO: SystemInfo;

    /// The lints that only this system has.
    const LINTS: &'static LintTable;

    /// The complete rules as published.
    fn published() -> Value;

    /// The complete rules as this scenario has them.
    fn rules_in_force(&self) -> Value;

    /// The conditions of victory in words.
    fn victory_words(&self) -> Vec<Passage>;

    /// The sections besides `[rules]` that change how the game is played, in words, a sentence each.
    fn special_words(&self) -> Vec<String>;

    /// The scenario's own levels of lints.
    fn lints(&self) -> &Lints;

    /// The parts of the scenario that lints of every system look at.
    fn lint_view(&self) -> LintView<'_>;
}

/// Makes of the list of systems the types that hold any of them, and the macros that do a thing for the one at hand.
/// `$d` is a dollar sign, which a macro cannot write into another otherwise.
macro_rules! systems {
    (
        $d:tt
        listed { $($(#[doc = $doc:literal])* $listed:ident in $folder:ident;)+ }
        unlisted { $($(#[doc = $hidden_doc:literal])* $hidden:ident in $hidden_folder:ident if $feature:literal;)* }
    ) => {
        impl System {
            /// The systems that are offered.
            pub const ALL: [Self; [$(stringify!($listed)),+].len()] = [$(Self::$listed),+];

            /// Every system, the unlisted ones included.
            pub(crate) const EVERY: &[Self] = &[
                $(Self::$listed,)+
                $(#[cfg(feature = $feature)] Self::$hidden,)*
            ];
        }

        systems! { @types $d
            $({ $(#[doc = $doc])* } {} $listed in $folder;)+
            $({ $(#[doc = $hidden_doc])* } { #[cfg(feature = $feature)] } $hidden in $hidden_folder;)*
        }
    };
    (@types $d:tt $({ $(#[$doc:meta])* } { $(#[$cfg:meta])? } $name:ident in $module:ident;)+) => {
        /// A rules system.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum System {
            $($(#[$doc])* $(#[$cfg])? $name,)+
        }

        /// A scenario of any system. (The loader picks the system itself; these derives are for programs that write a
        /// scenario down for themselves.)
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Scenario {
            $($(#[$doc])* $(#[$cfg])? $name(Box<$module::$name>),)+
        }

        impl Scenario {
            /// Its system.
            pub fn system(&self) -> System {
                match self {
                    $($(#[$cfg])? Self::$name(_) => System::$name,)+
                }
            }
        }

        $(
            $(#[$cfg])?
            impl From<$module::$name> for Scenario {
                fn from(own: $module::$name) -> Self {
                    Self::$name(Box::new(own))
                }
            }
        )+

        /// Evaluates an expression in which a name stands for the scenario as its own system's type.
        macro_rules! of_scenario {
            ($d scenario:expr, $d own:ident => $d answer:expr) => {
                match $d scenario {
                    $($(#[$cfg])? $crate::Scenario::$name($d own) => $d answer,)+
                }
            };
        }

        /// Evaluates an expression in which a name stands for the root type of a system.
        macro_rules! of_system {
            ($d system:expr, $d root:ident => $d answer:expr) => {
                match $d system {
                    $($(#[$cfg])? $crate::System::$name => {
                        type $d root = $crate::system::$module::$name;
                        $d answer
                    })+
                }
            };
        }

        pub(crate) use {of_scenario, of_system};
    };
}

systems! { $
    listed {
        /// `mars-la-tour`
        MarsLaTour in mars_la_tour;
        /// `position-magnifique`
        PositionMagnifique in position_magnifique;
        /// `at-any-cost`
        AtAnyCost in at_any_cost;
    }
    unlisted {
        /// `race`
        Race in race if "race";
    }
}

impl Default for System {
    /// The system of a new scenario for which none is chosen: the first.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl System {
    /// The system as it presents itself.
    pub fn info(self) -> &'static SystemInfo {
        of_system!(self, Root => &<Root as SystemFile>::INFO)
    }

    /// Its name in files, such as `"mars-la-tour"`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Its name among people, such as `"Mars la Tour"`.
    pub fn title(self) -> &'static str {
        self.info().title
    }

    /// The complete rules as published: what holds wherever `[rules]` leaves something out.
    pub fn published(self) -> &'static Value {
        of_system!(self, Root => {
            static PUBLISHED: LazyLock<Value> = LazyLock::new(<Root as SystemFile>::published);
            &PUBLISHED
        })
    }

    /// The system that `name` names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::EVERY.iter().copied().find(|system| system.name() == name)
    }

    /// The lints that only this system has.
    pub(crate) fn lints(self) -> &'static LintTable {
        of_system!(self, Root => <Root as SystemFile>::LINTS)
    }
}

impl Scenario {
    /// Its title.
    pub fn title(&self) -> &str {
        of_scenario!(self, own => &own.title)
    }

    /// The sections that every system shares.
    pub fn common(&self) -> &dyn Common {
        of_scenario!(self, own => &**own)
    }

    /// The sections that every system shares, to be changed.
    pub fn common_mut(&mut self) -> &mut dyn Common {
        of_scenario!(self, own => &mut **own)
    }

    /// Its own levels of lints.
    pub fn lints(&self) -> &Lints {
        of_scenario!(self, own => own.lints())
    }

    /// The complete rules by which it is played: the published ones with its changes.
    pub fn rules_in_force(&self) -> Value {
        of_scenario!(self, own => own.rules_in_force())
    }

    /// The conditions of victory in words.
    pub fn victory_words(&self) -> Vec<Passage> {
        of_scenario!(self, own => own.victory_words())
    }

    /// The sections besides `[rules]` that change how the game is played, in words, a sentence each.
    pub fn special_words(&self) -> Vec<String> {
        of_scenario!(self, own => own.special_words())
    }
}
