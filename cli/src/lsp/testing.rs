//! Test sessions with the server over pipes.

mod rules;

use std::io::{BufReader, PipeReader, PipeWriter, Write as _, pipe};

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use super::serve;
use crate::console::Verdict;

/// A client with one document open.
struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    server: Option<std::thread::JoinHandle<Option<Verdict>>>,
    asked: i32,
    uri: String,
    text: String,
    version: i32,
}

impl Client {
    /// Opens `text` and returns the client with the first findings.
    fn open(text: &str) -> (Self, Value) {
        Self::open_file("file:///battle.toml", text)
    }

    fn open_file(uri: &str, text: &str) -> (Self, Value) {
        let ((its_input, to), (from, its_output)) = (pipe().unwrap(), pipe().unwrap());
        let server = std::thread::spawn(move || serve(its_input, its_output).ok());
        let mut client = Self {
            to: Some(to),
            from: BufReader::new(from),
            server: Some(server),
            asked: 0,
            uri: uri.to_owned(),
            text: text.to_owned(),
            version: 1,
        };
        let answer = client.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["serverInfo"]["name"], "battlewright");
        client.notify("initialized", json!({}));
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let published = client.diagnostics();
        (client, published)
    }

    fn notify(&mut self, method: &str, params: Value) {
        let notification = Notification::new(method.to_owned(), params);
        Message::from(notification).write(self.to.as_mut().unwrap()).unwrap();
    }

    /// Sends a raw text as a message.
    fn send_text(&mut self, text: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Returns the next message.
    fn receive(&mut self) -> Message {
        Message::read(&mut self.from).unwrap().expect("the server is there")
    }

    /// Returns the findings of the next notification.
    fn diagnostics(&mut self) -> Value {
        match self.receive() {
            Message::Notification(published) => {
                assert_eq!(
                    (published.method.as_str(), &published.params["uri"]),
                    ("textDocument/publishDiagnostics", &json!(self.uri))
                );
                published.params
            }
            other => panic!("{other:?}"),
        }
    }

    /// Returns the response to a request, or its error as text.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let request = Request::new(RequestId::from(self.asked), method.to_owned(), params);
        Message::from(request).write(self.to.as_mut().unwrap()).unwrap();
        match self.receive() {
            Message::Response(answer) => {
                answer.response_result.unwrap_or_else(|error| format!("{}: {}", error.code, error.message).into())
            }
            other => panic!("{other:?}"),
        }
    }

    /// Sends a request about the position of `needle`, with the parameters in `more`.
    fn ask_at(&mut self, method: &str, needle: &str, more: Value) -> Value {
        let mut params = json!({ "textDocument": { "uri": self.uri }, "position": self.position(needle) });
        params.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.ask(method, params)
    }

    fn position(&self, needle: &str) -> Value {
        place(&self.text, self.text.find(needle).unwrap_or_else(|| panic!("no {needle:?}")))
    }

    /// Replaces `old` by `new` and returns the new findings.
    fn replace(&mut self, old: &str, new: &str) -> Value {
        let at = self.text.find(old).unwrap();
        let range = json!({ "start": place(&self.text, at), "end": place(&self.text, at + old.len()) });
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let changes = json!([{ "range": range, "text": new }]);
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        self.text.replace_range(at..at + old.len(), new);
        self.diagnostics()
    }

    /// Returns the labels of the completions after `needle`.
    fn offered(&mut self, needle: &str) -> Vec<String> {
        let at = self.text.find(needle).unwrap() + needle.len();
        let params = json!({ "textDocument": { "uri": self.uri }, "position": place(&self.text, at) });
        let list = self.ask("textDocument/completion", params);
        let items = list["items"].as_array().unwrap_or_else(|| panic!("{list}"));
        items.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the text with the edits of `answer` applied.
    fn applied(&mut self, answer: &Value) -> String {
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        for edit in answer["changes"][&self.uri].as_array().unwrap_or_else(|| panic!("{answer}")) {
            let at = |end: &str| offset(&self.text, &edit["range"][end]);
            edits.push((at("start"), at("end"), edit["newText"].as_str().unwrap().to_owned()));
        }
        edits.sort();
        let mut text = self.text.clone();
        for (start, end, new) in edits.into_iter().rev() {
            text.replace_range(start..end, &new);
        }
        text
    }

    /// Shuts the server down. Returns `true` if it ends without an error.
    fn shut_down(mut self) -> bool {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap() == Some(Verdict::Clean)
    }
}

