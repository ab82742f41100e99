//! Formations, to which the units of most systems belong.

use smol_str::SmolStr;

use crate::common::recruit::{RecruitError, UnitChoices};
use crate::common::side::Color;
use crate::common::view::FormationView;
use crate::id::{FormationId, SideId};

/// The side of a unit whose formation does not exist: an empty id.
pub(crate) static NOBODY: SideId = SideId(SmolStr::new_static(""));

/// A row of `[[formation]]`.
pub(crate) trait FormationRow {
    /// Returns the id.
    fn id(&self) -> &FormationId;

    /// Returns the name.
    fn name(&self) -> &str;

    /// Returns the side.
    fn side(&self) -> &SideId;

    /// Returns the color of the band on the counters.
    fn color(&self) -> Option<Color>;
}

/// Implements [`FormationRow`] for the type `Formation` of the caller's module, and the search for formations.
macro_rules! formation_rows {
    ($root:ident) => {
        impl $crate::system::rows::FormationRow for Formation {
            fn id(&self) -> &$crate::FormationId {
                &self.id
            }

            fn name(&self) -> &str {
                &self.name
            }

            fn side(&self) -> &$crate::SideId {
                &self.side
            }

            fn color(&self) -> Option<$crate::Color> {
                self.color
            }
        }

        impl $root {
            /// Returns the formation with the id `id`.
            pub fn formation(&self, id: &$crate::FormationId) -> Option<&Formation> {
                self.formation.iter().find(|formation| formation.id == *id)
            }

            /// Returns the side of the formation with the id `id`; an empty id if there is no such formation.
            pub fn side_of(&self, id: &$crate::FormationId) -> &$crate::SideId {
                self.formation(id).map_or(&$crate::system::rows::NOBODY, |formation| &formation.side)
            }
        }
    };
}

pub(crate) use formation_rows;

/// Returns the views of formations.
pub(crate) fn formation_views<F: FormationRow>(rows: &[F]) -> Vec<FormationView<'_>> {
    let view = |row| FormationView { id: F::id(row), name: F::name(row), side: F::side(row), color: F::color(row) };
    rows.iter().map(view).collect()
}

/// Returns the formation of a new unit: the chosen one, or the first one, if it is of the unit's side and `fits`.
pub(crate) fn chosen_formation<'s, F: FormationRow>(
    rows: &'s [F],
    wish: &UnitChoices,
    fits: impl Fn(&F) -> bool,
) -> Result<&'s F, RecruitError> {
    let fits = |row: &&F| *row.side() == wish.side && fits(row);
    let chosen = rows.iter().find(|row| Some(row.id()) == wish.formation.as_ref()).filter(fits);
    chosen.or_else(|| rows.iter().find(fits)).ok_or(RecruitError::NoFormation)
}
