//! Rows in words: one sentence each.

use super::RuleSpeaker;
use crate::rule::term::{CheckedEffect, EffectChange, EffectTarget, Term};
use crate::rule::vocabulary::{GivenInfo, HookKind, ValueType};
use crate::rule::{
    CheckedAllow, CheckedEvent, CheckedForbid, CheckedModifier, CheckedScore, CheckedSkip, CheckedTable, CheckedWin,
    ModifierChange, WinTime,
};
use crate::words::{self, capital};

/// The unit of an event that happens for each unit.
const EACH: GivenInfo = GivenInfo::one("unit", ValueType::Unit);

impl RuleSpeaker<'_> {
    /// Returns a modifier as a sentence.
    pub fn modifier(&self, row: &CheckedModifier) -> String {
        let Some(hook) = self.vocabulary.hooks.get(usize::from(row.hook)) else { return String::new() };
        let value = |term: &Term| self.value(term, hook.given);
        let what = hook.phrase;
        let change = match &row.change {
            ModifierChange::Add(Term::Constant(number)) if hook.kind == HookKind::Sum => {
                format!("{number:+} to {what}")
            }
            ModifierChange::Add(Term::Constant(number)) if *number < 0 => {
                format!("{what} is reduced by {}", number.unsigned_abs())
            }
            ModifierChange::Add(number) => format!("{what} is raised by {}", value(number)),
            ModifierChange::Times { by, over, up } => {
                let rounded = if *up { "up" } else { "down" };
                format!("{what} is multiplied by {by}/{over}, rounded {rounded}")
            }
            ModifierChange::AtLeast(number) => format!("{what} is at least {}", value(number)),
            ModifierChange::AtMost(number) => format!("{what} is at most {}", value(number)),
            ModifierChange::Be(true) => what.to_owned(),
            ModifierChange::Be(false) => format!("it is not so that {what}"),
        };
        self.sentence(change, &row.when, hook.given)
    }

    /// Returns a prohibition as a sentence.
    pub fn forbid(&self, row: &CheckedForbid) -> String {
        let Some(act) = self.vocabulary.acts.get(usize::from(row.act)) else { return String::new() };
        self.sentence(format!("it is forbidden to {}", act.phrase), &row.when, act.given)
    }

    /// Returns an exception as a sentence.
    pub fn allow(&self, row: &CheckedAllow) -> String {
        let Some(lift) = self.vocabulary.lifts.get(usize::from(row.lift)) else { return String::new() };
        self.sentence(format!("the rule that {} does not apply", lift.phrase), &row.when, lift.given)
    }

    /// Returns an event as a sentence.
    pub fn event(&self, row: &CheckedEvent) -> String {
        let Some(trigger) = self.vocabulary.triggers.get(usize::from(row.on)) else { return String::new() };
        let mut given = trigger.given.to_vec();
        given.extend(row.each_unit.then_some(EACH));
        given.extend(row.roll.map(|faces| GivenInfo::number("roll", 1, i32::from(faces))));
        let each = if row.each_unit { ", for each unit" } else { "" };
        let mut text = format!("{}{each}", trigger.phrase);
        if row.when != Term::Constant(1) {
            text.push_str(", if ");
            text.push_str(&self.condition(&row.when, &given));
        }
        if let Some(faces) = row.roll {
            text.push_str(&format!(", a die with {faces} faces is rolled, and"));
        } else {
            text.push(',');
        }
        let effects = row.effects.iter().map(|effect| self.effect(effect, &given));
        let once = if row.once { ", once in the game" } else { "" };
        format!("{} {}{once}.", capital(&text), crate::words::listed(effects, "and"))
    }

    /// Returns an effect as a part of a sentence.
    pub fn effect(&self, effect: &CheckedEffect, given: &[GivenInfo]) -> String {
        let what = self.target(&effect.target, given);
        let said = match &effect.change {
            None => what,
            Some((EffectChange::Set, number)) => format!("{what} becomes {}", self.value(number, given)),
            Some((EffectChange::Add, number)) => format!("{} is added to {what}", self.value(number, given)),
            Some((EffectChange::Subtract, number)) => format!("{} is taken from {what}", self.value(number, given)),
        };
        match &effect.condition {
            Some(condition) => format!("if {}, {said}", self.condition(condition, given)),
            None => said,
        }
    }

    fn target(&self, target: &EffectTarget, given: &[GivenInfo]) -> String {
        match target {
            EffectTarget::Counter(number, owner) => {
                self.value(&Term::Counter(*number, owner.clone().map(Box::new)), given)
            }
            EffectTarget::System(number, of) => match self.vocabulary.effects.get(usize::from(*number)) {
                Some(info) => self.within(given).filled(info.phrase, of, info.parameters),
                None => String::new(),
            },
        }
    }

    /// Returns points as a sentence.
    pub fn score(&self, row: &CheckedScore) -> String {
        let points = match &row.points {
            Term::Constant(1) => "1 point".to_owned(),
            points => format!("{} points", self.value(points, &[])),
        };
        self.sentence(format!("{} score {points}", self.people(row.side)), &row.when, &[])
    }

    /// Returns a condition of victory as a sentence.
    pub fn win(&self, row: &CheckedWin) -> String {
        let level = row.level.as_ref().map_or_else(String::new, |level| format!(" a {level} victory"));
        let time = match row.at {
            WinTime::Once => " at once",
            WinTime::TurnEnd => " at the end of a turn",
            WinTime::GameEnd => " at the end of the game",
        };
        self.sentence(format!("{} win{level}{time}", self.people(row.side)), &row.when, &[])
    }

    /// Returns a skipped phase as a sentence.
    pub fn skip(&self, row: &CheckedSkip) -> String {
        let Some(skip) = self.vocabulary.skips.get(usize::from(row.skip)) else { return String::new() };
        self.sentence(format!("{} is skipped", skip.phrase), &row.when, skip.given)
    }

    /// Returns a choice of tables as a sentence.
    pub fn table(&self, row: &CheckedTable) -> String {
        let system = self.vocabulary.system;
        let labels = row.keys.iter().map(|key| words::label(system, &crate::cells::table_path(key)));
        let labels = words::listed(labels, "and");
        self.sentence(format!("the tables named {} stand in for those in force ({labels})", row.tables), &row.when, &[])
    }

    fn people(&self, side: u8) -> String {
        self.within(&[]).value_as(&Term::Constant(i32::from(side)), ValueType::Side)
    }

    fn sentence(&self, what: String, when: &Term, given: &[GivenInfo]) -> String {
        let what = capital(&what);
        if *when == Term::Constant(1) {
            return format!("{what}.");
        }
        format!("{what} if {}.", self.condition(when, given))
    }
}
