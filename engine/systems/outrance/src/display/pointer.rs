//! The actions that a player points at on the table: for each task, the point, the unit and the facing under the pointer as an
//! action with its bases, its path and its facts.

use battlewright_schema::Inches;
use battlewright_schema::outrance::Posture;

use crate::action::{Action, BaseTurns, OrderKind};
use crate::display::table_marks::sight_marks;
use crate::rules::c03_actions::{Act, AfterLostOrder};
use crate::rules::c03_deploying::{Deploy, Reform};
use crate::rules::c03_orders::{OrderFate, order_chances};
use crate::rules::c04_formations::{UnitPlacement, usual_front};
use crate::rules::c04_movement::MoveRefusal;
use crate::rules::c05_effects::Withdraw;
use crate::rules::c06_fire::{FireRefusal, facing_toward, is_in_arc};
use crate::rules::c07_assault_results::AssaultResult;
use crate::state::{MoveKind, MoveTask, Task, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::Game as _;
use battlewright_core::kit::plane::{Direction, Point};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Fact, PointerMode, ProposedAction, SpentDistance, TablePointer, inches};

/// The distance from a unit within which the pointer stands for its own place, in thousandths of an inch.
const OWN_PLACE: i32 = 300;
/// The distance from a road within which the pointer stands for the road, in thousandths of an inch.
const ON_ROAD: i32 = 500;
/// The distance from an offered point within which the pointer stands for it, in thousandths of an inch.
const NEAR_OFFER: i32 = 500;
/// The greatest angle between a column and its next leg at which it keeps its shape, in tenths of a degree.
const KEEPS_SHAPE: i32 = 900;
/// The greatest turn of the last base against the first, in tenths of a degree.
const MOST_TURN: i32 = 1800;

const fn mode(name: &'static str, help: &'static str, rule: battlewright_core::game::Rule) -> PointerMode {
    PointerMode { name, help, rule, turns: false, bends: false }
}

const SELECT: PointerMode = mode("Select", "Click one of your units that has not acted in this turn.", rule::ACTIONS);
const FIRE: PointerMode = mode("Fire", "Click an enemy unit to fire at it.", rule::FIRE);
const ASSAULT: PointerMode = mode("Assault", "Click an enemy unit to assault it.", rule::ASSAULTS);
const DEPLOY: PointerMode = PointerMode {
    turns: true,
    bends: true,
    ..mode(
        "Deploy",
        "Click where the center of the line shall stand: a base stays within the shift of its place.",
        rule::ACTIONS,
    )
};
const MANEUVER: PointerMode = PointerMode {
    turns: true,
    ..mode("Maneuver", "Click the end of each leg of the path of the center of the front, then stop.", rule::MOVEMENT)
};
const ROAD: PointerMode =
    mode("March by road", "Click a road to march to it and along it, or open ground for a leg.", rule::MOVEMENT);
const LEGS: PointerMode =
    mode("March by legs", "Click the end of each leg of the path of the head, then stop.", rule::MOVEMENT);
const RIDE: PointerMode =
    mode("Ride", "Click the end of each leg of the way of the general, then stop.", rule::GENERALS);
const WITHDRAW: PointerMode = mode("Withdraw", "Click the point to which the unit withdraws.", rule::STATUS);
const FORM_LINE: PointerMode = PointerMode {
    turns: true,
    bends: true,
    ..mode("Form line", "Point where the line shall face, and click.", rule::GENERALS)
};
const FORM_RANKS: PointerMode =
    PointerMode { turns: true, ..mode("Form ranks", "Point where the ranks shall face, and click.", rule::GENERALS) };
const FORM_COLUMN: PointerMode =
    PointerMode { turns: true, ..mode("Form column", "Point where the column shall face, and click.", rule::GENERALS) };

