//! Lints for all systems, one per file with its documentation, check and tests.

pub(crate) mod advice;
mod as_published;
mod bad_clock;
mod bad_numbering;
mod beside_road;
pub(crate) mod blocked_entry;
mod bridge_over_nothing;
pub(crate) mod cells;
mod chit_turn;
mod counter_outliers;
mod cut_off_hexes;
mod duplicate_id;
mod empty_label;
pub(crate) mod entries;
mod entry_column;
mod entry_not_on_edge;
mod entry_turn_outside_game;
mod exit_not_on_edge;
mod exit_without_units;
mod first_turn;
mod formation_without_units;
mod ground_license;
mod hex_off_map;
mod hexside_not_neighbors;
mod isolated_road;
mod levels;
pub(super) mod lint_codes;
mod map_size;
mod mismatch;
mod missing_glyph;
mod no_hexes;
pub(crate) mod out_of_range;
pub(crate) mod pace;
mod places;
mod relief;
mod road_gap;
mod road_twice;
mod rule_rows;
mod rulesets;
pub(crate) mod scan;
mod side_count;
mod sources;
mod stranded_unit;
mod too_large_to_play;
pub(crate) mod too_long;
mod too_many;
mod twins;
mod two_units_in_one_hex;
pub(crate) mod unchecked;
pub(crate) mod unit_neither_starts_nor_enters;
mod unknown_entry;
mod unknown_exit;
mod unknown_formation;
mod unknown_place;
mod unknown_side;
mod unknown_terrain_letter;
mod unnamed_place;
pub(crate) mod unplayable;
mod unprintable_character;
mod unreachable_victory_place;
mod unused_terrain;
mod water;

use super::LintTable;
use crate::{rule, ruleset};

