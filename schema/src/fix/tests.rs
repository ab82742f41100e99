use super::*;
use crate::{Diagnostic, System, fix, load, template};

/// Returns the line changed by the first fix of the first finding after replacing `from` with `to` in the template, and `true`
/// for a safe fix.
fn mended(from: &str, to: &str) -> Option<(String, bool)> {
    let text = template(System::MarsLaTour).replacen(from, to, 1);
    let found = load(&text).diagnostics;
    assert!(!found.is_empty(), "nothing is wrong with {to}");
    let fix = found.iter().find_map(|finding| finding.fixes.first())?;
    let fixed = fix.apply(&text).unwrap();
    let line = fixed.lines().zip(text.lines()).find(|(new, old)| new != old).map(|(new, _)| new);
    Some((line.unwrap_or_default().to_owned(), fix.safe))
}

#[test]
fn what_can_only_be_meant_is_written() {
    let safe = |line: &str| Some((line.to_owned(), true));
    let at = "at = \"0704\"";
    for wrong in ["at = 0704", "at = \"704\"", "at = \"07.04\"", "at = \"7/4\"", "at = \"0704 \""] {
        assert_eq!(mended(at, wrong), safe(at), "{wrong}");
    }
    assert_eq!(mended(at, "AT = \"0704\""), safe(at));
    assert_eq!(mended("kind = \"infantry\"", "kind = infantry"), safe("kind = \"infantry\""));
    assert_eq!(mended("er = 3", "er = \"3\""), safe("er = 3"));
    assert_eq!(mended("format = 1\n", ""), safe("format = 1"));
    for wrong in ["09:00:00", "\"9h00\"", "\"0900\"", "\"9.00\""] {
        let fixed = mended("first = \"09:00\" ", &format!("first = {wrong} # "));
        assert_eq!(fixed.map(|(line, safe)| (line.contains("09:00"), safe)), Some((true, true)), "{wrong}");
    }
}

#[test]
fn true_and_false_are_written_in_small_letters() {
    let sound = template(System::PositionMagnifique);
    let safe = |line: &str| Some((line.to_owned(), true));
    for (wrong, right) in [("True", "true"), ("FALSE", "false")] {
        let text = sound.replacen("authors = []", &format!("authors = {wrong} # note"), 1);
        let found = load(&text).diagnostics;
        let fix = found.iter().find_map(Diagnostic::safe_fix).unwrap();
        let fixed = fix.apply(&text).unwrap();
        let line = fixed.lines().find(|line| line.starts_with("authors")).map(|line| (line.to_owned(), fix.safe));
        assert_eq!(line, safe(&format!("authors = {right} # note")));
    }
}

/// Quotes would turn a header into another key, and a repeated key into another value, so neither is fixed.
#[test]
fn what_is_written_twice_stays_as_it_is() {
    for system in System::ALL {
        let sound = template(system);
        let headers = sound.lines().filter(|line| line.starts_with('[') && line.trim_end().ends_with(']'));
        let keys = ["format", "map", "map.columns", "turns.count.x", "title.x", "unit", "authors", "authors.x"];
        let made = keys.iter().flat_map(|key| [format!("[{key}]"), format!("[[{key}]]"), format!("{key} = 1")]);
        for twice in headers.map(str::to_owned).chain(made).chain(["yes = [unit]\n[unit]".to_owned()]) {
            let text = format!("{sound}\n{twice}\n");
            let mended = apply(&text, &load(&text).diagnostics);
            let quoted = twice.replace("[unit]\n", "[\"unit\"]\n");
            assert!([&text, &format!("{sound}\n{quoted}\n")].contains(&&mended.text), "{twice}: {:?}", mended.applied);
            // An additional error is still fixed on its own.
            let wrong = text.replacen("first = \"09:00\"", "first = 0900", 1);
            let both = apply(&wrong, &load(&wrong).diagnostics);
            assert!(both.text.contains(&twice) || both.text.contains(&quoted), "{twice}: {:?}", both.applied);
        }
    }
}