impl Outrance {
    /// Returns the modes of the pointer for the current task.
    pub(crate) fn modes(&self) -> Vec<PointerMode> {
        match self.stack().last() {
            Some(Task::Select(_)) => vec![SELECT],
            Some(Task::Act(Act(unit))) if self.board.unit(*unit).is_general() => Vec::new(),
            Some(Task::Act(Act(unit))) if self.may_assault(*unit) => vec![FIRE, ASSAULT],
            Some(Task::Act(_) | Task::AfterLostOrder(_)) => vec![FIRE],
            Some(Task::Deploy(_)) => vec![DEPLOY],
            Some(Task::Move(task)) => match task.kind {
                MoveKind::Maneuver => vec![MANEUVER],
                MoveKind::March | MoveKind::RouteMarch => vec![ROAD, LEGS],
                MoveKind::General => vec![RIDE],
            },
            Some(Task::Withdraw(_)) => vec![WITHDRAW],
            Some(Task::Reform(_)) => vec![FORM_LINE, FORM_RANKS, FORM_COLUMN],
            _ => Vec::new(),
        }
    }

    /// Returns the mode of a pointer; the first one if it has none.
    fn mode_of(&self, pointer: &TablePointer) -> Option<PointerMode> {
        let modes = self.modes();
        modes.get(pointer.mode).or(modes.first()).copied()
    }

    /// Returns the action that a pointer stands for, legal or not.
    pub(crate) fn pointed_action(&self, pointer: &TablePointer) -> Option<Action> {
        let mode = self.mode_of(pointer)?;
        let at = Point::from(pointer.at);
        let facing = pointer.facing.map(|tenths| Direction::from_tenths(tenths.into()));
        let unit = pointer.piece.as_deref().and_then(|id| self.find(id));
        match self.stack().last()? {
            Task::Select(_) => unit.map(Action::Select),
            Task::Act(Act(active)) | Task::AfterLostOrder(AfterLostOrder(active)) => {
                let target = unit.filter(|unit| unit != active)?;
                if mode == ASSAULT {
                    return Some(Action::Order(OrderKind::Assault(target)));
                }
                Some(Action::Fire { target, facing: self.facing_to_fire(*active, target)? })
            }
            Task::Deploy(Deploy(unit, _)) => {
                let facing = facing.or_else(|| Some(self.place(*unit)?.facing))?;
                Some(self.placed(*unit, at, facing, Posture::Deployed, pointer.bend))
            }
            Task::Reform(Reform(unit)) => {
                let own = self.place(*unit)?;
                let toward = Direction::of(at - own.at).filter(|_| !self.is_own_place(own.at, at));
                let facing = facing.or(toward).unwrap_or(own.facing);
                let (posture, bend) = match mode {
                    FORM_LINE => (Posture::Deployed, pointer.bend),
                    FORM_COLUMN => (Posture::March, 0),
                    _ => (Posture::Maneuver, 0),
                };
                Some(self.placed(*unit, own.at, facing, posture, bend))
            }
            Task::Move(task) => self.pointed_leg(task, at, facing, mode == ROAD),
            Task::Withdraw(_) => {
                let near = |to: &Point| to.distance(at).at_most(NEAR_OFFER);
                let offer = self.withdrawals_offered().into_iter().filter(near).min_by_key(|to| to.distance(at));
                Some(Action::Withdraw(offer.unwrap_or(at)))
            }
            _ => None,
        }
    }

    /// Returns the points of the menu to which the unit may withdraw.
    pub(crate) fn withdrawals_offered(&self) -> Vec<Point> {
        let mut offered = Vec::new();
        self.actions(&mut offered);
        let ends = offered.into_iter().filter_map(|action| match action {
            Action::Withdraw(to) => Some(to),
            _ => None,
        });
        ends.collect()
    }

    fn is_own_place(&self, own: Point, at: Point) -> bool {
        own.distance(at).less_than(OWN_PLACE)
    }

    fn placed(&self, unit: UnitIx, at: Point, facing: Direction, posture: Posture, bend: i16) -> Action {
        let bases = self.unit(unit).bases;
        let front = if posture == Posture::Maneuver { usual_front(self.board.unit(unit).troops, bases) } else { 1 };
        Action::Place { at, facing, posture, front, turns: even_turns(bases, bend) }
    }

