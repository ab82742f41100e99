//! Lints: findings about how the parts of a scenario fit together. One lint a file: its doc comment, its check, its
//! tests.

mod bad_clock;
mod bad_numbering;
mod beside_road;
mod blocked_entry;
mod bridge_over_nothing;
pub(crate) mod context;
mod cut_off_hexes;
pub(crate) mod dangling;
mod duplicate_id;
mod empty_label;
mod entries;
mod entry_not_on_edge;
mod entry_turn_outside_game;
mod exit_not_on_edge;
mod exit_without_units;
pub(crate) mod ground;
mod hex_off_map;
mod hexside_not_neighbors;
mod isolated_road;
mod level;
mod levels;
pub(crate) mod lookup;
mod map_size;
mod mismatch;
mod names;
mod no_hexes;
mod offer;
mod out_of_range;
mod places;
mod relief;
mod road_gap;
mod road_twice;
pub(crate) mod scan;
mod side_count;
mod sources;
#[cfg(test)]
pub(crate) mod testing;
mod too_large_to_play;
mod too_long;
mod too_many;
mod twins;
mod two_units_in_one_hex;
mod unit_neither_starts_nor_enters;
mod unknown_entry;
mod unknown_exit;
mod unknown_place;
mod unknown_side;
mod unknown_terrain_letter;
mod unnamed_place;
mod unplayable;
mod unprintable_character;
mod unreachable_victory_place;
mod unused_terrain;
pub(crate) mod view;
pub(crate) mod walk;
mod water;

use crate::diagnostic::{Diagnostic, Finding};
use crate::load::{MOST_FINDINGS, TOO_MANY_FINDINGS, bytes, finish, head, shape, syntax};
use crate::place::Places;
use crate::{Scenario, System, theme};
use context::Context;

pub use level::{ALL, Level, Levels, Lints, check_code};
pub(crate) use level::{code_schema, misnamed_codes};
pub(crate) use out_of_range::out_of_range;
pub use unplayable::unplayable;
pub(crate) use view::LintView;

/// So many findings that a lint looks for no more: only a thousand are listed, and each may take a kilobyte.
const ENOUGH: usize = 10 * MOST_FINDINGS;

