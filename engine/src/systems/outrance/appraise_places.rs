//! The worth of places to units: the fire that they face there, the targets that they find, and the objectives nearby.

use battlewright_schema::outrance::{Cover, FireAction, Posture, TroopType, UnitStatus};

use smallvec::SmallVec;

use super::Outrance;
use super::action::{Action, ActionList};
use super::appraise::POINT;
use super::c03_orders::OrderFate;
use super::c04_formations::{UnitPlacement, usual_front};
use super::c06_fire::{is_in_arc, is_point_in_arc};
use super::c06_fire_results::{FireCase, fire_index};
use super::calculation::{Combatant, Numbers};
use super::state::{MoveKind, UnitIx};
use crate::kit::plane::{Direction, Point, Rectangle};

/// The distance from an objective within which a unit holds it, with some room for the width of its bases, in thousandths of an inch.
const AT_OBJECTIVE: i32 = 900;
/// The distance within which enemies threaten an objective.
const THREAT: i32 = 10_000;
/// The distance from its goal that guns keep.
const GUNS_KEEP: i32 = 7500;
/// The part of the enemy's fire that is expected to fall on a unit, in percent.
const FIRE_SHARE: i32 = 60;
/// The part of a unit's own fire in the next turn that counts for a place, in percent.
const OWN_SHARE: i32 = 60;
/// The distance that a victory point is worth when a unit chooses its goal.
const DETOUR: i32 = 700;
/// The number of units that find room to fight for an objective.
const ROOM: i32 = 3;
/// The distance that each further unit at an objective is worth to others.
const CROWD: i32 = 4000;

const POSTURES: [Posture; 3] = [Posture::Deployed, Posture::Maneuver, Posture::March];

/// A place to stand in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// The center of the front.
    pub(super) at: Point,
    pub(super) facing: Direction,
    pub(super) posture: Posture,
}

/// The facts about both sides by which a unit judges places; they are the same for all choices of one decision.
pub(super) struct Outlook {
    pub(super) unit: UnitIx,
    foes: Vec<Foe>,
    objectives: Vec<Goal>,
    /// The objective that the unit makes for, by its index among the objectives.
    goal: Option<usize>,
    /// The destination of a route march.
    destination: Option<Point>,
    /// The worth of an inch nearer to the goal.
    inch: i32,
    /// The mean harm of fire to the unit by index.
    harms: Vec<i32>,
}

/// An enemy unit.
struct Foe {
    unit: UnitIx,
    /// The index of its fire at the unit in each posture and range band; `None` out of range.
    fire: [SmallVec<[Option<i32>; 4]>; 3],
    /// The mean harm of the unit's fire at it, deployed and advancing, in each range band.
    targets: [SmallVec<[i32; 4]>; 2],
    /// The reach of an assault in thousandths of an inch; 0 for what does not assault.
    reach: i32,
    /// The number of friends that share its fire, with the unit.
    share: i32,
    /// It fires only ahead of its line.
    is_deployed: bool,
    /// The worth of the ground on which it stands.
    ground: i32,
}

/// An objective as a goal.
struct Goal {
    at: Point,
    /// The worth of taking or keeping it, in hundredths of a base.
    stake: i32,
    is_held: bool,
    /// An enemy that is not demoralized stands by it.
    is_contested: bool,
    /// Another friend that is not demoralized stands by it.
    is_kept: bool,
    /// The enemies near it.
    foes: i32,
    /// The friends that are nearer to it.
    nearer: i32,
}

impl Outlook {
    /// Returns the worth of the ground on which an enemy stands.
    pub(super) fn ground_of(&self, target: UnitIx) -> i32 {
        self.foes.iter().find(|foe| foe.unit == target).map_or(0, |foe| foe.ground)
    }

    /// Returns the point that the unit makes for.
    fn aim(&self) -> Option<Point> {
        let goal = || self.goal.and_then(|goal| self.objectives.get(goal)).map(|goal| goal.at);
        self.destination.or_else(goal)
    }

    fn harm(&self, index: i32) -> i32 {
        let row = usize::try_from(index).unwrap_or(0).min(self.harms.len().saturating_sub(1));
        self.harms.get(row).copied().unwrap_or_default()
    }
}

fn posture_index(posture: Posture) -> usize {
    match posture {
        Posture::Deployed => 0,
        Posture::Maneuver => 1,
        Posture::March => 2,
    }
}

impl Outrance {
    /// Returns the posture of a unit that moves.
    pub(super) fn posture_of(kind: MoveKind) -> Posture {
        match kind {
            MoveKind::Maneuver | MoveKind::General => Posture::Maneuver,
            MoveKind::March | MoveKind::RouteMarch => Posture::March,
        }
    }

