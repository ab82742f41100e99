//! Tests of the server: answers as data, and over a connection.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::answer::{Answer, AnswerBody, AskedFile, answer, is_here};
use super::*;

/// Returns a site with a file outside of it.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("secret.txt", "secret"),
        ("site/index.html", "first"),
        ("site/a b/index.html", "page"),
        ("site/a b/map-0123456789ab.svg", "<svg/>"),
        ("site/a b/map-0123456789ab.svg.br", "brotli"),
        ("site/a b/map-0123456789ab.svg.gz", "gzip"),
        ("site/empty/x.bin", "x"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Returns the status, the headers and the content for a request.
fn get(folder: &Path, method: &str, url: &str, accepts: &str) -> (u16, Vec<(&'static str, String)>, String) {
    asked(folder, method, url, &AskedFile { accepts: accepts.to_owned(), ..AskedFile::default() })
}

fn asked(folder: &Path, method: &str, url: &str, asked: &AskedFile) -> (u16, Vec<(&'static str, String)>, String) {
    let root = fs::canonicalize(folder.join("site")).unwrap();
    let Answer { status, headers, body } = answer(&root, method, url, asked);
    let text = match body {
        AnswerBody::Nothing => String::new(),
        AnswerBody::Text(text) => text,
        AnswerBody::File(path) => fs::read_to_string(path).unwrap(),
        AnswerBody::Part(path, part) => {
            let range = usize::try_from(part.start).unwrap()..usize::try_from(part.end).unwrap();
            fs::read_to_string(path).unwrap()[range].to_owned()
        }
    };
    (status, headers, text)
}

fn header<'h>(headers: &'h [(&'static str, String)], name: &str) -> Option<&'h str> {
    headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
}

#[test]
fn files_have_their_type_and_their_life() {
    let folder = site();
    let (status, headers, text) = get(folder.path(), "GET", "/a%20b/?from=mail", "");
    assert_eq!((status, text.as_str()), (200, "page"));
    assert_eq!(header(&headers, "Content-Type"), Some("text/html; charset=utf-8"));
    assert_eq!(header(&headers, "Cache-Control"), Some("no-cache"));
    assert_eq!(header(&headers, "X-Content-Type-Options"), Some("nosniff"));
    let (_, headers, _) = get(folder.path(), "GET", "/a%20b/map-0123456789ab.svg", "");
    assert!(header(&headers, "Cache-Control").unwrap().contains("immutable"));
    assert_eq!(header(&headers, "Content-Type"), Some("image/svg+xml"));
}

#[test]
fn compressed_forms_go_to_those_who_take_them() {
    let folder = site();
    for (accepts, encoding, content) in [
        ("gzip, deflate, br", Some("br"), "brotli"),
        ("gzip;q=1.0", Some("gzip"), "gzip"),
        ("br;q=0, gzip", Some("gzip"), "gzip"),
        ("br;q=x", None, "<svg/>"),
        ("identity", None, "<svg/>"),
    ] {
        let (_, headers, text) = get(folder.path(), "GET", "/a%20b/map-0123456789ab.svg", accepts);
        assert_eq!((header(&headers, "Content-Encoding"), text.as_str()), (encoding, content), "{accepts}");
        assert_eq!(header(&headers, "Vary"), Some("Accept-Encoding"));
        assert_eq!(header(&headers, "Content-Type"), Some("image/svg+xml"));
    }
}

#[test]
fn a_folder_is_its_page() {
    let folder = site();
    let (status, headers, _) = get(folder.path(), "GET", "/a%20b?x=1", "");
    assert_eq!((status, header(&headers, "Location")), (301, Some("/a%20b/?x=1")));
    assert_eq!(get(folder.path(), "GET", "/empty/", "").0, 404);
    assert_eq!(get(folder.path(), "GET", "/index.html/", "").0, 404);
    let (status, _, text) = get(folder.path(), "GET", "/nowhere", "");
    assert!(status == 404 && text.contains("There is no such page"), "{text}");
}

#[test]
fn nothing_outside_is_reached() {
    let folder = site();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.txt"), folder.path().join("site/link.txt")).unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("site/up")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("secret.txt"), folder.path().join("site/index.html.br")).unwrap();
    }
    for url in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e%2fsecret.txt",
        "/a%20b/../../secret.txt",
        "/..\\secret.txt",
        "/%5c..%5csecret.txt",
        "//secret.txt",
        "/./index.html",
        "/index.html%00.txt",
        "/%ff",
        "/C:/secret.txt",
        "/link.txt",
        "/up/secret.txt",
        "/up/",
        "secret.txt",
        "http://127.0.0.1/index.html",
        "*",
        "",
    ] {
        let (status, _, text) = get(folder.path(), "GET", url, "");
        assert_eq!(status, 404, "{url}");
        assert!(!text.contains("secret"), "{url}");
    }
    assert_eq!(get(folder.path(), "GET", "/", "br").2, "first", "a compressed form from outside is not used");
}

#[test]
fn files_are_only_read() {
    let folder = site();
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "X"] {
        let (status, headers, _) = get(folder.path(), method, "/", "");
        assert_eq!((status, header(&headers, "Allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

/// Sends `request` and returns all of the answer.
fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Starts a server for a site and returns its address. It ends with the tests.
fn started(folder: &Path) -> SocketAddr {
    let server = FolderServer::bind(&folder.join("site"), 0).unwrap();
    let address = server.address;
    thread::spawn(move || server.run(&AtomicBool::new(false)));
    address
}

#[test]
fn a_server_answers_several_at_once() {
    let folder = site();
    let address = started(folder.path());
    assert!(address.ip().is_loopback());
    // Connections that say nothing, or not all, hold nobody up.
    let silent: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(address).unwrap()).collect();
    silent[0].try_clone().unwrap().write_all(b"GET / HT").unwrap();
    let get = move |line: &str| {
        exchange(address, &format!("{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    };
    let clients: Vec<_> = (0..20).map(|_| thread::spawn(move || get("GET /a%20b/"))).collect();
    for client in clients {
        let text = client.join().unwrap();
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n") && text.ends_with("\r\n\r\npage"), "{text}");
        assert!(text.contains("Content-Length: 4\r\n"), "{text}");
    }
    let head = get("HEAD /a%20b/");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    let outside = get("GET /../secret.txt");
    assert!(outside.starts_with("HTTP/1.1 404 ") && !outside.contains("secret"), "{outside}");
    let post = exchange(address, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nGET ");
    assert!(post.starts_with("HTTP/1.1 405 ") && post.contains("Allow: GET, HEAD\r\n"), "{post}");
}

#[test]
fn a_connection_serves_one_request_after_the_other() {
    let folder = site();
    let address = started(folder.path());
    let request = |path: &str, more: &str| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n");
    let text =
        exchange(address, &(request("/a%20b", "") + &request("/a%20b/", "") + &request("/", "Connection: close\r\n")));
    assert_eq!(text.matches("HTTP/1.1 ").count(), 3, "{text}");
    assert!(text.contains("\r\n\r\npageHTTP/1.1 200 OK") && text.ends_with("first"), "{text}");
    assert!(exchange(address, "GET / HTTP/1.0\r\n\r\n").ends_with("first"), "an old client waits for the end");
}

#[test]
fn requests_that_are_none_are_refused() {
    let folder = site();
    let address = started(folder.path());
    assert!(exchange(address, "\u{16}\u{3}\u{1} hello\r\n\r\n").starts_with("HTTP/1.1 400 "));
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000));
    assert!(exchange(address, &long).starts_with("HTTP/1.1 431 "));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(1000));
    assert!(exchange(address, &many).starts_with("HTTP/1.1 400 "));
    assert!(
        exchange(address, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400 "),
        "a request says which host it means"
    );
}

/// A page of elsewhere reads nothing, even if its name leads to this machine.
#[test]
fn only_this_machine_is_meant() {
    for host in
        ["localhost", "LocalHost:8000", "127.0.0.1:80", "127.3.2.1", "[::1]:80", "[::1]", "a.localhost", "localhost."]
    {
        assert!(is_here(host), "{host}");
    }
    for host in [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "10.0.0.1",
        "[2001:db8::1]",
        "x",
        "notlocalhost",
    ] {
        assert!(!is_here(host), "{host}");
    }
    let folder = site();
    let address = started(folder.path());
    let text = exchange(address, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(text.starts_with("HTTP/1.1 421 ") && !text.contains("first"), "{text}");
}

#[test]
fn a_page_that_the_browser_has_is_not_sent_again() {
    let folder = site();
    for url in ["/", "/a%20b/map-0123456789ab.svg"] {
        let (_, headers, _) = get(folder.path(), "GET", url, "br");
        let tag = header(&headers, "ETag").unwrap().to_owned();
        for known in [tag.clone(), format!("\"x\", W/{tag}"), "*".to_owned()] {
            let ask = AskedFile { accepts: "br".to_owned(), known, ..AskedFile::default() };
            let (status, headers, text) = asked(folder.path(), "GET", url, &ask);
            assert_eq!((status, text.as_str(), header(&headers, "ETag")), (304, "", Some(tag.as_str())));
            assert!(header(&headers, "Cache-Control").is_some());
        }
        let other = AskedFile { known: "\"x\"".to_owned(), ..AskedFile::default() };
        assert_eq!(asked(folder.path(), "GET", url, &other).0, 200);
    }
    // Each form and each content has a tag of its own.
    let tag = |accepts: &str| {
        let (_, headers, _) = get(folder.path(), "GET", "/a%20b/map-0123456789ab.svg", accepts);
        header(&headers, "ETag").unwrap().to_owned()
    };
    assert_ne!(tag("br"), tag("gzip"));
    let (_, before, _) = get(folder.path(), "GET", "/", "");
    fs::write(folder.path().join("site/index.html"), "other").unwrap();
    let (_, after, _) = get(folder.path(), "GET", "/", "");
    assert_ne!(header(&before, "ETag"), header(&after, "ETag"));
    let address = started(folder.path());
    let tag = header(&after, "ETag").unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\n\r\n");
    let last = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let text = exchange(address, &(request + last));
    let (first, second) = text.split_once("\r\n\r\n").unwrap();
    assert!(first.starts_with("HTTP/1.1 304 ") && !first.contains("Content-Length"), "{text}");
    assert!(second.starts_with("HTTP/1.1 200 ") && second.ends_with("other"), "{text}");
}

#[test]
fn a_part_of_a_file_is_sent_as_a_part() {
    let folder = site();
    let part = |range: &str| {
        let ask = AskedFile { range: Some(range.to_owned()), ..AskedFile::default() };
        let (status, headers, text) = asked(folder.path(), "GET", "/index.html", &ask);
        (status, header(&headers, "Content-Range").unwrap_or_default().to_owned(), text)
    };
    for (range, told, text) in [
        ("bytes=1-2", "bytes 1-2/5", "ir"),
        ("bytes=3-", "bytes 3-4/5", "st"),
        ("bytes=-2", "bytes 3-4/5", "st"),
        ("bytes=0-99", "bytes 0-4/5", "first"),
    ] {
        assert_eq!(part(range), (206, told.to_owned(), text.to_owned()), "{range}");
    }
    for range in ["bytes=5-", "bytes=9-12", "bytes=-0"] {
        let (status, told, _) = part(range);
        assert_eq!((status, told.as_str()), (416, "bytes */5"), "{range}");
    }
    for range in ["bytes=2-1", "bytes=0-1,3-4", "lines=1-2", "bytes=a-b", "bytes=+1-2", ""] {
        assert_eq!(part(range), (200, String::new(), "first".to_owned()), "{range}");
    }
    let ask =
        AskedFile { range: Some("bytes=1-2".to_owned()), range_of: Some("\"x\"".to_owned()), ..AskedFile::default() };
    assert_eq!(asked(folder.path(), "GET", "/index.html", &ask).0, 200, "the file has changed");
    let address = started(folder.path());
    let text = exchange(address, "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=1-2\r\nConnection: close\r\n\r\n");
    assert!(text.contains("Content-Length: 2\r\n") && text.ends_with("\r\n\r\nir"), "{text}");
}

#[test]
fn a_slow_client_is_sent_away() {
    let folder = site();
    let root = fs::canonicalize(folder.path().join("site")).unwrap();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let brief = Duration::from_millis(300);
    let timeouts = Timeouts { silent: brief, request: brief, answer: brief };
    let server = thread::spawn(move || {
        for _ in 0..2 {
            connection::converse(&listener.accept().unwrap().0, &root, timeouts);
        }
    });
    let mut slow = TcpStream::connect(address).unwrap();
    for byte in b"GET / HTTP/1.1\r\nX: " {
        // Each byte comes soon after the last one, and the request never ends.
        if slow.write_all(&[*byte]).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(40));
    }
    let mut text = String::new();
    // The system may drop the answer with what was not read.
    let _ = slow.read_to_string(&mut text);
    assert!(text.is_empty() || text.starts_with("HTTP/1.1 408 "), "{text}");
    let silent = TcpStream::connect(address).unwrap();
    server.join().unwrap();
    drop(silent);
}

#[test]
fn a_server_ends_when_it_is_stopped() {
    let folder = site();
    let server = FolderServer::bind(&folder.path().join("site"), 0).unwrap();
    server.run(&AtomicBool::new(true));
}

#[test]
fn a_port_in_use_and_a_missing_folder_are_told() {
    let folder = site();
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let told = |folder: &Path, port| FolderServer::bind(folder, port).err().unwrap().to_string();
    let used = told(folder.path(), port);
    assert!(used.contains(&format!("port {port} is in use")) && used.contains("omit it"), "{used}");
    assert!(told(&folder.path().join("none"), 0).contains("no such folder"));
    assert!(told(&folder.path().join("secret.txt"), 0).contains("is no folder"));
}
