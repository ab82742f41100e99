//! `[rules]`: all numbers and rulings of the system, with the published values in `rulesets/matz.toml`.
//!
//! The rulings answer the questions that the text leaves open. Each is a setting with a default.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sequence::SequenceChanges;
use super::tables::{
    AirDrawTable, BombardmentShiftsChanges, BombardmentTable, CombatModifiersChanges, CombatTable, CrossingTable,
    GroundTable, TankLossChanges,
};
use crate::cells::{Headings, RuleCell};
use crate::system::settings::{read_bundled, rules, settings, tables, whole};

whole!(FireLimit, SlopeRule, SupportRange);

tables! {
    AirDrawTable: Headings::rows(Some("armies"), &["nation"]);
    BombardmentTable: Headings::grid(1);
    CombatTable: Headings::grid_from("first_die", "odds");
    CrossingTable: Headings::rows(Some("kinds"), &["kind"]);
    GroundTable: Headings::rows(Some("classes"), &["class"]);
}

rules! {
    /// All settings of the system, with the values in force.
    complete Rules;
    /// The settings that a scenario overrides. Omitted settings keep their published values.
    changes RuleChanges;

    /// The most steps in a hex at the end of a phase (4): 6.
    #[limits(min = 1, max = 99)]
    stacking: u8,
    /// The combat value of artillery in contact (8.3): 1.
    contact_defense: u8,
    /// The movement points to leave an enemy zone of control (3.2): 1.
    zoc_leave: u8,
    /// The movement points to move from one enemy zone of control to another (3.2): 2.
    zoc_to_zoc: u8,
    /// The movement points of tanks and Stosstruppen to move from one enemy zone of control to another (6.1, 6.2): 1.
    zoc_to_zoc_special: u8,
    /// The factor of strategic movement (5.2): 2.
    #[limits(min = 1, max = 9)]
    strategic_factor: u8,
    /// The movement points of tanks in exploitation (6.1). Other units have half of theirs: 3.
    tank_exploitation: u8,
    /// The command distance of a neutralized headquarters (9): 3.
    neutralized_range: u8,
    /// The points that a unit out of command takes off the value of its side in combat (10.2): 1.
    out_of_command_value: u8,
    /// The most artillery and air units that bombard a lone headquarters (8.1): 2.
    lone_hq_bombers: u8,
    /// The distance within which interceptors meet an enemy, in mega-hexes (11.5): 2.
    interception_reach: u8,
    /// The distance from the front line within which infantry is set up, in hexes (14): 2.
    infantry_setup: u8,
    /// The least distance of artillery from the front line at setup, in hexes (14): 3.
    artillery_setup_from: u8,
    /// The greatest distance of artillery from the front line at setup, in hexes (14): 5.
    artillery_setup_to: u8,
    /// The distance from a unit of its formation within which a destroyed headquarters returns, in hexes (1.4, ruling m19): 6.
    hq_return_reach: u8,
    /// Ruling m74 (14): the greatest distance from the front line at which infantry and tanks are set up that the file has beyond
    /// the usual distance, as a second line, in hexes. 0 is no second line: 0.
    second_line_setup: u8,

    /// Ruling m5 (7.3): features of different kinds in a hex and along its sides add up. Otherwise, the one that is best for
    /// the defender counts alone: true.
    terrain_adds: bool,
    /// Ruling m6 (7.3): exchanges the combat effects of rivers and streams: false.
    swap_river_and_stream: bool,
    /// Ruling m43 (7.3): the attacks to which slopes apply: `"both-ways"`.
    slopes: SlopeRule,
    /// Ruling m7 (7.3): defending tanks and Stosstruppen count against the attacker: true.
    defending_specials: bool,
    /// Ruling m12 (7.6): corps and army artillery counts as of another division: false.
    corps_artillery_is_mixed: bool,
    /// Ruling m12 (7.6): the artillery of another division counts as of another division: true.
    division_artillery_is_mixed: bool,
    /// Ruling m13 (8.2): the hex to which the range of attack support is measured: `"attacker"`.
    support_range: SupportRange,
    /// Ruling m64 (8.2): artillery that supports a combat next to the enemy units in it shares the result: false.
    adjacent_support_suffers: bool,
    /// Ruling m14 (8): the time in which artillery fires once: `"player-turn"`.
    fire_limit: FireLimit,
    /// Ruling m15 (8.1): a hex is bombarded once a phase. Otherwise, its units are, and units that were not there before may be
    /// bombarded as well: false.
    bombard_hex_once: bool,
    /// Ruling m17 (10.1): a unit in command by an adjacent one of its division passes command on: true.
    command_chain: bool,
    /// Ruling m39 (10.1): at the start of its Combat, Exploitation and Second Combat Phases, a side removes the markers of units to
    /// which a line of command leads again. Otherwise, they stay for the whole turn: true.
    regain_command: bool,
    /// Ruling m73 (1.4): the owner of a destroyed headquarters may place it in a later turn than the next one. Otherwise, it
    /// returns as soon as there is a hex for it: true.
    hq_return_waits: bool,
    /// Ruling m48 (3.2): a unit that leaves an enemy zone of control in the middle of its move pays for it as well. Otherwise,
    /// only one that begins its move there: false.
    zoc_leave_in_passing: bool,
    /// Ruling m20 (3.2): units attack across rivers, where they have no zones of control: true.
    combat_across_rivers: bool,
    /// Ruling m21 (7.6): a retreat into enemy zones of control costs a step for each hex. Otherwise, for each enemy unit: true.
    retreat_loss_by_hex: bool,
    /// Ruling m70 (7.6): a stack at its own edge of the map that must retreat, and can come no nearer to the edge, leaves the map
    /// and is eliminated. Otherwise, it goes to any other hex first: true.
    retreat_off_map: bool,
    /// Ruling m27 (11.5): air combat goes on until one side is gone from the mega-hex. Otherwise, it has one round: true.
    air_combat_goes_on: bool,
    /// Ruling m30 (13): a friendly unit opens a hex in an enemy zone of control for the line of a place to the edge: false.
    friends_open_lines: bool,
    /// Ruling m47 (13): an enemy zone of control in the hex of a place cuts its line to the edge. Otherwise, it does so in the
    /// other hexes only: false.
    zoc_cuts_place: bool,
    /// Ruling m31 (13): half points count. Otherwise, the total is rounded down: true.
    half_points_count: bool,
    /// Ruling m32 (14): the surprise helps attacks only. Otherwise, it also shifts enemy attacks to the left: false.
    surprise_on_attack_only: bool,
    /// Ruling m35 (12.1): reinforcements whose entry is blocked use the next free hex of the edge. Otherwise, they wait: true.
    blocked_entry_moves: bool,
    /// Ruling m67 (7.6): only infantry and tanks advance after combat. Otherwise, artillery and headquarters that were attacked do
    /// so as well: false.
    only_combat_units_advance: bool,
    /// Ruling m71 (12.2, 12.3): a reserve without `through_turn` may be called up in any turn from its own. Otherwise, in its
    /// own turn only: false.
    reserves_wait: bool,
    /// Ruling m76 (12.2, 12.3): units that the file marks as `further`, which the lists of reinforcements do not have, enter as
    /// well. Otherwise, they stay out of the game: false.
    further_reinforcements: bool,
    /// Ruling m36 (8.4): enemy fighters over supporting artillery shift the odds of the combat: true.
    fighters_shift_support: bool,
    /// Ruling m42 (2.1): in its Reorganization Phase, a side removes its own neutralized markers only. Otherwise, those of both
    /// sides: true.
    reorganize_own_only: bool,
    /// Ruling m41 (2.1): all units that may exploit fight in the Second Combat Phase. Otherwise, only those that have moved in
    /// the Exploitation Phase: false.
    second_combat_for_all: bool,
    /// The order of the phases (2.1).
    sequence: SequenceChanges,
    /// The tables in their printed layout. The values of a table of named values may be changed one by one; any other table
    /// replaces the complete one.
    tables: TableChanges,

    [cells: RuleCell, of TableChanges in Matz]
}

