//! Units and headquarters of systems with formations on a hex map.

use std::borrow::Cow;

use super::{FormationRow, NOBODY, StartRow};
use crate::common::arm::Arm;
use crate::common::face::Face;
use crate::common::view::UnitView;
use crate::id::{FormationId, UnitId};

/// A row of `[[unit]]` that names its formation.
pub(crate) trait UnitRow: StartRow {
    /// Returns the id.
    fn id(&self) -> &UnitId;

    /// Returns the full name.
    fn name(&self) -> &str;

    /// Returns the label on the counter, if it is not the id.
    fn label(&self) -> Option<&str>;

    /// Returns the id of the formation.
    fn formation(&self) -> &FormationId;

    /// Returns `true` if the file gives a source.
    fn has_source(&self) -> bool;
}

/// The headquarters of a formation.
pub(crate) trait HqRow: StartRow {
    /// Returns the name on the counter.
    fn name(&self) -> &str;

    /// Returns the movement points.
    fn movement(&self) -> u8;
}

/// Implements [`UnitRow`] and [`HqRow`] for the types `Unit` and `Hq` of the caller's module, and names the pieces of the
/// headquarters.
macro_rules! counter_rows {
    () => {
        impl $crate::system::rows::UnitRow for Unit {
            fn id(&self) -> &$crate::UnitId {
                &self.id
            }

            fn name(&self) -> &str {
                &self.name
            }

            fn label(&self) -> Option<&str> {
                self.label.as_deref()
            }

            fn formation(&self) -> &$crate::FormationId {
                &self.formation
            }

            fn has_source(&self) -> bool {
                self.source.is_some()
            }
        }

        impl $crate::system::rows::HqRow for Hq {
            fn name(&self) -> &str {
                &self.name
            }

            fn movement(&self) -> u8 {
                self.movement
            }
        }

        impl Formation {
            /// Returns the id of the headquarters as a piece in play: the id of the formation with `-hq`.
            pub fn hq_id(&self) -> $crate::UnitId {
                $crate::UnitId::from(format!("{}-hq", self.id))
            }
        }
    };
}

pub(crate) use counter_rows;

/// The print of a counter.
pub(crate) struct PrintedCounter {
    /// The arm.
    pub(crate) arm: Arm,
    /// The main rating.
    pub(crate) rating: u8,
    /// The side of the counter that is up at the start.
    pub(crate) face: Face,
    /// The two sides of the counter, front first.
    pub(crate) sides: [Face; 2],
}

/// Returns the view of a unit of `formation`, which may not exist.
pub(crate) fn unit_view<'s>(
    unit: &'s impl UnitRow,
    formation: Option<&'s impl FormationRow>,
    print: PrintedCounter,
) -> UnitView<'s> {
    UnitView {
        id: Cow::Borrowed(unit.id()),
        name: unit.name(),
        label: unit.label().unwrap_or(unit.id().as_str()),
        formation: Some(formation.map_or(unit.formation().as_str(), FormationRow::name)),
        side: formation.map_or(&NOBODY, FormationRow::side),
        arm: print.arm,
        rating: print.rating,
        face: print.face,
        sides: print.sides,
        start: unit.start(),
    }
}

/// Returns the view of the headquarters of `formation`, whose piece in play is `id`.
pub(crate) fn hq_view<'s>(
    id: UnitId,
    hq: &'s impl HqRow,
    formation: &'s impl FormationRow,
    print: PrintedCounter,
) -> UnitView<'s> {
    UnitView {
        id: Cow::Owned(id),
        name: hq.name(),
        label: hq.name(),
        formation: Some(formation.name()),
        side: formation.side(),
        arm: print.arm,
        rating: print.rating,
        face: print.face,
        sides: print.sides,
        start: hq.start(),
    }
}
