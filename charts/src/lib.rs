//! The charts that a player needs at a table, as data: what to do, who decides, what to throw, what to add, and by which rule.
//!
//! A system says *what* its charts are ([`systems`]), with values read from the scenario and its rules ([`source::Source`]), so that a
//! changed rule changes the chart and is marked. How a chart looks is the business of whoever shows it: the printed sheets, the
//! booklet, the editor, the published page, a VASSAL module.
//!
//! ```
//! use battlewright_schema::{System, load, template};
//! let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
//! let charts = battlewright_charts::charts(&scenario);
//! assert!(charts.iter().any(|chart| chart.facts().iter().any(|fact| fact.contains("6 hexes"))));
//! ```

pub mod amount;
pub mod arrange;
pub mod chart;
pub mod needed;
pub mod phrase;
pub mod source;
pub mod systems;

pub use amount::{Amount, Quantity, Unit};
pub use chart::{
    Band, Chart, ChartCell, ChartKind, GridChart, GridRow, ListChart, ListRow, Modifier, ModifierGroup, OddsChart,
    OddsRow, Place, Step, StepPhase, TerrainChart, TerrainRow, Track,
};
pub use needed::{left_out, needed};
pub use phrase::{Phrase, Picture, Span};
pub use systems::charts;
