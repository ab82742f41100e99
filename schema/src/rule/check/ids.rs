//! The checks of ids, names, tags and `drop`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::findings::RULE_UNKNOWN_NAME;
use super::super::problem::RuleProblem;
use super::super::rows::{AnyRow, LONGEST_ROW_NAME, MOST_RULE_ROWS, MOST_TAGS, PlacedRow};
use super::super::syntax::{KEYWORDS, QUANTITIES};
use super::RowChecker;
use super::findings::{RULE_BAD_ID, RULE_ID_TWICE, RULE_NO_EFFECT, RULE_TOO_MANY, TAG_UNUSED};
use super::spot::RowSpot;
use crate::Common;
use crate::diagnostic::{Diagnostic, list, shown};
use crate::lint::rules::too_long::TOO_LONG;
use crate::path::DocPath;

/// The word of counters in expressions.
const COUNTER: &str = "counter";

/// Returns `true` for a word of the language, which no definition can have as its id.
fn is_reserved(id: &str) -> bool {
    KEYWORDS.contains(&id) || QUANTITIES.contains(&id) || id == COUNTER
}

/// The remedy for a bad id or tag.
pub(super) const WORD: &str = "a word has small letters, digits and hyphens, and begins with a letter";

/// Returns `true` if expressions can have `id` as a word.
pub(super) fn is_word(id: &str) -> bool {
    let is_fit = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    id.starts_with(|letter: char| letter.is_ascii_lowercase()) && id.chars().all(is_fit)
}

/// Returns the path of a tag, or of the list of tags.
fn tag_path(unit: usize) -> DocPath {
    DocPath::root().key("unit").index(unit).key("tags")
}

/// Adds the findings about the tags of units alone.
pub(super) fn tags(common: &dyn Common, found: &mut Vec<Diagnostic>) {
    for unit in 0..common.unit_count() {
        let tags = common.tags(unit);
        for (at, tag) in tags.iter().enumerate().filter(|(_, tag)| !is_word(tag)) {
            let message = format!("{} is no word", shown(tag));
            found.push(RULE_BAD_ID.at(tag_path(unit).index(at), message).help(WORD));
        }
        if tags.len() > MOST_TAGS {
            let message = format!("the unit has {} tags; the limit is {MOST_TAGS}", tags.len());
            found.push(RULE_TOO_MANY.at(tag_path(unit), message).help("remove some"));
        }
    }
}

impl<'s> RowChecker<'s, '_, '_> {
    /// Checks the ids and names of all rows, and their number.
    pub(super) fn ids(&mut self) {
        let mut first: BTreeMap<&str, PlacedRow<'s>> = BTreeMap::new();
        for placed in self.rows.iter().copied() {
            let (id, spot) = (placed.row.id().as_str(), RowSpot::key(placed, "id"));
            if !is_word(id) {
                self.refuse(spot, &RULE_BAD_ID, format!("{} is no word", shown(id)), WORD);
            } else if matches!(placed.row, AnyRow::Define(_)) && is_reserved(id) {
                let message = format!("{} is a word of the language", shown(id));
                self.refuse(spot, &RULE_BAD_ID, message, "choose another id");
            }
            let before = *first.entry(id).or_insert(placed);
            if (before.layer, before.row.kind(), before.index) != (placed.layer, placed.row.kind(), placed.index) {
                let finding = self.at(spot, &RULE_ID_TWICE, format!("another rule already has the id {}", shown(id)));
                let related = RowSpot::key(before, "id").path(self.all);
                self.found.push(finding.related(related, "first defined here").help("give each rule its own id"));
            }
            let letters = placed.row.name().chars().count();
            if letters > LONGEST_ROW_NAME && !matches!(placed.row, AnyRow::Define(_)) {
                let message = format!("the name has {letters} characters; the limit is {LONGEST_ROW_NAME}");
                self.refuse(RowSpot::key(placed, "name"), &TOO_LONG, message, "shorten the name");
            }
        }
        if let Some(placed) = self.all.rows.get(MOST_RULE_ROWS) {
            let message = format!("there are {} rows of rules; the limit is {MOST_RULE_ROWS}", self.all.rows.len());
            self.refuse(RowSpot::row(*placed), &RULE_TOO_MANY, message, "join rows that differ in a number only");
        }
    }

    /// Checks the entries of `drop`, and adds the published modifiers among them to the rules.
    pub(super) fn drops(&mut self) {
        let vocabulary = self.vocabulary();
        let published: BTreeSet<&str> = vocabulary.hooks.iter().flat_map(|hook| hook.published).copied().collect();
        let mut dropped: BTreeSet<&str> = BTreeSet::new();
        for drop in self.all.drop.iter().take(MOST_RULE_ROWS) {
            let (id, spot) = (drop.id.as_str(), RowSpot::drop(drop));
            let is_published = published.contains(id);
            if !is_published && !drop.takes_row {
                let known = || published.iter().copied().chain(self.rows_below(drop.layer));
                let help = || {
                    let words = list(known());
                    Some(if words == "nothing" {
                        "there is nothing to drop".to_owned()
                    } else {
                        format!("possible: {words}")
                    })
                };
                let message = format!("there is no published modifier and no rule below with the id {}", shown(id));
                let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, 0..id.len(), message);
                let problem = problem.meant(id, known().collect::<Vec<_>>().into_iter(), help);
                self.report(spot, id, problem);
            } else if !dropped.insert(id) && !drop.takes_row {
                self.warn(spot, &RULE_NO_EFFECT, format!("{} is dropped already", shown(id)), "remove the entry");
            }
        }
        let numbered = |list: usize| u16::try_from(list).unwrap_or(u16::MAX);
        for (hook, info) in vocabulary.hooks.iter().enumerate() {
            let out = info.published.iter().enumerate().filter(|(_, id)| dropped.contains(*id));
            self.rules.drop.extend(out.map(|(at, _)| (numbered(hook), numbered(at))));
        }
    }

    /// Returns the ids of the rows in the layers below `layer`.
    fn rows_below(&self, layer: usize) -> impl Iterator<Item = &'s str> {
        let below = self.rows.iter().filter(move |placed| placed.layer < layer);
        below.map(|placed| placed.row.id().as_str())
    }

    /// Notes the tags of units that no expression asks for.
    pub(super) fn unused_tags(&mut self, common: &dyn Common) {
        let mut met: BTreeSet<&str> = BTreeSet::new();
        for unit in 0..common.unit_count() {
            for (at, tag) in common.tags(unit).iter().enumerate() {
                if is_word(tag) && !self.needs.tags.contains(tag) && met.insert(tag) {
                    let finding = TAG_UNUSED.at(tag_path(unit).index(at), format!("no rule asks for {}", shown(tag)));
                    self.found.push(finding.help("remove it, or correct the tag here or in the rule"));
                }
            }
        }
    }
}
