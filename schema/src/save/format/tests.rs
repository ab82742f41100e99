use proptest::prelude::*;

use super::*;
use crate::{Loaded, Scenario, System, load, template};

/// Returns the comments of `text`, sorted. In its strings, `#` never follows an odd number of quotes.
fn remarks(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        let rows = line.matches("\"\"\"").count();
        let quoted = |at: &usize| line[..*at].matches('"').count() % 2 == 0;
        let at = line.match_indices('#').map(|(at, _)| at).find(quoted);
        found.extend(at.filter(|_| !inside).map(|at| line[at..].trim().to_owned()));
        inside ^= rows % 2 == 1;
    }
    found.sort();
    found
}

fn formatted(text: &str) -> String {
    let once = format(text).unwrap();
    assert_eq!(format(&once).unwrap(), once, "not the same twice");
    assert_eq!(remarks(&once), remarks(text), "comments are lost");
    let (before, after) = (load(text), load(&once));
    let laid_out = |loaded: &Loaded| loaded.readable.clone().map(Scenario::with_rules_laid_out);
    assert_eq!(laid_out(&after), laid_out(&before), "it says something else");
    assert_eq!(after.diagnostics.len(), before.diagnostics.len());
    once
}

/// Returns the texts of all bundled scenarios and of all test files with planted mistakes.
fn corpus() -> Vec<String> {
    let mut texts: Vec<String> = System::ALL.into_iter().map(|system| template(system).to_owned()).collect();
    for folder in ["../scenarios", "../tests/diagnostics"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                texts.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    texts
}

#[test]
fn what_comes_with_the_program_is_in_the_usual_layout() {
    for text in System::ALL.map(|system| template(system).to_owned()) {
        assert_eq!(formatted(&text), text);
    }
    for entry in std::fs::read_dir("../scenarios").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            assert_eq!(formatted(&std::fs::read_to_string(&path).unwrap()), std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn a_new_text_is_in_the_usual_layout() {
    for text in corpus() {
        if let Some(scenario) = load(&text).scenario {
            let new = crate::save(None, &scenario);
            assert_eq!(formatted(&new), new);
        }
    }
}

#[test]
fn any_text_stays_what_it_is() {
    for text in corpus().iter().filter(|text| load(text).readable.is_some()) {
        formatted(text);
    }
}

#[test]
fn what_is_no_toml_is_refused_with_its_place() {
    let found = format("a = \n").unwrap_err();
    assert_eq!(found[0].position.map(|at| at.line), Some(1));
    assert_eq!(format("").as_deref(), Ok(""));
    assert_eq!(format("\u{feff}# note\n\n\n# more").as_deref(), Ok("# note\n\n# more\n"));
}

#[test]
fn lists_of_several_lines_keep_their_lines_and_comments() {
    let text =
        "a=[ # all\n\"x\",# one\n  # the next\n\n   \"y\" ,\"z\"  # last\n  ]\nb = [ 1,2 , ]\nc={x=1,  y = [ 1 ]}\n";
    let laid = "a = [ # all\n    \"x\", # one\n    # the next\n    \"y\", \"z\",  # last\n]\nb = [1, 2]\nc = { x = 1, y = [1] }\n";
    assert_eq!(format(text).as_deref(), Ok(laid));
    assert_eq!(format(laid).as_deref(), Ok(laid));
    let nested = "a = [\n  [ 1,2 ],\n  [ 3,\n 4 ]\n]\n";
    assert_eq!(format(nested).as_deref(), Ok("a = [\n    [1, 2],\n    [3,\n        4,\n    ],\n]\n"));
}

#[test]
fn sections_and_keys_stand_in_the_order_of_the_format() {
    let text = template(System::MarsLaTour);
    let parts = text.split_once("[[unit]]").unwrap();
    let parts = (parts.0, parts.1.split_once("\n[victory]").unwrap());
    let moved = format!("{}# How it is won.\n[victory]{}\n[[unit]]{}\n", parts.0, parts.1.1, parts.1.0);
    let back = formatted(&moved);
    assert_eq!(back.replace("# How it is won.\n", ""), text);
    let swapped = text.replacen("title = \"Untitled\"\n", "", 1).replacen(
        "format = 1\n",
        "title = \"Untitled\"\nformat = 1\n",
        1,
    );
    assert_eq!(formatted(&swapped), text, "what is said over the first key is about the file");
    let row =
        text.replacen("id = \"red-1\"\nname = \"1st Division\"\n", "name = \"1st Division\"\nid = \"red-1\"\n", 1);
    assert_eq!(formatted(&row), text);
}

#[test]
fn a_map_has_a_letter_and_a_space_a_hex() {
    let text = template(System::MarsLaTour).replacen(". . w . . . . .\n", "  ..w  ....  .\n", 1);
    assert_eq!(formatted(&text), template(System::MarsLaTour));
}

#[test]
fn lines_end_as_most_did() {
    let text = template(System::MarsLaTour);
    let crlf = text.replace('\n', "\r\n");
    assert_eq!(formatted(&crlf), crlf);
    assert_eq!(format(&format!("\u{feff}{}", crlf.replacen("\r\n", "\n", 9))).unwrap(), crlf);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn blanks_of_all_kinds_come_to_the_same(
        which in 0..System::ALL.len(),
        seed in proptest::collection::vec(0_u8..9, 300),
    ) {
        let text = template(System::ALL[which]);
        let mut inside = false;
        let mut messy = String::new();
        for (index, line) in text.lines().enumerate() {
            let row = inside;
            inside ^= line.contains("\"\"\"");
            let key = !row && !line.contains('#') && line.contains(" = ");
            match seed[index % seed.len()] {
                0 if !row && !inside => messy.push_str("\n\n"),
                1 if key => { messy.push_str(&line.replacen(" = ", "=", 1)); messy.push('\n'); continue }
                2 if key && !inside => { messy.push_str(&format!("\t {line}  \t\n")); continue }
                3 if key => { messy.push_str(&line.replacen(" = ", "   =\t", 1)); messy.push('\n'); continue }
                4 if key && !inside => { messy.push_str(&line.replace(", ", " ,").replace("{ ", "{")); messy.push('\n'); continue }
                5 if row && inside => { messy.push_str(&format!("  {}\n", line.replace(' ', ""))); continue }
                6 if line.is_empty() && !row => continue,
                _ => {}
            }
            messy.push_str(line);
            messy.push('\n');
        }
        let laid = formatted(&messy);
        // Blank lines within a section are the author's.
        let plain = |text: &str| text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(plain(&laid), plain(text));
    }
}

#[test]
fn expressions_of_rows_get_their_layout() {
    let rules = |add: &str, when: &str, effects: &str| {
        format!(
            "{}\n[[rules.modifier]]\nid = \"a\"\nname = \"A\"\nto = \"attack.defender\"\nadd = {add}\nwhen = {when}  # why\n\n\
             [[rules.event]]\nid = \"b\"\nname = \"B\"\non = \"turn-begins\"\ndo = [{effects}]\n",
            template(System::MarsLaTour)
        )
    };
    let loose = rules("\"turn*1\"", "\"(turn>2)  and ground.is-defensible\"", "\"ammunition(red)+=1\", \"+ wrong  \"");
    let neat =
        rules("\"turn * 1\"", "\"turn > 2 and ground.is-defensible\"", "\"ammunition(red) += 1\", \"+ wrong  \"");
    assert_eq!(format(&loose).unwrap(), neat);
    assert_eq!(format(&neat).unwrap(), neat);
    let part = "ground.is-defensible and defender.er > 2";
    let long = rules("1", &format!("\"{part} and {part} and {part}\""), "");
    let formatted = format(&long).unwrap();
    assert!(formatted.contains("when = '''\nground.is-defensible\nand defender.er > 2\nand ground"), "{formatted}");
    assert!(formatted.contains("2'''  # why\n"), "{formatted}");
    assert_eq!(format(&formatted).unwrap(), formatted);
}
