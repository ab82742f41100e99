//! The race as it is shown and told.

use battlewright_schema::race as file;
use battlewright_schema::race::faces;
use battlewright_schema::{Cell, Face};

use super::{Action, Event, Ground, Race, rule};
use crate::game::{Game, Side, Turn};
use crate::show::{
    Card, Click, Fact, Label, Legend, Line, Mark, MarkStyle, Marker, Odds, Piece, Show, Spot, Status, Symbol, Track,
    pointed_at,
};

static GOAL: Legend = Legend { name: "Goal", help: "The place that the runners make for.", rule: rule::END };

/// The markers that a race is run with: a flag for the winner.
pub fn markers(_: &file::Race) -> Vec<Marker> {
    let flags = Side::BOTH.map(|side| Piece::flag("Winner", side));
    Marker::backed(1, flags, rule::END).into_iter().collect()
}

impl Race {
    fn face(&self, side: Side) -> Face {
        let [fresh, tired] = faces(u8::try_from(self.runner(side).pace).unwrap_or(u8::MAX));
        if self.state.tired[side.index()] { tired } else { fresh }
    }

    fn piece(&self, side: Side) -> Piece {
        let runner = self.runner(side);
        Piece {
            id: runner.id.clone(),
            name: runner.name.clone(),
            label: runner.id.clone(),
            formation: None,
            side,
            symbol: Symbol::Infantry,
            face: self.face(side),
            markers: Vec::new(),
            active: self.turn() == Turn::Choose(side),
            spot: Spot::On(self.place(side, self.state.places[side.index()])),
        }
    }
}

impl Show for Race {
    fn sides(&self) -> [String; 2] {
        Side::BOTH.map(|side| self.runner(side).side.clone())
    }

    fn status(&self) -> Status {
        let name = &self.runner(self.state.side).side;
        let (prompt, rule) = match self.turn() {
            Turn::Choose(_) => (format!("{name}: walk or run"), rule::WALKING),
            Turn::Chance(_) => (format!("{name}: roll for the run"), rule::RUNNING),
            Turn::Over(_) => ("The race is over".to_owned(), rule::END),
        };
        let narrow = |turn: u16| u8::try_from(turn).unwrap_or(u8::MAX);
        let turn = narrow(self.state.turn.min(self.board.turns));
        Status {
            turn,
            turns: narrow(self.board.turns),
            clock: None,
            phase: "Race".to_owned(),
            prompt,
            rule,
            movement: None,
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        Side::BOTH.map(|side| self.piece(side)).into()
    }

    fn tracks(&self) -> Vec<Track> {
        Side::BOTH.map(|side| Track { side, name: "Steps", value: self.state.places[side.index()].into() }).into()
    }

    fn card(&self, id: &str) -> Option<Card> {
        let piece = self.pieces().into_iter().find(|piece| piece.id == id)?;
        let gone = self.state.places[piece.side.index()];
        let state = vec![Fact { text: format!("{gone} of {} steps", self.board.goal), rule: rule::END }];
        let other =
            faces(piece.face.points().unwrap_or_default()).into_iter().find(|face| face.back != piece.face.back)?;
        Some(Card { faces: vec![piece.clone(), Piece { face: other, ..piece }], state })
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |side| Mark { place: self.place(side, self.board.goal), style: MarkStyle::Tint, legend: &GOAL };
        Side::BOTH.map(mark).into()
    }

    fn label(&self, action: &Action) -> Label {
        let side = self.state.side;
        let piece = Some(self.runner(side).id.clone());
        match *action {
            Action::Walk(steps) => {
                let place = Some(self.place(side, self.state.places[side.index()].saturating_add(steps)));
                Label { text: format!("Walk {steps}"), notation: format!("walk {steps}"), piece, place }
            }
            Action::Run => Label { text: "Run".to_owned(), notation: "run".to_owned(), piece, place: None },
        }
    }

    fn meaning(&self, click: Click) -> Option<Action> {
        let mine = self.runner(self.state.side);
        let cell = match click.clone() {
            Click::Piece(id) => return (id == mine.id).then_some(Action::Run),
            Click::Point(_) => return pointed_at(self, &click),
            Click::Order(id, _) if id != mine.id => return None,
            Click::Order(_, cell) | Click::Cell(cell) => cell,
        };
        let Ground::Hexes { tracks, .. } = &self.board.ground else { return None };
        let at = tracks[self.state.side.index()].iter().position(|hex| *hex == cell)?;
        let steps = u16::try_from(at).ok()?.checked_sub(self.state.places[self.state.side.index()])?;
        Some(Action::Walk(steps))
    }

    fn route(&self, _: Cell) -> Vec<Action> {
        Vec::new()
    }

    fn reach(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn odds(&self, _: &Action) -> Option<Odds> {
        None
    }

    fn log_line(&self, event: &Event) -> Line {
        let rule = event.rule();
        match *event {
            Event::Turn(turn) => Line { text: format!("Turn {turn}"), rule, place: None, heading: true, step: None },
            Event::Went { side, steps, ran } => {
                let gone = self.state.places[side.index()];
                let how = if ran { "run" } else { "walk" };
                let text = format!("{} {how} {steps} to {}", self.runner(side).side, gone.min(self.board.goal));
                Line { text, rule, place: Some(self.place(side, gone)), heading: false, step: None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Inches;

    use super::*;
    use crate::show::Place;

    #[test]
    fn a_place_on_a_table_is_a_point() {
        let mut race = Race::along(10);
        let mut log = Vec::new();
        race.apply(&Action::Walk(2), &mut log);
        let [red, blue] = [0, 1].map(|at: usize| race.pieces()[at].spot.clone());
        let at = |x, y| Spot::On(Place::At(Inches::whole(x, y)));
        assert_eq!([red, blue], [at(2, 1), at(0, 2)]);
        log.push(Event::Turn(1));
        let told: Vec<String> = log.iter().map(|event| race.log_line(event).text).collect();
        assert_eq!(told, ["Reds walk 2 to 2", "Turn 1"]);
        let click = |x, y| race.meaning(Click::Point(Inches::whole(x, y)));
        assert_eq!((click(1, 2), click(2, 2), click(3, 2)), (Some(Action::Walk(1)), Some(Action::Walk(2)), None));
        assert_eq!(race.parse_action("walk 2"), Some(Action::Walk(2)));
    }
}
