//! The data of the board view: units with their markers on the table, tracks, and the boards beside the table.

use battlewright_schema::outrance::{self as file, TroopType, UnitStatus, faces};
use battlewright_schema::{Cell, Face, Inches, UnitFootprint};

use crate::action::Action;
use crate::board::UnitStart;
use crate::event::Event;
use crate::rules::c03_actions::{Act, AfterLostOrder};
use crate::state::{At, MoveKind, Task, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Game as _, Illegal, Side, Turn};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{
    Card, Click, Fact, Form, Label, Legend, Line, Mark, MarkStyle, Odds, Piece, Place, PointerMode, ProposedAction,
    Show, SideBoard, Spot, Status, Symbol, TableMark, TablePointer, TableSight, Token, TokenStatus, Track, first_legal,
    pointed_at,
};

/// The marker of a disordered unit.
pub(crate) const DISORDERED: &str = "Disordered";
/// The marker of a demoralized unit.
pub(crate) const DEMORALIZED: &str = "Demoralized";
/// The marker of a unit that has used its action.
pub(crate) const ACTED: &str = "Acted";

static OBJECTIVE: Legend =
    Legend { name: "Objective", help: "A place that counts for victory.", rule: rule::SCENARIOS };
static TARGET: Legend = Legend {
    name: "Target",
    help: "A unit at which the selected unit may fire, or that it may assault.",
    rule: rule::FIRE,
};
static DESTINATION: Legend =
    Legend { name: "Destination", help: "The point to which the unit marches.", rule: rule::ACTIONS };

impl Show for Outrance {
    fn sides(&self) -> [String; 2] {
        self.board.sides.each_ref().map(|side| side.name.clone())
    }