/// The lints for all systems: their findings and checks.
pub(super) const LINTS: &LintTable = &[
    (&[advice::groups::UNKNOWN_UNIT, advice::groups::ADVICE_OF_OTHER_SIDE], advice::groups::check),
    (
        &[advice::orders::IDLE_ADVICE, advice::orders::NO_OBJECTIVE, advice::orders::TWO_OBJECTIVES],
        advice::orders::check,
    ),
    (&[advice::overlap::OVERLAPPING_ADVICE], advice::overlap::check),
    (&[advice::parts::PARTIAL_GROUP], advice::parts::check),
    (&[advice::plans::SHARE_WITHOUT_PLAN, advice::plans::UNEVEN_SHARES], advice::plans::check),
    (&[advice::turns::ADVICE_OUTSIDE_GAME, advice::turns::REVERSED_TURNS], advice::turns::check),
    (&[as_published::SETTING_AS_PUBLISHED], as_published::check),
    (&[bad_clock::BAD_CLOCK, bad_clock::HALF_CLOCK], bad_clock::check),
    (&[bad_numbering::BAD_NUMBERING, bad_numbering::MEANINGLESS_OFFSET], bad_numbering::check),
    (&[beside_road::TOWN_BESIDE_ROAD, beside_road::ENTRY_BESIDE_ROAD], beside_road::check),
    (&[blocked_entry::BLOCKED_ENTRY, blocked_entry::WRONG_SIDE_ENTRY], blocked_entry::check),
    (&[bridge_over_nothing::BRIDGE_OVER_NOTHING], bridge_over_nothing::check),
    (&[cells::UNKNOWN_CELL, cells::CELL_VALUE, cells::CELL_TWICE, cells::CELL_OVER_TABLE], cells::check),
    (&[chit_turn::CHIT_TOO_EARLY, chit_turn::CHIT_TOO_LATE], chit_turn::check),
    (
        &[counter_outliers::COMBAT_OUTLIER, counter_outliers::MOVEMENT_OUTLIER, counter_outliers::RANGE_OUTLIER],
        counter_outliers::check,
    ),
    (&[cut_off_hexes::CUT_OFF_HEXES], cut_off_hexes::check),
    (&[duplicate_id::DUPLICATE_ID, duplicate_id::EMPTY_ID], duplicate_id::check),
    (&[empty_label::EMPTY_LABEL], empty_label::check),
    (&[entries::UNUSED_ENTRY, entries::UNUSED_EXIT, entries::SHARED_ENTRY, entries::ENTRY_QUEUE], entries::check),
    (&[entry_column::BAD_COLUMN], entry_column::check),
    (&[entry_not_on_edge::ENTRY_NOT_ON_EDGE], entry_not_on_edge::check),
    (&[entry_turn_outside_game::ENTRY_TURN_OUTSIDE_GAME], entry_turn_outside_game::check),
    (&[exit_not_on_edge::EXIT_NOT_ON_EDGE], exit_not_on_edge::check),
    (
        &[
            exit_without_units::EXIT_WITHOUT_UNITS,
            exit_without_units::SIDE_WITHOUT_UNITS,
            exit_without_units::WRONG_SIDE_EXIT,
        ],
        exit_without_units::check,
    ),
    (&[first_turn::FIRST_TURN_AFTER_LAST], first_turn::check),
    (&[formation_without_units::FORMATION_WITHOUT_UNITS], formation_without_units::check),
    (&[ground_license::GROUND_LICENSE], ground_license::check),
    (&[hex_off_map::HEX_OFF_MAP], hex_off_map::check),
    (&[hexside_not_neighbors::HEXSIDE_NOT_NEIGHBORS, hexside_not_neighbors::BAD_HEXSIDE], hexside_not_neighbors::check),
    (&[isolated_road::ISOLATED_ROAD], isolated_road::check),
    (&[lint_codes::UNKNOWN_LINT, lint_codes::FIXED_LEVEL], lint_codes::check),
    (&[levels::LEVELS_MISMATCH, levels::BAD_LEVEL, levels::STEEP_ROAD], levels::check),
    (&[map_size::RAGGED_MAP_ROWS, map_size::SHORT_MAP, map_size::TOO_MANY_ROWS], map_size::check),
    (&[mismatch::NUMBERING_MISMATCH, mismatch::OFFSET_MISMATCH], mismatch::check),
    (&[missing_glyph::MISSING_GLYPH], missing_glyph::check),
    (&[no_hexes::NO_HEXES, no_hexes::REPEATED_HEX], no_hexes::check),
    (
        &[out_of_range::ER_OUT_OF_RANGE, out_of_range::AMMUNITION_OUT_OF_RANGE, out_of_range::NUMBER_OUT_OF_RANGE],
        out_of_range::check,
    ),
    (&[pace::PLACE_TOO_FAR, pace::ARRIVES_TOO_LATE, pace::HQ_TOO_FAR, pace::advice::OBJECTIVE_TOO_FAR], pace::check),
    (&[places::PLACE_TWICE, places::OVERLAPPING_PLACES, places::SCATTERED_PLACE, places::WRONG_HOLDER], places::check),
    (&[relief::SLOPE_ON_LEVEL_GROUND, relief::MISSING_SLOPE, relief::LONELY_HEIGHT], relief::check),
    (&[road_gap::ROAD_GAP, road_gap::SHORT_ROAD], road_gap::check),
    (&[road_twice::ROAD_TWICE], road_twice::check),
    (rule::FINDINGS, rule_rows::check),
    (ruleset::FINDINGS, rulesets::check),
    (&[scan::ART_OUTSIDE_FOLDER, scan::FLAT_SCAN], scan::check),
    (&[side_count::SIDE_COUNT], side_count::check),
    (&[sources::EMPTY_SOURCE, sources::NO_SOURCE], sources::check),
    (&[stranded_unit::STRANDED_UNIT], stranded_unit::check),
    (&[too_large_to_play::TOO_LARGE_TO_PLAY], too_large_to_play::check),
    (&[too_long::TOO_LONG], too_long::check),
    (&[too_many::TOO_MANY], too_many::check),
    (
        &[twins::TWIN_TERRAIN, twins::TWIN_UNITS, twins::TWIN_LABELS, twins::LABEL_REPEATS_PLACE, twins::LIKE_COLORS],
        twins::check,
    ),
    (&[two_units_in_one_hex::TWO_UNITS_IN_ONE_HEX], two_units_in_one_hex::check),
    (
        &[
            unit_neither_starts_nor_enters::UNIT_NEITHER_STARTS_NOR_ENTERS,
            unit_neither_starts_nor_enters::UNIT_STARTS_AND_ENTERS,
        ],
        unit_neither_starts_nor_enters::check,
    ),
    (&[unknown_entry::UNKNOWN_ENTRY], unknown_entry::check),
    (&[unknown_exit::UNKNOWN_EXIT], unknown_exit::check),
    (&[unknown_formation::UNKNOWN_FORMATION], unknown_formation::check),
    (&[unknown_place::UNKNOWN_PLACE], unknown_place::check),
    (&[unknown_side::UNKNOWN_SIDE], unknown_side::check),
    (&[unknown_terrain_letter::UNKNOWN_TERRAIN_LETTER], unknown_terrain_letter::check),
    (&[unnamed_place::UNNAMED_PLACE], unnamed_place::check),
    (
        &[unprintable_character::UNPRINTABLE_CHARACTER, unprintable_character::UNPRINTABLE_ID],
        unprintable_character::check,
    ),
    (
        &[unreachable_victory_place::UNREACHABLE_VICTORY_PLACE, unreachable_victory_place::UNREACHABLE_EXIT],
        unreachable_victory_place::check,
    ),
    (&[water::STREAM_GAP, water::HEXSIDE_TWICE, water::STREAM_AND_RIVER, water::ROAD_INTO_RIVER], water::check),
    (&[unused_terrain::UNUSED_TERRAIN, unused_terrain::RESERVED_TERRAIN_LETTER], unused_terrain::check),
];
