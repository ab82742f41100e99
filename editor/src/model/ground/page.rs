//! The pages of the dialog.

use battlewright_ground::run::FigurePage;

/// A page of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroundPage {
    /// Files, place and hexes.
    #[default]
    Place,
    /// The things that the time of the battle did not have.
    Era,
    /// Woods, towns and the like.
    Terrain,
    /// Rivers and streams.
    Water,
    /// Roads and railways.
    Roads,
    /// Levels and slopes.
    Levels,
    /// Findings, sources and what to do with the map.
    Result,
}

impl GroundPage {
    /// All pages, in order.
    pub const ALL: [Self; 7] =
        [Self::Place, Self::Era, Self::Terrain, Self::Water, Self::Roads, Self::Levels, Self::Result];

    /// Returns the name on the tab.
    pub fn name(self) -> &'static str {
        match self {
            Self::Place => "Place",
            Self::Era => "Era",
            Self::Terrain => "Terrain",
            Self::Water => "Water",
            Self::Roads => "Roads",
            Self::Levels => "Levels",
            Self::Result => "Result",
        }
    }

    /// Returns the page of the figures on this page.
    pub fn figures(self) -> Option<FigurePage> {
        match self {
            Self::Terrain => Some(FigurePage::Terrain),
            Self::Water => Some(FigurePage::Water),
            Self::Roads => Some(FigurePage::Roads),
            Self::Levels => Some(FigurePage::Levels),
            Self::Place | Self::Era | Self::Result => None,
        }
    }

    /// Returns the page `by` pages further, or the last one in that direction.
    #[must_use]
    pub fn step(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|page| *page == self).unwrap_or(0);
        let at = at.saturating_add_signed(by).min(Self::ALL.len() - 1);
        Self::ALL.get(at).copied().unwrap_or_default()
    }
}
