//! `[rules]`: all numbers and rulings of the system, with the published values in `rulesets/mars-la-tour.toml`.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cells::{Headings, RuleCell};
use crate::system::settings::{read_bundled, rules, settings, tables, whole};

whole!(AfterDeathride, EntryCleared, EntryRoadRate);

tables! {
    AttackTable: Headings::rows(None, &["from", "to"]);
}

rules! {
    /// All settings of the system, with the values in force.
    complete Rules;
    /// The settings that a scenario overrides. Omitted settings keep their published values.
    changes RuleChanges;

    /// The greatest distance in hexes of an HQ from a friendly unit or entry when it is placed (4.0 1a): 3.
    #[limits(min = 0, max = 99)]
    hq_placement: u8,
    /// The maximum number of blown units that a side may return per turn (4.0 1b): 2.
    #[limits(min = 0, max = 8)]
    blown_returns: u8,
    /// Makes a side return its due blown units if there is a hex for them (4.0 1b, ruling): false.
    blown_must_return: bool,
    /// The number of turns ahead that a blown unit is placed on the turn track (3.5): 2.
    #[limits(min = 1, max = 99)]
    blown_delay: u8,
    /// The number of turns at the end of the game in which blown units are eliminated instead (3.5): 2, turns 5 and 6.
    #[limits(min = 0, max = 99)]
    blown_last_turns: u8,
    /// The range of a ZOI in hexes (3.10): 2.
    #[limits(min = 1, max = 9)]
    zoi: u8,
    /// Lets a moving unit pass through hexes with friendly units (4.0 2a): true.
    stacking_pass_through: bool,
    /// The roads on which a reinforcement enters at the road rate (3.11, ruling): `"leads-off-map"`.
    entry_road_rate: EntryRoadRate,
    /// The time when an enemy in an entry hex retreats (4.0 2d, ruling): `"when-due"`.
    entry_cleared: EntryCleared,
    /// Makes a unit that moves from outside the range of its HQ continue until it is in range, if it can (4.0 2c, ruling):
    /// true.
    out_of_range_goes_on: bool,
    /// Lets a unit out of range of its HQ leave the map by an exit (6.0, ruling): false.
    exit_out_of_range: bool,
    /// Counts reinforcements that still wait to enter among the units added to the roll for the last moves (4.0 2f): false.
    last_moves_count_waiting: bool,
    /// The length of a retreat in hexes (3.3): 3.
    #[limits(min = 1, max = 9)]
    retreat_hexes: u8,
    /// Gives the Chassepot modifier to infantry only (3.1 4c): false, so that all units of the side have it.
    chassepot_infantry_only: bool,
    /// The fate of cavalry after its Deathride (3.5): `"blown"`.
    deathride_after: AfterDeathride,
    /// The least die in an artillery duel that costs the opponent another AP (5.1): 6. With 7, no die does.
    #[limits(min = 1, max = 7)]
    bad_ammunition: u8,
    /// The tables in their printed layout. The values of a table of named values may be changed one by one; any other table
    /// replaces the complete one.
    tables: TableChanges,

    [cells: RuleCell, of TableChanges in MarsLaTour]
}

settings! {
    /// All tables of the system, with the values in force.
    complete Tables;
    /// The tables that a scenario replaces. Omitted tables keep their published values.
    changes TableChanges;

    /// The movement points by arm and formation (3.1).
    movement: MovementChanges,
    /// The die roll modifiers of an attack (3.1).
    modifiers: DieModifiersChanges,
    /// The result for the loser of an attack, by the differential of the modified dice (3.2).
    attack: AttackTable,
}

/// The fate of cavalry after its Deathride (3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterDeathride {
    /// The cavalry is blown, whatever the result, unless it was eliminated.
    Blown,
    /// The cavalry is eliminated, whatever the result.
    Eliminated,
    /// The cavalry suffers the result of the attack and nothing more.
    None,
}

/// The roads on which a reinforcement enters at the road rate (3.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EntryRoadRate {
    /// A road that leads off the map: it begins or ends in the entry hex, at the edge of the map.
    LeadsOffMap,
    /// Any road in the entry hex.
    AnyRoad,
    /// No road: the first hex always costs a whole movement point.
    Never,
}

