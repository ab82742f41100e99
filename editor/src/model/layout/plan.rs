//! The serialized form of a layout: nested rows, columns and tabs. It is untrusted input.

use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles};
use serde::{Deserialize, Serialize};

use super::{Layout, Pane};

/// The maximum nesting of rows, columns and tabs that is read.
const DEPTH: usize = 12;

/// A part of a serialized layout, with its visibility and size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayoutPlan {
    /// The content of the part.
    #[serde(flatten)]
    pub part: LayoutPart,
    /// `true` if the part is hidden.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The size of the part in its row or column, in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f32>,
}

/// The content of a part of a serialized layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayoutPart {
    /// A panel, by its name.
    Pane(String),
    /// A group of tabs.
    Tabs {
        /// The tabs.
        parts: Vec<LayoutPlan>,
        /// The index of the tab in front.
        front: usize,
    },
    /// Parts side by side, from left to right.
    Row(Vec<LayoutPlan>),
    /// Parts stacked from top to bottom.
    Column(Vec<LayoutPlan>),
}

impl Layout {
    /// Returns the serializable form of the layout of a window that is not narrow.
    pub fn plan(&self) -> Option<LayoutPlan> {
        let tree = if self.is_narrow { self.other.as_ref()? } else { &self.tree };
        part(&tree.tiles, tree.root()?, None)
    }

    /// Builds the layout that `plan` describes. Unknown and repeated panels are left out, and missing ones are added. A
    /// plan without the map yields the initial layout.
    pub fn from_plan(plan: &LayoutPlan) -> Self {
        let mut tiles = Tiles::default();
        let mut missing: Vec<Pane> = Pane::all().collect();
        let Some(mut root) = build(plan, &mut tiles, &mut missing, DEPTH) else { return Self::default() };
        if missing.contains(&Pane::Map) {
            return Self::default();
        }
        // Layouts of earlier versions have no guide, which is closed until it is asked for.
        let is_without_guide = missing.contains(&Pane::Guide);
        if !missing.is_empty() {
            let late: Vec<TileId> = missing.into_iter().map(|pane| tiles.insert_pane(pane)).collect();
            // A missing tab is added to the group with the other tabs.
            match tabs(&tiles).and_then(|id| tiles.get_mut(id)) {
                Some(Tile::Container(container)) => late.into_iter().for_each(|id| container.add_child(id)),
                _ => {
                    let late = tiles.insert_tab_tile(late);
                    root = tiles.insert_vertical_tile(vec![root, late]);
                }
            }
        }
        let mut layout = Self::of(root, tiles);
        layout.uncover(Pane::Map);
        if is_without_guide {
            layout.hide(Pane::Guide);
        }
        layout
    }
}

fn part(tiles: &Tiles<Pane>, id: TileId, size: Option<f32>) -> Option<LayoutPlan> {
    let parts = |children: &[TileId]| children.iter().filter_map(|id| part(tiles, *id, None)).collect();
    let content = match tiles.get(id)? {
        Tile::Pane(pane) => LayoutPart::Pane(pane.key()),
        Tile::Container(Container::Tabs(tabs)) => {
            let front = tabs.next_active(tiles);
            let front = tabs.children.iter().position(|child| Some(*child) == front).unwrap_or(0);
            LayoutPart::Tabs { parts: parts(&tabs.children), front }
        }
        Tile::Container(Container::Linear(linear)) => {
            // Sizes are rounded to a tenth of a point, so that a layout that is restored compares equal.
            let size = |id: TileId| Some((linear.shares[id] * 10.0).round() / 10.0);
            let parts = linear.children.iter().filter_map(|id| part(tiles, *id, size(*id))).collect();
            match linear.dir {
                LinearDir::Horizontal => LayoutPart::Row(parts),
                LinearDir::Vertical => LayoutPart::Column(parts),
            }
        }
        Tile::Container(Container::Grid(_)) => return None,
    };
    Some(LayoutPlan { part: content, hidden: !tiles.is_visible(id), size })
}

/// Returns the group that contains the most tabs of the bottom panel.
fn tabs(tiles: &Tiles<Pane>) -> Option<TileId> {
    let is_tab = |id: &&TileId| matches!(tiles.get_pane(id), Some(Pane::Tab(_)));
    let count = |tile: &Tile<Pane>| match tile {
        Tile::Container(Container::Tabs(tabs)) => tabs.children.iter().filter(is_tab).count(),
        _ => 0,
    };
    let groups = tiles.iter().map(|(id, tile)| (count(tile), *id)).filter(|(count, _)| *count > 0);
    // Among groups of the same size, the oldest is chosen, so that the result is the same at each start.
    groups.max_by_key(|(count, id)| (*count, std::cmp::Reverse(id.0))).map(|(_, id)| id)
}

