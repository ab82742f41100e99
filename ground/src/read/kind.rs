//! The kind of a file, by its name and by its first bytes.

use super::hgt::HgtCorner;

/// A kind of file with geography.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// OpenStreetMap in XML.
    OsmXml,
    /// OpenStreetMap in PBF.
    OsmPbf,
    /// Features in JSON.
    GeoJson,
    /// A square degree of elevation.
    Hgt,
    /// An ASCII grid of elevation.
    Asc,
    /// A GeoTIFF of elevation.
    GeoTiff,
}

/// The ends of names and what they tell. `.xml` and `.json` tell nothing: many kinds have them.
const ENDS: [(&str, FileKind); 8] = [
    (".osm", FileKind::OsmXml),
    (".osm.xml", FileKind::OsmXml),
    (".pbf", FileKind::OsmPbf),
    (".geojson", FileKind::GeoJson),
    (".hgt", FileKind::Hgt),
    (".asc", FileKind::Asc),
    (".tif", FileKind::GeoTiff),
    (".tiff", FileKind::GeoTiff),
];

/// The starts of TIFF files: plain and large, in either order of bytes.
const TIFF: [[u8; 4]; 4] = [*b"II\x2a\0", *b"MM\0\x2a", *b"II\x2b\0", *b"MM\0\x2b"];

impl FileKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::OsmXml, Self::OsmPbf, Self::GeoJson, Self::Hgt, Self::Asc, Self::GeoTiff];

    /// The ends of names that file dialogs offer, with those of packed files.
    pub const EXTENSIONS: [&str; 11] =
        ["osm", "pbf", "geojson", "hgt", "asc", "tif", "tiff", "json", "xml", "gz", "zip"];

    /// Returns what the name of a file tells; `None` if it tells nothing.
    ///
    /// ```
    /// use battlewright_ground::read::FileKind;
    /// assert_eq!(FileKind::of_name("Lorraine.OSM.PBF"), Some(FileKind::OsmPbf));
    /// assert_eq!(FileKind::of_name("N49E005.hgt.gz"), Some(FileKind::Hgt));
    /// assert_eq!(FileKind::of_name("notes.txt"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        ENDS.iter().find(|(end, _)| name.ends_with(end)).map(|(_, kind)| *kind)
    }

    /// Returns `false` if a file with this name is never read. Some names tell no kind, which is then told by the bytes.
    pub fn may_be(name: &str) -> bool {
        let lower = name.to_lowercase();
        Self::of_name(name).is_some()
            || [".zip", ".json", ".xml", ".json.gz", ".xml.gz"].iter().any(|end| lower.ends_with(end))
    }

    /// Returns `true` for files of OpenStreetMap, whose license is the ODbL.
    pub fn is_osm(self) -> bool {
        matches!(self, Self::OsmXml | Self::OsmPbf)
    }

    /// Returns what the first bytes of a file tell; `None` if they tell nothing. A few dozen bytes are enough.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        if TIFF.iter().any(|start| bytes.starts_with(start)) {
            return Some(Self::GeoTiff);
        }
        // A length, and the head of the first block.
        if bytes.first_chunk::<4>().is_some_and(|length| u32::from_be_bytes(*length) < 1 << 16)
            && bytes.get(4..).is_some_and(|rest| rest.starts_with(b"\x0a\x09OSMHeader"))
        {
            return Some(Self::OsmPbf);
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        match text.first()? {
            b'<' => Some(Self::OsmXml),
            b'{' => Some(Self::GeoJson),
            _ if text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"ncols")) => Some(Self::Asc),
            _ => None,
        }
    }

    /// Returns `true` for kinds whose first bytes always tell them.
    pub fn has_signature(self) -> bool {
        matches!(self, Self::OsmPbf | Self::GeoTiff)
    }

    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::OsmXml => "OpenStreetMap XML",
            Self::OsmPbf => "OpenStreetMap PBF",
            Self::GeoJson => "GeoJSON",
            Self::Hgt => "SRTM elevation (.hgt)",
            Self::Asc => "an ASCII grid",
            Self::GeoTiff => "GeoTIFF",
        }
    }

    /// Returns `true` for files of elevation.
    pub fn is_elevation(self) -> bool {
        matches!(self, Self::Hgt | Self::Asc | Self::GeoTiff)
    }

    /// Returns what a file is by its name and its first bytes: what the bytes tell, and if they tell nothing, what the name does. `Err` has
    /// both where they disagree.
    pub(super) fn of(name: &str, bytes: &[u8]) -> Result<Option<Self>, (Self, Self)> {
        match (Self::of_name(name), Self::of_bytes(bytes)) {
            // The heights of a square degree may begin with any bytes.
            (Some(Self::Hgt), _) => Ok(Some(Self::Hgt)),
            (Some(said), Some(found)) if said != found => Err((said, found)),
            (None, Some(found)) => Ok(Some(found)),
            (said, _) if HgtCorner::of(name).is_ok() && said.is_none() => Ok(Some(Self::Hgt)),
            (said, _) => Ok(said),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bytes_tell_the_kind() {
        let pbf = b"\0\0\0\x0d\x0a\x09OSMHeader\x18\x05";
        assert_eq!(FileKind::of("x", pbf), Ok(Some(FileKind::OsmPbf)));
        assert_eq!(FileKind::of("x.osm.pbf", pbf), Ok(Some(FileKind::OsmPbf)));
        assert_eq!(FileKind::of("x.osm", pbf), Err((FileKind::OsmXml, FileKind::OsmPbf)));
        assert_eq!(FileKind::of("x.xml", b"\xef\xbb\xbf \n<osm>"), Ok(Some(FileKind::OsmXml)));
        assert_eq!(FileKind::of("x.json", b"{"), Ok(Some(FileKind::GeoJson)));
        assert_eq!(FileKind::of("x.asc", b"NCOLS 7"), Ok(Some(FileKind::Asc)));
        assert_eq!(FileKind::of("x.tiff", b"MM\0\x2a"), Ok(Some(FileKind::GeoTiff)));
        assert_eq!(FileKind::of("x.tif", b"<html>"), Err((FileKind::GeoTiff, FileKind::OsmXml)));
        assert_eq!(FileKind::of("N49E005.hgt", b"II\x2a\0"), Ok(Some(FileKind::Hgt)));
        assert_eq!(FileKind::of("N49E005", b"\0\x07"), Ok(Some(FileKind::Hgt)));
        assert_eq!(FileKind::of("x.txt", b"hello"), Ok(None));
        assert_eq!(FileKind::of("x", b""), Ok(None));
        assert!(["a.OSM.gz", "a.zip", "a.json", "a.tif"].iter().all(|name| FileKind::may_be(name)));
        assert!(!FileKind::may_be("a.txt.gz") && !FileKind::may_be("a.shp"));
    }

    #[test]
    fn every_kind_has_a_name_to_end_with() {
        for kind in FileKind::ALL {
            assert!(ENDS.iter().any(|(_, own)| *own == kind), "{kind:?}");
        }
        for (end, _) in ENDS {
            let last = end.rsplit('.').next().unwrap();
            assert!(FileKind::EXTENSIONS.contains(&last), "{last}");
        }
    }
}
