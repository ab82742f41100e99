//! The display of the game, and the texts of its actions.

use crate::rules::r17_events::event_name;
use battlewright_schema::Cell;
use battlewright_schema::position_magnifique::{Kind, attack_face, defend_face, step_face};

use crate::display::markers;
use crate::state::{AssaultStage, At, Fired, Motion, Task};
use crate::{Action, FormationIx, MovingPiece, Order, PositionMagnifique, UnitIx};
use battlewright_core::game::{Game as _, Illegal, Side};
use battlewright_core::kit::grammar::does;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::reach::{self, MotionStep};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{
    Card, Click, DrawnFire, Label, Line, LineOfSight, March, Mark, Odds, Piece as Counter, Place, Show, SideBoard,
    Spot, Status, Symbol, Track, first_legal, pointed_at,
};

impl Show for PositionMagnifique {
    fn sides(&self) -> [String; 2] {
        [self.board.sides[0].name.clone(), self.board.sides[1].name.clone()]
    }

    fn status(&self) -> Status {
        Status {
            turn: self.state.turn.max(self.board.first_turn),
            turns: self.board.turns,
            clock: self.board.clock.at(self.state.turn.max(self.board.first_turn)),
            phase: self.phase().to_owned(),
            prompt: self.prompt(),
            rule: self.asked_by(),
            movement: match self.state.stack.last() {
                Some(Task::Moving(motion)) => Some(motion.movement()),
                _ => None,
            },
        }
    }

    fn pieces(&self) -> Vec<Counter> {
        let active = self.active_piece();
        let units = self.board.all_units().map(|unit| self.unit_counter(unit, active == Some(MovingPiece::Unit(unit))));
        let hqs = self.board.all_formations().map(|f| self.hq_counter(f, active == Some(MovingPiece::Hq(f))));
        units.chain(hqs).collect()
    }

