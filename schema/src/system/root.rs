//! The root type of a system's file: the shared sections, with the system's own sections between them.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cells::Headings;
use crate::lint::Lints;
use crate::ruleset::{RuleBasis, RuleSection};
use crate::system::settings::Setting;
use crate::{Scenario, System};

/// The parts of a root type that [`root!`] makes.
pub(crate) trait ScenarioRoot: Sized + 'static {
    /// The type of a row in the order of battle.
    type Unit: DeserializeOwned;

    /// The type of `[rules]`.
    type Changes: Setting + RuleSection + Clone + Default + Serialize + DeserializeOwned + JsonSchema + 'static;

    /// The system.
    const SYSTEM: System;

    /// The words of rules in rows.
    const VOCABULARY: &'static crate::rule::vocabulary::Vocabulary;

    /// The file of the published rules; empty if the system has none.
    const PUBLISHED_TEXT: &'static str;

    /// The headings of the rules.
    const HEADINGS: Headings;

    /// Returns the scenario as its system's own type; `None` if it is of another system.
    fn of(scenario: &Scenario) -> Option<&Self>;

    /// Returns the complete published rules.
    fn published() -> Value;

    /// Returns the complete rules of this scenario.
    fn rules_in_force(&self) -> Value;

    /// Returns the complete published rules, as the type of the system.
    fn published_rules() -> &'static <Self::Changes as Setting>::Complete;

    /// Returns complete rules with `changes` of the published ones.
    fn rules_with(changes: &Self::Changes) -> Value;

    /// Returns the scenario's own changes of the rules.
    fn changes(&self) -> &Self::Changes;

    /// Returns the scenario's own changes of the rules, to change them.
    fn changes_mut(&mut self) -> &mut Self::Changes;

    /// Returns the rulesets below the scenario's own changes.
    fn found_rulesets(&self) -> &RuleBasis<Self::Changes>;

    /// Sets the rulesets below the scenario's own changes.
    fn set_found_rulesets(&mut self, found: RuleBasis<Self::Changes>);

    /// Returns the complete rules that the changes of this scenario stand over.
    fn rules_below(&self) -> &Value;

    /// Returns the complete rules without the changes of single cells.
    fn rules_without_cells(&self) -> Value;

    /// Returns `true` if the type of complete rules refuses these.
    fn refuses(rules: Value) -> bool;

    /// Returns the levels of lints in the scenario.
    fn lints(&self) -> &Lints;

    /// Returns the template of the system, which provides figures for what a scenario does not have yet.
    fn of_template() -> Option<&'static Self> {
        Self::of(Self::SYSTEM.template_scenario()?)
    }
}