    /// Returns the chance that what is held now is still held at the end of the game, in percent: a guess.
    fn lasting(&self) -> i32 {
        let left = i32::from(self.board.turns.saturating_sub(self.state.turn));
        300 / (3 + left)
    }

    fn stands_by(&self, unit: UnitIx, at: Point, within: i32) -> bool {
        let is_near = |base: &Rectangle| base.distance_to(at).at_most(within);
        !self.is_demoralized(unit) && self.shape(unit).is_some_and(|shape| shape.bases().iter().any(is_near))
    }

    /// Returns where a unit stands now; `None` off the table.
    pub(super) fn stand_now(&self, unit: UnitIx) -> Option<Stand> {
        let UnitPlacement { at, facing, posture, .. } = *self.place(unit)?;
        Some(Stand { at, facing, posture })
    }

    /// Returns the facts by which a unit judges places.
    pub(super) fn outlook(&self, unit: UnitIx) -> Outlook {
        let side = self.side_of(unit);
        let lasting = self.lasting();
        let objectives: Vec<Goal> =
            (0..self.board.objectives.len()).map(|number| self.goal_at(unit, number, lasting)).collect();
        let foes = if self.board.unit(unit).is_general() {
            Vec::new()
        } else {
            self.fighters(side.other()).map(|(foe, _)| self.foe(unit, foe, &objectives)).collect()
        };
        let destination = self.destination(unit).filter(|_| self.unit(unit).route_march);
        let goal = self.choose_goal(unit, &objectives);
        Outlook { unit, foes, objectives, goal, destination, inch: 4 + lasting / 8, harms: self.harms_by_index(unit) }
    }

    fn goal_at(&self, unit: UnitIx, number: usize, lasting: i32) -> Goal {
        let side = self.side_of(unit);
        let objective = &self.board.objectives[number];
        let stake = objective.points.iter().sum::<i32>() * POINT * lasting / 100;
        let at = objective.at;
        let own = self.point_of(unit).map(|point| point.distance(at));
        let is_nearer = |friend: &UnitIx| {
            *friend != unit
                && self.board.unit(*friend).troops == TroopType::Infantry
                && !self.is_demoralized(*friend)
                && self.point_of(*friend).is_some_and(|point| own.is_none_or(|own| point.distance(at) < own))
        };
        let radius = self.board.rules.objective_radius.thousandths();
        let count = |units: usize| i32::try_from(units).unwrap_or(i32::MAX);
        Goal {
            at,
            stake,
            is_held: self.state.holders.get(number).copied().flatten() == Some(side),
            is_contested: self.fighters(side.other()).any(|(foe, _)| self.stands_by(foe, at, radius)),
            is_kept: self.fighters(side).any(|(friend, _)| friend != unit && self.stands_by(friend, at, radius)),
            foes: count(self.fighters(side.other()).filter(|(foe, _)| self.stands_by(*foe, at, THREAT)).count()),
            nearer: count(self.fighters(side).filter(|(friend, _)| is_nearer(friend)).count()),
        }
    }

    /// Returns the objective that suits a unit best: near, worth much, and not yet crowded with friends.
    fn choose_goal(&self, unit: UnitIx, objectives: &[Goal]) -> Option<usize> {
        let from = self.point_of(unit)?;
        let distance = |goal: &Goal| {
            let way = from.distance(goal.at).floor();
            let room = if goal.is_held { goal.foes.min(ROOM) } else { ROOM };
            let crowd = (goal.nearer + 1 - room).max(0) * CROWD;
            way - goal.stake / POINT * DETOUR + crowd
        };
        let wanted =
            objectives.iter().enumerate().filter(|(_, goal)| goal.stake > 0 && (!goal.is_held || goal.foes > 0));
        wanted.min_by_key(|(_, goal)| distance(goal)).map(|(number, _)| number)
    }