    /// Returns the facing at which a unit fires at a target: its own, or toward a target outside its arc if it may turn.
    fn facing_to_fire(&self, unit: UnitIx, target: UnitIx) -> Option<Direction> {
        let place = self.place(unit)?;
        let (shape, target) = (self.shape(unit)?, self.shape(target));
        let turns = place.posture == Posture::Maneuver && target.is_some_and(|target| !is_in_arc(shape, target));
        let toward = target.filter(|_| turns).and_then(|target| facing_toward(place.at, target));
        Some(toward.unwrap_or(place.facing))
    }

    fn pointed_leg(&self, task: &MoveTask, at: Point, facing: Option<Direction>, by_road: bool) -> Option<Action> {
        let from = self.path_end(task)?;
        if task.kind == MoveKind::General {
            return (from != at).then_some(Action::Leg { to: at, facing: Direction::UP });
        }
        if by_road && let Some(road) = self.road_at(at) {
            return Some(Action::AlongRoad { road, to: at });
        }
        if self.is_own_place(from, at) {
            // Turns in place.
            return facing.filter(|_| task.kind == MoveKind::Maneuver).map(|facing| Action::Leg { to: from, facing });
        }
        let way = Direction::of(at - from)?;
        let heading = self.place(task.unit)?.facing;
        let facing = match task.kind {
            MoveKind::Maneuver => facing.unwrap_or(way),
            _ if task.legs.is_empty() && self.is_column(task.unit) && way.angle_to(heading) <= KEEPS_SHAPE => heading,
            _ => way,
        };
        Some(Action::Leg { to: at, facing })
    }

    /// Returns the end of the path so far.
    pub(crate) fn path_end(&self, task: &MoveTask) -> Option<Point> {
        match task.legs.last() {
            Some(leg) => Some(self.point_at(task.unit, &UnitPlacement { at: leg.to, ..self.start_of(task)? })),
            None => self.point_of(task.unit),
        }
    }

    /// Returns the points of the path so far, with its start.
    pub(crate) fn path_of(&self, task: &MoveTask) -> Vec<Inches> {
        let Some(start) = self.start_of(task) else { return Vec::new() };
        let ends = task.legs.iter().map(|leg| leg.to);
        let points = std::iter::once(start.at).chain(ends);
        points.map(|at| Inches::from(self.point_at(task.unit, &UnitPlacement { at, ..start.clone() }))).collect()
    }

    /// Returns the nearest road at a point, by its index.
    fn road_at(&self, at: Point) -> Option<u16> {
        let roads = (0..).zip(&self.board.terrain.roads);
        let near = roads.map(|(number, road)| (road.distance_to(at), number));
        near.filter(|(distance, _)| distance.at_most(ON_ROAD)).min().map(|(_, number)| number)
    }