fn place(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": before.matches('\n').count(), "character": before[start..].encode_utf16().count() })
}

fn offset(text: &str, place: &Value) -> usize {
    let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let units = usize::try_from(place["character"].as_u64().unwrap()).unwrap();
    let mut counted = 0;
    let letters = text[start..].chars().take_while(|c| {
        counted += c.len_utf16();
        counted <= units
    });
    start + letters.map(char::len_utf8).sum::<usize>()
}

fn template() -> &'static str {
    battlewright_schema::template(battlewright_schema::System::MarsLaTour)
}

#[test]
fn findings_come_with_the_text_and_go_when_it_is_mended() {
    let broken = template().replace("at = \"0704\"", "at = \"9704\"");
    let (mut client, published) = Client::open(&broken);
    let finding = &published["diagnostics"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&json!("hex-off-map"), &json!(1)));
    assert_eq!(finding["message"], "the map has no hex `9704`\nhelp: hexes run from \"0101\" to \"0806\"");
    assert_eq!(finding["range"]["start"], client.position("\"9704\""));
    assert_eq!(client.replace("9704", "0704")["diagnostics"], json!([]));
    let published = client.replace("title = \"", "title = ");
    assert!(!published["diagnostics"].as_array().unwrap().is_empty());
    assert_eq!(published["version"], 3);
    assert!(client.shut_down());
}

#[test]
fn characters_beyond_the_alphabet_do_not_shift_places() {
    let text = template().replace("title = \"", "title = \"\u{1d11e}\u{e9} ");
    let (mut client, published) = Client::open(&text);
    let codes = |published: &Value| -> Vec<Value> {
        published["diagnostics"].as_array().unwrap().iter().map(|finding| finding["code"].clone()).collect()
    };
    // The musical sign is in no font.
    assert_eq!(codes(&published), ["missing-glyph"]);
    assert_eq!(codes(&client.replace("\u{e9} ", "\u{1d11e}")), ["missing-glyph"]);
    let wrong = client.replace("\u{1d11e}\u{1d11e}", "\u{1d11e}\" ");
    assert_eq!(wrong["diagnostics"][0]["code"], "syntax");
}

#[test]
fn what_fits_is_offered() {
    let (mut client, _) = Client::open(template());
    client.replace("side = \"", "side = \"");
    let sides = client.offered("side = \"");
    assert_eq!(sides.len(), 2, "{sides:?}");
    let hexes = client.offered("at = \"0");
    assert!(hexes.contains(&"0101".to_owned()) && hexes.len() == 48, "{hexes:?}");
    client.replace("[[unit]]\n", "[[unit]]\nki = 1\n");
    let keys = client.offered("[[unit]]\nki");
    assert!(keys.contains(&"label".to_owned()) && !keys.contains(&"side".to_owned()), "{keys:?}");
    client.replace("ki = 1\n", "kind = \n");
    let words = client.offered("[[unit]]\nkind = ");
    assert!(words.contains(&"infantry".to_owned()), "{words:?}");
    client.replace("kind = \n", "");
    client.replace("[[unit]]\n", "[[\n[[unit]]\n");
    let sections = client.offered("[[");
    assert!(sections.contains(&"unit".to_owned()) && !sections.contains(&"map".to_owned()), "{sections:?}");
}

#[test]
fn hexes_and_names_are_told_about_and_led_to() {
    let (mut client, _) = Client::open(template());
    let hover = client.ask_at("textDocument/hover", "0704\"", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().starts_with("hex `0704`: "), "{hover}");
    let to = client.ask_at("textDocument/definition", "0704\"", json!({}));
    let letter = offset(&client.text, &to["range"]["start"]);
    let back = client.ask(
        "textDocument/hover",
        json!({ "textDocument": { "uri": client.uri }, "position": place(&client.text, letter) }),
    );
    assert!(back["contents"]["value"].as_str().unwrap().starts_with("hex `0704`: "), "{back}");
    let hover = client.ask_at("textDocument/hover", "kind = ", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("infantry"), "{hover}");
    let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": client.uri } }));
    let names: Vec<&str> = symbols.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"unit") && names.contains(&"map"), "{names:?}");
}

