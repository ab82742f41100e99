//! The data of the board view.

use battlewright_schema::Cell;

use super::{Action, Event, Matz};
use crate::game::Illegal;
use crate::show::{Click, Label, Line, March, Mark, Odds, Piece, Show, Status, Track};

impl Show for Matz {
    fn sides(&self) -> [String; 2] {
        self.board.sides.each_ref().map(|side| side.name.clone())
    }

    fn status(&self) -> Status {
        let turn = self.state.turn;
        Status {
            turn,
            turns: self.board.turns,
            clock: self.clock(turn),
            phase: self.state.phase.name().to_owned(),
            prompt: self.prompt(),
            rule: self.asked_by(),
            movement: self.movement_now(),
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn tracks(&self) -> Vec<Track> {
        Vec::new()
    }

    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    fn label(&self, action: &Action) -> Label {
        self.action_label(action)
    }

    fn meaning(&self, _: Click) -> Option<Action> {
        None
    }

    fn route(&self, cell: Cell) -> Vec<Action> {
        self.route_to(cell)
    }

    fn reach(&self) -> Vec<Cell> {
        self.reached_cells()
    }

    fn march(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        self.march_of(id, stops)
    }

    fn odds(&self, _: &Action) -> Option<Odds> {
        None
    }

    fn tell(&self, event: &Event) -> Line {
        self.tell_event(event)
    }
}