    /// Returns the action that a pointer stands for with all that is to be seen and known before the click.
    pub(crate) fn proposed(&self, pointer: &TablePointer) -> Option<ProposedAction<Action>> {
        let action = self.pointed_action(pointer)?;
        let mut proposal = ProposedAction::new(action, self.check(&action).err());
        if !matches!(action, Action::Select(_)) {
            proposal.bases = self.bases_after(&action);
        }
        match (self.stack().last()?, action) {
            (Task::Move(task), Action::Leg { .. } | Action::AlongRoad { .. }) => {
                self.propose_leg(task, action, &mut proposal);
            }
            (Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit)), Action::Fire { target, facing }) => {
                proposal.facing = self.place(*unit).filter(|place| place.facing != facing).map(|_| facing.tenths());
                if proposal.facing.is_none() {
                    proposal.bases.clear();
                }
                self.propose_fire(*unit, target, facing, &mut proposal);
            }
            (Task::Act(Act(unit)), Action::Order(OrderKind::Assault(target))) => {
                self.propose_assault(*unit, target, &mut proposal);
            }
            (_, Action::Place { facing, .. }) => proposal.facing = Some(facing.tenths()),
            (Task::Withdraw(Withdraw { unit, .. }), Action::Withdraw(to)) => {
                let from = self.point_of(*unit)?;
                proposal.path = vec![from.into(), to.into()];
                proposal.facts.push(Fact::new(format!("{} back", tenths((to - from).floor_length())), rule::STATUS));
            }
            _ => {}
        }
        Some(proposal)
    }

    fn propose_leg(&self, task: &MoveTask, action: Action, proposal: &mut ProposedAction<Action>) {
        let next = match action {
            Action::Leg { to, facing } => Some(self.with_leg(task, to, facing)),
            Action::AlongRoad { road, to } => self.with_road(task, road, to),
            _ => None,
        };
        let Some(next) = next else { return };
        proposal.path = self.path_of(&next);
        let judged = self.judged(&MoveTask { allowance: i32::MAX, ..next });
        proposal.spent =
            judged.as_ref().ok().map(|legal| SpentDistance { spent: legal.cost, allowance: task.allowance });
        proposal.facing = match (judged, action) {
            (Ok(legal), _) if task.kind != MoveKind::General => Some(legal.end.facing.tenths()),
            (Err(MoveRefusal::OnFriends), Action::Leg { facing, .. }) => Some(facing.tenths()),
            _ => None,
        };
    }

    fn propose_fire(&self, unit: UnitIx, target: UnitIx, facing: Direction, proposal: &mut ProposedAction<Action>) {
        let Some(place) = self.place(unit) else { return };
        let Some(shape) = self.shape_at(unit, &UnitPlacement { facing, ..place.clone() }) else { return };
        match self.line_of_fire(unit, &shape, target) {
            Some(Ok(found)) => {
                let line = found.line.line;
                proposal.marks.extend(sight_marks(&self.clear_sight(line)));
                let range = tenths_up(found.line.range);
                let effect =
                    if self.fire_facts(unit, target, facing).is_some() { "" } else { ": out of range, no effect" };
                proposal.facts.push(Fact::new(format!("Range {range}{effect}"), rule::FIRE));
            }
            Some(Err(FireRefusal::Sight(_))) => {
                proposal.marks.extend(self.sight_of_fire(&shape, unit, target).iter().flat_map(sight_marks));
            }
            _ => {}
        }
    }

    fn propose_assault(&self, unit: UnitIx, target: UnitIx, proposal: &mut ProposedAction<Action>) {
        let Some(Ok(found)) = self.find_assault(unit, target, i32::MAX) else { return };
        proposal.path = vec![found.path.from.into(), found.path.to.into()];
        proposal.facing = Some(found.start.facing.tenths());
        let allowance = self.assault_reach(unit, OrderFate::Received);
        proposal.spent = Some(SpentDistance { spent: found.cost, allowance });
        let how = if found.frontal { "Frontal assault" } else { "Not frontal: a flank or rear assault" };
        proposal.facts.push(Fact::new(how, rule::ASSAULTS));
        if proposal.refusal.is_none() {
            proposal.facts.extend(self.assault_facts(unit, target));
        }
    }

    /// Returns the chances that an assault goes home and succeeds, the fate of its order included.
    fn assault_facts(&self, unit: UnitIx, target: UnitIx) -> Option<Fact> {
        let chances = self.chances_of_assault(unit, target)?;
        let orders = order_chances(&self.board.rules.tables, self.order_facts(unit));
        let received: u32 = orders
            .into_iter()
            .filter(|(fate, _)| *fate == OrderFate::Received)
            .map(|(_, percent)| u32::from(percent))
            .sum();
        let sum = |counts: &dyn Fn(&AssaultResult) -> bool| -> u32 {
            chances.results.iter().filter(|(result, _)| counts(result)).map(|(_, share)| *share).sum()
        };
        let home = sum(&|result| matches!(result, AssaultResult::CloseCombat(_)));
        let won = sum(&|result| matches!(result, AssaultResult::CloseCombat(fight) if fight.won));
        // Millionths to percent, rounded.
        let percent = |share: u32| (share + 5_000) / 10_000;
        let text = format!(
            "Order received {received} %; then it goes home with {} % and wins with {} %",
            percent(home),
            percent(won)
        );
        Some(Fact::new(text, rule::ASSAULTS))
    }

    /// Returns the legal actions beside the menu that name no place: the widths of the first rank, and to take a path or a
    /// selection back.
    pub(crate) fn actions_beside_menu(&self) -> Vec<Action> {
        let actions: Vec<Action> = match self.stack().last() {
            Some(Task::Act(_)) => vec![Action::Back],
            Some(Task::Move(task)) => {
                let widths = (1..=self.unit(task.unit).bases).filter(|front| *front != task.front).map(Action::Front);
                widths.chain([Action::Back]).collect()
            }
            _ => Vec::new(),
        };
        let mut listed = Vec::new();
        self.actions(&mut listed);
        actions.into_iter().filter(|action| !listed.contains(action) && self.check(action).is_ok()).collect()
    }
}