/// On a table, points take the place of hexes: they are checked, but have no names to offer.
#[test]
fn a_scenario_on_a_table_is_checked_completed_and_renamed() {
    let text = battlewright_schema::template(battlewright_schema::System::Outrance);
    let (mut client, published) = Client::open(text);
    assert_eq!(published["diagnostics"], json!([]));
    let found = client.replace("at = \"24,10\"", "at = \"44,10\"");
    assert_eq!(found["diagnostics"][0]["code"], "off-table", "{found}");
    assert_eq!(client.replace("at = \"44,10\"", "at = \"24,10\"")["diagnostics"], json!([]));
    assert!(client.offered("kind = \"").contains(&"woods".to_owned()));
    assert_eq!(client.offered("at = \"10"), [] as [&str; 0]);
    assert_eq!(client.offered("enters = { turn = 2, at = \""), ["A"]);
    let hover = client.ask_at("textDocument/hover", "10,8\"", json!({}));
    assert_eq!(hover, Value::Null);
    let hover = client.ask_at("textDocument/hover", "facing = ", json!({}));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("degrees"), "{hover}");
    let renamed = client.ask_at("textDocument/rename", "A\"\nside", json!({ "newName": "east" }));
    let renamed = client.applied(&renamed);
    assert_eq!(renamed, text.replace("id = \"A\"", "id = \"east\"").replace("at = \"A\"", "at = \"east\""));
    assert!(client.shut_down());
}

#[test]
fn a_side_is_renamed_wherever_it_is_named() {
    let (mut client, _) = Client::open(template());
    let side = battlewright_schema::load(template()).scenario.unwrap().common().sides()[0].id.to_string();
    let needle = format!("{side}\"");
    let asked = client.ask_at("textDocument/prepareRename", &needle, json!({}));
    assert_eq!(asked["placeholder"], side);
    let answer = client.ask_at("textDocument/rename", &needle, json!({ "newName": "the guard" }));
    let renamed = client.applied(&answer);
    let loaded = battlewright_schema::load(&renamed);
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.scenario.unwrap().common().sides()[0].id.as_str(), "the guard");
    let taken = battlewright_schema::load(template()).scenario.unwrap().common().sides()[1].id.to_string();
    let refused = client.ask_at("textDocument/rename", &needle, json!({ "newName": taken }));
    assert!(refused.as_str().unwrap().contains("another side already has the name"), "{refused}");
    let hex = client.ask_at("textDocument/prepareRename", "0704\"", json!({}));
    assert!(hex.as_str().unwrap().contains("numbering"), "{hex}");
}

#[test]
fn a_letter_is_renamed_on_the_map_too() {
    let (mut client, _) = Client::open(template());
    let needle = "\".\" = ";
    let at = client.text.find(needle).unwrap() + 1;
    let params = json!({ "textDocument": { "uri": client.uri }, "position": place(&client.text, at), "newName": "c" });
    let answer = client.ask("textDocument/rename", params);
    let renamed = client.applied(&answer);
    let loaded = battlewright_schema::load(&renamed);
    assert_eq!(loaded.diagnostics, [], "{renamed}");
}

#[test]
fn fixes_are_offered_where_they_mend_something() {
    let broken = template().replace("at = \"0704\"", "at = 704");
    let (mut client, _) = Client::open(&broken);
    let here = client.position("704\n");
    let mut params = json!({ "textDocument": { "uri": client.uri }, "range": { "start": here, "end": here } });
    params["context"] = json!({ "diagnostics": [] });
    let offered = client.ask("textDocument/codeAction", params.clone());
    let quick = &offered[0];
    assert_eq!((&quick["kind"], &quick["isPreferred"]), (&json!("quickfix"), &json!(true)), "{offered}");
    assert!(client.applied(&quick["edit"]).contains("at = \"704\""));
    params["context"]["only"] = json!(["source.fixAll"]);
    let all = client.ask("textDocument/codeAction", params.clone());
    assert_eq!(all.as_array().unwrap().len(), 1, "{all}");
    assert!(client.applied(&all[0]["edit"]).contains("at = \"0704\""), "one mended, the next found and mended too");
    params["range"] = json!({ "start": client.position("title"), "end": client.position("title") });
    params["context"]["only"] = json!(["quickfix"]);
    assert_eq!(client.ask("textDocument/codeAction", params), json!([]));
}

