//! The scenario file of Battlewright: its types, loading, saving, diagnostics and JSON Schema.
//!
//! This crate knows the file and no rules: it says whether a scenario is well formed and whether
//! its parts fit together. What a scenario means in play is the business of `battlewright-engine`.
//!
//! # Loading, changing, saving
//!
//! [`load`] finds everything that is wrong with a text at once; [`save`] writes what was changed
//! into the text that was loaded and touches nothing else.
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
//! Text editors use the JSON Schema that [`schema_json`] makes from the same types; [`render`]
//! shows findings to people and to programs; [`explain`] tells what a finding's code means.

pub mod chart;
mod collection;
pub mod common;
pub mod compare;
pub mod diagnostic;
pub mod docs;
pub mod fix;
pub mod id;
mod lint;
mod load;
pub mod merge;
pub mod migrate;
mod order;
pub mod outline;
pub mod path;
pub mod place;
pub mod render;
mod save;
pub mod schema_json;
pub mod surgery;
pub mod system;
pub mod table;
mod template;
pub mod theme;
pub mod tree;
pub mod words;

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use collection::{COLLECTION, Collection};
pub use common::entry::{Entry, Exit};
pub use common::face::{Face, FaceMovement, FaceValue};
pub use common::grid::{Cell, Grid, NumberingProblem};
pub use common::label::{Label, LabelSize, LabelStyle};
pub use common::map::{HexRows, Letter, Look, Map, Numbering, Order, Orientation, Parity, Terrain, VOID};
pub use common::muster::{PlaceList, Rating, Recruit, UnitKind, Wish};
pub use common::place::Place;
pub use common::road::{Hexside, HexsideKind, Road, RoadKind};
pub use common::scan::{ArtPath, Pixel, Pixels, Scan};
pub use common::side::Color;
pub use common::turns::Turns;
pub use common::view::{
    About, Arm, Column, Common, Counter, FormationView, Frame, Scoring, SideView, Start, TerrainView, UnitView,
    ZoneView,
};
pub use diagnostic::{Code, Diagnostic, Finding, Position, Related, Severity};
pub use fix::{Fix, TextEdit};
pub use id::{EntryId, ExitId, FormationId, HexId, HexsideId, PlaceId, SideId, UnitId, ZoneId};
pub use lint::{ALL as ALL_LINTS, Level, Levels, Lints, check, check_code, explain, findings, unplayable};
pub use load::{Loaded, MOST_FINDINGS, load, load_bytes, load_bytes_with, load_with, validate};
pub use order::is_same;
pub use path::{DocPath, Step};
pub use place::row_lines;
pub use save::{
    Replacement, discard_unfinished, format, replace_atomic, save, write_atomic, write_atomic_with, write_new,
};
pub use system::{mars_la_tour, position_magnifique};
pub use template::{NewScenario, template};
pub use theme::Theme;
pub use tree::{Id, Known, Misfit};

/// The version of the file format that this program reads and writes.
pub const FORMAT: u32 = 1;

/// The rules systems there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// `mars-la-tour`
    MarsLaTour,
    /// `position-magnifique`
    PositionMagnifique,
}

impl System {
    /// Every system.
    pub const ALL: [Self; 2] = [Self::MarsLaTour, Self::PositionMagnifique];

    /// Its name in the file, such as `"mars-la-tour"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::MarsLaTour => "mars-la-tour",
            Self::PositionMagnifique => "position-magnifique",
        }
    }

    /// The complete rules as published: what holds wherever `[rules]` leaves something out.
    pub fn published(self) -> &'static serde_json::Value {
        static MARS_LA_TOUR: LazyLock<serde_json::Value> =
            LazyLock::new(|| serde_json::to_value(mars_la_tour::Rules::published()).unwrap_or_default());
        static POSITION_MAGNIFIQUE: LazyLock<serde_json::Value> =
            LazyLock::new(|| serde_json::to_value(position_magnifique::Rules::published()).unwrap_or_default());
        match self {
            Self::MarsLaTour => &MARS_LA_TOUR,
            Self::PositionMagnifique => &POSITION_MAGNIFIQUE,
        }
    }

    /// What people call it, such as `"Mars la Tour"`.
    pub fn title(self) -> &'static str {
        match self {
            Self::MarsLaTour => "Mars la Tour",
            Self::PositionMagnifique => "Position Magnifique",
        }
    }

    /// The changes of a scenario that are worth trying first to make it even, as `FIELD=VALUES`, where a `*` stands for
    /// every name: small ones of the numbers that designers set.
    pub fn usual_changes(self) -> &'static [&'static str] {
        match self {
            Self::MarsLaTour => mars_la_tour::USUAL_CHANGES,
            Self::PositionMagnifique => position_magnifique::USUAL_CHANGES,
        }
    }

    /// The system that `name` names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }
}

/// A scenario of any system. (The loader picks the system itself; these derives are for programs
/// that write a scenario down for themselves.)
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scenario {
    /// A scenario of the `mars-la-tour` system.
    MarsLaTour(Box<mars_la_tour::MarsLaTour>),
    /// A scenario of the `position-magnifique` system.
    PositionMagnifique(Box<position_magnifique::PositionMagnifique>),
}

impl Scenario {
    /// Its system.
    pub fn system(&self) -> System {
        match self {
            Self::MarsLaTour(_) => System::MarsLaTour,
            Self::PositionMagnifique(_) => System::PositionMagnifique,
        }
    }

    /// Its title.
    pub fn title(&self) -> &str {
        match self {
            Self::MarsLaTour(scenario) => &scenario.title,
            Self::PositionMagnifique(scenario) => &scenario.title,
        }
    }
}
