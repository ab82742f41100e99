use std::io::Write;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

/// Returns an archive of these files.
pub(crate) fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn refused(bytes: &[u8], limits: Limits) -> String {
    Archive::open(bytes, limits).unwrap_err().to_string()
}

/// Replaces `old` by `new`, of the same length, throughout: no writer makes such archives.
fn forged(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let places: Vec<usize> =
        bytes.windows(old.len()).enumerate().filter(|(_, window)| *window == old).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + old.len()].copy_from_slice(new);
    }
    bytes
}

#[test]
fn sound_files_are_read() {
    let bytes = packed(&[("a.txt", b"\xef\xbb\xbfone"), ("images/b.png", b"two")]);
    let mut archive = Archive::open(&bytes, Limits::default()).unwrap();
    assert_eq!(archive.names().collect::<Vec<_>>(), ["a.txt", "images/b.png"]);
    assert_eq!(archive.text("a.txt").unwrap().as_deref(), Some("one"));
    assert_eq!(archive.read("images/b.png").unwrap().as_deref(), Some(&b"two"[..]));
    assert_eq!(archive.read("c").unwrap(), None);
    let bytes = packed(&[("a", b"\xff")]);
    assert!(Archive::open(&bytes, Limits::default()).unwrap().text("a").unwrap_err().to_string().contains("UTF-8"));
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let bytes = packed(&[("aa/b.txt", b"x")]);
    for (name, why) in [
        (&b"../b.txt"[..], "leads out"),
        (b"/a/b.txt", "absolute"),
        (b"a\\/b.txt", "`\\`"),
        (b"C:/b.txt", "`:`"),
        (b"a/\nb.txt", "control"),
    ] {
        let told = refused(&forged(bytes.clone(), b"aa/b.txt", name), Limits::default());
        assert!(told.contains(why), "{told}");
        assert!(!told.contains('\n'));
    }
}

#[test]
fn a_name_twice_is_refused() {
    let bytes = forged(packed(&[("one.txt", b"x"), ("two.txt", b"y")]), b"two.txt", b"one.txt");
    assert!(refused(&bytes, Limits::default()).contains("two files with the same name"));
    let bytes = packed(&[("One.txt", b"x"), ("one.txt", b"y")]);
    assert!(refused(&bytes, Limits::default()).contains("two files with the same name"));
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    let nothing = vec![0; 16 << 20];
    let bomb = packed(&[("bomb", &nothing)]);
    assert!(bomb.len() < 20_000);
    assert!(refused(&bomb, Limits::default()).contains("grow 1"));
    let small = Limits { file: 1000, total: 2500, files: 10, ratio: 200 };
    assert!(refused(&packed(&[("large", &nothing[..1001])]), small).contains("1001 bytes; the limit is 1000"));
    let three: Vec<(&str, &[u8])> = ["a", "b", "c"].into_iter().map(|name| (name, &nothing[..1000])).collect();
    assert!(refused(&packed(&three), small).contains("has 3000 bytes unpacked; the limit is 2500"));
}

#[test]
fn a_size_that_is_a_lie_is_found_out() {
    let size = u32::to_le_bytes(700_003);
    let bytes = forged(packed(&[("liar", &vec![7; 700_003])]), &size, &u32::to_le_bytes(10));
    let mut archive = Archive::open(&bytes, Limits::default()).unwrap();
    assert!(archive.read("liar").is_err());
}

#[test]
fn too_many_files_are_refused() {
    let names: Vec<String> = (0..30).map(|n| format!("file{n}")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let limits = Limits { files: 20, ..Limits::default() };
    assert!(refused(&packed(&files), limits).contains("more than 20 files"));
    assert!(Archive::open(&packed(&files[..20]), limits).is_ok());
    // An end record that refers to a ZIP64 record is no way around the limit.
    let bytes = forged(packed(&files), &[30, 0, 30, 0], &[0xff; 4]);
    refused(&bytes, limits);
}

#[test]
fn what_is_no_archive_is_refused() {
    let sound = packed(&[("a", b"some text")]);
    assert!(refused(b"", Limits::default()).contains("not a ZIP"));
    assert!(refused(b"PK\x03\x04 and more", Limits::default()).contains("not a ZIP"));
    for cut in 0..sound.len() {
        let _ = Archive::open(&sound[..cut], Limits::default()).map(|mut archive| archive.read("a"));
        let _ = Archive::open(&sound[cut..], Limits::default()).map(|mut archive| archive.read("a"));
    }
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= 0xff;
        let _ = Archive::open(&bytes, Limits::default()).map(|mut archive| archive.read("a"));
    }
}

#[test]
fn hostile_xml_is_refused() {
    let why = |text: &str| xml(text, "buildFile.xml").unwrap_err().to_string();
    assert!(why("<a><b></a>").contains("not well-formed XML"));
    assert!(why("").contains("not well-formed XML"));
    assert!(why("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>").contains("DTD"));
    assert!(why("<a>&b;</a>").contains("not well-formed XML"));
    assert!(why(&"<a>".repeat(1_000_000)).contains("deep"));
    assert!(why(&format!("<a>{}</a>", "<b/>".repeat(2_100_000))).contains("nodes"));
    // A closing tag within an instruction closes nothing.
    assert!(why(&"<a><?b ></a></a>?>".repeat(10_000)).contains("deep"));
    let attributes = |count: usize| (0..count).map(|n| format!(" a{n}='>'")).collect::<String>();
    assert!(why(&format!("<a{}/>", attributes(300_000))).contains("more than 1000 attributes"));
    assert!(xml(&format!("<a{}/>", attributes(900)), "buildFile.xml").is_ok());
    let declared = |count: usize| (0..count).map(|n| format!("<b xmlns:n{n}='u{n}'/>")).collect::<String>();
    assert!(why(&format!("<a>{}</a>", declared(30_000))).contains("namespaces"));
    let quoted = format!("<a b=\"/>\">{}</a>", "<b c='>'/><!-- <d> --><?e <f> ?><g>x</g>".repeat(300));
    assert!(xml(&quoted, "buildFile.xml").is_ok());
}
