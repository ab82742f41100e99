//! Sessions about the expressions of rules and the rulesets that files use.

use serde_json::{Value, json};

use super::{Client, offset, place, template};

/// The template with a rule of each kind that the tests ask about, and a tag.
fn with_rules() -> String {
    let rows = "[rules]\n\n[[rules.define]]\nid = \"late\"\nis = \"turn > 3\"\n\n[[rules.counter]]\nid = \"fires\"\n\
                name = \"Fires\"\nof = \"unit\"\nmost = 6\n\n[[rules.modifier]]\nid = \"m\"\nname = \"m\"\nto = \"attack.defender\"\n\
                add = \"counter(fires, defender)\"\nwhen = \"\"\"\nlate and defender has guard\nand side == red and ground == @0704\n\
                and holds(red, village) or defender == red-1\"\"\"\n\n[victory]";
    template().replace("[victory]", rows).replacen("[[unit]]\n", "[[unit]]\ntags = [\"guard\"]\n", 1)
}

#[test]
fn words_of_expressions_are_offered_by_their_type() {
    let (mut client, published) = Client::open(&with_rules());
    assert_eq!(published["diagnostics"], json!([]));
    let start = client.offered("when = \"\"\"\n");
    assert_eq!(start[..3], ["attacker", "defender", "ground"]);
    assert!(client.offered("defender has ").contains(&"guard".to_owned()));
    assert!(client.offered("and side == ").contains(&"blue".to_owned()));
    assert!(client.offered("holds(red, ").contains(&"village".to_owned()));
    assert!(client.offered("ground == @07").contains(&"@0704".to_owned()));
    assert!(client.offered("add = \"counter(").contains(&"fires".to_owned()));
    assert!(client.offered("to = \"").contains(&"hq.range".to_owned()));
    // A value that is being written has no second quote yet, and its row no other keys.
    client.replace("[victory]", "[[rules.forbid]]\nact = \"step\"\nwhen = \"mover.\n[victory]");
    let offered = client.offered("when = \"mover.");
    assert!(offered.contains(&"kind".to_owned()) && !offered.contains(&"spent".to_owned()), "{offered:?}");
    client.replace("act = \"step\"", "act = ");
    assert!(client.offered("act = ").contains(&"place-hq".to_owned()));
    assert!(client.shut_down());
}

