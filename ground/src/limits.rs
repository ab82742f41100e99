//! Limits of what is read. Each stops damaged or hostile data long before memory or patience ends, and each that stops is told.

/// The most bytes of a file.
pub const MOST_BYTES: u64 = 2_000_000_000;
/// The most bytes of a file in a browser, whose page has it in memory as a whole, twice while it is copied there.
pub const MOST_BROWSER_BYTES: u64 = 64_000_000;
/// The most bytes of a GeoJSON file, of which one feature may be all.
pub const MOST_JSON_BYTES: usize = 64 << 20;
/// The most bytes that a packed file is unpacked to.
pub const MOST_UNPACKED: u64 = 500_000_000;
/// The same for a packed GeoTIFF, which must be in memory as a whole.
pub const MOST_UNPACKED_TIFF: u64 = 256 << 20;
/// The most files of an archive.
pub const MOST_PACKED_FILES: usize = 10_000;
/// The most bytes of a strip or a tile of a GeoTIFF, unpacked.
pub const MOST_TILE_BYTES: usize = 128 << 20;
/// The most hexes of a map.
pub const MOST_HEXES: usize = 40_000;
/// The greatest width and height of a map, in centimeters: 200 km.
pub const WIDEST_MAP: i64 = 20_000_000;
/// The hexes around the map that are read and derived with it, so that nothing changes at its border.
pub const MARGIN: u16 = 4;
/// The most nodes within the zone.
pub const MOST_NODES: usize = 8_000_000;
/// The most ways that touch the zone.
pub const MOST_WAYS: usize = 2_000_000;
/// The most areas that touch the zone.
pub const MOST_AREAS: usize = 200_000;
/// The most points of a line or an area.
pub const MOST_POINTS: usize = 1_000_000;
/// The most lists and positions of a feature in GeoJSON.
pub const MOST_FEATURE_PARTS: usize = 2_000_000;
/// The most members of a relation.
pub const MOST_MEMBERS: usize = 100_000;
/// The most points of all ways together. A way may have the same point many times.
pub const MOST_WAY_POINTS: usize = 16_000_000;
/// The most bytes of all tags together.
pub const MOST_TAG_MEMORY: usize = 400 << 20;
/// The most blocks of a PBF file, which have thousands of elements each.
pub const MOST_BLOCKS: usize = 1_000_000;
/// The most tags of an element that are read.
pub const MOST_TAGS: usize = 64;
/// The most bytes of a key or a value that are kept; OpenStreetMap allows 255 characters.
pub const MOST_TAG_BYTES: usize = 255;
/// The most characters of a name on the map.
pub const MOST_NAME: usize = 200;
/// The most places that are kept.
pub const MOST_SPOTS: usize = 200_000;
/// The most named places of a whole file that are kept to find the place of a map by.
pub const MOST_NAMED_PLACES: usize = 200_000;
/// The most samples of an elevation file that are read.
pub const MOST_SAMPLES: u64 = 100_000_000;
/// The most samples of an elevation file within the zone that are kept.
pub const MOST_KEPT_SAMPLES: u64 = 16_000_000;
