//! `[rules]`: all numbers and rulings of the system, with the published values in `rulesets/at-any-cost.toml`.
//!
//! The rulings answer the questions that the text leaves open. Each is a setting with a default; `docs/rules/at-any-cost.md`
//! gives the reasons.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effects::{CohesionModifiersChanges, CohesionTable, HexsideTable, StrengthModifiersChanges, TerrainTable};
use super::rolls::{CancelTable, FortunesTable, MisinterpretedTable, NightTable, OutOfCommandTable, TrackTable};
use super::tables::{AssaultShiftsChanges, AssaultTable, FireShiftsChanges, FireTable};
use crate::cells::{Headings, RuleCell};
use crate::system::settings::{read_bundled, rules, settings, tables};

tables! {
    AssaultTable: Headings::grid(1);
    CancelTable: Headings::list(None, 0);
    CohesionTable: Headings::rows(None, &["to"]);
    FireTable: Headings::grid(1);
    FortunesTable: Headings::list(None, 1);
    HexsideTable: Headings::rows(None, &["kind"]);
    MisinterpretedTable: Headings::list(None, 1);
    NightTable: Headings::rows(None, &["kind"]);
    OutOfCommandTable: Headings::list(None, 1);
    TerrainTable: Headings::rows(None, &["class"]);
    TrackTable: Headings::rows(None, &["from"]);
}

rules! {
    /// Every setting of the system.
    complete Rules;
    /// The settings that a scenario changes.
    changes RuleChanges;

    /// The Event Chits that a side chooses for the cup (5.1): 1.
    chosen_chits: u8,
    /// The Event Chits of a side that its enemy sets aside (5.1): 3.
    set_aside_chits: u8,
    /// The most Command Event Chits on Bazaine's Leadership and on Prussian Aggressiveness (20.1): 3.
    track_limit: u8,
    /// The turns that a French unit waits on the Game Turn Track when it is Broken (10.2): 2.
    french_rebuild_delay: u8,
    /// The turns that a Prussian unit waits when it is Broken (10.2): 0.
    prussian_rebuild_delay: u8,
    /// The removals of Elan Hits and Ammo Problems under Regroup orders (14.2): 3.
    regroup_recoveries: u8,
    /// The removals under Defend orders (14.2): 1.
    defend_recoveries: u8,
    /// The Rebuild attempts under Defend orders (14.4): 1.
    defend_rebuilds: u8,
    /// The Rebuild attempts under Regroup orders that succeed without a roll (14.4): 1.
    free_rebuilds: u8,
    /// The hexes that a Loss Point of retreat is worth (13.6): 2.
    loss_retreat: u8,
    /// The Loss Points that one unit can take as retreats (13.6): 2.
    loss_retreats: u8,
    /// The reach of the skirmishers of A Cloud of Skirmishers, in hexes (21.0): 5.
    skirmish_reach: u8,
    /// The reach within which Furia Francese and Prussian Aggressive Tactics find an enemy, in hexes (21.0): 2.
    event_reach: u8,
    /// The most turns that a reinforcement group can be hurried in all (15.2): 2.
    hurry_limit: u8,

    /// Plays with Unit Breakdown (17.0, optional): false.
    unit_breakdown: bool,
    /// Ruling r6 (16.1, 8.6): earthworks add to the SP of a unit in them and shift the columns of fire and assault.
    /// Otherwise they only shift: true.
    earthworks_strength: bool,
    /// Ruling r9 (7.2): cavalry under Defend orders may assault an enemy that it faced when its activation began: true.
    cavalry_defends_forward: bool,
    /// Ruling r11 (7.4): Cautious units may use the Road March rate under any order: true.
    cautious_road_march: bool,
    /// Ruling (8.3): farms block sight as towns do. The text names woods, towns and units only: false.
    farms_block_sight: bool,
    /// Ruling r14 (12.6): a Cohesion Test that is passed does not halt a moving unit: true.
    passed_test_moves_on: bool,
    /// Ruling r22 (13.4): the TCRs of Front Line units are compared with their Elan Hits. Otherwise as printed: true.
    compare_modified_tcr: bool,
    /// Ruling r26 (14.4): a Rebuild succeeds up to the sum of Command Rating and Battleworn TCR. Otherwise up to the
    /// Battleworn TCR: true.
    rebuild_by_sum: bool,
    /// Ruling r27 (14.3): the caisson doctrine binds all French artillery. Otherwise all but horse artillery: true.
    caissons_for_all: bool,
    /// Ruling r28 (6.2, 21.0): Marshal Bazaine activates infantry or cavalry only. Otherwise any unit: true.
    bazaine_without_artillery: bool,
    /// Ruling r31 (21.0): a colored die of 1 that skirmishers halve has no effect. Otherwise it counts as 1: true.
    halved_one_misses: bool,
    /// Ruling r33 (21.0): Krupp's Guns and Beaten Zone let a unit fire that has fired: true.
    event_fire_is_extra: bool,
    /// Ruling r37 (8.6): charging cavalry suffers the shift of a cavalry target in Defensive Fire: true.
    charging_cavalry_is_target: bool,
    /// Ruling r38 (13.5): three assaulting units are a Flank Attack wherever they stand. Otherwise three hexes: true.
    flank_counts_units: bool,
    /// Ruling r39 (18.0): headquarters give no Attack orders in turns without combat: true.
    no_attack_orders_at_night: bool,
    /// Ruling r77 (12.7, 13.8): cavalry is Disrupted as soon as the assault of its charge is over, so that it makes one
    /// Opportunity Charge at most. Otherwise at the end of the Assault Combat Step: false.
    charge_disrupts_at_once: bool,
    /// Ruling r78 (16.1): earthworks add to the SP and TCR of attackers that are in them. Otherwise to neither: true.
    earthworks_help_attackers: bool,
    /// Ruling r79 (12.6, 13.8): a unit that Defensive Fire has halted may break through in the same activation: false.
    halted_units_break_through: bool,
    /// Ruling r80 (3.1, 13.2): SP below 0 count as such in an assault. Otherwise as 0: true.
    negative_sp_count: bool,
    /// Ruling r83 (21.0): Misinterpreted Orders may be played against a headquarters under Feu de Bataillon, and their order
    /// prevails: true.
    misinterpreted_over_feu: bool,
    /// Ruling r84 (21.0): `skirmish_reach` limits the path of skirmishers. Otherwise the distance of their target: false.
    skirmish_path_counts: bool,
    /// Ruling r86 (3.7): a side does not know the elan and the ammunition of enemy units: false.
    hidden_markers: bool,
    /// The tables in their printed layout. The values of a table of named values may be changed one by one; any other table
    /// replaces the complete one.
    tables: TableChanges,

    [cells: RuleCell, of TableChanges in AtAnyCost]
}

