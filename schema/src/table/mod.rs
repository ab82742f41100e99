//! The order of battle as a table. The rows are units; the columns are the fields of a unit, derived from the schema of the
//! system.
//!
//! The module converts between values and the texts of cells. [`columns`] lists the columns, [`KnownNames`] parses one typed
//! cell, [`plan`] checks many typed cells at once, and [`read`] and [`write()`] handle spreadsheet files.
//!
//! ```
//! use battlewright_schema::table::{columns, read, write, Import};
//! use battlewright_schema::{System, load, template};
//!
//! let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
//! let columns = columns(scenario.system());
//! let text = write(&scenario, &columns, None);
//! assert!(text.starts_with("id,name,label,formation,side,kind,er,at,enters.turn,enters.at,tags,source\r\n"));
//!
//! // What was exported changes nothing when it comes back.
//! let import = Import::new(read(text.as_bytes(), None).unwrap(), &columns, &[]);
//! let plan = import.plan(&scenario, &columns);
//! assert!(plan.rows.is_empty() && plan.problems.is_empty());
//! assert_eq!(plan.left, scenario.common().unit_count());
//! ```

mod column;
mod import;
mod names;
mod plan;
mod row;
mod sheet;
mod strength;
#[cfg(test)]
mod tests;

pub use column::{Column, columns, unit};
pub use import::{HEAD_ROWS, Import, Matching};
pub use names::{CellProblem, CellRefusal, Choice, KnownNames};
pub use plan::{CellChange, NeighborCells, PlannedRow, Problem, RowChange, RowTarget, TablePlan, plan};
pub use sheet::{CsvLimits, Delimiter, LIMITS, Record, Sheet, SheetError, block, joined, read, write};
pub use strength::{SideStrength, Strength, strength};