    fn status(&self) -> Status {
        let turn = self.state.turn.max(1);
        Status {
            turn,
            turns: self.board.turns,
            clock: self.board.clock.at(turn),
            phase: self.part().map_or("End", crate::TurnPart::name).to_owned(),
            prompt: self.prompt(),
            rule: self.asked_by(),
            movement: None,
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        self.all_units().map(|unit| self.piece_of(unit)).collect()
    }

    fn tracks(&self) -> Vec<Track> {
        let points = self.points_of_sides();
        let track = |side: Side| {
            let points = points[side.index()];
            let left = self.still_to_act(side).count();
            let mut tracks = vec![
                Track { side, name: "Victory points", value: points },
                Track { side, name: "Units to act", value: i32::try_from(left).unwrap_or(i32::MAX) },
            ];
            let counters = self.board.extra.shown_counters(&self.state.extra, side);
            tracks.extend(counters.map(|(name, value)| Track { side, name, value }));
            tracks
        };
        Side::BOTH.into_iter().flat_map(track).collect()
    }

    fn boards(&self) -> Vec<SideBoard> {
        vec![self.objectives_board(), self.units_board(Side::First), self.units_board(Side::Second)]
    }

    fn card(&self, id: &str) -> Option<Card> {
        let unit = self.find(id)?;
        let piece = self.piece_of(unit);
        let [fresh, shaken] = self.faces_of(unit);
        let is_shaken = self.unit(unit).status != UnitStatus::Ok;
        let (up, down) = if is_shaken { (shaken, fresh) } else { (fresh, shaken) };
        let sides = vec![Piece { face: up, ..piece.clone() }, Piece { face: down, ..piece }];
        Some(Card { faces: sides, state: self.facts_of(unit) })
    }

    fn marks(&self) -> Vec<Mark> {
        let mut marks: Vec<Mark> = (self.board.objectives.iter().zip(&self.state.holders))
            .map(|(objective, holder)| Mark {
                place: Place::At(objective.at.into()),
                style: holder.map_or(MarkStyle::Outline, MarkStyle::Flag),
                legend: &OBJECTIVE,
            })
            .collect();
        if let Some(Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit))) = self.stack().last() {
            let mut legal = Vec::new();
            self.actions(&mut legal);
            let targets = legal.iter().filter_map(|action| match action {
                Action::Select(_) => None,
                _ => action.unit().and_then(|target| self.point_of(target)),
            });
            let mut points: Vec<_> = targets.collect();
            points.sort_unstable();
            points.dedup();
            marks.extend(points.into_iter().map(|point| Mark {
                place: Place::At(point.into()),
                style: MarkStyle::Tint,
                legend: &TARGET,
            }));
            marks.extend(self.destination_mark(*unit));
        }
        if let Some(Task::Move(task)) = self.stack().last() {
            marks.extend(self.destination_mark(task.unit));
        }
        marks
    }

    fn label(&self, action: &Action) -> Label {
        self.action_label(action)
    }

    fn meaning(&self, click: Click) -> Option<Action> {
        let Click::Piece(id) = &click else { return pointed_at(self, &click) };
        let clicked = self.find(id)?;
        match self.stack().last()? {
            Task::Select(_) => Some(Action::Select(clicked)),
            Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit)) if *unit != clicked => {
                let mut legal = Vec::new();
                self.actions(&mut legal);
                let about = |action: &&Action| action.unit() == Some(clicked);
                let facing = self.place(*unit)?.facing;
                Some(legal.iter().find(about).copied().unwrap_or(Action::Fire { target: clicked, facing }))
            }
            _ => pointed_at(self, &click),
        }
    }

    fn why_not(&self, click: Click) -> Illegal {
        let refusal = self.meaning(click).and_then(|action| self.check(&action).err());
        refusal.unwrap_or_else(|| self.not_asked())
    }

    fn route(&self, _: Cell) -> Vec<Action> {
        Vec::new()
    }

    fn reach(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn ending(&self) -> Option<Action> {
        first_legal(self, [Action::Stop, Action::Hold])
    }

    fn odds(&self, action: &Action) -> Option<Odds> {
        self.odds_of(action)
    }

    fn parse_action(&self, notation: &str) -> Option<Action> {
        self.read_notation(notation)
    }

    fn further_actions(&self) -> Vec<Action> {
        self.actions_beside_menu()
    }

    fn footprints(&self) -> Vec<UnitFootprint> {
        self.footprints_now()
    }

    fn pointer_modes(&self) -> Vec<PointerMode> {
        self.modes()
    }

    fn proposal(&self, pointer: &TablePointer) -> Option<ProposedAction<Action>> {
        self.proposed(pointer)
    }

    fn legal_areas(&self, pointer: &TablePointer) -> Vec<Vec<Inches>> {
        self.areas_to_click(pointer)
    }

    fn table_marks(&self, piece: Option<&str>) -> Vec<TableMark> {
        self.marks_on_table(piece)
    }

    fn sight_on_table(&self, from: Inches, to: Inches) -> Option<TableSight> {
        self.sight_of_points(from.into(), to.into())
    }

    fn log_line(&self, event: &Event) -> Line {
        self.describe_event(event)
    }
}

impl Outrance {
    /// Returns the unit with this [`Piece::id`].
    pub(crate) fn find(&self, id: &str) -> Option<UnitIx> {
        self.all_units().find(|unit| self.board.unit(*unit).id == id)
    }

    fn destination_mark(&self, unit: UnitIx) -> Option<Mark> {
        let to = self.destination(unit).filter(|_| self.unit(unit).route_march)?;
        Some(Mark { place: Place::At(to.into()), style: MarkStyle::Outline, legend: &DESTINATION })
    }

    fn faces_of(&self, unit: UnitIx) -> [Face; 2] {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let full = file::Unit {
            troops: facts.troops,
            quality: facts.quality,
            bases: facts.bases,
            lost: facts.bases.saturating_sub(state.bases),
            ..file::Unit::default()
        };
        let inches = self.base_movement(unit, MoveKind::Maneuver) / Inches::PER_INCH;
        faces(&full, u8::try_from(inches).unwrap_or(u8::MAX))
    }