/// Declares the root type of a system, the type of its name in files, and the access to its fields by path.
///
/// The shared sections are declared here, in the order of the file. The caller gives the name of the system and its own
/// sections, each group with the shared section that it comes `after`. The types of rows are found by name in the caller's
/// module: `Terrain`, `Side`, `Unit`, `Victory`, `Rules` and `RuleChanges`. Each section of the caller has a type, its
/// [way](crate::tree::ways) in the tree of values, and a mark that says if a file may omit it. A system that can also be played
/// without a hex map gives its `ground`, in place of the map. A system that is only played on a `table` gives all sections
/// between the turns and the sides, and has none for hexes.
macro_rules! root {
    (
        $(#[$doc:meta])* $name:ident, $(#[$named:meta])* $text:literal
        after turns { $($turns:tt)* }
        after entry { $($entry:tt)* }
        $(#[$side:meta])* side
        after side { $($after_side:tt)* }
        after unit { $($unit:tt)* }
        $(#[$victory:meta])* victory
    ) => {
        $crate::system::root! {
            $(#[$doc])* $name, $(#[$named])* $text
            after turns { $($turns)* }
            ground {
                /// The hexes.
                map: Map<Terrain> = parts needed,
            }
            after entry { $($entry)* }
            $(#[$side])* side
            after side { $($after_side)* }
            after unit { $($unit)* }
            $(#[$victory])* victory
        }
    };
    (
        $(#[$doc:meta])* $name:ident, $(#[$named:meta])* $text:literal
        after turns { $($turns:tt)* }
        ground { $($ground:tt)* }
        after entry { $($entry:tt)* }
        $(#[$side:meta])* side
        after side { $($after_side:tt)* }
        after unit { $($unit:tt)* }
        $(#[$victory:meta])* victory
    ) => {
        $crate::system::root! {
            @all $crate::HexId, $(#[$doc])* $name, $(#[$named])* $text
            after turns { $($turns)* }
            ground {
                $($ground)*
                /// The roads.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                road: Vec<$crate::Road> = rows optional,
                /// The streams, rivers, bridges, slopes and walls along hexsides.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                hexside: Vec<$crate::Hexside> = rows optional,
                /// The named places.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                place: Vec<$crate::Place> = rows optional,
                /// Labels on the map, such as the names of woods, rivers and ridges.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                label: Vec<$crate::Label> = rows optional,
                /// The entries of reinforcements.
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                entry: Vec<$crate::Entry> = rows optional,
            }
            after entry { $($entry)* }
            $(#[$side])* side
            after side { $($after_side)* }
            after unit { $($unit)* }
            $(#[$victory])* victory
        }

        impl $name {
            /// Returns the terrain of the hex at `cell`; `None` off the map or for an unknown letter.
            pub fn terrain(&self, cell: $crate::Cell) -> Option<&Terrain> {
                let letter = self.map.hexes.get(usize::from(cell.column), usize::from(cell.row))?;
                self.map.terrain.get(&$crate::Letter(letter))
            }
        }

        impl $crate::TerrainFacts for Terrain {
            fn name(&self) -> &str {
                &self.name
            }

            fn look(&self) -> $crate::Look {
                self.look
            }

            fn color(&self) -> Option<$crate::Color> {
                self.color
            }
        }
    };
    (
        $(#[$doc:meta])* $name:ident, $(#[$named:meta])* $text:literal
        after turns { $($turns:tt)* }
        table { $($ground:tt)* }
        $(#[$side:meta])* side
        after side { $($after_side:tt)* }
        after unit { $($unit:tt)* }
        $(#[$victory:meta])* victory
    ) => {
        $crate::system::root! {
            @all $crate::TablePoint, $(#[$doc])* $name, $(#[$named])* $text
            after turns { $($turns)* }
            ground {
                $($ground)*
                /// The sections for hexes, which the file does not have.
                #[serde(skip)]
                hexless: $crate::HexSections = hidden absent,
            }
            after entry {}
            $(#[$side])* side
            after side { $($after_side)* }
            after unit { $($unit)* }
            $(#[$victory])* victory
        }
    };
    (
        @all $spot:ty, $(#[$doc:meta])* $name:ident, $(#[$named:meta])* $text:literal
        after turns { $($(#[$turns:meta])* $turns_field:ident: $turns_type:ty = $turns_way:ident $turns_need:ident,)* }
        ground { $($(#[$ground:meta])* $ground_field:ident: $ground_type:ty = $ground_way:ident $ground_need:ident,)* }
        after entry { $($(#[$entry:meta])* $entry_field:ident: $entry_type:ty = $entry_way:ident $entry_need:ident,)* }
        $(#[$side:meta])* side
        after side { $($(#[$after:meta])* $after_field:ident: $after_type:ty = $after_way:ident $after_need:ident,)* }
        after unit { $($(#[$unit:meta])* $unit_field:ident: $unit_type:ty = $unit_way:ident $unit_need:ident,)* }
        $(#[$victory:meta])* victory
    ) => {
        $(#[$doc])*
        #[derive(
            Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The version of the file format: `1`.
            #[schemars(range(min = 1, max = 1))]
            pub format: u32,
            /// The rules system.
            pub system: SystemName,
            /// The scenario's name, such as `"Mars-la-Tour"`.
            pub title: String,
            /// A second line, such as `"16 August 1870"`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub subtitle: Option<String>,
            /// A short introduction for the players, in plain text. An empty line begins a paragraph. The signs of Markdown are
            /// shown as they are.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub description: Option<String>,
            /// The people who made the scenario.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub authors: Vec<String>,
            /// The license of the scenario, as an SPDX identifier such as `"CC-BY-4.0"`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub license: Option<String>,
            /// The books, maps and papers that the scenario is based on.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub sources: Vec<String>,
            /// The theme file with colors and artwork, as a path relative to the scenario, such as `"theme.toml"`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub theme: Option<$crate::ArtPath>,
            /// The length of the game.
            pub turns: $crate::Turns,
            $($(#[$turns])* pub $turns_field: $turns_type,)*
            $($(#[$ground])* pub $ground_field: $ground_type,)*
            $($(#[$entry])* pub $entry_field: $entry_type,)*
            $(#[$side])*
            #[schemars(extend(
                "minProperties" = 2,
                "maxProperties" = 2,
                "propertyNames" = { "$ref": "#/$defs/SideId" },
            ))]
            pub side: indexmap::IndexMap<$crate::SideId, Side>,
            $($(#[$after])* pub $after_field: $after_type,)*
            /// The order of battle.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub unit: Vec<Unit>,
            $($(#[$unit])* pub $unit_field: $unit_type,)*
            $(#[$victory])*
            pub victory: Victory,
            /// Advice for the computer players.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub computer: Vec<$crate::ComputerAdvice<$spot>>,
            /// Changes of the rules of the system. Omitted values are as published.
            #[serde(default, skip_serializing_if = "RuleChanges::is_empty")]
            pub rules: RuleChanges,
            /// The levels of findings in this scenario, by code; `all` applies to the others. Errors have no level.
            #[serde(default, skip_serializing_if = "indexmap::IndexMap::is_empty")]
            #[schemars(extend("propertyNames" = $crate::lint::code_schema()))]
            pub lints: $crate::Lints,
            /// The rulesets that `[rules]` uses, as they were found when the scenario was loaded. The file does not have them.
            #[serde(skip)]
            pub found_rulesets: $crate::RuleBasis<RuleChanges>,
        }

        impl $name {
            /// Returns the rules that the changes of this scenario stand over: the published ones, with the rulesets in use.
            pub fn basis(&self) -> &Rules {
                self.found_rulesets.rules().unwrap_or(Rules::published())
            }

            /// Returns the rules of this scenario: those it stands over, with the scenario's changes.
            pub fn ruleset(&self) -> Rules {
                self.rules.over(self.basis())
            }

            /// Returns the sections of other tables that stand in, by turn.
            pub fn tables_by_turn(&self) -> $crate::rule::TablesByTurn {
                $crate::rule::tables_by_turn(self)
            }

            /// Returns the same scenario with the tables of `set` in force.
            pub fn with_tables(&self, set: &$crate::rule::TableSet) -> std::borrow::Cow<'_, Self> {
                $crate::ruleset::with_tables(self, set)
            }

            /// Returns the rows of rules in force: those of rulesets, each after those that it extends, then those of the scenario.
            pub fn rule_rows(&self) -> $crate::rule::RuleRows {
                $crate::rule::rows_in_force(self)
            }

            /// Returns the rows of rules in force, checked, and the findings about them. A row with an error is left out.
            pub fn extra_rules(&self) -> ($crate::rule::CheckedRules, Vec<$crate::Diagnostic>) {
                $crate::rule::extra_rules(self)
            }
        }

        impl $crate::system::ScenarioRoot for $name {
            type Unit = Unit;

            type Changes = RuleChanges;

            const SYSTEM: $crate::System = $crate::System::$name;

            const VOCABULARY: &'static $crate::rule::vocabulary::Vocabulary = &vocabulary::VOCABULARY;

            const PUBLISHED_TEXT: &'static str = Rules::TEXT;

            const HEADINGS: $crate::cells::Headings = <RuleChanges as $crate::system::settings::Setting>::HEADINGS;

            fn of(scenario: &$crate::Scenario) -> Option<&Self> {
                match scenario {
                    $crate::Scenario::$name(own) => Some(own),
                    _ => None,
                }
            }

            fn published() -> serde_json::Value {
                serde_json::to_value(Rules::published()).unwrap_or_default()
            }

            fn rules_in_force(&self) -> serde_json::Value {
                serde_json::to_value(self.ruleset()).unwrap_or_default()
            }

            fn published_rules() -> &'static Rules {
                Rules::published()
            }

            fn rules_with(changes: &RuleChanges) -> serde_json::Value {
                serde_json::to_value(changes.over(Rules::published())).unwrap_or_default()
            }

            fn changes(&self) -> &RuleChanges {
                &self.rules
            }

            fn changes_mut(&mut self) -> &mut RuleChanges {
                &mut self.rules
            }

            fn found_rulesets(&self) -> &$crate::RuleBasis<RuleChanges> {
                &self.found_rulesets
            }

            fn set_found_rulesets(&mut self, found: $crate::RuleBasis<RuleChanges>) {
                self.found_rulesets = found;
            }

            fn rules_below(&self) -> &serde_json::Value {
                match &self.found_rulesets.0 {
                    Some(found) => &found.tree,
                    None => <Self as $crate::system::ScenarioRoot>::SYSTEM.published(),
                }
            }

            fn rules_without_cells(&self) -> serde_json::Value {
                serde_json::to_value(self.rules.without_cells(self.basis())).unwrap_or_default()
            }

            fn refuses(rules: serde_json::Value) -> bool {
                serde_json::from_value::<Rules>(rules).is_err()
            }

            fn lints(&self) -> &$crate::Lints {
                &self.lints
            }
        }

        /// The name of this system.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        pub enum SystemName {
            $(#[$named])*
            #[default]
            #[serde(rename = $text)]
            $name,
        }

        $crate::tree::fields! { impl [] $name {
            format: leaf needed,
            system: leaf needed,
            title: leaf needed,
            subtitle: leaf optional,
            description: leaf optional,
            authors: leaf optional,
            license: leaf optional,
            sources: leaf optional,
            theme: leaf optional,
            turns: leaf needed,
            $($turns_field: $turns_way $turns_need,)*
            $($ground_field: $ground_way $ground_need,)*
            $($entry_field: $entry_way $entry_need,)*
            side: keyed needed,
            $($after_field: $after_way $after_need,)*
            unit: rows optional,
            $($unit_field: $unit_way $unit_need,)*
            victory: leaf needed,
            computer: rows optional,
            rules: leaf optional,
            lints: leaf optional,
            found_rulesets: hidden absent,
        } }
    };
}

pub(crate) use root;
