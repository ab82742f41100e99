//! The appraisal of choices for the greedy player.
//!
//! The appraisal looks one ply deep, in hundredths of a step of a unit. The mean effect of a fire or an assault is in
//! `appraise_fights.rs`, the worth of a hex in `appraise_ground.rs`, that of orders and events in `appraise_events.rs`.

use crate::player::appraise_ground::Scratch;
use crate::player::weights::{Appraiser, Weights};
use crate::rules::r06_setup::{Deploy, FirstOrders};
use crate::rules::r09_chits::{ChooseChit, UseChit};
use crate::rules::r11_01_orders::OrderPhase;
use crate::rules::r12_03_out_of_command::CompelledStep;
use crate::rules::r13_09_breakthrough::Follow;
use crate::rules::r13_assault::AssaultPhase;
use crate::rules::r14_rally::RebuildAt;
use crate::rules::r17_01_french::Lure;
use crate::rules::r17_events::{AssaultEvent, Pick};
use crate::state::{ActivatedUnits, AssaultStage, At, Chit, Fire, Motion, Task};
use crate::{Action, MovingPiece, PositionMagnifique, UnitIx};
use battlewright_core::game::{Chance, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::Appraise;
use battlewright_core::players::appraisal::signed;
use battlewright_core::players::plan::Plan;

impl Appraise for PositionMagnifique {
    type Scratch = Scratch;
    type Weights = Weights;

    fn scratch_with(weights: Weights) -> Scratch {
        Scratch::with(weights)
    }

    fn appraise(&self, action: &Action) -> i32 {
        let mut scratch = Scratch::default();
        scratch.turn_over(self.board.shared());
        self.appraiser().worth_of(action, &mut scratch)
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
            Some(Task::Moving(motion)) => self.mark_of_move(motion.piece),
            _ => 0,
        }
    }

    fn value(&self, side: Side) -> i32 {
        self.value_with(side, &Weights::default())
    }

    fn value_with(&self, side: Side, weights: &Weights) -> i32 {
        signed(side, self.appraised(*weights).lead())
    }

    /// Only the Activation Chits that the enemy has added in secret are hidden (20.3): as many of its available chits are drawn
    /// at random.
    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        let enemy = side.other();
        if !self.state.cup.contains(&Chit::Secret(enemy)) {
            return None;
        }
        let mut whole = self.clone();
        let state = &mut whole.state;
        let mut left: Vec<_> = self.board.side(enemy).chosen_chits.clone();
        left.retain(|formation| !state.chosen.contains(formation));
        state.cup.exchange(|chit| {
            if *chit == Chit::Secret(enemy)
                && let Ok(from) = u16::try_from(left.len())
                && from > 0
            {
                let pick = dice.roll(Chance::Draw { from }).first().map_or(0, |pick| usize::from(*pick));
                let formation = left.swap_remove(pick);
                *chit = Chit::Activation(formation);
                state.chosen.push(formation);
            }
        });
        Some(whole)
    }

    /// Two dice count by their sum; a fire counts by its result in the table, and by doubles.
    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        match (self.state.stack.last(), picks) {
            (Some(Task::Fire(fire)), &[a, b]) => {
                let result = self.fire_result(self.fire_column(fire), a + b);
                Some(2 * result as u32 + u32::from(a == b))
            }
            (Some(_), &[a, b]) => Some(u32::from(a) + u32::from(b)),
            _ => None,
        }
    }

    fn is_quiet(&self) -> bool {
        let half_done = |task: &Task| {
            matches!(
                task,
                Task::Moving(_)
                    | Task::Contact(_)
                    | Task::Arrival(_)
                    | Task::Fire(_)
                    | Task::MoraleTest(_)
                    | Task::ReturnFire(_)
                    | Task::Assault(_)
                    | Task::Retreat(_)
                    | Task::Breakthrough(_)
                    | Task::Follow(_)
                    | Task::Compelled(_)
                    | Task::CompelledStep(_)
            )
        };
        !self.state.stack.iter().any(half_done)
    }
}

