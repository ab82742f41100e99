//! The layout of panels: docked side by side, in tabs, or hidden.
//!
//! Each panel is in the layout exactly once. A hidden panel keeps its place. A narrow window has an arrangement of its own.

mod dock;
mod plan;
mod sizes;
mod tab;

use egui_tiles::{Behavior, Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

pub use dock::Dock;
pub use plan::{LayoutPart, LayoutPlan};
pub use tab::BottomTab;

/// The initial width of the inspector, in points.
const SIDE: f32 = 308.0;

/// The initial width of the guide, in points.
const READING: f32 = 420.0;

/// The initial height of the bottom panel, in points.
const LOWER: f32 = 206.0;

/// The initial height of the panels below the map in a narrow window, in points.
const STACKED: f32 = 380.0;

/// A dockable panel of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// The map, which is always visible.
    Map,
    /// The inspector, which shows the selection or the game.
    Inspector,
    /// The guide and the rules, which are read beside the work.
    Guide,
    /// A tab of the bottom panel.
    Tab(BottomTab),
}

impl Pane {
    /// Returns all panels, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Map, Self::Inspector, Self::Guide].into_iter().chain(BottomTab::ALL.into_iter().map(Self::Tab))
    }

    /// Returns the name in serialized layouts.
    fn key(self) -> String {
        match self {
            Self::Map => "map".to_owned(),
            Self::Inspector => "inspector".to_owned(),
            Self::Guide => "guide".to_owned(),
            Self::Tab(tab) => tab.name().to_lowercase(),
        }
    }
}

/// The positions of the panels.
#[derive(Clone, Debug)]
pub struct Layout {
    tree: Tree<Pane>,
    /// The arrangement for windows that are narrow if this one is not, and the reverse; `None` before there was one.
    other: Option<Tree<Pane>>,
    is_narrow: bool,
    /// The panel that was shown or focused last.
    current: Option<Pane>,
}

impl Default for Layout {
    /// Returns the initial layout: the inspector on the right and all tabs below the map, with the units in front. The guide
    /// opens between the map and the inspector.
    fn default() -> Self {
        let mut tiles = Tiles::default();
        let mut group = |panes: &mut dyn Iterator<Item = Pane>| {
            let panes = panes.map(|pane| tiles.insert_pane(pane)).collect();
            tiles.insert_tab_tile(panes)
        };
        let map = group(&mut [Pane::Map].into_iter());
        let lower = group(&mut BottomTab::ALL.into_iter().map(Pane::Tab));
        let guide = group(&mut [Pane::Guide].into_iter());
        let side = group(&mut [Pane::Inspector].into_iter());
        let mut column = Linear::new(LinearDir::Vertical, vec![map, lower]);
        column.shares.set_share(lower, LOWER);
        let column = tiles.insert_container(column);
        let mut row = Linear::new(LinearDir::Horizontal, vec![column, guide, side]);
        row.shares.set_share(guide, READING);
        row.shares.set_share(side, SIDE);
        let root = tiles.insert_container(row);
        let mut layout = Self::of(root, tiles);
        layout.fold(Pane::Guide);
        layout.show(Pane::Tab(BottomTab::Units));
        layout
    }
}

/// The tabs that only an author needs.
const FOR_AUTHORS: [BottomTab; 5] =
    [BottomTab::Problems, BottomTab::Units, BottomTab::Balance, BottomTab::Source, BottomTab::Resolver];

fn tree(root: TileId, tiles: Tiles<Pane>) -> Tree<Pane> {
    Tree::new(egui::Id::unique("layout"), root, tiles)
}

/// Returns the initial arrangement for a narrow window.
fn stacked() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let map = tiles.insert_pane(Pane::Map);
    let map = tiles.insert_tab_tile(vec![map]);
    let rest = Pane::all().filter(|pane| *pane != Pane::Map).map(|pane| tiles.insert_pane(pane)).collect();
    let rest = tiles.insert_tab_tile(rest);
    let mut column = Linear::new(LinearDir::Vertical, vec![map, rest]);
    column.shares.set_share(rest, STACKED);
    let root = tiles.insert_container(column);
    if let Some(guide) = tiles.find_pane(&Pane::Guide) {
        tiles.set_visible(guide, false);
    }
    tree(root, tiles)
}