/// A check over a whole scenario.
type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// Lints: the findings of each, and its check.
pub(crate) type LintTable = [(&'static [Finding], Check)];

/// Every lint that holds for any system: what it finds and how.
const LINTS: &LintTable = &[
    (&[bad_clock::BAD_CLOCK, bad_clock::HALF_CLOCK], bad_clock::check),
    (&[bad_numbering::BAD_NUMBERING, bad_numbering::MEANINGLESS_OFFSET], bad_numbering::check),
    (&[beside_road::TOWN_BESIDE_ROAD, beside_road::ENTRY_BESIDE_ROAD], beside_road::check),
    (&[blocked_entry::BLOCKED_ENTRY, blocked_entry::WRONG_SIDE_ENTRY], blocked_entry::check),
    (&[bridge_over_nothing::BRIDGE_OVER_NOTHING], bridge_over_nothing::check),
    (&[cut_off_hexes::CUT_OFF_HEXES], cut_off_hexes::check),
    (&[duplicate_id::DUPLICATE_ID, duplicate_id::EMPTY_ID], duplicate_id::check),
    (&[empty_label::EMPTY_LABEL], empty_label::check),
    (&[entries::UNUSED_ENTRY, entries::UNUSED_EXIT, entries::SHARED_ENTRY, entries::ENTRY_QUEUE], entries::check),
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
    (&[hex_off_map::HEX_OFF_MAP], hex_off_map::check),
    (&[hexside_not_neighbors::HEXSIDE_NOT_NEIGHBORS, hexside_not_neighbors::BAD_HEXSIDE], hexside_not_neighbors::check),
    (&[isolated_road::ISOLATED_ROAD], isolated_road::check),
    (&[level::UNKNOWN_LINT, level::FIXED_LEVEL], level::check),
    (&[levels::LEVELS_MISMATCH, levels::BAD_LEVEL, levels::STEEP_ROAD], levels::check),
    (&[map_size::RAGGED_MAP_ROWS, map_size::SHORT_MAP, map_size::TOO_MANY_ROWS], map_size::check),
    (&[mismatch::NUMBERING_MISMATCH, mismatch::OFFSET_MISMATCH], mismatch::check),
    (&[no_hexes::NO_HEXES, no_hexes::REPEATED_HEX], no_hexes::check),
    (
        &[out_of_range::ER_OUT_OF_RANGE, out_of_range::AMMUNITION_OUT_OF_RANGE, out_of_range::NUMBER_OUT_OF_RANGE],
        out_of_range::check,
    ),
    (&[places::PLACE_TWICE, places::OVERLAPPING_PLACES, places::SCATTERED_PLACE, places::WRONG_HOLDER], places::check),
    (&[relief::SLOPE_ON_LEVEL_GROUND, relief::MISSING_SLOPE, relief::LONELY_HEIGHT], relief::check),
    (&[road_gap::ROAD_GAP, road_gap::SHORT_ROAD], road_gap::check),
    (&[road_twice::ROAD_TWICE], road_twice::check),
    (&[scan::ART_OUTSIDE_FOLDER, scan::FLAT_SCAN], scan::check),
    (&[side_count::SIDE_COUNT], side_count::check),
    (&[sources::EMPTY_SOURCE, sources::NO_SOURCE], sources::check),
    (&[too_large_to_play::TOO_LARGE_TO_PLAY], too_large_to_play::check),
    (&[too_long::TOO_LONG], too_long::check),
    (&[too_many::TOO_MANY], too_many::check),
    (&[twins::TWIN_TERRAIN, twins::TWIN_UNITS, twins::LABEL_REPEATS_PLACE, twins::LIKE_COLORS], twins::check),
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
    (&[unknown_place::UNKNOWN_PLACE], unknown_place::check),
    (&[unknown_side::UNKNOWN_SIDE], unknown_side::check),
    (&[unknown_terrain_letter::UNKNOWN_TERRAIN_LETTER], unknown_terrain_letter::check),
    (&[unnamed_place::UNNAMED_PLACE], unnamed_place::check),
    (&[unprintable_character::UNPRINTABLE_CHARACTER], unprintable_character::check),
    (
        &[unreachable_victory_place::UNREACHABLE_VICTORY_PLACE, unreachable_victory_place::UNREACHABLE_EXIT],
        unreachable_victory_place::check,
    ),
    (&[water::STREAM_GAP, water::HEXSIDE_TWICE, water::STREAM_AND_RIVER, water::ROAD_INTO_RIVER], water::check),
    (&[unused_terrain::UNUSED_TERRAIN, unused_terrain::RESERVED_TERRAIN_LETTER], unused_terrain::check),
];

/// Findings of the stages before the lints, and of the rules after them.
const STAGES: &[Finding] = &[
    bytes::NOT_TEXT,
    syntax::SYNTAX,
    head::UNKNOWN_SYSTEM,
    head::UNKNOWN_FORMAT,
    shape::UNKNOWN_KEY,
    shape::MISSING_KEY,
    shape::WRONG_TYPE,
    shape::UNKNOWN_WORD,
    shape::BAD_VALUE,
    TOO_MANY_FINDINGS,
    unplayable::UNPLAYABLE,
];

/// Every kind of finding there is, stage by stage, then by name.
pub fn findings() -> Vec<Finding> {
    let lints = LINTS.iter().chain(System::ALL.into_iter().flat_map(System::lints));
    let mut lints: Vec<Finding> = lints.flat_map(|(findings, _)| findings.iter().copied()).collect();
    lints.sort_by_key(|finding| finding.code);
    STAGES.iter().copied().chain(theme::FINDINGS.iter().copied()).chain(lints).collect()
}

/// The kind of finding that `code` names.
///
/// ```
/// let finding = battlewright_schema::explain("hex-off-map").unwrap();
/// assert!(finding.doc.contains("the map does not have"));
/// ```
pub fn explain(code: &str) -> Option<Finding> {
    findings().into_iter().find(|finding| finding.code.as_str() == code)
}

/// Everything in `scenario` that does not fit together, as [`load`](crate::load) lists it. The findings have paths but no
/// bytes, as there is no text.
pub fn check(scenario: &Scenario) -> Vec<Diagnostic> {
    let levels = Levels::default();
    let mut found = check_at(scenario, None, &levels);
    levels.apply(scenario.lints(), &mut found);
    finish("", &mut found);
    found
}

/// The same for a scenario that was read from a text, each finding as grave as it is by itself. What `levels` allow may be
/// left out. Findings that stand where their path leads have no bytes yet: [`Places::locate`].
pub(crate) fn check_at<'s>(
    scenario: &'s Scenario,
    places: Option<&'s Places<'s>>,
    levels: &'s Levels,
) -> Vec<Diagnostic> {
    let context = Context::new(scenario, places, levels);
    let mut found = Vec::new();
    for (_, check) in LINTS.iter().chain(scenario.system().lints()) {
        let before = found.len();
        check(&context, &mut found);
        found.truncate(before + ENOUGH);
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Code;

    #[test]
    fn every_code_is_unique_in_kebab_case_and_documented() {
        let all = findings();
        let codes: BTreeSet<Code> = all.iter().map(|finding| finding.code).collect();
        assert_eq!(codes.len(), all.len(), "two findings share a code");
        for finding in all {
            let code = finding.code.as_str();
            assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{code}");
            assert!(finding.doc.trim().len() > 80 && finding.doc.contains("\n\n"), "{code} says too little");
            assert!(finding.summary().ends_with('.'), "{code}: {}", finding.summary());
            assert_eq!(explain(code), Some(finding));
        }
        assert_eq!(explain("no-such-code"), None);
    }

    #[test]
    fn a_scenario_without_text_is_checked_as_well() {
        let mut scenario = crate::load(crate::template(crate::System::MarsLaTour)).scenario.unwrap();
        assert_eq!(check(&scenario), []);
        let Scenario::MarsLaTour(own) = &mut scenario else { panic!("{scenario:?}") };
        own.unit[0].er = 9;
        let found = check(&scenario);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.to_string().as_str(), found[0].span.clone()), ("unit[0].er", None));
    }

    /// A flood is cut short, with a text and without.
    #[test]
    fn no_more_is_found_without_a_text() {
        let text =
            crate::template(crate::System::MarsLaTour).to_owned() + &"[[road]]\npath = []\n".repeat(MOST_FINDINGS + 1);
        let loaded = crate::load(&text);
        assert_eq!(loaded.diagnostics.len(), MOST_FINDINGS + 1);
        let found = check(&loaded.readable.unwrap());
        assert_eq!(found.len(), MOST_FINDINGS + 1);
        assert_eq!(found.last().map(|finding| finding.code), Some(TOO_MANY_FINDINGS.code));
    }
}
