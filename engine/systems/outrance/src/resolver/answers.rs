//! The results of actions, in words that players carry out on the table.

use battlewright_schema::outrance::{CombatEffect, Rules, StoppedResult, TroopType, UnitStatus};

use super::fields::ResolverAction;
use super::odds::ResolverOdds;
use super::questions::ResolverQuestion;
use super::{Resolver, ResolverRolls, sentences};
use crate::rules::c03_orders::{OrderFate, movement_left};
use crate::rules::c06_fire_results::fire_effect;
use crate::rules::c07_assault_results::{AssaultResult, CloseCombat, result_at};
use crate::rules::c09_regrouping::RegroupCase;
use crate::state::MoveKind;

/// The outcome of an action as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolverOutcome {
    /// An order to deploy, maneuver or march. An assault whose order is lost, or delayed with a target out of reach, ends with it too.
    Order(OrderFate),
    /// The effect of fire on the target.
    Fire(CombatEffect),
    /// Fire at a target out of range.
    OutOfRange,
    /// Fire has stopped the assault.
    Stopped(StoppedResult),
    /// The assault has gone home.
    CloseCombat(CloseCombat),
    /// The unit has regrouped (`true`) or not.
    Regroup(bool),
}

impl ResolverOutcome {
    /// Returns the name, such as `"order-delayed"` or `"assault-won"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Order(OrderFate::Received) => "order-received",
            Self::Order(OrderFate::Delayed) => "order-delayed",
            Self::Order(OrderFate::Lost) => "order-lost",
            Self::Fire(_) => "fire",
            Self::OutOfRange => "out-of-range",
            Self::Stopped(_) => "assault-stopped",
            Self::CloseCombat(CloseCombat { won: true, .. }) => "assault-won",
            Self::CloseCombat(CloseCombat { won: false, .. }) => "assault-lost",
            Self::Regroup(true) => "regrouped",
            Self::Regroup(false) => "not-regrouped",
        }
    }
}

/// A roll that an action used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolverRoll {
    /// The name, such as `"order"`.
    pub name: &'static str,
    /// The number, from 1 to 100.
    pub roll: u8,
}

/// The answer to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverAnswer {
    /// The outcome.
    pub outcome: ResolverOutcome,
    /// The result in sentences. The first tells what happens, the others how to carry it out.
    pub text: Vec<String>,
    /// The rolls that the result depends on.
    pub rolls: Vec<ResolverRoll>,
    /// The exact chances; without those steps whose questions the result did not need.
    pub odds: Vec<ResolverOdds>,
}

