//! The sizes of panels. Panels around the map keep their sizes when the window is resized.

use egui::Vec2;
use egui_tiles::{Behavior, Container, LinearDir, TileId, Tree};

use super::{LOWER, Pane, SIDE};

/// The largest share that is not a size in points. A panel that was just dropped has such a share.
const UNSIZED: f32 = 40.0;

/// The minimum length of the map beside panels that are too large for the window, in points.
const MAP: f32 = 200.0;

/// Gives the map the room that the panels around it leave. In each row or column with the map, the shares of the other
/// panels are their sizes in points; a panel without a size gets a default.
pub(super) fn settle(tree: &mut Tree<Pane>, mut room: Vec2, behavior: &dyn Behavior<Pane>) {
    let Some(map) = tree.tiles.find_pane(&Pane::Map) else { return };
    let mut line: Vec<TileId> = std::iter::successors(Some(map), |id| tree.tiles.parent_of(*id)).collect();
    line.reverse();
    for pair in line.windows(2) {
        let [parent, child] = *pair else { return };
        let Some(Container::Linear(linear)) = tree.tiles.get_container(parent) else { continue };
        let (axis, usual) = match linear.dir {
            LinearDir::Horizontal => (0, SIDE),
            LinearDir::Vertical => (1, LOWER),
        };
        let mut linear = linear.clone();
        let open = |id: &&TileId| **id != child && tree.is_visible_in_layout(**id);
        let others: Vec<TileId> = linear.children.iter().filter(open).copied().collect();
        let length = room[axis] - behavior.gap_width(&egui::Style::default()) * count(others.len());
        let mut taken = 0.0;
        for other in others {
            let share = linear.shares[other];
            let share = if share.is_finite() && share > UNSIZED { share } else { usual };
            linear.shares.set_share(other, share);
            taken += share;
        }
        let left = (length - taken).max(MAP);
        linear.shares.set_share(child, left);
        room[axis] = left * length / (left + taken);
        if let Some(egui_tiles::Tile::Container(container)) = tree.tiles.get_mut(parent) {
            *container = Container::Linear(linear);
        }
    }
}

fn count(n: usize) -> f32 {
    u16::try_from(n).map_or(0.0, f32::from)
}