    fn tracks(&self) -> Vec<Track> {
        let (points, by_rows) = (self.places_held(), self.points_by_rows());
        let mut tracks = Vec::new();
        for side in Side::BOTH {
            let held = self.state.held.iter().filter(|(chit, _)| self.chit(*chit).side == side).count();
            let lost = self.board.units_of_side(side).filter(|unit| matches!(self.unit(*unit).at, At::Eliminated(_)));
            let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
            tracks.push(Track { side, name: "Key places", value: points[side.index()] });
            tracks.push(Track { side, name: "Held chits", value: number(held) });
            tracks.push(Track { side, name: "Units lost", value: number(lost.count()) });
            if by_rows != [0; 2] {
                tracks.push(Track { side, name: "Points by rules of the scenario", value: by_rows[side.index()] });
            }
            let counters = self.board.extra.shown_counters(&self.state.extra, side);
            tracks.extend(counters.map(|(name, value)| Track { side, name, value }));
        }
        tracks.push(Track {
            side: Side::First,
            name: "Chits in the cup",
            value: i32::try_from(self.state.cup.len()).unwrap_or(i32::MAX),
        });
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
        let unit_id = |unit: UnitIx| self.board.unit(unit).id.clone();
        let unit = |unit: UnitIx| self.board.unit(unit).name.clone();
        let formation = |f: FormationIx| self.board.formation(f);
        let place_of = |unit: UnitIx| self.hex_of(unit).map(|hex| self.board.map.place(hex));
        let event = |chit: crate::ChitIx| {
            self.state.held.iter().find(|(held, _)| *held == chit).map_or("chit", |(_, event)| event_name(*event))
        };
        let about = |text: String, notation: String, piece: Option<String>, place: Option<Place>| Label {
            text,
            notation,
            piece,
            place,
        };
        match *action {
            Action::Hex(hex) => {
                let name = self.board.map.name(hex);
                about(format!("Go to {name}"), format!("hex {name}"), None, Some(self.board.map.place(hex)))
            }
            Action::Order(Order::Attack) => about("Attack orders".into(), "attack".into(), None, None),
            Action::Order(Order::Defend) => about("Defend orders".into(), "defend".into(), None, None),
            Action::Formation(f) if matches!(self.state.stack.last(), Some(Task::ChooseChit(_))) => about(
                format!("Add the chit of {}", formation(f).name),
                format!("add {}", formation(f).id),
                Some(self.piece_id(MovingPiece::Hq(f))),
                None,
            ),
            Action::Formation(f) => about(
                formation(f).name.clone(),
                format!("formation {}", formation(f).id),
                Some(self.piece_id(MovingPiece::Hq(f))),
                None,
            ),
            Action::Use(event) => {
                let name = event_name(event);
                about(format!("Use {name}"), format!("use {}", notation_of(name)), None, None)
            }
            Action::Unit(u) => about(self.unit_text(u), format!("unit {}", unit_id(u)), Some(unit_id(u)), place_of(u)),
            Action::Fire { firer, target, half } => {
                let how = if half { " with half its guns" } else { "" };
                let word = if half { "fire-half" } else { "fire" };
                about(
                    format!("{} {}{how}", does(unit(firer), "fires at"), unit(target)),
                    format!("{word} {} {}", unit_id(firer), unit_id(target)),
                    Some(unit_id(firer)),
                    place_of(target),
                )
            }
            Action::FireWith { chit, firer, target } => about(
                format!("{}: {} {}", event(chit), does(unit(firer), "fires at"), unit(target)),
                format!("chit-{} fire {} {}", chit.index(), unit_id(firer), unit_id(target)),
                Some(unit_id(firer)),
                place_of(target),
            ),
            Action::Play(chit) => about(format!("Play {}", event(chit)), format!("chit-{}", chit.index()), None, None),
            Action::Move(piece) => {
                let id = self.piece_id(piece);
                about(format!("Move {}", self.piece_name(piece)), format!("move {id}"), Some(id), None)
            }
            Action::Charge { unit: u, target } => about(
                format!("{} {}", does(unit(u), "charges"), unit(target)),
                format!("charge {} {}", unit_id(u), unit_id(target)),
                Some(unit_id(u)),
                place_of(target),
            ),
            Action::Deathride { chit, unit: u, target } => about(
                format!("Deathride of {} against {}", unit(u), unit(target)),
                format!("chit-{} deathride {} {}", chit.index(), unit_id(u), unit_id(target)),
                Some(unit_id(u)),
                place_of(target),
            ),
            Action::Stop => about("Stop here".into(), "stop".into(), None, None),
            Action::Begin => about("Begin the assault".into(), "begin".into(), None, None),
            Action::LoseStep(u) => {
                about(does(unit(u), "loses a step"), format!("lose {}", unit_id(u)), Some(unit_id(u)), None)
            }
            Action::FallBack => about("Fall back a hex".into(), "fall-back".into(), None, None),
            Action::Rally(u) => {
                about(format!("Rally {}", unit(u)), format!("rally {}", unit_id(u)), Some(unit_id(u)), None)
            }
            Action::Resupply(u) => {
                about(format!("Resupply {}", unit(u)), format!("resupply {}", unit_id(u)), Some(unit_id(u)), None)
            }
            Action::Hurry(group) => about(
                format!("Bring on a turn earlier: {}", self.group_name(group)),
                format!("hurry {} {}", formation(group.formation).id, group.turn),
                None,
                None,
            ),
            Action::Detour { group, from, to } => {
                let title = |entry| self.entry_title(entry);
                let [from_id, to_id] = [from, to].map(|entry| self.entry_id(entry));
                about(
                    format!("Bring on at {} instead of {}: {}", title(to), title(from), self.group_name(group)),
                    format!("detour {} {} {from_id} {to_id}", formation(group.formation).id, group.turn),
                    None,
                    None,
                )
            }
            Action::Pass => about(self.pass_text().into(), "pass".into(), None, None),
        }
    }

    fn meaning(&self, click: Click) -> Option<Action> {
        if let Some(action) = pointed_at(self, &click) {
            return Some(action);
        }
        let (id, cell) = click.parts();
        let clicked = id.and_then(|id| self.find(id));
        let hex = cell.and_then(|cell| self.board.map.at(cell));
        let here = hex.and_then(|hex| self.combat_unit_in(hex));
        match (self.state.stack.last()?, clicked, here) {
            (Task::MovePhase(_), Some(MovingPiece::Unit(unit)), Some(target))
                if self.unit_side(unit) != self.unit_side(target) =>
            {
                Some(Action::Charge { unit, target })
            }
            (Task::MovePhase(_), Some(piece), _) => Some(Action::Move(piece)),
            (Task::MovePhase(_), None, Some(unit)) => Some(Action::Move(MovingPiece::Unit(unit))),
            (Task::FirePhase(_), Some(MovingPiece::Unit(firer)), Some(target)) => {
                Some(Action::Fire { firer, target, half: false })
            }
            (Task::AssaultPhase(_), Some(MovingPiece::Unit(unit)), _) => Some(Action::Unit(unit)),
            (Task::AssaultPhase(_), None, Some(unit)) => Some(Action::Unit(unit)),
            (Task::Assault(assault), clicked, here) if assault.stage == AssaultStage::Plan => match (clicked, here) {
                (Some(MovingPiece::Unit(unit)), _) | (None, Some(unit)) => Some(Action::Unit(unit)),
                _ => None,
            },
            (Task::Moving(_) | Task::Retreat(_) | Task::Deploy(_) | Task::RebuildAt(_), ..) => {
                let at = clicked.and_then(|piece| self.at(piece).hex());
                hex.or(at).map(Action::Hex)
            }
            _ => None,
        }
    }

