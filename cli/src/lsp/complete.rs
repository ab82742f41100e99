//! Completion at the text cursor.

use std::collections::BTreeSet;

use battlewright_schema::rule::RuleWordKind;
use battlewright_schema::schema_json::{Field, Shape, ValueKind};
use battlewright_schema::{DocPath, Id, PathStep, System};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, TextEdit};

use super::context::{self, Completing, Context};
use super::document::Document;
use super::encoding::LineRuler;
use super::hover::hex_words;
use super::{rules, rulesets};

/// The most hexes offered at a time; more typing narrows the list.
const MOST_HEXES: usize = 200;

/// Returns the completions at `offset`.
pub(super) fn list(document: &Document, ruler: &LineRuler<'_>, offset: usize) -> CompletionList {
    let mut offers = Offers { document, ruler, items: Vec::new(), more: false };
    if let Some(context) = context::at(&document.text, document.outline(), offset) {
        offers.add(&context, offset);
    }
    CompletionList { is_incomplete: offers.more, items: offers.items }
}

struct Offers<'d> {
    document: &'d Document,
    ruler: &'d LineRuler<'d>,
    items: Vec<CompletionItem>,
    more: bool,
}

impl Offers<'_> {
    fn add(&mut self, context: &Context, offset: usize) {
        let Some(system) = self.document.system() else {
            // Without a known system, only the system can be completed.
            return self.systems(context);
        };
        match context.wanted {
            Completing::Key => {
                if let Some(shape) = Shape::at(system, &context.path) {
                    self.keys(context, shape);
                }
            }
            Completing::Header { list } => {
                if let Some(shape) = Shape::at(system, &context.path) {
                    self.headers(context, shape, list);
                }
            }
            Completing::Value { quoted } => match Shape::at(system, &context.path) {
                Some(_) if context.path.to_string() == "system" => self.systems(context),
                Some(_) if is_of_cell(&context.path) => self.cells(context, quoted),
                _ if rulesets::is_reference(&context.path) => self.rulesets(context, system, quoted),
                Some(_) if rules::is_rule_key(&context.path) => self.rules(context, quoted, offset),
                Some(shape) => self.values(context, shape, quoted),
                None => {}
            },
        }
    }

    fn systems(&mut self, context: &Context) {
        if context.path.to_string() == "system"
            && let Completing::Value { quoted } = context.wanted
        {
            for system in System::ALL {
                let text = written(system.name(), quoted);
                self.offer(context, system.name(), text, CompletionItemKind::ENUM_MEMBER, system.title(), "");
            }
        }
    }

    fn keys(&mut self, context: &Context, shape: Shape) {
        let there: BTreeSet<&DocPath> = self.document.outline().keys().map(|(path, _)| path).collect();
        let typed = self.document.text.get(context.typed.clone()).unwrap_or_default();
        for field in shape.fields() {
            let path = context.path.clone().key(field.name);
            // The key being typed is in the outline already.
            if field.name != typed && there.contains(&path) || is_section(field.shape) {
                continue;
            }
            let detail = if field.required { "required" } else { "" };
            let text = format!("{} = ", field.name);
            self.offer(context, field.name, text, CompletionItemKind::FIELD, detail, &field.shape.help());
        }
    }

    fn headers(&mut self, context: &Context, shape: Shape, list: bool) {
        let behind = self.document.text.get(context.typed.end..).unwrap_or_default();
        let close = match (behind.starts_with(']'), list) {
            (true, _) => "",
            (false, true) => "]]",
            (false, false) => "]",
        };
        let fits = |field: &Field| match field.shape.kind() {
            ValueKind::List => list && is_section(field.shape),
            ValueKind::Table | ValueKind::Keyed => !list,
            _ => false,
        };
        for field in shape.fields().into_iter().filter(fits) {
            // A table with keys of the author's choice goes on with such a key.
            let text = match field.shape.kind() {
                ValueKind::Keyed => format!("{}.", field.name),
                _ => format!("{}{close}", field.name),
            };
            self.offer(context, field.name, text, CompletionItemKind::MODULE, "", &field.shape.help());
        }
    }

    fn values(&mut self, context: &Context, shape: Shape, quoted: bool) {
        match shape.kind() {
            // The author chooses new ids freely.
            ValueKind::Id(_) if matches!(context.path.0.last(), Some(PathStep::Key(key)) if key == "id") => {}
            ValueKind::Id(Id::HEX) => self.hexes(context, quoted),
            ValueKind::Id(Id::HEXSIDE) => self.hexsides(context, quoted),
            ValueKind::Id(id) => self.names(context, id, quoted),
            ValueKind::Words => {
                for word in shape.words() {
                    let text = written(word.word, quoted);
                    self.offer(context, word.word, text, CompletionItemKind::ENUM_MEMBER, "", word.meaning);
                }
            }
            ValueKind::Bool if !quoted => {
                for word in ["true", "false"] {
                    self.offer(context, word, word.to_owned(), CompletionItemKind::VALUE, "", "");
                }
            }
            _ => {}
        }
    }

    /// Offers the tables, headings and values of a changed cell, by what its row says already.
    fn cells(&mut self, context: &Context, quoted: bool) {
        let (Some(row), Some(scenario)) = (context.path.parent(), &self.document.scenario) else { return };
        let said = |key: &str| {
            let span = self.document.outline().value(&row.clone().key(key))?;
            Some(self.document.text.get(span)?.trim_matches(['"', '\'']))
        };
        let key = context.path.last_key().unwrap_or_default();
        let words = scenario.cell_words(key, said("table"), said("row"), said("column"));
        for word in words {
            let is_plain = key == "be" && (word.parse::<i64>().is_ok() || word == "true" || word == "false");
            let text = if is_plain && !quoted { word.clone() } else { written(&word, quoted) };
            self.offer(context, &word, text, CompletionItemKind::VALUE, "", "");
        }
    }

    fn names(&mut self, context: &Context, id: Id, quoted: bool) {
        let known = self.document.scenario.as_ref().map(|scenario| scenario.known(id)).unwrap_or_default();
        for name in self.document.names().iter().filter(|name| name.gives && name.id == id) {
            let called = known.iter().find(|known| known.id == name.text).map_or("", |known| &known.name);
            let text = written(&name.text, quoted);
            self.offer(context, &name.text, text, CompletionItemKind::REFERENCE, called, "");
        }
    }

    /// Offers the words of an expression, or those that name a number, an act or a moment of the rules.
    fn rules(&mut self, context: &Context, quoted: bool, offset: usize) {
        // A word in quotes begins behind the first of them.
        let quote = context.typed.start.checked_sub(1).filter(|_| quoted);
        for offer in rules::complete(self.document, &context.path, quote, offset) {
            let typed = if quoted { offer.range } else { context.typed.clone() };
            let (text, kind) = (if quoted { offer.text } else { written(&offer.text, false) }, item_kind(offer.kind));
            self.offer(&Context { typed, ..context.clone() }, &offer.word, text, kind, &offer.detail, "");
        }
        // What is typed after a hex begins other hexes.
        self.more = true;
    }

    /// Offers the rulesets of the system.
    fn rulesets(&mut self, context: &Context, system: System, quoted: bool) {
        for (reference, title) in rulesets::offered(self.document, system) {
            let text = written(&reference, quoted);
            self.offer(context, &reference, text, CompletionItemKind::MODULE, &title, "");
        }
    }

    /// Offers the hexes whose numbers start with the typed text.
    fn hexes(&mut self, context: &Context, quoted: bool) {
        let (Some(grid), Some(scenario)) = (self.document.grid(), &self.document.scenario) else { return };
        let typed = self.document.text.get(context.typed.clone()).unwrap_or_default();
        for cell in grid.cells().filter(|cell| scenario.common().has(*cell)) {
            let name = grid.name(cell);
            if !name.as_str().starts_with(typed) {
                continue;
            }
            if self.items.len() == MOST_HEXES {
                self.more = true;
                break;
            }
            let text = written(name.as_str(), quoted);
            self.offer(context, name.as_str(), text, CompletionItemKind::VALUE, &hex_words(scenario, cell), "");
        }
    }

    /// Offers hexes; after the slash, the neighbors of the first hex.
    fn hexsides(&mut self, context: &Context, quoted: bool) {
        let typed = self.document.text.get(context.typed.clone()).unwrap_or_default();
        let Some((first, _)) = typed.split_once('/') else { return self.hexes(context, quoted) };
        let (Some(grid), Some(scenario)) = (self.document.grid(), &self.document.scenario) else { return };
        let Some(cell) = self.document.cell(first) else { return };
        for beside in grid.neighbors(cell).into_iter().flatten().filter(|cell| scenario.common().has(*cell)) {
            let name = format!("{first}/{}", grid.name(beside));
            let detail = hex_words(scenario, beside);
            self.offer(context, &name, written(&name, quoted), CompletionItemKind::VALUE, &detail, "");
        }
    }

    fn offer(
        &mut self,
        context: &Context,
        label: &str,
        text: String,
        kind: CompletionItemKind,
        detail: &str,
        help: &str,
    ) {
        let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let edit = TextEdit { range: self.ruler.range(&context.typed), new_text: text };
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: said(detail),
            documentation: said(help).map(Documentation::String),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            // Keeps the order of the file format.
            sort_text: Some(format!("{:05}", self.items.len())),
            ..CompletionItem::default()
        });
    }
}