/// The attacks to which slopes apply (7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlopeRule {
    /// Attacks across a slope, up or down.
    BothWays,
    /// Attacks up a slope. The map needs levels for it.
    Uphill,
}

/// The hex to which the range of attack support is measured (8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SupportRange {
    /// The hex of an attacking unit.
    Attacker,
    /// The hex under attack.
    Target,
}

/// The time in which an artillery unit fires once (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FireLimit {
    /// The turn of one player: units are turned back in each interphase.
    PlayerTurn,
    /// The turn of both players.
    Turn,
}

settings! {
    /// All tables of the system, with the values in force.
    complete Tables;
    /// The tables that a scenario replaces. Omitted tables keep their published values.
    changes TableChanges;

    /// The Combat Results Table (7.5).
    combat: CombatTable,
    /// The modifiers of combat (7.3).
    combat_modifiers: CombatModifiersChanges,
    /// The Bombardment Table (8.1).
    bombardment: BombardmentTable,
    /// The column shifts of bombardments (8.4).
    bombardment_shifts: BombardmentShiftsChanges,
    /// The Terrain Effects Table: hexes (5.3).
    terrain: GroundTable,
    /// The Terrain Effects Table: hexsides (5.3).
    hexsides: CrossingTable,
    /// The air draws (11.3).
    air_draws: AirDrawTable,
    /// The losses of tanks (7.5).
    tank_losses: TankLossChanges,
}

impl Rules {
    /// The file of the published rules.
    pub(crate) const TEXT: &'static str = include_str!("../../../rulesets/matz.toml");

    /// Returns the published rules, from `rulesets/matz.toml`.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<Rules> = LazyLock::new(|| read_bundled(Rules::TEXT));
        &PUBLISHED
    }
}
