//! The display of the game, and the texts of its actions.

use battlewright_schema::Cell;
use battlewright_schema::mars_la_tour::{Kind, battle_face, march_face};

use crate::display::log::sign_of;
use crate::display::markers;
use crate::rules::odds::End;
use crate::rules::passing::actions_left;
use crate::stage::{Part, StepStage, phase_name};
use crate::state::{At, Formation, Motion, Step, UnitIx};
use crate::{Action, Event, MarsLaTour, Phase};
use battlewright_core::game::{Game as _, Illegal, Side};
use battlewright_core::kit::grammar::{does, verb};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::reach::{self, MotionStep};
use battlewright_core::show::{
    Card, Click, Label, Line, March, Mark, Odds, OddsCase, Piece, Place, Show, SideBoard, Spot, Status, Symbol, Track,
    first_legal, not_meant,
};

impl Show for MarsLaTour {
    fn sides(&self) -> [String; 2] {
        [self.board.sides[0].name.clone(), self.board.sides[1].name.clone()]
    }

    fn status(&self) -> Status {
        let mut prompt = String::new();
        let StepStage { rule, part, .. } = self.stage(|words| prompt = words.to_string());
        Status {
            turn: self.state.turn,
            turns: self.board.turns,
            clock: self.board.clock.at(self.state.turn),
            phase: part.phase().to_owned(),
            prompt,
            rule,
            movement: match self.state.step {
                Step::Moving(motion) => Some(self.movement_of(&motion)),
                _ => None,
            },
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let active = self.stage(|_| ()).active;
        let mut pieces: Vec<Piece> =
            self.board.all_units().map(|unit| self.unit_piece(unit, active == Some(unit))).collect();
        for side in Side::BOTH {
            let facts = self.board.side(side);
            let marker = |face: Piece, hex: Option<HexIx>, placed: Step| Piece {
                spot: hex.map_or(face.spot, |hex| Spot::On(self.board.map.place(hex))),
                active: self.state.step == placed,
                ..face
            };
            let hq = markers::headquarters(&facts.hq_name, side);
            pieces.push(marker(hq, self.state.hq[side.index()], Step::PlaceHq(side)));
            if facts.mitrailleuse_from_turn.is_some() {
                let hex = self.state.mitrailleuse[side.index()];
                pieces.push(marker(markers::mitrailleuse(side), hex, Step::PlaceMitrailleuse(side)));
            }
        }
        pieces
    }

    fn tracks(&self) -> Vec<Track> {
        let points = self.points();
        let mut tracks = Vec::new();
        for side in Side::BOTH {
            tracks.push(Track { side, name: "Victory points", value: points[side.index()] });
            tracks.push(Track {
                side,
                name: markers::AMMUNITION,
                value: i32::from(self.state.ammunition[side.index()]),
            });
            if let Some(escape) = &self.board.escape
                && escape.side == side
            {
                let escaped = i32::try_from(self.escaped(true)).unwrap_or(i32::MAX);
                tracks.push(Track { side, name: "Infantry escaped", value: escaped });
            }
            if let Some(left) = self.state.passing.left()
                && !self.state.passing.has_passed(side)
                && matches!(self.stage(|_| ()).part, Part::Movement | Part::Attack)
            {
                tracks.push(Track { side, name: markers::LEFT_TO_DO, value: i32::from(left) });
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
        self.card_of(id)
    }

    fn marks(&self) -> Vec<Mark> {
        self.all_marks()
    }

    fn label(&self, action: &Action) -> Label {
        let id = |unit: UnitIx| self.board.unit(unit).id.clone();
        let unit = |unit: UnitIx| self.board.unit(unit).name.clone();
        let name = |hex: HexIx| self.board.map.name(hex).to_string();
        let at = |hex: HexIx| Some(self.board.map.place(hex));
        let about = |text: String, notation: String, piece: Option<UnitIx>, place: Option<Place>| Label {
            text,
            notation,
            piece: piece.map(id),
            place,
        };
        match *action {
            Action::PlaceHq(hex) => {
                about(format!("Place the HQ in {}", name(hex)), format!("hq {}", name(hex)), None, at(hex))
            }
            Action::Choose(u) => about(format!("{} may return", unit(u)), format!("choose {}", id(u)), Some(u), None),
            Action::Return(u) => about(format!("Return {}", unit(u)), format!("return {}", id(u)), Some(u), None),
            Action::ReturnTo(hex) => {
                about(format!("Return to {}", name(hex)), format!("return-to {}", name(hex)), None, at(hex))
            }
            Action::PlaceMitrailleuse(hex) => about(
                format!("Place the mitrailleuses in {}", name(hex)),
                format!("mitrailleuse {}", name(hex)),
                None,
                at(hex),
            ),
            Action::March(u) => {
                about(does(unit(u), "takes up March Formation"), format!("march {}", id(u)), Some(u), None)
            }
            Action::Leave(u) => {
                about(does(unit(u), "withdraws from the EZOC"), format!("leave {}", id(u)), Some(u), None)
            }
            Action::Move(u) => about(format!("Move {}", unit(u)), format!("move {}", id(u)), Some(u), None),
            Action::Enter(u) => about(format!("Bring on {}", unit(u)), format!("enter {}", id(u)), Some(u), None),
            Action::Step(hex) => about(format!("Go to {}", name(hex)), format!("step {}", name(hex)), None, at(hex)),
            Action::Stop => about("Stop here".into(), "stop".into(), None, None),
            Action::Exit => about("Leave the map".into(), "exit".into(), None, None),
            Action::Attack { attacker, defender } => about(
                format!("Attack {} with {}", unit(defender), unit(attacker)),
                format!("attack {} {}", id(attacker), id(defender)),
                Some(attacker),
                self.hex_of(defender).and_then(at),
            ),
            Action::Deathride { attacker, defender } => about(
                format!("Deathride of {} against {}", unit(attacker), unit(defender)),
                format!("deathride {} {}", id(attacker), id(defender)),
                Some(attacker),
                self.hex_of(defender).and_then(at),
            ),
            Action::Support(true) => about("Commit artillery support".into(), "support".into(), None, None),
            Action::Support(false) => about("No artillery support".into(), "no-support".into(), None, None),
            Action::Pass => about(self.stage(|_| ()).pass.into(), "pass".into(), None, None),
        }
    }

    fn why_not(&self, click: Click) -> Illegal {
        let goal = match &click {
            Click::Piece(id) => self.find(id).and_then(|unit| self.hex_of(unit)),
            Click::Cell(cell) | Click::Order(_, cell) => self.board.map.at(*cell),
            Click::Point(_) => None,
        };
        goal.and_then(|goal| self.why_no_route(goal)).unwrap_or_else(|| not_meant(self, click))
    }

    fn meaning(&self, click: Click) -> Option<Action> {
        match click {
            Click::Piece(id) => match self.find(&id) {
                Some(unit) => self.unit_meaning(unit),
                None => self.hex_meaning(self.marker_hex(&id)?),
            },
            Click::Cell(cell) => self.hex_meaning(self.board.map.at(cell)?),
            Click::Point(_) => None,
            Click::Order(id, cell) => {
                let unit = self.find(&id)?;
                let hex = self.board.map.at(cell)?;
                match self.state.step {
                    Step::Attack(_) => Some(self.attack_meaning(unit, self.unit_in(hex)?)),
                    _ => self.hex_meaning(hex),
                }
            }
        }
    }

    fn route(&self, cell: Cell) -> Vec<Action> {
        let (Step::Moving(motion), Some(hex)) = (self.state.step, self.board.map.at(cell)) else { return Vec::new() };
        if motion.hex == Some(hex) {
            // No path back to the start, and no end of a move before its first step.
            return self.hex_meaning(hex).filter(|stop| self.check(stop).is_ok()).into_iter().collect();
        }
        let reached = self.reachable(&motion);
        let ends = |step: &MotionStep<Motion>| step.motion.hex == Some(hex) && self.may_stop(&step.motion).is_ok();
        let way = reach::way(&reached, reached.iter().position(ends), |motion| motion.hex);
        way.into_iter().map(Action::Step).collect()
    }

    fn reach(&self) -> Vec<Cell> {
        let Step::Moving(motion) = self.state.step else { return Vec::new() };
        let reached = self.reachable(&motion);
        let may_end = |end: &Motion| end.hex != motion.hex && self.may_stop(end).is_ok();
        let ends = reach::ends(&reached, |motion| motion.hex, may_end);
        ends.into_iter().map(|hex| self.board.map.cell(hex)).collect()
    }

    fn march(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        self.march_of(id, stops)
    }

    fn ending(&self) -> Option<Action> {
        first_legal(self, [Action::Stop, Action::Support(false), Action::Pass])
    }

    fn odds(&self, action: &Action) -> Option<Odds> {
        let fight = self.fight_of(action)?;
        let modifiers = self.modifiers(&fight).into_iter().map(|modifier| {
            let who = if modifier.attacker { "Attacker" } else { "Defender" };
            (format!("{who}: {}", modifier.name), modifier.plus)
        });
        let cases = self.support_cases(&fight).map(|committed| {
            let tally = self.tally(&fight, committed);
            let name = match committed {
                [false, false] => "No artillery",
                [true, false] => "Attacker's artillery",
                [false, true] => "Defender's artillery",
                [true, true] => "Artillery duel",
            };
            OddsCase {
                name: name.into(),
                results: tally.ends().map(|(end, ways)| (end.text().to_owned(), ways)).collect(),
                of: tally.of(),
            }
        });
        let best_for = self.side_of(fight.attacker);
        Some(Odds::new(modifiers.collect(), cases.collect()).best_for(best_for).meaning(End::meanings()))
    }

    fn log_lines(&self, before: &Self, event: &Event) -> Vec<Line> {
        self.lines_of(before, event)
    }

    fn log_line(&self, event: &Event) -> Line {
        let unit = |unit: UnitIx| self.log_name(unit);
        let side = |side: Side| self.board.side(side).name.as_str();
        let name = |hex: HexIx| self.board.map.name(hex);
        let yes = |yes: bool| if yes { "artillery" } else { "no artillery" };
        let mut place = None;
        let mut at = |hex: HexIx| {
            place = Some(self.board.map.place(hex));
            name(hex)
        };
        let text = match event {
            Event::Turn(turn) => self.board.clock.heading(*turn),
            Event::Phase(phase) => phase_name(*phase).to_owned(),
            Event::Skipped(phase, rule) => format!("No {}: {}", phase_name(*phase), rule.title),
            Event::HqPlaced(s, Some(hex)) => {
                format!("{}: {} in {}", side(*s), self.board.side(*s).hq_name, at(*hex))
            }
            Event::HqPlaced(s, None) => format!("{}: no hex for {}", side(*s), self.board.side(*s).hq_name),
            Event::ChosenToReturn(u) => format!("{} may return", unit(*u)),
            Event::Returned(u, hex) => format!("{} {}", does(unit(*u), "returns in"), at(*hex)),
            Event::StaysBlown(u) => does(unit(*u), "waits to return"),
            Event::MitrailleusePlaced(s, hex) => format!("{}: mitrailleuses in {}", side(*s), at(*hex)),
            Event::NoMitrailleuse(s) => format!("{}: no hex for the mitrailleuses", side(*s)),
            Event::March(u) => does(unit(*u), "takes up March Formation"),
            Event::Battle(u, _) => does(unit(*u), "takes up Battle Formation"),
            Event::Leaves(u) => does(unit(*u), "withdraws"),
            Event::Stays(s) => format!("{}: no more withdrawals", side(*s)),
            Event::Moved(u, hex) => format!("{} {}", does(unit(*u), "moves to"), at(*hex)),
            Event::Entered(u, hex) => format!("{} {}", does(unit(*u), "enters in"), at(*hex)),
            Event::PushedAside(u, hex) => format!("{} {}", does(unit(*u), "must give way in"), at(*hex)),
            Event::Exited(u, hex) => format!("{} {}", does(unit(*u), "leaves the map from"), at(*hex)),
            Event::Passed(s, _) => format!("{} pass", side(*s)),
            Event::LastActions { side: s, phase, die, plus } => {
                let left = actions_left(*die, *plus);
                let what = if *phase == Phase::Attack { "attack" } else { "move" };
                let many = if left == 1 { "" } else { "s" };
                let plus = if *plus == 0 { String::new() } else { format!(" {} {}", sign_of(*plus), plus.abs()) };
                format!("{} roll {die}{plus}: {left} {what}{many} left", side(*s))
            }
            Event::Attack(a, d) => format!("{} {}", does(unit(*a), "attacks"), unit(*d)),
            Event::Deathride(a, d) => format!("{} {}", does(unit(*a), "makes a Deathride against"), unit(*d)),
            Event::SupportRevealed(a, d) => format!("Attacker: {}; defender: {}", yes(*a), yes(*d)),
            Event::AmmunitionSpent { side: s, left, bad } => {
                let why = if *bad { "bad ammunition" } else { "artillery support" };
                format!("{}: 1 AP for {why}, {left} left", side(*s))
            }
            Event::Duel([a, d], winner) => match winner {
                Some(winner) => format!("Artillery duel {a} to {d}: {} win", side(*winner)),
                None => format!("Artillery duel {a} to {d}: nobody wins"),
            },
            Event::Dice { dice: [a, d], modifiers: [plus_a, plus_d] } => format!(
                "Attacker {a} {} {} = {}, defender {d} {} {} = {}",
                sign_of(*plus_a),
                plus_a.abs(),
                i32::from(*a) + plus_a,
                sign_of(*plus_d),
                plus_d.abs(),
                i32::from(*d) + plus_d
            ),
            Event::Stalemate => "Stalemate".to_owned(),
            Event::Retreats(u) => does(unit(*u), "retreats"),
            Event::RetreatedTo(u, hex) => format!("{} {}", does(unit(*u), "falls back to"), at(*hex)),
            Event::CannotRetreat(u) => does(unit(*u), "cannot retreat"),
            Event::Blown(u, turn) => format!("{} until turn {turn}", does(unit(*u), "is blown")),
            Event::Eliminated(u) => does(unit(*u), "is eliminated"),
            Event::TooManyBlown(u) => does(unit(*u), "is one blown unit too many"),
            Event::Advanced(u, hex) => format!("{} {}", does(unit(*u), "advances to"), at(*hex)),
            Event::NoAdvance(u) => {
                format!("{} and {} not advance", does(unit(*u), "is held by an EZOC"), verb(&unit(*u), "does"))
            }
            Event::ChargeSpent(u) => format!("The charge of {} is spent", unit(*u)),
            Event::Row(happened) => happened
                .text(|index| self.board.all_units().nth(index).map_or_else(String::new, |unit| self.log_name(unit))),
            Event::AmmunitionNow(s, points, _) => format!("{}: {points} AP", side(*s)),
            Event::WonByRow(s, rule) => format!("{} win by the rule {}", side(*s), rule.title),
            Event::Over(outcome) => self.outcome_text(outcome),
        };
        let heading = matches!(event, Event::Turn(_) | Event::Phase(_));
        Line { text, rule: event.rule(), place, heading, step: None }
    }
}

impl MarsLaTour {
    fn unit_piece(&self, unit: UnitIx, active: bool) -> Piece {
        self.unit_face(unit, self.unit(unit).formation, active)
    }

    /// Returns the counter of `unit` in `formation`.
    pub(crate) fn unit_face(&self, unit: UnitIx, formation: Formation, active: bool) -> Piece {
        let facts = self.board.unit(unit);
        let state = self.unit(unit);
        let spot = match state.at {
            At::Hex(hex) => Spot::On(self.board.map.place(hex)),
            At::Waiting => match facts.start {
                crate::board::Start::Enters { turn, entry } => {
                    Spot::Turn(turn.max(self.state.turn), format!("enters at {}", self.entry_title(entry)))
                }
                crate::board::Start::At(_) => Spot::Out("not in play".into()),
            },
            At::Blown(turn) => Spot::Turn(turn.max(self.state.turn), "blown".into()),
            At::Eliminated => Spot::Out("eliminated".into()),
            At::Exited(exit) => Spot::Out(format!("left by {}", self.exit_title(exit))),
        };
        let points = self.movement_points_in(unit, formation);
        Piece {
            id: facts.id.clone(),
            name: facts.name.clone(),
            label: facts.label.clone(),
            formation: facts.formation.clone(),
            side: facts.side,
            symbol: match facts.kind {
                Kind::Infantry => Symbol::Infantry,
                Kind::Cavalry => Symbol::Cavalry,
            },
            face: match formation {
                Formation::March => march_face(facts.er, points),
                Formation::Battle => battle_face(facts.er, points),
            },
            markers: Vec::new(),
            active,
            spot,
        }
    }

    /// Returns the name of an entry with its id, or the id alone.
    pub(crate) fn entry_title(&self, entry: usize) -> &str {
        self.board.entries.get(entry).map_or("", |entry| entry.title.as_str())
    }

    /// Returns the name of an exit with its id, or the id alone.
    pub(crate) fn exit_title(&self, exit: u16) -> &str {
        self.board.exits.get(usize::from(exit)).map_or("", |exit| exit.title.as_str())
    }

    pub(crate) fn find(&self, id: &str) -> Option<UnitIx> {
        self.board.all_units().find(|unit| self.board.unit(*unit).id == id)
    }

    fn marker_hex(&self, id: &str) -> Option<HexIx> {
        match id {
            "hq-1" => self.state.hq[0],
            "hq-2" => self.state.hq[1],
            "mitrailleuse-1" => self.state.mitrailleuse[0],
            "mitrailleuse-2" => self.state.mitrailleuse[1],
            _ => None,
        }
    }

    fn unit_meaning(&self, unit: UnitIx) -> Option<Action> {
        match self.state.step {
            Step::ChooseReturns { .. } => Some(Action::Choose(unit)),
            Step::Return(_) => Some(Action::Return(unit)),
            Step::Organize(_) => Some(Action::March(unit)),
            Step::LeaveEzoc(_) => Some(Action::Leave(unit)),
            Step::Move(_) if self.unit(unit).at == At::Waiting => Some(Action::Enter(unit)),
            Step::Move(_) => Some(Action::Move(unit)),
            Step::Attack(side) if self.side_of(unit) == side => Some(self.best_known_attack(side, unit)),
            // Where the game asks for a hex, a click on a unit means its hex.
            Step::PlaceHq(_) | Step::ReturnTo(_) | Step::PlaceMitrailleuse(_) | Step::Moving(_) | Step::Retreat(_) => {
                self.hex_meaning(self.hex_of(unit)?)
            }
            _ => None,
        }
    }

    /// Returns the attack that a click on `attacker` alone means: a legal one, or one whose refusal gives the reason why there
    /// is none.
    fn best_known_attack(&self, side: Side, attacker: UnitIx) -> Action {
        let enemies = || self.board.units_of(side.other()).filter(|enemy| self.hex_of(*enemy).is_some());
        let attacks = || enemies().map(|enemy| self.attack_meaning(attacker, enemy));
        attacks()
            .find(|attack| self.check(attack).is_ok())
            .or_else(|| attacks().next())
            .unwrap_or(Action::Attack { attacker, defender: attacker })
    }

    fn attack_meaning(&self, attacker: UnitIx, defender: UnitIx) -> Action {
        if self.is_cavalry(attacker) && !self.is_cavalry(defender) {
            Action::Deathride { attacker, defender }
        } else {
            Action::Attack { attacker, defender }
        }
    }

    fn hex_meaning(&self, hex: HexIx) -> Option<Action> {
        match self.state.step {
            Step::PlaceHq(_) => Some(Action::PlaceHq(hex)),
            Step::ReturnTo(_) => Some(Action::ReturnTo(hex)),
            Step::PlaceMitrailleuse(_) => Some(Action::PlaceMitrailleuse(hex)),
            Step::Moving(motion) if motion.hex == Some(hex) => (motion.hexes > 0).then_some(Action::Stop),
            Step::Retreat(retreat) if self.hex_of(retreat.unit) == Some(hex) => Some(Action::Stop),
            Step::Moving(_) | Step::Retreat(_) => Some(Action::Step(hex)),
            Step::Organize(_) | Step::LeaveEzoc(_) | Step::Move(_) | Step::Attack(_) => {
                self.unit_meaning(self.unit_in(hex)?)
            }
            _ => None,
        }
    }
}
