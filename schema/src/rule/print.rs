//! The canonical layout of expressions: one space around signs, and no needless brackets.

use std::fmt::Write;

use super::parser::{Wanted, parse, parse_effect};
use super::syntax::{Effect, Expr, ExprKind, Name, Operator, Set};
use super::term::EffectChange;

/// The number of letters beyond which each condition of a list joined by `and` or `or` has a line of its own.
const WIDE: usize = 90;

/// The closeness with which the parts of an expression hold together, from the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    If,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Sign,
    Atom,
}

/// Returns the canonical text of a condition or a number; `None` if the text has errors.
pub fn canonical(text: &str) -> Option<String> {
    let (tree, problems) = parse(text, Wanted::Value);
    problems.is_empty().then(|| lines(&tree))
}

/// Returns the canonical text of an effect; `None` if the text has errors.
pub fn canonical_effect(text: &str) -> Option<String> {
    match parse_effect(text) {
        (Some(effect), problems) if problems.is_empty() => Some(print_effect(&effect)),
        _ => None,
    }
}

/// Returns the text of an expression, with a line for each condition if it is long.
fn lines(tree: &Expr) -> String {
    let line = print(tree);
    let (parts, word) = match &tree.kind {
        ExprKind::And(parts) => (parts, "and"),
        ExprKind::Or(parts) => (parts, "or"),
        _ => return line,
    };
    if line.chars().count() <= WIDE {
        return line;
    }
    let bond = if word == "and" { Bond::And } else { Bond::Or };
    let mut text = String::with_capacity(line.len());
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push('\n');
            text.push_str(word);
            text.push(' ');
        }
        put(&mut text, part, above(bond));
    }
    text
}

/// Returns the text of an expression on one line.
pub(crate) fn print(tree: &Expr) -> String {
    let mut text = String::new();
    put(&mut text, tree, Bond::If);
    text
}

/// Returns the text of an effect.
pub(crate) fn print_effect(effect: &Effect) -> String {
    let mut text = String::new();
    if let Some(condition) = &effect.condition {
        text.push_str("if ");
        put(&mut text, condition, Bond::If);
        text.push_str(": ");
    }
    put_name(&mut text, &effect.target);
    if let Some((change, number)) = &effect.change {
        let sign = match change {
            EffectChange::Set => " = ",
            EffectChange::Add => " += ",
            EffectChange::Subtract => " -= ",
        };
        text.push_str(sign);
        put(&mut text, number, Bond::If);
    }
    text
}

fn bond(tree: &Expr) -> Bond {
    match &tree.kind {
        ExprKind::If(_) => Bond::If,
        ExprKind::Or(_) => Bond::Or,
        ExprKind::And(_) => Bond::And,
        ExprKind::Not(_) => Bond::Not,
        ExprKind::Has(..) | ExprKind::In { .. } | ExprKind::Compare(..) => Bond::Compare,
        ExprKind::Sum(Operator::Plus | Operator::Minus, _) => Bond::Sum,
        ExprKind::Sum(Operator::Times, _) => Bond::Product,
        ExprKind::Negative(_) => Bond::Sign,
        ExprKind::Number(number) if *number < 0 => Bond::Sign,
        _ => Bond::Atom,
    }
}

/// Returns the bond that is next to `bond`, and closer.
fn above(bond: Bond) -> Bond {
    match bond {
        Bond::If => Bond::Or,
        Bond::Or => Bond::And,
        Bond::And => Bond::Not,
        Bond::Not => Bond::Compare,
        Bond::Compare => Bond::Sum,
        Bond::Sum => Bond::Product,
        Bond::Product => Bond::Sign,
        Bond::Sign | Bond::Atom => Bond::Atom,
    }
}

/// Writes an expression, in brackets if its parts hold less closely than `least`.
fn put(text: &mut String, tree: &Expr, least: Bond) {
    let needs_brackets = bond(tree) < least;
    if needs_brackets {
        text.push('(');
    }
    put_bare(text, tree);
    if needs_brackets {
        text.push(')');
    }
}

fn put_bare(text: &mut String, tree: &Expr) {
    // Writing to a string cannot fail.
    match &tree.kind {
        ExprKind::Missing => {}
        ExprKind::Number(number) => _ = write!(text, "{number}"),
        ExprKind::Hex(name) => _ = write!(text, "@{name}"),
        ExprKind::Name(name) => put_name(text, name),
        ExprKind::Dot(of, name) => {
            put(text, of, Bond::Atom);
            text.push('.');
            put_name(text, name);
        }
        ExprKind::Over(over) => {
            let _ = write!(text, "{}(", over.quantity.text);
            if let Some(number) = &over.number {
                put(text, number, Bond::If);
                text.push_str(" for ");
            }
            let _ = write!(text, "{} in ", over.variable.text);
            put(text, &over.source, Bond::Atom);
            if let Some(condition) = &over.condition {
                text.push_str(" where ");
                put(text, condition, Bond::If);
            }
            text.push(')');
        }
        ExprKind::Has(of, word) => {
            put(text, of, Bond::Sum);
            let _ = write!(text, " has {}", word.text);
        }
        ExprKind::In { subject, is_not, set } => {
            put(text, subject, Bond::Sum);
            text.push_str(if *is_not { " not in " } else { " in " });
            match set {
                Set::Range(least, most, _) => _ = write!(text, "{least}..{most}"),
                Set::List(values, _) => {
                    text.push('[');
                    put_list(text, values, Bond::Sign);
                    text.push(']');
                }
            }
        }
        ExprKind::Not(of) => {
            text.push_str("not ");
            put(text, of, Bond::Not);
        }
        ExprKind::Negative(of) => {
            text.push('-');
            // A sign before a number belongs to the number.
            let least = if matches!(of.kind, ExprKind::Number(_)) { None } else { Some(Bond::Atom) };
            match least {
                Some(least) => put(text, of, least),
                None => {
                    text.push('(');
                    put_bare(text, of);
                    text.push(')');
                }
            }
        }
        ExprKind::Sum(operator, sides) => {
            let own = bond(tree);
            let [left, right] = &**sides;
            put(text, left, own);
            let _ = write!(text, " {} ", operator.sign());
            put(text, right, above(own));
        }
        ExprKind::Compare(comparison, sides) => {
            let [left, right] = &**sides;
            put(text, left, Bond::Sum);
            let _ = write!(text, " {} ", comparison.sign());
            put(text, right, Bond::Sum);
        }
        ExprKind::And(parts) => put_joined(text, parts, " and ", Bond::Not),
        ExprKind::Or(parts) => put_joined(text, parts, " or ", Bond::And),
        ExprKind::If(parts) => {
            let [condition, then, other] = &**parts;
            text.push_str("if ");
            put(text, condition, Bond::If);
            text.push_str(" then ");
            put(text, then, Bond::If);
            text.push_str(" else ");
            put(text, other, Bond::If);
        }
    }
}

fn put_name(text: &mut String, name: &Name) {
    text.push_str(&name.word.text);
    if let Some(arguments) = &name.arguments {
        text.push('(');
        put_list(text, arguments, Bond::If);
        text.push(')');
    }
}

fn put_list(text: &mut String, values: &[Expr], least: Bond) {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        put(text, value, least);
    }
}

fn put_joined(text: &mut String, parts: &[Expr], word: &str, least: Bond) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push_str(word);
        }
        put(text, part, least);
    }
}
