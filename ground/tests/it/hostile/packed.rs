//! Files that grow when they are unpacked.

use std::io::{Cursor, Write};

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, FlushCompress};

use super::{read, refusal};
use crate::write::protobuf::{block, bytes, with_size};

/// Returns bytes packed by DEFLATE that unpack to `gigabytes` of the byte `fill`, in little time: one part is repeated.
fn bomb(fill: u8, gigabytes: usize) -> Vec<u8> {
    let mut packer = flate2::Compress::new(Compression::best(), false);
    let mut first = Vec::with_capacity(1 << 20);
    packer.compress_vec(&vec![fill; 1 << 20], &mut first, FlushCompress::Full).unwrap();
    // Behind a full flush, nothing refers back.
    first.repeat(gigabytes << 10)
}

/// Returns the same as a file of gzip, without its end.
fn gzip_bomb(fill: u8, gigabytes: usize) -> Vec<u8> {
    [&b"\x1f\x8b\x08\0\0\0\0\0\0\xff"[..], &bomb(fill, gigabytes)].concat()
}

#[test]
fn blocks_that_unpack_to_gigabytes_are_refused() {
    let packed = [&b"\x78\x9c"[..], &bomb(0, 3)].concat();
    assert!(packed.len() < 32 << 20);
    let blob = bytes(3, &packed);
    let file = [block("OSMHeader", &[], false), with_size("OSMData", blob.len() as u64, &blob)].concat();
    assert!(refusal("blob.osm.pbf", &file).contains("part of over 33554432 bytes"));
}

#[test]
fn files_that_unpack_to_gigabytes_are_refused() {
    // White space is XML, a number and an empty grid without end.
    let message = refusal("spaces.osm.gz", &gzip_bomb(b' ', 3));
    assert!(message.contains("more than 500000000 bytes") || message.contains("part of over"), "{message}");
    assert!(refusal("spaces.asc.gz", &gzip_bomb(b' ', 3)).contains("more than 500000000 bytes"));
    let message = refusal("spaces.geojson.gz", &gzip_bomb(b' ', 3));
    assert!(message.contains("part of over"), "{message}");
    assert!(refusal("N48E005.hgt.gz", &gzip_bomb(0, 3)).contains("25,934,402"));
    let mut tif = GzEncoder::new(Vec::new(), Compression::fast());
    tif.write_all(b"II\x2a\0").unwrap();
    for _ in 0..300 {
        tif.write_all(&vec![0; 1 << 20]).unwrap();
    }
    let tif = tif.finish().unwrap();
    assert!(refusal("big.tif.gz", &tif).contains("more than 268435456 bytes"));
    // Elements without end: everything is read, and the limit is told.
    let mut osm = DeflateEncoder::new(Vec::new(), Compression::fast());
    let note = "x".repeat(8000);
    let node = format!("<node id=\"1\" lat=\"49\" lon=\"6\"><tag k=\"note\" v=\"{note}\"/></node>\n");
    let nodes = node.repeat(32);
    osm.write_all(b"<osm>").unwrap();
    for _ in 0..2000 {
        osm.write_all(nodes.as_bytes()).unwrap();
    }
    let osm = [&b"\x1f\x8b\x08\0\0\0\0\0\0\xff"[..], &osm.finish().unwrap()].concat();
    assert!(refusal("nodes.osm.gz", &osm).contains("more than 500000000 bytes"));
}

#[test]
fn archives_in_archives_are_refused() {
    let gzip = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    assert!(refusal("a.osm.gz.gz", &gzip(&gzip(b"<osm/>"))).contains("packed twice"));
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("a.osm", zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(&gzip(b"<osm/>")).unwrap();
    assert!(refusal("a.zip", &zip.finish().unwrap().into_inner()).contains("packed twice"));
}

#[test]
fn archives_with_a_listing_without_end_are_refused() {
    let mut file = b"PK\x03\x04".to_vec();
    let start = file.len() as u32;
    for n in 0..3_000_000 {
        let name = format!("{n:07}.osm");
        file.extend(b"PK\x01\x02");
        file.extend([0; 24]);
        file.extend((name.len() as u16).to_le_bytes());
        file.extend([0; 16]);
        file.extend(name.as_bytes());
    }
    let size = file.len() as u32 - start;
    file.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff");
    file.extend(size.to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    let message = refusal("many.zip", &file);
    assert!(message.contains("at most 10000 are looked at") || message.contains("listing is too long"), "{message}");
}

#[test]
fn no_damage_of_a_packed_file_makes_it_panic() {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(b"<osm><node id=\"1\" lat=\"49\" lon=\"6\"/></osm>").unwrap();
    let whole = gzip.finish().unwrap();
    let mut refused = 0;
    for at in 0..whole.len() {
        for bit in [1, 0x10, 0x80] {
            let mut bytes = whole.clone();
            bytes[at] ^= bit;
            refused += usize::from(read("a.osm.gz", &bytes).is_err());
        }
    }
    assert!(refused > whole.len());
}
