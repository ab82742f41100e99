//! Tests of answers as data.

use std::fs;
use std::path::Path;

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
    let FileAnswer { status, headers, body } = answer(&root, method, url, asked);
    let text = match body {
        FileBody::Nothing => String::new(),
        FileBody::Text(text) => text,
        FileBody::File(path) => fs::read_to_string(path).unwrap(),
        FileBody::Part(path, part) => {
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

#[test]
fn only_this_machine_is_here() {
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
}
