//! The appraisal of choices for the greedy player.
//!
//! One ply deep, in hundredths of a tier of a brigade. `appraise_harm.rs` has the harm of hits, `appraise_fights.rs` what a fire
//! or an assault does in the mean, `appraise_lures.rs` and `appraise_ground.rs` what a hex is worth, `appraise_orders.rs` orders,
//! `appraise_chits.rs` chits and events, and `appraise_rolls.rs` tells rolls apart for the search.

use crate::action::{Loss, Recombination, Weapon};
use crate::player::appraise_ground::Scratch;
use crate::player::weights::{Appraiser, Weights};
use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r06_chits::ChitTask;
use crate::rules::r07_command::CommandTask;
use crate::rules::r08_fire::{Fire, FireTask};
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_06_results::Losses;
use crate::rules::r13_assault::{Assault, AssaultCause, AssaultTask};
use crate::rules::r14_rally::RallyTask;
use crate::rules::r21_events::EventTask;
use crate::state::{Party, Task};
use crate::{Action, AtAnyCost, MovingPiece, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::Appraise;
use battlewright_core::players::appraisal::signed;
use battlewright_core::players::plan::Plan;

/// More than any other consideration.
pub(crate) const DECISIVE: i32 = 5_000;

impl Appraise for AtAnyCost {
    type Scratch = Scratch;
    type Weights = Weights;

    fn scratch_with(weights: Weights) -> Scratch {
        Scratch::with(weights)
    }

    fn appraise(&self, action: &Action) -> i32 {
        self.appraiser().worth_of(action, &mut Scratch::default())
    }

    fn appraise_all(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.plan = Plan::FREE;
        self.appraised(scratch.weights).appraise_as_planned(actions, scratch, worths);
    }

    fn rest_of_move(&self, choice: &Action, scratch: &mut Scratch, route: &mut Vec<Action>) -> u64 {
        self.appraised(scratch.weights).find_route(choice, scratch, route)
    }

    fn route_mark(&self) -> u64 {
        match self.state.stack.last() {
            Some(Task::Move(MoveTask::Moving(motion))) => self.mark_of_move(motion.piece),
            _ => 0,
        }
    }

    fn value(&self, side: Side) -> i32 {
        self.value_with(side, &Weights::default())
    }

    fn value_with(&self, side: Side, weights: &Weights) -> i32 {
        signed(side, self.appraised(*weights).lead())
    }

    /// Hidden are the Event Chits that are in the cup or set aside (5.1).
    fn imagine(&self, _: Side, dice: &mut Dice) -> Option<Self> {
        self.deal_hidden(dice)
    }

    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        self.state.stack.last().and_then(|task| self.kind_of_roll_at(task, picks))
    }

    fn is_quiet(&self) -> bool {
        let half_done = |task: &Task| match task {
            Task::Fire(task) => *task != FireTask::Step,
            Task::Move(task) => !matches!(task, MoveTask::Step | MoveTask::Choose(_) | MoveTask::Columns(_)),
            Task::Assault(task) => *task != AssaultTask::Step,
            Task::Event(_) => true,
            _ => false,
        };
        !self.state.stack.iter().any(half_done)
    }

    /// Moves only: what an order, a chit or a fire leads to shows later than the search looks ahead, and the appraisal reckons
    /// with it.
    fn is_searched(&self) -> bool {
        matches!(self.state.stack.last(), Some(Task::Move(_)))
    }
}