    fn why_not(&self, click: Click) -> Illegal {
        self.why_not_click(click)
    }

    fn route(&self, cell: Cell) -> Vec<Action> {
        let (Some(Task::Moving(motion)), Some(goal)) = (self.state.stack.last(), self.board.map.at(cell)) else {
            return Vec::new();
        };
        if motion.hex == Some(goal) {
            // No path back to the start, and no end of a move before its first step.
            let stops = motion.hexes > 0 && self.check(&Action::Stop).is_ok();
            return if stops { vec![Action::Stop] } else { Vec::new() };
        }
        let reached = self.reachable(motion);
        let ends = |step: &MotionStep<Motion>| step.motion.hex == Some(goal) && self.may_stop(&step.motion).is_ok();
        let way = reach::way(&reached, reached.iter().rposition(ends), |motion| motion.hex);
        way.into_iter().map(Action::Hex).collect()
    }

    fn reach(&self) -> Vec<Cell> {
        self.hexes_in_reach().into_iter().map(|hex| self.board.map.cell(hex)).collect()
    }

    fn drawn_fire(&self, cell: Cell) -> Vec<DrawnFire> {
        let route = hexes_of(self.route(cell));
        let back = self.board.map.at(cell).filter(|hex| self.hexes_of_retreat().contains(hex));
        self.fire_on_way(if route.is_empty() { back.as_slice() } else { &route })
    }

    fn march(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        self.march_of(id, stops)
    }

    fn sight(&self, from: Cell, to: Cell) -> Option<LineOfSight> {
        self.line_of_sight(from, to)
    }

    fn sees(&self, from: Cell, to: Cell) -> bool {
        let (from, to) = (self.board.map.at(from), self.board.map.at(to));
        from.zip(to).is_some_and(|(from, to)| self.blocked_by(from, to).is_none())
    }

    fn ending(&self) -> Option<Action> {
        first_legal(self, [Action::Begin, Action::Stop, Action::Pass])
    }

    fn joins(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        if matches!(self.state.stack.last(), Some(Task::Assault(assault)) if assault.stage == AssaultStage::Plan) {
            self.actions(&mut legal);
            legal.retain(|action| matches!(action, Action::Unit(_)));
        }
        legal
    }

    fn odds(&self, action: &Action) -> Option<Odds> {
        self.odds_of(action)
    }

    fn log_lines(&self, before: &Self, event: &crate::Event) -> Vec<Line> {
        self.lines_of(before, event)
    }

    fn log_line(&self, event: &crate::Event) -> Line {
        self.describe_event(event)
    }
}

/// Returns the hexes that `actions` enter.
fn hexes_of(actions: Vec<Action>) -> Vec<HexIx> {
    let hex = |action| if let Action::Hex(hex) = action { Some(hex) } else { None };
    actions.into_iter().filter_map(hex).collect()
}

impl PositionMagnifique {
    /// Returns the hexes in which the piece in motion may end its move, without its own.
    pub(crate) fn hexes_in_reach(&self) -> Vec<HexIx> {
        let Some(Task::Moving(motion)) = self.state.stack.last() else { return Vec::new() };
        let reached = self.reachable(motion);
        let may_end = |end: &Motion| end.hex != motion.hex && self.may_stop(end).is_ok();
        reach::ends(&reached, |motion| motion.hex, may_end)
    }

    /// Returns the hexes to which the unit that retreats may go next; none without a retreat.
    pub(crate) fn hexes_of_retreat(&self) -> Vec<HexIx> {
        let mut legal = Vec::new();
        if let Some(Task::Retreat(_)) = self.state.stack.last() {
            self.actions(&mut legal);
        }
        hexes_of(legal)
    }

    /// Returns all positions that `start` can reach by ever cheaper paths, each with the index of the step before it; of two
    /// paths to a hex the later in the list is the cheaper.
    fn reachable(&self, start: &Motion) -> Vec<MotionStep<Motion>> {
        let steps = |motion: &Motion, found: &mut dyn FnMut(Motion)| {
            let hexes: Vec<HexIx> = match motion.hex {
                Some(hex) => self.board.map.neighbors(hex).collect(),
                None => self.entry_hexes(motion.piece).collect(),
            };
            let further = hexes.into_iter().filter_map(|hex| self.next_motion(motion, hex).ok());
            further.filter(|next| next.hex != start.hex).for_each(found);
        };
        reach::explore(start, steps, |next, known| known.is_as_good_as(next))
    }