/// Returns the turns of bases that bend a line evenly around its middle.
fn even_turns(bases: u8, bend: i16) -> BaseTurns {
    let mut turns = BaseTurns::default();
    let count = i32::from(bases);
    for (number, turn) in (0..count).zip(turns.0.iter_mut()) {
        let tenths = (i32::from(bend) * (2 * number - (count - 1)) / 2).clamp(-MOST_TURN, MOST_TURN);
        *turn = i16::try_from(tenths).unwrap_or_default();
    }
    turns
}

/// Formats a length in thousandths of an inch to a tenth.
fn tenths(length: i32) -> String {
    inches(length / 100)
}

/// Formats a length in thousandths of an inch to a tenth, rounded up.
fn tenths_up(length: i32) -> String {
    inches((length + 99) / 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::position::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::show::Show as _;

    fn at(x: i32, y: i32) -> TablePointer {
        TablePointer { at: Inches { x: x * 100, y: y * 100 }, ..TablePointer::default() }
    }

    fn on(id: &str) -> TablePointer {
        TablePointer { piece: Some(id.into()), ..TablePointer::default() }
    }

    /// The proposal in the notation of replays, with the number of the rule that refuses it.
    fn proposed(table: &Table, pointer: &TablePointer) -> (String, Option<&'static str>) {
        let proposal = table.game.proposal(pointer).expect("the pointer stands for an action");
        let refusal = proposal.refusal.map(|refusal| refusal.rule.number);
        assert_eq!(refusal.is_none(), table.game.check(&proposal.action).is_ok());
        (table.game.label(&proposal.action).notation, refusal)
    }

    fn modes(table: &Table) -> Vec<&'static str> {
        table.game.pointer_modes().into_iter().map(|mode| mode.name).collect()
    }

    const PAIR: &str = "prussian infantry p1 4 at 20,15 maneuver
        prussian infantry p2 4 at 30,15
        french infantry f1 4 at 20,12 facing 180
        french infantry f2 4 at 20,25";

    #[test]
    fn c03_the_pointer_selects_a_unit_and_then_its_target() {
        let mut table = position(PAIR).with_initiative(PRUSSIAN);
        assert_eq!(modes(&table), ["Select"]);
        assert_eq!(proposed(&table, &on("p1")), ("select p1".to_owned(), None), "III");
        assert_eq!(proposed(&table, &on("f1")), ("select f1".to_owned(), Some("III")));
        assert_eq!(table.game.proposal(&at(10, 10)), None);
        table.does("select p1");
        assert_eq!(modes(&table), ["Fire", "Assault"]);
        assert_eq!(proposed(&table, &on("f1")), ("fire f1 0".to_owned(), None), "VI");
        assert_eq!(proposed(&table, &on("p2")).1, Some("VI"), "a friend");
        let behind = table.game.proposal(&on("f2")).unwrap();
        assert_eq!((behind.facing, behind.bases.len()), (Some(1800), 4), "III: advancing fire turns to its target");
        let assault = table.game.proposal(&TablePointer { mode: 1, ..on("f1") }).unwrap();
        assert_eq!(assault.bases[0][0], Inches { x: 19_000, y: 12_000 }, "VII: the position in contact");
        assert_eq!(assault.spent, Some(SpentDistance { spent: 3000, allowance: 6000 }), "VII");
        let facts: Vec<&str> = assault.facts.iter().map(|fact| fact.text.as_str()).collect();
        assert_eq!(facts[0], "Frontal assault", "VII");
        assert!(facts[1].starts_with("Order received 75 %; then it goes home with "), "{facts:?}");
        assert!(table.game.odds(&assault.action).is_some());
    }

    #[test]
    fn c06_a_blocked_line_of_fire_tells_where_and_why() {
        let mut table = position(
            "prussian artillery p1 3 at 20,20
            town 10,13 30,13 30,15 10,15
            french infantry f1 4 at 20,10 facing 180
            french infantry f2 4 at 33,20 facing 270",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1");
        let proposal = table.game.proposal(&on("f1")).unwrap();
        assert_eq!(proposal.refusal.map(|refusal| refusal.rule.number), Some("VIII"));
        let cross = proposal
            .marks
            .iter()
            .find(|mark| matches!(mark.shape, battlewright_core::show::TableShape::Cross(_)))
            .unwrap();
        assert_eq!(cross.note, "houses block the line of sight (VIII)");
        // The guns see a few inches into the town.
        let seen_to = cross.shape.anchor().unwrap();
        assert!((11_900..=15_000).contains(&seen_to.y), "VIII: {seen_to:?}");
        assert_eq!(table.game.proposal(&on("f2")).unwrap().refusal.map(|refusal| refusal.rule.number), Some("VI"));
        let sight = table.game.sight_on_table(Inches::whole(20, 20), Inches::whole(20, 10)).unwrap();
        assert_eq!(sight.obstacle.map(|obstacle| obstacle.reason), Some(cross.note.clone()));
        let sight = table.game.sight_on_table(Inches::whole(20, 20), Inches::whole(20, 16)).unwrap();
        assert_eq!(sight.obstacle, None);
    }

    #[test]
    fn c04_legs_show_their_cost_and_their_refusal() {
        let mut table = position(PAIR).with_initiative(PRUSSIAN);
        table.does("select p1, order maneuver").rolls(&[1]);
        assert_eq!(modes(&table), ["Maneuver"]);
        let leg = table.game.proposal(&at(240, 150)).unwrap();
        assert_eq!(table.game.label(&leg.action).notation, "go 24/15 90", "IV: it faces along its way");
        assert_eq!(leg.spent, Some(SpentDistance { spent: 4000, allowance: 6000 }), "IV");
        assert_eq!((leg.facing, leg.refusal, leg.path.len()), (Some(900), None, 2));
        let turned = TablePointer { facing: Some(0), ..at(240, 150) };
        assert_eq!(proposed(&table, &turned), ("go 24/15 0".to_owned(), None), "IV: or as the player turns it");
        let far = table.game.proposal(&at(200, 215)).unwrap();
        assert_eq!(far.refusal.map(|refusal| refusal.rule.number), Some("IV"), "too far");
        assert_eq!(far.spent, Some(SpentDistance { spent: 6500, allowance: 6000 }), "IV");
        assert_eq!(proposed(&table, &at(200, 125)).1, Some("IV"), "a zone of control");
        assert_eq!(table.game.proposal(&at(200, 151)), None, "its own place");
        let turn = TablePointer { facing: Some(450), ..at(200, 151) };
        assert_eq!(proposed(&table, &turn), ("go 20/15 45".to_owned(), None), "IV: a turn in place");
        table.does("go 24/15 90");
        let second = table.game.proposal(&at(240, 160)).unwrap();
        assert_eq!(second.path, [(20, 15), (24, 15), (24, 16)].map(|(x, y)| Inches::whole(x, y)));
        assert_eq!(second.spent, Some(SpentDistance { spent: 5000, allowance: 6000 }), "IV: both legs");
        table.does("stop");
    }

    #[test]
    fn c04_the_width_of_the_first_rank_and_the_way_back_are_no_part_of_the_menu() {
        let further = |table: &Table| {
            let actions = table.game.further_actions();
            actions.iter().map(|action| table.game.label(action).notation).collect::<Vec<String>>()
        };
        let mut table = position("prussian infantry p1 6 at 20,15 maneuver\nfrench infantry f1 4 at 20,2")
            .with_initiative(PRUSSIAN);
        table.does("select p1");
        assert_eq!(further(&table), ["back"]);
        table.does("order maneuver").rolls(&[1]);
        assert_eq!(further(&table), ["front 2"], "IV: three ranks of two");
        table.does("front 2, go 20/12 0");
        assert_eq!(further(&table), ["back"]);
    }

    #[test]
    fn c04_a_column_marches_by_road_where_the_pointer_is_on_one() {
        let mut table = position(
            "prussian infantry p1 4 at 20,20 march
            road 20,22 20,4
            french infantry f1 4 at 5,5 facing 180",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1, order march").rolls(&[1]);
        assert_eq!(modes(&table), ["March by road", "March by legs"]);
        assert_eq!(proposed(&table, &at(203, 120)), ("road 1 20.3/12".to_owned(), None), "IV");
        let by_legs = TablePointer { mode: 1, ..at(200, 120) };
        assert_eq!(proposed(&table, &by_legs), ("go 20/12 0".to_owned(), None), "IV");
        assert_eq!(proposed(&table, &at(230, 120)).0, "go 23/12 0", "the column keeps its shape");
        table.does("road 1 20.3/12, stop");
    }

    #[test]
    fn c03_a_line_deploys_where_the_pointer_puts_and_bends_it() {
        let mut table = position(PAIR).with_initiative(PRUSSIAN);
        table.does("select p1, order deploy").rolls(&[1]);
        assert_eq!(proposed(&table, &at(200, 150)), ("place 20/15 0 deployed".to_owned(), None), "III");
        let bent = TablePointer { bend: 200, facing: Some(900), ..at(200, 160) };
        let bent_line = "place 20/16 90 deployed bend -30/-10/10/30".to_owned();
        assert_eq!(proposed(&table, &bent), (bent_line.clone(), None), "III");
        assert_eq!(proposed(&table, &TablePointer { bend: 400, ..at(200, 150) }).1, Some("IV"), "too bent");
        assert_eq!(proposed(&table, &at(260, 150)).1, Some("III"), "too far");
        table.does(&bent_line);
        assert_eq!(table.state_of("p1"), "ok 4 deployed", "III");
    }

    #[test]
    fn c09_a_unit_that_has_regrouped_forms_up_toward_the_pointer() {
        let mut table = position("french infantry f1 4 at 20,12 disordered\nprussian infantry p1 4 at 20,28")
            .with_initiative(FRENCH);
        table.does("select f1, regroup").rolls(&[1]);
        assert_eq!(modes(&table), ["Form line", "Form ranks", "Form column"]);
        assert_eq!(proposed(&table, &at(200, 200)), ("place 20/12 180 deployed".to_owned(), None), "IX");
        let ranks = TablePointer { mode: 1, ..at(250, 120) };
        assert_eq!(proposed(&table, &ranks), ("place 20/12 90 maneuver front 2".to_owned(), None), "IX");
        let column = TablePointer { mode: 2, ..at(200, 50) };
        assert_eq!(proposed(&table, &column), ("place 20/12 0 march".to_owned(), None), "IX");
    }

    #[test]
    fn c09_a_general_rides_to_the_pointer() {
        let mut table = position("french general fg at 20,12\nprussian infantry p1 4 at 20,28").with_initiative(FRENCH);
        table.does("select fg");
        assert!(modes(&table).is_empty(), "IX: generals do not fight");
        table.does("move");
        let ride = table.game.proposal(&at(240, 120)).unwrap();
        assert_eq!((ride.refusal, ride.facing), (None, None), "IX");
        assert_eq!(ride.path, [Inches::whole(20, 12), Inches::whole(24, 12)]);
        table.does("go 24/12 0, stop");
        assert_eq!(table.at("fg"), (24_000, 12_000), "IX");
    }
}