    fn foe(&self, unit: UnitIx, foe: UnitIx, objectives: &[Goal]) -> Foe {
        let tables = &self.board.rules.tables;
        let (own, their) = (self.combatant(unit), self.combatant(foe));
        let case = |actor: Combatant, action, target: Combatant, band| FireCase {
            actor,
            action,
            target,
            cover: Cover::Open,
            band,
            numbers: Numbers::Even,
        };
        let index = |case: FireCase| {
            let found = fire_index(tables, &case)?;
            // Unlike the row, it may lie off the table, so that cover counts in full.
            Some(found.changes.iter().fold(i32::from(found.base), |sum, change| sum + i32::from(change.value)))
        };
        // A column deploys or maneuvers before it fires.
        let action = FireAction::of(their.posture).unwrap_or(FireAction::Advancing);
        let fires = their.status != UnitStatus::Demoralized;
        let bands = &self.board.rules.range_bands;
        let fire: [SmallVec<[Option<i32>; 4]>; 3] = POSTURES.map(|posture| {
            let target = Combatant { posture, ..own };
            (0..bands.len()).map(|band| index(case(their, action, target, band)).filter(|_| fires)).collect()
        });
        let harms = self.harms_by_index(foe);
        let cover = self.cover_at(self.point_of(foe).unwrap_or_default());
        let targets = [FireAction::Deployed, FireAction::Advancing].map(|action| {
            let harm = |band| {
                let row = index(case(own, action, their, band)).map(|row| row + cover);
                row.map_or(0, |row| {
                    let row = usize::try_from(row).unwrap_or(0).min(harms.len().saturating_sub(1));
                    harms.get(row).copied().unwrap_or_default()
                })
            };
            (0..bands.len()).map(harm).collect()
        });
        let farthest = fire[0].iter().rposition(Option::is_some);
        let range = farthest.and_then(|band| bands.get(band)).map_or(0, |band| band.thousandths());
        let shares = |friend: UnitIx| {
            let near = self.point_of(friend).zip(self.point_of(foe));
            friend != unit && near.is_some_and(|(one, two)| one.distance(two).at_most(range))
        };
        let share = 1 + self.fighters(self.side_of(unit)).filter(|(friend, _)| shares(*friend)).count();
        let near = self.board.rules.objective_radius.thousandths();
        let ground = objectives.iter().filter(|goal| !goal.is_held && self.stands_by(foe, goal.at, near));
        Foe {
            unit: foe,
            fire,
            targets,
            reach: if self.may_assault(foe) { self.assault_reach(foe, OrderFate::Received) } else { 0 },
            share: i32::try_from(share).unwrap_or(i32::MAX),
            is_deployed: their.posture == Posture::Deployed,
            ground: ground.map(|goal| goal.stake).max().unwrap_or(0),
        }
    }

    /// Returns the change of the index of fire by the cover of a place.
    fn cover_at(&self, at: Point) -> i32 {
        let modifiers = &self.board.rules.tables.fire_modifiers;
        let areas = self.board.terrain.areas.iter();
        let cover =
            areas.filter(|area| area.cover > Cover::Open && area.outline.contains(at)).map(|area| area.cover).max();
        i32::from(match cover.unwrap_or(Cover::Open) {
            Cover::Open => 0,
            Cover::Soft => modifiers.soft_cover,
            Cover::Hard => modifiers.hard_cover,
            Cover::Fortification => modifiers.fortification,
        })
    }

    /// Returns the worth of a place to the unit of an outlook.
    pub(super) fn stand_worth(&self, outlook: &Outlook, stand: &Stand) -> i32 {
        let unit = outlook.unit;
        let danger = self.danger(outlook, stand) * FIRE_SHARE / 100;
        let targets = self.best_target(outlook, stand) * OWN_SHARE / 100;
        targets - danger + self.goal_worth(unit, outlook, stand.at) - self.turn_away(outlook, stand)
    }

    /// Returns the harm that the enemy may do to a unit in a place.
    fn danger(&self, outlook: &Outlook, stand: &Stand) -> i32 {
        let troops = self.board.unit(outlook.unit).troops;
        let cover = self.cover_at(stand.at);
        let posture = posture_index(stand.posture);
        let of = |foe: &Foe| {
            let Some(shape) = self.shape(foe.unit) else { return 0 };
            let distance = shape.nearest(stand.at).distance(stand.at).floor();
            let band = self.board.rules.range_band(distance);
            let index = band.and_then(|band| foe.fire[posture].get(band).copied().flatten());
            let sees = index.is_some() && (!foe.is_deployed || is_point_in_arc(shape, stand.at));
            let fire = index.filter(|_| sees).map_or(0, |index| outlook.harm(index + cover));
            let assault = match (distance <= foe.reach, stand.posture, troops) {
                (false, ..) => 0,
                (true, Posture::March, _) => 90,
                (true, Posture::Maneuver, TroopType::Artillery) => 80,
                (true, Posture::Maneuver, _) => 25,
                (true, Posture::Deployed, _) => 10,
            };
            fire.max(assault) / foe.share
        };
        outlook.foes.iter().map(of).sum()
    }

