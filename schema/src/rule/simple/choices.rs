//! The choices of a form for a simple condition.

use smol_str::SmolStr;

use super::super::names::RuleNames;
use super::super::rows::{AnyRow, RowKind};
use super::super::scope::ExpressionScope;
use super::super::vocabulary::{CommonFact, FactInfo, GivenInfo, Knowledge, ValueType, Vocabulary};
use super::{SimpleOperator, TAG_FACT, TERRAIN_FACT};
use crate::{DocPath, PathStep, Scenario, words};

/// The greatest number of forms of one fact with arguments, such as `holds(german, rezonville)`.
const MOST_FORMS: usize = 120;

/// The choices of a form in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimpleChoices {
    /// The subjects: the game itself, what the place gives, and the hexes of units.
    pub subjects: Vec<SimpleSubject>,
}

/// A subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpleSubject {
    /// The text before the dot; `None` for the game itself.
    pub word: Option<SmolStr>,
    /// The facts that a condition can ask about it.
    pub facts: Vec<SimpleFact>,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpleFact {
    /// The text after the dot, with arguments; [`TAG_FACT`] or [`TERRAIN_FACT`] for what `has` asks.
    pub word: SmolStr,
    /// The words for people, such as `the ER of the defender`.
    pub help: String,
    /// The values with which it can be compared.
    pub values: SimpleValues,
}

/// The values with which a fact can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimpleValues {
    /// Numbers from a least to a greatest one.
    Numbers(i32, i32),
    /// These words.
    Words(Vec<SmolStr>),
    /// Tags or terrains.
    Tags(Vec<SmolStr>),
    /// None: the answer is yes or no.
    Answer,
}

impl SimpleFact {
    /// Returns the operators.
    pub fn operators(&self) -> &'static [SimpleOperator] {
        match self.values {
            SimpleValues::Numbers(..) => &SimpleOperator::OF_NUMBERS,
            SimpleValues::Words(_) => &SimpleOperator::OF_WORDS,
            SimpleValues::Tags(_) => &SimpleOperator::OF_TAGS,
            SimpleValues::Answer => &SimpleOperator::OF_ANSWERS,
        }
    }

    /// Returns `true` if `has` asks for it.
    pub fn is_of_has(&self) -> bool {
        matches!(self.values, SimpleValues::Tags(_))
    }
}

impl Scenario {
    /// Returns what a form offers for the condition at `path`, such as `rules.modifier.0.when`. There is nothing for other paths, and
    /// for rows whose hook, act or moment the system does not have.
    pub fn simple_choices(&self, path: &DocPath) -> SimpleChoices {
        self.choices_at(path).unwrap_or_default()
    }

    fn choices_at(&self, path: &DocPath) -> Option<SimpleChoices> {
        let [PathStep::Key(rules), PathStep::Key(list), PathStep::Index(index), PathStep::Key(_), ..] =
            path.0.as_slice()
        else {
            return None;
        };
        let kind = RowKind::of_list(list).filter(|_| rules == "rules")?;
        let own = self.own_rule_rows();
        let row = own.all().find(|(at, row)| at == index && row.kind() == kind)?.1;
        let (vocabulary, names) = (self.system().vocabulary(), RuleNames::of(self));
        let scope = ExpressionScope::of_turn(vocabulary, &names, &[], &[]);
        let mut given: Vec<GivenInfo>;
        let scope = match row {
            AnyRow::Modifier(row) => scope.of_hook(vocabulary.hooks.iter().find(|hook| row.to == hook.name)?),
            AnyRow::Forbid(row) => scope.of_act(vocabulary.acts.iter().find(|act| row.act == act.name)?),
            AnyRow::Allow(row) => scope.of_lift(vocabulary.lifts.iter().find(|lift| row.despite == lift.name)?),
            AnyRow::Skip(row) => scope.of_skip(vocabulary.skips.iter().find(|skip| row.phase == skip.name)?),
            AnyRow::Event(row) => {
                given = vocabulary.triggers.iter().find(|trigger| row.on == trigger.name)?.given.to_vec();
                given.extend(row.each.map(|_| GivenInfo::one("unit", ValueType::Unit)));
                scope.giving(&given)
            }
            AnyRow::Define(row) => {
                let subject = row.of.and_then(|of| serde_json::to_value(of).ok());
                let name = SUBJECTS.into_iter().find(|(name, _)| subject.as_ref().is_some_and(|of| of == name));
                given = name.map(|(name, value)| GivenInfo::one(name, value)).into_iter().collect();
                scope.giving(&given)
            }
            AnyRow::Table(_) => scope.of_tables(),
            AnyRow::Counter(_) | AnyRow::Score(_) | AnyRow::Win(_) => scope,
        };
        Some(SimpleChoices { subjects: ChoiceLister { scope: &scope, names: &names }.subjects() })
    }
}

/// The subjects of definitions.
const SUBJECTS: [(&str, ValueType); 5] = [
    ("unit", ValueType::Unit),
    ("hex", ValueType::Hex),
    ("side", ValueType::Side),
    ("formation", ValueType::Formation),
    ("place", ValueType::Place),
];

/// The lists of choices in one place.
struct ChoiceLister<'a> {
    scope: &'a ExpressionScope<'a>,
    names: &'a RuleNames<'a>,
}