#[test]
fn what_means_nothing_goes() {
    let sound = template(System::MarsLaTour);
    let restored = |from: &str, to: &str| {
        let text = sound.replacen(from, to, 1);
        let found = load(&text).diagnostics;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(fix::apply(&text, &found).text, sound, "{to}");
    };
    restored(". . . . . . . .\n. . w", ". . . . . . . . _ _\n. . w");
    restored(". . . . . . . .\n\"", ". . . . . . . .\n_ _ _ _ _ _ _ _\n\"");
    restored("columns = 8\n", "right_rows = \"odd\"\ncolumns = 8\n");
    restored("\"#b03030\"", "\"b03030\"");
    restored("\"0103\", \"0203\"", "\"0103\", \"0103\", \"0203\"");
    let scan = |file: &str| {
        let place = "first = { x = 0, y = 0 }\ncolumn = { x = 9, y = 0 }\nrow = { x = 0, y = 9 }";
        sound.replacen("[[road]]", &format!("[map.scan]\nfile = '{file}'\n{place}\n\n[[road]]"), 1)
    };
    let fixed = fix::apply(&scan("art\\map.png"), &load(&scan("art\\map.png")).diagnostics);
    assert_eq!(fixed.text, scan("art/map.png").replace('\'', "\""));
    // A cut row would lose hexes, so it is not cut.
    let text = sound.replacen(". . . . . . . .\n. . w", ". . . . . . . . .\n. . w", 1);
    assert_eq!(fix::apply(&text, &load(&text).diagnostics).text, text);
}

#[test]
fn what_is_but_probably_meant_is_offered() {
    let offered = |line: &str| Some((line.to_owned(), false));
    assert_eq!(mended("system = \"mars-la-tour\"", "system = \"mars-la-tuor\""), offered("system = \"mars-la-tour\""));
    assert_eq!(mended("title = ", "titel = "), offered("title = \"Untitled\""));
    assert_eq!(mended("at = \"0704\"", "at = \"9704\""), None, "nobody knows which hex was meant");
}

#[test]
fn what_goes_goes_with_its_comma_its_line_or_its_comment() {
    let text = "a = [\"x\", \"y\", \"z\"] # all\nb = [\n  \"x\", # one\n  \"y\",\n  \"z\",\n]\n\n# About c.\n[[c]]\nk = 1\n\n\
                # Of all d.\n\n[[d]]\ni = { p = 1, q = 2 }\nm = 1 # why\n[d.n]\n";
    let arena = crate::load::tree::Arena::new();
    let places = crate::place::Places::new(text, &arena);
    let out = |path: crate::DocPath| places.take_out(&path).map(|edit| text[edit.span].to_owned());
    let root = crate::DocPath::root;
    let gone = |text: &str| Some(text.to_owned());
    assert_eq!(out(root().key("a").index(0)), gone("\"x\", "));
    assert_eq!(out(root().key("a").index(2)), gone(", \"z\""));
    assert_eq!(out(root().key("b").index(0)), None, "a comment would go with it");
    assert_eq!(out(root().key("b").index(2)), gone(",\n  \"z\""));
    assert_eq!(out(root().key("c").index(0)), gone("# About c.\n[[c]]\nk = 1\n\n"));
    assert_eq!(out(root().key("d").index(0)), None, "it has a section of its own");
    assert_eq!(out(root().key("d").index(0).key("i").key("p")), gone("p = 1, "));
    assert_eq!(out(root().key("d").index(0).key("m")), gone("m = 1 # why\n"));
    assert_eq!(out(root().key("a")), gone("a = [\"x\", \"y\", \"z\"] # all\n"));
    assert_eq!(out(root().key("e")), None);
}