impl Appraiser<'_> {
    /// Puts the worth of all `actions` under the plan in `scratch` into `worths`.
    pub(crate) fn appraise_as_planned(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.turn_over(self.board.shared());
        worths.clear();
        worths.extend(actions.iter().map(|action| self.worth_of(action, scratch)));
    }

    /// The worth of `action`.
    fn worth_of(&self, action: &Action, scratch: &mut Scratch) -> i32 {
        match self.state.stack.last() {
            Some(Task::Sequence(task)) => self.worth_in_sequence(task, action),
            Some(Task::Chit(task)) => self.worth_with_chits(task, action),
            Some(Task::Command(task)) => self.worth_in_command(task, action, scratch),
            Some(Task::Fire(task)) => self.worth_in_fire(task, action, &scratch.plan),
            Some(Task::Move(task)) => self.worth_in_movement(task, action, scratch),
            Some(Task::Assault(task)) => self.worth_in_assault(task, action, scratch),
            Some(Task::Rally(task)) => self.worth_in_rally(task, action, scratch),
            Some(Task::Event(task)) => self.worth_in_event(task, action, scratch),
            Some(Task::Over(_)) | None => 0,
        }
    }

    fn worth_in_sequence(&self, task: &SequenceTask, action: &Action) -> i32 {
        match (task, *action) {
            (SequenceTask::OfferTrackRoll(_), Action::Roll) => 1,
            (SequenceTask::SpendTrackRoll(steps), Action::Advance(formation)) => {
                self.worth_of_advancing(steps.side, formation)
            }
            (SequenceTask::SpendTrackRoll(steps), Action::Hurry(group)) => self.worth_of_hurry(steps.side, group),
            (SequenceTask::SpendTrackRoll(_), Action::Detour { group, from, to }) => {
                self.worth_of_detour(group, from, to)
            }
            _ => 0,
        }
    }

    fn worth_with_chits(&self, task: &ChitTask, action: &Action) -> i32 {
        match (task, *action) {
            (ChitTask::Choose { .. }, Action::Chit(chit)) => self.worth_of_choosing(self.chit(chit).event),
            (ChitTask::WhoFirst(_), Action::Begin) => 1,
            (ChitTask::Held(_), Action::FireWith { shot, option, .. }) => {
                self.worth_of_event_shot(&shot, option) - self.price_of_chit()
            }
            (ChitTask::Held(_), Action::Chit(chit)) => self.worth_of_event(chit) - self.price_of_chit(),
            (ChitTask::Use(chit), Action::Play) => self.worth_of_event(*chit),
            (ChitTask::Use(chit), Action::Hold) => {
                let facts = self.chit(*chit);
                self.worth_of_holding_chit(facts.event, facts.side)
            }
            (ChitTask::Use(chit), Action::Track(track)) => self.worth_of_track(self.chit(*chit).side, track),
            (ChitTask::FortuneTrack { side, .. }, Action::Track(track)) => self.worth_of_track(*side, track),
            (ChitTask::Bonus, Action::Bonus(bonus)) => {
                self.activation().map_or(0, |activation| self.worth_of_bonus(activation, bonus))
            }
            _ => 0,
        }
    }

    fn worth_in_command(&self, task: &CommandTask, action: &Action, scratch: &mut Scratch) -> i32 {
        let Some(activation) = self.activation() else { return 0 };
        match (task, *action) {
            (CommandTask::Order, Action::Order(order)) => {
                let worth = self.worth_of_order(activation, order, scratch);
                if activation.enemy_orders { -worth } else { worth }
            }
            (CommandTask::EnteringOrder, Action::Order(order)) => {
                self.worth_of_entering_order(activation, order, &scratch.plan)
            }
            (CommandTask::Misinterpret, Action::Chit(_)) => {
                self.worth_of_misinterpreting(activation, scratch) - 2 * self.price_of_chit()
            }
            _ => 0,
        }
    }

    fn worth_in_fire(&self, task: &FireTask, action: &Action, plan: &Plan) -> i32 {
        match (task, *action) {
            (FireTask::Step, Action::Fire(shot)) => self.worth_of_shot(&shot, plan),
            (FireTask::Arrival(arrival), Action::Fire(shot)) => {
                self.worth_of_defensive_shot(&shot, self.defensive_cause(arrival, shot.firer))
            }
            (FireTask::Screen(fire), Action::Chit(_)) => {
                self.worth_of_difference(fire, &Fire { screened: true, ..*fire }) - self.price_of_chit()
            }
            (FireTask::Unscreen(fire), Action::Chit(_)) => {
                self.worth_of_difference(&Fire { screened: false, ..*fire }, fire) - self.price_of_chit()
            }
            (FireTask::Conditions(fire, side), Action::Chit(_)) => {
                let fires = *side == self.unit_side(fire.shot.firer);
                let better = Fire { conditions: fire.conditions + 1, ..*fire };
                let worse = Fire { conditions: fire.conditions - 1, ..*fire };
                let gain = if fires {
                    self.worth_of_difference(&better, fire)
                } else {
                    self.worth_of_difference(fire, &worse)
                };
                gain - self.price_of_chit()
            }
            _ => 0,
        }
    }

    fn worth_of_difference(&self, better: &Fire, worse: &Fire) -> i32 {
        self.worth_of_fire(better) - self.worth_of_fire(worse)
    }

    fn worth_in_movement(&self, task: &MoveTask, action: &Action, scratch: &mut Scratch) -> i32 {
        match (task, *action) {
            (MoveTask::Choose(_), Action::Move(piece)) => self.worth_of_moving(piece),
            (MoveTask::Choose(_), Action::Charge { unit, target }) => {
                let worth = self.worth_of_charge(unit, target, scratch.there(self));
                // Better than to be moved at all.
                if worth > self.weights.test / 2 { self.weights.casualty + worth } else { -1 }
            }
            (MoveTask::Choose(_), Action::Exchange(hex)) => self.worth_of_exchange(hex),
            (MoveTask::Choose(_), Action::BreakDown(_)) => -1,
            (MoveTask::BreakingDown(_), Action::Detach { unit, battleworn }) => {
                i32::from(self.board.unit(unit).sp[usize::from(battleworn)])
            }
            (MoveTask::Recombining { .. }, Action::Recombine(Recombination { unit, battleworn, without })) => {
                let left_out = without.map_or(0, |out| self.printed_sp(out, self.unit(out).battleworn));
                // The most SP; of two ways with as many the one that makes a single unit of them.
                2 * i32::from(self.printed_sp(unit, battleworn) + left_out) + i32::from(without.is_none())
            }
            // A charge takes the shortest way.
            (MoveTask::Moving(Motion { charge: Some(target), .. }), Action::Hex(hex)) => {
                let gap = self.hex_of(*target).map_or(0, |at| self.board.map.distance(at, hex));
                -i32::try_from(gap).unwrap_or(i32::MAX)
            }
            (MoveTask::Moving(motion), Action::Hex(hex)) => {
                self.worth_of_place(motion.piece, hex, scratch) - self.price_of_step(motion, hex)
            }
            (MoveTask::Moving(motion), Action::Stop) => {
                motion.hex.map_or(0, |hex| 1 + self.worth_of_place(motion.piece, hex, scratch))
            }
            (MoveTask::Interrupt { .. }, Action::FireWith { shot, option, .. }) => {
                self.weights.test / 4 + self.worth_of_event_shot(&shot, option) - self.price_of_chit()
            }
            (MoveTask::Interrupt { .. }, Action::Chit(_)) => -1,
            (MoveTask::Contact { motion, .. }, Action::Unit(cavalry)) => self.worth_of_countercharge(motion, cavalry),
            (MoveTask::Opportunity(charge), Action::Unit(cavalry)) => {
                let faces = i32::from(self.modified_tcr(cavalry));
                let Some(ground) = self.hex_of(charge.target) else { return 0 };
                self.worth_of_riding_in(cavalry, charge.target, ground, AssaultCause::OpportunityCharge, scratch)
                    * faces
                    / 10
            }
            _ => 0,
        }
    }

    /// The price of a step of `motion` to `hex`: of two ways that come as near the cheaper leads further.
    pub(crate) fn price_of_step(&self, motion: &Motion, hex: HexIx) -> i32 {
        i32::from(self.step_cost(motion, hex)).min(8) / 2
    }

    /// The worth of moving `piece` next. Those in front make room; an HQ comes after its units, and knows where they are.
    fn worth_of_moving(&self, piece: MovingPiece) -> i32 {
        let MovingPiece::Unit(unit) = piece else { return 1 };
        let gap = self.hex_of(unit).and_then(|hex| self.gap_to_enemies(self.unit_side(unit), hex));
        2 + gap.map_or(0, |gap| (80 - i32::try_from(gap).unwrap_or(80)).max(0) / 2)
    }

    /// The worth of exchanging the lines in `hex`: in front of guns stands whoever protects them, if the enemy is near; if
    /// not, the guns stand in front, to fire with all their strength (8.1).
    fn worth_of_exchange(&self, hex: HexIx) -> i32 {
        let Some(side) = self.activation().map(|activation| activation.side) else { return 0 };
        let (Some(front), Some(second)) = (self.front_of(side, hex), self.second_of(side, hex)) else { return 0 };
        let near = self.gap_to_enemies(side, hex).is_some_and(|gap| gap <= 2);
        match (self.is_artillery(front), self.is_artillery(second)) {
            (true, false) if near => 45,
            (false, true) if !near => 45,
            (true, true) if self.weight(second) > self.weight(front) => 3,
            _ => -1,
        }
    }

    /// The worth of a countercharge of `cavalry` upon the charging unit of `motion` (12.8).
    fn worth_of_countercharge(&self, motion: &Motion, cavalry: UnitIx) -> i32 {
        let (MovingPiece::Unit(charger), Some(ground)) = (motion.piece, motion.hex) else { return 0 };
        let assault =
            self.assault_upon(self.unit_side(charger), ground, Party::from_elem(charger, 1), AssaultCause::Step);
        let met = Assault {
            defenders: Party::from_elem(cavalry, 1),
            charger: Some(charger),
            countercharger: Some(cavalry),
            ..assault
        };
        let stopped = motion.charge.and_then(|target| {
            let at = self.hex_of(target)?;
            let upon = self.assault_upon(self.unit_side(charger), at, Party::from_elem(charger, 1), AssaultCause::Step);
            Some(self.worth_of_assault(&Assault { charger: Some(charger), ..upon }))
        });
        let shock = self.weighed(cavalry, self.weights.shaken + self.weights.disrupted);
        let faces = i32::from(self.modified_tcr(cavalry));
        (stopped.unwrap_or(0) - self.worth_of_assault(&met) - shock) * faces / 10
    }

    /// The worth of an assault of charging `cavalry` upon `ground`.
    fn worth_of_riding_in(
        &self,
        cavalry: UnitIx,
        target: UnitIx,
        ground: HexIx,
        cause: AssaultCause,
        scratch: &mut Scratch,
    ) -> i32 {
        let there = scratch.there(self);
        there.join_stack(MovingPiece::Unit(cavalry), ground);
        let state = there.unit_mut(cavalry);
        (state.done.charge, state.second_line) = (Some(target), false);
        let assault = there.assault_upon(self.unit_side(cavalry), ground, Party::from_elem(cavalry, 1), cause);
        there.appraised(self.weights).worth_of_assault(&assault)
            - self.weighed(cavalry, self.weights.shaken + self.weights.disrupted)
    }

    fn worth_in_assault(&self, task: &AssaultTask, action: &Action, scratch: &mut Scratch) -> i32 {
        match (task, *action) {
            (AssaultTask::Step, Action::Hex(ground)) => self.best_assault(ground).map_or(0, |assault| {
                let zeal = assault.attackers.first().map_or(0, |unit| self.zeal(*unit, ground, &scratch.plan));
                self.worth_of_assault(&assault) + zeal
            }),
            (AssaultTask::Step, Action::Pass) => self.weights.test / 3,
            (AssaultTask::Plan(assault), Action::Unit(unit)) => {
                let mut attackers = assault.attackers.clone();
                attackers.push(unit);
                1 + self.worth_of_assault(&self.assault_upon(assault.side, assault.ground, attackers, assault.cause))
            }
            (AssaultTask::Plan(assault), Action::Begin) => self.worth_of_assault(assault),
            (AssaultTask::Evasion(assault), Action::Evade) => {
                let held = self.worth_of_holding(assault.side.other(), assault.ground);
                let falls_back = self
                    .evader(assault)
                    .map_or(self.weights.retreat, |unit| self.weighed(unit, self.harm_of_retreat(unit, &scratch.plan)));
                -falls_back - if assault.defenders.len() > 1 { 0 } else { held }
            }
            (AssaultTask::Evasion(assault), Action::Pass) => -self.worth_of_assault(assault),
            (AssaultTask::Conditions(assault, side), Action::Chit(_)) => {
                let shifted = Assault { conditions: self.conditions_after(assault, *side), ..assault.clone() };
                let gain = self.worth_of_assault(&shifted) - self.worth_of_assault(assault);
                (if *side == assault.side { gain } else { -gain }) - self.price_of_chit()
            }
            (AssaultTask::ToughChoice(_), Action::Unit(unit)) => self.worth_of_hit(unit),
            (AssaultTask::Losses(losses), Action::Lose { unit, loss }) => {
                self.worth_of_loss(losses, unit, loss, &scratch.plan)
            }
            // Alone, an HQ is overrun by whoever follows.
            (AssaultTask::Escort(escort), Action::Move(_)) => {
                let unit = escort.retreat.unit;
                let company = self.hex_of(unit).map_or(0, |hex| self.friends_in(self.unit_side(unit), hex).len());
                if company > 1 { -1 } else { self.weights.test }
            }
            (AssaultTask::Retreat(retreat), Action::Hex(hex)) => {
                self.worth_of_place(MovingPiece::Unit(retreat.unit), hex, scratch)
            }
            // In shelter one goes no further than one has to.
            (AssaultTask::Retreat(_), Action::Stop) => 1,
            (AssaultTask::Lines(side, hex), Action::Exchange(_)) => {
                let front = self.front_of(*side, *hex).is_some_and(|unit| self.is_artillery(unit));
                let second = self.second_of(*side, *hex).is_some_and(|unit| !self.is_artillery(unit));
                if front && second { 1 } else { -1 }
            }
            (AssaultTask::Breakthrough(breakthrough), Action::Unit(unit)) => {
                self.worth_of_advance(unit, breakthrough.ground, scratch)
            }
            (AssaultTask::Breakthrough(breakthrough), Action::Hex(hex)) => breakthrough
                .charger
                .map_or(0, |charger| self.worth_of_advance(charger, hex, scratch) - self.weights.test),
            (AssaultTask::Follow { formation, to }, Action::Move(hq)) => {
                let here = self.hq_hex(*formation).map_or(0, |hex| self.worth_of_place(hq, hex, scratch));
                self.worth_of_place(hq, *to, scratch) - here
            }
            _ => 0,
        }
    }

    /// The worth of an advance of `unit` to `hex` after a victory.
    fn worth_of_advance(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> i32 {
        let piece = MovingPiece::Unit(unit);
        let here = self.hex_of(unit).map_or(0, |at| self.worth_of_place(piece, at, scratch));
        self.weights.test + self.worth_of_place(piece, hex, scratch) - here
    }

    /// The worth of taking a Loss Point so; it is below 0.
    fn worth_of_loss(&self, losses: &Losses, unit: UnitIx, loss: Loss, plan: &Plan) -> i32 {
        let Some(toll) = losses.tolls.iter().find(|toll| toll.unit == unit) else { return 0 };
        let condition = self.condition(unit);
        // If nobody gives way, the winner loses as well.
        let reply =
            losses.winner.is_some_and(|points| points > 0) && losses.tolls.iter().all(|toll| toll.retreats == 0);
        let reply = if reply { self.weights.test } else { 0 };
        let retreat = self.harm_of_retreat(unit, plan);
        let all_retreat = losses.winner.is_some() && losses.assault.charger.is_some();
        match loss {
            Loss::Elan => reply - self.weighed(unit, self.harm_of_elan(unit, condition, 1)),
            Loss::Casualty => reply - self.weighed(unit, self.harm_of_casualties(unit, condition, 1)),
            Loss::Retreat if all_retreat && toll.retreats == 0 => 0,
            Loss::Retreat if toll.retreats > 0 => -self.weighed(unit, retreat) / 2,
            Loss::Retreat => {
                let alone = losses.tolls.len() == 1 || losses.attacker;
                let ground = self.worth_of_holding(losses.side(), toll.from);
                let ground = if alone { ground } else { ground / 2 };
                let trapped = if self.is_trapped(losses, toll.from) { self.harm_of_breaking(unit) } else { 0 };
                -self.weighed(unit, retreat + trapped) - ground
            }
        }
    }

    /// Returns `true` if there is no way out of `hex` for a unit of the loser: who cannot retreat is Broken (13.7).
    fn is_trapped(&self, losses: &Losses, hex: HexIx) -> bool {
        let victors = losses.assault.party(!losses.attacker).iter().filter_map(|unit| self.hex_of(*unit));
        let leads_out = |to: HexIx| {
            let gains = victors.clone().map(|at| {
                let [then, now] = [to, hex].map(|end| i64::from(self.board.map.distance(at, end)));
                then - now
            });
            !self.enemy_in(losses.side(), to) && gains.clone().all(|gain| gain >= 0) && gains.max() > Some(0)
        };
        !self.board.map.neighbors(hex).any(leads_out)
    }

    fn worth_in_rally(&self, task: &RallyTask, action: &Action, scratch: &mut Scratch) -> i32 {
        match (task, *action) {
            (RallyTask::Rally(_), Action::Rally(unit)) => 1 + self.worth_of_rally(unit, self.unit(unit).elan),
            (RallyTask::Rally(_), Action::Resupply(unit)) => 1 + self.worth_of_supply(unit),
            (RallyTask::Rally(_), Action::Rebuild(unit)) => 2 + self.worth_of_rebuilding(unit),
            (RallyTask::Rally(_), Action::Refresh(unit)) => {
                self.weighed(unit, self.weights.casualty) * i32::from(self.refresh_limit(unit)) / 10
            }
            (RallyTask::RebuildAt(unit), Action::Hex(hex)) => {
                self.worth_of_place(MovingPiece::Unit(*unit), hex, scratch)
            }
            (RallyTask::Dig, Action::Dig(unit)) => 1 + self.weight(unit),
            _ => 0,
        }
    }

    fn worth_in_event(&self, task: &EventTask, action: &Action, scratch: &mut Scratch) -> i32 {
        match (task, *action) {
            (EventTask::Choose(chit), _) => self.worth_of_pick(*chit, action),
            (EventTask::ChargeBattery(_), Action::Unit(unit)) => i32::from(self.strength(unit, Weapon::Own, false)),
            (EventTask::ChargeFire(..), Action::FireWith { shot, option, .. }) => {
                self.worth_of_event_shot(&shot, option)
            }
            (EventTask::Harassed(unit), Action::Chit(_)) => self.worth_of_harassing(*unit) - self.price_of_chit(),
            (EventTask::Advance(onset), Action::Hex(hex)) => self.worth_of_onset_from(onset, Some(hex), scratch),
            (EventTask::Advance(onset), Action::Stop) => self.worth_of_onset_from(onset, None, scratch),
            (EventTask::Assault(onset), Action::Hex(ground)) => {
                let worth = self.worth_of_joint_assault(&[onset.unit], ground, onset.cause);
                if onset.chooser(self) == self.unit_side(onset.unit) { worth } else { -worth }
            }
            (EventTask::Second(_), Action::Unit(unit)) => {
                let gap = self.hex_of(unit).and_then(|hex| self.gap_to_enemies(self.unit_side(unit), hex));
                self.weight(unit) - gap.map_or(0, |gap| i32::try_from(gap.min(30)).unwrap_or(30))
            }
            (EventTask::Move(_), Action::Move(piece)) => self.worth_of_moving(piece),
            (EventTask::Attack(mission), Action::Hex(ground)) => {
                self.worth_of_joint_assault(&mission.units, ground, AssaultCause::Auftragstaktik)
            }
            (EventTask::Attack(_), Action::Pass) => self.weights.test / 3,
            (EventTask::Join(assault), Action::Unit(unit)) => {
                let mut units = assault.attackers.clone();
                units.push(unit);
                1 + self.worth_of_joint_assault(&units, assault.ground, AssaultCause::Auftragstaktik)
            }
            (EventTask::Join(assault), Action::Begin) => {
                self.worth_of_joint_assault(&assault.attackers, assault.ground, AssaultCause::Auftragstaktik)
            }
            _ => 0,
        }
    }
}