#[test]
fn a_text_is_brought_into_the_usual_layout() {
    let (mut client, _) = Client::open(&template().replace("columns = 8", "  columns=8"));
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": client.uri }, "options": options });
    let edits = client.ask("textDocument/formatting", params.clone());
    assert_eq!(edits.as_array().unwrap().len(), 1, "{edits}");
    let mut changes = json!({ "changes": {} });
    changes["changes"][&client.uri] = edits;
    assert_eq!(client.applied(&changes), template());
    client.replace("columns=8", "columns=");
    let refused = client.ask("textDocument/formatting", params);
    assert!(refused.as_str().unwrap().contains("error[syntax]"), "{refused}");
}

#[test]
fn other_files_are_left_alone() {
    let (mut client, published) = Client::open("[package]\nname = \"x\"\n");
    assert_eq!(published["diagnostics"], json!([]));
    let published = client.replace("[package]", "system = \"mars-la-tour\"\n[package]");
    assert!(!published["diagnostics"].as_array().unwrap().is_empty());
}

#[test]
fn the_levels_of_the_collection_hold() {
    let folder = tempfile::tempdir().unwrap();
    let collection = folder.path().join("battlewright.toml");
    let levels = "[lints]\nunused-terrain = \"allow\"\n";
    std::fs::write(&collection, levels).unwrap();
    let unused = template().replace("[map.terrain]\n", "[map.terrain]\n\"z\" = { name = \"Zoo\" }\n");
    let uri = |name: &str| format!("file://{}", folder.path().join(name).display());
    let (_, published) = Client::open_file(&uri("a%20battle.toml"), &unused);
    assert_eq!(published["diagnostics"], json!([]));
    std::fs::remove_file(&collection).unwrap();
    let (_, published) = Client::open_file(&uri("a%20battle.toml"), &unused);
    assert_eq!(published["diagnostics"][0]["code"], "unused-terrain");
    let (_, published) =
        Client::open_file(&uri("battlewright.toml"), &levels.replace("unused-terrain", "unused-train"));
    assert_eq!(published["diagnostics"][0]["code"], "unknown-lint");
}

