//! Tests of the choice of a reader.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;
use crate::grid::tests_grid;
use crate::plane::LatLon;

const OSM: &[u8] = b"<osm><node id=\"1\" lat=\"49\" lon=\"6\"><tag k=\"place\" v=\"town\"/></node></osm>";

fn read(name: &str, bytes: &[u8]) -> Result<FileContent, ReadError> {
    let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
    read_file(name, Cursor::new(bytes), &plane, &tests_grid(4, 4, 100_000)).map(|file| file.content)
}

fn towns(name: &str, bytes: &[u8]) -> usize {
    match read(name, bytes).unwrap() {
        FileContent::Landscape(land) => land.spots.len(),
        FileContent::Elevation(_) => panic!("{name} has elevation"),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zipped(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(bytes).unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn packed_files_are_read_like_others() {
    assert_eq!(towns("a.osm", OSM), 1);
    assert_eq!(towns("a.xml", OSM), 1);
    assert_eq!(towns("a.osm.gz", &gzip(OSM)), 1);
    assert_eq!(towns("a.osm", &gzip(OSM)), 1, "unpacked as it is");
    assert_eq!(towns("a.zip", &zipped("folder/b.osm", OSM)), 1);
    let hgt: Vec<u8> = vec![0; 2_884_802];
    for (name, bytes) in [("N48E006.hgt.gz", gzip(&hgt)), ("x.zip", zipped("N48E006.hgt", &hgt))] {
        assert!(matches!(read(name, &bytes), Ok(FileContent::Elevation(Some(_)))), "{name}");
    }
    assert!(matches!(read("x.hgt.gz", &gzip(&hgt)), Err(ReadError::HgtName)));
    let asc = b"ncols 2\nnrows 2\nxllcorner 5.9\nyllcorner 48.9\ncellsize 0.1\n1 2 3 4\n";
    assert!(matches!(read("x.asc.gz", &gzip(asc)), Ok(FileContent::Elevation(Some(_)))));
    assert!(matches!(read("x.geojson.gz", &gzip(b"{\"features\":[]}")), Ok(FileContent::Landscape(_))));
}

#[test]
fn what_cannot_be_read_is_told() {
    let error = |name: &str, bytes: &[u8]| read(name, bytes).unwrap_err().to_string();
    assert!(error("a.txt", b"hello").contains("no known kind"));
    assert!(error("a", b"").contains("no known kind"));
    assert!(error("a.tif", OSM).contains("its name says GeoTIFF, but its first bytes OpenStreetMap XML"));
    assert!(error("a.osm.gz.gz", &gzip(&gzip(OSM))).contains("packed twice"));
    assert!(error("a.zip", &zipped("b.osm", &gzip(OSM))).contains("packed twice"));
    assert!(error("a.gz", &gzip(&zipped("b.osm", OSM))).contains("packed twice"));
    let whole = gzip(OSM);
    for end in 2..whole.len() {
        assert!(read("a.osm.gz", &whole[..end]).is_err(), "{end}");
    }
}

#[test]
fn frames_times_and_names_within_are_told() {
    let osm = b"<osm timestamp=\"2013-08-03\"><node id=\"1\" lat=\"49\" lon=\"6\"/></osm>";
    let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
    let file = read_file("a.zip", Cursor::new(zipped("b.osm", osm)), &plane, &tests_grid(4, 4, 100_000)).unwrap();
    assert_eq!(
        (file.kind, file.within.as_deref(), file.data_of.as_deref()),
        (FileKind::OsmXml, Some("b.osm"), Some("2013-08-03"))
    );
    let frame = overview_of_file("b.osm.gz", Cursor::new(gzip(osm))).unwrap().unwrap().frame;
    assert_eq!(frame.middle(), LatLon { lat: 49.0, lon: 6.0 });
    let file = read_file("b.osm.gz", Cursor::new(gzip(osm)), &plane, &tests_grid(4, 4, 100_000)).unwrap();
    assert_eq!(file.within, None);
}
