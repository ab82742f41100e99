use proptest::prelude::*;

use super::{MOST_LETTERS, Wanted, parse, parse_effect};
use crate::rule::print::{canonical, canonical_effect, print, print_effect};
use crate::rule::syntax::{Effect, Expr, ExprKind, KEYWORDS, Name, Operator, Over, QUANTITIES, Set, Span, Word};
use crate::rule::term::{Comparison, EffectChange};

/// Returns the problems of `text` as the underlined part and the message.
fn problems(text: &str) -> Vec<(String, String)> {
    let (_, problems) = parse(text, Wanted::Condition);
    problems.into_iter().map(|found| (text[found.span.clone()].to_owned(), found.message)).collect()
}

#[test]
fn layouts_are_canonical() {
    for (text, expected) in [
        ("defender  has guard", "defender has guard"),
        ("((turn>3))and not(a.b==1)", "turn > 3 and not a.b == 1"),
        ("(a and b) and c", "a and b and c"),
        ("(a or b) and c", "(a or b) and c"),
        ("a - (b - c) - -2", "a - (b - c) - -2"),
        ("-(2)", "-(2)"),
        ("turn in 1 .. 3", "turn in 1..3"),
        ("u.kind not  in[ cavalry,infantry ]", "u.kind not in [cavalry, infantry]"),
        ("count( u in units( hex )where u.side==german)>2", "count(u in units(hex) where u.side == german) > 2"),
        ("least(2,count(u in attackers))", "least(2, count(u in attackers))"),
        ("most(u.er for u in attackers where u.er<3)", "most(u.er for u in attackers where u.er < 3)"),
        ("if a then 1 else if b then 2 else 3", "if a then 1 else if b then 2 else 3"),
        ("hex==@08-14", "hex == @08-14"),
        ("turn.kind in [dusk]", "turn.kind in [dusk]"),
        ("edge(a.hex, @0102.next)has stream", "edge(a.hex, @0102.next) has stream"),
    ] {
        assert_eq!(canonical(text).as_deref(), Some(expected));
        assert_eq!(canonical(expected).as_deref(), Some(expected));
    }
    assert_eq!(canonical("a and"), None, "it has an error");
    let effect = "if roll==1:counter( fires,unit )+=1";
    assert_eq!(canonical_effect(effect).as_deref(), Some("if roll == 1: counter(fires, unit) += 1"));
}

#[test]
fn a_long_condition_has_a_line_for_each_part() {
    let part = "attacker.kind == cavalry";
    let text = [part; 4].join("   and ");
    let lines = canonical(&text).unwrap();
    assert_eq!(lines, [part; 4].join("\nand "));
    assert_eq!(canonical(&lines), Some(lines.clone()));
    assert_eq!(canonical(&[part; 3].join(" or ")), Some([part; 3].join(" or ")), "short enough");
}

#[test]
fn several_errors_come_at_once() {
    let found = problems("a = 1 && (b or ) and c has");
    let parts: Vec<&str> = found.iter().map(|(part, _)| part.as_str()).collect();
    assert_eq!(parts, ["&&", "=", "", ""], "{found:?}");
    let found = problems("a b and !c and d ] or 2.5 < x");
    let parts: Vec<&str> = found.iter().map(|(part, _)| part.as_str()).collect();
    assert_eq!(parts, ["!", "2.5", "b", "]"], "{found:?}");
}

