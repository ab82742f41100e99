//! The list of rules systems, and operations on all of them.
//!
//! A system is one folder of [`crate::system`] and one line in the list below. An unlisted system is never offered to users: it
//! is compiled only for the tests of this crate, and for those of others that ask for its feature. It proves that one line is
//! enough to plug in a system.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::common::view::Common;
use crate::lint::{LintTable, LintView, Lints};
use crate::rule::vocabulary::Vocabulary;
use crate::system::*;
use crate::tree::FieldParts;

/// The description of a rules system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemInfo {
    /// The name in files, such as `"mars-la-tour"`.
    pub name: &'static str,
    /// The display name, such as `"Mars la Tour"`.
    pub title: &'static str,
    /// A summary of the rules on one line, for the choice of a system.
    pub about: &'static str,
    /// A small, complete scenario with comments, as the text of a file.
    pub template: &'static str,
    /// Small changes to try first to balance a scenario, as `FIELD=VALUES`. A `*` stands for every name.
    pub usual_changes: &'static [&'static str],
    /// The labels of fields that have another meaning than in other systems.
    pub labels: &'static [crate::words::FieldLabel],
}

/// A passage of text for a page. It is plain text; the caller escapes it for Markdown or HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<String>),
}

/// The interface of a system's root type for shared code.
pub(crate) trait SystemFile:
    ScenarioRoot + Common + Serialize + DeserializeOwned + JsonSchema + FieldParts
{
    /// The description of the system.
    const INFO: SystemInfo;

    /// The lints of this system only.
    const LINTS: &'static LintTable;

    /// The rules as a page in Markdown.
    const RULES_PAGE: &'static str;

    /// Returns the victory conditions in words.
    fn victory_words(&self) -> Vec<Passage>;

    /// Returns one sentence for each section outside `[rules]` that changes the rules of play.
    fn special_words(&self) -> Vec<String> {
        Vec::new()
    }

    /// The tables on which facts of turns depend. Others cannot stand in for them.
    const TABLES_OF_TURNS: &'static [&'static str] = &[];

    /// Returns the answer to the fact of the system with this number about `of` in a turn; `None` for one that a game decides.
    fn fact_of_turn(&self, _fact: u16, _of: &[i32], _turn: u8) -> Option<i32> {
        None
    }

    /// Returns the view of the scenario for lints of all systems.
    fn lint_view(&self) -> LintView<'_>;
}

