//! Expressions of rules: completion, hover and the names in them.

use std::collections::BTreeMap;
use std::ops::Range;

use battlewright_schema::outline::OutlineName;
use battlewright_schema::rule::{ExpressionKey, RuleCompletion, RuleHelper, RuleWord, UsedKind, is_expression};
use battlewright_schema::{DocPath, Id, LiteralText, PathStep};

use super::document::Document;

/// The values of the rules in a text: their bytes by their paths. An outline would be searched for each.
type RuleValues<'d> = BTreeMap<&'d DocPath, Range<usize>>;

/// Returns the values of the rules of `document`.
fn values(document: &Document) -> RuleValues<'_> {
    let is_rule = |path: &DocPath| matches!(path.0.first(), Some(PathStep::Key(key)) if key == "rules");
    document.outline().scalars().filter(|(path, _)| is_rule(path)).collect()
}

/// Returns what the text says at `path`: the value of a string, and other values as they are written.
fn said(document: &Document, values: &RuleValues<'_>, path: &DocPath) -> Option<String> {
    let range = values.get(path)?;
    let string = LiteralText::read(&document.text, range.start).map(|string| string.value);
    string.or_else(|| document.text.get(range.clone()).map(str::to_owned))
}

/// Returns the row with the value at `path`.
fn row(path: &DocPath) -> Option<DocPath> {
    Some(DocPath(path.0.get(..3)?.to_vec()))
}

/// Returns the key at `path`, by what the text says in its row.
fn key(document: &Document, values: &RuleValues<'_>, path: &DocPath) -> Option<ExpressionKey> {
    let row = row(path)?;
    ExpressionKey::at(path, |key| said(document, values, &row.clone().key(key)))
}

/// Returns the words at `offset` of the value at `path`, with the bytes of the document that each replaces. The value begins at
/// `quote`, its first quote; without quotes only words that stand alone are offered.
pub(super) fn complete(
    document: &Document,
    path: &DocPath,
    quote: Option<usize>,
    offset: usize,
) -> Vec<RuleCompletion> {
    let (Some(key), Some(scenario)) = (key(document, &values(document), path), document.ruled()) else {
        return Vec::new();
    };
    let Some(quote) = quote else {
        return if is_expression(path) { Vec::new() } else { RuleHelper::new(scenario).complete(&key, "", 0) };
    };
    let Some(string) = LiteralText::read(&document.text, quote) else { return Vec::new() };
    let Some(at) = string.at(offset) else { return Vec::new() };
    let mut text = string.value.as_str();
    if !string.is_closed {
        // What follows the line belongs to the string only until its quotes are typed.
        let end = text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |length| at + length);
        text = text.get(..end).unwrap_or(text);
    }
    let mut offers = RuleHelper::new(scenario).complete(&key, text, at);
    for offer in &mut offers {
        let (first, last) = (offer.range.start, offer.range.end);
        let places = string.places(first..last);
        // Where a line goes on, the cursor stands before it or after it.
        let place = |end: usize, place: usize| if end == at { offset } else { place };
        offer.range = place(first, places.start)..place(last, places.end);
    }
    // Clients refuse to replace more than a part of the line of the cursor.
    offers.retain(|offer| {
        let is_line = document.text.get(offer.range.clone()).is_some_and(|old| !old.contains('\n'));
        is_line && (offer.range.start..=offer.range.end).contains(&offset)
    });
    offers
}

/// Returns `true` if words of rules can stand at `path`.
pub(super) fn is_rule_key(path: &DocPath) -> bool {
    ExpressionKey::at(path, |_| None).is_some()
}

/// Returns the meaning of the word at `offset`, in the bytes of the document.
pub(super) fn explain(document: &Document, offset: usize) -> Option<RuleWord> {
    let values = values(document);
    let (path, range) = values.iter().find(|(_, span)| span.contains(&offset))?;
    let key = key(document, &values, path)?;
    let string = LiteralText::read(&document.text, range.start)?;
    let word = RuleHelper::new(document.ruled()?).explain(&key, &string.value, string.at(offset)?)?;
    let range = string.places(word.range.clone());
    // Where a line goes on, the word after it touches the end of the line only in the value.
    (range.start..=range.end).contains(&offset).then_some(RuleWord { range, ..word })
}

/// Returns the effect of the row with the value at `path` as a sentence, as far as the scenario was last readable.
pub(super) fn sentence(document: &Document, path: &DocPath) -> Option<String> {
    let id = said(document, &values(document), &row(path)?.key("id"))?;
    let rows = document.ruled()?.rules_in_words();
    rows.into_iter().find(|row| row.ruleset.is_none() && row.id == id).map(|row| row.sentence)
}

/// Returns the names in the expressions of the text, and the tags, counters and definitions that it gives.
pub(super) fn names(document: &Document) -> Vec<OutlineName> {
    let Some(scenario) = document.ruled() else { return Vec::new() };
    let values = values(document);
    let mut names = Vec::new();
    let mut helper = None;
    for (path, range) in document.outline().scalars() {
        let given = given(path);
        if given.is_none() && !is_expression(path) {
            continue;
        }
        let Some(string) = LiteralText::read(&document.text, range.start) else { continue };
        if let Some(id) = given {
            let span = string.places(0..string.value.len());
            names.push(OutlineName { id, text: string.value, span, path: path.clone(), gives: true });
            continue;
        }
        let Some(key) = key(document, &values, path) else { continue };
        let helper = helper.get_or_insert_with(|| RuleHelper::new(scenario));
        for used in helper.names(&key, &string.value) {
            let Some(id) = used.kind.id() else { continue };
            let sign = usize::from(used.kind == UsedKind::Hex);
            let span = string.places(used.span.start + sign..used.span.end);
            names.push(OutlineName { id, text: used.name.to_string(), span, path: path.clone(), gives: false });
        }
    }
    names
}

/// Returns the kind of the id that the value at `path` gives: a tag, a counter or a definition, or what a ruleset needs.
fn given(path: &DocPath) -> Option<Id> {
    match path.0.as_slice() {
        [PathStep::Key(unit), PathStep::Index(_), PathStep::Key(tags), PathStep::Index(_)]
            if unit == "unit" && tags == "tags" =>
        {
            Some(Id::TAG)
        }
        [PathStep::Key(rules), PathStep::Key(list), PathStep::Index(_), PathStep::Key(id)]
            if rules == "rules" && id == "id" =>
        {
            match list.as_str() {
                "counter" => Some(Id::COUNTER),
                "define" => Some(Id::DEFINITION),
                _ => None,
            }
        }
        [PathStep::Key(needs), PathStep::Key(kind), PathStep::Index(_)] if needs == "needs" => match kind.as_str() {
            "side" => Some(Id::SIDE),
            "formation" => Some(Id::FORMATION),
            "unit" => Some(Id::UNIT),
            "place" => Some(Id::PLACE),
            "tag" => Some(Id::TAG),
            _ => None,
        },
        _ => None,
    }
}
