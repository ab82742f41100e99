//! Commands that move panels, for use without a mouse.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId};

use super::{Layout, Pane};
use crate::model::layout::BottomTab;

/// The change of size of a panel per command, in points.
const STEP: f32 = 40.0;

/// The minimum width and height that a command leaves a panel, in points.
const LEAST: f32 = 120.0;

/// A command that moves or resizes a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dock {
    /// Docks the panel to the left of the map.
    Left,
    /// Docks the panel to the right of the map.
    Right,
    /// Docks the panel above the map.
    Above,
    /// Docks the panel below the map.
    Below,
    /// Moves the panel into the next group of tabs.
    Tabs,
    /// Enlarges the group of the panel.
    Grow,
    /// Reduces the group of the panel.
    Shrink,
}

impl Dock {
    /// All commands, in the order of the menu.
    pub const ALL: [Self; 7] =
        [Self::Left, Self::Right, Self::Above, Self::Below, Self::Tabs, Self::Grow, Self::Shrink];

    /// Returns the label in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "Move panel left",
            Self::Right => "Move panel right",
            Self::Above => "Move panel to top",
            Self::Below => "Move panel to bottom",
            Self::Tabs => "Move panel to next tab group",
            Self::Grow => "Enlarge panel",
            Self::Shrink => "Reduce panel",
        }
    }

    /// Returns a description in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Left => "Dock the last used panel to the left of the map.",
            Self::Right => "Dock the last used panel to the right of the map.",
            Self::Above => "Dock the last used panel above the map.",
            Self::Below => "Dock the last used panel below the map.",
            Self::Tabs => "Move the last used panel to the next group of tabs.",
            Self::Grow => "Enlarge the group of the last used panel.",
            Self::Shrink => "Reduce the group of the last used panel.",
        }
    }
}

impl Pane {
    /// Returns the title of the panel.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Inspector => "Inspector",
            Self::Guide => "Guide",
            Self::Tab(tab) => tab.name(),
        }
    }
}

impl Layout {
    /// Returns the panel that was shown or focused last, which is never the map.
    pub fn current(&self) -> Pane {
        self.current.unwrap_or(Pane::Tab(BottomTab::Units))
    }

    /// Applies `dock` to `pane` and shows it. Returns `false` if that was not possible: the map cannot be moved, and
    /// tabs need another group.
    pub fn dock(&mut self, pane: Pane, dock: Dock) -> bool {
        let Some(id) = self.tree.tiles.find_pane(&pane).filter(|_| pane != Pane::Map) else { return false };
        let done = match dock {
            Dock::Left => self.beside_map(id, LinearDir::Horizontal, false),
            Dock::Right => self.beside_map(id, LinearDir::Horizontal, true),
            Dock::Above => self.beside_map(id, LinearDir::Vertical, false),
            Dock::Below => self.beside_map(id, LinearDir::Vertical, true),
            Dock::Tabs => self.join_next_tabs(id),
            Dock::Grow => self.resize(id, STEP),
            Dock::Shrink => self.resize(id, -STEP),
        };
        self.show(pane);
        done
    }

    /// Moves the pane `id` into a new group beside the map.
    fn beside_map(&mut self, id: TileId, dir: LinearDir, after: bool) -> bool {
        let Some(map) = self.tree.tiles.find_pane(&Pane::Map) else { return false };
        // Panels are docked beside the group of tabs that contains the map.
        let tabs = self.tree.tiles.parent_of(map);
        let spot = tabs.filter(|id| matches!(self.container(*id), Some(Container::Tabs(_)))).unwrap_or(map);
        let above = self.tree.tiles.parent_of(spot);
        let tiles = &mut self.tree.tiles;
        let own = tiles.insert_tab_tile(Vec::new());
        match above.and_then(|above| tiles.get_mut(above)) {
            Some(Tile::Container(Container::Linear(linear))) if linear.dir == dir => {
                let at = linear.children.iter().position(|child| *child == spot).unwrap_or(0);
                linear.children.insert(at + usize::from(after), own);
            }
            _ => {
                let pair = if after { vec![spot, own] } else { vec![own, spot] };
                let split = tiles.insert_container(Linear::new(dir, pair));
                match above.and_then(|above| tiles.get_mut(above)) {
                    Some(Tile::Container(container)) => {
                        if container.replace_child(spot, split).is_none() {
                            return false;
                        }
                    }
                    _ => self.tree.root = Some(split),
                }
            }
        }
        self.tree.move_tile_to_container(id, own, 0, false);
        true
    }

