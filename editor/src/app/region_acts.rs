//! The acts on the selected region: copy, clear, place.

use egui::Context;

use crate::app::App;
use crate::app::frame::BackgroundJob;
use crate::messages::act::Act;
use crate::model::region::{HeldPiece, HexSet, Piece, RegionAct, Rotation, draft, text};
use crate::tools::ToolKind;

impl App {
    /// Carries out an act on the region.
    pub(super) fn region_act(&mut self, ctx: &Context, act: RegionAct) {
        match act {
            RegionAct::Select(patch) => {
                if let Some(grid) = self.workspace.grid() {
                    self.workspace.region.select(patch, &grid);
                }
            }
            RegionAct::Paste(text) => {
                let long = text.len();
                let read = move || match text::read(&text) {
                    Ok(piece) => Act::Region(RegionAct::Take(Box::new(piece))),
                    Err(why) => Act::Say(why.to_string()),
                };
                // Each hex takes one letter, or two on a map with levels.
                let (what, hexes) = ("Reading the clipboard".to_owned(), long / 2);
                self.do_job(ctx, BackgroundJob { what, hexes, piece: None, work: Box::new(move |_| vec![read()]) });
            }
            RegionAct::Take(piece) if piece.is_units() => self.paste_units(ctx, &piece),
            RegionAct::Take(piece) => {
                self.select_tool(ToolKind::REGION);
                if let Some(hand) = self.input.hand.hand() {
                    *hand = Some(HeldPiece::new(*piece));
                }
            }
            RegionAct::Lay(laying) => {
                let hexes = laying.held.piece.ground.len();
                let verb = if laying.held.from.is_some() { "Moving" } else { "Placing" };
                let piece = Some(laying.held.clone()).filter(|held| held.from.is_none());
                let work = Box::new(move |scenario: &_| Act::place_piece(&laying, scenario));
                self.do_job(ctx, BackgroundJob { what: format!("{verb} {hexes} hexes"), hexes, piece, work });
            }
        }
    }

    /// Copies the region to the clipboard.
    pub(super) fn copy_region(&mut self, ctx: &Context) {
        let Some((patch, grid)) = self.workspace.selected_region() else { return };
        let (piece, _) = Piece::cut_out(self.workspace.document.scenario(), &grid, &patch);
        ctx.copy_text(text::write(&piece));
        self.status_message =
            Some(format!("Copied {} hexes. Paste them here or in another window.", piece.ground.len()));
    }

    /// Fills the region with the default terrain and removes its contents, as an undo step called `name`.
    pub(super) fn clear_region(&mut self, ctx: &Context, name: &'static str) {
        let Some((patch, grid)) = self.workspace.selected_region() else { return };
        let (hexes, carry) = (patch.len(), self.workspace.options.carry);
        let clear = move |scenario: &_| draft::clear(scenario, &grid, carry, &patch);
        let work = Box::new(move |scenario: &_| vec![Act::edit(name, clear(scenario))]);
        self.do_job(ctx, BackgroundJob { what: format!("Clearing {hexes} hexes"), hexes, piece: None, work });
    }

    /// Selects all hexes of the map.
    pub(super) fn select_map(&mut self) {
        let Some(grid) = self.workspace.grid() else { return };
        let common = self.workspace.document.scenario().common();
        let patch = HexSet::of(&grid, grid.cells().filter(|cell| common.has(*cell)));
        self.workspace.region.select(patch, &grid);
        if self.workspace.tool != ToolKind::REGION {
            self.select_tool(ToolKind::REGION);
        }
    }

    /// Rotates or mirrors the map piece at the pointer.
    pub(super) fn turn_piece(&mut self, turn: Rotation) {
        let Some(grid) = self.workspace.grid() else { return };
        if let Some(held) = self.input.hand.hand().and_then(Option::as_mut) {
            held.turn(turn, &grid);
        }
    }
}
