//! Pages, headers, and who may ask for them.

use std::io::Read as _;

use serde_json::json;

use crate::server::{FIRST_ORDERS, Place, get, made, post, quick, raw, scenario};

#[tokio::test]
async fn pages_of_the_site_and_of_games() {
    let place = Place::new();
    let server = place.start(quick());
    let address = &server.address;
    let first = get(address, "/", "").await;
    assert_eq!((first.status, first.text().as_str()), (200, "<h1>All scenarios</h1>"));
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    for (path, kind) in [
        ("/host/", "text/html; charset=utf-8"),
        ("/host/play/", "text/html; charset=utf-8"),
        ("/host/play/game.js", "text/javascript; charset=utf-8"),
        ("/host/play/style.css", "text/css; charset=utf-8"),
        ("/host/play/ubuntu.ttf", "font/ttf"),
        ("/host/scenarios", "application/json"),
    ] {
        let page = get(address, path, "").await;
        assert_eq!((page.status, page.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"), "{path}");
        if path.starts_with("/host/play") {
            let policy = page.header("content-security-policy").unwrap();
            assert!(policy.contains("default-src 'none'") && policy.contains(&format!("ws://{address}")), "{policy}");
            let known = get(address, path, &format!("If-None-Match: {}\r\n", page.header("etag").unwrap())).await;
            assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
        }
    }
    let listed = get(address, "/host/scenarios", "").await;
    assert_eq!(listed.header("cache-control"), Some("no-store"));
    let listed = listed.json();
    assert_eq!(listed.as_array().unwrap().len(), 3);
    assert!(
        listed[0]["name"] == FIRST_ORDERS && listed[0]["title"].is_string() && listed[0]["game"].is_string(),
        "{listed}"
    );
    for missing in [
        "/nothing",
        "/host/play/secret.js",
        "/host/play/..%2f..%2fCargo.toml",
        "/../games.db",
        "/host/ground/00.svg",
        "/host/feed/x.atom",
    ] {
        assert_eq!(get(address, missing, "").await.status, 404, "{missing}");
    }
    assert_eq!(get(address, "/host", "").await.status, 308);
}

/// The most bytes of all that the page to play on loads before the map.
const MOST: usize = 150_000;

#[tokio::test]
async fn the_page_costs_little_before_the_map() {
    let place = Place::new();
    let server = place.start(quick());
    // The page, and all that it names, and all that this names. The font is named by the style alone: the browser asks for it when it
    // draws the words of the map.
    let mut known = vec![String::new()];
    let (mut sum, mut n) = (0, 0);
    while let Some(name) = known.get(n).cloned() {
        let path = format!("/host/play/{name}");
        let plain = get(&server.address, &path, "").await;
        let packed = get(&server.address, &path, "Accept-Encoding: gzip, br\r\n").await;
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("br")), "{path}");
        assert_eq!((plain.header("vary"), packed.header("vary")), (Some("Accept-Encoding"), Some("Accept-Encoding")));
        assert_ne!(plain.header("etag"), packed.header("etag"), "{path}");
        let known_to = format!("Accept-Encoding: br\r\nIf-None-Match: {}\r\n", packed.header("etag").unwrap());
        assert_eq!(get(&server.address, &path, &known_to).await.status, 304, "{path}");
        let mut text = String::new();
        brotli::Decompressor::new(packed.body.as_slice(), 4096).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain.text(), "{path}");
        sum += packed.head.len() + packed.body.len();
        for quoted in text.split('"').map(|quoted| quoted.strip_prefix("./").unwrap_or(quoted)) {
            let is_file = |end: &str| quoted.strip_suffix(end).is_some_and(|stem| !stem.contains(['/', ' ', '\n']));
            if (is_file(".js") || is_file(".css")) && !known.iter().any(|other| other == quoted) {
                known.push(quoted.to_owned());
            }
        }
        assert!(name.ends_with(".css") || !text.contains("ubuntu.ttf"), "{name} loads the font");
        n += 1;
    }
    for name in ["game.js", "link.js", "map.js", "told.js", "style.css"] {
        assert!(known.iter().any(|other| other == name), "{name} is not found: {known:?}");
    }
    assert!(sum < MOST, "{sum} bytes");
    eprintln!("{sum} bytes before the map, in {n} files");
    let font = get(&server.address, "/host/play/ubuntu.ttf", "Accept-Encoding: br\r\n").await;
    assert!(font.body.len() < 160_000, "{}", font.body.len());
}

