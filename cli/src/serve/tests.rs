//! Tests of the server over a connection.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::*;

/// Returns a site with a file outside of it.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("secret.txt", "secret"), ("site/index.html", "first"), ("site/a b/index.html", "page")] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
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
    let folder = site();
    let address = started(folder.path());
    let text = exchange(address, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(text.starts_with("HTTP/1.1 421 ") && !text.contains("first"), "{text}");
}

#[test]
fn a_page_that_the_browser_has_is_not_sent_again() {
    let folder = site();
    let address = started(folder.path());
    let last = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let before = exchange(address, last);
    let tag = before.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\n\r\n");
    let text = exchange(address, &(request + last));
    let (first, second) = text.split_once("\r\n\r\n").unwrap();
    assert!(first.starts_with("HTTP/1.1 304 ") && !first.contains("Content-Length"), "{text}");
    assert!(second.starts_with("HTTP/1.1 200 ") && second.ends_with("first"), "{text}");
}

#[test]
fn a_part_of_a_file_is_sent_as_a_part() {
    let folder = site();
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