settings! {
    /// The system's tables.
    complete Tables;
    /// The tables that a scenario replaces.
    changes TableChanges;

    /// The Fire Combat Results Table of Prussian artillery, French infantry and mitrailleuses (8.7).
    fire_superior: FireTable,
    /// The Fire Combat Results Table of Prussian infantry and French artillery (8.7).
    fire_inferior: FireTable,
    /// Modifiers of SP (3.7, 8.5, 12.7, 13.3, 16.1).
    strength_modifiers: StrengthModifiersChanges,
    /// Column shifts of fire (8.6).
    fire_shifts: FireShiftsChanges,
    /// The Assault Combat Results Table (13.2).
    assault: AssaultTable,
    /// Column shifts of assaults (13.4).
    assault_shifts: AssaultShiftsChanges,
    /// The TCT Result Table (9.2).
    cohesion: CohesionTable,
    /// Modifiers of Tactical Cohesion Tests (9.1) and of digging (16.2).
    cohesion_modifiers: CohesionModifiersChanges,
    /// The Out of Command Range Table (7.4).
    out_of_command: OutOfCommandTable,
    /// The Fortunes of War (6.3).
    fortunes: FortunesTable,
    /// The Misinterpreted Orders (21.0).
    misinterpreted: MisinterpretedTable,
    /// Bazaine's Leadership Track (20.1).
    leadership: CancelTable,
    /// The Prussian Aggressiveness Track (20.1).
    aggressiveness: CancelTable,
    /// The Army of the Rhine Activation Chit Table (20.1).
    activation_chits: TrackTable,
    /// The Prussian Reinforcement Chart (20.1).
    reinforcements: TrackTable,
    /// The Terrain Effects Chart: hexes (12.2).
    terrain: TerrainTable,
    /// The Terrain Effects Chart: hexsides (12.2).
    hexsides: HexsideTable,
    /// The kinds of night turns (18.0).
    night: NightTable,
}

impl Rules {
    /// The file of the published rules.
    pub(crate) const TEXT: &'static str = include_str!("../../../rulesets/at-any-cost.toml");

    /// The rules as published: `rulesets/at-any-cost.toml`.
    pub fn published() -> &'static Self {
        static PUBLISHED: LazyLock<Rules> = LazyLock::new(|| read_bundled(Rules::TEXT));
        &PUBLISHED
    }
}
