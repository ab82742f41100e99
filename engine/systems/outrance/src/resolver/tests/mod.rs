//! Tests of the resolver: each action, each refusal, and the claims of the rules as its users see them.

mod actions;
mod refused;
mod rows;

use std::collections::BTreeMap;

use battlewright_schema::outrance::{CombatEffect, InitiativeRule, Nation, Quality, Rules, StoppedResult};

use super::*;
use crate::rules::c03_orders::OrderFate;
use crate::rules::c07_assault_results::CloseCombat;

const ROLLS: ResolverRolls = ResolverRolls { order: 1, fire: 100, combat: 100, result: 1 };

fn request(fields: &[(ResolverField, &str)]) -> ResolverRequest {
    let mut request = ResolverRequest::default();
    for (field, value) in fields {
        request.set(*field, value).unwrap();
    }
    request
}

/// An action without a target.
fn order(actor: &str, action: &str) -> ResolverRequest {
    request(&[(ResolverField::Actor, actor), (ResolverField::Action, action)])
}

/// An action of fire at a target in the open.
fn fire(actor: &str, action: &str, target: &str, formation: &str, range: &str) -> ResolverRequest {
    let mut fire = assault(actor, target, formation);
    fire.set(ResolverField::Action, action).unwrap();
    fire.set(ResolverField::Range, range).unwrap();
    fire
}

/// An assault on a target in the open.
fn assault(actor: &str, target: &str, formation: &str) -> ResolverRequest {
    request(&[
        (ResolverField::Actor, actor),
        (ResolverField::Action, "assault"),
        (ResolverField::Target, target),
        (ResolverField::TargetFormation, formation),
        (ResolverField::Cover, "open"),
    ])
}

fn with(mut request: ResolverRequest, field: ResolverField, value: &str) -> ResolverRequest {
    request.set(field, value).unwrap();
    request
}

fn replies(replies: &[(ResolverQuestion, bool)]) -> ResolverReplies {
    let mut all = ResolverReplies::default();
    for (question, yes) in replies {
        all.set(*question, *yes);
    }
    all
}

fn resolver(request: &ResolverRequest, known: &[(ResolverQuestion, bool)]) -> Resolver<'static> {
    Resolver::new(Rules::published(), request, replies(known)).unwrap()
}

fn refusals(request: &ResolverRequest, known: &[(ResolverQuestion, bool)]) -> Vec<ResolverRefusal> {
    Resolver::new(Rules::published(), request, replies(known)).unwrap_err()
}

/// Replies that make an assault received or not, frontal or not, and its target demoralized or not.
fn assaulting(frontal: bool) -> [(ResolverQuestion, bool); 2] {
    [(ResolverQuestion::GeneralNear, true), (ResolverQuestion::Frontal, frontal)]
}

/// The chances of a step in percent, rounded down.
fn percents(resolver: &Resolver<'_>, step: usize) -> Vec<u32> {
    resolver.odds().unwrap()[step].chances.iter().map(|chance| chance.millionths / 10_000).collect()
}

/// The percent of fire that has any effect.
fn any_effect(request: &ResolverRequest) -> u32 {
    100 - percents(&resolver(request, &[]), 0)[0]
}

/// Calls `each` with the resolver of every action of every unit, whatever its target, in all boxes and with all replies.
fn every_action(mut each: impl FnMut(&Resolver<'_>)) {
    let units: Vec<ResolverUnit> = ResolverUnit::all().collect();
    let facts = |bits: usize, bit: usize| bits & (1 << bit) != 0;
    for action in ResolverAction::ALL {
        for actor in &units {
            for target in units.iter().filter(|target| target.quality == Quality::Line) {
                for bits in 0..16 {
                    let mut all = ResolverRequest {
                        actor: Some(*actor),
                        action: Some(action),
                        actor_disordered: facts(bits, 0),
                        ..ResolverRequest::default()
                    };
                    if ResolverField::Target.used_by(action) == FieldUse::Needed {
                        all.target = Some(*target);
                        all.target_formation = Some(fields::POSTURES[bits % 3]);
                        all.cover = Some(fields::COVERS[bits / 4]);
                        all.target_disordered = facts(bits, 1);
                        all.target_outnumbered = facts(bits, 2);
                    }
                    if ResolverField::Range.used_by(action) == FieldUse::Needed {
                        all.set(ResolverField::Range, ["2", "6", "9", "11", "13"][bits % 5]).unwrap();
                    }
                    let Ok(mut resolver) = Resolver::new(Rules::published(), &all, ResolverReplies::default()) else {
                        continue;
                    };
                    for (at, question) in resolver.questions().into_iter().enumerate() {
                        resolver.reply(question, facts(bits, at));
                    }
                    each(&resolver);
                }
            }
        }
    }
}

#[test]
fn the_chances_of_every_action_add_up_to_a_hundred_percent() {
    let mut seen = 0;
    every_action(|resolver| {
        for odds in resolver.odds().unwrap() {
            let sum: u32 = odds.chances.iter().map(|chance| chance.millionths).sum();
            assert_eq!(sum, 1_000_000, "{} of {}", odds.name, resolver.action().name());
            assert!(odds.chances.iter().all(|chance| chance.millionths > 0 && !chance.result.is_empty()));
            seen += 1;
        }
    });
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn every_roll_of_every_action_has_a_result_as_often_as_its_chance() {
    let mut seen = 0;
    every_action(|resolver| {
        if resolver.action() == ResolverAction::Assault {
            return;
        }
        let mut counted: BTreeMap<String, u32> = BTreeMap::new();
        for roll in 1..=100 {
            let answer =
                resolver.answer(&ResolverRolls { order: roll, fire: roll, combat: roll, result: roll }).unwrap();
            assert!(
                !answer.text.is_empty() && answer.text.iter().all(|line| line.ends_with('.') || line.ends_with(')'))
            );
            let result = match answer.outcome {
                ResolverOutcome::Fire(effect) => sentences::effect(effect).to_owned(),
                ResolverOutcome::OutOfRange => "out of range".to_owned(),
                ResolverOutcome::Order(OrderFate::Received) => "received".to_owned(),
                ResolverOutcome::Order(OrderFate::Delayed) => "delayed".to_owned(),
                ResolverOutcome::Order(OrderFate::Lost) => "lost".to_owned(),
                ResolverOutcome::Regroup(true) => "regroups".to_owned(),
                ResolverOutcome::Regroup(false) => "does not regroup".to_owned(),
                other => panic!("{other:?}"),
            };
            *counted.entry(result).or_default() += 10_000;
        }
        let odds = resolver.odds().unwrap();
        let chances: BTreeMap<String, u32> =
            odds[0].chances.iter().map(|chance| (chance.result.clone(), chance.millionths)).collect();
        assert_eq!(counted, chances);
        seen += 1;
    });
    assert!(seen > 2_000, "{seen}");
}