impl Layout {
    /// Returns the layout for a page that plays a game: without the tabs that only an author needs.
    pub fn for_play() -> Self {
        let mut layout = Self::default();
        for is_narrow in [false, true] {
            layout.fit(is_narrow);
            FOR_AUTHORS.into_iter().for_each(|tab| layout.hide(Pane::Tab(tab)));
        }
        layout.fit(false);
        layout
    }

    fn of(root: TileId, tiles: Tiles<Pane>) -> Self {
        Self { tree: tree(root, tiles), other: None, is_narrow: false, current: None }
    }

    /// Chooses the arrangement for a narrow window, in which the map has the whole width, and all other panels are tabs below
    /// it, or for a wide one.
    pub(crate) fn fit(&mut self, is_narrow: bool) {
        if is_narrow != self.is_narrow {
            self.is_narrow = is_narrow;
            let other = self.other.take().unwrap_or_else(stacked);
            self.other = Some(std::mem::replace(&mut self.tree, other));
        }
    }

    /// Returns `true` if `pane` is not hidden, even if it is behind another tab.
    pub fn is_open(&self, pane: Pane) -> bool {
        self.tree.tiles.find_pane(&pane).is_some_and(|id| self.line(id).all(|id| self.tree.is_visible(id)))
    }

    /// Returns `true` if `pane` is visible.
    pub fn is_shown(&self, pane: Pane) -> bool {
        let Some(id) = self.tree.tiles.find_pane(&pane) else { return false };
        let in_front = |child: TileId| match self.tree.tiles.parent_of(child).and_then(|id| self.container(id)) {
            Some(Container::Tabs(tabs)) => tabs.next_active(&self.tree.tiles) == Some(child),
            _ => true,
        };
        self.is_open(pane) && self.line(id).all(in_front)
    }

    /// Shows `pane` in front of its tabs.
    pub fn show(&mut self, pane: Pane) {
        if pane != Pane::Map {
            self.current = Some(pane);
        }
        self.uncover(pane);
        self.tree.make_active(|_, tile| matches!(tile, Tile::Pane(it) if *it == pane));
    }

    /// Shows `pane`, and makes it at least `height` points high if it lies above or below the map.
    pub fn show_tall(&mut self, pane: Pane, height: f32) {
        self.show(pane);
        let Some(id) = self.tree.tiles.find_pane(&pane) else { return };
        let line: Vec<TileId> = self.line(id).collect();
        for pair in line.windows(2) {
            let [child, parent] = *pair else { return };
            if self.holds_map(child) {
                return;
            }
            if let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(parent)
                && linear.dir == LinearDir::Vertical
                && linear.shares[child] < height
            {
                linear.shares.set_share(child, height);
            }
        }
    }

    /// Hides `pane`, which keeps its position. The map cannot be hidden.
    pub fn hide(&mut self, pane: Pane) {
        if let Some(id) = self.tree.tiles.find_pane(&pane).filter(|_| pane != Pane::Map) {
            self.tree.set_visible(id, false);
        }
    }

    /// Shows `pane`, or hides its group of tabs if it is already visible.
    pub fn toggle(&mut self, pane: Pane) {
        if self.is_shown(pane) { self.fold(pane) } else { self.show(pane) }
    }

    /// Hides the group of tabs that contains `pane`. In the group of the map, only `pane` itself is hidden.
    pub fn fold(&mut self, pane: Pane) {
        let group = self.tree.tiles.find_pane(&pane).and_then(|id| self.tree.tiles.parent_of(id));
        match group.filter(|group| !self.holds_map(*group)) {
            Some(group) => self.tree.set_visible(group, false),
            None => self.hide(pane),
        }
    }

    /// Returns `true` if any tab of the bottom panel is open.
    pub fn has_tabs(&self) -> bool {
        BottomTab::ALL.into_iter().any(|tab| self.is_open(Pane::Tab(tab)))
    }