#[test]
fn nonsense_is_refused_and_survived() {
    let (mut client, _) = Client::open("\u{feff}[[\0");
    assert!(client.ask("textDocument/hover", json!({ "x": 1 })).as_str().unwrap().starts_with("-32602"));
    assert!(client.ask("battle/plan", json!({})).as_str().unwrap().starts_with("-32601"));
    let elsewhere =
        json!({ "textDocument": { "uri": "file:///other.toml" }, "position": { "line": 0, "character": 0 } });
    assert!(client.ask("textDocument/hover", elsewhere).as_str().unwrap().contains("is not open"));
    let far = json!({ "textDocument": { "uri": client.uri }, "position": { "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 } });
    assert_eq!(client.ask("textDocument/hover", far), Value::Null);
    client.notify("textDocument/didChange", json!("nothing"));
    assert!(client.shut_down());
}

#[test]
fn broken_messages_are_logged_and_the_session_continues() {
    let (mut client, _) = Client::open(template());
    client.send_text("{ \"jsonrpc\": ");
    let Message::Notification(published) = client.receive() else { panic!("a log message") };
    assert_eq!(published.method, "window/logMessage");
    assert!(published.params["message"].as_str().unwrap().contains("invalid JSON"), "{published:?}");
    client.send_text("{ \"jsonrpc\": \"2.0\", \"id\": 99 }");
    let Message::Response(refused) = client.receive() else { panic!("an answer") };
    assert_eq!((refused.id, refused.response_result.unwrap_err().code), (RequestId::from(99), -32600));
    assert_eq!(client.replace("columns = 8", "columns = 9")["version"], 2);
    assert!(client.shut_down());
}

#[test]
fn half_of_a_letter_of_two_does_not_shift_places() {
    let (mut client, _) = Client::open(template());
    let at = place(&client.text, client.text.find("title = \"").unwrap() + "title = \"".len());
    let range = json!({ "start": at, "end": at });
    let document = json!({ "uri": client.uri, "version": 2 });
    let change = json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": "HALF" }] });
    let message = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": change });
    client.send_text(&message.to_string().replace("HALF", "\\ud834"));
    let published = client.diagnostics();
    let findings = published["diagnostics"].as_array().unwrap();
    assert!(matches!(findings.as_slice(), [finding] if finding["code"] == "missing-glyph"), "{findings:?}");
    client.text = client.text.replacen("title = \"", "title = \"\u{fffd}", 1);
    client.version = 2;
    assert_eq!(client.replace("\u{fffd}", "")["diagnostics"], json!([]));
    assert!(client.shut_down());
}

#[test]
fn an_absurd_length_ends_the_session_with_an_error() {
    let (mut client, _) = Client::open(template());
    client.send_bytes(b"Content-Length: 999999999999999\r\n\r\n{}");
    assert_eq!(client.server.take().unwrap().join().unwrap(), None);
}

#[test]
fn a_client_that_leaves_without_a_word_is_no_success() {
    let (mut client, _) = Client::open(template());
    client.to = None;
    assert_eq!(client.server.take().unwrap().join().unwrap(), None);
}

#[test]
fn an_exit_without_a_shutdown_has_the_status_of_the_protocol() {
    let (mut client, _) = Client::open(template());
    client.notify("exit", Value::Null);
    assert_eq!(client.server.take().unwrap().join().unwrap(), Some(Verdict::Findings));
}

#[test]
fn sections_are_folded_and_rows_are_found_by_name() {
    let (mut client, _) = Client::open(template());
    let folds = client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": client.uri } }));
    let lines: Vec<&str> = client.text.lines().collect();
    let line = |fold: &Value, key: &str| lines[usize::try_from(fold[key].as_u64().unwrap()).unwrap()];
    let folds = folds.as_array().unwrap().clone();
    assert!(folds.iter().any(|fold| line(fold, "startLine") == "[map]"), "{folds:?}");
    for fold in &folds {
        assert!(line(fold, "startLine").starts_with('['), "{fold}");
        assert!(!line(fold, "endLine").trim().is_empty() && !line(fold, "endLine").starts_with('['), "{fold}");
    }
    let found = client.ask("workspace/symbol", json!({ "query": "VILLAGE" }));
    assert_eq!(found[0]["name"], "The Village", "{found}");
    assert_eq!((&found[0]["containerName"], &found[0]["location"]["uri"]), (&json!("place"), &json!(client.uri)));
    assert_eq!(client.ask("workspace/symbol", json!({ "query": "nothing of this name" })), json!([]));
    assert!(client.shut_down());
}

#[test]
fn findings_wait_until_nothing_more_is_typed() {
    let (mut client, _) = Client::open(template());
    let at = json!({ "line": 0, "character": 0 });
    let mut bytes = Vec::new();
    for version in 2..=501 {
        let document = json!({ "uri": client.uri, "version": version });
        let changes = json!([{ "range": { "start": at, "end": at }, "text": "#\n" }]);
        let change = json!({ "textDocument": document, "contentChanges": changes });
        Message::from(Notification::new("textDocument/didChange".to_owned(), change)).write(&mut bytes).unwrap();
    }
    // The pipe cannot buffer everything, so that the test must read while another thread writes.
    let mut to = client.to.take().unwrap();
    let typing = std::thread::spawn(move || {
        to.write_all(&bytes).unwrap();
        to
    });
    let mut answers = 0;
    while client.diagnostics()["version"] != 501 {
        answers += 1;
    }
    client.to = Some(typing.join().unwrap());
    assert!(answers < 250, "{answers} answers to 500 changes");
    assert!(client.shut_down());
}