#[test]
fn words_of_expressions_are_told_about_and_led_to() {
    let (mut client, _) = Client::open(&with_rules());
    let told = |client: &mut Client, needle: &str| {
        let hover = client.ask_at("textDocument/hover", needle, json!({}));
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let defender = told(&mut client, "defender has");
    assert_eq!(defender, "`defender`: the defender  \nanswer: a unit");
    assert!(told(&mut client, "holds(red").contains("holds"));
    assert!(told(&mut client, "late and").contains("is = \"turn > 3\""), "the definition");
    assert!(told(&mut client, "0704\nand holds").starts_with("hex `0704`: "));
    assert!(told(&mut client, "attack.defender").contains("the defender's die"));
    for (needle, target) in [
        ("late and", "late\"\nis"),
        ("guard\nand", "guard\"]"),
        ("red and ground", "red]"),
        ("village) or", "village\"\nname"),
        ("red-1\"\"\"", "red-1\"\n"),
        ("fires, defender", "fires\"\nname"),
    ] {
        let to = client.ask_at("textDocument/definition", needle, json!({}));
        assert_eq!(to["range"]["start"], client.position(target), "{needle}: {to}");
    }
    let hover = client.ask_at("textDocument/hover", "when = ", json!({}));
    let of_row = hover["contents"]["value"].as_str().unwrap();
    assert!(of_row.contains("This row: The defender's die is raised"), "{hover}");
    let hex = client.ask_at("textDocument/definition", "0704\nand holds", json!({}));
    assert!(hex["range"].is_object(), "{hex}");
    let uses =
        client.ask_at("textDocument/references", "late and", json!({ "context": { "includeDeclaration": true } }));
    assert_eq!(uses.as_array().unwrap().len(), 2, "{uses}");
}

#[test]
fn a_name_is_renamed_in_expressions_too() {
    let text = with_rules();
    let (mut client, _) = Client::open(&text);
    for (needle, new, line) in [
        (
            "red and ground",
            "french",
            "and side == french and ground == @0704\nand holds(french, village) or defender == red-1",
        ),
        ("guard\nand", "old-guard", "late and defender has old-guard\n"),
        ("late and", "dusk", "\ndusk and defender has guard\n"),
        ("fires, defender", "shots", "counter(shots, defender)"),
    ] {
        let renamed = client.ask_at("textDocument/rename", needle, json!({ "newName": new }));
        let renamed = client.applied(&renamed);
        assert!(renamed.contains(line), "{renamed}");
        assert_eq!(battlewright_schema::load(&renamed).diagnostics, [], "{renamed}");
    }
    let refused = client.ask_at("textDocument/rename", "red and ground", json!({ "newName": "the reds" }));
    assert!(refused.as_str().unwrap().contains("no word of rules"), "{refused}");
}

#[test]
fn rulesets_in_use_are_offered_and_linked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let ruleset = "ruleset = 1\nid = \"mud\"\nsystem = \"mars-la-tour\"\nextends = [\"mars-la-tour@1\"]\nversion = 3\n\
                   title = \"Mud\"\n[needs]\nside = [\"german\"]\n[rules]\n[[rules.score]]\nid = \"s\"\nname = \"s\"\n\
                   side = \"german\"\npoints = \"ammunition(german)\"\n";
    std::fs::write(path("mud.toml"), ruleset).unwrap();
    std::fs::write(path("battlewright.toml"), "[rulesets]\nmud = \"mud.toml\"\n").unwrap();
    let text = template().replace("[victory]", "[rules]\nuse = [\"mud@3\"]\n[victory]");
    let uri = format!("file://{}", path("battle.toml").display());
    let (mut client, _) = Client::open_file(&uri, &text);
    assert!(client.offered("use = [\"").contains(&"mud@3".to_owned()));
    let links = client.ask("textDocument/documentLink", json!({ "textDocument": { "uri": uri } }));
    assert!(links[0]["target"].as_str().unwrap().ends_with("/mud.toml"), "{links}");
    assert_eq!(links[0]["range"]["start"], client.position("\"mud@3"));
    let to = client.ask_at("textDocument/definition", "mud@3", json!({}));
    assert_eq!(to["uri"], links[0]["target"]);
    let (mut client, published) = Client::open_file(&format!("file://{}", path("mud.toml").display()), ruleset);
    assert_eq!(published["diagnostics"], json!([]));
    assert!(client.offered("ammunition(").contains(&"german".to_owned()));
    let offered = client.offered("extends = [\"");
    assert!(!offered.is_empty() && !offered.contains(&"mud@3".to_owned()), "no ruleset extends itself: {offered:?}");
    let to = client.ask_at("textDocument/definition", "german)", json!({}));
    assert_eq!(to["range"]["start"], client.position("german\"]"), "what a ruleset needs: {to}");
    let hover = client.ask_at("textDocument/hover", "points = ", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("This row: "), "{hover}");
}

/// Returns the text with the condition of the row `m` written as `string`.
fn written_as(string: &str) -> String {
    let text = with_rules();
    let start = text.find("\"\"\"\nlate").unwrap();
    let end = text.find("\n\n[victory]").unwrap();
    format!("{}{string}{}", &text[..start], &text[end..])
}