    /// Returns the harm that a unit may do to its best target from a place.
    fn best_target(&self, outlook: &Outlook, stand: &Stand) -> i32 {
        let action = match stand.posture {
            Posture::Deployed => 0,
            Posture::Maneuver => 1,
            Posture::March => return 0,
        };
        let mut targets: Vec<(i32, UnitIx)> = Vec::new();
        for foe in &outlook.foes {
            let Some(shape) = self.shape(foe.unit) else { continue };
            let distance = shape.nearest(stand.at).distance(stand.at).floor();
            let band = self.board.rules.range_band(distance);
            let harm = band.and_then(|band| foe.targets[action].get(band)).copied().unwrap_or(0);
            if harm > 0 {
                targets.push((harm + foe.ground / 30, foe.unit));
            }
        }
        if targets.is_empty() {
            return 0;
        }
        targets.sort_unstable_by_key(|(harm, _)| -harm);
        let bend = Default::default();
        let front = usual_front(self.board.unit(outlook.unit).troops, self.unit(outlook.unit).bases);
        let place = UnitPlacement { at: stand.at, facing: stand.facing, posture: stand.posture, front, bend };
        let Some(own) = self.shape_at(outlook.unit, &place) else { return 0 };
        let is_open = |target: UnitIx| {
            let Some(shape) = self.shape(target) else { return false };
            let in_arc = stand.posture != Posture::Deployed || is_in_arc(&own, shape);
            in_arc && self.sees(&own, target)
        };
        targets.iter().find(|(_, target)| is_open(*target)).map_or(0, |(harm, _)| *harm)
    }

    /// Returns the worth of a place for the goals of a unit.
    fn goal_worth(&self, unit: UnitIx, outlook: &Outlook, at: Point) -> i32 {
        let keep = if self.board.unit(unit).troops == TroopType::Artillery { GUNS_KEEP } else { 0 };
        let way = outlook.aim().map_or(0, |aim| (at.distance(aim).floor() - keep).max(0));
        let nearer = -way / 100 * outlook.inch / 10;
        if keep > 0 || self.is_demoralized(unit) {
            return nearer;
        }
        let there = |goal: &&Goal| goal.at.distance(at).at_most(AT_OBJECTIVE);
        let presence = outlook.objectives.iter().filter(there).map(|goal| match (goal.is_held, goal.is_contested) {
            (false, false) => goal.stake,
            (false, true) => goal.stake / 10,
            (true, _) if goal.is_kept => goal.stake / 20,
            (true, true) => goal.stake / 2,
            (true, false) if goal.foes > 0 => goal.stake / 2,
            (true, false) => 0,
        });
        nearer + presence.sum::<i32>()
    }

    /// Returns a small loss for a facing away from the nearest enemy.
    fn turn_away(&self, outlook: &Outlook, stand: &Stand) -> i32 {
        if stand.posture == Posture::March {
            return 0;
        }
        let points = outlook.foes.iter().filter_map(|foe| Some(self.shape(foe.unit)?.nearest(stand.at)));
        let nearest = points.min_by_key(|point| point.distance(stand.at));
        let toward = nearest.and_then(|point| Direction::of(point - stand.at));
        toward.map_or(0, |toward| stand.facing.angle_to(toward) / 100)
    }

    /// Returns the gain of the best move of a general.
    pub(super) fn general_gain(&self, general: UnitIx) -> i32 {
        let Some(at) = self.point_of(general) else { return 0 };
        let allowance = super::setup::movement(&self.board.unit(general).moves, MoveKind::General);
        let task = self.path_task(general, MoveKind::General, allowance);
        let mut moves = ActionList::new();
        self.move_options(&task, &mut moves);
        let worth = |action: &Action| match action {
            Action::Leg { to, .. } => Some(self.general_worth(general, *to)),
            _ => None,
        };
        moves.iter().filter_map(worth).max().map_or(0, |best| best - self.general_worth(general, at))
    }

    /// Returns the worth of a place for a general: near units that are shaken or close to the enemy and have no other general near,
    /// and far from the enemy.
    pub(super) fn general_worth(&self, general: UnitIx, at: Point) -> i32 {
        let side = self.side_of(general);
        let radius = self.board.rules.command_radius.thousandths();
        let mut worth = 0;
        for (unit, shape) in self.fighters(side) {
            let distance = shape.nearest(at).distance(at);
            if !self.board.may_command(general, unit) {
                continue;
            }
            let need = match self.unit(unit).status {
                UnitStatus::Ok => 10,
                UnitStatus::Disordered => 30,
                UnitStatus::Demoralized => 40,
            };
            let to_act = if self.unit(unit).acted { 1 } else { 2 };
            let front = if self.is_enemy_within(unit, THREAT) { 2 } else { 1 };
            let need = need * to_act * front;
            if distance.at_most(radius) {
                worth += if self.general_near(unit).is_some_and(|other| other != general) { need / 4 } else { need };
            } else {
                // Toward those who are out of reach in this turn.
                worth -= distance.floor() / 8000;
            }
        }
        let enemy = self.fighters(side.other()).map(|(_, enemy)| enemy.nearest(at).distance(at)).min();
        let danger = if enemy.is_some_and(|enemy| enemy.at_most(3000)) { 60 } else { 0 };
        let moved = self.point_of(general).map_or(0, |from| from.distance(at).floor() / 4000);
        worth - danger - moved
    }
}