    /// Hides all open tabs of the bottom panel, or shows those that were open before.
    pub fn toggle_tabs(&mut self) {
        let tabs = || BottomTab::ALL.into_iter().map(Pane::Tab);
        if self.has_tabs() {
            for pane in tabs() {
                if self.is_open(pane) {
                    self.fold(pane);
                }
            }
            return;
        }
        let ids: Vec<TileId> = tabs().filter_map(|pane| self.tree.tiles.find_pane(&pane)).collect();
        for id in &ids {
            let above: Vec<TileId> = self.line(*id).skip(1).collect();
            for id in above {
                self.tree.set_visible(id, true);
            }
        }
        if !self.has_tabs() {
            for id in ids {
                self.tree.set_visible(id, true);
            }
        }
    }

    /// Draws all panels with the callbacks of `panes`. Afterwards, `used` returns the panel with the keyboard focus.
    pub(crate) fn draw<B: Behavior<Pane>>(
        &mut self,
        ui: &mut egui::Ui,
        panes: &mut B,
        used: impl FnOnce(&B) -> Option<Pane>,
    ) {
        sizes::settle(&mut self.tree, ui.available_size(), panes);
        self.tree.ui(panes, ui);
        self.current = used(panes).or(self.current);
    }

    /// Returns the tile of the map if the map is the only open panel of its group and needs no tab bar.
    pub(crate) fn bare_map(&self) -> Option<TileId> {
        self.tree.tiles.find_pane(&Pane::Map).filter(|_| self.map_is_alone())
    }

    /// Returns `true` if the map is the only open panel of its group and needs no tab bar.
    fn map_is_alone(&self) -> bool {
        let group = self.tree.tiles.find_pane(&Pane::Map).and_then(|id| self.tree.tiles.parent_of(id));
        let open = |id: &&TileId| self.tree.is_visible_in_layout(**id);
        match group.and_then(|id| self.container(id)) {
            Some(Container::Tabs(tabs)) => tabs.children.iter().filter(open).count() < 2,
            _ => true,
        }
    }

    /// Makes `pane` and all tiles around it visible.
    fn uncover(&mut self, pane: Pane) {
        let Some(id) = self.tree.tiles.find_pane(&pane) else { return };
        let line: Vec<TileId> = self.line(id).collect();
        for id in line {
            self.tree.set_visible(id, true);
        }
    }

