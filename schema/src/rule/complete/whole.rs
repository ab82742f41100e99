//! The words for keys that hold one word, such as `to` of a modifier.

use super::super::lookup::RowWords;
use super::super::vocabulary::HookKind;
use super::RuleWordKind;
use super::explain::RuleWord;
use super::key::Form;
use super::offers::Offers;

impl Offers<'_> {
    /// Offers the words for a key whose whole text is one word.
    pub(super) fn whole(&mut self, form: Form) {
        let vocabulary = self.scope.vocabulary;
        match form {
            Form::Row(RowWords::Hooks) => {
                for hook in vocabulary.hooks {
                    let answer = match hook.kind {
                        HookKind::Sum => format!("a sum, {} to {}", hook.least, hook.most),
                        HookKind::Number => format!("{} to {}", hook.least, hook.most),
                        HookKind::YesNo => "yes or no".to_owned(),
                    };
                    let about = RuleWord::new(RuleWordKind::Hook, hook.name, hook.phrase).answers(answer);
                    self.plain(hook.name, about.giving(hook.given).ruled(hook.rule));
                }
            }
            Form::Row(RowWords::Acts) => {
                for act in vocabulary.acts {
                    let about = RuleWord::new(RuleWordKind::Act, act.name, act.phrase);
                    self.plain(act.name, about.giving(act.given).ruled(act.rule));
                }
            }
            Form::Row(RowWords::Lifts) => {
                for lift in vocabulary.lifts {
                    let about = RuleWord::new(RuleWordKind::Lift, lift.name, lift.phrase);
                    self.plain(lift.name, about.giving(lift.given).ruled(lift.rule));
                }
            }
            Form::Row(RowWords::Triggers) => {
                for trigger in vocabulary.triggers {
                    let about = RuleWord::new(RuleWordKind::Trigger, trigger.name, trigger.phrase);
                    self.plain(trigger.name, about.giving(trigger.given));
                }
            }
            Form::Row(RowWords::Skips) => {
                for skip in vocabulary.skips {
                    let about = RuleWord::new(RuleWordKind::Phase, skip.name, skip.phrase);
                    self.plain(skip.name, about.giving(skip.given).ruled(skip.rule));
                }
            }
            Form::Each => self.keyword("unit"),
            Form::Drop => {
                for hook in vocabulary.hooks {
                    for id in hook.published {
                        let about = RuleWord::new(RuleWordKind::Row, *id, format!("a modifier of {}", hook.phrase));
                        self.plain(id, about.ruled(hook.rule));
                    }
                }
                for (id, name) in &self.helper.below {
                    self.plain(id, RuleWord::new(RuleWordKind::Row, id, name));
                }
            }
            Form::Tables => {
                for name in self.helper.scenario.named_tables() {
                    let section = format!("`[rules.tables_named.{name}]`");
                    self.plain(&name, RuleWord::new(RuleWordKind::Row, name.as_str(), section));
                }
            }
            Form::Condition | Form::Number | Form::Effect | Form::Definition => {}
        }
    }
}