#[test]
fn words_keep_their_places_however_their_string_is_written() {
    for (string, word) in [
        ("\"late and defender \\u0068as guard\"", "guard\"\n\n[victory]"),
        ("\"late and defender has gu\\u0061rd\"", "gu\\u0061rd\""),
        ("'late and defender has guard' # \u{1d11e}", "guard'"),
        ("'''late\nand defender has guard'''", "guard'''"),
        ("\"\"\"late and \\\n      defender\\\n   \\u0020has \\\n guard\"\"\"", "guard\"\"\""),
        ("\"\"\"\r\nlate\r\nand defender has guard\"\"\"", "guard\"\"\""),
    ] {
        let (mut client, published) = Client::open(&written_as(string));
        assert_eq!(published["diagnostics"], json!([]), "{string}");
        let at = client.position(word);
        let hover = client.ask_at("textDocument/hover", word, json!({}));
        assert_eq!(hover["range"]["start"], at, "{string}: {hover}");
        let to = client.ask_at("textDocument/definition", word, json!({}));
        assert_eq!(to["range"]["start"], client.position("guard\"]"), "{string}: {to}");
        let position = json!({ "textDocument": { "uri": client.uri }, "position": at });
        let list = client.ask("textDocument/completion", position);
        let guard = list["items"].as_array().unwrap().iter().find(|item| item["label"] == "guard");
        assert_eq!(guard.map(|item| &item["textEdit"]["range"]["start"]), Some(&at), "{string}: {list}");
        let renamed = client.ask_at("textDocument/rename", word, json!({ "newName": "old-guard" }));
        let renamed = client.applied(&renamed);
        assert_eq!(renamed.matches("old-guard").count(), 2, "{renamed}");
        assert_eq!(battlewright_schema::load(&renamed).diagnostics, [], "{renamed}");
    }
}

/// Wherever the cursor stands, all answers are about bytes there, and what is offered replaces a part of the line.
#[test]
fn every_place_in_and_around_an_expression_has_an_answer() {
    let string = "\"\"\"\u{1d11e} late \\\n and nobody.kindd == infantri\r\nor counter(, @99 \\u0068 has [red-1, ) in \"\"\" # \u{e9}";
    let open = string.split("\"\"\" #").next().unwrap();
    for text in [written_as(string), written_as(open), written_as("\"\"\""), written_as("'")] {
        let (mut client, _) = Client::open(&with_rules());
        client.replace(&with_rules(), &text);
        let start = text.find("add = \"counter").unwrap();
        let end = text.find("[victory]").unwrap();
        // Between the two letters of a line end, a client has no place.
        let is_place = |at: &usize| text.is_char_boundary(*at) && !text[..*at].ends_with('\r');
        for at in (start..=end).filter(is_place) {
            let here = place(&text, at);
            let params = json!({ "textDocument": { "uri": client.uri }, "position": here });
            let around = |range: &Value| offset(&text, &range["start"]) <= at && at <= offset(&text, &range["end"]);
            let list = client.ask("textDocument/completion", params.clone());
            for item in list["items"].as_array().unwrap() {
                let range = &item["textEdit"]["range"];
                assert_eq!((&range["start"]["line"], &range["end"]["line"]), (&here["line"], &here["line"]), "{item}");
                assert!(around(range), "{item} at {here}");
            }
            let hover = client.ask("textDocument/hover", params.clone());
            assert!(hover["range"].is_null() || around(&hover["range"]), "{hover} at {here}");
            client.ask("textDocument/definition", params.clone());
            let mut params = params;
            params["newName"] = "x".into();
            client.ask("textDocument/rename", params);
        }
        assert!(client.shut_down());
    }
}

#[test]
fn unknown_words_have_no_meaning_and_no_place() {
    let (mut client, published) = Client::open(&written_as("\"nobody.kindd == infantri\""));
    assert!(!published["diagnostics"].as_array().unwrap().is_empty());
    for word in ["nobody", "kindd", "infantri"] {
        assert_eq!(client.ask_at("textDocument/hover", word, json!({})), Value::Null, "{word}");
        assert_eq!(client.ask_at("textDocument/definition", word, json!({})), Value::Null, "{word}");
        let refused = client.ask_at("textDocument/rename", word, json!({ "newName": "x" }));
        assert!(refused.as_str().unwrap().contains("no name at this position"), "{refused}");
    }
}