impl Resolver<'_> {
    /// Returns the result of the action for these rolls.
    ///
    /// # Errors
    /// The next question that must be answered first.
    pub fn answer(&self, rolls: &ResolverRolls) -> Result<ResolverAnswer, ResolverQuestion> {
        if let Some(question) = self.question(rolls) {
            return Err(question);
        }
        let fate = self.fate(rolls)?;
        let mut used = Vec::new();
        if self.action.is_order() {
            used.push(ResolverRoll { name: "order", roll: rolls.order });
        }
        let (outcome, text) = match self.action {
            ResolverAction::Deploy | ResolverAction::Maneuver | ResolverAction::March => {
                (ResolverOutcome::Order(fate), self.order_text(fate))
            }
            ResolverAction::DeployedFire | ResolverAction::AdvancingFire => self.fire_answer(rolls, &mut used),
            ResolverAction::Assault => self.assault_answer(rolls, fate, &mut used)?,
            ResolverAction::Regroup => self.regroup_answer(rolls, &mut used)?,
        };
        Ok(ResolverAnswer { outcome, text, rolls: used, odds: self.odds().unwrap_or_default() })
    }

    fn order_text(&self, fate: OrderFate) -> Vec<String> {
        let rules = self.rules;
        let first = match fate {
            OrderFate::Received => "The order is received.",
            OrderFate::Delayed => "The order is delayed.",
            OrderFate::Lost => return lost(rules),
        };
        let (verb, allowance) = match self.action {
            ResolverAction::Maneuver => ("maneuver", self.base_move().map(|(maneuver, _)| maneuver)),
            ResolverAction::March => ("march", self.base_move().map(|(_, march)| march)),
            _ => {
                let shift = match fate {
                    OrderFate::Received => format!("its reference base may shift up to {} inch", rules.deploy_shift),
                    _ if rules.delayed_shift.thousandths() == 0 => "its reference base does not shift".to_owned(),
                    _ => format!("its reference base may shift up to {} inch", rules.delayed_shift),
                };
                return vec![first.to_owned(), format!("The unit deploys and faces as you wish; {shift} (III).")];
            }
        };
        let Some(allowance) = allowance else { return vec![first.to_owned()] };
        let left = inches(movement_left(fate, allowance, rules.delayed_percent));
        let whole = inches(allowance);
        let second = match fate {
            OrderFate::Received => format!("The unit may {verb} {whole} inches of base movement (IV)."),
            _ => format!("The unit may {verb} {left} inches, out of a base movement of {whole} inches (IV)."),
        };
        vec![first.to_owned(), second]
    }

    /// Returns the base movements of a maneuver and of a march, in thousandths of an inch.
    fn base_move(&self) -> Option<(i32, i32)> {
        let row = self.rules.base_move(self.actor.troops, self.actor.quality)?;
        let moves = [(MoveKind::Maneuver, row.maneuver), (MoveKind::March, row.march)];
        let [maneuver, march] = moves.map(|(kind, inches)| self.base_move_by_rows(kind, inches.thousandths()));
        Some((maneuver, march))
    }

    fn fire_answer(&self, rolls: &ResolverRolls, used: &mut Vec<ResolverRoll>) -> (ResolverOutcome, Vec<String>) {
        let Some(index) = self.fire_index() else {
            let text = ["The target is out of range. The fire has no effect.", "The unit has used its action (VI)."];
            return (ResolverOutcome::OutOfRange, text.map(str::to_owned).to_vec());
        };
        used.push(ResolverRoll { name: "result", roll: rolls.result });
        let effect = fire_effect(self.rules, index.index, self.target_status(false), rolls.result);
        let mut text = vec![match effect {
            CombatEffect::Nothing => "The fire has no effect.".to_owned(),
            _ => sentences::sentence("The target", self.target_status(false), effect),
        }];
        // The box of the target does not tell the two apart.
        let may_stay = self.target.is_some_and(|target| target.disordered) && !self.rules.demoralized_break;
        if effect == CombatEffect::Broken && may_stay {
            text.push("A target that was demoralized before the fire stays as it is (ruling o36).".to_owned());
        }
        text.extend(sentences::notes(&[effect], self.owner_chooses()));
        (ResolverOutcome::Fire(effect), text)
    }

    fn assault_answer(
        &self,
        rolls: &ResolverRolls,
        fate: OrderFate,
        used: &mut Vec<ResolverRoll>,
    ) -> Result<(ResolverOutcome, Vec<String>), ResolverQuestion> {
        let mut text = Vec::new();
        match fate {
            OrderFate::Received => {}
            OrderFate::Lost => return Ok((ResolverOutcome::Order(fate), lost(self.rules))),
            OrderFate::Delayed if !self.replied(ResolverQuestion::InReach)? => {
                let reach = match self.actor.troops {
                    TroopType::Cavalry => self.rules.delayed_cavalry,
                    _ => self.rules.delayed_infantry,
                };
                let moves = format!(
                    "The unit moves {reach} inches of base movement along the assault path, but stops {} inch from any enemy. It has used \
                     its action; the target may still act (VII).",
                    self.rules.stopped_distance
                );
                return Ok((ResolverOutcome::Order(fate), vec!["The order is delayed: no assault.".to_owned(), moves]));
            }
            OrderFate::Delayed => text.push("The order is delayed, but the target is within reach.".to_owned()),
        }
        let demoralized = self.is_target_demoralized()?;
        let case = self.assault(self.replied(ResolverQuestion::Frontal)?, demoralized);
        let result = case.and_then(|case| {
            let indices = self.assault_indices(&case)?;
            result_at(self.rules, &case, [indices.stop.index, indices.combat.index], rolls.assault())
        });
        used.push(ResolverRoll { name: "fire", roll: rolls.fire });
        let before = if self.actor_disordered { UnitStatus::Disordered } else { UnitStatus::Ok };
        let outcome = match result {
            Some(AssaultResult::CloseCombat(fight)) => {
                used.push(ResolverRoll { name: "close combat", roll: rolls.combat });
                let winner = if fight.won { "The actor wins" } else { "The target wins" };
                text.push(format!("The assault goes home. {winner} the close combat."));
                text.push(
                    "Move the actor along the assault path into contact; both units have used their actions (VII)."
                        .to_owned(),
                );
                text.push(sentences::sentence("The target", self.target_status(demoralized), fight.target));
                text.push(sentences::sentence("The actor", before, fight.actor));
                text.extend(sentences::notes(&[fight.target, fight.actor], self.owner_chooses()));
                ResolverOutcome::CloseCombat(fight)
            }
            // The request is sound, so that there is a result.
            stopped => {
                let result = match stopped {
                    Some(AssaultResult::Stopped(result)) => result,
                    _ => StoppedResult::Short,
                };
                self.stopped_text(result, before, &mut text);
                ResolverOutcome::Stopped(result)
            }
        };
        used.push(ResolverRoll { name: "result", roll: rolls.result });
        Ok((outcome, text))
    }

    fn stopped_text(&self, result: StoppedResult, before: UnitStatus, text: &mut Vec<String>) {
        let place = match result.is_back() {
            true => "goes back to its start".to_owned(),
            false => format!("stops {} inch short of the target", self.rules.stopped_distance),
        };
        let status =
            sentences::status(before, result.status()).map_or_else(String::new, |status| format!(" and {status}"));
        let base = if result.bases() > 0 { " It loses a base." } else { "" };
        text.push(format!("Fire stops the assault. The actor {place}{status}.{base}"));
        text.push(
            "It stands in maneuver formation, faced along the assault path. It has used its action; the target may still act (V, VII)."
                .to_owned(),
        );
        if result.bases() > 0 {
            text.push(sentences::DESTROYED.to_owned());
        }
    }

    fn regroup_answer(
        &self,
        rolls: &ResolverRolls,
        used: &mut Vec<ResolverRoll>,
    ) -> Result<(ResolverOutcome, Vec<String>), ResolverQuestion> {
        let chance = self.regroup_chance(&self.regroup_case()?);
        let regrouped = chance.is_some_and(|chance| rolls.result <= chance.percent);
        used.push(ResolverRoll { name: "result", roll: rolls.result });
        let text = match regrouped {
            true => [
                "The unit regroups: it is OK.",
                "It may take any formation and facing; the center of its front stays where it is (III).",
            ],
            false => ["The unit does not regroup.", "It keeps its marker, and has used its action (III)."],
        };
        Ok((ResolverOutcome::Regroup(regrouped), text.map(str::to_owned).to_vec()))
    }

    /// Returns the facts of regrouping.
    ///
    /// # Errors
    /// The next question that must be answered first.
    pub(super) fn regroup_case(&self) -> Result<RegroupCase, ResolverQuestion> {
        // Ruling o41.
        let by_place = |question| if self.rules.regroup_by_place { self.replied(question) } else { Ok(false) };
        Ok(self.regroup(
            self.replied(ResolverQuestion::ActorDemoralized)?,
            self.replied(ResolverQuestion::GeneralNear)?,
            by_place(ResolverQuestion::EnemyNear)?,
            by_place(ResolverQuestion::Sheltered)?,
        ))
    }

    /// Returns the status of the target. For fire, a checked box counts as disordered: any further disorder demoralizes.
    pub(super) fn target_status(&self, demoralized: bool) -> UnitStatus {
        match self.target {
            Some(_) if demoralized => UnitStatus::Demoralized,
            Some(target) if target.disordered => UnitStatus::Disordered,
            _ => UnitStatus::Ok,
        }
    }

    fn owner_chooses(&self) -> bool {
        self.rules.withdrawal == battlewright_schema::outrance::WithdrawalChoice::Owner
    }
}

/// Returns the text for a lost order.
fn lost(rules: &Rules) -> Vec<String> {
    let second = match rules.lost_order_may_fire {
        true => "The unit does not move. With the same initiative, it may still fire or regroup (IV).",
        false => "The unit does not move, and has used its action (IV).",
    };
    vec!["The order is lost.".to_owned(), second.to_owned()]
}

/// Writes thousandths of an inch as inches, such as `4.5`.
pub(super) fn inches(thousandths: i32) -> String {
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    let decimals = format!("{rest:03}");
    match decimals.trim_end_matches('0') {
        "" => whole.to_string(),
        decimals => format!("{whole}.{decimals}"),
    }
}