#[test]
fn effects_have_messages_of_their_own() {
    let problem = |text: &str| {
        let (_, problems) = parse_effect(text);
        problems.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    assert_eq!(problem("if roll == 1: lose-step(unit)"), [] as [&str; 0]);
    assert_eq!(problem("if roll == 1 then lose-step(unit)"), ["an effect has a colon after its condition"]);
    assert_eq!(problem("a == 1"), ["`==` compares; an effect gives a value with `=`"]);
    assert_eq!(problem("german.points += 1").len(), 1);
    assert_eq!(problem(""), ["an effect is missing"]);
    assert_eq!(problem("a +="), ["a number is missing after `+=`"]);
    assert_eq!(problem("a += 1 2"), ["`2` does not fit here"]);
}

#[test]
fn length_and_depth_are_limited() {
    let long = format!("{} > 1", "x".repeat(MOST_LETTERS));
    assert!(problems(&long)[0].1.starts_with("an expression has at most 400 letters"));
    for deep in [
        format!("{}x{}", "(".repeat(150), ")".repeat(150)),
        "not ".repeat(99) + "x",
        "-".repeat(200) + "x",
        "x".to_owned() + &"+1".repeat(150),
        "x".to_owned() + &".x".repeat(150),
        "(".repeat(300),
        "if ".repeat(100),
        "any(".repeat(90),
    ] {
        let found = problems(&deep);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].1, "an expression has at most 24 levels");
    }
    assert_eq!(problems(&format!("{}x{}", "(".repeat(20), ")".repeat(20))), []);
}

fn word() -> impl Strategy<Value = Word> {
    let is_free = |text: &String| !KEYWORDS.contains(&text.as_str()) && !QUANTITIES.contains(&text.as_str());
    "[a-z]{1,3}(-[a-z0-9]{1,2})?"
        .prop_filter("a word of the language", is_free)
        .prop_map(|text| Word { text: text.into(), span: Span::default() })
}

fn bare(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn flat(parts: Vec<Expr>, is_and: bool) -> Expr {
    let mut all = Vec::new();
    for part in parts {
        match part.kind {
            ExprKind::And(inner) if is_and => all.extend(inner),
            ExprKind::Or(inner) if !is_and => all.extend(inner),
            kind => all.push(bare(kind)),
        }
    }
    bare(if is_and { ExprKind::And(all) } else { ExprKind::Or(all) })
}

fn name(arguments: Option<Vec<Expr>>, word: Word) -> Name {
    Name { word, arguments, span: Span::default() }
}

fn tree() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (-99_i32..99).prop_map(|number| bare(ExprKind::Number(number))),
        "[0-9]{4}".prop_map(|hex| bare(ExprKind::Hex(hex.into()))),
        word().prop_map(|word| bare(ExprKind::Name(name(None, word)))),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let two = || (inner.clone(), inner.clone());
        let call = (word(), prop::collection::vec(inner.clone(), 0..3))
            .prop_map(|(word, arguments)| bare(ExprKind::Name(name(Some(arguments), word))))
            .boxed();
        // What stands before a dot or names a source is a value of names.
        let value = prop_oneof![word().prop_map(|word| bare(ExprKind::Name(name(None, word)))), call.clone()].boxed();
        let operator = prop_oneof![Just(Operator::Plus), Just(Operator::Minus), Just(Operator::Times)];
        let over = (word(), value.clone(), proptest::option::of(inner.clone()), inner.clone(), 0_usize..6);
        prop_oneof![
            call,
            (value, word()).prop_map(|(of, word)| bare(ExprKind::Dot(Box::new(of), name(None, word)))),
            (inner.clone(), word()).prop_map(|(of, word)| bare(ExprKind::Has(Box::new(of), word))),
            inner.clone().prop_map(|of| bare(ExprKind::Not(Box::new(of)))),
            inner.clone().prop_map(|of| bare(ExprKind::Negative(Box::new(of)))),
            (operator, two()).prop_map(|(sign, (a, b))| bare(ExprKind::Sum(sign, Box::new([a, b])))),
            (0_usize..6, two())
                .prop_map(|(at, (a, b))| { bare(ExprKind::Compare(Comparison::ALL[at], Box::new([a, b]))) }),
            (prop::collection::vec(inner.clone(), 2..4), any::<bool>()).prop_map(|(parts, is_and)| flat(parts, is_and)),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| bare(ExprKind::If(Box::new([a, b, c])))),
            (inner.clone(), any::<bool>(), -9_i32..9, 0_i32..9).prop_map(|(subject, is_not, least, more)| {
                let set = Set::Range(least, least + more, Span::default());
                bare(ExprKind::In { subject: Box::new(subject), is_not, set })
            }),
            (inner.clone(), any::<bool>(), prop::collection::vec(inner.clone(), 1..3)).prop_map(
                |(subject, is_not, values)| {
                    let set = Set::List(values, Span::default());
                    bare(ExprKind::In { subject: Box::new(subject), is_not, set })
                }
            ),
            over.prop_map(|(variable, source, condition, number, at)| {
                let number = (at >= 3).then_some(number);
                let quantity = Word { text: QUANTITIES[at].into(), span: Span::default() };
                bare(ExprKind::Over(Box::new(Over { quantity, number, variable, source, condition })))
            }),
        ]
    })
}