    /// Returns `id` and the tiles around it, from the innermost to the root.
    fn line(&self, id: TileId) -> impl Iterator<Item = TileId> + '_ {
        std::iter::successors(Some(id), |id| self.tree.tiles.parent_of(*id))
    }

    fn container(&self, id: TileId) -> Option<&Container> {
        self.tree.tiles.get_container(id)
    }

    fn holds_map(&self, id: TileId) -> bool {
        self.tree.tiles.find_pane(&Pane::Map).is_some_and(|map| self.line(map).any(|it| it == id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(layout: &Layout) -> Vec<Pane> {
        Pane::all().filter(|pane| layout.is_open(*pane)).collect()
    }

    #[test]
    fn all_panes_but_the_guide_are_open_at_first_and_one_tab_is_in_front() {
        let mut layout = Layout::default();
        assert_eq!(open(&layout), Pane::all().filter(|pane| *pane != Pane::Guide).collect::<Vec<_>>());
        let shown: Vec<_> = Pane::all().filter(|pane| layout.is_shown(*pane)).collect();
        assert_eq!(shown, [Pane::Map, Pane::Inspector, Pane::Tab(BottomTab::Units)]);
        layout.toggle(Pane::Guide);
        assert!(layout.is_shown(Pane::Guide) && layout.is_shown(Pane::Map) && layout.is_shown(Pane::Inspector));
        layout.toggle(Pane::Guide);
        assert!(!layout.is_open(Pane::Guide));
    }

    #[test]
    fn a_key_brings_its_tab_to_the_front_and_then_folds_them_all() {
        let mut layout = Layout::default();
        layout.toggle(Pane::Tab(BottomTab::Source));
        assert!(layout.is_shown(Pane::Tab(BottomTab::Source)) && !layout.is_shown(Pane::Tab(BottomTab::Units)));
        layout.toggle(Pane::Tab(BottomTab::Source));
        assert_eq!(open(&layout), [Pane::Map, Pane::Inspector]);
        layout.toggle(Pane::Tab(BottomTab::Turns));
        assert!(layout.is_shown(Pane::Tab(BottomTab::Turns)) && layout.is_open(Pane::Tab(BottomTab::Source)));
    }

    #[test]
    fn what_was_closed_by_itself_stays_so_when_all_tabs_come_back() {
        let mut layout = Layout::default();
        layout.hide(Pane::Tab(BottomTab::Tables));
        layout.toggle_tabs();
        assert!(!layout.has_tabs());
        layout.toggle_tabs();
        assert!(layout.has_tabs() && !layout.is_open(Pane::Tab(BottomTab::Tables)));
        for tab in BottomTab::ALL {
            layout.hide(Pane::Tab(tab));
        }
        layout.toggle_tabs();
        assert!(
            BottomTab::ALL.into_iter().all(|tab| layout.is_open(Pane::Tab(tab))),
            "none of them was left to come back"
        );
    }

    #[test]
    fn a_narrow_window_stacks_the_panels_and_a_wide_one_has_its_own_back() {
        let mut layout = Layout::default();
        layout.toggle(Pane::Tab(BottomTab::Source));
        let wide = layout.plan();
        layout.fit(true);
        let shown: Vec<_> = Pane::all().filter(|pane| layout.is_shown(*pane)).collect();
        assert_eq!(shown, [Pane::Map, Pane::Inspector]);
        layout.toggle(Pane::Tab(BottomTab::Log));
        assert!(layout.is_shown(Pane::Tab(BottomTab::Log)) && !layout.is_shown(Pane::Inspector));
        assert_eq!(layout.plan(), wide, "what is saved is the wide arrangement");
        layout.fit(false);
        assert!(layout.is_shown(Pane::Tab(BottomTab::Source)) && layout.is_shown(Pane::Inspector));
        layout.fit(true);
        assert!(layout.is_shown(Pane::Tab(BottomTab::Log)));
    }

    #[test]
    fn a_player_has_no_tabs_of_authors_in_a_wide_or_narrow_window() {
        let mut layout = Layout::for_play();
        for is_narrow in [false, true] {
            layout.fit(is_narrow);
            let tabs = [BottomTab::Turns, BottomTab::Log, BottomTab::Tables, BottomTab::Printed].map(Pane::Tab);
            assert_eq!(
                open(&layout).into_iter().collect::<std::collections::BTreeSet<_>>(),
                [Pane::Map, Pane::Inspector].into_iter().chain(tabs).collect()
            );
        }
    }

    #[test]
    fn a_panel_below_the_map_is_made_tall_enough_and_a_taller_one_stays() {
        let mut layout = Layout::default();
        let balance = Pane::Tab(BottomTab::Balance);
        let height = |layout: &Layout| {
            let id = layout.tree.tiles.find_pane(&balance).unwrap();
            let mut shares = layout.line(id).skip(1).filter_map(|id| {
                let Some(Container::Linear(linear)) =
                    layout.tree.tiles.parent_of(id).and_then(|id| layout.container(id))
                else {
                    return None;
                };
                (linear.dir == LinearDir::Vertical).then(|| linear.shares[id])
            });
            shares.next().unwrap()
        };
        layout.show_tall(balance, 400.0);
        assert!(layout.is_shown(balance));
        assert!((height(&layout) - 400.0).abs() < 0.1);
        layout.show_tall(balance, 300.0);
        assert!((height(&layout) - 400.0).abs() < 0.1);
    }

    #[test]
    fn the_map_cannot_be_hidden() {
        let mut layout = Layout::default();
        layout.hide(Pane::Map);
        layout.fold(Pane::Map);
        assert!(layout.is_shown(Pane::Map) && layout.map_is_alone());
    }
}