#[test]
fn fixes_follow_one_another_until_nothing_is_left_to_do() {
    let sound = template(System::MarsLaTour);
    let text = sound.replace("at = \"0704\"", "At = 704").replace("kind = \"cavalry\"", "Kind = Cavalry");
    let fixed = apply(&text, &load(&text).diagnostics);
    assert_eq!(fixed.text, sound);
    assert!(fixed.applied.len() >= 4 && fixed.left.is_empty(), "{:?}", fixed.applied);
    let again = apply(&fixed.text, &fixed.left);
    assert_eq!((again.text.as_str(), again.applied.len()), (sound, 0));
}

#[test]
fn a_fix_that_makes_matters_worse_is_not_made() {
    let text = template(System::MarsLaTour);
    let at = text.find("er = 3").unwrap() + 5;
    let mut finding = crate::unplayable(crate::DocPath::root(), "made up", "0.0");
    finding.fixes = vec![
        Fix { title: "a blunder".into(), edits: vec![TextEdit::new(at..at + 1, "9")], safe: true },
        Fix { title: "another".into(), edits: vec![TextEdit::new(0..1, "=")], safe: true },
    ];
    let fixed = apply(text, &[finding.clone()]);
    assert_eq!((fixed.text.as_str(), fixed.applied.len(), fixed.left.len()), (text, 0, 1));
    // One faulty fix does not prevent the other fixes.
    finding.fixes.remove(0);
    let wrong = text.replace("kind = \"infantry\"", "kind = \"Infantry\"");
    let mut found = load(&wrong).diagnostics;
    let all = found.len();
    found.push(finding);
    let fixed = apply(&wrong, &found);
    assert_eq!((fixed.applied.len(), fixed.text.as_str()), (all, text), "{:?} {:?}", fixed.applied, fixed.left);
}

#[test]
fn a_fix_for_another_text_is_none() {
    let fix = Fix { title: String::new(), edits: vec![TextEdit::new(3..9, "x")], safe: true };
    assert_eq!(fix.apply("short"), None);
    assert_eq!(fix.apply("äöüß x yz"), None, "in the middle of a letter");
    assert_eq!(fix.apply("0123456789").as_deref(), Some("012x9"));
}

#[test]
fn what_comes_comes_behind_the_last_of_its_kind() {
    let text = "a = [\"x\"] # all\nb = []\nc = [\n  1, # one\n]\n\n[[d]]\nk = 1 # why\ni = { p = 1 }\n[d.n]\n[e]\n[lints]\nx = \"deny\"";
    let arena = crate::load::tree::Arena::new();
    let places = crate::place::Places::new(text, &arena);
    let root = crate::DocPath::root;
    let made = |edit: Option<TextEdit>| Fix::offer("", edit).and_then(|fix| fix.apply(text));
    let put = |from: &str, to: &str| Some(text.replacen(from, to, 1));
    assert_eq!(made(places.append(&root().key("a"), "2")), put("\"x\"]", "\"x\", 2]"));
    assert_eq!(made(places.append(&root().key("b"), "2")), put("b = []", "b = [2]"));
    assert_eq!(made(places.append(&root().key("c"), "2")), None, "there is a comment behind the last");
    let d = || root().key("d").index(0);
    assert_eq!(made(places.add_key(&d(), "m", "2")), put("{ p = 1 }\n", "{ p = 1 }\nm = 2\n"));
    assert_eq!(made(places.add_key(&d().key("i"), "m", "2")), put("p = 1 }", "p = 1, m = 2 }"));
    assert_eq!(made(places.add_key(&root().key("e"), "m", "2")), put("[e]\n", "[e]\nm = 2\n"));
    assert_eq!(made(places.add_behind(&root().key("e"), "[f]")), put("[e]\n", "[e]\n\n[f]\n"));
    let code = crate::explain("road-gap").unwrap().code;
    assert_eq!(made(places.allow(code)), put("\"deny\"", "\"deny\"\nroad-gap = \"allow\"\n"));
    let without = crate::place::Places::new("a = 1", &arena);
    let allowed = Fix::offer("", without.allow(code)).and_then(|fix| fix.apply("a = 1"));
    assert_eq!(allowed.as_deref(), Some("a = 1\n\n[lints]\nroad-gap = \"allow\"\n"));
}