    /// Returns the text for choosing `unit` at the current decision.
    fn unit_text(&self, unit: UnitIx) -> String {
        let name = &self.board.unit(unit).name;
        match self.state.stack.last() {
            Some(Task::Arrival(_)) => format!("Defensive Fire of {name}"),
            Some(Task::Contact(_)) => does(name, "countercharges"),
            Some(Task::AssaultPhase(_)) => format!("Assault {name}"),
            Some(Task::Assault(_)) => does(name, "joins in"),
            Some(Task::Breakthrough(_)) => does(name, "advances"),
            Some(Task::Rebuild(_)) => format!("Rebuild {name}"),
            _ => name.clone(),
        }
    }

    pub(crate) fn piece_id(&self, piece: MovingPiece) -> String {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).id.clone(),
            MovingPiece::Hq(formation) => self.board.formation(formation).hq_id.clone(),
        }
    }

    pub(crate) fn find(&self, id: &str) -> Option<MovingPiece> {
        let units = self.board.all_units().map(MovingPiece::Unit);
        units.chain(self.board.all_formations().map(MovingPiece::Hq)).find(|piece| self.piece_id(*piece) == id)
    }

    fn spot(&self, at: At) -> Spot {
        match at {
            At::Hex(hex) => Spot::On(self.board.map.place(hex)),
            At::Zone => Spot::Out("to be set up".into()),
            At::Due { turn, entry, .. } => {
                Spot::Turn(turn.max(self.state.turn), format!("enters at {}", self.entry_title(entry)))
            }
            At::Eliminated(_) => Spot::Out("eliminated".into()),
        }
    }

    fn unit_counter(&self, unit: UnitIx, active: bool) -> Counter {
        self.unit_face(unit, self.unit(unit).reduced, active)
    }

    /// Returns the counter of `unit` with its full or its reduced face up.
    pub(crate) fn unit_face(&self, unit: UnitIx, reduced: bool, active: bool) -> Counter {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let step = usize::from(reduced);
        let markers = [
            (state.shaken, markers::SHAKEN),
            (state.low_ammo == 1, markers::LOW_AMMO),
            (state.low_ammo > 1, markers::OUT_OF_AMMO),
            (facts.kind.is_artillery() && state.fired != Fired::No, markers::ARTILLERY_FIRED),
            (state.done.out, markers::OUT_OF_COMMAND),
        ];
        Counter {
            id: facts.id.clone(),
            name: facts.name.clone(),
            label: facts.label.clone(),
            formation: Some(self.board.formation(facts.formation).name.clone()),
            side: facts.side,
            symbol: match facts.kind {
                Kind::Infantry => Symbol::Infantry,
                Kind::Cavalry => Symbol::Cavalry,
                _ => Symbol::Artillery,
            },
            face: step_face(&facts.printed[step], facts.movement[step], reduced),
            markers: markers.into_iter().filter(|(lies, _)| *lies).map(|(_, name)| name).collect(),
            active,
            spot: self.spot(state.at),
        }
    }

    fn hq_counter(&self, formation: FormationIx, active: bool) -> Counter {
        self.hq_face(formation, self.hq(formation).order, active)
    }

    /// Returns the counter of the HQ of `formation` with the face of `order` up.
    pub(crate) fn hq_face(&self, formation: FormationIx, order: Order, active: bool) -> Counter {
        let (facts, hq) = (self.board.formation(formation), self.hq(formation));
        let markers = [
            (hq.overrun, markers::HQ_OVERRUN),
            (self.state.feu == Some(formation), "Feu de Bataillon"),
            (self.state.malaise == Some(formation), "Bazaine's Malaise"),
        ];
        // An overrun HQ has a Command Rating of 0 (11.2).
        let rating = |printed| if hq.overrun { 0 } else { printed };
        Counter {
            id: self.piece_id(MovingPiece::Hq(formation)),
            name: facts.hq_name.clone(),
            label: facts.hq_name.clone(),
            formation: Some(facts.name.clone()),
            side: facts.side,
            symbol: Symbol::Headquarters,
            face: match order {
                Order::Attack => attack_face(rating(facts.attack), facts.movement),
                Order::Defend => defend_face(rating(facts.defend), facts.movement),
            },
            markers: markers.into_iter().filter(|(lies, _)| *lies).map(|(_, name)| name).collect(),
            active,
            spot: self.spot(hq.at),
        }
    }
}

fn notation_of(name: &str) -> String {
    name.to_lowercase().replace(' ', "-").replace('\'', "")
}