fn build(plan: &LayoutPlan, tiles: &mut Tiles<Pane>, missing: &mut Vec<Pane>, depth: usize) -> Option<TileId> {
    let depth = depth.checked_sub(1)?;
    let mut all = |parts: &[LayoutPlan], tiles: &mut Tiles<Pane>| -> Vec<(usize, TileId)> {
        let built = parts.iter().enumerate();
        built.filter_map(|(n, part)| Some((n, build(part, tiles, missing, depth)?))).collect()
    };
    let id = match &plan.part {
        LayoutPart::Pane(key) => {
            let at = missing.iter().position(|pane| pane.key() == *key)?;
            tiles.insert_pane(missing.remove(at))
        }
        LayoutPart::Tabs { parts, front } => {
            let parts = all(parts, tiles);
            let front = parts.iter().find(|(n, _)| n == front).or(parts.first())?.1;
            let mut tabs = Tabs::new(parts.into_iter().map(|(_, id)| id).collect());
            tabs.set_active(front);
            tiles.insert_container(tabs)
        }
        LayoutPart::Row(parts) | LayoutPart::Column(parts) => {
            let dir = if matches!(plan.part, LayoutPart::Row(_)) { LinearDir::Horizontal } else { LinearDir::Vertical };
            let built = all(parts, tiles);
            let mut linear = Linear::new(dir, built.iter().map(|(_, id)| *id).collect());
            for (n, id) in &built {
                let size = parts.get(*n).and_then(|part| part.size);
                if let Some(size) = size.filter(|size| size.is_finite() && (0.1..=20_000.0).contains(size)) {
                    linear.shares.set_share(*id, size);
                }
            }
            if built.is_empty() {
                return None;
            }
            tiles.insert_container(linear)
        }
    };
    tiles.set_visible(id, !plan.hidden);
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::layout::BottomTab;

    fn pane(pane: Pane) -> LayoutPlan {
        LayoutPlan { part: LayoutPart::Pane(pane.key()), hidden: false, size: None }
    }

    fn of(part: LayoutPart) -> LayoutPlan {
        LayoutPlan { part, hidden: false, size: None }
    }

    #[test]
    fn a_layout_comes_back_from_its_text() {
        let mut layout = Layout::default();
        layout.show(Pane::Tab(BottomTab::Turns));
        layout.hide(Pane::Tab(BottomTab::Log));
        layout.toggle(Pane::Inspector);
        let plan = layout.plan().unwrap();
        let text = serde_json::to_string(&plan).unwrap();
        let again = Layout::from_plan(&serde_json::from_str(&text).unwrap());
        assert_eq!(again.plan().unwrap(), plan, "{text}");
        for pane in Pane::all() {
            assert_eq!(again.is_open(pane), layout.is_open(pane), "{pane:?}");
            assert_eq!(again.is_shown(pane), layout.is_shown(pane), "{pane:?}");
        }
    }

    #[test]
    fn every_pane_is_there_once_whatever_a_plan_says() {
        let twice = of(LayoutPart::Row(vec![
            pane(Pane::Map),
            pane(Pane::Map),
            of(LayoutPart::Pane("no such pane".to_owned())),
        ]));
        let mut deep = pane(Pane::Map);
        for _ in 0..100 {
            deep = of(LayoutPart::Column(vec![deep]));
        }
        let mut hidden = twice.clone();
        hidden.hidden = true;
        let mut sizes = twice.clone();
        if let LayoutPart::Row(parts) = &mut sizes.part {
            for (part, size) in parts.iter_mut().zip([f32::NAN, f32::INFINITY, -1.0]) {
                part.size = Some(size);
            }
        }
        let empty = of(LayoutPart::Tabs { parts: Vec::new(), front: 7 });
        let behind = of(LayoutPart::Tabs { parts: vec![pane(Pane::Inspector), pane(Pane::Map)], front: 0 });
        for plan in [twice, deep, hidden, sizes, empty, behind, of(LayoutPart::Row(Vec::new()))] {
            let layout = Layout::from_plan(&plan);
            for pane in Pane::all() {
                let tiles = layout.tree.tiles.tiles();
                let count = tiles.filter(|tile| matches!(tile, Tile::Pane(it) if *it == pane)).count();
                assert_eq!(count, 1, "{pane:?} in {plan:?}");
            }
            assert!(layout.is_open(Pane::Map), "{plan:?}");
        }
    }
}
