//! The worth of fires, assaults and charges, in the mean of all rolls.

use battlewright_core::players::plan::Plan;
use battlewright_schema::at_any_cost::vocabulary::Lift;
use battlewright_schema::at_any_cost::{AssaultResult, FireEffect, HqOrder, TestSeverity};

use crate::action::{Shot, Weapon};
use crate::player::appraise_harm::LossTerms;
use crate::player::weights::{Appraiser, Weights};
use crate::rules::r08_fire::{Fire, FireCause};
use crate::rules::r13_assault::{Assault, AssaultCause};
use crate::rules::r21_events::EventTask;
use crate::state::{At, MovingPiece, Party, Task};
use crate::{AtAnyCost, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// Assaults of more units than this are not looked for.
const MOST_ATTACKERS: usize = 3;

/// The faces of the colored die with each result of a fire on a unit.
#[derive(Clone, Copy, Debug, Default)]
struct ResultFaces {
    /// By severity, from light to grave.
    tests: [i32; 4],
    /// One Casualty Hit, and more.
    casualties: [i32; 2],
}

impl ResultFaces {
    fn count(&mut self, effect: FireEffect) {
        match effect {
            FireEffect::None | FireEffect::Casualties(0) => {}
            FireEffect::Test(severity) => self.tests[severity as usize] += 1,
            FireEffect::Casualties(1) => self.casualties[0] += 1,
            FireEffect::Casualties(_) => self.casualties[1] += 1,
        }
    }
}

impl Appraiser<'_> {
    /// The harm of a fire to its targets, in the mean.
    pub(crate) fn worth_of_fire(&self, fire: &Fire) -> i32 {
        let column = self.fire_column(fire);
        let modifier = self.fire_test_modifier(fire);
        let (mut front, mut second) = (ResultFaces::default(), ResultFaces::default());
        for colored in 1..=10 {
            let result = self.fire_result(fire, column, self.fire_die(fire, colored));
            front.count(result.front);
            second.count(result.second);
        }
        let target = fire.shot.target;
        let mut harm = self.mean_harm(target, &front, modifier);
        if let Some(behind) = self.second_line_behind(target) {
            harm += self.mean_harm(behind, &second, modifier);
        }
        // Those that hold what we want are worth more.
        let side = self.unit_side(fire.shot.firer);
        let holds = self.hex_of(target).is_some_and(|hex| self.board.stake_in(side, hex) > 0);
        if holds { harm * 3 / 2 } else { harm }
    }

    /// The harm to `unit` of a fire with such results, in the mean of both dice.
    fn mean_harm(&self, unit: UnitIx, faces: &ResultFaces, modifier: i8) -> i32 {
        const SEVERITIES: [TestSeverity; 4] =
            [TestSeverity::Routine, TestSeverity::Tough, TestSeverity::Severe, TestSeverity::Critical];
        let condition = self.condition(unit);
        let elan = [1, 2].map(|hits| self.harm_of_elan(unit, condition, hits));
        let mut sum = 0;
        for (severity, faces) in SEVERITIES.into_iter().zip(faces.tests).filter(|(_, faces)| *faces > 0) {
            let tcr = self.tcr_with(unit, modifier.saturating_add(self.severity_modifier(severity)));
            for white in 1..=10 {
                match self.elan_hits(tcr, white) {
                    0 => {}
                    1 => sum += faces * elan[0],
                    _ => sum += faces * elan[1],
                }
            }
        }
        for (hits, faces) in [1, 2].into_iter().zip(faces.casualties).filter(|(_, faces)| *faces > 0) {
            sum += 10 * faces * self.harm_of_casualties(unit, condition, hits);
        }
        self.weighed(unit, sum) / 100
    }

    /// The price of a fire: doubles cost ammunition (8.9), and with the second marker the unit fires defensively only.
    pub(crate) fn price_of_fire(&self, shot: &Shot) -> i32 {
        let low = match self.unit(shot.firer).ammo {
            0 => 1,
            1 => 9,
            _ => 0,
        };
        self.weighed(shot.firer, low)
    }

    /// The worth of `shot` in the Fire Combat Step under a plan. Those that can be assaulted afterwards are fired at first.
    pub(crate) fn worth_of_shot(&self, shot: &Shot, plan: &Plan) -> i32 {
        let harm = self.worth_of_fire(&Fire::new(*shot, FireCause::Step));
        let target = self.hex_of(shot.target);
        let is_prey = target.is_some_and(|hex| self.assault_may_follow(hex));
        let harm = if is_prey { harm * 5 / 4 } else { harm };
        let harm = harm + self.aim(shot.firer, shot.target, harm, plan);
        harm - self.price_of_fire(shot) - self.price_of_staying(shot)
    }

    /// Returns `true` if an active unit may come to assault `ground` in the activation under way.
    fn assault_may_follow(&self, ground: HexIx) -> bool {
        let Some(activation) = self.activation() else { return false };
        let mut units = self.active_units(activation);
        units.any(|unit| {
            let reach = self.assault_reach(unit);
            let is_near = self.hex_of(unit).is_some_and(|hex| self.board.map.distance(hex, ground) < reach);
            is_near && self.is_fresh_attacker(unit) && self.may_assault_by_rows(unit, ground).is_ok()
        })
    }

    /// The price of a fire that ties artillery to its place (8.1): it could have gone where it fires at its full strength.
    fn price_of_staying(&self, shot: &Shot) -> i32 {
        let is_free = shot.half || self.is_lifted_for(Lift::FiredArtilleryStays, shot.firer);
        if !self.is_artillery(shot.firer) || is_free {
            return 0;
        }
        let distance = self.hex_of(shot.firer).zip(self.hex_of(shot.target));
        let distance = distance.map_or(0, |(from, to)| self.board.map.distance(from, to));
        let effective = self.range_of(shot.firer, shot.weapon).map_or(0, |[effective, _]| u32::from(effective));
        if distance > effective { self.weights.test * 2 / 3 } else { 1 }
    }

    /// The worth of `shot` at a unit that has come near: besides the harm, it may be halted. A later fire in the same
    /// activation is two columns worse.
    pub(crate) fn worth_of_defensive_shot(&self, shot: &Shot, cause: FireCause) -> i32 {
        let harm = self.worth_of_fire(&Fire::new(*shot, cause));
        let target = shot.target;
        let Some(hex) = self.hex_of(target) else { return harm };
        let own = self.weight(target);
        let stronger_comes = self.activation().is_some_and(|activation| {
            self.active_units(activation).any(|unit| {
                let state = self.unit(unit);
                let near = self
                    .hex_of(unit)
                    .is_some_and(|at| self.board.map.distance(at, hex) <= self.weights.comes.unsigned_abs());
                near && unit != target && !state.done.moved && !self.is_artillery(unit) && self.weight(unit) > own + 2
            })
        });
        let kept = if stronger_comes && cause == FireCause::Defensive(0) { self.weights.test / 2 } else { 0 };
        harm + 2 - kept - self.price_of_fire(shot)
    }

    /// The best shot of `unit` where it stands, with all its weapons; 0 if none is worth it.
    pub(crate) fn best_fire(&self, unit: UnitIx) -> i32 {
        let mut best = [0; 2];
        self.shots_of(unit, FireCause::Step, &mut |shot| {
            if !shot.half {
                let best = &mut best[usize::from(shot.weapon == Weapon::Mitrailleuse)];
                *best = (*best).max(self.worth_of_fire(&Fire::new(shot, FireCause::Step)) - self.price_of_fire(&shot));
            }
        });
        best.iter().sum()
    }

    /// The promise of an assault to its attacker, in the mean.
    pub(crate) fn worth_of_assault(&self, assault: &Assault) -> i32 {
        let (attackers, defenders) = (&assault.attackers, &assault.defenders);
        let side = assault.side;
        let stake = self.urgent(self.board.stake_in(side, assault.ground));
        let theirs = self.board.stake_in(side.other(), assault.ground);
        let all_retreat = assault.charger.is_some();
        let defense = |points| LossTerms { points, starred: false, all_retreat, attacker: false, ground: theirs };
        let attack = |points| LossTerms { points, starred: false, all_retreat, attacker: true, ground: 0 };
        let worth = |result: AssaultResult| match result {
            AssaultResult::ToughFight => self.worth_of_tough_fight(assault),
            AssaultResult::Loss(true, points, starred, reply) => {
                let (harm, gives_way) = self.toll(attackers, LossTerms { starred, ..attack(points) });
                let reply = LossTerms { all_retreat: false, ..defense(reply) };
                if gives_way || reply.points == 0 { -harm } else { self.toll(defenders, reply).0 - harm }
            }
            AssaultResult::Loss(false, points, starred, reply) => {
                let (harm, gives_way) = self.toll(defenders, LossTerms { starred, ..defense(points) });
                let reply = LossTerms { all_retreat: false, ..attack(reply) };
                let won = if gives_way { stake } else { stake / self.weights.progress };
                let cost = if gives_way || reply.points == 0 { 0 } else { self.toll(attackers, reply).0 };
                harm + won - cost
            }
        };
        let odds = self.assault_odds(assault).into_iter();
        odds.map(|(result, faces)| worth(result) * i32::try_from(faces).unwrap_or(0)).sum::<i32>() / 10
    }

    /// The promise of a Tough Fight to the attacker (13.6).
    pub(crate) fn worth_of_tough_fight(&self, assault: &Assault) -> i32 {
        let [ours, theirs] = [true, false].map(|attacker| assault.party(attacker));
        let best = |party: &Party| party.iter().map(|unit| i32::from(self.modified_tcr(*unit))).max().unwrap_or(0);
        let harm = |party: &Party, enemy: &Party| {
            let hit =
                party.iter().map(|unit| self.weighed(*unit, self.harm_of_casualties(*unit, self.condition(*unit), 1)));
            let elan = party.iter().map(|unit| {
                let fails = 10 - i32::from(self.modified_tcr(*unit)).clamp(0, 10);
                fails * self.weighed(*unit, self.harm_of_elan(*unit, self.condition(*unit), 1))
            });
            (best(enemy) * hit.max().unwrap_or(0) + elan.sum::<i32>()) / 10
        };
        harm(theirs, ours) - harm(ours, theirs)
    }

    /// The assault upon `ground` with every unit that could join now.
    pub(crate) fn best_assault(&self, ground: HexIx) -> Option<Assault> {
        let activation = self.activation()?;
        let mut attackers: Party = Party::new();
        for hex in std::iter::once(ground).chain(self.board.map.neighbors(ground)) {
            let able = self.friends_in(activation.side, hex).into_iter();
            attackers.extend(able.filter(|unit| self.may_attack(activation, *unit, ground).is_ok()));
        }
        let assault = self.assault_upon(activation.side, ground, attackers, AssaultCause::Step);
        (!assault.attackers.is_empty() && !assault.defenders.is_empty()).then_some(assault)
    }

    /// The assault upon `ground` by `unit`, which stands next to it, with those that stand by and those that have not moved
    /// yet and are near.
    fn assault_in_sight(&self, unit: UnitIx, ground: HexIx) -> Option<Assault> {
        let mission = self.state.stack.iter().rev().find_map(|task| match task {
            Task::Event(EventTask::Attack(mission)) => Some(mission),
            _ => None,
        });
        if let Some(mission) = mission {
            let near = |other: &UnitIx| {
                self.hex_of(*other)
                    .is_some_and(|at| self.board.map.distance(at, ground) <= self.weights.comes.unsigned_abs())
            };
            let attackers = mission.units.iter().copied().filter(near).collect();
            return Some(self.assault_upon(mission.side, ground, attackers, AssaultCause::Auftragstaktik));
        }
        let activation = self.activation()?;
        self.may_attack(activation, unit, ground).ok()?;
        let mut helpers: InlineList<(u32, UnitIx), 32> = self
            .active_units(activation)
            .filter(|other| *other != unit)
            .filter_map(|other| {
                let gap = self.board.map.distance(self.hex_of(other)?, ground);
                let reach = self.assault_reach(other);
                let comes = gap <= reach
                    && !self.unit(other).done.moved
                    && self.is_fresh_attacker(other)
                    && self.may_assault_by_rows(other, ground).is_ok();
                (comes || self.may_attack(activation, other, ground).is_ok()).then_some((gap, other))
            })
            .collect();
        helpers.sort_unstable();
        let attackers = std::iter::once(unit).chain(helpers.into_iter().map(|(_, other)| other));
        let attackers = attackers.take(MOST_ATTACKERS).collect();
        Some(self.assault_upon(activation.side, ground, attackers, AssaultCause::Step))
    }

    /// The distance in hexes from which `unit` comes to an assault.
    fn assault_reach(&self, unit: UnitIx) -> u32 {
        let Weights { rides, comes, .. } = self.weights;
        if self.is_cavalry(unit) { rides } else { comes }.unsigned_abs()
    }

    /// Returns `true` if `unit` can still assault in the activation under way.
    fn is_fresh_attacker(&self, unit: UnitIx) -> bool {
        let state = self.unit(unit);
        !self.is_artillery(unit)
            && state.elan < 2
            && !state.done.attacked
            && self.order_of(unit) == Some(HqOrder::Attack)
    }

    /// The gain of `unit` next to `enemies` in this game: the best assault in sight, less the fire that meets it if it comes
    /// there; and without that fire if it stays there.
    pub(crate) fn worths_of_contact(&self, unit: UnitIx, enemies: &[UnitIx]) -> [i32; 2] {
        let mut grounds: InlineList<HexIx, 6> = enemies.iter().filter_map(|enemy| self.hex_of(*enemy)).collect();
        grounds.dedup();
        let assaults = grounds.iter().filter_map(|ground| self.assault_in_sight(unit, *ground));
        let gain = assaults.map(|assault| self.worth_of_assault(&assault)).max().unwrap_or(0);
        let harm: i32 = enemies.iter().map(|enemy| self.harm_by(*enemy, unit)).sum();
        let contact = i32::try_from(grounds.len()).unwrap_or(0);
        let stays = if gain > self.weights.test / 2 { gain } else { -10 * contact };
        [stays - harm, stays]
    }

    /// The harm of Defensive Fire of `firer` to `target`, in the mean.
    pub(crate) fn harm_by(&self, firer: UnitIx, target: UnitIx) -> i32 {
        let cause = FireCause::Defensive(self.unit(firer).defended);
        let shots = [Weapon::Own, Weapon::Mitrailleuse].map(|weapon| Shot { firer, weapon, target, half: false });
        let possible = shots.iter().filter(|shot| self.may_shoot(shot, cause).is_ok());
        possible.map(|shot| self.worth_of_fire(&Fire::new(*shot, cause))).sum()
    }

    /// The promise of a charge of `unit` upon `target`, where `there` is a copy to try it in: the target and those beside it
    /// fire first, and the cavalry is Disrupted afterwards, whatever comes of it (12.7).
    pub(crate) fn worth_of_charge(&self, unit: UnitIx, target: UnitIx, there: &mut AtAnyCost) -> i32 {
        let (Some(from), Some(ground)) = (self.hex_of(unit), self.hex_of(target)) else { return 0 };
        let side = self.unit_side(unit);
        // The last hex before the target, as the crow flies.
        let mut before = self.board.map.neighbors(ground).filter(|hex| !self.enemy_in(side, *hex));
        let nearest = before.next().map(|first| {
            before.fold(first, |best, hex| {
                let gap = |hex| self.board.map.distance(from, hex);
                if gap(hex) < gap(best) { hex } else { best }
            })
        });
        let Some(last) = nearest else { return 0 };
        there.join_stack(MovingPiece::Unit(unit), last);
        there.unit_mut(unit).second_line = false;
        let (mut harm, mut through) = (0, 100);
        for firer in there.enemies_next_to(side, last) {
            let hurts = there.appraised(self.weights).harm_by(firer, unit);
            harm += hurts;
            // A fire that does this much harm in the mean halts the charge one time in two.
            through = through * (100 - hurts.min(80)) / 100;
        }
        there.put_unit(unit, At::Hex(ground));
        let done = &mut there.unit_mut(unit).done;
        (done.charge, done.charged) = (Some(target), true);
        let assault = there.assault_upon(side, ground, Party::from_elem(unit, 1), AssaultCause::Step);
        let shock = self.weighed(unit, self.weights.shaken + self.weights.disrupted);
        there.appraised(self.weights).worth_of_assault(&assault) * through / 100 - harm / 2 - shock
    }

    /// The best assault that `attackers` could come to this turn, and half of the next best.
    pub(crate) fn opportunity(&self, attackers: &[(UnitIx, HexIx)], side: Side, cause: AssaultCause) -> i32 {
        let (mut best, mut next) = (0, 0);
        let mut seen: InlineList<HexIx, 64> = InlineList::new();
        for (_, ground) in self.on_map(side.other()) {
            if seen.contains(&ground) {
                continue;
            }
            let mut near: InlineList<(u32, UnitIx), 16> = attackers
                .iter()
                .filter_map(|(unit, at)| {
                    let gap = self.board.map.distance(*at, ground);
                    let comes = gap <= self.assault_reach(*unit) && self.may_assault_by_rows(*unit, ground).is_ok();
                    comes.then_some((gap, *unit))
                })
                .collect();
            if near.is_empty() {
                continue;
            }
            seen.push(ground);
            near.sort_unstable();
            let attackers = near.into_iter().take(MOST_ATTACKERS).map(|(_, unit)| unit).collect();
            let worth = self.worth_of_assault(&self.assault_upon(side, ground, attackers, cause));
            if worth > best {
                (best, next) = (worth, best);
            } else {
                next = next.max(worth);
            }
        }
        best + next / 2
    }

    /// The worth of a hit that an enemy unit takes, for whoever may say which.
    pub(crate) fn worth_of_hit(&self, unit: UnitIx) -> i32 {
        self.weighed(unit, self.harm_of_casualties(unit, self.condition(unit), 1)).min(4 * self.weights.casualty)
    }
}