/// Returns the tree without the parts of the text.
fn without_spans(mut tree: Expr) -> Expr {
    fn clear(tree: &mut Expr) {
        tree.span = Span::default();
        let clear_name = |name: &mut Name| {
            (name.span, name.word.span) = (Span::default(), Span::default());
            name.arguments.iter_mut().flatten().for_each(clear);
        };
        match &mut tree.kind {
            ExprKind::Missing | ExprKind::Number(_) | ExprKind::Hex(_) => {}
            ExprKind::Name(name) => clear_name(name),
            ExprKind::Dot(of, name) => {
                clear(of);
                clear_name(name);
            }
            ExprKind::Over(over) => {
                (over.quantity.span, over.variable.span) = (Span::default(), Span::default());
                over.number.iter_mut().for_each(clear);
                clear(&mut over.source);
                over.condition.iter_mut().for_each(clear);
            }
            ExprKind::Has(of, word) => {
                word.span = Span::default();
                clear(of);
            }
            ExprKind::In { subject, set, .. } => {
                clear(subject);
                match set {
                    Set::List(values, span) => {
                        *span = Span::default();
                        values.iter_mut().for_each(clear);
                    }
                    Set::Range(_, _, span) => *span = Span::default(),
                }
            }
            ExprKind::Not(of) | ExprKind::Negative(of) => clear(of),
            ExprKind::Sum(_, two) | ExprKind::Compare(_, two) => two.iter_mut().for_each(clear),
            ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter_mut().for_each(clear),
            ExprKind::If(parts) => parts.iter_mut().for_each(clear),
        }
    }
    clear(&mut tree);
    tree
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(tree in tree()) {
        let text = print(&tree);
        prop_assume!(text.chars().count() <= MOST_LETTERS && tree.depth() <= 20);
        let (read, problems) = parse(&text, Wanted::Value);
        prop_assert!(problems.is_empty(), "{text}: {problems:?}");
        prop_assert_eq!(without_spans(read), tree, "{}", text);
    }

    #[test]
    fn effects_are_read_again(
        condition in proptest::option::of(tree()), word in word(), arguments in prop::collection::vec(tree(), 0..2),
        number in proptest::option::of(tree()), add in any::<bool>(),
    ) {
        let change = number.map(|number| (if add { EffectChange::Add } else { EffectChange::Set }, number));
        let effect = Effect { condition, target: name(Some(arguments), word), change };
        let text = print_effect(&effect);
        prop_assume!(text.chars().count() <= MOST_LETTERS);
        let (read, problems) = parse_effect(&text);
        prop_assert!(problems.is_empty(), "{text}: {problems:?}");
        prop_assert_eq!(read.map(|read| print_effect(&read)), Some(text));
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,60}|[a-z0-9 ().,<>=!&|@\\[\\]:+*'\"-]{0,60}") {
        let (_, problems) = parse(&text, Wanted::Condition);
        for problem in &problems {
            prop_assert!(text.get(problem.span.clone()).is_some(), "{problem:?}");
        }
        parse_effect(&text);
    }
}
