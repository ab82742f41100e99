//! The data of the board view: counters with their markers, and the tracks.

use battlewright_schema::Cell;
use battlewright_schema::matz::{Kind, step_face};

use crate::action::Action;
use crate::board::Arm;
use crate::display::markers;
use crate::state::At;
use crate::{Event, Matz, UnitIx};
use battlewright_core::game::{Game as _, Illegal, Level, Outcome, Side};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{
    Card, Click, Label, Line, March, Mark, Odds, Piece, Show, SideBoard, Spot, Status, Symbol, Track, first_legal,
    pointed_at,
};

impl Show for Matz {
    fn sides(&self) -> [String; 2] {
        self.board.sides.each_ref().map(|side| side.name.clone())
    }

    fn degree(&self, outcome: &Outcome) -> &'static str {
        match outcome.level {
            Level::Draw => "draw",
            // The levels are those of the side that counts points; its enemy wins or does not (13.0).
            _ if outcome.winner != Some(self.board.victory.scorer) => "victory",
            Level::Minor => "tactical victory",
            Level::Victory => "operational victory",
            Level::Major | Level::Overwhelming => "strategic victory",
        }
    }

    fn status(&self) -> Status {
        let turn = self.state.turn.max(self.board.first_turn);
        Status {
            turn,
            turns: self.board.turns,
            clock: self.board.clock.at(turn),
            phase: self.state.phase.name().to_owned(),
            prompt: self.prompt(),
            rule: self.asked_by(),
            movement: self.movement_now(),
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let active = self.active_piece();
        let (aircraft, on_the_ground): (Vec<UnitIx>, Vec<UnitIx>) =
            self.board.all_units().partition(|unit| self.board.unit(*unit).arm.flies());
        // A patrol lies in the center of its mega-hex, below what stands there.
        let from_bottom_to_top = aircraft.into_iter().chain(on_the_ground);
        from_bottom_to_top.map(|unit| self.unit_counter(unit, self.is_turned(unit), active == Some(unit))).collect()
    }

    fn tracks(&self) -> Vec<Track> {
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let scorer = self.board.victory.scorer;
        let points = i32::div_euclid(self.half_points(), 2);
        let mut tracks = vec![Track { side: scorer, name: "Victory points", value: points }];
        for side in Side::BOTH {
            let steps: usize = self.board.ground_units(side).iter().map(|unit| self.steps_gone(*unit)).sum();
            tracks.push(Track { side, name: "Steps lost", value: number(steps) });
            if self.has_air_war() && !self.is_unseen(side) {
                let drawn = self.aircraft_at(side, |at| at != At::Pot).count();
                tracks.push(Track { side, name: "Air units", value: number(drawn) });
            }
            let counters = self.board.extra.shown_counters(&self.state.extra, side);
            tracks.extend(counters.map(|(name, value)| Track { side, name, value }));
        }
        tracks
    }

    fn boards(&self) -> Vec<SideBoard> {
        self.all_boards()
    }

    fn card(&self, id: &str) -> Option<Card> {
        self.find(id).map(|unit| self.card_of(unit))
    }

    fn smallest_formation(&self, id: &str) -> Option<String> {
        let unit = self.board.unit(self.find(id)?);
        Some(unit.division.clone().unwrap_or_else(|| self.board.formation(unit.formation).name.clone()))
    }

    fn marks(&self) -> Vec<Mark> {
        self.all_marks()
    }

    fn label(&self, action: &Action) -> Label {
        self.action_label(action)
    }

    fn meaning(&self, click: Click) -> Option<Action> {
        pointed_at(self, &click).or_else(|| self.further_meaning(&click))
    }

    fn why_not(&self, click: Click) -> Illegal {
        self.why_not_click(&click)
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

    fn ending(&self) -> Option<Action> {
        first_legal(self, [Action::Begin, Action::Stop, Action::Pass])
    }

    fn joins(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.actions(&mut legal);
        legal.retain(|action| matches!(action, Action::Join(_)));
        legal
    }

    fn odds(&self, action: &Action) -> Option<Odds> {
        self.odds_of(action)
    }

    fn log_line(&self, event: &Event) -> Line {
        self.describe_event(event)
    }

    fn log_lines(&self, before: &Self, event: &Event) -> Vec<Line> {
        self.lines_of(before, event)
    }
}

impl Matz {
    /// The counter with this [`Piece::id`].
    pub(crate) fn find(&self, id: &str) -> Option<UnitIx> {
        self.board.all_units().find(|unit| self.board.unit(*unit).id == id)
    }

    /// The steps of a combat unit, an artillery unit or a headquarters that are gone.
    pub(crate) fn steps_gone(&self, unit: UnitIx) -> usize {
        let steps = self.board.unit(unit).steps();
        usize::from(match self.unit(unit).at {
            At::Eliminated(_) => steps,
            _ => self.unit(unit).lost.min(steps),
        })
    }

    /// Returns `true` if the back of the counter is up: steps are lost (1.2), artillery has fired (1.3), a headquarters is
    /// neutralized (1.4).
    pub(crate) fn is_turned(&self, unit: UnitIx) -> bool {
        let state = self.unit(unit);
        match self.board.unit(unit).arm {
            Arm::Headquarters => state.neutralized,
            Arm::Unit(kind) if kind.fights() => state.lost > 0,
            Arm::Unit(_) => state.fired,
        }
    }

    /// The counter of `unit` with its front or its back up.
    pub(crate) fn unit_counter(&self, unit: UnitIx, back: bool, active: bool) -> Piece {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let mut face = facts.faces[usize::from(back)].clone();
        // The back of a unit of more than two steps shows the second one only.
        if back && facts.arm.fights() && state.lost > 1 {
            let value = facts.combat.get(usize::from(state.lost)).copied().unwrap_or_default();
            let steps = u8::try_from(facts.combat.len()).unwrap_or(u8::MAX).saturating_sub(state.lost);
            face = step_face(&value.to_string(), facts.movement, true).with_steps(value, steps);
        }
        Piece {
            id: facts.id.clone(),
            name: facts.name.clone(),
            label: facts.label.clone(),
            formation: Some(self.board.formation(facts.formation).name.clone()),
            side: facts.side,
            symbol: match facts.arm {
                Arm::Headquarters => Symbol::Headquarters,
                Arm::Unit(Kind::Infantry | Kind::Stosstruppen) => Symbol::Infantry,
                Arm::Unit(Kind::Tank) => Symbol::Tank,
                Arm::Unit(Kind::Artillery) => Symbol::Artillery,
                Arm::Unit(Kind::Fighter | Kind::Bomber) => Symbol::Aircraft,
            },
            face,
            markers: self.unit_markers(unit),
            active,
            spot: self.spot(unit),
        }
    }

    /// The markers that lie on `unit`. The back of a headquarters says that it is neutralized, and that of artillery that it
    /// has fired.
    fn unit_markers(&self, unit: UnitIx) -> Vec<&'static str> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let markers = [
            (state.neutralized && !facts.is_hq(), markers::NEUTRALIZED),
            (state.out_of_command, markers::OUT_OF_COMMAND),
            (facts.arm.fights() && state.lost > 1, markers::STEP_LOST),
            (facts.arm.flies() && state.fired, markers::MISSION_DONE),
        ];
        markers.into_iter().filter(|(lies, _)| *lies).map(|(_, name)| name).collect()
    }

    /// The place of `unit`. Aircraft on the map lie in the center of their mega-hex.
    fn spot(&self, unit: UnitIx) -> Spot {
        match self.unit(unit).at {
            At::Hex(hex) => Spot::On(self.board.map.place(hex)),
            At::Due { turn, entry } => {
                Spot::Turn(turn.max(self.state.turn), format!("enters at {}", self.entry_title(entry)))
            }
            At::Reserve => Spot::Out("in reserve".to_owned()),
            At::Eliminated(turn) if self.board.unit(unit).is_hq() => {
                Spot::Turn(turn.saturating_add(1).max(self.state.turn), "returns".to_owned())
            }
            At::Eliminated(_) => Spot::Out("eliminated".to_owned()),
            At::Pot if self.is_unseen(self.unit_side(unit)) => Spot::Out("in the pot or drawn".to_owned()),
            At::Pot => Spot::Out("in the pot".to_owned()),
            At::Drawn => Spot::Out("drawn".to_owned()),
            At::Patrol(mega) | At::Mission { mega, .. } => match self.board.mega.center(mega) {
                Some(hex) => Spot::On(self.board.map.place(hex)),
                None => Spot::Out("in the air".to_owned()),
            },
            At::Aborted => Spot::Out("mission aborted".to_owned()),
        }
    }

    /// The name of an entry with its id, or the id alone.
    pub(crate) fn entry_title(&self, entry: u16) -> &str {
        self.board.entries.get(usize::from(entry)).map_or("", |facts| facts.title.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    fn field() -> Position {
        position(
            "map 12x12
            mega 0404
            place flavy 0302 held german
            points flavy 3
            entry E french 0010
            corps x german at 0101
            corps y french at 0909
            german infantry g1 4/2 at 0303 of x lost 1 out
            german tank g2 3/2/1 at 0303 of x lost 2 neutralized
            german artillery g3 3-4 5 at 0202 of x fired
            german fighter g8 4 patrol 0404
            french infantry f1 4/2 enters 3 by E of y
            french bomber f9 2-3 drawn
            french infantry f4 4/2 of y
            reserve r french turn 3 points 6 by E f4",
        )
    }

    fn piece(table: &Table, id: &str) -> Piece {
        table.game.pieces().into_iter().find(|piece| piece.id == id).expect("there is such a counter")
    }

    #[test]
    fn r1_2_a_counter_shows_the_value_of_its_steps_and_its_markers() {
        let table = field().start();
        let shown = |id: &str| {
            let piece = piece(&table, id);
            (piece.face.text().map(str::to_owned), piece.face.back, piece.markers)
        };
        assert_eq!(shown("g1"), (Some("2".into()), true, vec!["Out of Command"]));
        assert_eq!(shown("g2"), (Some("1".into()), true, vec!["Neutralized", "Step Lost"]), "the third of its steps");
        assert_eq!(shown("f1"), (Some("4".into()), false, vec![]));
        assert_eq!(shown("x-hq"), (Some("(1) 6".into()), false, vec![]));
    }

    #[test]
    fn r1_3_the_back_of_artillery_says_that_it_has_fired() {
        let mut table = field().start();
        let g3 = table.unit("g3");
        table.game.unit_mut(g3).fired = true;
        assert!(piece(&table, "g3").face.back);
        table.game.unit_mut(g3).fired = false;
        assert!(!piece(&table, "g3").face.back);
    }

    #[test]
    fn every_counter_has_a_place() {
        let mut table = field().start();
        let cell = |name: &str| Spot::from(table.game.board.map.cell(table.hex(name)));
        assert_eq!(piece(&table, "g1").spot, cell("0303"));
        assert_eq!(piece(&table, "g8").spot, cell("0404"), "the center of its mega-hex");
        let order: Vec<_> = table.game.pieces().into_iter().map(|piece| piece.id).take(3).collect();
        assert_eq!(order, ["g8", "f9", "g1"], "aircraft lie below what stands on the ground");
        assert_eq!(piece(&table, "f1").spot, Spot::Turn(3, "enters at E".into()));
        assert_eq!(piece(&table, "f9").spot, Spot::Out("drawn".into()));
        assert_eq!(piece(&table, "f4").spot, Spot::Out("in reserve".into()));
        let [g1, hq] = ["g1", "x-hq"].map(|id| table.unit(id));
        table.game.put(g1, At::Eliminated(1));
        table.game.put(hq, At::Eliminated(1));
        assert_eq!(piece(&table, "g1").spot, Spot::Out("eliminated".into()));
        assert_eq!(piece(&table, "x-hq").spot, Spot::Turn(2, "returns".into()));
    }

    #[test]
    fn the_tracks_count_points_steps_and_air_units() {
        let table = field().start();
        let tracks = |game: &Matz| -> Vec<(Side, &'static str, i32)> {
            game.tracks().into_iter().map(|track| (track.side, track.name, track.value)).collect()
        };
        let all = [
            (GERMAN, "Victory points", 1),
            (GERMAN, "Steps lost", 3),
            (GERMAN, "Air units", 1),
            (FRENCH, "Steps lost", 0),
            (FRENCH, "Air units", 1),
        ];
        assert_eq!(tracks(&table.game), all, "a half point is not a whole one");
        assert_eq!(tracks(&table.game.seen_by(GERMAN)), &all[..4], "the draw of the enemy is secret");
    }

    #[test]
    fn r11_3_what_the_enemy_has_drawn_looks_like_what_it_has_not() {
        let table = field().at(GERMAN, Phase::Movement);
        let spots = |game: &Matz| piece(&Table::of(game.clone()), "f9").spot;
        assert_eq!(spots(&table.game.seen_by(GERMAN)), Spot::Out("in the pot or drawn".into()));
        assert_eq!(spots(&table.game.seen_by(FRENCH)), Spot::Out("drawn".into()));
    }
}