/// Makes, from the list of systems, the types that hold any of them, and the macros that run code for the system at hand. `$d`
/// is a dollar sign, which a macro cannot write into another macro otherwise.
macro_rules! systems {
    (
        $d:tt
        listed { $($(#[doc = $doc:literal])* $listed:ident in $folder:ident;)+ }
        unlisted { $($(#[doc = $hidden_doc:literal])* $hidden:ident in $hidden_folder:ident if $feature:literal;)* }
    ) => {
        impl System {
            /// The systems that are offered to users.
            pub const ALL: [Self; [$(stringify!($listed)),+].len()] = [$(Self::$listed),+];

            /// All systems, including unlisted ones.
            pub(crate) const EVERY: &[Self] = &[
                $(Self::$listed,)+
                $(#[cfg(any(test, feature = $feature))] Self::$hidden,)*
            ];
        }

        systems! { @types $d
            $({ $(#[doc = $doc])* } {} $listed in $folder;)+
            $({ $(#[doc = $hidden_doc])* } { #[cfg(any(test, feature = $feature))] } $hidden in $hidden_folder;)*
        }
    };
    (@types $d:tt $({ $(#[$doc:meta])* } { $(#[$cfg:meta])? } $name:ident in $module:ident;)+) => {
        /// A rules system.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum System {
            $($(#[$doc])* $(#[$cfg])? $name,)+
        }

        /// A scenario of any system. The derived serialization is for programs that store a scenario themselves; the loader
        /// selects the system on its own.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Scenario {
            $($(#[$doc])* $(#[$cfg])? $name(Box<$module::$name>),)+
        }

        impl Scenario {
            /// Returns the system.
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

        /// Evaluates an expression with a name bound to the scenario as its system's own type.
        macro_rules! of_scenario {
            ($d scenario:expr, $d own:ident => $d answer:expr) => {
                match $d scenario {
                    $($(#[$cfg])? $crate::Scenario::$name($d own) => $d answer,)+
                }
            };
        }

        /// Evaluates an expression with a name bound to the root type of a system.
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
        /// `matz`
        Matz in matz;
        /// `outrance`
        Outrance in outrance;
    }
    unlisted {
        /// `race`
        Race in race if "race";
    }
}

impl Default for System {
    /// Returns the first system, the default for a new scenario.
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl System {
    /// Returns the description of the system.
    pub fn info(self) -> &'static SystemInfo {
        of_system!(self, Root => &<Root as SystemFile>::INFO)
    }

    /// Returns the name in files, such as `"mars-la-tour"`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the display name, such as `"Mars la Tour"`.
    pub fn title(self) -> &'static str {
        self.info().title
    }

    /// Returns the words that rules in rows use.
    pub fn vocabulary(self) -> &'static Vocabulary {
        of_system!(self, Root => <Root as ScenarioRoot>::VOCABULARY)
    }

    /// Returns the rules as a page in Markdown.
    pub fn rules_page(self) -> &'static str {
        // A constant apart from `info`, so that programs which show no rules do not contain them.
        of_system!(self, Root => <Root as SystemFile>::RULES_PAGE)
    }

    /// Returns the complete published rules, which apply where `[rules]` omits a setting.
    pub fn published(self) -> &'static Value {
        of_system!(self, Root => {
            static PUBLISHED: LazyLock<Value> = LazyLock::new(<Root as ScenarioRoot>::published);
            &PUBLISHED
        })
    }

    /// Returns the version of the published rules, which rises when a new edition of the rules changes a value.
    pub fn published_version(self) -> u32 {
        of_system!(self, Root => {
            static VERSION: LazyLock<u32> = LazyLock::new(|| {
                crate::ruleset::published::version_of(<Root as ScenarioRoot>::PUBLISHED_TEXT)
            });
            *VERSION
        })
    }

    /// Returns the template as a scenario.
    pub(crate) fn template_scenario(self) -> Option<&'static Scenario> {
        of_system!(self, Root => {
            static TEMPLATE: LazyLock<Option<Scenario>> = LazyLock::new(|| {
                crate::load(<Root as SystemFile>::INFO.template).scenario
            });
            TEMPLATE.as_ref()
        })
    }

    /// Returns the system with the name `name` in files.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::EVERY.iter().copied().find(|system| system.name() == name)
    }

    /// Returns the lints of this system only.
    pub(crate) fn lints(self) -> &'static LintTable {
        of_system!(self, Root => <Root as SystemFile>::LINTS)
    }
}

impl Scenario {
    /// Returns the title.
    pub fn title(&self) -> &str {
        of_scenario!(self, own => &own.title)
    }

    /// Returns access to the sections that all systems share.
    pub fn common(&self) -> &dyn Common {
        of_scenario!(self, own => &**own)
    }

    /// Returns mutable access to the sections that all systems share.
    pub fn common_mut(&mut self) -> &mut dyn Common {
        of_scenario!(self, own => &mut **own)
    }

    /// Returns the levels of lints in the scenario.
    pub fn lints(&self) -> &Lints {
        of_scenario!(self, own => own.lints())
    }

    /// Returns the complete rules of the scenario: the published rules with its changes.
    pub fn rules_in_force(&self) -> Value {
        of_scenario!(self, own => own.rules_in_force())
    }

    /// Returns the victory conditions in words.
    pub fn victory_words(&self) -> Vec<Passage> {
        of_scenario!(self, own => own.victory_words())
    }

    /// Returns one sentence for each section outside `[rules]` that changes the rules of play.
    pub fn special_words(&self) -> Vec<String> {
        of_scenario!(self, own => own.special_words())
    }
}