impl ChoiceLister<'_> {
    fn subjects(&self) -> Vec<SimpleSubject> {
        let mut subjects = vec![SimpleSubject { word: None, facts: self.of_game() }];
        for (word, value) in self.things() {
            let mut facts = self.facts_of(&word, Some(value));
            let tags = match value {
                ValueType::Unit => Some((TAG_FACT, self.names.tags().keys().cloned().collect())),
                ValueType::Hex => {
                    Some((TERRAIN_FACT, self.names.terrain_words().into_iter().map(SmolStr::from).collect()))
                }
                _ => None,
            };
            let tags = tags.filter(|(_, words): &(_, Vec<SmolStr>)| !words.is_empty());
            facts.extend(tags.map(|(word, words)| SimpleFact {
                word: word.into(),
                help: if word == TAG_FACT {
                    "A tag of the unit.".to_owned()
                } else {
                    "The terrain of the hex.".to_owned()
                },
                values: SimpleValues::Tags(words),
            }));
            if !facts.is_empty() {
                subjects.push(SimpleSubject { word: Some(word), facts });
            }
        }
        subjects
    }

    /// Returns the things that the place gives, and the hexes of units.
    fn things(&self) -> Vec<(SmolStr, ValueType)> {
        let mut things = Vec::new();
        for given in self.scope.given.iter().filter(|given| !given.is_list) {
            things.push((SmolStr::from(given.name), given.value));
            let hex = CommonFact::UnitHex.info(self.scope.vocabulary);
            if given.value == ValueType::Unit && self.scope.vocabulary.has_hexes && self.may_ask(&hex) {
                things.push((SmolStr::from(format!("{}.hex", given.name)), ValueType::Hex));
            }
        }
        things
    }

    /// Returns the facts of the game, and the values that the place gives and that are compared themselves.
    fn of_game(&self) -> Vec<SimpleFact> {
        let mut facts = self.facts_of("", None);
        for given in self.scope.given.iter().filter(|given| !given.is_list) {
            let values = match given.value {
                ValueType::Unit => continue,
                ValueType::Number => SimpleValues::Numbers(given.least, given.most),
                value => match self.values(value, 0, 0) {
                    SimpleValues::Words(mut words) => {
                        words.retain(|word| word != given.name);
                        SimpleValues::Words(words)
                    }
                    other => other,
                },
            };
            let help = if given.phrase.is_empty() { String::new() } else { words::capital(given.phrase) };
            facts.push(SimpleFact { word: given.name.into(), help, values });
        }
        facts.retain(|fact| !matches!(&fact.values, SimpleValues::Words(words) if words.is_empty()));
        facts
    }

    /// Returns the facts about a subject of this type.
    fn facts_of(&self, subject: &str, value: Option<ValueType>) -> Vec<SimpleFact> {
        let vocabulary: &Vocabulary = self.scope.vocabulary;
        let common = CommonFact::ALL.into_iter().filter(|fact| vocabulary.has_hexes || !fact.needs_hexes());
        let common = common.map(|fact| fact.info(self.scope.vocabulary));
        let mut facts = Vec::new();
        for info in common.chain(vocabulary.facts.iter().copied()) {
            if info.subject != value || !self.may_ask(&info) {
                continue;
            }
            let (least, most) =
                (info.least, info.most.min(if info.name == "turn" { self.names.last_turn } else { i32::MAX }));
            let values = self.values(info.value, least, most);
            if matches!(&values, SimpleValues::Words(words) if words.is_empty()) {
                continue;
            }
            for arguments in self.arguments(&info) {
                let word = if arguments.is_empty() {
                    SmolStr::from(info.name)
                } else {
                    SmolStr::from(format!("{}({})", info.name, arguments.join(", ")))
                };
                let mut help = words::capital(info.phrase);
                let of = value.map(|_| subject.to_owned()).into_iter().chain(arguments.iter().map(SmolStr::to_string));
                for (at, text) in of.enumerate() {
                    help = help.replace(&format!("{{{at}}}"), &text);
                }
                facts.push(SimpleFact { word, help: format!("{help}."), values: values.clone() });
            }
        }
        facts
    }

    /// Returns `true` if expressions in this place can ask for a fact.
    fn may_ask(&self, info: &FactInfo) -> bool {
        let is_known = matches!(
            (info.knowledge, self.scope.known),
            (Knowledge::Open, _) | (_, Knowledge::Secret) | (Knowledge::Own, Knowledge::Own)
        );
        is_known && info.stability <= self.scope.takes && info.level < self.scope.level
    }

    /// Returns the lists of arguments that a fact can have here.
    fn arguments(&self, info: &FactInfo) -> Vec<Vec<SmolStr>> {
        let mut all = vec![Vec::new()];
        for parameter in info.parameters {
            let values = self.arguments_of(*parameter);
            let mut longer = Vec::new();
            for start in &all {
                for value in values.iter().filter(|value| !start.contains(*value)) {
                    let mut arguments: Vec<SmolStr> = Vec::clone(start);
                    arguments.push(value.clone());
                    longer.push(arguments);
                }
            }
            longer.truncate(MOST_FORMS);
            all = longer;
        }
        all
    }

    fn arguments_of(&self, value: ValueType) -> Vec<SmolStr> {
        let given = self.things().into_iter().filter(|(_, of)| *of == value).map(|(word, _)| word);
        let named: &[SmolStr] = match value {
            ValueType::Side => &self.names.sides,
            ValueType::Place => &self.names.places,
            ValueType::Formation => &self.names.formations,
            _ => &[],
        };
        let is_word = |name: &&SmolStr| super::super::names::word_of(name) == ***name;
        given.chain(named.iter().filter(is_word).cloned()).collect()
    }

    /// Returns the values of a type.
    fn values(&self, value: ValueType, least: i32, most: i32) -> SimpleValues {
        match value {
            ValueType::Number => SimpleValues::Numbers(least, most),
            ValueType::YesNo => SimpleValues::Answer,
            ValueType::Word(list) => SimpleValues::Words(list.words.iter().copied().map(SmolStr::from).collect()),
            ValueType::Unit => SimpleValues::Words(self.names.units.clone()),
            value => SimpleValues::Words(self.arguments_of(value)),
        }
    }
}
