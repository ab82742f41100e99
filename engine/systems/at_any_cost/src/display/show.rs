//! The display of the game: counters with their markers, and the meaning of clicks.

use crate::rules::r12_06_defensive_fire::MITRAILLEUSE;
use battlewright_schema::Cell;
use battlewright_schema::at_any_cost::{Earthwork, HqSide, Kind, mitrailleuse_face, order_face, strength_face};

use crate::action::{Loss, Shot, Weapon};
use crate::display::markers;
use crate::rules::r08_03_line_of_sight::Sight;
use crate::rules::r08_fire::FireTask;
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultTask;
use crate::rules::r14_rally::RallyTask;
use crate::rules::r21_events::EventTask;
use crate::stage::Part;
use crate::state::{At, ChitPlace, CommandStatus, Done, Fired, Task};
use crate::{Action, AtAnyCost, Event, FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::{Game as _, Illegal, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::reach::{self, MotionStep};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{
    Card, Click, DrawnFire, Fact, Label, Line, LineOfSight, March, Mark, Movement, Odds, Piece as Counter, Show,
    SideBoard, Spot, Status, Symbol, Track, first_legal, pointed_at,
};

impl Show for AtAnyCost {
    fn sides(&self) -> [String; 2] {
        [self.board.sides[0].name.clone(), self.board.sides[1].name.clone()]
    }

    fn status(&self) -> Status {
        let turn = self.state.turn.max(self.board.first_turn);
        Status {
            turn,
            turns: self.board.turns,
            clock: self.board.clock.at(turn),
            phase: self.part().map_or("Activation", Part::name).to_owned(),
            prompt: self.prompt(),
            rule: self.asked_by(),
            movement: self.moving().map(movement),
        }
    }

    fn pieces(&self) -> Vec<Counter> {
        let active = self.active_piece();
        let is_active = |piece: MovingPiece| active == Some(piece);
        let units = self
            .board
            .all_units()
            .map(|unit| self.unit_face(unit, self.unit(unit).battleworn, is_active(MovingPiece::Unit(unit))));
        let hqs = self
            .board
            .all_formations()
            .map(|formation| self.hq_face(formation, self.hq(formation).back, is_active(MovingPiece::Hq(formation))));
        units.chain(hqs).collect()
    }

    fn tracks(&self) -> Vec<Track> {
        let points = self.points();
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let mut tracks = Vec::new();
        for side in Side::BOTH {
            let held = self.chits_of(side).filter(|chit| self.place_of(*chit) == ChitPlace::Held);
            let units = self.board.roster_of_side(side).iter();
            let broken = units.filter(|unit| matches!(self.unit(**unit).at, At::Broken { .. }));
            tracks.push(Track { side, name: "Victory points", value: points[side.index()] });
            tracks.push(Track { side, name: "Held chits", value: number(held.count()) });
            tracks.push(Track { side, name: "Units Broken", value: number(broken.count()) });
            let counters = self.board.extra.shown_counters(&self.state.extra, side);
            tracks.extend(counters.map(|(name, value)| Track { side, name, value }));
        }
        let in_cup = number(self.state.cup.len());
        tracks.push(Track { side: Side::First, name: "Chits in the cup", value: in_cup });
        tracks
    }

    fn boards(&self) -> Vec<SideBoard> {
        self.all_boards()
    }

    fn card(&self, id: &str) -> Option<Card> {
        self.find(id).map(|piece| self.card_of(piece))
    }

    fn marks(&self) -> Vec<Mark> {
        self.all_marks()
    }

    fn label(&self, action: &Action) -> Label {
        self.label_of(action)
    }

    fn meaning(&self, click: Click) -> Option<Action> {
        if let Some(action) = pointed_at(self, &click) {
            return Some(action);
        }
        let (id, cell) = click.parts();
        let clicked = id.and_then(|id| self.find(id));
        self.illegal_meaning(clicked, cell.and_then(|cell| self.board.map.at(cell)))
    }

    fn why_not(&self, click: Click) -> Illegal {
        self.why_not_click(click)
    }

    fn route(&self, cell: Cell) -> Vec<Action> {
        let (Some(motion), Some(goal)) = (self.moving(), self.board.map.at(cell)) else { return Vec::new() };
        if motion.hex == Some(goal) {
            // Not out and back, and no move that ends before it has begun.
            let stops = motion.hexes > 0 && self.check(&Action::Stop).is_ok();
            return if stops { vec![Action::Stop] } else { Vec::new() };
        }
        let reached = self.reachable(motion);
        let ends = (0..).zip(&reached).filter(|(_, step)| step.motion.hex == Some(goal) && self.ends_at(&step.motion));
        let cheapest = ends.min_by_key(|(_, step)| step.motion.spent).map(|(place, _)| place);
        reach::way(&reached, cheapest, |motion| motion.hex).into_iter().map(Action::Hex).collect()
    }

    fn reach(&self) -> Vec<Cell> {
        self.hexes_in_reach().into_iter().map(|hex| self.board.map.cell(hex)).collect()
    }

    fn march(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        self.march_of(id, stops)
    }

    fn sight(&self, from: Cell, to: Cell) -> Option<LineOfSight> {
        self.line_of_sight(from, to)
    }

    fn sees(&self, from: Cell, to: Cell) -> bool {
        let hexes = self.board.map.at(from).zip(self.board.map.at(to));
        hexes.is_some_and(|(from, to)| !matches!(self.sight_between(from, to), Sight::Blocked(_)))
    }

    fn help(&self, action: &Action) -> Option<Fact> {
        self.help_of(action)
    }

    fn drawn_fire(&self, cell: Cell) -> Vec<DrawnFire> {
        let route = hexes_of(self.route(cell));
        let back = self.board.map.at(cell).filter(|hex| self.hexes_of_retreat().contains(hex));
        self.fire_on_way(if route.is_empty() { back.as_slice() } else { &route })
    }

    fn ending(&self) -> Option<Action> {
        first_legal(self, [Action::Begin, Action::Stop, Action::Pass])
    }

    fn joins(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        if let Some(Task::Assault(AssaultTask::Plan(_)) | Task::Event(EventTask::Join(_))) = self.state.stack.last() {
            self.actions(&mut legal);
            legal.retain(|action| matches!(action, Action::Unit(_)));
        }
        legal
    }

    fn odds(&self, action: &Action) -> Option<Odds> {
        self.odds_of(action)
    }

    fn log_lines(&self, before: &Self, event: &Event) -> Vec<Line> {
        self.lines_of(before, event)
    }

    fn log_line(&self, event: &Event) -> Line {
        self.describe_event(event)
    }
}

/// The movement of a piece in motion.
pub(crate) fn movement(motion: &Motion) -> Movement {
    Movement { spent: motion.spent, allowance: motion.allowance }
}

/// Returns the hexes that `actions` enter.
fn hexes_of(actions: Vec<Action>) -> Vec<HexIx> {
    let hex = |action| if let Action::Hex(hex) = action { Some(hex) } else { None };
    actions.into_iter().filter_map(hex).collect()
}

impl AtAnyCost {
    /// The move that its side goes on with now, if any.
    pub(crate) fn moving(&self) -> Option<&Motion> {
        match self.state.stack.last() {
            Some(Task::Move(MoveTask::Moving(motion))) => Some(motion),
            _ => None,
        }
    }

    /// The hexes in which the piece in motion may end its move, without its own.
    pub(crate) fn hexes_in_reach(&self) -> Vec<HexIx> {
        let Some(motion) = self.moving() else { return Vec::new() };
        let reached = self.reachable(motion);
        let may_end = |end: &Motion| end.hex != motion.hex && self.ends_at(end);
        reach::ends(&reached, |motion| motion.hex, may_end)
    }

    /// The hexes to which the unit that retreats may go next; empty without a retreat.
    pub(crate) fn hexes_of_retreat(&self) -> Vec<HexIx> {
        let mut legal = Vec::new();
        if let Some(Task::Assault(AssaultTask::Retreat(_))) = self.state.stack.last() {
            self.actions(&mut legal);
        }
        hexes_of(legal)
    }

    /// The hexes to which `motion` may go on, as far as its movement goes.
    pub(crate) fn next_hexes(&self, motion: &Motion) -> Vec<HexIx> {
        match motion.hex {
            Some(hex) => self.board.map.neighbors(hex).collect(),
            None => self.entry_hexes(motion.piece).collect(),
        }
    }

    /// Returns `true` if `motion` may end where it is; a charge ends in the hex of its target (12.7).
    fn ends_at(&self, motion: &Motion) -> bool {
        match motion.charge {
            Some(target) => motion.hex == self.hex_of(target),
            None => self.may_stop(motion).is_ok(),
        }
    }

    /// Everywhere that `start` can lead by ever better ways. Of two ways to a hex, one is better if it costs less and loses
    /// no more by a shared hex (4.2).
    fn reachable(&self, start: &Motion) -> Vec<MotionStep<Motion>> {
        let steps = |motion: &Motion, found: &mut dyn FnMut(Motion)| {
            if motion.charge.is_some() && self.ends_at(motion) {
                return;
            }
            let further = self.next_hexes(motion).into_iter().filter_map(|hex| self.next_motion(motion, hex).ok());
            further.filter(|next| next.hex != start.hex).for_each(found);
        };
        let full = |motion: &Motion| motion.spent.saturating_add(motion.saved);
        reach::explore(start, steps, |next, known| {
            known.hex == next.hex
                && known.spent <= next.spent
                && full(known) <= full(next)
                && known.stacked <= next.stacked
                && known.hexes_left() >= next.hexes_left()
        })
    }

    /// The action that a click on a piece, a hex, or one and then the other would mean if it were legal.
    fn illegal_meaning(&self, clicked: Option<MovingPiece>, hex: Option<HexIx>) -> Option<Action> {
        let unit = match clicked {
            Some(MovingPiece::Unit(unit)) => Some(unit),
            _ => None,
        };
        let here = hex.and_then(|hex| self.front_in(hex));
        // A unit stands for its hex, and a hex for its unit.
        let at = hex.or_else(|| clicked.and_then(|piece| self.hex_of_piece(piece)));
        let who = unit.or_else(|| here.filter(|_| clicked.is_none()));
        let own = who.filter(|unit| self.turn() == Turn::Choose(self.unit_side(*unit)));
        let enemy = |unit: UnitIx, other: UnitIx| self.unit_side(unit) != self.unit_side(other);
        match self.state.stack.last()? {
            Task::Fire(FireTask::Step) => {
                let (firer, target) = unit.zip(here).filter(|(firer, target)| enemy(*firer, *target))?;
                Some(Action::Fire(Shot { firer, weapon: Weapon::Own, target, half: false }))
            }
            Task::Fire(FireTask::Arrival(arrival)) => {
                let firer = who.filter(|firer| enemy(*firer, arrival.unit))?;
                Some(Action::Fire(Shot { firer, weapon: Weapon::Own, target: arrival.unit, half: false }))
            }
            Task::Move(MoveTask::Choose(_)) => match (clicked, unit.zip(here)) {
                (_, Some((unit, target))) if enemy(unit, target) => Some(Action::Charge { unit, target }),
                (Some(piece), _) => Some(Action::Move(piece)),
                (None, _) => here.map(|unit| Action::Move(MovingPiece::Unit(unit))),
            },
            Task::Move(MoveTask::Moving(_))
            | Task::Assault(AssaultTask::Step | AssaultTask::Retreat(_))
            | Task::Rally(RallyTask::RebuildAt(_))
            | Task::Event(EventTask::Advance(_) | EventTask::Assault(_) | EventTask::Attack(_)) => at.map(Action::Hex),
            Task::Assault(AssaultTask::Breakthrough(breakthrough)) => match who {
                Some(unit) if self.unit_side(unit) == breakthrough.side => Some(Action::Unit(unit)),
                _ => at.map(Action::Hex),
            },
            Task::Assault(AssaultTask::Losses(losses)) => {
                let loser = who.filter(|unit| self.unit_side(*unit) == losses.side());
                loser.map(|unit| Action::Lose { unit, loss: Loss::Retreat })
            }
            Task::Assault(AssaultTask::Plan(_) | AssaultTask::ToughChoice(_))
            | Task::Event(
                EventTask::Choose(_) | EventTask::ChargeBattery(_) | EventTask::Second(_) | EventTask::Join(_),
            ) => who.map(Action::Unit),
            Task::Rally(RallyTask::Rally(_)) => own.map(|unit| self.rally_meaning(unit)),
            Task::Rally(RallyTask::Dig) => own.map(Action::Dig),
            _ => None,
        }
    }

    /// The thing that a click on `unit` asks its HQ to do for it (14.1).
    fn rally_meaning(&self, unit: UnitIx) -> Action {
        let state = self.unit(unit);
        match state.at {
            At::Broken { .. } => Action::Rebuild(unit),
            _ if state.elan == 0 && state.ammo > 0 => Action::Resupply(unit),
            _ if state.elan == 0 && state.battleworn && self.is_night_of_rest() => Action::Refresh(unit),
            _ => Action::Rally(unit),
        }
    }

    fn spot(&self, at: At) -> Spot {
        match at {
            At::Hex(hex) => Spot::On(self.board.map.place(hex)),
            At::Due { turn, aside: Some(hex), .. } => {
                Spot::Turn(turn.max(self.state.turn), format!("enters in {}", self.board.map.name(hex)))
            }
            At::Due { turn, entry, .. } => {
                Spot::Turn(turn.max(self.state.turn), format!("enters at {}", self.entry_title(entry)))
            }
            At::Broken { until } if until > self.state.turn => Spot::Turn(until, "broken".into()),
            At::Broken { .. } => Spot::Out("available for rebuild".into()),
            At::Pool => Spot::Out("not on the map".into()),
        }
    }

    /// The counter of `unit` with its Fresh or its Battleworn side up.
    pub(crate) fn unit_face(&self, unit: UnitIx, battleworn: bool, active: bool) -> Counter {
        let facts = self.board.unit(unit);
        let worn = battleworn || facts.small;
        Counter {
            id: facts.id.clone(),
            name: facts.name.clone(),
            label: facts.label.clone(),
            formation: Some(self.board.formation(facts.formation).name.clone()),
            side: facts.side,
            symbol: match facts.kind {
                Kind::Infantry => Symbol::Infantry,
                Kind::Cavalry => Symbol::Cavalry,
                Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => Symbol::Artillery,
            },
            face: strength_face(&facts.printed[usize::from(worn)], facts.movement, worn),
            markers: self.unit_markers(unit),
            active,
            spot: self.spot(self.unit(unit).at),
        }
    }

    /// The markers that lie on `unit`, the most important first.
    fn unit_markers(&self, unit: UnitIx) -> Vec<&'static str> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let Done { command, fired, mitrailleuse_fired, .. } = state.done;
        let works = self.earthwork_of(unit);
        let fired_out = facts.kind.is_artillery() && (fired == Fired::Full || mitrailleuse_fired);
        let on_map = matches!(state.at, At::Hex(_));
        let markers = [
            (state.elan == 1, markers::SHAKEN),
            (state.elan > 1, markers::DISRUPTED),
            (state.ammo == 1, markers::LOW_AMMO),
            (state.ammo > 1, markers::RATIONED_AMMO),
            (on_map && state.second_line, markers::SECOND_LINE),
            (command == CommandStatus::Cautious, markers::CAUTIOUS),
            (command == CommandStatus::Hesitates, markers::HESITATES),
            (fired_out, markers::ARTILLERY_FIRED),
            (fired == Fired::Half && !fired_out, markers::HALF_FIRED),
            (works == Some(Earthwork::Fieldworks), markers::FIELDWORKS),
            (works == Some(Earthwork::Entrenchments), markers::ENTRENCHMENTS),
            (state.marker_of.is_some(), MITRAILLEUSE),
        ];
        markers.into_iter().filter(|(lies, _)| *lies).map(|(_, name)| name).collect()
    }

    /// The Mitrailleuse marker of `unit` with its Fresh or its Battleworn side up, if it has one (3.7).
    pub(crate) fn mitrailleuse_counter(&self, unit: UnitIx, battleworn: bool) -> Option<Counter> {
        let facts = self.board.unit(unit);
        let marker = self.mitrailleuse_of(unit)?;
        Some(Counter {
            id: format!("{}-mitrailleuse", facts.id),
            name: format!("{} of {}", MITRAILLEUSE, facts.name),
            symbol: Symbol::MachineGun,
            face: mitrailleuse_face(&marker, battleworn),
            markers: Vec::new(),
            ..self.unit_face(unit, battleworn, false)
        })
    }

    /// The counter of the HQ of `formation` with its front or its back up. An overrun HQ commands its own hex only (13.9).
    pub(crate) fn hq_face(&self, formation: FormationIx, back: bool, active: bool) -> Counter {
        let (facts, hq) = (self.board.formation(formation), self.hq(formation));
        let side = usize::from(back);
        let rating = if hq.overrun { 0 } else { self.rating_of_side(formation, back) };
        let mut markers: Vec<&'static str> =
            [(hq.overrun, markers::HQ_OVERRUN), (hq.casualties > 0, markers::LEADER_CASUALTY)]
                .into_iter()
                .filter(|(lies, _)| *lies)
                .map(|(_, name)| name)
                .collect();
        markers.extend(self.events_on(formation));
        Counter {
            id: facts.hq_id.clone(),
            name: facts.hq_name.clone(),
            label: facts.hq_name.clone(),
            formation: Some(facts.name.clone()),
            side: facts.side,
            symbol: Symbol::Headquarters,
            face: order_face(&HqSide { rating, orders: facts.orders[side] }, facts.movement, back),
            markers,
            active,
            spot: self.spot(hq.at),
        }
    }

    /// The names of the events whose chits lie on the HQ of `formation` (21.0).
    pub(crate) fn events_on(&self, formation: FormationIx) -> impl Iterator<Item = &'static str> + use<'_> {
        let chits = Side::BOTH.into_iter().flat_map(|side| self.chits_of(side));
        let lie_on = chits.filter(move |chit| self.place_of(*chit) == ChitPlace::On(formation));
        lie_on.map(|chit| self.chit(chit).event.name())
    }
}