/// Returns the kind of item for a kind of word of rules.
fn item_kind(kind: RuleWordKind) -> CompletionItemKind {
    use RuleWordKind as Kind;
    match kind {
        Kind::Given | Kind::Variable => CompletionItemKind::VARIABLE,
        Kind::Fact => CompletionItemKind::PROPERTY,
        Kind::Source | Kind::Function | Kind::Define | Kind::Effect => CompletionItemKind::FUNCTION,
        Kind::Keyword => CompletionItemKind::KEYWORD,
        Kind::Listed | Kind::Terrain | Kind::Edge | Kind::Tag => CompletionItemKind::ENUM_MEMBER,
        Kind::Hook | Kind::Act | Kind::Lift | Kind::Trigger | Kind::Phase => CompletionItemKind::EVENT,
        Kind::Counter | Kind::Side | Kind::Unit | Kind::Formation | Kind::Place | Kind::Hex | Kind::Row => {
            CompletionItemKind::REFERENCE
        }
    }
}

/// Returns `true` if the value at `path` belongs to a row of `[[rules.cell]]`.
fn is_of_cell(path: &DocPath) -> bool {
    path.parent().is_some_and(|row| row.pattern() == "rules.cell[]")
}

/// Returns `true` if the value is written as sections rather than as a key: a list of tables with many fields.
fn is_section(shape: Shape) -> bool {
    shape.kind() == ValueKind::List
        && shape.item().is_some_and(|item| item.kind() == ValueKind::Table && item.fields().len() > 3)
}

fn written(word: &str, quoted: bool) -> String {
    if quoted { word.to_owned() } else { format!("\"{word}\"") }
}