impl Appraiser<'_> {
    /// Puts the worth of all `actions` under the plan in `scratch` into `worths`.
    pub(crate) fn appraise_as_planned(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.turn_over(self.board.shared());
        worths.clear();
        worths.extend(actions.iter().map(|action| self.worth_of(action, scratch)));
    }

    /// Returns the worth of `action`. The `scratch` caches the goals of a unit for other actions.
    fn worth_of(&self, action: &Action, scratch: &mut Scratch) -> i32 {
        let Some(task) = self.state.stack.last() else { return 0 };
        if let Some(fire) = self.fire_of(action) {
            let harm = self.worth_of_fire(&fire);
            let worth = harm + self.aim(fire.firer, fire.target, harm, &scratch.plan) - self.price_of_fire(&fire);
            return if matches!(action, Action::FireWith { .. }) { worth - self.price_of_chit() } else { worth };
        }
        match (task, *action) {
            (Task::FirstOrders(FirstOrders(hqs)), Action::Order(order)) => {
                hqs.last().map_or(0, |formation| self.worth_of_order(*formation, order, scratch))
            }
            (Task::OrderPhase(OrderPhase(activation)), Action::Order(order)) => match activation.who {
                ActivatedUnits::Formation(formation) => self.worth_of_order(formation, order, scratch),
                _ => 0,
            },
            (Task::Deploy(Deploy(pieces)), Action::Hex(hex)) => {
                pieces.last().map_or(0, |piece| self.worth_of_place(*piece, hex, scratch))
            }
            (Task::ChooseChit(ChooseChit(side)), Action::Formation(formation)) => self.readiness(formation, *side),
            (Task::UseChit(UseChit(chit)), Action::Use(event)) => self.worth_of_event(event, self.chit(*chit).side),
            (Task::Pick(Pick(event, side)), _) => self.worth_of_pick(*event, *side, action),
            // Units in front move first to make room; an HQ moves after its units, to a place near them.
            (Task::MovePhase(_), Action::Move(MovingPiece::Unit(unit))) => {
                let gap = self.hex_of(unit).and_then(|hex| self.gap_to_enemies(self.unit_side(unit), hex));
                2 + gap.map_or(0, |gap| (100 - i32::try_from(gap).unwrap_or(100)).max(0) / 2)
            }
            (Task::MovePhase(_), Action::Move(MovingPiece::Hq(_))) => 1,
            (
                Task::MovePhase(_) | Task::Moving(_),
                Action::Charge { unit, target } | Action::Deathride { unit, target, .. },
            ) => {
                let now = if matches!(task, Task::Moving(_)) {
                    self.hex_of(unit).map_or(0, |hex| self.worth_of_place(MovingPiece::Unit(unit), hex, scratch))
                } else {
                    // Better than an ordinary move.
                    50
                };
                let worth = self.worth_of_charge(unit, target);
                if worth > 0 { now + worth } else { worth.min(now - 1) }
            }
            // A charge takes the shortest path.
            (Task::Moving(Motion { charge: Some(target), .. }), Action::Hex(hex)) => {
                let gap = self.hex_of(*target).map_or(0, |at| self.board.map.distance(at, hex));
                -i32::try_from(gap).unwrap_or(i32::MAX)
            }
            (Task::Moving(motion), Action::Hex(hex)) => {
                self.worth_of_place(motion.piece, hex, scratch) - self.price_of_step(motion, hex)
            }
            (Task::Moving(motion), Action::Stop) => {
                motion.hex.map_or(0, |hex| 1 + self.worth_of_place(motion.piece, hex, scratch))
            }
            (Task::CompelledStep(CompelledStep { unit, .. }) | Task::RebuildAt(RebuildAt(unit)), Action::Hex(hex)) => {
                self.worth_of_place(MovingPiece::Unit(*unit), hex, scratch)
            }
            (Task::Lure(Lure(unit)), Action::Hex(hex)) => -self.worth_of_place(MovingPiece::Unit(*unit), hex, scratch),
            (Task::Retreat(retreat), Action::Hex(hex)) => {
                self.worth_of_place(MovingPiece::Unit(retreat.unit), hex, scratch)
            }
            (Task::Contact(_), Action::Unit(_)) => 1,
            (Task::AssaultPhase(AssaultPhase(activation)), Action::Unit(target)) => {
                let worth = self.best_assault(activation.side, target).map_or(0, |assault| {
                    let zeal =
                        assault.attackers.first().map_or(0, |unit| self.zeal(*unit, assault.ground, &scratch.plan));
                    self.worth_of_assault(&assault) + zeal
                });
                // The enemy chooses the target of a lured unit.
                if matches!(activation.who, ActivatedUnits::Lured(_)) { -worth } else { worth }
            }
            (Task::AssaultPhase(_), Action::Pass) => self.weights.test / 2,
            (Task::Assault(assault), Action::Play(_)) => {
                let mut better = assault.clone();
                better.shift = better.shift.saturating_add(self.event_shift(AssaultEvent::Undulations));
                self.worth_of_assault(&better) - self.worth_of_assault(assault) - self.price_of_chit()
            }
            (Task::Assault(assault), Action::Unit(_) | Action::Begin) => {
                let unit_joins = matches!(action, Action::Unit(_));
                let planned = self.assault_of(action).unwrap_or_else(|| assault.clone());
                self.worth_of_assault(&planned) + i32::from(unit_joins)
            }
            (Task::Assault(assault), Action::FallBack) if assault.stage == AssaultStage::RetreatOffer => {
                self.worth_of_assault(assault) - self.harm_of_retreat(assault, &scratch.plan)
            }
            (Task::Assault(_), Action::LoseStep(unit)) => {
                if self.unit(unit).reduced {
                    -2 * self.weights.step
                } else {
                    -self.weights.step
                }
            }
            (Task::Assault(assault), Action::FallBack) => {
                let defender = assault.side.other();
                let stake = self.board.stakes(defender).iter().find(|stake| stake.hex == assault.ground);
                stake.map_or(-self.harm_of_retreat(assault, &scratch.plan), |stake| -stake.worth - 1)
            }
            (Task::Breakthrough(breakthrough), Action::Unit(unit)) => {
                let here =
                    self.hex_of(unit).map_or(0, |hex| self.worth_of_place(MovingPiece::Unit(unit), hex, scratch));
                self.weights.test + self.worth_of_place(MovingPiece::Unit(unit), breakthrough.ground, scratch) - here
            }
            (Task::Breakthrough(breakthrough), Action::Hex(hex)) => breakthrough.charger.map_or(0, |charger| {
                let here =
                    self.hex_of(charger).map_or(0, |hex| self.worth_of_place(MovingPiece::Unit(charger), hex, scratch));
                self.worth_of_place(MovingPiece::Unit(charger), hex, scratch) - here
            }),
            (Task::Follow(Follow { formation, to }), Action::Move(hq)) => {
                let here = self.hq_hex(*formation).map_or(0, |hex| self.worth_of_place(hq, hex, scratch));
                self.worth_of_place(hq, *to, scratch) - here
            }
            (Task::Struggle(_), Action::Unit(unit)) => i32::from(self.morale(unit)) - 5,
            (Task::StruggleHit(_), Action::LoseStep(unit)) => 1 + i32::from(self.unit(unit).reduced),
            (Task::Fire(fire), Action::Play(_)) => {
                let smoke = Fire { smoke: true, ..*fire };
                self.worth_of_fire(fire) - self.worth_of_fire(&smoke) - self.price_of_chit()
            }
            (Task::Recover(_), Action::Rally(unit) | Action::Resupply(unit)) => {
                1 + i32::from(self.board.unit(unit).combat[0])
            }
            (Task::Rebuild(_), Action::Unit(unit)) => 1 + i32::from(self.board.unit(unit).combat[1]),
            (Task::Regroup(_), Action::Hurry(group)) => {
                let due = self.board.units_of(group.formation).filter(|unit| self.is_due_in(*unit, group.turn));
                1 + due.map(|unit| i32::from(self.board.unit(unit).combat[0])).sum::<i32>()
            }
            _ => 0,
        }
    }

    /// Returns the price of a step of `motion` to `hex`: of two paths with ends of equal worth, the cheaper leaves more movement.
    pub(crate) fn price_of_step(&self, motion: &Motion, hex: HexIx) -> i32 {
        i32::from(self.step_cost(motion, hex)).min(8) / 2
    }

    fn is_due_in(&self, unit: UnitIx, in_turn: u8) -> bool {
        matches!(self.unit(unit).at, At::Due { turn, .. } if turn == in_turn)
    }

    /// Returns the worth of a held chit, which is high while a better use may come this turn; after the last activation the
    /// chit is lost (15.0).
    pub(crate) fn price_of_chit(&self) -> i32 {
        let more = self.state.cup.iter().any(|chit| !matches!(chit, Chit::Event(_)));
        if more { self.weights.test } else { self.weights.test / 10 }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use crate::tests::testing::{Table, position};

    #[test]
    fn a_charge_takes_the_shortest_way() {
        let mut table = position(
            "map 12x9
            prussian cavalry c1 3/2 at 0408
            french infantry f1 4/2 at 0404",
        )
        .moves("prussian");
        table.does("charge c1 f1");
        assert_eq!(table.best_choice(), "hex 0407");
        table.does("hex 0407");
        assert_eq!(table.best_choice(), "hex 0406");
    }

    #[test]
    fn bazaine_s_malaise_befalls_a_corps_that_is_still_to_act() {
        let mut table = position(
            "map 12x9
            chit prussian bazaines-malaise colonel-caprivi
            corps ii french at 0101 range 9 9
            corps iii french at 0101 range 9 9
            french infantry f1 4/2 at 0404 of ii
            french infantry f2 4/2 at 0504 of ii
            french infantry f3 4/2 at 0304 of iii
            prussian infantry p1 5/3 at 0408",
        )
        .with(|scenario| scenario.formation[0].chit_from_turn = Some(5))
        .cup();
        table.draws("bazaines-malaise").does("use bazaines-malaise");
        table.allows("formation ii");
        assert_eq!(table.best_choice(), "formation iii", "the chit of the larger corps is not in the cup");
    }

    #[test]
    fn smoke_is_kept_for_a_fire_that_hurts() {
        let fired_at = |target: &str, factor: u8| {
            let mut table = position(&format!(
                "map 12x9
                holds french battlefield-conditions
                french infantry f1 6/3 at 0404 {target}
                prussian field p1 {factor}/1 at 0407"
            ))
            .cup();
            table.draws("prussian").does("fire p1 f1");
            table.best_choice()
        };
        assert_eq!(fired_at("shaken reduced", 10), "chit-0");
        assert_eq!(fired_at("", 1), "pass");
    }

    /// A Prussian brigade between two towns that decide the game, one of them under Prussian control.
    fn between_towns(enemy: &str) -> Table {
        let mut table = position(&format!(
            "map 26x9
            place here 0605 held prussian
            place there 2205 held french
            prussian infantry p1 5/3 at 1105
            french infantry f1 5/3 at {enemy}"
        ))
        .with(|scenario| {
            scenario.victory.last.push(file::Ending {
                winner: Some("prussian".into()),
                level: file::VictoryLevel::Major,
                controls: vec!["here".into(), "there".into()],
                ..file::Ending::default()
            });
        })
        .moves("prussian");
        table.does("move p1");
        table
    }

    #[test]
    fn a_town_that_is_threatened_is_held_and_one_that_is_not_is_left_for_another() {
        let hex = between_towns("0205").best_choice();
        assert!(
            hex == "hex 1004" || hex == "hex 1005" || hex == "hex 1006",
            "back to the town that is threatened: {hex}"
        );
        let hex = between_towns("1801").best_choice();
        assert!(hex == "hex 1205" || hex == "hex 1206" || hex == "hex 1204", "on to the other: {hex}");
    }
}