    fn piece_of(&self, unit: UnitIx) -> Piece {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let is_shaken = state.status != UnitStatus::Ok;
        let [fresh, shaken] = self.faces_of(unit);
        let mut markers = Vec::new();
        match state.status {
            UnitStatus::Ok => {}
            UnitStatus::Disordered => markers.push(DISORDERED),
            UnitStatus::Demoralized => markers.push(DEMORALIZED),
        }
        if state.acted {
            markers.push(ACTED);
        }
        let spot = match &state.at {
            At::On(_) => {
                self.point_of(unit).map_or_else(|| Spot::Out(String::new()), |at| Spot::On(Place::At(at.into())))
            }
            At::Due | At::Ready => {
                let turn = match &facts.start {
                    UnitStart::Enters(arrival) => arrival.turn.max(self.state.turn),
                    _ => self.state.turn,
                };
                Spot::Turn(turn, "comes on by route march".to_owned())
            }
            At::Destroyed(_) => Spot::Out("destroyed".to_owned()),
            At::Left(_) => Spot::Out("left the table".to_owned()),
            At::Surrendered(_) => Spot::Out("surrendered".to_owned()),
            At::Unused => Spot::Out("not used".to_owned()),
        };
        Piece {
            id: facts.id.clone(),
            name: facts.name.clone(),
            label: facts.label.clone(),
            formation: self.board.formations.get(facts.formation).map(|formation| formation.name.clone()),
            side: facts.side,
            symbol: match facts.troops {
                TroopType::Infantry => Symbol::Infantry,
                TroopType::Cavalry => Symbol::Cavalry,
                TroopType::Artillery => Symbol::Artillery,
                TroopType::General => Symbol::Headquarters,
            },
            face: if is_shaken { shaken } else { fresh },
            markers,
            active: self.active_piece() == Some(unit),
            spot,
        }
    }

    fn facts_of(&self, unit: UnitIx) -> Vec<Fact> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let mut list = Vec::new();
        if !facts.is_general() {
            list.push(Fact::new(format!("{} of {} bases", state.bases, facts.bases), rule::STATUS));
            list.push(Fact::new(crate::display::label::capital(state.status.name()), rule::STATUS));
            if let Some(place) = self.place(unit) {
                list.push(Fact::new(format!("In {} formation", place.posture.name()), rule::MOVEMENT));
            }
            let general = self.general_near(unit).map(|general| self.board.unit(general).name.as_str());
            list.push(match general {
                Some(name) => Fact::new(format!("{name} is within the command radius"), rule::GENERALS),
                None => Fact::new("No general is within the command radius", rule::GENERALS),
            });
        }
        if state.acted {
            list.push(Fact::new("Has used its action of this turn", rule::ACTIONS));
        }
        let counters = self.board.extra.counters_of_unit(&self.state.extra, unit.index());
        list.extend(counters.map(|(name, value)| Fact::new(format!("{name}: {value}"), rule::SCENARIOS)));
        list
    }

    fn objectives_board(&self) -> SideBoard {
        let token = |(objective, holder): (&crate::board::ObjectiveFacts, &Option<Side>)| {
            let held = holder.map_or("nobody", |side| self.board.sides[side.index()].name.as_str());
            let [first, second] = objective.points;
            let help = format!("{first} points for the first side, {second} for the second.");
            Token::new(objective.name.clone(), held, TokenStatus::Ready, *holder, help, rule::SCENARIOS)
        };
        SideBoard {
            title: "Objectives",
            side: None,
            help: "The places that count for victory, each with its holder.",
            rule: rule::SCENARIOS,
            form: Form::Rows,
            tokens: self.board.objectives.iter().zip(&self.state.holders).map(token).collect(),
        }
    }

    fn units_board(&self, side: Side) -> SideBoard {
        let active = self.active_piece().filter(|_| matches!(self.turn(), Turn::Choose(_)));
        let on_table = self
            .all_units()
            .filter(|unit| self.side_of(*unit) == side && matches!(self.unit(*unit).at, At::On(_) | At::Ready));
        let token = |unit: UnitIx| {
            let stand = match (active == Some(unit), self.unit(unit).acted) {
                (true, _) => TokenStatus::Now,
                (_, true) => TokenStatus::Done,
                _ => TokenStatus::Ready,
            };
            let facts = self.board.unit(unit);
            let note = if facts.is_general() { "general" } else { self.unit(unit).status.name() };
            let help = "A unit that has not used its action of this turn may be selected.";
            Token::new(facts.name.clone(), note, stand, Some(side), help, rule::ACTIONS).of_piece(facts.id.clone())
        };
        SideBoard {
            title: "Actions of this turn",
            side: Some(side),
            help: "Each unit and each general has one action in a turn.",
            rule: rule::ACTIONS,
            form: Form::Rows,
            tokens: on_table.map(token).collect(),
        }
    }
}