#[tokio::test]
async fn files_of_the_site_are_sent_as_serve_sends_them() {
    let place = Place::new();
    let folder = place.path().join("site/a b");
    std::fs::create_dir_all(folder.join("0123456789ab")).unwrap();
    let long = "<svg/>".repeat(50_000);
    for (name, text) in [
        ("index.html", "page"),
        ("0123456789ab/a b.svg", long.as_str()),
        ("0123456789ab/a b.svg.br", "packed"),
        ("../../outside.txt", "outside"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let server = place.start(quick());
    let address = &server.address;
    let map = "/a%20b/0123456789ab/a%20b.svg";
    let whole = get(address, map, "").await;
    assert_eq!((whole.status, whole.text() == long), (200, true));
    assert_eq!(whole.header("content-type"), Some("image/svg+xml"));
    assert!(whole.header("cache-control").unwrap().contains("immutable"), "its folder tells its content");
    let packed = get(address, map, "Accept-Encoding: br\r\n").await;
    assert_eq!((packed.header("content-encoding"), packed.text().as_str()), (Some("br"), "packed"));
    let part = get(address, map, "Range: bytes=4-9\r\n").await;
    assert_eq!((part.status, part.text().as_str()), (206, "/><svg"));
    assert_eq!(part.header("content-range"), Some(format!("bytes 4-9/{}", long.len()).as_str()));
    let page = get(address, "/a%20b/?from=mail", "").await;
    assert_eq!((page.status, page.text().as_str(), page.header("cache-control")), (200, "page", Some("no-cache")));
    let known = get(address, "/a%20b/", &format!("If-None-Match: {}\r\n", page.header("etag").unwrap())).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    let moved = get(address, "/a%20b", "").await;
    assert_eq!((moved.status, moved.header("location")), (301, Some("/a%20b/")));
    let head = format!("HEAD {map} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let head = raw(address, head.as_bytes()).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(long.len().to_string().as_str()));
    let put = format!("PUT {map} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    assert_eq!(raw(address, put.as_bytes()).await.status, 405);
    for outside in ["/../outside.txt", "/a%20b/..%2f..%2foutside.txt", "//outside.txt"] {
        assert_eq!(get(address, outside, "").await.status, 404, "{outside}");
    }
}

#[tokio::test]
async fn the_map_of_a_game() {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, FIRST_ORDERS).await;
    let page = crate::client::Client::open(&server.address, &links["first"]).await;
    let ground = page.welcome["ground"].as_str().unwrap();
    let plain = get(&server.address, ground, "").await;
    assert_eq!((plain.status, plain.header("content-type")), (200, Some("image/svg+xml")));
    assert!(plain.text().starts_with("<svg") || plain.text().starts_with("<?xml"), "{}", &plain.text()[..80]);
    assert!(plain.header("cache-control").unwrap().contains("immutable"));
    let packed = get(&server.address, ground, "Accept-Encoding: gzip, br\r\n").await;
    assert_eq!(packed.header("content-encoding"), Some("br"));
    assert!(packed.body.len() * 2 < plain.body.len());
}

#[tokio::test]
async fn other_names_and_other_sites_are_refused() {
    let place = Place::new();
    let server = place.start(quick());
    let address = &server.address;
    let ask = |path: &str, host: &str, origin: &str| {
        let origin = if origin.is_empty() { String::new() } else { format!("Origin: {origin}\r\n") };
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
        let more = if path == "/host/ws" { upgrade } else { "Connection: close\r\n" };
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{origin}{more}\r\n")
    };
    for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example"] {
        for path in ["/", "/host/", "/host/scenarios", "/host/ws"] {
            let refused = raw(address, ask(path, host, &format!("http://{host}")).as_bytes()).await;
            assert_eq!(refused.status, 421, "{host} {path}");
        }
    }
    for origin in ["", "null", "https://evil.example", "http://localhost", "http://127.0.0.1"] {
        let refused = raw(
            address,
            ask("/host/ws", address, origin).replace("Upgrade\r\nUpgrade", "Upgrade, close\r\nUpgrade").as_bytes(),
        )
        .await;
        assert_eq!(refused.status, 403, "{origin:?}");
    }
    let body = json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own" }).to_string();
    let form = |origin: &str, kind: &str| {
        format!(
            "POST /host/games HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    assert_eq!(raw(address, form("https://evil.example", "application/json").as_bytes()).await.status, 403);
    assert_eq!(raw(address, form(&format!("http://{address}"), "text/plain").as_bytes()).await.status, 415);
    assert_eq!(raw(address, form(&format!("http://{address}"), "application/json").as_bytes()).await.status, 201);
}

#[tokio::test]
async fn uploads_are_checked() {
    let place = Place::new();
    let server = place.start(quick());
    let upload = |text: String| json!({ "scenario": { "text": text }, "undo": "none", "clock": { "bank": 600, "increment": 5, "cap": 900 } });
    let made = post(&server.address, &upload(scenario("tutorial"))).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let page = crate::client::Client::open(&server.address, &made.json()["second"]).await;
    assert_eq!(page.welcome["clock"], json!({ "bank": 600, "increment": 5, "cap": 900 }));
    let large = format!("{}\n# {}", scenario("tutorial"), "x".repeat(256 << 10));
    for (text, why) in [
        ("".to_owned(), "the scenario has"),
        ("title = ".to_owned(), "the scenario has"),
        (scenario("tutorial").replace("[map]", "[mop]"), "the scenario has"),
        (large, "the scenario has more than 256 kB"),
    ] {
        let refused = post(&server.address, &upload(text)).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["why"].as_str().unwrap().starts_with(why), "{}", refused.text());
    }
    let huge = post(&server.address, &upload("x".repeat(1 << 20))).await;
    assert_eq!(huge.status, 413);
    for (broken, status) in [
        (json!({ "scenario": { "name": "no such" }, "undo": "own" }), 422),
        (json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "always" }), 400),
        (json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own", "names": ["a\nb", ""] }), 422),
        (json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own", "names": ["a".repeat(61), ""] }), 422),
        (
            json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own", "clock": { "bank": 0, "increment": 0, "cap": 0 } }),
            422,
        ),
        (json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own", "seed": 1 }), 400),
        (json!([]), 400),
    ] {
        let refused = post(&server.address, &broken).await;
        assert_eq!(refused.status, status, "{}", refused.text());
        assert!(!refused.json()["why"].as_str().unwrap().is_empty());
    }
}