    /// Moves the pane `id` to the end of the next group of tabs in the window, skipping the map's group.
    fn join_next_tabs(&mut self, id: TileId) -> bool {
        let mut groups = Vec::new();
        if let Some(root) = self.tree.root {
            self.groups(root, &mut groups);
        }
        let own = self.tree.tiles.parent_of(id);
        let at = groups.iter().position(|group| Some(*group) == own).map_or(0, |at| at + 1);
        // A pane in a closed group would be out of sight.
        let fits = |group: &TileId| Some(*group) != own && self.tree.is_visible(*group);
        let next = groups.iter().cycle().skip(at).take(groups.len()).find(|group| fits(group));
        let Some(next) = next.copied() else { return false };
        self.tree.move_tile_to_container(id, next, usize::MAX, false);
        true
    }

    /// Appends the groups of tabs below the tile `id` to `found`, in order, without the map's group.
    fn groups(&self, id: TileId, found: &mut Vec<TileId>) {
        let Some(container) = self.container(id) else { return };
        let has_map = container.children().any(|child| self.tree.tiles.get_pane(child) == Some(&Pane::Map));
        if matches!(container, Container::Tabs(_)) && !has_map {
            found.push(id);
        }
        for child in container.children() {
            self.groups(*child, found);
        }
    }

    /// Enlarges the tile that contains the pane `id` by `by` points in its row or column.
    fn resize(&mut self, id: TileId, by: f32) -> bool {
        let place = self.line(id).find_map(|child| {
            let above = self.tree.tiles.parent_of(child)?;
            let Some(Container::Linear(linear)) = self.container(above) else { return None };
            (linear.children.len() > 1).then_some((above, child))
        });
        let Some((above, child)) = place else { return false };
        let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(above) else { return false };
        let size = (linear.shares[child] + by).max(LEAST);
        linear.shares.set_share(child, size);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the serialized layout, for comparisons.
    fn described(layout: &Layout) -> String {
        serde_json::to_string(&layout.plan().unwrap()).unwrap()
    }

    fn everyone(layout: &Layout) {
        // All but the guide, which is open only while it is read.
        for pane in Pane::all().filter(|pane| *pane != Pane::Guide) {
            let tiles = layout.tree.tiles.tiles();
            let count = tiles.filter(|tile| matches!(tile, Tile::Pane(it) if *it == pane)).count();
            assert_eq!(count, 1, "{pane:?}");
            assert!(layout.is_open(pane), "{pane:?}");
        }
    }

    #[test]
    fn a_panel_is_docked_on_each_side_of_the_map_and_among_other_tabs() {
        let mut layout = Layout::default();
        let pane = Pane::Tab(BottomTab::Turns);
        for dock in Dock::ALL {
            assert!(layout.dock(pane, dock), "{dock:?}");
            everyone(&layout);
            assert!(layout.is_shown(pane) && layout.is_shown(Pane::Map), "{dock:?}");
            assert_eq!(layout.current(), pane);
        }
        layout.dock(pane, Dock::Left);
        let row = r#"{"row":[{"tabs":{"parts":[{"pane":"turn track"}],"front":0}"#;
        assert!(described(&layout).contains(row), "{}", described(&layout));
    }

    #[test]
    fn tabs_go_round_the_groups_and_come_back() {
        let mut layout = Layout::default();
        let pane = Pane::Tab(BottomTab::Log);
        assert!(layout.dock(pane, Dock::Tabs));
        assert!(layout.is_shown(pane) && !layout.is_shown(Pane::Inspector), "it is in front of the inspector");
        assert!(layout.dock(pane, Dock::Tabs));
        assert!(layout.is_shown(pane) && !layout.is_shown(Pane::Tab(BottomTab::Units)));
        assert!(layout.is_shown(Pane::Inspector));
        everyone(&layout);
    }

    #[test]
    fn the_map_stays_where_it_is() {
        let mut layout = Layout::default();
        let before = described(&layout);
        for dock in Dock::ALL {
            assert!(!layout.dock(Pane::Map, dock), "{dock:?}");
        }
        assert_eq!(described(&layout), before);
    }
}
