//! The resolver of La Guerre à Outrance for a page: fields and results as JSON. It keeps nothing; the page sends all that it
//! knows with each request. The same seed gives the same result as `battlewright resolve --seed`.
//!
//! What JavaScript calls plays by the published rules. The functions of the same names with `_by` are for the program that reads
//! the rules of a file.

use std::collections::BTreeMap;

use battlewright_core::play::Dice;
use battlewright_outrance::resolver::{
    FieldUse, Initiative, Resolver, ResolverAction, ResolverField, ResolverOdds, ResolverQuestion, ResolverReplies,
    ResolverRequest, ResolverRolls, ResolverRows,
};
use battlewright_schema::outrance::Rules;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// An action of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageRequest {
    /// The values by the names of their fields.
    fields: BTreeMap<String, String>,
    /// The replies by the names of their questions.
    replies: BTreeMap<String, bool>,
    /// The seed of the dice.
    seed: u32,
    /// `true` to show the exact chances, which may need more replies.
    percentages: bool,
}

/// Returns all fields of the form, with their choices and the actions that use them, and the greatest number of units.
#[wasm_bindgen]
pub fn form() -> String {
    form_by(Rules::published())
}

/// Returns the form with the choices of `rules`.
pub fn form_by(rules: &Rules) -> String {
    let fields = ResolverField::ALL.map(|field| {
        let choices = field.choices(rules).into_iter();
        let choices: Vec<Value> = choices.map(|choice| json!({ "name": choice.name, "label": choice.label })).collect();
        let actions = ResolverAction::ALL.into_iter().filter(|action| field.used_by(*action) != FieldUse::Unused);
        json!({
            "name": field.name(),
            "label": field.label(),
            "help": field.help(),
            "box": field.is_box(),
            "choices": choices,
            "always": ResolverRequest::default().uses(field),
            "actions": actions.map(ResolverAction::name).collect::<Vec<_>>(),
        })
    });
    json!({ "fields": fields, "most": Initiative::MOST }).to_string()
}

/// Resolves an action. Returns the reasons why it cannot be resolved, the next question, or the result.
///
/// # Errors
/// The request is no JSON of an action.
#[wasm_bindgen]
pub fn resolve(request: &str) -> Result<String, JsError> {
    resolve_by(request, Rules::published(), None)
}

/// Resolves an action by `rules` and their `rows`.
///
/// # Errors
/// The request is no JSON of an action.
pub fn resolve_by(request: &str, rules: &Rules, rows: Option<&ResolverRows>) -> Result<String, JsError> {
    let asked: PageRequest = serde_json::from_str(request)?;
    let answered = resolved(&asked, rules, rows).unwrap_or_else(|refusals| json!({ "refusals": refusals }));
    Ok(answered.to_string())
}

fn resolved(asked: &PageRequest, rules: &Rules, rows: Option<&ResolverRows>) -> Result<Value, Vec<String>> {
    let mut request = ResolverRequest::default();
    let mut refusals = Vec::new();
    for field in ResolverField::ALL {
        if let Some(value) = asked.fields.get(field.name())
            && let Err(refusal) = request.set(field, value)
        {
            refusals.push(refusal.to_string());
        }
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let mut replies = ResolverReplies::default();
    for question in ResolverQuestion::ALL {
        if let Some(yes) = asked.replies.get(question.name()) {
            replies.set(question, *yes);
        }
    }
    let resolver = Resolver::new(rules, &request.used(), replies)
        .and_then(|resolver| match rows {
            Some(rows) => resolver.with_rows(rows),
            None => Ok(resolver),
        })
        .map_err(|refusals| refusals.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let picks = Dice::new(asked.seed.into()).roll(ResolverRolls::CHANCE);
    let rolls = ResolverRolls::of(&picks).ok_or_else(|| vec!["the dice do not show four numbers".to_owned()])?;
    let for_odds = resolver.question_for_odds().filter(|_| asked.percentages);
    let answer = match for_odds.map_or_else(|| resolver.answer(&rolls), Err) {
        Ok(answer) => answer,
        Err(question) => return Ok(json!({ "question": question.name(), "text": resolver.ask(question) })),
    };
    let rolls: Vec<String> = answer.rolls.iter().map(|roll| format!("{} {}", roll.name, roll.roll)).collect();
    let odds: &[ResolverOdds] = if asked.percentages { &answer.odds } else { &[] };
    Ok(result(&resolver.summary(), &answer.text, &rolls.join(", "), odds))
}

/// Draws the side that acts next, for the numbers of units that have not acted.
#[wasm_bindgen]
pub fn initiative(french: u16, prussian: u16, seed: u32, percentages: bool) -> String {
    initiative_by(Rules::published(), french, prussian, seed, percentages)
}

/// Draws the side that acts next by `rules`.
pub fn initiative_by(rules: &Rules, french: u16, prussian: u16, seed: u32, percentages: bool) -> String {
    let title = format!("Initiative: {french} French and {prussian} Prussian units have not acted");
    let Some(initiative) = Initiative::new(rules, french, prussian) else {
        return result(&title, &["No unit is left to act: the turn ends.".to_owned()], "", &[]).to_string();
    };
    let side = initiative.drawn(Dice::new(seed.into()).pick(initiative.chance()));
    let odds = if percentages { vec![initiative.odds()] } else { Vec::new() };
    result(&title, &[initiative.text(side)], "", &odds).to_string()
}

fn result(title: &str, text: &[String], rolls: &str, odds: &[ResolverOdds]) -> Value {
    let odds: Vec<Value> = odds.iter().map(step).collect();
    json!({ "title": title, "result": text, "rolls": rolls, "odds": odds })
}

/// Returns the chances of a step of an action.
fn step(odds: &ResolverOdds) -> Value {
    let name = odds.basis.as_ref().map_or_else(|| odds.name.to_owned(), |basis| format!("{}: {basis}", odds.name));
    let chances = odds.chances.iter().map(|chance| json!([chance.result, chance.percent()]));
    json!({ "name": name, "chances": chances.collect::<Vec<_>>() })
}
