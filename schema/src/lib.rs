//! The scenario file of Battlewright: its types, loading, saving, diagnostics and JSON Schema.
//!
//! This crate defines the file without the rules of play: it checks the form and the consistency of a scenario.
//! `battlewright-engine` plays it.
//!
//! # Loading, changing, saving
//!
//! [`load`] reports all problems of a text. [`save`] writes changes into the loaded text and leaves the rest unchanged.
//!
//! ```
//! use battlewright_schema::{Scenario, System, load, save, template};
//!
//! // A new scenario, in which a hex was mistyped.
//! let text = template(System::MarsLaTour).replace("at = \"0704\"", "at = \"9704\"");
//!
//! let loaded = load(&text);
//! assert!(loaded.scenario.is_none(), "it cannot be played");
//! let finding = &loaded.diagnostics[0];
//! assert_eq!(finding.to_string(), "94:6: error[hex-off-map]: the map has no hex `9704`");
//! assert_eq!(finding.help.as_deref(), Some("hexes run from \"0101\" to \"0806\""));
//! assert_eq!(finding.path.to_string(), "unit[3].at");
//!
//! // What could be read can be mended, and saved into the same text: one line changes.
//! let Some(Scenario::MarsLaTour(mut scenario)) = loaded.readable else { panic!("nothing to mend") };
//! scenario.unit[3].at = Some("0705".into());
//! let mended = save(Some(&text), &Scenario::MarsLaTour(scenario));
//! assert_eq!(mended, text.replace("9704", "0705"));
//! assert!(load(&mended).diagnostics.is_empty());
//! ```
//!
//! Text editors use the JSON Schema that [`schema_json`] generates from the same types. [`render`] formats findings as text for
//! people and programs. [`explain`] returns the documentation of a finding's code.

pub mod cells;
pub mod chart;
mod collection;
pub mod common;
pub mod compare;
pub mod diagnostic;
pub mod docs;
pub mod fix;
pub mod id;
mod lint;
mod literal;
mod load;
pub mod merge;
pub mod migrate;
mod order;
pub mod outline;
pub mod path;
pub mod place;
pub mod provenance;
pub mod render;
mod row_key;
pub mod rule;
pub mod ruleset;
#[cfg(test)]
mod samples;
mod save;
pub mod schema_json;
pub mod surgery;
pub mod system;
mod systems;
pub mod table;
mod template;
pub mod theme;
pub mod tree;
pub mod words;

pub use collection::{COLLECTION, Collection};
pub use common::advice::{AdviceEnd, AdviceLeft, AdviceObjective, AdvicePosture, AdviceView, ComputerAdvice};
pub use common::arm::Arm;
pub use common::counter_numbers::CounterNumbers;
pub use common::entry::{Entry, EntryView, Exit};
pub use common::face::{Face, FaceMovement, FaceValue};
pub use common::fortification::{FortificationView, FrontView};
pub use common::grid::{Cell, Grid, NumberingProblem};
pub use common::hexless::{HexSections, NoTerrain};
pub use common::inches::{Length, TablePoint};
pub use common::label::{Label, LabelSize, LabelStyle};
pub use common::map::{
    CourseKind, HexRows, Letter, Look, Map, MapFrame, Numbering, Order, Orientation, Parity, Slant, TerrainCourse,
    TerrainFacts, VOID,
};
pub use common::place::Place;
pub use common::point_list::PointList;
pub use common::recruit::{
    CounterFigures, FormationWish, PlaceList, Rating, Recruit, RecruitError, UnitChoices, UnitKind,
};
pub use common::road::{Hexside, HexsideKind, Road, RoadKind};
pub use common::scan::{ArtPath, Pixel, Pixels, Scan};
pub use common::side::Color;
pub use common::start::{MarchColumn, Start};
pub use common::table_position::{PostureInfo, TablePosition, UnitReach};
pub use common::table_view::{
    AreaLook, AreaView, BaseOutline, DrawnKind, DrawnShape, LineLook, LineView, ListRow, PointKind, PointView,
    TableView, UnitFootprint,
};
pub use common::tabletop::{Ground, Inches, Tabletop};
pub use common::turns::Turns;
pub use common::view::{
    Common, Counter, FormationView, ScenarioTexts, Scoring, SideView, TerrainView, UnitView, ZoneView,
};
pub use diagnostic::{Code, Diagnostic, Explanation, Finding, Position, Related, Severity};
pub use fix::{Fix, TextEdit};
pub use id::{CounterId, EntryId, ExitId, FormationId, HexId, HexsideId, PlaceId, SideId, UnitId, ZoneId};
pub use lint::{
    ALL as ALL_LINTS, LintLevel, LintLevels, Lints, check, check_code, explain, findings, undrawn_texts, unplayable,
};
pub use literal::LiteralText;
pub use load::{
    Loaded, MOST_FINDINGS, Surroundings, is_own_file, load, load_bytes, load_bytes_from, load_bytes_with, load_from,
    load_with, placed, validate, validate_from,
};
pub use order::is_same;
pub use path::{DocPath, PathStep};
pub use place::row_lines;
pub use ruleset::{
    BasedOn, BundledRuleset, BundledRulesets, DiskRulesets, FoundRuleset, RuleBasis, RulesetInfo, RulesetRef,
    RulesetSource,
};
pub use save::{
    Replacement, discard_unfinished, format, replace_atomic, save, write_atomic, write_atomic_with, write_new,
};
pub use system::*;
pub use systems::{Passage, Scenario, System, SystemInfo};
pub(crate) use systems::{SystemFile, of_scenario, of_system};
pub use template::{NewScenario, NewScenarioError, template, template_table};
pub use theme::Theme;
pub use tree::{Id, IdUse, NamedItem, ValueProblem, ValueRefusal};

/// The version of the file format that this program reads and writes.
pub const FORMAT: u32 = 1;