/// The time when an enemy in an entry hex retreats (4.0 2d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EntryCleared {
    /// As soon as a unit is due at the entry: at the start of the Movement Phase, or when the enemy moves there later.
    WhenDue,
    /// When a unit enters in the hex of the enemy.
    OnEntry,
}

settings! {
    /// The movement points by arm and formation (3.1).
    #[derive(Copy)]
    complete MovementTable;
    /// The movement points by arm and formation (3.1). Omitted values stay as they are.
    changes MovementChanges;

    /// Infantry.
    infantry: AllowanceChanges,
    /// Cavalry.
    cavalry: AllowanceChanges,
}

settings! {
    /// The movement points on the two sides of a counter.
    #[derive(Copy)]
    complete MovementAllowance;
    /// The movement points on the two sides of a counter. Omitted values stay as they are.
    changes AllowanceChanges;

    /// The movement points in March Formation.
    #[limits(min = 0, max = 20)]
    march: u8,
    /// The movement points in Battle Formation.
    #[limits(min = 0, max = 20)]
    battle: u8,
}

settings! {
    /// The die roll modifiers (DRM) of an attack (3.1).
    #[derive(Copy)]
    complete DieModifiers;
    /// The die roll modifiers (DRM) of an attack (3.1). Omitted values stay as they are.
    changes DieModifiersChanges;

    /// The modifier for artillery support (3.1 4a).
    #[limits(min = 0, max = 20)]
    artillery_support: u8,
    /// The modifier for a defender in defensible terrain (3.1 4b).
    #[limits(min = 0, max = 20)]
    defensible_terrain: u8,
    /// The modifier for an attacker with flank support (3.1 4d).
    #[limits(min = 0, max = 20)]
    flank_support: u8,
    /// The number of other friendly units next to the defender that flank support requires (3.1 4d).
    #[limits(min = 1, max = 5)]
    flank_support_units: u8,
}

/// The Attack Table (3.2): rows in rising order of the differential, without gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttackTable(pub Vec<AttackRow>);

impl AttackTable {
    /// Returns the result for the loser when the modified dice differ by `differential`; a stalemate if no row applies.
    pub fn result(&self, differential: u8) -> AttackResult {
        self.0
            .iter()
            .find(|row| row.from <= differential && row.to.is_none_or(|to| differential <= to))
            .map_or(AttackResult::Stalemate, |row| row.result)
    }
}

/// A row of the Attack Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackRow {
    /// The least differential of this row.
    pub from: u8,
    /// The greatest differential of this row. The default is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u8>,
    /// The result for the loser of the attack.
    pub result: AttackResult,
}

/// The result for the loser of an attack (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AttackResult {
    /// No effect.
    Stalemate,
    /// The loser retreats; if it cannot, it is blown.
    Retreat,
    /// The loser is blown; in the last turns, it is eliminated instead.
    Blown,
    /// The loser is eliminated.
    Eliminated,
}

impl Rules {
    /// The file of the published rules.
    pub(crate) const TEXT: &'static str = include_str!("../../../rulesets/mars-la-tour.toml");

    /// Returns the published rules, from `rulesets/mars-la-tour.toml`.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<Rules> = LazyLock::new(|| read_bundled(Rules::TEXT));
        &PUBLISHED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_changes_only_what_it_names() {
        let changes: RuleChanges =
            toml::from_str("retreat_hexes = 2\n[[tables.attack]]\nfrom = 1\nresult = \"blown\"\n").unwrap();
        let rules = changes.over(Rules::published());
        assert_eq!(rules.retreat_hexes, 2);
        assert_eq!(rules.tables.attack.0.len(), 1);
        assert_eq!(rules.zoi, Rules::published().zoi);
        assert_eq!(rules.tables.movement, Rules::published().tables.movement);
    }

    #[test]
    fn the_published_attack_table_is_as_printed() {
        use AttackResult::{Blown, Eliminated, Retreat, Stalemate};
        let results: Vec<_> = (0..=8).map(|d| Rules::published().tables.attack.result(d)).collect();
        assert_eq!(
            results,
            [Stalemate, Retreat, Retreat, Blown, Blown, Eliminated, Eliminated, Eliminated, Eliminated]
        );
    }
}
